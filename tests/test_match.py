"""Matches: rounds, territory, what is bought, records and what is refused."""

import copy
import json
import pickle
import re
from dataclasses import FrozenInstanceError
from random import Random

import numpy as np
import pytest
from cases import random_match_rules
from drawing import drawn, owners_drawn, trimmed, undrawn
from hypothesis import given
from hypothesis import strategies as st
from match_cases import drawn_match, random_match, scored

from mancala_core import Game, IllegalMove, Match, Rules, legal_moves
from mancala_core.engine.match_rounds import ENDINGS, Purchase
from mancala_core.engine.options import WORDS
from mancala_core.engine.streams import round_seed

PLAYED_IN_MATCHES = [name for name in Rules.names() if Rules.load(name).match != "none"]
CHOICE = random_match("adji_kui_2 buying=choice", seed=19)
"""A whole match of three rounds, North's; one hole is chosen before its second and two before its third."""


def letters(match):
    """Letters of the holes that the player to move may choose."""
    names = "ABCDEFGHIJKLM"[: match.rules.holes]
    names += names.lower()
    return " ".join(names[hole] for hole in legal_moves(match.rules, match.game.position))


def test_the_example_is_what_the_tests_need():
    assert CHOICE.round == 3
    assert CHOICE.over
    assert [len(bought or ()) for bought in CHOICE.bought] == [0, 1, 2]
    assert len(PLAYED_IN_MATCHES) == 4


# --- drawn positions ------------------------------------------------------------------------------


def test_both_stuck():
    """After A neither player has a move: each takes their own holes, and territory follows."""
    start = undrawn(
        """
        1 1 1 1 1 1 | 12
        2 0 0 1 1 1 | 25
        """
    )
    match = drawn_match("adji_kui_2", start, "A")
    assert drawn(match.game.position) == trimmed(
        """
            1 1 1 1 1 1 | 12
            0 1 1 1 1 1 | 25
            """
    )
    assert match.game.outcome.ending == "stuck"
    assert match.score == (30, 18)
    # South buys a; b is in dispute, two to two, and goes to North, who lost.
    assert match.purchase == Purchase(0, 1, (6, 7, 8, 9, 10, 11))
    assert match.allotment.disputed == 7
    following = match.next_round()
    assert owners_drawn(following.owner, following.game.start.stores) == trimmed(
        """
            N N N N N S | 0
            S S S S S S | 0
            """
    )
    assert following.game.start.mover == 1


def test_singles_only():
    """South has nothing but single seeds, the bought hole a too, and must pass."""
    start = undrawn(
        """
        2 0 3 1 1 1 | 20
        1 0 1 1 0 1 | 17
        """,
        words="owner=SSSSSSSNNNNN",
    )
    match = drawn_match("adji_kui_2", start)
    assert letters(match) == ""
    with pytest.raises(IllegalMove) as caught:
        match.play("a")
    assert caught.value.reason == "must_pass"
    passed = match.play("-")
    assert passed.game.moves[0].ending == "passed"
    assert passed.game.position.seeds == start.seeds
    assert letters(passed) == "d f"


def test_remainders_of_two_and_two():
    """At 26:22 and at 22:26 the hole in dispute goes to the loser, so home rows follow."""
    south_wins = undrawn(
        """
        1 1 1 1 3 1 | 16
        1 1 0 0 0 2 | 20
        """
    )
    north_wins = undrawn(
        """
        1 1 1 1 3 1 | 20
        1 1 0 0 0 2 | 16
        """
    )
    for start, score, disputed in ((south_wins, (26, 22), 6), (north_wins, (22, 26), 0)):
        match = drawn_match("adji_kui_2", start, "F")
        assert match.score == score
        assert match.purchase is None
        assert match.allotment.disputed == disputed
        assert owners_drawn(match.next_round().owner, match.allotment.stock) == trimmed(
            """
                N N N N N N | 0
                S S S S S S | 0
                """
        )


def test_the_former_owner_captures_in_a_bought_hole():
    """South has bought a: there North's last seed captures, and South's four stays."""
    start = undrawn(
        """
        7 1 0 1 1 3 | 4
        1 1 1 1 1 1 | 25
        """,
        to_move="N",
        words="owner=SSSSSSSNNNNN",
    )
    match = drawn_match("adji_kui_2", start, "f")
    assert match.game.moves[0].ending == "captured"
    assert drawn(match.game.position) == trimmed(
        """
            0 1 0 1 1 0 | 8
            2 2 2 2 2 2 | 25
            """
    )


def test_the_buyer_starts_from_a_bought_hole():
    start = undrawn(
        """
        1 2 1 1 0 3 | 12
        0 2 0 0 0 2 | 24
        """,
        words="owner=SSSSSSSNNNNN",
    )
    match = drawn_match("adji_kui_2", start)
    assert letters(match) == "B F a"
    # Four laps: a reaches d, d reaches f, f reaches B, and B the empty hole E.
    after = match.play("a")
    assert after.game.moves[0].laps == 4
    assert drawn(after.game.position) == trimmed(
        """
            0 3 0 2 1 0 | 12
            1 0 1 1 1 2 | 24
            """
    )


