"""Moving pictures: what their frames show, how they are put together, and the file."""

from dataclasses import replace
from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image, ImageChops, ImageSequence
from test_draw import (
    ADJI,
    ANYWOLI,
    ENDLESS_66,
    ENDLESS_216,
    ENDLESS_AFTER_CAPTURE,
    FIRST,
    LONG,
    odd_moves,
    telling_moves,
)

from mancala_core.engine.game import Game
from mancala_core.engine.moves import play, trace
from mancala_core.engine.position import Position
from mancala_core.engine.rules import Rules
from mancala_core.show import draw, moving_picture
from mancala_core.show.canvas import LIGHT
from mancala_core.show.laps import trace_of
from mancala_core.show.moving_picture import STAMP, Frames, Moment, Stamp, Stamps
from mancala_core.show.shots import AT_END, FLIGHT, PACES, shots
from mancala_core.show.sowing_steps import FIRST as FIRST_LAPS
from mancala_core.show.sowing_steps import LAST as LAST_LAPS
from mancala_core.show.sowing_steps import events, skipped
from mancala_core.show.words import languages, speak

WORDS = speak("en")
SOWN = [
    move
    for rules, seed in ((ANYWOLI, 1), (ADJI, 2))
    for some in (telling_moves(rules, seed), odd_moves(rules, seed, 4))
    for move in some
    if move.hole is not None
]
MOVES = [FIRST, LONG, ENDLESS_66, ENDLESS_216, ENDLESS_AFTER_CAPTURE, *SOWN]
SHORT = [move for move in MOVES if skipped(WORDS, trace_of(move)) is None and move.period is None]
COMPULSORY_PASS = Position.parse("<6,0,0,0,0,0,0,0,0,4,4,4,4,4,4> S")


def len_of(move):
    return move.laps


def opened(data):
    return Image.open(BytesIO(data))


# What the frames show


@pytest.mark.parametrize("move", MOVES, ids=str)
def test_no_seed_is_lost_or_gained(move):
    told = shots(WORDS, move)
    assert {shot.total for shot in told} == {sum(move.before.seeds) + sum(move.before.stores)}
    assert (told[0].seeds, told[0].stores) == (move.before.seeds, move.before.stores)
    if move.ending != "endless":
        assert (told[-1].seeds, told[-1].stores) == (move.after.seeds, move.after.stores)


@pytest.mark.parametrize("move", SHORT, ids=str)
def test_every_seed_has_a_frame_and_every_capture_flies(move):
    told = shots(WORDS, move)
    laps = [events(lap) for lap in trace_of(move).laps]
    captures = sum(who >= 0 for lap in laps for _, who, _ in lap)
    others = sum(len(lap) for lap in laps) - captures
    steps = [shot for shot in told if shot.lap]
    assert len(steps) == len(laps) + others + (len(FLIGHT) + 1) * captures
    assert sum(shot.flying is not None for shot in told) == len(FLIGHT) * captures
    for before, after in pairwise(steps):
        if after.lap == before.lap and not (before.flying or after.flying):
            fallen = [b - a for a, b in zip(before.seeds, after.seeds)]
            assert sum(fallen) == before.hand - after.hand


@pytest.mark.parametrize("move", SHORT, ids=str)
def test_at_the_end_of_a_lap_the_board_is_that_of_the_trace(move):
    told = shots(WORDS, move)
    for lap in trace_of(move).laps:
        last = [shot for shot in told if shot.lap == lap.number][-1]
        assert last.seeds == lap.after
        assert last.hand == 0
        assert last.ms > 2 * PACES["normal"]


def test_captures_go_to_their_takers_store_and_are_named_beside_the_hole():
    told = shots(WORDS, LONG)
    assert {shot.flying.player for shot in told if shot.flying} == {0, 1}
    for place, shot in enumerate(told):
        if shot.flying and shot.flying.part == FLIGHT[-1]:
            hole, player, seeds, _ = shot.flying
            landed = told[place + 1]
            assert landed.stores[player] == shot.stores[player] + seeds
            assert landed.stores[1 - player] == shot.stores[1 - player]
            assert landed.taken[-1][0] == hole
            assert (landed.taken[-1][1].player, landed.taken[-1][1].seeds) == (player, seeds)


