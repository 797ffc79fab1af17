"""What people call the options of the rules, and their values."""

from __future__ import annotations

from typing import Any

from mancala_core.engine.options import to_word
from mancala_core.show.words import C_, N_, Words


def value_name(words: Words, field: str, value: Any) -> str:
    """Name a value of an option for people.

    Parameters
    ----------
    words : Words
    field : str
    value : bool or str

    Returns
    -------
    str

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> value_name(speak("en"), "direction", "cw")
    'clockwise'
    """
    word = to_word(value)
    name = _VALUES.get((field, word)) or _VALUES.get(("", word))
    return words.say(name) if name else word


TITLES = {
    "holes": N_("Holes in a row"),
    "seeds": N_("Seeds in each hole"),
    "direction": N_("Direction"),
    "relay": N_("Relay"),
    "least": N_("Fewest seeds to sow"),
    "origin": N_("Long lap and its own hole"),
    "capture_on": N_("Captured numbers"),
    "passing": N_("Completed on the way: to"),
    "final": N_("Completed by the last seed: to"),
    "final_side": N_("Final capture in holes of"),
    "own_final": N_("Completed but not captured"),
    "after_final": N_("After a final capture"),
    "extra_move": N_("Extra move"),
    "end_at": N_("Ends at seeds left"),
    "end_without_move": N_("Ends without a move"),
    "remainder": N_("Last seeds go to"),
    "stuck": N_("Neither can move: seeds to"),
    "endless": N_("Endless sowing"),
    "repetition": N_("Position comes back"),
    "chain": N_("Run before a final capture"),
    "match": N_("Match"),
    "goal": N_("Holes that win a match"),
    "round_limit": N_("Rounds at most"),
    "buying": N_("Holes that are bought"),
    "dispute": N_("Hole in dispute to"),
    "unfilled": N_("Holes not filled"),
    "next_starter": N_("Next round begun by"),
}
_VALUES = {
    ("", "true"): N_("yes"),
    ("", "false"): N_("no"),
    ("direction", "ccw"): N_("counter-clockwise"),
    ("direction", "cw"): N_("clockwise"),
    ("origin", "sow"): N_("sown into"),
    ("origin", "skip"): N_("skipped"),
    ("", "nobody"): N_("nobody"),
    ("", "owner"): N_("the owner of the hole"),
    ("", "owners"): N_("the owners of the holes"),
    ("", "mover"): C_("who gets seeds", "the mover"),
    ("final_side", "own"): C_("in whose holes", "the mover"),
    ("final_side", "opponent"): C_("in whose holes", "the opponent"),
    ("final_side", "any"): N_("either"),
    ("own_final", "stop"): N_("the move ends"),
    ("own_final", "relay"): N_("sown on"),
    ("after_final", "again"): N_("move again"),
    ("after_final", "over"): N_("opponent to move"),
    ("extra_move", "compulsory"): N_("compulsory"),
    ("extra_move", "optional"): N_("optional"),
    ("remainder", "penultimate"): N_("the taker of the group before"),
    ("remainder", "lottery"): C_("who gets seeds", "a draw by lot"),
    ("remainder", "first_final"): N_("the first to make a final capture"),
    ("remainder", "starter"): N_("the starter"),
    ("remainder", "mover"): N_("whoever moved last"),
    ("endless", "barred"): N_("not allowed (barred)"),
    ("endless", "draw"): N_("ends the game: a draw"),
    ("endless", "void"): N_("ends the game: no result"),
    ("stuck", "void"): N_("no result"),
    ("repetition", "play_on"): N_("play goes on"),
    ("repetition", "owners"): N_("seeds to the owners of the holes"),
    ("repetition", "draw"): N_("a draw"),
    ("chain", "none"): N_("not taken"),
    ("chain", "preceding"): N_("taken with it"),
    ("match", "none"): N_("none, single games"),
    ("match", "buying"): N_("holes are bought"),
    ("match", "own_row"): N_("own rows are filled"),
    ("buying", "nearest"): N_("the nearest"),
    ("buying", "choice"): N_("the buyer's choice"),
    ("dispute", "larger"): N_("the larger remainder"),
    ("dispute", "lottery"): C_("who gets a hole", "a draw by lot"),
    ("dispute", "loser"): N_("the loser of the round"),
    ("dispute", "empty"): N_("nobody, out of play"),
    ("unfilled", "blocked"): N_("out of play"),
    ("next_starter", "alternate"): N_("the other player"),
}
