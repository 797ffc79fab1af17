"""The command ``mancala simulate``: play many games, say what came out, write them."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from mancala_core.console import chosen_rules, err, out, refuse
from mancala_core.engine.streams import checked_seed

if TYPE_CHECKING:
    import pandas as pd

PLURALS = {"game": "games", "match": "matches"}
SECONDS_BEFORE_BAR = 2.0
SECONDS_BETWEEN_LINES = 30.0
REASONS = {
    errno.ENOSPC: "the disk is full",
    errno.EACCES: "you may not write there",
    errno.EPERM: "you may not write there",
    errno.EROFS: "the disk can only be read",
}


def simulate_games(
    ruleset: Annotated[
        str, typer.Argument(help="A rule set; in quotes also with options: 'anywoli end_at=8'.")
    ],
    games: Annotated[int, typer.Option(help="How many games.")] = 10_000,
    changed: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="FIELD=VALUE", help="Change a field of the rules; may be repeated."
        ),
    ] = None,
    strategies: Annotated[
        tuple[str, str],
        typer.Option(metavar="SOUTH NORTH", help="Who chooses the moves: random or greedy."),
    ] = ("random", "random"),
    starter: Annotated[str, typer.Option(help="Who begins: alternate, south or north.")] = (
        "alternate"
    ),
    seed: Annotated[
        int | None, typer.Option(help="The same games again; drawn when left out.")
    ] = None,
    max_moves: Annotated[
        int | None, typer.Option(help="Cut a game after so many moves; 100,000 when left out.")
    ] = None,
    tail: Annotated[
        str,
        typer.Option(
            help="How the end of a game is found; play: by playing it; exact: by the exact chain "
            "of random play from eight seeds on."
        ),
    ] = "play",
    unit: Annotated[
        str,
        typer.Option(
            help="What is played; game: single games; match: whole matches, of which --games "
            "says how many; the table then has a row for each round."
        ),
    ] = "game",
    workers: Annotated[
        int | None, typer.Option(help="Threads; one a processor when left out.")
    ] = None,
    target: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE.parquet",
            help="Write the table of games. An old file of that name stays until the new one "
            "is whole, and is replaced then.",
        ),
    ] = None,
) -> None:
    """Play many games, print what came out, and write them to a file.

    Game 7 of a seed is the same game however many are played and on whatever machine.
    """
    rules = chosen_rules(ruleset, changed)
    if target is not None:
        check_target(target)
    from mancala_core.study.run import Run
    from mancala_core.study.simulate import COMPILING, simulate, simulate_to
    from mancala_core.study.store import read_games

    try:
        number = checked_seed(seed)
        settings: dict[str, Any] = {
            "strategies": strategies,
            "starter": starter,
            "seed": number,
            "tail": tail,
            "max_moves": max_moves,
            "workers": workers,
            "unit": unit,
        }
        if not Run.of(rules, games, **settings).is_compiled:
            err.print(COMPILING[unit])
        with watched(rules.label, PLURALS[unit]) as tell:
            if target is None:
                table = simulate(rules, games, progress=tell, **settings)
            else:
                simulate_to(target, rules, games, progress=tell, **settings)
                table = read_games(target)
    except ValueError as error:
        refuse(str(error))
    except OSError as error:
        done = "played" if target is None else f"written to {target}"
        refuse(f"The games could not be {done}: {reason(error)}. {untouched(target)}")
    except MemoryError:
        what = f"A table of {games:,} {PLURALS[unit]}"
        refuse(f"{what} does not fit into the memory; play fewer at a time.")
    except KeyboardInterrupt:
        err.print(Text(f"Stopped. {untouched(target)}"), soft_wrap=True)
        raise typer.Exit(130) from None
    lines = results(table)
    lines.append(("begun by", [starter]))
    if seed is None:
        lines.append(("seed drawn", [f"{number}; it gives the same {PLURALS[unit]} again"]))
    if target is None:
        lines.append(("in Python", [table.attrs["command"]]))
    else:
        lines.append(("file", [f"{target}, {size(target.stat().st_size)}"]))
        reading = f"from mancala_core import read_games; games = read_games({str(target)!r})"
        lines.append(("to read it", [reading]))
    for line in aligned(lines):
        out.print(Text(line), soft_wrap=True)


def check_target(target: Path) -> None:
    """Refuse a file that could not be written, before any game is played."""
    if target.suffix != ".parquet":
        refuse(f"{target} would be a Parquet file; give it a name that ends in .parquet.")
    if target.is_dir():
        refuse(f"{target} is a folder; give the name of a file.")
    if not target.parent.is_dir():
        refuse(f"{target} cannot be written: there is no folder {target.parent}.")
    if target.exists() and not os.access(target, os.W_OK):
        refuse(f"{target} is there already and may not be changed; give another name.")
    try:
        with TemporaryFile(dir=target.parent):
            pass
    except OSError as error:
        refuse(f"{target} cannot be written: {reason(error)}.")


def reason(error: OSError) -> str:
    """Say why a file could not be written.

    Parameters
    ----------
    error : OSError

    Returns
    -------
    str
        Words to stand after a colon, without a full stop.

    Examples
    --------
    >>> reason(OSError(errno.ENOSPC, "No space left on device"))
    'the disk is full'
    """
    return REASONS.get(error.errno or 0) or error.strerror or str(error)


def untouched(target: Path | None) -> str:
    """Say that nothing was written, and that an old file is as it was."""
    if target is not None and target.exists():
        return f"{target} is as it was before."
    return "No file was written."


@contextmanager
def watched(label: str, many: str = "games") -> Iterator[Callable[[int, int], None]]:
    """Show how far a long run is, as `simulate` tells it.

    On a terminal a bar appears after two seconds and goes again at the end; into a file or a
    pipe a line is written every half minute.

    Parameters
    ----------
    label : str
        What stands before the bar.
    many : str
        What is counted.

    Yields
    ------
    callable
        To be told the games played so far, and all there will be.
    """
    began = told = time.monotonic()
    first: tuple[float, int] | None = None
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(f"{many},"),
        TimeRemainingColumn(),
        TextColumn("left"),
        console=err,
        transient=True,
    )
    task = bar.add_task(label, total=None)

    def tell(done: int, games: int) -> None:
        nonlocal first, told
        now = time.monotonic()
        first = first or (now, done)  # what was compiled before it does not come again
        bar.update(task, completed=done, total=games)
        if done == games:
            return
        if err.is_interactive:
            if now - began >= SECONDS_BEFORE_BAR:
                bar.start()
        elif now - told >= SECONDS_BETWEEN_LINES and done > first[1]:
            told = now
            left = duration((now - first[0]) / (done - first[1]) * (games - done))
            err.print(Text(f"{label}: {done:,} of {games:,} {many}, {left} left"), soft_wrap=True)

    try:
        yield tell
    finally:
        if bar.live.is_started:
            bar.stop()


def duration(seconds: float) -> str:
    """Write a time in words.

    Parameters
    ----------
    seconds : float
        0 or more.

    Returns
    -------
    str

    Examples
    --------
    >>> duration(42.3), duration(600), duration(9000)
    ('about 42 s', 'about 10 min', 'about 2.5 h')
    """
    if seconds < 90:
        return f"about {seconds:.0f} s"
    if seconds < 5400:
        return f"about {seconds / 60:.0f} min"
    return f"about {seconds / 3600:.1f} h"


def size(count: int) -> str:
    """Write the size of a file in words.

    Parameters
    ----------
    count : int
        Bytes.

    Returns
    -------
    str

    Examples
    --------
    >>> size(950), size(125_894), size(31_250_000)
    ('950 bytes', '126 kB', '31.2 MB')
    """
    if count < 1000:
        return f"{count} bytes"
    return f"{count / 1000:.0f} kB" if count < 999_500 else f"{count / 1e6:.1f} MB"


def results(table: pd.DataFrame) -> list[tuple[str, list[str]]]:
    """Sum up what came out, with intervals.

    Parameters
    ----------
    table : pandas.DataFrame
        As `simulate` gives it, of games or of rounds.

    Returns
    -------
    list of (str, list of str)
        What a line tells and, for each pair of starter and other player, the words. Without
        games, or where the last seeds cannot be given away, only what was played.

    Examples
    --------
    >>> from mancala_core.study.simulate import simulate
    >>> dict(results(simulate("adji_kui_2", 200, seed=1)))["starter's score"]
    ['46.8 % [40.1, 53.4]']
    """
    from mancala_core.study.analysis import report, summary
    from mancala_core.study.matches import is_rounds, matches

    unit = "game"
    if is_rounds(table):
        table, unit = matches(table), "match"
    played = [
        ("rules", [str(table.attrs["rules"])]),
        ("seed of the run", [str(table.attrs["seed"])]),
        (PLURALS[unit], [f"{len(table):,}"]),
    ]
    if table.empty:
        return played
    try:
        told = report(summary(table))
    except ValueError as error:
        return [*played, ("results", [str(error)])]
    return [(str(name), told[name].tolist()) for name in told]


def aligned(lines: list[tuple[str, list[str]]]) -> Iterator[str]:
    """Write lines with their columns one below the other.

    Parameters
    ----------
    lines : list of (str, list of str)
        What a line tells, and its words, a column each.

    Yields
    ------
    str

    Examples
    --------
    >>> list(aligned([("won", ["1 %", "25 %"]), ("drawn", ["12 %", "3 %"])]))
    ['won    1 %   25 %', 'drawn  12 %  3 %']
    """
    many = max(len(words) for _, words in lines)
    width = max(len(name) for name, _ in lines)
    widths = [
        max(len(words[place]) for _, words in lines if len(words) == many) for place in range(many)
    ]
    for name, words in lines:
        cells = [word.ljust(wide) for word, wide in zip(words, widths, strict=False)]
        yield "  ".join([name.ljust(width), *cells]).rstrip()
