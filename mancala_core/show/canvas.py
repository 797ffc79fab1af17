"""A sheet measured in pixels on matplotlib axes, with the marks that all pictures share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.patches import Circle, FancyBboxPatch, Polygon, Rectangle

from mancala_core.show.fonts import directed, families, leads_right
from mancala_core.show.lines import letters, pieces

DPI = 100
CAP = 0.73
"""Height of capitals and digits, in parts of the type size."""


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours by what they stand for. Owners differ in grey and under colour blindness."""

    paper: str
    ink: str
    muted: str
    grid: str
    rule: str
    band: tuple[str, str]
    mark: str
    owner: tuple[str, str]
    on_owner: tuple[str, str]
    tint: tuple[str, str]
    nobody: str
    wood: str
    edge: str
    hole: str
    hole_edge: str
    seed: str


LIGHT = Palette(
    paper="#ffffff",
    ink="#1a1a1a",
    muted="#4d4d4d",
    grid="#d9d9d9",
    rule="#8c8c8c",
    band=("#dedede", "#bfbfbf"),
    mark="#ffffff",
    owner=("#0072b2", "#e69f00"),
    on_owner=("#ffffff", "#000000"),
    tint=("#d3d8cd", "#ecdab2"),
    nobody="#c8c8c8",
    wood="#efe4d0",
    edge="#c4b393",
    hole="#dac7a5",
    hole_edge="#a58f68",
    seed="#4a3423",
)
DARK = Palette(
    paper="#111111",
    ink="#f5f5f5",
    muted="#c2c2c2",
    grid="#3a3a3a",
    rule="#8c8c8c",
    band=("#3b3b3b", "#5c5c5c"),
    mark="#111111",
    owner=("#4da3dc", "#ffc24d"),
    on_owner=("#000000", "#000000"),
    tint=("#3c4447", "#594728"),
    nobody="#4d4d4d",
    wood="#3a3128",
    edge="#5c5044",
    hole="#241e18",
    hole_edge="#77695a",
    seed="#e8d8b8",
)


class Ruler:
    """Measures text before it is drawn, in pixels of an unscaled picture."""

    def __init__(self, language: str = "en") -> None:
        canvas: Any = FigureCanvasAgg(Figure(figsize=(1, 1), dpi=DPI))
        self.language = language
        self._renderer = canvas.get_renderer()
        self._known: dict[tuple[str, float, bool], float] = {}

    def width(self, text: str, size: float, bold: bool = False) -> float:
        """Width of a line of text; `size` in pixels."""
        key = (text, size, bold)
        if key not in self._known:
            font = FontProperties(
                family=families(text, self.language),
                size=size * 72 / DPI,
                weight="bold" if bold else "normal",
            )
            measured = self._renderer.get_text_width_height_descent(text, font, False)
            self._known[key] = measured[0] if text else 0.0
        return self._known[key]

    def fit(self, text: str, size: float, room: float, bold: bool = False) -> float:
        """The size, or a smaller one at which the text is no wider than `room`."""
        width = self.width(text, size, bold)
        return size if width <= room else size * room / width

    def wrap(self, text: str, size: float, room: float, bold: bool = False) -> list[str]:
        """Break a text into as few lines as go, of about the same measured width."""
        lines = self._filled(text, size, room, bold)
        for part in (0.6, 0.7, 0.8, 0.9):
            if len(lines) > 1:
                narrower = self._filled(text, size, part * room, bold)
                if len(narrower) == len(lines):
                    return narrower
        return lines

    def _filled(self, text: str, size: float, room: float, bold: bool) -> list[str]:
        lines, used = list[str](), 0.0
        space = self.width("n n", size, bold) - self.width("nn", size, bold)
        for joint, whole in pieces(" ".join(text.split())):
            fits = self.width(whole, size, bold) <= room
            for piece in [whole] if fits else letters(whole):
                wide = self.width(piece, size, bold)
                between = space if joint else 0.0
                if lines and used + between + wide <= room:
                    lines[-1] += joint + piece
                    used += between + wide
                else:
                    lines.append(piece)
                    used = wide
                joint = ""
        return lines


