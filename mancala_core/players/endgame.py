"""The last eight seeds: the exact chain of random play.

Under random play an Anywoli game spends nine tenths of its moves with eight seeds left. The
positions with eight seeds form a finite Markov chain that the next capture ends; solved once,
it gives each game its end without playing it (see ``docs/decisions/0007-exact-tail.md``).
"""

from __future__ import annotations

import hashlib
import json
import sys
import time
from collections import OrderedDict
from contextlib import closing
from dataclasses import dataclass
from math import comb, log10
from pathlib import Path
from threading import Lock
from typing import Any
from uuid import uuid4

import numpy as np
from filelock import FileLock
from numpy.typing import NDArray
from tqdm.auto import tqdm

from mancala_core.engine.choices import legal_moves
from mancala_core.engine.options import to_word
from mancala_core.engine.position import Position, home_rows
from mancala_core.engine.rules import Rules
from mancala_core.engine.sowing import TALLY_SIZE, following
from mancala_core.players import chain as kernels
from mancala_core.players.chain import CLASSES, SEEDS, binomials_of, place_of
from mancala_core.players.compiled import PACKAGE, cache_folder

__all__ = ["SEEDS", "Chain", "binomials_of", "chain", "place_of"]

MOST_HOLES = 13
"""Holes in a row up to which the chain is solved: 13,884,156 positions and 1.3 GB."""
DECIDING = (
    *("holes", "direction", "relay", "least", "origin"),
    *("passing", "final", "final_side", "own_final"),
)
"""Options that decide the chain, where `NEEDED` is met."""
NEEDED = {
    "end_at": 4,
    "capture_on": (4,),
    "endless": "barred",
    "repetition": "play_on",
    "end_without_move": False,
    "chain": "none",
}
_SOURCES = ("engine/options.py", "engine/sowing.py", "players/chain.py")
_FORMAT = 1
_CHECKSUM = 65
_LONGEST_LINE = 4096
_ABOUT = (
    *("rules", "holes", "seeds", "error_next_four", "error_moves"),
    *("residuals", "sweeps", "seconds"),
)
_ARRAYS = ("next_four", "moves")
_KEPT = 2
_PART = 250_000
_MOST_ITERATIONS = 1000
_MOST_ERROR = 1e-9
_STEPS_A_MOVE = 3
_ROUNDING = 10 * float(np.finfo(np.float64).eps)
_TELL_FROM = 1_000_000
_A_SECOND = 250_000
_SECONDS_BEFORE_BAR = 2.0

_memory: OrderedDict[tuple[Path, str], Chain] = OrderedDict()
_guard = Lock()


