"""The first move of each game, and what it is worth."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import stats

from mancala_core.engine import streams
from mancala_core.engine.position import Position, letter
from mancala_core.engine.rules import Rules
from mancala_core.players.strategies import strategy
from mancala_core.study import intervals
from mancala_core.study.draws import bits
from mancala_core.study.intervals import CONFIDENCE
from mancala_core.study.results import (
    PLAYERS,
    one_condition,
    one_convention,
    outcomes,
    players,
    repeats,
)
from mancala_core.study.settle import check_games, refuse_matches, words_of
from mancala_core.study.significance import holm

PASS = "-"
FEW = 10
"""Below so many games of an opening its p-value is found by permutation."""


class _Manydraws(Exception):
    """A strategy draws otherwise than once below a number."""


class _Probe:
    """Stands for the draws of a game and gives one number that is known."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.count = 0

    def below(self, count: int) -> int:
        """Give the number, the first time."""
        if self.count:
            raise _Manydraws
        self.count = count
        return min(self.number, count - 1)

    def bits(self) -> int:
        """Nothing that can be known beforehand."""
        raise _Manydraws


def openings(df: pd.DataFrame) -> pd.Series[Any]:
    """Letter of the hole each game began with.

    The table does not hold it, but the stream of the game gives it again.

    Parameters
    ----------
    df : pandas.DataFrame
        Games, whatever their index.

    Returns
    -------
    pandas.Series of category
        With the index of `df`: "A", "B"... where South began, "a", "b"... where North did, "-"
        for a pass; missing where no move was made.

    Raises
    ------
    ValueError
        If a column is missing, or a strategy is unknown.

    Examples
    --------
    >>> from mancala_core.study.simulate import replay, simulate
    >>> games = simulate("adji_kui_2", 4, seed=1)
    >>> openings(games).tolist()
    ['D', 'a', 'C', 'd']
    >>> letter(replay(games, 3).moves[0].hole, 6)
    'd'
    """
    refuse_matches(df)
    check_games(df, ("rules", *PLAYERS, "seed", "game", "moves", "passes"))
    names = np.full(len(df), None, dtype=object)
    kinds = pd.MultiIndex.from_arrays(
        [
            words_of(df["rules"]),
            words_of(df["starter"]),
            players(df)["first"].to_numpy(object),
        ]
    )
    codes, found = kinds.factorize()
    seeds, games = df["seed"].to_numpy(np.int64), df["game"].to_numpy(np.int64)
    for code, (label, starter, name) in enumerate(found):
        here = codes == code
        rules = Rules.of(label)
        names[here] = _chosen(rules, starter, name, seeds[here], games[here])
    plies = df["moves"].to_numpy(np.int64) + df["passes"].to_numpy(np.int64)
    names[plies == 0] = None
    kept = sorted({name for name in names if name is not None})
    return pd.Series(pd.Categorical(names, categories=kept), index=df.index, name="opening")


def by_opening(
    df: pd.DataFrame, convention: str | None = None, confidence: float = CONFIDENCE
) -> pd.DataFrame:
    """Score of the starter by opening, each against the mean of the others.

    South's A and North's a are one opening, the starter's leftmost hole.

    Parameters
    ----------
    df : pandas.DataFrame
        Games of one condition, settled or not.
    convention : str or None
        None stands for the conventions a settled table was settled by, else for the rules' own.
    confidence : float

    Returns
    -------
    pandas.DataFrame
        One row an opening: ``opening``, ``games``, ``finished``, ``score``, ``low``, ``high``,
        ``others`` (mean score of the games that began otherwise), ``difference``, ``p`` (Welch's
        test against the others; by permutation where one side has fewer than ten games, or no
        spread), ``p_holm`` (adjusted over all openings). Missing where there is no data.

    Raises
    ------
    ValueError
        If the table mixes conditions or conventions, or a game stands in it twice.

    Notes
    -----
    ``attrs["convention"]`` names the convention. `written_p` of `significance` writes p-values
    for reading: "< 0.0001" where rounding would show 0.

    References
    ----------
    B. L. Welch, "The generalization of 'Student's' problem when several different population
    variances are involved", Biometrika 34, 1947.

    Examples
    --------
    >>> from mancala_core.study.simulate import simulate
    >>> table = by_opening(simulate("adji_kui_2", 300, seed=1))
    >>> table["opening"].tolist(), int(table["games"].sum())
    (['A', 'B', 'C', 'D', 'E', 'F'], 300)
    """
    one_condition(df, "by_opening")
    why = repeats(df)
    first = openings(df).astype(object).str.upper().to_numpy(object)
    games = outcomes(df, convention)
    used, score = one_convention(games), games["score"].to_numpy(np.float64)
    rows = []
    for opening in sorted({name for name in first if isinstance(name, str)}):
        here = first == opening
        own, rest = (np.sort(score[side & ~np.isnan(score)]) for side in (here, ~here))
        found = intervals.score(own, confidence).refuse(why)
        others = float(rest.mean()) if len(rest) else math.nan
        rows.append(
            {
                "opening": opening,
                "games": int(here.sum()),
                "finished": len(own),
                "score": found.estimate,
                "low": found.low,
                "high": found.high,
                "others": others,
                "difference": found.estimate - others,
                "p": math.nan if why else _against(own, rest),
            }
        )
    columns = ["opening", "games", "finished", "score", "low", "high", "others", "difference", "p"]
    table = pd.DataFrame(rows, columns=columns)
    table["p_holm"] = holm(table["p"].astype(float))
    table.attrs = {
        **df.attrs,
        "methods": {"score": "variance with draws", "p": "Welch, or permutation", "p_holm": "Holm"},
        "confidence": confidence,
        "refused": why,
        "convention": used,
    }
    return table


