"""One drawn position, or more, for each rule sentence of docs/rules.md.

Each case quotes the sentence that it plays, shows the board before and after as players see it,
and gives the outcome as worked out by hand. Boards are drawn as in `drawing`; three holes in a row,
before and after::

    c b a | North's store  ->  c b a | North's store
    A B C | South's store      A B C | South's store
"""

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from cases import random_position
from drawing import drawn, owners_drawn, plain, trimmed, undrawn
from match_cases import drawn_match, random_match, scored

from mancala_core import Game, IllegalMove, Match, Position, Rules, legal_moves, outcome, play
from mancala_core.engine.options import FIELDS
from mancala_core.engine.streams import Stream
from mancala_core.players import buying, strategies

RULES_PAGE = Path(__file__).parents[1] / "docs" / "rules.md"
PLAYERS = "SN"


# --- drawing ----------------------------------------------------------------------------------------------------------


def rules_of(text):
    """``"anywoli holes=3 relay=false"`` as Rules."""
    name, *changes = text.split()
    values = {}
    for change in changes:
        key, value = change.split("=")
        if value in ("true", "false"):
            value = value == "true"
        elif re.fullmatch(r"[\d,]+", value):
            numbers = tuple(map(int, value.split(",")))
            value = numbers if len(numbers) > 1 else numbers[0]
        values[key] = value
    return Rules.load(name).replace(**values)


def before_and_after(board):
    """The two drawings of a case, the second empty where there is no arrow."""
    far, near = board.strip().splitlines()
    if "->" not in far:
        return board, ""
    arrow = (far + " ").index("->")
    indent = len(near) - len(near.lstrip())
    before = far[:arrow] + "\n" + near[indent : indent + arrow]
    after = plain(far[arrow + 2 :]) + "\n" + plain(near[indent + arrow :])
    return before, after


def letters(position, holes):
    """Holes as letters."""
    n = len(position.seeds) // 2
    return " ".join(chr(65 + hole) if hole < n else chr(97 + hole - n) for hole in holes)


def result_text(result):
    """``"12-8 South"``, ``"8-8 draw"``, ``"5-3 no result"`` or ``"lottery"``."""
    if result.either is not None:
        return "lottery"
    if result.void:
        who = "no result"
    else:
        who = "draw" if result.winner is None else ("South", "North")[result.winner]
    return f"{result.south}-{result.north} {who}"


# --- cases ------------------------------------------------------------------------------------------------------------


@dataclass
class Case:
    """A drawn position, what is played in it, and what must come of it; None asks nothing."""

    name: str
    quote: str
    rules: str
    board: str  # before the moves, and after them behind an arrow where that is asked
    moves: str = ""  # letters, "-" for a pass
    to_move: str | None = None  # after the moves; in a finished game who moved last
    ending: str | None = None  # of the last move
    over: str | None = None  # why the game is over then; "no" where it goes on
    result: str | None = None
    legal: str | None = None  # after the moves
    refused: str | None = None  # "hole reason", after the moves
    taker: str | None = None
    first: str | None = None
    laps: int | None = None
    mover: str = "S"
    words: str = ""  # of the text form, for the position before