@dataclass(frozen=True, eq=False)
class Chain:
    """The last eight seeds under random play, solved.

    Both arrays have a place for each board with eight seeds, seen from the player to move
    (see `place_of`), and cannot be written to. Where a game may never come to the next
    capture both are NaN.

    Attributes
    ----------
    rules : str
        The options that decide the chain, as words.
    holes, seeds : int
        Holes in a row, and seeds on the board.
    next_four : ndarray of float64, shape (positions,)
        Probability that the player to move takes the next group.
    moves : ndarray of float64, shape (positions,)
        Expected moves until that capture, which ends the game; passes do not count.
    error_next_four, error_moves : float
        Bounds of the error: of `next_four` absolute, of `moves` relative.
    residuals : (float, float)
        Largest residuals of the equations of both.
    sweeps : (int, int)
        Passes over all moves that each took.
    seconds : float
        Processor time of the whole.

    Examples
    --------
    >>> tail = chain("anywoli holes=2", progress=False)
    >>> tail.next_four.shape, tail.error_moves < 1e-9
    ((165,), True)
    """

    rules: str
    holes: int
    seeds: int
    next_four: NDArray[np.float64]
    moves: NDArray[np.float64]
    error_next_four: float
    error_moves: float
    residuals: tuple[float, float]
    sweeps: tuple[int, int]
    seconds: float

    def __repr__(self) -> str:
        return f"<Chain of {len(self.moves):,} positions with {self.seeds} seeds: {self.rules}>"

    def probe(self, position: Position) -> tuple[float, float]:
        """Look a position up.

        Parameters
        ----------
        position : Position
            With eight seeds on a board where each player owns their home row.

        Returns
        -------
        (float, float)
            Probability that South takes the next group, and expected moves to the end; both
            NaN where the game may never come to it.

        Raises
        ------
        ValueError
            If the chain does not hold the position.

        Examples
        --------
        >>> tail = chain("anywoli holes=2", progress=False)
        >>> south, moves = tail.probe(Position.parse("<2,0,0,1,3,3,1> S"))
        >>> round(south, 6), round(moves, 6)
        (0.5, 1.0)
        """
        if not isinstance(position, Position):
            raise ValueError(f"{position!r} is no Position; Position.parse reads one from text.")
        if position.holes != self.holes:
            raise ValueError(
                f"The position has {position.holes} holes in a row; this chain has {self.holes}."
            )
        if position.left != self.seeds:
            raise ValueError(
                f"The position has {position.left} seeds on the board; "
                f"this chain has the positions with {self.seeds}."
            )
        if position.owner != home_rows(self.holes):
            raise ValueError("The chain is of boards where each player owns their home row.")
        if position.ending is not None:
            raise ValueError("The game is over in this position; nothing is left to expect.")
        south, moves = self._look_up(position.seeds, position.mover)
        if not position.extra:
            return south, moves
        # Declining is one more choice, drawn like a hole.
        holes = len(legal_moves(_read(self.rules), position.replace(extra=False)))
        declined = self._look_up(position.seeds, 1 - position.mover)
        return (
            (holes * south + declined[0]) / (holes + 1),
            (holes * moves + declined[1]) / (holes + 1),
        )

    def _look_up(self, seeds: tuple[int, ...], mover: int) -> tuple[float, float]:
        binomials = binomials_of(self.holes, self.seeds).tolist()
        place = place_of(seeds, self.holes * mover, binomials)
        mine = float(self.next_four[place])
        return (1.0 - mine if mover else mine), float(self.moves[place])


def chain(rules: Rules | str, *, progress: bool = True) -> Chain:
    """Give the chain of these rules: from memory, from the cache folder, or built and kept.

    Parameters
    ----------
    rules : Rules or str
        Rules, a name, or a label.
    progress : bool
        Whether to say that it is solved, and to show a bar when that takes a while.

    Returns
    -------
    Chain

    Raises
    ------
    ValueError
        If these rules have no such chain; the message says which option is in the way.
    RuntimeError
        If the chain could not be solved to nine places.

    Examples
    --------
    >>> chain("anywoli holes=2", progress=False) is chain("yit_nuri holes=2", progress=False)
    True
    """
    rules = Rules.of(rules)
    check_chain(rules)
    identity = _identity(rules)
    path = _path(rules, identity)
    with _guard:
        if (path, identity) in _memory:
            _memory.move_to_end((path, identity))
            return _memory[path, identity]
    found = _kept_or_built(rules, identity, path, progress)
    with _guard:
        _memory[path, identity] = found
        while len(_memory) > _KEPT:
            _memory.popitem(last=False)
    return found


def check_chain(rules: Rules) -> None:
    """Refuse rules that have no exact chain of the last eight seeds.

    Raises
    ------
    ValueError
        The message says which option is in the way.
    """
    for option, value in NEEDED.items():
        if getattr(rules, option) != value:
            raise ValueError(
                f"{option} is {to_word(getattr(rules, option))}; the exact chain of the last "
                f'eight seeds needs {to_word(value)}. tail="play" plays such games to their end.'
            )
    if rules.holes > MOST_HOLES:
        raise ValueError(
            f"holes is {rules.holes}; the exact chain of the last eight seeds is solved up to "
            f'{MOST_HOLES}. tail="play" plays such games to their end.'
        )


def _identity(rules: Rules) -> str:
    return " ".join(f"{option}={to_word(getattr(rules, option))}" for option in DECIDING)


def _read(identity: str) -> Rules:
    return Rules.of(f"anywoli {identity} seeds=12")


def _path(rules: Rules, identity: str) -> Path:
    digest = hashlib.sha256(f"{_FORMAT} {SEEDS} {identity}".encode())
    for name in _SOURCES:
        digest.update((PACKAGE / name).read_bytes())
    folder = cache_folder().parents[1] / "chains"
    return folder / f"{rules.holes}-holes-{digest.hexdigest()[:16]}.chain"


