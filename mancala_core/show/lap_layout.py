"""Where everything stands in the picture of a move, measured before it is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mancala_core.engine.moves import Move
from mancala_core.show import lap_words
from mancala_core.show.canvas import DARK, LIGHT, Ruler
from mancala_core.show.lap_table import Cell, Gap, table_of
from mancala_core.show.laps import trace_of
from mancala_core.show.words import Words

WIDTH = 900
NARROWEST, WHY_WIDTH = 640, 850
EDGE = 10
HEAD, BODY, LETTER, TWO_DIGITS, SMALL, KEY, WHY = 19.5, 14.6, 15.3, 13.2, 11.8, 13.0, 13.8
CELL = (24, 48)
TIP = 10
GAP = 40
WHY_ROW = 25


class Sign(NamedTuple):
    """An entry of the key: a kind of mark, what it means, and a cell that has it."""

    kind: str
    label: str
    lap: int
    """Lap that must be shown for it to appear."""
    taker: int
    sample: int


class LapLayout:
    """The layout of a lap picture; `width` and `height` are in pixels.

    Attributes
    ----------
    trace : Trace
    table : Table
    shown : int
        Laps that are drawn.
    """

    def __init__(
        self,
        move: Move,
        words: Words,
        rows: str = "auto",
        upto: int | None = None,
        dark: bool = False,
    ) -> None:
        self.move, self.words = move, words
        self.palette = DARK if dark else LIGHT
        self.trace = trace_of(move)
        self.table = table_of(self.trace, rows)
        kept = len(self.trace.laps)
        if upto is not None and not (
            isinstance(upto, int) and (0 <= upto <= kept or upto == move.laps)
        ):
            raise ValueError(
                f"upto is {upto!r}; it can be 0 to {kept}, or None for the whole move."
            )
        self.part = None if upto is None or upto >= move.laps else upto
        self.shown = kept if self.part is None else self.part
        self.whole = self.part is None
        self.ruler = Ruler(words.language)
        self._measure()

    def _measure(self) -> None:
        columns = len(self.trace.columns)
        circuits = self.table.view == "circuits"
        self.row_height = 42 if circuits else 30 if len(self.table.rows) <= 12 else 27
        self._rows_height()
        names = [self.words.say("before"), *self._after_names()]
        names += [self._row_name(row) for row in range(len(self.table.rows))]
        self.left = EDGE + max(self.ruler.width(name, BODY) for name in names) + 8 + TIP
        margin = [0.0]
        if circuits:
            margin += [self._margin_width(*sums) for sums in self._sums().values()]
        else:
            margin += [self.ruler.width(text, BODY) for text in self._notes().values()]
        south, north = (self.trace.taken(player) for player in (0, 1))
        margin.append(self._totals_width(south, north))
        self.margin = max(margin)
        self.again_lines = self._again_lines()
        self.side = 0.0
        if self.trace.closes:
            flat = [self.ruler.width(line, BODY) + 10 for line in self.again_lines]
            self.side = 36 + max(flat, default=BODY + 12)
        rest = self.left + TIP + 8 + self.margin + self.side + EDGE
        narrow, wide = CELL
        self.cell = min(wide, max(narrow, (WIDTH - rest) / columns))
        self.right = self.left + columns * self.cell
        narrowest = WHY_WIDTH if self.trace.pattern else NARROWEST
        self.width = max(narrowest, rest + columns * self.cell)
        self._place()

    def _rows_height(self) -> None:
        self.row_at: dict[int, float] = {}
        self.gap_at: list[tuple[Gap, float]] = []
        lead = 10 if self.table.view == "circuits" else 2
        y = float(lead - 2)
        for item in self.table.shown:
            if isinstance(item, Gap):
                self.gap_at.append((item, y + GAP / 2 - 3))
                y += GAP
            else:
                self.row_at[item] = y + lead + (self.row_height - lead) / 2
                y += self.row_height
        self.rows_height = y

    def _again_lines(self) -> list[str]:
        """The words at the arrow: none if they can stand turned along it."""
        if not self.trace.closes:
            return []
        text = lap_words.again(self.words, self.move)
        ends = [self.row_at[cell.row] for cell in self._cycle_ends()]
        if ends[1] - ends[0] >= self.ruler.width(text, BODY) + 16:
            return []
        return self.ruler.wrap(text, BODY, 110)

    def _cycle_ends(self) -> tuple[Cell, Cell]:
        begin, again = self.move.cycle_start, self.move.laps + 1
        cells = {cell.picks: cell for cell in self.table.cells if cell.picks in (begin, again)}
        return cells[begin or 0], cells[again]

    def _place(self) -> None:
        room = self.width - 2 * EDGE
        self.head = self._head_lines(room, self.part)
        full = self._head_lines(room, None)
        titles = max(len(self.head[0]), len(full[0]))
        sentences = max(len(self.head[1]), len(full[1]))
        self.head_at = [18 + 25 * line for line in range(titles)]
        self.head_at += [18 + 25 * titles + 19 * line for line in range(sentences)]
        self.top = self.head_at[-1] + 26
        self.before_at = self.top + 18 + 12 + 21
        self.rows_top = self.before_at + 15
        self.rows_end = self.rows_top + self.rows_height + (4 if self.table.rows else 0)
        self.after_at = self.rows_end + 14
        y = self.rows_end + 28 if self._has_after() else self.rows_end
        self.bottom = y
        self.why = lap_words.why(self.words, self.trace)
        self.why_lines: list[tuple[str, float, bool]] = []
        if self.trace.pattern:
            y += 22
            for text, bold in zip(self.why, (True, False), strict=True):
                for line in self.ruler.wrap(text, WHY, room, bold):
                    self.why_lines.append((line, y, bold))
                    y += 21
            self.why_at = y + 5
            y += 3 * WHY_ROW
        self.key = list(self._key_places(room, y + 28))
        self.height = self.key[-1][2] + 20 if self.key else y + 12

    def _head_lines(self, room: float, part: int | None) -> tuple[list[str], list[str]]:
        title = lap_words.title(self.words, self.trace, part)
        sentence = lap_words.sentence(self.words, self.trace, part)
        return (
            self.ruler.wrap(title, HEAD, room, bold=True),
            self.ruler.wrap(sentence, BODY, room),
        )

    def _after_names(self) -> list[str]:
        if not self.trace.laps:
            return []
        last = self.words.say("after lap {lap}", lap=self.words.number(len(self.trace.laps)))
        return [self._after_name(None), last]

    def _after_name(self, part: int | None) -> str:
        if part == 0:
            return self.words.say("before")
        if part is not None:
            return self.words.say("after lap {lap}", lap=self.words.number(part))
        if self.trace.closes:
            return self.words.say("before lap {lap}", lap=self.words.number(self.move.laps + 1))
        if self.move.ending == "endless":
            return self.words.say("after lap {lap}", lap=self.words.number(self.move.laps))
        return self.words.say("after")

    def _row_name(self, row: int) -> str:
        number = self.table.rows[row].number
        if not number:
            return ""
        name = self.words.number(number)
        if self.table.view == "laps":
            return self.words.say("lap {lap}", lap=name)
        return self.words.say("circuit {number}", number=name)

    def _has_after(self) -> bool:
        if not self.trace.laps:
            return False
        return not (self.move.ending == "endless" and self.move.cut and self.part is None)

    def _notes(self) -> dict[int, str]:
        """For each row in which a lap ends, why it does."""
        rows = {path[-1].row: path[-1].lap for path in self.table.paths if len(path) > 1}
        return {
            row: lap_words.note(self.words, self.trace, self.trace.laps[lap - 1])
            for row, lap in rows.items()
            if row in self.row_at
        }

    def _sums(self) -> dict[int, tuple[int, int]]:
        """For each row, what South and North take in it as far as it is shown."""
        sums: dict[int, list[int]] = {}
        for cell in self.table.cells:
            if cell.taker >= 0:
                sums.setdefault(cell.row, [0, 0])[cell.taker] += cell.holds
        return {row: (south, north) for row, (south, north) in sums.items() if row in self.row_at}

    def _margin_width(self, south: int, north: int) -> float:
        return sum(20 + self.ruler.width(f"+{n}", BODY) + 8 for n in (south, north) if n)

    def _totals_width(self, south: int, north: int) -> float:
        return sum(
            24 + self.ruler.width(str(n), LETTER, bold=True) + 8 for n in (south, north) if n
        )

    def _signs(self) -> list[Sign]:
        """Entries of the key: the marks that occur, in a fixed order."""
        say = self.words.say
        circuits = self.table.view == "circuits"
        run = any(lap.run for lap in self.trace.laps)
        first: dict[str, tuple[int, int, int]] = {}
        for cell in self.table.cells:
            if cell.row in self.row_at:
                kinds = [f"taken{cell.taker}" if cell.mark == "taken" else cell.mark]
                for kind in kinds + ["final"] * cell.final:
                    first.setdefault(kind, (cell.lap, cell.taker, cell.holds))
        if self.trace.closes and not self.trace.pattern:
            first["black"] = (self.move.laps, -1, 0)
        if any(lap.laid_back for lap in self.trace.laps):
            first["laid_back"] = (self.move.laps, -1, 0)
        picked = (
            say("picked up and sown on; above it the lap")
            if circuits
            else say("picked up and sown on")
        )
        labels = {
            "pick_up": picked,
            "seed": say("a seed falls: now {n} here", n=5),
            "fell": say("last seed of the lap"),
            "stop": say("stop"),
            "taken0": say("South takes"),
            "taken1": say("North takes"),
            "final": say("by the last seed, with the run before it")
            if run
            else say("by the last seed"),
            "black": say("same board, same hole"),
            "laid_back": say("seeds laid back"),
        }
        return [Sign(kind, labels[kind], *first[kind]) for kind in labels if kind in first]

    def _key_places(self, room: float, y: float) -> Iterator[tuple[Sign, float, float]]:
        x = float(EDGE)
        for sign in self._signs():
            wide = 28 + self.ruler.width(sign.label, KEY)
            if x + wide > EDGE + room and x > EDGE:
                x, y = float(EDGE), y + 30
            yield sign, x, y
            x += wide + 15
