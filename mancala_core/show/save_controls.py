"""Buttons that save the picture shown below a board."""

from __future__ import annotations

from collections.abc import Callable

from mancala_core.show.panel import Panel
from mancala_core.show.picture_files import FORMS, Picture
from mancala_core.show.words import Words


class SaveControls:
    """A button for each form that the picture shown can be saved in.

    Parameters
    ----------
    panel : Panel
        Makes the buttons and holds the session.
    """

    def __init__(self, panel: Panel) -> None:
        self.session = panel.session
        self.picture: Picture | None = None
        self._making = False
        self.buttons = {form: panel.button(self._saver(form)) for form in FORMS}
        self.box = panel.row(*self.buttons.values())
        self.offer(None)

    def label(self, words: Words) -> None:
        """Put the buttons into words."""
        for form, button in self.buttons.items():
            button.description = words.say("Save {form}", form=form.upper())
        self.buttons["gif"].tooltip = words.say("the move, sown seed by seed")

    def offer(self, picture: Picture | None) -> None:
        """Offer to save a picture; None where none is shown."""
        self.picture = picture
        self.box.layout.display = "none" if picture is None else "flex"
        moves = picture is not None and picture.moves
        self.buttons["gif"].layout.display = None if moves else "none"

    def _saver(self, form: str) -> Callable[[], None]:
        return lambda: self.session.attempt(self.save, form)

    def save(self, form: str) -> None:
        """Save the picture that is shown; a GIF in the background.

        Parameters
        ----------
        form : {"png", "svg", "gif"}
        """
        picture, session = self.picture, self.session
        if picture is None or (form == "gif" and self._making):
            return
        if form != "gif":
            session.deliver(picture.file(form))
            return
        self._making = self.buttons[form].disabled = True
        session.tell(session.words.say("The GIF is being made; that takes a few seconds."))
        session.background.start(self._make, picture, session.id)

    def _make(self, picture: Picture, ticket: int) -> None:
        session = self.session
        try:
            file, failed = picture.file("gif"), None
        except Exception as error:
            file, failed = None, error
        with session.lock:
            self._making = self.buttons["gif"].disabled = False
            if file is not None:
                session.deliver(file)
            if failed is not None:
                session.fault(failed)
            elif ticket == session.id:
                session.tell(session.words.say("The GIF is ready."))
            session.changed()
