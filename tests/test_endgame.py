"""The chain of the last eight seeds: against a direct solution by the oracle, and as a file."""

from concurrent.futures import ThreadPoolExecutor
from itertools import combinations_with_replacement
from math import comb, isnan
from random import Random

import numba
import numpy as np
import oracle
import pytest
from scipy.sparse import coo_array, eye_array
from scipy.sparse.linalg import spsolve

from mancala_core.engine.choices import legal_moves
from mancala_core.engine.moves import play
from mancala_core.engine.options import FIELDS
from mancala_core.engine.position import Position
from mancala_core.engine.rules import Rules
from mancala_core.players import endgame
from mancala_core.players.endgame import SEEDS, binomials_of, chain, place_of

SMALL = (
    *("anywoli holes=2", "anywoli holes=3", "anywoli holes=4"),
    *("anywoli holes=3 direction=cw", "anywoli holes=3 relay=false", "anywoli holes=3 least=2"),
    *("anywoli holes=4 least=3", "anywoli holes=2 origin=skip", "anywoli holes=3 origin=skip"),
    *("anywoli holes=3 passing=mover", "anywoli holes=3 passing=nobody"),
    *("anywoli holes=3 final=owner", "anywoli holes=3 final=nobody"),
    "anywoli holes=3 final_side=opponent",
    "anywoli holes=3 final_side=own own_final=relay",
    "anywoli holes=3 passing=nobody final_side=opponent own_final=relay",
    "anywoli holes=2 passing=nobody least=2 final_side=opponent direction=cw",
    "anywoli holes=3 relay=false passing=mover final=owner least=2",
)
TABLE = numba.njit(place_of)


def boards(holes):
    """All boards with eight seeds, in the order of the chain."""
    size = 2 * holes
    for where in sorted(
        combinations_with_replacement(range(size), SEEDS), key=lambda holes: holes[::-1]
    ):
        yield tuple(where.count(hole) for hole in range(size))


def direct(label):
    """South's probability and the moves by board and mover, None where the game may fail.

    Both players are looked at, without the symmetry between them; the equations are solved
    by elimination.
    """
    rules = Rules.of(label)
    options = {field: getattr(rules, field) for field in FIELDS}
    states = [(board, mover) for board in boards(rules.holes) for mover in (0, 1)]
    leads = {}
    for board, mover in states:
        state = oracle.State(list(board), [0, 0], [0] * rules.holes + [1] * rules.holes, mover, 0)
        found = []
        for hole in oracle.candidates(options, state, mover):
            sowing = oracle.sow(options, state, hole)
            if sowing.ending == "over":
                found.append(sowing.state.last_taker)
            elif sowing.ending != "endless":
                assert sowing.ending == "stopped"
                found.append((tuple(sowing.state.seeds), 1 - mover))
        leads[board, mover] = (found or [(board, 1 - mover)], 1 if found else 0)

    backwards = {}
    for state, (targets, _) in leads.items():
        for target in targets:
            backwards.setdefault(target, []).append(state)

    def reaching(goals):
        seen, waiting = set(goals), list(goals)
        while waiting:
            for state in backwards.get(waiting.pop(), ()):
                if state not in seen:
                    seen.add(state)
                    waiting.append(state)
        return seen

    captured = reaching([0, 1])
    failing = reaching([state for state in states if state not in captured])
    good = {state: row for row, state in enumerate(s for s in states if s not in failing)}
    values = dict.fromkeys(states)
    if not good:
        return values
    rows, columns, shares = [], [], []
    south, cost = np.zeros(len(good)), np.zeros(len(good))
    for state, row in good.items():
        targets, cost[row] = leads[state]
        for target in targets:
            if target in (0, 1):
                south[row] += (1 - target) / len(targets)
            else:
                rows.append(row)
                columns.append(good[target])
                shares.append(1 / len(targets))
    steps = coo_array((shares, (rows, columns)), shape=(len(good), len(good)))
    solved = spsolve((eye_array(len(good)) - steps).tocsc(), np.stack([south, cost], axis=1))
    return values | {state: tuple(solved[row]) for state, row in good.items()}


@pytest.fixture
def own_cache(tmp_path, monkeypatch):
    """An empty cache folder and an empty memory."""
    monkeypatch.setenv("MANCALA_CACHE", str(tmp_path))
    monkeypatch.setattr(endgame, "_memory", type(endgame._memory)())
    return tmp_path / "chains"


@pytest.fixture(scope="session")
def anywoli():
    """The chain of Anywoli: solved once, then read from the cache folder by all processes."""
    return chain("anywoli", progress=False)


