"""A match: rounds, the territory that each is played on, and the holes bought between them."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from mancala_core.engine import territory
from mancala_core.engine.game import Game
from mancala_core.engine.notation import (
    headers_of,
    loaded,
    quoted,
    recorded_rules,
    rules_of,
    whole,
    whole_of,
)
from mancala_core.engine.options import FIELDS, to_word
from mancala_core.engine.position import Position, letter, whole_between, whole_number
from mancala_core.engine.position import number as hole_number
from mancala_core.engine.rules import PLAYERS, RULES_VERSION, Rules, check_match
from mancala_core.engine.streams import LARGEST_SEED, Stream, checked_seed, round_seed

FORMAT = "mancala_core match"
KEYS = (
    *("format", "rules_version", "rules", "options", "starter"),
    *("seed", "number", "rounds", "result", "checksum"),
)
ENDINGS = ("goal", "no_hole", "round_limit")
"""Why a match can end: enough holes, the other player owns none, too many rounds."""
_HEADERS = ("Match", "Starter", "Seed", "Number", "Result")
_ROUND_NAMES = ("Round", "Bought", "bought")
"""What the record of a round has beside that of a game."""
_ROUND = re.compile(r'^(?=\[Round ")', re.MULTILINE)


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
class Match:
    """A match of several rounds. Immutable: playing gives a longer match, the old one stays.

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
    >>> match = Match.new("adji_kui_2", seed=1)
    >>> match.round, match.owner.count(0), match.over
    (1, 6, False)
    >>> Match.from_text(match.play("A", "a").to_text()) == match.play("A", "a")
    True
    """

    rules: Rules
    rounds: tuple[Game, ...]
    bought: tuple[tuple[int, ...] | None, ...] = (None,)
    seed: int = 0
    number: int = 0
    unknown: tuple[tuple[str, Any], ...] = field(default=(), compare=False)

    @staticmethod
    def new(
        rules: Rules | str = "adji_kui_2",
        starter: str = "south",
        seed: int | None = None,
        number: int = 0,
    ) -> Match:
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
        Match

        Raises
        ------
        ValueError
            If no match can be played by the rules, or an argument has no meaning.

        Examples
        --------
        >>> Match.new("adji_kui_2", starter="north").game.position.mover
        1
        """
        rules = Rules.of(rules)
        check_match(rules)
        seed = checked_seed(seed)
        number = whole_between("number", number, 0, LARGEST_SEED)
        start = Position.start(rules, starter)
        return Match(rules, (Game.new(rules, start, seed, number),), (None,), seed, number)

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
        >>> Match.new("adji_kui_2").owned
        ((6, 6),)
        """
        owners = [game.start.owner for game in self.rounds]
        found = self.allotment
        if found is not None:
            owners.append(found.owner)
        return tuple((owner.count(0), owner.count(1)) for owner in owners)

    def play(self, *holes: int | str | None) -> Match:
        """Make moves in this round.

        Parameters
        ----------
        *holes : int, str or None
            Numbers or letters of holes; None or "-" passes.

        Returns
        -------
        Match

        Raises
        ------
        IllegalMove
            If the rules do not allow one of them; no move is made then.
        ValueError
            If the round is over.

        Examples
        --------
        >>> Match.new("adji_kui_2", seed=1).play("A").game.moves[0].laps
        5
        """
        if holes and self.game.outcome is not None:
            following = "the match is over" if self.over else "next_round begins the next"
            raise ValueError(f"Round {self.round} is over ({self.game.result}); {following}.")
        return self._with(self.game.play(*holes))

    def with_round(self, game: Game) -> Match:
        """The same match with another record of the round being played.

        Parameters
        ----------
        game : Game
            With the same rules, start and seed.

        Returns
        -------
        Match

        Raises
        ------
        ValueError
            If it is another game.

        Examples
        --------
        >>> match = Match.new("adji_kui_2", seed=1)
        >>> match.with_round(match.game.play("A")) == match.play("A")
        True
        """
        if not isinstance(game, Game):
            raise ValueError(f"{game!r} is no Game; it takes the record of this round.")
        now = self.game
        pairs = {
            "is played by": (game.rules.label, now.rules.label),
            "begins with": (game.start, now.start),
            "has the seed": (game.seed, now.seed),
            "is of match": (game.number, now.number),
        }
        for what, (said, meant) in pairs.items():
            if said != meant:
                raise ValueError(f"The round {what} {said}; in this match it is {meant}.")
        kept = tuple(item for item in game.unknown if item[0] not in _ROUND_NAMES)
        return self._with(replace(game, unknown=kept))

    def _with(self, game: Game) -> Match:
        return Match(
            self.rules,
            (*self.rounds[:-1], game),
            self.bought,
            self.seed,
            self.number,
            self.unknown,
        )

    def next_round(self, buy: Iterable[int | str] | None = None) -> Match:
        """Begin the next round.

        Parameters
        ----------
        buy : iterable of int or str, or None
            Holes that the buyer chooses, where the rules let them (``buying = "choice"``) and
            as many as they may buy (see `purchase`); None takes the nearest.

        Returns
        -------
        Match

        Raises
        ------
        ValueError
            If the round is not over, the match is, or the holes may not be bought.

        Examples
        --------
        >>> Match.new("adji_kui_2").next_round()
        Traceback (most recent call last):
            ...
        ValueError: Round 1 is not over; South is to move.
        """
        if self.game.outcome is None:
            mover = PLAYERS[self.game.position.mover]
            raise ValueError(f"Round {self.round} is not over; {mover} is to move.")
        if self.over:
            raise ValueError(f"The match is over: {self.result}.")
        chosen = None if buy is None else self._chosen(buy)
        found = self._allotted(chosen)
        starter = 1 - self.game.start.starter
        seeds = tuple(self.rules.seeds if owner >= 0 else 0 for owner in found.owner)
        start = Position(seeds, found.stock, found.owner, starter)
        seed = round_seed(self.seed, self.round + 1)
        game = Game.new(self.rules, start, seed, self.number)
        return Match(
            self.rules,
            (*self.rounds, game),
            (*self.bought, chosen),
            self.seed,
            self.number,
            self.unknown,
        )

    def _chosen(self, buy: Iterable[int | str]) -> tuple[int, ...] | None:
        """Check the holes that a buyer chooses."""
        holes = self.rules.holes
        if not isinstance(buy, Iterable):
            raise ValueError(f"buy is {buy!r}; it takes letters or numbers of holes.")
        chosen = []
        for item in buy:
            hole = hole_number(item, holes) if isinstance(item, str) else whole_number(item)
            if hole is None or not 0 <= hole < 2 * holes:
                raise ValueError(f"buy has {item!r} in it; it takes letters or numbers of holes.")
            chosen.append(hole)
        found = self.purchase
        if found is None:
            if chosen:
                raise ValueError(f"Nothing can be bought after round {self.round}.")
            return None
        who = PLAYERS[found.buyer]
        wrong = [hole for hole in chosen if hole not in found.holes]
        if wrong or len(set(chosen)) < len(chosen) or len(chosen) != found.number:
            row = ", ".join(letter(hole, holes) for hole in sorted(found.holes))
            raise ValueError(
                f"{who} buys {found.number} of the holes {row}, each once; "
                f"buy is {', '.join(letter(hole, holes) for hole in chosen) or 'empty'}."
            )
        nearest = found.holes[: found.number]
        if self.rules.buying != "choice" and set(chosen) != set(nearest):
            raise ValueError(
                f"By these rules {who} buys the nearest holes, "
                f"{', '.join(letter(hole, holes) for hole in nearest)}; "
                "buying = choice lets the buyer choose."
            )
        return tuple(chosen)

    def back(self, n: int = 1) -> Match:
        """The match as it was some moves ago; the beginning of a round counts as one.

        Parameters
        ----------
        n : int
            Moves, passes and beginnings of later rounds to take back.

        Returns
        -------
        Match

        Raises
        ------
        ValueError
            If there are not so many.

        Examples
        --------
        >>> Match.new("adji_kui_2", seed=1).play("A", "a").back(2).game.moves
        ()
        """
        count = whole_number(n)
        most = sum(len(game.moves) + 1 for game in self.rounds) - 1
        if count is None or not 0 <= count <= most:
            raise ValueError(f"Cannot go back {n!r} steps; the match has {most}.")
        rounds = list(self.rounds)
        while count > len(rounds[-1].moves):
            count -= len(rounds.pop().moves) + 1
        rounds[-1] = rounds[-1].back(count)
        return Match(
            self.rules,
            tuple(rounds),
            self.bought[: len(rounds)],
            self.seed,
            self.number,
            self.unknown,
        )

    @property
    def result(self) -> str:
        """The result in a few words, as records have it.

        Examples
        --------
        >>> Match.new("adji_kui_2", seed=1).result
        '*'
        """
        if self.ending is None:
            return "*"
        who = "nobody" if self.winner is None else PLAYERS[self.winner]
        return "{} {}-{} {}".format(who, *self.owned[-1], self.ending)

    def to_text(self) -> str:
        """Write the match as text for people; `from_text` reads it back.

        Each round is the record of a game, under a line with its number.

        Returns
        -------
        str

        Examples
        --------
        >>> print(Match.new("adji_kui_2", seed=1).play("A", "a").to_text())
        [Match "adji_kui_2"]
        [Starter "south"]
        [Seed "1"]
        [Result "*"]
        <BLANKLINE>
        [Round "1"]
        [Rules "adji_kui_2"]
        [Start "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S"]
        [Seed "1"]
        [Result "*"]
        <BLANKLINE>
        1. A(5) a(7)
        """
        headers = {"Match": self.rules.name}
        headers |= {name: to_word(value) for name, value in self.rules.changes.items()}
        headers |= {"Starter": PLAYERS[self.starter].lower(), "Seed": str(self.seed)}
        if self.number:
            headers["Number"] = str(self.number)
        headers["Result"] = self.result
        for name, value in self.unknown:
            if isinstance(value, str) and name.isidentifier() and name not in _known():
                headers[name] = value
        parts = ["\n".join(f"[{name} {quoted(value)}]" for name, value in headers.items())]
        for place, game in enumerate(self.rounds):
            lines = [f'[Round "{place + 1}"]']
            chosen = self.bought[place]
            if chosen is not None:
                letters = " ".join(letter(hole, self.rules.holes) for hole in chosen)
                lines.append(f"[Bought {quoted(letters)}]")
            parts.append("\n".join([*lines, game.to_text()]))
        return "\n\n".join(parts)

    @staticmethod
    def from_text(text: str) -> Match:
        r"""Read a match from text, replaying and checking every move and purchase.

        Parameters
        ----------
        text : str

        Returns
        -------
        Match

        Raises
        ------
        ValueError
            If a header, a move or a purchase is wrong; the message names the round.

        Examples
        --------
        >>> Match.from_text('[Match "adji_kui_2"]\n\n[Round "1"]\n[Rules "adji_kui_2"]\n\n1. A(4)')
        Traceback (most recent call last):
            ...
        ValueError: Round 1: Move 1, A(4): it is A(5) by the rules.
        """
        if not isinstance(text, str):
            raise ValueError(f"{text!r} is no record of a match; it takes text.")
        head, *blocks = _ROUND.split(text)
        headers, rest = headers_of(head)
        if "Match" not in headers:
            raise ValueError(
                'The record names no match; its first line is like [Match "adji_kui_2"].'
            )
        if rest.strip():
            raise ValueError(f"{rest.strip()[:40]!r} stands before the first round.")
        headers["Rules"] = headers.pop("Match")
        rules = rules_of(headers)
        starter, result = headers.pop("Starter", "south"), headers.pop("Result", None)
        match = Match.new(rules, starter, whole(headers, "Seed"), whole(headers, "Number"))
        for place, block in enumerate(blocks, 1):
            with _naming(place):
                lines, body = headers_of(block)
                said, bought = lines.pop("Round"), lines.pop("Bought", None)
                if said != str(place):
                    raise ValueError(f"it says that it is round {said}.")
                match = match._begun(place, None if bought is None else bought.split())
                lines = match._round_headers() | lines
                record = [f"[{name} {quoted(value)}]" for name, value in lines.items()]
                match = match.with_round(Game.from_text("\n".join([*record, "", body])))
        match = match._noted(tuple(headers.items()))
        if result is not None and result != match.result:
            raise ValueError(f"The result is {match.result} by the rules, not {result}.")
        return match

    def _noted(self, unknown: tuple[tuple[str, Any], ...]) -> Match:
        return Match(self.rules, self.rounds, self.bought, self.seed, self.number, unknown)

    def _begun(self, place: int, bought: Iterable[int | str] | None) -> Match:
        """Begin a recorded round; the first has begun already."""
        if place > 1:
            return self.next_round(bought)
        if bought is not None:
            raise ValueError("nothing is bought before the first round.")
        return self

    def _round_headers(self) -> dict[str, str]:
        """What the record of the round being played may leave out."""
        headers = {"Rules": self.rules.name}
        headers |= {name: to_word(value) for name, value in self.rules.changes.items()}
        headers |= {"Start": str(self.game.start), "Seed": str(self.game.seed)}
        return headers | {"Game": str(self.number)}

    def to_json(self) -> str:
        """Write the match as JSON; `from_json` reads it back.

        Returns
        -------
        str

        Examples
        --------
        >>> match = Match.new("adji_kui_2", seed=1).play("A")
        >>> Match.from_json(match.to_json()) == match
        True
        """
        rounds = []
        for chosen, game in zip(self.bought, self.rounds, strict=True):
            record = json.loads(game.to_json())
            if chosen is not None:
                record["bought"] = [letter(hole, self.rules.holes) for hole in chosen]
            rounds.append(record)
        over = {"winner": None if self.winner is None else "SN"[self.winner]}
        record = {
            "format": FORMAT,
            "rules_version": RULES_VERSION,
            "rules": self.rules.name,
            "options": {name: to_word(value) for name, value in self.rules.changes.items()},
            "starter": PLAYERS[self.starter].lower(),
            "seed": self.seed,
            "number": self.number,
            "rounds": rounds,
            "result": None
            if self.ending is None
            else over | {"ending": self.ending, "owned": list(self.owned[-1])},
            "checksum": self._checksum(),
        }
        others = {name: value for name, value in self.unknown if name not in record}
        return json.dumps(record | others, indent=1, ensure_ascii=False)

    def _checksum(self) -> str:
        ends = "\n".join(f"{game.start}\n{game.position}" for game in self.rounds)
        return hashlib.sha256(ends.encode()).hexdigest()[:16]

    @staticmethod
    def from_json(text: str) -> Match:
        """Read a match from JSON, replaying and checking every move and purchase.

        Parameters
        ----------
        text : str

        Returns
        -------
        Match

        Raises
        ------
        ValueError
            If it is no record, or a move or a purchase is wrong; the message names the round.

        Examples
        --------
        >>> Match.from_json("{}")
        Traceback (most recent call last):
            ...
        ValueError: This is no record of a match: "format" is not "mancala_core match".
        """
        record = loaded(text, FORMAT, "match")
        rounds = record.get("rounds", [])
        if not isinstance(rounds, list) or not all(isinstance(entry, dict) for entry in rounds):
            raise ValueError('"rounds" of the record is no list of rounds.')
        rules = recorded_rules(record)
        numbers = (whole_of(record, key, LARGEST_SEED) for key in ("seed", "number"))
        match = Match.new(rules, record.get("starter", "south"), *numbers)
        for place, entry in enumerate(rounds, 1):
            with _naming(place):
                bought = entry.get("bought")
                if bought is not None and not isinstance(bought, list):
                    raise ValueError('"bought" is no list of holes.')
                match = match._begun(place, bought)
                game = {name: value for name, value in entry.items() if name != "bought"}
                match = match.with_round(Game.from_json(json.dumps(game)))
        match = match._noted(tuple((key, item) for key, item in record.items() if key not in KEYS))
        if record.get("checksum", match._checksum()) != match._checksum():
            raise ValueError("The last positions of the rounds are not those that were recorded.")
        if "result" in record and json.loads(match.to_json())["result"] != record["result"]:
            raise ValueError(f"The result is {match.result}, not {record['result']!r}.")
        return match

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"<Match {self.rules.label}, round {self.round}, {self.result}>"


@contextmanager
def _naming(place: int) -> Iterator[None]:
    """Say in which round something was wrong."""
    try:
        yield
    except ValueError as error:
        raise ValueError(f"Round {place}: {error}") from error


def _known() -> tuple[str, ...]:
    return (*_HEADERS, "Rules", "Round", "Bought", *FIELDS)


def _score(game: Game) -> tuple[int, int] | None:
    """Seeds of both players in a finished round, None if it has no score."""
    found = game.outcome
    if found is None or found.south + found.north != game.rules.total:
        return None
    return found.south, found.north
