"""DE1, DE3: where figures may begin: the scenario's places and slots, and what is refused of them."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from state_of_war.forces import Troop
from state_of_war.ground import in_mm
from state_of_war.rules import state
from state_of_war.rules.figures import own_heading
from state_of_war.rules.ranks import ON_FOOT, ON_HORSE, place_in_ranks, width_of
from tabletop.game.header import Record
from tabletop.game.headings import COMPASS
from tabletop.game.open_table import covers, distance_sign, side, within
from tabletop.game.places import Point

SIDES = ("blue", "grey")
ZONES = ("long", "short", "half")
RANKS = ("one", "two", "column")
DEPTH = 200  # mm of a zone, from its edge (DE1)


class Base(NamedTuple):
    """A figure that stands: by which key of the file, who in words, whose, where, how wide."""

    key: str
    name: str
    side: int
    x: int
    y: int
    radius: int

    def reaches(self, other: "Base", gap: int) -> int:
        """The sign of the distance of two bases, edge to edge, less so many mm."""
        return distance_sign(self.x, self.y, other.x, other.y, gap + self.radius + other.radius)


def point_text(x: int, y: int) -> str:
    """A point as a file has it: `[-5, 2.5]`."""
    return f"[{x / 10:g}, {y / 10:g}]"


def up_table(side: int, zones: str) -> int:
    """W8, DE1: the heading up the table of a side."""
    return own_heading(side, 0 if zones == "short" else 4)


def form(pivot: Point, men: int, ranks: str, heading: int, mounted: bool) -> list[Point]:
    """MV6: the places of a form, in order, the pivot's first."""
    width, steps = width_of(RANKS.index(ranks), men), ON_HORSE if mounted else ON_FOOT
    ways = [place_in_ranks(heading, width, at, steps) for at in range(men)]
    return [(pivot[0] + dx, pivot[1] + dy) for dx, dy in ways]


def fixed_places(troop: Troop, number: int, zones: str) -> list[Point]:
    """DE3, `fixed`: where the men of a unit of a side, 0 or 1, begin."""
    entry = troop.entry
    heading = COMPASS.index(entry.heading) if entry.heading else up_table(number, zones)
    assert entry.place is not None
    return form(in_mm(entry.place), len(troop.men), entry.ranks, heading, entry.horse)


class Table:
    """A table, as it lies or turned, on which bases may stand or not.

    Attributes:
      half: half of its length and width, mm.
      ground: terrain, a record of type GROUND.
      is_open: buildings are open (TA4).
    """

    def __init__(self, half: Point, ground: Record, is_open: bool) -> None:
        """Take the table."""
        self.half, self.ground, self.is_open = half, ground, is_open

    def fault(self, base: Base) -> str:
        """What forbids a base to stand there; empty: nothing does."""
        x, y = self.half
        if abs(base.x) + base.radius > x or abs(base.y) + base.radius > y:
            return "off the table (MV3)"
        closed = {state.WATER: "in water"} | ({} if self.is_open else {state.BUILDING: "in a building"})
        polygons = self.ground["areas"][: self.ground["polygons"]]
        for of, area in zip(self.ground["of"].tolist(), polygons, strict=False):
            if (kind := int(area["kind"])) in closed and covers(area, area["c"], base.x, base.y):
                return f"{closed[kind]}, areas.{of} (MV3)"
        for disc in self.ground["discs"][: self.ground["rounds"]]:
            if disc["kind"] == state.WATER and within(disc["x"], disc["y"], base.x, base.y, disc["radius"]):
                return f"{closed[state.WATER]}, areas.{disc['number']} (MV3)"
        for piece in self.ground["pieces"][: self.ground["lines"]]:
            if piece["kind"] != state.BANK and _is_on(piece, base.x, base.y):
                return f"on a {'wall' if piece['kind'] == state.WALL else 'fence'} (MV3)"
        return ""

    def check(self, bases: Iterable[Base]) -> None:
        """Refuse bases that can't stand there, in one line."""
        for base in bases:
            if fault := self.fault(base):
                raise ValueError(f"{base.key}: {base.name} would begin {fault}")


def _is_on(piece: Record, x: int, y: int) -> bool:
    ax, ay, bx, by = (int(piece[field]) for field in ("ax", "ay", "bx", "by"))
    inside = min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by)
    return inside and side(ax, ay, bx, by, x, y) == 0


def check_apart(bases: Sequence[Base], others: Sequence[Base] | None = None) -> None:
    """Refuse bases that overlap, or enemies in contact (TA2, TA3, MV3); with `others` only of one list and the other.

    ValueError, in one line.
    """
    pairs = combinations(bases, 2) if others is None else product(bases, others)
    for one, other in pairs:
        if one.reaches(other, 0) < 0:
            raise ValueError(f"{one.key}: {one.name} and {other.name} would begin on each other (TA2)")
        if one.side != other.side and one.reaches(other, state.TOUCH) <= 0:
            raise ValueError(f"{one.key}: {one.name} and {other.name} would begin in contact (MV3)")


