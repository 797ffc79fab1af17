"""The rules in words: every option is told, rightly, and nothing that decides nothing."""

import re

import pytest

from mancala_core.engine.options import COUNTS, FIELDS, SWITCHES, WORDS
from mancala_core.engine.rules import Rules
from mancala_core.engine.unused import unused
from mancala_core.show.rule_text import rule_text
from mancala_core.show.words import languages, speak

ENGLISH = speak("en")
NAMES = Rules.names()
OTHER = {"capture_on": [(2,), (3,), (4,), (6,), (2, 3), (3, 4)]}
OTHER |= {"endless": [*WORDS["endless"], "limit:75", "limit:1"]}


def sentences(rules, words=ENGLISH):
    return [sentence for part in rule_text(words, rules) for sentence in part.sentences]


def text(rules, words=ENGLISH):
    return " ".join(sentences(rules, words))


def values(rules, field):
    """Other values of an option to try."""
    if field in COUNTS:
        value = getattr(rules, field)
        return [0, 1, 2, 3, value - 1, value + 1]
    return OTHER.get(field) or WORDS.get(field, (False, True))


def variants(rules, field):
    """Rules with one option changed, where that is allowed."""
    for value in values(rules, field):
        if value == getattr(rules, field):
            continue
        try:
            yield rules.replace(**{field: value})
        except ValueError:
            continue


# More rules to begin with: they bring into use what no rule set uses.
MORE = (
    "anywoli final_side=opponent",
    "anywoli final_side=own own_final=relay final=owner",
    "anywoli final=nobody",
    "anywoli relay=false",
    "anywoli extra_move=optional",
    "anywoli end_at=0",
    "anywoli end_at=0 end_without_move=true chain=preceding",
    "adji_kui_2 buying=choice dispute=empty",
    "hoyito_1 stuck=void repetition=draw endless=draw",
)


@pytest.mark.parametrize("field", FIELDS)
def test_an_option_in_use_changes_the_text_and_another_does_not(field):
    tried = 0
    for label in (*NAMES, *MORE):
        rules = Rules.of(label)
        for changed in variants(rules, field):
            tried += 1
            same = text(changed) == text(rules)
            assert same == (field in unused(rules)), (label, changed.label)
    assert tried or field in ("unfilled", "next_starter")


@pytest.mark.parametrize("field", [field for field in WORDS if len(WORDS[field]) > 1])
def test_two_values_never_share_a_text(field):
    for label in (*NAMES, *MORE):
        rules = Rules.of(label)
        every = [rules, *variants(rules, field)]
        expected = 1 if field in unused(rules) else len(every)
        assert len({text(changed) for changed in every}) == expected


