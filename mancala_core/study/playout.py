"""Whole games of random and greedy play, compiled.

The rules are those of `engine.sowing`; this module only chooses moves and keeps count. Every
choice draws from the stream of its game and ply (see `engine.streams`), as the strategies in
plain Python do, so a game comes out the same however it is run.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mancala_core.engine import streams
from mancala_core.engine.options import Options
from mancala_core.engine.sowing import (
    CAPTURE_LAP,
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
    STORE,
    TALLY_SIZE,
    finished,
    following,
    legal,
    sow,
)
from mancala_core.players.chain import place_of
from mancala_core.players.compiled import compiled
from mancala_core.study.memory import forget, mix, remember

RANDOM, GREEDY = 0, 1
STRATEGIES = ("random", "greedy")
NATURAL, NO_MOVE, STUCK, ENDLESS_SOWING, REPETITION, CUT = range(6)
PASS, NOTHING = -1, -2
"""What a choice can be beside a hole: declining an extra move, or no choice at all."""

COLUMNS = (
    "starter",
    "south",
    "north",
    "left_south",
    "left_north",
    "last_taker",
    "first_final",
    "last_mover",
    "moves",
    "passes",
    "laps",
    "sown",
    "longest",
    "final_captures_south",
    "final_captures_north",
    "passing_captures_south",
    "passing_captures_north",
    "tried_endless",
    "ending",
    "fingerprint",
)

_GOLDEN = np.uint64(streams.GOLDEN)
_LOW = np.uint64(0xFFFFFFFF)
_SPAN = np.uint64(1 << 32)
_ONE = np.uint64(1)
_PLY_SHIFT = np.uint64(streams.PLY_SHIFT)
_S32 = np.uint64(32)


class Scratch(NamedTuple):
    """Scratch space of one thread.

    Attributes
    ----------
    board, saved, trial, anchor : ndarray of int64, shape (2n,)
    owner, after : ndarray of int64, shape (2n,)
    tally, saved_tally, trial_tally : ndarray of int64, shape (TALLY_SIZE,)
    choices, worth : ndarray of int64, shape (2n + 1,)
    lap_counts : ndarray of int64
        How many moves had so many laps; the last place also counts longer ones.
    """

    board: NDArray[np.int64]
    saved: NDArray[np.int64]
    trial: NDArray[np.int64]
    anchor: NDArray[np.int64]
    owner: NDArray[np.int64]
    after: NDArray[np.int64]
    tally: NDArray[np.int64]
    saved_tally: NDArray[np.int64]
    trial_tally: NDArray[np.int64]
    choices: NDArray[np.int64]
    worth: NDArray[np.int64]
    lap_counts: NDArray[np.int64]


def scratch_for(options: Options, owner: tuple[int, ...], most_laps: int = 0) -> Scratch:
    """Make scratch space for a board.

    Parameters
    ----------
    options : Options
    owner : tuple of int, length 2n
    most_laps : int
        Laps of a move that are counted apart.

    Returns
    -------
    Scratch
    """
    board, choices = np.zeros(len(owner), np.int64), np.zeros(len(owner) + 1, np.int64)
    tally = np.zeros(TALLY_SIZE, np.int64)
    return Scratch(
        board=board,
        saved=board.copy(),
        trial=board.copy(),
        anchor=board.copy(),
        owner=np.array(owner, np.int64),
        after=np.array(following(options.step, owner), np.int64),
        tally=tally,
        saved_tally=tally.copy(),
        trial_tally=tally.copy(),
        choices=choices,
        worth=choices.copy(),
        lap_counts=np.zeros(most_laps + 1, np.int64),
    )


@compiled
def below(key: np.uint64, counter: np.uint64, count: int) -> tuple[np.int64, np.uint64]:
    """Draw 0..count - 1, as `streams.Draws.below`; also the counter that comes next."""
    many = np.uint64(count)
    product = (mix(key + counter * _GOLDEN) >> _S32) * many
    counter += _ONE
    low = product & _LOW
    if low < many:
        threshold = (_SPAN - many) % many
        while low < threshold:
            product = (mix(key + counter * _GOLDEN) >> _S32) * many
            counter += _ONE
            low = product & _LOW
    return np.int64(product >> _S32), counter


@compiled
def copy(source, target):  # type: ignore[no-untyped-def]
    """Copy one array over another."""
    for place in range(len(source)):
        target[place] = source[place]


@compiled
def can_move(options, scratch, player):  # type: ignore[no-untyped-def]
    """Whether a player has a legal move."""
    board, owner, after, tally = scratch.board, scratch.owner, scratch.after, scratch.tally
    trial, trial_tally, anchor = scratch.trial, scratch.trial_tally, scratch.anchor
    for hole in range(len(board)):
        if legal(options, board, owner, player, hole):
            if not options.barred:
                return True
            copy(board, trial)
            copy(tally, trial_tally)
            if (
                sow(options, trial, owner, after, trial_tally, anchor, player, hole, None)
                != ENDLESS
            ):
                return True
    return False


@compiled
def list_choices(options, board, owner, player, extra, choices):  # type: ignore[no-untyped-def]
    """List holes with enough seeds, then declining where that is possible; their number."""
    count = 0
    for hole in range(len(board)):
        if legal(options, board, owner, player, hole):
            choices[count] = hole
            count += 1
    if extra:
        choices[count] = PASS
        count += 1
    return count


@compiled
def play_random(options, scratch, player, extra, key, counter):  # type: ignore[no-untyped-def]
    """Draw a choice and play it: (choice, result of the sowing, endless sowings met).

    After an endless sowing everything is as it was.
    """
    board, owner, after, tally = scratch.board, scratch.owner, scratch.after, scratch.tally
    saved, saved_tally, anchor = scratch.saved, scratch.saved_tally, scratch.anchor
    choices = scratch.choices
    count = list_choices(options, board, owner, player, extra, choices)
    met = 0
    while count > 0:
        place, counter = below(key, counter, count)
        choice = choices[place]
        if choice == PASS:
            return choice, 0, met
        copy(board, saved)
        copy(tally, saved_tally)
        result = sow(options, board, owner, after, tally, anchor, player, choice, None)
        if result != ENDLESS:
            return choice, result, met
        copy(saved, board)
        copy(saved_tally, tally)
        met += 1
        if not options.barred:
            return choice, result, met
        count -= 1
        for later in range(place, count):
            choices[later] = choices[later + 1]
    return NOTHING, 0, met


@compiled
def play_greedy(options, scratch, player, extra, key, counter):  # type: ignore[no-untyped-def]
    """Find the choice that takes most and play it, as `play_random` returns."""
    board, owner, after, tally = scratch.board, scratch.owner, scratch.after, scratch.tally
    trial, trial_tally, anchor = scratch.trial, scratch.trial_tally, scratch.anchor
    choices, worths = scratch.choices, scratch.worth
    count = list_choices(options, board, owner, player, extra, choices)
    met, kept = 0, 0
    best = 0
    for place in range(count):
        choice = choices[place]
        worth = 0
        if choice != PASS:
            copy(board, trial)
            copy(tally, trial_tally)
            result = sow(options, trial, owner, after, trial_tally, anchor, player, choice, None)
            if result == ENDLESS:
                met += 1
                if options.barred:
                    continue
            else:
                own = trial_tally[player] - tally[player]
                worth = own - (trial_tally[1 - player] - tally[1 - player])
        if kept == 0 or worth > best:
            best = worth
        choices[kept] = choice
        worths[kept] = worth
        kept += 1
    if kept == 0:
        return NOTHING, 0, met
    ties = 0
    for place in range(kept):
        if worths[place] == best:
            choices[ties] = choices[place]
            ties += 1
    drawn, counter = below(key, counter, ties)
    choice = choices[drawn]
    if choice == PASS:
        return choice, 0, met
    copy(board, trial)
    copy(tally, trial_tally)
    result = sow(options, trial, owner, after, trial_tally, anchor, player, choice, None)
    if result != ENDLESS:
        copy(trial, board)
        copy(trial_tally, tally)
    return choice, result, met


class Tail(NamedTuple):
    """Where games stop because their end is known (see `players.endgame`).

    Attributes
    ----------
    seeds : int
        Seeds left at which they stop; -1 for games that are played to their end.
    next_four : ndarray of float64, shape (positions,)
        NaN where a game is to be played on.
    binomials : ndarray of int64
        As `chain.binomials_of` gives them.
    """

    seeds: int
    next_four: NDArray[np.float64]
    binomials: NDArray[np.int64]


PLAYED = Tail(-1, np.zeros(0), np.zeros(0, np.int64))
"""Every game is played to its end."""


@compiled
def stop_at(tail, board, mover, first_final):  # type: ignore[no-untyped-def]
    """Where a game stops: twice the place in the chain, and 1 if North is to move; or -1.

    A game without a final capture is played on, since `first_final` is open, and so is one
    that may never come to the next capture.
    """
    if first_final < 0:
        return -1
    place = place_of(board, mover * (len(board) // 2), tail.binomials)
    return -1 if np.isnan(tail.next_four[place]) else 2 * place + mover


@compiled
def write_row(  # type: ignore[no-untyped-def]
    board, owner, tally, starter, last_mover, moves, passes, laps, sown, longest, met, ending, row
):
    """Write `COLUMNS`, but the fingerprint, from the board, the tally and what was counted."""
    left_south, left_north = 0, 0
    for hole in range(len(board)):
        if owner[hole] == 0:
            left_south += board[hole]
        elif owner[hole] == 1:
            left_north += board[hole]
    values = (
        starter,
        tally[STORE],
        tally[STORE + 1],
        left_south,
        left_north,
        tally[LAST_TAKER],
        tally[FIRST_FINAL],
        last_mover,
        moves,
        passes,
        laps,
        sown,
        longest,
        tally[FINAL_COUNT],
        tally[FINAL_COUNT + 1],
        tally[PASSING_COUNT],
        tally[PASSING_COUNT + 1],
        met,
        ending,
    )
    for place, value in enumerate(values):
        row[place] = value


@compiled
def lay_out(scratch, seeds):  # type: ignore[no-untyped-def]
    """Put so many seeds into each hole in play, and begin a new tally."""
    scratch.tally[:] = 0
    scratch.tally[LAST_TAKER] = -1
    scratch.tally[FIRST_FINAL] = -1
    for hole in range(len(scratch.board)):
        scratch.board[hole] = seeds if scratch.owner[hole] >= 0 else 0
        scratch.tally[LEFT] += scratch.board[hole]


@compiled
def play_game(  # type: ignore[no-untyped-def]
    options, scratch, tail, starter, strategies, key, most, row
):
    """Play one game as it is laid out: (fingerprint, where it stopped as `stop_at` tells).

    `row` receives `COLUMNS` but the fingerprint.
    """
    mover, last_mover = starter, -1
    extra, owed = False, False
    moves, passes, laps, sown, longest, met = 0, 0, 0, 0, 0, 0
    fingerprint = mix(np.uint64(starter + 1))
    room = 1 if options.play_on else 64
    states = np.zeros((room, len(scratch.board) + 1), np.int64)
    slots = np.full(4 * room, -1, np.int64)
    seen = 0
    if not options.play_on:
        _, states, slots, seen = remember(scratch.board, mover, 0, states, slots, seen)
    ending, stopped = -1, -1
    if finished(options, scratch.tally[LEFT]):
        ending = NATURAL
    while ending < 0:
        if moves >= most:
            if owed and not can_move(options, scratch, mover):
                mover = 1 - mover
            ending = CUT
            if not extra and not can_move(options, scratch, mover):
                if options.end_without_move:
                    ending = NO_MOVE
                elif not can_move(options, scratch, 1 - mover):
                    ending = STUCK
            break
        if scratch.tally[LEFT] == tail.seeds and not extra:
            stopped = stop_at(tail, scratch.board, mover, scratch.tally[FIRST_FINAL])
            if stopped >= 0:
                ending = NATURAL
                break
        counter = np.uint64(moves + passes) << _PLY_SHIFT
        if strategies[mover] == GREEDY:
            choice, result, tried = play_greedy(options, scratch, mover, extra, key, counter)
        else:
            choice, result, tried = play_random(options, scratch, mover, extra, key, counter)
        met += tried
        if choice == NOTHING:
            if owed:
                owed = False
                mover = 1 - mover
                continue
            if options.end_without_move:
                ending = NO_MOVE
            elif can_move(options, scratch, 1 - mover):
                passes += 1
                mover = 1 - mover
                fingerprint = mix(fingerprint + _ONE)
            else:
                ending = STUCK
        elif choice == PASS:
            passes += 1
            mover = 1 - mover
            extra = False
            fingerprint = mix(fingerprint + _ONE)
        else:
            extra = False
            owed = False
            moves += 1
            last_mover = mover
            fingerprint = mix(fingerprint + np.uint64(choice + 2))
            if result == ENDLESS:
                ending = ENDLESS_SOWING
                break
            laps += scratch.tally[LAPS]
            sown += scratch.tally[SOWN]
            longest = max(longest, scratch.tally[LAPS])
            scratch.lap_counts[min(scratch.tally[LAPS], len(scratch.lap_counts) - 1)] += 1
            if result == OVER:
                ending = NATURAL
                break
            if result == CAPTURED and options.again:
                if options.optional:
                    extra = can_move(options, scratch, mover)
                    if not extra:
                        mover = 1 - mover
                else:
                    owed = True
            else:
                mover = 1 - mover
            if not options.play_on and scratch.tally[CAPTURE_LAP] > 0:
                seen = 0
                forget(slots)
        if not options.play_on and ending < 0:
            if owed and not can_move(options, scratch, mover):
                owed = False
                mover = 1 - mover
            over = not owed and not extra and not can_move(options, scratch, mover)
            if over and (options.end_without_move or not can_move(options, scratch, 1 - mover)):
                continue
            back, states, slots, seen = remember(
                scratch.board, mover, int(extra), states, slots, seen
            )
            if back:
                ending = REPETITION
    write_row(
        scratch.board,
        scratch.owner,
        scratch.tally,
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
    return fingerprint, stopped