# Fixed places.


def check_fixed(table: Table, forces: Sequence[Sequence[Troop]], zones: str) -> None:
    """Refuse places at which units can't begin; ValueError, in one line."""
    bases = []
    for number, troops in enumerate(forces):
        for at, troop in enumerate(troops):
            key, name = f"{SIDES[number]}.{at}", f"{'BG'[number]}{at + 1}"
            spots = fixed_places(troop, number, zones)
            bases += [
                Base(key, f"a man of {name} at {point_text(x, y)}", number, x, y, radius_of(troop)) for x, y in spots
            ]
    table.check(bases)
    check_apart(bases)


def radius_of(troop: Troop) -> int:
    """TA2: of the bases of a unit's men as they begin, mm."""
    return state.HORSE_RADIUS if troop.entry.horse else state.FOOT_RADIUS


# Slots.


def check_slots(
    tables: Sequence[Table],
    forces: Sequence[Sequence[Troop]],
    slots: Sequence[Sequence[Point]],
    zones: Iterable[tuple[str, str]],
) -> None:
    """DE3: refuse slots that aren't in their zone, where a unit can't stand, or would be in another one's way.

    Args:
      tables: as it lies, and turned if DE1 may turn it.
      forces: of each side.
      slots: `long`, `short`, `half`, as Blue has them, in mm.
      zones: which lists Blue and Grey may have together.
    """
    pairs = list(zones)
    for names in pairs:
        both = []
        for number, name in enumerate(names):
            spots = slots[ZONES.index(name)]
            _check_list(name, spots, forces[number], len(pairs) > 1)
            both.append([_units_in(spot, at, name, number, forces[number]) for at, spot in enumerate(spots, 1)])
            for bases in (bases for units in both[-1] for bases in units):
                _check_zone(tables[0].half, name, bases)
                for table in tables:
                    table.check(bases)
            for one, other in combinations(both[-1], 2):
                for i, j in product(range(len(one)), repeat=2):
                    if i != j:
                        _check_pair(one[i], other[j])
        for one, other in product(*both):
            for first, second in product(one, other):
                _check_pair(first, second)


def _check_list(name: str, spots: Sequence[Point], troops: Sequence[Troop], is_any: bool) -> None:
    if not len(troops) <= len(spots) <= state.MOST_SLOTS:
        most = f"as many as a side has units, {len(troops)}, to {state.MOST_SLOTS}, are needed"
        way = "; setup drawn needs those of its zones only" if is_any else ""
        raise ValueError(f"slots.{name}: there are {len(spots)}: {most}{way} (DE3)")
    for at, spot in enumerate(spots):
        if spot in spots[:at]:
            raise ValueError(f"slots.{name}.{at}: {point_text(*spot)} is listed twice (DE3)")


def _largest(troops: Sequence[Troop]) -> Iterator[Troop]:
    """The two largest units on foot and on horse: the places of a form hold those of smaller ones."""
    for horse in (False, True):
        alike = [troop for troop in troops if troop.entry.horse == horse]
        yield from sorted(alike, key=lambda troop: -len(troop.men))[:2]


def _units_in(spot: Point, at: int, name: str, number: int, troops: Sequence[Troop]) -> list[list[Base]]:
    """The bases of each of the largest units in a slot."""
    turned = (-spot[0], -spot[1]) if number == state.GREY else spot
    key = f"slots.{name}.{at - 1}"
    who = f"a unit of {SIDES[number].capitalize()} in slot {at}, {point_text(*turned)},"
    return [
        [
            Base(key, who, number, x, y, radius_of(troop))
            for x, y in form(turned, len(troop.men), "two", up_table(number, name), troop.entry.horse)
        ]
        for troop in _largest(troops)
    ]


def _check_zone(half: Point, name: str, bases: Sequence[Base]) -> None:
    """DE1: all of them are within 20 cm of the edge, or in the half."""
    for base in bases:
        x, y = (-base.x, -base.y) if base.side == state.GREY else (base.x, base.y)
        from_edge = (x + half[0] if name == "short" else y + half[1]) - base.radius
        if y > 0 if name == "half" else from_edge > DEPTH:
            zone = (
                "its half"
                if name == "half"
                else f"{DEPTH // 10} cm of the {'west' if name == 'short' else 'south'} edge"
            )
            raise ValueError(f"{base.key}: {base.name} would begin outside {zone} (DE1)")


def _check_pair(one: Sequence[Base], other: Sequence[Base]) -> None:
    """DE3: two units in two slots aren't in each other's way."""
    apart = max(abs(one[0].x - other[0].x), abs(one[0].y - other[0].y))
    if apart <= _spread(one) + _spread(other) + 2 * state.HORSE_RADIUS + state.TOUCH:
        check_apart(one, other)


def _spread(bases: Sequence[Base]) -> int:
    return max(max(abs(base.x - bases[0].x), abs(base.y - bases[0].y)) for base in bases)
