// A ruler on an open table: a line between two points with its length, until the next click or key. And a word beside the
// end of an aim that is pointed at.

import { svg } from "./elements.js";

const OFF = 14; // pixels from the end of the line to its words
const SIZE = 15; // of the words
const NOTE = "ruler: it goes with the next click";

export class Ruler {
  // layer: an SVG group that is drawn into; measure: [length of a unit on the sheet, its name].
  constructor(layer, [unit, name]) {
    Object.assign(this, { unit, name });
    this.measures = false; // a length is shown
    this.group = svg("g", { class: "ruler" }, layer);
    this.line = svg("line", {}, this.group);
    this.words = [svg("text", {}, this.group), svg("text", { class: "ruler-note" }, this.group)];
    this.hide();
  }

  // How far it is from a point to another one, in words; empty: they are the same.
  between(from, { x, y }) {
    const far = Math.hypot(x - from.x, y - from.y) / this.unit;
    return far ? `${far.toFixed(1)} ${this.name}` : "";
  }

  // Measure from a point to another one, on a sheet so wide, of which so much is a pixel across.
  show(from, to, width, pixel) {
    const words = this.between(from, to);
    this.measures = true;
    this._put(to, words ? [words, NOTE] : [], width, pixel);
    const ends = { x1: from.x, y1: from.y, x2: to.x, y2: to.y };
    for (const [key, value] of Object.entries(ends)) this.line.setAttribute(key, value);
    this.line.style.display = words ? "" : "none";
  }

  // Say what is at a point.
  say(spot, words, width, pixel) {
    this._put(spot, [words], width, pixel);
    this.line.style.display = "none";
  }

  _put({ x, y }, said, width, pixel) {
    const leftward = x > 0.7 * width, size = SIZE * pixel, up = y < 3 * size ? -1 : 1;
    this.group.style.display = said.length ? "" : "none";
    this.words.forEach((text, row) => {
      const spot = { x: x + (leftward ? -OFF : OFF) * pixel, y: y - up * (OFF * pixel - row * up * size), "font-size": size * (row ? 0.8 : 1), "text-anchor": leftward ? "end" : "start" };
      for (const [key, value] of Object.entries(spot)) text.setAttribute(key, value);
      text.textContent = said[row] ?? "";
    });
  }

  hide() {
    this.measures = false;
    this.group.style.display = "none";
  }
}
