"""The rules of a game in words, made from its options, in any language.

Each option has a whole sentence for each of its values. What decides nothing under the other
options, as `unused` tells, is left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from mancala_core.engine.options import limit_of
from mancala_core.engine.position import letter
from mancala_core.engine.rules import Rules
from mancala_core.engine.unused import unused
from mancala_core.show.match_rules import match_rules
from mancala_core.show.words import Words


@dataclass(frozen=True)
class Section:
    """One part of the rules.

    Attributes
    ----------
    title : str
    sentences : tuple of str
        Each is whole, and one after the other they can be read aloud.
    """

    title: str
    sentences: tuple[str, ...]


def rule_text(words: Words, rules: str | Rules) -> tuple[Section, ...]:
    """Tell a rule set in full.

    Parameters
    ----------
    words : Words
    rules : str or Rules

    Returns
    -------
    tuple of Section
        Board, sowing, capturing, who moves next, the end, what may go on for ever, and matches.

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> board, *_ = rule_text(speak("en"), "adji_kui_2")
    >>> board.title, board.sentences[0]
    ('Board', 'The board has two rows of 6 holes with 4 seeds in each hole, 48 seeds in all.')
    """
    rules, say = Rules.of(rules), words.say
    parts = (
        (say("Board"), _board(words, rules)),
        (say("Sowing"), _sowing(words, rules)),
        (say("Capturing"), _capturing(words, rules)),
        (say("Who moves next"), _moving(words, rules)),
        (say("Ending"), _ending(words, rules)),
        (say("What could go on for ever"), _for_ever(words, rules)),
        (say("Match"), match_rules(words, rules)),
    )
    return tuple(Section(title, tuple(sentences)) for title, sentences in parts)


def _sizes(words: Words, rules: Rules) -> str:
    """The numbers of seeds that are captured, as a list."""
    *others, last = map(str, rules.capture_on)
    if not others:
        return last
    return words.say("{numbers} or {last}", numbers=words.listed(others), last=last)


def _ends(holes: int) -> dict[str, str]:
    """The letters at the ends of the rows."""
    names = ("first", "last", "other_first", "other_last")
    at = (0, holes - 1, holes, 2 * holes - 1)
    return {name: letter(hole, holes) for name, hole in zip(names, at, strict=True)}


def _board(words: Words, rules: Rules) -> Iterable[str]:
    say, holes = words.say, rules.holes
    yield words.count(
        "The board has two rows of {holes} holes with {n} seed in each hole, {total} seeds in all.",
        "The board has two rows of {holes} holes with {n} seeds in each hole, {total} seeds in "
        "all.",
        rules.seeds,
        holes=words.number(holes),
        total=words.number(rules.total),
    )
    yield say(
        "The near row, {first} to {last} from left to right, is South's home row; the far row, "
        "{other_first} to {other_last} from right to left, is North's.",
        **_ends(holes),
    )
    if rules.match == "none":
        yield say("Each player owns the holes of their home row.")
    else:
        yield say(
            "Each player owns the holes of their home row; in a match that may change from round "
            "to round."
        )
    if rules.about.stores:
        yield say("Each player keeps captured seeds in a store; no seed is ever sown into a store.")
    else:
        yield say(
            "The board has no stores: captured seeds lie beside it and count for the player who "
            "took them."
        )


def _sowing(words: Words, rules: Rules) -> Iterable[str]:
    say = words.say
    yield say(
        "South or North begins, and then the players move in turn; the player who is to move is "
        "called the mover."
    )
    yield say(
        "The mover picks up all seeds of one of their own holes and sows them: one by one they "
        "are dropped into the holes that follow. Picking up and sowing once is a lap."
    )
    yield words.count(
        "A hole may be chosen if it holds at least {n} seed.",
        "A hole may be chosen if it holds at least {n} seeds.",
        rules.least,
    )
    yield {
        "ccw": say(
            "Seeds are sown counter-clockwise: from {first} to {last}, on through {other_first} "
            "to {other_last}, and round to {first} again.",
            **_ends(rules.holes),
        ),
        "cw": say(
            "Seeds are sown clockwise: from {last} to {first}, on through {other_last} to "
            "{other_first}, and round to {last} again.",
            **_ends(rules.holes),
        ),
    }[rules.direction]
    yield {
        "sow": say(
            "A lap that comes all the way round sows the hole where it picked up like any other."
        ),
        "skip": say("A lap that comes all the way round passes over the hole where it picked up."),
    }[rules.origin]
    if rules.relay:
        yield say(
            "If the last seed of a lap falls in an occupied hole and does not make exactly {sizes} "
            "there, all seeds of that hole, the last one too, are picked up and sown on in a new "
            "lap.",
            sizes=_sizes(words, rules),
        )
        yield say("If the last seed of a lap falls in an empty hole, the move ends.")
    else:
        yield say("A move is a single lap: it ends with its last seed, wherever that falls.")


def _capturing(words: Words, rules: Rules) -> Iterable[str]:
    say, idle = words.say, unused(rules)
    yield say(
        "A hole is completed when a sown seed makes exactly {sizes} in it; only a completed hole "
        "can be captured.",
        sizes=_sizes(words, rules),
    )
    yield {
        "owner": say(
            "A hole completed while seeds are still in the hand is a passing capture: its seeds "
            "go at once to the owner of the hole."
        ),
        "mover": say(
            "A hole completed while seeds are still in the hand is a passing capture: its seeds "
            "go at once to the mover."
        ),
        "nobody": say(
            "A hole completed while seeds are still in the hand is not captured: its seeds stay."
        ),
    }[rules.passing]
    if rules.passing != "nobody":
        yield say(
            "A hole emptied by a passing capture is sown like any other if the lap comes round to "
            "it again."
        )
    yield _final(words, rules)
    if rules.final != "nobody":
        yield say("A final capture ends the sowing.")
    if "chain" not in idle:
        yield _chain(words, rules)
    if "own_final" not in idle:
        yield {
            "stop": say(
                "If the last seed of a lap completes a hole that it may not capture, the seeds "
                "stay there and the move ends."
            ),
            "relay": say(
                "If the last seed of a lap completes a hole that it may not capture, the seeds "
                "are picked up and sown on in a new lap."
            ),
        }[rules.own_final]


def _final(words: Words, rules: Rules) -> str:
    say = words.say
    if rules.final == "nobody":
        return say("The last seed of a lap never captures.")
    return {
        ("mover", "any"): say(
            "A hole completed by the last seed of a lap is a final capture: its seeds go to the "
            "mover, whoever owns the hole."
        ),
        ("mover", "opponent"): say(
            "An opponent's hole completed by the last seed of a lap is a final capture: its seeds "
            "go to the mover. The last seed captures nothing in an own hole."
        ),
        ("mover", "own"): say(
            "An own hole completed by the last seed of a lap is a final capture: its seeds go to "
            "the mover. The last seed captures nothing in an opponent's hole."
        ),
        ("owner", "any"): say(
            "A hole completed by the last seed of a lap is a final capture: its seeds go to the "
            "owner of the hole."
        ),
        ("owner", "opponent"): say(
            "An opponent's hole completed by the last seed of a lap is a final capture: its seeds "
            "go to the owner of the hole, who is the opponent. The last seed captures nothing in "
            "an own hole."
        ),
        ("owner", "own"): say(
            "An own hole completed by the last seed of a lap is a final capture: its seeds go to "
            "the owner of the hole, who is the mover. The last seed captures nothing in an "
            "opponent's hole."
        ),
    }[rules.final, rules.final_side]


def _chain(words: Words, rules: Rules) -> str:
    say = words.say
    if rules.chain == "none":
        return say("A final capture takes the seeds of its own hole alone.")
    return {
        "mover": say(
            "A final capture takes the run before it, too: one hole after the other, backwards "
            "from the last seed, as long as each is completed and the last seed could have made a "
            "final capture there. All these seeds go to the mover."
        ),
        "owner": say(
            "A final capture takes the run before it, too: one hole after the other, backwards "
            "from the last seed, as long as each is completed and the last seed could have made a "
            "final capture there. The seeds of each hole go to its owner."
        ),
    }[rules.final]


def _moving(words: Words, rules: Rules) -> Iterable[str]:
    say, idle = words.say, unused(rules)
    optional = "extra_move" not in idle and rules.extra_move == "optional"
    if "after_final" not in idle:
        yield {
            ("again", "compulsory"): say(
                "After a final capture the mover must make an extra move; without a legal one, "
                "the opponent is to move at once."
            ),
            ("again", "optional"): say(
                "After a final capture the mover may make an extra move, or decline it; without a "
                "legal one, the opponent is to move at once."
            ),
            ("over", "compulsory"): say("After a final capture the opponent is to move."),
        }[rules.after_final, "optional" if optional else "compulsory"]
    yield (
        say("After a move without a final capture the opponent is to move.")
        if rules.final != "nobody"
        else say("After each move the opponent is to move.")
    )
    if optional:
        yield say(
            "A player who has a legal move must make one; only an extra move may be declined."
        )
    else:
        yield say("A player who has a legal move must make one.")
    if not rules.end_without_move:
        yield say("A player who has no legal move passes, and the opponent is to move.")


def _ending(words: Words, rules: Rules) -> Iterable[str]:
    say, idle = words.say, unused(rules)
    if rules.end_at:
        yield words.count(
            "The game ends as soon as {n} seed or none is left; seeds in the hand count as left.",
            "The game ends as soon as {n} seeds or fewer are left; seeds in the hand count as "
            "left.",
            rules.end_at,
        )
    else:
        yield say("The game ends when every seed is captured.")
    if rules.end_at and rules.passing != "nobody":
        yield say(
            "If that happens in the middle of a lap, the seeds in the hand are laid back in the "
            "hole where that lap picked them up."
        )
    if rules.end_without_move:
        yield say("The game also ends as soon as the player to move has no legal move.")
    if "remainder" not in idle:
        yield _remainder(words, rules)
    if "stuck" not in idle:
        yield {
            "owners": say(
                "If neither player has a legal move, the game ends, and each player takes the "
                "seeds in their own holes."
            ),
            "nobody": say(
                "If neither player has a legal move, the game ends, and the seeds left count for "
                "nobody."
            ),
            "void": say("If neither player has a legal move, the game ends without a result."),
        }[rules.stuck]
    yield say(
        "The player with more seeds wins, and {half} each is a draw. Having more than half of the "
        "seeds does not end the game.",
        half=words.number(rules.total // 2),
    )


def _remainder(words: Words, rules: Rules) -> str:
    say = words.say
    return {
        "penultimate": say(
            "The seeds left then go to the player who took the seeds captured last; if nothing was "
            "captured, a fair lot decides who gets them."
        ),
        "lottery": say("A fair lot then decides which player gets all seeds left."),
        "first_final": say(
            "The seeds left then go to the player who took the first final capture of the game; "
            "if there was none, a fair lot decides who gets them."
        ),
        "starter": say("The seeds left then go to the player who began the game."),
        "mover": say(
            "The seeds left then go to the player who made the last move, passes not counted; if "
            "no move was made, a fair lot decides who gets them."
        ),
        "owners": say("Each player then takes the seeds left in their own holes."),
        "nobody": say("The seeds left then count for nobody."),
    }[rules.remainder]


def _for_ever(words: Words, rules: Rules) -> Iterable[str]:
    say, limit = words.say, limit_of(rules.endless)
    if "endless" not in unused(rules):
        if limit:
            yield words.count(
                "A move of more than {n} lap counts as endless: it is taken back with its "
                "captures, the game ends, and each player takes the seeds in their own holes.",
                "A move of more than {n} laps counts as endless: it is taken back with its "
                "captures, the game ends, and each player takes the seeds in their own holes.",
                limit,
            )
        else:
            yield say(
                "A move is endless when the start of a lap comes back: the same board, with the "
                "same hole to pick up. It would be sown for ever."
            )
            yield {
                "barred": say(
                    "An endless move is barred: it is not legal, and a player with no other move "
                    "has no legal move."
                ),
                "owners": say(
                    "An endless move is taken back with its captures, the game ends, and each "
                    "player takes the seeds in their own holes."
                ),
                "draw": say(
                    "An endless move is taken back with its captures, and the game ends as a draw."
                ),
                "void": say(
                    "An endless move is taken back with its captures, and the game ends without a "
                    "result."
                ),
            }[rules.endless]
    yield {
        "play_on": say("If a position comes back, play goes on."),
        "owners": say(
            "If a position comes back and nothing was captured meanwhile, the game ends, and each "
            "player takes the seeds in their own holes."
        ),
        "draw": say(
            "If a position comes back and nothing was captured meanwhile, the game ends as a draw."
        ),
    }[rules.repetition]
    if rules.repetition != "play_on":
        yield say(
            "A position has come back when the seeds, the player to move and all else that decides "
            "what may follow are as they were."
        )
