"""What a rule lab shows of its games: a table, pictures, and the call that plays them again."""

from __future__ import annotations

import base64
import threading
from io import BytesIO
from typing import Any

import pandas as pd
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from mancala_core.show.canvas import DPI
from mancala_core.show.plots import chart_of, drawn
from mancala_core.show.trial import Result
from mancala_core.show.trial_table import difference, table_of
from mancala_core.show.words import Words

PICTURES = ("forest", "lengths")
_DRAWING = threading.Lock()
"""Two labs do not draw at once: matplotlib is not made for threads."""


def page(words: Words, result: Result) -> dict[str, Any]:
    """Tell a result.

    Parameters
    ----------
    words : Words
    result : Result

    Returns
    -------
    dict
        ``table`` (data), ``html`` (the same as HTML), ``text`` (the same in lines),
        ``difference`` (a sentence or nothing), ``copy`` and ``command``.
    """
    table = table_of(words, result)
    return {
        "table": table.data(words.language),
        "html": table.html(words.language),
        "text": table.text(),
        "difference": difference(words, result),
        "copy": words.say("The games of the last column in Python:"),
        "command": result.arms[-1].games.attrs["command"],
    }


def summaries(result: Result) -> pd.DataFrame:
    """The summaries of all arms in one table, the default's first.

    Parameters
    ----------
    result : Result

    Returns
    -------
    pandas.DataFrame
    """
    return pd.concat([arm.summary for arm in result.arms], ignore_index=True)


def picture(words: Words, result: Result, name: str, dark: bool) -> tuple[str, str]:
    """Draw one of the `PICTURES`.

    Parameters
    ----------
    words : Words
    result : Result
    name : str
    dark : bool
        Light on dark.

    Returns
    -------
    alt : str
        What it shows, in words.
    png : str
        In base64.
    """
    if name == "forest":
        table = summaries(result)
    else:
        table = pd.concat([arm.games for arm in result.arms], ignore_index=True)
    with _DRAWING:
        chart = chart_of(name, table, words.language, dark=dark)
        size = (chart.width / DPI, chart.height / DPI)
        figure = Figure(figsize=size, dpi=DPI)
        FigureCanvasAgg(figure)
        drawn(chart, figure.add_axes((0.0, 0.0, 1.0, 1.0)))
        file = BytesIO()
        figure.savefig(file, format="png", dpi=DPI)
    return chart.tell(), base64.b64encode(file.getvalue()).decode()
