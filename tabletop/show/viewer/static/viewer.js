// The viewer: a game with its board, what happened, what could have been done; by mouse, touch or keyboard.
//
//   new Viewer(element, data);      // data: `tabletop.show.viewer.page.game_data`
//   viewer.push(news);              // more frames, while the game is played

import { Board, ownColours } from "./board.js";
import { Film } from "./film.js";
import { Wording } from "./dice.js";
import { make } from "./elements.js";
import { Clock, SPEEDS } from "./clock.js";
import { Curve } from "./curve.js";
import { icon } from "./icons.js";
import { Figures, Options, PositionText, signs } from "./lists.js";
import { reviewLists } from "./review.js";

const LOST = 2; // what a thing means: somebody is out (board.js)
const FAST = 150; // milliseconds between two frames under which nothing is animated
const KEYS = [
  ["← →", "one decision back, on"],
  ["[ ]", "to the phase before, after"],
  ["Home End", "to the beginning, the end"],
  ["Space", "play, pause"],
  ["+ −", "faster, slower"],
  ["1 2 3 …", "the lists on the side"],
  ["Tab, then arrows", "on the board: from place to place, each is read out; Esc leaves it"],
];

export class Viewer {
  constructor(element, data) {
    this.data = data;
    this.film = new Film(data);
    this.wording = new Wording(data.sheet.sides, data.teams, data.rules);
    this.reached = -1;
    this._last = 0;
    this._build(element);
    this.clock = new Clock(this.film.length, () => this._draw(), (number) => this._stay(number));
    this.clock.go(this._asked());
    document.addEventListener("keydown", (event) => this._key(event));
    window.addEventListener("hashchange", () => this.clock.go(this._asked()));
    element.dataset.ready = "yes";
  }

  push(news) {
    this.film.push(news);
    for (let number = this.rows.length; number < this.film.length; number++) this._row(number);
    this.range.max = this.film.length - 1;
    this._curve();
    this.clock.grow(this.film.length);
  }

  // How long a frame stays: there is time to read its dice.
  _stay(number) {
    const lines = this.film.at(number).told.reduce((sum, each) => sum + each.lines.length, 0);
    return 700 + 650 * Math.min(lines, 8);
  }

  _asked() {
    const found = /^#(\d+)$/.exec(location.hash);
    return found ? Number(found[1]) : 0;
  }

  // What is built once.

  _build(element) {
    const { data, film } = this;
    ownColours(film.sheet);
    document.documentElement.style.setProperty("--board-wide", `${film.sheet.width}`);
    this.head = make("header", { class: "top" },
      make("h1", {}, data.title),
      make("p", { class: "players" }, ...this._players()),
      this._result() ?? "",
      data.links ? make("nav", { class: "links", "aria-label": "Back" },
        ...data.links.map(([href, words]) => make("a", { href }, words))) : "",
    );
    this.turnLine = make("p", { class: "turn-line" });
    this.teams = [0, 1].map((team) => make("p", { class: `team team-${team}` }));
    this.ask = make("p", { class: "ask" });
    const table = make("section", { class: "table", "aria-label": "Board" },
      this.turnLine, make("div", { class: "teams" }, ...this.teams));
    const frame = make("div", { class: "board-frame" });
    table.append(frame, this.ask);
    this.board = new Board(frame, film.sheet, film.tables, { label: data.game });
    this.board.on.point = (what) => this._point(what);
    this.board.on.pick = (what) => this._pick(what);
    this.pointed = make("p", { class: "pointed" });
    table.append(this.pointed);
    this.now = make("section", { class: "now", "aria-live": "polite", "aria-label": "What has just happened" });
    this.side = make("section", { class: "side" }, this.now, ...this._tabs());
    element.replaceChildren(this.head, table, this._controls(), this.side, this._help());
  }

  _result() {
    const last = this.film.at(this.film.length - 1);
    const over = last.decider === undefined && this.film.length > 1;
    return over ? make("p", { class: "result" }, this.wording.line(last.words[3])) : null;
  }

  _players() {
    const { teams, players } = this.data;
    const who = teams.map((team, number) =>
      make("span", {}, make("b", { class: `side-${number}` }, team), players[number] ? ` ${players[number]}` : ""));
    return [who[0], " against ", who[1]];
  }

