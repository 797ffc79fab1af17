"""Saying where a move will end before it is made: the question, the answer and the score."""

from __future__ import annotations

from typing import NamedTuple

from mancala_core.engine.moves import Move
from mancala_core.engine.position import letter
from mancala_core.show.words import Words


class Tally(NamedTuple):
    """How many predictions were made, and how many of them were right."""

    right: int = 0
    made: int = 0

    def after(self, right: bool) -> Tally:
        """The tally with one more prediction."""
        return Tally(self.right + right, self.made + 1)


def landing(move: Move) -> int | None:
    """Tell in which hole the last seed of a move falls.

    Parameters
    ----------
    move : Move

    Returns
    -------
    int or None
        None for a pass, for an endless sowing, and where not all laps are kept.

    Examples
    --------
    >>> from mancala_core.engine.game import Game
    >>> landing(Game.new("adji_kui_2", seed=1).play("A").moves[0])
    2
    """
    if move.cut or move.ending == "endless":
        return None
    return next((event.hole for event in reversed(move.events) if event.kind == "sow"), None)


def question(words: Words, hole: int, holes: int) -> str:
    """Ask where the move from a hole will end.

    Parameters
    ----------
    words : Words
    hole : int
    holes : int
        In a row.

    Returns
    -------
    str
    """
    return words.say(
        "You sow from {hole}. In which hole will the last seed of the move fall? Choose it.",
        hole=letter(hole, holes),
    )


def verdict(words: Words, move: Move, guess: int, tally: Tally) -> str:
    """Say how a prediction came out.

    Parameters
    ----------
    words : Words
    move : Move
        With a `landing`.
    guess : int
        The hole that was named.
    tally : Tally
        This prediction included.

    Returns
    -------
    str

    Examples
    --------
    >>> from mancala_core.engine.game import Game
    >>> from mancala_core.show.words import speak
    >>> move = Game.new("adji_kui_2", seed=1).play("A").moves[0]
    >>> verdict(speak(), move, 5, Tally(2, 3))
    'You said F; the last seed fell in C. Right so far: 2 of 3.'
    """
    holes, end = move.before.holes, landing(move)
    assert end is not None
    if guess == end:
        told = words.say("Right: the last seed fell in {hole}.", hole=letter(end, holes))
    else:
        told = words.say(
            "You said {guess}; the last seed fell in {hole}.",
            guess=letter(guess, holes),
            hole=letter(end, holes),
        )
    right, made = (words.number(part) for part in tally)
    so_far = words.say("Right so far: {right} of {made}.", right=right, made=made)
    return words.joined([told, so_far])
