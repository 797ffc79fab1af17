"""The board's script and style on a bare page, where Python's part is played by the test."""

import json

import pytest

from mancala_core.engine.game import Game
from mancala_core.show.board import _STATIC
from mancala_core.show.frame import Scene, frame
from mancala_core.show.looks import looks

pytestmark = pytest.mark.browser

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Board</title>
<link rel="stylesheet" href="board.css"><style>
html { color-scheme: light dark } body { margin: 8px; background: light-dark(#fff, #111) }
</style></head><body><main class="mancala-board"><div id="el" class="mancala-view"></div></main>
<script type="module">
import board from "./board.js";
const heard = [];
window.sent = [];
window.model = {
  frame: FRAME,
  get: (name) => window.model.frame,
  set: (name, value) => window.sent.push(value),
  save_changes() {},
  on: (name, listener) => heard.push(listener),
  off() {},
};
window.show = (frame) => { window.model.frame = frame; heard.forEach((listener) => listener()); };
board.render({ model: window.model, el: document.getElementById("el") });
</script></body></html>"""


def told(game, number=1):
    return frame(Scene(game, looks(game))) | {"id": number, "sent": number}


@pytest.fixture
def on_page(browser):
    contexts = []

    def opened(data, **options):
        context = browser.new_context(**options)
        contexts.append(context)
        page = context.new_page()
        page.clock.install()

        def answer(route):
            name = route.request.url.rsplit("/", 1)[1]
            kind = {"board.js": "text/javascript", "board.css": "text/css"}.get(name, "text/html")
            body = (
                (_STATIC / name).read_text(encoding="utf-8")
                if name.startswith("board")
                else PAGE.replace("FRAME", json.dumps(data))
            )
            route.fulfill(body=body, content_type=kind + "; charset=utf-8")

        page.route("**/*", answer)
        page.goto("http://board.test/page.html")
        page.locator(".mnc-hole").first.wait_for()
        return page

    yield opened
    for context in contexts:
        context.close()


def test_a_click_names_its_hole_and_frame(on_page):
    page = on_page(told(Game.new("anywoli"), 7))
    page.locator(".mnc-hole").nth(2).click()
    sent = page.evaluate("window.sent")
    assert [(each["hole"], each["id"]) for each in sent] == [(2, 7)]
    page.locator(".mnc-hole").nth(3).dblclick()
    assert [each["hole"] for each in page.evaluate("window.sent")] == [2, 3]


def test_a_notice_stands_after_three_silent_seconds_and_goes_with_the_next_frame(on_page):
    game = Game.new("anywoli")
    page = on_page(told(game))
    notice = page.locator(".mnc-notice")
    page.locator(".mnc-hole").nth(0).click()
    page.clock.fast_forward(2500)
    assert not notice.is_visible()
    page.clock.fast_forward(1000)
    assert notice.is_visible()
    page.evaluate("frame => window.show(frame)", told(game.play("A"), 2))
    assert not notice.is_visible()
    assert page.locator(".mnc-hole").nth(0).get_attribute("aria-label") == "South A, 1 seed"


def test_the_focus_stays_where_it_is_when_a_frame_comes(on_page):
    game = Game.new("anywoli")
    page = on_page(told(game))
    page.locator(".mnc-hole").nth(4).focus()
    page.keyboard.press("Enter")
    page.evaluate("frame => window.show(frame)", told(game.play("E"), 2))
    assert page.evaluate("document.activeElement.dataset.hole") == "4"
    assert page.locator(".mnc-hole[tabindex='0']").count() == 1


def test_laps_can_be_run_through_and_a_click_comes_back_to_the_present(on_page):
    game = Game.new("anywoli").play("A")
    page = on_page(told(game))
    page.get_by_role("button", name="Show lap by lap").click()
    assert page.locator(".mnc-message").inner_text() == "Before the move."
    page.clock.run_for(1100)
    assert page.locator(".mnc-message").inner_text().startswith("Lap 1 of 5")
    page.get_by_role("button", name="Stop").click()
    page.locator(".mnc-hole").nth(13).click(force=True)
    assert page.evaluate("window.sent") == []
    assert page.locator(".mnc-chip").inner_text() == "North to move"
    page.locator(".mnc-hole").nth(13).click()
    assert page.evaluate("window.sent")[0]["hole"] == 13


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["anywoli", "adji_kui_2"])
def test_a_telephone_shows_all_holes_and_axe_finds_nothing(on_page, name, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    game = Game.new(name).play("A")
    page = on_page(told(game), viewport={"width": 360, "height": 740}, color_scheme=scheme)
    inside = page.evaluate(
        "[...document.querySelectorAll('.mnc-hole')].every(hole => {"
        "  const box = hole.getBoundingClientRect();"
        "  return box.left >= 0 && box.right <= innerWidth && box.width >= 24; })"
    )
    assert inside
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    size = page.evaluate(
        "parseFloat(getComputedStyle(document.querySelector('.mnc-count')).fontSize)"
    )
    assert size >= 14
    background = page.evaluate("getComputedStyle(document.querySelector('.mnc-wood')).fill")
    assert background == {"light": "rgb(218, 199, 165)", "dark": "rgb(36, 30, 24)"}[scheme]
    page.clock.resume()
    found = axe.run(page, context="main", options={"resultTypes": ["violations"]})
    assert found.response["passes"], "axe looked at nothing"
    assert not found.response["violations"], found.generate_report()
