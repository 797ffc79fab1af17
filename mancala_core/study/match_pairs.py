"""The same matches under two rules: what changes from one to the other, match by match."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from mancala_core.engine.rules import Rules
from mancala_core.study import intervals
from mancala_core.study.differences import paired
from mancala_core.study.intervals import CONFIDENCE, Interval
from mancala_core.study.matches import is_rounds, matches
from mancala_core.study.settle import words_of

_PAIR = ["seed", "match"]
_SAME = ("strategy_south", "strategy_north", "starter")
_FIRST = ("fingerprint", "next_holes_south", "next_holes_north")
QUANTITIES = ("early", "changed", "same_winner", "win", "rounds")
_ENDS = ("", "_low", "_high")


def compare_matches(
    first: pd.DataFrame, second: pd.DataFrame, *, confidence: float = CONFIDENCE
) -> pd.DataFrame:
    """Compare matches that draw from the same streams under two rule sets; the pair is the unit.

    Parameters
    ----------
    first, second : pandas.DataFrame
        As ``simulate(..., unit="match")`` gives them, with the same start number, number of
        matches, strategies and starters.
    confidence : float
        Of the intervals.

    Returns
    -------
    pandas.DataFrame
        One row: ``first``, ``second`` (rules), ``pairs``, ``decided`` (pairs in which both
        matches were won by somebody), and, each with ``_low`` and ``_high``: ``early`` (share of
        the pairs that differ in the first round, or in the holes that it yields), ``changed``
        (that are not the same match to the end), ``same_winner`` (of the decided pairs), ``win``
        (share won by the starter under the second less under the first, decided pairs),
        ``rounds`` (rounds more under the second; a match is counted up to the limit of rounds).

    Raises
    ------
    ValueError
        If a table has no rounds, or the matches make no pairs.

    Examples
    --------
    >>> from mancala_core.study.simulate import simulate
    >>> one, two = (simulate(rules, 50, seed=1, unit="match", progress=False)
    ...             for rules in ("adji_kui_2", "adji_kui_2 endless=void"))
    >>> row = compare_matches(one, two).iloc[0]
    >>> int(row["pairs"]), bool(row["early"] < row["changed"] < 1)
    (50, True)
    """
    tables = [_paired(table) for table in (first, second)]
    one, two = tables
    if not one.index.equals(two.index) or any((one[name] != two[name]).any() for name in _SAME):
        raise ValueError(
            "The matches make no pairs; simulate both with the same seed, number of matches, "
            "strategies and starter."
        )
    early = np.zeros(len(one), bool)
    for name in _FIRST:
        early |= (one[f"first_{name}"] != two[f"first_{name}"]).to_numpy(bool)
    other = (one["fingerprint"] != two["fingerprint"]) | (one["won"] != two["won"])
    decided = ((one["won"] != "") & (two["won"] != "")).to_numpy(bool)
    same = (one["won"] == two["won"]).to_numpy(bool)
    wins = [(table["won"] == table["starter"]).to_numpy(np.float64) for table in tables]
    limit = max(Rules.of(str(table["rules"].iloc[0])).round_limit for table in tables if len(table))
    longer = (two["rounds"] - one["rounds"]).to_numpy(np.float64)
    found = {
        "early": intervals.rare(int(early.sum()), len(one), confidence),
        "changed": intervals.share(int(other.sum()), len(one), confidence),
        "same_winner": intervals.share(int((same & decided).sum()), int(decided.sum()), confidence),
        "win": paired((wins[1] - wins[0])[decided], confidence=confidence),
        "rounds": paired(longer, bound=float(limit), confidence=confidence),
    }
    row: dict[str, Any] = {"first": _rules(first), "second": _rules(second)}
    row |= {"pairs": len(one), "decided": int(decided.sum())}
    for name in QUANTITIES:
        row |= _named(name, found[name])
    table = pd.DataFrame([row])
    table.attrs = {"confidence": confidence, "seed": first.attrs.get("seed")}
    return table


def _named(name: str, interval: Interval) -> dict[str, float]:
    return {name + end: value for end, value in zip(_ENDS, interval[:3], strict=True)}


def _rules(df: pd.DataFrame) -> str:
    return " / ".join(str(name) for name in df["rules"].unique())


def _paired(df: pd.DataFrame) -> pd.DataFrame:
    """One row a match, by seed and number, with what is known of its first round."""
    if not isinstance(df, pd.DataFrame) or not is_rounds(df):
        raise ValueError("A table has no rounds of matches; simulate(..., unit='match') gives one.")
    table = matches(df)
    if not len(table):
        raise ValueError("A table has no matches, so there is nothing to compare.")
    again = table.duplicated(_PAIR)
    if again.any():
        row = table[again.to_numpy()].iloc[0]
        raise ValueError(
            f"Match {row['match']} of seed {row['seed']} stands in a table under more than one "
            "setting; give one condition at a time."
        )
    for name in _SAME:
        table[name] = words_of(table[name])
    table["won"] = np.where(table["winner"].isna(), "", table["winner"].astype(str))
    begun = df[df["round"] == 1].set_index(_PAIR)
    table = table.set_index(_PAIR).sort_index()
    for name in _FIRST:
        table[f"first_{name}"] = begun[name].reindex(table.index)
    return table
