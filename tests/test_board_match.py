"""A match on the board: ownership, rounds, buying, the standing; without a browser."""

import json
import random
import re

import pytest
from test_board import Loud, cell, click, shown, unmarked

from mancala_core.engine.choices import legal_moves
from mancala_core.engine.game import Game
from mancala_core.engine.match import Match
from mancala_core.engine.position import Position
from mancala_core.engine.rules import Rules
from mancala_core.engine.streams import Stream
from mancala_core.players.buying import buyer
from mancala_core.show import board as board_module
from mancala_core.show import face, match_table
from mancala_core.show.board import Board
from mancala_core.show.frame import Scene, frame
from mancala_core.show.looks import looks
from mancala_core.show.match_rows import rows
from mancala_core.show.words import Words, speak

ADJI = Rules.load("adji_kui_2")
CHOICE = ADJI.replace(buying="choice")
HOYITO = Rules.load("hoyito_1")
ENGLISH = speak("en")
EMPTY = ",".join(["0"] * 12)


def over(south, north, rules=ADJI, seed=1, mover="S"):
    """A match whose first round has come out so."""
    start = Position.parse(f"<6,{south},{north},{EMPTY}> {mover}")
    return Match(rules, (Game.new(rules, start, seed),), seed=seed)


def played(rules, rounds=1, seed=1):
    """A match of random play whose last round is over."""
    match, rng = Match.new(rules, seed=seed), random.Random(seed)
    while True:
        while match.game.outcome is None:
            legal = legal_moves(match.rules, match.game.position)
            match = match.play(rng.choice(legal) if legal else None)
        if match.round == rounds or match.over:
            return match
        match = match.next_round()


def click_anything(board, rng):
    """Choose a hole, or pass."""
    states = [each["state"] for each in shown(board)["cells"]]
    legal = [hole for hole, state in enumerate(states) if state == "playable"]
    click(board, rng.choice(legal) if legal else None)


def states(board, state):
    return "".join(each["name"] for each in shown(board)["cells"] if each["state"] == state)


# Ownership


def test_every_hole_names_its_owner_and_whether_it_was_bought():
    board = Board(over(37, 11))
    board.next_round()
    labels = [each["label"] for each in shown(board)["cells"]]
    assert labels[0] == "South A, 4 seeds"
    assert cell(board, "a")["label"] == "South a, bought, 4 seeds"
    assert cell(board, "d")["label"] == "North d, 4 seeds, playable"
    assert [each["name"] for each in shown(board)["cells"] if each["bought"]] == ["a", "b", "c"]
    assert [each["owner"] for each in shown(board)["cells"]] == list(board.match.owner)
    assert shown(board)["round"] == (
        "Round 2, begun by North. Holes: South 9, North 3. 10 holes win the match."
    )
    assert shown(board)["message"] == (
        "Round 2 begins. Holes: South 9, North 3. Bought by South: a, b, c."
    )


def test_the_owner_moves_from_a_hole_that_was_bought():
    board = Board(over(17, 31))
    board.next_round()
    assert board.match.owner == (1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1)
    assert board.position.mover == 1
    assert states(board, "playable") == "ABabcdef"
    click(board, "A")
    move = board.game.moves[-1]
    assert (move.hole, move.before.mover) == (0, 1)
    assert shown(board)["steps"]
    assert shown(board)["names"][0]["4"] == "North A, bought, 4 seeds"


def test_holes_out_of_play_are_closed_and_refused():
    board = Board(over(9, 39, HOYITO))
    board.next_round()
    assert states(board, "out") == "CDEF"
    assert cell(board, "C")["label"] == "C, out of play"
    assert cell(board, "C")["seeds"] == 0
    click(board, "C")
    assert shown(board)["message"].startswith("C is out of play.")
    assert board.game.moves == ()
    assert board.position.stores == (1, 15)


