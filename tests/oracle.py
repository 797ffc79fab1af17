"""A second, naive implementation of games and matches, written from docs/rules.md alone.

It is slow and plain on purpose, uses the standard library only and imports nothing of the package:
where it and the engine agree, the rules text has been read the same way twice. Options are a
dictionary of words, a state is a dataclass, a round of a match a dictionary, and each function
returns a new one. Players are 0 (South) and 1 (North).
"""

import tomllib
from dataclasses import dataclass, field, replace
from pathlib import Path

RULESETS = Path(__file__).resolve().parents[1] / "mancala_core" / "engine" / "rulesets"

ANYWOLI = {
    "holes": 12, "seeds": 4, "direction": "ccw", "relay": True, "least": 1, "origin": "sow", "capture_on": [4],
    "passing": "owner", "final": "mover", "final_side": "any", "own_final": "stop", "chain": "none",
    "after_final": "again", "extra_move": "compulsory", "end_at": 4, "end_without_move": False,
    "remainder": "penultimate", "stuck": "owners", "endless": "barred", "repetition": "play_on",
    "match": "none", "goal": 10, "round_limit": 200, "buying": "nearest", "dispute": "larger",
    "unfilled": "blocked", "next_starter": "alternate",
}  # fmt: skip
ADJI_KUI_2 = {
    **ANYWOLI, "holes": 6, "least": 2, "passing": "nobody", "final_side": "opponent", "after_final": "over",
    "end_at": 8, "remainder": "owners", "match": "buying",
}  # fmt: skip
BA_AWA = {
    **ANYWOLI, "holes": 6, "after_final": "over", "end_at": 8, "remainder": "starter", "match": "buying",
}  # fmt: skip
OBRIDJIE = {**BA_AWA, "end_at": 0, "end_without_move": True, "remainder": "nobody", "match": "none"}
HOYITO_1 = {**ANYWOLI, "holes": 6, "passing": "mover", "after_final": "over", "match": "own_row"}
HOYITO_2 = {**HOYITO_1, "passing": "nobody", "chain": "preceding", "after_final": "again"}
ADJI_KUI_1 = {
    **ANYWOLI, "holes": 6, "relay": False, "least": 2, "capture_on": [2, 3], "passing": "nobody",
    "final_side": "opponent", "chain": "preceding", "after_final": "over", "end_at": 0, "remainder": "owners",
    "repetition": "owners",
}  # fmt: skip
ANYWOLI_WIKIPEDIA = {**ANYWOLI, "after_final": "over", "end_at": 8, "remainder": "starter"}
YIT_NURI = {**ANYWOLI, "holes": 7}
YIT_JANI = {**ANYWOLI, "holes": 13, "seeds": 2}
WRITTEN = {
    "anywoli": ANYWOLI, "adji_kui_2": ADJI_KUI_2, "anywoli_wikipedia": ANYWOLI_WIKIPEDIA, "yit_nuri": YIT_NURI,
    "yit_jani": YIT_JANI, "ba_awa": BA_AWA, "obridjie": OBRIDJIE, "hoyito_1": HOYITO_1, "hoyito_2": HOYITO_2,
    "adji_kui_1": ADJI_KUI_1,
}  # fmt: skip
"""The games whose options were read from the page."""


def options_in_file(name):
    """The values of a rule set's file, over those of the rule set it is based on."""
    text = tomllib.loads((RULESETS / f"{name}.toml").read_text(encoding="utf-8"))
    options = options_in_file(text["base"]) if "base" in text else {}
    for option, entry in text.get("options", {}).items():
        options[option] = entry["value"] if isinstance(entry, dict) else entry
    sizes = options["capture_on"]
    options["capture_on"] = list(sizes) if isinstance(sizes, list) else [sizes]
    return options


class Games(dict):
    """The written games by name; the options of any other are those in its file."""

    def __missing__(self, name):
        if not (RULESETS / f"{name}.toml").is_file():
            raise KeyError(name)
        return options_in_file(name)

    def names(self):
        """The written games, then all others that have a file."""
        return [*self, *sorted({path.stem for path in RULESETS.glob("*.toml")} - set(self))]


