"""Pictures of lengths: how long games last, and of how many laps moves are."""

from __future__ import annotations

from math import inf, isinf, isnan
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from mancala_core.show import chart_settings as cs
from mancala_core.show import chart_words as cw
from mancala_core.show.canvas import Canvas
from mancala_core.show.charts import (
    DASHES,
    EDGE,
    Chart,
    area,
    checked,
    stroke,
)
from mancala_core.show.scales import Scale
from mancala_core.show.words import Words
from mancala_core.study.lengths import Length, median_length
from mancala_core.study.lengths import lengths as study_lengths
from mancala_core.study.results import players

COLUMNS = (
    *("rules", "strategy_south", "strategy_north", "starter"),
    *("moves", "ending", "seed", "fingerprint"),
)
MOST_GROUPS = 8
_RARE = (0.1, 0.01)
"""Shares of the longest games that the twin tells of."""


class Group(NamedTuple):
    """Games of one condition.

    Attributes
    ----------
    name : str
    table : pandas.DataFrame
        As `mancala_core.study.lengths.lengths` gives it, with the games cut then in ``cut``.
    median : Length
    games : int
    """

    name: str
    table: pd.DataFrame
    median: Length
    games: int

    def beyond(self, share: float) -> float:
        """Least length that at most such a share of games exceeds; infinite if not seen."""
        reached = self.table["moves"][self.table["survival"] <= share + 1e-12]
        return float(reached.iloc[0]) if len(reached) else inf


