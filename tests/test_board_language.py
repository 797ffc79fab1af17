"""Another language while the board is in use: all is said anew, and the game stays."""

import gc
import gettext
import re

import pytest
from ipywidgets import Dropdown
from ipywidgets.widgets.widget import _instances
from match_cases import scored
from test_board import Loud, click, shown, unmarked

from mancala_core.engine.game import Game
from mancala_core.engine.position import number
from mancala_core.engine.rules import Rules
from mancala_core.players import strategies
from mancala_core.show import board as board_module
from mancala_core.show import controls as controls_module
from mancala_core.show.board import Board
from mancala_core.show.live import parts_of
from mancala_core.show.words import LANGUAGES, Words, languages, speak

NO_MOVE = "<6,19,19,1,0,1,0,0,0,3,2,1,2,0,0> S"


LOUD = {"en": speak("en"), "ur": Words("ur", Loud()), "sw": Words("sw", Loud())}


@pytest.fixture(autouse=True)
def loud(monkeypatch):
    """Two more languages, in which every word that was translated is marked."""
    for module in (board_module, controls_module):
        monkeypatch.setattr(module, "speak", LOUD.__getitem__)
    monkeypatch.setattr(controls_module, "languages", lambda: tuple(LOUD))


def words_of(board):
    """All that stands on the controls, texts of rule sets and languages' own names left out."""
    names = {Rules.load(name).about.title for name in Rules.names()}
    names |= {language.name for language in LANGUAGES.values()}
    for part in parts_of(board):
        yield getattr(part, "description", "")
        yield getattr(part, "tooltip", "")
        if isinstance(part, Dropdown):
            yield from (label for label, _ in part.options if label not in names)


def assert_spoken(board, language):
    data = shown(board)
    assert board.language == data["language"] == board._controls.language.value == language
    assert data["dir"] == LANGUAGES[language].direction
    said = [data["message"], data["chip"], *(cell["label"] for cell in data["cells"])]
    said += [*data["words"].values(), *filter(None, words_of(board))]
    assert len(said) > 80
    if language == "en":
        assert not any("«" in text for text in said)
    else:
        names = "Anywoli|AdjiKuiII|ValueError"
        assert [text for text in said if re.sub(names, "", unmarked(text))] == []


# What is shown


def test_board_controls_labels_and_message_change_and_change_back():
    board = Board("adji_kui_2", seed=1)
    board._controls.more.value = True
    board.play("A", "b")
    before, english = board.game, shown(board)
    for language in ("ur", "sw", "en"):
        board.language = language
        assert_spoken(board, language)
        assert board.game is before
    same = {key: value for key, value in shown(board).items() if key != "sent"}
    assert same == {key: value for key, value in english.items() if key != "sent"}


def test_the_dropdown_names_each_language_in_itself_and_sets_it():
    board = Board("anywoli")
    choice = board._controls.language
    assert choice.options == tuple((LANGUAGES[code].name, code) for code in LOUD)
    assert (choice.description, choice.value) == ("Language", "en")
    choice.value = "ur"
    assert_spoken(board, "ur")
    assert choice.description == "«Language»"


def test_every_language_there_is_can_be_chosen(monkeypatch):
    for module in (board_module, controls_module):
        monkeypatch.setattr(module, "speak", speak)
    monkeypatch.setattr(controls_module, "languages", languages)
    board = Board("adji_kui_2", seed=1)
    board.play("A")
    board._controls.about.value = True
    for language in languages():
        board._controls.language.value = language
        assert board.language == shown(board)["language"] == language
        assert shown(board)["message"]
        assert f'lang="{language}"' in board._controls.about_text.value


def test_what_is_not_translated_falls_back_to_english():
    board = Board("anywoli")
    board._session.perform(board._session.speak, Words("sw", gettext.NullTranslations()))
    assert shown(board)["message"] == "Choose a hole."
    assert board._controls.new.description == "New game"
    assert shown(board)["language"] == "sw"


def test_an_unknown_language_is_refused_and_nothing_changes(monkeypatch):
    monkeypatch.setattr(board_module, "speak", speak)
    board = Board("anywoli")
    before = shown(board)
    with pytest.raises(ValueError, match="There is no language 'xx'"):
        board.language = "xx"
    assert shown(board) == before


# Widgets stay the same ones, so that what has the focus keeps it


def test_no_widget_is_made_or_left_over():
    board = Board("adji_kui_2", match=True, seed=1)
    for toggle in ("more", "about", "standing"):
        getattr(board._controls, toggle).value = True
    gc.collect()
    parts, count = list(parts_of(board)), len(_instances)
    board.language = "ur"
    board._controls.language.value = "sw"
    gc.collect()
    assert [*map(id, parts_of(board))] == [*map(id, parts)]
    assert len(_instances) == count
    assert all(getattr(board._controls, each).value for each in ("more", "about", "standing"))
    assert "«" in board._controls.table.value
    assert "«" in board._controls.about_text.value


def test_choices_stay_as_they_were():
    board = Board("adji_kui_2", opponent="greedy", side="north", pause=0, preview=False)
    board._controls.more.value = True
    board._controls.starter.value = "north"
    board._controls.options.fields["stuck"].value = "void"

    def chosen():
        return [part.value for part in parts_of(board._controls.box) if isinstance(part, Dropdown)]

    before, game = chosen(), board.game
    board.language = "ur"
    assert [*map(str, chosen())] == [value.replace("en", "ur") if value == "en" else value
                                     for value in map(str, before)]  # fmt: skip
    assert board.game is game
    assert board._controls.preview.value is False
    assert board._controls.position.value == str(board.position)


