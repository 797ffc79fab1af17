"""What every action of a board in play can rely on; `Session` does it."""

from __future__ import annotations

from abc import ABC, abstractmethod

from mancala_core.show.looks import Looks
from mancala_core.show.match_rows import Held
from mancala_core.show.state import State


class Actions(State, ABC):
    """A board in play as its actions see it: they show something, or begin something else."""

    @abstractmethod
    def put(self, held: Held, message: str = "", entire: Held | None = None) -> None:
        """Show a game or a match; see `Session.put`."""

    def gave_up(self, error: Exception) -> None:
        """Go on where the board stands after work in the background failed, and say why.

        The opponent moves if it is to: while that work ran it could not.
        """
        self.attempt(self.put, self.held, "", self.entire)
        self._refuse(error)

    @abstractmethod
    def begin(self, held: Held, message: str = "") -> None:
        """Begin another game, round or match; see `Session.begin`."""

    @abstractmethod
    def told(
        self,
        held: Held,
        seen: Looks,
        message: str,
        unjudged: bool,
        theirs: bool,
        chosen: tuple[int, ...] = (),
    ) -> str:
        """What to say of a game that is shown now; see `Session.told`."""
