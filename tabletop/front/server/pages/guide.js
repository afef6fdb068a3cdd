// The guide: a card beside the board that explains a thing when it first matters to this reader; in a lesson it also leads
// from step to step.
import { byId, el, memory, ruleLink } from "./parts.js";

// What the story names of a decision, as text.
const wordsOf = ({ told }) => told.flatMap((part) => [part.head, ...part.lines.map((line) => line.text)]).join(" ");
const names = (frame, said) => said.some((rule) => new RegExp(`\\b${rule.replace(/\W/g, "\\$&")}\\b`).test(wordsOf(frame)));

export class Guide {
  // topics: by key, in the order of importance (tabletop.show.page.Topic); name: of the game, for the memory.
  // lesson: its steps (tabletop.show.page.Step), the kind of decision that they belong to, the game's id.
  constructor(topics, name, { steps = [], decision = "", game = "" } = {}) {
    this.topics = topics;
    this.steps = steps;
    this.decision = decision;
    this.kept = `guide:${name}`;
    this.keptSteps = `steps:${game}`;
    this.keptTaught = `taught:${game}`; // numbers of the decisions that steps asked for
    this.seen = new Set(memory.get(this.kept, []).filter((key) => key in topics)); // in the order in which they were shown
    this.ready = new Set(memory.get(this.keptSteps, []).filter((number) => number < steps.length)); // steps that are done
    this.on = memory.get("guide", true);
    this.shown = null; // key of the card that is to be read now: of a topic, or a step's number
    this.leafed = null; // key of the card in sight: this one, or one that was shown before
    this.now = null; // the own decision that is open
    this.asideAt = null; // how many steps were done when a card that is no step was read last
    this.progress = el("p", { class: "guide-step", id: "guide-step" });
    byId("guide-step")?.remove();
    byId("guide-title").before(this.progress);
    byId("guide-done").addEventListener("click", () => this.done());
    for (const [id, step] of [["guide-earlier", -1], ["guide-later", 1]]) byId(id).addEventListener("click", () => this.leaf(step));
  }

  // What may be explained now: the decision, the verbs on offer, and what has happened since the reader's last decision.
  // frames: all of the game.
  offer(state, frames) {
    if (state.over) {
      if (this.on && this.steps.length) this.finish(state);
      else this.hide();
      return;
    }
    if (!state.choices.length) return; // one thing at a time: what the other side does is explained afterwards
    const last = frames.findLastIndex(({ by }) => state.yours.includes(by));
    // The reader has gone on with the card in sight: it gives way, "Earlier" leads back to it.
    if (this.now && this.now.state.number !== state.number) {
      this.follow(this.now.state, frames.slice(this.now.state.number + 1));
      this.read();
    }
    this.now = { state, frames: frames.slice(Math.max(0, last)) };
    this.next();
  }

  // The step in turn is done by what the reader did at the decision before, or by what came of it; one at a time, so that
  // each is read. The last one goes on until it is read. A decision that a step asked for isn't graded afterwards (grades.js).
  follow(before, since) {
    if (!since.length || !this.steps.length || before.decision !== this.decision) return;
    const own = since.filter(({ by }) => before.yours.includes(by));
    const verb = before.choices.find(({ name }) => name === since[0].action)?.verb;
    const number = this.step();
    if (number === undefined || this.isLast(number)) return;
    const { done, said } = this.steps[number];
    if (done.includes(verb)) memory.set(this.keptTaught, [...memory.get(this.keptTaught, []), before.number + 1]);
    if (done.includes(verb) || (said.length && own.some((frame) => names(frame, said)))) this.pass(number);
  }

  // The number of the step that is to be done: they come in their order; undefined: there is none any more.
  step() {
    return [...this.steps.keys()].find((number) => !this.ready.has(number));
  }

  isLast(number) {
    return number === this.steps.length - 1;
  }

  pass(number) {
    this.ready.add(number);
    memory.set(this.keptSteps, [...this.ready]);
  }

