"""A lock file, so that of two runs that would set up the same environment one waits.

Only the standard library is used: this runs before anything is installed.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

OLD = 6 * 3600
"""Seconds after which a lock is left over, whatever it says."""
UNWRITTEN = 60
"""Seconds after which a lock in which nothing legible stands is left over."""


@contextmanager
def held(venv: str, say: Callable[[str], None]) -> Iterator[None]:
    """Hold the lock file beside an environment; while another run holds it, say so and wait.

    Parameters
    ----------
    venv : str
        Folder of the environment, which need not exist yet.
    say : callable
        Writes a line for the reader.
    """
    path = Path(venv + ".lock")
    path.parent.mkdir(parents=True, exist_ok=True)
    told = False
    while not taken(path):
        if not busy(path):
            path.unlink(missing_ok=True)
            continue
        if not told:
            say(f"mancala_core: another run is setting up {venv}; waiting for it.")
            say(f"  If there is none, delete {path}")
            told = True
        time.sleep(1)
    try:
        yield
    finally:
        path.unlink(missing_ok=True)


def taken(path: Path) -> bool:
    """Make a lock file that says who we are, unless there is one."""
    try:
        file = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY)
    except FileExistsError:
        return False
    os.write(file, f"{os.getpid()} {socket.gethostname()}".encode())
    os.close(file)
    return True


def busy(path: Path) -> bool:
    """Tell whether the run that made a lock file may still be going on."""
    with suppress(FileNotFoundError):
        age = time.time() - path.stat().st_mtime
        try:
            pid, host = path.read_bytes().decode().split()
            return age < OLD and (host != socket.gethostname() or running(int(pid)))
        except ValueError:
            return age < UNWRITTEN
    return False


def running(pid: int) -> bool:
    """Tell whether a process of this machine exists."""
    if os.name == "nt":  # there os.kill would end it
        import ctypes

        kernel = vars(ctypes)["windll"].kernel32
        process = kernel.OpenProcess(0x100000, False, pid)
        waits: bool = kernel.WaitForSingleObject(process, 0) == 0x102
        kernel.CloseHandle(process)
        return waits
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
