"""The picture of results: the scores of the starter under several conditions."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from mancala_core.show import chart_settings as cs
from mancala_core.show import chart_words as cw
from mancala_core.show.canvas import Canvas
from mancala_core.show.charts import (
    BODY,
    EDGE,
    LINE,
    SMALL,
    SMALL_LINE,
    Chart,
    checked,
    fill,
    stroke,
)
from mancala_core.show.fonts import in_places
from mancala_core.show.scales import Scale, in_percent
from mancala_core.show.words import Words

RESULTS = ("win", "draw", "loss")
FOREST = (
    *("games", "unique", "finished", "wins", "draws", "losses"),
    *("score", "score_low", "score_high"),
    *("cut", "endless", "repetition", "stuck"),
)
_ROW, _BAR = 54.0, 11.0
_LABEL = 310.0
"""Most room for what a row is, in pixels."""
_LEAST_REACH = 0.01
"""Least distance of an end of the axis from 0.5, in score."""


class _Row(NamedTuple):
    label: list[str]
    bold: int
    """Lines of the label that are bold."""
    notes: list[str]
    y: float
    height: float
    data: dict[str, Any]


class Forest(Chart):
    """Scores of the starter with their intervals, a row a condition.

    Attributes
    ----------
    x : Scale
        Of the scores.
    rows : list
        With the height `y` of each.
    """

    def __init__(self, table: pd.DataFrame, words: Words, dark: bool = False) -> None:
        super().__init__(words, dark)
        self.table = checked(table, FOREST, "summary(df)")
        self.rows: list[_Row] = []
        say = words.say
        title = say("Score of the starter: wins, and half of the draws")
        if not len(table):
            self.nothing(title, say("The table has no row, so there is nothing to draw."))
            return
        self.labels = cs.row_labels(words, table)
        caption = [*cs.shared_settings(words, table), cw.confidence(words, table.attrs)]
        top = self.open(title, self._caption(caption))
        self._measure(top + 24)

    def _caption(self, phrases: list[str]) -> str:
        games = self.table["games"]
        if len(games) > 1 and games.nunique() == 1:
            each = self.words.count("{n} game each", "{n} games each", int(games.iloc[0]))
            phrases = [*phrases[:-1], each, phrases[-1]]
        return cw.sentence(self.words, phrases)

    def _measure(self, top: float) -> None:
        widest = max(
            self.ruler.width(self.words.listed(label), BODY, bold=True) for label in self.labels
        )
        self.left = EDGE + min(_LABEL, max(170.0, widest + 8)) + 18
        self.right = self.width - EDGE - 222
        self.x = self._scale()
        y = top
        for label, (_, record) in zip(self.labels, self.table.iterrows(), strict=True):
            lines = self._wrapped(label, BODY, True)
            bold = len(lines)
            if bold > 1:
                start = self._wrapped(label[:1], BODY, True)
                bold, lines = len(start), [*start, *self._wrapped(label[1:], BODY, False)]
            notes = self._wrapped(self._notes(record), SMALL, False)
            height = max(_ROW, 10 + LINE * len(lines) + SMALL_LINE * len(notes))
            self.rows.append(_Row(lines, bold, notes, y + height / 2, height, dict(record)))
            y += height
        self.top, self.bottom = top, y
        self.keys = [("interval", self.words.say("score with its interval"))]
        if any(self._refused(row) for _, row in self.table.iterrows()):
            self.keys.append(("open", self.words.say("score without an interval")))
        self.keys += [
            ("win", self.words.say("won")),
            ("draw", self.words.say("drawn")),
            ("loss", self.words.say("lost")),
        ]
        self.close(y + 54, self._foot())

    def _wrapped(self, texts: list[str], size: float, bold: bool) -> list[str]:
        """Break phrases into lines, within a phrase only where it is too long for a line."""
        room, lines, held = self.left - EDGE - 18, list[str](), list[str]()
        for text in texts:
            if held and self.ruler.width(self.words.listed([*held, text]), size, bold) > room:
                lines += fill(self.ruler, self.words.listed(held), size, room, bold)
                held = []
            held.append(text)
        return [*lines, *fill(self.ruler, self.words.listed(held), size, room, bold)]

    def _scale(self) -> Scale:
        lows, highs = self.table["score_low"].dropna(), self.table["score_high"].dropna()
        scores = self.table["score"].dropna().astype(float)
        low = min([0.5 - _LEAST_REACH, *scores, *lows.astype(float)])
        high = max([0.5 + _LEAST_REACH, *scores, *highs.astype(float)])
        slack = 0.06 * (high - low)
        return Scale(max(0.0, low - slack), min(1.0, high + slack), self.left, self.right)

    def _notes(self, record: pd.Series[Any]) -> list[str]:
        games = int(record["games"])
        same = len(self.table) > 1 and self.table["games"].nunique() == 1
        notes = [] if same else [cw.counted(self.words, games)]
        return [*notes, *self._unfinished(record), *self._repeated(record)]

    def _refused(self, record: pd.Series[Any]) -> bool:
        """Whether there is a score and no interval."""
        return bool(pd.notna(record["score"]) and pd.isna(record["score_low"]))

    def _repeated(self, record: pd.Series[Any]) -> list[str]:
        if not self._refused(record):
            return []
        return [cw.repeated(self.words, int(record["unique"]), int(record["games"]))]

    def _unfinished(self, record: pd.Series[Any]) -> list[str]:
        games = int(record["games"])
        kinds = ("cut", "endless", "repetition", "stuck")
        counts = {kind: round(games * record[kind], 6) for kind in kinds if games}
        return cw.unfinished(self.words, counts, games)

    def _foot(self) -> str:
        say = self.words.say
        digits = 2 if self.x.high - self.x.low > 0.1 else 3
        low, high = (self.decimals(end, digits) for end in (self.x.low, self.x.high))
        texts = [say("The axis shows {low} to {high} of 0 to 1.", low=low, high=high)]
        if (low, high) == (self.decimals(0, 2), self.decimals(1, 2)):
            texts = []
        if {"first", "second"} <= set(self.table) and cw.chance_only(
            list(self.table["first"]), list(self.table["second"])
        ):
            texts.append(cw.caution(self.words))
        return self.words.joined(texts)

    def head(self) -> str:
        """Say in a sentence what the picture shows."""
        say = self.words.say
        if not len(self.table):
            return say("Score of the starter: the table has no row.")
        scores = self.table["score"].to_numpy(float)
        if np.isnan(scores).all():
            return say("Score of the starter: there is no game with a result.")
        if len(scores) == 1:
            return say(
                "Score of the starter, beside a line at 0.5: {score}, {games}.",
                score=cw.estimate(self.words, *_triple(self.table.iloc[0], "score")),
                games=cw.counted(self.words, int(self.table["games"].iloc[0])),
            )
        low, high = int(np.nanargmin(scores)), int(np.nanargmax(scores))
        return say(
            "Score of the starter under {n} conditions, beside a line at 0.5: from {low} "
            "({worst}) to {high} ({best}).",
            n=len(scores),
            low=self.decimals(scores[low], 3),
            high=self.decimals(scores[high], 3),
            worst=self.words.listed(self.labels[low]),
            best=self.words.listed(self.labels[high]),
        )

    def sentences(self) -> list[str]:
        """Tell the numbers of the picture, line by line."""
        if not len(self.table):
            return []
        shared = cs.shared_settings(self.words, self.table)
        lines = [cw.sentence(self.words, [*shared, cw.confidence(self.words, self.table.attrs)])]
        for label, (_, record) in zip(self.labels, self.table.iterrows(), strict=True):
            lines.append(self._told(self.words.listed(label), record))
        return [*lines, self._foot()] if self._foot() else lines

    def _told(self, label: str, record: pd.Series[Any]) -> str:
        say = self.words.say
        texts = [cw.counted(self.words, int(record["games"]))]
        if pd.isna(record["score"]):
            texts.append(say("no game with a result"))
        else:
            texts.append(
                say(
                    "score {score}",
                    score=cw.estimate(self.words, *_triple(record, "score")),
                )
            )
            texts.append(
                say(
                    "{wins} won, {draws} drawn, {losses} lost",
                    **{
                        name: cw.amount(self.words, record[name])
                        for name in ("wins", "draws", "losses")
                    },
                )
            )
        texts += [*self._unfinished(record), *self._repeated(record)]
        return cw.told(self.words, label, texts)

    def numbers(self) -> pd.DataFrame:
        """Give the numbers of the picture as a table."""
        known = [name for name in ("rules", "first", "second") if name in self.table]
        more = [name for name in ("convention", "tail", "seed") if name in self.table]
        columns = [*known, *cs.by_columns(self.table), *more, *FOREST]
        return self.table[columns].reset_index(drop=True)

    # Drawing

    def draw(self, canvas: Canvas) -> None:
        """Draw the picture on a canvas of its size."""
        super().draw(canvas)
        if not self.rows:
            return
        say, colors = self.words.say, self.palette
        for place, row in enumerate(self.rows):
            if place % 2 == 0:
                top = row.y - row.height / 2
                canvas.box(EDGE, top, self.width - 2 * EDGE, row.height, self.looks.strip)
        self.axis_below(canvas, self.x, self.top, self.bottom, say("score of the starter"), most=7)
        half = self.x.at(0.5)
        stroke(canvas, [(half, self.top), (half, self.bottom)], colors.ink, 1.8, (4, 3), 2)
        self._draw_sides(canvas, half)
        for row in self.rows:
            self._draw_row(canvas, row)

    def _draw_sides(self, canvas: Canvas, half: float) -> None:
        """Above the line at 0.5: which way the starter scores more."""
        say, size = self.words.say, SMALL
        less, more = say("scores less"), say("scores more")
        y = self.top - 13
        shares = in_places(say("won / drawn / lost").split(" / "), " / ")
        canvas.text(self.right + 20, y, shares, size, ha="left", color=self.palette.muted)
        for text, room, ha, x in (
            (less, half - self.left, "right", half - 20),
            (more, self.right - half, "left", half + 20),
        ):
            if self.ruler.width(text, size) + 24 < room:
                canvas.text(x, y, text, size, ha=ha, color=self.palette.muted)
                tip = 6 if ha == "left" else -6
                start = half + 2 * tip / 3
                canvas.arrow([(start, y), (start + 2 * tip, y)], self.palette.muted, 2, 6)

    def _draw_row(self, canvas: Canvas, row: _Row) -> None:
        data, colors = row.data, self.palette
        y = row.y - (LINE * len(row.label) + SMALL_LINE * len(row.notes)) / 2
        for place, line in enumerate(row.label):
            bold = place < row.bold
            canvas.running(EDGE + 6, self.left - 18, y + LINE / 2, line, BODY, bold=bold)
            y += LINE
        for line in row.notes:
            at = y + SMALL_LINE / 2
            canvas.running(EDGE + 6, self.left - 18, at, line, SMALL, color=colors.muted)
            y += SMALL_LINE
        if pd.isna(data["score"]):
            text, x = self.words.say("no game with a result"), self.right + 20
            size = self.ruler.fit(text, SMALL, self.width - EDGE - 6 - x)
            canvas.text(x, row.y, text, size, ha="left", color=colors.muted)
            return
        value, low, high = _triple(data, "score")
        if pd.isna(low):
            self.open_point(canvas, self.x.at(value), row.y)
        else:
            self.interval(canvas, self.x, row.y, low, value, high)
        x = self.right + 20
        text = cw.estimate(self.words, value, low, high)
        size = self.ruler.fit(text, SMALL, self.width - EDGE - 6 - x, bold=True)
        canvas.text(x, row.y - 16, text, size, bold=True, ha="left")
        self._draw_results(canvas, x, row)

    def _draw_results(self, canvas: Canvas, x: float, row: _Row) -> None:
        """A bar of wins, draws and losses, and their shares below it."""
        counts = [float(row.data[name]) for name in ("wins", "draws", "losses")]
        whole, wide, at = sum(counts), self.width - EDGE - 6 - x, x
        for kind, count in zip(RESULTS, counts, strict=True):
            if count:
                part = wide * count / whole
                self.block(canvas, at, row.y - 6, part, _BAR, kind)
                at += part
        digits = 1 if whole >= 200 else 0
        shares = [self.decimals(100 * count / whole, digits) for count in counts]
        text = in_percent(" / ".join(shares), self.words)
        canvas.text(x, row.y + 17, text, SMALL, ha="left", color=self.palette.ink)


def _triple(record: Any, name: str) -> tuple[float, float, float]:
    return float(record[name]), float(record[f"{name}_low"]), float(record[f"{name}_high"])