def test_an_own_four_in_a_bought_hole_ends_the_move():
    start = undrawn(
        """
        1 2 2 1 1 3 | 12
        0 2 0 0 2 0 | 22
        """,
        words="owner=SSSSSSSNNNNN",
    )
    match = drawn_match("adji_kui_2", start, "E")
    assert match.game.moves[0].ending == "stopped"
    assert match.game.moves[0].laps == 1
    assert drawn(match.game.position) == trimmed(
        """
            1 2 2 1 1 4 | 12
            0 2 0 0 0 1 | 22
            """
    )
    # The same four in a hole of North's would have been taken.
    home = drawn_match("adji_kui_2", start.replace(owner=(0,) * 6 + (1,) * 6), "E")
    assert home.game.moves[0].captured == (4, 0)


BEFORE_ENDLESS = """
    1 2 0 1 | 4
    12 7 0 5 | 0
"""


def endless_match(endless):
    """Third round of a match with South to move on the board above; a is South's."""
    rules = f"adji_kui_2 holes=4 goal=7 endless={endless}"
    match = scored(rules, "16-16", "20-12").next_round()
    assert owners_drawn(match.owner, match.game.start.stores) == trimmed(
        """
            N N N S | 0
            S S S S | 0
            """
    )
    match = match.play(*"BdBdac")
    assert drawn(match.game.position) == trimmed(BEFORE_ENDLESS)
    return match


def test_an_endless_move_on_bought_territory_is_barred():
    match = endless_match("barred")
    with pytest.raises(IllegalMove, match="sown for ever") as caught:
        match.play("A")
    assert caught.value.reason == "endless"
    assert caught.value.data["laps"] == 136
    assert letters(match) == "B D"


def test_an_endless_move_ends_a_round_and_its_score_becomes_territory():
    # South takes A, B, D and a: 12 + 7 + 5 + 1. North has 4 and takes 1 + 2.
    match = endless_match("owners").play("A")
    assert match.game.outcome.ending == "endless"
    assert match.score == (25, 7)
    following = match.next_round()
    assert owners_drawn(following.owner, following.game.start.stores) == trimmed(
        """
            N N S S | 0
            S S S S | 0
            """
    )


def test_the_territory_of_a_void_round_is_played_again():
    match = endless_match("void").play("A")
    assert match.game.outcome.void
    assert (match.score, match.purchase, match.over) == (None, None, False)
    following = match.next_round()
    assert following.owner == match.owner
    assert drawn(following.game.start) == trimmed(
        """
            4 4 4 4 | 0
            4 4 4 4 | 0
            """
    )
    assert (match.game.start.mover, following.game.start.mover) == (0, 1)
    assert following.owned == ((4, 4), (4, 4), (5, 3), (5, 3))


# --- a match as a value ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", PLAYED_IN_MATCHES)
def test_a_new_match(name):
    match = Match.new(name, starter="north", seed=3, number=2)
    assert (match.round, match.starter, match.game.position.mover) == (1, 1, 1)
    assert (match.seed, match.number, match.game.seed, match.game.number) == (3, 2, 3, 2)
    assert (match.over, match.ending, match.winner, match.result) == (False, None, None, "*")
    assert (match.score, match.purchase, match.allotment) == (None, None, None)
    assert match.owned == ((6, 6),)
    assert match.bought == (None,)
    assert repr(match) == f"<Match {name}, round 1, *>"


def test_a_seed_is_drawn_where_none_is_given():
    assert Match.new("ba_awa").seed != Match.new("ba_awa").seed
    assert Match.new("ba_awa", seed=np.int64(5)).seed == 5


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"rules": "anywoli"}, "anywoli is played in single games: its option match is none"),
        ({"rules": "adji_kui_2 match=none"}, "for a match it is buying or own_row"),
        ({"rules": "oware"}, "no rule set 'oware'"),
        ({"starter": "east"}, "'east' is no player; it is south or north"),
        ({"starter": None}, "None is no player"),
        ({"seed": -1}, "seed is -1"),
        ({"seed": 2**63}, "seed is 9223372036854775808"),
        ({"number": -1}, "number is -1"),
        ({"number": True}, "number is True"),
    ],
)
def test_new_refuses_what_has_no_meaning(values, message):
    with pytest.raises(ValueError, match=message):
        Match.new(**{"rules": "adji_kui_2"} | values)


def test_playing_leaves_the_match_as_it_was():
    match = Match.new("adji_kui_2", seed=1)
    longer = match.play("A", 6)
    assert match.game.moves == ()
    assert [move.hole for move in longer.game.moves] == [0, 6]
    assert match.play() == match
    with pytest.raises(IllegalMove, match="a is North's hole"):
        match.play("A", "a", "a")


def test_a_round_that_is_over_is_not_played_on():
    with pytest.raises(ValueError, match=r"Round 1 is over \(32-16 eight_left\); next_round"):
        scored("adji_kui_2", "32-16").play("A")
    with pytest.raises(ValueError, match=r"Round 1 is over .*; the match is over"):
        scored("adji_kui_2", "40-8").play("A")
    with pytest.raises(ValueError, match="The match is over: South 10-2 goal"):
        scored("adji_kui_2", "40-8").next_round()
    with pytest.raises(ValueError, match="Round 1 is not over; North is to move"):
        Match.new("adji_kui_2").play("A").next_round()


