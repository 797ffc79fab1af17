"""A move as laps, read from its events; no seed is sown again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import gcd
from typing import NamedTuple

from mancala_core.engine.moves import Move


class Step(NamedTuple):
    """One seed sown: where it fell, what the hole held then, and who took it, if anyone."""

    hole: int
    holds: int
    taker: int = -1
    final: bool = False


@dataclass(frozen=True, slots=True)
class Lap:
    """One lap of a move.

    Attributes
    ----------
    number : int
        1 for the first lap.
    hole, hand : int
        Where the seeds were picked up, and how many.
    steps : tuple of Step
    end : str
        "on" (picked up and sown on), "empty" (stop in an empty hole), "taken", "not_taken" (a
        capture size that may not be captured: stop), "no_relay" or "over" (the game ended).
    laid_back : int
        Seeds laid back into `hole` because the game ended inside the lap.
    before, after : tuple of int
        The board before the pick-up and after the lap.
    """

    number: int
    hole: int
    hand: int
    steps: tuple[Step, ...]
    end: str
    laid_back: int
    before: tuple[int, ...]
    after: tuple[int, ...]

    @property
    def last(self) -> Step:
        """The last seed sown."""
        return self.steps[-1]

    @property
    def run(self) -> tuple[Step, ...]:
        """The seeds that completed the run before a final capture, nearest first."""
        return tuple(step for step in self.steps[-2::-1] if step.final)

    def taken(self, player: int) -> int:
        """Seeds that a player took in this lap."""
        return sum(step.holds for step in self.steps if step.taker == player)


class Pattern(NamedTuple):
    """Why a sowing is endless: the board, counted from the hole picked up, comes back early.

    Attributes
    ----------
    laps : int
        Laps after which it comes back.
    shift : int
        Holes further on.
    copies : int
        How often until it is back in its old place.
    starts : tuple of int
        Laps before which it stands so.
    board : tuple of int
        Seeds counted from the hole picked up.
    """

    laps: int
    shift: int
    copies: int
    starts: tuple[int, ...]
    board: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Trace:
    """A move with its laps.

    Attributes
    ----------
    move : Move
    laps : tuple of Lap
        Those that the trace keeps.
    columns : tuple of int
        Holes in sowing order, South's row first.
    pattern : Pattern or None
        Only where every lap of the cycle was compared with the one a pattern later.
    """

    move: Move
    laps: tuple[Lap, ...]
    columns: tuple[int, ...]
    pattern: Pattern | None

    @property
    def goes_on(self) -> bool:
        """Whether another pick-up follows the last lap that is kept."""
        return self.move.ending == "endless" or self.move.cut

    @property
    def closes(self) -> bool:
        """Whether the lap start that comes back is seen twice in what is kept."""
        return self.move.ending == "endless" and bool(self.move.period) and not self.move.cut

    def board(self, laps: int) -> tuple[int, ...]:
        """The board after so many laps."""
        return self.laps[laps - 1].after if laps else self.move.before.seeds

    def taken(self, player: int, laps: int | None = None) -> int:
        """Seeds that a player took in the first laps, or in all that are kept."""
        return sum(lap.taken(player) for lap in self.laps[:laps])

    def start_of(self, lap: int) -> tuple[int, tuple[int, ...]]:
        """Hole picked up and board before a lap, the one after the last included."""
        if lap <= len(self.laps):
            return self.laps[lap - 1].hole, self.laps[lap - 1].before
        return self.laps[-1].last.hole, self.laps[-1].after


def trace_of(move: Move) -> Trace:
    """Read the laps of a move from its events.

    Parameters
    ----------
    move : Move

    Returns
    -------
    Trace

    Examples
    --------
    >>> from mancala_core.engine.moves import play
    >>> from mancala_core.engine.position import Position
    >>> from mancala_core.engine.rules import Rules
    >>> rules = Rules.load("anywoli")
    >>> trace = trace_of(play(rules, Position.start(rules), "A"))
    >>> [(lap.hand, lap.end) for lap in trace.laps]
    [(4, 'on'), (5, 'on'), (5, 'on'), (5, 'on'), (5, 'empty')]
    """
    laps = _laps(move)
    columns = in_sowing_order(move.rules.direction, move.before.holes)
    return Trace(move, laps, columns, _pattern(move, laps, columns))


def in_sowing_order(direction: str, holes: int) -> tuple[int, ...]:
    """Holes as the seeds pass them, South's row first.

    Parameters
    ----------
    direction : {"ccw", "cw"}
    holes : int
        Holes in a row.

    Returns
    -------
    tuple of int

    Examples
    --------
    >>> in_sowing_order("cw", 3)
    (2, 1, 0, 5, 4, 3)
    """
    if direction == "ccw":
        return tuple(range(2 * holes))
    return tuple((holes - 1 - place) % (2 * holes) for place in range(2 * holes))


def _laps(move: Move) -> tuple[Lap, ...]:
    board = list(move.before.seeds)
    laps: list[Lap] = []
    at = [place for place, event in enumerate(move.events) if event.kind == "pick_up"]
    for number, (first, stop) in enumerate(pairwise([*at, len(move.events)]), 1):
        before, steps, laid_back = tuple(board), list[Step](), 0
        for event in move.events[first:stop]:
            if event.kind == "pick_up":
                board[event.hole] -= event.seeds
            elif event.kind == "sow":
                board[event.hole] += 1
                steps.append(Step(event.hole, board[event.hole]))
            elif event.kind == "capture":
                board[event.hole] -= event.seeds
                _mark(steps, event.hole, event.player, event.final)
            else:
                board[event.hole] += event.seeds
                laid_back += event.seeds
        goes_on = stop < len(move.events) or move.ending == "endless" or move.cut
        end = "on" if goes_on else _end(move, steps[-1], laid_back)
        event = move.events[first]
        laps.append(
            Lap(
                number,
                event.hole,
                event.seeds,
                tuple(steps),
                end,
                laid_back,
                before,
                tuple(board),
            )
        )
    return tuple(laps)


def _mark(steps: list[Step], hole: int, taker: int, final: bool) -> None:
    """Note a capture at the last seed that fell into the hole."""
    for place in range(len(steps) - 1, -1, -1):
        if steps[place].hole == hole:
            steps[place] = steps[place]._replace(taker=taker, final=final)
            return


def _end(move: Move, last: Step, laid_back: int) -> str:
    if laid_back:
        return "over"
    if last.taker >= 0:
        return "taken"
    if last.holds == 1:
        return "empty"
    return "not_taken" if last.holds in move.rules.capture_on else "no_relay"


def _pattern(move: Move, laps: Sequence[Lap], columns: Sequence[int]) -> Pattern | None:
    """Look for an early return of the board as counted from the hole picked up.

    Every lap of the cycle is compared with the one a pattern later, so that owners, which may
    decide where a lap that makes a capture size goes on, cannot mislead.
    """
    if move.ending != "endless" or not move.period or not move.cycle_start or move.cut:
        return None
    ring = [hole for hole in columns if move.before.owner[hole] >= 0]
    place = {hole: index for index, hole in enumerate(ring)}
    size, period, first = len(ring), move.period, move.cycle_start

    def seen(lap: Lap) -> tuple[int, ...]:
        turned = place[lap.hole]
        return tuple(lap.before[ring[(turned + index) % size]] for index in range(size))

    cycle = laps[first - 1 : first - 1 + period]
    views = [seen(lap) for lap in cycle]
    for length in range(1, period):
        if period % length or views[length] != views[0]:
            continue
        shift = (place[cycle[length].hole] - place[cycle[0].hole]) % size
        same = all(
            views[index] == views[(index + length) % period]
            and (place[cycle[(index + length) % period].hole] - place[cycle[index].hole]) % size
            == shift
            for index in range(period)
        )
        if same and shift and length * (size // gcd(size, shift)) == period:
            starts = tuple(range(first, first + period + 1, length))
            return Pattern(length, shift, period // length, starts, views[0])
    return None
