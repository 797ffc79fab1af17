"""What comes to the page while a move is sown out: answers, pauses, other words, other clicks."""

import pytest
from bare_page import told

from mancala_core.engine.choices import legal_moves
from mancala_core.engine.game import Game
from mancala_core.engine.moves import trace
from mancala_core.engine.rules import Rules
from mancala_core.show.frame import Scene, bare
from mancala_core.show.words import speak

pytestmark = pytest.mark.browser

ENDLESS = "<6,0,0,1,0,1,2,0,4,0,2,1,0,1,0> S"
MOVING = {"reduced_motion": "no-preference"}
GAME = Game.new("anywoli", seed=1)


def show(page, game, number, **scene):
    page.evaluate("frame => window.show(frame)", told(game, number, **scene))


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def chip(page):
    return page.locator(".mnc-chip").inner_text()


def message(page):
    return page.locator(".mnc-message").inner_text()


def counts(page):
    return [int(text) for text in page.locator(".mnc-count").all_inner_texts()]


def until(page, found, most=60_000):
    """Let time pass until something holds; gives how much did."""
    for passed in range(0, most, 100):
        if found():
            return passed
        page.clock.run_for(100)
    raise AssertionError(f"{chip(page)}: {message(page)}")


@pytest.fixture
def faults():
    """What goes wrong in scripts of the pages; there must be nothing."""
    found = []
    yield found
    assert found == []


@pytest.mark.parametrize("answered", ["before the pause", "during the pause"])
@pytest.mark.parametrize("name", ["Pause", "One seed back", "One lap back"])
def test_a_move_that_is_stopped_stays_though_the_answer_is_there(on_page, answered, name):
    page = on_page(told(GAME), **MOVING)
    show(page, GAME.play("A"), 2, played=1, waiting=True)
    until(page, lambda: chip(page) == "Lap 2 / 5")
    page.clock.run_for(1000)
    if answered == "before the pause":
        show(page, GAME.play("A", "b"), 3, played=2)
    press(page, name)
    if answered == "during the pause":
        show(page, GAME.play("A", "b"), 3, played=2)
    stopped = chip(page)
    assert stopped in ("Lap 1 / 5", "Lap 2 / 5")
    page.clock.run_for(20_000)
    assert chip(page) == stopped
    press(page, "Show lap by lap")
    until(page, lambda: message(page).startswith("Lap 1 of 11: 5 seeds from b"))
    until(page, lambda: chip(page) == "South to move")
    assert counts(page) == list(GAME.play("A", "b").position.seeds)


def test_a_click_on_a_stopped_move_goes_on_to_the_answer_and_is_no_move(on_page):
    page = on_page(told(GAME), **MOVING)
    show(page, GAME.play("A"), 2, played=1, waiting=True)
    page.clock.run_for(1500)
    show(page, GAME.play("A", "b"), 3, played=2)
    press(page, "Pause")
    page.locator(".mnc-slider").fill("5")  # the end, before the answer
    page.locator(".mnc-hole").nth(1).click(force=True)
    assert page.evaluate("window.sent") == []
    until(page, lambda: message(page).startswith("Lap 1 of 11"))


def test_who_looks_at_an_earlier_lap_sees_a_move_that_nobody_awaited(on_page):
    page = on_page(told(GAME.play("A")), **MOVING)
    press(page, "Before the move")
    show(page, GAME.play("A", "b"), 2, played=1)
    until(page, lambda: message(page).startswith("Lap 1 of 11"))


def test_a_program_that_plays_quickly_does_not_leave_the_board_far_behind(on_page):
    game = GAME
    page = on_page(told(game), **MOVING)
    for number in range(2, 22):
        game = game.play(legal_moves(game.rules, game.position)[0])
        show(page, game, number, played=number)
    until(page, lambda: counts(page) == list(game.position.seeds), 60_000)


@pytest.mark.parametrize("change", [{"words": speak("el")}, {"message": "News."}])
def test_other_words_while_an_endless_move_is_shown_end_it(on_page, faults, change):
    game = Game.new("adji_kui_2", ENDLESS)
    page = on_page(told(game), **MOVING)
    page.on("pageerror", lambda error: faults.append(str(error)))
    demo = trace(game.rules, game.position, 3)
    show(page, game, 2, played=1, demo=demo, refused=3, message="Not allowed.")
    page.clock.run_for(3000)
    show(page, game, 2, played=1, **change)
    page.clock.run_for(3000)
    assert counts(page) == list(game.position.seeds)
    assert not page.locator(".mnc-sowing").count()


