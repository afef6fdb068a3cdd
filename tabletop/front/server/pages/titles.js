// What the page of a game says in a line: whose turn it is or how it has ended, what is looked at, how one wins.

import { called } from "./names.js";

export const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

// The title above the choices.
export function title({ about, film, shown, state }) {
  if (shown !== null) return position(film, shown, state);
  if (state.over) return capital(ending({ about, state }));
  if (state.stopped) return "The game has stopped";
  if (state.yours.includes(state.decider) && state.choices.length) return state.question;
  return `${about.teams[state.decider]}'s turn`;
}

// A position stands between two decisions; where one was costly, it is this one that matters.
function position(film, shown, state) {
  const last = film.length - 1, better = state.review?.decisions?.some((row) => row.better && row.decision === shown + 1);
  return shown && !better ? `After decision ${shown} of ${last}` : `Before decision ${shown + 1} of ${last}`;
}

// How the game has ended, to who reads it.
export function ending({ about, state }) {
  if (!state.closed) return state.ended || state.summary;
  if (state.winner < 0) return state.closedWords;
  const names = called({ ...about, names: state.people.names, yours: state.yours }).map((name, team) => (name === "somebody" ? about.teams[team] : name));
  const [won, lost] = [names[state.winner], names[1 - state.winner]];
  return `${lost} ${state.closedHow === "time" ? "ran out of time" : "gave up"}: ${won} ${won === "you" ? "have" : "has"} won`;
}

// How one wins; who plays both sides is told both, and so is who looks on.
export function aims({ about, state }) {
  const teams = state.yours.length ? state.yours : [0, 1];
  return `To win: ${teams.map((team) => (teams.length > 1 ? `${about.teams[team]}: ` : "") + about.aims[team]).join(" ")}`;
}

// The team of the other person in a game of two at two browsers; null in other games, and for who looks on.
export function otherPerson({ about, state }) {
  const team = 1 - state.yours[0];
  return state.yours.length === 1 && about.players[team] === "person" ? team : null;
}

// Whether that person is there.
export function presence({ about, state }) {
  const team = otherPerson({ about, state });
  if (team === null) return "";
  const name = state.people.names[team] || "The other player";
  if (state.present.includes(team)) return `${name} is here.`;
  const waits = about.clock && !state.came.includes(team) ? " The clock begins when both have come." : "";
  return (state.came.includes(team) ? `${name} isn't here now.` : `${name} hasn't come yet.`) + waits;
}
