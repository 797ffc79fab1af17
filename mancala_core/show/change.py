"""A change of rules in the middle of a game: what is kept of it, and what is lost."""

from __future__ import annotations

from mancala_core.engine.game import Game
from mancala_core.engine.match import Match
from mancala_core.engine.position import Position
from mancala_core.engine.rules import PLAYERS, Rules
from mancala_core.show.looks import begun, judged
from mancala_core.show.match_rows import Held
from mancala_core.show.words import Words


def plain(position: Position) -> Position:
    """A position without what only play brings: its ending, its lottery, an open extra move.

    Parameters
    ----------
    position : Position

    Returns
    -------
    Position

    Examples
    --------
    >>> plain(Position.parse("<2,8,4,1,0,3,0> S taker=S ending=four_left")).ending is None
    True
    """
    return position.replace(ending=None, drawn=None, extra=False)


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
            game = begun(rules, plain(old.position), old.seed)
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


def held_by_other_rules(words: Words, old: Held, rules: Rules) -> tuple[Held, str]:
    """Go on with a game or a match by other rules, as far as that can be.

    A match goes on if all its rounds and purchases come out the same. If not, it is left, and
    its round is changed as a game for itself.

    Parameters
    ----------
    words : Words
    old : Game or Match
    rules : Rules

    Returns
    -------
    held : Game or Match
    message : str
        What was kept and what was lost.

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> old = Match.new("adji_kui_2", seed=1).play("A")
    >>> held_by_other_rules(speak(), old, old.rules.replace(buying="choice"))[1]
    'The match goes on: all that was played stays.'
    """
    if isinstance(old, Game):
        return by_other_rules(words, old, rules)
    same = _same_match(old, rules)
    if same is not None:
        return same, words.say("The match goes on: all that was played stays.")
    game, message = by_other_rules(words, old.game, rules)
    return game, words.joined([left_match(words), message])


def left_match(words: Words) -> str:
    """Say that a match was left, and how to come back to it."""
    return words.say("The match was left; Back returns to it.")


def _same_match(old: Match, rules: Rules) -> Match | None:
    """The same match by other rules, if all of it comes out the same."""
    if rules.name != old.rules.name or rules.match == "none":
        return None
    try:
        match = Match.new(rules, PLAYERS[old.starter].lower(), old.seed, old.number)
        for place, game in enumerate(old.rounds):
            if place:
                match = match.next_round(old.bought[place])
            found = _replayed(game, rules)
            if found is None or match.owner != game.start.owner:
                return None
            match = match.with_round(found)
    except ValueError:
        return None
    return match


def _start(old: Game, rules: Rules) -> tuple[Position | str | None, bool]:
    """Where to begin again, and whether that is a position somebody set up."""
    if old.start.holes != rules.holes:
        return None, False
    standard = Position.start(old.rules, PLAYERS[old.start.starter].lower())
    if old.start == standard:
        return PLAYERS[old.start.starter].lower(), False
    return plain(old.start), True


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
