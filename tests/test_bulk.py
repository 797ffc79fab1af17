"""The tuned playouts give the games that the rules as they are written give, move by move.

`playout` plays by `engine.sowing`, compiled; `bulk` plays packed boards. Both draw from the
same streams, so that every number of every game has to agree.
"""

import os

import numpy as np
import pytest

from mancala_core import Rules
from mancala_core.engine.options import WORDS
from mancala_core.engine.streams import LARGEST_SEED
from mancala_core.study import bulk, packed
from mancala_core.study.playout import COLUMNS

LONG = os.environ.get("MANCALA_LONG") == "1"
PAIRS = (("random", "random"), ("greedy", "greedy"), ("random", "greedy"))
DECIDING = [name for name in WORDS if name not in ("remainder", "stuck", "repetition")]
LABELS = [
    *Rules.names(),
    *(
        f"{name} {option}={value}"
        for name in ("anywoli", "adji_kui_2")
        for option in DECIDING
        for value in WORDS[option]
        if value != getattr(Rules.load(name), option)
        # Nothing could be taken, or no extra move declined.
        and (name, value) not in (("adji_kui_2", "nobody"), ("adji_kui_2", "optional"))
    ),
    *(f"{name} relay=false" for name in ("anywoli", "adji_kui_2")),
    *(f"{name} end_without_move=true" for name in ("anywoli", "adji_kui_2")),
    *(f"anywoli least={least}" for least in (2, 3, 4)),
    *(f"anywoli holes={holes}" for holes in (2, 3, 4, 5, 6, 7, 8, 9, 10, 11)),
    *(f"adji_kui_2 holes={holes}" for holes in (2, 3, 4, 9, 12)),
    *("anywoli capture_on=3 seeds=3", "anywoli capture_on=2", "anywoli capture_on=8"),
    *("anywoli end_at=0", "anywoli end_at=16", "adji_kui_2 end_at=4", "anywoli seeds=8 holes=6"),
    "anywoli final=nobody own_final=relay passing=mover",
    "anywoli final_side=own own_final=relay direction=cw",
    "adji_kui_2 final_side=own own_final=relay passing=mover origin=skip",
    "adji_kui_2 endless=owners final=owner holes=4",
]
PACKED = [label for label in LABELS if packed.fits(Rules.of(label))]
HANDED_OVER = [
    *("yit_jani", "anywoli extra_move=optional", "anywoli repetition=draw"),
    *("adji_kui_2 endless=limit:75", "anywoli capture_on=2,3", "anywoli holes=20"),
]


def both(label, games, most, pair=PAIRS[0], seed=1):
    rules = Rules.of(label)
    starters = np.arange(games) % 2
    tuned = bulk.playouts(rules, 0, starters, pair, seed, most)
    plain = bulk.playouts(rules, 0, starters, pair, seed, most, packed=False)
    return tuned, plain


def differing(tuned, plain):
    """The first games that differ: their number, and what both say."""
    wrong = (tuned.rows != plain.rows).any(axis=1) | (tuned.prints != plain.prints)
    return [
        (int(game), dict(zip(COLUMNS, zip(tuned.rows[game].tolist(), plain.rows[game].tolist()))))
        for game in np.flatnonzero(wrong)[:3]
    ]


def test_the_lists_of_rules_are_what_they_say():
    assert len(PACKED) > 40
    assert all(not packed.fits(Rules.of(label)) for label in HANDED_OVER)
    both_games = {label for label in PACKED if " " not in label}
    assert {"anywoli", "adji_kui_2"} <= both_games


@pytest.mark.parametrize("label", PACKED)
def test_random_games_are_the_same(label):
    assert differing(*both(label, 10_000, 200)) == []


@pytest.mark.parametrize("label", PACKED)
@pytest.mark.parametrize("pair", PAIRS[1:])
def test_games_of_greedy_players_are_the_same(label, pair):
    assert differing(*both(label, 500, 200, pair, seed=2)) == []


@pytest.mark.parametrize("label", ["anywoli", "adji_kui_2", "anywoli_wikipedia"])
def test_whole_games_are_the_same(label):
    tuned, plain = both(label, 200, 20_000, seed=LARGEST_SEED)
    assert differing(tuned, plain) == []
    assert tuned.rows[:, COLUMNS.index("moves")].max() > 150


@pytest.mark.skipif(not LONG, reason="MANCALA_LONG is not set")
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("label", PACKED)
def test_ten_thousand_long_games_are_the_same(label):
    assert differing(*both(label, 10_000, 20_000, seed=3)) == []


@pytest.mark.parametrize("label", HANDED_OVER)
def test_rules_that_do_not_fit_are_handed_over(label):
    tuned, plain = both(label, 20, 300)
    assert differing(tuned, plain) == []


def test_a_game_that_outgrows_its_packing_is_played_again(monkeypatch):
    """Without passing captures holes of a long row fill up, now and then too far."""
    rules = Rules.of("anywoli passing=nobody")
    played = []
    whole = bulk.play_games

    def watched(*arguments):
        played.append(np.flatnonzero(~arguments[-1]))
        whole(*arguments)

    monkeypatch.setattr(bulk, "play_games", watched)
    tuned = bulk.playouts(rules, 0, np.arange(2000) % 2, PAIRS[0], 1, 300)
    assert 0 < len(played[0]) < 200
    plain = bulk.playouts(rules, 0, np.arange(2000) % 2, PAIRS[0], 1, 300, packed=False)
    assert differing(tuned, plain) == []


def test_a_difference_would_be_seen():
    tuned, plain = both("anywoli", 50, 200)
    tuned.rows[7, COLUMNS.index("laps")] += 1
    assert [game for game, _ in differing(tuned, plain)] == [7]


@pytest.mark.parametrize("name", ["anywoli", "adji_kui_2", "anywoli holes=9"])
def test_the_tables_of_laps_sow_what_is_picked_up(name):
    rules = Rules.of(name)
    shape, laps = packed.shape_of(rules), packed.laps_of(rules)
    for hole in range(2 * rules.holes):
        for hand in range(1, shape.hands):
            board = np.zeros(2 * rules.holes, np.int64)
            board[hole] = hand
            rows = [packed.pack(shape, board, row) for row in (0, 1)]
            entry = laps[hole * shape.hands + hand]
            after = np.zeros_like(board)
            packed.unpack(
                shape, rows[0] + entry[packed.SOUTH], rows[1] + entry[packed.NORTH], after
            )
            expected = np.zeros_like(board)
            for step in range(1, hand + 1):
                expected[(hole + step * rules.options.step) % len(board)] += 1
            assert after.tolist() == expected.tolist()
            assert entry[packed.END] == (hole + hand * rules.options.step) % len(board)


def test_bits_are_counted_and_chosen_for_every_set_of_holes():
    shape = packed.shape_of(Rules.load("anywoli"))
    for number in range(1, 1 << 12, 5):
        holes = [hole for hole in range(12) if number >> hole & 1]
        bits = sum(1 << (shape.width * hole) for hole in holes)
        assert packed.count_bits(shape, bits) == len(holes)
        chosen = [packed.select(shape, bits, rank) for rank in range(len(holes))]
        assert chosen == holes


def test_holes_with_enough_seeds_are_found_up_to_the_fullest():
    shape = packed.shape_of(Rules.load("anywoli"))
    for least in (1, 2, 7, 15):
        for count in range(32):
            row = count << (3 * shape.width)
            found = packed.playable(shape, least, row)
            assert found == (1 << (3 * shape.width) if count >= least else 0)
