"""The published table played again: line by line, by the publisher's conventions and by ours.

The seven lines with their conventions, how they are run, stored and compared stand together: who
doubts a verdict has to read all four.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import stats

import mancala_core
from mancala_core.engine.options import to_word
from mancala_core.engine.rules import Rules
from mancala_core.study.differences import difference
from mancala_core.study.intervals import CONFIDENCE, rare, share
from mancala_core.study.matches import matches
from mancala_core.study.published import published_figures
from mancala_core.study.publisher import OURS, RESULTS, Conventions, play_by
from mancala_core.study.run import Run
from mancala_core.study.settle import settle
from mancala_core.study.significance import holm

_PACKAGE = Path(__file__).resolve().parents[1]
_PLACES = (
    _PACKAGE.parent / "data" / "published" / "reproduction.csv",
    _PACKAGE / "course" / "data" / "published" / "reproduction.csv",
)
PARTS = ("stated", "found", "switched", "defaults")
"""What the rows of the results are of: the publisher's conventions as they are stated; the same
with what makes a difference switched; each convention alone switched back to ours; our rules."""
SEED = 2026
SWITCHED_GAMES = 5_000
_ENDS = (1_000, 5_000, 50_000)
"""Where blocks of games end, so that the first can be played again in a moment."""
COUNTED = ("starter_wins", "second_wins", "ties", "no_result", "endless", "at_limit", "looped")
_OUTCOMES = ("starter_wins", "ties", "second_wins")
COLUMNS = (
    *("part", "game", "switched", "value", "rules", "conventions", "kind", "max_moves", "seed"),
    *("first", "games", *COUNTED, "changed", "version", "command"),
)
LEVEL = 0.05
_FEW_EXPECTED = 5
_STEP = 5_000
"""Games played at a time."""
_DRAWS = 9_999


class Line(NamedTuple):
    """A line of the published table, and how it is played here.

    Attributes
    ----------
    game : str
        As `published_figures` names it.
    rules : str
        Label of the rules: the conventions that are options.
    max_moves : int
        Moves after which a game or match has no result.
    stated : Conventions
        As the publisher states them, or as his program's sources show where the table is silent.
    found : Conventions
        The same, but for what makes the numbers differ; `stated` where nothing does.
    why : str
        What was switched and what speaks for it; empty where nothing was.
    tried : tuple of (str, int)
        Further values of conventions that are switched alone: guesses, which nobody states.
    """

    game: str
    rules: str
    max_moves: int
    stated: Conventions
    found: Conventions
    why: str = ""
    tried: tuple[tuple[str, int], ...] = ()


_SINGLE = Conventions(
    judged="move",
    no_move="owners",
    without_extra="over",
    majority=24,
    endless_over="all",
    limit_on="all",
    loop_states=18,
    loop_moves=12,
)
_LONG = _SINGLE._replace(without_extra="opponent", majority=48, loop_states=36, loop_moves=24)
_TERRITORY = _SINGLE._replace(majority=39, needed=11)
_ROW = _SINGLE._replace(majority=44, needed=4)
_LOST = (
    "the seeds that the lap after the last would sow: in a stored version of the program they are "
    "in the hand when an endless move is broken off, and count for nobody"
)

LINES = (
    Line(
        "Anywoli",
        "anywoli endless=limit:75 remainder=mover",
        20_000,
        _LONG,
        _LONG,
    ),
    Line(
        "Ba-awa",
        "ba_awa endless=limit:75 end_without_move=true",
        2_000,
        _TERRITORY,
        _TERRITORY._replace(endless_hand="lost"),
        _LOST,
    ),
    Line(
        "Adji Kui I",
        "adji_kui_1 repetition=play_on",
        500,
        _SINGLE._replace(without_extra="opponent"),
        _SINGLE._replace(without_extra="opponent"),
    ),
    Line(
        "Adji Kui II",
        "adji_kui_2 own_final=relay end_without_move=true endless=limit:75",
        2_000,
        _TERRITORY,
        _TERRITORY._replace(endless_hand="lost"),
        _LOST,
    ),
    Line(
        "Hoyito I",
        "hoyito_1 endless=limit:75 end_without_move=true remainder=mover",
        2_000,
        _ROW,
        _ROW._replace(endless_hand="lost", endless_seeds="halves"),
        f"{_LOST}; and the others are halved, as a stored version does where a rule file "
        "does not say otherwise",
    ),
    Line(
        "Hoyito II",
        "hoyito_2 final_side=opponent own_final=relay endless=limit:75 end_without_move=true "
        "remainder=mover",
        4_000,
        _ROW,
        _ROW,
        tried=(("needed", 20),),
    ),
    Line(
        "Obridjie",
        "obridjie endless=limit:75",
        500,
        _SINGLE._replace(no_move="remainder"),
        _SINGLE._replace(no_move="remainder"),
    ),
)


class Play(NamedTuple):
    """Games that are played for the results, by one setting.

    Attributes
    ----------
    part : str
        Of `PARTS`.
    game : str
    switched, value : str
        Which convention or option has another value here, and which.
    rules : Rules
    conventions : Conventions or None
        None for our own rules, which `simulate` plays.
    max_moves : int
    games : int
    """

    part: str
    game: str
    switched: str
    value: str
    rules: Rules
    conventions: Conventions | None
    max_moves: int
    games: int

    @property
    def kind(self) -> str:
        """What is played: "game" or "match"."""
        return "game" if self.rules.match == "none" else "match"


def line_of(game: str) -> Line:
    """Find a line of the table.

    Parameters
    ----------
    game : str
        A published name or that of a rule set, in small or capital letters.

    Returns
    -------
    Line

    Raises
    ------
    ValueError
        If there is none; the message lists those there are.

    Examples
    --------
    >>> line_of("ba_awa").game
    'Ba-awa'
    """
    for line in LINES:
        if game.strip().lower() in (line.game.lower(), line.rules.split()[0]):
            return line
    names = ", ".join(line.game for line in LINES)
    raise ValueError(f"No figures of {game!r} are published; there are {names}.")


def switches(line: Line) -> list[tuple[str, str, Rules, Conventions]]:
    """Each convention and each option of a line alone, switched to what is usual here.

    Guesses of the line come with them. ``endless`` and ``repetition`` are left as they are: what
    they say is told by conventions.

    Parameters
    ----------
    line : Line

    Returns
    -------
    list of (str, str, Rules, Conventions)
        Name, value, and the setting with it.

    Examples
    --------
    >>> [name for name, *_ in switches(line_of("Obridjie"))]
    ['judged', 'without_extra', 'majority', 'endless_over', 'limit_on', 'loop_states']
    """
    rules, found = Rules.of(line.rules), line.found
    settings = []
    for name in Conventions._fields:
        ours = getattr(OURS, name)
        if getattr(found, name) == ours or name == "loop_moves":
            continue
        settings.append((name, str(ours), rules, found._replace(**{name: ours})))
    for name, number in line.tried:
        changed: dict[str, Any] = {name: number}
        settings.append((name, str(number), rules, found._replace(**changed)))
    usual = Rules.load(rules.name)
    for name in rules.changes:
        if name in ("endless", "repetition"):
            continue
        value = getattr(usual, name)
        try:
            other = rules.replace(**{name: value})
            play_by(other, found, 0)
        except ValueError:
            continue
        settings.append((name, to_word(value), other, found))
    return settings


def plays(games: int = 100_000, only: Sequence[str] = ()) -> list[Play]:
    """List what is played for the results.

    Parameters
    ----------
    games : int
        Games or matches of each line.
    only : sequence of str
        Lines to play, all where it is empty.

    Returns
    -------
    list of Play
    """
    lines = [line_of(game) for game in dict.fromkeys(only)] or list(LINES)
    found = []
    for line in lines:
        rules = Rules.of(line.rules)
        few = min(games, SWITCHED_GAMES)
        setting = (line.max_moves, games)
        found.append(Play("stated", line.game, "", "", rules, line.stated, *setting))
        if line.found != line.stated:
            found.append(Play("found", line.game, "", "", rules, line.found, *setting))
        for name, value, changed, conventions in switches(line):
            found.append(
                Play("switched", line.game, name, value, changed, conventions, line.max_moves, few)
            )
        found.append(Play("defaults", line.game, "", "", Rules.load(rules.name), None, 0, games))
    return sorted(found, key=lambda play: PARTS.index(play.part))


def results_of(play: Play, first: int, games: int, seed: int) -> pd.DataFrame:
    """Play some games of a setting: ``result``, ``endless`` and ``reason`` of each.

    Parameters
    ----------
    play : Play
    first, games : int
        Number of the first game, and how many.
    seed : int

    Returns
    -------
    pandas.DataFrame
        ``result`` is "win", "loss", "tie" or "none" of who began.
    """
    if play.conventions is not None:
        return play_by(
            play.rules,
            play.conventions,
            games,
            seed=seed,
            max_moves=play.max_moves,
            first=first,
        )
    run = Run.of(
        play.rules,
        first + games,
        strategies=("random", "random"),
        starter="alternate",
        seed=seed,
        tail="play",
        max_moves=None,
        workers=None,
        unit=play.kind,
    )
    table = run.table(first, games, lambda _: None)
    if play.kind == "match":
        table = matches(table)
        result = table["result"].astype(str).replace({"round_limit": "none", "cut": "none"})
        reason = table["ending"].astype(str)
    else:
        settled = settle(table)
        scores = [settled[f"score_{side}"] for side in ("south", "north")]
        lead = (scores[0] - scores[1]).astype(float).to_numpy()
        lead = np.where((table["starter"] == "south").to_numpy(), lead, -lead)
        result = pd.Series(np.select([lead > 0, lead < 0, lead == 0], RESULTS[:3], RESULTS[3]))
        reason = table["ending"].astype(str)
    reason = reason.replace({"cut": "limit"})
    return pd.DataFrame({"result": result, "reason": reason, "endless": reason == "endless"})


def counts(table: pd.DataFrame) -> dict[str, int]:
    """Count the results of games.

    Parameters
    ----------
    table : pandas.DataFrame
        With ``result``, ``reason`` and ``endless``, as `results_of` gives it.

    Returns
    -------
    dict
        A number for each of `COUNTED`.

    Examples
    --------
    >>> table = pd.DataFrame({"result": ["win", "tie"], "reason": "goal", "endless": False})
    >>> counts(table)["starter_wins"], counts(table)["ties"], counts(table)["second_wins"]
    (1, 1, 0)
    """
    results = table["result"].astype(str).value_counts()
    reasons = table["reason"].astype(str).value_counts()
    numbers = (
        *(results.get(word, 0) for word in ("win", "loss", "tie", "none")),
        table["endless"].sum(),
        reasons.get("limit", 0) + reasons.get("round_limit", 0),
        reasons.get("looped", 0),
    )
    return dict(zip(COUNTED, map(int, numbers), strict=True))


def blocks(games: int) -> Iterator[tuple[int, int]]:
    """Cut games into blocks: (first game, number of games).

    Examples
    --------
    >>> list(blocks(60_000))
    [(0, 1000), (1000, 4000), (5000, 45000), (50000, 10000)]
    """
    ends = [end for end in _ENDS if end < games] + [games]
    for first, end in zip([0, *ends], ends, strict=False):
        yield first, end - first


def reproduce(
    games: int = 100_000,
    seed: int = SEED,
    only: Sequence[str] = (),
    tell: Callable[[str, int, int], None] | None = None,
) -> pd.DataFrame:
    """Play the lines of the published table and count what comes out.

    Parameters
    ----------
    games : int
        Games or matches of each line, 1 or more; a convention switched alone is played 5,000
        times at most.
    seed : int
    only : sequence of str
        Lines to play, all where it is empty.
    tell : callable or None
        Is told what is played, the games played so far, and all there will be.

    Returns
    -------
    pandas.DataFrame
        One row a setting and block of games; ``data/published/README.md`` explains the columns.

    Raises
    ------
    ValueError
        If a line is unknown, or there is no game to play.

    Examples
    --------
    >>> table = reproduce(50, only=["obridjie"])
    >>> int(table.loc[table["part"] == "stated", "games"].sum())
    50
    """
    if games < 1:
        raise ValueError(f"games is {games}; it takes 1 or more.")
    todo = plays(games, only)
    total, done = sum(play.games for play in todo), 0
    lines = "".join(f" --only {line_of(game).rules.split()[0]}" for game in dict.fromkeys(only))
    command = f"mancala published --games {games} --seed {seed}{lines}"
    rows = []
    usual: dict[tuple[str, int], NDArray[Any]] = {}
    for play in todo:
        for first, number in blocks(play.games):
            for start in range(first, first + number, _STEP):
                if tell is not None:
                    tell(play.game, done, total)
                part = results_of(play, start, min(_STEP, first + number - start), seed)
                done += len(part)
                counted = counts(part)
                result = part["result"].astype(str).to_numpy()
                if start == first:
                    row = _row(play, first, number, seed, command)
                    rows.append(row)
                for name, value in counted.items():
                    row[name] += value
                if play.part in ("stated", "found"):
                    usual[play.game, start] = result
                elif play.part == "switched":
                    base = usual[play.game, start]
                    row["changed"] += int((result != base[: len(result)]).sum())
    if tell is not None:
        tell("", total, total)
    return pd.DataFrame(rows, columns=list(COLUMNS))


def _row(play: Play, first: int, games: int, seed: int, command: str) -> dict[str, Any]:
    return {
        "part": play.part,
        "game": play.game,
        "switched": play.switched,
        "value": play.value,
        "rules": play.rules.label,
        "conventions": "" if play.conventions is None else play.conventions.label,
        "kind": play.kind,
        "max_moves": play.max_moves,
        "seed": seed,
        "first": first,
        "games": games,
        **dict.fromkeys(COUNTED, 0),
        "changed": 0,
        "version": mancala_core.__version__,
        "command": command,
    }


def published_results(path: str | Path | None = None) -> pd.DataFrame:
    """Read results that `reproduce` counted.

    Parameters
    ----------
    path : path or None
        A CSV file; None stands for the one that comes with the course.

    Returns
    -------
    pandas.DataFrame

    Raises
    ------
    ValueError
        If the results of a row do not add up to its games, or a column is missing.
    FileNotFoundError
        If there is no such file.

    Examples
    --------
    >>> table = published_results()
    >>> table.loc[table["part"] == "stated", "game"].nunique()
    7
    """
    places = _PLACES if path is None else (Path(path),)
    found = [place for place in places if place.is_file()]
    if not found:
        raise FileNotFoundError(f"There is no file {places[0]}.")
    table = pd.read_csv(found[0], keep_default_na=False)
    missing = [name for name in COLUMNS if name not in table]
    if missing:
        raise ValueError(f"{found[0]} lacks the columns {', '.join(missing)}.")
    wrong = table[table[list(COUNTED[:4])].sum(axis=1) != table["games"]]
    if len(wrong):
        row = wrong.iloc[0]
        raise ValueError(
            f"The results of {row['game']} from game {row['first']} do not add up to "
            f"{row['games']:,} games."
        )
    return table


def added(table: pd.DataFrame, part: str) -> pd.DataFrame:
    """Add the blocks of each setting of a part up.

    Parameters
    ----------
    table : pandas.DataFrame
        As `reproduce` gives it.
    part : str
        Of `PARTS`; "found" has the stated row where nothing was switched.

    Returns
    -------
    pandas.DataFrame
        One row a setting, in the order of the published table.

    Raises
    ------
    ValueError
        If there is no such part.
    """
    if part not in PARTS:
        raise ValueError(f"part is {part!r}; it can be {', '.join(PARTS)}.")
    rows = table[table["part"] == part]
    if part == "found":
        same = table[(table["part"] == "stated") & ~table["game"].isin(rows["game"])]
        rows = pd.concat([rows, same])
    keys = ["game", "switched", "value", "rules", "conventions", "kind", "max_moves", "seed"]
    summed = rows.groupby(keys, sort=False, as_index=False)[["games", *COUNTED, "changed"]].sum()
    order = [line.game for line in LINES]
    return summed.sort_values("game", key=lambda game: game.map(order.index), kind="stable")


def side_by_side(
    table: pd.DataFrame, part: str = "stated", figures: pd.DataFrame | None = None
) -> pd.DataFrame:
    """Compare results with the published ones, line by line.

    Parameters
    ----------
    table : pandas.DataFrame
        As `reproduce` gives it.
    part : {"stated", "found", "defaults", "switched"}
    figures : pandas.DataFrame or None
        None stands for `published_figures`.

    Returns
    -------
    pandas.DataFrame
        ``game``, ``switched``, ``value``, ``rules``, ``conventions``; ``ours``, ``theirs`` (games
        with a result); for each of ``win``, ``tie``, ``loss`` of who began the share of these,
        ``their_...``, and the difference, ours less theirs, with ``_low`` and ``_high``
        (Newcombe); ``chi_square``, ``df``, ``p``, ``p_holm`` (over all rows), ``verdict``;
        ``no_result``, ``endless`` and ``their_...`` (shares of all games, not tested), the first
        with ``_low`` and ``_high`` (Clopper-Pearson); ``changed``.

    Notes
    -----
    The test is that of Pearson for two independent samples; where fewer than five games of a
    kind are expected, p is counted among 9,999 tables drawn with the same margins.

    Examples
    --------
    >>> found = side_by_side(reproduce(200, only=["obridjie"]))
    >>> found[["game", "df"]].values.tolist()
    [['Obridjie', 2]]
    """
    figures = published_figures() if figures is None else figures
    theirs = figures.set_index("game")
    rows = [_beside(row, theirs.loc[row["game"]]) for row in added(table, part).to_dict("records")]
    result = pd.DataFrame(rows)
    if len(result):
        result["p_holm"] = holm(result["p"])
        result["verdict"] = [verdict(p) for p in result["p_holm"]]
    result.attrs["source"] = figures.attrs.get("source", "")
    return result


def verdict(p: float) -> str:
    """Say what an adjusted p-value tells of a line.

    Examples
    --------
    >>> verdict(0.4), verdict(0.001)
    ('no difference shown', 'differs')
    """
    if math.isnan(p):
        return "no data"
    return "differs" if p < LEVEL else "no difference shown"


def _beside(row: dict[Any, Any], found: pd.Series[Any]) -> dict[str, Any]:
    ours = np.array([row[name] for name in _OUTCOMES], dtype=np.int64)
    theirs = found[list(_OUTCOMES)].to_numpy(dtype=np.int64)
    chi, free, p = two_samples(ours, theirs)
    data = {name: row[name] for name in ("game", "switched", "value", "rules", "conventions")}
    data |= {"ours": int(ours.sum()), "theirs": int(theirs.sum())}
    for name, mine, other in zip(("win", "tie", "loss"), ours, theirs, strict=True):
        apart = difference(mine, ours.sum(), other, theirs.sum())
        data[name] = share(mine, ours.sum()).estimate
        data[f"their_{name}"] = share(other, theirs.sum()).estimate
        data |= {
            f"{name}_difference": apart.estimate,
            f"{name}_low": apart.low,
            f"{name}_high": apart.high,
        }
    data |= {"chi_square": chi, "df": free, "p": p, "p_holm": math.nan, "verdict": ""}
    none = rare(row["no_result"], row["games"], CONFIDENCE)
    data |= {"no_result": none.estimate, "no_result_low": none.low, "no_result_high": none.high}
    data |= {"their_no_result": found["no_result"] / found["games"]}
    data |= {"endless": row["endless"] / row["games"]}
    data |= {"their_endless": found["endless"] / found["games"], "changed": row["changed"]}
    return data


def two_samples(ours: NDArray[np.int64], theirs: NDArray[np.int64]) -> tuple[float, int, float]:
    """Test whether two samples of results come from the same chances.

    Parameters
    ----------
    ours, theirs : ndarray of int64, shape (k,)
        Numbers of each kind of result.

    Returns
    -------
    (float, int, float)
        Chi-square, degrees of freedom and p; p is missing where a sample is empty, 1 where only
        one kind of result came.

    Examples
    --------
    >>> two_samples(np.array([40, 25, 35]), np.array([40, 25, 35]))
    (0.0, 2, 1.0)
    """
    both = np.array([ours, theirs])
    both = both[:, both.sum(axis=0) > 0]
    free = max(0, both.shape[1] - 1)
    if not ours.sum() or not theirs.sum():
        return math.nan, free, math.nan
    if not free:
        return 0.0, 0, 1.0
    test = stats.chi2_contingency(both, correction=False)
    if test.expected_freq.min() >= _FEW_EXPECTED:
        return float(test.statistic), free, float(test.pvalue)
    margin, expected = both.sum(axis=0), test.expected_freq
    rng = np.random.default_rng(SEED)
    drawn = rng.multivariate_hypergeometric(margin, both[0].sum(), _DRAWS, method="marginals")
    chi = ((drawn - expected[0]) ** 2 / expected[0]).sum(axis=1)
    chi += ((margin - drawn - expected[1]) ** 2 / expected[1]).sum(axis=1)
    as_large = int((chi >= test.statistic * (1 - 1e-9)).sum())
    return float(test.statistic), free, (1 + as_large) / (1 + _DRAWS)
