// A board in the browser: draws scenes into SVG. Belongs to no game; it knows shapes, places and keys alone.
//
//   const board = new Board(element, sheet, tables);    // sheet, tables: from Python, `tabletop.show.viewer.frames.Frames`
//   board.show(scene);                                   // scene: {things, over, walked, height}, from `Film.at(number)`
//   board.show(scene, {animate: false});
//   board.highlight("legal", ["c4", "c5"]);              // outlines; any name, styled by .mark-<name>; [] clears
//   board.line("aim", "R3", "c5", [{place: "c4", text: "4+"}]);   // from, to: keys or places; null clears
//   board.on.pick = ({key, place}, event) => …           // click, tap, or Enter with the keyboard's cursor
//   board.on.point = (what) => …                         // {key, place} under the pointer or the cursor; null: none
//   board.say("Red wins");                               // to screen readers
//
// sheet   {width, height, ground, labels, places: [[name, title, x, y, corners]], legend: [[name, shapes]]}
// tables  {symbols: [SVG], strings: [text]}: they grow; whoever gets more of them pushes them
// things  {key: [layer, symbol, x, y, scale, title, place]}; symbol, title, place are numbers in the tables
//
// The keyboard: the board is one stop of Tab; then arrows move a cursor from place to place, Enter picks, Esc leaves.
// Nothing here waits for an animation: what is shown is true at once, and moves are drawn by CSS on top. They are off
// where `animate` is false, where the reader prefers reduced motion, and with the class "still" on the SVG.

const A_STEP = 180; // milliseconds from place to place, as board.css has it for things that go to a place beside theirs
const NS = "http://www.w3.org/2000/svg";
const FINGER = 40; // pixels across a place on a small screen

export function svg(name, attributes = {}, parent = null) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (parent) parent.append(made);
  return made;
}

// The teams' own colours, where a game has some: as variables of the page's styles (board.css).
export function ownColours({ colours = [] }) {
  document.documentElement.classList.toggle("own-colours", colours.length > 0);
  colours.forEach((colour, team) => document.documentElement.style.setProperty(`--sign-${team}`, colour));
}

export class Board {
  constructor(element, sheet, tables, { label = "The board", keyboard = true } = {}) {
    this.sheet = sheet;
    this.tables = tables;
    this.on = { pick: null, point: null };
    this.places = new Map(sheet.places.map(([name, title, x, y, corners]) => [name, { name, title, x, y, corners }]));
    this.scene = { things: {}, over: {} };
    this.cursor = null;
    this._nodes = { things: new Map(), over: new Map() };
    this._templates = [];
    this._walks = [];
    this._height = 0;
    this.svg = svg("svg", { class: "board", role: "group", "aria-label": label });
    const [first] = this.places.values();
    if (first) {
      const across = first.corners.match(/[^ ,]+/g).filter((_, at) => at % 2 === 0).map(Number);
      const wide = Math.max(...across) - Math.min(...across);
      this.svg.style.setProperty("--touchable", `${Math.round((FINGER * sheet.width) / wide)}px`);
    }
    if (keyboard && this.places.size) {
      this.svg.setAttribute("tabindex", "0");
      this.svg.setAttribute("aria-roledescription", "board");
    }
    this._layer("ground").innerHTML = sheet.ground;
    this._hits = this._layer("hits");
    for (const place of this.places.values()) {
      svg("polygon", { points: place.corners, "data-place": place.name }, this._hits);
    }
    this._layers = [this._layer("on-ground")];
    this._layer("labels").innerHTML = sheet.labels;
    this._marks = this._layer("marks");
    this._layers.push(this._layer("below"), this._layer("standing"), this._layer("above"));
    this._lines = this._layer("lines");
    this._cursor = svg("polygon", { class: "cursor" }, this._layer("cursor-layer"));
    this.voice = document.createElement("div");
    this.voice.className = "unseen";
    this.voice.setAttribute("aria-live", "polite");
    element.append(this.svg, this.voice);
    this._grow(sheet.height);
    this._listen();
  }

  // Show a scene; what is as before is left alone.
  show(scene, { animate = true } = {}) {
    this.svg.classList.toggle("still", !animate);
    for (const walk of this._walks.splice(0)) walk.cancel();
    const walking = animate && !matchMedia("(prefers-reduced-motion: reduce)").matches;
    const ways = walking ? this._ways(scene) : [];
    this._draw("things", scene.things);
    for (const [key, points] of ways) this._walk(this._nodes.things.get(key), points);
    this._draw("over", scene.over || {});
    this._grow(scene.height || 0);
    this.scene = scene;
  }

