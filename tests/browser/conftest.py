"""JupyterLab and a browser for the tests of this folder."""

import ast
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import time
from copy import copy
from functools import partial
from pathlib import Path
from urllib.request import urlopen

import pytest
from bare_page import PAGE
from servers import TOKEN, at_home, free_port

from mancala_core.cli import PACKAGE, find_browser
from mancala_core.show.board import STATIC, script

SETTINGS = json.loads(
    (PACKAGE / "labconfig" / "default_setting_overrides.json").read_text(encoding="utf-8")
) | {
    "@jupyterlab/apputils-extension:notification": {"fetchNews": "false"},
    "@jupyterlab/docmanager-extension:plugin": {"autosave": False},
}


@pytest.fixture(scope="session")
def browser():
    """A running Chromium or Chrome; without one the tests are skipped, or fail if required."""
    path, missing = find_browser(), None
    if path is None:
        missing = "No Chromium or Chrome was found, so the board was not tried in a browser."
    elif importlib.util.find_spec("playwright") is None:
        missing = "Playwright is not installed, so the board was not tried in a browser."
    if missing and os.environ.get("MANCALA_BROWSER") == "required":
        pytest.fail(missing)
    if missing:
        pytest.skip(missing)
    from playwright import sync_api

    flags = [
        "--no-sandbox",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
    ]
    with sync_api.sync_playwright() as started:
        running = started.chromium.launch(executable_path=path, args=flags)
        yield running
        running.close()


@pytest.fixture(scope="session")
def lab(tmp_path_factory):
    """JupyterLab with folders of its own; gives its address and the folder it serves."""
    home = tmp_path_factory.mktemp("home")
    folder = tmp_path_factory.mktemp("notebooks")
    app = home / "app-settings"
    app.mkdir()
    (app / "overrides.json").write_text(json.dumps(SETTINGS), encoding="utf-8")
    port = free_port()
    command = [
        *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"),
        *("--ip=127.0.0.1", f"--port={port}", "--ServerApp.port_retries=0"),
        *(f"--IdentityProvider.token={TOKEN}", f"--ServerApp.root_dir={folder}"),
        f"--LabApp.app_settings_dir={app}",
        "--LabApp.expose_app_in_browser=True",
    ]
    log = (home / "lab.log").open("w")
    process = subprocess.Popen(command, env=at_home(home), stdout=log, stderr=log)
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(300):
            if process.poll() is not None:
                break
            try:
                urlopen(f"{address}/api?token={TOKEN}", timeout=5).close()
                break
            except OSError:
                time.sleep(0.1)
        else:
            process.kill()
        if process.poll() is not None:
            pytest.fail("JupyterLab did not start:\n" + (home / "lab.log").read_text())
        yield address, folder
    finally:
        process.terminate()
        process.wait(20)
        log.close()


