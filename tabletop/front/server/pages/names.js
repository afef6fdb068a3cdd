// What the players of a game are called: by the names that they have given themselves, else by what they are.
import { memory } from "./parts.js";

export const MOST_NAME = 24;
export const ownName = () => memory.get("name", "");

// players, called (titles of bots): of about, of a listed game; names: of the state; yours: the teams that this browser plays; teams: what they are called; you: the
// word for who reads this.
export function called({ players, called: titles, names = ["", ""], yours, teams, you = "you" }) {
  return players.map((player, team) => {
    if (player !== "person") return titles[team];
    if (yours.length === 1 && yours[0] === team) return you;
    if (names[team]) return names[team];
    if (yours.length === 2) return teams[team];
    return yours.length ? "your friend" : "somebody";
  });
}

// The teams that this browser plays in a listed game whose keys it has; where it hasn't looked into it, as far as one can tell.
export function ownTeams({ id, players }) {
  const known = memory.get(`yours:${id}`);
  return known ?? (players.includes("person") ? [players.indexOf("person")] : []);
}

// In a list of one's own games: whose turn it is, where that is known and a friend may be waited for.
export function whoseTurn({ players, decider }, yours) {
  if (yours.length !== 1 || players.some((player) => player !== "person") || decider < 0) return "go on";
  return yours[0] === decider ? "your turn" : "your friend's turn";
}

// In the box of a team, beside the team's own name.
export function boxName(team, { about, state }) {
  const { players, called: titles, teams } = about, { yours } = state, { names } = state.people;
  const mine = yours.length === 1 && yours[0] === team;
  if (players[team] === "person" && yours.length === 2) return "";
  return mine && names[team] ? `${names[team]} (you)` : called({ players, called: titles, names, yours, teams })[team];
}

// In the title of a tab, in a list of games.
export function pairing(game) {
  return called({ ...game, you: "You" }).map((name) => (name === "your friend" ? "friend" : name)).join(" – ");
}
