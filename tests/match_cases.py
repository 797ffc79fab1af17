"""Matches for tests: rounds that are over with a given score, and whole random matches."""

from mancala_core.engine.game import Game
from mancala_core.engine.match import Match
from mancala_core.engine.position import Position
from mancala_core.engine.rules import Rules
from mancala_core.engine.streams import Stream
from mancala_core.players import buying
from mancala_core.players.strategies import strategy


def scored(rules, *scores, seed=0):
    """A match of as many rounds, South beginning the first, each over with a score as "31-17"."""
    rules = Rules.of(rules)
    match = None
    for text in scores:
        start = match.next_round().game.start if match else Position.start(rules)
        south, north = map(int, text.split("-"))
        over = Position(
            (0,) * (2 * rules.holes), (south, north), start.owner, start.mover, start.starter
        )
        rounds = match.rounds if match else ()
        game = Game.new(rules, over, seed)
        match = Match(rules, (*rounds, game), (None,) * (len(rounds) + 1), seed)
    return match


def drawn_match(rules, position, *holes, seed=0):
    """A match whose only round begins with a drawn position, and some moves of it."""
    rules = Rules.of(rules)
    return Match(rules, (Game.new(rules, position, seed),), (None,), seed).play(*holes)


def random_match(rules, seed, rounds=None, plies=None, starter="south"):
    """A match of random players, to its end or to so many rounds, of so many plies at most."""
    match, choose, buy = Match.new(rules, starter, seed), strategy("random"), buying.random
    while True:
        game = match.game
        stream = Stream(game.seed, game.number)
        while game.outcome is None and (plies is None or len(game.moves) < plies):
            draws = stream.ply(len(game.moves))
            game = game.play(choose(game.rules, game.position, draws))
        match = match.with_round(game)
        if game.outcome is None or match.over or match.round == rounds:
            return match
        chosen = None
        if match.rules.buying == "choice" and match.purchase is not None:
            chosen = buy(match.purchase, stream.buying())
        match = match.next_round(chosen)
