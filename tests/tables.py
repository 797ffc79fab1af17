"""Tables of games made up for tests: every column that analysis reads, no play behind them."""

import numpy as np
import pandas as pd

SIDES = np.array(["south", "north"])


def made(count=200, seed=1, exact=False, rules="anywoli", strategies=("random", "random")):
    """Anywoli games with chance results; with `exact`, every other one has an exact tail."""
    rng = np.random.default_rng(seed)
    tail = np.zeros(count, bool)
    if exact:
        tail[::2] = True
    out = np.where(tail, 22, 23)
    groups = rng.binomial(out, 0.5)
    left = rng.integers(0, 5, count)
    table = pd.DataFrame(
        {
            "game": np.arange(count),
            "seed": seed,
            "rules": pd.Categorical([rules] * count),
            "strategy_south": pd.Categorical([strategies[0]] * count),
            "strategy_north": pd.Categorical([strategies[1]] * count),
            "starter": pd.Categorical(SIDES[np.arange(count) % 2], categories=SIDES),
            "south": (4 * groups).astype("int16"),
            "north": (4 * (out - groups)).astype("int16"),
            "left_south": pd.array(left, dtype="Int16"),
            "left_north": pd.array(4 - left, dtype="Int16"),
            "last_taker": pd.Categorical(SIDES[rng.integers(0, 2, count)], categories=SIDES),
            "first_final": pd.Categorical(SIDES[rng.integers(0, 2, count)], categories=SIDES),
            "last_mover": pd.Categorical(SIDES[rng.integers(0, 2, count)], categories=SIDES),
            "moves": rng.integers(40, 4000, count).astype("int32"),
            "passes": np.zeros(count, "int32"),
            "ending": pd.Categorical(["four_left"] * count),
            "fingerprint": rng.integers(0, 2**63, count).astype("uint64"),
        }
    )
    if exact:
        p = np.where(tail, rng.random(count), np.nan)
        table["tail"] = pd.Categorical(np.where(tail, "exact", "play"))
        table["p_south"] = p
        table["tail_moves"] = np.where(tail, 2500.0, np.nan)
        taker = np.where(rng.random(count) < p, "south", "north")
        drawn = np.where(tail, taker, table["last_taker"].astype(str))
        table["last_taker"] = pd.Categorical(drawn, categories=SIDES)
        for name in ("left_south", "left_north", "last_mover"):
            table.loc[tail, name] = pd.NA
    return table


def with_results(results, strategies=("random", "random"), **columns):
    """Games of South that were won, drawn, lost, or that ended in another way."""
    table = made(len(results), strategies=strategies)
    table["starter"] = pd.Categorical(["south"] * len(table), categories=SIDES)
    lead = {"win": 4, "draw": 0, "loss": -4}
    table["south"] = np.array([46 + lead.get(result, 0) for result in results], dtype="int16")
    table["north"] = np.array([46 - lead.get(result, 0) for result in results], dtype="int16")
    table["left_south"] = pd.array([2] * len(table), dtype="Int16")
    table["left_north"] = pd.array([2] * len(table), dtype="Int16")
    endings = ["four_left" if result in lead else result for result in results]
    table["ending"] = pd.Categorical(endings)
    table["rules"] = pd.Categorical(["anywoli remainder=owners repetition=draw"] * len(table))
    return table.assign(**columns)


def both_ways(table):
    """The exact tails of a table played on: once South takes the next group, once North."""
    here = (table["tail"] == "exact").to_numpy()
    result = []
    for side in SIDES:
        other = table.copy()
        other.loc[here, "last_taker"] = side
        result.append(other)
    return result