  // The ways of things that are shown where they began, with the points that they pass.
  _ways(scene) {
    const { strings } = this.tables, found = [];
    for (const [key, way] of Object.entries(scene.walked || {})) {
      const from = this.scene.things[key], to = scene.things[key];
      if (!from || !to || strings[from[6]] !== way[0] || strings[to[6]] !== way.at(-1)) continue;
      const between = way.slice(1, -1).map((name) => this.places.get(name)).filter(Boolean);
      const at = (x, y, scale) => `translate(${x}px, ${y}px) scale(${scale})`;
      found.push([key, [
        at(from[2], from[3], from[4]), ...between.map(({ x, y }) => at(x, y, to[4])), at(to[2], to[3], to[4]),
      ]]);
    }
    return found;
  }

  _walk(node, points) {
    const frames = points.map((transform) => ({ transform }));
    this._walks.push(node.animate(frames, { duration: A_STEP * (points.length - 1), easing: "linear" }));
  }

  // Outline places; `name` tells one kind of outline from another.
  highlight(name, places) {
    for (const old of this._marks.querySelectorAll(`[data-mark="${name}"]`)) old.remove();
    for (const place of places) {
      const found = this.places.get(place);
      if (found) {
        svg("polygon", { points: found.corners, class: `mark mark-${name}`, "data-mark": name }, this._marks);
      }
    }
  }

  // An arrow from a thing or place to another, with a sign at each place on its way; `from` null takes it away.
  line(name, from, to, way = []) {
    for (const old of this._lines.querySelectorAll(`[data-line="${name}"]`)) old.remove();
    const start = this.where(from), goal = this.where(to);
    if (!start || !goal) return;
    const length = Math.hypot(goal.x - start.x, goal.y - start.y) || 1;
    const u = (goal.x - start.x) / length, v = (goal.y - start.y) / length;
    const off = Math.min(16, length / 3), head = 11;
    const tip = [goal.x - u * off, goal.y - v * off], back = [tip[0] - u * head, tip[1] - v * head];
    const group = svg("g", { class: `line line-${name}`, "data-line": name }, this._lines);
    const ends = { x1: start.x + u * off, y1: start.y + v * off, x2: back[0], y2: back[1] };
    svg("line", { ...ends, class: "line-edge" }, group);
    svg("line", { ...ends, class: "line-core" }, group);
    const corners = [tip, [back[0] - v * 6, back[1] + u * 6], [back[0] + v * 6, back[1] - u * 6]];
    svg("polygon", { points: corners.map((point) => point.join(",")).join(" "), class: "line-head" }, group);
    for (const met of way) {
      const at = this.places.get(met.place);
      if (!at) continue;
      svg("circle", { cx: at.x, cy: at.y - 2, r: 13, class: "line-met" }, group);
      svg("text", { x: at.x, y: at.y + 3, class: "line-text" }, group).textContent = met.text || "";
    }
  }

  // The centre of a thing or a place: {x, y}; undefined: it isn't there.
  where(name) {
    const row = this.scene.things[name];
    return row ? { x: row[2], y: row[3] } : this.places.get(name);
  }

  // The keys of what stands at a place.
  at(place) {
    const { strings } = this.tables;
    return Object.entries(this.scene.things)
      .filter(([, row]) => strings[row[6]] === place && strings[row[5]])
      .map(([key]) => key);
  }

  title(key) {
    const row = this.scene.things[key];
    return row ? this.tables.strings[row[5]] : "";
  }

  // A place in words, with all that is there.
  words(place) {
    return [this.places.get(place).title, ...this.at(place).map((key) => this.title(key))].join(". ");
  }

  say(text) {
    this.voice.textContent = text;
  }

  // The sign of a thing, as an SVG element of its own: for lists and legends.
  static picture(shapes, size = 24) {
    const made = svg("svg", { viewBox: "-60 -60 120 120", width: size, height: size, "aria-hidden": "true" });
    made.innerHTML = shapes;
    return made;
  }