def test_each_round_is_a_game_of_its_own():
    match = scored("adji_kui_2", "32-16", "20-28").next_round()
    assert match.round == 3
    assert match.game.moves == ()
    assert match.game.outcome is None
    assert match.game.seed == round_seed(match.seed, 3)
    assert match.rounds[:2] == scored("adji_kui_2", "32-16", "20-28").rounds
    seeds = {game.seed for game in CHOICE.rounds}
    assert len(seeds) == CHOICE.round
    assert CHOICE.rounds[0].seed == CHOICE.seed


@pytest.mark.parametrize("name", PLAYED_IN_MATCHES)
def test_the_course_of_whole_matches(name):
    """Territory, score, starter and seed of each round follow from the round before."""
    for seed in range(2):
        match = random_match(name, seed, rounds=12)
        for place, game in enumerate(match.rounds):
            assert game.start.mover == game.start.starter == (match.starter + place) % 2
            assert game.seed == round_seed(seed, place + 1)
            found = match.back(steps_after(match, place))
            assert found.game == game
            if place + 1 < match.round:
                assert not found.over
                assert found.next_round() == match.back(steps_after(match, place) - 1)
                assert found.allotment.owner == match.rounds[place + 1].start.owner
        assert len(match.owned) == match.round + 1
        assert match.over == (match.ending in ENDINGS)


def steps_after(match, place):
    """Steps to take back so that the round of this place is the last one, to its end."""
    return sum(len(game.moves) + 1 for game in match.rounds[place + 1 :])


def test_back():
    first, second, third = (len(game.moves) for game in CHOICE.rounds)
    assert CHOICE.back(0) == CHOICE
    assert CHOICE.back().game == CHOICE.game.back()
    assert CHOICE.back(third).game.moves == ()
    assert CHOICE.back(third).bought == CHOICE.bought
    before = CHOICE.back(third + 1)
    assert (before.round, before.bought) == (2, CHOICE.bought[:2])
    assert len(before.game.moves) == second
    assert before.next_round(CHOICE.bought[2]) == CHOICE.back(third)
    everything = first + second + third + 2
    assert CHOICE.back(everything) == Match.new(CHOICE.rules, seed=19)
    assert CHOICE.back(np.int64(everything)).round == 1
    for wrong in (everything + 1, -1, 1.0, True, None, "1"):
        with pytest.raises(ValueError, match=f"Cannot go back {wrong!r} steps; the match has"):
            CHOICE.back(wrong)


def test_with_round():
    match = Match.new("adji_kui_2", seed=1, number=3)
    assert match.with_round(match.game.play("A")) == match.play("A")
    assert match.play("A", "a").with_round(match.game) == match
    later = CHOICE.back(len(CHOICE.game.moves))
    assert later.with_round(CHOICE.game) == CHOICE


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"rules": "adji_kui_2 goal=12"}, "is played by adji_kui_2 goal=12; in this match it is"),
        ({"start": "north"}, "begins with <6,.*> N; in this match it is <6,.*> S"),
        ({"seed": 2}, "has the seed 2; in this match it is 1"),
        ({"number": 4}, "is of match 4; in this match it is 0"),
    ],
)
def test_with_round_refuses_another_game(values, message):
    game = Game.new(**{"rules": "adji_kui_2", "seed": 1} | values)
    with pytest.raises(ValueError, match=f"The round {message}"):
        Match.new("adji_kui_2", seed=1).with_round(game)


@pytest.mark.parametrize("wrong", [None, "A", 5])
def test_with_round_refuses_what_is_no_game(wrong):
    with pytest.raises(ValueError, match="no Game"):
        Match.new("adji_kui_2", seed=1).with_round(wrong)


def test_matches_do_not_change_and_can_be_copied():
    for match in (CHOICE, CHOICE.back(3), Match.new("hoyito_1", seed=1)):
        for other in (copy.copy(match), copy.deepcopy(match), pickle.loads(pickle.dumps(match))):  # noqa: S301
            assert other == match
            assert hash(other) == hash(match)
            assert other.result == match.result
            assert other.to_text() == match.to_text()
        with pytest.raises(FrozenInstanceError):
            match.seed = 1
        with pytest.raises(TypeError):
            match.rounds[0] = None


def test_what_makes_two_matches_equal():
    match = Match.new("adji_kui_2", seed=1)
    assert match == Match.new("adji_kui_2", seed=1)
    assert hash(match) == hash(Match.new("adji_kui_2", seed=1))
    others = [
        Match.new("adji_kui_2", seed=2),
        Match.new("adji_kui_2", seed=1, number=1),
        Match.new("adji_kui_2", "north", seed=1),
        Match.new("adji_kui_2 goal=12", seed=1),
        match.play("A"),
    ]
    assert all(match != other for other in others)
    # Unknown headers are kept and not compared.
    noted = Match.from_text(match.to_text().replace('[Seed "1"]', '[Seed "1"]\n[Event "x"]', 1))
    assert noted == match
    assert noted.unknown == (("Event", "x"),)


