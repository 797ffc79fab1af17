"""The same games twice: conventions, rules, seats."""

import math
from itertools import permutations, product

import numpy as np
import pandas as pd
import pytest
from statsmodels.stats.contingency_tables import SquareTable
from tables import both_ways, made, with_results

from mancala_core import settle, simulate
from mancala_core.engine.options import values_of
from mancala_core.study.pairs import compare, conventions, flow
from mancala_core.study.results import outcomes
from mancala_core.study.seats import seats, swapped
from mancala_core.study.significance import cochran, holm, sign_test, square

RESULTS = ["win", "draw", "loss"]
CORNERS = [("win", "loss"), ("loss", "win")]


@pytest.fixture(scope="module")
def games():
    """Real games, of which some are cut."""
    return simulate("anywoli", 400, seed=3, max_moves=2000)


CONVENTIONS = values_of("remainder")


@pytest.mark.parametrize("first", CONVENTIONS)
@pytest.mark.parametrize("second", CONVENTIONS)
def test_cells_that_are_marked_impossible_are_empty(games, first, second):
    found = flow(games, first, second)
    for corner in CORNERS:
        assert found.impossible.loc[corner]
    assert (found.table[found.impossible].fillna(0) == 0).all(axis=None)
    assert found.report().loc["win", "loss"] == "impossible"
    if first == "nobody":
        assert found.impossible.loc["draw"].all()
    if first == "starter" and second != "starter":
        assert found.impossible.loc["loss", ["win", "draw"]].all()


def every_game(rules, out, left):
    """A game for each split of the groups, each taker, each division of the last seeds."""
    every = product(range(out + 1), *[("south", "north")] * 4, range(left + 1))
    columns = ["south", "starter", "last_taker", "first_final", "last_mover", "left_south"]
    table = made(1, rules=rules).drop(columns=columns)
    rows = pd.DataFrame(list(every), columns=columns).assign(south=lambda df: 4 * df["south"])
    rows["left_south"] = rows["left_south"].astype("Int16")
    table = table.iloc[[0] * len(rows)].reset_index(drop=True).assign(**rows)
    table["north"], table["left_north"] = 4 * out - rows["south"], left - rows["left_south"]
    table["game"] = np.arange(len(rows))
    return table.assign(fingerprint=table["game"].astype("uint64"))


@pytest.mark.parametrize(
    ("rules", "out", "left"),
    [("anywoli", 23, 4), ("yit_jani", 12, 4), ("anywoli_wikipedia", 22, 8), ("adji_kui_2", 10, 8)],
)
def test_every_lead_and_division_gone_through(rules, out, left):
    """Of two different conventions, just the cells are empty that are marked."""
    games = every_game(rules, out, left)
    for first, second in permutations(CONVENTIONS, 2):
        found = flow(games, first, second)
        assert ((found.table == 0) == found.impossible).all(axis=None), (first, second)
        if out % 2:
            assert all(found.impossible.loc[corner] for corner in CORNERS)


def test_a_win_can_become_a_draw_and_a_draw_anything(games):
    found = flow(games, "penultimate", "lottery")
    assert found.impossible.to_numpy().sum() == 2
    assert found.table.loc["win", "draw"] > 0
    assert found.table.loc["draw", "loss"] > 0


def test_corners_stay_open_with_an_even_number_of_groups_out():
    """yit_jani has 52 seeds: twelve groups are out at four left, so 6:6 can turn either way."""
    games = simulate("yit_jani", 300, seed=3, max_moves=2000)
    found = flow(games, "starter", "penultimate")
    assert not found.impossible.loc["win", "loss"]
    assert found.table.loc["win", "loss"] > 0
    assert not flow(games, "penultimate", "lottery").impossible.loc["loss", "win"]


def test_corners_stay_open_with_eight_left():
    games = simulate("anywoli_wikipedia", 200, seed=3, max_moves=2000)
    found = flow(games, "starter", "penultimate")
    assert not found.impossible.loc["win", "loss"]
    assert found.table.loc["win", "loss"] > 0
    assert found.impossible.loc["loss", "win"]
    assert not flow(games, "lottery", "penultimate").impossible.to_numpy().any()


