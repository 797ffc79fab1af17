// The last move, sown out: where it stands, lap by lap and seed by seed, and how it runs on
// by itself. What happens is told by the frame's steps; nothing is worked out here but sums.

const PACE = { slow: 620, normal: 280, fast: 90, atonce: 0 }; // ms a seed
const AT_MOST = { slow: 45000, normal: 18000, fast: 7000 }; // ms a move that runs by itself
const LEAST = 24; // ms a seed, however long the move
const STEP = 1000; // ms a lap is shown where nothing is to move
const FALLS = -1, BACK = -2; // see sowing_steps.py

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// The board after so many events of the lap that leads to a step.
function midway(steps, step, beat) {
  const { from, events, text } = steps[step];
  const seeds = [...steps[step - 1].seeds], stores = [...steps[step - 1].stores];
  let hand = seeds[from];
  seeds[from] = 0;
  const marks = { [from]: [["began"]] };
  const fell = {};
  for (const [hole, who, count] of events.slice(0, beat)) {
    if (who === FALLS) {
      seeds[hole] += 1;
      hand -= 1;
      fell[hole] = (fell[hole] || 0) + 1;
    } else if (who === BACK) {
      seeds[hole] += count;
      hand -= count;
    } else {
      seeds[hole] -= count;
      stores[who] += count;
      (marks[hole] ||= []).push(["took", who, count, false]);
    }
  }
  for (const [hole, count] of Object.entries(fell)) (marks[hole] ||= []).unshift(["sown", count]);
  const done = events.slice(0, beat).filter((event) => event[1] === FALLS);
  const hole = done.length ? done[done.length - 1][0] : from;
  return { seeds, stores, marks, text, hand: { hole, seeds: hand, from }, trail: Object.keys(fell).map(Number) };
}

// steps: of the move shown; shown: called whenever it stands elsewhere.
function sower(shown, lead) {
  let frame = null;
  let step = null; // lap looked at; null: the present
  let beat = null; // seeds into that lap; null: all of it
  let timer, pace = "normal";
  let jumped = false; // whether it stands behind laps that were passed over

  const events = (at) => frame.steps[at].events || [];
  const end = () => frame.steps.length - 1;
  const stops = () => frame.proof?.step ?? (frame.demo ? end() : null);

  function to(place, part = null) {
    step = place;
    beat = place !== null && part !== null && part < events(place).length ? part : null;
    jumped = false;
    if (place === null) halt();
    shown();
  }
  function halt() {
    clearTimeout(timer);
    timer = undefined;
  }
  function seedOn() {
    if (step === null || (beat === null && step >= end())) return to(null);
    if (beat !== null) return to(step, beat + 1);
    return to(step + 1, events(step + 1).length ? 0 : null);
  }
  function seedBack() {
    const at = step ?? end();
    if (beat !== null) return beat > 0 ? to(at, beat - 1) : to(at - 1);
    return events(at).length ? to(at, events(at).length - 1) : to(Math.max(0, at - 1));
  }
  function lapOn() {
    if (step === null || step >= end()) return to(null);
    return to(beat === null ? step + 1 : step);
  }
  function lapBack() {
    if (step === null) return to(Math.max(0, end()));
    return to(Math.max(0, step - 1));
  }

  // How long a seed takes, so that the whole move is over in time.
  function tick() {
    let beats = 0;
    for (let at = 1; at <= end(); at += 1) {
      if (!frame.gap || at <= frame.gap.first || at > frame.gap.last) beats += events(at).length + 3;
    }
    return Math.max(LEAST, Math.min(PACE[pace], AT_MOST[pace] / Math.max(1, beats)));
  }

  // One thing happens, then the next is put on the clock.
  function advance() {
    if (step !== null && beat === null && step === stops()) return finish(true);
    if (beat === null && step >= end()) return finish(false);
    const calm = still() || pace === "atonce";
    if (frame.gap && beat === null && step === frame.gap.first && !jumped) {
      step = frame.gap.last;
      jumped = true;
      timer = setTimeout(advance, calm ? STEP : Math.max(1400, 6 * tick()));
      shown();
      return undefined;
    }
    if (calm) {
      timer = setTimeout(advance, STEP);
      lapOn();
      return undefined;
    }
    const time = tick();
    const next = beat === null ? null : events(step)[beat];
    if (next && next[1] === FALLS) {
      lead({ kind: "over", hole: next[0], time });
      timer = setTimeout(() => {
        seedOn();
        timer = setTimeout(advance, time * 0.45);
      }, time * 0.55);
      return undefined;
    }
    if (next) lead({ kind: next[1] === BACK ? "back" : "taken", hole: next[0], player: next[1], seeds: next[2], time });
    seedOn();
    timer = setTimeout(advance, next ? time * 1.6 : time * (beat === null ? 1.2 : 1.5));
    return undefined;
  }
  // It stops at a proof, and otherwise comes back to the present.
  function finish(stay) {
    halt();
    if (stay) shown();
    else to(null);
  }
  function run() {
    if (step === null || (beat === null && step >= end())) {
      const calm = still() || pace === "atonce";
      step = calm || !events(1).length ? 0 : 1;
      beat = step ? 0 : null;
      jumped = false;
    }
    timer = setTimeout(advance, still() || pace === "atonce" ? STEP : 2 * tick());
    shown();
  }

  return {
    take(next) { frame = next; },
    to, halt, run, seedOn, seedBack, lapOn, lapBack,
    finish: () => finish(false),
    reset() { halt(); step = beat = null; jumped = false; },
    toggle: () => (timer === undefined ? run() : (halt(), shown())),
    set pace(name) { pace = name in PACE ? name : "normal"; },
    get pace() { return pace; },
    get moves() { return pace !== "atonce" && !still(); },
    get running() { return timer !== undefined; },
    get step() { return step; },
    get beat() { return beat; },
    // What the board shows: null for the present.
    get at() {
      if (step === null) return null;
      const shown = beat === null ? frame.steps[step] : midway(frame.steps, step, beat);
      if (jumped) return { ...shown, text: frame.gap.text };
      return this.proves ? { ...shown, text: frame.proof.text, marks: {} } : shown;
    },
    // Whether it stands where a sowing that never ends has come back.
    get proves() {
      return Boolean(frame.proof) && beat === null && step !== null && step === (frame.proof.step ?? end());
    },
    get past() { return step !== null && (step < end() || beat !== null || Boolean(frame.demo)); },
  };
}

