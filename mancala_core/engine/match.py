"""A match as a value, with its text and JSON records."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from mancala_core.engine.game import Game
from mancala_core.engine.match_rounds import Rounds
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
from mancala_core.engine.position import letter
from mancala_core.engine.rules import PLAYERS, RULES_VERSION
from mancala_core.engine.saying import Unfit
from mancala_core.engine.streams import LARGEST_SEED

FORMAT = "mancala_core match"
KEYS = (
    *("format", "rules_version", "rules", "options", "starter"),
    *("seed", "number", "rounds", "result", "checksum"),
)
_HEADERS = ("Match", "Starter", "Seed", "Number", "Result")
_ROUND = re.compile(r'^(?=\[Round ")', re.MULTILINE)


class Match(Rounds):
    """A match of several rounds. Immutable: playing gives a longer match, the old one stays.

    How it is played, and its attributes, are those of `match_rounds.Rounds`; here are its records.

    Examples
    --------
    >>> match = Match.new("adji_kui_2", seed=1)
    >>> match.round, match.owner.count(0), match.over
    (1, 6, False)
    >>> Match.from_text(match.play("A", "a").to_text()) == match.play("A", "a")
    True
    """

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
        mancala_core.engine.saying.Unfit: Round 1: Move 1, A(4): it is A(5) by the rules.
        """
        if not isinstance(text, str):
            raise Unfit("{text!r} is no record of a match; it takes text.", text=text)
        head, *blocks = _ROUND.split(text)
        headers, rest = headers_of(head)
        if "Match" not in headers:
            raise Unfit('The record names no match; its first line is like [Match "adji_kui_2"].')
        if rest.strip():
            raise Unfit("{text!r} stands before the first round.", text=rest.strip()[:40])
        headers["Rules"] = headers.pop("Match")
        rules = rules_of(headers)
        starter, result = headers.pop("Starter", "south"), headers.pop("Result", None)
        match = Match.new(rules, starter, whole(headers, "Seed"), whole(headers, "Number"))
        for place, block in enumerate(blocks, 1):
            with _naming(place):
                lines, body = headers_of(block)
                said, bought = lines.pop("Round"), lines.pop("Bought", None)
                if said != str(place):
                    raise Unfit("it says that it is round {said}.", said=said)
                match = match._begun(place, None if bought is None else bought.split())
                lines = match._round_headers() | lines
                record = [f"[{name} {quoted(value)}]" for name, value in lines.items()]
                match = match.with_round(Game.from_text("\n".join([*record, "", body])))
        match = match._noted(tuple(headers.items()))
        if result is not None and result != match.result:
            raise Unfit(
                "The result is {right} by the rules, not {said}.", right=match.result, said=result
            )
        return match

    def _noted(self, unknown: tuple[tuple[str, Any], ...]) -> Match:
        return replace(self, unknown=unknown)

    def _begun(self, place: int, bought: Iterable[int | str] | None) -> Match:
        """Begin a recorded round; the first has begun already."""
        if place > 1:
            return self.next_round(bought)
        if bought is not None:
            raise Unfit("nothing is bought before the first round.")
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
        >>> try:
        ...     Match.from_json("{}")
        ... except ValueError as error:
        ...     print(error)
        This is no record of a match: "format" is not "mancala_core match".
        """
        record = loaded(text, FORMAT, "match")
        rounds = record.get("rounds", [])
        if not isinstance(rounds, list) or not all(isinstance(entry, dict) for entry in rounds):
            raise Unfit('"rounds" of the record is no list of rounds.')
        rules = recorded_rules(record)
        numbers = (whole_of(record, key, LARGEST_SEED) for key in ("seed", "number"))
        match = Match.new(rules, record.get("starter", "south"), *numbers)
        for place, entry in enumerate(rounds, 1):
            with _naming(place):
                bought = entry.get("bought")
                if bought is not None and not isinstance(bought, list):
                    raise Unfit('"bought" is no list of holes.')
                match = match._begun(place, bought)
                game = {name: value for name, value in entry.items() if name != "bought"}
                match = match.with_round(Game.from_json(json.dumps(game)))
        match = match._noted(tuple((key, item) for key, item in record.items() if key not in KEYS))
        if record.get("checksum", match._checksum()) != match._checksum():
            raise Unfit("The last positions of the rounds are not those that were recorded.")
        if "result" in record and json.loads(match.to_json())["result"] != record["result"]:
            raise Unfit(
                "The result is {right}, not {said!r}.", right=match.result, said=record["result"]
            )
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
        raise Unfit("Round {number}: {why}", number=place, why=error) from error


def _known() -> tuple[str, ...]:
    return (*_HEADERS, "Rules", "Round", "Bought", *FIELDS)
