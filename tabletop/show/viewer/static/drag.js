// Dragging on an open table. Who is chosen goes as far, and that way, as it is dragged: of its aims the one that leads most
// nearly there is meant; or that on whose dot the pointer is, unless one of its men covers the dot. A ghost shows it, and
// it is picked where it is let go. Back where it was, and with Esc, nothing is. Who can be chosen is so by dragging it.
// From anywhere else a mouse draws the ruler.
//
//   const drag = new Drag(board);
//   drag.goal                        // {x, y, dx, dy, isBack}: where the pointer is on the sheet, and how far it has gone; null: nothing is dragged
//   drag.meant                       // what is meant by that, as `board.on.pick` has it
//   drag.measures                    // the ruler is drawn
//   drag.again()                     // the aims are others now

import { MOVED } from "./lens.js";

export class Drag {
  constructor(board) {
    this.board = board;
    this._end();
    const { svg } = board;
    svg.addEventListener("pointerdown", (event) => this._begin(event));
    svg.addEventListener("pointermove", (event) => this._move(event));
    for (const name of ["pointerup", "pointercancel"]) svg.addEventListener(name, (event) => event.pointerId === this.pointer && this._drop(event));
    // A finger that drags somebody doesn't move the page.
    svg.addEventListener("touchmove", (event) => this.pointer !== null && event.cancelable && event.preventDefault(), { passive: false });
    document.addEventListener("pointerdown", () => board.ruler.hide(), { capture: true });
    document.addEventListener("keydown", () => board.ruler.hide(), { capture: true });
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.goal && this._drop(event));
  }

  _end() {
    Object.assign(this, { pointer: null, start: null, held: null, choose: null, goal: null, meant: null, measures: false, from: null });
  }

  // What is under the pointer: who is chosen, or one of its men; somebody else who can be chosen; or anything.
  _begin(event) {
    const { board } = this, found = event.target.closest(".standing [data-key]")?.dataset;
    this._end(); // a second finger makes the board larger
    if (event.button || !event.isPrimary) return;
    const isChosen = found && board.spots.size > 0 && (board.chosen.includes(found.key) || board.chosen.includes(found.place));
    const choose = found && !isChosen ? board.on.grab?.({ key: found.key, place: found.place ?? null }) : null;
    const measures = !isChosen && !choose && event.pointerType === "mouse" && (Boolean(found) || board.lens.isWhole);
    if (!isChosen && !choose && !measures) return;
    const held = board.pointOf(event);
    Object.assign(this, { pointer: event.pointerId, start: event, held, choose, from: measures ? (found && board.where(found.key)) || held : null });
  }

  _move(event) {
    if (event.pointerId !== this.pointer) return;
    const { board } = this, far = Math.hypot(event.clientX - this.start.clientX, event.clientY - this.start.clientY);
    if (!this.goal && !this.measures) {
      if (far <= MOVED) return;
      board.lens.leave(event.pointerId);
      board.svg.setPointerCapture(event.pointerId); // it may be let go beside the board
      this.choose?.();
      if (this.from) board.pointed(null);
    }
    const { x, y } = board.pointOf(event);
    if (this.from) {
      this.measures = true;
      const key = document.elementFromPoint(event.clientX, event.clientY)?.closest(".standing [data-key]")?.dataset.key;
      board.measure(this.from, (key && board.where(key)) || { x, y });
      return;
    }
    this.goal = { x, y, dx: x - this.held.x, dy: y - this.held.y, isBack: far <= MOVED };
    this.meant = board.dragged(this.goal);
  }

  // What was seen before is meant no more.
  again() {
    if (!this.goal) return;
    this.meant = this.board.dragged(this.goal);
    this.board.pointed(this.meant);
  }

  _drop(event) {
    const { board, goal } = this, meant = event.type === "pointerup" && goal && this.meant?.aims.length ? this.meant : null;
    this._end();
    if (goal) board.pointed(null);
    if (meant) board.on.pick?.(meant, event);
  }
}
