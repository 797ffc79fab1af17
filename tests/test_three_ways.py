"""Oracle, plain source and compiled source give the same moves.

The oracle (`oracle.py`) was written from docs/rules.md by another hand than the engine's.
"""

import os
from collections import Counter
from random import Random

import numba
import numpy as np
import oracle
import pytest
from cases import random_position, random_rules
from make_matches import words_of

from mancala_core.engine import sowing
from mancala_core.engine.choices import Sowing, candidates, ending_of, following, legal_moves
from mancala_core.engine.moves import IllegalMove, outcome, play
from mancala_core.engine.options import FIELDS, to_word, values_of
from mancala_core.engine.position import Position
from mancala_core.engine.rules import Rules
from mancala_core.players import compiled

assert compiled is not None
LONG = os.environ.get("MANCALA_LONG") == "1"
POSITIONS_PER_SEED = 150
SEEDS = range(300 if LONG else 32)
ENDLESS_MOVES = 3000 if LONG else 200
RUNS = 5000 if LONG else 500
AFTER_CAPTURES = (
    ("anywoli holes=3", "<3,0,0,1,3,1,3,1,5> S", 1),
    ("anywoli holes=5 passing=mover", "<5,0,0,2,1,2,1,5,0,3,5,0,1> S", 4),
    ("anywoli holes=5", "<5,0,0,1,6,0,6,5,6,3,2,1,2> S", 1),
    ("anywoli holes=6", "<6,0,0,3,6,1,0,5,6,3,2,3,0,3,5> S", 1),
    ("anywoli holes=7 passing=mover", "<7,0,0,0,3,2,3,5,1,0,5,6,3,0,5,6,5> S", 4),
    ("anywoli holes=3 origin=skip", "<3,0,0,5,3,2,1,3,2> S", 1),
    ("anywoli holes=4 origin=skip passing=mover", "<4,0,0,5,2,1,5,0,3,1,0> S", 3),
)
"""Sowings that take seeds on the way, up to lap 33, before they go round for ever; such are
rare in random positions."""
NOT_UNDONE = (
    ("anywoli holes=2 capture_on=2,3", "<2,0,0,5,3,1,3> S", 1, 4),
    ("anywoli holes=2 capture_on=50,51", "<2,0,0,22,7,2,3> S", 1, 29),
)
"""With origin = "skip" the first lap start need not come back: two lead to the same one."""
LONGEST = 50_000 if LONG else 3000


@numba.njit
def compiled_sow(options, board, owner, after, tally, anchor, mover, hole):
    return sowing.sow(options, board, owner, after, tally, anchor, mover, hole, None)


def run_compiled(rules, position, hole, limit=None):
    options = rules.options if limit is None else rules.options._replace(limit=limit)
    board = np.array(position.seeds, np.int64)
    tally = np.array(Sowing(rules, position).tally, np.int64)
    after = np.array(following(options.step, position.owner), np.int64)
    owner = np.array(position.owner, np.int64)
    anchor = np.zeros_like(board)
    result = compiled_sow(options, board, owner, after, tally, anchor, position.mover, hole)
    return result, board.tolist(), tally.tolist()


def state_of(rules: Rules, position) -> oracle.State:
    return oracle.state_of(
        words_of(rules),
        position.seeds,
        position.stores,
        position.mover,
        position.starter,
        position.owner,
        last_taker=position.last_taker,
        first_final=position.first_final,
        extra=position.extra,
    )


def facts(position) -> tuple:
    """What an engine position and an oracle state have in common."""
    return (
        tuple(position.seeds),
        tuple(position.stores),
        tuple(position.owner),
        position.mover,
        position.starter,
        position.last_taker,
        position.first_final,
        position.extra,
        position.ending,
    )


def too_long(rules, position) -> bool:
    """Whether a sowing of either player takes so many laps that the oracle would be slow."""
    for player in (0, 1):
        there = position.replace(mover=player)
        for hole in candidates(rules, position, player):
            result, _, tally = run_compiled(rules, there, hole, LONGEST)
            if result == sowing.ENDLESS and tally[sowing.LAPS] >= LONGEST:
                return True
    return False


def by_oracle(rules, state, hole):
    try:
        return oracle.play(words_of(rules), state, hole)
    except ValueError as error:
        return error.args[0]


def by_engine(rules, position, hole):
    try:
        return play(rules, position, hole)
    except IllegalMove as error:
        return error.reason


