"""What the board says: moves, laps and how a game came out."""

from __future__ import annotations

from mancala_core.engine.choices import is_natural
from mancala_core.engine.game import Game
from mancala_core.engine.options import limit_of
from mancala_core.engine.outcome import Outcome
from mancala_core.engine.position import Position, letter
from mancala_core.engine.saying import NN_
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
            lap=words.number(lap.number),
            laps=words.number(track.move.laps),
            hole=letter(lap.hole, holes),
        )
    ]
    parts += takings(words, lap, holes)
    parts.append(words.sentence(note(words, track, lap)))
    return words.joined(parts)


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
    return words.joined([_result(words, found), *end_sentences(words, game)])


def end_sentences(words: Words, game: Game) -> list[str]:
    """Say why a finished game ended, and who got the seeds left and why.

    Parameters
    ----------
    words : Words
    game : Game

    Returns
    -------
    list of str
        Empty while the game goes on.
    """
    found = game.outcome
    if found is None:
        return []
    parts = (_why_over(words, game, found), _seeds_left(words, game, found))
    return [part for part in parts if part]


def _result(words: Words, found: Outcome) -> str:
    score = {"south": words.number(found.south), "north": words.number(found.north)}
    if found.void:
        return words.say("No result.")
    if found.either is not None:
        return words.say("South has {south}, North {north}; the lottery is still to come.", **score)
    if found.winner is not None:
        return words.say(
            "{player} wins {more} to {less}.",
            player=words.player(found.winner),
            more=words.number(max(found.south, found.north)),
            less=words.number(min(found.south, found.north)),
        )
    if found.south == found.north:
        return words.say("A draw, {south} to {north}.", **score)
    return words.say("The game counts as a draw. South took {south}, North {north}.", **score)


def _why_over(words: Words, game: Game, found: Outcome) -> str:
    """Why the game ended, where the seeds left do not say it themselves."""
    say, position = words.say, game.position
    if position.left == 0:
        return say("All seeds are captured.")
    if found.ending == "no_move":
        player = words.player(1 - position.mover if position.ending else position.mover)
        return say("{player} has no move.", player=player)
    if found.ending == "stuck":
        return say("Neither player has a move.")
    if found.ending == "repetition":
        return say("The position had come back.")
    if found.ending == "endless":
        limit = limit_of(game.rules.endless)
        if limit and not (game.moves and game.moves[-1].period):
            return words.count(
                "A sowing of more than {n} lap counts as endless.",
                "A sowing of more than {n} laps counts as endless.",
                limit,
            )
        return say("The sowing would never have ended.")
    return ""


def _seeds_left(words: Words, game: Game, found: Outcome) -> str:
    """How many seeds were left on the board, who got them, and by what convention."""
    position, rules = game.position, game.rules
    if position.left == 0:
        return ""
    natural = is_natural(found.ending)
    way = rules.remainder if natural else getattr(rules, found.ending)
    if way in ("draw", "void", "nobody"):
        return words.count(
            "{n} seed was left. It counts for nobody.",
            "{n} seeds were left. They count for nobody.",
            position.left,
        )
    if way == "owners" or not natural:
        return _to_owners(words, position)
    if found.either is not None:
        return words.count("{n} seed is left.", "{n} seeds are left.", position.left)
    known = {
        "penultimate": position.last_taker,
        "first_final": position.first_final,
        "starter": position.starter,
        "mover": position.mover if position.ending else None,
    }
    one, many = (_DRAWN if known.get(way) is None else _NAMED)[way]
    player = words.player(int(found.north > position.stores[1]))
    return words.count(one, many, position.left, player=player)


_NAMED = {
    "penultimate": NN_(
        "{n} seed was left. It goes to {player}, who took the group before.",
        "{n} seeds were left. They go to {player}, who took the group before.",
    ),
    "first_final": NN_(
        "{n} seed was left. It goes to {player}, who made the first final capture.",
        "{n} seeds were left. They go to {player}, who made the first final capture.",
    ),
    "starter": NN_(
        "{n} seed was left. It goes to {player}, who began.",
        "{n} seeds were left. They go to {player}, who began.",
    ),
    "mover": NN_(
        "{n} seed was left. It goes to {player}, who made the last move.",
        "{n} seeds were left. They go to {player}, who made the last move.",
    ),
}
"""For each convention that names a player, what is said for one seed and for several."""
_DRAWN = {
    "lottery": NN_(
        "{n} seed was left. It was drawn by lot and goes to {player}.",
        "{n} seeds were left. They were drawn by lot and go to {player}.",
    ),
    "penultimate": NN_(
        "{n} seed was left. Nobody had taken a group, so a lot gave it to {player}.",
        "{n} seeds were left. Nobody had taken a group, so a lot gave them to {player}.",
    ),
    "first_final": NN_(
        "{n} seed was left. Nobody had made a final capture, so a lot gave it to {player}.",
        "{n} seeds were left. Nobody had made a final capture, so a lot gave them to {player}.",
    ),
    "mover": NN_(
        "{n} seed was left. No move had been made, so a lot gave it to {player}.",
        "{n} seeds were left. No move had been made, so a lot gave them to {player}.",
    ),
}
"""The same where the lottery decides, also in place of a player who does not exist."""


def _to_owners(words: Words, position: Position) -> str:
    sides = [0, 0]
    for count, owner in zip(position.seeds, position.owner, strict=True):
        if owner >= 0:
            sides[owner] += count
    if 0 in sides:
        return words.count(
            "{n} seed was left. It goes to {player}, in whose hole it lies.",
            "{n} seeds were left. They go to {player}, in whose holes they lie.",
            position.left,
            player=words.player(int(sides[1] > 0)),
        )
    return words.count(
        "{n} seed was left. Each takes what lies in their own holes: South {south}, North {north}.",
        "{n} seeds were left. Each takes those in their own holes: South {south}, North {north}.",
        position.left,
        south=words.number(sides[0]),
        north=words.number(sides[1]),
    )