@pytest.mark.parametrize("rules", [ADJI, HOYITO])
def test_frames_of_rounds_tell_what_the_engine_says(rules):
    match = played(rules, 3, seed=4)
    for back in range(0, 60, 3):
        at = match.back(back)
        game, seen = at.game, looks(at.game)
        data = frame(Scene(game, seen, match=at, following=game.outcome is not None))
        assert json.loads(json.dumps(data)) == data
        legal = legal_moves(game.rules, game.position)
        playable = [h for h, each in enumerate(data["cells"]) if each["state"] == "playable"]
        assert playable == list(legal)
        assert [each["owner"] for each in data["cells"]] == list(at.owner)


# The end of a round

NEXT = "Round 1 is over. All seeds are captured.\n"


@pytest.mark.parametrize(
    ("match", "chip", "said"),
    [
        (
            over(31, 17),
            "South wins round 1",
            (
                "South 31 = 7 × 4 + 3, North 17 = 4 × 4 + 1.\n"
                "South buys the nearest hole: a.\n"
                "b is in dispute, 3 seeds to 1, and goes to South.\n"
                "Next round: South 8 holes, North 4; North begins."
            ),
        ),
        (
            over(14, 34),
            "North wins round 1",
            (
                "South 14 = 3 × 4 + 2, North 34 = 8 × 4 + 2.\n"
                "North buys the 2 nearest holes: A, B.\n"
                "C is in dispute, 2 seeds to 2, and goes to South.\n"
                "Next round: South 4 holes, North 8; North begins."
            ),
        ),
        (
            over(25, 23),
            "South wins round 1",
            (
                "South 25 = 6 × 4 + 1, North 23 = 5 × 4 + 3.\n"
                "a is in dispute, 3 seeds to 1, and goes to North.\n"
                "Next round: South 6 holes, North 6; North begins."
            ),
        ),
        (
            over(24, 24),
            "Round 1: a draw",
            (
                "South 24 = 6 × 4, North 24 = 6 × 4.\n"
                "Nothing is bought.\n"
                "Next round: South 6 holes, North 6; North begins."
            ),
        ),
        (
            over(25, 23, ADJI.replace(dispute="empty")),
            "South wins round 1",
            (
                "South 25 = 6 × 4 + 1, North 23 = 5 × 4 + 3.\n"
                "a is in dispute, 3 seeds to 1, and is out of play.\n"
                "Set aside for the next score: South 1, North 3.\n"
                "Next round: South 6 holes, North 5, out of play 1; North begins."
            ),
        ),
        (
            over(31, 17, ADJI.replace(dispute="lottery")),
            "South wins round 1",
            (
                "South 31 = 7 × 4 + 3, North 17 = 4 × 4 + 1.\n"
                "South buys the nearest hole: a.\n"
                "b is in dispute, 3 seeds to 1, and goes to {drawn} by lot.\n"
                "Next round: South {south} holes, North {north}; North begins."
            ),
        ),
        (
            over(31, 17, HOYITO),
            "South wins round 1",
            (
                "South 31 = 6 × 4 + 7, North 17 = 4 × 4 + 1.\n"
                "Set aside for the next score: South 7, North 1.\n"
                "Next round: South 6 holes, North 4, out of play 2; North begins."
            ),
        ),
        (
            over(40, 8),
            "South wins the match",
            "South 40 = 10 × 4, North 8 = 2 × 4.\nSouth wins the match: 10 holes, 10 were needed.",
        ),
        (
            over(45, 3, HOYITO),
            "South wins the match",
            (
                "South 45 = 6 × 4 + 21, North 3 = 0 × 4 + 3.\n"
                "South wins the match: North owns no hole."
            ),
        ),
        (
            over(31, 17, ADJI.replace(round_limit=1)),
            "No winner",
            (
                "South 31 = 7 × 4 + 3, North 17 = 4 × 4 + 1.\n"
                "b is in dispute, 3 seeds to 1, and goes to South.\n"
                "The match is over after 1 round and has no winner."
            ),
        ),
    ],
)
def test_the_end_of_a_round_says_the_score_and_what_follows(match, chip, said):
    board = Board(match)
    data = shown(board)
    drawn = Stream(match.game.seed).dispute()
    values = {"drawn": ("South", "North")[drawn], "south": 8 - drawn, "north": 4 + drawn}
    assert data["chip"] == chip
    assert data["message"] == NEXT + said.format(**values)
    assert data["next"] == ("" if match.over else "Next round")
    assert data["pass"] == ""
    assert data["over"]
    if not match.over:
        owner = match.next_round().owner
        board.next_round()
        assert board.match.owner == owner
        found = re.search(r"Next round: South (\d+) holes, North (\d+)", said.format(**values))
        assert found.groups() == (str(owner.count(0)), str(owner.count(1)))


