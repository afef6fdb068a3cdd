// Training runs as curves with intervals, tournaments as tables, each with its games; anew every few seconds while they
// grow. `#NAME` in the address opens one of them, `#NAME&AGENT` an agent's games in a tournament, too.
import { svg } from "./elements.js";
import { asked, byId, el, header } from "./parts.js";

header().catch(() => null);

const AGAIN = 5000;
const WIDTH = 640, HEIGHT = 260, LEFT = 56, BOTTOM = 28, TOP = 10, RIGHT = 12;
const MOST_TICKS = 6;

const percent = (share) => (share === null ? "–" : `${(100 * share).toFixed(1)} %`);
const number = (value, digits = 0) => (value === null || value === undefined ? "–" : value.toFixed(digits));

// What is measured, by the first part of a column's name, and of the rest the opponent; shares are in per cent.
const TITLES = {
  panel: "Score in evaluations", score: "Score in training's games", turns: "Turns of training's games", minutes: "Minutes",
  steps_per_second: "Decisions a second", value_loss: "Value loss", policy_gradient_loss: "Policy loss", entropy: "Entropy",
  approx_kl: "Divergence of an update", clip_fraction: "Share of clipped updates", learning_rate: "Learning rate",
};
const shares = (name) => ["panel", "score", "clip_fraction"].includes(name.split("/")[0]);

function titled(name) {
  const [kind, ...rest] = name.split("/"), opponent = rest.join("/").replace(/@([0-9]+)/, " (version $1)");
  const known = TITLES[kind] || kind.replaceAll("_", " ");
  return opponent ? `${known} against ${opponent}` : kind === "panel" ? `${known} against all` : known;
}

// 408267 as 408 k.
export function short(count) {
  const [size, unit] = count >= 1e6 ? [1e6, " M"] : count >= 1e3 ? [1e3, " k"] : [1, ""];
  return `${Number((count / size).toPrecision(3))}${unit}`;
}

// Round numbers between two others, at most so many: 0, 100000, 200000 …
export function ticks(low, high, most = MOST_TICKS) {
  const rough = (high - low) / most || 1, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((each) => each * power >= rough) * power;
  const found = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high * (1 + 1e-9) + 1e-12; k += 1) found.push(Number((k * step).toPrecision(12)));
  return found;
}

// A curve with a band between low and high; its numbers are said in a line below.
function curve(key, points) {
  const name = titled(key), said = (value) => (shares(key) ? percent(value) : Number(value.toPrecision(3)).toString());
  const values = points.flatMap(([, value, low, high]) => [value, low, high]).filter((each) => each !== null);
  const least = Math.min(...values), most = Math.max(...values), span = most - least || 1;
  const steps = points.map(([step]) => step), first = steps[0], last = steps.at(-1);
  const x = (step) => LEFT + ((WIDTH - LEFT - RIGHT) * (step - first)) / (last - first || 1);
  const y = (value) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - (value - least) / span);
  const made = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "curve", role: "img" });
  made.setAttribute("aria-label", `${name}: ${said(points.at(-1)[1])} after ${short(last)} decisions`);
  for (const value of ticks(least, most, 4)) {
    svg("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value), class: "grid" }, made);
    svg("text", { x: LEFT - 6, y: y(value) + 4, class: "tick end" }, made).textContent = shares(key) ? `${Number((100 * value).toPrecision(3))} %` : value;
  }
  const marks = ticks(first, last);
  marks.forEach((step, k) => {
    const ends = x(step) > WIDTH - 90, words = `${short(step)}${k === marks.length - 1 ? " decisions" : ""}`;
    svg("text", { x: ends ? WIDTH - RIGHT : x(step), y: HEIGHT - 8, class: ends ? "tick end" : "tick" }, made).textContent = words;
  });
  const banded = points.filter(([, , low, high]) => low !== null && high !== null);
  if (banded.length > 1) {
    const edge = [...banded.map(([s, , , high]) => [x(s), y(high)]), ...banded.map(([s, , low]) => [x(s), y(low)]).reverse()];
    svg("polygon", { points: edge.map((at) => at.join(",")).join(" "), class: "band" }, made);
  }
  svg("polyline", { points: points.map(([s, value]) => `${x(s)},${y(value)}`).join(" "), class: "value" }, made);
  const [, value, low, high] = points.at(-1);
  const interval = low === null ? "" : ` (95 % interval ${said(low)} to ${said(high)})`;
  return el("section", { class: "card" }, el("h2", {}, name), made, el("p", { class: "note" }, `Now ${said(value)}${interval}.`));
}

function training({ curves, rows, over, games }) {
  const all = Object.keys(curves), single = all.filter((name) => name.startsWith("panel/")).length === 1;
  const names = all.filter((name) => name !== "panel" || !single); // the curve of a single opponent is the panel's
  const intervals = names.filter((name) => curves[name].some((point) => point[2] !== null));
  const rest = names.filter((name) => !intervals.includes(name));
  evaluations(games);
  return [
    el("p", {}, `${rows} updates; ${over ? "the run is over" : "it isn't over yet"}.`),
    ...intervals.map((name) => curve(name, curves[name])),
    el("details", {}, el("summary", {}, `${rest.length} further curves`), ...rest.map((name) => curve(name, curves[name]))),
  ];
}

