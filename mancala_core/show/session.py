"""One board in play: the game, who plays which side, and what is said; no widgets."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from mancala_core.engine.game import Game
from mancala_core.engine.moves import Move, trace
from mancala_core.engine.position import Position
from mancala_core.engine.refusal import IllegalMove
from mancala_core.engine.rules import Rules
from mancala_core.engine.streams import Stream
from mancala_core.players.strategies import names, strategy
from mancala_core.show.board_words import outcome_sentence
from mancala_core.show.change import by_other_rules
from mancala_core.show.frame import Scene, last_message
from mancala_core.show.looks import (
    QUICK_LAPS,
    Looks,
    begun,
    judged,
    looks,
    must_pass,
    refused,
    settled,
)
from mancala_core.show.state import State
from mancala_core.show.words import Words, refusal

HISTORY = 300
"""Moves of a game given to the board that can be taken back there."""
_KNOWN = 24
"""Long sowings whose trace is kept."""


class Session(State):
    """A board in play: what a person, a program and the opponent do there.

    Attributes
    ----------
    pause : float
        Seconds before the opponent moves; 0: at once, in the same call.
    """

    def __init__(
        self,
        game: Game,
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
        super().__init__(game, words, opponent, side, preview)
        self.pause = pause
        last = min(len(game.moves), HISTORY)
        self.past = tuple(game.back(n) for n in range(last, 0, -1))
        self._known: dict[tuple[Rules, Position, int], Move] = {}
        with self.whole():
            self.put(game)

    # What is shown

    @property
    def computer_moves(self) -> bool:
        """Whether the opponent is to move."""
        return self.draft is None and not self.unjudged and self._theirs(self.game)

    @property
    def can_go_back(self) -> bool:
        """Whether there is something that `back` would undo."""
        return self.draft is not None or any(not self._theirs(old) for old in reversed(self.past))

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

    def put(self, game: Game, message: str = "") -> None:
        """Show a game, look at its holes, and let the opponent move if it is to.

        Parameters
        ----------
        game : Game
        message : str, optional
            What to say before the last move or the outcome.
        """
        unjudged = not judged(game)
        theirs = not unjudged and self._theirs(game)
        seen = {} if theirs else looks(game, self._known)
        told = self._told(game, seen, message, unjudged, theirs)
        self.id = next(self.numbers)
        self.game, self.draft, self.looks = game, None, seen
        self.busy, self.unjudged, self.failure, self.due = False, unjudged, "", None
        self.tell(told)
        if theirs and self.pause:
            self.due = (self._reply_later, (self.id, game, self.opponent))
        elif theirs:
            try:
                answer = self._answer(game, self.opponent)
            except Exception as error:
                self._opponent_failed(error)
            else:
                self.put(answer)

    def _told(self, game: Game, seen: Looks, message: str, unjudged: bool, theirs: bool) -> str:
        """What to say of a game that is shown now."""
        say, told = self.words.say, [message]
        if unjudged:
            return " ".join(
                [
                    *filter(None, told),
                    say(
                        "Every sowing here is very long and still being checked: a moment, please."
                    ),
                ]
            )
        if game.outcome is not None:
            told += [say("Game over."), outcome_sentence(self.words, game)]
        stuck = not theirs and must_pass(game, seen)
        if game.moves or not (any(told) or stuck):
            told.append(last_message(self.words, game))
        if stuck:
            told.append(self.stuck(game))
        return " ".join(text for text in told if text)

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
        game = self.game.play(hole)
        self.past = (*self.past, self.game)
        self.put(game)

    def click(self, data: dict[str, Any]) -> None:
        """Take a click: a hole, None for a pass, or numbers in a set-up.

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
        self.due = (self._play_long, (self.id, self.game, hole))

    # In the background: an immutable game comes with the work, and a number by which work that
    # was overtaken is known.

    def _play_long(self, ticket: int, game: Game, hole: int | None) -> None:
        def failed(error: Exception) -> None:
            self.busy = False
            self._refuse(error)

        self._later(ticket, lambda: game.play(hole), self.begin, failed)

    def _reply_later(self, ticket: int, game: Game, opponent: str) -> None:
        time.sleep(self.pause)
        self._later(ticket, lambda: self._answer(game, opponent), self.put, self._opponent_failed)

    def _later(
        self,
        ticket: int,
        make: Callable[[], Game],
        then: Callable[[Game], None],
        failed: Callable[[Exception], None],
    ) -> None:
        with self.lock:
            if ticket != self.id:
                return
        try:
            game = make()
        except Exception as error:
            with self.lock:
                if ticket == self.id:
                    failed(error)
                    self.changed()
            return
        with self.lock:
            if ticket == self.id:
                self.attempt(then, game)

    @staticmethod
    def _answer(game: Game, opponent: str | None) -> Game:
        draws = Stream(game.seed, game.number).ply(len(game.moves))
        return game.play(strategy(opponent or "")(game.rules, game.position, draws))

    def _opponent_failed(self, error: Exception) -> None:
        words, game = self.words, self.game
        if isinstance(error, IllegalMove):
            why = refusal(words, error)
        else:
            why = f"{type(error).__name__}: {error}"
        self.failure = words.say(
            "The computer ({opponent}) was to move for {player} and failed: {why} What was played "
            "stays: go back, or choose another opponent or nobody.",
            opponent=words.catalogue.gettext(self.opponent or ""),
            player=words.player(game.position.mover),
            why=why if why.endswith(".") else f"{why}.",
        )
        self.tell(self.failure, "error")

    def check(self) -> None:
        """Look, one after the other, at holes whose sowing is very long.

        One thread does so for the board; between two holes it turns to what the board shows.
        """
        while True:
            with self.lock:
                ticket, game = self.id, self.game
                hole = next((hole for hole, move in self.looks.items() if move is None), None)
                if hole is None and not self.unjudged:
                    self.checking = False
                    return
                key = (game.rules, game.position, hole if hole is not None else -1)
                move = self._known.get(key)
            try:
                if hole is None:
                    game = settled(game)
                elif move is None:
                    move = trace(game.rules, game.position, hole)
            except Exception as error:
                with self.lock:
                    if ticket != self.id:
                        continue
                    self.checking = False
                    self.fault(error)
                    self.changed()
                    return
            with self.lock:
                if move is not None:
                    self._known = dict([*self._known.items()][1 - _KNOWN :]) | {key: move}
                if ticket == self.id:
                    self._checked(game, hole, move)
                    self.changed()

    def _checked(self, game: Game, hole: int | None, move: Move | None) -> None:
        if hole is not None:
            self.looks = {**self.looks, hole: move}
        if hole is None or (not self.unjudged and must_pass(game, self.looks)):
            try:
                with self.whole():
                    self.put(game)
            except Exception as error:
                self.unjudged = False
                self.fault(error)

    # Games

    def back(self) -> None:
        """Undo what the person did last: a move, a new game, a change; or leave the set-up.

        It never ends where the computer is to move, which would only move again.
        """
        if self.draft is not None:
            self.put(self.game, self.words.say("The set-up was left."))
            return
        last = len(self.past) - 1
        while last >= 0 and self._theirs(self.past[last]):
            last -= 1
        if last < 0:
            self.tell(self.words.say("This is where it began: there is nothing to take back."))
            return
        game, self.past = self.past[last], self.past[:last]
        self.put(game, self.words.say("Taken back."))

    def begin(self, game: Game, message: str = "") -> None:
        """Begin another game; the present one can be gone back to."""
        self.past = (*self.past, self.game)
        self.put(game, message)

    def new_game(self, starter: str = "south") -> None:
        """Begin a new game from the set-up, South or North to start."""
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
            self.put(self.game)

    def change(self, rules: Rules) -> None:
        """Go on by other rules, as `by_other_rules` does; a set-up that fits stays open.

        Parameters
        ----------
        rules : Rules
        """
        old, draft = self.game, self.draft
        if rules == old.rules:
            return
        game, message = by_other_rules(self.words, old, rules)
        if draft is not None and draft.holes == rules.holes:
            self.game, self.past = game, (*self.past, old)
            self.draw_up(draft)
        else:
            text = self.words.say("Rules: {rules}.", rules=rules.label)
            self.begin(game, f"{text} {message}".strip())

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
        rules, seeds = self.game.rules, position.left + sum(position.stores)
        message = ""
        if seeds != rules.total:
            message = self.words.count(
                "{n} seed in all; a whole game has {total}.",
                "{n} seeds in all; a whole game has {total}.",
                seeds,
                total=rules.total,
            )
        self.begin(begun(rules, position, None), message)

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
            position = self.game.position.replace(ending=None, drawn=None, extra=False)
        self.draft, self.looks, self.failure, self.due = position, {}, "", None
        self.busy = self.unjudged = False
        self.tell(
            self.words.say(
                "Put seeds into holes and stores: {n} in all, {total} in a whole game.",
                n=position.left + sum(position.stores),
                total=self.game.rules.total,
            )
        )

    def edit(self, edits: list[dict[str, Any]]) -> None:
        """Take numbers typed or clicked in the set-up.

        Parameters
        ----------
        edits : list of dict
            Each with ``seeds`` and ``hole`` or ``store``.
        """
        assert self.draft is not None
        seeds, stores = list(self.draft.seeds), list(self.draft.stores)
        for edit in edits:
            if "store" in edit:
                stores[edit["store"]] = int(edit["seeds"])
            else:
                seeds[edit["hole"]] = int(edit["seeds"])
        self.draw_up(self.draft.replace(seeds=tuple(seeds), stores=(stores[0], stores[1])))

    def use(self) -> None:
        """Play on from the position that was set up."""
        if self.draft is not None:
            self.set_up(self.draft)


def opponents() -> tuple[str, ...]:
    """Strategies that a board may be played against.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> opponents()
    ('greedy', 'random')
    """
    return names()
