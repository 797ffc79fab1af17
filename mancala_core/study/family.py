"""Rule sets side by side: which options differ, how far two are apart, and a tree of them.

An option counts as a difference between two rule sets where it decides something in both and
its values are not the same. An option that decides nothing in one of them is left out: another
option, which does count, is the reason (`unused` says which), and it would be counted twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.sparse.csgraph import minimum_spanning_tree

from mancala_core.engine.options import FIELDS, to_word
from mancala_core.engine.rules import Rules
from mancala_core.engine.unused import unused

COLUMNS = ("option", "rules", "title", "value", "source", "used")
OURS, CHANGED = "ours", "changed here"


class Change(NamedTuple):
    """An option with its value in one rule set and in another.

    Attributes
    ----------
    option, one, other : str
        The values as `mancala_core.engine.options.to_word` writes them.
    """

    option: str
    one: str
    other: str

    def __str__(self) -> str:
        return f"{self.option} {self.one} → {self.other}"


def changes(one: str | Rules, other: str | Rules) -> list[Change]:
    """Options that differ between two rule sets.

    Parameters
    ----------
    one, other : str or Rules

    Returns
    -------
    list of Change
        In the order of the options; those that decide nothing in one of the two are left out.

    Examples
    --------
    >>> print(*changes("anywoli", "anywoli_wikipedia"), sep="; ")
    after_final again → over; end_at 4 → 8; remainder penultimate → starter
    >>> changes("anywoli", "anywoli own_final=relay")
    []
    """
    one, other = Rules.of(one), Rules.of(other)
    silent = unused(one).keys() | unused(other).keys()
    return [
        Change(field, to_word(getattr(one, field)), to_word(getattr(other, field)))
        for field in FIELDS
        if field not in silent and getattr(one, field) != getattr(other, field)
    ]


def steps(one: str | Rules, other: str | Rules, order: Iterable[str] | None = None) -> list[Rules]:
    """Go from one rule set to another, one option at a time.

    Parameters
    ----------
    one, other : str or Rules
    order : iterable of str or None
        The options of `changes`, each once, as they shall be changed; None for the order in
        which the page of rules has them.

    Returns
    -------
    list of Rules
        The first is `one`; each further one differs from the one before by one option. From the
        last to `other` there is no difference.

    Raises
    ------
    ValueError
        If `order` does not hold each of these options once, or a rule set on the way has no
        meaning; another order may have.

    Examples
    --------
    >>> [rules.label for rules in steps("hoyito_1", "hoyito_2")]  # doctest: +NORMALIZE_WHITESPACE
    ['hoyito_1', 'hoyito_1 passing=nobody', 'hoyito_1 passing=nobody chain=preceding',
     'hoyito_1 passing=nobody chain=preceding after_final=again']
    """
    one, other = Rules.of(one), Rules.of(other)
    fields = [change.option for change in changes(one, other)]
    order = fields if order is None else list(order)
    if sorted(order) != sorted(fields):
        raise ValueError(
            f"The order is {', '.join(order) or 'empty'}; it takes each of "
            f"{', '.join(fields) or 'no options'} once."
        )
    path = [one]
    for field in order:
        path.append(path[-1].replace(**{field: getattr(other, field)}))
    if left := changes(path[-1], other):
        raise ValueError(
            f"{', '.join(change.option for change in left)} would be left, an option that "
            f"decides something only on the way; give rules in which it has the same value."
        )
    return path


def differences(names: Iterable[str | Rules] | None = None) -> pd.DataFrame:
    """Lay rule sets side by side: the value of each option in each, and who says so.

    Parameters
    ----------
    names : iterable of str or Rules, or None
        Rule sets by name or label; None for all that there are, Anywoli first.

    Returns
    -------
    pandas.DataFrame
        One row for each option and rule set: ``option``, ``rules`` (its label), ``title``,
        ``value`` (a word), ``source`` (the key of the source that states it, "ours", or
        "changed here") and ``used`` (bool: whether the option decides something there).

    Raises
    ------
    ValueError
        If a rule set is unknown, or stands twice.

    Examples
    --------
    >>> table = differences(["anywoli", "adji_kui_2"])
    >>> table.pivot(index="option", columns="rules", values="value").loc["least"].tolist()
    ['2', '1']
    """
    if isinstance(names, str):
        names = [names]
    if names is None:
        names = sorted(Rules.names(), key=lambda name: (name != "anywoli", name))
    rows = [row for rules in map(Rules.of, names) for row in _rows(rules)]
    table = pd.DataFrame(rows, columns=list(COLUMNS)).astype({"used": bool})
    twice = table[table.duplicated(["option", "rules"])]
    if len(twice):
        raise ValueError(f"{twice['rules'].iloc[0]} stands twice; give each rule set once.")
    return table


def _rows(rules: Rules) -> Iterable[tuple[Any, ...]]:
    silent, changed, origins = unused(rules), rules.changes, dict(rules.about.origins)
    title = " ".join([rules.about.title, *rules.label.split()[1:]])
    for field in FIELDS:
        source = CHANGED if field in changed else origins.get(field, OURS)
        value = to_word(getattr(rules, field))
        yield field, rules.label, title, value, source, field not in silent


def shared(table: pd.DataFrame) -> dict[str, str]:
    """Options that have one value in all rule sets where they decide something.

    Parameters
    ----------
    table : pandas.DataFrame
        As `differences` gives it.

    Returns
    -------
    dict of str to str
        The option and the value; those that decide nothing anywhere are left out.

    Examples
    --------
    >>> shared(differences())["direction"]
    'ccw'
    """
    values = table[table["used"]].groupby("option", sort=False)["value"].unique()
    return {str(field): str(found[0]) for field, found in values.items() if len(found) == 1}


def between(table: pd.DataFrame, one: str, other: str) -> list[Change]:
    """Options that differ between two rule sets of a table; as `changes`, from the table alone.

    Parameters
    ----------
    table : pandas.DataFrame
        As `differences` gives it.
    one, other : str
        Labels in it.

    Returns
    -------
    list of Change

    Examples
    --------
    >>> [change.option for change in between(differences(), "anywoli", "yit_jani")]
    ['holes', 'seeds']
    """
    left, right = (table[table["rules"] == name].set_index("option") for name in (one, other))
    for name, part in ((one, left), (other, right)):
        if not len(part):
            there = ", ".join(_labels(table))
            raise ValueError(f"{name!r} is not in the table; there are {there}.")
    both = [field for field in left.index if left["used"][field] and right["used"][field]]
    return [
        Change(field, str(left["value"][field]), str(right["value"][field]))
        for field in both
        if left["value"][field] != right["value"][field]
    ]


def distances(table: pd.DataFrame) -> pd.DataFrame:
    """Count for each two rule sets the options that differ.

    Parameters
    ----------
    table : pandas.DataFrame
        As `differences` gives it.

    Returns
    -------
    pandas.DataFrame of int
        A row and a column for each rule set, with 0 from upper left to lower right.

    Notes
    -----
    It is a count and not a length: each option weighs the same, a hole more as much as another
    way to capture. As options that decide nothing are left out, the way round by a third rule
    set can in principle be shorter than the straight one.

    Examples
    --------
    >>> distances(differences()).loc["anywoli", ["yit_nuri", "adji_kui_2"]].tolist()
    [1, 8]
    """
    labels = _labels(table)
    far = np.zeros((len(labels), len(labels)), dtype=np.int64)
    for i, one in enumerate(labels):
        for j in range(i):
            far[i, j] = far[j, i] = len(between(table, labels[j], one))
    return pd.DataFrame(far, index=labels, columns=labels)


def tree(table: pd.DataFrame) -> pd.DataFrame:
    """Join all rule sets by as few differences as possible: a minimum spanning tree.

    Parameters
    ----------
    table : pandas.DataFrame
        As `differences` gives it.

    Returns
    -------
    pandas.DataFrame
        One row an edge, those with few differences first: ``one`` and ``other`` (labels, in the
        order of the alphabet), ``options`` (their number), ``changes`` (a list of `Change`, from
        one to other), ``instead`` (how many other edges could stand in its place, the sum
        remaining the same).

    Notes
    -----
    Where several trees are equally good, one is taken: of two edges with as many differences
    the one whose labels come first in the alphabet. So the order of the table makes no
    difference. An edge whose ``instead`` is not 0 rests on that choice.

    References
    ----------
    J. B. Kruskal, "On the shortest spanning subtree of a graph and the traveling salesman
    problem", Proceedings of the American Mathematical Society 7, 1956.

    Examples
    --------
    >>> edges = tree(differences(["anywoli", "yit_nuri", "yit_jani"]))
    >>> edges[["one", "other", "options", "instead"]].values.tolist()
    [['anywoli', 'yit_nuri', 1, 0], ['anywoli', 'yit_jani', 2, 1]]
    """
    labels = sorted(_labels(table))
    far = distances(table).loc[labels, labels].to_numpy()
    edges = _spanning(far)
    rows = []
    for i, j in edges:
        side = _side(edges, (i, j), len(labels))
        rivals = far[np.ix_(side, ~side)]
        rows.append(
            {
                "one": labels[i],
                "other": labels[j],
                "options": int(far[i, j]),
                "changes": between(table, labels[i], labels[j]),
                "instead": int((rivals == far[i, j]).sum()) - 1,
            }
        )
    columns = ["one", "other", "options", "changes", "instead"]
    found = pd.DataFrame(rows, columns=columns)
    return found.sort_values(["options", "one", "other"], ignore_index=True)


def _spanning(far: NDArray[np.int64]) -> list[tuple[int, int]]:
    """Edges of the tree. Weights are made different, so that there is just one such tree."""
    count = len(far)
    if count < 2:
        return []
    first, second = np.triu_indices(count, 1)
    weight = np.zeros((count, count))
    weight[first, second] = far[first, second] * len(first) + np.arange(1, len(first) + 1)
    found = minimum_spanning_tree(weight).tocoo()
    ends = zip(found.row.tolist(), found.col.tolist(), strict=True)
    return sorted((min(i, j), max(i, j)) for i, j in ends)


def _side(edges: list[tuple[int, int]], cut: tuple[int, int], count: int) -> NDArray[np.bool_]:
    """Which rule sets hang together with one end of an edge when it is cut."""
    side = np.zeros(count, dtype=bool)
    side[cut[0]] = True
    for _ in range(count):
        for i, j in edges:
            if (i, j) != cut and side[i] != side[j]:
                side[i] = side[j] = True
    return side


def _labels(table: pd.DataFrame) -> list[str]:
    return [str(name) for name in table["rules"].unique()]
