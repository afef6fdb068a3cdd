// What happens in a step, seen: things that fly, roll and fall, who leaves, words for a moment. Belongs to no game.
//
//   const motion = new Motion(board);
//   motion.run(scene, gone);       // gone: nodes of figures that have left; after the board shows the scene
//   motion.finish();               // all of it at once
//   motion.left                    // milliseconds until it has ended
//   motion.on = (moment) => …      // at each moment, for its sound: {kind, words, at, team}
//   motion.words = (moment) => …   // what is said of it, to this reader
//
// A step has beats, one after the other; those in which nothing happens take no time. The board shows what is true
// before anything moves: this is drawn over it and is never waited for by an act.
//
// A thing's motion: [kind, beat, [x0, y0, x1, y1], colour, splash]; a moment: {kind, beat, words, at: [x, y], team}.

import { svg } from "./elements.js";

const BEAT = 170, LONGEST = 1000; // milliseconds
const AFTER = 4; // the last beat
const FLIGHT = 240, ROLLING = 260, LEAVING = 420, SAID = 700;
const LETTERS = 15, BANNER = 30; // pixels

export class Motion {
  constructor(board) {
    this.board = board;
    this.layer = svg("g", { class: "motion", "aria-hidden": "true" }, board.svg);
    this.on = null;
    this.words = ({ words }) => words;
    this.ends = 0;
    this.running = [];
    this.timers = [];
  }

  get left() {
    return Math.max(0, this.ends - performance.now());
  }

  finish() {
    for (const timer of this.timers.splice(0)) clearTimeout(timer);
    for (const animation of this.running.splice(0)) animation.cancel();
    this.layer.replaceChildren();
    this.ends = 0;
  }

  // seen: with motion; else moments are told at once, for their sounds.
  run(scene, gone, seen) {
    this.finish();
    const moments = scene.moments || [], over = Object.entries(scene.over || {}).filter(([, row]) => row[8]);
    const beats = [...new Set([...moments, ...over.map(([, row]) => ({ beat: row[8][1] }))].map(({ beat }) => beat))].sort();
    const when = (beat) => (seen ? BEAT * Math.max(0, beats.indexOf(beat)) : 0);
    for (const moment of moments) this._later(when(moment.beat), () => this.on?.(moment));
    if (!seen) return;
    for (const [key, row] of over) this._comes(key, row, when(row[8][1]));
    for (const node of gone) this._leaves(node, when(AFTER));
    this._say(moments, when);
    this._banner(moments, when);
    const last = Math.max(0, ...over.map(([, row]) => when(row[8][1]) + FLIGHT), gone.length ? when(AFTER) + LEAVING : 0);
    this.ends = performance.now() + Math.min(LONGEST, last);
  }

  _later(wait, does) {
    if (wait) this.timers.push(setTimeout(does, wait));
    else does();
  }

  _moves(node, frames, options, then) {
    const animation = node.animate(frames, { fill: "backwards", ...options });
    this.running.push(animation);
    if (then) animation.finished.then(then, then);
  }

  // A thing comes into sight.
  _comes(key, row, delay) {
    const [kind, , way, colour, splash] = row[8], [, , x, y, scale] = row, node = this.board.over(key);
    const at = (dx, dy, more = "", size = 1) => `translate(${x + dx}px, ${y + dy}px) ${more} scale(${scale * size})`;
    if (kind === "roll") {
      const frames = [
        { opacity: 0, transform: at(-14, -34, "rotate(-240deg)", 1.5) },
        { opacity: 1, transform: at(-5, 3, "rotate(-50deg)", 1.15), offset: 0.55 },
        { opacity: 1, transform: at(0, 0, "rotate(0deg)") },
      ];
      this._moves(node, frames, { delay, duration: ROLLING, easing: "ease-out" });
    } else if (kind === "drop") {
      const frames = [{ opacity: 0, transform: at(0, -20, "", 2.2) }, { opacity: 1, transform: at(0, 0) }];
      this._moves(node, frames, { delay: delay + LEAVING / 2, duration: LEAVING / 2, easing: "ease-in" });
    } else {
      this._flies([x, y], way, colour, splash, delay, kind === "toss");
      this._moves(node, [{ opacity: 0 }, { opacity: 0, offset: 0.9 }, { opacity: 1 }], { delay, duration: FLIGHT });
    }
  }

  // A ball flies, and bursts where it ends.
  _flies([x, y], [x0, y0, x1, y1], colour, splash, delay, high) {
    const size = Math.max(5, 6 * this.board.pixel), ball = svg("g", {}, this.layer);
    svg("circle", { r: size, fill: colour, class: "ball" }, ball);
    const at = (u, v, scale = 1) => `translate(${u + x}px, ${v + y}px) scale(${scale})`;
    const middle = [(x0 + x1) / 2, (y0 + y1) / 2 - (high ? Math.hypot(x1 - x0, y1 - y0) * 0.3 : 0)];
    const frames = [
      { opacity: 1, transform: at(x0, y0) }, { opacity: 1, transform: at(...middle, high ? 1.7 : 1) }, { opacity: 1, transform: at(x1, y1) },
    ];
    ball.style.opacity = 0;
    this._moves(ball, frames, { delay, duration: FLIGHT, fill: "none", easing: high ? "linear" : "ease-in" });
    if (!splash) return;
    const burst = svg("g", { fill: colour }, this.layer);
    for (let ray = 0; ray < 7; ray += 1) {
      const turn = (2 * Math.PI * ray) / 7 + x1, far = size * (ray % 2 ? 2.6 : 1.9);
      svg("circle", { cx: far * Math.cos(turn), cy: far * Math.sin(turn), r: size * (ray % 2 ? 0.55 : 0.9) }, burst);
    }
    svg("circle", { r: 1.5 * size }, burst);
    burst.style.opacity = 0;
    const bursts = [{ opacity: 1, transform: at(x1, y1, 0.3) }, { opacity: 0.9, transform: at(x1, y1, 1.3), offset: 0.4 }, { opacity: 0, transform: at(x1, y1, 1.6) }];
    this._moves(burst, bursts, { delay: delay + FLIGHT, duration: 320, fill: "none", easing: "ease-out" });
  }

