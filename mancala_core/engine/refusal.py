"""Why a move is refused, as data and as sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mancala_core.engine.position import letter
from mancala_core.engine.rules import PLAYERS
from mancala_core.engine.saying import N_, NN_

CAN_PLAY = N_("{player} can play {holes}.")
MUST_PASS = N_("{player} must pass.")
REASONS: dict[str, str | tuple[str, str]] = {
    "no_such_hole": N_("There is no hole {hole}; holes are A to {last} and a to {other_last}."),
    "empty": N_("{hole} is empty."),
    "not_yours": N_("{hole} is {other}'s hole and {player} is to move."),
    "singleton": N_("{hole} holds fewer than {least} seeds, too few to sow."),
    "out_of_play": N_("{hole} is out of play."),
    "endless": NN_(
        "{hole} would be sown for ever: after {laps} laps the board is as it was "
        "{n} lap before, with the same hole to pick up.",
        "{hole} would be sown for ever: after {laps} laps the board is as it was "
        "{n} laps before, with the same hole to pick up.",
    ),
    "must_pass": N_("{player} has no move and must pass."),
    "must_move": N_("{player} cannot pass."),
    "over": N_("The game is over."),
}
"""For each reason the English sentence, with places for `values_of`; two where ``n``, the laps of
a period, has a plural."""
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


def values_of(
    data: Mapping[str, Any],
    player: Callable[[int], str],
    number: Callable[[int], str] = "{:,}".format,
    listed: Callable[[list[str]], str] = ", ".join,
) -> dict[str, str]:
    """What goes into the places of `REASONS`.

    Parameters
    ----------
    data : mapping
        As in `IllegalMove`.
    player : callable
        Names a player.
    number : callable, optional
        Writes a number.
    listed : callable, optional
        Writes a list.

    Returns
    -------
    dict of str
    """
    holes, hole = data["holes"], data["hole"]
    known = type(hole) is int and 0 <= hole < 2 * holes
    values = {
        "hole": letter(hole, holes) if known else repr(hole),
        "holes": listed([letter(item, holes) for item in data["legal"]]),
        "last": letter(holes - 1, holes),
        "other_last": letter(2 * holes - 1, holes),
        "player": player(data["mover"]),
        "other": player(1 - data["mover"]),
        "least": number(data["least"]),
    }
    counted = {"laps": data.get("laps"), "n": data.get("period")}
    return values | {name: number(count) for name, count in counted.items() if count}


def _english(message: str | tuple[str, str], n: int) -> str:
    return message if isinstance(message, str) else message[n != 1]


def sentence(
    reason: str,
    data: Mapping[str, Any],
    translate: Callable[[str | tuple[str, str], int], str] = _english,
    player: Callable[[int], str] = PLAYERS.__getitem__,
    number: Callable[[int], str] = "{:,}".format,
    listed: Callable[[list[str]], str] = ", ".join,
    joined: Callable[[list[str]], str] = " ".join,
) -> str:
    """Say why a move is refused and what may be played.

    Parameters
    ----------
    reason : str
        A key of `REASONS`.
    data : mapping
        As in `IllegalMove`.
    translate : callable, optional
        Turns an English sentence with places, or that for one and that for several and their
        number, into one of another language.
    player : callable, optional
        Names a player in that language.
    number : callable, optional
        Writes a number in it.
    listed : callable, optional
        Writes a list in it.
    joined : callable, optional
        Puts its sentences one after the other.

    Returns
    -------
    str

    Examples
    --------
    >>> data = {"hole": 6, "holes": 6, "mover": 0, "least": 2, "legal": (0, 2)}
    >>> sentence("not_yours", data)
    "a is North's hole and South is to move. South can play A, C."
    """
    values = values_of(data, player, number, listed)
    sentences = [REASONS[reason]]
    if reason not in _COMPLETE:
        sentences.append(CAN_PLAY if data["legal"] else MUST_PASS)
    n = data.get("period") or 0
    return joined([translate(message, n).format(**values) for message in sentences])
