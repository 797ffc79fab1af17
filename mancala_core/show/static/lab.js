// The results of a rule lab on the page. It shows what it is given, each part in place, and
// keeps keys pressed in the lab from the notebook. The parts are described in rule_lab.py.

function html(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}
const tell = (node, text) => {
  if (node.textContent !== text) node.textContent = text;
};

// A table from its texts, a figure with what stands smaller below it.
function tableOf({ language, caption, heads, rows }) {
  const cell = (tag, attributes, [text, small]) =>
    html(tag, attributes, text, ...(small ? [" ", html("small", {}, small)] : []));
  const head = heads.map((each) => cell("th", { scope: "col" }, each));
  const body = rows.map(({ name, cells, chief }) => html(
    "tr",
    chief ? { class: "mnl-main" } : {},
    html("th", { scope: "row" }, name),
    ...cells.map((each) => cell("td", {}, each)),
  ));
  return html(
    "table",
    { lang: language },
    html("caption", {}, caption),
    html("thead", {}, html("tr", {}, html("td", {}), ...head)),
    html("tbody", {}, ...body),
  );
}

function isDark() {
  const theme = document.body.dataset.jpThemeLight;
  if (theme) return theme === "false";
  if (document.querySelector(".vscode-dark, .vscode-light")) {
    return Boolean(document.querySelector(".vscode-dark"));
  }
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

function render({ model, el }) {
  const said = html("p", { class: "mnl-said", role: "status" });
  const bar = html("progress", { class: "mnl-bar" });
  const count = html("span", { class: "mnl-count" });
  const run = html("div", { class: "mnl-run" }, bar, count);
  const stale = html("p", { class: "mnl-stale" });
  const table = html("div", { class: "mnl-table" });
  const pictures = html("div", { class: "mnl-pictures" });
  const command = html("code", { class: "mnl-command", tabindex: "0" });
  const calls = html("div", { class: "mnl-calls" });
  const difference = html("p", { class: "mnl-difference" });
  const figures = html("div", { class: "mnl-figures" }, table, difference);
  const out = html("div", { class: "mnl-out" }, figures, pictures);
  const head = html("div", { class: "mnl-head" }, said, run);
  const root = html("div", { class: "mnl" }, head, stale, out, calls);

  function showSaid() {
    const { text = "", tone = "" } = model.get("said");
    tell(said, text);
    said.dataset.tone = tone;
  }
  function showRun() {
    const { done = 0, games = 0, text = "" } = model.get("progress");
    run.classList.toggle("mnl-idle", !text);
    bar.setAttribute("aria-label", text || "0");
    if (games) {
      bar.max = games;
      bar.value = done;
    } else {
      bar.removeAttribute("value"); // how long it takes is not known
    }
    tell(count, text);
  }
  function showStale() {
    const text = model.get("stale");
    tell(stale, text);
    stale.hidden = !text;
    root.classList.toggle("mnl-old", Boolean(text));
  }
  function showResult() {
    const result = model.get("result");
    table.replaceChildren(...(result.table ? [tableOf(result.table)] : []));
    tell(difference, result.difference ?? "");
    calls.replaceChildren();
    if (result.command) {
      tell(command, result.command);
      command.setAttribute("aria-label", result.copy);
      calls.append(html("p", {}, result.copy), command);
    }
  }
  function showPictures() {
    const shown = model.get("pictures");
    while (pictures.children.length > shown.length) pictures.lastChild.remove();
    while (pictures.children.length < shown.length) pictures.append(html("img", {}));
    shown.forEach((picture, place) => {
      const image = pictures.children[place];
      const data = (isDark() && picture.dark) || picture.light || picture.dark;
      const source = `data:image/png;base64,${data}`;
      if (image.alt !== picture.alt) image.alt = picture.alt;
      if (image.src !== source) image.src = source;
    });
  }
  function showDrawing() {
    pictures.classList.toggle("mnl-drawing", model.get("drawing"));
  }
  function lookAgain() {
    showPictures();
    if (model.get("dark") !== isDark()) {
      model.set("dark", isDark());
      model.save_changes();
    }
  }
  const parts = {
    said: showSaid,
    progress: showRun,
    stale: showStale,
    result: showResult,
    pictures: showPictures,
    drawing: showDrawing,
  };
  for (const [name, show] of Object.entries(parts)) {
    model.on(`change:${name}`, show);
    show();
  }
  command.addEventListener("focus", () => getSelection().selectAllChildren(command));
  el.append(root);
  const theme = new MutationObserver(lookAgain);
  theme.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light", "class"] });
  lookAgain();

  // Keys pressed here must not reach the notebook, where "b" inserts a cell.
  let around = null;
  const guard = (event) => {
    if (event.key !== "Tab" && !event.ctrlKey && !event.metaKey) event.stopPropagation();
  };
  const attach = () => {
    const home = el.closest(".mancala-lab");
    if (around || !home) return;
    around = home;
    around.addEventListener("keydown", guard);
  };
  const waiting = requestAnimationFrame(attach);
  document.addEventListener("focusin", attach, true);
  return () => {
    theme.disconnect();
    cancelAnimationFrame(waiting);
    document.removeEventListener("focusin", attach, true);
    around?.removeEventListener("keydown", guard);
    for (const [name, show] of Object.entries(parts)) model.off(`change:${name}`, show);
  };
}

export default { render };
