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
from numba.extending import register_jitable
from platformdirs import user_cache_path

from mancala_core.engine import sowing

PACKAGE = Path(__file__).resolve().parents[1]
_Driver = TypeVar("_Driver", bound=Callable[..., Any])
_SOURCES = (
    *("engine/options.py", "engine/sowing.py", "engine/streams.py"),
    *("players/compiled.py", "study/memory.py", "study/bulk.py"),
)

for _name in ("captures", "same", "finished", "take", "legal", "sow"):
    register_jitable(getattr(sowing, _name))


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
