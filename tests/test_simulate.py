"""Bulk play gives the games that the plain strategies play, and tables that add up."""

import os
import subprocess
import sys
from importlib import import_module
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import oracle
import pandas as pd
import pytest

from mancala_core import Rules, read_games, replay, settle, simulate
from mancala_core.engine.game import Game
from mancala_core.engine.options import FIELDS
from mancala_core.engine.streams import Draws, Stream, key_of, mix
from mancala_core.players import strategies
from mancala_core.study import memory, playout, run
from mancala_core.study.lap_counts import lap_counts
from mancala_core.study.run import ENDINGS
from mancala_core.study.settle import lottery
from mancala_core.study.simulate import fingerprint, simulate_to

PAIRS = (("random", "random"), ("greedy", "random"), ("random", "greedy"), ("greedy", "greedy"))
LABELS = (
    *Rules.names(),
    "anywoli direction=cw",
    "anywoli relay=false",
    "anywoli origin=skip holes=3",
    "anywoli capture_on=2,3",
    "anywoli passing=mover final=owner",
    "anywoli final=nobody own_final=relay",
    "anywoli final_side=own",
    "anywoli after_final=over",
    "anywoli extra_move=optional",
    "anywoli end_without_move=true",
    "anywoli repetition=owners",
    "anywoli extra_move=optional repetition=draw",
    "adji_kui_2 own_final=relay",
    "adji_kui_2 endless=owners",
    "adji_kui_2 endless=void",
    "adji_kui_2 endless=limit:5",
    "adji_kui_2 repetition=draw",
    "adji_kui_2 end_at=1",
    "yit_jani least=2 seeds=2 holes=4",
)
TOTALS = ("south", "north", "left_south", "left_north")


def outcome_matches(game, row):
    found = game.outcome
    assert found.ending == row["ending"]
    if found.void:
        assert row[["score_south", "score_north"]].isna().all()
    else:
        assert (found.south, found.north) == (row["score_south"], row["score_north"])
    if row["result"] in ("win", "draw", "loss"):
        winner = {"win": game.start.starter, "loss": 1 - game.start.starter, "draw": None}
        assert found.winner == winner[row["result"]]
    else:
        assert row["result"] == row["ending"]


def row_matches(game, row):
    """Every column of a row, counted again from the traced game."""
    moves = [move for move in game.moves if move.hole is not None]
    played = [move for move in moves if move.ending != "endless"]
    position = game.position
    taken = [event for move in played for event in move.events if event.kind == "capture"]
    expected = {
        "south": position.stores[0],
        "north": position.stores[1],
        "left_south": sum(position.seeds[: position.holes]),
        "left_north": sum(position.seeds[position.holes :]),
        "moves": len(moves),
        "passes": len(game.moves) - len(moves),
        "laps": sum(move.laps for move in played),
        "sown": sum(move.sown for move in played),
        "longest": max((move.laps for move in played), default=0),
        "fingerprint": fingerprint(game),
    }
    for player, side in enumerate(("south", "north")):
        for final, kind in ((True, "final"), (False, "passing")):
            expected[f"{kind}_captures_{side}"] = sum(
                event.player == player and event.final == final for event in taken
            )
    for name, value in expected.items():
        assert row[name] == value, name
    last = moves[-1].before.mover if moves else None
    players = {
        "last_taker": position.last_taker,
        "first_final": position.first_final,
        "last_mover": last,
    }
    for name, player in players.items():
        assert (None if pd.isna(row[name]) else row[name]) == (
            None if player is None else ("south", "north")[player]
        ), name


@pytest.mark.parametrize(
    ("label", "pair"),
    [(label, pair) for label in LABELS[:5] for pair in PAIRS]
    + [(label, pair) for label in LABELS[5:] for pair in PAIRS[:2]],
)
def test_a_row_is_the_game_that_replay_gives(label, pair):
    table = settle(simulate(label, 8, seed=5, strategies=pair, max_moves=2000))
    checked = 0
    for place in range(len(table)):
        row = table.iloc[place]
        if row["ending"] == "cut" and checked > 2:
            continue
        game = replay(table, place)
        row_matches(game, row)
        if row["ending"] == "cut":
            assert game.outcome is None
            assert row["result"] == "cut"
        else:
            outcome_matches(game, row)
        checked += 1
    assert checked


