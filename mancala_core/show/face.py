"""The still face of a board: what a stored notebook shows where no Python runs."""

from __future__ import annotations

from html import escape

from mancala_core.engine.game import Game
from mancala_core.engine.position import Position, letter
from mancala_core.show.board_words import outcome_sentence
from mancala_core.show.words import Words


def heading(words: Words, game: Game, judged: bool = True) -> str:
    """Name the game and say who is to move, or how it came out.

    Parameters
    ----------
    words : Words
    game : Game
    judged : bool
        Whether it is known if the game is over.

    Returns
    -------
    str

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> heading(speak("en"), Game.new("anywoli"))
    'Anywoli: South to move.'
    """
    said = (outcome_sentence(words, game) if judged else "") or words.say(
        "{player} to move.", player=words.player(game.position.mover)
    )
    return words.say("{game}: {state}", game=game.rules.about.title, state=said)


def _rows(words: Words, position: Position) -> list[list[str]]:
    """Rows of a table: North's letters and seeds, South's seeds and letters."""
    holes = position.holes
    north, south = range(2 * holes - 1, holes - 1, -1), range(holes)
    names = {hole: letter(hole, holes) for hole in range(2 * holes)}
    seeds = {
        hole: str(count) if position.owner[hole] >= 0 else ""
        for hole, count in enumerate(position.seeds)
    }
    rows = []
    for player, row in ((1, north), (0, south)):
        name, store = words.player(player), str(position.stores[player])
        lines = [["", *(names[hole] for hole in row), ""]]
        lines.append([name, *(seeds[hole] for hole in row), store])
        rows += lines if player else lines[::-1]
    return rows


def text(words: Words, game: Game, judged: bool = True) -> str:
    """Draw the position in letters and numbers.

    Parameters
    ----------
    words : Words
    game : Game
    judged : bool
        Whether it is known if the game is over.

    Returns
    -------
    str

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> print(text(speak("en"), Game.new("adji_kui_2")))
    Adji Kui II: South to move.
           f  e  d  c  b  a
    North  4  4  4  4  4  4   0
    South  4  4  4  4  4  4   0
           A  B  C  D  E  F
    <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S
    """
    rows = _rows(words, game.position)
    first = max(len(row[0]) for row in rows)
    width = max(len(cell) for row in rows for cell in row[1:-1])
    lines = [
        f"{row[0]:<{first}}  {'  '.join(f'{cell:>{width}}' for cell in row[1:-1])}   {row[-1]}"
        for row in rows
    ]
    lines = [heading(words, game, judged), *lines, str(game.position)]
    return "\n".join(line.rstrip() for line in lines)


def html(words: Words, game: Game, judged: bool = True) -> str:
    """The position as an HTML table, in the colours of the page that shows it.

    Parameters
    ----------
    words : Words
    game : Game
    judged : bool
        Whether it is known if the game is over.

    Returns
    -------
    str

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> html(speak("en"), Game.new("adji_kui_2"))[:49]
    '<table lang="en"><caption>Adji Kui II: South to m'
    """
    state = heading(words, game, judged)
    north, above, below, south = _rows(words, game.position)
    taken = escape(words.say("taken"))
    lines = [
        f'<table lang="{escape(words.language)}"><caption>{escape(state)}</caption>',
        _line(north[:-1], "th", taken),
        _line(above, "td"),
        _line(below, "td"),
        _line(south[:-1], "th", taken),
        "</table>",
        f"<p>{escape(words.say('Run the cell to play on this board.'))}</p>",
    ]
    return "\n".join(lines)


def _line(cells: list[str], tag: str, last: str | None = None) -> str:
    inside = [f"<{tag}>{escape(cell)}</{tag}>" for cell in cells[1:]]
    if last is not None:
        inside.append(f"<th>{last}</th>")
    return f"<tr><th>{escape(cells[0])}</th>{''.join(inside)}</tr>"
