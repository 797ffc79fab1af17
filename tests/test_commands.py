"""The two commands: what is said and done when all goes well, and when it does not."""

import ast
import io
import os
import re
import subprocess
import sys
import tokenize
from pathlib import Path
from types import SimpleNamespace

import pytest
from tree import ROOT

from mancala_core import __main__ as start
from mancala_core import __version__, cli, turnstile
from mancala_core.engine.rules import Rules

# Old interpreters


def too_new(code):
    """What of a text Python 2.7 could not read."""
    newer = (
        *(ast.JoinedStr, ast.NamedExpr, ast.AnnAssign, ast.AsyncFunctionDef, ast.Await),
        *(ast.Nonlocal, ast.YieldFrom, ast.Starred, ast.Match, ast.TryStar, ast.MatMult),
    )
    tree = ast.parse(code)
    found = [type(node).__name__ for node in ast.walk(tree) if isinstance(node, newer)]
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            every = node.args.posonlyargs + node.args.args + node.args.kwonlyargs
            if node.returns or any(argument.annotation for argument in every):
                found.append("annotation")
            if node.args.kwonlyargs or node.args.posonlyargs:
                found.append("kind of argument")
        elif isinstance(node, ast.Raise) and node.cause:
            found.append("raise from")
        elif isinstance(node, ast.Dict) and None in node.keys:
            found.append("unpacking")
        elif isinstance(node, ast.With | ast.ClassDef) and getattr(node, "keywords", None):
            found.append("class keyword")
    tokens = tokenize.generate_tokens(io.StringIO(code).readline)
    found += [token.string for token in tokens if token.type == tokenize.NUMBER and "_" in token[1]]
    if not code.isascii():
        found.append("letters beyond ASCII")
    return found


@pytest.mark.parametrize("name", ["__init__", "__main__"])
def test_the_way_in_parses_on_old_interpreters(name):
    assert too_new((ROOT / f"mancala_core/{name}.py").read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "code",
    [
        "f'{x}'",
        "(x := 1)",
        "x: int = 1",
        "def f(x: int): pass",
        "def f() -> int: pass",
        "def f(*, x): pass",
        "[*x]",
        "{**x}",
        "x = 1_000",
        "raise A from b",
        "'é'",
        "class A(metaclass=B): pass",
    ],
)
def test_newer_grammar_is_seen(code):
    assert too_new(code)


def test_an_old_python_is_told_which_one_is_needed(monkeypatch, capsys):
    monkeypatch.setattr(sys, "version_info", (3, 10, 2, "final", 0))
    monkeypatch.setattr(start, "environment", lambda *_: pytest.fail("went on"))
    assert start.main(["lab"]) == 2
    said = capsys.readouterr().err
    assert "Python 3.11 or newer, please" in said
    assert "3.10.2" in said


@pytest.mark.parametrize(
    ("version", "old"),
    [((2, 7, 18), True), ((3, 10, 9), True), ((3, 11, 0), False), ((3, 13, 1), False)],
)
def test_the_oldest_python(version, old):
    assert bool(start.old_python(version)) is old


def test_the_way_in_loads_the_standard_library_alone():
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); import mancala_core.__main__\n"
        "print(*{name.split('.')[0] for name in sys.modules} - sys.stdlib_module_names)"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=True
    )
    assert set(done.stdout.split()) == {"__main__", "mancala_core"} - sys.stdlib_module_names


# The environment


