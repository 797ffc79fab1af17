"""Print what a class costs: twenty boards in twenty kernels of one JupyterLab.

``python benchmarks/twenty_boards.py`` starts a JupyterLab with folders of its own, opens a
notebook with a board in each of twenty kernels and makes moves by clicks on one board after the
other, with all kernels running. It takes one to three minutes and needs what the tests in the
browser need, a Chromium or Chrome and Playwright. Memory is the resident set of each process;
pages that processes share are counted in each, so that the sum is an upper bound. The time of a
click is measured on the page, from the click until the frame that tells the move is drawn.
"""

import json
import os
import platform
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any
from urllib.request import urlopen

import nbformat
import psutil
from playwright.sync_api import Page, sync_playwright
from tqdm import tqdm

from mancala_core.cli import find_browser

BOARDS, CLICKS = 20, 15
CELL = "from mancala_core import Board\nboard = Board('anywoli', seed={})\nboard"
PANEL = ".jp-NotebookPanel:not(.lm-mod-hidden)"
FLAGS = ["--no-sandbox", "--disable-background-networking", "--disable-sync"]

OPEN = """async (path) => {
    const { commands } = window.jupyterapp;
    const panel = await commands.execute("docmanager:open", { path });
    await panel.context.ready;
    await panel.sessionContext.ready;
    await panel.sessionContext.session.kernel.info;
    await commands.execute("notebook:run-all-cells");
    return panel.sessionContext.session.kernel.id;
}"""
SHOW = """async (path) => {
    await window.jupyterapp.commands.execute("docmanager:open", { path });
}"""
CLICK = """([panel, number]) => new Promise((done, failed) => {
    const board = document.querySelector(panel + " .mancala-board");
    const holes = board.querySelectorAll(".mnc-playable > .mnc-hole");
    const started = performance.now();
    const told = board.querySelector(".mnc-message");
    new MutationObserver((_, observer) => {
        observer.disconnect();
        requestAnimationFrame(() => done(performance.now() - started));
    }).observe(told, { childList: true, characterData: true, subtree: true });
    setTimeout(() => failed(new Error("no frame came")), 20000);
    holes[number % holes.length].click();
})"""


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def started(home: Path, port: int) -> subprocess.Popen[bytes]:
    """A JupyterLab that serves a folder and keeps all that it keeps there."""
    settings = home / "settings"
    settings.mkdir()
    quiet = {"@jupyterlab/apputils-extension:notification": {"fetchNews": "false"}}
    (settings / "overrides.json").write_text(json.dumps(quiet), encoding="utf-8")
    kept = ("CONFIG_DIR", "DATA_DIR", "RUNTIME_DIR")
    command = [
        *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1"),
        *(f"--port={port}", "--ServerApp.port_retries=0", "--IdentityProvider.token=class"),
        *(f"--ServerApp.root_dir={home}", f"--LabApp.app_settings_dir={settings}"),
        "--LabApp.expose_app_in_browser=True",
    ]
    environment = os.environ | {f"JUPYTER_{name}": str(home / name.lower()) for name in kept}
    with (home / "lab.log").open("w") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    for _ in range(600):
        try:
            urlopen(f"http://127.0.0.1:{port}/api?token=class", timeout=5).close()
            return process
        except OSError:
            time.sleep(0.1)
    process.kill()
    raise SystemExit("JupyterLab did not start:\n" + (home / "lab.log").read_text())


def megabytes(process: psutil.Process) -> float:
    """Resident memory of a process."""
    return float(process.memory_info().rss) / 2**20


def kernels(server: subprocess.Popen[bytes]) -> dict[str, psutil.Process]:
    """Processes of the kernels of a server, by the text of their commands."""
    children = psutil.Process(server.pid).children(recursive=True)
    return {" ".join(child.cmdline()): child for child in children}


def opened(page: Page, home: Path) -> list[tuple[str, str]]:
    """Open a board in each of the kernels; names of the notebooks and of their kernels."""
    found = []
    for number in tqdm(range(BOARDS), desc="boards", disable=None):
        cells = [nbformat.v4.new_code_cell(CELL.format(number))]
        spec = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
        path = f"pupil-{number + 1:02d}.ipynb"
        nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=spec), home / path)
        kernel = str(page.evaluate(OPEN, path))
        page.locator(f"{PANEL} .mnc-hole").first.wait_for(timeout=60_000)
        found.append((path, kernel))
    return found


def clicked(page: Page, path: str, bar: Any) -> list[float]:
    """Milliseconds from each of some clicks to the frame that tells the move."""
    page.evaluate(SHOW, path)
    page.locator(f"{PANEL} .mnc-hole").first.wait_for(timeout=60_000)
    times = []
    for number in range(CLICKS):
        times.append(float(page.evaluate(CLICK, [PANEL, number])))
        bar.update()
    return times


def main() -> None:
    """Open the boards, play on them, and print the table."""
    chromium = find_browser()
    if chromium is None:
        raise SystemExit("No Chromium or Chrome was found; MANCALA_CHROMIUM may name one.")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        home, port = Path(folder), free_port()
        server = started(home, port)
        try:
            alone = megabytes(psutil.Process(server.pid))
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
                page = browser.new_context(reduced_motion="reduce").new_page()
                page.set_default_timeout(120_000)
                page.goto(f"http://127.0.0.1:{port}/lab?token=class&reset")
                page.wait_for_function("window.jupyterapp?.restored.then(() => true)")
                begun = time.perf_counter()
                boards = opened(page, home)
                seconds = time.perf_counter() - begun
                with tqdm(total=BOARDS * CLICKS, desc="clicks", disable=None) as bar:
                    times = [clicked(page, path, bar) for path, _ in boards]
                processes = kernels(server)
                memory = [
                    next(megabytes(found) for text, found in processes.items() if kernel in text)
                    for _, kernel in boards
                ]
                last = megabytes(psutil.Process(server.pid))
                browser.close()
        finally:
            server.terminate()
            server.wait(30)
    print(f"{platform.platform()}, Python {platform.python_version()}, {os.cpu_count()} cores")
    print(f"{'kernel':>6}  {'memory, MB':>10}  {'click, ms: median':>17}  {'worst':>5}")
    for number, (each, held) in enumerate(zip(times, memory, strict=True), 1):
        print(f"{number:>6}  {held:>10.0f}  {median(each):>17.0f}  {max(each):>5.0f}")
    every = [one for each in times for one in each]
    print(f"{'all':>6}  {sum(memory):>10.0f}  {median(every):>17.0f}  {max(every):>5.0f}")
    print(f"The server holds {last:.0f} MB, {alone:.0f} MB before the first board.")
    print(f"All {BOARDS} boards were there after {seconds:.0f} s.")


if __name__ == "__main__":
    main()
