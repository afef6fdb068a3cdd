// Lists beside the board: what could be done in a position, who stands where, its text, what the signs mean.
//
//   new Options(board, wording, data).show(frame, next)    // next: the frame after, to mark what was done
//   new Figures(board, film, data).show(frame)
//   new PositionText(data).show(frame)                     // all three have an `element`
//   signs(sheet)                                           // an element

import { Board } from "./board.js";
import { copies } from "./copy.js";
import { make } from "./elements.js";

export class Options {
  constructor(board, wording, data) {
    Object.assign(this, { board, wording, data });
    this.element = make("div", { class: "options" });
  }

  // number: of decisions so far
  show(frame, next, number) {
    this.number = number;
    if (!frame.legal) {
      this.element.replaceChildren(make("p", { class: "quiet" }, "The game is over."));
      return;
    }
    const team = this.data.teams[frame.decider];
    this.element.replaceChildren(make("p", {}, make("b", { class: `side-${frame.decider}` }, team),
      ` has ${frame.legal.length} legal action${frame.legal.length === 1 ? "" : "s"}.`));
    if (this.data.oddsAt) {
      const href = `${this.data.oddsAt}${this.number}`;
      this.element.append(make("p", {}, make("a", { href, class: "all-odds" }, "The odds of all actions here")));
    } else if (this.data.oddsOf === "taken") {
      this.element.append(make("p", { class: "quiet" }, "Odds stand beside the action that was taken. A page made with "
        + "view --odds has them beside all; view --review adds the costliest decisions."));
    }
    if (Object.keys(frame.tried).length) this.element.append(this._thoughts(frame, next));
    const groups = new Map();
    for (const name of frame.legal) {
      const group = frame.who[name] || "";
      groups.set(group, [...(groups.get(group) || []), name]);
    }
    for (const [group, names] of groups) {
      if (group) this.element.append(make("h2", {}, this.wording.line(group), make("span", { class: "quiet" },
        ` ${this.board.title(group)}`)));
      const list = make("ul", {});
      for (const name of names) list.append(this._option(frame, next, group, name));
      this.element.append(list);
    }
  }

  _option(frame, next, group, name) {
    const taken = next && next.action === name;
    const item = make("li", { class: taken ? "taken" : null },
      make("span", { class: "name" }, group && name.startsWith(`${group} `) ? name.slice(group.length + 1) : name),
      taken ? make("span", { class: "tag" }, "taken") : null);
    const odds = frame.odds[name], aim = frame.aims[name];
    if (odds) item.append(this._odds(odds));
    if (aim) {
      item.tabIndex = 0;
      const show = () => this._aim(group, aim);
      const hide = () => this._aim(null, null);
      item.addEventListener("pointerenter", show);
      item.addEventListener("pointerleave", hide);
      item.addEventListener("focus", show);
      item.addEventListener("blur", hide);
    }
    return item;
  }

  // What the agent tried in its head before it decided; the best first.
  _thoughts(frame, next) {
    const tried = Object.entries(frame.tried);
    // Numbers are of play-outs. A network that plays nothing out says how likely it takes what, "37.2%"; "exact": by odds.
    const exact = tried.some(([, { visits }]) => visits === "exact");
    const likely = !exact && tried.some(([, { visits }]) => typeof visits === "string");
    const expects = tried.some(([, { value }]) => value !== null);
    const rows = likely ? tried : tried.sort((a, b) => b[1].value - a[1].value);
    const by = this.data.players[frame.decider] || this.data.teams[frame.decider];
    const columns = [expects ? "expected" : "", exact ? "" : likely ? "chance" : "play-outs", "action"];
    const head = columns.map((word) => make(word ? "th" : "td", { scope: word ? "col" : null }, word));
    const body = rows.map(([name, { visits, value }]) => {
      const words = make("td", {}, this.wording.line(name));
      if (next && next.action === name) words.append(" ", make("span", { class: "tag" }, "taken"));
      return make("tr", { style: `--share: ${likely ? parseFloat(visits) : 50 * (1 + value)}%` },
        make("td", {}, value === null ? "" : value.toFixed(2).replace("-", "−")),
        make("td", { class: "quiet" }, exact ? "" : String(visits)), words);
    });
    const what = exact ? `What ${by} expects of each, by exact odds` : !likely ? `What ${by} tried in its head`
      : expects ? `How likely each was to ${by}, and what it expected` : `How likely each was to ${by}`;
    return make("table", { class: "odds thought" },
      make("caption", {}, expects ? `${what}: +1 is a sure win, −1 a sure loss` : what),
      make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...body));
  }

  // Lines like "22.22% 2/9   B1 is out"; the first one says what of.
  _odds(lines) {
    const table = make("table", { class: "odds" });
    for (const line of lines) {
      const found = /^([\d.]+)% +(?:(\d+(?:\/\d+)?) +)?(.*)$/.exec(line);
      if (!found) {
        table.append(make("caption", {}, this.wording.line(line)));
        continue;
      }
      const [, percent, exact, what] = found;
      table.append(make("tr", { style: `--share: ${percent}%` }, make("td", {}, `${percent}%`),
        make("td", { class: "quiet" }, exact || ""), make("td", {}, this.wording.line(what))));
    }
    return table;
  }

  _aim(from, aim) {
    this.board.aim("aim", from, aim);
    this.board.highlight("chosen", aim ? [aim.to] : []);
  }
}