class Programs:
    """Stands in for subprocess: remembers what was run, and does a little of it."""

    PIPE, STDOUT, DEVNULL = -1, -2, -3

    def __init__(self, venv):
        self.venv = venv
        self.has_venv = True  # whether this Python can make environments
        self.has_pip = True  # whether the made environment has pip
        self.says = {"venv": "", "pip": "", "ensurepip": ""}
        self.fails = set()  # of "venv", "pip", "ensurepip"
        self.interrupted = False
        self.ran = []

    def call(self, command, **_):
        if command[0] == sys.executable:
            return 0 if self.has_venv else 1
        if not Path(command[0]).is_file():
            raise FileNotFoundError(command[0])
        return int("pip" in command[-1] and not self.has_pip)

    def Popen(self, command, **_):
        tool = command[2]
        self.ran.append(command)
        status = int(tool in self.fails)
        if tool == "venv":
            for path in (start.program(self.venv, "python"), Path(self.venv, "pyvenv.cfg")):
                Path(path).parent.mkdir(parents=True, exist_ok=True)
                Path(path).touch()
        elif tool == "pip" and not status:
            Path(start.program(self.venv, "mancala")).touch()
        return Running(self.says[tool].splitlines(keepends=True), status, self.interrupted)

    @property
    def tools(self):
        return [command[2] for command in self.ran]


class Running:
    def __init__(self, lines, returncode, interrupted):
        self.lines, self.returncode, self.interrupted = lines, returncode, interrupted

    @property
    def stdout(self):
        yield from self.lines
        if self.interrupted:
            raise KeyboardInterrupt

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None


@pytest.fixture
def clone(tmp_path, monkeypatch):
    """A source tree of two files, started from, that hands over to nobody."""
    folder = tmp_path / "clone"
    folder.mkdir()
    (folder / "pyproject.toml").write_text("[project]\n")
    (folder / "constraints.txt").write_text("numpy==2.4.6\nrich==15.0.0\n")
    monkeypatch.delenv("MANCALA_VENV", raising=False)
    monkeypatch.setattr(start, "clone_folder", lambda: str(folder))
    monkeypatch.setattr(start, "hand_over", lambda venv, arguments: 0)
    return folder


@pytest.fixture
def programs(clone, monkeypatch):
    fake = Programs(str(clone / ".venv"))
    monkeypatch.setattr(start, "subprocess", fake)
    return fake


def test_the_first_run_installs_and_the_second_starts_at_once(clone, programs, capsys):
    assert start.main(["lab"]) == 0
    assert programs.tools == ["venv", "pip"]
    assert programs.ran[1][-4:] == ["--constraint", "constraints.txt", "--editable", "."]
    said = capsys.readouterr().out
    assert "making an environment" in said
    assert "up to 2 packages" in said
    assert start.main(["lab"]) == 0
    assert programs.tools == ["venv", "pip"]
    assert capsys.readouterr().out == ""


def test_the_tests_need_more_than_the_course(clone, programs):
    start.main(["lab"])
    start.main(["test"])
    assert programs.tools == ["venv", "pip", "pip"]
    assert programs.ran[2][-1] == ".[test]"
    start.main(["lab"])
    start.main(["rules"])
    assert programs.tools == ["venv", "pip", "pip"]


@pytest.mark.parametrize("name", ["pyproject.toml", "constraints.txt"])
def test_a_changed_file_installs_again_in_the_same_environment(clone, programs, name):
    start.main(["test"])
    with open(clone / name, "a") as file:
        file.write("# changed\n")
    start.main(["test"])
    assert programs.tools == ["venv", "pip", "pip"]


def test_the_stamp_depends_on_place_and_kind(clone, tmp_path):
    stamps = {start.stamp(str(clone), "lab"), start.stamp(str(clone), "test")}
    moved = tmp_path / "moved"
    clone.rename(moved)
    stamps.add(start.stamp(str(moved), "lab"))
    assert len(stamps) == 3
    assert all(re.fullmatch(r"[0-9a-f]{64}", stamp) for stamp in stamps)


def test_a_lost_command_installs_again(clone, programs):
    start.main(["lab"])
    os.remove(start.program(programs.venv, "mancala"))
    start.main(["lab"])
    assert programs.tools == ["venv", "pip", "pip"]


