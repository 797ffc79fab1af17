"""The games of a rule lab: what is played, and what came out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from mancala_core.engine.rules import Rules
from mancala_core.show.names import strategy_name
from mancala_core.show.words import Words

if TYPE_CHECKING:
    import pandas as pd

CUT = 1_000
"""Moves after which a lab cuts a game unless told otherwise."""


@dataclass(frozen=True)
class Setting:
    """What a lab plays.

    Attributes
    ----------
    rules : Rules
    games : int
    strategies : (str, str)
        South's and North's.
    starter : str
        Who begins, as `simulate` takes it.
    seed : int
    cut : int
        Moves after which a game is cut.
    """

    rules: Rules
    games: int
    strategies: tuple[str, str]
    starter: str
    seed: int
    cut: int

    @property
    def default(self) -> Setting:
        """The same for the rule set as it is loaded.

        Examples
        --------
        >>> rules = Rules.of("anywoli after_final=over")
        >>> Setting(rules, 10, ("random", "random"), "south", 1, 50).default.rules.label
        'anywoli'
        """
        return replace(self, rules=Rules.load(self.rules.name))

    @property
    def arms(self) -> tuple[Setting, ...]:
        """What is to be compared: the default, and the changed rules if they differ."""
        return (self.default,) if self == self.default else (self.default, self)


class Arm(NamedTuple):
    """Games by one rules.

    Attributes
    ----------
    games : pandas.DataFrame
        As `simulate` gives them, settled by the convention of the rules.
    summary : pandas.DataFrame
        As `mancala_core.study.analysis.summary` gives it.
    """

    games: pd.DataFrame
    summary: pd.DataFrame


@dataclass(frozen=True)
class Result:
    """What came out of a setting.

    Attributes
    ----------
    setting : Setting
    arms : tuple of Arm
        In the order of the setting's.
    """

    setting: Setting
    arms: tuple[Arm, ...]


def play(
    setting: Setting,
    known: dict[Setting, Arm],
    tell: Callable[[int, int], None],
) -> Result:
    """Play the games of all arms of a setting that are not known yet.

    Parameters
    ----------
    setting : Setting
    known : dict of Setting to Arm
        Played before; unchanged.
    tell : callable
        Called after each part with the games played so far and those there will be, over all
        arms. What it raises ends the run.

    Returns
    -------
    Result

    Examples
    --------
    >>> rules = Rules.of("adji_kui_2 least=1")
    >>> setting = Setting(rules, 40, ("random", "random"), "alternate", 1, 200)
    >>> result = play(setting, {}, lambda done, games: None)
    >>> [arm.games.attrs["rules"] for arm in result.arms]
    ['adji_kui_2', 'adji_kui_2 least=1']
    """
    from mancala_core.study.analysis import summary
    from mancala_core.study.settle import settle
    from mancala_core.study.simulate import simulate

    missing = [arm for arm in setting.arms if arm not in known]
    played = dict(known)
    for place, arm in enumerate(missing):

        def told(done: int, games: int, before: int = place) -> None:
            tell(before * games + done, len(missing) * games)

        table = simulate(
            arm.rules,
            arm.games,
            strategies=arm.strategies,
            starter=arm.starter,
            seed=arm.seed,
            max_moves=arm.cut,
            progress=told,
        )
        games = settle(table)
        played[arm] = Arm(games, summary(games))
    return Result(setting, tuple(played[arm] for arm in setting.arms))


def is_compiled(setting: Setting) -> bool:
    """Whether what plays a setting was compiled before, now or in an earlier process.

    Parameters
    ----------
    setting : Setting

    Returns
    -------
    bool
    """
    from mancala_core.players.compiled import is_kept
    from mancala_core.study import bulk

    return all(is_kept(bulk.driver(arm.rules)) for arm in setting.arms)


def heading(words: Words, setting: Setting) -> str:
    """Say in a sentence what was played.

    Parameters
    ----------
    words : Words
    setting : Setting

    Returns
    -------
    str

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> rules = Rules.load("anywoli")
    >>> setting = Setting(rules, 20_000, ("random", "random"), "south", 1, 2000)
    >>> for sentence in heading(speak("en"), setting).split(". "):
    ...     print(sentence)
    20,000 games by each rules: South random, North random, begun by South, start number 1
    Games are cut after 2,000 moves; a cut game is neither won, drawn nor lost.
    """
    say = words.say
    begun = {"south": words.player(0), "north": words.player(1)}.get(setting.starter)
    played = words.count(
        "{n} game by each rules: South {south}, North {north}, {starter}, start number {seed}.",
        "{n} games by each rules: South {south}, North {north}, {starter}, start number {seed}.",
        setting.games,
        south=strategy_name(words, setting.strategies[0]),
        north=strategy_name(words, setting.strategies[1]),
        starter=say("begun by {player}", player=begun) if begun else say("begun in turn"),
        seed=setting.seed,
    )
    cut = words.count(
        "Games are cut after {n} move; a cut game is neither won, drawn nor lost.",
        "Games are cut after {n} moves; a cut game is neither won, drawn nor lost.",
        setting.cut,
    )
    return words.joined([played, cut])
