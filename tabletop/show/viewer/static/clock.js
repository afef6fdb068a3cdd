// Where one is in a game, and how it goes on by itself: belongs to no page.
//
//   const clock = new Clock(length, (number, {playing}) => …);   // the second is called at every change
//   clock.go(12); clock.step(1); clock.play(); clock.pause(); clock.speed = 2;
//
// `stay(number)` says how long a frame stays at speed 1, in milliseconds.

export const SPEEDS = [0.5, 1, 2, 4, 8];

export class Clock {
  constructor(length, change, stay = () => 1000) {
    this.length = length;
    this.change = change;
    this.stay = stay;
    this.number = 0;
    this.speed = 1;
    this.timer = null;
  }

  get playing() {
    return this.timer !== null;
  }

  go(number) {
    this.number = Math.max(0, Math.min(this.length - 1, Math.trunc(number) || 0));
    this._changed();
    if (this.playing) this._wind();
  }

  step(by) {
    this.pause();
    this.go(this.number + by);
  }

  play() {
    if (this.number >= this.length - 1) this.number = 0;
    this._wind();
    this._changed();
  }

  pause() {
    if (!this.playing) return;
    clearTimeout(this.timer);
    this.timer = null;
    this._changed();
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  faster(by) {
    const at = SPEEDS.indexOf(this.speed) + by;
    this.speed = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, at))];
    this._changed();
    if (this.playing) this._wind();
  }

  // More frames have come; who was at the end goes on with the game.
  grow(length) {
    const atEnd = this.number >= this.length - 1;
    this.length = length;
    if (atEnd) this.go(length - 1);
    else this._changed();
  }

  _wind() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.number >= this.length - 1) {
        this.timer = null;
        this._changed();
        return;
      }
      this.number += 1;
      this._changed();
      this._wind();
    }, this.stay(this.number) / this.speed);
  }

  _changed() {
    this.change(this.number, this);
  }
}
