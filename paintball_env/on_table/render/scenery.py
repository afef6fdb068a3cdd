"""The ground: the table with its works and hills, which never change, and cover and smoke, which do."""

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from random import Random

from paintball_env.actions import TEAM_TITLES
from paintball_env.on_table.places import DIRECTIONS, place_names
from paintball_env.on_table.render.geometry import Layout
from paintball_env.on_table.rules.ground import WORKS, hard_ends_at, xy
from paintball_env.on_table.scenario.ground import Scenario
from paintball_env.render import palette as ink
from paintball_env.render.marks import emblem
from paintball_env.render.meadow import meadow, undergrowth
from paintball_env.render.view import Position
from paintball_env.rules.state import NONE
from paintball_env.rules.terrain import BASE, BUNKER, HILL, TERRAINS, TRENCH
from tabletop.show.drawing.nature import DEEP_SHADE, FAINT_SHADE, SHADE, SOFT_SHADE, bushes, crate, shade_of, shifted
from tabletop.show.drawing.shapes import Disc, Group, Item, Point, Shape, Words, box, line, polar, polygon
from tabletop.show.drawing.things import ON_GROUND, Place, Thing

GRID = 100  # mm between the faint lines
NAME = 13  # mm: size of the names of pieces and works
EDGE = 6  # mm: width of walls
CRATES = 7  # of which a piece of hard cover is made
BESIDE_WALL = 16  # mm: from a wall's middle to its name
LOGS = 26  # round a base
TUFTS = 50  # mm: as a hex has them


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
    edge = 0.13 * layout.margin
    (left, top), (right, low) = corners[3], corners[1]
    middle, wide, high = ((left + right) / 2, (top + low) / 2), (right - left) / 2, (low - top) / 2
    frame = box(middle, wide + edge, high + edge)
    items: list[Item] = [shade_of(frame, 0.6 * edge)] if layout.depth else []
    items += [Shape(frame, ink.SIDE), Shape(corners, ink.HEX)]
    if layout.depth:
        items += _meadow(layout)
    for x in range(-(length // GRID) * GRID, length + 1, GRID):
        items.append(line((layout.at(x, -width), layout.at(x, width)), ink.HEX_LINE, 0.9))
    for y in range(-(width // GRID) * GRID, width + 1, GRID):
        items.append(line((layout.at(-length, y), layout.at(length, y)), ink.HEX_LINE, 0.9))
    for number, hill in enumerate(layout.scenario.layout.hills):
        shape = tuple(layout.at(*corner) for corner in hill)
        items.append(Group(tuple(_hill(shape, layout.depth)), (("hill", str(number + 1)),), "a hill"))
    for number in range(len(layout.scenario.layout.works)):
        items.append(_works(layout, number))
    return items


def _meadow(layout: Layout) -> Iterator[Item]:
    """Grass: a square of the grid has as much of it as a hex has."""
    length, width = (5 * side for side in layout.scenario.table)
    size = TUFTS * layout.mm
    middles = [
        layout.at(x, y)
        for x in range(-length + TUFTS, length - TUFTS // 2, 2 * TUFTS)
        for y in range(-width + TUFTS, width - TUFTS // 2, 2 * TUFTS)
    ]
    yield from meadow(middles, size, named=False)


def labels(layout: Layout) -> list[Words]:
    """Centimetres along the edge."""
    length, width = (5 * side for side in layout.scenario.table)
    size = max(8.0, 11 * layout.mm)
    words = [
        Words((layout.at(x, 0)[0], layout.bottom + 0.5 * layout.margin), str(x // 10), size, ink.HEX_NAME)
        for x in range(-(length // GRID) * GRID, length + 1, GRID)
    ]
    words += [
        Words((0.78 * layout.margin, layout.at(0, y)[1]), str(y // 10), size, ink.HEX_NAME, "end")
        for y in range(-(width // GRID) * GRID, width + 1, GRID)
    ]
    return words


def _hill(shape: tuple[Point, ...], depth: bool) -> list[Item]:
    """Contours, each ring lighter than the one below it; the foot is true."""
    kind = TERRAINS[HILL]
    middle = (sum(x for x, _ in shape) / len(shape), sum(y for _, y in shape) / len(shape))
    off = 0.03 * max(math.dist(middle, corner) for corner in shape)
    items: list[Item] = [Shape(shape, kind.ground, kind.lines, 2.0)]
    for share, fill in ((0.7, ink.SLOPE), (0.4, ink.HILLTOP)):
        inner = tuple((middle[0] + share * (x - middle[0]), middle[1] + share * (y - middle[1])) for x, y in shape)
        if depth:
            items += [shade_of(inner, off, DEEP_SHADE), shade_of(inner, 1.8 * off, FAINT_SHADE)]
        items.append(Shape(inner, fill, kind.lines, 1.0))
    return items


def _works(layout: Layout, number: int) -> Item:
    terrain, row = layout.scenario.layout.works[number]
    kind, mm = TERRAINS[terrain], layout.mm
    spots = [layout.at(*spot) for spot in row]
    items: list[Item] = []
    if terrain == BASE:
        team = layout.scenario.layout.homes.index(row[0])
        items.append(Disc(spots[0], WORKS * mm, kind.ground, kind.lines, 1.0))
        items.append(emblem(spots[0], 0.55 * WORKS * mm, team))
        items += _logs(spots[0], WORKS * mm, layout.depth)
        title = f"{TEAM_TITLES[team]}'s base"
    elif terrain == BUNKER:
        items += _bunker(spots[0], WORKS * mm, layout.depth)
        title = "a bunker"
    else:
        for radius, fill in ((WORKS * mm, kind.lines), ((WORKS - EDGE) * mm, kind.ground)):
            items += [Disc(spot, radius, fill) for spot in spots]
            items += [line(ends, fill, 2 * radius) for ends in pairwise(spots)]
        title = "a trench"
    return Group(tuple(items), (("works", title),), title)


def _logs(centre: Point, radius: float, depth: bool) -> list[Item]:
    """Logs on end, within the edge."""
    size = 0.062 * radius
    spots = [polar(centre, 0.94 * radius, 360.0 * k / LOGS) for k in range(LOGS)]
    items: list[Item] = [Disc(shifted(at, 0.5 * size), size, ink.SHADOW_ON_EARTH) for at in spots] if depth else []
    items += [Disc(at, size, ink.LOG, TERRAINS[BASE].lines, 0.25 * size) for at in spots]
    return [*items, *(Disc(shifted(at, -0.15 * size), 0.6 * size, ink.LOG_END) for at in spots)] if depth else items


def _bunker(centre: Point, radius: float, depth: bool) -> list[Item]:
    """A wall of concrete with loopholes, within the edge."""
    kind, width = TERRAINS[BUNKER], 0.13 * radius
    walls = [[polar(centre, 0.92 * radius, 60.0 * side + turn) for turn in range(8, 53, 11)] for side in range(6)]
    items: list[Item] = [Disc(centre, radius, kind.ground, kind.lines, 1.0)]
    if depth:
        low = [[shifted(at, 0.045 * radius) for at in wall] for wall in walls]
        items += [line(wall, ink.SHADOW_ON_CONCRETE, width) for wall in low]
    items += [line(wall, kind.lines, width) for wall in walls]
    if depth:
        lit = [[shifted(at, -0.014 * radius) for at in wall] for wall in walls]
        items += [line(wall, ink.CONCRETE, 0.45 * width) for wall in lit]
    return items


def laid(layout: Layout, position: Position) -> Iterator[Thing]:
    """What lies on the table now: cover, by its number, and clouds; and the names of pieces and works."""
    names, world, depth = place_names(position.scenario), position.scenario.world[0], layout.depth
    soft = int(world.board.soft_radius) * layout.mm
    named = [
        (f"works{number + 1}", layout.centre(part.middle), 0.6 * layout.size, TERRAINS[part.terrain].ground)
        for number, part in enumerate(layout.scenario.layout.parts)
    ]
    for number, place in enumerate(place for place in position.soft if place != NONE):
        name, at = f"soft{number + 1}", layout.centre(place)
        yield Thing(name, ON_GROUND, at, 1.0, _thicket(soft, depth), f"{name}: soft cover at {names[place]}")
        named.append((name, at, 0.55 * soft, ink.THICKET[2]))
    for number, place in enumerate(place for place in position.hard if place != NONE):
        heading, name, at = position.heading[number], f"hard{number + 1}", layout.centre(place)
        x, y = xy(place)
        ax, ay, bx, by = hard_ends_at(world, place, heading)
        ends = ((ax - x) * layout.mm, (y - ay) * layout.mm), ((bx - x) * layout.mm, (y - by) * layout.mm)
        words = f"{name}: hard cover at {names[place]}, along {DIRECTIONS[heading]}"
        yield Thing(name, ON_GROUND, at, 1.0, _wall(ends, 9 * layout.mm, depth), words)
        named.append((name, at, BESIDE_WALL * layout.mm, ink.HEX))
    for number, place in enumerate(place for place in position.cloud if place != NONE):
        shapes = tuple(cloud((0.0, 0.0), WORKS * layout.mm, depth))
        yield Thing(f"smoke{number + 1}", ON_GROUND, layout.centre(place), 1.0, shapes, f"Smoke at {names[place]}")
    yield from _names(layout, position, named)


def _names(layout: Layout, position: Position, named: list[tuple[str, Point, float, str]]) -> Iterator[Thing]:
    """Names of things at a middle, or so far from it, where nobody stands on them; each with its ground's colour."""
    hexes = [piece.hex for pieces in (position.figures, position.marshals, position.flags) for piece in pieces]
    taken = [layout.centre(place) for place in hexes if place != NONE]
    size = max(7.0, NAME * layout.mm)
    for name, (x, y), off, halo in named:
        wide, high = 0.3 * size * len(name) + layout.token, 0.5 * size + layout.token
        spots = [(x, y)] if off > BESIDE_WALL * layout.mm else []
        spots += [(x, y + off), (x, y - off), (x - off, y), (x + off, y), (x, y + 1.7 * off), (x, y - 1.7 * off)]
        free = (s for s in spots if not any(abs(s[0] - u) < wide and abs(s[1] - v) < high for u, v in taken))
        words = Words((0.0, 0.0), name, size, ink.HEX_NAME, under=True, halo=halo)
        yield Thing(f"name:{name}", ON_GROUND, next(free, spots[0]), 1.0, (words,))


@lru_cache(maxsize=16)
def _thicket(radius: float, depth: bool) -> tuple[Item, ...]:
    return tuple(foliage((0.0, 0.0), radius, depth))


@lru_cache(maxsize=256)
def _wall(ends: tuple[Point, Point], high: float, depth: bool) -> tuple[Item, ...]:
    return tuple(barricade(ends, high, depth))


def foliage(centre: Point, radius: float, depth: bool = True) -> list[Item]:
    """Soft cover: a thicket, of which the edge is true."""
    chance = Random(7)
    items: list[Item] = [Disc(shifted(centre, 0.07 * radius), radius, SHADE, opacity=SOFT_SHADE)] if depth else []
    items.append(Disc(centre, radius, ink.THICKET[0], ink.LEAF[0], 0.035 * radius))
    items += undergrowth(chance, centre, 0.7 * radius) if depth else []
    spots = [(polar(centre, 0.78 * radius, 27.7 * k), (0.17 + 0.03 * chance.random()) * radius) for k in range(13)]
    return items + bushes(chance, spots, ink.LEAF, depth)


def barricade(ends: tuple[Point, Point], high: float, depth: bool = True) -> list[Item]:
    """Hard cover: crates in a straight row from end to end."""
    (ax, ay), (bx, by) = ends
    long = math.dist(*ends) / CRATES
    turn = math.degrees(math.atan2(ay - by, bx - ax))
    items: list[Item] = []
    for k in range(CRATES):
        share = (k + 0.5) / CRATES
        at = ax + share * (bx - ax), ay + share * (by - ay)
        items += crate(at, long / 2, high / 2, turn, ink.CRATE, depth)
    return items


def cloud(centre: Point, radius: float, depth: bool = True) -> list[Item]:
    """Smoke: a disc, of which the edge is true, with puffs in it."""
    items: list[Item] = [Disc(shifted(centre, 0.07 * radius), radius, SHADE, opacity=SOFT_SHADE)] if depth else []
    items.append(Disc(centre, radius, ink.SMOKE[1], ink.SMOKE[0], 0.03 * radius))
    puffs = [(polar(centre, 0.66 * radius, 40.0 * k), (0.24 + 0.03 * (k % 3)) * radius) for k in range(9)]
    puffs.append((centre, 0.6 * radius))
    for tone, share, off in ((2, 1.0, 0.02), (3, 0.72, 0.07)) if depth else ((2, 1.0, 0.0),):
        items += [Disc(shifted(at, -off * radius), share * size, ink.SMOKE[tone]) for at, size in puffs]
    return items


def swatch(kind: str, centre: Point, half: float, depth: bool) -> list[Item]:
    """A sample of the ground for the legend."""
    x, y = centre
    if kind == "soft":
        return foliage(centre, half, depth)
    if kind == "hard":
        return barricade(((x - half, y), (x + half, y)), 0.5 * half, depth)
    if kind == "smoke":
        return cloud(centre, half, depth)
    terrain = [entry.name for entry in TERRAINS].index(kind)
    if terrain == BUNKER:
        return _bunker(centre, half, depth)
    if terrain == HILL:
        return _hill(polygon(centre, 1.1 * half, 6), depth)
    if terrain == TRENCH:
        entry = TERRAINS[TRENCH]
        return [Shape(box(centre, 1.1 * half, 0.7 * half, 0.3 * half), entry.ground, entry.lines, 0.2 * half)]
    return [Disc(centre, half, TERRAINS[BASE].ground, TERRAINS[BASE].lines, 1.0), *_logs(centre, half, depth)]