def test_a_round_without_a_score_is_played_again():
    rules = ADJI.replace(endless="void")
    start = Position.parse("<6,20,16,1,0,1,2,0,4,0,2,1,0,1,0> S")
    board = Board(Match(rules, (Game.new(rules, start, 1).play("D"),), seed=1))
    data = shown(board)
    assert data["chip"] == "Round 1: no result"
    assert "It has no score: the same territory is played again." in data["message"]
    board.next_round()
    assert (board.match.round, board.match.owner) == (2, (0,) * 6 + (1,) * 6)


def test_the_side_in_whose_colour_the_end_is_said_is_that_of_the_winner():
    assert shown(Board(over(8, 40)))["side"] == 1
    assert shown(Board(over(31, 17, ADJI.replace(round_limit=1))))["side"] is None


# Buying by choice


def test_the_nearest_holes_are_marked_so_that_one_click_suffices():
    board = Board(over(34, 14, CHOICE))
    data = shown(board)
    assert (states(board, "chosen"), states(board, "offered")) == ("ab", "cdef")
    assert data["buyer"] == 0
    assert "South buys 2 holes: choose them. Chosen: a, b (2 of 2)." in data["message"]
    assert "c is in dispute, 2 seeds to 2, and goes to North." in data["message"]
    assert cell(board, "a")["label"] == "North a, 0 seeds, on offer, chosen"
    click(board, None)
    assert board.match.bought == (None, (6, 7))


def test_a_click_takes_a_hole_and_gives_it_up_again():
    board = Board(over(34, 14, CHOICE))
    click(board, "b")
    assert states(board, "chosen") == "a"
    assert "Chosen: a (1 of 2)." in shown(board)["message"]
    assert "in dispute" not in shown(board)["message"]
    click(board, None)
    assert shown(board)["message"] == (
        "South buys 2 holes, and 1 of them is chosen: click on holes on offer."
    )
    assert board.match.round == 1
    click(board, "a")
    assert "None is chosen yet." in shown(board)["message"]
    click(board, None)
    assert "none is chosen: click on holes" in shown(board)["message"]
    click(board, "f")
    click(board, "d")
    assert states(board, "chosen") == "df"
    assert "a is in dispute" in shown(board)["message"]
    click(board, "e")  # one too many takes the place of the earliest
    assert states(board, "chosen") == "de"
    click(board, "A")
    assert shown(board)["message"] == ("A cannot be bought: South chooses among a, b, c, d, e, f.")
    assert shown(board)["refused"] == 0
    click(board, None)
    assert board.match.round == 2
    assert [each["name"] for each in shown(board)["cells"] if each["bought"]] == ["d", "e"]
    assert set(board.match.bought[1]) == {9, 10}


def test_a_late_click_does_not_choose():
    board = Board(over(34, 14, CHOICE))
    ticket = shown(board)["id"]
    click(board, "f", ticket)
    click(board, "e", ticket)
    assert states(board, "chosen") == "bf"
    click(board, None, ticket)
    assert board.match.round == 1


