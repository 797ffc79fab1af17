"""What the live parts of a notebook share: a still face, and an end without leftovers."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from typing import Any

import anywidget
import ipywidgets as widgets


class Guarded(anywidget.AnyWidget):
    """A view that other threads change while the page may change it too.

    While traitlets takes in what the page says, a change by another thread can be lost. So what
    comes in waits for `lock`, under which everything that goes out has to be set.

    Attributes
    ----------
    lock : threading.RLock
        Of whoever sets what goes out.
    """

    def __init__(self, lock: threading.RLock, **kwargs: Any) -> None:
        self.lock = lock
        super().__init__(**kwargs)

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take in what the page says."""
        with self.lock:
            super().set_state(sync_data)


class Live(widgets.VBox):
    """A widget made of widgets; a subclass gives its still face in `_face`."""

    def _face(self) -> dict[str, str]:
        """What stands for the widget where no Python runs, by media type."""
        return {"text/plain": repr(self)}

    def close(self) -> None:
        """Take the widget away, with all that belongs to it.

        The widgets inside stay in memory until then, also after the cell was run again.
        """
        for part in parts_of(self):
            for name in ("layout", "style"):
                if isinstance(getattr(part, name, None), widgets.Widget):
                    getattr(part, name).close()
            if part is not self:
                part.close()
        super().close()

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        face = self._face()
        return ({**data, **face} if listened_to() else face), metadata


def listened_to() -> bool:
    """Whether a page listens while a cell runs; where none does, only the still face is of use.

    A notebook that is run to be stored or turned into a page has nobody who could answer a
    question of Python's, so it allows none. Voilà allows none either, but shows a live page.

    Returns
    -------
    bool

    Examples
    --------
    >>> listened_to()  # outside of notebooks there is no telling
    True
    """
    ipython = sys.modules.get("IPython")
    kernel: Any = getattr(ipython.get_ipython() if ipython else None, "kernel", None)
    if os.environ.get("SERVER_SOFTWARE", "").startswith("voila"):
        return True
    if not hasattr(kernel, "get_parent"):
        return True
    asked: dict[str, Any] = kernel.get_parent().get("content", {})
    return bool(asked.get("allow_stdin", True))


def parts_of(widget: Any) -> Iterator[Any]:
    """Go through a widget and all inside it, the inner ones first.

    Parameters
    ----------
    widget : ipywidgets.Widget

    Yields
    ------
    ipywidgets.Widget

    Examples
    --------
    >>> [type(part).__name__ for part in parts_of(widgets.VBox([widgets.Label("a")]))]
    ['Label', 'VBox']
    """
    for child in getattr(widget, "children", ()):
        yield from parts_of(child)
    yield widget
