"""Work of which only the latest counts: what is overtaken ends, and its result is dropped."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from itertools import count
from typing import Any

from mancala_core.show.background import Background


class Overtaken(Exception):
    """Something newer was asked for, or the work was cancelled."""


class Latest:
    """One thread that does what was asked for last; it ends when nothing is left to do.

    Parameters
    ----------
    work : callable
        Called in the thread with a number and the task. While `is_current` of the number is
        false, what it does is of no use; under `lock` that cannot change. It raises nothing.

    Attributes
    ----------
    lock : threading.RLock
        Of all that the work and its owner share.

    Examples
    --------
    >>> latest = Latest(lambda number, task: print(task))
    >>> latest.ask("a"); latest.wait(5)
    a
    True
    """

    def __init__(self, work: Callable[[int, Any], None]) -> None:
        self.lock = threading.RLock()
        self._news = threading.Condition(self.lock)
        self._work = work
        self._background = Background()
        self._numbers = count(1)
        self._number = 0
        self._asked: tuple[int, Any, float] | None = None
        self._runs = self._closed = False

    @property
    def busy(self) -> bool:
        """Whether there is something to do, or being done."""
        return self._runs

    def is_current(self, number: int) -> bool:
        """Whether the work of this number is still wanted."""
        return number == self._number

    def ask(self, task: Any, pause: float = 0.0) -> None:
        """Ask for work; what was asked for before is dropped.

        Parameters
        ----------
        task : object
        pause : float
            Seconds to wait for something newer.
        """
        with self.lock:
            if self._closed:
                return
            self._number = next(self._numbers)
            self._asked = (self._number, task, time.monotonic() + pause)
            self._news.notify_all()
            if not self._runs:
                self._runs = True
                self._background.start(self._run)

    def cancel(self) -> bool:
        """Drop what was asked for; whether there was anything."""
        with self.lock:
            self._number, self._asked = next(self._numbers), None
            self._news.notify_all()
            return self._runs

    def close(self) -> None:
        """Drop what was asked for and take nothing more."""
        with self.lock:
            self._closed = True
            self.cancel()

    def wait(self, timeout: float) -> bool:
        """Wait until all is done.

        Parameters
        ----------
        timeout : float
            Seconds at most.

        Returns
        -------
        bool
            Whether all is done.
        """
        return self._background.wait(timeout)

    def _run(self) -> None:
        while True:
            with self.lock:
                if self._asked is None:
                    self._runs = False
                    return
                number, task, due = self._asked
                left = due - time.monotonic()
                if left > 0:
                    self._news.wait(left)
                    continue
                self._asked = None
            self._work(number, task)
