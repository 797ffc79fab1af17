"""The opponent of a board: which there are, what it answers, and what to say if it fails."""

from __future__ import annotations

from mancala_core.engine.game import Game
from mancala_core.engine.refusal import IllegalMove
from mancala_core.engine.streams import Stream
from mancala_core.players.strategies import names, strategy
from mancala_core.show.match_rows import Held, game_of
from mancala_core.show.names import strategy_name
from mancala_core.show.words import Words


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


def answer(held: Held, opponent: str) -> Held:
    """Let the opponent make its move.

    Parameters
    ----------
    held : Game or Match
        The opponent is to move.
    opponent : str
        One of `opponents`.

    Returns
    -------
    Game or Match

    Raises
    ------
    IllegalMove
        If the strategy chooses what the rules do not allow.

    Examples
    --------
    >>> len(answer(Game.new("adji_kui_2", seed=1), "greedy").moves)
    1
    """
    game = game_of(held)
    draws = Stream(game.seed, game.number).ply(len(game.moves))
    return held.play(strategy(opponent)(game.rules, game.position, draws))


def failed_sentence(words: Words, game: Game, opponent: str, error: Exception) -> str:
    """Say that the opponent could not answer, and what to do.

    Parameters
    ----------
    words : Words
    game : Game
        The opponent was to move.
    opponent : str
    error : Exception
        What its strategy raised, or the refusal of its move.

    Returns
    -------
    str

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> failed_sentence(speak(), Game.new("anywoli"), "greedy", KeyError("A"))[:68]
    "The computer (greedy) was to move for South and failed: KeyError: 'A"
    """
    why = words.error(error) if isinstance(error, IllegalMove) else words.fault(error)
    return words.say(
        "The computer ({opponent}) was to move for {player} and failed: {why} What was played "
        "stays: go back, or choose another opponent or nobody.",
        opponent=strategy_name(words, opponent),
        player=words.player(game.position.mover),
        why=words.sentence(why),
    )
