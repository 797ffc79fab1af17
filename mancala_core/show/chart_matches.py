"""The picture of matches: how many rounds they last."""

from __future__ import annotations

from math import isinf, isnan
from typing import NamedTuple

import numpy as np
import pandas as pd

from mancala_core.show import chart_settings as cs
from mancala_core.show import chart_words as cw
from mancala_core.show.canvas import Canvas
from mancala_core.show.chart_lengths import steps
from mancala_core.show.charts import DASHES, EDGE, Chart, area, checked, stroke
from mancala_core.show.scales import Scale
from mancala_core.show.words import Words
from mancala_core.study.lengths import Length
from mancala_core.study.match_lengths import match_lengths as study_lengths
from mancala_core.study.match_lengths import median_rounds
from mancala_core.study.matches import APART
from mancala_core.study.results import players

COLUMNS = (
    *("match", "rounds", "rules", "strategy_south", "strategy_north", "starter", "seed"),
    *("winner", "ending", "result", "fingerprint"),
)
MOST_GROUPS = 4
_RARE = 0.1
"""Share of the longest matches that the twin tells of."""


class Group(NamedTuple):
    """Matches of one condition.

    Attributes
    ----------
    name : str
    table : pandas.DataFrame
        As `mancala_core.study.match_lengths.match_lengths` gives it.
    median : Length
    matches : int
    """

    name: str
    table: pd.DataFrame
    median: Length
    matches: int


