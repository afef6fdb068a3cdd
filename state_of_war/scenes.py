"""Positions drawn on a sheet, for the viewer and for pictures: men, what a unit may do, what has happened."""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from state_of_war import bases, cards, roster
from state_of_war.actions import action_table, unit_name
from state_of_war.battle_lines import decision_line, team_line, turn_line
from state_of_war.field import HALO, NAME, WIDTH, Field
from state_of_war.happenings import Happenings
from state_of_war.previews import Orders, Preview
from state_of_war.roster import Man, Unit
from state_of_war.rules import state
from state_of_war.rules.actions import decode
from state_of_war.rules.shooting import weapon_of
from state_of_war.rules.state import FOOT_RADIUS, GREY, HORSE_RADIUS, NONE, REACHES, STRIDE, UNITS
from state_of_war.rules.victory import HELD_WITHIN, holder_now
from state_of_war.scenario import Scenario
from state_of_war.shots import BANDS
from state_of_war.signs import legend
from tabletop.game.draws import Draw
from tabletop.game.events import Event
from tabletop.game.header import Position, Record
from tabletop.game.headings import COMPASS
from tabletop.show.drawing.shapes import Point, Shape, Words, dashed, ring
from tabletop.show.drawing.themes import FIELD
from tabletop.show.drawing.things import (
    ALL_THERE,
    BELOW,
    ON_GROUND,
    STANDING,
    UNIT,
    Aim,
    Moment,
    Scene,
    Sheet,
    Thing,
)
from tabletop.show.scenes import record_of

RING = 72  # corners of a range
FORM_RINGS = (110, 85, 60)  # mm from the pivot, by ranks: where a form is clicked
FACE_RING = 30  # mm: where facing about is clicked
PLATE = 12.5 / UNIT  # size of names
NAMED = 12.0, 7.0  # halves of a name's sides on the sheet
CHOSEN = bases.ACTS


