"""Odd input is refused in words or means what it says; values stay what they are."""

import copy
import json
import pickle
from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from mancala_core import (
    Game,
    IllegalMove,
    Position,
    Rules,
    legal_moves,
    outcome,
    play,
    replay,
    settle,
    simulate,
)
from mancala_core.engine.moves import trace
from mancala_core.engine.position import NATURAL
from mancala_core.engine.streams import Stream

ANYWOLI = Rules.load("anywoli")
SMALL = ANYWOLI.replace(holes=2)
FOURS = (4, 4, 4, 4)


def record(**changes):
    """A JSON record of two moves, changed."""
    return json.dumps(json.loads(Game.new(ANYWOLI, seed=1).play("A", "a").to_json()) | changes)


def refused(hole, position=None, rules=SMALL):
    with pytest.raises(IllegalMove) as caught:
        play(rules, position or Position(FOURS), hole)
    return caught.value


@pytest.mark.parametrize("number", [np.int64, np.int8, np.uint16])
def test_numbers_of_other_libraries_are_numbers(number):
    position = Position(np.array(FOURS, number), np.array([0, 0], number), mover=number(0))
    assert position == Position(FOURS)
    assert hash(position) == hash(Position(FOURS))
    assert play(SMALL, position, number(1)).hole == 1
    assert type(play(SMALL, position, number(1)).hole) is int
    assert SMALL.replace(holes=number(3)) == SMALL.replace(holes=3)
    assert len(Game.new(SMALL, seed=number(1)).play("A").back(number(1)).moves) == 0


def test_lists_are_taken_and_kept_as_tuples():
    position = Position([4, 4, 4, 4], [0, 0], [0, 0, 1, 1])
    assert hash(position) == hash(Position(FOURS))
    assert play(SMALL, position, 0).after.owner == (0, 0, 1, 1)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"seeds": (4.0, 4, 4, 4)}, "4.0 in it"),
        ({"seeds": "4444"}, "whole numbers"),
        ({"seeds": (4, 4, 4, True)}, "True in it"),
        ({"seeds": (4, 4, 4, float("nan"))}, "nan in it"),
        ({"seeds": (4, 4, 4, -1)}, "Hole b holds -1"),
        ({"seeds": (4, 4, 4)}, "2 to 26"),
        ({"seeds": (9999, 1, 0, 0)}, "10,000 seeds"),
        ({"stores": (9999, 0)}, "seeds; it takes 9,999"),
        ({"stores": (0, 0, 0)}, "captured seeds"),
        ({"owner": (0.0, 0, 1, 1)}, "0.0 in it"),
        ({"owner": (0, 0, 1, 2)}, "owner is"),
        ({"owner": (0, -1, -1, -1), "seeds": (4, 0, 0, 0)}, "two holes"),
        ({"mover": 1.0}, "mover is 1.0"),
        ({"mover": True}, "mover is True"),
        ({"mover": None}, "mover is None"),
        ({"last_taker": 2}, "last_taker is 2"),
        ({"drawn": "S"}, "drawn is 'S'"),
        ({"extra": "no"}, "extra is 'no'"),
        ({"ending": "banana"}, "ending is 'banana'"),
        ({"ending": "nobody_left"}, "one of none_left"),
    ],
)
def test_positions_refuse_what_has_no_meaning(values, message):
    with pytest.raises(ValueError, match=message):
        Position(**{"seeds": FOURS} | values)
    with pytest.raises(ValueError, match="no 'colour'"):
        Position(FOURS).replace(colour=1)