def test_the_computer_buys_for_itself():
    match = over(14, 34, CHOICE, seed=5)
    board = Board(match, opponent="greedy", pause=0)
    assert (states(board, "offered"), states(board, "taken")) == ("", "AB")
    assert shown(board)["buyer"] == 1
    assert cell(board, "A")["label"] == "South A, 0 seeds, about to be bought"
    assert "North buys the 2 nearest holes: A, B." in shown(board)["message"]
    click(board, "D")
    assert shown(board)["message"] == "The game is over."
    board = Board(match, opponent="random", pause=0)
    drawn = buyer("random")(match.purchase, Stream(5).buying())
    names = ", ".join("ABCDEF"[hole] for hole in drawn)
    assert f"By lot North buys 2 holes: {names}." in shown(board)["message"]
    click(board, None)
    assert board.match.bought[1] == drawn
    board = Board(match, opponent="random", side="north", pause=0)
    assert states(board, "chosen") == "AB"
    board._controls.side.value = 0
    assert states(board, "chosen") == ""
    assert set(states(board, "taken")) == {"ABCDEF"[hole] for hole in drawn}
    click(board, None)
    assert states(board, "taken") == ""


def test_holes_bought_from_python():
    board = Board(over(34, 14, CHOICE))
    with pytest.raises(ValueError, match="South buys 2 of the holes"):
        board.next_round(["a"])
    assert board.match.round == 1
    board.next_round(["c", "f"])
    assert board.match.bought == (None, (8, 11))
    with pytest.raises(ValueError, match="Round 2 is not over"):
        board.next_round()
    with pytest.raises(ValueError, match="not a match"):
        Board("adji_kui_2").next_round()


@pytest.mark.parametrize(("opponent", "seed"), [("greedy", 11), ("random", 12)])
def test_a_whole_match_against_the_computer(opponent, seed):
    rules, rng = CHOICE.replace(round_limit=4, goal=12), random.Random(3)
    board = Board(rules, match=True, opponent=opponent, pause=0, seed=seed)
    chosen = 0
    for _ in range(3000):
        data = shown(board)
        if data["over"] and not data["next"]:
            break
        if data["next"]:
            if states(board, "offered"):
                click(board, rng.choice(states(board, "offered")))
                chosen += 1
            click(board, None)
        else:
            click_anything(board, rng)
    match = board.match
    assert match.over
    assert Match.from_text(match.to_text()) == match
    assert chosen == sum(
        holes is not None and match.rounds[place].start.owner[holes[0]] == 0
        for place, holes in enumerate(match.bought)
    )
    assert chosen
    assert shown(board)["chip"] in ("No winner", "South wins the match", "North wins the match")


def test_the_computer_begins_a_round_by_itself():
    board = Board(over(31, 17), opponent="greedy", pause=0)
    click(board, None)
    assert board.match.round == 2
    assert board.position.mover == 0
    assert len(board.game.moves) >= 1
    board.back()  # to the end of the first round, not to where the computer is to move
    assert (board.match.round, shown(board)["next"]) == (1, "Next round")


# Beginning, leaving, going back


def test_what_a_match_can_be_begun_with():
    match = played(ADJI, 2)
    board = Board(match)
    assert board.match is match
    assert board.game is match.game
    assert Board("adji_kui_2", match=True, seed=7).match == Match.new("adji_kui_2", seed=7)
    assert Board("adji_kui_2").match is None
    with pytest.raises(ValueError, match="single games"):
        Board("anywoli", match=True)
    with pytest.raises(ValueError, match="begins a match by a rule set"):
        Board(Game.new("adji_kui_2"), match=True)
    assert Board(match, match=True).match is match


def test_back_goes_over_the_beginnings_of_rounds():
    match = played(ADJI, 2)
    board = Board(match, controls=False)
    steps = len(match.game.moves)
    for back in range(1, steps + 4):
        board.back()
        assert board.match == match.back(back)
    assert board.match.round == 1
    board = Board(over(34, 14, CHOICE))
    click(board, "f")
    click(board, None)
    assert board.match.round == 2
    board._controls.back.click()
    assert (board.match.round, states(board, "chosen")) == (1, "ab")


