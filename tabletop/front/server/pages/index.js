// The first page: go on, learn, or begin a game by one click.
import { listGames } from "./games.js";
import { begin as begun, byId, header, memory } from "./parts.js";
import { chosenGame } from "./more.js";
import { friendFields } from "./with_friend.js";

const offers = await header();
document.title = offers.title;
byId("runs").hidden = !offers.runs;

// trouble: where it is said, beside the button, why the game can't be begun.
async function begin(wish, clicked, trouble, invited) {
  for (const id of ["lesson-trouble", "quick-trouble", "trouble"]) byId(id).textContent = "";
  try {
    await begun(wish, clicked, invited);
    const bot = wish.players?.find((name) => name !== "person");
    if (bot) memory.set("agent", bot); // what was refused isn't filled in again
  } catch (error) {
    trouble.textContent = error.message;
  }
}

// One click: the usual scenario, set up at once; one's own team is the first.
const quick = (players, more = {}) => ({ scenario: offers.quick, players, pace: memory.get("pace", 0.5), ...more });
// The levels have come with the page (first_page.py).
byId("levels").addEventListener("click", ({ target }) => {
  const level = target.closest("[data-level]");
  if (level) begin(quick(["person", level.dataset.level]), level, byId("quick-trouble"));
});
friendFields(byId("friend"), byId("friend-options")).fit(true, true);
byId("by-link").addEventListener("click", () => {
  byId("friend").hidden = !byId("friend").hidden;
  byId("by-link").setAttribute("aria-expanded", !byId("friend").hidden);
});
// What is filled in there is asked for with the game, by the names of its fields.
byId("friend").addEventListener("submit", (event) => {
  event.preventDefault();
  const fields = [...new FormData(byId("friend"))].filter(([, value]) => value !== "");
  const wish = quick(["person", "person"], Object.fromEntries(fields));
  begin(wish, event.submitter, byId("quick-trouble"), 1);
});
byId("at-screen").addEventListener("click", ({ currentTarget }) => begin(quick(["person", "person"]), currentTarget, byId("quick-trouble")));

chosenGame(offers, begin);

// A newcomer learns first; who has a game that isn't over goes on with it.
const { mine } = await listGames(offers.teams);
const open = mine.find(({ ended }) => !ended);
if (open) {
  byId("go-on").href = `/game/${open.id}`;
  byId("go-on").hidden = byId("where").hidden = false;
  byId("where").textContent = [`${open.who}, ${open.title}`, open.stands].filter(Boolean).join(" · ");
}
if (offers.lesson) {
  byId("learn").textContent = mine.length ? offers.lesson.title : `${offers.lesson.title}, ten minutes`;
  byId("learn").title = offers.lesson.welcome.join(" ");
  byId("learn").addEventListener("click", () => begin({ lesson: true }, byId("learn"), byId("lesson-trouble")));
}
document.body.classList.toggle("returning", mine.length > 0);
const first = open ? "go-on" : mine.length ? "" : "learn";
if (first) byId(first).classList.add("primary");