def test_the_most_seeds_can_be_played():
    position = Position((9999 - 9, 3, 3, 3))
    assert sum(play(SMALL, position, "A").after.stores) >= 0


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: play("anywoli", Position(FOURS), 0), "no value of Rules"),
        (lambda: play(SMALL, "<2,0,0,4,4,4,4> S", 0), "no Position"),
        (lambda: legal_moves(SMALL, None), "no Position"),
        (lambda: outcome(ANYWOLI, Position(FOURS)), "played with 12"),
        (lambda: play(SMALL, Position(FOURS, extra=True), None), "none to decline"),
        (lambda: play(SMALL, Position(FOURS), 0, rng=5), "takes a Stream"),
        (lambda: outcome(SMALL, Position(FOURS, ending="endless")), "does not know"),
        (lambda: outcome(SMALL, Position(FOURS, ending="repetition")), "does not know"),
        (lambda: Game.new(ANYWOLI, 5), "south or north"),
        (lambda: Game.new(ANYWOLI, ""), "no player"),
        (lambda: Game.new("oware"), "no rule set"),
        (lambda: Rules.of(None), "no rule set"),
        (lambda: Rules.of("anywoli holes=6 holes=7"), "twice"),
        (lambda: Rules.of("anywoli holes=\uff11\uff12"), "whole number"),
        (lambda: Rules.of("anywoli seeds=+4"), "whole number"),
        (lambda: Rules.of("anywoli holes"), "option=value"),
    ],
)
def test_wrong_kinds_are_refused_in_words(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_a_wrong_hole_is_named_as_it_was_given():
    assert "no hole True" in str(refused(True))
    assert "no hole 1.0" in str(refused(1.0))
    assert "no hole 'AA'" in str(refused("AA"))
    assert "no hole 99" in str(refused(99))
    assert refused(99, Position((1, 1, 1, 1))).reason == "over"
    assert refused("Z", Position(FOURS, ending="stuck")).reason == "over"


@pytest.mark.parametrize("hole", ["a", "B", 9, "?"])
def test_trace_refuses_what_cannot_be_sown(hole):
    with pytest.raises(IllegalMove):
        trace(SMALL, Position((4, 0, 4, 4)), hole)


def test_spellings_of_a_limit_are_one_value():
    assert SMALL.replace(endless="limit:007") == SMALL.replace(endless="limit:7")
    assert SMALL.replace(endless="limit:007").label.endswith("endless=limit:7")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (record(rules_version="9"), "version '9'"),
        (record(rules_version=99), "version 99"),
        (record(seed=None), '"seed"'),
        (record(number=10**20), '"number"'),
        (record(start=5), "start is 5"),
        (record(options=[]), "no table of options"),
        (record(moves=["A(5)", 3]), "no list of moves"),
        (record(moves=["A(4)", "a(5)", "a"]), r"Move 1, A\(4\): it is A\(5\)"),
        (record(moves=["A(5)", "a(5)", "a"]), "Move 2, a: a is North's"),
        (record(checksum="0"), "not the one that was recorded"),
        (record(result="x"), "result is"),
        ("[" * 100_000, "no record"),
        ('{"format": "mancala_core game", "format": "x"}', "stands twice"),
        (record().replace('"seed": 1', '"seed": NaN'), "NaN is no number"),
        (None, "no record"),
    ],
)
def test_json_records_refuse_what_does_not_fit(text, message):
    with pytest.raises(ValueError, match=message):
        Game.from_json(text)


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ("9. A(5)", r"Move 9, A\(5\): it belongs to number 1"),
        ("1. A(5) 2. a(5)", r"Move 2, a\(5\): it belongs to number 1"),
        ("1. A(4) a(5) 2. a", r"Move 1, A\(4\): it is A\(5\)"),
    ],
)
def test_numbers_of_moves_are_checked(moves, message):
    with pytest.raises(ValueError, match=message):
        Game.from_text(f'[Rules "anywoli"]\n\n{moves}')
    with pytest.raises(ValueError, match="takes text"):
        Game.from_text(None)


def test_unknown_keys_never_replace_what_is_known():
    strange = {"Seed": "77", "Result": "hello", "holes": "7", "note": 'a "b"\n\\c', "list": [1]}
    game = Game.from_json(record(**strange))
    text = game.to_text()
    assert '[Seed "1"]' in text
    again = Game.from_text(text)
    assert again == game
    assert dict(again.unknown)["note"] == strange["note"]
    kept = json.loads(game.to_json())
    assert {name: kept[name] for name in strange} == strange
    assert json.loads(again.to_json())["seed"] == 1


def test_a_record_without_a_seed_has_seed_0():
    text = '[Rules "anywoli"]\n\n1. A(5)'
    assert Game.from_text(text) == Game.from_text(text)
    assert Game.from_text(text).seed == 0
    short = json.loads(record())
    del short["seed"]
    assert Game.from_json(json.dumps(short)).seed == 0


def test_options_of_a_json_record_may_be_numbers_and_switches():
    options = {"relay": False, "capture_on": [2, 3], "holes": 3, "end_at": 0}
    text = json.dumps({"format": "mancala_core game", "rules": "anywoli", "options": options})
    rules = Game.from_json(text).rules
    assert (rules.relay, rules.capture_on, rules.holes) == (False, (2, 3), 3)


def test_a_game_that_is_over_at_once_has_its_lottery_drawn():
    game = Game.new(SMALL.replace(remainder="lottery"), "<2,8,4,1,1,1,1> S", seed=1)
    assert game.position.drawn == Stream(1).lottery()
    assert game.outcome == outcome(game.rules, game.position)
    assert Game.from_text(game.to_text()) == game
    assert Game.from_json(game.to_json()) == game