@pytest.mark.parametrize("move", [LONG, ENDLESS_66, ENDLESS_AFTER_CAPTURE], ids=str)
def test_a_long_move_is_shortened_as_on_the_page(move):
    told = shots(WORDS, move)
    gap = skipped(WORDS, trace_of(move))
    laps = list(dict.fromkeys(shot.lap for shot in told if shot.lap and not shot.banner))
    last = len(trace_of(move).laps)
    assert laps == [*range(1, FIRST_LAPS + 1), *range(last - LAST_LAPS + 1, last + 1)]
    (banner,) = [shot for shot in told if shot.banner]
    assert banner.banner == banner.text == gap["text"]
    assert banner.seeds == trace_of(move).laps[last - LAST_LAPS - 1].after


@pytest.mark.parametrize("move", [ENDLESS_66, ENDLESS_216, ENDLESS_AFTER_CAPTURE], ids=str)
def test_an_endless_sowing_ends_with_its_proof(move):
    *_, last = shots(WORDS, move)
    first, again = last.proof
    assert first["seeds"] == again["seeds"] == list(last.seeds)
    assert first["hole"] == again["hole"]
    assert first["label"] != again["label"]
    assert "goes on for ever" in last.text
    assert last.ms >= AT_END


def test_the_pace_is_that_of_the_seeds_and_a_long_move_is_not_slower_than_it_should():
    slow, normal, fast = (
        sum(shot.ms for shot in shots(WORDS, FIRST, pace)) for pace in ("slow", "normal", "fast")
    )
    assert slow > 1.5 * normal > 2 * fast
    falls = [shot.ms for shot in shots(WORDS, FIRST) if shot.trail and shot.hand]
    assert set(falls) == {PACES["normal"]}
    for move in MOVES:
        assert sum(shot.ms for shot in shots(WORDS, move)) < 60_000


# How they are drawn


@pytest.mark.parametrize("move", [LONG, max(odd_moves(ADJI, 2, 4), key=len_of)], ids=str)
def test_frames_put_together_are_those_that_would_be_drawn(move):
    told = shots(WORDS, move)
    frames = Frames(told, move, WORDS, False, 450, None)
    bare = [shot for shot in told if moving_picture._stamp(shot) is None]
    assert len(bare) >= 5
    for shot in bare[1:6]:
        frame = frames.of(shot)
        moment = Moment(shot, move, WORDS)
        height = frame.height / frames.zoom
        drawn = moving_picture._painted(moment, WORDS, moment.width, height, frames.zoom)
        assert ImageChops.difference(frame, drawn.convert("RGB")).getbbox() is None


def test_the_hand_is_over_its_hole_and_nothing_else_changes():
    told = shots(WORDS, FIRST)
    frames = Frames(told, FIRST, WORDS, False, 900, None)
    shot = next(shot for shot in told if shot.hand == 4)
    without = replace(shot, hand=0)
    left, top, right, bottom = ImageChops.difference(frames.of(shot), frames.of(without)).getbbox()
    x, y = frames.board._at(shot.over)
    assert left <= x <= right
    assert top < bottom <= y + 1
    assert right - left < 100 > bottom - top


def test_a_stamp_shows_nothing_of_its_neighbours():
    kinds = [Stamp(-1, 1), Stamp(-1, 27), Stamp(-1, 1000), Stamp(0, 4), Stamp(1, 12)]
    sheet = Stamps(kinds, WORDS, LIGHT)
    picture = moving_picture._painted(sheet, WORDS, sheet.width, sheet.height, 1)
    seen = picture.getchannel("A")
    for place in range(len(kinds)):
        left, _, right, _ = seen.crop((STAMP * place, 0, STAMP * (place + 1), STAMP)).getbbox()
        assert 0 < left < STAMP / 2 < right < STAMP


