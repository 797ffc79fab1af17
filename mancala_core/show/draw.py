"""Pictures of moves, positions, matches and tables, with their text twins.

Those of tables are made in `mancala_core.show.plots`, moving ones in
`mancala_core.show.moving_picture`, and sheets to be printed in `mancala_core.show.paper`.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from mancala_core.engine.match import Match
from mancala_core.engine.moves import Move
from mancala_core.engine.position import Position
from mancala_core.engine.rules import Rules
from mancala_core.show import lap_words, telling
from mancala_core.show.board_picture import BoardPicture
from mancala_core.show.canvas import DPI
from mancala_core.show.lap_picture import LapPicture
from mancala_core.show.laps import trace_of
from mancala_core.show.match_words import territory_sentences
from mancala_core.show.moving_picture import gif
from mancala_core.show.paper import sheet
from mancala_core.show.plots import (
    PICTURES,
    Picture,
    beside,
    calibration,
    chart_of,
    chart_on,
    claims,
    draw_chart,
    drawn,
    family,
    flow,
    forest,
    laps_per_move,
    lengths,
    margins,
    match_lengths,
    openings,
    running,
    surplus,
    tree,
)
from mancala_core.show.words import speak

if TYPE_CHECKING:
    import pandas as pd

    from mancala_core.show.charts import Chart
    from mancala_core.study.pairs import Flow

__all__ = [
    "beside",
    "board",
    "calibration",
    "claims",
    "describe",
    "family",
    "flow",
    "forest",
    "gif",
    "headline",
    "laps",
    "laps_per_move",
    "lengths",
    "margins",
    "match_lengths",
    "numbers",
    "openings",
    "png",
    "running",
    "sheet",
    "surplus",
    "territory",
    "tree",
]


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
    ax = drawn(picture, ax)
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
    ax = drawn(picture, ax)
    ax.set_label(headline(position, language=language))
    return ax


def territory(
    match: Match, *, ax: Axes | None = None, language: str = "en", dark: bool = False
) -> Axes:
    """Draw a match: the holes that each player owned, round after round.

    South's holes are piled up from below and North's from above; where their edges part, holes
    are out of play. Dashed lines are the holes that win. Below each round a pentagon says who
    began it, and beside the last column one says who won.

    Parameters
    ----------
    match : Match
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
        Its label is the head of the text twin, which `describe` tells; `numbers` gives the
        rounds as a table.

    Raises
    ------
    ValueError
        If it is no match, or the language is unknown.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = territory(Match.new("adji_kui_2"), ax=Figure().add_subplot())
    >>> ax.get_label()
    'Territory in a match of Adji Kui II: Round 1 is being played.'
    """
    _check(match, Match)
    return draw_chart(_territory(match, language, dark=dark), ax)


def _territory(match: Match, language: str, **options: Any) -> Chart:
    from mancala_core.show.territory_picture import Territory

    return Territory(match, speak(language), **options)


def describe(
    what: Move | Position | Match | Axes | pd.DataFrame | Flow,
    *,
    picture: str | None = None,
    whole: bool = False,
    language: str = "en",
    **options: Any,
) -> str:
    """Tell in words what a picture shows: its text twin.

    Parameters
    ----------
    what : Move, Position, Match, matplotlib.axes.Axes, pandas.DataFrame or Flow
        A move is told lap by lap, with the reason why each ends; of one of more than 80 laps
        the first 60 and the last 10, and a line says what is left out. A match is told round
        by round. Axes that a picture of
        a table was drawn on are told in the language that it was drawn in.
    picture : str or None
        For a table, which picture of it: "forest", "running", "margins", "lengths",
        "laps_per_move", "openings", "flow", "calibration", "claims", "surplus",
        "match_lengths", "family", "tree" or "beside".
    whole : bool
        Whether to leave no lap out that the move's trace keeps.
    language : str
        One of `mancala_core.show.words.languages`.
    **options
        Of a table, those of the function that draws the picture.

    Returns
    -------
    str
        Several lines.

    Raises
    ------
    ValueError
        If there is nothing to tell of this, or not in that way.

    Examples
    --------
    >>> from mancala_core import Position, Rules, play
    >>> rules = Rules.load("anywoli")
    >>> print(describe(play(rules, Position.start(rules), "A")).splitlines()[2])
    Lap 1: 4 seeds from A, the last in E. E held 4: sow on.
    """
    chart = _chart(what, picture, language, options)
    if chart is not None:
        return chart.tell()
    words = speak(language)
    if isinstance(what, Move):
        return telling.tell_move(words, what, whole)
    assert isinstance(what, Position)
    told = [telling.tell_position(words, what), *territory_sentences(words, what.owner)]
    return "\n".join(told)


def headline(
    what: Move | Position | Match | Axes | pd.DataFrame | Flow,
    *,
    picture: str | None = None,
    language: str = "en",
    **options: Any,
) -> str:
    """Say in one line what a picture shows: the first line of `describe`.

    Parameters
    ----------
    what, picture, language, **options
        As in `describe`.

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
    chart = _chart(what, picture, language, options)
    if chart is not None:
        return chart.head()
    words = speak(language)
    if isinstance(what, Move):
        return lap_words.head(words, trace_of(what))
    assert isinstance(what, Position)
    return telling.tell_position(words, what).splitlines()[0]


