"""What is marked beside the holes after a move: the same on the board and in its picture."""

from __future__ import annotations

from typing import NamedTuple

from mancala_core.engine.moves import Move


class Sign(NamedTuple):
    """One mark of a move beside a hole.

    Attributes
    ----------
    kind : str
        "began", "stopped" or "taken".
    player, seeds, final : int, int, bool
        Of a capture: who took, how many in all, and whether one was by the last seed.
    """

    kind: str
    player: int = -1
    seeds: int = 0
    final: bool = False


def signs_of(move: Move) -> dict[int, list[Sign]]:
    """Marks of a move by hole, read from its events.

    A move that was taken back, or whose events are not all kept, shows only where it began.

    Parameters
    ----------
    move : Move

    Returns
    -------
    dict of int to list of Sign
        Empty for a pass.

    Examples
    --------
    >>> from mancala_core.engine.game import Game
    >>> signs = signs_of(Game.new("anywoli", seed=1).play("A").moves[0])
    >>> [sign.kind for sign in signs[0]]
    ['began', 'stopped']
    """
    if move.hole is None:
        return {}
    signs = {move.hole: [Sign("began")]}
    if move.cut or move.ending == "endless":
        return signs
    taken: dict[tuple[int, int], tuple[int, bool]] = {}
    for event in move.events:
        if event.kind == "capture":
            count, final = taken.get((event.hole, event.player), (0, False))
            taken[event.hole, event.player] = (count + event.seeds, final or event.final)
    if move.events[-1].kind == "sow":
        signs.setdefault(move.events[-1].hole, []).append(Sign("stopped"))
    for (hole, player), (count, final) in taken.items():
        signs.setdefault(hole, []).append(Sign("taken", player, count, final))
    return signs
