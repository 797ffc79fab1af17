"""A game on paper: a sheet with a board to play on with real seeds, and a form for the moves.

Everything is black on white, so that a copier loses nothing. Lengths are in millimetres.
"""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO
from math import cos, pi, sin
from pathlib import Path

from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure
from matplotlib.patheffects import Normal

from mancala_core.engine.position import letter
from mancala_core.engine.rules import Rules
from mancala_core.engine.saying import Listed, Unfit
from mancala_core.show.canvas import LIGHT, Canvas, Ruler
from mancala_core.show.move_form import MoveForm
from mancala_core.show.words import Words, speak

PAPERS = {"A4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height of the upright sheet."""
MOST_HOLES = 13
BLACK = "#000000"
INK = replace(LIGHT, paper="", ink=BLACK, muted=BLACK, rule=BLACK, grid=BLACK, mark="")
MARGIN, INSIDE, GAP = 8.0, 2.5, 2.0
NAME, LETTER, AISLE = 10.0, 8.0, 17.0
LONG, OBLONG = 56.0, 3.0
"""How long a hole is drawn that cannot be that wide, and how many times its width at most."""
STORE = (20.0, 58.0)
THICK, THIN = 0.8, 0.6
MARKS = re.compile("[\u200e\u200f\u2066-\u2069]")
PARTS = 40
"""Straight pieces in which a half circle is drawn."""


class BoardSheet:
    """A board as large as fits on a sheet that lies across; measured on construction.

    Attributes
    ----------
    width, height : float
        Of the sheet.
    hole : tuple of two float
        Width and height of a hole.
    store : float
        Width of a store; 0 where captured seeds lie beside the board.
    """

    def __init__(self, rules: Rules, words: Words, size: tuple[float, float]) -> None:
        self.rules, self.words = rules, words
        self.height, self.width = size
        self.ruler = Ruler(words.language)
        room = self.width - 2 * (MARGIN + INSIDE)
        high = self.height / 2 - MARGIN - NAME - INSIDE - LETTER - GAP - AISLE / 2
        self.store = 0.0
        if rules.about.stores:
            least, most = STORE
            self.store = max(least, min(most, (room - rules.holes * (high + GAP)) / 2 - GAP))
            room -= 2 * (self.store + GAP)
        self.column = min(room / rules.holes, high + GAP)
        wide = self.column - GAP
        self.hole = wide, min(high, max(wide, min(LONG, OBLONG * wide)))
        self.middle = self.height / 2
        self.left = (self.width - self.column * rules.holes) / 2

    def at(self, hole: int) -> tuple[float, float]:
        """The middle of a hole."""
        holes = self.rules.holes
        place = hole if hole < holes else 2 * holes - 1 - hole
        off = (AISLE / 2 + self.hole[1] / 2) * (1 if hole < holes else -1)
        return self.left + (place + 0.5) * self.column, self.middle + off

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet on a canvas of its size."""
        self.canvas = canvas
        half = AISLE / 2 + self.hole[1] + GAP + LETTER
        side = self.store + GAP if self.store else 0.0
        x, wide = self.left - side - INSIDE, self.column * self.rules.holes + 2 * (side + INSIDE)
        canvas.plate(x, self.middle - half, wide, 2 * half, "", BLACK, THICK, radius=5)
        for hole in range(2 * self.rules.holes):
            self._draw_hole(hole)
        for player in (0, 1):
            down = -1 if player else 1
            name = self.words.player(player)
            y = self.middle + down * (half + NAME / 2)
            canvas.text(self.width / 2, y, name, 6, bold=True, upside_down=bool(player))
            if self.store:
                self._draw_store(player, half)
        self._draw_way()

    def _draw_hole(self, hole: int) -> None:
        (x, y), (wide, high) = self.at(hole), self.hole
        self.canvas.shape(_oblong(x, y, wide, high), "", BLACK, THICK)
        north = hole >= self.rules.holes
        off = (high / 2 + GAP / 2 + LETTER / 2) * (-1 if north else 1)
        name = letter(hole, self.rules.holes)
        self.canvas.text(x, y + off, name, 5.6, bold=True, upside_down=north)

    def _draw_store(self, player: int, half: float) -> None:
        """South's store is at the right, North's at the left; each is named for who sits there."""
        high = 2 * half - 2 * INSIDE
        across = self.column * self.rules.holes / 2 + GAP + self.store / 2
        x = self.width / 2 + (-across if player else across)
        self.canvas.plate(
            *(x - self.store / 2, self.middle - high / 2, self.store, high, "", BLACK, THICK),
            radius=min(8.0, self.store / 3),
        )
        name = self.words.player(player)
        size = 0.1 * self.ruler.fit(name, 45, 10 * (self.store - 4), bold=True)
        y = self.middle + (high / 2 - 6) * (-1 if player else 1)
        self.canvas.text(x, y, name, size, bold=True, upside_down=bool(player))

    def _draw_way(self) -> None:
        """Two arrows in the aisle, which lead round the board, and what is needed to begin."""
        rules, up = self.rules, AISLE / 2 - 2.6
        near = 1 if rules.direction == "ccw" else -1
        reach = self.column * rules.holes / 2 - 4
        for player in (0, 1):
            way, down = (-near, -up) if player else (near, up)
            begin, end = self.width / 2 - way * reach, self.width / 2 + way * reach
            points = [
                (begin, self.middle + down),
                (end, self.middle + down),
                (end, self.middle - down * 0.62),
            ]
            self.canvas.arrow(points, BLACK, THIN, 3.4)
            for x in (self.width / 2 - way * reach / 2, self.width / 2 + way * reach / 2):
                y = self.middle + down
                tip = [(x + way * 2.4, y), (x - way, y - 1.5), (x - way, y + 1.5)]
                self.canvas.shape(tip, BLACK)
        text = self.words.count(
            "{game}: {n} seed in each hole",
            "{game}: {n} seeds in each hole",
            rules.seeds,
            game=rules.about.title,
        )
        size = 0.1 * self.ruler.fit(text, 42, 10 * (2 * reach - 12), bold=True)
        self.canvas.text(self.width / 2, self.middle, text, size, bold=True)


def _oblong(x: float, y: float, wide: float, high: float) -> list[tuple[float, float]]:
    """The outline of a hole: two half circles and what is straight between them."""
    radius, straight = wide / 2, (high - wide) / 2
    turns = [pi * part / PARTS for part in range(PARTS + 1)]
    return [
        (x + side * radius * cos(turn), y + side * (straight + radius * sin(turn)))
        for side in (1, -1)
        for turn in turns
    ]


def sheet(
    rules: Rules | str,
    path: str | Path | None = None,
    *,
    language: str = "en",
    paper: str = "A4",
) -> bytes:
    """Draw a game on paper: a PDF file of two pages in black and white, to be copied.

    The first page is a board to play on with real seeds, its holes as large as fit; names and
    letters are turned towards who sits there. The second is a form for the moves of one game,
    with its rules in short.

    Parameters
    ----------
    rules : Rules or str
        With at most 13 holes in a row.
    path : str, pathlib.Path or None
        Where to write the file, too.
    language : str
        One of `mancala_core.show.words.languages`. The board is never mirrored.
    paper : {"A4", "letter"}

    Returns
    -------
    bytes
        The file; it is the same each time.

    Raises
    ------
    ValueError
        If the rules, the language or the paper is unknown, or the board does not fit.
    OSError
        If the file cannot be written.

    Examples
    --------
    >>> sheet("adji_kui_2")[:5]
    b'%PDF-'
    """
    rules, words = Rules.of(rules), speak(language)
    if paper not in PAPERS:
        raise Unfit(
            "There is no paper {paper!r}; there are {papers}.",
            paper=paper,
            papers=Listed(PAPERS),
        )
    if rules.holes > MOST_HOLES:
        raise Unfit(
            "A board with {holes} holes in a row does not fit on a sheet; at most {most} do.",
            holes=rules.holes,
            most=MOST_HOLES,
        )
    pages = (BoardSheet(rules, words, PAPERS[paper]), MoveForm(rules, words, PAPERS[paper]))
    file = BytesIO()
    title = words.say("{game} on paper", game=rules.about.title)
    about = {"Title": title, "CreationDate": None, "Creator": "mancala_core"}
    with PdfPages(file, metadata=about) as pdf:
        for page in pages:
            pdf.savefig(painted(page, words))
    made = file.getvalue()
    if path is not None:
        Path(path).write_bytes(made)
    return made


def painted(page: BoardSheet | MoveForm, words: Words) -> Figure:
    """Draw a page on a figure of its size.

    Parameters
    ----------
    page : BoardSheet or MoveForm
    words : Words

    Returns
    -------
    matplotlib.figure.Figure

    Examples
    --------
    >>> figure = painted(BoardSheet(Rules.load("anywoli"), speak(), PAPERS["A4"]), speak())
    >>> [round(25.4 * float(inches)) for inches in figure.get_size_inches()]
    [297, 210]
    """
    figure = Figure(figsize=(page.width / 25.4, page.height / 25.4), dpi=100)
    ax = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    page.draw(Canvas(ax, page.width, page.height, INK, words.language))
    for text in ax.texts:
        # Matplotlib gives the invisible marks in such lines the width of a space in a PDF file;
        # as outlines they stand where they belong.
        if MARKS.search(text.get_text()):
            text.set_path_effects([Normal()])
    return figure
