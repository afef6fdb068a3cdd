// The board as a way to decide: what is marked there, what a click or a key means, the odds of what is pointed at.
import { Panel } from "./panel.js";
import { byId, el, inline } from "./parts.js";

const AROUND = 28; // of the sheet, around the middle of a figure
const BESIDE = 22; // pixels between a place and the list beside it
const MOST_BEYOND = 80; // pixels that the odds may be shifted beyond the board
const FEW = 8; // places that are brought into sight together
const ODDS_AFTER = 120; // milliseconds that one points at something

export class Pointing {
  // view: what is shown now, {about, board, film, state, chosen, shown}.
  // on: {act(name), choose(who), look(number), send(message), tell(nodes), button(choice), onBoard(choice): it is clicked there}
  constructor(view, on) {
    Object.assign(this, { view, on });
    this.pointed = null;
    byId("menu").addEventListener("keydown", (event) => event.key === "Escape" && this.closeMenu(true));
    document.addEventListener("pointerdown", (event) => event.target.closest("#menu") || this.closeMenu(false));
  }

  // An action of the chosen figure, or of nobody.
  _ofChosen(choice) {
    return !choice.who || choice.who === this.view.chosen;
  }

  _aim(name) {
    const { film } = this.view;
    return film.at(film.length - 1).aims[name];
  }

  marks() {
    const { board, state, chosen, shown } = this.view;
    const now = shown === null ? state.choices : [];
    const own = now.filter((choice) => choice.target && this._ofChosen(choice));
    const enemy = own.filter((choice) => !board.places.has(choice.target));
    board.highlight("legal", [...new Set(own.filter((choice) => board.places.has(choice.target)).map((choice) => choice.target))]);
    board.highlight("target", [...new Set(enemy.map((choice) => choice.target))]);
    board.highlight("chosen", now.length && chosen ? [chosen] : []);
    board.aims(now.filter((choice) => this._ofChosen(choice) && this.on.onBoard(choice)).map(({ name, label }) => ({ name, title: label, ...this._aim(name) })));
    this._follow(now);
    board.highlight("hint", []);
    for (const line of ["aim", "hint"]) board.aim(line, null, null);
    board.drag?.again();
  }

  // Nothing is marked while what has happened is shown.
  clear() {
    const { board } = this.view;
    for (const name of ["legal", "target", "chosen", "hint"]) board.highlight(name, []);
    board.aims([]);
    for (const line of ["aim", "hint"]) board.aim(line, null, null);
    board.drag?.again();
  }

  // The degrees, clockwise from the east, by which a figure turns on the spot; null: the choice is something else.
  turn({ name }) {
    const { board } = this.view, { points, to } = this._aim(name) || {};
    if (!points || to || board.sheet.measure) return null;
    const [[x, y], [u, v]] = points;
    return (180 * Math.atan2(v - y, u - x)) / Math.PI;
  }

  // A board that is drawn small shows who has just been chosen, at first somebody who can be, and all it is asked for
  // where that are few places.
  _follow(choices) {
    if (!choices.length) return;
    const { board, chosen, state } = this.view, isNew = board !== this.followedOn;
    const who = isNew ? chosen || choices.find((choice) => choice.who)?.who : chosen;
    if (who && (isNew || who !== this.followed)) board.reveal(who);
    const targets = new Set(choices.filter((choice) => choice.target && this._ofChosen(choice)).map((choice) => choice.target));
    const asked = `${state.number} ${chosen}`;
    if (who && targets.size <= FEW && (isNew || asked !== this.asked)) board.keep([who, ...targets]);
    Object.assign(this, { followed: chosen, followedOn: board, asked });
  }

  // What chooses somebody of the reader's who is dragged; null: nothing does.
  grab({ key, place }) {
    const { chosen, shown, state } = this.view, own = [key, place].filter((each) => this._side(each) === state.decider);
    if (shown !== null || !own.length) return null;
    const who = own.find((each) => each !== chosen && state.choices.some((choice) => choice.who === each));
    if (who) return () => this.on.choose(who);
    const order = state.choices.filter((choice) => !choice.who && own.includes(choice.target));
    return order.length === 1 ? () => this.on.act(order[0].name) : null;
  }

