"""Whatever people are told is looked up among the messages that translators are given."""

import json
import os
import random
import re
from functools import cache

import pytest
from cases import random_match_rules, random_position, random_rules
from make_catalogues import collect, key_of
from match_cases import random_match, scored
from matplotlib.figure import Figure
from test_board import ENDLESS, NO_MOVE, click, edit, shown
from test_words import Asked

from mancala_core.engine.choices import legal_moves
from mancala_core.engine.game import Game
from mancala_core.engine.match import Match
from mancala_core.engine.moves import play, trace
from mancala_core.engine.options import FIELDS, WORDS
from mancala_core.engine.position import ENDINGS, Position
from mancala_core.engine.refusal import IllegalMove
from mancala_core.engine.rules import Rules
from mancala_core.engine.saying import N_, Marked, Unfit
from mancala_core.players.strategies import strategy
from mancala_core.show import draw, face, lesson, match_table, rule_values, telling, trial, words
from mancala_core.show import trial_view as view
from mancala_core.show.board import Board
from mancala_core.show.board_words import outcome_sentence
from mancala_core.show.lap_layout import LapLayout
from mancala_core.show.reply import failed_sentence
from mancala_core.show.rule_lab import RuleLab
from mancala_core.show.words import LANGUAGES, Words, speak

TRAVELLING = "<12,0,0,3,1,0,2,1,0,2,1,0,2,1,0,2,1,0,2,1,0,2,1,0,1,0,1> S"
CHOICE = Rules.load("adji_kui_2").replace(buying="choice")


@cache
def known():
    """What is collected: messages, and pairs of them where there is a plural."""
    return {key_of(message) for message in collect() if message.id}


@pytest.fixture
def asked(monkeypatch):
    """Every language is a catalogue that remembers what was looked up."""
    catalogue = Asked()
    monkeypatch.setattr(words.gettext, "translation", lambda *_, **__: catalogue)
    monkeypatch.setattr(words, "languages", lambda: tuple(LANGUAGES))
    speak.cache_clear()
    yield catalogue
    speak.cache_clear()


def unknown(catalogue):
    """What was looked up and stands in no catalogue."""
    return catalogue.messages - known()


# Boards


def clicked_through(board, rng, clicks=25):
    """Click here and there, also where nothing may be clicked, and go back now and then."""
    for _ in range(clicks):
        state = shown(board)
        holes = range(len(state["cells"]))
        legal = legal_moves(board.game.rules, board.position)
        hole = rng.choice(legal) if legal and rng.random() < 0.7 else rng.choice([*holes, None])
        click(board, hole)
        if rng.random() < 0.1:
            board.back()
        if board.match is not None and board.game.outcome is not None and not board.match.over:
            board._session.attempt(board._session.next_round)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_board_in_many_states(asked, language):
    rng = random.Random(language)
    for label in ("anywoli", "adji_kui_2", "hoyito_2 extra_move=optional", CHOICE):
        for match in (False, label is CHOICE):
            board = Board(label, match=match, language=language, preview=rng.random() < 0.5, seed=1)
            clicked_through(board, rng)
            board.new_game("north")
            board._session.attempt(board._session.read, "nothing")
            board.set_up(board.position)
            assert repr(board)
    assert "South" in asked.messages
    assert unknown(asked) == set()


@pytest.mark.parametrize("text", [ENDLESS, NO_MOVE, "<6,22,22,0,0,0,0,0,4,0,0,0,0,0,0> S"])
def test_a_board_at_the_edge(asked, text):
    board = Board(Position.parse(text), rules="adji_kui_2", language="ur")
    for hole in range(12):
        click(board, hole)
        board._view.clicked = {"id": shown(board)["id"], "at": 100 + hole, "why": hole}
        board.back()
    for on in (True, False):
        board._view.clicked = {"id": shown(board)["id"], "at": 200 + on, "predict": on}
        clicked_through(board, random.Random(1), 8)
    board._session.perform(board._session.draw_up)
    edit(board, ("hole", 0, 3), ("store", 1, 5), at=300)
    edit(board, ("hole", 0, -3), at=301)
    board._session.attempt(board._session.use)
    board.language = "ja"
    board._session.attempt(board._session.next_round)
    assert board.wait()
    assert unknown(asked) == set()