NEW = "NewConnectionError: Failed to establish a new connection: [Errno 101]"
FAILURES = [
    ("pip", f"WARNING: Retrying after connection broken by '{NEW}'\nERROR: x", "Go online"),
    ("pip", "ERROR: Could not install: [Errno 28] No space left on device", "disk is full"),
    ("pip", "ssl: CERTIFICATE_VERIFY_FAILED", "PIP_CERT"),
    ("pip", "ERROR: No matching distribution found for numba", "Try Python 3.11"),
    ("pip", "ERROR: [Errno 13] Permission denied", "MANCALA_VENV"),
    ("pip", "ERROR: something unheard of", "something unheard of"),
    ("venv", "Error: [Errno 30] Read-only file system", "MANCALA_VENV"),
]


@pytest.mark.parametrize(("tool", "says", "advice"), FAILURES)
def test_a_failure_says_what_failed_and_what_to_do(clone, programs, capsys, tool, says, advice):
    programs.fails = {tool}
    programs.says[tool] = says
    assert start.main(["lab"]) == 1
    said = capsys.readouterr().err
    assert advice in said
    assert "run the same command again" in said
    assert "Nothing is lost" in said
    assert "Traceback" not in said
    # Nothing is stamped: the next run does it again, in the environment that stands.
    programs.fails = set()
    assert start.main(["lab"]) == 0
    assert programs.tools[-1] == "pip"
    assert start.stamped(str(clone), programs.venv, "lab")


def test_the_log_holds_all_that_was_written(clone, programs, capsys):
    programs.fails = {"pip"}
    programs.says["pip"] = "first line\nmore\nmore\nlast line\n"
    start.main(["lab"])
    log = clone / ".venv" / "mancala-setup.log"
    assert log.read_text() == programs.says["pip"]
    assert str(log) in capsys.readouterr().err


def test_a_full_disk_is_noticed_where_the_program_is_silent(clone, programs, capsys, monkeypatch):
    usage = SimpleNamespace(disk_usage=lambda _: SimpleNamespace(free=10**6))
    monkeypatch.setattr(start, "shutil", usage)
    programs.fails = {"venv"}
    assert start.main(["lab"]) == 1
    assert "disk is full" in capsys.readouterr().err


def test_little_room_is_said_beforehand(clone, programs, capsys, monkeypatch):
    usage = SimpleNamespace(disk_usage=lambda _: SimpleNamespace(free=10**9))
    monkeypatch.setattr(start, "shutil", usage)
    assert start.main(["lab"]) == 0
    assert "1.0 GB are free on this disk; about 2 GB are needed" in capsys.readouterr().out


