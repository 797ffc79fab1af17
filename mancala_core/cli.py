"""The ``mancala`` command: open the course, run the tests, read the rules, simulate, compare."""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from mancala_core import __version__
from mancala_core.console import chosen_rules, err, out, refuse
from mancala_core.engine.rules import loadable
from mancala_core.published_command import play_published
from mancala_core.sheet_command import draw_sheet
from mancala_core.simulate_command import simulate_games

PACKAGE = Path(__file__).resolve().parent
CONTENTS = "notebooks/README.md"
MANIFEST = ".mancala-course.json"
BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "${PROGRAMFILES}/Google/Chrome/Application/chrome.exe",
    "${PROGRAMFILES(X86)}/Google/Chrome/Application/chrome.exe",
    "${LOCALAPPDATA}/Google/Chrome/Application/chrome.exe",
)
CLOSING = re.compile(r"\b(passed|failed|errors?|no tests ran|formatted|no issues)\b", re.IGNORECASE)
NO_BROWSER = "browser tests not run: no Chromium or Chrome found"

app = typer.Typer(
    name="mancala",
    add_completion=False,
    help="Relay mancala games and a course about them.",
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    arguments : sequence of str, optional
        The command and its options; those of the process when left out.

    Returns
    -------
    int
        The exit status: 0, 1 when a test failed, 2 for input that cannot be right.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a folder's name may not be encodable
            stream.reconfigure(errors="backslashreplace")
    try:
        status = app(given or ["--help"], prog_name="mancala", standalone_mode=False)
    except typer.TyperException as error:
        err.print(Text(error.format_message(), style="red"), soft_wrap=True)
        return error.exit_code
    except typer.Abort:
        return 130
    return status if isinstance(status, int) else 0


def clone_folder() -> Path | None:
    """Return the folder of the source tree, or None where the package was installed."""
    folder = PACKAGE.parent
    return folder if (folder / "pyproject.toml").is_file() else None


def _show_version(wanted: bool) -> None:
    if wanted:
        out.print(f"mancala_core {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    pass


# The course


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def lab(
    context: typer.Context,
    port: Annotated[int | None, typer.Option(help="Port of the server.")] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Open no browser.")] = False,
) -> None:
    """Open the course in JupyterLab. Other options are passed on to JupyterLab."""
    if find_spec("jupyterlab") is None:
        refuse("JupyterLab is not installed here; install mancala_core again with pip.")
    folder = clone_folder() or copied_course(Path.cwd())
    command = [sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={folder}"]
    command.append(f"--LabApp.default_url=/lab/tree/{CONTENTS}")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")
    if port is not None:
        command.append(f"--ServerApp.port={port}")
    if no_browser:
        command.append("--no-browser")
    settings = environment(JUPYTER_CONFIG_PATH=str(PACKAGE))
    sys.stdout.flush()
    if os.name == "nt":
        raise typer.Exit(subprocess.call([*command, *context.args], env=settings))
    os.execve(command[0], [*command, *context.args], settings)


def environment(**paths: str) -> dict[str, str]:
    """Return the environment of a program we start.

    Parameters
    ----------
    **paths : str
        Folders to put in front of a search path, by the name of its variable.

    Returns
    -------
    dict
        As now, with these folders and that of our own Python in front of the paths.
    """
    settings = dict(os.environ)
    for name, folder in {"PATH": os.path.dirname(sys.executable), **paths}.items():
        settings[name] = os.pathsep.join(filter(None, [folder, settings.get(name)]))
    return settings


def copied_course(here: Path) -> Path:
    """Copy the course that the package holds to where it can be worked on, and say so.

    Parameters
    ----------
    here : Path
        A folder that holds such a copy already, or the one in which to make it.

    Returns
    -------
    Path
        `here`, or the folder ``mancala-course`` in it.
    """
    target = here if (here / MANIFEST).is_file() else here / "mancala-course"
    try:
        kept = copy_course(PACKAGE / "course", target)
    except OSError as error:
        refuse(f"The course could not be copied to {target}: {error}")
    out.print(f"The course is in {target}", soft_wrap=True)
    if kept:
        out.print(f"Kept as you changed them: {', '.join(kept)}", soft_wrap=True)
        out.print("To get one of them anew, give yours another name and run this again.")
    return target


def copy_course(source: Path, target: Path) -> list[str]:
    """Copy new and updated files from `source` to `target`.

    A file that the reader has changed is never overwritten; one that came with an earlier
    version and was left alone is brought up to date.

    Parameters
    ----------
    source, target : Path
        Folders; `target` keeps a list of what was delivered, by SHA-256.

    Returns
    -------
    list of str
        Files that differ from ours and were left alone because the reader changed them,
        relative to `target`.
    """
    if not source.is_dir():
        refuse("This installation holds no course; install mancala_core again with pip.")
    manifest = target / MANIFEST
    delivered: dict[str, str] = {}
    if manifest.is_file():
        delivered = json.loads(manifest.read_text(encoding="utf-8"))
    kept = []
    for ours in _files(source):
        name = ours.relative_to(source).as_posix()
        theirs = target / name
        new = _digest(ours)
        if theirs.exists() and _digest(theirs) not in (new, delivered.get(name)):
            kept.append(name)
            continue
        theirs.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ours, theirs)
        delivered[name] = new
    target.mkdir(parents=True, exist_ok=True)
    manifest.write_text(json.dumps(delivered, indent=1, sort_keys=True), encoding="utf-8")
    return kept


def _files(folder: Path) -> Iterator[Path]:
    """Give the files of a course, in order, without what JupyterLab leaves behind."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and ".ipynb_checkpoints" not in path.parts:
            yield path


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


# The tests


@dataclass(frozen=True)
class Step:
    """One step of ``mancala test``.

    Attributes
    ----------
    name : str
        What ``--only`` calls it.
    duty : str
        What it looks at, in a few words.
    command : tuple of str
        Arguments for Python.
    minutes : float
        After so many it is given up.
    """

    name: str
    duty: str
    command: tuple[str, ...]
    minutes: float = 10


_TWO = ("-n", "2", "--dist=loadfile")
STEPS = (
    Step("ruff", "slips and style of the code", ("-m", "ruff", "check", ".")),
    Step("format", "layout of the code", ("-m", "ruff", "format", "--check", ".")),
    Step("mypy", "types", ("-m", "mypy"), 20),
    Step(
        "unit",
        "the tests in tests/",
        ("-m", "pytest", "-q", "tests", "-m", "not browser", "--ignore=tests/browser", *_TWO),
        90,
    ),
    Step(
        "doctests",
        "examples in the code, README.md and docs/",
        (
            *("-m", "pytest", "-q", "--doctest-modules", "--doctest-glob=*.md"),
            *("mancala_core", "README.md", "docs"),
        ),
        30,
    ),
    Step(
        "notebooks",
        "every cell against its stored output",
        (
            *("-m", "pytest", "-q", "--nbval", "notebooks", "--nbval-cell-timeout=300"),
            *("--nbval-sanitize-with=tests/nbval_sanitize.cfg", *_TWO),
        ),
        60,
    ),
    Step(
        "browser",
        "the board in JupyterLab",
        ("-m", "pytest", "-q", "-m", "browser", "tests/browser"),
        60,
    ),
)


def find_browser() -> str | None:
    """Return the path of a Chromium or Chrome on this machine, or None.

    Returns
    -------
    str or None
        What ``MANCALA_CHROMIUM`` names, or the first one found on the search path, then
        where macOS and Windows keep it.
    """
    named = os.environ.get("MANCALA_CHROMIUM")
    places = (
        [os.path.expanduser(named)] if named else [os.path.expandvars(place) for place in BROWSERS]
    )
    return next(filter(None, map(shutil.which, places)), None)


def no_browser() -> tuple[str, str]:
    """Return the result of the browser step where `find_browser` finds none, and why."""
    named = os.environ.get("MANCALA_CHROMIUM")
    if named:
        return "failed", f"MANCALA_CHROMIUM names {named}, which is no program to be started"
    required = os.environ.get("MANCALA_BROWSER") == "required"
    return "failed" if required else "not run", NO_BROWSER


@app.command("test")
def run_tests(
    only: Annotated[
        list[str] | None, typer.Option(metavar="STEP", help="Run this step alone; may be repeated.")
    ] = None,
    list_steps: Annotated[bool, typer.Option("--list", help="List the steps.")] = False,
) -> None:
    """Run every test: style, types, unit tests, examples, notebooks, browser."""
    if list_steps:
        for step in STEPS:
            out.print(f"{step.name:<10} {step.duty}")
        return
    names = [step.name for step in STEPS]
    for name in only or ():
        if name not in names:
            refuse(f"There is no step {name!r}; there are {', '.join(names)}.")
    folder = clone_folder()
    if folder is None:
        refuse("The tests stand in the source tree; run this command in a clone of it.")
    missing = [name for name in ("ruff", "mypy", "pytest", "nbval") if find_spec(name) is None]
    if missing:
        refuse(
            f"Not installed: {', '.join(missing)}. "
            "'python3 -m mancala_core test' installs what the tests need."
        )
    chosen = [step for step in STEPS if not only or step.name in only]
    raise typer.Exit(run_steps(chosen, folder, asked=bool(only)))


def run_steps(steps: Sequence[Step], folder: Path, asked: bool = False) -> int:
    """Run steps one after the other, a line for each, and print a table of all.

    Parameters
    ----------
    steps : sequence of Step
        What to run.
    folder : Path
        The source tree.
    asked : bool
        Whether these steps were asked for by name, so that each has to run.

    Returns
    -------
    int
        0, or 1 when a step failed, or was asked for and did not run.
    """
    table = Table(title="mancala test")
    table.add_column("step")
    table.add_column("result")
    table.add_column("seconds", justify="right")
    table.add_column("it says")
    count = {"passed": 0, "failed": 0, "not run": 0}
    for step in steps:
        began = time.perf_counter()
        doing = f"{step.name}: {step.duty}; given up after {step.minutes:g} minutes"
        if not err.is_terminal:
            out.print(doing, soft_wrap=True)
            sys.stdout.flush()
        with err.status(doing, spinner="line"):
            result, words, output = run_step(step, folder)
        seconds = f"{time.perf_counter() - began:.1f}"
        count[result] += 1
        if result == "failed":
            out.print(Text(output.rstrip()), soft_wrap=True)
        style = {"passed": "green", "failed": "red", "not run": "yellow"}[result]
        out.print(
            Text.assemble(f"{step.name:<10} ", (f"{result:<8}", style), f"{seconds:>6} s  {words}"),
            soft_wrap=True,
        )
        table.add_row(step.name, Text(result, style=style), seconds, Text(words))
    out.print(table)
    closing = f"{count['passed']} passed, {count['failed']} failed"
    if count["not run"]:
        closing += f", {count['not run']} skipped"
    out.print(f"steps: {closing}")
    return 1 if count["failed"] or (asked and count["not run"]) else 0


def run_step(step: Step, folder: Path) -> tuple[str, str, str]:
    """Run one step.

    Parameters
    ----------
    step : Step
        What to run.
    folder : Path
        The source tree.

    Returns
    -------
    result, words, output : str
        "passed", "failed" or "not run"; its closing line; all that it wrote.
    """
    if step.name == "browser" and find_browser() is None:
        result, words = no_browser()
        return result, words, words
    try:
        done = subprocess.run(
            [sys.executable, *step.command],
            cwd=folder,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            check=False,
            timeout=60 * step.minutes,
        )
    except subprocess.TimeoutExpired as error:
        written = error.output or ""
        if isinstance(written, bytes):
            written = written.decode("utf-8", "replace")
        return "failed", f"given up after {step.minutes:g} minutes", written
    lines = [line.strip("= ") for line in done.stdout.splitlines() if line.strip()]
    closing = [line for line in lines if CLOSING.search(line)] or lines or ["no output"]
    return "failed" if done.returncode else "passed", closing[-1], done.stdout


# The rules


@app.command()
def rules(
    name: Annotated[
        str | None, typer.Argument(help="A rule set; without it, all are listed.")
    ] = None,
    changed: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="FIELD=VALUE", help="Change a field; may be repeated."),
    ] = None,
) -> None:
    """List the rule sets, or print one with its sources and open questions.

    MANCALA_RULES may name a folder with rule sets of your own.
    """
    if name is None:
        if changed:
            refuse("Name the rule set that --set should change.")
        try:
            loaded, faults = loadable()
        except ValueError as error:
            refuse(str(error))
        width = max(map(len, loaded))
        for known, found in loaded.items():
            out.print(Text(f"{known:<{width}}  {found.about.title}"), soft_wrap=True)
        if faults:
            refuse("\n".join(faults))
        return
    out.print(Text(str(chosen_rules(name, changed))), soft_wrap=True)


app.command(
    "simulate",
    epilog="mancala simulate anywoli --strategies greedy random --out games.parquet",
)(simulate_games)
app.command("published", epilog="mancala published --games 2000 --only Ba-awa")(play_published)
app.command("sheet", epilog="mancala sheet anywoli --language el -o sheet.pdf")(draw_sheet)


if __name__ == "__main__":
    sys.exit(main())
