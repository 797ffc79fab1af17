"""The absorbing Markov chain of random play with few seeds left, compiled.

Positions are boards seen from the player to move, so one table serves both players. With
twice the group of `capture_on` on the board the next capture ends the game; until then a move
leads from one board to another. `engine.sowing` makes the moves; here they are listed once,
laid out for the solver, and solved by BiCGSTAB (van der Vorst, SIAM J. Sci. Stat. Comput. 13,
1992) on sweeps of Gauss-Seidel.

Every move carries seeds forward. The sum of the hole numbers of all seeds, modulo the size of
the board, is the *phase* of a board: it does not depend on who looks, and a lap of `h` seeds
adds `h * (h + 1) / 2` to it. Swept against the phases, a value has mostly new ones to start from.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

import numpy as np
from numba.extending import register_jitable
from numpy.typing import NDArray

from mancala_core.engine.sowing import ENDLESS, LAST_TAKER, LEFT, OVER, TALLY_SIZE, legal, sow
from mancala_core.players.compiled import compiled

SEEDS = 8
CLASSES = SEEDS + 1
"""Numbers of moves that a position can have; 0 is a pass."""


def binomials_of(holes: int, seeds: int = SEEDS) -> NDArray[np.int64]:
    """Binomials that `place_of` adds up.

    Parameters
    ----------
    holes : int
        Holes in a row.
    seeds : int
        Seeds on the board.

    Returns
    -------
    ndarray of int64, shape (2 * holes * seeds,)
        At ``hole * seeds + k`` what the seed number `k`, from 0, adds when it lies in `hole`.

    Examples
    --------
    >>> binomials_of(2, 2).tolist()
    [0, 0, 1, 1, 2, 3, 3, 6]
    """
    size = 2 * holes
    return np.array(
        [comb(hole + before, before + 1) for hole in range(size) for before in range(seeds)],
        np.int64,
    )


def place_of(board: Sequence[int], turn: int, binomials: Sequence[int]) -> int:
    """Rank of a board among all with as many seeds, seen from the player to move.

    Boards are ordered by the hole of the last seed, then of the one before it, and so on
    (the combinatorial number system; Knuth, The Art of Computer Programming 4A, 7.2.1.3).

    Parameters
    ----------
    board : sequence of int, length 2n
    turn : int
        `n` if North is to move, 0 if South.
    binomials : sequence of int
        As `binomials_of` gives them for this board.

    Returns
    -------
    int

    Examples
    --------
    >>> binomials = binomials_of(2, 2)
    >>> place_of([2, 0, 0, 0], 0, binomials), place_of([0, 2, 0, 0], 2, binomials)
    (0, 9)
    """
    size = len(board)
    seeds = len(binomials) // size
    place = 0
    before = 0
    for hole in range(size):
        at = hole + turn
        if at >= size:
            at -= size
        for _ in range(board[at]):
            place += binomials[hole * seeds + before]
            before += 1
    return int(place)


register_jitable(place_of)


@compiled
def list_moves(  # type: ignore[no-untyped-def]
    options,
    owner,
    after,
    binomials,
    trial,
    anchor,
    tally,
    board,
    where,
    first,
    last,
    positions,
    begin,
    targets,
    counts,
    phases,
):
    """List where the moves of positions `first` to `last` lead; the place after the last one.

    `board` is that of position `first` and `where` the holes of its seeds in order; both are
    carried on. `trial`, `anchor` and `tally` are scratch. A target is the rank of a position,
    `positions` if the mover takes the group, or `positions + 1` if the opponent does. A
    position without a move has one target, that of the pass, and the count 0.
    """
    size, seeds = len(board), len(where)
    holes = size // 2
    at = begin
    for position in range(first, last):
        start = at
        phase = 0
        for seed in range(seeds):
            phase += where[seed]
        phases[position] = (options.step * phase) % size
        for hole in range(holes):
            if not legal(options, board, owner, 0, hole):
                continue
            for other in range(size):
                trial[other] = board[other]
            for entry in range(TALLY_SIZE):
                tally[entry] = 0
            tally[LEFT] = seeds
            result = sow(options, trial, owner, after, tally, anchor, 0, hole, None)
            if result == ENDLESS:
                continue
            if result == OVER:
                targets[at] = positions + tally[LAST_TAKER]
            else:
                targets[at] = place_of(trial, holes, binomials)
            at += 1
        counts[position] = at - start
        if at == start:
            targets[at] = place_of(board, holes, binomials)
            at += 1
        seed = 0
        while seed < seeds - 1 and where[seed] == where[seed + 1]:
            seed += 1
        board[where[seed]] -= 1
        where[seed] += 1
        if where[seed] < size:
            board[where[seed]] += 1
        for earlier in range(seed):
            board[where[earlier]] -= 1
            where[earlier] = 0
            board[0] += 1
    return at


@compiled
def lay_out(targets, counts, phases, size, starts, firsts, order, laid):  # type: ignore[no-untyped-def]
    """Order positions by falling phase, then by their number of moves.

    Positions of one phase and number of moves are a *class*. Class `c` has the rows
    ``starts[c]`` to ``starts[c + 1]`` and its targets from ``firsts[c]`` on; `order` tells
    the row of each position, and `laid` receives the targets as rows.
    """
    positions = len(counts)
    classes = len(starts) - 1
    for number in range(classes + 1):
        starts[number] = 0
    for position in range(positions):
        starts[(size - 1 - phases[position]) * CLASSES + counts[position] + 1] += 1
    for number in range(classes):
        starts[number + 1] += starts[number]
        width = max(1, number % CLASSES)
        firsts[number + 1] = firsts[number] + width * (starts[number + 1] - starts[number])
    free = starts.copy()
    for position in range(positions):
        number = (size - 1 - phases[position]) * CLASSES + counts[position]
        order[position] = free[number]
        free[number] += 1
    order[positions] = positions
    order[positions + 1] = positions + 1
    at = 0
    for position in range(positions):
        number = (size - 1 - phases[position]) * CLASSES + counts[position]
        width = max(1, counts[position])
        place = firsts[number] + width * (order[position] - starts[number])
        for choice in range(width):
            laid[place + choice] = order[targets[at]]
            at += 1


@compiled
def spread(starts, firsts, laid, marks):  # type: ignore[no-untyped-def]
    """Mark, in place, all rows that can reach a marked one."""
    changed = True
    while changed:
        changed = False
        for number in range(len(starts) - 1):
            width = max(1, number % CLASSES)
            at = firsts[number]
            for row in range(starts[number], starts[number + 1]):
                if marks[row] == 0:
                    for choice in range(width):
                        if marks[laid[at + choice]] != 0:
                            marks[row] = 1
                            changed = True
                            break
                at += width


@compiled
def find_failing(starts, firsts, laid, failing):  # type: ignore[no-untyped-def]
    """Mark the rows from which a game may be stuck, or go on for ever, without a capture.

    These are the rows that can reach one which reaches no capture; `failing` has two more
    places, for the two takers. The targets of failing rows are then set to a taker, so that
    the others can be solved. Returns how many there are.
    """
    rows = len(failing) - 2
    for row in range(rows + 2):
        failing[row] = row >= rows
    spread(starts, firsts, laid, failing)
    for row in range(rows + 2):
        failing[row] = 1 - failing[row]
    spread(starts, firsts, laid, failing)
    found = 0
    for number in range(len(starts) - 1):
        width = max(1, number % CLASSES)
        at = firsts[number]
        for row in range(starts[number], starts[number + 1]):
            if failing[row] != 0:
                found += 1
                for choice in range(width):
                    laid[at + choice] = rows
            at += width
    return found


@compiled
def sweep(starts, firsts, laid, sign, cost, values):  # type: ignore[no-untyped-def]
    """Replace each value, in order, by the cost of a move and the signed mean over its targets."""
    for number in range(len(starts) - 1):
        width = max(1, number % CLASSES)
        charge = 0.0 if number % CLASSES == 0 else cost
        share = sign / width
        at = firsts[number]
        for row in range(starts[number], starts[number + 1]):
            total = 0.0
            for choice in range(width):
                total += values[laid[at + choice]]
            at += width
            values[row] = charge + share * total


@compiled
def residual(starts, firsts, laid, sign, cost, values):  # type: ignore[no-untyped-def]
    """Largest difference between a value and what it should be, given the others."""
    largest = 0.0
    for number in range(len(starts) - 1):
        width = max(1, number % CLASSES)
        charge = 0.0 if number % CLASSES == 0 else cost
        share = sign / width
        at = firsts[number]
        for row in range(starts[number], starts[number + 1]):
            total = 0.0
            for choice in range(width):
                total += values[laid[at + choice]]
            at += width
            largest = max(largest, abs(charge + share * total - values[row]))
    return largest


@compiled
def begin(  # type: ignore[no-untyped-def]
    starts, firsts, laid, sign, cost, values, rest, shadow, direction, image
):
    """Set the vectors of BiCGSTAB up for these values; the squared rest."""
    rows = len(values) - 2
    for row in range(rows + 2):
        rest[row] = values[row]
    sweep(starts, firsts, laid, sign, cost, rest)
    square = 0.0
    for row in range(rows + 2):
        rest[row] -= values[row]
        square += rest[row] * rest[row]
        shadow[row] = rest[row]
        direction[row] = rest[row]
        image[row] = rest[row]
    return square


@compiled
def advance(  # type: ignore[no-untyped-def]
    starts, firsts, laid, sign, values, rest, shadow, direction, image, other, product
):
    """One iteration of BiCGSTAB, two sweeps: (next product, largest rest), or (0, largest).

    The operator takes a vector less its sweep without costs. `image` comes as a copy of
    `direction`. A product of 0 says that the iteration has broken down and must begin anew.
    """
    rows = len(values) - 2
    sweep(starts, firsts, laid, sign, 0.0, image)
    slope = 0.0
    for row in range(rows):
        image[row] = direction[row] - image[row]
        slope += shadow[row] * image[row]
    if slope == 0.0:
        return 0.0, np.inf
    length = product / slope
    for row in range(rows):
        rest[row] -= length * image[row]
        other[row] = rest[row]
    sweep(starts, firsts, laid, sign, 0.0, other)
    along, square = 0.0, 0.0
    for row in range(rows):
        other[row] = rest[row] - other[row]
        along += other[row] * rest[row]
        square += other[row] * other[row]
    damping = along / square if square > 0.0 else 0.0
    following, largest = 0.0, 0.0
    for row in range(rows):
        values[row] += length * direction[row] + damping * rest[row]
        rest[row] -= damping * other[row]
        following += shadow[row] * rest[row]
        largest = max(largest, abs(rest[row]))
    if damping == 0.0:
        return 0.0, largest
    turn = following / product * length / damping
    for row in range(rows):
        direction[row] = rest[row] + turn * (direction[row] - damping * image[row])
        image[row] = direction[row]
    return following, largest
