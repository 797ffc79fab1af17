"""Predicting where a move ends, and looking at an endless move, on the board."""

from itertools import pairwise

import pytest

from mancala_core import Board
from mancala_core.engine.game import Game
from mancala_core.engine.moves import trace
from mancala_core.show.laps import trace_of
from mancala_core.show.predict import landing
from mancala_core.show.sowing_steps import proof, skipped, steps
from mancala_core.show.words import speak

ENDLESS = "<6,0,0,1,0,1,2,0,4,0,2,1,0,1,0> S"


def send(board, **data):
    frame = board._view.frame
    board._view.clicked = {"id": frame["id"], "at": frame["sent"] + 1} | data
    return board._view.frame


def playable(frame):
    return next(hole for hole, cell in enumerate(frame["cells"]) if cell["state"] == "playable")


def predicting(**options):
    board = Board("adji_kui_2", controls=False, seed=1, **options)
    send(board, predict=True)
    return board


def test_the_move_is_made_only_after_its_end_was_named():
    board = predicting()
    frame = send(board, hole=0)
    assert board.game.moves == ()
    assert frame["sower"] == 0
    assert frame["message"].startswith("You sow from A. ")
    assert {cell["state"] for cell in frame["cells"]} == {"guess"}
    frame = send(board, hole=2)
    assert len(board.game.moves) == 1
    assert frame["message"].startswith(
        "Right: the last seed fell in C. Right so far: 1 of 1. South plays A: 5 laps"
    )


def test_wrong_answers_are_counted_and_told():
    board = predicting()
    send(board, hole=0)
    send(board, hole=2)
    send(board, hole=7)
    frame = send(board, hole=5)
    end = landing(board.game.moves[-1])
    assert end != 5
    name = frame["cells"][end]["name"]
    assert frame["message"].startswith(
        f"You said F; the last seed fell in {name}. Right so far: 1 of 2."
    )
    hole = playable(send(board, predict=True))
    send(board, hole=hole)
    assert "of 1." in send(board, hole=hole)["message"]


def test_nothing_gives_the_answer_away():
    board = predicting()
    frame = board._view.frame
    assert frame["predicting"]
    assert all("text" not in cell and "marks" not in cell for cell in frame["cells"])
    assert any("text" in cell for cell in send(board, predict=False)["cells"])


def test_a_refused_hole_asks_for_nothing():
    board = predicting()
    frame = send(board, hole=8)
    assert frame["tone"] == "refused"
    assert frame["sower"] is None
    assert board.game.moves == ()


@pytest.mark.parametrize("guess", [5, -1, 12, "a"])
def test_a_hole_in_which_no_seed_can_fall_is_no_answer(guess):
    board = Board("adji_kui_2", match=True, controls=False, seed=1)
    text = "<6,0,0,4,4,4,4,4,0,4,4,4,4,4,4> S owner=SSSSS.NNNNNN"
    board._session.put(Game.new("adji_kui_2", text))
    board._session.changed()
    send(board, predict=True)
    asked = send(board, hole=0)["message"]
    frame = send(board, hole=guess)
    assert (frame["sower"], frame["message"], board.game.moves) == (0, asked, ())


def test_back_leaves_the_question():
    board = predicting()
    send(board, hole=0)
    board.back()
    frame = board._view.frame
    assert frame["sower"] is None
    assert frame["predicting"]
    assert board.game.moves == ()


def test_another_hole_can_be_chosen_to_predict_from():
    board = predicting()
    send(board, hole=0)
    frame = send(board, unask=True)
    assert (frame["sower"], frame["predicting"]) == (None, True)
    assert send(board, hole=1)["sower"] == 1


def test_a_double_click_is_no_answer():
    board = predicting()
    frame = board._view.frame
    click = {"id": frame["id"], "at": 1, "hole": 0}
    board._view.clicked = click
    board._view.clicked = click | {"at": 2}
    assert board.game.moves == ()
    assert board._view.frame["sower"] == 0


