"""Notebooks with a board that are opened, or turned into a page, without being run; and Voilà."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from servers import TOKEN, at_home, free_port
from waiting import names, wait_for_board, wait_for_game

from mancala_core.cli import PACKAGE
from mancala_core.engine.game import Game

pytestmark = pytest.mark.browser

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
BOARD = "from mancala_core import Board\nboard = Board('anywoli', seed=1)\nboard"
WIDGET = "application/vnd.jupyter.widget-view+json"
FACE = "Run the cell to play on this board."
CAPTION = "Anywoli: South to move."


@pytest.fixture(scope="module")
def offline(browser):
    """A page that can open files, and nothing else."""
    context = browser.new_context(offline=True)
    yield context.new_page()
    context.close()


def shown(page, path):
    """What stands in the outputs of a page made by nbconvert."""
    page.goto(path.as_uri())
    page.wait_for_load_state("load")
    return " ".join(page.locator(".jp-OutputArea-output").all_inner_texts())


def convert(path, home, *options, **more):
    """Turn a notebook into a page; gives its file."""
    command = [sys.executable, "-m", "nbconvert", "--to", "html", "--output-dir", str(home)]
    subprocess.run(
        [*command, *options, str(path)], env=at_home(home) | more, check=True, capture_output=True
    )
    return home / f"{path.stem}.html"


def written(path, **metadata):
    import nbformat

    cells = [nbformat.v4.new_code_cell(BOARD)]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=kernel | metadata), path)
    return path


def test_a_notebook_saved_in_the_lab_shows_its_board_when_it_is_opened_again(
    open_notebook, lab, offline, tmp_path
):
    address, folder = lab
    notebook = open_notebook([BOARD], name="saved.ipynb")
    page, game = notebook.page, Game.new("anywoli", seed=1)
    notebook.run()
    wait_for_board(notebook, game)
    notebook.click("A")
    game = game.play("A")
    wait_for_game(notebook, game)
    notebook.command("docmanager:save")
    page.evaluate("window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")

    page.goto(f"{address}/lab/tree/saved.ipynb?token={TOKEN}&reset")
    wait_for_board(notebook, game)
    assert page.get_by_text("model not found").count() == 0
    notebook.idle()
    notebook.click("b")  # nobody is there to answer, and the board says so
    notebook.board.locator(".mnc-notice").wait_for(timeout=6000)
    assert notebook.names() == names(game)
    notebook.run()
    wait_for_board(notebook, Game.new("anywoli", seed=1))
    assert not notebook.board.locator(".mnc-notice").is_visible()

    # The same from a stranger: nothing of theirs is run.
    book = json.loads((folder / "saved.ipynb").read_text(encoding="utf-8"))
    assert WIDGET in book["cells"][0]["outputs"][0]["data"]
    book["cells"][0]["source"] += "  # theirs"
    (folder / "theirs.ipynb").write_text(json.dumps(book), encoding="utf-8")
    page.goto(f"{address}/lab/tree/theirs.ipynb?token={TOKEN}&reset")
    output = page.locator(".jp-OutputArea-output").first
    output.get_by_text(FACE).wait_for()
    assert CAPTION in output.inner_text()
    assert page.locator(".mnc-hole").count() == 0
    notebook.idle()
    assert FACE in output.inner_text()

    # Made a page of by the settings of `mancala lab`, it needs no network to be seen.
    path = convert(folder / "saved.ipynb", tmp_path, JUPYTER_CONFIG_PATH=str(PACKAGE))
    assert FACE in shown(offline, path)


def test_a_notebook_of_the_course_shows_its_board_unrun(open_notebook):
    notebook = open_notebook(next(NOTEBOOKS.glob("01-*.ipynb")), name="unrun.ipynb")
    face = notebook.page.locator(".jp-OutputArea-output").filter(has_text=FACE).first
    face.wait_for()
    assert face.locator("td").count() == 2 * 12 + 2
    assert notebook.page.get_by_text("model not found").count() == 0


def test_a_page_made_by_nbconvert_shows_the_board(offline, tmp_path):
    import nbformat

    run = tmp_path / "run.ipynb"
    command = [sys.executable, "-m", "nbconvert", "--execute", "--to", "notebook"]
    subprocess.run(
        [*command, f"--output={run}", str(written(tmp_path / "bare.ipynb"))],
        env=at_home(tmp_path),
        check=True,
        capture_output=True,
    )
    book = nbformat.read(run, as_version=4)
    assert set(book.cells[0].outputs[0].data) == {"text/html", "text/plain"}
    assert book.metadata.widgets  # with it, a page would fetch its widgets from elsewhere
    for path in (run, next(NOTEBOOKS.glob("01-*.ipynb"))):
        text = shown(offline, convert(path, tmp_path))
        assert CAPTION in text
        assert FACE in text


@pytest.fixture
def voila(tmp_path):
    """The address of a Voilà that shows a board."""
    path, port = written(tmp_path / "board.ipynb"), free_port()
    command = [sys.executable, "-m", "voila", str(path), f"--port={port}", "--no-browser"]
    with (tmp_path / "voila.log").open("w") as log:
        process = subprocess.Popen(command, env=at_home(tmp_path), stdout=log, stderr=log)
        yield f"http://127.0.0.1:{port}/"
        process.terminate()
        process.wait(20)


def test_a_page_of_voila_can_be_played_on(browser, voila):
    from playwright.sync_api import Error

    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    end = time.monotonic() + 30
    while True:
        try:
            page.goto(voila)
            break
        except Error:
            assert time.monotonic() < end, "Voilà did not start"
            time.sleep(0.1)
    game = Game.new("anywoli", seed=1)
    holes = page.locator(".mancala-board .mnc-hole")
    holes.first.wait_for(timeout=60_000)
    assert holes.count() == 24
    for hole in (0, 13):
        holes.nth(hole).click()
        game = game.play(hole)
        page.wait_for_function(
            "wanted => [...document.querySelectorAll('.mnc-hole')]"
            ".every((hole, at) => hole.getAttribute('aria-label') == wanted[at])",
            arg=names(game),
        )
    context.close()
