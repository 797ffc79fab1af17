"""The rules of one move, written once.

`legal`, `sow` and `finished` are plain functions on sequences of integers. On lists, with a
list as `log`, they give the trace of a move; registered with numba and called with ``None``
they compile, and the branches that log fall away. They therefore keep to what both
understand: integers, sequences, loops.

A board is a sequence of ``2 * holes`` counts. `owner` has 0 (South), 1 (North) or -1 (out
of play) for each hole, and `following` the next hole in sowing order (see `following`).
A *tally* is a sequence of `TALLY_SIZE` integers that a move updates; its places are named below.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple

from mancala_core.engine.options import (
    FINAL_NOBODY,
    FINAL_OWNER,
    PASSING_NOBODY,
    PASSING_OWNER,
    SIDE_ANY,
    SIDE_OWN,
    Options,
)

STORE, LAST_TAKER, FIRST_FINAL, LEFT = 0, 2, 3, 4
LAPS, SOWN, PERIOD, CAPTURE_LAP = 5, 6, 7, 8
FINAL_COUNT, PASSING_COUNT = 9, 11
TALLY_SIZE = 13
"""Places of a tally.

`STORE` and the place after it are the seeds captured by South and by North, `LEFT` the seeds
in play (board and hand). `LAPS`, `SOWN`, `PERIOD` and `CAPTURE_LAP` (the last lap with a
capture) belong to the last move. `FINAL_COUNT` and `PASSING_COUNT`, two places each, count
captures by taker and are never reset here."""

STOPPED, CAPTURED, OVER, ENDLESS = range(4)
"""How a sowing ends: in a hole, by a final capture, with the game, or never."""

KEPT_LAPS = 1000
"""Laps that a log keeps; what comes after them is played but not logged."""
FIRST_WINDOW = 16
"""Laps before the first lap start is remembered; few moves are longer."""
NEVER = 1 << 62


class Event(NamedTuple):
    """One thing that happened in a move.

    Attributes
    ----------
    kind : str
        "pick_up", "sow", "capture" or "settle" (seeds in the hand laid back).
    hole : int
        Number of the hole.
    seeds : int
        How many seeds went from hand to hole, hole to hand, or hole to taker.
    player : int
        0 South or 1 North: the taker of a capture, else the mover.
    final : bool
        Whether a capture was made by the last seed of a lap.
    """

    kind: str
    hole: int
    seeds: int
    player: int
    final: bool = False


def following(step: int, owner: Sequence[int]) -> list[int]:
    """Tell for each hole which one is sown after it.

    Parameters
    ----------
    step : int
        1 counter-clockwise, -1 clockwise.
    owner : sequence of int
        0, 1, or -1 for a hole out of play, which is passed over.

    Returns
    -------
    list of int

    Examples
    --------
    >>> following(1, [0, 0, 1, 1])
    [1, 2, 3, 0]
    """
    after = [0] * len(owner)
    follow(step, owner, after)
    return after


def follow(step: int, owner: Sequence[int], after: MutableSequence[int]) -> None:
    """Write for each hole which one is sown after it, as `following` tells."""
    size = len(owner)
    for hole in range(size):
        target = (hole + step) % size
        while owner[target] < 0 and target != hole:
            target = (target + step) % size
        after[hole] = target


def legal(
    options: Options, board: Sequence[int], owner: Sequence[int], mover: int, hole: int
) -> bool:
    """Whether a hole is the mover's and holds enough seeds to be chosen.

    Endless sowing is not looked at: only `sow` can tell.
    """
    return owner[hole] == mover and board[hole] >= options.least


def finished(options: Options, left: int) -> bool:
    """Whether so few seeds remain that the game is over."""
    return left <= options.end_at


def captures(options: Options, count: int) -> bool:
    """Whether a hole that now holds `count` seeds is one to capture."""
    return count < 62 and (options.capture_mask >> count) & 1 == 1


def same(board: Sequence[int], other: Sequence[int]) -> bool:
    """Whether two boards hold the same."""
    for hole in range(len(board)):  # noqa: SIM110 - a loop is what compiles
        if board[hole] != other[hole]:
            return False
    return True


def take(
    board: MutableSequence[int],
    tally: MutableSequence[int],
    hole: int,
    taker: int,
    final: bool,
    log: list[Event] | None,
) -> None:
    """Take all seeds of a hole into the taker's store."""
    count = board[hole]
    board[hole] = 0
    tally[STORE + taker] += count
    tally[LEFT] -= count
    tally[LAST_TAKER] = taker
    tally[CAPTURE_LAP] = tally[LAPS]
    if final:
        tally[FINAL_COUNT + taker] += 1
        if tally[FIRST_FINAL] < 0:
            tally[FIRST_FINAL] = taker
    else:
        tally[PASSING_COUNT + taker] += 1
    if log is not None:
        if tally[LAPS] <= KEPT_LAPS:
            log.append(Event("capture", hole, count, taker, final))


