"""Positions drawn on a sheet, for the viewer and for pictures: ships, what they may do, what has happened."""

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from beat_to_quarters import cards
from beat_to_quarters.actions import LETTERS, TEAMS, action_table, ship_name
from beat_to_quarters.battle_lines import decision_line, team_line, turn_line
from beat_to_quarters.hulls import (
    ACTS,
    FILLS,
    FLAME,
    HOT,
    LENGTH,
    Look,
    arrow,
    bow,
    breeze,
    chained,
    drawn,
    ghost,
    legend,
    named,
    named_to_port,
    smoke,
)
from beat_to_quarters.rules import state
from beat_to_quarters.rules.formations import IN_SUCCESSION, TOGETHER, no_turn
from beat_to_quarters.rules.gunnery import shot_at
from beat_to_quarters.rules.sailing import dice_of, fewest_dice, no_advance, no_sail, no_through
from beat_to_quarters.rules.setup import hex_of, no_heading
from beat_to_quarters.rules.ships import is_afloat
from beat_to_quarters.rules.sight import NEAR_IN_FOG, RAKES, is_foggy
from beat_to_quarters.rules.state import BOW, NONE, PORT, SHIPS, STARBOARD, STRIDE
from beat_to_quarters.scenario import Scenario
from beat_to_quarters.sea import PALE, WIDTH, Sea
from beat_to_quarters.shot_odds import sides_of
from tabletop.game.action_table import ALLOWED
from tabletop.game.draws import Draw
from tabletop.game.events import Event
from tabletop.game.header import Position, Record
from tabletop.game.hex_grid import DIRECTIONS, STEPS, distance
from tabletop.show.drawing.shapes import Disc, Item, Point, Shape, dashed, line, ring, star
from tabletop.show.drawing.themes import FIELD
from tabletop.show.drawing.things import (
    ABOVE,
    AFTER,
    BELOW,
    ENDS,
    FIRES,
    FLY,
    GOES,
    NAMES,
    NOBODY,
    STANDING,
    UNIT,
    Aim,
    Moment,
    Motion,
    Scene,
    Sheet,
    Thing,
)
from tabletop.show.scenes import common_moments, record_of

FIELD_FILL, FIELD_LINE = "#ffe08a", "#f3c44a"
# What deserves a sign or a sound, by the kinds of event (`rules/events.py`): the moment's kind, its beat, what is said.
SIGNS = {
    "sailed": ("move", GOES, ""),
    "passed through": ("move", GOES, ""),
    "turned": ("move", GOES, ""),
    "drifted": ("move", GOES, ""),
    "kedged off": ("move", ENDS, "Afloat again"),
    "tacked": ("move", ENDS, ""),
    "in irons": ("fail", ENDS, "In irons"),
    "withdrew": ("out", AFTER, "{who} leaves the map"),
    "aground": ("hit", ENDS, "Aground"),
    "collided": ("hit", ENDS, "Collision"),
    "fouled": ("stop", ENDS, "Fouled"),
    "grappled": ("stop", ENDS, "Grappled"),
    "grapple failed": ("fail", ENDS, "Not grappled"),
    "cut loose": ("move", ENDS, "Cut loose"),
    "clear again": ("move", ENDS, "Clear again"),
    "boards": ("charge", GOES, "Boarders!"),
    "boarders beaten off": ("stop", ENDS, "Beaten off"),
    "taken": ("take", AFTER, "{who} is taken"),
    "retaken": ("take", AFTER, "{who} is retaken"),
    "secured": ("take", AFTER, "{who} is secured"),
    "fired": ("shoot", FIRES, ""),
    "missed": ("miss", ENDS, "Missed"),
    "damaged": ("hit", ENDS, "Damaged"),
    "mast over the side": ("hit", ENDS, "A mast falls"),
    "mast lost": ("hit", ENDS, "A mast falls"),
    "steering damaged": ("hit", ENDS, "Steering hit"),
    "on fire": ("blast", ENDS, "On fire"),
    "fire put out": ("verdict", ENDS, "Fire out"),
    "exploded": ("blast", ENDS, "{who} explodes"),
    "struck": ("lose", AFTER, "{who} strikes"),
    "sunk": ("out", AFTER, "{who} sinks"),
    "dragged down": ("out", AFTER, "{who} is dragged down"),
}
AT_WHOM = ("missed", "hit")  # what is shown where the target is
DONE = ("damaged", "mast over the side", "mast lost", "steering damaged", "on fire", "exploded", "struck", "sunk")
PHASES = {"command phase": "{team}'s commands", "action phase": "{team} acts", "boarding phase": "Boarding"}


