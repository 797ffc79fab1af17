"""Write tests/games/*.txt: ``python tests/make_games.py``.

The oracle plays random games by Python's own random numbers; the shortest of many is written
down as a record, and the engine must agree with every move of it.
"""

from pathlib import Path
from random import Random

import oracle

from mancala_core.engine.game import Game
from mancala_core.engine.streams import Stream

FOLDER = Path(__file__).parent / "games"
TRIED, LONGEST = 300, 400


def shortest(options: dict) -> tuple:
    """The shortest finished game of many: (last state, moves)."""
    games = []
    for seed in range(TRIED):
        rng = Random(seed)
        state, record = oracle.play_out(
            options, oracle.start(options), lambda _, choices, rng=rng: rng.choice(choices), LONGEST
        )
        if state.ending is not None:
            games.append((len(record), seed, state, [choice for choice, _ in record]))
    return min(games, key=lambda game: game[:2])[2:]


def main() -> None:
    """Write all files."""
    for name in oracle.GAMES.names():
        options = oracle.GAMES[name]
        state, holes = shortest(options)
        game = Game.new(name, seed=0).play(*holes)
        position, found = game.position, game.outcome
        assert (list(position.seeds), list(position.stores)) == (state.seeds, state.stores)
        settled = oracle.settle(options, state, Stream(0).lottery())
        assert (found.south, found.north, found.winner) == tuple(settled)
        (FOLDER / f"{name}.txt").write_text(game.to_text() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
