// A game: what the server says is shown, what is clicked or typed is asked of it. The server alone knows the rules.
import { Board, ownColours } from "./board.js";
import { Company } from "./company.js";
import { Connection } from "./connection.js";
import { Film } from "./film.js";
import { Grades, gradeStory } from "./grades.js";
import { Guide } from "./guide.js";
import { signs } from "./lists.js";
import { invitation, nextGames } from "./next.js";
import { motion, setOptions, volume } from "./options.js";
import { showLately } from "./lately.js";
import { Panel } from "./panel.js";
import { begin, byId, el, header, linkRules, memory, rules } from "./parts.js";
import { Pointing } from "./pointing.js";
import { resultRows } from "./result.js";
import { sharing } from "./share.js";
import { showSteps } from "./steps.js";
import { Story } from "./story.js";
import { sure } from "./sure.js";
import { aims, capital, ending, otherPerson, title } from "./titles.js";
import { onYourTurn } from "./turn_signal.js";

const id = location.pathname.split("/")[2];
const MOST_SHOWN = 8; // decisions shown one after the other when several come at once
const STEP = 320; // milliseconds that each of them stays then

const OPEN_MARKS = "Green dots: where who is chosen may go; drag it, or click one. A ring of dark red dots: whom a click means now. "
  + "Drag with the mouse from anywhere else: a ruler.";

const addKey = (key) => memory.set(`keys:${id}`, [...new Set([...memory.get(`keys:${id}`, []), key])]);
const invite = memory.get(`invite:${id}`); // the key in the link that is for the other player
const opened = location.hash.startsWith("#key=") ? location.hash.slice(5) : null; // the key in the link that was opened
const own = opened !== null && opened === invite && !memory.get(`keys:${id}`, []).includes(opened); // by who is to send it
if (opened !== null) {
  if (!own) addKey(opened);
  history.replaceState(null, "", location.pathname);
}
// Who looks on already, and then opens the link, stays on the page otherwise.
addEventListener("hashchange", () => location.hash.startsWith("#key=") && location.reload());

const known = await rules();
linkRules();
let linked = /^#[0-9]{1,5}$/.test(location.hash) ? Number(location.hash.slice(1)) : null; // the decision in the link
let about = null, film = null, board = null, state = null, guide = null;
let chosen = null; // key of the figure whose actions are shown
let shown = null; // decision that is looked at; null: the game as it is
let queue = []; // frames that come into sight next
let resting = null; // the timer of the one that is in sight; null: all have been seen
let said = []; // what is to be read out when they have
let untold = []; // frames, with their numbers, that "What happened" doesn't have yet
let swallowed = false; // a click on the board that has shown what there is, and means nothing else
let sounds = null; // once something has been clicked
let pending = null; // what has been asked for and not been answered yet
let rejoined = false; // the line was gone: whether that was heard isn't known
let tried = []; // by decision: what a bot tried in its head before it, or thought likely
let leaving = false; // another game with the same players has been asked for
let wrong = false; // the link that was opened has no key of this game
let invited = null; // the link for the other player, once it is shown

const story = new Story(byId("story"), known, (number) => look(number));
const panel = new Panel(byId("choices"), {
  act, choose, point: (choice) => pointing.point(choice), picture: (key) => board.picture(key), turn: (choice) => pointing.turn(choice),
  verb: () => pointing.marks(),
});
const grades = new Grades(byId("grades"), { look, better });
const view = {
  get about() { return about; },
  get board() { return board; },
  get film() { return film; },
  get guide() { return guide; },
  get state() { return state; },
  get chosen() { return chosen; },
  get shown() { return shown; },
};
const pointing = new Pointing(view, {
  act, choose, look, send: (message) => connection.send(message), tell: (nodes) => panel.tell(nodes), button: (choice) => panel.button(choice),
  onBoard: (choice) => panel.isOnBoard(choice),
});
const company = new Company(view, {
  send: (message) => connection.send(message), again: (swapped) => playAgain(swapped), stays: () => (leaving = false),
});
const keys = memory.get(`keys:${id}`, []);
const connection = new Connection(`/game/${id}/socket`, keys, {
  message: (data) => ({
    about: meet, state: take, odds: (odds) => pointing.tell(odds), hint: advise, refused: refuse,
    why: (answer) => pointing.explain(answer, known), said: (phrase) => state && company.hear(phrase),
  })[data.type](data),
  line: (words) => {
    byId("connection").textContent = words;
  },
  none: (words) => {
    byId("main").className = "home";
    byId("main").replaceChildren(el("h1", {}, capital(words)), el("p", {}, el("a", { href: "/" }, "All games")));
  },
});

