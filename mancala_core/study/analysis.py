"""What many games say: results with intervals, one row a condition.

``docs/statistics.md`` explains every number here.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd

import mancala_core
from mancala_core.engine.rules import Rules
from mancala_core.study import intervals
from mancala_core.study.intervals import CONFIDENCE, NO_DATA, Interval
from mancala_core.study.matches import is_matches, is_rounds, match_report, match_summary
from mancala_core.study.results import CONDITION, PLAYERS, check_once, outcomes, players, refusal
from mancala_core.study.settle import check_games, words_of
from mancala_core.study.wording import percent, short

APART = ("cut", "endless", "repetition", "stuck")
"""Endings that are no results, each a share of its own."""
RESULTS = ("win", "draw", "loss")
QUANTITIES = ("score", *RESULTS, "decisive", "margin", *APART)
METHODS = {
    "score": "variance with draws",
    "win, draw, loss": "Goodman, simultaneous",
    "decisive": "Wilson",
    "margin": "Student",
    "cut, endless, repetition, stuck": "Clopper-Pearson",
}
SEVERAL = "several"
_FRONT = (*CONDITION, "convention", "tail", "seed")
_COUNTS = ("games", "unique", "finished", "wins", "draws", "losses")
_ENDS = ("", "_low", "_high")


def summary(
    df: pd.DataFrame,
    by: str | Iterable[str] | None = None,
    convention: str | None = None,
    *,
    confidence: float = CONFIDENCE,
) -> pd.DataFrame:
    """Results of the starter with intervals, one row a condition.

    A table of matches gives what `matches.match_summary` tells: there the match is the unit, and
    no convention can act.

    Rules, the starter's strategy, the other player's and the convention always tell conditions
    apart, so that the seat is never confounded with the strategy that sits there.

    Parameters
    ----------
    df : pandas.DataFrame
        Games as `simulate` gives them, settled or not, whatever their index.
    by : str, list of str or None
        Columns that tell further conditions apart.
    convention : str or None
        Who gets the last seeds; None stands for the conventions that a settled table was
        settled by, else for each rule set's own.
    confidence : float
        Of the intervals.

    Returns
    -------
    pandas.DataFrame
        Sorted by condition, with columns

        - ``rules``, ``first``, ``second`` (strategies), those of `by`, ``convention``,
          ``tail`` ("play", "exact" or "mixed"), ``seed`` (or "several");
        - ``games``, ``unique``, ``finished``: int64; ``wins``, ``draws``, ``losses``: float64,
          expected numbers where tails are exact;
        - each with ``_low`` and ``_high``, float64, missing where there is no data: ``score``,
          ``win``, ``draw``, ``loss`` (shares of finished games), ``decisive`` (of decided
          ones), ``margin`` (seeds by which the starter leads; ``margin_sd`` is its
          spread over the games), and ``cut``, ``endless``, ``repetition``, ``stuck`` (shares
          of all games).

        Where fewer than 95 % of the games differ, ``_low`` and ``_high`` are missing: a game
        played again tells nothing new. ``attrs`` has those of `df`, ``methods``,
        ``confidence`` and ``version``.

    Raises
    ------
    ValueError
        If a column or convention is unknown, a convention is given for a settled table, or a
        game stands twice in one condition.

    Examples
    --------
    >>> from mancala_core.study.simulate import simulate
    >>> table = summary(simulate("adji_kui_2", 200, seed=1))
    >>> table[["games", "wins", "draws", "losses"]].values.tolist()
    [[200.0, 85.0, 17.0, 98.0]]
    """
    if isinstance(df, pd.DataFrame) and is_rounds(df):
        raise ValueError(
            "The rows are rounds of matches, and those of one match hang together: the match is "
            "the unit. summary(matches(df)) tells about whole matches."
        )
    if isinstance(df, pd.DataFrame) and is_matches(df):
        if convention is not None:
            raise ValueError(
                f"The rows are matches, whose rounds were played on by their rules' own "
                f"convention; {convention} cannot act any more. Simulate with it instead."
            )
        return match_summary(df, by, confidence=confidence)
    check_games(df, ("rules", *PLAYERS, "seed", "ending", "fingerprint"))
    extra = _columns(df, by)
    games = outcomes(df, convention).reset_index(drop=True)
    seats = players(df)
    games["rules"] = words_of(df["rules"])
    for name in ("first", "second"):
        games[name] = seats[name].to_numpy(object)
    for name in ("seed", "starter", "ending", "fingerprint", *extra):
        games[name] = df[name].array
    games["tail"] = np.where(games["exact"], "exact", "play")
    fixed = [*CONDITION, *extra, "convention"]
    split = [name for name in _names(by) if name in ("seed", "tail")]
    rows = []
    if len(games):
        for key, part in games.groupby([*fixed, *split], dropna=False, observed=True):
            check_once(df.iloc[part.index])
            rows.append(dict(zip(fixed, key, strict=False)) | _row(part, confidence))
    order = [*CONDITION, *extra, *_FRONT[3:], *_COUNTS]
    order += [name + end for name in QUANTITIES for end in _ENDS]
    order.insert(order.index("margin_high") + 1, "margin_sd")
    table = pd.DataFrame(rows, columns=order)
    if not rows:
        table = table.astype(dict.fromkeys(_COUNTS[:3], "int64"))
        table = table.astype(dict.fromkeys(order[order.index("wins") :], "float64"))
    table.attrs = dict(df.attrs) | {
        "methods": dict(METHODS),
        "confidence": confidence,
        "version": mancala_core.__version__,
    }
    return table


def report(table: pd.DataFrame) -> pd.DataFrame:
    """Write a summary out for reading: short text in each cell.

    Parameters
    ----------
    table : pandas.DataFrame
        As `summary` gives it.

    Returns
    -------
    pandas.DataFrame
        One row a condition; endings that were met in no row have one column together.

    Raises
    ------
    ValueError
        If the table is no summary.

    Examples
    --------
    >>> from mancala_core.study.simulate import simulate
    >>> text = report(summary(simulate("adji_kui_2", 200, seed=1)))
    >>> text["starter's score"].item()
    '46.8 % [40.1, 53.4]'
    """
    if isinstance(table, pd.DataFrame) and "matches" in table:
        return match_report(table)
    check_summary(table)
    place = list(table.columns).index("convention")
    extra = list(table.columns[3:place])
    confidence = float(table.attrs.get("confidence", CONFIDENCE))
    rows = [_written(row, extra, confidence) for row in table.to_dict("records")]
    headings = list(rows[0]) if rows else ["rules", "starter plays", "other player plays", *extra]
    return pd.DataFrame(rows, columns=headings, dtype=object)


def interval_of(row: Any, name: str, method: str = "") -> Interval:
    """Take an estimate and its interval out of a row of a summary.

    Parameters
    ----------
    row : mapping or pandas.Series
        A row of `summary`.
    name : str
        Such as "score" or "cut".
    method : str

    Returns
    -------
    Interval

    Examples
    --------
    >>> print(interval_of({"win": 0.5, "win_low": 0.25, "win_high": 0.75}, "win"))
    0.500 [0.250, 0.750]
    """
    value, low, high = (float(row[name + end]) for end in _ENDS)
    return Interval(value, low, high, method)


def check_summary(table: pd.DataFrame) -> None:
    """Refuse what `summary` did not give.

    Parameters
    ----------
    table : pandas.DataFrame

    Raises
    ------
    ValueError
        If a column is missing.
    """
    if not isinstance(table, pd.DataFrame):
        raise ValueError(f"{table!r} is no summary; summary(df) gives one.")
    missing = [name for name in (*_FRONT, *_COUNTS, *QUANTITIES) if name not in table]
    if missing:
        raise ValueError(
            f"The table is no summary, it lacks {', '.join(missing)}; summary(df) gives one."
        )


def _names(by: str | Iterable[str] | None) -> list[str]:
    return [] if by is None else [by] if isinstance(by, str) else list(dict.fromkeys(by))


def _columns(df: pd.DataFrame, by: str | Iterable[str] | None) -> list[str]:
    """Columns beyond those that always tell conditions apart."""
    names = _names(by)
    known = [*df.columns, "first", "second", "convention", "tail"]
    unknown = [str(name) for name in names if name not in known]
    if unknown:
        listed = ", ".join(dict.fromkeys(map(str, known)))
        raise ValueError(f"by names no column: {', '.join(unknown)}; there are {listed}.")
    extra = [name for name in names if name not in _FRONT]
    own = {name + end for name in QUANTITIES for end in _ENDS}
    own |= {*_COUNTS, "margin_sd", "exact", "square"}
    taken = [name for name in extra if name in own]
    if taken:
        raise ValueError(
            f"by names {', '.join(taken)}, which a summary calls its own columns; rename it."
        )
    return extra


def _row(part: pd.DataFrame, confidence: float) -> dict[str, Any]:
    done = part[part["finished"]]
    unique = len(part[["starter", "fingerprint"]].drop_duplicates())
    total = float(Rules.of(str(part["rules"].iloc[0])).total)
    counts = [math.fsum(done[name]) for name in RESULTS]
    triple = intervals.triple(counts[0], counts[1], counts[2], confidence)
    margins = done["margin"].to_numpy()
    found = {
        "score": intervals.score(np.sort(done["score"].to_numpy()), confidence),
        **dict(zip(RESULTS, triple, strict=True)),
        "decisive": intervals.share(counts[0], counts[0] + counts[2], confidence),
        "margin": intervals.mean(margins, total, confidence),
    }
    for name in APART:
        found[name] = intervals.rare(int((part["ending"] == name).sum()), len(part), confidence)
    row: dict[str, Any] = {
        "tail": _only(part["tail"], "mixed"),
        "seed": _only(part["seed"], SEVERAL),
        "games": len(part),
        "unique": unique,
        "finished": len(done),
        "wins": counts[0],
        "draws": counts[1],
        "losses": counts[2],
        "margin_sd": math.nan,
    }
    if len(done):
        spread = math.fsum(done["square"]) / len(done) - (math.fsum(margins) / len(done)) ** 2
        row["margin_sd"] = math.sqrt(max(0.0, spread))
    for name, interval in found.items():
        interval = interval.refuse(refusal(unique, len(part)))
        ends = zip(_ENDS, interval[:3], strict=True)
        row |= {name + end: value for end, value in ends}
    return row


def _only(column: pd.Series[Any], several: str) -> Any:
    kinds = column.unique()
    return kinds[0] if len(kinds) == 1 else several


def _written(row: dict[Any, Any], extra: list[str], confidence: float) -> dict[str, str]:
    why = refusal(row["unique"], row["games"])
    refused = bool(why)
    words = {
        "rules": str(row["rules"]),
        "starter plays": str(row["first"]),
        "other player plays": str(row["second"]),
        **{str(name): str(row[name]) for name in extra},
        "last seeds": str(row["convention"]),
        "end played": {"play": "move by move", "exact": "exactly"}.get(row["tail"], "both ways"),
        "seed of the run": str(row["seed"]),
        "games": f"{row['games']:,}",
        "unique games": f"{row['unique']:,}",
        "finished": f"{row['finished']:,}",
        "starter's score": percent(interval_of(row, "score"), refused),
        "won": percent(interval_of(row, "win"), refused),
        "drawn": percent(interval_of(row, "draw"), refused),
        "lost": percent(interval_of(row, "loss"), refused),
        "won of decided": percent(interval_of(row, "decisive"), refused),
        "lead in seeds": _seeds(row, refused),
    }
    for name in APART:
        never = row[name] == 0 and not refused
        bound = intervals.rare(0, row["games"], confidence).bound if never else None
        text = percent(interval_of(row, name), refused)
        words[name] = text if bound is None else f"none; below {short(bound)} %"
    words["intervals"] = why or f"{100 * confidence:g} %"
    return words


def _seeds(row: dict[Any, Any], refused: bool) -> str:
    margin = interval_of(row, "margin")
    if math.isnan(margin.estimate):
        return NO_DATA
    ends = " (no interval)" if refused else f" [{margin.low:+.2f}, {margin.high:+.2f}]"
    return f"{margin.estimate:+.2f}{ends}, spread {row['margin_sd']:.1f}"
