"""What the page needs to sow a move out: the board after each lap, and each seed on its way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mancala_core.engine.moves import Move
from mancala_core.engine.position import letter
from mancala_core.show.board_words import lap_sentence
from mancala_core.show.lap_words import sentence, with_takes
from mancala_core.show.laps import Lap, Trace
from mancala_core.show.signs import signs_of
from mancala_core.show.words import Words

MOST_STEPS = 300
"""Laps that can be stepped through; the rest of a longer move is one step."""
FIRST, LAST = 8, 3
"""Laps of a long move that are sown out before and after those that are passed over."""
FALLS, BACK = -1, -2
"""In place of the taker of an event: a seed falls; seeds are laid back."""


def marks(move: Move) -> dict[str, list[list[Any]]]:
    """Tell what is drawn beside each hole for a move.

    Parameters
    ----------
    move : Move

    Returns
    -------
    dict
        For each hole, by its number as JSON has it, a list of ``["began"]``, ``["ended"]`` and
        ``["took", player, seeds, final]``.

    Examples
    --------
    >>> from mancala_core.engine.game import Game
    >>> marks(Game.new("anywoli", seed=1).play("A").moves[0])
    {'0': [['began'], ['ended']]}
    """
    kinds = {"began": "began", "stopped": "ended"}
    return {
        str(hole): [
            ["took", sign.player, sign.seeds, sign.final]
            if sign.kind == "taken"
            else [kinds[sign.kind]]
            for sign in signs
        ]
        for hole, signs in signs_of(move).items()
    }


def lap_marks(lap: Lap) -> dict[str, list[list[Any]]]:
    """Tell what is drawn beside each hole for one lap.

    Parameters
    ----------
    lap : Lap

    Returns
    -------
    dict
        As `marks`, and ``["sown", seeds]`` for what fell in a hole and ``["back", seeds]`` for
        what was laid back.
    """
    found: dict[int, list[list[Any]]] = {lap.hole: [["began"]]}
    fell: dict[int, int] = {}
    takes: dict[tuple[int, int], list[Any]] = {}
    for step in lap.steps:
        fell[step.hole] = fell.get(step.hole, 0) + 1
        if step.taker >= 0:
            take = takes.setdefault((step.hole, step.taker), ["took", step.taker, 0, False])
            take[2:] = take[2] + step.holds, take[3] or step.final
    for hole, seeds in fell.items():
        found.setdefault(hole, []).append(["sown", seeds])
    for (hole, _), take in takes.items():
        found.setdefault(hole, []).append(take)
    if not lap.last.final:
        found.setdefault(lap.last.hole, []).append(["ended"])
    if lap.laid_back:
        found.setdefault(lap.hole, []).append(["back", lap.laid_back])
    return {str(hole): value for hole, value in found.items()}


def steps(words: Words, track: Trace) -> list[dict[str, Any]]:
    """Show the board before a move and after each of its laps.

    Parameters
    ----------
    words : Words
    track : Trace
        The move with its laps, as read from its events.

    Returns
    -------
    list of dict
        Each with ``seeds``, ``stores``, ``marks`` and ``text``, and after a lap ``from``, the
        hole picked up, and its `events`; the last shows the board after the move. Empty for a
        pass.

    Examples
    --------
    >>> from mancala_core.engine.game import Game
    >>> from mancala_core.show.words import speak
    >>> from mancala_core.show.laps import trace_of
    >>> track = trace_of(Game.new("adji_kui_2", seed=1).play("A").moves[0])
    >>> [step["seeds"] for step in steps(speak(), track)][1]
    [0, 5, 5, 5, 5, 4, 4, 4, 4, 4, 4, 4]
    """
    move, laps = track.move, track.laps[:MOST_STEPS]
    if not laps:
        return []
    before, after = move.before, move.after
    stores = list(before.stores)
    found = [_step(before.seeds, stores, {str(laps[0].hole): [["began"]]}, "")]
    found[0]["text"] = words.say("Before the move.")
    for lap in laps:
        stores = [stores[player] + lap.taken(player) for player in (0, 1)]
        beside, text = lap_marks(lap), lap_sentence(words, track, lap)
        found.append(_step(lap.after, stores, beside, text, lap))
    if (laps[-1].after, tuple(stores)) != (after.seeds, after.stores):
        text = (
            words.say("The move is taken back: the board is as it was before.")
            if move.ending == "endless"
            else words.count("After all {n} lap.", "After all {n} laps.", move.laps)
        )
        found.append(_step(after.seeds, after.stores, {}, text))
    return found


def _step(
    seeds: Sequence[int],
    stores: Sequence[int],
    beside: dict[str, Any],
    text: str,
    lap: Lap | None = None,
) -> dict[str, Any]:
    step = {"seeds": list(seeds), "stores": list(stores), "marks": beside, "text": text}
    return step if lap is None else step | {"from": lap.hole, "events": events(lap)}


def events(lap: Lap) -> list[list[int]]:
    """Tell each seed of a lap on its way, in order.

    Parameters
    ----------
    lap : Lap

    Returns
    -------
    list of [hole, who, seeds]
        ``who`` is `FALLS` for a seed that falls into the hole, `BACK` for seeds laid back there,
        or the player who takes the seeds. A run is taken after the capture that takes it along.

    Examples
    --------
    >>> from mancala_core.engine.game import Game
    >>> from mancala_core.show.laps import trace_of
    >>> track = trace_of(Game.new("adji_kui_2", seed=1).play("A").moves[0])
    >>> events(track.laps[0])
    [[1, -1, 1], [2, -1, 1], [3, -1, 1], [4, -1, 1]]
    """
    told: list[list[int]] = []
    for step in lap.steps:
        told.append([step.hole, FALLS, 1])
        if step.taker >= 0 and (step is lap.last or not step.final):
            told.append([step.hole, step.taker, step.holds])
    told += [[step.hole, step.taker, step.holds] for step in lap.run]
    if lap.laid_back:
        told.append([lap.hole, BACK, lap.laid_back])
    return told


def skipped(words: Words, track: Trace) -> dict[str, Any] | None:
    """Tell which laps of a long move are passed over when it is sown out.

    Parameters
    ----------
    words : Words
    track : Trace

    Returns
    -------
    dict or None
        ``first`` and ``last``, the steps between which it jumps, and a ``text``; None where the
        move is shown whole.

    Examples
    --------
    >>> from mancala_core.engine.game import Game
    >>> from mancala_core.engine.moves import trace
    >>> from mancala_core.show.words import speak
    >>> text = "<6,0,0,1,0,1,2,0,4,0,2,1,0,1,0> S"
    >>> game = Game.new("adji_kui_2", start=text)
    >>> from mancala_core.show.laps import trace_of
    >>> skipped(speak(), trace_of(trace(game.rules, game.position, 3)))["text"]
    '55 laps are passed over.'
    """
    kept = min(len(track.laps), MOST_STEPS)
    if kept <= FIRST + LAST + 1:
        return None
    last = kept - LAST
    south, north = (sum(lap.taken(player) for lap in track.laps[FIRST:last]) for player in (0, 1))
    text = words.count("{n} lap is passed over", "{n} laps are passed over", last - FIRST)
    told = words.sentence(with_takes(words, text, south, north))
    return {"first": FIRST, "last": last, "text": told}


def proof(words: Words, track: Trace) -> dict[str, Any] | None:
    """Show why a sowing never ends: the lap that begins as an earlier one did.

    Parameters
    ----------
    words : Words
    track : Trace

    Returns
    -------
    dict or None
        ``text``, the ``step`` at which the state is back, and ``rows`` with a ``label`` and the
        ``seeds`` by hole and the ``hole`` picked up; no rows where the laps between are too many
        to be kept. None for a sowing that is not proved endless.
    """
    move = track.move
    if move.ending != "endless" or not move.period or not move.cycle_start:
        return None
    first = move.cycle_start
    rows = []
    if track.closes and first + move.period <= MOST_STEPS:
        for lap in (first, first + move.period):
            hole, seeds = track.start_of(lap)
            label = words.say(
                "Before lap {lap}, picked up: {hole}",
                lap=words.number(lap),
                hole=letter(hole, move.before.holes),
            )
            rows.append({"label": label, "hole": hole, "seeds": list(seeds)})
    step = first + move.period - 1 if rows else None
    return {"text": sentence(words, track), "step": step, "rows": rows}
