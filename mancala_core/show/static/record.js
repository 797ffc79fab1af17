// The record of the game: its moves as a list to go to, and what is saved, copied and opened.

const LARGEST = 5e6; // bytes of a file that is sent to Python
const handled = new WeakSet(); // messages that a view of the board has taken care of

// send: a click to Python.
function recordList(send) {
  let told = null;
  const step = (name, sign, to) => {
    const button = html("button", { type: "button", class: "mnc-step" }, icon(ICONS[sign]));
    button.addEventListener("click", () => {
      const go = Math.max(0, Math.min(told.of, to()));
      if (go !== told.at) send({ go });
    });
    return { name, button };
  };
  const steps = [
    step("start", "first", () => 0),
    step("pageback", "previous", () => told.at - told.page),
    step("moveback", "seedback", () => told.at - 1),
    step("moveon", "seedon", () => told.at + 1),
    step("pageon", "next", () => told.at + told.page),
    step("end", "last", () => told.of),
  ];
  const at = html("input", { type: "number", min: 0, class: "mnc-at", inputmode: "numeric" });
  at.addEventListener("change", () => {
    const go = Math.max(0, Math.min(told.of, Math.round(Number(at.value)) || 0));
    at.value = go;
    if (go !== told.at) send({ go });
  });
  const of = html("span");
  const list = html("div", { class: "mnc-moves", role: "group", dir: "ltr" });
  const entries = []; // of the moves of the window: the number before it, and its button

  const tool = (name, act) => {
    const button = html("button", { type: "button", class: "mnc-tool" });
    button.addEventListener("click", act);
    return { name, button };
  };
  const tools = [
    tool("copyposition", () => copy(told.position)),
    tool("copyrecord", () => send({ copy: true })),
    tool("save", () => send({ save: true })),
    tool("open", () => file.click()),
  ];
  const file = html("input", { type: "file", accept: ".json,.txt,.text,application/json,text/plain", hidden: true });
  file.addEventListener("change", async () => {
    const [chosen] = file.files;
    if (!chosen) return;
    say("");
    if (chosen.size > LARGEST) say(told.words.large);
    else {
      try {
        send({ open: await chosen.text(), name: chosen.name });
      } catch {
        say(told.words.unread);
      }
    }
    file.value = "";
  });
  const said = html("div", { class: "mnc-told", role: "status" });
  const text = html("textarea", { class: "mnc-text", readonly: true, rows: 3, dir: "ltr", hidden: true });
  const title = html("summary");
  const node = html(
    "details",
    { class: "mnc-record" },
    title,
    html("div", { class: "mnc-laprow" }, ...steps.map((each) => each.button), at, of),
    list,
    html("div", { class: "mnc-tools" }, ...tools.map((each) => each.button), file),
    said, text,
  );

  function say(words) {
    tell(said, words);
    text.hidden = true;
  }
  // Where nothing may be copied the text stands there, marked, to be copied by hand.
  async function copy(words) {
    try {
      await navigator.clipboard.writeText(words);
      say(told.words.copied);
    } catch {
      say(told.words.copy);
      text.value = words;
      text.hidden = false;
      node.open = true;
      text.select();
    }
  }

  function entry(place) {
    const number = html("span");
    const button = html("button", { type: "button", class: "mnc-move", tabindex: -1 });
    button.addEventListener("click", () => send({ go: told.first + place + 1 }));
    const box = html("span", { class: "mnc-entry" }, number, button);
    list.append(box);
    return { box, number, button };
  }
  const reach = (place) => entries.forEach(({ button }, other) => {
    button.tabIndex = other === place ? 0 : -1;
  });
  list.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const from = entries.findIndex(({ button }) => button === document.activeElement);
    const to = {
      ArrowLeft: from - 1, ArrowUp: from - 1, ArrowRight: from + 1, ArrowDown: from + 1,
      Home: 0, End: told.moves.length - 1,
    }[event.key];
    if (to === undefined || from < 0) return;
    event.preventDefault();
    const place = Math.max(0, Math.min(told.moves.length - 1, to));
    reach(place);
    entries[place].button.focus();
  });

  // Keep the present move in sight, without moving the page.
  function scroll({ box }) {
    const top = box.offsetTop - list.offsetTop;
    if (top < list.scrollTop) list.scrollTop = top;
    else list.scrollTop = Math.max(list.scrollTop, top + box.offsetHeight - list.clientHeight);
  }
  node.addEventListener("toggle", () => entries[told?.at - told?.first - 1] && scroll(entries[told.at - told.first - 1]));

  return {
    node,
    draw(frame) {
      const before = told?.first;
      told = frame.record || null;
      node.hidden = !told;
      if (!told) return;
      const { words, moves, first } = told;
      const present = told.at - first - 1;
      const inside = list.contains(document.activeElement);
      tell(title, words.moves);
      list.setAttribute("aria-label", words.list);
      list.hidden = !moves.length;
      for (const { name, button } of steps) {
        button.setAttribute("aria-label", words[name]);
        button.title = words[name];
        const idle = ["start", "pageback", "moveback"].includes(name) ? told.at === 0 : told.at === told.of;
        button.setAttribute("aria-disabled", String(idle));
      }
      for (const { name, button } of tools) tell(button, words[name]);
      at.setAttribute("aria-label", words.goto);
      at.max = told.of;
      at.value = told.at;
      tell(of, `/ ${told.of}`);
      text.setAttribute("aria-label", words.copyrecord);
      file.setAttribute("aria-label", words.open);
      while (entries.length < moves.length) entries.push(entry(entries.length));
      entries.forEach(({ box, number, button }, place) => {
        box.hidden = place >= moves.length;
        if (box.hidden) return;
        const [count, notation] = moves[place];
        number.hidden = !count;
        tell(number, `${count}.`);
        tell(button, notation);
        if (place === present) button.setAttribute("aria-current", "true");
        else button.removeAttribute("aria-current");
      });
      const place = Math.max(0, present);
      const focused = entries.findIndex(({ button }) => button === document.activeElement);
      const stay = inside && first === before && focused < moves.length;
      if (moves.length) reach(stay ? focused : place);
      if (inside && !stay && moves.length) entries[place].button.focus();
      if (present >= 0) scroll(entries[present]);
    },
    // What Python hands out: a file to be saved, or text to be copied.
    take(message, buffers) {
      if (!message?.kind || handled.has(message)) return;
      handled.add(message);
      if (!message.name) return copy(new TextDecoder().decode(buffers[0]));
      const link = URL.createObjectURL(new Blob(buffers, { type: message.kind }));
      html("a", { href: link, download: message.name }).click();
      setTimeout(() => URL.revokeObjectURL(link), 60000);
      say(told?.words.saved.replace("%s", message.name) ?? "");
    },
  };
}
