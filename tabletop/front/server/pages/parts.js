// Small parts that the pages share: elements, texts with links to rules, what the browser remembers.

export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

export const byId = (id) => document.getElementById(id);

// What is kept in this browser; without a storage it is kept as long as the page is open.
const kept = new Map();
export const memory = {
  get(key, otherwise = null) {
    try {
      const text = localStorage.getItem(key) ?? kept.get(key);
      return text === null || text === undefined ? otherwise : JSON.parse(text);
    } catch {
      return otherwise;
    }
  },
  set(key, value) {
    kept.set(key, JSON.stringify(value));
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch { /* the map has it */ }
  },
  // What comes after `prefix` in the names that begin with it.
  names(prefix) {
    let all = [...kept.keys()];
    try {
      all = [...new Set([...all, ...Object.keys(localStorage)])];
    } catch { /* the map has all */ }
    return all.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
  },
};

export async function asked(path, options = {}) {
  const answer = await fetch(path, options);
  const found = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(found.error || `the server answered ${answer.status}`);
  return found;
}

// Begin a game and go to it; `clicked`: the button, which says that it goes on; `invited`: the team whose link is for
// somebody else.
let beginning = false; // a second click begins no second game
export async function begin(wish, clicked, invited) {
  if (beginning) return;
  beginning = true;
  const content = [...clicked.childNodes];
  const ready = () => {
    beginning = false;
    clicked.disabled = false;
    clicked.replaceChildren(...content);
  };
  clicked.disabled = true;
  clicked.textContent = "Getting ready; the first time takes up to a minute";
  addEventListener("pageshow", ready, { once: true }); // of whoever comes back to this page
  const headers = { "content-type": "application/json" };
  const game = await asked("/api/games", { method: "POST", headers, body: JSON.stringify(wish) }).catch((error) => {
    ready();
    throw error;
  });
  if (invited === undefined) memory.set(`keys:${game.id}`, Object.values(game.keys));
  else {
    memory.set(`keys:${game.id}`, [game.keys[1 - invited]]);
    memory.set(`invite:${game.id}`, game.keys[invited]);
  }
  location.assign(`/game/${game.id}`);
}

// The head of every page: the game's name, and the ways to its pictures and its rules where it has any. What may be
// played.
export async function header() {
  const offers = await asked("/api/offers");
  byId("brand").textContent = offers.title;
  byId("primer").hidden = !offers.primer;
  byId("rules-link").hidden = !offers.rules;
  return offers;
}

// The rules, fetched once; beside a game those of its scenario: rows of number, text, whether it is a chapter's name.
const playing = location.pathname.match(/^\/game\/([\w-]+)/);
const which = playing ? `?game=${playing[1]}` : location.pathname === "/rules" ? location.search : "";
let fetched = null;
export function ruleRows() {
  fetched ||= asked(`/api/rules${which}`).catch(() => []);
  return fetched;
}

// The texts of the rules by their numbers.
let byNumber = null;
export async function rules() {
  const rows = await ruleRows();
  byNumber ||= Object.fromEntries(rows.filter(([, , isChapter]) => !isChapter));
  return byNumber;
}

// A link to the texts of rules, several with a space between their numbers. Without words it is a sign, for those who ask;
// the numbers themselves are shown with the option for them (pages.css).
export function ruleLink(numbers, words) {
  const attributes = { href: `/rules${which}#${numbers.split(" ")[0]}`, "data-rule": numbers, class: "rule", title: `Rule ${numbers}` };
  if (words) return el("a", attributes, words);
  return el("a", { ...attributes, "aria-label": `Rule ${numbers}` }, el("span", { class: "code" }, numbers));
}

// What `inline` looks for, by the rules that are known: their numbers anywhere, or in brackets alone.
const patterns = new WeakMap();
function patternsOf(known) {
  if (!patterns.has(known)) {
    const quoted = Object.keys(known).map((number) => number.replace(/\W/g, "\\$&")).sort((one, other) => other.length - one.length);
    const any = `(?:${quoted.join("|") || "(?!)"})`;
    const marks = String.raw`\*\*(.+?)\*\*|\*(.+?)\*|\`([^\`]+)\`|\[([^\]]+)\]\([^)]*\)`;
    const numbers = [String.raw`\b(${any})\b`, String.raw`\((${any}(?:, ${any})*)\)`];
    const patternsOfNumbers = numbers.map((number) => new RegExp(`${marks}|${number}`, "g"));
    patterns.set(known, [...patternsOfNumbers, new RegExp(String.raw`( \(${any}(?:, ${any})*\))`)]);
  }
  return patterns.get(known);
}

// Markdown of a line or two (**bold**, *italic*, `code`, [words](link)) as nodes; numbers of known rules become links:
// in what is told those in brackets alone (`told`), where a figure may be called as a rule is.
export function inline(text, known = {}, told = false) {
  const nodes = [];
  let last = 0;
  for (const found of text.matchAll(patternsOf(known)[Number(told)])) {
    const [whole, bold, italic, code, words, number] = found;
    nodes.push(text.slice(last, found.index));
    if (bold) nodes.push(el("b", {}, ...inline(bold, known, told)));
    else if (italic) nodes.push(el("em", {}, ...inline(italic, known, told)));
    else if (code) nodes.push(el("code", {}, code));
    else if (words) nodes.push(words);
    else nodes.push(told ? ruleLink(number.replaceAll(", ", " ")) : ruleLink(number, number));
    last = found.index + whole.length;
  }
  nodes.push(text.slice(last));
  return nodes.filter((node) => node !== "");
}

// What is told, without links: numbers of rules in brackets are shown with the option for them alone (pages.css).
export function plain(text, known) {
  return text.split(patternsOf(known)[2]).map((part, at) => (at % 2 ? el("span", { class: "coded" }, part) : part)).filter((part) => part !== "");
}

// The same without those numbers.
export const uncoded = (text, known) => text.split(patternsOf(known)[2]).filter((_, at) => at % 2 === 0).join("");

export function paragraphs(text, known) {
  return text.split("\n").map((part) => el("p", {}, ...inline(part.replace(/^- /, "· "), known)));
}

// "The rule" as a dialog, where there is one on the page; else the link is followed.
export function linkRules() {
  const dialog = byId("rule");
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("[data-rule]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const known = await rules(), numbers = link.dataset.rule.split(" ");
    byId("rule-title").textContent = `Rule ${numbers.join(", ")}`;
    const text = (number) => paragraphs(known[number] || "There is no such rule.", known);
    const headed = (number) => (numbers.length > 1 ? [el("h3", {}, number), ...text(number)] : text(number));
    byId("rule-text").replaceChildren(...numbers.flatMap(headed));
    if (!dialog.open) dialog.showModal();
  });
}
