"""The statistical pictures: what `mancala_core.draw` offers for tables.

One short function a picture, most of it the description of the table that it takes; they stand
together so that their names, arguments and defaults stay alike.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol
from weakref import WeakKeyDictionary

from matplotlib.axes import Axes

from mancala_core.show.canvas import DPI, Canvas, Palette
from mancala_core.show.words import Words, speak

if TYPE_CHECKING:
    import pandas as pd

    from mancala_core.show.charts import Chart
    from mancala_core.study.pairs import Flow

PICTURES = (
    *("forest", "running", "margins", "lengths", "laps_per_move"),
    *("openings", "flow", "calibration", "claims", "surplus", "match_lengths"),
    *("family", "tree", "beside"),
)
_DRAWN: WeakKeyDictionary[Axes, Chart] = WeakKeyDictionary()


def forest(
    table: pd.DataFrame, *, ax: Axes | None = None, language: str = "en", dark: bool = False
) -> Axes:
    """Draw the score of the starter with its interval, one row a condition.

    Beside each row stand its wins, draws and losses, and what share of the games has no result.

    Parameters
    ----------
    table : pandas.DataFrame
        As `mancala_core.study.analysis.summary` gives it; tables of several calls can be put
        together with ``pandas.concat``.
    ax : matplotlib.axes.Axes or None
        Where to draw, as large as the axes are now; None makes a figure of the right size, one
        of pyplot's (see `mancala_core.show.draw.laps`).
    language : str
        One of `mancala_core.show.words.languages`.
    dark : bool
        Light on dark.

    Returns
    -------
    matplotlib.axes.Axes
        Its label is the head of the text twin, which ``draw.describe`` tells; ``draw.numbers``
        gives what is drawn as a table.

    Raises
    ------
    ValueError
        If the table lacks a column, or the language is unknown.

    Notes
    -----
    The axis is as wide as the intervals need, always with 0.5 on it; a line below the picture
    says from where to where it goes.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from mancala_core.study.analysis import summary
    >>> from mancala_core.study.simulate import simulate
    >>> table = summary(simulate("adji_kui_2", 100, seed=1))
    >>> forest(table, ax=Figure().add_subplot()).get_label()
    'Score of the starter, beside a line at 0.5: 0.470 (0.377 to 0.563), 100 games.'
    """
    return draw_table("forest", table, ax, language, dark)


def running(
    table: pd.DataFrame,
    *,
    convention: str | None = None,
    ax: Axes | None = None,
    language: str = "en",
    dark: bool = False,
) -> Axes:
    """Draw the score of the starter as the games come in, with its confidence sequence.

    Parameters
    ----------
    table : pandas.DataFrame
        A table of games, or what `mancala_core.study.sequences.running` makes of one.
    convention : str or None
        Who gets the last seeds, for a table of games that is not settled; None stands for what
        the rules say.
    ax, language, dark
        As in `forest`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError
        As in `forest`, or if the convention is unknown.

    Notes
    -----
    The band holds the true score at all numbers of games at once in 95 % of runs, so that one
    may look whenever one likes. The ordinary interval holds for a number of games fixed in
    advance; it is drawn once, at the end, for the number that was asked for. The picture begins
    at a twentieth of the games, for before the band is too wide for its axis; the text twin and
    the numbers begin at the first game.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from mancala_core.study.simulate import simulate
    >>> ax = running(simulate("adji_kui_2", 100, seed=1), ax=Figure().add_subplot())
    >>> ax.get_label().partition(" it is ")[0]
    'Running score of the starter: after 100 games'
    """
    return draw_table("running", table, ax, language, dark, convention=convention)


def margins(
    df: pd.DataFrame,
    *,
    convention: str | None = None,
    ax: Axes | None = None,
    language: str = "en",
    dark: bool = False,
) -> Axes:
    """Draw how many games end with each margin of the starter.

    Games whose result depends on who gets the last seeds are dark and hatched.

    Parameters
    ----------
    df : pandas.DataFrame
        A table of games, settled or not.
    convention : str or None
        Who gets the last seeds; None stands for what the rules say, or for the convention the
        table was settled with.
    ax, language, dark
        As in `forest`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError
        As in `forest`, or if the convention is unknown or not that of a settled table.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from mancala_core.study.simulate import simulate
    >>> ax = margins(simulate("adji_kui_2", 100, seed=1), ax=Figure().add_subplot())
    >>> ax.get_label().partition(":")[0]
    'Margins of the starter'
    """
    return draw_table("margins", df, ax, language, dark, convention=convention)


def lengths(
    df: pd.DataFrame,
    *,
    by: str | None = None,
    ax: Axes | None = None,
    language: str = "en",
    dark: bool = False,
) -> Axes:
    """Draw which share of the games is still going on after so many moves.

    Games that were cut count as going on until then; what they would have lasted is unknown.

    Parameters
    ----------
    df : pandas.DataFrame
        A table of games; several can be put together with ``pandas.concat``.
    by : str or None
        Column whose values make the groups; None stands for rules and strategies.
    ax, language, dark
        As in `forest`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError
        As in `forest`, or if there are more than 8 groups.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from mancala_core.study.simulate import simulate
    >>> ax = lengths(simulate("adji_kui_2", 100, seed=1), ax=Figure().add_subplot())
    >>> ax.get_label().partition(" moves ")[0]
    'Lengths of games: random against random median 72'
    """
    return draw_table("lengths", df, ax, language, dark, by=by)


def laps_per_move(
    table: pd.DataFrame, *, ax: Axes | None = None, language: str = "en", dark: bool = False
) -> Axes:
    """Draw which share of the moves has at least so many laps; both axes are logarithmic.

    Parameters
    ----------
    table : pandas.DataFrame
        As `mancala_core.study.lap_counts.lap_counts` gives it: columns ``laps`` and ``moves``,
        how many moves have so many laps. The last row may stand for so many or more.
    ax, language, dark
        As in `forest`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError
        As in `forest`.

    Examples
    --------
    >>> import pandas as pd
    >>> from matplotlib.figure import Figure
    >>> table = pd.DataFrame({"laps": [1, 2, 3], "moves": [75, 20, 5]})
    >>> laps_per_move(table, ax=Figure().add_subplot()).get_label()
    'Laps of a move: 75.0 % of 100 moves have a single lap, 5 have 3 or more.'
    """
    return draw_table("laps_per_move", table, ax, language, dark)


def openings(
    table: pd.DataFrame, *, ax: Axes | None = None, language: str = "en", dark: bool = False
) -> Axes:
    """Draw the score of the starter by the hole of the first move.

    Parameters
    ----------
    table : pandas.DataFrame
        As `mancala_core.study.openings.by_opening` gives it.
    ax, language, dark
        As in `forest`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError
        As in `forest`.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from mancala_core.study.openings import by_opening
    >>> from mancala_core.study.simulate import simulate
    >>> table = by_opening(simulate("adji_kui_2", 100, seed=1))
    >>> openings(table, ax=Figure().add_subplot()).get_label().partition(":")[0]
    'Score of the starter by opening'
    """
    return draw_table("openings", table, ax, language, dark)


def flow(
    what: Flow | pd.DataFrame,
    *,
    first: str | None = None,
    second: str | None = None,
    ax: Axes | None = None,
    language: str = "en",
    dark: bool = False,
) -> Axes:
    """Draw what two conventions make of the same games: nine cells.

    A cell that the rules keep empty is crossed out; a 0 that only happened is given the bound
    that the number of games puts on its share.

    Parameters
    ----------
    what : mancala_core.study.pairs.Flow or pandas.DataFrame
        What ``flow`` found, or an unsettled table of games of one condition.
    first, second : str or None
        The conventions, for a table of games.
    ax, language, dark
        As in `forest`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError
        As in `forest`, or if a convention is missing, unknown or cannot act on the table.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from mancala_core.study.simulate import simulate
    >>> df = simulate("adji_kui_2", 100, seed=1)
    >>> flow(df, first="owners", second="starter", ax=Figure().add_subplot()).get_label()
    'Results of 100 games under owners and under starter: 43.0 % (33.7 % to 52.8 %) change.'
    """
    return draw_table("flow", what, ax, language, dark, first=first, second=second)


def calibration(
    table: pd.DataFrame, *, ax: Axes | None = None, language: str = "en", dark: bool = False
) -> Axes:
    """Draw how often the intervals of each method hold the truth, beside what they promise.

    Parameters
    ----------
    table : pandas.DataFrame
        As `mancala_core.study.calibration.calibration` gives it.
    ax, language, dark
        As in `forest`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError
        As in `forest`.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from mancala_core.study.calibration import calibration as tried
    >>> calibration(tried(50, 20), ax=Figure().add_subplot()).get_label().partition(":")[0]
    'Calibration of intervals'
    """
    return draw_table("calibration", table, ax, language, dark)


def claims(
    df: pd.DataFrame, *, ax: Axes | None = None, language: str = "en", dark: bool = False
) -> Axes:
    """Draw what the documents that the project starts from say of each option.

    Parameters
    ----------
    df : pandas.DataFrame
        As `mancala_core.study.claims.read_claims` gives it, or some of its rows.
    ax, language, dark
        As in `forest`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError
        As in `forest`.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from mancala_core.study.claims import read_claims
    >>> claims(read_claims(), ax=Figure().add_subplot()).get_label().partition(":")[0]
    'What the pages say of the games'
    """
    return draw_table("claims", df, ax, language, dark)


def family(
    table: pd.DataFrame, *, ax: Axes | None = None, language: str = "en", dark: bool = False
) -> Axes:
    """Draw the options of rule sets side by side.

    Options that differ have a row each. A value in a box is another one than in the first rule
    set of the table; a dash stands where the option decides nothing.

    Parameters
    ----------
    table : pandas.DataFrame
        As `mancala_core.study.family.differences` gives it.
    ax, language, dark
        As in `forest`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError
        As in `forest`.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from mancala_core.study.family import differences
    >>> family(differences(["anywoli", "yit_nuri"]), ax=Figure().add_subplot()).get_label()
    'Rules of the games side by side: 1 option differs between 2 rule sets.'
    """
    return draw_table("family", table, ax, language, dark)


def tree(
    table: pd.DataFrame, *, ax: Axes | None = None, language: str = "en", dark: bool = False
) -> Axes:
    """Draw rule sets as a tree in which as few options change as can be.

    The first rule set of the table stands at the left. A line to the right is as long as options
    change from one rule set to the next. A dashed line is one for which another would do.

    Parameters
    ----------
    table : pandas.DataFrame
        As `mancala_core.study.family.differences` gives it.
    ax, language, dark
        As in `forest`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError
        As in `forest`.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from mancala_core.study.family import differences
    >>> tree(differences(["anywoli", "yit_nuri"]), ax=Figure().add_subplot()).get_label()
    'A tree of the games: 2 rule sets are joined by 1 difference in all.'
    """
    return draw_table("tree", table, ax, language, dark)


def beside(
    table: pd.DataFrame, *, ax: Axes | None = None, language: str = "en", dark: bool = False
) -> Axes:
    """Draw how far our results lie from a published table, a row a game.

    Parameters
    ----------
    table : pandas.DataFrame
        As `mancala_core.study.reproduction.side_by_side` gives it.
    ax, language, dark
        As in `forest`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError
        As in `forest`.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from mancala_core.study.reproduction import published_results, side_by_side
    >>> table = side_by_side(published_results(), "found")
    >>> beside(table, ax=Figure().add_subplot()).get_label().partition(":")[0]
    'Share of the games won and tied beside a published table'
    """
    return draw_table("beside", table, ax, language, dark)


def surplus(
    table: pd.DataFrame,
    *,
    quantity: str = "score",
    ax: Axes | None = None,
    language: str = "en",
    dark: bool = False,
) -> Axes:
    """Draw how a round, or the match, goes by the holes that a player owns.

    Parameters
    ----------
    table : pandas.DataFrame
        As `mancala_core.study.surplus.next_round` or `match_won` gives it; several together, up
        to four, as ``together`` of the same module gives them.
    quantity : {"score", "margin"}
        The score, or the lead in seeds, which only ``next_round`` tells.
    ax, language, dark
        As in `forest`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError
        As in `forest`, or if `quantity` is neither, or there are more than four groups.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from mancala_core.study.simulate import simulate
    >>> from mancala_core.study.surplus import next_round
    >>> table = next_round(simulate("adji_kui_2", 200, seed=1, unit="match"))
    >>> surplus(table, ax=Figure().add_subplot()).get_label().partition(":")[0]
    'Score of a round, by the holes owned in it'
    """
    return draw_table("surplus", table, ax, language, dark, quantity=quantity)


def match_lengths(
    df: pd.DataFrame,
    *,
    by: str | None = None,
    ax: Axes | None = None,
    language: str = "en",
    dark: bool = False,
) -> Axes:
    """Draw which share of matches is still going on after so many rounds.

    Parameters
    ----------
    df : pandas.DataFrame
        As `mancala_core.study.matches.matches` gives it.
    by : str or None
        A column whose values are drawn apart; None parts rules and strategies.
    ax, language, dark
        As in `forest`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError
        As in `forest`, or if `by` is no column or parts the table into more than four.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from mancala_core.study.matches import matches
    >>> from mancala_core.study.simulate import simulate
    >>> table = matches(simulate("adji_kui_2", 400, seed=1, unit="match"))
    >>> match_lengths(table, ax=Figure().add_subplot()).get_label()
    'Lengths of matches: all matches median 21 rounds (17 to 23).'
    """
    return draw_table("match_lengths", df, ax, language, dark, by=by)


class Picture(Protocol):
    """What can be drawn: it knows its size."""

    width: float
    height: float
    palette: Palette
    words: Words

    def draw(self, canvas: Canvas) -> None:
        """Draw the picture on a canvas of its size."""


def drawn(picture: Picture, ax: Axes | None) -> Axes:
    """Draw a picture on axes, or on those of a new figure of pyplot's.

    Parameters
    ----------
    picture : Picture
    ax : matplotlib.axes.Axes or None

    Returns
    -------
    matplotlib.axes.Axes
    """
    if ax is None:
        import matplotlib.pyplot as plt

        figure = plt.figure(figsize=(picture.width / DPI, picture.height / DPI), dpi=DPI)
        ax = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    language = picture.words.language
    picture.draw(Canvas(ax, picture.width, picture.height, picture.palette, language))
    return ax


def chart_of(name: str, table: object, language: str, **options: Any) -> Chart:
    """Measure the picture of a table.

    Parameters
    ----------
    name : str
        One of `PICTURES`.
    table : pandas.DataFrame or mancala_core.study.pairs.Flow
    language : str
    **options
        ``dark``, and what the function of that name takes.

    Returns
    -------
    Chart

    Raises
    ------
    ValueError
        If there is no such picture, or the table is not the one for it.
    """
    if name not in PICTURES:
        raise ValueError(
            f"There is no picture {name!r} of a table; there are {', '.join(PICTURES)}."
        )
    return _maker(name)(table, speak(language), **options)


def _maker(name: str) -> Callable[..., Chart]:
    """What measures a picture; loaded now, so that moves are drawn without these libraries."""
    from mancala_core.show.chart_checks import Calibration
    from mancala_core.show.chart_claims import Claims
    from mancala_core.show.chart_family import Family, Tree
    from mancala_core.show.chart_lengths import LapsPerMove, Lengths
    from mancala_core.show.chart_margins import Margins
    from mancala_core.show.chart_matches import MatchLengths
    from mancala_core.show.chart_openings import Openings
    from mancala_core.show.chart_pairs import Pairs
    from mancala_core.show.chart_published import Beside
    from mancala_core.show.chart_results import Forest
    from mancala_core.show.chart_running import Running
    from mancala_core.show.chart_surplus import Surplus

    makers: dict[str, Callable[..., Chart]] = {
        "forest": Forest,
        "running": Running.of,
        "margins": Margins,
        "lengths": Lengths,
        "laps_per_move": LapsPerMove,
        "openings": Openings,
        "flow": Pairs.of,
        "calibration": Calibration,
        "claims": Claims,
        "family": Family,
        "tree": Tree,
        "beside": Beside,
        "surplus": Surplus,
        "match_lengths": MatchLengths,
    }
    return makers[name]


def draw_table(
    name: str, table: object, ax: Axes | None, language: str, dark: bool, **options: Any
) -> Axes:
    """Draw the picture of a table, and remember of the axes what is on them.

    Parameters
    ----------
    name : str
        One of `PICTURES`.
    table : pandas.DataFrame or mancala_core.study.pairs.Flow
    ax : matplotlib.axes.Axes or None
    language : str
    dark : bool
    **options
        What the function of that name takes.

    Returns
    -------
    matplotlib.axes.Axes
    """
    return draw_chart(chart_of(name, table, language, dark=dark, **options), ax)


def draw_chart(chart: Chart, ax: Axes | None) -> Axes:
    """Draw a picture that was measured, and remember of the axes what is on them.

    Parameters
    ----------
    chart : Chart
    ax : matplotlib.axes.Axes or None

    Returns
    -------
    matplotlib.axes.Axes
    """
    ax = drawn(chart, ax)
    ax.set_label(chart.head())
    _DRAWN[ax] = chart
    return ax


def chart_on(ax: Axes) -> Chart:
    """Give the picture of a table that was drawn on axes.

    Parameters
    ----------
    ax : matplotlib.axes.Axes

    Returns
    -------
    Chart

    Raises
    ------
    ValueError
        If there is none.
    """
    chart = _DRAWN.get(ax)
    if chart is None:
        raise ValueError(
            f"No picture of a table is on these axes; {', '.join(PICTURES)} draw them."
        )
    return chart
