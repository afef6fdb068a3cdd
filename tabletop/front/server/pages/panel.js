// The open decision as a list: figures, then what the chosen one can do, with costs and odds; all by buttons.
import { el } from "./parts.js";

const MOST_FACTS = 24; // letters that stay on one line
const MOST_PLACES = 8; // buttons in a row
const HELD = 500; // milliseconds after which a touch is no tap

const EXPECTED = "In front the result that it expects: +1 a sure win, 0 an even game, −1 a sure loss";

// An expected result; an agent that looks into a book has none.
const signed = (value) => (value === null ? "" : `${value >= 0 ? "+" : "−"}${Math.abs(value).toFixed(2)}`);

export class Panel {
  // on: {act(name), choose(who), point(choice or null), picture(key): a node or null, turn(choice): degrees or null,
  //      verb(): another kind of action is clicked on the board}
  constructor(element, on) {
    Object.assign(this, { element, on });
    this.touched = Infinity;
    // A list that was made anew below a pointer that rests isn't pointed at.
    document.addEventListener("pointermove", ({ movementX, movementY }) => {
      if (movementX || movementY) this.rests = false;
    }, { capture: true });
  }

  // state: of the server; who: key of the chosen figure, or null; names: titles of figures by key.
  show(state, who, names, extra) {
    // Between two decisions the list is empty; what had the focus gets it back.
    const inside = this.element.contains(document.activeElement), section = this.element.closest("[tabindex]");
    const focus = inside ? document.activeElement.dataset.focus : document.activeElement === section ? this.focus : null;
    const parts = [];
    const { choices } = state;
    const before = this.number;
    if (choices.length) this.number = state.number;
    const actors = [...new Set(choices.map((choice) => choice.who).filter(Boolean))];
    if (actors.length > 1) parts.push(this._figures(actors, who, names, state));
    const own = choices.filter((choice) => choice.who && choice.who === who);
    const free = choices.filter((choice) => !choice.who && !choice.ends);
    const last = choices.filter((choice) => !choice.who && choice.ends);
    this._many([...own, ...free], this.number !== before);
    if (own.length) parts.push(this._group(own, names(who)));
    if (free.length) parts.push(this._group(free, ""));
    if (actors.length > 1 && !who) parts.push(el("p", { class: "note" }, "Click a figure on the board, or choose one here."));
    this.box = el("div", { class: "odds", id: "odds", role: "status" });
    parts.push(this.box);
    // What ends the phase stands apart, always at the same place: nobody hits it by mistake.
    const apart = actors.length > 0 && last.every((choice) => choice.ends === "stage" && !choice.dice);
    if (last.length) {
      parts.push(el("div", { class: apart ? "apart" : "row" }, ...last.map((choice) => this._button(choice, choice.dice ? "primary" : ""))));
    }
    parts.push(...extra);
    this._summarise();
    this.element.replaceChildren(...parts);
    this.element.removeAttribute("aria-busy");
    this.rests = true;
    this.focus = focus;
    this.pointed = null;
    this.focusing = true; // by the page, not by the reader
    if (focus) this._focus(focus, who, this.number !== before);
    this.focusing = false;
  }

  // Enter, pressed once more, must neither end the next phase nor give the game up: in another decision (isNew) what ends
  // the phase doesn't get the focus back, and what is no part of a decision gets it only if it had it.
  _focus(name, who, isNew) {
    const all = [...this.element.querySelectorAll("[data-focus]")], ends = (each) => each.closest(".apart") !== null;
    const wanted = all.find((each) => each.dataset.focus === name && !(isNew && ends(each)))
      || all.find((each) => each.dataset.focus === `figure ${who}`)
      || all.find((each) => !each.disabled && !ends(each) && each.matches("[data-action], .chip"));
    if (wanted) wanted.focus({ preventScroll: true });
    else this.element.closest("[tabindex]").focus({ preventScroll: true });
  }

  _figures(actors, who, names, { choices, decider }) {
    const spent = (key) => !choices.some((choice) => choice.who === key && !choice.idle); // all that is left is idle
    const button = (key) => el(
      "button",
      {
        type: "button", class: `chip figure-${decider}${spent(key) ? " spent" : ""}`, "aria-pressed": String(key === who), title: names(key),
        "data-focus": `figure ${key}`, onclick: () => this.on.choose(key === who ? null : key),
      },
      this.on.picture(key),
      key,
    );
    return el("div", { class: "chips", role: "group", "aria-label": "Figures that can act" }, ...actors.map(button));
  }