// The policy's games at its evaluations.
let listed = "";
function evaluations(games) {
  if (games.join() === listed) return; // whoever is in the list stays there
  listed = games.join();
  const item = (at) => el("li", {}, opening(at, `After ${short(Number(at))} decisions`));
  byId("played").replaceChildren(...(games.length ? [list("Games at evaluations", games.map(item))] : []));
}

const RESULTS = { won: "Won against", lost: "Lost to", drawn: "Drew with" };

// A link to a game, which says that the game is on its way: the server may have to play it again.
function opening(at, words, agent = "") {
  const link = el("a", { href: `/runs/game?${new URLSearchParams({ name: current.name, at, agent })}` }, words);
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // it opens elsewhere
    link.after(el("span", { class: "opening", role: "status" }, "It is being opened…"));
  });
  return link;
}
window.addEventListener("pageshow", () => document.querySelectorAll(".opening").forEach((each) => each.remove()));

const list = (title, items, ...more) => el(
  "section", { class: "card" }, el("h2", {}, title), el("ul", { class: "games" }, ...items), ...more,
);

function tournament(data) {
  const head = ["Agent", "Rating", "95 % interval", "Score", "Games", "Won", "Drawn", "Lost", "Faults"];
  const row = (each) => el(
    "tr",
    {},
    el("th", { scope: "row" }, el("button", { type: "button", onclick: () => go(current.name, each.agent) }, each.agent)),
    ...[
      number(each.rating), `${number(each.low)} to ${number(each.high)}`, percent(each.score),
      each.games, each.won, each.drawn, each.lost, each.faults,
    ].map((cell) => el("td", { class: "number" }, String(cell))),
  );
  const table = el(
    "table",
    {},
    el("thead", {}, el("tr", {}, ...head.map((cell) => el("th", { scope: "col" }, cell)))),
    el("tbody", {}, ...data.agents.map(row)),
  );
  const words = `${data.played} of ${data.planned} games, on ${data.scenarios.join(", ")}. An agent's name shows its games.`;
  return [el("section", { class: "card wide" }, el("p", {}, words), table)];
}

let runs = [], current = null;

// What the address names: a run, an agent.
const named = () => location.hash.slice(1).split("&").map(decodeURIComponent);

function go(...names) {
  const wanted = `#${names.map(encodeURIComponent).join("&")}`;
  if (wanted === location.hash) follow(); // there may be further games
  else location.hash = wanted;
}

// The games of an agent, told from its side: the latest, then those before them as they are asked for.
async function show(agent, items = []) {
  const run = current, query = new URLSearchParams({ name: run.name, agent, later: items.length });
  const { games, left } = await asked(`/api/runs/games?${query}`);
  if (!same(run, current) || named()[1] !== agent) return; // something else has been chosen
  const item = (game) => el(
    "li",
    {},
    opening(game.at, `${RESULTS[game.result]} ${game.opponent} as ${game.team}`, agent),
    el("span", {}, `by ${game.ending} in turn ${game.turns} · pair ${game.pair} · ${game.scenario}`),
  );
  const all = [...items, ...games.map(item)];
  const more = left ? el("button", { type: "button", onclick: () => show(agent, all) }, `${left} earlier games`) : null;
  byId("played").replaceChildren(list(`Games of ${agent}`, all, more));
  if (items.length) all[items.length].querySelector("a").focus();
}

async function look() {
  const run = current;
  if (!run) return;
  try {
    const data = await asked(`/api/runs/${run.kind}?${new URLSearchParams({ name: run.name })}`);
    if (!same(run, current)) return;
    byId("trouble").textContent = "";
    const open = [...document.querySelectorAll("#shown details")].map((each) => each.open);
    const focused = document.activeElement.textContent;
    byId("shown").replaceChildren(...(current.kind === "training" ? training(data) : tournament(data)));
    [...document.querySelectorAll("#shown details")].forEach((each, k) => { each.open = open[k] || false; });
    const kept = [...document.querySelectorAll("#shown button, #shown summary")].find((each) => each.textContent === focused);
    kept?.focus({ preventScroll: true });
  } catch (error) {
    byId("trouble").textContent = error.message;
  }
}

const same = (one, other) => one && other && one.name === other.name && one.kind === other.kind;

// What lies in the folder; a run that begins while the page is open is listed, too.
async function find() {
  const found = await asked("/api/runs").catch(() => runs);
  if (found.length !== runs.length || !found.every((run) => runs.some((each) => same(each, run)))) {
    runs = found;
    byId("which").replaceChildren(...runs.map((run, k) => el("option", { value: k }, `${run.name} (${run.kind})`)));
  }
  const [wanted] = named();
  current = runs.find((run) => run.name === wanted) || runs.find((run) => same(run, current)) || runs[0] || null;
  byId("which").value = current ? runs.indexOf(current) : "";
  byId("trouble").textContent = "";
  byId("none").hidden = current !== null;
  byId("which").closest("label").hidden = current === null;
}

byId("which").addEventListener("change", () => go(runs[byId("which").value].name));

// Show what the address names.
async function follow() {
  listed = "";
  byId("played").replaceChildren();
  await find();
  await look();
  const [name, agent] = named();
  if (agent && current?.name === name) await show(agent);
}
window.addEventListener("hashchange", follow);

async function again() {
  await find();
  await look();
  setTimeout(again, AGAIN);
}
await follow();
setTimeout(again, AGAIN);
