"""Games by another program's conventions: ours with ours, and each convention by hand."""

import numpy as np
import pandas as pd
import pytest

from mancala_core.engine import settlement
from mancala_core.engine.rules import Rules
from mancala_core.engine.sowing import LEFT, STORE
from mancala_core.players.compiled import compiled  # noqa: F401 - registers the rules
from mancala_core.study import publisher
from mancala_core.study.matches import matches
from mancala_core.study.playout import scratch_for
from mancala_core.study.publisher import CHOICES, OURS, REASONS, Conventions, play_by
from mancala_core.study.settle import settle
from mancala_core.study.simulate import simulate

SINGLE = (
    ("adji_kui_1 repetition=play_on", 500),
    ("obridjie endless=limit:75", 500),
    ("anywoli endless=limit:75 remainder=mover", 3_000),
    ("adji_kui_2 endless=limit:75 match=none", 100_000),
    ("anywoli_wikipedia endless=limit:75", 100_000),
)
MATCHES = (
    "adji_kui_2 endless=limit:75",
    "adji_kui_2 endless=limit:75 own_final=relay end_without_move=true dispute=loser",
    "ba_awa endless=limit:75",
    "hoyito_1 endless=limit:75 remainder=mover end_without_move=true",
    "hoyito_2 endless=limit:75 remainder=mover final_side=opponent",
)
SOME = "adji_kui_2 endless=limit:75 own_final=relay end_without_move=true"


@pytest.mark.parametrize(("rules", "most"), SINGLE)
def test_with_our_conventions_the_games_are_ours(rules, most):
    ours = settle(simulate(rules, 120, seed=5, max_moves=most, progress=False))
    found = play_by(rules, games=120, seed=5, max_moves=most)
    assert (found["moves"] == ours["moves"]).all()
    assert (found["passes"] == ours["passes"]).all()
    over = ours["score_south"].notna()
    assert (over == (found["result"] != "none")).all()
    for side in ("south", "north"):
        assert (found[side][over] == ours[f"score_{side}"][over]).all()
    assert (found["starter"].astype(str) == ours["starter"].astype(str)).all()


@pytest.mark.parametrize("rules", MATCHES)
def test_with_our_conventions_the_matches_are_ours(rules):
    ours = matches(simulate(rules, 40, seed=6, unit="match", progress=False))
    found = play_by(rules, games=40, seed=6)
    for name in ("moves", "passes", "rounds"):
        assert (found[name] == ours[name]).all(), name
    result = ours["result"].astype(str).replace("round_limit", "none")
    assert (found["result"].astype(str) == result).all()


def test_a_block_is_the_same_games():
    whole = play_by(SOME, games=60, seed=3)
    part = play_by(SOME, games=20, seed=3, first=30)
    pd.testing.assert_frame_equal(whole.iloc[30:50].reset_index(drop=True), part)


def test_who_is_told_of_progress():
    told = []
    play_by(SOME, games=1_100, seed=3, tell=told.append)
    assert told == [500, 1_000, 1_100]


@pytest.mark.parametrize("name", list(CHOICES))
def test_every_word_is_played_and_another_one_refused(name):
    for word in CHOICES[name]:
        assert len(play_by(SOME, OURS._replace(**{name: word}), 5, seed=1)) == 5
    with pytest.raises(ValueError, match=f"{name} is 'maybe'; it can be {CHOICES[name][0]}"):
        play_by(SOME, OURS._replace(**{name: "maybe"}), 5)
    assert getattr(OURS, name) == CHOICES[name][0]


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ("anywoli remainder=mover", "endless is barred"),
        ("anywoli endless=limit:75", "remainder is penultimate"),
        ("adji_kui_1", "repetition is owners"),
        ("adji_kui_2 endless=limit:75 buying=choice", "buying is choice"),
        ("adji_kui_2 endless=limit:75 dispute=lottery", "dispute is lottery"),
        ("adji_kui_2 endless=limit:75 origin=skip", "origin is skip"),
    ],
)
def test_rules_that_are_not_played_here_are_refused(rules, words):
    with pytest.raises(ValueError, match=words):
        play_by(rules, games=1)


