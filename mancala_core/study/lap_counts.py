"""How many laps the moves of many games have."""

from __future__ import annotations

import numpy as np
import pandas as pd

from mancala_core.engine.rules import Rules
from mancala_core.study import bulk
from mancala_core.study.playout import COLUMNS, PLAYED, STRATEGIES, scratch_for
from mancala_core.study.run import Run, starters_of

MOST_LAPS = 100_000
"""Laps of a move that are counted apart; longer moves are counted together."""
CUT = 2000


def lap_counts(
    rules: Rules | str,
    games: int = 1000,
    *,
    strategies: tuple[str, str] = ("random", "random"),
    starter: str = "alternate",
    seed: int | None = None,
    max_moves: int | None = CUT,
) -> pd.DataFrame:
    """Count the moves of many games by their laps.

    Parameters
    ----------
    rules : Rules or str
    games : int
        Number of games, 0 or more.
    strategies, starter, seed
        As in `simulate`; the games are the same.
    max_moves : int or None
        Moves after which a game is cut. The moves before it count all the same; the late ones,
        with few seeds left, are shorter than the early ones, so the limit belongs to the result.

    Returns
    -------
    pandas.DataFrame
        Columns ``laps`` (int64, 1 or more) and ``moves`` (int64, how many moves have so many
        laps; only those that occur). ``attrs`` is that of the games, and has ``games`` too.

    Raises
    ------
    ValueError
        If an argument has no meaning.

    Examples
    --------
    >>> table = lap_counts("adji_kui_2", 200, seed=1)
    >>> table.loc[0, "laps"], bool(table["moves"].is_monotonic_decreasing)
    (np.int64(1), False)
    """
    run = Run.of(
        rules,
        games,
        strategies=strategies,
        starter=starter,
        seed=seed,
        tail="play",
        max_moves=max_moves,
        workers=1,
    )
    owner = (0,) * run.rules.holes + (1,) * run.rules.holes
    scratch = scratch_for(run.rules.options, owner, MOST_LAPS)
    bulk.play_games(
        run.rules.options,
        scratch,
        PLAYED,
        run.rules.seeds,
        0,
        starters_of(run.starter, 0, run.games),
        np.array([STRATEGIES.index(name) for name in run.strategies], np.int64),
        bulk.run_key(run.seed),
        run.most,
        np.zeros((run.games, len(COLUMNS) - 1), np.int64),
        np.zeros(run.games, np.uint64),
        np.zeros(run.games, np.int64),
        np.zeros(run.games, np.bool_),
    )
    laps = np.flatnonzero(scratch.lap_counts)
    table = pd.DataFrame({"laps": laps, "moves": scratch.lap_counts[laps]})
    table.attrs = run.attrs | {"games": run.games, "command": _command(run)}
    return table


def _command(run: Run) -> str:
    return run.command.replace("simulate(", "lap_counts(", 1)
