"""A game: a start and the moves made from it, with its text and JSON records."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from mancala_core.engine.moves import Move, play, with_after
from mancala_core.engine.notation import (
    FORMAT,
    KEYS,
    MOVE,
    headers_of,
    loaded,
    moves_of,
    notation,
    rules_of,
    whole,
    wrapped,
)
from mancala_core.engine.options import from_word, to_word
from mancala_core.engine.outcome import Outcome, outcome
from mancala_core.engine.position import Position
from mancala_core.engine.rules import RULES_VERSION, Rules
from mancala_core.engine.streams import Stream, checked_seed


@dataclass(frozen=True, repr=False)
class Game:
    """A record of moves. Immutable: playing gives a longer game, the old one stays.

    Attributes
    ----------
    rules : Rules
    start : Position
        Where it began.
    moves : tuple of Move
        Moves and passes so far.
    seed : int
        Seed of its lotteries, 0..2**63 - 1.
    number : int
        Number of the game in a run of that seed.
    unknown : mapping
        What a record held that this version does not know; written back as it was.

    Examples
    --------
    >>> game = Game.new("anywoli", seed=1).play("A", "a")
    >>> len(game.moves), game.position.mover
    (2, 0)
    >>> Game.from_text(game.to_text()) == game
    True
    """

    rules: Rules
    start: Position
    moves: tuple[Move, ...] = ()
    seed: int = 0
    number: int = 0
    unknown: Mapping[str, Any] = field(default_factory=dict, compare=False, hash=False)

    @staticmethod
    def new(
        rules: Rules | str = "anywoli", start: Position | str | None = None, seed: int | None = None
    ) -> Game:
        """Begin a game.

        Parameters
        ----------
        rules : Rules or str
        start : Position, str or None
            A position, its text, "south" or "north" for a starter, or None for the set-up with
            South to start.
        seed : int or None
            Seed of the game's lotteries, 0..2**63 - 1; drawn if None.

        Returns
        -------
        Game

        Raises
        ------
        ValueError
            If the rules, the start or the seed are none.

        Examples
        --------
        >>> Game.new("adji_kui_2", start="north").position.mover
        1
        """
        rules = Rules.of(rules)
        if start is None or (isinstance(start, str) and "<" not in start):
            start = Position.start(rules, start or "south")
        elif isinstance(start, str):
            start = Position.parse(start)
        outcome(rules, start)
        return Game(rules, start, seed=checked_seed(seed))

    def play(self, *holes: int | str | None) -> Game:
        """Make moves.

        Parameters
        ----------
        *holes : int, str or None
            Numbers or letters of holes; None or "-" passes.

        Returns
        -------
        Game

        Raises
        ------
        IllegalMove
            If the rules do not allow one of them; no move is made then.

        Examples
        --------
        >>> Game.new("anywoli", seed=1).play("A").moves[-1].laps
        5
        """
        moves = list(self.moves)
        seen = self._seen()
        position = self.position
        stream = Stream(self.seed, self.number)
        for hole in holes:
            move = play(self.rules, position, hole, stream)
            if seen is not None:
                if any(move.captured):
                    seen.clear()
                if move.after.ending is None and _future(move.after) in seen:
                    move = self._repeated(moves, move)
                seen.add(_future(move.after))
            moves.append(move)
            position = move.after
        return Game(self.rules, self.start, tuple(moves), self.seed, self.number, self.unknown)

    def _seen(self) -> set[Position] | None:
        """Positions since the last capture, where the rules look at repetition."""
        if self.rules.repetition == "play_on":
            return None
        seen = {_future(self.start)}
        for move in self.moves:
            if any(move.captured):
                seen.clear()
            seen.add(_future(move.after))
        return seen

    @staticmethod
    def _repeated(moves: list[Move], move: Move) -> Move:
        """The same move, ended because the position after it came back."""
        mover = next(
            made.before.mover for made in (move, *reversed(moves)) if made.hole is not None
        )
        return with_after(move, move.after.replace(mover=mover, ending="repetition"), "over")

    def back(self, n: int = 1) -> Game:
        """The game as it was some moves ago.

        Parameters
        ----------
        n : int
            Moves and passes to take back, 0..number of moves.

        Returns
        -------
        Game

        Raises
        ------
        ValueError
            If there are not so many moves.

        Examples
        --------
        >>> Game.new("anywoli", seed=1).play("A", "a").back().position.mover
        1
        """
        if isinstance(n, bool) or not isinstance(n, int) or not 0 <= n <= len(self.moves):
            raise ValueError(f"Cannot go back {n!r} moves; the game has {len(self.moves)}.")
        kept = self.moves[: len(self.moves) - n]
        return Game(self.rules, self.start, kept, self.seed, self.number, self.unknown)

    @property
    def position(self) -> Position:
        """The position reached."""
        return self.moves[-1].after if self.moves else self.start

    @cached_property
    def outcome(self) -> Outcome | None:
        """How it came out; None while it goes on."""
        found = outcome(self.rules, self.position)
        if found is not None and found.either is not None:
            return found.either[Stream(self.seed, self.number).lottery()]
        return found

    @property
    def result(self) -> str:
        """The result in one word or two, as records have it.

        Examples
        --------
        >>> Game.new("anywoli", seed=1).result
        '*'
        """
        found = self.outcome
        if found is None:
            return "*"
        return f"{'void' if found.void else f'{found.south}-{found.north}'} {found.ending}"

    def to_text(self) -> str:
        """Write the game as text for people; `from_text` reads it back.

        Returns
        -------
        str

        Examples
        --------
        >>> print(Game.new("anywoli", seed=1).play("A", "a").to_text())
        [Rules "anywoli"]
        [Start "<12,0,0,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4> S"]
        [Seed "1"]
        [Result "*"]
        <BLANKLINE>
        1. A(5) a(5)
        """
        headers = {"Rules": self.rules.name}
        headers |= {name: to_word(value) for name, value in self.rules.changes.items()}
        headers |= {"Start": str(self.start), "Seed": str(self.seed)}
        if self.number:
            headers["Game"] = str(self.number)
        headers["Result"] = self.result
        unknown = {
            key: value
            for key, value in self.unknown.items()
            if isinstance(value, str) and re.fullmatch(r"\w+", key) and '"' not in value
        }
        lines = [f'[{key} "{value}"]' for key, value in (headers | unknown).items()]
        return "\n".join([*lines, "", *wrapped(self._words())])

    def _words(self) -> Iterator[str]:
        count, last = 0, None
        for move in self.moves:
            mover = move.before.mover
            if count == 0 or (mover == self.start.starter and last != mover):
                count += 1
                yield f"{count}."
            last = mover
            yield notation(move)

    @staticmethod
    def from_text(text: str) -> Game:
        r"""Read a game from text, replaying and checking every move.

        Parameters
        ----------
        text : str

        Returns
        -------
        Game

        Raises
        ------
        ValueError
            If a header or a move is wrong; the message names the move's number.

        Examples
        --------
        >>> Game.from_text('[Rules "anywoli"]\n\n1. A(5) a').moves[0].laps
        Traceback (most recent call last):
            ...
        ValueError: Move 1, a: it is a(5) by the rules.
        """
        headers, body = headers_of(text)
        rules = rules_of(headers)
        game = Game.new(rules, headers.pop("Start", None), whole(headers, "Seed"))
        number = whole(headers, "Game") or 0
        result = headers.pop("Result", None)
        game = Game(rules, game.start, (), game.seed, number, headers)
        game = game.play_all(moves_of(body))
        _check_result(game, result)
        return game

    def play_all(self, moves: list[tuple[str, str]]) -> Game:
        """Play recorded moves, each given as (number, notation), checking the notation.

        Parameters
        ----------
        moves : list of (str, str)

        Returns
        -------
        Game

        Raises
        ------
        ValueError
            If a move is not legal, or its notation is not what the rules make of it.
        """
        holes: list[str] = []
        for number, word in moves:
            found = MOVE.fullmatch(word)
            if not found:
                raise ValueError(f"Move {number}, {word!r}: that is no move.")
            holes.append(found[1])
        try:
            game = self.play(*holes)
        except ValueError:
            game = self._up_to_fault(moves, holes)
        for (number, word), move in zip(moves, game.moves[len(self.moves) :], strict=True):
            if notation(move) != word:
                raise ValueError(f"Move {number}, {word}: it is {notation(move)} by the rules.")
        return game

    def _up_to_fault(self, moves: list[tuple[str, str]], holes: list[str]) -> Game:
        game = self
        for (number, word), hole in zip(moves, holes, strict=True):
            try:
                game = game.play(hole)
            except ValueError as error:
                raise ValueError(f"Move {number}, {word}: {error}") from error
        return game

    def to_json(self) -> str:
        """Write the game as JSON; `from_json` reads it back.

        Returns
        -------
        str

        Examples
        --------
        >>> game = Game.new("anywoli", seed=1).play("A")
        >>> Game.from_json(game.to_json()) == game
        True
        """
        found = self.outcome
        record = {
            "format": FORMAT,
            "rules_version": RULES_VERSION,
            "rules": self.rules.name,
            "options": {name: to_word(value) for name, value in self.rules.changes.items()},
            "start": str(self.start),
            "seed": self.seed,
            "number": self.number,
            "moves": [notation(move) for move in self.moves],
            "result": None
            if found is None
            else {
                "south": found.south,
                "north": found.north,
                "winner": None if found.winner is None else "SN"[found.winner],
                "ending": found.ending,
                "void": found.void,
            },
            "checksum": _checksum(self.position),
        }
        return json.dumps(dict(self.unknown) | record, indent=1, ensure_ascii=False)

    @staticmethod
    def from_json(text: str) -> Game:
        """Read a game from JSON, replaying and checking every move.

        Parameters
        ----------
        text : str

        Returns
        -------
        Game

        Raises
        ------
        ValueError
            If it is no record, a move is wrong, or the final position is not the recorded one.

        Examples
        --------
        >>> Game.from_json("{}")
        Traceback (most recent call last):
            ...
        ValueError: This is no record of a game: "format" is not "mancala_core game".
        """
        record = loaded(text)
        unknown = {key: value for key, value in record.items() if key not in KEYS}
        options = record.get("options", {})
        if not isinstance(options, dict):
            raise ValueError('"options" of the record is no table of options.')
        values = {name: from_word(name, str(value)) for name, value in options.items()}
        rules = Rules.load(record.get("rules", "")).replace(**values)
        game = Game.new(rules, record.get("start"), record.get("seed", 0))
        number = record.get("number", 0)
        if isinstance(number, bool) or not isinstance(number, int) or number < 0:
            raise ValueError(f'"number" of the record is {number!r}; it is a whole number.')
        moves = record.get("moves", [])
        if not isinstance(moves, list) or not all(isinstance(word, str) for word in moves):
            raise ValueError('"moves" of the record is no list of moves.')
        game = Game(rules, game.start, (), game.seed, number, unknown)
        game = game.play_all([(str(place), word) for place, word in enumerate(moves, 1)])
        if record.get("checksum", _checksum(game.position)) != _checksum(game.position):
            raise ValueError("The final position is not the one that was recorded.")
        if "result" in record and json.loads(game.to_json())["result"] != record["result"]:
            raise ValueError(f"The result is {game.result}, not {record['result']!r}.")
        return game

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"<Game {self.rules.label}, {len(self.moves)} moves and passes, {self.result}>"


def _future(position: Position) -> Position:
    """What of a position decides play to come, between captures."""
    return position.replace(drawn=None, starter=position.mover)


def _check_result(game: Game, result: str | None) -> None:
    if result is not None and result != game.result:
        raise ValueError(f"The result is {game.result} by the rules, not {result}.")


def _checksum(position: Position) -> str:
    return hashlib.sha256(str(position).encode()).hexdigest()[:16]
