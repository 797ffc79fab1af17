"""Text twins: what the pictures show, in words."""

from __future__ import annotations

from collections.abc import Sequence

from mancala_core.engine.moves import Move
from mancala_core.engine.position import Position, letter
from mancala_core.show import lap_words
from mancala_core.show.laps import Lap, Trace, trace_of
from mancala_core.show.words import Words

MOST, FIRST, LAST = 80, 60, 10
"""Of a move of more laps than `MOST`, the first and the last that are told."""


def tell_move(words: Words, move: Move, whole: bool = False) -> str:
    """Tell a move lap by lap: the text twin of its picture.

    Parameters
    ----------
    words : Words
    move : Move
    whole : bool
        Whether to tell every lap that the trace keeps, however many.

    Returns
    -------
    str
        Head, board before, one line a lap, board after; a line says which laps are left out.
    """
    trace = trace_of(move)
    lines = [lap_words.head(words, trace)]
    lines.append(words.say("Before: {board}.", board=board_line(words, move.before.seeds)))
    kept = len(trace.laps)
    short = kept > MOST and not whole
    lines += [_lap_line(words, trace, lap) for lap in trace.laps[: FIRST if short else None]]
    if short:
        lines.append(_left_out(words, trace.laps[FIRST : kept - LAST]))
        lines += [_lap_line(words, trace, lap) for lap in trace.laps[kept - LAST :]]
    if trace.closes:
        lines.append(words.sentence(lap_words.again(words, move)))
        lines += [line for line in lap_words.why(words, trace)[:1] if line]
    elif move.hole is not None and move.ending != "endless":
        lines.append(words.say("After: {board}.", board=board_line(words, move.after.seeds)))
    return "\n".join(lines)


def _lap_line(words: Words, trace: Trace, lap: Lap) -> str:
    holes = trace.move.before.holes
    started = words.count(
        "Lap {number}: {n} seed from {hole}, the last in {last}.",
        "Lap {number}: {n} seeds from {hole}, the last in {last}.",
        len(lap.steps),
        number=words.number(lap.number),
        hole=letter(lap.hole, holes),
        last=letter(lap.last.hole, holes),
    )
    takes = lap_words.takings(words, lap, holes)
    return words.joined((started, *takes, words.sentence(lap_words.note(words, trace, lap))))


def _left_out(words: Words, laps: Sequence[Lap]) -> str:
    text = words.say(
        "Laps {first} to {last} are left out here",
        first=words.number(laps[0].number),
        last=words.number(laps[-1].number),
    )
    south, north = (sum(lap.taken(player) for lap in laps) for player in (0, 1))
    return words.sentence(lap_words.with_takes(words, text, south, north))


def board_line(words: Words, seeds: tuple[int, ...]) -> str:
    """List the seeds in the holes, row by row.

    Parameters
    ----------
    words : Words
    seeds : tuple of int

    Returns
    -------
    str
    """
    holes = len(seeds) // 2
    rows = (
        " ".join(f"{letter(hole, holes)} {seeds[hole]}" for hole in range(start, start + holes))
        for start in (0, holes)
    )
    return words.listed(list(rows))


def tell_position(words: Words, position: Position) -> str:
    """Tell a position: the text twin of the board.

    Parameters
    ----------
    words : Words
    position : Position

    Returns
    -------
    str
    """
    mover = words.player(position.mover)
    head = (
        words.say("{player} is to move.", player=mover)
        if position.ending is None
        else words.say("The game is over.")
    )
    south, north = position.stores
    return "\n".join(
        (
            head,
            words.sentence(board_line(words, position.seeds)),
            words.say(
                "Captured: South {south}, North {north}.",
                south=words.number(south),
                north=words.number(north),
            ),
        )
    )