class Canvas:
    """Axes seen as a sheet of `width` x `height` pixels, y downwards.

    On axes of another size the whole sheet is scaled, type and lines with it. In a language
    written from the right, running text stands at the right; what is drawn is not mirrored.
    """

    def __init__(
        self, ax: Axes, width: float, height: float, palette: Palette, language: str = "en"
    ) -> None:
        self.ax, self.palette, self.ruler = ax, palette, Ruler(language)
        self.language, self.from_right = language, leads_right(language)
        figure = ax.get_figure(root=True)
        assert figure is not None
        box = ax.get_window_extent()
        scale = min(box.width / width, box.height / height)
        self.points = scale * 72 / figure.dpi
        ax.set_xlim(0, width)
        ax.set_ylim(height, 0)
        ax.set_aspect("equal")
        ax.set_axis_off()
        self.box(0, 0, width, height, palette.paper, layer=0)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        *,
        color: str = "",
        bold: bool = False,
        ha: str = "center",
        slant: bool = False,
        turned: bool = False,
        running: bool = False,
        upside_down: bool = False,
    ) -> None:
        """Write a line whose digits stand centred on `y` (or on `x`, if turned downwards)."""
        family = families(text, self.language)
        upright = len(family) > 1  # other scripts have no slanted letters
        options: dict[str, Any] = {
            "fontsize": size * self.points,
            "fontfamily": family,
            "color": color or self.palette.ink,
            "fontweight": "bold" if bold else "normal",
            "fontstyle": "italic" if slant and not upright else "normal",
            "parse_math": False,
            "usetex": False,
            "zorder": 6,
        }
        text = directed(text, self.language, running)
        if turned:
            options |= {"rotation": 90 if self.from_right else 270, "ha": "center", "va": "center"}
            self.ax.text(x, y, text, **options)
        elif upside_down:
            options |= {"rotation": 180, "rotation_mode": "anchor", "ha": ha, "va": "baseline"}
            self.ax.text(x, y - size * CAP / 2, text, **options)
        else:
            self.ax.text(x, y + size * CAP / 2, text, ha=ha, va="baseline", **options)

    def running(
        self,
        left: float,
        right: float,
        y: float,
        text: str,
        size: float,
        *,
        color: str = "",
        bold: bool = False,
    ) -> None:
        """Write a line of running text from `left` on, or from `right` if it begins there."""
        x, ha = (right, "right") if self.from_right else (left, "left")
        self.text(x, y, text, size, color=color, bold=bold, ha=ha, running=True)

    def _add(self, patch: Any, fill: str, edge: str, line: float, layer: float) -> None:
        patch.set(
            facecolor=fill or "none",
            edgecolor=edge or "none",
            linewidth=line * self.points if edge else 0,
            zorder=layer,
            clip_on=False,
        )
        self.ax.add_artist(patch)  # unlike add_patch it measures nothing, and limits are set

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str = "",
        edge: str = "",
        line: float = 1,
        layer: float = 1,
        dashed: bool = False,
        hatch: str = "",
    ) -> None:
        """Draw a rectangle from its upper left corner."""
        style = "--" if dashed else "-"
        patch = Rectangle((x, y), width, height, linestyle=style, hatch=hatch or None)
        self._add(patch, fill, edge, line, layer)

    def plate(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str = "",
        edge: str = "",
        line: float = 1,
        layer: float = 1,
        radius: float = 4,
        dashed: bool = False,
    ) -> None:
        """Draw a rectangle with round corners."""
        patch = FancyBboxPatch(
            (x, y),
            width,
            height,
            boxstyle=f"round,pad=0,rounding_size={radius}",
            linestyle="--" if dashed else "-",
        )
        self._add(patch, fill, edge, line, layer)

    def circle(
        self,
        x: float,
        y: float,
        radius: float,
        fill: str = "",
        edge: str = "",
        line: float = 1,
        layer: float = 4,
    ) -> None:
        """Draw a circle."""
        self._add(Circle((x, y), radius), fill, edge, line, layer)

    def shape(
        self,
        points: Sequence[tuple[float, float]],
        fill: str = "",
        edge: str = "",
        line: float = 1,
        layer: float = 4,
    ) -> None:
        """Draw a closed polygon."""
        patch = Polygon(list(points), closed=True, joinstyle="miter")
        self._add(patch, fill, edge, line, layer)

    def line(
        self,
        points: Sequence[tuple[float, float]],
        color: str,
        line: float = 1,
        layer: float = 2,
    ) -> None:
        """Draw a line through points."""
        across, down = zip(*points, strict=True)
        self.ax.add_artist(
            Line2D(
                across,
                down,
                color=color,
                linewidth=line * self.points,
                zorder=layer,
                clip_on=False,
                solid_capstyle="butt",
                solid_joinstyle="miter",
            )
        )

    def pentagon(
        self, x: float, y: float, player: int, half: float = 11, final: bool = False
    ) -> None:
        """Draw the mark of seeds taken: pointing down for South, up for North."""
        down = 1 if player == 0 else -1
        shape = [(-1, -0.95), (1, -0.95), (1, 0.25), (0, 1.05), (-1, 0.25)]
        points = [(x + half * px, y + down * half * py) for px, py in shape]
        if final:
            grown = [(x + half * 1.2 * px, y + down * half * 1.2 * py) for px, py in shape]
            self.shape(grown, self.palette.ink, self.palette.ink, 2)
        self.shape(points, self.palette.owner[player], self.palette.ink, 1, layer=4.5)

    def taken(
        self, x: float, y: float, player: int, count: int, half: float = 11, final: bool = False
    ) -> None:
        """Draw a pentagon with the number of seeds taken."""
        self.pentagon(x, y, player, half, final)
        text = str(count)
        size = self.ruler.fit(text, 1.3 * half, 1.8 * half, bold=True)
        color = self.palette.on_owner[player]
        shift = -0.1 if player == 0 else 0.12
        self.text(x, y + shift * half, text, size, color=color, bold=True)

    def arrow(
        self, points: Sequence[tuple[float, float]], color: str, line: float, head: float
    ) -> None:
        """Draw a line through points that ends in an arrow head; the last part is straight."""
        (ax, ay), (bx, by) = points[-2:]
        length = max(abs(bx - ax), abs(by - ay))
        ux, uy = (bx - ax) / length, (by - ay) / length
        base = (bx - head * ux, by - head * uy)
        self.line([*points[:-1], base], color, line, layer=5)
        side = head * 0.45
        self.shape(
            [
                (bx, by),
                (base[0] - side * uy, base[1] + side * ux),
                (base[0] + side * uy, base[1] - side * ux),
            ],
            color,
            layer=5,
        )


def seed_places(radius: float) -> list[tuple[float, float]]:
    """Fixed places of twelve seeds in a hole: a square of four, then eight on a ring.

    Parameters
    ----------
    radius : float
        Of the hole.

    Returns
    -------
    list of (float, float)

    Examples
    --------
    >>> len(seed_places(24))
    12
    """
    near, far = 0.27 * radius, 0.74 * radius
    square = [(-near, -near), (near, near), (near, -near), (-near, near)]
    ring = [(far * cos(pi * part / 4), far * sin(pi * part / 4)) for part in range(8)]
    return square + [ring[part] for part in (6, 2, 0, 4, 7, 3, 5, 1)]