def test_numbers_without_meaning_are_refused():
    with pytest.raises(ValueError, match="games is -1"):
        play_by(SOME, games=-1)
    with pytest.raises(ValueError, match="max_moves is 0"):
        play_by(SOME, games=1, max_moves=0)
    with pytest.raises(ValueError, match="needed is -4"):
        play_by(SOME, OURS._replace(needed=-4), 1)
    assert len(play_by(SOME, games=0)) == 0


# Each convention


def scored(reason, stores, left, **conventions):
    """Score of a round that is over so, with such seeds in the holes of South and of North."""
    rules = Rules.of("hoyito_1 endless=limit:75 remainder=mover end_without_move=true")
    plan = publisher._plan(rules, OURS._replace(**conventions), 100)
    scratch = scratch_for(rules.options, (0,) * 6 + (1,) * 6)
    scratch.board[0], scratch.board[6] = left
    scratch.tally[STORE], scratch.tally[STORE + 1] = stores
    scratch.tally[LEFT] = sum(left)
    score = np.zeros(2, np.int64)
    publisher.score_of(plan, scratch, REASONS.index(reason), 0, 1, score)
    return score.tolist()


def test_seeds_left_go_by_the_reason():
    assert scored("few_left", (20, 24), (3, 1)) == [20, 28]
    assert scored("no_move", (20, 18), (0, 10)) == [20, 28]
    assert scored("no_move", (20, 18), (8, 2), no_move="owners") == [28, 20]
    assert scored("endless", (20, 18), (8, 2)) == [28, 20]
    assert scored("majority", (46, 0), (0, 2)) == [46, 2]


def test_halves_and_the_odd_seed():
    assert scored("endless", (20, 18), (8, 2), endless_seeds="halves") == [25, 23]
    assert scored("endless", (20, 17), (9, 2), endless_seeds="halves") == [25, 23]
    assert scored("endless", (17, 20), (9, 2), endless_seeds="halves") == [23, 25]
    assert scored("endless", (18, 18), (9, 2), endless_seeds="halves") == [23, 24]


def territory_after(south, north, **conventions):
    rules = Rules.of("adji_kui_2 endless=limit:75")
    plan = publisher._plan(rules, OURS._replace(**conventions), 100)
    owner, stock = np.zeros(12, np.int64), np.zeros(2, np.int64)
    won = publisher.next_territory(
        *(rules.match_options, plan, np.array([south, north])),
        *(np.zeros(6, np.int64), owner, stock),
    )
    return int((owner == 0).sum()), int(won)


@pytest.mark.parametrize(
    ("south", "loser", "even"), [(26, 6, 6), (30, 7, 8), (34, 8, 8), (38, 9, 10), (22, 6, 6)]
)
def test_half_a_hole(south, loser, even):
    assert territory_after(south, 48 - south)[0] == loser
    assert territory_after(south, 48 - south, half="even")[0] == even
    assert territory_after(48 - south, south, half="even")[0] == 12 - even


def test_a_match_is_over_below_the_seeds_needed():
    stopped = play_by(SOME, OURS._replace(needed=11), 300, seed=4)
    on = play_by(SOME, games=300, seed=4)
    least = stopped[["south", "north"]].min(axis=1)
    assert least.max() <= 10
    assert (least == 10).any()
    assert (on[["south", "north"]].min(axis=1) < 10).all()
    assert (stopped["rounds"] <= on["rounds"]).all()


def test_an_endless_move_ends_the_match():
    alone = play_by(SOME, OURS._replace(endless_over="all"), 300, seed=4)
    met = alone[alone["endless"]]
    assert len(met) > 20
    assert (met["reason"] == "endless").all()
    lead = (met["south"] - met["north"]).to_numpy()
    began = np.where(met["starter"] == "south", 1, -1)
    expected = np.where(lead == 0, "tie", np.where(lead * began > 0, "win", "loss"))
    assert (met["result"].astype(str) == expected).all()
    goes_on = play_by(SOME, games=300, seed=4)
    assert (goes_on["reason"] != "endless").all()
    later = goes_on["rounds"] - alone["rounds"]
    assert (later[~alone["endless"]] == 0).all()
    assert (later >= 0).all()
    assert later.max() > 10


