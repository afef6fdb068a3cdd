// The costliest decisions of a game, as lists of buttons that lead there.
//
//   rows    [{decision, turn, team, action, better, cost, error}]: costs in points of a game, 0 … 1
//   go      (row) => …      called when one is chosen

import { make } from "./elements.js";

const percent = (points) => `${(100 * points).toFixed(points < 0.0995 ? 1 : 0)} %`;

// teams: names; players: who played them; first: the team that comes first; words(text): a node of an action's words.
export function reviewLists(rows, teams, players, go, { first = 0, words = (text) => text } = {}) {
  const made = make("div", { class: "review" });
  for (const team of [first, 1 - first]) {
    const own = rows.filter((row) => row.team === team);
    made.append(make("h3", {}, make("span", { class: `side-${team}` }, teams[team]), players[team] ? ` ${players[team]}` : ""));
    if (!own.length) made.append(make("p", { class: "quiet" }, "No decision that was costly for sure."));
    else made.append(make("ol", {}, ...own.map((row) => make("li", {}, button(row, go, words)))));
  }
  made.append(make("p", { class: "quiet" }, "What else could have been done, played out with other dice by the bots. "
    + "Costs are in per cent of a game: a win is 100 %, a draw 50 %. A guide, no proof."));
  return made;
}

function button(row, go, words) {
  const made = make("button", { type: "button", class: "mistake", "data-decision": row.decision, "data-focus": `review ${row.decision}` },
    make("span", { class: "cost", title: `between ${percent(Math.max(0, row.cost - 2 * row.error))} and ${percent(row.cost + 2 * row.error)}` },
      `−${percent(row.cost)}`),
    make("span", {}, make("span", { class: "quiet" }, `Turn ${row.turn}: `), words(row.action),
      make("span", { class: "better" }, "better: ", words(row.better))));
  made.addEventListener("click", () => go(row));
  return made;
}
