"""What a rule lab can change: values as people read them, and options that now decide nothing."""

from __future__ import annotations

import re
from typing import Any

from mancala_core.engine.options import (
    FIELDS,
    MATCH_FIELDS,
    SWITCHES,
    from_word,
    limit_of,
    to_word,
    values_of,
)
from mancala_core.engine.rules import Rules
from mancala_core.engine.unused import unused
from mancala_core.show.option_names import value_name
from mancala_core.show.words import N_, Words

GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (N_("Board"), ("holes", "seeds", "direction")),
    (N_("Sowing"), ("least", "relay", "origin", "endless")),
    (
        N_("Capturing"),
        (
            *("capture_on", "passing", "final", "final_side"),
            *("own_final", "chain", "after_final", "extra_move"),
        ),
    ),
    (N_("Ending"), ("end_at", "end_without_move", "remainder", "stuck", "repetition")),
)
"""Options in the order in which a lab shows them; those of matches change no single game."""
LAPS_LIMIT = "limit:75"
"""The rule of MancalaGames, offered beside those that prove a sowing endless."""
_SIZES = ("2", "3", "4", "6", "2,3", "2,4", "3,4")
_ENDLESS = {
    "barred": N_("not allowed (barred)"),
    "owners": N_("ends the game: seeds to the owners of the holes"),
    "draw": N_("ends the game: a draw"),
    "void": N_("ends the game: no result"),
}
_ONE_LAP = {
    "endless": N_("A move of one lap always ends."),
    "own_final": N_("A move has one lap, so nothing is sown on."),
}
_IDLE = {
    "final is nobody": N_("The last seed never captures."),
    "final_side is any": N_("The last seed captures in every hole, so none is left uncaptured."),
    "after_final is over": N_("There is no extra move after a final capture."),
    "end_without_move is true": N_("The game ends as soon as the player to move cannot."),
    "end_at is 0 and end_without_move is false": N_(
        "The game ends with no seeds left to give away."
    ),
}
"""Why an option decides nothing, by the reason that `unused` gives."""


def _why(field: str, reason: str) -> str:
    return _ONE_LAP[field] if reason == "relay is false" else _IDLE[reason]


def choices(words: Words, rules: Rules, field: str) -> list[tuple[str, str]]:
    """Values of an option to choose from, as people read them and as `to_word` writes them.

    Parameters
    ----------
    words : Words
    rules : Rules
        Their own value is among them.
    field : str
        An option whose values can be listed, or ``capture_on``.

    Returns
    -------
    list of (str, str)

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> choices(speak("en"), Rules.load("anywoli"), "direction")
    [('counter-clockwise', 'ccw'), ('clockwise', 'cw')]
    """
    known = list(_SIZES) if field == "capture_on" else [*map(to_word, values_of(field) or ())]
    if field == "endless":
        known.append(LAPS_LIMIT)
    own = to_word(getattr(rules, field))
    if own not in known:
        known.append(own)
    return [(named(words, field, word), word) for word in known]


def named(words: Words, field: str, word: str) -> str:
    """Name a value of an option for people.

    Parameters
    ----------
    words : Words
    field : str
    word : str
        The value as `to_word` writes it.

    Returns
    -------
    str

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> named(speak("en"), "capture_on", "2,3"), named(speak("en"), "holes", "12")
    ('2 or 3', '12')
    """
    if field == "capture_on":
        *others, last = word.split(",")
        if not others:
            return last
        return words.say("{numbers} or {last}", numbers=words.listed(others), last=last)
    if field == "endless":
        laps = limit_of(word)
        if laps:
            return words.count(
                "over {n} lap: ends the game, seeds to the owners of the holes",
                "over {n} laps: ends the game, seeds to the owners of the holes",
                laps,
            )
        return words.say(_ENDLESS[word])
    if values_of(field) is None:
        return word
    return value_name(words, field, from_word(field, word) if field in SWITCHES else word)


def idle(words: Words, rules: Rules) -> dict[str, str]:
    """Options that decide nothing under these rules, each with the reason.

    Parameters
    ----------
    words : Words
    rules : Rules

    Returns
    -------
    dict of str to str
        Names of options to sentences.

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> idle(speak("en"), Rules.load("anywoli"))
    {'own_final': 'The last seed captures in every hole, so none is left uncaptured.'}
    """
    return {
        field: words.say(_why(field, why))
        for field, why in unused(rules).items()
        if field not in MATCH_FIELDS
    }


def concerned(sentence: str) -> tuple[str, ...]:
    """Options that a refusal of rules speaks of.

    Parameters
    ----------
    sentence : str
        What a ``ValueError`` of `Rules` says in English, its `str`, whatever language it is
        shown in: names of options stay as they are there.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> try:
    ...     Rules.load("anywoli").replace(extra_move="optional", after_final="over")
    ... except ValueError as error:
    ...     concerned(str(error))
    ('final', 'after_final', 'extra_move')
    """
    said = set(re.findall(r"\w+", sentence))
    return tuple(field for field in FIELDS if field in said)


def values_from(words_of: dict[str, Any]) -> dict[str, Any]:
    """Values of options from what stands in controls: words, numbers and ticks.

    Parameters
    ----------
    words_of : dict
        By the name of the option.

    Returns
    -------
    dict

    Examples
    --------
    >>> values_from({"holes": 7, "relay": False, "capture_on": "2,3"})
    {'holes': 7, 'relay': False, 'capture_on': (2, 3)}
    """
    return {
        field: from_word(field, value) if isinstance(value, str) else value
        for field, value in words_of.items()
    }