@pytest.mark.parametrize(
    "table",
    [made(50, rules="anywoli capture_on=2,4"), with_results(["cut"] * 3), made(0)],
    ids=["several numbers are captured", "all are cut", "no games"],
)
def test_no_cell_is_marked_where_nothing_is_known(table):
    assert not flow(table, "penultimate", "starter").impossible.to_numpy().any()


def test_a_flow_says_whose_games_it_holds(games):
    found = flow(games, "penultimate", "starter")
    assert (found.rules, found.strategies, found.seed) == ("anywoli", ("random", "random"), "3")


def test_a_flow_counts_games_by_both_results():
    table = made(200)
    found = flow(table, "penultimate", "owners")
    one, two = settle(table, "penultimate")["result"], settle(table, "owners")["result"]
    for row in RESULTS:
        for column in RESULTS:
            assert found.table.loc[row, column] == ((one == row) & (two == column)).sum()
    change = outcomes(table, "owners")["score"] - outcomes(table, "penultimate")["score"]
    assert found.difference.estimate == pytest.approx(change.mean())
    better, worse = int((change > 0).sum()), int((change < 0).sum())
    assert found.sign.p == sign_test(better, worse).p
    assert f"{better:,} better, {worse:,} worse" in str(found)
    assert (found.games, found.finished) == (200, 200)


def test_a_flow_of_exact_tails_is_the_expectation():
    table = made(120, exact=True)
    found = flow(table, "penultimate", "starter").table.to_numpy()
    p = table["p_south"].fillna(1).to_numpy()
    expected = np.zeros((3, 3))
    for way, weight in zip(both_ways(table), (p, 1 - p)):
        one, two = (settle(way, name)["result"] for name in ("penultimate", "starter"))
        for row, column, part in zip(one, two, weight):
            expected[RESULTS.index(row), RESULTS.index(column)] += part
    assert found == pytest.approx(expected)
    assert found.sum() == pytest.approx(120)
    assert found[0, 2] == found[2, 0] == 0


def test_a_convention_against_itself_changes_nothing():
    found = flow(made(60), "starter", "starter")
    assert found.difference.estimate == 0
    assert found.difference.low < 0 < found.difference.high
    assert found.sign.p == found.symmetry.p == found.homogeneity.p == 1
    assert "nan" not in str(found)


@pytest.mark.parametrize("count", [0, 1])
@pytest.mark.parametrize("exact", [False, True])
def test_flows_of_no_game_and_of_one(count, exact):
    found = flow(made(count, exact=exact), "penultimate", "starter")
    assert found.finished == count
    assert found.table.to_numpy().sum() == count
    assert math.isnan(found.difference.estimate) == (count == 0)
    table = conventions(made(count, exact=exact))
    assert len(table) == (5 if exact and count else 7)
    assert flow(with_results(["cut"]), "penultimate", "starter").finished == 0


def test_one_condition_at_a_time(games):
    greedy = made(5, strategies=("greedy", "random"))
    for doing in (lambda df: flow(df, "starter", "owners"), conventions):
        with pytest.raises(ValueError, match=r"2 conditions.*choose its rows"):
            doing(greedy)
        with pytest.raises(ValueError, match="before settling"):
            doing(settle(made(5)))


def test_all_conventions_on_the_same_games():
    table = made(300)
    found = conventions(table).set_index("convention")
    assert sorted(found.index) == sorted(values_of("remainder"))
    assert found.index[0] == "penultimate"
    base = outcomes(table, "penultimate")["score"]
    for name, row in found.iterrows():
        score = outcomes(table, name)["score"]
        assert row["score"] == pytest.approx(score.mean())
        if name != "penultimate":
            assert row["difference"] == pytest.approx((score - base).mean())
            assert row["changed"] == pytest.approx((score != base).mean())
            assert row["difference_low"] < row["difference"] < row["difference_high"]
    others = found.drop(index="penultimate")
    assert others["p_holm"].tolist() == holm(others["p"]).tolist()
    assert (others["p_holm"] >= others["p"]).all()
    q = conventions(table).attrs["cochran_q"]
    assert 0 <= q["p"] <= 1


