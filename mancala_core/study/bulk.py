"""Many whole games of random and greedy play, at the best speed there is.

Where the rules fit into packed boards (`packed.fits`) games are played there; else, and in the
rare game that outgrows its packing, `playout.play_game` plays them. Both give the same games,
move by move, from the same streams.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mancala_core.engine import streams
from mancala_core.engine.rules import Rules
from mancala_core.engine.sowing import (
    CAPTURED,
    ENDLESS,
    FIRST_FINAL,
    LAST_TAKER,
    LEFT,
    OVER,
    STORE,
    TALLY_SIZE,
)
from mancala_core.players.compiled import compiled, read
from mancala_core.study.memory import mix
from mancala_core.study.packed import (
    GO_ON,
    NO,
    SAVED,
    TALLY,
    TOO_FULL,
    count_bits,
    fits,
    go_on,
    playable,
    select,
    shape_of,
    sow_packed,
    space_for,
    undo,
    unpack,
)
from mancala_core.study.playout import (
    COLUMNS,
    CUT,
    ENDLESS_SOWING,
    GREEDY,
    NATURAL,
    NO_MOVE,
    PLAYED,
    STRATEGIES,
    STUCK,
    Tail,
    below,
    lay_out,
    play_game,
    scratch_for,
    stop_at,
    write_row,
)

_GOLDEN = np.uint64(streams.GOLDEN)
_ONE = np.uint64(1)
_PLY_SHIFT = np.uint64(streams.PLY_SHIFT)


@compiled
def best_of(  # type: ignore[no-untyped-def]
    options, shape, space, address, south, north, mover, bits
):
    """Keep the holes that take most: (their bits, endless sowings met, whether there is room)."""
    best, found, met = 0, 0, 0
    row = north if mover else south
    for place in range(shape.holes):
        bit = bits & (np.int64(1) << (shape.width * place))
        if bit == 0:
            continue
        hole = place + mover * shape.holes
        hand = (row >> (shape.width * place)) & shape.lane
        new_south, new_north, hole, hand, result, _, _, changed = sow_packed(
            options, shape, address, south, north, mover, hole, hand, NO, NO
        )
        if result == GO_ON:
            result, changed = go_on(
                options, shape, space, new_south, new_north, mover, hole, hand, changed
            )[2::3]
        worth = 0
        if changed:
            if result != ENDLESS:
                own, other = STORE + mover, STORE + 1 - mover
                worth = space[TALLY + own] - space[SAVED + own]
                worth -= space[TALLY + other] - space[SAVED + other]
            undo(address)
        if result == TOO_FULL:
            return found, met, False
        if result == ENDLESS:
            met += 1
            if options.barred:
                continue
        if found == 0 or worth > best:
            best, found = worth, 0
        if worth == best:
            found |= bit
    return found, met, True


@compiled
def packed_can_move(options, shape, space, south, north, player):  # type: ignore[no-untyped-def]
    """Whether a player has a legal move."""
    row = north if player else south
    bits = playable(shape, options.least, row)
    for place in range(shape.holes):
        if bits & (np.int64(1) << (shape.width * place)):
            if not options.barred:
                return True
            hole = place + player * shape.holes
            hand = (row >> (shape.width * place)) & shape.lane
            tried = go_on(options, shape, space, south, north, player, hole, hand, NO)
            if tried[5]:
                undo(space.ctypes.data)
            if tried[2] != ENDLESS:
                return True
    return False


@compiled
def play_packed(  # type: ignore[no-untyped-def]
    options, shape, space, tail, seeds, starter, strategies, key, most, row
):
    """Play one game as `playout.play_game` does: (fingerprint, where it stopped, is there room)."""
    address = space.ctypes.data
    tally = space[TALLY : TALLY + TALLY_SIZE]
    tally[:] = 0
    tally[LAST_TAKER] = -1
    tally[FIRST_FINAL] = -1
    tally[LEFT] = 2 * shape.holes * seeds
    south = seeds * shape.ones
    north = south
    mover, last_mover = starter, -1
    owed, passed = False, False
    moves, passes, laps, sown, longest, met = 0, 0, 0, 0, 0, 0
    fingerprint = mix(np.uint64(starter + 1))
    before, met_before = fingerprint, 0
    ending, stopped = -1, -1
    while moves < most:
        if read(address, TALLY + LEFT) == tail.seeds:
            board = space[shape.board : shape.owner]
            unpack(shape, south, north, board)
            stopped = stop_at(tail, board, mover, tally[FIRST_FINAL])
            if stopped >= 0:
                ending = NATURAL
                break
        mine = north if mover else south
        bits = playable(shape, options.least, mine)
        counter = np.uint64(moves + passes) << _PLY_SHIFT
        tried = 0
        if strategies[mover] == GREEDY:
            bits, tried, room = best_of(options, shape, space, address, south, north, mover, bits)
            if not room:
                return fingerprint, stopped, False
        count = count_bits(shape, bits)
        result = TOO_FULL
        while count > 0:
            rank, counter = below(key, counter, count)
            place = select(shape, bits, rank)
            hole = place + mover * shape.holes
            hand = (mine >> (shape.width * place)) & shape.lane
            new_south, new_north, hole, hand, result, more, more_sown, changed = sow_packed(
                options, shape, address, south, north, mover, hole, hand, NO, NO
            )
            if result == GO_ON:
                new_south, new_north, result, later, later_sown, changed = go_on(
                    options, shape, space, new_south, new_north, mover, hole, hand, changed
                )
                more += later
                more_sown += later_sown
            if result == TOO_FULL:
                return fingerprint, stopped, False
            if result != ENDLESS:
                break
            if changed:
                undo(address)
            tried += strategies[mover] != GREEDY
            if not options.barred:
                break
            bits ^= np.int64(1) << (shape.width * place)
            count -= 1
        met += tried
        if count == 0:
            if owed:
                owed = False
                mover = 1 - mover
            elif options.end_without_move:
                ending = NO_MOVE
                break
            elif passed:
                # Neither could move: the pass is taken back.
                passes -= 1
                fingerprint, met = before, met_before
                ending = STUCK
                break
            else:
                passed = True
                before, met_before = fingerprint, met
                passes += 1
                mover = 1 - mover
                fingerprint = mix(fingerprint + _ONE)
            continue
        owed, passed = False, False
        moves += 1
        last_mover = mover
        fingerprint = mix(fingerprint + np.uint64(place + mover * shape.holes + 2))
        if result == ENDLESS:
            ending = ENDLESS_SOWING
            break
        south, north = new_south, new_north
        laps += more
        sown += more_sown
        longest = max(longest, more)
        if result == OVER:
            ending = NATURAL
            break
        if result == CAPTURED and options.again:
            owed = True
        else:
            mover = 1 - mover
    if ending < 0:
        if owed and not packed_can_move(options, shape, space, south, north, mover):
            mover = 1 - mover
        ending = CUT
        if not packed_can_move(options, shape, space, south, north, mover):
            if options.end_without_move:
                ending = NO_MOVE
            elif not packed_can_move(options, shape, space, south, north, 1 - mover):
                ending = STUCK
    board = space[shape.board : shape.owner]
    unpack(shape, south, north, board)
    write_row(
        board,
        space[shape.owner : shape.after],
        tally,
        starter,
        last_mover,
        moves,
        passes,
        laps,
        sown,
        longest,
        met,
        ending,
        row,
    )
    return fingerprint, stopped, True


@compiled
def play_packed_games(  # type: ignore[no-untyped-def]
    options,
    shape,
    space,
    tail,
    seeds,
    first,
    starters,
    strategies,
    run,
    most,
    rows,
    prints,
    stops,
    done,
):
    """Play as many games as there are rows; `done` tells which had room."""
    for place in range(len(rows)):
        key = mix(run + (np.uint64(first + place) + _ONE) * _GOLDEN)
        prints[place], stops[place], done[place] = play_packed(
            options, shape, space, tail, seeds, starters[place], strategies, key, most, rows[place]
        )


@compiled
def play_games(  # type: ignore[no-untyped-def]
    options, scratch, tail, seeds, first, starters, strategies, run, most, rows, prints, stops, done
):
    """Play the games that are not done yet; the first row is game number `first` of the run."""
    for place in range(len(rows)):
        if not done[place]:
            key = mix(run + (np.uint64(first + place) + _ONE) * _GOLDEN)
            lay_out(scratch, seeds)
            prints[place], stops[place] = play_game(
                options, scratch, tail, starters[place], strategies, key, most, rows[place]
            )


class Playouts(NamedTuple):
    """Games as they were played.

    Attributes
    ----------
    rows : ndarray of int64, shape (games, len(COLUMNS) - 1)
        `COLUMNS` but the last; players are 0 and 1, -1 for none, the ending a number.
    prints : ndarray of uint64, shape (games,)
        Fingerprints.
    stops : ndarray of int64, shape (games,)
        Where games stopped before their end (see `playout.stop_at`); -1 where they did not.
    """

    rows: NDArray[np.int64]
    prints: NDArray[np.uint64]
    stops: NDArray[np.int64]


def run_key(seed: int) -> np.uint64:
    """What a run's seed contributes to the keys of its games (see `streams.key_of`).

    Parameters
    ----------
    seed : int
        0..2**63 - 1.

    Returns
    -------
    numpy.uint64
    """
    return np.uint64(streams.mix((seed + streams.GOLDEN) & streams.MASK))


def playouts(
    rules: Rules,
    first: int,
    starters: NDArray[np.int64],
    strategies: tuple[str, str],
    seed: int,
    most: int,
    *,
    tail: Tail = PLAYED,
    packed: bool = True,
) -> Playouts:
    """Play games of one run from the set-up.

    Parameters
    ----------
    rules : Rules
    first : int
        Number of the first game in the run.
    starters : ndarray of int64, shape (games,)
        Who begins each.
    strategies : (str, str)
        South's and North's, of `STRATEGIES`.
    seed : int
        Seed of the run.
    most : int
        Moves after which a game is cut.
    tail : Tail
        Where games stop before their end.
    packed : bool
        Whether boards may be packed; the games are the same.

    Returns
    -------
    Playouts

    Examples
    --------
    >>> played = playouts(
    ...     Rules.load("adji_kui_2"), 0, np.zeros(3, np.int64), ("random", "random"), 1, 1000
    ... )
    >>> played.rows[:, 1:5].sum(axis=1)
    array([48, 48, 48])
    """
    games = len(starters)
    codes = np.array([STRATEGIES.index(name) for name in strategies], np.int64)
    played = Playouts(
        np.zeros((games, len(COLUMNS) - 1), np.int64),
        np.zeros(games, np.uint64),
        np.zeros(games, np.int64),
    )
    done = np.zeros(games, np.bool_)
    common = (tail, rules.seeds, first, starters, codes, run_key(seed), most, *played, done)
    if packed and fits(rules):
        play_packed_games(rules.options, shape_of(rules), space_for(rules), *common)
    if not done.all():
        owner = (0,) * rules.holes + (1,) * rules.holes
        play_games(rules.options, scratch_for(rules.options, owner), *common)
    return played


def driver(rules: Rules) -> Any:
    """The compiled function that plays most games of these rules.

    Parameters
    ----------
    rules : Rules

    Returns
    -------
    callable
    """
    return play_packed_games if fits(rules) else play_games
