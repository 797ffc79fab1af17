"""``mancala simulate``: what it says, what it writes, and how it refuses and stops."""

import errno
import io
import os
import re
import signal
import subprocess
import sys

import pandas as pd
import pyarrow.parquet as pq
import pytest
from rich.console import Console
from tree import ROOT

from mancala_core import cli, read_games, simulate, simulate_command
from mancala_core.study.analysis import report, summary

GAMES = ("simulate", "adji_kui_2", "--games", "40")


def lines(said):
    """What an answer tells, by the words in front; of two columns the first."""
    return {parts[0]: parts[1] for parts in (re.split(" {2,}", line) for line in said.splitlines())}


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_games_are_played_and_told(capsys):
    assert cli.main([*GAMES, "--seed", "7"]) == 0
    said = capsys.readouterr()
    told = lines(said.out)
    expected = report(summary(simulate("adji_kui_2", 40, seed=7)))
    assert len(expected) == 1
    for name, words in expected.iloc[0].items():
        assert told[name] == words
    assert told["begun by"] == "alternate"
    assert told["games"] == "40"
    assert "seed drawn" not in told
    assert re.fullmatch(r"\d\d\.\d % \[\d\d\.\d, \d\d\.\d\]", told["starter's score"])
    assert said.err == ""


def test_each_pair_of_players_has_its_column(capsys):
    assert cli.main([*GAMES, "--seed", "7", "--strategies", "greedy", "random"]) == 0
    said = capsys.readouterr().out.splitlines()
    shown = {name: re.split(" {2,}", line) for line in said for name in [line.split("  ")[0]]}
    assert shown["starter plays"][1:] == ["greedy", "random"]
    assert shown["other player plays"][1:] == ["random", "greedy"]
    assert shown["games"][1:] == ["20", "20"]
    places = {line.index(shown[line.split("  ")[0]][1]) for line in said}
    assert len(places) == 1


def test_the_python_line_gives_the_same_games(capsys):
    arguments = ["--set", "end_at=4", "--starter", "south", "--strategies", "greedy", "random"]
    assert cli.main([*GAMES, *arguments, "--max-moves", "60"]) == 0
    told = lines(capsys.readouterr().out)
    table = eval(told["in Python"], {"simulate": simulate})
    assert table.attrs["rules"] == told["rules"] == "adji_kui_2 end_at=4"
    assert table.attrs["strategies"] == ["greedy", "random"]
    assert told["seed drawn"].startswith(f"{table.attrs['seed']};")
    for name, words in report(summary(table)).iloc[0].items():
        assert told[name] == words
    assert int(told["finished"]) < int(told["games"]) == 40


def test_what_cannot_be_summed_up_is_said(capsys, monkeypatch, tmp_path):
    def refuses(df):
        raise ValueError("No word of it.")

    monkeypatch.setattr("mancala_core.study.analysis.summary", refuses)
    assert cli.main([*GAMES, "--out", str(tmp_path / "games.parquet")]) == 0
    told = lines(capsys.readouterr().out)
    assert (told["games"], told["results"]) == ("40", "No word of it.")
    assert len(read_games(tmp_path / "games.parquet")) == 40


def test_a_drawn_seed_is_told_and_gives_the_same_games(capsys, tmp_path):
    tables = []
    for place, more in enumerate(([], ["--seed", "drawn"], [])):
        if more:
            more = ["--seed", str(tables[0]["seed"].iloc[0])]
        path = tmp_path / f"{place}.parquet"
        assert cli.main([*GAMES, *more, "--out", str(path)]) == 0
        told = lines(capsys.readouterr().out)
        tables.append(read_games(path))
        seed = tables[-1].attrs["seed"]
        assert told["seed of the run"] == str(seed)
        assert told.get("seed drawn") == (
            None if more else f"{seed}; it gives the same games again"
        )
    pd.testing.assert_frame_equal(tables[0], tables[1])
    assert tables[0].attrs == tables[1].attrs
    assert tables[2].attrs["seed"] != tables[0].attrs["seed"]


