"""The moving picture of a move: the board on which it is sown, seed by seed.

Drawing takes long, putting pictures together does not. So only as many boards are drawn as one
hole has looks; each shows every hole, store and line of text in another of its looks, and the
frames are put together from their parts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image

from mancala_core.engine.game import Game
from mancala_core.engine.moves import Move
from mancala_core.engine.position import Position, letter
from mancala_core.engine.saying import Unfit
from mancala_core.show.board_picture import AISLE, EDGE, BoardPicture
from mancala_core.show.canvas import DPI, Canvas, Palette, seed_places
from mancala_core.show.lap_words import head
from mancala_core.show.laps import trace_of
from mancala_core.show.shots import Shot, shots
from mancala_core.show.words import Words, speak

WIDTHS = (300, 2400)
COLORS, APART = 160, 8
COUNTER, TEXT, LINE, ROW, NUMBER, BANNER = 22.0, 19.0, 26, 28, 14.0, 22.0
PALM, STAMP = 23, 180
"""Half a hand, and the square in which it is drawn."""
Box = tuple[float, float, float, float]


class Moment(BoardPicture):
    """One frame without what is above the board; `width` and `height` are in pixels.

    Attributes
    ----------
    shot : Shot
    """

    def __init__(self, shot: Shot, move: Move, words: Words, dark: bool = False) -> None:
        self.shot, self.sown = shot, move
        before = move.before
        position = Position(shot.seeds, shot.stores, before.owner, before.mover)
        super().__init__(position, words, move.rules, move if shot.last else None, dark)
        for hole, sign in shot.taken:
            self.signs.setdefault(hole, []).append(sign)

    def _choices(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return (), ()

    def _head(self) -> tuple[str, str]:
        move = self.sown
        assert move.hole is not None
        chip = self.words.say(
            "{player} plays {hole}",
            player=self.words.player(move.before.mover),
            hole=letter(move.hole, move.before.holes),
        )
        return chip, ""

    def _counter(self) -> str:
        """Which lap it is, and of how many."""
        lap, move = self.words.number(self.shot.lap), self.sown
        if not self.shot.lap:
            return ""
        laps = "∞" if move.ending == "endless" else self.words.number(move.laps)
        return self.words.say("Lap {lap} of {laps}", lap=lap, laps=laps)

    def _measure(self) -> None:
        super()._measure()
        self.lines = self.ruler.wrap(self.shot.text, TEXT, self.width - 2 * EDGE - 10)
        y = self.height if self.key else self.bottom + EDGE
        self.lines_at = [y + LINE * (place + 0.5) for place in range(len(self.lines))]
        self.rows_at = y + LINE * len(self.lines) + 8
        rows = ROW * (len(self.shot.proof) + 1) + 8 if self.shot.proof else 0
        self.height = y + LINE * len(self.lines) + 12 + rows

    def parts(self, height: float) -> Iterator[Box]:
        """Where the holes are, the stores, the head and the foot."""
        middle = (self.upper + self.lower) / 2
        for hole in range(2 * self.position.holes):
            x = self._at(hole)[0] - self.column / 2
            edges = (self.top, middle) if hole >= self.position.holes else (middle, self.bottom)
            yield x, edges[0], x + self.column, edges[1]
        for player in (0, 1):
            x, _ = self.store_at(player)
            yield x - self.beside / 2 - 1, self.top + 1, x + self.beside / 2 + 1, self.bottom - 1
        yield 0, 0, self.width, self.top - 2
        yield 0, self.bottom + 2, self.width, height

    def store_at(self, player: int) -> tuple[float, float]:
        """The middle of a store."""
        inset = EDGE if self.small else self.board_x + EDGE
        x = inset + self.beside / 2
        return (x if player else self.width - x), (self.upper + self.lower) / 2

    def above(self, shot: Shot) -> tuple[float, float]:
        """Where the hand is, or seeds that were taken.

        The hand is half in the aisle, so that the hole is seen, too.
        """
        if shot.flying is not None:
            hole, player, _, part = shot.flying
            (x, y), (to_x, to_y) = self._at(hole), self.store_at(player)
            return x + part * (to_x - x), y + part * (to_y - y)
        assert shot.over is not None
        x, y = self._at(shot.over)
        inward = 1 if shot.over >= self.position.holes else -1
        return x, y + inward * (self.radius + 0.3 * AISLE)

    def draw(self, canvas: Canvas) -> None:
        """Draw the frame on a canvas of its size, or of a greater height."""
        super().draw(canvas)
        beside = EDGE + self.chip_width + 18
        canvas.running(beside, self.width - beside, 27, self._counter(), COUNTER, bold=True)
        for place, line in enumerate(self.lines):
            canvas.running(EDGE, self.width - EDGE, self.lines_at[place], line, TEXT)
        half, ink = self.column / 2 - 1.5, self.palette.ink
        for hole in set(self.shot.trail):
            x, y = self._at(hole)
            box = (x - half, y - self.radius - 2, 2 * half, 2 * self.radius + 4)
            canvas.plate(*box, self.palette.mark, ink, 1.3, layer=1.45, radius=6)
        for hole in self.shot.picked:
            canvas.circle(*self._at(hole), self.radius + 2, "", ink, 3.2, layer=2.5)
        if self.shot.proof:
            self._draw_rows()
        if self.shot.banner:
            self._draw_banner()

    def _draw_banner(self) -> None:
        canvas, colors = self.canvas, self.palette
        lines = self.ruler.wrap(self.shot.banner, BANNER, 0.6 * self.width, bold=True)
        wide = max(self.ruler.width(line, BANNER, bold=True) for line in lines) + 48
        high = 30 * len(lines) + 20
        x, y = (self.width - wide) / 2, (self.upper + self.lower - high) / 2
        canvas.plate(x, y, wide, high, colors.paper, colors.ink, 3, layer=8, radius=9)
        for place, line in enumerate(lines):
            canvas.text(self.width / 2, y + 25 + 30 * place, line, BANNER, bold=True)
            canvas.ax.texts[-1].set_zorder(9)

    def _draw_rows(self) -> None:
        """The rows of seeds that are equal, below the letters of the holes."""
        canvas, colors, rows = self.canvas, self.palette, self.shot.proof
        holes = self.position.holes
        names = [row["label"] for row in rows]
        left = EDGE + max(self.ruler.width(name, NUMBER) for name in names) + 14
        size = min(40.0, (self.width - EDGE - left) / (2 * holes))
        for hole in range(2 * holes):
            x = left + (hole + 0.5) * size
            canvas.text(x, self.rows_at + ROW / 2, letter(hole, holes), NUMBER, bold=True)
        for place, row in enumerate(rows, 1):
            y = self.rows_at + ROW * (place + 0.5)
            canvas.text(left - 8, y, row["label"], NUMBER, ha="right")
            for hole, count in enumerate(row["seeds"]):
                picked, x = hole == row["hole"], left + hole * size
                fill = colors.ink if picked else ""
                canvas.box(x, y - ROW / 2, size, ROW, fill, colors.rule, 1)
                color = colors.paper if picked else colors.ink
                fit = self.ruler.fit(str(count), NUMBER, size - 3, bold=picked)
                canvas.text(x + size / 2, y, str(count), fit, bold=picked, color=color)


class Stamp(NamedTuple):
    """What is put over the board: a hand (player -1) or seeds that a player took."""

    player: int
    seeds: int


class Stamps:
    """A row of stamps on a sheet that can be seen through."""

    def __init__(self, kinds: Sequence[Stamp], words: Words, palette: Palette) -> None:
        self.kinds, self.words, self.palette = kinds, words, replace(palette, paper="")
        self.width, self.height = STAMP * max(1, len(kinds)), STAMP

    def draw(self, canvas: Canvas) -> None:
        """Draw them one beside the other."""
        for place, (player, seeds) in enumerate(self.kinds):
            x, y = STAMP * (place + 0.5), STAMP / 2
            if player < 0:
                self._draw_hand(canvas, x, y, seeds)
            else:
                canvas.taken(x, y, player, seeds, 17)

    def _draw_hand(self, canvas: Canvas, x: float, y: float, held: int) -> None:
        colors = self.palette
        canvas.circle(x, y, PALM, colors.mark, colors.ink, 2.6)
        for dx, dy in [(0.0, 0.0)] if held == 1 else seed_places(0.94 * PALM)[:held]:
            canvas.circle(x + dx, y + dy, 3.6, colors.seed)
        text = self.words.number(held)
        wide = max(23.0, canvas.ruler.width(text, TEXT, bold=True) + 9)
        middle = x + 0.45 * PALM + wide / 2
        canvas.plate(middle - wide / 2, y - 28, wide, 24, colors.ink, radius=7, layer=5)
        canvas.text(middle, y - 16, text, TEXT, color=colors.mark, bold=True)


def gif(
    move: Move | Game,
    path: str | Path | None = None,
    *,
    language: str = "en",
    pace: str = "normal",
    width: int = 900,
    dark: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> bytes:
    """Draw a move as a moving picture: an animated GIF file, for slides and chats.

    The hand goes from hole to hole with its seeds, captures go to the store of who took them,
    and the lap and its sentence stand beside. Nothing is sown again: the picture is made from
    ``move.events``, as on the page. Of a long move the first 8 laps and the last 3 are shown; an
    endless one ends with its proof. It begins again after the last frame, which stands for long.

    Parameters
    ----------
    move : Move or Game
        A game stands for its last move. Also the trace of a barred endless sowing
        (`mancala_core.engine.moves.trace`).
    path : str, pathlib.Path or None
        Where to write the file, too.
    language : str
        One of `mancala_core.show.words.languages`.
    pace : {"slow", "normal", "fast"}
    width : int
        In pixels, 300 to 2400.
    dark : bool
        Light on dark.
    progress : callable or None
        Told how many boards are drawn so far, and how many there will be: two numbers.

    Returns
    -------
    bytes
        The file; its comment is the head of the text twin (see `mancala_core.show.draw.describe`).

    Raises
    ------
    ValueError
        For a pass, a game without moves, or an unknown language, pace or width.
    OSError
        If the file cannot be written.

    Examples
    --------
    >>> game = Game.new("adji_kui_2", seed=1).play("A")
    >>> gif(game.moves[-1], width=300)[:6]
    b'GIF89a'
    """
    move, words = _sown(move), speak(language)
    least, most = WIDTHS
    if type(width) is not int or not least <= width <= most:
        raise Unfit(
            "The picture cannot be {width!r} pixels wide; it can be {least} to {most}.",
            width=width,
            least=least,
            most=most,
        )
    told = shots(words, move, pace)
    frames = Frames(told, move, words, dark, width, progress)
    times = [shot.ms for shot in told]
    made = _gif([frames.of(shot) for shot in told], times, head(words, trace_of(move)))
    if path is not None:
        Path(path).write_bytes(made)
    return made


def _sown(what: Move | Game) -> Move:
    """The move that is to be shown."""
    if isinstance(what, Game):
        if not what.moves:
            raise Unfit("The game has no move yet that could be shown; play one first.")
        return what.moves[-1]
    if not isinstance(what, Move):
        raise Unfit("{what!r} has no moving picture; this takes a Move or a Game.", what=what)
    return what


class Frames:
    """The frames of a move, put together from the parts of a few boards."""

    def __init__(
        self,
        told: Sequence[Shot],
        move: Move,
        words: Words,
        dark: bool,
        width: int,
        progress: Callable[[int, int], None] | None,
    ) -> None:
        whole = [shot for shot in told if _alone(shot)]
        looks: list[list[Hashable]] = [[] for _ in range(2 * move.before.holes + 4)]
        for shot in told:
            for known, look in zip(looks, _looks(shot), strict=True):
                if not _alone(shot) and look not in known:
                    known.append(look)
        mixed = [_mixed(looks, place) for place in range(max(map(len, looks)))]
        moments = [Moment(shot, move, words, dark) for shot in (*mixed, *whole)]
        self.board = moments[0]
        self.zoom = width / self.board.width
        height = max(moment.height for moment in moments)
        boxes = list(self.board.parts(height))
        pictures = list[Image.Image]()
        for moment in moments:
            picture = _painted(moment, moment.words, moment.width, height, self.zoom)
            pictures.append(picture.convert("RGB"))
            if progress is not None:
                progress(len(pictures), len(moments))
        self.ground = pictures[0]
        self.whole = list(zip(whole, pictures[len(mixed) :], strict=True))
        self.parts = {
            (part, look): (self._pixels(box)[:2], picture.crop(self._pixels(box)))
            for part, (box, known) in enumerate(zip(boxes, looks, strict=True))
            for look, picture in zip(known, pictures, strict=False)
        }
        kinds = sorted({stamp for shot in told if (stamp := _stamp(shot)) is not None})
        sheet = Stamps(kinds, words, self.board.palette)
        stamps = _painted(sheet, words, sheet.width, sheet.height, self.zoom)
        self.stamps = {
            kind: stamps.crop(self._pixels((STAMP * place, 0, STAMP * (place + 1), STAMP)))
            for place, kind in enumerate(kinds)
        }

    def _pixels(self, box: Box) -> tuple[int, int, int, int]:
        left, top, right, bottom = (round(edge * self.zoom) for edge in box)
        return left, top, right, bottom

    def of(self, shot: Shot) -> Image.Image:
        """The frame of a shot."""
        if _alone(shot):
            return next(picture for known, picture in self.whole if known is shot)
        frame = self.ground.copy()
        for part, look in enumerate(_looks(shot)):
            at, picture = self.parts[part, look]
            frame.paste(picture, at)
        stamp = _stamp(shot)
        if stamp is not None:
            picture = self.stamps[stamp]
            x, y = self.board.above(shot)
            at = (round((x - STAMP / 2) * self.zoom), round((y - STAMP / 2) * self.zoom))
            frame.paste(picture, at, picture)
        return frame


def _alone(shot: Shot) -> bool:
    """Whether a frame has something of its own and is drawn as a whole."""
    return shot.last or bool(shot.banner) or bool(shot.proof)


def _looks(shot: Shot) -> list[Hashable]:
    """How each part of the board looks, in the order of `Moment.parts`."""
    holes: list[Hashable] = [
        (
            seeds,
            hole in shot.trail,
            hole in shot.picked,
            tuple(sign for place, sign in shot.taken if place == hole),
        )
        for hole, seeds in enumerate(shot.seeds)
    ]
    return [*holes, *shot.stores, shot.lap, shot.text]


def _mixed(looks: Sequence[Sequence[Any]], place: int) -> Shot:
    """A shot in which each part has one of its looks, all in their turn."""
    *holes, south, north, lap, text = (known[min(place, len(known) - 1)] for known in looks)
    return Shot(
        tuple(seeds for seeds, *_ in holes),
        (south, north),
        text,
        ms=0,
        lap=lap,
        trail=tuple(hole for hole, look in enumerate(holes) if look[1]),
        picked=tuple(hole for hole, look in enumerate(holes) if look[2]),
        taken=tuple((hole, sign) for hole, look in enumerate(holes) for sign in look[3]),
    )


def _stamp(shot: Shot) -> Stamp | None:
    """What is over the board."""
    if shot.flying is not None:
        return Stamp(shot.flying.player, shot.flying.seeds)
    return Stamp(-1, shot.hand) if shot.hand else None


def _painted(
    sheet: Moment | Stamps, words: Words, width: float, height: float, zoom: float
) -> Image.Image:
    dpi = DPI * zoom
    figure = Figure(figsize=(round(width * zoom) / dpi, round(height * zoom) / dpi), dpi=dpi)
    figure.patch.set_alpha(0)
    agg: Any = FigureCanvasAgg(figure)
    ax = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    sheet.draw(Canvas(ax, width, height, sheet.palette, words.language))
    agg.draw()
    return Image.frombytes("RGBA", agg.get_width_height(), bytes(agg.buffer_rgba()))


def _palette(frames: list[Image.Image]) -> list[tuple[int, ...]]:
    """The colours that are used most; those that differ too little to be told apart, once."""
    used = Counter[tuple[int, ...]]()
    for frame in [*frames[:: max(1, len(frames) // 6)], frames[-1]]:
        for count, color in frame.getcolors(frame.width * frame.height) or ():
            assert isinstance(color, tuple)
            used[color] += count
    found = list[tuple[int, ...]]()
    for color, _ in used.most_common(20 * COLORS):
        if all(
            max(abs(a - b) for a, b in zip(color, known, strict=True)) >= APART for known in found
        ):
            found.append(color)
    return found[:COLORS]


def _gif(frames: list[Image.Image], times: list[int], about: str) -> bytes:
    """Put frames together, with colours in common so that what stands still is kept once."""
    colors = Image.new("P", (1, 1))
    colors.putpalette([part for color in _palette(frames) for part in color])
    first, *others = [frame.quantize(palette=colors, dither=Image.Dither.NONE) for frame in frames]
    file = BytesIO()
    first.save(
        file,
        format="GIF",
        save_all=True,
        append_images=others,
        duration=times,
        loop=0,
        disposal=1,
        optimize=False,
        comment=about.encode(),
    )
    return file.getvalue()