GAMES = Games(WRITTEN)


@dataclass
class State:
    """All that decides what may follow. In a finished game ``mover`` is who made the last move, None if nobody did."""

    seeds: list
    stores: list
    owner: list  # 0, 1, or -1: out of play
    mover: int | None
    starter: int
    last_taker: int | None = None
    first_final: int | None = None
    extra: bool = False  # an extra move that may be declined is open
    ending: str | None = None
    last_mover: int | None = field(
        default=None, compare=False
    )  # who made the last move, for games that end by a pass


@dataclass
class Sowing:
    """What one move did, before anybody asks whose move is next."""

    state: State
    ending: str  # stopped, captured, endless, over
    laps: int
    period: int | None
    cycle_start: int | None
    events: list


def state_of(options, seeds, stores=(0, 0), mover=0, starter=0, owner=None, **rest):
    """A state that begins a game, over at once where the rules say so."""
    n = options["holes"]
    state = State(
        list(seeds), list(stores), list(owner or [0] * n + [1] * n), mover, starter, **rest
    )
    if state.ending is None:
        state.ending = why_over(options, state)
        if state.ending is not None:
            state.mover = state.last_mover
    return state


def start(options, starter=0):
    """The set-up."""
    return state_of(
        options, [options["seeds"]] * (2 * options["holes"]), mover=starter, starter=starter
    )


def copy_of(state):
    """The same state, with lists of its own."""
    return replace(
        state, seeds=list(state.seeds), stores=list(state.stores), owner=list(state.owner)
    )


# --- one move ---------------------------------------------------------------------------------------------------------


def sow(options, before, hole):
    """Sow from ``hole`` for the mover to the end of the move; legality is not asked here."""
    state = copy_of(before)
    board, owner, mover = state.seeds, state.owner, state.mover
    step = 1 if options["direction"] == "ccw" else -1
    limit = (
        int(options["endless"].split(":")[1]) if options["endless"].startswith("limit:") else None
    )
    seen = {}  # start of a lap -> its number
    events = []
    laps = 0
    at = hole
    while True:
        lap_start = (tuple(board), at, board[at])
        if limit is None and lap_start in seen:
            return Sowing(
                before, "endless", laps, laps + 1 - seen[lap_start], seen[lap_start], events
            )
        if limit is not None and laps == limit:
            return Sowing(before, "endless", laps, None, None, events)
        laps += 1
        seen[lap_start] = laps

        picked_at = at
        hand = board[at]
        board[at] = 0
        events.append(("pick_up", at, hand, mover, False))
        while hand > 0:
            at = (at + step) % len(board)
            if owner[at] == -1 or (options["origin"] == "skip" and at == picked_at):
                continue
            board[at] += 1
            hand -= 1
            last = hand == 0
            events.append(("sow", at, 1, mover, False))

            taker = None
            if board[at] in options["capture_on"]:
                if not last:
                    taker = passing_taker(options, state, at)
                elif final_capturable(options, state, at):
                    taker = mover if options["final"] == "mover" else owner[at]
                    if state.first_final is None:
                        state.first_final = taker
            if taker is not None:
                events.append(("capture", at, board[at], taker, last))
                state.stores[taker] += board[at]
                board[at] = 0
                state.last_taker = taker
                if last and options["chain"] == "preceding":
                    take_run(options, state, at, events)
                if sum(board) + hand <= options["end_at"]:
                    if hand > 0:
                        board[picked_at] += hand
                        events.append(("settle", picked_at, hand, mover, False))
                    return Sowing(state, "over", laps, None, None, events)
                if last:
                    return Sowing(state, "captured", laps, None, None, events)

        # The lap is sown, and its last seed captured nothing.
        if board[at] == 1 or not options["relay"]:
            return Sowing(state, "stopped", laps, None, None, events)
        if board[at] in options["capture_on"] and options["own_final"] == "stop":
            return Sowing(state, "stopped", laps, None, None, events)