CASES = [
    # --- Anywoli ---
    Case(
        "anywoli-counter-clockwise",
        "Seeds are sown counter-clockwise: from A to L, on through a to l, and round to A.",
        "anywoli holes=3",
        """
        2 0 0 | 0  ->  0 0 0 | 0
        0 0 3 | 0      1 1 3 | 0
        """,
        moves="c",
        mover="N",
        to_move="S",
        ending="stopped",
    ),
    Case(
        "anywoli-stores-not-sown",
        "Each player has one store for captured seeds, and no seed is ever sown into a store.",
        "anywoli holes=3",
        """
        1 0 0 | 8  ->  1 1 1 | 8
        3 0 2 | 4      3 0 0 | 4
        """,
        moves="C",
        to_move="N",
        ending="stopped",
    ),
    Case(
        "anywoli-move",
        "The mover picks up all seeds of one of their own holes that is not empty and sows them one by one "
        "into the holes that follow.",
        "anywoli holes=3",
        """
        1 1 0 | 0  ->  1 1 1 | 0
        3 0 0 | 0      0 1 1 | 0
        """,
        moves="A",
        to_move="N",
        ending="stopped",
        laps=1,
    ),
    Case(
        "anywoli-own-holes-not-empty",
        "one of their own holes that is not empty",
        "anywoli holes=3",
        """
        1 1 0 | 0
        3 0 2 | 0
        """,
        legal="A C",
        refused="B empty",
    ),
    Case(
        "anywoli-pick-up-hole-is-sown",
        "A lap that comes all the way round sows the hole where it picked up like any other.",
        "anywoli holes=3",
        """
        0 0 0 | 0  ->  1 1 1 | 0
        6 0 0 | 0      1 1 1 | 0
        """,
        moves="A",
        to_move="N",
        ending="stopped",
        laps=1,
    ),
    Case(
        "anywoli-relay",
        "If the last seed of a lap falls in an occupied hole and does not make four there, all seeds of that "
        "hole, the last one too, are picked up and sown on in a new lap.",
        "anywoli holes=3",
        """
        0 1 1 | 0  ->  1 0 2 | 0
        2 0 1 | 0      1 1 0 | 0
        """,
        moves="A",
        to_move="N",
        ending="stopped",
        laps=3,
    ),
    Case(
        "anywoli-relay-of-five",
        "falls in an occupied hole and does not make four there",
        "anywoli holes=3",
        """
        0 0 0 | 0  ->  1 1 1 | 0
        1 4 1 | 0      1 0 2 | 0
        """,
        moves="A",
        to_move="N",
        ending="stopped",
        laps=2,
    ),
    Case(
        "anywoli-empty-hole",
        "If the last seed of a lap falls in an empty hole, the move ends and the opponent is to move.",
        "anywoli holes=3",
        """
        0 0 1 | 0  ->  0 0 1 | 0
        1 0 3 | 0      0 1 3 | 0
        """,
        moves="A",
        to_move="N",
        ending="stopped",
        laps=1,
    ),
    Case(
        "anywoli-passing-own-hole",
        "A sown seed that makes exactly four in a hole while seeds are still in the hand is a passing capture: "
        "the four go at once to the owner of the hole.",
        "anywoli holes=3",
        """
        3 0 0 | 0  ->  3 0 1 | 0
        3 3 0 | 0      0 0 1 | 4
        """,
        moves="A",
        to_move="N",
        ending="stopped",
        taker="S",
        first="",
    ),
    Case(
        "anywoli-passing-opponent-hole",
        "the four go at once to the owner of the hole",
        "anywoli holes=3",
        """
        0 0 3 | 0  ->  0 1 0 | 4
        3 1 2 | 0      3 1 0 | 0
        """,
        moves="C",
        to_move="N",
        ending="stopped",
        taker="N",
        first="",
    ),
    Case(
        "anywoli-emptied-hole-sown-again",
        "A hole emptied by a passing capture is sown like any other if the lap comes round to it again.",
        "anywoli holes=2",
        """
        0 1 | 0  ->  1 2 | 0
        5 3 | 0      1 1 | 4
        """,
        moves="A",
        to_move="N",
        ending="stopped",
        laps=1,
    ),
    Case(
        "anywoli-standing-four-stays",
        "A four is captured only when a sown seed has just made it: fours that stand since the set-up stay where they are.",
        "anywoli holes=3",
        """
        0 4 0 | 0  ->  0 4 0 | 0
        2 4 0 | 0      0 5 1 | 0
        """,
        moves="A",
        to_move="N",
        ending="stopped",
    ),
    Case(
        "anywoli-final-opponent-hole",
        "If the last seed of a lap makes exactly four, that is a final capture: the four go to the mover, whoever owns the hole.",
        "anywoli holes=3",
        """
        1 1 3 | 0  ->  1 1 0 | 0
        3 0 1 | 0      3 0 0 | 4
        """,
        moves="C",
        to_move="S",
        ending="again",
        taker="S",
        first="S",
    ),
    Case(
        "anywoli-final-north-takes-from-south",
        "the four go to the mover, whoever owns the hole",
        "anywoli holes=3",
        """
        3 0 1 | 0  ->  0 0 1 | 4
        1 1 3 | 0      2 2 0 | 0
        """,
        moves="c",
        mover="N",
        to_move="N",
        ending="again",
        taker="N",
        first="N",
    ),
    Case(
        "anywoli-final-own-hole",
        "the four go to the mover, whoever owns the hole",
        "anywoli holes=3",
        """
        1 1 1 | 0  ->  1 1 1 | 0
        1 3 2 | 0      0 0 2 | 4
        """,
        moves="A",
        to_move="S",
        ending="again",
        taker="S",
        first="S",
    ),
    Case(
        "anywoli-final-after-a-relay",
        "A final capture ends the sowing.",
        "anywoli holes=3",
        """
        3 1 3 | 0  ->  3 1 0 | 0
        1 1 0 | 0      0 0 1 | 4
        """,
        moves="A",
        ending="again",
        laps=2,
    ),
    Case(
        "anywoli-again",
        "After a final capture the mover makes an extra move.",
        "anywoli holes=3",
        """
        1 1 1 | 0  ->  1 1 1 | 0
        1 3 2 | 0      0 0 2 | 4
        """,
        moves="A",
        to_move="S",
        ending="again",
        legal="C",
    ),
    Case(
        "anywoli-extra-move-compulsory",
        "The extra move is compulsory: the player may not decline it.",
        "anywoli holes=3",
        """
        1 1 1 | 0
        1 3 2 | 0
        """,
        moves="A",
        refused="- must_move",
    ),
    Case(
        "anywoli-no-extra-move",
        "If there is no legal extra move, the opponent is to move at once, and no pass is recorded.",
        "anywoli holes=3",
        """
        5 0 3 | 0  ->  5 0 0 | 0
        0 0 1 | 0      0 0 0 | 4
        """,
        moves="C",
        to_move="N",
        ending="captured",
        legal="c",
    ),
    Case(
        "anywoli-must-move",
        "A player who has a legal move must make one.",
        "anywoli holes=3",
        """
        1 1 1 | 0
        0 0 2 | 0
        """,
        legal="C",
        refused="- must_move",
    ),
    Case(
        "anywoli-pass",
        "A player who has no legal move passes, and the pass is recorded.",
        "anywoli holes=3",
        """
        5 0 1 | 0  ->  5 0 1 | 0
        0 0 0 | 0      0 0 0 | 0
        """,
        moves="-",
        to_move="N",
        ending="passed",
        laps=0,
    ),
    Case(
        "anywoli-must-pass",
        "A player who has no legal move passes",
        "anywoli holes=3",
        """
        5 0 1 | 0
        0 0 0 | 0
        """,
        legal="",
        refused="A must_pass",
    ),
    Case(
        "anywoli-four-left-in-mid-lap",
        "The game ends as soon as four or fewer seeds remain, those in the hand counted, even in the middle of a lap.",
        "anywoli holes=3",
        """
        0 1 1 | 0  ->  0 1 1 | 0
        3 3 0 | 0      2 0 0 | 4
        """,
        moves="A",
        to_move="S",
        ending="over",
        over="four_left",
        result="8-0 South",
    ),
    Case(
        "anywoli-hand-laid-back-in-second-lap",
        "Seeds that are in the hand when the game ends are laid back in the hole where that lap picked them up.",
        "anywoli holes=3",
        """
        1 1 3 | 0  ->  1 1 0 | 4
        1 2 0 | 0      0 1 1 | 0
        """,
        moves="A",
        to_move="S",
        ending="over",
        over="four_left",
        laps=2,
        result="0-8 North",
    ),
    Case(
        "anywoli-last-four",
        "The last four go to the player who took the penultimate group, which is the last group captured.",
        "anywoli holes=3",
        """
        1 0 0 | 4
        1 1 1 | 12
        """,
        words="taker=N ending=four_left",
        result="12-8 South",
    ),
    Case(
        "anywoli-more-seeds-win",
        "The player with more seeds wins, and 48:48 is a draw.",
        "anywoli",
        """
        0 0 0 0 0 0 0 0 0 0 1 1 | 40
        0 0 0 0 0 0 0 0 0 0 1 1 | 52
        """,
        words="taker=N ending=four_left",
        result="52-44 South",
    ),
    Case(
        "anywoli-draw",
        "48:48 is a draw",
        "anywoli",
        """
        0 0 0 0 0 0 0 0 0 0 1 1 | 44
        0 0 0 0 0 0 0 0 0 0 1 1 | 48
        """,
        words="taker=N ending=four_left",
        result="48-48 draw",
    ),
    Case(
        "anywoli-majority-plays-on",
        "Holding more than half of the seeds does not end the game.",
        "anywoli",
        """
        0 0 0 0 0 0 0 0 0 0 1 1 | 28  ->  0 0 0 0 0 0 0 0 0 0 1 1 | 28
        1 0 1 0 0 0 0 0 0 2 1 1 | 60      0 1 1 0 0 0 0 0 0 2 1 1 | 60
        """,
        moves="A",
        over="no",
        to_move="N",
    ),
    # --- Adji Kui II ---
    Case(
        "adji-captured-beside-the-board",
        "The board has no stores: captured seeds lie beside it and count for the player who took them.",
        "adji_kui_2 holes=3 end_at=4",
        """
        2 1 3 | 4  ->  2 1 0 | 4
        1 2 0 | 0      1 0 1 | 4
        """,
        moves="B",
    ),
    Case(
        "adji-move",
        "The mover picks up all seeds of one of their own holes that holds at least two and sows them one by one, "
        "counter-clockwise, into the holes that follow.",
        "adji_kui_2 holes=3 end_at=4",
        """
        2 1 1 | 0  ->  2 1 1 | 0
        2 0 0 | 0      0 1 1 | 0
        """,
        moves="A",
        to_move="N",
        ending="stopped",
        legal="c",
    ),
    Case(
        "adji-singleton",
        "A hole with a single seed may not be chosen.",
        "adji_kui_2 holes=3 end_at=4",
        """
        2 1 1 | 0
        2 1 0 | 0
        """,
        legal="A",
        refused="B singleton",
    ),
    Case(
        "adji-passing-four-stays",
        "A four made on the way, with seeds still in the hand, is not captured and stays on the board.",
        "adji_kui_2 holes=3 end_at=4",
        """
        2 0 1 | 0  ->  2 0 1 | 0
        2 3 0 | 0      0 4 1 | 0
        """,
        moves="A",
        to_move="N",
        ending="stopped",
    ),
    Case(
        "adji-final-capture",
        "If the last seed of a lap makes exactly four in an opponent's hole, the mover takes them and the move ends.",
        "adji_kui_2 holes=3 end_at=4",
        """
        2 1 3 | 0  ->  2 1 0 | 0
        1 2 0 | 0      1 0 1 | 4
        """,
        moves="B",
        ending="captured",
        taker="S",
        first="S",
    ),
    Case(
        "adji-no-extra-move",
        "After a final capture the opponent is to move: Adji Kui II knows no extra move.",
        "adji_kui_2 holes=3 end_at=4",
        """
        2 1 3 | 0  ->  2 1 0 | 0
        2 2 0 | 0      2 0 1 | 4
        """,
        moves="B",
        to_move="N",
        ending="captured",
        legal="c",
    ),
    Case(
        "adji-own-four",
        "If the last seed of a lap makes exactly four in an own hole, nothing is taken and the move ends.",
        "adji_kui_2 holes=3 end_at=4",
        """
        2 1 0 | 0  ->  2 1 0 | 0
        2 0 3 | 0      0 1 4 | 0
        """,
        moves="A",
        to_move="N",
        ending="stopped",
        taker="",
        first="",
    ),
    Case(
        "adji-relay",
        "If the last seed of a lap falls in an occupied hole and makes no four, all seeds of that hole are picked up "
        "and sown on in a new lap.",
        "adji_kui_2 holes=3 end_at=4",
        """
        2 0 1 | 0  ->  2 1 2 | 0
        2 0 1 | 0      0 1 0 | 0
        """,
        moves="A",
        to_move="N",
        ending="stopped",
        laps=2,
    ),
    Case(
        "adji-empty-hole",
        "If the last seed of a lap falls in an empty hole, the move ends.",
        "adji_kui_2 holes=3 end_at=4",
        """
        2 0 1 | 0  ->  2 0 1 | 0
        2 1 0 | 0      0 2 1 | 0
        """,
        moves="A",
        to_move="N",
        ending="stopped",
        laps=1,
    ),
    Case(
        "adji-only-singletons-pass",
        "A player whose holes are all empty or hold a single seed has no legal move and passes.",
        "adji_kui_2 holes=3 end_at=4",
        """
        2 1 1 | 0  ->  2 1 1 | 0
        1 0 1 | 0      1 0 1 | 0
        """,
        moves="-",
        to_move="N",
        ending="passed",
    ),
    Case(
        "adji-eight-left",
        "The game ends as soon as eight or fewer seeds remain.",
        "adji_kui_2",
        """
        1 1 1 1 3 1 | 20  ->  1 1 1 1 0 2 | 20
        1 1 0 0 0 2 | 16      1 1 0 0 0 0 | 20
        """,
        moves="F",
        to_move="S",
        ending="over",
        over="eight_left",
    ),
    Case(
        "adji-owners-take",
        "Each player then takes the seeds left in their own holes.",
        "adji_kui_2",
        """
        1 1 1 1 3 1 | 20
        1 1 0 0 0 2 | 16
        """,
        moves="F",
        result="22-26 North",
    ),
    Case(
        "adji-draw",
        "The player with more seeds wins, and 24:24 is a draw.",
        "adji_kui_2",
        """
        1 1 1 1 3 1 | 18
        1 1 0 0 0 2 | 18
        """,
        moves="F",
        result="24-24 draw",
    ),
    # --- kin games ---
    Case(
        "ba-awa-passing-to-the-owner",
        "In Ba-awa passing captures go to the owner of the hole and final captures to the mover, and after a final "
        "capture the opponent is to move.",
        "ba_awa holes=3",
        """
        6 0 3 | 0  ->  6 1 0 | 4
        3 1 2 | 0      3 1 0 | 0
        """,
        moves="C",
        to_move="N",
        ending="stopped",
        taker="N",
    ),
    Case(
        "ba-awa-final-to-the-mover",
        "final captures to the mover, and after a final capture the opponent is to move",
        "ba_awa holes=3",
        """
        6 1 3 | 0  ->  6 1 0 | 0
        3 0 1 | 0      3 0 0 | 4
        """,
        moves="C",
        to_move="N",
        ending="captured",
        taker="S",
        first="S",
    ),
    Case(
        "ba-awa-eight-left-to-the-starter",
        "A round of Ba-awa ends as soon as eight or fewer seeds remain, and they go to the starter of the round.",
        "ba_awa holes=3",
        """
        1 3 3 | 4  ->  1 3 0 | 4
        4 0 1 | 0      4 0 0 | 4
        """,
        words="starter=N",
        moves="C",
        to_move="S",
        ending="over",
        over="eight_left",
        result="4-12 North",
    ),
    Case(
        "obridjie-captures",
        "The board, the sowing and the captures of Obridjie are those of Ba-awa.",
        "obridjie holes=3",
        """
        6 1 3 | 0  ->  6 1 0 | 0
        3 0 1 | 0      3 0 0 | 4
        """,
        moves="C",
        to_move="N",
        ending="captured",
    ),
    Case(
        "obridjie-no-move",
        "Obridjie ends as soon as the player to move has no legal move, or no seed is left; seeds left then count for "
        "nobody.",
        "obridjie holes=3",
        """
        0 0 0 | 4  ->  0 0 0 | 4
        1 0 4 | 8      0 1 4 | 8
        """,
        moves="A",
        to_move="S",
        ending="over",
        over="no_move",
        result="8-4 South",
    ),
    Case(
        "obridjie-no-seed-left",
        "or no seed is left",
        "obridjie holes=3",
        """
        0 0 3 | 8  ->  0 0 0 | 8
        0 0 1 | 12     0 0 0 | 16
        """,
        moves="C",
        ending="over",
        over="none_left",
        result="16-8 South",
    ),
    Case(
        "hoyito-1-passing-to-the-mover",
        "In Hoyito I every four, passing or final and on either side, goes to the mover; a final capture ends the move, "
        "and the opponent is to move.",
        "hoyito_1 holes=3",
        """
        0 0 3 | 0  ->  0 1 0 | 0
        3 1 2 | 0      3 1 0 | 4
        """,
        moves="C",
        to_move="N",
        ending="stopped",
        taker="S",
    ),
    Case(
        "hoyito-1-final-in-an-opponent-hole",
        "a final capture ends the move, and the opponent is to move",
        "hoyito_1 holes=3",
        """
        1 1 3 | 0  ->  1 1 0 | 0
        3 0 1 | 0      3 0 0 | 4
        """,
        moves="C",
        to_move="N",
        ending="captured",
    ),
    Case(
        "hoyito-1-final-in-an-own-hole",
        "passing or final and on either side, goes to the mover",
        "hoyito_1 holes=3",
        """
        1 1 1 | 0  ->  1 1 1 | 0
        1 3 2 | 0      0 0 2 | 4
        """,
        moves="A",
        to_move="N",
        ending="captured",
    ),
    Case(
        "hoyito-1-four-left",
        "A round of Hoyito I ends as soon as four or fewer seeds remain, and they go to the player who took the last "
        "group captured.",
        "hoyito_1 holes=3",
        """
        1 1 3 | 12  ->  1 1 0 | 12
        2 0 1 | 4       2 0 0 | 8
        """,
        words="taker=N",
        moves="C",
        ending="over",
        over="four_left",
        result="12-12 draw",
    ),
    Case(
        "hoyito-2-run",
        "In Hoyito II only the last seed captures: the four that it makes, in whosever hole, and the run before it; then "
        "the mover moves again.",
        "hoyito_2 holes=3",
        """
        2 1 3 | 0  ->  2 1 0 | 0
        3 2 3 | 0      3 0 0 | 8
        """,
        moves="B",
        to_move="S",
        ending="again",
        legal="A",
    ),
    Case(
        "hoyito-2-no-passing-capture",
        "only the last seed captures",
        "hoyito_2 holes=3",
        """
        0 0 3 | 0  ->  0 1 4 | 0
        3 1 2 | 0      3 1 0 | 0
        """,
        moves="C",
        to_move="N",
        ending="stopped",
        taker="",
    ),
    Case(
        "hoyito-2-four-left",
        "In all else Hoyito II is Hoyito I.",
        "hoyito_2 holes=3",
        """
        1 1 3 | 12  ->  1 1 0 | 12
        2 0 1 | 4       2 0 0 | 8
        """,
        words="taker=N",
        moves="C",
        ending="over",
        over="four_left",
        result="12-12 draw",
    ),
    Case(
        "adji-1-single-lap",
        "In Adji Kui I a move is a single lap, and it starts from a hole with at least two seeds.",
        "adji_kui_1 holes=3",
        """
        2 0 1 | 0  ->  2 0 1 | 0
        2 1 1 | 0      0 2 2 | 0
        """,
        moves="A",
        to_move="N",
        ending="stopped",
        laps=1,
    ),
    Case(
        "adji-1-at-least-two",
        "it starts from a hole with at least two seeds",
        "adji_kui_1 holes=3",
        """
        2 0 1 | 0
        2 1 1 | 0
        """,
        legal="A",
        refused="B singleton",
    ),
    Case(
        "adji-1-two-and-three",
        "In Adji Kui I the last seed captures when it makes two or three in an opponent's hole, and takes the run of "
        "opponent's holes with two or three before it too.",
        "adji_kui_1 holes=3",
        """
        1 2 3 | 0  ->  0 0 4 | 0
        2 2 3 | 0      2 2 0 | 5
        """,
        moves="C",
        to_move="N",
        ending="captured",
        legal="a",
    ),
    Case(
        "adji-1-run-ends-at-the-own-row",
        "takes the run of opponent's holes with two or three before it too",
        "adji_kui_1 holes=3",
        """
        5 0 1 | 0  ->  5 0 0 | 0
        2 2 1 | 0      2 0 2 | 2
        """,
        moves="B",
        to_move="N",
        ending="captured",
    ),
    Case(
        "adji-1-everything",
        "In Adji Kui I a move may capture every seed of the opponent.",
        "adji_kui_1 holes=3",
        """
        1 2 1 | 0  ->  0 0 0 | 0
        2 2 3 | 0      2 2 0 | 7
        """,
        moves="C",
        to_move="N",
        ending="captured",
        legal="",
        over="no",
    ),
    Case(
        "adji-1-opponent-moves",
        "After a capture in Adji Kui I the opponent is to move.",
        "adji_kui_1 holes=3",
        """
        0 0 1 | 0  ->  0 0 0 | 0
        2 2 1 | 0      2 0 2 | 2
        """,
        moves="B",
        to_move="N",
        ending="captured",
    ),
    Case(
        "adji-1-no-number-of-seeds",
        "Adji Kui I ends early by no number of seeds: play goes on until every seed is captured, neither player can move, "
        "or a position comes back.",
        "adji_kui_1 holes=3",
        """
        0 0 1 | 9  ->  0 0 0 | 9
        0 2 0 | 7      0 0 1 | 9
        """,
        moves="B",
        to_move="S",
        ending="over",
        over="stuck",
        result="10-9 South",
    ),
    Case(
        "adji-1-few-seeds-go-on",
        "play goes on until every seed is captured",
        "adji_kui_1 holes=3",
        """
        0 2 0 | 9  ->  0 2 0 | 9
        2 0 0 | 7      0 1 1 | 7
        """,
        moves="A",
        to_move="N",
        ending="stopped",
        over="no",
        legal="b",
    ),
    Case(
        "adji-1-only-singletons-pass",
        "In Adji Kui I a player with only single seeds or empty holes passes.",
        "adji_kui_1 holes=3",
        """
        2 1 1 | 0  ->  2 1 1 | 0
        1 0 1 | 0      1 0 1 | 0
        """,
        moves="-",
        to_move="N",
        ending="passed",
    ),
    # --- named variants ---
    Case(
        "wikipedia-opponent-moves",
        "`anywoli_wikipedia` is Anywoli, except that the opponent is to move after a final capture.",
        "anywoli_wikipedia holes=3",
        """
        3 3 3 | 0  ->  3 3 0 | 0
        3 0 1 | 0      3 0 0 | 4
        """,
        moves="C",
        to_move="N",
        ending="captured",
    ),
    Case(
        "wikipedia-eight-left",
        "`anywoli_wikipedia` ends as soon as eight or fewer seeds remain.",
        "anywoli_wikipedia holes=3",
        """
        1 3 3 | 4  ->  1 3 0 | 4
        4 0 1 | 0      4 0 0 | 4
        """,
        moves="C",
        to_move="S",
        ending="over",
        over="eight_left",
    ),
    Case(
        "wikipedia-starter-takes",
        "In `anywoli_wikipedia` the seeds left at the end go to the starter.",
        "anywoli_wikipedia holes=3",
        """
        1 3 3 | 4
        4 0 1 | 0
        """,
        words="starter=N",
        moves="C",
        result="4-12 North",
    ),
    # --- choosing ---
    Case(
        "owner-decides-who-may-choose",
        "Only holes that the mover owns and that hold at least `least` seeds may be chosen.",
        "anywoli holes=3",
        """
        1 1 2 | 0
        0 1 3 | 0
        """,
        words="owner=SSSSNN",
        legal="B C a",
        refused="b not_yours",
    ),
    Case(
        "order-of-choices-clockwise-too",
        "Choices are ordered by hole number, from South's leftmost hole counter-clockwise, whatever the direction of sowing.",
        "anywoli holes=3 direction=cw",
        """
        1 1 2 | 0
        1 1 3 | 0
        """,
        mover="N",
        words="owner=NSSNNN",
        legal="A a b c",
    ),
    Case(
        "out-of-play-not-sown",
        "A hole that is out of play is neither sown nor chosen.",
        "anywoli holes=3",
        """
        1 1 0 | 0  ->  1 1 1 | 0
        2 1 0 | 0      0 2 0 | 0
        """,
        words="owner=SS.NNN",
        moves="A",
        to_move="N",
        ending="stopped",
    ),
    Case(
        "out-of-play-not-chosen",
        "A hole that is out of play is neither sown nor chosen.",
        "anywoli holes=3",
        """
        1 1 0 | 0
        2 1 0 | 0
        """,
        words="owner=SS.NNN",
        legal="A B",
        refused="C out_of_play",
    ),
    # --- passes and the extra move ---
    Case(
        "pass-changes-only-who-is-to-move",
        "A pass is recorded, leaves every seed where it is, and makes the opponent the player to move.",
        "anywoli holes=3",
        """
        0 0 0 | 4  ->  0 0 0 | 4
        2 2 2 | 8      2 2 2 | 8
        """,
        mover="N",
        moves="-",
        to_move="S",
        ending="passed",
    ),
    Case(
        "declined-extra-move",
        "A declined extra move is recorded as a pass, and after it the opponent is to move.",
        "anywoli holes=3 extra_move=optional",
        """
        1 1 1 | 0  ->  1 1 1 | 0
        1 3 2 | 0      0 0 2 | 4
        """,
        moves="A -",
        to_move="N",
        ending="passed",
        refused="- must_move",
    ),
    Case(
        "no-extra-move-after-the-end",
        "An extra move exists only where the player has a legal move and the game is not over.",
        "anywoli holes=3",
        """
        1 1 3 | 0  ->  1 1 0 | 0
        2 0 1 | 0      2 0 0 | 4
        """,
        moves="C",
        to_move="S",
        ending="over",
        over="four_left",
        legal="",
        refused="A over",
    ),
    Case(
        "no-extra-move-without-a-legal-move",
        "An extra move exists only where the player has a legal move",
        "anywoli holes=3 extra_move=optional",
        """
        5 0 3 | 0
        0 0 1 | 0
        """,
        moves="C",
        to_move="N",
        ending="captured",
        refused="- must_move",
    ),
    # --- the run before a final capture ---
    Case(
        "run-ends-where-no-final-capture-may-be-made",
        'With `chain = "preceding"` a final capture takes as well the holes just before it, in sowing order backwards, as '
        "long as each holds a number that is captured and lies where a final capture may be made.",
        "hoyito_2 holes=3 final_side=opponent",
        """
        1 3 3 | 0  ->  1 0 0 | 0
        4 3 3 | 0      0 4 4 | 8
        """,
        moves="A",
        to_move="S",
        ending="again",
    ),
    Case(
        "run-ends-at-another-number",
        "as long as each holds a number that is captured",
        "hoyito_2 holes=3",
        """
        1 3 3 | 0  ->  1 0 0 | 0
        4 3 2 | 0      0 4 3 | 8
        """,
        moves="A",
        to_move="S",
        ending="again",
    ),
    Case(
        "run-clockwise",
        "in sowing order backwards",
        "hoyito_2 holes=3 direction=cw",
        """
        3 0 6 | 0  ->  0 0 6 | 0
        3 2 0 | 0      0 0 0 | 8
        """,
        moves="B",
        to_move="N",
        ending="captured",
    ),
    Case(
        "run-does-not-reach-a-standing-four",
        "A run never goes back beyond the holes that the same lap has just sown, for the hole where the lap picked up is empty or sown itself.",
        "hoyito_2 holes=3",
        """
        2 1 3 | 0  ->  2 1 0 | 0
        4 2 3 | 0      4 0 0 | 8
        """,
        moves="B",
        to_move="S",
        ending="again",
    ),
    Case(
        "run-passes-over-a-hole-out-of-play",
        "Holes out of play are passed over by a run.",
        "hoyito_2 holes=3",
        """
        4 1 3 | 0  ->  4 1 0 | 0
        2 3 0 | 0      0 0 0 | 8
        """,
        words="owner=SS.NNN",
        moves="A",
        to_move="N",
        ending="captured",
    ),
    Case(
        "run-goes-where-final-captures-go",
        "Each hole of a run goes where a final capture in it would go, and counts as a final capture; the nearest is "
        "taken first.",
        "hoyito_2 holes=3 final=owner",
        """
        5 3 3 | 0  ->  5 0 0 | 8
        4 3 3 | 0      0 0 0 | 8
        """,
        moves="A",
        to_move="N",
        ending="captured",
        first="N",
        taker="S",
    ),
    Case(
        "end-judged-after-the-run",
        "The end of the game is judged when the whole run is taken.",
        "hoyito_2 holes=3 end_at=8",
        """
        2 1 3 | 0  ->  2 1 0 | 0
        1 2 3 | 0      1 0 0 | 8
        """,
        moves="B",
        ending="over",
        over="eight_left",
        result="12-0 South",
    ),
    # --- the end ---
    Case(
        "hand-counts-as-remaining",
        "The end is judged after each capture, and seeds in the hand count as remaining.",
        "anywoli holes=3",
        """
        0 0 1 | 0  ->  1 1 2 | 0
        5 3 0 | 0      0 0 1 | 4
        """,
        moves="A",
        over="no",
    ),
    Case(
        "starting-position-over",
        "A starting position with `end_at` or fewer seeds is over before any move.",
        "anywoli holes=3",
        """
        1 0 1 | 0
        1 1 0 | 0
        """,
        over="four_left",
        legal="",
        refused="A over",
    ),
    # --- no move ---
    Case(
        "stuck",
        "If neither player has a legal move in one position, the game ends at once with the ending `stuck`, and no pass is recorded.",
        "adji_kui_2 holes=3 end_at=4",
        """
        1 1 1 | 0  ->  1 1 1 | 0
        2 0 0 | 0      0 1 1 | 0
        """,
        moves="A",
        to_move="S",
        ending="over",
        over="stuck",
    ),
    Case(
        "end-without-move",
        "With `end_without_move` the game ends as soon as the player to move has no legal move; the ending is `no_move`, "
        "the seeds left go by `remainder`, and `stuck` is not used.",
        "anywoli holes=3 end_without_move=true stuck=void",
        """
        0 0 0 | 4  ->  0 0 0 | 4
        1 0 4 | 8      0 1 4 | 8
        """,
        words="taker=N",
        moves="A",
        to_move="S",
        ending="over",
        over="no_move",
        result="8-9 North",
    ),
    Case(
        "end-without-move-no-extra-opponent-can",
        "With `end_without_move` a player who has earned an extra move but has no legal one is not the player to move: "
        "the opponent is to move and is judged.",
        "adji_kui_2 holes=3 end_at=0 after_final=again end_without_move=true",
        """
        2 1 3 | 0  ->  2 1 0 | 0
        0 2 0 | 0      0 0 1 | 4
        """,
        moves="B",
        to_move="N",
        ending="captured",
        over="no",
    ),
    Case(
        "end-without-move-no-extra-opponent-cannot",
        "the opponent is to move and is judged",
        "adji_kui_2 holes=3 end_at=0 after_final=again end_without_move=true",
        """
        1 1 3 | 0  ->  1 1 0 | 0
        0 2 0 | 0      0 0 1 | 4
        """,
        moves="B",
        to_move="S",
        ending="over",
        over="no_move",
        result="5-2 South",
    ),
    # --- endless sowing ---
    Case(
        "endless-start-comes-back",
        "A move is endless when the start of a lap comes back: the same board, the same hole and the same seeds in the hand.",
        "anywoli holes=2 endless=owners",
        """
        2 1 | 0
        3 0 | 0
        """,
        moves="A",
        ending="endless",
        laps=4,
    ),
    Case(
        "endless-barred",
        'With `endless = "barred"` an endless move is not legal.',
        "adji_kui_2",
        """
        0 1 0 1 2 0 | 20
        1 0 1 2 0 4 | 16
        """,
        legal="F",
        refused="D endless",
    ),
    Case(
        "only-barred-moves-pass",
        "A player with nothing but barred moves has no legal move.",
        "anywoli holes=2",
        """
        2 1 | 0
        3 0 | 0
        """,
        moves="-",
        to_move="N",
        ending="passed",
        legal="a b",
    ),
    Case(
        "endless-move-recorded-and-taken-back",
        "Where an endless move is legal, it is recorded as a move although it is taken back, and the game ends with the "
        "ending `endless`.",
        "anywoli holes=2 endless=owners",
        """
        2 1 | 4  ->  2 1 | 4
        3 0 | 4      3 0 | 4
        """,
        moves="A",
        to_move="S",
        ending="endless",
        over="endless",
        legal="",
    ),
    Case(
        "endless-captures-taken-back",
        "Captures made in an endless move are taken back with it.",
        "anywoli holes=2 endless=owners",
        """
        3 1 | 2  ->  3 1 | 2
        6 0 | 4      6 0 | 4
        """,
        words="taker=S",
        moves="A",
        ending="endless",
        over="endless",
        laps=5,
        taker="S",
        result="10-6 South",
    ),
    # --- fours that may not be captured ---
    Case(
        "uncapturable-four-decided-by-own-final",
        "A final four that may not be captured, because `final` is nobody or `final_side` leaves its hole out, is decided "
        "by `own_final`.",
        "anywoli holes=3 final_side=own own_final=relay",
        """
        1 1 3 | 0  ->  2 2 0 | 0
        2 0 1 | 0      3 1 0 | 0
        """,
        moves="C",
        to_move="N",
        ending="stopped",
        laps=2,
    ),
    Case(
        "owner-takes-and-mover-moves-again",
        'With `final = "owner"` the owner of the hole takes the seeds and counts as the taker for `penultimate` and '
        "`first_final`; the mover still has what `after_final` gives.",
        "anywoli holes=3 final=owner",
        """
        1 1 3 | 0  ->  1 1 0 | 4
        3 0 1 | 0      3 0 0 | 0
        """,
        moves="C",
        to_move="S",
        ending="again",
        taker="N",
        first="N",
    ),
    # --- result and ending ---
    Case(
        "seeds-left-stay-on-the-board",
        "The seeds left stay on the board in the last position; only the result gives them away.",
        "anywoli holes=3",
        """
        1 1 3 | 0  ->  1 1 0 | 0
        2 0 1 | 0      2 0 0 | 4
        """,
        moves="C",
        result="8-0 South",
    ),
    Case(
        "option-says-draw",
        "The player with more seeds wins, and equal numbers are a draw, unless the option that ended the game says otherwise.",
        "anywoli holes=2 endless=draw",
        """
        2 1 | 4
        3 0 | 8
        """,
        moves="A",
        result="8-4 draw",
    ),
    Case(
        "no-result-leaves-the-board-uncounted",
        "After a game that ended as a draw by option or without a result, the seeds on the board count for nobody.",
        "anywoli holes=2 endless=void",
        """
        2 1 | 4
        3 0 | 8
        """,
        moves="A",
        result="8-4 no result",
    ),
    # --- what each value does ---
    Case(
        "direction-cw",
        'With `direction = "cw"` each seed goes one hole clockwise from the last; numbering and ownership stay as they are.',
        "anywoli holes=3 direction=cw",
        """
        0 0 1 | 0  ->  1 1 1 | 0
        2 0 2 | 0      0 0 2 | 0
        """,
        moves="A",
        to_move="N",
        legal="a b c",
    ),
    Case(
        "relay-false",
        "With `relay = false` a move is one lap: a last seed in an occupied hole ends it, unless it makes a final capture.",
        "anywoli holes=3 relay=false",
        """
        0 0 1 | 0  ->  0 0 1 | 0
        1 1 2 | 0      0 2 2 | 0
        """,
        moves="A",
        to_move="N",
        ending="stopped",
        laps=1,
    ),
    Case(
        "relay-false-final-capture",
        "unless it makes a final capture",
        "anywoli holes=3 relay=false",
        """
        1 1 1 | 0  ->  1 1 1 | 0
        1 3 2 | 0      0 0 2 | 4
        """,
        moves="A",
        to_move="S",
        ending="again",
    ),
    Case(
        "least-3",
        "With `least = 3` holes of one or two seeds may not be chosen.",
        "anywoli holes=3 least=3",
        """
        1 1 1 | 0
        1 2 3 | 0
        """,
        legal="C",
        refused="B singleton",
    ),
    Case(
        "origin-skip",
        'With `origin = "skip"` a lap passes over the hole where it picked up.',
        "anywoli holes=3 origin=skip relay=false",
        """
        0 0 0 | 0  ->  1 1 1 | 0
        6 0 0 | 0      0 2 1 | 0
        """,
        moves="A",
        to_move="N",
        ending="stopped",
    ),
    Case(
        "origin-skip-each-lap-its-own",
        "a lap passes over the hole where it picked up",
        "anywoli holes=3 origin=skip",
        """
        0 0 0 | 0  ->  0 2 0 | 0
        6 0 0 | 0      1 1 2 | 0
        """,
        moves="A",
        to_move="N",
        ending="stopped",
        laps=4,
    ),
    Case(
        "capture-on-2-and-3",
        "With `capture_on` of several sizes, a hole that a sown seed brings to any one of them is captured.",
        "anywoli holes=3 capture_on=2,3 end_at=2",
        """
        2 1 0 | 0  ->  2 1 1 | 0
        3 1 2 | 0      0 0 0 | 5
        """,
        moves="A",
        to_move="N",
        ending="stopped",
    ),
    Case(
        "passing-owner",
        'With `passing = "owner"` passing captures go to the owner of the hole.',
        "anywoli holes=3 passing=owner",
        """
        0 0 3 | 0  ->  0 1 0 | 4
        3 1 2 | 0      3 1 0 | 0
        """,
        moves="C",
    ),
    Case(
        "passing-mover",
        'With `passing = "mover"` passing captures go to the mover.',
        "anywoli holes=3 passing=mover",
        """
        0 0 3 | 0  ->  0 1 0 | 0
        3 1 2 | 0      3 1 0 | 4
        """,
        moves="C",
        taker="S",
        first="",
    ),
    Case(
        "passing-nobody",
        'With `passing = "nobody"` no passing captures are made.',
        "anywoli holes=3 passing=nobody",
        """
        0 0 3 | 0  ->  0 1 4 | 0
        3 1 2 | 0      3 1 0 | 0
        """,
        moves="C",
    ),
    Case(
        "final-mover",
        'With `final = "mover"` final captures go to the mover.',
        "anywoli holes=3 final=mover",
        """
        1 1 3 | 0  ->  1 1 0 | 0
        3 0 1 | 0      3 0 0 | 4
        """,
        moves="C",
    ),
    Case(
        "final-owner",
        'With `final = "owner"` final captures go to the owner of the hole.',
        "anywoli holes=3 final=owner",
        """
        1 1 3 | 0  ->  1 1 0 | 4
        3 0 1 | 0      3 0 0 | 0
        """,
        moves="C",
    ),
    Case(
        "final-nobody",
        'With `final = "nobody"` the last seed of a lap never captures.',
        "anywoli holes=3 final=nobody",
        """
        1 1 3 | 0  ->  1 1 4 | 0
        3 0 1 | 0      3 0 0 | 0
        """,
        moves="C",
        to_move="N",
        ending="stopped",
    ),
    Case(
        "final-side-any",
        'With `final_side = "any"` final captures are made in every hole.',
        "adji_kui_2 holes=3 end_at=4 final_side=any",
        """
        2 1 0 | 0  ->  2 1 0 | 0
        2 0 3 | 0      0 1 0 | 4
        """,
        moves="A",
        to_move="S",
    ),
    Case(
        "final-side-opponent",
        'With `final_side = "opponent"` final captures are made in the opponent\'s holes only.',
        "anywoli holes=3 final_side=opponent",
        """
        1 1 1 | 0  ->  1 1 1 | 0
        1 3 2 | 0      0 4 2 | 0
        """,
        moves="A",
        to_move="N",
        ending="stopped",
    ),
    Case(
        "final-side-own",
        'With `final_side = "own"` final captures are made in the mover\'s own holes only.',
        "anywoli holes=3 final_side=own",
        """
        1 1 3 | 0  ->  1 1 4 | 0
        3 0 1 | 0      3 0 0 | 0
        """,
        moves="C",
        to_move="N",
        ending="stopped",
    ),
    Case(
        "final-side-own-in-own-hole",
        "final captures are made in the mover's own holes only",
        "anywoli holes=3 final_side=own",
        """
        1 1 1 | 0  ->  1 1 1 | 0
        1 3 2 | 0      0 0 2 | 4
        """,
        moves="A",
        to_move="S",
        ending="again",
    ),
    Case(
        "own-final-stop",
        'With `own_final = "stop"` a final four that may not be captured stays and ends the move.',
        "adji_kui_2 holes=3 end_at=4 own_final=stop",
        """
        1 1 0 | 0  ->  1 1 0 | 0
        2 0 3 | 0      0 1 4 | 0
        """,
        moves="A",
        ending="stopped",
        laps=1,
    ),
    Case(
        "own-final-relay",
        'With `own_final = "relay"` a final four that may not be captured is picked up and sown on in a new lap.',
        "adji_kui_2 holes=3 end_at=4 own_final=relay",
        """
        1 1 0 | 0  ->  2 2 1 | 0
        2 0 3 | 0      1 1 0 | 0
        """,
        moves="A",
        ending="stopped",
        laps=2,
    ),
    Case(
        "own-final-relay-when-nobody-takes",
        "is picked up and sown on in a new lap",
        "anywoli holes=3 final=nobody own_final=relay",
        """
        1 1 3 | 0  ->  2 2 0 | 0
        2 0 1 | 0      3 1 0 | 0
        """,
        moves="C",
        ending="stopped",
        laps=2,
    ),
    Case(
        "after-final-again",
        'With `after_final = "again"` the player who made a final capture moves again.',
        "adji_kui_2 holes=3 end_at=4 after_final=again",
        """
        2 1 3 | 0
        2 2 0 | 0
        """,
        moves="B",
        to_move="S",
        ending="again",
        legal="A",
    ),
    Case(
        "after-final-over",
        'With `after_final = "over"` the opponent is to move after a final capture.',
        "anywoli holes=3 after_final=over",
        """
        1 1 3 | 0
        3 0 1 | 0
        """,
        moves="C",
        to_move="N",
        ending="captured",
        legal="b c",
    ),
    Case(
        "extra-move-compulsory",
        'With `extra_move = "compulsory"` an extra move may not be declined.',
        "anywoli holes=3 extra_move=compulsory",
        """
        1 1 3 | 0
        3 0 1 | 0
        """,
        moves="C",
        to_move="S",
        refused="- must_move",
    ),
    Case(
        "extra-move-optional",
        'With `extra_move = "optional"` an extra move may be declined.',
        "anywoli holes=3 extra_move=optional",
        """
        1 1 3 | 0
        3 0 1 | 0
        """,
        moves="C -",
        to_move="N",
        ending="passed",
    ),
    Case(
        "extra-move-optional-is-not-a-free-pass",
        "an extra move may be declined",
        "anywoli holes=3 extra_move=optional",
        """
        1 1 3 | 0
        3 0 1 | 0
        """,
        refused="- must_move",
    ),
    Case(
        "chain-none",
        'With `chain = "none"` a final capture takes its own hole alone.',
        "hoyito_2 holes=3 chain=none",
        """
        2 1 3 | 0  ->  2 1 0 | 0
        3 2 3 | 0      3 0 4 | 4
        """,
        moves="B",
        to_move="S",
        ending="again",
    ),
    Case(
        "end-at-8",
        "With `end_at = 8` the game ends as soon as eight or fewer seeds remain.",
        "anywoli holes=3 end_at=8",
        """
        1 1 3 | 0
        3 0 1 | 0
        """,
        moves="C",
        over="eight_left",
        ending="over",
    ),
    Case(
        "end-at-0-plays-on",
        "With `end_at = 0` the game ends when every seed is captured.",
        "anywoli holes=3 end_at=0",
        """
        0 0 3 | 0
        1 0 1 | 0
        """,
        moves="C",
        to_move="S",
        ending="again",
        over="no",
    ),
    Case(
        "end-at-0",
        "the game ends when every seed is captured",
        "anywoli holes=3 end_at=0",
        """
        0 0 3 | 8
        0 0 1 | 12
        """,
        moves="C",
        ending="over",
        over="none_left",
        result="16-8 South",
    ),
    Case(
        "end-without-move-false",
        "With `end_without_move = false` a player without a legal move passes.",
        "anywoli holes=3 end_without_move=false",
        """
        0 0 0 | 4
        1 0 4 | 8
        """,
        moves="A -",
        to_move="S",
        ending="passed",
        over="no",
    ),
    Case(
        "stuck-owners",
        'With `stuck = "owners"` each player takes the seeds in their own holes when the game is stuck.',
        "adji_kui_2 holes=3 end_at=4 stuck=owners",
        """
        1 1 1 | 8
        2 0 0 | 4
        """,
        moves="A",
        result="6-11 North",
    ),
    Case(
        "stuck-nobody",
        'With `stuck = "nobody"` the seeds left count for nobody when the game is stuck.',
        "adji_kui_2 holes=3 end_at=4 stuck=nobody",
        """
        1 1 1 | 8
        2 0 0 | 4
        """,
        moves="A",
        result="4-8 North",
    ),
    Case(
        "stuck-void",
        'With `stuck = "void"` a stuck game has no result.',
        "adji_kui_2 holes=3 end_at=4 stuck=void",
        """
        1 1 1 | 8
        2 0 0 | 4
        """,
        moves="A",
        result="4-8 no result",
    ),
    Case(
        "endless-owners",
        'With `endless = "owners"` an endless move ends the game and each player takes the seeds in their own holes.',
        "adji_kui_2 holes=2 end_at=4 endless=owners",
        """
        2 1 | 4
        3 0 | 6
        """,
        moves="A",
        over="endless",
        result="9-7 South",
    ),
    Case(
        "endless-draw",
        'With `endless = "draw"` an endless move makes the game a draw.',
        "adji_kui_2 holes=2 end_at=4 endless=draw",
        """
        2 1 | 4
        3 0 | 6
        """,
        moves="A",
        over="endless",
        result="6-4 draw",
    ),
    Case(
        "endless-void",
        'With `endless = "void"` an endless move ends the game without a result.',
        "adji_kui_2 holes=2 end_at=4 endless=void",
        """
        2 1 | 4
        3 0 | 6
        """,
        moves="A",
        over="endless",
        result="6-4 no result",
    ),
    Case(
        "endless-limit",
        'With `endless = "limit:75"` a move of more than 75 laps counts as endless and is treated as under `owners`.',
        "adji_kui_2 holes=2 end_at=4 endless=limit:75",
        """
        2 1 | 4  ->  2 1 | 4
        3 0 | 6      3 0 | 6
        """,
        moves="A",
        ending="endless",
        over="endless",
        result="9-7 South",
    ),
    Case(
        "endless-limit-reached-but-not-passed",
        "a move of more than 75 laps counts as endless",
        "anywoli holes=3 endless=limit:3",
        """
        0 1 1 | 0
        2 0 1 | 0
        """,
        moves="A",
        ending="stopped",
        laps=3,
    ),
    Case(
        "endless-limit-passed-by-a-finite-move",
        "a move of more than 75 laps counts as endless",
        "anywoli holes=3 endless=limit:2",
        """
        0 1 1 | 0  ->  0 1 1 | 0
        2 0 1 | 0      2 0 1 | 0
        """,
        moves="A",
        ending="endless",
        over="endless",
        laps=2,
    ),
]

