"""What a surplus buys: the next round, and the match, by the holes that a player owns."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy import stats

from mancala_core.engine.rules import Rules
from mancala_core.engine.whole_numbers import whole_number
from mancala_core.study import intervals
from mancala_core.study.intervals import (
    CONFIDENCE,
    FEW,
    Interval,
    check_confidence,
    checked,
    nothing,
    score_bounds,
)
from mancala_core.study.matches import is_rounds, matches
from mancala_core.study.results import refusal
from mancala_core.study.settle import sides, words_of

SIDES = ("south", "north")
_KEY = ["rules", "strategy_south", "strategy_north", "seed", "match"]
_COLUMNS = ["holes", "rounds", "matches", "score", "low", "high", "alone_low", "alone_high"]


def clustered(
    values: ArrayLike,
    clusters: ArrayLike,
    confidence: float = CONFIDENCE,
    *,
    least: float = 0.0,
    most: float = 1.0,
) -> Interval:
    """Mean of values that come in clusters, such as rounds in matches: the cluster is the unit.

    The variance is that of the clusters' sums of distances from the mean. Where fewer than ten
    values' worth lie on one side it is Wilson's interval with the number of values that such a
    variance is worth; where all values are the same, that of Clopper and Pearson for so many
    clusters.

    Parameters
    ----------
    values : array of float, shape (n,)
        Between `least` and `most`.
    clusters : array of int, shape (n,)
        To which cluster each belongs.
    confidence : float
        Between 0 and 1.
    least, most : float
        The smallest and the largest value there can be.

    Returns
    -------
    Interval

    Raises
    ------
    ValueError
        If a value is missing or out of range, or not each has its cluster.

    References
    ----------
    W. G. Cochran, "Sampling Techniques", 3rd edition, Wiley 1977, chapter 9.

    Examples
    --------
    >>> values = [1, 0] * 40
    >>> print(clustered(values, range(80)))
    0.500 [0.388, 0.612]
    >>> print(clustered(sorted(values), [place // 10 for place in range(80)]))
    0.500 [0.202, 0.798]
    """
    check_confidence(confidence)
    array = (checked(values, least, most) - least) / (most - least)
    places = np.unique(np.asarray(clusters), return_inverse=True)[1].reshape(-1)
    if len(places) != len(array):
        raise ValueError(f"{len(array)} values have {len(places)} clusters; each takes one.")
    if not len(array):
        return nothing("clusters")
    count, mean = int(places.max()) + 1, float(array.mean())
    sums = np.bincount(places, weights=array - mean)
    variance = float((sums**2).sum()) / len(array) ** 2 * count / max(1, count - 1)
    if count == 1 or variance < 1e-12:
        one = np.array([float(count)])
        low, high = (
            float(end[0]) for end in score_bounds(one, one * mean, one * mean**2, confidence)
        )
    else:
        worth = mean * (1 - mean) / variance
        reach = float(stats.t.isf((1 - confidence) / 2, count - 1)) * math.sqrt(variance)
        low, high = max(0.0, mean - reach), min(1.0, mean + reach)
        if worth * min(mean, 1 - mean) < FEW:
            _, low, high, *_ = intervals.share(worth * mean, worth, confidence)
    mean, low, high = (least + value * (most - least) for value in (mean, low, high))
    return Interval(mean, low, high, "clusters")


def next_round(
    df: pd.DataFrame, player: str = "south", *, confidence: float = CONFIDENCE
) -> pd.DataFrame:
    """Score and margin of a round by the holes that a player owns in it.

    Parameters
    ----------
    df : pandas.DataFrame
        Whole matches as ``simulate(..., unit="match")`` gives them.
    player : str
        Whose holes and whose score: "south", "north", or the name of a strategy that one of
        the two plays.
    confidence : float
        Of the intervals.

    Returns
    -------
    pandas.DataFrame
        One row a number of holes: ``holes``, ``rounds`` (with a score), ``matches`` (in which
        they are), ``score`` (rounds won, and half of those drawn) with ``low`` and ``high``, for
        which the match is the unit, ``alone_low`` and ``alone_high`` (what the interval would be
        if no two rounds hung together), ``margin`` (seeds by which the player leads at the end)
        with ``margin_low`` and ``margin_high``. Without intervals where matches repeat each
        other. ``attrs`` has those of `df`, ``of``, ``player``, ``refused`` and ``confidence``.

    Raises
    ------
    ValueError
        If the table has no rounds, a match is not whole, or nobody or both are such a player.

    Examples
    --------
    >>> from mancala_core.study.simulate import simulate
    >>> table = next_round(simulate("adji_kui_2", 200, seed=1, unit="match"))
    >>> table["holes"].tolist(), bool(table["score"].iloc[0] > table["score"].iloc[-1])
    ([3, 4, 5, 6, 7, 8, 9], True)
    """
    side, codes, whole = _begun(df, player)
    scored = df["score_south"].notna().to_numpy(bool)
    south, north = (
        df[f"score_{name}"].astype("Float64").to_numpy(np.float64, na_value=np.nan)
        for name in SIDES
    )
    margin = np.where(side == 0, south - north, north - south)[scored]
    scores = (np.sign(margin) + 1) / 2
    total = float(max((Rules.of(name).total for name in df["rules"].unique()), default=1))
    holes, codes = _holes(df, side)[scored], codes[scored]
    why = refusal(whole["fingerprint"].nunique(), len(whole))
    rows = []
    for count in np.unique(holes).tolist():
        here = holes == count
        row = _row(count, here, codes, clustered(scores[here], codes[here], confidence), why)
        alone = intervals.score(np.sort(scores[here]), confidence).refuse(why)
        lead = clustered(margin[here], codes[here], confidence, least=-total, most=total)
        lead = lead.refuse(why)
        row |= {"alone_low": alone.low, "alone_high": alone.high, "margin": lead.estimate}
        rows.append(row | {"margin_low": lead.low, "margin_high": lead.high})
    columns = [*_COLUMNS, "margin", "margin_low", "margin_high"]
    return _table(df, rows, columns, of="round", player=player, refused=why, confidence=confidence)


def match_won(
    df: pd.DataFrame,
    player: str = "south",
    *,
    after: int | None = None,
    confidence: float = CONFIDENCE,
) -> pd.DataFrame:
    """Share of matches that a player goes on to win, by the holes that the player owns.

    Parameters
    ----------
    df, player, confidence
        As in `next_round`.
    after : int or None
        After how many rounds the holes are counted, 0 or more: one row a match, and Wilson's
        interval. None counts them in every round; then long matches weigh more.

    Returns
    -------
    pandas.DataFrame
        ``holes``, ``rounds``, ``matches``, ``score`` (share of the matches won by somebody that
        the player won), ``low``, ``high``, ``alone_low``, ``alone_high``, as in `next_round`.

    Raises
    ------
    ValueError
        As in `next_round`, or if `after` is no number of rounds.

    Examples
    --------
    >>> from mancala_core.study.simulate import simulate
    >>> table = match_won(simulate("adji_kui_2", 200, seed=1, unit="match"), after=0)
    >>> table[["holes", "matches"]].values.tolist()
    [[6, 200]]
    """
    rounds = None if after is None else whole_number(after)
    if after is not None and (rounds is None or rounds < 0):
        raise ValueError(f"after is {after!r}; it takes a whole number of rounds, or None.")
    side, codes, whole = _begun(df, player)
    winner = sides(whole["winner"])[codes]
    won = (winner == side).astype(np.float64)
    here = winner >= 0
    if rounds is not None:
        here &= df["round"].to_numpy(np.int64) == rounds + 1
    holes, codes, won = _holes(df, side)[here], codes[here], won[here]
    why = refusal(whole["fingerprint"].nunique(), len(whole))
    rows = []
    for count in np.unique(holes).tolist():
        place = holes == count
        alone = intervals.share(float(won[place].sum()), int(place.sum()), confidence)
        found = alone if rounds is not None else clustered(won[place], codes[place], confidence)
        row = _row(count, place, codes, found, why)
        alone = alone.refuse(why)
        rows.append(row | {"alone_low": alone.low, "alone_high": alone.high})
    about = {"player": player, "after": rounds, "refused": why, "confidence": confidence}
    return _table(df, rows, _COLUMNS, of="match", **about)


def together(tables: Mapping[str, pd.DataFrame], name: str = "group") -> pd.DataFrame:
    """Put tables of `next_round` or `match_won` together, each under its name.

    Parameters
    ----------
    tables : mapping of str to pandas.DataFrame
    name : str
        Column for the names.

    Returns
    -------
    pandas.DataFrame
        The rows of all; ``attrs`` keeps what all have in common.

    Examples
    --------
    >>> from mancala_core.study.simulate import simulate
    >>> rounds = simulate("adji_kui_2", 20, seed=1, unit="match", progress=False)
    >>> table = together({side: match_won(rounds, side, after=0) for side in SIDES})
    >>> table[["group", "holes", "matches"]].values.tolist(), table.attrs["seed"]
    ([['south', 6, 20], ['north', 6, 20]], 1)
    """
    attrs = [table.attrs for table in tables.values()]
    parts = []
    for label, table in tables.items():
        part = table.assign(**{name: label})
        part.attrs = {}
        parts.append(part)
    joined = pd.concat(parts, ignore_index=True)
    joined.attrs = {
        key: value
        for key, value in attrs[0].items()
        if all(key in other and other[key] == value for other in attrs)
    }
    return joined


def _begun(
    df: pd.DataFrame, player: str
) -> tuple[NDArray[np.int64], NDArray[np.int64], pd.DataFrame]:
    """The side of the player in each round, the match of each, and the table of matches."""
    if not isinstance(df, pd.DataFrame) or not is_rounds(df):
        raise ValueError(
            "The table has no rounds of matches; simulate(..., unit='match') gives one."
        )
    whole = matches(df)
    groups = df.groupby(_KEY, sort=False, observed=True, dropna=False)
    codes = np.asarray(groups.ngroup(), np.int64)
    return _side(df, player), codes, whole


def _side(df: pd.DataFrame, player: str) -> NDArray[np.int64]:
    if player in SIDES:
        return np.full(len(df), SIDES.index(player), np.int64)
    plays = [words_of(df[f"strategy_{name}"]) == player for name in SIDES]
    if not (plays[0] ^ plays[1]).all():
        raise ValueError(
            f"player is {player!r}; it is south, north, or a strategy that one player of each "
            "match plays, and not both."
        )
    return np.where(plays[0], 0, 1).astype(np.int64)


def _holes(df: pd.DataFrame, side: NDArray[np.int64]) -> NDArray[np.int64]:
    """Holes that a side owned in each round."""
    owner = df["owner"].astype("category")
    kinds = [str(kind) for kind in owner.cat.categories]
    owned = np.array([[kind.count("S"), kind.count("N")] for kind in kinds], np.int64)
    found: NDArray[np.int64] = owned.reshape(-1, 2)[owner.cat.codes.to_numpy(), side]
    return found


def _row(
    count: int, here: NDArray[np.bool_], codes: NDArray[np.int64], found: Interval, why: str
) -> dict[str, Any]:
    found = found.refuse(why)
    return {
        "holes": count,
        "rounds": int(here.sum()),
        "matches": len(np.unique(codes[here])),
        "score": found.estimate,
        "low": found.low,
        "high": found.high,
    }


def _table(
    df: pd.DataFrame, rows: list[dict[str, Any]], columns: list[str], **about: Any
) -> pd.DataFrame:
    table = pd.DataFrame(rows, columns=columns)
    table.attrs = _settings(df) | about
    return table


def _settings(df: pd.DataFrame) -> dict[Any, Any]:
    """What a table tells about its runs; of several that were put together, what all share."""
    attrs = dict(df.attrs)
    for name in ("rules", "seed"):
        if name not in attrs and df[name].nunique() == 1:
            value = df[name].iloc[0]
            attrs[name] = str(value) if name == "rules" else int(value)
    return attrs
