"""Intervals: textbook values, what statsmodels gives, and nothing missing at the edges."""

import math
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from statsmodels.stats.proportion import (
    confint_proportions_2indep,
    multinomial_proportions_confint,
    proportion_confint,
)
from tables import made

from mancala_core import settle
from mancala_core.study import intervals
from mancala_core.study.calibration import calibration
from mancala_core.study.differences import apart, difference, paired, scores_apart
from mancala_core.study.results import outcomes

SHARES = {"wilson": intervals.share, "beta": intervals.rare, "jeffreys": intervals.jeffreys}


def ends(interval, digits=4):
    return round(interval.low, digits), round(interval.high, digits)


def is_whole(interval, low=0.0, high=1.0):
    return low <= interval.low <= interval.estimate <= interval.high <= high


def test_wilson_as_newcombe_prints_it():
    """Newcombe, Statistics in Medicine 17, 1998, p. 857-872, table I, method 3."""
    printed = {
        (81, 263): (0.2553, 0.3662),
        (15, 148): (0.0624, 0.1605),
        (0, 20): (0.0000, 0.1611),
        (1, 29): (0.0061, 0.1718),
    }
    for counts, expected in printed.items():
        assert ends(intervals.share(*counts)) == expected


def test_clopper_and_pearson_as_newcombe_prints_it():
    """The same table, method 5."""
    printed = {
        (81, 263): (0.2527, 0.3676),
        (15, 148): (0.0578, 0.1617),
        (0, 20): (0.0000, 0.1684),
        (1, 29): (0.0009, 0.1776),
    }
    for counts, expected in printed.items():
        assert ends(intervals.rare(*counts)) == expected


def test_newcombe_as_he_prints_it():
    """Newcombe, Statistics in Medicine 17, 1998, p. 873-890, table II, method 10."""
    printed = {
        (56, 70, 48, 80): (0.0524, 0.3339),
        (9, 10, 3, 10): (0.1705, 0.8090),
        (5, 56, 0, 29): (-0.0381, 0.1926),
        (0, 10, 0, 10): (-0.2775, 0.2775),
        (10, 10, 0, 10): (0.6075, 1.0000),
    }
    for counts, expected in printed.items():
        assert ends(difference(*counts)) == expected


