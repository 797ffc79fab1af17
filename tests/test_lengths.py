"""Lengths: cut games are censored, medians may lie beyond the cut, limits are an experiment."""

import math

import numpy as np
import pandas as pd
import pytest
from statsmodels.duration.survfunc import SurvfuncRight
from tables import made, with_results

from mancala_core import settle
from mancala_core.study.lengths import cutoff, lengths, median_length
from mancala_core.study.results import outcomes


def cut_at(table, limit):
    """The same games, cut after so many moves."""
    long = table["moves"] > limit
    other = table.assign(moves=table["moves"].clip(upper=limit))
    other["ending"] = other["ending"].astype(object)
    other.loc[long, "ending"] = "cut"
    return other


def test_the_survival_curve_of_a_textbook():
    """Remission of leukaemia, drug arm (Freireich 1963; in Kalbfleisch and Prentice, Cox)."""
    ended = [6, 6, 6, 7, 10, 13, 16, 22, 23]
    cut = [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35]
    table = with_results(["win"] * 9 + ["cut"] * 12, moves=np.array(ended + cut))
    found = lengths(table).set_index("moves")["survival"]
    printed = {6: 0.857, 7: 0.807, 10: 0.753, 13: 0.690, 16: 0.627, 22: 0.538, 23: 0.448}
    for moves, survival in printed.items():
        assert round(found[moves], 3) == survival
    assert median_length(table).estimate == 23
    assert str(median_length(table)) == "23 [13, beyond the cut]"


def test_it_is_what_statsmodels_says():
    table = cut_at(made(300), 2500)
    found = lengths(table).set_index("moves")
    other = SurvfuncRight(table["moves"], (table["ending"] != "cut").astype(int))
    expected = dict(zip(other.surv_times, other.surv_prob))
    for moves, survival in expected.items():
        assert found.loc[moves, "survival"] == pytest.approx(survival)
    median = median_length(table)
    assert median.estimate == other.quantile(0.5)
    assert (median.low, median.high) == other.quantile_ci(0.5, method="cloglog")


def test_cutting_changes_nothing_before_the_cut():
    table = made(200)
    whole = lengths(table).set_index("moves")["survival"]
    part = lengths(cut_at(table, 1500)).set_index("moves")["survival"]
    short = part[part.index < 1500]
    assert short.to_numpy() == pytest.approx(whole[short.index].to_numpy())
    assert whole.iloc[-1] == 0 < part.iloc[-1]
    assert median_length(cut_at(table, 100)).estimate == math.inf
    assert str(median_length(cut_at(table, 30))) == "beyond the cut, and so is its interval"


@pytest.mark.parametrize(
    "table",
    [
        made(1),
        made(2),
        made(40),
        made(5).assign(moves=7),
        with_results(["cut"]),
        with_results(["cut"] * 30),
        cut_at(made(40), 300),
        with_results(["cut", "win"], moves=[3, 9]),
        with_results(["cut", "win"], moves=[9, 3]),
    ],
)
def test_no_interval_is_missing(table):
    found = lengths(table)
    assert found.notna().all(axis=None)
    assert (found["low"] <= found["survival"]).all()
    assert (found["survival"] <= found["high"]).all()
    assert found[["low", "high"]].to_numpy().min() >= 0
    assert found[["low", "high"]].to_numpy().max() <= 1
    assert "nan" not in str(median_length(table))


def test_no_games_and_repeated_games():
    assert len(lengths(made(0))) == 0
    assert str(median_length(made(0))) == "no data"
    repeated = made(40).assign(fingerprint=np.uint64(2), moves=100)
    assert lengths(repeated)["low"].isna().all()
    assert str(median_length(repeated)) == "100 (no interval)"


def test_exact_tails_have_no_length():
    for doing in (lengths, median_length, lambda df: cutoff(df, [5])):
        with pytest.raises(ValueError, match='tail="play"'):
            doing(made(4, exact=True))


def test_a_limit_scored_as_draws_moves_the_answer_towards_one_half():
    table = with_results(["win"] * 80 + ["loss"] * 20, moves=np.arange(1, 101))
    found = cutoff(table, [0, 50, 100]).set_index("limit")
    assert found["called"].tolist() == [100, 50, 0]
    assert found["score"].tolist() == pytest.approx([0.5, 0.75, 0.8])
    assert found["draw"].tolist() == pytest.approx([1, 0.5, 0])
    assert set(found["true_score"]) == {0.8}
    assert found.loc[100, "low"] == found.loc[100, "true_low"]
    assert cutoff(table, [5]).attrs["label"].startswith("Experiment")


def test_a_limit_beyond_the_cut_is_refused():
    table = cut_at(made(50), 1000)
    with pytest.raises(ValueError, match="beyond a game that was cut after 1,000 moves"):
        cutoff(table, [1001])
    found = cutoff(table, [1000]).iloc[0]
    assert found["called"] == (table["ending"] == "cut").sum()
    assert found["games"] == 50
    assert found["true_score"] == pytest.approx(outcomes(table)["score"].mean())
    with pytest.raises(ValueError, match="whole number"):
        cutoff(table, [-1])
    assert len(cutoff(table, [])) == 0
    assert cutoff(made(0), [10])["games"].tolist() == [0]


def test_a_game_that_stands_twice_is_refused_however_it_is_settled():
    table = made(20)
    for doing in (lengths, median_length, lambda df: cutoff(df, [5])):
        with pytest.raises(ValueError, match="more than once"):
            doing(pd.concat([table, table]))
    both = pd.concat([settle(table, way) for way in ("starter", "nobody")])
    with pytest.raises(ValueError, match="more than once"):
        lengths(both)
    with pytest.raises(ValueError, match="several conventions"):
        cutoff(both, [5])
