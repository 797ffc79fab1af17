"""What boards in notebooks are known to get wrong, tried in JupyterLab, with a shared kernel."""

import random
import re
from pathlib import Path

import pytest
from waiting import names, wait_for, wait_for_board, wait_for_game

from mancala_core.engine.choices import legal_moves
from mancala_core.engine.game import Game
from mancala_core.engine.position import letter
from mancala_core.show.board_words import outcome_sentence
from mancala_core.show.words import speak

pytestmark = pytest.mark.browser

BOARD = "from mancala_core import Board\nboard = Board('anywoli', seed=1)\nboard"
FACED = (
    "from mancala_core import Board, Game\n"
    "board = Board(Game.new('adji_kui_2', {!r}), opponent='greedy', pause={})\nboard"
)
PASSES = "<6,19,20,0,1,1,2,0,3,1,0,0,1,0,0> S"  # D, then North must pass
STUCK = "<6,19,20,1,3,0,0,2,0,0,0,1,1,0,1> S"  # B, then neither can move
HEARD = "heard = []\nboard._view.observe(lambda change: heard.append(change['new']), 'clicked')"
MOVES = "len(board.game.moves)"
MARKUP = '<img src="x" onerror="window.hacked = true">'


def start(desk, cell=BOARD, game=None):
    """Lay a board on the desk and hear what is clicked there; gives the game it shows."""
    desk.lay(cell)
    game = game or Game.new("anywoli", seed=1)
    wait_for_game(desk, game)
    desk.ask("0", HEARD)
    return game


def heard(desk):
    """Holes whose clicks have come to Python."""
    return desk.ask("[each.get('hole') for each in heard]")


def sowing(desk):
    return desk.board.locator(".mnc-sowing")


@pytest.mark.parametrize("made", ["with the cell", "in a cell before"])
def test_a_cell_run_three_times_and_one_click_make_one_move(desk, made):
    if made == "with the cell":
        desk.lay(BOARD)
    else:
        desk.lay(BOARD.removesuffix("\nboard"), "board")
    game = Game.new("anywoli", seed=1)
    for _ in range(2):
        desk.again(0 if made == "with the cell" else 1)
    wait_for_game(desk, game)
    assert desk.board.locator(".mnc-hole").count() == 24
    desk.ask("0", HEARD)
    desk.click("A")
    wait_for_game(desk, game.play("A"))
    assert heard(desk) == [0]
    assert desk.ask(MOVES) == 1


def test_ten_fast_clicks_while_a_move_is_sown_make_no_move(desk):
    game = start(desk)
    desk.moving(True)
    buttons = [desk.hole(name).element_handle() for name in "bcdefghijk"]
    desk.click("A")
    sowing(desk).wait_for(state="attached")
    desk.page.evaluate(
        "async (buttons) => { for (const button of buttons) {"
        " button.click(); await new Promise((done) => setTimeout(done, 30)); } }",
        buttons,
    )
    wait_for_game(desk, game.play("A"))
    assert sowing(desk).count() == 0
    assert (heard(desk), desk.ask(MOVES)) == ([0], 1)
    desk.page.wait_for_timeout(400)  # of slow clicks each is a move
    desk.click("b")
    wait_for(lambda: desk.ask(MOVES) == 2, "the next move")


def test_a_click_on_what_another_view_showed_before_is_dropped(desk):
    desk.lay(BOARD, "board")
    game = Game.new("anywoli", seed=1)
    first, second = desk.view(0), desk.view(1)
    wait_for_board(second, game)
    desk.ask("0", HEARD)
    hands = [first.hole("A").element_handle(), second.hole("b").element_handle()]
    desk.page.evaluate("hands => hands.forEach((hand) => hand.click())", hands)
    wait_for(lambda: heard(desk) == [0, 13], lambda: heard(desk))
    for view in (first, second):
        wait_for_game(view, game.play("A"))
        assert "plays A" in view.said()
    assert desk.ask(MOVES) == 1
    assert desk.ask("heard[0]['id'] == heard[1]['id'] != board._session.id")
    second.click("b")
    wait_for_game(first, game.play("A", "b"))