// What flies over the board while it is sown: the hand, and seeds on their way to a store.
function flight(board) {
  const count = html("b");
  const picture = svg("svg", { viewBox: "-30 -30 60 60" }, svg("circle", { class: "mnc-palm", r: 26 }));
  const group = svg("g", { class: "mnc-seeds" });
  picture.append(group);
  const hand = html("div", { class: "mnc-hand" }, picture, count);
  const air = html("div", { class: "mnc-air", "aria-hidden": "true" }, hand);
  hand.hidden = true;

  function place(node, target, shift = 0) {
    const box = air.getBoundingClientRect(), at = target.getBoundingClientRect();
    const x = at.left + at.width / 2 - box.left, y = at.top + at.height / 2 - box.top + shift;
    node.style.transform = `translate(${x}px, ${y}px)`;
    return `translate(${x}px, ${y}px)`;
  }
  return {
    air,
    // Over which disc the hand is, and what it holds.
    hold(disc, held, time, up) {
      hand.hidden = !disc || !held;
      if (hand.hidden) return;
      hand.style.width = `${disc.getBoundingClientRect().width * 0.8}px`;
      hand.style.transitionDuration = `${time}ms`;
      seeds(group, held);
      tell(count, String(held));
      place(hand, disc, (up ? 0.55 : -0.55) * disc.getBoundingClientRect().height);
    },
    fly(disc, store, held, time) {
      if (!disc || !store || still()) return;
      const cluster = svg("svg", { viewBox: "-14 -14 28 28", class: "mnc-flying" });
      const dots = svg("g", { class: "mnc-seeds" });
      seeds(dots, held);
      cluster.append(dots);
      air.append(cluster);
      cluster.style.width = `${Math.max(22, disc.getBoundingClientRect().width * 0.55)}px`;
      const from = place(cluster, disc), to = place(cluster, store);
      const flown = cluster.animate([{ transform: from }, { transform: to }], { duration: Math.max(160, time), easing: "ease-in-out" });
      flown.onfinish = flown.oncancel = () => cluster.remove();
    },
    clear() {
      hand.hidden = true;
      for (const each of [...air.children]) if (each !== hand) each.remove();
    },
  };
}
