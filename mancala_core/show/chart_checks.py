"""Pictures that compare many intervals: openings, and methods against what they promise."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from mancala_core.show import chart_words as cw
from mancala_core.show.canvas import Canvas
from mancala_core.show.charts import BODY, EDGE, LINE, SMALL, Chart, checked, fill, stroke
from mancala_core.show.scales import Scale
from mancala_core.show.words import Words

CALIBRATION = ("quantity", "method", "promised", "coins", "held", "coverage", "low", "high")
_TRIED = ("games", "chances", "seed")
"""What intervals were tried on, where the table tells."""
_ROW = 44.0


class Calibration(Chart):
    """Shares of intervals that hold the truth, a row a method, beside what they promise.

    Attributes
    ----------
    x : Scale
        Of the shares.
    """

    def __init__(self, table: pd.DataFrame, words: Words, dark: bool = False) -> None:
        super().__init__(words, dark)
        self.table = checked(table, CALIBRATION, "calibration()").reset_index(drop=True)
        self.attrs = dict(table.attrs)
        say = words.say
        title = say("How often intervals hold the truth")
        if not len(self.table):
            self.nothing(title, say("The table has no row, so there is nothing to draw."))
            return
        self.labels = [words.listed(label) for label in self._labels()]
        self.settings = self._settings()
        self.top = self.open(title, cw.sentence(words, self.settings)) + 8
        widest = max(self.ruler.width(label, BODY) for label in self.labels)
        self.left = EDGE + min(300.0, max(120.0, widest + 8)) + 14
        self.right = self.width - EDGE - 216
        self.x = self._scale()
        self.wrapped = [
            fill(self.ruler, label, BODY, self.left - EDGE - 20) for label in self.labels
        ]
        y, self.rows = self.top, list[tuple[float, float]]()
        for lines in self.wrapped:
            high = max(_ROW, 12 + LINE * len(lines))
            self.rows.append((y + high / 2, high))
            y += high
        self.bottom = y
        self.keys = [
            ("interval", say("share that held the truth, with its 95 % interval")),
            ("half", say("what the method promises")),
        ]
        self.close(y + 54, say("The axis begins at {low}, not at 0.", low=self.percent(self.x.low)))

    def _labels(self) -> list[list[str]]:
        varying = [name for name in self._more() if self._varies(name)]
        return [
            [_method(self.words, row), *(self._setting(str(name), row[name]) for name in varying)]
            for row in self.table.to_dict("records")
        ]

    def _more(self) -> list[str]:
        """Columns beside those that every such table has: what the intervals were tried on."""
        return [str(name) for name in self.table if name not in (*CALIBRATION, "truth")]

    def _varies(self, name: str) -> bool:
        return bool(self.table[name].astype(str).nunique() > 1)

    def _settings(self) -> list[str]:
        words, phrases = self.words, list[str]()
        coins = self.table["coins"]
        if not self._varies("coins"):
            phrases.append(words.count("{n} study each", "{n} studies each", int(coins.iloc[0])))
        known = {name: self.attrs[name] for name in _TRIED if self.attrs.get(name) is not None}
        for name in self._more():
            known.pop(name, None)
            if not self._varies(name):
                known[name] = self.table[name].iloc[0]
        phrases += [self._setting(name, value) for name, value in known.items()]
        return phrases or [words.say("intervals of 95 %")]

    def _setting(self, name: str, value: Any) -> str:
        """Say on what the intervals were tried."""
        words = self.words
        if name == "games":
            return words.count("{n} game a study", "{n} games a study", int(value))
        if name == "chances" and not isinstance(value, str) and len(value) == 3:
            parts = dict(zip(("win", "draw", "loss"), map(self._chance, value), strict=True))
            return words.say("chances {win} won, {draw} drawn, {loss} lost", **parts)
        if name == "seed":
            return words.say("start number {number}", number=value)
        return f"{name} {value}"

    def _chance(self, value: float) -> str:
        return self.whole_percent(round(float(value), 6))

    def _scale(self) -> Scale:
        values = self.table[["promised", "low", "high"]].to_numpy(float)
        low, high = float(np.nanmin(values)), float(np.nanmax(values))
        slack = max(0.004, 0.06 * (high - low))
        return Scale(max(0.0, low - slack), min(1.0, high + slack), self.left, self.right)

    # What it says

    def head(self) -> str:
        """Say in a sentence what the picture shows."""
        if not len(self.table):
            return self.words.say("Calibration of intervals: the table has no row.")
        short = self.table["high"] < self.table["promised"]
        names = [label for label, less in zip(self.labels, short, strict=True) if less]
        if not names:
            return self.words.count(
                "Calibration of intervals: {n} row, and it holds no less often than promised.",
                "Calibration of intervals: {n} rows, and none holds less often than promised.",
                len(self.table),
            )
        return self.words.count(
            "Calibration of intervals: {n} of {rows} rows holds less often than promised: {names}.",
            "Calibration of intervals: {n} of {rows} rows hold less often than promised: {names}.",
            len(names),
            rows=len(self.table),
            names=self.words.parted(names),
        )

    def sentences(self) -> list[str]:
        """Tell the numbers of the picture, line by line."""
        if not len(self.table):
            return []
        words = self.words
        lines = [cw.sentence(words, self.settings)]
        for label, (_, row) in zip(self.labels, self.table.iterrows(), strict=True):
            lines.append(
                self.words.say(
                    "{method}: {held} of {coins} intervals hold the truth, {share}; "
                    "{promised} promised.",
                    method=label,
                    held=words.number(int(row["held"])),
                    coins=words.number(int(row["coins"])),
                    share=self._share(row),
                    promised=self.percent(float(row["promised"]), 0),
                )
            )
        return lines

    def _share(self, row: Any) -> str:
        return cw.estimated_share(self.words, *(float(row[n]) for n in ("coverage", "low", "high")))

    def numbers(self) -> pd.DataFrame:
        """Give the numbers of the picture as a table."""
        return self.table.copy()

    # Drawing

    def draw(self, canvas: Canvas) -> None:
        """Draw the picture on a canvas of its size."""
        super().draw(canvas)
        if not len(self.table):
            return
        say, colors = self.words.say, self.palette
        for place, (y, high) in enumerate(self.rows):
            if place % 2 == 0:
                canvas.box(EDGE, y - high / 2, self.width - 2 * EDGE, high, self.looks.strip)
        self.axis_below(
            canvas,
            self.x,
            self.top,
            self.bottom,
            say("share of intervals that hold the truth"),
            most=6,
            write=self.whole_percent,
        )
        for place, (y, high) in enumerate(self.rows):
            row = self.table.iloc[place]
            at = self.x.at(float(row["promised"]))
            stroke(canvas, [(at, y - high / 2), (at, y + high / 2)], colors.ink, 1.8, (4, 3), 2)
            lines = self.wrapped[place]
            for number, line in enumerate(lines):
                down = LINE * (number - (len(lines) - 1) / 2)
                canvas.running(EDGE + 6, self.left - 14, y + down, line, BODY)
            values = [float(row[name]) for name in ("low", "coverage", "high")]
            self.interval(canvas, self.x, y, *values)
            text = self._share(row)
            room = self.width - EDGE - 6 - self.right - 18
            size = self.ruler.fit(text, SMALL, room)
            canvas.text(self.right + 18, y, text, size, ha="left")

    def swatch(self, canvas: Canvas, kind: str, x: float, y: float) -> None:
        """Draw the mark of a line of the key; the promise stands upright."""
        if kind == "half":
            stroke(canvas, [(x + 10, y - 9), (x + 10, y + 9)], self.palette.ink, 1.8, (4, 3))
        else:
            super().swatch(canvas, kind, x, y)


def _method(words: Words, row: dict[Any, Any]) -> str:
    """Name of a row: the quantity and the method, once where they are called the same."""
    quantity, method = str(row["quantity"]), str(row["method"])
    if method.startswith(quantity):
        return method
    return words.say("{place}: {facts}", place=quantity, facts=method)
