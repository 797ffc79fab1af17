"""Summaries: right numbers, nothing confounded, nothing missing that is there."""

import json

import numpy as np
import pandas as pd
import pytest
from statsmodels.stats.proportion import multinomial_proportions_confint, proportion_confint
from tables import both_ways, made, with_results

import mancala_core
from mancala_core import read_games, settle, simulate
from mancala_core.engine.options import values_of
from mancala_core.study import intervals
from mancala_core.study.analysis import APART, METHODS, QUANTITIES, report, summary
from mancala_core.study.results import leads, outcomes, players
from mancala_core.study.sequences import running

MIXED = ["win"] * 50 + ["draw"] * 20 + ["loss"] * 30 + ["cut"] * 6 + ["repetition"] * 4
ACTS = ("penultimate", "lottery", "first_final", "starter", "nobody")
ESTIMATES = ["wins", "draws", "losses", "score", "win", "draw", "loss", "margin", "margin_sd"]


def only(df, **options):
    table = summary(df, **options)
    assert len(table) == 1
    return table.iloc[0]


def test_the_columns_and_their_order():
    table = summary(with_results(MIXED), by="ending")
    front = ["rules", "first", "second", "ending", "convention", "tail", "seed"]
    counts = ["games", "unique", "finished", "wins", "draws", "losses"]
    measured = [name + end for name in QUANTITIES[:6] for end in ("", "_low", "_high")] + [
        "margin_sd"
    ]
    apart = [name + end for name in APART for end in ("", "_low", "_high")]
    assert list(table.columns) == front + counts + measured + apart
    assert isinstance(table.index, pd.RangeIndex)


def test_every_number_of_one_condition():
    row = only(with_results(MIXED))
    assert (row["games"], row["unique"], row["finished"]) == (110, 110, 100)
    assert (row["wins"], row["draws"], row["losses"]) == (50, 20, 30)
    assert (row["score"], row["win"], row["draw"], row["loss"]) == (0.6, 0.5, 0.2, 0.3)
    variance = 0.5 + 0.2 / 4 - 0.6**2
    reach = 1.959963984540054 * np.sqrt(variance / 100)
    assert (row["score_low"], row["score_high"]) == pytest.approx((0.6 - reach, 0.6 + reach))
    together = multinomial_proportions_confint([50, 20, 30], method="goodman")
    for name, ends in zip(("win", "draw", "loss"), together):
        assert (row[f"{name}_low"], row[f"{name}_high"]) == pytest.approx(tuple(ends))
    assert row["decisive"] == 50 / 80
    assert (row["decisive_low"], row["decisive_high"]) == pytest.approx(
        proportion_confint(50, 80, method="wilson")
    )
    assert row["margin"] == pytest.approx(8 * 0.2)
    assert row["margin_sd"] == pytest.approx(np.std([8] * 50 + [0] * 20 + [-8] * 30))
    for name, count in (("cut", 6), ("repetition", 4), ("endless", 0), ("stuck", 0)):
        assert row[name] == count / 110
        assert (row[f"{name}_low"], row[f"{name}_high"]) == pytest.approx(
            proportion_confint(count, 110, method="beta"), abs=1e-12
        )


def test_it_is_what_settle_says():
    games = simulate("adji_kui_2", 300, seed=4)
    row = only(games)
    settled = settle(games)
    result = settled["result"].value_counts()
    assert [row["wins"], row["draws"], row["losses"]] == [
        result["win"],
        result["draw"],
        result["loss"],
    ]
    lead = (settled["score_south"] - settled["score_north"]).astype(float)
    lead[settled["starter"] == "north"] *= -1
    assert row["margin"] == pytest.approx(lead.mean())
    assert row["margin_sd"] == pytest.approx(lead.std(ddof=0))
    pd.testing.assert_frame_equal(summary(games), summary(settled))


