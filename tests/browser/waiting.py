"""Waiting for what a board is to show, and what the engine says that it should."""

import time

from mancala_core.show.frame import Scene, frame
from mancala_core.show.looks import looks


def names(game):
    """Accessible names of the holes, as the engine has them."""
    return [cell["label"] for cell in frame(Scene(game, looks(game)))["cells"]]


def wait_for(condition, what, timeout=15.0):
    """Wait until a condition holds; `what` is said if it never does, and may be a function."""
    end = time.monotonic() + timeout
    while not condition():
        assert time.monotonic() < end, what() if callable(what) else what
        time.sleep(0.02)


def wait_for_game(notebook, game):
    wait_for(lambda: notebook.names() == names(game), lambda: f"{names(game)}\n{notebook.names()}")


def wait_for_board(notebook, game):
    notebook.board.locator(".mnc-hole").first.wait_for(timeout=30_000)
    wait_for_game(notebook, game)
