"""Board: the games to play and to look at in a notebook."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import traitlets

from mancala_core.engine.game import Game
from mancala_core.engine.match import Match
from mancala_core.engine.position import Position, player_of
from mancala_core.engine.rules import Rules
from mancala_core.show import face
from mancala_core.show.controls import Controls
from mancala_core.show.frame import bare, frame
from mancala_core.show.live import Guarded, Live
from mancala_core.show.looks import begun
from mancala_core.show.match_rows import Held
from mancala_core.show.record_files import File
from mancala_core.show.session import Session
from mancala_core.show.words import speak

STATIC = Path(__file__).parent / "static"
_PARTS = ("parts.js", "sowing.js", "record.js", "board.js")


def script() -> str:
    """The board's script for the page: its parts, in order, as one module."""
    return "\n".join((STATIC / name).read_text(encoding="utf-8") for name in _PARTS)


class View(Guarded):
    """The board itself: it draws `frame` and reports what was `clicked`.

    Attributes
    ----------
    frame : dict
        What to draw; see `frame.frame`.
    clicked : dict
        The last click; see `Session.click`.
    """

    _esm = script()
    _css = STATIC / "board.css"
    frame = traitlets.Dict().tag(sync=True)
    clicked = traitlets.Dict().tag(sync=True)