def test_conventions_of_exact_tails_leave_out_two_and_expect():
    table = made(200, exact=True)
    found = conventions(table).set_index("convention")
    assert {"owners", "mover"} & set(found.index) == set()
    for name in found.index:
        assert found.loc[name, "score"] == pytest.approx(outcomes(table, name)["score"].mean())
    with pytest.raises(ValueError, match='tail="play"'):
        conventions(table, ["owners"])


def test_the_family_can_be_chosen():
    found = conventions(made(50), ["starter", "lottery"], reference="lottery")
    assert found["convention"].tolist() == ["lottery", "starter"]
    assert found["p_holm"].iloc[1] == found["p"].iloc[1]
    with pytest.raises(ValueError, match="no convention"):
        conventions(made(5), ["whim"])
    with pytest.raises(ValueError, match="names is empty"):
        conventions(made(5), [])


def test_repeated_games_have_no_paired_interval():
    table = made(100).assign(fingerprint=np.uint64(1))
    found = flow(table, "penultimate", "owners")
    assert math.isnan(found.difference.low)
    assert math.isnan(found.sign.p)
    assert "games are unique" in str(found)
    assert conventions(table)["p_holm"].isna().all()


def test_holm_by_hand():
    p = pd.Series([0.01, 0.04, 0.03, 0.005])
    assert holm(p).tolist() == pytest.approx([0.03, 0.06, 0.06, 0.02])


def test_the_sign_test_by_hand():
    """Two-sided: twice the chance of nine or more heads in ten."""
    assert sign_test(9, 1).p == pytest.approx(2 * 11 / 1024)
    assert sign_test(0, 0).p == 1
    assert sign_test(1, 0).p == 1


def test_cochrans_q_by_hand():
    """Six subjects, three conditions: sums 5, 4, 1; Q = 2 (3 * 42 - 100) / (3 * 10 - 20)."""
    rows = [[1, 1, 0], [1, 1, 0], [1, 1, 0], [1, 1, 0], [1, 0, 0], [0, 0, 1]]
    found = cochran(np.array(rows))
    total = sum(map(sum, rows))
    squares = sum(sum(row) ** 2 for row in rows)
    columns = sum(sum(row[place] for row in rows) ** 2 for place in range(3))
    assert found.statistic == pytest.approx(2 * (3 * columns - total**2) / (3 * total - squares))
    for same in (np.ones((4, 3), int), np.zeros((0, 3), int), np.ones((4, 1), int)):
        assert cochran(same).p == 1


def test_square_tables():
    """Stuart's table of vision is four by four; ours is checked against statsmodels instead."""
    cells = np.array([[20, 7, 3], [2, 30, 9], [1, 4, 24]])
    expected = SquareTable(cells, shift_zeros=False)
    symmetry, homogeneity = square(cells)
    assert symmetry.p == pytest.approx(expected.symmetry().pvalue)
    assert homogeneity.p == pytest.approx(expected.homogeneity().pvalue)
    for degenerate in (
        np.zeros((3, 3), int),
        np.diag([3, 4, 5]),
        np.array([[5, 2, 0], [0, 0, 0], [0, 0, 0]]),
        np.array([[5, 0, 0], [0, 0, 0], [3, 0, 0]]),
        np.array([[0, 1, 0], [0, 0, 0], [0, 0, 0]]),
        np.array([[5, 2, 0], [1, 7, 3], [0, 2, 9]]),
    ):
        for test in square(degenerate):
            assert 0 <= test.p <= 1, degenerate


def test_a_square_table_with_two_results_is_mcnemars():
    cells = np.array([[10, 9, 0], [2, 20, 0], [0, 0, 4]])
    for test in square(cells):
        assert test.statistic == pytest.approx((9 - 2) ** 2 / 11)
        assert "df 1" in test.note


