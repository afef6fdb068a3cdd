// A board in the browser: draws scenes into SVG. Belongs to no game; it knows shapes, places and keys alone.
//
//   const board = new Board(element, sheet, tables);    // sheet, tables: from Python, `tabletop.show.viewer.frames.Frames`
//   board.show(scene);                                   // scene: {things, over, walked, height}, from `Film.at(number)`
//   board.show(scene, {animate: false});                 // without motion; and without sounds: {silent: true}
//   board.motion.left, board.motion.finish()             // how long what has happened is still seen (motion.js)
//   board.lens.fit()                                     // the whole of it, not a part (lens.js)
//   board.highlight("legal", ["c4", "c5"]);              // outlines; any name, styled by .mark-<name>; [] clears
//   board.aim("aim", "R3", {to: "c5", way: [{place: "c4", text: "4+"}]});   // from, to: keys or places; null clears
//   board.aim("aim", "R3", {points: [[x, y]], ghost, scale});   // along a line, with a symbol at its end; with to: straight there
//   board.aims([{name, title, points}]);                 // lines whose ends can be clicked, on an open table
//   board.on.pick = ({key, place, aims}, event) => …     // click, tap, or Enter with the keyboard's cursor
//   board.on.point = (what) => …                         // {key, place, aims} under the pointer or the cursor; null: none
//   board.on.grab = ({key, place}) => …                  // on an open table, somebody is taken to be dragged: what chooses it; null: nothing does
//   board.say("Red wins");                               // to screen readers
//
// sheet   {width, height, ground, labels, places: [[name, title, x, y, corners]], legend: [[name, shapes]], long: its signs are twice as long as high, sides: {key: team},
//         measure: [length of a unit, its name]}; measure, on an open table alone: where one clicks, the nearest aims are meant
// tables  {symbols: [SVG], strings: [text]}: they grow; whoever gets more of them pushes them
// things  {key: [layer, symbol, x, y, scale, title, place, means]}; symbol, title, place are numbers in the tables; several
//         places have spaces between them; means, 1: all that is in its place; 2: somebody is out; then its motion
//
// The keyboard: the board is one stop of Tab; then arrows move a cursor from place to place, on an open table from
// figure to figure and aim to aim, Enter picks, Esc leaves.
// On an open table who is chosen, or can be, is dragged, too, and from elsewhere a ruler is drawn (drag.js).
// Nothing here waits for an animation: what is shown is true at once, and moves are drawn by CSS on top. They are off
// where `animate` is false, where the reader prefers reduced motion, and with the class "still" on the SVG.

import { Drag } from "./drag.js";
import { make, svg } from "./elements.js";
import { keepLegible } from "./labels.js";
import { Lens } from "./lens.js";
import { Motion } from "./motion.js";
import { Ruler } from "./ruler.js";

const A_STEP = 180; // milliseconds from place to place, as board.css has it for things that go to a place beside theirs
const FINGER = 40; // pixels from an aim that is meant
const UNIT = 50; // radius for which most things are drawn
const STANDING = 2; // layer of figures
const ALL_THERE = 1;

// The teams' own colours, where a game has some: as variables of the page's styles (board.css).
export function ownColours({ colours = [] }) {
  document.documentElement.classList.toggle("own-colours", colours.length > 0);
  colours.forEach((colour, team) => {
    const bright = colour.slice(1).match(/../g).reduce((sum, part) => sum + Number.parseInt(part, 16), 0) > 3 * 140;
    document.documentElement.style.setProperty(`--sign-${team}`, colour);
    document.documentElement.style.setProperty(`--on-sign-${team}`, bright ? "#1b1b1b" : "#ffffff");
  });
}

// A line through points without its first part of this length, as far as that is within the first stretch.
function cut([[x, y], ...points], off) {
  const [u, v] = points[0], length = Math.hypot(u - x, v - y) || 1, share = Math.min(1, off / length);
  return [[x + share * (u - x), y + share * (v - y)], ...points];
}

