"""What of a scenario that can be played makes little sense: it is told, and nothing is refused.

Where men on foot come to is found on a grid of 1 cm: they go from point to point, and a point in a building or water
(MV3), or nearer to the table's edge than a base's radius (TA2), is none. Walls and fences bar nobody: they are climbed
(MV5). So a gap of less than 2 cm may be taken for none, and what is thinner than 1 cm overlooked.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations, pairwise
from typing import Any

import numpy as np

from state_of_war.forces import Troop
from state_of_war.ground import AREAS, in_mm
from state_of_war.rules.state import BUILDING, FOOT_RADIUS, FORD, GREY, WATER
from state_of_war.rules.victory import HELD_WITHIN
from state_of_war.scenario import Scenario
from state_of_war.starting import SIDES, ZONES, Base, Table, fixed_places, form, point_text, radius_of
from tabletop.base.arrays import Bool, Int64
from tabletop.game.headings import COMPASS
from tabletop.game.places import Point

STEP = 10  # mm between the points of the grid


def doubts(scenario: Scenario) -> list[str]:
    """Return what makes little sense, a line each, which begins with a key of the file."""
    grid = _Grid(scenario)
    return [
        *_off_table(scenario),
        *_overlaps(scenario, grid),
        *_places(scenario, grid),
        *_objective(scenario, grid),
        *_parted(grid),
        *_unarmed(scenario),
    ]


class _Grid:
    """The table as points 1 cm apart, and which of them men on foot can come to from one another.

    Attributes:
      starts: of Blue and Grey, where units may begin: the key of the unit or of the list of slots, its number, a point.
    """

    def __init__(self, scenario: Scenario) -> None:
        self.half, self._ground = scenario.half, scenario.world[0]["ground"][0]
        self._is_open = scenario.buildings == "open"
        self.x, self.y = np.meshgrid(*(np.arange(-half, half + 1, STEP) for half in self.half))
        self.starts = [list(_starts(scenario, side)) for side in (0, 1)]

    def area(self, number: int, border: bool) -> Bool:
        """The points of an area of the file, with those of its border or without."""
        found = np.zeros(self.x.shape, bool)
        ground, more = self._ground, int(border)
        for of, area in zip(ground["of"], ground["areas"][: ground["polygons"]], strict=False):
            if of == number:
                edges = zip(*(area[key][: area["corners"]].tolist() for key in ("nx", "ny", "c")), strict=True)
                found |= np.all([nx * self.x + ny * self.y < c + more for nx, ny, c in edges], axis=0)
        for disc in ground["discs"][: ground["rounds"]]:
            if disc["number"] == number:
                x, y, radius = (int(disc[key]) for key in ("x", "y", "radius"))
                found |= (self.x - x) ** 2 + (self.y - y) ** 2 < radius**2 + more
        return found

    def is_closed(self, kind: int) -> bool:
        """TA4: whether nobody enters an area of a kind."""
        return kind == WATER or (kind == BUILDING and not self._is_open)

    @cached_property
    def part(self) -> Int64:
        """The part of the table in which a point is, from 1: within one, men come from any point to any other one.

        0: nobody can be there.
        """
        parts = np.zeros(self.x.shape, np.int64)
        parts[(abs(self.x) + FOOT_RADIUS > self.half[0]) | (abs(self.y) + FOOT_RADIUS > self.half[1])] = -1
        for number, kind in self.kinds():
            if self.is_closed(kind):
                parts[self.area(number, True)] = -1
        flat: list[int] = np.pad(parts, 1, constant_values=-1).ravel().tolist()
        wide, count = len(self.x[0]) + 2, 0
        for first, part in enumerate(flat):
            if part == 0:
                count += 1
                flat[first], found = count, [first]
                for at in found:  # grows as it is gone through
                    for beside in (at - 1, at + 1, at - wide, at + wide):
                        if flat[beside] == 0:
                            flat[beside] = count
                            found.append(beside)
        return np.maximum(np.array(flat).reshape(-1, wide)[1:-1, 1:-1], 0)

    def kinds(self) -> Iterator[tuple[int, int]]:
        """The areas by number, with their kinds."""
        ground = self._ground
        found = dict(zip(ground["of"].tolist(), ground["areas"]["kind"][: ground["polygons"]].tolist(), strict=False))
        found |= {int(disc["number"]): int(disc["kind"]) for disc in ground["discs"][: ground["rounds"]]}
        yield from sorted(found.items())

    def parts_near(self, x: int, y: int, reach: int) -> set[int]:
        """The parts of the table that have a point within so many mm of a point."""
        near = (self.x - x) ** 2 + (self.y - y) ** 2 <= reach**2
        return {*np.unique(self.part[near]).tolist()} - {0}


def _starts(scenario: Scenario, side: int) -> Iterator[tuple[str, int, Point]]:
    if scenario.setup == "fixed":
        for number, troop in enumerate(scenario.troops[side]):
            yield f"{SIDES[side]}.{number}", number + 1, fixed_places(troop, side, scenario.zones)[0]
        return
    sign = -1 if side == GREY else 1
    for name in sorted({pair[side] for pair in scenario.zone_pairs()}):
        for number, (x, y) in enumerate(scenario.slots_in_mm[ZONES.index(name)], 1):
            yield f"slots.{name}", number, (sign * x, sign * y)


# Terrain.


def _off_table(scenario: Scenario) -> Iterator[str]:
    """TA1: areas and pieces that lie off the table."""
    for key, entries in (("areas", scenario.areas), ("pieces", scenario.pieces)):
        for number, (kind, *parts) in enumerate(entries):
            shapes = parts if key == "areas" else [[one, other] for one, other in pairwise(parts)]
            outer = [_outside(shape, scenario.half) for shape in shapes]
            if all(far == 2 for far in outer):
                yield f"{key}.{number}: this {kind} lies off the table (TA1)"
            elif any(outer):
                yield f"{key}.{number}: this {kind} goes beyond the table's edge, where it counts for nothing (TA1)"


def _outside(shape: Any, half: Point) -> int:
    """0: a disc, polygon or stretch of the file is on the table; 1: some of it is; 2: nothing."""
    if not isinstance(shape[0], Sequence):
        x, y = in_mm(shape)
        radius = round(10 * shape[2])
        nearest = min(max(x, -half[0]), half[0]), min(max(y, -half[1]), half[1])
        if (x - nearest[0]) ** 2 + (y - nearest[1]) ** 2 >= radius**2:
            return 2
        return int(abs(x) + radius > half[0] or abs(y) + radius > half[1])
    points = np.array([in_mm(point) for point in shape])
    if (abs(points) <= half).all():
        return 0
    corners = np.array([(x, y) for x in (-half[0], half[0]) for y in (-half[1], half[1])])
    edges = np.roll(points, -1, axis=0) - points
    # Convex shapes are apart if they are along one of these ways: those across the edges of both.
    for way in [(1, 0), (0, 1), *((dy, -dx) for dx, dy in edges)]:
        own, table = points @ way, corners @ way
        if own.min() > table.max() or own.max() < table.min():
            return 2
    return 1


def _overlaps(scenario: Scenario, grid: _Grid) -> Iterator[str]:
    """TA4: areas of different kinds that lie on each other, and what holds there."""
    masks = {number: (kind, grid.area(number, False)) for number, kind in grid.kinds()}
    for (one, (kind, own)), (other, (beside, others)) in combinations(masks.items(), 2):
        size = int((own & others).sum())
        if size and kind != beside:
            closed = [each for each in (kind, beside) if grid.is_closed(each)]
            holds = f"nobody enters the {AREAS[closed[0]]}" if closed else "the rules of both hold"
            if closed and FORD in (kind, beside):
                holds += ", so the ford is none: leave a gap for it"
            head = f"areas.{other}: this {AREAS[beside]} lies on areas.{one}, a {AREAS[kind]}"
            yield f"{head}, on about {size} cm²: {holds} (TA4)"


# Where units come to.


def _places(scenario: Scenario, grid: _Grid) -> Iterator[str]:
    """MV10, MV3: places at which no unit can form, or to which none comes."""
    table = scenario.table_as(False)
    troops = [troop for troops in scenario.troops for troop in troops]
    several = [troop for troop in troops if len(troop.men) > 1] or troops
    begun = {part for starts in grid.starts for _, _, point in starts for part in grid.parts_near(*point, STEP)}
    for number, (*point, heading) in enumerate(scenario.places):
        x, y = in_mm(point)
        key = f"places.{number}"
        if fault := table.fault(Base("", "", 0, x, y, FOOT_RADIUS)):
            yield f"{key}: no unit can form at {point_text(x, y)}: its first man would be {fault}"
        elif not begun & grid.parts_near(x, y, STEP):
            yield f"{key}: nobody on foot can come to {point_text(x, y)} (MV3)"
        elif faults := _form_faults(table, several, (x, y), COMPASS.index(heading)):
            yield f"{key}: no unit of more than one man can form at {point_text(x, y)}: one would be {faults}"


def _form_faults(table: Table, troops: Sequence[Troop], point: Point, heading: int) -> str:
    """What forbids the smallest unit to form at a place in one or two ranks; empty: some unit can."""
    found = ""
    for troop in sorted(troops, key=lambda troop: -len(troop.men)):
        for ranks in ("one", "two"):
            radius = radius_of(troop)
            spots = form(point, len(troop.men), ranks, heading, troop.entry.horse)
            if not (fault := next(filter(None, (table.fault(Base("", "", 0, x, y, radius)) for x, y in spots)), "")):
                return ""
            found = fault
    return found


def _objective(scenario: Scenario, grid: _Grid) -> Iterator[str]:
    """VI2: an objective that a side can't come to, or at which nobody can stand; turns to hold none."""
    if not scenario.objective:
        if scenario.hold:
            yield "hold: there is no objective to be held (VI2)"
        return
    x, y = in_mm(scenario.objective)
    near = grid.parts_near(x, y, HELD_WITHIN + FOOT_RADIUS)
    cut_off = [
        side.capitalize()
        for side, starts in zip(SIDES, grid.starts, strict=True)
        if not near & {part for _, _, point in starts for part in grid.parts_near(*point, STEP)}
    ]
    if cut_off:
        yield f"objective: on foot {' and '.join(cut_off)} can't come within {HELD_WITHIN // 10} cm of it (VI2)"
    elif fault := scenario.table_as(False).fault(Base("", "", 0, x, y, FOOT_RADIUS)):
        held = f"who is within {HELD_WITHIN // 10} cm of it holds it (VI2)"
        yield f"objective: nobody can stand at the point itself, he would be {fault}; {held}"