function meet(data) {
  rejoined = about !== null;
  if (rejoined) return; // the game is the same
  about = data;
  const valid = keys.filter((_, number) => Number.isInteger(data.keys[number]));
  wrong = opened !== null && !own && !valid.includes(opened);
  if (valid.length < keys.length) memory.set(`keys:${id}`, valid);
  keys.splice(0, keys.length, ...valid);
  ownColours(data.sheet);
  memory.set(`yours:${id}`, data.keys.filter((team) => data.players[team] === "person"));
  byId("signs").append(signs(data.sheet));
  if (data.sheet.measure) byId("marked").textContent = OPEN_MARKS;
  byId("changes").textContent = data.changes;
  byId("changes").hidden = !data.changes;
  byId("signs").hidden = !data.sheet.legend.length && !data.changes;
  guide = new Guide(data.topics, data.scenario, { ...data.lesson, game: id });
  guide.on = guide.on && keys.length > 0 && people();
}

function take(data) {
  // It names the decision that it is for, so it is done once, however often it is sent.
  const plays = state !== null && !state.over;
  const same = state !== null && !data.frames.length && facts(data) === facts(state);
  const arrival = same && pending?.do !== "again" && who(data) !== who(state);
  if (rejoined && pending && (pending.at === data.number || pending.do === "pause")) connection.send(pending);
  else if (!arrival) awaits(null); // that somebody has come or left is no answer
  rejoined = false;
  const mine = state && state.epoch === data.epoch && data.from === film.length;
  if (!mine) {
    skip();
    film = new Film({ sheet: about.sheet, symbols: [], strings: [], frames: [] });
    board?.remove();
    byId("board").classList.remove("loading");
    board = new Board(byId("field"), about.sheet, film.tables);
    board.on.pick = (what, event) => !swallowed && pointing.pick(what, event);
    board.motion.on = ({ kind, team }) => sounds?.play(kind === "end" && state.yours.length === 1 && team === 1 - state.yours[0] ? "lose" : kind);
    board.motion.words = ownWords;
    board.on.point = (what) => pointing.hover(what);
    board.on.grab = (what) => (swallowed ? null : pointing.grab(what));
    story.clear();
    untold = [];
    tried = [];
    shown = null;
  }
  const first = film.length;
  film.push(data);
  tried.push(...data.tried);
  const frames = film.frames.slice(first);
  untold.push(...frames.map((frame, number) => [frame, first + number]));
  if (frames.some((frame) => frame.told.some(({ kind }) => kind === "turn" || kind === "phase"))) chosen = null;
  state = data;
  company.take();
  if (state.closed) story.end(ending(view));
  if (mine && same) return; // what is pointed at, a hint, an open menu stay
  pausing();
  if (state.successor) follow(state.successor);
  if (!mine && linked !== null) {
    if (linked < film.length - 1) shown = linked;
    linked = null; // once
  }
  said.push(...frames.flatMap((frame) => frame.told.map(({ head }) => head)));
  if (mine && frames.length && motion() && shown === null) play(frames);
  else if (resting !== null) decide(); // what has happened goes on being shown
  else settle(frames);
  const end = { kind: "end", beat: 0, words: capital(ending(view)), at: null, team: state.winner };
  if (mine && plays && state.closed) board.motion.run({ moments: [end] }, [], motion()); // no decision has ended it
}

// Who is here, and what they propose: other people's doing, which answers nothing that was asked for here.
const who = ({ present, people: { clock, ...rest } }) => JSON.stringify([present, rest]);

// What a state says beside its frames, and beside those who are here at the moment.
function facts({ from, frames, tried, symbols, strings, present, people, ...rest }) {
  return JSON.stringify(rest);
}

// The players go on in another game: each has there the key it has here. Who asked for it goes there at once.
function follow(next) {
  if (keys.length) memory.set(`keys:${next}`, keys);
  if (invite) memory.set(`invite:${next}`, invite);
  if (leaving) location.assign(`/game/${next}`);
  leaving = false;
}

