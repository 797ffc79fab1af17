"""Estimates that may be watched while games come in: confidence sequences."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from mancala_core.engine.whole_numbers import whole_number
from mancala_core.study.intervals import (
    CONFIDENCE,
    check_confidence,
    checked,
    score_bounds,
    share,
)
from mancala_core.study.results import one_condition, one_convention, outcomes, repeats
from mancala_core.study.settle import check_games, refuse_matches

LARGEST_STAKE = 0.5


def confidence_sequence(
    values: ArrayLike, confidence: float = CONFIDENCE
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Interval of a mean after each value, which hold all together however long one watches.

    1. Before value i the mean so far m and the variance so far v (each begun with a pseudo
       value: 1/2, and 1/4) decide the stake, l_i = sqrt(2 log(2/a) / (v i log(1 + i))), at most
       1/2; a is the risk.
    2. The centre is the mean of the values weighted by their stakes.
    3. The reach is (log(2/a) + sum of (x_i - m)^2 (-log(1 - l_i) - l_i)) / (sum of l_i).
    4. What was excluded once stays excluded.

    Parameters
    ----------
    values : array of float, shape (n,)
        0..1, in the order in which they came; that order must not follow from the values.
    confidence : float
        That the mean lies in all of the intervals.

    Returns
    -------
    low, high : ndarray of float64, shape (n,)
        0..1.

    Raises
    ------
    ValueError
        If a value is missing or outside 0..1.

    References
    ----------
    I. Waudby-Smith and A. Ramdas, "Estimating means of bounded random variables by betting",
    Journal of the Royal Statistical Society B 86, 2024, theorem 2 (predictable plug-in
    empirical Bernstein).

    Examples
    --------
    >>> low, high = confidence_sequence([0, 1] * 500)
    >>> round(float(low[-1]), 2), round(float(high[-1]), 2)
    (0.44, 0.56)
    """
    x = checked(values, 0, 1)
    check_confidence(confidence)
    count = np.arange(1, len(x) + 1)
    mean = (0.5 + np.cumsum(x)) / (count + 1)
    variance = (0.25 + np.cumsum((x - mean) ** 2)) / (count + 1)
    before = np.concatenate([[0.5], mean])[: len(x)]
    spread = np.concatenate([[0.25], variance])[: len(x)]
    risk = np.log(2 / (1 - confidence))
    stake = np.minimum(np.sqrt(2 * risk / (spread * count * np.log1p(count))), LARGEST_STAKE)
    cost = np.cumsum((x - before) ** 2 * (-np.log1p(-stake) - stake))
    total = np.cumsum(stake)
    centre, reach = np.cumsum(stake * x) / total, (risk + cost) / total
    low = np.maximum.accumulate(np.clip(centre - reach, 0, 1))
    high = np.minimum.accumulate(np.clip(centre + reach, 0, 1))
    return low, high


