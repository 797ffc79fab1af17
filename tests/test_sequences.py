"""Confidence sequences hold while one watches; fixed intervals do not."""

import math

import numpy as np
import pandas as pd
import pytest
from tables import made, with_results

from mancala_core import settle
from mancala_core.study.intervals import share
from mancala_core.study.results import outcomes
from mancala_core.study.sequences import confidence_sequence, fixed_intervals, peeking, running


def by_hand(values, risk=0.05):
    """The definition, one value after the other."""
    low, high = 0.0, 1.0
    stakes = weighted = cost = 0.0
    mean, spread = 0.5, 0.25
    total, squares = 0.5, 0.25
    ends = []
    for place, x in enumerate(values, 1):
        stake = min(0.5, math.sqrt(2 * math.log(2 / risk) / (spread * place * math.log(1 + place))))
        stakes += stake
        weighted += stake * x
        cost += 4 * (x - mean) ** 2 * (-math.log(1 - stake) - stake) / 4
        reach = (math.log(2 / risk) + cost) / stakes
        low = max(low, weighted / stakes - reach)
        high = min(high, weighted / stakes + reach)
        total += x
        mean = total / (place + 1)
        squares += (x - mean) ** 2
        spread = squares / (place + 1)
        ends.append((low, high))
    return np.array(ends).T


def test_the_sequence_is_its_definition():
    values = np.random.default_rng(1).choice([0, 0.5, 1], 300)
    assert np.array(confidence_sequence(values)) == pytest.approx(by_hand(values))
    low, high = confidence_sequence(values)
    assert (np.diff(low) >= 0).all()
    assert (np.diff(high) <= 0).all()
    assert confidence_sequence([])[0].shape == (0,)


@pytest.mark.parametrize(
    ("values", "chances"),
    [([0, 1], [0.5, 0.5]), ([0, 0.5, 1], [0.4, 0.2, 0.4]), ([0, 1], [0.97, 0.03])],
)
def test_all_intervals_of_a_sequence_hold_together(values, chances):
    """1,000 runs of 2,000 games watched at each: clearly no fewer than 95 % hold throughout."""
    rng = np.random.default_rng(11)
    truth, held = float(np.dot(values, chances)), 0
    for _ in range(1000):
        low, high = confidence_sequence(rng.choice(values, 2000, p=chances))
        held += bool((low <= truth).all() and (truth <= high).all())
    assert share(held, 1000).high >= 0.95


def test_a_sequence_comes_near_the_truth():
    values = np.random.default_rng(2).random(20_000) < 0.3
    low, high = confidence_sequence(values)
    assert high[-1] - low[-1] < 0.04
    assert low[-1] < 0.3 < high[-1]


def test_watching_fixed_intervals_does_not_hold():
    table = peeking(coins=600, games=1000, seed=4).set_index("method")
    assert table.loc["fixed, at the end", "low"] < 0.05 < 0.09
    assert table.loc["fixed, watched", "low"] > 0.2
    assert table.loc["sequence, watched", "low"] <= 0.05
    for wrong in ({"coins": 0}, {"games": 5, "start": 6}, {"start": 0}):
        with pytest.raises(ValueError, match=r"start|coins"):
            peeking(**{"coins": 2, "games": 20} | wrong)


def test_a_running_estimate():
    table = made(200)
    found = running(table)
    score = outcomes(table)["score"]
    assert found["games"].tolist() == list(range(1, 201))
    assert found["score"].to_numpy() == pytest.approx(score.expanding().mean().to_numpy())
    low, high = fixed_intervals(score)
    assert found["low"].tolist() == low.tolist()
    assert found["high"].tolist() == high.tolist()
    assert found.notna().all(axis=None)
    pd.testing.assert_frame_equal(running(table.sample(frac=1, random_state=5)), found)
    pd.testing.assert_frame_equal(running(settle(table)), found)
    assert len(running(made(80, exact=True))) == 80


def test_running_estimates_of_few_or_repeated_games():
    assert len(running(made(0))) == 0
    assert running(made(1)).notna().all(axis=None)
    assert running(with_results(["win", "cut", "loss"]))["games"].tolist() == [1, 2]
    repeated = running(with_results(["win", "loss"] * 20, fingerprint=np.uint64(1)))
    assert repeated["seq_low"].isna().all()
    assert "unique" in repeated.attrs["refused"]
    both = pd.concat([settle(made(5), name) for name in ("starter", "owners")])
    with pytest.raises(ValueError, match="choose one"):
        running(both)
    with pytest.raises(ValueError, match="2 conditions"):
        running(made(5, strategies=("greedy", "random")))