def test_an_error_of_the_system_is_a_sentence_too(clone, programs, capsys, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(start, "stamp_file", full)
    assert start.main(["lab"]) == 1
    assert "disk is full" in capsys.readouterr().err


def test_debian_without_venv_is_told_what_to_install(clone, programs, capsys):
    programs.has_venv = False
    assert start.main(["lab"]) == 1
    assert "apt install python3-venv" in capsys.readouterr().err
    assert programs.ran == []


def test_an_interrupted_installation_goes_on_at_the_next_run(clone, programs, capsys):
    programs.interrupted = True
    assert start.main(["lab"]) == 130
    assert "Run the same command again" in capsys.readouterr().err
    programs.interrupted = False
    assert start.main(["lab"]) == 0
    assert programs.tools == ["venv", "pip"]


def test_an_environment_without_pip_gets_it(clone, programs):
    start.main(["lab"])
    os.remove(start.stamp_file(programs.venv, "lab"))
    programs.has_pip = False
    start.main(["lab"])
    assert programs.tools == ["venv", "pip", "ensurepip", "pip"]


def test_a_broken_environment_is_made_anew(clone, programs, capsys):
    start.main(["lab"])
    os.remove(start.program(programs.venv, "python"))
    (clone / ".venv" / "left-over").touch()
    assert start.main(["lab"]) == 0
    assert programs.tools == ["venv", "pip", "venv", "pip"]
    assert not (clone / ".venv" / "left-over").exists()
    assert "does not work; making it anew" in capsys.readouterr().out


def everything(folder):
    """All files under a folder and what they hold."""
    return {path: path.read_bytes() for path in Path(folder).rglob("*") if path.is_file()}


def test_an_environment_of_somebody_else_stays_untouched(clone, programs, capsys):
    theirs = clone / ".venv"
    (theirs / "lib").mkdir(parents=True)
    (theirs / "pyvenv.cfg").write_text("version = 3.10.2\n")
    (theirs / "lib" / "work.py").write_text("a year of work\n")
    before = everything(clone)
    assert start.main(["lab"]) == 1
    assert everything(clone) == before
    assert programs.ran == []
    said = capsys.readouterr().err
    assert "an environment that does not work and was not made by this command" in said
    assert "stays untouched" in said
    assert "MANCALA_VENV, for example " in said


def test_an_environment_half_deleted_is_still_ours(clone, programs, monkeypatch):
    start.main(["lab"])
    os.remove(start.program(programs.venv, "python"))
    (clone / ".venv" / "lib").mkdir()

    def interrupted(path):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(start.shutil, "rmtree", interrupted)
        assert start.main(["lab"]) == 130
    assert start.main(["lab"]) == 0
    assert not (clone / ".venv" / "lib").exists()


def test_one_stamp_stands_and_none_while_pip_runs(clone, programs, monkeypatch):
    def stamps():
        return sorted(path.name for path in (clone / ".venv").glob("*.stamp"))

    start.main(["lab"])
    assert stamps() == ["mancala-lab.stamp"]
    seen = []
    popen = programs.Popen
    monkeypatch.setattr(programs, "Popen", lambda *a, **k: seen.append(stamps()) or popen(*a, **k))
    start.main(["test"])
    assert seen == [[]]
    assert stamps() == ["mancala-test.stamp"]
    programs.fails = {"pip"}
    with open(clone / "constraints.txt", "a") as file:
        file.write("scipy==1.17.0\n")
    start.main(["lab"])
    assert stamps() == []


def test_a_drive_that_is_missing_ends_the_search_for_room(monkeypatch):
    monkeypatch.setattr(os.path, "exists", lambda _: False)
    assert start.free("Z:/course/.venv" if os.name == "nt" else "/no/such/place") > 10**15


# Two runs at once


def own(content="{pid} {host}", pid=None):
    return content.format(pid=pid or os.getpid(), host=turnstile.socket.gethostname())


@pytest.fixture
def lock(clone):
    return clone / ".venv.lock"


def test_no_lock_is_left(clone, programs, lock, monkeypatch):
    seen = []
    install = start.install
    monkeypatch.setattr(start, "install", lambda *a: seen.append(lock.read_text()) or install(*a))
    start.main(["lab"])
    assert seen == [own()]
    assert not lock.exists()
    programs.interrupted = True
    assert start.main(["test"]) == 130
    assert not lock.exists()


def test_the_second_run_waits_for_the_first(clone, programs, lock, monkeypatch, capsys):
    """The first run is still going on, as its process exists; then it is done."""
    lock.write_text(own())
    slept = []

    def sleep(seconds):
        slept.append(seconds)
        if len(slept) == 3:
            monkeypatch.setattr(start, "ready", lambda *_: True)
            lock.unlink()

    monkeypatch.setattr(turnstile.time, "sleep", sleep)
    assert start.main(["lab"]) == 0
    assert len(slept) == 3
    assert programs.ran == []
    said = capsys.readouterr().out
    assert said.count("another run is setting up") == 1
    assert str(lock) in said
    assert not lock.exists()


def finished():
    """The number of a process that is over."""
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    return process.pid


@pytest.mark.parametrize(
    ("content", "age", "busy"),
    [
        (own(), 0, True),
        (own(), 7 * 3600, False),
        (own(pid=finished()), 0, False),
        ("1 another-machine", 0, True),
        ("1 another-machine", 7 * 3600, False),
        ("", 0, True),
        ("", 100, False),
        ("half", 100, False),
    ],
    ids=[
        *("running", "running-but-old", "over", "elsewhere", "elsewhere-but-old"),
        *("being-written", "never-written", "illegible"),
    ],
)
def test_a_lock_that_is_left_over_is_known(lock, content, age, busy):
    lock.write_text(content)
    then = lock.stat().st_mtime - age
    os.utime(lock, (then, then))
    assert turnstile.busy(lock) is busy


def test_a_lock_that_is_left_over_is_taken_away(clone, programs, lock):
    lock.write_text(own(pid=finished()))
    assert start.main(["lab"]) == 0
    assert programs.tools == ["venv", "pip"]
    assert not lock.exists()


def test_of_many_runs_one_sets_up_at_a_time(tmp_path):
    code = (
        "import sys, time; from mancala_core.turnstile import held\n"
        "for _ in range(3):\n"
        "    with held(sys.argv[1], str):\n"
        "        file = open(sys.argv[1] + '.seen', 'x'); time.sleep(0.01); file.close()\n"
        "        import os; os.remove(sys.argv[1] + '.seen')\n"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "venv")]
    runs = [subprocess.Popen(command, cwd=ROOT) for _ in range(3)]
    assert [run.wait() for run in runs] == [0, 0, 0]


