// The board on the page. It draws the frames it is given and reports what was clicked;
// it knows no rules. A frame is described in frame.py.

const SVG = "http://www.w3.org/2000/svg";
const PATIENCE = 3000; // ms without an answer, after which a notice stands on the board
const STEP = 1000; // ms a lap is shown when laps are run through
const REST = 600; // ms without a move of the slider, after which its lap is announced

const SEEDS = (() => {
  const near = 6, far = 16;
  const square = [[-near, -near], [near, near], [near, -near], [-near, near]];
  const ring = [6, 2, 0, 4, 7, 3, 5, 1].map((part) => (part * Math.PI) / 4);
  return [...square, ...ring.map((turn) => [far * Math.cos(turn), far * Math.sin(turn)])];
})();

const BADGES = { endless: "∞", checking: "?", chosen: "✓", taken: "✓" };
const OPEN = new Set(["playable", "offered", "chosen"]); // states of holes that may be clicked

function put(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) node.setAttribute(name, "");
    else if (value !== false && value != null) node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}
const html = (tag, attributes = {}, ...children) =>
  put(document.createElement(tag), attributes, children);
const svg = (tag, attributes = {}, ...children) =>
  put(document.createElementNS(SVG, tag), attributes, children);
const tell = (node, text) => {
  if (node.textContent !== text) node.textContent = text;
};
const icon = (path) =>
  svg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, svg("path", { d: path }));

const ICONS = {
  first: "M4 4h2.6v12H4zM16 4v12L7 10z",
  previous: "M14 4v12L5 10z",
  next: "M6 4v12l9-6z",
  last: "M13.4 4H16v12h-2.6zM4 4v12l9-6z",
  run: "M3 4v12l7-6zM10 4v12l7-6z",
  stop: "M5 5h10v10H5z",
};

// Marks beside the holes: shapes differ, colour only tells the owner.
function mark([kind, a, b, final], ghost) {
  const box = { viewBox: "0 0 22 22", class: `mnc-mark mnc-${kind}${ghost ? " mnc-ghost" : ""}` };
  if (kind === "began") return svg("svg", box, svg("circle", { cx: 11, cy: 11, r: 7.5 }));
  if (kind === "ended") return svg("svg", box, svg("rect", { x: 4, y: 4, width: 14, height: 14 }));
  if (kind === "took") {
    const points = a ? "3,20 19,20 19,8.5 11,2 3,8.5" : "3,2 19,2 19,13.5 11,20 3,13.5";
    box.class += ` mnc-p${a}${final ? " mnc-final" : ""}`;
    const text = svg("text", { x: 11, y: a ? 17.6 : 12.8 });
    text.textContent = b;
    return svg("svg", box, svg("polygon", { points }), text);
  }
  const span = html("span", { class: box.class });
  span.textContent = kind === "back" ? `↩${a}` : `+${a}`;
  return span;
}

function seeds(group, count) {
  if (group.dataset.count === String(count)) return;
  group.dataset.count = count;
  const places = count === 1 ? [[0, 0]] : SEEDS.slice(0, Math.min(count, SEEDS.length));
  group.replaceChildren(...places.map(([cx, cy]) => svg("circle", { cx, cy, r: 3.7 })));
}

function disc() {
  const group = svg("g", { class: "mnc-seeds" });
  const badge = svg("g", { class: "mnc-badge", transform: "translate(18 18)" });
  const sign = svg("text", { y: 4.6 });
  badge.append(svg("circle", { r: 8.5 }), sign);
  const picture = svg(
    "svg",
    { viewBox: "-30 -30 60 60", class: "mnc-disc", "aria-hidden": "true" },
    svg("rect", { class: "mnc-plate", x: -29, y: -29, width: 58, height: 58, rx: 7 }),
    svg("circle", { class: "mnc-wood", r: 22.5 }),
    svg("circle", { class: "mnc-ring-ink", r: 24.6 }),
    svg("circle", { class: "mnc-ring", r: 24.6 }),
    svg("circle", { class: "mnc-focus-in", r: 27 }),
    svg("circle", { class: "mnc-focus-out", r: 28.7 }),
    group,
    svg("path", { class: "mnc-lid", d: "M-15-15 15 15M-15 15 15-15" }),
    badge,
  );
  return { picture, group, sign };
}