export class Board {
  constructor(element, sheet, tables, { label = "The board", keyboard = true } = {}) {
    this.sheet = sheet;
    this.tables = tables;
    this.on = { pick: null, point: null, grab: null };
    this.places = new Map(sheet.places.map(([name, title, x, y, corners]) => [name, { name, title, x, y, corners }]));
    this.spots = new Map(); // ends of aims
    this.chosen = []; // whose aims they are
    this.scene = { things: {}, over: {} };
    this.cursor = null;
    this._last = null; // the figure at which the cursor was last
    this._nodes = { things: new Map(), over: new Map() };
    this._templates = [];
    this._walks = [];
    this._height = 0;
    this.svg = svg("svg", { class: "board", role: "group", "aria-label": label });
    const [first] = this.places.values();
    const across = first ? first.corners.match(/[^ ,]+/g).filter((_, at) => at % 2 === 0).map(Number) : [0];
    this.placeWidth = Math.max(...across) - Math.min(...across);
    if (keyboard && (this.places.size || sheet.measure)) {
      this.svg.setAttribute("tabindex", "0");
      this.svg.setAttribute("aria-roledescription", "board");
    }
    this._layer("ground").innerHTML = sheet.ground;
    this._hits = this._layer("hits");
    for (const place of this.places.values()) {
      svg("polygon", { points: place.corners, "data-place": place.name }, this._hits);
    }
    this._layers = [this._layer("on-ground")];
    this._marks = this._layer("marks"); // names of places can be read on them
    const labels = this._layer("labels");
    labels.innerHTML = sheet.labels;
    keepLegible(labels, this.svg);
    this._spots = this._layer("spots");
    this._layers.push(this._layer("below"), this._layer("standing"), this._layer("above"));
    this._lines = this._layer("lines");
    this._layers.push(this._layer("names"));
    this._cursor = svg("polygon", { class: "cursor" }, this._layer("cursor-layer"));
    this.ruler = sheet.measure ? new Ruler(this._layer("rulers"), sheet.measure) : null;
    this.voice = make("div", { class: "unseen", "aria-live": "polite" });
    this.frame = make("div", { class: "board-sheet" }, this.svg);
    element.append(this.frame, this.voice);
    this.lens = new Lens(this);
    this.motion = new Motion(this);
    this.drag = sheet.measure ? new Drag(this) : null;
    this._grow(sheet.height);
    this._listen();
  }

  remove() {
    this.motion.finish();
    this.frame.remove();
    this.voice.remove();
  }

  // Show a scene; what is as before is left alone. What happened in a step is drawn anew each time: no arrow goes from
  // one shot to the next.
  show(scene, { animate = true, silent = !animate } = {}) {
    const isNew = scene !== this.scene;
    this.svg.classList.toggle("still", !animate);
    for (const walk of this._walks.splice(0)) walk.cancel();
    const walking = animate && !matchMedia("(prefers-reduced-motion: reduce)").matches;
    const ways = walking ? this._ways(scene) : [];
    if (isNew) this.motion.finish();
    const gone = this._draw("things", scene.things).filter((node) => node.row[0] === STANDING && node.dataset.key in this.sheet.sides);
    for (const [key, points] of ways) this._walk(this._nodes.things.get(key), points);
    if (isNew) this._draw("over", {});
    this._draw("over", scene.over || {});
    this._grow(scene.height || 0);
    this.scene = scene;
    if (isNew && !silent) this.motion.run(scene, walking ? gone : [], walking);
  }

  // The node of something that has just happened.
  over(key) {
    return this._nodes.over.get(key);
  }

  get height() {
    return this._height;
  }