@pytest.mark.parametrize("strategy_name", ["greedy", "random"])
def test_a_board_with_an_opponent(asked, strategy_name):
    board = Board("adji_kui_2", opponent=strategy_name, pause=0, language="sw", seed=1)
    clicked_through(board, random.Random(2), 10)
    assert board.wait()
    for error in (KeyError("A"), Unfit("{n} is too much.", n=3), ValueError("odd")):
        failed_sentence(speak("el"), board.game, strategy_name, error)
    assert unknown(asked) == {"{n} is too much."}


def test_matches(asked):
    rng = random.Random(3)
    said = speak("el")
    cases = [scored("adji_kui_2", score) for score in ("37-11", "24-24", "48-0", "25-23")]
    cases += [scored(CHOICE, "37-11"), scored("adji_kui_2 match=own_row", "31-17")]
    cases += [random_match(random_match_rules(rng), seed, rounds=4) for seed in range(8)]
    for match in cases:
        face.text(said, match)
        face.html(said, match)
        match_table.html(said, match)
        draw.describe(match, language="el")
        draw.headline(match, language="el")
        board = Board(match, language="el")
        for hole in range(2 * match.rules.holes):
            click(board, hole)
        board._session.attempt(board._session.next_round)
        board._session.perform(board._session.new_match, "north")
    assert len(asked.messages) > 100
    assert unknown(asked) == set()


# Moves and endings


def test_every_ending_and_every_move_is_told(asked):
    said, rng, endings = speak("ja"), random.Random(4), set()
    ways = WORDS["remainder"]
    for ending in ENDINGS:
        for way in ways:
            rules = Rules.load("anywoli").replace(
                holes=2, repetition="draw", endless="limit:9", remainder=way, stuck="void"
            )
            for more in ("", " taker=S first=N", " drawn=N"):
                for seeds in ("0,0,0,0", "0,1,0,0", "1,0,3,0"):
                    start = f"<2,8,4,{seeds}> S{more} ending={ending}"
                    game = Game.new(rules, start=start, seed=3)
                    assert outcome_sentence(said, game)
                    face.text(said, game)
                    endings.add(game.outcome.ending)
    assert endings == set(ENDINGS)
    for _ in range(60):
        rules = random_rules(rng)
        position = random_position(rng, rules)
        for hole in [*legal_moves(rules, position), *range(3), None]:
            try:
                move = play(rules, position, hole)
            except IllegalMove as error:
                lesson.tell(error, language="ja")
                continue
            telling.tell_move(said, move)
            LapLayout(move, said)
            draw.describe(move.after, language="ja")
            draw.headline(move, language="ja")
    assert {"{hole} is empty.", "No result."} <= asked.messages
    assert unknown(asked) == set()


def test_long_and_endless_moves_are_told(asked):
    said = speak("el")
    moves = [trace(Rules.load("anywoli"), Position.parse(TRAVELLING), 0)]
    moves += [trace(Rules.load("adji_kui_2"), Position.parse(ENDLESS), "D")]
    for endless in ("barred", "limit:12", "draw"):
        rules = Rules.load("adji_kui_2").replace(endless=endless)
        moves.append(trace(rules, Position.parse("<6,0,0,1,0,1,2,0,4,0,2,1,0,1,0> S"), "D"))
    for move in moves:
        telling.tell_move(said, move)
        for upto in (None, 0, 1, min(3, move.laps)):
            LapLayout(move, said, upto=upto)
        draw.laps(move, ax=Figure().subplots(), language="el")
        draw.board(move.before, move=move, ax=Figure().subplots(), language="el")
    assert unknown(asked) == set()


# The rule lab and the pictures of tables


def test_the_rule_lab(asked, monkeypatch):
    said = speak("sw")
    for name in Rules.names():
        rules = Rules.load(name)
        for field in FIELDS:
            if rule_values.values_of(field) or field in ("capture_on", "endless"):
                rule_values.choices(said, rules, field)
        rule_values.idle(said, rules)
    for label in ("adji_kui_2", "adji_kui_2 remainder=owners", "adji_kui_2 holes=5"):
        setting = trial.Setting(Rules.of(label), 40, ("random", "greedy"), "alternate", 1, 60)
        trial.heading(said, setting)
        result = trial.play(setting, {}, lambda done, games: None)
        assert view.page(said, result)["table"]
        draw.describe(view.summaries(result), picture="forest", language="sw")
    lab = RuleLab("adji_kui_2", games=20, max_moves=50, language="sw")
    try:
        lab._controls.fields["final"].control.value = "nobody"
        lab._controls.fields["chain"].control.value = "preceding"
        assert lab.wait(240)
        lab.back()
        assert lab.wait(240)
    finally:
        lab.close()
    assert unknown(asked) == set()


