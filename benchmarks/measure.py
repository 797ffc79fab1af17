"""Print what the engine and the simulation cost on this machine.

``python benchmarks/measure.py`` takes about three minutes; the exact chain of the last eight
seeds is solved before, if it is not kept yet (``benchmarks/chain.py`` measures that). Machines
differ and are noisy: compare the ratios, and figures of one run only. Ratios are medians over
rounds; in each round both sides play the very same games, one after the other, on one thread.
"""

import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from statistics import median

import numpy as np
from plain import PlainGame

from mancala_core import Position, Rules, matches, play, replay, simulate
from mancala_core.players.endgame import SEEDS, binomials_of, chain
from mancala_core.study import bulk
from mancala_core.study.playout import COLUMNS, PLAYED, Tail

ROUNDS = 7
CUT = 2000
SOWN, MOVES = COLUMNS.index("sown"), COLUMNS.index("moves")


def microseconds(call: Callable[[], object], repeats: int) -> float:
    """Median over seven rounds of the processor time of a call."""
    rounds = []
    for _ in range(ROUNDS):
        start = time.thread_time()
        for _ in range(repeats):
            call()
        rounds.append((time.thread_time() - start) / repeats * 1e6)
    return median(rounds)


def fresh(code: str, folder: str | None = None) -> float:
    """Run code in a fresh interpreter; the last number that it prints."""
    environment = os.environ | ({} if folder is None else {"MANCALA_CACHE": folder})
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, env=environment
    )
    return float(run.stdout)


def import_seconds() -> float:
    """Median over five fresh interpreters of the time that the import takes."""
    code = (
        "import time; start = time.perf_counter(); import mancala_core; "
        "print(time.perf_counter() - start)"
    )
    return median(fresh(code) for _ in range(5))


def first_calls() -> tuple[float, float]:
    """Seconds of the first simulation in a fresh process: nothing kept, then all kept."""
    code = (
        "import time, numba, pandas; from mancala_core.study import simulate; "
        "start = time.perf_counter(); simulate.simulate('anywoli', 2, seed=1, progress=False); "
        "print(time.perf_counter() - start)"
    )
    with tempfile.TemporaryDirectory() as folder:
        cold = fresh(code, folder)
        return cold, median(fresh(code, folder) for _ in range(3))


def packed(
    rules: Rules, pair: tuple[str, str], games: int, first: int, tail: Tail
) -> tuple[float, bulk.Playouts]:
    """Processor time of compiled games and what came out."""
    starters = np.arange(first, first + games) % 2
    start = time.thread_time()
    played = bulk.playouts(rules, first, starters, pair, 1, CUT, tail=tail)
    return time.thread_time() - start, played


def plain(
    rules: Rules, name: str, games: int, first: int, left: int
) -> tuple[float, list[PlainGame]]:
    """Processor time of games on plain lists, and the games."""
    start = time.thread_time()
    played = [
        PlainGame(rules, name, 1, number).play(CUT, left) for number in range(first, first + games)
    ]
    return time.thread_time() - start, played


def against_plain(rules: Rules, name: str, games: int, tail: Tail = PLAYED) -> None:
    """Play the same games both ways, compare them, and print the ratio."""
    pair = (name, name)
    packed(rules, pair, 2, 0, tail)
    ratios, slow, quick = [], [], []
    for turn in range(ROUNDS):
        first = turn * games
        seconds, listed = plain(rules, name, games, first, tail.seeds)
        repeats = 40
        short = 0.0
        for _ in range(repeats):
            once, played = packed(rules, pair, games, first, tail)
            short += once / repeats
        for game, code, row in zip(listed, played.prints, played.rows, strict=True):
            known = game.fingerprint == int(code) and game.sown == row[SOWN]
            if not (known or (tail.seeds > 0 and row[MOVES] != game.moves)):
                raise SystemExit(f"{rules.label}: the two ways play different games.")
        ratios.append(seconds / short)
        slow.append(seconds / sum(game.sown for game in listed) * 1e9)
        quick.append((games / short, short / played.rows[:, SOWN].sum() * 1e9))
    end = f"cut at {CUT:,} moves" if tail.seeds < 0 else f"to {tail.seeds} seeds left"
    print(
        f"{name} {rules.label}, {end}: {median(ratios):.0f} x plain lists; "
        f"{median(rate for rate, _ in quick):,.0f} games/s, "
        f"{median(cost for _, cost in quick):.1f} ns a sown seed (plain lists {median(slow):,.0f})"
    )


