"""The rounds of a match as rows of a table: territory, score, and what followed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mancala_core.engine import territory
from mancala_core.engine.game import Game
from mancala_core.engine.match import Match
from mancala_core.engine.match_rounds import Purchase
from mancala_core.engine.rules import Rules

Held = Game | Match
"""What a board holds: a game for itself, or a match."""


class Dispute(NamedTuple):
    """A hole that the remainders of both scores filled together.

    Attributes
    ----------
    hole : int
    owner : int
        Who got it; -1: nobody.
    remainders : tuple of two int
        South's and North's, in seeds.
    drawn : bool
        Whether a lottery decided.
    """

    hole: int
    owner: int
    remainders: tuple[int, int]
    drawn: bool


class Following(NamedTuple):
    """What follows a round.

    Attributes
    ----------
    owner : tuple of int, length 2n
    stock : tuple of two int
        Seeds beside the board that count in the next score.
    purchase : Purchase or None
        What is bought.
    chosen : tuple of int
        Holes that are bought.
    dispute : Dispute or None
    """

    owner: tuple[int, ...]
    stock: tuple[int, int]
    purchase: Purchase | None
    chosen: tuple[int, ...]
    dispute: Dispute | None


class Row(NamedTuple):
    """One round of a match.

    Attributes
    ----------
    number, starter : int
        From 1; 0 South, 1 North.
    owner : tuple of int, length 2n
        Of each hole while it was played.
    stock : tuple of two int
        Seeds beside the board at its start.
    score : tuple of two int or None
        None while it goes on, and without a score.
    game : Game
    dispute : Dispute or None
        About the territory of the round after it.
    """

    number: int
    starter: int
    owner: tuple[int, ...]
    stock: tuple[int, int]
    score: tuple[int, int] | None
    game: Game
    dispute: Dispute | None

    @property
    def holes(self) -> tuple[int, int]:
        """Holes of South and of North."""
        return self.owner.count(0), self.owner.count(1)

    @property
    def out(self) -> int:
        """Holes out of play."""
        return self.owner.count(-1)


def rows(match: Match) -> tuple[Row, ...]:
    """The rounds of a match.

    Parameters
    ----------
    match : Match

    Returns
    -------
    tuple of Row

    Examples
    --------
    >>> [(row.number, row.holes) for row in rows(Match.new("adji_kui_2"))]
    [(1, (6, 6))]
    """
    found = []
    chosen = (*match.bought[1:], None)
    for place, game in enumerate(match.rounds):
        until = Match(
            match.rules,
            match.rounds[: place + 1],
            match.bought[: place + 1],
            match.seed,
            match.number,
        )
        owner = match.rounds[place + 1].start.owner if place + 1 < match.round else None
        start = game.start
        dispute = _dispute(until, chosen[place], owner)
        row = (place + 1, start.starter, start.owner, start.stores, until.score, game, dispute)
        found.append(Row(*row))
    return tuple(found)


def bought(owner: Sequence[int]) -> tuple[int, ...]:
    """Holes that belong to the player of the other row.

    Parameters
    ----------
    owner : sequence of int, length 2n

    Returns
    -------
    tuple of int

    Examples
    --------
    >>> bought((0, 1, 0, -1))
    (1, 2)
    """
    half = len(owner) // 2
    return tuple(hole for hole, player in enumerate(owner) if player == 1 - hole // half)


def bought_by(owner: Sequence[int], player: int) -> tuple[int, ...]:
    """Holes of the other row that a player owns."""
    return tuple(hole for hole in bought(owner) if owner[hole] == player)


def game_of(held: Held) -> Game:
    """The game to play on: a game itself, or the round of a match that is being played."""
    return held.game if isinstance(held, Match) else held


def with_game(held: Held, game: Game) -> Held:
    """What is held, with another record of the game that is being played."""
    return held.with_round(game) if isinstance(held, Match) else game


def steps_of(held: Held) -> int:
    """How often ``back`` can be called on what a board holds."""
    if isinstance(held, Match):
        return sum(len(game.moves) + 1 for game in held.rounds) - 1
    return len(held.moves)


def can_be_match(rules: Rules) -> bool:
    """Whether matches are played by these rules."""
    return rules.match != "none"


def as_match(game: Game) -> Match | None:
    """Take a game as the first round of a match.

    Parameters
    ----------
    game : Game

    Returns
    -------
    Match or None
        None where it did not begin as first rounds do.

    Examples
    --------
    >>> as_match(Game.new("adji_kui_2", seed=1).play("A")).round
    1
    """
    starter = ("south", "north")[game.start.starter]
    match = Match.new(game.rules, starter, game.seed, game.number)
    return match.with_round(game) if match.game.start == game.start else None


def following(match: Match, chosen: tuple[int, ...] | None = None) -> Following | None:
    """Tell what follows the round being played.

    Parameters
    ----------
    match : Match
    chosen : tuple of int or None
        Holes that the buyer chooses, as many as they may; None: the nearest.

    Returns
    -------
    Following or None
        None while the round goes on.

    Examples
    --------
    >>> following(Match.new("adji_kui_2")) is None
    True
    """
    found = match.allotment
    if found is None:
        return None
    purchase, owner, stock = match.purchase, found.owner, found.stock
    if purchase is None:
        return Following(owner, stock, None, (), _dispute(match, None, owner))
    nearest = purchase.holes[: purchase.number]
    if chosen is not None and set(chosen) != set(nearest):
        later = match.next_round(chosen)
        owner, stock = later.owner, later.game.start.stores
    else:
        chosen = nearest
    return Following(owner, stock, purchase, chosen, _dispute(match, chosen, owner))


def _dispute(
    match: Match, chosen: tuple[int, ...] | None, owner: tuple[int, ...] | None
) -> Dispute | None:
    """The hole in dispute after the round being played, where these holes are bought."""
    score, options, half = match.score, match.rules.match_options, match.rules.holes
    if score is None or not territory.in_dispute(options, *score):
        return None
    if owner is None:
        found = match.allotment
        assert found is not None
        owner = found.owner
    order = [0] * half
    territory.buying_order(options, territory.buyer_of(options, *score), order)
    if chosen is None:
        chosen = tuple(order[: territory.for_sale(options, half, *score)])
    hole = next(hole for hole in order if hole not in chosen)
    south, north = (seeds % options.price for seeds in score)
    return Dispute(hole, owner[hole], (south, north), match.rules.dispute == "lottery")
