"""Figures that others published, and how ours compare with them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import stats

from mancala_core.study.analysis import check_summary
from mancala_core.study.significance import holm

_PACKAGE = Path(__file__).resolve().parents[1]
_PLACES = (
    _PACKAGE.parent / "data" / "published" / "mancalagames.csv",
    _PACKAGE / "course" / "data" / "published" / "mancalagames.csv",
)
COUNTS = ("starter_wins", "second_wins", "ties", "no_result")
UNMATCHED = (
    "The share without a result depends on each side's limit of moves and on what it ends; "
    "it is shown and explained, not matched."
)


def published_figures(path: str | Path | None = None) -> pd.DataFrame:
    """Figures of MancalaGames for random players.

    Parameters
    ----------
    path : path or None
        A CSV file; None stands for the one that comes with the course.

    Returns
    -------
    pandas.DataFrame
        One row a game; ``data/published/README.md`` explains the columns. ``attrs["source"]``
        names the source.

    Raises
    ------
    ValueError
        If the results of a row do not add up to its games.
    FileNotFoundError
        If there is no such file.

    References
    ----------
    StoneShark, MancalaGames, commit 2b1c596, analysis/data/Final Combined Results.xlsx, sheet
    Fairness, 2026.

    Examples
    --------
    >>> figures = published_figures().set_index("game")
    >>> int(figures.loc["Anywoli", "starter_wins"])
    42039
    """
    places = _PLACES if path is None else (Path(path),)
    found = [place for place in places if place.is_file()]
    if not found:
        raise FileNotFoundError(f"There is no file {places[0]}.")
    table = pd.read_csv(found[0], keep_default_na=False)
    wrong = table[table[list(COUNTS)].sum(axis=1) != table["games"]]
    if len(wrong):
        raise ValueError(
            f"The results of {wrong['game'].iloc[0]} do not add up to its "
            f"{wrong['games'].iloc[0]:,} games."
        )
    table.attrs["source"] = (
        "MancalaGames by StoneShark, commit 2b1c596, "
        "analysis/data/Final Combined Results.xlsx, sheet Fairness, 2026"
    )
    return table


def against_published(
    table: pd.DataFrame, games: Sequence[str], figures: pd.DataFrame | None = None
) -> pd.DataFrame:
    """Compare wins, draws and losses of a summary with published ones.

    Parameters
    ----------
    table : pandas.DataFrame
        As `analysis.summary` gives it.
    games : sequence of str
        For each row of `table`, the name of the published game it is compared with.
    figures : pandas.DataFrame or None
        None stands for `published_figures`.

    Returns
    -------
    pandas.DataFrame
        One row a row of `table`: ``game``, ``rules``, ``convention``, ``ours``, ``theirs``
        (games with a result), ``win``, ``draw``, ``loss``, ``their_win``, ``their_draw``,
        ``their_loss`` (shares of these), ``chi_square``, ``g``, ``df``, ``p``, ``p_g``,
        ``p_holm`` (of ``p``, over all rows), ``no_result``, ``their_no_result`` (shares of all
        games), ``our_rules_differ``. p is missing where one side has no result or the games
        repeat each other. ``attrs["no_result"]`` says why these shares are not tested.

    Raises
    ------
    ValueError
        If a name is unknown, or there are not as many as rows.

    Notes
    -----
    Expected numbers of exact tails vary less than counts, so p is too large there, not too
    small.

    References
    ----------
    A. Agresti, "Categorical Data Analysis", 3rd edition, Wiley 2013, section 3.2.

    Examples
    --------
    >>> from mancala_core.study.analysis import summary
    >>> from mancala_core.study.simulate import simulate
    >>> ours = summary(simulate("adji_kui_2", 100, seed=1))
    >>> found = against_published(ours, ["Adji Kui II"])
    >>> found[["ours", "theirs", "df"]].values.tolist()
    [[100, 156675, 2]]
    """
    check_summary(table)
    figures = published_figures() if figures is None else figures
    if isinstance(games, str) or len(games) != len(table):
        raise ValueError(f"games takes a name for each of the {len(table)} rows, in their order.")
    rows = []
    for row, name in zip(table.to_dict("records"), games, strict=True):
        found = figures[figures["game"] == name]
        if len(found) != 1:
            raise ValueError(
                f"No figures of {name!r} are published; there are {', '.join(figures['game'])}."
            )
        rows.append(_compared(row, found.iloc[0]))
    result = pd.DataFrame(rows, columns=_COLUMNS)
    result["p_holm"] = holm(result["p"].astype(float))
    result.attrs = {
        **table.attrs,
        "source": figures.attrs.get("source", ""),
        "no_result": UNMATCHED,
    }
    return result


_SHARES = ("win", "draw", "loss")
_COLUMNS = [
    *("game", "rules", "convention", "ours", "theirs", *_SHARES),
    *(f"their_{name}" for name in _SHARES),
    *("chi_square", "g", "df", "p", "p_g", "p_holm"),
    *("no_result", "their_no_result", "our_rules_differ"),
]


def _compared(row: dict[Any, Any], found: pd.Series[Any]) -> dict[str, Any]:
    ours = np.array([row["wins"], row["draws"], row["losses"]], dtype=float)
    theirs = found[["starter_wins", "ties", "second_wins"]].to_numpy(dtype=float)
    repeated = row["finished"] > 0 and math.isnan(row["score_low"])
    chi, p, free = _test(ours, theirs, "pearson", repeated)
    g, p_g, _ = _test(ours, theirs, "log-likelihood", repeated)
    data = {
        "game": found["game"],
        "rules": row["rules"],
        "convention": row["convention"],
        "ours": row["finished"],
        "theirs": int(theirs.sum()),
        "chi_square": chi,
        "g": g,
        "df": free,
        "p": p,
        "p_g": p_g,
        "no_result": 1 - row["finished"] / row["games"],
        "their_no_result": found["no_result"] / found["games"],
        "our_rules_differ": found["our_rules_differ"],
    }
    for prefix, counts in (("", ours), ("their_", theirs)):
        total = counts.sum()
        for name, count in zip(_SHARES, counts, strict=True):
            data[prefix + name] = count / total if total else math.nan
    return data


def _test(
    ours: NDArray[np.float64], theirs: NDArray[np.float64], kind: str, repeated: bool
) -> tuple[float, float, int]:
    """Statistic, p and degrees of freedom, over the results that either side has."""
    both = np.array([ours, theirs])
    both = both[:, both.sum(axis=0) > 0]
    if repeated or not ours.sum() or not theirs.sum():
        return math.nan, math.nan, max(0, both.shape[1] - 1)
    if both.shape[1] < 2:
        return 0.0, 1.0, 0
    found = stats.chi2_contingency(both, correction=False, lambda_=kind)
    return float(found.statistic), float(found.pvalue), int(found.dof)
