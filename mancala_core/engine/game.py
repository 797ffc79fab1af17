"""A game: a start and the moves made from it, with its text and JSON records."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from mancala_core.engine.moves import Move, play, with_after
from mancala_core.engine.notation import (
    FORMAT,
    KEYS,
    begins,
    headers_of,
    hole_of,
    is_header,
    loaded,
    moves_of,
    notation,
    quoted,
    recorded_rules,
    rules_of,
    whole,
    whole_of,
    wrapped,
)
from mancala_core.engine.options import to_word
from mancala_core.engine.outcome import Outcome, outcome
from mancala_core.engine.position import Position
from mancala_core.engine.rules import RULES_VERSION, Rules
from mancala_core.engine.saying import Unfit
from mancala_core.engine.streams import LARGEST_SEED, Stream, checked_seed
from mancala_core.engine.whole_numbers import whole_between, whole_number


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
    unknown : tuple of (str, object)
        Names and values of what a record held that this version does not know; written back.

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
    unknown: tuple[tuple[str, Any], ...] = field(default=(), compare=False)

    @staticmethod
    def new(
        rules: Rules | str = "anywoli",
        start: Position | str | None = None,
        seed: int | None = None,
        number: int = 0,
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
        number : int
            Number of the game in a run of that seed, 0..2**63 - 1.

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
        number = whole_between("number", number, 0, LARGEST_SEED)
        return Game._begun(Rules.of(rules), start, checked_seed(seed), number)

    @staticmethod
    def _begun(
        rules: Rules,
        start: object,
        seed: int,
        number: int = 0,
        unknown: tuple[tuple[str, Any], ...] = (),
    ) -> Game:
        """Begin a game; where the start is over already, its lottery is drawn."""
        if start is None:
            position = Position.start(rules)
        elif isinstance(start, Position):
            position = start
        elif isinstance(start, str):
            known = start.strip().startswith("<")
            position = Position.parse(start) if known else Position.start(rules, start)
        else:
            raise Unfit(
                "start is {start!r}; it takes a position, its text, or south or north.",
                start=start,
            )
        found = outcome(rules, position)
        if found is not None and found.either is not None:
            position = position.replace(drawn=Stream(seed, number).lottery())
        return Game(rules, position, (), seed, number, unknown)

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
        moves = (*self.moves, *self._steps(holes))
        return Game(self.rules, self.start, moves, self.seed, self.number, self.unknown)

    def play_on(
        self, choose: Callable[[Position, int], int | str | None], most: int | None = None
    ) -> Game:
        """Let something choose moves until the game is over.

        Parameters
        ----------
        choose : callable
            Is given the position and the number of moves and passes before it, and returns a
            hole, or None to pass.
        most : int or None
            Moves and passes to make at most, 0 or more.

        Returns
        -------
        Game

        Raises
        ------
        IllegalMove
            If the rules do not allow what was chosen.

        Examples
        --------
        >>> Game.new("adji_kui_2", seed=1).play_on(lambda position, ply: "Aa"[ply], most=2)
        <Game adji_kui_2, 2 moves and passes, *>
        """
        moves = list(self.moves)
        end = None
        if most is not None:
            end = len(moves) + whole_between("most", most, 0, LARGEST_SEED)

        def holes() -> Iterator[int | str | None]:
            while len(moves) != end and (not moves or moves[-1].after.ending is None):
                yield choose(moves[-1].after if moves else self.start, len(moves))

        if self.outcome is None:
            for move in self._steps(holes()):
                moves.append(move)  # noqa: PERF402 - `holes` looks at them as they come
        return Game(self.rules, self.start, tuple(moves), self.seed, self.number, self.unknown)

    def _steps(self, holes: Iterable[int | str | None]) -> Iterator[Move]:
        """Make moves one after the other."""
        seen, position = self._seen(), self.position
        last = next((m.before.mover for m in reversed(self.moves) if m.hole is not None), None)
        stream = Stream(self.seed, self.number)
        for hole in holes:
            move = play(self.rules, position, hole, stream)
            last = last if move.hole is None else position.mover
            if seen is not None:
                if move.after.ending is None and _future(move.after) in seen:
                    after = move.after.replace(mover=last, ending="repetition")
                    move = with_after(move, after, "over")
                seen.add(_future(move.after))
            yield move
            position = move.after

    def _seen(self) -> set[Position] | None:
        """Positions so far, where the rules look at repetition; none outlives a capture."""
        if self.rules.repetition == "play_on":
            return None
        return {_future(self.start), *(_future(move.after) for move in self.moves)}

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
        count = whole_number(n)
        if count is None or not 0 <= count <= len(self.moves):
            raise Unfit(
                "Cannot go back {n!r} moves; the game has {most}.", n=n, most=len(self.moves)
            )
        kept = self.moves[: len(self.moves) - count]
        return Game(self.rules, self.start, kept, self.seed, self.number, self.unknown)

    @property
    def position(self) -> Position:
        """The position reached."""
        return self.moves[-1].after if self.moves else self.start

    @cached_property
    def outcome(self) -> Outcome | None:
        """How it came out; None while it goes on."""
        return outcome(self.rules, self.position)

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
        for name, value in self.unknown:
            if isinstance(value, str) and name.isidentifier() and not is_header(name):
                headers[name] = value
        lines = [f"[{name} {quoted(value)}]" for name, value in headers.items()]
        return "\n".join([*lines, "", *wrapped(self._words())])

    def _words(self) -> Iterator[str]:
        number, last = 0, None
        for move in self.moves:
            mover = move.before.mover
            if begins(number, last, mover, self.start.starter):
                number += 1
                yield f"{number}."
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
        mancala_core.engine.saying.Unfit: Move 1, a: it is a(5) by the rules.
        """
        headers, body = headers_of(text)
        rules = rules_of(headers)
        seed, number = whole(headers, "Seed"), whole(headers, "Game")
        start, result = headers.pop("Start", None), headers.pop("Result", None)
        game = Game._begun(rules, start, seed, number, tuple(headers.items()))
        game = game._played(moves_of(body))
        _check_result(game, result)
        return game

    def _played(self, moves: list[tuple[int | None, str]]) -> Game:
        """Play recorded moves, (number if one stands there, notation), checking both."""
        made: list[Move] = []
        steps = self._steps(hole_of(word) for _, word in moves)
        number, last = 0, None
        for said, word in moves:
            mover = made[-1].after.mover if made else self.start.mover
            new = begins(number, last, mover, self.start.starter)
            number, last = number + new, mover
            if said is not None and (said != number or not new):
                raise Unfit(
                    "Move {said}, {move}: it belongs to number {number}.",
                    said=said,
                    move=word,
                    number=number,
                )
            try:
                made.append(next(steps))
            except ValueError as error:
                raise Unfit(
                    "Move {number}, {move}: {why}", number=number, move=word, why=error
                ) from error
            if notation(made[-1]) != word:
                raise Unfit(
                    "Move {number}, {move}: it is {right} by the rules.",
                    number=number,
                    move=word,
                    right=notation(made[-1]),
                )
        return Game(self.rules, self.start, tuple(made), self.seed, self.number, self.unknown)

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
        others = {name: value for name, value in self.unknown if name not in record}
        return json.dumps(record | others, indent=1, ensure_ascii=False)

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
        >>> try:
        ...     Game.from_json("{}")
        ... except ValueError as error:
        ...     print(error)
        This is no record of a game: "format" is not "mancala_core game".
        """
        record = loaded(text)
        unknown = tuple((key, value) for key, value in record.items() if key not in KEYS)
        rules = recorded_rules(record)
        seed = whole_of(record, "seed", LARGEST_SEED)
        number = whole_of(record, "number", LARGEST_SEED)
        moves = record.get("moves", [])
        if not isinstance(moves, list) or not all(isinstance(word, str) for word in moves):
            raise Unfit('"moves" of the record is no list of moves.')
        game = Game._begun(rules, record.get("start"), seed, number, unknown)
        game = game._played([(None, word) for word in moves])
        if record.get("checksum", _checksum(game.position)) != _checksum(game.position):
            raise Unfit("The final position is not the one that was recorded.")
        if "result" in record and json.loads(game.to_json())["result"] != record["result"]:
            raise Unfit(
                "The result is {right}, not {said!r}.", right=game.result, said=record["result"]
            )
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
        raise Unfit(
            "The result is {right} by the rules, not {said}.", right=game.result, said=result
        )


def _checksum(position: Position) -> str:
    return hashlib.sha256(str(position).encode()).hexdigest()[:16]
