"""A position that is being set up: the numbers put into it, and what to say of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from mancala_core.engine.position import Position
from mancala_core.engine.rules import Rules
from mancala_core.show.change import left_match
from mancala_core.show.words import Words


def edited(draft: Position, edits: Iterable[Mapping[str, Any]]) -> Position:
    """Put numbers into holes and stores.

    Parameters
    ----------
    draft : Position
    edits : iterable of mapping
        Each with ``seeds`` and ``hole`` or ``store``.

    Returns
    -------
    Position

    Raises
    ------
    ValueError
        If a number of seeds is none.

    Examples
    --------
    >>> from mancala_core.engine.rules import Rules
    >>> draft = Position.start(Rules.load("adji_kui_2"))
    >>> str(edited(draft, [{"hole": 0, "seeds": 7}, {"store": 1, "seeds": 2}]))
    '<6,0,2,7,4,4,4,4,4,4,4,4,4,4,4> S'
    """
    seeds, stores = list(draft.seeds), list(draft.stores)
    for edit in edits:
        if "store" in edit:
            stores[edit["store"]] = int(edit["seeds"])
        else:
            seeds[edit["hole"]] = int(edit["seeds"])
    return draft.replace(seeds=tuple(seeds), stores=(stores[0], stores[1]))


def invitation(words: Words, rules: Rules, draft: Position, in_match: bool) -> str:
    """Say what to do in a set-up, and how many seeds it holds so far.

    Parameters
    ----------
    words : Words
    rules : Rules
    draft : Position
    in_match : bool
        Whether playing on from it leaves a match.

    Returns
    -------
    str

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> rules = Rules.load("adji_kui_2")
    >>> invitation(speak(), rules, Position.start(rules), False)
    'Put seeds into holes and stores: 48 in all, 48 in a whole game.'
    """
    text = words.say(
        "Put seeds into holes and stores: {n} in all, {total} in a whole game.",
        n=words.number(draft.left + sum(draft.stores)),
        total=words.number(rules.total),
    )
    if in_match:
        text = words.joined([text, words.say("Playing on from here leaves the match.")])
    return text


def caution(words: Words, rules: Rules, position: Position, in_match: bool) -> str:
    """Say what is unusual about playing on from a position; nothing if nothing is.

    Parameters
    ----------
    words : Words
    rules : Rules
    position : Position
    in_match : bool
        Whether a match is left for it.

    Returns
    -------
    str

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> position = Position.parse("<2,0,0,1,2,2,2> S")
    >>> caution(speak(), Rules.load("adji_kui_2").replace(holes=2), position, False)
    '7 seeds in all; a whole game has 16.'
    """
    seeds = position.left + sum(position.stores)
    told = [left_match(words)] if in_match else []
    if seeds != rules.total:
        told.append(
            words.count(
                "{n} seed in all; a whole game has {total}.",
                "{n} seeds in all; a whole game has {total}.",
                seeds,
                total=words.number(rules.total),
            )
        )
    return words.joined(told)
