// What a game of two people is begun with, as fields of a form on the first page: one's name, and a clock.
import { timeWords } from "./clocks.js";
import { MOST_NAME, ownName } from "./names.js";
import { el, memory } from "./parts.js";

const CLOCKS = ["", "move 60", "move 180", "move 600", "move 86400", "game 300+5", "game 900+10", "game 1800+15"];

// Puts the fields into a place of a form: `clock` is one of its values, empty for none; the name is kept in this browser when
// the form is sent. Returns {fit(link, clock)}, which says whether each of the two is asked for.
export function friendFields(form, place) {
  const own = el("input", { class: "own-name", maxlength: MOST_NAME, autocomplete: "nickname", spellcheck: "false" });
  own.value = ownName();
  const clock = el("select", { name: "clock" }, ...CLOCKS.map((each) => el("option", { value: each }, each ? timeWords(each) : "none")));
  const labels = [["Your name, for your friend", own], ["Clock", clock]].map(
    ([words, field]) => el("label", { class: "field" }, el("span", {}, words), field),
  );
  place.append(...labels);
  form.addEventListener("submit", () => {
    if (!labels[0].hidden) memory.set("name", own.value.trim());
  });
  return {
    fit: (...asked) => labels.forEach((label, number) => {
      label.hidden = !asked[number];
      label.lastChild.disabled = label.hidden; // what isn't asked for isn't sent
    }),
  };
}
