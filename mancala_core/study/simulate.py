"""Many games at once: `simulate`, and `replay` of one of them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import uuid4

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from tqdm.auto import tqdm

import mancala_core
from mancala_core.engine.choices import natural_ending
from mancala_core.engine.game import Game
from mancala_core.engine.moves import play
from mancala_core.engine.options import FIELDS
from mancala_core.engine.position import Position, whole_number
from mancala_core.engine.rules import RULES_VERSION, Rules
from mancala_core.engine.streams import MASK, Stream, checked_seed, mix
from mancala_core.players.compiled import is_kept
from mancala_core.players.strategies import strategy
from mancala_core.study import bulk

SAFETY_LIMIT = 100_000
"""Moves after which a game is cut if no limit is given."""
MOST_GAMES, MOST_MOVES, MOST_WORKERS = 10**9, 10**9, 256
STARTERS = ("alternate", "south", "north")
SIDES = ("south", "north")
ENDINGS = (
    "four_left",
    "eight_left",
    "none_left",
    "no_move",
    "stuck",
    "endless",
    "repetition",
    "cut",
)
_NARROW = {
    "south": "int16",
    "north": "int16",
    "left_south": "int16",
    "left_north": "int16",
    "moves": "int32",
    "passes": "int32",
    "laps": "int64",
    "sown": "int64",
    "longest": "int64",
    "final_captures_south": "int16",
    "final_captures_north": "int16",
    "passing_captures_south": "int16",
    "passing_captures_north": "int16",
    "tried_endless": "int32",
}
_NEEDED = (
    *("game", "seed", "rules", "strategy_south", "strategy_north"),
    *("starter", "moves", "passes", "fingerprint"),
)
_PARTS_PER_WORKER = 16
_LARGEST_PART = 2000
_SECONDS_BEFORE_BAR = 2.0


def simulate(
    rules: Rules | str,
    games: int = 10_000,
    *,
    strategies: tuple[str, str] = ("random", "random"),
    starter: str = "alternate",
    seed: int | None = None,
    tail: str = "play",
    max_moves: int | None = None,
    progress: bool | Callable[[int, int], None] = True,
    workers: int | None = None,
    out: str | Path | None = None,
) -> pd.DataFrame:
    """Play many games and tell about each in a row.

    Game *i* of a seed is the same game whatever `games` and `workers` are.

    Parameters
    ----------
    rules : Rules or str
        Rules, a name, or a label such as ``"anywoli endless=owners"``.
    games : int
        Number of games, 0 or more.
    strategies : (str, str)
        South's and North's: "random" or "greedy".
    starter : {"alternate", "south", "north"}
        Who begins; alternating, South begins the games with even numbers.
    seed : int or None
        0..2**63 - 1; drawn if None, and kept in the table.
    tail : {"play"}
        How the end of a game is found: by playing it.
    max_moves : int or None
        Moves after which a game is cut; None stands for 100,000.
    progress : bool or callable
        Whether to show a bar when it takes more than two seconds; or what to call after each
        part with the games played so far and those there will be. What it raises ends the run.
    workers : int or None
        Threads; None stands for one a processor.
    out : path or None
        A Parquet file to write; it is whole or absent, and an old one stays until then.

    Returns
    -------
    pandas.DataFrame
        One row a game; ``docs/table.md`` explains the columns. ``attrs`` has the rules with
        their options, strategies, seed, version and command.

    Raises
    ------
    ValueError
        If an argument has no meaning.

    Examples
    --------
    >>> table = simulate("adji_kui_2", 100, seed=1)
    >>> len(table), int(table[["south", "north", "left_south", "left_north"]].sum(axis=1).max())
    (100, 48)
    """
    rules = Rules.of(rules)
    strategies = _checked_strategies(strategies)
    games = _whole("games", games, 0, MOST_GAMES)
    most = SAFETY_LIMIT if max_moves is None else _whole("max_moves", max_moves, 1, MOST_MOVES)
    workers = _processors() if workers is None else _whole("workers", workers, 1, MOST_WORKERS)
    seed = checked_seed(seed)
    if starter not in STARTERS:
        raise ValueError(f"starter is {starter!r}; it can be {', '.join(STARTERS)}.")
    if tail != "play":
        raise ValueError(f"tail is {tail!r}; it can be play.")
    target = None if out is None else _checked_target(out)
    parts = list(_parts(games, workers))

    def play_part(part: tuple[int, int]) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
        starters = _starters(starter, *part)
        return bulk.playouts(rules, part[0], starters, strategies, seed, most)

    shown = progress is True
    if shown and games and not is_kept(bulk.play_games):
        tqdm.write("Compiling the simulation; once, about 15 seconds.", file=sys.stderr)
    bar = tqdm(
        total=games,
        unit="game",
        desc=rules.label,
        leave=False,
        delay=_SECONDS_BEFORE_BAR,
        disable=not shown,
        file=sys.stderr,
    )
    with closing(bar):

        def tell(done: int) -> None:
            bar.update(done - bar.n)
            if callable(progress):
                progress(done, games)

        played = _run(play_part, parts, workers, tell)
    table = _table(rules, strategies, seed, played)
    table.attrs = {
        "rules": rules.label,
        "options": {name: _plain(getattr(rules, name)) for name in FIELDS},
        "rules_version": RULES_VERSION,
        "strategies": list(strategies),
        "seed": seed,
        "max_moves": most,
        "version": mancala_core.__version__,
        "command": _command(rules, games, strategies, starter, seed, max_moves),
    }
    if target is not None:
        write_games(table, target)
    return table


def replay(df: pd.DataFrame, row: int) -> Game:
    """Play one game of a table again, move by move.

    Parameters
    ----------
    df : pandas.DataFrame
        As `simulate` gives it; rows may be missing or in another order.
    row : int
        Place of the row in the table, from 0; negative places count from the end.

    Returns
    -------
    Game

    Raises
    ------
    IndexError
        If the table has no such row.
    ValueError
        If the moves are not those of the table, as with another version of the rules.

    Examples
    --------
    >>> table = simulate("adji_kui_2", 3, seed=1)
    >>> game = replay(table, 2)
    >>> len(game.moves) == int(table["moves"].iloc[2] + table["passes"].iloc[2])
    True
    """
    place = whole_number(row)
    if place is None:
        raise ValueError(f"row is {row!r}; it takes the place of a row.")
    if not -len(df) <= place < len(df):
        raise IndexError(f"There is no row {row}; the table has {len(df)} rows.")
    missing = [name for name in _NEEDED if name not in df]
    if missing:
        raise ValueError(f"The table lacks the columns {', '.join(missing)}.")
    record = df.iloc[place]
    rules = Rules.of(str(record["rules"]))
    start = Position.start(rules, str(record["starter"]))
    game = Game(rules, start, (), int(record["seed"]), int(record["game"]))
    plies = int(record["moves"]) + int(record["passes"])
    choosers = [strategy(str(record[f"strategy_{side}"])) for side in SIDES]
    stream = Stream(game.seed, game.number)
    holes: list[int | None] = []
    position = start
    for ply in range(plies):
        if position.ending is not None:
            break
        holes.append(choosers[position.mover](rules, position, stream.ply(ply)))
        position = play(rules, position, holes[-1]).after
    game = game.play(*holes)
    if fingerprint(game) != int(record["fingerprint"]) or len(game.moves) != plies:
        raise ValueError(
            f"Row {row} cannot be replayed: its moves are not those that "
            f"{rules.label} gives with seed {game.seed} and game {game.number}."
        )
    return game


def fingerprint(game: Game) -> int:
    """Hash of the moves of a game, as in the column of that name.

    Parameters
    ----------
    game : Game

    Returns
    -------
    int
        0..2**64 - 1.

    Examples
    --------
    >>> fingerprint(Game.new("anywoli")) == fingerprint(Game.new("adji_kui_2"))
    True
    """
    code = mix(game.start.starter + 1)
    for move in game.moves:
        code = mix((code + (1 if move.hole is None else move.hole + 2)) & MASK)
    return code


def read_games(path: str | Path) -> pd.DataFrame:
    """Read a table of games that `simulate` wrote.

    Parameters
    ----------
    path : path
        A Parquet file.

    Returns
    -------
    pandas.DataFrame
        With the ``attrs`` it was written with.

    Raises
    ------
    ValueError
        If the file holds no table of games, or one of another version of the rules.
    FileNotFoundError
        If there is no such file.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     table = simulate("adji_kui_2", 5, seed=1, out=Path(folder) / "games.parquet")
    ...     read_games(Path(folder) / "games.parquet").equals(table)
    True
    """
    try:
        path = Path(path)
    except TypeError:
        raise ValueError(f"path is {path!r}; it takes the path of a Parquet file.") from None
    if not path.is_file():
        raise FileNotFoundError(f"There is no file {path}.")
    try:
        table = pd.read_parquet(path)
    except (OSError, ValueError) as error:
        raise ValueError(
            f"{path} is no table of games in Parquet, as simulate(..., out=...) writes it: {error}"
        ) from error
    missing = [name for name in ("game", "seed", "rules", "ending") if name not in table]
    if missing:
        raise ValueError(f"{path} is no table of games: it lacks {', '.join(missing)}.")
    version = table.attrs.get("rules_version", RULES_VERSION)
    if version != RULES_VERSION:
        raise ValueError(
            f"{path} was made by rules version {version}; this program knows {RULES_VERSION}."
        )
    return table


def write_games(table: pd.DataFrame, path: str | Path) -> None:
    """Write a table of games as Parquet; the file is whole or absent.

    Parameters
    ----------
    table : pandas.DataFrame
    path : path
        An old file of that name stays until the new one is whole.
    """
    path = Path(path)
    part = path.with_name(f".{path.name}.{uuid4().hex}")
    try:
        table.to_parquet(part)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _run(
    play_part: Any, parts: list[tuple[int, int]], workers: int, tell: Callable[[int], None]
) -> list[tuple[NDArray[np.int64], NDArray[np.uint64]]]:
    pool = ThreadPoolExecutor(max(1, min(workers, len(parts))))
    waiting: dict[Future[Any], int] = {}
    try:
        for place, part in enumerate(parts):
            waiting[pool.submit(play_part, part)] = place
        results: list[Any] = [None] * len(parts)
        games = 0
        while waiting:
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                place = waiting.pop(future)
                results[place] = future.result()
                games += parts[place][1]
                tell(games)
        return results
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _parts(games: int, workers: int) -> Iterator[tuple[int, int]]:
    """Cut a run into parts: (first game, number of games)."""
    size = max(1, min(_LARGEST_PART, -(-games // (workers * _PARTS_PER_WORKER))))
    for first in range(0, games, size):
        yield first, min(size, games - first)


def _starters(starter: str, first: int, count: int) -> NDArray[np.int64]:
    if starter == "alternate":
        return np.arange(first, first + count, dtype=np.int64) % 2
    return np.full(count, SIDES.index(starter), np.int64)


def _table(
    rules: Rules,
    strategies: tuple[str, str],
    seed: int,
    played: list[tuple[NDArray[np.int64], NDArray[np.uint64]]],
) -> pd.DataFrame:
    width = len(bulk.COLUMNS) - 1
    rows = np.concatenate([np.zeros((0, width), np.int64), *(part[0] for part in played)])
    prints = np.concatenate([np.zeros(0, np.uint64), *(part[1] for part in played)])
    count = len(rows)
    data: dict[str, Any] = {
        "game": np.arange(count, dtype=np.int64),
        "seed": np.full(count, seed, np.int64),
        "rules": _constant(rules.label, count),
        "strategy_south": _constant(strategies[0], count),
        "strategy_north": _constant(strategies[1], count),
    }
    for place, name in enumerate(bulk.COLUMNS[:-1]):
        column = rows[:, place]
        if name in _NARROW:
            data[name] = column.astype(_NARROW[name])
        elif name == "ending":
            data[name] = _endings(rules, column)
        else:
            data[name] = _categorical(column, SIDES)
    data["fingerprint"] = prints
    return pd.DataFrame(data)


def _constant(word: str, count: int) -> pd.Categorical[str]:
    return _categorical(np.zeros(count, np.int64), (word,))


def _endings(rules: Rules, codes: NDArray[np.int64]) -> pd.Categorical[str]:
    natural = natural_ending(rules)
    names = ENDINGS if natural in ENDINGS else (*ENDINGS, natural)
    known = (natural, "no_move", "stuck", "endless", "repetition", "cut")
    return _categorical(np.array([names.index(name) for name in known])[codes], names)


def _categorical(codes: NDArray[np.int64], names: tuple[str, ...]) -> pd.Categorical[str]:
    return pd.Categorical.from_codes(codes.astype(np.int8), categories=pd.Index(names))


def _checked_strategies(strategies: tuple[str, str]) -> tuple[str, str]:
    if not isinstance(strategies, tuple | list) or len(strategies) != 2:
        raise ValueError(f"strategies is {strategies!r}; it takes South's and North's.")
    for name in strategies:
        if not isinstance(name, str):
            raise ValueError(f"strategies has {name!r} in it; it takes names.")
        strategy(name)
        if name not in bulk.STRATEGIES:
            raise ValueError(
                f"{name} has no compiled twin in study/bulk.py yet; "
                f"simulate plays {', '.join(bulk.STRATEGIES)}."
            )
    return strategies[0], strategies[1]


def _whole(what: str, value: Any, least: int, most: int) -> int:
    number = whole_number(value)
    if number is None or not least <= number <= most:
        raise ValueError(f"{what} is {value!r}; it takes a whole number from {least} to {most:,}.")
    return number


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _checked_target(out: str | Path) -> Path:
    try:
        path = Path(out)
    except TypeError:
        raise ValueError(f"out is {out!r}; it takes the path of a file.") from None
    if path.is_dir():
        raise ValueError(f"out is {str(out)!r}, which is a folder; it takes the path of a file.")
    if not path.parent.is_dir():
        raise ValueError(f"out is {str(out)!r}, but there is no folder {path.parent}.")
    return path


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _command(
    rules: Rules,
    games: int,
    strategies: tuple[str, str],
    starter: str,
    seed: int,
    max_moves: int | None,
) -> str:
    limit = "" if max_moves is None else f", max_moves={max_moves}"
    return (
        f"simulate({rules.label!r}, {games}, strategies={strategies!r}, "
        f"starter={starter!r}, seed={seed}{limit})"
    )