function render({ model, el }) {
  let frame = model.get("frame");
  let cells = [], stores = [];
  let current = 0; // the hole that Tab reaches
  let hovered = -1;
  let step = null; // lap looked at; null: the present
  let silence, running, sliding;
  let sentAt = 0; // when the last click was sent; each is later than the one before
  const typed = new Map(); // numbers of the set-up that Python has not answered yet

  const chip = html("span", { class: "mnc-chip" });
  const message = html("span", { class: "mnc-message", dir: "auto" });
  const pass = html("button", { type: "button", class: "mnc-pass" });
  const said = html("div", { class: "mnc-said" }, chip, message);
  const round = html("div", { class: "mnc-round", dir: "auto" });
  const head = html("div", { class: "mnc-head" }, said, pass);
  const live = html("div", { class: "mnc-hidden", role: "status", "aria-atomic": "true" });
  const notice = html("div", { class: "mnc-notice", role: "alert", dir: "auto", hidden: true });
  const board = html("div", { class: "mnc-board", role: "group" });
  const preview = html("div", { class: "mnc-preview", dir: "auto", id: `mnc-${Math.random().toString(36).slice(2)}` });
  const key = html("div", { class: "mnc-key", dir: "auto" });
  const lapText = html("div", { class: "mnc-laptext", dir: "auto" });
  const slider = html("input", { type: "range", min: 0, step: 1, class: "mnc-slider" });
  const buttons = {};
  for (const name of ["first", "previous", "next", "last", "run"]) {
    buttons[name] = html("button", { type: "button", class: "mnc-step" }, icon(ICONS[name]));
  }
  const lapRow = html(
    "div",
    { class: "mnc-laprow" },
    buttons.first, buttons.previous, buttons.run, buttons.next, buttons.last, slider,
  );
  const laps = html("div", { class: "mnc-laps", role: "group" }, lapRow, lapText);
  const root = html(
    "div",
    { class: "mnc" },
    round, head,
    live, notice, board, preview, key, laps,
  );

  // ---- what goes to Python ------------------------------------------------------------

  function stamp() {
    sentAt = Math.max(sentAt + 1, Date.now());
    return sentAt;
  }

  function send(data, at = stamp()) {
    clearTimeout(silence);
    silence = setTimeout(() => {
      tell(notice, frame.words.silent);
      notice.hidden = false;
    }, PATIENCE);
    try {
      model.set("clicked", { ...data, id: frame.id, at });
      model.save_changes();
    } catch (error) {
      console.error(error); // no kernel: the notice will say so
    }
  }

  function choose(hole) {
    const past = step !== null && step < frame.steps.length - 1;
    goTo(null);
    if (past) tell(lapText, frame.words.present);
    else send({ hole });
  }

  // Numbers are sent until Python has answered them: of clicks in quick succession the page
  // may hand on only the last.
  function sendNumber(where, seeds) {
    const at = stamp();
    typed.set(JSON.stringify(where), { edit: { ...where, seeds }, at });
    send({ edits: [...typed.values()].map(({ edit }) => edit) }, at);
  }
  function numberOf(where, seeds) {
    const unanswered = typed.get(JSON.stringify(where));
    return unanswered ? unanswered.edit.seeds : seeds;
  }

  // ---- laps of the last move ----------------------------------------------------------

  function goTo(place) {
    step = place;
    if (place === null) stop();
    draw();
  }
  function stop() {
    clearInterval(running);
    clearTimeout(sliding);
    running = sliding = undefined;
  }
  function move(by) {
    const last = frame.steps.length - 1;
    if (by > 0 && (step === null || step >= last)) return goTo(null);
    goTo(Math.max(0, (step === null ? last + 1 : step) + by));
  }
  function run() {
    if (running !== undefined) {
      stop();
      return draw();
    }
    if (step === null || step >= frame.steps.length - 1) step = 0;
    running = setInterval(() => {
      if (step >= frame.steps.length - 2) stop();
      goTo(Math.min(step + 1, frame.steps.length - 1));
    }, STEP);
    draw();
  }
  const halted = (action) => () => {
    stop();
    action();
  };
  buttons.first.addEventListener("click", halted(() => goTo(0)));
  buttons.previous.addEventListener("click", halted(() => move(-1)));
  buttons.next.addEventListener("click", halted(() => move(1)));
  buttons.last.addEventListener("click", () => goTo(null));
  buttons.run.addEventListener("click", run);
  slider.addEventListener("input", () => {
    stop();
    sliding = setTimeout(() => {
      sliding = undefined;
      announce();
    }, REST);
    goTo(Number(slider.value));
  });
  pass.addEventListener("click", (event) => {
    if (event.detail < 2) choose(null);
  });

  // ---- holes and stores ---------------------------------------------------------------

  function number(name, data) {
    const input = html("input", {
      type: "number", min: 0, max: frame.most, inputmode: "numeric",
      "aria-label": name, class: "mnc-number",
    });
    input.addEventListener("change", () => {
      const value = Math.min(frame.most, Math.max(0, Math.round(Number(input.value)) || 0));
      input.value = value;
      sendNumber(data, value);
    });
    input.addEventListener("focus", () => input.select());
    return input;
  }

  function nudge(input, by, name) {
    const button = html("button", { type: "button", class: "mnc-nudge", "aria-label": name });
    button.textContent = by > 0 ? "+" : "−";
    button.addEventListener("click", () => {
      input.value = Number(input.value) + by;
      input.dispatchEvent(new Event("change"));
    });
    return button;
  }

  function cell(hole) {
    const { name } = frame.cells[hole];
    const north = hole >= frame.holes;
    const column = north ? 2 * frame.holes - hole : hole + 1;
    const face = disc();
    const letter = html("span", { class: "mnc-letter" });
    const count = html("span", { class: "mnc-count" });
    const beside = html("span", { class: "mnc-marks" });
    const button = html(
      "button",
      { type: "button", class: "mnc-hole", "data-hole": hole, tabindex: -1 },
      letter, count, face.picture, beside,
    );
    const label = (words) => words.replace("%s", name);
    const input = number(label(frame.words.seeds), { hole });
    const mirror = disc();
    const tag = html("span", { class: "mnc-letter", "aria-hidden": "true" });
    tag.textContent = name;
    const edit = html(
      "div",
      { class: "mnc-edit" },
      tag, input, mirror.picture,
      html(
        "span",
        { class: "mnc-nudges" },
        nudge(input, -1, label(frame.words.less)),
        nudge(input, 1, label(frame.words.more)),
      ),
    );
    const box = html(
      "div",
      { class: `mnc-cell ${north ? "mnc-north" : "mnc-south"}`, style: `grid-area: ${north ? 1 : 2} / ${column}` },
      button, edit,
    );
    button.addEventListener("click", (event) => {
      if (event.detail < 2) choose(hole); // the second click of a double click is dropped
    });
    button.addEventListener("pointerenter", () => show(hole));
    button.addEventListener("pointerleave", () => show(-1));
    button.addEventListener("focus", () => {
      current = hole;
      show(button.matches(":focus-visible") ? hole : hovered);
    });
    button.addEventListener("blur", () => show(-1));
    return { box, button, letter, count, beside, input, edit, tag, ...face, mirror: mirror.group };
  }

  function store(player) {
    const name = html("span", { class: `mnc-name mnc-p${player}` });
    const count = html("span", { class: "mnc-taken" });
    const heap = svg("svg", { class: "mnc-heap", "aria-hidden": "true" });
    const words = frame.words.store.replace("%s", frame.stores[player].name);
    const input = number(words, { store: player });
    const label = html("span", { class: "mnc-hidden" });
    const box = html(
      "div",
      { class: `mnc-store mnc-store${player}` },
      name, count, label, input, heap,
    );
    name.setAttribute("aria-hidden", "true");
    count.setAttribute("aria-hidden", "true");
    return { box, name, count, label, input, heap };
  }

  function arrow(up) {
    const picture = svg(
      "svg",
      { viewBox: "0 0 12 40", class: "mnc-arrow", "aria-hidden": "true" },
      svg("path", { d: up ? "M6 38V3M1 9l5-6 5 6" : "M6 2v35M1 31l5 6 5-6" }),
    );
    return picture;
  }

  function build() {
    hovered = -1;
    step = null;
    stop();
    typed.clear();
    cells = frame.cells.map((_, hole) => cell(hole));
    stores = [store(0), store(1)];
    const holes = html("div", { class: "mnc-holes" }, ...cells.map((each) => each.box));
    const wood = html("div", { class: "mnc-plank" }, arrow(frame.step < 0), holes, arrow(frame.step > 0));
    board.replaceChildren(stores[1].box, wood, stores[0].box);
    root.style.setProperty("--n", frame.holes);
    root.dataset.size = frame.holes <= 8 ? "large" : "small";
    root.dataset.stores = frame.beside ? "beside" : "on";
    root.lang = frame.language;
    current = first();
  }

  const first = () => Math.max(0, frame.cells.findIndex((each) => OPEN.has(each.state)));

  // Captured seeds as little squares of four, in rows.
  function heap(picture, count) {
    if (picture.dataset.count === String(count)) return;
    picture.dataset.count = count;
    const across = frame.beside ? 5 : 3;
    const dots = [];
    for (let seed = 0; seed < Math.min(count, 120); seed += 1) {
      const group = Math.floor(seed / 4), part = seed % 4;
      dots.push(svg("circle", {
        cx: (group % across) * 22 + (part % 2) * 8 + 7,
        cy: Math.floor(group / across) * 22 + Math.floor(part / 2) * 8 + 7,
        r: 3.2,
      }));
    }
    const rows = Math.max(1, Math.ceil(Math.min(count, 120) / 4 / across));
    picture.setAttribute("viewBox", `0 0 ${across * 22} ${rows * 22}`);
    picture.replaceChildren(...dots);
  }

  // ---- drawing ------------------------------------------------------------------------

  function draw() {
    const at = step === null ? null : frame.steps[step];
    const past = at !== null && step < frame.steps.length - 1;
    const shown = past ? at : { seeds: frame.cells.map((each) => each.seeds), stores: frame.stores.map((each) => each.seeds) };
    const looking = hovered >= 0 && !past && frame.cells[hovered].marks;
    const states = frame.cells.map((each) => (past ? "" : each.state));
    const marks = looking ? frame.cells[hovered].marks : at ? at.marks : frame.marks;
    const active = !frame.over && !frame.edit && !past;
    root.classList.toggle("mnc-past", past);
    root.classList.toggle("mnc-editing", frame.edit);
    frame.cells.forEach((each, hole) => {
      const { box, button, letter, count, beside, input, tag, group, mirror, sign } = cells[hole];
      const owner = each.owner, state = states[hole];
      box.classList.toggle("mnc-p0", owner === 0);
      box.classList.toggle("mnc-p1", owner === 1);
      box.classList.toggle("mnc-out", owner < 0);
      box.classList.toggle("mnc-active", active && owner === frame.mover);
      box.classList.toggle("mnc-bought", each.bought);
      box.classList.toggle("mnc-playable", OPEN.has(state));
      box.classList.toggle("mnc-offered", state === "offered");
      box.classList.toggle("mnc-chosen", state === "chosen" || state === "taken");
      box.classList.toggle("mnc-refused", frame.refused === hole && !past);
      box.classList.toggle("mnc-badged", state in BADGES);
      box.classList.toggle("mnc-hover", hovered === hole && active);
      tell(sign, BADGES[state] || "");
      letter.replaceChildren(each.name, ...(each.bought ? [mark(["took", owner, "", false])] : []));
      tell(tag, each.name);
      tell(count, owner < 0 ? "\u00a0" : String(shown.seeds[hole]));
      count.classList.toggle("mnc-none", shown.seeds[hole] === 0);
      seeds(group, shown.seeds[hole]);
      seeds(mirror, numberOf({ hole }, each.seeds));
      const seedsIn = numberOf({ hole }, each.seeds);
      if (document.activeElement !== input || frame.edit === false) input.value = seedsIn;
      button.setAttribute("aria-label", past ? frame.names[hole][shown.seeds[hole]] : each.label);
      button.setAttribute("aria-disabled", String(!OPEN.has(state)));
      if (state === "offered" || state === "chosen") button.setAttribute("aria-pressed", String(state === "chosen"));
      else button.removeAttribute("aria-pressed");
      button.tabIndex = hole === current ? 0 : -1;
      beside.replaceChildren(...(marks[hole] || []).map((item) => mark(item, Boolean(looking))));
    });
    frame.stores.forEach((each, player) => {
      const { name, count, label, input } = stores[player];
      tell(name, each.name);
      tell(count, String(shown.stores[player]));
      tell(label, past ? frame.taken[player][shown.stores[player]] : each.label);
      if (document.activeElement !== input) input.value = numberOf({ store: player }, each.seeds);
      heap(stores[player].heap, shown.stores[player]);
    });
    board.setAttribute("aria-label", frame.title);
    board.className = `mnc-board${frame.buyer === null ? "" : ` mnc-buyer${frame.buyer}`}`;
    head.classList.toggle("mnc-tall", !at && frame.message.includes("\n"));
    round.hidden = !frame.round;
    tell(round, frame.round);
    tell(chip, at ? frame.words.laps : frame.chip);
    chip.className = `mnc-chip ${at || frame.side === null ? "mnc-plain" : `mnc-p${frame.side}`}`;
    tell(message, at ? at.text : frame.message);
    said.dataset.tone = at ? "" : frame.tone;
    announce();
    const passing = document.activeElement === pass;
    pass.hidden = !(frame.pass || frame.next) || past;
    if (passing && pass.hidden) focusBoard();
    tell(pass, frame.pass || frame.next);
    pass.className = `mnc-pass ${frame.pass ? `mnc-p${frame.mover}` : "mnc-on"}`;
    drawPreview();
    drawKey(marks, states, Boolean(looking));
    drawLaps(at);
  }

  // What stands beside the player to move is read out, but not lap after lap in passing.
  function announce() {
    if (running === undefined && sliding === undefined) {
      tell(live, `${chip.textContent} ${message.textContent}`);
    }
  }

  function drawPreview() {
    const text = hovered >= 0 && hovered !== frame.refused && !frame.edit && step === null ? frame.cells[hovered].text : "";
    tell(preview, text ? `${frame.words.preview}: ${text}` : "\u00a0");
    cells.forEach(({ button }, hole) => {
      if (hole === hovered && text) button.setAttribute("aria-describedby", preview.id);
      else button.removeAttribute("aria-describedby");
    });
  }

  function drawKey(marks, states, ghost) {
    const kinds = new Map();
    for (const item of Object.values(marks).flat()) {
      const name = item[0] === "took" ? `took${item[1]}` : item[0];
      if (!kinds.has(name)) kinds.set(name, item[0] === "took" ? ["took", item[1], item[2], false] : item);
      if (item[3]) kinds.set("final", item);
    }
    const order = ["began", "sown", "ended", "took0", "took1", "final", "back"];
    const entries = order.filter((name) => kinds.has(name)).map((name) =>
      html("span", { class: "mnc-entry" }, mark(kinds.get(name), ghost), frame.words[name]));
    for (const player of [0, 1]) {
      if (!frame.cells.some((each) => each.bought && each.owner === player)) continue;
      const plate = html("span", { class: `mnc-sample mnc-p${player}` }, mark(["took", player, "", false]));
      entries.push(html("span", { class: "mnc-entry" }, plate, frame.words[`bought${player}`]));
    }
    const signs = { ...BADGES, offered: "◌", out: "×" };
    if (frame.cells.every((each) => each.owner >= 0)) delete signs.out;
    for (const [state, sign] of Object.entries(signs)) {
      if (state !== "out" && !states.includes(state)) continue;
      const badge = html("span", { class: "mnc-sign" });
      badge.textContent = sign;
      entries.push(html("span", { class: "mnc-entry" }, badge, frame.words[state]));
    }
    key.replaceChildren(...(entries.length ? entries : ["\u00a0"]));
  }

  function drawLaps(at) {
    laps.hidden = frame.steps.length === 0;
    if (laps.hidden) return;
    const last = frame.steps.length - 1;
    laps.setAttribute("aria-label", frame.words.laps);
    for (const name of ["first", "previous", "next", "last"]) {
      buttons[name].setAttribute("aria-label", frame.words[name]);
      buttons[name].title = frame.words[name];
    }
    const word = running === undefined ? "run" : "stop";
    buttons.run.setAttribute("aria-label", frame.words[word]);
    buttons.run.title = frame.words[word];
    buttons.run.replaceChildren(icon(ICONS[word]));
    slider.max = last;
    slider.value = step === null ? last : step;
    slider.setAttribute("aria-label", frame.words.laps);
    slider.setAttribute("aria-valuetext", at ? at.text : frame.words.last);
    tell(lapText, at ? `${step} / ${last}` : frame.words.laps);
  }

  function show(hole) {
    if (hole === hovered) return;
    hovered = hole;
    draw();
  }

  // ---- keys ---------------------------------------------------------------------------

  function focusHole(hole) {
    current = hole;
    cells.forEach(({ button }, place) => {
      button.tabIndex = place === hole ? 0 : -1;
    });
    cells[hole].button.focus({ focusVisible: true });
  }

  function focusBoard() {
    if (frame.edit) root.querySelector(".mnc-cell:not(.mnc-out) .mnc-number")?.focus();
    else focusHole(current);
  }

  function keyTo(event, hole) {
    const n = frame.holes;
    const north = hole >= n;
    const column = north ? 2 * n - 1 - hole : hole;
    const place = (row, to) => (row ? 2 * n - 1 - to : to);
    const within = (to) => place(north, Math.min(n - 1, Math.max(0, to)));
    switch (event.key) {
      case "ArrowLeft": return within(column - 1);
      case "ArrowRight": return within(column + 1);
      case "ArrowUp": return place(true, column);
      case "ArrowDown": return place(false, column);
      case "Home": return within(0);
      case "End": return within(n - 1);
    }
    const named = frame.cells
      .map((each, at) => ({ ...each, at }))
      .filter((each) => each.name.toLowerCase() === event.key.toLowerCase());
    const own = named.find((each) => each.owner === frame.mover) || named[0];
    return own ? own.at : -1;
  }

  function onKey(event) {
    if (event.key === "Tab" || event.ctrlKey || event.metaKey) return;
    event.stopPropagation(); // else the notebook takes the letters as commands
    const button = event.target.closest?.(".mnc-hole");
    if (!button || event.altKey) return;
    if (event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault();
    const to = keyTo(event, Number(button.dataset.hole));
    if (to < 0) return;
    event.preventDefault();
    focusHole(to);
  }

  // ---- life ---------------------------------------------------------------------------

  function onFrame() {
    const before = frame;
    frame = model.get("frame");
    clearTimeout(silence);
    notice.hidden = true;
    for (const [where, { at }] of typed) {
      if (!frame.edit || at <= (frame.heard ?? 0)) typed.delete(where);
    }
    const same = ["id", "message", "tone", "refused"].every((name) => before[name] === frame[name]);
    if (!same) {
      stop();
      step = null;
    }
    if (before.holes !== frame.holes || before.beside !== frame.beside
        || before.step !== frame.step || before.language !== frame.language) build();
    const inside = board.contains(document.activeElement);
    if (!inside && !OPEN.has(frame.cells[current].state)) current = first();
    draw();
  }

  build();
  draw();
  el.append(root);
  model.on("change:frame", onFrame);
  root.addEventListener("keydown", onKey);
  // The controls around the board must not hand their keys to the notebook either, and the
  // focus must not get lost where one of them goes away.
  let around = null;
  let focused = null;
  const guard = (event) => {
    if (event.key !== "Tab" && !event.ctrlKey && !event.metaKey) event.stopPropagation();
  };
  const gone = (node) => !node.isConnected || node.disabled || !node.getClientRects().length;
  const onFocus = (event) => {
    focused = event.target;
  };
  const onBlur = (event) => {
    if (event.relatedTarget || !gone(event.target)) focused = null;
  };
  const watch = new MutationObserver(() => {
    const active = document.activeElement;
    if (!focused || !gone(focused) || (active && active !== document.body && active !== focused)) return;
    focused = null;
    focusBoard();
  });
  function attach() {
    if (around) return;
    around = el.closest(".mancala-board");
    if (!around) return;
    document.removeEventListener("focusin", attach, true);
    around.addEventListener("keydown", guard);
    around.addEventListener("focusin", onFocus);
    around.addEventListener("focusout", onBlur);
    watch.observe(around, { subtree: true, childList: true, attributes: true, attributeFilter: ["style", "class", "hidden", "disabled"] });
    if (around.contains(document.activeElement)) focused = document.activeElement;
  }
  const waiting = requestAnimationFrame(attach);
  document.addEventListener("focusin", attach, true);
  root.addEventListener("pointerenter", attach);
  return () => {
    cancelAnimationFrame(waiting);
    document.removeEventListener("focusin", attach, true);
    watch.disconnect();
    around?.removeEventListener("keydown", guard);
    around?.removeEventListener("focusin", onFocus);
    around?.removeEventListener("focusout", onBlur);
    model.off("change:frame", onFrame);
    clearTimeout(silence);
    stop();
  };
}

export default { render };