def test_the_tick_is_there_where_matches_are_played():
    board = Board("anywoli")
    assert board._controls.match.layout.display == "none"
    board._controls.options.rules.value = "adji_kui_2"
    controls = board._controls
    assert controls.match.layout.display is None
    assert controls.match.value is False
    assert (controls.standing.layout.display, controls.territory.layout.display) == ("none",) * 2
    controls.match.value = True
    assert board.match.round == 1
    assert controls.standing.layout.display is None
    assert controls.new.description == "New match"
    assert "A match begins." in shown(board)["message"]


def test_a_game_from_the_set_up_becomes_round_1_and_a_round_a_game():
    board = Board("adji_kui_2", seed=1)
    click(board, "A")
    game = board.game
    board._controls.match.value = True
    assert board.match == Match.new("adji_kui_2", seed=1).play("A")
    assert "This game is now round 1 of a match." in shown(board)["message"]
    board._controls.match.value = False
    assert (board.match, board.game) == (None, game)
    assert shown(board)["message"].startswith("The match was left; Back returns to it.")
    assert shown(board)["round"] == ""
    board.back()
    assert board._controls.match.value is True
    assert board.match.game == game
    board = Board(Position.parse("<6,0,0,5,3,4,4,4,4,4,4,4,4,4,4> S"), rules="adji_kui_2")
    board.play("A")
    board._controls.match.value = True
    assert board.match.game.moves == ()


def test_a_new_game_in_a_match_is_a_new_match():
    board = Board(played(ADJI, 2))
    board._controls.starter.value = "north"
    board._controls.new.click()
    assert (board.match.round, board.match.starter, board.game.moves) == (1, 1, ())
    board.back()
    assert board.match.round == 2


@pytest.mark.parametrize("way", ["set_up", "read", "by hand"])
def test_a_position_leaves_the_match(way):
    match = played(ADJI, 2).back(3)
    board = Board(match)
    text = "<6,20,16,1,0,1,2,0,4,0,2,1,0,1,0> S"
    if way == "set_up":
        board.set_up(text)
    elif way == "read":
        board._controls.position.value = text
    else:
        board._controls.set_up.click()
        assert "Playing on from here leaves the match." in shown(board)["message"]
        assert board.match is match
        assert shown(board)["next"] == ""
        assert board._controls.match.layout.display == "none"
        board._controls.editor.use.click()
        assert board.position.owner == match.owner
    assert board.match is None
    assert "The match was left; Back returns to it." in shown(board)["message"]
    board.back()
    assert board.match == match


def test_leaving_the_set_up_stays_in_the_match():
    board = Board(over(34, 14, CHOICE))
    click(board, "f")
    board._controls.set_up.click()
    click(board, None)
    assert board.match.round == 1
    board._controls.back.click()
    assert (board.match.round, shown(board)["next"]) == (1, "Next round")


def test_rules_by_which_all_comes_out_the_same_keep_the_match():
    match = played(ADJI, 2).back(3)
    board = Board(match)
    board._controls.options.fields["buying"].value = "choice"
    assert board.match.rules.buying == "choice"
    assert board.match.round == 2
    assert [move.hole for move in board.game.moves] == [move.hole for move in match.game.moves]
    assert board.position == match.game.position
    assert "The match goes on: all that was played stays." in shown(board)["message"]


@pytest.mark.parametrize(
    ("field", "value"), [("direction", "cw"), ("match", "none"), ("match", "own_row")]
)
def test_other_rules_leave_the_match(field, value):
    match = played(ADJI, 2).back(3)
    assert match.owner != (0,) * 6 + (1,) * 6
    board = Board(match)
    board._controls.options.fields[field].value = value
    assert board.match is None
    assert "The match was left; Back returns to it." in shown(board)["message"]
    assert board.position.owner == match.owner
    board.back()
    assert board.match == match