def numbers(
    what: Match | Axes | pd.DataFrame | Flow, *, picture: str | None = None, **options: Any
) -> pd.DataFrame:
    """Give the numbers that a picture of a table or of a match shows: its other twin.

    Parameters
    ----------
    what : Match, matplotlib.axes.Axes, pandas.DataFrame or Flow
        Axes that the picture was drawn on, or the match or the table.
    picture, **options
        As in `describe`.

    Returns
    -------
    pandas.DataFrame

    Raises
    ------
    ValueError
        If there is no such picture.

    Examples
    --------
    >>> import pandas as pd
    >>> table = pd.DataFrame({"laps": [1, 2, 3], "moves": [75, 20, 5]})
    >>> numbers(table, picture="laps_per_move")["at_least"].tolist()
    [100, 25, 5]
    """
    chart = _chart(what, picture, "en", options)
    if chart is None:
        raise ValueError("A move and a position have no table of numbers; describe tells them.")
    return chart.numbers()


def png(
    what: Move | Position | Match | pd.DataFrame | Flow,
    *,
    picture: str | None = None,
    zoom: float = 1.0,
    language: str = "en",
    **options: Any,
) -> bytes:
    """Draw a move, a position, a match or a table as a PNG file in memory, without pyplot.

    For callbacks of widgets, which may run in any thread, and for files. The text twin goes
    into the file as its description.

    Parameters
    ----------
    what : Move, Position, Match, pandas.DataFrame or Flow
    picture : str or None
        For a table, which picture of it, as in `describe`.
    zoom : float
        Pixels per pixel of the ordinary picture.
    language : str
        One of `mancala_core.show.words.languages`.
    **options
        Those of `laps`, `board` or `territory`, or of the function that draws the table,
        without `ax`.

    Returns
    -------
    bytes

    Examples
    --------
    >>> from mancala_core import Position
    >>> png(Position.start("anywoli"))[1:4]
    b'PNG'
    """
    if isinstance(what, Axes):
        raise ValueError("Axes are drawn already; give png the move, the position or the table.")
    chart = _chart(what, picture, language, options)
    sheet: Picture
    if chart is not None:
        sheet, head, twin = chart, chart.head(), chart.tell()
    else:
        head, twin = headline(what, language=language), describe(what, language=language)
        words = speak(language)
        if isinstance(what, Move):
            sheet = LapPicture(what, words, **options)
        else:
            assert isinstance(what, Position)
            if options.get("rules") is not None:
                options["rules"] = Rules.of(options["rules"])
            sheet = BoardPicture(what, words, **options)
    figure = Figure(figsize=(sheet.width / DPI, sheet.height / DPI), dpi=DPI)
    FigureCanvasAgg(figure)
    drawn(sheet, figure.add_axes((0.0, 0.0, 1.0, 1.0)))
    file = BytesIO()
    about = {"Title": head, "Description": twin}
    figure.savefig(file, format="png", dpi=DPI * zoom, metadata=about)
    return file.getvalue()


def _chart(
    what: object, picture: str | None, language: str, options: dict[str, Any]
) -> Chart | None:
    """The picture of a table or a match; None for a move or a position."""
    if isinstance(what, Axes):
        return chart_on(what)
    if isinstance(what, Match) and picture is None:
        return _territory(what, language, **options)
    if picture is not None:
        return chart_of(picture, what, language, **options)
    if not isinstance(what, Move | Position):
        import pandas as pd

        if isinstance(what, pd.DataFrame):
            raise ValueError(
                "A table can be drawn in several ways; say which with picture=, one of "
                f"{', '.join(PICTURES)}."
            )
    _check(what, Move, Position, Match)
    return None


def _check(what: object, *kinds: type) -> None:
    """Refuse what cannot be drawn, saying what can."""
    if not isinstance(what, kinds):
        names = " or a ".join(kind.__name__ for kind in kinds)
        raise ValueError(
            f"{what!r} cannot be drawn; this takes a {names}. A game has game.moves[-1], "
            "its last move, and game.position."
        )
