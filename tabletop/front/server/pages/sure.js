// A question before something that can't be undone, in the page's own way.
import { el } from "./parts.js";

// Whether the reader wants it: `words` says what would happen, `yes` is the button that does it. Enter, pressed once more by
// mistake, does nothing: the other button has the focus.
export function sure(words, yes) {
  return new Promise((answered) => {
    const before = document.activeElement;
    const no = el("button", { type: "button", autofocus: true, onclick: () => dialog.close("") }, "No");
    const does = el("button", { type: "button", class: "primary", onclick: () => dialog.close("yes") }, yes);
    const dialog = el(
      "dialog", { class: "sure", "aria-labelledby": "sure-words" },
      el("p", { id: "sure-words" }, words),
      el("div", { class: "row" }, does, no),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (before?.isConnected) before.focus({ preventScroll: true });
      answered(dialog.returnValue === "yes");
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