// Frames come into sight one after the other. The decision can be taken meanwhile; a click shows at once what there is.
function play(frames) {
  queue.push(...frames);
  queue.splice(0, queue.length - MOST_SHOWN);
  pointing.clear();
  if (state.over) panel.show({ choices: [] }, null, names, []); // how it ends is seen first
  else decide();
  if (resting === null) next();
}

// What came of a step is told when it has been seen.
function tellUntil(frame) {
  while (untold.length && untold[0][0] !== frame) story.add(...untold.shift());
}

// What a moment of the whole game is to this reader.
function ownWords({ kind, words, team }) {
  const mine = state.yours.length === 1 && team === state.yours[0];
  return (mine && { phase: "Your phase", end: "You win" }[kind]) || words;
}

function next() {
  const frame = queue.shift();
  if (!frame) {
    resting = null;
    settle();
    return;
  }
  const before = film.frames[film.frames.indexOf(frame) - 1];
  if (before) words(before);
  tellUntil(frame);
  board.show(frame);
  think(frame);
  resting = setTimeout(next, Math.max(queue.length ? STEP : 0, board.motion.left));
}

// What is still to come into sight is there at once; on: whether the page is to be brought up to it.
function skip(on = false) {
  if (resting === null) return;
  clearTimeout(resting);
  resting = null;
  queue = [];
  tellUntil(null);
  board.motion.finish();
  if (on) settle();
}

document.addEventListener("pointerdown", ({ target }) => {
  swallowed = queue.length > 0 && target.closest(".board") !== null;
  skip(true);
}, { capture: true });

// Browsers let a page sound from the first click on.
for (const begins of ["pointerdown", "keydown"]) {
  addEventListener(begins, async () => {
    const { Sounds } = await import("./sound.js");
    sounds ||= new Sounds(volume);
  }, { once: true });
}

onYourTurn(() => sounds?.play("yours"));

// frames: those that have come; none: they have been seen one after the other.
function settle(frames = []) {
  tellUntil(null);
  if (shown === null || !frames.length || frames.length === film.length) render();
  if (keys.length) memory.set(`stands:${id}`, stands());
  if (guide) guide.offer(state, film.frames);
  if (said.length && board) board.say([...said, state.summary].join(". "));
  said = [];
}

// Where the game stands, for the first page.
function stands() {
  const [turn, ...teams] = film.at(film.length - 1).words;
  return [turn, ...about.teams.map((team, number) => `${team}: ${teams[number].split(" · ")[0]}`)].join(" · ");
}

const people = () => about.players.includes("person");
const names = (key) => board.title(key) || key;

function render() {
  pointing.closeMenu(false);
  const frame = film.at(shown ?? film.length - 1);
  board.show(frame, { animate: motion() && shown === null, silent: shown !== null });
  words(frame);
  decide();
  lately();
  pointing.marks();
  think(frame);
}

// All but the board.
function decide() {
  showSteps({ at: shown ?? film.length - 1, last: film.length - 1, live: shown === null, over: state.over }, look);
  const actors = [...new Set(state.choices.map((choice) => choice.who).filter(Boolean))];
  if (actors.length === 1) [chosen] = actors;
  else if (actors.length && !actors.includes(chosen)) chosen = null; // it stays while the other side is asked
  byId("panel-title").textContent = title(view);
  byId("panel").dataset.won = shown === null && state.over ? state.winner : "";
  byId("aim").textContent = byId("aim").title = aims(view);
  byId("pointed").replaceChildren();
  grades.show(view);
  gradeStory(story.rows, grades, about.players);
  panel.show(shown === null ? state : { choices: [] }, chosen, names, extra());
  story.mark(shown);
}

// What came of the latest acts, or of the decision that is looked at, in sight of the board; "What happened" has every die.
function lately() {
  const { by = -1, told } = film.at(shown ?? film.length - 1);
  showLately(byId("lately"), shown === null ? state.lately : [[by, [], told.map(({ head }) => head)]], view, known);
}

function words(frame) {
  const [turn, one, other] = frame.words;
  byId("turn").textContent = turn;
  const teams = [one, other].map((stands, team) => {
    return el(
      "div",
      { class: `player team-${team}${frame.decider === team && !(state.closed && frame === film.at(film.length - 1)) ? " decides" : ""}` },
      el("span", { class: "sign", "aria-hidden": "true" }),
      el("b", {}, about.teams[team]),
      el("span", { class: "name" }),
      el("span", { class: "stands" }, stands),
    );
  });
  byId("players").replaceChildren(...teams);
  company.boxes();
}

