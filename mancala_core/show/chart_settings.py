"""Words of pictures of tables: under which settings games were played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from mancala_core.show.chart_words import pair, repeated
from mancala_core.show.names import convention_name, rules_name, strategy_name
from mancala_core.show.words import Words
from mancala_core.study.results import players, repeats

_MOST_RULES, _MOST_SEEDS = 4, 8
"""Rules with their conventions, and start numbers, that a caption has room for."""
_NAMED = ("rules", "first", "second", "convention", "tail", "seed")


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
            row.append(rules_name(words, text))
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
        phrases += [rules_name(words, " ".join(common))] if common else []
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
    phrases = [words.listed(rules_name(words, str(label)) for label in df["rules"].unique())]
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
    phrases = [rules_name(words, str(attrs["rules"]))] if attrs.get("rules") else []
    strategies: Sequence[object] = attrs.get("strategies") or []
    if len(strategies) == 2:
        south, north = (strategy_name(words, str(name)) for name in strategies)
        phrases.append(
            pair(words, *strategies)
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
            convention=convention_name(words, str(convention)),
            rules=words.listed(rules_name(words, str(label)) for label in part["rules"].unique()),
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
        return words.say("last seeds: {convention}", convention=convention_name(words, str(value)))
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
