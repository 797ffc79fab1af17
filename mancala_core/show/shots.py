"""A move as a row of shots: what each frame of its moving picture shows, and how long.

They follow the steps and events by which the page sows a move out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from mancala_core.engine.moves import Move
from mancala_core.engine.saying import Listed, Unfit
from mancala_core.show.lap_words import head
from mancala_core.show.laps import Trace, trace_of
from mancala_core.show.signs import Sign
from mancala_core.show.sowing_steps import BACK, FALLS, proof, skipped, steps
from mancala_core.show.words import Words

PACES = {"slow": 620, "normal": 280, "fast": 90}
"""Milliseconds a seed."""
AT_MOST = {"slow": 45_000, "normal": 18_000, "fast": 7_000}
"""Milliseconds of a whole move, as far as its seeds and laps go."""
LEAST = 40
"""Milliseconds a seed, however long the move."""
TO_READ, AT_END = 1_600, 5_000
FLIGHT = (0.0, 0.35, 0.7)
"""Where seeds taken are seen on their way to a store, in parts of it."""


class Flying(NamedTuple):
    """Seeds on their way from a hole to the store of who took them."""

    hole: int
    player: int
    seeds: int
    part: float
    """Of the way that is behind them."""


@dataclass(frozen=True, slots=True)
class Shot:
    """What one frame shows.

    Attributes
    ----------
    seeds, stores : tuple of int
    text : str
        The sentence below the board.
    ms : int
        How long it is shown, in milliseconds.
    lap : int
        0 before and after the laps.
    hand : int
        Seeds in the hand.
    over : int or None
        The hole that the hand is over.
    picked : tuple of int
        The hole that was picked up in this lap, if any.
    trail : tuple of int
        Holes into which seeds of this lap fell.
    taken : tuple of (int, Sign)
        Holes and the captures of this lap beside them.
    flying : Flying or None
    banner : str
        Stands over the board: that laps are passed over.
    proof : sequence of dict
        Rows of seeds that are equal, at the end of an endless sowing.
    last : bool
        Whether the marks of the whole move are shown.
    """

    seeds: tuple[int, ...]
    stores: tuple[int, int]
    text: str
    ms: int
    lap: int = 0
    hand: int = 0
    over: int | None = None
    picked: tuple[int, ...] = ()
    trail: tuple[int, ...] = ()
    taken: tuple[tuple[int, Sign], ...] = ()
    flying: Flying | None = None
    banner: str = ""
    proof: Sequence[dict[str, Any]] = ()
    last: bool = False

    @property
    def total(self) -> int:
        """All seeds: in holes, stores, the hand and the air."""
        return sum(self.seeds) + sum(self.stores) + self.hand + (self.flying or (0, 0, 0))[2]


def shots(words: Words, move: Move, pace: str = "normal") -> tuple[Shot, ...]:
    """Tell what the frames of a move's moving picture show.

    Parameters
    ----------
    words : Words
    move : Move
    pace : {"slow", "normal", "fast"}

    Returns
    -------
    tuple of Shot
        Of a long move the first laps and the last, as on the page; a sowing that is proved
        endless ends with its proof.

    Raises
    ------
    ValueError
        For a pass, or if there is no such pace.

    Examples
    --------
    >>> from mancala_core.engine.game import Game
    >>> from mancala_core.show.words import speak
    >>> found = shots(speak(), Game.new("adji_kui_2", seed=1).play("A").moves[0])
    >>> [shot.hand for shot in found][:8]
    [0, 4, 3, 2, 1, 0, 5, 4]
    >>> {shot.total for shot in found}
    {48}
    """
    if pace not in PACES:
        raise Unfit("There is no pace {pace!r}; there are {paces}.", pace=pace, paces=Listed(PACES))
    if move.hole is None:
        raise Unfit("In a pass no seed is sown, so there is nothing that moves; choose a move.")
    track = trace_of(move)
    return tuple(_shots(words, track, pace))


def _shots(words: Words, track: Trace, pace: str) -> Iterator[Shot]:
    told = steps(words, track)
    gap, shown = skipped(words, track), proof(words, track)
    passed = range(gap["first"] + 1, gap["last"] + 1) if gap else range(0)
    beats = sum(
        len(step.get("events", ())) + 3
        for place, step in enumerate(told)
        if place and place not in passed
    )
    tick = max(LEAST, min(PACES[pace], AT_MOST[pace] // max(1, beats)))
    pause = max(4 * tick, TO_READ * PACES[pace] // PACES["normal"])
    shot = Shot(tuple(told[0]["seeds"]), tuple(told[0]["stores"]), told[0]["text"], pause)
    yield shot
    for place, step in enumerate(told[1:], 1):
        if gap and place in passed:
            if place == gap["last"]:
                yield _still(step, gap["text"], 2 * pause, lap=place, banner=gap["text"])
            continue
        if "from" in step:
            *before, shot = _lap(told[place - 1], step, place, tick)
            yield from before
            yield replace(shot, ms=pause)
        else:
            yield _still(step, step["text"], pause)
        if shown and place == shown["step"]:
            break
    if shown:
        yield _still(step, shown["text"], 2 * AT_END, proof=shown["rows"])
    else:
        yield _still(step, head(words, track), AT_END, last=True)


def _still(step: dict[str, Any], text: str, ms: int, **more: Any) -> Shot:
    return Shot(tuple(step["seeds"]), tuple(step["stores"]), text, ms, **more)


def _lap(before: dict[str, Any], step: dict[str, Any], number: int, tick: int) -> Iterator[Shot]:
    """One lap: picked up, seed by seed, captures on their way to the stores."""
    seeds, stores, hole = list(before["seeds"]), list(before["stores"]), step["from"]
    hand, seeds[hole] = seeds[hole], 0
    trail, taken = list[int](), list[tuple[int, Sign]]()
    over = hole

    def shot(ms: float, flying: Flying | None = None) -> Shot:
        south, north = stores
        return Shot(
            *(tuple(seeds), (south, north), step["text"], round(ms), number, hand, over),
            *((step["from"],), tuple(trail), tuple(taken), flying),
        )

    yield shot(2 * tick)
    for hole, who, count in step["events"]:
        if who == FALLS:
            over = hole
            seeds[hole] += 1
            hand -= 1
            trail.append(hole)
            yield shot(tick)
        elif who == BACK:
            over = hole
            seeds[hole] += count
            hand -= count
            yield shot(2 * tick)
        else:
            seeds[hole] -= count
            taken.append((hole, Sign("taken", who, count)))
            for part in FLIGHT:
                yield shot(tick if not part else 0.3 * tick, Flying(hole, who, count, part))
            stores[who] += count
            yield shot(tick)
