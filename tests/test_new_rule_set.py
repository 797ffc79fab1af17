"""A game whose rules are among the options is added by one TOML file, and nothing else.

The games here are invented. One stands in a folder of one's own, one among the files of the
package, as `CONTRIBUTING.md` has it.
"""

import os
import subprocess
import sys

import oracle
import pytest
from test_perft import perft
from tree import ROOT

from mancala_core import cli
from mancala_core.engine import rule_files
from mancala_core.engine import rules as rules_module
from mancala_core.engine.game import Game
from mancala_core.engine.moves import play
from mancala_core.engine.position import Position
from mancala_core.engine.rules import Rules, loadable
from mancala_core.engine.streams import Stream
from mancala_core.players import strategies
from mancala_core.show.board import Board
from mancala_core.show.rule_lab import RuleLab
from mancala_core.study.settle import settle
from mancala_core.study.simulate import replay, simulate

RULESETS = ROOT / "mancala_core" / "engine" / "rulesets"
SHORT = """
base = "anywoli"
title = "Three in a Ring"
people = ""
region = "a classroom"
summary = "Threes on two rows of four holes, clockwise."
deviation = ""

[[source]]
key = "blackboard"
title = "Rules on the blackboard"
year = "2026"

[options]
holes = { value = 4, source = "blackboard" }
seeds = { value = 3, source = "blackboard" }
direction = { value = "cw", source = "blackboard" }
capture_on = { value = 3, source = "blackboard" }
passing = { value = "nobody", source = "blackboard" }
chain = { value = "preceding", source = "blackboard" }
end_at = { value = 3, source = "blackboard" }

[[open]]
field = "chain"
question = "Does a capture take the run before it?"
readings = [
  { value = "preceding", who = "the blackboard" },
  { value = "none", who = "those who sat at the back" },
]
ours = "as the blackboard has it"
"""


def whole():
    """The file of another game with some values changed: it has no base."""
    text = (RULESETS / "adji_kui_1.toml").read_text(encoding="utf-8")
    changes = {
        'title = "Adji Kui I"': 'title = "Little Twos"',
        "holes = { value = 6": "holes = { value = 3",
        "least = { value = 2": "least = { value = 1",
        'repetition = { value = "owners"': 'repetition = { value = "draw"',
    }
    for old, new in changes.items():
        assert text.count(old) == 1
        text = text.replace(old, new)
    return text


def in_a_folder_of_ones_own(monkeypatch, tmp_path):
    path = tmp_path / "three_ring.toml"
    path.write_text(SHORT, encoding="utf-8")
    monkeypatch.setenv("MANCALA_RULES", str(tmp_path))
    return path


def among_those_of_the_package(monkeypatch, tmp_path):
    path = tmp_path / "little_twos.toml"
    path.write_text(whole(), encoding="utf-8")
    packaged = dict(sorted({**rule_files._packaged(), "little_twos": path}.items()))
    monkeypatch.setattr(rule_files, "_packaged", lambda: packaged)
    return path


