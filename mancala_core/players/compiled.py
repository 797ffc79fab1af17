"""The rules of `engine.sowing`, compiled with numba.

Importing this module registers the plain functions, so that compiled drivers can call them.
Compiled code is kept in the user's cache folder under a hash of all sources it depends on.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, register_jitable
from platformdirs import user_cache_path

from mancala_core.engine import settlement, sowing, territory

PACKAGE = Path(__file__).resolve().parents[1]
_Driver = TypeVar("_Driver", bound=Callable[..., Any])
_SOURCES = (
    *("engine/options.py", "engine/sowing.py", "engine/streams.py"),
    *("engine/settlement.py", "engine/territory.py"),
    *("players/compiled.py", "players/chain.py", "study/memory.py", "study/playout.py"),
    *("study/packed.py", "study/bulk.py", "study/rounds.py"),
)

_REGISTERED: dict[Any, tuple[str, ...]] = {
    sowing: (
        *("follow", "captures", "same", "finished", "take", "on_side", "take_run"),
        *("legal", "sow"),
    ),
    settlement: ("named", "share"),
    territory: ("buying_order", "buyer_of", "for_sale", "in_dispute", "allot", "owned", "victor"),
}
for _module, _names in _REGISTERED.items():
    for _name in _names:
        register_jitable(getattr(_module, _name))


def cache_folder() -> Path:
    """Folder where compiled code of these sources is kept.

    Returns
    -------
    Path

    Examples
    --------
    >>> cache_folder().parent.name
    'compiled'
    """
    digest = hashlib.sha256(numba.__version__.encode())
    for name in _SOURCES:
        digest.update((PACKAGE / name).read_bytes())
    chosen = os.environ.get("MANCALA_CACHE")
    root = Path(chosen) if chosen else user_cache_path("mancala_core", appauthor=False)
    return root / "compiled" / digest.hexdigest()[:16]


def is_kept(driver: Any) -> bool:
    """Whether a driver has been compiled, now or in an earlier process.

    Parameters
    ----------
    driver : callable
        What `compiled` gave.

    Returns
    -------
    bool
    """
    kept = cache_folder().rglob(f"*.{driver.__name__}-*.nbi")
    return bool(driver.signatures) or any(True for _ in kept)


def compiled(function: _Driver) -> _Driver:
    """Compile a driver at its first call, without the interpreter's lock, and keep it.

    Parameters
    ----------
    function : callable

    Returns
    -------
    callable
    """
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder())
    try:
        result: _Driver = numba.njit(cache=True, nogil=True)(function)
    finally:
        numba.config.CACHE_DIR = before
    return result


def inlined(function: _Driver) -> _Driver:
    """Compile a part of a driver, always in its place.

    Parameters
    ----------
    function : callable

    Returns
    -------
    callable
    """
    result: _Driver = numba.njit(nogil=True, forceinline=True)(function)
    return result


@intrinsic
def read(context, address, place):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Read an int64 at an address and so many places on.

    An array that is handed from function to function is counted in and out, which costs more
    than a lap; an address is not. Whoever passes one keeps the array.
    """

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]  # noqa: ARG001
        return builder.load(_pointer(builder, *arguments))

    return types.int64(types.int64, types.int64), generate


@intrinsic
def write(context, address, place, value):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Write an int64 where `read` would read it."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]  # noqa: ARG001
        address, place, value = arguments
        builder.store(value, _pointer(builder, address, place))
        return context.get_dummy_value()

    return types.none(types.int64, types.int64, types.int64), generate


def _pointer(builder: Any, address: Any, place: Any) -> Any:
    word = ir.IntType(64)
    return builder.gep(builder.inttoptr(address, word.as_pointer()), [place])