def test_seeds_in_the_hand_are_lost():
    whole, lost = (
        play_by(SOME, OURS._replace(endless_over="all", endless_hand=hand), 300, seed=4)
        for hand in ("stays", "lost")
    )
    met = whole["endless"]
    missing = (whole["south"] + whole["north"] - lost["south"] - lost["north"])[met]
    assert (whole["south"] + whole["north"] == 48).all()
    assert missing.min() >= 2
    assert ((whole["south"] == lost["south"]) ^ (whole["north"] == lost["north"]))[met].all()
    assert (lost[~met] == whole[~met]).all().all()


def test_limits_of_moves():
    whole = play_by(SOME, OURS._replace(limit_on="all"), 300, seed=4, max_moves=100)
    each = play_by(SOME, games=300, seed=4, max_moves=100)
    cut = whole["reason"] == "limit"
    assert cut.any()
    assert not cut.all()
    assert (whole["moves"][cut] == 100).all()
    assert (whole["result"][cut] == "none").all()
    assert whole["moves"].max() == 100
    assert each["moves"].max() > 100


def test_a_majority_changes_neither_winner_nor_tie():
    rules = "anywoli endless=limit:75 remainder=mover"
    on = play_by(rules, games=60, seed=2)
    stopped = play_by(rules, OURS._replace(majority=48), 60, seed=2)
    assert (on["result"] == stopped["result"]).all()
    assert (stopped["moves"] <= on["moves"]).all()
    assert (stopped["reason"] == "majority").any()


def test_few_seeds_judged_between_moves():
    rules = "ba_awa endless=limit:75"
    between = play_by(rules, OURS._replace(judged="move"), 60, seed=2)
    at_once = play_by(rules, games=60, seed=2)
    assert (between["moves"] != at_once["moves"]).any()


def test_an_extra_move_that_cannot_be_made():
    rules = "hoyito_2 endless=limit:75 remainder=mover end_without_move=true"
    over = play_by(rules, OURS._replace(without_extra="over"), 30, seed=2)
    on = play_by(rules, games=30, seed=2)
    assert (over["moves"] != on["moves"]).any()


def test_positions_that_come_back_are_looped():
    """By hand: three positions in turn; the fourth move in a row without a new one is one too many."""
    plan = publisher._plan(
        Rules.of("adji_kui_1 repetition=play_on"), OURS._replace(loop_states=3, loop_moves=3), 100
    )
    ring, loop = np.zeros((3, 14), np.int64), np.zeros(2, np.int64)
    boards = [np.arange(12) + place for place in range(4)]
    said = [
        bool(publisher.has_looped(plan, ring, loop, boards[place], 0, 0))
        for place in (0, 1, 2, 0, 1, 2, 0)
    ]
    assert said == [False] * 6 + [True]
    loop[1] = 0
    assert not publisher.has_looped(plan, ring, loop, boards[0], 4, 0)
    assert not publisher.has_looped(plan, ring, loop, boards[0], 4, 1)
    assert loop.tolist() == [5, 0]


def test_looped_games_have_no_result():
    looping = Conventions(loop_states=18, loop_moves=12)
    found = play_by("adji_kui_1 repetition=play_on", looping, 1_000, seed=1, max_moves=500)
    looped = found["reason"] == "looped"
    assert 0 < looped.sum() < 50
    assert (found["result"][looped] == "none").all()


def test_a_label_names_what_differs():
    assert OURS.label == ""
    assert Conventions(half="even", needed=11).label == "needed=11 half=even"


def test_ways_are_those_of_the_rules():
    plan = publisher._plan(Rules.of("obridjie endless=limit:75"), OURS, 500)
    assert (plan.few_way, plan.no_move_way) == (settlement.NOBODY, settlement.NOBODY)
    assert plan.most_rounds == 1