  // What is meant by pointing there: a figure alone; or all in the place, by a key, by a sign that stands for several, and
  // beside them where the place itself is no aim.
  _meant({ key, place }, byKey) {
    const { board, state } = this.view;
    if (place && (byKey || board.isMany(key))) return board.at(place);
    if (this._isFigure(key) || this._isTarget(key)) return [key];
    return state.choices.some((choice) => this._ofChosen(choice) && choice.target === place) ? [] : board.at(place);
  }

  pick({ key, place, aims = [] }, event) {
    const { state, chosen, shown } = this.view;
    if (shown !== null) return this.on.look(null);
    const along = this._isTarget(key) ? [] : state.choices.filter((choice) => aims.includes(choice.name));
    if (along.length) return along.length === 1 ? this.on.act(along[0].name) : this._offer(along, aims[0]);
    const byKey = event.type === "keydown", here = this._meant({ key, place }, byKey);
    const acts = new Set(state.choices.map((choice) => choice.who).filter(Boolean));
    const fits = state.choices.filter((choice) => this._ofChosen(choice) && (choice.target === place || here.includes(choice.target)));
    const targeted = fits.filter((choice) => here.includes(choice.target));
    const wanted = targeted.length ? targeted : fits;
    const own = here.filter((each) => acts.has(each) && (acts.size > 1 || each !== chosen));
    if (own.length && !(targeted.length || (byKey && wanted.length && !own.includes(chosen)))) {
      const next = own[(own.indexOf(chosen) + 1) % own.length];
      this.on.choose(next === chosen ? null : next);
      if (wanted.length && chosen && next !== chosen) {
        this.on.tell([el("p", { class: "note" }, `${next} is chosen now. For “${chosen}: ${wanted[0].label}” click beside ${next}.`)]);
      }
    } else if (wanted.length === 1) {
      this.on.act(wanted[0].name);
    } else if (wanted.length > 1) {
      this._offer(wanted, place || key);
    } else if (state.choices.length && !here.some((each) => acts.has(each))) {
      const figures = here.filter((each) => this._isFigure(each));
      const target = figures.find((each) => this._side(each) !== state.decider) ?? (key === figures[0] || !chosen ? figures[0] : place) ?? place;
      this.on.send({ do: "why", at: state.number, who: chosen || "", target });
    } else if (chosen && acts.size > 1) {
      this.on.choose(null);
    }
  }

  // Why a click wasn't an action, with links to the rules; where nothing is known, nobody is chosen any more.
  explain({ who, target, why }, known) {
    const { board, state, chosen } = this.view, [numbers] = why.split(": ", 1);
    const head = numbers.split(", ").every((number) => Object.hasOwn(known, number)) ? numbers : ""; // the rules that forbid it
    const words = () => [el("p", { class: "note" }, ...inline(head, known), ...inline(why.slice(head.length), known, true))];
    if (why) {
      this._tellOver(words(), [target]); // where one looks, until one points at something else
      this.on.tell(words()); // where its links can be followed
    } else if (who && who === chosen && state.choices.some((choice) => choice.who && choice.who !== who)) this.on.choose(null);
  }

  _side(key) {
    return this.view.board.sheet.sides[key];
  }

  // Whether an action goes at this thing itself.
  _isTarget(key) {
    return Boolean(key) && this.view.state.choices.some((choice) => this._ofChosen(choice) && choice.target === key);
  }

  _isFigure(key) {
    return this._side(key) !== undefined;
  }

