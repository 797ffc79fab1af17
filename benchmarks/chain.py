"""Print what the exact chain of the last eight seeds costs on this machine.

``python benchmarks/chain.py`` builds the chain of Anywoli from nothing, in a cache folder of
its own, and checks it against games played to their end; it takes about two minutes.
"""

import os
import platform
import resource
import sys
import tempfile
import time
from math import sqrt
from statistics import mean, stdev

from mancala_core import Position, Rules, play, simulate
from mancala_core.engine.streams import Stream
from mancala_core.players.endgame import SEEDS, chain
from mancala_core.players.strategies import strategy

GAMES = 1000
PLAYED = 20_000


def megabytes() -> float:
    """Most memory that this process has held."""
    scale = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * scale / 2**20


def lengths(rules: Rules) -> list[float]:
    """Moves of random games, played to eight seeds by the plain engine and then expected."""
    choose, tail = strategy("random"), chain(rules)
    found = []
    for number in range(GAMES):
        position, stream = Position.start(rules), Stream(1, number)
        moves, ply = 0.0, 0
        while position.ending is None:
            if position.left == SEEDS:
                moves += tail.probe(position)[1]
                break
            hole = choose(rules, position, stream.ply(ply))
            moves += hole is not None
            position = play(rules, position, hole).after
            ply += 1
        found.append(moves)
    return found


def main() -> None:
    """Build, measure, check and print."""
    print(platform.platform(), platform.python_version(), f"{os.cpu_count()} processors")
    rules = Rules.load("anywoli")
    before = time.process_time()
    chain("anywoli holes=2", progress=False)
    print(
        f"compiling, unless kept, and the smallest board: {time.process_time() - before:.1f} s CPU"
    )
    before, clock = time.process_time(), time.perf_counter()
    tail = chain(rules)
    seconds, passed = time.process_time() - before, time.perf_counter() - clock
    print(f"{tail!r}\nbuilt and kept: {seconds:.1f} s CPU, {passed:.1f} s on the clock")
    print(f"most memory: {megabytes():.0f} MiB")
    for place, (name, error) in enumerate(
        (("next four", tail.error_next_four), ("moves", tail.error_moves))
    ):
        print(
            f"{name}: {tail.sweeps[place]} sweeps, residual {tail.residuals[place]:.1e}, "
            f"error at most {error:.1e}"
        )
    print(
        f"expected moves over all positions: {tail.moves.mean():.1f}, most {tail.moves.max():.1f}"
    )
    exact = lengths(rules)
    print(
        f"whole games, exact from eight seeds: {mean(exact):.1f} moves, "
        f"standard error {stdev(exact) / sqrt(GAMES):.1f} ({GAMES:,} games)"
    )
    played = simulate(rules, PLAYED, seed=1, progress=False)["moves"]
    print(
        f"whole games, played to the end: {played.mean():.1f} moves, "
        f"standard error {played.std() / sqrt(PLAYED):.1f} ({PLAYED:,} games)"
    )


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ["MANCALA_CACHE"] = folder
        main()