  // A button a choice; several of a verb that only say where stand in a row.
  _group(choices, title) {
    const list = el("ul", { class: "choices" });
    for (const verb of new Set(choices.map((choice) => choice.verb))) {
      const alike = choices.filter((choice) => choice.verb === verb);
      if (alike.length > 1 && alike.every((choice) => choice.short)) list.append(this._places(alike));
      else list.append(...alike.map((choice) => el("li", {}, this._button(choice, ""))));
    }
    return el("div", {}, title ? el("h3", { class: "figure-title" }, title) : null, list);
  }

  _places(choices) {
    const [{ label, short, cost }] = choices;
    const alike = choices.every((choice) => choice.cost === cost); // else each says its own
    const words = el("span", { class: "verb" }, label.slice(0, -short.length), alike && cost ? el("span", { class: "facts" }, cost) : null);
    const facts = (choice) => [alike ? "" : choice.cost, choice.chance].filter(Boolean).join(" · ");
    const chips = el("span", { class: "chips" }, ...choices.map((choice) => this._made(choice, "place", this._short(choice), facts(choice))));
    if (choices.length <= MOST_PLACES) return el("li", { class: "places" }, words, chips);
    // So many are clicked on the board; for keys and aids they are in a list that opens.
    const { verb } = choices[0], summary = el("summary", {}), rows = this._rows(choices, facts);
    const list = el("details", { name: "many", open: this.opened && this.isOnBoard(choices[0]), ontoggle: ({ target }) => this._opens(verb, target.open) },
      summary, ...(rows || [chips]));
    this.summaries.set(verb, [summary, choices.length]);
    return el("li", { class: "places" }, words, list);
  }

  // Those that differ in two words: a row for each first word.
  _rows(choices, facts) {
    const rows = new Map();
    for (const choice of choices) {
      const [first] = choice.short.split(" ");
      rows.set(first, [...(rows.get(first) || []), choice]);
    }
    if (rows.size === choices.length || rows.size === 1) return null;
    const rest = (choice) => choice.short.split(" ").slice(1).join(" ");
    return [...rows].map(([first, alike]) => el("span", { class: "chips" },
      el("span", { class: "row-name" }, first), ...alike.map((choice) => this._made(choice, "place", rest(choice), facts(choice)))));
  }

  // Of several verbs that have so many choices one is clicked on the board: that whose list has been opened in this
  // decision, else the first.
  _many(choices, isNew) {
    const verbs = [...new Set(choices.map((choice) => choice.verb))];
    this.many = verbs.filter((verb) => choices.filter((choice) => choice.verb === verb).length > MOST_PLACES);
    if (isNew && this.many.length > 1) Object.assign(this, { verb: null, opened: false });
    this.summaries = new Map();
  }

  isOnBoard({ verb }) {
    return !this.many?.includes(verb) || verb === (this.many.includes(this.verb) ? this.verb : this.many[0]);
  }

  _opens(verb, isOpen) {
    if (isOpen) Object.assign(this, { verb, opened: true });
    else if (this.isOnBoard({ verb })) Object.assign(this, { verb: null, opened: false });
    this._summarise();
    if (this.many.length > 1) this.on.verb();
  }

  _summarise() {
    for (const [verb, [summary, count]] of this.summaries) {
      summary.textContent = this.isOnBoard({ verb }) ? `click where on the board, or in this list of ${count}` : `open this list of ${count}, and click on the board`;
    }
  }

  // A button of an action, for elsewhere.
  button(choice) {
    return this._button(choice, "");
  }

  _button(choice, kind) {
    const facts = [choice.cost, choice.chance].filter(Boolean).join(" · ");
    return this._made(choice, kind, el("span", {}, choice.label), facts);
  }

  _point(choice) {
    this.pointed = choice;
    this.on.point(choice);
  }

  // Where a choice goes, in a word; a turn as an arrow.
  _short(choice) {
    const degrees = this.on.turn(choice);
    if (degrees === null) return choice.short;
    const arrow = el("span", { class: "arrow", "aria-hidden": "true" }, "➤");
    arrow.style.rotate = `${degrees}deg`;
    return arrow;
  }

