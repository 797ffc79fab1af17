"""The picture of a match: who owned how many holes in each round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pandas as pd
from matplotlib.patches import Polygon

from mancala_core.engine.match import Match
from mancala_core.show.canvas import Canvas
from mancala_core.show.charts import EDGE, SMALL, Chart, stroke
from mancala_core.show.match_rows import bought, rows
from mancala_core.show.match_table import last_line
from mancala_core.show.match_words import dispute_sentence, goal_line, territory_sentences
from mancala_core.show.scales import Scale
from mancala_core.show.words import Words

HATCH = "////"
_TALL, _HOLE, _GAP = 300.0, 26.0, 14.0
_WRITTEN = 30.0
"""Pixels of a round from which its holes are written in it."""
_MOST_TOLD = 40
"""Rounds of a longer match that the text twin leaves out in the middle."""


class Territory(Chart):
    """Holes of both players over the rounds: South's from below, North's from above.

    Attributes
    ----------
    match : Match
    rows : tuple of Row
        Its rounds.
    ends : tuple of (int, int)
        Holes of South and of North in each round, and those after the last if that is over.
    """

    def __init__(self, match: Match, words: Words, dark: bool = False) -> None:
        super().__init__(words, dark)
        self.match, self.rows = match, rows(match)
        self.ends = match.owned
        self.total = 2 * match.rules.holes
        self.later = len(self.ends) - len(self.rows)
        say = words.say
        self.top = self.open(
            say("Territory in a match of {game}", game=match.rules.about.title),
            words.joined([last_line(words, match), "" if match.over else goal_line(words, match)]),
        )
        self.top += 34
        self.bottom = self.top + _TALL
        named = [self.ruler.width(name, SMALL) for name in self._goal_names()]
        self.left = EDGE + max([22.0, *named]) + 34
        self.right = self.width - EDGE - (60 if self.later else 12)
        self.step = (self.right - self.left) / len(self.rows)
        self.y = Scale(0, self.total, self.bottom, self.top)
        self.x = Scale(0.5, len(self.rows) + 0.5, self.left, self.right)
        self.keys = [("south", say("South's holes")), ("north", say("North's holes"))]
        if any(row.out for row in self.rows) or sum(self.ends[-1]) < self.total:
            self.keys.append(("out", say("out of play")))
        self.keys.append(("home", say("home rows")))
        if self._goals():
            self.keys.append(("goal", say("holes that win the match")))
        self.keys.append(("starter", say("begun by South (down) or North (up)")))
        self.close(self.bottom + 80, self._foot())

    def _foot(self) -> str:
        say = self.words.say
        if not self.later:
            return ""
        if self.match.over:
            return say("The last column is the territory after the last round.")
        if self.match.rules.buying == "choice" and self.match.purchase is not None:
            return say("The last column is the next territory if the nearest holes are bought.")
        return say("The last column is the territory of the next round.")

    def _goals(self) -> tuple[int, ...]:
        """Heights of the lines that a player's territory has to reach."""
        rules = self.match.rules
        if rules.match != "buying" or rules.goal > self.total:
            return ()
        return (rules.goal, self.total - rules.goal)

    # What it says

    def head(self) -> str:
        """Say in a sentence what the picture shows."""
        return self.words.say(
            "Territory in a match of {game}: {state}",
            game=self.match.rules.about.title,
            state=last_line(self.words, self.match),
        )

    def sentences(self) -> list[str]:
        """Tell the numbers of the picture, line by line."""
        words, say = self.words, self.words.say
        told = [self._told(place) for place in range(len(self.rows))]
        if len(told) > _MOST_TOLD:
            first, last = _MOST_TOLD - 10, len(told) - 10
            gap = say(
                "Rounds {first} to {last} are left out here; draw.numbers has them.",
                first=words.number(first + 1),
                last=words.number(last),
            )
            told = [*told[:first], gap, *told[last:]]
        if self.later:
            south, north = self.ends[-1]
            told.append(
                say("After it: South {south} holes, North {north}.", south=south, north=north)
            )
        return [goal_line(self.words, self.match), *told]

    def _told(self, place: int) -> str:
        row, words, say = self.rows[place], self.words, self.words.say
        south, north = row.holes
        parts = [
            say(
                "Round {round}, begun by {player}: South {south} holes, North {north}.",
                round=words.number(row.number),
                player=self.words.player(row.starter),
                south=south,
                north=north,
            ),
            *territory_sentences(self.words, row.owner),
        ]
        if row.score is not None:
            parts.append(say("Score {south} to {north}.", south=row.score[0], north=row.score[1]))
        if row.dispute is not None:
            parts.append(dispute_sentence(self.words, row.dispute, self.match.rules.holes))
        return words.joined(parts)

    def numbers(self) -> pd.DataFrame:
        """Give the numbers of the picture as a table: one row a round.

        Scores are missing while a round goes on, and where it has none.
        """
        players = ("south", "north")
        return pd.DataFrame(
            {
                "round": [row.number for row in self.rows],
                "starter": [players[row.starter] for row in self.rows],
                "holes_south": [row.holes[0] for row in self.rows],
                "holes_north": [row.holes[1] for row in self.rows],
                "bought": [len(bought(row.owner)) for row in self.rows],
                "out_of_play": [row.out for row in self.rows],
                **{
                    f"score_{name}": pd.array(
                        [None if row.score is None else row.score[player] for row in self.rows],
                        dtype="Int16",
                    )
                    for player, name in enumerate(players)
                },
            }
        )

    # Drawing

    def draw(self, canvas: Canvas) -> None:
        """Draw the picture on a canvas of its size."""
        super().draw(canvas)
        say = self.words.say
        self.axis_left(canvas, self.y, self.left, self.right, say("holes"), most=8)
        within = self.ends[: len(self.rows)]
        self._draw_areas(canvas, self.left, self.step, within)
        if self.later:
            self._draw_areas(canvas, self.right + _GAP, _HOLE, self.ends[-1:])
        self._draw_lines(canvas)
        self._draw_starters(canvas)
        most = max(2, min(12, int((self.right - self.left) / 56)))
        values = [value for value in self.x.ticks(most) if value == int(value) and value >= 1]
        if len(self.rows) <= most:
            values = [float(row.number) for row in self.rows]
        self.axis_below(
            canvas, self.x, self.top, self.bottom + 26, say("round"), values=values, grid=False
        )
        if self.match.winner is not None:
            self._draw_winner(canvas, self.match.winner)

    def _draw_areas(
        self, canvas: Canvas, left: float, step: float, ends: Sequence[tuple[int, int]]
    ) -> None:
        """Both areas as stairs; what lies between them is out of play."""
        colors = self.palette
        right = left + step * len(ends)
        for player in (0, 1):
            edge = list(self._stairs(left, step, ends, player))
            base = self.y.at(self.total if player else 0)
            self._fill(canvas, [(left, base), *edge, (right, base)], player)
            canvas.line(edge, colors.ink, min(2.4, max(0.9, step / 5)), layer=3)
        if step < _WRITTEN and len(ends) > 1:
            return
        for place, holes in enumerate(ends):
            for player, count in enumerate(holes):
                if count:
                    middle = self.y.at(self.total - count / 2 if player else count / 2)
                    self._write(canvas, left + step * (place + 0.5), middle, count, player)

    def _write(self, canvas: Canvas, x: float, y: float, count: int, player: int) -> None:
        text = str(count)
        wide = self.ruler.width(text, SMALL, bold=True)
        colors = self.palette
        if count * (self.bottom - self.top) / self.total < 18:
            return
        canvas.plate(x - wide / 2 - 4, y - 9, wide + 8, 18, colors.owner[player], layer=3.5)
        canvas.text(x, y, text, SMALL, bold=True, color=colors.on_owner[player])

    def _stairs(
        self, left: float, step: float, ends: Sequence[tuple[int, int]], player: int
    ) -> Iterator[tuple[float, float]]:
        for place, holes in enumerate(ends):
            at = self.y.at(self.total - holes[1] if player else holes[0])
            yield left + step * place, at
            yield left + step * (place + 1), at

    def _fill(self, canvas: Canvas, points: list[tuple[float, float]], player: int) -> None:
        colors = self.palette
        patch = Polygon(points, closed=True)
        patch.set(
            facecolor=colors.owner[player],
            edgecolor="none",
            linewidth=0,
            zorder=1.5,
            clip_on=False,
        )
        if player:
            patch.set(hatch=HATCH, hatchcolor=colors.on_owner[player])
        canvas.ax.add_artist(patch)

    def _draw_lines(self, canvas: Canvas) -> None:
        """The ends of the home rows, and the holes that win."""
        colors, right = self.palette, self.right + (_GAP + _HOLE if self.later else 0)
        home = self.y.at(self.total / 2)
        self._ruled(canvas, home, right, (2, 2), 1.6, 2.4)
        names = self._goal_names()
        for player, goal in enumerate(self._goals()):
            self._ruled(canvas, self.y.at(goal), right, (7, 3), 2.2, 3.2)
            canvas.text(EDGE, self.y.at(goal), names[player], SMALL, ha="left")
        canvas.line([(self.left, self.top), (self.left, self.bottom)], colors.rule, 1.2)

    def _ruled(
        self,
        canvas: Canvas,
        y: float,
        right: float,
        dashes: tuple[float, ...],
        line: float,
        layer: float,
    ) -> None:
        """A line that is seen on both areas: light below, dark above."""
        ends = [(self.left, y), (right, y)]
        stroke(canvas, ends, self.palette.paper, line + 2.4, layer=layer)
        stroke(canvas, ends, self.palette.ink, line, dashes, layer=layer + 0.1)

    def _goal_names(self) -> list[str]:
        """Who wins at each goal; they stand at the left of the axis."""
        say, player = self.words.say, self.words.player
        return [say("{player} wins", player=player(place)) for place, _ in enumerate(self._goals())]

    def _draw_starters(self, canvas: Canvas) -> None:
        """Below each round who began it: South's marks lower than North's."""
        half = min(5.5, self.step / 2 - 0.4)
        for row in self.rows:
            x = self.x.at(row.number)
            y = self.bottom + (18 if row.starter == 0 else 8)
            if half > 2.5:
                canvas.pentagon(x, y, row.starter, half=half)
            else:
                color = self.palette.owner[row.starter]
                canvas.box(x - half, y - 4, 2 * half, 8, color, layer=4)

    def _draw_winner(self, canvas: Canvas, winner: int) -> None:
        x = self.right + _GAP + _HOLE / 2
        y = self.bottom + 16 if winner == 0 else self.top - 16
        canvas.pentagon(x, y, winner, half=10, final=True)
        beyond = y + 20 if winner == 0 else y - 20
        canvas.text(x, beyond, self.words.say("wins"), SMALL, bold=True)

    def swatch(self, canvas: Canvas, kind: str, x: float, y: float) -> None:
        """Draw the mark of a line of the key, 20 pixels wide."""
        colors = self.palette
        box = [(x, y - 7), (x + 20, y - 7), (x + 20, y + 7), (x, y + 7)]
        if kind in ("south", "north"):
            self._fill(canvas, box, int(kind == "north"))
        elif kind == "out":
            canvas.box(x, y - 7, 20, 14, colors.paper, colors.ink, 1.2, layer=2)
        elif kind in ("home", "goal"):
            dashes, line = ((2, 2), 1.6) if kind == "home" else ((7, 3), 2.2)
            stroke(canvas, [(x, y), (x + 20, y)], colors.ink, line, dashes)
        elif kind == "starter":
            canvas.pentagon(x + 5, y, 0, half=5)
            canvas.pentagon(x + 16, y, 1, half=5)
