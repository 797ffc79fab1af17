"""The board's script and style on a bare page, where Python's part is played by the test."""

import pytest
from bare_page import told

from mancala_core.engine.choices import legal_moves
from mancala_core.engine.game import Game
from mancala_core.engine.match import Match
from mancala_core.engine.position import Position
from mancala_core.engine.rules import Rules
from mancala_core.show import match_table
from mancala_core.show.words import speak

pytestmark = pytest.mark.browser


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
    page.get_by_role("button", name="Pause").click()
    page.locator(".mnc-hole").nth(13).click(force=True)
    assert page.evaluate("window.sent") == []
    assert page.locator(".mnc-chip").inner_text() == "North to move"
    page.locator(".mnc-hole").nth(13).click()
    assert page.evaluate("window.sent")[0]["hole"] == 13


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["anywoli", "adji_kui_2"])
def test_a_telephone_shows_all_holes_and_axe_finds_nothing(on_page, name, scheme):
    from axe_playwright_python.sync_playwright import Axe

    axe = Axe()
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


def show(page, data):
    page.evaluate("frame => window.show(frame)", data)


def test_a_smaller_board_may_come_under_the_pointer_and_while_laps_run(on_page):
    page = on_page(told(Game.new("anywoli").play("A")))
    page.get_by_role("button", name="Show lap by lap").click()
    page.locator(".mnc-hole").nth(20).hover()
    show(page, told(Game.new("adji_kui_2"), 1))
    assert page.locator(".mnc-hole").count() == 12
    assert page.locator(".mnc-count").all_inner_texts() == ["4"] * 12
    page.clock.run_for(3000)
    assert page.locator(".mnc-chip").inner_text() == "South to move"


@pytest.mark.parametrize(
    "news",
    [{"message": "New."}, {"tone": "error"}, {"message": "No.", "tone": "refused", "refused": 3}],
)
def test_what_is_told_while_laps_are_looked_at_is_seen(on_page, news):
    game = Game.new("anywoli").play("A")
    page = on_page(told(game))
    page.get_by_role("button", name="Before the move").click()
    show(page, told(game))  # the same again: the lap stays
    assert page.locator(".mnc-message").inner_text() == "Before the move."
    show(page, told(game) | news)
    assert page.locator(".mnc-message").inner_text() == news.get("message", "")
    assert page.locator(".mnc-chip").inner_text() == "North to move"
    assert page.locator(".mnc-said").get_attribute("data-tone") == news.get("tone", "")


def test_names_say_what_is_shown(on_page):
    game = Game.new("adji_kui_2", seed=1).play("A", "b")
    while not any(game.moves[-1].captured):
        game = game.play(legal_moves(game.rules, game.position)[0])
    page = on_page(told(game))
    steps = told(game)["steps"]
    page.get_by_role("button", name="Before the move").click()
    for step in steps:
        names = page.locator(".mnc-hole").evaluate_all(
            "holes => holes.map(hole => hole.getAttribute('aria-label'))"
        )
        for seeds, name in zip(step["seeds"], names, strict=True):
            assert f", {seeds} seed" in name
        stores = page.locator(".mnc-store .mnc-hidden").all_text_contents()
        for player, words in enumerate(reversed(stores)):
            assert f" took {step['stores'][player]} seed" in words
        page.get_by_role("button", name="One lap on").click()