def test_rules_on_common_random_numbers():
    one, two = (
        simulate(rules, 300, seed=8) for rules in ("adji_kui_2", "adji_kui_2 own_final=relay")
    )
    found = compare(one, two)
    change = outcomes(two)["score"] - outcomes(one)["score"]
    assert found.pairs == 300
    assert found.finished == change.notna().sum()
    assert found.difference.estimate == pytest.approx(change.mean())
    assert found.rules == ("adji_kui_2", "adji_kui_2 own_final=relay")
    shuffled = two.sample(frac=1, random_state=1)
    assert compare(one, shuffled) == found
    assert compare(settle(one), settle(shuffled)) == found
    same = compare(one, one)
    assert (same.difference.estimate, same.sign.p) == (0, 1)
    assert "300 pairs" in str(found)


def test_pairs_of_which_one_is_unfinished_are_told_and_left_out():
    one, two = with_results(["win", "cut", "loss"]), with_results(["win", "win", "cut"])
    found = compare(one, two)
    assert (found.pairs, found.finished, found.difference.estimate) == (3, 1, 0)
    assert compare(made(0), made(0)).finished == 0


def test_tables_that_do_not_pair_are_refused():
    games = made(10)
    for other in (made(9), made(10, seed=2), games.assign(starter="south")):
        with pytest.raises(ValueError, match="do not pair"):
            compare(games, other)
    with pytest.raises(ValueError, match="other strategies"):
        compare(games, made(10, strategies=("greedy", "random")))
    with pytest.raises(ValueError, match="more than once"):
        compare(games, pd.concat([games, games]))
    with pytest.raises(ValueError, match="df_a mixes rules"):
        compare(pd.concat([games, made(5, seed=2, rules="yit_nuri")]), games)
    with pytest.raises(ValueError, match="settled already"):
        compare(settle(games), games, "starter")


@pytest.fixture(scope="module")
def runs():
    """The same seed with the seats both ways round."""
    return [
        simulate("adji_kui_2", 300, seed=6, strategies=pair)
        for pair in (("greedy", "random"), ("random", "greedy"))
    ]


def test_strategies_by_seats(runs):
    table = seats(pd.concat(runs)).set_index(["strategy", "seat"])
    assert table["games"].tolist() == [300] * 4
    first = table.loc[("greedy", "first")]
    second = table.loc[("random", "second")]
    assert first["score"] + second["score"] == pytest.approx(1)
    assert first["low"] + second["high"] == pytest.approx(1)
    assert len(seats(made(0))) == 0


def test_the_pair_is_the_unit(runs):
    both = pd.concat(runs)
    row = swapped(both).iloc[0]
    assert (row["strategy"], row["opponent"], row["pairs"]) == ("greedy", "random", 300)
    one, two = (outcomes(run)["score"] for run in runs)
    south = runs[0]["starter"] == "south"
    greedy = np.where(south, one + 1 - two, two + 1 - one) / 2
    assert row["strength"] == pytest.approx(greedy.mean())
    reach = 1.959963984540054 * greedy.std() / 300**0.5
    assert row["strength_high"] - row["strength"] == pytest.approx(reach)
    assert row["beginning"] == pytest.approx(((one + two) / 2 - 0.5).mean())
    again = swapped(both.sample(frac=1, random_state=2))
    pd.testing.assert_frame_equal(again, swapped(both))


def test_games_without_their_pair_are_refused(runs):
    with pytest.raises(ValueError, match="no single pair"):
        swapped(runs[0])
    with pytest.raises(ValueError, match="no single pair"):
        swapped(pd.concat([*runs, runs[0]]))
    with pytest.raises(ValueError, match="plays itself"):
        swapped(made(4))
    assert len(swapped(made(0))) == 0


def test_unfinished_pairs_are_left_out_of_the_unit(runs):
    cut = runs[0].copy()
    cut["ending"] = cut["ending"].astype(object)
    cut.loc[3, "ending"] = "cut"
    row = swapped(pd.concat([cut, runs[1]])).iloc[0]
    assert (row["pairs"], row["finished"]) == (300, 299)
