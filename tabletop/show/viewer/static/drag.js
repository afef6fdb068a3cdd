// Dragging who is chosen, on an open table: of its aims the one that ends nearest to where it is dragged is meant, and
// is picked where it is let go. Back where it was, and with Esc, nothing is.
//
//   const drag = new Drag(board);
//   drag.goal                        // the point of the sheet it has been dragged to; null: nothing is dragged

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
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.goal && this._drop(event));
  }

  _end() {
    Object.assign(this, { pointer: null, start: null, goal: null });
  }

  // What is under the pointer: who is chosen, or one of its men.
  _begin(event) {
    const { board } = this, found = event.target.closest(".standing [data-key]")?.dataset;
    this._end(); // a second finger makes the board larger
    if (event.button || !event.isPrimary || !board.spots.size) return;
    if (!found || !(board.chosen.includes(found.key) || board.chosen.includes(found.place))) return;
    const held = board.pointOf(event), middle = board.where(board.chosen[0]) || held;
    Object.assign(this, { pointer: event.pointerId, start: event, off: { x: held.x - middle.x, y: held.y - middle.y } });
  }

  _move(event) {
    if (event.pointerId !== this.pointer) return;
    const { board } = this, far = Math.hypot(event.clientX - this.start.clientX, event.clientY - this.start.clientY);
    if (!this.goal && far <= MOVED) return;
    if (!this.goal) board.lens.leave(event.pointerId);
    const { x, y } = board.pointOf(event);
    this.goal = { x: x - this.off.x, y: y - this.off.y, isBack: far <= MOVED };
  }

  _drop(event) {
    const { board, goal } = this, meant = event.type === "pointerup" && goal && !goal.isBack ? board.dragged(goal) : null;
    this._end();
    if (goal) board.on.point?.(null);
    if (meant) board.on.pick?.(meant, event);
  }
}
