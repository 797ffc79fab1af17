"""One board in play: the game, who plays which side, and what is said; no widgets."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from mancala_core.engine.game import Game
from mancala_core.engine.match import Match
from mancala_core.engine.match_rounds import Purchase
from mancala_core.engine.moves import Move
from mancala_core.engine.position import Position
from mancala_core.engine.rules import Rules
from mancala_core.players.strategies import strategy
from mancala_core.show.board_words import outcome_sentence
from mancala_core.show.change import held_by_other_rules, left_match, plain
from mancala_core.show.checker import Checker
from mancala_core.show.frame import Scene, last_message
from mancala_core.show.looks import (
    QUICK_LAPS,
    Looks,
    begun,
    judged,
    looks,
    must_pass,
    refused,
)
from mancala_core.show.match_choice import (
    NOBODY,
    PERSON,
    chooser,
    not_on_offer,
    proposed,
    toggled,
    too_few,
)
from mancala_core.show.match_rows import Held, as_match, game_of, steps_of, with_game
from mancala_core.show.match_words import begun_sentence, round_over
from mancala_core.show.reply import answer, failed_sentence
from mancala_core.show.set_up import caution, edited, invitation
from mancala_core.show.state import State
from mancala_core.show.words import Words

HISTORY = 300
"""Moves of a game given to the board that can be taken back there."""


class Session(State):
    """A board in play: what a person, a program and the opponent do there.

    Attributes
    ----------
    pause : float
        Seconds before the opponent moves; 0: at once, in the same call.
    """

    def __init__(
        self,
        held: Held,
        words: Words,
        *,
        opponent: str | None = None,
        side: int = 0,
        preview: bool = True,
        pause: float = 0.0,
    ) -> None:
        if opponent is not None:
            strategy(opponent)
        if isinstance(pause, bool) or not isinstance(pause, int | float) or not 0 <= pause <= 60:
            raise ValueError(f"pause is {pause!r}; it takes seconds from 0 to 60.")
        super().__init__(held, words, opponent, side, preview)
        self.pause = pause
        last = min(steps_of(held), HISTORY)
        self.past = tuple(held.back(n) for n in range(last, 0, -1))
        self._checker = Checker(self, self._checked)
        with self.whole():
            self.put(held)

    # What is shown

    @property
    def computer_moves(self) -> bool:
        """Whether the opponent is to move."""
        return self.draft is None and not self.unjudged and self._theirs(self.game)

    @property
    def can_go_back(self) -> bool:
        """Whether there is something that `back` would undo."""
        return self.draft is not None or any(
            not self._theirs(game_of(old)) for old in reversed(self.past)
        )

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
        return None if match is None or self._chooser(match) != PERSON else match.purchase

    def _chooser(self, match: Match) -> str:
        """Who chooses the holes that are bought now."""
        return chooser(match, self.opponent, self.side)

    def _theirs(self, game: Game) -> bool:
        """Whether the opponent is to move in a game."""
        if self.opponent is None or game.position.mover == self.side:
            return False
        return judged(game) and game.outcome is None

    def scene(self) -> Scene:
        """What a frame is made from.

        Returns
        -------
        Scene
        """
        return Scene(
            game=self.game,
            match=self.match,
            chosen=self.chosen,
            offered=self.choosing,
            following=self.between is not None,
            looks=self.looks,
            words=self.words,
            message=self.message,
            tone=self.tone,
            refused=self.marked,
            draft=self.draft,
            preview=self.preview,
            waiting=self.busy or self.computer_moves,
            unjudged=self.unjudged,
        )

    # Moves

    def put(self, held: Held, message: str = "") -> None:
        """Show a game or a match, look at its holes, and let the opponent move if it is to.

        Parameters
        ----------
        held : Game or Match
        message : str, optional
            What to say before the last move or the outcome.
        """
        game = game_of(held)
        unjudged = not judged(game)
        theirs = not unjudged and self._theirs(game)
        seen = {} if theirs else looks(game, self._checker.known)
        over = not unjudged and game.outcome is not None
        chosen = proposed(held, self._chooser(held)) if over and isinstance(held, Match) else ()
        told = self._told(held, seen, message, unjudged, theirs, chosen)
        self.id = next(self.numbers)
        self.held, self.chosen, self.draft, self.looks = held, chosen, None, seen
        self.busy, self.unjudged, self.failure, self.due = False, unjudged, "", None
        self.tell(told)
        if theirs and self.pause:
            self.due = (self._reply_later, (self.id, held, self.opponent))
        elif theirs:
            try:
                answered = answer(held, self.opponent or "")
            except Exception as error:
                self._opponent_failed(error)
            else:
                self.put(answered)

    def _told(
        self,
        held: Held,
        seen: Looks,
        message: str,
        unjudged: bool,
        theirs: bool,
        chosen: tuple[int, ...] = (),
    ) -> str:
        """What to say of a game that is shown now."""
        say, told, game = self.words.say, [message], game_of(held)
        if unjudged:
            return " ".join(
                [
                    *filter(None, told),
                    say(
                        "Every sowing here is very long and still being checked: a moment, please."
                    ),
                ]
            )
        if game.outcome is not None and isinstance(held, Match):
            told.append(round_over(self.words, held, chosen, self._chooser(held)) + "\n")
        elif game.outcome is not None:
            told += [say("Game over."), outcome_sentence(self.words, game)]
        elif isinstance(held, Match) and held.round > 1 and not game.moves:
            told.append(begun_sentence(self.words, held))
        stuck = not theirs and must_pass(game, seen)
        if game.moves or not (any(told) or stuck):
            told.append(last_message(self.words, game))
        if stuck:
            told.append(self.stuck(game))
        return " ".join(text for text in told if text).replace("\n ", "\n").strip()

    def play(self, hole: int | str | None) -> None:
        """Make a move for the player to move.

        Parameters
        ----------
        hole : int, str or None
            As for `Game.play`.

        Raises
        ------
        IllegalMove
            If the rules do not allow it.
        """
        held = with_game(self.held, self.game.play(hole))
        self.past = (*self.past, self.held)
        self.put(held)

    def click(self, data: dict[str, Any]) -> None:
        """Take a click: a hole, None for a pass or the next round, or numbers in a set-up.

        Parameters
        ----------
        data : dict
            ``id`` of the frame clicked on, ``at`` and ``hole``; in a set-up ``edits``.
        """
        self.heard = data.get("at", 0)
        if not data or data.get("id") != self.id:
            return
        if self.draft is not None:
            self.edit(data.get("edits", []))
            return
        say, hole = self.words.say, data.get("hole")
        if self.failure:
            self.tell(self.failure, "error")
        elif self.busy or self.computer_moves:
            player = self.words.player(self.game.position.mover)
            self.tell(say("{player} is to move, played by the computer: wait.", player=player))
        elif self.unjudged:
            self.tell(self._told(self.game, {}, "", True, False), "refused", hole)
        elif hole is None and self.between is not None:
            self.next_round()
        elif hole is not None and self.choosing is not None:
            self.offer(self.choosing, hole)
        elif hole is None:
            self._go(None, max((move.laps for move in self.looks.values() if move), default=0))
        else:
            self._choose(hole)

    def _choose(self, hole: int) -> None:
        error = refused(self.game, self.looks, hole)
        if error is not None:
            raise error
        move = self.looks[hole]
        if move is None:
            self.tell(
                self.words.say(
                    "This sowing is very long and still being checked: wait, or choose another."
                ),
                "refused",
                hole,
            )
        else:
            self._go(hole, move.laps)

    def _go(self, hole: int | None, laps: int) -> None:
        """Move; in the background if that takes long."""
        if laps <= QUICK_LAPS:
            self.play(hole)
            return
        self.busy = True
        self.tell(self.words.say("A very long sowing: a moment, please."))
        self.due = (self._play_long, (self.id, self.held, hole))

    # Rounds

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
        told = self._told(match, {}, "", False, False, chosen)
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
            raise ValueError(
                "There is no next round: this is a game for itself, not a match. "
                "Board(..., match=True) begins one."
            )
        purchase = self.choosing
        if buy is None and purchase is not None and len(self.chosen) < purchase.number:
            self.tell(too_few(self.words, purchase, self.chosen), "refused")
            return
        if buy is None and self.between is not None and self._chooser(match) != NOBODY:
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

    # In the background: an immutable game comes with the work, and a number by which work that
    # was overtaken is known.

    def _play_long(self, ticket: int, held: Held, hole: int | None) -> None:
        def failed(error: Exception) -> None:
            self.busy = False
            self._refuse(error)

        self.later(ticket, lambda: held.play(hole), self.begin, failed)

    def _reply_later(self, ticket: int, held: Held, opponent: str) -> None:
        time.sleep(self.pause)
        self.later(ticket, lambda: answer(held, opponent), self.put, self._opponent_failed)

    def _opponent_failed(self, error: Exception) -> None:
        self.failure = failed_sentence(self.words, self.game, self.opponent or "", error)
        self.tell(self.failure, "error")

    def check(self) -> None:
        """Look at holes whose sowing is very long; done in the background."""
        self._checker.run()

    def _checked(self, game: Game, hole: int | None, move: Move | None) -> None:
        if hole is not None:
            self.looks = {**self.looks, hole: move}
        if hole is None or (not self.unjudged and must_pass(game, self.looks)):
            try:
                with self.whole():
                    self.put(with_game(self.held, game))
            except Exception as error:
                self.unjudged = False
                self.fault(error)

    # Games

    def back(self) -> None:
        """Undo what the person did last: a move, a new game, a change; or leave the set-up.

        It never ends where the computer is to move, which would only move again.
        """
        if self.draft is not None:
            self.put(self.held, self.words.say("The set-up was left."))
            return
        last = len(self.past) - 1
        while last >= 0 and self._theirs(game_of(self.past[last])):
            last -= 1
        if last < 0:
            self.tell(self.words.say("This is where it began: there is nothing to take back."))
            return
        held, self.past = self.past[last], self.past[:last]
        self.put(held, self.words.say("Taken back."))

    def begin(self, held: Held, message: str = "") -> None:
        """Begin another game, round or match; the present one can be gone back to."""
        self.past = (*self.past, self.held)
        self.put(held, message)

    def new_game(self, starter: str = "south") -> None:
        """Begin a new game from the set-up, or in a match a new match."""
        if self.match is not None:
            self.begin(Match.new(self.game.rules, starter), self.words.say("A match begins."))
        else:
            self.begin(begun(self.game.rules, starter, None))

    def seat(self, opponent: str | None, side: int) -> None:
        """Say who plays.

        Parameters
        ----------
        opponent : str or None
            One of the strategies, or None for two people.
        side : int
            The person's side.
        """
        if opponent is not None:
            strategy(opponent)
        self.opponent, self.side = opponent, side
        if self.draft is None:
            self.put(self.held)

    def change(self, rules: Rules) -> None:
        """Go on by other rules, as `held_by_other_rules` does; a set-up that fits stays open.

        Parameters
        ----------
        rules : Rules
        """
        old, draft = self.held, self.draft
        if rules == old.rules:
            return
        held, message = held_by_other_rules(self.words, old, rules)
        if draft is not None and draft.holes == rules.holes:
            self.held, self.past = held, (*self.past, old)
            self.draw_up(draft)
        else:
            text = self.words.say("Rules: {rules}.", rules=rules.label)
            self.begin(held, f"{text} {message}".strip())

    # Setting up

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
