// Buttons that lead to earlier positions of a game.
import { byId, el } from "./parts.js";

// at: the decision that is looked at; last: the last one; live: whether that is the game as it is; over: it has ended;
// look(number): shows a decision, null the game as it is.
export function showSteps({ at, last, live, over }, look) {
  const step = (label, words, goal, off) => el(
    "button", { type: "button", "aria-label": words, title: words, disabled: off, "data-step": words, onclick: () => look(goal) }, label,
  );
  const focus = byId("steps").contains(document.activeElement) ? document.activeElement.dataset.step : null;
  byId("steps").replaceChildren(
    step("«", "First position", 0, at === 0),
    step("‹", "One decision back", at - 1, at === 0),
    el("span", { class: "at" }, `${at} / ${last}`),
    step("›", "One decision on", at + 1, live),
    step("»", over ? "Last position" : "Back to the game", null, live),
  );
  if (focus) {
    const all = [...byId("steps").querySelectorAll("button")];
    (all.find((each) => each.dataset.step === focus && !each.disabled) || all.find((each) => !each.disabled))?.focus();
  }
}
