"""The picture of margins: by how many seeds starters win, and which games the last seeds decide."""

from __future__ import annotations

from math import ceil, floor, gcd

import numpy as np
import pandas as pd
from matplotlib.patches import Rectangle

from mancala_core.engine.rules import Rules
from mancala_core.show import chart_settings as cs
from mancala_core.show import chart_words as cw
from mancala_core.show.canvas import Canvas
from mancala_core.show.charts import BODY, EDGE, Chart, checked, stroke
from mancala_core.show.names import convention_name
from mancala_core.show.scales import Scale
from mancala_core.show.words import Words
from mancala_core.study.intervals import mean, share
from mancala_core.study.results import leads, outcomes, players, repeats
from mancala_core.study.settle import settled_scores, sides

COLUMNS = (
    *("rules", "strategy_south", "strategy_north", "starter", "south", "north"),
    *("left_south", "left_north", "ending", "fingerprint"),
)
MOST_BARS = 101


class Margins(Chart):
    """How many games end with each margin of the starter.

    Attributes
    ----------
    bars : pandas.DataFrame
        Columns ``margin`` (seeds; the middle of the bar), ``games``, ``decided``: those in
        which who gets the last seeds decides the result. With exact tails they are expected
        numbers.
    total : int
        Games with a result.
    x, y : Scale
        Margin in seeds, and share of the games with a result.
    """

    def __init__(
        self, df: pd.DataFrame, words: Words, dark: bool = False, convention: str | None = None
    ) -> None:
        super().__init__(words, dark)
        df = checked(df, COLUMNS, "simulate(rules)")
        results = outcomes(df, convention)
        finished = results["finished"].to_numpy(bool)
        self.cases = margins_of(df, convention)
        self.games, self.total = len(df), int(finished.sum())
        self.counts = results.loc[finished, ["win", "draw", "loss"]].sum()
        say = words.say
        title = say("Margin of the starter at the end of the game")
        self.unit, self.step, self.bars = _binned(self.cases)
        if not self.total:
            self.nothing(title, say("There is no game with a result, so there is nothing to draw."))
            return
        most = max(Rules.of(str(label)).total for label in df["rules"].unique())
        why = repeats(df)
        self.mean = mean(results.loc[finished, "margin"], most).refuse(why)
        self.decided = share(float(self.bars["decided"].sum()), self.total).refuse(why)
        seats = players(df)
        self.chance = cw.chance_only(list(seats["first"]), list(seats["second"]))
        conventions = results["convention"].unique().tolist()
        self.settings = [
            *cs.game_settings(
                words, df, words.listed(convention_name(words, name) for name in conventions)
            ),
            cw.counted(words, self.games),
            *cw.unfinished(words, _endings(df), self.games),
        ]
        self.top = self.open(title, cw.sentence(words, self.settings)) + 40
        self.left, self.right, self.bottom = EDGE + 56, self.width - EDGE - 14, self.top + 300
        self._measure()

    def _measure(self) -> None:
        say = self.words.say
        reach = max(self.step, float(np.abs(self.bars["margin"]).max())) + self.step / 2
        self.x = Scale(-reach, reach, self.left, self.right)
        tallest = float(self.bars["games"].max()) / self.total
        self.y = Scale(0, 1.06 * tallest, self.bottom, self.top)
        self.keys = [
            ("decided", say("decided by who gets the last seeds")),
            ("settled", say("the result is the same whoever gets them")),
        ]
        foot = []
        if self.step > 1:
            foot.append(
                say(
                    "A bar covers {step} seeds, its middle in the middle.",
                    step=self.plain(self.step),
                )
                if self.step > self.unit
                else say("Margins differ by {step} seeds.", step=self.plain(self.step))
            )
        if self.chance:
            foot.append(cw.caution(self.words))
        self.foot = self.words.joined(foot)
        self.close(self.bottom + 54, self.foot)

    # What it says

    def head(self) -> str:
        """Say in a sentence what the picture shows."""
        say = self.words.say
        if not self.total:
            return say("Margins of the starter: there is no game with a result.")
        return say(
            "Margins of the starter: the mean is {mean} seeds, and who gets the last seeds "
            "decides the result in {share} of {games}.",
            mean=self._mean(),
            share=cw.estimated_share(self.words, *self.decided[:3]),
            games=cw.counted(self.words, self.total),
        )

    def _mean(self) -> str:
        found = self.mean
        digits = 1 if found.high - found.low > 0.1 else 2
        return cw.estimate(self.words, found.estimate, found.low, found.high, digits)

    def sentences(self) -> list[str]:
        """Tell the numbers of the picture, line by line."""
        if not self.total:
            return []
        say = self.words.say
        lines = [
            cw.sentence(self.words, self.settings),
            say(
                "{wins} won, {draws} drawn, {losses} lost.",
                wins=cw.amount(self.words, self.counts["win"]),
                draws=cw.amount(self.words, self.counts["draw"]),
                losses=cw.amount(self.words, self.counts["loss"]),
            ),
        ]
        for margin, games, decided in self.bars.itertuples(index=False):
            if games:
                lines.append(
                    say(
                        "Margin {margin}: {games}, {decided} of them decided by the last seeds.",
                        margin=self.plain(margin),
                        games=cw.counted(self.words, games),
                        decided=cw.amount(self.words, decided),
                    )
                )
        return [*lines, self.foot] if self.foot else lines

    def numbers(self) -> pd.DataFrame:
        """Give the numbers of the picture as a table."""
        return self.bars.copy()

    # Drawing

    def draw(self, canvas: Canvas) -> None:
        """Draw the picture on a canvas of its size."""
        super().draw(canvas)
        if not self.total:
            return
        say, colors = self.words.say, self.palette
        name = say("share of the games")
        self.axis_left(canvas, self.y, self.left, self.right, name, write=self.whole_percent)
        self.axis_below(
            canvas,
            self.x,
            self.top,
            self.bottom,
            say("margin: the starter's seeds less the other player's"),
            values=self._ticks(),
            grid=False,
        )
        wide = self.x.at(self.step) - self.x.at(0)
        gap = min(2.0, 0.12 * wide)
        for margin, games, decided in self.bars.itertuples(index=False):
            left = self.x.at(margin) - wide / 2 + gap / 2
            base = self.bottom
            for kind, count in (("decided", decided), ("settled", games - decided)):
                if count:
                    high = self.bottom - self.y.at(count / self.total)
                    self.bar(canvas, left, base - high, wide - gap, high, kind)
                    base -= high
        middle = self.x.at(0)
        stroke(canvas, [(middle, self.top - 8), (middle, self.bottom)], colors.ink, 1.6, (4, 3))
        self._draw_results(canvas)

    def _ticks(self) -> list[float]:
        """Middles of bars, so many that 0 is among them."""
        reach = floor(self.x.high / self.step)
        every = max(1, ceil(2 * reach / 14))
        places = range(-(reach // every), reach // every + 1)
        return [place * every * self.step for place in places]

    def _draw_results(self, canvas: Canvas) -> None:
        """Above the bars: the shares of games lost, drawn and won."""
        say, y = self.words.say, self.top - 20
        shares = {
            str(kind): self.percent(count / self.total) for kind, count in self.counts.items()
        }
        for text, x in (
            (say("lost {share}", share=shares["loss"]), self.x.at(-self.x.high / 2)),
            (say("drawn {share}", share=shares["draw"]), self.x.at(0)),
            (say("won {share}", share=shares["win"]), self.x.at(self.x.high / 2)),
        ):
            canvas.text(x, y, text, BODY, bold=True)

    def bar(
        self, canvas: Canvas, x: float, y: float, width: float, height: float, kind: str
    ) -> None:
        """Draw a part of a bar; one decided by the last seeds is dark and hatched."""
        colors = self.palette
        patch = Rectangle((x, y), width, height)
        decided = kind == "decided"
        patch.set(
            facecolor=colors.ink if decided else self.looks.solid,
            edgecolor="none",
            linewidth=0,
            zorder=2,
            clip_on=False,
        )
        if decided:
            patch.set(hatch="////", hatchcolor=colors.paper)
        canvas.ax.add_artist(patch)

    def swatch(self, canvas: Canvas, kind: str, x: float, y: float) -> None:
        """Draw the mark of a line of the key, 20 pixels wide."""
        self.bar(canvas, x, y - 7, 20, 14, kind)


def margins_of(df: pd.DataFrame, convention: str | None = None) -> pd.DataFrame:
    """Margins of the starter, and whether the last seeds decide the result.

    Parameters
    ----------
    df : pandas.DataFrame
        A table of games, settled or not.
    convention : str or None
        As in `mancala_core.study.results.leads`.

    Returns
    -------
    pandas.DataFrame
        Columns ``margin`` (float64, seeds), ``decided`` (bool: whether the result would be
        another one if all seeds left at the end went to the starter than if they went to the
        other player) and ``games`` (float64: 1, or with an exact tail the probability of the
        case, and each game has two). Without the games that did not come to a natural ending.

    Examples
    --------
    >>> from mancala_core.study.simulate import simulate
    >>> found = margins_of(simulate("anywoli", 50, seed=1), "starter")
    >>> bool((found["margin"] % 8 == 0).all()), float(found["games"].sum())
    (True, 50.0)
    """
    found = leads(df, convention)
    bare = np.full(len(df), "nobody", dtype=object)
    totals = df["rules"].astype(str).map(lambda label: Rules.of(label).total).to_numpy(float)
    turn = np.where(sides(df["starter"]) == 0, 1.0, -1.0)
    parts = []
    for taker, margins, weight in (
        (0, found.south, found.weight),
        (1, found.north, 1 - found.weight),
    ):
        scores = settled_scores(df, bare, taker)
        lead, left = turn * (scores[0] - scores[1]), totals - scores.sum(axis=0)
        decided = np.sign(lead + left) != np.sign(lead - left)
        there = ~np.isnan(margins) & (weight > 0)
        parts.append(
            pd.DataFrame(
                {"margin": margins[there], "decided": decided[there], "games": weight[there]}
            )
        )
    return pd.concat(parts, ignore_index=True)


def _endings(df: pd.DataFrame) -> dict[str, float]:
    counts = df["ending"].astype(str).value_counts()
    return {str(ending): float(count) for ending, count in counts.items()}


def _binned(cases: pd.DataFrame) -> tuple[int, int, pd.DataFrame]:
    """Least step between margins, width of the bars, and the games in each; one stands on 0."""
    margins = np.rint(cases["margin"].to_numpy(float)).astype(np.int64)
    unit = max(1, gcd(*(int(value) for value in np.unique(margins))))
    reach = int(np.abs(margins).max()) if len(margins) else 0
    times = ceil((2 * reach / unit + 1) / MOST_BARS)
    step = unit * (times + 1 - times % 2)
    places = np.rint(margins / step).astype(np.int64)
    first = int(places.min()) if len(places) else 0
    count = int(places.max()) - first + 1 if len(places) else 0
    games = cases["games"].to_numpy(float)
    decided = games * cases["decided"].to_numpy(bool)
    table = {
        "margin": (np.arange(count) + first) * step,
        "games": np.bincount(places - first, games, count),
        "decided": np.bincount(places - first, decided, count),
    }
    return unit, step, pd.DataFrame(table)