class Spot(NamedTuple):
    """Where a ship is: its bow's hex and its heading."""

    q: int
    r: int
    heading: int
    battery: bool = False

    @property
    def stern(self) -> tuple[int, int]:
        """The hex of its stern."""
        if self.battery:
            return self.q, self.r
        dq, dr = STEPS[(self.heading + 3) % 6]
        return self.q + dq, self.r + dr


class Scenes:
    """Draws the positions of a scenario (`GameDefinition.scenes`)."""

    def __init__(self, scenario: Scenario, theme: str = FIELD) -> None:
        """Draw positions of this scenario in a theme."""
        self.scenario, self.world = scenario, scenario.world[0]
        self.sea = Sea(scenario, theme)
        self.height = self.sea.low + cards.height(scenario)
        self.scale = LENGTH * self.sea.unit / UNIT

    def sheet(self) -> Sheet:
        """What stays the same: the sea."""
        ground = (*self.sea.ground(), *cards.ground(self.scenario, self.sea.low))
        labels, places = tuple(self.sea.labels()), self.sea.places()
        signs = legend()
        return Sheet(
            WIDTH,
            self.height,
            self.height,
            ground,
            labels,
            places,
            signs,
            frozenset(name for name, _ in signs[1:]),
            colours=FILLS,
            tones=self.sea.tones,
            is_long=True,
        )

    def scene(self, games: Position) -> Scene:
        """A position; `games` is a record, an array of one, or text."""
        game = record_of(self.scenario, games)
        over = game["ending"] != state.RUNNING
        team = int(game["winner"] if over else game["decider"])
        parts = self._fields, self._squadrons, self._ties, self._ships, self._offers, self._below
        things = tuple(thing for part in parts for thing in part(game))
        stand = (team_line(self.scenario, game, 0), team_line(self.scenario, game, 1))
        turn = turn_line(self.scenario, game)
        return Scene(
            self.height,
            things,
            turn,
            stand,
            decision_line(self.scenario, game),
            team,
            bool(over),
            frozenset(self._signs(game)),
        )

    def _below(self, game: Record) -> Iterator[Thing]:
        yield from cards.cards(self.scenario, game, self.sea.low)
        yield from cards.rose(game, self.sea.low)

    def _spots(self, game: Record) -> dict[int, Spot]:
        """Where ships are that are on the map."""
        spots = {}
        for who in range(SHIPS):
            ship = game["ships"][divmod(who, STRIDE)]
            if is_afloat(ship):
                spots[who] = Spot(int(ship["q"]), int(ship["r"]), int(ship["heading"]), bool(ship["battery"]))
        return spots

    def middle(self, spot: Spot) -> Point:
        """The middle of a ship on the sheet."""
        q, r = spot.stern
        return self.sea.at((spot.q + q) / 2, (spot.r + r) / 2)

    def _ships(self, game: Record) -> Iterator[Thing]:
        spots = self._spots(game)
        taken = {at for spot in spots.values() for at in _hexes(spot)}
        for who, spot in spots.items():
            ship, key = game["ships"][divmod(who, STRIDE)], ship_name(who)
            names = [self.sea.name(spot.q, spot.r), self.sea.name(*spot.stern)]
            places = tuple(dict.fromkeys(filter(None, names)))
            words = cards.title(self.scenario, ship, who)
            look = look_of(ship, who, acts=bool(game["ship"] == who or int(game["line"]) >> who & 1))
            flips = not taken.isdisjoint(_below_name(spot))
            shapes = named(key, spot.heading, spot.battery, flips)
            # With its place, so that it goes with its ship.
            yield Thing(f"name-{key}", NAMES, self.middle(spot), self.scale, shapes, place=places[0] if places else "")
            yield Thing(
                key,
                STANDING,
                self.middle(spot),
                self.scale,
                drawn(look),
                words,
                places[0] if places else "",
                int(ship["holder"]),
                places if len(places) > 1 else (),
            )

    def _ties(self, game: Record) -> Iterator[Thing]:
        """Chains between tied ships, from the nearest hex of one to that of the other."""
        spots = self._spots(game)
        for who, spot in spots.items():
            ship = game["ships"][divmod(who, STRIDE)]
            ties = int(ship["fouled"]) | int(ship["grappled"])
            for other in range(who + 1, SHIPS):
                if ties >> other & 1 and other in spots:
                    pairs = [(a, b) for a in _hexes(spot) for b in _hexes(spots[other])]
                    near, far = min(pairs, key=lambda pair: distance(*pair[0], *pair[1]))
                    shapes = chained(*(self.sea.at(*_between(near, far, share)) for share in (0.28, 0.72)))
                    how = "grappled" if int(ship["grappled"]) >> other & 1 else "fouled"
                    words = f"{ship_name(who)} and {ship_name(other)} are {how}"
                    yield Thing(f"tie-{ship_name(who)}-{ship_name(other)}", ABOVE, (0.0, 0.0), 1.0, shapes, words)

    def _squadrons(self, game: Record) -> Iterator[Thing]:
        """SQ1: a line through the ships of each squadron, in their order."""
        spots = self._spots(game)
        for team in (0, 1):
            for number in range(1, state.SQUADRONS + 1):
                rows = game["ships"][team]
                members = [k for k in range(STRIDE) if rows[k]["squadron"] == number and STRIDE * team + k in spots]
                members.sort(key=lambda k: int(rows[k]["order"]))
                if len(members) > 1:
                    points = [self.middle(spots[STRIDE * team + k]) for k in members]
                    shapes = (line(points, PALE, 1.6),)
                    words = f"{TEAMS[team].capitalize()}'s squadron {number}"
                    yield Thing(f"squadron-{team}-{number}", BELOW, (0.0, 0.0), 1.0, shapes, words)

    # What may be done.

    def _fields(self, game: Record) -> Iterator[Thing]:
        """GU2: the fields of fire of ships that may fire now; an inner part shows where shots may rake (RK1, WE4)."""
        reaches = (NEAR_IN_FOG, RAKES // 2) if is_foggy(game) else (state.REACH, RAKES)
        for who in self._firing(game):
            spot = self._spots(game)[who]
            shapes = []
            for side in sides_of(self.world, game, who):
                for points in self._wedge(spot, side, reaches):
                    if len(clipped := self.sea.clipped(points)) > 2:
                        shapes.append(Shape(clipped, FIELD_FILL, FIELD_LINE, 1.0, 0.17))
            if shapes:
                yield Thing(f"field-{ship_name(who)}", BELOW, (0.0, 0.0), 1.0, tuple(shapes))

    def _firing(self, game: Record) -> Iterator[int]:
        """Who may fire: the ship that acts; of those that answer, each that can."""
        if game["decision"] in (state.SAIL, state.MOMENT):
            yield int(game["ship"])
        elif game["decision"] == state.ANSWER:
            for who in range(SHIPS):
                ship = game["ships"][divmod(who, STRIDE)]
                if ship["state"] == state.IN_ACTION and ship["holder"] == game["decider"]:
                    if shot_at(self.world, game, who, int(game["ship"]))[2] == ALLOWED:
                        yield who

    def _wedge(self, spot: Spot, side: int, reaches: tuple[int, ...]) -> Iterator[tuple[Point, ...]]:
        """The corners of a field, to each of these ranges."""
        for far in reaches:
            if side in (PORT, STARBOARD):
                sign = 1 if side == PORT else -1
                back, ahead = STEPS[(spot.heading + 2 * sign) % 6], STEPS[(spot.heading + sign) % 6]
                stern, prow = spot.stern, (spot.q, spot.r)
                ends = [(stern, back, 0), (prow, ahead, 0), (prow, ahead, far), (stern, back, far)]
            else:
                origin = (spot.q, spot.r) if side == BOW else spot.stern
                first = spot.heading + (-1 if side == BOW else 2)
                steps = [STEPS[(first + k) % 6] for k in range(3)]
                ends = [(origin, steps[0], 0), *((origin, step, far) for step in steps)]
            yield tuple(self.sea.at(q + dq * k, r + dr * k) for (q, r), (dq, dr), k in ends)

    def _offers(self, game: Record) -> Iterator[Thing]:
        """What the ship that is asked may do on the water: how far it sails, where it heads; and the wind there."""
        who, decision = int(game["ship"]), int(game["decision"])
        if decision == state.HEADING:
            yield from self._beginnings(game, who)
        if who == NONE or who not in (spots := self._spots(game)):
            return
        spot = spots[who]
        if decision == state.SAIL and no_sail(self.world, game, who) == ALLOWED:
            number = dice_to_sail(self.world, game)
            yield self._mark("sail", self._step(spot, 1), bow(spot.heading, f"{number}d4", True), "sail")
        elif decision == state.ADVANCE:
            found, total = ways(self.world, game), sum(map(int, game["rolled"]))
            last = self._last(spot, max(found))
            for hexes in found:
                if hexes <= last:
                    said = "the sum of the dice" if hexes == total else "one die"
                    shapes = bow(spot.heading, str(hexes), hexes == total)
                    yield self._mark(f"ahead {hexes}", self._step(spot, hexes), shapes, f"{hexes} ahead, {said}")
            if max(found) > last:
                words = f"{', '.join(str(hexes) for hexes in found if hexes > last)}: off the map"
                place = self.sea.name(*map(int, self._step(spot, last)))
                yield self._mark("off", self._step(spot, last + 0.6), bow(spot.heading, "off", False), words, place)
        elif decision in (state.TURN, state.TACK):
            for heading in sorted({*headings(self.world, game).values()}):
                words = f"head {DIRECTIONS[heading]}"
                yield self._mark(words, self._headed(game, spot, heading), arrow(heading), words)
        if decision in (state.SAIL, state.ADVANCE, state.TURN, state.TACK):
            yield Thing("wind here", BELOW, self._windy(game, spot), self.scale, breeze(int(game["wind"])))

    def _beginnings(self, game: Record, who: int) -> Iterator[Thing]:
        """SU2: where the bow of a ship that is placed will be, and the headings that it may have there."""
        at = self._placed(game)
        here = (ring((0.0, 0.0), 20.0, ACTS, 6.0),)
        yield Thing("begins", BELOW, self.sea.at(*at), self.scale, here, f"the bow of {ship_name(who)}")
        for heading, (dq, dr) in enumerate(STEPS):
            if no_heading(self.world, game, heading) == ALLOWED:
                words = f"head {DIRECTIONS[heading]}"
                yield self._mark(words, (at[0] + dq, at[1] + dr), arrow(heading), words)

    def _placed(self, game: Record) -> tuple[int, int]:
        """SU2: the hex of the column and row that have been chosen."""
        q, r = hex_of(int(game["asked"]), int(game["place"]))
        return int(q), int(r)

    def _windy(self, game: Record, spot: Spot) -> Point:
        """Where the wind is shown: beside the ship, from where it comes if there is room."""
        (x, y), (x0, y0) = self.middle(spot), self.sea.at(0, 0)
        others = [self.middle(other) for other in self._spots(game).values() if other != spot]
        tried = []
        for turn in (0, 1, -1, 2, -2, 3):
            dq, dr = STEPS[(int(game["wind"]) + turn) % 6]
            x1, y1 = self.sea.at(2.4 * dq, 2.4 * dr)
            at = x + x1 - x0, y + y1 - y0
            far, edge = 2.0 * self.sea.unit, 1.2 * self.sea.unit
            is_inside = edge < at[0] < WIDTH - edge and edge < at[1] < self.sea.low - edge
            if is_inside and all(math.dist(at, other) > far for other in others):
                return at
            tried.append(at)
        return tried[0]

    def _step(self, spot: Spot, hexes: float) -> tuple[float, float]:
        dq, dr = STEPS[spot.heading]
        return spot.q + hexes * dq, spot.r + hexes * dr

    def _last(self, spot: Spot, hexes: int) -> int:
        """How far of so many hexes ahead is on the map."""
        steps = range(1, hexes + 1)
        return max((step for step in steps if self.sea.name(*map(int, self._step(spot, step)))), default=0)

    def _headed(self, game: Record, spot: Spot, heading: int) -> tuple[int, int]:
        """The hex that a ship points at with another heading: beside the bow, or the stern that an anchor holds."""
        q, r = spot.stern if self._is_held(game) else (spot.q, spot.r)
        return q + STEPS[heading][0], r + STEPS[heading][1]

    def _is_held(self, game: Record) -> bool:
        """AN3: whether an anchor holds the stern of the ship that is asked."""
        return bool(game["ships"][divmod(int(game["ship"]), STRIDE)]["anchor"] == state.BY_STERN)

    def _mark(self, key: str, at: tuple[float, float], shapes: tuple[Item, ...], words: str, place: str = "") -> Thing:
        """A sign on the water, whose hex is clicked."""
        place = place or self.sea.name(*map(int, at))
        return Thing(key, STANDING, self.sea.at(*at), 0.92 * self.scale, shapes, words, place)

    def target(self, game: Record, name: str) -> str:
        """What is clicked for an action: the key of a ship, or a hex; empty: it has no place."""
        table, team = action_table(self.scenario), int(game["decider"])
        kind, who, argument = table.parts(table.index(name, team), team)
        ship = int(game["ship"])
        if kind.name in ("pick", "pick prize"):
            return who or argument
        if kind.name in ("fires", "grapples", "prize fires", "prize grapples"):
            return ship_name(ship) if ship != NONE else ""
        if kind.name.startswith(("fire at", "grapple", "board")):
            return argument
        if kind.name in ("column", "row", "heading"):
            return self._begins(game, kind.name, argument)
        if ship not in (spots := self._spots(game)):
            return ""
        spot = spots[ship]
        if kind.name == "sail":
            return self.sea.name(*map(int, self._step(spot, 1)))
        if kind.name == "advance":
            return self.sea.name(*map(int, self._step(spot, self._last(spot, int(argument)))))
        if kind.name in ("turn", "in succession", "through the wind", "back"):
            found = headings(self.world, game).get(argument or kind.name)
            return self.sea.name(*self._headed(game, spot, found)) if found is not None else ""
        return ""

    def _begins(self, game: Record, kind: str, argument: str) -> str:
        """SU2: the hex that is clicked for a column, at the own edge of the map; for a row; for a heading."""
        number, edge = int(argument) - 1 if argument.isdigit() else 0, 0 if game["decider"] else self.scenario.rows - 1
        if kind == "heading":
            (q, r), (dq, dr) = self._placed(game), STEPS[DIRECTIONS.index(argument)]
            return self.sea.name(q + dq, r + dr)
        column, row = (number, edge) if kind == "column" else (int(game["asked"]) - 1, number)
        return self.sea.name(column - (row >> 1), row)

    def aims(self, games: Position, names: Sequence[str]) -> dict[str, Aim]:
        """Whom shots, hooks and boarders are for; where a ship's bow comes to, or heads."""
        game = record_of(self.scenario, games)
        found = {name: self.target(game, name) for name in names}
        return {name: Aim(target, *self._ghost(game, name)) for name, target in found.items() if target}

    def _ghost(self, game: Record, name: str) -> tuple[()] | tuple[tuple[()], tuple[Point], tuple[Item, ...], float]:
        """How a ship would lie at the end of a way, or after a turn; nothing: the action is something else."""
        table, team, who = action_table(self.scenario), int(game["decider"]), int(game["ship"])
        kind, _, argument = table.parts(table.index(name, team), team)
        if kind.name == "heading":
            lies = Spot(*self._placed(game), DIRECTIONS.index(argument))
            return (), (self.middle(lies),), ghost(who // STRIDE, lies.heading), self.scale
        if who == NONE or who not in (spots := self._spots(game)):
            return ()
        spot = spots[who]
        if kind.name == "advance" and int(argument) <= self._last(spot, int(argument)):
            q, r = self._step(spot, int(argument))
            lies = spot._replace(q=int(q), r=int(r))
        elif kind.name in ("turn", "in succession", "through the wind", "back"):
            heading = headings(self.world, game).get(argument or kind.name, spot.heading)
            at = self._headed(game, spot, heading) if self._is_held(game) else (spot.q, spot.r)
            lies = Spot(*at, heading)
        else:
            return ()
        return (), (self.middle(lies),), ghost(who // STRIDE, lies.heading), self.scale

    # What has happened.

    def happened(self, before: Position, events: Sequence[Event], draws: Sequence[Draw]) -> tuple[Thing, ...]:
        """What has happened in a step: wakes, broadsides, explosions, ships that go down."""
        things: list[Thing] = []
        for number, (event, spots) in enumerate(self._followed(before, events)):
            who, whom = _id(event.who), _id(event.whom)
            if event.kind in ("sailed", "passed through", "drifted", "kedged off"):
                start, end = (self.middle(spot) for spot in spots[who])
                wake = (dashed((start, end), PALE, 3.0, 4.0),)
                things.append(Thing(f"wake-{number}", BELOW, (0.0, 0.0), 1.0, wake))
            elif event.kind == "fired" and who in spots and whom in spots:
                missed = any(each.kind == "missed" and each.who == event.who for each in events[number:])
                things += self._shot(number, event, spots[who][1], spots[whom][1], not missed)
            elif event.kind in ("exploded", "sunk", "dragged down") and event.place in self.sea.hexes:
                shapes: tuple[Item, ...] = tuple(ring((0.0, 0.0), radius, PALE, 3.0) for radius in (14.0, 30.0, 46.0))
                if event.kind == "exploded":
                    shapes = (Shape(star((0.0, 0.0), 60.0, 9), FLAME), Shape(star((0.0, 0.0), 36.0, 9), HOT))
                at = self.middle(spots[who][1]) if who in spots else self.sea.named(event.place)
                things.append(Thing(f"end-{number}", ABOVE, at, self.scale, shapes, f"{event.who}: {event.kind}"))
        return tuple(things)

    def _shot(self, number: int, event: Event, spot: Spot, other: Spot, hits: bool) -> Iterator[Thing]:
        start, end = self.middle(spot), self.middle(other)
        way = (start[0] - end[0], start[1] - end[1])
        thin = dashed((way, (0.0, 0.0)), FLAME if hits else PALE, 1.8, 5.0)
        flies = Motion(FLY, FIRES, (way, (0.0, 0.0)), "#22252b", splash=hits)
        words = f"{event.who} fires at {event.whom}, range {event.value}"
        yield Thing(f"shot-{number}", ABOVE, end, 1.0, (thin,), words, motion=flies)
        side = PORT if "port or bow" in event.how else STARBOARD
        puffs = smoke(spot.heading, side) if not spot.battery else (Disc((0.0, 0.0), 20.0, PALE, opacity=0.8),)
        yield Thing(f"smoke-{number}", ABOVE, start, self.scale, puffs)

    def _followed(
        self, before: Position, events: Sequence[Event]
    ) -> Iterator[tuple[Event, Mapping[int, tuple[Spot, Spot]]]]:
        """Each event with where ships were before it and after it."""
        spots = {who: (spot, spot) for who, spot in self._spots(record_of(self.scenario, before)).items()}
        for event in events:
            spots = {who: (spot, spot) for who, (_, spot) in spots.items()}
            who = _id(event.who)
            if who in spots and event.place in self.sea.hexes:
                spot = spots[who][1]
                q, r = self.sea.hexes[event.place]
                if event.kind in ("turned", "sailed"):  # who follows a wake may head elsewhere (SQ7)
                    spots[who] = (spot, Spot(q, r, DIRECTIONS.index(str(event.value)), spot.battery))
                elif event.kind in ("passed through", "drifted", "kedged off"):
                    spots[who] = (spot, spot._replace(q=q, r=r))
            yield event, spots

    def walked(self, events: Sequence[Event]) -> Mapping[str, Sequence[str]]:
        """The hexes that ships have sailed through in a step: all lie on a line, and the board needs no more."""
        return {}

    def moments(self, before: Position, events: Sequence[Event]) -> tuple[Moment, ...]:
        """What deserves a sign or a sound in a step."""
        found: list[Moment] = []
        for number, (event, spots) in enumerate(self._followed(before, events)):
            who, whom = _id(event.who), _id(event.whom)
            team = who // STRIDE if who >= 0 else NOBODY
            if event.kind in PHASES:
                side = TEAMS.index(event.who) if event.who in TEAMS else NOBODY
                found.append(Moment("phase", AFTER, PHASES[event.kind].format(team=event.who.capitalize()), None, side))
            elif event.kind == "hit":
                if not any(each.kind in DONE and each.who == event.whom for each in events[number:]):
                    found.append(Moment("miss", ENDS, "No damage", self.middle(spots[whom][1]), team))
            elif event.kind in SIGNS:
                kind, beat, words = SIGNS[event.kind]
                if kind == "move" and any(moment.kind == "move" for moment in found):
                    continue  # a ship's way is one sound
                where = whom if event.kind in AT_WHOM else who
                at = self.middle(spots[where][1]) if where in spots else None
                found.append(Moment(kind, beat, words.format(who=event.who), at, team))
            else:
                found += common_moments([event], TEAMS)
        return tuple(found)

    def _signs(self, game: Record) -> Iterator[str]:
        """Names of the legend's signs that are shown."""
        names = [name for name, _ in legend()]
        for row in game["ships"].reshape(-1):
            shown = (
                False,
                False,
                row["fired"] or row["masts"] < row["rigged"],
                row["hung"],
                row["burning"],
                row["steering"],
                row["irons"],
                row["aground"],
                row["anchor"],
                row["state"] == state.STRUCK,
                row["state"] == state.PRIZE,
                row["battery"],
                row["fouled"] or row["grappled"],
            )
            if is_afloat(row):
                yield from (name for name, seen in zip(names, shown, strict=True) if seen)
        if game["ship"] != NONE:
            yield names[1]


@lru_cache(maxsize=16)
def scenes_of(scenario: Scenario) -> Scenes:
    """What draws a scenario's positions, made once."""
    return Scenes(scenario)


def _id(name: str) -> int:
    """A ship's id by its name; NONE: it is none."""
    return STRIDE * LETTERS.index(name[0]) + int(name[1:]) - 1 if name[1:].isdigit() else NONE


def _hexes(spot: Spot) -> tuple[tuple[int, int], tuple[int, int]]:
    return (spot.q, spot.r), spot.stern


def _below_name(spot: Spot) -> Iterator[tuple[int, int]]:
    """The hexes on the side of a ship where its name stands."""
    sign = 1 if named_to_port(spot.heading) else -1
    for (q, r), turn in (((spot.q, spot.r), sign), ((spot.q, spot.r), 2 * sign), (spot.stern, 2 * sign)):
        dq, dr = STEPS[(spot.heading + turn) % 6]
        yield q + dq, r + dr


def _between(start: tuple[int, int], end: tuple[int, int], share: float) -> tuple[float, float]:
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def look_of(ship: Record, who: int, acts: bool) -> Look:
    """All of a ship that is drawn."""
    team = who // STRIDE
    loaded = cards.loaded(ship) if ship["state"] == state.IN_ACTION else 0
    if ship["battery"]:
        loaded = int(not ship["fired"])
    return Look(
        team,
        rate=int(ship["rate"]),
        heading=int(ship["heading"]),
        masts=int(ship["masts"]),
        rigged=int(ship["rigged"]),
        hung=int(ship["hung"]),
        loaded=loaded,
        state=int(ship["state"]),
        holder=int(ship["holder"]),
        burning=bool(ship["burning"]),
        steering=bool(ship["steering"]),
        irons=bool(ship["irons"]),
        aground=bool(ship["aground"]),
        anchor=int(ship["anchor"]),
        acts=acts,
        battery=bool(ship["battery"]),
    )


def ways(world: Record, game: Record) -> list[int]:
    """MO3: the numbers of hexes that the ship that is asked may sail."""
    return [hexes for hexes in range(1, 25) if no_advance(world, game, hexes) == ALLOWED]


def headings(world: Record, game: Record) -> dict[str, int]:
    """TK1, TK4: the headings that turns lead to, by the turns' names."""
    ship = game["ships"][divmod(int(game["ship"]), STRIDE)]
    heading = int(ship["heading"])
    if game["decision"] == state.TACK:
        side = 1 if game["turned"] > 0 else -1
        found = {"back": (heading - side) % 6}
        if no_through(world, game) == ALLOWED:
            found["through the wind"] = (heading + side) % 6
        return found
    names = {k: f"{'port' if k > 0 else 'starboard'} {abs(k)}" if k else "steady" for k in range(-3, 4)}
    found = {name: (heading + k) % 6 for k, name in names.items() if no_turn(world, game, k, TOGETHER) == ALLOWED}
    for side in (1, -1):
        if world["rules"]["successions"] and no_turn(world, game, side, IN_SUCCESSION) == ALLOWED:
            found[f"{names[side]} in succession"] = (heading + side) % 6
    return found


def dice_to_sail(world: Record, game: Record) -> int:
    """MO1, SQ6: how many dice the ship that is asked would roll, or its squadron."""
    return int(fewest_dice(world, game) if game["line"] else dice_of(world, game, int(game["ship"])))
