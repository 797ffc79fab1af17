"""Words of pictures of tables: settings, estimates with their intervals, counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, isnan, log10
from typing import Any

import pandas as pd

from mancala_core.show.scales import decimals, percent, whole_percent
from mancala_core.show.words import Words
from mancala_core.study.intervals import CONFIDENCE
from mancala_core.study.results import players, repeats

CHANCE = "random"
_MOST_RULES, _MOST_SEEDS = 4, 8
"""Rules with their conventions, and start numbers, that a caption has room for."""
_NAMED = ("rules", "first", "second", "convention", "tail", "seed")


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
        return words.say("{value} (no interval)", value=decimals(value, 3))
    digits = digits_of(low, high) if digits is None else digits
    return words.say(
        "{value} ({low} to {high})",
        value=decimals(value, digits),
        low=decimals(low, digits),
        high=decimals(high, digits),
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
        return words.say("{value} (no interval)", value=percent(value))
    return words.say(
        "{value} ({low} to {high})", value=percent(value), low=percent(low), high=percent(high)
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
    return words.say("intervals of {share}", share=whole_percent(share))


def amount(value: float) -> str:
    """Write a number of games; an expected one may have a part of a game.

    Parameters
    ----------
    value : float

    Returns
    -------
    str

    Examples
    --------
    >>> amount(1234), amount(0.25)
    ('1,234', '0.2')
    """
    return decimals(value, 0 if float(value).is_integer() else 1)


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
    return words.say("{number} games", number=amount(games))


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
        "cut": words.say("{number} cut ({share})", **_part(counts, "cut", games)),
        "endless": words.say("{number} endless ({share})", **_part(counts, "endless", games)),
        "repetition": words.say(
            "{number} with a repetition ({share})", **_part(counts, "repetition", games)
        ),
        "stuck": words.say("{number} stuck ({share})", **_part(counts, "stuck", games)),
    }
    return [phrase for kind, phrase in said.items() if counts.get(kind)]


def _part(counts: Mapping[str, float], kind: str, games: float) -> dict[str, str]:
    count = counts.get(kind, 0)
    return {"number": amount(count), "share": percent(count / games if games else 0)}


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
    return words.say("{first} against {second}", first=first, second=second)


def by_columns(table: pd.DataFrame) -> list[str]:
    """Columns that a summary was split by: those before ``convention``.

    Parameters
    ----------
    table : pandas.DataFrame

    Returns
    -------
    list of str
    """
    names = list(table.columns)
    stop = names.index("convention") if "convention" in names else 0
    return [name for name in names[:stop] if name not in _NAMED]


def row_labels(words: Words, table: pd.DataFrame) -> list[list[str]]:
    """Say of each row of a summary in what it differs from the others.

    Parameters
    ----------
    words : Words
    table : pandas.DataFrame

    Returns
    -------
    list of list of str
        For each row its phrases, one at least; without what `shared_settings` says of all.

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> table = pd.DataFrame({"rules": ["anywoli", "anywoli least=2"], "convention": "owners"})
    >>> row_labels(speak("en"), table)
    [['anywoli'], ['least=2']]
    """
    parts: list[list[str]] = [[] for _ in range(len(table))]
    if _varies(table, "rules"):
        for row, text in zip(parts, _own_words(table["rules"].astype(str)), strict=True):
            row.append(text)
    has_pair = {"first", "second"} <= set(table)
    if _varies(table, "first") or _varies(table, "second"):
        for row, one, two in zip(parts, table["first"], table["second"], strict=True):
            row.append(pair(words, one, two))
    for name in [*by_columns(table), "convention", "tail", "seed"]:
        if _varies(table, name) and not _told_once(table, name):
            for row, value in zip(parts, table[name], strict=True):
                row.append(_setting(words, name, value))
    if all(parts):
        return parts
    if has_pair:
        return [
            [pair(words, *names)] for names in zip(table["first"], table["second"], strict=True)
        ]
    return [[words.say("all games")] for _ in parts]


def _own_words(labels: pd.Series[Any]) -> list[str]:
    """Of the labels of rules, the words that not all have; the name where there is none."""
    split = [label.split() for label in labels]
    shared = set(split[0]).intersection(*split)
    return [" ".join(word for word in label if word not in shared) or label[0] for label in split]


def shared_settings(words: Words, table: pd.DataFrame) -> list[str]:
    """Say what all rows of a summary have in common.

    Parameters
    ----------
    words : Words
    table : pandas.DataFrame

    Returns
    -------
    list of str
        Phrases: rules, strategies, convention, start number. Conventions that follow from the
        rules, and start numbers that tell no rows apart, are said here, too.

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> table = pd.DataFrame({"rules": ["anywoli"], "convention": ["owners"], "seed": [7]})
    >>> shared_settings(speak("en"), table)
    ['anywoli', 'last seeds: owners', 'start number 7']
    """
    if not len(table):
        return []
    phrases = []
    if "rules" in table:
        split = [label.split() for label in table["rules"].astype(str)]
        common = [word for word in split[0] if all(word in label for label in split)]
        phrases += [" ".join(common)] if common else []
    if {"first", "second"} <= set(table) and not (
        _varies(table, "first") or _varies(table, "second")
    ):
        phrases.append(pair(words, table["first"].iloc[0], table["second"].iloc[0]))
    for name in [*by_columns(table), "convention", "tail", "seed"]:
        if _told_once(table, name):
            phrases += _conventions(words, table) if name == "convention" else _seeds(words, table)
        elif name in table and not _varies(table, name) and pd.notna(table[name].iloc[0]):
            if name != "tail" or table[name].iloc[0] != "play":
                phrases.append(_setting(words, name, table[name].iloc[0]))
    return phrases


def game_settings(words: Words, df: pd.DataFrame, convention: str | None = None) -> list[str]:
    """Say under which settings the games of a table were played.

    Parameters
    ----------
    words : Words
    df : pandas.DataFrame
        As `mancala_core.study.simulate.simulate` gives it.
    convention : str or None
        Who gets the last seeds, if that matters to the picture.

    Returns
    -------
    list of str
        Phrases, as `shared_settings`.
    """
    phrases = [words.listed([str(label) for label in df["rules"].unique()])]
    pairs = players(df).drop_duplicates()
    phrases += [pair(words, one, two) for one, two in pairs.itertuples(index=False)]
    if convention is not None:
        phrases.append(_setting(words, "convention", convention))
    if "seed" in df and df["seed"].nunique() == 1:
        phrases.append(_setting(words, "seed", df["seed"].iloc[0]))
    if repeats(df):
        unique = len(df[["rules", "starter", "fingerprint"]].drop_duplicates())
        phrases.append(repeated(words, unique, len(df)))
    return phrases


def attr_settings(words: Words, attrs: dict[Any, Any]) -> list[str]:
    """Say under which settings a table was made, from its ``attrs``.

    Parameters
    ----------
    words : Words
    attrs : dict
        Of the table.

    Returns
    -------
    list of str
        Phrases, as `shared_settings`; none for what the table does not tell.
    """
    phrases = [str(attrs["rules"])] if attrs.get("rules") else []
    strategies: Sequence[object] = attrs.get("strategies") or []
    if len(strategies) == 2:
        south, north = strategies
        phrases.append(
            pair(words, south, north)
            if south == north
            else words.say("South {south}, North {north}", south=south, north=north)
        )
    if attrs.get("tail") == "exact":
        phrases.append(_setting(words, "tail", "exact"))
    phrases += [
        _setting(words, name, attrs[name])
        for name in ("convention", "seed")
        if attrs.get(name) is not None
    ]
    return phrases


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


def _varies(table: pd.DataFrame, name: str) -> bool:
    return name in table and table[name].astype(object).nunique(dropna=False) > 1


def _told_once(table: pd.DataFrame, name: str) -> bool:
    """Whether a column that varies is said of all rows together: it tells none apart."""
    if not _varies(table, name):
        return False
    if name == "convention" and _varies(table, "rules"):
        each = table.groupby(table["rules"].astype(str))["convention"].nunique(dropna=False)
        return len(each) <= _MOST_RULES and bool((each == 1).all())
    if name == "seed":
        others = ("rules", "first", "second", *by_columns(table), "convention", "tail")
        rest = table[[other for other in others if other in table]].astype(str)
        return not rest.duplicated().any()
    return False


def _conventions(words: Words, table: pd.DataFrame) -> list[str]:
    """Conventions with the rules they belong to."""
    found = table.assign(rules=_own_words(table["rules"].astype(str)))
    said = [
        words.say(
            "{convention} ({rules})",
            convention=convention,
            rules=words.listed([str(label) for label in part["rules"].unique()]),
        )
        for convention, part in found.groupby("convention", sort=False, observed=True)
    ]
    return [_setting(words, "convention", words.listed(said))]


def _seeds(words: Words, table: pd.DataFrame) -> list[str]:
    """Start numbers in the order of the rows; their number where there are many."""
    numbers = [str(number) for number in table["seed"].unique()]
    if len(numbers) > _MOST_SEEDS or "several" in numbers:
        return [words.say("several start numbers")]
    return [words.say("start numbers {numbers}", numbers=words.listed(numbers))]


def _setting(words: Words, name: str, value: object) -> str:
    if name == "convention":
        return words.say("last seeds: {convention}", convention=value)
    if name == "seed" and value == "several":
        return words.say("several start numbers")
    if name == "tail":
        if value == "exact":
            return words.say("ends solved exactly")
        if value == "play":
            return words.say("ends played move by move")
        return words.say("some ends solved exactly")
    if name == "seed":
        return words.say("start number {number}", number=value)
    return f"{name} {value}"
