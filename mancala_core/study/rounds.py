"""Whole matches of random and greedy play, compiled: round after round on changing territory.

A round is a game as `playout` plays it, on the holes that `engine.territory` allots; its last
seeds are given away by `engine.settlement`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mancala_core.engine import settlement, streams
from mancala_core.engine.match_rounds import ENDINGS
from mancala_core.engine.options import DISPUTE_LOTTERY
from mancala_core.engine.rules import Rules
from mancala_core.engine.settlement import DRAW, OWNERS, VOID, named, share
from mancala_core.engine.sowing import STORE, follow
from mancala_core.engine.streams import round_seed
from mancala_core.engine.territory import (
    allot,
    buyer_of,
    buying_order,
    for_sale,
    in_dispute,
    owned,
    victor,
)
from mancala_core.players.compiled import compiled
from mancala_core.study.bulk import run_key
from mancala_core.study.memory import mix
from mancala_core.study.playout import (
    COLUMNS,
    CUT,
    PLAYED,
    RANDOM,
    STRATEGIES,
    below,
    lay_out,
    play_game,
    scratch_for,
)

PLACES = {name: place for place, name in enumerate(COLUMNS)}
ADDED = (
    *("match", "round", "stock_south", "stock_north", "score_south", "score_north"),
    *("disputed", "drawn", "next_holes_south", "next_holes_north", "match_ending", "match_winner"),
)
"""What the row of a round has after `COLUMNS`: the number of the match and of the round, seeds
beside the board at its start, its score, the hole in dispute after it and who won the lottery for
it, the holes that its score gives, and in the last round of a match why it ended and who won. -1
stands for nothing."""
_FIRST_ADDED = len(COLUMNS) - 1
MATCH, ROUND, STOCK_SOUTH, STOCK_NORTH = range(_FIRST_ADDED, _FIRST_ADDED + 4)
SCORE_SOUTH, SCORE_NORTH, DISPUTED, DRAWN = range(_FIRST_ADDED + 4, _FIRST_ADDED + 8)
NEXT_SOUTH, NEXT_NORTH, MATCH_ENDING, MATCH_WINNER = range(_FIRST_ADDED + 8, _FIRST_ADDED + 12)
WIDTH = MATCH_WINNER + 1
MATCH_ENDINGS = (*ENDINGS, "cut")
_GOAL, _NO_HOLE, _ROUND_LIMIT, _CUT = range(4)
_GOLDEN = np.uint64(streams.GOLDEN)
_ONE = np.uint64(1)
_DISPUTE = np.uint64(streams.DISPUTE)
_LOTTERY = np.uint64(streams.LOTTERY)
_BUYING = np.uint64(streams.BUYING)
_S63 = np.uint64(63)
_SOUTH = PLACES["south"]
_LEFT, _TAKER, _FIRST = PLACES["left_south"], PLACES["last_taker"], PLACES["first_final"]
_MOVER, _ENDING = PLACES["last_mover"], PLACES["ending"]


@compiled
def coin(key, counter):  # type: ignore[no-untyped-def]
    """Toss a fair coin of a stream: 0 South, 1 North."""
    return np.int64(mix(key + counter * _GOLDEN) >> _S63)


@compiled
def score_round(ways, key, starter, row):  # type: ignore[no-untyped-def]
    """Write the score of a finished round into its row, -1 where it has none."""
    row[SCORE_SOUTH] = row[SCORE_NORTH] = -1
    if row[_ENDING] == CUT:
        return
    way = ways[row[_ENDING]]
    if way in (DRAW, VOID):
        return
    taker = named(way, row[_TAKER], row[_FIRST], starter, row[_MOVER])
    if way < OWNERS and taker < 0:
        taker = coin(key, _LOTTERY)
    for player in range(2):
        own, other = row[_LEFT + player], row[_LEFT + 1 - player]
        row[SCORE_SOUTH + player] = row[_SOUTH + player] + share(way, taker, player, own, other)


@compiled
def choose_holes(order, count, key):  # type: ignore[no-untyped-def]
    """Draw the holes to buy, as `players.buying.random`: they come first, the rest as it was."""
    counter = _BUYING
    for bought in range(count):
        drawn, counter = below(key, counter, len(order) - bought)
        hole = order[bought + drawn]
        for place in range(bought + drawn, bought, -1):
            order[place] = order[place - 1]
        order[bought] = hole


@compiled
def longer(array):  # type: ignore[no-untyped-def]
    """The same array with room for twice as many rows."""
    new = np.zeros((2 * len(array), array.shape[1]), array.dtype)
    new[: len(array)] = array
    return new


@compiled
def play_match(  # type: ignore[no-untyped-def]
    options,
    match,
    ways,
    scratch,
    tail,
    seeds,
    number,
    starter,
    strategies,
    runs,
    most,
    rows,
    owners,
    prints,
    count,
    owner,
    stock,
    order,
):
    """Play one match; its rounds become rows from `count` on: (rows, owners, prints, their number).

    The three grow as needed. `runs` has what the seed of each round contributes to its key;
    `owner`, `stock` and `order` are scratch space for `allot`.
    """
    size = len(scratch.board)
    stock[:] = 0
    for hole in range(size):
        owner[hole] = hole // (size // 2)
    for place in range(match.round_limit):
        if count == len(rows):
            rows, owners, prints = longer(rows), longer(owners), longer(prints)
        row = rows[count]
        for hole in range(size):
            scratch.owner[hole] = owner[hole]
            owners[count, hole] = owner[hole]
        follow(match.step, scratch.owner, scratch.after)
        lay_out(scratch, seeds)
        scratch.tally[STORE], scratch.tally[STORE + 1] = stock[0], stock[1]
        key = mix(runs[place] + (np.uint64(number) + _ONE) * _GOLDEN)
        prints[count, 0], _ = play_game(options, scratch, tail, starter, strategies, key, most, row)
        for added in range(MATCH, WIDTH):
            row[added] = -1
        row[MATCH], row[ROUND] = number, place + 1
        row[STOCK_SOUTH], row[STOCK_NORTH] = stock[0], stock[1]
        score_round(ways, key, starter, row)
        count += 1
        south, north = row[SCORE_SOUTH], row[SCORE_NORTH]
        if south + north == seeds * size:
            buyer = buyer_of(match, south, north)
            buying_order(match, max(buyer, 0), order)
            if match.choice and buyer >= 0 and strategies[buyer] == RANDOM:
                choose_holes(order, for_sale(match, size // 2, south, north), key)
            if match.dispute == DISPUTE_LOTTERY and in_dispute(match, south, north):
                row[DRAWN] = coin(key, _DISPUTE)
            row[DISPUTED] = allot(match, south, north, order, row[DRAWN], owner, stock)
        row[NEXT_SOUTH], row[NEXT_NORTH] = owned(owner, 0), owned(owner, 1)
        row[MATCH_WINNER] = victor(match, owner)
        if row[_ENDING] == CUT:
            row[MATCH_ENDING] = _CUT
        elif row[MATCH_WINNER] >= 0:
            lost = row[NEXT_SOUTH + 1 - row[MATCH_WINNER]] == 0
            row[MATCH_ENDING] = _NO_HOLE if lost else _GOAL
        elif place + 1 == match.round_limit:
            row[MATCH_ENDING] = _ROUND_LIMIT
        if row[MATCH_ENDING] >= 0:
            break
        starter = 1 - starter
    return rows, owners, prints, count


@compiled
def play_some(  # type: ignore[no-untyped-def]
    options, match, ways, scratch, tail, seeds, first, starters, strategies, runs, most
):
    """Play as many matches as there are starters: (rows, owners, prints) of all rounds."""
    rows = np.zeros((4 * len(starters) + 4, WIDTH), np.int64)
    owners = np.zeros((len(rows), len(scratch.board)), np.int8)
    prints = np.zeros((len(rows), 1), np.uint64)
    owner, stock = np.zeros(len(scratch.board), np.int64), np.zeros(2, np.int64)
    order = np.zeros(len(owner) // 2, np.int64)
    count = 0
    for place in range(len(starters)):
        rows, owners, prints, count = play_match(
            options,
            match,
            ways,
            scratch,
            tail,
            seeds,
            first + place,
            starters[place],
            strategies,
            runs,
            most,
            rows,
            owners,
            prints,
            count,
            owner,
            stock,
            order,
        )
    return rows[:count], owners[:count], prints[:count, 0]


class Matches(NamedTuple):
    """Matches as they were played.

    Attributes
    ----------
    rows : ndarray of int64, shape (rounds, WIDTH)
        `COLUMNS` but the fingerprint, then `ADDED`.
    owners : ndarray of int8, shape (rounds, 2n)
        Who owned each hole: 0, 1, or -1 for one out of play.
    prints : ndarray of uint64, shape (rounds,)
        Fingerprints of the rounds.
    """

    rows: NDArray[np.int64]
    owners: NDArray[np.int8]
    prints: NDArray[np.uint64]


def ways_of(rules: Rules) -> NDArray[np.int64]:
    """How the last seeds go after each ending, in the order of `playout`'s endings.

    An ending that the rules do not know counts as void; it does not come.

    Parameters
    ----------
    rules : Rules

    Returns
    -------
    ndarray of int64, shape (5,)

    Examples
    --------
    >>> ways_of(Rules.load("adji_kui_2"))[0] == OWNERS
    np.True_
    """
    ways = []
    for ending in ("none_left", "no_move", "stuck", "endless", "repetition"):
        try:
            ways.append(settlement.way_of(rules, ending))
        except ValueError:
            ways.append(VOID)
    return np.array(ways, np.int64)


def play_matches(
    rules: Rules,
    first: int,
    starters: NDArray[np.int64],
    strategies: tuple[str, str],
    seed: int,
    most: int,
) -> Matches:
    """Play matches of one run.

    Parameters
    ----------
    rules : Rules
        With matches.
    first : int
        Number of the first match in the run.
    starters : ndarray of int64, shape (matches,)
        Who begins the first round of each.
    strategies : (str, str)
        South's and North's, of `STRATEGIES`.
    seed : int
        Seed of the run.
    most : int
        Moves after which a round is cut, and its match with it.

    Returns
    -------
    Matches

    Examples
    --------
    >>> played = play_matches(
    ...     Rules.load("adji_kui_2"), 0, np.zeros(3, np.int64), ("random", "random"), 1, 1000
    ... )
    >>> set((played.rows[:, SCORE_SOUTH] + played.rows[:, SCORE_NORTH]).tolist())
    {48}
    """
    limit = rules.round_limit
    runs = np.array([run_key(round_seed(seed, number)) for number in range(1, limit + 1)])
    codes = np.array([STRATEGIES.index(name) for name in strategies], np.int64)
    owner = (0,) * rules.holes + (1,) * rules.holes
    rows, owners, prints = play_some(
        rules.options,
        rules.match_options,
        ways_of(rules),
        scratch_for(rules.options, owner),
        PLAYED,
        rules.seeds,
        first,
        starters,
        codes,
        runs,
        most,
    )
    return Matches(rows.copy(), owners.copy(), prints.copy())
