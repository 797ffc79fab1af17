"""Imports go one way, the engine needs nothing but Python, and the top level is light."""

import ast
import re
import subprocess
import sys
import tomllib
from importlib import import_module

import pytest
from tree import ROOT, text

import mancala_core

PACKAGE = ROOT / "mancala_core"
TESTS = sorted((ROOT / "tests").rglob("*.py"))

# The order of imports: a module may import what stands before it, in this table and in its
# own line. A new module gets its place here.
ORDER = {
    "engine": (
        *(
            "saying",
            "about",
            "options",
            "rule_files",
            "rule_checks",
            "rules",
            "unused",
            "streams",
            "territory",
            "sowing",
            "whole_numbers",
            "position",
            "refusal",
            "choices",
            "settlement",
            "outcome",
        ),
        *("moves", "notation", "game", "match_rounds", "match"),
    ),
    "players": ("strategies", "buying", "compiled", "chain", "endgame"),
    "study": (
        *("memory", "draws", "playout", "packed", "bulk", "rounds", "run", "store", "settle"),
        *("intervals", "wording", "significance", "results", "matches", "simulate"),
        *("lap_counts", "differences"),
        *("analysis", "pairs", "seats", "sequences", "lengths", "openings", "calibration"),
        *("surplus", "match_pairs", "match_lengths"),
        *("published", "publisher", "reproduction", "claims", "family"),
    ),
    "show": (
        *("words", "names", "fonts", "lines", "canvas", "laps", "signs", "lap_table", "lap_words"),
        *("board_words",),
        *("sowing_steps", "predict"),
        *("match_rows", "match_words", "match_table", "match_choice"),
        *("lap_layout", "lap_picture", "board_picture", "telling"),
        *("scales", "charts", "chart_words", "chart_settings"),
        *("chart_results", "chart_running", "chart_margins"),
        *("chart_claims", "chart_family", "chart_published", "territory_picture"),
        *("chart_lengths", "chart_openings", "chart_pairs", "chart_checks"),
        *("chart_surplus", "chart_matches", "plots"),
        *("match_rules", "rule_text", "shots", "moving_picture", "move_form", "paper", "draw"),
        *("looks", "record_files", "frame_record", "frame", "face", "background", "change"),
        *("state", "actions", "review", "checker", "reply", "set_up"),
        *("rounds_of_match", "setting_up", "session"),
        *("option_names", "rule_values", "about_box", "panel", "set_up_controls"),
        *("picture_files", "save_controls", "controls"),
        *("live",),
        *("board", "lesson"),
        *("trial", "trial_controls", "trial_table", "trial_view", "latest"),
        *("rule_lab",),
    ),
    "": (
        *("turnstile", "__main__", "console", "simulate_command", "published_command"),
        *("sheet_command", "cli"),
    ),
}
PLACES = {
    ".".join(filter(None, ("mancala_core", folder, module))): place
    for place, (folder, module) in enumerate(
        (folder, module) for folder, modules in ORDER.items() for module in modules
    )
}
LIGHT = ("players.strategies", "show.words", "show.board")
HEAVY = ("matplotlib", "numba", "numpy", "pandas", "pyarrow", "scipy", "statsmodels")


def modules():
    """Names of all modules there are, without the packages' own ``__init__``."""
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if parts[-1] != "__init__" and parts[1] != "course":
            yield ".".join(parts)


def source(module):
    return ROOT.joinpath(*module.split(".")).with_suffix(".py").read_text(encoding="utf-8")


def imports(code, module):
    """Names that a module imports anywhere in it: absolute, as far as can be told."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = module.split(".")[: -node.level] if node.level else []
            origin = ".".join([*base, *filter(None, [node.module])])
            for alias in node.names:
                yield f"{origin}.{alias.name}"


def inner(code, module):
    """Modules of the package that a module imports."""
    for name in imports(code, module):
        parts = name.split(".")
        if parts[0] != "mancala_core":
            continue
        if len(parts) == 2 and parts[1] in mancala_core._HOMES:
            yield "mancala_core." + mancala_core._HOMES[parts[1]]
        elif len(parts) == 2 and parts[1] in mancala_core._MODULES:
            yield "mancala_core." + mancala_core._MODULES[parts[1]]
        else:
            known = [".".join(parts[:length]) for length in range(len(parts), 1, -1)]
            yield from [name for name in known if name in PLACES][:1]


def wrong_ways(code, module):
    return [name for name in inner(code, module) if PLACES[name] >= PLACES[module]]


def test_every_module_has_its_place():
    assert sorted(PLACES) == sorted(modules())


@pytest.mark.parametrize("module", PLACES)
def test_imports_go_one_way(module):
    assert wrong_ways(source(module), module) == []


@pytest.mark.parametrize(
    "code",
    [
        "import mancala_core.show.draw",
        "from mancala_core.show import draw",
        "from mancala_core.show.board import Board",
        "from mancala_core import Board",
        "from mancala_core import draw",
        "from ..show import words",
        "from .compiled import anything",
        "def later():\n    from mancala_core.study.settle import settle",
    ],
)
def test_an_import_the_wrong_way_is_seen(code):
    assert wrong_ways(code, "mancala_core.players.strategies")


def run(code, *options):
    """Run code in a fresh Python that finds the package; return what it prints."""
    path = f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
    done = subprocess.run(
        [sys.executable, *options, "-c", path + code], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


# A finder that stands first and refuses: what is imported afterwards does not need these.
REFUSE = f"""
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {HEAVY!r}:
            raise ModuleNotFoundError(name + " may not be needed here", name=name)
