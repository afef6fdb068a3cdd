// The first page: begin a game, learn by one, go on with one.
import { ownTeams, pairing, whoseTurn } from "./names.js";
import { asked, begin as begun, byId, el, header, memory } from "./parts.js";
import { friendFields } from "./with_friend.js";

const offers = await header();
document.title = offers.title;

byId("runs").hidden = !offers.runs;
byId("pictures").hidden = !offers.primer;
if (offers.lesson) {
  byId("lesson").hidden = false;
  byId("lesson-title").textContent = offers.lesson.title;
  byId("lesson-words").append(...offers.lesson.welcome.map((words) => el("p", {}, words)));
  byId("learn").addEventListener("click", () => begin({ lesson: true }, byId("learn"), byId("lesson-trouble")));
}
if (offers.picture) {
  byId("lesson-picture").src = `/pictures/${offers.picture}`;
  byId("lesson-picture").hidden = false;
}
for (const agent of offers.agents) byId("agents").append(el("option", { value: agent.name }, agent.line));
// Levels first: they say to a newcomer what to choose.
const rank = ({ name }) => (offers.levels.includes(name) ? offers.levels.indexOf(name) : offers.levels.length);
const agents = [...offers.agents].sort((one, other) => rank(one) - rank(other));
byId("agent").value = memory.get("agent") || offers.bot;
// The field takes any agent's name with its numbers; those that are known are a click away.
let field = byId("agent");
for (const id of ["agent", "second"]) byId(id).addEventListener("focus", () => (field = byId(id)));
for (const { name, line } of agents) {
  const set = () => {
    if (field.closest("label").hidden) field = byId("agent");
    field.value = name;
    fit();
  };
  byId("levels").append(el("button", { type: "button", class: "chip", title: line, "data-agent": name, onclick: set }, name));
}
byId("second").value = offers.agents[0].name;
offers.teams.forEach((team, number) => byId("side").append(el("option", { value: number }, team)));
const names = new Set(offers.scenarios.map(({ name }) => name));
const ends = offers.setups.map(([end]) => end); // of the names of scenarios that differ in the set-up alone
const setup = (name) => ends.find((end) => end && name.endsWith(end) && names.has(name.slice(0, -end.length))) || "";
const base = (name) => name.slice(0, name.length - setup(name).length);
for (const end of ends) byId("setup").append(el("option", { value: end }));
const plain = offers.scenarios.filter(({ name }) => base(name) === name);
for (const { name, title } of plain) byId("scenario").append(el("option", { value: name }, title));
byId("scenario").value = offers.scenario;

const friend = friendFields(byId("new"), document.querySelector("#new .fields"));
const mode = () => document.querySelector("input[name=mode]:checked").value;

function fit() {
  const agents = mode() === "agent" || mode() === "watch";
  byId("agent-field").hidden = !agents;
  byId("agent").required = agents;
  byId("second-field").hidden = mode() !== "watch";
  friend.fit(mode() === "link", !byId("practice").checked && (mode() === "link" || mode() === "screen"));
  byId("side-field").hidden = mode() === "screen" || mode() === "watch";
  const who = mode() === "watch" ? "the bots" : "you";
  offers.setups.forEach(([, words], at) => (byId("setup").options[at].textContent = words.replace("{who}", who)));
  byId("agent-word").textContent = mode() === "watch" ? "First bot" : "Bot";
  const scenario = byId("scenario").value;
  const several = ends.length > 1 && ends.every((end) => names.has(scenario + end));
  byId("setup").closest("label").hidden = !several;
  if (!several) byId("setup").value = "";
  byId("levels").hidden = !agents;
  for (const chip of byId("levels").children) {
    const picked = [byId("agent"), ...(mode() === "watch" ? [byId("second")] : [])].some(({ value }) => value === chip.dataset.agent);
    chip.setAttribute("aria-pressed", picked);
  }
  const bot = offers.agents.find(({ name }) => name === byId("agent").value);
  const line = plain.find(({ name }) => name === scenario).line;
  byId("about").textContent = [line, agents && bot ? `${bot.name}: ${bot.line}.` : ""].filter(Boolean).join(" ");
}