# --- how a match ends -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "score", "result", "winner"),
    [
        ("adji_kui_2", "39-9", "South 10-2 goal", 0),
        ("adji_kui_2", "37-11", "*", None),
        ("adji_kui_2", "8-40", "North 2-10 goal", 1),
        ("adji_kui_2 goal=7", "28-20", "South 7-5 goal", 0),
        ("adji_kui_2 goal=7", "25-23", "*", None),
        ("adji_kui_2", "48-0", "South 12-0 no_hole", 0),
        ("adji_kui_2 goal=13", "48-0", "South 12-0 no_hole", 0),
        ("adji_kui_2 goal=13", "1-47", "North 0-12 no_hole", 1),
        ("adji_kui_2 goal=13", "46-2", "*", None),
        ("adji_kui_2 goal=12 dispute=empty", "2-46", "North 0-11 no_hole", 1),
        ("adji_kui_2 round_limit=1", "24-24", "nobody 6-6 round_limit", None),
        ("adji_kui_2 round_limit=1", "40-8", "South 10-2 goal", 0),
        ("hoyito_1", "45-3", "South 6-0 no_hole", 0),
        ("hoyito_1 goal=2", "24-24", "*", None),
        ("hoyito_2", "0-48", "North 0-6 no_hole", 1),
        ("hoyito_2 round_limit=1", "40-8", "nobody 6-2 round_limit", None),
    ],
)
def test_endings(rules, score, result, winner):
    match = scored(rules, score)
    assert (match.result, match.winner) == (result, winner)
    assert match.over == (result != "*")
    assert match.ending == (result.split()[-1] if match.over else None)
    assert match.score == tuple(map(int, score.split("-")))
    if match.over:
        assert match.purchase is None
        assert "{}-{}".format(*match.owned[-1]) == result.split()[1]


def test_the_limit_of_rounds():
    scores = ["32-16", "24-24", "16-32"]
    match = scored("adji_kui_2 round_limit=3", *scores)
    assert match.result == "nobody 4-8 round_limit"
    assert not scored("adji_kui_2 round_limit=4", *scores).over
    assert match.owned == ((6, 6), (8, 4), (6, 6), (4, 8))


# --- buying ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("score", "purchase"),
    [
        ("32-16", Purchase(0, 2, (6, 7, 8, 9, 10, 11))),
        ("35-13", Purchase(0, 2, (6, 7, 8, 9, 10, 11))),
        ("16-32", Purchase(1, 2, (0, 1, 2, 3, 4, 5))),
        ("27-21", None),
        ("24-24", None),
        ("40-8", None),
    ],
)
def test_purchase(score, purchase):
    assert scored("adji_kui_2", score).purchase == purchase


def test_purchase_clockwise_and_in_own_rows():
    assert scored("adji_kui_2 direction=cw", "32-16").purchase.holes == (11, 10, 9, 8, 7, 6)
    assert scored("adji_kui_2 direction=cw", "16-32").purchase.holes == (5, 4, 3, 2, 1, 0)
    assert scored("hoyito_1", "40-8").purchase is None


@pytest.mark.parametrize(
    ("buy", "bought"),
    [
        (["f", "b"], (11, 7)),
        ([11, 7], (11, 7)),
        (("b", 11), (7, 11)),
        (np.array([7, 11]), (7, 11)),
        ("fb", (11, 7)),
        (iter("ad"), (6, 9)),
        (None, None),
    ],
)
def test_a_buyer_chooses(buy, bought):
    match = scored("adji_kui_2 buying=choice", "32-16").next_round(buy)
    assert match.bought == (None, bought)
    owned = {hole for hole in range(6, 12) if match.owner[hole] == 0}
    assert owned == set(bought or (6, 7))
    assert match.owner[:6] == (0,) * 6


SIX = "South buys 2 of the holes a, b, c, d, e, f, each once; buy is"


@pytest.mark.parametrize(
    ("buy", "message"),
    [
        (["A", "a"], f"{SIX} A, a."),
        (["F", "E"], f"{SIX} F, E."),
        (["a", "a"], f"{SIX} a, a."),
        ([6, "a"], f"{SIX} a, a."),
        (["c"], f"{SIX} c."),
        (["a", "b", "c"], f"{SIX} a, b, c."),
        ([], f"{SIX} empty."),
        (["a", "z"], "buy has 'z' in it; it takes letters or numbers of holes."),
        (["a", "aa"], "buy has 'aa' in it; it takes letters or numbers of holes."),
        ([6, 12], "buy has 12 in it; it takes letters or numbers of holes."),
        ([6, -1], "buy has -1 in it; it takes letters or numbers of holes."),
        ([6, 7.0], "buy has 7.0 in it; it takes letters or numbers of holes."),
        ([6, True], "buy has True in it; it takes letters or numbers of holes."),
        ([None], "buy has None in it; it takes letters or numbers of holes."),
    ],
)
def test_wrong_purchases_are_refused_in_words(buy, message):
    match = scored("adji_kui_2 buying=choice", "32-16")
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        match.next_round(buy)


@pytest.mark.parametrize("buy", [5, 6.5, True])
def test_a_purchase_that_is_no_list_is_refused_in_words(buy):
    with pytest.raises(ValueError, match="buy is"):
        scored("adji_kui_2 buying=choice", "32-16").next_round(buy)


def test_who_may_not_choose_may_name_the_nearest():
    match = scored("adji_kui_2", "32-16")
    assert match.next_round(["a", "b"]).owner == match.next_round().owner
    with pytest.raises(ValueError, match="South buys the nearest holes, a, b; buying = choice"):
        match.next_round(["a", "c"])


