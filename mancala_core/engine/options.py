"""The options of a game: their names, their values as words, and as small integers.

A new option gets its line in `MEANING` and, if its values can be listed, in `WORDS`; its
default stands in every rule set, its check in `rules`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from mancala_core.engine.saying import N_, Listed, Unfit

LARGEST_HALF = 26
"""Holes of a row are lettered, so a row has at most 26."""
NO_COUNT = N_("{option} is {value!r}; it takes a whole number.")
NO_COUNTS = N_("{option} is {value!r}; it takes numbers such as 4 or 2,3.")
WORDS: dict[str, tuple[str, ...]] = {
    "direction": ("ccw", "cw"),
    "origin": ("sow", "skip"),
    "passing": ("owner", "mover", "nobody"),
    "final": ("mover", "owner", "nobody"),
    "final_side": ("any", "opponent", "own"),
    "own_final": ("stop", "relay"),
    "chain": ("none", "preceding"),
    "after_final": ("again", "over"),
    "extra_move": ("compulsory", "optional"),
    "remainder": (
        "penultimate",
        "lottery",
        "first_final",
        "starter",
        "mover",
        "owners",
        "nobody",
    ),
    "stuck": ("owners", "nobody", "void"),
    "endless": ("barred", "owners", "draw", "void"),
    "repetition": ("play_on", "owners", "draw"),
    "match": ("none", "buying", "own_row"),
    "buying": ("nearest", "choice"),
    "dispute": ("larger", "lottery", "loser", "empty"),
    "unfilled": ("blocked",),
    "next_starter": ("alternate",),
}
SWITCHES = ("relay", "end_without_move")
COUNTS = ("holes", "seeds", "least", "end_at", "goal", "round_limit")
MEANING = {
    "holes": N_("holes in a row"),
    "seeds": N_("seeds in each hole at the set-up"),
    "direction": N_("way round the board: ccw counter-clockwise, cw clockwise"),
    "relay": N_("an occupied last hole is picked up and sown on"),
    "least": N_("fewest seeds a chosen hole must hold"),
    "origin": N_("whether a long lap sows into the hole it was picked up from"),
    "capture_on": N_("numbers of seeds that are captured"),
    "passing": N_("who takes what is completed on the way"),
    "final": N_("who takes what the last seed of a lap completes"),
    "final_side": N_("in whose holes a final capture may be made"),
    "own_final": N_("what a completed hole does that the last seed may not capture"),
    "chain": N_("whether a final capture takes the run of completed holes before it too"),
    "after_final": N_("whether the mover moves again after a final capture"),
    "extra_move": N_("whether that extra move must be made"),
    "end_at": N_("the game ends when so many seeds or fewer remain"),
    "end_without_move": N_("the game ends when the player to move cannot"),
    "remainder": N_("who gets the seeds left at a natural end"),
    "stuck": N_("seeds left when neither player has a move"),
    "endless": N_("what an endless sowing means"),
    "repetition": N_("what a position that comes back means"),
    "match": N_("how the score of a round becomes the territory of the next"),
    "goal": N_("a match is won by owning so many holes"),
    "round_limit": N_("rounds after which a match ends without a winner"),
    "buying": N_("which holes of the other row a surplus buys"),
    "dispute": N_("who gets the hole that two remainders would fill together"),
    "unfilled": N_("what becomes of holes of the own row that a score does not fill"),
    "next_starter": N_("who begins the next round"),
}
FIELDS = tuple(MEANING)
MATCH_FIELDS = FIELDS[FIELDS.index("match") :]
"""Options that join rounds to a match; they change nothing in a single game."""
_IN_USE = {
    "none": (),
    "buying": ("goal", "round_limit", "buying", "dispute", "next_starter"),
    "own_row": ("round_limit", "unfilled", "next_starter"),
}


class Options(NamedTuple):
    """The options that decide a move, as the small integers that `sowing` reads.

    Words become their place in the tuple of values that the option may take.
    """

    step: int
    relay: int
    least: int
    skip: int
    capture_mask: int
    passing: int
    final: int
    final_side: int
    relay_on_four: int
    chain: int
    again: int
    optional: int
    end_at: int
    end_without_move: int
    barred: int
    prove: int
    limit: int
    play_on: int


class MatchOptions(NamedTuple):
    """The options that decide how rounds join to a match, as `territory` reads them."""

    kind: int
    step: int
    price: int
    goal: int
    round_limit: int
    choice: int
    dispute: int


PASSING_OWNER, PASSING_MOVER, PASSING_NOBODY = range(3)
FINAL_MOVER, FINAL_OWNER, FINAL_NOBODY = range(3)
SIDE_ANY, SIDE_OPPONENT, SIDE_OWN = range(3)
MATCH_NONE, MATCH_BUYING, MATCH_OWN_ROW = range(3)
DISPUTE_LARGER, DISPUTE_LOTTERY, DISPUTE_LOSER, DISPUTE_EMPTY = range(4)


def meaning(field: str) -> str:
    """Say in a few words what an option decides.

    Parameters
    ----------
    field : str
        Name of an option.

    Returns
    -------
    str

    Examples
    --------
    >>> meaning("holes")
    'holes in a row'
    """
    return MEANING[field]


def in_use(match: str) -> tuple[str, ...]:
    """Options that decide something in such a match, beside ``match`` itself.

    Parameters
    ----------
    match : str
        A value of the option ``match``.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> in_use("own_row")
    ('round_limit', 'unfilled', 'next_starter')
    """
    return _IN_USE[match]


def values_of(field: str) -> tuple[Any, ...] | None:
    """Values that an option may take, where they can be listed.

    Parameters
    ----------
    field : str
        Name of an option.

    Returns
    -------
    tuple or None
        None for numbers. ``endless`` also takes ``"limit:N"``.

    Examples
    --------
    >>> values_of("direction")
    ('ccw', 'cw')
    """
    known_field(field)
    return (False, True) if field in SWITCHES else WORDS.get(field)


def to_word(value: Any) -> str:
    """Write an option's value as one word, as labels and records do.

    Parameters
    ----------
    value : bool, int, str or tuple of int

    Returns
    -------
    str

    Examples
    --------
    >>> to_word(True), to_word((2, 3)), to_word("cw")
    ('true', '2,3', 'cw')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return ",".join(str(item) for item in value)
    return str(value)


