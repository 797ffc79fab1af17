"""Numbers of move sequences, computed by the oracle, counted again by the engine."""

from pathlib import Path

import pytest

from mancala_core.engine.choices import ending_of
from mancala_core.engine.moves import legal_moves, play
from mancala_core.engine.position import Position, letter
from mancala_core.engine.rules import Rules

FILES = sorted((Path(__file__).parent / "perft").glob("*.txt"))


def cases():
    for path in FILES:
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.strip() and not line.startswith("#"):
                name, position, counts = (part.strip() for part in line.split("|"))
                numbers = [int(number) for number in counts.split()]
                depths = dict(zip(numbers[::2], numbers[1::2], strict=True))
                yield pytest.param(path.stem, position, depths, id=f"{path.stem}-{name}")


def children(rules, position):
    if ending_of(rules, position) is not None:
        return []
    holes = list(legal_moves(rules, position))
    if not holes or position.extra:
        holes.append(None)
    return [(hole, play(rules, position, hole).after) for hole in holes]


def perft(rules, position, depth, known):
    """Number of sequences of `depth` plies; a game that ends earlier counts where it ends."""
    if depth == 0:
        return 1
    key = (position, depth)
    if key not in known:
        after = children(rules, position)
        known[key] = sum(perft(rules, each, depth - 1, known) for _, each in after) or 1
    return known[key]


def test_every_rule_set_has_counts():
    missing = set(Rules.names()) - {path.stem for path in FILES}
    assert not missing, f"teach tests/oracle.py {missing} and run tests/make_perft.py"
    assert {path.stem for path in FILES} == set(Rules.names())


@pytest.mark.parametrize(("name", "text", "depths"), list(cases()))
def test_perft(name, text, depths):
    rules, position, known = Rules.load(name), Position.parse(text), {}
    assert depths
    for depth, expected in depths.items():
        found = perft(rules, position, depth, known)
        if found != expected:
            parts = {
                "-" if hole is None else letter(hole, rules.holes): perft(
                    rules, after, depth - 1, known
                )
                for hole, after in children(rules, position)
            }
            pytest.fail(f"{name} depth {depth}: {found} instead of {expected}; {parts}")


def test_depths_are_those_promised():
    deepest = {}
    for case in cases():
        name, text, depths = case.values
        if Position.parse(text) == Position.start(name):
            deepest[name] = max(depths)
    assert deepest["anywoli"] >= 5
    assert deepest["adji_kui_2"] >= 7