@pytest.mark.parametrize("label", [*LABELS[:5], "anywoli repetition=owners"])
def test_the_oracle_plays_the_same_games(label):
    """Whole games: the oracle makes the moves of the table and ends in the same state."""
    rules = Rules.of(label)
    options = {field: getattr(rules, field) for field in FIELDS}
    options["capture_on"] = list(rules.capture_on)
    table = settle(simulate(label, 3, seed=9, max_moves=400))
    for place in range(3):
        row, game = table.iloc[place], replay(table, place)
        holes = iter([move.hole for move in game.moves])
        state, _ = oracle.play_out(
            options,
            oracle.start(options, game.start.starter),
            lambda state, choices, holes=holes: next(holes),
            limit=len(game.moves),
        )
        assert tuple(state.seeds) == game.position.seeds
        assert tuple(state.stores) == game.position.stores
        assert state.ending == game.position.ending
        if state.ending:
            south, north, _ = oracle.settle(options, state, Stream(9, place).lottery())
            assert (south, north) == (row["score_south"], row["score_north"])


def test_the_same_seed_gives_the_same_games_for_any_number_of_threads_and_games():
    first = simulate("anywoli", 60, seed=3, workers=1)
    second = simulate("anywoli", 60, seed=3, workers=2)
    pd.testing.assert_frame_equal(first, second)
    fewer = simulate("anywoli", 17, seed=3)
    pd.testing.assert_frame_equal(fewer, first.iloc[:17], check_categorical=False)
    other = simulate("anywoli", 60, seed=4)
    assert (other["fingerprint"] != first["fingerprint"]).all()


def test_seeds_of_every_row_add_up():
    for label in ("anywoli", "adji_kui_2", "yit_jani"):
        table = simulate(label, 300, seed=2, max_moves=3000)
        assert (table[list(TOTALS)].sum(axis=1) == Rules.of(label).total).all()
        anywoli = label != "adji_kui_2"
        if anywoli:
            assert (table[["south", "north"]] % 4 == 0).all(axis=None)


def test_starters():
    alternate = simulate("adji_kui_2", 10, seed=1)["starter"].tolist()
    assert alternate == ["south", "north"] * 5
    for side in ("south", "north"):
        assert set(simulate("adji_kui_2", 4, seed=1, starter=side)["starter"]) == {side}


def test_no_games_and_cut_games():
    none = settle(simulate("anywoli", 0, seed=1))
    assert len(none) == 0
    cut = settle(simulate("anywoli", 20, seed=1, max_moves=5))
    assert set(cut["ending"]) == set(cut["result"]) == {"cut"}
    assert cut["moves"].max() == 5
    assert cut["score_south"].isna().all()
    assert len(replay(cut, 3).moves) == cut["moves"].iloc[3] + cut["passes"].iloc[3]


def test_a_table_is_documented_and_narrow():
    table = simulate("anywoli", 5, seed=1)
    page = (Path(__file__).parents[1] / "docs" / "table.md").read_text(encoding="utf-8")
    text = page.partition("\n# The table of rounds\n")[0]
    for name in (*table.columns, "score_south", "score_north", "result"):
        assert f"`{name}`" in text, name
    documented = {
        line.split("|")[1].strip(" `"): line.split("|")[2].strip()
        for line in text.splitlines()
        if line.startswith("| `")
    }
    for name in table.columns:
        assert documented[name] == str(table[name].dtype), name
    assert tuple(table["ending"].cat.categories) == ENDINGS


def test_attrs_tell_how_the_table_was_made():
    table = simulate("anywoli remainder=lottery", 4)
    assert table.attrs["rules"] == "anywoli remainder=lottery"
    assert table.attrs["options"]["remainder"] == "lottery"
    assert (table["seed"] == table.attrs["seed"]).all()
    again = eval(table.attrs["command"], {"simulate": simulate})
    pd.testing.assert_frame_equal(table, again)


def test_parquet_keeps_everything_and_is_whole_or_absent(tmp_path):
    path = tmp_path / "games.parquet"
    table = simulate("adji_kui_2", 20, seed=6, out=path)
    read = read_games(path)
    pd.testing.assert_frame_equal(table, read)
    assert read.attrs == table.attrs
    assert [item.name for item in tmp_path.iterdir()] == ["games.parquet"]
    pd.testing.assert_frame_equal(settle(read), settle(table))
    assert replay(read, 5) == replay(table, 5)
    with pytest.raises(FileNotFoundError, match="no file"):
        read_games(tmp_path / "none.parquet")
    (tmp_path / "bad.parquet").write_bytes(b"no")
    with pytest.raises(ValueError, match="no table of games"):
        read_games(tmp_path / "bad.parquet")
    pd.DataFrame({"a": [1]}).to_parquet(tmp_path / "other.parquet")
    with pytest.raises(ValueError, match="lacks game"):
        read_games(tmp_path / "other.parquet")


