"""The still face of a board: what a stored notebook shows where no Python runs."""

from __future__ import annotations

from html import escape

from mancala_core.engine.game import Game
from mancala_core.engine.match import Match
from mancala_core.engine.position import Position, letter
from mancala_core.show.board_words import outcome_sentence
from mancala_core.show.match_rows import Held, bought, game_of
from mancala_core.show.match_table import html as standing
from mancala_core.show.match_words import round_line, round_over, territory_sentences
from mancala_core.show.words import Words

SIGNS = ("▼", "▲")
"""Beside a hole that South or North bought, as the pentagons of the board point."""
OUT = "×"


def heading(words: Words, held: Held, judged: bool = True) -> str:
    """Name the game and say who is to move, or how it came out.

    Parameters
    ----------
    words : Words
    held : Game or Match
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
    game = game_of(held)
    said = words.say("{player} to move.", player=words.player(game.position.mover))
    if judged and game.outcome is not None:
        said = _over(words, held)
    if isinstance(held, Match):
        said = words.joined([round_line(words, held), said])
    return words.say("{game}: {state}", game=game.rules.about.title, state=said)


def _over(words: Words, held: Held) -> str:
    if isinstance(held, Game):
        return outcome_sentence(words, held)
    choice = held.rules.buying == "choice"
    return round_over(words, held, (), "person") if choice else round_over(words, held)


def _rows(words: Words, position: Position) -> list[list[str]]:
    """Rows of a table: North's letters and seeds, South's seeds and letters."""
    holes = position.holes
    north, south = range(2 * holes - 1, holes - 1, -1), range(holes)
    names = {hole: letter(hole, holes) for hole in range(2 * holes)}
    names |= {hole: names[hole] + SIGNS[position.owner[hole]] for hole in bought(position.owner)}
    seeds = {
        hole: str(count) if position.owner[hole] >= 0 else OUT
        for hole, count in enumerate(position.seeds)
    }
    rows = []
    for player, row in ((1, north), (0, south)):
        name, store = words.player(player), str(position.stores[player])
        lines = [["", *(names[hole] for hole in row), ""]]
        lines.append([name, *(seeds[hole] for hole in row), store])
        rows += lines if player else lines[::-1]
    return rows


def text(words: Words, held: Held, judged: bool = True) -> str:
    """Draw the position in letters and numbers.

    A triangle beside a letter is a bought hole, pointing down for South and up for North.

    Parameters
    ----------
    words : Words
    held : Game or Match
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
    position = game_of(held).position
    rows = _rows(words, position)
    first = max(len(row[0]) for row in rows)
    width = max(len(cell) for row in rows for cell in row[1:-1])
    lines = [
        f"{row[0]:<{first}}  {'  '.join(f'{cell:>{width}}' for cell in row[1:-1])}   {row[-1]}"
        for row in rows
    ]
    territory = territory_sentences(words, position.owner)
    lines = [heading(words, held, judged), *lines, *territory, str(position)]
    return "\n".join(line.rstrip() for line in lines)


def html(words: Words, held: Held, judged: bool = True) -> str:
    """The position as an HTML table, in the colours of the page that shows it.

    Parameters
    ----------
    words : Words
    held : Game or Match
        Of a match the standing follows, too.
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
    state, position = heading(words, held, judged), game_of(held).position
    north, above, below, south = _rows(words, position)
    taken = escape(words.say("taken"))
    run = words.say("Run the cell to play on this board.")
    lines = [
        f'<table lang="{escape(words.language)}"><caption>{escape(state)}</caption>',
        _line(north[:-1], "th", taken),
        _line(above, "td"),
        _line(below, "td"),
        _line(south[:-1], "th", taken),
        "</table>",
        *(f"<p>{escape(line)}</p>" for line in territory_sentences(words, position.owner)),
        *([standing(words, held)] if judged and isinstance(held, Match) else []),
        f"<p>{escape(run)}</p>",
    ]
    return "\n".join(lines)


def _line(cells: list[str], tag: str, last: str | None = None) -> str:
    inside = [f"<{tag}>{escape(cell)}</{tag}>" for cell in cells[1:]]
    if last is not None:
        inside.append(f"<th>{last}</th>")
    return f"<tr><th>{escape(cells[0])}</th>{''.join(inside)}</tr>"
