"""Estimates as text: shares with their intervals, and bounds of what was never met."""

from __future__ import annotations

import math

from mancala_core.study.intervals import NO_DATA, Interval


def percent(interval: Interval, refused: bool = False) -> str:
    """Write a share with its interval in per cent.

    Parameters
    ----------
    interval : Interval
    refused : bool
        Whether its ends are withheld.

    Returns
    -------
    str

    Examples
    --------
    >>> from mancala_core.study.intervals import share
    >>> percent(share(461, 1000))
    '46.1 % [43.0, 49.2]'
    """
    if math.isnan(interval.estimate):
        return NO_DATA
    value = f"{100 * interval.estimate:.1f} %"
    ends = f" [{100 * interval.low:.1f}, {100 * interval.high:.1f}]"
    return f"{value} (no interval)" if refused else value + ends


def short(bound: float) -> str:
    """Write the upper bound of a share in per cent, rounded up.

    Parameters
    ----------
    bound : float

    Returns
    -------
    str

    Examples
    --------
    >>> short(0.0123)
    '1.3'
    """
    digits = 1 if bound >= 0.001 else 3
    return f"{math.ceil(100 * bound * 10**digits) / 10**digits:.{digits}f}"
