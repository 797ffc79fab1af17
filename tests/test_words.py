"""What is said to people: messages that can be translated, and how a game came out."""

import ast
import gettext
import re
from string import Formatter

import pytest
from make_catalogues import collect, key_of
from tree import ROOT

from mancala_core.engine.game import Game
from mancala_core.engine.moves import play, trace
from mancala_core.engine.position import Position
from mancala_core.engine.refusal import CAN_PLAY, MUST_PASS, REASONS, IllegalMove
from mancala_core.engine.rules import Rules
from mancala_core.show import lap_words, telling
from mancala_core.show.board_picture import BoardPicture
from mancala_core.show.board_words import outcome_sentence
from mancala_core.show.lap_layout import LapLayout
from mancala_core.show.lap_table import table_of
from mancala_core.show.laps import trace_of
from mancala_core.show.words import Words, refusal, speak

ENGLISH = speak("en")

# Messages

MODULES = [
    path
    for folder in ("engine", "players", "study", "show")
    for path in sorted((ROOT / "mancala_core" / folder).glob("*.py"))
]
FROM_TABLES = {
    "board_words.py": {"one", "many"},
    "controls.py": {
        *("TITLES[field]", "meaning(field)"),
    },
    "option_names.py": {"name"},
    "rule_values.py": {"_ENDLESS[word]", "_why(field, why)"},
    "rules.py": {"IN_FILE", "NO_RULE_SET"},
    "match_rounds.py": {"message"},
    "notation.py": {"_NO_RECORD[what]"},
    "options.py": {"NO_COUNT", "NO_COUNTS"},
    "record_files.py": {"error.message"},
    "names.py": {"_STRATEGIES[strategy]", "known"},
    "rule_checks.py": {"NO_COUNT"},
    "rule_files.py": {"IN_FILE", "lacking", "unknown", "no_text"},
    "trial_controls.py": {"title", "TITLES[field]", "meaning(field)"},
}
"""Where a message comes from a table, as the code has it."""
WITHOUT_WORDS = {
    *(", ", "; ", "{game}: {state}", "{player} {hole}", "{player}: {holes}"),
    *("{convention} ({rules})", "{group}: {told}", "{title}: {told}.", "{group}, {holes}"),
    *("{place}: {facts}.", "{place}: {facts}", "{title}. {sentence}"),
    *("{number} %", "{file}: {why}", "{sentence}.", "{first} {second}", "{text} ({more})"),
    *("{group} {median}", "{value} [{low}, {high}]"),
}
"""A separator of lists, and ways to put two things together that a language may turn round."""


def calls(code):
    """Calls that look a message up or mark one: their messages, and the names they fill in."""
    for node in ast.walk(ast.parse(code)):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        given = {keyword.arg for keyword in node.keywords}
        if name in ("say", "N_", "Unfit") and node.args:
            yield name, node.args[:1], given
        elif name == "NN_" or (name in ("say_in", "C_") and len(node.args) == 2):
            yield name, node.args, given
        elif name == "count" and len(node.args) == 3:
            yield name, node.args[:2], given | {"n"}


def faults(code, known=frozenset()):
    """What would keep messages from being collected and translated."""
    found = []
    for name, messages, given in calls(code):
        for message in messages:
            if not (isinstance(message, ast.Constant) and isinstance(message.value, str)):
                if name in ("N_", "NN_", "say_in", "C_") or ast.unparse(message) not in known:
                    found.append(f"not literal: {ast.unparse(message)}")
                continue
            text = message.value
            places = [part[1] for part in Formatter().parse(text) if part[1] is not None]
            found += [f"no name: {text}" for place in places if not place.isidentifier()]
            if not re.search(r"[^\W\d]", re.sub(r"\{.*?\}", "", text)) and (
                text not in WITHOUT_WORDS
            ):
                found.append(f"no words: {text}")
            if name not in ("N_", "NN_", "C_") and None not in given and not set(places) <= given:
                found.append(f"not filled in: {text}")
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_messages_can_be_collected_and_translated(path):
    assert faults(path.read_text(encoding="utf-8"), FROM_TABLES.get(path.name, ())) == []


