"""How a move is sown out on the page: hand, laps, speed, clicks meanwhile, and the proof."""

import pytest
from bare_page import told

from mancala_core.engine.game import Game
from mancala_core.engine.moves import trace
from mancala_core.show.words import languages, speak

pytestmark = pytest.mark.browser

ENDLESS = "<6,0,0,1,0,1,2,0,4,0,2,1,0,1,0> S"
MOVING = {"reduced_motion": "no-preference"}


def counts(page):
    return [int(text) for text in page.locator(".mnc-count").all_inner_texts()]


def show(page, game, number, **scene):
    page.evaluate("frame => window.show(frame)", told(game, number, **scene))


WATCH = """() => {
  const board = document.querySelector(".mnc-board"), hand = board.querySelector(".mnc-hand");
  window.seen = [];
  new MutationObserver(() => {
    const counts = [...board.querySelectorAll(".mnc-count")].map((one) => Number(one.textContent));
    const held = hand.hidden ? 0 : Number(hand.innerText);
    const chip = document.querySelector(".mnc-chip").textContent;
    const last = window.seen[window.seen.length - 1];
    if (!last || last.counts.join() !== counts.join()) window.seen.push({ counts, held, chip });
  }).observe(board, { subtree: true, childList: true, characterData: true });
}"""


def test_seeds_leave_the_hand_one_by_one_and_laps_are_counted(on_page):
    game = Game.new("anywoli", seed=1)
    page = on_page(told(game), **MOVING)
    page.evaluate(WATCH)
    show(page, game.play("A"), 2, played=1, message="Done.")
    for _ in range(100):
        page.clock.run_for(200)
        if page.locator(".mnc-chip").inner_text() == "North to move":
            break
    seen = page.evaluate("window.seen")
    assert seen[-1]["counts"] == list(game.play("A").position.seeds)
    # Every seed is seen on its own: five pick-ups and 24 seeds, and none is lost on the way.
    moved = [each for each in seen if each["counts"] != [4] * 24]
    assert len(moved) == 5 + 24
    assert {sum(each["counts"]) + each["held"] for each in seen} == {96}
    chips = [each["chip"] for each in moved]
    assert chips == [
        f"Lap {lap} / 5" for lap, seeds in enumerate((4, 5, 5, 5, 5), 1) for _ in range(seeds + 1)
    ]


def test_a_fast_pace_is_faster_and_at_once_shows_the_end(on_page):
    game = Game.new("anywoli", seed=1)
    page = on_page(told(game), **MOVING)
    times = {}
    for number, pace in enumerate(("slow", "normal", "fast", "atonce"), 2):
        page.locator(".mnc-pace").select_option(pace)
        show(page, game.play("A"), number, played=number)
        passed = 0
        while "North" not in page.locator(".mnc-chip").inner_text():
            page.clock.run_for(100)
            passed += 100
        times[pace] = passed
    assert times["slow"] > times["normal"] > times["fast"] > times["atonce"] == 0


def test_the_pace_is_kept_for_the_next_board(on_page):
    game = Game.new("anywoli", seed=1)
    page = on_page(told(game), **MOVING)
    page.locator(".mnc-pace").select_option("fast")
    page.reload()
    assert page.locator(".mnc-pace").input_value() == "fast"


def test_with_reduced_motion_the_end_is_shown_at_once_and_the_laps_are_told(on_page):
    game = Game.new("anywoli", seed=1)
    page = on_page(told(game))
    show(page, game.play("A"), 2, played=1)
    assert page.locator(".mnc-chip").inner_text() == "North to move"
    laps = page.locator("[role=log] p").all_inner_texts()
    assert [text[:10] for text in laps] == [f"Lap {lap} of 5" for lap in range(1, 6)]


def test_a_move_can_be_stepped_through_by_seeds_and_laps(on_page):
    game = Game.new("anywoli", seed=1).play("A")
    page = on_page(told(game))

    def press(name):
        page.get_by_role("button", name=name, exact=True).click()

    press("Before the move")
    assert counts(page) == [4] * 24
    press("One seed on")
    assert counts(page)[:6] == [0, 4, 4, 4, 4, 4]
    press("One seed on")
    press("One seed on")
    assert counts(page)[:6] == [0, 5, 5, 4, 4, 4]
    press("One seed back")
    assert counts(page)[:6] == [0, 5, 4, 4, 4, 4]
    press("One lap on")
    assert counts(page)[:6] == [0, 5, 5, 5, 5, 4]
    assert page.locator(".mnc-chip").inner_text() == "Lap 1 / 5"
    press("One lap on")
    press("One seed back")
    assert page.locator(".mnc-message").inner_text().startswith("Lap 2 of 5")
    press("One lap back")
    assert counts(page)[:6] == [0, 5, 5, 5, 5, 4]
    press("End of the move")
    assert page.locator(".mnc-chip").inner_text() == "North to move"
    press("One seed back")
    assert sum(counts(page)) == 95


