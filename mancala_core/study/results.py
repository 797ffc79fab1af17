"""The starter's result of each game as numbers, with exact tails as expectations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from mancala_core.engine.options import values_of
from mancala_core.study.settle import (
    check_games,
    exact_rows,
    is_finished,
    is_settled,
    refuse_matches,
    settle,
    settled_scores,
    sides,
    used_conventions,
    words_of,
)

PLAYERS = ("strategy_south", "strategy_north", "starter")
CONDITION = ("rules", "first", "second")
"""What tells conditions apart: rules, the starter's strategy, the other player's."""
_GAME = ("rules", "strategy_south", "strategy_north", "seed", "game", "starter")
"""What makes a game that game: with the same of all, the same moves are played."""


ENOUGH_UNIQUE = 0.95
"""Share of unique games below which intervals are refused."""


class Leads(NamedTuple):
    """Seeds by which the starter leads at the end of each game.

    Attributes
    ----------
    south, north : ndarray of float64, shape (n,)
        If South, or North, takes the next group; the same where the game was played to its
        end. NaN where the game is not finished.
    weight : ndarray of float64, shape (n,)
        Probability of the first case; 1 where the game was played to its end.
    drawn : ndarray of float64, shape (n,)
        The lead in the case that was drawn.
    conventions : ndarray of str, shape (n,)
    """

    south: NDArray[np.float64]
    north: NDArray[np.float64]
    weight: NDArray[np.float64]
    drawn: NDArray[np.float64]
    conventions: NDArray[np.object_]


def leads(df: pd.DataFrame, convention: str | None = None) -> Leads:
    """Find by how many seeds the starter leads at the end of each game.

    Parameters
    ----------
    df : pandas.DataFrame
        Games, settled or not.
    convention : str or None
        None stands for the conventions a settled table was settled by, else for each rule
        set's own.

    Returns
    -------
    Leads

    Raises
    ------
    ValueError
        If a convention is given for a settled table, or is unknown; or a column is missing.

    Examples
    --------
    >>> from mancala_core.study.simulate import simulate
    >>> leads(simulate("adji_kui_2", 2, seed=1)).drawn.tolist()
    [-4.0, 10.0]
    """
    refuse_matches(df)
    check_games(df, ("rules", "starter", "ending"))
    if is_settled(df):
        if convention is not None:
            raise ValueError(
                f"The table is settled already, so {convention} cannot act on it; "
                "leave the convention out, or give the table before settling."
            )
        check_games(df, ("score_south", "score_north", "result", "convention"))
        used = df["convention"].astype(str).to_numpy(object)
        unknown = sorted(set(used) - set(values_of("remainder") or ()))
        if unknown:
            raise ValueError(f"The table was settled by conventions that are none: {unknown}.")
    else:
        used = used_conventions(df, convention)
        df = settle(df, convention)
    scores = np.array(
        [
            df[name].astype("Float64").to_numpy(np.float64, na_value=np.nan)
            for name in ("score_south", "score_north")
        ]
    )
    turn = np.where(sides(df["starter"]) == 0, 1.0, -1.0)
    finished, exact = is_finished(df), exact_rows(df)
    drawn = np.where(finished, turn * (scores[0] - scores[1]), np.nan)
    either = [drawn.copy(), drawn.copy()]
    weight = np.ones(len(df))
    if exact.any():
        some = df[exact]
        weight[exact] = some["p_south"].to_numpy(np.float64)
        for taker in (0, 1):
            south, north = settled_scores(some, used[exact], taker)
            either[taker][exact] = turn[exact] * (south - north)
    return Leads(either[0], either[1], weight, drawn, used)


def outcomes(df: pd.DataFrame, convention: str | None = None) -> pd.DataFrame:
    """The starter's result of each game, as numbers that can be added up.

    Parameters
    ----------
    df : pandas.DataFrame
        Games, settled or not, whatever their index.
    convention : str or None
        As in `leads`.

    Returns
    -------
    pandas.DataFrame
        With the index of `df` and columns ``convention``, ``exact`` (bool), ``finished`` (bool:
        a natural ending) and float64, missing where the game is not finished: ``win``, ``draw``,
        ``loss`` (1 or 0; with an exact tail their probabilities), ``score`` (win + draw / 2),
        ``margin`` (seeds by which the starter leads, or what is expected) and ``square`` (of
        the margin).

    Raises
    ------
    ValueError
        As in `leads`.

    Examples
    --------
    >>> from mancala_core.study.simulate import simulate
    >>> outcomes(simulate("adji_kui_2", 2, seed=1))[["score", "margin"]].values.tolist()
    [[0.0, -4.0], [1.0, 10.0]]
    """
    found = leads(df, convention)
    data = pd.DataFrame(
        {
            "convention": found.conventions,
            "exact": exact_rows(df),
            "finished": is_finished(df),
        },
        index=df.index,
    )
    gone = np.isnan(found.drawn)
    for name, sign in (("win", 1), ("draw", 0), ("loss", -1)):
        met = _expected(found, np.sign(found.south) == sign, np.sign(found.north) == sign)
        data[name] = np.where(gone, np.nan, met)
    data["score"] = data["win"] + data["draw"] / 2
    data["margin"] = _expected(found, found.south, found.north)
    data["square"] = _expected(found, found.south**2, found.north**2)
    return data


def _expected(found: Leads, south: NDArray[Any], north: NDArray[Any]) -> NDArray[np.float64]:
    expected: NDArray[np.float64] = found.weight * south + (1 - found.weight) * north
    return expected


def players(df: pd.DataFrame) -> pd.DataFrame:
    """Strategies of the starter and of the other player.

    Parameters
    ----------
    df : pandas.DataFrame

    Returns
    -------
    pandas.DataFrame
        With the index of `df` and columns ``first`` and ``second``.

    Examples
    --------
    >>> from mancala_core.study.simulate import simulate
    >>> players(simulate("anywoli", 2, seed=1, strategies=("greedy", "random")))["first"].tolist()
    ['greedy', 'random']
    """
    check_games(df, PLAYERS)
    south, north = (words_of(df[name]) for name in PLAYERS[:2])
    begins = sides(df["starter"]) == 0
    first, second = np.where(begins, south, north), np.where(begins, north, south)
    return pd.DataFrame({"first": first, "second": second}, index=df.index, dtype=object)


def one_condition(df: pd.DataFrame, doing: str) -> None:
    """Refuse a table that mixes rules, or seats of different strategies.

    Parameters
    ----------
    df : pandas.DataFrame
    doing : str
        What takes one condition only, for the message.

    Raises
    ------
    ValueError
        If there are several.
    """
    check_games(df, ("rules", *PLAYERS))
    check_once(df)
    kinds = players(df).assign(rules=words_of(df["rules"]))
    found = kinds[list(CONDITION)].drop_duplicates()
    if len(found) > 1:
        listed = "; ".join(
            f"{rules}: {first} against {second}" for rules, first, second in found.to_numpy()
        )
        raise ValueError(
            f"The table holds {len(found)} conditions (rules: the starter's strategy against "
            f"the other's): {listed}. {doing} takes one; choose its rows."
        )


def one_convention(games: pd.DataFrame) -> str:
    """Name the convention of games that are counted together, and refuse several.

    Parameters
    ----------
    games : pandas.DataFrame
        As `outcomes` gives them.

    Returns
    -------
    str
        Empty where there is no game.

    Raises
    ------
    ValueError
        If there are several.
    """
    found = [str(name) for name in games["convention"].unique()]
    if len(found) > 1:
        raise ValueError(
            f"The table is settled by several conventions: {', '.join(found)}; choose one."
        )
    return "".join(found)


def check_once(df: pd.DataFrame, apart: Iterable[str] = ("convention",)) -> None:
    """Refuse a table in which a game stands twice, for it would be counted twice.

    Parameters
    ----------
    df : pandas.DataFrame
        Games of one condition.
    apart : iterable of str
        Columns that tell rows of one game apart, where the table has them.

    Raises
    ------
    ValueError
        If there is one; the message names it.
    """
    check_games(df, _GAME)
    again = df[[*_GAME, *(name for name in apart if name in df)]].duplicated()
    if again.any():
        rules, south, north, seed, game, starter = df.loc[again.to_numpy(), list(_GAME)].iloc[0]
        raise ValueError(
            f"Game {game} of seed {seed} ({rules}, South {south}, North {north}, {starter} "
            f"begins) stands in the table more than once, as do {int(again.sum()) - 1:,} other "
            "rows; a game counts once. Give each run by itself, or tell the runs apart by a column."
        )


def refusal(unique: int, games: int) -> str:
    """Why so many games, of which so many are unique, allow no interval.

    Parameters
    ----------
    unique, games : int

    Returns
    -------
    str
        Empty where they do.

    Examples
    --------
    >>> refusal(95, 100), refusal(2, 100)
    ('', 'refused: 2 of 100 games are unique; a game played again tells nothing new')
    """
    if unique >= ENOUGH_UNIQUE * games:
        return ""
    return (
        f"refused: {unique:,} of {games:,} games are unique; a game played again tells nothing new"
    )


def repeats(df: pd.DataFrame) -> str:
    """Why the games of a table allow no interval, because they repeat each other.

    Parameters
    ----------
    df : pandas.DataFrame

    Returns
    -------
    str
        Empty where they do.
    """
    check_games(df, ("rules", "starter", "fingerprint"))
    return refusal(len(df[["rules", "starter", "fingerprint"]].drop_duplicates()), len(df))
