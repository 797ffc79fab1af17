"""What the options of a game may be, and which of them have no meaning together."""

from __future__ import annotations

from typing import Any

from mancala_core.engine.options import (
    COUNTS,
    LARGEST_HALF,
    NO_COUNT,
    SWITCHES,
    WORDS,
    limit_of,
)
from mancala_core.engine.saying import Listed, Unfit

MOST_ROUNDS = 10_000
"""Rounds that a match may have at most."""


def is_count(value: object) -> bool:
    """Whether a value is a whole number, and neither True nor False.

    Parameters
    ----------
    value : object

    Returns
    -------
    bool

    Examples
    --------
    >>> is_count(4), is_count(True)
    (True, False)
    """
    return isinstance(value, int) and not isinstance(value, bool)


def check(rules: Any) -> None:
    """Refuse options that have no meaning, alone or together.

    Parameters
    ----------
    rules : Rules
        Or anything else with the options as attributes.

    Raises
    ------
    Unfit
        If there is such an option; the sentence says what would be right.

    Examples
    --------
    >>> from mancala_core.engine.rules import Rules
    >>> check(Rules.load("anywoli"))
    """
    for field in COUNTS:
        if not is_count(getattr(rules, field)):
            raise Unfit(NO_COUNT, option=field, value=getattr(rules, field))
    for field in SWITCHES:
        if not isinstance(getattr(rules, field), bool):
            raise Unfit(
                "{option} is {value!r}; it is True or False.",
                option=field,
                value=getattr(rules, field),
            )
    for field, words in WORDS.items():
        value = getattr(rules, field)
        if value not in words and not (field == "endless" and limit_of(value)):
            data = {"option": field, "value": value, "words": Listed(words)}
            if field == "endless":
                raise Unfit("{option} is {value!r}; it can be {words} or limit:N.", **data)
            raise Unfit("{option} is {value!r}; it can be {words}.", **data)
    _check_sizes(rules)
    _check_meaning(rules)


def _check_sizes(rules: Any) -> None:
    if not 2 <= rules.holes <= LARGEST_HALF:
        raise Unfit(
            "{option} is {value}; a row has 2 to {most} holes.",
            option="holes",
            value=rules.holes,
            most=LARGEST_HALF,
        )
    if not 1 <= rules.seeds <= 12:
        raise Unfit(
            "{option} is {value}; a hole holds 1 to 12 at the set-up.",
            option="seeds",
            value=rules.seeds,
        )
    if not 1 <= rules.least <= rules.seeds:
        raise Unfit(
            "{option} is {value}; from 1 to seeds ({seeds}), "
            "else no hole could be chosen at the set-up.",
            option="least",
            value=rules.least,
            seeds=rules.seeds,
        )
    if not 0 <= rules.end_at < rules.total:
        raise Unfit(
            "{option} is {value}; from 0 to {most}, one less than the {total} seeds of the set-up.",
            option="end_at",
            value=rules.end_at,
            most=rules.total - 1,
            total=rules.total,
        )
    for field, most in (("goal", 2 * LARGEST_HALF), ("round_limit", MOST_ROUNDS)):
        if not 1 <= getattr(rules, field) <= most:
            raise Unfit(
                "{option} is {value}; it takes 1 to {most:,}.",
                option=field,
                value=getattr(rules, field),
                most=most,
            )
    sizes = rules.capture_on
    if not sizes or not all(is_count(size) and 2 <= size <= 60 for size in sizes):
        raise Unfit(
            "{option} is {value!r}; it takes numbers of seeds from 2 to 60.",
            option="capture_on",
            value=sizes,
        )
    if len(sizes) == 1 and rules.total % sizes[0]:
        raise Unfit(
            "{option} is {value}, but the {total} seeds of the set-up are no multiple of it.",
            option="capture_on",
            value=sizes[0],
            total=rules.total,
        )


def _check_meaning(rules: Any) -> None:
    if rules.passing == "nobody" and rules.final == "nobody":
        raise Unfit(
            "passing and final are both nobody, so nothing could ever be captured; "
            "give one of them to mover or owner."
        )
    if rules.extra_move == "optional" and (rules.after_final == "over" or rules.final == "nobody"):
        raise Unfit(
            "extra_move is optional, but there is no extra move to decline; "
            "it needs after_final = again and final = mover or owner."
        )
    if rules.own_final == "relay" and not rules.relay:
        raise Unfit("own_final is relay, but relay is false; own_final = stop is right there.")
    if rules.chain == "preceding" and rules.final == "nobody":
        raise Unfit(
            "chain is preceding, but final is nobody, so there is no final capture that a run "
            "could go with; chain = none is right there."
        )
