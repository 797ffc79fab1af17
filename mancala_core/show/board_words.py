"""What the board says: moves, laps and how a game came out."""

from __future__ import annotations

from mancala_core.engine.choices import is_natural
from mancala_core.engine.game import Game
from mancala_core.engine.outcome import Outcome
from mancala_core.engine.position import Position, letter
from mancala_core.show.lap_words import note, takings
from mancala_core.show.laps import Lap, Trace
from mancala_core.show.words import Words


def lap_sentence(words: Words, track: Trace, lap: Lap) -> str:
    """Say what happens in one lap.

    Parameters
    ----------
    words : Words
    track : Trace
    lap : Lap

    Returns
    -------
    str

    Examples
    --------
    >>> from mancala_core.show.laps import trace_of
    >>> from mancala_core.show.words import speak
    >>> track = trace_of(Game.new("anywoli", seed=1).play("A").moves[0])
    >>> lap_sentence(speak("en"), track, track.laps[0])
    'Lap 1 of 5: 4 seeds from A. E held 4: sow on.'
    """
    holes = track.move.before.holes
    parts = [
        words.count(
            "Lap {lap} of {laps}: {n} seed from {hole}.",
            "Lap {lap} of {laps}: {n} seeds from {hole}.",
            lap.hand,
            lap=f"{lap.number:,}",
            laps=f"{track.move.laps:,}",
            hole=letter(lap.hole, holes),
        )
    ]
    parts += takings(words, lap, holes)
    parts.append(words.say("{sentence}.", sentence=note(words, track, lap)))
    return " ".join(parts)


def outcome_sentence(words: Words, game: Game) -> str:
    """Say how a finished game came out, why it ended, and who got the seeds left and why.

    Parameters
    ----------
    words : Words
    game : Game

    Returns
    -------
    str
        Empty while the game goes on.

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> text = "<2,8,4,1,0,3,0> S taker=S ending=four_left"
    >>> rules = Game.new("anywoli").rules.replace(holes=2)
    >>> outcome_sentence(speak("en"), Game.new(rules, start=text))
    'South wins 12 to 4. 4 seeds were left. They go to South, who took the group before.'
    """
    found = game.outcome
    if found is None:
        return ""
    if found.void:
        result = words.say("No result.")
    elif found.winner is None:
        result = words.say("A draw, {south} to {north}.", south=found.south, north=found.north)
    else:
        less, more = sorted((found.south, found.north))
        result = words.say(
            "{player} wins {more} to {less}.",
            player=words.player(found.winner),
            more=more,
            less=less,
        )
    parts = (result, _why_over(words, game, found), _last_seeds(words, game, found))
    return " ".join(part for part in parts if part)


def _why_over(words: Words, game: Game, found: Outcome) -> str:
    say, position = words.say, game.position
    if found.ending.endswith("_left"):
        return words.count("{n} seed was left.", "{n} seeds were left.", position.left)
    if found.ending == "no_move":
        player = words.player(1 - position.mover if position.ending else position.mover)
        return say("{player} has no move.", player=player)
    return {
        "stuck": say("Neither player has a move."),
        "endless": say("The sowing would never have ended."),
        "repetition": say("The position had come back."),
    }.get(found.ending, found.ending)


def _last_seeds(words: Words, game: Game, found: Outcome) -> str:
    """Who got the seeds left on the board, and by what convention."""
    position, rules, say = game.position, game.rules, words.say
    if position.left == 0 or found.void:
        return ""
    if not is_natural(found.ending):
        way = getattr(rules, found.ending, "owners")
        if way in ("draw", "nobody"):
            return say("Nobody gets the seeds left.")
        return _owners_take(words, position)
    if rules.remainder == "owners":
        return _owners_take(words, position)
    if rules.remainder == "nobody":
        return say("Nobody gets them.")
    named = {
        "penultimate": position.last_taker,
        "first_final": position.first_final,
        "starter": position.starter,
        "mover": position.mover if position.ending else None,
    }
    taker = int(found.north > position.stores[1])
    player = words.player(taker)
    if named.get(rules.remainder) is None:
        return say("They were drawn by lot and go to {player}.", player=player)
    return {
        "penultimate": say("They go to {player}, who took the group before.", player=player),
        "first_final": say("They go to {player}, who made the first final capture.", player=player),
        "starter": say("They go to {player}, who began.", player=player),
        "mover": say("They go to {player}, who made the last move.", player=player),
    }[rules.remainder]


def _owners_take(words: Words, position: Position) -> str:
    sides = [0, 0]
    for count, owner in zip(position.seeds, position.owner, strict=True):
        if owner >= 0:
            sides[owner] += count
    return words.say(
        "Each takes the seeds in their own holes: South {south}, North {north}.",
        south=sides[0],
        north=sides[1],
    )