// trouble: where it is said, beside the button, why the game can't be begun.
async function begin(wish, clicked, trouble, invited) {
  for (const id of ["lesson-trouble", "trouble"]) byId(id).textContent = "";
  try {
    await begun(wish, clicked, invited);
    const bot = wish.players?.find((name) => name !== "person");
    if (bot) memory.set("agent", bot); // what was refused isn't filled in again
  } catch (error) {
    trouble.textContent = error.message;
  }
}

byId("new").addEventListener("change", fit);
byId("agent").addEventListener("input", fit);
byId("new").addEventListener("submit", (event) => {
  event.preventDefault();
  const bot = byId("agent").value.trim(), side = Number(byId("side").value);
  const players = {
    agent: side ? [bot, "person"] : ["person", bot],
    screen: ["person", "person"],
    link: ["person", "person"],
    watch: [bot, byId("second").value.trim()],
  }[mode()];
  const wish = {
    scenario: byId("scenario").value + byId("setup").value,
    players,
    practice: byId("practice").checked,
    pace: memory.get("pace", mode() === "watch" ? 0.8 : 0.5),
  };
  const clock = new FormData(byId("new")).get("clock");
  if (clock) wish.clock = clock;
  if (byId("start").value.trim()) wish.start = byId("start").value.trim();
  // As text: a record's seed has more digits than a number keeps here.
  if (byId("seed").value.trim()) wish.seed = byId("seed").value.trim();
  begin(wish, byId("play"), byId("trouble"), mode() === "link" ? 1 - side : undefined);
});
// What `play --web` was asked for.
const wanted = new URLSearchParams(location.search);
if (wanted.get("bot")) byId("agent").value = wanted.get("bot");
if (wanted.get("side")) byId("side").value = wanted.get("side");
if (names.has(wanted.get("scenario"))) {
  byId("scenario").value = base(wanted.get("scenario"));
  byId("setup").value = setup(wanted.get("scenario"));
}
fit();
if (wanted.get("bot")) byId("play").focus();

// One's own games, whose keys are in this browser, don't get lost among those of everybody.
const MOST_MINE = 500; // the server looks up no more
const own = memory.names("keys:").filter((id) => memory.get(`keys:${id}`, []).length);
const none = { games: [], more: false };
let unlisted = "";
const { mine, others } = await asked(`/api/games?mine=${own.slice(0, MOST_MINE).join(",")}`).catch((error) => {
  unlisted = error.message;
  return { mine: none, others: none };
});
const when = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

function entry(game, invites) {
  return el(
    "li",
    {},
    el("a", { href: `/game/${game.id}` }, el("b", {}, pairing({ ...game, yours: own.includes(game.id) ? ownTeams(game) : [], teams: offers.teams })), ` ${game.scenario}`),
    el("span", {}, [
      game.ended || invites, `${game.decisions} ${game.decisions === 1 ? "decision" : "decisions"}`,
      when.format(new Date(game.touched * 1000)),
    ].join(" · ")),
  );
}

byId("mine").append(...mine.games.map((game) => entry(game, whoseTurn(game, ownTeams(game)))));
byId("mine-more").textContent = mine.more ? `These are ${mine.games.length} of them; those that aren't over come first.` : "";
byId("mine-card").hidden = !mine.games.length;
if (mine.games.length) byId("games-title").textContent = "Other games on this server";
byId("games").append(...others.games.map((game) => entry(game, own.includes(game.id) ? "go on" : "look on")));
byId("games-more").textContent = others.more ? `These are the latest ${others.games.length}.` : "";
if (unlisted) byId("games").append(el("li", { class: "trouble" }, `The games can't be listed: ${unlisted}`));
else if (!others.games.length) byId("games").append(el("li", {}, mine.games.length ? "No others." : "None yet."));
