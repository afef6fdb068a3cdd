// A part of the board, larger: two fingers, a wheel with Ctrl, buttons, keys + − 0; one finger then moves it. Signs at
// the edges say where something lies outside.
//
//   const lens = new Lens(board);   // makes its buttons beside the SVG
//   lens.grow(height);              // the sheet is so high
//   lens.reveal({x, y}, wide);      // a place of this width on the sheet: large enough for a finger, and in sight
//   lens.keep(spots, wide);         // all of these places in sight, for as long as they are asked for
//   lens.fit();                     // the whole sheet

import { make } from "./elements.js";

const CLOSEST = 6; // times larger
const STEP_CLOSER = 1.5;
export const MOVED = 8; // pixels after which a finger moves the board and picks nothing
const FOR_FINGER = 40; // pixels across a place

export class Lens {
  constructor(board) {
    this.board = board;
    this.box = { x: 0, y: 0, scale: 1 }; // of the sheet: where the part begins, how much larger it is
    this.high = 0;
    this.closer = 0; // how much larger it was before places were kept in sight that are far apart; 0: it is as it was
    this.fingers = new Map();
    this.frame = board.svg.parentElement;
    this._build();
    this._listen();
  }

  get width() {
    return this.board.sheet.width;
  }

  // The part of the sheet that is in sight.
  get seen() {
    const { x, y, scale } = this.box;
    return { x, y, width: this.width / scale, height: this.high / scale };
  }

  get isWhole() {
    return this.box.scale <= 1.001;
  }

  grow(height) {
    this.high = height;
    this._apply();
  }

  fit() {
    this.closer = 0;
    this.box = { x: 0, y: 0, scale: 1 };
    this._apply();
  }

  // As much larger as `by` says, so that what is at a point of the sheet stays where it is.
  zoom(by, { x, y } = this._middle()) {
    this.closer = 0;
    const scale = Math.min(CLOSEST, Math.max(1, this.box.scale * by)), share = this.box.scale / scale;
    this.box = { x: x - (x - this.box.x) * share, y: y - (y - this.box.y) * share, scale };
    this._apply();
  }

  reveal({ x, y }, wide) {
    const across = this._across() * wide, wanted = (this.box.scale * FOR_FINGER) / (across || FOR_FINGER);
    if (across && across < FOR_FINGER * 0.8) this.box.scale = Math.min(CLOSEST, wanted);
    const { scale } = this.box, w = this.width / scale, h = this.high / scale, edge = 0.18;
    const outside = x < this.box.x + edge * w || x > this.box.x + (1 - edge) * w || y < this.box.y + edge * h || y > this.box.y + (1 - edge) * h;
    if (!this.isWhole && outside) Object.assign(this.box, { x: x - w / 2, y: y - h / 2 });
    this._apply();
  }

  // The part moves no further than it must; it is smaller while the places don't fit into it.
  keep(spots, wide) {
    const before = this.closer || this.box.scale;
    if (!spots.length || before <= 1.001) return;
    const ends = (axis) => [Math.min(...spots.map((spot) => spot[axis])) - wide, Math.max(...spots.map((spot) => spot[axis])) + wide];
    const [left, right] = ends("x"), [up, down] = ends("y"), middle = this._middle();
    const scale = Math.max(1, Math.min(before, this.width / (right - left), this.high / (down - up)));
    const w = this.width / scale, h = this.high / scale;
    this.closer = scale < before ? before : 0;
    this.box = {
      x: Math.min(left, Math.max(right - w, middle.x - w / 2)), y: Math.min(up, Math.max(down - h, middle.y - h / 2)), scale,
    };
    this._apply();
  }

  _middle() {
    return { x: this.box.x + this.width / this.box.scale / 2, y: this.box.y + this.high / this.box.scale / 2 };
  }

  // Pixels for a unit of the sheet.
  _across() {
    return this.board.svg.getScreenCTM()?.a || 0;
  }

  _apply() {
    const { scale } = this.box, w = this.width / scale, h = this.high / scale;
    this.box.x = Math.min(this.width - w, Math.max(0, this.box.x));
    this.box.y = Math.min(this.high - h, Math.max(0, this.box.y));
    const { x, y } = this.box;
    this.board.svg.setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
    const outside = { left: x > 1, right: x + w < this.width - 1, up: y > 1, down: y + h < this.high - 1 };
    for (const [side, is] of Object.entries(outside)) this.signs[side].hidden = !is;
    for (const button of [this.whole, this.smaller]) button.hidden = this.isWhole;
    this.frame.classList.toggle("closer", !this.isWhole);
  }

  _build() {
    const button = (words, sign, does) => {
      const node = make("button", { type: "button", "aria-label": words, title: words }, sign);
      node.addEventListener("click", does);
      return node;
    };
    this.signs = Object.fromEntries(Object.entries({ left: "‹", right: "›", up: "‹", down: "›" })
      .map(([side, sign]) => [side, make("span", { class: `outside outside-${side}`, "aria-hidden": "true" }, sign)]));
    this.whole = button("The whole board", "⤢", () => this.fit());
    this.smaller = button("Smaller", "−", () => this.zoom(1 / STEP_CLOSER));
    const larger = button("Larger", "+", () => this.zoom(STEP_CLOSER));
    this.frame.append(...Object.values(this.signs), make("div", { class: "lens" }, this.whole, larger, this.smaller));
  }

  _listen() {
    const { svg } = this.board;
    svg.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 200), this.board.pointOf(event));
    }, { passive: false });
    svg.addEventListener("keydown", (event) => {
      const by = { "+": STEP_CLOSER, "=": STEP_CLOSER, "-": 1 / STEP_CLOSER }[event.key];
      if (event.ctrlKey || event.metaKey || !(by || event.key === "0")) return;
      if (by) this.zoom(by);
      else this.fit();
      event.preventDefault();
      event.stopPropagation();
    });
    svg.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      if (!this.fingers.size) this.moved = 0;
      this.fingers.set(event.pointerId, event);
    });
    svg.addEventListener("pointermove", (event) => this.fingers.has(event.pointerId) && this._drag(event));
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) svg.addEventListener(name, ({ pointerId }) => this.fingers.delete(pointerId));
    // What was a movement picks nothing.
    svg.addEventListener("click", (event) => {
      if (this.moved > MOVED) {
        event.stopImmediatePropagation();
        event.preventDefault();
      }
      this.moved = 0;
    }, { capture: true });
  }

  // A pointer drags something else: it moves no board, and picks nothing by a click.
  leave(pointerId) {
    this.fingers.delete(pointerId);
    this.moved = MOVED + 1;
  }

  _drag(event) {
    const before = this.fingers.get(event.pointerId), [other] = [...this.fingers.values()].filter(({ pointerId }) => pointerId !== event.pointerId);
    this.fingers.set(event.pointerId, event);
    this.moved += Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY);
    if (other) {
      const far = ({ clientX, clientY }) => Math.hypot(clientX - other.clientX, clientY - other.clientY) || 1;
      const middle = { clientX: (event.clientX + other.clientX) / 2, clientY: (event.clientY + other.clientY) / 2 };
      this.zoom(far(event) / far(before), this.board.pointOf(middle));
      this.moved = MOVED + 1;
    } else if (this.moved <= MOVED || this.isWhole) return;
    const one = this.board.pointOf(before), two = this.board.pointOf(event), share = other ? 0.5 : 1;
    this.box.x -= share * (two.x - one.x);
    this.box.y -= share * (two.y - one.y);
    this._apply();
  }
}
