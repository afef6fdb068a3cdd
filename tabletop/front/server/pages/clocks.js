// The time that each of two people has left: the server's numbers, which go on here until the next ones come.
import { el } from "./parts.js";

const SHORT = 20; // seconds; below that, or a tenth of all, it is short
const TENTHS = 10; // seconds below which tenths are shown
const HOUR = 3600, DAY = 24 * HOUR;
const two = (number) => String(Math.floor(number)).padStart(2, "0");

export function duration(seconds) {
  const left = Math.max(0, seconds);
  if (left >= DAY) return `${Math.floor(left / DAY)} d ${Math.floor((left % DAY) / HOUR)} h`;
  if (left >= HOUR) return `${Math.floor(left / HOUR)}:${two((left % HOUR) / 60)}:${two(left % 60)}`;
  if (left >= TENTHS || left === 0) return `${Math.floor(left / 60)}:${two(left % 60)}`;
  return `0:${two(left)}.${Math.floor((left % 1) * 10)}`;
}

export class Clocks {
  // short(team): a team's time has become short.
  constructor(short) {
    this.short = short;
    this.told = new Set();
    this.spans = [];
  }

  // clock: of a state, null: there is none; begun: seconds that a team begins with.
  take(clock, begun) {
    Object.assign(this, { clock, begun, got: performance.now() });
    clearInterval(this.timer);
    if (clock && clock.runs !== null) this.timer = setInterval(() => this.show(), 100);
    this.show();
  }

  // What stands in a team's box; null: there is no clock.
  box(team) {
    if (!this.clock) return null;
    this.spans[team] = el("span", { class: "clock", role: "timer" });
    this.show();
    return this.spans[team];
  }

  left(team) {
    const { left, runs } = this.clock;
    return left[team] - (runs === team ? (performance.now() - this.got) / 1000 : 0);
  }

  show() {
    if (!this.clock) return;
    this.spans.forEach((span, team) => {
      const left = this.left(team), runs = this.clock.runs === team;
      const short = left < Math.min(SHORT, this.begun / 2) || left < this.begun / 10;
      const words = duration(left);
      if (span.textContent !== words) span.textContent = words;
      span.classList.toggle("short", short);
      span.classList.toggle("runs", runs);
      if (!short) this.told.delete(team);
      else if (runs && !this.told.has(team)) {
        this.told.add(team);
        this.short(team, left);
      }
    });
  }
}

// "game 900+10" in words.
export function timeWords(clock) {
  const [kind, numbers] = clock.split(" "), [seconds, added] = numbers.split("+").map(Number);
  const words = (count) => {
    const [unit, name] = [[DAY, count === DAY ? "day" : "days"], [HOUR, "h"], [60, "min"], [1, "s"]].find(([each]) => count % each === 0);
    return `${count / unit} ${name}`;
  };
  return kind === "move" ? `${words(seconds)} a move` : `${words(seconds)} each${added ? ` + ${words(added)} a move` : ""}`;
}