@pytest.mark.parametrize("rules", ["adji_kui_2 buying=choice", "hoyito_1 buying=choice"])
def test_where_nothing_is_for_sale(rules):
    match = scored(rules, "24-24")
    assert match.next_round([]).owner == match.next_round().owner
    with pytest.raises(ValueError, match="Nothing can be bought after round 1"):
        match.next_round(["a"])


def test_a_hole_in_dispute_is_the_nearest_not_bought():
    match = scored("adji_kui_2 buying=choice dispute=empty", "31-17")
    far = {"a": "N N N N . S", "b": "N N N N S .", "f": "S N N N N ."}
    for choice, row in far.items():
        start = match.next_round(choice).game.start
        assert owners_drawn(start.owner, start.stores) == f"{row} | 1\nS S S S S S | 3"


def test_the_allotment_before_anybody_chooses():
    found = scored("adji_kui_2 dispute=lottery", "27-21", seed=5).allotment
    assert (found.disputed, found.stock) == (6, (0, 0))
    assert found.owner[6] == found.drawn
    assert scored("adji_kui_2", "32-16").allotment.drawn is None
    assert scored("hoyito_1", "31-17").allotment.stock == (7, 1)


# --- combinations ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("label", "message"),
    [
        ("hoyito_2 final=nobody passing=mover", "chain is preceding, but final is nobody"),
        ("adji_kui_2 goal=0", "goal is 0; it takes 1 to 52"),
        ("adji_kui_2 goal=53", "goal is 53; it takes 1 to 52"),
        ("adji_kui_2 round_limit=0", "round_limit is 0; it takes 1 to 10,000"),
        ("adji_kui_2 round_limit=10001", "round_limit is 10001; it takes 1 to 10,000"),
        ("adji_kui_2 match=territory", "match is 'territory'; it can be none, buying, own_row"),
        ("adji_kui_2 buying=farthest", "buying is 'farthest'; it can be nearest, choice"),
        ("adji_kui_2 dispute=winner", "dispute is 'winner'; it can be larger, lottery, loser"),
        ("hoyito_1 unfilled=open", "unfilled is 'open'; it can be blocked"),
        ("hoyito_1 next_starter=loser", "next_starter is 'loser'; it can be alternate"),
        ("hoyito_1 chain=all", "chain is 'all'; it can be none, preceding"),
    ],
)
def test_combinations_without_meaning_are_refused(label, message):
    with pytest.raises(ValueError, match=message):
        Rules.of(label)


@pytest.mark.parametrize(
    ("label", "message"),
    [
        ("adji_kui_2 remainder=nobody", "remainder is nobody, but in a match the seeds of a round"),
        ("adji_kui_2 stuck=nobody", "stuck is nobody, but in a match the seeds of a round"),
        ("hoyito_1 remainder=nobody", "remainder is nobody, but in a match"),
        ("obridjie match=buying", "remainder is nobody, but in a match"),
        (
            "adji_kui_2 goal=6",
            "goal is 6, but each player owns 6 holes from the start; a match takes 7",
        ),
        ("anywoli match=buying", "goal is 10, but each player owns 12 holes"),
        ("anywoli", "anywoli is played in single games: its option match is none"),
    ],
)
def test_rules_of_no_match_are_refused_as_it_begins(label, message):
    rules = Rules.of(label)
    assert Game.new(rules, seed=1).outcome is None
    with pytest.raises(ValueError, match=message):
        Match.new(rules)
    name, *options = label.split()
    headers = [f'[Match "{name}"]']
    headers += ['[{} "{}"]'.format(*option.split("=")) for option in options]
    with pytest.raises(ValueError, match=message):
        Match.from_text("\n".join(headers))


@pytest.mark.parametrize(
    "label",
    [
        "adji_kui_2 goal=12 dispute=empty",
        "adji_kui_2 buying=choice",
        "adji_kui_2 round_limit=10000",
        "adji_kui_2 match=none",
        "anywoli match=own_row",
        "anywoli match=buying goal=13",
        "hoyito_2 chain=none",
        "adji_kui_1 chain=none",
    ],
)
def test_labels_read_back(label):
    rules = Rules.of(label)
    assert set(rules.label.split()) == set(label.split())
    assert Rules.of(rules.label) == rules
    assert eval(repr(rules)) == rules


# --- records --------------------------------------------------------------------------------------


def read_back(match):
    """See that a match survives both kinds of record."""
    text, form = match.to_text(), match.to_json()
    for again in (Match.from_text(text), Match.from_json(form)):
        assert again == match
        assert (again.result, again.bought, again.seed) == (match.result, match.bought, match.seed)
        assert again.to_text() == text
        assert again.to_json() == form
    assert str(match) == text


LABELS = [
    *PLAYED_IN_MATCHES,
    *(f"adji_kui_2 dispute={way} buying=choice" for way in WORDS["dispute"]),
    *(f"ba_awa dispute={way} stuck=owners" for way in WORDS["dispute"]),
    *(f"adji_kui_2 endless={way}" for way in ("owners", "draw", "void", "limit:20")),
    "ba_awa remainder=lottery",
    "anywoli match=buying goal=13 round_limit=3",
]


@pytest.mark.parametrize("label", LABELS)
def test_records_of_whole_matches_read_back(label):
    for seed in range(2):
        match = random_match(label, seed, rounds=4, starter=("south", "north")[seed])
        read_back(match)
        assert Match.from_text(match.to_text().replace("\n", "\r\n")) == match


