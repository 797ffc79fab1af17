"""Oracle and engine agree on whole random matches, round by round.

Rules are drawn at random; everything that can happen between two rounds must happen.
"""

import os
from collections import Counter
from pathlib import Path
from random import Random

import oracle
import pytest
from cases import random_match_rules
from make_matches import FEWEST_ROUNDS, NAMES, play_match, words_of
from test_three_ways import too_long

from mancala_core import Game, Match, Rules
from mancala_core.engine.options import FIELDS, to_word, values_of
from mancala_core.engine.streams import Stream

MATCHES = 8000 if os.environ.get("MANCALA_LONG") == "1" else 800
PLIES = 150
GOLDEN = sorted((Path(__file__).parent / "matches").glob("*.txt"))
WITHOUT_SCORES = {("match", "none"), ("remainder", "nobody"), ("stuck", "nobody")}
"""Values that no match can have."""
PASSING = (
    "adji_kui_2 holes=3 seeds=9 least=1 origin=skip capture_on=4,13 passing=mover final_side=own "
    "own_final=relay end_at=4 match=own_row"
)
"""Matches in which a player with a single hole may have to begin without a move.

That is rare: every hole holds the same when a round begins, so where one player's moves are
endless, those of the other mostly are too, and the round is over at once."""
OFTEN = {
    "larger 3:1", "larger 1:3", "larger 2:2", "loser", "empty", "lottery to the buyer",
    "lottery to the loser", "nothing bought, one hole in dispute", "buying at a draw",
    "remainders in the next score", "holes named", "dispute between named holes", "no score",
    "no score on bought holes", "no score with seeds aside", "round_limit", "goal", "no_hole buying",
    "no_hole own_row", "blocked holes", "seeds beside a full row", "former owner captures",
    "buyer sows from a bought hole", "lottery for the seeds left", "run", "large board",
    "over at the start", "starter passes", "hole in dispute out of play",
}  # fmt: skip


