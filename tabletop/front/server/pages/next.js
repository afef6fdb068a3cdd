// What may be played after a game, and the link by which a friend comes into it.
import { copies } from "./copy.js";
import { el } from "./parts.js";

// The same again, with the sides swapped, against a level that the result suggests; the first one is the usual one.
// Each has `words`, and either `wish`, what another game is asked for by, or `swapped`: the same players go on.
export function nextGames(about, state, { levels, weakest, lesson }) {
  const { again } = about, [mine] = state.yours, alone = state.yours.length === 1;
  const bot = about.players.find((name) => name !== "person");
  const against = (level) => again.players.map((name) => (name === "person" ? name : level));
  if (again.lesson) {
    const players = about.players.map((name) => (name === "person" ? name : levels[0] || name));
    return [
      { words: "A whole game now", wish: { scenario: lesson?.after, players } },
      { words: "This one again", swapped: false },
    ];
  }
  // A friend has to want it, too.
  if (!bot && alone) return [{ words: "Rematch, sides swapped", swapped: true }, { words: "Rematch, same sides", swapped: false }];
  const games = [{ words: "Again", swapped: false }];
  if (state.yours.length < 2) games.push({ words: "Sides swapped", swapped: true });
  const level = bot && alone && suggested(levels, weakest, bot, state.winner === 1 - mine ? -1 : state.winner === mine ? 1 : 0);
  if (level) games.push({ words: `Against ${level}`, wish: { ...again, players: against(level) } });
  return games;
}

// The level above or below a bot, by the result: 1 won, -1 lost, 0 drawn; undefined: there is none.
function suggested(levels, weakest, bot, result) {
  const at = levels.indexOf(bot);
  if (!result || !levels.length) return undefined;
  if (at >= 0) return levels[at + result];
  return bot === weakest ? levels[0] : levels.at(result > 0 ? -1 : 0);
}

const ONLY_HERE = "Only this computer can open this link. For a friend at another one in your network, start the server with "
  + "--host 0.0.0.0, and begin the game at the address that it prints for other machines.";

// The link for the other player. own: it was opened in the browser that is to send it; both(): this browser is to play
// both sides.
export function invitation(id, key, own, both) {
  const link = `${location.origin}/game/${id}#key=${key}`;
  const select = (event) => event.target.select();
  const field = el("input", { readonly: true, value: link, id: "invite", "data-focus": "invite", onfocus: select });
  const parts = [
    el("label", { class: "field" }, el("span", {}, "Send this link to the other player"), field),
    copies(el("button", { type: "button", "data-focus": "copy" }, "Copy"), field),
  ];
  if (/^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(location.hostname)) parts.push(el("p", { class: "note" }, ONLY_HERE));
  if (own) {
    parts.unshift(
      el("p", {}, "The link that you have opened is the one for the other player: send it instead of opening it."),
      el("p", {}, el("button", { type: "button", "data-focus": "both", onclick: both }, "Play both sides here")),
    );
  }
  return el("div", { class: "invite" }, ...parts);
}