def threads(rules: Rules, games: int, tail: str) -> None:
    """Print what a second thread gains, the best of five pairs, with all columns."""
    best = 0.0
    for _ in range(5):
        clocks = []
        for workers in (1, 2):
            start = time.perf_counter()
            simulate(
                rules, games, seed=2, tail=tail, max_moves=CUT, workers=workers, progress=False
            )
            clocks.append(time.perf_counter() - start)
        best = max(best, clocks[0] / clocks[1])
    print(f"{rules.label}, tail {tail}: two threads {best:.2f} x one (best of five)")


def growth(rules: Rules) -> None:
    """Print the cost of a game for ever more games: it should not grow."""
    costs = []
    for games in (2_000, 8_000, 32_000):
        start = time.process_time()
        simulate(rules, games, seed=3, max_moves=300, workers=1, progress=False)
        costs.append(f"{(time.process_time() - start) / games * 1e6:.0f}")
    print(
        f"{rules.label}, cut at 300 moves: us a game for 2,000, 8,000, 32,000: {', '.join(costs)}"
    )


def matches_against_plain(rules: Rules, games: int) -> None:
    """Play whole matches compiled, the first again with the engine, and print what they cost."""
    simulate(rules, 2, unit="match", seed=1, workers=1, progress=False)
    start = time.process_time()
    rounds = simulate(rules, games, unit="match", seed=1, workers=1, progress=False)
    seconds = time.process_time() - start
    table = matches(rounds)
    few = range(3)
    start = time.process_time()
    for row in few:
        replay(table, row)
    plain_seconds = (time.process_time() - start) / int(table["rounds"].iloc[: len(few)].sum())
    ratio = plain_seconds * len(rounds) / seconds
    print(
        f"{rules.label}: {games / seconds:,.0f} random matches/s with all columns, "
        f"{seconds / len(rounds) * 1e6:.0f} us a round, {ratio:.0f} x the traced engine"
    )


def sizes() -> None:
    """Print the cost of a sown seed by board size."""
    for holes in (3, 6, 9, 12, 16):
        rules = Rules.of(f"anywoli holes={holes}")
        packed(rules, ("random", "random"), 2, 0, PLAYED)
        seconds, played = packed(rules, ("random", "random"), 2000, 0, PLAYED)
        print(f"2 x {holes:2}: {seconds / played.rows[:, SOWN].sum() * 1e9:.1f} ns a sown seed")


def memory() -> None:
    """Print how much memory it takes to write games to a file, for ever more of them."""
    peaks = []
    for games in (200_000, 600_000):
        code = (
            "import resource, tempfile, pathlib; "
            "from mancala_core.study.simulate import simulate_to\n"
            "with tempfile.TemporaryDirectory() as folder:\n"
            f"    simulate_to(pathlib.Path(folder) / 'g.parquet', 'adji_kui_2', {games}, seed=1, "
            "max_moves=20, progress=False)\n"
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)"
        )
        peaks.append(f"{fresh(code):.0f} MiB for {games:,}")
    print("games written to a file, most memory:", ", ".join(peaks))


def main() -> None:
    """Measure and print."""
    print(platform.platform(), platform.python_version(), f"{os.cpu_count()} processors")
    print(f"import mancala_core: {1000 * import_seconds():.1f} ms")
    print(
        "first call of simulate: {:.1f} s with nothing kept, {:.2f} s kept".format(*first_calls())
    )
    both = [Rules.load(name) for name in ("anywoli", "adji_kui_2")]
    for rules in both:
        cost = microseconds(partial(play, rules, Position.start(rules), 0), 2000)
        print(f"{rules.label}: a traced move of five laps {cost:.0f} us")
    for name in ("random", "greedy"):
        for rules, games in zip(both, (10, 80), strict=True):
            against_plain(rules, name, games)
    solved = chain(both[0])
    tail = Tail(SEEDS, solved.next_four, binomials_of(both[0].holes))
    against_plain(both[0], "random", 30, tail)
    start = time.process_time()
    simulate(both[0], 200_000, seed=1, tail="exact", workers=1, progress=False)
    seconds = time.process_time() - start
    print(f"anywoli, exact tail, all columns, one thread: {200_000 / seconds:,.0f} games/s")
    threads(both[0], 10_000, "play")
    threads(both[0], 100_000, "exact")
    growth(both[0])
    for name in ("adji_kui_2", "ba_awa", "hoyito_1", "hoyito_2"):
        matches_against_plain(Rules.load(name), 2000)
    sizes()
    memory()
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"most memory of this process: {most:,.0f} MiB")


if __name__ == "__main__":
    main()