// What the bot thought that has led to a frame. It stands last: nothing moves when it comes or goes.
const thinks = () => memory.get("thoughts") ?? !people();

function think(frame) {
  const rows = tried[film.frames.indexOf(frame)] || [];
  byId("thoughts").hidden = !thinks() || !rows.length;
  if (byId("thoughts").hidden) return;
  byId("thoughts-title").textContent = `What ${about.called[frame.by]} thought`;
  byId("thoughts-table").replaceChildren(Panel.thoughts(rows, frame.action));
}

const button = (words, does, kind = "") => el("button", { type: "button", class: kind, "data-focus": words, onclick: does }, words);
// What changes the game is asked for once; until the server has answered nothing further is. Only a hint, which takes a
// while, is overtaken by whatever else is wanted.
const busy = (wish) => pending !== null && (pending.do !== "hint" || wish === "hint");

// Something has been asked for, or answered: null. The page says so until then (pages.css).
function awaits(wish) {
  pending = wish;
  byId("main").classList.toggle("waits", wish !== null && wish.do !== "hint");
}

function ask(wish, more = {}) {
  const tell = (words) => panel.tell([el("p", { class: "note" }, words)]);
  if (busy(wish)) {
    tell(wish === "hint" && pending.do === "hint" ? "The hint is still being worked out …" : "One moment …");
    return;
  }
  const afterHint = pending !== null;
  awaits({ do: wish, at: state.number, ...more });
  connection.send(pending);
  panel.taken(more.action);
  if (wish === "hint") tell("A hint is being worked out …");
  else if (afterHint) tell("It is done as soon as the hint has been worked out …");
}

function waiting() {
  const rows = [];
  if (wrong) rows.push(el("p", { class: "trouble" }, "The link that you have opened isn't one of this game's; ask for it once more."));
  if (!state.over && !state.yours.length && people()) {
    rows.push(el("p", { class: "note" }, "You look on; only the browser that began the game, or opened its link, can play."));
  }
  const next = state.paused ? "decides next; the game is paused." : "decides …";
  if (state.thinking) rows.push(el("p", { class: "note" }, `${state.thinking} ${next}`));
  else if (!state.over && !state.choices.length && keys.length && people()) rows.push(el("p", { class: "note" }, "The other side decides."));
  return rows;
}

// What stands below the choices: hints, taking back, the end of the game.
function extra() {
  if (shown !== null) return [grades.about(shown + 1), el("div", { class: "row" }, button("Back to the game", () => look(null), "primary"))].filter(Boolean);
  const rows = waiting(), row = [];
  if (state.trouble) rows.push(el("p", { class: "trouble" }, state.trouble));
  if (invite && !state.over && otherPerson(view) !== null && (own || !state.came.includes(otherPerson(view)))) {
    invited ||= invitation(id, invite, own, () => {
      addKey(invite);
      location.reload();
    });
    rows.push(invited);
  }
  if (state.over) {
    const link = { class: "button primary", href: `/game/${state.successor}`, "data-focus": "next" };
    const successor = state.successor ? el("a", link, "The next game has begun: go there") : null;
    const games = keys.length ? nextGames(about, state, offers).filter(({ wish }) => wish || !state.successor).map(nextButton) : [];
    const back = state.takenBack ? `; decisions taken back: ${state.takenBack}` : "";
    const notes = about.practice ? [el("p", { class: "note" }, `A practice game${back}.`)] : [];
    const failed = typeof state.review === "string" ? state.review : "";
    if (failed) notes.push(el("p", { class: "trouble" }, capital(failed)));
    const small = [
      state.review === null || failed ? button("Review", () => ask("review")) : null,
      film.length > 1 ? button("Step through the game", () => look(0)) : null,
      state.canTakeBack && state.yours.length ? button("Take back", () => ask("take back")) : null,
      el("a", { class: "button", href: `/game/${id}/viewer`, "data-focus": "viewer" }, "Open in the viewer"),
      el("a", { class: "button", href: `/game/${id}/record`, download: true, "data-focus": "record" }, "Save the record"),
      el("a", { class: "button", href: "/", "data-focus": "again" }, "Another game"),
    ];
    rows.push(...resultRows(view, known, { successor, games, notes, small, look }));
  }
  if (state.choices.length && otherPerson(view) === null) { // two people play by themselves
    row.push(button("Hint", () => ask("hint")));
    row.push(button(state.helping, () => ask("auto")));
  }
  if (!state.over && state.yours.includes(state.decider) && state.thinking) row.push(button("Stop", () => ask("stop")));
  if (!state.over && state.canTakeBack && state.yours.length) row.push(button("Take back", () => ask("take back")));
  if (!state.over && state.yours.length) row.push(button("Give up", giveUp));
  if (row.length) rows.push(el("div", { class: "row quiet" }, ...row.filter(Boolean)));
  return rows.filter(Boolean);
}