export class Figures {
  constructor(board, film, data) {
    Object.assign(this, { board, film, data });
    this.element = make("div", { class: "figures" });
  }

  show(frame) {
    this.element.replaceChildren();
    const groups = [[], [], []];
    for (const key of Object.keys(frame.things)) {
      const title = this.board.title(key);
      if (!title || frame.things[key][0] !== 2) continue;
      const side = this.film.sheet.sides[key];
      groups[side === undefined ? 2 : side].push([key, title]);
    }
    groups.forEach((group, team) => {
      if (!group.length) return;
      const list = make("ul", {});
      for (const [key, title] of group.sort((a, b) => a[0].localeCompare(b[0], "en", { numeric: true }))) {
        list.append(make("li", {}, this._figure(key, frame.things[key], title)));
      }
      const name = team < 2 ? this.data.teams[team] : "Others";
      this.element.append(make("h2", {}, make("span", { class: team < 2 ? `side-${team}` : null }, name)), list);
    });
  }

  _figure(key, row, title) {
    const { symbols } = this.film.tables;
    const button = make("button", { type: "button", class: "figure" },
      Board.picture(symbols[row[1]], 34), make("span", {}, title));
    const show = () => this.board.highlight("chosen", [key]);
    const hide = () => this.board.highlight("chosen", []);
    button.addEventListener("pointerenter", show);
    button.addEventListener("focus", show);
    button.addEventListener("pointerleave", hide);
    button.addEventListener("blur", hide);
    return button;
  }
}

// The position as text, to be copied: alone, or with the scenario by whose rules the commands are to read it.
export class PositionText {
  constructor({ preset }) {
    this.preset = preset;
    this.text = make("textarea", { readonly: true, rows: 7, "aria-label": "Position as text", spellcheck: "false" });
    this.arguments = make("input", { readonly: true, "aria-label": "Position with its scenario", spellcheck: "false" });
    const option = preset ? `--scenario ${preset}` : "--scenario FILE";
    const own = preset ? "" : " (this scenario is no preset: FILE is its .toml file)";
    this.element = make("div", { class: "text" }, this.text, this._copy(this.text, "Copy"),
      make("p", { class: "quiet" }, "The commands ", make("code", {}, "show"), ", ", make("code", {}, "odds"), " and ",
        make("code", {}, "view"), " take it, with ", make("code", {}, option), `${own}:`),
      this.arguments, this._copy(this.arguments, "Copy with the scenario"));
  }

  show(frame) {
    this.text.value = frame.text.join(" ");
    this.arguments.value = `--scenario ${this.preset || "FILE"} '${this.text.value}'`;
  }

  _copy(from, words) {
    return copies(make("button", { type: "button", class: "plain" }, words), from);
  }
}

// What the signs on the board mean.
export function signs({ legend, long }) {
  const sign = ([name, shapes]) => make("li", {}, Board.picture(shapes, long ? 45 : 30, long), make("span", {}, name));
  return make("ul", { class: long ? "signs long" : "signs" }, ...legend.map(sign));
}