@pytest.mark.parametrize("games", [0, 1, 2])
@pytest.mark.parametrize("exact", [False, True])
def test_tables_of_no_game_and_of_one(games, exact):
    table = summary(made(games, exact=exact))
    assert len(table) == min(games, 1)
    assert table["games"].dtype == "int64"
    assert table["score_low"].dtype == "float64"
    if games:
        shares = [name + end for name in QUANTITIES for end in ("", "_low", "_high")]
        shares = [name for name in shares if not name.startswith("decisive")]
        assert table[shares].notna().all(axis=None)
        assert table["margin_sd"].notna().all()
    assert len(report(table)) == len(table)


@pytest.mark.parametrize("result", ["win", "draw", "loss"])
@pytest.mark.parametrize("count", [1, 40])
def test_games_that_all_end_alike_have_intervals(result, count):
    row = only(with_results([result] * count))
    for name in QUANTITIES:
        if name == "decisive" and result == "draw":
            assert row[["decisive", "decisive_low", "decisive_high"]].isna().all()
            continue
        assert row[f"{name}_low"] <= row[name] <= row[f"{name}_high"], name
        if name != "margin":
            assert row[f"{name}_low"] >= 0
            assert row[f"{name}_high"] <= 1


def test_games_without_a_result_are_no_data_and_raise_nothing():
    table = summary(with_results(["cut"] * 5))
    row = table.iloc[0]
    assert (row["games"], row["finished"], row["cut"]) == (5, 0, 1)
    assert row[["score", "score_low", "win", "margin", "margin_sd", "decisive"]].isna().all()
    text = report(table).iloc[0]
    for name in ("starter's score", "won", "drawn", "lost", "lead in seeds"):
        assert text[name] == "no data"
    assert text["cut"] == "100.0 % [47.8, 100.0]"


def test_unfinished_games_are_never_draws():
    row = only(with_results(["win"] * 5 + ["cut"] * 5 + ["repetition"] * 5))
    assert (row["draws"], row["draw"], row["score"]) == (0, 0, 1)


def test_seat_and_strategy_are_never_confounded():
    games = simulate("adji_kui_2", 400, seed=2, strategies=("greedy", "random"))
    table = summary(games)
    pairs = table[["first", "second"]].to_numpy().tolist()
    assert pairs == [["greedy", "random"], ["random", "greedy"]]
    assert table["games"].tolist() == [200, 200]
    assert table["score"].iloc[0] > 0.5 > table["score"].iloc[1]
    south = games[games["starter"] == "south"]
    assert summary(south)["score"].item() == table["score"].iloc[0]
    assert players(games)["first"].tolist() == ["greedy", "random"] * 200


def test_by_splits_further():
    table = pd.concat([made(40, seed=1), made(60, seed=2)])
    assert only(table)["seed"] == "several"
    split = summary(table, by="seed")
    assert split["seed"].tolist() == [1, 2]
    assert split["games"].tolist() == [40, 60]
    assert list(split.columns) == list(summary(table).columns)
    four = summary(table, by=["seed", "starter"])
    assert four[["starter", "games"]].to_numpy().tolist() == [
        ["south", 20],
        ["south", 30],
        ["north", 20],
        ["north", 30],
    ]
    assert len(summary(table, by=("first", "second"))) == 1
    holes = table.assign(group=[None, "a"] * 50)
    assert summary(holes, by="group")["games"].tolist() == [50, 50]


def test_by_refuses_what_is_no_column():
    with pytest.raises(ValueError, match="no column: colour; there are game, seed, rules"):
        summary(made(4), by="colour")
    with pytest.raises(ValueError, match="rename it"):
        summary(made(4).assign(score=1), by="score")


def test_rules_stand_apart():
    both = pd.concat([made(30), made(30, rules="anywoli remainder=starter")])
    table = summary(both)
    assert table["convention"].tolist() == ["penultimate", "starter"]
    assert table["rules"].tolist() == ["anywoli", "anywoli remainder=starter"]


def test_conventions_stand_apart_in_settled_tables():
    games = made(50)
    both = pd.concat([settle(games, name) for name in ("penultimate", "owners")])
    table = summary(both)
    assert table["convention"].tolist() == ["owners", "penultimate"]
    for place, name in enumerate(table["convention"]):
        assert table["score"].iloc[place] == only(games, convention=name)["score"]
    with pytest.raises(ValueError, match="settled already, so starter cannot act"):
        summary(both, convention="starter")
    with pytest.raises(ValueError, match="no convention"):
        summary(games, convention="whim")


