"""The ground: the table with its works and hills, which never change, and cover and smoke, which do."""

import math
from collections.abc import Iterator
from itertools import pairwise

from paintball_env.actions import TEAM_TITLES
from paintball_env.on_table.places import DIRECTIONS, place_names
from paintball_env.on_table.render.geometry import Layout
from paintball_env.on_table.rules.ground import WORKS, hard_ends_at, xy
from paintball_env.on_table.scenario.ground import Scenario
from paintball_env.render import palette as ink
from paintball_env.render.view import Position
from paintball_env.rules.state import NONE
from paintball_env.rules.terrain import BASE, BUNKER, HILL, TERRAINS, TRENCH
from tabletop.show.drawing.shapes import Disc, Group, Item, Point, Shape, Words, box, line, mix, polar, polygon
from tabletop.show.drawing.things import ON_GROUND, Place, Thing

GRID = 100  # mm between the faint lines
NAME = 13  # mm: size of the names of pieces and works
EDGE = 6  # mm: width of walls
CRATES = 7  # of which a piece of hard cover is made
LOGS = 18  # round a base


def places(layout: Layout) -> tuple[Place, ...]:
    """The places that can be clicked: none, aims can (`paintball_env.aiming`)."""
    return ()


def terrains(scenario: Scenario) -> set[int]:
    """The kinds of terrain on the table."""
    return {part.terrain for part in scenario.layout.parts} | ({HILL} if scenario.layout.hills else set())


