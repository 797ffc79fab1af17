"""A change of rules in the middle of a game: what is kept of it, and what is lost."""

from __future__ import annotations

from mancala_core.engine.game import Game
from mancala_core.engine.position import Position
from mancala_core.engine.rules import PLAYERS, Rules
from mancala_core.show.looks import begun, judged
from mancala_core.show.words import Words


def by_other_rules(words: Words, old: Game, rules: Rules) -> tuple[Game, str]:
    """Go on with a game by other rules, as far as that can be.

    The moves are kept where they come out the same. If not, play goes on from the present
    position, or, if the game is over or the rules are those of another game, begins again from
    the old start, where that fits the board.

    Parameters
    ----------
    words : Words
    old : Game
    rules : Rules

    Returns
    -------
    game : Game
    message : str
        What was kept and what was lost.

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> old = Game.new("anywoli", seed=1).play("A")
    >>> game, message = by_other_rules(speak(), old, old.rules.replace(remainder="starter"))
    >>> len(game.moves), message
    (1, 'All that was played stays.')
    """
    was, say = old.rules, words.say
    if (rules.name, rules.holes, rules.seeds) == (was.name, was.holes, was.seeds):
        same = _replayed(old, rules)
        if same is not None:
            return same, say("All that was played stays.") if old.moves else ""
        if not judged(old) or old.outcome is None:
            game = begun(rules, _plain(old.position), old.seed)
            return game, say(
                "By these rules the moves would come out differently: play goes on from the "
                "present position, without the moves before it."
            )
    start, set_up = _start(old, rules)
    game = begun(rules, start, old.seed if start is not None else None)
    if rules.holes != was.holes:
        return game, say("The board is another one: a new game begins.")
    if set_up:
        return game, say("A new game begins from the position where the old one began.")
    return game, say("A new game begins from the set-up.")


def _plain(position: Position) -> Position:
    return position.replace(ending=None, drawn=None, extra=False)


def _start(old: Game, rules: Rules) -> tuple[Position | str | None, bool]:
    """Where to begin again, and whether that is a position somebody set up."""
    if old.start.holes != rules.holes:
        return None, False
    standard = Position.start(old.rules, PLAYERS[old.start.starter].lower())
    if old.start == standard:
        return PLAYERS[old.start.starter].lower(), False
    return _plain(old.start), True


def _replayed(old: Game, rules: Rules) -> Game | None:
    """The same moves by other rules, if they come out the same."""
    try:
        start = old.start.replace(ending=None, drawn=None)
        game = begun(rules, start, old.seed)
        if old.moves:
            game = game.play(*(move.hole for move in old.moves))
    except ValueError:
        return None
    before, after = old.position, game.position
    same = (before.seeds, before.stores, before.mover) == (after.seeds, after.stores, after.mover)
    return game if same else None
