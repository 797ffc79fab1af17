"""The board without a browser: clicks go in, frames come out."""

import gc
import gettext
import json
import random
import re
import subprocess
import sys
import threading
import time
from dataclasses import replace

import pytest
from ipywidgets import Dropdown
from ipywidgets.widgets.widget import _instances

from mancala_core.engine.choices import legal_moves
from mancala_core.engine.game import Game
from mancala_core.engine.moves import play
from mancala_core.engine.options import FIELDS
from mancala_core.engine.position import Position, letter, number
from mancala_core.engine.refusal import IllegalMove
from mancala_core.engine.rules import Rules
from mancala_core.players import strategies
from mancala_core.show import board as board_module
from mancala_core.show import checker as checker_module
from mancala_core.show import session as session_module
from mancala_core.show.board import Board
from mancala_core.show.frame import Scene, frame, marks
from mancala_core.show.live import parts_of
from mancala_core.show.looks import look, looks, must_pass, playable, refused
from mancala_core.show.option_names import TITLES
from mancala_core.show.signs import signs_of
from mancala_core.show.words import LANGUAGES, Words

ENDLESS = "<6,20,16,1,0,1,2,0,4,0,2,1,0,1,0> S"
VERY_LONG = "<6,0,0,6,3,3,5,1,6,5,1,3,4,6,2> S"
NO_MOVE = "<6,19,19,1,0,1,0,0,0,3,2,1,2,0,0> S"


def shown(board):
    return board._view.frame


def click(board, hole, ticket=None, **more):
    """As the page does it: the hole, and the frame it was clicked on."""
    if isinstance(hole, str):
        hole = number(hole, board.position.holes)
    board._view.clicked = {
        "hole": hole,
        "id": shown(board)["id"] if ticket is None else ticket,
        "at": random.random(),
        **more,
    }


def edit(board, *edits, at=1):
    board._view.clicked = {
        "id": shown(board)["id"],
        "at": at,
        "edits": [
            dict(zip((kind, "seeds"), (place, seeds), strict=True)) for kind, place, seeds in edits
        ],
    }


def cell(board, name):
    return next(each for each in shown(board)["cells"] if each["name"] == name)


def some_games(name, count=6, moves=60):
    for seed in range(count):
        game, rng = Game.new(name, seed=seed), random.Random(seed)
        for _ in range(moves):
            if game.outcome is not None:
                break
            yield game
            legal = legal_moves(game.rules, game.position)
            game = game.play(rng.choice(legal) if legal else None)
        yield game


# Frames


@pytest.mark.parametrize("name", ["anywoli", "adji_kui_2"])
def test_a_frame_tells_what_the_engine_says(name):
    for game in some_games(name):
        seen = looks(game)
        data = frame(Scene(game, seen))
        legal = legal_moves(game.rules, game.position)
        cells = data["cells"]
        assert json.loads(json.dumps(data)) == data
        assert [each["seeds"] for each in cells] == list(game.position.seeds)
        assert [h for h, each in enumerate(cells) if each["state"] == "playable"] == list(legal)
        assert playable(game, seen) == legal
        assert bool(data["pass"]) == (game.outcome is None and not legal)


@pytest.mark.parametrize("name", ["anywoli", "adji_kui_2"])
def test_a_hole_is_refused_for_the_reason_that_the_engine_gives(name):
    for game in some_games(name, count=4, moves=40):
        seen = looks(game)
        for hole in range(2 * game.rules.holes):
            try:
                play(game.rules, game.position, hole)
                expected = None
            except IllegalMove as error:
                expected = str(error)
            found = refused(game, seen, hole)
            assert (None if found is None else str(found)) == expected


@pytest.mark.parametrize("name", ["anywoli", "adji_kui_2"])
def test_the_steps_lead_from_the_board_before_to_the_board_after(name):
    for game in some_games(name):
        if not game.moves or not game.moves[-1].events:
            continue
        move = game.moves[-1]
        steps = frame(Scene(game))["steps"]
        assert len(steps) == move.laps + 1
        assert (steps[0]["seeds"], steps[0]["stores"]) == (
            list(move.before.seeds),
            list(move.before.stores),
        )
        assert (steps[-1]["seeds"], steps[-1]["stores"]) == (
            list(move.after.seeds),
            list(move.after.stores),
        )
        total = sum(move.before.seeds) + sum(move.before.stores)
        assert all(sum(step["seeds"]) + sum(step["stores"]) == total for step in steps)
        assert all(step["text"] for step in steps)