def fixed_intervals(
    values: ArrayLike, confidence: float = CONFIDENCE
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Interval of a score after each value, each for a number of games fixed in advance.

    Parameters
    ----------
    values : array of float, shape (n,)
        0..1.
    confidence : float
        Of one interval; watched one after the other, they fail far more often.

    Returns
    -------
    low, high : ndarray of float64, shape (n,)
        As `intervals.score` gives them.

    Examples
    --------
    >>> low, high = fixed_intervals([0, 1] * 500)
    >>> round(float(low[-1]), 2), round(float(high[-1]), 2)
    (0.47, 0.53)
    """
    x = checked(values, 0, 1)
    count = np.arange(1, len(x) + 1, dtype=float)
    return score_bounds(count, np.cumsum(x), np.cumsum(x**2), confidence)


def running(
    df: pd.DataFrame, convention: str | None = None, confidence: float = CONFIDENCE
) -> pd.DataFrame:
    """Estimate the starter's score again after each finished game.

    Parameters
    ----------
    df : pandas.DataFrame
        Games of one condition, settled or not. They are taken by seed and number, whatever
        the order of the rows.
    convention : str or None
        None stands for the conventions a settled table was settled by, else for the rules' own.
    confidence : float

    Returns
    -------
    pandas.DataFrame
        One row a finished game: ``games`` (int64), ``score``, ``low``, ``high`` (the interval
        for a number of games fixed in advance), ``seq_low``, ``seq_high`` (the confidence
        sequence, which may be watched). ``attrs["refused"]`` says why intervals are missing.

    Raises
    ------
    ValueError
        If the table mixes conditions or conventions, or the convention cannot act on it.

    Examples
    --------
    >>> from mancala_core.study.simulate import simulate
    >>> table = running(simulate("adji_kui_2", 100, seed=1))
    >>> int(table["games"].iloc[-1]), bool((table["seq_low"] <= table["score"]).all())
    (100, True)
    """
    one_condition(df, "running")
    refuse_matches(df)
    check_games(df, ("seed", "game"))
    why = repeats(df)
    found = outcomes(df, convention)
    one_convention(found)
    order = np.lexsort((df["game"].to_numpy(np.int64), df["seed"].to_numpy(np.int64)))
    values = found["score"].to_numpy(np.float64)[order]
    values = values[~np.isnan(values)]
    low, high = fixed_intervals(values, confidence)
    seq_low, seq_high = confidence_sequence(values, confidence)
    count = np.arange(1, len(values) + 1, dtype=np.int64)
    table = pd.DataFrame(
        {
            "games": count,
            "score": np.cumsum(values) / count,
            "low": low,
            "high": high,
            "seq_low": seq_low,
            "seq_high": seq_high,
        }
    )
    if why:
        table[["low", "high", "seq_low", "seq_high"]] = np.nan
    table.attrs = {
        **df.attrs,
        "methods": {
            "low, high": "variance with draws, for a number of games fixed in advance",
            "seq_low, seq_high": "empirical Bernstein confidence sequence",
        },
        "confidence": confidence,
        "refused": why,
    }
    return table


def peeking(
    coins: int = 1000,
    games: int = 1000,
    start: int = 10,
    seed: int = 1,
    confidence: float = CONFIDENCE,
) -> pd.DataFrame:
    """Watch fair coins, and count how often one seems unfair at some look.

    Parameters
    ----------
    coins, games : int
        Coins, and tosses of each.
    start : int
        Tosses before the first look; the next is after every further toss.
    seed : int
        Start number of the draws.
    confidence : float

    Returns
    -------
    pandas.DataFrame
        Rows: the fixed interval at the last toss alone, the fixed interval watched, the
        confidence sequence watched. Columns: ``method``, ``coins``, ``unfair`` (coins that
        seemed so), ``share``, ``low``, ``high`` (Wilson).

    Raises
    ------
    ValueError
        If a number has no meaning.

    Examples
    --------
    >>> table = peeking(coins=200, games=200)
    >>> table["unfair"].is_monotonic_increasing
    False
    >>> int(table["unfair"].iloc[1]) > 2 * int(table["unfair"].iloc[0])
    True
    """
    for name, number in (("coins", coins), ("games", games), ("start", start)):
        if whole_number(number) is None or number < 1:
            raise ValueError(f"{name} is {number!r}; it takes a whole number from 1.")
    if start > games:
        raise ValueError(f"start is {start}, but there are {games} tosses.")
    rng = np.random.default_rng(seed)
    counts = {"fixed, at the end": 0, "fixed, watched": 0, "sequence, watched": 0}
    for _ in range(coins):
        tosses = rng.integers(0, 2, games)
        low, high = fixed_intervals(tosses, confidence)
        out = (low > 0.5) | (high < 0.5)
        counts["fixed, at the end"] += int(out[-1])
        counts["fixed, watched"] += int(out[start - 1 :].any())
        low, high = confidence_sequence(tosses, confidence)
        counts["sequence, watched"] += int(((low > 0.5) | (high < 0.5))[start - 1 :].any())
    rows = []
    for method, unfair in counts.items():
        found = share(unfair, coins)
        rows.append((method, coins, unfair, found.estimate, found.low, found.high))
    return pd.DataFrame(rows, columns=["method", "coins", "unfair", "share", "low", "high"])