# Folders whose names the output cannot encode


def run_in_ascii(command, **settings):
    settings = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", **settings}
    return subprocess.run(
        command, env=settings, capture_output=True, text=True, timeout=100, check=False
    )


def test_a_folder_with_umlauts_is_named_on_any_console(tmp_path):
    folder = tmp_path / "Spiele für Schüler"
    folder.mkdir()
    (folder / "work.txt").touch()
    command = [sys.executable, "-m", "mancala_core"]
    helped = run_in_ascii([*command, "--help"], PYTHONPATH=str(ROOT), MANCALA_VENV=str(folder))
    assert helped.returncode == 0, helped.stderr
    assert "f\\xfcr Sch\\xfcler" in helped.stdout
    stopped = run_in_ascii([*command, "lab"], PYTHONPATH=str(ROOT), MANCALA_VENV=str(folder))
    assert stopped.returncode == 1
    assert "f\\xfcr Sch\\xfcler" in stopped.stderr
    assert "Traceback" not in stopped.stderr


def test_the_command_names_any_rule_set_on_any_console():
    code = "import sys; from mancala_core import cli; sys.exit(cli.main(['rules', 'Schüler']))"
    done = run_in_ascii([sys.executable, "-c", code], PYTHONPATH=str(ROOT))
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    code = "from mancala_core import cli; cli.main(['rules']); cli.out.print('für')"
    done = run_in_ascii([sys.executable, "-c", code], PYTHONPATH=str(ROOT))
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "f\\xfcr"


def test_a_folder_with_something_else_stays_untouched(clone, programs, capsys, monkeypatch):
    monkeypatch.setenv("MANCALA_VENV", str(clone))
    assert start.main(["lab"]) == 1
    assert "stays untouched" in capsys.readouterr().err
    assert programs.ran == []
    assert (clone / "pyproject.toml").exists()


def test_the_environment_may_stand_elsewhere(clone, tmp_path, monkeypatch):
    assert start.venv_folder(str(clone)) == str(clone / ".venv")
    monkeypatch.setenv("MANCALA_VENV", str(tmp_path / "other"))
    assert start.venv_folder(str(clone)) == str(tmp_path / "other")


@pytest.mark.parametrize("arguments", [[], ["--help"]])
def test_help_needs_no_environment(clone, programs, capsys, arguments):
    assert start.main(arguments) == 0
    assert "mancala_core lab" in capsys.readouterr().out
    assert programs.ran == []


@pytest.mark.skipif(os.name == "nt", reason="Windows has no exec")
def test_the_command_of_the_environment_takes_over(monkeypatch):
    taken = []
    monkeypatch.setattr(os, "execv", lambda *command: taken.append(command))
    start.hand_over("/env", ["lab", "--port", "9000"])
    program = start.program("/env", "mancala")
    assert taken == [(program, [program, "lab", "--port", "9000"])]