@pytest.fixture(params=[in_a_folder_of_ones_own, among_those_of_the_package])
def name(request, monkeypatch, tmp_path):
    """The name of a rule set that is there only for one test, and for the oracle, too."""
    path = request.param(monkeypatch, tmp_path)
    for known in RULESETS.glob("*.toml"):
        text = known.read_text(encoding="utf-8")
        (tmp_path / "oracle").mkdir(exist_ok=True)
        (tmp_path / "oracle" / known.name).write_text(text, encoding="utf-8")
    (tmp_path / "oracle" / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(oracle, "RULESETS", tmp_path / "oracle")
    yield path.stem
    rules_module._loaded.cache_clear()


def test_it_is_listed_loaded_and_changed(name):
    assert name in Rules.names()
    assert list(Rules.names()) == sorted(Rules.names())
    rules = Rules.load(name)
    assert rules.changes == {}
    assert rules.label == name
    assert Rules.of(f"{name} least=2").changes == {"least": 2}
    assert Rules.of(Rules.of(f"{name} least=2").label) == rules.replace(least=2)


def test_it_is_not_there_otherwise():
    with pytest.raises(ValueError, match="There is no rule set 'three_ring'"):
        Rules.load("three_ring")


def random_game(name, seed):
    game = Game.new(name, seed=seed)
    while game.outcome is None and len(game.moves) < 120:
        draws = Stream(seed).ply(len(game.moves))
        game = game.play(strategies.random(game.rules, game.position, draws))
    return game


def test_its_games_are_those_of_the_oracle(name):
    """The oracle takes the options from the file and the rules from the page."""
    options = oracle.GAMES[name]
    assert name in oracle.GAMES.names()
    runs = 0
    for seed in range(30):
        game, state = random_game(name, seed), oracle.start(options)
        for move in game.moves:
            assert move.hole in oracle.choices(options, state)
            state, info = oracle.play(options, state, move.hole)
            assert [tuple(event) for event in move.events] == info.get("events", [])
            assert list(move.after.seeds) == state.seeds
            assert list(move.after.stores) == state.stores
            runs += sum(event.kind == "capture" and event.final for event in move.events) > 1
        if game.position.ending != "repetition":  # which a single state does not tell
            assert game.position.ending == state.ending
    assert runs  # a run was taken now and then


def test_its_moves_are_counted_as_the_oracle_counts_them(name):
    options = oracle.GAMES[name]
    for depth in (1, 2, 3, 4):
        found = perft(Rules.load(name), Position.start(name), depth, {})
        assert found == oracle.perft(options, oracle.start(options), depth)


def test_its_records_are_read_again(name):
    game = random_game(name, 3)
    assert len(game.moves) > 3
    assert Game.from_text(game.to_text()) == game
    assert Game.from_json(game.to_json()) == game
    assert f'[Rules "{name}"]' in game.to_text()


def test_it_is_simulated(name):
    table = simulate(name, 40, seed=2, max_moves=200, progress=False)
    assert set(table["rules"]) == {name}
    assert len(settle(table)) == 40
    for number in (0, 39):
        game, row = replay(table, number), table.iloc[number]
        assert (len([1 for move in game.moves if move.hole is not None])) == row["moves"]
        assert game.position.stores == (row["south"], row["north"])


def test_it_is_shown(name, capsys):
    rules = Rules.load(name)
    board = Board(name, controls=True)
    assert rules.about.title in board._view.frame["title"]
    assert len(board._view.frame["cells"]) == 2 * rules.holes
    titles = [title for title, _ in board._controls.options.rules.options]
    assert rules.about.title in titles
    board.close()
    lab = RuleLab(name, games=20, max_moves=100)
    lab.controls["least"].value = 2
    assert lab.wait(240)
    assert lab.table["rules"].tolist() == [name, f"{name} least=2"]
    lab.close()
    assert cli.main(["rules"]) == 0
    assert f"{name} " in capsys.readouterr().out
    assert cli.main(["rules", name]) == 0
    assert capsys.readouterr().out == f"{rules}\n"


def test_another_process_finds_it_too(monkeypatch, tmp_path):
    in_a_folder_of_ones_own(monkeypatch, tmp_path)
    code = "from mancala_core import Rules; print(Rules.load('three_ring').total)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "24\n"


# A folder of one's own


@pytest.fixture
def own(monkeypatch, tmp_path):
    """Write a rule set into a folder of one's own."""
    monkeypatch.setenv("MANCALA_RULES", str(tmp_path))

    def write(text, name="three_ring.toml"):
        (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
        return name

    yield write
    rules_module._loaded.cache_clear()


def test_a_file_that_was_changed_is_read_again(own, tmp_path):
    before = Rules.names()
    own(SHORT)
    assert set(Rules.names()) == {*before, "three_ring"}
    assert Rules.load("three_ring") is Rules.load("three_ring")
    assert Rules.load("three_ring").end_at == 3
    own(SHORT.replace("end_at = { value = 3", "end_at = { value = 6"))
    path = tmp_path / "three_ring.toml"
    os.utime(path, ns=(0, path.stat().st_mtime_ns + 1))
    assert Rules.load("three_ring").end_at == 6
    own('base = "three_ring"\ntitle = "Four"\n', "four_ring.toml")
    assert Rules.load("four_ring").end_at == 6
    (tmp_path / "four_ring.toml").unlink()
    (tmp_path / "three_ring.toml").unlink()
    assert Rules.names() == before
    with pytest.raises(ValueError, match="no rule set 'three_ring'"):
        Rules.load("three_ring")


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        ("My Game.toml", "small letters, digits and underscores"),
        ("2x4.toml", "begins with a letter"),
        ("anywoli.toml", "there is a rule set anywoli already"),
    ],
)
def test_a_name_that_cannot_be_one_is_refused(own, file, sentence, capsys):
    own(SHORT, file)
    own(SHORT)
    with pytest.raises(ValueError, match=sentence) as refused:
        Rules.load(file[:-5])
    assert file in str(refused.value)
    assert Rules.load("three_ring").end_at == 3  # the others are as they were
    assert Rules.load("adji_kui_2").holes == 6
    assert cli.main(["rules"]) == 2
    told = capsys.readouterr()
    assert sentence in told.err
    assert "Three in a Ring" in told.out


def test_a_folder_among_the_files_is_none(own, tmp_path):
    (tmp_path / "ring.toml").mkdir()
    with pytest.raises(ValueError, match="There is no rule set 'ring'"):
        Rules.load("ring")
    assert "ring" not in Rules.names()


def test_rules_are_kept_when_their_file_goes(own, tmp_path):
    own(SHORT)
    rules = Rules.load("three_ring").replace(least=2)
    (tmp_path / "three_ring.toml").unlink()
    assert rules.label == "three_ring least=2"
    assert repr(rules) == "Rules.load('three_ring').replace(least=2)"
    assert rules.replace(least=1).changes == {}
    assert Game.new(rules).play("A").to_text().startswith('[Rules "three_ring"]')
    assert len(simulate(rules, 3, seed=1)) == 3
    board = Board(Game.new(rules))
    assert board._controls.options.rules.value == "three_ring"
    with pytest.raises(ValueError, match="no rule set 'three_ring'"):
        Rules.of(rules.label)


