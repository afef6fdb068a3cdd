// Sounds of what happens, made here by the browser's own oscillators: no files, so no licence. They come with the first
// click, as browsers want it.
//
//   const sounds = new Sounds(() => volume);      // 0 … 1, asked for at every sound
//   sounds.play("shoot"); sounds.play("yours");

const NOISE = 0.5; // seconds

export class Sounds {
  constructor(volume) {
    this.volume = volume;
    this.context = new AudioContext();
    this.noise = this.context.createBuffer(1, NOISE * this.context.sampleRate, this.context.sampleRate);
    const data = this.noise.getChannelData(0);
    for (let at = 0; at < data.length; at += 1) data[at] = 2 * Math.random() - 1;
  }

  play(kind) {
    const volume = this.volume();
    if (!volume || document.hidden && kind !== "yours") return;
    if (this.context.state === "suspended") this.context.resume();
    for (const [shape, ...numbers] of SOUNDS[kind] || []) (shape === "noise" ? this._burst(volume, ...numbers) : this._tone(volume, shape, ...numbers));
  }

  // A tone of so many hertz that glides to another, from so many seconds on, so long, so loud.
  _tone(volume, shape, from, to, start, length, loud) {
    const tone = this.context.createOscillator(), now = this.context.currentTime + start;
    tone.type = shape;
    tone.frequency.setValueAtTime(from, now);
    tone.frequency.exponentialRampToValueAtTime(to, now + length);
    tone.connect(this._faded(volume * loud, now, length));
    tone.start(now);
    tone.stop(now + length);
  }

  // Noise around so many hertz.
  _burst(volume, from, to, start, length, loud) {
    const source = this.context.createBufferSource(), filter = this.context.createBiquadFilter(), now = this.context.currentTime + start;
    source.buffer = this.noise;
    filter.type = "bandpass";
    filter.frequency.setValueAtTime(from, now);
    filter.frequency.exponentialRampToValueAtTime(to, now + length);
    source.connect(filter).connect(this._faded(volume * loud, now, length));
    source.start(now);
    source.stop(now + length);
  }

  _faded(loud, now, length) {
    const gain = this.context.createGain();
    gain.gain.setValueAtTime(0, now);
    gain.gain.linearRampToValueAtTime(loud, now + 0.004);
    gain.gain.exponentialRampToValueAtTime(0.0001, now + length);
    gain.connect(this.context.destination);
    return gain;
  }
}

// By the kinds of moment (`tabletop.show.drawing.things.MOMENTS`), and "yours": it is one's turn.
const SOUNDS = {
  move: [["noise", 500, 300, 0, 0.07, 0.35]],
  shoot: [["noise", 1800, 500, 0, 0.1, 0.9], ["sine", 240, 90, 0, 0.09, 0.6]],
  throw: [["noise", 400, 1200, 0, 0.2, 0.4]],
  miss: [["noise", 3200, 1500, 0, 0.12, 0.25]],
  hit: [["noise", 700, 180, 0, 0.16, 0.9], ["sine", 150, 60, 0, 0.14, 0.6]],
  stop: [["square", 180, 120, 0, 0.06, 0.22], ["noise", 900, 400, 0, 0.07, 0.5]],
  out: [["triangle", 520, 130, 0, 0.4, 0.5], ["noise", 500, 150, 0.02, 0.2, 0.5]],
  take: [["triangle", 523, 523, 0, 0.1, 0.4], ["triangle", 784, 784, 0.09, 0.16, 0.4]],
  lose: [["triangle", 523, 523, 0, 0.1, 0.4], ["triangle", 392, 392, 0.09, 0.18, 0.4]],
  fail: [["square", 130, 95, 0, 0.09, 0.22], ["square", 110, 80, 0.11, 0.12, 0.22]],
  verdict: [["sine", 2100, 2050, 0, 0.12, 0.25], ["sine", 2350, 2300, 0.02, 0.16, 0.2]],
  blast: [["noise", 300, 90, 0, 0.45, 1]],
  charge: [["sawtooth", 330, 340, 0, 0.12, 0.2], ["sawtooth", 440, 450, 0.13, 0.2, 0.2]],
  turn: [["sine", 660, 655, 0, 0.25, 0.25]],
  phase: [["sine", 494, 490, 0, 0.18, 0.18]],
  score: [["triangle", 523, 523, 0, 0.14, 0.45], ["triangle", 659, 659, 0.13, 0.14, 0.45], ["triangle", 784, 784, 0.26, 0.3, 0.45]],
  end: [["triangle", 392, 392, 0, 0.16, 0.45], ["triangle", 523, 523, 0.15, 0.16, 0.45], ["triangle", 659, 659, 0.3, 0.16, 0.45], ["triangle", 784, 784, 0.45, 0.5, 0.45]],
  yours: [["sine", 587, 585, 0, 0.14, 0.3], ["sine", 880, 876, 0.13, 0.24, 0.3]],
};
