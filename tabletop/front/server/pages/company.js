// Who else is at a game: the other player, what one proposes and says to the other, who looks on.
import { Clocks, timeWords } from "./clocks.js";
import { boxName, called, MOST_NAME, ownName, pairing } from "./names.js";
import { byId, el, memory } from "./parts.js";
import { capital, otherPerson, presence } from "./titles.js";
import { allowNotes, canNotify, notifies, setTitle, signalTurn } from "./turn_signal.js";

const SAID = 6000; // milliseconds that a phrase stays
const ASKS = {
  draw: "offers a draw", "take back": "asks to take back the last decision",
  again: "asks for another game, each with the same side", swapped: "asks for another game, sides swapped",
};
const OWN = {
  draw: "You have offered a draw.", "take back": "You have asked to take back your last decision.",
  again: "You have asked for another game, each with the same side.", swapped: "You have asked for another game, sides swapped.",
};
const button = (words, does, kind = "") => el("button", { type: "button", class: kind, "data-focus": words, onclick: does }, words);

export class Company {
  // view: what is shown now, {about, state}. on: {send(message), again(swapped), stays()}; stays: no other game is wanted.
  constructor(view, on) {
    Object.assign(this, { view, on, bubbles: [null, null], drawn: "" });
    this.clocks = new Clocks((team, left) => this._short(team, left));
    this.names = new NameForms((name) => view.state?.yours.length === 1 && on.send({ do: "name", name }));
    setOptions();
  }

  // A state has come.
  take() {
    const { about, state } = this.view, friend = otherPerson(this.view) !== null;
    const [, seconds = "0"] = about.clock.split(" ");
    this.clocks.take(state.people.clock, Number.parseInt(seconds, 10));
    const pair = pairing({ ...about, names: state.people.names, yours: state.yours });
    setTitle(`${pair} · ${about.title}`);
    byId("title").textContent = `${about.title}: ${pair}`;
    signalTurn(!state.over && state.yours.length === 1 && state.choices.length > 0, friend, this._asked());
    this._card();
    this.boxes();
  }

  // What stands in the players' boxes beside what they have there anyway.
  boxes() {
    const { state } = this.view;
    [...byId("players").children].forEach((box, team) => {
      box.querySelector(".name").textContent = boxName(team, this.view);
      box.classList.toggle("talks", otherPerson(this.view) !== null);
      for (const old of box.querySelectorAll(".clock, .said")) old.remove();
      const clock = state.people.clock && this.clocks.box(team), asks = this._asks(team);
      if (clock) box.querySelector(".stands").before(clock);
      if (this.bubbles[team]) box.append(el("span", { class: "said", "aria-hidden": "true" }, this.bubbles[team].phrase));
      else if (asks) box.append(el("a", { class: "said", href: "#company" }, asks)); // the answer may be out of sight
    });
    this.clocks.show();
  }

  _called(team) {
    const { about, state } = this.view;
    return called({ ...about, names: state.people.names, yours: state.yours })[team];
  }

  // What the other player waits for an answer to.
  _asks(team) {
    return otherPerson(this.view) === team ? ASKS[this.view.state.people.proposed[team]] : undefined;
  }

  // Somebody has said a phrase.
  hear({ team, phrase }) {
    if (!memory.get("phrases", true)) return;
    const bubble = this.bubbles[team] = { phrase };
    setTimeout(() => {
      if (this.bubbles[team] !== bubble) return;
      this.bubbles[team] = null;
      this.boxes();
    }, SAID);
    this.boxes();
    this._say(`${capital(this._called(team))}: ${phrase}`);
  }

  // The server hasn't done what was asked for here.
  refuse({ of, why }) {
    if (of === "name") {
      this.names.refuse(why);
      return;
    }
    byId("not-said").textContent = capital(`${why}.`);
    clearTimeout(this.refused);
    this.refused = setTimeout(() => (byId("not-said").textContent = ""), SAID);
  }

  _say(words) {
    byId("heard").textContent = words;
  }

  _short(team, left) {
    const { state } = this.view;
    if (state.yours.includes(team)) this._say(`${Math.max(0, Math.round(left))} seconds left`);
  }