@given(st.integers(0, 2**32))
def test_records_of_any_match_read_back(seed):
    rng = Random(seed)
    rules = random_match_rules(rng)
    read_back(random_match(rules, rng.randrange(2**63), rounds=3, plies=60))


def test_records_of_numbered_matches_read_back():
    match = Match.new("adji_kui_2", seed=2**63 - 1, number=7).play("A")
    assert '[Number "7"]' in match.to_text()
    assert match.to_text().count('[Game "7"]') == 1
    read_back(match)
    read_back(Match.new("adji_kui_2", seed=0))


def test_a_record_may_leave_out_what_follows_from_the_match():
    text = CHOICE.to_text()
    head, *rounds = text.split("\n\n[Round ")
    short = [re.sub(r'\n\[(Rules|Start|Seed|Result|buying) ".*"\]', "", each) for each in rounds]
    assert "Start" not in "".join(short)
    assert Match.from_text("\n\n[Round ".join([head, *short])) == CHOICE
    without = re.sub(r'\n\[(Result|Starter) ".*"\]', "", head)
    assert Match.from_text("\n\n[Round ".join([without, *short])) == CHOICE
    assert Match.from_text('[Match "ba_awa"]') == Match.new("ba_awa", seed=0)
    form = json.loads(CHOICE.to_json())
    for key in ("result", "checksum", "rules_version", "starter", "number"):
        del form[key]
    assert Match.from_json(json.dumps(form)) == CHOICE


def test_unknown_headers_and_keys_are_kept():
    text = CHOICE.to_text().replace('[Seed "19"]', '[Seed "19"]\n[Event "Class \\"4b\\""]', 1)
    text = text.replace('[Round "2"]', '[Round "2"]\n[Place "Matanzas"]')
    match = Match.from_text(text)
    assert match == CHOICE
    assert match.unknown == (("Event", 'Class "4b"'),)
    assert match.rounds[1].unknown == (("Place", "Matanzas"),)
    assert match.play().unknown == match.unknown
    assert match.back(2).unknown == match.unknown
    assert '[Event "Class \\"4b\\""]' in match.to_text()
    assert '[Place "Matanzas"]' in match.to_text()
    read_back(match)
    assert json.loads(match.to_json())["Event"] == 'Class "4b"'
    form = json.loads(CHOICE.to_json()) | {"list": [1], "note": "a\nb", "Seed": "5", "Round": "9"}
    kept = Match.from_json(json.dumps(form))
    assert kept == CHOICE
    assert {key: json.loads(kept.to_json())[key] for key in ("list", "note", "Seed", "Round")} == {
        "list": [1],
        "note": "a\nb",
        "Seed": "5",
        "Round": "9",
    }
    assert dict(Match.from_text(kept.to_text()).unknown) == {"note": "a\nb"}


@pytest.mark.parametrize("header", ["Round", "Bought"])
def test_a_round_keeps_no_header_that_a_match_writes(header):
    text = f'[Rules "adji_kui_2"]\n[Seed "1"]\n[{header} "7"]\n\n1. A(5)'
    match = Match.new("adji_kui_2", seed=1).with_round(Game.from_text(text))
    assert Match.from_text(match.to_text()) == match
    form = json.loads(match.game.to_json()) | {header.lower(): ["a"]}
    match = Match.new("adji_kui_2", seed=1).with_round(Game.from_json(json.dumps(form)))
    assert Match.from_json(match.to_json()) == match


def changed(old, new, count=1):
    """The text of the example with something put in the place of something else."""
    text = CHOICE.to_text()
    assert old in text
    return text.replace(old, new, count)


