// The card at the end of a game: what turned it, one main button, all else small.
import { percent } from "./grades.js";
import { el, uncoded } from "./parts.js";

const LEAST = 0.04; // of a game: a smaller change turned nothing

// The decision in which the winner won most, in a sentence and a button that leads there; null: it isn't known, or
// nothing stands out. Without a winner it is the largest change for either.
export function turningPoint({ about, film, state }, look, known) {
  const { frames } = film, sign = state.winner === 1 ? -1 : 1;
  let most = LEAST, at = null;
  for (let number = 1; number < frames.length - 1; number += 1) { // the last one only ends it
    const before = frames[number - 1].value, after = frames[number].value;
    if (before === undefined || after === undefined || !frames[number].told.length) continue;
    if (!frames[number - 1].turn) continue; // in the set-up it says nothing yet
    const change = (sign * (after - before)) / 2, size = state.winner < 0 ? Math.abs(change) : change;
    if (size > most) [most, at] = [size, number];
  }
  if (at === null) return null;
  const [before, after] = [frames[at - 1], frames[at]], mine = state.yours.length === 1;
  const team = mine ? state.yours[0] : state.winner >= 0 ? state.winner : Number(after.value < before.value);
  const [was, is] = [before, after].map(({ value }) => (1 + (team === 0 ? 1 : -1) * value) / 2);
  return el(
    "p", { class: "turning" },
    el("b", {}, "The turning point: "), `turn ${before.turn}, ${act(after.told, known)}. `,
    `${mine ? "Your" : `${about.teams[team]}'s`} chances ${is > was ? "rose" : "fell"} from ${percent(was)} to ${percent(is)}. `,
    el("button", { type: "button", class: "go", "data-focus": "turning", onclick: () => look(at) }, "Look there"),
  );
}

// What was done, and what came of it in the end, without the numbers of rules.
function act(told, known) {
  const until = told.findIndex(({ kind }, number) => number && (kind === "turn" || kind === "phase"));
  const parts = told.slice(0, until < 0 ? told.length : until), last = parts.flatMap(({ lines }) => lines).at(-1);
  const came = last ? uncoded(last.text, known).split(": ").at(-1) : "";
  return [uncoded(parts[0].head, known), came].filter(Boolean).join(": ");
}

// The rows of the card. known: the rules by number; games: buttons of what may be played next, the first one the main one; small: further buttons.
export function resultRows(view, known, { successor, games, notes, small, look }) {
  const [main, ...others] = [...(successor ? [successor] : []), ...games];
  return [
    turningPoint(view, look, known),
    main ? el("div", { class: "row main-next" }, main) : null,
    el("div", { class: "row quiet small" }, ...others, ...small.filter(Boolean)),
    ...notes,
  ].filter(Boolean);
}
