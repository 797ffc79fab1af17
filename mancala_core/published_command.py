"""The command ``mancala published``: play a published table again and print both side by side."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from mancala_core.console import err, out, refuse
from mancala_core.engine.streams import checked_seed
from mancala_core.simulate_command import SECONDS_BETWEEN_LINES, duration, reason, size, untouched

if TYPE_CHECKING:
    import pandas as pd

USUAL_SEED = 2026
TITLES = {
    "stated": "Theirs, by the publisher's conventions as they are stated",
    "found": "Theirs, and what makes the difference switched",
    "defaults": "The same games by our own rules",
}
OUTCOMES = {"win": "starter wins", "tie": "ties", "loss": "second wins"}


def play_published(
    games: Annotated[int, typer.Option(help="Games or matches of each line.")] = 100_000,
    seed: Annotated[int, typer.Option(help="The same games again.")] = USUAL_SEED,
    target: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE.csv",
            help="Write what was counted. An old file of that name stays until the new one is "
            "whole, and is replaced then.",
        ),
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(metavar="GAME", help="Play this line alone; may be repeated."),
    ] = None,
) -> None:
    """Play the seven games of MancalaGames' table, and print both tables side by side.

    First by that program's conventions, then by our own rules. Random players; each convention
    is switched alone, too. With 100,000 games of each line it takes about half an hour.
    """
    if target is not None:
        check_target(target)
    from mancala_core.study.reproduction import line_of, reproduce

    try:
        checked_seed(seed)
        for game in only or ():
            line_of(game)
        with watched() as tell:
            table = reproduce(games, seed, only or (), tell)
    except ValueError as error:
        refuse(str(error))
    except MemoryError:
        refuse(f"{games:,} games do not fit into the memory; play fewer.")
    except KeyboardInterrupt:
        err.print(Text(f"Stopped. {untouched(target)}"), soft_wrap=True)
        raise typer.Exit(130) from None
    if target is not None:
        write(table, target)
    for part in printed(table):
        out.print(part, soft_wrap=isinstance(part, Text))
    if target is not None:
        written = size(target.stat().st_size)
        reading = f"published_results({str(target)!r})"
        out.print(Text(f"{target}, {written}; to read it: {reading}"), soft_wrap=True)


def check_target(target: Path) -> None:
    """Refuse a file that could not be written, before any game is played."""
    if target.suffix != ".csv":
        refuse(f"{target} would be a CSV file; give it a name that ends in .csv.")
    if target.is_dir():
        refuse(f"{target} is a folder; give the name of a file.")
    if not target.parent.is_dir():
        refuse(f"{target} cannot be written: there is no folder {target.parent}.")
    if target.exists() and not os.access(target, os.W_OK):
        refuse(f"{target} is there already and may not be changed; give another name.")
    if not os.access(target.parent, os.W_OK):
        refuse(f"{target} cannot be written: you may not write in {target.parent}.")


def write(table: pd.DataFrame, target: Path) -> None:
    """Write results as CSV; the file is whole or as it was before."""
    try:
        with NamedTemporaryFile("w", dir=target.parent, suffix=".csv", delete=False) as file:
            table.to_csv(file, index=False, lineterminator="\n")
        os.chmod(file.name, 0o644)
        os.replace(file.name, target)
    except OSError as error:
        refuse(f"The results could not be written to {target}: {reason(error)}.")


@contextmanager
def watched() -> Iterator[Callable[[str, int, int], None]]:
    """Show how far the run is: a bar on a terminal, else a line every half minute.

    Yields
    ------
    callable
        To be told which game is played, the games played so far, and all there will be.
    """
    began = told = time.monotonic()
    columns = TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn()
    bar = Progress(*columns, TextColumn("left"), console=err, transient=True)
    task = bar.add_task("", total=None)

    def tell(game: str, done: int, games: int) -> None:
        nonlocal told
        bar.update(task, description=game, completed=done, total=games)
        now = time.monotonic()
        if err.is_interactive:
            bar.start()
        elif now - told >= SECONDS_BETWEEN_LINES and 0 < done < games:
            told = now
            left = duration((now - began) / done * (games - done))
            err.print(Text(f"{game}: {done:,} of {games:,} games, {left} left"), soft_wrap=True)

    try:
        yield tell
    finally:
        if bar.live.is_started:
            bar.stop()


def printed(table: pd.DataFrame) -> Iterator[Table | Text]:
    """Write results out: both tables, what was switched, our own rules.

    Parameters
    ----------
    table : pandas.DataFrame
        As `mancala_core.study.reproduction.reproduce` gives it.

    Yields
    ------
    rich.table.Table or rich.text.Text
    """
    from mancala_core.study.reproduction import line_of, side_by_side

    first = table.iloc[0]
    yield Text(f"random players, start number {first['seed']}, version {first['version']}")
    for part, title in TITLES.items():
        beside = side_by_side(table, part)
        yield grid(beside, title)
        if part == "found":
            for row in beside.to_dict("records"):
                why = line_of(row["game"]).why
                if why:
                    yield Text(f"{row['game']}: what counts otherwise is {why}.")
                if row["verdict"] == "differs":
                    yield Text(f"{row['game']}: the difference is not explained.")
    yield switched_grid(side_by_side(table, "switched"))
    yield Text(
        "Below each game stand the numbers of games with a result, theirs and ours; shares are of "
        "these. The share without a result hangs on limits of moves."
    )


def grid(beside: pd.DataFrame, title: str) -> Table:
    """Write a comparison as a table, four lines a game.

    Parameters
    ----------
    beside : pandas.DataFrame
        As `mancala_core.study.reproduction.side_by_side` gives it.
    title : str

    Returns
    -------
    rich.table.Table
    """
    found = Table(title=title, title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
    found.add_column("game", no_wrap=True)
    found.add_column("share, %", no_wrap=True)
    for name in ("theirs", "ours", "ours less theirs"):
        found.add_column(name, justify="right", no_wrap=True)
    for row in beside.to_dict("records"):
        style = "red" if row["verdict"] == "differs" else ""
        names = [
            Text(str(row["game"]), style="bold"),
            Text(str(row["verdict"]), style=style),
            Text(f"p {written(row['p_holm'])} (Holm)"),
            Text(f"{row['theirs']:,}, {row['ours']:,}"),
        ]
        lines = [[words, *compared(row, name)] for name, words in OUTCOMES.items()]
        shares = [f"{100 * row[name]:.2f}" for name in ("their_no_result", "no_result")]
        lines.append(["no result", *shares, "not tested"])
        for head, line in zip(names, lines, strict=True):
            found.add_row(head, *map(Text, line), end_section=head is names[-1])
    return found


def compared(row: dict[Any, Any], name: str) -> tuple[str, str, str]:
    """Write their share and ours in per cent, and the difference with its interval.

    Parameters
    ----------
    row : dict
        A row of `mancala_core.study.reproduction.side_by_side`.
    name : str
        "win", "tie" or "loss".

    Returns
    -------
    theirs, ours, difference : str

    Examples
    --------
    >>> row = {"win": 0.5, "their_win": 0.4, "win_difference": 0.1}
    >>> compared(row | {"win_low": 0.05, "win_high": 0.15}, "win")
    ('40.00', '50.00', '+10.00 [+5.00, +15.00]')
    """
    value, low, high = (100 * row[f"{name}_{end}"] for end in ("difference", "low", "high"))
    apart = "no data" if math.isnan(value) else f"{value:+.2f} [{low:+.2f}, {high:+.2f}]"
    return f"{100 * row[f'their_{name}']:.2f}", f"{100 * row[name]:.2f}", apart


def switched_grid(beside: pd.DataFrame) -> Table:
    """Write what each convention does, switched alone; where no game changes, it is left out."""
    title = "One convention at a time switched, in the same games; shares in %"
    found = Table(title=title, title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
    found.add_column("game", no_wrap=True)
    found.add_column("switched to", no_wrap=True)
    for name in ("changed", "wins", "ties", "losses", "none"):
        found.add_column(name, justify="right", no_wrap=True)
    for row in beside[beside["changed"] > 0].to_dict("records"):
        shares = [f"{100 * row[name]:.1f}" for name in (*OUTCOMES, "no_result")]
        changed = f"{row['changed']:,}"
        name = f"{row['switched']}={row['value']}"
        found.add_row(*(Text(cell) for cell in (row["game"], name, changed, *shares)))
    return found


def written(p: float) -> str:
    """Write a p-value; loaded late, so that the help appears at once."""
    from mancala_core.study.significance import written_p

    return written_p(p)
