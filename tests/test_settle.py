"""Settling: exact tails give the next group to who was drawn; columns outlive concatenation."""

import numpy as np
import pandas as pd
import pytest
from tables import both_ways, made, with_results

from mancala_core import settle, simulate
from mancala_core.engine.streams import Stream
from mancala_core.study.draws import bits
from mancala_core.study.settle import lottery

ACTS = ("penultimate", "lottery", "first_final", "starter", "nobody")


def test_a_settled_table_names_the_convention_of_each_row():
    table = settle(simulate("adji_kui_2", 5, seed=1))
    assert set(table["convention"]) == {"owners"}
    assert table.attrs["convention"] == "as the rules say"
    both = pd.concat([settle(made(5)), settle(made(5), "nobody")])
    assert both["convention"].tolist() == ["penultimate"] * 5 + ["nobody"] * 5
    assert str(both["convention"].dtype) == "category"


@pytest.mark.parametrize("convention", ACTS)
def test_an_exact_tail_is_the_game_played_on_to_four_left(convention):
    """The next four to the last taker, then the last four as in any other game."""
    table = made(60, exact=True)
    played = table.drop(columns=["tail", "p_south", "tail_moves"])
    here = table["tail"] == "exact"
    for side in ("south", "north"):
        played.loc[here & (table["last_taker"] == side), side] += 4
    played.loc[here, ["left_south", "left_north"]] = 2
    found, expected = settle(table, convention), settle(played, convention)
    for name in ("score_south", "score_north", "result"):
        pd.testing.assert_series_equal(found[name], expected[name])
    total = 92 if convention == "nobody" else 96
    assert set(found["score_south"] + found["score_north"]) == {total}


@pytest.mark.parametrize("convention", ["owners", "mover"])
def test_conventions_that_need_the_board_refuse_exact_tails(convention):
    with pytest.raises(ValueError, match='tail="play"'):
        settle(made(4, exact=True), convention)
    with pytest.raises(ValueError, match='tail="play"'):
        settle(made(4, exact=True, rules=f"anywoli remainder={convention}"))
    assert len(settle(made(4), convention)) == 4


def test_exact_and_played_games_can_be_concatenated():
    both = pd.concat([made(6), made(6, exact=True)])
    assert both["tail"].isna().sum() == 6
    found = settle(both)
    parts = pd.concat([settle(made(6)), settle(made(6, exact=True))])
    assert found["score_south"].tolist() == parts["score_south"].tolist()


def test_an_exact_tail_without_its_probability_is_refused():
    table = made(4, exact=True)
    for name in ("p_south", "last_taker"):
        with pytest.raises(ValueError, match=f"lacks its {name}"):
            settle(table.assign(**{name: None}))


def test_the_last_taker_takes_twelve_or_none_of_the_last_eight():
    south, north = (settle(table, "penultimate") for table in both_ways(made(40, exact=True)))
    here = south["tail"] == "exact"
    assert set((south["score_south"] - north["score_south"])[here]) == {8}
    assert (south["score_south"] == north["score_south"])[~here].all()


def test_draws_at_any_place_of_a_stream():
    seeds, games = np.array([0, 1, 2**63 - 1, 7]), np.array([0, 5, 10**9, 7])
    found = bits(seeds, games, 3)
    for place in range(4):
        stream = Stream(int(seeds[place]), int(games[place])).ply(0)
        assert int(found[place]) == [stream.bits() for _ in range(4)][3]
    assert lottery(seeds, games).tolist() == [
        Stream(int(seed), int(game)).lottery() for seed, game in zip(seeds, games)
    ]


def test_what_is_no_table_is_refused():
    for wrong in (None, 5, "games", [made(2)]):
        with pytest.raises(ValueError, match="no table of games"):
            settle(wrong)
    with pytest.raises(ValueError, match="lacks the columns ending"):
        settle(made(2).drop(columns="ending"))
    with pytest.raises(ValueError, match="settled already"):
        settle(settle(made(2)))


def test_unfinished_games_have_no_score_but_endings_of_their_own():
    table = settle(with_results(["win", "cut", "repetition"]))
    assert table["result"].tolist() == ["win", "cut", "repetition"]
    assert table["score_south"].isna().tolist() == [False, True, False]
