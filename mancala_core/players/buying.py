"""Which holes the winner of a round buys, where the rules let them choose."""

from __future__ import annotations

from collections.abc import Callable

from mancala_core.engine.match_rounds import Purchase
from mancala_core.engine.streams import Draws


def random(purchase: Purchase, rng: Draws) -> tuple[int, ...]:
    """Draw holes of the loser's row, each equally likely and none twice.

    Parameters
    ----------
    purchase : Purchase
    rng : Draws
        See `Stream.buying`.

    Returns
    -------
    tuple of int
        In the order in which they were drawn.

    Examples
    --------
    >>> from mancala_core.engine.streams import Stream
    >>> holes = random(Purchase(0, 2, (6, 7, 8, 9, 10, 11)), Stream(1).buying())
    >>> len(set(holes)), min(holes) >= 6
    (2, True)
    """
    offered = list(purchase.holes)
    return tuple(offered.pop(rng.below(len(offered))) for _ in range(purchase.number))


def nearest(purchase: Purchase, rng: Draws) -> tuple[int, ...]:  # noqa: ARG001
    """Take the first holes in buying order.

    Parameters
    ----------
    purchase : Purchase
    rng : Draws
        Not used.

    Returns
    -------
    tuple of int

    Examples
    --------
    >>> from mancala_core.engine.streams import Stream
    >>> nearest(Purchase(0, 2, (6, 7, 8, 9, 10, 11)), Stream(1).buying())
    (6, 7)
    """
    return purchase.holes[: purchase.number]


BUYERS: dict[str, Callable[[Purchase, Draws], tuple[int, ...]]] = {"random": random}
"""How strategies buy; those that are not here take the nearest holes."""


def buyer(strategy: str) -> Callable[[Purchase, Draws], tuple[int, ...]]:
    """How a strategy chooses the holes to buy.

    Parameters
    ----------
    strategy : str
        Its name.

    Returns
    -------
    callable

    Examples
    --------
    >>> buyer("greedy") is nearest, buyer("random") is random
    (True, True)
    """
    return BUYERS.get(strategy, nearest)
