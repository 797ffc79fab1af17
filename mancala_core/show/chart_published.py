"""The picture of a published table played again: ours less theirs, a row a game."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from mancala_core.show.canvas import Canvas
from mancala_core.show.charts import BODY, EDGE, SMALL, Chart, checked, stroke
from mancala_core.show.scales import MINUS, Scale
from mancala_core.show.words import Words

COLUMNS = (
    *("game", "ours", "theirs"),
    *("win_difference", "win_low", "win_high"),
    *("tie_difference", "tie_low", "tie_high"),
    *("p_holm", "verdict"),
)
_ROW = 62.0
_MOST = 0.02
"""Farthest end of the axis, as a difference of shares; what lies beyond is an arrow."""
_LEAST = 0.005


class Beside(Chart):
    """Differences of the starter's wins and of ties from a published table.

    Attributes
    ----------
    x : Scale
        Of the differences.
    rows : list of (float, dict)
        Middle of each row, in pixels, and its record.
    """

    def __init__(self, table: pd.DataFrame, words: Words, dark: bool = False) -> None:
        super().__init__(words, dark)
        self.table = checked(table, COLUMNS, "side_by_side(results)").reset_index(drop=True)
        self.rows: list[tuple[float, dict[Any, Any]]] = []
        say = words.say
        title = say("Ours less theirs: share of games, in percentage points")
        if not len(self.table):
            self.nothing(title, say("The table has no row, so there is nothing to draw."))
            return
        caption = say("Random players; of the games with a result; intervals of 95 %.")
        self.top = self.open(title, caption) + 8
        widest = max(self.ruler.width(game, BODY, bold=True) for game in self.table["game"])
        rows = self.table.to_dict("records")
        told = max(self.ruler.width(self._verdict(row), SMALL) for row in rows)
        self.left = EDGE + max(widest, told) + 26
        self.right = self.width - EDGE - 214
        self.x = self._scale()
        y = self.top
        for record in rows:
            self.rows.append((y + _ROW / 2, record))
            y += _ROW
        self.bottom = y
        self.keys = [
            ("interval", say("starter wins")),
            ("ties", say("ties")),
        ]
        if self._beyond():
            self.keys.append(("beyond", say("farther than the axis reaches")))
        self.close(y + 54)

    def _ends(self) -> Any:
        names = [f"{name}_{end}" for name in ("win", "tie") for end in ("low", "high")]
        return self.table[names].to_numpy(float)

    def _scale(self) -> Scale:
        ends = np.abs(self._ends())
        near = ends[np.nan_to_num(ends) <= _MOST]
        reach = 1.08 * max(_LEAST, float(near.max()) if near.size else 0.0)
        return Scale(-reach, reach, self.left, self.right)

    def _beyond(self) -> bool:
        return bool((np.nan_to_num(np.abs(self._ends())) > self.x.high).any())

    # What it says

    def head(self) -> str:
        """Say in a sentence what the picture shows."""
        if not len(self.table):
            return self.words.say("Ours beside a published table: the table has no row.")
        odd = list(self.table.loc[self.table["verdict"] == "differs", "game"])
        if not odd:
            return self.words.count(
                "Share of the games won and tied beside a published table: in the {n} game "
                "no difference is shown.",
                "Share of the games won and tied beside a published table: in none of the {n} "
                "games a difference is shown.",
                len(self.table),
            )
        return self.words.count(
            "Share of the games won and tied beside a published table: {n} of {all} differs "
            "({games}).",
            "Share of the games won and tied beside a published table: {n} of {all} differ "
            "({games}).",
            len(odd),
            all=len(self.table),
            games=self.words.listed(odd),
        )

    def sentences(self) -> list[str]:
        """Tell the numbers of the picture, line by line."""
        say = self.words.say
        return [
            say(
                "{game}: starter wins {win}, ties {tie}; {verdict}; {ours} games of ours, "
                "{theirs} of theirs.",
                game=row["game"],
                win=self._told(row, "win"),
                tie=self._told(row, "tie"),
                verdict=self._verdict(row),
                ours=self.words.number(int(row["ours"])),
                theirs=self.words.number(int(row["theirs"])),
            )
            for row in self.table.to_dict("records")
        ]

    def _verdict(self, row: dict[Any, Any]) -> str:
        say = self.words.say
        told = {
            "differs": say("differs"),
            "no difference shown": say("no difference shown"),
            "no data": say("no data"),
        }
        return told[str(row["verdict"])]

    def _told(self, row: dict[Any, Any], name: str) -> str:
        """Write a difference with its interval, in percentage points."""
        values = [float(row[f"{name}_{end}"]) for end in ("difference", "low", "high")]
        if np.isnan(values).any():
            return self.words.say("no data")
        value, low, high = (self._signed(100 * number) for number in values)
        return self.words.say("{value} [{low}, {high}]", value=value, low=low, high=high)

    def _signed(self, value: float, digits: int = 2) -> str:
        """A number with its sign, nought without one."""
        text = self.decimals(abs(value), digits)
        if not text.strip("0.,"):
            return text
        return self.words.signed(f"{'+' if value > 0 else MINUS}{text}")

    def numbers(self) -> pd.DataFrame:
        """Give the numbers of the picture as a table."""
        return self.table[list(COLUMNS)].copy()

    # Drawing

    def draw(self, canvas: Canvas) -> None:
        """Draw the picture on a canvas of its size."""
        super().draw(canvas)
        if not self.rows:
            return
        say, colors = self.words.say, self.palette
        for place, (y, _) in enumerate(self.rows):
            if place % 2 == 0:
                wide = self.width - 2 * EDGE
                canvas.box(EDGE, y - _ROW / 2, wide, _ROW, self.looks.strip)
        self.axis_below(
            canvas,
            self.x,
            self.top,
            self.bottom,
            say("percentage points"),
            most=7,
            write=lambda value: self._signed(100 * value, 1),
        )
        zero = self.x.at(0.0)
        stroke(canvas, [(zero, self.top), (zero, self.bottom)], colors.ink, 1.8, (4, 3), 2)
        for y, row in self.rows:
            canvas.running(EDGE + 6, self.left - 20, y - 10, str(row["game"]), BODY, bold=True)
            color = colors.ink if row["verdict"] == "differs" else colors.muted
            told = self._verdict(row)
            canvas.running(EDGE + 6, self.left - 20, y + 12, told, SMALL, color=color)
            for down, name in ((-13.0, "win"), (13.0, "tie")):
                self._draw_difference(canvas, y + down, row, name)

    def _draw_difference(self, canvas: Canvas, y: float, row: dict[Any, Any], name: str) -> None:
        value, low, high = (float(row[f"{name}_{end}"]) for end in ("difference", "low", "high"))
        text = self._told(row, name)
        size = self.ruler.fit(text, SMALL, self.width - EDGE - 6 - self.right - 18)
        canvas.text(self.right + 18, y, text, size, ha="left")
        if np.isnan(value):
            return
        left, right = (min(max(end, self.x.low), self.x.high) for end in (low, high))
        if left < right:
            ends = self.x.at(left), self.x.at(right)
            canvas.line([(ends[0], y), (ends[1], y)], self.palette.ink, 2.4, layer=3)
        if abs(value) <= self.x.high:
            self._mark(canvas, self.x.at(value), y, name)
        else:
            self._arrow(canvas, self.x.at(self.x.high if value > 0 else self.x.low), y, value > 0)

    def _mark(self, canvas: Canvas, x: float, y: float, name: str) -> None:
        if name == "win":
            self.point(canvas, x, y)
        else:
            self.open_point(canvas, x, y)

    def _arrow(self, canvas: Canvas, x: float, y: float, right: bool) -> None:
        back = -18 if right else 18
        canvas.arrow([(x + back, y), (x, y)], self.palette.ink, 2, 7)

    def swatch(self, canvas: Canvas, kind: str, x: float, y: float) -> None:
        """Draw the mark of a line of the key."""
        if kind == "ties":
            canvas.line([(x, y), (x + 20, y)], self.palette.ink, 2.4, layer=3)
            self.open_point(canvas, x + 10, y)
        elif kind == "beyond":
            self._arrow(canvas, x + 20, y, right=True)
        else:
            super().swatch(canvas, kind, x, y)
