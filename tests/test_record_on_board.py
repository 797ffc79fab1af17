"""The record on the board: going to a move, variations, files saved and opened."""

import json
import random
import re
import time

import pytest

from mancala_core.engine.choices import legal_moves
from mancala_core.engine.game import Game
from mancala_core.engine.match import Match
from mancala_core.engine.position import Position, number
from mancala_core.engine.rules import Rules
from mancala_core.engine.saying import Unfit
from mancala_core.show import draw
from mancala_core.show.board import Board
from mancala_core.show.frame_record import WINDOW, record_of
from mancala_core.show.record_files import MOST, opened
from mancala_core.show.words import speak
from mancala_core.study.simulate import replay, simulate

MARKUP = "<img src=x onerror=alert(1)>"


def played(rules="anywoli", moves=40, seed=1, match=False):
    """A game or a match of random moves."""
    rng = random.Random(seed)
    held = Match.new(rules, seed=seed) if match else Game.new(rules, seed=seed)
    while moves and held.position.ending is None if not match else moves:
        game = held.game if match else held
        if game.outcome is not None:
            break
        legal = legal_moves(game.rules, game.position)
        held = held.play(rng.choice(legal) if legal else None)
        moves -= 1
    return held


def click(board, **data):
    board._view.clicked = {"id": board._view.frame["id"], "at": random.random(), **data}


def shown(board):
    return board._view.frame


def record(board):
    return shown(board)["record"]


def handed(board, monkeypatch):
    """What is handed to the page from now on: (message, data)."""
    files = []
    monkeypatch.setattr(
        board._view, "send", lambda content, buffers: files.append((content, buffers[0]))
    )
    return files


# The list of moves


