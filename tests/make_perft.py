"""Write tests/perft/*.txt with the oracle's counts: ``python tests/make_perft.py``.

Each file has the set-up of one rule set and two positions reached by random play: the first one
that has no more than half of the seeds on the board, and the first one within eight seeds of the
end.
"""

import random
import sys
from pathlib import Path

from oracle import GAMES, choices, perft, play, start

DEPTHS = {"adji_kui_2": 7}  # from the set-up; 5 elsewhere
FOLDER = Path(__file__).parent / "perft"


def position_text(options, state):
    """The text form of a position (docs/rules.md)."""
    n = options["holes"]
    numbers = [n, *state.stores, *state.seeds]
    words = [f"<{','.join(map(str, numbers))}>", "SN"[state.mover]]
    if state.last_taker is not None:
        words.append(f"taker={'SN'[state.last_taker]}")
    if state.first_final is not None:
        words.append(f"first={'SN'[state.first_final]}")
    words.append(f"starter={'SN'[state.starter]}")
    return " ".join(words)


def first_with(options, seeds_left, seed):
    """The first position of a random game that has ``seeds_left`` seeds or fewer on the board and is not over."""
    while True:
        draw = random.Random(seed)
        state = start(options)
        while state.ending is None:
            if sum(state.seeds) <= seeds_left:
                return state, seed
            state, _ = play(options, state, draw.choice(choices(options, state)))
        seed += 1


def counts(options, state, depth):
    """``1 nodes 2 nodes ...`` as text."""
    return " ".join(f"{d} {perft(options, state, d)}" for d in range(1, depth + 1))


def lines(name):
    """The lines of one rule set's file."""
    options = GAMES[name]
    total = 2 * options["holes"] * options["seeds"]
    yield f"# Perft of {name}: id | position | depth nodes depth nodes ..."
    yield "# A ply is one move or one pass; a finished game is one leaf wherever it ended."
    yield "# All counts computed by tests/oracle.py (python tests/make_perft.py)."
    yield f"set-up | {position_text(options, start(options))} | {counts(options, start(options), DEPTHS.get(name, 5))}"
    for label, left in (("half", total // 2), ("late", options["end_at"] + 8)):
        state, seed = first_with(options, left, seed=1)
        yield f"# {label}: first position with {left} seeds or fewer on the board, random play of seed {seed}"
        yield f"{label} | {position_text(options, state)} | {counts(options, state, 4)}"


def main(names):
    """Write one file for each name."""
    FOLDER.mkdir(exist_ok=True)
    for name in names:
        (FOLDER / f"{name}.txt").write_text("\n".join(lines(name)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:] or GAMES.names())
