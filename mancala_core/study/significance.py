"""Tests of what differs between the same games under several conditions."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import stats
from statsmodels.stats.contingency_tables import SquareTable, cochrans_q
from statsmodels.stats.multitest import multipletests

from mancala_core.study.intervals import NO_DATA


@dataclass(frozen=True)
class Test:
    """What a test says.

    Attributes
    ----------
    name : str
    statistic : float
    p : float
        0..1; 1 where nothing differs; NaN where there is no data, or the test is refused.
    note : str
        Why there was nothing to test, or how it was done.
    """

    name: str
    statistic: float
    p: float
    note: str = ""

    __test__ = False

    def refuse(self, why: str) -> Test:
        """Take the p-value back, if there is a reason.

        Parameters
        ----------
        why : str
            Empty where there is none.

        Returns
        -------
        Test
        """
        return replace(self, p=math.nan, note=why) if why else self

    def __str__(self) -> str:
        if math.isnan(self.p):
            return f"{self.name}: {self.note or NO_DATA}"
        text = f"{self.name}: {self.statistic:.3g}, p {written_p(self.p)}"
        return f"{text} ({self.note})" if self.note else text


def sign_test(better: int, worse: int) -> Test:
    """Exact sign test that pairs that differ are as often better as worse.

    Parameters
    ----------
    better, worse : int
        Pairs that differ.

    Returns
    -------
    Test
        p is 1 where no pair differs.

    Examples
    --------
    >>> sign_test(9, 1).p
    0.021484375
    """
    if not better + worse:
        return Test("Exact sign test", 0.0, 1.0, "no pair differs")
    p = float(stats.binomtest(better, better + worse, 0.5).pvalue)
    return Test("Exact sign test", float(better), p, f"{better:,} better, {worse:,} worse")


def cochran(wins: NDArray[np.int64]) -> Test:
    """Cochran's Q test that the share of wins is the same in every column.

    Parameters
    ----------
    wins : ndarray of int64, shape (games, conditions)
        1 or 0.

    Returns
    -------
    Test
        p is 1 where no game differs between the conditions.

    References
    ----------
    W. G. Cochran, "The comparison of percentages in matched samples", Biometrika 37, 1950.

    Examples
    --------
    >>> cochran(np.ones((5, 3), dtype=int)).p
    1.0
    """
    name = "Cochran's Q"
    if wins.ndim != 2 or wins.shape[1] < 2:
        return Test(name, 0.0, 1.0, "there is nothing to compare")
    if not (wins != wins[:, :1]).any():
        return Test(name, 0.0, 1.0, "no game differs")
    found = cochrans_q(wins)
    return Test(name, float(found.statistic), float(found.pvalue))


def holm(p: pd.Series[Any]) -> NDArray[np.float64]:
    """Adjust p-values of a family by Holm's method; missing ones stay missing.

    Parameters
    ----------
    p : pandas.Series of float

    Returns
    -------
    ndarray of float64, shape (n,)

    References
    ----------
    S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of
    Statistics 6, 1979.

    Examples
    --------
    >>> holm(pd.Series([0.01, 0.04, float("nan")])).tolist()
    [0.02, 0.04, nan]
    """
    values = p.to_numpy(np.float64, copy=True)
    there = ~np.isnan(values)
    if there.any():
        values[there] = multipletests(values[there], method="holm")[1]
    return values


def written_p(p: float) -> str:
    """Write a p-value out.

    Parameters
    ----------
    p : float

    Returns
    -------
    str

    Examples
    --------
    >>> written_p(0.00002), written_p(0.25), written_p(float("nan"))
    ('< 0.0001', '0.25', 'no data')
    """
    if math.isnan(p):
        return NO_DATA
    return "< 0.0001" if p < 0.0001 else f"{p:.2g}"


def square(cells: NDArray[np.int64]) -> tuple[Test, Test]:
    """Tests that a square table is symmetric, and that its margins are the same.

    Pairs of empty cells and results that no game enters or leaves tell nothing, so they are
    left out of the degrees of freedom.

    Parameters
    ----------
    cells : ndarray of int64, shape (3, 3)
        Games by result under one condition (rows) and under the other.

    Returns
    -------
    symmetry, homogeneity : Test
        p is 1 where no result changes.

    References
    ----------
    A. H. Bowker, "A test for symmetry in contingency tables", Journal of the American
    Statistical Association 43, 1948; A. Stuart, "A test for homogeneity of the marginal
    distributions in a two-way classification", Biometrika 42, 1955; A. E. Maxwell, "Comparing
    the classification of subjects by two independent judges", British Journal of Psychiatry
    116, 1970.

    Examples
    --------
    >>> for test in square(np.array([[10, 4, 0], [1, 10, 2], [0, 3, 10]])):
    ...     print(test)
    Bowker's symmetry: 2, p 0.37 (df 2)
    Stuart and Maxwell's homogeneity: 2, p 0.37 (df 2)
    """
    names = "Bowker's symmetry", "Stuart and Maxwell's homogeneity"
    above, below = cells[np.triu_indices(3, 1)], cells.T[np.triu_indices(3, 1)]
    if not (above + below).any():
        nothing = "no result changes"
        return Test(names[0], 0.0, 1.0, nothing), Test(names[1], 0.0, 1.0, nothing)
    table = SquareTable(cells, shift_zeros=False)
    # statsmodels counts a degree of freedom for pairs of empty cells, too.
    statistic, free = float(table.symmetry().statistic), int((above + below > 0).sum())
    symmetry = Test(names[0], statistic, float(stats.chi2.sf(statistic, free)), f"df {free}")
    moved = [place for place in range(3) if _moves(cells, place)]
    found = SquareTable(cells[np.ix_(moved, moved)], shift_zeros=False).homogeneity()
    note = f"df {int(found.df)}"
    return symmetry, Test(names[1], float(found.statistic), float(found.pvalue), note)


def _moves(cells: NDArray[np.int64], place: int) -> bool:
    """Whether games enter or leave a result."""
    return bool(cells[place].sum() + cells[:, place].sum() > 2 * cells[place, place])
