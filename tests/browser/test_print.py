"""The board on paper: black on white, nothing to click, nothing cut."""

import pytest
from bare_page import told

from mancala_core.engine.choices import legal_moves
from mancala_core.engine.game import Game
from mancala_core.engine.moves import trace
from mancala_core.engine.rules import Rules
from mancala_core.show.words import speak

pytestmark = pytest.mark.browser

A4 = {"width": 718, "height": 1047}
DARK = {"color_scheme": "dark"}
OWNERS = "<6,3,1,2,5,4,4,4,4,4,4,4,4,5,0> S owner=SSSSSSSNNNN."
ENDLESS = "<6,0,0,1,0,1,2,0,4,0,2,1,0,1,0> S"
HIDDEN = (
    *(".mnc-tools", ".mnc-laps", ".mnc-preview", ".mnc-pass", ".mnc-why", ".mnc-hand"),
    *("#control", ".mnc-record summary", ".mnc-record .mnc-laprow"),
)
# What is seen of each visible thing: what it is and its colours.
COLORS = """() => [...document.querySelectorAll(".mnc, .mnc *")].flatMap((node) => {
  const style = getComputedStyle(node), found = [];
  if (!node.checkVisibility({ visibilityProperty: true })) return [];
  if (node.ownerSVGElement && node.matches("circle, rect, polygon, path, text, line, polyline")) {
    found.push(["fill", style.fill], ["stroke", style.stroke]);
  } else if (!node.ownerSVGElement) {
    found.push(["color", style.color], ["back", style.backgroundColor]);
    for (const side of ["Top", "Right", "Bottom", "Left"]) {
      if (style[`border${side}Width`] !== "0px") found.push(["border", style[`border${side}Color`]]);
    }
  }
  return found.map(([what, color]) => [`${node.getAttribute("class") || node.tagName} ${what}`, color]);
})"""
PLAIN = {"rgb(0, 0, 0)", "rgb(255, 255, 255)", "rgba(0, 0, 0, 0)", "none"}


def played(moves=25):
    game = Game.new("anywoli", seed=1)
    for place in range(moves):
        legal = legal_moves(game.rules, game.position)
        game = game.play(legal[place % len(legal)])
    return game


def endless(number=1, **scene):
    game = Game.new("adji_kui_2", start=ENDLESS)
    return told(game, number, demo=trace(game.rules, game.position, 3), **scene)


def printed(page):
    page.emulate_media(media="print")
    page.set_viewport_size(A4)
    return page


FRAMES = {
    "played": lambda: told(played()),
    "start": lambda: told(Game.new("yit_jani")),
    "bought": lambda: told(Game.new("adji_kui_2", start=OWNERS)),
    "endless": endless,
    "urdu": lambda: told(played(), words=speak("ur")),
    "refused": lambda: told(Game.new("anywoli"), refused=14, message="No.", tone="refused"),
}


@pytest.mark.parametrize("name", FRAMES)
@pytest.mark.parametrize("options", [{}, DARK], ids=["light", "dark"])
def test_only_black_and_white_is_printed(on_page, name, options):
    page = on_page(FRAMES[name](), **options)
    assert {color for _, color in page.evaluate(COLORS)} - PLAIN  # on the page there are others
    seen = printed(page).evaluate(COLORS)
    assert {(what, color) for what, color in seen if color not in PLAIN} == set()
    text = {(what, color) for what, color in seen if what.endswith(" color")}
    assert {color for _, color in text} == {"rgb(0, 0, 0)"}, text


@pytest.mark.parametrize("name", FRAMES)
def test_the_board_is_as_wide_as_the_page_and_nothing_is_cut(on_page, name):
    page = printed(on_page(FRAMES[name]()))
    box = page.locator(".mnc-board").bounding_box()
    assert 0 <= box["x"] <= 20
    assert A4["width"] - 20 <= box["x"] + box["width"] <= A4["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= A4["width"]
    for hole in page.locator(".mnc-cell").all():
        inner = hole.bounding_box()
        assert box["x"] <= inner["x"] <= inner["x"] + inner["width"] <= box["x"] + box["width"]


def test_what_is_to_be_clicked_is_not_printed(on_page):
    page = on_page(FRAMES["played"]())
    page.locator(".mnc-record > summary").click()
    visible = [name for name in HIDDEN if page.locator(name).first.is_visible()]
    assert {".mnc-tools", "#control", ".mnc-laps"} <= set(visible)
    printed(page)
    assert [name for name in HIDDEN if page.locator(name).first.is_visible()] == []
    assert page.locator(".mnc-chip").is_visible()
    assert page.locator(".mnc-move").last.is_visible()
    assert (
        page.evaluate("""() => {
      const ring = getComputedStyle(document.querySelector(".mnc-playable .mnc-ring"));
      return ring.stroke;
    }""")
        == "none"
    )


def test_a_message_that_asks_for_a_click_is_not_printed(on_page):
    for frame in (told(Game.new("anywoli"), message="Choose a hole."), FRAMES["refused"]()):
        page = on_page(frame)
        assert page.locator(".mnc-message").is_visible()
        assert not printed(page).locator(".mnc-message").is_visible()
    page = on_page(told(played(), message="What happened."))
    assert printed(page).locator(".mnc-message").is_visible()


def test_the_hole_picked_up_in_a_proof_is_framed_and_not_filled(on_page):
    page = on_page(told(Game.new("adji_kui_2", start=ENDLESS)))
    page.evaluate("frame => window.show(frame)", endless(2, played=1))
    for _ in range(200):
        if page.locator(".mnc-proof").is_visible():
            break
        page.clock.run_for(1000)
    picked = page.locator(".mnc-proof .mnc-picked").first
    style = "cell => [getComputedStyle(cell).color, getComputedStyle(cell).backgroundColor]"
    assert picked.evaluate(style) != ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
    printed(page)
    assert picked.evaluate(style) == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]


def test_it_fits_on_one_page(on_page):
    for rules in (Rules.load("anywoli"), Rules.load("anywoli").replace(holes=2)):
        page = on_page(told(Game.new(rules)))
        made = page.pdf(format="A4", landscape=True)
        assert made.count(b"/Type /Page\n") == 1
