// The signs on buttons.

import { svg } from "./elements.js";

const PATHS = {
  first: "M4 4h3v16H4zM20 4v16L8 12z",
  "turn-back": "M12 4v16L2 12zM22 4v16l-10-8z",
  back: "M17 4v16L6 12z",
  play: "M6 3v18l15-9z",
  pause: "M5 4h5v16H5zM14 4h5v16h-5z",
  on: "M7 4v16l11-8z",
  "turn-on": "M12 4v16l10-8zM2 4v16l10-8z",
  last: "M17 4h3v16h-3zM4 4v16l12-8z",
};

export function icon(name) {
  const made = svg("svg", { class: "icon", viewBox: "0 0 24 24", width: 18, height: 18, "aria-hidden": "true" });
  svg("path", { d: PATHS[name] }, made);
  return made;
}
