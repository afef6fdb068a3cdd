// The rules by number.
import { byId, el, header, paragraphs, ruleRows, rules } from "./parts.js";

header().catch(() => null);

const known = await rules();
const rows = [];
for (const [number, text, isChapter] of await ruleRows()) {
  const row = isChapter
    ? el("h2", { id: number }, `${number} · ${text}`)
    : el("article", { id: number }, el("h3", {}, number), ...paragraphs(text, known));
  rows.push([row, `${number} ${text}`.toLowerCase(), row.tagName === "H2"]);
  byId("list").append(row);
}
byId("find").addEventListener("input", () => {
  const wanted = byId("find").value.trim().toLowerCase();
  for (const [row, text, heading] of rows) row.hidden = Boolean(wanted) && (heading || !text.includes(wanted));
  const count = rows.filter(([row]) => !row.hidden).length;
  byId("found").textContent = !wanted ? "" : count ? `${count} rule${count === 1 ? "" : "s"}` : `No rule has “${wanted}” in it.`;
});
if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
addEventListener("hashchange", () => document.getElementById(location.hash.slice(1))?.scrollIntoView());
