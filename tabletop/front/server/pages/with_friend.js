// What a game of two people is begun with, on the first page: one's name, and a clock.
import { timeWords } from "./clocks.js";
import { MOST_NAME, ownName } from "./names.js";
import { byId, el, memory } from "./parts.js";

const CLOCKS = ["", "move 60", "move 180", "move 600", "move 86400", "game 300+5", "game 900+10", "game 1800+15"];

byId("own-name").maxLength = MOST_NAME;
byId("own-name").value = ownName();
byId("clock").append(...CLOCKS.map((clock) => el("option", { value: clock }, clock ? timeWords(clock) : "none")));

// Show the fields that a game of this kind has.
export function fitFriend(mode) {
  byId("own-name-field").hidden = mode !== "link";
  byId("clock-field").hidden = (mode !== "link" && mode !== "screen") || byId("practice").checked;
}

// What the fields ask for, as a part of the wish; the name is kept in this browser.
export function friendWish() {
  if (!byId("own-name-field").hidden) memory.set("name", byId("own-name").value.trim());
  return byId("clock-field").hidden || !byId("clock").value ? {} : { clock: byId("clock").value };
}
