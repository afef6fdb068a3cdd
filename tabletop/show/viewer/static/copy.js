// A button that copies the text of a field.

const COPY_KEYS = /Mac|iP(hone|ad)/.test(navigator.platform) ? "⌘C" : "Ctrl+C";

// Browsers give the clipboard to few pages: not to those that come from another machine by plain HTTP. The older way is
// to copy what is selected; where that fails too, the text is left selected for the keys.
export function copies(button, field) {
  const words = button.textContent;
  const done = () => {
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = words), 1200);
  };
  const byHand = () => {
    field.focus();
    field.select();
    if (document.execCommand("copy")) {
      button.focus({ preventScroll: true });
      done();
    } else button.textContent = `Press ${COPY_KEYS}`;
  };
  button.addEventListener("click", () => {
    if (navigator.clipboard) navigator.clipboard.writeText(field.value).then(done, byHand);
    else byHand();
  });
  return button;
}