def _chosen(
    rules: Rules,
    starter: str,
    name: str,
    seeds: NDArray[np.int64],
    games: NDArray[np.int64],
) -> NDArray[np.object_]:
    """Openings of games that begin in one position with one strategy."""
    position, choose = Position.start(rules, starter), strategy(name)
    table = _table(rules, position, name)
    if table:
        drawn, sure = _below(seeds, games, len(table))
        chosen = np.array([_letter(hole, rules) for hole in table], dtype=object)[drawn]
    else:
        sure = np.zeros(len(seeds), bool)
        chosen = np.full(len(seeds), None, dtype=object)
    for place in np.flatnonzero(~sure):
        stream = streams.Stream(int(seeds[place]), int(games[place]))
        chosen[place] = _letter(choose(rules, position, stream.ply(0)), rules)
    return chosen


def _table(rules: Rules, position: Position, name: str) -> list[int | None]:
    """What a strategy chooses for each number it may draw; empty unless it draws one."""
    choose = strategy(name)
    table: list[int | None] = []
    probe: Any = _Probe(0)
    try:
        table.append(choose(rules, position, probe))
        for number in range(1, probe.count):
            other: Any = _Probe(number)
            table.append(choose(rules, position, other))
            if other.count != probe.count:
                return []
    except _Manydraws:
        return []
    return table if probe.count else []


def _below(
    seeds: NDArray[np.int64], games: NDArray[np.int64], count: int
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """First draws of games, as ``Draws.below``, and which may need another draw."""
    product = (bits(seeds, games, 0) >> np.uint64(32)) * np.uint64(count)
    sure = (product & np.uint64(0xFFFFFFFF)) >= np.uint64(count)
    return (product >> np.uint64(32)).astype(np.int64), sure


def _letter(hole: int | None, rules: Rules) -> str:
    return PASS if hole is None else letter(hole, rules.holes)


def _against(own: NDArray[np.float64], rest: NDArray[np.float64]) -> float:
    if not len(own) or not len(rest):
        return math.nan
    if np.ptp(np.concatenate([own, rest])) == 0:
        return 1.0
    if min(len(own), len(rest)) >= FEW and np.ptp(own) > 0 and np.ptp(rest) > 0:
        return float(stats.ttest_ind(own, rest, equal_var=False).pvalue)
    if min(len(own), len(rest)) == 1:
        # Every game in turn stands alone; scipy draws from two games or more.
        both = np.concatenate([own, rest])
        apart = np.abs(both - (both.sum() - both) / (len(both) - 1))
        return float((apart >= abs(own.mean() - rest.mean()) - 1e-12).mean())
    found = stats.permutation_test(
        (own, rest),
        lambda one, other, axis: one.mean(axis=axis) - other.mean(axis=axis),
        vectorized=True,
        n_resamples=9999,
        batch=max(1, 2_000_000 // (len(own) + len(rest))),
        rng=np.random.default_rng(0),
    )
    return float(found.pvalue)
