"""How a game came out: who gets the last seeds, and who wins."""

from __future__ import annotations

from dataclasses import dataclass

from mancala_core.engine.choices import ending_of, is_natural
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
    if is_natural(ending):
        return _settled(rules, position, ending)
    how = {"stuck": rules.stuck, "endless": rules.endless, "repetition": rules.repetition}
    way = how[ending]
    if way in ("barred", "play_on"):
        raise ValueError(f"The position ended by {ending}, which {rules.label} does not know.")
    south, north = position.stores
    if way == "void":
        return Outcome(south, north, None, ending, void=True)
    if way == "draw":
        return Outcome(south, north, None, ending)
    if way == "nobody":
        return _scored(south, north, ending)
    return _scored(*_to_owners(position), ending)


def _settled(rules: Rules, position: Position, ending: str) -> Outcome:
    south, north = position.stores
    left = position.left
    if left == 0 or rules.remainder == "nobody":
        return _scored(south, north, ending)
    if rules.remainder == "owners":
        return _scored(*_to_owners(position), ending)
    both = (
        _scored(south + left, north, ending),
        _scored(south, north + left, ending),
    )
    named = {
        "penultimate": position.last_taker,
        "first_final": position.first_final,
        "starter": position.starter,
        "mover": position.mover if position.ending else None,
        "lottery": None,
    }[rules.remainder]
    if named is None:
        named = position.drawn
    if named is None:
        return Outcome(south, north, None, ending, either=both)
    return both[named]


def _to_owners(position: Position) -> tuple[int, int]:
    south, north = position.stores
    for count, owner in zip(position.seeds, position.owner, strict=True):
        south += count * (owner == 0)
        north += count * (owner == 1)
    return south, north


def _scored(south: int, north: int, ending: str) -> Outcome:
    winner = None if south == north else int(north > south)
    return Outcome(south, north, winner, ending)