def compare_move(rules, position, state, hole, seen):
    mine, theirs = by_engine(rules, position, hole), by_oracle(rules, state, hole)
    where = f"{rules.label} | {position} | {hole}"
    if isinstance(mine, str) or isinstance(theirs, str):
        assert mine == theirs, where
        seen[mine] += 1
        return
    after, info = theirs
    assert facts(mine.after) == facts(after), where
    assert mine.ending == info["ending"], where
    seen[mine.ending] += 1
    if hole is None:
        return
    assert (mine.laps, mine.period, mine.cycle_start) == (
        info["laps"],
        info["period"],
        info["cycle_start"],
    ), where
    if not mine.cut:
        assert [tuple(event) for event in mine.events] == [
            tuple(event) for event in info["events"]
        ][: len(mine.events)], where
        sown = sum(event.kind == "sow" for event in mine.events)
        laid_back = sum(event.seeds for event in mine.events if event.kind == "settle")
        picked = sum(event.seeds for event in mine.events if event.kind == "pick_up")
        assert mine.sown == sown == picked - laid_back, where
    compare_compiled(rules, position, hole, mine, where)


def compare_compiled(rules, position, hole, mine, where):
    result, board, tally = run_compiled(rules, position, hole)
    if mine.ending == "endless":
        assert result == sowing.ENDLESS, where
        assert (tally[sowing.PERIOD] or None) == mine.period, where
        return
    assert tuple(board) == mine.after.seeds, where
    assert tuple(tally[:2]) == mine.after.stores, where
    assert (tally[sowing.LAPS], tally[sowing.SOWN]) == (mine.laps, mine.sown), where
    taker, first = mine.after.last_taker, mine.after.first_final
    assert tally[sowing.LAST_TAKER] == (-1 if taker is None else taker), where
    assert tally[sowing.FIRST_FINAL] == (-1 if first is None else first), where
    taken = Counter((event.final, event.player) for event in mine.events if event.kind == "capture")
    if not mine.cut:
        for player in (0, 1):
            assert tally[sowing.FINAL_COUNT + player] == taken[True, player], where
            assert tally[sowing.PASSING_COUNT + player] == taken[False, player], where


def compare_position(rules, position, seen):
    state = state_of(rules, position)
    where = f"{rules.label} | {position}"
    assert ending_of(rules, position) == state.ending, where
    if state.ending is None:
        assert list(legal_moves(rules, position)) == oracle.legal(words_of(rules), state), where
    for hole in (*range(2 * rules.holes), 2 * rules.holes, None):
        compare_move(rules, position, state, hole, seen)


def compare_outcome(rules, position):
    """Settle one finished position in every way."""
    for drawn in (0, 1):
        there = position.replace(drawn=drawn)
        state = state_of(rules, position)
        state.ending, state.mover = position.ending, position.mover
        south, north, winner = oracle.settle(words_of(rules), state, drawn)
        found = outcome(rules, there)
        mine = "void" if found.void else found.winner
        assert (found.south, found.north, mine) == (south, north, winner), (
            f"{rules.label} | {there}"
        )


@pytest.mark.parametrize("name", list(oracle.WRITTEN))
def test_options_read_from_the_page_are_those_of_the_file(name):
    assert oracle.WRITTEN[name] == words_of(Rules.load(name)) == oracle.options_in_file(name)


def test_the_oracle_plays_a_rule_set_that_it_was_not_taught(tmp_path, monkeypatch):
    (tmp_path / "twelve.toml").write_text('base = "six"\n[options]\nholes = { value = 12 }\n')
    (tmp_path / "six.toml").write_text("[options]\nholes = 6\ncapture_on = 4\n")
    monkeypatch.setattr(oracle, "RULESETS", tmp_path)
    assert oracle.GAMES["twelve"] == {"holes": 12, "capture_on": [4]}
    assert oracle.GAMES.names()[-2:] == ["six", "twelve"]
    assert oracle.GAMES["anywoli"] is oracle.ANYWOLI
    with pytest.raises(KeyError, match="thirteen"):
        oracle.GAMES["thirteen"]


@pytest.mark.parametrize("seed", SEEDS)
def test_every_move_is_the_same(seed):
    rng = Random(seed)
    seen, compared = Counter(), 0
    for _ in range(POSITIONS_PER_SEED):
        rules = random_rules(rng)
        position = random_position(rng, rules)
        if too_long(rules, position):
            continue
        compare_position(rules, position, seen)
        compared += 1
    assert compared > 0.9 * POSITIONS_PER_SEED
    assert seen["stopped"] > 100
    assert seen["not_yours"] > 100
    assert {"captured", "again", "over", "passed", "empty", "must_move"} <= set(seen)


def test_every_value_of_every_option_is_among_them():
    values = set()
    for seed in SEEDS:
        rng = Random(seed)
        for _ in range(POSITIONS_PER_SEED):
            rules = random_rules(rng)
            random_position(rng, rules)
            values |= {(field, to_word(getattr(rules, field))) for field in FIELDS}
    for field in FIELDS:
        for value in values_of(field) or ():
            assert (field, to_word(value)) in values, f"{field}={value} was never tried"


def test_endless_moves_are_the_same():
    """Small boards and few seeds, where a good part of all sowings never ends."""
    rng, seen, starts = Random(1), Counter(), Counter()
    while seen["endless"] < ENDLESS_MOVES:
        rules = random_rules(rng)
        if not rules.relay or rules.holes > 7:
            continue
        for free in (rules.replace(endless="draw"), rules.replace(endless="barred")):
            for _ in range(50):
                compare_endless(free, random_position(rng, rules), seen, starts)
    assert starts["sow"] > 50
    assert starts["skip"] > 10


