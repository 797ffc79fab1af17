"""Many games at once: `simulate`, and `replay` of one of them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pandas as pd
from tqdm.auto import tqdm

from mancala_core.engine.game import Game
from mancala_core.engine.moves import play
from mancala_core.engine.position import Position, whole_number
from mancala_core.engine.rules import Rules
from mancala_core.engine.streams import MASK, Stream, mix
from mancala_core.players.strategies import strategy
from mancala_core.study.run import SIDES, Run
from mancala_core.study.store import checked_target, write_games

_NEEDED = (
    *("game", "seed", "rules", "strategy_south", "strategy_north"),
    *("starter", "moves", "passes", "fingerprint"),
)
_BLOCK = 200_000
COMPILING = "Compiling the simulation; once, about ten seconds."
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
    tail : {"play", "exact"}
        How the end of a game is found: by playing it, or by the exact chain of random play. Then
        a game stops when a move begins with eight seeds left, and ``p_south`` and ``tail_moves``
        tell the rest. It needs two random players and rules that have such a chain; the chain is
        solved at the first use, which takes about a minute, and kept.
    max_moves : int or None
        Moves after which a game is cut; None stands for 100,000.
    progress : bool or callable
        Whether to show a bar when it takes more than two seconds; or what to call after each
        part with the games played so far and those there will be. What it raises ends the run,
        as soon as the parts being played are done.
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
    run = Run.of(
        rules,
        games,
        strategies=strategies,
        starter=starter,
        seed=seed,
        tail=tail,
        max_moves=max_moves,
        workers=workers,
    )
    target = None if out is None else checked_target(out)
    with _watched(run, progress) as tell:
        table = run.table(0, run.games, tell)
    if target is not None:
        write_games(table, target)
    return table


def simulate_to(
    out: str | Path,
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
) -> None:
    """Play many games into a file; however many they are, the memory used stays the same.

    Parameters
    ----------
    out : path
        A Parquet file to write; it is whole or absent, and an old one stays until then.
    rules, games, strategies, starter, seed, tail, max_moves, progress, workers
        As in `simulate`.

    Raises
    ------
    ValueError
        If an argument has no meaning.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from mancala_core import read_games
    >>> with TemporaryDirectory() as folder:
    ...     simulate_to(Path(folder) / "games.parquet", "adji_kui_2", 5, seed=1)
    ...     read_games(Path(folder) / "games.parquet").equals(simulate("adji_kui_2", 5, seed=1))
    True
    """
    run = Run.of(
        rules,
        games,
        strategies=strategies,
        starter=starter,
        seed=seed,
        tail=tail,
        max_moves=max_moves,
        workers=workers,
    )
    target = checked_target(out)

    def blocks(tell: Callable[[int], None]) -> Iterator[pd.DataFrame]:
        for first in range(0, max(run.games, 1), _BLOCK):
            count = min(_BLOCK, run.games - first)

            def told(done: int, before: int = first) -> None:
                tell(before + done)

            yield run.table(first, count, told)

    with _watched(run, progress) as tell:
        write_games(blocks(tell), target)


@contextmanager
def _watched(
    run: Run, progress: bool | Callable[[int, int], None]
) -> Iterator[Callable[[int], None]]:
    """Announce what takes long, and give what is to be told the games played so far."""
    if progress is True and run.games and not run.is_compiled:
        tqdm.write(COMPILING, file=sys.stderr)
    run.prepare(bool(progress))
    bar = tqdm(
        total=run.games,
        unit="game",
        desc=run.rules.label,
        leave=False,
        delay=_SECONDS_BEFORE_BAR,
        disable=progress is not True,
        file=sys.stderr,
    )

    def tell(done: int) -> None:
        bar.update(done - bar.n)
        if callable(progress):
            progress(done, run.games)

    try:
        yield tell
    finally:
        bar.close()


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