def from_word(field: str, word: str) -> Any:
    """Read what `to_word` writes.

    Parameters
    ----------
    field : str
        Name of the option.
    word : str
        Its value as one word.

    Returns
    -------
    bool, int, str or tuple of int

    Raises
    ------
    ValueError
        If the option is unknown or the word is no value of its kind.

    Examples
    --------
    >>> from_word("capture_on", "2,3")
    (2, 3)
    """
    known_field(field)
    if field in SWITCHES:
        if word not in ("true", "false"):
            raise Unfit("{option} is {value!r}; it is true or false.", option=field, value=word)
        return word == "true"
    try:
        if field in COUNTS:
            return _digits(word)
        if field == "capture_on":
            return tuple(_digits(item) for item in word.split(","))
    except ValueError:
        if field == "capture_on":
            raise Unfit(NO_COUNTS, option=field, value=word) from None
        raise Unfit(NO_COUNT, option=field, value=word) from None
    return word


def known_field(field: str) -> None:
    """Refuse a name that is no option."""
    if field not in FIELDS:
        raise Unfit(
            "There is no option {option!r}; the options are {options}.",
            option=field,
            options=Listed(FIELDS),
        )


def limit_of(endless: object) -> int:
    """The number of laps in ``"limit:N"``; 0 for anything else."""
    if not isinstance(endless, str) or not endless.startswith("limit:"):
        return 0
    try:
        return _digits(endless[6:])
    except ValueError:
        return 0


def _digits(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 10):
        raise Unfit("{word!r} is no whole number", word=word)
    return int(word)
