"""Differences with intervals: of pairs, and of conditions that share no games."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from scipy import stats
from statsmodels.stats.proportion import confint_proportions_2indep

from mancala_core.study import intervals
from mancala_core.study.intervals import (
    CONFIDENCE,
    FEW,
    Interval,
    check_confidence,
    check_share,
    checked,
    nothing,
    rare,
)
from mancala_core.study.results import one_condition, one_convention, outcomes, repeats

_SAME = ("rules", "strategy_south", "strategy_north", "starter", "seed", "game")


def paired(differences: ArrayLike, bound: float = 1.0, confidence: float = CONFIDENCE) -> Interval:
    """Mean difference of pairs, such as the scores of the same games under two conventions.

    Where fewer than ten pairs differ, the normal interval would be too narrow. Then it goes
    from minus to plus the upper limits of Clopper and Pearson for the shares of pairs that fall
    and that rise, each held at half the risk, times the largest step.

    Parameters
    ----------
    differences : array of float, shape (n,)
        One for each pair.
    bound : float
        Largest difference there can be.
    confidence : float

    Returns
    -------
    Interval

    Examples
    --------
    >>> print(paired([0.5] * 30 + [0] * 60 + [-0.5] * 10))
    0.100 [0.041, 0.159]
    >>> print(paired([0.0] * 100))
    0.000 [-0.043, 0.043]
    """
    array = checked(differences, -bound, bound)
    check_confidence(confidence)
    if not len(array):
        return nothing("paired")
    estimate = float(array.mean())
    rises, falls = int((array > 1e-12).sum()), int((array < -1e-12).sum())
    if rises + falls < FEW or np.ptp(array) < 1e-9:
        half = 1 - (1 - confidence) / 2
        up, down = (rare(count, len(array), half).high for count in (rises, falls))
        return Interval(estimate, -bound * down, bound * up, "Clopper-Pearson of the steps")
    z = float(stats.norm.isf((1 - confidence) / 2))
    reach = z * float(array.std()) / math.sqrt(len(array))
    low, high = max(estimate - reach, -bound), min(estimate + reach, bound)
    return Interval(estimate, low, high, "paired normal")


def difference(
    count: float,
    games: float,
    other: float,
    other_games: float,
    confidence: float = CONFIDENCE,
    *,
    method: str = "newcomb",
) -> Interval:
    """Difference of the shares of two conditions that share no games: first less second.

    Parameters
    ----------
    count, games, other, other_games : float
        Numbers in the first and in the second condition.
    confidence : float
    method : {"newcomb", "score"}
        Newcombe's interval from two of Wilson's, or that of Miettinen and Nurminen, which gives
        way to the other where a share is 0 or 1.

    Returns
    -------
    Interval
        Within -1..1.

    References
    ----------
    R. G. Newcombe, "Interval estimation for the difference between independent proportions",
    Statistics in Medicine 17, 1998; O. Miettinen and M. Nurminen, "Comparative analysis of two
    rates", Statistics in Medicine 4, 1985.

    Examples
    --------
    >>> print(difference(56, 70, 48, 80))
    0.200 [0.052, 0.334]
    """
    if method not in ("newcomb", "score"):
        raise ValueError(f"method is {method!r}; it is newcomb or score.")
    check_share(count, games, confidence)
    check_share(other, other_games, confidence)
    words = {"newcomb": "Newcombe", "score": "Miettinen-Nurminen"}[method]
    if not games or not other_games:
        return nothing(words)
    estimate = count / games - other / other_games
    # Where one share is 0 or 1 the root of the score equation may lie outside the range searched.
    if method == "score" and (count in (0, games) or other in (0, other_games)):
        method, words = "newcomb", "Newcombe"
    low, high = confint_proportions_2indep(
        count, games, other, other_games, compare="diff", method=method, alpha=1 - confidence
    )
    return Interval(estimate, max(float(low), -1.0), min(float(high), 1.0), words)


def apart(first: Interval, second: Interval) -> Interval:
    """Difference of two estimates from samples that share no games: second less first.

    The squares of the distances from estimate to end add up, below and above by themselves. Of
    two normal intervals that is the normal one with the sum of both variances; unlike it, it
    also holds near 0 and 1, where the ends are not alike.

    Parameters
    ----------
    first, second : Interval
        With the same confidence.

    Returns
    -------
    Interval
        Without ends where one of the two has none.

    References
    ----------
    G. Y. Zou and A. Donner, "Construction of confidence limits about effect measures: a general
    approach", Statistics in Medicine 27, 2008.

    Examples
    --------
    >>> print(apart(Interval(0.5, 0.47, 0.53, "score"), Interval(0.6, 0.56, 0.64, "score")))
    0.100 [0.050, 0.150]
    """
    estimate = second.estimate - first.estimate
    if math.isnan(estimate):
        return nothing("sum of squares")
    down = math.hypot(second.estimate - second.low, first.high - first.estimate)
    up = math.hypot(second.high - second.estimate, first.estimate - first.low)
    why = [found.method for found in (first, second) if math.isnan(found.low)]
    found = Interval(estimate, estimate - down, estimate + up, "sum of squares")
    return found.refuse(why[0] if why else "")


def scores_apart(
    df_a: pd.DataFrame,
    df_b: pd.DataFrame,
    convention: str | None = None,
    confidence: float = CONFIDENCE,
) -> Interval:
    """Difference of the starter's scores in two tables that share no games: second less first.

    Parameters
    ----------
    df_a, df_b : pandas.DataFrame
        Games of one condition each, settled or not.
    convention : str or None
        None stands for the conventions the tables were settled by, else for the rules' own.
    confidence : float

    Returns
    -------
    Interval
        As `apart` finds it from the two scores.

    Raises
    ------
    ValueError
        If a table mixes conditions or conventions, or a game stands in both: then the games are
        pairs, and `pairs.flow`, `pairs.conventions` and `pairs.compare` know more.

    Examples
    --------
    >>> from mancala_core.study.simulate import simulate
    >>> found = scores_apart(*(simulate("adji_kui_2", 200, seed=seed) for seed in (1, 2)))
    >>> found.low < 0 < found.high
    True
    """
    scores = []
    for df in (df_a, df_b):
        one_condition(df, "scores_apart")
        games = outcomes(df, convention)
        one_convention(games)
        values = np.sort(games["score"].dropna().to_numpy(np.float64))
        scores.append(intervals.score(values, confidence).refuse(repeats(df)))
    keys = [
        pd.MultiIndex.from_frame(df[list(_SAME)].astype({"starter": str})) for df in (df_a, df_b)
    ]
    common = int(keys[0].isin(keys[1]).sum())
    if common:
        raise ValueError(
            f"{common:,} games stand in both tables, so these are pairs; compare them by flow, "
            "conventions or compare, or simulate the second with another seed."
        )
    return apart(*scores)