# The seeds left: four on the board, 8 and 4 in the stores, North took last, South first by a final capture, South moved
# last and North began. Each convention gives its own result.
LEFT = """
    1 0 1 | 4
    1 1 0 | 8
"""
ALL_WORDS = "taker=N first=S starter=N ending=four_left"
for _quote, _convention, _words, _result in [
    (
        'With `remainder = "penultimate"` the player who took the last group captured takes all seeds left.',
        "penultimate",
        ALL_WORDS,
        "8-8 draw",
    ),
    (
        'With `remainder = "lottery"` one fair draw, which is recorded, gives all seeds left to one player.',
        "lottery",
        ALL_WORDS,
        "lottery",
    ),
    ("one fair draw, which is recorded", "lottery", ALL_WORDS + " drawn=S", "12-4 South"),
    ("one fair draw, which is recorded", "lottery", ALL_WORDS + " drawn=N", "8-8 draw"),
    (
        'With `remainder = "first_final"` the taker of the first final capture of the game takes all seeds left.',
        "first_final",
        ALL_WORDS,
        "12-4 South",
    ),
    (
        'With `remainder = "starter"` the player who began the game takes all seeds left.',
        "starter",
        ALL_WORDS,
        "8-8 draw",
    ),
    (
        'With `remainder = "mover"` the player who made the last move takes all seeds left; passes do not count as moves.',
        "mover",
        ALL_WORDS,
        "12-4 South",
    ),
    (
        'With `remainder = "owners"` each player takes the seeds in their own holes.',
        "owners",
        ALL_WORDS,
        "10-6 South",
    ),
    (
        'With `remainder = "nobody"` the seeds left count for nobody.',
        "nobody",
        ALL_WORDS,
        "8-4 South",
    ),
    (
        "Where the player that a convention names does not exist (no capture, no final capture, no move made), the lottery decides.",
        "penultimate",
        "first=S starter=N ending=four_left",
        "lottery",
    ),
    ("no final capture", "first_final", "taker=N starter=N ending=four_left", "lottery"),
    ("no move made", "mover", "taker=N first=S starter=N", "lottery"),
    ("the lottery decides", "penultimate", "ending=four_left drawn=N", "8-8 draw"),
]:
    _name = "left-" + _convention + "".join("-" + w for w in re.findall(r"drawn=\w", _words))
    _name += "" if _words.startswith(ALL_WORDS) else "-missing"
    CASES.append(
        Case(
            _name,
            _quote,
            f"anywoli holes=3 remainder={_convention}",
            LEFT,
            words=_words,
            result=_result,
        )
    )


@pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in CASES])
def test_drawn_case(case):
    rules = rules_of(case.rules)
    before, after = before_and_after(case.board)
    position = undrawn(before, case.mover, case.words)
    move = None
    for choice in case.moves.split():
        move = play(rules, position, None if choice == "-" else choice)
        position = move.after

    if after:
        assert drawn(position) == after
    if case.to_move is not None:
        assert PLAYERS[position.mover] == case.to_move
    if case.ending is not None:
        assert move.ending == case.ending
    if case.laps is not None:
        assert move.laps == case.laps
    if case.taker is not None:
        assert position.last_taker == (PLAYERS.index(case.taker) if case.taker else None)
    if case.first is not None:
        assert position.first_final == (PLAYERS.index(case.first) if case.first else None)
    result = outcome(rules, position)
    if case.over is not None:
        assert (result.ending if result else "no") == case.over
    if case.result is not None:
        assert result_text(result) == case.result
    if case.legal is not None:
        assert letters(position, legal_moves(rules, position)) == case.legal
    if case.refused is not None:
        choice, reason = case.refused.split()
        with pytest.raises(IllegalMove) as refusal:
            play(rules, position, None if choice == "-" else choice)
        assert refusal.value.reason == reason


# --- sentences that need more than one position -------------------------------------------------------------------------