def take_run(
    options: Options,
    board: MutableSequence[int],
    owner: Sequence[int],
    tally: MutableSequence[int],
    mover: int,
    hole: int,
    log: list[Event] | None,
) -> None:
    """Take the unbroken run of completed holes before a final capture, nearest first."""
    for _ in range(len(board)):
        hole = (hole - options.step) % len(board)
        if owner[hole] < 0:
            continue
        if not captures(options, board[hole]) or not on_side(options, owner, mover, hole):
            return
        taker = owner[hole] if options.final == FINAL_OWNER else mover
        take(board, tally, hole, taker, True, log)


def on_side(options: Options, owner: Sequence[int], mover: int, hole: int) -> bool:
    """Whether a final capture may be made in this hole."""
    own = owner[hole] == mover
    return options.final_side == SIDE_ANY or own == (options.final_side == SIDE_OWN)


def sow(
    options: Options,
    board: MutableSequence[int],
    owner: Sequence[int],
    after: Sequence[int],
    tally: MutableSequence[int],
    anchor: MutableSequence[int],
    mover: int,
    hole: int,
    log: list[Event] | None,
) -> int:
    """Sow all laps of one move, changing `board` and `tally`.

    An endless sowing is proved by a lap start (board and hole, hence hand) that comes back.
    Between captures a lap with ``origin = "sow"`` can be undone, so a lap start that is
    remembered once comes back itself; with "skip" it need not, and the remembered one is
    renewed at doubling distances (Brent, BIT 20, 1980). Either way the distance is the
    period, and it is left in the tally, 0 where only a limit of laps was passed.

    Parameters
    ----------
    options : Options
    board : sequence of int, length 2n
        Seeds in each hole; after an endless sowing of no meaning.
    owner, after : sequence of int, length 2n
    tally : sequence of int, length `TALLY_SIZE`
    anchor : sequence of int, length 2n
        Scratch space.
    mover : int
    hole : int
        A hole for which `legal` is true.
    log : list of Event or None

    Returns
    -------
    int
        `STOPPED`, `CAPTURED`, `OVER` or `ENDLESS`.
    """
    tally[LAPS] = 0
    tally[SOWN] = 0
    tally[PERIOD] = 0
    tally[CAPTURE_LAP] = 0
    anchor_hole = -1
    since = 0
    window = FIRST_WINDOW
    taken_at = 0
    while True:
        if options.limit > 0 and tally[LAPS] == options.limit:
            return ENDLESS
        if options.prove and hole == anchor_hole and same(board, anchor):
            tally[PERIOD] = since
            return ENDLESS
        if tally[CAPTURE_LAP] != taken_at:
            taken_at = tally[CAPTURE_LAP]
            anchor_hole = -1
            since = 0
            window = FIRST_WINDOW
        if since == window:
            for place in range(len(board)):
                anchor[place] = board[place]
            anchor_hole = hole
            since = 0
            window = 2 * window if options.skip else NEVER
        since += 1

        origin = hole
        hand = board[hole]
        board[hole] = 0
        tally[LAPS] += 1
        tally[SOWN] += hand
        if log is not None:
            if tally[LAPS] <= KEPT_LAPS:
                log.append(Event("pick_up", hole, hand, mover))
        while True:
            hole = after[hole]
            if options.skip and hole == origin:
                hole = after[hole]
            board[hole] += 1
            hand -= 1
            if log is not None:
                if tally[LAPS] <= KEPT_LAPS:
                    log.append(Event("sow", hole, 1, mover))
            if hand == 0:
                break
            if options.passing != PASSING_NOBODY and captures(options, board[hole]):
                taker = owner[hole] if options.passing == PASSING_OWNER else mover
                take(board, tally, hole, taker, False, log)
                if finished(options, tally[LEFT]):
                    board[origin] += hand
                    tally[SOWN] -= hand
                    if log is not None:
                        if tally[LAPS] <= KEPT_LAPS:
                            log.append(Event("settle", origin, hand, mover))
                    return OVER

        if captures(options, board[hole]):
            if options.final != FINAL_NOBODY and on_side(options, owner, mover, hole):
                taker = owner[hole] if options.final == FINAL_OWNER else mover
                take(board, tally, hole, taker, True, log)
                if options.chain:
                    take_run(options, board, owner, tally, mover, hole, log)
                return OVER if finished(options, tally[LEFT]) else CAPTURED
            if not options.relay_on_four:
                return STOPPED
        if board[hole] == 1 or not options.relay:
            return STOPPED