def test_two_boards_do_not_touch_each_other(desk):
    other = "from mancala_core import Board\nother = Board('adji_kui_2', seed=1)\nother"
    desk.lay(BOARD, other)
    first, second = desk.view(0), desk.view(1)
    games = [Game.new("anywoli", seed=1), Game.new("adji_kui_2", seed=1)]
    wait_for_game(first, games[0])
    wait_for_board(second, games[1])
    desk.moving(True)
    first.click("A")
    sowing(first).wait_for(state="attached")
    assert sowing(second).count() == 0
    second.click("B")
    sowing(second).wait_for(state="attached")
    desk.page.keyboard.press("Escape")  # settles the board that has the focus
    wait_for_game(second, games[1].play("B"))
    assert sowing(first).count() == 1
    assert sowing(second).count() == 0
    second.board.get_by_role("button", name="Back", exact=True).click()
    wait_for_game(second, games[1])
    assert sowing(first).count() == 1
    first.hole("c").focus()
    desk.page.keyboard.press("Escape")
    wait_for_game(first, games[0].play("A"))
    assert desk.ask("(len(board.game.moves), len(other.game.moves))") == (1, 0)


def test_a_strategy_that_fails_is_told_and_nothing_is_lost(desk):
    fails = (
        "from mancala_core.players import strategies\n"
        "def fails(rules, position, rng):\n"
        f"    raise KeyError({MARKUP!r})\n"
        "strategies._STRATEGIES['fails'] = fails\n"
        "from mancala_core import Board\n"
        "board = Board('anywoli', seed=1, opponent='fails', pause=0.05)\nboard"
    )
    game = start(desk, fails)
    desk.click("A")
    wait_for(lambda: "failed: KeyError" in desk.said(), desk.said)
    assert MARKUP in desk.said()
    assert desk.board.locator(".mnc-said").get_attribute("data-tone") == "error"
    seeds = [str(count) for count in game.play("A").position.seeds]
    assert desk.board.locator(".mnc-count").all_inner_texts() == seeds
    desk.board.get_by_label("Computer").select_option("nobody (two people)")
    wait_for_game(desk, game.play("A"))
    desk.click("b")
    wait_for_game(desk, game.play("A", "b"))
    assert desk.ask("str(board.position)", "del strategies._STRATEGIES['fails']") == str(
        game.play("A", "b").position
    )
    assert desk.page.evaluate("window.hacked") is None


@pytest.mark.parametrize("motion", [False, True])
def test_the_computer_passes_visibly_and_the_game_goes_on(desk, motion):
    game = start(desk, FACED.format(PASSES, 0.05), Game.new("adji_kui_2", PASSES))
    desk.moving(motion)
    desk.click("D")
    played = game.play("D", None)
    if motion:
        sign = "getComputedStyle(document.querySelector('.mnc-board'), '::after').content"
        wait_for(lambda: desk.page.evaluate(sign) == '"North passes"', "the pass")
        wait_for(lambda: desk.page.evaluate(sign) == "none", "the end of the pass")
    wait_for_game(desk, played)
    assert "North passes" in desk.said()
    assert "South to move" in desk.said()
    desk.page.wait_for_timeout(100)
    last = legal_moves(played.rules, played.position)[0]
    desk.click(letter(last, 6))
    wait_for(lambda: desk.ask(MOVES) > 2, "a move after the pass")


def test_when_neither_can_move_the_end_is_shown(desk):
    game = start(desk, FACED.format(STUCK, 0.05), Game.new("adji_kui_2", STUCK))
    desk.click("B")
    over = game.play("B")
    assert over.outcome.ending == "stuck"
    wait_for_game(desk, over)
    assert "Game over" in desk.said()
    assert outcome_sentence(speak("en"), over) in desk.said()
    assert desk.board.locator(".mnc-hole[aria-disabled=false]").count() == 0
    assert not desk.board.locator(".mnc-pass").is_visible()
    desk.board.get_by_role("button", name="Back", exact=True).click()
    wait_for_game(desk, game)


