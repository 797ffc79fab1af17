"""What a board in play holds, changed as a whole or not at all."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

from mancala_core.engine.game import Game
from mancala_core.engine.match import Match
from mancala_core.engine.moves import Move
from mancala_core.engine.position import Position
from mancala_core.engine.refusal import IllegalMove
from mancala_core.show.background import Background
from mancala_core.show.looks import Looks
from mancala_core.show.match_rows import Held, game_of
from mancala_core.show.predict import Tally
from mancala_core.show.record_files import File
from mancala_core.show.words import Words, refusal

Work = tuple[Callable[..., None], tuple[Any, ...]]
"""A function and its arguments."""
_FIELDS = (
    *(
        "held",
        "entire",
        "past",
        "chosen",
        "draft",
        "looks",
        "unjudged",
        "busy",
        "reading",
        "failure",
        "opponent",
        "side",
    ),
    *("preview", "id", "message", "tone", "marked", "words", "error", "failed"),
    *("predicting", "guess_from", "tally", "demo", "played"),
)


class State:
    """What a board in play holds.

    Everything is an immutable value that an action replaces under `lock`, so that a callback in
    another thread finds either the old state or the new one.

    Attributes
    ----------
    held : Game or Match
        What is played; `game` is the game itself, or the round of the match that is being played.
    entire : Game or Match or None
        That with the moves after those that are shown; None where the board shows its end.
    past : tuple of (Game or Match)
        What can be gone back to, the latest last.
    chosen : tuple of int
        Holes that a person has chosen to buy for the next round, the latest last.
    draft : Position or None
        The position that is being set up.
    opponent : str or None
        Strategy that plays the other side; None: two people.
    side : int
        The person's side against an opponent.
    preview : bool
        Whether the board shows what a move would do.
    id : int
        Changes with whatever a click refers to.
    unjudged : bool
        Whether it takes long to tell if the game is over, and is not told yet.
    busy : bool
        Whether the board waits for work in the background.
    reading : str
        The file that is read there, if that is the work.
    failure : str
        What to say of an opponent that failed in this position.
    failed : Exception or None
        What it failed with.
    error : Exception or None
        What the message is about, so that it can be told again in another language.
    heard : float
        When the last click was made that was taken, as the page counts.
    changed : callable
        Called after each change.
    deliver : callable
        Called with each `File` that the page is to save or copy.
    predicting : bool
        Whether a person says where a move will end before it is made.
    guess_from : int or None
        The hole of the move that is being predicted.
    tally : Tally
        How the predictions came out so far.
    demo : Move or None
        An endless move that is shown though it is not allowed.
    played : int
        Grows with each move made or shown, so that the page sows it out.
    due : tuple or None
        Work to begin in the background once the change under way is made.
    numbers : iterator of int
        Gives `id`; none comes twice, so that work that was overtaken is known by its number.
    checking : bool
        Whether `check` runs.
    """

    def __init__(
        self, held: Held, words: Words, opponent: str | None, side: int, preview: bool
    ) -> None:
        self.lock = threading.RLock()
        self.held, self.words, self.opponent, self.side = held, words, opponent, side
        self.preview = preview
        self.entire: Held | None = None
        self.past: tuple[Held, ...] = ()
        self.chosen: tuple[int, ...] = ()
        self.draft: Position | None = None
        self.looks: Looks = {}
        self.message, self.tone, self.failure = "", "", ""
        self.marked: int | None = None
        self.error: Exception | None = None
        self.failed: Exception | None = None
        self.predicting, self.tally, self.played = False, Tally(), 0
        self.guess_from: int | None = None
        self.demo: Move | None = None
        self.reading = ""
        self.busy = self.unjudged = self.checking = False
        self.id = 0
        self.heard: float = 0
        self.changed: Callable[[], None] = lambda: None
        self.deliver: Callable[[File], None] = lambda _: None
        self.background = Background()
        self.numbers = count(1)
        self.due: Work | None = None

    @property
    def game(self) -> Game:
        """The game to play on."""
        return game_of(self.held)

    @property
    def match(self) -> Match | None:
        """The match that it belongs to; None for a game for itself."""
        return self.held if isinstance(self.held, Match) else None

    def check(self) -> None:
        """Look at holes whose sowing is very long; done in the background."""

    def tell(self, message: str, tone: str = "", hole: int | None = None) -> None:
        """Say something beside the player to move; an endless move is no longer shown.

        Parameters
        ----------
        message : str
        tone : {"", "refused", "error"}
        hole : int or None
            A hole to mark as refused.
        """
        self.message, self.tone, self.marked, self.demo = message, tone, hole, None
        self.error = None

    @contextmanager
    def whole(self) -> Iterator[None]:
        """Do all or nothing: whatever is raised leaves everything as it was."""
        with self.lock:
            kept = {name: getattr(self, name) for name in _FIELDS}
            self.due = None
            try:
                yield
            except BaseException:
                vars(self).update(kept)
                self.due = None
                raise
            due, self.due = self.due, None
            if due is not None:
                self.background.start(due[0], *due[1])
            if not self.checking and (self.unjudged or None in self.looks.values()):
                self.checking = True
                self.background.start(self.check)

    def perform(self, action: Callable[..., None], *values: Any) -> None:
        """Do something that a program asked for; if it fails, leave all as it was and raise.

        Parameters
        ----------
        action : callable
        *values
            Its arguments.
        """
        with self.lock:
            try:
                with self.whole():
                    action(*values)
            finally:
                self.changed()

    def attempt(self, action: Callable[..., None], *values: Any) -> None:
        """Do something that a person asked for; if it fails, say so and leave all as it was.

        Parameters
        ----------
        action : callable
        *values
            Its arguments.
        """
        with self.lock:
            try:
                with self.whole():
                    action(*values)
            except Exception as error:
                self._refuse(error)
            except BaseException as error:  # an interrupted cell
                self.fault(error)
                raise
            finally:
                self.changed()

    def _refuse(self, error: Exception) -> None:
        if isinstance(error, IllegalMove):
            hole = error.data["hole"]
            known = type(hole) is int and 0 <= hole < len(self.game.position.seeds)
            stuck = error.reason == "must_pass"
            text = self.stuck(self.game) if stuck else refusal(self.words, error)
            self.tell(text, "refused", hole if known else None)
        elif isinstance(error, ValueError):
            self.tell(self.words.error(error), "refused")
        else:
            self.fault(error)
        self.error = error

    def fault(self, error: BaseException) -> None:
        """Say that something went wrong; the game is as it was."""
        self.tell(
            self.words.say(
                "That went wrong ({error}). The game is as it was: choose another hole, go back, "
                "or begin a new game.",
                error=self.words.fault(error),
            ),
            "error",
        )

    def stuck(self, game: Game) -> str:
        """Say that there is no move."""
        player, say = self.words.player(game.position.mover), self.words.say
        if game.position.extra:
            return say("{player} has no move and must decline the extra move.", player=player)
        return say("{player} has no move and must pass.", player=player)

    def later(
        self,
        ticket: int,
        make: Callable[[], Held],
        then: Callable[[Held], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """Make a game or a match in the background, where that takes long, and go on with it.

        Nothing comes of it where the board has turned to something else meanwhile.

        Parameters
        ----------
        ticket : int
            The `id` with which the work was begun.
        make : callable
            What takes long; called without the lock.
        then : callable
            Is given what was made, as `attempt` does an action.
        failed : callable
            Is given what `make` raised.
        """
        with self.lock:
            if ticket != self.id:
                return
        try:
            held = make()
        except Exception as error:
            with self.lock:
                if ticket == self.id:
                    failed(error)
                    self.changed()
            return
        with self.lock:
            if ticket == self.id:
                self.attempt(then, held)

    def wait(self, timeout: float) -> bool:
        """Wait for what runs in the background.

        Parameters
        ----------
        timeout : float
            Seconds at most.

        Returns
        -------
        bool
            Whether all is done.
        """
        return self.background.wait(timeout)