def test_pictures_of_tables(asked):
    from test_charts import CASES, TABLES

    for number, (name, case) in enumerate(CASES):
        language = list(LANGUAGES)[number % len(LANGUAGES)]
        told = draw.describe(TABLES[name][case], picture=name, language=language)
        assert told
    assert len(asked.messages) > 150
    assert unknown(asked) == set()


def test_answers_of_exercises(asked):
    for answer, right in (
        *((None, 5), (5, 5), ("5", 5), (5, "A"), (1, (1, 2)), ("a", "A"), (3, 5)),
        ("A", lambda answer: play(Rules.load("anywoli"), Position.start("anywoli"), "a")),
        ("A", Position.parse),
    ):
        lesson.verdict(answer, right, "Look again.", language="ur")
    for guess, found in ((None, 3), (3, 3), (1000, 1003), ("a", "b")):
        lesson.compare(guess, found, "South", language="ur")
    assert unknown(asked) == set()


# Errors

ANYWOLI = Rules.load("anywoli")
ADJI = Rules.load("adji_kui_2")
START = Position.start("anywoli")
RECORD = json.loads(Game.new("anywoli", seed=1).play("A", "a").to_json())
MATCH = json.loads(Match.new("adji_kui_2", seed=1).play("A").to_json())
OVER = scored(CHOICE, "37-11")


def headed(*lines, body=""):
    return "\n".join([*lines, "", body])