  // Several actions at one place: a small list beside it.
  _offer(choices, place) {
    const { board } = this.view, menu = byId("menu"), room = byId("board").getBoundingClientRect(), { u, v } = board.inWindow(board.where(place));
    menu.replaceChildren(...choices.map((choice) => this.on.button(choice)));
    menu.hidden = false;
    const left = Math.min(u - room.left + BESIDE, room.width - menu.offsetWidth - 4);
    menu.style.left = `${Math.max(4, left)}px`;
    menu.style.top = `${v - room.top + BESIDE}px`;
    menu.firstChild.focus();
  }

  closeMenu(back) {
    if (byId("menu").hidden) return;
    byId("menu").hidden = true;
    if (back) this.view.board.svg.focus();
  }

  hover(what) {
    const { board, state, chosen, shown } = this.view;
    if (!what || shown !== null || !chosen) return this.point(null);
    const pickable = (key) => key !== chosen && state.choices.some((each) => each.who === key);
    const aimed = state.choices.some((each) => each.who === chosen && each.target === what.key);
    if (!board.cursor && pickable(what.key) && !aimed) return this.point(null); // a click chooses the figure
    if (what.aims?.length && !aimed) return this.point(state.choices.find((each) => what.aims.includes(each.name)) || null);
    const here = this._meant(what, Boolean(board.cursor));
    const fits = (each) => each.who === chosen && each.target && (here.includes(each.target) || each.target === what.place);
    this.point(state.choices.find(fits) || null);
  }

  point(choice) {
    const { board, state } = this.view;
    board.aim("aim", null, null);
    this.pointed = choice;
    clearTimeout(this.asking);
    byId("pointed").replaceChildren();
    if (!choice) return;
    board.aim("aim", choice.who, this._aim(choice.name));
    const message = { do: "odds", at: state.number, action: choice.name };
    if (choice.dice) this.asking = setTimeout(() => this.on.send(message), ODDS_AFTER);
  }

  // Beside the list they would be out of sight; where the board stands above it, they are told in the list.
  tell(odds) {
    const { board } = this.view;
    if (!this.pointed || this.pointed.name !== odds.action) return;
    if (!matchMedia("(min-width: 60.01rem)").matches) return this.on.tell(Panel.odds(odds));
    this._tellOver(Panel.odds(odds), [this.pointed.target, this.pointed.who]);
  }

  // Over the half of the board that is not pointed at, in the middle or aside: where it covers the fewest of these; what
  // it would cover even there makes it go a little beyond the board.
  _tellOver(content, names) {
    const box = byId("pointed"), { board } = this.view;
    const sheet = board.svg.getBoundingClientRect(), near = AROUND / board.pixel;
    const spots = names.map((name) => board.where(name)).filter(Boolean).map((spot) => board.inWindow(spot));
    const covered = () => {
      const { left, right, top, bottom } = box.getBoundingClientRect();
      const covers = ({ u, v }) => u > left - near && u < right + near && v > top - near && v < bottom + near;
      return spots.filter(covers).map(({ v }) => ({ down: v + near - top, up: bottom + near - v }));
    };
    const put = ({ low, side }) => {
      box.classList.toggle("low", low);
      box.dataset.side = side;
    };
    const first = !spots.length || spots[0].v < sheet.top + sheet.height / 2;
    const places = [first, !first].flatMap((low) => ["", "left", "right"].map((side) => ({ low, side })));
    box.style.translate = "";
    box.replaceChildren(...content);
    const counts = places.map((place) => {
      put(place);
      return covered().length;
    });
    const best = places[counts.indexOf(Math.min(...counts))];
    put(best);
    const far = Math.min(MOST_BEYOND, Math.max(0, ...covered().map(({ down, up }) => (best.low ? down : up))));
    if (far) box.style.translate = `0 ${best.low ? far : -far}px`;
  }

  // Where a hint is to be done.
  advise(name) {
    const { board, state } = this.view;
    const choice = state.choices.find((each) => each.name === name), aim = this._aim(name), place = choice?.target || aim?.to;
    board.aim("hint", choice?.who, aim);
    board.highlight("hint", place ? [place] : []);
    if (place || choice?.who) board.reveal(place || choice.who);
  }
}