class Lengths(Chart):
    """Shares of games that are still going on after so many moves.

    Attributes
    ----------
    groups : list of (str, Survival, int)
        Name, estimate and number of games.
    x, y : Scale
        Moves, on a logarithmic axis, and share.
    """

    swatch_width = 40.0

    def __init__(
        self, df: pd.DataFrame, words: Words, dark: bool = False, by: str | None = None
    ) -> None:
        super().__init__(words, dark)
        df = checked(df, COLUMNS, "simulate(rules)")
        say = words.say
        title = say("How long games last")
        self.groups = self._grouped(df, by)
        if not self.groups:
            self.nothing(title, say("The table has no games, so there is nothing to draw."))
            return
        caption = [*self.settings, cw.counted(words, len(df)), say("intervals of 95 %")]
        self.top = self.open(title, cw.sentence(words, caption)) + 34
        self.left, self.right, self.bottom = EDGE + 56, self.width - EDGE - 24, self.top + 320
        moves = pd.concat([group.table["moves"] for group in self.groups]).to_numpy(float)
        low = max(1.0, 0.9 * moves.min())
        self.x = Scale(low, max(moves.max(), 2 * low), self.left, self.right, log=True)
        self.y = Scale(0, 1, self.bottom, self.top)
        self.keys = [(str(place), self._key(group)) for place, group in enumerate(self.groups)]
        if any(group.table["cut"].any() for group in self.groups):
            self.keys.append(("cut", say("games cut there: how long they would last is unknown")))
        self.close(self.bottom + 54, self._foot())

    def _grouped(self, df: pd.DataFrame, by: str | None) -> list[Group]:
        if by is not None and by not in df:
            raise ValueError(f"The table has no column {by!r} to group by.")
        settings = players(df).assign(rules=df["rules"].astype(str).to_numpy())
        keys = settings if by is None else pd.DataFrame({by: df[by].astype(str).to_numpy()})
        places, kinds = pd.factorize(pd.MultiIndex.from_frame(keys))
        if len(kinds) > MOST_GROUPS:
            raise ValueError(
                f"The table has {len(kinds)} groups of games; {MOST_GROUPS} can be told apart."
            )
        firsts = [int(np.flatnonzero(places == kind)[0]) for kind in range(len(kinds))]
        shown = settings.iloc[firsts] if by is None else keys.iloc[firsts].assign(convention="")
        names = [self.words.listed(label) for label in cs.row_labels(self.words, shown)]
        self.settings = cs.shared_settings(self.words, settings)
        if df["seed"].nunique() == 1:
            self.settings += cs.shared_settings(self.words, df[["seed"]])
        return [_group(name, df[places == kind]) for kind, name in enumerate(names)]

    def _key(self, group: Group) -> str:
        facts = self._facts(group)
        return self.words.say("{place}: {facts}", place=group.name, facts=facts)

    def _facts(self, group: Group) -> str:
        cut = {"cut": int(group.table["cut"].sum())}
        return self.words.listed(
            [
                cw.counted(self.words, group.games),
                self._median(group),
                *cw.unfinished(self.words, cut, group.games),
            ]
        )

    def _median(self, group: Group) -> str:
        say, median = self.words.say, group.median
        if isinf(median.estimate):
            last = float(group.table["moves"].iloc[-1])
            return say("median above {moves} moves", moves=self.plain(last))
        if isnan(median.low):
            return say("median {median} moves (no interval)", median=self.plain(median.estimate))
        low, high = (say("unknown") if isinf(end) else self.plain(end) for end in median[1:])
        return say(
            "median {median} moves ({low} to {high})",
            median=self.plain(median.estimate),
            low=low,
            high=high,
        )

    def _foot(self) -> str:
        say = self.words.say
        return say("Shares by Kaplan and Meier; a cut game counts as going on until it was cut.")

    # What it says

    def head(self) -> str:
        """Say in a sentence what the picture shows."""
        say = self.words.say
        if not self.groups:
            return say("Lengths of games: the table has no games.")
        said = [
            say("{group} {median}", group=group.name, median=self._median(group))
            for group in self.groups
        ]
        return say("Lengths of games: {groups}.", groups=self.words.listed(said))

    def sentences(self) -> list[str]:
        """Tell the numbers of the picture, line by line."""
        if not self.groups:
            return []
        lines = [cw.sentence(self.words, self.settings)] if self.settings else []
        for group in self.groups:
            facts = [self._facts(group)]
            facts += [
                self.words.say(
                    "at most {share} last more than {moves} moves",
                    share=self.percent(share, 0),
                    moves=self.plain(group.beyond(share)),
                )
                for share in _RARE
                if not isinf(group.beyond(share))
            ]
            lines.append(cw.told(self.words, group.name, facts))
        return [*lines, self._foot()]

    def numbers(self) -> pd.DataFrame:
        """Give the numbers of the picture as a table."""
        parts = [group.table.assign(group=group.name) for group in self.groups]
        columns = ["group", "moves", "survival", "low", "high", "cut"]
        whole = pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=columns)
        return whole[columns]

    # Drawing

    def draw(self, canvas: Canvas) -> None:
        """Draw the picture on a canvas of its size."""
        super().draw(canvas)
        if not self.groups:
            return
        say, colors = self.words.say, self.palette
        self.axis_left(
            canvas,
            self.y,
            self.left,
            self.right,
            say("share of games still going on"),
            write=self.whole_percent,
        )
        self.axis_below(canvas, self.x, self.top, self.bottom, say("moves"))
        half = self.y.at(0.5)
        stroke(canvas, [(self.left, half), (self.right, half)], colors.ink, 1.6, (4, 3), 1.6)
        for place, group in enumerate(self.groups):
            self._draw_group(canvas, place, group.table)

    def _draw_group(self, canvas: Canvas, place: int, table: pd.DataFrame) -> None:
        color, dashes = self.line_of(place)
        across = np.array([self.x.at(max(float(m), self.x.low)) for m in table["moves"]])
        share, low, high = (table[name].to_numpy(float) for name in ("survival", "low", "high"))
        room = (self.left, self.top - 2, self.right + 2, self.bottom + 2)
        if len(self.groups) <= 2 and not np.isnan(low).all():
            bounds = [steps(across, [self.y.at(v) for v in values]) for values in (high, low)]
            area(canvas, bounds[0], bounds[1], self.looks.band, 1.5 + place / 10, within=room)
        start = [(self.left, self.y.at(1.0))]
        points = steps(across, [self.y.at(value) for value in share], start)
        stroke(canvas, points, color, 3, dashes, layer=3, within=room)
        for x, value, cut in zip(across, share, table["cut"], strict=True):
            if cut:
                y = self.y.at(value)
                canvas.line([(x, y - 8), (x, y + 8)], color, 2.6, layer=3.5)

    def line_of(self, place: int) -> tuple[str, tuple[float, ...]]:
        """Colour and dashes of a group."""
        colors, dashes = self.looks.groups, DASHES
        return colors[place % len(colors)], dashes[(place + place // len(dashes)) % len(dashes)]

    def swatch(self, canvas: Canvas, kind: str, x: float, y: float) -> None:
        """Draw the mark of a line of the key, 20 pixels wide."""
        if kind.isdigit():
            color, dashes = self.line_of(int(kind))
            stroke(canvas, [(x, y), (x + 34, y)], color, 3, dashes)
        else:
            super().swatch(canvas, kind, x, y)


class LapsPerMove(Chart):
    """Shares of moves with at least so many laps, both axes logarithmic.

    Attributes
    ----------
    x, y : Scale
        Laps, and share of the moves.
    """

    def __init__(self, table: pd.DataFrame, words: Words, dark: bool = False) -> None:
        super().__init__(words, dark)
        table = checked(table, ("laps", "moves"), "lap_counts(rules)")
        if "fingerprint" in table:
            raise ValueError(
                "This is a table of games, whose laps are those of all moves together; "
                "lap_counts(rules) gives one that can be drawn."
            )
        self.table = _at_least(table)
        self.total = int(self.table["moves"].sum())
        self.attrs = dict(table.attrs)
        say = words.say
        title = say("Laps of a move")
        if not self.total:
            self.nothing(title, say("The table has no moves, so there is nothing to draw."))
            return
        self.settings = [
            *cs.attr_settings(words, self.attrs),
            *self._games(),
            words.count("{n} move in all", "{n} moves in all", self.total),
        ]
        self.top = self.open(title, cw.sentence(words, self.settings)) + 34
        self.right, self.bottom = self.width - EDGE - 24, self.top + 330
        laps = self.table["laps"].to_numpy(float)
        least = float(self.table["share"].min())
        self.y = Scale(min(0.5, least / 1.5), 1.0, self.bottom, self.top, log=True)
        self.left = self.left_of(self.y, self.whole_percent)
        self.x = Scale(1, max(10.0, laps.max() * 1.2), self.left, self.right, log=True)
        self.keys = [("dot", say("share of moves with so many laps or more"))]
        foot = say("Moves of one game depend on each other, so no intervals are drawn.")
        self.foot = foot
        self.close(self.bottom + 54, foot)

    def _games(self) -> list[str]:
        """Say of how many games the moves are, and after how many moves these were cut."""
        phrases = []
        if self.attrs.get("games") is not None:
            phrases.append(cw.counted(self.words, int(self.attrs["games"])))
        if self.attrs.get("max_moves") is not None:
            phrases.append(
                self.words.count(
                    "cut after {n} move",
                    "cut after {n} moves",
                    int(self.attrs["max_moves"]),
                )
            )
        return phrases

    # What it says

    def head(self) -> str:
        """Say in a sentence what the picture shows."""
        say = self.words.say
        if not self.total:
            return say("Laps of a move: the table has no moves.")
        one = self.table.loc[self.table["laps"] <= 1, "moves"].sum() / self.total
        last = self.table.iloc[-1]
        return say(
            "Laps of a move: {one} of {moves} have a single lap, {most} have {laps} or more.",
            one=self.percent(float(one)),
            moves=self.words.count("{n} move", "{n} moves", self.total),
            most=self.words.number(int(last["at_least"])),
            laps=self.plain(float(last["laps"])),
        )

    def sentences(self) -> list[str]:
        """Tell the numbers of the picture, line by line."""
        if not self.total:
            return []
        lines = [cw.sentence(self.words, self.settings)]
        lines += [
            self.words.say(
                "{laps} or more laps: {moves} ({share}).",
                laps=self.plain(float(row["laps"])),
                moves=self.words.count("{n} move", "{n} moves", int(row["at_least"])),
                share=self.percent(float(row["share"]), 2),
            )
            for _, row in self._told().iterrows()
        ]
        return [*lines, self.foot]

    def _told(self) -> pd.DataFrame:
        """Rows that are told: up to 10 laps all, then about ten for each power of ten."""
        laps = self.table["laps"].to_numpy(float)
        if len(laps) <= 20:
            return self.table
        wanted = {*range(10), len(laps) - 1}
        for value in np.geomspace(10, laps[-1], 12):
            wanted.add(int(np.searchsorted(laps, value)))
        return self.table.iloc[sorted(place for place in wanted if place < len(laps))]

    def numbers(self) -> pd.DataFrame:
        """Give the numbers of the picture as a table."""
        return self.table.copy()

    # Drawing

    def draw(self, canvas: Canvas) -> None:
        """Draw the picture on a canvas of its size."""
        super().draw(canvas)
        if not self.total:
            return
        say = self.words.say
        self.axis_left(
            canvas, self.y, self.left, self.right, say("share of moves"), write=self.whole_percent
        )
        self.axis_below(canvas, self.x, self.top, self.bottom, say("laps, or more"))
        points = [self._at(*row) for row in self.table[["laps", "share"]].itertuples(index=False)]
        if len(points) > 1:
            stroke(canvas, points, self.palette.ink, 2)
        for x, y in self.points():
            self.point(canvas, x, y, 4.5)

    def _at(self, laps: int, share: float) -> tuple[float, float]:
        return self.x.at(max(1.0, float(laps))), self.y.at(float(share))

    def points(self) -> list[tuple[float, float]]:
        """Where points stand; those that would cover the one before are on the line only."""
        found: list[tuple[float, float]] = []
        for laps, share in self.table[["laps", "share"]].itertuples(index=False):
            x, y = self._at(laps, share)
            if not found or abs(x - found[-1][0]) + abs(y - found[-1][1]) >= 11:
                found.append((x, y))
        return found

    def swatch(self, canvas: Canvas, kind: str, x: float, y: float) -> None:
        """Draw the mark of the key."""
        assert kind == "dot"
        self.point(canvas, x + 10, y, 4.5)


def steps(
    across: NDArray[np.float64], down: list[float], start: list[tuple[float, float]] | None = None
) -> list[tuple[float, float]]:
    """Points of a line that goes level, then jumps; at most a few for each pixel.

    Parameters
    ----------
    across : ndarray of float64, shape (n,)
        Where it jumps.
    down : list of float
        To which height.
    start : list of (float, float) or None
        Where it comes from.

    Returns
    -------
    list of (float, float)

    Examples
    --------
    >>> steps(np.array([1.0, 3.0]), [5.0, 7.0])
    [(1.0, 5.0), (3.0, 5.0), (3.0, 7.0)]
    """
    points: list[tuple[float, float]] = list(start or [])
    last = len(across) - 1
    for place, (x, y) in enumerate(zip(across.tolist(), down, strict=True)):
        if points and x - points[-1][0] < 0.4 and place < last and start != points:
            points[-1] = (points[-1][0], y)
            continue
        if points:
            points.append((x, points[-1][1]))
        points.append((x, y))
    return points


def _group(name: str, df: pd.DataFrame) -> Group:
    table = study_lengths(df)
    cut = df["moves"][(df["ending"].astype(str) == "cut").to_numpy()].to_numpy(np.int64)
    places = np.searchsorted(table["moves"].to_numpy(np.int64), cut)
    table["cut"] = np.bincount(places, minlength=len(table)).astype(np.int64)
    return Group(name, table, median_length(df), len(df))


def _at_least(table: pd.DataFrame) -> pd.DataFrame:
    """Add to each number of laps the moves with at least so many, and their share."""
    rows = table.loc[table["moves"] > 0, ["laps", "moves"]].sort_values("laps")
    moves = rows["moves"].to_numpy(np.int64)
    at_least = moves[::-1].cumsum()[::-1]
    return pd.DataFrame(
        {
            "laps": rows["laps"].to_numpy(np.int64),
            "moves": moves,
            "at_least": at_least,
            "share": at_least / max(1, int(moves.sum())),
        }
    )