def in_round(number, pattern, new):
    """The text of the example with the first match of a pattern in one of its rounds replaced."""
    parts = CHOICE.to_text().split("\n\n[Round ")
    parts[number], count = re.subn(pattern, new, parts[number], count=1)
    assert count == 1
    return "\n\n[Round ".join(parts)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (in_round(1, r"1\. \w", "1. a"), "^Round 1: Move 1, a.*North's hole"),
        (in_round(2, r"\n1\. \S+", "\n1. b(99)"), "^Round 2: Move 1, b"),
        (in_round(2, r"\n1\. \S+ ", "\n1. "), "^Round 2: Move"),
        (in_round(3, r"\b2\. ", "9. "), "^Round 3: Move 9"),
        (in_round(3, r"\S+$", ""), "^Round 3: The result is"),
        (in_round(2, r"\S+$", ""), "^Round 2: The result is"),
        (in_round(3, r"\S+$", "A"), "^Round 3: Move"),
        (in_round(3, r'Bought ".*"', 'Bought "c"'), "^Round 3: South buys 2 of .*; buy is [cC]"),
        (in_round(3, r'Bought ".*"', 'Bought "A B"'), "^Round 3: "),
        (in_round(3, r'Bought ".*"', 'Bought "A A"'), "^Round 3: .* each once"),
        (in_round(3, r'\n\[Bought ".*"\]', ""), "^Round 3: The round begins with"),
        (in_round(2, r'\[Rules "', '[Bought "a"]\n[Rules "'), "^Round 2: "),
        (in_round(1, r'\[Rules "', '[Bought "a"]\n[Rules "'), "^Round 1: nothing is bought before"),
        (in_round(2, r"<6,0,0,4", "<6,0,1,3"), "^Round 2: "),
        (in_round(2, r'Start ".*"', 'Start "north"'), "^Round 2: "),
        (in_round(2, r'Start ".*"', 'Start "x"'), "^Round 2: "),
        (
            in_round(2, r'Seed ".*"', 'Seed "5"'),
            "^Round 2: The round has the seed 5; in this match",
        ),
        (in_round(1, r'Seed ".*"', 'Seed "5"'), "^Round 1: The round has the seed 5"),
        (in_round(1, r'Seed ".*"', 'Seed "x"'), "^Round 1: The header Seed is 'x'"),
        (in_round(1, r'Result ".*"', 'Result "24-24 eight_left"'), "^Round 1: The result is"),
        (
            in_round(2, r'\[buying "choice"\]', '[buying "nearest"]'),
            "^Round 2: The round is played",
        ),
        (
            in_round(2, r'\[Rules "adji_kui_2"', '[Rules "ba_awa"'),
            "^Round 2: Move 1",
        ),
        (in_round(2, r'\[Rules "', '[Game "4"]\n[Rules "'), "^Round 2: The round is of match 4"),
        (in_round(2, r'^"2"', '"3"'), "^Round 2: it says that it is round 3"),
        (in_round(1, r'^"1"', '"2"'), "^Round 1: it says that it is round 2"),
        (in_round(2, r'^"2"', '"two"'), "^Round 2: it says that it is round two"),
        (changed('[Match "adji_kui_2"]\n', ""), "names no match"),
        (changed('[Match "adji_kui_2"]', '[Match "oware"]'), "no rule set 'oware'"),
        (changed('[Match "adji_kui_2"]', '[Match "anywoli"]'), "played in single games"),
        (changed('[Match "adji_kui_2"]', '[Match "ba_awa"]'), "^Round 1: "),
        (changed('[buying "choice"]', '[buying "nearest"]'), "^Round 1: The round is played by"),
        (changed('[buying "choice"]', '[goal "9"]'), "^Round 1: The round is played by"),
        (changed('[buying "choice"]', '[goal "x"]'), "goal is 'x'"),
        (changed('[Starter "south"]', '[Starter "north"]'), "^Round 1: The round begins with"),
        (changed('[Starter "south"]', '[Starter "east"]'), "'east' is no player"),
        (changed('[Seed "19"]', '[Seed "20"]'), "^Round 1: The round has the seed 19"),
        (changed('[Seed "19"]', '[Number "3"]\n[Seed "19"]'), None),
        (
            changed("North 2-10 goal", "South 10-2 goal"),
            "^The result is North 2-10 goal by the rules",
        ),
        (changed("North 2-10 goal", "*"), r"^The result is North 2-10 goal by the rules, not \*"),
        (changed('[Seed "19"]', '[Seed "19"]\n[Seed "19"]'), "Seed stands twice"),
        (changed('[Starter "south"]', "[Starter south]"), "is no header line"),
        (changed('[Starter "south"]', '[Starter "south"]\n1. A'), "stands before the first round"),
    ],
)
def test_records_that_were_changed_are_refused(text, message):
    if message is None:
        # Rounds that do not say their match's number take it from the match.
        assert Match.from_text(text).number == 3
        return
    with pytest.raises(ValueError, match=message):
        Match.from_text(text)


def test_rounds_that_are_missing_or_too_many_are_refused():
    head, *rounds = CHOICE.to_text().split("\n\n[Round ")
    for kept, message in [
        (rounds[:2], "The result is"),
        (rounds[1:], "^Round 1: it says that it is round 2"),
        ([rounds[0], rounds[2]], "^Round 2: it says that it is round 3"),
        ([*rounds, rounds[2].replace('"3"', '"4"', 1)], "^Round 4: The match is over"),
        ([rounds[0], rounds[0].replace('"1"', '"2"', 1)], "^Round 2: "),
    ]:
        with pytest.raises(ValueError, match=message):
            Match.from_text("\n\n[Round ".join([head, *kept]))


def test_a_record_that_breaks_off_is_refused():
    text = CHOICE.to_text()
    for length in range(text.index("[Round"), len(text) - 1, 29):
        with pytest.raises(ValueError, match=r"\w"):
            Match.from_text(text[:length])
    form = CHOICE.to_json()
    for length in range(0, len(form) - 1, 197):
        with pytest.raises(ValueError, match="no record of a match"):
            Match.from_json(form[:length])


@given(st.integers(0, 2**32))
def test_slips_in_a_record_are_found_or_change_nothing(seed):
    rng = Random(seed)
    for text, read in ((CHOICE.to_text(), Match.from_text), (CHOICE.to_json(), Match.from_json)):
        place, gone = rng.randrange(len(text)), rng.choice((0, 1, 1, 2, 30))
        put = rng.choice((*'0123456789"[](){}AaFfZ.-+/!*\n \\,:', ""))
        try:
            match = read(text[:place] + put + text[place + gone :])
        except ValueError:
            continue
        assert match == CHOICE


@pytest.mark.parametrize("wrong", [None, 5, b"", ["a"]])
def test_what_is_no_text_is_no_record(wrong):
    with pytest.raises(ValueError, match="no record of a match"):
        Match.from_text(wrong)
    with pytest.raises(ValueError, match="no record of a match"):
        Match.from_json(wrong)