def _kept_or_built(rules: Rules, identity: str, path: Path, progress: bool) -> Chain:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(path.with_suffix(".lock"))
        lock.acquire()
    except OSError as error:
        tqdm.write(f"The chain will not be kept in {path.parent}: {error}", file=sys.stderr)
        return _build(rules, identity, progress)
    try:
        if path.exists():
            try:
                return _load(path, identity)
            except (OSError, ValueError) as error:
                tqdm.write(f"{path} cannot be used and is made again: {error}", file=sys.stderr)
        built = _build(rules, identity, progress)
        try:
            _keep(built, path)
        except OSError as error:
            tqdm.write(f"The chain is not kept in {path.parent}: {error}", file=sys.stderr)
        return built
    finally:
        lock.release()


def _keep(built: Chain, path: Path) -> None:
    """Write a chain: a checksum of all the rest, a line about it, and both arrays."""
    about = {name: getattr(built, name) for name in _ABOUT} | {"positions": len(built.moves)}
    line = json.dumps(about)
    line += " " * (-(_CHECKSUM + len(line) + 1) % 64) + "\n"
    parts: list[Any] = [line.encode()]
    parts += [getattr(built, name).astype("<f8", copy=False).view(np.uint8) for name in _ARRAYS]
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    temporary = path.with_name(f".{path.name}.{uuid4().hex}")
    try:
        with temporary.open("wb") as file:
            file.write(digest.hexdigest().encode() + b"\n")
            for part in parts:
                file.write(part)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def _load(path: Path, identity: str) -> Chain:
    content = memoryview(path.read_bytes())
    digest = hashlib.sha256(content[_CHECKSUM:]).hexdigest().encode()
    if bytes(content[:_CHECKSUM]) != digest + b"\n":
        raise ValueError("it is not what was written.")
    line = bytes(content[_CHECKSUM : _CHECKSUM + _LONGEST_LINE]).split(b"\n", 1)[0]
    about = json.loads(line)
    if about["rules"] != identity:
        raise ValueError(f"it is the chain of {about['rules']}.")
    positions = about.pop("positions")
    both = np.frombuffer(content, "<f8", 2 * positions, _CHECKSUM + len(line) + 1)
    both = both.astype(np.float64, copy=False)
    about |= {name: tuple(about[name]) for name in ("residuals", "sweeps")}
    return Chain(next_four=both[:positions], moves=both[positions:], **about)


def _build(rules: Rules, identity: str, progress: bool) -> Chain:
    start = time.process_time()
    positions = comb(2 * rules.holes + SEEDS - 1, SEEDS)
    if progress and positions >= _TELL_FROM:
        tqdm.write(
            f"The last eight seeds of {rules.label} are solved once, "
            f"about {max(1, round(positions / _A_SECOND / 5)) * 5} seconds.",
            file=sys.stderr,
        )
    moves, order = _moves_of(rules, positions, progress)
    failing = np.zeros(positions + 2, np.uint8)
    kernels.find_failing(*moves, failing)
    failing = failing[order[:-2]] != 0

    def put(values: NDArray[np.float64]) -> NDArray[np.float64]:
        result = values[order[:-2]]
        result[failing] = np.nan
        result.flags.writeable = False
        return result

    # An error is at most the largest residual times the inverse of the equations, which has no
    # negative entries and meets ones in the expected moves and passes. Two passes in a row would
    # be stuck, so these are at most three times the expected moves.
    solved = _solve(moves, positions, 1.0, 1.0, (0.0, 0.0), _MOST_ERROR / 4, "moves", progress)
    longest = max(1.0, float(solved.values.max()))
    expected, residual = put(solved.values), solved.residual
    error_moves = _STEPS_A_MOVE * (residual + _ROUNDING * longest)
    sweeps = solved.sweeps
    del solved
    # The mover's advantage, 2 * probability - 1, changes sign with every move.
    goal = _MOST_ERROR / 2 / longest
    solved = _solve(moves, positions, -1.0, 0.0, (-1.0, 1.0), goal, "next four", progress)
    chances = np.clip((solved.values + 1.0) / 2, 0.0, 1.0, out=solved.values)
    steps = _STEPS_A_MOVE * longest / (1 - error_moves)
    error_next_four = (solved.residual + _ROUNDING) * steps / 2
    if not max(error_moves, error_next_four) <= _MOST_ERROR:
        raise RuntimeError(
            f"The last eight seeds of {rules.label} could not be solved to nine places: the "
            f"errors may be {error_next_four:.1g} and {error_moves:.1g}. "
            'tail="play" plays such games to their end.'
        )
    return Chain(
        rules=identity,
        holes=rules.holes,
        seeds=SEEDS,
        next_four=put(chances),
        moves=expected,
        error_next_four=error_next_four,
        error_moves=error_moves,
        residuals=(solved.residual, residual),
        sweeps=(solved.sweeps, sweeps),
        seconds=time.process_time() - start,
    )


