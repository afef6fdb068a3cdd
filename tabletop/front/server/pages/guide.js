// The guide: a card beside the board that explains a thing when it first matters to this reader.
import { byId, memory, ruleLink } from "./parts.js";

export class Guide {
  // topics: by key, in the order of importance (tabletop.show.page.Topic); name: of the game, for the memory.
  constructor(topics, name) {
    this.topics = topics;
    this.kept = `guide:${name}`;
    this.seen = new Set(memory.get(this.kept, []).filter((key) => key in topics)); // in the order in which they were shown
    this.on = memory.get("guide", true);
    this.shown = null; // key of the card that is to be read now
    this.leafed = null; // key of the card in sight: this one, or one that was shown before
    this.now = null; // the own decision that is open
    byId("guide-done").addEventListener("click", () => this.done());
    for (const [id, step] of [["guide-earlier", -1], ["guide-later", 1]]) byId(id).addEventListener("click", () => this.leaf(step));
  }

  // What may be explained now: the decision, the verbs on offer, and what has happened since the reader's last decision.
  // frames: all of the game.
  offer(state, frames) {
    if (state.over) {
      this.hide();
      return;
    }
    if (!state.choices.length) return; // one thing at a time: what the other side does is explained afterwards
    const last = frames.findLastIndex(({ by }) => state.yours.includes(by));
    // The reader has gone on with the card in sight: it gives way, "Earlier" leads back to it.
    if (this.now && this.now.state.number !== state.number) this.read();
    this.now = { state, frames: frames.slice(Math.max(0, last)) };
    this.next();
  }

  // The next card that fits: of the open question, of what has just happened, of what may be done. If there is none, the
  // one in sight stays while it fits.
  next() {
    if (!this.on || !this.now) return;
    const { state, frames } = this.now, verbs = new Set(state.choices.map((choice) => choice.verb));
    const happened = (topic) => frames.some(({ told, by }) => {
      if (topic.team && (state.yours.includes(by) ? "own" : "other") !== topic.team) return false;
      const words = told.flatMap((part) => [part.head, ...part.lines.map((line) => line.text)]).join(" ");
      return topic.said.some((rule) => new RegExp(`\\b${rule.replace(/\W/g, "\\$&")}\\b`).test(words));
    });
    const ways = [(topic) => topic.decisions.includes(state.decision), happened, (topic) => topic.verbs.some((verb) => verbs.has(verb))];
    const unseen = Object.keys(this.topics).filter((key) => !this.seen.has(key));
    const found = ways.map((fits) => unseen.find((key) => fits(this.topics[key]))).find(Boolean);
    const stays = this.shown && ways.some((fits) => fits(this.topics[this.shown]));
    if (found || stays) this.put((this.shown = found || this.shown));
    else this.hide();
  }

  put(key) {
    const topic = this.topics[key], cards = this.cards();
    this.leafed = key;
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
    return [...new Set([...this.seen, this.shown])];
  }

  leaf(step) {
    const cards = this.cards();
    this.put(cards[cards.indexOf(this.leafed) + step]);
    const [clicked, other] = step < 0 ? ["guide-earlier", "guide-later"] : ["guide-later", "guide-earlier"];
    if (byId(clicked).disabled) byId(other).focus(); // the keyboard doesn't lose its place
  }

  read() {
    if (this.shown) this.seen.add(this.shown);
    memory.set(this.kept, [...this.seen]);
  }

  done() {
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
    memory.set(this.kept, []);
    this.turn(true);
  }
}
