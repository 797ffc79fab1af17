"""Estimates with intervals: shares, scores, means.

``docs/statistics.md`` says which number uses which method, and why. No interval is missing
where there is data: 0 of n, n of n and 1 of 1 have one, and 0 of 0 is "no data".
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats
from statsmodels.stats.proportion import (
    multinomial_proportions_confint,
    proportion_confint,
)
from statsmodels.stats.weightstats import DescrStatsW

CONFIDENCE = 0.95
NO_DATA = "no data"
FEW = 10
"""Below so many on either side the normal interval is not used."""
_WORDS = {"wilson": "Wilson", "beta": "Clopper-Pearson", "jeffreys": "Jeffreys"}


class Interval(NamedTuple):
    """An estimate, the interval around it, and how that was found.

    Attributes
    ----------
    estimate, low, high : float
        NaN, all three, where there is no data.
    method : str
        Name of the method.
    bound : float or None
        Of a share that was never met: the one-sided upper bound.

    Examples
    --------
    >>> print(share(461, 1000))
    0.461 [0.430, 0.492]
    """

    estimate: float
    low: float
    high: float
    method: str
    bound: float | None = None

    def refuse(self, why: str) -> Interval:
        """Take the interval back, if there is a reason; the estimate stays.

        Parameters
        ----------
        why : str
            Empty where there is none.

        Returns
        -------
        Interval
            With NaN for `low` and `high`, and the reason as its method.
        """
        return Interval(self.estimate, math.nan, math.nan, why) if why else self

    def __str__(self) -> str:
        if math.isnan(self.estimate):
            return NO_DATA
        if math.isnan(self.low):
            return f"{self.estimate:.3f} ({self.method})"
        text = f"{self.estimate:.3f} [{self.low:.3f}, {self.high:.3f}]"
        return text if self.bound is None else f"{text}, one-sided below {self.bound:.3f}"


def share(count: float, games: float, confidence: float = CONFIDENCE) -> Interval:
    """Share of games with Wilson's interval.

    Parameters
    ----------
    count, games : float
        Numbers of games, 0 <= count <= games; expected numbers may be fractions.
    confidence : float
        Between 0 and 1.

    Returns
    -------
    Interval
        Within 0..1.

    Raises
    ------
    ValueError
        If the numbers have no meaning.

    References
    ----------
    E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
    Journal of the American Statistical Association 22, 1927.

    Examples
    --------
    >>> print(share(0, 0))
    no data
    """
    return _share(count, games, confidence, "wilson")


def rare(count: float, games: float, confidence: float = CONFIDENCE) -> Interval:
    """Share of something rare, with the exact interval of Clopper and Pearson.

    Parameters
    ----------
    count, games, confidence
        As in `share`.

    Returns
    -------
    Interval
        Where it was never met, `bound` is the one-sided upper bound.

    References
    ----------
    C. J. Clopper and E. S. Pearson, "The use of confidence or fiducial limits illustrated in
    the case of the binomial", Biometrika 26, 1934.

    Examples
    --------
    >>> round(rare(0, 100).bound, 4), round(rare(0, 100).high, 4)
    (0.0295, 0.0362)
    """
    found = _share(count, games, confidence, "beta")
    if games and not count:
        found = found._replace(bound=float(1 - (1 - confidence) ** (1 / games)))
    return found


def jeffreys(count: float, games: float, confidence: float = CONFIDENCE) -> Interval:
    """Share with the credible interval under Jeffreys' prior, Beta(1/2, 1/2).

    Parameters
    ----------
    count, games, confidence
        As in `share`.

    Returns
    -------
    Interval
        Reaches 0 where nothing was counted, and 1 where everything was.

    References
    ----------
    L. D. Brown, T. T. Cai and A. DasGupta, "Interval estimation for a binomial proportion",
    Statistical Science 16, 2001.

    Examples
    --------
    >>> print(jeffreys(0, 10))
    0.000 [0.000, 0.217]
    """
    return _share(count, games, confidence, "jeffreys")


def triple(
    wins: float, draws: float, losses: float, confidence: float = CONFIDENCE
) -> tuple[Interval, Interval, Interval]:
    """Shares of wins, draws and losses with intervals that hold together (Goodman).

    Parameters
    ----------
    wins, draws, losses : float
        Numbers of games; expected numbers may be fractions.
    confidence : float
        That all three intervals hold.

    Returns
    -------
    three of Interval

    References
    ----------
    L. A. Goodman, "On simultaneous confidence intervals for multinomial proportions",
    Technometrics 7, 1965.

    Examples
    --------
    >>> for interval in triple(30, 10, 60):
    ...     print(interval)
    0.300 [0.204, 0.418]
    0.100 [0.049, 0.195]
    0.600 [0.480, 0.709]
    """
    counts = np.array([wins, draws, losses], dtype=float)
    check_confidence(confidence)
    if not np.isfinite(counts).all() or (counts < 0).any():
        raise ValueError(
            f"{wins} wins, {draws} draws and {losses} losses are no numbers of games; "
            "they are 0 or more."
        )
    if counts.sum() == 0:
        return (nothing("Goodman"),) * 3
    bounds = np.clip(
        multinomial_proportions_confint(counts, alpha=1 - confidence, method="goodman"), 0, 1
    )
    one, two, three = (
        Interval(float(estimate), float(low), float(high), "Goodman")
        for estimate, (low, high) in zip(counts / counts.sum(), bounds, strict=True)
    )
    return one, two, three


def score(values: ArrayLike, confidence: float = CONFIDENCE) -> Interval:
    """Mean score: 1 for a win, 1/2 for a draw, 0 for a loss, or what is expected of a game.

    Parameters
    ----------
    values : array of float, shape (n,)
        Scores of the games, 0..1.
    confidence : float

    Returns
    -------
    Interval
        As `score_bounds` finds it.

    Raises
    ------
    ValueError
        If a value is missing or outside 0..1.

    Examples
    --------
    >>> print(score([1] * 40 + [0.5] * 20 + [0] * 40))
    0.500 [0.412, 0.588]
    >>> print(score([1, 1, 1]))
    1.000 [0.292, 1.000]
    """
    array = checked(values, 0, 1)
    games = np.array([len(array)], dtype=float)
    totals = np.array([array.sum()]), np.array([(array**2).sum()])
    low, high = score_bounds(games, *totals, confidence)
    if not len(array):
        return nothing("score")
    return Interval(float(array.mean()), float(low[0]), float(high[0]), "score")


def score_bounds(
    games: NDArray[np.float64],
    total: NDArray[np.float64],
    squares: NDArray[np.float64],
    confidence: float = CONFIDENCE,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Interval of many mean scores at once, from numbers of games and sums.

    1. The variance of one game is the mean of the squares less the square of the mean; with
       W wins and D draws in n games that is (W + D/4)/n - S^2. It is less than the binomial
       one, for a draw is nearer to the mean than a win or a loss.
    2. Usually the interval is S -+ z s / sqrt(n).
    3. Where fewer than ten games' worth of points were won, or lost, it is Wilson's, with the
       number of games whose binomial variance is the one found (n S(1 - S)/s^2).
    4. Where all games scored the same, it is that of Clopper and Pearson for the share of games
       that do; the others may have scored anything.

    Parameters
    ----------
    games, total, squares : ndarray of float64, shape (k,)
        Numbers of games, sums of their scores and of the squares of these.
    confidence : float

    Returns
    -------
    low, high : ndarray of float64, shape (k,)
        NaN where there is no game.

    Examples
    --------
    >>> ends = score_bounds(np.array([100.0]), np.array([50.0]), np.array([45.0]))
    >>> [round(float(end[0]), 3) for end in ends]
    [0.412, 0.588]
    """
    check_confidence(confidence)
    low, high = np.full(len(games), np.nan), np.full(len(games), np.nan)
    some = games > 0
    n, mean = games[some], total[some] / games[some]
    variance = np.clip(squares[some] / n - mean**2, 0, None)
    same = variance < 1e-12
    z = float(stats.norm.isf((1 - confidence) / 2))
    reach = z * np.sqrt(variance / n)
    down, up = mean - reach, mean + reach
    worth = n * mean * (1 - mean) / np.where(same, 1, variance)
    near = ~same & (worth * np.minimum(mean, 1 - mean) < FEW)
    if near.any():
        ends = proportion_confint(
            worth[near] * mean[near], worth[near], alpha=1 - confidence, method="wilson"
        )
        down[near], up[near] = ends
    held = ((1 - confidence) / 2) ** (1 / n[same])
    down[same], up[same] = mean[same] * held, mean[same] * held + 1 - held
    # Rounding must not put the estimate outside.
    low[some] = np.clip(np.minimum(down, mean), 0, 1)
    high[some] = np.clip(np.maximum(up, mean), 0, 1)
    return low, high