  // The ways of things that are shown where they began, with the points that they pass.
  _ways(scene) {
    const found = [];
    for (const [key, way] of Object.entries(scene.walked || {})) {
      const from = this.scene.things[key], to = scene.things[key];
      if (!from || !to || !this._placesOf(from).includes(way[0]) || !this._placesOf(to).includes(way.at(-1))) continue;
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

  // Outline places, or those of things, or things that have none; `name` tells one kind of outline from another.
  highlight(name, keys) {
    if (name === "chosen") this.chosen = keys;
    for (const old of this._marks.querySelectorAll(`[data-mark="${name}"]`)) old.remove();
    for (const place of new Set(keys.flatMap((key) => this._outlined(key)))) {
      const corners = this._corners(place);
      if (corners) svg("polygon", { points: corners, class: `mark mark-${name}`, "data-mark": name }, this._marks);
    }
  }

  _outlined(key) {
    const row = this.scene.things[key], places = row && !this.places.has(key) ? this._placesOf(row) : [];
    return places.length ? places : [key];
  }

  // The corners around a place; around a thing, or the end of an aim, on an open table.
  _corners(name) {
    const place = this.places.get(name);
    if (place) return place.corners;
    const spot = this.where(name);
    if (!spot || !this.sheet.measure) return "";
    const radius = this.spots.has(name) ? 14 : 1.3 * UNIT * this.scene.things[name][4];
    const turns = Array.from({ length: 24 }, (_, at) => (at * Math.PI) / 12);
    return turns.map((turn) => `${spot.x + radius * Math.cos(turn)},${spot.y + radius * Math.sin(turn)}`).join(" ");
  }

  // An arrow from a thing or place to where an action goes: to a place, with a sign at each place on its way; or along
  // points, with a ghost. No aim takes it away.
  aim(name, from, aim) {
    for (const old of this._lines.querySelectorAll(`[data-line="${name}"]`)) old.remove();
    if (aim?.points && !aim.to) this._along(name, from, aim);
    else if (aim) this._straight(name, from, aim.to, aim.way);
    if (aim?.points && aim.to) this._ghost(svg("g", { class: `line line-${name}`, "data-line": name }, this._lines), aim);
  }

  _along(name, from, { points, ghost, scale }) {
    const group = svg("g", { class: `line line-${name}`, "data-line": name }, this._lines);
    const row = this.scene.things[from], [x, y] = points.at(-1);
    const seen = cut(cut(points, row ? UNIT * row[4] : 0).reverse(), ghost === undefined ? 0 : UNIT * scale);
    const line = { points: seen.map((point) => point.join(",")).join(" "), fill: "none" };
    svg("polyline", { ...line, class: "line-edge" }, group);
    svg("polyline", { ...line, class: "line-core" }, group);
    if (ghost === undefined) svg("circle", { cx: x, cy: y, r: 7, class: "line-head" }, group);
    else this._ghost(group, { points, ghost, scale });
  }

  _ghost(group, { points, ghost, scale }) {
    const [x, y] = points.at(-1);
    svg("g", { class: "ghost", transform: `translate(${x} ${y}) scale(${scale})` }, group).append(this._symbol(ghost));
  }

  // The ends of aims along points: they are marked, can be clicked, and the cursor goes to them.
  aims(aims) {
    const ends = aims.filter(({ to, points }) => points && !to);
    this.spots = new Map(ends.map(({ name, title, points: [[x, y], ...points] }) => [name, { name, title, x: points.at(-1)[0], y: points.at(-1)[1], from: { x, y } }]));
    this._spots.replaceChildren();
    const all = [...this.spots.values()];
    for (const spot of all) {
      const near = Math.min(...all.map((other) => (other === spot ? Infinity : Math.hypot(other.x - spot.x, other.y - spot.y))));
      spot.radius = Math.min(5 * this.pixel, Math.max(1, 0.45 * near));
      this._spot(spot, ends.find((end) => end.name === spot.name).points);
    }
    if (this.cursor && !this._stop(this.cursor)) this.moveCursor(null);
  }

  // On an open table a dot, near which one clicks, that covers no other one; elsewhere an arrowhead that is clicked itself.
  _spot({ name, title, x, y, radius }, points) {
    if (this.sheet.measure) {
      svg("circle", { cx: x, cy: y, r: radius, class: "spot" }, this._spots);
      return;
    }
    const [u, v] = points.at(-2), turn = (180 * Math.atan2(y - v, x - u)) / Math.PI, size = this.placeWidth / 100;
    const group = svg("g", { class: "turn-spot", "data-aim": name, transform: `translate(${x} ${y}) rotate(${turn}) scale(${size})` }, this._spots);
    svg("title", {}, group).textContent = title;
    svg("circle", { r: 11, class: "turn-room" }, group);
    svg("polygon", { points: "8,0 -5,-7 -2,0 -5,7" }, group);
  }

  // How much of the sheet is a pixel across, where it is drawn small; else 1.
  get pixel() {
    return Math.max(1, 1 / (this.svg.getScreenCTM()?.a || 1));
  }

  // Where a point of the sheet is in the window.
  inWindow({ x, y }) {
    const { x: u, y: v } = new DOMPoint(x, y).matrixTransform(this.svg.getScreenCTM());
    return { u, v };
  }

  // What is meant by dragging who is chosen (drag.js): the pointer is at x, y, and has gone dx, dy.
  dragged({ x, y, dx, dy, isBack }) {
    const off = (spot) => Math.hypot(spot.x - spot.from.x - dx, spot.y - spot.from.y - dy), under = this._under({ x, y });
    const aims = isBack ? [] : under.length ? under : this._least(off, Infinity);
    return { key: null, place: null, aims };
  }

  // The names of the aims on whose dot a point is; what stands there of who is chosen covers a dot.
  _under({ x, y }) {
    const covered = Object.entries(this.scene.things).some(([key, row]) =>
      row[0] === STANDING && (this.chosen.includes(key) || this._placesOf(row).some((place) => this.chosen.includes(place)))
      && Math.hypot(row[2] - x, row[3] - y) <= UNIT * row[4]);
    const far = (spot) => Math.hypot(spot.x - x, spot.y - y), names = covered ? [] : this._least(far, 5 * this.pixel);
    return names.filter((name) => far(this.spots.get(name)) <= this.spots.get(name).radius);
  }

  // The names of the aims that end nearest to a point, within so many pixels.
  _nearest({ x, y }, within = FINGER) {
    return this._least((spot) => Math.hypot(spot.x - x, spot.y - y), within * this.pixel);
  }

  // The names of the aims for which this is the least, and no more than so much.
  _least(far, most) {
    const spots = [...this.spots.values()], least = Math.min(...spots.map(far));
    return least <= most ? spots.filter((spot) => far(spot) < least + 0.5).map(({ name }) => name) : [];
  }

  // Draw the ruler.
  measure(from, to) {
    this.ruler.show(from, to, this.sheet.width, this.pixel);
  }

  // What is pointed at: an aim is named there. A length that was measured stays meanwhile.
  pointed(what) {
    const spot = this.spots.get(what?.aims?.[0]);
    if (this.ruler && !this.ruler.measures) {
      if (spot) this.ruler.say(spot, spot.title, this.sheet.width, this.pixel);
      else this.ruler.hide();
    }
    this.on.point?.(what);
  }

  _straight(name, from, to, way = []) {
    const start = this._onBoard(from), goal = this._onBoard(to);
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

  // The centre of a thing, a place or the end of an aim: {x, y}; undefined: it isn't there.
  where(name) {
    const row = this.scene.things[name];
    return row ? { x: row[2], y: row[3] } : this.places.get(name) || this.spots.get(name);
  }

  // The same; of a thing that is drawn in a strip beside the board, its place on the board.
  _onBoard(name) {
    const row = this.scene.things[name], spot = this.where(name), place = row && this.places.get(this._placesOf(row)[0]);
    return place && Math.hypot(place.x - spot.x, place.y - spot.y) > this.placeWidth ? place : spot;
  }

  // The names of the places where a thing is, by its row.
  _placesOf(row) {
    return this.tables.strings[row[6]].split(" ").filter(Boolean);
  }

  // Whether a thing stands for all that is in its place.
  isMany(key) {
    return this.scene.things[key]?.[7] === ALL_THERE;
  }

  // The keys of what stands at a place.
  at(place) {
    const { strings } = this.tables;
    return Object.entries(this.scene.things)
      .filter(([, row]) => strings[row[5]] && this._placesOf(row).includes(place))
      .map(([key]) => key);
  }

  title(key) {
    const row = this.scene.things[key];
    return row ? this.tables.strings[row[5]] : "";
  }

  // A place in words, with all that is there; of a figure on an open table how far it is from that where one was.
  words(place) {
    const { title } = this._stop(place), isFigure = this.ruler && place in this.scene.things;
    const far = isFigure && this._last ? this.ruler.between(this._last, this.where(place)) : "";
    return [title, ...this.at(place).map((key) => this.title(key)), ...(far ? [far] : [])].join(". ");
  }

  // Where the cursor can stand: in places; on an open table on figures and the ends of aims.
  _stops() {
    if (!this.sheet.measure) return [...this.places.values()];
    const figures = Object.entries(this.scene.things).filter(([key, row]) => row[0] === STANDING && this.title(key));
    const here = figures.map(([name, row]) => ({ name, title: this.title(name), x: row[2], y: row[3] }));
    return [...this.places.values(), ...here, ...this.spots.values()];
  }

  _stop(name) {
    return this.places.get(name) || (name && this._stops().find((stop) => stop.name === name));
  }

  // What is at the cursor's stop.
  _atCursor() {
    if (this.places.has(this.cursor)) return { key: this.at(this.cursor)[0] || null, place: this.cursor };
    const isAim = this.spots.has(this.cursor);
    return { key: isAim ? null : this.cursor, place: null, aims: isAim ? this._nearest(this.spots.get(this.cursor)) : [] };
  }

  say(text) {
    this.voice.textContent = text;
  }

  // The sign of a thing, as an SVG element of its own, so many pixels high: for lists and legends.
  static picture(shapes, size = 24, long = false) {
    const room = long ? { viewBox: "-90 -45 180 90", width: 2 * size } : { viewBox: "-60 -60 120 120", width: size };
    const made = svg("svg", { ...room, height: size, "aria-hidden": "true" });
    made.innerHTML = shapes;
    return made;
  }

  // A thing as it stands on the board; null: it isn't drawn there by itself.
  picture(key) {
    const row = this.scene.things[key];
    return row ? Board.picture(this.tables.symbols[row[1]], 36) : null;
  }

  // Bring a place, or that of a thing, which may be drawn elsewhere, into sight, large enough for a finger.
  reveal(name) {
    const row = this.scene.things[name], spot = this.places.get(row ? this._placesOf(row)[0] : name);
    if (spot) this.lens.reveal(spot, this.placeWidth);
  }

  // Bring all of these into sight, as far as they are on the board.
  keep(names) {
    const spots = names.flatMap((name) => (this.scene.things[name] ? this._placesOf(this.scene.things[name]) : [name]).map((place) => this.places.get(place)));
    this.lens.keep(spots.filter(Boolean), 1.5 * this.placeWidth);
  }

  moveCursor(place) {
    this.cursor = place;
    const found = place && this._stop(place);
    this._cursor.setAttribute("points", found ? this._corners(place) : "");
    if (found) this.reveal(place);
    if (found) this.say(this.words(place));
    if (found && place in this.scene.things) this._last = this.where(place);
    this.pointed(found ? this._atCursor() : null);
  }

  _layer(name) {
    return svg("g", { class: name }, this.svg);
  }

  _grow(height) {
    if (height <= this._height) return;
    this._height = height;
    this.lens.grow(height);
  }

  // Draw these things, and return the nodes of those that have gone.
  _draw(kind, things) {
    const nodes = this._nodes[kind], { strings } = this.tables, gone = [];
    for (const [key, node] of nodes) {
      if (!(key in things)) {
        node.remove();
        nodes.delete(key);
        gone.push(node);
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
      // Who goes elsewhere is seen going; who makes room for others isn't.
      node.classList.toggle("goes", Boolean(node.row) && node.row[6] !== row[6]);
      const [place] = this._placesOf(row);
      if (place) node.dataset.place = place;
      node.style.transform = `translate(${row[2]}px, ${row[3]}px) scale(${row[4]})`;
      node.row = row;
    }
    return gone;
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

  // Where an event is on the sheet.
  pointOf({ clientX, clientY }) {
    return new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
  }

  _listen() {
    const what = (event) => {
      if (this.drag?.goal) return this.drag.meant;
      const aim = event.target.closest("[data-aim]");
      if (aim) return { key: null, place: null, aims: [aim.dataset.aim] };
      const node = event.target.closest("[data-key], [data-place]");
      const found = node && { key: node.dataset.key || null, place: node.dataset.place || null };
      if (!this.sheet.measure) return found;
      // A figure is meant itself; but of a chosen unit's men none is.
      const isMeant = found?.key in this.sheet.sides && !this.chosen.includes(found.place);
      const aims = isMeant ? [] : this._nearest(this.pointOf(event));
      return found || aims.length ? { key: null, place: null, ...found, aims } : null;
    };
    let last = "";
    const point = (event) => {
      const found = what(event), now = JSON.stringify([found?.key, found?.place, found?.aims]);
      if (now !== last) this.pointed(found);
      last = now;
    };
    this.svg.addEventListener("click", (event) => {
      const found = what(event);
      if (found && this.on.pick) this.on.pick(found, event);
    });
    if (this.sheet.measure) {
      this.svg.addEventListener("pointermove", (event) => this.drag.measures || point(event));
    } else {
      this.svg.addEventListener("pointerover", (event) => this.on.point && this.on.point(what(event)));
    }
    this.svg.addEventListener("pointerleave", () => {
      last = "";
      if (!this.drag?.measures) this.pointed(null);
    });
    this.svg.addEventListener("blur", () => this.moveCursor(null));
    this.svg.addEventListener("keydown", (event) => {
      const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
      if (event.key in steps && !event.altKey && !event.ctrlKey && !event.metaKey) {
        this.moveCursor(this._beside(steps[event.key]));
      } else if ((event.key === "Enter" || event.key === " ") && this.cursor) {
        if (this.on.pick) this.on.pick(this._atCursor(), event);
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
    const all = this._stops();
    if (!this.cursor) return all.length ? all[0].name : null;
    const from = this._stop(this.cursor);
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
