"""About and the choice of a language, in JupyterLab."""

import re

import pytest

from mancala_core.engine.game import Game
from mancala_core.show.frame import last_message
from mancala_core.show.words import LANGUAGES, languages, speak

pytestmark = pytest.mark.browser


def direction(node):
    return node.evaluate("node => getComputedStyle(node).direction")


def test_a_language_is_chosen_and_the_focus_stays(open_notebook):
    from axe_playwright_python.sync_playwright import Axe

    notebook = open_notebook(["from mancala_core import Board\nBoard('anywoli', seed=1)"])
    notebook.run()
    board, page = notebook.board, notebook.page
    board.locator(".mnc-hole").first.wait_for()
    board.get_by_role("button", name=re.compile("About")).click()
    about = board.locator(".mnc-about")
    about.get_by_text("two rows of 12 holes").wait_for()
    choice = board.get_by_label("Language", exact=True)
    assert choice.locator("option").all_inner_texts() == [
        LANGUAGES[each].name for each in languages()
    ]
    choice.focus()
    for language in (*languages()[1:], "en"):
        words = speak(language)
        choice = board.locator("select", has_text=LANGUAGES["sw"].name)
        choice.select_option(label=LANGUAGES[language].name)
        board.get_by_text(last_message(words, Game.new("anywoli"))).first.wait_for()
        board.locator(f'.mnc-about[lang="{language}"]').wait_for()
        assert choice.evaluate("node => node === document.activeElement")
        assert direction(about) == direction(choice) == words.direction
        assert direction(about.locator('[lang="en"]').first) == "ltr"
        assert direction(board.locator("input[type=text]").first) == "ltr"
        assert board.locator(".mancala-rtl").count() == (words.direction == "rtl")
        found = Axe().run(page, context=".mancala-board", options={"resultTypes": ["violations"]})
        assert found.response["passes"], "axe looked at nothing"
        assert not found.response["violations"], f"{language}: {found.generate_report()}"
