"""Pictures: what stands in them, that nothing overlaps, and their text twins."""

import random
import struct
import threading
import zlib
from itertools import pairwise

import matplotlib as mpl

mpl.use("agg")

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle, Polygon, Rectangle
from test_board import Loud, unmarked

from mancala_core.engine.choices import candidates, legal_moves
from mancala_core.engine.game import Game
from mancala_core.engine.match import Match
from mancala_core.engine.moves import play, trace
from mancala_core.engine.outcome import outcome
from mancala_core.engine.position import Position
from mancala_core.engine.rules import Rules
from mancala_core.show import draw, lap_words
from mancala_core.show.board_picture import HATCHES
from mancala_core.show.canvas import DARK, DPI, LIGHT, Canvas, seed_places
from mancala_core.show.lap_picture import LapPicture
from mancala_core.show.lap_table import LIMITS, Gap, table_of
from mancala_core.show.laps import trace_of
from mancala_core.show.match_rows import rows
from mancala_core.show.territory_picture import HATCH, Territory
from mancala_core.show.words import Words, speak

ANYWOLI = Rules.load("anywoli")
ADJI = Rules.load("adji_kui_2")
ENDLESS_66 = trace(ADJI, Position.parse("<6,0,0,1,0,1,2,0,4,0,2,1,0,1,0> S"), 3)
ENDLESS_216 = trace(
    ANYWOLI, Position.parse("<12,0,0,3,1,0,2,1,0,2,1,0,2,1,0,2,1,0,2,1,0,2,1,0,1,0,1> S"), 0
)
ENDLESS_AFTER_CAPTURE = trace(
    ANYWOLI, Position.parse("<12,0,0,2,1,0,2,1,0,2,1,0,2,1,0,2,1,0,2,1,0,2,1,4,0,3,0> N"), 20
)
LONG = trace(
    ANYWOLI, Position.parse("<12,0,0,0,1,7,2,7,7,7,1,2,6,0,7,2,1,2,8,0,3,8,2,7,7,2,7> N"), 19
)
OVERRUN = Position.parse("<12,0,0,1,1,27,1,1,1,1,1,1,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1> S")
FIRST = play(ANYWOLI, Position.start(ANYWOLI), "A")


def random_moves(rules, seed, moves=60):
    """Moves, passes and barred endless sowings of random play, the same for a seed."""
    rng, found = random.Random(seed), []
    position = Position.start(rules)
    while len(found) < moves:
        held = candidates(rules, position, position.mover)
        rng.shuffle(held)
        move = None
        for hole in held:
            found.append(trace(rules, position, hole))
            if found[-1].ending != "endless" or rules.endless != "barred":
                move = found[-1]
                break
        if move is None:
            move = play(rules, position, None)
            found.append(move)
        position = move.after
        if position.ending is not None:
            position = Position.start(rules, rng.choice(["south", "north"]))
    return found