@pytest.mark.parametrize(
    "code",
    [
        "say(text)",
        "say(f'{player} plays')",
        "words.say('{player} ' + 'plays', player=1)",
        "words.say('{} plays', player=1)",
        "words.say('{player.name} plays', player=1)",
        "words.say('{note}!', note=1)",
        "words.say('{player} plays')",
        "words.count('{n} lap', many, 3)",
        "N_(text)",
        "N_('')",
        "NN_('{n} lap', many)",
        "C_('who', text)",
        "C_(who, 'nobody')",
        "words.say_in(who, 'nobody')",
        "words.say_in('who', '{player} plays')",
        "raise Unfit(f'{hole} is empty.', hole=1)",
        "raise Unfit('{hole} is empty.')",
        "raise Unfit('{} is empty.', hole=1)",
        "raise Unfit('{hole.name} is empty.', hole=1)",
    ],
)
def test_a_message_that_cannot_be_collected_is_seen(code):
    assert faults(code)


def literal(code):
    """Messages that stand literally in calls; in pairs where there is a plural."""
    for name, messages, _ in calls(code):
        if all(isinstance(message, ast.Constant) for message in messages):
            texts = tuple(message.value for message in messages)
            if name in ("say_in", "C_"):
                yield "\x04".join(texts)
            else:
                yield texts if name in ("count", "NN_") else texts[0]


def test_the_collector_finds_every_message():
    collected = {key_of(message) for message in collect()}
    lost = {
        f"{path.name}: {message}"
        for path in MODULES
        for message in literal(path.read_text(encoding="utf-8"))
        if message not in collected
    }
    assert lost == set()


def test_messages_are_found():
    found = [
        text
        for path in MODULES
        for message in literal(path.read_text(encoding="utf-8"))
        for text in ([message] if isinstance(message, str) else message)
    ]
    assert len(set(found)) > 100
    assert {"South", "Not answered yet.", "{hole} was empty: stop"} <= set(found)
    assert any("a lot gave it to {player}" in message for message in found)


class Asked(gettext.NullTranslations):
    """A catalogue that remembers what was looked up."""

    def __init__(self):
        super().__init__()
        self.messages = set()

    def gettext(self, message):
        self.messages.add(message)
        return message

    def ngettext(self, one, many, n):
        self.messages.add((one, many))
        return one if n == 1 else many

    def pgettext(self, context, message):
        self.messages.add(f"{context}\x04{message}")
        return message


def test_every_reason_against_a_move_is_looked_up():
    asked = Asked()
    for reason in REASONS:
        for legal in ((), (0, 2)):
            data = {"hole": 1, "holes": 6, "mover": 0, "least": 2, "legal": legal}
            data |= {"laps": 66, "period": 66}
            refusal(Words("en", asked), IllegalMove(reason, data))
    assert asked.messages >= {*REASONS.values(), CAN_PLAY, MUST_PASS, "South", "North"}


# Numbers


def test_numbers_are_written_with_the_separators_of_the_language():
    greek = Words("el", gettext.NullTranslations())
    assert (ENGLISH.number(1234.5, 1), greek.number(1234.5, 1)) == ("1,234.5", "1.234,5")
    assert greek.number(2**63 - 1) == "9.223.372.036.854.775.807"
    data = {"hole": 1, "holes": 6, "mover": 0, "least": 2, "legal": (0,)}
    error = IllegalMove("endless", data | {"laps": 12345, "period": 1000})
    assert "after 12,345 laps" in str(error)
    assert "after 1,000 laps" not in refusal(greek, error)
    assert "after 12.345 laps the board is as it was 1.000 laps before" in refusal(greek, error)
    position = Position.parse("<2,1200,3400,0,0,0,1000> S")
    assert "Captured: South 1.200, North 3.400." in telling.tell_position(greek, position)
    over = Game.new(SMALL, start="<2,1200,3400,0,0,0,0> S ending=none_left")
    assert outcome_sentence(greek, over).startswith("North wins 3.400 to 1.200.")
    assert outcome_sentence(ENGLISH, over).startswith("North wins 3,400 to 1,200.")


