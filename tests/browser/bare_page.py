"""A page with nothing but a board, where Python's part is played by the test."""

from mancala_core.show.frame import Scene, frame
from mancala_core.show.looks import looks

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Board</title>
<link rel="stylesheet" href="board.css"><style>
html { color-scheme: light dark } body { margin: 8px; background: light-dark(#fff, #111) }
</style></head><body><main class="mancala-board"><div id="el" class="mancala-view"></div>
<button id="control">Control</button></main>
<script type="module">
import board from "./board.js";
const heard = [];
window.sent = [];
window.dropped = [];
window.reached = [];
document.addEventListener("keydown", (event) => window.reached.push(event.key));
window.model = {
  frame: FRAME,
  get: (name) => window.model.frame,
  set: (name, value) => window.sent.push(value),
  save_changes() {},
  on: (name, listener) => heard.push(listener),
  off: (name, listener) => { window.dropped.push(name); heard.splice(heard.indexOf(listener), 1); },
};
window.show = (frame) => { window.model.frame = frame; heard.forEach((listener) => listener()); };
const el = document.getElementById("el");
const home = el.parentNode;
window.attach = () => home.prepend(el);
if (DETACHED) el.remove();
window.close = board.render({ model: window.model, el: el });
</script></body></html>"""


def told(game, number=1, **scene):
    return frame(Scene(game, looks(game), **scene)) | {"id": number, "sent": number}
