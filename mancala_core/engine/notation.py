"""How records write a move, and the small readers of text and JSON records."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from mancala_core.engine.moves import Move
from mancala_core.engine.options import FIELDS, from_word
from mancala_core.engine.position import letter
from mancala_core.engine.rules import RULES_VERSION, Rules
from mancala_core.engine.saying import N_, Unfit
from mancala_core.engine.streams import LARGEST_SEED
from mancala_core.engine.whole_numbers import whole_number

FORMAT = "mancala_core game"
KEYS = (
    *("format", "rules_version", "rules", "options", "start"),
    *("seed", "number", "moves", "result", "checksum"),
)
HEADERS = ("Rules", "Start", "Seed", "Game", "Result")
_NO_RECORD = {
    "game": N_("This is no record of a game: {why}"),
    "match": N_("This is no record of a match: {why}"),
}
_MOVE = re.compile(r"(-|[A-Za-z])(?:\(\d+\))?(?:\+\d+/\d+)?[!*]?")
_HEADER = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]')
_NUMBER = re.compile(r"[0-9]+\.")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r"}
_READ = {"n": "\n", "r": "\r"}


def notation(move: Move) -> str:
    """Write one move as records do: letter, laps, captures, and ``!`` for an extra move.

    Parameters
    ----------
    move : Move

    Returns
    -------
    str

    Examples
    --------
    >>> from mancala_core.engine.moves import play
    >>> from mancala_core.engine.position import Position
    >>> rules = Rules.load("anywoli")
    >>> notation(play(rules, Position.start(rules), "A"))
    'A(5)'
    """
    if move.hole is None:
        return "-"
    word = letter(move.hole, move.before.holes)
    if move.laps > 1:
        word += f"({move.laps})"
    if any(move.captured):
        word += "+{}/{}".format(*move.captured)
    return word + {"again": "!", "endless": "*"}.get(move.ending, "")


def wrapped(words: Iterator[str], width: int = 88) -> list[str]:
    """Fill lines with words."""
    lines = [""]
    for word in words:
        if len(lines[-1]) + len(word) >= width:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return lines


def begins(number: int, last: int | None, mover: int, starter: int) -> bool:
    """Whether a new number begins with this move: the first, or the starter after the other."""
    return number == 0 or (mover == starter and last != mover)


def quoted(value: str) -> str:
    """Write a header's value in quotes; quotes, backslashes and ends of line are escaped."""
    return '"' + "".join(_ESCAPES.get(sign, sign) for sign in value) + '"'


def is_header(name: str) -> bool:
    """Whether a header of this name says something about the game itself."""
    return name in HEADERS or name in FIELDS


def headers_of(text: str) -> tuple[dict[str, str], str]:
    """Split a text record into its headers and the rest."""
    if not isinstance(text, str):
        raise Unfit("{text!r} is no record of a game; it takes text.", text=text)
    headers: dict[str, str] = {}
    lines = text.strip().split("\n")
    while lines and lines[0].strip().startswith("["):
        found = _HEADER.fullmatch(lines[0].strip())
        if not found:
            raise Unfit(
                '{line!r} is no header line; one is [Rules "anywoli"].', line=lines[0].strip()
            )
        if found[1] in headers:
            raise Unfit("The header {header} stands twice.", header=found[1])
        headers[found[1]] = re.sub(r"\\(.)", lambda sign: _READ.get(sign[1], sign[1]), found[2])
        lines.pop(0)
    return headers, "\n".join(lines)


def rules_of(headers: dict[str, str]) -> Rules:
    """Rules that the headers name; those headers are taken out."""
    if "Rules" not in headers:
        raise Unfit('The record names no rules; its first line is like [Rules "anywoli"].')
    values = {name: from_word(name, headers.pop(name)) for name in FIELDS if name in headers}
    return Rules.load(headers.pop("Rules")).replace(**values)


def whole(headers: dict[str, str], key: str) -> int:
    """A header that is a whole number, taken out; 0 where it is missing."""
    word = headers.pop(key, "0")
    if not (word.isascii() and word.isdigit() and int(word[:20]) <= LARGEST_SEED):
        raise Unfit(
            "The header {header} is {word!r}; it takes a number from 0 to 2**63 - 1.",
            header=key,
            word=word,
        )
    return int(word)


def whole_of(record: dict[str, Any], key: str, most: int) -> int:
    """A whole number of a JSON record; 0 where it is missing."""
    number = whole_number(record.get(key, 0))
    if number is None or not 0 <= number <= most:
        raise Unfit(
            '"{key}" of the record is {value!r}; it is a number from 0.',
            key=key,
            value=record[key],
        )
    return number


def moves_of(body: str) -> list[tuple[int | None, str]]:
    """Moves of a text record, each with the number that stands before it, if one does."""
    number: int | None = None
    moves = []
    for word in body.split():
        if _NUMBER.fullmatch(word) and len(word) < 10:
            number = int(word[:-1])
        else:
            moves.append((number, word))
            number = None
    return moves


def hole_of(word: str) -> str:
    """The hole in a move's notation, or "-" for a pass."""
    found = _MOVE.fullmatch(word)
    if not found:
        raise Unfit("that is no move.")
    return found[1]


def loaded(text: str, form: str = FORMAT, what: str = "game") -> dict[str, Any]:
    """Load a JSON record and see that it is one."""
    try:
        record = json.loads(text, parse_constant=_no_number, object_pairs_hook=_table)
    except json.JSONDecodeError as error:
        why = Unfit(
            "it is no JSON from line {line}, column {column} on.",
            line=error.lineno,
            column=error.colno,
        )
        raise Unfit(_NO_RECORD[what], why=why) from error
    except (ValueError, TypeError, RecursionError) as error:
        raise Unfit(_NO_RECORD[what], why=error) from error
    if not isinstance(record, dict) or record.get("format") != form:
        raise Unfit(_NO_RECORD[what], why=Unfit('"format" is not "{form}".', form=form))
    version = whole_number(record.get("rules_version", RULES_VERSION))
    if version is None or not 1 <= version <= RULES_VERSION:
        raise Unfit(
            "The record is of rules version {said!r}; this program knows 1 to {most}.",
            said=record["rules_version"],
            most=RULES_VERSION,
        )
    return record


def recorded_rules(record: dict[str, Any]) -> Rules:
    """Rules that a JSON record names, with its changed options."""
    options = record.get("options", {})
    if not isinstance(options, dict):
        raise Unfit('"options" of the record is no table of options.')
    values = {
        name: from_word(name, value) if isinstance(value, str) else value
        for name, value in options.items()
    }
    name = record.get("rules", "")
    return Rules.load(name if isinstance(name, str) else repr(name)).replace(**values)


def _no_number(word: str) -> None:
    raise Unfit("{word} is no number.", word=word)


def _table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) < len(pairs):
        names = [name for name, _ in pairs]
        twice = max(names, key=names.count)
        raise Unfit("{name!r} stands twice.", name=twice)
    return table
