"""The streams of many games at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mancala_core.engine import streams
from mancala_core.study.memory import mix


def bits(seeds: NDArray[np.int64], games: NDArray[np.int64], counter: int) -> NDArray[np.uint64]:
    """Draw 64 bits from the streams of games, as `Draws.bits` at that counter.

    Parameters
    ----------
    seeds, games : ndarray of int64, shape (n,)
        Seed of the run and number in it.
    counter : int
        0..2**64 - 1.

    Returns
    -------
    ndarray of uint64, shape (n,)

    Examples
    --------
    >>> drawn = bits(np.array([7]), np.array([0]), streams.LOTTERY)
    >>> int(drawn[0] >> np.uint64(63)) == streams.Stream(7).lottery()
    True
    """
    golden = np.uint64(streams.GOLDEN)
    with np.errstate(over="ignore"):
        run = _mix(seeds.astype(np.uint64) + golden)
        key = _mix(run + (games.astype(np.uint64) + np.uint64(1)) * golden)
        return _mix(key + np.uint64(counter) * golden)


def _mix(value: NDArray[np.uint64]) -> NDArray[np.uint64]:
    mixed: NDArray[np.uint64] = mix.py_func(value)  # type: ignore[attr-defined]
    return mixed
