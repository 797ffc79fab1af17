"""How a game came out: who gets the last seeds, and who wins."""

from __future__ import annotations

from dataclasses import dataclass

from mancala_core.engine import settlement
from mancala_core.engine.choices import ending_of
from mancala_core.engine.position import Position
from mancala_core.engine.rules import PLAYERS, Rules


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game came out.

    Attributes
    ----------
    south, north : int
        Seeds of each player, those left on the board included as the rules say.
    winner : int or None
        0 South, 1 North, None for a draw, for no result, and before the lottery.
    ending : str
        Why the game ended, e.g. "four_left", "stuck" or "endless".
    void : bool
        Whether the rules give no result at all.
    either : tuple of two Outcome or None
        Before the lottery: the outcome if South wins the draw, and if North does.
    """

    south: int
    north: int
    winner: int | None
    ending: str
    void: bool = False
    either: tuple[Outcome, Outcome] | None = None

    def __str__(self) -> str:
        if self.void:
            return f"no result ({self.ending})"
        if self.either:
            return f"{self.south}-{self.north} before the lottery ({self.ending})"
        result = "a draw" if self.winner is None else f"{PLAYERS[self.winner]} wins"
        return f"{self.south}-{self.north}, {result} ({self.ending})"


def outcome(rules: Rules, position: Position) -> Outcome | None:
    """How the game came out, or None while it goes on.

    Parameters
    ----------
    rules : Rules
    position : Position

    Returns
    -------
    Outcome or None
        Before a lottery that the rules ask for, `winner` is None and `either` has both cases.

    Examples
    --------
    >>> position = Position.parse("<2,8,4,1,0,3,0> S taker=S ending=four_left")
    >>> outcome(Rules.load("anywoli").replace(holes=2), position)
    Outcome(south=12, north=4, winner=0, ending='four_left', void=False, either=None)
    """
    ending = ending_of(rules, position)
    if ending is None:
        return None
    way = settlement.way_of(rules, ending)
    if way == settlement.VOID:
        return Outcome(*position.stores, None, ending, void=True)
    if way == settlement.DRAW:
        return Outcome(*position.stores, None, ending)
    if way >= settlement.OWNERS or position.left == 0:
        return _given(position, way, -1, ending)
    taker = settlement.named(
        way,
        _player(position.last_taker),
        _player(position.first_final),
        position.starter,
        position.mover if position.ending else -1,
    )
    if taker < 0:
        taker = _player(position.drawn)
    if taker < 0:
        both = _given(position, way, 0, ending), _given(position, way, 1, ending)
        return Outcome(*position.stores, None, ending, either=both)
    return _given(position, way, taker, ending)


def _player(side: int | None) -> int:
    return -1 if side is None else side


def _given(position: Position, way: int, taker: int, ending: str) -> Outcome:
    """The outcome once the seeds left are given away."""
    left = [0, 0]
    for count, owner in zip(position.seeds, position.owner, strict=True):
        if count:
            left[owner] += count
    south, north = (
        position.stores[player]
        + settlement.share(way, taker, player, left[player], left[1 - player])
        for player in (0, 1)
    )
    return _scored(south, north, ending)


def _scored(south: int, north: int, ending: str) -> Outcome:
    winner = None if south == north else int(north > south)
    return Outcome(south, north, winner, ending)
