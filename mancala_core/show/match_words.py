"""What is said of a match: its rounds, what is bought, and who won it."""

from __future__ import annotations

from collections.abc import Sequence

from mancala_core.engine.game import Game
from mancala_core.engine.match import Match
from mancala_core.engine.position import letter
from mancala_core.show.board_words import end_sentences
from mancala_core.show.match_rows import Dispute, Following, bought_by, following
from mancala_core.show.words import Words


def letters(words: Words, holes: Sequence[int], half: int) -> str:
    """List holes by their letters.

    Parameters
    ----------
    words : Words
    holes : sequence of int
    half : int
        Holes in a row.

    Returns
    -------
    str

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> letters(speak("en"), (6, 7), 6)
    'a, b'
    """
    return words.listed([letter(hole, half) for hole in holes])


def round_line(words: Words, match: Match) -> str:
    """Say which round is played, on which territory, and what wins the match.

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
    >>> round_line(speak("en"), Match.new("adji_kui_2"))
    'Round 1, begun by South. Holes: South 6, North 6. 10 holes win the match.'
    """
    return words.joined([_round_head(words, match), goal_line(words, match)])


def _round_head(words: Words, match: Match) -> str:
    values = {
        "round": words.number(match.round),
        "starter": words.player(match.game.start.starter),
        "south": match.owner.count(0),
        "north": match.owner.count(1),
    }
    out = match.owner.count(-1)
    if out:
        return words.say(
            "Round {round}, begun by {starter}. "
            "Holes: South {south}, North {north}, out of play {out}.",
            out=out,
            **values,
        )
    return words.say(
        "Round {round}, begun by {starter}. Holes: South {south}, North {north}.", **values
    )


def goal_line(words: Words, match: Match) -> str:
    """Say what wins the match.

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
    >>> goal_line(speak("en"), Match.new("hoyito_1"))
    'Who leaves the other no hole wins the match.'
    """
    if match.rules.match == "buying":
        return words.count("{n} hole wins the match.", "{n} holes win the match.", match.rules.goal)
    return words.say("Who leaves the other no hole wins the match.")


def begun_sentence(words: Words, match: Match) -> str:
    """Say that a round begins, and what its territory is.

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
    >>> begun_sentence(speak("en"), Match.new("adji_kui_2"))
    'Round 1 begins: each owns their home row, 6 holes.'
    """
    owner, half, say = match.owner, match.rules.holes, words.say
    holes = (owner.count(0), owner.count(1))
    if owner == (0,) * half + (1,) * half:
        return words.count(
            "Round {round} begins: each owns their home row, {n} hole.",
            "Round {round} begins: each owns their home row, {n} holes.",
            half,
            round=words.number(match.round),
        )
    parts = [
        say(
            "Round {round} begins. Holes: South {south}, North {north}.",
            round=words.number(match.round),
            south=holes[0],
            north=holes[1],
        )
    ]
    parts += territory_sentences(words, owner)
    return words.joined(parts)


def territory_sentences(words: Words, owner: Sequence[int]) -> list[str]:
    """Name the holes that were bought and those that are out of play.

    Parameters
    ----------
    words : Words
    owner : sequence of int, length 2n

    Returns
    -------
    list of str

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> territory_sentences(speak("en"), (0, 0, 0, -1))
    ['Bought by South: a.', 'Out of play: b.']
    """
    half, found = len(owner) // 2, []
    for player in (0, 1):
        holes = bought_by(owner, player)
        if holes:
            found.append(
                words.say(
                    "Bought by {player}: {holes}.",
                    player=words.player(player),
                    holes=letters(words, holes, half),
                )
            )
    out = [hole for hole, player in enumerate(owner) if player < 0]
    if out:
        found.append(words.say("Out of play: {holes}.", holes=letters(words, out, half)))
    return found


def round_over(
    words: Words,
    match: Match,
    chosen: tuple[int, ...] | None = None,
    chooser: str = "nobody",
) -> str:
    """Say how a round came out and what follows.

    Parameters
    ----------
    words : Words
    match : Match
        Its round is over.
    chosen : tuple of int or None
        Holes that are bought as far as they are chosen; None: the nearest.
    chooser : {"nobody", "person", "greedy", "random"}
        Who chooses them.

    Returns
    -------
    str
        Several lines: the end, the score, what is bought, and the next territory.
    """
    say, score, purchase = words.say, match.score, match.purchase
    over = [say("Round {round} is over.", round=words.number(match.round))]
    lines = [[*over, *end_sentences(words, match.game)]]
    if score is None:
        again = say("It has no score: the same territory is played again.")
        lines.append([say("It has no score.") if match.over else again])
        return _lines(words, [*lines, [_what_next(words, match, match.owner)]])
    whole = purchase is None or chosen is None or len(chosen) == purchase.number
    found = following(match, chosen if whole else None)
    assert found is not None
    lines.append([_scores(words, match, score)])
    if purchase is not None:
        chosen = found.chosen if chosen is None else chosen
        lines.append([_buying(words, match, chosen, chooser, whole)])
    elif match.rules.match == "buying" and not found.dispute and score[0] == score[1]:
        lines.append([say("Nothing is bought.")])
    if found.dispute is not None and whole:
        lines.append([dispute_sentence(words, found.dispute, match.rules.holes)])
    lines.append(_set_aside(words, match, found))
    return _lines(words, [*lines, [_what_next(words, match, found.owner)]])


def _lines(words: Words, lines: Sequence[Sequence[str]]) -> str:
    return "\n".join(words.joined(line) for line in lines if line)


