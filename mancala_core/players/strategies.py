"""Strategies by name, in plain Python."""

from __future__ import annotations

from collections.abc import Callable

from mancala_core.engine import sowing
from mancala_core.engine.choices import Sowing, candidates, legal_moves
from mancala_core.engine.position import Position
from mancala_core.engine.rules import Rules
from mancala_core.engine.saying import Listed, Unfit
from mancala_core.engine.streams import Draws

Strategy = Callable[[Rules, Position, Draws], int | None]
"""What chooses a move: takes rules, position and draws; returns a hole, or None to pass."""


def random(rules: Rules, position: Position, rng: Draws) -> int | None:
    """Choose uniformly among the holes with enough seeds; a barred one is struck, drawn again.

    Declining an extra move is one more choice, the last.

    Parameters
    ----------
    rules : Rules
    position : Position
    rng : Draws

    Returns
    -------
    int or None
        None where no hole may be chosen, or the extra move is declined.

    Examples
    --------
    >>> from mancala_core.engine.streams import Stream
    >>> rules = Rules.load("anywoli")
    >>> random(rules, Position.start(rules), Stream(1).ply(0)) in range(12)
    True
    """
    choices: list[int | None] = list(candidates(rules, position, position.mover))
    if position.extra:
        choices.append(None)
    while choices:
        choice = choices[rng.below(len(choices))]
        if choice is None or not _barred(rules, position, choice):
            return choice
        choices.remove(choice)
    return None


def greedy(rules: Rules, position: Position, rng: Draws) -> int | None:
    """Choose the move that takes most in itself: own minus opponent's seeds, ties by lot.

    A move that would be taken back is worth 0, and so is declining an extra move.

    Parameters
    ----------
    rules : Rules
    position : Position
    rng : Draws

    Returns
    -------
    int or None
        None where no hole may be chosen, or the extra move is declined.

    Examples
    --------
    >>> from mancala_core.engine.streams import Stream
    >>> rules = Rules.load("adji_kui_2")
    >>> position = Position.parse("<6,0,0,1,0,0,0,5,2,1,3,0,0,0,0> S")
    >>> greedy(rules, position, Stream(1).ply(0))
    5
    """
    worth: dict[int | None, int] = {
        hole: gain(rules, position, hole) for hole in legal_moves(rules, position)
    }
    if position.extra:
        worth[None] = 0
    if not worth:
        return None
    best = max(worth.values())
    ties = [choice for choice, value in worth.items() if value == best]
    return ties[rng.below(len(ties))]


def gain(rules: Rules, position: Position, hole: int) -> int:
    """Seeds that a move takes for its mover less those it takes for the opponent.

    Parameters
    ----------
    rules : Rules
    position : Position
    hole : int
        A legal move.

    Returns
    -------
    int

    Examples
    --------
    >>> gain(Rules.load("anywoli"), Position.start("anywoli"), 0)
    0
    """
    state, mover = Sowing(rules, position), position.mover
    if state.sow(mover, hole) == sowing.ENDLESS:
        return 0
    taken = [state.tally[player] - position.stores[player] for player in (0, 1)]
    return taken[mover] - taken[1 - mover]


def _barred(rules: Rules, position: Position, hole: int) -> bool:
    if not rules.options.barred:
        return False
    return Sowing(rules, position).sow(position.mover, hole) == sowing.ENDLESS


_STRATEGIES: dict[str, Strategy] = {"greedy": greedy, "random": random}


def names() -> tuple[str, ...]:
    """Names of the strategies there are.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> names()
    ('greedy', 'random')
    """
    return tuple(_STRATEGIES)


def strategy(name: str) -> Strategy:
    """Find a strategy by its name.

    Parameters
    ----------
    name : str

    Returns
    -------
    callable

    Raises
    ------
    ValueError
        If there is none of that name; the message lists those there are.

    Examples
    --------
    >>> strategy("greedy") is greedy
    True
    """
    if name not in _STRATEGIES:
        raise Unfit(
            "There is no strategy {name!r}; there are {names}.", name=name, names=Listed(names())
        )
    return _STRATEGIES[name]
