"""What a surplus buys: estimates by holes owned, with the match as the unit."""

import numpy as np
import pandas as pd
import pytest

from mancala_core import matches, simulate
from mancala_core.study.intervals import mean, score, share
from mancala_core.study.surplus import clustered, match_won, next_round, together

ROUNDS = simulate("adji_kui_2", 200, seed=5, unit="match", progress=False)
PAIR = ("greedy", "random")
MIXED = pd.concat(
    simulate("adji_kui_2", 60, strategies=pair, seed=5, unit="match", progress=False)
    for pair in (PAIR, PAIR[::-1])
)


def own(df, sign="S"):
    return df["owner"].astype(str).str.count(sign)


def test_clusters_of_one_are_single_values():
    rng = np.random.default_rng(1)
    values = rng.integers(0, 3, 4_000) / 2
    one, other = clustered(values, np.arange(4_000)), score(values)
    assert one[:3] == pytest.approx(other[:3], abs=2e-5)
    margins = rng.normal(1, 5, 500).clip(-48, 48)
    one = clustered(margins, np.arange(500), least=-48, most=48)
    assert one[:3] == pytest.approx(mean(margins, 48)[:3], abs=1e-9)


def test_a_value_written_down_again_tells_nothing_new():
    values = np.array([1.0, 0.0] * 100)
    once = clustered(values, np.arange(200))
    again = clustered(np.repeat(values, 30), np.repeat(np.arange(200), 30))
    assert again[:3] == pytest.approx(once[:3])
    alone = score(np.repeat(values, 30))
    assert again.high - again.low > 5 * (alone.high - alone.low)


def test_intervals_of_clusters_hold_the_truth():
    """The cluster decides: each has a chance of its own, and sizes differ with it."""
    rng = np.random.default_rng(2)
    held = alone_held = 0
    # E[p (1 + 30 p)] / E[1 + 30 p] for p of Beta(2, 2), whose square has the mean 0.3.
    truth = (0.5 + 30 * 0.3) / (1 + 30 * 0.5)
    for _ in range(400):
        chance = rng.beta(2, 2, 80)
        size = 1 + rng.binomial(30, chance)
        values = np.concatenate([rng.random(n) < p for n, p in zip(size, chance, strict=True)])
        groups = np.repeat(np.arange(80), size)
        found, alone = clustered(values, groups), score(values.astype(float))
        held += found.low <= truth <= found.high
        alone_held += alone.low <= truth <= alone.high
    assert 0.92 < held / 400 < 0.98
    assert alone_held / 400 < 0.7


@pytest.mark.parametrize("value", [0.0, 1.0])
def test_values_that_are_all_the_same_have_an_interval(value):
    found = clustered([value] * 50, np.repeat(np.arange(5), 10))
    assert found.estimate == value
    assert found.high - found.low == pytest.approx(1 - 0.025 ** (1 / 5))
    single = clustered([value] * 50, [7] * 50)
    assert single.high - single.low == pytest.approx(0.975)


