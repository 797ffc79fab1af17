"""Links inside the project lead somewhere: in pages and in notebooks."""

import json
import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from tree import ROOT, files

PAGES = [path.relative_to(ROOT).as_posix() for path in files(".md", ".ipynb")]
LINK = re.compile(r"""\]\(\s*<?([^)\s>]+)>?(?:\s+["'][^)]*)?\)|(?:src|href)=["']([^"']+)["']""")
REFERENCE = re.compile(r"^\s{0,3}\[[^\]^]+\]:\s*<?(\S+?)>?\s*$", re.MULTILINE)
CODE = re.compile(r"^\s*(```|~~~).*?^\s*\1", re.MULTILINE | re.DOTALL)
OUTSIDE = re.compile(r"^(?:[a-z][a-z0-9+.-]*:|//)", re.IGNORECASE)


def markdown(path):
    """Text of a page or of a notebook's Markdown cells, without blocks of code."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        cells = json.loads(text)["cells"]
        text = "\n\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")
    return CODE.sub("", text)


def anchors(path):
    """Anchors of a page's headings, as JupyterLab and as GitHub make them."""
    for heading in re.findall(r"^#+\s+(.*?)\s*#*$", markdown(path), re.MULTILINE):
        plain = re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        yield plain.replace(" ", "-")
        yield re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")


def dead_links(text, page):
    """Links of a text that stands in `page` and lead nowhere."""
    text = re.sub(r"`[^`\n]*`", "", text)
    links = [one or two for one, two in LINK.findall(text)] + REFERENCE.findall(text)
    dead = []
    for link in links:
        if OUTSIDE.match(link):
            continue
        name, _, anchor = unquote(link).partition("#")
        target = (page.parent / name).resolve() if name else page
        here = target.exists() and target.is_relative_to(ROOT)
        if not here or (anchor and anchor not in anchors(target)):
            dead.append(link)
    return dead


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page):
    path = ROOT / page
    assert dead_links(markdown(path), path) == []


def test_pages_are_found():
    assert {"README.md", "notebooks/README.md", "docs/decisions/README.md"} <= set(PAGES)


@pytest.mark.parametrize(
    "text",
    [
        "[a](nowhere.md)",
        "![a picture](no.png 'title')",
        "[a](README.md#no-such-heading)",
        "[a](../outside.md)",
        "[a]\n\n[a]: nowhere.md",
        '<img src="no.png">',
    ],
)
def test_a_dead_link_is_seen(text):
    assert dead_links(text, ROOT / "README.md")


def test_a_live_link_is_not_called_dead():
    text = "[a](LICENSE) [b](README.md#mancala_core) [c](https://example.org/x) [d](#mancala_core)"
    assert dead_links(text, ROOT / "README.md") == []
    assert dead_links("[up](../README.md)", Path(ROOT, "docs", "page.md")) == []
