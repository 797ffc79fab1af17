"""A match on the board: holes are bought, rounds follow each other, a match begins or is left."""

from __future__ import annotations

from collections.abc import Iterable

from mancala_core.engine.match import Match
from mancala_core.engine.match_rounds import Purchase
from mancala_core.engine.saying import Unfit
from mancala_core.show.actions import Actions
from mancala_core.show.change import left_match
from mancala_core.show.match_choice import (
    NOBODY,
    PERSON,
    chooser,
    not_on_offer,
    toggled,
    too_few,
)
from mancala_core.show.match_rows import as_match


class Rounds(Actions):
    """What a board in play does between the rounds of a match."""

    @property
    def between(self) -> Match | None:
        """The match, where its round is over and a next one can begin."""
        match = None if self.draft is not None or self.unjudged else self.match
        if match is None or match.game.outcome is None or match.over:
            return None
        return match

    @property
    def choosing(self) -> Purchase | None:
        """What a person may choose to buy now."""
        match = self.between
        return None if match is None or self.chooser(match) != PERSON else match.purchase

    def chooser(self, match: Match) -> str:
        """Who chooses the holes that are bought now."""
        return chooser(match, self.opponent, self.side)

    def offer(self, purchase: Purchase, hole: int) -> None:
        """Choose a hole to buy, or give it up again; one too many takes the place of the first.

        Parameters
        ----------
        purchase : Purchase
        hole : int
        """
        match = self.match
        assert match is not None
        if hole not in purchase.holes:
            self.tell(not_on_offer(self.words, purchase, hole), "refused", hole)
            return
        chosen = toggled(purchase, self.chosen, hole)
        told = self.told(match, {}, "", False, False, chosen)
        self.id, self.chosen = next(self.numbers), chosen
        self.tell(told)

    def next_round(self, buy: Iterable[int | str] | None = None) -> None:
        """Begin the next round of the match.

        Parameters
        ----------
        buy : iterable of int or str, or None
            Holes to buy, where they are chosen; None: those that are marked on the board.

        Raises
        ------
        ValueError
            If there is no match, its round is not over, or the holes may not be bought.
        """
        match = self.match
        if match is None:
            raise Unfit(
                "There is no next round: this is a game for itself, not a match. "
                "Board(..., match=True) begins one."
            )
        purchase = self.choosing
        if buy is None and purchase is not None and len(self.chosen) < purchase.number:
            self.tell(too_few(self.words, purchase, self.chosen), "refused")
            return
        if buy is None and self.between is not None and self.chooser(match) != NOBODY:
            buy = self.chosen
        self.begin(match.next_round(buy))

    def new_match(self, starter: str = "south") -> None:
        """Begin a match, South or North to start; a game from the set-up becomes its first round.

        Parameters
        ----------
        starter : {"south", "north"}
            Of a new match.
        """
        if self.match is None and self.game.moves:
            found = as_match(self.game)
            if found is not None:
                self.begin(found, self.words.say("This game is now round 1 of a match."))
                return
        match = Match.new(self.game.rules, starter)
        self.begin(match, self.words.say("A match begins."))

    def leave_match(self) -> None:
        """Go on with the round of a match as a game for itself."""
        if self.match is not None:
            self.begin(self.game, left_match(self.words))