def test_controls_are_read_from_right_to_left_where_the_words_are():
    board = Board("anywoli", language="ur")
    assert "mancala-rtl" in board._controls.box._dom_classes
    board.language = "sw"
    assert "mancala-rtl" not in board._controls.box._dom_classes
    board.language = "ur"
    board.language = "ur"
    assert board._controls.box._dom_classes.count("mancala-rtl") == 1


def test_a_board_without_controls_has_a_language_too():
    board = Board("anywoli", controls=False)
    board.language = "ur"
    assert shown(board)["message"] == "«Choose a hole.»"


def test_a_picture_that_is_shown_is_drawn_in_the_new_language(monkeypatch):
    board = Board("adji_kui_2", seed=1)
    board.play("A")
    asked = []
    monkeypatch.setattr(
        "mancala_core.show.draw.png", lambda _, language: asked.append(language) or b""
    )
    monkeypatch.setattr("mancala_core.show.draw.describe", lambda _, language: language)
    board._controls.picture.click()
    board.language = "ur"
    assert asked == ["en", "ur"]
    assert 'alt="ur"' in board._controls.shown.value
    board.play("b")
    board.language = "sw"
    assert asked == ["en", "ur"]
    assert board._controls.shown.value == ""


# What was being said


def test_a_refusal_is_told_again():
    board = Board("adji_kui_2", seed=1)
    click(board, "b")
    english = shown(board)
    assert (english["tone"], english["refused"]) == ("refused", number("b", 6))
    board.language = "ur"
    assert (shown(board)["tone"], shown(board)["refused"]) == ("refused", number("b", 6))
    assert "«b is «North»'s hole and «South» is to move.»" in shown(board)["message"]
    board.language = "en"
    assert shown(board)["message"] == english["message"]
    click(board, "A")
    board.language = "ur"
    assert shown(board)["tone"] == ""


def test_a_wrong_position_is_refused_in_the_new_language():
    board = Board("adji_kui_2")
    board._controls.position.value = "<6,1> S"
    english = shown(board)["message"]
    board.language = "ur"
    board.language = "en"
    assert (shown(board)["tone"], shown(board)["message"]) == ("refused", english)


def test_the_end_and_a_pass_are_told_again():
    board = Board(Game.new("adji_kui_2", start=NO_MOVE))
    assert board._view.frame["pass"]
    board.language = "ur"
    assert shown(board)["message"].startswith("«")
    over = Game.new("adji_kui_2", start="<6,20,20,0,1,0,2,0,1,0,1,0,1,1,1> S")
    board = Board(over)
    assert "Game over." in shown(board)["message"]
    board.language = "ur"
    assert "«Game over.»" in shown(board)["message"]


def test_while_the_opponent_is_to_move():
    board = Board("adji_kui_2", opponent="greedy", pause=0.3, seed=1)
    click(board, "A")
    assert shown(board)["waiting"]
    board.language = "ur"
    assert shown(board)["waiting"]
    assert "«" in shown(board)["message"]
    assert board.wait()
    assert len(board.game.moves) == 2
    assert shown(board)["message"].startswith("«")


def test_an_opponent_that_failed_is_told_again(monkeypatch):
    def broken(rules, position, draws):
        raise KeyError("no idea")

    monkeypatch.setitem(strategies._STRATEGIES, "broken", broken)
    board = Board("adji_kui_2", opponent="broken", pause=0, seed=1)
    click(board, "A")
    assert "failed: KeyError" in shown(board)["message"]
    click(board, "b")
    board.language = "ur"
    assert shown(board)["tone"] == "error"
    assert shown(board)["message"].startswith("«The computer")
    board.language = "en"
    assert "failed: KeyError: 'no idea'" in shown(board)["message"]


def test_while_a_position_is_set_up():
    board = Board("adji_kui_2", seed=1)
    board._controls.set_up.click()
    board._view.clicked = {"id": shown(board)["id"], "at": 5, "edits": [{"hole": 0, "seeds": 9}]}
    board._controls.editor.mover.value = 1
    draft = board._session.draft
    board.language = "ur"
    assert board._session.draft is draft
    assert shown(board)["edit"]
    assert shown(board)["message"].startswith("«Put seeds")
    assert board._controls.editor.mover.value == 1
    assert board._controls.editor.use.description == "«Play from here»"
    assert_spoken(board, "ur")
    board._controls.editor.use.click()
    assert board.position.seeds[0] == 9


def test_between_two_rounds_what_is_chosen_stays():
    board = Board(scored("adji_kui_2 buying=choice", "35-13"))
    assert board._session.choosing is not None
    click(board, "b")
    chosen, match, english = board._session.chosen, board.match, shown(board)["message"]
    assert "Chosen: a (1 of 2)." in english
    board.language = "ur"
    assert board._session.chosen == chosen
    assert board.match is match
    assert "«" in shown(board)["message"]
    assert shown(board)["next"] == "«Next round»"
    assert "«" in shown(board)["round"]
    board.language = "en"
    assert shown(board)["message"] == english
    assert_spoken(board, "en")


def test_while_a_move_is_being_predicted():
    board = Board("adji_kui_2", seed=1)
    click(board, None, predict=True)
    click(board, "A")
    board.language = "ur"
    assert board._session.guess_from == 0
    assert shown(board)["message"].startswith("«You sow from")


def test_a_failure_while_it_is_said_leaves_the_old_language(monkeypatch):
    board = Board("adji_kui_2", seed=1)
    monkeypatch.setattr(board._session, "told", lambda *given: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        board.language = "ur"
    assert board.language == "en"
    assert board._controls.language.value == "en"
    board._controls.language.value = "ur"
    assert board.language == "en"
    assert board._controls.language.value == "en"
    assert shown(board)["tone"] == "error"
