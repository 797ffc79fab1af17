"""A game as data: its options by name, each with the source that states it.

Names and values of the options stand in `options`; `rule_checks` says what may be combined.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from operator import index
from typing import Any

from mancala_core.engine.about import About, OpenQuestion, Source
from mancala_core.engine.options import (
    COUNTS,
    FIELDS,
    MATCH_FIELDS,
    MEANING,
    WORDS,
    MatchOptions,
    Options,
    from_word,
    in_use,
    known_field,
    limit_of,
    to_word,
)
from mancala_core.engine.rule_checks import check, is_count
from mancala_core.engine.rule_files import IN_FILE, names, read, refused, stamp
from mancala_core.engine.saying import N_, Listed, Unfit

__all__ = ["RULES_VERSION", "About", "OpenQuestion", "Options", "Rules", "Source"]

RULES_VERSION = 1
"""Raised with every change of behaviour; tables and records carry it."""

SOUTH, NORTH = 0, 1
PLAYERS = ("South", "North")
NO_RULE_SET = N_("There is no rule set {name!r}; there are {names}.")


@dataclass(frozen=True, repr=False)
class Rules:
    """The rules of one game. Immutable; a variant is made by `replace`.

    Rule sets with a name are read by `Rules.load`; ``docs/rules.md`` explains every
    option and where it comes from.

    Attributes
    ----------
    name : str
        Name of the rule set that this one is, or is a variant of.
    holes, seeds : int
        Holes in a row, 2..26, and seeds in each at the set-up.
    direction : {"ccw", "cw"}
        Way round the board.
    relay : bool
        Whether an occupied last hole is picked up and sown on.
    least : int
        Fewest seeds a hole must hold to be chosen.
    origin : {"sow", "skip"}
        Whether a lap that comes round sows into the hole it was picked up from.
    capture_on : tuple of int
        Numbers of seeds that are captured.
    passing : {"owner", "mover", "nobody"}
        Who takes what is completed while seeds are still in the hand.
    final : {"mover", "owner", "nobody"}
        Who takes what the last seed of a lap completes.
    final_side : {"any", "opponent", "own"}
        In whose holes a final capture may be made, seen from the mover.
    own_final : {"stop", "relay"}
        What a completed hole does that the last seed may not capture.
    chain : {"none", "preceding"}
        Whether a final capture also takes the unbroken run of completed holes before it.
    after_final : {"again", "over"}
        Whether the mover moves again after a final capture.
    extra_move : {"compulsory", "optional"}
        Whether that extra move must be made.
    end_at : int
        The game ends as soon as so many seeds or fewer remain.
    end_without_move : bool
        Whether the game ends when the player to move cannot.
    remainder : str
        Who gets the seeds left at a natural end: "penultimate", "lottery",
        "first_final", "starter", "mover", "owners" or "nobody".
    stuck : {"owners", "nobody", "void"}
        What becomes of the seeds when neither player has a move.
    endless : str
        What an endless sowing means: "barred", "owners", "draw", "void" or "limit:N".
    repetition : {"play_on", "owners", "draw"}
        What a position that comes back means.
    match : {"none", "buying", "own_row"}
        How the score of a round becomes the territory of the next; "none" for single games.
    goal : int
        A match with buying is won by owning so many holes.
    round_limit : int
        Rounds after which a match ends without a winner.
    buying : {"nearest", "choice"}
        Which holes of the other row a surplus buys.
    dispute : {"larger", "lottery", "loser", "empty"}
        Who gets the hole that two remainders would fill together.
    unfilled : {"blocked"}
        What becomes of holes of the own row that a score does not fill.
    next_starter : {"alternate"}
        Who begins the next round.
    about : About
        Sources, open questions and words for people; not compared.

    Examples
    --------
    >>> rules = Rules.load("anywoli")
    >>> rules.holes, rules.total
    (12, 96)
    >>> rules.replace(remainder="lottery")
    Rules.load('anywoli').replace(remainder='lottery')
    """

    name: str
    holes: int
    seeds: int
    direction: str
    relay: bool
    least: int
    origin: str
    capture_on: tuple[int, ...]
    passing: str
    final: str
    final_side: str
    own_final: str
    chain: str
    after_final: str
    extra_move: str
    end_at: int
    end_without_move: bool
    remainder: str
    stuck: str
    endless: str
    repetition: str
    match: str
    goal: int
    round_limit: int
    buying: str
    dispute: str
    unfilled: str
    next_starter: str
    about: About = dataclasses.field(compare=False)

    def __post_init__(self) -> None:
        capture_on: Any = self.capture_on
        if isinstance(capture_on, int) and not isinstance(capture_on, bool):
            capture_on = (capture_on,)
        if isinstance(capture_on, str) or not isinstance(capture_on, Iterable):
            raise Unfit(
                "{option} is {value!r}; it takes a number of seeds such as 4, "
                "or several such as (2, 3).",
                option="capture_on",
                value=capture_on,
            )
        sizes = tuple(capture_on)
        sizes = tuple(index(size) if hasattr(size, "__index__") else size for size in sizes)
        if all(is_count(size) for size in sizes):
            sizes = tuple(sorted(set(sizes)))
        put = object.__setattr__
        put(self, "capture_on", sizes)
        for name in COUNTS:
            number = getattr(self, name)
            if not isinstance(number, bool) and hasattr(number, "__index__"):
                put(self, name, index(number))
        if limit_of(self.endless):
            put(self, "endless", f"limit:{limit_of(self.endless)}")
        if not self.about.options and self.name not in names():
            raise Unfit(NO_RULE_SET, name=self.name, names=Listed(names()))
        check(self)

    @staticmethod
    def names() -> tuple[str, ...]:
        """Names of the rule sets there are, in alphabetical order.

        The environment variable ``MANCALA_RULES`` may name a folder with more of them.

        Returns
        -------
        tuple of str

        Examples
        --------
        >>> "anywoli" in Rules.names()
        True
        """
        return names()

    @staticmethod
    def load(name: str) -> Rules:
        """Read a rule set by its name.

        Parameters
        ----------
        name : str
            One of `Rules.names`.

        Returns
        -------
        Rules

        Raises
        ------
        ValueError
            If there is no rule set of that name (the message lists those there are), or its
            file is wrong; then the message names the file and the place in it.

        Examples
        --------
        >>> Rules.load("adji_kui_2").least
        2
        """
        if name in (wrong := refused()):
            raise wrong[name]
        if name not in Rules.names():
            raise Unfit(NO_RULE_SET, name=name, names=Listed(Rules.names()))
        return _load(name)

    @staticmethod
    def of(rules: str | Rules) -> Rules:
        """Take rules as they are, or read a name or label.

        Parameters
        ----------
        rules : str or Rules
            Rules, a name, or a label such as ``"anywoli remainder=lottery"``.

        Returns
        -------
        Rules

        Raises
        ------
        ValueError
            If a name, an option or a value is unknown.

        Examples
        --------
        >>> Rules.of("anywoli remainder=lottery").remainder
        'lottery'
        """
        if isinstance(rules, Rules):
            return rules
        if not isinstance(rules, str) or not rules.strip():
            raise Unfit(
                "{rules!r} is no rule set; give Rules or one of {names}.",
                rules=rules,
                names=Listed(Rules.names()),
            )
        name, *changes = rules.split()
        values: dict[str, Any] = {}
        for change in changes:
            option, equals, value = change.partition("=")
            if not equals:
                raise Unfit("{word!r} is no option; write it as option=value.", word=change)
            if option in values:
                raise Unfit("{option} stands twice in {rules!r}.", option=option, rules=rules)
            values[option] = from_word(option, value)
        return Rules.load(name).replace(**values)

    def replace(self, **values: Any) -> Rules:
        """Make a variant with other values of some options.

        Parameters
        ----------
        **values
            Options by name; see the attributes of `Rules`.

        Returns
        -------
        Rules

        Raises
        ------
        ValueError
            If an option or a value is unknown, or the combination has no meaning.

        Examples
        --------
        >>> Rules.load("anywoli").replace(holes=2).total
        16
        """
        for field in values:
            known_field(field)
        current = {name: getattr(self, name) for name in FIELDS}
        return Rules(name=self.name, about=self.about, **(current | values))

    @property
    def total(self) -> int:
        """Seeds on the board at the set-up."""
        return 2 * self.holes * self.seeds

    @property
    def changes(self) -> dict[str, Any]:
        """Options that differ from the rule set of this name, with their values."""
        return {
            field: getattr(self, field)
            for field, value in self.about.options
            if getattr(self, field) != value
        }

    @property
    def label(self) -> str:
        """Name and changed options in one line; `Rules.of` reads it back.

        Examples
        --------
        >>> Rules.load("anywoli").replace(endless="owners").label
        'anywoli endless=owners'
        """
        changes = (f"{field}={to_word(value)}" for field, value in self.changes.items())
        return " ".join([self.name, *changes])

    @cached_property
    def options(self) -> Options:
        """The options that decide a move, as small integers."""
        return _options(self)

    @cached_property
    def match_options(self) -> MatchOptions:
        """The options that join rounds to a match, as small integers."""
        return MatchOptions(
            kind=WORDS["match"].index(self.match),
            step=self.options.step,
            price=self.seeds,
            goal=self.goal,
            round_limit=self.round_limit,
            choice=int(self.buying == "choice"),
            dispute=WORDS["dispute"].index(self.dispute),
        )

    def __repr__(self) -> str:
        changes = ", ".join(f"{field}={value!r}" for field, value in self.changes.items())
        return f"Rules.load({self.name!r})" + (f".replace({changes})" if changes else "")

    def __str__(self) -> str:
        about, changes = self.about, self.changes
        origins = dict(about.origins)
        place = ", ".join(part for part in (about.people, about.region) if part)
        lines = [about.title + (f" ({place})" if place else "")]
        lines += [line for line in (about.summary, about.deviation) if line] + [""]
        silent = set(MATCH_FIELDS) - {"match", *in_use(self.match), *changes}
        for field in FIELDS:
            if field in silent:
                continue
            if field == "match":
                lines.append("")
            source = "changed here" if field in changes else origins.get(field, "ours")
            value = to_word(getattr(self, field))
            lines.append(f"{field:<17}{value:<13}{MEANING[field]} [{source}]")
        lines += ["", "Sources"] + [f"  {source.key}: {source}" for source in about.sources]
        if about.questions:
            lines += ["", "Open questions"]
            for question in about.questions:
                lines += ["  " + line for line in str(question).splitlines()]
        return "\n".join(lines)


def _options(rules: Rules) -> Options:
    limit = limit_of(rules.endless)
    return Options(
        step=1 if rules.direction == "ccw" else -1,
        relay=int(rules.relay),
        least=rules.least,
        skip=int(rules.origin == "skip"),
        capture_mask=sum(1 << size for size in rules.capture_on),
        passing=WORDS["passing"].index(rules.passing),
        final=WORDS["final"].index(rules.final),
        final_side=WORDS["final_side"].index(rules.final_side),
        relay_on_four=int(rules.own_final == "relay"),
        chain=int(rules.chain == "preceding"),
        again=int(rules.after_final == "again"),
        optional=int(rules.extra_move == "optional"),
        end_at=rules.end_at,
        end_without_move=int(rules.end_without_move),
        barred=int(rules.endless == "barred"),
        prove=int(limit == 0),
        limit=limit,
        play_on=int(rules.repetition == "play_on"),
    )


def _load(name: str) -> Rules:
    return _loaded(name, stamp())


@cache
def _loaded(name: str, _stamp: object) -> Rules:
    """Rules as their file states them; the stamp tells one state of the files from another."""
    options, about = read(name)
    try:
        rules = Rules(name=name, about=about, **options)
    except ValueError as error:
        raise Unfit(IN_FILE, file=f"{name}.toml", why=error) from error
    stated = tuple((field, getattr(rules, field)) for field in FIELDS)
    return dataclasses.replace(rules, about=dataclasses.replace(about, options=stated))


def loadable() -> tuple[dict[str, Rules], list[str]]:
    """Load all rule sets that there are.

    Returns
    -------
    rules : dict of str to Rules
        By name.
    faults : list of str
        For each file that is none of a rule set a sentence that says why.

    Examples
    --------
    >>> loadable()[0]["anywoli"].holes
    12
    """
    loaded, faults = {}, [str(error) for error in refused().values()]
    for name in names():
        try:
            loaded[name] = Rules.load(name)
        except ValueError as error:
            if str(error) not in faults:
                faults.append(str(error))
    return loaded, faults
