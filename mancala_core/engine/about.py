"""Where a rule set comes from, and the files that hold rule sets.

A rule set is a TOML file in ``rulesets/``. With ``base`` it takes from another one whatever
it does not state itself.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any


@dataclass(frozen=True)
class Source:
    """A text that a rule set rests on.

    Attributes
    ----------
    key : str
        Short name by which options refer to it.
    title, author, year, where : str
        What it is, who wrote it, when, and the page or place in it.
    """

    key: str
    title: str
    author: str = ""
    year: str = ""
    where: str = ""

    def __str__(self) -> str:
        parts = (self.author, self.title, self.year, self.where)
        return ", ".join(part for part in parts if part)


@dataclass(frozen=True)
class OpenQuestion:
    """A point on which the sources are silent or disagree.

    Attributes
    ----------
    field : str
        The option concerned.
    question : str
        What is open, as a question.
    readings : tuple of (str, str)
        Each value with who holds it.
    ours : str
        Why the default is what it is.
    """

    field: str
    question: str
    readings: tuple[tuple[str, str], ...]
    ours: str

    def __str__(self) -> str:
        lines = [f"{self.field}: {self.question}"]
        lines += [f"  {value}: {who}" for value, who in self.readings]
        return "\n".join([*lines, f"  Our default: {self.ours}"])


@dataclass(frozen=True)
class About:
    """What a rule set says about itself beside its options.

    Attributes
    ----------
    title, people, region, summary, deviation : str
        For people; `deviation` says what differs from the sources.
    sources : tuple of Source
        The texts the rule set rests on.
    origins : tuple of (str, str)
        For each option the key of the source that states it, or "ours".
    questions : tuple of OpenQuestion
        Where the sources are silent or disagree.
    """

    title: str
    people: str = ""
    region: str = ""
    summary: str = ""
    deviation: str = ""
    sources: tuple[Source, ...] = ()
    origins: tuple[tuple[str, str], ...] = ()
    questions: tuple[OpenQuestion, ...] = ()


@cache
def names() -> tuple[str, ...]:
    """Names of the rule sets there are, in alphabetical order.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> "anywoli" in names()
    True
    """
    folder = resources.files(__package__) / "rulesets"
    return tuple(sorted(item.name[:-5] for item in folder.iterdir() if item.name.endswith(".toml")))


def read(name: str) -> tuple[dict[str, Any], About]:
    """Read the file of a rule set.

    Parameters
    ----------
    name : str
        One of `names`.

    Returns
    -------
    options : dict
        Option names and values, not checked yet.
    about : About

    Raises
    ------
    ValueError
        If an option names a source that the file does not list.

    Examples
    --------
    >>> options, about = read("anywoli")
    >>> options["holes"], about.people
    (12, 'Anuak')
    """
    data = _merged(name)
    sources = tuple(Source(**entry) for entry in data.get("source", ()))
    known = {source.key for source in sources} | {"ours"}
    origins = tuple((field, entry["source"]) for field, entry in data["options"].items())
    for field, key in origins:
        if key not in known:
            raise ValueError(f"Rule set {name}: {field} names the unknown source {key!r}.")
    questions = tuple(
        OpenQuestion(
            entry["field"],
            entry["question"],
            tuple((item["value"], item["who"]) for item in entry["readings"]),
            entry["ours"],
        )
        for entry in data.get("open", ())
    )
    words = {key: data.get(key, "") for key in ("people", "region", "summary", "deviation")}
    about = About(data["title"], **words, sources=sources, origins=origins, questions=questions)
    return {field: entry["value"] for field, entry in data["options"].items()}, about


def _merged(name: str) -> dict[str, Any]:
    path = resources.files(__package__) / "rulesets" / f"{name}.toml"
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    if "base" not in data:
        return data
    base = _merged(data["base"])
    merged: dict[str, Any] = {**base, **data}
    merged["options"] = {**base["options"], **data.get("options", {})}
    for table in ("source", "open"):
        merged[table] = [*_others(base, data, table), *data.get(table, ())]
    return merged


def _others(base: Mapping[str, Any], data: Mapping[str, Any], table: str) -> list[Any]:
    """Entries of the base that the derived rule set neither restates nor settles."""
    key = "key" if table == "source" else "field"
    restated = {entry[key] for entry in data.get(table, ())}
    if table == "open":
        restated |= set(data.get("options", {}))
    return [entry for entry in base.get(table, ()) if entry[key] not in restated]
