"""The rounds of a match: the territory each is played on, and the holes bought between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple, Self

from mancala_core.engine import territory
from mancala_core.engine.game import Game
from mancala_core.engine.position import Position, letter
from mancala_core.engine.position import number as hole_number
from mancala_core.engine.rules import PLAYERS, Rules
from mancala_core.engine.saying import N_, Listed, Marked, Unfit
from mancala_core.engine.streams import LARGEST_SEED, Stream, checked_seed, round_seed
from mancala_core.engine.whole_numbers import whole_between, whole_number

ENDINGS = ("goal", "no_hole", "round_limit")
"""Why a match can end: enough holes, the other player owns none, too many rounds."""
ROUND_NAMES = ("Round", "Bought", "bought")
"""What the record of a round has beside that of a game."""
_ANOTHER: dict[str, Callable[[Game], object]] = {
    N_("The round is played by {said}; in this match it is {meant}."): lambda game: (
        game.rules.label
    ),
    N_("The round begins with {said}; in this match it is {meant}."): lambda game: game.start,
    N_("The round has the seed {said}; in this match it is {meant}."): lambda game: game.seed,
    N_("The round is of match {said}; in this match it is {meant}."): lambda game: game.number,
}


class Purchase(NamedTuple):
    """What may be bought after a round.

    Attributes
    ----------
    buyer : int
        Winner of the round.
    number : int
        Holes that the buyer gets beyond their own row, one in dispute not counted.
    holes : tuple of int
        The loser's row in buying order.
    """

    buyer: int
    number: int
    holes: tuple[int, ...]


class Allotment(NamedTuple):
    """The territory for a next round.

    Attributes
    ----------
    owner : tuple of int, length 2n
        0, 1, or -1 for a hole out of play.
    stock : tuple of two int
        Seeds beside the board that count in the next score.
    disputed : int or None
        The hole that was in dispute.
    drawn : int or None
        Who won the lottery for it, where there was one.
    """

    owner: tuple[int, ...]
    stock: tuple[int, int]
    disputed: int | None = None
    drawn: int | None = None


@dataclass(frozen=True, repr=False)
class Rounds:
    """The rounds of a match and what was bought between them. Immutable; see `match.Match`.

    Attributes
    ----------
    rules : Rules
    rounds : tuple of Game
        The rounds begun so far, each a game of its own.
    bought : tuple of (tuple of int or None)
        For each round the holes that were chosen before it; None where nobody chose.
    seed : int
        Seed of its lotteries, 0..2**63 - 1.
    number : int
        Number of the match in a run of that seed.
    unknown : tuple of (str, object)
        Names and values of what a record held that this version does not know; written back.

    Examples
    --------
    >>> rounds = Rounds.new("adji_kui_2", seed=1)
    >>> rounds.round, rounds.owner.count(0), rounds.over
    (1, 6, False)
    """

    rules: Rules
    rounds: tuple[Game, ...]
    bought: tuple[tuple[int, ...] | None, ...] = (None,)
    seed: int = 0
    number: int = 0
    unknown: tuple[tuple[str, Any], ...] = field(default=(), compare=False)

    @classmethod
    def new(
        cls,
        rules: Rules | str = "adji_kui_2",
        starter: str = "south",
        seed: int | None = None,
        number: int = 0,
    ) -> Self:
        """Begin a match.

        Parameters
        ----------
        rules : Rules or str
            Rules whose option ``match`` is not "none".
        starter : {"south", "north"}
            Who begins the first round.
        seed : int or None
            Seed of the lotteries, 0..2**63 - 1; drawn if None.
        number : int
            Number of the match in a run of that seed.

        Returns
        -------
        Rounds
            Of the same class.

        Raises
        ------
        ValueError
            If no match can be played by the rules, or an argument has no meaning.

        Examples
        --------
        >>> Rounds.new("adji_kui_2", starter="north").game.position.mover
        1
        """
        rules = Rules.of(rules)
        check_match(rules)
        seed = checked_seed(seed)
        number = whole_between("number", number, 0, LARGEST_SEED)
        start = Position.start(rules, starter)
        return cls(rules, (Game.new(rules, start, seed, number),), (None,), seed, number)

    @property
    def round(self) -> int:
        """Number of the round being played, from 1."""
        return len(self.rounds)

    @property
    def game(self) -> Game:
        """The round being played."""
        return self.rounds[-1]

    @property
    def starter(self) -> int:
        """Who began the first round."""
        return self.rounds[0].start.starter

    @property
    def owner(self) -> tuple[int, ...]:
        """Owner of each hole in this round: 0, 1, or -1 for one out of play."""
        return self.game.start.owner

    @property
    def score(self) -> tuple[int, int] | None:
        """Seeds of South and of North in this round; None until it is over, or without a score."""
        return _score(self.game)

    @property
    def purchase(self) -> Purchase | None:
        """What the winner of this round buys for the next; None where nothing is bought."""
        found = self.score
        if found is None or self.over:
            return None
        options, holes = self.rules.match_options, self.rules.holes
        buyer = territory.buyer_of(options, *found)
        count = territory.for_sale(options, holes, *found)
        if buyer < 0 or count == 0:
            return None
        return Purchase(buyer, count, self._order(buyer))

    def _order(self, buyer: int) -> tuple[int, ...]:
        order = [0] * self.rules.holes
        territory.buying_order(self.rules.match_options, buyer, order)
        return tuple(order)

    @property
    def allotment(self) -> Allotment | None:
        """The territory after this round, as far as nobody chooses; None until it is over."""
        if self.game.outcome is None:
            return None
        return self._allotted(None)

    def _allotted(self, chosen: tuple[int, ...] | None) -> Allotment:
        found = self.score
        if found is None:
            return Allotment(self.owner, self.game.start.stores)
        options = self.rules.match_options
        order = self._order(max(0, territory.buyer_of(options, *found)))
        chosen = chosen or ()
        order = (*chosen, *(hole for hole in order if hole not in chosen))
        owner, stock = [0] * (2 * self.rules.holes), [0, 0]
        drawn = None
        if self.rules.dispute == "lottery" and territory.in_dispute(options, *found):
            drawn = Stream(self.game.seed, self.number).dispute()
        disputed = territory.allot(options, *found, order, drawn or 0, owner, stock)
        return Allotment(
            tuple(owner), (stock[0], stock[1]), None if disputed < 0 else disputed, drawn
        )

    @cached_property
    def _end(self) -> tuple[str | None, int | None]:
        """Why the match is over, and who won it."""
        found = self.allotment
        if found is None:
            return None, None
        winner = territory.victor(self.rules.match_options, found.owner)
        if winner >= 0:
            lost = territory.owned(found.owner, 1 - winner) == 0
            return "no_hole" if lost else "goal", winner
        return ("round_limit" if self.round >= self.rules.round_limit else None), None

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self._end[0] is not None

    @property
    def ending(self) -> str | None:
        """Why it is over: "goal", "no_hole" (the other player owns none) or "round_limit"."""
        return self._end[0]

    @property
    def winner(self) -> int | None:
        """0 South, 1 North; None while it goes on and at the limit of rounds."""
        return self._end[1]

    @property
    def owned(self) -> tuple[tuple[int, int], ...]:
        """Holes of South and of North in each round, and those after the last if it is over.

        Examples
        --------
        >>> Rounds.new("adji_kui_2").owned
        ((6, 6),)
        """
        owners = [game.start.owner for game in self.rounds]
        found = self.allotment
        if found is not None:
            owners.append(found.owner)
        return tuple((owner.count(0), owner.count(1)) for owner in owners)

    def play(self, *holes: int | str | None) -> Self:
        """Make moves in this round.

        Parameters
        ----------
        *holes : int, str or None
            Numbers or letters of holes; None or "-" passes.

        Returns
        -------
        Rounds
            Of the same class.

        Raises
        ------
        IllegalMove
            If the rules do not allow one of them; no move is made then.
        ValueError
            If the round is over.

        Examples
        --------
        >>> Rounds.new("adji_kui_2", seed=1).play("A").game.moves[0].laps
        5
        """
        if holes and self.game.outcome is not None:
            data = {"round": self.round, "result": self.game.result}
            if self.over:
                raise Unfit("Round {round} is over ({result}); the match is over.", **data)
            raise Unfit("Round {round} is over ({result}); next_round begins the next.", **data)
        return self._with(self.game.play(*holes))

    def with_round(self, game: Game) -> Self:
        """The same match with another record of the round being played.

        Parameters
        ----------
        game : Game
            With the same rules, start and seed.

        Returns
        -------
        Rounds
            Of the same class.

        Raises
        ------
        ValueError
            If it is another game.

        Examples
        --------
        >>> rounds = Rounds.new("adji_kui_2", seed=1)
        >>> rounds.with_round(rounds.game.play("A")) == rounds.play("A")
        True
        """
        if not isinstance(game, Game):
            raise Unfit("{game!r} is no Game; it takes the record of this round.", game=game)
        now = self.game
        for message, of in _ANOTHER.items():
            if of(game) != of(now):
                raise Unfit(message, said=of(game), meant=of(now))
        kept = tuple(item for item in game.unknown if item[0] not in ROUND_NAMES)
        return self._with(replace(game, unknown=kept))

    def _with(self, game: Game) -> Self:
        return replace(self, rounds=(*self.rounds[:-1], game))

    def next_round(self, buy: Iterable[int | str] | None = None) -> Self:
        """Begin the next round.

        Parameters
        ----------
        buy : iterable of int or str, or None
            Holes that the buyer chooses, where the rules let them (``buying = "choice"``) and
            as many as they may buy (see `purchase`); None takes the nearest.

        Returns
        -------
        Rounds
            Of the same class.

        Raises
        ------
        ValueError
            If the round is not over, the match is, or the holes may not be bought.

        Examples
        --------
        >>> Rounds.new("adji_kui_2").next_round()
        Traceback (most recent call last):
            ...
        mancala_core.engine.saying.Unfit: Round 1 is not over; South is to move.
        """
        if self.game.outcome is None:
            mover = Marked(PLAYERS[self.game.position.mover])
            raise Unfit(
                "Round {round} is not over; {player} is to move.", round=self.round, player=mover
            )
        if self.over:
            raise Unfit("The match is over: {result}.", result=self.result)
        chosen = None if buy is None else self._chosen(buy)
        found = self._allotted(chosen)
        starter = 1 - self.game.start.starter
        seeds = tuple(self.rules.seeds if owner >= 0 else 0 for owner in found.owner)
        start = Position(seeds, found.stock, found.owner, starter)
        seed = round_seed(self.seed, self.round + 1)
        game = Game.new(self.rules, start, seed, self.number)
        return replace(self, rounds=(*self.rounds, game), bought=(*self.bought, chosen))

    def _chosen(self, buy: Iterable[int | str]) -> tuple[int, ...] | None:
        """Check the holes that a buyer chooses."""
        holes = self.rules.holes
        if not isinstance(buy, Iterable):
            raise Unfit("buy is {buy!r}; it takes letters or numbers of holes.", buy=buy)
        chosen = []
        for item in buy:
            hole = hole_number(item, holes) if isinstance(item, str) else whole_number(item)
            if hole is None or not 0 <= hole < 2 * holes:
                raise Unfit(
                    "buy has {item!r} in it; it takes letters or numbers of holes.", item=item
                )
            chosen.append(hole)
        found = self.purchase
        if found is None:
            if chosen:
                raise Unfit("Nothing can be bought after round {round}.", round=self.round)
            return None
        who = Marked(PLAYERS[found.buyer])
        wrong = [hole for hole in chosen if hole not in found.holes]
        if wrong or len(set(chosen)) < len(chosen) or len(chosen) != found.number:
            row = Listed(letter(hole, holes) for hole in sorted(found.holes))
            data = {"player": who, "number": found.number, "holes": row}
            if not chosen:
                raise Unfit(
                    "{player} buys {number} of the holes {holes}, each once; buy is empty.", **data
                )
            raise Unfit(
                "{player} buys {number} of the holes {holes}, each once; buy is {said}.",
                said=Listed(letter(hole, holes) for hole in chosen),
                **data,
            )
        nearest = found.holes[: found.number]
        if self.rules.buying != "choice" and set(chosen) != set(nearest):
            raise Unfit(
                "By these rules {player} buys the nearest holes, {holes}; "
                "buying = choice lets the buyer choose.",
                player=who,
                holes=Listed(letter(hole, holes) for hole in nearest),
            )
        return tuple(chosen)

    def back(self, n: int = 1) -> Self:
        """The match as it was some moves ago; the beginning of a round counts as one.

        Parameters
        ----------
        n : int
            Moves, passes and beginnings of later rounds to take back.

        Returns
        -------
        Rounds
            Of the same class.

        Raises
        ------
        ValueError
            If there are not so many.

        Examples
        --------
        >>> Rounds.new("adji_kui_2", seed=1).play("A", "a").back(2).game.moves
        ()
        """
        count = whole_number(n)
        most = sum(len(game.moves) + 1 for game in self.rounds) - 1
        if count is None or not 0 <= count <= most:
            raise Unfit("Cannot go back {n!r} steps; the match has {most}.", n=n, most=most)
        rounds = list(self.rounds)
        while count > len(rounds[-1].moves):
            count -= len(rounds.pop().moves) + 1
        rounds[-1] = rounds[-1].back(count)
        return replace(self, rounds=tuple(rounds), bought=self.bought[: len(rounds)])

    @property
    def result(self) -> str:
        """The result in a few words, as records have it.

        Examples
        --------
        >>> Rounds.new("adji_kui_2", seed=1).result
        '*'
        """
        if self.ending is None:
            return "*"
        who = "nobody" if self.winner is None else PLAYERS[self.winner]
        return "{} {}-{} {}".format(who, *self.owned[-1], self.ending)


def check_match(rules: Rules) -> None:
    """Refuse rules by which no match can be played; single games can be all the same.

    Parameters
    ----------
    rules : Rules

    Raises
    ------
    ValueError
        If their option ``match`` is none, seeds would be lost between rounds, or both players had
        won from the start.

    Examples
    --------
    >>> check_match(Rules.load("adji_kui_2"))
    """
    if rules.match == "none":
        raise Unfit(
            "{rules} is played in single games: its option match is none; "
            "for a match it is buying or own_row.",
            rules=rules.label,
        )
    for option in ("remainder", "stuck"):
        if getattr(rules, option) == "nobody":
            raise Unfit(
                "{option} is nobody, but in a match the seeds of a round fill the holes of the "
                "next, so they must go to somebody.",
                option=option,
            )
    if rules.match == "buying" and rules.goal <= rules.holes:
        raise Unfit(
            "goal is {goal}, but each player owns {holes} holes from the start; "
            "a match takes {least} or more.",
            goal=rules.goal,
            holes=rules.holes,
            least=rules.holes + 1,
        )


def _score(game: Game) -> tuple[int, int] | None:
    """Seeds of both players in a finished round, None if it has no score."""
    found = game.outcome
    if found is None or found.south + found.north != game.rules.total:
        return None
    return found.south, found.north