@pytest.mark.parametrize("method", SHARES)
@pytest.mark.parametrize("games", [1, 2, 10, 1000])
def test_shares_are_those_of_statsmodels_and_never_missing(method, games):
    for count in {0, 1, games // 2, games}:
        found = SHARES[method](count, games)
        assert is_whole(found)
        if 0 < count < games:
            assert found[1:3] == pytest.approx(proportion_confint(count, games, method=method))
    assert SHARES[method](0, games).low == 0
    assert SHARES[method](games, games).high == 1


def test_no_data_is_said_and_raises_nothing():
    nothing = [function(0, 0) for function in SHARES.values()]
    nothing += [*intervals.triple(0, 0, 0), intervals.score([]), intervals.score_bootstrap([])]
    nothing += [intervals.mean([], 96), paired([]), difference(0, 0, 3, 4)]
    for found in nothing:
        assert math.isnan(found.estimate)
        assert str(found) == "no data"


def test_the_one_sided_bound_at_zero():
    found = intervals.rare(0, 300)
    assert found.bound == pytest.approx(1 - 0.05 ** (1 / 300))
    assert found.bound == pytest.approx(3 / 300, rel=0.01)
    assert found.bound < found.high
    assert stats.binom.pmf(0, 300, found.bound) == pytest.approx(0.05)
    assert intervals.rare(1, 300).bound is None


def test_goodman_is_that_of_statsmodels_and_holds_at_the_edges():
    counts = (91, 49, 37)
    expected = multinomial_proportions_confint(counts, method="goodman")
    found = np.array([interval[1:3] for interval in intervals.triple(*counts)])
    assert found == pytest.approx(expected)
    for counts in ((0, 0, 1), (1, 0, 0), (0, 1, 0), (0, 5, 5), (50, 0, 0)):
        for interval in intervals.triple(*counts):
            assert is_whole(interval)


def test_the_score_has_the_variance_of_draws_not_the_binomial_one():
    wins, draws, losses = 300, 250, 450
    n, s = 1000, (300 + 125) / 1000
    variance = (wins + draws / 4) / n - s**2
    reach = 1.959963984540054 * math.sqrt(variance / n)
    found = intervals.score([1] * wins + [0.5] * draws + [0] * losses)
    assert found[:3] == pytest.approx((s, s - reach, s + reach))
    assert reach < 1.96 * math.sqrt(s * (1 - s) / n)


@pytest.mark.parametrize("value", [0, 0.5, 1])
@pytest.mark.parametrize("games", [1, 2, 30])
def test_a_score_without_variance_has_the_interval_of_clopper_and_pearson(value, games):
    found = intervals.score([value] * games)
    low = proportion_confint(games, games, method="beta")[0]
    assert found[1:3] == pytest.approx((value * low, value * low + 1 - low))
    assert is_whole(found)


def test_near_the_ends_the_score_is_wilsons():
    """Without draws it is exactly Wilson's; the normal interval would leave 0..1."""
    for losses in (1, 3, 9):
        found = intervals.score([1] * (100 - losses) + [0] * losses)
        expected = proportion_confint(100 - losses, 100, method="wilson")
        assert found[1:3] == pytest.approx(expected)
    assert is_whole(intervals.score([1, 0]))
    assert is_whole(intervals.score([1, 0.5]))


def test_many_scores_at_once_are_those_found_one_by_one():
    rng = np.random.default_rng(3)
    values = rng.choice([0, 0.5, 1], 200, p=[0.05, 0.1, 0.85])
    counts = np.arange(1, 201, dtype=float)
    low, high = intervals.score_bounds(counts, np.cumsum(values), np.cumsum(values**2))
    for place in range(200):
        one = intervals.score(values[: place + 1])
        assert (low[place], high[place]) == pytest.approx(one[1:3])
    nothing = intervals.score_bounds(np.zeros(1), np.zeros(1), np.zeros(1))
    assert np.isnan(nothing).all()


def test_the_bootstrap_agrees_with_the_formula():
    values = [1] * 400 + [0.5] * 100 + [0] * 500
    one, other = intervals.score_bootstrap(values, resamples=4999), intervals.score(values)
    assert one[:3] == pytest.approx(other[:3], abs=0.002)
    again = intervals.score_bootstrap(values, resamples=4999)
    assert one == again
    for same in ([1], [0.5] * 4):
        assert intervals.score_bootstrap(same) == intervals.score(same)


def test_the_mean_is_students():
    values = [4, -8, 12, 0, 20, 0]
    found = intervals.mean(values, 96)
    expected = stats.ttest_1samp(values, 0).confidence_interval(0.95)
    assert found[1:3] == pytest.approx((expected.low, expected.high))
    for same in ([8], [8, 8, 8], [96], [-96]):
        assert is_whole(intervals.mean(same, 96), -96, 96)
    wider = [intervals.mean([8] * n, 96) for n in (1, 10, 100)]
    assert all(b.high - b.low < a.high - a.low for a, b in pairwise(wider))


def test_paired_differences():
    values = [0.5] * 30 + [0.0] * 50 + [-1.0] * 20
    found = paired(values)
    reach = 1.959963984540054 * np.std(values) / 10
    assert found[:3] == pytest.approx((-0.05, -0.05 - reach, -0.05 + reach))
    few = paired([0.5] * 3 + [0] * 97)
    assert few.low < 0 < few.estimate < few.high
    assert is_whole(paired([0] * 50), -1, 1)
    assert is_whole(paired([1]), -1, 1)
    assert is_whole(paired([1] * 40), -1, 1)


def test_differences_are_those_of_statsmodels_and_hold_at_the_edges():
    for method in ("newcomb", "score"):
        expected = confint_proportions_2indep(30, 100, 45, 110, method=method)
        assert difference(30, 100, 45, 110, method=method)[1:3] == pytest.approx(expected)
        for counts in ((0, 1, 0, 1), (1, 1, 0, 1), (0, 50, 50, 50), (50, 50, 40, 40), (0, 9, 1, 9)):
            assert is_whole(difference(*counts, method=method), -1, 1), (method, counts)


def test_what_has_no_meaning_is_refused():
    for wrong in ((3, 2), (-1, 2), (math.nan, 2)):
        with pytest.raises(ValueError, match="no share"):
            intervals.share(*wrong)
    for confidence in (0, 1, 95, "95 %"):
        with pytest.raises(ValueError, match="between 0 and 1"):
            intervals.share(1, 2, confidence)
    for values in ([2], [math.nan, 1]):
        with pytest.raises(ValueError, match="missing or outside"):
            intervals.score(values)
    with pytest.raises(ValueError, match="newcomb or score"):
        difference(1, 2, 1, 2, method="wald")
    with pytest.raises(ValueError, match="no numbers of games"):
        intervals.triple(1, -1, 0)


def covers(table):
    """Methods whose own interval of coverage reaches what was promised."""
    return {(row.quantity, row.method): row.high >= row.promised for row in table.itertuples()}


@pytest.mark.parametrize("chances", [(0.5, 0.0, 0.5), (0.4, 0.2, 0.4), (0.02, 0.9, 0.08)])
def test_intervals_hold_what_they_promise(chances):
    """2,000 studies of 200 games; a method fails if its coverage is clearly below 95 %."""
    table = calibration(2000, 200, seed=5, chances=chances)
    assert len(table) == 7
    near_edge = {("win", "Wilson"), ("win", "Jeffreys")} if chances[0] < 0.1 else set()
    for method, holds in covers(table).items():
        # Those two have 95 % on average over all shares, not at each of them.
        assert holds or method in near_edge, (method, table)
    assert (table["coverage"] > 0.92).all()


def test_calibration_sees_an_interval_that_is_too_narrow(monkeypatch):
    true = intervals.share

    def narrow(count, games, confidence=0.95):
        return true(count, games, 0.8)

    monkeypatch.setattr(intervals, "share", narrow)
    table = calibration(1000, 100)
    monkeypatch.undo()
    assert table["coverage"].iloc[0] < 0.9


def test_calibration_refuses_what_has_no_meaning():
    with pytest.raises(ValueError, match="whole number"):
        calibration(0)
    with pytest.raises(ValueError, match="add up to 1"):
        calibration(10, 10, chances=(0.5, 0.5, 0.5))


def test_the_bootstrap_is_calibrated_too():
    table = calibration(20, 30, bootstrap=True)
    assert table["method"].tolist().count("BCa bootstrap") == 1
    assert table["held"].min() >= 14


def test_two_scores_without_common_games_add_their_variances():
    one, two = made(4000, seed=1), made(3000, seed=2)
    values = [outcomes(df)["score"] for df in (one, two)]
    found = scores_apart(one, two)
    reach = 1.959963984540054 * np.sqrt(sum(x.var(ddof=0) / len(x) for x in values))
    assert found.estimate == pytest.approx(values[1].mean() - values[0].mean())
    assert (found.low, found.high) == pytest.approx(
        (found.estimate - reach, found.estimate + reach)
    )
    welch = stats.ttest_ind(values[1], values[0], equal_var=False).confidence_interval()
    assert (found.low, found.high) == pytest.approx(tuple(welch), abs=1e-5)
    other = scores_apart(settle(one, "starter"), settle(two, "nobody"))
    expected = (
        outcomes(df, way)["score"].mean() for df, way in ((two, "nobody"), (one, "starter"))
    )
    assert other.estimate == pytest.approx(next(expected) - next(expected))


def test_a_difference_apart_is_newcombes_where_both_are_shares():
    """Newcombe's interval is this one, made of two of Wilson's."""
    found = apart(intervals.share(48, 80), intervals.share(56, 70))
    assert found[:3] == pytest.approx(difference(56, 70, 48, 80)[:3])
    assert is_whole(apart(intervals.share(0, 5), intervals.share(5, 5)), -1, 1)


def test_differences_apart_without_data_or_with_common_games():
    one = made(50, seed=1)
    assert str(scores_apart(one, made(0, seed=2))) == "no data"
    copied = made(50, seed=2).assign(fingerprint=np.uint64(3))
    assert "games are unique" in str(scores_apart(one, copied))
    with pytest.raises(ValueError, match="30 games stand in both tables"):
        scores_apart(one, made(50, seed=1).iloc[20:])
    both = pd.concat([settle(made(9, seed=3), way) for way in ("starter", "nobody")])
    with pytest.raises(ValueError, match="several conventions"):
        scores_apart(one, both)
