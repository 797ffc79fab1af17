"""What pictures of tables share: head, caption, axes, key, colours and the text twin."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar

import pandas as pd
from matplotlib.artist import Artist
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon, Rectangle

from mancala_core.show.canvas import DARK, LIGHT, Canvas, Ruler
from mancala_core.show.lines import letters, pieces
from mancala_core.show.scales import Scale, decimals, even, percent, plain, whole_percent
from mancala_core.show.words import Words

WIDTH, EDGE = 900.0, 14.0
HEAD, BODY, SMALL = 19.5, 15.0, 13.5
LINE, SMALL_LINE = 20.0, 18.0
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
_KEPT = "\N{NO-BREAK SPACE}"
_MARK = "\u200e"
"""Stands before a sign and round a share where text runs from the right."""
_ESTIMATE = re.compile(
    rf"(?:{_MARK}?[\d\N{{MINUS SIGN}}][\d,.]*(?: %)?{_MARK}? )?"
    rf"\({_MARK}?[\d\N{{MINUS SIGN}}][^()]{{0,40}}\)"
)
"""A number in brackets, or an interval, with the value before it."""
_UNIT = re.compile(rf"(?<=\d) (?=[%\w])|(?<=\w) (?={_MARK}?\d[\d,.]*(?:$|[,;.] ))")
"""Spaces between a number and the word it belongs to: after it, or before it at the end."""


@dataclass(frozen=True, slots=True)
class Looks:
    """Colours and hatches of pictures of tables.

    Results differ in grey and under colour blindness, and are not those of South and North:
    the starter can be either.
    """

    result: dict[str, str]
    on_result: dict[str, str]
    line: dict[str, str]
    """Hatch lines and outlines of the results."""
    band: str
    solid: str
    """Of bars that tell nothing of results."""
    strip: str
    """Behind every other row."""
    groups: tuple[str, ...]


BRIGHT = Looks(
    result={"win": "#14602b", "draw": "#e8e8e8", "loss": "#bd97cf", "none": "#ffffff"},
    on_result={"win": "#ffffff", "draw": "#1a1a1a", "loss": "#1a1a1a", "none": "#1a1a1a"},
    line={"win": "#14602b", "draw": "#6e6e6e", "loss": "#5b2a78", "none": "#6e6e6e"},
    band="#cfcfcf",
    solid="#b4b4b4",
    strip="#f3f3f3",
    groups=("#1a1a1a", "#14602b", "#8a5aa5", "#7a7a7a"),
)
DIM = Looks(
    result={"win": "#6fd18c", "draw": "#3d3d3d", "loss": "#7d4fa3", "none": "#111111"},
    on_result={"win": "#0b1f11", "draw": "#f5f5f5", "loss": "#ffffff", "none": "#f5f5f5"},
    line={"win": "#6fd18c", "draw": "#a0a0a0", "loss": "#d9b8ee", "none": "#a0a0a0"},
    band="#4a4a4a",
    solid="#6a6a6a",
    strip="#1d1d1d",
    groups=("#f5f5f5", "#6fd18c", "#c79be3", "#a8a8a8"),
)
DASHES: tuple[tuple[float, ...], ...] = ((), (7, 3), (2, 2), (9, 3, 2, 3))


class Chart(ABC):
    """A picture of a table, measured on construction, drawn on a canvas of its size.

    Attributes
    ----------
    width, height : float
        In pixels.
    title : str
        What stands above it.
    """

    swatch_width: ClassVar[float] = 26.0
    """Room for the mark of a line of the key, in pixels."""

    def __init__(self, words: Words, dark: bool = False) -> None:
        self.words, self.dark = words, dark
        self.palette, self.looks = (DARK, DIM) if dark else (LIGHT, BRIGHT)
        self.ruler = Ruler(words.language)
        self.width, self.height = WIDTH, 0.0
        self.title = ""
        self.keys: list[tuple[str, str]] = []
        self._lines: list[tuple[float, str, float, bool]] = []
        self._key_places: list[tuple[str, list[str], float, float]] = []

    # What it says

    @abstractmethod
    def head(self) -> str:
        """Say in a sentence what the picture shows."""

    @abstractmethod
    def sentences(self) -> list[str]:
        """Tell the numbers of the picture, line by line."""

    @abstractmethod
    def numbers(self) -> pd.DataFrame:
        """Give the numbers of the picture as a table."""

    def tell(self) -> str:
        """Tell the picture in words: its text twin."""
        return "\n".join([self.head(), *self.sentences()])

    # Measuring

    def open(self, title: str, caption: str) -> float:
        """Lay out title and caption; return where the picture itself may begin."""
        self.title = title
        room, y = self.width - 2 * EDGE, 4.0
        for line in self.ruler.wrap(title, HEAD, room, bold=True):
            y += 24
            self._lines.append((y - 8, line, HEAD, True))
        for line in fill(self.ruler, caption, BODY, room):
            y += LINE
            self._lines.append((y - 6, line, BODY, False))
        return y + 6

    def close(self, y: float, foot: str = "") -> None:
        """Lay out the key and what is said below; this gives the height."""
        x, tall = EDGE, 0.0
        for place, (kind, label) in enumerate(self.keys):
            lines = fill(self.ruler, label, SMALL, self.width - 2 * EDGE - self.swatch_width)
            wide = self.swatch_width + max(self.ruler.width(line, SMALL) for line in lines)
            if place and x + wide > self.width - EDGE:
                x, y, tall = EDGE, y + tall, 0.0
            self._key_places.append((kind, lines, x, y + 12))
            x += wide + 22
            tall = max(tall, 6 + SMALL_LINE * len(lines))
        y += tall + 4 if self.keys else 0
        for line in fill(self.ruler, foot, SMALL, self.width - 2 * EDGE):
            y += SMALL_LINE
            self._lines.append((y - 6, line, SMALL, False))
        self.height = y + 10

    def nothing(self, title: str, why: str) -> None:
        """Lay out a picture that only says why there is none."""
        self.keys = []
        self.close(self.open(title, why))

    # Drawing

    def draw(self, canvas: Canvas) -> None:
        """Draw the picture on a canvas of its size."""
        for y, line, size, bold in self._lines:
            color = self.palette.ink if bold else self.palette.muted
            canvas.running(EDGE, self.width - EDGE, y, line, size, bold=bold, color=color)
        right, mark = self.width, self.swatch_width
        for kind, lines, x, y in self._key_places:
            self.swatch(canvas, kind, right - x - mark + 6 if canvas.from_right else x, y)
            for place, line in enumerate(lines):
                at = y + place * SMALL_LINE
                canvas.running(x + mark, right - x - mark, at, line, SMALL)

    def swatch(self, canvas: Canvas, kind: str, x: float, y: float) -> None:
        """Draw the mark of a line of the key, 20 pixels wide."""
        colors = self.palette
        if kind in self.looks.result:
            self.block(canvas, x, y - 7, 20, 14, kind)
        elif kind == "interval":
            canvas.line([(x, y), (x + 20, y)], colors.ink, 2.4, layer=3)
            self.point(canvas, x + 10, y)
        elif kind == "open":
            self.open_point(canvas, x + 10, y)
        elif kind == "band":
            canvas.box(x, y - 7, 20, 14, self.looks.band, layer=2)
        elif kind == "half":
            stroke(canvas, [(x, y), (x + 20, y)], colors.ink, 1.6, (4, 3))
        elif kind == "line":
            canvas.line([(x, y), (x + 20, y)], colors.ink, 2.4, layer=3)
        elif kind == "cut":
            canvas.line([(x + 10, y - 7), (x + 10, y + 7)], colors.ink, 2.4, layer=3)

    def block(
        self, canvas: Canvas, x: float, y: float, width: float, height: float, result: str
    ) -> None:
        """Draw a rectangle in the looks of a result; losses are hatched, draws outlined."""
        hatch = {"loss": "///", "none": "xx"}.get(result, "")
        edge = self.looks.line[result] if result in ("draw", "none") else ""
        patch = Rectangle((x, y), width, height)
        patch.set(
            facecolor=self.looks.result[result],
            edgecolor=edge or "none",
            linewidth=canvas.points if edge else 0,
            zorder=2,
            clip_on=False,
        )
        if hatch:
            patch.set(hatch=hatch, hatchcolor=self.looks.line[result])
        canvas.ax.add_artist(patch)

    def point(self, canvas: Canvas, x: float, y: float, half: float = 5.0) -> None:
        """Draw the mark of an estimate."""
        canvas.circle(x, y, half, self.palette.ink, self.palette.paper, 1.2, layer=4)

    def open_point(self, canvas: Canvas, x: float, y: float) -> None:
        """Draw the mark of an estimate that has no interval."""
        canvas.circle(x, y, 5.5, self.palette.paper, self.palette.ink, 2, layer=4.5)

    def interval(
        self, canvas: Canvas, x: Scale, y: float, low: float, value: float, high: float
    ) -> None:
        """Draw an estimate with its interval, lying."""
        left, right = x.at(low), x.at(high)
        canvas.line([(left, y), (right, y)], self.palette.ink, 2.4, layer=3)
        for end in (left, right):
            canvas.line([(end, y - 8), (end, y + 8)], self.palette.ink, 2, layer=3)
        self.point(canvas, x.at(value), y)

    def upright(
        self, canvas: Canvas, x: float, y: Scale, low: float, value: float, high: float
    ) -> None:
        """Draw an estimate with its interval, standing."""
        top, bottom = y.at(high), y.at(low)
        canvas.line([(x, top), (x, bottom)], self.palette.ink, 2.4, layer=3)
        for end in (top, bottom):
            canvas.line([(x - 8, end), (x + 8, end)], self.palette.ink, 2, layer=3)
        self.point(canvas, x, y.at(value))

    def axis_below(
        self,
        canvas: Canvas,
        x: Scale,
        top: float,
        bottom: float,
        name: str,
        *,
        most: int = 8,
        values: list[float] | None = None,
        write: Callable[[float], str] | None = None,
        grid: bool = True,
    ) -> None:
        """Draw an axis below the picture: 46 pixels high with its name."""
        values = x.ticks(most) if values is None else values
        write = write or self._writer(x, values)
        values = spaced(self.ruler, x, values, write)
        for value in values:
            at = x.at(value)
            if grid:
                canvas.line([(at, top), (at, bottom)], self.palette.grid, 1, layer=1)
            canvas.line([(at, bottom), (at, bottom + 5)], self.palette.rule, 1.2)
            canvas.text(at, bottom + 16, write(value), SMALL)
        canvas.line([(x.start, bottom), (x.end, bottom)], self.palette.rule, 1.2)
        half = self.ruler.width(name, SMALL) / 2
        middle = min(max((x.start + x.end) / 2, EDGE + half), self.width - EDGE - half)
        canvas.text(middle, bottom + 36, name, SMALL, color=self.palette.muted)

    def _writer(self, scale: Scale, values: list[float]) -> Callable[[float], str]:
        return self.plain if scale.log else even(values, self.words)

    def plain(self, value: float) -> str:
        """Write a round number in the language of the picture."""
        return plain(value, self.words)

    def decimals(self, value: float, digits: int) -> str:
        """Write a number with so many decimals in the language of the picture."""
        return decimals(value, digits, self.words)

    def percent(self, share: float, digits: int = 1) -> str:
        """Write a share in hundredths in the language of the picture."""
        return percent(share, digits, self.words)

    def whole_percent(self, share: float) -> str:
        """Write a round share in hundredths, as on an axis, in the language of the picture."""
        return whole_percent(share, self.words)

    def left_of(self, y: Scale, write: Callable[[float], str], most: int = 7) -> float:
        """Where the picture may begin so that the values at its left have room."""
        wide = max((self.ruler.width(write(value), SMALL) for value in y.ticks(most)), default=0)
        return max(EDGE + 56, EDGE + wide + 10)

    def axis_left(
        self,
        canvas: Canvas,
        y: Scale,
        left: float,
        right: float,
        name: str,
        *,
        most: int = 7,
        write: Callable[[float], str] | None = None,
    ) -> None:
        """Draw an axis at the left; its name stands above it, level, 22 pixels higher."""
        values = y.ticks(most)
        write = write or self._writer(y, values)
        for value in values:
            at = y.at(value)
            canvas.line([(left, at), (right, at)], self.palette.grid, 1, layer=1)
            canvas.text(left - 8, at, write(value), SMALL, ha="right")
        top = min(y.start, y.end)
        canvas.text(EDGE, top - 20, name, SMALL, ha="left", color=self.palette.muted)


def fill(ruler: Ruler, text: str, size: float, room: float, bold: bool = False) -> list[str]:
    """Break a text into full lines; a number stays with its unit, an interval is not parted.

    Parameters
    ----------
    ruler : Ruler
    text : str
    size, room : float
        Height of the type and width of the lines, in pixels.
    bold : bool

    Returns
    -------
    list of str
        A word too wide for a line has one of its own, and reaches out of it.

    Examples
    --------
    >>> fill(Ruler(), "The result changes in 19.5 % (18.4 % to 20.6 %).", 15, 240)
    ['The result changes in', '19.5 % (18.4 % to 20.6 %).']
    """
    joined = _ESTIMATE.sub(lambda found: found.group().replace(" ", _KEPT), text)
    lines = list[str]()
    for part in _UNIT.sub(_KEPT, joined).split(" "):
        first = " "
        for _, kept in pieces(part):
            for joint, piece in _fitting(ruler, kept.replace(_KEPT, " "), size, room, bold):
                longer = f"{lines[-1]}{first or joint}{piece}" if lines else piece
                if lines and ruler.width(longer, size, bold) <= room:
                    lines[-1] = longer
                else:
                    lines.append(piece)
                first = ""
    return [line for line in lines if line]


def _fitting(
    ruler: Ruler, text: str, size: float, room: float, bold: bool
) -> list[tuple[str, str]]:
    """Part a text only if it is too wide for a line; with what joins each to the one before."""
    if ruler.width(text, size, bold) <= room:
        return [("", text)]
    return [
        ("" if place else joint, letter)
        for joint, piece in pieces(text)
        for place, letter in enumerate(letters(piece))
    ]


def spaced(
    ruler: Ruler, x: Scale, values: list[float], write: Callable[[float], str]
) -> list[float]:
    """Leave out values until their texts stand apart.

    Parameters
    ----------
    ruler : Ruler
    x : Scale
    values : list of float
        Rising.
    write : callable

    Returns
    -------
    list of float
    """
    for step in range(1, len(values) + 1):
        kept = values[::step]
        wide = [ruler.width(write(value), SMALL) for value in kept]
        gaps = [x.at(b) - x.at(a) for a, b in pairwise(kept)]
        if all(gap > (a + b) / 2 + 10 for gap, (a, b) in zip(gaps, pairwise(wide), strict=True)):
            return kept
    return values[:1]


def stroke(
    canvas: Canvas,
    points: Sequence[tuple[float, float]],
    color: str,
    line: float,
    dashes: tuple[float, ...] = (),
    layer: float = 3,
    within: Box | None = None,
) -> None:
    """Draw a line through points, dashed if lengths of dashes and gaps are given.

    Parameters
    ----------
    canvas : Canvas
    points : sequence of (float, float)
    color : str
    line : float
        Its width.
    dashes : tuple of float
        In widths of the line.
    layer : float
    within : (float, float, float, float) or None
        Left, top, right and bottom of the room beyond which nothing is drawn.
    """
    across, down = zip(*points, strict=True)
    options: dict[str, Any] = {"linestyle": (0, dashes)} if dashes else {}
    made = Line2D(
        across,
        down,
        color=color,
        linewidth=line * canvas.points,
        zorder=layer,
        clip_on=False,
        solid_joinstyle="round",
        **options,
    )
    canvas.ax.add_artist(made)
    _clip(canvas, made, within)


def area(
    canvas: Canvas,
    upper: Sequence[tuple[float, float]],
    lower: Sequence[tuple[float, float]],
    color: str,
    layer: float = 1.5,
    within: Box | None = None,
) -> None:
    """Fill the room between two lines.

    Parameters
    ----------
    canvas : Canvas
    upper, lower : sequence of (float, float)
        Points of the lines, both from left to right.
    color : str
    layer : float
    within : (float, float, float, float) or None
        As in `stroke`.
    """
    patch = Polygon([*upper, *reversed(lower)], closed=True)
    patch.set(facecolor=color, edgecolor="none", linewidth=0, zorder=layer, clip_on=False)
    canvas.ax.add_artist(patch)
    _clip(canvas, patch, within)


def _clip(canvas: Canvas, made: Artist, within: Box | None) -> None:
    if within is not None:
        left, top, right, bottom = within
        room = Rectangle((left, top), right - left, bottom - top, transform=canvas.ax.transData)
        made.set_clip_path(room)
        made.set_clip_on(True)


def checked(table: object, columns: Sequence[str], maker: str) -> pd.DataFrame:
    """Refuse what is no table with these columns, saying what gives one.

    Parameters
    ----------
    table : object
    columns : sequence of str
        Needed ones.
    maker : str
        The call that gives such a table.

    Returns
    -------
    pandas.DataFrame

    Raises
    ------
    ValueError

    Examples
    --------
    >>> checked(None, ("games",), "summary(df)")
    Traceback (most recent call last):
        ...
    ValueError: None is no table; summary(df) gives one that can be drawn.
    """
    if not isinstance(table, pd.DataFrame):
        raise ValueError(f"{table!r} is no table; {maker} gives one that can be drawn.")
    missing = [name for name in columns if name not in table]
    if missing:
        raise ValueError(
            f"The table lacks the columns {', '.join(missing)}; "
            f"{maker} gives one that can be drawn."
        )
    return table