SENTENCES = [
    *("board_words", "lap_words", "match_words", "match_table", "match_rows", "match_choice"),
    *("trial", "trial_table", "trial_view", "rule_lab", "telling", "lesson", "face", "set_up"),
]


def with_separators(code):
    """Formats in f-strings that write English separators or decimals."""
    return [
        ast.unparse(node.format_spec)
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.FormattedValue)
        and node.format_spec is not None
        and re.search(r"[,_]|\.\d*[fe%]", ast.unparse(node.format_spec))
    ]


@pytest.mark.parametrize("module", SENTENCES)
def test_sentences_leave_separators_to_the_language(module):
    assert with_separators((ROOT / f"mancala_core/show/{module}.py").read_text("utf-8")) == []


def test_a_number_with_english_separators_is_seen():
    code = "a = f'{n:,} {n:.1f} {n:>3} {n!r}'"
    assert len(with_separators(code)) == 2


# How a game came out

SMALL = Rules.load("anywoli").replace(holes=2, end_at=0)
LEFT = {"0,1,0,0": (1, "1 seed was left."), "4,0,0,0": (4, "4 seeds were left.")}


def ended(rules, seeds, ending, more="taker=S first=N", stores=(8, 4)):
    south, north = stores
    text = f"<2,{south},{north},{seeds}> S {more} ending={ending}"
    return outcome_sentence(ENGLISH, Game.new(rules, start=text, seed=3))


@pytest.mark.parametrize("seeds", LEFT)
@pytest.mark.parametrize("ending", ["four_left", "no_move"])
@pytest.mark.parametrize(
    ("remainder", "more", "one", "many"),
    [
        *(
            (way, "taker=S first=N", f"It goes to {who}.", f"They go to {who}.")
            for way, who in (
                ("penultimate", "South, who took the group before"),
                ("first_final", "North, who made the first final capture"),
                ("starter", "South, who began"),
                ("mover", "South, who made the last move"),
            )
        ),
        (
            *("lottery", "drawn=N"),
            "It was drawn by lot and goes to North.",
            "They were drawn by lot and go to North.",
        ),
        *(
            (
                way,
                "drawn=N",
                f"{why}, so a lot gave it to North.",
                f"{why}, so a lot gave them to North.",
            )
            for way, why in (
                ("penultimate", "Nobody had taken a group"),
                ("first_final", "Nobody had made a final capture"),
            )
        ),
        (
            *("owners", ""),
            "It goes to South, in whose hole it lies.",
            "They go to South, in whose holes they lie.",
        ),
        ("nobody", "", "It counts for nobody.", "They count for nobody."),
    ],
)
def test_seeds_left_at_a_natural_end(seeds, ending, remainder, more, one, many):
    n, left = LEFT[seeds]
    rules = SMALL.replace(end_at=4, remainder=remainder, end_without_move=ending == "no_move")
    said = ended(rules, seeds, ending, more)
    why = "North has no move. " if ending == "no_move" else ""
    _, _, rest = said.partition(". ")
    assert rest == f"{why}{left} {one if n == 1 else many}"


@pytest.mark.parametrize(
    ("options", "ending", "why", "way"),
    [
        ({"stuck": "owners"}, "stuck", "Neither player has a move.", "owners"),
        ({"stuck": "nobody"}, "stuck", "Neither player has a move.", "nobody"),
        ({"stuck": "void"}, "stuck", "Neither player has a move.", "nobody"),
        ({"endless": "owners"}, "endless", "The sowing would never have ended.", "owners"),
        ({"endless": "draw"}, "endless", "The sowing would never have ended.", "nobody"),
        ({"endless": "void"}, "endless", "The sowing would never have ended.", "nobody"),
        (
            *({"endless": "limit:75"}, "endless"),
            *("A sowing of more than 75 laps counts as endless.", "owners"),
        ),
        (
            *({"endless": "limit:1"}, "endless"),
            *("A sowing of more than 1 lap counts as endless.", "owners"),
        ),
        ({"repetition": "owners"}, "repetition", "The position had come back.", "owners"),
        ({"repetition": "draw"}, "repetition", "The position had come back.", "nobody"),
    ],
)
@pytest.mark.parametrize("seeds", LEFT)
def test_seeds_left_at_other_ends(options, ending, why, way, seeds):
    n, left = LEFT[seeds]
    takes = {
        "owners": (
            "It goes to South, in whose hole it lies.",
            "They go to South, in whose holes they lie.",
        ),
        "nobody": ("It counts for nobody.", "They count for nobody."),
    }[way]
    said = ended(SMALL.replace(**options), seeds, ending)
    result, _, rest = said.partition(". ")
    if "draw" in options.values():
        assert result == "The game counts as a draw"
        rest = rest.removeprefix("South took 8, North 4. ")
    elif "void" in options.values():
        assert result == "No result"
    else:
        assert result.startswith("South wins ")
    assert rest == f"{why} {left} {takes[n > 1]}"