@pytest.mark.parametrize("match", WORDS["match"])
def test_no_pair_of_values_is_without_a_sentence(match):
    start = Rules.load("anywoli").replace(match=match)
    for final in WORDS["final"]:
        for side in WORDS["final_side"]:
            for relay in (True, False):
                rules = start.replace(final=final, final_side=side, relay=relay)
                for field in (*WORDS, *SWITCHES):
                    for changed in variants(rules, field):
                        assert all(len(part.sentences) for part in rule_text(ENGLISH, changed))


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("label", [*NAMES, *MORE, "anywoli seeds=1", "anywoli holes=26 seeds=12"])
def test_the_numbers_are_those_of_the_engine(label, language):
    rules, words = Rules.of(label), speak(language)
    board, *_ = rule_text(words, rules)
    found = {int(digits) for digits in re.findall(r"\d+", board.sentences[0])}
    rows = {2}  # a number in some languages, a word in others
    assert found | rows == {rules.holes, rules.seeds, rules.total} | rows
    said = text(rules, words)
    numbers = set(re.findall(r"(?<!\d)\d+(?!\d)", said))
    needed = {rules.least, rules.total // 2, *rules.capture_on}
    if rules.end_at:
        needed.add(rules.end_at)
    if rules.match == "buying":
        needed.add(rules.goal)
    if rules.match != "none":
        needed.add(rules.round_limit)
    assert {str(number) for number in needed} <= numbers
    assert "{" not in said


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", NAMES)
def test_the_sentence_of_direction_follows_the_direction(name, language):
    words = speak(language)
    here = sentences(Rules.load(name), words)
    there = sentences(Rules.load(name).replace(direction="cw"), words)
    differ = [place for place, pair in enumerate(zip(here, there, strict=True)) if len({*pair}) > 1]
    assert len(differ) == 1
    last = "L" if Rules.load(name).holes == 12 else "A"
    assert last in here[differ[0]]
    assert last in there[differ[0]]


@pytest.mark.parametrize("language", languages())
def test_every_language_tells_as_much_as_english(language):
    for label in (*NAMES, *MORE):
        told = rule_text(speak(language), label)
        english = rule_text(ENGLISH, label)
        assert [len(part.sentences) for part in told] == [len(part.sentences) for part in english]
        assert all(part.title.strip() and all(part.sentences) for part in told)


# What the page of rules says, told of the rule set it says it of.
FACTS = {
    "anywoli": (
        "two rows of 12 holes with 4 seeds in each hole, 96 seeds in all",
        "A to L from left to right, is South's home row; the far row, a to l from right to left",
        "from A to L, on through a to l, and round to A again",
        "at least 1 seed.",
        "does not make exactly 4 there",
        "passing capture: its seeds go at once to the owner of the hole",
        "final capture: its seeds go to the mover, whoever owns the hole",
        "must make an extra move",
        "as soon as 4 seeds or fewer are left",
        "laid back in the hole where that lap picked them up",
        "who took the seeds captured last; if nothing was captured, a fair lot",
        "48 each is a draw",
        "each player takes the seeds in their own holes",
        "An endless move is barred",
        "single game",
    ),
    "adji_kui_2": (
        "The board has no stores",
        "at least 2 seeds",
        "while seeds are still in the hand is not captured",
        "An opponent's hole completed by the last seed",
        "After a final capture the opponent is to move",
        "the seeds stay there and the move ends",
        "8 seeds or fewer",
        "Each player then takes the seeds left in their own holes",
        "first hole beyond the end of the buyer's row",
        "larger remainder",
        "owns 10 holes",
        "200 rounds",
    ),
    "adji_kui_1": (
        "A move is a single lap",
        "exactly 2 or 3",
        "takes the run before it",
        "The game ends when every seed is captured",
        "If a position comes back and nothing was captured meanwhile",
    ),
    "ba_awa": ("The seeds left then go to the player who began the game", "owns 10 holes"),
    "obridjie": (
        "ends as soon as the player to move has no legal move",
        "The seeds left then count for nobody",
    ),
    "hoyito_1": (
        "passing capture: its seeds go at once to the mover",
        "After a final capture the opponent is to move",
        "holes of their own row from their left with 4 seeds each",
        "set aside",
    ),
    "hoyito_2": ("takes the run before it", "must make an extra move", "is not captured"),
    "anywoli_wikipedia": ("8 seeds or fewer", "go to the player who began"),
    "yit_nuri": ("two rows of 7 holes with 4 seeds in each hole, 56 seeds",),
    "yit_jani": ("two rows of 13 holes with 2 seeds in each hole, 52 seeds", "A to M from"),
}
NEVER = {
    "anywoli": ("remainder", "run before", "may not capture"),
    "adji_kui_2": ("middle of a lap", "extra move", "emptied by"),
    "adji_kui_1": ("endless", "sown on", "The seeds left then"),
    "obridjie": ("neither player", "passes, and", "run before"),
}


def test_every_rule_set_has_its_facts():
    assert set(FACTS) == set(NAMES)


@pytest.mark.parametrize("name", FACTS)
def test_the_text_says_what_the_page_of_rules_says(name):
    said = text(Rules.load(name))
    for fact in FACTS[name]:
        assert fact in said
    for fact in NEVER.get(name, ()):
        assert fact not in said


def test_clockwise_is_told_the_other_way_round():
    said = text(Rules.of("adji_kui_2 direction=cw"))
    assert "clockwise: from F to A, on through f to a, and round to F again" in said
    assert "counter-clockwise" not in said


def test_no_sentence_is_told_twice():
    for label in (*NAMES, *MORE):
        said = sentences(Rules.of(label))
        assert len(said) == len(set(said))


def test_rules_that_can_end_a_round_without_a_score_say_what_follows():
    again = "has no score: its territory is played again"
    assert again not in text(Rules.of("hoyito_1"))
    for change in ("stuck=void", "repetition=draw", "endless=void"):
        assert again in text(Rules.of(f"hoyito_1 {change}"))
    assert again not in text(Rules.of("hoyito_1 relay=false").replace(endless="draw"))