def test_a_preview_tells_where_the_move_ends_and_what_it_takes():
    board = Board("anywoli")
    assert "5 laps, 24 seeds" in cell(board, "A")["text"]
    assert cell(board, "A")["marks"] == {"0": [["began"], ["ended"]]}
    assert "text" not in cell(board, "a")
    board._controls.preview.value = False
    assert "text" not in cell(board, "A")


def test_a_move_taken_back_ends_with_the_board_as_it_was():
    rules = Rules.load("adji_kui_2").replace(endless="owners")
    board = Board(Position.parse(ENDLESS), rules=rules)
    click(board, "D")
    assert shown(board)["over"]
    assert shown(board)["steps"][-1]["seeds"] == list(Position.parse(ENDLESS).seeds)
    assert "would never have ended" in shown(board)["message"]


def test_names_of_holes():
    board = Board("adji_kui_2")
    board.set_up(ENDLESS)
    labels = [each["label"] for each in shown(board)["cells"]]
    assert labels[0] == "South A, 1 seed, too few to sow"
    assert labels[3] == "South D, 2 seeds, barred, sown for ever"
    assert labels[5] == "South F, 4 seeds, playable"
    assert labels[6] == "North a, 0 seeds"


# Clicks


def test_one_click_is_one_move():
    board = Board("anywoli")
    click(board, "A")
    assert board.position == Game.new("anywoli").play("A").position
    assert "South plays A: 5 laps" in shown(board)["message"]


def test_a_late_or_doubled_click_is_dropped():
    board = Board("anywoli")
    ticket = shown(board)["id"]
    click(board, "A", ticket)
    sent = shown(board)["sent"]
    click(board, "A", ticket)
    click(board, "a", ticket)
    assert len(board.game.moves) == 1
    assert shown(board)["sent"] == sent + 2  # but Python answers


def test_a_refused_hole_says_why_and_nothing_is_played():
    board = Board("anywoli")
    click(board, "a")
    assert shown(board)["message"].startswith("a is North's hole and South is to move.")
    assert (shown(board)["tone"], shown(board)["refused"]) == ("refused", 12)
    assert not board.game.moves
    click(board, "B")
    assert (shown(board)["tone"], shown(board)["refused"]) == ("", None)


def test_a_barred_hole_says_its_period():
    board = Board("adji_kui_2")
    board.set_up(ENDLESS)
    assert cell(board, "D")["state"] == "endless"
    click(board, "D")
    assert "66 laps" in shown(board)["message"]


def test_a_pass_is_a_button_and_not_made_for_the_person():
    board = Board("adji_kui_2")
    board.set_up(NO_MOVE)
    assert must_pass(board.game, looks(board.game))
    assert shown(board)["pass"] == "Pass"
    assert "must pass" in shown(board)["message"]
    click(board, None)
    assert board.game.moves[-1].hole is None
    assert shown(board)["pass"] == ""


def test_an_optional_extra_move_can_be_declined():
    rules = Rules.load("anywoli").replace(extra_move="optional")
    position = Position.parse("<12,0,0,1,0,0,3,0,0,0,0,0,0,0,5,5,5,5,5,5,5,5,5,5,5,5,5> S extra=1")
    board = Board(position, rules=rules)
    assert shown(board)["pass"] == "Decline"
    click(board, None)
    assert "declines" in shown(board)["message"]
    assert board.position.mover == 1


def test_a_finished_game_is_told_with_its_convention():
    position = Position.parse(
        "<12,48,40,0,0,0,0,0,0,0,0,0,0,0,1,3,0,0,0,0,0,0,0,0,0,2,2> S taker=S"
    )
    board = Board(position, rules="anywoli")
    click(board, "L")
    data = shown(board)
    assert (data["over"], data["chip"], data["side"]) == (True, "South wins", 0)
    assert data["message"] == (
        "Game over. South wins 56 to 40. 4 seeds were left. They go to South, who took the "
        "group before. South plays L: 1 lap, 1 seed sown."
    )
    click(board, "K")
    assert shown(board)["message"] == "The game is over."


def test_the_lottery_is_drawn():
    rules = Rules.load("anywoli").replace(remainder="lottery")
    position = Position.parse(
        "<12,48,40,0,0,0,0,0,0,0,0,0,0,0,1,3,0,0,0,0,0,0,0,0,0,2,2> S taker=S"
    )
    board = Board(position, rules=rules, seed=1)
    click(board, "L")
    assert "They were drawn by lot and go to" in shown(board)["message"]