def test_an_interrupted_write_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "games.parquet"
    simulate("adji_kui_2", 3, seed=6, out=path)
    before = path.read_bytes()

    def fails(self, target, **_):
        target.write_bytes(b"half")
        raise OSError("disk full")

    monkeypatch.setattr(pd.DataFrame, "to_parquet", fails)
    with pytest.raises(OSError, match="disk full"):
        simulate("adji_kui_2", 4, seed=6, out=path)
    assert path.read_bytes() == before
    assert [item.name for item in tmp_path.iterdir()] == ["games.parquet"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"games": -1}, "games is -1"),
        ({"games": 2.5}, "whole number"),
        ({"strategies": "random"}, "South's and North's"),
        ({"strategies": ("random", "clever")}, "there are greedy, random"),
        ({"starter": "west"}, "alternate, south, north"),
        ({"seed": -1}, "seed is -1"),
        ({"seed": 2**63}, "2\\*\\*63"),
        ({"tail": "none"}, "can be play, exact"),
        ({"max_moves": 0}, "from 1"),
        ({"workers": 0}, "from 1"),
        ({"out": "no/such/folder/x.parquet"}, "no folder"),
    ],
)
def test_bad_arguments_are_refused_in_words(change, message):
    with pytest.raises(ValueError, match=message):
        simulate(**{"rules": "anywoli", "games": 2} | change)


def test_replay_refuses_what_does_not_fit():
    table = simulate("adji_kui_2", 3, seed=6)
    with pytest.raises(IndexError, match="no row 3"):
        replay(table, 3)
    table.loc[1, "seed"] = 7
    with pytest.raises(ValueError, match="cannot be replayed"):
        replay(table, 1)
    assert isinstance(replay(table, -1), Game)


def test_settle_refuses_what_does_not_fit():
    table = simulate("adji_kui_2", 3, seed=6)
    with pytest.raises(ValueError, match="no convention"):
        settle(table, "loser")
    with pytest.raises(ValueError, match="settled already"):
        settle(settle(table))
    with pytest.raises(ValueError, match="lacks the columns ending"):
        settle(table.drop(columns="ending"))


def test_settle_takes_any_index_and_mixed_tables():
    one = simulate("anywoli", 8, seed=1)
    two = simulate("anywoli remainder=owners", 8, seed=1)
    both = pd.concat([one, two]).sample(frac=1, random_state=1)
    both.index = ["x"] * len(both)
    mixed = settle(both)
    for label, alone in (("anywoli", one), ("anywoli remainder=owners", two)):
        part = mixed[mixed["rules"] == label].sort_values("game")
        expected = settle(alone)
        for name in ("score_south", "score_north", "result"):
            assert part[name].tolist() == expected[name].tolist()


def test_conventions_act_on_the_same_games():
    table = simulate("anywoli", 400, seed=8)
    scores = {}
    for convention in ("penultimate", "lottery", "first_final", "starter", "mover"):
        settled = settle(table, convention)
        assert (settled["score_south"] + settled["score_north"] == 96).all()
        lead = settled["score_south"] - settled["score_north"]
        scores[convention] = np.sign(lead.astype(int))
    for one, two in product(scores.values(), repeat=2):
        assert (one * two >= 0).all()
    owners, nobody = settle(table, "owners"), settle(table, "nobody")
    assert (owners["score_south"] == table["south"] + table["left_south"]).all()
    assert (nobody["score_south"] == table["south"]).all()


@pytest.mark.parametrize(
    ("column", "convention"),
    [("last_taker", "penultimate"), ("first_final", "first_final"), ("last_mover", "mover")],
)
def test_a_player_who_is_missing_is_replaced_by_the_lottery(column, convention):
    table = simulate("anywoli", 60, seed=8)
    gone = table.assign(**{column: table[column].where(table["game"] % 2 == 0)})
    settled, drawn = settle(gone, convention), settle(table, "lottery")
    kept = settle(table, convention)
    odd = table["game"] % 2 == 1
    assert (settled["score_south"][odd] == drawn["score_south"][odd]).all()
    assert (settled["score_south"][~odd] == kept["score_south"][~odd]).all()
    assert (drawn["score_south"][odd] != kept["score_south"][odd]).any()


def test_the_lottery_is_fair_and_one_draw_a_game():
    games = np.arange(20_000)
    drawn = lottery(np.full(len(games), 5), games)
    assert [Stream(5, int(game)).lottery() for game in games[:50]] == drawn[:50].tolist()
    assert abs(drawn.mean() - 0.5) < 4 * 0.5 / len(games) ** 0.5


