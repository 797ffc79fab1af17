"""Games and matches by the conventions of a program that others published, each one a switch.

Sowing and captures are those of `engine.sowing`, by the options of the rules. What is told here
lies around the moves: when a round is over, who gets the seeds that are left, what an endless
sowing ends. With the values of `OURS` the games are those of this project, one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from mancala_core.engine import settlement, streams
from mancala_core.engine.options import MATCH_BUYING, limit_of
from mancala_core.engine.rules import Rules
from mancala_core.engine.settlement import OWNERS, share
from mancala_core.engine.sowing import CAPTURED, ENDLESS, LEFT, STORE, follow, same, sow
from mancala_core.engine.streams import round_seed
from mancala_core.engine.territory import allot, buying_order, victor
from mancala_core.players.compiled import compiled
from mancala_core.study.bulk import run_key
from mancala_core.study.memory import mix
from mancala_core.study.playout import below, can_move, copy, lay_out, list_choices, scratch_for
from mancala_core.study.run import SIDES, starters_of

CHOICES: dict[str, tuple[str, ...]] = {
    "judged": ("capture", "move"),
    "no_move": ("remainder", "owners"),
    "without_extra": ("opponent", "over"),
    "endless_over": ("round", "all"),
    "endless_seeds": ("owners", "halves"),
    "endless_hand": ("taken_back", "stays", "lost"),
    "limit_on": ("round", "all"),
    "half": ("loser", "even"),
}
"""Words that a convention may be; the first is that of this project."""
RESULTS = ("win", "loss", "tie", "none")
"""Of who began the game, or the first round; "none" is a game without a result."""
REASONS = (
    *("few_left", "no_move", "stuck", "majority", "endless"),
    *("goal", "limit", "looped", "round_limit"),
)
"""Why the last round, or the match, was over."""
_FEW, _NO_MOVE, _STUCK, _MAJORITY, _ENDLESS, _GOAL, _LIMIT, _LOOPED, _ROUND_LIMIT = range(9)
_STARTER, _WINNER, _REASON, _ROUNDS, _MOVES, _PASSES, _MET, _SOUTH, _NORTH, _WIDTH = range(10)
_TIED, _NOBODY = -1, -2
_GOLDEN = np.uint64(streams.GOLDEN)
_ONE = np.uint64(1)
_PLY_SHIFT = np.uint64(streams.PLY_SHIFT)
_PART = 500
_WORKERS = 2
_USUAL_LAPS = 75


class Conventions(NamedTuple):
    """What the options of `Rules` cannot say of how another program plays.

    The values given here as first are those of this project.

    Attributes
    ----------
    judged : {"capture", "move"}
        When too few seeds end a round: at once, even within a lap, or between moves only.
    no_move : {"remainder", "owners"}
        Who gets the seeds left when the player to move cannot: as by ``remainder``, or the
        owners of the holes.
    without_extra : {"opponent", "over"}
        Who has earned an extra move and cannot make it: the opponent is to move, or the round
        is over.
    majority : int
        A round is over as soon as a player has captured more than so many seeds; 0 for never.
    endless_over : {"round", "all"}
        What an endless move ends: its round, or the match with it, won by the larger score.
    endless_seeds : {"owners", "halves"}
        Who gets the seeds left then: owners of the holes, or half each; an odd one goes to
        who has fewer, to North where both have the same.
    endless_hand : {"taken_back", "stays", "lost"}
        Where they lie then: as before the move; as after its last lap; so, but without the
        seeds picked up for the next one, which count for nobody.
    needed : int
        A match is over, won by the larger score, when a player scores fewer seeds; 0 where
        territory alone decides.
    limit_on : {"round", "all"}
        Whether moves are counted anew in each round up to the limit.
    half : {"loser", "even"}
        Who gets a hole in dispute at two to two: the loser of the round, or whoever makes the
        winner's number of holes even.
    loop_states, loop_moves : int
        A game without result is called looped when more than `loop_moves` moves in a row bring
        no position that is not among the last `loop_states` different ones; 0 for never.

    Examples
    --------
    >>> OURS.judged, OURS._replace(judged="move").judged
    ('capture', 'move')
    """

    judged: str = "capture"
    no_move: str = "remainder"
    without_extra: str = "opponent"
    majority: int = 0
    endless_over: str = "round"
    endless_seeds: str = "owners"
    endless_hand: str = "taken_back"
    needed: int = 0
    limit_on: str = "round"
    half: str = "loser"
    loop_states: int = 0
    loop_moves: int = 0

    @property
    def label(self) -> str:
        """What differs from this project, as ``judged=move needed=11``; empty where nothing does.

        Examples
        --------
        >>> OURS._replace(judged="move", needed=11).label
        'judged=move needed=11'
        """
        pairs = zip(self._fields, self, OURS, strict=True)
        return " ".join(f"{name}={value}" for name, value, ours in pairs if value != ours)


OURS = Conventions()
"""The conventions of this project."""


class _Plan(NamedTuple):
    """Conventions and options as the small integers that compiled code reads."""

    limit: int
    whole_limit: int
    few: int
    few_way: int
    no_move_way: int
    stuck_way: int
    passes: int
    extra_ends: int
    majority: int
    endless_ends: int
    halves: int
    hand: int
    needed: int
    even: int
    states: int
    repeats: int
    laps: int
    match: int
    most_rounds: int


@compiled
def is_known(ring, count, board, store, mover):  # type: ignore[no-untyped-def]
    """Whether a position is among those that the ring holds."""
    size = len(board)
    for place in range(min(count, len(ring))):
        state = ring[place]
        if state[size] == store and state[size + 1] == mover and same(board, state[:size]):
            return True
    return False


@compiled
def has_looped(plan, ring, loop, board, store, mover):  # type: ignore[no-untyped-def]
    """Remember a position in the ring; tell whether the game is called looped.

    `loop` has how many positions were remembered, and how many moves in a row brought none.
    """
    if is_known(ring, loop[0], board, store, mover):
        loop[1] += 1
        return loop[1] > plan.repeats
    place = loop[0] % len(ring)
    copy(board, ring[place])
    ring[place, len(board)] = store
    ring[place, len(board) + 1] = mover
    loop[0] += 1
    loop[1] = 0
    return False


@compiled
def sow_laps(options, plan, scratch, mover, hole):  # type: ignore[no-untyped-def]
    """Sow lap by lap: (result, the hole that a lap too many would pick up)."""
    for _ in range(plan.laps):
        last = hole
        for _ in range(scratch.board[hole]):
            last = scratch.after[last]
        result = sow(
            options,
            scratch.board,
            scratch.owner,
            scratch.after,
            scratch.tally,
            scratch.anchor,
            mover,
            hole,
            None,
        )
        if result != ENDLESS:
            return result, hole
        hole = last
    return ENDLESS, hole


@compiled
def play_round(  # type: ignore[no-untyped-def]
    options, plan, scratch, starter, key, before, ring, loop
):
    """Play one round: (reason, whom a convention may name, moves, passes).

    `before` moves were made and count towards the limit.
    """
    board, owner, tally = scratch.board, scratch.owner, scratch.tally
    mover, moves, passes = starter, 0, 0
    while True:
        if before + moves >= plan.limit:
            return _LIMIT, mover, moves, passes
        count = list_choices(options, board, owner, mover, False, scratch.choices)
        if count == 0:
            if not plan.passes:
                return _NO_MOVE, 1 - mover, moves, passes
            if not can_move(options, scratch, 1 - mover):
                return _STUCK, 1 - mover, moves, passes
            passes += 1
            mover = 1 - mover
            continue
        place, _ = below(key, np.uint64(moves + passes) << _PLY_SHIFT, count)
        copy(board, scratch.saved)
        copy(tally, scratch.saved_tally)
        moves += 1
        result, hole = sow_laps(options, plan, scratch, mover, scratch.choices[place])
        if result == ENDLESS:
            if plan.hand == 0:
                copy(scratch.saved, board)
                copy(scratch.saved_tally, tally)
            elif plan.hand == 2:
                board[hole] = 0
            return _ENDLESS, mover, moves, passes
        if tally[LEFT] <= plan.few:
            return _FEW, mover, moves, passes
        if 0 < plan.majority < max(tally[STORE], tally[STORE + 1]):
            return _MAJORITY, mover, moves, passes
        if result != CAPTURED or not options.again:
            mover = 1 - mover
        elif not can_move(options, scratch, mover):
            if plan.extra_ends:
                return _NO_MOVE, mover, moves, passes
            mover = 1 - mover
        if plan.states > 0:
            following = mover
            if plan.passes and not can_move(options, scratch, mover):
                following = 1 - mover
            if has_looped(plan, ring, loop, board, tally[STORE], following):
                return _LOOPED, mover, moves, passes


@compiled
def score_of(plan, scratch, reason, starter, named, score):  # type: ignore[no-untyped-def]
    """Write what each player has when the round is over."""
    left = np.zeros(2, np.int64)
    for hole in range(len(scratch.board)):
        if scratch.owner[hole] >= 0:
            left[scratch.owner[hole]] += scratch.board[hole]
    store, other = scratch.tally[STORE], scratch.tally[STORE + 1]
    if reason == _ENDLESS and plan.halves:
        total = left[0] + left[1]
        score[0] = store + total // 2 + (total % 2 if other > store else 0)
        score[1] = other + total // 2 + (0 if other > store else total % 2)
        return
    way = OWNERS
    if reason == _FEW:
        way = plan.few_way
    elif reason == _NO_MOVE:
        way = plan.no_move_way
    elif reason == _STUCK:
        way = plan.stuck_way
    taker = starter if way == settlement.STARTER else named
    for player in range(2):
        mine = scratch.tally[STORE + player]
        score[player] = mine + share(way, taker, player, left[player], left[1 - player])


@compiled
def next_territory(match, plan, score, order, owner, stock):  # type: ignore[no-untyped-def]
    """Turn a score into territory; who has won the match with it, or -1."""
    buyer = -1
    if match.kind == MATCH_BUYING and score[0] != score[1]:
        buyer = 0 if score[0] > score[1] else 1
    buying_order(match, max(buyer, 0), order)
    disputed = allot(match, score[0], score[1], order, 0, owner, stock)
    if plan.even and disputed >= 0 and 2 * (score[buyer] % match.price) == match.price:
        owner[disputed] = buyer if score[buyer] // match.price % 2 == 1 else 1 - buyer
    return victor(match, owner)


@compiled
def play_whole(  # type: ignore[no-untyped-def]
    options, match, plan, scratch, seeds, number, starter, runs, ring, row
):
    """Play one game or match, and write what came out into `row`."""
    size = len(scratch.board)
    order, owner = np.zeros(size // 2, np.int64), np.zeros(size, np.int64)
    stock, score, loop = np.zeros(2, np.int64), np.zeros(2, np.int64), np.zeros(2, np.int64)
    for hole in range(size):
        owner[hole] = hole // (size // 2)
    row[_STARTER], row[_WINNER] = starter, _NOBODY
    for place in range(plan.most_rounds):
        copy(owner, scratch.owner)
        follow(match.step, scratch.owner, scratch.after)
        lay_out(scratch, seeds)
        scratch.tally[STORE], scratch.tally[STORE + 1] = stock[0], stock[1]
        key = mix(runs[place] + (np.uint64(number) + _ONE) * _GOLDEN)
        before = row[_MOVES] if plan.whole_limit else 0
        reason, named, moves, passes = play_round(
            options, plan, scratch, starter, key, before, ring, loop
        )
        row[_MOVES] += moves
        row[_PASSES] += passes
        row[_ROUNDS] = place + 1
        row[_REASON] = reason
        row[_MET] += reason == _ENDLESS
        if reason in (_LIMIT, _LOOPED):
            return
        score_of(plan, scratch, reason, starter, named, score)
        row[_SOUTH], row[_NORTH] = score[0], score[1]
        lead = _TIED
        if score[0] != score[1]:
            lead = 0 if score[0] > score[1] else 1
        over = not plan.match or (reason == _ENDLESS and plan.endless_ends)
        if over or min(score[0], score[1]) < plan.needed:
            row[_WINNER] = lead
            if not over:
                row[_REASON] = _GOAL
            return
        won = next_territory(match, plan, score, order, owner, stock)
        if won >= 0:
            row[_WINNER], row[_REASON] = won, _GOAL
            return
        starter = 1 - starter
    row[_REASON] = _ROUND_LIMIT


@compiled
def play_some(  # type: ignore[no-untyped-def]
    options, match, plan, scratch, seeds, first, starters, runs
):
    """Play as many games or matches as there are starters, a row each."""
    rows = np.zeros((len(starters), _WIDTH), np.int64)
    ring = np.zeros((max(1, plan.states), len(scratch.board) + 2), np.int64)
    for place in range(len(starters)):
        play_whole(
            *(options, match, plan, scratch, seeds, first + place),
            *(starters[place], runs, ring, rows[place]),
        )
    return rows


def play_by(
    rules: Rules | str,
    conventions: Conventions = OURS,
    games: int = 1_000,
    *,
    seed: int = 0,
    max_moves: int = 100_000,
    first: int = 0,
    tell: Callable[[int], None] | None = None,
) -> pd.DataFrame:
    """Play games or matches of random players by conventions, a row each.

    Game *i* of a seed draws from the same stream as that of `simulate`, whatever the
    conventions, so games of two conventions are pairs.

    Parameters
    ----------
    rules : Rules or str
        Whole matches are played where its option ``match`` is not "none".
    conventions : Conventions
    games : int
    seed : int
        0..2**63 - 1.
    max_moves : int
        A game that is not over after so many moves has no result; see
        `Conventions.limit_on`.
    first : int
        Number of the first game; games with even numbers are begun by South.
    tell : callable or None
        Is told the games played so far.

    Returns
    -------
    pandas.DataFrame
        ``number``, ``starter`` (of the first round), ``result`` (of `RESULTS`), ``reason`` (of
        `REASONS`), ``rounds``, ``moves``, ``passes``, ``endless`` (whether an endless move was
        met), ``south``, ``north`` (score of the last round that has one).

    Raises
    ------
    ValueError
        If an argument has no meaning, or the rules have an option that is not played here.

    Examples
    --------
    >>> table = play_by("adji_kui_2 endless=limit:75", games=100, seed=1)
    >>> len(table), int((table["south"] + table["north"]).max())
    (100, 48)
    """
    rules = Rules.of(rules)
    _check(rules, conventions)
    for name, value, least in (("games", games, 0), ("max_moves", max_moves, 1)):
        if value < least:
            raise ValueError(f"{name} is {value}; it takes {least} or more.")
    plan = _plan(rules, conventions, max_moves)
    # A lap at a time, so that it is known where an endless sowing was broken off.
    options = rules.options._replace(limit=int(rules.relay), prove=0, barred=0)
    if conventions.judged == "move":
        options = options._replace(end_at=0)
    runs = np.array([run_key(round_seed(seed, place + 1)) for place in range(plan.most_rounds)])
    owner = (0,) * rules.holes + (1,) * rules.holes

    def play_part(part: tuple[int, int]) -> NDArray[np.int64]:
        scratch = scratch_for(rules.options, owner)
        starters = starters_of("alternate", *part)
        rows: NDArray[np.int64] = play_some(
            options, rules.match_options, plan, scratch, rules.seeds, part[0], starters, runs
        )
        return rows

    played = [np.zeros((0, _WIDTH), np.int64)]
    with ThreadPoolExecutor(_WORKERS) as pool:
        for rows in pool.map(play_part, list(_parts(first, games))):
            played.append(rows)
            if tell is not None:
                tell(sum(map(len, played)))
    return _told(np.concatenate(played), first)


def _parts(first: int, games: int) -> Iterator[tuple[int, int]]:
    for start in range(first, first + games, _PART):
        yield start, min(_PART, first + games - start)


def _told(rows: NDArray[np.int64], first: int) -> pd.DataFrame:
    winner, starter = rows[:, _WINNER], rows[:, _STARTER]
    result = np.where(winner == starter, 0, 1)
    result = np.where(winner == _TIED, 2, np.where(winner == _NOBODY, 3, result))
    return pd.DataFrame(
        {
            "number": np.arange(first, first + len(rows)),
            "starter": _words(starter, SIDES),
            "result": _words(result, RESULTS),
            "reason": _words(rows[:, _REASON], REASONS),
            "rounds": rows[:, _ROUNDS],
            "moves": rows[:, _MOVES],
            "passes": rows[:, _PASSES],
            "endless": rows[:, _MET] > 0,
            "south": rows[:, _SOUTH],
            "north": rows[:, _NORTH],
        }
    )


def _words(codes: NDArray[np.int64], words: tuple[str, ...]) -> pd.Categorical[str]:
    return pd.Categorical.from_codes(codes.astype(np.int8), categories=pd.Index(words))


def _check(rules: Rules, conventions: Conventions) -> None:
    for name, words in CHOICES.items():
        value = getattr(conventions, name)
        if value not in words:
            raise ValueError(f"{name} is {value!r}; it can be {', '.join(words)}.")
    for name in ("majority", "needed", "loop_states", "loop_moves"):
        value = getattr(conventions, name)
        if not isinstance(value, int) or value < 0:
            raise ValueError(f"{name} is {value!r}; it takes 0 or more.")
    if rules.relay and not limit_of(rules.endless):
        raise ValueError(
            f"endless is {rules.endless}, but here an endless sowing is told by the number of its "
            "laps; endless = limit:75 does so."
        )
    wanted = {
        "origin": ("sow",),
        "repetition": ("play_on",),
        "extra_move": ("compulsory",),
        "buying": ("nearest",),
        "dispute": ("larger", "loser", "empty"),
        "remainder": ("mover", "starter", "owners", "nobody"),
    }
    for name, words in wanted.items():
        if getattr(rules, name) not in words:
            raise ValueError(
                f"{name} is {getattr(rules, name)}; played by other conventions it can be "
                f"{', '.join(words)}."
            )


def _plan(rules: Rules, conventions: Conventions, max_moves: int) -> _Plan:
    whole = conventions.limit_on == "all"
    way = settlement.way_of(rules, "none_left")
    rounds = 1
    if rules.match != "none":
        # A round has a move at least, so the limit of moves is one of rounds, too.
        rounds = max_moves if whole else rules.round_limit
    return _Plan(
        limit=max_moves,
        whole_limit=int(whole),
        few=rules.end_at,
        few_way=way,
        no_move_way=OWNERS if conventions.no_move == "owners" else way,
        stuck_way=settlement.way_of(rules, "stuck"),
        passes=int(not rules.end_without_move),
        extra_ends=int(conventions.without_extra == "over"),
        majority=conventions.majority,
        endless_ends=int(conventions.endless_over == "all"),
        halves=int(conventions.endless_seeds == "halves"),
        hand=CHOICES["endless_hand"].index(conventions.endless_hand),
        needed=conventions.needed,
        even=int(conventions.half == "even"),
        states=conventions.loop_states,
        repeats=conventions.loop_moves,
        laps=limit_of(rules.endless) or _USUAL_LAPS,
        match=int(rules.match != "none"),
        most_rounds=rounds,
    )
