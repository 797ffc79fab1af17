"""JupyterLab and a browser for the tests of this folder."""

import importlib.util
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

import pytest

from mancala_core.cli import find_browser

REPOSITORY = Path(__file__).parents[2]
TOKEN = "board"
SETTINGS = {
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


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture(scope="session")
def lab(tmp_path_factory):
    """JupyterLab with folders of its own; gives its address and the folder it serves."""
    home = tmp_path_factory.mktemp("home")
    folder = tmp_path_factory.mktemp("notebooks")
    app = home / "app-settings"
    app.mkdir()
    (app / "overrides.json").write_text(json.dumps(SETTINGS), encoding="utf-8")
    port = free_port()
    environment = os.environ | {
        "HOME": str(home),
        "USERPROFILE": str(home),
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTER_DATA_DIR": str(home / "data"),
        "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
        "IPYTHONDIR": str(home / "ipython"),
        "JUPYTERLAB_SETTINGS_DIR": str(home / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces"),
        "PYTHONPATH": os.pathsep.join(
            filter(None, (str(REPOSITORY), os.environ.get("PYTHONPATH")))
        ),
    }
    command = [
        *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"),
        *("--ip=127.0.0.1", f"--port={port}", "--ServerApp.port_retries=0"),
        *(f"--IdentityProvider.token={TOKEN}", f"--ServerApp.root_dir={folder}"),
        f"--LabApp.app_settings_dir={app}",
        "--LabApp.expose_app_in_browser=True",
    ]
    log = (home / "lab.log").open("w")
    process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
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


@pytest.fixture
def open_notebook(browser, lab):
    """Open cells, or a notebook file, in JupyterLab; options go to the browser's context."""
    address, folder = lab
    contexts = []

    def opened(cells, name="board.ipynb", **options):
        import nbformat

        if isinstance(cells, Path):
            shutil.copy(cells, folder / name)
        else:
            book = nbformat.v4.new_notebook(
                cells=[nbformat.v4.new_code_cell(cell) for cell in cells],
                metadata={"kernelspec": {"name": "python3", "display_name": "Python 3"}},
            )
            nbformat.write(book, folder / name)
        context = browser.new_context(
            viewport=options.pop("viewport", {"width": 1280, "height": 900}), **options
        )
        contexts.append(context)
        page = context.new_page()
        page.goto(f"{address}/lab/tree/{name}?token={TOKEN}&reset", timeout=60_000)
        notebook = Notebook(page)
        notebook.idle()
        return notebook

    yield opened
    for context in contexts:
        context.close()