def test_a_board_that_cannot_be_shown_in_full_says_so_while_a_move_is_sown(on_page, faults):
    page = on_page(told(GAME), **MOVING)
    page.on("pageerror", lambda error: faults.append(str(error)))
    game = GAME.play("A")
    show(page, game, 2, played=1)
    page.clock.run_for(1000)
    data = bare(Scene(game, played=1), ValueError("<b>no words</b>")) | {"id": 2, "sent": 3}
    page.evaluate("frame => window.show(frame)", data)
    assert message(page).endswith("(ValueError: <b>no words</b>).")
    assert counts(page) == list(game.position.seeds)


def test_at_once_ends_what_is_being_sown(on_page):
    page = on_page(told(GAME), **MOVING)
    show(page, GAME.play("A"), 2, played=1)
    page.clock.run_for(1000)
    page.locator(".mnc-pace").select_option("atonce")
    assert chip(page) == "North to move"


def test_the_verdict_on_a_prediction_can_be_read_before_the_computer_answers(on_page):
    page = on_page(told(GAME, predicting=True), **MOVING)
    verdict = "Right: the last seed fell in A. Right so far: 1 of 1."
    show(page, GAME.play("A"), 2, played=1, waiting=True, predicting=True, message=verdict)
    page.clock.run_for(1000)
    show(page, GAME.play("A", "b"), 3, played=2, predicting=True)
    until(page, lambda: message(page) == verdict)
    page.clock.run_for(2000)
    assert message(page) == verdict
    until(page, lambda: message(page).startswith("Lap 1 of 11"), 5000)


@pytest.mark.parametrize("name", ["Predict", "One move back"])
def test_what_is_asked_for_while_answers_wait_speaks_of_the_latest(on_page, name):
    page = on_page(told(GAME), **MOVING)
    games = [GAME.play(*moves) for moves in ("A", "Ab", "AbC")]
    for number, game in enumerate(games, 2):
        show(page, game, number, played=number, waiting=number < 4)
    if name == "One move back":
        page.locator(".mnc-record > summary").click()
    press(page, name)
    assert [each["id"] for each in page.evaluate("window.sent")] == [4]
    assert counts(page) == list(games[-1].position.seeds)


def test_a_board_that_is_turned_goes_on_sowing(on_page):
    page = on_page(told(GAME), **MOVING)
    show(page, GAME.play("A"), 2, played=1, message="Done.")
    until(page, lambda: chip(page) == "Lap 2 / 5")
    press(page, "Turn the board")
    assert chip(page) == "Lap 2 / 5"
    until(page, lambda: chip(page) == "Lap 4 / 5")
    assert page.locator(".mnc-hand").get_attribute("hidden") is None
    until(page, lambda: message(page) == "Done.")
    assert counts(page) == list(GAME.play("A").position.seeds)


def test_the_log_does_not_grow_however_often_a_move_is_shown(on_page):
    page = on_page(told(GAME), **MOVING)
    page.locator(".mnc-pace").select_option("fast")
    show(page, GAME.play("A"), 2, played=1)
    for _ in range(3):
        until(page, lambda: chip(page) == "North to move")
        press(page, "Show lap by lap")
    until(page, lambda: chip(page) == "North to move")
    assert len(page.locator("[role=log] p").all_inner_texts()) == 5


def test_the_proof_stays_as_it_is_while_the_pointer_moves(on_page):
    game = Game.new("adji_kui_2", ENDLESS)
    page = on_page(told(game), **MOVING)
    show(page, game, 2, played=1, demo=trace(game.rules, game.position, 3), refused=3)
    until(page, lambda: page.locator(".mnc-proof").is_visible())
    page.locator(".mnc-scroll").focus()
    page.locator(".mnc-hole").nth(1).hover()
    assert page.evaluate("document.activeElement.className") == "mnc-scroll"


@pytest.mark.parametrize("language", ["en", "ur"])
@pytest.mark.parametrize("width", [320, 390])
def test_nothing_is_cut_off_on_a_telephone(on_page, width, language):
    game, words = Game.new(Rules.load("anywoli").replace(holes=13), seed=1), speak(language)
    page = on_page(told(game, words=words), viewport={"width": width, "height": 900}, **MOVING)
    page.locator(".mnc-record > summary").click()
    show(page, game.play("A"), 2, played=1, words=words)
    page.clock.run_for(1000)
    cut = page.evaluate(
        """() => {
          const frame = document.querySelector(".mancala-board").getBoundingClientRect();
          const holes = document.querySelector(".mnc-holes");
          return [...document.querySelectorAll(".mnc button, .mnc input, .mnc select")].filter((one) => {
            const box = one.getBoundingClientRect();
            return box.width && !holes.contains(one) && (box.left < frame.left || box.right > frame.right);
          }).map((one) => one.className);
        }"""
    )
    assert cut == []