def test_a_folder_that_is_not_there_is_refused(monkeypatch, tmp_path):
    monkeypatch.setenv("MANCALA_RULES", str(tmp_path / "nowhere"))
    with pytest.raises(ValueError, match=r"MANCALA_RULES is .*nowhere.*there is none there"):
        Rules.names()


def changed(old, new):
    assert SHORT.count(old) == 1, old
    return SHORT.replace(old, new)


HOLES = 'holes = { value = 4, source = "blackboard" }'
WRONG = {
    "no TOML": (changed("[options]", "[options"), "is no TOML: .*line 14"),
    "no UTF-8": (b'title = "\xff"', "is not written in UTF-8"),
    "no title": (changed('title = "Three in a Ring"', ""), "there is no title"),
    "a title without quotes": (
        changed('title = "Three in a Ring"', "title = 3"),
        "title is 3; it takes a text in quotes",
    ),
    "an unknown entry": (
        changed("region", "place"),
        "there is no entry 'place'; it can have title, people, region,",
    ),
    "an unknown base": (
        changed('"anywoli"', '"anywali"'),
        "there is no rule set 'anywali' to be its base; there are adji_kui_1,",
    ),
    "a base outside the folder": (changed('"anywoli"', '"../anywoli"'), "no rule set '../anywoli'"),
    "its own base": (changed('"anywoli"', '"three_ring"'), "is itself based on three_ring"),
    "stores": ("stores = 1\n" + SHORT, "stores is 1; it is true or false"),
    "a missing option": (
        changed('base = "anywoli"\n', ""),
        "the options relay, least, .* are missing; state them, or name a base",
    ),
    "an unknown option": (
        changed("holes =", "hole ="),
        "There is no option 'hole'; the options are holes, seeds",
    ),
    "a bare value": (changed(HOLES, "holes = 4"), "holes is not written as holes = { value"),
    "no source": (changed(HOLES, "holes = { value = 4 }"), "holes is not written as holes ="),
    "a source that is no text": (
        changed(HOLES, "holes = { value = 4, source = 5 }"),
        "the source of holes is 5",
    ),
    "an unknown source": (
        changed(HOLES, HOLES.replace("blackboard", "book")),
        "holes names the unknown source 'book'; there are .*, blackboard, ours",
    ),
    "a text for a number": (
        changed("holes = { value = 4", 'holes = { value = "4"'),
        "holes is '4'; it takes a whole number",
    ),
    "a number for a text": (changed('{ value = "cw"', "{ value = 1"), "direction is 1; it can be"),
    "a broken number": (changed("{ value = 4,", "{ value = 4.5,"), "holes is 4.5; it takes"),
    "options that contradict each other": (
        changed("capture_on = { value = 3", "capture_on = { value = 7"),
        "capture_on is 7, but the 24 seeds of the set-up are no multiple",
    ),
    "a source without a key": (changed('key = "blackboard"\n', ""), "a source has no key"),
    "a year without quotes": (
        changed('year = "2026"', "year = 2026"),
        "a source has year = 2026; it takes a text in quotes",
    ),
    "an unknown entry of a source": (
        changed('year = "2026"', 'date = "2026"'),
        "a source has the unknown entry 'date'; it can have key, title",
    ),
    "a source that is no list": (
        changed("[[source]]", "[source]"),
        r"source is not written as \[\[source\]\]",
    ),
    "options that are no table": (
        changed("[options]", "[[options]]"),
        r"options is not written as \[options\]",
    ),
    "a question about nothing": (
        changed('field = "chain"', 'field = "chains"'),
        "an open question is about 'chains', which is no option",
    ),
    "a question without an answer": (
        changed('ours = "as the blackboard has it"', ""),
        "an open question has no ours",
    ),
    "a question without a field": (
        changed('field = "chain"\n', ""),
        "an open question has no field",
    ),
    "a question without readings": (
        SHORT[: SHORT.index("readings")] + 'ours = "so"',
        "the open question about chain has no readings",
    ),
    "a reading by nobody": (
        changed(', who = "the blackboard"', ""),
        "a reading of chain has no who",
    ),
    "a reading that is no text": (
        changed('{ value = "none"', "{ value = 0"),
        "a reading of chain has value = 0",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_in_a_file_is_said(own, what, capsys):
    text, sentence = WRONG[what]
    own(text)
    with pytest.raises(ValueError, match=sentence) as refused:
        Rules.load("three_ring")
    said = str(refused.value)
    assert said.startswith("three_ring.toml")
    assert said.endswith(".")
    assert Rules.load("anywoli").holes == 12  # the others are as they were
    for arguments in (["rules", "three_ring"], ["rules"]):
        assert cli.main(arguments) == 2
        assert capsys.readouterr().err.splitlines() == [said]
    assert [said] == loadable()[1]


def test_the_files_of_the_package_are_right():
    assert len(Rules.names()) >= 10
    for known in Rules.names():
        assert play(Rules.load(known), Position.start(known), "B").laps
