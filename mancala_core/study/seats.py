"""Strategies and seats: who is better, and what beginning is worth, kept apart."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from mancala_core.study import intervals
from mancala_core.study.analysis import summary
from mancala_core.study.differences import paired
from mancala_core.study.intervals import CONFIDENCE
from mancala_core.study.results import PLAYERS, outcomes, players, repeats
from mancala_core.study.settle import check_games, refuse_matches

PAIR = ("rules", "convention", "seed", "game", "starter")
"""What two games have in common that are a pair with the seats swapped."""


def seats(
    df: pd.DataFrame, convention: str | None = None, confidence: float = CONFIDENCE
) -> pd.DataFrame:
    """Score of each strategy in either seat, against each opponent.

    Parameters
    ----------
    df : pandas.DataFrame
        Games, settled or not; several runs may be concatenated.
    convention : str or None
        None stands for the conventions a settled table was settled by, else for the rules' own.
    confidence : float

    Returns
    -------
    pandas.DataFrame
        One row a strategy and seat: ``rules``, ``convention``, ``strategy``, ``opponent``,
        ``seat`` ("first", "second"), ``games``, ``unique``, ``finished``, ``score``, ``low``,
        ``high``. A strategy's score in the other seat is 1 less that of its opponent as starter.

    Raises
    ------
    ValueError
        As in `analysis.summary`.

    Examples
    --------
    >>> from mancala_core.study.simulate import simulate
    >>> games = simulate("adji_kui_2", 100, strategies=("greedy", "random"), seed=1)
    >>> seats(games)[["strategy", "seat"]].values.tolist()[:2]
    [['greedy', 'first'], ['greedy', 'second']]
    """
    refuse_matches(df)
    found = summary(df, convention=convention, confidence=confidence)
    rows: list[dict[str, Any]] = []
    for row in found.to_dict("records"):
        shared = {name: row[name] for name in ("rules", "convention")}
        counts = {name: row[name] for name in ("games", "unique", "finished")}
        score, low, high = row["score"], row["score_low"], row["score_high"]
        for seat, who, other, ends in (
            ("first", "first", "second", (score, low, high)),
            ("second", "second", "first", (1 - score, 1 - high, 1 - low)),
        ):
            place = {"strategy": row[who], "opponent": row[other], "seat": seat}
            values = dict(zip(("score", "low", "high"), ends, strict=True))
            rows.append(shared | place | counts | values)
    columns = ["rules", "convention", "strategy", "opponent", "seat"]
    order = [*columns, "games", "unique", "finished", "score", "low", "high"]
    table = pd.DataFrame(rows, columns=order).sort_values(columns, ignore_index=True)
    table.attrs = found.attrs
    return table


def swapped(
    df: pd.DataFrame, convention: str | None = None, confidence: float = CONFIDENCE
) -> pd.DataFrame:
    """Compare two strategies on seeds that are played twice, with the seats swapped.

    ``pandas.concat`` of two runs of the same seed, with strategies (a, b) and (b, a), is what
    it takes. The pair of games is the unit; pairs of which a game is not finished are told and
    left out.

    Parameters
    ----------
    df : pandas.DataFrame
        Both runs, settled or not.
    convention : str or None
        As in `seats`.
    confidence : float

    Returns
    -------
    pandas.DataFrame
        One row for two strategies: ``rules``, ``convention``, ``strategy``, ``opponent``,
        ``pairs``, ``finished``, ``strength`` (score of the strategy over both seats; 1/2 for
        equal players), ``strength_low``, ``strength_high``, ``beginning`` (score of the first
        player, whoever that is, less 1/2), ``beginning_low``, ``beginning_high``.

    Raises
    ------
    ValueError
        If a game lacks its pair, or there are more than two.

    Examples
    --------
    >>> from mancala_core.study.simulate import simulate
    >>> runs = [simulate("adji_kui_2", 100, strategies=pair, seed=1)
    ...         for pair in (("greedy", "random"), ("random", "greedy"))]
    >>> swapped(pd.concat(runs))[["strategy", "opponent", "pairs"]].values.tolist()
    [['greedy', 'random', 100]]
    """
    refuse_matches(df)
    check_games(df, ("rules", *PLAYERS, "seed", "game", "fingerprint"))
    found = outcomes(df, convention).reset_index(drop=True)
    for name in ("rules", "seed", "game", "starter"):
        found[name] = df[name].astype(str).to_numpy(object)
    who = players(df).reset_index(drop=True)
    found["strategy"] = np.minimum(who["first"], who["second"])
    found["opponent"] = np.maximum(who["first"], who["second"])
    found["leads"] = (who["first"] == found["strategy"]).to_numpy(bool)
    same = found["strategy"] == found["opponent"]
    if same.any():
        raise ValueError(
            f"{found['strategy'][same].iloc[0]} plays itself in {int(same.sum()):,} games; "
            "swapped compares two strategies, so leave those out."
        )
    keys = ["strategy", "opponent", *PAIR]
    size = found.groupby(keys, sort=False)["leads"].agg(["size", "sum"])
    odd = size[(size["size"] != 2) | (size["sum"] != 1)]
    if len(odd):
        lone = dict(zip(keys, odd.index[0], strict=True))
        raise ValueError(
            f"{len(odd):,} games have no single pair with the seats swapped, such as game "
            f"{lone['game']} of seed {lone['seed']}; simulate the same seed, games and starter "
            "with the strategies both ways round, and concatenate the two."
        )
    found = found.sort_values([*keys, "leads"], ignore_index=True)
    # Each pair is now two rows: the opponent as starter, then the strategy.
    behind, ahead = (found.iloc[place::2].reset_index(drop=True) for place in (0, 1))
    ahead["strength"] = (ahead["score"] + 1 - behind["score"]) / 2
    ahead["beginning"] = (ahead["score"] + behind["score"]) / 2 - 0.5
    rows = []
    why = repeats(df)
    shared = ["rules", "convention", "strategy", "opponent"]
    for key, part in ahead.groupby(shared):
        done = part.dropna(subset=["strength"])
        row: dict[str, Any] = dict(zip(shared, key, strict=True))
        row |= {"pairs": len(part), "finished": len(done)}
        strength = intervals.score(np.sort(done["strength"]), confidence).refuse(why)
        beginning = paired(np.sort(done["beginning"]), 0.5, confidence).refuse(why)
        for name, value in (("strength", strength), ("beginning", beginning)):
            row |= {name: value.estimate, f"{name}_low": value.low, f"{name}_high": value.high}
        rows.append(row)
    columns = [*shared, "pairs", "finished"]
    columns += [n + end for n in ("strength", "beginning") for end in ("", "_low", "_high")]
    table = pd.DataFrame(rows, columns=columns)
    table.attrs = {**df.attrs, "confidence": confidence, "refused": why}
    return table