  _controls() {
    const button = (name, label, act, sign = icon(name)) => {
      const made = make("button", { type: "button", "data-act": name, "aria-label": label, title: label }, sign);
      made.addEventListener("click", act);
      return made;
    };
    this.playButton = button("play", "Play", () => this.clock.toggle());
    this.range = make("input", {
      type: "range", min: 0, max: this.film.length - 1, value: 0, step: 1, "aria-label": "Decision",
    });
    this.range.addEventListener("input", () => {
      this.clock.pause();
      this.clock.go(this.range.value);
    });
    this.speed = make("select", { "aria-label": "Speed" },
      ...SPEEDS.map((speed) => make("option", { value: speed, selected: speed === 1 }, `${speed}×`)));
    this.speed.addEventListener("change", () => {
      this.clock.speed = Number(this.speed.value);
      this.clock.go(this.clock.number);
    });
    this.count = make("output", { class: "count" });
    this.worth = make("span", { class: "worth" });
    this.track = make("div", { class: "track" });
    this._curve();
    const buttons = make("div", { class: "buttons" },
      button("first", "To the beginning", () => this.clock.step(-Infinity)),
      button("turn-back", "To the phase before", () => this._phase(-1)),
      button("back", "One decision back", () => this.clock.step(-1)),
      this.playButton,
      button("on", "One decision on", () => this.clock.step(1)),
      button("turn-on", "To the next phase", () => this._phase(1)),
      button("last", "To the end", () => this.clock.step(Infinity)),
      this.speed, this.worth, this.count,
      button("help", "Keys", () => this.help.showModal(), "?"),
    );
    return make("section", { class: "controls", "aria-label": "Playback" }, this.track, buttons);
  }

  _curve() {
    const { film, data } = this;
    const frames = film.frames;
    this.track.replaceChildren();
    this.curve = new Curve(this.track, frames.map((frame) => frame.value), frames.map((frame) => frame.turn));
    this.track.append(this.range);
    if (this.curve.known) this.track.title = `Who is ahead: ${data.value}`;
  }

