"""Laws that hold for every move, over random rules and positions."""

from random import Random

import pytest
from cases import random_position, random_rules
from hypothesis import assume, given
from hypothesis import strategies as st

from mancala_core.engine import sowing
from mancala_core.engine.choices import (
    Sowing,
    candidates,
    ending_of,
    following,
    is_natural,
    legal_moves,
)
from mancala_core.engine.game import Game
from mancala_core.engine.moves import IllegalMove, outcome, play
from mancala_core.engine.position import Position, letter, number
from mancala_core.engine.rules import Rules

LAPS = 3000


def settled_soon(rules, position):
    """Whether no sowing of either player takes so long that a test would."""
    for player in (0, 1):
        for hole in candidates(rules, position, player):
            state = Sowing(rules, position)
            if (
                state.sow(player, hole, limit=LAPS) == sowing.ENDLESS
                and not state.tally[sowing.PERIOD]
            ):
                return False
    return True


@st.composite
def situations(draw):
    """Rules and a position of theirs."""
    rng = Random(draw(st.integers(0, 2**32)))
    rules = random_rules(rng)
    position = random_position(rng, rules)
    assume(settled_soon(rules, position))
    return rules, position


def moves_of(rules, position):
    return [play(rules, position, hole) for hole in legal_moves(rules, position)]


@given(situations())
def test_seeds_are_conserved(situation):
    rules, position = situation
    total = position.left + sum(position.stores)
    for move in moves_of(rules, position):
        assert move.after.left + sum(move.after.stores) == total
        assert min(move.after.seeds) >= 0


@given(situations())
def test_replaying_the_events_gives_the_position_after(situation):
    rules, position = situation
    for move in moves_of(rules, position):
        if move.ending == "endless" or move.cut:
            continue
        seeds, stores, hand = list(position.seeds), list(position.stores), 0
        for event in move.events:
            if event.kind == "pick_up":
                assert event.seeds == seeds[event.hole]
                seeds[event.hole] = 0
                hand += event.seeds
            elif event.kind == "capture":
                assert event.seeds == seeds[event.hole]
                assert event.seeds in rules.capture_on
                seeds[event.hole] = 0
                stores[event.player] += event.seeds
                assert event.final == (hand == 0)
            else:
                seeds[event.hole] += event.seeds
                hand -= event.seeds
        assert hand == 0
        assert (tuple(seeds), tuple(stores)) == (move.after.seeds, move.after.stores)
        assert move.captured == tuple(
            after - before for after, before in zip(stores, position.stores, strict=True)
        )


@given(situations())
def test_captures_go_to_whom_the_rules_say(situation):
    rules, position = situation
    mover = position.mover
    for move in moves_of(rules, position):
        for event in move.events:
            if event.kind != "capture":
                continue
            owner = position.owner[event.hole]
            who = rules.final if event.final else rules.passing
            assert event.player == {"mover": mover, "owner": owner}[who]
            if event.final:
                allowed = {"any": (0, 1), "own": (mover,), "opponent": (1 - mover,)}
                assert owner in allowed[rules.final_side]


@given(situations())
def test_turning_the_board_and_swapping_the_players_commutes_with_moving(situation):
    rules, position = situation
    turned = turn(position)
    size = len(position.seeds)
    assert ending_of(rules, turned) == ending_of(rules, position)
    for hole in range(size):
        other = (hole + rules.holes) % size
        here, there = answer(rules, position, hole), answer(rules, turned, other)
        assert there == (here if isinstance(here, str) else turn(here))


def answer(rules, position, hole):
    """The position after a move, or why it is refused."""
    try:
        return play(rules, position, hole).after
    except IllegalMove as error:
        return error.reason


def turn(position):
    """The position from the other side of the board."""
    half = position.holes

    def swap(side):
        return side if side in (None, -1) else 1 - side

    return position.replace(
        seeds=position.seeds[half:] + position.seeds[:half],
        stores=position.stores[::-1],
        owner=tuple(swap(side) for side in position.owner[half:] + position.owner[:half]),
        mover=swap(position.mover),
        starter=swap(position.starter),
        last_taker=swap(position.last_taker),
        first_final=swap(position.first_final),
        drawn=swap(position.drawn),
    )


