"""Many games at once: `simulate`, and `replay` of one of them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pandas as pd
from tqdm.auto import tqdm

from mancala_core.engine.game import Game
from mancala_core.engine.match import Match
from mancala_core.engine.position import Position
from mancala_core.engine.rules import Rules
from mancala_core.engine.streams import MASK, Stream, mix, round_seed
from mancala_core.engine.whole_numbers import whole_number
from mancala_core.players.buying import buyer
from mancala_core.players.strategies import strategy
from mancala_core.study.matches import fingerprint as match_fingerprint
from mancala_core.study.matches import is_matches
from mancala_core.study.run import SIDES, Run
from mancala_core.study.store import checked_target, write_games

_NEEDED = (
    *("seed", "rules", "strategy_south", "strategy_north"),
    *("starter", "moves", "passes", "fingerprint"),
)
_BLOCK = {"game": 200_000, "match": 10_000}
COMPILING = {
    "game": "Compiling the simulation; once, about ten seconds.",
    "match": "Compiling the simulation of matches; once, about half a minute.",
}
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
    unit: str = "game",
) -> pd.DataFrame:
    """Play many games and tell about each in a row.

    Game *i* of a seed is the same game whatever `games` and `workers` are.

    Parameters
    ----------
    rules : Rules or str
        Rules, a name, or a label such as ``"anywoli endless=owners"``.
    games : int
        Number of games, or of matches, 0 or more.
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
    unit : {"game", "match"}
        What is played: single games, or whole matches of several rounds. Then `games` counts
        matches, `starter` tells who begins their first rounds, and `max_moves` cuts a round and
        its match with it.

    Returns
    -------
    pandas.DataFrame
        One row a game, or one row a round of a match, from which `matches` makes one row a
        match; ``docs/table.md`` explains the columns. ``attrs`` has the rules with their options,
        strategies, seed, version and command.

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
        unit=unit,
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
    unit: str = "game",
) -> None:
    """Play many games into a file; however many they are, the memory used stays the same.

    Parameters
    ----------
    out : path
        A Parquet file to write; it is whole or absent, and an old one stays until then.
    rules, games, strategies, starter, seed, tail, max_moves, progress, workers, unit
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
        unit=unit,
    )
    target = checked_target(out)

    def blocks(tell: Callable[[int], None]) -> Iterator[pd.DataFrame]:
        block = _BLOCK[run.unit]
        for first in range(0, max(run.games, 1), block):
            count = min(block, run.games - first)

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
        tqdm.write(COMPILING[run.unit], file=sys.stderr)
    run.prepare(bool(progress))
    bar = tqdm(
        total=run.games,
        unit=run.unit,
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


def replay(df: pd.DataFrame, row: int) -> Game | Match:
    """Play one game, round or match of a table again, move by move.

    Parameters
    ----------
    df : pandas.DataFrame
        As `simulate` or `matches` gives it; rows may be missing or in another order.
    row : int
        Place of the row in the table, from 0; negative places count from the end.

    Returns
    -------
    Game or Match
        A match for a row of `matches`, else a game; a round is a game on its territory.

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
    kind = "rounds" if is_matches(df) else "owner" if "match" in df else "game"
    needed = (*_NEEDED, kind, *_NEEDED_TOO[kind])
    missing = [name for name in needed if name not in df]
    if missing:
        raise ValueError(f"The table lacks the columns {', '.join(missing)}.")
    record = df.iloc[place]
    if kind == "rounds":
        return _replayed_match(record, row)
    rules, seed = Rules.of(str(record["rules"])), int(record["seed"])
    number = record["game"] if kind == "game" else record["match"]
    start = Position.start(rules, str(record["starter"]))
    if kind == "owner":
        seed = round_seed(seed, int(record["round"]))
        start = _round_start(rules, record)
    game = Game.new(rules, start, seed, int(number))
    plies = int(record["moves"]) + int(record["passes"])
    game = _replayed(game, record, plies)
    if fingerprint(game) != int(record["fingerprint"]) or len(game.moves) != plies:
        raise ValueError(_unlike(record, row, int(number)))
    return game


_NEEDED_TOO = {
    "game": (),
    "owner": ("match", "round", "stock_south", "stock_north"),
    "rounds": ("match", "ending", "winner"),
}


def _unlike(record: pd.Series[Any], row: int, number: int) -> str:
    return (
        f"Row {row} cannot be replayed: its moves are not those that {record['rules']} gives "
        f"with seed {record['seed']} and number {number}."
    )


def _round_start(rules: Rules, record: pd.Series[Any]) -> Position:
    """Where a round of a table began."""
    owner = tuple("SN".find(sign) for sign in str(record["owner"]))
    return Position(
        tuple(rules.seeds if side >= 0 else 0 for side in owner),
        (int(record["stock_south"]), int(record["stock_north"])),
        owner,
        SIDES.index(str(record["starter"])),
    )


def _replayed(game: Game, record: pd.Series[Any], plies: int) -> Game:
    """The game with at most so many moves and passes of the row's strategies."""
    choosers = [strategy(str(record[f"strategy_{side}"])) for side in SIDES]
    stream = Stream(game.seed, game.number)

    def choose(position: Position, ply: int) -> int | None:
        return choosers[position.mover](game.rules, position, stream.ply(ply))

    return game.play_on(choose, plies)


def _replayed_match(record: pd.Series[Any], row: int) -> Match:
    plies = int(record["moves"]) + int(record["passes"])
    number = int(record["match"])
    match = Match.new(str(record["rules"]), str(record["starter"]), int(record["seed"]), number)
    prints: list[int] = []
    for place in range(int(record["rounds"])):
        if place:
            found, buy = match.purchase, None
            if found is not None and match.rules.buying == "choice":
                chooser = buyer(str(record[f"strategy_{SIDES[found.buyer]}"]))
                buy = chooser(found, Stream(match.game.seed, number).buying())
            match = match.next_round(buy)
        match = match.with_round(_replayed(match.game, record, plies))
        plies -= len(match.game.moves)
        prints.append(fingerprint(match.game))
    winner = None if match.winner is None else SIDES[match.winner]
    told = None if pd.isna(record["winner"]) else record["winner"]
    ended = (match.ending or "cut", winner) == (record["ending"], told)
    if match_fingerprint(prints) != int(record["fingerprint"]) or plies or not ended:
        raise ValueError(_unlike(record, row, number))
    return match


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
