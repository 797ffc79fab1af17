"""What a rule set says about itself: its people, its sources and what they leave open."""

from __future__ import annotations

from dataclasses import dataclass
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
    stores : bool
        Whether the board has stores; without them captured seeds lie beside it.
    options : tuple of (str, object)
        The options as the rule set of that name has them, from which variants differ.
    """

    title: str
    people: str = ""
    region: str = ""
    summary: str = ""
    deviation: str = ""
    sources: tuple[Source, ...] = ()
    origins: tuple[tuple[str, str], ...] = ()
    questions: tuple[OpenQuestion, ...] = ()
    stores: bool = True
    options: tuple[tuple[str, Any], ...] = ()
