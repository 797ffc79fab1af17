"""A panel of controls: how buttons and choices are made, watched, and put into words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import ipywidgets as widgets

from mancala_core.show.session import Session
from mancala_core.show.words import Words

_RIGHT_TO_LEFT = "mancala-rtl"
ROW = {"display": "flex", "flex_flow": "row wrap", "align_items": "center", "margin": "2px 0"}


class Panel:
    """Makes controls that act on a session.

    They are made without words, which are given later and may be changed: a language can be
    chosen while the board is in use, and what has the focus keeps it.

    Parameters
    ----------
    session : Session
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self._quiet = False

    @staticmethod
    def row(*items: Any) -> Any:
        """Put controls beside each other."""
        return widgets.Box(items, layout=ROW)

    @staticmethod
    def button(action: Callable[[], None]) -> Any:
        """Make a button."""
        button = widgets.Button(layout={"width": "auto"})
        button.on_click(lambda _: action())
        return button

    def toggle(self, action: Callable[[], None]) -> Any:
        """Make a button that opens something and closes it again."""
        toggle = widgets.ToggleButton(layout={"width": "auto"}, icon="caret-down", tooltip="")

        def changed(_: Any) -> None:
            with self.session.lock:
                action()

        toggle.observe(changed, "value")
        return toggle

    def choice(self, action: Callable[[], None] | None = None) -> Any:
        """Make a choice; `named` gives it what to choose from."""
        choice = widgets.Dropdown(
            style={"description_width": "initial"},
            layout={"width": "auto", "max_width": "calc(100% - 16px)", "margin": "2px 8px"},
        )
        if action is not None:
            self.watch(choice, action)
        return choice

    def watch(self, widget: Any, action: Callable[[], None]) -> None:
        """Act on what a person changes, not on what is changed in `quiet`."""

        def changed(_: Any) -> None:
            with self.session.lock:  # another thread may be changing it
                if not self._quiet:
                    action()

        widget.observe(changed, "value")

    @contextmanager
    def quiet(self) -> Iterator[None]:
        """Change controls without acting on it."""
        before, self._quiet = self._quiet, True
        try:
            yield
        finally:
            self._quiet = before


def directed(box: Any, words: Words) -> None:
    """Let a box be read from right to left where its words are.

    Parameters
    ----------
    box : ipywidgets.Box
    words : Words

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> box = widgets.VBox()
    >>> directed(box, speak("en"))
    >>> box._dom_classes
    ()
    """
    to_left = words.direction == "rtl"
    if to_left != (_RIGHT_TO_LEFT in box._dom_classes):
        (box.add_class if to_left else box.remove_class)(_RIGHT_TO_LEFT)


def named(choice: Any, text: str, options: Sequence[tuple[str, Any]]) -> None:
    """Name a choice and what can be chosen; what is chosen stays, at first it is the first.

    Parameters
    ----------
    choice : ipywidgets.Dropdown
    text : str
    options : sequence of (str, value)

    Examples
    --------
    >>> choice = widgets.Dropdown(options=[("yes", 1), ("no", 0)], value=0)
    >>> named(choice, "Sicher?", [("ja", 1), ("nein", 0)])
    >>> choice.label
    'nein'
    """
    values = [value for _, value in options]
    chosen = choice.value if choice.value in values else values[0]
    with choice.hold_sync():
        choice.description, choice.options = text, options
        choice.value = chosen
