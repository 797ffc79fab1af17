"""What is known of the holes a player might choose: legal, barred, or still being checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mancala_core.engine import sowing
from mancala_core.engine.choices import Sowing, candidates, check_board
from mancala_core.engine.game import Game
from mancala_core.engine.moves import Move, trace
from mancala_core.engine.position import Position
from mancala_core.engine.refusal import IllegalMove
from mancala_core.engine.rules import Rules
from mancala_core.engine.streams import checked_seed

QUICK_LAPS = 5000
"""Laps, a few milliseconds of them, after which a hole is looked at in the background."""
_FIRST_LAPS = 200
"""Laps within which the engine, too, looks for any legal move before it sows on."""
Looks = Mapping[int, Move | None]
"""For each hole with enough seeds the move it would make; None while it is being checked."""
Known = Mapping[tuple[Rules, Position, int], Move]
"""Moves that took long to trace."""


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
    if not 0 < limit <= laps and _ends(rules, position, position.mover, hole, laps) is None:
        return None
    return trace(rules, position, hole)


def _ends(rules: Rules, position: Position, player: int, hole: int, laps: int) -> bool | None:
    """Whether a sowing ends; None if so many laps do not tell."""
    probe = Sowing(rules, position)
    if probe.sow(player, hole, limit=laps) != sowing.ENDLESS:
        return True
    return False if probe.tally[sowing.PERIOD] else None


def judged(game: Game) -> bool:
    """Whether it can be told at once if the game is over.

    It cannot where every sowing that might be a legal move runs over very many laps.

    Parameters
    ----------
    game : Game

    Returns
    -------
    bool

    Examples
    --------
    >>> judged(Game.new("anywoli"))
    True
    """
    rules, position = game.rules, game.position
    if "outcome" in vars(game) or not rules.options.barred or position.ending is not None:
        return True
    if sowing.finished(rules.options, position.left):
        return True
    for player in (position.mover, 1 - position.mover):
        holes = candidates(rules, position, player)
        if any(_ends(rules, position, player, hole, _FIRST_LAPS) for hole in holes):
            return True
        for hole in holes:
            found = _ends(rules, position, player, hole, QUICK_LAPS)
            if found is not False:
                return bool(found)
        if rules.end_without_move:
            return True
    return True


def begun(rules: Rules, start: Position | str | None, seed: int | None) -> Game:
    """Begin a game at once, also where it takes long to tell whether it is over already.

    Parameters
    ----------
    rules : Rules
    start, seed
        As for `Game.new`.

    Returns
    -------
    Game
        If it is not `judged`, `settled` gives the one to go on with.

    Examples
    --------
    >>> begun(Rules.load("anywoli"), "north", 1) == Game.new("anywoli", "north", 1)
    True
    """
    if isinstance(start, Position):
        check_board(rules, start)
        game = Game(rules, start, (), checked_seed(seed))
        if not judged(game):
            return game
        seed = game.seed
    return Game.new(rules, start, seed)


def settled(game: Game) -> Game:
    """Tell, however long it takes, whether a game is over; its lottery is drawn then.

    Parameters
    ----------
    game : Game

    Returns
    -------
    Game

    Examples
    --------
    >>> judged(settled(Game.new("anywoli")))
    True
    """
    found = game.outcome
    if found is not None and found.either is not None and not game.moves:
        game = Game.new(game.rules, game.start, game.seed)
        _ = game.outcome
    return game


def looks(game: Game, known: Known | None = None) -> dict[int, Move | None]:
    """Look at every hole the mover might choose, as `look` does.

    Parameters
    ----------
    game : Game
    known : mapping, optional
        What need not be traced again.

    Returns
    -------
    dict

    Examples
    --------
    >>> sorted(looks(Game.new("adji_kui_2")))
    [0, 1, 2, 3, 4, 5]
    """
    if judged(game) and game.outcome is not None:
        return {}
    rules, position, known = game.rules, game.position, known or {}
    return {
        hole: known.get((rules, position, hole)) or look(rules, position, hole)
        for hole in candidates(rules, position, position.mover)
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
    return checked and not playable(game, seen) and game.outcome is None


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
    elif must_pass(game, seen):
        reason = "must_pass"
    elif owner < 0:
        reason = "out_of_play"
    elif owner != position.mover:
        reason = "not_yours"
    else:
        reason = "singleton" if position.seeds[hole] else "empty"
    about = {"hole": hole, "legal": legal, "holes": rules.holes, "mover": position.mover}
    return IllegalMove(reason, about | {"least": rules.least} | data)