def test_ten_fast_clicks_while_a_move_is_sown_make_no_other_move(on_page):
    game = Game.new("anywoli", seed=1)
    page = on_page(told(game), **MOVING)
    show(page, game.play("A"), 2, played=1)
    page.clock.run_for(600)
    hole = page.locator(".mnc-hole").nth(13)
    for _ in range(10):
        hole.click(force=True)
        page.clock.run_for(100)
    assert page.evaluate("window.sent") == []
    assert page.locator(".mnc-chip").inner_text() == "North to move"
    page.clock.run_for(1000)
    hole.click()
    assert [each["hole"] for each in page.evaluate("window.sent")] == [13]


def test_the_answer_waits_until_the_move_before_is_sown_out(on_page):
    game = Game.new("anywoli", seed=1)
    page = on_page(told(game), **MOVING)
    mine, theirs = game.play("A"), game.play("A", "b")
    show(page, mine, 2, played=1, waiting=True)
    page.clock.run_for(500)
    show(page, theirs, 3, played=2)
    seen = []
    for _ in range(400):
        page.clock.run_for(100)
        if (text := page.locator(".mnc-message").inner_text()) not in seen:
            seen.append(text)
        if page.locator(".mnc-chip").inner_text() == "South to move":
            break
    first = [text.partition(".")[0] for text in seen if text.startswith("Lap 1 ")]
    assert first == ["Lap 1 of 5: 4 seeds from A", "Lap 1 of 11: 5 seeds from b"]
    assert counts(page) == list(theirs.position.seeds)


def test_going_back_stops_what_is_sown(on_page):
    game = Game.new("anywoli", seed=1)
    page = on_page(told(game), **MOVING)
    show(page, game.play("A"), 2, played=1)
    page.clock.run_for(900)
    show(page, game, 3, played=1, message="Taken back.")
    assert counts(page) == [4] * 24
    assert page.locator(".mnc-message").inner_text() == "Taken back."
    page.clock.run_for(5000)
    assert counts(page) == [4] * 24


def test_a_long_move_is_shortened_and_an_endless_one_shows_its_proof_and_stops(on_page):
    game = Game.new("adji_kui_2", ENDLESS)
    page = on_page(told(game), **MOVING)
    move = trace(game.rules, game.position, 3)
    show(page, game, 2, played=1, demo=move, refused=3, message="Not allowed.")
    chips, passed_over = set(), False
    for _ in range(600):
        page.clock.run_for(100)
        chips.add(page.locator(".mnc-chip").inner_text())
        passed_over |= page.locator(".mnc-message").inner_text() == "55 laps are passed over."
        if page.locator(".mnc-proof").is_visible():
            break
    assert passed_over
    assert {"Lap 1 / ∞", "Lap 8 / ∞", "Lap 64 / ∞", "Lap 66 / ∞"} <= chips
    assert "Lap 30 / ∞" not in chips
    rows = [row.split("\t") for row in page.locator(".mnc-proof tr").all_inner_texts()]
    assert rows[1][1:] == rows[2][1:] == [str(n) for n in game.position.seeds]
    assert rows[1][0] == "Before lap 1, picked up: D"
    assert rows[2][0] == "Before lap 67, picked up: D"
    page.clock.run_for(20_000)
    assert page.locator(".mnc-chip").inner_text() == "Lap 66 / ∞"
    page.locator(".mnc-hole").nth(3).click(force=True)
    assert page.locator(".mnc-message").inner_text() == "Not allowed."


def test_a_barred_hole_offers_to_show_why(on_page):
    game = Game.new("adji_kui_2", ENDLESS)
    page = on_page(told(game, refused=3))
    page.get_by_role("button", name="Show why").click()
    assert [each["why"] for each in page.evaluate("window.sent")] == [3]
    show(page, game, 2, refused=1)
    assert not page.get_by_role("button", name="Show why").is_visible()


