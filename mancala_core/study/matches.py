"""Matches of a table of rounds: one row a match, and what they say. The match is the unit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

import mancala_core
from mancala_core.engine import streams
from mancala_core.engine.streams import MASK
from mancala_core.study import intervals
from mancala_core.study.intervals import CONFIDENCE, Interval
from mancala_core.study.memory import mix
from mancala_core.study.results import CONDITION, players, refusal
from mancala_core.study.rounds import MATCH_ENDINGS
from mancala_core.study.settle import sides, words_of
from mancala_core.study.wording import percent, short

WON = ("goal", "no_hole")
"""Endings by which a match is won."""
APART = ("round_limit", "cut")
"""Endings without a winner, each a share of its own."""
_KEY = ("rules", "strategy_south", "strategy_north", "seed", "match")
_SUMS = ("moves", "passes", "laps", "sown", "tried_endless")
_NEEDED = (*_KEY, "round", "starter", *_SUMS, "longest", "next_holes_south", "next_holes_north")
_ENDS_OF = ("disputed", "match_ending", "match_winner", "fingerprint")
_RESULTS = ("win", "loss", "round_limit", "cut")
_COUNTS = ("matches", "unique", "finished", "wins", "losses")
_SHARES = ("win", *APART)
_ENDS = ("", "_low", "_high")


def is_rounds(df: pd.DataFrame) -> bool:
    """Whether a table has one row a round of a match.

    Parameters
    ----------
    df : pandas.DataFrame

    Returns
    -------
    bool

    Examples
    --------
    >>> is_rounds(pd.DataFrame({"match": [0], "round": [1]}))
    True
    """
    return "round" in df and "match" in df


def is_matches(df: pd.DataFrame) -> bool:
    """Whether a table has one row a match, as `matches` makes it.

    Parameters
    ----------
    df : pandas.DataFrame

    Returns
    -------
    bool

    Examples
    --------
    >>> is_matches(pd.DataFrame({"match": [0], "rounds": [7]}))
    True
    """
    return "rounds" in df and "match" in df


def matches(df: pd.DataFrame) -> pd.DataFrame:
    """Make one row a match from one row a round.

    Parameters
    ----------
    df : pandas.DataFrame
        As ``simulate(..., unit="match")`` gives it, whatever its index and the order of its rows.

    Returns
    -------
    pandas.DataFrame
        One row a match in the order in which matches come first: ``match``, ``seed``, ``rules``,
        ``strategy_south``, ``strategy_north``, ``starter`` (of the first round), ``rounds``,
        ``holes_south``, ``holes_north`` (those that the last score gives), ``winner``,
        ``ending`` ("goal", "no_hole", "round_limit" or "cut"), ``result`` ("win" or "loss" of
        the starter, or the ending where nobody won), sums of ``moves``, ``passes``, ``laps``,
        ``sown`` and ``tried_endless`` over the rounds, ``longest``, ``disputes`` (rounds after
        which a hole was in dispute) and ``fingerprint``.

    Raises
    ------
    ValueError
        If the table lacks a column, or a match is not whole: a round is missing or stands twice.

    Examples
    --------
    >>> from mancala_core.study.simulate import simulate
    >>> table = matches(simulate("adji_kui_2", 50, seed=1, unit="match"))
    >>> len(table), set(table["ending"])
    (50, {'goal'})
    """
    if not isinstance(df, pd.DataFrame):
        raise ValueError(f"{df!r} is no table; simulate(..., unit='match') gives one of rounds.")
    missing = [name for name in (*_NEEDED, *_ENDS_OF) if name not in df]
    if missing:
        raise ValueError(
            f"The table lacks the columns {', '.join(missing)}; "
            "simulate(..., unit='match') gives a table of rounds."
        )
    codes = df.groupby(list(_KEY), sort=False, observed=True, dropna=False).ngroup().to_numpy()
    order = np.lexsort((df["round"].to_numpy(), codes))
    rows, codes = df.iloc[order], codes[order]
    first = np.flatnonzero(np.diff(codes, prepend=-1))
    count = np.diff(first, append=len(rows))
    _check_whole(rows, first, count)
    last = first + count - 1
    begins, ends = rows.iloc[first], rows.iloc[last]
    table = begins[["match", *(name for name in _KEY if name != "match"), "starter"]].copy()
    table["rounds"] = count.astype(np.int16)
    for side in ("south", "north"):
        table[f"holes_{side}"] = ends[f"next_holes_{side}"].to_numpy()
    table["winner"] = ends["match_winner"].array
    table["ending"] = pd.Categorical(words_of(ends["match_ending"]), categories=MATCH_ENDINGS)
    table["result"] = _results(table)
    for name in _SUMS:
        table[name] = _summed(rows[name].to_numpy(np.int64), first)
    longest = rows["longest"].to_numpy(np.int64)
    table["longest"] = np.maximum.reduceat(longest, first) if len(first) else longest
    disputed = rows["disputed"].notna().to_numpy().astype(np.int64)
    table["disputes"] = _summed(disputed, first).astype(np.int16)
    table["fingerprint"] = _prints(rows["fingerprint"].to_numpy(np.uint64), first, count)
    table = table.reset_index(drop=True)
    table.attrs = dict(df.attrs)
    return table


def _check_whole(rows: pd.DataFrame, first: NDArray[Any], count: NDArray[Any]) -> None:
    """Refuse matches of which a round is missing or stands twice."""
    said = rows["round"].to_numpy(np.int64)
    meant = np.arange(len(rows)) - np.repeat(first, count) + 1
    last = np.zeros(len(rows), bool)
    last[first + count - 1] = True
    wrong = (said != meant) | (rows["match_ending"].notna().to_numpy() != last)
    if wrong.any():
        place = int(np.flatnonzero(wrong)[0])
        row = rows.iloc[place]
        which = f"match {row['match']} of seed {row['seed']} ({row['rules']})"
        if said[place] < meant[place]:
            raise ValueError(
                f"Round {said[place]} of {which} stands twice in the table: it holds the same "
                "rows twice, or two runs of one seed. Give each run by itself."
            )
        raise ValueError(
            f"M{which[1:]} is not whole: after "
            f"{meant[place] - 1} rounds in order there stands round {said[place]}"
            f"{' as the last' if last[place] else ''}. A match needs all its rounds, each once."
        )


def _results(table: pd.DataFrame) -> Any:
    won, began = sides(table["winner"]), sides(table["starter"])
    endings = words_of(table["ending"])
    words = np.where(won < 0, endings, np.where(won == began, "win", "loss"))
    return pd.Categorical(words, categories=list(_RESULTS))


def _summed(values: NDArray[np.int64], first: NDArray[Any]) -> NDArray[np.int64]:
    summed: NDArray[np.int64] = np.add.reduceat(values, first) if len(first) else values
    return summed


def _prints(
    prints: NDArray[np.uint64], first: NDArray[Any], count: NDArray[Any]
) -> NDArray[np.uint64]:
    """Hash the rounds' fingerprints in order."""
    scramble = mix.py_func  # type: ignore[attr-defined]
    code = np.full(len(first), streams.GOLDEN, np.uint64)
    for place in range(int(count.max()) if len(count) else 0):
        here = count > place
        code[here] = scramble(code[here] ^ prints[first[here] + place])
    return code


