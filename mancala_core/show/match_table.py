"""The standing of a match: one row a round, as a table for the page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from mancala_core.engine.match import Match
from mancala_core.engine.position import letter
from mancala_core.show.match_rows import Row, bought_by, rows
from mancala_core.show.match_words import ending_name, letters, match_over
from mancala_core.show.words import Words

NOTHING = "\N{EN DASH}"


def heads(words: Words) -> list[str]:
    """Heads of the columns.

    Parameters
    ----------
    words : Words

    Returns
    -------
    list of str
    """
    say = words.say
    return [
        say("Round"),
        say("Begun by"),
        say("South's holes"),
        say("North's holes"),
        say("Bought, or out of play"),
        say("South's seeds"),
        say("North's seeds"),
        say("Ended"),
        say("Hole in dispute"),
    ]


def cells(words: Words, match: Match, row: Row) -> list[str]:
    """What stands in a row of the table.

    Parameters
    ----------
    words : Words
    match : Match
    row : Row

    Returns
    -------
    list of str
        One for each of `heads`.

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> match = Match.new("adji_kui_2")
    >>> cells(speak("en"), match, rows(match)[0])
    ['1', 'South', '6', '6', '–', '–', '–', 'being played', '–']
    """
    half = match.rules.holes
    south, north = row.score or (NOTHING, NOTHING)
    ended = ending_name(words, row.game) or words.say("being played")
    return [
        words.number(row.number),
        words.player(row.starter),
        str(row.holes[0]),
        str(row.holes[1]),
        _bought(words, row.owner, half),
        str(south),
        str(north),
        ended,
        _dispute(words, row, half),
    ]


def _bought(words: Words, owner: Sequence[int], half: int) -> str:
    parts = [
        words.say(
            "{player}: {holes}",
            player=words.player(player),
            holes=letters(words, bought_by(owner, player), half),
        )
        for player in (0, 1)
        if bought_by(owner, player)
    ]
    out = [hole for hole, player in enumerate(owner) if player < 0]
    if out:
        parts.append(words.say("out of play: {holes}", holes=letters(words, out, half)))
    return words.parted(parts) or NOTHING


def _dispute(words: Words, row: Row, half: int) -> str:
    found = row.dispute
    if found is None:
        return NOTHING
    south, north = found.remainders
    values = {"hole": letter(found.hole, half), "south": south, "north": north}
    if found.owner < 0:
        return words.say("{hole}, {south} to {north}: out of play", **values)
    values["player"] = words.player(found.owner)
    if found.drawn:
        return words.say("{hole}, {south} to {north}: {player}, by lot", **values)
    return words.say("{hole}, {south} to {north}: {player}", **values)


def last_line(words: Words, match: Match) -> str:
    """Say where the match stands: who won and why, or which round is played.

    Parameters
    ----------
    words : Words
    match : Match

    Returns
    -------
    str

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> last_line(speak("en"), Match.new("adji_kui_2"))
    'Round 1 is being played.'
    """
    if match.game.outcome is None:
        return words.say("Round {round} is being played.", round=words.number(match.round))
    if not match.over:
        return words.say("Round {round} is over.", round=words.number(match.round))
    south, north = match.owned[-1]
    text = words.say("Holes at the end: South {south}, North {north}.", south=south, north=north)
    return words.joined([match_over(words, match), text])


def html(words: Words, match: Match) -> str:
    """The standing of a match as an HTML table; the round being played is marked.

    Parameters
    ----------
    words : Words
    match : Match

    Returns
    -------
    str

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> html(speak("en"), Match.new("adji_kui_2"))[:60]
    '<table lang="en"><caption>Adji Kui II, standing of the match'
    """
    caption = words.say(
        "{game}, standing of the match. {state}",
        game=match.rules.about.title,
        state=last_line(words, match),
    )
    lines = [f'<table lang="{escape(words.language)}"><caption>{escape(caption)}</caption>']
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads(words))
    lines.append(f"<thead><tr>{head}</tr></thead><tbody>")
    for row in rows(match):
        first, *rest = (escape(text) for text in cells(words, match, row))
        now = row.number == match.round and not match.over
        mark = ' aria-current="true"' if now else ""
        sign = "\N{BLACK RIGHT-POINTING POINTER} " if now else ""
        inside = "".join(f"<td>{text}</td>" for text in rest)
        lines.append(f'<tr{mark}><th scope="row">{sign}{first}</th>{inside}</tr>')
    return "\n".join([*lines, "</tbody></table>"])


def region(words: Words, match: Match) -> str:
    """The same in a part of the page that can be scrolled, by keys too.

    Parameters
    ----------
    words : Words
    match : Match

    Returns
    -------
    str

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> region(speak("en"), Match.new("adji_kui_2"))[:47]
    '<div class="mnc mnc-standing" role="region" tab'
    """
    name = escape(words.say("Standing of the match"), quote=True)
    inside = html(words, match)
    return (
        f'<div class="mnc mnc-standing" role="region" tabindex="0" aria-label="{name}">'
        f"{inside}</div>"
    )