QUOTED = [case.quote for case in CASES]


def quoting(*quotes):
    """Note the sentences that a test plays."""
    QUOTED.extend(quotes)

    def same(test):
        return test

    return same


SET_UPS = [
    (
        "The board has two rows of twelve holes with four seeds in each hole, 96 seeds in all.",
        "anywoli",
        12,
        4,
        96,
    ),
    (
        "The board has two rows of six holes with four seeds in each hole, 48 seeds in all.",
        "adji_kui_2",
        6,
        4,
        48,
    ),
    (
        "The board of Ba-awa has two rows of six holes with four seeds in each hole, 48 seeds in all.",
        "ba_awa",
        6,
        4,
        48,
    ),
    (
        "The board, the sowing and the captures of Obridjie are those of Ba-awa.",
        "obridjie",
        6,
        4,
        48,
    ),
    (
        "The board of Hoyito I has two rows of six holes with four seeds in each hole.",
        "hoyito_1",
        6,
        4,
        48,
    ),
    ("In all else Hoyito II is Hoyito I.", "hoyito_2", 6, 4, 48),
    (
        "The board of Adji Kui I has two rows of six holes with four seeds in each hole.",
        "adji_kui_1",
        6,
        4,
        48,
    ),
    (
        "`yit_nuri`, of the Nuer, is Anywoli on two rows of seven holes, 56 seeds in all.",
        "yit_nuri",
        7,
        4,
        56,
    ),
    (
        "`yit_jani` is Anywoli on two rows of thirteen holes with two seeds in each hole, 52 seeds in all.",
        "yit_jani",
        13,
        2,
        52,
    ),
]
QUOTED += [row[0] for row in SET_UPS]


@pytest.mark.parametrize(
    ("holes", "seeds", "total", "name"),
    [pytest.param(*row[2:], row[1], id=row[1]) for row in SET_UPS],
)
def test_set_up(name, holes, seeds, total):
    position = Position.start(name)
    assert list(position.seeds) == [seeds] * (2 * holes)
    assert sum(position.seeds) == total
    assert tuple(position.stores) == (0, 0)