class Board(Live):
    """A board to play on by mouse or keyboard, alone against the computer or in twos.

    Parameters
    ----------
    first : str, Rules, Game, Match or Position
        What to show: a rule set, by name or as it is, for a new game; a game or a match to go
        on with; or a position, with `rules`.
    rules : Rules or str, optional
        The rules of a position.
    match : bool
        Whether a rule set begins a match of several rounds instead of a game.
    opponent : {"greedy", "random"}, optional
        Who plays the other side; None: two people.
    side : {"south", "north"}
        Your side against an opponent.
    language : str
        Of all that is said.
    preview : bool
        Whether the board shows what the move of a hole would do.
    pause : float
        Seconds before the opponent moves.
    controls : bool
        Whether there are buttons and choices below the board.
    seed : int, optional
        Of the lotteries and of the opponent's choices; drawn if None.

    Raises
    ------
    ValueError
        If something is unknown or does not fit.

    Examples
    --------
    >>> board = Board("adji_kui_2", seed=1)
    >>> board.play("A", "b")
    >>> board.position.mover
    0
    >>> Board("adji_kui_2", match=True, seed=1).match.round
    1
    """

    def __init__(
        self,
        first: str | Rules | Game | Match | Position = "anywoli",
        *,
        rules: Rules | str | None = None,
        match: bool = False,
        opponent: str | None = None,
        side: str = "south",
        language: str = "en",
        preview: bool = True,
        pause: float = 0.8,
        controls: bool = True,
        seed: int | None = None,
    ) -> None:
        self._session = Session(
            _held(first, rules, seed, match),
            speak(language),
            opponent=opponent,
            side=player_of(side),
            preview=preview,
            pause=pause,
        )
        self._sent = 0
        self._view = View(self._session.lock)
        self._view.add_class("mancala-view")
        self._view.observe(self._clicked, "clicked")
        self._controls = Controls(self._session) if controls else None
        parts = [self._view, self._controls.box] if self._controls else [self._view]
        super().__init__(parts)
        self.add_class("mancala-board")
        self._session.changed = self._show
        self._session.deliver = self._deliver
        self._show()

    @property
    def game(self) -> Game:
        """The game as far as it is played; in a match, that of the round."""
        return self._session.game

    @property
    def match(self) -> Match | None:
        """The match as far as it is played; None for a game for itself."""
        return self._session.match

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._session.game.position

    @property
    def language(self) -> str:
        """The language of all that is said, by its code; set it to change it. The game stays.

        Examples
        --------
        >>> Board("anywoli", controls=False).language
        'en'
        """
        return self._session.words.language

    @language.setter
    def language(self, language: str) -> None:
        self._session.perform(self._session.speak, speak(language))

    def play(self, *holes: int | str | None) -> None:
        """Make moves, each for the player who is to move then.

        Parameters
        ----------
        *holes : int, str or None
            Numbers or letters of holes; None or "-" passes.

        Raises
        ------
        IllegalMove
            If the rules do not allow one of them; no move is made then.
        """

        def action() -> None:
            for hole in holes:
                self._session.play(hole)

        self._session.perform(action)

    def back(self) -> None:
        """Undo what was done last, the opponent's answer included."""
        self._session.attempt(self._session.back)

    def go_to(self, moves: int) -> None:
        """Show the game, or the round of the match, after so many of its moves.

        The moves after it stay in the list until another one is made there; `game` ends where
        the board stands.

        Parameters
        ----------
        moves : int
            Moves and passes, 0..all there are.

        Raises
        ------
        ValueError
            If there are not so many.
        """
        self._session.perform(self._session.go_to, moves)

    def new_game(self, starter: str = "south") -> None:
        """Begin a new game from the set-up; in a match, a new match.

        Parameters
        ----------
        starter : {"south", "north"}
        """
        self._session.perform(self._session.new_game, starter)

    def next_round(self, buy: Iterable[int | str] | None = None) -> None:
        """Begin the next round of the match.

        Parameters
        ----------
        buy : iterable of int or str, or None
            Numbers or letters of the holes that are bought, where the buyer chooses; None: those
            that are marked on the board.

        Raises
        ------
        ValueError
            If there is no match, its round is not over, or the holes may not be bought.
        """
        self._session.perform(self._session.next_round, buy)

    def set_up(self, position: Position | str) -> None:
        """Play on from a position, as a game for itself.

        Parameters
        ----------
        position : Position or str

        Raises
        ------
        ValueError
            If it is none, or does not fit the board.
        """
        if isinstance(position, str):
            position = Position.parse(position)
        self._session.perform(self._session.set_up, position)

    def wait(self, timeout: float = 10.0) -> bool:
        """Wait until the opponent has moved and all holes are checked.

        Parameters
        ----------
        timeout : float
            Seconds at most.

        Returns
        -------
        bool
            Whether all is done.
        """
        return self._session.wait(timeout)

    def _clicked(self, change: dict[str, Any]) -> None:
        self._session.attempt(self._session.click, change["new"])

    def _show(self) -> None:
        """Send the page a new frame; each has another number, so that none is held back."""
        session = self._session
        with session.lock:
            scene = session.scene()
            try:
                data = frame(scene)
            except Exception as error:
                data = bare(scene, error)
            self._draw(data)
            if self._controls is not None:
                try:
                    self._controls.follow()
                except Exception as error:
                    self._draw(bare(scene, error))

    def _deliver(self, file: File) -> None:
        """Have the page save a file, or copy what has no name."""
        self._view.send({"name": file.name, "kind": file.kind}, [file.data])

    def _draw(self, data: dict[str, Any]) -> None:
        session = self._session
        self._sent += 1
        self._view.frame = data | {"id": session.id, "sent": self._sent, "heard": session.heard}

    def _face(self) -> dict[str, str]:
        """The position as text and as a table, for where no Python runs."""
        session = self._session
        return {
            "text/plain": face.text(session.words, session.held, not session.unjudged),
            "text/html": face.html(session.words, session.held, not session.unjudged),
        }

    def __repr__(self) -> str:
        return f"<Board {self.game.rules.label}, {self.position}>"


def _held(
    first: str | Rules | Game | Match | Position,
    rules: Rules | str | None,
    seed: int | None,
    match: bool,
) -> Held:
    if match and not isinstance(first, str | Rules | Match):
        raise ValueError("match=True begins a match by a rule set; give its name, or its Rules.")
    if isinstance(first, Position):
        if rules is None:
            raise ValueError("A position needs rules: Board(position, rules=...).")
        return begun(Rules.of(rules), first, seed)
    if rules is not None:
        raise ValueError("rules= goes with a position only; give the rules first.")
    if isinstance(first, Game | Match):
        return first
    return Match.new(first, seed=seed) if match else Game.new(first, seed=seed)
