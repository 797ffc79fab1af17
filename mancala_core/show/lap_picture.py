"""The picture of one move: a table of its laps."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from mancala_core.engine.position import letter
from mancala_core.show import lap_words
from mancala_core.show.canvas import Canvas
from mancala_core.show.lap_layout import (
    BODY,
    EDGE,
    HEAD,
    KEY,
    LETTER,
    SMALL,
    TIP,
    TWO_DIGITS,
    WHY,
    WHY_ROW,
    LapLayout,
)
from mancala_core.show.lap_table import Cell, Gap


class Bend(NamedTuple):
    """A stretch of a lap's path within one row, in columns; None where it runs off the edge."""

    row: int
    start: int | None
    stop: int | None
    shade: int
    half: bool
    """Whether it covers the last cell whole, because no mark stands on it."""


class LapPicture(LapLayout):
    """A lap picture: measured on construction, then drawn on a canvas of its size."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the picture on a canvas of its size."""
        self.canvas = canvas
        self._draw_head()
        self._draw_columns()
        if self.trace.laps:
            self._draw_rows()
            self._draw_after()
        if self.whole and self.trace.closes:
            self._draw_again()
        if self.whole and self.trace.pattern:
            self._draw_why()
        self._draw_key()

    def _x(self, column: float) -> float:
        return self.left + (column + 0.5) * self.cell

    def _y(self, row: int) -> float:
        return self.rows_top + self.row_at[row]

    def _draw_head(self) -> None:
        titles, sentences = self.head
        for line, y in zip(titles, self.head_at, strict=False):
            self._run(y, line, HEAD, bold=True)
        below = [18 + 25 * len(titles) + 19 * line for line in range(len(sentences))]
        for line, y in zip(sentences, below, strict=True):
            self._run(y, line, BODY)

    def _run(self, y: float, line: str, size: float, bold: bool = False) -> None:
        """Write a line over the whole width."""
        self.canvas.running(EDGE, self.width - EDGE, y, line, size, bold=bold)

    def _draw_columns(self) -> None:
        canvas, colors = self.canvas, self.palette
        owner = self.move.before.owner
        columns = self.trace.columns
        owners = [owner[hole] for hole in columns]
        starts = [0] + [at + 1 for at, (a, b) in enumerate(pairwise(owners)) if a != b]
        for start, stop in zip(starts, [*starts[1:], len(columns)], strict=True):
            self._draw_strip(owners[start], start, stop)
            if start:
                x = self.left + start * self.cell
                canvas.line([(x, self.top + 20), (x, self.bottom)], colors.rule, 2.4)
        for edge in range(len(columns) + 1):
            x = self.left + edge * self.cell
            canvas.line([(x, self.top + 20), (x, self.bottom)], colors.grid, 1, layer=1)
        for place, hole in enumerate(columns):
            name = letter(hole, self.move.before.holes)
            gone = owner[hole] < 0
            color = colors.muted if gone else colors.ink
            y = self.top + 18 + 12
            canvas.text(self._x(place), y, name, LETTER, bold=not gone, color=color)
            if gone:
                x = self.left + place * self.cell
                height = self.bottom - self.rows_top
                canvas.box(x, self.rows_top, self.cell, height, colors.nobody, layer=0.5)
        self._draw_counts(self.words.say("before"), self.before_at, self.move.before.seeds)
        canvas.line([(self.left, self.rows_top), (self.right, self.rows_top)], colors.rule, 1.6)

    def _draw_strip(self, owner: int, start: int, stop: int) -> None:
        x, room = self.left + start * self.cell, (stop - start) * self.cell
        colors = self.palette
        fill = colors.owner[owner] if owner >= 0 else colors.nobody
        self.canvas.box(x + 0.5, self.top, room - 1, 18, fill)
        color = colors.on_owner[owner] if owner >= 0 else colors.ink
        if owner < 0:
            names = [self.words.say("out of play"), self.words.say("out")]
        else:
            player = self.words.player(owner)
            names = [
                self.words.say("{player}'s holes", player=player),
                player,
                self.words.initial(owner),
            ]
        for name in names:
            if self.ruler.width(name, KEY + 1, bold=True) <= room - 6:
                self.canvas.text(x + room / 2, self.top + 9, name, KEY + 1, bold=True, color=color)
                return

    def _draw_counts(self, name: str, y: float, seeds: tuple[int, ...]) -> None:
        canvas, muted = self.canvas, self.palette.muted
        canvas.text(self.left - TIP - 8, y, name, BODY, ha="right", color=muted)
        for place, hole in enumerate(self.trace.columns):
            if self.move.before.owner[hole] >= 0:
                text = str(seeds[hole]) if seeds[hole] else "·"
                size = self.ruler.fit(text, BODY, self.cell - 3)
                canvas.text(self._x(place), y, text, size, color=muted)

    def _draw_rows(self) -> None:
        muted = self.palette.muted
        for row in self.row_at:
            name = self._row_name(row)
            seen = any(cell.lap <= self.shown for cell in self.table.cells if cell.row == row)
            if name and seen:
                x = self.left - TIP - 8
                self.canvas.text(x, self._y(row), name, BODY, ha="right", color=muted)
        for bend in self._bends():
            if bend.row in self.row_at:
                self._draw_bend(bend)
        for left_out, y in self.gap_at:
            self._draw_gap(left_out, self.rows_top + y)
        for path in self.table.paths:
            for cell in path:
                if cell.row in self.row_at and cell.lap <= self.shown:
                    self._draw_cell(cell)
        if self.table.view == "laps":
            for row, text in self._notes().items():
                if max(cell.lap for cell in self.table.cells if cell.row == row) <= self.shown:
                    x = self.right + TIP + 8
                    self.canvas.running(x, x + self.margin, self._y(row), text, BODY)
        else:
            self._draw_margins()

    def _draw_margins(self) -> None:
        sums: dict[int, list[int]] = {}
        for cell in self.table.cells:
            if cell.taker >= 0 and cell.row in self.row_at and cell.lap <= self.shown:
                sums.setdefault(cell.row, [0, 0])[cell.taker] += cell.holds
        for row, both in sums.items():
            x = self.right + TIP + 8
            for player, count in enumerate(both):
                if count:
                    self.canvas.pentagon(x + 8, self._y(row), player, half=6.5)
                    text = f"+{count}"
                    self.canvas.text(x + 18, self._y(row), text, BODY, ha="left")
                    x += 28 + self.ruler.width(text, BODY)

    def _bends(self) -> list[Bend]:
        """The paths cut where they leave a row or change their shade."""
        dark_from = self._copies()
        shade, bends = 0, list[Bend]()
        for path in self.table.paths:
            cells = [cell for cell in path if cell.lap <= self.shown]
            joined = False
            for one, two in pairwise(cells):
                joined = joined and one.picks not in dark_from
                shade = dark_from.get(one.picks, shade)
                whole = two is cells[-1] and two.mark == "seed"
                start = bends.pop().start if joined else one.column
                if two.row == one.row and two.column > one.column:
                    bends.append(Bend(one.row, start, two.column, shade, whole))
                else:
                    bends.append(Bend(one.row, start, None, shade, False))
                    bends.append(Bend(two.row, None, two.column, shade, whole))
                joined = True
        return bends

    def _copies(self) -> dict[int, int]:
        """Laps at which the pattern begins anew, with the shade from there on."""
        pattern = self.trace.pattern
        if pattern is None:
            return {}
        return {lap: place % 2 for place, lap in enumerate(pattern.starts)}

    def _draw_bend(self, bend: Bend) -> None:
        y, half = self._y(bend.row), 7.0
        fill = self.palette.band[bend.shade]
        start = self.left if bend.start is None else self._x(bend.start)
        stop = self.right if bend.stop is None else self._x(bend.stop)
        stop += self.cell / 2 if bend.half else 0
        points = [(start, y - half), (stop, y - half)]
        points += [(stop + TIP, y)] if bend.stop is None else []
        points += [(stop, y + half), (start, y + half)]
        if bend.start is None:
            points = [(start - TIP, y - half), *points[1:-1], (start - TIP, y + half)]
            points.append((start - 3, y))
        self.canvas.shape(points, fill, layer=1.5)

    def _draw_cell(self, cell: Cell) -> None:
        x, y = self._x(cell.column), self._y(cell.row)
        canvas, colors = self.canvas, self.palette
        radius = min(12.5, self.cell / 2 - 0.6)
        text = str(cell.holds)
        black = self._black(cell)
        if cell.mark == "seed":
            canvas.text(x, y, text, self.ruler.fit(text, BODY, self.cell - 3))
        elif cell.mark == "taken":
            canvas.taken(x, y, cell.taker, cell.holds, min(10.5, self.cell / 2 - 1), cell.final)
        elif cell.mark == "stop":
            canvas.box(
                x - radius + 1,
                y - radius + 1,
                2 * radius - 2,
                2 * radius - 2,
                colors.mark,
                colors.ink,
                2.6,
                layer=4,
            )
            self._number(cell, x, y, radius, colors.ink)
        else:
            thick = cell.mark == "pick_up"
            fill = colors.ink if black else colors.mark
            canvas.circle(
                x, y, radius - (0 if thick else 0.5), fill, colors.ink, 2.8 if thick else 1.3
            )
            self._number(cell, x, y, radius, colors.paper if black else colors.ink)
            if cell.mark == "fell" and cell.row + 1 in self.row_at:
                below = self._y(cell.row + 1) - radius
                canvas.line([(x, y + radius), (x, below)], colors.ink, 2.8, layer=3)
        if cell.picks and self.table.view == "circuits":
            lap = self.words.number(cell.picks)
            size = self.ruler.fit(lap, SMALL, self.cell - 2, bold=black)
            color = colors.ink if black else colors.muted
            canvas.text(x, y - radius - 8, lap, size, bold=black, color=color)
        if cell.end and self.whole:
            bar = x + min(self.cell / 2, 16) + (2 if cell.final else 0)
            canvas.box(bar, y - 13, 5, 26, colors.ink, layer=5)

    def _number(self, cell: Cell, x: float, y: float, radius: float, color: str) -> None:
        text = str(cell.holds)
        bold = cell.mark != "fell"
        size = BODY if len(text) == 1 else TWO_DIGITS
        size = self.ruler.fit(text, size, 1.6 * radius, bold=bold)
        self.canvas.text(x, y, text, size, bold=bold, color=color)

    def _black(self, cell: Cell) -> bool:
        """Whether a pick-up is one at which the same board returns."""
        if not cell.picks or not self.trace.closes:
            return False
        ends = (self.move.cycle_start, self.move.laps + 1)
        return cell.picks in (self._copies() or ends)

    def _draw_gap(self, left_out: Gap, y: float) -> None:
        text = lap_words.gap(self.words, self.trace, self.table, left_out, self.part)
        if not text:
            return
        wide = self.ruler.width(text, BODY) + 20
        canvas = self.canvas
        span = self.right - self.left
        canvas.box(self.left - 1, y - 14, span + 2, 28, self.palette.paper, layer=2.5)
        if wide > span:
            room = self.width - 2 * EDGE
            middle = max(EDGE + min(wide, room) / 2, (self.left + self.right) / 2)
            canvas.text(middle, y, text, self.ruler.fit(text, BODY, room - 10), slant=True)
            return
        middle = (self.left + self.right) / 2
        canvas.text(middle, y, text, BODY, slant=True)
        for start, stop in (
            (self.left, middle - wide / 2),
            (middle + wide / 2, self.right),
        ):
            teeth = int((stop - start) // 8)
            points = [
                (start + 8 * tooth, y + (3 if tooth % 2 else -3)) for tooth in range(teeth + 1)
            ]
            if len(points) > 1:
                canvas.line(points, self.palette.rule, 1.4, layer=3)

    def _draw_after(self) -> None:
        canvas, colors = self.canvas, self.palette
        line = [(self.left, self.rows_end), (self.right, self.rows_end)]
        canvas.line(line, colors.rule, 1.6)
        if not self._has_after():
            return
        if not self.whole:
            seeds = self.trace.board(self.shown)
        elif self.move.ending == "endless":
            seeds = self.trace.start_of(len(self.trace.laps) + 1)[1]
        else:
            seeds = self.move.after.seeds
        self._draw_counts(self._after_name(self.part), self.after_at, seeds)
        if self.whole and self.trace.laps[-1].laid_back:
            place = self.trace.columns.index(self.trace.laps[-1].hole)
            x, half = self._x(place), min(12, self.cell / 2 - 1)
            canvas.box(x - half, self.after_at - 11, 2 * half, 22, "", colors.ink, 1.3, 3, True)
        self._draw_totals()

    def _draw_totals(self) -> None:
        x = self.right + TIP + 8
        for player in (0, 1):
            count = self.trace.taken(player, self.shown)
            if self.whole and self.move.ending != "endless":
                count = self.move.captured[player]
            if count:
                self.canvas.pentagon(x + 9, self.after_at, player, half=8)
                text = str(count)
                self.canvas.text(x + 22, self.after_at, text, LETTER, bold=True, ha="left")
                x += 32 + self.ruler.width(text, LETTER, bold=True)

    def _draw_again(self) -> None:
        """The arrow from the last pick-up back to the first."""
        first, last = self._cycle_ends()
        ink = self.palette.ink
        x = self.right + TIP + 8 + self.margin + 24
        start = self._x(last.column) + min(12.5, self.cell / 2) + 6
        low, high = self._y(last.row), self._y(first.row)
        if self.table.view == "laps":
            start = self.right + TIP + 8
        target = self.right + TIP + 5
        if first.row in (self._sums() if self.table.view == "circuits" else self._notes()):
            target = self.right + TIP + 14 + self.margin
        self.canvas.arrow([(start, low), (x, low), (x, high), (target, high)], ink, 3, 14)
        middle = (low + high) / 2
        if not self.again_lines:
            text = lap_words.again(self.words, self.move)
            self.canvas.text(x + 15, middle, text, BODY, turned=True)
        wide = max((self.ruler.width(line, BODY) for line in self.again_lines), default=0.0)
        for place, line in enumerate(self.again_lines):
            y = middle + 19 * (place - (len(self.again_lines) - 1) / 2)
            self.canvas.running(x + 10, x + 10 + wide, y, line, BODY)

    def _draw_why(self) -> None:
        pattern = self.trace.pattern
        assert pattern is not None
        canvas, colors = self.canvas, self.palette
        for line, y, bold in self.why_lines:
            self._run(y, line, WHY, bold)
        names = [
            self.words.say(
                "lap {lap}, from {hole} on:",
                lap=self.words.number(lap),
                hole=letter(self.trace.start_of(lap)[0], self.move.before.holes),
            )
            for lap in pattern.starts[:3]
        ]
        x = EDGE + max(self.ruler.width(name, KEY) for name in names) + 12
        size = min(24.0, (self.width - EDGE - x) / len(pattern.board))
        for row, name in enumerate(names):
            y = self.why_at + WHY_ROW * row
            canvas.text(x - 10, y, name, KEY, ha="right")
            for place, count in enumerate(pattern.board):
                left = x + place * size
                canvas.box(left, y - 10, size, 20, "", colors.grid, 1)
                text = str(count) if count else "·"
                color = colors.ink
                if place == 0:
                    canvas.circle(left + size / 2, y, min(11.5, size / 2), colors.ink)
                    color = colors.paper
                fit = self.ruler.fit(text, KEY, size - 5, bold=place == 0)
                canvas.text(left + size / 2, y, text, fit, color=color, bold=place == 0)

    def _draw_key(self) -> None:
        canvas, colors = self.canvas, self.palette
        for sign, x, y in self.key:
            if sign.lap > self.shown:
                continue
            begin = x + 28
            if canvas.from_right:
                x = self.width - x - 22
            middle = x + 11
            if sign.kind in ("pick_up", "fell", "black"):
                black = sign.kind == "black"
                thin = sign.kind == "fell"
                fill = colors.ink if black else colors.mark
                canvas.circle(middle, y, 11, fill, colors.ink, 1.3 if thin else 2.8)
                color = colors.paper if black else colors.ink
                canvas.text(middle, y, "7", KEY, bold=not thin, color=color)
            elif sign.kind == "seed":
                canvas.box(x, y - 7, 22, 14, colors.band[0])
                canvas.text(middle, y, "5", KEY)
            elif sign.kind == "stop":
                canvas.box(x + 1, y - 10, 20, 20, colors.mark, colors.ink, 2.6)
                canvas.text(middle, y, "1", KEY, bold=True)
            elif sign.kind == "laid_back":
                canvas.box(x + 1, y - 10, 20, 20, "", colors.ink, 1.3, dashed=True)
            else:
                canvas.taken(middle, y, sign.taker, sign.sample, 9.5, sign.kind == "final")
            canvas.running(begin, self.width - begin, y, sign.label, KEY)
