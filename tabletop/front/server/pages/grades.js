// The review of a game that is over: a curve, grades by player, what was decisive, doubtful and costly decisions.
//
// `state.review` is what `tabletop/front/server/reviewing.py` says. The card stays the same element: what is read or
// opened in it stays while grades come in.
import { svg } from "./elements.js";
import { el, memory } from "./parts.js";

export const SIGNS = { best: "★", good: "✓", doubtful: "?", costly: "✗" };
const WIDE = 400, HIGH = 130, LEFT = 38, RIGHT = 6, TOP = 8, FOOT = 20;
const MOST_CAUSES = 4; // that are said at once; the others are folded up

export const percent = (points) => `${(100 * points).toFixed(Math.abs(points) < 0.0995 ? 1 : 0)}\u00a0%`;

// A grade as a sign of its own shape, with its name for those who don't see it.
export function badge(grade) {
  return el("span", { class: `grade grade-${grade}`, title: grade }, el("span", { "aria-hidden": "true" }, SIGNS[grade]), el("span", { class: "unseen" }, `${grade} `));
}

export class Grades {
  // section: the card; on: {look(number), better(row): shows the position before a decision, with what was better}.
  constructor(section, on) {
    Object.assign(this, { section, on, parts: {}, opened: new Set() });
    section.addEventListener("toggle", ({ target }) => {
      if (target.dataset.part) this.opened[target.open ? "add" : "delete"](target.dataset.part);
    }, true);
  }

  // What was judged of a decision; undefined: nothing yet.
  of(number) {
    return this.rows?.get(number);
  }