def test_another_game_leaves_the_match():
    board = Board(played(ADJI, 2))
    board._controls.options.rules.value = "ba_awa"
    assert board.match is None
    assert board.game.rules.name == "ba_awa"


def test_two_boards_from_one_match_are_independent():
    match = over(34, 14, CHOICE)
    one, two = Board(match), Board(match)
    click(one, "f")
    assert (states(one, "chosen"), states(two, "chosen")) == ("bf", "ab")
    one.next_round()
    assert (one.match.round, two.match.round, match.round) == (2, 1, 1)


def test_an_error_between_rounds_changes_nothing(monkeypatch):
    board = Board(over(34, 14, CHOICE))
    click(board, "f")
    with monkeypatch.context() as patch:
        patch.setattr(Match, "next_round", lambda *_: 1 / 0)
        click(board, None)
    assert "ZeroDivisionError" in shown(board)["message"]
    assert (states(board, "chosen"), board.match.round) == ("bf", 1)
    click(board, None)
    assert set(board.match.bought[1]) == {7, 11}


def test_options_without_a_choice_have_no_control_and_idle_ones_are_hidden():
    board = Board("adji_kui_2")
    fields = board._controls.options.fields
    assert not {"unfilled", "next_starter"} & set(fields)

    def seen():
        match = ("goal", "round_limit", "buying", "dispute")
        return [name for name in match if fields[name].layout.display != "none"]

    assert seen() == ["goal", "round_limit", "buying", "dispute"]
    fields["match"].value = "own_row"
    assert seen() == ["round_limit"]
    fields["match"].value = "none"
    assert seen() == ["goal"]


def test_whether_a_board_has_stores_is_said_by_its_rule_set():
    for name in Rules.names():
        rules = Rules.load(name)
        assert shown(Board(rules, controls=False))["beside"] == (not rules.about.stores)
    assert [name for name in Rules.names() if not Rules.load(name).about.stores] == ["adji_kui_2"]


# The standing


def test_the_standing_has_a_row_for_each_round():
    match = played(ADJI, 3, seed=4)
    found = rows(match)
    assert [row.number for row in found] == [1, 2, 3]
    assert [row.starter for row in found] == [0, 1, 0]
    assert [row.holes for row in found] == list(match.owned[:3])
    assert [row.score for row in found] == [
        (game.outcome.south, game.outcome.north) for game in match.rounds
    ]
    table = [match_table.cells(ENGLISH, match, row) for row in found]
    assert all(len(line) == len(match_table.heads(ENGLISH)) for line in table)
    for row, later in zip(found, match.rounds[1:], strict=False):
        if row.dispute is not None:
            assert row.dispute.owner == later.start.owner[row.dispute.hole]
            assert sum(row.dispute.remainders) == 4


def test_the_hole_in_dispute_is_the_first_that_was_not_chosen():
    match = over(34, 14, CHOICE).next_round(["a", "d"])
    (first, second) = rows(match)
    assert (first.dispute.hole, first.dispute.owner) == (7, 1)
    assert second.owner == match.owner
    cells = match_table.cells(ENGLISH, match, first)
    assert cells == ["1", "South", "6", "6", "–", "34", "14", "none left", "b, 2 to 2: North"]
    cells = match_table.cells(ENGLISH, match, second)
    assert cells == ["2", "North", "8", "4", "South: a, d", "–", "–", "being played", "–"]


