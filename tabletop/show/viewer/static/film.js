// The frames of a game, each made whole from what is new in it (`tabletop.show.viewer.frames`).
//
//   const film = new Film(data);         // {sheet, symbols, strings, frames}
//   film.push(news);                     // more of {symbols, strings, frames}, while a game is played
//   film.at(number)                      // a whole frame
//
// A frame: turn · words [where the game is, how Red stands, how Blue stands, who decides what] · things, over, height
// (board.js) · moments [{kind, beat, words, at: [x, y] or null, team}] (motion.js) · walked {key: [place]}: the way of what passed through places in between · text, the position · told [{kind, head, forced, lines: [{text, face}]}] · by (team 0 or 1), action: the
// decision that led here; undefined at the beginning · decider, legal: what may be done now; undefined when it is over
// · who {action: key of what does it} · aims {action: {to, way: [{place, text}], points: [[x, y]], ghost, scale}}, to an empty
// text where it goes along points alone, at whose end ghost, the number of a symbol, will stand; odds {action: [line]}: of those actions that have them · tried {action:
// {visits, value}}: what the agent that decides has tried in its head, or, visits as "37.2%", thought likely (value may be
// null then), or, as "exact", weighed by exact odds · value: the
// expected result for team 0, -1 … 1, where it is known.

export class Film {
  constructor(data) {
    this.sheet = data.sheet;
    this.tables = { symbols: [], strings: [] };
    this.frames = [];
    this.push(data);
  }

  get length() {
    return this.frames.length;
  }

  at(number) {
    return this.frames[number];
  }

  push({ symbols, strings, frames }) {
    this.tables.symbols.push(...symbols);
    this.tables.strings.push(...strings);
    for (const frame of frames) this.frames.push(this._whole(frame, this.frames.at(-1)));
  }

  _whole(frame, last) {
    const words = this.tables.strings;
    const things = { ...(last ? last.things : {}) };
    for (const [key, row] of Object.entries(frame.things)) {
      if (row) things[key] = row;
      else delete things[key];
    }
    const text = last ? [...last.text] : [];
    for (const [start, count, ...more] of frame.text) text.splice(start, count, ...more);
    return {
      ...frame,
      things,
      over: frame.over || {},
      moments: (frame.moments || []).map(([kind, beat, said, at, team]) => ({ kind, beat, words: words[said], at, team })),
      walked: Object.fromEntries(Object.entries(frame.walked || {}).map(([key, way]) => [key, words[way].split(" ")])),
      text,
      words: frame.words.map((number) => words[number]),
      action: frame.action === undefined ? undefined : words[frame.action],
      legal: frame.legal && frame.legal.map((entry) => words[entry[0] ?? entry]),
      who: this._who(frame),
      aims: this._aims(frame),
      odds: Object.fromEntries(Object.entries(frame.odds || {})
        .map(([name, lines]) => [words[name], lines.map((line) => words[line])])),
      tried: Object.fromEntries((frame.tried || []).map(([name, visits, value]) => [words[name], { visits, value }])),
      told: frame.told.map(([kind, head, forced, lines]) => ({
        kind,
        head: words[head],
        forced: Boolean(forced),
        lines: lines.map(([line, face]) => ({ text: words[line], face })),
      })),
    };
  }

  // Runs of so many legal actions, each by somebody.
  _who({ legal, acting }) {
    const words = this.tables.strings, keys = (acting || []).flatMap(([who, count]) => Array(count).fill(words[who]));
    return Object.fromEntries(keys.map((key, at) => [words[legal[at][0] ?? legal[at]], key]));
  }

  _aims({ legal = [], lines = {} }) {
    const words = this.tables.strings, aims = {};
    for (const [name, aim] of legal.filter((entry) => entry.length)) aims[words[name]] = this._aim(words[aim]);
    for (const [name, line] of Object.entries(lines)) aims[words[name]] = { to: "", way: [], ...aims[words[name]], ...this._along(...line) };
    return aims;
  }

  _along(numbers, ghost, scale) {
    const points = numbers.flatMap((x, at) => (at % 2 ? [] : [[x, numbers[at + 1]]]));
    return { points, ghost, scale };
  }

  // "c5 c4:1 c3:2": it goes to c5, past 1 thing in c4 and 2 in c3.
  _aim(text) {
    const [to, ...way] = text.split(" ");
    return { to, way: way.map((met) => ({ place: met.split(":")[0], text: met.split(":")[1] })) };
  }
}

// The data of a page: JSON, deflated, in base64.
export async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream).text());
}
