// That it is one's turn, for who looks at another page meanwhile: in the title of the tab, and as a notification.
import { memory } from "./parts.js";

const SIGN = "● Your turn · ";
const heard = [];
let title = "", turn = null, asks = "", note = null;

// does({friend}) is called when one's turn begins; friend: whether another person has decided before.
export const onYourTurn = (does) => heard.push(does);

export const canNotify = () => "Notification" in window && isSecureContext;
export const notifies = () => canNotify() && Notification.permission === "granted" && memory.get("notify", false);

// Ask the browser for notifications, on a click, and show one; returns whether they will come: some know none of a page.
export async function allowNotes(wanted) {
  const granted = wanted && canNotify() && (await Notification.requestPermission()) === "granted";
  memory.set("notify", granted && notify("You will be told so when it is your turn"));
  return notifies();
}

function notify(words) {
  try {
    note = new Notification(words, { body: title, icon: "/files/icon.svg", tag: location.pathname, renotify: true });
  } catch {
    return false;
  }
  note.onclick = () => {
    focus();
    note.close();
  };
  return true;
}

export function setTitle(words) {
  title = words;
  show();
}

// mine: whether this browser is to decide now; friend: whether it plays against somebody elsewhere; asked: what that one
// waits for an answer to, or empty.
export function signalTurn(mine, friend, asked) {
  const begins = turn === false && mine; // what stands when the page is opened is no news
  const proposes = turn !== null && asked !== "" && asked !== asks && document.hidden && notifies();
  [turn, asks] = [mine, asked];
  if (proposes) notify(asks);
  if (begins) {
    for (const does of heard) does({ friend });
    if (document.hidden && notifies()) notify("Your turn");
  }
  show();
}

function show() {
  const sign = asks ? `● ${asks} · ` : turn ? SIGN : "";
  document.title = (document.hidden ? sign : "") + title;
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) note?.close();
  show();
});
