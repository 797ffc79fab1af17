"""Draw the pictures of the board in a browser again: ``python docs/make_screenshots.py``.

It needs a Chromium or Chrome and Playwright, which come with what the tests need. The board
stands on a page of its own and is told what to show as in a notebook. The page's clock is set
by hand, and Japanese and Urdu are written with the fonts that the package brings, so that the
same browser draws the same pictures.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Route, sync_playwright

from mancala_core.cli import find_browser
from mancala_core.engine.game import Game
from mancala_core.engine.moves import trace
from mancala_core.show.board import STATIC, script
from mancala_core.show.fonts import SCRIPTS
from mancala_core.show.frame import frame
from mancala_core.show.session import Session
from mancala_core.show.words import speak

FOLDER = Path(__file__).parent / "pictures"
LANGUAGES = {"el": "greek", "ja": "japanese", "sw": "swahili", "ur": "urdu"}
NAMES = (
    *("board-live-light", "board-live-dark", "board-live-phone", "board-sowing", "board-endless"),
    *(f"board-{name}" for name in LANGUAGES.values()),
)
BEFORE = "<12,8,4,3,0,1,8,8,3,7,2,8,1,3,7,2,7,2,7,0,1,7,2,1,0,0,0> S"
PLAYED = "L"
ENDLESS, BARRED = "<6,20,16,1,0,1,2,0,4,0,2,1,0,1,0> S", 3
WIDE, PHONE = {"width": 960, "height": 900}, {"width": 390, "height": 844}
NARROW = {"width": 830, "height": 900}  # as wide as a board of six holes becomes
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Board</title>
<link rel="stylesheet" href="board.css"><style>FONTS
:root { color-scheme: light dark; --jp-ui-font-family: FAMILY "DejaVu Sans", sans-serif }
body { margin: 0; background: light-dark(#fff, #111) } main { padding: 12px }
</style></head><body><main class="mancala-board"><div id="el" class="mancala-view"></div></main>
<script type="module">
import board from "./board.js";
const heard = [];
const model = {
  get: () => model.frame, set() {}, save_changes() {}, off() {},
  on: (name, listener) => heard.push(listener), frame: FRAME,
};
window.show = (frame) => { model.frame = frame; heard.forEach((listener) => listener()); };
board.render({ model, el: document.getElementById("el") });
</script></body></html>"""


def told(session: Session, number: int = 1, **more: Any) -> dict[str, Any]:
    """The frame that a board sends of a session."""
    return frame(session.scene()) | {"id": number, "sent": number, **more}


def files(data: dict[str, Any], language: str) -> dict[str, tuple[str, str | bytes]]:
    """What the page asks for: media types and contents by name."""
    faces, family = "", ""
    for found in (each for each in SCRIPTS if each.language == language):
        family = f'"{found.family}",'
        for weight in ("400", "700"):
            rule = f'font-family: "{found.family}"; font-weight: {weight}; src: url({weight}.font)'
            faces += f"@font-face {{ {rule} }}\n"
    page = PAGE.replace("FONTS", faces).replace("FAMILY", family)
    answers: dict[str, tuple[str, str | bytes]] = {
        "board.js": ("text/javascript", script()),
        "board.css": ("text/css", (STATIC / "board.css").read_text(encoding="utf-8")),
        "page.html": ("text/html", page.replace("FRAME", json.dumps(data))),
    }
    for found in (each for each in SCRIPTS if each.language == language):
        for weight, (package, name) in zip(("400", "700"), found.files, strict=True):
            spec = find_spec(package)
            assert spec is not None
            assert spec.submodule_search_locations is not None
            path = Path(next(iter(spec.submodule_search_locations))) / name
            answers[f"{weight}.font"] = ("font/otf", path.read_bytes())
    return answers


@contextmanager
def page_with(
    browser: Browser, session: Session, viewport: Any = WIDE, **options: Any
) -> Iterator[Page]:
    """A page with a board that shows a session, without motion unless that is asked for."""
    context = browser.new_context(viewport=viewport, **{"reduced_motion": "reduce"} | options)
    page = context.new_page()
    page.clock.install(time=0)
    answers = files(told(session), session.words.language)

    def answer(route: Route) -> None:
        kind, body = answers.get(route.request.url.rsplit("/", 1)[1], ("text/plain", ""))
        route.fulfill(body=body, content_type=f"{kind}; charset=utf-8")

    page.route("**/*", answer)
    page.goto("http://board.test/page.html")
    page.locator(".mnc-board").wait_for()
    yield page
    context.close()


def keep(page: Page, name: str) -> None:
    """Store a picture of the board as it stands."""
    page.evaluate("document.fonts.ready.then(() => true)")
    page.locator("main").screenshot(path=FOLDER / f"{name}.png", animations="disabled")


def in_play(language: str = "en", rules: str = "anywoli", start: str = BEFORE) -> Session:
    """A board in the middle of a game."""
    return Session(Game.new(rules, start, seed=1), speak(language))


def main() -> None:
    """Write the pictures."""
    chromium = find_browser()
    if chromium is None:
        raise SystemExit("No Chromium or Chrome was found; MANCALA_CHROMIUM may name one.")
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        session = in_play()
        session.play(PLAYED)
        for name, scheme, viewport in (
            ("light", "light", WIDE),
            ("dark", "dark", WIDE),
            ("phone", "light", PHONE),
        ):
            with page_with(browser, session, viewport, color_scheme=scheme) as page:
                keep(page, f"board-live-{name}")
        for language, name in LANGUAGES.items():
            session = in_play(language)
            session.play(PLAYED)
            with page_with(browser, session) as page:
                keep(page, f"board-{name}")
        _sowing(browser)
        _endless(browser)
        browser.close()


def _sowing(browser: Browser) -> None:
    session = in_play()
    with page_with(browser, session, reduced_motion="no-preference") as page:
        session.play(PLAYED)
        page.evaluate("frame => window.show(frame)", told(session, 2))
        while not page.locator(".mnc-chip").inner_text().startswith("Lap 2 "):
            page.clock.run_for(100)
        for _ in range(40):
            page.clock.run_for(50)
            if page.locator(".mnc-trail").count() >= 3 and page.locator(".mnc-hand").is_visible():
                break
        keep(page, "board-sowing")


def _endless(browser: Browser) -> None:
    session = in_play(rules="adji_kui_2", start=ENDLESS)
    move = trace(session.game.rules, session.game.position, BARRED)
    with page_with(browser, session, NARROW, reduced_motion="no-preference") as page:
        session.demo = move
        session.played += 1
        page.evaluate("frame => window.show(frame)", told(session, 2))
        while not page.locator(".mnc-proof").is_visible():
            page.clock.run_for(500)
        keep(page, "board-endless")


if __name__ == "__main__":
    main()