def _parted(grid: _Grid) -> Iterator[str]:
    """MV3: places of units from which none comes to where the other side begins."""
    for side, starts in enumerate(grid.starts):
        others = {part for _, _, point in grid.starts[1 - side] for part in grid.parts_near(*point, STEP)}
        alone: dict[str, list[int]] = {}
        for key, number, point in starts:
            if not others & grid.parts_near(*point, STEP):
                alone.setdefault(key, []).append(number)
        for key, numbers in alone.items():
            what = "slot" if key.startswith("slots") else "unit"
            begin = f"{what}{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}"
            own, other = (SIDES[each].capitalize() for each in (side, 1 - side))
            yield f"{key}: from {begin} nobody of {own} can come on foot to where {other} begins (MV3)"


def _unarmed(scenario: Scenario) -> Iterator[str]:
    """WE3: units whose men have no weapon; a leader's are left out of account."""
    for side in SIDES:
        for number, unit in enumerate(getattr(scenario, side)):
            if unit.arm == "none" and not unit.pistol and unit.blade == "none" and unit.men > int(unit.commander):
                count = unit.men - int(unit.commander)
                men, have = ("man", "has") if count == 1 else ("men", "have")
                yield f"{side}.{number}: {count} {men} of this unit {have} no weapon (WE3)"
