// What one takes along of a game: a link to the position that is looked at, its picture, a clip; the server makes both.
import { byId, el } from "./parts.js";

const MOST = 120; // positions of a clip (share.py)

// view: of the page: {film, shown, state}.
export function sharing(id, view) {
  const number = () => view.shown ?? view.film.length - 1;
  const say = (words) => { byId("share-said").textContent = words; };
  const busy = (on) => document.querySelectorAll("#share button").forEach((each) => { each.disabled = on; });

  async function save(path, name, words) {
    say(words);
    busy(true);
    try {
      const answer = await fetch(path);
      if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).error || `the server answered ${answer.status}`);
      const address = URL.createObjectURL(await answer.blob());
      const link = el("a", { href: address, download: name });
      document.body.append(link);
      link.click();
      link.remove();
      setTimeout(() => URL.revokeObjectURL(address), 60000);
      say(`Saved: ${name}`);
    } catch (error) {
      say(error.message);
    } finally {
      busy(false);
    }
  }

  byId("share-link").addEventListener("click", async () => {
    const link = `${location.origin}/game/${id}#${number()}`;
    try {
      await navigator.clipboard.writeText(link);
      say("The link to this position is copied. Who opens it can look on.");
    } catch { // not over http from another machine
      say(link);
    }
  });
  byId("share-picture").addEventListener("click", () => {
    save(`/game/${id}/picture?decision=${number()}`, `game-${number()}.png`, "The picture is being made …");
  });
  byId("share-clip").addEventListener("click", () => {
    const [first, last] = span(byId("share-span").value, view.film.frames, number());
    save(`/game/${id}/clip?first=${first}&last=${last}`, `game-${first}-${last}.webp`, "The clip is being made; that may take half a minute …");
  });
}

// Which decisions a clip shows, up to the one that is looked at.
export function span(what, frames, number) {
  const least = Math.max(0, number - MOST + 1);
  if (what === "turn") {
    const { turn } = frames[Math.max(0, number - 1)];
    return [Math.max(least, frames.findIndex((frame) => frame.turn === turn)), number];
  }
  return [what === "all" ? least : Math.max(0, number - Number(what)), number];
}