def shuffled(table):
    return table.sample(frac=1, random_state=3)


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("settled", [False, True])
def test_any_index_is_accepted(tmp_path, exact, settled):
    table = made(80, exact=exact)
    table = settle(table) if settled else table
    expected = summary(table)
    table.to_parquet(tmp_path / "games.parquet")
    for other in (
        shuffled(table),
        table.set_index(np.zeros(80, int)),
        table.set_index(pd.Index(list("ab") * 40)),
        table.set_index(["seed", "game"], drop=False).rename_axis([None, None]),
        pd.concat([table.iloc[:30], table.iloc[30:]]),
        read_games(tmp_path / "games.parquet"),
    ):
        pd.testing.assert_frame_equal(summary(other), expected)
        assert outcomes(other).index.equals(other.index)
        assert players(other).index.equals(other.index)


def test_a_filtered_table():
    table = made(80)
    part = table[table["south"] > 40]
    assert only(part)["games"] == len(part) < 80


def test_repeated_games_have_no_intervals():
    table = with_results(["win", "loss"] * 50, fingerprint=np.uint64(7))
    found = summary(table)
    row = found.iloc[0]
    assert (row["games"], row["unique"], row["score"]) == (100, 1, 0.5)
    assert row[[f"{name}_{end}" for name in QUANTITIES for end in ("low", "high")]].isna().all()
    text = report(found).iloc[0]
    assert text["starter's score"] == "50.0 % (no interval)"
    assert "1 of 100 games are unique" in text["intervals"]
    enough = with_results(["win"] * 100)
    enough.loc[:5, "fingerprint"] = enough["fingerprint"].iloc[5]
    assert np.isfinite(only(enough)["score_low"])
    enough.loc[:6, "fingerprint"] = enough["fingerprint"].iloc[6]
    assert np.isnan(only(enough)["score_low"])


def test_equal_moves_from_another_side_are_another_game():
    table = made(100).assign(fingerprint=np.uint64(7))
    assert only(table)["unique"] == 2


@pytest.mark.parametrize("convention", ACTS)
@pytest.mark.parametrize("settled", [False, True])
def test_exact_tails_are_the_mean_over_both_ways_they_can_go(convention, settled):
    """Brute force: every tail goes South's way, then North's, weighted by the probability."""
    table = made(150, exact=True)
    found = outcomes(
        settle(table, convention) if settled else table, None if settled else convention
    )
    south, north = (
        outcomes(
            settle(
                way.drop(columns=["tail", "p_south"]).assign(
                    south=way["south"]
                    + 4 * ((way["tail"] == "exact") & (way["last_taker"] == "south")),
                    north=way["north"]
                    + 4 * ((way["tail"] == "exact") & (way["last_taker"] == "north")),
                    left_south=way["left_south"].fillna(2),
                    left_north=way["left_north"].fillna(2),
                ),
                convention,
            )
        )
        for way in both_ways(table)
    )
    p = table["p_south"].fillna(1)
    for name in ("win", "draw", "loss", "score", "margin", "square"):
        expected = p * south[name] + (1 - p) * north[name]
        assert found[name].to_numpy() == pytest.approx(expected.to_numpy()), name


def test_a_summary_of_exact_tails_is_the_mean_over_many_draws():
    """500 draws of who takes the next four: their mean comes near the expectation."""
    table = made(40, exact=True)
    exact = only(table)
    many = pd.concat([table] * 500, ignore_index=True)
    south = np.random.default_rng(1).random(len(many)) < many["p_south"].fillna(0)
    drawn = np.where(south, "south", "north")
    here = (many["tail"] == "exact").to_numpy()
    many["last_taker"] = np.where(here, drawn, many["last_taker"].astype(str))
    found = leads(many).drawn
    means = ((1 + np.sign(found)) / 2).reshape(500, 40).mean(axis=1)
    assert means.std() > 0
    assert means.mean() == pytest.approx(exact["score"], abs=4 * means.std() / 500**0.5)
    assert found.std() == pytest.approx(exact["margin_sd"], rel=0.02)