def fingerprint(prints: Iterable[int]) -> int:
    """Hash of the fingerprints of a match's rounds, as in the column of that name.

    Parameters
    ----------
    prints : iterable of int

    Returns
    -------
    int
        0..2**64 - 1.

    Examples
    --------
    >>> fingerprint([1, 2]) == fingerprint([2, 1])
    False
    """
    code = streams.GOLDEN
    for value in prints:
        code = streams.mix((code ^ value) & MASK)
    return code


def match_summary(
    df: pd.DataFrame, by: str | Iterable[str] | None = None, *, confidence: float = CONFIDENCE
) -> pd.DataFrame:
    """Results of whole matches with intervals, one row a condition.

    Parameters
    ----------
    df : pandas.DataFrame
        As `matches` gives it.
    by : str, list of str or None
        Columns that tell further conditions apart.
    confidence : float
        Of the intervals.

    Returns
    -------
    pandas.DataFrame
        ``rules``, ``first``, ``second`` (strategies of who begins the first round and of the
        other), those of `by`, ``seed``; ``matches``, ``unique``, ``finished`` (won by somebody),
        ``wins``, ``losses`` (of who began); ``win`` (share of the finished ones, Wilson),
        ``round_limit`` and ``cut`` (shares of all, Clopper-Pearson), each with ``_low`` and
        ``_high``; ``rounds_median`` and ``rounds_high`` (the 95th percentile), which are missing
        where they lie among matches that nobody won.

    Raises
    ------
    ValueError
        If the table is none of matches, or a match stands twice.

    Examples
    --------
    >>> from mancala_core.study.simulate import simulate
    >>> table = match_summary(matches(simulate("adji_kui_2", 50, seed=1, unit="match")))
    >>> int(table.loc[0, "matches"]), int(table.loc[0, "finished"])
    (50, 50)
    """
    if by is not None and not isinstance(by, Iterable):
        raise ValueError(f"by is {by!r}; it takes a column's name, or several.")
    extra = [by] if isinstance(by, str) else list(by or ())
    unknown = [name for name in extra if name not in df]
    if unknown or not is_matches(df):
        what = f"by names no column: {', '.join(unknown)}" if unknown else "This is no such table"
        raise ValueError(f"{what}; matches(rounds) gives a table of matches.")
    seats = players(df)
    data = pd.DataFrame({"rules": words_of(df["rules"])})
    for name in ("first", "second"):
        data[name] = seats[name].to_numpy(object)
    for name in dict.fromkeys(("seed", "match", "rounds", "result", "fingerprint", *extra)):
        data[name] = df[name].array
    again = df.duplicated(list(_KEY))
    if again.any():
        row = df[again.to_numpy()].iloc[0]
        raise ValueError(
            f"Match {row['match']} of seed {row['seed']} ({row['rules']}) stands in the table more "
            "than once; a match counts once."
        )
    keys = [*CONDITION, *(name for name in extra if name not in CONDITION)]
    rows = []
    if len(data):
        for key, part in data.groupby(keys, dropna=False, observed=True):
            rows.append(dict(zip(keys, key, strict=True)) | _row(part, confidence))
    order = [*keys, "seed", *_COUNTS, *(name + end for name in _SHARES for end in _ENDS)]
    order = list(dict.fromkeys(order))
    table = pd.DataFrame(rows, columns=[*order, "rounds_median", "rounds_high"])
    table.attrs = dict(df.attrs) | {
        "methods": {"win": "Wilson", "round_limit, cut": "Clopper-Pearson"},
        "confidence": confidence,
        "version": mancala_core.__version__,
    }
    return table


