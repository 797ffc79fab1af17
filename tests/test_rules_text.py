"""One drawn position, or more, for each rule sentence of docs/rules.md.

Each case quotes the sentence that it plays, shows the board before and after as players see it,
and gives the outcome as worked out by hand. North's row is drawn above, from North's last hole to
its first, South's below from A on; the number after the bar is the player's store. Three holes in
a row, before and after::

    c b a | North's store  ->  c b a | North's store
    A B C | South's store      A B C | South's store
"""

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from mancala_core import Game, IllegalMove, Position, Rules, legal_moves, outcome, play
from mancala_core.engine.streams import Stream
from mancala_core.players import strategies

RULES_PAGE = Path(__file__).parents[1] / "docs" / "rules.md"
PLAYERS = "SN"


def plain(text):
    """The text with single spaces."""
    return " ".join(text.split())


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


def undrawn(drawing, to_move="S", words=""):
    """The position that a drawing shows."""
    far, near = (line.split("|") for line in drawing.strip().splitlines())
    seeds = near[0].split() + far[0].split()[::-1]
    numbers = [len(near[0].split()), int(near[1]), int(far[1]), *seeds]
    return Position.parse(f"<{','.join(map(str, numbers))}> {to_move} {words}")


def drawn(position):
    """The drawing of a position, spaces made single."""
    n = len(position.seeds) // 2
    near, far = position.seeds[:n], position.seeds[n:][::-1]
    south, north = position.stores
    return f"{' '.join(map(str, far))} | {north}\n{' '.join(map(str, near))} | {south}"


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


@pytest.mark.parametrize("name", ["yit_nuri", "yit_jani"])
def test_kin_differ_from_anywoli_in_the_board_only(name):
    kin, anywoli = Rules.load(name), Rules.load("anywoli")
    options = [
        "direction", "relay", "least", "origin", "capture_on", "passing", "final", "final_side", "own_final",
        "after_final", "extra_move", "end_at", "end_without_move", "remainder", "stuck", "endless", "repetition",
    ]  # fmt: skip
    assert {o: getattr(kin, o) for o in options} == {o: getattr(anywoli, o) for o in options}


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
@pytest.mark.parametrize(
    "name", ["anywoli", "adji_kui_2", "anywoli_wikipedia", "yit_nuri", "yit_jani"]
)
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