def test_the_variance_of_exact_tails_is_that_of_the_expectations():
    table = made(300, exact=True)
    values = outcomes(table)["score"]
    row = only(table)
    reach = 1.959963984540054 * values.std(ddof=0) / 300**0.5
    assert row["score_high"] - row["score"] == pytest.approx(reach)
    drawn = (1 + np.sign(leads(table).drawn)) / 2
    assert values.std(ddof=0) < drawn.std(ddof=0)


def test_a_settled_exact_table_remembers_its_expectation_through_concat(tmp_path):
    table = made(60, exact=True)
    both = pd.concat([settle(table, name) for name in ("starter", "nobody")])
    both.to_parquet(tmp_path / "both.parquet")
    found = summary(read_games(tmp_path / "both.parquet"))
    for place, name in enumerate(found["convention"]):
        expected = only(table, convention=name)
        assert found.loc[place, ESTIMATES].tolist() == pytest.approx(expected[ESTIMATES].tolist())
    assert set(found["tail"]) == {"mixed"}


@pytest.mark.parametrize("convention", ["owners", "mover"])
def test_a_summary_of_exact_tails_refuses_conventions_that_need_the_board(convention):
    with pytest.raises(ValueError, match='tail="play"'):
        summary(made(10, exact=True), convention=convention)


def test_every_convention_acts_on_played_games():
    for name in values_of("remainder"):
        assert only(made(30), convention=name)["finished"] == 30


def test_attrs_tell_the_methods_and_can_be_stored(tmp_path):
    games = simulate("adji_kui_2", 20, seed=1)
    table = summary(games, confidence=0.9)
    assert table.attrs["command"] == games.attrs["command"]
    assert table.attrs["methods"] == METHODS
    assert (table.attrs["confidence"], table.attrs["version"]) == (0.9, mancala_core.__version__)
    json.dumps(table.attrs)
    table.to_parquet(tmp_path / "summary.parquet")
    assert pd.read_parquet(tmp_path / "summary.parquet").attrs == table.attrs
    assert only(games, confidence=0.9)["score_low"] > only(games)["score_low"]


def test_the_report_always_names_strategies_number_and_interval():
    text = report(summary(with_results(MIXED), by="starter"))
    row = text.iloc[0]
    assert row["starter plays"] == row["other player plays"] == "random"
    assert (row["games"], row["finished"]) == ("110", "100")
    assert row["starter"] == "south"
    assert row["starter's score"] == "60.0 % [51.5, 68.5]"
    assert row["lead in seeds"].startswith("+1.60 [")
    assert row["cut"] == "5.5 % [2.0, 11.5]"
    assert row["endless"] == "none; below 2.7 %"
    assert intervals.rare(0, 110).bound < 0.027
    assert row["intervals"] == "95 %"
    assert text.map(lambda cell: isinstance(cell, str)).all(axis=None)
    with pytest.raises(ValueError, match="no summary"):
        report(made(3))


def test_what_is_no_table_of_games_is_refused():
    with pytest.raises(ValueError, match="no table of games"):
        summary([1, 2])
    with pytest.raises(ValueError, match="lacks the columns fingerprint"):
        summary(made(3).drop(columns="fingerprint"))
    with pytest.raises(ValueError, match="lacks the columns convention"):
        summary(settle(made(3)).drop(columns="convention"))
    with pytest.raises(ValueError, match="between 0 and 1"):
        summary(made(3), confidence=95)


def test_a_game_counts_once():
    """Played and exact ends of one run are the same games."""
    played = simulate("yit_nuri", 30, seed=4, max_moves=500, progress=False)
    exact = simulate("yit_nuri", 30, seed=4, tail="exact", progress=False)
    with pytest.raises(ValueError, match=r"Game 0 of seed 4 .* more than once, as do 29 other"):
        summary(pd.concat([played, exact]))
    with pytest.raises(ValueError, match="more than once"):
        running(pd.concat([played, played]))
    apart = pd.concat([played.assign(run="one"), played.assign(run="two")])
    assert summary(apart, by="run")["games"].tolist() == [30, 30]
