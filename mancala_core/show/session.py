"""One board in play: the game, who plays which side, and what is said; no widgets."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from mancala_core.engine.game import Game
from mancala_core.engine.moves import trace
from mancala_core.engine.position import Position
from mancala_core.engine.refusal import IllegalMove
from mancala_core.engine.rules import Rules
from mancala_core.engine.streams import Stream
from mancala_core.players.strategies import names, strategy
from mancala_core.show.board_words import outcome_sentence
from mancala_core.show.frame import Scene, last_message
from mancala_core.show.looks import QUICK_LAPS, Looks, looks, must_pass, refused
from mancala_core.show.words import Words, refusal

HISTORY = 300
"""Moves of a game given to the board that can be taken back there."""
_STATE = ("game", "past", "draft", "looks", "busy", "opponent", "side")


class Session:
    """A board in play.

    Everything it holds is an immutable value that an action replaces under `lock`, so that a
    callback in another thread finds either the old state or the new one.

    Attributes
    ----------
    game : Game
    past : tuple of Game
        Games to go back to, the latest last.
    draft : Position or None
        The position that is being set up.
    opponent : str or None
        Strategy that plays the other side; None: two people.
    side : int
        The person's side against an opponent.
    preview : bool
        Whether the board shows what a move would do.
    pause : float
        Seconds before the opponent moves; 0: at once, in the same call.
    id : int
        Changes with whatever a click refers to.
    changed : callable
        Called after each change.
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
        self.lock = threading.RLock()
        self.words, self.opponent, self.side = words, opponent, side
        self.preview, self.pause = preview, pause
        self.game = game
        last = min(len(game.moves), HISTORY)
        self.past: tuple[Game, ...] = tuple(game.back(n) for n in range(last, 0, -1))
        self.draft: Position | None = None
        self.looks: Looks = {}
        self.message, self.tone = "", ""
        self.marked: int | None = None
        self.busy = False
        self.id = 0
        self.changed: Callable[[], None] = lambda: None
        self._threads: list[threading.Thread] = []
        self.put(game)

    # What is shown

    @property
    def computer_moves(self) -> bool:
        """Whether the opponent is to move."""
        game = self.game
        return (
            self.opponent is not None
            and self.draft is None
            and game.outcome is None
            and game.position.mover != self.side
        )

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
        )

    def tell(self, message: str, tone: str = "", hole: int | None = None) -> None:
        """Say something beside the player to move.

        Parameters
        ----------
        message : str
        tone : {"", "refused", "error"}
        hole : int or None
            A hole to mark as refused.
        """
        self.message, self.tone, self.marked = message, tone, hole

    def attempt(self, action: Callable[..., None], *values: Any) -> None:
        """Do something that a person asked for; if it fails, say so and leave all as it was.

        Parameters
        ----------
        action : callable
        *values
            Its arguments.
        """
        with self.lock:
            kept = {name: getattr(self, name) for name in _STATE}
            try:
                action(*values)
            except Exception as error:
                vars(self).update(kept)
                self._refuse(error)
            self.changed()

    def _refuse(self, error: Exception) -> None:
        if isinstance(error, IllegalMove):
            hole = error.data["hole"]
            known = type(hole) is int and 0 <= hole < len(self.game.position.seeds)
            self.tell(refusal(self.words, error), "refused", hole if known else None)
        elif isinstance(error, ValueError):
            self.tell(str(error), "refused")
        else:
            self.fault(error)

    def fault(self, error: BaseException) -> None:
        """Say that something went wrong; the game is as it was."""
        self.tell(
            self.words.say(
                "That went wrong ({error}). The game is as it was: choose another hole, go back, "
                "or begin a new game.",
                error=f"{type(error).__name__}: {error}",
            ),
            "error",
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
        self.game, self.draft, self.busy = game, None, False
        self.id += 1
        self.looks = {} if self.computer_moves else looks(game)
        told = [message] if message else []
        if game.outcome is not None:
            told += [self.words.say("Game over."), outcome_sentence(self.words, game)]
        stuck = must_pass(game, self.looks) and not self.computer_moves
        if game.moves or not (told or stuck):
            told.append(last_message(self.words, game))
        if stuck:
            player = self.words.player(game.position.mover)
            told.append(self.words.say("{player} has no move and must pass.", player=player))
        self.tell(" ".join(text for text in told if text))
        slow = [hole for hole, move in self.looks.items() if move is None]
        if slow:
            self._start(self._settle, self.id, slow)
        if self.computer_moves:
            if self.pause:
                self._start(self._reply_later, self.id)
            else:
                self._reply()

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
        """Take a click: a hole, None for a pass, or a number in a set-up.

        Parameters
        ----------
        data : dict
            ``id`` of the frame clicked on; ``hole`` and, in a set-up, ``seeds``, or ``store``
            and ``seeds``.
        """
        if not data or data.get("id") != self.id:
            return
        if self.draft is not None:
            if "seeds" in data:
                self.edit(data)
            return
        say, hole = self.words.say, data.get("hole")
        if self.busy or self.computer_moves:
            player = self.words.player(self.game.position.mover)
            self.tell(say("{player} is to move, played by the computer: wait.", player=player))
            return
        if hole is None:
            self.play(None)
            return
        error = refused(self.game, self.looks, hole)
        if error is not None:
            raise error
        move = self.looks[hole]
        if move is None:
            self.tell(
                say("This sowing is very long and still being checked: wait, or choose another."),
                "refused",
                hole,
            )
        elif move.laps > QUICK_LAPS:
            self.busy = True
            self.tell(say("A very long sowing: a moment, please."))
            self._start(self._play_long, self.id, hole)
        else:
            self.play(hole)

    def _play_long(self, ticket: int, hole: int) -> None:
        old = self.game
        game = old.play(hole)
        with self.lock:
            if ticket == self.id:
                self.past = (*self.past, old)
                self.put(game)
                self.changed()

    def _settle(self, ticket: int, holes: list[int]) -> None:
        """Look at holes whose sowing is very long; they are marked as being checked so long."""
        rules, position = self.game.rules, self.game.position
        for hole in holes:
            move = trace(rules, position, hole)
            with self.lock:
                if ticket != self.id:
                    return
                self.looks = {**self.looks, hole: move}
                self.changed()

    def _choice(self, game: Game) -> Game:
        assert self.opponent is not None
        draws = Stream(game.seed, game.number).ply(len(game.moves))
        return game.play(strategy(self.opponent)(game.rules, game.position, draws))

    def _reply(self) -> None:
        self.put(self._choice(self.game))

    def _reply_later(self, ticket: int) -> None:
        time.sleep(self.pause)
        if ticket != self.id:
            return
        game = self._choice(self.game)
        with self.lock:
            if ticket == self.id:
                self.put(game)
                self.changed()

    def _start(self, work: Callable[..., None], *values: Any) -> None:
        """Do work in the background; where there are no threads, now."""

        def guarded() -> None:
            try:
                work(*values)
            except Exception as error:
                with self.lock:
                    self.busy = False
                    self.fault(error)
                    self.changed()

        thread = threading.Thread(target=guarded, daemon=True)
        try:
            thread.start()
        except RuntimeError:
            guarded()
            return
        self._threads = [*(item for item in self._threads if item.is_alive()), thread]

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
        end = time.monotonic() + timeout
        while any(thread.is_alive() for thread in self._threads):
            left = end - time.monotonic()
            if left <= 0:
                return False
            for thread in self._threads:
                thread.join(min(left, 0.05))
        return True

    # Games

    def back(self) -> None:
        """Undo what the person did last: a move, a new game, a change; or leave the set-up."""
        if self.draft is not None:
            self.put(self.game, self.words.say("The set-up was left."))
        elif not self.past:
            self.tell(self.words.say("This is where it began: there is nothing to take back."))
        else:
            game, self.past = self.past[-1], self.past[:-1]
            self.put(game, self.words.say("Taken back."))

    def begin(self, game: Game, message: str = "") -> None:
        """Begin another game; the present one can be gone back to."""
        self.past = (*self.past, self.game)
        self.put(game, message)

    def new_game(self, starter: str = "south") -> None:
        """Begin a new game from the set-up, South or North to start."""
        self.begin(Game.new(self.game.rules, start=starter))

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
        """Go on by other rules.

        The moves are kept where they come out the same; otherwise play goes on from the
        present position, or from the set-up on another board.

        Parameters
        ----------
        rules : Rules
        """
        old, draft = self.game, self.draft
        if rules == old.rules:
            return
        game = _by_other_rules(old, rules)
        self.begin(game, self.words.say("Rules: {rules}.", rules=rules.label))
        if draft is not None and draft.holes == rules.holes:
            self.draw_up(draft)

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
        self.begin(Game.new(self.game.rules, start=position))

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
            self.id += 1
        if position is None:
            position = self.game.position.replace(ending=None, drawn=None, extra=False)
        self.draft, self.looks, self.busy = position, {}, False
        self.tell(
            self.words.say(
                "Put seeds into holes and stores: {n} in all, {total} in a whole game.",
                n=position.left + sum(position.stores),
                total=self.game.rules.total,
            )
        )

    def edit(self, data: dict[str, Any]) -> None:
        """Take a number typed or clicked in the set-up.

        Parameters
        ----------
        data : dict
            ``seeds`` and ``hole`` or ``store``.
        """
        assert self.draft is not None
        count = int(data["seeds"])
        if "store" in data:
            stores = list(self.draft.stores)
            stores[data["store"]] = count
            self.draw_up(self.draft.replace(stores=(stores[0], stores[1])))
        else:
            seeds = list(self.draft.seeds)
            seeds[data["hole"]] = count
            self.draw_up(self.draft.replace(seeds=tuple(seeds)))

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


def _by_other_rules(old: Game, rules: Rules) -> Game:
    was = old.rules
    if (rules.name, rules.holes, rules.seeds) == (was.name, was.holes, was.seeds):
        same = _replayed(old, rules)
        if same is not None:
            return same
        if old.outcome is None:
            return Game.new(rules, old.position.replace(extra=False), old.seed)
    return Game.new(rules)


def _replayed(old: Game, rules: Rules) -> Game | None:
    """The same moves by other rules, if they come out the same."""
    try:
        start = old.start.replace(ending=None, drawn=None)
        game = Game.new(rules, start, old.seed).play(*(move.hole for move in old.moves))
    except ValueError:
        return None
    before, after = old.position, game.position
    same = (before.seeds, before.stores, before.mover) == (after.seeds, after.stores, after.mover)
    return game if same else None