// A game between bots waits for whoever has begun it, and goes on by single decisions too. The buttons stay where they
// are while decisions come: a click that is begun on one ends on it.
function pausing() {
  byId("pausing").hidden = people() || !keys.length || state.over || state.stopped;
  byId("pause").textContent = state.paused ? "Go on" : "Pause";
  byId("pause").classList.toggle("primary", state.paused);
  byId("one-decision").hidden = !state.paused;
}

byId("aim").addEventListener("click", () => byId("aim").classList.toggle("whole"));
byId("pause").addEventListener("click", () => ask("pause", { paused: !state.paused }));
byId("one-decision").addEventListener("click", () => ask("one decision"));

// Go to a decision that was graded: the position in which it was taken, and what would have been better.
function better({ decision, name }) {
  look(decision - 1);
  byId("board").scrollIntoView({ block: "nearest" });
  const { aims: { [name]: aim }, who } = film.at(decision - 1);
  board.aim("hint", who[name], aim);
  if (aim?.to) board.reveal(aim.to);
}

let offers = { levels: [], weakest: "", lesson: null };
header().then((found) => {
  offers = found;
  if (state?.over) render();
}, () => null);

// The same players go on together, in the game that the server begins for them; any other game is one's own.
function nextButton({ words, wish, swapped }, number) {
  const does = wish ? ({ currentTarget }) => start(wish, currentTarget) : () => playAgain(swapped);
  return button(words, does, number || state.successor ? "" : "primary");
}

function playAgain(swapped) {
  leaving ||= !busy("again"); // else it isn't asked for
  ask("again", { swapped });
  if (otherPerson(view) !== null && !state.successor) panel.tell([el("p", { class: "note" }, "The other player is asked …")]);
}

async function start(wish, clicked) {
  try {
    await begin({ pace: state.pace, ...wish }, clicked);
  } catch (error) {
    panel.tell([el("p", { class: "trouble" }, error.message)]);
  }
}

async function giveUp() {
  if (await sure("Give the game up? The other side has then won it.", "Give up")) ask("give up");
}

// Looking at earlier positions.

function look(number) {
  skip();
  shown = number === null || number >= film.length - 1 ? null : Math.max(0, number);
  render();
}

function advise(hint) {
  if (pending?.do === "hint") awaits(null);
  if (pending || hint.number !== state.number) return;
  const choice = state.choices.find((each) => each.name === hint.action);
  if (choice?.who && choice.who !== chosen) choose(choice.who);
  panel.tell(Panel.hint(hint));
  panel.advise(hint.action);
  pointing.advise(hint.action);
}

function choose(who) {
  chosen = who;
  render();
}

// Odds and reasons are asked for by pointing at something: where the game has gone on since, nobody misses them.
function refuse({ of, why }) {
  if (["say", "name", "propose", "decline"].includes(of)) {
    company.refuse({ of, why });
    return;
  }
  if (of === "odds" || of === "why" || (of === "hint" && pending?.do !== "hint")) return;
  awaits(null);
  leaving = false;
  panel.tell([el("p", { class: "trouble" }, why)]);
}

// Whoever has the second phase and then the first is asked twice in a row, with the same button under the pointer.
function mayEnd(name) {
  const choice = state.choices.find((each) => each.name === name);
  const begun = ["turn", "phase"].includes(film.at(film.length - 1).told.at(-1)?.kind);
  if (choice?.ends !== "stage" || !begun) return true;
  return sure(`Nobody of yours has done anything yet. ${choice.label}?`, choice.label);
}

async function act(name) {
  skip(true);
  const may = busy("act") || mayEnd(name);
  if (may !== true && !(await may)) return;
  pointing.point(null);
  pointing.closeMenu(true);
  ask("act", { action: name });
}

sharing(id, view);
setOptions(view, { thinks, render, send: (message) => connection.send(message) });
