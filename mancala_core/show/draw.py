"""Pictures of moves and positions, with their text twins."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from mancala_core.engine.moves import Move
from mancala_core.engine.position import Position
from mancala_core.engine.rules import Rules
from mancala_core.show import lap_words, telling
from mancala_core.show.board_picture import BoardPicture
from mancala_core.show.canvas import DPI, Canvas
from mancala_core.show.lap_picture import LapPicture
from mancala_core.show.laps import trace_of
from mancala_core.show.words import speak


def laps(
    move: Move,
    *,
    rows: str = "auto",
    upto: int | None = None,
    ax: Axes | None = None,
    language: str = "en",
    dark: bool = False,
) -> Axes:
    """Draw one move as a table of its laps.

    Columns are the holes in sowing order; each cell is one seed, its number what the hole holds
    after it. A pentagon is a capture, pointing down for South and up for North. Nothing is
    sown again: the picture is read from ``move.events``.

    Parameters
    ----------
    move : Move
        Also the trace of a barred endless sowing (`mancala_core.engine.moves.trace`).
    rows : {"auto", "laps", "circuits"}
        A row is a lap, or once round the board. "auto" takes laps up to 12 of them, unless one
        runs over its own beginning, and circuits else. Of a long move the first and the last
        rows are drawn.
    upto : int or None
        Laps to show, from 0; the layout stays that of the whole move, so that a slider or a
        series of slides reveals it without anything jumping.
    ax : matplotlib.axes.Axes or None
        Where to draw, as large as the axes are now; None makes a figure of the right size.
    language : str
        One of `mancala_core.show.words.languages`.
    dark : bool
        Light on dark.

    Returns
    -------
    matplotlib.axes.Axes
        Its label is the head of the text twin (see `describe`).

    Raises
    ------
    ValueError
        If `rows`, `upto` or `language` is none of those.

    Notes
    -----
    Without `ax` the figure is one of pyplot's, so that a notebook shows it once, at the end of
    the cell. Pyplot is not made for threads: in the callback of a widget, which may run in
    another thread, use `png`, or give `ax` of a figure of your own.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from mancala_core import Position, Rules, play
    >>> rules = Rules.load("anywoli")
    >>> ax = laps(play(rules, Position.start(rules), "A"), ax=Figure().add_subplot())
    >>> ax.get_label()
    'South plays A: 5 laps, 24 seeds sown. It stops in A, which was empty. Nothing is taken.'
    """
    _check(move, Move)
    words = speak(language)
    picture = LapPicture(move, words, rows, upto, dark)
    ax = _drawn(picture, ax)
    ax.set_label(lap_words.head(words, picture.trace))
    return ax


def board(
    position: Position,
    *,
    rules: Rules | str | None = None,
    move: Move | None = None,
    ax: Axes | None = None,
    language: str = "en",
    dark: bool = False,
) -> Axes:
    """Draw a position: the board with its seeds, seen from South's side.

    Parameters
    ----------
    position : Position
    rules : Rules, str or None
        If given, holes that may be chosen are ringed, barred endless ones carry ∞, arrows show
        the direction and a finished game its result. None takes those of `move`, if any.
    move : Move or None
        The last move, to mark where it began and stopped and what was taken.
    ax : matplotlib.axes.Axes or None
        Where to draw, as large as the axes are now; None makes a figure of the right size, one
        of pyplot's (see `laps`).
    language : str
        One of `mancala_core.show.words.languages`.
    dark : bool
        Light on dark.

    Returns
    -------
    matplotlib.axes.Axes
        Its label is the head of the text twin (see `describe`).

    Raises
    ------
    ValueError
        If the rules or the move are for a board of another size, or the language is unknown.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from mancala_core import Position
    >>> board(Position.start("adji_kui_2"), ax=Figure().add_subplot()).get_label()
    'South is to move.'
    """
    _check(position, Position)
    words = speak(language)
    picture = BoardPicture(position, words, None if rules is None else Rules.of(rules), move, dark)
    ax = _drawn(picture, ax)
    ax.set_label(headline(position, language=language))
    return ax


def describe(what: Move | Position, *, whole: bool = False, language: str = "en") -> str:
    """Tell in words what a picture shows: its text twin.

    Parameters
    ----------
    what : Move or Position
        A move is told lap by lap, with the reason why each ends; of one of more than 80 laps
        the first 60 and the last 10, and a line says what is left out.
    whole : bool
        Whether to leave no lap out that the move's trace keeps.
    language : str
        One of `mancala_core.show.words.languages`.

    Returns
    -------
    str
        Several lines.

    Examples
    --------
    >>> from mancala_core import Position, Rules, play
    >>> rules = Rules.load("anywoli")
    >>> print(describe(play(rules, Position.start(rules), "A")).splitlines()[2])
    Lap 1: 4 seeds from A, the last in E. E held 4: sow on.
    """
    _check(what, Move, Position)
    words = speak(language)
    if isinstance(what, Move):
        return telling.tell_move(words, what, whole)
    return telling.tell_position(words, what)


def headline(what: Move | Position, *, language: str = "en") -> str:
    """Say in one line what a picture shows: the first line of `describe`.

    Parameters
    ----------
    what : Move or Position
    language : str
        One of `mancala_core.show.words.languages`.

    Returns
    -------
    str

    Examples
    --------
    >>> from mancala_core import Position, Rules, play
    >>> rules = Rules.load("anywoli")
    >>> headline(play(rules, Position.start(rules), "A"))
    'South plays A: 5 laps, 24 seeds sown. It stops in A, which was empty. Nothing is taken.'
    """
    _check(what, Move, Position)
    words = speak(language)
    if isinstance(what, Move):
        return lap_words.head(words, trace_of(what))
    return telling.tell_position(words, what).splitlines()[0]


def png(what: Move | Position, *, zoom: float = 1.0, language: str = "en", **options: Any) -> bytes:
    """Draw a move or a position as a PNG file in memory, without pyplot.

    For callbacks of widgets, which may run in any thread, and for files. The text twin goes
    into the file as its description.

    Parameters
    ----------
    what : Move or Position
    zoom : float
        Pixels per pixel of the ordinary picture.
    language : str
        One of `mancala_core.show.words.languages`.
    **options
        Those of `laps` or `board`, without `ax`.

    Returns
    -------
    bytes

    Examples
    --------
    >>> from mancala_core import Position
    >>> png(Position.start("anywoli"))[1:4]
    b'PNG'
    """
    _check(what, Move, Position)
    words = speak(language)
    picture: LapPicture | BoardPicture
    if isinstance(what, Move):
        picture = LapPicture(what, words, **options)
    else:
        if options.get("rules") is not None:
            options["rules"] = Rules.of(options["rules"])
        picture = BoardPicture(what, words, **options)
    figure = Figure(figsize=(picture.width / DPI, picture.height / DPI), dpi=DPI)
    FigureCanvasAgg(figure)
    _drawn(picture, figure.add_axes((0.0, 0.0, 1.0, 1.0)))
    file = BytesIO()
    about = {
        "Title": headline(what, language=language),
        "Description": describe(what, language=language),
    }
    figure.savefig(file, format="png", dpi=DPI * zoom, metadata=about)
    return file.getvalue()


def _check(what: object, *kinds: type) -> None:
    """Refuse what cannot be drawn, saying what can."""
    if not isinstance(what, kinds):
        names = " or a ".join(kind.__name__ for kind in kinds)
        raise ValueError(
            f"{what!r} cannot be drawn; this takes a {names}. A game has game.moves[-1], "
            "its last move, and game.position."
        )


def _drawn(picture: LapPicture | BoardPicture, ax: Axes | None) -> Axes:
    if ax is None:
        import matplotlib.pyplot as plt

        figure = plt.figure(figsize=(picture.width / DPI, picture.height / DPI), dpi=DPI)
        ax = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    picture.draw(Canvas(ax, picture.width, picture.height, picture.palette))
    return ax
