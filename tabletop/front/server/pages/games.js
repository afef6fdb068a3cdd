// The lists of games: one's own, whose keys are in this browser, don't get lost among those of everybody.
import { ownTeams, pairing, whoseTurn } from "./names.js";
import { asked, byId, el, memory } from "./parts.js";

const MOST_MINE = 500; // the server looks up no more
const when = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

// Who plays, in words for the reader: of one's own games "You" stands for the own team.
const who = (game, own, teams) => pairing({ ...game, yours: own ? ownTeams(game) : [], teams });

function entry(game, words, invites) {
  const decisions = `${game.decisions} ${game.decisions === 1 ? "decision" : "decisions"}`;
  return el(
    "li",
    {},
    el("a", { href: `/game/${game.id}`, title: game.players.join(" – ") }, el("b", {}, words), ` ${game.title}`),
    el("span", {}, [
      game.ended || invites, (!game.ended && stands(game)) || decisions, when.format(new Date(game.touched * 1000)),
    ].join(" · ")),
  );
}

// Where a game stood when this browser saw it last.
const stands = ({ id }) => memory.get(`stands:${id}`, "");

// Fills the lists; resolves to one's own games, those that go on first, each with `who` plays and where it `stands`.
// teams: what they are called.
export async function listGames(teams) {
  const own = memory.names("keys:").filter((id) => memory.get(`keys:${id}`, []).length);
  const none = { games: [], more: false };
  let unlisted = "";
  const { mine, others } = await asked(`/api/games?mine=${own.slice(0, MOST_MINE).join(",")}`).catch((error) => {
    unlisted = error.message;
    return { mine: none, others: none };
  });
  byId("mine").append(...mine.games.map((game) => entry(game, who(game, true, teams), whoseTurn(game, ownTeams(game)))));
  byId("mine-more").textContent = mine.more ? `These are ${mine.games.length} of them; those that aren't over come first.` : "";
  byId("mine-card").hidden = !mine.games.length;
  if (mine.games.length) byId("games-title").textContent = "Other games on this server";
  byId("games").append(...others.games.map((game) => entry(game, who(game, own.includes(game.id), teams), own.includes(game.id) ? "go on" : "look on")));
  byId("games-more").textContent = others.more ? `These are the latest ${others.games.length}.` : "";
  if (unlisted) byId("games").append(el("li", { class: "trouble" }, `The games can't be listed: ${unlisted}`));
  else if (!others.games.length) byId("games").append(el("li", {}, mine.games.length ? "No others." : "None yet."));
  return { mine: mine.games.map((game) => ({ ...game, who: who(game, true, teams), stands: stands(game) })) };
}