sys.meta_path.insert(0, Refuse())
"""


@pytest.mark.parametrize("module", [name for name in PLACES if ".engine." in name])
def test_the_engine_imports_only_the_standard_library(module):
    outside = {name.split(".")[0] for name in imports(source(module), module)}
    assert outside - sys.stdlib_module_names <= {"mancala_core"}


# The names under which packages are imported, where they are not those of the package index.
IMPORTED_AS = {"axe_playwright_python": "axe-playwright-python", "PIL": "pillow"}


def undeclared(path, *groups):
    """Packages that a file imports and that pyproject.toml does not name."""
    project = tomllib.loads(text("pyproject.toml"))["project"]
    declared = project["dependencies"] + [
        line for group in groups for line in project["optional-dependencies"][group]
    ]
    known = {re.match(r"[\w.-]+", line)[0] for line in declared} | {"mancala_core"}
    known |= {file.stem for file in path.parent.glob("*.py")} | sys.stdlib_module_names
    names = {name.split(".")[0] for name in imports(path.read_text(encoding="utf-8"), "here")}
    return {IMPORTED_AS.get(name, name) for name in names} - known


@pytest.mark.parametrize("module", PLACES)
def test_what_a_module_imports_is_installed_with_it(module):
    assert undeclared(ROOT.joinpath(*module.split(".")).with_suffix(".py")) == set()


@pytest.mark.parametrize("path", [path.relative_to(ROOT).as_posix() for path in TESTS])
def test_what_a_test_imports_is_installed_with_the_tests(path):
    assert undeclared(ROOT / path, "test") <= {"tree"}


def test_an_undeclared_package_is_seen(tmp_path):
    (tmp_path / "module.py").write_text("import numpy\nfrom tensorflow import keras\n")
    assert undeclared(tmp_path / "module.py") == {"tensorflow"}


def test_a_game_is_played_where_nothing_is_installed():
    code = "\n".join(f"import mancala_core.engine.{module}" for module in ORDER["engine"])
    code += """
from mancala_core import Position, Rules, legal_moves, play
rules = Rules.load("anywoli")
position = Position.start(rules, starter="south")
for _ in range(20):
    position = play(rules, position, legal_moves(rules, position)[0]).after
print(sum(position.seeds) + sum(position.stores))
"""
    assert run(code, "-I", "-S") == ["96"]


@pytest.mark.parametrize("module", LIGHT)
def test_playing_needs_no_heavy_library(module):
    run(f"{REFUSE}\nimport mancala_core.{module}")


def test_the_refusal_of_heavy_libraries_works():
    code = f"{REFUSE}\ntry:\n    import numpy\nexcept ModuleNotFoundError:\n    print('refused')"
    assert run(code) == ["refused"]


def test_the_top_level_loads_nothing_but_itself():
    code = """
before = set(sys.modules)
import mancala_core
dir(mancala_core)
print(*sorted(set(sys.modules) - before))
"""
    assert run(code) == ["mancala_core"]


def test_public_names_agree():
    public = {*mancala_core._HOMES, *mancala_core._MODULES}
    assert set(mancala_core.__all__) == public | {"__version__"}
    assert public <= set(dir(mancala_core))
    stub = ast.parse((PACKAGE / "__init__.pyi").read_text(encoding="utf-8"))
    declared = {
        alias.asname: f"{node.module}.{alias.name}".removeprefix("mancala_core.")
        for node in stub.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    homes = {name: f"{home}.{name}" for name, home in mancala_core._HOMES.items()}
    assert declared == homes | mancala_core._MODULES


@pytest.mark.parametrize("name", [name for name in mancala_core.__all__ if name != "__version__"])
def test_a_public_name_is_what_its_module_defines(name):
    found = getattr(mancala_core, name)
    if name in mancala_core._MODULES:
        assert found is import_module("mancala_core." + mancala_core._MODULES[name])
    else:
        home = "mancala_core." + mancala_core._HOMES[name]
        assert found is getattr(import_module(home), name)
        assert found.__module__ == home


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'Bord'"):
        _ = mancala_core.Bord
