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

FORMAT = "mancala_core game"
KEYS = (
    *("format", "rules_version", "rules", "options", "start"),
    *("seed", "number", "moves", "result", "checksum"),
)
MOVE = re.compile(r"(-|[A-Za-z])(?:\((\d+)\))?(?:\+(\d+)/(\d+))?([!*]?)")
_HEADER = re.compile(r'\[(\w+) "([^"]*)"\]')
_NUMBER = re.compile(r"\d+\.")


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


def headers_of(text: str) -> tuple[dict[str, str], str]:
    """Split a text record into its headers and the rest."""
    headers: dict[str, str] = {}
    lines = text.strip().splitlines()
    while lines and lines[0].strip().startswith("["):
        found = _HEADER.fullmatch(lines[0].strip())
        if not found:
            raise ValueError(f'{lines[0].strip()!r} is no header line; one is [Rules "anywoli"].')
        if found[1] in headers:
            raise ValueError(f"The header {found[1]} stands twice.")
        headers[found[1]] = found[2]
        lines.pop(0)
    return headers, "\n".join(lines)


def rules_of(headers: dict[str, str]) -> Rules:
    """Rules that the headers name; those headers are taken out."""
    if "Rules" not in headers:
        raise ValueError('The record names no rules; its first line is like [Rules "anywoli"].')
    values = {name: from_word(name, headers.pop(name)) for name in FIELDS if name in headers}
    return Rules.load(headers.pop("Rules")).replace(**values)


def whole(headers: dict[str, str], key: str) -> int | None:
    """A header that is a whole number, taken out; None where it is missing."""
    word = headers.pop(key, None)
    if word is None:
        return None
    if not (word.isascii() and word.isdigit() and len(word) < 20):
        raise ValueError(f"The header {key} is {word!r}; it takes a whole number.")
    return int(word)


def moves_of(body: str) -> list[tuple[str, str]]:
    """Moves of a text record, each with its number."""
    number, moves = "1", []
    for word in body.split():
        if _NUMBER.fullmatch(word):
            number = word[:-1]
        else:
            moves.append((number, word))
    return moves


def loaded(text: str) -> dict[str, Any]:
    """Load a JSON record and see that it is one."""
    try:
        record = json.loads(text)
    except ValueError as error:
        raise ValueError(f"This is no record of a game: {error}") from error
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise ValueError(f'This is no record of a game: "format" is not "{FORMAT}".')
    version = record.get("rules_version", RULES_VERSION)
    if isinstance(version, int) and version > RULES_VERSION:
        raise ValueError(
            f"The record is of rules version {version}; this program knows {RULES_VERSION}."
        )
    return record
