"""Boards packed into two integers: a lap at one addition each.

Each row of the board is one integer, each hole a few of its bits. Picking up a hole and sowing
it is then one addition to each row, looked up by hole and hand. Laps with at most one capture
are sown so, but for one on the way that ends the game; at any other lap the board is unpacked and
`engine.sowing.sow` goes on from there. The tests hold both to each other.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mancala_core.engine.options import (
    FINAL_NOBODY,
    FINAL_OWNER,
    PASSING_NOBODY,
    PASSING_OWNER,
    SIDE_ANY,
    SIDE_OWN,
)
from mancala_core.engine.rules import Rules
from mancala_core.engine.sowing import (
    CAPTURED,
    ENDLESS,
    FINAL_COUNT,
    FIRST_FINAL,
    LAPS,
    LAST_TAKER,
    LEFT,
    OVER,
    PASSING_COUNT,
    SOWN,
    STOPPED,
    STORE,
    TALLY_SIZE,
    following,
    sow,
)
from mancala_core.players.compiled import compiled, inlined, read, write

LONGEST_ROW = 12
"""Holes of a row that fit: `select` needs room for their number in the bits of one hole."""
BITS = 62
"""Bits of a row that are used, so that it stays a positive int64."""
FIRST_WINDOW = 16
"""Laps before a lap start is remembered, to see whether it comes back."""
TOO_FULL, GO_ON = 4, 5
"""Results beside those of `sowing`: no room in the packing; not a lap for it."""

NO, YES = np.int64(0), np.int64(1)
"""Answers in compiled code: a plain 0 or 1 would be compiled for anew."""
TALLY, SAVED, BOARDS = 0, 16, 32
"""Places in the work space: the tally, the tally before the move, and what `Shape` tells."""

SOUTH, NORTH, END, SHIFT, ROW, SOUGHT_SOUTH, SOUGHT_NORTH, UNPACKED = range(8)
"""Places in an entry of `Packing.laps`; see `packing_for`."""


class Shape(NamedTuple):
    """How a board is packed.

    Attributes
    ----------
    holes : int
        Holes of a row.
    width : int
        Bits of a hole.
    lane : int
        The bits of the first hole.
    ones, tops : int
        The lowest and the highest bit of each hole of a row.
    captured : int
        In each hole the number of seeds that is captured.
    hands : int
        Entries of a hole in the table of laps: hands from 0 to one less.
    board, owner, after, anchor, laps : int
        Where in the work space these begin (see `space_for`).
    """

    holes: int
    width: int
    lane: int
    ones: int
    tops: int
    captured: int
    hands: int
    board: int
    owner: int
    after: int
    anchor: int
    laps: int


def fits(rules: Rules) -> bool:
    """Whether playouts by these rules can be packed; if not, `playout` plays them.

    Parameters
    ----------
    rules : Rules

    Returns
    -------
    bool

    Examples
    --------
    >>> fits(Rules.load("anywoli")), fits(Rules.load("yit_jani"))
    (True, False)
    """
    options = rules.options
    return bool(
        rules.holes <= LONGEST_ROW
        and max(rules.seeds, *rules.capture_on, rules.least) < 1 << (_width(rules) - 1)
        and len(rules.capture_on) == 1
        and options.play_on
        and not options.optional
        and options.prove
        and not options.chain
    )


def shape_of(rules: Rules) -> Shape:
    """Choose how boards are packed.

    Parameters
    ----------
    rules : Rules
        For which `fits` is true.

    Returns
    -------
    Shape

    Examples
    --------
    >>> shape = shape_of(Rules.load("adji_kui_2"))
    >>> shape.width, bin(shape.ones).count("1")
    (10, 6)
    """
    width = _width(rules)
    ones = sum(1 << (width * hole) for hole in range(rules.holes))
    top = 1 << (width - 1)
    return Shape(
        holes=rules.holes,
        width=width,
        lane=(1 << width) - 1,
        ones=ones,
        tops=ones * top,
        captured=ones * rules.capture_on[0],
        hands=min(top + top // 2, rules.total + 1),
        board=BOARDS,
        owner=BOARDS + 2 * rules.holes,
        after=BOARDS + 4 * rules.holes,
        anchor=BOARDS + 6 * rules.holes,
        laps=BOARDS + 8 * rules.holes,
    )


@lru_cache(maxsize=64)
def laps_of(rules: Rules) -> NDArray[np.int64]:
    """Tabulate what each lap does before its captures.

    Parameters
    ----------
    rules : Rules
        For which `fits` is true.

    Returns
    -------
    ndarray of int64, shape (2n * hands, 8)
        Entry ``hole * hands + hand``: what the lap adds to South's row and to North's; the hole
        where it ends, how far its bits are shifted, whether it is in North's row; the highest
        bit of each hole of South's row and of North's that a capture could be made in; whether
        the lap is one for `sow`.

    Examples
    --------
    >>> int(laps_of(Rules.load("adji_kui_2"))[2, END])
    2
    """
    shape = shape_of(rules)
    size = 2 * rules.holes
    table = np.zeros((size * shape.hands, 8), np.int64)
    for hole in range(size):
        for hand in range(1, shape.hands):
            entry = table[hole * shape.hands + hand]
            rows = [0, 0]
            rows[hole // shape.holes] -= hand << (shape.width * (hole % shape.holes))
            sought = [0, 0]
            place = hole
            for sown in range(1, hand + 1):
                place = (place + rules.options.step) % size
                row, bit = place // shape.holes, 1 << (shape.width * (place % shape.holes))
                rows[row] += bit
                if sown == hand or rules.options.passing != PASSING_NOBODY:
                    sought[row] |= bit << (shape.width - 1)
            entry[SOUTH], entry[NORTH] = rows
            entry[END] = place
            entry[SHIFT] = shape.width * (place % shape.holes)
            entry[ROW] = place // shape.holes
            entry[SOUGHT_SOUTH], entry[SOUGHT_NORTH] = sought
            passing = rules.options.passing != PASSING_NOBODY
            entry[UNPACKED] = int(hand >= size and (passing or rules.options.skip))
    return table


def space_for(rules: Rules) -> NDArray[np.int64]:
    """Make the work space of one thread.

    It is a single array, since each one that a compiled function is given costs time.

    Parameters
    ----------
    rules : Rules
        For which `fits` is true.

    Returns
    -------
    ndarray of int64, one-dimensional
    """
    shape = shape_of(rules)
    owner = [0] * rules.holes + [1] * rules.holes
    laps = laps_of(rules).ravel()
    space = np.zeros(shape.laps + len(laps), np.int64)
    space[shape.owner : shape.after] = owner
    space[shape.after : shape.anchor] = following(rules.options.step, owner)
    space[shape.laps :] = laps
    return space


def _width(rules: Rules) -> int:
    return min(10, BITS // rules.holes)


@compiled
def unpack(shape, south, north, board):  # type: ignore[no-untyped-def]
    """Write two packed rows into a board."""
    for hole in range(shape.holes):
        board[hole] = (south >> (shape.width * hole)) & shape.lane
        board[shape.holes + hole] = (north >> (shape.width * hole)) & shape.lane


@compiled
def pack(shape, board, row):  # type: ignore[no-untyped-def]
    """Pack one row of a board; -1 if a hole holds too many seeds."""
    packed = 0
    for hole in range(shape.holes):
        count = board[row * shape.holes + hole]
        if count >= shape.hands:
            return -1
        packed |= count << (shape.width * hole)
    return packed


@inlined
def select(shape, bits, rank):  # type: ignore[no-untyped-def]
    """Find the hole of the set bit with that rank, in a row with a bit for each hole."""
    upto = (bits * shape.ones) & ((1 << (shape.width * shape.holes)) - 1)
    fewer = ((rank * shape.ones | shape.tops) - upto) & shape.tops
    return count_bits(shape, fewer >> (shape.width - 1))


@inlined
def count_bits(shape, bits):  # type: ignore[no-untyped-def]
    """Count the set bits of a row with a bit for each hole."""
    return ((bits * shape.ones) >> (shape.width * (shape.holes - 1))) & shape.lane


@inlined
def playable(shape, least, row):  # type: ignore[no-untyped-def]
    """A bit for each hole of a row that holds at least so many seeds."""
    enough = ((row | shape.tops) - least * shape.ones) | row
    return (enough & shape.tops) >> (shape.width - 1)


@inlined
def captured_in(shape, row, sought):  # type: ignore[no-untyped-def]
    """The highest bits of the holes sought that now hold the number that is captured."""
    other = row ^ shape.captured
    return sought & ~((((other & ~shape.tops) | shape.tops) - shape.ones) | other)


@inlined
def seen_from(shape, south, north, hole):  # type: ignore[no-untyped-def]
    """The board turned so that a hole comes first, as two packed rows."""
    if hole >= shape.holes:
        south, north = north, south
        hole -= shape.holes
    shift = shape.width * hole
    length = shape.width * shape.holes
    row = (1 << length) - 1
    return (
        (south >> shift) | ((north << (length - shift)) & row),
        (north >> shift) | ((south << (length - shift)) & row),
    )


@inlined
def save(space):  # type: ignore[no-untyped-def]
    """Keep the tally as it was before the move."""
    for place in range(TALLY_SIZE):
        write(space, SAVED + place, read(space, TALLY + place))


@inlined
def undo(space):  # type: ignore[no-untyped-def]
    """Bring the tally back to what it was before the move."""
    for place in range(TALLY_SIZE):
        write(space, TALLY + place, read(space, SAVED + place))


@inlined
def add(space, place, value):  # type: ignore[no-untyped-def]
    """Add to a place of the work space."""
    write(space, place, read(space, place) + value)


@inlined
def take_packed(space, seeds, taker, final):  # type: ignore[no-untyped-def]
    """Enter a capture, as `sowing.take` does."""
    add(space, TALLY + STORE + taker, seeds)
    add(space, TALLY + LEFT, -seeds)
    write(space, TALLY + LAST_TAKER, taker)
    if final:
        add(space, TALLY + FINAL_COUNT + taker, 1)
        if read(space, TALLY + FIRST_FINAL) < 0:
            write(space, TALLY + FIRST_FINAL, taker)
    else:
        add(space, TALLY + PASSING_COUNT + taker, 1)


@inlined
def sow_packed(  # type: ignore[no-untyped-def]
    options, shape, space, south, north, mover, hole, hand, long, changed
):
    """Sow a move: (south, north, hole, hand, result, laps, seeds sown, 1 if the tally changed).

    `space` is the address of the work space. Before the first change the tally is saved. After
    an endless sowing the rows have no meaning. The result `GO_ON` asks for `go_on` from the lap
    that starts at the hole returned: one with several captures, with one on the way that ends the
    game, longer than the board, or after which a hole is nearly full; or the move is getting
    long and `long` is 0.

    A sowing is endless if a lap start comes back (see `sowing.sow`), or the same one turned
    round the board: then the laps between the two are repeated, each so many holes further on,
    until it comes back itself. That holds as long as nobody asked whose a hole is.
    """
    laps, sown = 0, 0
    old_south, old_north, old_hole, old_hand = 0, 0, -1, -1
    turned_south, turned_north, asked = 0, 0, False
    while True:
        if laps >= FIRST_WINDOW:
            if not long:
                return south, north, hole, hand, GO_ON, laps, sown, changed
            if old_hand < 0:
                old_south, old_north, old_hole, old_hand = south, north, hole, hand
                turned_south, turned_north = seen_from(shape, south, north, hole)
            elif hole == old_hole and south == old_south and north == old_north:
                return south, north, hole, hand, ENDLESS, laps, sown, changed
            elif hand == old_hand and not asked:
                here_south, here_north = seen_from(shape, south, north, hole)
                if here_south == turned_south and here_north == turned_north:
                    return south, north, hole, hand, ENDLESS, laps, sown, changed
        entry = shape.laps + 8 * (hole * shape.hands + hand)
        new_south = south + read(space, entry + SOUTH)
        new_north = north + read(space, entry + NORTH)
        row, shift = read(space, entry + ROW), read(space, entry + SHIFT)
        count = ((new_north if row else new_south) >> shift) & shape.lane
        on_south = captured_in(shape, new_south, read(space, entry + SOUGHT_SOUTH))
        on_north = captured_in(shape, new_north, read(space, entry + SOUGHT_NORTH))
        rest = ((new_south & (new_south << 1)) | (new_north & (new_north << 1))) & shape.tops
        rest |= read(space, entry + UNPACKED)
        if on_south | on_north | rest:
            captured = shape.captured & shape.lane
            several = (on_south & (on_south - 1)) | (on_north & (on_north - 1)) | rest
            final = count == captured
            ends = not final and read(space, TALLY + LEFT) - captured <= options.end_at
            if several or ends or (on_south and on_north):
                return south, north, hole, hand, GO_ON, laps, sown, changed
            if final:
                own = row == mover
                final = options.final != FINAL_NOBODY and (
                    options.final_side == SIDE_ANY or own == (options.final_side == SIDE_OWN)
                )
                taker = row if options.final == FINAL_OWNER else mover
                taken = final
            else:
                owner = np.int64(on_north != 0)
                taker = owner if options.passing == PASSING_OWNER else mover
                taken = True
            if taken:
                if not changed:
                    save(space)
                    changed = 1
                old_hand, asked = -1, False
                take_packed(space, captured, taker, final)
                new_south -= captured * (on_south >> (shape.width - 1))
                new_north -= captured * (on_north >> (shape.width - 1))
            if final:
                result = OVER if read(space, TALLY + LEFT) <= options.end_at else CAPTURED
                return new_south, new_north, hole, hand, result, laps + 1, sown + hand, changed
            if count == captured and not options.relay_on_four:
                count = 1
            asked |= not taken
        south, north = new_south, new_north
        laps += 1
        sown += hand
        if count == 1 or not options.relay:
            return south, north, hole, hand, STOPPED, laps, sown, changed
        hole, hand = read(space, entry + END), count


@compiled
def go_on(  # type: ignore[no-untyped-def]
    options, shape, space, south, north, mover, hole, hand, changed
):
    """Play the rest of a move, as `sow_packed` returns it but without a `GO_ON`.

    A long move goes on packed. What is not for the packing is unpacked and left to `sow`.
    """
    address = space.ctypes.data
    south, north, hole, hand, result, laps, sown, changed = sow_packed(
        options, shape, address, south, north, mover, hole, hand, YES, changed
    )
    if result != GO_ON:
        return south, north, result, laps, sown, changed
    if not changed:
        save(address)
    board = space[shape.board : shape.owner]
    tally = space[TALLY : TALLY + TALLY_SIZE]
    unpack(shape, south, north, board)
    result = sow(
        options,
        board,
        space[shape.owner : shape.after],
        space[shape.after : shape.anchor],
        tally,
        space[shape.anchor : shape.laps],
        mover,
        hole,
        None,
    )
    if result != ENDLESS:
        south, north = pack(shape, board, 0), pack(shape, board, 1)
        if south < 0 or north < 0:
            result = TOO_FULL
    return south, north, result, laps + tally[LAPS], sown + tally[SOWN], 1
