"""The picture of claims: which page says what of which option."""

from __future__ import annotations

from typing import NamedTuple

import pandas as pd

from mancala_core.show.canvas import Canvas
from mancala_core.show.charts import BODY, EDGE, SMALL, SMALL_LINE, Chart, checked
from mancala_core.show.words import Words
from mancala_core.study.claims import (
    COLUMNS,
    DOCUMENTS,
    IN_WORDS,
    Cell,
    by_document,
    cells,
    unspoken,
)

_HEAD, _GAP = 50.0, 3.0
_WIDEST = 142.0
"""Of a column, in pixels."""


class _Row(NamedTuple):
    field: str
    y: float
    height: float


class Claims(Chart):
    """Values of options as the pages have them: an option a row, a page a column.

    Attributes
    ----------
    cells : dict
        By option and document, as `mancala_core.study.claims.cells` gives it.
    rows : list
        With the option, the middle `y` and the height of each.
    """

    def __init__(self, table: pd.DataFrame, words: Words, dark: bool = False) -> None:
        super().__init__(words, dark)
        self.table = checked(table, COLUMNS, "read_claims()")
        self.cells = cells(self.table)
        self.rows: list[_Row] = []
        say = words.say
        title = say("What the pages say of the rules")
        if not self.cells:
            self.nothing(title, say("No claim bears on an option, so there is nothing to draw."))
            return
        self.names = _names(words)
        self.documents = list(dict.fromkeys(document for _, document in self.cells))
        self.fields = list(dict.fromkeys(field for field, _ in self.cells))
        caption = say("An option a row, a page a column; values as the rules name them.")
        self.top = self.open(title, caption) + _HEAD
        self._measure()

    def _measure(self) -> None:
        say = self.words.say
        widest = max(self.ruler.width(field, BODY, bold=True) for field in self.fields)
        self.left = EDGE + widest + 18
        self.wide = min(_WIDEST, (self.width - EDGE - self.left) / len(self.documents))
        y = self.top
        for field in self.fields:
            most = max(len(self.cells[field, name].values) for name in self.documents)
            height = 12 + SMALL_LINE * max(1, most)
            self.rows.append(_Row(field, y + height / 2, height))
            y += height
        states = {cell.state for cell in self.cells.values()}
        keys = [
            ("agrees", say("fits what is followed here")),
            ("differs", say("does not fit it, or not all of it")),
            ("silent", say("is silent")),
        ]
        self.keys = [(kind, label) for kind, label in keys if kind in states]
        self.close(y + 6, self._foot())

    def _foot(self) -> str:
        say = self.words.say
        texts = []
        if any(IN_WORDS in cell.values for cell in self.cells.values()):
            texts.append(say("In words: said, but none of the values of the option."))
        silent = unspoken(self.table)
        if silent:
            texts.append(say("No page speaks of {options}.", options=self.words.listed(silent)))
        return self.words.joined(texts)

    # What it says

    def head(self) -> str:
        """Say in a sentence what the picture shows."""
        if not self.cells:
            return self.words.say("What the pages say of the games: no claim bears on an option.")
        odd = {field for (field, _), cell in self.cells.items() if cell.state == "differs"}
        return self.words.count(
            "What the pages say of the games: {n} of {all} options is told in more than one way.",
            "What the pages say of the games: {n} of {all} options are told in more than one way.",
            len(odd),
            all=len(self.fields),
        )

    def sentences(self) -> list[str]:
        """Tell the numbers of the picture, line by line."""
        if not self.cells:
            return []
        lines = [
            self.words.say(
                "{place}: {facts}",
                place=field,
                facts=self.words.joined(self._told(field, game) for game in self._games()),
            )
            for field in self.fields
        ]
        return [*lines, self._foot()] if self._foot() else lines

    def _games(self) -> dict[str, list[str]]:
        """The documents of each game."""
        games: dict[str, list[str]] = {}
        for document in self.documents:
            games.setdefault(self.names[document][0], []).append(document)
        return games

    def _told(self, field: str, game: str) -> str:
        """Tell what the documents of a game say of an option, those together that say the same."""
        say, listed = self.words.say, self.words.listed
        together: dict[Cell, list[str]] = {}
        for document in self._games()[game]:
            cell = self.cells[field, document]
            together.setdefault(cell, []).append(self.names[document][1])
        parts = []
        for cell, languages in together.items():
            told = listed(self._values(cell))
            if len(together) > 1:
                told = say("{values} in {languages}", values=told, languages=listed(languages))
            if cell.state == "differs":
                told = say("{told} (contradicted)", told=told)
            parts.append(told)
        return say("{place}: {facts}.", place=game, facts=self.words.parted(parts))

    def _values(self, cell: Cell) -> list[str]:
        if cell.state == "silent":
            return [self.words.say("silent")]
        say = self.words.say
        return [say("in words") if value == IN_WORDS else value for value in cell.values]

    def numbers(self) -> pd.DataFrame:
        """Give what is drawn as a table."""
        return by_document(self.table)

    # Drawing

    def draw(self, canvas: Canvas) -> None:
        """Draw the picture on a canvas of its size."""
        super().draw(canvas)
        for place, document in enumerate(self.documents if self.rows else ()):
            middle = self.left + (place + 0.5) * self.wide
            game, language = self.names[document]
            canvas.text(middle, self.top - 34, game, BODY, bold=True)
            size = self.ruler.fit(language, SMALL, self.wide - 2 * _GAP)
            canvas.text(middle, self.top - 14, language, size, color=self.palette.muted)
        for row in self.rows:
            canvas.text(EDGE, row.y - _GAP / 2, row.field, BODY, bold=True, ha="left")
            for place, document in enumerate(self.documents):
                left = self.left + place * self.wide
                self._draw_cell(canvas, left, row, self.cells[row.field, document])

    def _draw_cell(self, canvas: Canvas, left: float, row: _Row, cell: Cell) -> None:
        top, high = row.y - row.height / 2, row.height - _GAP
        self._plate(canvas, left + _GAP, top, self.wide - 2 * _GAP, high, cell.state)
        colors = self.palette
        color = {"differs": colors.paper, "silent": colors.muted}.get(cell.state, colors.ink)
        values = self._values(cell)
        y = row.y - _GAP / 2 - SMALL_LINE * (len(values) - 1) / 2
        for value in values:
            size = self.ruler.fit(value, SMALL, self.wide - 4 * _GAP, bold=True)
            bold = cell.state == "differs"
            canvas.text(left + self.wide / 2, y, value, size, color=color, bold=bold)
            y += SMALL_LINE

    def _plate(
        self, canvas: Canvas, x: float, y: float, width: float, height: float, state: str
    ) -> None:
        fills = {"agrees": self.looks.band, "differs": self.palette.ink}
        edge = self.palette.grid if state == "silent" else ""
        canvas.box(x, y, width, height, fills.get(state, ""), edge, layer=2)

    def swatch(self, canvas: Canvas, kind: str, x: float, y: float) -> None:
        """Draw the mark of a line of the key, 20 pixels wide."""
        self._plate(canvas, x, y - 7, 20, 14, kind)


def _names(words: Words) -> dict[str, tuple[str, str]]:
    """The game and the language of each document."""
    say = words.say
    languages = {
        "anywoli_el": say("Greek"),
        "anywoli_sw": say("Swahili"),
        "anywoli_ja_en": say("Japanese and English"),
        "anywoli_ur": say("Urdu"),
        "adji_kui_2_el": say("Greek"),
    }
    games = {"anywoli": say("Anywoli"), "adji_kui_2": say("Adji Kui II")}
    return {name: (games[game], languages[name]) for name, game in DOCUMENTS.items()}
