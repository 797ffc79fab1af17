"""What strategies, conventions and rule sets are called where people read of them."""

from __future__ import annotations

from mancala_core.engine.rules import Rules
from mancala_core.show.words import C_, N_, SOURCE_LANGUAGE, Words

_STRATEGIES = {
    "greedy": N_("greedy"),
    "random": N_("random"),
    "several": C_("strategies", "several"),
}
_CONVENTIONS = {
    "penultimate": C_("who gets the last seeds", "penultimate"),
    "lottery": C_("who gets the last seeds", "lottery"),
    "first_final": C_("who gets the last seeds", "first_final"),
    "starter": C_("who gets the last seeds", "starter"),
    "mover": C_("who gets the last seeds", "mover"),
    "owners": C_("who gets the last seeds", "owners"),
    "nobody": C_("who gets the last seeds", "nobody"),
    "as the rules say": C_("who gets the last seeds", "as the rules say"),
}
"""In English as the tables have them."""


def strategy_name(words: Words, strategy: str) -> str:
    """Name a strategy for people.

    Parameters
    ----------
    words : Words
    strategy : str
        One added later keeps its own name.

    Returns
    -------
    str

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> strategy_name(speak(), "greedy")
    'greedy'
    """
    return words.say(_STRATEGIES[strategy]) if strategy in _STRATEGIES else strategy


def convention_name(words: Words, convention: str) -> str:
    """Name a convention for the last seeds in few words, as in captions and tables.

    Parameters
    ----------
    words : Words
    convention : str
        One added later keeps its own name.

    Returns
    -------
    str

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> convention_name(speak(), "penultimate")
    'penultimate'
    """
    known = _CONVENTIONS.get(convention)
    return words.say(known) if known is not None else convention


def rules_name(words: Words, label: str) -> str:
    """Name rules for people; options that are changed stay as they are written in Python.

    Parameters
    ----------
    words : Words
    label : str
        As `Rules.label` gives it.

    Returns
    -------
    str
        In English the label itself, which the course teaches and quotes; in other languages with
        the game's title in place of the name in Latin letters and underscores.

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> rules_name(speak("en"), "adji_kui_2 least=1"), rules_name(speak("ja"), "adji_kui_2 least=1")
    ('adji_kui_2 least=1', 'Adji Kui II least=1')
    """
    name, space, options = label.partition(" ")
    if words.language == SOURCE_LANGUAGE or name not in Rules.names():
        return label
    return f"{Rules.load(name).about.title}{space}{options}"