def odd_moves(rules, seed, moves=20):
    """Moves on boards on which holes were bought from the other row, and some are out of play."""
    rng, found = random.Random(seed), []
    size = 2 * rules.holes
    while len(found) < moves:
        owner = [rng.choice((0, 1)) for _ in range(size)]
        if size > 4:
            for hole in rng.sample(range(size), rng.randint(1, size // 4)):
                owner[hole] = -1
        seeds = [0] * size
        places = [hole for hole in range(size) if owner[hole] >= 0]
        for _ in range(rng.randint(size, rules.total)):
            seeds[rng.choice(places)] += 1
        position = Position(tuple(seeds), (3, 5), tuple(owner), rng.randrange(2))
        held = candidates(rules, position, position.mover)
        if held and outcome(rules, position) is None:
            found.append(trace(rules, position, rng.choice(held)))
    return found


def telling_moves(rules, seed, moves=60, some=random_moves):
    """A few moves that differ much: the longest, the richest, a pass, one mid-lap end."""
    found = some(rules, seed, moves)
    keys = (
        lambda move: move.laps,
        lambda move: sum(event.kind == "capture" for event in move.events),
        lambda move: move.hole is None,
        lambda move: any(event.kind == "settle" for event in move.events),
        lambda move: move.ending == "endless",
        lambda move: max((event.seeds for event in move.events), default=0),
    )
    return list({id(move): move for move in (max(found, key=key) for key in keys)}.values())


def drawn(picture):
    """Axes of the right size with the picture on them."""
    figure = Figure(figsize=(picture.width / DPI, picture.height / DPI), dpi=DPI)
    ax = figure.add_axes((0, 0, 1, 1))
    picture.draw(Canvas(ax, picture.width, picture.height, picture.palette))
    return ax


def lap_axes(move, **options):
    return drawn(LapPicture(move, speak("en"), **options))


def complaints(ax):
    """Texts that overlap another one or leave the figure."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    figure = ax.figure
    renderer = FigureCanvasAgg(figure).get_renderer()
    texts = [text for text in ax.texts if text.get_text().strip()]
    boxes = np.array([text.get_window_extent(renderer).extents for text in texts])
    wrong = []
    width, height = figure.bbox.width, figure.bbox.height
    outside = (boxes[:, :2] < -0.5).any(axis=1) | (boxes[:, 2] > width + 0.5)
    outside |= boxes[:, 3] > height + 0.5
    wrong += [f"{texts[place].get_text()!r} is cut off" for place in np.flatnonzero(outside)]
    left, low, right, high = boxes.T
    across = np.minimum(right[:, None], right) - np.maximum(left[:, None], left)
    down = np.minimum(high[:, None], high) - np.maximum(low[:, None], low)
    for one, two in np.argwhere(np.triu((across > 0.5) & (down > 0.5), 1)):
        wrong.append(f"{texts[one].get_text()!r} on {texts[two].get_text()!r}")
    return wrong


def marks(ax):
    """Circles, pentagons, squares and arrow heads: what they are, and the box of each.

    Shapes with one middle, such as the two pentagons of a final capture, are one mark.
    """
    found = []
    for shape in ax.get_children():
        if isinstance(shape, Circle | Polygon | Rectangle) and shape.get_zorder() >= 4:
            box = shape.get_path().get_extents(shape.get_patch_transform())
            (left, high), (right, low) = ax.transData.transform(box.get_points())
            found.append((type(shape).__name__, (left, min(low, high), right, max(low, high))))
    boxes = np.array([box for _, box in found]).reshape(-1, 4)
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    sizes = boxes[:, 2] - boxes[:, 0]
    inner = {
        small
        for small, large in np.argwhere(np.abs(middles[:, None] - middles).max(axis=2) < 1.5)
        if (sizes[small], small) < (sizes[large], large)
    }
    return [mark for place, mark in enumerate(found) if place not in inner]


def crowded(ax):
    """Marks that overlap another mark, or a text that is not their own number."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    renderer = FigureCanvasAgg(ax.figure).get_renderer()
    found, wrong = marks(ax), []
    if not found:
        return wrong
    boxes = np.array([box for _, box in found])
    for one, two in np.argwhere(np.triu(overlaps(boxes, boxes, 1, 1), 1)):
        wrong.append(f"{found[one][0]} on {found[two][0]} at {boxes[one].round()}")
    texts = [text for text in ax.texts if text.get_text().strip()]
    words = np.array([text.get_window_extent(renderer).extents for text in texts])
    middles = (words[:, :2] + words[:, 2:]) / 2
    # The box of a text holds room for letters that go below the line, of which digits have none.
    for one, two in np.argwhere(overlaps(boxes, words, 1, 4)):
        left, low, right, high = boxes[one]
        x, y = middles[two]
        if not (left < x < right and low < y < high):
            wrong.append(f"{found[one][0]} on {texts[two].get_text()!r} at {boxes[one].round()}")
    return wrong


def overlaps(some, others, wide, tall):
    """Which boxes share more than so many pixels across and down."""
    across = np.minimum(some[:, None, 2], others[:, 2]) - np.maximum(some[:, None, 0], others[:, 0])
    down = np.minimum(some[:, None, 3], others[:, 3]) - np.maximum(some[:, None, 1], others[:, 1])
    return (across > wide) & (down > tall)


def test_crowds_are_seen():
    ax = Figure((4, 4)).add_axes((0, 0, 1, 1))
    canvas = Canvas(ax, 400, 400, LIGHT)
    canvas.taken(100, 100, 0, 4, final=True)
    canvas.text(200, 200, "7", 15)
    assert not crowded(ax)
    canvas.circle(112, 108, 12)
    canvas.box(202, 190, 20, 20, layer=4)
    assert [words.split(" at")[0] for words in crowded(ax)] == [
        "Polygon on Circle",
        "Circle on '4'",
        "Rectangle on '7'",
    ]


def test_complaints_are_made():
    ax = Figure((4, 4)).add_axes((0, 0, 1, 1))
    for x, word in ((0.5, "one"), (0.52, "two"), (0.99, "three")):
        ax.text(x, 0.5, word)
    assert complaints(ax) == ["'three' is cut off", "'one' on 'two'"]


VARIANTS = [
    *(ANYWOLI.replace(holes=holes) for holes in range(2, 14)),
    *(ADJI.replace(holes=holes) for holes in (2, 3, 5, 6, 9, 13)),
    Rules.load("yit_jani"),
    ANYWOLI.replace(direction="cw"),
    ANYWOLI.replace(holes=3, origin="skip"),
    ANYWOLI.replace(passing="nobody"),
    ANYWOLI.replace(relay=False),
    ANYWOLI.replace(holes=6, capture_on=(2, 3)),
    ANYWOLI.replace(final="owner", final_side="own"),
    ADJI.replace(own_final="relay"),
    ADJI.replace(endless="limit:12"),
    ADJI.replace(holes=4, origin="skip", endless="owners"),
]


every_variant = pytest.mark.parametrize(
    "rules", VARIANTS, ids=lambda rules: rules.label.replace(" ", "/")
)


@every_variant
def test_nothing_overlaps_or_is_cut_off(rules):
    odd = telling_moves(rules, seed=8, moves=20, some=odd_moves)
    for move in telling_moves(rules, seed=7) + odd:
        board = draw.BoardPicture(move.after, speak("en"), move=move)
        for ax in (lap_axes(move), drawn(board)):
            assert not complaints(ax), str(move)
            assert not crowded(ax), str(move)


@pytest.mark.parametrize(
    "move", [ENDLESS_66, ENDLESS_216, ENDLESS_AFTER_CAPTURE, LONG], ids=lambda move: move.laps
)
@pytest.mark.parametrize("rows", ["laps", "circuits"])
def test_long_moves_are_legible_in_both_views(move, rows):
    for options in ({}, {"upto": move.laps // 2, "dark": True}):
        ax = lap_axes(move, rows=rows, **options)
        assert not complaints(ax)
        assert not crowded(ax)


@pytest.mark.parametrize("rows", ["laps", "circuits"])
@pytest.mark.parametrize("origin", ["sow", "skip"])
def test_a_lap_that_runs_over_its_own_beginning_is_legible(rows, origin):
    move = trace(ANYWOLI.replace(origin=origin), OVERRUN, 2)
    assert table_of(trace_of(move)).view == "circuits"
    assert not complaints(lap_axes(move, rows=rows))
    assert not crowded(lap_axes(move, rows=rows))
    table = table_of(trace_of(move), rows)
    places = [(cell.row, cell.column) for cell in table.cells]
    assert len(set(places)) == len(places)


def test_owners_that_differ_from_the_rows_are_legible():
    position = Position.parse("<6,20,16,6,1,4,0,8,3,3,0,5,0,2,4> S owner=SSSSSSSSN.NN")
    move = trace(ADJI, position, 0)
    assert not complaints(lap_axes(move))
    assert not complaints(drawn(draw.BoardPicture(position, speak("en"), ADJI)))
    texts = {text.get_text() for text in lap_axes(move).texts}
    assert {"South's holes", "out"} <= texts
    mixed = Position.parse("<6,0,0,1,0,1,2,0,4,0,2,1,0,1,0> S owner=SNSSSSNSNNNN")
    assert not complaints(lap_axes(trace(ADJI, mixed, 3)))


def replay_counts(move):
    """What each hole holds after each seed, replayed naively from the events."""
    board, counts = list(move.before.seeds), []
    for event in move.events:
        if event.kind == "sow":
            board[event.hole] += 1
            counts.append((event.hole, board[event.hole]))
        elif event.kind == "settle":
            board[event.hole] += event.seeds
        else:
            board[event.hole] -= event.seeds
    return counts, board


@pytest.mark.parametrize("rows", ["laps", "circuits"])
@every_variant
def test_cells_are_the_seeds_in_order(rules, rows):
    for move in random_moves(rules, seed=3, moves=40) + odd_moves(rules, seed=4):
        if move.hole is None:
            continue
        counts, board = replay_counts(move)
        traced = trace_of(move)
        table = table_of(traced, rows)
        cells = list(table.cells)
        if rows == "circuits":
            seeds = cells[1:]
        else:
            seeds = [cell for path in table.paths for cell in path[1:]]
        assert [(traced.columns[cell.column], cell.holds) for cell in seeds] == counts
        if not move.cut and move.ending != "endless":
            assert tuple(board) == move.after.seeds
        for cell in cells:
            if cell.mark == "pick_up" and cell.picks <= len(traced.laps):
                lap = traced.laps[cell.picks - 1]
                assert (traced.columns[cell.column], cell.holds) == (lap.hole, lap.hand)
        for path in table.paths:
            for one, two in pairwise(path):
                assert two.row >= one.row


@pytest.mark.parametrize("move", [FIRST, LONG, ENDLESS_66], ids=lambda move: move.laps)
def test_numbers_on_the_page_are_those_of_the_table(move):
    picture = LapPicture(move, speak("en"))
    texts = drawn(picture).texts
    places = [(text.get_position(), text.get_text()) for text in texts]
    for cell in picture.table.cells:
        x, y = picture._x(cell.column), picture._y(cell.row)
        near = [word for (tx, ty), word in places if abs(tx - x) < 0.1 and 0 < ty - y < 7]
        assert near == [str(cell.holds)], cell


def test_rows_of_the_first_opening():
    table = table_of(trace_of(FIRST))
    assert (table.view, len(table.rows), table.shown) == ("laps", 5, (0, 1, 2, 3, 4))
    assert [path[0].holds for path in table.paths] == [4, 5, 5, 5, 5]
    last = table.paths[-1][-1]
    assert (last.mark, last.column, last.end) == ("stop", 0, True)


def test_rows_are_circuits_above_twelve_laps():
    traced = trace_of(LONG)
    table = table_of(traced)
    assert LONG.laps == 22
    assert (table.view, len(table.rows)) == ("circuits", 6)
    assert sum(cell.holds for cell in table.cells if cell.taker == 0) == 24
    assert sum(cell.holds for cell in table.cells if cell.taker == 1) == 28


@pytest.mark.parametrize("rows", ["laps", "circuits"])
def test_long_moves_are_shortened_to_their_first_and_last_rows(rows):
    most, head = LIMITS[rows]
    table = table_of(trace_of(ENDLESS_216), rows)
    kept = [row for row in table.shown if not isinstance(row, Gap)]
    assert len(table.rows) > most
    assert kept == [*range(head), *range(len(table.rows) - 3, len(table.rows))]
    [left_out] = [item for item in table.shown if isinstance(item, Gap)]
    text = lap_words.gap(speak("en"), trace_of(ENDLESS_216), table, left_out)
    assert text.startswith(f"{left_out.last - left_out.first + 1} more")


def test_a_trace_that_is_cut_is_drawn_from_what_is_kept():
    move = trace(ADJI, Position.parse("<6,8,4,1,0,4,0,2,3,10,7,0,2,4,3> N"), 11)
    assert move.cut
    table = table_of(trace_of(move))
    assert table.shown[-1].last is None
    texts = " ".join(text.get_text() for text in lap_axes(move).texts)
    assert f"{move.laps:,}; the trace keeps the first 1,000" in texts
    assert not complaints(lap_axes(move))


def test_the_row_where_a_cycle_begins_is_never_left_out(monkeypatch):
    monkeypatch.setitem(LIMITS, "circuits", (6, 1))
    table = table_of(trace_of(ENDLESS_AFTER_CAPTURE), "circuits")
    [begin] = [cell.row for cell in table.cells if cell.picks == 2]
    assert table.shown == (Gap(0, 0), begin, Gap(2, 23), 24, 25, 26)
    assert not complaints(lap_axes(ENDLESS_AFTER_CAPTURE))


def test_endless_pattern_travels():
    pattern = trace_of(ENDLESS_66).pattern
    assert (pattern.laps, pattern.shift, pattern.copies) == (11, 2, 6)
    assert pattern.starts == (1, 12, 23, 34, 45, 56, 67)
    pattern = trace_of(ENDLESS_216).pattern
    assert (pattern.laps, pattern.shift, pattern.copies) == (9, 1, 24)
    pattern = trace_of(ENDLESS_AFTER_CAPTURE).pattern
    assert (pattern.laps, pattern.starts[0], pattern.starts[-1]) == (9, 2, 218)


def test_endless_pictures_name_the_lap_that_returns():
    words = [text.get_text() for text in lap_axes(ENDLESS_AFTER_CAPTURE).texts]
    assert "lap 218 is lap 2 again, for ever" in words
    assert "before lap 218" in words
    assert any(word.startswith("lap 20, from C") for word in words)


def test_endless_sowing_without_a_travelling_pattern_has_no_reason_printed():
    move = trace(ADJI, Position.parse("<6,12,4,0,1,5,2,1,2,0,2,9,0,9,1> S"), 5)
    assert (move.period, trace_of(move).pattern) == (148, None)
    words = [text.get_text() for text in lap_axes(move).texts]
    assert not any("pattern" in word for word in words)
    assert "same board, same hole" in words


def test_the_game_over_inside_a_lap():
    position = Position.parse("<3,4,12,1,3,1,1,2,0> N")
    move = play(ANYWOLI.replace(holes=3), position, "b")
    settle = move.events[-1]
    hole = "ABCabc"[settle.hole]
    told = draw.describe(move)
    assert f"game over, {settle.seeds} laid back in {hole}" in told
    words = [text.get_text() for text in lap_axes(move).texts]
    assert f"game over, {settle.seeds} laid back in {hole}" in words
    assert "seeds laid back" in words


@every_variant
def test_the_text_twin_says_why_every_lap_ends(rules):
    reasons = (": sow on", ": stop", "taken, stop", "game over, ")
    for move in random_moves(rules, seed=9, moves=30) + odd_moves(rules, seed=10):
        traced, lines = trace_of(move), draw.describe(move, whole=True).splitlines()
        told = [line for line in lines if line.startswith("Lap ")]
        assert len(told) == len(traced.laps)
        for line, lap in zip(told, traced.laps):
            assert lap_words.note(speak("en"), traced, lap) in line
            assert any(reason in line for reason in reasons)
        assert "turn" not in " ".join(lines)


def test_the_twin_of_a_long_move_is_short_and_its_headline_is_one_line():
    move = trace(ADJI, Position.parse("<6,8,4,1,0,4,0,2,3,10,7,0,2,4,3> N"), 11)
    lines = draw.describe(move).splitlines()
    assert len(lines) < 80
    assert sum(line.startswith("Laps 61 to 990 are left out here") for line in lines) == 1
    assert len(draw.describe(move, whole=True).splitlines()) > 1000
    for what in (move, FIRST, FIRST.after):
        assert draw.headline(what) == draw.describe(what).splitlines()[0]


def test_reveal_keeps_the_layout():
    whole = LapPicture(LONG, speak("en"))
    for upto in (0, 1, 7, 21, 22):
        part = LapPicture(LONG, speak("en"), upto=upto)
        assert (part.width, part.height) == (whole.width, whole.height)
        assert (part.left, part.cell, part.rows_top) == (whole.left, whole.cell, whole.rows_top)
        assert part.row_at == whole.row_at
    words = [text.get_text() for text in lap_axes(LONG, upto=7).texts]
    assert "after lap 7" in words
    assert "North plays h: 7 of 22 laps" in words
    assert "8" in words
    assert "22" not in words


@pytest.mark.parametrize("upto", [-1, 6, "two", 1.5])
def test_upto_beyond_the_move_is_refused(upto):
    with pytest.raises(ValueError, match=r"it can be 0 to 5"):
        draw.laps(FIRST, upto=upto, ax=Figure().add_subplot())


def test_unknown_rows_and_languages_are_refused():
    with pytest.raises(ValueError, match="auto, laps or circuits"):
        draw.laps(FIRST, rows="columns", ax=Figure().add_subplot())
    with pytest.raises(ValueError, match="no language"):
        draw.board(FIRST.after, language="xx", ax=Figure().add_subplot())
    with pytest.raises(ValueError, match="12 holes in a row"):
        draw.board(FIRST.after, rules="adji_kui_2", ax=Figure().add_subplot())


def test_given_axes_are_used_and_no_figure_is_made():
    before = plt.get_fignums()
    figure = Figure(figsize=(6, 6))
    upper, lower = figure.subplots(2)
    assert draw.laps(FIRST, ax=upper) is upper
    assert draw.board(FIRST.after, move=FIRST, ax=lower) is lower
    assert plt.get_fignums() == before
    assert upper.texts
    assert lower.texts
    sizes = [text.get_fontsize() for text in upper.texts]
    assert max(sizes) < 14, "type shrinks with the axes"


def test_without_axes_one_figure_of_the_right_size_is_made():
    for call in (lambda: draw.laps(FIRST), lambda: draw.board(FIRST.after)):
        before = set(plt.get_fignums())
        ax = call()
        assert isinstance(ax, Axes)
        [made] = set(plt.get_fignums()) - before
        assert plt.figure(made).axes == [ax]
        assert 300 < ax.figure.bbox.height < 450
        assert ax.get_label()
        plt.close(made)


def test_png_works_in_a_thread_and_carries_the_text_twin():
    before, made = plt.get_fignums(), []
    thread = threading.Thread(target=lambda: made.append(draw.png(LONG, zoom=0.5)))
    thread.start()
    thread.join()
    assert plt.get_fignums() == before
    assert b"Description" in made[0]
    assert b"Lap 22: " in made[0] or b"Lap 22: " in _inflated(made[0])
    width = struct.unpack(">I", made[0][16:20])[0]
    assert width == round(LapPicture(LONG, speak("en")).width * 0.5)
    assert draw.png(FIRST.after, move=FIRST, dark=True).startswith(b"\x89PNG")


def _inflated(data):
    place, out = 8, b""
    while place < len(data):
        size = struct.unpack(">I", data[place : place + 4])[0]
        kind, body = data[place + 4 : place + 8], data[place + 8 : place + 8 + size]
        if kind in (b"zTXt", b"iTXt"):
            try:
                out += zlib.decompress(body.split(b"\0", 1)[1].lstrip(b"\0\1"))
            except zlib.error:
                out += body
        place += size + 12
    return out


def test_every_hole_shows_its_number_and_letter():
    position = Position.parse("<12,23,16," + ",".join(map(str, range(24))) + "> N")
    words = [
        text.get_text() for text in draw.board(position, ax=Figure((9, 4)).add_subplot()).texts
    ]
    for count in range(24):
        assert str(count) in words
    assert set("ABCDEFGHIJKLabcdefghijkl") <= set(words)
    assert {"23", "16", "North to move"} <= set(words)


def test_seed_places_stay_and_do_not_touch():
    places = np.array(seed_places(1.0))
    apart = np.hypot(*(places[:, None] - places).T) + 9 * np.eye(12)
    assert apart.min() > 2 * 0.165
    assert np.hypot(*places.T).max() + 0.165 < 1


def test_board_marks_what_may_be_played():
    move = ENDLESS_66
    picture = draw.BoardPicture(move.before, speak("en"), ADJI)
    assert picture.playable == legal_moves(ADJI, move.before)
    assert picture.barred == (3,)
    words = [text.get_text() for text in drawn(picture).texts]
    assert "∞" in words
    assert "Endless, so barred: D." in words


def test_board_says_how_a_game_came_out():
    rules = ANYWOLI.replace(holes=3)
    move = next(move for move in random_moves(rules, 4, 5000) if move.ending == "over")
    words = " ".join(
        text.get_text()
        for text in drawn(draw.BoardPicture(move.after, speak("en"), move=move)).texts
    )
    assert "Game over" in words
    assert any(result in words for result in ("South wins.", "North wins.", "a draw."))


def test_a_pass_is_drawn_with_its_reason():
    position = Position.parse("<6,4,4,1,0,1,0,0,0,4,0,8,9,2,15> S")
    move = play(ADJI, position, None)
    words = [text.get_text() for text in lap_axes(move).texts]
    assert "South passes" in words
    assert "South has no hole with 2 seeds or more." in words
    assert draw.describe(move).startswith("South passes. South has no hole")
    assert not complaints(drawn(draw.BoardPicture(move.after, speak("en"), move=move)))


@pytest.mark.parametrize("call", [draw.laps, draw.board, draw.describe, draw.headline, draw.png])
@pytest.mark.parametrize("what", [None, "x", 5, Game.new("anywoli", seed=1).play("A")])
def test_what_cannot_be_drawn_is_refused_in_words(call, what):
    with pytest.raises(ValueError, match=r"takes a (Move|Position).*game\.moves\[-1\]"):
        call(what)


def test_a_position_has_no_laps_and_a_move_is_no_board():
    move = Game.new("anywoli", seed=1).play("A").moves[0]
    with pytest.raises(ValueError, match="takes a Move"):
        draw.laps(move.after)
    with pytest.raises(ValueError, match="takes a Position"):
        draw.board(move)


# Territory

BOUGHT = Position.parse(f"<12,0,0{',4' * 20},0{',4' * 3}> N owner=NNSSSSSSSSSSSSNNNNNN.NNN")
HOYITO = Rules.load("hoyito_2")


def match_of(rules, territory, scores=(), starter=0):
    """A match whose rounds are over, on territory that is given and not won."""
    rounds = []
    for place, owner in enumerate(territory):
        south, north = scores[place] if place < len(scores) else (24, 24)
        position = Position((0,) * 12, (south, north), owner, (starter + place) % 2)
        rounds.append(Game(rules, position, (), seed=place))
    return Match(rules, tuple(rounds), (None,) * len(rounds))


def stair(rules, number, seed=1):
    """A match of so many rounds on changing territory."""
    rng, territory = random.Random(seed), []
    for _ in range(number):
        south, north = rng.randint(1, 11), 0
        if rules.match == "own_row":
            south, north = rng.randint(1, 6), rng.randint(1, 6)
            row = [0] * south + [-1] * (6 - south) + [1] * north + [-1] * (6 - north)
        elif south > 6:
            row = [0] * south + [1] * (12 - south)
        else:
            row = [1] * (6 - south) + [0] * south + [1] * 6
        territory.append(tuple(row))
    return match_of(rules, territory)


def territory_axes(match, **options):
    return drawn(Territory(match, speak("en"), **options))


def areas(ax, dark=False):
    """The filled stairs of South and of North, without those of the last column and the key."""
    palette = DARK if dark else LIGHT
    found = []
    for player in (0, 1):
        color = mpl.colors.to_rgba(palette.owner[player])
        shapes = [
            patch
            for patch in ax.get_children()
            if isinstance(patch, Polygon) and patch.get_facecolor() == color
        ]
        found.append(max(shapes, key=lambda patch: np.ptp(patch.get_xy()[:, 0])))
    return found


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("number", [1, 2, 5, 12, 23, 60, 135, 200])
@pytest.mark.parametrize("rules", [ADJI, HOYITO, ADJI.replace(goal=12)], ids=lambda r: r.label)
def test_territory_is_legible_however_long_the_match(rules, number, dark):
    ax = territory_axes(stair(rules, number), dark=dark)
    assert not complaints(ax)


def test_the_edges_of_both_areas_are_the_holes_owned():
    match = stair(HOYITO, 9)
    picture = Territory(match, speak("en"))
    ax = drawn(picture)
    south, north = areas(ax)
    for place, row in enumerate(rows(match)):
        x = picture.left + picture.step * (place + 0.5)
        inside = [(x, picture.y.at(height + 0.5)) for height in range(12)]
        for patch, holes in ((south, range(row.holes[0])), (north, range(12 - row.holes[1], 12))):
            path = patch.get_path()
            assert [h for h in range(12) if path.contains_point(inside[h])] == list(holes)
    assert (south.get_hatch(), north.get_hatch()) == (None, HATCH)


def test_territory_marks_goals_starters_and_the_winner():
    match = match_of(ADJI, [(0,) * 6 + (1,) * 6, (0,) * 9 + (1,) * 3], [(36, 12), (41, 7)])
    assert (match.winner, match.owned[-1]) == (0, (10, 2))
    ax = territory_axes(match)
    words = [text.get_text() for text in ax.texts]
    assert {"South wins", "North wins", "wins"} <= set(words)
    going = [text.get_text() for text in territory_axes(Match.new(ADJI)).texts]
    assert "wins" not in going
    assert {"South wins", "North wins"} <= set(going)
    own = [text.get_text() for text in territory_axes(Match.new(HOYITO)).texts]
    assert not {"South wins", "wins", "holes that win the match"} & set(own)


def test_players_differ_in_grey_and_by_hatch():
    for palette in (LIGHT, DARK):
        south, north = (
            float(np.dot((0.299, 0.587, 0.114), mpl.colors.to_rgb(color))) * 255
            for color in palette.owner
        )
        assert north - south > 50


def test_territory_has_its_twins():
    match = match_of(
        ADJI,
        [(0,) * 6 + (1,) * 6, (0,) * 8 + (1,) * 4],
        [(31, 17), (13, 35)],
    )
    ax = draw.territory(match, ax=Figure((9, 6)).add_subplot())
    assert ax.get_label() == "Territory in a match of Adji Kui II: Round 2 is over."
    assert draw.headline(match) == ax.get_label()
    assert draw.describe(ax) == draw.describe(match)
    assert draw.describe(match).splitlines()[1:] == [
        "10 holes win the match.",
        (
            "Round 1, begun by South: South 6 holes, North 6. Score 31 to 17. "
            "b is in dispute, 3 seeds to 1, and goes to South."
        ),
        (
            "Round 2, begun by North: South 8 holes, North 4. Bought by South: a, b. "
            "Score 13 to 35. C is in dispute, 3 seeds to 1, and goes to North."
        ),
        "After it: South 3 holes, North 9.",
    ]
    table = draw.numbers(match)
    assert table.to_dict("list") == {
        "round": [1, 2],
        "starter": ["south", "north"],
        "holes_south": [6, 8],
        "holes_north": [6, 4],
        "bought": [0, 2],
        "out_of_play": [0, 0],
        "score_south": [31, 13],
        "score_north": [17, 35],
    }
    assert draw.numbers(Match.new(ADJI))["score_south"].isna().all()
    assert b"Round 2 is over." in draw.png(match, zoom=0.5)
    with pytest.raises(ValueError, match="takes a Match"):
        draw.territory(match.game)


def test_a_long_match_is_told_short():
    lines = draw.describe(stair(HOYITO, 135)).splitlines()
    assert len(lines) < 50
    assert "Rounds 31 to 125 are left out here; draw.numbers has them." in lines
    assert len(draw.numbers(stair(HOYITO, 135))) == 135


@pytest.mark.parametrize("dark", [False, True])
def test_bought_holes_are_hatched_and_named_and_those_out_of_play_closed(dark):
    picture = draw.BoardPicture(BOUGHT, speak("en"), ANYWOLI, dark=dark)
    ax = drawn(picture)
    assert not complaints(ax)
    words = [text.get_text() for text in ax.texts]
    assert {"bought by South", "bought by North", "out of play"} <= set(words)
    half = picture.radius + 5
    plates = {}
    for item in ax.get_children():
        if isinstance(item, Rectangle) and item.get_hatch() in HATCHES:
            middle = (item.get_x() + item.get_width() / 2, item.get_y() + item.get_height() / 2)
            if item.get_width() > half:
                plates[middle] = item.get_hatch()
    expected = {picture._at(hole): HATCHES[BOUGHT.owner[hole]] for hole in (0, 1, 12, 13)}
    assert plates == expected
    assert draw.describe(BOUGHT).splitlines()[-3:] == [
        "Bought by South: a, b.",
        "Bought by North: A, B.",
        "Out of play: i.",
    ]
    usual = [text.get_text() for text in drawn(draw.BoardPicture(FIRST.after, speak("en"))).texts]
    assert not {"bought by South", "bought by North", "out of play"} & set(usual)


def test_a_small_board_has_stores_if_its_rules_say_so():
    start = Position.start(ADJI)
    beside = draw.BoardPicture(start, speak("en"), ADJI)
    assert beside.width == draw.BoardPicture(start, speak("en")).width
    assert draw.BoardPicture(start, speak("en"), HOYITO).width < beside.width


def test_every_word_of_the_territory_goes_through_the_catalogue():
    words = Words("en", Loud())
    for match in (
        *(stair(ADJI, 3), stair(HOYITO, 60), Match.new(ADJI), stair(ADJI.replace(goal=12), 2)),
        stair(ADJI.replace(buying="choice"), 3),
        match_of(ADJI, [(0,) * 9 + (1,) * 3], [(41, 7)]),
        match_of(ADJI.replace(dispute="empty"), [(0,) * 5 + (-1,) + (1,) * 6], [(31, 17)]),
    ):
        picture = Territory(match, words)
        texts = [text.get_text() for text in drawn(picture).texts]
        for text in (" ".join(texts), picture.tell()):
            assert unmarked(text.replace(match.rules.about.title, "")) == "", text