def _moves_of(
    rules: Rules, positions: int, progress: bool
) -> tuple[tuple[NDArray[Any], NDArray[Any], NDArray[Any]], NDArray[np.int32]]:
    """List all moves: (classes, their first targets, targets), and the row of each position."""
    size = 2 * rules.holes
    owner = home_rows(rules.holes)
    # For each hole the boards on which it can be chosen; and a pass at most in each position.
    most = rules.holes * comb(max(SEEDS - rules.least, -1) + size - 1, size - 1) + positions
    targets = np.empty(most, np.int32)
    counts, phases = np.zeros(positions, np.uint8), np.zeros(positions, np.uint8)
    board, where = np.zeros(size, np.int64), np.zeros(SEEDS, np.int64)
    board[0] = SEEDS
    fixed = (
        rules.options,
        np.array(owner, np.int64),
        np.array(following(rules.options.step, owner), np.int64),
        binomials_of(rules.holes),
        np.zeros(size, np.int64),
        np.zeros(size, np.int64),
        np.zeros(TALLY_SIZE, np.int64),
    )
    found = 0
    with closing(_bar(positions, "position", "listing moves", progress)) as bar:
        for first in range(0, positions, _PART):
            last = min(first + _PART, positions)
            found = kernels.list_moves(
                *fixed, board, where, first, last, positions, found, targets, counts, phases
            )
            bar.update(last - first)
    targets = targets[:found]
    starts = np.zeros(size * CLASSES + 1, np.int64)
    firsts, laid = np.zeros_like(starts), np.empty_like(targets)
    order = np.empty(positions + 2, np.int32)
    kernels.lay_out(targets, counts, phases, size, starts, firsts, order, laid)
    return (starts, firsts, laid), order


@dataclass
class _Solved:
    values: NDArray[np.float64]
    residual: float
    sweeps: int


def _solve(
    moves: tuple[NDArray[Any], NDArray[Any], NDArray[Any]],
    positions: int,
    sign: float,
    cost: float,
    ends: tuple[float, float],
    goal: float,
    name: str,
    progress: bool,
) -> _Solved:
    """Solve `values = cost + sign * (mean of the values a move on)`, with `ends` for the takers."""
    values = np.zeros(positions + 2)
    values[positions:] = ends
    rest, shadow, direction, image, other = (np.zeros(positions + 2) for _ in range(5))
    sweeps, iterations = 0, 0
    residual = first = float(kernels.residual(*moves, sign, cost, values))
    best = np.inf
    digits = max(1.0, log10(max(first, goal) / goal))
    with closing(_bar(digits, "digit", name, progress)) as bar:

        def tell(rest_left: float) -> None:
            gained = log10(max(first, goal) / max(rest_left, goal))
            bar.set_postfix_str(f"residual {rest_left:.0e}", refresh=False)
            bar.update(min(max(gained, bar.n), bar.total) - bar.n)

        while residual > goal and iterations < _MOST_ITERATIONS:
            product = kernels.begin(*moves, sign, cost, values, rest, shadow, direction, image)
            sweeps += 1
            while product != 0.0 and iterations < _MOST_ITERATIONS:
                product, largest = kernels.advance(
                    *moves, sign, values, rest, shadow, direction, image, other, product
                )
                sweeps += 2
                iterations += 1
                tell(largest)
                # A sweep takes a rest of at most half the residual for granted.
                if not largest > goal / 2:
                    break
            residual = float(kernels.residual(*moves, sign, cost, values))
            if not residual < best / 2:
                break
            best = residual
    return _Solved(values, residual, sweeps)


def _bar(total: float, unit: str, what: str, progress: bool) -> Any:
    return tqdm(
        total=total,
        unit=unit,
        unit_scale=True,
        desc=f"eight seeds: {what}",
        leave=False,
        delay=_SECONDS_BEFORE_BAR,
        disable=not progress,
        file=sys.stderr,
    )