def test_each_lap_in_passing_is_one_sentence(on_page):
    game = Game.new("anywoli").play("A")
    page = on_page(told(game))
    page.evaluate(
        "() => { window.heard = []; const live = document.querySelector('[role=status]');"
        "  new MutationObserver(() => window.heard.push(live.textContent))"
        "    .observe(live, { childList: true, characterData: true, subtree: true }); }"
    )
    page.get_by_role("button", name="Show lap by lap").click()
    page.clock.run_for(2100)
    assert page.locator(".mnc-message").inner_text().startswith("Lap 2 of 5")
    assert page.evaluate("window.heard") == []
    told_laps = page.locator("[role=log] p").all_inner_texts()
    assert [text[:10] for text in told_laps] == ["Lap 1 of 5", "Lap 2 of 5"]
    page.get_by_role("button", name="Pause").click()
    said = page.evaluate("window.heard")
    assert len(said) == 1
    assert "Lap 2 of 5" in said[0]
    slider = page.locator(".mnc-slider")
    for place in (1, 3, 4):
        slider.evaluate(
            "(it, at) => { it.value = at; it.dispatchEvent(new Event('input')); }", place
        )
    assert len(page.evaluate("window.heard")) == 1
    page.clock.run_for(1000)
    said = page.evaluate("window.heard")
    assert len(said) == 2
    assert "Lap 4 of 5" in said[1]


def test_the_focus_is_never_lost(on_page):
    active = "[document.activeElement.className, document.activeElement.dataset.hole]"
    game = Game.new("adji_kui_2", "<6,19,19,1,0,1,0,0,0,3,2,1,2,0,0> S")
    page = on_page(told(game))
    page.locator(".mnc-pass").focus()
    page.keyboard.press("Enter")
    show(page, told(game.play(None), 2))
    assert page.evaluate(active)[0] == "mnc-hole"
    for change in ("hidden = true", "disabled = true", "style.display = 'none'"):
        page = on_page(told(Game.new("adji_kui_2")))
        page.locator("#control").focus()
        page.evaluate(f"document.getElementById('control').{change}")
        page.wait_for_function("document.activeElement.className == 'mnc-hole'")
    start = Game.new("adji_kui_2")
    page = on_page(told(start))
    page.locator("#control").focus()
    show(page, told(start, 2, draft=start.position))
    page.evaluate("document.getElementById('control').style.display = 'none'")
    page.wait_for_function("document.activeElement.className == 'mnc-number'")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Seeds in A"
    page = on_page(told(start))  # one who left the board is not called back
    page.locator("#control").focus()
    page.evaluate("document.activeElement.blur()")
    page.evaluate("document.getElementById('control').disabled = true")
    page.clock.run_for(100)
    assert page.evaluate("document.activeElement.tagName") == "BODY"


def test_quick_clicks_in_the_set_up_are_all_counted(on_page):
    game = Game.new("adji_kui_2")
    draft = game.position
    page = on_page(told(game, draft=draft))
    more = page.get_by_role("button", name="One more seed in A", exact=True)
    more.click()
    first = page.evaluate("window.sent.at(-1).at")
    more.click()
    page.get_by_role("button", name="One more seed in b", exact=True).click()
    late = told(game, draft=draft.replace(seeds=(5, *draft.seeds[1:]))) | {"heard": first}
    show(page, late)
    more.click()
    sent = page.evaluate("window.sent.at(-1)")
    assert sorted((each["hole"], each["seeds"]) for each in sent["edits"]) == [(0, 7), (7, 5)]
    number = page.get_by_label("Seeds in A", exact=True)
    assert number.input_value() == "7"
    seeds = (7, *draft.seeds[1:7], 5, *draft.seeds[8:])
    show(page, told(game, draft=draft.replace(seeds=seeds)) | {"heard": sent["at"]})
    assert number.input_value() == "7"
    show(page, told(game, draft=draft) | {"heard": sent["at"]})
    assert number.input_value() == "4"
    more.click()
    assert page.evaluate("window.sent.at(-1).edits") == [{"hole": 0, "seeds": 5}]


def test_keys_of_the_controls_stay_with_the_board_even_if_it_was_detached_at_first(on_page):
    page = on_page(told(Game.new("anywoli")), detached=True)
    page.clock.run_for(500)
    page.evaluate("window.attach()")
    page.locator("#control").focus()
    page.keyboard.press("d")
    assert page.evaluate("window.reached") == []


