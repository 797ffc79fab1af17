"""Make data/games/*.parquet anew: ``python tests/make_data.py``, or only those that are named.

The commands stand in data/games/README.md and nowhere else.
"""

import shlex
import sys
from contextlib import chdir
from pathlib import Path

from mancala_core import cli

FOLDER = Path(__file__).resolve().parents[1] / "data" / "games"


def commands(page: str) -> dict[str, list[str]]:
    """The commands on a page: arguments of ``mancala`` by the file that they make."""
    found = {}
    for line in page.splitlines():
        if line.startswith("mancala simulate "):
            arguments = shlex.split(line)[1:]
            name = arguments[arguments.index("--out") + 1]
            if name in found:
                raise ValueError(f"Two commands make {name}.")
            found[name] = arguments
    return found


def main(names: list[str]) -> int:
    """Run the commands of these files, or all; return the exit status."""
    known = commands((FOLDER / "README.md").read_text(encoding="utf-8"))
    unknown = sorted(set(names) - set(known))
    if unknown:
        print(f"No command makes {', '.join(unknown)}; there are {', '.join(known)}.")
        return 2
    with chdir(FOLDER):
        for name in names or known:
            status = cli.main(known[name])
            print(flush=True)
            if status:
                return status
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
