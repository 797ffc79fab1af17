"""One board in play: the game, who plays which side, and what is said; no widgets."""

from __future__ import annotations

import time
from typing import Any

from mancala_core.engine.game import Game
from mancala_core.engine.match import Match
from mancala_core.engine.moves import Move
from mancala_core.engine.rules import Rules
from mancala_core.engine.saying import Unfit
from mancala_core.players.strategies import strategy
from mancala_core.show.board_words import outcome_sentence
from mancala_core.show.change import held_by_other_rules
from mancala_core.show.checker import Checker
from mancala_core.show.frame import Scene, last_message
from mancala_core.show.looks import (
    QUICK_LAPS,
    Looks,
    barred,
    begun,
    judged,
    looks,
    must_pass,
    refused,
)
from mancala_core.show.match_choice import (
    proposed,
)
from mancala_core.show.match_rows import Held, game_of, steps_of, with_game
from mancala_core.show.match_words import begun_sentence, round_over
from mancala_core.show.names import rules_name
from mancala_core.show.predict import Tally, landing, question, verdict
from mancala_core.show.reply import answer, failed_sentence
from mancala_core.show.review import Review, place
from mancala_core.show.rounds_of_match import Rounds
from mancala_core.show.set_up import invitation
from mancala_core.show.setting_up import SettingUp
from mancala_core.show.words import Words

HISTORY = 300
"""Moves of a game given to the board that can be taken back there."""


