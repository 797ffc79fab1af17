"""The record on the board: in JupyterLab with files, and on a bare page with its keys."""

import json
import random
import re
import time

import pytest
from bare_page import told

from mancala_core.engine.choices import legal_moves
from mancala_core.engine.game import Game
from mancala_core.engine.position import letter
from mancala_core.show.frame import Scene, frame
from mancala_core.show.looks import looks
from mancala_core.study.simulate import replay, simulate

pytestmark = pytest.mark.browser

MARKUP = "<img src=x onerror='document.title=1'>"
CLICK_TIME = 0.1
"""Seconds from a click to the move that it went to; the test allows three times as much."""
GAME = Game.new("anywoli", seed=1).play("C", "i", "F", "k", "C", "l", "L")
CELL = """from mancala_core import Board, Game
board = Board(Game.from_text({!r}))
board"""
LONG = """from mancala_core import Board, replay, simulate
board = Board(replay(simulate("anywoli", 60, seed=3, progress=False), {}))
board"""
TIMED = """place => new Promise((done, failed) => {
    const list = document.querySelector(".mnc-moves");
    const moves = list.querySelectorAll(".mnc-move");
    const started = performance.now();
    new MutationObserver(() => requestAnimationFrame(() => done(performance.now() - started)))
        .observe(list, { attributes: true, attributeFilter: ["aria-current"], subtree: true });
    setTimeout(() => failed(new Error("no frame")), 10000);
    moves[place].click();
})"""


def names(game):
    """Accessible names of the holes, as the engine has them."""
    return [cell["label"] for cell in frame(Scene(game, looks(game)))["cells"]]


def back_to(game, moves):
    return game.back(len(game.moves) - moves)


class Record:
    """The list of moves of the board in a notebook."""

    def __init__(self, notebook):
        self.notebook, self.page, self.board = notebook, notebook.page, notebook.board
        self.board.locator(".mnc-record > summary").click(timeout=30_000)

    def button(self, name):
        return self.board.get_by_role("button", name=name, exact=True)

    def move(self, name):
        return self.board.locator(".mnc-move:visible").filter(has_text=name).first

    def shows(self, game):
        self.page.wait_for_function(
            "wanted => JSON.stringify([...document.querySelectorAll('.mnc-hole')].map("
            "hole => hole.getAttribute('aria-label'))) === JSON.stringify(wanted)",
            arg=names(game),
        )

    def save(self):
        with self.page.expect_download() as found:
            self.button("Save").click()
        return found.value

    def open(self, name, text):
        data = text if isinstance(text, bytes) else text.encode()
        chosen = {"name": name, "mimeType": "application/json", "buffer": data}
        with self.page.expect_file_chooser() as found:
            self.button("Open").click()
        found.value.set_files(chosen)

    def says(self, text):
        self.board.locator(".mnc-message").get_by_text(text).wait_for()


def test_moves_are_gone_to_and_a_saved_game_opens_again(open_notebook):
    notebook = open_notebook([CELL.format(GAME.to_text())], name="record.ipynb")
    notebook.run()
    record = Record(notebook)
    texts = record.board.locator(".mnc-moves > :visible").all_inner_texts()
    assert " ".join(" ".join(texts).split()) == GAME.to_text().split("\n\n")[1]
    record.move("i(5)").click()
    record.says("After move 2 of 7.")
    record.shows(back_to(GAME, 2))
    assert record.board.locator(".mnc-record").get_attribute("open") is not None
    record.button("One move on").click()
    record.shows(back_to(GAME, 3))
    record.button("To the start").click()
    record.shows(back_to(GAME, 0))

    first = record.save()
    assert re.fullmatch(r"anywoli-\d{4}-\d\d-\d\d\.json", first.suggested_filename)
    saved = first.path().read_text(encoding="utf-8")
    assert Game.from_json(saved) == GAME

    start = back_to(GAME, 0)
    other = next(h for h in legal_moves(GAME.rules, start.position) if h != GAME.moves[0].hole)
    notebook.click(letter(other, 12))
    record.shows(start.play(other))
    assert record.board.locator(".mnc-move:visible").count() == 1
    record.open("mine.json", saved)
    record.says("mine.json was opened.")
    record.shows(GAME)
    assert Game.from_json(record.save().path().read_text(encoding="utf-8")) == GAME
    record.button("Back").click()
    record.shows(start.play(other))


