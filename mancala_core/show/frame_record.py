"""What the page is told of the record of a game: some moves of it, and where the board stands."""

from __future__ import annotations

from typing import Any

from mancala_core.engine.game import Game
from mancala_core.engine.notation import begins, notation
from mancala_core.engine.position import Position
from mancala_core.show.words import Words

WINDOW = 60
"""Moves that a frame holds, around the one the board shows."""


def record_of(
    words: Words, game: Game, entire: Game | None = None, draft: Position | None = None
) -> dict[str, Any] | None:
    """Tell of the record what a frame needs.

    Parameters
    ----------
    words : Words
    game : Game
        As far as the board shows it.
    entire : Game or None
        With the moves after that; None where there are none.
    draft : Position or None
        A position that is being set up.

    Returns
    -------
    dict or None
        ``at``: after how many moves the board stands, ``of`` how many; ``first``, how many come
        before the ``moves``, each ``[number, notation]`` with 0 where no number begins;
        ``page``, how many moves are a page; ``position`` in its text form; ``words``. None
        during a set-up.

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> game = Game.new("anywoli", seed=1).play("A", "a", "C")
    >>> found = record_of(speak(), game.back(), game)
    >>> found["at"], found["of"], found["moves"]
    (2, 3, [[1, 'A(5)'], [0, 'a(5)'], [2, 'C(3)']])
    """
    if draft is not None:
        return None
    moves, at = (entire or game).moves, len(game.moves)
    first = max(0, min(at - WINDOW // 2, len(moves) - WINDOW))
    window = moves[first : first + WINDOW]
    return {
        "at": at,
        "of": len(moves),
        "first": first,
        "page": WINDOW,
        "moves": [
            [number, notation(move)]
            for number, move in zip(_numbers(game, moves, first), window, strict=True)
        ],
        "position": str(game.position),
        "words": _labels(words),
    }


def _numbers(game: Game, moves: tuple[Any, ...], first: int) -> list[int]:
    """The numbers that stand before the moves of a window; 0 where none does."""
    number, last, starter, found = 0, None, game.start.starter, []
    for place, move in enumerate(moves[: first + WINDOW]):
        mover = move.before.mover
        new = begins(number, last, mover, starter)
        number, last = number + new, mover
        if place >= first:
            found.append(number if new else 0)
    return found


def _labels(words: Words) -> dict[str, str]:
    say = words.say
    return {
        "moves": say("Moves and files"),
        "list": say("Moves"),
        "start": say("To the start"),
        "pageback": words.count("{n} move back", "{n} moves back", WINDOW),
        "moveback": say("One move back"),
        "moveon": say("One move on"),
        "pageon": words.count("{n} move on", "{n} moves on", WINDOW),
        "end": say("To the last move"),
        "goto": say("Go to the board after move"),
        "copyposition": say("Copy position"),
        "copyrecord": say("Copy record"),
        "save": say("Save"),
        "open": say("Open"),
        "copied": say("Copied."),
        "copy": say("The browser lets nothing be copied here: copy this text yourself."),
        "saved": say("Saved as {file}.", file="%s"),
        "large": say("This file is larger than 5 MB: no record is."),
        "unread": say("The browser could not read this file."),
    }
