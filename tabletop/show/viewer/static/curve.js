// The curve of what the positions of a game are worth, with the turns below it.

import { svg } from "./elements.js";

const WIDE = 600, HIGH = 64, FOOT = 14;

export class Curve {
  // values: for team 0, -1 … 1, or undefined; turns: the turn of each frame
  constructor(element, values, turns, label) {
    this.svg = svg("svg", { class: "curve", viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none" });
    this.svg.setAttribute("aria-hidden", "true");
    this.last = Math.max(1, values.length - 1);
    const known = values.some((value) => value !== undefined);
    const middle = (HIGH - FOOT) / 2;
    if (known) {
      let value = 0;
      const points = values.map((each, number) => {
        value = each === undefined ? value : each;
        return `${this._x(number).toFixed(1)},${(middle * (1 - value)).toFixed(1)}`;
      });
      // A single position is worth the same all along.
      if (points.length === 1) points.push(`${WIDE},${(middle * (1 - value)).toFixed(1)}`);
      const area = `0,${HIGH - FOOT} ${points.join(" ")} ${WIDE},${HIGH - FOOT}`;
      svg("rect", { width: WIDE, height: HIGH - FOOT, class: "curve-above" }, this.svg);
      svg("polygon", { points: area, class: "curve-below" }, this.svg);
      svg("polyline", { points: points.join(" "), class: "curve-line" }, this.svg);
      svg("line", { x1: 0, x2: WIDE, y1: middle, y2: middle, class: "curve-middle" }, this.svg);
    }
    turns.forEach((turn, number) => {
      if (number && turn !== turns[number - 1]) {
        const x = this._x(number);
        svg("line", { x1: x, x2: x, y1: known ? 0 : HIGH - FOOT - 6, y2: HIGH - FOOT, class: "curve-turn" }, this.svg);
      }
    });
    this.now = svg("line", { y1: 0, y2: HIGH - FOOT, class: "curve-now" }, this.svg);
    element.append(this.svg);
    this.known = known;
    this.label = label;
  }

  go(number) {
    const x = this._x(number);
    this.now.setAttribute("x1", x);
    this.now.setAttribute("x2", x);
  }

  _x(number) {
    return (WIDE * number) / this.last;
  }
}
