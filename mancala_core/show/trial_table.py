"""The table of a rule lab: figures of the default and of changed rules side by side."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from math import isinf, isnan
from typing import Any

import pandas as pd

from mancala_core.engine.rules import Rules
from mancala_core.show.chart_words import digits_of, pair
from mancala_core.show.names import rules_name
from mancala_core.show.scales import decimals, percent, plain
from mancala_core.show.trial import Result
from mancala_core.show.words import Words
from mancala_core.study.lengths import Length, median_length
from mancala_core.study.pairs import compare
from mancala_core.study.results import players

Cell = tuple[str, str]
"""A figure, and what stands smaller below it."""


@dataclass(frozen=True)
class Table:
    """Texts of a table.

    Attributes
    ----------
    caption : str
    heads : tuple of (str, str)
        Of the columns.
    rows : tuple of (str, tuple of (str, str), bool)
        Name, cells, and whether the row is the chief one.
    """

    caption: str
    heads: tuple[Cell, ...]
    rows: tuple[tuple[str, tuple[Cell, ...], bool], ...]

    def html(self, language: str) -> str:
        """The table in HTML, without colours or sizes of its own."""
        lines = [f'<table lang="{escape(language)}"><caption>{escape(self.caption)}</caption>']
        heads = "".join(f'<th scope="col">{_cell(head)}</th>' for head in self.heads)
        lines.append(f"<thead><tr><td></td>{heads}</tr></thead><tbody>")
        for name, cells, chief in self.rows:
            row = "".join(f"<td>{_cell(cell)}</td>" for cell in cells)
            mark = ' class="mnl-main"' if chief else ""
            lines.append(f'<tr{mark}><th scope="row">{escape(name)}</th>{row}</tr>')
        return "\n".join([*lines, "</tbody></table>"])

    def data(self, language: str) -> dict[str, Any]:
        """The table as plain data, for a page that puts in texts only."""
        return {
            "language": language,
            "caption": self.caption,
            "heads": [list(head) for head in self.heads],
            "rows": [
                {"name": name, "cells": [list(cell) for cell in cells], "chief": chief}
                for name, cells, chief in self.rows
            ],
        }

    def text(self) -> list[str]:
        """The table in lines of text."""
        rows = [["", *(f"{head} ({small})" for head, small in self.heads)]]
        for name, cells, _ in self.rows:
            rows.append([name, *(f"{cell} ({small})" if small else cell for cell, small in cells)])
        wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [
            "  ".join(cell.ljust(width) for cell, width in zip(row, wide, strict=True)).rstrip()
            for row in rows
        ]
        return [self.caption, *lines]


def _cell(cell: Cell) -> str:
    text, small = cell
    return escape(text) + (f" <small>{escape(small)}</small>" if small else "")


def table_of(words: Words, result: Result) -> Table:
    """Put the figures of a result side by side.

    Parameters
    ----------
    words : Words
    result : Result

    Returns
    -------
    Table

    Examples
    --------
    >>> from mancala_core.engine.rules import Rules
    >>> from mancala_core.show.trial import Setting, play
    >>> from mancala_core.show.words import speak
    >>> rules = Rules.load("adji_kui_2")
    >>> setting = Setting(rules, 200, ("random", "random"), "alternate", 1, 2000)
    >>> table = table_of(speak("en"), play(setting, {}, lambda done, games: None))
    >>> [name for name, _, chief in table.rows if chief]
    ['Score: wins, and half of the draws']
    """
    heads, records = list[Cell](), list[dict[Any, Any]]()
    for place, arm in enumerate(result.arms):
        name = words.say("Changed") if place else words.say("Default")
        seats = players(arm.games)
        for record in arm.summary.to_dict("records"):
            label = rules_name(words, str(record["rules"]))
            pair_of = (record["first"], record["second"])
            if len(arm.summary) > 1:
                label = words.listed([label, pair(words, *pair_of)])
            heads.append((name, label))
            here = (seats["first"] == pair_of[0]) & (seats["second"] == pair_of[1])
            games = arm.games[here.to_numpy()]
            records.append(record | {"length": median_length(games)})
    rows = [
        (name, tuple(write(record) for record in records), chief)
        for name, write, chief in _figures(words, result.setting.cut)
    ]
    return Table(words.say("Results of the starter"), tuple(heads), tuple(rows))


def difference(words: Words, result: Result) -> str:
    """Say how far the scores of the default and of the changed rules are apart.

    Games of the same number draw from the same stream, so they are pairs, as long as the
    boards are of the same size.

    Parameters
    ----------
    words : Words
    result : Result

    Returns
    -------
    str
        Empty where there is nothing to compare.
    """
    arms, say = result.arms, words.say
    if len(arms) < 2 or any(len(arm.summary) != 1 for arm in arms):
        return ""
    one, two = (Rules.of(str(arm.summary["rules"].iloc[0])) for arm in arms)
    if (one.holes, one.seeds) != (two.holes, two.seeds):
        return say("The boards differ, so their games are not compared in pairs.")
    found = compare(arms[0].games, arms[1].games)
    value, low, high, *_ = found.difference
    if not found.finished:
        return say("No game came to a result by both rules, so there are no pairs to compare.")
    digits = 3 if isnan(low) else digits_of(low, high)
    ends = say("no interval")
    if not isnan(low):
        least, most = (decimals(end, digits, words) for end in (low, high))
        ends = say("{low} to {high}", low=least, high=most)
    return words.count(
        "Score, changed less default: {value} ({ends}), from the {n} pair of games with the same "
        "lots that had a result by both rules.",
        "Score, changed less default: {value} ({ends}), from the {n} pairs of games with the same "
        "lots that had a result by both rules.",
        found.finished,
        value=decimals(value, digits, words),
        ends=ends,
    )


def _figures(words: Words, cut: int) -> list[tuple[str, Callable[[Any], Cell], bool]]:
    """Names of the rows, how their cells are written, and which is the chief one."""
    say = words.say

    def part(name: str) -> Callable[[Any], Cell]:
        return lambda record: _share(words, record, name)

    cut_at = words.count("Cut after {n} move", "Cut after {n} moves", cut)
    return [
        (say("Score: wins, and half of the draws"), lambda record: _score(words, record), True),
        (say("Won"), part("win"), False),
        (say("Drawn"), part("draw"), False),
        (say("Lost"), part("loss"), False),
        (say("Lead in seeds"), lambda record: _lead(words, record), False),
        (say("Moves, median"), lambda record: _length(words, record, cut), False),
        (cut_at, part("cut"), False),
        (say("Ended by endless sowing"), part("endless"), False),
        (say("Ended by a position come back"), part("repetition"), False),
        (say("Ended as neither could move"), part("stuck"), False),
        (say("Games with a result"), lambda record: _games(words, record), False),
    ]


def _between(words: Words, record: Any, name: str, write: Callable[[float], str]) -> str:
    low, high = record[f"{name}_low"], record[f"{name}_high"]
    if pd.isna(record[name]):
        return ""
    if pd.isna(low) or pd.isna(high):
        return words.say("no interval")
    return words.say("{low} to {high}", low=write(low), high=write(high))


def _share(words: Words, record: Any, name: str) -> Cell:
    if pd.isna(record[name]):
        return words.say("no data"), ""

    def write(share: float) -> str:
        return percent(share, words=words)

    return write(record[name]), _between(words, record, name, write)


def _score(words: Words, record: Any) -> Cell:
    if pd.isna(record["score"]):
        return words.say("no data"), ""
    low, high = record["score_low"], record["score_high"]
    digits = 3 if pd.isna(low) else digits_of(low, high)
    small = _between(words, record, "score", lambda value: decimals(value, digits, words))
    return decimals(record["score"], digits, words), small


def _lead(words: Words, record: Any) -> Cell:
    if pd.isna(record["margin"]):
        return words.say("no data"), ""

    def write(value: float) -> str:
        return decimals(value, 2, words)

    return write(record["margin"]), _between(words, record, "margin", write)


def _games(words: Words, record: Any) -> Cell:
    games, finished = int(record["games"]), int(record["finished"])
    return words.number(finished), words.say("of {games}", games=words.number(games))


def _length(words: Words, record: Any, cut: int) -> Cell:
    found: Length = record["length"]
    if isnan(found.estimate):
        return words.say("no data"), ""
    beyond = words.say("above {moves}", moves=words.number(cut))
    estimate, low, high = (
        "" if isnan(moves) else beyond if isinf(moves) else plain(moves, words) for moves in found
    )
    if isinf(found.estimate):
        return estimate, ""
    if isnan(found.low):
        return estimate, words.say("no interval")
    return estimate, words.say("{low} to {high}", low=low, high=high)