def test_files_with_markup_and_faults_are_told_in_words(open_notebook):
    from playwright.sync_api import expect

    notebook = open_notebook([CELL.format(GAME.to_text())], name="faults.ipynb")
    notebook.run()
    record = Record(notebook)
    title = record.page.title()
    good = json.loads(GAME.to_json())
    record.open(f"{MARKUP}.json", json.dumps(good | {"rules": MARKUP}))
    record.says(f"There is no rule set {MARKUP!r}")
    record.open("cut.json", GAME.to_json()[:-40])
    record.says("cut.json could not be opened. This is no record of a game:")
    record.open("wrong.txt", GAME.to_text().replace("i(5)", "i(6)"))
    record.says("Move 1, i(6): it is i(5) by the rules.")
    record.open("large.json", b" " * 5_000_001)
    record.board.locator(".mnc-told").get_by_text("larger than 5 MB").wait_for()
    record.shows(GAME)
    kin = Game.new("adji_kui_2", seed=2).play("A")
    text = json.dumps(json.loads(kin.to_json()) | {MARKUP: MARKUP, "players": [MARKUP]})
    record.open("kin.json", text)
    record.says("kin.json was opened.")
    record.shows(kin)
    saved = json.loads(record.save().path().read_text(encoding="utf-8"))
    assert saved["players"] == [MARKUP]
    assert record.board.locator("img[src=x]").count() == 0
    assert record.page.title() == title
    record.board.get_by_role("button", name="Rules").click()
    game = record.board.get_by_label("Game", exact=True)
    expect(game.locator("option:checked")).to_have_text("Adji Kui II")


def test_a_long_game_is_gone_through_quickly_and_pictures_are_saved(open_notebook):
    table = simulate("anywoli", 60, seed=3, progress=False)
    row = int((table["moves"] - 5000).abs().idxmin())
    game = replay(table, row)
    assert len(game.moves) > 4000
    notebook = open_notebook(
        [LONG.format(row)], name="long.ipynb", permissions=["clipboard-read", "clipboard-write"]
    )
    notebook.run()
    record = Record(notebook)
    times = [record.page.evaluate(TIMED, place) / 1000 for place in (10, 50, 20, 40, 5, 55, 30)]
    assert sorted(times)[len(times) // 2] < 3 * CLICK_TIME, times
    field = record.board.get_by_label("Go to the board after move")
    field.fill("2500")
    field.press("Enter")
    record.says("After move 2,500 of")
    record.shows(back_to(game, 2500))
    record.button("60 moves back").click()
    record.shows(back_to(game, 2440))

    record.button("Copy position").click()
    record.board.locator(".mnc-told").get_by_text("Copied.").wait_for()
    copied = record.page.evaluate("navigator.clipboard.readText()")
    assert copied == str(back_to(game, 2440).position)
    record.button("Copy record").click()
    end = time.monotonic() + 10
    while copied.startswith("<") and time.monotonic() < end:
        copied = record.page.evaluate("navigator.clipboard.readText()")
    assert copied == game.to_text()

    record.button("Picture of the board").click()
    record.board.locator("img[alt]").wait_for(timeout=30_000)
    for form, start in (("PNG", b"\x89PNG"), ("SVG", b"<?xml")):
        with record.page.expect_download() as found:
            record.button(f"Save {form}").click()
        assert found.value.suggested_filename.startswith("anywoli-board-")
        assert found.value.path().read_bytes().startswith(start)


# On a bare page


def long_game():
    """200 moves and passes of random play."""
    game, rng = Game.new("anywoli", seed=1), random.Random(1)
    while len(game.moves) < 200:
        legal = legal_moves(game.rules, game.position)
        game = game.play(rng.choice(legal) if legal else None)
    return game


def at(game, moves, number):
    return told(back_to(game, moves), number, entire=game)


def test_the_list_is_one_stop_and_its_keys_go_along_it(on_page):
    game = long_game()
    page = on_page(at(game, 100, 1))
    page.locator(".mnc-record > summary").click()
    assert page.locator(".mnc-move[tabindex='0']").count() == 1
    present = page.locator(".mnc-move[aria-current]")
    assert present.count() == 1
    present.focus()
    focused = "[...document.querySelectorAll('.mnc-move')].indexOf(document.activeElement)"
    assert page.evaluate(focused) == 29
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert page.evaluate(focused) == 31
    assert page.locator(".mnc-move[tabindex='0']").count() == 1
    assert page.evaluate("window.reached") == []
    page.keyboard.press("Enter")
    assert page.evaluate("window.sent.at(-1).go") == 102
    page.evaluate("frame => window.show(frame)", at(game, 102, 2))
    assert page.evaluate("document.activeElement.getAttribute('aria-current')") == "true"
    page.keyboard.press("End")
    assert page.evaluate(focused) == 59
    page.keyboard.press("Home")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(focused) == 0
    page.evaluate("frame => window.show(frame)", told(back_to(game, 3), 3))
    assert page.locator(".mnc-move:visible").count() == 3
    assert page.evaluate("document.activeElement.getAttribute('aria-current')") == "true"


def test_what_may_not_be_copied_stands_there_marked(on_page):
    page = on_page(told(GAME))
    page.locator(".mnc-record > summary").click()
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.get_by_role("button", name="Copy position").click()
    page.locator(".mnc-text").wait_for()
    assert page.evaluate("getSelection().toString()") == str(GAME.position)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1000])
