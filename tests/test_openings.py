"""The first move of each game from its own stream, and what it is worth."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from tables import made, with_results

from mancala_core import replay, settle, simulate
from mancala_core.engine.position import letter
from mancala_core.players import strategies
from mancala_core.study import openings as module
from mancala_core.study.openings import by_opening, openings
from mancala_core.study.results import outcomes

LABELS = (
    *("anywoli", "adji_kui_2", "anywoli direction=cw", "yit_jani", "adji_kui_2 endless=owners"),
    # On such a board some first moves are endless, so a hole may be drawn again.
    *("anywoli holes=2 seeds=3 capture_on=2", "anywoli holes=2 origin=skip capture_on=2"),
)


@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize("pair", [("random", "greedy"), ("greedy", "random")])
def test_an_opening_is_the_first_move_of_the_replayed_game(label, pair):
    games = simulate(label, 12, seed=3, strategies=pair, max_moves=3)
    found = openings(games)
    for place in range(len(games)):
        moves = replay(games, place).moves
        if not moves:
            assert pd.isna(found.iloc[place])
            continue
        hole = moves[0].hole
        assert found.iloc[place] == ("-" if hole is None else letter(hole, moves[0].before.holes))


def test_many_games_at_once_are_those_found_one_by_one(monkeypatch):
    table = made(500)
    fast = openings(table)
    monkeypatch.setattr(module, "_table", lambda *_: [])
    assert openings(table).tolist() == fast.tolist()
    assert len(set(fast)) == 24


def test_a_strategy_that_draws_otherwise_is_asked_game_by_game(monkeypatch):
    def twice(rules, position, rng):
        rng.below(5)
        return strategies.random(rules, position, rng)

    def by_bits(rules, position, rng):
        return rng.bits() % 12 + 12 * position.mover

    for strategy in (twice, by_bits):
        monkeypatch.setitem(strategies._STRATEGIES, "odd", strategy)
        found = openings(made(30, strategies=("odd", "odd")))
        assert found.notna().all()
        assert found.tolist() != openings(made(30)).tolist()


def test_any_index_is_kept():
    table = made(50)
    expected = openings(table)
    other = table.set_index(pd.Index([3] * 50)).iloc[::-1]
    found = openings(other)
    assert found.index.equals(other.index)
    assert found.tolist() == expected.tolist()[::-1]
    assert len(openings(made(0))) == 0
    assert openings(made(3).assign(moves=0)).isna().all()


def test_a_score_for_each_opening():
    table = made(2000)
    found = by_opening(table).set_index("opening")
    first = openings(table).astype(str).str.upper()
    score = outcomes(table)["score"]
    assert found.index.tolist() == list("ABCDEFGHIJKL")
    for name, row in found.iterrows():
        own, rest = score[first == name], score[first != name]
        assert row["score"] == pytest.approx(own.mean())
        assert row["others"] == pytest.approx(rest.mean())
        assert row["p"] == pytest.approx(stats.ttest_ind(own, rest, equal_var=False).pvalue)
    assert (found["p_holm"] >= found["p"]).all()
    assert found["games"].sum() == 2000


def test_an_opening_that_wins_is_found_and_chance_is_not():
    table = made(300)
    best = (openings(table).astype(str).str.upper() == "C").to_numpy()
    other = with_results(np.where(best, "win", "loss").tolist())
    other["starter"] = table["starter"]
    flip = (other["starter"] == "north").to_numpy()
    other.loc[flip, ["south", "north"]] = other.loc[flip, ["north", "south"]].to_numpy()
    other["rules"] = "anywoli remainder=nobody"
    found = by_opening(other).set_index("opening")
    assert found.loc["C", "p_holm"] < 0.01
    assert by_opening(table)["p_holm"].min() > 0.05


def test_p_values_of_few_games_by_hand():
    """One win among four games; two wins before two losses; Welch from ten games on."""
    assert module._against(np.array([1.0]), np.array([0.0, 0.0, 0.0])) == 0.25
    assert module._against(np.array([1.0, 1.0]), np.array([0.0, 0.0])) == pytest.approx(2 / 6)
    assert module._against(np.array([1.0, 1.0]), np.array([1.0])) == 1
    one, two = np.array([1.0, 0.5] * 10), np.array([0.0, 1.0] * 10)
    assert module._against(one, two) == stats.ttest_ind(one, two, equal_var=False).pvalue


@pytest.mark.parametrize("count", [0, 1, 2, 30])
def test_few_games(count):
    for table in (made(count), with_results(["win"] * count)):
        found = by_opening(table)
        assert found["games"].sum() == count
        assert found[["score", "low", "high"]].notna().all(axis=None)
        if count > 2:
            assert found["p"].between(0, 1).all()
    assert by_opening(with_results(["cut"] * 3))["finished"].sum() == 0
    repeated = by_opening(made(40).assign(fingerprint=np.uint64(4)))
    assert repeated[["low", "p_holm"]].isna().all(axis=None)


def test_the_convention_is_told_and_two_are_refused():
    table = made(60)
    assert by_opening(table).attrs["convention"] == "penultimate"
    assert by_opening(settle(table, "starter")).attrs["convention"] == "starter"
    both = pd.concat([settle(table, way) for way in ("starter", "nobody")])
    with pytest.raises(ValueError, match="several conventions: starter, nobody"):
        by_opening(both)
    with pytest.raises(ValueError, match="more than once"):
        by_opening(pd.concat([table, table]))