def test_few_wins_give_an_interval_inside():
    found = clustered([1.0] * 2 + [0.0] * 98, np.arange(100) // 2)
    assert 0 < found.low < 0.02 < found.high < 0.2


def test_no_data_and_wrong_data():
    assert str(clustered([], [])) == "no data"
    with pytest.raises(ValueError, match="3 values have 2 clusters"):
        clustered([1, 0, 1], [0, 1])
    with pytest.raises(ValueError, match="outside"):
        clustered([2.0], [0])


def test_the_next_round_is_counted_by_hand():
    table = next_round(ROUNDS).set_index("holes")
    for holes in (3, 6, 9):
        here = ROUNDS[own(ROUNDS) == holes]
        south = here["score_south"].astype(float)
        assert table.loc[holes, "rounds"] == len(here)
        assert table.loc[holes, "matches"] == here["match"].nunique()
        wins = (south > 24).sum() + (south == 24).sum() / 2
        assert table.loc[holes, "score"] == pytest.approx(wins / len(here))
        assert table.loc[holes, "margin"] == pytest.approx((2 * south - 48).mean())
        assert table.loc[holes, "low"] < table.loc[holes, "score"] < table.loc[holes, "high"]
    assert table["rounds"].sum() == len(ROUNDS)


def test_the_other_side_sees_the_mirror():
    south, north = (next_round(ROUNDS, side).set_index("holes") for side in ("south", "north"))
    flipped = north.rename(index=lambda holes: 12 - holes).sort_index()
    assert south["score"].to_numpy() == pytest.approx(1 - flipped["score"].to_numpy())
    assert south["margin_low"].to_numpy() == pytest.approx(-flipped["margin_high"].to_numpy())


def test_a_strategy_is_followed_through_both_seats():
    greedy = next_round(MIXED, "greedy").set_index("holes")
    first, second = (
        MIXED[MIXED["strategy_south"] == "greedy"],
        MIXED[MIXED["strategy_north"] == "greedy"],
    )
    here = (own(first) == 7).sum() + (own(second, "N") == 7).sum()
    assert greedy.loc[7, "rounds"] == here
    assert greedy.attrs["rules"] == "adji_kui_2"
    for wrong in ("random", "minimax"):
        with pytest.raises(ValueError, match="it is south, north, or a strategy"):
            next_round(ROUNDS, wrong)


def test_matches_won_have_one_row_a_match():
    table = match_won(ROUNDS, after=2).set_index("holes")
    winner = matches(ROUNDS).set_index("match")["winner"].astype(str)
    third = ROUNDS[ROUNDS["round"] == 3]
    for holes, row in table.iterrows():
        won = winner[third["match"][own(third) == holes]] == "south"
        assert (row["rounds"], row["matches"]) == (len(won), len(won))
        assert tuple(row[["score", "low", "high"]]) == pytest.approx(share(won.sum(), len(won))[:3])


def test_all_rounds_together_weigh_by_match():
    table = match_won(ROUNDS).set_index("holes")
    wide = (table["high"] - table["low"]) / (table["alone_high"] - table["alone_low"])
    assert wide[6] > 2
    assert table["rounds"].sum() == len(ROUNDS)


def test_rounds_may_come_in_any_order():
    mixed = ROUNDS.sample(frac=1, random_state=3)
    pd.testing.assert_frame_equal(match_won(mixed), match_won(ROUNDS))
    pd.testing.assert_frame_equal(next_round(mixed), next_round(ROUNDS))


def test_matches_that_nobody_won_are_left_out_of_the_share():
    short = simulate("adji_kui_2 round_limit=3", 100, seed=8, unit="match", progress=False)
    assert match_won(short, after=0)["matches"].item() == matches(short)["winner"].notna().sum()


def test_rounds_without_a_score_are_left_out():
    void = simulate("adji_kui_2 endless=void", 100, seed=5, unit="match", progress=False)
    lost = void["score_south"].isna()
    assert lost.any()
    assert next_round(void)["rounds"].sum() == (~lost).sum()


def test_repeated_matches_have_no_interval():
    again = pd.concat([ROUNDS[ROUNDS["match"] < 5].assign(seed=seed) for seed in range(3)])
    table = next_round(again)
    assert table[["low", "high", "alone_low", "margin_low"]].isna().all(axis=None)
    assert table["score"].notna().all()
    assert "5 of 15" in table.attrs["refused"]


def test_what_is_no_table_of_rounds_is_refused():
    for wrong in (None, matches(ROUNDS), simulate("adji_kui_2", 5, seed=1, progress=False)):
        with pytest.raises(ValueError, match="no rounds of matches"):
            next_round(wrong)
    for after in (-1, 1.5, "x"):
        with pytest.raises(ValueError, match="whole number of rounds"):
            match_won(ROUNDS, after=after)


def test_together_keeps_what_all_have_in_common():
    table = together({"one": match_won(ROUNDS, after=1), "two": match_won(ROUNDS, after=2)})
    assert table.attrs["seed"] == 5
    assert "after" not in table.attrs
    assert set(table["group"]) == {"one", "two"}