  // Something has been asked for: the button shows it until the answer comes.
  taken(name) {
    const all = [...this.element.querySelectorAll("[data-action]"), ...document.querySelectorAll("#menu [data-action]")];
    for (const button of all) button.classList.toggle("taken", button.dataset.action === name);
    this.element.setAttribute("aria-busy", "true");
  }

  _made(choice, kind, words, facts) {
    return el(
      "button",
      {
        type: "button", class: kind, "data-focus": choice.name, "data-action": choice.name,
        "aria-label": kind === "place" ? [choice.label, facts].filter(Boolean).join(", ") : null,
        // A finger that is held shows the odds, as pointing does: it takes no action when it is lifted.
        onpointerdown: ({ pointerType, timeStamp }) => {
          this.touched = pointerType === "touch" ? timeStamp : Infinity;
          if (pointerType === "touch") this._point(choice);
        },
        onpointercancel: () => (this.touched = Infinity),
        onclick: ({ timeStamp }) => {
          const held = timeStamp - this.touched > HELD;
          this.touched = Infinity; // a click by keys or by an aid has no finger before it
          if (!(held && choice.dice)) this.on.act(choice.name); // without dice there are no odds to be shown
        },
        onfocus: () => this.focusing || this._point(choice), onpointerenter: () => this.rests || this._point(choice),
        onpointermove: () => this.rests || this.pointed === choice || this._point(choice),
        onblur: () => this._point(null), onpointerleave: () => this._point(null),
      },
      words,
      facts ? el("span", { class: facts.length > MOST_FACTS ? "facts long" : "facts" }, facts) : null,
    );
  }

  // Show the odds of an action, or a hint; null clears.
  tell(content) {
    if (this.box) this.box.replaceChildren(...(content || []));
  }

  // Mark the buttons of what a hint advises.
  advise(name) {
    for (const button of this.element.querySelectorAll("[data-action]")) button.classList.toggle("advised", button.dataset.action === name);
  }

  static odds({ of, rows, note }) {
    const row = ([share, exact, what]) => el(
      "tr",
      {},
      el("td", { class: "number" }, share >= 0.0995 ? `${(100 * share).toFixed(0)} %` : `${(100 * share).toFixed(1)} %`),
      el("td", {}, what),
      el("td", { class: "exact" }, exact),
    );
    const table = rows.length ? el("table", {}, el("caption", {}, of), el("tbody", {}, ...rows.map(row))) : null;
    return [table, note ? el("p", { class: "note" }, rows.length ? note : `${of}: ${note}`) : null].filter(Boolean);
  }

  // What a bot thought before it took an action: rows [action, play-outs or chance, expected result or null].
  static thoughts(rows, taken) {
    const body = rows.map(([action, weight, expected]) => el(
      "tr",
      {},
      el("td", { class: "number" }, signed(expected)),
      el("td", {}, action === taken ? el("b", {}, `${action} ✓`) : action),
      el("td", { class: "exact" }, weight),
    ));
    const expects = rows.some(([, , expected]) => expected !== null);
    const caption = expects ? [el("caption", {}, `${EXPECTED}. ✓: what it did.`)] : [];
    return el("table", {}, ...caption, el("tbody", {}, ...body));
  }

  // What a hint advises, and why: what may come of it, what is expected of it and of the others.
  static hint({ label, by, tried, odds }) {
    const share = (value) => `${Math.round(50 * (1 + value))} %`;
    const [best, ...others] = tried, next = others.find(({ value }) => value !== null);
    const head = el("p", {}, el("b", {}, label), ".");
    if (odds.length) head.append(" What may come of it: ", odds.map(([chance, , what]) => `${what} (${(100 * chance).toFixed(0)} %)`).join(", "), ".");
    if (best && best.value !== null) {
      head.append(` Then your side has ${share(best.value)} of a win`, next ? `; with the next best, ${next.label}, ${share(next.value)}.` : ".");
    } else if (best) head.append(" It is in the opening book, which was learnt by games.");
    if (!others.length) return [head];
    const rows = tried.slice(0, 5).map((each) => el(
      "tr",
      {},
      el("td", { class: "number" }, each.value === null ? "" : share(each.value)),
      el("td", {}, each.label),
      el("td", { class: "exact" }, each.weight),
    ));
    const words = `What ${by.split(":")[0]} tried with the same dice: 100 % is a sure win, 50 % an even game`;
    return [head, el("details", {}, el("summary", {}, "What else was tried"), el("table", {}, el("caption", {}, words), el("tbody", {}, ...rows)))];
  }
}
