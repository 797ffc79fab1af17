"""A position: everything that decides what may follow, and its text form.

Holes are numbered counter-clockwise from South's leftmost hole. For six holes in a row::

    North   f  e  d  c  b  a        11 10  9  8  7  6
    South   A  B  C  D  E  F         0  1  2  3  4  5
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from dataclasses import replace as _replace
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from mancala_core.engine.options import LARGEST_HALF
from mancala_core.engine.rules import NORTH, PLAYERS, SOUTH, Rules
from mancala_core.engine.saying import Listed, Unfit
from mancala_core.engine.whole_numbers import player_number, whole_numbers

MOST_SEEDS = 9999
"""Seeds that a position may hold, on the board and in the stores together."""
_NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NATURAL = (*(f"{word}_left" for word in (*_NUMBERS, "few")), "no_move")
ENDINGS = (*NATURAL, "stuck", "endless", "repetition")
"""Why a game can end; `NATURAL` are the endings in which it was played out."""
_SIDES = "SN"
_OWNERS = {".": -1, "S": SOUTH, "N": NORTH}
_LITERAL = re.compile(r"\s*<([^<>]*)>\s*(\S*)\s*(.*)", re.DOTALL)


def letter(hole: int, holes: int) -> str:
    """Name a hole as people do: A.. from South's left, a.. from North's left.

    Parameters
    ----------
    hole : int
        0..2 * holes - 1.
    holes : int
        Holes in a row.

    Returns
    -------
    str

    Examples
    --------
    >>> letter(0, 12), letter(12, 12)
    ('A', 'a')
    """
    return ascii_uppercase[hole] if hole < holes else ascii_lowercase[hole - holes]


def number(name: str, holes: int) -> int | None:
    """Number of the hole with this letter, or None if there is no such hole.

    Parameters
    ----------
    name : str
        One letter, upper case for South's row.
    holes : int
        Holes in a row.

    Returns
    -------
    int or None

    Examples
    --------
    >>> number("a", 12), number("m", 12)
    (12, None)
    """
    for row, letters in ((0, ascii_uppercase), (1, ascii_lowercase)):
        place = letters.find(name) if len(name) == 1 else -1
        if 0 <= place < holes:
            return row * holes + place
    return None


def player_of(name: str) -> int:
    """Number of the player called "south" or "north", "S" or "N".

    Parameters
    ----------
    name : str

    Returns
    -------
    int

    Raises
    ------
    ValueError
        If it is neither.

    Examples
    --------
    >>> player_of("North")
    1
    """
    for player, word in enumerate(PLAYERS):
        if isinstance(name, str) and name.lower() in (word.lower(), word[0].lower()):
            return player
    raise Unfit("{name!r} is no player; it is south or north.", name=name)


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """A position of one game. Immutable and hashable; equal positions have equal futures.

    Attributes
    ----------
    seeds : tuple of int, length 2n
        Seeds in each hole.
    stores : tuple of two int
        Seeds captured by South and by North; with those on the board at most 9999.
    owner : tuple of int, length 2n
        0 South, 1 North, -1 out of play; left empty, the home rows.
    mover : int
        Who is to move; once the game is over, who made the last move.
    starter : int
        Who began; left out, the mover.
    last_taker, first_final : int or None
        Who captured last, and who made the first final capture.
    extra : bool
        Whether an extra move that may be declined is open.
    drawn : int or None
        Winner of the lottery for the last seeds, once drawn.
    ending : str or None
        Why the game ended; None while it goes on.

    Examples
    --------
    >>> position = Position.start(Rules.load("adji_kui_2"))
    >>> print(position)
    <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S
    >>> Position.parse(str(position)) == position
    True
    """

    seeds: tuple[int, ...]
    stores: tuple[int, int] = (0, 0)
    owner: tuple[int, ...] = ()
    mover: int = SOUTH
    starter: int = -1
    last_taker: int | None = None
    first_final: int | None = None
    extra: bool = False
    drawn: int | None = None
    ending: str | None = None

    def __post_init__(self) -> None:
        put = object.__setattr__
        for name in ("seeds", "stores", "owner"):
            put(self, name, whole_numbers(name, getattr(self, name)))
        if not self.owner:
            put(self, "owner", home_rows(len(self.seeds) // 2))
        for name in ("mover", "starter", "last_taker", "first_final", "drawn"):
            value = getattr(self, name)
            if type(value) is not int and value is not None:
                put(self, name, player_number(name, value))
        if self.starter is None or self.starter == -1:
            put(self, "starter", self.mover)
        _check(self)

    @staticmethod
    def start(rules: Rules | str, starter: str = "south") -> Position:
        """The set-up of a game.

        Parameters
        ----------
        rules : Rules or str
        starter : {"south", "north"}

        Returns
        -------
        Position

        Raises
        ------
        ValueError
            If the rules or the starter are unknown.

        Examples
        --------
        >>> Position.start("anywoli", starter="north").mover
        1
        """
        rules = Rules.of(rules)
        return Position((rules.seeds,) * (2 * rules.holes), mover=player_of(starter))

    @staticmethod
    def parse(text: str) -> Position:
        """Read the text form of a position.

        The literal is that of the Kalah Game Protocol: size, South's and North's store, then the
        holes. The player to move follows, then what the protocol lacks, as ``key=value``.

        Parameters
        ----------
        text : str

        Returns
        -------
        Position

        Raises
        ------
        ValueError
            If the text is no position; the message says where.

        Examples
        --------
        >>> Position.parse("<2,4,0,1,0,0,3> N taker=S").last_taker
        0
        """
        return _parse(text)

    @property
    def holes(self) -> int:
        """Holes in a row."""
        return len(self.seeds) // 2

    @property
    def left(self) -> int:
        """Seeds on the board."""
        return sum(self.seeds)

    def replace(self, **values: Any) -> Position:
        """The same position with other values of some attributes.

        Parameters
        ----------
        **values
            See the attributes of `Position`.

        Returns
        -------
        Position

        Raises
        ------
        ValueError
            If there is no such attribute, or a value has no meaning.

        Examples
        --------
        >>> Position.start("anywoli").replace(mover=1).mover
        1
        """
        unknown = [name for name in values if name not in self.__slots__]
        if unknown:
            raise Unfit(
                "A position has no {name!r}; it has {names}.",
                name=unknown[0],
                names=Listed(self.__slots__),
            )
        return _replace(self, **values)

    def __str__(self) -> str:
        numbers = (self.holes, *self.stores, *self.seeds)
        parts = [f"<{','.join(map(str, numbers))}>", _SIDES[self.mover]]
        sides = {"taker": self.last_taker, "first": self.first_final, "drawn": self.drawn}
        parts += [f"{key}={_SIDES[side]}" for key, side in sides.items() if side is not None]
        if self.starter != self.mover:
            parts.append(f"starter={_SIDES[self.starter]}")
        if self.extra:
            parts.append("extra=1")
        if self.ending:
            parts.append(f"ending={self.ending}")
        if self.owner != home_rows(self.holes):
            parts.append("owner=" + "".join("SN."[owner] for owner in self.owner))
        return " ".join(parts)

    def __repr__(self) -> str:
        return f"Position.parse({str(self)!r})"


def home_rows(holes: int) -> tuple[int, ...]:
    """Owners of the holes where each player owns their home row.

    Parameters
    ----------
    holes : int
        Holes in a row.

    Returns
    -------
    tuple of int

    Examples
    --------
    >>> home_rows(2)
    (0, 0, 1, 1)
    """
    return (SOUTH,) * holes + (NORTH,) * holes


def _check(position: Position) -> None:
    size = len(position.seeds)
    if size % 2 or not 4 <= size <= 2 * LARGEST_HALF:
        raise Unfit(
            "A board has 2 to {most} holes in each of two rows; {size} counts were given.",
            most=LARGEST_HALF,
            size=size,
        )
    if min(position.seeds) < 0:
        place = next(place for place in range(size) if position.seeds[place] < 0)
        name = letter(place, size // 2)
        raise Unfit(
            "Hole {hole} holds {seeds}; it takes 0 seeds or more.",
            hole=name,
            seeds=position.seeds[place],
        )
    if len(position.stores) != 2 or min(position.stores) < 0:
        raise Unfit(
            "stores is {stores!r}; it takes South's and North's captured seeds, each 0 or more.",
            stores=position.stores,
        )
    total = sum(position.seeds) + sum(position.stores)
    if total > MOST_SEEDS:
        raise Unfit(
            "The position has {total:,} seeds; it takes {most:,} at most.",
            total=total,
            most=MOST_SEEDS,
        )
    owners = position.owner
    if len(owners) != size or any(owner not in (-1, SOUTH, NORTH) for owner in owners):
        raise Unfit(
            "owner is {owner!r}; it takes 0, 1 or -1 for each of {size} holes.",
            owner=owners,
            size=size,
        )
    if owners.count(-1) > size - 2:
        raise Unfit("At least two holes must be in play.")
    for place in range(size):
        if owners[place] == -1 and position.seeds[place]:
            name = letter(place, size // 2)
            raise Unfit("Hole {hole} is out of play, so it can hold no seeds.", hole=name)
    for field in ("mover", "starter"):
        value = getattr(position, field)
        if value not in (SOUTH, NORTH):
            raise Unfit("{field} is {value!r}; it is 0 or 1.", field=field, value=value)
    for field in ("last_taker", "first_final", "drawn"):
        value = getattr(position, field)
        if value not in (None, SOUTH, NORTH):
            raise Unfit("{field} is {value!r}; it is 0, 1 or None.", field=field, value=value)
    if not isinstance(position.extra, bool):
        raise Unfit("extra is {extra!r}; it is True or False.", extra=position.extra)
    if position.ending is not None and position.ending not in ENDINGS:
        raise Unfit(
            "ending is {ending!r}; it is None or one of {endings}.",
            ending=position.ending,
            endings=Listed(ENDINGS),
        )


def _parse(text: str) -> Position:
    found = _LITERAL.fullmatch(text) if isinstance(text, str) else None
    if not found:
        raise Unfit(
            "{text!r} is no position; it looks like <2,0,0,4,4,4,4> S: "
            "holes in a row, South's and North's store, all holes, then who is to move.",
            text=text,
        )
    literal, mover, rest = found.groups()
    numbers = []
    for place, item in enumerate(literal.split(","), 1):
        if not (item.strip().isascii() and item.strip().isdigit() and len(item.strip()) < 10):
            raise Unfit(
                "Number {place} of the position is {word!r}; in <{literal}>.",
                place=place,
                word=item.strip(),
                literal=literal,
            )
        numbers.append(int(item))
    holes, stores, seeds = numbers[0], numbers[1:3], numbers[3:]
    if len(stores) < 2 or len(seeds) != 2 * holes:
        raise Unfit(
            "<{literal}> says {row} holes in a row, so two stores and {holes} holes "
            "must follow; {found} holes do.",
            literal=literal,
            row=holes,
            holes=2 * holes,
            found=max(0, len(seeds)),
        )
    values: dict[str, Any] = {"mover": _mover(mover)}
    for item in rest.split():
        key, _, value = item.partition("=")
        name, read = _entry(key, value)
        if name in values:
            raise Unfit("{key} stands twice in the position {text!r}.", key=key, text=text)
        values[name] = read
    return Position(tuple(seeds), (stores[0], stores[1]), **values)


_SIDE_KEYS = {
    "taker": "last_taker",
    "first": "first_final",
    "starter": "starter",
    "drawn": "drawn",
}


def _entry(key: str, value: str) -> tuple[str, Any]:
    if key in _SIDE_KEYS:
        return _SIDE_KEYS[key], _side(value, key)
    if key == "extra" and value in ("0", "1"):
        return "extra", value == "1"
    if key == "ending" and value:
        return "ending", value
    if key == "owner" and value and set(value) <= set(_OWNERS):
        return "owner", tuple(_OWNERS[item] for item in value)
    known: Iterable[str] = (*(f"{name}=S" for name in _SIDE_KEYS), "extra=1")
    raise Unfit(
        "{part!r} is no part of a position; after the player to move may stand "
        "{known}, ending=four_left or owner=SSNN.",
        part=f"{key}={value}",
        known=Listed(known),
    )


def _side(word: str, key: str) -> int:
    if word not in ("S", "N"):
        raise Unfit("{key} is {word!r}; it is S or N.", key=key, word=word)
    return _SIDES.index(word)


def _mover(word: str) -> int:
    if word not in ("S", "N"):
        raise Unfit("the player to move is {word!r}; it is S or N.", word=word)
    return _SIDES.index(word)