class Notebook:
    """A notebook open in JupyterLab, as the tests use it."""

    def __init__(self, page):
        self.page = page
        self.board = page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .mancala-board").last

    def idle(self):
        """Wait until the kernel is idle."""
        self.page.locator("#jp-main-statusbar").get_by_text(re.compile(r"\| Idle")).wait_for(
            timeout=120_000
        )

    def run(self, cell=0):
        """Run one cell from its editor."""
        self.idle()
        self.page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .jp-CodeCell").nth(cell).locator(
            ".cm-content"
        ).click()
        self.page.keyboard.press("Control+Enter")

    def command(self, name, **values):
        """Run a command of JupyterLab."""
        self.page.evaluate(
            "([name, values]) => window.jupyterapp.commands.execute(name, values)", [name, values]
        )

    def restart(self):
        """Restart the kernel, behind the back of the boards."""
        self.page.evaluate(
            "() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()"
        )
        self.idle()

    def dark(self):
        """Change to JupyterLab's dark theme, which it keeps for the notebooks opened later."""
        self.command("apputils:change-theme", theme="JupyterLab Dark")
        self.page.locator("body[data-jp-theme-light=false]").wait_for(state="attached")

    def light(self):
        """Change to JupyterLab's light theme."""
        self.command("apputils:change-theme", theme="JupyterLab Light")
        self.page.locator("body[data-jp-theme-light=true]").wait_for(state="attached")

    def hole(self, letter):
        """The button of a hole."""
        number = ord(letter.lower()) - 97
        holes = self.board.locator(".mnc-hole")
        count = holes.count()
        return holes.nth(number if letter.isupper() else count // 2 + number)

    def click(self, letter):
        """Click a hole, also one that says it is disabled."""
        self.hole(letter).click(force=True)

    def names(self):
        """Accessible names of all holes in sowing order."""
        return self.board.locator(".mnc-hole").evaluate_all(
            "holes => holes.map(hole => hole.getAttribute('aria-label'))"
        )

    def said(self):
        """What stands beside the player to move."""
        return self.board.locator(".mnc-said").inner_text()


class Desk(Notebook):
    """A notebook whose cells are laid out anew again and again, with one kernel for all of them."""

    PANEL = "window.jupyterapp.shell.currentWidget"

    def lay(self, *cells):
        """Put these cells in the place of those that are there, and run them one by one."""
        self.page.evaluate(
            f"""async (cells) => {{
                const shared = {self.PANEL}.content.model.sharedModel;
                shared.transact(() => {{
                    shared.deleteCellRange(0, shared.cells.length);
                    cells.forEach((source) => shared.addCell({{ cell_type: "code", source }}));
                }});
                await window.jupyterapp.commands.execute("notebook:run-all-cells");
            }}""",
            list(cells),
        )
        self.board.locator(".mnc-hole").first.wait_for(timeout=30_000)

    def again(self, cell=0):
        """Run a cell once more."""
        self.page.evaluate(
            f"""async (cell) => {{
                {self.PANEL}.content.activeCellIndex = cell;
                await window.jupyterapp.commands.execute("notebook:run-cell");
            }}""",
            cell,
        )
        self.board.locator(".mnc-hole").first.wait_for(timeout=30_000)

    def ask(self, code, run=""):
        """The value of an expression in the kernel, after some statements."""
        reply = self.page.evaluate(
            f"""async ([code, value]) => {{
                const {{ kernel }} = {self.PANEL}.sessionContext.session;
                const reply = await kernel.requestExecute(
                    {{ code, store_history: false, user_expressions: {{ value }} }},
                ).done;
                return JSON.stringify(reply.content);
            }}""",
            [run, code],
        )
        return ast.literal_eval(
            json.loads(reply)["user_expressions"]["value"]["data"]["text/plain"]
        )

    def view(self, number):
        """The same desk, with another of its boards."""
        other = copy(self)
        other.board = self.page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .mancala-board")
        other.board = other.board.nth(number)
        return other

    def moving(self, motion):
        """Whether moves are to be sown out."""
        self.page.emulate_media(reduced_motion="no-preference" if motion else "reduce")


def open_in_lab(browser, lab, contexts, cells, name="board.ipynb", kind=Notebook, **options):
    """Open cells, or a notebook file, in JupyterLab; the browser's context is kept in a list."""
    import nbformat

    address, folder = lab
    if isinstance(cells, Path):
        shutil.copy(cells, folder / name)
    else:
        book = nbformat.v4.new_notebook(
            cells=[nbformat.v4.new_code_cell(cell) for cell in cells],
            metadata={"kernelspec": {"name": "python3", "display_name": "Python 3"}},
        )
        nbformat.write(book, folder / name)
    still = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce"}
    context = browser.new_context(**still | options)
    contexts.append(context)
    page = context.new_page()
    page.goto(f"{address}/lab/tree/{name}?token={TOKEN}&reset", timeout=60_000)
    notebook = kind(page)
    notebook.idle()
    return notebook


@pytest.fixture
def open_notebook(browser, lab):
    """Open cells, or a notebook file, in JupyterLab; options go to the browser's context."""
    contexts = []
    yield partial(open_in_lab, browser, lab, contexts)
    for context in contexts:
        context.close()


@pytest.fixture(scope="module")
def shared_desk(browser, lab):
    contexts = []
    yield open_in_lab(browser, lab, contexts, [], name="desk.ipynb", kind=Desk)
    for context in contexts:
        context.close()


@pytest.fixture
def desk(shared_desk):
    """The `Desk` of a file of tests, as each of them should find it: light, wide and still."""
    shared_desk.page.set_viewport_size({"width": 1280, "height": 900})
    shared_desk.moving(False)
    yield shared_desk
    shared_desk.moving(False)


@pytest.fixture
def on_page(browser):
    """Open a frame on a bare page whose clock the test turns; without motion unless asked."""
    contexts = []

    def opened(data, detached=False, **options):
        context = browser.new_context(**{"reduced_motion": "reduce"} | options)
        contexts.append(context)
        page = context.new_page()
        page.clock.install()

        def answer(route):
            name = route.request.url.rsplit("/", 1)[1]
            kind = {"board.js": "text/javascript", "board.css": "text/css"}.get(name, "text/html")
            body = (
                script()
                if name == "board.js"
                else (STATIC / name).read_text(encoding="utf-8")
                if name == "board.css"
                else PAGE.replace("FRAME", json.dumps(data)).replace(
                    "DETACHED", json.dumps(detached)
                )
            )
            route.fulfill(body=body, content_type=kind + "; charset=utf-8")

        page.route("**/*", answer)
        page.goto("http://board.test/page.html")
        if not detached:
            page.locator(".mnc-board").wait_for()
        return page

    yield opened
    for context in contexts:
        context.close()
