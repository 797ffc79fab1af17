"""From the score of a round to the territory of the next, written once.

Plain functions on sequences of integers, compiled for bulk as those of `sowing` are. A score
is the seeds of South and of North, all of the board together; a hole is filled with the
*price*, the seeds of the set-up.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from mancala_core.engine.options import (
    DISPUTE_EMPTY,
    DISPUTE_LARGER,
    DISPUTE_LOTTERY,
    MATCH_BUYING,
    MatchOptions,
)


def buying_order(options: MatchOptions, buyer: int, order: MutableSequence[int]) -> None:
    """List the holes of the other row, from the first beyond the end of the buyer's.

    Parameters
    ----------
    options : MatchOptions
    buyer : int
    order : sequence of int, length n
        Receives them.

    Examples
    --------
    >>> from mancala_core.engine.rules import Rules
    >>> order = [0] * 6
    >>> buying_order(Rules.load("adji_kui_2").match_options, 0, order)
    >>> order
    [6, 7, 8, 9, 10, 11]
    """
    holes = len(order)
    first = (1 - buyer) * holes
    for place in range(holes):
        order[place] = first + (place if options.step > 0 else holes - 1 - place)


def buyer_of(options: MatchOptions, south: int, north: int) -> int:
    """Who buys holes after a round: its winner, or -1 where there is none.

    Examples
    --------
    >>> from mancala_core.engine.rules import Rules
    >>> options = Rules.load("adji_kui_2").match_options
    >>> buyer_of(options, 17, 31), buyer_of(options, 24, 24)
    (1, -1)
    """
    if options.kind != MATCH_BUYING or south == north:
        return -1
    return 0 if south > north else 1


def for_sale(options: MatchOptions, holes: int, south: int, north: int) -> int:
    """Count the holes of the other row that the winner's score fills beyond their own row.

    Examples
    --------
    >>> from mancala_core.engine.rules import Rules
    >>> options = Rules.load("adji_kui_2").match_options
    >>> for_sale(options, 6, 31, 17), for_sale(options, 6, 20, 28)
    (1, 1)
    """
    return max(0, max(south, north) // options.price - holes)


def in_dispute(options: MatchOptions, south: int, north: int) -> bool:
    """Whether the two remainders fill a hole together, so that one is in dispute.

    Examples
    --------
    >>> from mancala_core.engine.rules import Rules
    >>> options = Rules.load("adji_kui_2").match_options
    >>> in_dispute(options, 31, 17), in_dispute(options, 28, 20)
    (True, False)
    """
    if options.kind != MATCH_BUYING:
        return False
    return south % options.price + north % options.price == options.price


def allot(
    options: MatchOptions,
    south: int,
    north: int,
    order: Sequence[int],
    drawn: int,
    owner: MutableSequence[int],
    stock: MutableSequence[int],
) -> int:
    """Tell who owns each hole in the next round, and what seeds lie beside the board.

    Parameters
    ----------
    options : MatchOptions
    south, north : int
        The score of the round.
    order : sequence of int, length n
        Holes of the loser's row, in the order in which they are bought; those that are not
        bought come last, the one in dispute first among them.
    drawn : int
        Who would win a lottery for a hole in dispute.
    owner : sequence of int, length 2n
        Receives 0, 1, or -1 for a hole out of play.
    stock : sequence of two int
        Receives the seeds of South and of North that fill no hole and count in their next score.

    Returns
    -------
    int
        The hole that was in dispute; -1 if none was.

    Examples
    --------
    >>> from mancala_core.engine.rules import Rules
    >>> owner, stock = [0] * 12, [0, 0]
    >>> rules = Rules.load("adji_kui_2")
    >>> allot(rules.match_options, 31, 17, [6, 7, 8, 9, 10, 11], 0, owner, stock)
    7
    >>> owner
    [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1]
    """
    holes = len(owner) // 2
    for hole in range(2 * holes):
        owner[hole] = hole // holes
    stock[0], stock[1] = 0, 0
    if options.kind != MATCH_BUYING:
        for player in range(2):
            score = north if player else south
            filled = min(score // options.price, holes)
            stock[player] = score - filled * options.price
            for place in range(filled, holes):
                owner[player * holes + place] = -1
        return -1
    buyer = buyer_of(options, south, north)
    if buyer < 0:
        return -1
    count = for_sale(options, holes, south, north)
    for place in range(count):
        owner[order[place]] = buyer
    if not in_dispute(options, south, north):
        return -1
    disputed = order[count]
    left, right = south % options.price, north % options.price
    taker = 1 - buyer
    if options.dispute == DISPUTE_LARGER and left != right:
        taker = 0 if left > right else 1
    elif options.dispute == DISPUTE_LOTTERY:
        taker = drawn
    elif options.dispute == DISPUTE_EMPTY:
        taker = -1
        stock[0], stock[1] = left, right
    owner[disputed] = taker
    return disputed


def owned(owner: Sequence[int], player: int) -> int:
    """Count the holes that a player owns.

    Examples
    --------
    >>> owned([0, 0, 1, -1], 0)
    2
    """
    count = 0
    for hole in range(len(owner)):
        if owner[hole] == player:
            count += 1
    return count


def victor(options: MatchOptions, owner: Sequence[int]) -> int:
    """Who has won the match with this territory; -1 if nobody has.

    A match is won by owning `goal` holes where holes are bought, and anywhere when the other
    player owns none.

    Parameters
    ----------
    options : MatchOptions
    owner : sequence of int, length 2n

    Returns
    -------
    int

    Examples
    --------
    >>> from mancala_core.engine.rules import Rules
    >>> victor(Rules.load("adji_kui_2").match_options, [0] * 10 + [1] * 2)
    0
    """
    for player in range(2):
        if owned(owner, 1 - player) == 0:
            return player
        if options.kind == MATCH_BUYING and owned(owner, player) >= options.goal:
            return player
    return -1