@quoting(
    "The board, the sowing and the captures of Obridjie are those of Ba-awa.",
    "In all else Hoyito II is Hoyito I.",
)
@pytest.mark.parametrize(
    ("name", "kin", "differ"),
    [
        ("yit_nuri", "anywoli", {"holes"}),
        ("yit_jani", "anywoli", {"holes", "seeds"}),
        ("hoyito_2", "hoyito_1", {"passing", "chain", "after_final"}),
        ("obridjie", "ba_awa", {"end_at", "end_without_move", "remainder", "match"}),
    ],
)
def test_kin_differ_in_nothing_else(name, kin, differ):
    rules, other = Rules.load(name), Rules.load(kin)
    assert {f for f in FIELDS if getattr(rules, f) != getattr(other, f)} == differ


@quoting(
    "The near row, A to L from South's left, is owned by South; the far row, a to l from North's left, is owned by North."
)
def test_who_owns_which_row():
    for starter, holes in (
        ("south", "A B C D E F G H I J K L"),
        ("north", "a b c d e f g h i j k l"),
    ):
        position = Position.start("anywoli", starter=starter)
        assert letters(position, legal_moves(Rules.load("anywoli"), position)) == holes


@quoting(
    "An end with too few seeds is named after `end_at`: `none_left` for 0, `one_left` to `ten_left` for 1 to 10, "
    "`few_left` for more."
)
def test_names_of_the_natural_endings():
    empty = Position.parse("<3,12,12,0,0,0,0,0,0> S")
    names = {
        0: "none_left",
        1: "one_left",
        4: "four_left",
        8: "eight_left",
        10: "ten_left",
        11: "few_left",
        20: "few_left",
    }
    for end_at, name in names.items():
        assert outcome(rules_of(f"anywoli holes=3 end_at={end_at}"), empty).ending == name


@quoting("No seed is ever lost: board, hand and stores always add up to the same total.")
@pytest.mark.parametrize("name", Rules.names())
def test_no_seed_is_lost(name):
    rules = Rules.load(name)
    position = Position.start(rules)
    total = sum(position.seeds)
    for ply in range(60):
        if outcome(rules, position) is not None:
            break
        move = play(rules, position, strategies.random(rules, position, Stream(7).ply(ply)))
        position = move.after
        assert sum(position.seeds) + sum(position.stores) == total
        hand, board, stores = 0, sum(move.before.seeds), sum(move.before.stores)
        for event in move.events:
            hand += {"pick_up": event.seeds, "sow": -1, "settle": -event.seeds}.get(event.kind, 0)
            board += {
                "pick_up": -event.seeds,
                "sow": 1,
                "settle": event.seeds,
                "capture": -event.seeds,
            }[event.kind]
            stores += event.seeds if event.kind == "capture" else 0
            assert hand + board + stores == total
            assert min(hand, board, stores) >= 0


ENDLESS_BOARD = undrawn(
    """
    0 1 0 1 2 0 | 20
    1 0 1 2 0 4 | 16
    """
)


@quoting(
    "Endlessness is proved by that return and never guessed from the number of laps, except where `endless` sets a limit."
)
def test_endlessness_is_proved():
    # The first start of a lap comes back after 66 laps.
    with pytest.raises(IllegalMove) as refusal:
        play(Rules.load("adji_kui_2"), ENDLESS_BOARD, "D")
    assert refusal.value.reason == "endless"
    assert (refusal.value.data["laps"], refusal.value.data["period"]) == (66, 66)


def test_long_sowings_are_not_endless():
    # Computed by tests/oracle.py, too long for a hand: F ends after 144 laps.
    position = undrawn(
        """
        3 1 10 0 1 8 | 4
        9 3 2 1 0 2 | 4
        """
    )
    assert play(Rules.load("adji_kui_2"), position, "F").laps == 144
    assert play(Rules.load("adji_kui_2"), position, "F").ending == "stopped"
    assert play(rules_of("adji_kui_2 endless=limit:143"), position, "F").ending == "endless"
    assert play(rules_of("adji_kui_2 endless=limit:144"), position, "F").ending == "stopped"


# Two seeds circle on four holes: after A, a, B, b the seeds lie, and South is to move, as at first.
CIRCLE = "<2,8,6,1,0,1,0> S"


def circling(repetition, *choices, start=CIRCLE):
    rules = rules_of(f"anywoli holes=2 end_at=0 repetition={repetition}")
    return Game.new(rules, start=Position.parse(start)).play(*choices)


@quoting(
    'Positions may come back across moves for ever, and with `repetition = "play_on"` play goes on.'
)
def test_repetition_play_on():
    game = circling("play_on", *"AaBb" * 3)
    assert game.outcome is None
    assert str(game.position) == CIRCLE


@quoting(
    "Otherwise the game ends, with the ending `repetition`, the first time that a position comes back since the last capture."
)
@pytest.mark.parametrize("repetition", ["owners", "draw"])
def test_repetition_ends_at_the_first_return(repetition):
    assert circling(repetition, *"AaB").outcome is None
    assert circling(repetition, *"AaBb").outcome.ending == "repetition"


@quoting(
    "Two positions are the same when everything that decides the future is the same: the seeds, their owners, the player "
    "to move and what is still open to them."
)
def test_same_seeds_with_the_other_player_to_move_are_another_position():
    # North's second move relays from b, so the seeds are back in A and a with North to move.
    game = circling("owners", *"AaBaB")
    assert drawn(game.position) == drawn(Position.parse(CIRCLE))
    assert PLAYERS[game.position.mover] == "N"
    assert game.outcome is None


@quoting(
    'With `repetition = "owners"` each player takes the seeds in their own holes when a position comes back.'
)
def test_repetition_owners():
    assert result_text(circling("owners", *"AaBb").outcome) == "9-7 South"


@quoting('With `repetition = "draw"` the game is a draw when a position comes back.')
def test_repetition_draw():
    assert result_text(circling("draw", *"AaBb").outcome) == "8-6 draw"


# --- the run before a final capture --------------------------------------------------------------------------------


@quoting(
    "A run never goes back beyond the holes that the same lap has just sown, for the hole where the lap picked up is empty or sown itself."
)
@pytest.mark.parametrize(
    "label",
    ["hoyito_2", "adji_kui_1", "anywoli holes=4 capture_on=2,3 passing=nobody chain=preceding"],
)
def test_holes_of_a_run_got_a_seed_in_the_last_lap(label):
    # A run goes back through the holes that the lap has just sown, so no older number can matter.
    rules, rng, runs = rules_of(label), Random(3), 0
    for _ in range(400):
        position = random_position(rng, rules)
        for hole in legal_moves(rules, position):
            sown, taken = set(), []
            for event in play(rules, position, hole).events:
                if event.kind == "pick_up":
                    sown.clear()
                elif event.kind == "sow":
                    sown.add(event.hole)
                elif event.final:
                    taken.append(event.hole)
            assert set(taken) <= sown
            runs += len(taken) > 1
    assert runs > 20


# --- circling in Adji Kui I ---------------------------------------------------------------------------------------------


@quoting(
    "When the seeds of Adji Kui I merely circle, so that a position comes back, each player takes the seeds in their own "
    "holes."
)
def test_seeds_that_merely_circle():
    # B reaches A, b reaches a, A reaches b, and a reaches its own hole again: nothing is taken.
    rules = rules_of("adji_kui_1 holes=2")
    start = undrawn(
        """
        2 1 | 4
        1 3 | 5
        """
    )
    game = Game.new(rules, start).play("B", "b", "A")
    assert game.outcome is None
    game = game.play("a")
    assert drawn(game.position) == drawn(start)
    assert game.outcome.ending == "repetition"
    assert result_text(game.outcome) == "9-7 South"


# --- from a score to the territory ----------------------------------------------------------------------------------------


@dataclass
class Score:
    """A score of a round, South's first, and what must come of it; "" asks nothing.

    The territory is drawn as boards are: the owner of each hole, a dot for one out of play, and
    the seeds set aside behind the bars.
    """

    name: str
    quote: str
    rules: str
    score: str
    territory: str = ""
    buy: str = ""  # what the buyer chooses
    disputed: str | None = None  # the hole in dispute, "" for none
    match: str = "*"  # the result of the match