def test_the_table_is_shown_on_demand_and_follows():
    board = Board(over(31, 17))
    controls = board._controls
    assert controls.table.layout.display == "none"
    assert controls.table.value == ""
    controls.standing.value = True
    assert controls.table.layout.display is None
    assert controls.table.value.count("<tr") == 2
    assert 'aria-current="true"' in controls.table.value
    click(board, None)
    assert controls.table.value.count("<tr") == 3
    assert '<tr aria-current="true"><th scope="row">► 2</th>' in controls.table.value
    controls.match.value = False
    assert controls.table.layout.display == "none"
    text = match_table.html(ENGLISH, over(8, 40))
    assert "North wins the match: 10 holes, 10 were needed." in text
    assert "Holes at the end: South 2, North 10." in text
    assert "aria-current" not in text


class Sharp(Loud):
    """A catalogue whose words would be markup."""

    def gettext(self, message):
        return f"<b>{message}</b>"

    def ngettext(self, one, many, n):
        return f"<b>{many}</b>"


def test_tables_escape_what_they_show():
    words = Words("en", Sharp())
    match = over(34, 14, CHOICE).next_round(["a", "d"])
    for text in (match_table.region(words, match), face.html(words, match)):
        assert "<b>" not in text
        assert "&lt;b&gt;" in text


def test_a_picture_of_the_territory():
    board = Board(over(31, 17))
    board._controls.territory.click()
    value = board._controls.shown.value
    assert value.startswith('<img src="data:image/png;base64,')
    assert 'alt="Territory in a match of Adji Kui II: Round 1 is over.' in value
    click(board, None)
    assert board._controls.shown.value == ""


def test_the_still_face_shows_what_was_bought_and_the_standing():
    board = Board(over(31, 17, ADJI.replace(dispute="empty")))
    board.next_round()
    data, _ = board._repr_mimebundle_()
    lines = data["text/plain"].splitlines()
    assert lines[0] == (
        "Adji Kui II: Round 2, begun by North. Holes: South 7, North 4, out of play 1. "
        "10 holes win the match. North to move."
    )
    assert "a▼" in lines[1]
    assert "×" in lines[2]
    assert "Bought by South: a." in lines
    assert "Out of play: b." in lines
    assert data["text/html"].count("<table") == 2
    assert "standing of the match" in data["text/html"]
    assert "buys 2 holes: choose them." in face.heading(ENGLISH, over(34, 14, CHOICE))


def test_every_word_of_a_match_goes_through_the_catalogue(monkeypatch):
    monkeypatch.setattr(board_module, "speak", lambda language: Words("en", Loud()))

    def check(board):
        data = shown(board)
        texts = [data[name] for name in ("chip", "title", "round", "message", "next")]
        texts += data["words"].values()
        texts += [each["label"] for each in data["cells"]]
        table = board._controls.table.value
        texts += [table, re.search('aria-label="(.*?)"', table)[1]] if table else []
        still = board._repr_mimebundle_()[0]["text/html"].replace("\n", "")
        texts.append(still[still.index("<caption>") :])
        for text in texts:
            assert unmarked(text) == "", text

    for match in (
        *(over(31, 17), over(24, 24), over(25, 23, ADJI.replace(dispute="empty"))),
        *(over(8, 40), over(3, 45, HOYITO), over(30, 18, HOYITO), over(34, 14, CHOICE)),
        *(over(31, 17, ADJI.replace(dispute="lottery")), over(8, 40, ADJI.replace(goal=12))),
        over(31, 17, ADJI.replace(round_limit=1)),
    ):
        for opponent in (None, "random"):
            board = Board(match, opponent=opponent, side="north", pause=0)
            board._controls.standing.value = True
            check(board)
            if match.over:
                continue
            if states(board, "chosen"):
                click(board, "a")
                check(board)
                click(board, None)
                check(board)
                click(board, "A")
                check(board)
                click(board, "a")
            click(board, None)
            assert board.match.round == 2
            check(board)
            board._controls.match.value = False
            check(board)
            board._controls.match.value = True
            check(board)
            board._controls.set_up.click()
            check(board)
    board = Board(played(ADJI, 1))
    board._controls.options.fields["buying"].value = "choice"
    check(board)
