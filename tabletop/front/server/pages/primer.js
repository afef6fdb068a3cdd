// The page for those who have never played: Markdown of headings, paragraphs, lists, tables and pictures.
import { asked, byId, el, header, inline, rules } from "./parts.js";

header().catch(() => null);

const { text } = await asked("/api/primer");
byId("main").replaceChildren(...blocks(text || "This game has no such page.", await rules()));

// Blocks stand apart by an empty line.
function blocks(text, known) {
  return text.trim().split(/\n{2,}/).map((block) => made(block.split("\n"), known));
}

function made(lines, known) {
  const heading = /^(#+) (.*)$/.exec(lines[0]);
  if (heading) return el(`h${heading[1].length}`, {}, heading[2]);
  const picture = /^!\[(.*)\]\((?:.*\/)?([\w-]+\.svg)\)$/.exec(lines.join(" "));
  if (picture) return el("img", { src: `/pictures/${picture[2]}`, alt: picture[1], width: 640, height: 528, loading: "lazy" });
  if (lines[0].startsWith("|")) return table(lines, known);
  if (/^\d+\. /.test(lines[0])) return el("ol", {}, ...items(lines).map((item) => el("li", {}, ...inline(item, known))));
  return el("p", {}, ...inline(lines.join(" "), known));
}

// A line that begins with no number goes on with the item before.
function items(lines) {
  return lines.join("\n").split(/\n?\d+\. /).slice(1).map((item) => item.replace(/\n */g, " "));
}

function table(lines, known) {
  const [head, , ...rows] = lines.map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));
  const row = (cells, kind, scope) => el("tr", {}, ...cells.map((cell) => el(kind, { scope }, ...inline(cell, known))));
  const made = el("table", {}, el("thead", {}, row(head, "th", "col")), el("tbody", {}, ...rows.map((cells) => row(cells, "td"))));
  return el("div", { class: "wide", tabindex: 0, role: "region", "aria-label": head.join(", ") }, made);
}
