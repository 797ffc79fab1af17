"""How long games last, with games that were cut counted as what they are: unfinished."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import stats

from mancala_core.engine.whole_numbers import whole_number
from mancala_core.study import intervals
from mancala_core.study.intervals import CONFIDENCE, NO_DATA, check_confidence
from mancala_core.study.results import (
    check_once,
    one_condition,
    one_convention,
    outcomes,
    repeats,
)
from mancala_core.study.settle import check_games, exact_rows, is_finished

BEYOND = "beyond the cut"


class Length(NamedTuple):
    """A number of moves with its interval; infinite is beyond the cut.

    Attributes
    ----------
    estimate, low, high : float
        Moves; NaN where there is no data, infinite where the cut hides it.
    """

    estimate: float
    low: float
    high: float

    def __str__(self) -> str:
        if math.isnan(self.estimate):
            return NO_DATA
        estimate, low, high = (_moves(value) for value in self)
        if math.isnan(self.low):
            return f"{estimate} (no interval)"
        if math.isinf(self.low):
            return f"{BEYOND}, and so is its interval"
        return f"{estimate} [{low}, {high}]"


def lengths(df: pd.DataFrame, confidence: float = CONFIDENCE) -> pd.DataFrame:
    """Share of games that last longer than so many moves.

    Games that were cut are right-censored: they tell only that they last longer than they were
    played. Every other ending ends a game.

    Parameters
    ----------
    df : pandas.DataFrame
        Games played to the end, settled or not.
    confidence : float
        Of the interval at one number of moves.

    Returns
    -------
    pandas.DataFrame
        ``moves`` (int64, those at which a game ended or was cut), ``survival`` (the estimate of
        Kaplan and Meier), ``low``, ``high``. ``attrs`` has ``games``, ``cut`` and ``refused``.

    Raises
    ------
    ValueError
        If a game ends with an exact tail, whose moves are not all played, or stands twice.

    Notes
    -----
    The interval is Greenwood's on the scale log(-log). Where no game has ended yet it is that
    of Clopper and Pearson for all games at risk. Where the last game ended, it goes from 0 to
    the upper end before.

    References
    ----------
    E. L. Kaplan and P. Meier, "Nonparametric estimation from incomplete observations", Journal
    of the American Statistical Association 53, 1958; J. D. Kalbfleisch and R. L. Prentice, "The
    Statistical Analysis of Failure Time Data", Wiley 1980.

    Examples
    --------
    >>> from mancala_core.study.simulate import simulate
    >>> games = simulate("adji_kui_2", 4, seed=1)
    >>> games["moves"], games["ending"] = [10, 20, 20, 30], ["eight_left"] * 3 + ["cut"]
    >>> lengths(games)[["moves", "survival"]].values.tolist()
    [[10.0, 0.75], [20.0, 0.25], [30.0, 0.25]]
    """
    check_confidence(confidence)
    _check(df)
    # A convention changes no length, so a game settled twice is one game.
    check_once(df, apart=())
    why = repeats(df)
    moves = df["moves"].to_numpy(np.int64)
    cut = df["ending"].astype(str).to_numpy(object) == "cut"
    place, survival, low, high = _kaplan_meier(moves, cut, confidence)
    if why:
        low, high = np.full(len(place), np.nan), np.full(len(place), np.nan)
    table = pd.DataFrame({"moves": place, "survival": survival, "low": low, "high": high})
    table.attrs = {
        **df.attrs,
        "games": len(df),
        "cut": int(cut.sum()),
        "confidence": confidence,
        "methods": {"survival": "Kaplan-Meier, Greenwood on the scale log(-log)"},
        "refused": why,
    }
    return table


def median_length(df: pd.DataFrame, confidence: float = CONFIDENCE) -> Length:
    """Median number of moves with its interval, or "beyond the cut".

    Parameters
    ----------
    df : pandas.DataFrame
        As in `lengths`.
    confidence : float

    Returns
    -------
    Length
        Where the curve of `lengths`, and its interval, come down to one half.

    References
    ----------
    R. Brookmeyer and J. Crowley, "A confidence interval for the median survival time",
    Biometrics 38, 1982.

    Examples
    --------
    >>> from mancala_core.study.simulate import simulate
    >>> games = simulate("adji_kui_2", 4, seed=1)
    >>> games["moves"], games["ending"] = [10, 20, 20, 30], ["eight_left"] * 3 + ["cut"]
    >>> print(median_length(games))
    20 [10, beyond the cut]
    """
    table = lengths(df, confidence)
    if not len(table):
        return Length(math.nan, math.nan, math.nan)
    found = [_first(table, name) for name in ("survival", "low", "high")]
    if table.attrs["refused"]:
        found[1:] = [math.nan, math.nan]
    return Length(*found)


def cutoff(
    df: pd.DataFrame,
    limits: Iterable[int],
    convention: str | None = None,
    confidence: float = CONFIDENCE,
) -> pd.DataFrame:
    """Try what a limit of moves does to the answer if longer games are called draws.

    This is an experiment on a mistake, not a result: unfinished games are no draws.

    Parameters
    ----------
    df : pandas.DataFrame
        Games of one condition, played to the end.
    limits : iterable of int
        Moves; games with more are called draws.
    convention : str or None
        None stands for the conventions a settled table was settled by, else for the rules' own.
    confidence : float

    Returns
    -------
    pandas.DataFrame
        One row a limit: ``limit``, ``games``, ``called`` (games called draws), ``win``,
        ``draw``, ``loss``, ``score``, ``low``, ``high`` with those draws, and ``true_win``,
        ``true_draw``, ``true_loss``, ``true_score``, ``true_low``, ``true_high`` of the
        finished games. ``attrs["label"]`` says that it is an experiment.

    Raises
    ------
    ValueError
        If the table mixes conditions or conventions, or a limit is beyond a game that was cut,
        whose length is not known.

    Examples
    --------
    >>> from mancala_core.study.simulate import simulate
    >>> table = cutoff(simulate("adji_kui_2", 100, seed=1), [20, 1000])
    >>> bool(table["draw"].iloc[0] > table["true_draw"].iloc[0]), int(table["called"].iloc[1])
    (True, 0)
    """
    one_condition(df, "cutoff")
    _check(df)
    why = repeats(df)
    moves = df["moves"].to_numpy(np.int64)
    cut = df["ending"].astype(str).to_numpy(object) == "cut"
    done, found = is_finished(df), outcomes(df, convention)
    one_convention(found)
    values = found[["win", "draw", "loss"]].to_numpy(np.float64)
    truth = _results("true_", values[done], confidence, why)
    rows = []
    for limit in limits:
        number = whole_number(limit)
        if number is None or number < 0:
            raise ValueError(f"A limit is {limit!r}; it takes a whole number of moves.")
        if cut.any() and number > moves[cut].min():
            raise ValueError(
                f"The limit {number:,} lies beyond a game that was cut after "
                f"{moves[cut].min():,} moves; take a smaller one, or simulate with more max_moves."
            )
        called = (moves > number) | cut
        shown = np.where(called[:, None], [0.0, 1.0, 0.0], values)[done | called]
        row = {"limit": number, "games": len(shown), "called": int(called.sum())}
        rows.append(row | _results("", shown, confidence, why) | truth)
    names = ["win", "draw", "loss", "score", "low", "high"]
    columns = ["limit", "games", "called", *names, *(f"true_{name}" for name in names)]
    table = pd.DataFrame(rows, columns=columns)
    table.attrs = {
        **df.attrs,
        "label": "Experiment: games longer than a limit are called draws, which they are not.",
        "confidence": confidence,
        "refused": why,
    }
    return table


def _kaplan_meier(
    moves: NDArray[np.int64], cut: NDArray[np.bool_], confidence: float
) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    place, none = np.unique(moves), np.zeros(0)
    if not len(place):
        return place, none, none, none
    games = stats.CensoredData(uncensored=moves[~cut], right=moves[cut])
    survival = stats.ecdf(games).sf.evaluate(place) if (~cut).any() else np.ones(len(place))
    ended = np.bincount(np.searchsorted(place, moves[~cut]), minlength=len(place))
    at_risk = len(moves) - np.searchsorted(np.sort(moves), place)
    inside = (survival > 0) & (survival < 1)
    low, high = np.zeros(len(place)), np.ones(len(place))
    with np.errstate(divide="ignore", invalid="ignore"):
        greenwood = np.cumsum(ended / (at_risk * (at_risk - ended)))
        scale = np.sqrt(greenwood) / np.log(survival)
        z = stats.norm.isf((1 - confidence) / 2)
        ends = survival ** np.exp(z * scale), survival ** np.exp(-z * scale)
    low[inside], high[inside] = np.minimum(*ends)[inside], np.maximum(*ends)[inside]
    whole = survival >= 1
    low[whole] = ((1 - confidence) / 2) ** (1 / at_risk[whole])
    gone = survival <= 0
    if not cut.any():
        high[gone] = 1 - ((1 - confidence) / 2) ** (1 / len(moves))
    elif not gone.all():
        high[gone] = high[~gone][-1]
    return place.astype(np.int64), survival, low, high


def _check(df: pd.DataFrame) -> None:
    check_games(df, ("moves", "ending"))
    if exact_rows(df).any():
        raise ValueError(
            "Games with an exact tail do not tell how many moves they took in the end; "
            'simulate them with tail="play".'
        )


def _first(table: pd.DataFrame, name: str) -> float:
    """Moves at which a column comes down to one half."""
    reached = table["moves"][table[name] <= 0.5]
    return float(reached.iloc[0]) if len(reached) else math.inf


def _moves(value: float) -> str:
    return BEYOND if math.isinf(value) else f"{value:,.0f}"


def _results(
    prefix: str, values: NDArray[np.float64], confidence: float, why: str
) -> dict[str, Any]:
    score = intervals.score(np.sort(values[:, 0] + values[:, 1] / 2), confidence).refuse(why)
    shares = values.mean(axis=0) if len(values) else np.full(3, np.nan)
    names = ("win", "draw", "loss", "score", "low", "high")
    ends = (*shares, score.estimate, score.low, score.high)
    return {prefix + name: float(value) for name, value in zip(names, ends, strict=True)}