def test_an_installed_package_calls_the_command_itself(monkeypatch, capsys):
    monkeypatch.setattr(start, "clone_folder", lambda: None)
    assert start.main(["--version"]) == 0
    assert capsys.readouterr().out == f"mancala_core {__version__}\n"


def test_an_installation_without_its_parts_says_so(monkeypatch, capsys):
    monkeypatch.setattr(start, "clone_folder", lambda: None)
    monkeypatch.setitem(sys.modules, "mancala_core.cli", None)
    assert start.main(["lab"]) == 1
    assert "Install it again with pip" in capsys.readouterr().err


def test_this_tree_is_a_clone():
    assert start.clone_folder() == str(ROOT)
    assert cli.clone_folder() == ROOT


# mancala lab


@pytest.fixture
def started(monkeypatch):
    """The JupyterLab command that `lab` would turn into, and its environment."""
    taken = []

    def execve(program, command, settings):
        taken.extend([command, settings])

    monkeypatch.setattr(os, "execve", execve)
    monkeypatch.setattr(subprocess, "call", lambda command, env: execve("", command, env))
    monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    return taken


def test_lab_opens_the_contents_page_of_the_clone(started):
    assert cli.main(["lab", "--port", "9000", "--no-browser", "--ServerApp.token=x"]) == 0
    command, settings = started
    assert command[1:3] == ["-m", "jupyterlab"]
    assert f"--ServerApp.root_dir={ROOT}" in command
    assert "--LabApp.default_url=/lab/tree/notebooks/README.md" in command
    assert command[-3:] == ["--ServerApp.port=9000", "--no-browser", "--ServerApp.token=x"]
    assert "--allow-root" not in command
    assert settings["PATH"].startswith(os.path.dirname(sys.executable))
    folder = settings["JUPYTER_CONFIG_PATH"].split(os.pathsep)[0]
    assert Path(folder, "labconfig", "default_setting_overrides.json").is_file()