BAD = {
    **{
        f"position {text!r}": lambda text=text: Position.parse(text)
        for text in (
            *("", "x", "<2,0,0,4,4,4,4> X", "<2,0,a,4,4,4,4> S", "<2,0,0,4> S", "<1,0,0,4,4> S"),
            *("<2,0,0,4,4,4,4> S odd", "<2,0,0,4,4,4,4> S taker=X", "<2,0,0,4,4,4,4> S extra=2"),
            *("<2,0,0,4,4,4,4> S taker=S taker=N", "<2,9999,0,4,4,4,4> S"),
            *("<2,0,0,4,4,4,4> S ending=odd", "<2,0,0,4,4,4,4> S owner=SS.N"),
            *("<2,0,0,0,0,0,4> S owner=...N", "<2,0,0,4,4,4,4> S owner=SSN"),
        )
    },
    **{
        f"replace {values}": lambda values=values: START.replace(**values)
        for values in (
            *({"odd": 1}, {"seeds": "x"}, {"seeds": (-1, *START.seeds[1:])}, {"stores": (1,)}),
            *({"seeds": (0.5, *START.seeds[1:])}, {"mover": 2}, {"mover": "x"}, {"drawn": 3}),
            *({"extra": 1}, {"ending": 3}, {"owner": (9,) * 24}),
        )
    },
    **{
        f"rules {values}": lambda values=values: ANYWOLI.replace(**values)
        for values in (
            *({"odd": 1}, {"holes": 1}, {"holes": "x"}, {"seeds": 99}, {"least": 9}, {"goal": 99}),
            *({"end_at": 999}, {"capture_on": "x"}, {"capture_on": (1,)}, {"capture_on": 7}),
            *({"relay": 1}, {"passing": "odd"}, {"endless": "odd"}, {"round_limit": 99_999}),
            {"passing": "nobody", "final": "nobody"},
            {"extra_move": "optional", "after_final": "over"},
            {"own_final": "relay", "relay": False},
            {"chain": "preceding", "final": "nobody"},
        )
    },
    **{
        f"label {label!r}": lambda label=label: Rules.of(label)
        for label in (
            *("", "odd", "anywoli odd", "anywoli holes=x", "anywoli capture_on=x"),
            *("anywoli relay=x", "anywoli holes=2 holes=3", "anywoli odd=1", 3),
        )
    },
    **{
        f"text {text!r}": lambda text=text: Game.from_text(text)
        for text in (
            *(3, "", "[Rules]", headed('[Rules "anywoli"]', '[Rules "anywoli"]')),
            headed('[Rules "anywoli"]', '[Seed "x"]'),
            headed('[Rules "anywoli"]', '[Result "1-2 odd"]'),
            headed('[Rules "anywoli"]', body="1. A(5) a"),
            headed('[Rules "anywoli"]', body="1. a(5)"),
            headed('[Rules "anywoli"]', body="2. A(5)"),
            headed('[Rules "anywoli"]', body="1. ?"),
            headed('[Rules "anywoli"]', '[Start "odd"]'),
        )
    },
    **{
        f"record {change}": lambda change=change: Game.from_json(json.dumps(RECORD | change))
        for change in (
            *({"format": "odd"}, {"rules_version": 99}, {"options": 3}, {"moves": 3}, {"seed": -1}),
            *({"moves": ["b"]}, {"checksum": "x"}, {"result": 3}, {"start": 3}, {"rules": "odd"}),
        )
    },
    "no JSON": lambda: Game.from_json("{"),
    "twice": lambda: Game.from_json('{"a": 1, "a": 2}'),
    "no number": lambda: Game.from_json('{"a": NaN}'),
    **{
        f"match record {change}": lambda change=change: Match.from_json(json.dumps(MATCH | change))
        for change in (
            *({"format": "odd"}, {"rounds": 3}, {"rounds": [{**MATCH["rounds"][0], "bought": 3}]}),
            *({"rounds": [{**MATCH["rounds"][0], "bought": []}]}, {"checksum": "x"}, {"result": 3}),
            *({"rounds": [{**MATCH["rounds"][0], "moves": ["a"]}]}, {"starter": "odd"}),
            {"options": {"match": "none"}},
        )
    },
    **{
        f"match text {text!r}": lambda text=text: Match.from_text(text)
        for text in (
            *(3, "", '[Match "adji_kui_2"]\n\nodd', '[Match "adji_kui_2"]\n\n[Round "2"]\n'),
            '[Match "adji_kui_2"]\n[Result "odd"]\n',
        )
    },
    **{
        f"match rules {label}": lambda label=label: Match.new(label)
        for label in ("anywoli match=none", "adji_kui_2 stuck=nobody", "adji_kui_2 goal=6")
    },
    **{
        f"buying {buy}": lambda buy=buy: OVER.next_round(buy)
        for buy in (3, ["?"], [], ["a", "a", "b"], ["A"])
    },
    "nearest": lambda: scored("adji_kui_2", "37-11").next_round(["d", "e", "f"]),
    "nothing to buy": lambda: scored("adji_kui_2", "24-24").next_round(["a"]),
    "round not over": lambda: Match.new("adji_kui_2").next_round(),
    "round over": lambda: OVER.play("A"),
    "match over": lambda: scored("adji_kui_2", "48-0").next_round(),
    "played on": lambda: scored("adji_kui_2", "48-0").play("A"),
    "no game": lambda: Match.new("adji_kui_2").with_round(3),
    **{
        f"another round {n}": lambda game=game: Match.new("adji_kui_2", seed=1).with_round(game)
        for n, game in enumerate(
            (
                *(Game.new("anywoli", seed=1), Game.new("adji_kui_2", "north", 1)),
                *(Game.new("adji_kui_2", seed=2), Game.new("adji_kui_2", seed=1, number=3)),
            )
        )
    },
    "back": lambda: Game.new("anywoli").back(3),
    "rounds back": lambda: Match.new("adji_kui_2").back(3),
    "seed": lambda: Game.new("anywoli", seed=-1),
    "number": lambda: Game.new("anywoli", number=-1),
    "start": lambda: Game.new("anywoli", start=3),
    "starter": lambda: Game.new("anywoli", start="west"),
    "strategy": lambda: strategy("odd"),
    "board": lambda: legal_moves(ADJI, START),
    "no rules": lambda: legal_moves("anywoli", START),
    "no position": lambda: legal_moves(ADJI, "x"),
    "extra": lambda: legal_moves(ANYWOLI, START.replace(extra=True)),
    "lottery": lambda: play(ANYWOLI, START, "A", 3),
    "illegal": lambda: Game.new("anywoli").play("a"),
}


def error_of(case):
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - any of them will do
        BAD[case]()
    return caught.value


@pytest.mark.parametrize("case", BAD)
def test_an_error_is_one_for_people_and_is_looked_up(asked, case):
    error = error_of(case)
    assert isinstance(error, Unfit | IllegalMove)
    assert speak("en").error(error) == str(error)
    assert asked.messages
    assert unknown(asked) == set()


