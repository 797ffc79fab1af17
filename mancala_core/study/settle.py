"""Who gets the last seeds: conventions applied to a table of games."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from mancala_core.engine import match_rounds, streams
from mancala_core.engine.choices import is_natural
from mancala_core.engine.options import values_of
from mancala_core.engine.position import ENDINGS
from mancala_core.engine.rules import Rules
from mancala_core.study.draws import bits

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
_ADDED = ("score_south", "score_north", "result", "convention")
_NEEDS_BOARD = ("owners", "mover")
"""Conventions that ask for the board at the end, or for who moved last."""
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
        the ending where that is not a natural one. ``convention`` names the convention of each
        row and stays when tables are concatenated; ``attrs["convention"]`` has what was asked.

    Raises
    ------
    ValueError
        If the convention is unknown, the table is settled already or lacks a column; or if it
        is "owners" or "mover" and a game ends with an exact tail, which knows neither the board
        at the end nor who moved last.

    Notes
    -----
    A lottery, and every fallback to it, is one draw from the stream of the game, the same for
    each convention. A convention acts on natural endings only; "stuck", "endless" and
    "repetition" follow the option of that name.

    A row with an exact tail (``tail`` is "exact") was played to two groups before the end. The
    next group goes to ``last_taker``, who was drawn with the exact probability, and what is
    left then goes by the convention.

    Examples
    --------
    >>> from mancala_core.study.simulate import simulate
    >>> table = settle(simulate("anywoli", 4, seed=1), "owners")
    >>> (table["score_south"] + table["score_north"]).unique().tolist()
    [96]
    """
    known = values_of("remainder") or ()
    if convention is not None and convention not in known:
        raise ValueError(f"{convention!r} is no convention; there are {', '.join(known)}.")
    refuse_matches(df)
    if isinstance(df, pd.DataFrame) and is_settled(df):
        raise ValueError(
            "The table is settled already; settle the one that simulate or read_games gave."
        )
    check_games(df, _COLUMNS)
    used = used_conventions(df, convention)
    scores = settled_scores(df, used)
    result = df.copy()
    for side, name in enumerate(_ADDED[:2]):
        column = pd.array(scores[side], dtype="Float64")
        result[name] = column.astype("Int16")
    result["result"] = _results(df, scores)
    result["convention"] = pd.Categorical(used, categories=sorted(known))
    result.attrs["convention"] = convention or "as the rules say"
    return result


def refuse_matches(df: pd.DataFrame) -> None:
    """Refuse a table of rounds or of matches where single games are meant.

    Parameters
    ----------
    df : pandas.DataFrame

    Raises
    ------
    ValueError
        If its rows belong to matches.
    """
    if isinstance(df, pd.DataFrame) and "match" in df:
        raise ValueError(
            "The rows belong to matches: the score of each round, by its rules' own convention, "
            "made the territory of the next. Simulate with another convention instead; "
            "summary(matches(rounds)) tells about whole matches."
        )


def is_settled(df: pd.DataFrame) -> bool:
    """Whether a table has any of the columns that `settle` adds.

    Parameters
    ----------
    df : pandas.DataFrame

    Returns
    -------
    bool
    """
    return any(name in df for name in _ADDED)


def check_games(df: pd.DataFrame, columns: Iterable[str]) -> None:
    """Refuse what is no table of games with these columns.

    Parameters
    ----------
    df : pandas.DataFrame
    columns : iterable of str
        Those that are needed.

    Raises
    ------
    ValueError
        If one is missing, or an ending is none.
    """
    if not isinstance(df, pd.DataFrame):
        raise ValueError(f"{df!r} is no table of games; simulate and read_games give one.")
    endings = set(df["ending"].dropna().unique()) if "ending" in df else set()
    known = (*ENDINGS, "cut", *(match_rounds.ENDINGS if "rounds" in df else ()))
    unknown = sorted(str(ending) for ending in endings - {*known})
    if unknown or ("ending" in df and df["ending"].isna().any()):
        raise ValueError(f"The table has endings that are none: {', '.join(unknown) or 'missing'}.")
    missing = [name for name in columns if name not in df]
    if missing:
        raise ValueError(f"The table lacks the columns {', '.join(missing)}.")


def exact_rows(df: pd.DataFrame) -> NDArray[np.bool_]:
    """Which games end with an exact tail.

    Parameters
    ----------
    df : pandas.DataFrame
        Without a column ``tail`` all games were played to the end.

    Returns
    -------
    ndarray of bool, shape (n,)

    Raises
    ------
    ValueError
        If such a row lacks its probability ``p_south`` or its ``last_taker``.
    """
    if "tail" not in df:
        return np.zeros(len(df), bool)
    exact: NDArray[np.bool_] = (df["tail"].astype(object) == "exact").to_numpy(bool)
    for name in ("p_south", "last_taker"):
        if exact.any() and (name not in df or df[name][exact].isna().any()):
            raise ValueError(f"A game with an exact tail lacks its {name}.")
    return exact


def used_conventions(df: pd.DataFrame, convention: str | None) -> NDArray[np.object_]:
    """The convention of each row.

    Parameters
    ----------
    df : pandas.DataFrame
    convention : str or None
        None stands for each rule set's own.

    Returns
    -------
    ndarray of str, shape (n,)
    """
    if convention is not None:
        return np.full(len(df), convention, dtype=object)
    codes, labels = kinds(df["rules"])
    return np.array([Rules.of(label).remainder for label in labels], dtype=object)[codes]


