// Dice and names in a line of text, for lists of what has happened.

import { make, svg } from "./elements.js";

const PIPS = [[5], [1, 9], [1, 5, 9], [1, 3, 7, 9], [1, 3, 5, 7, 9], [1, 3, 4, 6, 7, 9]];

// A d6 that shows a face, as an SVG element.
export function die(face, size = 20) {
  const made = svg("svg", { class: "die", viewBox: "0 0 20 20", width: size, height: size, role: "img" });
  made.setAttribute("aria-label", `die ${face}`);
  svg("rect", { x: 1, y: 1, width: 18, height: 18, rx: 4.5 }, made);
  for (const place of PIPS[face - 1]) {
    svg("circle", { cx: 5 + 5 * ((place - 1) % 3), cy: 5 + 5 * Math.floor((place - 1) / 3), r: 1.9 }, made);
  }
  return made;
}

// Makes text in which names of things have their team's colour and numbers of rules are set apart.
export class Wording {
  // sides: {key: team}; teams: names of both teams; rules: numbers of the rules
  constructor(sides, teams, rules) {
    this.sides = { ...sides, [teams[0]]: 0, [teams[1]]: 1 };
    const anyOf = (names) => names.map((name) => name.replace(/\W/g, "\\$&")).sort((a, b) => b.length - a.length).join("|") || "(?!)";
    const rule = `(?:${anyOf(rules)})`;
    this.pattern = new RegExp(`\\b(${anyOf(Object.keys(this.sides))})\\b|\\((${rule}(?:, ${rule})*)\\)`, "g");
  }

  line(text) {
    const made = document.createDocumentFragment();
    let done = 0;
    for (const found of text.matchAll(this.pattern)) {
      made.append(text.slice(done, found.index));
      if (found[1]) made.append(make("b", { class: `side-${this.sides[found[1]]}` }, found[1]));
      else made.append(make("span", { class: "rule" }, `(${found[2]})`));
      done = found.index + found[0].length;
    }
    made.append(text.slice(done));
    return made;
  }

  // What is told of a decision: heads, and below each its lines with their dice.
  told(told) {
    const made = document.createDocumentFragment();
    for (const each of told) {
      const head = make("p", { class: `told-${each.kind}` }, this.line(each.head));
      if (each.forced) head.append(make("span", { class: "quiet" }, " the only choice"));
      made.append(head);
      if (!each.lines.length) continue;
      const list = make("ul", { class: "lines" });
      for (const { text, face } of each.lines) {
        list.append(make("li", {}, face ? die(face) : null, make("span", {}, this.line(text))));
      }
      made.append(list);
    }
    return made;
  }
}