def test_a_board_that_is_taken_away_leaves_nothing_running(on_page):
    page = on_page(told(Game.new("anywoli").play("A")))
    page.locator("#control").focus()
    page.get_by_role("button", name="Show lap by lap").click()
    page.evaluate("window.close()")
    assert page.evaluate("window.dropped") == ["change:frame", "msg:custom"]
    page.clock.run_for(5000)
    assert page.locator(".mnc-message").inner_text() == "Before the move."
    page.locator("#control").focus()
    page.keyboard.press("d")
    assert page.evaluate("window.reached") == ["d"]
    page.evaluate("document.getElementById('control').disabled = true")
    page.clock.run_for(100)
    assert page.evaluate("document.activeElement.className") != "mnc-hole"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_forced_colours_leave_owner_mover_and_legal_holes_apart(on_page, scheme):
    game = Game.new("adji_kui_2", "<6,20,16,1,0,1,2,0,4,0,2,1,0,1,0> S")
    page = on_page(told(game), forced_colors="active", color_scheme=scheme)
    look = page.evaluate(
        """() => {
          const style = (query) => getComputedStyle(document.querySelector(query));
          return {
            mover: style('.mnc-south .mnc-letter').backgroundColor,
            other: style('.mnc-north .mnc-letter').backgroundColor,
            south: style('.mnc-south .mnc-letter').borderTopStyle,
            north: style('.mnc-north .mnc-letter').borderTopStyle,
            ring: style('.mnc-playable .mnc-ring').stroke,
            none: style('.mnc-cell:not(.mnc-playable) .mnc-ring').stroke,
            wood: style('.mnc-wood').fill,
            seeds: style('.mnc-seeds').fill,
            page: style('body').backgroundColor,
          }; }"""
    )
    assert look["mover"] != look["other"]
    assert (look["south"], look["north"]) == ("solid", "dashed")
    assert look["none"] == "none"
    assert len({look["ring"], look["wood"], look["seeds"]}) == 3
    assert look["wood"] != look["seeds"]


# A match

OVER = Match(
    Rules.load("adji_kui_2").replace(buying="choice"),
    (Game(Rules.load("adji_kui_2"), Position.parse(f"<6,34,14{',0' * 12}> S")),),
)
SECOND = OVER.next_round(["c", "f"])
CLOSED = Match(
    Rules.load("hoyito_1"),
    (Game(Rules.load("hoyito_1"), Position.parse(f"<6,9,39{',0' * 12}> S")),),
).next_round()


def told_of(match, number=1, chosen=(), **scene):
    """The frame of a match as the board makes it."""
    between = match.game.outcome is not None
    offered = match.purchase if between else None
    more = {"match": match, "chosen": chosen, "offered": offered, "following": between}
    return told(match.game, number, **more, **scene)


def attributes(page, name):
    return page.locator(".mnc-hole").evaluate_all(
        "(holes, name) => holes.map(hole => hole.getAttribute(name))", name
    )


def test_holes_on_offer_are_buttons_that_are_pressed_or_not(on_page):
    page = on_page(told_of(OVER, 7, chosen=(6, 11)))
    assert attributes(page, "aria-pressed") == [None] * 6 + ["true", *["false"] * 4, "true"]
    assert attributes(page, "aria-disabled") == ["true"] * 6 + ["false"] * 6
    assert page.locator(".mnc-hole[tabindex='0']").get_attribute("data-hole") == "6"
    page.locator(".mnc-hole").nth(8).click()
    page.get_by_role("button", name="Next round").click()
    assert [each["hole"] for each in page.evaluate("window.sent")] == [8, None]
    shown = page.locator(".mnc-badged > .mnc-hole .mnc-badge text").all_text_contents()
    assert shown == ["✓", "✓"]
    show(page, told_of(SECOND, 8))
    assert attributes(page, "aria-pressed") == [None] * 12
    assert not page.get_by_role("button", name="Next round").is_visible()
    assert page.evaluate("document.activeElement.className") == "mnc-hole"


