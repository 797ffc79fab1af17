"""A position set up on the board, by numbers, by its text, or all at once."""

from __future__ import annotations

from typing import Any

from mancala_core.engine.position import Position
from mancala_core.show.actions import Actions
from mancala_core.show.change import plain
from mancala_core.show.looks import begun
from mancala_core.show.set_up import caution, edited, invitation


class SettingUp(Actions):
    """What a board in play does with a position that is set up."""

    def set_up(self, position: Position) -> None:
        """Play on from a position.

        Parameters
        ----------
        position : Position

        Raises
        ------
        ValueError
            If it does not fit the board of the rules.
        """
        rules = self.game.rules
        told = caution(self.words, rules, position, self.match is not None)
        self.begin(begun(rules, position, None), told)

    def read(self, text: str) -> None:
        """Play on from a position in its text form; ValueError if it is none that fits."""
        self.set_up(Position.parse(text))

    def draw_up(self, position: Position | None = None) -> None:
        """Begin to set up a position, or show how far it is.

        Parameters
        ----------
        position : Position, optional
            The present position if not given.
        """
        if self.draft is None:
            self.id = next(self.numbers)
        if position is None:
            position = plain(self.game.position)
        self.draft, self.looks, self.failure, self.due = position, {}, "", None
        self.demo = self.guess_from = None
        self.busy = self.unjudged = False
        self.tell(invitation(self.words, self.game.rules, position, self.match is not None))

    def edit(self, edits: list[dict[str, Any]]) -> None:
        """Take numbers typed or clicked in the set-up.

        Parameters
        ----------
        edits : list of dict
            Each with ``seeds`` and ``hole`` or ``store``.
        """
        assert self.draft is not None
        self.draw_up(edited(self.draft, edits))

    def use(self) -> None:
        """Play on from the position that was set up."""
        if self.draft is not None:
            self.set_up(self.draft)