def test_records_of_games_are_none_of_matches():
    match = Match.new("adji_kui_2", seed=1).play("A")
    with pytest.raises(ValueError, match="names no match"):
        Match.from_text(match.game.to_text())
    with pytest.raises(ValueError, match='"format" is not "mancala_core match"'):
        Match.from_json(match.game.to_json())
    with pytest.raises(ValueError, match='"format" is not "mancala_core game"'):
        Game.from_json(match.to_json())
    with pytest.raises(ValueError, match="names no rules"):
        Game.from_text(match.to_text())


def json_with(**values):
    return json.dumps(json.loads(CHOICE.to_json()) | values)


def json_round(place, **values):
    """The JSON record of the example with something changed in one of its rounds."""
    form = json.loads(CHOICE.to_json())
    form["rounds"][place] |= values
    return json.dumps(form)


MOVES = json.loads(CHOICE.to_json())["rounds"][1]["moves"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (json_with(format="mancala_core game"), "no record of a match"),
        (json_with(rules_version=99), "version 99"),
        (json_with(rules="oware"), "no rule set 'oware'"),
        (json_with(rules="anywoli"), "played in single games|single"),
        (json_with(options=[]), "no table of options"),
        (json_with(options={}), "^Round 1: The round is played by"),
        (json_with(starter="north"), "^Round 1: The round begins with"),
        (json_with(starter=None), "None is no player"),
        (json_with(seed=20), "^Round 1: The round has the seed 19"),
        (json_with(seed=None), '"seed"'),
        (json_with(number=-1), '"number"'),
        (json_with(number=2), "^Round 1: The round is of match 0"),
        (json_with(rounds=5), "no list of rounds"),
        (json_with(rounds=[5]), "no list of rounds"),
        (json_with(rounds=[]), "last positions of the rounds"),
        (json_with(checksum="0"), "last positions of the rounds"),
        (json_with(result=None), "The result is North 2-10 goal"),
        (json_with(result="North"), "The result is North 2-10 goal"),
        (json_round(0, format="x"), "^Round 1: This is no record of a game"),
        (json_round(1, moves=["a(99)", *MOVES[1:]]), "^Round 2: Move 1"),
        (json_round(1, moves=MOVES[:-1]), "^Round 2: "),
        (json_round(1, seed=5), "^Round 2: The round has the seed 5|^Round 2: "),
        (json_round(1, checksum="0"), "^Round 2: The last position is not the one|^Round 2: "),
        (json_round(1, bought=["a"]), "^Round 2: "),
        (json_round(2, bought=["c"]), "^Round 3: South buys 2 of"),
        (json_round(2, bought=[6, 7]), "^Round 3: "),
        (json_round(2, bought="ab"), "^Round 3: .bought. is no list of holes"),
        (json_round(2, bought=None), "^Round 3: The round begins with"),
        (json_round(0, bought=[]), "^Round 1: nothing is bought before the first round"),
    ],
)
def test_json_records_that_were_changed_are_refused(text, message):
    with pytest.raises(ValueError, match=message):
        Match.from_json(text)


# --- laws -----------------------------------------------------------------------------------------

CONSERVED = [
    ("ba_awa", 50, {"bought"}),
    ("hoyito_1", 12, {"stock"}),
    ("hoyito_2", 5, {"stock"}),
    ("adji_kui_2", 12, {"bought"}),
    ("adji_kui_2 dispute=empty", 12, {"bought", "stock"}),
    ("adji_kui_2 endless=void buying=choice", 9, {"bought"}),
]
"""Rules, random matches to play by them, and what their rounds begin with at times."""


@pytest.mark.parametrize(("label", "matches", "with_"), CONSERVED)
def test_no_seed_is_lost_in_any_round(label, matches, with_):
    seen = set()
    for seed in range(matches):
        match = random_match(label, seed, rounds=12)
        for game in match.rounds:
            start = game.start
            in_play = sum(side >= 0 for side in start.owner)
            assert in_play * 4 + sum(start.stores) == 48
            assert all(
                count == (4 if side >= 0 else 0)
                for count, side in zip(start.seeds, start.owner, strict=True)
            )
            for move in game.moves:
                assert move.after.left + sum(move.after.stores) == 48
                assert all(
                    count == 0
                    for count, side in zip(move.after.seeds, start.owner, strict=True)
                    if side < 0
                )
                conserved_within(move)
            assert game.outcome is not None
            seen |= {"stock"} if sum(start.stores) else set()
            seen |= {"bought"} if start.owner[:6] != (0,) * 6 and min(start.owner) == 0 else set()
    assert seen == with_


def conserved_within(move):
    """Board, hand and stores after every single event of a move."""
    board, hand = move.before.left, 0
    stores = sum(move.before.stores)
    for event in move.events:
        if event.kind == "pick_up":
            board, hand = board - event.seeds, hand + event.seeds
        elif event.kind == "sow":
            board, hand = board + 1, hand - 1
        elif event.kind == "capture":
            board, stores = board - event.seeds, stores + event.seeds
        else:
            board, hand = board + event.seeds, hand - event.seeds
        assert board + hand + stores == 48
        assert min(board, hand, stores) >= 0