def take_run(options, state, hole, events):
    """Take the run before a final capture in ``hole``, the nearest hole first."""
    back = -1 if options["direction"] == "ccw" else 1
    while True:
        hole = (hole + back) % len(state.seeds)
        if state.owner[hole] == -1:
            continue
        count = state.seeds[hole]
        if count not in options["capture_on"] or not final_capturable(options, state, hole):
            return
        taker = state.mover if options["final"] == "mover" else state.owner[hole]
        events.append(("capture", hole, count, taker, True))
        state.stores[taker] += count
        state.seeds[hole] = 0
        state.last_taker = taker


def passing_taker(options, state, hole):
    """Who takes a group made on the way, or None."""
    return {"owner": state.owner[hole], "mover": state.mover, "nobody": None}[options["passing"]]


def final_capturable(options, state, hole):
    """Whether a group made by the last seed of a lap may be captured in this hole."""
    own = state.owner[hole] == state.mover
    side = {"any": True, "opponent": not own, "own": own}[options["final_side"]]
    return side and options["final"] != "nobody"


# --- who may do what --------------------------------------------------------------------------------------------------


def candidates(options, state, player):
    """The player's holes with enough seeds, by hole number; some of them may be barred."""
    return [
        hole
        for hole in range(len(state.seeds))
        if state.owner[hole] == player and state.seeds[hole] >= options["least"]
    ]


def is_barred(options, state, hole, player):
    """Whether the player's move from ``hole`` is endless and not legal for that."""
    if options["endless"] != "barred":
        return False
    as_mover = copy_of(state)
    as_mover.mover = player
    return sow(options, as_mover, hole).ending == "endless"


def moves_of(options, state, player):
    """The holes the player could legally start from, were it theirs to move."""
    return [
        hole
        for hole in candidates(options, state, player)
        if not is_barred(options, state, hole, player)
    ]


def can_move(options, state, player):
    """Whether the player would have a legal move, were it theirs to move."""
    return any(
        not is_barred(options, state, hole, player) for hole in candidates(options, state, player)
    )


def why_over(options, state):
    """Why the game is over in this position, with ``mover`` to move; None while it goes on."""
    if sum(state.seeds) <= options["end_at"]:
        numbers = [
            "none",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
        ]
        return (numbers[options["end_at"]] if options["end_at"] <= 10 else "few") + "_left"
    if options["end_without_move"]:
        return None if can_move(options, state, state.mover) else "no_move"
    if not can_move(options, state, 0) and not can_move(options, state, 1):
        return "stuck"
    return None


def legal(options, state):
    """The legal holes; none means a pass, or that the game is over."""
    if state.ending is not None:
        return []
    return moves_of(options, state, state.mover)


def choices(options, state):
    """All that may be chosen, in order: holes by number, then None for a pass or for declining an extra move."""
    if state.ending is not None:
        return []
    holes = legal(options, state)
    return [*holes, None] if state.extra or not holes else holes


# --- one ply ----------------------------------------------------------------------------------------------------------


def play(options, before, hole):
    """One move, or a pass if ``hole`` is None: the next state and what happened."""
    if before.ending is not None:
        raise ValueError("over")
    if hole is None:
        return play_pass(options, before)
    refuse_illegal(options, before, hole)

    sowing = sow(options, before, hole)
    state = copy_of(sowing.state)
    state.last_mover = before.mover
    ending = sowing.ending
    if ending == "endless":
        state.ending = "endless"
        state.extra = False
    elif ending == "over":
        state.ending = why_over(options, state)
        state.extra = False
    else:
        state.extra = False
        again = (
            ending == "captured"
            and options["after_final"] == "again"
            and can_move(options, state, before.mover)
        )
        if again:
            ending = "again"
            state.extra = options["extra_move"] == "optional"
        else:
            state.mover = 1 - before.mover
            state.ending = why_over(options, state)
            if state.ending is not None:
                ending = "over"
                state.mover = before.mover
    info = {
        "ending": ending,
        "laps": sowing.laps,
        "period": sowing.period,
        "cycle_start": sowing.cycle_start,
        "events": sowing.events,
    }
    return state, info


def play_pass(options, before):
    """A pass: forced, or an optional extra move declined."""
    if legal(options, before) and not before.extra:
        raise ValueError("must_move")
    state = copy_of(before)
    state.extra = False
    state.mover = 1 - before.mover
    state.ending = why_over(options, state)
    ending = "passed"
    if state.ending is not None:
        ending = "over"
        state.mover = before.mover if before.extra else before.last_mover
    return state, {"ending": ending, "laps": 0, "period": None, "cycle_start": None, "events": []}


