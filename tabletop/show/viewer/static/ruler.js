// A ruler on an open table: from the last thing that was pointed at to what is pointed at now.

import { svg } from "./elements.js";

const OFF = 14; // pixels from the end of the line to its words
const SIZE = 15; // of the words

export class Ruler {
  // layer: an SVG group that is drawn into; measure: [length of a unit on the sheet, its name].
  constructor(layer, [unit, name]) {
    Object.assign(this, { unit, name, last: null });
    this.group = svg("g", { class: "ruler" }, layer);
    this.group.style.display = "none";
    this.line = svg("line", {}, this.group);
    this.text = svg("text", {}, this.group);
  }

  // How far a point is from the last thing, in words; empty: it is that thing, or nothing has been pointed at yet.
  words({ x, y }) {
    if (!this.last) return "";
    const far = Math.hypot(x - this.last.x, y - this.last.y) / this.unit;
    return far ? `${far.toFixed(1)} ${this.name}` : "";
  }

  // Measure to a point, on a sheet so wide, of which so much is a pixel across.
  show({ x, y }, width, pixel) {
    const words = this.words({ x, y });
    this.group.style.display = words ? "" : "none";
    if (!words) return;
    const ends = { x1: this.last.x, y1: this.last.y, x2: x, y2: y }, leftward = x > 0.85 * width;
    for (const [key, value] of Object.entries(ends)) this.line.setAttribute(key, value);
    const spot = { x: x + (leftward ? -OFF : OFF) * pixel, y: y - OFF * pixel, "font-size": SIZE * pixel, "text-anchor": leftward ? "end" : "start" };
    for (const [key, value] of Object.entries(spot)) this.text.setAttribute(key, value);
    this.text.textContent = words;
  }

  // From now on from this thing: {x, y}.
  from(spot) {
    this.last = { x: spot.x, y: spot.y };
  }

  hide() {
    this.group.style.display = "none";
  }
}
