"""The rule lab in JupyterLab, as a teacher uses it."""

import re
import time

import pytest

pytestmark = pytest.mark.browser

LAB = """from mancala_core.show.rule_lab import RuleLab
lab = RuleLab("adji_kui_2", games=400, max_moves=500)
lab"""


def wait_for(condition, what, timeout=120.0):
    end = time.monotonic() + timeout
    while not condition():
        assert time.monotonic() < end, what
        time.sleep(0.02)


class Panel:
    """A rule lab on the page."""

    def __init__(self, notebook):
        self.page = notebook.page
        self.box = self.page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .mancala-lab").last

    def row(self, name):
        """Texts of the cells of a row."""
        row = self.box.locator("tr").filter(has=self.page.get_by_role("rowheader", name=name))
        return row.locator("td").all_inner_texts()

    def rules(self):
        """Rules at the heads of the columns."""
        return self.box.locator("thead small").all_inner_texts()

    def said(self):
        return self.box.get_by_role("status").inner_text()

    def wait(self, *rules):
        """Wait until the result of these rules is shown, with its pictures."""
        wait_for(lambda: self.rules() == list(rules), f"{rules}\n{self.said()}")
        drawn = ".mnl-pictures:not(.mnl-drawing) img"
        wait_for(lambda: self.box.locator(drawn).count() == 2, "pictures")


@pytest.fixture
def panel(open_notebook):
    def opened(**options):
        notebook = open_notebook([LAB], name="lab.ipynb", **options)
        if options:
            notebook.command("application:toggle-left-area")
        notebook.run()
        lab = Panel(notebook)
        lab.box.get_by_role("status").wait_for(timeout=60_000)
        lab.wait("adji_kui_2")
        return notebook, lab

    return opened


def test_a_change_a_refusal_and_the_cell_again(panel):
    notebook, lab = panel()
    page, box = notebook.page, lab.box
    score = re.compile("^Score")
    first = lab.row(score)
    sources = box.locator("img").evaluate_all("images => images.map(image => image.src)")
    assert len(first) == 1

    box.get_by_label("After a final capture").select_option("move again")
    changed = "adji_kui_2 after_final=again"
    lab.wait("adji_kui_2", changed)
    assert lab.row(score)[0] == first[0]
    assert lab.row(score)[1] != first[0]
    assert "Changed; default: opponent to move." in box.inner_text()
    later = box.locator("img").evaluate_all("images => images.map(image => image.src)")
    assert len(later) == len(sources) == 2
    assert not set(later) & set(sources)
    assert "after_final=again" in box.locator("img").first.get_attribute("alt")
    assert "after_final=again" in box.locator("code.mnl-command").inner_text()
    difference = box.locator(".mnl-difference").inner_text()
    assert "changed less default" in difference

    choice = box.get_by_label("Extra move")
    choice.select_option("optional")
    lab.wait("adji_kui_2", f"{changed} extra_move=optional")
    box.get_by_label("After a final capture").select_option("opponent to move")
    wait_for(lambda: "no extra move to decline" in lab.said(), "a refusal")
    assert lab.rules() == ["adji_kui_2", f"{changed} extra_move=optional"]
    assert "Below is still the result of" in box.locator(".mnl-stale").inner_text()
    assert choice.input_value() == choice.locator("option", has_text="optional").get_attribute(
        "value"
    )

    choice.focus()
    for key in ("b", "d", "d"):  # commands of the notebook, were they not held back
        page.keyboard.press(key)
    cells = page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .jp-CodeCell")
    assert cells.count() == 1

    box.get_by_role("button", name="Back to the default").click()
    lab.wait("adji_kui_2")
    assert lab.row(score) == first

    notebook.run()  # again: there is one lab in the cell, and one change is one run
    lab.wait("adji_kui_2")
    assert page.locator(".mancala-lab").count() == 1
    box.get_by_label("Fewest seeds to sow").fill("1")
    page.keyboard.press("Tab")
    lab.wait("adji_kui_2", "adji_kui_2 least=1")


def test_a_long_run_is_cancelled(panel):
    _, lab = panel()
    box = lab.box
    cancel = box.get_by_role("button", name="Cancel")
    assert cancel.is_disabled()
    box.get_by_label("Games", exact=True).fill("1000000")
    box.get_by_label("Games", exact=True).press("Tab")
    bar = box.get_by_role("progressbar")
    wait_for(lambda: bar.is_visible() and bar.get_attribute("value"), "progress")
    cancel.click()
    wait_for(lambda: lab.said().startswith("Cancelled after"), lab.said())
    assert not bar.is_visible()
    assert "Below is still the result of adji_kui_2." in box.inner_text()


def test_narrow_and_dark_with_nothing_for_axe_to_find(panel):
    from axe_playwright_python.sync_playwright import Axe

    notebook, lab = panel(viewport={"width": 375, "height": 800})
    page, box = notebook.page, lab.box
    notebook.light()
    box.get_by_label("After a final capture").select_option("move again")
    lab.wait("adji_kui_2", "adji_kui_2 after_final=again")
    sizes = box.evaluate(
        """lab => [...lab.querySelectorAll("select, input, button, img, table, .mnl-said")]
            .map(node => [node.getBoundingClientRect().right, lab.getBoundingClientRect().right])"""
    )
    assert len(sizes) > 30
    assert all(right <= edge + 1 for right, edge in sizes)

    axe, options = Axe(), {"resultTypes": ["violations"]}

    def check(where):
        page.wait_for_timeout(300)  # fading colours would be measured half-way
        found = axe.run(page, context=".mancala-lab", options=options)
        assert found.response["passes"], "axe looked at nothing"
        assert not found.response["violations"], f"{where}: {found.generate_report()}"

    check("light, a change")
    light = box.locator("img").first.get_attribute("src")
    notebook.dark()
    wait_for(lambda: box.locator("img").first.get_attribute("src") != light, "a dark picture")
    check("dark, a change")
    box.get_by_label("Captured numbers").select_option("2")
    lab.wait("adji_kui_2", "adji_kui_2 capture_on=2 after_final=again")
    box.get_by_label("Extra move").select_option("optional")
    box.get_by_label("After a final capture").select_option("opponent to move")
    wait_for(lambda: "no extra move to decline" in lab.said(), "a refusal")
    check("dark, a refusal")
