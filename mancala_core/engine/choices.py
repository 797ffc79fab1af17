"""What may be played in a position, and whether the game is over there."""

from __future__ import annotations

from functools import lru_cache

from mancala_core.engine import sowing
from mancala_core.engine.position import NATURAL, Position
from mancala_core.engine.rules import Rules
from mancala_core.engine.saying import Unfit
from mancala_core.engine.sowing import Event

_FEW = NATURAL.index("few_left")
_QUICK_LAPS = 200
"""Laps after which the search for any legal move tries another hole first."""


@lru_cache(maxsize=256)
def following(step: int, owner: tuple[int, ...]) -> tuple[int, ...]:
    """The next hole of each hole, as `sowing.following`, remembered."""
    return tuple(sowing.following(step, owner))


class Sowing:
    """One sowing on a copy of a position's board; what `play` and its kin start from."""

    __slots__ = ("after", "board", "options", "owner", "tally")

    def __init__(self, rules: Rules, position: Position) -> None:
        self.options = rules.options
        self.owner = position.owner
        self.after = following(self.options.step, position.owner)
        self.board = list(position.seeds)
        self.tally = _tally(position)

    def sow(
        self, mover: int, hole: int, log: list[Event] | None = None, limit: int | None = None
    ) -> int:
        """Sow from a hole; `limit` replaces the limit of laps."""
        options = self.options if limit is None else self.options._replace(limit=limit)
        return sowing.sow(
            options,
            self.board,
            self.owner,
            self.after,
            self.tally,
            [0] * len(self.board),
            mover,
            hole,
            log,
        )


def _tally(position: Position) -> list[int]:
    tally = [0] * sowing.TALLY_SIZE
    tally[0], tally[1] = position.stores
    tally[sowing.LAST_TAKER] = -1 if position.last_taker is None else position.last_taker
    tally[sowing.FIRST_FINAL] = -1 if position.first_final is None else position.first_final
    tally[sowing.LEFT] = sum(position.seeds)
    return tally


def candidates(rules: Rules, position: Position, player: int) -> list[int]:
    """Holes that a player owns with enough seeds; endless sowing is not looked at.

    Parameters
    ----------
    rules : Rules
    position : Position
    player : int

    Returns
    -------
    list of int
        In order of hole numbers.

    Examples
    --------
    >>> rules = Rules.load("anywoli")
    >>> candidates(rules, Position.start(rules), 1)[:2]
    [12, 13]
    """
    options, seeds, owner = rules.options, position.seeds, position.owner
    return [h for h in range(len(seeds)) if sowing.legal(options, seeds, owner, player, h)]


def _endless(rules: Rules, position: Position, player: int, hole: int) -> bool:
    return Sowing(rules, position).sow(player, hole) == sowing.ENDLESS


def can_move(rules: Rules, position: Position, player: int) -> bool:
    """Whether a player has a legal move, should it be theirs to move.

    Holes whose sowing takes long are tried last, so that one that runs for millions of laps
    is seldom sown.

    Parameters
    ----------
    rules : Rules
    position : Position
    player : int

    Returns
    -------
    bool

    Examples
    --------
    >>> rules = Rules.load("anywoli")
    >>> can_move(rules, Position.start(rules), 1)
    True
    """
    holes = candidates(rules, position, player)
    if not rules.options.barred:
        return bool(holes)
    long = []
    for hole in holes:
        if Sowing(rules, position).sow(player, hole, limit=_QUICK_LAPS) != sowing.ENDLESS:
            return True
        long.append(hole)
    return any(not _endless(rules, position, player, hole) for hole in long)


def natural_ending(rules: Rules) -> str:
    """Name of the ending by too few seeds: "four_left", "eight_left", "none_left"...

    Parameters
    ----------
    rules : Rules

    Returns
    -------
    str

    Examples
    --------
    >>> natural_ending(Rules.load("anywoli"))
    'four_left'
    """
    return NATURAL[min(rules.end_at, _FEW)]


def is_natural(ending: str) -> bool:
    """Whether an ending is a natural one: too few seeds, or no move for the player to move.

    Parameters
    ----------
    ending : str

    Returns
    -------
    bool

    Examples
    --------
    >>> is_natural("four_left"), is_natural("stuck")
    (True, False)
    """
    return ending in NATURAL


def ending_of(rules: Rules, position: Position) -> str | None:
    """Why the game is over in this position, or None while it goes on.

    Parameters
    ----------
    rules : Rules
    position : Position

    Returns
    -------
    str or None

    Examples
    --------
    >>> ending_of(Rules.load("anywoli"), Position.start("anywoli")) is None
    True
    """
    check_board(rules, position)
    if position.ending is not None:
        return position.ending
    if sowing.finished(rules.options, position.left):
        return natural_ending(rules)
    if can_move(rules, position, position.mover):
        return None
    if rules.end_without_move:
        return "no_move"
    return None if can_move(rules, position, 1 - position.mover) else "stuck"


def legal_moves(rules: Rules, position: Position) -> tuple[int, ...]:
    """Holes that the player to move may choose.

    Parameters
    ----------
    rules : Rules
    position : Position

    Returns
    -------
    tuple of int
        Hole numbers in order; empty when the player must pass or the game is over. Where
        ``position.extra`` is set, None (declining) may be played too.

    Raises
    ------
    ValueError
        If the position does not fit the board of the rules.

    Examples
    --------
    >>> rules = Rules.load("adji_kui_2")
    >>> legal_moves(rules, Position.start(rules))
    (0, 1, 2, 3, 4, 5)
    """
    check_board(rules, position)
    if position.ending is not None or sowing.finished(rules.options, position.left):
        return ()
    mover = position.mover
    holes = candidates(rules, position, mover)
    if rules.options.barred:
        holes = [hole for hole in holes if not _endless(rules, position, mover, hole)]
    return tuple(holes)


def check_board(rules: Rules, position: Position) -> None:
    """Refuse a position that the rules cannot have.

    Parameters
    ----------
    rules : Rules
    position : Position

    Raises
    ------
    ValueError
        If the number of holes differs, or an extra move is open where none may be declined.
    """
    if not isinstance(rules, Rules):
        raise Unfit(
            "{rules!r} is no value of Rules; Rules.of({rules!r}) may give one.", rules=rules
        )
    if not isinstance(position, Position):
        raise Unfit(
            "{position!r} is no Position; Position.parse reads one from text.", position=position
        )
    if len(position.seeds) != 2 * rules.holes:
        raise Unfit(
            "The position has {holes} holes in a row, but {rules} is played with {right}.",
            holes=position.holes,
            rules=rules.label,
            right=rules.holes,
        )
    if position.extra and not rules.options.optional:
        raise Unfit("An extra move is open, but {rules} has none to decline.", rules=rules.label)
