"""How many rounds matches last; one that nobody won was longer than it was played."""

from __future__ import annotations

import numpy as np
import pandas as pd

from mancala_core.study.intervals import CONFIDENCE
from mancala_core.study.lengths import Length, lengths, median_length
from mancala_core.study.matches import APART, is_matches
from mancala_core.study.settle import words_of


def match_lengths(df: pd.DataFrame, confidence: float = CONFIDENCE) -> pd.DataFrame:
    """Share of matches that last longer than so many rounds.

    A match that meets the limit of rounds, or is cut in a round, says only that it is longer.

    Parameters
    ----------
    df : pandas.DataFrame
        As `mancala_core.study.matches.matches` gives it.
    confidence : float
        Of the interval at one number of rounds.

    Returns
    -------
    pandas.DataFrame
        ``rounds`` (int64), ``survival`` (the estimate of Kaplan and Meier), ``low``, ``high``,
        ``round_limit`` and ``cut`` (matches that stop there with nobody the winner). ``attrs``
        has ``matches`` and ``refused``.

    Raises
    ------
    ValueError
        If the table is none of matches, or a match stands twice.

    Examples
    --------
    >>> from mancala_core.study.matches import matches
    >>> from mancala_core.study.simulate import simulate
    >>> table = match_lengths(matches(simulate("adji_kui_2", 50, seed=1, unit="match")))
    >>> float(table["survival"].iloc[-1]), int(table["round_limit"].sum())
    (0.0, 0)
    """
    games = _as_games(df)
    found = lengths(games, confidence)
    table = pd.DataFrame({"rounds": found["moves"], **found[["survival", "low", "high"]]})
    results = words_of(df["result"])
    places = np.searchsorted(table["rounds"].to_numpy(np.int64), games["moves"].to_numpy(np.int64))
    for name in APART:
        counts = np.bincount(places[results == name], minlength=len(table))
        table[name] = counts.astype(np.int64)
    table.attrs = dict(found.attrs) | {"matches": len(df)}
    return table


def median_rounds(df: pd.DataFrame, confidence: float = CONFIDENCE) -> Length:
    """Median number of rounds with its interval, or "beyond the cut".

    Parameters
    ----------
    df, confidence
        As in `match_lengths`.

    Returns
    -------
    Length

    Examples
    --------
    >>> from mancala_core.study.matches import matches
    >>> from mancala_core.study.simulate import simulate
    >>> print(median_rounds(matches(simulate("adji_kui_2", 400, seed=1, unit="match"))))
    21 [17, 23]
    """
    return median_length(_as_games(df), confidence)


def _as_games(df: pd.DataFrame) -> pd.DataFrame:
    """A table whose rounds are read as moves, and a limit of rounds as a cut."""
    if not isinstance(df, pd.DataFrame) or not is_matches(df):
        raise ValueError("The table has no matches; matches(rounds) gives one.")
    won = df["winner"].notna().to_numpy(bool)
    table = df.drop(columns="rounds").rename(columns={"match": "game"})
    table["moves"] = df["rounds"].astype(np.int64)
    table["ending"] = np.where(won, "none_left", "cut")
    return table
