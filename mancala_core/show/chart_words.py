"""Words of pictures of tables: estimates with their intervals, and counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, isnan, log10
from typing import Any

from mancala_core.show.names import strategy_name
from mancala_core.show.scales import decimals, percent, whole_percent
from mancala_core.show.words import Words
from mancala_core.study.intervals import CONFIDENCE

CHANCE = "random"


def digits_of(low: float, high: float) -> int:
    """Decimals that suit an interval: 3, or more where it is narrower than they show.

    Parameters
    ----------
    low, high : float

    Returns
    -------
    int

    Examples
    --------
    >>> digits_of(0.4, 0.6), digits_of(0.4998, 0.5002)
    (3, 4)
    """
    half = (high - low) / 2
    return 3 if half <= 0 else min(7, max(3, ceil(-log10(half))))


def estimate(words: Words, value: float, low: float, high: float, digits: int | None = None) -> str:
    """Write an estimate with its interval.

    Parameters
    ----------
    words : Words
    value, low, high : float
        The ends are NaN where there is no interval.
    digits : int or None
        Decimals; None stands for those that suit the interval.

    Returns
    -------
    str

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> estimate(speak("en"), 0.5123, 0.498, 0.5266)
    '0.512 (0.498 to 0.527)'
    """
    if isnan(low):
        return words.say("{value} (no interval)", value=decimals(value, 3, words))
    digits = digits_of(low, high) if digits is None else digits
    return words.say(
        "{value} ({low} to {high})",
        value=decimals(value, digits, words),
        low=decimals(low, digits, words),
        high=decimals(high, digits, words),
    )


def estimated_share(words: Words, value: float, low: float, high: float) -> str:
    """Write a share with its interval, in hundredths.

    Parameters
    ----------
    words : Words
    value, low, high : float
        0..1; the ends are NaN where there is no interval.

    Returns
    -------
    str

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> estimated_share(speak("en"), 0.5, 0.45, 0.55)
    '50.0 % (45.0 % to 55.0 %)'
    """
    if isnan(low):
        return words.say("{value} (no interval)", value=percent(value, words=words))
    return words.say(
        "{value} ({low} to {high})",
        value=percent(value, words=words),
        low=percent(low, words=words),
        high=percent(high, words=words),
    )


def confidence(words: Words, attrs: dict[Any, Any]) -> str:
    """Say of which confidence the intervals of a table are.

    Parameters
    ----------
    words : Words
    attrs : dict
        Of the table; without ``confidence`` it is 95 %.

    Returns
    -------
    str

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> confidence(speak("en"), {"confidence": 0.9})
    'intervals of 90 %'
    """
    share = float(attrs.get("confidence", CONFIDENCE))
    return words.say("intervals of {share}", share=whole_percent(share, words))


def amount(words: Words, value: float) -> str:
    """Write a number of games; an expected one may have a part of a game.

    Parameters
    ----------
    words : Words
    value : float

    Returns
    -------
    str

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> amount(speak("en"), 1234), amount(speak("en"), 0.25)
    ('1,234', '0.2')
    """
    return decimals(value, 0 if float(value).is_integer() else 1, words)


def counted(words: Words, games: float) -> str:
    """Say a number of games.

    Parameters
    ----------
    words : Words
    games : float

    Returns
    -------
    str

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> counted(speak("en"), 1), counted(speak("en"), 2.5)
    ('1 game', '2.5 games')
    """
    if float(games).is_integer():
        return words.count("{n} game", "{n} games", int(games))
    return words.say("{number} games", number=amount(words, games))


def sentence(words: Words, phrases: Sequence[str]) -> str:
    """Put phrases into one line that ends as a sentence.

    Parameters
    ----------
    words : Words
    phrases : sequence of str

    Returns
    -------
    str

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> sentence(speak("en"), ["anywoli", "7 games"])
    'anywoli, 7 games.'
    """
    return words.sentence(words.listed(phrases))


def told(words: Words, place: str, facts: Sequence[str]) -> str:
    """Tell what is true of something: a line of a text twin.

    Parameters
    ----------
    words : Words
    place : str
        What it is told of.
    facts : sequence of str

    Returns
    -------
    str

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> told(speak("en"), "A", ["7 games", "score 0.500"])
    'A: 7 games, score 0.500.'
    """
    return words.say("{place}: {facts}.", place=place, facts=words.listed(list(facts)))


def unfinished(words: Words, counts: Mapping[str, float], games: float) -> list[str]:
    """Say how many games were not won, drawn or lost.

    Parameters
    ----------
    words : Words
    counts : mapping of str to float
        Numbers of games by ending; natural endings are passed over.
    games : float
        Of how many.

    Returns
    -------
    list of str
        A phrase for each such ending that there is.

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> unfinished(speak("en"), {"four_left": 9_976, "cut": 24}, 10_000)
    ['24 cut (0.2 %)']
    """
    said = {
        "cut": words.say("{number} cut ({share})", **_part(words, counts, "cut", games)),
        "endless": words.say(
            "{number} endless ({share})", **_part(words, counts, "endless", games)
        ),
        "repetition": words.say(
            "{number} with a repetition ({share})", **_part(words, counts, "repetition", games)
        ),
        "stuck": words.say("{number} stuck ({share})", **_part(words, counts, "stuck", games)),
    }
    return [phrase for kind, phrase in said.items() if counts.get(kind)]


def _part(words: Words, counts: Mapping[str, float], kind: str, games: float) -> dict[str, str]:
    count = counts.get(kind, 0)
    share = percent(count / games if games else 0, words=words)
    return {"number": amount(words, count), "share": share}


def repeated(words: Words, unique: int, games: int) -> str:
    """Say why games that repeat each other give no interval.

    Parameters
    ----------
    words : Words
    unique, games : int

    Returns
    -------
    str

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> repeated(speak("en"), 2, 1000)
    'no interval: 2 of 1,000 games are unique'
    """
    return words.count(
        "no interval: {n} of {games} is unique",
        "no interval: {n} of {games} are unique",
        unique,
        games=counted(words, games),
    )


def pair(words: Words, first: object, second: object) -> str:
    """Name two strategies, the starter's first.

    Parameters
    ----------
    words : Words
    first, second : object

    Returns
    -------
    str
    """
    names = (strategy_name(words, str(name)) for name in (first, second))
    return words.say(
        "{first} against {second}", **dict(zip(("first", "second"), names, strict=True))
    )


def chance_only(firsts: Sequence[object], seconds: Sequence[object]) -> bool:
    """Whether all play is random.

    Parameters
    ----------
    firsts, seconds : sequence
        Strategies.

    Returns
    -------
    bool
    """
    both = {str(name) for name in [*firsts, *seconds]}
    return both == {CHANCE}


def caution(words: Words) -> str:
    """Say what results of random play do not tell.

    Parameters
    ----------
    words : Words

    Returns
    -------
    str
    """
    return words.say("All moves were random: this says nothing about players who choose.")