  // Where the board is wider than the screen, scroll to a place, or to that of a thing, which may be drawn elsewhere.
  reveal(name) {
    const room = this.svg.parentElement, row = this.scene.things[name];
    const spot = this.places.get(row ? this.tables.strings[row[6]] : name);
    if (!spot || room.scrollWidth <= room.clientWidth) return;
    const box = this.svg.getBoundingClientRect(), left = (spot.x * box.width) / this.sheet.width;
    room.scrollTo({ left: left - room.clientWidth / 2 });
  }

  moveCursor(place) {
    this.cursor = place;
    const found = place && this.places.get(place);
    this._cursor.setAttribute("points", found ? found.corners : "");
    if (found) this.reveal(place);
    if (found) this.say(this.words(place));
    if (this.on.point) this.on.point(found ? { key: this.at(place)[0] || null, place } : null);
  }

  _layer(name) {
    return svg("g", { class: name }, this.svg);
  }

  _grow(height) {
    if (height <= this._height) return;
    this._height = height;
    this.svg.setAttribute("viewBox", `0 0 ${this.sheet.width} ${height}`);
  }

  _draw(kind, things) {
    const nodes = this._nodes[kind], { strings } = this.tables;
    for (const [key, node] of nodes) {
      if (!(key in things)) {
        node.remove();
        nodes.delete(key);
      }
    }
    for (const key in things) {
      const row = things[key];
      let node = nodes.get(key);
      if (node && node.row === row) continue;
      if (!node || node.row[0] !== row[0]) {
        if (node) node.remove();
        node = svg("g", { class: "thing", "data-key": key }, this._layers[row[0]]);
        nodes.set(key, node);
      }
      if (!node.row || node.row[1] !== row[1]) node.replaceChildren(this._symbol(row[1]));
      if (!node.row || node.row[5] !== row[5]) {
        const title = strings[row[5]];
        let element = node.querySelector(":scope > title");
        if (title && !element) element = svg("title", {}, node);
        if (element) element.textContent = title;
      }
      const place = strings[row[6]];
      if (place) node.dataset.place = place;
      node.style.transform = `translate(${row[2]}px, ${row[3]}px) scale(${row[4]})`;
      node.row = row;
    }
  }

  _symbol(number) {
    let template = this._templates[number];
    if (!template) {
      template = svg("g");
      template.innerHTML = this.tables.symbols[number];
      this._templates[number] = template;
    }
    return template.cloneNode(true);
  }

  _listen() {
    const what = (event) => {
      const node = event.target.closest("[data-key], [data-place]");
      return node && { key: node.dataset.key || null, place: node.dataset.place || null };
    };
    this.svg.addEventListener("click", (event) => {
      const found = what(event);
      if (found && this.on.pick) this.on.pick(found, event);
    });
    this.svg.addEventListener("pointerover", (event) => this.on.point && this.on.point(what(event)));
    this.svg.addEventListener("pointerleave", () => this.on.point && this.on.point(null));
    this.svg.addEventListener("blur", () => this.moveCursor(null));
    this.svg.addEventListener("keydown", (event) => {
      const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
      if (event.key in steps && !event.altKey && !event.ctrlKey && !event.metaKey) {
        this.moveCursor(this._beside(steps[event.key]));
      } else if ((event.key === "Enter" || event.key === " ") && this.cursor) {
        const found = { key: this.at(this.cursor)[0] || null, place: this.cursor };
        if (this.on.pick) this.on.pick(found, event);
      } else if (event.key === "Escape" && this.cursor) {
        this.svg.blur(); // which takes the cursor away; arrows now mean what they mean elsewhere
      } else {
        return;
      }
      event.preventDefault();
      event.stopPropagation();
    });
  }

  // The place beside the cursor in a direction: the nearest within 60 degrees of it.
  _beside([u, v]) {
    const all = [...this.places.values()];
    if (!this.cursor) return all.length ? all[0].name : null;
    const from = this.places.get(this.cursor);
    let best = this.cursor, least = Infinity;
    for (const place of all) {
      const x = place.x - from.x, y = place.y - from.y;
      const along = x * u + y * v, aside = Math.abs(x * v - y * u);
      const far = Math.hypot(x, y) + 0.3 * aside;
      if (along > 1 && aside <= along * 1.75 && far < least - 0.01) {
        least = far;
        best = place.name;
      }
    }
    return best;
  }
}
