"""Text twins: what the pictures show, in words."""

from __future__ import annotations

from mancala_core.engine.moves import Move
from mancala_core.engine.position import Position, letter
from mancala_core.show import lap_words
from mancala_core.show.laps import trace_of
from mancala_core.show.words import Words


def tell_move(words: Words, move: Move) -> str:
    """Tell a move in full: the text twin of its picture.

    Parameters
    ----------
    words : Words
    move : Move

    Returns
    -------
    str
        Head, board before, one line a lap, board after.
    """
    trace = trace_of(move)
    holes = move.before.holes
    lines = [lap_words.head(words, trace)]
    lines.append(words.say("Before: {board}.", board=board_line(words, move.before.seeds)))
    for lap in trace.laps:
        parts = [
            words.count(
                "Lap {number}: {n} seed from {hole}, the last in {last}.",
                "Lap {number}: {n} seeds from {hole}, the last in {last}.",
                len(lap.steps),
                number=lap_words.number(lap.number),
                hole=letter(lap.hole, holes),
                last=letter(lap.last.hole, holes),
            )
        ]
        parts += lap_words.takings(words, lap, holes)
        parts.append(words.say("{note}.", note=lap_words.note(words, trace, lap)))
        lines.append(" ".join(parts))
    if trace.closes:
        lines.append(words.say("{note}.", note=lap_words.again(words, move)))
        lines += [line for line in lap_words.why(words, trace)[:1] if line]
    elif move.hole is not None and move.ending != "endless":
        lines.append(words.say("After: {board}.", board=board_line(words, move.after.seeds)))
    return "\n".join(lines)


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
            words.say("{board}.", board=board_line(words, position.seeds)),
            words.say(
                "Captured: South {south}, North {north}.",
                south=lap_words.number(south),
                north=lap_words.number(north),
            ),
        )
    )