SCORES = [
    Score(
        "seven-holes-and-two-seeds",
        "A score of 4k + r gives k holes and leaves a remainder of r seeds.",
        "adji_kui_2 dispute=empty",
        "30-18",
        """
        N N N N . S | 2
        S S S S S S | 2
        """,
    ),
    Score(
        "south-buys",
        "The winner of the round is the buyer: their first six holes are their own home row, and each further one is a hole "
        "of the other row, bought.",
        "adji_kui_2",
        "36-12",
        """
        N N N S S S | 0
        S S S S S S | 0
        """,
        disputed="",
    ),
    Score(
        "north-buys",
        "The winner of the round is the buyer",
        "ba_awa",
        "20-28",
        """
        N N N N N N | 0
        N S S S S S | 0
        """,
        disputed="",
    ),
    Score(
        "loser-keeps-the-others",
        "The loser of the round owns the other holes of their row.",
        "adji_kui_2",
        "12-36",
        """
        N N N N N N | 0
        N N N S S S | 0
        """,
    ),
    Score(
        "nearest",
        'With `buying = "nearest"` holes are bought in order from the first hole beyond the end of the buyer\'s row, in '
        "sowing order.",
        "adji_kui_2 buying=nearest",
        "32-16",
        """
        N N N N S S | 0
        S S S S S S | 0
        """,
    ),
    Score(
        "nearest-clockwise",
        "in sowing order",
        "adji_kui_2 direction=cw",
        "32-16",
        """
        S S N N N N | 0
        S S S S S S | 0
        """,
    ),
    Score(
        "nearest-clockwise-north",
        "in sowing order",
        "adji_kui_2 direction=cw",
        "16-32",
        """
        N N N N N N | 0
        S S S S N N | 0
        """,
    ),
    Score(
        "choice",
        'With `buying = "choice"` the buyer names the holes of the other row that they buy; a buyer who does '
        "not choose buys the nearest.",
        "adji_kui_2 buying=choice",
        "32-16",
        """
        S N N N S N | 0
        S S S S S S | 0
        """,
        buy="f b",
    ),
    Score(
        "choice-of-none",
        "a buyer who does not choose buys the nearest",
        "adji_kui_2 buying=choice",
        "32-16",
        """
        N N N N S S | 0
        S S S S S S | 0
        """,
    ),
    Score(
        "equal",
        "At 24:24 nothing is bought: each player owns their home row.",
        "adji_kui_2",
        "24-24",
        """
        N N N N N N | 0
        S S S S S S | 0
        """,
        disputed="",
    ),
    Score(
        "one-in-dispute",
        "Two remainders that are not nought add up to four, and one hole is in dispute: the first in buying order, nearest "
        "first, that was not bought.",
        "adji_kui_2",
        "29-19",
        """
        N N N N N S | 0
        S S S S S S | 0
        """,
        disputed="b",
    ),
    Score(
        "one-in-dispute-after-a-choice",
        "the first in buying order, nearest first, that was not bought",
        "adji_kui_2 buying=choice",
        "31-17",
        """
        N N N S N S | 0
        S S S S S S | 0
        """,
        buy="c",
    ),
    Score(
        "nothing-bought-and-one-in-dispute",
        "At 25:23 no hole is bought, and the hole in dispute is the first of the loser's row in buying order.",
        "adji_kui_2",
        "25-23",
        """
        N N N N N N | 0
        S S S S S S | 0
        """,
        disputed="a",
    ),
    Score(
        "nothing-bought-and-one-in-dispute-north",
        "the first of the loser's row in buying order",
        "adji_kui_2 dispute=empty",
        "23-25",
        """
        N N N N N N | 1
        . S S S S S | 3
        """,
        disputed="A",
    ),
    Score(
        "larger-the-winner-has-three",
        'With `dispute = "larger"` the larger remainder, three to one, gets the hole in dispute, and at two to two it goes '
        "to the loser of the round.",
        "adji_kui_2 dispute=larger",
        "27-21",
        """
        N N N N N S | 0
        S S S S S S | 0
        """,
        disputed="a",
    ),
    Score(
        "larger-two-to-two-south-lost",
        "at two to two it goes to the loser of the round",
        "adji_kui_2 dispute=larger",
        "18-30",
        """
        N N N N N N | 0
        N S S S S S | 0
        """,
        disputed="B",
    ),
    Score(
        "loser",
        'With `dispute = "loser"` the hole in dispute goes to the loser of the round.',
        "adji_kui_2 dispute=loser",
        "27-21",
        """
        N N N N N N | 0
        S S S S S S | 0
        """,
        disputed="a",
    ),
    Score(
        "empty",
        'With `dispute = "empty"` the hole in dispute is nobody\'s and out of play for one round, and both players keep '
        "their remainders in store, where they count in the next score.",
        "adji_kui_2 dispute=empty",
        "27-21",
        """
        N N N N N . | 1
        S S S S S S | 3
        """,
        disputed="a",
    ),
    Score(
        "goal-through-the-dispute",
        "A match with buying is won by the player who owns `goal` holes, judged after the dispute.",
        "adji_kui_2",
        "39-9",
        """
        N N S S S S | 0
        S S S S S S | 0
        """,
        match="South 10-2 goal",
    ),
    Score(
        "no-goal-through-the-dispute",
        "judged after the dispute",
        "adji_kui_2 dispute=loser",
        "39-9",
        """
        N N N S S S | 0
        S S S S S S | 0
        """,
    ),
    Score(
        "ba-awa-ten-holes",
        "Ba-awa is played in matches with buying, to ten holes.",
        "ba_awa",
        "8-40",
        """
        N N N N N N | 0
        N N N N S S | 0
        """,
        match="North 2-10 goal",
    ),
    Score("ba-awa-nine-holes", "to ten holes", "ba_awa", "12-36"),
    Score(
        "goal-of-twelve-not-reached",
        "With `goal = 12` a match with buying on twelve holes is won by owning all of them.",
        "adji_kui_2 goal=12",
        "44-4",
        """
        N S S S S S | 0
        S S S S S S | 0
        """,
    ),
    Score(
        "goal-of-twelve-reached",
        "is won by owning all of them",
        "adji_kui_2 goal=12",
        "47-1",
        """
        S S S S S S | 0
        S S S S S S | 0
        """,
        match="South 12-0 no_hole",
    ),
    Score(
        "no-hole-whatever-the-goal",
        "A match is won, whatever its goal, when the other player owns no hole; it is then said to end by `no_hole`, "
        "otherwise by `goal`.",
        "adji_kui_2 goal=12 dispute=empty",
        "46-2",
        """
        . S S S S S | 2
        S S S S S S | 2
        """,
        match="South 11-0 no_hole",
    ),
    Score(
        "limit-of-rounds",
        "A match ends without a winner when `round_limit` rounds are played and nobody has won.",
        "adji_kui_2 round_limit=1",
        "32-16",
        match="nobody 8-4 round_limit",
    ),
    Score(
        "limit-of-rounds-and-a-winner",
        "and nobody has won",
        "adji_kui_2 round_limit=1",
        "40-8",
        match="South 10-2 goal",
    ),
    Score(
        "own-row",
        "Each player fills the holes of their own row from their left with four seeds each, as many as their score fills.",
        "hoyito_1",
        "31-17",
        """
        . . N N N N | 1
        S S S S S S | 7
        """,
    ),
    Score(
        "own-row-hoyito-1",
        "Hoyito I is played in matches on own rows.",
        "hoyito_1",
        "24-24",
        """
        N N N N N N | 0
        S S S S S S | 0
        """,
    ),
    Score(
        "own-row-blocked",
        'With `unfilled = "blocked"` holes that are not filled are out of play in the next round.',
        "hoyito_2 unfilled=blocked",
        "10-38",
        """
        N N N N N N | 14
        S S . . . . | 2
        """,
    ),
    Score(
        "own-row-one-hole",
        "The match is over when a player cannot fill one hole, and the other player wins it.",
        "hoyito_1",
        "44-4",
        """
        . . . . . N | 0
        S S S S S S | 20
        """,
    ),
    Score(
        "own-row-no-hole",
        "The match is over when a player cannot fill one hole, and the other player wins it.",
        "hoyito_1",
        "3-45",
        """
        N N N N N N | 21
        . . . . . . | 3
        """,
        match="North 0-6 no_hole",
    ),
]
QUOTED += [case.quote for case in SCORES]


@pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in SCORES])
def test_score_and_territory(case):
    match = scored(rules_of(case.rules), case.score)
    assert match.result == case.match
    if case.disputed is not None:
        disputed = match.allotment.disputed
        assert letters(match.game.start, () if disputed is None else (disputed,)) == case.disputed
    if case.territory and match.over:
        assert owners_drawn(match.allotment.owner, match.allotment.stock) == trimmed(case.territory)
    elif case.territory:
        start = match.next_round(case.buy.split() or None).game.start
        assert owners_drawn(start.owner, start.stores) == trimmed(case.territory)


@quoting(
    'With `dispute = "lottery"` one fair draw, which is recorded, gives the hole in dispute to one player.'
)
def test_lottery_for_the_hole_in_dispute():
    boards = {0: "N N N N N S | 0\nS S S S S S | 0", 1: "N N N N N N | 0\nS S S S S S | 0"}
    takers = Counter()
    for seed in range(200):
        match = scored("adji_kui_2 dispute=lottery", "25-23", seed=seed)
        drawn_for = match.allotment.drawn
        assert drawn_for == Stream(seed).dispute()
        begun = match.next_round()
        assert owners_drawn(begun.owner, begun.game.start.stores) == boards[drawn_for]
        takers[drawn_for] += 1
    assert min(takers[0], takers[1]) > 70


@quoting(
    "The other three ways of settling a dispute leave no remainder: the hole holds four like any other."
)
@pytest.mark.parametrize("dispute", ["larger", "lottery", "loser"])
def test_a_settled_dispute_leaves_no_remainder(dispute):
    match = scored(f"adji_kui_2 dispute={dispute}", "27-21", seed=1)
    assert match.allotment.disputed == 6
    assert drawn(match.next_round().game.start) == trimmed(
        """
            4 4 4 4 4 4 | 0
            4 4 4 4 4 4 | 0
            """
    )


@quoting("both players keep their remainders in store, where they count in the next score")
def test_an_empty_hole_is_in_play_again_after_one_round():
    first = scored("adji_kui_2 dispute=empty", "27-21").next_round()
    assert drawn(first.game.start) == trimmed(
        """
            4 4 4 4 4 0 | 1
            4 4 4 4 4 4 | 3
            """
    )
    # The second round is begun with all but 4 of the 48 seeds on the board; its score is of all 48.
    then = scored("adji_kui_2 dispute=empty", "27-21", "24-24")
    assert then.round == 2
    assert -1 in then.owner
    assert owners_drawn(then.next_round().owner, (0, 0)) == HOME


HOME = trimmed(
    """
    N N N N N N | 0
    S S S S S S | 0
    """
)

# --- rounds ---------------------------------------------------------------------------------------------------------------


@quoting(
    "In the first round each player owns their home row, and every hole holds the seeds of the set-up."
)
@pytest.mark.parametrize("starter", ["south", "north"])
@pytest.mark.parametrize("name", ["adji_kui_2", "ba_awa", "hoyito_1", "hoyito_2"])
def test_first_round(name, starter):
    match = Match.new(name, starter)
    assert owners_drawn(match.owner, match.game.start.stores) == HOME
    assert match.game.position == Position.start(name, starter)


EIGHT_LEFT = undrawn(
    """
    1 1 1 1 3 1 | 20
    1 1 0 0 0 2 | 16
    """
)


@quoting(
    "The score of a round is what each player has when it is over, the seeds left on the board included as the rules give "
    "them away."
)
def test_score_of_a_round():
    # F takes the four in b: South has 20 and two on the board, North 20 and six.
    match = drawn_match("adji_kui_2", EIGHT_LEFT)
    assert match.score is None
    assert match.play("F").score == (22, 26)
    assert drawn_match("adji_kui_2 remainder=starter", EIGHT_LEFT, "F").score == (28, 20)


@quoting("At the start of each round every hole in play holds as many seeds as at the set-up.")
@pytest.mark.parametrize(
    ("rules", "score", "board"),
    [
        ("hoyito_1", "31-17", "0 0 4 4 4 4 | 1\n4 4 4 4 4 4 | 7"),
        ("adji_kui_2", "36-12", "4 4 4 4 4 4 | 0\n4 4 4 4 4 4 | 0"),
        ("hoyito_1 seeds=2 end_at=2", "19-5", "0 0 0 0 2 2 | 1\n2 2 2 2 2 2 | 7"),
    ],
)
def test_start_of_a_later_round(rules, score, board):
    assert drawn(scored(rules, score).next_round().game.start) == board


@quoting(
    "Ownership lasts one round: territory is made anew from each score, and home rows never change."
)
def test_ownership_lasts_one_round():
    # South owns eight holes in the second round; with 28 in it nine would follow if they counted on.
    match = scored("adji_kui_2", "32-16", "28-20", "20-28")
    assert match.owned == ((6, 6), (8, 4), (7, 5), (5, 7))
    assert owners_drawn(match.next_round().owner, (0, 0)) == trimmed(
        """
            N N N N N N | 0
            N S S S S S | 0
            """
    )


@quoting(
    "The starter alternates: each round is begun by the player who did not begin the one before."
)
def test_starters_alternate():
    match = scored("adji_kui_2", "32-16", "28-20", "16-32").next_round()
    assert [PLAYERS[game.start.mover] for game in match.rounds] == ["S", "N", "S", "N"]
    assert [PLAYERS[game.start.starter] for game in match.rounds] == ["S", "N", "S", "N"]


@quoting("A starter without a legal move passes.")
def test_a_starter_without_a_legal_move_passes():
    start = undrawn(
        """
        0 1 0 3 2 0 | 20
        1 0 1 0 1 0 | 19
        """
    )
    match = drawn_match("adji_kui_2", start, "-")
    assert match.game.moves[0].ending == "passed"
    assert letters(match.game.position, legal_moves(match.rules, match.game.position)) == "b c"


@quoting(
    "A round that is a draw by option or without a result has no score: its territory, with the seeds set beside it, is "
    "played again, and the starter changes."
)
@pytest.mark.parametrize("endless", ["void", "draw"])
def test_a_round_without_a_score_is_played_again(endless):
    # The last move, of A, is endless after 36 laps; computed, too long for a hand.
    match = scored(f"hoyito_2 holes=3 endless={endless}", "12-12", "17-7").next_round()
    assert drawn(match.game.start) == trimmed(
        """
            0 0 4 | 3
            4 4 4 | 5
            """
    )
    over = match.play("C", "a", "A", "A")
    assert (over.game.outcome.ending, over.score, over.over) == ("endless", None, False)
    again = over.next_round()
    assert drawn(again.game.start) == drawn(match.game.start)
    assert again.owner == match.owner
    assert (match.game.start.mover, again.game.start.mover) == (0, 1)


@quoting(
    "In each round board, stores and hand add up to the seeds of the set-up of the whole board."
)
@pytest.mark.parametrize("rules", ["adji_kui_2 dispute=empty", "hoyito_1", "ba_awa"])
def test_no_seed_is_lost_in_a_match(rules):
    match, beside = random_match(rules, seed=5, rounds=12), 0
    for game in match.rounds:
        beside += sum(game.start.stores)
        for position in (game.start, *(move.after for move in game.moves)):
            assert position.left + sum(position.stores) == 48
    assert beside > 0 or rules == "ba_awa"


