// The guide: a card beside the board that explains a thing when it first matters to this reader.
import { byId, memory, ruleLink } from "./parts.js";

export class Guide {
  // topics: by key, in the order of importance (tabletop.presentation.page.Topic); name: of the game, for the memory.
  constructor(topics, name) {
    this.topics = Object.entries(topics);
    this.kept = `guide:${name}`;
    this.seen = new Set(memory.get(this.kept, []));
    this.on = memory.get("guide", true);
    this.shown = null;
    this.told = [];
    byId("guide-done").addEventListener("click", () => this.done());
  }

  // What may be explained now: the decision, who decides, the verbs on offer, and what has just been told.
  offer(state, frames) {
    const mine = state.choices.length > 0;
    if (state.over) {
      byId("guide").hidden = true;
      return;
    }
    this.told.push(...frames);
    if (!mine) return; // one thing at a time: what the other side does is explained afterwards
    this.last = state;
    if (!this.on) return;
    const verbs = new Set(state.choices.map((choice) => choice.verb));
    const told = this.told.flatMap((frame) => frame.told.map((part) => ({ part, by: frame.by })));
    const fits = ([key, topic]) => {
      if (this.seen.has(key)) return false;
      if (key === this.shown && topic.said.length) return true; // it stays until it is read
      if (mine && topic.decisions.includes(state.decision)) return true;
      if (mine && topic.verbs.some((verb) => verbs.has(verb))) return true;
      return told.some(({ part, by }) => {
        if (topic.team && (state.yours.includes(by) ? "own" : "other") !== topic.team) return false;
        const words = [part.head, ...part.lines.map((line) => line.text)].join(" ");
        return topic.said.some((rule) => new RegExp(`\\b${rule}\\d*\\b`).test(words));
      });
    };
    if (this.shown && fits([this.shown, this.topics.find(([key]) => key === this.shown)[1]])) return;
    const found = this.topics.find(fits);
    if (found) {
      if (this.shown) this.seen.add(this.shown);
      this.show(...found);
    } else this.told = [];
  }

  show(key, topic) {
    this.shown = key;
    byId("guide-title").textContent = topic.title;
    byId("guide-text").textContent = topic.text;
    byId("guide-rules").replaceChildren("More: ", ...topic.rules.flatMap((rule) => [ruleLink(rule), " "]));
    byId("guide").hidden = false;
  }

  done() {
    if (this.shown) this.seen.add(this.shown);
    memory.set(this.kept, [...this.seen]);
    this.shown = null;
    byId("guide").hidden = true;
    if (this.last) this.offer(this.last, []);
  }

  turn(on) {
    this.on = on;
    memory.set("guide", on);
    if (!on) byId("guide").hidden = true;
    else if (this.last) this.offer(this.last, []);
    if (!on) this.shown = null;
  }

  again() {
    this.seen.clear();
    memory.set(this.kept, []);
    this.turn(true);
  }
}