@pytest.mark.parametrize(
    "rules",
    [
        ["anywoli remainder=lottery endless=owners"],
        ["anywoli", "--set", "remainder=lottery", "--set", "endless=owners"],
        ["anywoli remainder=lottery", "--set", "endless=owners"],
    ],
)
def test_rules_are_named_as_for_the_command_rules(rules, tmp_path):
    path = tmp_path / "games.parquet"
    arguments = ["--games", "5", "--seed", "3", "--starter", "north", "--workers", "1"]
    assert cli.main(["simulate", *rules, *arguments, "--out", str(path)]) == 0
    expected = simulate("anywoli remainder=lottery endless=owners", 5, seed=3, starter="north")
    table = read_games(path)
    pd.testing.assert_frame_equal(table, expected)
    assert table.attrs == expected.attrs


def test_the_file_is_told_with_the_line_that_reads_it(tmp_path, capsys, monkeypatch):
    folder = tmp_path / "it's mine [1]"
    folder.mkdir()
    path = folder / "games.parquet"
    assert cli.main([*GAMES, "--out", str(path)]) == 0
    told = lines(capsys.readouterr().out)
    assert told["file"] == f"{path}, {simulate_command.size(path.stat().st_size)}"
    found = {}
    exec(told["to read it"], found)
    pd.testing.assert_frame_equal(found["games"], read_games(path))
    assert names(folder) == ["games.parquet"]
    monkeypatch.chdir(folder)
    assert cli.main([*GAMES, "--games", "3", "--out", "games.parquet"]) == 0
    assert len(read_games(path)) == 3
    assert names(folder) == ["games.parquet"]


def test_no_games_are_no_mistake(capsys):
    assert cli.main([*GAMES, "--games", "0"]) == 0
    told = lines(capsys.readouterr().out)
    assert (told["rules"], told["games"]) == ("adji_kui_2", "0")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["anywli"], "There is no rule set 'anywli'; there are adji_kui_1, "),
        (["anywoli", "--set", "wholes=3"], "There is no option 'wholes'; the options are"),
        (["anywoli", "--set", "remainder=all"], "remainder is 'all'; it can be penultimate"),
        (["anywoli", "--set", "remainder"], "write it as option=value"),
        ([""], "is no rule set"),
        (["anywoli", "--strategies", "clever", "random"], "there are greedy, random"),
        (["anywoli", "--strategies", "random"], "--strategies"),
        (["anywoli", "--games", "many"], "Invalid value for '--games'"),
        (["anywoli", "--games", "-1"], "games is -1; it takes a whole number from 0"),
        (["anywoli", "--seed", "-1"], "seed is -1; it takes a whole number from 0"),
        (["anywoli", "--seed", str(2**63)], "2**63 - 1"),
        (["anywoli", "--starter", "west"], "it can be alternate, south, north"),
        (["anywoli", "--max-moves", "0"], "max_moves is 0"),
        (["anywoli", "--workers", "0"], "workers is 0"),
        (["anywoli", "--tail", "guess"], "tail is 'guess'"),
        (["anywoli", "--out", "no-such/games.parquet"], "there is no folder no-such"),
        (["anywoli", "--out", "games.csv"], "a name that ends in .parquet"),
        (["anywoli", "--out", "folder.parquet"], "is a folder"),
        (["anywoli", "anywoli"], "anywoli"),
        ([], "RULESET"),
    ],
)
def test_what_cannot_be_right_is_refused_in_one_sentence(
    arguments, sentence, capsys, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.parquet").mkdir()
    assert cli.main(["simulate", *arguments]) == 2
    said = capsys.readouterr()
    assert sentence.lower() in said.err.lower()
    assert len(said.err.splitlines()) == 1
    assert said.out == ""
    assert names(tmp_path) == ["folder.parquet"]


# Files that cannot be written


@pytest.fixture
def old_file(tmp_path):
    path = tmp_path / "games.parquet"
    simulate("adji_kui_2", 3, seed=6, out=path)
    return path


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "the disk is full"),
        (errno.EROFS, "the disk can only be read"),
        (errno.EIO, os.strerror(errno.EIO)),
    ],
)
def test_a_write_that_fails_leaves_the_old_file(old_file, capsys, monkeypatch, number, words):
    before = old_file.read_bytes()

    def fails(self, block):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(pq.ParquetWriter, "write_table", fails)
    assert cli.main([*GAMES, "--out", str(old_file)]) == 2
    said = capsys.readouterr()
    assert f"could not be written to {old_file}: {words}. {old_file} is as it was" in said.err
    assert said.out == ""
    assert old_file.read_bytes() == before
    assert names(old_file.parent) == ["games.parquet"]


