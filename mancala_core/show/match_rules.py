"""The rules of a match in words, made from the options that join rounds to matches."""

from __future__ import annotations

from collections.abc import Iterable

from mancala_core.engine.rules import Rules
from mancala_core.engine.unused import unused
from mancala_core.show.words import Words


def match_rules(words: Words, rules: Rules) -> Iterable[str]:
    """Tell how rounds are joined to a match, or that they are not.

    Parameters
    ----------
    words : Words
    rules : Rules

    Yields
    ------
    str
        One whole sentence after the other.

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> list(match_rules(speak("en"), Rules.load("anywoli")))
    ['Each game is a single game; there are no matches of several rounds.']
    """
    say = words.say
    if rules.match == "none":
        yield say("Each game is a single game; there are no matches of several rounds.")
        return
    yield say(
        "Games may be joined to a match: each game is then a round, and what a round yields "
        "becomes the territory of the next, which is who owns which hole."
    )
    yield say("In the first round each player owns their home row.")
    yield say(
        "The score of a round is what each player has when it is over, the seeds left on the board "
        "included as the rules give them away."
    )
    yield words.count(
        "At the start of each round every hole in play holds {n} seed.",
        "At the start of each round every hole in play holds {n} seeds.",
        rules.seeds,
    )
    yield from _buying(words, rules) if rules.match == "buying" else _own_row(words, rules)
    if rules.match == "own_row" or rules.dispute == "empty":
        yield (
            say("A hole that is out of play is neither sown nor chosen, and a run passes over it.")
            if rules.chain == "preceding"
            else say("A hole that is out of play is neither sown nor chosen.")
        )
    yield {"alternate": say("Each round is begun by the player who did not begin the one before.")}[
        rules.next_starter
    ]
    if _scoreless(rules):
        yield say(
            "A round that a rule above ends as a draw or without a result, whatever was captured, "
            "has no score: its territory is played again."
        )
    yield words.count(
        "A match ends without a winner when {n} round is played and nobody has won.",
        "A match ends without a winner when {n} rounds are played and nobody has won.",
        rules.round_limit,
    )


def _scoreless(rules: Rules) -> bool:
    """Whether a round can end without a score."""
    ways = {field: getattr(rules, field) for field in ("stuck", "endless", "repetition")}
    return any(way in ("draw", "void") for field, way in ways.items() if field not in unused(rules))


def _buying(words: Words, rules: Rules) -> Iterable[str]:
    say = words.say
    yield words.count(
        "Each player gets one hole for each {n} seed of their score; seeds that fill no hole are "
        "their remainder.",
        "Each player gets one hole for every {n} seeds of their score; seeds that fill no hole are "
        "their remainder.",
        rules.seeds,
    )
    yield say(
        "The winner of the round is the buyer: their first holes are their own home row, and each "
        "further one is a hole of the other row, bought for one round. The loser owns the other "
        "holes of that row. If both scores are equal, nothing is bought."
    )
    yield {
        "nearest": say(
            "Holes are bought in order from the first hole beyond the end of the buyer's row, in "
            "sowing order."
        ),
        "choice": say(
            "The buyer names the holes that they buy; else the nearest are bought, in order from "
            "the first hole beyond the end of the buyer's row, in sowing order."
        ),
    }[rules.buying]
    yield say(
        "Where two remainders fill a hole together, the first hole in that order that was not "
        "bought is in dispute."
    )
    yield {
        "larger": say(
            "The hole in dispute goes to the player with the larger remainder, and to the loser of "
            "the round if both are equal."
        ),
        "lottery": say("A fair lot decides who gets the hole in dispute."),
        "loser": say("The hole in dispute goes to the loser of the round."),
        "empty": say(
            "The hole in dispute is nobody's and out of play for one round, and both players keep "
            "their remainders for their next score."
        ),
    }[rules.dispute]
    yield words.count(
        "The player who then owns {n} hole, or leaves the other player none, wins the match.",
        "The player who then owns {n} holes, or leaves the other player none, wins the match.",
        rules.goal,
    )


def _own_row(words: Words, rules: Rules) -> Iterable[str]:
    say = words.say
    yield words.count(
        "Each player fills the holes of their own row from their left with {n} seed each, as many "
        "as their score fills.",
        "Each player fills the holes of their own row from their left with {n} seeds each, as many "
        "as their score fills.",
        rules.seeds,
    )
    yield {"blocked": say("Holes that are not filled are out of play in the next round.")}[
        rules.unfilled
    ]
    yield say("Seeds that fill no own hole are set aside and count in their player's next score.")
    yield say("A player who cannot fill one hole loses the match.")
