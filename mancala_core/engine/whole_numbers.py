"""Whole numbers at the edge: taken from whatever library they come, or refused."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import Any

from mancala_core.engine.saying import Unfit


def whole_number(value: object) -> int | None:
    """A whole number as int, whatever library it comes from; None for anything else.

    Parameters
    ----------
    value : object

    Returns
    -------
    int or None

    Examples
    --------
    >>> whole_number(3), whole_number(True), whole_number(3.0)
    (3, None, None)
    """
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return None
    try:
        return index(value)
    except TypeError:
        return None


def whole_between(what: str, value: object, least: int, most: int) -> int:
    """Take a whole number in a range, or refuse what is none.

    Parameters
    ----------
    what : str
        Its name, for the message.
    value : object
    least, most : int
        Ends of the range, both in it.

    Returns
    -------
    int

    Raises
    ------
    ValueError
        If it is no such number.

    Examples
    --------
    >>> whole_between("games", 10, 0, 100)
    10
    """
    number = whole_number(value)
    if number is None or not least <= number <= most:
        raise Unfit(
            "{what} is {value!r}; it takes a whole number from {least} to {most:,}.",
            what=what,
            value=value,
            least=least,
            most=most,
        )
    return number


def player_number(what: str, value: object) -> int:
    """Take a whole number that may be that of a player, or refuse what is none.

    Parameters
    ----------
    what : str
        Its name, for the message.
    value : object

    Returns
    -------
    int

    Raises
    ------
    ValueError
        If it is no whole number.

    Examples
    --------
    >>> player_number("mover", 1)
    1
    """
    number = whole_number(value)
    if number is None:
        raise Unfit(
            "{field} is {value!r}; it is 0 or 1, or None where nobody is meant.",
            field=what,
            value=value,
        )
    return number


def whole_numbers(what: str, values: Any) -> tuple[int, ...]:
    """Take several whole numbers, or refuse what holds others.

    Parameters
    ----------
    what : str
        Their name, for the message.
    values : iterable of int

    Returns
    -------
    tuple of int

    Raises
    ------
    ValueError
        If one of them is no whole number.

    Examples
    --------
    >>> whole_numbers("seeds", [4, 4])
    (4, 4)
    """
    if type(values) is tuple and all(type(value) is int for value in values):
        return values
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise Unfit("{field} is {value!r}; it takes whole numbers.", field=what, value=values)
    numbers = []
    for value in values:
        number = whole_number(value)
        if number is None:
            raise Unfit(
                "{field} has {value!r} in it; it takes whole numbers.", field=what, value=value
            )
        numbers.append(number)
    return tuple(numbers)
