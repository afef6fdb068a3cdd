// The lists of games: one's own, whose keys are in this browser, don't get lost among those of everybody.
import { asked, byId, el, memory } from "./parts.js";

const MOST_MINE = 500; // the server looks up no more
const when = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

// Who plays, in words for the reader: of one's own games "You" comes first.
function who({ id, players, called }, own) {
  const bots = called.filter((_, team) => players[team] !== "person"), people = 2 - bots.length;
  if (!people) return bots.join(" – ");
  if (people === 1) return `${own ? "You" : "A person"} – ${bots[0]}`;
  if (!own) return "Two people";
  return memory.get(`keys:${id}`, []).length > 1 ? "Two at this screen" : "You – a friend";
}

function entry(game, own, invites) {
  const decisions = `${game.decisions} ${game.decisions === 1 ? "decision" : "decisions"}`;
  return el(
    "li",
    {},
    el("a", { href: `/game/${game.id}`, title: game.players.join(" – ") }, el("b", {}, who(game, own)), ` ${game.title}`),
    el("span", {}, [
      game.ended || invites, (!game.ended && stands(game)) || decisions, when.format(new Date(game.touched * 1000)),
    ].join(" · ")),
  );
}

// Where a game stood when this browser saw it last.
const stands = ({ id }) => memory.get(`stands:${id}`, "");

// Fills the lists; resolves to one's own games, those that go on first, each with `who` plays and where it `stands`.
export async function listGames() {
  const own = memory.names("keys:").filter((id) => memory.get(`keys:${id}`, []).length);
  const none = { games: [], more: false };
  let unlisted = "";
  const { mine, others } = await asked(`/api/games?mine=${own.slice(0, MOST_MINE).join(",")}`).catch((error) => {
    unlisted = error.message;
    return { mine: none, others: none };
  });
  byId("mine").append(...mine.games.map((game) => entry(game, true, "go on")));
  byId("mine-more").textContent = mine.more ? `These are ${mine.games.length} of them; those that aren't over come first.` : "";
  byId("mine-card").hidden = !mine.games.length;
  if (mine.games.length) byId("games-title").textContent = "Other games on this server";
  byId("games").append(...others.games.map((game) => entry(game, own.includes(game.id), own.includes(game.id) ? "go on" : "look on")));
  byId("games-more").textContent = others.more ? `These are the latest ${others.games.length}.` : "";
  if (unlisted) byId("games").append(el("li", { class: "trouble" }, `The games can't be listed: ${unlisted}`));
  else if (!others.games.length) byId("games").append(el("li", {}, mine.games.length ? "No others." : "None yet."));
  return { mine: mine.games.map((game) => ({ ...game, who: who(game, true), stands: stands(game) })) };
}
