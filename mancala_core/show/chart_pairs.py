"""The picture of pairs of results: what one convention and another make of the same games."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.patches import Rectangle

from mancala_core.show import chart_settings as cs
from mancala_core.show import chart_words as cw
from mancala_core.show.canvas import Canvas
from mancala_core.show.charts import BODY, EDGE, LINE, SMALL, Chart, stroke
from mancala_core.show.names import convention_name
from mancala_core.show.words import Words
from mancala_core.study.intervals import rare, share
from mancala_core.study.pairs import Flow, flow
from mancala_core.study.results import players

RESULTS = ("win", "draw", "loss")
_CELL_WIDE, _CELL_HIGH, _SQUARE = 186.0, 92.0, 64.0


class Pairs(Chart):
    """Nine cells: the starter's result under one convention, and under another.

    Attributes
    ----------
    counts : ndarray of float64, shape (3, 3)
        Rows for the first convention, columns for the second: won, drawn, lost. With exact
        tails they are expected numbers.
    impossible : ndarray of bool, shape (3, 3)
        Cells that the rules keep empty.
    """

    def __init__(
        self,
        found: Flow,
        words: Words,
        dark: bool = False,
        settings: list[str] | None = None,
        chance: bool = False,
    ) -> None:
        super().__init__(words, dark)
        if not isinstance(found, Flow):
            raise ValueError(f"{found!r} is no flow; flow(df, one, other) gives one.")
        self.found = found
        self.counts = found.table.loc[list(RESULTS), list(RESULTS)].to_numpy(np.float64)
        self.impossible = found.impossible.loc[list(RESULTS), list(RESULTS)].to_numpy(bool)
        self.total = found.finished
        self.names = [words.say("won"), words.say("drawn"), words.say("lost")]
        self.one, self.other = (convention_name(words, name) for name in found.conventions)
        say = words.say
        title = say("The same games, settled in two ways")
        if not self.total:
            self.nothing(title, say("There is no game with a result, so there is nothing to draw."))
            return
        self.settings = [*(settings or _settings(words, found)), cw.counted(words, found.games)]
        if found.games > found.finished:
            self.settings.append(
                say(
                    "{number} without result",
                    number=cw.amount(self.words, found.games - found.finished),
                )
            )
        self.changed = share(float(self.total - np.trace(self.counts)), self.total)
        if np.isnan(found.difference.low):
            self.changed = self.changed.refuse(found.difference.method)
        caption = words.joined([cw.sentence(words, self.settings), *self.changes()])
        self.top = self.open(title, caption) + 62
        self.left = EDGE + 150
        self.keys = [
            ("same", say("the same result")),
            ("changed", say("another result")),
        ]
        if self.impossible.any():
            self.keys.append(("impossible", say("cannot happen under these rules")))
        self.foot = self._foot(chance)
        self.close(self.top + 3 * _CELL_HIGH + 62, self.foot)

    @classmethod
    def of(
        cls,
        what: Flow | pd.DataFrame,
        words: Words,
        dark: bool = False,
        first: str | None = None,
        second: str | None = None,
    ) -> Pairs:
        """Take a flow as it is, or make it of a table of games and two conventions."""
        if not isinstance(what, pd.DataFrame):
            strategies = list(getattr(what, "strategies", None) or ())
            return cls(what, words, dark, chance=cw.chance_only(strategies, []))
        if first is None or second is None:
            raise ValueError(
                "A table of games is drawn with two conventions, such as "
                'first="penultimate", second="starter".'
            )
        found = flow(what, first, second)
        seats = players(what)
        chance = cw.chance_only(list(seats["first"]), list(seats["second"]))
        return cls(found, words, dark, cs.game_settings(words, what), chance)

    def _foot(self, chance: bool) -> str:
        texts = []
        if ((self.counts == 0) & ~self.impossible).any():
            texts.append(
                self.words.say(
                    "Below a 0 that could be more stands the 95 % bound of its share, "
                    "{bound} of games at most.",
                    bound=self.percent(self._bound()),
                )
            )
        if chance:
            texts.append(cw.caution(self.words))
        return self.words.joined(texts)

    def _bound(self) -> float:
        """Share that a thing not seen in so many games has at most, with 95 % confidence."""
        bound = rare(0, self.total).bound
        assert bound is not None
        return bound

    def changes(self) -> list[str]:
        """Say how many games change their result, and by how much the score differs."""
        say, difference = self.words.say, self.found.difference
        return [
            say(
                "The result changes in {share}.",
                share=cw.estimated_share(self.words, *self.changed[:3]),
            ),
            say(
                "Score under {other} less that under {one}: {difference}.",
                one=self.one,
                other=self.other,
                difference=cw.estimate(self.words, *difference[:3]),
            ),
        ]

    def head(self) -> str:
        """Say in a sentence what the picture shows."""
        say = self.words.say
        if not self.total:
            return say("Results under two conventions: there is no game with a result.")
        return say(
            "Results of {games} under {one} and under {other}: {share} change.",
            games=cw.counted(self.words, self.total),
            one=self.one,
            other=self.other,
            share=cw.estimated_share(self.words, *self.changed[:3]),
        )

    def sentences(self) -> list[str]:
        """Tell the numbers of the picture, line by line."""
        if not self.total:
            return []
        lines = [cw.sentence(self.words, self.settings), self.changes()[1]]
        lines += [self._told(row, column) for row in range(3) for column in range(3)]
        return [*lines, self.foot] if self.foot else lines

    def _told(self, row: int, column: int) -> str:
        return self.words.say(
            "{result} under {one}, {after} under {other}: {facts}.",
            result=self.names[row],
            one=self.one,
            after=self.names[column],
            other=self.other,
            facts=self.words.listed(self._cell(row, column)),
        )

    def _cell(self, row: int, column: int) -> list[str]:
        """Lines of a cell: the count and its share, or why there is none."""
        say, count = self.words.say, float(self.counts[row, column])
        if self.impossible[row, column]:
            return [say("cannot happen")]
        if not count:
            return [
                cw.counted(self.words, 0),
                say("at most {share}", share=self.percent(self._bound())),
            ]
        return [cw.counted(self.words, count), self.percent(count / self.total)]

    def numbers(self) -> pd.DataFrame:
        """Give the numbers of the picture as a table."""
        return pd.DataFrame(
            [
                {
                    "one": RESULTS[row],
                    "other": RESULTS[column],
                    "games": float(self.counts[row, column]),
                    "share": self.counts[row, column] / max(1, self.total),
                    "impossible": bool(self.impossible[row, column]),
                }
                for row in range(3)
                for column in range(3)
            ]
        )

    # Drawing

    def draw(self, canvas: Canvas) -> None:
        """Draw the picture on a canvas of its size."""
        super().draw(canvas)
        if not self.total:
            return
        say, colors = self.words.say, self.palette
        text = say("result of the starter under {convention}", convention=self.other)
        middle = self.left + 1.5 * _CELL_WIDE
        size = self.ruler.fit(text, BODY, 3 * _CELL_WIDE, bold=True)
        canvas.text(middle, self.top - 44, text, size, bold=True)
        lines = self.ruler.wrap(say("under {convention}", convention=self.one), BODY, 138, True)
        for place, line in enumerate(lines):
            y = self.top - 18 - LINE * (len(lines) - 1 - place)
            size = self.ruler.fit(line, BODY, 138, bold=True)
            canvas.running(EDGE, EDGE + 138, y, line, size, bold=True)
        for place, name in enumerate(self.names):
            x, y = self.left + (place + 0.5) * _CELL_WIDE, self.top + (place + 0.5) * _CELL_HIGH
            self._draw_name(canvas, x - 40, self.top - 18, place, name)
            self._draw_name(canvas, EDGE + 8, y, place, name)
            self._draw_total(canvas, float(self.counts[place].sum()), self._right + 14, y)
            self._draw_total(canvas, float(self.counts[:, place].sum()), x - 40, self._low + 25)
            for column in range(3):
                self._draw_cell(canvas, place, column)
        canvas.text(
            self._right + 14, self.top - 18, say("together"), SMALL, ha="left", color=colors.muted
        )
        canvas.text(EDGE + 8, self._low + 25, say("together"), SMALL, ha="left", color=colors.muted)

    @property
    def _right(self) -> float:
        return self.left + 3 * _CELL_WIDE

    @property
    def _low(self) -> float:
        return self.top + 3 * _CELL_HIGH

    def _draw_name(self, canvas: Canvas, x: float, y: float, place: int, name: str) -> None:
        self.block(canvas, x, y - 8, 18, 16, RESULTS[place])
        canvas.text(x + 26, y, name, BODY, ha="left")

    def _draw_total(self, canvas: Canvas, count: float, x: float, y: float) -> None:
        canvas.text(x, y - 9, cw.amount(self.words, count), BODY, ha="left")
        share = self.percent(count / self.total)
        canvas.text(x, y + 10, share, SMALL, ha="left", color=self.palette.muted)

    def _draw_cell(self, canvas: Canvas, row: int, column: int) -> None:
        colors = self.palette
        x, y = self.left + column * _CELL_WIDE, self.top + row * _CELL_HIGH
        canvas.box(x, y, _CELL_WIDE, _CELL_HIGH, "", colors.rule, 1.2, layer=1.5)
        middle = y + _CELL_HIGH / 2
        lines = self._cell(row, column)
        if self.impossible[row, column]:
            self._draw_impossible(canvas, x, y)
            return
        count = float(self.counts[row, column])
        side = _SQUARE * (count / float(self.counts.max())) ** 0.5
        if count:
            self.square(
                canvas, x + 10 + (_SQUARE - side) / 2, middle - side / 2, side, row == column
            )
        start = x + (_SQUARE + 20 if count else 14)
        number, room = cw.amount(self.words, count), x + _CELL_WIDE - 8 - start
        size = self.ruler.fit(number, 19, room, bold=True)
        canvas.text(start, middle - 10, number, size, bold=True, ha="left")
        size = self.ruler.fit(lines[1], SMALL, room)
        canvas.text(start, middle + 13, lines[1], size, ha="left")

    def _draw_impossible(self, canvas: Canvas, x: float, y: float) -> None:
        colors = self.palette
        canvas.box(x, y, _CELL_WIDE, _CELL_HIGH, self.looks.strip, layer=1.2)
        for a, b in (
            ((x, y), (x + _CELL_WIDE, y + _CELL_HIGH)),
            ((x + _CELL_WIDE, y), (x, y + _CELL_HIGH)),
        ):
            stroke(canvas, [a, b], colors.rule, 1.2, layer=1.4)
        text = self.words.say("cannot happen")
        size = self.ruler.fit(text, SMALL, _CELL_WIDE - 20)
        wide = self.ruler.width(text, size) + 12
        middle = y + _CELL_HIGH / 2
        canvas.box(x + (_CELL_WIDE - wide) / 2, middle - 12, wide, 24, self.looks.strip, layer=1.45)
        canvas.text(x + _CELL_WIDE / 2, middle, text, size, color=colors.muted)

    def square(self, canvas: Canvas, x: float, y: float, side: float, same: bool) -> None:
        """Draw the square of a cell; of games with another result it is dark and hatched."""
        patch = Rectangle((x, y), side, side)
        patch.set(
            facecolor=self.looks.solid if same else self.palette.ink,
            edgecolor="none",
            linewidth=0,
            zorder=2,
            clip_on=False,
        )
        if not same:
            patch.set(hatch="////", hatchcolor=self.palette.paper)
        canvas.ax.add_artist(patch)

    def swatch(self, canvas: Canvas, kind: str, x: float, y: float) -> None:
        """Draw the mark of a line of the key, 20 pixels wide."""
        if kind == "impossible":
            canvas.box(x, y - 7, 20, 14, self.looks.strip, self.palette.rule, 1.2)
            for end in (-7, 7):
                stroke(canvas, [(x, y - end), (x + 20, y + end)], self.palette.rule, 1.2)
        else:
            self.square(canvas, x + 2, y - 8, 16, kind == "same")


def _settings(words: Words, found: Flow) -> list[str]:
    """Under which settings the games of a flow were played, as far as it tells."""
    names = ("rules", "strategies", "seed")
    return cs.attr_settings(words, {name: getattr(found, name, None) for name in names})
