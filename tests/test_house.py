"""The project's own papers agree with each other and name no machine."""

import os
import re
import tomllib
from itertools import chain

import pytest
from tree import ROOT, files, text

import mancala_core

PROJECT = tomllib.loads(text("pyproject.toml"))["project"]
PINS = [line for line in text("constraints.txt").splitlines() if line and line[0] != "#"]

# Put together here, so that this file does not hold them either.
HOSTS = [".".join(parts) for parts in (("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"))]
HOSTS += [".".join(parts) for parts in (("deb", "debian", "org"), ("registry", "npmjs"))]
HOME = re.compile("/" + "|/".join([r"home/\w+/", r"Users/\w+/", "root/"]) + r"|C:\\Users")


def slips(content):
    """What a text should not hold: hosts of package registries, folders of one person."""
    return [host for host in HOSTS if host in content] + HOME.findall(content)


@pytest.mark.parametrize("path", [path.relative_to(ROOT).as_posix() for path in files()])
def test_a_file_names_no_registry_and_no_home(path):
    assert slips((ROOT / path).read_bytes().decode("utf-8", "replace")) == []


def test_a_slip_would_be_seen():
    assert slips("see " + HOSTS[0]) == [HOSTS[0]]
    assert slips("File /" + "home/ada/mancala/x.py")


def test_pins_hold_no_address_and_no_option():
    wrong = [pin for pin in PINS if not re.match(r"[a-z0-9._-]+==[\w.+!]+(?: ; \S.*)?$", pin)]
    assert wrong == []
    assert "://" not in text("constraints.txt")


def test_every_dependency_is_pinned():
    wanted = [*PROJECT["dependencies"], *chain(*PROJECT["optional-dependencies"].values())]
    names = {re.match(r"[\w.-]+", line)[0].lower() for line in wanted} - {"mancala-core"}
    pinned = {pin.partition("==")[0] for pin in PINS}
    assert len(names) > 15
    assert names - pinned == set()


def test_versions_agree():
    citation = re.search(r"^version: (\S+)$", text("CITATION.cff"), re.MULTILINE)
    assert citation[1] == mancala_core.__version__
    assert re.search(
        rf"^## {re.escape(mancala_core.__version__)}\b", text("CHANGES.md"), re.MULTILINE
    )
    assert PROJECT["dynamic"] == ["version"]


def test_the_license_is_named_alike():
    assert PROJECT["license"] == "BSD-3-Clause"
    assert "license: BSD-3-Clause" in text("CITATION.cff")
    assert text("LICENSE").startswith("BSD 3-Clause License")


def test_the_readme_has_both_commands():
    for command in ("lab", "test"):
        assert f"python3 -m mancala_core {command}" in text("README.md")


def test_ci_runs_the_readme_command_and_wants_a_browser():
    script = text(".ci/run")
    assert script.rstrip().endswith("python3 -m mancala_core test")
    assert "MANCALA_BROWSER=required" in script
    assert os.name == "nt" or os.access(ROOT / ".ci/run", os.X_OK)


def test_the_wheel_finds_the_course():
    wheel = tomllib.loads(text("pyproject.toml"))["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert set(wheel["sources"]) == {"notebooks", "data"}
    for folder, place in wheel["sources"].items():
        assert place == f"mancala_core/course/{folder}"
        assert folder in wheel["only-include"]
        assert any((ROOT / folder).iterdir())


DECISIONS = sorted(path.name for path in (ROOT / "docs/decisions").glob("[0-9]*.md"))


def test_decisions_are_numbered_without_a_gap():
    assert [int(name[:4]) for name in DECISIONS] == list(range(1, len(DECISIONS) + 1))


@pytest.mark.parametrize("name", DECISIONS)
def test_a_decision_has_its_parts(name):
    page = text(f"docs/decisions/{name}")
    headings = re.findall(r"^## (.*)$", page, re.MULTILINE)
    assert headings == ["Status", "Context", "Decision", "Consequences"]
    assert page.startswith(f"# {int(name[:4])}. ")
    status = r"^## Status\n(Proposed|Accepted|Replaced by \d{4}), \d{4}-\d\d-\d\d\.$"
    assert re.search(status, page, re.MULTILINE)