def test_runs_before_a_final_capture_are_the_same():
    """Boards full of holes that a run takes, some of them with holes out of play between."""
    rng, seen, runs = Random(2), Counter(), Counter()
    while runs["two"] + runs["more"] < RUNS:
        rules = random_rules(rng)
        if rules.final == "nobody" or (rules.relay and rules.holes > 9):
            continue
        rules = rules.replace(chain="preceding")
        position = full_of_groups(rng, rules)
        if position.left <= rules.end_at or too_long(rules, position):
            continue
        for hole in candidates(rules, position, position.mover):
            kinds = list(kinds_of_run(rules, position, hole))
            if kinds:
                compare_move(rules, position, state_of(rules, position), hole, seen)
            runs.update(kinds)
    lengths, ways = {"two", "more"}, {"ccw", "cw"}
    other = {"over a gap", "both sides", "two takers", "stopped by side", "ends"}
    assert lengths | ways | other == set(runs)
    assert min(runs.values()) > RUNS / 100, runs


def full_of_groups(rng, rules):
    """A position in which about half of the holes in play hold a number that is captured."""
    position = random_position(rng, rules)
    seeds = list(position.seeds)
    owner = list(position.owner)
    for hole in range(2 * rules.holes):
        if rng.random() < 0.5:
            seeds[hole] = rng.choice(rules.capture_on)
        elif rng.random() < 0.2 and rules.holes > 2:
            owner[hole] = -1
        if owner[hole] < 0:
            seeds[hole] = 0
    return position.replace(seeds=tuple(seeds), owner=tuple(owner), extra=False)


def kinds_of_run(rules, position, hole):
    """What is told by the captures that the last seed of a move made; nothing for fewer than two."""
    move = by_engine(rules, position, hole)
    if isinstance(move, str) or move.ending == "endless" or move.cut:
        return
    taken = [event for event in move.events if event.kind == "capture" and event.final]
    if len(taken) < 2:
        return
    step = 1 if rules.direction == "ccw" else -1
    size, holes = 2 * rules.holes, [event.hole for event in taken]
    yield "two" if len(taken) == 2 else "more"
    yield rules.direction
    if len(taken) < (holes[0] - holes[-1]) * step % size + 1:
        yield "over a gap"
    if len({position.owner[each] for each in holes}) > 1:
        yield "both sides"
    if len({event.player for event in taken}) > 1:
        yield "two takers"
    if move.ending == "over" and move.after.left <= rules.end_at:
        yield "ends"
    before = (holes[-1] - step) % size
    while position.owner[before] < 0:
        before = (before - step) % size
    if move.after.seeds[before] in rules.capture_on:
        yield "stopped by side"


@pytest.mark.parametrize(("label", "text", "hole"), AFTER_CAPTURES)
def test_endless_moves_after_captures_are_the_same(label, text, hole):
    rules = Rules.of(f"{label} final=nobody own_final=relay end_at=0 endless=draw")
    position, seen = Position.parse(text), Counter()
    compare_move(rules, position, state_of(rules, position), hole, seen)
    assert seen["endless"] == 1
    assert play(rules, position, hole).cycle_start > 1


def compare_endless(rules, position, seen, starts):
    if position.left > 3 * rules.holes or too_long(rules, position):
        return
    for hole in candidates(rules, position, position.mover):
        if run_compiled(rules, position, hole)[0] == sowing.ENDLESS:
            compare_move(rules, position, state_of(rules, position), hole, seen)
            if rules.endless == "draw":
                starts[rules.origin] += 1


@pytest.mark.parametrize(("label", "text", "hole", "period"), NOT_UNDONE)
def test_skipping_laps_cannot_always_be_undone(label, text, hole, period):
    rules = Rules.of(
        f"{label} origin=skip passing=nobody final_side=opponent own_final=relay end_at=0 "
        "endless=draw"
    )
    position, seen = Position.parse(text), Counter()
    compare_move(rules, position, state_of(rules, position), hole, seen)
    move = play(rules, position, hole)
    assert (move.period, move.cycle_start) == (period, 2)
    assert not any(event.kind == "capture" for event in move.events)


def test_every_outcome_is_the_same():
    rng, count = Random(5), Counter()
    endings = ("four_left", "no_move", "stuck", "endless", "repetition")
    for _ in range(3000):
        rules = random_rules(rng)
        ending = rng.choice(endings)
        if (ending, getattr(rules, ending, None)) in (
            ("endless", "barred"),
            ("repetition", "play_on"),
        ):
            continue
        position = random_position(rng, rules).replace(extra=False, ending=ending)
        compare_outcome(rules, position)
        count[position.ending] += 1
    assert set(count) == set(endings)
