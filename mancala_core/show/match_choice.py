"""Choosing the holes that are bought between two rounds: who chooses, and what."""

from __future__ import annotations

from mancala_core.engine.match import Match
from mancala_core.engine.match_rounds import Purchase
from mancala_core.engine.position import letter
from mancala_core.engine.streams import Stream
from mancala_core.players.buying import buyer
from mancala_core.show.words import Words

NOBODY, PERSON = "nobody", "person"


def chooser(match: Match, opponent: str | None, side: int) -> str:
    """Who chooses the holes that are bought after the round being played.

    Parameters
    ----------
    match : Match
        Its round is over.
    opponent : str or None
        Strategy that plays the other side; None: two people.
    side : int
        The person's side.

    Returns
    -------
    str
        "person", the name of the strategy, or "nobody" where nothing is chosen.

    Examples
    --------
    >>> chooser(Match.new("adji_kui_2"), "greedy", 0)
    'nobody'
    """
    purchase = match.purchase
    if purchase is None or match.rules.buying != "choice":
        return NOBODY
    return PERSON if opponent is None or purchase.buyer == side else opponent


def proposed(match: Match, who: str) -> tuple[int, ...]:
    """Holes that are bought if nobody changes the choice: for a person the nearest.

    Parameters
    ----------
    match : Match
        Its round is over.
    who : str
        As `chooser` has it.

    Returns
    -------
    tuple of int

    Examples
    --------
    >>> proposed(Match.new("adji_kui_2"), "person")
    ()
    """
    if match.purchase is None:
        return ()
    return buyer(who)(match.purchase, Stream(match.game.seed, match.game.number).buying())


def toggled(purchase: Purchase, chosen: tuple[int, ...], hole: int) -> tuple[int, ...]:
    """Choose a hole, or give it up again; one too many takes the place of the earliest.

    Parameters
    ----------
    purchase : Purchase
    chosen : tuple of int
        The latest last.
    hole : int
        One of ``purchase.holes``.

    Returns
    -------
    tuple of int

    Examples
    --------
    >>> offer = Purchase(0, 2, (6, 7, 8, 9, 10, 11))
    >>> toggled(offer, (6, 7), 9), toggled(offer, (6, 7), 6)
    ((7, 9), (7,))
    """
    if hole in chosen:
        return tuple(item for item in chosen if item != hole)
    return (*chosen, hole)[-purchase.number :]


def not_on_offer(words: Words, purchase: Purchase, hole: int) -> str:
    """Say that a hole cannot be bought.

    Parameters
    ----------
    words : Words
    purchase : Purchase
    hole : int

    Returns
    -------
    str

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> not_on_offer(speak("en"), Purchase(0, 1, (2, 3)), 0)
    'A cannot be bought: South chooses among a, b.'
    """
    half = len(purchase.holes)
    return words.say(
        "{hole} cannot be bought: {player} chooses among {holes}.",
        hole=letter(hole, half),
        player=words.player(purchase.buyer),
        holes=words.listed([letter(item, half) for item in sorted(purchase.holes)]),
    )


def too_few(words: Words, purchase: Purchase, chosen: tuple[int, ...]) -> str:
    """Say that more holes have to be chosen.

    Parameters
    ----------
    words : Words
    purchase : Purchase
    chosen : tuple of int

    Returns
    -------
    str

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> too_few(speak("en"), Purchase(0, 2, (2, 3)), (2,))
    'South buys 2 holes, and 1 of them is chosen: click on holes on offer.'
    """
    values = {"player": words.player(purchase.buyer), "number": purchase.number}
    if not chosen:
        return words.count(
            "{player} buys {n} hole, and none is chosen: click on a hole on offer.",
            "{player} buys {n} holes, and none is chosen: click on holes on offer.",
            purchase.number,
            player=values["player"],
        )
    return words.count(
        "{player} buys {number} holes, and {n} of them is chosen: click on holes on offer.",
        "{player} buys {number} holes, and {n} of them are chosen: click on holes on offer.",
        len(chosen),
        **values,
    )
