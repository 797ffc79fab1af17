"""A game looked at from an earlier move: what the board shows then, and how play goes on."""

from __future__ import annotations

from typing import Any

from mancala_core.engine.saying import Unfit
from mancala_core.engine.whole_numbers import whole_number
from mancala_core.show.actions import Actions
from mancala_core.show.match_rows import Held, game_of, with_game
from mancala_core.show.record_files import named_file, opened, record, text_record
from mancala_core.show.words import Words


def after(held: Held, moves: int) -> Held:
    """The game, or the match with its round, as it was after so many moves.

    Parameters
    ----------
    held : Game or Match
    moves : int
        Moves and passes from the start of the game or the round, 0..all of them.

    Returns
    -------
    Game or Match

    Raises
    ------
    ValueError
        If there are not so many.

    Examples
    --------
    >>> from mancala_core.engine.game import Game
    >>> len(after(Game.new("anywoli", seed=1).play("A", "a"), 1).moves)
    1
    """
    game = game_of(held)
    number, most = whole_number(moves), len(game.moves)
    if number is None or not 0 <= number <= most:
        raise Unfit("There is no move {n!r} to go to; they are 0 to {most:,}.", n=moves, most=most)
    return with_game(held, game.back(most - number))


def place(words: Words, shown: Held, entire: Held | None) -> str:
    """Say where in a game the board stands; nothing at its end.

    Parameters
    ----------
    words : Words
    shown : Game or Match
        What the board shows.
    entire : Game or Match or None
        That with the moves after it; None at the end.

    Returns
    -------
    str

    Examples
    --------
    >>> from mancala_core.engine.game import Game
    >>> from mancala_core.show.words import speak
    >>> game = Game.new("anywoli", seed=1).play("A", "a")
    >>> place(speak(), game.back(), game)
    'After move 1 of 2.'
    """
    if entire is None:
        return ""
    number, most = len(game_of(shown).moves), words.number(len(game_of(entire).moves))
    if not number:
        return words.count(
            "Before the {n} move.", "Before all {n} moves.", len(game_of(entire).moves)
        )
    return words.say("After move {number} of {most}.", number=words.number(number), most=most)


class Review(Actions):
    """What a board in play does with its record: go to a move, save it, open another."""

    @property
    def present(self) -> Held:
        """What is played, also while the board shows an earlier part of it."""
        return self.held if self.entire is None else self.entire

    def go_to(self, moves: int) -> None:
        """Show the game, or the round of the match, after so many of its moves.

        The moves after it are kept until another one is made here. The next move is sown out.

        Parameters
        ----------
        moves : int
            From 0, the start, to the number of moves and passes.

        Raises
        ------
        ValueError
            If there are not so many.
        """
        present, before = self.present, len(self.game.moves)
        shown = after(present, moves)
        self.played += moves == before + 1
        at_end = len(game_of(shown).moves) == len(game_of(present).moves)
        if at_end:
            self.put(present)
        else:
            self.put(shown, "", present)

    def let_move(self) -> None:
        """Let the computer move where the board stands; the moves after it are left."""
        self.past = (*self.past, self.present)
        self.put(self.held)

    def file(self, data: dict[str, Any]) -> bool:
        """Take a click on what concerns files; these fit whatever the board shows.

        Parameters
        ----------
        data : dict
            ``save``: hand out the record as a file; ``copy``: as text; ``open``, what stands in
            a file, with its ``name``: see `open`.

        Returns
        -------
        bool
            Whether it was one.
        """
        if "open" in data:
            self.open(data["open"], data.get("name"))
        elif "save" in data:
            self.deliver(record(self.present))
        elif "copy" in data:
            self.deliver(text_record(self.present))
        else:
            return False
        return True

    def open(self, text: object, name: object = "") -> None:
        """Go on with the game, match or position of a file; read in the background.

        Parameters
        ----------
        text : str
            What stands in it.
        name : str
            What the file is called.
        """
        called = named_file(name)
        self.id, self.busy, self.reading = next(self.numbers), True, called
        self.tell(self.at_work())
        self.due = (self._open_later, (self.id, text, called))

    def at_work(self) -> str:
        """What to say while the board waits for work in the background."""
        say = self.words.say
        if self.reading:
            return say("{file} is being read: every move is checked.", file=self.reading)
        return say("A very long sowing: a moment, please.")

    def _open_later(self, ticket: int, text: object, called: str) -> None:
        rules = self.game.rules

        def begun(held: Held) -> None:
            self.begin(held, self.words.say("{file} was opened.", file=called))

        self.later(ticket, lambda: opened(text, rules, called), begun, self.gave_up)
