"""Positions seen since the last capture, and the mixing of bits, compiled."""

from __future__ import annotations

import numpy as np

from mancala_core.engine import streams
from mancala_core.engine.sowing import same
from mancala_core.players.compiled import compiled

_FIRST = np.uint64(streams.FIRST_FACTOR)
_SECOND = np.uint64(streams.SECOND_FACTOR)
_ONE = np.uint64(1)
_S27, _S30, _S31 = (np.uint64(shift) for shift in (27, 30, 31))


@compiled
def mix(value: np.uint64) -> np.uint64:
    """Scramble 64 bits, as `streams.mix`."""
    value = (value ^ (value >> _S30)) * _FIRST
    value = (value ^ (value >> _S27)) * _SECOND
    return value ^ (value >> _S31)


@compiled
def forget(slots):  # type: ignore[no-untyped-def]
    """Empty a memory of positions."""
    for slot in range(len(slots)):
        slots[slot] = -1


@compiled
def place_of(board, mover, extra, states, slots):  # type: ignore[no-untyped-def]
    """Slot where this position stands in the memory, or the free one where it belongs."""
    mask = len(slots) - 1
    code = mix(np.uint64(2 * mover + extra + 1))
    for count in board:
        code = mix(code + np.uint64(count) + _ONE)
    slot = np.int64(code & np.uint64(mask))
    while slots[slot] >= 0:
        state = states[slots[slot]]
        if state[len(board)] == 2 * mover + extra and same(board, state[: len(board)]):
            return slot
        slot = (slot + 1) & mask
    return slot


@compiled
def remember(board, mover, extra, states, slots, count):  # type: ignore[no-untyped-def]
    """Add a position to the memory, which grows as needed.

    Returns whether it was there before, and the memory.
    """
    slot = place_of(board, mover, extra, states, slots)
    if slots[slot] >= 0:
        return True, states, slots, count
    if count == len(states):
        larger = np.zeros((2 * count, states.shape[1]), np.int64)
        larger[:count] = states
        states = larger
        slots = np.full(4 * len(states), -1, np.int64)
        for old in range(count):
            code = states[old, len(board)]
            slots[place_of(states[old, : len(board)], code // 2, code % 2, states, slots)] = old
        slot = place_of(board, mover, extra, states, slots)
    states[count, : len(board)] = board
    states[count, len(board)] = 2 * mover + extra
    slots[slot] = count
    return False, states, slots, count + 1
