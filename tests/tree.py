"""The files of the source tree, for tests that look at all of them."""

import os
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LEFT_OUT = {"build", "dist", "htmlcov", "mancala-course", "__pycache__"}


def files(*suffixes: str) -> Iterator[Path]:
    """Give the files with one of these endings (all without), not those that tools make."""
    for folder, below, names in os.walk(ROOT):
        below[:] = sorted(
            name
            for name in below
            if name not in LEFT_OUT
            and (not name.startswith(".") or name == ".ci")
            and not Path(folder, name, "pyvenv.cfg").exists()
        )
        for name in sorted(names):
            if not suffixes or name.endswith(suffixes):
                yield Path(folder, name)


def text(name: str) -> str:
    """Return the text of a file of the tree."""
    return (ROOT / name).read_text(encoding="utf-8")