def _scores(words: Words, match: Match, score: tuple[int, int]) -> str:
    """The arithmetic of both scores."""
    south, north = (
        _worth(words, seeds, match.rules.seeds, match.rules.holes, match.rules.match == "own_row")
        for seeds in score
    )
    return words.say("South {south}, North {north}.", south=south, north=north)


def _worth(words: Words, seeds: int, price: int, holes: int, own: bool) -> str:
    filled = min(seeds // price, holes) if own else seeds // price
    rest = seeds - filled * price
    told = f"{seeds} = {filled} × {price}" + (f" + {rest}" if rest else "")
    return words.from_left(told)


def _buying(words: Words, match: Match, chosen: tuple[int, ...], chooser: str, whole: bool) -> str:
    purchase, half = match.purchase, match.rules.holes
    assert purchase is not None
    values = {
        "player": words.player(purchase.buyer),
        "holes": letters(words, chosen, half),
    }
    n = purchase.number
    if chooser == "person":
        text = words.count(
            "{player} buys {n} hole: choose it.",
            "{player} buys {n} holes: choose them.",
            n,
            **values,
        )
        if chosen or whole:
            so_far = words.say(
                "Chosen: {holes} ({count} of {n}).", count=len(chosen), n=n, **values
            )
            return words.joined([text, so_far])
        return words.joined([text, words.say("None is chosen yet.")])
    if chooser == "random":
        return words.count(
            "By lot {player} buys {n} hole: {holes}.",
            "By lot {player} buys {n} holes: {holes}.",
            n,
            **values,
        )
    return words.count(
        "{player} buys the nearest hole: {holes}.",
        "{player} buys the {n} nearest holes: {holes}.",
        n,
        **values,
    )


def dispute_sentence(words: Words, dispute: Dispute, half: int) -> str:
    """Say which hole was in dispute and who got it.

    Parameters
    ----------
    words : Words
    dispute : Dispute
    half : int
        Holes in a row.

    Returns
    -------
    str

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> dispute_sentence(speak("en"), Dispute(7, 0, (3, 1), False), 6)
    'b is in dispute, 3 seeds to 1, and goes to South.'
    """
    values = {
        "hole": letter(dispute.hole, half),
        "more": max(dispute.remainders),
        "less": min(dispute.remainders),
    }
    if dispute.owner < 0:
        return words.say(
            "{hole} is in dispute, {more} seeds to {less}, and is out of play.", **values
        )
    values["player"] = words.player(dispute.owner)
    if dispute.drawn:
        return words.say(
            "{hole} is in dispute, {more} seeds to {less}, and goes to {player} by lot.", **values
        )
    return words.say(
        "{hole} is in dispute, {more} seeds to {less}, and goes to {player}.", **values
    )


def _set_aside(words: Words, match: Match, found: Following) -> list[str]:
    if match.over or not any(found.stock):
        return []
    return [
        words.say(
            "Set aside for the next score: South {south}, North {north}.",
            south=found.stock[0],
            north=found.stock[1],
        )
    ]


def _what_next(words: Words, match: Match, owner: tuple[int, ...]) -> str:
    if match.over:
        return match_over(words, match)
    values = {
        "south": owner.count(0),
        "north": owner.count(1),
        "player": words.player(1 - match.game.start.starter),
    }
    out = owner.count(-1)
    if out:
        return words.say(
            "Next round: South {south} holes, North {north}, out of play {out}; {player} begins.",
            out=out,
            **values,
        )
    return words.say("Next round: South {south} holes, North {north}; {player} begins.", **values)


def match_over(words: Words, match: Match) -> str:
    """Say who won a match and why.

    Parameters
    ----------
    words : Words
    match : Match

    Returns
    -------
    str
        Empty while it goes on.

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> match_over(speak("en"), Match.new("adji_kui_2"))
    ''
    """
    if match.ending is None:
        return ""
    if match.winner is None:
        return words.count(
            "The match is over after {n} round and has no winner.",
            "The match is over after {n} rounds and has no winner.",
            match.round,
        )
    player, other = words.player(match.winner), words.player(1 - match.winner)
    holes = match.owned[-1][match.winner]
    if match.ending == "no_hole":
        return words.say(
            "{player} wins the match: {other} owns no hole.", player=player, other=other
        )
    return words.count(
        "{player} wins the match: {n} hole, {goal} were needed.",
        "{player} wins the match: {n} holes, {goal} were needed.",
        holes,
        player=player,
        goal=match.rules.goal,
    )


def chip(words: Words, match: Match) -> str:
    """Say in a few words how a round that is over came out, or the match.

    Parameters
    ----------
    words : Words
    match : Match
        Its round is over.

    Returns
    -------
    str
    """
    say = words.say
    if match.over:
        if match.winner is None:
            return say("No winner")
        return say("{player} wins the match", player=words.player(match.winner))
    found, values = match.game.outcome, {"round": words.number(match.round)}
    if found is None or found.void:
        return say("Round {round}: no result", **values)
    if found.winner is None:
        return say("Round {round}: a draw", **values)
    return say("{player} wins round {round}", player=words.player(found.winner), **values)


def ending_name(words: Words, game: Game) -> str:
    """Name the ending of a round, as in a cell of a table.

    Parameters
    ----------
    words : Words
    game : Game

    Returns
    -------
    str
        Empty while it goes on.

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> ending_name(speak("en"), Game.new("adji_kui_2"))
    ''
    """
    found, say = game.outcome, words.say
    if found is None:
        return ""
    named = {
        "no_move": say("no move"),
        "stuck": say("stuck"),
        "endless": say("endless sowing"),
        "repetition": say("position came back"),
    }
    if found.ending in named:
        return named[found.ending]
    left = game.position.left
    return words.count("{n} seed left", "{n} seeds left", left) if left else say("none left")