def test_the_record_is_legible_and_axe_finds_nothing(on_page, width, scheme):
    from axe_playwright_python.sync_playwright import Axe

    data = at(long_game(), 100, 1) | {"dir": "rtl"}
    page = on_page(data, viewport={"width": width, "height": 900}, color_scheme=scheme)
    page.locator(".mnc-record > summary").click()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    lefts = page.locator(".mnc-moves .mnc-entry:visible").evaluate_all(
        "boxes => boxes.slice(0, 2).map(box => box.getBoundingClientRect().left)"
    )
    assert lefts[0] < lefts[1]  # notation is read from left to right everywhere
    sizes = page.locator(".mnc-move:visible").evaluate_all(
        "moves => moves.map(move => [move.offsetWidth, move.offsetHeight])"
    )
    assert all(min(size) >= 24 for size in sizes) or min(size[1] for size in sizes) >= 24
    page.clock.resume()
    found = Axe().run(page, context="main", options={"resultTypes": ["violations"]})
    assert found.response["passes"], "axe looked at nothing"
    assert not found.response["violations"], found.generate_report()


def test_a_click_in_the_list_ends_the_sowing_first(on_page):
    game = long_game()
    page = on_page(at(game, 100, 1), reduced_motion="no-preference")
    page.locator(".mnc-record > summary").click()
    page.evaluate("frame => window.show(frame)", at(game, 101, 2) | {"played": 1})
    page.clock.run_for(300)
    assert page.locator(".mnc-sowing").count() == 1
    page.get_by_role("button", name="One move on", exact=True).click()
    assert page.locator(".mnc-sowing").count() == 0
    sent = page.evaluate("window.sent.at(-1)")
    assert (sent["go"], sent["id"]) == (102, 2)
    page.get_by_role("button", name="To the last move", exact=True).click()
    assert page.evaluate("window.sent.at(-1).go") == 200
    page.evaluate("frame => window.show(frame)", told(game, 3) | {"played": 1})
    assert page.locator(".mnc-sowing").count() == 0
    count = page.evaluate("window.sent.length")
    page.get_by_role("button", name="One move on", exact=True).click(force=True)
    assert page.evaluate("window.sent.length") == count