def settled_scores(
    df: pd.DataFrame, conventions: NDArray[np.object_], next_taker: int | None = None
) -> NDArray[np.float64]:
    """South's and North's seeds at the end of each game.

    Parameters
    ----------
    df : pandas.DataFrame
        Games, settled or not.
    conventions : ndarray of str, shape (n,)
        The convention of each.
    next_taker : {0, 1} or None
        Who takes the next group of games with an exact tail; None stands for who was drawn.

    Returns
    -------
    ndarray of float64, shape (2, n)
        NaN where there is no result.

    Raises
    ------
    ValueError
        If a game with an exact tail is to be settled by "owners" or "mover".
    """
    exact = exact_rows(df)
    for convention in _NEEDS_BOARD:
        if (exact & (conventions == convention)).any():
            raise ValueError(
                f"Games with an exact tail cannot be settled by {convention}, which asks "
                f"{'for the board at the end' if convention == 'owners' else 'who moved last'}; "
                'simulate them with tail="play".'
            )
    scores = np.zeros((2, len(df)))
    codes, labels = kinds(df["rules"])
    which, names = pd.factorize(conventions)
    for label, name in product(range(len(labels)), range(len(names))):
        here = (codes == label) & (which == name)
        if not here.any():
            continue
        rules = Rules.of(labels[label]).replace(remainder=names[name])
        scores[:, here] = _scores(df[here], rules, exact[here], next_taker)
    return scores


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
    return (bits(seeds, games, streams.LOTTERY) >> np.uint64(63)).astype(np.int64)


def _scores(
    df: pd.DataFrame, rules: Rules, exact: NDArray[np.bool_], next_taker: int | None
) -> NDArray[np.float64]:
    """South's and North's seeds, NaN where there is no result."""
    taken = df[["south", "north"]].to_numpy(np.float64).T
    left = _numbers(df[["left_south", "left_north"]])
    endings = words_of(df["ending"])
    natural = is_finished(df)
    scores = taken.copy()
    if exact.any():
        group = rules.capture_on[0]
        following = sides(df["last_taker"])
        if next_taker is not None:
            following = np.full(len(df), next_taker)
        for side in (0, 1):
            scores[side, exact & (following == side)] += group
        left[:, exact] = (rules.total - scores[:, exact].sum(axis=0)) / 2
    else:
        following = None
    if rules.remainder == "owners":
        scores[:, natural] += left[:, natural]
    elif rules.remainder != "nobody":
        taker = _takers(df, rules.remainder)
        if rules.remainder == "penultimate" and following is not None:
            taker = np.where(exact, following, taker)
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


def is_finished(df: pd.DataFrame) -> NDArray[np.bool_]:
    """Which games came to a natural ending, and so are won, drawn or lost.

    Parameters
    ----------
    df : pandas.DataFrame

    Returns
    -------
    ndarray of bool, shape (n,)
    """
    codes, endings = kinds(df["ending"])
    return np.array([is_natural(ending) for ending in endings], dtype=bool)[codes]


def kinds(column: pd.Series[Any]) -> tuple[NDArray[np.int64], list[str]]:
    """Number of each row's kind, and the kinds as words.

    Parameters
    ----------
    column : pandas.Series

    Returns
    -------
    codes : ndarray of int64, shape (n,)
    words : list of str
        In the order in which they come first.

    Examples
    --------
    >>> codes, words = kinds(pd.Series(["win", "loss", "win"]))
    >>> codes.tolist(), words
    ([0, 1, 0], ['win', 'loss'])
    """
    codes, found = pd.factorize(column, use_na_sentinel=False)
    return codes.astype(np.int64), [str(kind) for kind in found]


def words_of(column: pd.Series[Any]) -> NDArray[np.object_]:
    """Values of a column as words; quick where they are few.

    Parameters
    ----------
    column : pandas.Series

    Returns
    -------
    ndarray of str, shape (n,)
    """
    codes, words = kinds(column)
    return np.array(words, dtype=object)[codes]


def _numbers(df: pd.DataFrame) -> NDArray[np.float64]:
    """Columns of numbers as rows of float64, NaN where missing."""
    return np.array(
        [df[name].astype("Float64").to_numpy(np.float64, na_value=np.nan) for name in df]
    )


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
    named = sides(df[column])
    return np.where(named < 0, drawn, named)


def sides(column: pd.Series[Any]) -> NDArray[np.int64]:
    """Numbers of the players that a column names.

    Parameters
    ----------
    column : pandas.Series
        "south", "north" or missing.

    Returns
    -------
    ndarray of int64, shape (n,)
        0 South, 1 North, -1 missing.
    """
    codes, words = kinds(column)
    numbers = [{"south": 0, "north": 1}.get(word, -1) for word in words]
    return np.array(numbers, dtype=np.int64)[codes]


def _results(df: pd.DataFrame, scores: NDArray[np.float64]) -> pd.Categorical:
    starter = sides(df["starter"])
    lead = np.where(starter == 0, scores[0] - scores[1], scores[1] - scores[0])
    numbers = np.select([lead > 0, lead < 0], [0, 2], 1)
    codes, endings = kinds(df["ending"])
    known = [_RESULTS.index(ending) if ending in _RESULTS else -1 for ending in endings]
    other = ~is_finished(df)
    numbers[other] = np.array(known, dtype=np.int64)[codes][other]
    dtype: Any = pd.CategoricalDtype(list(_RESULTS))
    return pd.Categorical.from_codes(numbers, dtype=dtype)