def test_values_do_not_change_and_can_be_copied():
    error = refused("a")
    move = play(ANYWOLI, Position.start(ANYWOLI), "A")
    game = Game.from_json(record(note="x"))
    for value in (ANYWOLI, SMALL, Position(FOURS), move, game, outcome(SMALL, Position((1,) * 4))):
        for other in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):  # noqa: S301
            assert other == value
            assert hash(other) == hash(value)
        with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
            value.seed = 1
    other = pickle.loads(pickle.dumps(error))  # noqa: S301
    assert (str(other), other.reason, other.data) == (str(error), error.reason, error.data)
    with pytest.raises(TypeError):
        game.unknown[0] = ("note", "y")


def test_sentences_count_rightly():
    assert "fewer than 2 seeds" in str(refused("B", Position((6, 1, 6, 6)), SMALL.replace(least=2)))
    assert ": 1 lap," in str(play(SMALL, Position((1, 0, 4, 4)), "A"))


@pytest.mark.parametrize(
    "label",
    [
        "adji_kui_2 end_without_move=true",
        "anywoli end_without_move=true",
        "adji_kui_2 end_at=0",
        "anywoli extra_move=optional end_without_move=true",
    ],
)
def test_a_game_that_ends_at_the_limit_is_not_cut(label):
    """The last move of a game may also be the last one allowed."""
    whole = simulate(label, 20, seed=1, max_moves=3000)
    checked = 0
    for place in range(20):
        row = whole.iloc[place]
        if row["ending"] == "cut":
            continue
        limited = simulate(label, 20, seed=1, max_moves=int(row["moves"])).iloc[place]
        assert limited["ending"] == row["ending"]
        assert limited["fingerprint"] == row["fingerprint"]
        shorter = simulate(label, 20, seed=1, max_moves=int(row["moves"]) - 1)
        assert shorter.iloc[place]["ending"] == "cut"
        assert replay(shorter, place).outcome is None
        checked += row["ending"] not in NATURAL[:-1]
    assert checked > 0


def test_endless_sowings_met_are_counted():
    """Random play that draws a barred hole counts it each time it does."""
    table = simulate("adji_kui_2", 200, seed=4)
    met = np.zeros(len(table), int)
    for place in np.flatnonzero(table["tried_endless"] > 0)[:5]:
        game = replay(table, place)
        stream = Stream(4, int(table["game"].iloc[place]))
        for ply, move in enumerate(game.moves):
            position, draws = move.before, stream.ply(ply)
            own = range(6 * position.mover, 6 * position.mover + 6)
            choices = [hole for hole in own if position.seeds[hole] >= 2]
            while choices:
                choice = choices[draws.below(len(choices))]
                if choice == move.hole:
                    break
                assert choice not in legal_moves(game.rules, position)
                met[place] += 1
                choices.remove(choice)
        assert met[place] == table["tried_endless"].iloc[place]
    assert met.sum() > 0


def test_a_saved_table_can_be_read_by_others(tmp_path):
    path = tmp_path / "games.parquet"
    simulate("adji_kui_2", 2, seed=1, out=path)
    plain = tmp_path / "plain"
    plain.touch()
    assert path.stat().st_mode == plain.stat().st_mode


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"max_moves": 2**63}, "max_moves is"),
        ({"strategies": None}, "strategies is None"),
        ({"strategies": (["random"], "random")}, "takes names"),
        ({"out": 5}, "out is 5"),
        ({"out": "."}, "a folder"),
        ({"workers": 10**6}, "1 to 256"),
        ({"games": True}, "games is True"),
    ],
)
def test_simulate_checks_before_it_plays(change, message):
    with pytest.raises(ValueError, match=message):
        simulate(**{"rules": "anywoli", "games": 2} | change)


def test_tables_that_are_none_are_refused():
    table = simulate("adji_kui_2", 2, seed=1)
    for row in (1.0, True, "1"):
        with pytest.raises(ValueError, match="place of a row"):
            replay(table, row)
    with pytest.raises(ValueError, match="lacks the columns fingerprint"):
        replay(table.drop(columns="fingerprint"), 0)
    with pytest.raises(ValueError, match="no table of games"):
        settle(None)
    with pytest.raises(ValueError, match="banana"):
        settle(table.assign(ending="banana"))
    assert settle(table, "nobody").attrs["convention"] == "nobody"