def _row(part: pd.DataFrame, confidence: float) -> dict[str, Any]:
    unique = part["fingerprint"].nunique()
    results = part["result"].value_counts()
    wins, losses = int(results.get("win", 0)), int(results.get("loss", 0))
    seeds = part["seed"].unique()
    found = {"win": intervals.share(wins, wins + losses, confidence)}
    for name in APART:
        found[name] = intervals.rare(int(results.get(name, 0)), len(part), confidence)
    row: dict[str, Any] = {
        "seed": seeds[0] if len(seeds) == 1 else "several",
        "matches": len(part),
        "unique": unique,
        "finished": wins + losses,
        "wins": wins,
        "losses": losses,
    }
    for name, interval in found.items():
        interval = interval.refuse(refusal(unique, len(part)))
        row |= {name + end: value for end, value in zip(_ENDS, interval[:3], strict=True)}
    # A match that nobody won was longer than its rounds tell.
    won = part["result"].isin(("win", "loss")).to_numpy()
    rounds = np.where(won, part["rounds"].to_numpy(np.float64), np.inf)
    for name, share in (("rounds_median", 0.5), ("rounds_high", 0.95)):
        value = float(np.quantile(rounds, share, method="inverted_cdf"))
        row[name] = value if np.isfinite(value) else np.nan
    return row


def match_report(table: pd.DataFrame) -> pd.DataFrame:
    """Write a summary of matches out for reading: short text in each cell.

    Parameters
    ----------
    table : pandas.DataFrame
        As `match_summary` gives it.

    Returns
    -------
    pandas.DataFrame
        One row a condition.

    Examples
    --------
    >>> from mancala_core.study.simulate import simulate
    >>> table = match_summary(matches(simulate("adji_kui_2", 50, seed=1, unit="match")))
    >>> match_report(table)["matches"].item()
    '50'
    """
    confidence = float(table.attrs.get("confidence", CONFIDENCE))
    extra = list(table.columns[3 : list(table.columns).index("seed")])
    rows = []
    for row in table.to_dict("records"):
        why = refusal(row["unique"], row["matches"])
        words = {
            "rules": str(row["rules"]),
            "first starter plays": str(row["first"]),
            "other player plays": str(row["second"]),
            **{str(name): str(row[name]) for name in extra},
            "seed of the run": str(row["seed"]),
            "matches": f"{row['matches']:,}",
            "unique matches": f"{row['unique']:,}",
            "won by somebody": f"{row['finished']:,}",
            "won by the first starter": _told(row, "win", bool(why)),
        }
        for name in APART:
            words[name.replace("_", " ")] = _told(row, name, bool(why))
            if row[name] == 0 and not why:
                bound = intervals.rare(0, row["matches"], confidence).bound
                words[name.replace("_", " ")] = f"none; below {short(bound or 0.0)} %"
        words["rounds, median"] = _rounds_told(row["rounds_median"])
        words["rounds, 95 % of matches up to"] = _rounds_told(row["rounds_high"])
        words["intervals"] = why or f"{100 * confidence:g} %"
        rows.append(words)
    headings = list(rows[0]) if rows else ["rules", "first starter plays", "other player plays"]
    return pd.DataFrame(rows, columns=headings, dtype=object)


def _told(row: dict[Any, Any], name: str, refused: bool) -> str:
    value, low, high = (float(row[name + end]) for end in _ENDS)
    return percent(Interval(value, low, high, ""), refused)


def _rounds_told(rounds: float) -> str:
    return "among matches nobody won" if np.isnan(rounds) else f"{rounds:.0f}"
