// What readers set for their browser: motion, sound, numbers of rules, the guide, what bots think, how long a bot's decision stays.
import { byId, memory } from "./parts.js";

export const volume = () => memory.get("volume", 0.5); // 0 … 1
export const motion = () => memory.get("motion", !matchMedia("(prefers-reduced-motion: reduce)").matches);

// view: what is shown now, {guide, state}. on: {thinks(), render(), send(message)}
export function setOptions(view, on) {
  byId("options-button").addEventListener("click", () => {
    byId("option-motion").checked = motion();
    byId("option-volume").value = volume();
    byId("option-codes").checked = memory.get("codes", false);
    byId("option-guide").checked = memory.get("guide", true);
    byId("option-thoughts").checked = on.thinks();
    const pace = byId("option-pace"), off = ({ value }) => Math.abs(value - view.state.pace);
    pace.value = [...pace.options].reduce((best, each) => (off(each) < off(best) ? each : best)).value;
    byId("options").showModal();
  });
  byId("option-motion").addEventListener("change", (event) => memory.set("motion", event.target.checked));
  byId("option-volume").addEventListener("change", (event) => memory.set("volume", Number(event.target.value)));
  const codes = () => document.documentElement.classList.toggle("codes", memory.get("codes", false));
  codes();
  byId("option-codes").addEventListener("change", (event) => {
    memory.set("codes", event.target.checked);
    codes();
  });
  byId("option-guide").addEventListener("change", (event) => view.guide.turn(event.target.checked));
  byId("option-thoughts").addEventListener("change", (event) => {
    memory.set("thoughts", event.target.checked);
    on.render();
  });
  byId("guide-again").addEventListener("click", () => view.guide.again());
  byId("option-pace").addEventListener("change", (event) => {
    memory.set("pace", Number(event.target.value));
    on.send({ do: "pace", pace: Number(event.target.value) });
  });
}