def test_fifty_moves_of_a_slider_leave_no_figure(desk):
    # Counted while the statements run: after them the notebook closes what pyplot has open.
    count = (
        "import gc\nfrom matplotlib import figure, pyplot\ngc.collect()\nfigures = ("
        "sum(isinstance(each, figure.Figure) for each in gc.get_objects()), pyplot.get_fignums())"
    )
    game = start(desk)
    picture = desk.board.get_by_role("button", name="Picture of the laps")
    shown = desk.board.locator("img[alt*='lap']")

    def draw():
        desk.click("A")
        wait_for_game(desk, game.play("A"))
        picture.click()
        shown.wait_for(timeout=30_000)

    def clear():
        desk.board.get_by_role("button", name="Back", exact=True).click()
        shown.wait_for(state="detached")
        wait_for_game(desk, game)

    draw()
    before = desk.ask("figures", count)
    for _ in range(3):
        clear()
        draw()
    slider = desk.board.locator(".mnc-slider")
    slider.focus()
    seen = set()
    for number in range(50):
        desk.page.keyboard.press("ArrowLeft" if number % 10 < 5 else "ArrowRight")
        seen.add(slider.input_value())
    assert len(seen) == 6
    after = desk.ask("figures", count)
    assert after == before
    assert after[1] == []


def short_game():
    """Moves of a game of Adji Kui II that is soon over and has a pass in it."""
    game, rng = Game.new("adji_kui_2", seed=1), random.Random(380)
    while game.outcome is None:
        legal = legal_moves(game.rules, game.position)
        game = game.play(rng.choice(legal) if legal else None)
    return game


def test_a_whole_game_is_played_by_keyboard_alone(desk):
    whole = short_game()
    holes = [move.hole for move in whole.moves]
    assert None in holes
    cell = "from mancala_core import Board\nboard = Board('adji_kui_2', seed=1)\nboard"
    game = start(desk, cell, Game.new("adji_kui_2", seed=1))
    page = desk.page
    page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .jp-CodeCell").first.focus()
    at = "document.activeElement.closest('.mancala-board') && document.activeElement.dataset.hole"
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate(at) is not None:
            break
    assert page.evaluate(at) == "0"
    for number, hole in enumerate(holes):
        if hole is None:
            wait_for(lambda: "must pass" in desk.said(), desk.said)
            page.keyboard.press("Shift+Tab")
            assert page.evaluate("document.activeElement.className").startswith("mnc-pass")
        elif number % 2:
            page.keyboard.press(letter(hole, 6).lower())
        else:
            page.keyboard.press("ArrowDown" if hole < 6 else "ArrowUp")
            page.keyboard.press("Home" if hole < 6 else "End")
            for _ in range(hole % 6):
                page.keyboard.press("ArrowRight" if hole < 6 else "ArrowLeft")
        if hole is not None:
            assert page.evaluate(at) == str(hole)
        page.keyboard.press("Space" if number % 3 else "Enter")
        game = game.play(hole)
        wait_for_game(desk, game)
    told = desk.board.locator("[role=status]").first.text_content()
    assert "Game over" in told
    assert outcome_sentence(speak("en"), whole) in told
    assert desk.ask("str(board.position)") == str(whole.position)


def test_markup_in_rules_positions_and_records_is_text(desk, tmp_path):
    rules = (Path(__file__).parents[2] / "mancala_core/engine/rulesets/adji_kui_2.toml").read_text(
        encoding="utf-8"
    )
    for name in ("title", "people", "region"):
        old = rules[rules.index(f"{name} = ") :].partition("\n")[0]
        rules = rules.replace(old, f"{name} = '{MARKUP}'", 1)
    rules = rules.replace('summary = """', f'summary = """{MARKUP.replace(chr(34), "")} ', 1)
    (tmp_path / "marked.toml").write_text(rules, encoding="utf-8")
    cell = (
        f"import os\nos.environ['MANCALA_RULES'] = {str(tmp_path)!r}\n"
        "from mancala_core import Board\nboard = Board('marked', match=True, seed=1)\nboard"
    )
    desk.lay(cell)
    board, page = desk.board, desk.page
    images = "document.querySelectorAll('.mancala-board img').length"
    assert MARKUP in board.locator(".mnc-board").get_attribute("aria-label")
    for name in ("About", "Rules", "Standing"):
        board.get_by_role("button", name=re.compile(name)).click()
    wait_for(lambda: board.get_by_text(MARKUP).count() > 0, "the title, as text")
    desk.click("A")
    wait_for(lambda: "plays A" in desk.said(), desk.said)

    text = board.get_by_label("Position", exact=True)
    text.fill(MARKUP)
    text.press("Enter")
    wait_for(lambda: MARKUP in desk.said(), desk.said)

    before = desk.said()
    record = tmp_path / "record.txt"
    record.write_text(f"[Rules {MARKUP!r}]\n1. A\n", encoding="utf-8")
    board.locator("input[type=file]").first.set_input_files(record)
    wait_for(lambda: desk.said() != before, "a refusal of the record")
    assert "onerror" in desk.said()
    still = desk.ask("board._repr_mimebundle_()[0]['text/html']")
    assert "<img" not in still
    assert "&lt;img" in still
    assert page.evaluate(images) == 0
    assert page.evaluate("window.hacked") is None
    desk.ask("0", "del os.environ['MANCALA_RULES']")