  // Who has left turns and fades; it stays until the step comes to that.
  _leaves(node, delay) {
    this.layer.prepend(node);
    const from = node.style.transform;
    const frames = [
      { opacity: 1, transform: from }, { opacity: 1, transform: `${from} rotate(-16deg) scale(1.3)`, offset: 0.35 },
      { opacity: 0, transform: `${from} rotate(70deg) scale(.55)` },
    ];
    this._moves(node, frames, { delay, duration: LEAVING, easing: "ease-in" }, () => node.remove());
  }

  // Words over where something happened; several at one place stand one above the other.
  _say(moments, when) {
    const size = LETTERS * this.board.pixel, counts = new Map();
    for (const { kind, beat, words, at, team } of moments) {
      if (!words || !at) continue;
      const height = counts.get(`${at}`) || 0, wide = 0.62 * size * words.length + size;
      counts.set(`${at}`, height + 1);
      const x = Math.min(this.board.sheet.width - wide / 2, Math.max(wide / 2, at[0])), y = Math.max(size * 1.2, at[1] - (2.2 + 1.6 * height) * size);
      const group = svg("g", { class: `moment moment-${kind} side-${team}` }, this.layer);
      svg("rect", { x: -wide / 2, y: -0.8 * size, width: wide, height: 1.6 * size, rx: 0.8 * size }, group);
      svg("text", { y: 0.36 * size, "font-size": size }, group).textContent = words;
      group.style.opacity = 0;
      const place = (up, scale) => `translate(${x}px, ${y - up * size}px) scale(${scale})`;
      const frames = [
        { opacity: 0, transform: place(-0.6, 0.7) }, { opacity: 1, transform: place(0, 1), offset: 0.15 },
        { opacity: 1, transform: place(0.2, 1), offset: 0.8 }, { opacity: 0, transform: place(0.8, 1) },
      ];
      this._moves(group, frames, { delay: when(beat), duration: 1.6 * SAID, fill: "none" }, () => group.remove());
    }
  }

  // What concerns the whole game stands along the upper edge: a turn begins, a goal, the end. It hides nothing that counts.
  _banner(moments, when) {
    const whole = moments.filter(({ words, at }) => words && !at);
    if (!whole.length) return;
    const { kind, team, beat } = whole.at(-1), words = whole.map((moment) => this.words(moment)).join(" · ");
    const { x, y, width } = this.board.lens.seen, size = Math.min(BANNER * this.board.pixel, (1.5 * width) / words.length);
    const group = svg("g", { class: `banner banner-${kind} side-${team}` }, this.layer);
    svg("rect", { x: -width / 2, y: -0.95 * size, width, height: 1.9 * size }, group);
    svg("text", { y: 0.36 * size, "font-size": size }, group).textContent = words;
    if (kind === "end" || kind === "score") this._confetti(team, when(beat));
    group.style.transform = `translate(${x + width / 2}px, ${y + 0.95 * size}px)`;
    group.style.opacity = 0;
    const frames = [{ opacity: 0 }, { opacity: 1, offset: 0.15 }, { opacity: 1, offset: 0.8 }, { opacity: 0 }];
    const long = kind === "end" || kind === "score" ? 3 : 1;
    this._moves(group, frames, { delay: when(beat), duration: long * SAID, fill: "none", easing: "ease-out" }, () => group.remove());
  }

  // Paint in the winner's colour bursts over the board.
  _confetti(team, delay) {
    const { width } = this.board.sheet, high = this.board.height, size = 9 * this.board.pixel;
    for (let number = 0; number < 18; number += 1) {
      // The same every time, spread by the golden ratio.
      const x = width * ((0.618034 * number) % 1), y = high * ((0.754878 * number) % 1);
      const drop = svg("circle", { r: size * (0.6 + 0.5 * ((0.569840 * number) % 1)), class: `drop side-${team}` }, this.layer);
      drop.style.opacity = 0;
      const at = (scale, down = 0) => `translate(${x}px, ${y + down}px) scale(${scale})`;
      const frames = [{ opacity: 0, transform: at(0.1) }, { opacity: 0.95, transform: at(1.2), offset: 0.25 }, { opacity: 0.9, transform: at(1), offset: 0.6 }, { opacity: 0, transform: at(1, 2 * size) }];
      this._moves(drop, frames, { delay: delay + 35 * number, duration: 1.6 * SAID, fill: "none", easing: "ease-out" }, () => drop.remove());
    }
  }
}