class Scenes:
    """Draws the positions of a scenario (`GameDefinition.scenes`)."""

    def __init__(self, scenario: Scenario, theme: str = FIELD) -> None:
        """Draw positions of this scenario in a theme."""
        self.scenario, self.world = scenario, scenario.world[0]
        self.field = Field(scenario, theme)
        self._rows = max(map(len, scenario.troops))

    def sheet(self) -> Sheet:
        """What stays the same: the table without its terrain, which DE1 may turn."""
        field, most = self.field, state.UNITS if self.scenario.detachments else self._rows
        signs = legend(self.scenario)
        return Sheet(
            WIDTH,
            field.cards,
            field.cards + cards.height(most),
            tuple(field.ground()),
            tuple(field.labels()),
            (),
            signs,
            frozenset(name for name, _ in bases.legend()[2:]),
            colours=bases.FILLS,
            measure=field.measure,
            tones=field.tones,
        )

    def scene(self, games: Position) -> Scene:
        """A position; `games` is a record, an array of one, or text."""
        game = record_of(self.scenario, games)
        over = game["ending"] != state.RUNNING
        team = int(game["winner"] if over else game["decider"])
        units = list(roster.units_of(self.scenario, game))
        acts = acting(game)
        rows = max(self._rows, *(sum(unit.team == side for unit in units) for side in (0, 1)))
        things = (
            *self._ground(game),
            *self._ranges(game, units, acts),
            *self._aimed(units),
            *(thing for unit in units for thing in self._unit(game, unit, units, unit.name == acts)),
            cards.ground(self.field.cards, rows),
            *cards.cards(units, acts, self.field.cards),
        )
        return Scene(
            self.field.cards + cards.height(rows),
            things,
            turn_line(self.scenario, game),
            (team_line(self.scenario, game, 0), team_line(self.scenario, game, 1)),
            decision_line(self.scenario, game),
            team,
            bool(over),
            frozenset(_signs(self.scenario, game, units)),
        )

    # What lies on the table.

    def _ground(self, game: Record) -> Iterator[Thing]:
        turned = int(game["turned"])
        yield Thing("terrain", ON_GROUND, (0.0, 0.0), 1.0, self.field.terrain(turned))
        ground = self.world["ground"][turned]
        for number, place in enumerate(ground["places"][: int(ground["spots"])]):
            shapes = bases.pin(int(place["heading"]), str(number + 1))
            yield Thing(f"place:{number + 1}", ON_GROUND, self.field.at(place["x"], place["y"]), 0.19, shapes)
        if self.scenario.objective:
            x, y = (round(10 * value) * (-1 if turned else 1) for value in self.scenario.objective)
            holder = int(holder_now(self.world, game))
            held = "nobody holds it" if holder == NONE else f"{('Blue', 'Grey')[holder]} holds it"
            round_it = ring((0.0, 0.0), HELD_WITHIN * self.field.mm, NAME, 1.2)
            yield Thing("within", ON_GROUND, self.field.at(x, y), 1.0, (round_it,))
            yield Thing("objective", BELOW, self.field.at(x, y), 0.4, bases.flag(), f"The objective: {held}")

    def scale(self, radius: int) -> float:
        """The scale of what is drawn for a base of this radius, mm."""
        return radius * self.field.mm / UNIT

    def _unit(self, game: Record, unit: Unit, units: Sequence[Unit], acts: bool) -> Iterator[Thing]:
        if not unit.men:
            return
        if acts:
            outline = tuple(self.field.at(*point) for point in around(unit, 10))
            yield Thing(f"acts:{unit.name}", BELOW, (0.0, 0.0), 1.0, (Shape(outline, None, CHOSEN, 2.6),))
        for man in unit.men:
            scale = self.scale(_radius(man))
            at = f"{man.x}:{man.y}"  # so that who goes is seen going
            yield Thing(
                man.name,
                STANDING,
                self.field.at(man.x, man.y),
                scale,
                bases.drawn(look_of(unit, man)),
                place=unit.name,
                side=unit.team,
                places=(unit.name, at),
                means=ALL_THERE,
            )
        if unit.horses:
            yield Thing(
                f"horses:{unit.name}", BELOW, self.field.at(*unit.horses), self.scale(HORSE_RADIUS), bases.horses()
            )
        words = next((words for words in roster.conditions(unit) if words.split()[0] in PLATED), "")
        shapes = bases.plate(unit.team, unit.name, words, unit.given)
        place = self._beside(unit, units)
        yield Thing(
            unit.name, STANDING, place, PLATE, shapes, roster.title(unit), unit.name, unit.team, (unit.name, str(place))
        )

    def _beside(self, unit: Unit, units: Sequence[Unit]) -> Point:
        """Where a unit's name stands: behind it, or where fewer men would be covered."""
        (x, y), (half_x, half_y) = middle(unit), self.field.half
        up = 1 if unit.team == GREY else -1
        wide, high = NAMED[0] / self.field.mm, NAMED[1] / self.field.mm  # halves of the name's sides, in mm
        aside = max(abs(man.x - x) for man in unit.men) + HORSE_RADIUS + wide
        behind = max(abs(man.y - y) for man in unit.men) + HORSE_RADIUS + high
        spots = [(x, y + up * behind), (x, y - up * behind), (x - aside, y), (x + aside, y)]
        men = [(man.x, man.y) for each in units for man in each.men]

        def covers(spot: Point) -> int:
            inside = abs(spot[0]) < half_x - wide and abs(spot[1]) < half_y - high
            near = (abs(u - spot[0]) < wide + FOOT_RADIUS and abs(v - spot[1]) < high + FOOT_RADIUS for u, v in men)
            return sum(near) + len(men) * (not inside)

        return self.field.at(*min(spots, key=covers))

    def _ranges(self, game: Record, units: Sequence[Unit], acts: str) -> Iterator[Thing]:
        """WE2: how far the weapon of most men of the unit that acts reaches, around all of it."""
        unit = next((unit for unit in units if unit.name == acts and unit.men), None)
        if unit is None or game["decision"] not in (state.ORDER, state.SECOND, state.REACT):
            return
        rows = [
            int(weapon_of(self.world, who, False)) or int(weapon_of(self.world, who, True)) for who in _ids(game, unit)
        ]
        weapon = max(sorted(set(rows)), key=rows.count)
        for band, reach in zip(BANDS, REACHES[weapon].tolist(), strict=True):
            corners = [self.field.at(*point) for point in around(unit, reach)]
            inside = [self._is_on_table(point) for point in corners]
            if reach and any(inside):
                yield from self._band(f"range:{band}", corners, inside, f"{band}, {reach / 10:g} cm")

    def _is_on_table(self, point: Point) -> bool:
        left, top = self.field.at(-self.field.half[0], self.field.half[1])
        return left <= point[0] <= WIDTH - left and top <= point[1] <= self.field.low - top

    def _band(self, key: str, corners: list[Point], inside: list[bool], words: str) -> Iterator[Thing]:
        """The line of a range as far as it lies on the table, and its name where it leads up or down the table."""
        # From a corner off the table on, if there is one: each run of those on it is one line.
        first = next((k for k, seen in enumerate(inside) if not seen), 0)
        order = [*range(first, RING), *range(first + 1)]
        runs = [[corners[k] for k in run] for seen, run in groupby(order, lambda k: inside[k]) if seen]
        shapes: list[Shape | Words] = [dashed(run, NAME, 1.1, 5.0) for run in runs if len(run) > 1]
        named = [k for k in (RING // 4, RING // 8, 3 * RING // 8, 3 * RING // 4, 0, RING // 2) if inside[k]]
        if named:
            x, y = corners[named[0]]
            shapes.append(Words((x, y - 6.0), words, 10.0, NAME, halo=HALO))
        yield Thing(key, BELOW, (0.0, 0.0), 1.0, tuple(shapes), f"range: {words}")

    def _aimed(self, units: Sequence[Unit]) -> Iterator[Thing]:
        """TU2: shots that are declared, and fall when the action ends."""
        by_name = {unit.name: unit for unit in units}
        for unit in units:
            if unit.shoots and unit.men and by_name[unit.shoots].men:
                ends = self.field.at(*middle(unit)), self.field.at(*middle(by_name[unit.shoots]))
                words = f"{unit.name} aims at {unit.shoots}"
                shapes = (Shape(ends, None, bases.RED, 1.6, closed=False, dash=6.0),)
                yield Thing(f"aims:{unit.name}", BELOW, (0.0, 0.0), 1.0, shapes, words)

    # What may be done.

    def aims(self, games: Position, names: Sequence[str]) -> dict[str, Aim]:
        """Whom shots and charges are for; where the men of a unit would stand."""
        game, table = record_of(self.scenario, games), action_table(self.scenario)
        orders, found = Orders(self.world, game), {}
        for name in names:
            kind = table.parts(table.index(name, int(game["decider"])), int(game["decider"])).kind.name
            value = decode(self.world, game, table.index(name, int(game["decider"])))[2]
            if aim := self._aim(game, orders, kind, name, int(value)):
                found[name] = aim
        return found

    def _aim(self, game: Record, orders: Orders, kind: str, name: str, value: int) -> Aim | None:
        if kind == "pick":
            return Aim(name)
        if kind == "shoot at":
            return Aim(unit_name(value))
        if kind == "fire":
            return Aim(unit_name(int(game["unit"])))
        if kind == "charge":
            return self._led(game, orders.charge(value), unit_name(value))
        if kind in ("hide", "show"):
            return Aim(unit_name(int(game["asked"]))) if kind == "hide" else None
        if kind == "move":
            preview = orders.move(value)
            heading = value // state.QUARTERS
            if orders.left(heading) == 0:
                return self._led(game, preview, to=_off(preview.start, heading, FACE_RING))
            return self._led(game, preview, to=preview.ends[0][0]) if preview.ends else None
        if kind == "form":
            heading, ranks = divmod(value, len(FORM_RINGS))
            preview = orders.form(value)
            return self._led(game, preview, to=_off(preview.start, heading, FORM_RINGS[ranks]))
        if kind == "go":
            place = self.world["ground"][int(game["turned"])]["places"][value]
            return self._led(game, orders.go(value), to=(int(place["x"]), int(place["y"])))
        if kind == "slot":
            preview = orders.slot(value)
            return self._led(game, preview, to=preview.start)
        if kind in ("mount", "press"):
            return self._led(game, getattr(orders, kind)(), unit_name(orders.unit))
        if kind == "detach":
            return self._led(game, orders.detach(value), unit_name(orders.unit))
        return None

    def _led(self, game: Record, preview: Preview, place: str = "", to: tuple[int, int] | None = None) -> Aim:
        """An aim at a thing, or along a line to a point of the table, with all who go as a ghost."""
        at, size, side = to or preview.start, self.scale(FOOT_RADIUS), int(game["unit"]) // UNITS
        spots: dict[int, list[Point]] = {}
        for (x, y), radius in preview.ends:
            u, v = self.field.off(x - at[0], y - at[1])
            spots.setdefault(radius, []).append((round(u / size), round(v / size)))
        shapes = (bases.ghost(side, each, UNIT * radius / FOOT_RADIUS) for radius, each in spots.items())
        ends = (self.field.at(*at),) if place else (self.field.at(*preview.start), self.field.at(*at))
        return Aim(place, (), ends, tuple(item for each in shapes for item in each), size)

    # What has happened.

    def happened(self, before: Position, events: Sequence[Event], draws: Sequence[Draw]) -> tuple[Thing, ...]:
        """What has happened in a step: ways, shots with their smoke, men who fall."""
        return tuple(Happenings(self, record_of(self.scenario, before), events).things())

    def walked(self, events: Sequence[Event]) -> Mapping[str, Sequence[str]]:
        """Men go straight to where they stand then, and the board needs no more."""
        return {}

    def moments(self, before: Position, events: Sequence[Event]) -> tuple[Moment, ...]:
        """What deserves a sign or a sound in a step."""
        return tuple(Happenings(self, record_of(self.scenario, before), events).moments())


PLATED = ("broken", "falls", "mustn't", "hidden")  # first words of the conditions that stand beside a unit


def acting(game: Record) -> str:
    """The unit that is ordered, or asked; empty: none, or nobody decides."""
    if game["ending"] != state.RUNNING or game["decision"] in (state.SLOT, state.PICK, state.SPOT):
        return ""
    unit = int(game["asked"] if game["asked"] != NONE else game["unit"])
    return unit_name(unit) if unit != NONE else ""


def middle(unit: Unit) -> tuple[float, float]:
    """The mean of where its men stand, mm."""
    return sum(man.x for man in unit.men) / len(unit.men), sum(man.y for man in unit.men) / len(unit.men)


def around(unit: Unit, reach: int) -> list[tuple[float, float]]:
    """The line so many mm from the edges of a unit's bases, as corners: anticlockwise, beginning in the east, mm.

    It runs round the hull of the unit, and so is true where nobody of it stands behind others.
    """
    corners = []
    for k in range(RING):
        u, v = math.cos(2 * math.pi * k / RING), math.sin(2 * math.pi * k / RING)
        man = max(unit.men, key=lambda man: man.x * u + man.y * v + _radius(man))
        far = reach + _radius(man)
        corners.append((man.x + far * u, man.y + far * v))
    return corners


def look_of(unit: Unit, man: Man) -> bases.Look:
    """All of a man that is drawn."""
    role = bases.COMMANDER if man.name == unit.commander else bases.LEADER if man.name == unit.leader else bases.MAN
    heading = COMPASS.index(unit.facing) if man.mounted and unit.facing else -1
    return bases.Look(unit.team, role, heading, man.wounded, man.loaded, man.ready, unit.hidden)


def _radius(man: Man) -> int:
    return HORSE_RADIUS if man.mounted else FOOT_RADIUS


def _off(start: tuple[int, int], heading: int, far: int) -> tuple[int, int]:
    """A point so many mm from another one, along a heading."""
    turn = 2 * math.pi * heading / state.HEADINGS
    return round(start[0] + far * math.cos(turn)), round(start[1] + far * math.sin(turn))


def _ids(game: Record, unit: Unit) -> list[int]:
    """The ids of a unit's standing men."""
    states = game["figures"][unit.team]
    return [
        STRIDE * unit.team + number
        for number, row in enumerate(states)
        if row["state"] == state.STANDING and row["unit"] == int(unit.name[1:]) - 1
    ]


def _signs(scenario: Scenario, game: Record, units: Sequence[Unit]) -> Iterator[str]:
    """Names of the legend's signs that are shown."""
    men = [(unit, man, look_of(unit, man)) for unit in units for man in unit.men]
    shown = (
        any(not look.loaded for _, _, look in men),
        any(look.ready for _, _, look in men),
        any(look.wounded for _, _, look in men),
        any(look.role == bases.LEADER for _, _, look in men),
        any(look.role == bases.COMMANDER for _, _, look in men),
        any(look.heading >= 0 for _, _, look in men),
        any(look.hidden for _, _, look in men),
        bool((game["figures"]["lies"] == 1).any()),
        False,
        any(unit.horses for unit in units),
        bool(scenario.places),
        scenario.objective is not None,
    )
    yield from (name for (name, _), seen in zip(bases.legend()[2:], shown, strict=True) if seen)