def test_seeds_of_both_owners():
    rules = SMALL.replace(end_at=4, remainder="owners")
    assert ended(rules, "1,0,3,0", "four_left", stores=(6, 6)) == (
        "North wins 9 to 7. 4 seeds were left. Each takes those in their own holes: "
        "South 1, North 3."
    )


@pytest.mark.parametrize("remainder", ["penultimate", "lottery", "owners", "nobody"])
def test_no_seed_left(remainder):
    rules = SMALL.replace(remainder=remainder)
    said = ended(rules, "0,0,0,0", "none_left", stores=(8, 8))
    assert said == "A draw, 8 to 8. All seeds are captured."


def test_before_the_lottery_nothing_is_claimed():
    start = Position.parse("<2,6,6,4,0,0,0> S ending=four_left")
    game = Game(SMALL.replace(end_at=4, remainder="lottery"), start)
    said = outcome_sentence(ENGLISH, game)
    assert said == "South has 6, North 6; the lottery is still to come. 4 seeds are left."


def test_the_limit_of_laps_is_named_where_it_was_passed():
    rules = Rules.load("adji_kui_2").replace(endless="limit:12")
    start = Position.parse("<6,0,0,1,0,1,2,0,4,0,2,1,0,1,0> S")
    move = play(rules, start, "D")
    assert (move.ending, move.period) == ("endless", None)
    said = "A sowing of more than 12 laps counts as endless."
    assert said in outcome_sentence(ENGLISH, Game.new(rules, start=start).play("D"))
    assert said in lap_words.head(ENGLISH, trace_of(move))
    words = BoardPicture(move.after, ENGLISH, move=move).message
    assert "It counts as endless and is taken back." in " ".join(words)
    owners = rules.replace(endless="owners")
    assert "would never have ended" in outcome_sentence(
        ENGLISH, Game.new(owners, start=start).play("D")
    )


# Long moves

TRAVELLING = "<12,0,0,3,1,0,2,1,0,2,1,0,2,1,0,2,1,0,2,1,0,2,1,0,1,0,1> S"


def test_a_long_move_is_told_short_and_says_what_is_left_out():
    move = trace(Rules.load("anywoli"), Position.parse(TRAVELLING), 0)
    assert move.laps == 216
    lines = telling.tell_move(ENGLISH, move).splitlines()
    told = [int(re.match(r"Lap (\d+)", line)[1]) for line in lines if line.startswith("Lap ")]
    assert told == [*range(1, 61), *range(207, 217)]
    assert lines[62] == "Laps 61 to 206 are left out here."
    whole = telling.tell_move(ENGLISH, move, whole=True).splitlines()
    assert sum(line.startswith("Lap ") for line in whole) == 216
    assert set(lines) - set(whole) == {lines[62]}


class Taken:
    """Stands in for a lap in which one player takes something."""

    def __init__(self, number, player, seeds):
        self.number, self.player, self.seeds = number, player, seeds

    def taken(self, player):
        return self.seeds * (player == self.player)


def test_what_is_taken_in_laps_left_out_is_told():
    assert telling._left_out(ENGLISH, [Taken(61, 0, 8), Taken(1062, 1, 4)]) == (
        "Laps 61 to 1,062 are left out here (South takes 8, North 4)."
    )


# A final capture with the run before it

