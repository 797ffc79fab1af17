"""A move with its trace; `legal_moves` and `outcome` are found here too."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import replace as _replace
from typing import Any, Protocol

from mancala_core.engine import sowing
from mancala_core.engine.choices import (
    Sowing,
    can_move,
    check_board,
    ending_of,
    legal_moves,
    natural_ending,
)
from mancala_core.engine.outcome import Outcome, outcome
from mancala_core.engine.position import Position, letter, number
from mancala_core.engine.refusal import IllegalMove
from mancala_core.engine.rules import PLAYERS, Rules
from mancala_core.engine.saying import Unfit
from mancala_core.engine.sowing import Event
from mancala_core.engine.whole_numbers import whole_number

__all__ = [
    "Event",
    "IllegalMove",
    "Move",
    "Outcome",
    "legal_moves",
    "outcome",
    "play",
    "trace",
]


class Lottery(Protocol):
    """What `play` draws the lottery from: a `Stream`, or anything like it."""

    def lottery(self) -> int:
        """Return 0 for South, 1 for North."""


@dataclass(frozen=True, slots=True)
class Move:
    """One move or pass with its trace.

    Attributes
    ----------
    rules : Rules
        The rules it was played by.
    before, after : Position
        The last seeds stay on the board in `after`; `outcome` gives them away.
    hole : int or None
        The hole chosen, None for a pass.
    events : tuple of Event
        What happened, in order; of a sowing over 1,000 laps only the first 1,000 (see `cut`).
    ending : str
        "stopped", "captured" (a final capture, the opponent is to move), "again" (a final
        capture, the same player is to move), "endless" (taken back, the game ends), "over"
        (the game ended with this move) or "passed".
    laps : int
        Laps sown; of an endless sowing the laps until the first lap start that comes back.
    captured : tuple of two int
        Seeds taken in this move by South and by North; none where it was taken back.
    sown : int
        Seeds sown in those laps.
    period : int or None
        Laps after which an endless sowing repeats itself; None if it is finite or only passed
        a limit of laps.
    cycle_start : int or None
        The lap whose start comes back.
    cut : bool
        Whether `events` are not all.
    """

    rules: Rules
    before: Position
    hole: int | None
    events: tuple[Event, ...]
    ending: str
    after: Position
    laps: int = 0
    captured: tuple[int, int] = (0, 0)
    sown: int = 0
    period: int | None = None
    cycle_start: int | None = None
    cut: bool = False

    def __str__(self) -> str:
        who = PLAYERS[self.before.mover]
        if self.hole is None:
            return f"{who} passes"
        laps = f"{self.laps} lap" + "s" * (self.laps != 1)
        what = f"{who} plays {letter(self.hole, self.before.holes)}: {laps}"
        south, north = self.captured
        return f"{what}, South takes {south}, North {north}, {self.ending}"


def play(
    rules: Rules, position: Position, hole: int | str | None, rng: Lottery | None = None
) -> Move:
    """Play one move, or pass, and tell all that happens.

    Parameters
    ----------
    rules : Rules
    position : Position
    hole : int, str or None
        Number or letter of the hole; None passes, or declines an extra move.
    rng : Stream, optional
        Where the lottery is drawn from if the game ends and the rules draw one; without it the
        draw stays open (see `Outcome`).

    Returns
    -------
    Move

    Raises
    ------
    IllegalMove
        If the rules do not allow the move.
    ValueError
        If the position does not fit the board of the rules.

    Examples
    --------
    >>> rules = Rules.load("anywoli")
    >>> move = play(rules, Position.start(rules), "A")
    >>> move.laps, move.captured, move.ending
    (5, (0, 0), 'stopped')
    """
    check_board(rules, position)
    if rng is not None and not hasattr(rng, "lottery"):
        raise Unfit("rng is {rng!r}; it takes a Stream, which the lottery is drawn from.", rng=rng)
    if hole is None or (isinstance(hole, str) and hole == "-"):
        return _drawn(rules, _pass(rules, position), rng)
    move = trace(rules, position, hole)
    if move.ending == "endless" and rules.options.barred:
        if ending_of(rules, position) is not None:
            raise _illegal(rules, position, "over", move.hole)
        raise _illegal(rules, position, "endless", move.hole, laps=move.laps, period=move.period)
    return _drawn(rules, move, rng)


def trace(rules: Rules, position: Position, hole: int | str) -> Move:
    """Sow from a hole of the player to move, whether or not an endless sowing is barred.

    Where it is, the move's ending is "endless" all the same and the position stays as it
    was. The lottery is not drawn.

    Parameters
    ----------
    rules : Rules
    position : Position
    hole : int or str
        A hole of the mover with enough seeds, by number or letter.

    Returns
    -------
    Move

    Raises
    ------
    IllegalMove
        If it is no such hole.

    Examples
    --------
    >>> rules = Rules.load("adji_kui_2")
    >>> position = Position.parse("<6,0,0,1,0,1,2,0,4,0,2,1,0,1,0> S")
    >>> trace(rules, position, 3).period
    66
    """
    mover, hole = position.mover, _chosen(rules, position, hole)
    state, log = Sowing(rules, position), list[Event]()
    result = state.sow(mover, hole, log)
    if result == sowing.ENDLESS:
        return _taken_back(rules, position, hole, state, log)
    tally = state.tally
    before = position.stores
    after, ending = _next(rules, position, state, result)
    return Move(
        rules,
        position,
        hole,
        tuple(log),
        ending,
        after,
        tally[sowing.LAPS],
        (tally[0] - before[0], tally[1] - before[1]),
        tally[sowing.SOWN],
        cut=tally[sowing.LAPS] > sowing.KEPT_LAPS,
    )


def _next(rules: Rules, position: Position, state: Sowing, result: int) -> tuple[Position, str]:
    """Tell who is to move after a sowing, or that the game is over."""
    tally, mover = state.tally, position.mover
    taker, first = tally[sowing.LAST_TAKER], tally[sowing.FIRST_FINAL]
    after = position.replace(
        seeds=tuple(state.board),
        stores=(tally[0], tally[1]),
        last_taker=None if taker < 0 else taker,
        first_final=None if first < 0 else first,
        extra=False,
    )
    if result == sowing.OVER:
        return after.replace(ending=natural_ending(rules)), "over"
    ending = "captured" if result == sowing.CAPTURED else "stopped"
    if result == sowing.CAPTURED and rules.options.again and can_move(rules, after, mover):
        return (after.replace(extra=True) if rules.options.optional else after), "again"
    return _handed_over(rules, after.replace(mover=1 - mover), ending)


def _handed_over(rules: Rules, after: Position, ending: str) -> tuple[Position, str]:
    """Judge the position in which the opponent is to move."""
    over = ending_of(rules, after)
    if over is None:
        return after, ending
    return after.replace(mover=1 - after.mover, ending=over), "over"


def _taken_back(
    rules: Rules, position: Position, hole: int, state: Sowing, log: list[Event]
) -> Move:
    tally = state.tally
    period = tally[sowing.PERIOD] or None
    start = None
    laps = tally[sowing.LAPS]
    sown = tally[sowing.SOWN]
    if period:
        start = _cycle_start(rules, position, hole, tally[sowing.CAPTURE_LAP] + 1, period)
        laps = start - 1 + period
    events = _first_laps(log, laps)
    if laps <= sowing.KEPT_LAPS:
        sown = sum(event.kind == "sow" for event in events)
    elif period:
        sown = _sown(rules, position, hole, laps)
    return Move(
        rules,
        position,
        hole,
        events,
        "endless",
        position if rules.options.barred else position.replace(extra=False, ending="endless"),
        laps,
        (0, 0),
        sown,
        period,
        start,
        laps > sowing.KEPT_LAPS,
    )


def _cycle_start(rules: Rules, position: Position, hole: int, earliest: int, period: int) -> int:
    """Find the first lap whose start comes back.

    With ``origin = "sow"`` laps between captures can be undone, so it is the first lap after
    the last capture; with "skip" two copies of the sowing, a period apart, are compared.
    """
    if not rules.options.skip:
        return earliest
    ahead, behind = _Walker(rules, position, hole), _Walker(rules, position, hole)
    for _ in range(period):
        ahead.lap()
    lap = 1
    while (ahead.hole, ahead.board) != (behind.hole, behind.board):
        ahead.lap()
        behind.lap()
        lap += 1
    return lap


class _Walker:
    """A sowing that goes on one lap at a time."""

    def __init__(self, rules: Rules, position: Position, hole: int) -> None:
        single = rules.options._replace(limit=1)
        self.state = Sowing(rules, position)
        self.state.options = single
        self.mover, self.hole = position.mover, hole

    @property
    def board(self) -> list[int]:
        return self.state.board

    def lap(self) -> None:
        log: list[Event] = []
        self.state.sow(self.mover, self.hole, log)
        self.hole = next(event.hole for event in reversed(log) if event.kind == "sow")


def _sown(rules: Rules, position: Position, hole: int, laps: int) -> int:
    state = Sowing(rules, position)
    state.sow(position.mover, hole, limit=laps)
    return state.tally[sowing.SOWN]


def _first_laps(log: list[Event], laps: int) -> tuple[Event, ...]:
    seen = 0
    for place, event in enumerate(log):
        if event.kind == "pick_up":
            seen += 1
            if seen > laps:
                return tuple(log[:place])
    return tuple(log)


def _pass(rules: Rules, position: Position) -> Move:
    if ending_of(rules, position) is not None:
        raise _illegal(rules, position, "over", None)
    if not position.extra and can_move(rules, position, position.mover):
        raise _illegal(rules, position, "must_move", None)
    after = position.replace(mover=1 - position.mover, extra=False)
    if not position.extra:
        return Move(rules, position, None, (), "passed", after)
    after, ending = _handed_over(rules, after, "passed")
    return Move(rules, position, None, (), ending, after)


def _chosen(rules: Rules, position: Position, hole: int | str) -> int:
    """Number of the hole, if it may be chosen as far as can be told without sowing."""
    if position.ending is not None or sowing.finished(rules.options, position.left):
        raise _illegal(rules, position, "over", hole)
    chosen = number(hole, rules.holes) if isinstance(hole, str) else whole_number(hole)
    if chosen is None or not 0 <= chosen < len(position.seeds):
        reason = "no_such_hole" if ending_of(rules, position) is None else "over"
        raise _illegal(rules, position, reason, hole)
    mover, owner, count = position.mover, position.owner[chosen], position.seeds[chosen]
    if sowing.legal(rules.options, position.seeds, position.owner, mover, chosen):
        return chosen
    if ending_of(rules, position) is not None:
        reason = "over"
    elif not can_move(rules, position, mover):
        reason = "must_pass"
    elif owner < 0:
        reason = "out_of_play"
    elif owner != mover:
        reason = "not_yours"
    else:
        reason = "singleton" if count else "empty"
    raise _illegal(rules, position, reason, chosen)


def _drawn(rules: Rules, move: Move, rng: Lottery | None) -> Move:
    after = move.after
    if rng is None or after.ending is None or after.drawn is not None:
        return move
    if outcome(rules, after).either is None:  # type: ignore[union-attr]
        return move
    return with_after(move, after.replace(drawn=rng.lottery()))


def with_after(move: Move, after: Position, ending: str | None = None) -> Move:
    """The same move with another position after it.

    Parameters
    ----------
    move : Move
    after : Position
    ending : str or None
        The move's ending, if that changes too.

    Returns
    -------
    Move
    """
    return _replace(move, after=after, ending=ending or move.ending)


def _illegal(
    rules: Rules, position: Position, reason: str, hole: int | str | None, **more: Any
) -> IllegalMove:
    legal = () if reason in ("over", "must_pass") else legal_moves(rules, position)
    data: dict[str, Any] = {
        "hole": hole,
        "legal": legal,
        "holes": rules.holes,
        "mover": position.mover,
        "least": rules.least,
        **more,
    }
    return IllegalMove(reason, data)