@pytest.mark.parametrize("holes", [2, 3])
@pytest.mark.parametrize("seeds", [1, 2, 8])
def test_places_count_the_boards_in_their_order(holes, seeds):
    size = 2 * holes
    binomials = binomials_of(holes, seeds)
    ordered = sorted(combinations_with_replacement(range(size), seeds), key=lambda w: w[::-1])
    assert len(ordered) == comb(size + seeds - 1, seeds)
    for place, where in enumerate(ordered):
        board = [where.count(hole) for hole in range(size)]
        turned = board[holes:] + board[:holes]
        assert place_of(board, 0, binomials.tolist()) == place
        assert place_of(turned, holes, binomials.tolist()) == place
        assert TABLE(np.array(turned), holes, binomials) == place


@pytest.mark.parametrize("label", SMALL)
def test_the_chain_is_what_elimination_gives(label):
    tail = chain(label, progress=False)
    assert max(tail.error_moves, tail.error_next_four) <= 1e-9
    for (board, mover), value in direct(label).items():
        south, moves = tail.probe(Position(board, mover=mover))
        if value is None:
            assert isnan(south)
            assert isnan(moves)
        else:
            assert south == pytest.approx(value[0], rel=0, abs=1e-9)
            assert moves == pytest.approx(value[1], rel=1e-9)


def test_games_that_may_fail_are_among_the_cases_and_not_all_of_them():
    shares = {label: float(np.isnan(chain(label, progress=False).moves).mean()) for label in SMALL}
    assert shares["anywoli holes=4"] == 0
    assert 0 < shares["anywoli holes=4 least=3"] < 1


def test_turning_the_board_and_swapping_the_players_changes_nothing():
    tail = chain("anywoli holes=4", progress=False)
    for board in boards(4):
        south, moves = tail.probe(Position(board, mover=0))
        other, as_many = tail.probe(Position(board[4:] + board[:4], mover=1))
        assert south == pytest.approx(1 - other, abs=1e-15)
        assert moves == as_many


def test_an_extra_move_that_may_be_declined_is_one_more_choice():
    rules = Rules.of("anywoli holes=3 extra_move=optional")
    tail = chain(rules, progress=False)
    position = Position((1, 1, 0, 3, 0, 3), mover=0)
    holes = legal_moves(rules, position)
    values = [after(tail, rules, position, hole) for hole in holes]
    values.append(tail.probe(position.replace(mover=1)))
    expected = np.mean(values, axis=0)
    assert tail.probe(position.replace(extra=True)) == pytest.approx(tuple(expected), abs=1e-9)


def after(tail, rules, position, hole):
    """South's probability and the moves, by way of one hole."""
    move = play(rules, position, hole)
    if move.after.ending is not None:
        return float(move.after.last_taker == 0), 1.0
    south, moves = tail.probe(move.after)
    return south, 1.0 + moves


@pytest.mark.slow
def test_each_value_of_anywoli_follows_from_those_a_move_on(anywoli):
    assert len(anywoli.moves) == comb(31, 8)
    assert max(anywoli.error_moves, anywoli.error_next_four) <= 1e-9
    assert not np.isnan(anywoli.moves).any()
    rules, rng = Rules.load("anywoli"), Random(1)
    passes = 0
    for number in range(400):
        size = 12 if number % 40 == 0 else 24
        where = [rng.randrange(size) for _ in range(SEEDS)]
        position = Position(
            tuple(where.count(hole) for hole in range(24)), mover=1 if size == 12 else number % 2
        )
        holes = legal_moves(rules, position)
        if holes:
            values = [after(anywoli, rules, position, hole) for hole in holes]
        else:
            passes += 1
            values = [anywoli.probe(position.replace(mover=1 - position.mover))]
        south, moves = anywoli.probe(position)
        expected = np.mean(values, axis=0)
        assert south == pytest.approx(expected[0], rel=0, abs=1e-9)
        assert moves == pytest.approx(expected[1], rel=1e-9)
    assert passes >= 10


@pytest.mark.slow
def test_random_anywoli_circles_for_thousands_of_moves(anywoli):
    assert 2000 < anywoli.moves.mean() < anywoli.moves.max() < 3000
    assert anywoli.next_four.min() >= 0
    assert anywoli.next_four.max() == 1


def test_a_chain_is_kept_and_read_back(own_cache, capfd):
    built = chain("anywoli holes=3")
    assert chain("anywoli holes=3") is built
    [path] = own_cache.glob("*.chain")
    written = path.stat().st_mtime_ns
    endgame._memory.clear()
    read = chain("anywoli holes=3")
    assert read is not built
    assert path.stat().st_mtime_ns == written
    assert not list(own_cache.glob(".*"))
    for name in ("rules", "holes", "seeds", "residuals", "sweeps", "error_moves", "seconds"):
        assert getattr(read, name) == getattr(built, name)
    for name in ("next_four", "moves"):
        first, second = getattr(built, name), getattr(read, name)
        assert first.tobytes() == second.tobytes()
        for values in (first, second):
            assert values.dtype == np.float64
            assert values.flags.aligned
            assert values.flags.c_contiguous
            assert not values.flags.writeable
    assert capfd.readouterr().err == ""


