"""One run: its settings, checked, and the table of its games or of some of them."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from pandas.api.types import union_categoricals

import mancala_core
from mancala_core.engine import streams
from mancala_core.engine.choices import natural_ending
from mancala_core.engine.match_rounds import check_match
from mancala_core.engine.options import FIELDS
from mancala_core.engine.position import letter
from mancala_core.engine.rules import RULES_VERSION, Rules
from mancala_core.engine.streams import checked_seed
from mancala_core.engine.whole_numbers import whole_between
from mancala_core.players.compiled import is_kept
from mancala_core.players.endgame import SEEDS, Chain, binomials_of, chain, check_chain
from mancala_core.players.strategies import strategy
from mancala_core.study import bulk, rounds
from mancala_core.study.draws import bits
from mancala_core.study.playout import COLUMNS, PLAYED, STRATEGIES, Tail

SAFETY_LIMIT = 100_000
"""Moves after which a game is cut if no limit is given."""
MOST_GAMES, MOST_MOVES, MOST_WORKERS = 10**9, 10**9, 256
STARTERS = ("alternate", "south", "north")
TAILS = ("play", "exact")
UNITS = ("game", "match")
SIDES = ("south", "north")
ENDINGS = (
    "four_left",
    "eight_left",
    "none_left",
    "no_move",
    "stuck",
    "endless",
    "repetition",
    "cut",
)
_NARROW = {
    "south": "int16",
    "north": "int16",
    "left_south": "int16",
    "left_north": "int16",
    "moves": "int32",
    "passes": "int32",
    "laps": "int64",
    "sown": "int64",
    "longest": "int64",
    "final_captures_south": "int16",
    "final_captures_north": "int16",
    "passing_captures_south": "int16",
    "passing_captures_north": "int16",
    "tried_endless": "int32",
}
_Played = TypeVar("_Played")
_PARTS_PER_WORKER = 16
_LARGEST_PART = 2000
_WAITING_PER_WORKER = 4


@dataclass(frozen=True)
class Run:
    """The settings of a run; see `simulate.simulate`.

    Attributes
    ----------
    rules : Rules
    games : int
    strategies : (str, str)
    starter : str
    seed : int
    tail : str
    max_moves : int or None
        As it was given.
    workers : int
    unit : str
        What is counted: single games, or matches.
    """

    rules: Rules
    games: int
    strategies: tuple[str, str]
    starter: str
    seed: int
    tail: str
    max_moves: int | None
    workers: int
    unit: str = "game"

    @classmethod
    def of(
        cls,
        rules: Rules | str,
        games: int,
        *,
        strategies: tuple[str, str],
        starter: str,
        seed: int | None,
        tail: str,
        max_moves: int | None,
        workers: int | None,
        unit: str = "game",
    ) -> Run:
        """Check settings, and fill in what was left open.

        Raises
        ------
        ValueError
            If one has no meaning.

        Examples
        --------
        >>> pair = ("random", "random")
        >>> run = Run.of("anywoli", 5, strategies=pair, starter="south", seed=1, tail="play",
        ...              max_moves=None, workers=2)
        >>> run.rules.label, run.most
        ('anywoli', 100000)
        """
        rules = Rules.of(rules)
        strategies = _checked_strategies(strategies)
        games = whole_between("games", games, 0, MOST_GAMES)
        if max_moves is not None:
            max_moves = whole_between("max_moves", max_moves, 1, MOST_MOVES)
        workers = (
            _processors() if workers is None else whole_between("workers", workers, 1, MOST_WORKERS)
        )
        seed = checked_seed(seed)
        if starter not in STARTERS:
            raise ValueError(f"starter is {starter!r}; it can be {', '.join(STARTERS)}.")
        if tail not in TAILS:
            raise ValueError(f"tail is {tail!r}; it can be {', '.join(TAILS)}.")
        if tail == "exact":
            if set(strategies) != {"random"}:
                raise ValueError(
                    f"strategies is {strategies!r}; the exact tail is that of random play and "
                    'needs both random. tail="play" plays other games to their end.'
                )
            check_chain(rules)
        if unit not in UNITS:
            raise ValueError(f"unit is {unit!r}; it can be {', '.join(UNITS)}.")
        if unit == "match":
            check_match(rules)
        if unit == "match" and tail == "exact":
            raise ValueError('tail is exact, but unit is match: a score needs tail="play".')
        return cls(rules, games, strategies, starter, seed, tail, max_moves, workers, unit)

    @property
    def most(self) -> int:
        """Moves after which a game is cut."""
        return SAFETY_LIMIT if self.max_moves is None else self.max_moves

    @property
    def is_compiled(self) -> bool:
        """Whether the code that plays these games is compiled, now or in the cache."""
        return is_kept(rounds.play_some if self.unit == "match" else bulk.driver(self.rules))

    def prepare(self, progress: bool) -> None:
        """Solve the chain of the last eight seeds, where it is needed and not there yet."""
        if self.tail == "exact" and self.games:
            chain(self.rules, progress=progress)

    @property
    def command(self) -> str:
        """The call of `simulate` that makes the table."""
        changed = "" if self.tail == "play" else f", tail={self.tail!r}"
        if self.max_moves is not None:
            changed += f", max_moves={self.max_moves}"
        if self.unit != "game":
            changed += f", unit={self.unit!r}"
        return (
            f"simulate({self.rules.label!r}, {self.games}, strategies={self.strategies!r}, "
            f"starter={self.starter!r}, seed={self.seed}{changed})"
        )

    @property
    def attrs(self) -> dict[Hashable | None, Any]:
        """What a table tells about the run."""
        return {
            "rules": self.rules.label,
            "options": {name: _plain(getattr(self.rules, name)) for name in FIELDS},
            "rules_version": RULES_VERSION,
            "strategies": list(self.strategies),
            "seed": self.seed,
            "tail": self.tail,
            "max_moves": self.most,
            "unit": self.unit,
            "version": mancala_core.__version__,
            "command": self.command,
        }

    def table(self, first: int, count: int, tell: Callable[[int], None]) -> pd.DataFrame:
        """Play games and tell about each in a row; of matches, about each round.

        Parameters
        ----------
        first : int
            Number of the first game or match.
        count : int
            How many.
        tell : callable
            Is told the games played so far.

        Returns
        -------
        pandas.DataFrame
        """
        if self.unit == "match":
            return self._matches(first, count, tell)
        solved = chain(self.rules, progress=False) if self.tail == "exact" and count else None
        tail = PLAYED
        if solved is not None:
            tail = Tail(SEEDS, solved.next_four, binomials_of(self.rules.holes))

        def play_part(part: tuple[int, int]) -> bulk.Playouts:
            starters = starters_of(self.starter, *part)
            return bulk.playouts(
                self.rules, part[0], starters, self.strategies, self.seed, self.most, tail=tail
            )

        played = list(_played(play_part, list(_parts(first, count, self.workers)), self, tell))
        none = bulk.Playouts(
            np.zeros((0, len(COLUMNS) - 1), np.int64), np.zeros(0, np.uint64), np.zeros(0, np.int64)
        )
        joined = bulk.Playouts(
            *(np.concatenate(arrays) for arrays in zip(none, *played, strict=True))
        )
        table = self._told(first, joined, solved)
        table.attrs = self.attrs
        return table

    def _matches(self, first: int, count: int, tell: Callable[[int], None]) -> pd.DataFrame:
        def play_part(part: tuple[int, int]) -> pd.DataFrame:
            starters = starters_of(self.starter, *part)
            played = rounds.play_matches(
                self.rules, part[0], starters, self.strategies, self.seed, self.most
            )
            return self._rounds_told(played)

        parts = list(_parts(first, count, self.workers)) or [(first, 0)]
        tables = list(_played(play_part, parts, self, tell))
        owners = union_categoricals([table["owner"] for table in tables], sort_categories=True)
        table = pd.concat([table.drop(columns="owner") for table in tables], ignore_index=True)
        table.insert(list(tables[0]).index("owner"), "owner", pd.Series(owners))
        table.attrs = self.attrs
        return table

    def _rounds_told(self, played: rounds.Matches) -> pd.DataFrame:
        rows = played.rows
        data: dict[str, Any] = {
            "match": rows[:, rounds.MATCH].copy(),
            "round": rows[:, rounds.ROUND].astype(np.int16),
        }
        data |= self._settings_told(len(rows))
        data |= {
            "owner": _owners(played.owners),
            "stock_south": rows[:, rounds.STOCK_SOUTH].astype(np.int16),
            "stock_north": rows[:, rounds.STOCK_NORTH].astype(np.int16),
        }
        data |= _columns_told(self.rules, rows)
        places = {"score_south": rounds.SCORE_SOUTH, "score_north": rounds.SCORE_NORTH}
        for name, place in places.items():
            score = rows[:, place]
            data[name] = pd.arrays.IntegerArray(score.astype(np.int16), score < 0)
        disputed = rows[:, rounds.DISPUTED]
        letters = tuple(letter(hole, self.rules.holes) for hole in range(2 * self.rules.holes))
        data["disputed"] = _categorical(disputed, letters)
        data["drawn"] = _categorical(rows[:, rounds.DRAWN], SIDES)
        data["next_holes_south"] = rows[:, rounds.NEXT_SOUTH].astype(np.int8)
        data["next_holes_north"] = rows[:, rounds.NEXT_NORTH].astype(np.int8)
        data["match_ending"] = _categorical(rows[:, rounds.MATCH_ENDING], rounds.MATCH_ENDINGS)
        data["match_winner"] = _categorical(rows[:, rounds.MATCH_WINNER], SIDES)
        data["fingerprint"] = played.prints
        return pd.DataFrame(data)

    def _settings_told(self, count: int) -> dict[str, Any]:
        return {
            "seed": np.full(count, self.seed, np.int64),
            "rules": _constant(self.rules.label, count),
            "strategy_south": _constant(self.strategies[0], count),
            "strategy_north": _constant(self.strategies[1], count),
        }

    def _told(self, first: int, played: bulk.Playouts, solved: Chain | None) -> pd.DataFrame:
        count = len(played.rows)
        data: dict[str, Any] = {"game": np.arange(first, first + count, dtype=np.int64)}
        data |= self._settings_told(count)
        data |= _columns_told(self.rules, played.rows)
        data["fingerprint"] = played.prints
        if self.tail == "exact":
            data |= _tail_columns(data, played, solved)
        return pd.DataFrame(data)


def _columns_told(rules: Rules, rows: NDArray[np.int64]) -> dict[str, Any]:
    """`COLUMNS` but the fingerprint, each with its dtype."""
    data: dict[str, Any] = {}
    for place, name in enumerate(COLUMNS[:-1]):
        column = rows[:, place]
        if name in _NARROW:
            data[name] = column.astype(_NARROW[name])
        elif name == "ending":
            data[name] = _endings(rules, column)
        else:
            data[name] = _categorical(column, SIDES)
    return data


def _owners(owners: NDArray[np.int8]) -> pd.Categorical[str]:
    """Owners of the holes as words such as SSSSSSNNNNNN, a dot for a hole out of play."""
    kinds, codes = np.unique(owners, axis=0, return_inverse=True)
    words = ["".join("SN."[owner] for owner in kind) for kind in kinds]
    return pd.Categorical.from_codes(codes.reshape(-1), categories=pd.Index(words))


def _tail_columns(
    data: dict[str, Any], played: bulk.Playouts, solved: Chain | None
) -> dict[str, Any]:
    """Columns that an exact tail adds, and those that it changes."""
    exact = played.stops >= 0
    places, movers = played.stops // 2, played.stops % 2
    chances, moves = np.full(len(exact), np.nan), np.full(len(exact), np.nan)
    if solved is not None:
        mine = solved.next_four[places[exact]]
        chances[exact] = np.where(movers[exact] == 0, mine, 1 - mine)
        moves[exact] = solved.moves[places[exact]]
    drawn = bits(data["seed"], data["game"], streams.TAIL) >> np.uint64(11)
    north = drawn / float(1 << 53) >= chances
    known = data["last_taker"].codes
    missing = np.where(exact, -1, data["last_mover"].codes)
    return {
        **{
            name: pd.arrays.IntegerArray(data[name], exact.copy())
            for name in ("left_south", "left_north")
        },
        "last_taker": _categorical(np.where(exact, north, known), SIDES),
        "last_mover": _categorical(missing, SIDES),
        "tail": _categorical(exact.astype(np.int64), TAILS),
        "p_south": chances,
        "tail_moves": moves,
    }


def _played(
    play_part: Callable[[tuple[int, int]], _Played],
    parts: list[tuple[int, int]],
    run: Run,
    tell: Callable[[int], None],
) -> Iterator[_Played]:
    """Play parts in threads, a few at a time, and give them in order."""
    pool = ThreadPoolExecutor(max(1, min(run.workers, len(parts))))
    waiting: deque[Future[_Played]] = deque()
    games, left = 0, iter(parts)
    try:
        for part in parts:
            while len(waiting) < _WAITING_PER_WORKER * run.workers:
                following = next(left, None)
                if following is None:
                    break
                waiting.append(pool.submit(play_part, following))
            yield waiting.popleft().result()
            games += part[1]
            tell(games)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _parts(first: int, count: int, workers: int) -> Iterator[tuple[int, int]]:
    """Cut games into parts: (first game, number of games)."""
    size = max(1, min(_LARGEST_PART, -(-count // (workers * _PARTS_PER_WORKER))))
    for start in range(first, first + count, size):
        yield start, min(size, first + count - start)


def starters_of(starter: str, first: int, count: int) -> NDArray[np.int64]:
    """Tell who begins games of a run.

    Parameters
    ----------
    starter : {"alternate", "south", "north"}
    first, count : int
        Number of the first game, and how many.

    Returns
    -------
    ndarray of int64, shape (count,)
        0 South, 1 North.

    Examples
    --------
    >>> starters_of("alternate", 3, 4)
    array([1, 0, 1, 0])
    """
    if starter == "alternate":
        return np.arange(first, first + count, dtype=np.int64) % 2
    return np.full(count, SIDES.index(starter), np.int64)


def _constant(word: str, count: int) -> pd.Categorical[str]:
    return _categorical(np.zeros(count, np.int64), (word,))


def _endings(rules: Rules, codes: NDArray[np.int64]) -> pd.Categorical[str]:
    natural = natural_ending(rules)
    names = ENDINGS if natural in ENDINGS else (*ENDINGS, natural)
    known = (natural, "no_move", "stuck", "endless", "repetition", "cut")
    return _categorical(np.array([names.index(name) for name in known])[codes], names)


def _categorical(codes: NDArray[np.int64], names: tuple[str, ...]) -> pd.Categorical[str]:
    return pd.Categorical.from_codes(codes.astype(np.int8), categories=pd.Index(names))


def _checked_strategies(strategies: tuple[str, str]) -> tuple[str, str]:
    if not isinstance(strategies, tuple | list) or len(strategies) != 2:
        raise ValueError(f"strategies is {strategies!r}; it takes South's and North's.")
    for name in strategies:
        if not isinstance(name, str):
            raise ValueError(f"strategies has {name!r} in it; it takes names.")
        strategy(name)
        if name not in STRATEGIES:
            raise ValueError(
                f"{name} has no compiled twin in study/bulk.py yet; "
                f"simulate plays {', '.join(STRATEGIES)}."
            )
    return strategies[0], strategies[1]


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