class MatchLengths(Chart):
    """Shares of matches that are still going on after so many rounds.

    Attributes
    ----------
    groups : list of Group
    x, y : Scale
        Rounds, on a logarithmic axis, and share.
    """

    swatch_width = 40.0

    def __init__(
        self, df: pd.DataFrame, words: Words, dark: bool = False, by: str | None = None
    ) -> None:
        super().__init__(words, dark)
        df = checked(df, COLUMNS, "matches(rounds)")
        say = words.say
        title = say("How long matches last")
        self.groups = self._grouped(df, by)
        if not self.groups:
            self.nothing(title, say("The table has no matches, so there is nothing to draw."))
            return
        caption = [*self.settings, self._counted(len(df)), say("intervals of 95 %")]
        self.top = self.open(title, cw.sentence(words, caption)) + 34
        self.left, self.right, self.bottom = EDGE + 56, self.width - EDGE - 24, self.top + 320
        most = max(float(group.table["rounds"].max()) for group in self.groups)
        self.x = Scale(0.9, max(most, 10.0), self.left, self.right, log=True)
        self.y = Scale(0, 1, self.bottom, self.top)
        self.keys = [(str(place), self._key(group)) for place, group in enumerate(self.groups)]
        if any(group.table[list(APART)].to_numpy().any() for group in self.groups):
            self.keys.append(
                ("cut", say("nobody had won by then: how long they would last is unknown"))
            )
        self.close(self.bottom + 54, self._foot())

    def _counted(self, matches: int) -> str:
        return self.words.count("{n} match", "{n} matches", matches)

    def _grouped(self, df: pd.DataFrame, by: str | None) -> list[Group]:
        if by is not None and by not in df:
            raise ValueError(f"The table has no column {by!r} to group by.")
        settings = players(df).assign(rules=df["rules"].astype(str).to_numpy())
        keys = settings if by is None else pd.DataFrame({by: df[by].astype(str).to_numpy()})
        places, kinds = pd.factorize(pd.MultiIndex.from_frame(keys))
        if len(kinds) > MOST_GROUPS:
            raise ValueError(
                f"The table has {len(kinds)} groups of matches; {MOST_GROUPS} can be told apart."
            )
        firsts = [int(np.flatnonzero(places == kind)[0]) for kind in range(len(kinds))]
        shown = settings.iloc[firsts] if by is None else keys.iloc[firsts].assign(convention="")
        names = [self.words.listed(label) for label in cs.row_labels(self.words, shown)]
        if len(kinds) == 1:
            names = [self.words.say("all matches")]
        self.settings = cs.shared_settings(self.words, settings)
        if df["seed"].nunique() == 1:
            self.settings += cs.shared_settings(self.words, df[["seed"]])
        found = []
        for kind, name in enumerate(names):
            part = df[places == kind]
            found.append(Group(name, study_lengths(part), median_rounds(part), len(part)))
        return found

    def _key(self, group: Group) -> str:
        facts = self._facts(group)
        return self.words.say("{place}: {facts}", place=group.name, facts=facts)

    def _facts(self, group: Group) -> str:
        return self.words.listed(
            [self._counted(group.matches), self._median(group), *self._open(group)]
        )

    def _open(self, group: Group) -> list[str]:
        """Say how many nobody won, those of the limit and those of a cut round apart."""
        say = self.words.say
        counts = {name: int(group.table[name].sum()) for name in APART}
        shares = {name: self.percent(counts[name] / group.matches) for name in APART}
        told = {
            "round_limit": say(
                "{count} at the limit of rounds ({share})",
                count=self.words.number(counts["round_limit"]),
                share=shares["round_limit"],
            ),
            "cut": say(
                "{count} cut in a round ({share})",
                count=self.words.number(counts["cut"]),
                share=shares["cut"],
            ),
        }
        return [told[name] for name in APART if counts[name]]

    def _median(self, group: Group) -> str:
        say, median = self.words.say, group.median
        if isinf(median.estimate):
            last = float(group.table["rounds"].iloc[-1])
            return say("median above {rounds} rounds", rounds=self.plain(last))
        if isnan(median.low):
            return say("median {median} rounds (no interval)", median=self.plain(median.estimate))
        low, high = (say("unknown") if isinf(end) else self.plain(end) for end in median[1:])
        return say(
            "median {median} rounds ({low} to {high})",
            median=self.plain(median.estimate),
            low=low,
            high=high,
        )

    def _foot(self) -> str:
        return self.words.say(
            "Shares by Kaplan and Meier; a match that nobody won counts as going on until it "
            "was stopped."
        )

    # What it says

    def head(self) -> str:
        """Say in a sentence what the picture shows."""
        say = self.words.say
        if not self.groups:
            return say("Lengths of matches: the table has no matches.")
        said = [
            say("{group} {median}", group=group.name, median=self._median(group))
            for group in self.groups
        ]
        return say("Lengths of matches: {groups}.", groups=self.words.listed(said))

    def sentences(self) -> list[str]:
        """Tell the numbers of the picture, line by line."""
        if not self.groups:
            return []
        lines = [cw.sentence(self.words, self.settings)] if self.settings else []
        for group in self.groups:
            facts = [self._facts(group)]
            reached = group.table["rounds"][group.table["survival"] <= _RARE + 1e-12]
            if len(reached):
                facts.append(
                    self.words.say(
                        "at most {share} last more than {rounds} rounds",
                        share=self.percent(_RARE, 0),
                        rounds=self.plain(float(reached.iloc[0])),
                    )
                )
            lines.append(cw.told(self.words, group.name, facts))
        return [*lines, self._foot()]

    def numbers(self) -> pd.DataFrame:
        """Give the numbers of the picture as a table."""
        columns = ["group", "rounds", "survival", "low", "high", *APART]
        parts = [group.table.assign(group=group.name) for group in self.groups]
        whole = pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=columns)
        return whole[columns]

    # Drawing

    def draw(self, canvas: Canvas) -> None:
        """Draw the picture on a canvas of its size."""
        super().draw(canvas)
        if not self.groups:
            return
        say, colors = self.words.say, self.palette
        name = say("share of matches still going on")
        self.axis_left(canvas, self.y, self.left, self.right, name, write=self.whole_percent)
        self.axis_below(canvas, self.x, self.top, self.bottom, say("rounds"))
        half = self.y.at(0.5)
        stroke(canvas, [(self.left, half), (self.right, half)], colors.ink, 1.6, (4, 3), 1.6)
        for place, group in enumerate(self.groups):
            self._draw_group(canvas, place, group.table)

    def _draw_group(self, canvas: Canvas, place: int, table: pd.DataFrame) -> None:
        color = self.looks.groups[place]
        across = np.array([self.x.at(float(value)) for value in table["rounds"]])
        share, low, high = (table[name].to_numpy(float) for name in ("survival", "low", "high"))
        room = (self.left, self.top - 2, self.right + 2, self.bottom + 2)
        if len(self.groups) <= 2 and not np.isnan(low).all():
            bounds = [steps(across, [self.y.at(v) for v in values]) for values in (high, low)]
            area(canvas, bounds[0], bounds[1], self.looks.band, 1.5 + place / 10, within=room)
        start = [(self.left, self.y.at(1.0))]
        points = steps(across, [self.y.at(value) for value in share], start)
        stroke(canvas, points, color, 3, DASHES[place], layer=3, within=room)
        stopped = table[list(APART)].to_numpy().sum(axis=1) > 0
        for x, value in zip(across[stopped], share[stopped], strict=True):
            y = self.y.at(value)
            canvas.line([(x, y - 8), (x, y + 8)], color, 2.6, layer=3.5)

    def swatch(self, canvas: Canvas, kind: str, x: float, y: float) -> None:
        """Draw the mark of a line of the key."""
        if kind.isdigit():
            place = int(kind)
            stroke(canvas, [(x, y), (x + 34, y)], self.looks.groups[place], 3, DASHES[place])
        else:
            super().swatch(canvas, kind, x, y)
