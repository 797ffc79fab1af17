"""The laps of a move as a table.

Columns are the holes in sowing order, rows are laps or circuits (once round the board), a cell
is one seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from mancala_core.show.laps import Lap, Step, Trace

MOST_LAPS = 12
"""Up to so many laps a row is a lap, above it a circuit, unless asked otherwise."""
LIMITS = {"laps": (24, 19), "circuits": (16, 11)}
"""For each kind of row: how many are drawn at most, and how many come first if more."""
TAIL = 3


class Cell(NamedTuple):
    """One cell of the table.

    Attributes
    ----------
    row, column : int
    lap : int
        Lap that must have been sown for the cell to show; 0 for the first pick-up.
    holds : int
        What the hole holds after the seed fell, or what was picked up.
    mark : str
        "seed", "pick_up", "fell" (last seed of a lap, sown on in the next row), "stop" or
        "taken".
    picks : int
        The lap that begins here, 0 if none does.
    taker : int
        Who takes the seeds, or -1.
    final : bool
        Whether by the last seed.
    end : bool
        Whether the move ends here.
    """

    row: int
    column: int
    lap: int
    holds: int
    mark: str
    picks: int = 0
    taker: int = -1
    final: bool = False
    end: bool = False


class Row(NamedTuple):
    """One row: its number as a lap or circuit, 0 where it goes on with the row above."""

    number: int
    lap: int
    """The last lap that is sown in it."""


class Gap(NamedTuple):
    """Rows left out: first and last (None: to an end that the trace does not keep)."""

    first: int
    last: int | None


@dataclass(frozen=True, slots=True)
class Table:
    """The laps of a move in rows.

    Attributes
    ----------
    view : {"laps", "circuits"}
    rows : tuple of Row
    paths : tuple of tuple of Cell
        Cells in the order of sowing; each path is one unbroken line.
    shown : tuple of int or Gap
        Rows that are drawn, and what is left out between them.
    """

    view: str
    rows: tuple[Row, ...]
    paths: tuple[tuple[Cell, ...], ...]
    shown: tuple[int | Gap, ...]

    @property
    def cells(self) -> Iterable[Cell]:
        """All cells in order."""
        return (cell for path in self.paths for cell in path)


def table_of(trace: Trace, rows: str = "auto") -> Table:
    """Lay the laps of a move out in rows.

    Parameters
    ----------
    trace : Trace
    rows : {"auto", "laps", "circuits"}

    Returns
    -------
    Table

    Raises
    ------
    ValueError
        If `rows` is none of these.

    Examples
    --------
    >>> from mancala_core.engine.moves import play
    >>> from mancala_core.engine.position import Position
    >>> from mancala_core.engine.rules import Rules
    >>> from mancala_core.show.laps import trace_of
    >>> rules = Rules.load("anywoli")
    >>> table = table_of(trace_of(play(rules, Position.start(rules), "A")))
    >>> table.view, len(table.rows)
    ('laps', 5)
    """
    if rows not in ("auto", "laps", "circuits"):
        raise ValueError(f"rows is {rows!r}; it can be auto, laps or circuits.")
    view = _view(trace) if rows == "auto" else rows
    paths = _by_lap(trace) if view == "laps" else _by_circuit(trace)
    last: dict[int, int] = {}
    names: dict[int, int] = {}
    for path in paths:
        for cell in path:
            last[cell.row] = max(last.get(cell.row, 0), cell.lap)
            if view == "circuits":
                names[cell.row] = cell.row + 1
            elif cell.mark == "pick_up":
                names[cell.row] = cell.picks
    made = tuple(Row(names.get(row, 0), lap) for row, lap in sorted(last.items()))
    shown = _shown(trace, view, made, paths)
    return Table(view, made, tuple(tuple(path) for path in paths), shown)


def _view(trace: Trace) -> str:
    """Laps where they are few and none runs over its own beginning, else circuits."""
    size = len(trace.columns)
    long = any(len(lap.steps) >= size for lap in trace.laps)
    few = len(trace.laps) <= MOST_LAPS and not trace.goes_on
    return "laps" if few and not long else "circuits"


def _by_circuit(trace: Trace) -> list[list[Cell]]:
    if not trace.laps:
        return []
    column = {hole: place for place, hole in enumerate(trace.columns)}
    first = trace.laps[0]
    path = [Cell(0, column[first.hole], 0, first.hand, "pick_up", picks=1)]
    for lap in trace.laps:
        for place, step in enumerate(lap.steps, 1):
            at = column[step.hole]
            row = path[-1].row + (at <= path[-1].column)
            path.append(_cell(row, at, lap, step, place == len(lap.steps), "pick_up"))
    return [path]


def _by_lap(trace: Trace) -> list[list[Cell]]:
    column = {hole: place for place, hole in enumerate(trace.columns)}
    paths: list[list[Cell]] = []
    row = 0
    for lap in trace.laps:
        path = [Cell(row, column[lap.hole], lap.number - 1, lap.hand, "pick_up", lap.number)]
        visited = [lap.hole, *(step.hole for step in lap.steps)]
        overruns = len(set(visited)) < len(visited)
        for place, step in enumerate(lap.steps, 1):
            at = column[step.hole]
            row += overruns and at <= path[-1].column
            path.append(_cell(row, at, lap, step, place == len(lap.steps), "fell"))
        paths.append(path)
        row += 1
    if trace.laps and trace.goes_on:
        lap = trace.laps[-1]
        hole, holds = lap.last.hole, lap.last.holds
        paths.append([Cell(row, column[hole], lap.number, holds, "pick_up", lap.number + 1)])
    return paths


def _cell(row: int, column: int, lap: Lap, step: Step, last: bool, sown_on: str) -> Cell:
    cell = Cell(row, column, lap.number, step.holds, "seed", taker=step.taker, final=step.final)
    ends = last and lap.end != "on"
    if step.taker >= 0:
        return cell._replace(mark="taken", end=ends)
    if last and not ends:
        picks = lap.number + 1 if sown_on == "pick_up" else 0
        return cell._replace(mark=sown_on, picks=picks)
    return cell._replace(mark="stop", end=True) if ends else cell


def _shown(
    trace: Trace, view: str, rows: Sequence[Row], paths: Sequence[Sequence[Cell]]
) -> tuple[int | Gap, ...]:
    """Choose the rows to draw: the first ones, the last ones, and where a cycle begins."""
    most, head = LIMITS[view]
    count = len(rows)
    if trace.move.cut:
        kept = min(count - 1, head)
        return (*range(kept), Gap(kept, None))
    if count <= most:
        return tuple(range(count))
    wanted = set(range(head)) | set(range(count - TAIL, count))
    begin = trace.move.cycle_start if trace.closes else None
    if begin:
        row = next(cell.row for path in paths for cell in path if cell.picks == begin)
        if row not in wanted:
            part = head // 2
            wanted = set(range(part)) | set(range(row, row + head - part))
            wanted |= set(range(count - TAIL, count))
            wanted &= set(range(count))
    shown: list[int | Gap] = []
    for row in sorted(wanted):
        before = shown[-1] if shown else -1
        if isinstance(before, int) and row > before + 1:
            shown.append(Gap(before + 1, row - 1))
        shown.append(row)
    return tuple(shown)