class Session(Review, Rounds, SettingUp):
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
            raise Unfit("pause is {pause!r}; it takes seconds from 0 to 60.", pause=pause)
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
        return self.entire is None and self._computer_is_next

    @property
    def halted(self) -> bool:
        """Whether the opponent waits until it is let move, in the middle of a game."""
        return self.entire is not None and self._computer_is_next

    @property
    def _computer_is_next(self) -> bool:
        return self.draft is None and not self.unjudged and self._theirs(self.game)

    @property
    def can_go_back(self) -> bool:
        """Whether there is something that `back` would undo."""
        if any(each is not None for each in (self.draft, self.guess_from, self.demo, self.entire)):
            return True
        return self._before() >= 0

    def _before(self) -> int:
        """Which of the past is the last that `back` would return to; -1: none.

        Where the opponent is to move and did so, it would only move again.
        """
        later = self.held
        for last in range(len(self.past) - 1, -1, -1):
            old = self.past[last]
            made = len(game_of(later).moves) > len(game_of(old).moves)
            if not (made and self._theirs(game_of(old))):
                return last
            later = old
        return -1

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
            waiting=self.busy or self._computer_is_next,
            halted=self.halted,
            entire=None if self.entire is None else game_of(self.entire),
            unjudged=self.unjudged,
            demo=self.demo,
            played=self.played,
            predicting=self.predicting,
            guess_from=self.guess_from,
            flipped=self.opponent is not None and self.side == 1,
        )

    # Moves

    def put(self, held: Held, message: str = "", entire: Held | None = None) -> None:
        """Show a game or a match, look at its holes, and let the opponent move if it is to.

        Parameters
        ----------
        held : Game or Match
        message : str, optional
            What to say before the last move or the outcome.
        entire : Game or Match, optional
            That with the moves after those that are shown, which are kept; the opponent does not
            move then.
        """
        game = game_of(held)
        unjudged = not judged(game)
        theirs = not unjudged and self._theirs(game)
        seen = {} if theirs else looks(game, self._checker.known)
        over = not unjudged and game.outcome is not None
        chosen = proposed(held, self.chooser(held)) if over and isinstance(held, Match) else ()
        message = self.words.joined([message, place(self.words, held, entire)])
        told = self.told(held, seen, message, unjudged, theirs, chosen)
        self.id = next(self.numbers)
        self.held, self.chosen, self.draft, self.looks = held, chosen, None, seen
        self.entire = entire
        self.busy, self.unjudged, self.failure, self.due = False, unjudged, "", None
        self.demo = self.guess_from = None
        self.tell(told)
        if entire is not None:
            return
        if theirs and self.pause:
            self.due = (self._reply_later, (self.id, held, self.opponent))
        elif theirs:
            try:
                answered = answer(held, self.opponent or "")
            except Exception as error:
                self._opponent_failed(error)
            else:
                self._answered(answered)

    def told(
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
            return self.words.joined(
                [
                    *told,
                    say(
                        "Every sowing here is very long and still being checked: a moment, please."
                    ),
                ]
            )
        if game.outcome is not None and isinstance(held, Match):
            told.append(round_over(self.words, held, chosen, self.chooser(held)) + "\n")
        elif game.outcome is not None:
            told += [say("Game over."), outcome_sentence(self.words, game)]
        elif isinstance(held, Match) and held.round > 1 and not game.moves:
            told.append(begun_sentence(self.words, held))
        stuck = not theirs and must_pass(game, seen)
        if game.moves or not (any(told) or stuck):
            told.append(last_message(self.words, game))
        if stuck:
            told.append(self.stuck(game))
        return self.words.joined(told).replace("\n ", "\n").strip()

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
        self.past = (*self.past, self.present)
        self.played += 1
        self.put(held)

    def click(self, data: dict[str, Any]) -> None:
        """Take a click: a hole, None for a pass or the next round, or numbers in a set-up.

        Parameters
        ----------
        data : dict
            ``id`` of the frame clicked on, ``at`` and ``hole``; in a set-up ``edits``. Or
            ``predict``, whether to predict moves from now on, ``unask`` to choose another hole to
            predict from, ``why``, a hole whose endless sowing is to be shown, or what
            `Review.file` and `Review.go_to` take.
        """
        self.heard = data.get("at", 0)
        if self.file(data):
            return
        if not data or data.get("id") != self.id:
            return
        if self.draft is not None:
            self.edit(data.get("edits", []))
            return
        say, hole = self.words.say, data.get("hole")
        if self.busy:
            self.tell(self.message)
        elif "predict" in data:
            self.predict(bool(data["predict"]))
        elif "unask" in data:
            if self.guess_from is not None:
                self.put(self.held, entire=self.entire)
        elif "why" in data:
            self.show_why(data["why"])
        elif "go" in data:
            self.go_to(data["go"])
        elif self.failure:
            self.tell(self.failure, "error")
        elif self.halted and hole is None:
            self.let_move()
        elif self._computer_is_next:
            player = self.words.player(self.game.position.mover)
            self.tell(say("{player} is to move, played by the computer: wait.", player=player))
        elif self.unjudged:
            self.tell(self.told(self.game, {}, "", True, False), "refused", hole)
        elif hole is None and self.between is not None:
            self.next_round()
        elif hole is not None and self.choosing is not None:
            self.offer(self.choosing, hole)
        elif hole is None:
            self._go(None, max((move.laps for move in self.looks.values() if move), default=0))
        else:
            self._choose(hole)

    def predict(self, on: bool) -> None:
        """Begin or leave off to predict moves; a new beginning counts from nothing."""
        self.predicting, self.tally, played = on, Tally(), self.played
        self.put(self.held, entire=self.entire)
        if on and self.played == played:
            told = self.words.say(
                "First choose the hole to sow from, then where the move will end."
            )
            self.tell(self.words.joined([told, self.message]))

    def show_why(self, hole: int) -> None:
        """Sow out an endless move that is not allowed, to show that it comes back."""
        move = self.looks.get(hole)
        if move is not None and barred(self.game.rules, move):
            self.id, self.demo = next(self.numbers), move
            self.played += 1

    def _guessed(self, hole: int) -> None:
        """Make the move that was predicted to end in a hole, and say how that came out."""
        start = self.guess_from
        move = None if start is None else self.looks[start]
        assert move is not None
        owner = self.game.position.owner
        if hole not in range(len(owner)) or owner[hole] < 0:
            self.tell(self.message)  # no hole that seeds fall into: the question stands
            return
        self.play(start)
        self.tally = self.tally.after(hole == landing(move))
        told = verdict(self.words, move, hole, self.tally)
        self.tell(self.words.joined([told, self.message]))

    def _choose(self, hole: int) -> None:
        if self.guess_from is not None:
            self._guessed(hole)
            return
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
        elif self.predicting and landing(move) is not None:
            self.id, self.guess_from = next(self.numbers), hole
            self.tell(question(self.words, hole, self.game.rules.holes))
        else:
            self._go(hole, move.laps)

    def _go(self, hole: int | None, laps: int) -> None:
        """Move; in the background if that takes long."""
        if laps <= QUICK_LAPS:
            self.play(hole)
            return
        self.busy, self.reading = True, ""
        self.tell(self.at_work())
        self.due = (self._play_long, (self.id, self.held, hole))

    def speak(self, words: Words) -> None:
        """Say all in another language from now on, the present message too; the game stays.

        Parameters
        ----------
        words : Words
        """
        self.words, error, game, demo = words, self.error, self.game, self.demo
        if self.failure and self.failed is not None:
            self._opponent_failed(self.failed)
            return
        if self.draft is not None:
            told = invitation(words, game.rules, self.draft, self.match is not None)
        elif self.busy:
            told = self.at_work()
        elif self.guess_from is not None:
            told = question(words, self.guess_from, game.rules.holes)
        else:
            theirs, where = self._computer_is_next, place(words, self.held, self.entire)
            told = self.told(self.held, self.looks, where, self.unjudged, theirs, self.chosen)
        self.tell(told)
        if error is not None:
            self._refuse(error)
        self.demo = demo

    # In the background: an immutable game comes with the work, and a number by which work that
    # was overtaken is known.

    def _play_long(self, ticket: int, held: Held, hole: int | None) -> None:
        def made(played: Held) -> None:
            self.played += 1
            self.begin(played)

        self.later(ticket, lambda: held.play(hole), made, self.gave_up)

    def _reply_later(self, ticket: int, held: Held, opponent: str) -> None:
        time.sleep(self.pause)
        self.later(ticket, lambda: answer(held, opponent), self._answered, self._opponent_failed)

    def _answered(self, held: Held) -> None:
        self.played += 1
        self.put(held)

    def _opponent_failed(self, error: Exception) -> None:
        self.failed = error
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
                    self.put(with_game(self.held, game), entire=self.entire)
            except Exception as error:
                self.unjudged = False
                self.fault(error)

    # Games

    def back(self) -> None:
        """Undo what the person did last: a move, a new game, a change; or leave the set-up.

        It does not end where the computer made its move, which it would only make again.
        """
        if self.draft is not None:
            self.put(self.held, self.words.say("The set-up was left."), self.entire)
            return
        if self.guess_from is not None or self.demo is not None:
            self.put(self.held, entire=self.entire)
            return
        if self.entire is not None:
            self.put(self.entire)
            return
        last = self._before()
        if last < 0:
            self.tell(self.words.say("This is where it began: there is nothing to take back."))
            return
        held, self.past = self.past[last], self.past[:last]
        self.put(held, self.words.say("Taken back."))

    def begin(self, held: Held, message: str = "") -> None:
        """Begin another game, round or match; the present one can be gone back to."""
        self.past = (*self.past, self.present)
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
        if self.draft is None and not self.busy:
            self.put(self.held, entire=self.entire)

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
            self.past, self.held, self.entire = (*self.past, self.present), held, None
            self.draw_up(draft)
        else:
            text = self.words.say("Rules: {rules}.", rules=rules_name(self.words, rules.label))
            self.begin(held, self.words.joined([text, message]))
