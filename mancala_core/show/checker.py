"""Looking, in the background, at what takes long to tell of the game on a board."""

from __future__ import annotations

from collections.abc import Callable

from mancala_core.engine.game import Game
from mancala_core.engine.moves import Move, trace
from mancala_core.engine.position import Position
from mancala_core.engine.rules import Rules
from mancala_core.show.looks import settled
from mancala_core.show.state import State

_KNOWN = 24
"""Long sowings whose trace is kept."""
_GAME = -1
"""Stands for the question whether the game is over."""


class Checker:
    """Looks, one after the other, at holes whose sowing is very long.

    Parameters
    ----------
    state : State
        What the board shows.
    found : callable
        Is given the game, the hole and its move, once they are traced, if the board still shows
        that game; or, after the question whether the game is over, the game that tells, and twice
        None. It is called under the state's lock.

    Attributes
    ----------
    known : dict
        The latest moves that were traced, by rules, position and hole.
    """

    def __init__(
        self, state: State, found: Callable[[Game, int | None, Move | None], None]
    ) -> None:
        self.known: dict[tuple[Rules, Position, int], Move] = {}
        self._state, self._found = state, found

    def run(self) -> None:
        """Look until nothing is left to look at.

        One thread does so for the board; between two holes it turns to what the board shows.
        """
        state = self._state
        while True:
            with state.lock:
                ticket, game = state.id, state.game
                hole = next((hole for hole, move in state.looks.items() if move is None), None)
                if hole is None and not state.unjudged:
                    state.checking = False
                    return
                key = (game.rules, game.position, _GAME if hole is None else hole)
                move = self.known.get(key)
            try:
                if hole is None:
                    game = settled(game)
                elif move is None:
                    move = trace(game.rules, game.position, hole)
            except Exception as error:
                with state.lock:
                    if ticket != state.id:
                        continue
                    state.checking = False
                    state.fault(error)
                    state.changed()
                    return
            with state.lock:
                if move is not None:
                    self.known = dict([*self.known.items()][1 - _KNOWN :]) | {key: move}
                if ticket == state.id:
                    self._found(game, hole, move)
                    state.changed()
