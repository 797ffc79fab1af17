"""Games that stop at eight seeds with their exact end are the games that are played to it."""

from math import sqrt

import numpy as np
import pandas as pd
import pytest

from mancala_core import Rules, read_games, replay, settle, simulate, summary
from mancala_core.engine.streams import Stream
from mancala_core.players.endgame import SEEDS, binomials_of, chain
from mancala_core.study import bulk
from mancala_core.study.playout import Tail
from mancala_core.study.published import against_published
from mancala_core.study.results import outcomes
from mancala_core.study.simulate import simulate_to

SMALL = ("yit_nuri", "anywoli holes=4 direction=cw", "anywoli holes=3 final_side=own")
LEFT = ["left_south", "left_north"]
COUNTS = ("final_captures_south", "passing_captures_north", "laps", "sown", "longest")


def exact(rows):
    return (rows["tail"] == "exact").to_numpy()


@pytest.mark.parametrize("label", SMALL)
def test_a_stopped_game_is_the_beginning_of_the_played_one(label):
    stopped = simulate(label, 40, seed=8, tail="exact", progress=False)
    played = simulate(label, 40, seed=8, progress=False)
    assert exact(stopped).sum() > 10
    for place in range(len(stopped)):
        short, whole = replay(stopped, place), replay(played, place)
        assert whole.moves[: len(short.moves)] == short.moves
        row = stopped.iloc[place]
        if row["tail"] == "play":
            assert short == whole
            assert pd.isna(row["p_south"])
            assert pd.isna(row["tail_moves"])
            continue
        position = short.position
        assert position.left == SEEDS
        assert position.ending is None
        assert short.moves[-1].before.left > SEEDS or position.first_final is not None
        south, moves = chain(label, progress=False).probe(position)
        assert row["p_south"] == pytest.approx(south, abs=1e-12)
        assert row["tail_moves"] == pytest.approx(moves)
        drawn = Stream(8, place).tail()
        assert row["last_taker"] == ("south" if drawn < row["p_south"] else "north")
        assert row[LEFT].isna().all()
        assert pd.isna(row["last_mover"])
        assert row["ending"] == "four_left"
        assert row["south"] + row["north"] + SEEDS == Rules.of(label).total


@pytest.mark.parametrize("most", [8, 12, 20, 40, 5000])
@pytest.mark.parametrize("label", SMALL)
def test_both_kernels_stop_at_the_same_places(label, most):
    rules = Rules.of(label)
    solved = chain(rules, progress=False)
    tail = Tail(SEEDS, solved.next_four, binomials_of(rules.holes))
    both = [
        bulk.playouts(
            rules, 0, np.arange(500) % 2, ("random",) * 2, 3, most, tail=tail, packed=packed
        )
        for packed in (True, False)
    ]
    for one, other in zip(*both):
        assert (one == other).all()
    if most == 5000:
        assert (both[0].stops >= 0).sum() > 150


def test_a_game_that_meets_the_limit_at_eight_seeds_is_cut():
    table = simulate("yit_nuri", 500, seed=3, max_moves=12, tail="exact", progress=False)
    assert (table["ending"][table["moves"] == 12] == "cut").all()
    assert (table["south"] + table["north"] == 48)[table["ending"] == "cut"].any()


def test_rules_under_which_nobody_can_move_at_eight_seeds_are_played():
    label = "anywoli seeds=12 least=9 holes=2"
    table = simulate(label, 50, seed=3, tail="exact", progress=False)
    assert not exact(table).any()


def test_an_extra_move_that_may_be_declined_is_chosen_before_a_game_stops():
    table = simulate("yit_nuri extra_move=optional", 300, seed=3, tail="exact", progress=False)
    assert exact(table).sum() > 200
    for place in range(0, 300, 25):
        position = replay(table, place).position
        assert position.ending is not None or not position.extra


def test_a_game_without_a_final_capture_is_played_to_its_end():
    label = "anywoli holes=3 final=nobody"
    table = simulate(label, 50, seed=1, tail="exact", progress=False)
    played = simulate(label, 50, seed=1, progress=False)
    assert not exact(table).any()
    same = [name for name in played if name not in LEFT]
    pd.testing.assert_frame_equal(table[same], played[same])