@given(situations())
def test_laps_without_captures_can_be_undone(situation):
    """With origin = "sow": two lap starts never lead to the same one, so each can be undone."""
    rules, position = situation
    assume(rules.origin == "sow")
    options = rules.options
    after = following(options.step, position.owner)
    before = {place: hole for hole, place in enumerate(after) if position.owner[hole] >= 0}
    for move in moves_of(rules, position):
        seeds = list(position.seeds)
        start, seeds_at_start, sown = None, None, 0
        for event in move.events:
            if event.kind == "pick_up":
                if start is not None:
                    assert undone(seeds, event.hole, sown, before) == (start, seeds_at_start)
                start, seeds_at_start, sown = event.hole, list(seeds), 0
                seeds[event.hole] = 0
            elif event.kind == "sow":
                seeds[event.hole] += 1
                sown += 1
            else:
                break


def undone(seeds, last, count, before):
    """Take the seeds of a lap up again, from its last hole backwards."""
    seeds, hole = list(seeds), last
    for _ in range(count):
        seeds[hole] -= 1
        hole = before[hole]
    seeds[hole] += count
    return hole, seeds


@given(situations())
def test_position_text_reads_back(situation):
    rules, position = situation
    for each in (position, *(move.after for move in moves_of(rules, position))):
        assert Position.parse(str(each)) == each
        assert eval(repr(each)) == each


@given(situations())
def test_rules_text_reads_back(situation):
    rules, _ = situation
    assert Rules.of(rules.label) == rules
    assert eval(repr(rules)) == rules
    assert Rules.of(rules.label).options == rules.options


@given(situations(), st.integers(0, 2**32))
def test_records_read_back(situation, seed):
    rules, position = situation
    game = random_game(rules, position, Random(seed), 12)
    assert Game.from_text(game.to_text()) == game
    assert Game.from_json(game.to_json()) == game


def random_game(rules, position, rng, plies):
    game = Game.new(rules, position, seed=rng.randrange(2**40))
    for _ in range(plies):
        if game.outcome is not None or not settled_soon(rules, game.position):
            break
        choices = list(legal_moves(rules, game.position))
        if not choices or game.position.extra:
            choices.append(None)
        game = game.play(rng.choice(choices))
    return game


@given(situations())
def test_nothing_is_legal_once_the_game_is_over(situation):
    rules, position = situation
    for move in moves_of(rules, position):
        if move.after.ending is None:
            assert outcome(rules, move.after) is None
            assert move.ending != "over"
            continue
        assert legal_moves(rules, move.after) == ()
        assert move.after.mover == position.mover
        with pytest.raises(IllegalMove, match="over"):
            play(rules, move.after, 0)
        result = outcome(rules, move.after)
        total = move.after.left + sum(move.after.stores)
        for each in result.either or (result,):
            assert each.south + each.north <= total
            if is_natural(result.ending) and rules.remainder != "nobody":
                assert each.south + each.north == total


@given(situations())
def test_an_endless_sowing_comes_back_to_its_lap_start(situation):
    """Walk the laps one at a time: the state of lap `cycle_start` returns a period later."""
    rules, position = situation
    assume(rules.relay and not rules.endless.startswith("limit"))
    free = rules.replace(endless="draw")
    assume(ending_of(free, position) is None)
    for hole in candidates(free, position, position.mover):
        move = play(free, position, hole)
        if move.ending != "endless" or move.cut:
            continue
        starts = lap_starts(position, move.events)
        assert len(starts) == move.laps
        again = starts_after(free, position, hole, move.laps)
        assert starts[move.cycle_start - 1] == again
        assert len({str(start) for start in starts}) == len(starts)


def lap_starts(position, events):
    seeds, starts = list(position.seeds), []
    for event in events:
        if event.kind == "pick_up":
            starts.append((event.hole, tuple(seeds)))
            seeds[event.hole] = 0
        elif event.kind == "sow":
            seeds[event.hole] += 1
        else:
            seeds[event.hole] = 0
    return starts


def starts_after(rules, position, hole, laps):
    """The lap start after so many laps."""
    state, log = Sowing(rules, position), []
    state.sow(position.mover, hole, log, limit=laps)
    last = next(event.hole for event in reversed(log) if event.kind == "sow")
    return last, tuple(state.board)


@given(st.integers(2, 26), st.data())
def test_letters_and_numbers_of_holes(holes, data):
    hole = data.draw(st.integers(0, 2 * holes - 1))
    assert number(letter(hole, holes), holes) == hole
    assert number("?", holes) is None
