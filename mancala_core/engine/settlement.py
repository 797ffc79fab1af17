"""Who gets the seeds that are left when a game is over, written once.

Plain functions on integers, compiled for matches in bulk as those of `sowing` are. A *way* is
how they are given away: one of the conventions of ``remainder``, or `DRAW` or `VOID`.
"""

from __future__ import annotations

from mancala_core.engine.options import WORDS
from mancala_core.engine.rules import Rules
from mancala_core.engine.saying import Unfit

PENULTIMATE, LOTTERY, FIRST_FINAL, STARTER, MOVER, OWNERS, NOBODY, DRAW, VOID = range(9)
_WORDS = (*WORDS["remainder"], "draw", "void")


def way_of(rules: Rules, ending: str) -> int:
    """How the seeds left are given away after an ending.

    Parameters
    ----------
    rules : Rules
    ending : str
        "stuck", "endless", "repetition", or a natural ending.

    Returns
    -------
    int

    Raises
    ------
    ValueError
        If a game by these rules cannot end so.

    Examples
    --------
    >>> way_of(Rules.load("anywoli"), "stuck") == OWNERS
    True
    """
    ways = {"stuck": rules.stuck, "endless": rules.endless, "repetition": rules.repetition}
    word = ways.get(ending, rules.remainder)
    if word.startswith("limit:"):
        word = "owners"
    if word not in _WORDS:
        raise Unfit(
            "The position ended by {ending}, which {rules} does not know.",
            ending=ending,
            rules=rules.label,
        )
    return _WORDS.index(word)


def named(way: int, last_taker: int, first_final: int, starter: int, last_mover: int) -> int:
    """Find the player whom a convention names.

    Parameters
    ----------
    way : int
    last_taker, first_final, starter, last_mover : int
        0, 1, or -1 where there is none.

    Returns
    -------
    int
        -1 where a lottery must decide.

    Examples
    --------
    >>> named(PENULTIMATE, 1, 0, 0, 0), named(LOTTERY, 1, 0, 0, 0)
    (1, -1)
    """
    if way == PENULTIMATE:
        return last_taker
    if way == FIRST_FINAL:
        return first_final
    if way == STARTER:
        return starter
    if way == MOVER:
        return last_mover
    return -1


def share(way: int, taker: int, player: int, left_own: int, left_other: int) -> int:
    """Seeds of those left that a player gets.

    Parameters
    ----------
    way : int
    taker : int
        Whom the convention names, or who won the lottery.
    player : int
    left_own, left_other : int
        Seeds left in the holes of the player and of the other.

    Returns
    -------
    int

    Examples
    --------
    >>> share(OWNERS, -1, 0, 3, 1), share(LOTTERY, 0, 0, 3, 1), share(LOTTERY, 0, 1, 1, 3)
    (3, 4, 0)
    """
    if way == OWNERS:
        return left_own
    if way > OWNERS:
        return 0
    return left_own + left_other if taker == player else 0