  _tabs() {
    this.list = make("ol", { class: "decisions", start: 0 });
    this.rows = [];
    for (let number = 0; number < this.film.length; number++) this._row(number);
    this.options = new Options(this.board, this.wording, this.data);
    this.figures = new Figures(this.board, this.film, this.data);
    this.position = new PositionText(this.data);
    const pages = [
      ["Decisions", this.list], ["Options", this.options.element], ["Figures", this.figures.element],
      ["Text", this.position.element], ["Signs", signs(this.film.sheet)],
    ].filter(([name]) => name !== "Signs" || this.film.sheet.legend.length);
    if (this.data.review) pages.push(["Review", this._review()]);
    const bar = make("div", { class: "tabs", role: "tablist", "aria-label": "Lists" });
    this.tabs = [];
    const panels = pages.map(([name, content], number) => {
      const tab = make("button", {
        type: "button", role: "tab", id: `tab-${number}`, "aria-controls": `panel-${number}`,
      }, name);
      tab.addEventListener("click", () => this._choose(number));
      const panel = make("div", {
        role: "tabpanel", id: `panel-${number}`, "aria-labelledby": `tab-${number}`, class: "panel", tabindex: "0",
      }, content);
      bar.append(tab);
      this.tabs.push({ tab, panel });
      return panel;
    });
    bar.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!by) return;
      const next = (this.page + by + this.tabs.length) % this.tabs.length;
      this._choose(next);
      this.tabs[next].tab.focus();
      event.stopPropagation();
      event.preventDefault();
    });
    this._choose(this.film.length === 1 && !this.data.live ? 1 : 0);  // of a position alone: what can be done in it
    return [bar, ...panels];
  }

  _choose(page) {
    if (!this.tabs[page]) return;
    this.page = page;
    this.tabs.forEach(({ tab, panel }, number) => {
      const chosen = number === page;
      tab.setAttribute("aria-selected", chosen);
      tab.tabIndex = chosen ? 0 : -1;
      panel.hidden = !chosen;
    });
    if (this.clock) this._list();
  }

  // The costliest decisions; each leads to the position in which it was taken, with both actions' odds in "Options".
  _review() {
    const { data, wording } = this;
    this.mistakes = reviewLists(data.review, data.teams, data.players, ({ decision, better }) => {
      this.clock.pause();
      this.clock.go(decision - 1);
      const { aims, who } = this.film.at(decision - 1);
      this.board.aim("better", who[better], aims[better]);
    }, { words: (text) => wording.line(text) });
    return this.mistakes;
  }

  _row(number) {
    const frame = this.film.at(number), last = this.film.at(number - 1);
    const before = last ? last.words[0] : "The beginning";  // the phase in which it was taken
    if (before !== this.heading) {
      this.heading = before;
      this.list.append(make("li", { class: "phase" }, this.wording.line(before)));
    }
    const head = frame.told.length ? frame.told[0].head : "";
    const button = make("button", { type: "button", class: "decision" },
      make("span", { class: "number" }, String(number)), make("span", {}, this.wording.line(head)));
    if (Object.values(frame.over).some((row) => row[7] === LOST)) button.append(make("span", { class: "out" }, "✕"));
    button.addEventListener("click", () => {
      this.clock.pause();
      this.clock.go(number);
    });
    this.rows.push(button);
    this.list.append(make("li", {}, button));
  }

  _help() {
    this.help = make("dialog", { class: "help", "aria-label": "Keys" });
    const rows = KEYS.map(([key, what]) => make("tr", {}, make("th", { scope: "row" }, key), make("td", {}, what)));
    const close = make("button", { type: "button" }, "Close");
    close.addEventListener("click", () => this.help.close());
    this.help.append(make("h2", {}, "Keys"), make("table", {}, make("tbody", {}, ...rows)), close);
    return this.help;
  }

  // What changes with each frame.

  _draw() {
    const { clock, film } = this, number = clock.number, frame = film.at(number);
    const time = performance.now(), near = Math.abs(number - this.reached) === 1;
    if (number !== this.reached) {
      this.board.show(frame, { animate: near && time - this._last > FAST });
      this._last = time;
      this.reached = number;
      this.board.aim("better", null, null);
      this._words(frame);
      this._list();
      this.range.value = number;
      this.range.setAttribute("aria-valuetext", `decision ${number} of ${film.length - 1}, ${frame.words[0]}`);
      this.count.textContent = `${number} / ${film.length - 1}`;
      this.curve.go(number);
      this._worth(frame);
      this._remember(number);
    }
    this.playButton.replaceChildren(icon(clock.playing ? "pause" : "play"));
    this.playButton.setAttribute("aria-label", clock.playing ? "Pause" : "Play");
    this.playButton.title = clock.playing ? "Pause" : "Play";
    this.speed.value = clock.speed;
  }

  _worth(frame) {
    if (frame.value === undefined) return;
    const share = Math.round(50 * (1 + frame.value));
    const parts = [share, 100 - share].map((each, team) =>
      make("b", { class: `side-${team}` }, `${this.data.teams[team]} ${each} %`));
    this.worth.replaceChildren(parts[0], " · ", parts[1]);
    this.worth.title = this.data.value;
  }

  _words(frame) {
    const [where, one, other, asks] = frame.words;
    this.turnLine.replaceChildren(this.wording.line(where));
    [one, other].forEach((words, team) => {
      const { teams, players } = this.data;
      this.teams[team].replaceChildren(make("b", {}, teams[team]), players[team] ? ` ${players[team]}` : "",
        make("span", {}, words));
      this.teams[team].classList.toggle("decides", frame.decider === team);
    });
    this.ask.replaceChildren(this.wording.line(asks));
    this.ask.classList.toggle("over", frame.decider === undefined);
    this.now.replaceChildren(this.wording.told(frame.told));
    this.position.show(frame);
    this._point(null);
  }

  // The list that is open.
  _list() {
    const number = this.clock.number, frame = this.film.at(number);
    if (this.current) this.current.removeAttribute("aria-current");
    this.current = this.rows[number];
    this.current.setAttribute("aria-current", "step");
    if (this.page === 0) {
      const box = this.tabs[0].panel, row = this.current;
      const top = row.parentElement.offsetTop;
      if (top < box.scrollTop + 40 || top > box.scrollTop + box.clientHeight - 60) {
        box.scrollTop = top - box.clientHeight / 2;
      }
    } else if (this.page === 1) {
      this.options.show(frame, this.film.at(number + 1), number);
    } else if (this.page === 2) {
      this.figures.show(frame);
    }
    for (const each of this.mistakes?.querySelectorAll(".mistake") ?? []) {
      if (Number(each.dataset.decision) === number + 1) each.setAttribute("aria-current", "step");
      else each.removeAttribute("aria-current");
    }
  }

  // What is pointed at.

  _point(what) {
    let words = "";
    if (what && what.key) words = this.board.title(what.key);
    if (what && !words && what.place) words = this.board.words(what.place);
    this.pointed.replaceChildren(words ? this.wording.line(words) : "");
  }

  _pick(what) {
    this._point(what);
  }

  // Keys.

  _phase(by) {
    const frames = this.film.frames;
    const begins = (number) => number === 0 || frames[number].words[0] !== frames[number - 1].words[0];
    let number = this.clock.number + by;
    while (number > 0 && number < frames.length - 1 && !begins(number)) number += by;
    this.clock.step(number - this.clock.number);
  }

  _key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || this.help.open) return;
    const target = event.target;
    if (target.closest("textarea, select")) return;
    const onRange = target === this.range;
    const acts = {
      ArrowLeft: () => this.clock.step(-1),
      ArrowRight: () => this.clock.step(1),
      ",": () => this.clock.step(-1),
      ".": () => this.clock.step(1),
      "[": () => this._phase(-1),
      "]": () => this._phase(1),
      Home: () => this.clock.step(-Infinity),
      End: () => this.clock.step(Infinity),
      "+": () => this.clock.faster(1),
      "-": () => this.clock.faster(-1),
      "?": () => this.help.showModal(),
    };
    if (event.key === " " && !target.closest("button")) this.clock.toggle();
    else if (/^[1-9]$/.test(event.key)) this._choose(Number(event.key) - 1);
    else if (event.key in acts && !(onRange && event.key.length > 1)) acts[event.key]();
    else return;
    event.preventDefault();
  }

  _remember(number) {
    try {
      history.replaceState(null, "", number ? `#${number}` : "#");
    } catch {
      // A page inside another one may have no address.
    }
  }
}
