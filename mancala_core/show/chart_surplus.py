"""The picture of a surplus: how a round, or the match, goes by the holes that a player owns."""

from __future__ import annotations

from math import isnan
from typing import Any

import numpy as np
import pandas as pd

from mancala_core.show import chart_settings as cs
from mancala_core.show import chart_words as cw
from mancala_core.show.canvas import Canvas
from mancala_core.show.charts import BODY, DASHES, EDGE, SMALL, Chart, checked, stroke
from mancala_core.show.scales import Scale
from mancala_core.show.words import Words

COLUMNS = ("holes", "rounds", "matches", "score", "low", "high")
MARGIN = ("margin", "margin_low", "margin_high")
MOST_GROUPS = 4
QUANTITIES = ("score", "margin")
_MARK = 6.5
"""Half of a mark, in pixels."""
_APART = 15.0
"""Pixels between the marks of two groups over one number of holes."""


class Surplus(Chart):
    """Estimates with intervals over numbers of holes, one mark and line a group.

    Attributes
    ----------
    table : pandas.DataFrame
        The rows that are drawn, with the columns ``group``, ``value``, ``low`` and ``high``.
    places : dict of int to float
        Where each number of holes stands, in pixels.
    y : Scale
        Of the estimates.
    """

    swatch_width = 40.0

    def __init__(
        self, table: pd.DataFrame, words: Words, dark: bool = False, quantity: str = "score"
    ) -> None:
        super().__init__(words, dark)
        if quantity not in QUANTITIES:
            raise ValueError(f"quantity is {quantity!r}; it can be {', '.join(QUANTITIES)}.")
        self.quantity = quantity
        table = checked(table, COLUMNS, "next_round(df)")
        names = ("score", "low", "high") if quantity == "score" else MARGIN
        table = checked(table, names, "next_round(df)")
        self.attrs = dict(table.attrs)
        own = {"value": table[names[0]], "low": table[names[1]], "high": table[names[2]]}
        group = table["group"].astype(str) if "group" in table else ""
        found = table[["holes", "rounds", "matches"]].assign(**own, group=group)
        self.table = found[found["value"].notna()].reset_index(drop=True)
        self.groups = list(dict.fromkeys(self.table["group"]))
        if len(self.groups) > MOST_GROUPS:
            raise ValueError(
                f"The table has {len(self.groups)} groups; {MOST_GROUPS} can be told apart."
            )
        title = self._title()
        if not len(self.table):
            self.nothing(title, words.say("The table has no rounds, so there is nothing to draw."))
            return
        self.settings = self._settings()
        self.top = self.open(title, cw.sentence(words, self.settings)) + 34
        self.bottom = self.top + 320
        self.y = self._scale()
        self.left, self.right = EDGE + 62, self.width - EDGE - 60
        counts = sorted({int(value) for value in self.table["holes"]})
        step = (self.right - self.left) / len(counts)
        self.places = {
            value: self.left + (place + 0.5) * step for place, value in enumerate(counts)
        }
        self.keys = [(str(place), name or self._value_name()) for place, name in self._named()]
        self.close(self.bottom + 54, self._foot())

    def _named(self) -> list[tuple[int, str]]:
        return list(enumerate(self.groups))

    def _title(self) -> str:
        say = self.words.say
        if self.quantity == "margin":
            return say("Lead at the end of a round, by the holes owned in it")
        if self.attrs.get("of") != "match":
            return say("Score of a round, by the holes owned in it")
        if "after" not in self.attrs:
            return say("Matches won, by the holes owned")
        after = self.attrs["after"]
        if after is None:
            return say("Matches won, by the holes owned in a round")
        return self.words.count(
            "Matches won, by the holes owned after {n} round",
            "Matches won, by the holes owned after {n} rounds",
            int(after),
        )

    def _value_name(self) -> str:
        say = self.words.say
        if self.quantity == "margin":
            return say("mean lead in seeds, with its 95 % interval")
        if self.attrs.get("of") == "match":
            return say("share of matches won, with its 95 % interval")
        return say("score of the rounds, with its 95 % interval")

    def _settings(self) -> list[str]:
        say, phrases = self.words.say, cs.attr_settings(self.words, self.attrs)
        player = self.attrs.get("player")
        if player is not None:
            named = {"south": self.words.player(0), "north": self.words.player(1)}
            phrases.append(say("seen by {player}", player=named.get(str(player), str(player))))
        return phrases or [say("by holes owned")]

    def _foot(self) -> str:
        say = self.words.say
        texts = [say("Rounds of one match hang together: the match is the unit.")]
        if self.attrs.get("refused"):
            texts = [say("The matches repeat each other, so there are no intervals.")]
        if self._hidden():
            texts.append(say("Where no bar is seen, the interval is narrower than its mark."))
        strategies = list(self.attrs.get("strategies") or ())
        if strategies and cw.chance_only(strategies, []):
            texts.append(cw.caution(self.words))
        return self.words.joined(texts)

    def _hidden(self) -> bool:
        """Whether an interval has no room to be seen behind its mark."""
        tall = (self.y.at(0.0) - self.y.at(1.0)) * (self.table["high"] - self.table["low"])
        return bool((tall < 2 * _MARK).any())

    def _middle(self) -> float:
        return 0.5 if self.quantity == "score" else 0.0

    def _scale(self) -> Scale:
        values = self.table[["value", "low", "high"]].to_numpy(np.float64)
        reach = max(
            0.05 if self.quantity == "score" else 1.0,
            float(np.nanmax(np.abs(values - self._middle()))),
        )
        low, high = self._middle() - 1.08 * reach, self._middle() + 1.08 * reach
        if self.quantity == "score":
            low, high = max(0.0, low), min(1.0, high)
        return Scale(low, high, self.bottom, self.top)

    # What it says

    def head(self) -> str:
        """Say in a sentence what the picture shows."""
        title, say = self._title(), self.words.say
        if not len(self.table):
            return say("{title}: the table has no rounds.", title=title)
        parts = []
        for name in self.groups:
            rows = self.table[self.table["group"] == name].sort_values("holes")
            first, last = rows.iloc[0], rows.iloc[-1]
            told = say(
                "{first} with {few}, {last} with {many}",
                first=self._number(float(first["value"])),
                few=self._holes(int(first["holes"])),
                last=self._number(float(last["value"])),
                many=self._holes(int(last["holes"])),
            )
            parts.append(say("{group}: {told}", group=name, told=told) if name else told)
        return say("{title}: {told}.", title=title, told=self.words.parted(parts))

    def _holes(self, count: int) -> str:
        return self.words.count("{n} hole", "{n} holes", count)

    def _number(self, value: float) -> str:
        return self.decimals(value, 3 if self.quantity == "score" else 1)

    def sentences(self) -> list[str]:
        """Tell the numbers of the picture, line by line."""
        if not len(self.table):
            return []
        lines = [cw.sentence(self.words, self.settings)]
        return [*lines, *(self._told(row) for _, row in self.table.iterrows()), self._foot()]

    def _told(self, row: Any) -> str:
        say = self.words.say
        digits = None if self.quantity == "score" else 1
        value = float(row["value"])
        found = (
            say("{value} (no interval)", value=self._number(value))
            if isnan(float(row["low"]))
            else cw.estimate(self.words, value, float(row["low"]), float(row["high"]), digits)
        )
        facts = [
            found,
            say(
                "{rounds} in {matches}",
                rounds=self.words.count("{n} round", "{n} rounds", int(row["rounds"])),
                matches=self.words.count("{n} match", "{n} matches", int(row["matches"])),
            ),
        ]
        place = self._holes(int(row["holes"]))
        if row["group"]:
            place = say("{group}, {holes}", group=row["group"], holes=place)
        return say("{place}: {facts}.", place=place, facts=self.words.listed(facts))

    def numbers(self) -> pd.DataFrame:
        """Give the numbers of the picture as a table."""
        return self.table[["group", "holes", "rounds", "matches", "value", "low", "high"]].copy()

    # Drawing

    def draw(self, canvas: Canvas) -> None:
        """Draw the picture on a canvas of its size."""
        super().draw(canvas)
        if not len(self.table):
            return
        say, colors = self.words.say, self.palette
        name = (
            say("lead in seeds")
            if self.quantity == "margin"
            else self.words.say_in("wins, and half of the draws", "score")
        )
        if self.attrs.get("of") == "match":
            name = say("share of matches won")
        self.axis_left(canvas, self.y, self.left, self.right, name)
        half = self.y.at(self._middle())
        stroke(canvas, [(self.left, half), (self.right, half)], colors.ink, 1.8, (4, 3), 2)
        middle = self.plain(self._middle())
        canvas.text(self.right + 8, half, middle, SMALL, ha="left")
        for place, group in self._named():
            self._draw_group(canvas, place, self.table[self.table["group"] == group])
        for holes, x in self.places.items():
            canvas.text(x, self.bottom + 16, str(holes), BODY, bold=True)
        canvas.line([(self.left, self.bottom), (self.right, self.bottom)], colors.rule, 1.2)
        middle_x = (self.left + self.right) / 2
        canvas.text(middle_x, self.bottom + 38, say("holes owned"), SMALL, color=colors.muted)

    def across(self, place: int, holes: int) -> float:
        """Where the mark of a group over a number of holes stands."""
        return self.places[holes] + (place - (len(self.groups) - 1) / 2) * _APART

    def _draw_group(self, canvas: Canvas, place: int, rows: pd.DataFrame) -> None:
        color, dashes = self.looks.groups[place], DASHES[place]
        marks = []
        for holes, value, low, high in (
            rows.sort_values("holes")[["holes", "value", "low", "high"]]
            .astype(float)
            .to_numpy()
            .tolist()
        ):
            x = self.across(place, int(holes))
            marks.append((x, self.y.at(value)))
            if not isnan(low):
                ends = self.y.at(high), self.y.at(low)
                canvas.line([(x, ends[0]), (x, ends[1])], color, 2.4, layer=3)
                for end in ends:
                    canvas.line([(x - 6, end), (x + 6, end)], color, 2, layer=3)
        if len(marks) > 1:
            stroke(canvas, marks, color, 1.8, dashes, layer=2.5)
        for x, y in marks:
            self.mark(canvas, place, x, y)

    def mark(self, canvas: Canvas, place: int, x: float, y: float) -> None:
        """Draw the mark of a group: each has its own shape."""
        colors, color = self.palette, self.looks.groups[place]
        if place == 0:
            canvas.circle(x, y, 5.5, color, colors.paper, 1.2, layer=4)
        elif place == 1:
            points = [(x - 8, y), (x, y - 8), (x + 8, y), (x, y + 8)]
            canvas.shape(points, color, colors.paper, 1.2, layer=4)
        elif place == 2:
            canvas.circle(x, y, 5.5, colors.paper, color, 2.2, layer=4)
        else:
            points = [(x - 6, y - 6), (x + 6, y - 6), (x + 6, y + 6), (x - 6, y + 6)]
            canvas.shape(points, colors.paper, color, 2.2, layer=4)

    def swatch(self, canvas: Canvas, kind: str, x: float, y: float) -> None:
        """Draw the mark of a line of the key."""
        place = int(kind)
        color = self.looks.groups[place]
        stroke(canvas, [(x, y), (x + 34, y)], color, 1.8, DASHES[place])
        self.mark(canvas, place, x + 17, y)