def refuse_illegal(options, state, hole):
    """Raise ValueError with the reason if the mover may not start from this hole."""
    if not 0 <= hole < len(state.seeds):
        raise ValueError("no_such_hole")
    if hole in candidates(options, state, state.mover) and is_barred(
        options, state, hole, state.mover
    ):
        raise ValueError("endless")
    if not legal(options, state):
        raise ValueError("must_pass")
    if state.owner[hole] == -1:
        raise ValueError("out_of_play")
    if state.owner[hole] != state.mover:
        raise ValueError("not_yours")
    if state.seeds[hole] == 0:
        raise ValueError("empty")
    if state.seeds[hole] < options["least"]:
        raise ValueError("singleton")


# --- whole games ------------------------------------------------------------------------------------------------------


def how_settled(options, state):
    """The word that says what becomes of the seeds left: a remainder, "draw" or "void"."""
    if state.ending == "stuck":
        return options["stuck"]
    if state.ending == "endless":
        return "owners" if options["endless"].startswith("limit:") else options["endless"]
    if state.ending == "repetition":
        return options["repetition"]
    return options["remainder"]


def settle(options, state, drawn=None):
    """The result of a finished game: South's seeds, North's, and the winner (None: a draw, "void": no result).

    ``drawn`` is the winner of the lottery, for conventions that need one.
    """
    south, north = state.stores
    left = sum(state.seeds)
    south_left = sum(count for count, owner in zip(state.seeds, state.owner) if owner == 0)
    north_left = sum(count for count, owner in zip(state.seeds, state.owner) if owner == 1)

    how = how_settled(options, state)
    if how == "void":
        return south, north, "void"
    if how == "draw":
        return south, north, None
    if how == "owners":
        south += south_left
        north += north_left
    elif how != "nobody":
        named = {
            "penultimate": state.last_taker,
            "first_final": state.first_final,
            "starter": state.starter,
            "mover": state.mover,
            "lottery": None,
        }[how]
        taker = drawn if named is None else named
        if taker == 0:
            south += left
        elif taker == 1:
            north += left
        elif left:
            raise ValueError("this result needs the lottery drawn")
    winner = None if south == north else 0 if south > north else 1
    return south, north, winner


def identity(state):
    """Everything that decides the future, as a key."""
    return (
        tuple(state.seeds), tuple(state.stores), tuple(state.owner), state.mover, state.starter, state.last_taker,
        state.first_final, state.extra, state.ending,
    )  # fmt: skip


def play_out(options, state, chooser, limit=None):
    """Play a game to its end (or for ``limit`` plies); return the last state and the list of (choice, info)."""
    record = []
    seen = {identity(state)}
    while state.ending is None and (limit is None or len(record) < limit):
        choice = chooser(state, choices(options, state))
        after, info = play(options, state, choice)
        record.append((choice, info))
        if any(event[0] == "capture" for event in info["events"]) and info["ending"] != "endless":
            seen = set()
        if after.ending is None and options["repetition"] != "play_on" and identity(after) in seen:
            after.ending = "repetition"
            after.mover = after.last_mover
        seen.add(identity(after))
        state = after
    return state, record


def perft(options, state, depth):
    """The number of leaves of the tree of plies: a finished game is one leaf wherever it ended."""
    if depth == 0 or state.ending is not None:
        return 1
    return sum(
        perft(options, play(options, state, choice)[0], depth - 1)
        for choice in choices(options, state)
    )


def greedy_worth(options, state, choice):
    """What a choice captures for the mover less what it gives the opponent, in that move alone."""
    if choice is None:
        return 0
    info = play(options, state, choice)[1]
    if info["ending"] == "endless":
        return 0
    captures = [event for event in info["events"] if event[0] == "capture"]
    return sum(seeds if player == state.mover else -seeds for _, _, seeds, player, _ in captures)


# --- matches ----------------------------------------------------------------------------------------------------------