def test_bought_holes_are_hatched_and_pointed_at_their_owner(on_page):
    page = on_page(told_of(SECOND))
    show(page, told_of(SECOND, 2))
    page.locator(".mnc-hole").nth(8).hover()
    assert page.locator(".mnc-round").inner_text().startswith("Round 2, begun by North.")
    look = page.locator(".mnc-cell").evaluate_all(
        "cells => cells.map(cell => [cell.classList.contains('mnc-bought'),"
        "  getComputedStyle(cell.querySelector('.mnc-hole .mnc-disc')).backgroundImage"
        "    .startsWith('repeating-linear-gradient'),"
        "  cell.querySelectorAll('.mnc-letter polygon').length])"
    )
    bought = [False] * 8 + [True] + [False] * 2 + [True]
    assert look == [[each, each, int(each)] for each in bought]
    assert page.locator(".mnc-key").inner_text() == "bought by South"
    other = Match(SECOND.rules, (Game(SECOND.rules, Position.parse(f"<6,14,34{',0' * 12}> S")),))
    other = other.next_round(["A", "B"])
    slants = []
    for match in (SECOND, other):
        show(page, told_of(match, 5))
        style = page.locator(".mnc-bought .mnc-hole .mnc-disc").first.evaluate(
            "disc => getComputedStyle(disc).backgroundImage"
        )
        slants.append(style.split("(")[1].split(",")[0])
    assert slants == ["-45deg", "45deg"]


def test_closed_holes_show_a_lid_and_are_no_choice(on_page):
    page = on_page(told_of(CLOSED))
    names = attributes(page, "aria-label")
    assert [name for name in names if name.endswith("out of play")] == [
        f"{letter}, out of play" for letter in "CDEF"
    ]
    lids = page.locator(".mnc-cell").evaluate_all(
        "cells => cells.map(cell => getComputedStyle(cell.querySelector('.mnc-lid')).stroke)"
    )
    assert [lid != "none" for lid in lids] == [False] * 2 + [True] * 4 + [False] * 6
    assert attributes(page, "aria-disabled")[2:6] == ["true"] * 4
    heights = page.locator(".mnc-south .mnc-hole .mnc-disc").evaluate_all(
        "discs => discs.map(disc => Math.round(disc.getBoundingClientRect().top))"
    )
    assert len(set(heights)) == 1
    show(page, told_of(CLOSED, 2, draft=CLOSED.game.position))
    assert page.locator(".mnc-number:visible").count() == 8 + 2


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1000])
@pytest.mark.parametrize("which", ["over", "second", "closed"])
def test_a_match_is_legible_and_axe_finds_nothing(on_page, which, width, scheme):
    from axe_playwright_python.sync_playwright import Axe

    match = {"over": OVER, "second": SECOND, "closed": CLOSED}[which]
    said = "Round 1 is over.\nSouth 34 = 8 × 4 + 2, North 14 = 3 × 4 + 2." * (which == "over")
    data = told_of(match, chosen=(6, 7), message=said)
    page = on_page(data, viewport={"width": width, "height": 800}, color_scheme=scheme)
    page.evaluate(
        "table => document.querySelector('main').insertAdjacentHTML('beforeend', table)",
        match_table.region(speak("en"), match),
    )
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.clock.resume()
    found = Axe().run(page, context="main", options={"resultTypes": ["violations"]})
    assert found.response["passes"], "axe looked at nothing"
    assert not found.response["violations"], found.generate_report()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_forced_colours_leave_bought_holes_apart(on_page, scheme):
    page = on_page(told_of(SECOND), forced_colors="active", color_scheme=scheme)
    images = page.locator(".mnc-cell .mnc-hole .mnc-disc").evaluate_all(
        "discs => discs.map(disc => getComputedStyle(disc).backgroundImage != 'none')"
    )
    assert images == [False] * 8 + [True] + [False] * 2 + [True]