def test_ctrl_c_while_writing_leaves_the_old_file(old_file, capsys, monkeypatch):
    before = old_file.read_bytes()

    def stopped(self, block):
        raise KeyboardInterrupt

    monkeypatch.setattr(pq.ParquetWriter, "write_table", stopped)
    assert cli.main([*GAMES, "--out", str(old_file)]) == 130
    assert capsys.readouterr().err == f"Stopped. {old_file} is as it was before.\n"
    assert old_file.read_bytes() == before
    assert names(old_file.parent) == ["games.parquet"]


def test_a_system_that_fails_before_anything_is_written(capsys, monkeypatch):
    def fails(*_, **__):
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr("mancala_core.study.run.Run.table", fails)
    assert cli.main(list(GAMES)) == 2
    assert "could not be played: " in capsys.readouterr().err


LIMITED = """
import resource, sys
from mancala_core import cli
from mancala_core.study import simulate
resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000))
sys.exit(cli.main(["simulate", "adji_kui_2", "--games", "300", "--out", sys.argv[1]]))
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such limit")
def test_a_system_that_stops_writing_is_told_and_leaves_nothing(tmp_path):
    simulate("adji_kui_2", 1, seed=1)  # compiled code is written, too
    path = tmp_path / "games.parquet"
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2, done.stderr
    assert f"could not be written to {path}: " in done.stderr
    assert done.stderr.endswith("No file was written.\n")
    assert "Traceback" not in done.stderr
    assert names(tmp_path) == []


def test_a_folder_that_may_not_be_written_is_refused_before_any_game(tmp_path, capsys, monkeypatch):
    def refused(**_):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(simulate_command, "TemporaryFile", refused)
    monkeypatch.setattr(simulate_command, "watched", lambda *_: pytest.fail("played"))
    path = tmp_path / "games.parquet"
    assert cli.main([*GAMES, "--out", str(path)]) == 2
    assert capsys.readouterr().err == f"{path} cannot be written: you may not write there.\n"


def test_a_protected_file_is_not_replaced(old_file, capsys, monkeypatch):
    before = old_file.read_bytes()
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)
    assert cli.main([*GAMES, "--out", str(old_file)]) == 2
    assert "may not be changed" in capsys.readouterr().err
    assert old_file.read_bytes() == before


def test_too_many_games_for_the_memory(capsys, monkeypatch):
    def full(*_, **__):
        raise MemoryError

    monkeypatch.setattr("mancala_core.study.run.Run.table", full)
    assert cli.main(list(GAMES)) == 2
    assert "does not fit into the memory" in capsys.readouterr().err


# Watching and stopping


class Clock:
    """A clock that goes on by some seconds each time it is asked."""

    def __init__(self, step):
        self.now, self.step = 0.0, step

    def monotonic(self):
        self.now += self.step
        return self.now


@pytest.fixture
def terminal(monkeypatch):
    """What a terminal gets to see of the error stream."""
    seen = io.StringIO()
    console = Console(file=seen, force_terminal=True, force_interactive=True, width=80)
    monkeypatch.setattr(simulate_command, "err", console)
    return seen


def plain(seen):
    """What was written, without colours and moves of the cursor."""
    return re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", seen.getvalue())


def test_a_long_run_shows_a_bar_with_the_time_left(terminal, monkeypatch, capsys):
    monkeypatch.setattr(simulate_command, "time", Clock(5))
    assert cli.main(list(GAMES)) == 0
    assert re.search(r"adji_kui_2 \S+ +\d+/40 games, [-\d:]+ left", plain(terminal))
    assert terminal.getvalue().endswith("\x1b[2K")  # and takes it away again
    assert lines(capsys.readouterr().out)["games"] == "40"


def test_a_short_run_shows_none(terminal, monkeypatch):
    monkeypatch.setattr(simulate_command, "time", Clock(0.001))
    assert cli.main(list(GAMES)) == 0
    assert terminal.getvalue() == ""


def test_without_a_terminal_a_long_run_writes_a_line_now_and_then(monkeypatch, capsys):
    monkeypatch.setattr(simulate_command, "time", Clock(20))
    with simulate_command.watched("x") as tell:
        for done in range(1000, 12_000, 2000):
            tell(done, 12_000)
        tell(12_000, 12_000)
    assert capsys.readouterr().err.splitlines() == [  # 2,000 games in 20 s, after the first
        "x: 3,000 of 12,000 games, about 2 min left",
        "x: 7,000 of 12,000 games, about 50 s left",
        "x: 11,000 of 12,000 games, about 10 s left",
    ]


def test_a_bar_is_gone_when_the_run_fails(terminal, monkeypatch):
    monkeypatch.setattr(simulate_command, "time", Clock(5))

    def fails():
        with simulate_command.watched("x") as tell:
            tell(1, 4)
            raise RuntimeError("lost")

    with pytest.raises(RuntimeError, match="lost"):
        fails()
    assert "1/4 games" in plain(terminal)
    assert terminal.getvalue().endswith("\x1b[2K")


STOPPED = """
import signal, sys
from mancala_core import cli, simulate_command
signal.signal(signal.SIGINT, signal.default_int_handler)
simulate_command.SECONDS_BETWEEN_LINES = 0
arguments = ["simulate", "adji_kui_2", "--games", "10000000", "--workers", "1", "--out"]
sys.exit(cli.main([*arguments, sys.argv[1]]))
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows sends no SIGINT to one process")
@pytest.mark.parametrize("there", [False, True])
def test_ctrl_c_ends_with_a_sentence_and_no_part_of_a_file(tmp_path, there):
    simulate("adji_kui_2", 1, seed=1)  # the other process finds it compiled
    path = tmp_path / "games.parquet"
    if there:
        simulate("adji_kui_2", 3, seed=6, out=path)
    before = {item: item.read_bytes() for item in tmp_path.iterdir()}
    command = [sys.executable, "-c", STOPPED, str(path)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT
    ) as run:
        told = []
        while not (told and told[-1].startswith("adji_kui_2: ")):
            told.append(run.stderr.readline())
            assert told[-1], told
        run.send_signal(signal.SIGINT)
        said, rest = run.communicate(timeout=100)
    words = f"{path} is as it was before." if there else "No file was written."
    assert rest.splitlines()[-1] == f"Stopped. {words}"
    assert "Traceback" not in rest
    assert (run.returncode, said) == (130, "")
    assert {item: item.read_bytes() for item in tmp_path.iterdir()} == before


# Help


def test_the_example_in_the_help_can_be_run(capsys, tmp_path, monkeypatch):
    assert cli.main(["simulate", "--help"]) == 0
    line = re.search(r"^ *mancala (simulate .*\.parquet) *$", capsys.readouterr().out, re.MULTILINE)
    monkeypatch.chdir(tmp_path)
    assert cli.main([*line[1].split(), "--games", "10"]) == 0
    assert names(tmp_path) == ["games.parquet"]
    assert len(read_games("games.parquet")) == 10


@pytest.mark.parametrize("arguments", [["--help"], ["simulate", "--help"]])
def test_help_fits_eighty_columns(arguments):
    done = subprocess.run(
        [sys.executable, "-m", "mancala_core.cli", *arguments],
        env=os.environ | {"COLUMNS": "80", "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert "simulate" in done.stdout


def test_help_needs_no_heavy_library():
    code = (
        "import sys; from mancala_core import cli; cli.main(['simulate', '--help'])\n"
        "print(*{'numpy', 'pandas', 'numba'} & set(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == "\n"