def first_round(options, starter=0):
    """The first round of a match: each player owns their home row, nothing is in store."""
    n = options["holes"]
    return {
        "number": 1, "starter": starter, "owner": [0] * n + [1] * n, "stock": [0, 0], "disputed": None,
    }  # fmt: skip


def start_of_round(options, this):
    """The state that a round begins with."""
    seeds = [0 if owner == -1 else options["seeds"] for owner in this["owner"]]
    return state_of(options, seeds, this["stock"], this["starter"], this["starter"], this["owner"])


def score_of(options, state, drawn=None):
    """What each player has after a finished round; None for a draw by option and for no result."""
    if how_settled(options, state) in ("draw", "void"):
        return None
    south, north, _ = settle(options, state, drawn)
    return [south, north]


def next_round(options, this, score, drawn=None, bought=()):
    """The round after this one, whether or not it will still be played.

    ``drawn`` is the winner of the lottery for a hole in dispute, ``bought`` are the holes that the
    buyer names.
    """
    if score is None:
        owner, stock, disputed = list(this["owner"]), list(this["stock"]), None
    elif options["match"] == "buying":
        owner, stock, disputed = buy(options, score, drawn, bought)
    else:
        owner, stock = fill(options, score)
        disputed = None
    return {
        "number": this["number"] + 1, "starter": 1 - this["starter"], "owner": owner, "stock": stock,
        "disputed": disputed,
    }  # fmt: skip


def buying_order(options, buyer):
    """The holes of the other row, from the first one beyond the end of the buyer's row."""
    n = options["holes"]
    step, last = (1, n - 1) if options["direction"] == "ccw" else (-1, 0)
    if buyer == 1:
        last += n
    return [(last + step * i) % (2 * n) for i in range(1, n + 1)]


def buy(options, score, drawn=None, bought=()):
    """Owners, seeds in store and the hole in dispute (None: there is none) after a score."""
    n, price = options["holes"], options["seeds"]
    owner, stock = [0] * n + [1] * n, [0, 0]
    if score[0] == score[1]:
        if bought:
            raise ValueError("nothing is bought")
        return owner, stock, None
    buyer = 0 if score[0] > score[1] else 1
    loser = 1 - buyer
    order = buying_order(options, buyer)
    surplus = score[buyer] // price - n
    if not bought:
        bought = order[:surplus]
    elif options["buying"] == "nearest":
        raise ValueError("nobody chooses")
    if len(bought) != surplus or len(set(bought)) != surplus or not set(bought) <= set(order):
        raise ValueError(f"{surplus} different holes of the other row can be bought")
    for hole in bought:
        owner[hole] = buyer
    mine, theirs = score[buyer] % price, score[loser] % price
    if mine == 0 and theirs == 0:
        return owner, stock, None
    if mine + theirs != price:
        raise ValueError("seeds are missing")
    disputed = next(hole for hole in order if hole not in bought)
    if options["dispute"] == "empty":
        owner[disputed] = -1
        stock[buyer], stock[loser] = mine, theirs
    elif options["dispute"] == "lottery":
        if drawn is None:
            raise ValueError("this hole needs the lottery drawn")
        owner[disputed] = drawn
    elif options["dispute"] == "loser":
        owner[disputed] = loser
    else:
        owner[disputed] = buyer if mine > theirs else loser
    return owner, stock, disputed


def fill(options, score):
    """Owners and seeds in store after each player filled the holes of their own row."""
    n, price = options["holes"], options["seeds"]
    owner, stock = [-1] * (2 * n), [0, 0]
    for player in (0, 1):
        seeds = score[player]
        for hole in range(player * n, player * n + n):
            if seeds >= price:
                owner[hole] = player
                seeds -= price
        stock[player] = seeds
    return owner, stock


def match_over(options, after):
    """Why the match is over and who won it, from the round that would be next; None while it goes on."""
    for player in (0, 1):
        owns, other_owns = after["owner"].count(player), after["owner"].count(1 - player)
        if other_owns == 0:
            return "no_hole", player
        if options["match"] == "buying" and owns >= options["goal"]:
            return "goal", player
    if after["number"] > options["round_limit"]:
        return "round_limit", None
    return None
