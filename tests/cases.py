"""Random rules, positions and games for tests; everything follows from the seed given."""

from random import Random

from mancala_core.engine.match_rounds import check_match
from mancala_core.engine.options import FIELDS, values_of
from mancala_core.engine.position import Position, home_rows
from mancala_core.engine.rules import Rules

SIZES = {
    "holes": range(2, 14),
    "seeds": range(1, 5),
    "least": (1, 1, 2, 3),
    "end_at": (0, 1, 4, 4, 8),
    "capture_on": ((4,), (4,), (2,), (3,), (2, 3), (3, 5)),
    "match": ("none", "none", "none", "buying", "own_row"),
    "goal": range(3, 28),
    "round_limit": (1, 2, 5, 200),
}
ENDLESS = ("barred", "barred", "owners", "draw", "void", "limit:3", "limit:75")


def random_rules(rng: Random) -> Rules:
    """One of the named rule sets with some options, or all, drawn anew."""
    while True:
        base = Rules.load(rng.choice(Rules.names()))
        share = rng.choice((0.1, 0.3, 1.0))
        values = {
            field: draw_value(rng, field)
            for field in FIELDS
            if rng.random() < share or field == "holes"
        }
        try:
            return base.replace(**values)
        except ValueError:
            continue


def random_match_rules(rng: Random) -> Rules:
    """Rules for matches of a few rounds, on small boards rather than on large ones."""
    while True:
        rules = random_rules(rng)
        holes = rng.choice((2, 2, 3, 3, 4, 4, 5, 6, 6, 7, 9, 12))
        values = {
            "match": rng.choice(("buying", "buying", "own_row")),
            "holes": holes,
            "seeds": rng.choice((1, 2, 3, 4, 4, 4, 4, 5)),
            "goal": holes + 1 + rng.choice((0, holes // 2, holes - 1, holes)),
            "round_limit": rng.choice((1, 3, 6, 6)),
            "buying": draw_value(rng, "buying"),
            "dispute": draw_value(rng, "dispute"),
        }
        if rng.random() < 0.3:
            values |= {
                "endless": rng.choice(("draw", "void")),
                "stuck": "void",
                "repetition": "draw",
            }
        if rng.random() < 0.1:
            total = 2 * holes * values["seeds"]
            values["end_at"] = rng.randrange(total // 2, total)
        try:
            rules = rules.replace(**values)
            check_match(rules)
        except ValueError:
            continue
        return rules


def draw_value(rng: Random, field: str) -> object:
    """A value of an option."""
    if field == "endless":
        return rng.choice(ENDLESS)
    return rng.choice(SIZES.get(field) or values_of(field))


def random_position(rng: Random, rules: Rules) -> Position:
    """A position on the board of the rules, with any number of seeds up to the set-up's."""
    size = 2 * rules.holes
    owner = home_rows(rules.holes)
    if rng.random() < 0.2:
        owner = tuple(rng.choice((0, 1)) for _ in range(size))
    if rng.random() < 0.1 and size > 4:
        owner = tuple(-1 if rng.random() < 0.15 else side for side in owner)
    places = [hole for hole in range(size) if owner[hole] >= 0]
    if len(places) < 3:
        return random_position(rng, rules)
    seeds = [0] * size
    favourites = rng.sample(places, rng.randint(1, len(places)))
    for _ in range(rng.randint(0, rules.total)):
        seeds[rng.choice(favourites)] += 1
    side = (None, 0, 1)
    mover = rng.randrange(2)
    extra = (
        rules.extra_move == "optional"
        and rng.random() < 0.3
        and any(seeds[hole] >= rules.least for hole in places if owner[hole] == mover)
    )
    return Position(
        tuple(seeds),
        (rng.randint(0, 9), rng.randint(0, 9)),
        owner,
        mover,
        rng.randrange(2),
        rng.choice(side),
        rng.choice(side),
        extra,
    )
