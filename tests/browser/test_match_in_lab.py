"""A match in JupyterLab: a round ends, a hole is bought, and the next round is played."""

import random

import pytest

from mancala_core.engine.choices import legal_moves
from mancala_core.engine.match import Match
from mancala_core.engine.position import letter
from mancala_core.engine.rules import Rules
from mancala_core.show.frame import Scene, frame
from mancala_core.show.looks import looks

pytestmark = pytest.mark.browser

CELL = """from mancala_core import Board, Match
board = Board(Match.from_text({!r}))
board"""


def nearly_over():
    """A match whose first round ends with the next move, after which somebody buys; that move."""
    rules = Rules.load("adji_kui_2").replace(buying="choice")
    for seed in range(100):
        match, rng = Match.new(rules, seed=seed), random.Random(seed)
        while match.game.outcome is None:
            legal = legal_moves(rules, match.game.position)
            match = match.play(rng.choice(legal) if legal else None)
        found = match.purchase
        if found is not None and found.number == 1 and match.game.moves[-1].hole is not None:
            return match.back(), match.game.moves[-1].hole
    raise AssertionError("no such match")


def names(match):
    """Accessible names of the holes, as the engine has them."""
    scene = Scene(match.game, looks(match.game), match=match)
    return [cell["label"] for cell in frame(scene)["cells"]]


def test_a_hole_is_bought_and_the_second_round_is_played(open_notebook):
    match, last = nearly_over()
    notebook = open_notebook([CELL.format(match.to_text())], name="match.ipynb")
    page, board = notebook.page, notebook.board
    notebook.run()
    board.locator(".mnc-hole").first.wait_for(timeout=30_000)
    assert notebook.names() == names(match)
    notebook.click(letter(last, 6))
    over = match.play(last)
    following = board.get_by_role("button", name="Next round")
    following.wait_for()
    purchase = over.purchase
    assert board.locator("[aria-pressed=true]").get_attribute("data-hole") == str(purchase.holes[0])
    wanted = purchase.holes[3]
    board.locator(f".mnc-hole[data-hole='{wanted}']").click()
    board.locator(f".mnc-hole[data-hole='{wanted}'][aria-pressed=true]").wait_for()
    assert board.locator("[aria-pressed=true]").count() == 1
    assert f"Chosen: {letter(wanted, 6)} (1 of 1)." in notebook.said()

    board.get_by_role("button", name="Standing").click()
    table = board.locator(".mnc-standing table")
    table.wait_for()
    following.click()
    board.locator(".mnc-round").get_by_text("Round 2").wait_for()
    second = over.next_round([wanted])
    assert notebook.names() == names(second)
    assert "bought" in notebook.names()[wanted]
    rows = table.locator("tbody tr")
    rows.nth(1).wait_for()
    assert rows.count() == 2
    assert rows.nth(1).get_attribute("aria-current") == "true"
    assert letter(wanted, 6) in rows.nth(1).inner_text()

    hole = legal_moves(second.rules, second.game.position)[0]
    notebook.click(letter(hole, 6))
    third = second.play(hole)
    board.locator(".mnc-step").first.wait_for()
    page.wait_for_function(
        "wanted => document.querySelector('.mnc-hole[data-hole=\"0\"]')"
        ".getAttribute('aria-label') == wanted",
        arg=names(third)[0],
    )
    assert notebook.names() == names(third)

    board.get_by_role("button", name="Territory").click()
    picture = board.locator("img[alt^='Territory in a match']")
    picture.wait_for(timeout=30_000)
    assert picture.evaluate("img => img.naturalWidth") > 600

    board.get_by_role("button", name="Back", exact=True).click()
    board.get_by_role("button", name="Back", exact=True).click()
    following.wait_for()
    board.get_by_label("Match", exact=True).uncheck()
    board.locator(".mnc-message").get_by_text("The match was left").wait_for()
    assert not board.locator(".mnc-round").is_visible()