def ground(layout: Layout) -> list[Item]:
    """The table with its edge, a grid, hills and works."""
    length, width = (5 * side for side in layout.scenario.table)
    corners = tuple(
        layout.at(x, y) for x, y in ((-length, -width), (length, -width), (length, width), (-length, width))
    )
    items: list[Item] = [Shape(corners, ink.HEX)]
    for x in range(-(length // GRID) * GRID, length + 1, GRID):
        items.append(line((layout.at(x, -width), layout.at(x, width)), mix(ink.HEX, ink.HEX_LINE, 0.4), 1.0))
    for y in range(-(width // GRID) * GRID, width + 1, GRID):
        items.append(line((layout.at(-length, y), layout.at(length, y)), mix(ink.HEX, ink.HEX_LINE, 0.4), 1.0))
    for number, hill in enumerate(layout.scenario.layout.hills):
        shape = tuple(layout.at(*corner) for corner in hill)
        items.append(Group(tuple(_hill(shape)), (("hill", str(number + 1)),), "a hill"))
    for number in range(len(layout.scenario.layout.works)):
        items.append(_works(layout, number))
    items.append(Shape(corners, None, ink.FAINT, max(2.0, 4 * layout.mm)))
    return items


def labels(layout: Layout) -> list[Words]:
    """Centimetres along the edge, and the names of works, as actions have them."""
    length, width = (5 * side for side in layout.scenario.table)
    size = max(8.0, 12 * layout.mm)
    words = [
        Words((layout.at(x, 0)[0], layout.bottom + 0.5 * layout.margin), str(x // 10), size, ink.HEX_NAME)
        for x in range(-(length // GRID) * GRID, length + 1, GRID)
    ]
    words += [
        Words((0.5 * layout.margin, layout.at(0, y)[1]), str(y // 10), size, ink.HEX_NAME)
        for y in range(-(width // GRID) * GRID, width + 1, GRID)
    ]
    for number, part in enumerate(layout.scenario.layout.parts):
        x, y = layout.centre(part.middle)
        at = (x, y + 0.6 * layout.size)
        words.append(Words(at, f"works{number + 1}", max(7.0, NAME * layout.mm), ink.HEX_NAME, under=True))
    return words


def _hill(shape: tuple[Point, ...]) -> list[Item]:
    kind = TERRAINS[HILL]
    middle = (sum(x for x, _ in shape) / len(shape), sum(y for _, y in shape) / len(shape))
    items: list[Item] = [Shape(shape, kind.ground, kind.lines, 2.0)]
    for share, dark in ((0.7, 0.14), (0.4, 0.3)):
        inner = tuple((middle[0] + share * (x - middle[0]), middle[1] + share * (y - middle[1])) for x, y in shape)
        items.append(Shape(inner, mix(kind.ground, kind.lines, dark), kind.lines, 1.0))
    return items


def _works(layout: Layout, number: int) -> Item:
    terrain, row = layout.scenario.layout.works[number]
    kind, mm = TERRAINS[terrain], layout.mm
    spots = [layout.at(*spot) for spot in row]
    items: list[Item] = []
    if terrain == BASE:
        team = layout.scenario.layout.homes.index(row[0])
        items.append(Disc(spots[0], WORKS * mm, ink.TEAM_PALE[team], kind.lines, 1.0))
        items += _logs(spots[0], WORKS * mm)
        title = f"{TEAM_TITLES[team]}'s base"
    elif terrain == BUNKER:
        items += _bunker(spots[0], WORKS * mm)
        title = "a bunker"
    else:
        for radius, fill in ((WORKS * mm, kind.lines), ((WORKS - EDGE) * mm, kind.ground)):
            items += [Disc(spot, radius, fill) for spot in spots]
            items += [line(ends, fill, 2 * radius) for ends in pairwise(spots)]
        title = "a trench"
    return Group(tuple(items), (("works", title),), title)


def _logs(centre: Point, radius: float) -> list[Item]:
    lines = TERRAINS[BASE].lines
    turns = (360.0 * k / LOGS for k in range(LOGS))
    return [Disc(polar(centre, 0.95 * radius, turn), 0.05 * radius, ink.LOG, lines, 0.8) for turn in turns]


def _bunker(centre: Point, radius: float) -> list[Item]:
    kind = TERRAINS[BUNKER]
    items: list[Item] = [Disc(centre, radius, kind.ground, kind.lines, 1.0)]
    for side in range(6):  # a loophole between two walls
        wall = tuple(polar(centre, 0.93 * radius, 60.0 * side + turn) for turn in range(8, 53, 11))
        items.append(line(wall, kind.lines, 0.12 * radius))
    return items


def laid(layout: Layout, position: Position) -> Iterator[Thing]:
    """What lies on the table now: cover, by its number, and clouds."""
    names, world = place_names(position.scenario), position.scenario.world[0]
    radius = int(world.board.soft_radius) * layout.mm
    for number, place in enumerate(place for place in position.soft if place != NONE):
        words = f"soft{number + 1}: soft cover at {names[place]}"
        shapes = (*foliage((0.0, 0.0), radius), _name(layout, f"soft{number + 1}", 0.0))
        yield Thing(f"soft{number + 1}", ON_GROUND, layout.centre(place), 1.0, shapes, words)
    for number, place in enumerate(place for place in position.hard if place != NONE):
        heading = position.heading[number]
        x, y = xy(place)
        ax, ay, bx, by = hard_ends_at(world, place, heading)
        ends = ((ax - x) * layout.mm, (y - ay) * layout.mm), ((bx - x) * layout.mm, (y - by) * layout.mm)
        low = 14.0 if heading in (0, 1, 7) else 0.0
        shapes = (*barricade(ends, 9 * layout.mm), _name(layout, f"hard{number + 1}", low))
        words = f"hard{number + 1}: hard cover at {names[place]}, along {DIRECTIONS[heading]}"
        yield Thing(f"hard{number + 1}", ON_GROUND, layout.centre(place), 1.0, shapes, words)
    for number, place in enumerate(place for place in position.cloud if place != NONE):
        shapes = tuple(cloud((0.0, 0.0), WORKS * layout.mm))
        yield Thing(f"smoke{number + 1}", ON_GROUND, layout.centre(place), 1.0, shapes, f"Smoke at {names[place]}")


def _name(layout: Layout, name: str, low: float) -> Words:
    return Words((0.0, low * layout.mm), name, max(7.0, NAME * layout.mm), ink.INK, under=True)


def foliage(centre: Point, radius: float) -> list[Item]:
    """Soft cover: a disc of bushes, of which the edge is true."""
    items: list[Item] = [Disc(centre, radius, mix(ink.LEAF[0], ink.WHITE, 0.55), ink.LEAF_LINE, 0.03 * radius)]
    for k in range(12):
        at = polar(centre, (0.8 if k % 2 else 0.72) * radius, 30.0 * k)
        items.append(Disc(at, 0.17 * radius, ink.LEAF[k % 2], ink.LEAF_LINE, 0.02 * radius))
    return items


def barricade(ends: tuple[Point, Point], high: float) -> list[Item]:
    """Hard cover: crates in a straight row from end to end."""
    (ax, ay), (bx, by) = ends
    long = math.dist(*ends) / CRATES
    turn = math.degrees(math.atan2(ay - by, bx - ax))
    items: list[Item] = []
    for k in range(CRATES):
        share = (k + 0.5) / CRATES
        items.append(_crate((ax + share * (bx - ax), ay + share * (by - ay)), long / 2, high / 2, turn))
    return items


def _crate(centre: Point, long: float, high: float, turn: float) -> Item:
    reach, angle = math.hypot(long, high), math.degrees(math.atan2(high, long))
    turns = (turn + angle, turn + 180.0 - angle, turn + 180.0 + angle, turn - angle)
    return Shape(tuple(polar(centre, reach, t) for t in turns), ink.CRATE, ink.CRATE_LINE, 0.16 * high)


def cloud(centre: Point, radius: float) -> list[Item]:
    """Smoke: a disc with a scalloped rim within it."""
    items: list[Item] = [Disc(centre, radius, ink.SMOKE, ink.SMOKE_LINE, 0.03 * radius, opacity=0.85)]
    for k in range(9):
        at = polar(centre, 0.72 * radius, 40.0 * k)
        curl = tuple(polar(at, 0.2 * radius, angle) for angle in range(40 * k - 80, 40 * k + 81, 20))
        items.append(line(curl, ink.SMOKE_LINE, 0.035 * radius))
    return items


def swatch(kind: str, centre: Point, half: float) -> list[Item]:
    """A sample of the ground for the legend."""
    x, y = centre
    if kind == "soft":
        return foliage(centre, half)
    if kind == "hard":
        return barricade(((x - half, y), (x + half, y)), 0.5 * half)
    if kind == "smoke":
        return cloud(centre, half)
    terrain = [entry.name for entry in TERRAINS].index(kind)
    if terrain == BUNKER:
        return _bunker(centre, half)
    if terrain == HILL:
        return _hill(polygon(centre, 1.1 * half, 6))
    if terrain == TRENCH:
        entry = TERRAINS[TRENCH]
        return [Shape(box(centre, 1.1 * half, 0.7 * half, 0.3 * half), entry.ground, entry.lines, 0.2 * half)]
    return [Disc(centre, half, ink.TEAM_PALE[0], TERRAINS[BASE].lines, 1.0), *_logs(centre, half)]
