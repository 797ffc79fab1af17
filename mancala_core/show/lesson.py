"""What the course's notebooks print: checks of exercises, guesses, moves in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Set
from numbers import Real
from textwrap import fill
from typing import Any

from mancala_core.engine.moves import Move
from mancala_core.engine.position import Position
from mancala_core.engine.refusal import IllegalMove
from mancala_core.show import telling
from mancala_core.show.words import refusal, speak

_WIDTH = 100
"""Letters in a line; on a projector longer ones would be broken inside words."""
_LARGE, _NEAR = 100, 0.05
"""Numbers from here on, and shares, may be met nearly: by so much of themselves."""
_SEPARATORS = re.compile(r"[\s,;/]+")
"""What may stand between the members of an answer."""
_HOLE = re.compile(r"\b([A-Za-z]) (\d+)")
"""A hole and what it holds, which stay in one line."""


def check(answer: Any, right: Any, hint: str = "", *, language: str = "en") -> None:
    """Print whether an answer is right; where it is not, a hint, never the answer.

    Parameters
    ----------
    answer : object
        What the reader wrote; None while nothing is written.
    right : object or callable
        The right answer, or a function that tells whether an answer is right; an answer on
        which the function fails is not right. A set takes its members in any order and form:
        ``{"A", "C"}``, ``["C", "A"]``, ``"A C"``. Letters in a row may be parted: ``"A, C"``.
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
    words = speak(language)
    say = words.say
    if answer is None:
        return say("Not answered yet.")
    answer = _plain(answer)
    try:
        is_right = bool(right(answer)) if callable(right) else _same(answer, right)
    except Exception as error:  # whatever a pupil writes, there is no traceback
        if _is_ours(error):
            return say("Not yet. {hint}", hint=words.joined([words.error(error), hint]))
        is_right = False
    if is_right:
        return say("Right.")
    return say("Not yet. {hint}", hint=_hint(answer, right, hint, say)).strip()


def compare(guess: Any, found: Any, label: str = "", *, language: str = "en") -> None:
    """Print a guess beside what was found; a guess is never judged.

    Parameters
    ----------
    guess : object
        What the reader wrote down before; None if nothing. Words may have small or capital
        letters, where they are not letters of holes; a share or a large number may be a near one.
    found : object
        What came out.
    label : str
        What the guess is about, e.g. "South".
    language : str
        One of `mancala_core.show.words.languages`.

    Examples
    --------
    >>> compare(None, 5)
    No guess written down. It is 5.
    >>> compare(3, 5, "Laps")
    Laps: you wrote 3. It is 5.
    >>> compare("south", "South", "The four in b")
    The four in b: you wrote south, and so it is.
    >>> compare("5", 5)
    You wrote "5" in quotation marks; as a number it is right.
    >>> compare(61, 63.2, "Passes")
    Passes: you wrote 61, which is close. It is 63.2.
    """
    say, guess = speak(language).say, _plain(guess)
    told = {"label": label, "guess": guess, "found": found}
    number = _number(guess)
    if guess is None:
        said = say("No guess written down. It is {found}.", **told)
        with_label = say("{label}: it is {found}.", **told)
    elif _same(guess, found) or _same_word(guess, found):
        said = say("You wrote {guess}, and so it is.", **told)
        with_label = say("{label}: you wrote {guess}, and so it is.", **told)
    elif isinstance(guess, str) and _same(number, found):
        said = say('You wrote "{guess}" in quotation marks; as a number it is right.', **told)
        with_label = say(
            '{label}: you wrote "{guess}" in quotation marks; as a number it is right.', **told
        )
    elif number is not None and _near(number, found):
        said = say("You wrote {guess}, which is close. It is {found}.", **told)
        with_label = say("{label}: you wrote {guess}, which is close. It is {found}.", **told)
    else:
        said = say("You wrote {guess}. It is {found}.", **told)
        with_label = say("{label}: you wrote {guess}. It is {found}.", **told)
    print(with_label if label else said)


