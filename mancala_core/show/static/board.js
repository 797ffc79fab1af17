// The board on the page. It draws the frames it is given and reports what was clicked;
// it knows no rules. A frame is described in frame.py.

const PATIENCE = 3000; // ms without an answer, after which a notice stands on the board
const REST = 600; // ms without a move of the slider, after which its lap is announced
const HASTE = 350; // ms between clicks that hurry a move on; closer ones make no move
const PASSED = 1600; // ms a pass stands over the board
const READ = 3000; // ms that what is said of a prediction stands before the next move is sown
const MOST_WAITING = 3; // moves that wait to be sown out; of more, only the latest is
const KEPT = "mancala-sowing"; // where the browser keeps how fast seeds are sown
const MOST_TOLD = 12; // laps told one by one where they are not sown out

function render({ model, el }) {
  let frame = model.get("frame");
  let cells = [], stores = [];
  let current = 0; // the hole that Tab reaches
  let hovered = -1;
  let flipped = frame.flipped;
  let silence, sliding;
  let passed; // runs while a pass, or what is said of a prediction, stands there
  let read = null; // the last move of which that was shown
  let hurried = -Infinity; // when a click last hurried a move on
  let proved = null; // the frame whose proof stands there
  const queue = []; // frames that wait until the move before is sown out
  let sentAt = 0; // when the last click was sent; each is later than the one before
  const typed = new Map(); // numbers of the set-up that Python has not answered yet

  const chip = html("span", { class: "mnc-chip" });
  const message = html("span", { class: "mnc-message" });
  const pass = html("button", { type: "button", class: "mnc-pass" });
  const why = html("button", { type: "button", class: "mnc-tool mnc-why" });
  const said = html("div", { class: "mnc-said" }, chip, message);
  const round = html("div", { class: "mnc-round" });
  const head = html("div", { class: "mnc-head" }, said, why, pass);
  const live = html("div", { class: "mnc-hidden", role: "status", "aria-atomic": "true" });
  const log = html("div", { class: "mnc-hidden", role: "log" });
  const notice = html("div", { class: "mnc-notice", role: "alert", hidden: true });
  const board = html("div", { class: "mnc-board", role: "group" });
  const preview = html("div", { class: "mnc-preview", id: `mnc-${Math.random().toString(36).slice(2)}` });
  const key = html("div", { class: "mnc-key" });
  const lapText = html("div", { class: "mnc-laptext" });
  const slider = html("input", { type: "range", min: 0, step: 1, class: "mnc-slider" });
  const buttons = {};
  for (const name of ["first", "previous", "seedback", "run", "seedon", "next", "last", "flip"]) {
    buttons[name] = html("button", { type: "button", class: "mnc-step" }, icon(ICONS[name]));
  }
  const { flip, ...steppers } = buttons;
  const lapRow = html("div", { class: "mnc-laprow" }, ...Object.values(steppers), slider);
  const laps = html("div", { class: "mnc-laps", role: "group" }, lapRow, lapText);
  const predict = html("button", { type: "button", class: "mnc-tool" });
  const pace = html("select", { class: "mnc-pace" });
  const paceName = html("span");
  const tools = html("div", { class: "mnc-tools" }, html("label", {}, paceName, " ", pace), predict, flip);
  const proof = html("div", { class: "mnc-proof" });
  const record = recordList((data) => {
    catchUp();
    send(data);
  });
  const root = html(
    "div",
    { class: "mnc" },
    round, head,
    live, log, notice, board, proof, preview, key, laps, tools, record.node,
  );
  const fly = flight(board);
  const sowing = sower(() => draw(), led);
  sowing.take(frame);
  try {
    sowing.pace = localStorage.getItem(KEPT) || "normal";
  } catch {
    sowing.pace = "normal"; // a page that may keep nothing
  }

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
    const now = performance.now();
    if (sowing.running || queue.length || now - hurried < HASTE) {
      hurried = now;
      settle();
      return;
    }
    endPass();
    const past = sowing.past;
    goTo(null);
    if (past && !frame.demo) tell(lapText, frame.words.present);
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

  // ---- the last move, sown out ----------------------------------------------------------

  function goTo(place) {
    stop();
    sowing.to(place);
  }
  function stop() {
    sowing.halt();
    clearTimeout(sliding);
    sliding = undefined;
  }
  function endPass() {
    clearTimeout(passed);
    passed = undefined;
  }
  function stand(time) {
    passed = setTimeout(() => {
      passed = undefined;
      draw();
    }, time);
  }
  // The move is at its end at once; then comes the one that waits behind it.
  function settle() {
    endPass();
    sowing.finish();
  }
  // All that waits is there at once, so that what is asked for now speaks of the latest.
  function catchUp() {
    if (queue.length) accept(queue.splice(0).pop());
    settle();
  }
  // While an earlier lap is looked at, nothing comes after it.
  function next() {
    if (sowing.step !== null || passed || !queue.length) return;
    if (frame.predicting && read !== frame.played) {
      read = frame.played;
      stand(READ);
    } else accept(queue.shift());
  }
  // The hand goes ahead of what the board shows.
  function led({ kind, hole, player, seeds: held, time }) {
    const { picture } = cells[hole];
    if (kind === "over") fly.hold(picture, sowing.at.hand.seeds, time * 0.5, cells[hole].top);
    else if (kind === "taken") fly.fly(picture, stores[player].count, held, time * 1.6);
    else fly.hold(picture, held, time, cells[hole].top);
  }
  const halted = (action) => () => {
    stop();
    action();
  };
  buttons.first.addEventListener("click", halted(() => sowing.to(0)));
  buttons.previous.addEventListener("click", halted(sowing.lapBack));
  buttons.next.addEventListener("click", halted(sowing.lapOn));
  buttons.seedback.addEventListener("click", halted(sowing.seedBack));
  buttons.seedon.addEventListener("click", halted(sowing.seedOn));
  buttons.last.addEventListener("click", settle);
  buttons.run.addEventListener("click", () => sowing.toggle());
  slider.addEventListener("input", () => {
    stop();
    sliding = setTimeout(() => {
      sliding = undefined;
      announce();
    }, REST);
    sowing.to(Number(slider.value));
  });
  pace.addEventListener("change", () => {
    sowing.pace = pace.value;
    if (sowing.running && !sowing.moves && !frame.demo) settle();
    try {
      localStorage.setItem(KEPT, pace.value);
    } catch {
      // it holds for this page only
    }
  });
  flip.addEventListener("click", () => {
    flipped = !flipped;
    build();
    draw();
  });
  predict.addEventListener("click", () => {
    catchUp();
    send({ predict: !frame.predicting });
  });
  why.addEventListener("click", () => send({ why: frame.refused }));
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

  // Where a hole lies on the page; turning the board turns it by half, which keeps the direction.
  function spot(hole) {
    const n = frame.holes, north = hole >= n;
    const column = north ? 2 * n - 1 - hole : hole;
    return flipped ? { row: north ? 1 : 0, column: n - 1 - column } : { row: north ? 0 : 1, column };
  }
  const holeAt = (row, column) => frame.cells.findIndex((_, hole) => {
    const at = spot(hole);
    return at.row === row && at.column === column;
  });

  function cell(hole) {
    const { name } = frame.cells[hole];
    const { row, column } = spot(hole);
    const north = hole >= frame.holes, top = row === 0;
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
      {
        class: `mnc-cell ${north ? "mnc-north" : "mnc-south"} ${top ? "mnc-top" : "mnc-bottom"}`,
        style: `grid-area: ${row + 1} / ${column + 1}`,
      },
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
    return { box, button, letter, count, beside, input, edit, tag, top, ...face, mirror: mirror.group };
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
    fly.clear();
    cells = frame.cells.map((_, hole) => cell(hole));
    stores = [store(0), store(1)];
    const holes = html("div", { class: "mnc-holes" }, ...cells.map((each) => each.box));
    const wood = html("div", { class: "mnc-plank" }, arrow(frame.step < 0), holes, arrow(frame.step > 0));
    const [left, right] = flipped ? [0, 1] : [1, 0];
    board.replaceChildren(stores[left].box, wood, stores[right].box, fly.air);
    root.style.setProperty("--n", frame.holes);
    root.style.setProperty("--letters", Math.max(...frame.stores.map((each) => each.name.length)));
    root.dataset.size = frame.holes <= 8 ? "large" : "small";
    root.dataset.stores = frame.beside ? "beside" : "on";
    root.lang = frame.language;
    root.dir = frame.dir;
    current = first();
    const { words } = frame;
    tell(paceName, words.speed);
    pace.replaceChildren(...["slow", "normal", "fast", "atonce"].map((name) => {
      const option = html("option", { value: name });
      option.textContent = words[name];
      return option;
    }));
    tell(predict, words.predict);
    tell(why, words.why);
    for (const [name, button] of Object.entries(buttons)) {
      button.setAttribute("aria-label", words[name]);
      button.title = words[name];
    }
  }

  const first = () => Math.max(0, frame.cells.findIndex((each) => OPEN.has(each.state)));

  // ---- drawing ------------------------------------------------------------------------

  function draw() {
    const { at, past } = sowing;
    const shown = past ? at : { seeds: frame.cells.map((each) => each.seeds), stores: frame.stores.map((each) => each.seeds) };
    const looking = hovered >= 0 && !past && frame.cells[hovered].marks;
    const states = frame.cells.map((each) => (past ? "" : each.state));
    const marks = looking ? frame.cells[hovered].marks : at ? at.marks : frame.marks;
    const active = !frame.over && !frame.edit && !past;
    root.classList.toggle("mnc-past", past);
    root.classList.toggle("mnc-sowing", sowing.running);
    board.dataset.passed = passed ? frame.passed : "";
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
      box.classList.toggle("mnc-guess", state === "guess");
      box.classList.toggle("mnc-sower", frame.sower === hole && !past);
      box.classList.toggle("mnc-trail", Boolean(at && at.trail && at.trail.includes(hole)));
      box.classList.toggle("mnc-from", Boolean(at && at.hand && at.hand.from === hole));
      tell(sign, BADGES[state] || "");
      letter.replaceChildren(each.name, ...(each.bought ? [mark(["took", owner, "", false])] : []));
      tell(tag, each.name);
      tell(count, owner < 0 ? "\u00a0" : String(shown.seeds[hole]));
      count.classList.toggle("mnc-none", shown.seeds[hole] === 0);
      seeds(group, shown.seeds[hole]);
      seeds(mirror, numberOf({ hole }, each.seeds));
      const seedsIn = numberOf({ hole }, each.seeds);
      if (document.activeElement !== input || frame.edit === false) input.value = seedsIn;
      if (sowing.beat === null) {
        const then = past && frame.names[hole] ? frame.names[hole][shown.seeds[hole]] : null;
        button.setAttribute("aria-label", then || each.label);
      }
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
      if (sowing.beat === null) tell(label, (past && frame.taken[player]?.[shown.stores[player]]) || each.label);
      if (document.activeElement !== input) input.value = numberOf({ store: player }, each.seeds);
      heap(stores[player].heap, shown.stores[player], frame.beside ? 5 : 3);
    });
    board.setAttribute("aria-label", frame.title);
    board.className = `mnc-board${frame.buyer === null ? "" : ` mnc-buyer${frame.buyer}`}`;
    head.classList.toggle("mnc-tall", !at && frame.message.includes("\n"));
    round.hidden = !frame.round;
    tell(round, frame.round);
    tell(chip, at ? lapName() : frame.chip);
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
    why.hidden = past || frame.refused === null || frame.cells[frame.refused]?.state !== "endless";
    predict.setAttribute("aria-pressed", String(frame.predicting));
    pace.value = sowing.pace;
    tools.hidden = frame.edit;
    drawProof();
    drawLaps(at);
    drawHand(at);
    next();
  }

  const lapName = () => (sowing.step ? `${frame.words.lap.replace("%s", sowing.step)} / ${frame.laps}` : frame.words.laps);

  // What stands beside the player to move is read out; while a move runs by itself, one sentence
  // for each lap.
  function announce() {
    if (sowing.running) {
      if (sowing.step > 0) noteLap(sowing.step, message.textContent);
    } else if (sliding === undefined && !passed) {
      tell(live, `${chip.textContent} ${message.textContent}`);
    }
  }
  function noteLap(lap, text) {
    if (log.dataset.lap === String(lap) && log.lastChild?.textContent === text) return;
    if (lap === 1) log.replaceChildren();
    log.dataset.lap = lap;
    const line = html("p");
    line.textContent = text;
    log.append(line);
  }

  function drawHand(at) {
    if (!at || !at.hand || !sowing.running) fly.hold(null);
    else fly.hold(cells[at.hand.hole].picture, at.hand.seeds, 120, cells[at.hand.hole].top);
  }

  function drawProof() {
    const shown = sowing.proves && frame.proof.rows.length > 0;
    proof.hidden = !shown;
    if (!shown || proved === frame) return;
    proved = frame;
    const line = (tag, cells) => html("tr", {}, ...cells.map((text) => {
      const cell = html(tag, tag === "th" ? { scope: "col" } : {});
      cell.textContent = text;
      return cell;
    }));
    const { rows } = frame.proof;
    const table = html("table", {}, line("th", ["", ...frame.cells.map((each) => each.name)]));
    for (const { label, seeds: held, hole } of rows) {
      const row = line("td", [label, ...held]);
      row.firstChild.dir = frame.dir; // in a table that is read from the left in every language
      row.children[hole + 1].className = "mnc-picked";
      table.append(row);
    }
    const told = html("p");
    told.textContent = `↻ ${frame.words.again}`;
    proof.replaceChildren(html("div", { class: "mnc-scroll", tabindex: 0 }, table), told);
  }

  function drawPreview() {
    const text = hovered >= 0 && hovered !== frame.refused && !frame.edit && sowing.step === null ? frame.cells[hovered].text : "";
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
    const last = frame.steps.length - 1, { step } = sowing;
    laps.setAttribute("aria-label", frame.words.laps);
    const word = sowing.running ? "pause" : "run";
    buttons.run.setAttribute("aria-label", frame.words[word]);
    buttons.run.title = frame.words[word];
    if (buttons.run.dataset.icon !== word) {
      buttons.run.dataset.icon = word;
      buttons.run.replaceChildren(icon(ICONS[word]));
    }
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
    const { row, column } = spot(hole);
    const within = (to) => holeAt(row, Math.min(frame.holes - 1, Math.max(0, to)));
    switch (event.key) {
      case "ArrowLeft": return within(column - 1);
      case "ArrowRight": return within(column + 1);
      case "ArrowUp": return holeAt(0, column);
      case "ArrowDown": return holeAt(1, column);
      case "Home": return within(0);
      case "End": return within(frame.holes - 1);
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
    if (event.key === "Escape" && sowing.running) return settle();
    if (event.key === "Escape" && frame.sower !== null) return send({ unask: true });
    const button = event.target.closest?.(".mnc-hole");
    if (!button || event.altKey) return;
    if (event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault();
    const to = keyTo(event, Number(button.dataset.hole));
    if (to < 0) return;
    event.preventDefault();
    focusHole(to);
  }

  // ---- life ---------------------------------------------------------------------------

  // A frame of another move waits until the one before is sown out, also while that is stopped
  // and the computer answers; one of the same position only says something else; any other
  // shows at once.
  function onFrame() {
    const told = model.get("frame");
    clearTimeout(silence);
    notice.hidden = true;
    for (const [where, { at }] of typed) {
      if (!told.edit || at <= (told.heard ?? 0)) typed.delete(where);
    }
    const last = queue[queue.length - 1] || frame;
    const busy = sowing.running || passed || queue.length || (sowing.step !== null && frame.waiting);
    if (busy && told.played > last.played) {
      if (queue.length === MOST_WAITING) queue.length = 0;
      queue.push(told);
    } else if (queue.length && told.id === last.id) queue[queue.length - 1] = told;
    else {
      queue.length = 0;
      accept(told);
    }
  }

  function accept(told) {
    const before = frame;
    frame = told;
    sowing.take(frame);
    const moved = frame.played > before.played, asked = document.activeElement === why;
    const same = !moved && ["id", "message", "tone", "refused"].every((name) => before[name] === frame[name]);
    const goesOn = sowing.running && before.id === frame.id && before.demo === frame.demo
      && before.steps.length === frame.steps.length;
    if (!same && !goesOn) {
      stop();
      sowing.reset();
      endPass();
    }
    if (before.flipped !== frame.flipped) flipped = frame.flipped;
    if (before.holes !== frame.holes) typed.clear();
    if (before.holes !== frame.holes || before.beside !== frame.beside || before.step !== frame.step
        || before.language !== frame.language || before.flipped !== frame.flipped) build();
    const inside = board.contains(document.activeElement);
    if (!inside && !OPEN.has(frame.cells[current].state)) current = first();
    if (moved) begin();
    record.draw(frame);
    draw();
    if (asked && frame.demo) buttons.run.focus();
  }

  // A move that was just made is sown out, a pass shown for a moment; where nothing is to move,
  // its laps are told at once.
  function begin() {
    log.replaceChildren();
    delete log.dataset.lap;
    if (frame.steps.length && (sowing.moves || frame.demo)) sowing.run();
    else if (frame.steps.length) tellLaps();
    else if (frame.passed && sowing.moves) stand(PASSED);
  }
  function tellLaps() {
    const { gap, steps } = frame;
    steps.forEach(({ events, text }, lap) => {
      if (!events || (!gap && lap > MOST_TOLD)) return;
      if (!gap || lap <= gap.first || lap > gap.last) noteLap(lap, text);
      else if (lap === gap.last) noteLap(lap, gap.text);
    });
  }

  build();
  record.draw(frame);
  draw();
  el.append(root);
  model.on("change:frame", onFrame);
  model.on("msg:custom", record.take);
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
  // What a button opens below the controls comes into view.
  const reveal = (event) => {
    const toggle = event.target.closest(".jupyter-widgets.widget-toggle-button");
    if (toggle) setTimeout(() => {
      const below = around.getBoundingClientRect().bottom > innerHeight;
      if (below && toggle.classList.contains("mod-active")) toggle.scrollIntoView({ behavior: still() ? "auto" : "smooth" });
    }, 350);
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
    around.addEventListener("click", reveal);
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
    around?.removeEventListener("click", reveal);
    model.off("change:frame", onFrame);
    model.off("msg:custom", record.take);
    clearTimeout(silence);
    clearTimeout(passed);
    stop();
  };
}

export default { render };
