"""The picture of the running estimate: the score of the starter as the games come in."""

from __future__ import annotations

import numpy as np
import pandas as pd

from mancala_core.show import chart_settings as cs
from mancala_core.show import chart_words as cw
from mancala_core.show.canvas import Canvas
from mancala_core.show.charts import EDGE, Chart, area, checked, stroke
from mancala_core.show.names import convention_name
from mancala_core.show.scales import Scale
from mancala_core.show.words import Words
from mancala_core.study.results import outcomes, players
from mancala_core.study.sequences import running

RUNNING = ("games", "score", "low", "high", "seq_low", "seq_high")
_LATE = 0.05
"""Share of the games from which on the picture begins: before, it would be mostly noise."""


class Running(Chart):
    """The score of the starter as games come in, with a band that holds at every look.

    Attributes
    ----------
    x, y : Scale
        Games, on a logarithmic axis, and score.
    """

    def __init__(
        self,
        table: pd.DataFrame,
        words: Words,
        dark: bool = False,
        settings: list[str] | None = None,
        chance: bool = False,
    ) -> None:
        super().__init__(words, dark)
        table = checked(table, RUNNING, "running(df)")
        self.table = table[table["score"].notna()].reset_index(drop=True)
        self.settings, self.chance = settings or [], chance
        say = words.say
        title = say("Score of the starter as the games come in")
        if not len(self.table):
            self.nothing(title, say("There is no game with a result, so there is nothing to draw."))
            return
        self.last = self.table.iloc[-1]
        said = words.say("score {score}", score=self._score())
        phrases = [*self.settings, self._final(), said]
        self.top = self.open(title, cw.sentence(words, phrases)) + 34
        self.left, self.right, self.bottom = EDGE + 56, self.width - EDGE - 40, self.top + 330
        games = self.table["games"].to_numpy(float)
        self.start = int(np.searchsorted(games, games[-1] * _LATE))
        first = games[self.start]
        low, high = self._reach()
        self.x = Scale(first, max(games[-1], first * 2), self.left, self.right, log=True)
        self.y = Scale(low, high, self.bottom, self.top)
        self.keys = [
            ("line", say("score so far")),
            ("band", say("95 % confidence sequence: holds at every look")),
            ("interval", say("95 % interval of the whole run, planned at this number of games")),
        ]
        foot = []
        if self.start:
            foot.append(
                say(
                    "The axis begins at {games}; draw.numbers tells of those before, too.",
                    games=cw.counted(words, int(first)),
                )
            )
        foot += [cw.caution(words)] if chance else []
        self.close(self.bottom + 54, words.joined(foot))

    def _reach(self) -> tuple[float, float]:
        """Ends of the axis: those of the band where it is drawn, and 0.5."""
        columns = ["score", "seq_low", "seq_high"]
        shown = [*self.table[columns].iloc[self.start :].to_numpy(float).ravel()]
        shown += [self.last["low"], self.last["high"]]
        low, high = min(0.49, np.nanmin(shown)), max(0.51, np.nanmax(shown))
        slack = 0.04 * (high - low)
        return max(0.0, low - slack), min(1.0, high + slack)

    def _final(self) -> str:
        return cw.counted(self.words, int(self.last["games"]))

    def _score(self) -> str:
        last = self.last
        return cw.estimate(self.words, last["score"], last["low"], last["high"])

    def head(self) -> str:
        """Say in a sentence what the picture shows."""
        say = self.words.say
        if not len(self.table):
            return say("Running score of the starter: there is no game with a result.")
        last = self.last
        return say(
            "Running score of the starter: after {games} it is {score}, "
            "and the confidence sequence reaches from {low} to {high}.",
            games=self._final(),
            score=self._score(),
            low=self.decimals(last["seq_low"], cw.digits_of(last["seq_low"], last["seq_high"])),
            high=self.decimals(last["seq_high"], cw.digits_of(last["seq_low"], last["seq_high"])),
        )

    def sentences(self) -> list[str]:
        """Tell the numbers of the picture, line by line."""
        if not len(self.table):
            return []
        say = self.words.say
        lines = [cw.sentence(self.words, self.settings)] if self.settings else []
        for _, row in self._looks().iterrows():
            lines.append(
                say(
                    "After {games}: {score}.",
                    games=cw.counted(self.words, int(row["games"])),
                    score=cw.estimate(self.words, row["score"], row["seq_low"], row["seq_high"]),
                )
            )
        lines.append(
            say("In brackets the 95 % confidence sequence, which holds at every look at once.")
        )
        if self.chance:
            lines.append(cw.caution(self.words))
        return lines

    def _looks(self) -> pd.DataFrame:
        """Some rows, about evenly on the axis, the last among them."""
        games = self.table["games"].to_numpy(float)
        wanted = np.geomspace(games[0], games[-1], 10)
        places = sorted({int(np.searchsorted(games, value * (1 - 1e-9))) for value in wanted})
        return self.table.iloc[[min(place, len(games) - 1) for place in places]]

    def numbers(self) -> pd.DataFrame:
        """Give the numbers of the picture as a table."""
        return self.table[list(RUNNING)]

    @classmethod
    def of(
        cls, table: pd.DataFrame, words: Words, dark: bool = False, convention: str | None = None
    ) -> Running:
        """Take the running estimate as it is, or make it of a table of games."""
        if not isinstance(table, pd.DataFrame) or set(RUNNING) <= set(table):
            return cls(table, words, dark)
        df = checked(table, (), "simulate(rules)")
        made = running(df, convention)
        seats = players(df)
        conventions = outcomes(df, convention)["convention"].unique().tolist()
        named = words.listed(convention_name(words, name) for name in conventions)
        settings = cs.game_settings(words, df, named) if len(df) else []
        chance = len(df) > 0 and cw.chance_only(list(seats["first"]), list(seats["second"]))
        return cls(made, words, dark, settings, chance)

    # Drawing

    def draw(self, canvas: Canvas) -> None:
        """Draw the picture on a canvas of its size."""
        super().draw(canvas)
        if not len(self.table):
            return
        say, colors = self.words.say, self.palette
        self.axis_left(canvas, self.y, self.left, self.right, say("score of the starter"))
        room = (self.left, self.top, self.right, self.bottom)
        table = self.table.iloc[self.kept()]
        across = [self.x.at(value) for value in table["games"].to_numpy(float)]
        seen = table["seq_low"].notna().to_numpy()
        bounds = [
            [
                (x, self.y.at(value))
                for x, value, there in zip(across, table[name].to_numpy(float), seen, strict=True)
                if there
            ]
            for name in ("seq_high", "seq_low")
        ]
        if bounds[0]:
            area(canvas, bounds[0], bounds[1], self.looks.band, within=room)
            for bound in bounds:
                stroke(canvas, bound, colors.rule, 1.2, layer=2, within=room)
        half = self.y.at(0.5)
        stroke(canvas, [(self.left, half), (self.right, half)], colors.ink, 1.8, (4, 3), 2.5)
        line = [
            (x, self.y.at(v)) for x, v in zip(across, table["score"].to_numpy(float), strict=True)
        ]
        stroke(canvas, line, colors.ink, 2.6, layer=3, within=room)
        self.axis_below(canvas, self.x, self.top, self.bottom, say("games"), grid=False)
        value, low, high = (float(self.last[name]) for name in ("score", "low", "high"))
        self.upright(canvas, self.right + 18, self.y, low, value, high)

    def kept(self) -> list[int]:
        """Rows that are drawn: a few for each pixel at most, their first and last always."""
        games = self.table["games"].to_numpy(float)[self.start :]
        across = np.array([self.x.at(value) for value in games])
        first = np.r_[True, np.diff(np.floor(2 * across)) > 0]
        last = np.r_[first[1:], True]
        return (self.start + np.flatnonzero(first | last)).tolist()
