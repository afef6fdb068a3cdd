// "More" on the first page: a game with everything that can be chosen.
import { byId, el, inline, memory } from "./parts.js";
import { friendFields } from "./with_friend.js";

// Fills the form and begins what is chosen by `begin(wish, clicked, trouble, invited)`.
export function chosenGame(offers, begin) {
  const mode = () => document.querySelector("input[name=mode]:checked").value;
  for (const { name, title, line } of offers.agents) byId("agents").append(el("option", { value: name }, `${title}: ${line}`));
  byId("agent").value = memory.get("agent") || offers.bot;
  byId("second").value = offers.agents[0]?.name || "";
  // The fields take any agent's name with its numbers; those that are known are a click away.
  let field = byId("agent");
  for (const id of ["agent", "second"]) byId(id).addEventListener("focus", () => (field = byId(id)));
  for (const { name, title, line, rating } of offers.agents) {
    const set = () => {
      if (field.closest("label").hidden) field = byId("agent");
      field.value = name;
      fit();
    };
    const words = [el("b", {}, title), el("span", { class: "line" }, ...inline(line)), rating === null ? null : el("span", { class: "rating" }, rating)];
    byId("bots").append(el("button", { type: "button", title: name, "data-agent": name, onclick: set }, ...words));
  }
  offers.teams.forEach((team, number) => byId("side").append(el("option", { value: number }, team)));
  const names = new Set(offers.scenarios.map(({ name }) => name));
  const ends = offers.setups.map(([end]) => end); // of the names of scenarios that differ in the set-up alone
  const setup = (name) => ends.find((end) => end && name.endsWith(end) && names.has(name.slice(0, -end.length))) || "";
  const base = (name) => name.slice(0, name.length - setup(name).length);
  for (const end of ends) byId("setup").append(el("option", { value: end }));
  const plain = offers.scenarios.filter(({ name }) => base(name) === name);
  for (const { name, title } of plain) byId("scenario").append(el("option", { value: name }, title));

  const friend = friendFields(byId("new"), document.querySelector("#new .fields"));

  function choose(scenario) {
    byId("scenario").value = base(scenario);
    byId("setup").value = setup(scenario);
  }

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
    byId("bots").hidden = !agents;
    for (const each of byId("bots").children) {
      const picked = [byId("agent"), ...(mode() === "watch" ? [byId("second")] : [])].some(({ value }) => value === each.dataset.agent);
      each.setAttribute("aria-pressed", picked);
    }
    byId("about").textContent = plain.find(({ name }) => name === scenario).line;
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

  // What `play --web` was asked for; `/#more` opens it, too.
  const wanted = new URLSearchParams(location.search);
  if (wanted.get("bot")) byId("agent").value = wanted.get("bot");
  if (wanted.get("side")) byId("side").value = wanted.get("side");
  choose(names.has(wanted.get("scenario")) ? wanted.get("scenario") : offers.quick);
  fit();
  byId("more").open = location.hash === "#more" || ["bot", "side", "scenario"].some((key) => wanted.has(key));
  if (wanted.get("bot")) byId("play").focus();
}
