"""Scales of pictures: where a value stands on the sheet, and which values are written there."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor, log10
from typing import NamedTuple

from mancala_core.show.words import Words, speak

MINUS = "\N{MINUS SIGN}"


class Scale(NamedTuple):
    """Values from `low` to `high` on pixels from `start` to `end`.

    Attributes
    ----------
    low, high : float
        Ends of the scale; both positive on a logarithmic one.
    start, end : float
        Where they stand, in pixels.
    log : bool
        Whether equal steps are equal factors.

    Examples
    --------
    >>> Scale(1, 100, 0, 50, log=True).at(10)
    25.0
    """

    low: float
    high: float
    start: float
    end: float
    log: bool = False

    def at(self, value: float) -> float:
        """Where a value stands, in pixels."""
        if self.log:
            part = log10(value / self.low) / log10(self.high / self.low)
        else:
            part = (value - self.low) / (self.high - self.low)
        return self.start + part * (self.end - self.start)

    def ticks(self, most: int) -> list[float]:
        """Round values on the scale.

        Parameters
        ----------
        most : int
            How many there may be.

        Returns
        -------
        list of float

        Examples
        --------
        >>> Scale(0.46, 0.57, 0, 300).ticks(7)
        [0.46, 0.48, 0.5, 0.52, 0.54, 0.56]
        >>> Scale(1, 40, 0, 300, log=True).ticks(6)
        [1.0, 2.0, 5.0, 10.0, 20.0]
        """
        return _powers(self.low, self.high, most) if self.log else self._steps(most)

    def _steps(self, most: int) -> list[float]:
        step = step_of(self.high - self.low, most)
        slack = 1e-9 * (self.high - self.low)
        first, last = ceil((self.low - slack) / step), floor((self.high + slack) / step)
        return [round(place * step, 12) for place in range(first, last + 1)]


def step_of(span: float, most: int) -> float:
    """A round step of which at most so many fit into a span.

    Parameters
    ----------
    span : float
        Above 0.
    most : int
        At least 2.

    Returns
    -------
    float
        1, 2 or 5 times a power of ten.

    Examples
    --------
    >>> step_of(192, 9)
    50.0
    """
    power = 10.0 ** floor(log10(span / most))
    return next(
        step * power for step in (1, 2, 5, 10, 20) if span / (step * power) <= most - 1 + 1e-9
    )


def _powers(low: float, high: float, most: int) -> list[float]:
    first, last = floor(log10(low) + 1e-9), ceil(log10(high) - 1e-9)
    for steps in ((1, 2, 5), (1, 3), (1,)):
        values = [float(f"{step}e{power}") for power in range(first, last + 1) for step in steps]
        values = [value for value in values if low * (1 - 1e-9) <= value <= high * (1 + 1e-9)]
        if len(values) <= most:
            return values
    return values[:: ceil(len(values) / most)]


def plain(value: float, words: Words | None = None) -> str:
    """Write a round number without an exponent.

    Parameters
    ----------
    value : float
    words : Words or None
        None stands for English, here and below.

    Returns
    -------
    str

    Examples
    --------
    >>> plain(20000.0), plain(0.0001), plain(-8), plain(0.5)
    ('20,000', '0.0001', '−8', '0.5')
    """
    return decimals(value, places_of(value), words)


def places_of(value: float) -> int:
    """Decimals that a round number needs, 12 at most.

    Parameters
    ----------
    value : float

    Returns
    -------
    int

    Examples
    --------
    >>> places_of(0.25), places_of(20000.0)
    (2, 0)
    """
    return len(f"{abs(value):.12f}".rstrip("0").partition(".")[2])


def decimals(value: float, digits: int, words: Words | None = None) -> str:
    """Write a number with so many decimals.

    Parameters
    ----------
    value : float
    digits : int
    words : Words or None

    Returns
    -------
    str

    Examples
    --------
    >>> decimals(-0.25, 1), decimals(1234.56, 1)
    ('−0.2', '1,234.6')
    """
    words = words or speak()
    text = words.number(abs(value), digits)
    return words.signed(f"{MINUS}{text}") if value < 0 and text.strip("0.,") else text


def even(values: list[float], words: Words | None = None) -> Callable[[float], str]:
    """A way to write values of equal steps, all with as many decimals as one needs.

    Parameters
    ----------
    values : list of float
    words : Words or None

    Returns
    -------
    callable

    Examples
    --------
    >>> write = even([0.4, 0.45, 0.5])
    >>> write(0.5)
    '0.50'
    """
    digits = max((places_of(value) for value in values), default=0)
    return lambda value: decimals(value, digits, words)


def whole_percent(share: float, words: Words | None = None) -> str:
    """Write a round share in hundredths, as on an axis.

    Parameters
    ----------
    share : float
    words : Words or None

    Returns
    -------
    str

    Examples
    --------
    >>> whole_percent(0.2), whole_percent(0.025), whole_percent(0.0001)
    ('20 %', '2.5 %', '0.01 %')
    """
    return in_percent(plain(100 * share, words), words)


def percent(share: float, digits: int = 1, words: Words | None = None) -> str:
    """Write a share in hundredths; one too small for its decimals gets more.

    Parameters
    ----------
    share : float
        0..1.
    digits : int
    words : Words or None

    Returns
    -------
    str

    Examples
    --------
    >>> percent(0.4204), percent(0.00012), percent(0), percent(1)
    ('42.0 %', '0.01 %', '0 %', '100 %')
    """
    hundredths = 100 * share
    near = min(hundredths, 100 - hundredths)
    if near < 1e-9:
        return in_percent(decimals(hundredths, 0, words), words)
    digits = max(digits, ceil(-log10(near) - 1e-9))
    return in_percent(decimals(hundredths, digits, words), words)


def in_percent(number: str, words: Words | None = None) -> str:
    """Put the sign of hundredths to a number, or to several.

    Parameters
    ----------
    number : str
    words : Words or None

    Returns
    -------
    str

    Examples
    --------
    >>> in_percent("42.0 / 58.0")
    '42.0 / 58.0 %'
    """
    words = words or speak()
    return words.from_left(words.say("{number} %", number=number))
