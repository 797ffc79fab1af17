"""Print what the engine and the simulation cost on this machine.

``python benchmarks/measure.py`` takes about a minute. Machines differ and are noisy: compare
the ratios, and figures of one run only.
"""

import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from statistics import median

from mancala_core import Position, Rules, play, simulate
from mancala_core.engine.streams import Stream
from mancala_core.players.strategies import strategy

CUT = 300


def microseconds(call: Callable[[], object], repeats: int) -> float:
    """Median over seven rounds of the processor time of a call."""
    rounds = []
    for _ in range(7):
        start = time.thread_time()
        for _ in range(repeats):
            call()
        rounds.append((time.thread_time() - start) / repeats * 1e6)
    return median(rounds)


def import_seconds() -> float:
    """Median over five fresh interpreters of the time that the import takes."""
    code = (
        "import time; start = time.perf_counter(); import mancala_core; "
        "print(time.perf_counter() - start)"
    )
    runs = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
        for _ in range(5)
    ]
    return median(runs)


def plain_games(rules: Rules, games: int) -> float:
    """Random games a second by the plain strategies and `play`, cut at `CUT` plies."""
    choose = strategy("random")
    start = time.thread_time()
    for number in range(games):
        position, stream = Position.start(rules), Stream(1, number)
        for ply in range(CUT):
            if position.ending is not None:
                break
            hole = choose(rules, position, stream.ply(ply))
            position = play(rules, position, hole).after
    return games / (time.thread_time() - start)


def compiled_games(rules: Rules, games: int) -> float:
    """Random games a second by `simulate` on one thread, cut at `CUT` moves."""
    start = time.perf_counter()
    simulate(rules, games, seed=1, max_moves=CUT, workers=1, progress=False)
    return games / (time.perf_counter() - start)


def main() -> None:
    """Measure and print."""
    print(platform.platform(), platform.python_version(), f"{os.cpu_count()} processors")
    print(f"import mancala_core: {1000 * import_seconds():.1f} ms")
    for name in ("anywoli", "adji_kui_2"):
        rules = Rules.load(name)
        position = Position.start(rules)
        cost = microseconds(partial(play, rules, position, 0), 2000)
        print(f"{name}: a traced move of five laps {cost:.0f} us")
        start = time.perf_counter()
        simulate(rules, 2, seed=1, progress=False)
        print(f"{name}: first call of simulate {time.perf_counter() - start:.2f} s")
        plain, fast = plain_games(rules, 40), compiled_games(rules, 4000)
        print(
            f"{name}: games a second cut at {CUT} moves: plain {plain:.0f}, "
            f"compiled {fast:.0f}, ratio {fast / plain:.0f}"
        )
    start = time.perf_counter()
    table = simulate("anywoli", 10_000, seed=1, progress=False)
    seconds = time.perf_counter() - start
    print(
        f"10,000 random Anywoli games to their end: {seconds:.1f} s, "
        f"{table['moves'].mean():.0f} moves a game, "
        f"{seconds / table['sown'].sum() * 1e9:.0f} ns a sown seed"
    )


if __name__ == "__main__":
    main()