def test_the_counter_says_which_lap_it_is_and_of_how_many():
    def counters(move):
        told = shots(WORDS, move)
        return list(dict.fromkeys(Moment(shot, move, WORDS)._counter() for shot in told))

    assert counters(FIRST) == ["", *(f"Lap {lap} of 5" for lap in range(1, 6))]
    assert counters(ENDLESS_66)[-1] == "Lap 66 of ∞"


# The file


@pytest.mark.parametrize("language", languages())
def test_the_file_in_every_language(language):
    # letters that a font lacks are a warning, and warnings are errors here
    data = draw.gif(FIRST, language=language, pace="fast")
    picture = opened(data)
    assert (picture.format, picture.width) == ("GIF", 900)
    told = shots(speak(language), FIRST, "fast")
    assert picture.n_frames == len(told)
    times = [frame.info["duration"] for frame in ImageSequence.Iterator(picture)]
    assert times == [shot.ms // 10 * 10 for shot in told]
    assert times[-1] == max(times)
    assert opened(data).info["loop"] == 0
    assert opened(data).info["comment"].decode() == draw.headline(FIRST, language=language)
    assert len(data) < 1_500_000


@pytest.mark.parametrize(("move", "dark"), [(LONG, False), (ENDLESS_66, True)], ids=str)
def test_long_moves_make_small_files(move, dark):
    data = draw.gif(move, language="ur" if dark else "ja", dark=dark)
    assert len(data) < 1_500_000
    corner = opened(data).convert("RGB").getpixel((2, 2))
    assert corner == ((17, 17, 17) if dark else (255, 255, 255))


def test_writing_from_the_right_stands_at_the_right():
    ends = {}
    for name in ("en", "ur"):
        words = speak(name)
        moment = Moment(shots(words, FIRST)[0], FIRST, words)
        picture = moving_picture._painted(moment, words, moment.width, moment.height, 1)
        foot = picture.convert("RGB").crop((0, round(moment.bottom) + 2, 900, picture.height))
        ends[name] = ImageChops.difference(foot, Image.new("RGB", foot.size, "white")).getbbox()
    assert ends["en"][0] < 20
    assert ends["ur"][2] > 880


def test_a_game_stands_for_its_last_move_and_the_file_is_written(tmp_path):
    game = Game.new("adji_kui_2", seed=1).play("A", "b")
    told = []
    data = draw.gif(
        game, tmp_path / "move.gif", width=300, progress=lambda *pair: told.append(pair)
    )
    assert (tmp_path / "move.gif").read_bytes() == data == draw.gif(game.moves[-1], width=300)
    done, boards = zip(*told)
    assert done == tuple(range(1, boards[0] + 1))
    assert len(set(boards)) == 1


def test_a_sowing_over_a_limit_of_laps_is_taken_back_without_a_proof():
    rules = ADJI.replace(endless="limit:20")
    *_, before, last = shots(WORDS, trace(rules, ENDLESS_66.before, 3))
    assert last.last
    assert not last.proof
    assert last.seeds == ENDLESS_66.before.seeds
    assert "is as it was before" in before.text
    assert "more than 20 laps" in last.text


def test_what_has_no_moving_picture_is_refused_in_words():
    passed = play(ADJI, COMPULSORY_PASS, None)
    with pytest.raises(ValueError, match="In a pass no seed is sown"):
        draw.gif(passed)
    with pytest.raises(ValueError, match="no move yet"):
        draw.gif(Game.new("anywoli"))
    with pytest.raises(ValueError, match="takes a Move or a Game"):
        draw.gif(FIRST.after)
    with pytest.raises(ValueError, match="no pace 'quick'; there are slow, normal, fast"):
        draw.gif(FIRST, pace="quick")
    for width in (299, 2401, 900.0):
        with pytest.raises(ValueError, match="300 to 2400"):
            draw.gif(FIRST, width=width)
    with pytest.raises(ValueError, match="no language"):
        draw.gif(FIRST, language="xx")


def test_a_board_of_thirteen_holes_fits():
    rules = Rules.load("yit_jani")
    picture = opened(draw.gif(play(rules, Position.start(rules), "A"), width=450))
    assert picture.width == 450
