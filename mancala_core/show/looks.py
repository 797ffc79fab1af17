"""What is known of the holes a player might choose: legal, barred, or still being checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mancala_core.engine import sowing
from mancala_core.engine.choices import Sowing, candidates
from mancala_core.engine.game import Game
from mancala_core.engine.moves import Move, trace
from mancala_core.engine.position import Position
from mancala_core.engine.refusal import IllegalMove
from mancala_core.engine.rules import Rules

QUICK_LAPS = 5000
"""Laps, a few milliseconds of them, after which a hole is looked at in the background."""
Looks = Mapping[int, Move | None]
"""For each hole with enough seeds the move it would make; None while it is being checked."""


def look(rules: Rules, position: Position, hole: int, laps: int = QUICK_LAPS) -> Move | None:
    """Trace the move from a hole, unless it runs over so many laps.

    Parameters
    ----------
    rules : Rules
    position : Position
    hole : int
        A hole of the mover with enough seeds.
    laps : int
        Where to give up.

    Returns
    -------
    Move or None
        None where it is neither finite nor proved endless within `laps`.

    Examples
    --------
    >>> game = Game.new("anywoli")
    >>> look(game.rules, game.position, 0).laps, look(game.rules, game.position, 0, laps=2)
    (5, None)
    """
    limit = rules.options.limit
    if not 0 < limit <= laps:
        probe = Sowing(rules, position)
        result = probe.sow(position.mover, hole, limit=laps)
        if result == sowing.ENDLESS and not probe.tally[sowing.PERIOD]:
            return None
    return trace(rules, position, hole)


def looks(game: Game) -> dict[int, Move | None]:
    """Look at every hole the mover might choose, as `look` does.

    Parameters
    ----------
    game : Game

    Returns
    -------
    dict

    Examples
    --------
    >>> sorted(looks(Game.new("adji_kui_2")))
    [0, 1, 2, 3, 4, 5]
    """
    if game.outcome is not None:
        return {}
    rules, position = game.rules, game.position
    return {
        hole: look(rules, position, hole) for hole in candidates(rules, position, position.mover)
    }


def barred(rules: Rules, move: Move) -> bool:
    """Whether a traced move is not legal because it never ends.

    Parameters
    ----------
    rules : Rules
    move : Move

    Returns
    -------
    bool
    """
    return move.ending == "endless" and bool(rules.options.barred)


def playable(game: Game, seen: Looks) -> tuple[int, ...]:
    """Holes known to be legal.

    Parameters
    ----------
    game : Game
    seen : Looks

    Returns
    -------
    tuple of int

    Examples
    --------
    >>> game = Game.new("adji_kui_2")
    >>> playable(game, looks(game))
    (0, 1, 2, 3, 4, 5)
    """
    return tuple(
        hole for hole, move in seen.items() if move is not None and not barred(game.rules, move)
    )


def must_pass(game: Game, seen: Looks) -> bool:
    """Whether a pass is the only move, as far as all holes are checked.

    Parameters
    ----------
    game : Game
    seen : Looks

    Returns
    -------
    bool

    Examples
    --------
    >>> game = Game.new("adji_kui_2", start="<6,19,19,1,0,1,0,0,0,3,2,1,2,0,0> S")
    >>> must_pass(game, looks(game))
    True
    """
    checked = all(move is not None for move in seen.values())
    return game.outcome is None and checked and not playable(game, seen)


def refused(game: Game, seen: Looks, hole: int) -> IllegalMove | None:
    """Tell why a hole may not be chosen, as `play` would, without sowing again.

    Parameters
    ----------
    game : Game
    seen : Looks
    hole : int
        Number of a hole.

    Returns
    -------
    IllegalMove or None
        None for a legal hole, and for one that is being checked.

    Examples
    --------
    >>> game = Game.new("adji_kui_2")
    >>> refused(game, looks(game), 6).reason
    'not_yours'
    """
    position, rules = game.position, game.rules
    owner, legal, data = position.owner[hole], playable(game, seen), dict[str, Any]()
    if game.outcome is not None:
        reason, legal = "over", ()
    elif hole in seen:
        move = seen[hole]
        if move is None or not barred(rules, move):
            return None
        reason, data = "endless", {"laps": move.laps, "period": move.period}
    elif owner < 0:
        reason = "out_of_play"
    elif must_pass(game, seen):
        reason = "must_pass"
    elif owner != position.mover:
        reason = "not_yours"
    else:
        reason = "singleton" if position.seeds[hole] else "empty"
    about = {"hole": hole, "legal": legal, "holes": rules.holes, "mover": position.mover}
    return IllegalMove(reason, about | {"least": rules.least} | data)
