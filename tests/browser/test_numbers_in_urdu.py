"""Numbers in text that runs from the right: a browser shows signs and units where they belong."""

import pytest
from bare_page import told

from mancala_core.engine.game import Game
from mancala_core.engine.moves import trace
from mancala_core.show.scales import decimals, percent
from mancala_core.show.words import speak

pytestmark = pytest.mark.browser

URDU = speak("ur")
SIGNED = [decimals(value, 2, URDU) for value in (-0.12, -0.3)]
CASES = {
    decimals(-0.25, 2, URDU): "−0.25",
    URDU.number(-1234): "-1,234",
    percent(0.425, words=URDU): "42.5 %",
    URDU.from_left("9 = 2 × 4 + 1"): "9 = 2 × 4 + 1",
    "{} [{}, {}]".format(*SIGNED, URDU.signed("+0.40")): "−0.12 [−0.30, +0.40]",
}
SEEN = """node => {
  const text = node.firstChild, found = [];
  for (let at = 0; at < text.length; at++) {
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    const box = range.getBoundingClientRect();
    if (box.width) found.push([box.left, text.data[at]]);
  }
  return found.sort((one, other) => one[0] - other[0]).map(([, sign]) => sign).join("");
}"""
"""The letters of a text as they stand, from the left to the right."""


def seen(page, text):
    page.set_content(f'<p dir="rtl" lang="ur" id="line">{text}</p>')
    return page.eval_on_selector("#line", SEEN)


@pytest.mark.parametrize("written", CASES, ids=CASES.get)
@pytest.mark.parametrize("before", ["", "فرق ", "فرق 7: "])
def test_a_number_is_read_from_the_left(browser, written, before):
    page = browser.new_page()
    try:
        shown = seen(page, f"{before}{written} رہا")
        assert CASES[written] in shown
    finally:
        page.close()


def test_without_the_mark_a_sign_is_on_the_wrong_side(browser):
    page = browser.new_page()
    try:
        assert "0.25−" in seen(page, "فرق −0.25 رہا")
    finally:
        page.close()


def test_what_the_board_says_runs_from_the_right_though_it_begins_with_a_latin_name(on_page):
    game = Game.new("adji_kui_2", "<6,0,0,1,0,1,2,0,4,0,2,1,0,1,0> S")
    said = "game.json کھل گئی۔"
    shown = told(game, words=URDU, demo=trace(game.rules, game.position, 3), message=said, played=1)
    page = on_page(shown)
    assert page.locator(".mnc-message").inner_text().startswith("game.json ")
    page.locator(".mnc-slider").fill("66")
    for place in (".mnc-message", ".mnc-told", ".mnc-preview", ".mnc-proof td:first-child"):
        direction = "node => getComputedStyle(node).direction"
        assert page.locator(place).first.evaluate(direction) == "rtl"
    assert page.locator(".mnc-proof table").evaluate(direction) == "ltr"
