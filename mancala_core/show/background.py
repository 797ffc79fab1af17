"""Work that goes on behind a board, where there are threads."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any


class Background:
    """Threads of one board."""

    def __init__(self) -> None:
        self._threads: list[threading.Thread] = []

    def start(self, work: Callable[..., None], *values: Any) -> None:
        """Do work in the background; where there are no threads, now.

        Parameters
        ----------
        work : callable
        *values
            Its arguments.
        """
        thread = threading.Thread(target=work, args=values, daemon=True)
        try:
            thread.start()
        except RuntimeError:
            work(*values)
            return
        self._threads = [*(item for item in self._threads if item.is_alive()), thread]

    def wait(self, timeout: float) -> bool:
        """Wait for all that runs.

        Parameters
        ----------
        timeout : float
            Seconds at most.

        Returns
        -------
        bool
            Whether all is done.
        """
        end = time.monotonic() + timeout
        while True:
            threads = self._threads
            running = [thread for thread in threads if thread.is_alive()]
            if not running and threads is self._threads:
                return True
            left = end - time.monotonic()
            if left <= 0:
                return False
            for thread in running:
                thread.join(min(left, 0.05))