RUNS = {
    "a run of fours over the end of a row": (
        *("hoyito_2", "<6,16,8,3,0,1,0,3,1,5,2,1,2,3,3> N", "b"),
        (
            "It stops in A: the last seed made 4, which North takes. Of the run before it North takes "
            "4 in f, 4 in e. North moves again. North takes 12."
        ),
        "North takes 4 in e, 4 in f, 4 in A. A makes 4: 3 holes taken, stop.",
    ),
    "in a lap that goes round": (
        *("hoyito_2", "<6,0,0,3,3,0,1,1,14,2,2,3,1,1,1> S", "F"),
        (
            "It stops in b: the last seed made 4, which South takes. Of the run before it South takes "
            "4 in a. South moves again. South takes 8."
        ),
        "South takes 4 in a, 4 in b. b makes 4: 2 holes taken, stop.",
    ),
    "clockwise": (
        *("hoyito_2 direction=cw", "<6,8,8,3,3,0,0,5,5,1,2,3,3,3,3> S", "B"),
        (
            "It stops in e: the last seed made 4, which South takes. Of the run before it South takes "
            "4 in f, 4 in A. South moves again. South takes 12."
        ),
        "South takes 4 in A, 4 in f, 4 in e. e makes 4: 3 holes taken, stop.",
    ),
    "to the owners of the holes": (
        "hoyito_2 final=owner direction=cw after_final=over",
        *("<6,8,8,3,3,0,0,5,5,1,2,3,3,3,3> S", "B"),
        (
            "It stops in e: the last seed made 4, which North takes. Of the run before it South takes "
            "4 in A. Of the run before it North takes 4 in f. South takes 4, North 8."
        ),
        "South takes 4 in A. North takes 4 in f, 4 in e. e makes 4: 3 holes taken, stop.",
    ),
    "twos and threes past a hole out of play": (
        *("adji_kui_1", "<6,20,20,0,0,0,0,0,2,1,0,2,1,2,2> S owner=SSSSSSN.NNNN", "F"),
        (
            "It stops in c: the last seed made 3, which South takes. Of the run before it South takes "
            "2 in a. South takes 5."
        ),
        "South takes 2 in a, 3 in c. c makes 3: 2 holes taken, stop.",
    ),
    "two alone": (
        *("adji_kui_1", "<6,20,20,0,0,0,0,0,2,0,1,0,1,2,2> S", "F"),
        "It stops in b: the last seed made 2, which South takes. South takes 2.",
        "South takes 2 in b. b makes 2: taken, stop.",
    ),
    "three in an own hole": (
        *("adji_kui_1", "<6,20,18,0,2,1,2,0,0,1,0,0,1,2,1> S", "B"),
        "It stops in D: the last seed made 3 in South's own hole, so they stay. Nothing is taken.",
        "D makes 3, not taken: stop.",
    ),
}


@pytest.mark.parametrize("case", RUNS)
def test_what_a_run_takes_is_told(case):
    label, text, hole, sentence, last_lap = RUNS[case]
    move = play(Rules.of(label), Position.parse(text), hole)
    track = trace_of(move)
    assert lap_words.sentence(ENGLISH, track) == sentence
    assert telling.tell_move(ENGLISH, move).splitlines()[-2].endswith(f". {last_lap}")


@pytest.mark.parametrize("case", RUNS)
def test_each_hole_of_a_run_is_marked_with_what_was_in_it(case):
    label, text, hole, *_ = RUNS[case]
    move = play(Rules.of(label), Position.parse(text), hole)
    captures = [event for event in move.events if event.kind == "capture"]
    table = table_of(trace_of(move))
    columns = trace_of(move).columns
    marked = [
        (columns[cell.column], cell.holds, cell.taker, cell.final)
        for cell in table.cells
        if cell.mark == "taken"
    ]
    assert sorted(marked) == sorted(
        (event.hole, event.seeds, event.player, event.final) for event in captures
    )
    assert sum(cell.end for cell in table.cells) == 1
    keys = [sign.label for sign in LapLayout(move, ENGLISH)._signs() if sign.kind == "final"]
    runs = len(captures) > 1
    assert keys == ["by the last seed" + ", with the run before it" * runs] * bool(captures)
