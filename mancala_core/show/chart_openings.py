"""The picture of openings: the score of the starter by the hole of the first move."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from mancala_core.show import chart_settings as cs
from mancala_core.show import chart_words as cw
from mancala_core.show.canvas import Canvas
from mancala_core.show.charts import BODY, EDGE, SMALL, Chart, checked, stroke
from mancala_core.show.scales import Scale
from mancala_core.show.words import Words

OPENINGS = ("opening", "games", "finished", "score", "low", "high", "p_holm")
RISK = 0.05
"""Of finding a difference in any opening where there is none."""
_LEAST_REACH = 0.01


class Openings(Chart):
    """Scores by opening with their intervals, and a line at their mean.

    Attributes
    ----------
    places : list of float
        Where each opening stands, in pixels.
    y : Scale
        Of the scores.
    mean : float
        Score of all games together.
    """

    def __init__(self, table: pd.DataFrame, words: Words, dark: bool = False) -> None:
        super().__init__(words, dark)
        table = checked(table, OPENINGS, "by_opening(df)")
        self.attrs = dict(table.attrs)
        self.table = table[table["score"].notna()].reset_index(drop=True)
        self.found = (self.table["p_holm"] < RISK).fillna(False).to_numpy(bool)
        say = words.say
        title = say("Score of the starter by opening")
        if not len(self.table):
            self.nothing(title, say("There is no game with a result, so there is nothing to draw."))
            return
        self.games = self.table["finished"].to_numpy(np.float64)
        self.mean = float(np.average(self.table["score"], weights=self.games))
        name = self.ruler.width(self._mean(), SMALL, bold=True)
        self.left, self.right = EDGE + 62, self.width - EDGE - max(110.0, name + 8)
        step = (self.right - self.left) / len(self.table)
        self.places = [self.left + (place + 0.5) * step for place in range(len(self.table))]
        self.counts = [cw.amount(self.words, value) for value in self.games]
        self.below = all(self.ruler.width(text, SMALL) + 6 <= step for text in self.counts)
        self.settings = self._settings()
        self.top = self.open(title, cw.sentence(words, self.settings)) + 34
        self.bottom = self.top + 320
        self.y = self._scale()
        self.keys = [
            ("plain", say("score with its 95 % interval")),
            ("found", say("differs from the other openings (Holm, 5 % for all together)")),
        ]
        self.close(self.bottom + (70 if self.below else 52), self._foot())

    def _settings(self) -> list[str]:
        least, most = min(self.games), max(self.games)
        phrases = [
            *cs.shared_settings(self.words, self.table[self._shared()]),
            *cs.attr_settings(self.words, self.attrs),
            self.words.say("{games} in all", games=cw.counted(self.words, float(sum(self.games)))),
        ]
        lost = float(self.table["games"].sum()) - float(sum(self.games))
        if lost:
            phrases.append(
                self.words.say("{number} more without result", number=cw.amount(self.words, lost))
            )
        if not self.below and least < most:
            phrases.append(
                self.words.say(
                    "{least} to {most} with each opening",
                    least=cw.amount(self.words, least),
                    most=cw.amount(self.words, most),
                )
            )
        return phrases

    def _mean(self) -> str:
        return self.words.say("mean {score}", score=self.decimals(self.mean, 3))

    def _shared(self) -> list[str]:
        known = ("rules", "first", "second", "convention", "tail", "seed")
        return [name for name in known if name in self.table and name not in self.attrs]

    def _foot(self) -> str:
        texts = [self.words.say("Openings are holes as the starter sees them, from the left.")]
        if self.attrs.get("refused"):
            texts.append(self.words.say("The games repeat each other, so there are no intervals."))
        if self._chance():
            texts.append(cw.caution(self.words))
        return self.words.joined(texts)

    def _chance(self) -> bool:
        if {"first", "second"} <= set(self.table):
            return cw.chance_only(list(self.table["first"]), list(self.table["second"]))
        return cw.chance_only(list(self.attrs.get("strategies", ())), [])

    def _scale(self) -> Scale:
        values = self.table[["score", "low", "high"]].to_numpy(np.float64)
        low = min(0.5 - _LEAST_REACH, float(np.nanmin(values)))
        high = max(0.5 + _LEAST_REACH, float(np.nanmax(values)))
        slack = 0.05 * (high - low)
        return Scale(max(0.0, low - slack), min(1.0, high + slack), self.bottom, self.top)

    # What it says

    def head(self) -> str:
        """Say in a sentence what the picture shows."""
        if not len(self.table):
            return self.words.say(
                "Score of the starter by opening: there is no game with a result."
            )
        scores = self.table["score"].to_numpy(np.float64)
        best, worst = int(scores.argmax()), int(scores.argmin())
        return self.words.count(
            "Score of the starter by opening: from {low} ({worst}) to {high} ({best}), {mean} in "
            "all; {n} opening differs from the others.",
            "Score of the starter by opening: from {low} ({worst}) to {high} ({best}), {mean} in "
            "all; {n} openings differ from the others.",
            int(self.found.sum()),
            low=self.decimals(float(scores[worst]), 3),
            high=self.decimals(float(scores[best]), 3),
            worst=self.table["opening"].iloc[worst],
            best=self.table["opening"].iloc[best],
            mean=self.decimals(self.mean, 3),
        )

    def sentences(self) -> list[str]:
        """Tell the numbers of the picture, line by line."""
        if not len(self.table):
            return []
        lines = [cw.sentence(self.words, self.settings)]
        lines += [self._told(place) for place in range(len(self.table))]
        return [*lines, self._foot()]

    def _told(self, place: int) -> str:
        row: Any = self.table.iloc[place]
        say = self.words.say
        facts = [
            cw.counted(self.words, float(row["finished"])),
            say(
                "score {score}",
                score=cw.estimate(self.words, row["score"], float(row["low"]), float(row["high"])),
            ),
        ]
        if pd.notna(row["p_holm"]):
            facts.append(self._p(float(row["p_holm"])))
        if self.found[place]:
            facts.append(say("differs from the others"))
        return say(
            "Opening {opening}: {facts}.", opening=row["opening"], facts=self.words.listed(facts)
        )

    def _p(self, value: float) -> str:
        if value < 0.001:
            return self.words.say("Holm's p below 0.001")
        return self.words.say("Holm's p {value}", value=self.decimals(value, 3))

    def numbers(self) -> pd.DataFrame:
        """Give the numbers of the picture as a table."""
        return self.table[list(OPENINGS)].assign(found=self.found)

    # Drawing

    def draw(self, canvas: Canvas) -> None:
        """Draw the picture on a canvas of its size."""
        super().draw(canvas)
        if not len(self.table):
            return
        colors = self.palette
        self.axis_left(
            canvas, self.y, self.left, self.right, self.words.say("score of the starter")
        )
        half, mean = self.y.at(0.5), self.y.at(self.mean)
        stroke(canvas, [(self.left, half), (self.right, half)], colors.ink, 1.8, (4, 3), 2)
        canvas.line([(self.left, mean), (self.right, mean)], colors.ink, 1.6, layer=2)
        self._draw_line_names(canvas, half, mean)
        for place, x in enumerate(self.places):
            row = self.table.iloc[place]
            low, value, high = (float(row[n]) for n in ("low", "score", "high"))
            if not np.isnan(low):
                self.upright(canvas, x, self.y, low, value, high)
            self.mark(canvas, x, self.y.at(value), bool(self.found[place]))
            canvas.text(x, self.bottom + 16, str(row["opening"]), BODY, bold=True)
            if self.below:
                canvas.text(x, self.bottom + 35, self.counts[place], SMALL, color=colors.muted)
        canvas.line([(self.left, self.bottom), (self.right, self.bottom)], colors.rule, 1.2)
        say = self.words.say
        name = say("opening, and its games") if self.below else say("opening")
        middle = (self.left + self.right) / 2
        down = 55 if self.below else 38
        canvas.text(middle, self.bottom + down, name, SMALL, color=colors.muted)

    def _draw_line_names(self, canvas: Canvas, half: float, mean: float) -> None:
        """At the right of the lines at 0.5 and at the mean; apart where they are close."""
        near = abs(half - mean) < 18
        shift = (9 - abs(half - mean) / 2) * (1 if mean >= half else -1) if near else 0
        canvas.text(self.right + 8, mean + shift, self._mean(), SMALL, bold=True, ha="left")
        canvas.text(self.right + 8, half - shift, self.decimals(0.5, 1), SMALL, ha="left")

    def mark(self, canvas: Canvas, x: float, y: float, found: bool) -> None:
        """Draw the mark of an opening: a diamond where it differs, else an open circle."""
        colors = self.palette
        if found:
            points = [(x - 9, y), (x, y - 9), (x + 9, y), (x, y + 9)]
            canvas.shape(points, colors.ink, colors.paper, 1.2, layer=4.5)
        else:
            self.open_point(canvas, x, y)

    def swatch(self, canvas: Canvas, kind: str, x: float, y: float) -> None:
        """Draw the mark of a line of the key, 20 pixels wide."""
        canvas.line([(x + 10, y - 10), (x + 10, y + 10)], self.palette.ink, 2.4, layer=3)
        self.mark(canvas, x + 10, y, kind == "found")