def tell(what: Move | Position | IllegalMove, *, brief: bool = False, language: str = "en") -> None:
    """Print a move, a position or a refusal in words, in lines that fit.

    For a move and a position it is the text twin of the picture.

    Parameters
    ----------
    what : Move, Position or IllegalMove
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
    if isinstance(what, IllegalMove):
        told = refusal(words, what)
    elif isinstance(what, Move):
        told = telling.tell_move(words, what)
    else:
        told = telling.tell_position(words, what)
    for line in told.splitlines()[: 1 if brief else None]:
        kept = _HOLE.sub("\\1\N{NO-BREAK SPACE}\\2", line)
        lines = fill(kept, _WIDTH, subsequent_indent="    ")
        print(lines.replace("\N{NO-BREAK SPACE}", " "))


def _same_word(guess: Any, found: Any) -> bool:
    """Whether two words are the same but for capitals; one letter is a hole, where they count."""
    word = str(found) if isinstance(found, bool) else found
    if not (isinstance(guess, str) and isinstance(word, str) and len(word) > 1):
        return False
    return guess.split() != [] and guess.casefold().split() == word.casefold().split()


def _number(guess: Any) -> int | float | None:
    if isinstance(guess, str):
        try:
            number = float(guess.replace(",", ""))
        except ValueError:
            return None
        return int(number) if number.is_integer() else number
    return guess if isinstance(guess, int | float) and not isinstance(guess, bool) else None


def _near(guess: float, found: Any) -> bool:
    """Whether a guess is near a share, or a number so large that nobody meets it exactly."""
    if isinstance(found, int) and (isinstance(found, bool) or abs(found) < _LARGE):
        return False
    if not isinstance(found, int | float):
        return False
    return abs(guess - found) <= _NEAR * abs(found) or guess == round(found)


def _same(answer: Any, right: Any) -> bool:
    if isinstance(right, Set):
        wanted = {_member(item) for item in right}
        if isinstance(answer, str) and not all(item.isalpha() for item in wanted):
            return set(filter(None, _SEPARATORS.split(answer))) == wanted
        return _members(answer) == wanted
    if isinstance(right, str):
        if right.isalpha() and isinstance(answer, str | Set | list | tuple):
            parts = sorted(answer) if isinstance(answer, Set) else answer
            return _SEPARATORS.sub("", "".join(map(str, parts))) == right
        return isinstance(answer, str) and "".join(answer.split()) == "".join(right.split())
    if isinstance(right, tuple):
        return isinstance(answer, tuple | list) and tuple(map(_plain, answer)) == right
    if isinstance(right, bool):
        return answer is right
    return isinstance(answer, Real) and not isinstance(answer, bool) and bool(answer == right)


def _plain(value: Any) -> Any:
    """Numbers and lists of numpy and pandas as Python's own."""
    return value.tolist() if hasattr(value, "tolist") else value


def _is_ours(error: Exception) -> bool:
    """Whether an error was raised here, in a sentence, and not by Python in its own words."""
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    name = "" if place is None else str(place.tb_frame.f_globals.get("__name__"))
    return isinstance(error, ValueError) and name.startswith("mancala_core.engine.")


def _members(answer: Any) -> set[str] | None:
    if isinstance(answer, str):
        return set(_SEPARATORS.sub("", answer))
    if isinstance(answer, Set | list | tuple):
        return {_member(item) for item in answer}
    return {_member(answer)} if isinstance(answer, Real) else None


def _member(item: Any) -> str:
    item = _plain(item)
    return f"{item:g}" if isinstance(item, float) else str(item).strip()


def _hint(answer: Any, right: Any, hint: str, say: Callable[..., str]) -> str:
    if isinstance(right, Real) and isinstance(answer, str):
        return say("Write a number, without quotation marks.")
    if isinstance(right, str) and not isinstance(answer, str | Set | list | tuple):
        return say('Write it between quotation marks, as in "A".')
    if isinstance(right, tuple) and not isinstance(answer, tuple | list):
        return say("Write {count} things, with commas between them.", count=len(right))
    if isinstance(answer, str) and isinstance(right, str) and _same(answer.lower(), right.lower()):
        return say("Capital letters are South's holes, small letters North's.")
    return hint
