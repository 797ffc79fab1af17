"""Pictures of what a board shows, as files; matplotlib is loaded when the first is made."""

from __future__ import annotations

from io import BytesIO
from typing import Any, NamedTuple

from mancala_core.engine.game import Game
from mancala_core.engine.match import Match
from mancala_core.engine.moves import Move
from mancala_core.engine.position import Position
from mancala_core.engine.rules import Rules
from mancala_core.show.record_files import File, file_name

FORMS = {"png": "image/png", "svg": "image/svg+xml", "gif": "image/gif"}
"""Media types of the files that pictures are saved as."""


class Picture(NamedTuple):
    """What is drawn, in which language, and under which rules.

    Attributes
    ----------
    what : Move, Position or Match
        Its laps, the board, or its territory.
    rules : Rules
    language : str
    last : Move or None
        The move that led to a position.
    """

    what: Move | Position | Match
    rules: Rules
    language: str
    last: Move | None = None

    @property
    def options(self) -> dict[str, Any]:
        """What `draw.png` takes for it."""
        if isinstance(self.what, Position):
            return {"rules": self.rules, "move": self.last}
        return {}

    @property
    def moves(self) -> bool:
        """Whether it can be a GIF, in which a move is sown."""
        return isinstance(self.what, Move)

    def png(self) -> bytes:
        """Draw it as a PNG."""
        from mancala_core.show import draw

        return draw.png(self.what, language=self.language, **self.options)

    def described(self) -> str:
        """Tell in words what it shows."""
        from mancala_core.show import draw

        return draw.describe(self.what, language=self.language)

    def file(self, form: str) -> File:
        """Draw it as a file.

        Parameters
        ----------
        form : {"png", "svg", "gif"}
            A GIF shows a move being sown, and takes seconds.

        Returns
        -------
        File

        Examples
        --------
        >>> game = Game.new("adji_kui_2", seed=1).play("A")
        >>> board_of(game, "en").file("svg").data[:5]
        b'<?xml'
        """
        name = {Move: "laps", Position: "board", Match: "territory"}[type(self.what)]
        if form == "gif":
            from mancala_core.show import draw

            assert isinstance(self.what, Move)
            name, data = "move", draw.gif(self.what, language=self.language)
        else:
            data = self.png() if form == "png" else _svg(self)
        return File(file_name(self.rules, form, name), FORMS[form], data)


def laps_of(game: Game, language: str) -> Picture:
    """The picture of the laps of the last move of a game."""
    return Picture(game.moves[-1], game.rules, language)


def board_of(game: Game, language: str) -> Picture:
    """The picture of the board at the end of a game."""
    last = game.moves[-1] if game.moves else None
    return Picture(game.position, game.rules, language, last)


def territory_of(match: Match, language: str) -> Picture:
    """The picture of the territory in a match."""
    return Picture(match, match.rules, language)


def _svg(picture: Picture) -> bytes:
    from matplotlib.figure import Figure

    from mancala_core.show import draw
    from mancala_core.show.board_picture import BoardPicture
    from mancala_core.show.canvas import DPI
    from mancala_core.show.lap_picture import LapPicture
    from mancala_core.show.plots import drawn
    from mancala_core.show.territory_picture import Territory
    from mancala_core.show.words import speak

    what, words = picture.what, speak(picture.language)
    if isinstance(what, Move):
        sheet: Any = LapPicture(what, words)
    elif isinstance(what, Position):
        sheet = BoardPicture(what, words, **picture.options)
    else:
        sheet = Territory(what, words)
    figure = Figure(figsize=(sheet.width / DPI, sheet.height / DPI), dpi=DPI)
    drawn(sheet, figure.add_axes((0.0, 0.0, 1.0, 1.0)))
    file = BytesIO()
    title = draw.headline(what, language=picture.language)
    about = {"Title": title, "Description": picture.described(), "Date": None}
    figure.savefig(file, format="svg", metadata=about)
    return file.getvalue()
