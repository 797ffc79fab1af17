"""Choices beside the board while a position is set up."""

from __future__ import annotations

from mancala_core.show.panel import Panel, named
from mancala_core.show.words import Words

NONE_YET = -1
"""A choice of ipywidgets whose value is None would be shown empty."""


class SetUpControls:
    """What a set-up holds beside the seeds, and what can be done with it.

    Parameters
    ----------
    panel : Panel
        Makes them.

    Attributes
    ----------
    box : ipywidgets.Box
        All of them; hidden while nothing is set up.
    """

    def __init__(self, panel: Panel) -> None:
        self.session = session = panel.session
        self.mover = panel.choice(self._change)
        self.starter = panel.choice(self._change)
        self.taker = panel.choice(self._change)
        self.first = panel.choice(self._change)
        self.use = panel.button(lambda: session.attempt(session.use))
        self.use.button_style = "primary"
        self.clear = panel.button(lambda: self._put(0))
        self.full = panel.button(lambda: self._put(None))
        self.leave = panel.button(lambda: session.attempt(session.back))
        choices = (self.mover, self.starter, self.taker, self.first)
        self.box = panel.row(*choices, self.clear, self.full, self.use, self.leave)

    def label(self, words: Words) -> None:
        """Put them into words."""
        say = words.say
        sides = [(words.player(0), 0), (words.player(1), 1)]
        nobody = [(say("nobody yet"), NONE_YET), *sides]
        named(self.mover, say("To move"), sides)
        named(self.starter, words.say_in("label of a choice", "Begun by"), sides)
        named(self.taker, say("Took last"), nobody)
        named(self.first, say("First final capture"), nobody)
        self.use.description = say("Play from here")
        self.clear.description = say("Empty board")
        self.full.description = say("All seeds as at the set-up")
        self.leave.description = say("Leave")

    def follow(self) -> None:
        """Show what the session holds."""
        draft = self.session.draft
        self.box.layout.display = "none" if draft is None else "flex"
        if draft is not None:
            self.mover.value, self.starter.value = draft.mover, draft.starter
            for choice, player in ((self.taker, draft.last_taker), (self.first, draft.first_final)):
                choice.value = NONE_YET if player is None else player

    def _change(self) -> None:
        draft = self.session.draft
        if draft is not None:
            taker, first = (
                None if choice.value == NONE_YET else choice.value
                for choice in (self.taker, self.first)
            )
            sides = {"mover": self.mover.value, "starter": self.starter.value}
            new = draft.replace(**sides, last_taker=taker, first_final=first)
            self.session.attempt(self.session.draw_up, new)

    def _put(self, seeds: int | None) -> None:
        draft, rules = self.session.draft, self.session.game.rules
        if draft is not None:
            count = rules.seeds if seeds is None else seeds
            holes = tuple(count if owner >= 0 else 0 for owner in draft.owner)
            self.session.attempt(self.session.draw_up, draft.replace(seeds=holes, stores=(0, 0)))