def test_compiled_draws_are_those_of_the_streams():
    for count in (1, 2, 3, 7, 12, 27, 2**31 + 11):
        key, counter = np.uint64(key_of(3, 4)), np.uint64(5)
        draws = Draws(int(key), 5)
        for _ in range(40):
            value, counter = playout.below(key, np.uint64(counter), count)
            assert value == draws.below(count)
            assert int(counter) == draws.counter
    assert int(memory.mix(np.uint64(12345))) == mix(12345)


def test_draws_are_uniform():
    draws = Draws(key_of(1, 1), 0)
    counts = np.bincount([draws.below(12) for _ in range(24_000)], minlength=12)
    assert ((counts - 2000) ** 2 / 2000).sum() < 31.3  # chi-square, 11 df, 0.001


def test_a_strategy_has_a_name():
    assert {"greedy", "random"} <= set(strategies.names())
    assert set(playout.STRATEGIES) <= set(strategies.names())


def test_a_strategy_without_a_compiled_twin_is_refused(monkeypatch):
    monkeypatch.setitem(strategies._STRATEGIES, "leftmost", strategies.random)
    with pytest.raises(ValueError, match="no compiled twin"):
        simulate("anywoli", 1, strategies=("leftmost", "random"))


def test_the_first_simulation_says_that_it_compiles():
    """In a process of its own, with nothing kept from earlier ones."""
    code = "from mancala_core import simulate; simulate('adji_kui_2', 1, seed=1)"
    with TemporaryDirectory() as folder:
        runs = [
            subprocess.run(
                [sys.executable, "-c", code],
                env=os.environ | {"MANCALA_CACHE": folder},
                capture_output=True,
                text=True,
                check=True,
            ).stderr
            for _ in range(2)
        ]
    assert "Compiling" in runs[0]
    assert "Compiling" not in runs[1]


def test_progress_is_told_and_can_end_a_run():
    seen = []
    simulate("adji_kui_2", 50, seed=1, progress=lambda done, games: seen.append((done, games)))
    assert seen == sorted(seen)
    assert seen[-1] == (50, 50)

    def stop(done, games):
        raise InterruptedError

    with pytest.raises(InterruptedError):
        simulate("adji_kui_2", 50, seed=1, progress=stop)


@pytest.mark.parametrize(
    ("label", "pair"), [("anywoli", PAIRS[0]), ("adji_kui_2", PAIRS[2]), ("yit_jani", PAIRS[0])]
)
def test_laps_of_moves_add_up_to_those_of_the_games(label, pair):
    settings = {"games": 100, "seed": 4, "strategies": pair, "max_moves": 500}
    counts = lap_counts(label, **settings)
    games = simulate(label, **settings, progress=False)
    assert counts["moves"].sum() == games["moves"].sum()
    assert (counts["laps"] * counts["moves"]).sum() == games["laps"].sum()
    assert counts["laps"].iloc[-1] == games["longest"].max()
    assert counts.attrs["games"] == 100
    again = eval(counts.attrs["command"], {"lap_counts": lap_counts})
    pd.testing.assert_frame_equal(counts, again)


def test_laps_of_no_games():
    assert lap_counts("anywoli", 0, seed=1).empty


@pytest.mark.parametrize("chunk", [1, 7, 2000])
def test_tables_are_identical_for_any_threads_and_parts(monkeypatch, chunk):
    expected = pd.util.hash_pandas_object(simulate("anywoli", 90, seed=3, workers=1)).tolist()
    monkeypatch.setattr(run, "_LARGEST_PART", chunk)
    for workers in (1, 2, 3):
        table = simulate("anywoli", 90, seed=3, workers=workers)
        assert pd.util.hash_pandas_object(table).tolist() == expected


def test_games_go_to_a_file_in_blocks(tmp_path, monkeypatch):
    path = tmp_path / "games.parquet"
    monkeypatch.setitem(import_module("mancala_core.study.simulate")._BLOCK, "game", 40)
    seen = []
    simulate_to(path, "adji_kui_2", 100, seed=6, progress=lambda done, games: seen.append(done))
    pd.testing.assert_frame_equal(read_games(path), simulate("adji_kui_2", 100, seed=6))
    assert read_games(path).attrs == simulate("adji_kui_2", 100, seed=6).attrs
    assert seen == sorted(seen)
    assert seen[-1] == 100
    simulate_to(path, "adji_kui_2", 0, seed=6)
    assert read_games(path).empty

    def fails(done, games):
        if done > 60:
            raise KeyboardInterrupt

    before = path.read_bytes()
    with pytest.raises(KeyboardInterrupt):
        simulate_to(path, "adji_kui_2", 100, seed=6, progress=fails)
    assert path.read_bytes() == before
    assert [item.name for item in tmp_path.iterdir()] == ["games.parquet"]