def test_lab_as_root(started, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    cli.main(["lab"])
    assert "--allow-root" in started[0]


def test_lab_outside_a_clone_works_on_a_copy(started, tmp_path, monkeypatch, capsys):
    package = tmp_path / "site" / "mancala_core"
    (package / "course" / "notebooks").mkdir(parents=True)
    (package / "course" / "notebooks" / "README.md").write_text("the course")
    monkeypatch.setattr(cli, "PACKAGE", package)
    monkeypatch.chdir(tmp_path)
    assert cli.main(["lab"]) == 0
    copy = tmp_path / "mancala-course"
    assert (copy / "notebooks" / "README.md").read_text() == "the course"
    assert f"--ServerApp.root_dir={copy}" in started[0]
    assert str(copy) in capsys.readouterr().out.replace("\n", "")
    # From inside the copy, no copy of the copy is made.
    monkeypatch.chdir(copy)
    started.clear()
    cli.main(["lab"])
    assert f"--ServerApp.root_dir={copy}" in started[0]


def test_what_the_reader_changed_is_kept(tmp_path):
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    ours.mkdir()
    for name in ("changed", "unchanged", "deleted"):
        (ours / name).write_text("first edition")
    assert cli.copy_course(ours, theirs) == []
    (theirs / "changed").write_text("mine")
    (theirs / "own").write_text("also mine")
    (theirs / "deleted").unlink()
    for name in ("changed", "unchanged", "new"):
        (ours / name).write_text("second edition")
    assert cli.copy_course(ours, theirs) == ["changed"]
    assert cli.copy_course(ours, theirs) == ["changed"]
    texts = {path.name: path.read_text() for path in theirs.iterdir() if path.name != cli.MANIFEST}
    assert texts == {
        "changed": "mine",
        "own": "also mine",
        "deleted": "first edition",
        "unchanged": "second edition",
        "new": "second edition",
    }


def test_a_file_that_was_there_before_is_kept(tmp_path):
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    ours.mkdir()
    theirs.mkdir()
    (ours / "same-name").write_text("ours")
    (theirs / "same-name").write_text("theirs")
    assert cli.copy_course(ours, theirs) == ["same-name"]
    assert (theirs / "same-name").read_text() == "theirs"


# mancala test


def test_the_steps_are_listed(capsys):
    assert cli.main(["test", "--list"]) == 0
    names = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert names == ["ruff", "format", "mypy", "unit", "doctests", "notebooks", "browser"]


def test_an_unknown_step_is_refused(capsys):
    assert cli.main(["test", "--only", "units"]) == 2
    assert "There is no step 'units'; there are ruff, format" in capsys.readouterr().err


def test_the_tests_need_the_source_tree(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(cli, "PACKAGE", tmp_path / "mancala_core")
    assert cli.main(["test"]) == 2
    assert "source tree" in capsys.readouterr().err


def test_missing_tools_are_named(monkeypatch, capsys):
    monkeypatch.setattr(cli, "find_spec", lambda name: None if name == "nbval" else object())
    assert cli.main(["test"]) == 2
    assert "Not installed: nbval." in capsys.readouterr().err


PASSED = ("passed", "7 passed", "all of it")


@pytest.fixture
def results(monkeypatch):
    """Results of the steps, to be filled in; a step without one passes."""
    given = {}
    monkeypatch.setattr(
        cli,
        "run_step",
        lambda step, folder: given.get(step.name, PASSED),
    )
    return given


def test_all_steps_pass(results, capsys):
    assert cli.main(["test"]) == 0
    said = capsys.readouterr().out
    for step in cli.STEPS:
        assert re.search(rf"^{step.name} +passed +\d+\.\d s  7 passed$", said, re.MULTILINE)
    assert said.splitlines()[-1] == f"steps: {len(cli.STEPS)} passed, 0 failed"
    assert "all of it" not in said


def test_a_failed_step_shows_its_output_and_the_others_still_run(results, capsys):
    results["mypy"] = ("failed", "Found 1 error", "rules.py:1: error: [no-such] thing")
    assert cli.main(["test"]) == 1
    said = capsys.readouterr().out
    assert "rules.py:1: error: [no-such] thing" in said
    assert said.splitlines()[-1] == f"steps: {len(cli.STEPS) - 1} passed, 1 failed"


def test_some_steps_alone(results, capsys):
    assert cli.main(["test", "--only", "unit", "--only", "ruff"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "steps: 2 passed, 0 failed"


@pytest.mark.parametrize(
    ("output", "status", "words"),
    [
        ("....\n=== 3 passed in 1 s ===\n", 0, "3 passed in 1 s"),
        ("Found 2 errors.\n[*] 1 fixable with `--fix`.\n", 1, "Found 2 errors."),
        ("something else\n", 3, "something else"),
        ("", 1, "no output"),
    ],
)
def test_a_step_runs_and_its_exit_status_counts(tmp_path, output, status, words):
    code = f"print({output!r}, end=''); raise SystemExit({status})"
    result = "failed" if status else "passed"
    step = cli.Step("unit", "", ("-c", code))
    assert cli.run_step(step, tmp_path) == (result, words, output)


@pytest.mark.parametrize(
    ("wanted", "arguments", "result", "status"),
    [
        ("required", [], "failed", 1),
        ("", [], "not run", 0),
        ("", ["--only", "browser"], "not run", 1),
    ],
)
def test_no_browser_is_said_plainly(monkeypatch, capsys, wanted, arguments, result, status):
    monkeypatch.setattr(cli, "find_browser", lambda: None)
    monkeypatch.setattr(cli, "STEPS", [step for step in cli.STEPS if step.name == "browser"])
    monkeypatch.setenv("MANCALA_BROWSER", wanted)
    monkeypatch.delenv("MANCALA_CHROMIUM", raising=False)
    assert cli.main(["test", *arguments]) == status
    said = capsys.readouterr().out
    assert result in said
    assert "browser tests not run: no Chromium or Chrome found" in said


def test_a_named_browser_that_is_none_fails(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(cli, "STEPS", [step for step in cli.STEPS if step.name == "browser"])
    monkeypatch.setenv("MANCALA_CHROMIUM", str(tmp_path / "no-such-thing"))
    assert cli.main(["test"]) == 1
    said = capsys.readouterr().out
    assert "MANCALA_CHROMIUM names" in said
    assert "no-such-thing" in said


def test_a_step_says_that_it_is_running(results, monkeypatch, capsys):
    done = []
    monkeypatch.setattr(cli, "run_step", lambda *_: done.append(capsys.readouterr().out) or PASSED)
    assert cli.main(["test", "--only", "unit"]) == 0
    assert done == ["unit: the tests in tests/; given up after 90 minutes\n"]


def test_a_step_that_takes_too_long_is_given_up(tmp_path):
    code = "import time; print('so far', flush=True); time.sleep(60)"
    step = cli.Step("unit", "", ("-c", code), 0.05)
    result, words, output = cli.run_step(step, tmp_path)
    assert (result, words, output.strip()) == ("failed", "given up after 0.05 minutes", "so far")


def program(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o755)
    return str(path)


@pytest.fixture
def no_browser(monkeypatch):
    """A machine on which no browser stands anywhere it is looked for."""
    for variable in ("MANCALA_CHROMIUM", "PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(cli, "BROWSERS", [name for name in cli.BROWSERS if name[0] != "/"])
    monkeypatch.setenv("PATH", "")


def test_no_browser_is_found_where_there_is_none(no_browser):
    assert cli.find_browser() is None


def test_a_browser_is_found_on_the_path(no_browser, tmp_path, monkeypatch):
    browser = program(tmp_path / ("chromium.exe" if os.name == "nt" else "chromium"))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert Path(cli.find_browser()).samefile(browser)


@pytest.mark.parametrize("variable", ["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"])
def test_a_browser_is_found_where_windows_keeps_it(no_browser, tmp_path, monkeypatch, variable):
    browser = program(tmp_path / "Google" / "Chrome" / "Application" / "chrome.exe")
    monkeypatch.setenv(variable, str(tmp_path))
    assert Path(cli.find_browser()).samefile(browser)


def test_a_browser_may_be_named(no_browser, tmp_path, monkeypatch):
    browser = program(tmp_path / "my browser.exe")
    monkeypatch.setenv("MANCALA_CHROMIUM", browser)
    assert cli.find_browser() == browser


# mancala rules


def test_the_rule_sets_are_listed(capsys):
    assert cli.main(["rules"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(Rules.names())


def test_a_rule_set_is_printed(capsys):
    assert cli.main(["rules", "anywoli"]) == 0
    assert capsys.readouterr().out == f"{Rules.load('anywoli')}\n"


def test_a_changed_rule_set_is_printed(capsys):
    assert cli.main(["rules", "anywoli", "--set", "holes=6", "--set", "remainder=lottery"]) == 0
    changed = Rules.load("anywoli").replace(holes=6, remainder="lottery")
    assert capsys.readouterr().out == f"{changed}\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["rules", "anywli"], "anywli"),
        (["rules", "anywoli", "--set", "holes=none"], "holes"),
        (["rules", "anywoli", "--set", "wholes=3"], "wholes"),
        (["rules", "anywoli", "--set", "holes"], "holes"),
        (["rules", "--set", "holes=3"], "Name the rule set"),
        (["rule"], "rule"),
        (["test", "--onyl", "unit"], "--onyl"),
        (["lab", "--port", "eighty"], "--port"),
    ],
)
def test_bad_input_is_one_sentence(capsys, arguments, sentence):
    assert cli.main(arguments) == 2
    said = capsys.readouterr()
    assert sentence in said.err
    assert len(said.err.splitlines()) == 1
    assert said.out == ""


def test_the_command_alone_shows_its_help(capsys):
    assert cli.main([]) == 0
    said = capsys.readouterr().out
    assert all(command in said for command in ("lab", "test", "rules"))