def test_the_opponent_answers_after_a_prediction():
    board = predicting(opponent="greedy", pause=0)
    send(board, hole=0)
    send(board, hole=2)
    assert len(board.game.moves) == 2
    assert "Right so far: 1 of 1." in board._view.frame["message"]


def test_a_move_that_is_not_traced_whole_is_not_asked_for():
    game = Game.new("adji_kui_2", ENDLESS)
    assert landing(trace(game.rules, game.position, 3)) is None


# Each seed on its way


@pytest.mark.parametrize("name", ["anywoli", "adji_kui_2", "hoyito_1", "hoyito_2", "adji_kui_1"])
def test_events_lead_from_each_step_to_the_next(name):
    from mancala_core.engine.streams import Stream
    from mancala_core.players.strategies import strategy

    game, seen, draws = Game.new(name, seed=5), 0, Stream(5, 0)
    while game.outcome is None and len(game.moves) < 60:
        game = game.play(strategy("random")(game.rules, game.position, draws.ply(len(game.moves))))
        move = game.moves[-1]
        if move.hole is None:
            continue
        shown = steps(speak(), trace_of(move))
        for before, after in pairwise(shown):
            seeds, stores = list(before["seeds"]), list(before["stores"])
            hand, seeds[after["from"]] = seeds[after["from"]], 0
            for hole, who, count in after["events"]:
                if who == -1:
                    assert count == 1
                    seeds[hole], hand = seeds[hole] + 1, hand - 1
                elif who == -2:
                    seeds[hole], hand = seeds[hole] + count, hand - count
                else:
                    seeds[hole], stores[who] = seeds[hole] - count, stores[who] + count
                assert min(seeds) >= 0
                assert sum(seeds) + sum(stores) + hand == game.rules.total
            assert (seeds, stores, hand) == (after["seeds"], after["stores"], 0)
            seen += 1
    assert seen > 20


def test_a_short_move_is_shown_whole():
    move = Game.new("anywoli", seed=1).play("A").moves[0]
    assert skipped(speak(), trace_of(move)) is None
    assert proof(speak(), trace_of(move)) is None


def test_the_proof_shows_twice_the_same():
    game = Game.new("adji_kui_2", ENDLESS)
    shown = proof(speak(), trace_of(trace(game.rules, game.position, 3)))
    first, again = shown["rows"]
    assert first["seeds"] == again["seeds"] == list(game.position.seeds)
    assert first["hole"] == again["hole"] == 3
    assert shown["step"] == 66


def test_a_barred_move_can_be_looked_at_and_nothing_is_played():
    board = Board("adji_kui_2", controls=False, seed=1)
    board.set_up(ENDLESS)
    frame = send(board, hole=3)
    assert frame["tone"] == "refused"
    before, played = board.game, frame["played"]
    frame = send(board, why=3)
    assert frame["demo"]
    assert frame["played"] == played + 1
    assert frame["proof"]["step"] == 66
    assert board.game is before
    frame = send(board, hole=1)
    assert (frame["demo"], frame["tone"]) == (False, "refused")
    send(board, why=3)
    frame = send(board, hole=playable(frame))
    assert not frame["demo"]
    assert len(board.game.moves) == 1


def test_a_barred_move_is_shown_in_another_language_and_back_leaves_it():
    board = Board(Game.new("adji_kui_2", ENDLESS), controls=False)
    send(board, why=3)
    board.language = "el"
    frame = board._view.frame
    assert frame["demo"]
    assert frame["proof"]["rows"][0]["label"].startswith("Πριν")
    assert board._session.can_go_back
    board.back()
    assert not board._view.frame["demo"]
    assert not board._session.can_go_back


def test_only_a_barred_hole_is_shown():
    board = Board("adji_kui_2", controls=False, seed=1)
    frame = send(board, why=0)
    assert not frame["demo"]
