"""Records as files that the page saves and opens."""

from __future__ import annotations

import json
import re
from datetime import date
from typing import Any, NamedTuple

from mancala_core.engine.game import Game
from mancala_core.engine.match import FORMAT as MATCH_FORMAT
from mancala_core.engine.match import Match
from mancala_core.engine.position import Position
from mancala_core.engine.rules import Rules
from mancala_core.engine.saying import Listed, Marked, Unfit
from mancala_core.show.looks import begun
from mancala_core.show.match_rows import Held

MOST = 5_000_000
"""Characters of a file that may be opened; a game of 34,000 moves has a tenth of it."""
_LONGEST = 240
"""Characters of one thing in a file that an error message quotes."""
_LONGEST_NAME = 60


class File(NamedTuple):
    """Something that the page saves or copies.

    Attributes
    ----------
    name : str
        Of the file; empty for text to be copied.
    kind : str
        Its media type.
    data : bytes
    """

    name: str
    kind: str
    data: bytes


def file_name(rules: Rules, ending: str, what: str = "", day: date | None = None) -> str:
    """Name a file after the rules and the day.

    Parameters
    ----------
    rules : Rules
    ending : str
        Without its dot.
    what : str
        What else it is called.
    day : datetime.date or None
        Today if None.

    Returns
    -------
    str

    Examples
    --------
    >>> file_name(Rules.load("anywoli"), "json", day=date(2026, 11, 30))
    'anywoli-2026-11-30.json'
    """
    name = re.sub(r"\W", "_", rules.name)
    return "-".join(filter(None, (name, what, f"{day or date.today():%Y-%m-%d}"))) + f".{ending}"


def record(held: Held) -> File:
    """The record of a game or a match as a file.

    Parameters
    ----------
    held : Game or Match

    Returns
    -------
    File

    Examples
    --------
    >>> record(Game.new("anywoli", seed=1)).kind
    'application/json'
    """
    what = "match" if isinstance(held, Match) else ""
    data = held.to_json().encode()
    return File(file_name(held.rules, "json", what), "application/json", data)


def text_record(held: Held) -> File:
    """The record of a game or a match as text to be copied.

    Parameters
    ----------
    held : Game or Match

    Returns
    -------
    File

    Examples
    --------
    >>> print(text_record(Game.new("anywoli", seed=1)).data.decode().splitlines()[0])
    [Rules "anywoli"]
    """
    return File("", "text/plain", held.to_text().encode())


def named_file(name: object) -> str:
    """What to call a file that is opened, in few characters."""
    return _short(name, _LONGEST_NAME) if isinstance(name, str) and name else "?"


def opened(text: object, rules: Rules, name: str = "?") -> Held:
    """Read what stands in a file: a game or a match in either form, or a position.

    Parameters
    ----------
    text : str
        A JSON or text record, or the line of a position.
    rules : Rules
        Of a position, which names none.
    name : str
        What the file is called, for messages.

    Returns
    -------
    Game or Match

    Raises
    ------
    ValueError
        If it is none of these, or something in it does not fit; the message quotes little of it.

    Examples
    --------
    >>> opened("<6,0,0,1,0,1,2,0,4,0,2,1,0,1,0> S", Rules.load("adji_kui_2")).position.mover
    0
    >>> opened("Dear teacher", Rules.load("anywoli"), "letter.txt")
    Traceback (most recent call last):
        ...
    mancala_core.engine.saying.Unfit: letter.txt could not be opened. It holds no record ...
    """
    try:
        return _read(text, rules)
    except (TypeError, ValueError) as error:
        why = _shortened(error)
        if isinstance(error, TypeError):
            why = Unfit("Something in it is not of the kind that records hold there.")
        raise Unfit("{file} could not be opened. {why}", file=name, why=why) from error


def _read(text: object, rules: Rules) -> Held:
    if not isinstance(text, str):
        raise Unfit("It holds no text.")
    if len(text) > MOST:
        raise Unfit("It holds more than {most:,} characters.", most=MOST)
    text = text.removeprefix("\ufeff").strip().replace("\r\n", "\n")
    if text.startswith("{"):
        return Match.from_json(text) if _form(text) == MATCH_FORMAT else Game.from_json(text)
    if text.startswith("[Match"):
        return Match.from_text(text)
    if text.startswith("["):
        return Game.from_text(text)
    if text.startswith("<"):
        return begun(rules, Position.parse(text), None)
    raise Unfit(
        "It holds no record and no position: a record begins with {brace}, [Rules or [Match, "
        "a position with <.",
        brace="{",
    )


def _form(text: str) -> object:
    """What a JSON record says it is; whether it is one, its reader tells."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found.get("format") if isinstance(found, dict) else None


def _shortened(error: BaseException) -> BaseException:
    """An error that quotes no more of a file than can be read."""
    if isinstance(error, Unfit):
        return Unfit(error.message, **{name: _value(value) for name, value in error.data.items()})
    text = str(error)
    return error if len(text) <= 2 * _LONGEST else ValueError(_short(text))


def _value(value: Any) -> Any:
    if isinstance(value, BaseException):
        return _shortened(value)
    if type(value) is str:
        return _short(value)
    if isinstance(value, Marked | bool | float) or value is None:
        return value
    if isinstance(value, Listed) and len(str(value)) <= _LONGEST:
        return value
    if type(value) is int and abs(value) < 2**64:
        return value
    return _Quoted(_short(str(value) if isinstance(value, Listed) else repr(value)))


class _Quoted(str):
    """What stands for a value where that is quoted."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def _short(text: str, most: int = _LONGEST) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
