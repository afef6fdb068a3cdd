// What happened, decision by decision: dice as faces, rules as links; each decision leads back to its position.
import { die } from "./dice.js";
import { el, inline, plain } from "./parts.js";

const MANY = 8; // things told at once that are folded up

export class Story {
  // list: an <ol>; known: the rules by number; look(number): show the position behind decision `number`.
  constructor(list, known, look) {
    Object.assign(this, { list, known, look });
    this.rows = [];
  }

  clear() {
    this.list.replaceChildren();
    this.ended = null;
    this.rows = [];
  }

  add(frame, number) {
    const parts = frame.told.map((told) => this._told(told, frame, number));
    const row = el("li", { "data-number": number });
    if (parts.length > MANY) row.append(el("details", {}, el("summary", {}, `${parts.length} things`), ...parts));
    else row.append(...parts);
    const stays = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 60;
    this.list.append(row);
    this.rows.push(row);
    if (stays) this.list.scrollTop = this.list.scrollHeight;
  }

  // The game has ended without a decision; said once.
  end(words) {
    this.ended ||= this.list.appendChild(el("li", { class: "told-end" }, el("strong", { class: "head" }, words)));
    this.list.scrollTop = this.list.scrollHeight;
  }

  // Mark the decision whose position is shown; null: the latest.
  mark(number) {
    for (const row of this.rows) row.classList.toggle("shown", Number(row.dataset.number) === number);
    // The list alone is scrolled, never the page: what one has just clicked stays where it is.
    if (number !== null) {
      const box = this.list.getBoundingClientRect(), row = this.rows[number]?.getBoundingClientRect();
      if (row) this.list.scrollTop += Math.max(0, row.bottom - box.bottom) + Math.min(0, row.top - box.top);
    } else this.list.scrollTop = this.list.scrollHeight;
  }

  _told(told, frame, number) {
    const head = told.kind === "decision"
      ? el("button", { type: "button", class: "head", onclick: () => this.look(number) }, ...plain(told.head, this.known))
      : el("strong", { class: "head" }, ...plain(told.head, this.known));
    // The first part alone is what somebody chose; the rest followed from it.
    const chosen = frame.by !== undefined && told === frame.told[0];
    const part = el("div", { class: `told-${told.kind} ${chosen ? `team-${frame.by}` : ""}` }, head);
    if (told.forced) part.append(el("span", { class: "note coded" }, " the only choice"));
    if (told.lines.length) {
      const line = ({ text, face }) => el(
        "li",
        {},
        face ? die(face) : null,
        ...inline(text, this.known, true),
      );
      part.append(el("ul", {}, ...told.lines.map(line)));
    }
    return part;
  }
}