def score_bootstrap(
    values: ArrayLike, confidence: float = CONFIDENCE, *, resamples: int = 9999, seed: int = 0
) -> Interval:
    """Mean score with the bias-corrected and accelerated bootstrap interval.

    Parameters
    ----------
    values : array of float, shape (n,)
        Scores of the games, 0..1.
    confidence : float
    resamples : int
        Samples drawn anew, 1 or more.
    seed : int
        Start number of the draws; the same one gives the same interval.

    Returns
    -------
    Interval
        That of `score` where all games scored the same or there is one only, for then nothing
        can be drawn anew.

    References
    ----------
    B. Efron, "Better bootstrap confidence intervals", Journal of the American Statistical
    Association 82, 1987.

    Examples
    --------
    >>> print(score_bootstrap([1] * 40 + [0.5] * 20 + [0] * 40, resamples=999))
    0.500 [0.410, 0.585]
    """
    array = checked(values, 0, 1)
    if len(array) < 2 or np.ptp(array) == 0:
        return score(array, confidence)
    check_confidence(confidence)
    found = stats.bootstrap(
        (array,),
        np.mean,
        confidence_level=confidence,
        n_resamples=resamples,
        batch=max(1, 2_000_000 // len(array)),
        method="BCa",
        rng=np.random.default_rng(seed),
    ).confidence_interval
    return Interval(float(array.mean()), float(found.low), float(found.high), "BCa bootstrap")


def mean(values: ArrayLike, bound: float, confidence: float = CONFIDENCE) -> Interval:
    """Mean of numbers between -bound and bound, with Student's interval.

    Where all are the same, or there is one only, it is as in `score_bounds`, point 4.

    Parameters
    ----------
    values : array of float, shape (n,)
    bound : float
        Largest value there can be, e.g. the seeds of the game for a margin.
    confidence : float

    Returns
    -------
    Interval

    Examples
    --------
    >>> print(mean([4, -8, 12, 0], bound=96))
    2.000 [-11.250, 15.250]
    """
    array = np.sort(checked(values, -bound, bound))
    check_confidence(confidence)
    if not len(array):
        return nothing("Student")
    estimate = float(array.mean())
    if np.ptp(array) < 1e-9:
        held = float(((1 - confidence) / 2) ** (1 / len(array)))
        rest = bound * (1 - held)
        return Interval(estimate, estimate * held - rest, estimate * held + rest, "Clopper-Pearson")
    low, high = DescrStatsW(array).tconfint_mean(alpha=1 - confidence)
    return Interval(estimate, max(float(low), -bound), min(float(high), bound), "Student")


def _share(count: float, games: float, confidence: float, method: str) -> Interval:
    check_share(count, games, confidence)
    if not games:
        return nothing(_WORDS[method])
    low, high = proportion_confint(count, games, alpha=1 - confidence, method=method)
    # Rounding may leave an end of Wilson's interval a hair inside of 0 or 1.
    low, high = (0.0 if count == 0 else low), (1.0 if count == games else high)
    return Interval(float(count / games), float(low), float(high), _WORDS[method])


def nothing(method: str) -> Interval:
    """Interval of no data.

    Parameters
    ----------
    method : str

    Returns
    -------
    Interval
    """
    return Interval(math.nan, math.nan, math.nan, method)


def check_share(count: float, games: float, confidence: float) -> None:
    """Refuse numbers that make no share.

    Parameters
    ----------
    count, games, confidence : float

    Raises
    ------
    ValueError
    """
    check_confidence(confidence)
    if not (math.isfinite(count) and math.isfinite(games) and 0 <= count <= games):
        raise ValueError(f"{count} of {games} games is no share; it takes 0 <= count <= games.")


def check_confidence(confidence: Any) -> None:
    """Refuse a confidence that is none.

    Parameters
    ----------
    confidence : float

    Raises
    ------
    ValueError
    """
    if not isinstance(confidence, int | float) or not 0 < confidence < 1:
        raise ValueError(f"confidence is {confidence!r}; it lies between 0 and 1, as 0.95 does.")


def checked(values: ArrayLike, low: float, high: float) -> NDArray[np.float64]:
    """Values as an array, none missing or outside the range.

    Parameters
    ----------
    values : array of float
    low, high : float

    Returns
    -------
    ndarray of float64, shape (n,)

    Raises
    ------
    ValueError
    """
    array = np.asarray(values, dtype=float).reshape(-1)
    if not ((array >= low - 1e-9) & (array <= high + 1e-9)).all():
        raise ValueError(f"A value is missing or outside {low:g}..{high:g}.")
    return array
