// What the board on the page is made of: nodes, signs and discs with seeds.

const SVG = "http://www.w3.org/2000/svg";
const SEEDS = (() => {
  const near = 6, far = 16;
  const square = [[-near, -near], [near, near], [near, -near], [-near, near]];
  const ring = [6, 2, 0, 4, 7, 3, 5, 1].map((part) => (part * Math.PI) / 4);
  return [...square, ...ring.map((turn) => [far * Math.cos(turn), far * Math.sin(turn)])];
})();

const BADGES = { endless: "∞", checking: "?", chosen: "✓", taken: "✓" };
const OPEN = new Set(["playable", "offered", "chosen", "guess"]); // states of holes that may be clicked

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
  previous: "M17 4v12l-7-6zM10 4v12l-7-6z",
  next: "M3 4v12l7-6zM10 4v12l7-6z",
  last: "M13.4 4H16v12h-2.6zM4 4v12l9-6z",
  run: "M5 3.5v13l11-6.5z",
  pause: "M5 4h3.6v12H5zM11.4 4H15v12h-3.6z",
  seedback: "M12 5v10L5.5 10z",
  seedon: "M8 5v10l6.5-5z",
  flip: "M4 9a6 6 0 0 1 10.6-3.2L17 3.4V9h-5.6l2-2A4 4 0 0 0 6.1 9zM16 11a6 6 0 0 1-10.6 3.2L3 16.6V11h5.6l-2 2a4 4 0 0 0 7.3-2z",
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

// Captured seeds as little squares of four, in rows.
function heap(picture, count, across) {
  if (picture.dataset.count === String(count)) return;
  picture.dataset.count = count;
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
