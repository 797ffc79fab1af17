"""The same games twice: two conventions, two rules, two seats; the pair is the unit."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from mancala_core.engine.options import values_of
from mancala_core.engine.rules import Rules
from mancala_core.study import intervals
from mancala_core.study.differences import paired
from mancala_core.study.intervals import CONFIDENCE, Interval
from mancala_core.study.results import PLAYERS, Leads, leads, one_condition, repeats
from mancala_core.study.settle import (
    check_games,
    exact_rows,
    is_finished,
    is_settled,
    refuse_matches,
)
from mancala_core.study.significance import Test, cochran, holm, sign_test, square

RESULTS = ("win", "draw", "loss")
KEY = ("seed", "game", "starter")
"""What tells the same games of two runs from others."""


@dataclass(frozen=True)
class Flow:
    """The same games under two conventions.

    Attributes
    ----------
    conventions : (str, str)
    rules : str
    strategies : (str, str)
        South's and North's, "several" where they vary.
    seed : str
        Of the run, or "several".
    games, finished : int
        Games in the table, and those with a natural ending, which alone are compared.
    table : pandas.DataFrame, 3 x 3
        Games by the starter's result under the first convention (rows) and under the
        second (columns); expected numbers where tails are exact.
    impossible : pandas.DataFrame of bool, 3 x 3
        Cells that the rules keep empty.
    difference : Interval
        Score under the second convention less that under the first.
    sign : Test
        Exact sign test on the games that come out better or worse.
    symmetry, homogeneity : Test
        Bowker's, and that of Stuart and Maxwell, on the table.
    """

    conventions: tuple[str, str]
    rules: str
    strategies: tuple[str, str]
    seed: str
    games: int
    finished: int
    table: pd.DataFrame
    impossible: pd.DataFrame
    difference: Interval
    sign: Test
    symmetry: Test
    homogeneity: Test

    def __str__(self) -> str:
        first, second = self.conventions
        lines = [
            f"{self.finished:,} finished of {self.games:,} games, {first} against {second}",
            f"Score under {second} less that under {first}: {self.difference}",
            f"{self.sign} (as often better as worse?)",
            f"{self.symmetry} (does each change happen as often as its reverse?)",
            f"{self.homogeneity} (as many wins, draws and losses?)",
        ]
        return "\n".join(lines)

    def report(self) -> pd.DataFrame:
        """The table as text, with what cannot be marked as such.

        Returns
        -------
        pandas.DataFrame, 3 x 3
        """
        exact = (self.table.to_numpy() % 1 != 0).any()
        cells = self.table.map(lambda value: f"{value:,.1f}" if exact else f"{value:,.0f}")
        return cells.mask(self.impossible, "impossible")


def flow(
    df: pd.DataFrame, first_convention: str, second_convention: str, confidence: float = CONFIDENCE
) -> Flow:
    """Settle the same games by two conventions and see where results go.

    Parameters
    ----------
    df : pandas.DataFrame
        Unsettled games of one condition.
    first_convention, second_convention : str
        Values of the option ``remainder``.
    confidence : float

    Returns
    -------
    Flow
        With exact tails, table and difference are expectations; the tests, which count games,
        use the group that was drawn for each.

    Raises
    ------
    ValueError
        If the table is settled, mixes conditions, or a convention cannot act on it.

    Notes
    -----
    Where an odd number of groups is out at four left, whoever leads does so by a group at least,
    and the last four, however they are divided, can make this a draw but no more: no win becomes
    a loss. Under "nobody" there are then no draws, and from "starter" results only get worse.

    Examples
    --------
    >>> from mancala_core.study.simulate import simulate
    >>> found = flow(simulate("anywoli", 100, seed=1, max_moves=500), "penultimate", "starter")
    >>> bool(found.impossible.loc["win", "loss"]), float(found.table.loc["win", "loss"])
    (True, 0.0)
    """
    _check_unsettled(df, "flow settles a table itself")
    one_condition(df, "flow")
    why = repeats(df)
    two = first_convention, second_convention
    before, after = (leads(df, name) for name in two)
    done = is_finished(df)
    cells = np.zeros((3, 3))
    for south, weight in ((True, before.weight), (False, 1 - before.weight)):
        rows = _result(before.south if south else before.north)
        columns = _result(after.south if south else after.north)
        np.add.at(cells, (rows[done], columns[done]), weight[done])
    drawn = np.zeros((3, 3), dtype=np.int64)
    np.add.at(drawn, (_result(before.drawn)[done], _result(after.drawn)[done]), 1)
    names = [pd.Index(RESULTS, name=name) for name in two]
    change = (scores(after) - scores(before))[done]
    return Flow(
        two,
        _only(df["rules"]),
        (_only(df["strategy_south"]), _only(df["strategy_north"])),
        _only(df["seed"]),
        len(df),
        int(done.sum()),
        pd.DataFrame(cells, index=names[0], columns=names[1]),
        pd.DataFrame(_impossible(df, two), index=names[0], columns=names[1]),
        paired(change, 1.0, confidence).refuse(why),
        _sign_of(drawn).refuse(why),
        *(test.refuse(why) for test in square(drawn)),
    )


def conventions(
    df: pd.DataFrame,
    names: Iterable[str] | None = None,
    reference: str | None = None,
    confidence: float = CONFIDENCE,
) -> pd.DataFrame:
    """Settle the same games by every convention and compare each with one of them.

    Parameters
    ----------
    df : pandas.DataFrame
        Unsettled games of one condition.
    names : iterable of str or None
        Conventions; None stands for all that can act on the table (with exact tails, not
        "owners" and "mover").
    reference : str or None
        What the others are compared with; None stands for the rule set's own, or the first
        of `names`.
    confidence : float

    Returns
    -------
    pandas.DataFrame
        One row a convention, the reference first: ``convention``, ``finished``, ``score``,
        ``score_low``, ``score_high``, ``difference`` (score less that of the reference, paired),
        ``difference_low``, ``difference_high``, ``changed`` (share of games whose result
        differs), ``changed_low``, ``changed_high``, ``better``, ``worse`` (games for the first
        player), ``p`` (exact sign test), ``p_holm`` (Holm's, over the family). The reference
        differs from itself by nothing, so it has 0, no interval and no p. ``attrs["cochran_q"]``
        has Cochran's test that the share of wins is the same under all.

    Raises
    ------
    ValueError
        As in `flow`.

    Notes
    -----
    `written_p` of `significance` writes a p-value that rounding would show as 0: "< 0.0001".
    With exact tails score, difference and changed are expectations; tests and the interval of
    changed use the group that was drawn for each game.

    Examples
    --------
    >>> from mancala_core.study.simulate import simulate
    >>> table = conventions(simulate("adji_kui_2", 100, seed=1), ["owners", "starter"])
    >>> table["convention"].tolist(), float(table["difference"].iloc[1]) > 0
    (['owners', 'starter'], True)
    """
    _check_unsettled(df, "conventions settles a table itself")
    one_condition(df, "conventions")
    chosen = _chosen(df, names, reference)
    done = is_finished(df)
    why = repeats(df)
    found = {name: leads(df, name) for name in chosen}
    base = found[chosen[0]]
    rows = []
    for name, lead in found.items():
        value, change = scores(lead)[done], (scores(lead) - scores(base))[done]
        score = intervals.score(np.sort(value), confidence).refuse(why)
        row: dict[str, Any] = {"convention": name, "finished": int(done.sum())}
        row |= _columns("score", score)
        if lead is base:
            nothing = Interval(0.0 if len(value) else math.nan, math.nan, math.nan, "reference")
            row |= _columns("difference", nothing) | _columns("changed", nothing)
            rows.append(row | {"better": 0, "worse": 0, "p": math.nan})
            continue
        moved = _result(lead.drawn)[done], _result(base.drawn)[done]
        better, worse = int((moved[0] < moved[1]).sum()), int((moved[0] > moved[1]).sum())
        changed = intervals.share(better + worse, len(value), confidence)
        changed = changed._replace(estimate=_changed(lead, base, done)).refuse(why)
        step = paired(np.sort(change), 1.0, confidence).refuse(why)
        row |= _columns("difference", step) | _columns("changed", changed)
        p = sign_test(better, worse).refuse(why).p
        rows.append(row | {"better": better, "worse": worse, "p": p})
    table = pd.DataFrame(rows)
    table["p_holm"] = holm(table["p"])
    wins = np.array([_result(lead.drawn)[done] == 0 for lead in found.values()], dtype=int).T
    q = cochran(wins).refuse(why)
    table.attrs = {
        **df.attrs,
        "reference": chosen[0],
        "cochran_q": {"statistic": q.statistic, "p": q.p, "note": q.note},
        "methods": {
            "score": "variance with draws",
            "difference": "paired normal; Clopper-Pearson where fewer than ten games differ",
            "changed": "Wilson",
            "p": "exact sign test",
            "p_holm": "Holm",
        },
        "confidence": confidence,
        "refused": why,
    }
    return table


@dataclass(frozen=True)
class Comparison:
    """The same games, by number and stream, under two rules.

    Attributes
    ----------
    rules : (str, str)
    pairs, finished : int
        Pairs of games, and those in which both came to a natural ending, which alone are
        compared.
    first, second : Interval
        Score of the starter under each, over the finished pairs.
    difference : Interval
        Second less first; the pair is the unit.
    sign : Test
        Exact sign test on the pairs that differ; of the groups drawn, where tails are exact.
    """

    rules: tuple[str, str]
    pairs: int
    finished: int
    first: Interval
    second: Interval
    difference: Interval
    sign: Test

    def __str__(self) -> str:
        return "\n".join(
            [
                f"{self.pairs:,} pairs of games, {self.finished:,} finished under both rules",
                f"{self.rules[0]}: score {self.first}",
                f"{self.rules[1]}: score {self.second}",
                f"Second less first, paired: {self.difference}",
                str(self.sign),
            ]
        )


def compare(
    df_a: pd.DataFrame,
    df_b: pd.DataFrame,
    convention: str | None = None,
    confidence: float = CONFIDENCE,
) -> Comparison:
    """Compare rules that change play on common random numbers.

    Games of the same seed, number and starter draw from the same stream in both tables, so
    they are a pair.

    Parameters
    ----------
    df_a, df_b : pandas.DataFrame
        Games under one rule set each, by the same strategies, settled or not.
    convention : str or None
        None stands for the conventions the tables were settled by, else for the rules' own.
    confidence : float

    Returns
    -------
    Comparison

    Raises
    ------
    ValueError
        If the tables do not pair.

    Examples
    --------
    >>> from mancala_core.study.simulate import simulate
    >>> rules = "adji_kui_2", "adji_kui_2 endless=draw"
    >>> found = compare(*(simulate(name, 100, seed=1) for name in rules))
    >>> found.pairs
    100
    """
    tables = [_keyed(df, name) for df, name in ((df_a, "df_a"), (df_b, "df_b"))]
    _check_pairs(*tables)
    one, two = (leads(table, convention) for table in tables)
    done = is_finished(tables[0]) & is_finished(tables[1])
    why = repeats(tables[0]) or repeats(tables[1])
    before, after = scores(one)[done], scores(two)[done]
    moved = _result(two.drawn)[done] - _result(one.drawn)[done]
    names = [", ".join(pd.unique(table["rules"].astype(str))) for table in tables]
    return Comparison(
        (names[0], names[1]),
        len(done),
        int(done.sum()),
        intervals.score(before, confidence).refuse(why),
        intervals.score(after, confidence).refuse(why),
        paired(after - before, 1.0, confidence).refuse(why),
        sign_test(int((moved < 0).sum()), int((moved > 0).sum())).refuse(why),
    )


def scores(lead: Leads) -> NDArray[np.float64]:
    """Score of each game, expected over an exact tail.

    Parameters
    ----------
    lead : Leads

    Returns
    -------
    ndarray of float64, shape (n,)
        0..1, NaN where a game is not finished.
    """
    south, north = ((1 + np.sign(value)) / 2 for value in (lead.south, lead.north))
    expected: NDArray[np.float64] = lead.weight * south + (1 - lead.weight) * north
    return expected


def _only(column: pd.Series[Any]) -> str:
    kinds = column.unique()
    return str(kinds[0]) if len(kinds) == 1 else "several"


def _columns(name: str, interval: Interval) -> dict[str, float]:
    ends = (("", interval.estimate), ("_low", interval.low), ("_high", interval.high))
    return {name + end: value for end, value in ends}


def _check_unsettled(df: pd.DataFrame, why: str) -> None:
    refuse_matches(df)
    check_games(df, ())
    if is_settled(df):
        raise ValueError(f"{why}; give it as it was before settling.")


def _result(lead: NDArray[np.float64]) -> NDArray[np.int64]:
    """0 win, 1 draw, 2 loss; 1 for what is not finished, to be left out."""
    return 1 - np.sign(np.nan_to_num(lead)).astype(np.int64)


def _impossible(df: pd.DataFrame, two: tuple[str, str]) -> NDArray[np.bool_]:
    """Cells that no game can reach, whatever it captured and wherever its last seeds lay.

    Let g be the group and an odd number of them be out: a lead is an odd multiple of g, so it is
    g or more either way, and giving g seeds away moves it by g at most: no sign turns round.
    In general all leads with all divisions are gone through, as if each division could go with
    each; that may leave a cell open which is impossible, but marks none that is not.
    """
    nowhere = np.zeros((3, 3), dtype=bool)
    done = is_finished(df)
    if not done.any():
        return nowhere
    rules = Rules.of(str(df["rules"].iloc[0]))
    group = rules.capture_on[0]
    played = df[done & ~exact_rows(df)]
    lefts = set(played[["left_south", "left_north"]].sum(axis=1).astype(int))
    if exact_rows(df).any():
        lefts.add(group)
    if len(rules.capture_on) > 1 or len(lefts) > 1:
        return nowhere
    left = lefts.pop()
    out = (rules.total - left) // group
    reached = ~nowhere
    for groups in range(out + 1):
        lead = group * (2 * groups - out)
        for one in _moved(two[0], left):
            for other in _moved(two[1], left):
                reached[1 - np.sign(lead + one), 1 - np.sign(lead + other)] = False
    return reached


def _moved(convention: str, left: int) -> Iterable[int]:
    """By how much a convention may move the starter's lead when so many seeds are left."""
    if convention == "nobody":
        return (0,)
    if convention == "starter":
        return (left,)
    return range(-left, left + 1, 2) if convention == "owners" else (-left, left)


def _chosen(df: pd.DataFrame, names: Iterable[str] | None, reference: str | None) -> list[str]:
    known = values_of("remainder") or ()
    exact = bool(exact_rows(df).any())
    if isinstance(names, str):
        names = [names]
    if names is None:
        names = [name for name in known if not (exact and name in ("owners", "mover"))]
    listed = list(dict.fromkeys(names))
    for name in [*listed, *([] if reference is None else [reference])]:
        if name not in known:
            raise ValueError(f"{name!r} is no convention; there are {', '.join(known)}.")
    if reference is None and len(df):
        own = Rules.of(str(df["rules"].iloc[0])).remainder
        reference = own if own in listed else None
    if reference is None and listed:
        reference = listed[0]
    if reference is None:
        raise ValueError(f"names is empty; it takes conventions: {', '.join(known)}.")
    return [reference, *(name for name in listed if name != reference)]


def _changed(lead: Leads, base: Leads, done: NDArray[np.bool_]) -> float:
    """Expected share of games whose result differs."""
    south = _result(lead.south) != _result(base.south)
    north = _result(lead.north) != _result(base.north)
    expected = (lead.weight * south + (1 - lead.weight) * north)[done]
    return float(expected.mean()) if len(expected) else math.nan


def _sign_of(cells: NDArray[np.int64]) -> Test:
    """Better is a result further left, for wins come first."""
    return sign_test(int(np.tril(cells, -1).sum()), int(np.triu(cells, 1).sum()))


def _keyed(df: pd.DataFrame, name: str) -> pd.DataFrame:
    """A table in the order of its keys, each of which it holds once."""
    _check_rules(df, name)
    keys = pd.MultiIndex.from_arrays([df[key].astype(str) for key in KEY])
    if keys.has_duplicates:
        seed, game, starter = keys[keys.duplicated()][0]
        raise ValueError(
            f"{name} holds game {game} of seed {seed}, begun by {starter}, more than once, "
            "so its games cannot be paired; give each game once."
        )
    order = df[list(KEY)].astype({"starter": str}).reset_index(drop=True)
    return df.iloc[order.sort_values(list(KEY)).index].reset_index(drop=True)


def _check_pairs(df_a: pd.DataFrame, df_b: pd.DataFrame) -> None:
    both = [
        set(zip(df["seed"], df["game"], df["starter"].astype(str), strict=True))
        for df in (df_a, df_b)
    ]
    lacking = len(both[0] - both[1]), len(both[1] - both[0])
    if any(lacking):
        raise ValueError(
            f"The tables do not pair: {lacking[0]:,} games of df_a are not in df_b, and "
            f"{lacking[1]:,} of df_b are not in df_a; games pair by seed, game and starter, so "
            "simulate both with the same seed, number of games and starter."
        )
    seats = [df[["strategy_south", "strategy_north"]].astype(str) for df in (df_a, df_b)]
    if not seats[0].equals(seats[1]):
        raise ValueError(
            "The tables do not pair: other strategies play in df_b than in df_a; "
            "compare takes two rules with the same players, seats takes two strategies."
        )


def _check_rules(df: pd.DataFrame, name: str) -> None:
    """Refuse a table of several rule sets."""
    refuse_matches(df)
    check_games(df, ("rules", *KEY, *PLAYERS, "fingerprint"))
    found = sorted(df["rules"].astype(str).unique())
    if len(found) > 1:
        raise ValueError(f"{name} mixes rules: {', '.join(found)}; choose the rows of one.")