def test_files_of_rule_sets_are_refused_in_messages(asked, monkeypatch, tmp_path):
    monkeypatch.setitem(os.environ, "MANCALA_RULES", str(tmp_path))
    base = 'base = "anywoli"\n'
    sources = '[[source]]\nkey = "one"\ntitle = "One"\n'
    files = {
        "no_title": base,
        "no_toml": "=",
        "odd_entry": f'{base}title = "x"\nodd = 1\n',
        "no_text": f"{base}title = 3\n",
        "no_stores": f'{base}title = "x"\nstores = 3\n',
        "no_options": f'{base}title = "x"\noptions = 3\n',
        "odd_option": f'{base}title = "x"\n[options]\nodd = 1\n',
        "odd_source": f'{base}title = "x"\n[options]\nholes = {{ value = 3, source = 3 }}\n',
        "lost_source": f'{base}title = "x"\n[options]\nholes = {{ value = 3, source = "x" }}\n',
        "odd_value": f'{base}title = "x"\n[options]\nholes = {{ value = 99, source = "ours" }}\n',
        "no_base": 'title = "x"\nbase = "odd"\n',
        "no_base_text": 'title = "x"\nbase = 3\n',
        "own_base": 'title = "x"\nbase = "own_base"\n',
        "few": f'title = "x"\n{sources}',
        "no_sources": f'{base}title = "x"\nsource = 3\n',
        "no_key": f'{base}title = "x"\n[[source]]\ntitle = "One"\n',
        "odd_key": f'{base}title = "x"\n{sources}odd = "x"\n',
        "odd_kind": f'{base}title = "x"\n{sources}year = 3\n',
        "no_field": f'{base}title = "x"\n[[open]]\nquestion = "x"\nours = "x"\n',
        "odd_field": f'{base}title = "x"\n[[open]]\nfield = "x"\nquestion = "x"\nours = "x"\n',
        "no_readings": f'{base}title = "x"\n[[open]]\nfield = "holes"\nquestion = "x"\nours = "x"\n',
        "odd_reading": f'{base}title = "x"\n[[open]]\nfield = "holes"\nquestion = "x"\nours = "x"\n'
        'readings = [{ value = 3, odd = "x" }]\n',
        "Capital": base,
        "adji_kui_2": base,
    }
    for name, text in files.items():
        (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    (tmp_path / "no_utf8.toml").write_bytes(b"title = '\xff'\n")
    said = speak("ja")
    for name in [*files, "no_utf8"]:
        if name == "adji_kui_2":
            continue
        with pytest.raises(Unfit) as caught:
            Rules.load(name)
        assert said.error(caught.value) == str(caught.value)
    monkeypatch.setitem(os.environ, "MANCALA_RULES", str(tmp_path / "none"))
    with pytest.raises(Unfit) as caught:
        Rules.load("anywoli")
    said.error(caught.value)
    assert len(asked.messages) > 20
    assert unknown(asked) == set()


class Capitals(Asked):
    """A language that is English in capital letters, places apart."""

    def gettext(self, message):
        parts = re.split(r"(\{.*?\})", message)
        return "".join(part if part.startswith("{") else part.upper() for part in parts)

    def pgettext(self, context, message):
        super().pgettext(context, message)
        return f"{self.gettext(message)} ({context})"


def test_an_error_inside_an_error_is_put_into_the_language_too():
    capitals = Words("el", Capitals())
    inner = Unfit("There are {n:,} seeds, and {player} is to move.", n=12345, player=N_("South"))
    error = Unfit("Round {number}: {why}", number=1, why=inner)
    assert str(error) == "Round 1: There are 12,345 seeds, and South is to move."
    assert capitals.error(error) == "ROUND 1: THERE ARE 12.345 SEEDS, AND SOUTH IS TO MOVE."
    refused = Unfit("Move {number}: {why}", number=2, why=error_of("illegal"))
    assert capitals.error(refused).startswith("MOVE 2: a IS NORTH'S HOLE AND SOUTH IS TO MOVE.")


def test_names_in_data_stay_as_they_are():
    capitals = Words("el", Capitals())
    assert capitals.error(Unfit("{name!r} is odd.", name="South")) == "'South' IS ODD."
    assert capitals.error(Unfit("{name} is odd.", name=Marked("South"))) == "SOUTH IS ODD."


def test_a_message_that_nobody_collects_is_seen(asked):
    speak("el").say("Nobody has collected {what}.", what="this")
    speak("el").count("{n} stray", "{n} strays", 2)
    assert unknown(asked) == {"Nobody has collected {what}.", ("{n} stray", "{n} strays")}