def damage_bit(content):
    return content[:-9] + bytes([content[-9] ^ 1]) + content[-8:]


def damage_record(content):
    return content.replace(b'"sweeps"', b'"sweepz"')


@pytest.mark.parametrize(
    "damage",
    [
        damage_bit,
        damage_record,
        lambda content: content[:-8],
        lambda content: content + b"\0",
        lambda content: b"",
        lambda content: b"something else\n" * 20,
    ],
)
def test_a_damaged_file_is_said_and_made_again(own_cache, capfd, damage):
    built = chain("anywoli holes=2", progress=False)
    [path] = own_cache.glob("*.chain")
    whole = path.read_bytes()
    path.write_bytes(damage(whole))
    endgame._memory.clear()
    again = chain("anywoli holes=2", progress=False)
    assert again.moves.tobytes() == built.moves.tobytes()
    said = capfd.readouterr().err
    assert said.count("\n") == 1
    assert f"{path} cannot be used and is made again" in said
    assert path.read_bytes() != damage(whole)
    endgame._memory.clear()
    chain("anywoli holes=2", progress=False)
    assert capfd.readouterr().err == ""


def test_the_file_of_other_rules_is_not_taken(own_cache, capfd):
    chain("anywoli holes=2 direction=cw", progress=False)
    [foreign] = own_cache.glob("*.chain")
    built = chain("anywoli holes=2", progress=False)
    [path] = set(own_cache.glob("*.chain")) - {foreign}
    path.write_bytes(foreign.read_bytes())
    endgame._memory.clear()
    assert chain("anywoli holes=2", progress=False).moves.tobytes() == built.moves.tobytes()
    assert "it is the chain of holes=2 direction=cw" in capfd.readouterr().err


def test_without_a_folder_to_keep_it_a_chain_is_built(own_cache, capfd):
    own_cache.write_text("a file where the folder should be")
    assert len(chain("anywoli holes=2", progress=False).moves) == 165
    assert "will not be kept" in capfd.readouterr().err


def test_a_build_that_is_broken_off_leaves_nothing(own_cache, monkeypatch):
    def stop(*arguments):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(endgame.kernels, "advance", stop)
        with pytest.raises(KeyboardInterrupt):
            chain("anywoli holes=2", progress=False)
    assert not list(own_cache.glob("*.chain"))
    assert len(chain("anywoli holes=2", progress=False).moves) == 165


def test_threads_that_ask_at_once_get_the_same(own_cache):
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: chain("anywoli holes=3", progress=False), range(4)))
    assert len({tail.moves.tobytes() for tail in found}) == 1
    assert len({tail.seconds for tail in found}) == 1
    assert len(list(own_cache.glob("*.chain"))) == 1


def test_options_that_decide_nothing_share_a_chain():
    one = chain("anywoli holes=3", progress=False)
    for label in (
        *("anywoli holes=3 remainder=lottery", "yit_nuri holes=3", "anywoli holes=3 stuck=void"),
        *("anywoli holes=3 after_final=over", "anywoli holes=3 seeds=2"),
    ):
        assert chain(label, progress=False) is one


@pytest.mark.parametrize(
    ("label", "option"),
    [
        ("anywoli end_at=8", "end_at"),
        ("adji_kui_2", "end_at"),
        ("anywoli capture_on=2,3", "capture_on"),
        ("anywoli endless=owners", "endless"),
        ("anywoli endless=limit:75", "endless"),
        ("anywoli repetition=draw", "repetition"),
        ("anywoli end_without_move=true", "end_without_move"),
        ("anywoli holes=14", "holes"),
    ],
)
def test_rules_without_such_a_chain_are_refused(label, option):
    with pytest.raises(ValueError, match=f'^{option} is .* tail="play" plays') as refusal:
        chain(label)
    assert str(refusal.value).endswith(".")


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("<3,0,0,4,4,0,0,0,0> S", "3 holes"),
        ("<2,0,0,4,4,4,0> S", "12 seeds"),
        ("<2,0,0,4,4,0,0> S owner=SSSN", "home row"),
        ("<2,0,0,4,4,0,0> S ending=stuck", "over"),
    ],
)
def test_positions_that_a_chain_does_not_hold_are_refused(text, word):
    with pytest.raises(ValueError, match=word):
        chain("anywoli holes=2", progress=False).probe(Position.parse(text))
    with pytest.raises(ValueError, match="no Position"):
        chain("anywoli holes=2", progress=False).probe(text)