def test_a_captured_four_flies_to_its_taker(on_page):
    start = "<12,0,0,3,4,3,4,3,4,3,4,3,4,3,4,3,3,3,3,4,4,4,4,4,4,4,4> S"
    game = Game.new("anywoli", start, seed=1)
    page = on_page(told(game), **MOVING)
    page.evaluate(
        "() => { window.flown = 0; new MutationObserver((all) => all.forEach((one) =>"
        " one.addedNodes.forEach((node) => {"
        " window.flown += node.classList.contains('mnc-flying'); })))"
        ".observe(document.querySelector('.mnc-air'), { childList: true }); }"
    )
    played = game.play("B")
    show(page, played, 2, played=1)
    for _ in range(300):
        page.clock.run_for(50)
        if page.locator(".mnc-chip").inner_text() == "South to move":
            break
    captures = sum(event.kind == "capture" for event in played.moves[0].events)
    assert page.evaluate("window.flown") == captures > 3


def test_the_board_can_be_turned_and_keeps_its_direction(on_page):
    game = Game.new("anywoli", seed=1)
    page = on_page(told(game))

    def place(hole):
        return page.locator(".mnc-hole").nth(hole).bounding_box()

    assert place(0)["y"] > place(12)["y"]
    assert place(0)["x"] < place(1)["x"]
    assert place(12)["x"] > place(13)["x"]
    page.get_by_role("button", name="Turn the board").click()
    assert place(0)["y"] < place(12)["y"]
    assert place(0)["x"] > place(1)["x"]
    assert place(12)["x"] < place(13)["x"]
    page.locator(".mnc-hole").nth(0).focus()
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.dataset.hole") == "1"
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.hole") == "22"


def test_a_player_of_north_sees_the_board_from_there(on_page):
    game = Game.new("anywoli", seed=1)
    page = on_page(told(game, flipped=True))
    boxes = [page.locator(".mnc-hole").nth(hole).bounding_box() for hole in (0, 12)]
    assert boxes[0]["y"] < boxes[1]["y"]


def test_predicting_asks_for_any_hole_and_shows_where_the_move_begins(on_page):
    game = Game.new("anywoli", seed=1)
    page = on_page(told(game))
    page.get_by_role("button", name="Predict").click()
    assert [each["predict"] for each in page.evaluate("window.sent")] == [True]
    show(page, game, 2, predicting=True, guess_from=0)
    assert page.get_by_role("button", name="Predict").get_attribute("aria-pressed") == "true"
    assert page.locator(".mnc-sower .mnc-hole").get_attribute("data-hole") == "0"
    page.locator(".mnc-hole").nth(20).click()
    assert page.evaluate("window.sent").pop()["hole"] == 20


def test_a_pass_stands_over_the_board_for_a_moment(on_page):
    game = Game.new("adji_kui_2", "<6,19,19,1,0,1,0,0,0,3,2,1,2,0,0> S")
    page = on_page(told(game), **MOVING)
    show(page, game.play(None), 2, played=1)
    sign = "getComputedStyle(document.querySelector('.mnc-board'), '::after').content"
    assert page.evaluate(sign) == '"South passes"'
    page.clock.run_for(2000)
    assert page.evaluate(sign) == "none"


@pytest.mark.parametrize("language", languages())
def test_names_of_players_stay_inside_their_signs(on_page, language):
    game = Game.new("anywoli", seed=1)
    page = on_page(told(game, words=speak(language)))
    for width in (1280, 960, 700, 360):
        page.set_viewport_size({"width": width, "height": 700})
        widths = page.locator(".mnc-name").evaluate_all(
            "names => names.map(name => [name.scrollWidth, name.clientWidth])"
        )
        assert all(inner <= outer for inner, outer in widths), (width, widths)


def test_after_the_proof_the_keys_stay_at_its_buttons_and_a_click_is_a_move(on_page):
    game = Game.new("adji_kui_2", ENDLESS)
    page = on_page(told(game, refused=3), **MOVING)
    page.get_by_role("button", name="Show why").click()
    show(page, game, 2, played=1, demo=trace(game.rules, game.position, 3), refused=3)
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Pause"
    for _ in range(600):
        page.clock.run_for(100)
        if page.locator(".mnc-proof").is_visible():
            break
    page.clock.run_for(2000)
    page.locator(".mnc-hole").nth(5).click(force=True)
    assert page.evaluate("window.sent").pop()["hole"] == 5


def test_escape_asks_for_another_hole_to_predict_from(on_page):
    game = Game.new("anywoli", seed=1)
    page = on_page(told(game, predicting=True, guess_from=0))
    page.locator(".mnc-hole").nth(0).focus()
    page.keyboard.press("Escape")
    assert page.evaluate("window.sent").pop()["unask"] is True
