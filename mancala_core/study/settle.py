"""Who gets the last seeds: conventions applied to a table of games."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from mancala_core.engine import streams
from mancala_core.engine.choices import is_natural
from mancala_core.engine.options import values_of
from mancala_core.engine.position import ENDINGS
from mancala_core.engine.rules import Rules
from mancala_core.study import bulk

_COLUMNS = (
    "game",
    "seed",
    "rules",
    "starter",
    "south",
    "north",
    "left_south",
    "left_north",
    "last_taker",
    "first_final",
    "last_mover",
    "ending",
)
_ADDED = ("score_south", "score_north", "result")
_RESULTS = ("win", "draw", "loss", "cut", "endless", "repetition", "stuck")


def settle(df: pd.DataFrame, convention: str | None = None) -> pd.DataFrame:
    """Give the seeds left at the end away, and name each game's result.

    Parameters
    ----------
    df : pandas.DataFrame
        A table of games, whatever its index.
    convention : str or None
        A value of the option ``remainder``; None stands for each rule set's own.

    Returns
    -------
    pandas.DataFrame
        A copy with ``score_south`` and ``score_north`` (seeds; missing where the game was cut
        or the rules give no result) and ``result``: "win", "draw" or "loss" of the starter, or
        the ending where that is not a natural one. ``attrs["convention"]`` names the convention.

    Raises
    ------
    ValueError
        If the convention is unknown, the table is settled already or lacks a column.

    Notes
    -----
    A lottery, and every fallback to it, is one draw from the stream of the game, the same for
    each convention. A convention acts on natural endings only; "stuck", "endless" and
    "repetition" follow the option of that name.

    Examples
    --------
    >>> from mancala_core.study.simulate import simulate
    >>> table = settle(simulate("anywoli", 4, seed=1), "owners")
    >>> (table["score_south"] + table["score_north"]).unique().tolist()
    [96]
    """
    if not isinstance(df, pd.DataFrame):
        raise ValueError(f"{df!r} is no table of games; simulate and read_games give one.")
    known = values_of("remainder") or ()
    if convention is not None and convention not in known:
        raise ValueError(f"{convention!r} is no convention; there are {', '.join(known)}.")
    if any(name in df for name in _ADDED):
        raise ValueError(
            "The table is settled already; settle the one that simulate or read_games gave."
        )
    endings = set(df["ending"].dropna().unique()) if "ending" in df else set()
    unknown = sorted(str(ending) for ending in endings - {*ENDINGS, "cut"})
    if unknown or ("ending" in df and df["ending"].isna().any()):
        raise ValueError(f"The table has endings that are none: {', '.join(unknown) or 'missing'}.")
    missing = [name for name in _COLUMNS if name not in df]
    if missing:
        raise ValueError(f"The table lacks the columns {', '.join(missing)}.")
    scores = np.zeros((2, len(df)))
    labels = df["rules"].astype(str).to_numpy()
    for label in pd.unique(labels):
        rules = Rules.of(str(label))
        if convention is not None:
            rules = rules.replace(remainder=convention)
        here = labels == label
        scores[:, here] = _scores(df[here], rules)
    result = df.copy()
    for side, name in enumerate(_ADDED[:2]):
        column = pd.array(scores[side], dtype="Float64")
        result[name] = column.astype("Int16")
    result["result"] = _results(df, scores)
    result.attrs["convention"] = convention or "as the rules say"
    return result


def lottery(seeds: NDArray[np.int64], games: NDArray[np.int64]) -> NDArray[np.int64]:
    """Winners of the lotteries of games, as `Stream.lottery`.

    Parameters
    ----------
    seeds, games : ndarray of int64, shape (n,)
        Seed of the run and number in it.

    Returns
    -------
    ndarray of int64, shape (n,)
        0 South, 1 North.

    Examples
    --------
    >>> int(lottery(np.array([7]), np.array([0]))[0]) == streams.Stream(7).lottery()
    True
    """
    golden = np.uint64(streams.GOLDEN)
    with np.errstate(over="ignore"):
        run = _mix(seeds.astype(np.uint64) + golden)
        key = _mix(run + (games.astype(np.uint64) + np.uint64(1)) * golden)
        draw = _mix(key + np.uint64(streams.LOTTERY) * golden)
    return (draw >> np.uint64(63)).astype(np.int64)


def _mix(value: NDArray[np.uint64]) -> NDArray[np.uint64]:
    mixed: NDArray[np.uint64] = bulk.mix.py_func(value)  # type: ignore[attr-defined]
    return mixed


def _scores(df: pd.DataFrame, rules: Rules) -> NDArray[np.float64]:
    """South's and North's seeds, NaN where there is no result."""
    taken = df[["south", "north"]].to_numpy(np.float64).T
    left = df[["left_south", "left_north"]].to_numpy(np.float64).T
    endings = df["ending"].astype(str).to_numpy()
    natural = _natural(endings)
    scores = taken.copy()
    if rules.remainder == "owners":
        scores[:, natural] += left[:, natural]
    elif rules.remainder != "nobody":
        taker = _takers(df, rules.remainder)
        whole = left.sum(axis=0)
        for side in (0, 1):
            got = natural & (taker == side)
            scores[side, got] += whole[got]
    ways: dict[str, str] = {
        "stuck": rules.stuck,
        "endless": rules.endless,
        "repetition": rules.repetition,
        "cut": "void",
    }
    for ending, way in ways.items():
        here = endings == ending
        if way == "void":
            scores[:, here] = np.nan
        elif way not in ("nobody", "draw"):
            scores[:, here] += left[:, here]
    return scores


def _natural(endings: NDArray[Any]) -> NDArray[np.bool_]:
    kinds = [ending for ending in pd.unique(endings) if is_natural(ending)]
    return np.isin(endings, kinds)


def _takers(df: pd.DataFrame, convention: str) -> NDArray[np.int64]:
    column = {
        "penultimate": "last_taker",
        "first_final": "first_final",
        "starter": "starter",
        "mover": "last_mover",
    }.get(convention)
    drawn = lottery(df["seed"].to_numpy(np.int64), df["game"].to_numpy(np.int64))
    if column is None:
        return drawn
    named = _sides(df[column])
    return np.where(named < 0, drawn, named)


def _sides(column: pd.Series[Any]) -> NDArray[np.int64]:
    """0 South, 1 North, -1 missing."""
    words = column.astype(object).where(column.notna(), "").to_numpy()
    return np.select([words == "south", words == "north"], [0, 1], -1)


def _results(df: pd.DataFrame, scores: NDArray[np.float64]) -> pd.Categorical:
    endings = df["ending"].astype(str).to_numpy()
    starter = _sides(df["starter"])
    lead = np.where(starter == 0, scores[0] - scores[1], scores[1] - scores[0])
    words = np.select([lead > 0, lead < 0], ["win", "loss"], "draw").astype(object)
    other = ~_natural(endings)
    words[other] = endings[other]
    return pd.Categorical(words, categories=_RESULTS)