  // The next card that fits: of the open question, of what has just happened, the lesson's step, of what may be done. If
  // there is none, the one in sight stays while it fits.
  next() {
    if (!this.on || !this.now) return;
    const { state, frames } = this.now, verbs = new Set(state.choices.map((choice) => choice.verb));
    const asked = (topic) => topic.decisions.includes(state.decision);
    const happened = (topic) => frames.some((frame) =>
      (!topic.team || (state.yours.includes(frame.by) ? "own" : "other") === topic.team) && names(frame, topic.said));
    const offered = (each) => each.verbs.some((verb) => verbs.has(verb));
    const leads = this.steps.length > 0 && state.decision === this.decision;
    const unseen = Object.keys(this.topics).filter((key) => !this.seen.has(key));
    const first = (fits) => unseen.find((key) => fits(this.topics[key]));
    let key;
    if (this.steps.length) {
      // At most one card of what has happened stands between two steps; a question is explained once.
      key = (leads ? undefined : first(asked)) ?? (this.asideAt === this.ready.size ? undefined : first(happened)) ?? this.step();
    } else {
      const stays = this.shown !== null && [asked, happened, offered].some((fits) => fits(this.topics[this.shown]));
      key = first(asked) ?? first(happened) ?? first(offered) ?? (stays ? this.shown : undefined);
    }
    if (key === undefined) this.hide();
    else this.put((this.shown = key));
  }

  put(key) {
    const isStep = typeof key === "number", topic = isStep ? this.steps[key] : this.topics[key], cards = this.cards();
    this.leafed = key;
    const all = this.steps.length;
    this.progress.hidden = !all;
    this.progress.textContent = isStep ? `Step ${key + 1} of ${all}` : `By the way. Steps done: ${this.ready.size} of ${all}`;
    byId("guide-done").textContent = isStep && !this.isLast(key) ? "Skip this step" : "Got it";
    byId("guide-title").textContent = topic.title;
    byId("guide-text").textContent = topic.text;
    byId("guide-rules").replaceChildren(topic.rules.length ? ruleLink(topic.rules.join(" "), "The rules on this") : "");
    for (const [id, end] of [["guide-earlier", cards[0]], ["guide-later", cards.at(-1)]]) {
      byId(id).hidden = cards.length < 2;
      byId(id).disabled = key === end;
    }
    byId("guide").hidden = false;
  }

  hide() {
    this.shown = null;
    byId("guide").hidden = true;
  }

  // The cards so far, in the order in which they were shown.
  cards() {
    return [...new Set([...this.seen, this.shown])].filter((key) => key !== null);
  }

  leaf(step) {
    const cards = this.cards();
    this.put(cards[cards.indexOf(this.leafed) + step]);
    const [clicked, other] = step < 0 ? ["guide-earlier", "guide-later"] : ["guide-later", "guide-earlier"];
    if (byId(clicked).disabled) byId(other).focus(); // the keyboard doesn't lose its place
  }

  read() {
    if (this.shown !== null) this.seen.add(this.shown);
    if (typeof this.shown === "string") this.asideAt = this.ready.size;
    memory.set(this.kept, [...this.seen].filter((key) => typeof key !== "number"));
  }

  // The lesson is over, won or lost; the last step is to win.
  finish({ winner, yours }) {
    this.shown = this.leafed = this.now = null;
    if (yours.includes(winner)) this.pass(this.steps.length - 1);
    this.progress.hidden = false;
    this.progress.textContent = `Steps done: ${this.ready.size} of ${this.steps.length}`;
    byId("guide-title").textContent = "The lesson is finished";
    byId("guide-text").textContent = "Go on with a whole game, or play this one again. In a whole game, too, what is new to you is explained when it first matters.";
    byId("guide-rules").replaceChildren();
    byId("guide-done").textContent = "Got it";
    for (const id of ["guide-earlier", "guide-later"]) byId(id).hidden = true;
    byId("guide").hidden = false;
  }

  done() {
    if (typeof this.shown === "number") this.pass(this.shown);
    this.read();
    this.hide();
    this.next();
  }

  turn(on) {
    this.on = on;
    memory.set("guide", on);
    if (on) this.next();
    else this.hide();
  }

  again() {
    this.seen.clear();
    this.ready.clear();
    for (const kept of [this.kept, this.keptSteps]) memory.set(kept, []);
    this.turn(true);
  }
}