def test_axe_finds_nothing_in_any_theme_nor_in_urdu(desk):
    from axe_playwright_python.sync_playwright import Axe

    urdu = (
        "from mancala_core import Board\nboard = Board('adji_kui_2', seed=1, language='ur')\nboard"
    )
    desk.lay(BOARD, urdu)
    views = desk.view(0), desk.view(1)
    wait_for_board(views[0], Game.new("anywoli", seed=1))
    views[1].board.locator(".mnc-hole").first.wait_for()
    for view in views:
        view.click("A")
        view.board.locator(".mnc-laps").wait_for()
    assert views[1].board.locator(".mnc").get_attribute("dir") == "rtl"
    assert views[1].board.locator(".mnc").get_attribute("lang") == "ur"
    assert "South" not in views[1].said()
    page, axe = desk.page, Axe()
    try:
        for theme in ("JupyterLab Light", "JupyterLab Dark", "JupyterLab Dark High Contrast"):
            desk.command("apputils:change-theme", theme=theme)
            page.locator(f"body[data-jp-theme-name='{theme}']").wait_for(state="attached")
            page.wait_for_timeout(300)  # fading colours would be measured half-way
            found = axe.run(page, context=".mancala-board", options={"resultTypes": ["violations"]})
            assert found.response["passes"], "axe looked at nothing"
            assert not found.response["violations"], f"{theme}: {found.generate_report()}"
    finally:
        desk.light()


def test_a_restarted_kernel_is_told_and_the_cell_brings_the_board_back(desk):
    game = start(desk)
    desk.click("A")
    wait_for_game(desk, game.play("A"))
    desk.restart()
    desk.click("b")
    notice = desk.board.locator(".mnc-notice")
    notice.wait_for(timeout=6000)
    assert "run the cell" in notice.inner_text()
    assert desk.names() == names(game.play("A"))  # what was there is still to be seen
    desk.again()
    wait_for_game(desk, game)
    assert not desk.board.locator(".mnc-notice").is_visible()
    desk.click("A")
    wait_for_game(desk, game.play("A"))


CUT = """board => {
    const inside = board.getBoundingClientRect();
    return [...board.querySelectorAll("button, input, select, img, .mnc-said, .mnc-preview")]
        .filter((node) => node.getClientRects().length && !node.closest(".mnc-scroll"))
        .filter((node) => {
            const box = node.getBoundingClientRect();
            return box.left < inside.left - 1 || box.right > inside.right + 1
                || (node.tagName === "BUTTON" && node.scrollWidth > node.clientWidth + 1);
        })
        .map((node) => node.outerHTML.slice(0, 120));
}"""


def test_at_twice_the_size_nothing_is_cut_and_a_tap_is_one_move(open_notebook):
    notebook = open_notebook(
        [BOARD],
        name="zoomed.ipynb",
        viewport={"width": 640, "height": 450},
        device_scale_factor=2,
        has_touch=True,
    )
    notebook.command("application:toggle-left-area")
    notebook.run()
    game = Game.new("anywoli", seed=1)
    wait_for_board(notebook, game)
    page, board = notebook.page, notebook.board
    notebook.hole("A").tap()
    game = game.play("A")
    wait_for_game(notebook, game)
    page.wait_for_timeout(300)
    assert notebook.names() == names(game)
    for name in ("Rules", "About"):
        board.get_by_role("button", name=re.compile(name)).tap()
    board.get_by_label("Fewest seeds to sow").wait_for()
    assert board.evaluate(CUT) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    across = (
        "node => { const wide = []; for (let at = node; at; at = at.parentElement)"
        " if (at.scrollWidth > at.clientWidth + 1 && getComputedStyle(at).overflowX != 'visible'"
        " && getComputedStyle(at).overflowX != 'hidden') wide.push(at.className); return wide; }"
    )
    assert board.evaluate(across) == []
