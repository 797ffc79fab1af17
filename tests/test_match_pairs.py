"""The same matches under two rules, pair by pair; and how long matches last."""

import numpy as np
import pandas as pd
import pytest

from mancala_core import matches, replay, simulate
from mancala_core.study.differences import paired
from mancala_core.study.match_lengths import match_lengths, median_rounds
from mancala_core.study.match_pairs import compare_matches


def played(rules, count=120, **more):
    return simulate(rules, count, seed=4, unit="match", progress=False, **more)


OURS = played("adji_kui_2")
VOID = played("adji_kui_2 endless=void")


def test_a_match_compared_with_itself_differs_in_nothing():
    row = compare_matches(OURS, OURS).iloc[0]
    assert (row["early"], row["changed"], row["same_winner"]) == (0, 0, 1)
    assert (row["win"], row["rounds"]) == (0, 0)
    assert row["win_low"] < 0 < row["win_high"]


def test_pairs_are_counted_by_hand():
    row = compare_matches(OURS, VOID).iloc[0]
    one, two = matches(OURS), matches(VOID)
    same = (one["fingerprint"] == two["fingerprint"]).to_numpy()
    assert row["changed"] == pytest.approx(1 - same.mean())
    never = one["tried_endless"].to_numpy() == 0
    assert same[never].all(), "what meets no endless sowing is the same match"
    assert 0 < row["early"] < row["changed"] < 1
    both = (one["winner"].notna() & two["winner"].notna()).to_numpy()
    agree = (one["winner"].astype(str) == two["winner"].astype(str)).to_numpy()
    assert (row["decided"], row["same_winner"]) == (both.sum(), agree[both].mean())
    longer = two["rounds"].astype(int) - one["rounds"].astype(int)
    assert tuple(row[["rounds", "rounds_low", "rounds_high"]]) == pytest.approx(
        paired(longer, bound=200)[:3]
    )


def test_a_pair_can_come_together_again():
    """After a round that went otherwise the territory may be the same, and so is what follows."""
    other = played("adji_kui_2 endless=owners")
    rounds = OURS.merge(other, on=["match", "round"], suffixes=("", "_2"))
    differs = rounds["fingerprint"] != rounds["fingerprint_2"]
    parted = rounds[differs].groupby("match")["round"].min()
    later = rounds[rounds["match"].isin(parted.index)]
    later = later[later["round"] > later["match"].map(parted)]
    assert (later["fingerprint"] == later["fingerprint_2"]).any()


def test_the_yield_of_the_first_round_counts_as_early():
    other = played("adji_kui_2 dispute=loser")
    first, second = (table[table["round"] == 1].set_index("match") for table in (OURS, other))
    assert (first["fingerprint"] == second["fingerprint"]).all()
    yields = (first["next_holes_south"] != second["next_holes_south"]).mean()
    assert compare_matches(OURS, other)["early"].item() == pytest.approx(yields)
    assert yields > 0.1


def test_order_of_rows_does_not_matter():
    mixed = VOID.sample(frac=1, random_state=1)
    pd.testing.assert_frame_equal(compare_matches(OURS, mixed), compare_matches(OURS, VOID))


def test_what_makes_no_pairs_is_refused():
    wrong = [
        (simulate("adji_kui_2", 120, seed=5, unit="match", progress=False), "make no pairs"),
        (OURS[OURS["match"] < 100], "make no pairs"),
        (played("adji_kui_2", strategies=("greedy", "random")), "make no pairs"),
        (played("adji_kui_2", starter="south"), "make no pairs"),
        (pd.concat([OURS, VOID]), "more than one setting"),
        (OURS.iloc[:0], "no matches"),
        (matches(OURS), "no rounds of matches"),
        (None, "no rounds of matches"),
    ]
    for table, why in wrong:
        with pytest.raises(ValueError, match=why):
            compare_matches(OURS, table)


def test_lengths_of_matches_by_hand():
    table = matches(OURS)
    found = match_lengths(table).set_index("rounds")
    won = table["winner"].notna()
    assert won.all()
    for rounds in (1, 5, found.index[10]):
        here = found["survival"][found.index <= rounds]
        assert (here.iloc[-1] if len(here) else 1) == pytest.approx(
            (table["rounds"] > rounds).mean()
        )
    middle = np.sort(table["rounds"])[len(table) // 2 - 1]
    assert median_rounds(table).estimate == middle


def test_a_limit_and_a_cut_say_only_longer():
    limited = matches(played("adji_kui_2 round_limit=10"))
    found = match_lengths(limited)
    open_ = (limited["result"] == "round_limit").sum()
    assert found["round_limit"].sum() == open_ > 10
    assert found["survival"].iloc[-1] == pytest.approx(open_ / len(limited))
    full = match_lengths(matches(OURS)).set_index("rounds")["survival"]
    for rounds, survival in found.set_index("rounds")["survival"].items():
        assert survival == pytest.approx(full[full.index <= rounds].iloc[-1])
    cut = matches(played("adji_kui_2", max_moves=200))
    stopped = match_lengths(cut)
    assert stopped["cut"].sum() == (cut["result"] == "cut").sum() > 0
    assert stopped["round_limit"].sum() == 0
    assert str(median_rounds(matches(played("adji_kui_2 round_limit=3")))).startswith("beyond")
    with pytest.raises(ValueError, match="no matches"):
        match_lengths(OURS)


def test_replayed_pairs_begin_alike():
    one, two = (replay(matches(table), 7) for table in (OURS, VOID))
    assert one.rounds[0].start == two.rounds[0].start
    assert one.rounds[0].moves[0].hole == two.rounds[0].moves[0].hole
