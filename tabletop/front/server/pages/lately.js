// What happened lately, below the board: a line for what a side did in a row, what weighs most first.
import { el, plain } from "./parts.js";

// list: an <ol>; parts: [[team, weighty, acts]], -1: it is no side's doing; view: {about, state}; known: rules.
export function showLately(list, parts, { about, state }, known) {
  list.replaceChildren(...parts.map(([team, weighty, acts]) => el(
    "li", { class: team < 0 ? "" : `side-${team}` },
    el(
      weighty.length ? "div" : "span", { class: "weighty" },
      team < 0 ? null : el("span", { class: "whose" }, state.yours.length === 1 && state.yours[0] === team ? "You: " : `${about.teams[team]}: `),
      ...weighty.map((words) => el("b", {}, `${words}. `)),
    ),
    ...acts.map((act) => el("span", { class: "act" }, ...plain(act, known))),
  )));
  const last = [...list.querySelectorAll("[class^=side]")].at(-1) ?? list.lastElementChild;
  if (!last) return;
  // The newest from its beginning on: all that this side did, or where that is too long its last act, below what weighs most.
  const [from, over] = last.offsetHeight > list.clientHeight ? [last.lastElementChild, last.querySelector("div")?.offsetHeight ?? 0] : [last, 0];
  list.scrollTop += from.getClientRects()[0].top - list.getBoundingClientRect().top - over;
}