def test_columns_and_settings_are_kept(tmp_path):
    path = tmp_path / "games.parquet"
    table = simulate("yit_nuri", 60, seed=4, tail="exact", out=path, progress=False)
    pd.testing.assert_frame_equal(read_games(path), table)
    assert table.attrs["tail"] == "exact"
    again = eval(table.attrs["command"], {"simulate": simulate})
    pd.testing.assert_frame_equal(table, again)
    for workers in (1, 2):
        pd.testing.assert_frame_equal(
            table, simulate("yit_nuri", 60, seed=4, tail="exact", workers=workers)
        )
    simulate_to(tmp_path / "other.parquet", "yit_nuri", 60, seed=4, tail="exact", progress=False)
    pd.testing.assert_frame_equal(read_games(tmp_path / "other.parquet"), table)
    assert len(simulate("yit_nuri", 0, seed=4, tail="exact")) == 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"strategies": ("greedy", "random")}, "needs both random"),
        ({"rules": "adji_kui_2"}, "end_at is 8"),
        ({"rules": "anywoli endless=owners"}, "endless is owners"),
        ({"rules": "anywoli repetition=draw"}, "repetition is draw"),
        ({"rules": "anywoli capture_on=2"}, "capture_on is 2"),
        ({"rules": "anywoli end_without_move=true"}, "end_without_move is true"),
    ],
)
def test_what_has_no_exact_tail_is_refused_in_words(change, message):
    with pytest.raises(ValueError, match=message) as refused:
        simulate(**{"rules": "anywoli", "games": 2, "tail": "exact"} | change)
    assert 'tail="play"' in str(refused.value)


def test_the_next_four_come_as_often_as_the_chain_says():
    """Played tails against exact chances, in groups of like chances."""
    stopped = simulate("yit_nuri", 20_000, seed=5, tail="exact", progress=False)
    played = simulate("yit_nuri", 20_000, seed=5, progress=False)
    known = exact(stopped)
    chance = stopped["p_south"].to_numpy()[known]
    # The last group but one: what South has beyond the seeds at eight left.
    gained = (played["south"] - stopped["south"]).to_numpy()[known]
    took = gained >= 4
    assert set(np.unique(gained)) <= {0, 4}
    for low in np.arange(0, 1, 0.1):
        here = (chance >= low) & (chance < low + 0.1)
        if here.sum() < 50:
            continue
        error = sqrt((chance[here] * (1 - chance[here])).sum()) / here.sum()
        assert abs(took[here].mean() - chance[here].mean()) < 4 * error + 1e-9
    late = (played["moves"] - stopped["moves"]).to_numpy()[known]
    expected = stopped["tail_moves"].to_numpy()[known]
    error = (late - expected).std() / sqrt(known.sum())
    assert abs((late - expected).mean()) < 4 * error


@pytest.fixture(scope="module")
def published():
    """As many games as were published, to a move limit of 20,000."""
    return simulate("anywoli", 100_000, seed=1, max_moves=20_000, progress=False)


@pytest.fixture(scope="module")
def million():
    return simulate("anywoli", 1_000_000, seed=1, tail="exact", progress=False)


@pytest.mark.slow
def test_random_anywoli_agrees_with_the_published_table(published):
    found = against_published(summary(published, convention="mover"), ["Anywoli"])
    assert len(found) == 1
    assert (found["p_holm"] > 0.05).all()
    cut = int((published["ending"] == "cut").sum())
    assert 5 <= cut <= 100  # 24 of 100,000 there; a few depend on what counts as a move


@pytest.mark.slow
def test_a_million_games_give_a_narrow_interval_that_holds_the_sampled_score(published, million):
    row = summary(million).iloc[0]
    assert row["games"] == 1_000_000
    assert 100 * (row["score_high"] - row["score_low"]) < 0.15
    sampled = summary(published).iloc[0]
    wide = (sampled["score_high"] - sampled["score_low"]) / 2
    narrow = (row["score_high"] - row["score_low"]) / 2
    assert abs(sampled["score"] - row["score"]) < 1.5 * sqrt(wide**2 + narrow**2)


@pytest.mark.slow
def test_exact_expectations_are_the_mean_of_drawn_ends(million):
    """What is drawn for the table scatters around what is expected."""
    some = million.iloc[:100_000]
    expected = outcomes(some)["score"].to_numpy()
    result = settle(some)["result"].astype(str)
    drawn = result.map({"win": 1.0, "draw": 0.5, "loss": 0.0}).to_numpy()
    error = (drawn - expected).std() / sqrt(len(some))
    assert abs((drawn - expected).mean()) < 4 * error