@quoting(
    "Seeds that fill no own hole are set aside in the store of their player and count in the next score."
)
def test_seeds_set_aside_count_in_the_next_score():
    # South began with 7 set aside and has taken 4 since; F takes 4 more, and 5 stay in its holes.
    rules = "hoyito_1 remainder=owners end_at=8"
    owner = scored(rules, "31-17").next_round().game.start
    assert owners_drawn(owner.owner, owner.stores) == ". . N N N N | 1\nS S S S S S | 7"
    start = undrawn(
        """
        0 0 0 0 1 3 | 27
        2 1 1 1 0 1 | 11
        """,
        words="owner=SSSSSSNNNN..",
    )
    match = drawn_match(rules, start, "F")
    assert match.score == (20, 28)
    assert drawn(match.next_round().game.start) == trimmed(
        """
            4 4 4 4 4 4 | 4
            4 4 4 4 4 0 | 0
            """
    )


@quoting('With `match = "none"` games are single games.')
def test_single_games_are_no_match():
    with pytest.raises(ValueError, match="single games: its option match is none"):
        Match.new(rules_of("adji_kui_2 match=none"))
    assert {name for name in Rules.names() if Rules.load(name).match == "none"} == {
        *("adji_kui_1", "anywoli", "anywoli_wikipedia", "obridjie", "yit_jani", "yit_nuri")
    }


@quoting(
    "Where holes are chosen, random players draw the holes they buy, each equally likely and without repetition, from the "
    "stream of the round just played; greedy players take the nearest."
)
def test_who_buys_what():
    counts = Counter()
    for seed in range(600):
        match = scored("adji_kui_2 buying=choice", "32-16", seed=seed)
        stream = Stream(match.game.seed, match.game.number)
        holes = buying.buyer("random")(match.purchase, stream.buying())
        assert len(set(holes)) == 2
        counts[holes] += 1
        assert match.next_round(holes).bought[-1] == holes
        assert buying.buyer("greedy")(match.purchase, stream.buying()) == (6, 7)
    assert len(counts) == 30  # six holes, then five
    assert min(counts.values()) > 20 * 0.3


# --- random play, greedy play, counting -----------------------------------------------------------------------------------


def chosen(strategy, rules, position, times=400):
    """How often each choice was made."""
    return Counter(strategy(rules, position, Stream(1).ply(ply)) for ply in range(times))


@quoting(
    "Random play draws one of the own holes with enough seeds, each equally likely, in the order of rule 2; if the move "
    "drawn is barred, it is struck and the draw is made again among the rest."
)
def test_random_play():
    adji = Rules.load("adji_kui_2")
    counts = chosen(strategies.random, adji, Position.parse("<6,0,0,3,1,2,0,5,0,9,9,9,9,5,5> S"))
    assert set(counts) == {0, 2, 4}
    assert min(counts.values()) > 400 / 3 * 0.7
    assert set(chosen(strategies.random, adji, ENDLESS_BOARD)) == {5}  # D is barred, F is left


GREEDY_BOARD = undrawn(
    """
    0 0 3 | 0
    1 3 3 | 0
    """
)


@quoting(
    "Greedy play takes the legal move whose captures, own minus opponent's, are largest in that move alone, and draws "
    "among equals."
)
def test_greedy_play():
    rules = rules_of("anywoli holes=3")
    # A makes four in B with the last seed: +4. B gives four to South (in C) and four to North
    # (in a) on the way: 0. C gives four to North (in a) on the way: -4.
    assert set(chosen(strategies.greedy, rules, GREEDY_BOARD, 50)) == {0}
    assert set(
        chosen(strategies.greedy, Rules.load("anywoli"), Position.start("anywoli"), 400)
    ) == set(range(12))


@quoting("To greedy play a move that would be taken back is worth 0.")
def test_greedy_play_and_endless_moves():
    # A is endless, though it would give four to North on the way; taken back, it is worth 0.
    rules = rules_of("anywoli holes=2 endless=void")
    position = Position.parse("<2,0,0,6,0,1,3> S")
    assert set(chosen(strategies.greedy, rules, position, 20)) == {0}
    assert strategies.gain(rules, position, 0) == 0


@quoting(
    "Declining an optional extra move is one more choice, last in order, worth 0 to greedy play and drawn by random play like a hole."
)
def test_declining_is_a_choice():
    rules = rules_of("anywoli holes=3 extra_move=optional")
    # South may decline, or play C, which gives North four.
    position = undrawn(
        """
        0 0 3 | 0
        1 0 2 | 0
        """,
        words="extra=1",
    )
    counts = chosen(strategies.random, rules, position)
    assert set(counts) == {0, 2, None}
    assert min(counts.values()) > 400 / 3 * 0.7
    assert set(chosen(strategies.greedy, rules, position)) == {0, None}


def perft(rules, position, depth):
    """Leaves of the tree of plies, through the public functions."""
    if depth == 0 or outcome(rules, position) is not None:
        return 1
    choices = list(legal_moves(rules, position))
    if position.extra or not choices:
        choices.append(None)
    return sum(perft(rules, play(rules, position, choice).after, depth - 1) for choice in choices)


@quoting(
    "In perft a ply is one move or one pass, and a finished game is one leaf wherever it ended."
)
def test_perft_counts_passes_and_finished_games():
    # Either move captures in a and leaves four: over.
    rules = rules_of("anywoli holes=3")
    position = undrawn(
        """
        1 1 3 | 0
        2 0 1 | 0
        """
    )
    assert [perft(rules, position, depth) for depth in range(4)] == [1, 2, 2, 2]
    # South passes, North has two moves.
    passing = undrawn(
        """
        5 0 1 | 0
        0 0 0 | 0
        """
    )
    assert [perft(rules, passing, depth) for depth in range(3)] == [1, 1, 2]


# --- what is refused ------------------------------------------------------------------------------------------------------

REFUSED = [
    ("A field that does not exist is refused.", "anywoli", {"pits": 12}),
    ("A value that a field does not have is refused.", "anywoli", {"passing": "everybody"}),
    ("A value that a field does not have is refused.", "anywoli", {"endless": "limit:0"}),
    ("A board with fewer than two holes in a row is refused.", "anywoli", {"holes": 1}),
    ("A board with more than 26 holes in a row is refused.", "anywoli", {"holes": 27}),
    ("A `least` above `seeds` is refused, for no first move would exist.", "anywoli", {"least": 5}),
    ("A capture size below two is refused.", "anywoli", {"capture_on": 1}),
    ("A capture size below two is refused.", "anywoli", {"capture_on": (1, 4)}),
    (
        "A total that is not a multiple of the capture size is refused where `capture_on` is one number.",
        "anywoli",
        {"holes": 7, "seeds": 3},
    ),
    (
        "An `end_at` that is not below the total is refused, for the game would be over at the set-up.",
        "adji_kui_2",
        {"end_at": 48},
    ),
    (
        '`passing = "nobody"` together with `final = "nobody"` is refused, for nothing could be captured.',
        "adji_kui_2",
        {"final": "nobody"},
    ),
    (
        '`extra_move = "optional"` is refused unless `after_final` is again and `final` is not nobody.',
        "anywoli",
        {"extra_move": "optional", "after_final": "over"},
    ),
    ("`final` is not nobody", "anywoli", {"extra_move": "optional", "final": "nobody"}),
    (
        '`own_final = "relay"` together with `relay = false` is refused.',
        "anywoli",
        {"own_final": "relay", "relay": False},
    ),
    (
        '`chain = "preceding"` together with `final = "nobody"` is refused, for there is no final capture.',
        "anywoli",
        {"chain": "preceding", "final": "nobody"},
    ),
    (
        "A `goal` outside 1 to 52 and a `round_limit` outside 1 to 10,000 are refused.",
        "adji_kui_2",
        {"round_limit": 0},
    ),
    (
        "A `goal` outside 1 to 52 and a `round_limit` outside 1 to 10,000 are refused.",
        "adji_kui_2",
        {"goal": 53},
    ),
    (
        "A `goal` outside 1 to 52 and a `round_limit` outside 1 to 10,000 are refused.",
        "adji_kui_2",
        {"round_limit": 10_001},
    ),
]
QUOTED += [row[0] for row in REFUSED]


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        pytest.param(name, changes, id=" ".join(f"{k}={v}" for k, v in changes.items()))
        for _, name, changes in REFUSED
    ],
)
def test_refused(name, changes):
    with pytest.raises(ValueError, match="|".join(changes)):
        Rules.load(name).replace(**changes)


@quoting(
    'A match with `remainder = "nobody"` or `stuck = "nobody"` is refused when it begins, for the seeds of a round fill the '
    "holes of the next; single games are not.",
    "A match with buying whose `goal` is not above the holes of a row is refused when it begins, for both players would own "
    "so many from the start.",
)
@pytest.mark.parametrize(
    "label",
    [
        "adji_kui_2 remainder=nobody",
        "hoyito_1 stuck=nobody",
        "ba_awa goal=6",
        "adji_kui_2 holes=10",
        "obridjie match=own_row",
    ],
)
def test_refused_as_a_match_begins(label):
    rules = rules_of(label)
    with pytest.raises(ValueError, match=r"remainder|stuck|goal"):
        Match.new(rules)
    assert Game.new(rules).outcome is None


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"own_final": "relay"}, id="own_final unused"),
        pytest.param({"final": "nobody"}, id="after_final unused"),
        pytest.param({"end_without_move": True, "stuck": "void"}, id="stuck unused"),
        pytest.param({"holes": 7, "seeds": 3, "capture_on": (2, 3)}, id="two capture sizes"),
        pytest.param({"holes": 2}, id="smallest board"),
        pytest.param({"holes": 26}, id="largest board"),
        pytest.param({"end_at": 95}, id="largest end_at"),
        pytest.param({"chain": "preceding"}, id="chain with final captures"),
        pytest.param({"remainder": "nobody", "stuck": "nobody"}, id="nobody without matches"),
        pytest.param({"goal": 3, "buying": "choice", "dispute": "empty"}, id="no match"),
        pytest.param({"match": "own_row", "goal": 3}, id="goal unused in own rows"),
        pytest.param({"match": "buying", "goal": 13}, id="smallest goal"),
        pytest.param({"round_limit": 1}, id="smallest round_limit"),
        pytest.param({"round_limit": 10_000}, id="largest round_limit"),
    ],
)
def test_an_option_without_use_is_allowed(changes):
    rules = Rules.load("anywoli").replace(**changes)
    assert Position.start(rules).ending is None


# --- the page -------------------------------------------------------------------------------------------------------------


def numbered_sentences(text):
    """The numbered sentences of a page, without the label (ours)."""
    text = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    items = re.findall(r"^\d+\. (.*(?:\n {2,}\S.*)*)", text, flags=re.MULTILINE)
    return [plain(item).removesuffix(" *(ours)*") for item in items]


PAGE = RULES_PAGE.read_text(encoding="utf-8")


def test_enough_sentences_are_numbered():
    assert len(numbered_sentences(PAGE)) > 100


@pytest.mark.parametrize("sentence", numbered_sentences(PAGE))
def test_every_numbered_sentence_is_played(sentence):
    assert sentence in QUOTED


@pytest.mark.parametrize("quote", sorted(set(QUOTED)))
def test_quotes_stand_in_the_rules(quote):
    assert plain(quote) in plain(PAGE)