def test_an_error_is_shown_and_nothing_is_lost(monkeypatch):
    board = Board("anywoli")
    click(board, "A")
    monkeypatch.setattr(session_module, "looks", lambda game, known: 1 / 0)
    click(board, "b")
    assert shown(board)["tone"] == "error"
    assert "ZeroDivisionError" in shown(board)["message"]
    monkeypatch.undo()
    assert len(board.game.moves) == 1
    board.back()
    assert board.game.moves == ()
    click(board, "C")
    assert board.game.moves[-1].hole == 2


def test_an_interrupted_click_leaves_all_as_it_was(monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    board = Board("anywoli")
    before = vars(board._session).copy()
    for name in ("looks", "last_message"):
        monkeypatch.setattr(session_module, name, interrupted)
        with pytest.raises(KeyboardInterrupt):
            click(board, "A")
        monkeypatch.undo()
        assert vars(board._session)["held"] is before["held"]
        assert vars(board._session)["looks"] is before["looks"]
        assert shown(board)["id"] == before["id"]
        assert "KeyboardInterrupt" in shown(board)["message"]
    click(board, "A")
    assert [move.hole for move in board.game.moves] == [0]
    assert cell(board, "b")["state"] == "playable"


def test_moves_from_python_are_all_made_or_none(monkeypatch):
    board = Board("anywoli", seed=1)
    board.play("A")
    before, past = board.game, board._session.past
    with pytest.raises(IllegalMove):
        board.play("b", "b")
    with pytest.raises(ValueError, match="6 holes in a row"):
        board.set_up(ENDLESS)
    monkeypatch.setattr(session_module, "looks", lambda game, known: 1 / 0)
    for action in (lambda: board.play("b"), board.new_game, lambda: board.set_up(before.position)):
        with pytest.raises(ZeroDivisionError):
            action()
    monkeypatch.undo()
    assert board.game is before
    assert board._session.past == past
    assert cell(board, "b")["state"] == "playable"
    click(board, "b")
    assert len(board.game.moves) == 2


def test_what_cannot_be_shown_is_told(monkeypatch):
    board = Board("anywoli")
    sent = shown(board)["sent"]
    with monkeypatch.context() as patch:
        patch.setattr(board_module, "frame", lambda scene: 1 / 0)
        click(board, "A")
    data = shown(board)
    assert set(data) == set(frame(board._session.scene())) | {"id", "sent", "heard"}
    assert data["sent"] > sent
    assert (data["tone"], "ZeroDivisionError" in data["message"]) == ("error", True)
    assert [each["seeds"] for each in data["cells"]] == list(board.position.seeds)
    with monkeypatch.context() as patch:
        patch.setattr(board._controls, "follow", lambda: 1 / 0)
        click(board, "b")
    assert "ZeroDivisionError" in shown(board)["message"]
    click(board, "C")
    assert shown(board)["tone"] == ""


def test_a_move_taken_back_or_cut_marks_only_where_it_began():
    rules = Rules.load("anywoli").replace(endless="owners")
    text = "<12,0,0,2,1,0,2,1,0,2,1,0,2,1,0,2,1,0,2,1,0,2,1,4,0,3,0> N"
    board = Board(Position.parse(text), rules=rules)
    board.play(20)
    move = board.game.moves[-1]
    assert any(event.kind == "capture" for event in move.events)
    assert shown(board)["marks"] == {"20": [["began"]]}
    assert signs_of(move) == {20: [("began", -1, 0, False)]}
    usual = Game.new("anywoli").play("A").moves[0]
    assert marks(usual) == {"0": [["began"], ["ended"]]}
    assert marks(replace(usual, cut=True)) == {"0": [["began"]]}


def test_an_extra_move_without_a_hole_is_declined_not_passed():
    rules = Rules.load("adji_kui_2").replace(
        extra_move="optional", after_final="again", final="mover"
    )
    position = Position.parse(NO_MOVE).replace(extra=True)
    board = Board(position, rules=rules)
    assert shown(board)["pass"] == "Decline"
    assert "South has no move and must decline the extra move." in shown(board)["message"]
    click(board, "a")
    assert shown(board)["message"] == "South has no move and must decline the extra move."
    click(board, None)
    assert "declines the extra move" in shown(board)["message"]


@pytest.mark.parametrize("name", ["anywoli", "adji_kui_2"])
@pytest.mark.parametrize("endless", ["barred", "owners"])
def test_holes_out_of_play_are_refused_as_the_engine_does(name, endless):
    rules, rng = Rules.load(name).replace(endless=endless), random.Random(5)
    reasons = set()
    for _ in range(60):
        holes = 2 * rules.holes
        owner = [rng.choice((-1, 0, 1, 1, 1)) for _ in range(holes)]
        seeds = [rng.choice((0, 0, 1, 1, 2)) if side >= 0 else 0 for side in owner]
        if min(owner.count(0), owner.count(1)) == 0:
            continue
        position = Position.start(rules).replace(owner=tuple(owner), seeds=tuple(seeds))
        game = Game.new(rules, position, seed=1)
        seen = looks(game)
        for hole in range(holes):
            expected = None
            try:
                play(rules, position, hole)
            except IllegalMove as error:
                expected = error
                reasons.add(error.reason)
            found = refused(game, seen, hole)
            assert (found and str(found)) == (expected and str(expected))
            assert (found and found.data["legal"]) == (expected and expected.data["legal"])
    assert {"out_of_play", "not_yours", "must_pass"} <= reasons


# Very long sowings


class Held:
    """A function that waits until it is let go; it counts how often it was called."""

    def __init__(self, function):
        self.function, self.calls = function, []
        self.may_go, self.is_called = threading.Event(), threading.Event()

    def __call__(self, *values):
        self.calls.append(values)
        self.is_called.set()
        assert self.may_go.wait(30)
        return self.function(*values)


@pytest.fixture
def held_trace(monkeypatch):
    held = Held(checker_module.trace)
    monkeypatch.setattr(checker_module, "trace", held)
    yield held
    held.may_go.set()


def test_a_very_long_sowing_is_checked_in_the_background(held_trace):
    started = time.perf_counter()
    board = Board(Position.parse(VERY_LONG), rules="adji_kui_2")
    assert cell(board, "B")["state"] == "checking"
    assert time.perf_counter() - started < 0.5
    click(board, "B")
    assert "still being checked: wait" in shown(board)["message"]
    assert (shown(board)["refused"], board.game.moves) == (1, ())
    held_trace.may_go.set()
    assert board.wait(60)
    assert cell(board, "B")["state"] == "endless"
    click(board, "B")
    assert "909,003 laps" in shown(board)["message"]


def test_a_quick_look_gives_up():
    game = Game.new("adji_kui_2", VERY_LONG)
    assert look(game.rules, game.position, 1, laps=100) is None


ONE_LONG_HOLE = Position.parse(VERY_LONG).replace(owner=(1, 0, *[1] * 10))


def test_a_board_whose_only_sowing_is_very_long_answers_at_once(held_trace):
    started = time.perf_counter()
    board = Board(ONE_LONG_HOLE, rules="adji_kui_2")
    data, _ = board._repr_mimebundle_()
    assert time.perf_counter() - started < 0.5
    assert "South to move" in data["text/plain"]
    assert "still being checked: a moment" in shown(board)["message"]
    assert (shown(board)["over"], shown(board)["pass"]) == (False, "")
    for hole in ("B", "a", None):
        click(board, hole)
        assert "still being checked: a moment" in shown(board)["message"]
    held_trace.may_go.set()
    assert board.wait(60)
    assert shown(board)["pass"] == "Pass"
    assert "South has no move and must pass." in shown(board)["message"]
    started = time.perf_counter()
    click(board, None)
    assert time.perf_counter() - started < 0.5
    assert board.wait(60)
    assert [move.hole for move in board.game.moves] == [None]


def test_one_thread_checks_and_knows_again_what_it_found(held_trace):
    board = Board(Position.parse(VERY_LONG), rules="adji_kui_2", pause=0)
    before = threading.active_count()
    field = board._controls.options.fields["stuck"]
    start = field.value
    for value in ("void", "owners", "void", start):
        field.value = value
    assert threading.active_count() == before
    held_trace.may_go.set()
    assert board.wait(60)
    assert cell(board, "B")["state"] == "endless"
    assert [hole for _, _, hole in held_trace.calls] == [1]
    board.play("A")
    board.back()
    assert cell(board, "B")["state"] == "endless"
    board.wait(60)
    assert [hole for _, position, hole in held_trace.calls if hole == 1] == [1]


def test_work_that_was_overtaken_is_not_begun_and_its_errors_are_not_told(held_trace):
    def fails(*values):
        raise RuntimeError("late")

    held_trace.function = fails
    board = Board(Position.parse(VERY_LONG), rules="adji_kui_2")
    assert held_trace.is_called.wait(10)
    board.set_up(ENDLESS)
    told = shown(board)["message"]
    held_trace.may_go.set()
    assert board.wait(60)
    assert (shown(board)["message"], shown(board)["tone"]) == (told, "")
    assert [position for _, position, _ in held_trace.calls] == [Position.parse(VERY_LONG)]


def test_what_is_checked_late_does_not_disturb_another_position():
    board = Board(Position.parse(VERY_LONG), rules="adji_kui_2")
    click(board, "A")
    board.wait(60)
    legal = legal_moves(board.game.rules, board.position)
    states = [each["state"] for each in shown(board)["cells"]]
    assert [hole for hole, state in enumerate(states) if state == "playable"] == list(legal)


# Against the computer


@pytest.mark.parametrize("opponent", strategies.names())
def test_the_computer_answers(opponent):
    board = Board("adji_kui_2", opponent=opponent, pause=0, seed=3)
    rng = random.Random(1)
    for _ in range(40):
        if board.game.outcome is not None:
            break
        assert board.position.mover == 0
        legal = legal_moves(board.game.rules, board.position)
        click(board, rng.choice(legal) if legal else None)
    assert any(move.before.mover == 1 for move in board.game.moves)
    assert Game.from_text(board.game.to_text()) == board.game


def test_the_computer_waits_a_moment_and_a_click_waits_for_it():
    board = Board("anywoli", opponent="greedy", pause=0.2)
    click(board, "A")
    assert board.position.mover == 1
    assert shown(board)["waiting"]
    click(board, "b")
    assert "played by the computer" in shown(board)["message"]
    assert board.wait()
    assert board.position.mover == 0
    assert "North plays" in shown(board)["message"]


def test_back_undoes_the_answer_too_and_stops_one_that_is_due():
    board = Board("anywoli", opponent="random", pause=0.1)
    start = board.position
    click(board, "A")
    board.back()
    assert board.position == start
    time.sleep(0.3)
    assert board.position == start
    click(board, "A")
    board.wait()
    board.back()
    assert board.position == start


def test_the_side_can_be_chosen():
    board = Board("anywoli", opponent="greedy", side="north", pause=0)
    assert board.position.mover == 1
    assert [move.before.mover for move in board.game.moves] == [0] * len(board.game.moves)
    controls = board._controls
    controls.side.value = 0
    assert board.position.mover == 0


def test_a_pass_of_the_computer_is_told():
    board = Board("adji_kui_2", opponent="greedy", side="north", pause=0)
    board.set_up(NO_MOVE)
    assert board.game.moves[0].hole is None
    assert "South passes" in shown(board)["message"]
    assert board.position.mover == 1


def test_an_opponent_that_fails_is_told(monkeypatch):
    def broken(rules, position, rng):
        raise RuntimeError("no idea")

    monkeypatch.setitem(strategies._STRATEGIES, "greedy", broken)
    board = Board("anywoli", opponent="greedy", pause=0.01)
    click(board, "A")
    board.wait()
    assert "no idea" in shown(board)["message"]
    board.back()
    assert board.game.moves == ()


@pytest.mark.parametrize("pause", [0, 0.01])
@pytest.mark.parametrize(
    ("choice", "told"),
    [(lambda *_: 1 / 0, "division by zero"), (lambda *_: 0, "A is South's hole")],
)
def test_whatever_way_an_opponent_fails_the_move_before_it_stays(monkeypatch, pause, choice, told):
    monkeypatch.setitem(strategies._STRATEGIES, "greedy", choice)
    board = Board("anywoli", opponent="greedy", pause=pause)
    for ask in (lambda: click(board, "B"), lambda: click(board, "b")):
        ask()
        board.wait()
        assert [move.hole for move in board.game.moves] == [1]
        message = shown(board)["message"]
        assert message.startswith("The computer (greedy) was to move for North and failed: ")
        assert told in message
        assert message.endswith("go back, or choose another opponent or nobody.")
        assert shown(board)["tone"] == "error"
    board._controls.opponent.value = ""
    click(board, "b")
    assert len(board.game.moves) == 2
    board.back()
    board.back()
    assert board.game.moves == ()


def test_a_failure_that_comes_late_is_not_told(monkeypatch):
    held = Held(lambda *_: 1 / 0)
    monkeypatch.setitem(strategies._STRATEGIES, "greedy", held)
    board = Board("anywoli", opponent="greedy", pause=0.01)
    click(board, "A")
    assert held.is_called.wait(10)
    board.new_game()
    held.may_go.set()
    board.wait()
    assert (shown(board)["message"], shown(board)["tone"]) == ("Choose a hole.", "")


@pytest.mark.parametrize("pause", [0, 0.01])
def test_back_never_ends_where_the_computer_is_to_move(pause):
    game = Game.new("anywoli", seed=1).play("A", "b")
    board = Board(game, opponent="greedy", pause=pause)
    board.back()
    board.wait()
    assert board.game.moves == ()
    assert board._controls.back.disabled
    board = Board("anywoli", seed=1, pause=pause)
    board.play("A", "b")
    board._controls.opponent.value = "greedy"
    board.back()
    board.wait()
    assert board.game.moves == ()
    board = Board(game, opponent="greedy", side="north", pause=pause)
    board.wait()
    board.back()
    assert [move.hole for move in board.game.moves] == [0]
    board.back()
    board.wait()
    assert [move.hole for move in board.game.moves] == [0]
    assert "nothing to take back" in shown(board)["message"]


def test_without_threads_all_is_done_at_once(monkeypatch):
    def none_here(self):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", none_here)
    board = Board(Position.parse(VERY_LONG), rules="adji_kui_2")
    assert cell(board, "B")["state"] == "endless"
    board = Board("anywoli", opponent="greedy", pause=0.01)
    click(board, "A")
    assert board.position.mover == 0
    assert len(board.game.moves) >= 2


# Controls


def test_new_game_and_back():
    board = Board("anywoli")
    click(board, "A")
    played = board.game
    board._controls.starter.value = "north"
    board._controls.new.click()
    assert (board.game.moves, board.position.mover) == ((), 1)
    board._controls.back.click()
    assert board.game == played
    board._controls.back.click()
    assert board.game.moves == ()
    assert board._controls.back.disabled


def test_the_convention_can_be_changed_and_the_moves_stay():
    board = Board("anywoli")
    click(board, "A")
    board._controls.options.fields["remainder"].value = "starter"
    assert board.game.rules.remainder == "starter"
    assert len(board.game.moves) == 1


def test_another_option_goes_on_from_the_position():
    board = Board("adji_kui_2")
    click(board, "A")
    here = board.position
    board._controls.options.fields["direction"].value = "cw"
    assert board.game.rules.direction == "cw"
    assert board.position.seeds == here.seeds
    assert board.position.mover == 1


def test_another_game_is_another_board():
    board = Board("anywoli")
    board._controls.options.rules.value = "adji_kui_2"
    assert board.position == Position.start("adji_kui_2")
    assert shown(board)["holes"] == 6
    assert shown(board)["beside"]


def test_a_change_of_rules_says_what_stays():
    def changed(board, field, value):
        board._controls.options.fields[field].value = value
        return shown(board)["message"]

    board = Board("anywoli")
    click(board, "A")
    assert "All that was played stays." in changed(board, "remainder", "starter")
    assert "play goes on from the present position" in changed(board, "direction", "cw")
    assert board.game.moves == ()
    position = Position.parse(
        "<12,48,40,0,0,0,0,0,0,0,0,0,0,0,1,3,0,0,0,0,0,0,0,0,0,2,2> S taker=S"
    )
    board = Board(position, rules="anywoli")
    click(board, "L")
    assert shown(board)["over"]
    assert "from the position where the old one began" in changed(board, "end_at", "0")
    assert (board.position, shown(board)["over"]) == (position, False)
    board = Board("anywoli")
    board.new_game("north")
    assert "begins from the set-up" in changed(board, "seeds", "3")
    assert board.position == Position.start(board.game.rules, "north")
    board._controls.options.rules.value = "adji_kui_2"
    assert "The board is another one: a new game begins." in shown(board)["message"]


def test_a_change_of_rules_while_setting_up_does_not_let_the_computer_move():
    board = Board("anywoli", opponent="greedy", pause=0)
    board._controls.set_up.click()
    board._controls.editor.mover.value = 1
    board._controls.options.fields["stuck"].value = "void"
    assert shown(board)["edit"]
    assert board.game.moves == ()
    assert board.game.rules.stuck == "void"


def test_a_wrong_option_is_refused_and_the_field_shows_what_holds():
    board = Board("anywoli")
    field = board._controls.options.fields["end_at"]
    field.value = "200"
    assert "end_at is 200" in shown(board)["message"]
    assert field.value == "4"
    board._controls.options.fields["endless"].value = "limit:75"
    assert board.game.rules.endless == "limit:75"


def test_every_option_has_a_title():
    assert set(TITLES) == set(FIELDS)


def test_the_text_of_the_position_is_shown_and_read():
    board = Board("adji_kui_2")
    text = board._controls.position
    assert text.value == str(board.position)
    text.value = ENDLESS
    assert str(board.position) == ENDLESS
    text.value = "<6,1,2> S"
    assert "two stores and 12 holes must follow" in shown(board)["message"]
    assert text.value == "<6,1,2> S"
    assert str(board.position) == ENDLESS


def test_setting_up_by_hand():
    board = Board("anywoli")
    controls = board._controls
    controls.set_up.click()
    data = shown(board)
    assert data["edit"]
    edit(board, ("hole", 0, 7))
    edit(board, ("hole", 12, 0), ("store", 1, 4), at=2)
    assert shown(board)["heard"] == 2
    assert board.position == Position.start("anywoli")
    controls.editor.mover.value = 1
    controls.editor.taker.value = 1
    assert "99 in all" in shown(board)["message"]
    assert (board._session.draft.mover, board._session.draft.starter) == (1, 0)
    controls.editor.use.click()
    assert str(board.position) == (
        "<12,0,4,7,4,4,4,4,4,4,4,4,4,4,4,0,4,4,4,4,4,4,4,4,4,4,4> N taker=N starter=S"
    )
    assert not shown(board)["edit"]


def test_leaving_the_set_up_keeps_the_game():
    board = Board("anywoli")
    click(board, "A")
    before = board.game
    board._controls.set_up.click()
    edit(board, ("hole", 1, 9))
    board._controls.back.click()
    assert board.game == before


def test_a_picture_of_the_laps():
    board = Board("anywoli")
    click(board, "A")
    board._controls.picture.click()
    assert board._controls.shown.value.startswith('<img src="data:image/png;base64,')
    assert 'alt="South plays A' in board._controls.shown.value
    click(board, "b")
    assert board._controls.shown.value == ""


# The board as an object


def test_what_a_board_can_be_made_of():
    game = Game.new("adji_kui_2", seed=1).play("A")
    assert Board(game).game is game
    assert Board(Rules.load("anywoli")).position.holes == 12
    assert Board(game.position, rules="adji_kui_2").position == game.position
    with pytest.raises(ValueError, match="needs rules"):
        Board(game.position)
    with pytest.raises(ValueError, match="no strategy 'best'"):
        Board("anywoli", opponent="best")
    with pytest.raises(ValueError, match="no language"):
        Board("anywoli", language="tlh")
    with pytest.raises(ValueError, match="no rule set"):
        Board("oware")


def test_moves_from_python():
    board = Board("anywoli")
    board.play("A", "b")
    assert len(board.game.moves) == 2
    with pytest.raises(IllegalMove):
        board.play("a")
    assert shown(board)["cells"][0]["seeds"] == board.position.seeds[0]


def test_a_stored_output_has_a_still_face():
    def faces():
        data, _ = Board("anywoli", seed=1)._repr_mimebundle_()
        return {key: value for key, value in data.items() if key.startswith("text/")}

    assert faces() == faces()
    assert "<table" in faces()["text/html"]
    assert "style" not in faces()["text/html"]
    assert faces()["text/plain"].splitlines()[0] == "Anywoli: South to move."


def test_a_closed_board_leaves_no_widget():
    def count():
        gc.collect()
        return len(_instances)

    before = count()
    for opened in (False, True):
        for controls in (False, True):
            board = Board("anywoli", opponent="greedy", controls=controls)
            if opened and controls:
                board._controls.more.value = True
                assert board._controls.options.box.layout.display is None
            click(board, "A")
            board.close()
            assert count() == before


def test_the_rules_are_made_when_they_are_first_opened():
    gc.collect()
    before = len(_instances)
    board = Board("anywoli")
    closed = len(_instances) - before
    board._controls.more.value = True
    assert len(_instances) - before > closed + 40
    assert board._controls.options.fields["end_at"].value == "4"
    board.close()


def test_boards_share_nothing():
    one, two = Board("anywoli"), Board("anywoli")
    click(one, "A")
    assert two.game.moves == ()
    assert len(one.game.moves) == 1


def test_clicks_from_several_threads_make_whole_moves():
    board = Board("anywoli")
    errors = []

    def many():
        for hole in range(24):
            try:
                click(board, hole)
            except Exception as error:
                errors.append(error)

    threads = [threading.Thread(target=many) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    names = [letter(move.hole, 12) for move in board.game.moves]
    assert Game.new("anywoli", seed=board.game.seed).play(*names).position == board.position


class Loud(gettext.NullTranslations):
    """A catalogue that marks whatever goes through it."""

    def gettext(self, message):
        return f"«{message}»"

    def ngettext(self, one, many, n):
        return f"«{many}»"

    def pgettext(self, context, message):
        return f"«{message}»"


def unmarked(text):
    """Letters that did not go through the catalogue, names of holes left out."""
    while text != (text := re.sub("«[^«»]*»", "", text)):
        pass
    return re.sub(r"<code>.*?</code>|<[^>]*>|\b[A-Za-z]\b|[^A-Za-z]", "", text)


def test_unmarked_letters_are_seen():
    assert unmarked("««South» A»«, »«4 seeds»") == ""
    assert unmarked("««South» A», four") == "four"


def test_every_word_goes_through_the_catalogue(monkeypatch):
    monkeypatch.setattr(board_module, "speak", lambda language: Words("en", Loud()))

    def texts():
        data = shown(board)
        yield from (data[name] for name in ("chip", "title", "message", "pass"))
        yield from data["words"].values()
        for each in (*data["cells"], *data["stores"]):
            yield from (each["label"], each.get("text", ""))
        yield from (each["name"] for each in data["stores"])
        yield from (step["text"] for step in data["steps"])
        for each in (*data["names"], *data["taken"]):
            yield from each.values()
        still = board._repr_mimebundle_()[0]
        yield re.sub(r"^.*?<caption>", "", still["text/html"].replace("\n", ""))

    def check():
        for text in texts():
            assert unmarked(text) == "", text

    def ends(text, rules="anywoli", hole="L", **options):
        nonlocal board
        board = Board(Position.parse(text), rules=Rules.load(rules).replace(**options), seed=1)
        check()
        click(board, hole)
        check()

    board = Board("anywoli", opponent="greedy", pause=0)
    check()
    click(board, "A")
    assert shown(board)["steps"]
    check()
    click(board, "a")  # not yours
    check()
    board._controls.set_up.click()
    check()
    board._controls.back.click()
    check()
    board._controls.back.click()
    board._controls.back.click()
    check()
    board._controls.options.fields["remainder"].value = "starter"
    check()
    board._controls.options.fields["direction"].value = "cw"
    check()
    monkeypatch.setitem(strategies._STRATEGIES, "greedy", lambda *_: 0)
    click(board, "B")
    check()
    last = "<12,48,40,0,0,0,0,0,0,0,0,0,0,0,1,3,0,0,0,0,0,0,0,0,0,2,2> S taker=S first=N"
    for remainder in ("penultimate", "lottery", "first_final", "owners", "nobody", "starter"):
        ends(last, remainder=remainder)
        assert shown(board)["over"]
        click(board, "L")
        check()
    for endless in ("barred", "owners", "draw", "void"):
        ends(ENDLESS, "adji_kui_2", "D", endless=endless)
    ends(NO_MOVE, "adji_kui_2", None)
    ends(ENDLESS, "adji_kui_2", "F")


def test_every_word_of_the_controls_goes_through_the_catalogue(monkeypatch):
    monkeypatch.setattr(board_module, "speak", lambda language: Words("en", Loud()))
    board = Board("anywoli")
    board._controls.more.value = True
    names = {Rules.load(name).about.title for name in Rules.names()}
    names |= {language.name for language in LANGUAGES.values()}
    seen = 0
    for part in parts_of(board):
        words = [getattr(part, name, None) for name in ("description", "tooltip")]
        if isinstance(part, Dropdown):
            words += [label for label in part.options if label not in names]
            words = [word[0] if isinstance(word, tuple) else word for word in words]
            words = [word for word in words if word not in names]
        for word in filter(None, words):
            assert unmarked(word) == "", word
            seen += 1
    assert seen > 80


def test_the_board_loads_without_heavy_parts():
    code = (
        "import sys; from mancala_core import Board; Board('anywoli').play('A'); "
        "print([m for m in ('numpy', 'pandas', 'matplotlib', 'numba') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_page_knows_no_rules_and_writes_no_markup():
    from mancala_core.show.board import STATIC

    scripts = [path.read_bytes() for path in STATIC.glob("*.js")]
    assert len(scripts) >= 4
    assert sum(map(len, scripts)) < 60_000
    for words in (b"innerHTML", b"outerHTML", b"insertAdjacentHTML", b"document.write", b"import "):
        assert not [text for text in scripts if words in text]


def test_a_frame_is_made_in_time():
    board = Board("anywoli")
    times = []
    for hole in ("A", "b", "C", "d"):
        started = time.perf_counter()
        click(board, hole)
        times.append(time.perf_counter() - started)
    assert min(times) < 0.3


def test_a_game_given_to_the_board_can_be_taken_back():
    game = Game.new("anywoli", seed=1).play("A", "a", "C")
    board = Board(game, controls=False)
    for moves in (2, 1, 0, 0):
        board.back()
        assert board.game == game.back(3 - moves)


def test_an_odd_number_of_seeds_is_said():
    board = Board("adji_kui_2", controls=False)
    board.set_up("<6,0,0,5,4,4,4,4,4,4,4,4,4,4,4> S")
    assert "49 seeds in all; a whole game has 48." in board._view.frame["message"]
    board.set_up("<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S")
    assert "whole game" not in board._view.frame["message"]
