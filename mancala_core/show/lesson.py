"""What the course's notebooks print: checks of exercises, guesses, moves in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Set
from textwrap import fill
from typing import Any

from mancala_core.engine.moves import Move
from mancala_core.engine.position import Position
from mancala_core.show import telling
from mancala_core.show.words import speak

_WIDTH = 100
"""Letters in a line; on a projector longer ones would be broken inside words."""
_HOLE = re.compile(r"\b([A-Za-z]) (\d+)")
"""A hole and what it holds, which stay in one line."""


def check(answer: Any, right: Any, hint: str = "", *, language: str = "en") -> None:
    """Print whether an answer is right; where it is not, a hint, never the answer.

    Parameters
    ----------
    answer : object
        What the reader wrote; None while nothing is written.
    right : object or callable
        The right answer, or a function that tells whether an answer is right. A set takes its
        members in any order and form: ``{"A", "C"}``, ``["C", "A"]``, ``"A C"``.
    hint : str
        What to look at again.
    language : str
        One of `mancala_core.show.words.languages`.

    Examples
    --------
    >>> check(None, 5)
    Not answered yet.
    >>> check(4, 5, "Count the last lap too.")
    Not yet. Count the last lap too.
    >>> check("C, A", {"A", "C"})
    Right.
    """
    print(verdict(answer, right, hint, language=language))


def verdict(answer: Any, right: Any, hint: str = "", *, language: str = "en") -> str:
    """What `check` prints.

    Parameters
    ----------
    answer, right, hint, language
        See `check`.

    Returns
    -------
    str

    Examples
    --------
    >>> verdict("a", "A")
    "Not yet. Capital letters are South's holes, small letters North's."
    >>> verdict("5", 5)
    'Not yet. Write a number, without quotation marks.'
    """
    say = speak(language).say
    if answer is None:
        return say("Not answered yet.")
    try:
        is_right = right(answer) if callable(right) else _same(answer, right)
    except ValueError as error:
        return say("Not yet. {hint}", hint=f"{error} {hint}".strip())
    except TypeError:
        is_right = False
    if is_right:
        return say("Right.")
    return say("Not yet. {hint}", hint=_hint(answer, right, hint, say)).strip()


def compare(guess: Any, found: Any, *, language: str = "en") -> None:
    """Print a guess beside what was found.

    Parameters
    ----------
    guess : object
        What the reader wrote down before; None if nothing.
    found : object
        What came out.
    language : str
        One of `mancala_core.show.words.languages`.

    Examples
    --------
    >>> compare(None, 5)
    No guess written down. It is 5.
    >>> compare(3, 5)
    You wrote 3. It is 5.
    """
    say = speak(language).say
    if guess is None:
        print(say("No guess written down. It is {found}.", found=found))
    elif _same(guess, found):
        print(say("You wrote {guess}, and so it is.", guess=guess))
    else:
        print(say("You wrote {guess}. It is {found}.", guess=guess, found=found))


def tell(what: Move | Position, *, brief: bool = False, language: str = "en") -> None:
    """Print a move or a position in words: the text twin of its picture, in lines that fit.

    Parameters
    ----------
    what : Move or Position
    brief : bool
        Whether to print the first sentences only: how a move went, who is to move.
    language : str
        One of `mancala_core.show.words.languages`.

    Examples
    --------
    >>> from mancala_core.engine.moves import play
    >>> from mancala_core.engine.rules import Rules
    >>> rules = Rules.load("anywoli")
    >>> tell(play(rules, Position.start(rules), "A"), brief=True)
    South plays A: 5 laps, 24 seeds sown. It stops in A, which was empty. Nothing is taken.
    """
    words = speak(language)
    told = (
        telling.tell_move(words, what)
        if isinstance(what, Move)
        else telling.tell_position(words, what)
    )
    for line in told.splitlines()[: 1 if brief else None]:
        kept = _HOLE.sub("\\1\N{NO-BREAK SPACE}\\2", line)
        lines = fill(kept, _WIDTH, subsequent_indent="    ")
        print(lines.replace("\N{NO-BREAK SPACE}", " "))


def _same(answer: Any, right: Any) -> bool:
    if isinstance(right, Set):
        return _members(answer) == {str(item) for item in right}
    if isinstance(right, str):
        return isinstance(answer, str) and "".join(answer.split()) == "".join(right.split())
    if isinstance(right, tuple):
        return isinstance(answer, tuple | list) and tuple(answer) == right
    if isinstance(right, bool):
        return answer is right
    return type(answer) in (int, float) and bool(answer == right)


def _members(answer: Any) -> set[str] | None:
    if isinstance(answer, str):
        return set(answer.replace(",", " ").replace(" ", ""))
    if isinstance(answer, Set | list | tuple):
        return {str(item).strip() for item in answer}
    return None


def _hint(answer: Any, right: Any, hint: str, say: Callable[..., str]) -> str:
    if isinstance(right, int | float) and isinstance(answer, str):
        return say("Write a number, without quotation marks.")
    if isinstance(right, str) and not isinstance(answer, str):
        return say('Write it between quotation marks, as in "A".')
    if isinstance(right, tuple) and not isinstance(answer, tuple | list):
        return say("Write {count} things, with commas between them.", count=len(right))
    if isinstance(right, str) and answer.strip().lower() == right.lower():
        return say("Capital letters are South's holes, small letters North's.")
    return hint