def test_the_list_is_written_as_the_record_is():
    game = played(moves=300)
    words = game.to_text().split("\n\n")[1].split()
    told = []
    for at in range(WINDOW // 2, len(game.moves) + WINDOW, WINDOW):
        at = min(at, len(game.moves))
        found = record_of(speak(), game.back(len(game.moves) - at), game)
        assert found["first"] <= at <= found["first"] + len(found["moves"])
        assert len(found["moves"]) == WINDOW
        for count, notation in found["moves"][len(told) - found["first"] :]:
            told.append((count, notation))
    pairs = [text for count, move in told for text in ([f"{count}."] if count else []) + [move]]
    assert pairs == words


def test_the_list_of_a_match_holds_the_moves_of_the_round():
    match = played("adji_kui_2", 400, match=True)
    assert match.game.outcome is not None
    second = match.next_round() if match.purchase is None else match.next_round(None)
    board = Board(second.play(legal_moves(second.rules, second.game.position)[0]))
    assert record(board)["of"] == 1
    click(board, go=0)
    assert board.match.round == 2
    assert board.game.moves == ()
    click(board, go=1)
    assert len(board.game.moves) == 1


def test_a_frame_of_a_long_game_is_no_larger_than_that_of_a_short_one():
    table = simulate("anywoli", 60, seed=3, progress=False)
    row = int((table["moves"] - 5000).abs().idxmin())
    game = replay(table, row)
    assert len(game.moves) > 4000
    board = Board(game)
    times = []
    for at in (0, 1, 2500, 2501, len(game.moves) - 1, len(game.moves)):
        begun = time.perf_counter()
        click(board, go=at)
        times.append(time.perf_counter() - begun)
        assert board.position == game.back(len(game.moves) - at).position
        assert len(json.dumps(record(board))) < 4000
    assert min(times) < 0.1


# Going to a move


def test_the_board_shows_an_earlier_move_and_the_later_ones_stay():
    game = played()
    board = Board(game)
    before = shown(board)["played"]
    click(board, go=12)
    assert board.position == game.back(28).position
    assert shown(board)["message"].startswith("After move 12 of 40. ")
    assert (record(board)["at"], record(board)["of"]) == (12, 40)
    assert shown(board)["played"] == before
    click(board, go=13)
    assert shown(board)["played"] == before + 1
    click(board, go=0)
    assert shown(board)["message"].startswith("Before all 40 moves.")
    assert board.position == game.start
    click(board, go=40)
    assert board.game is game
    assert "of 40" not in shown(board)["message"]
    assert shown(board)["played"] == before + 1


@pytest.mark.parametrize("where", [-1, 41, 2.5, "12", None, [3]])
def test_a_move_that_is_not_there_is_refused(where):
    game = played()
    board = Board(game)
    click(board, go=where)
    assert board.game is game
    assert shown(board)["tone"] == "refused"
    with pytest.raises(ValueError, match="There is no move"):
        board.go_to(where)


def test_a_move_made_in_the_past_begins_a_variation_and_back_returns():
    game = played()
    board = Board(game)
    board.go_to(10)
    hole = legal_moves(game.rules, board.position)[-1]
    click(board, hole=hole)
    assert len(board.game.moves) == record(board)["of"] == 11
    assert board.game.moves[:10] == game.moves[:10]
    assert board.game.moves[10].hole == hole
    board.back()
    assert board.game is game
    board.go_to(10)
    board.back()  # nothing was done but looked
    assert board.game is game


@pytest.mark.parametrize("pause", [0, 0.05])
def test_the_computer_moves_in_the_past_only_when_it_is_let(pause):
    board = Board("anywoli", opponent="greedy", pause=pause, seed=4)
    for _ in range(3):
        board.play(legal_moves(board.game.rules, board.position)[0])
        board.wait()
    game = board.game
    theirs = next(n for n in range(1, 6) if game.back(len(game.moves) - n).position.mover == 1)
    click(board, go=theirs)
    assert board.wait()
    assert board.position.mover == 1
    assert len(board.game.moves) == theirs
    assert shown(board)["next"] == "Let the computer move"
    assert not [each for each in shown(board)["cells"] if each["state"] == "playable"]
    click(board, hole=number("b", 12))
    assert "played by the computer" in shown(board)["message"]
    assert len(board.game.moves) == theirs
    click(board, hole=None)
    assert board.wait()
    assert board.position.mover == 0
    assert shown(board)["next"] == ""
    assert len(board.game.moves) == record(board)["of"] > theirs
    board.back()
    assert board.game == game


def test_at_the_end_the_computer_takes_its_turn_again():
    board = Board("anywoli", opponent="greedy", pause=0.2, seed=4)
    board.play("A")
    click(board, go=0)
    time.sleep(0.4)
    assert board.position == board.game.start
    click(board, go=1)
    assert board.wait()
    assert len(board.game.moves) > 1


def test_seats_language_and_set_up_keep_what_comes_after():
    game = played()
    board = Board(game)
    board.go_to(10)
    board._controls.opponent.value = "greedy"
    assert record(board)["of"] == 40
    board._controls.set_up.click()
    assert record(board) is None
    board.back()
    assert (record(board)["at"], record(board)["of"]) == (10, 40)
    board.language = "en"
    assert "After move 10 of 40." in shown(board)["message"]
    board.new_game()
    assert record(board)["of"] == 0
    board.back()
    assert board.game is game


def test_a_click_on_an_older_frame_goes_nowhere():
    board = Board(played())
    ticket = shown(board)["id"]
    board.go_to(5)
    board._view.clicked = {"id": ticket, "at": 1, "go": 30}
    assert record(board)["at"] == 5


# Files


@pytest.mark.parametrize(
    "held",
    [
        played(),
        played("adji_kui_2", 12, match=True),
        Game.new(Rules.load("anywoli").replace(remainder="lottery"), seed=3).play("A"),
    ],
    ids=["game", "match", "changed rules"],
)
def test_what_is_saved_and_copied_opens_as_the_same(held, monkeypatch):
    board = Board(held)
    files = handed(board, monkeypatch)
    board.go_to(3 if held.rules.remainder != "lottery" else 0)  # the whole is saved all the same
    click(board, save=True)
    click(board, copy=True)
    (saved, data), (copied, text) = files
    ending = r"(-match)?-\d{4}-\d\d-\d\d\.json"
    assert re.fullmatch(held.rules.name + ending, saved["name"])
    assert saved["kind"] == "application/json"
    assert copied["name"] == ""
    for content in (data, text):
        other = Board("congkak" if "congkak" in Rules.names() else "adji_kui_2")
        click(other, open=content.decode(), name=saved["name"])
        assert other.wait()
        assert (other.match or other.game) == held
        assert "was opened" in shown(other)["message"]
        assert other._controls.match.value == isinstance(held, Match)
        other._controls.more.value = True
        assert other._controls.options.rules.value == held.rules.name
        assert other._controls.options.fields["remainder"].value == held.rules.remainder
        other.back()
        assert other.game.moves == ()


def test_the_line_of_a_position_is_opened_by_the_rules_of_the_board():
    text = "<6,0,0,1,0,1,2,0,4,0,2,1,0,1,0> S"
    board = Board("adji_kui_2")
    click(board, open=f"\ufeff{text}\r\n", name="p.txt")
    assert board.wait()
    assert str(board.position) == text
    board = Board("anywoli")
    click(board, open=text, name="p.txt")
    assert board.wait()
    assert board.position == Position.start("anywoli")
    assert shown(board)["tone"] == "refused"


GOOD = json.loads(played(moves=6).to_json())


@pytest.mark.parametrize(
    "text",
    [
        *("", "   ", "{", "[]", "[", "{}", "null", '{"format": 3}', "[" * 100_000, "{" * 100_000),
        *('{"a":' * 100_000, MARKUP, f'[Rules "{MARKUP}"]', "[" + "x" * 100_000),
        *("<12", "<2,0,0,1,1> S", '[Match "anywoli"]', '[Match "adji_kui_2"]\n\n[Round "2"]'),
        json.dumps(GOOD | {"rules": MARKUP}),
        json.dumps(GOOD | {"rules": "../../etc/passwd"}),
        json.dumps(GOOD | {"rules": "x" * 100_000}),
        json.dumps(GOOD | {"moves": [*GOOD["moves"][:-1], "Z"]}),
        json.dumps(GOOD | {"moves": [*GOOD["moves"][:-1], "A" * 100_000]}),
        json.dumps(GOOD | {"checksum": "0"}),
        json.dumps(GOOD | {"checksum": ["0" * 100_000]}),
        json.dumps(GOOD | {"seed": 10**4000}),
        json.dumps(GOOD | {"result": {MARKUP: ["x" * 100_000]}}),
        *(
            json.dumps(GOOD | {key: value})
            for key in ("rules", "options", "start", "seed", "moves", "rules_version")
            for value in (5, [1], {"a": 1}, "x", -1, 1.5)
            if (key, value) != ("seed", 5)
        ),
        "x" * (MOST + 1),
        *(7, ["{}"], {"a": 1}),
    ],
    ids=lambda text: str(text)[:30],
)
def test_a_broken_file_is_told_and_nothing_is_lost(text):
    game = played(moves=8)
    board = Board(game)
    board.go_to(4)
    click(board, open=text, name=f"{MARKUP}.json")
    assert board.wait(60)
    assert board.game.moves == game.moves[:4]
    assert record(board)["of"] == 8
    assert shown(board)["tone"] in ("refused", "error")
    assert 20 < len(shown(board)["message"]) < 1500
    assert shown(board)["message"].startswith(MARKUP)
    click(board, hole=legal_moves(game.rules, board.position)[0])
    assert len(board.game.moves) == 5


def test_a_fault_quotes_little_and_says_why():
    with pytest.raises(Unfit) as found:
        opened('[Rules "' + "y" * 5000 + '"]', Rules.load("anywoli"), "long.txt")
    assert "There is no rule set 'yyy" in str(found.value)
    assert "anywoli" in str(found.value)
    assert len(str(found.value)) < 900


def test_unknown_keys_are_kept_when_a_game_is_opened_and_saved(monkeypatch):
    board = Board("anywoli")
    files = handed(board, monkeypatch)
    click(board, open=json.dumps(GOOD | {"players": MARKUP}), name="g.json")
    assert board.wait()
    click(board, save=True)
    assert json.loads(files[0][1])["players"] == MARKUP


def test_while_a_file_is_read_a_click_waits_and_back_leaves_it(monkeypatch):
    from mancala_core.show import review

    slow = review.opened

    def slowly(*values):
        time.sleep(0.4)
        return slow(*values)

    monkeypatch.setattr(review, "opened", slowly)
    game = played(moves=8)
    board = Board(game)
    click(board, open=json.dumps(GOOD), name="slow.json")
    assert shown(board)["message"].startswith("slow.json is being read")
    click(board, hole=legal_moves(game.rules, game.position)[0])
    click(board, go=2)
    assert board.game is game
    assert shown(board)["message"].startswith("slow.json is being read")
    board.language = "el"
    assert "slow.json" in shown(board)["message"]
    assert "is being read" not in shown(board)["message"]
    board.back()
    assert len(board.game.moves) == 7
    assert board.wait()
    assert len(board.game.moves) == 7


@pytest.mark.parametrize("asked", [{"predict": True}, {"why": 0}, "seat"])
def test_what_is_asked_for_while_a_file_is_read_does_not_stop_that(monkeypatch, asked):
    from mancala_core.show import review

    slow = review.opened

    def slowly(*values):
        time.sleep(0.3)
        return slow(*values)

    monkeypatch.setattr(review, "opened", slowly)
    board, game = Board("anywoli"), played(moves=8)
    click(board, open=game.to_json(), name="slow.json")
    if asked == "seat":
        board._session.attempt(board._session.seat, "greedy", 0)
    else:
        click(board, **asked)
    assert board.wait()
    assert board.game.moves[:8] == game.moves


@pytest.mark.parametrize("pause", [0.1, 0.5])
def test_the_computer_moves_though_a_file_could_not_be_opened_meanwhile(pause):
    board = Board("anywoli", opponent="greedy", pause=pause, seed=4)
    board.play("A")
    click(board, open="Dear teacher", name="letter.txt")
    assert board.wait()
    assert len(board.game.moves) == 2
    assert board.position.mover == 0


# Pictures


def test_the_picture_that_is_shown_can_be_saved(monkeypatch):
    board = Board(played())
    controls, files = board._controls, handed(board, monkeypatch)
    saver = controls.saver
    assert saver.box.layout.display == "none"
    controls.board.click()
    assert saver.box.layout.display == "flex"
    assert saver.buttons["gif"].layout.display == "none"
    saver.buttons["png"].click()
    controls.picture.click()
    assert saver.buttons["gif"].layout.display is None
    saver.buttons["svg"].click()
    names = [re.sub(r"\d{4}-\d\d-\d\d", "day", content["name"]) for content, _ in files]
    assert names == ["anywoli-board-day.png", "anywoli-laps-day.svg"]
    assert files[0][1].startswith(b"\x89PNG")
    assert b"<svg" in files[1][1]
    assert draw.headline(board.game.moves[-1]).encode() in files[1][1]
    board.go_to(3)
    assert saver.box.layout.display == "none"


def test_a_gif_is_made_in_the_background(monkeypatch):
    def gif(move, *, language="en"):
        time.sleep(0.2)
        return b"GIF89a" + str(move.hole).encode()

    monkeypatch.setattr(draw, "gif", gif, raising=False)
    board = Board(played())
    files, button = handed(board, monkeypatch), board._controls.saver.buttons["gif"]
    board._controls.picture.click()
    button.click()
    assert button.disabled
    assert "being made" in shown(board)["message"]
    assert board.wait()
    assert files[0][1] == b"GIF89a" + str(board.game.moves[-1].hole).encode()
    assert not button.disabled
    assert shown(board)["message"] == "The GIF is ready."

    def broken(_, **__):
        raise RuntimeError("no ink")

    monkeypatch.setattr(draw, "gif", broken)
    button.click()
    assert board.wait()
    assert "no ink" in shown(board)["message"]
    assert not button.disabled
    assert len(files) == 1


def test_the_gif_of_a_move_is_one(monkeypatch):
    board = Board(Game.new("anywoli", seed=1).play("A"))
    files = handed(board, monkeypatch)
    board._controls.picture.click()
    board._controls.saver.buttons["gif"].click()
    assert board.wait(120)
    (content, data), *_ = files
    assert content["kind"] == "image/gif"
    assert re.fullmatch(r"anywoli-move-\d{4}-\d\d-\d\d\.gif", content["name"])
    assert data.startswith(b"GIF89a")