  _card() {
    const { about, state } = this.view, { people } = state, other = otherPerson(this.view);
    const alone = people.watching === 1 && !about.keys.some(Number.isInteger); // who looks on knows that
    const watching = alone ? 0 : people.watching;
    byId("company").hidden = other === null && !watching && !about.clock;
    byId("watching").textContent = watching ? `${watching} ${watching === 1 ? "looks" : "look"} on.` : "";
    byId("time").textContent = about.clock ? `${timeWords(about.clock)}. A move ends when the other side decides, or with the phase.` : "";
    byId("presence").textContent = presence(this.view);
    byId("talk").hidden = other === null;
    if (other === null) return;
    byId("company-title").textContent = `You and ${this._called(other)}`;
    byId("say-name").hidden = ownName() !== "" || people.names[state.yours[0]] !== "";
    const came = state.came.includes(other);
    byId("phrases").hidden = byId("offers").hidden = !came;
    const facts = JSON.stringify([people.proposed, people.names, people.decided, state.over, state.successor]);
    if (facts === this.drawn) return; // nothing moves under the pointer
    this.drawn = facts;
    const card = byId("company"), focus = card.contains(document.activeElement) ? document.activeElement.dataset.focus : null;
    this._proposals(other);
    this._offers();
    if (!byId("phrases").children.length) {
      byId("phrases").append(...about.phrases.map((phrase) => button(phrase, () => this.on.send({ do: "say", phrase }), "phrase")));
    }
    if (focus && !card.contains(document.activeElement)) {
      const all = [...card.querySelectorAll("[data-focus]")];
      (all.find((each) => each.dataset.focus === focus) ?? card).focus({ preventScroll: true });
    }
  }

  // What the other player waits for an answer to, as a sentence without its full stop; empty: nothing.
  _asked() {
    const other = otherPerson(this.view), asks = other !== null && this._asks(other);
    return asks ? `${capital(this._called(other))} ${asks}` : "";
  }

  _proposals(other) {
    const { proposed } = this.view.state.people;
    const theirs = proposed[other], own = proposed[1 - other], row = [];
    byId("proposed").textContent = theirs ? `${this._asked()}.` : own ? OWN[own] : "";
    if (theirs) row.push(button("Accept", () => this._propose(theirs), "primary"), button("Decline", () => this._end()));
    else if (own) row.push(button("Withdraw", () => this._end()));
    byId("answers").replaceChildren(...row);
  }

  _offers() {
    const { state } = this.view, { decided, proposed } = state.people, [mine] = state.yours;
    const free = (what) => !state.over && !proposed.includes(what);
    byId("offers").replaceChildren(...[
      free("draw") ? button("Offer a draw", () => this._propose("draw")) : null,
      free("take back") && decided[mine] ? button("Ask to take back", () => this._propose("take back")) : null,
    ].filter(Boolean));
  }

  // Proposing what the other one proposes accepts it.
  _propose(what) {
    if (what === "again" || what === "swapped") this.on.again(what === "swapped");
    else this.on.send({ do: "propose", what, at: this.view.state.number });
  }

  _end() {
    this.on.stays();
    this.on.send({ do: "decline" });
  }
}

// The fields for one's own name: in the card, and in the options.
class NameForms {
  // send(name): tells the server.
  constructor(send) {
    this.fields = ["say-name", "option-people"].map((id) => {
      const form = byId(id), field = form.querySelector("input"), save = form.querySelector("button");
      field.maxLength = MOST_NAME;
      field.addEventListener("input", () => {
        field.setCustomValidity("");
        save.textContent = "Save";
      });
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        this.before = ownName();
        memory.set("name", field.value.trim());
        save.textContent = "Saved";
        send(field.value);
      });
      return field;
    });
  }

  refuse(why) {
    memory.set("name", this.before ?? "");
    for (const field of this.fields.filter(({ offsetParent, value }) => offsetParent && value)) {
      field.form.querySelector("button").textContent = "Save";
      field.setCustomValidity(why);
      field.reportValidity();
    }
  }
}

// What else is set about other people.
function setOptions() {
  byId("options-button").addEventListener("click", () => {
    byId("option-name").value = ownName();
    byId("option-people").querySelector("button").textContent = "Save";
    byId("option-phrases").checked = memory.get("phrases", true);
    byId("option-notify").checked = notifies();
    byId("option-notify").disabled = !canNotify();
  });
  byId("option-phrases").addEventListener("change", ({ target }) => memory.set("phrases", target.checked));
  byId("option-notify").addEventListener("change", async ({ target }) => {
    const wanted = target.checked, done = await allowNotes(wanted);
    target.checked = done;
    byId("notify-note").textContent = wanted && !done ? "The browser refuses it: allow notifications of this page there." : "";
  });
}
