"""Write tests/matches/*.txt: ``python tests/make_matches.py``.

Oracle and engine play random matches by Python's own random numbers and must agree on what every
round leaves; the shortest of several that show some territory is written down as a record.
"""

import sys
from pathlib import Path
from random import Random

import oracle

from mancala_core.engine.game import Game
from mancala_core.engine.match import Match
from mancala_core.engine.moves import legal_moves
from mancala_core.engine.options import FIELDS
from mancala_core.engine.rules import Rules
from mancala_core.engine.streams import Stream

FOLDER = Path(__file__).parent / "matches"
NAMES = ("adji_kui_2", "ba_awa", "hoyito_1", "hoyito_2")
TRIED, LONGEST, FEWEST_ROUNDS = 60, 1500, 3


def words_of(rules: Rules) -> dict:
    """The options as the oracle takes them."""
    options = {field: getattr(rules, field) for field in FIELDS}
    return {**options, "capture_on": list(rules.capture_on)}


def random_choices(rng: Random, game: Game, plies: int, fits) -> list | None:
    """Random choices to the end of a round; None if it takes more, or a position does not fit."""
    choices = []
    while game.outcome is None:
        position = game.position
        if len(choices) == plies or not fits(game.rules, position):
            return None
        holes = list(legal_moves(game.rules, position))
        choice = rng.choice([*holes, None] if position.extra or not holes else holes)
        game = game.play(choice)
        choices.append(choice)
    return choices


def compare_round(match: Match, this: dict, choices: list) -> dict:
    """Play a round by the oracle as the engine played it: its record, last state and score."""
    options, game = words_of(match.rules), match.game
    where = f"{match.rules.label} | round {match.round} {game.start} | {choices}"
    before, start = oracle.start_of_round(options, this), game.start
    assert (match.round, start.starter) == (this["number"], this["starter"]), where
    assert (list(start.owner), list(start.stores)) == (before.owner, before.stores), where
    assert list(start.seeds) == before.seeds, where
    assert sum(before.seeds) + sum(before.stores) == match.rules.total, where
    ahead = iter(choices)
    state, record = oracle.play_out(options, before, lambda *_: next(ahead), len(choices))
    assert [choice for choice, _ in record] == choices, where
    last = game.position
    assert (list(last.seeds), list(last.stores)) == (state.seeds, state.stores), where
    assert game.outcome.ending == state.ending, where
    score = oracle.score_of(options, state, Stream(game.seed, game.number).lottery())
    assert (match.score and list(match.score)) == score, where
    return {"this": this, "state": state, "record": record, "score": score}


def compare_next(match: Match, played: dict, bought: list | None) -> dict:
    """What oracle and engine make of the score: the next round and the end of the match."""
    options, game, score = words_of(match.rules), match.game, played["score"]
    drawn = Stream(game.seed, match.number).dispute()
    where = f"{match.rules.label} | {played['this']} | {score} | {drawn} | {bought}"
    nearest = oracle.next_round(options, played["this"], score, drawn)
    found = match.allotment
    assert (list(found.owner), list(found.stock)) == (nearest["owner"], nearest["stock"]), where
    assert found.disputed == nearest["disputed"], where
    after = oracle.next_round(options, played["this"], score, drawn, bought or ())
    end = oracle.match_over(options, after)
    assert oracle.match_over(options, nearest) == end, where
    assert (match.ending, match.winner) == (end or (None, None)), where
    assert match.over == (end is not None), where
    return {**played, "after": after, "end": end, "drawn": drawn, "bought": bought}


def named_holes(rng: Random, options: dict, score: list | None) -> list | None:
    """Holes that a buyer names, drawn at random; None where none are bought, and now and then."""
    if score is None or (options["match"], options["buying"]) != ("buying", "choice"):
        return None
    surplus = max(score) // options["seeds"] - options["holes"]
    if surplus < 1 or rng.random() < 0.2:
        return None
    return rng.sample(oracle.buying_order(options, int(score[1] > score[0])), surplus)


def play_match(rng: Random, match: Match, plies: int, fits=lambda *_: True) -> tuple:
    """Play a random match, round after round, by engine and oracle.

    Returns the match, which is not over if it would have taken more than ``plies``, and what is
    known of each finished round.
    """
    options = words_of(match.rules)
    this = oracle.first_round(options, match.starter)
    rounds = []
    while True:
        choices = random_choices(rng, match.game, plies, fits)
        if choices is None:
            return match, rounds
        plies -= len(choices)
        match = match.play(*choices)
        played = compare_round(match, this, choices)
        rounds.append(compare_next(match, played, named_holes(rng, options, played["score"])))
        if match.over:
            return match, rounds
        this = rounds[-1]["after"]
        match = match.next_round(rounds[-1]["bought"])


def shortest(name: str) -> Match:
    """The shortest of many random matches that have a winner after three rounds or more."""
    best, plies = None, LONGEST
    for seed in range(TRIED):
        rng = Random(seed)
        starter = rng.choice(("south", "north"))
        match, _ = play_match(rng, Match.new(name, starter, seed), plies)
        if match.winner is not None and match.round >= FEWEST_ROUNDS:
            best, plies = match, sum(len(game.moves) for game in match.rounds) - 1
    if best is None:
        raise SystemExit(f"{name}: no match of {TRIED} was over after {LONGEST} plies")
    return best


def main(names) -> None:
    """Write one file for each name."""
    FOLDER.mkdir(exist_ok=True)
    for name in names:
        text = shortest(name).to_text() + "\n"
        (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:] or NAMES)