  // Show a review as far as it is known. view: {about, film, state, shown}; null of state.review hides the card.
  show({ about, film, state, shown }) {
    const { review } = state, known = review !== null && typeof review === "object";
    this.section.hidden = !known;
    const taught = new Set(memory.get(`taught:${about.game}`, [])); // what the lesson asked for (guide.js)
    const graded = known ? review.decisions.filter(({ decision }) => !taught.has(decision)) : [];
    this.rows = new Map(graded.map((row) => [row.decision, row]));
    if (!known) {
      this.last = null;
      return;
    }
    const focus = this.section.contains(document.activeElement) ? document.activeElement.dataset.focus : null;
    const mine = state.yours.length === 1 ? state.yours[0] : null;
    if (this.last !== review) {
      const names = about.called.map((name, team) => (team === mine ? "you" : name));
      const order = [mine ?? 0, 1 - (mine ?? 0)];
      this.section.replaceChildren(
        el("h2", { id: "grades-title" }, "Review"),
        ...(review.share < 1 ? [progress(review)] : []),
        this._curve(about, film, review),
        ...(graded.some((row) => row.better) ? [el("p", { class: "note" }, `◆ doubtful, ▼ costly: ${about.teams[0]}'s above, ${about.teams[1]}'s below.`)] : []),
        ...order.map((team) => this._player(team, about, names, { ...review, decisions: graded }, team === mine || about.players[team] === "person")),
        el("p", { class: "note" }, "Each decision was played out by bots with other dice, and so was what else could have been done. Costs are in per cent "
          + "of a game: a win is 100 %, a draw 50 %. Costly: it cost 1 % or more without doubt. Doubtful: it may have. A guide, no proof."),
      );
      this.last = review;
    }
    for (const each of this.section.querySelectorAll(".mistake")) {
      if (Number(each.dataset.decision) === shown + 1 && shown !== null) each.setAttribute("aria-current", "step");
      else each.removeAttribute("aria-current");
    }
    this._at(shown ?? film.length - 1);
    if (focus) this.section.querySelector(`[data-focus="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
  }

  // Of the position that is looked at: how the decision taken in it was graded, for the panel.
  about(number) {
    const row = this.of(number);
    if (!row) return null;
    const words = el("p", { class: "this-grade" }, badge(row.grade), el("b", {}, row.grade));
    if (!row.better) return words;
    words.append(` −${percent(row.cost)} (± ${percent(2 * row.error)}); better: `, row.better);
    return words;
  }

  _player(team, about, names, review, counted) {
    const helped = new Set(review.helped), own = review.decisions.filter((row) => row.team === team && !helped.has(row.decision));
    const counts = Object.keys(SIGNS).map((grade) => [grade, own.filter((row) => row.grade === grade).length]);
    const others = review.decisions.filter((row) => row.team === team && helped.has(row.decision)).length;
    const head = el("h3", {}, el("span", { class: `side-${team}` }, about.teams[team]), ` ${names[team]}`);
    const grades = el("ul", { class: "counts", "aria-label": "Decisions by grade" }, ...counts.map(([grade, count]) => el("li", {}, badge(grade), `${count} ${grade}`)));
    const lost = review.lost?.[team];
    const mean = lost?.decisions ? el("p", { class: "lost" }, "Lost per decision: ",
      el("b", {}, `${(Math.max(0, 100 * lost.cost) / lost.decisions).toFixed(2)} %`), ` (± ${((200 * lost.error) / lost.decisions).toFixed(2)})`) : null;
    const helper = others ? el("p", { class: "note" }, `${others} decision${others === 1 ? " was" : "s were"} taken by the helper; they aren't counted here.`) : null;
    const rows = own.filter((row) => row.better).sort((one, other) => other.cost - one.cost);
    const causes = review.causes?.[team] || [], goesOn = review.lost === null; // grades still change
    const body = [this._causes(causes, team), this._list(rows, "costly", `${team} costly`, goesOn), this._list(rows, "doubtful", `${team} doubtful`, goesOn)].filter(Boolean);
    if (counted) return el("div", { class: "graded" }, head, grades, mean, helper, ...body);
    return el("div", { class: "graded" }, head, grades, mean, helper, body.length ? this._folded(`bot ${team}`, "What was decisive for this side, and its decisions", body) : null);
  }

  _folded(part, words, nodes) {
    return el("details", { "data-part": part, open: this.opened.has(part) }, el("summary", { "data-focus": `part ${part}` }, words), ...nodes);
  }

  _causes(causes, team) {
    if (!causes.length) return null;
    const item = ({ kind, words, cost, error, decision }) => el(
      "li", {},
      cost === null || kind === "dice" ? null : el("b", { class: cost > 2 * error ? "cost" : "gain" }, `${cost > 0 ? "−" : "+"}${percent(Math.abs(cost))} `),
      words,
      decision ? " " : null,
      decision ? el("button", { type: "button", class: "go", "data-focus": `cause ${team} ${decision}`, onclick: () => this.on.look(decision - 1) }, "Look there") : null,
    );
    return el("div", {}, el("h4", {}, "What was decisive"), el("ul", { class: "causes" }, ...causes.slice(0, MOST_CAUSES + 1).map(item)));
  }

  _list(rows, grade, part, goesOn = false) {
    const own = rows.filter((row) => row.grade === grade);
    if (!own.length) return grade === "costly" && !goesOn ? el("p", { class: "note" }, "No decision that was costly for sure.") : null;
    const list = el("ol", {}, ...own.map((row) => el("li", {}, this._button(row))));
    const words = `${own.length} ${grade} decision${own.length === 1 ? "" : "s"}${goesOn ? ", still being looked at" : ""}`;
    return grade === "costly" ? el("div", {}, el("h4", {}, "Costly decisions", goesOn ? el("span", { class: "quiet" }, " (still being looked at)") : null), list) : this._folded(part, words, [list]);
  }

  _button(row) {
    const span = `between ${percent(row.cost - 2 * row.error)} and ${percent(row.cost + 2 * row.error)}`;
    return el(
      "button",
      { type: "button", class: "mistake", "data-decision": row.decision, "data-focus": `review ${row.decision}`, onclick: () => this.on.better(row) },
      badge(row.grade),
      el("span", { class: "cost", title: span }, `−${percent(row.cost)}`),
      el("span", {}, el("span", { class: "quiet" }, `Turn ${row.turn}: `), row.action, el("span", { class: "better" }, "better: ", row.better)),
    );
  }

  // What the positions are worth for the first team, with marks where a decision was doubtful or costly.
  _curve(about, film, { decisions, stands, helped }) {
    const last = Math.max(1, film.length - 1);
    const points = stands ? stands.map(({ decision, worth }) => [decision, worth])
      : film.frames.flatMap(({ value }, number) => (value === undefined ? [] : [[number, (1 + value) / 2]]));
    this.x = (number) => LEFT + ((WIDE - LEFT - RIGHT) * number) / last;
    const y = (worth) => TOP + (HIGH - TOP - FOOT) * (1 - worth);
    const made = svg("svg", { class: "worth", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img" });
    made.setAttribute("aria-label", `Who was ahead: ${points.filter((_, k) => k % Math.ceil(points.length / 12) === 0).map(([number, worth]) => `${percent(worth)} for ${about.teams[0]} after decision ${number}`).join(", ")}`);
    if (points.length > 1) {
      const line = points.map(([number, worth]) => `${this.x(number).toFixed(1)},${y(worth).toFixed(1)}`);
      svg("rect", { x: LEFT, y: TOP, width: WIDE - LEFT - RIGHT, height: HIGH - TOP - FOOT, class: "above" }, made);
      svg("polygon", { points: [`${this.x(points[0][0])},${y(0)}`, ...line, `${this.x(points.at(-1)[0])},${y(0)}`].join(" "), class: "below" }, made);
      for (const worth of [0, 0.5, 1]) {
        svg("line", { x1: LEFT, x2: WIDE - RIGHT, y1: y(worth), y2: y(worth), class: worth === 0.5 ? "middle" : "grid" }, made);
        svg("text", { x: LEFT - 5, y: y(worth) + 4, class: "tick end" }, made).textContent = worth === 0.5 ? "50 %" : about.teams[1 - worth];
      }
      svg("polyline", { points: line.join(" "), class: "value" }, made);
    }
    let turn = 0; // one in five is named
    film.frames.forEach((frame, number) => {
      if (frame.turn !== turn && frame.turn % 5 === 0) svg("text", { x: this.x(number), y: HIGH - 6, class: "tick" }, made).textContent = `T${frame.turn}`;
      turn = frame.turn;
    });
    for (const { decision, grade, team } of decisions.filter((row) => row.better && !helped.includes(row.decision))) {
      const x = this.x(decision), at = team === 0 ? TOP + 7 : HIGH - FOOT - 7;
      const shape = grade === "costly" ? `${x - 6},${at - 5} ${x + 6},${at - 5} ${x},${at + 6}` : `${x - 5},${at} ${x},${at - 5} ${x + 5},${at} ${x},${at + 5}`;
      svg("polygon", { points: shape, class: `mark mark-${grade}` }, made);
    }
    this.now = svg("line", { y1: TOP, y2: HIGH - FOOT, class: "now" }, made);
    made.addEventListener("click", (event) => {
      const box = made.getBoundingClientRect(), x = ((event.clientX - box.left) * WIDE) / box.width;
      this.on.look(Math.min(last, Math.max(0, Math.round(((x - LEFT) * last) / (WIDE - LEFT - RIGHT)))));
    });
    return made;
  }

  _at(number) {
    for (const end of ["x1", "x2"]) this.now?.setAttribute(end, this.x(number));
  }
}

function progress({ share, decisions }) {
  const words = share < 0.28 ? "Decisions are being judged" : share < 0.7 ? "Doubtful ones are being looked at more closely" : "Positions are being played on to see what was decisive";
  return el("p", { class: "progress", role: "status" }, el("progress", { max: 1, value: share, "aria-label": "Share of the review that is done" }), ` ${words} (${Math.round(100 * share)} %; ${decisions.length} graded)`);
}

// Put the grades into the story, or take them away; of bots those alone that gave something away.
export function gradeStory(rows, grades, players) {
  for (const row of rows) {
    const judged = grades.of(Number(row.dataset.number)), head = row.querySelector("[class*='team-']");
    const told = judged && (players[judged.team] === "person" || judged.better) ? judged.grade : undefined;
    const old = row.querySelector(".grade");
    if (old?.title === told) continue;
    old?.remove();
    if (told && head) head.prepend(badge(told));
  }
}
