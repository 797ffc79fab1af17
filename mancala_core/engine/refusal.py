"""Why a move is refused, as data and as sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mancala_core.engine.position import letter
from mancala_core.engine.rules import PLAYERS

CAN_PLAY = "{player} can play {holes}."
MUST_PASS = "{player} must pass."
REASONS = {
    "no_such_hole": "There is no hole {hole}; holes are A to {last} and a to {other_last}.",
    "empty": "{hole} is empty.",
    "not_yours": "{hole} is {other}'s hole and {player} is to move.",
    "singleton": "{hole} holds fewer than {least} seeds, too few to sow.",
    "out_of_play": "{hole} is out of play.",
    "endless": "{hole} would be sown for ever: after {laps} laps the board is as it was "
    "{period} laps before, with the same hole to pick up.",
    "must_pass": "{player} has no move and must pass.",
    "must_move": "{player} cannot pass.",
    "over": "The game is over.",
}
"""For each reason the English sentence, with places for `values_of`."""
_COMPLETE = ("must_pass", "over")


class IllegalMove(ValueError):
    """A move that the rules do not allow. `str` says why, and what is allowed.

    Attributes
    ----------
    reason : str
        "no_such_hole", "empty", "not_yours", "singleton", "out_of_play", "endless",
        "must_pass", "must_move" or "over".
    data : dict
        ``hole`` (number or what was given), ``legal`` (tuple of holes), for endless sowing
        ``laps`` and ``period``, and what the sentence needs: ``holes``, ``mover``, ``least``.
    """

    def __init__(self, reason: str, data: Mapping[str, Any]) -> None:
        self.reason = reason
        self.data = dict(data)
        super().__init__(sentence(reason, self.data))

    def __reduce__(self) -> tuple[Any, ...]:
        return (IllegalMove, (self.reason, self.data))


def values_of(data: Mapping[str, Any], player: Callable[[int], str]) -> dict[str, str]:
    """What goes into the places of `REASONS`.

    Parameters
    ----------
    data : mapping
        As in `IllegalMove`.
    player : callable
        Names a player.

    Returns
    -------
    dict of str
    """
    holes, hole = data["holes"], data["hole"]
    known = type(hole) is int and 0 <= hole < 2 * holes
    values = {
        "hole": letter(hole, holes) if known else repr(hole),
        "holes": ", ".join(letter(item, holes) for item in data["legal"]),
        "last": letter(holes - 1, holes),
        "other_last": letter(2 * holes - 1, holes),
        "player": player(data["mover"]),
        "other": player(1 - data["mover"]),
        "least": str(data["least"]),
    }
    return values | {name: f"{data[name]:,}" for name in ("laps", "period") if data.get(name)}


def sentence(
    reason: str,
    data: Mapping[str, Any],
    translate: Callable[[str], str] = str,
    player: Callable[[int], str] = PLAYERS.__getitem__,
) -> str:
    """Say why a move is refused and what may be played.

    Parameters
    ----------
    reason : str
        A key of `REASONS`.
    data : mapping
        As in `IllegalMove`.
    translate : callable, optional
        Turns an English sentence with places into one of another language.
    player : callable, optional
        Names a player in that language.

    Returns
    -------
    str

    Examples
    --------
    >>> data = {"hole": 6, "holes": 6, "mover": 0, "least": 2, "legal": (0, 2)}
    >>> sentence("not_yours", data)
    "a is North's hole and South is to move. South can play A, C."
    """
    values = values_of(data, player)
    sentences = [REASONS[reason]]
    if reason not in _COMPLETE:
        sentences.append(CAN_PLAY if data["legal"] else MUST_PASS)
    return " ".join(translate(message).format(**values) for message in sentences)
