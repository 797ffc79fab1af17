"""Whether the intervals hold what they promise, tried on games whose truth is known."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pandas as pd

from mancala_core.engine.whole_numbers import whole_number
from mancala_core.study import intervals
from mancala_core.study.differences import paired
from mancala_core.study.intervals import CONFIDENCE, Interval

_Counts = tuple[int, int, int]


def calibration(
    coins: int = 1000,
    games: int = 100,
    seed: int = 1,
    *,
    chances: tuple[float, float, float] = (0.5, 0.0, 0.5),
    confidence: float = CONFIDENCE,
    bootstrap: bool = False,
) -> pd.DataFrame:
    """Count how often each interval holds the truth.

    Each coin stands for a study of so many games with known chances; it goes through the same
    functions as `analysis.summary` uses.

    Parameters
    ----------
    coins, games : int
        Studies, and games of each.
    seed : int
        Start number of the draws.
    chances : three of float
        Chances of a win, a draw and a loss, which add up to 1; the usual ones are a fair coin's.
    confidence : float
    bootstrap : bool
        Whether to try the bootstrap, too, which takes long.

    Returns
    -------
    pandas.DataFrame
        One row a method: ``quantity``, ``method``, ``truth``, ``promised``, ``coins``,
        ``held`` (intervals with the truth in them), ``coverage`` and its own ``low`` and
        ``high`` (Wilson). A margin counts a win as 1 and a loss as -1. For win, draw and loss
        together the truth is missing, for there are three. ``paired`` is the mean of
        independent scores less the true score, as of pairs. ``attrs`` has ``games``, ``chances``
        and ``seed``.

    Raises
    ------
    ValueError
        If a number or a chance has no meaning.

    Examples
    --------
    >>> table = calibration(coins=200, games=50).set_index(["quantity", "method"])
    >>> bool(table.loc[("win", "Wilson"), "high"] > 0.95)
    True
    """
    for name, number in (("coins", coins), ("games", games)):
        if whole_number(number) is None or number < 1:
            raise ValueError(f"{name} is {number!r}; it takes a whole number from 1.")
    if len(chances) != 3 or min(chances) < 0 or not math.isclose(sum(chances), 1):
        raise ValueError(
            f"chances is {chances!r}; it takes those of a win, a draw and a loss, "
            "which add up to 1."
        )
    win, draw, loss = chances
    true_score = win + draw / 2
    methods: list[tuple[str, float, Callable[[_Counts], Interval]]] = [
        ("win", win, lambda n: intervals.share(n[0], sum(n), confidence)),
        ("win", win, lambda n: intervals.rare(n[0], sum(n), confidence)),
        ("win", win, lambda n: intervals.jeffreys(n[0], sum(n), confidence)),
        ("score", true_score, lambda n: intervals.score(_values(n), confidence)),
        ("paired", 0.0, lambda n: paired(_values(n) - true_score, 1.0, confidence)),
        ("margin", win - loss, lambda n: intervals.mean(2 * _values(n) - 1, 1.0, confidence)),
    ]
    if bootstrap:
        boot = intervals.score_bootstrap
        methods.append(("score", true_score, lambda n: boot(_values(n), confidence)))
    rng = np.random.default_rng(seed)
    drawn, times = np.unique(rng.multinomial(games, chances, coins), axis=0, return_counts=True)
    studies = [
        ((int(a), int(b), int(c)), int(n)) for (a, b, c), n in zip(drawn, times, strict=True)
    ]
    rows = []
    for quantity, truth, method in methods:
        found = [(method(counts), number) for counts, number in studies]
        held = sum(number * _holds(interval, truth) for interval, number in found)
        # An interval of its own kind stands in where all games came out the same.
        names = pd.Series([interval.method for interval, _ in found])
        rows.append((quantity, names.mode().iloc[0], truth, held))
    held = sum(
        number
        for counts, number in studies
        if all(map(_holds, intervals.triple(*counts, confidence), chances))
    )
    rows.append(("win, draw, loss", "Goodman", math.nan, held))
    data = []
    for quantity, name, truth, held in rows:
        cover = intervals.share(held, coins)
        data.append((quantity, name, truth, confidence, coins, held, *cover[:3]))
    columns = ["quantity", "method", "truth", "promised", "coins", "held", "coverage"]
    table = pd.DataFrame(data, columns=[*columns, "low", "high"])
    table.attrs = {"games": games, "chances": tuple(chances), "seed": seed}
    return table


def _values(counts: _Counts) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.repeat(np.array([1.0, 0.5, 0.0]), counts)


def _holds(interval: Interval, truth: float) -> bool:
    return interval.low - 1e-12 <= truth <= interval.high + 1e-12
