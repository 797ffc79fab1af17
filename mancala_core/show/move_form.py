"""A form for the moves of one game, written by hand, with the rules in short; in millimetres."""

from __future__ import annotations

from collections.abc import Sequence

from mancala_core.engine.rules import Rules
from mancala_core.show.canvas import Canvas, Ruler
from mancala_core.show.rule_text import rule_text
from mancala_core.show.words import Words

MARGIN, GUTTER = 10.0, 5.0
TITLE, TEXT, LINE, FIELD = 6.0, 2.85, 3.75, 3.7
COLUMNS = (9.0, 12.0, 11.0, 11.0, 14.0, 14.0)
"""Widths of the columns but the last, which takes the rest."""
TAKEN = (4, 5)
"""Which of them are for the seeds that South and North take."""
HEADER, ROW, HEAD = 10.0, 6.3, 2.9
INK = "#000000"
LEFT_OUT = (0, 5, 6)
"""Sections of the rules that are not told: the board is drawn, the others are seldom needed."""


class MoveForm:
    """The form on an upright sheet; measured on construction.

    Attributes
    ----------
    width, height : float
        Of the sheet.
    rows : int
        Lines in each of the two halves of the table.
    told : tuple of two list of (str, bool)
        The rules in two columns of lines, each with whether it is a title.
    """

    def __init__(self, rules: Rules, words: Words, size: tuple[float, float]) -> None:
        self.rules, self.words = rules, words
        self.width, self.height = size
        self.ruler = Ruler(words.language)
        self.half = (self.width - 2 * MARGIN - GUTTER) / 2
        self.told = self._columns()
        self.told_at = self.height - MARGIN - LINE * max(map(len, self.told))
        self.result_at = self.told_at - 21
        self.table_at = MARGIN + 27
        room = self.result_at - 3 - self.table_at - HEADER
        self.rows = int(room // ROW)
        self.row = room / self.rows

    def _columns(self) -> tuple[list[tuple[str, bool]], list[tuple[str, bool]]]:
        """The rules in lines, parted so that the columns are about equal."""
        lines = list[tuple[str, bool]]()
        for place, section in enumerate(rule_text(self.words, self.rules)):
            if place not in LEFT_OUT:
                lines.append((section.title, True))
                text = self.words.joined(section.sentences)
                filled = self.ruler.wrap(text, 10 * TEXT, 10 * self.half)
                lines += [(line, False) for line in filled]
        cut = (len(lines) + 1) // 2
        if lines[cut - 1][1]:
            cut -= 1
        return lines[:cut], lines[cut:]

    def draw(self, canvas: Canvas) -> None:
        """Draw the form on a canvas of its size."""
        self.canvas, say = canvas, self.words.say
        right = self.width - MARGIN
        title = say("{game}: the moves of a game", game=self.rules.about.title)
        canvas.running(MARGIN, right, MARGIN + 4, title, TITLE, bold=True)
        names = [self.words.player(player) for player in (0, 1)]
        room = self.width - 2 * MARGIN
        self._draw_fields(MARGIN + 13, [*names, say("Date")], [room / 3] * 3)
        self._draw_fields(MARGIN + 21, [say("Who begins"), say("Class")], [room / 2] * 2)
        for side in (0, 1):
            self._draw_table(MARGIN + side * (self.half + GUTTER), 1 + side * self.rows)
        self._draw_result()
        for side, lines in enumerate(self.told):
            self._draw_told(MARGIN + side * (self.half + GUTTER), lines)

    def _from(self, x: float, wide: float) -> float:
        """Where something stands whose place is counted from where a line begins."""
        return self.width - x - wide if self.canvas.from_right else x

    def _label_width(self, name: str) -> float:
        return 0.1 * self.ruler.width(name, 10 * FIELD) + 2

    def _draw_fields(
        self, y: float, names: Sequence[str], widths: Sequence[float], x: float = MARGIN
    ) -> None:
        """Names with a line behind each to write on."""
        for name, wide in zip(names, widths, strict=True):
            label = self._label_width(name)
            left = self._from(x, wide)
            self.canvas.running(left, left + wide, y, name, FIELD)
            room = wide - label - 4
            line = self._from(x + label, room)
            self.canvas.line([(line, y + 2), (line + room, y + 2)], INK, 0.3)
            x += wide

    def _heads(self) -> list[tuple[str, float]]:
        """Names of the columns, with their widths."""
        say, words = self.words.say, self.words
        names = (
            *(say("No."), say("Player"), say("Hole"), say("Laps")),
            *(words.player(0), words.player(1), say("Remark")),
        )
        widths = (*COLUMNS, self.half - sum(COLUMNS))
        return list(zip(names, widths, strict=True))

    def _draw_table(self, x: float, first: int) -> None:
        canvas, top = self.canvas, self.table_at
        bottom = top + HEADER + self.rows * self.row
        left = self._from(x, self.half)
        for row in range(self.rows + 1):
            y = top + HEADER + row * self.row
            canvas.line([(left, y), (left + self.half, y)], INK, 0.5 if not row else 0.3)
        for row in range(self.rows):
            wide = COLUMNS[0]
            middle = self._from(x, wide) + wide / 2
            y = top + HEADER + (row + 0.5) * self.row
            canvas.text(middle, y, self.words.number(first + row), 3.2)
        canvas.box(left, top, self.half, bottom - top, "", INK, 0.6)
        heads, at = self._heads(), x
        for place, (name, wide) in enumerate(heads):
            who = place in TAKEN
            y = top + (0.75 if who else 0.5) * HEADER
            if place:
                edge = self._from(at, 0)
                begin = top + HEADER / 2 if place == TAKEN[1] else top
                canvas.line([(edge, begin), (edge, bottom)], INK, 0.3)
            self._draw_head(self._from(at, wide), wide, y, name)
            if place == TAKEN[0]:
                both = wide + heads[place + 1][1]
                left = self._from(at, both)
                self._draw_head(left, both, top + 0.25 * HEADER, self.words.say("Seeds taken"))
                line = top + HEADER / 2
                canvas.line([(left, line), (left + both, line)], INK, 0.3)
            at += wide

    def _draw_head(self, left: float, wide: float, y: float, name: str) -> None:
        size = 0.1 * self.ruler.fit(name, 10 * HEAD, 10 * (wide - 1.4), bold=True)
        self.canvas.text(left + wide / 2, y, name, size, bold=True)

    def _draw_result(self) -> None:
        """What was taken in the game, and who gets the seeds that are left."""
        say, room = self.words.say, self.width - 2 * MARGIN
        self.canvas.box(MARGIN, self.result_at, room, 17.5, "", INK, 0.6)
        rows = (
            (say("Taken by South"), say("Taken by North"), say("Seeds left"), say("They go to")),
            (say("South in all"), say("North in all"), say("Winner")),
        )
        for place, names in enumerate(rows):
            taken = [self._label_width(name) for name in names]
            share = (room - 5 - sum(taken)) / len(names)
            widths = [wide + share for wide in taken]
            self._draw_fields(self.result_at + 5.5 + 8 * place, names, widths, MARGIN + 2.5)

    def _draw_told(self, x: float, lines: Sequence[tuple[str, bool]]) -> None:
        left = self._from(x, self.half)
        for place, (line, title) in enumerate(lines):
            y = self.told_at + LINE * (place + 0.5)
            self.canvas.running(left, left + self.half, y, line, TEXT, bold=title)