def told_by_round(rules: Rules, played: dict):
    """Names of what happened in a round, and between it and the next."""
    this, after, score, record = (played[key] for key in ("this", "after", "score", "record"))
    owner, home = this["owner"], [hole // rules.holes for hole in range(2 * rules.holes)]
    bought = {hole for hole, side in enumerate(owner) if side == 1 - home[hole]}
    yield f"{rules.match} {rules.direction}"
    if rules.holes > 7:
        yield "large board"
    if not record:
        yield "over at the start"
    elif record[0][0] is None:
        yield "starter passes"
    if record and rules.match == "own_row" and -1 in owner:
        yield "blocked holes"
    if record and rules.match == "buying" and -1 in owner:
        yield "hole in dispute out of play"
    if bought & {choice for choice, _ in record}:
        yield "buyer sows from a bought hole"
    taken = [event for _, info in record for event in info["events"] if event[0] == "capture"]
    if any(hole in bought and player == home[hole] for _, hole, _, player, _ in taken):
        yield "former owner captures"
    for _, info in record:
        if sum(event[0] == "capture" and event[4] for event in info["events"]) > 1:
            yield "run"
            break
    if score is None:
        yield "no score"
        if bought:
            yield "no score on bought holes"
        if any(this["stock"]):
            yield "no score with seeds aside"
        return
    if rules.remainder == "lottery" and played["state"].ending.endswith(("_left", "no_move")):
        yield "lottery for the seeds left"
    if rules.match == "buying":
        yield from told_by_purchase(rules, played)
    elif any(seeds >= rules.seeds for seeds in after["stock"]):
        yield "seeds beside a full row"


def told_by_purchase(rules: Rules, played: dict):
    """Names of what happened when the score bought holes."""
    this, after, score = (played[key] for key in ("this", "after", "score"))
    if any(this["stock"]):
        yield "remainders in the next score"
    if score[0] == score[1]:
        yield "buying at a draw"
        return
    buyer = int(score[1] > score[0])
    disputed = after["disputed"]
    if played["bought"]:
        yield "holes named"
        if disputed is not None:
            yield "dispute between named holes"
    if disputed is None:
        return
    if score[buyer] // rules.seeds == rules.holes:
        yield "nothing bought, one hole in dispute"
    if rules.dispute == "larger" and rules.seeds == 4:
        yield f"larger {score[buyer] % 4}:{score[1 - buyer] % 4}"
    elif rules.dispute == "lottery":
        to_buyer = after["owner"][disputed] == buyer
        yield "lottery to the buyer" if to_buyer else "lottery to the loser"
    elif rules.dispute in ("loser", "empty"):
        yield rules.dispute


@pytest.fixture(scope="module")
def played():
    """All matches, compared while they are played: what happened how often, and the values tried."""
    rng, told, values = Random(11), Counter(), Counter()
    for number in range(MATCHES):
        if number % 20:
            rules = random_match_rules(rng)
        else:
            rules = Rules.of(PASSING).replace(direction=rng.choice(("ccw", "cw")))
        starter = rng.choice(("south", "north"))
        match = Match.new(rules, starter, rng.randrange(1000), rng.choice((0, 0, 5)))
        match, rounds = play_match(
            rng, match, PLIES, lambda rules, position: not too_long(rules, position)
        )
        told["matches"] += 1
        told["rounds"] += len(rounds)
        told["over"] += match.over
        for each in rounds:
            told.update(told_by_round(rules, each))
            told[each["state"].ending] += 1
        if match.over:
            told[
                f"{match.ending} {rules.match}" if match.ending == "no_hole" else match.ending
            ] += 1
            told[f"won by {match.winner}"] += 1
        if rounds:
            values.update((field, to_word(getattr(rules, field))) for field in FIELDS)
    return told, values


def test_most_matches_come_to_an_end(played):
    told, _ = played
    assert told["over"] > 0.5 * told["matches"]
    assert told["rounds"] > 1.5 * told["matches"]
    assert min(told["won by 0"], told["won by 1"], told["won by None"]) > 0.1 * told["over"]


def test_everything_that_can_happen_in_a_match_does(played):
    told, _ = played
    print(told)
    ways = {f"{kind} {way}" for kind in ("buying", "own_row") for way in ("ccw", "cw")}
    endings = {"stuck", "endless", "repetition", "no_move", "four_left", "none_left"}
    rare = {name: told[name] for name in OFTEN | ways | endings if told[name] < 5}
    assert not rare, rare


def test_every_value_of_every_option_is_among_them(played):
    _, values = played
    for field in FIELDS:
        for value in values_of(field) or ():
            pair = (field, to_word(value))
            assert (values[pair] == 0) == (pair in WITHOUT_SCORES), pair


def test_a_lottery_is_drawn_when_the_last_ply_declines_an_extra_move():
    """The opponent then has no move, and the seeds left are given away like any others."""
    rules = Rules.of(
        "anywoli holes=2 end_at=0 end_without_move=true extra_move=optional remainder=lottery"
    )
    for seed in range(4):
        game = Game.new(rules, "<2,8,6,0,2,0,0> S extra=1", seed).play(None)
        options, drawn = words_of(rules), Stream(seed).lottery()
        state = oracle.state_of(options, (0, 2, 0, 0), (8, 6), extra=True)
        state, _ = oracle.play(options, state, None)
        assert state.ending == game.outcome.ending == "no_move"
        found = [game.outcome.south, game.outcome.north]
        assert found == oracle.score_of(options, state, drawn)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_matches_replay(path):
    """Whole matches as readable records, on which oracle and engine agreed."""
    text = path.read_text(encoding="utf-8")
    match = Match.from_text(text)
    assert match.rules == Rules.load(path.stem)
    assert match.winner is not None
    assert match.round >= FEWEST_ROUNDS
    assert match.to_text().split() == text.split()


def test_every_named_rule_set_with_matches_has_a_golden_one():
    played_in_matches = {name for name in Rules.names() if Rules.load(name).match != "none"}
    assert {path.stem for path in GOLDEN} == played_in_matches == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_territory_would_be_seen(name, monkeypatch):
    """The comparison fails when the oracle gives one hole to the other player."""
    right = oracle.next_round

    def wrong(options, *rest):
        after = right(options, *rest)
        return {**after, "owner": [1 - after["owner"][0], *after["owner"][1:]]}

    monkeypatch.setattr(oracle, "next_round", wrong)
    assert words_of(Rules.load(name))["match"] != "none"
    with pytest.raises(AssertionError):
        play_match(Random(1), Match.new(name, seed=1), 2000)
