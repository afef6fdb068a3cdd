"""The ground: hexes with their terrain, which never change, and cover and smoke, which do."""

from collections.abc import Iterator
from functools import lru_cache
from random import Random

from paintball_env.actions import TEAM_TITLES
from paintball_env.render import palette as ink
from paintball_env.render.geometry import Layout
from paintball_env.render.marks import emblem
from paintball_env.render.meadow import meadow, undergrowth
from paintball_env.render.view import Position
from paintball_env.rules import state
from paintball_env.rules.state import NONE, RED
from paintball_env.rules.terrain import BASE, BUNKER, HILL, OPEN, TERRAINS, TRENCH, Terrain
from paintball_env.scenario import Scenario
from tabletop.game.hex_grid import DIRECTIONS
from tabletop.show.drawing.nature import (
    DEEP_SHADE,
    FAINT_SHADE,
    SHADE,
    SOFT_SHADE,
    barrel,
    bushes,
    crate,
    shade_of,
    shifted,
)
from tabletop.show.drawing.packing import SQRT3
from tabletop.show.drawing.shapes import Disc, Group, Item, Point, Shape, Words, line, polar
from tabletop.show.drawing.things import ON_GROUND, UNIT, Place, Thing

# A hex's name: its size and how far above the middle it stands, in sizes of the hex; and its least size in pixels.
NAME, HIGH, LEAST_NAME = 0.23, 0.68, 8.5
HIGH_WITHIN = 0.6  # of a name within walls
BUSHES = 3  # kinds of them


def ground(layout: Layout) -> list[Item]:
    """All hexes with their terrain."""
    board_map = layout.scenario.board_map
    items: list[Item] = [*_sides(layout)] if layout.depth else []
    for place, terrain in enumerate(board_map.terrain):
        parts: list[Item] = [Shape(layout.corners(place), colour(layout.scenario, place))]
        if terrain != OPEN:
            parts += features(layout.centres[place], layout.size, terrain, joined(layout, place), layout.depth)
        if place in board_map.homes:
            parts.append(emblem(layout.centres[place], 0.46 * layout.size, board_map.homes.index(place)))
        items.append(Group(tuple(parts), (("hex", board_map.names[place]),), title(layout.scenario, place)))
    if layout.depth:
        free = [layout.centres[place] for place, terrain in enumerate(board_map.terrain) if terrain == OPEN]
        items += meadow(free, layout.size)
    width = max(0.8, 0.018 * layout.size)
    items += [Shape(layout.corners(place), None, ink.HEX_LINE, width) for place in range(len(board_map.names))]
    return items


def _sides(layout: Layout) -> Iterator[Item]:
    """The board's sides, as of a plate that lies on a table, and its shadow."""
    neighbours = layout.scenario.world[0].board.neighbour
    for place in range(len(layout.centres)):
        free = [direction for direction in (0, 4, 5) if neighbours[place][direction] == NONE]
        corners = layout.corners(place)
        for opacity, off in ((SOFT_SHADE, 0.11), (1.0, 0.06)):
            fill = SHADE if opacity < 1 else ink.SIDE
            for direction in free:
                edge = corners[direction - 1], corners[direction]
                low = tuple(shifted(corner, off * layout.size / 2, 2.0) for corner in reversed(edge))
                yield Shape((*edge, *low), fill, opacity=opacity)


def places(layout: Layout) -> tuple[Place, ...]:
    """The places that can be clicked."""
    return tuple(
        Place(name, title(layout.scenario, place), layout.centres[place], layout.corners(place))
        for place, name in enumerate(layout.scenario.board_map.names)
    )


def terrains(scenario: Scenario) -> set[int]:
    """The kinds of terrain on the board."""
    return set(scenario.board_map.terrain)


def title(scenario: Scenario, place: int) -> str:
    """A hex in words: its name and what it is."""
    board_map = scenario.board_map
    words, terrain = board_map.names[place], board_map.terrain[place]
    if place in board_map.homes:
        return f"{words}: {TEAM_TITLES[board_map.homes.index(place)]}'s base"
    return words if terrain == OPEN else f"{words}: {TERRAINS[terrain].name}"


def labels(layout: Layout) -> list[Words]:
    """The names of hexes."""
    return [_name(layout, place) for place in range(len(layout.centres))]


def colour(scenario: Scenario, place: int) -> str:
    """The colour of a hex's ground."""
    board_map = scenario.board_map
    kind = board_map.terrain[place]
    return ink.GRASS[(place * 7 + place // 3) % len(ink.GRASS)] if kind == OPEN else TERRAINS[kind].ground


def _name(layout: Layout, place: int) -> Words:
    x, y = layout.centres[place]
    size = max(LEAST_NAME, NAME * layout.size)
    board_map = layout.scenario.board_map
    high = HIGH_WITHIN if board_map.terrain[place] in MARKS else HIGH
    at, halo = (x, y - high * layout.size), colour(layout.scenario, place)
    return Words(at, board_map.names[place], size, ink.HEX_NAME, under=True, halo=halo)


def joined(layout: Layout, place: int) -> tuple[int, ...]:
    """Directions in which the hex goes on as one with the next: a trench, a hill (TF1, SH-LOS3)."""
    terrain = layout.scenario.board_map.terrain
    if not TERRAINS[terrain[place]].joined:
        return ()
    neighbours = enumerate(layout.scenario.world[0].board.neighbour[place].tolist())
    return tuple(direction for direction, to in neighbours if to != NONE and terrain[to] == terrain[place])


def features(centre: Point, size: float, terrain: int, joins: tuple[int, ...] = (), depth: bool = True) -> list[Item]:
    """What shows the terrain of a hex of this size, which goes on in these directions."""
    kind = TERRAINS[terrain]
    if terrain in JOINED:
        return JOINED[terrain](centre, size, kind, joins, depth)
    return MARKS[terrain](centre, size, kind, depth) if terrain in MARKS else []


def _edge(centre: Point, size: float, direction: int, inset: float) -> tuple[Point, Point]:
    """Ends of the edge in a direction, of a hex of this share of the size."""
    return polar(centre, size * inset, 60.0 * direction - 30.0), polar(centre, size * inset, 60.0 * direction + 30.0)


def _along(ends: tuple[Point, Point], share: float) -> Point:
    (x0, y0), (x1, y1) = ends
    return x0 + (x1 - x0) * share, y0 + (y1 - y0) * share


def _stockade(centre: Point, size: float, kind: Terrain, depth: bool) -> list[Item]:
    """Logs on end, side by side."""
    radius, width = 0.075 * size, max(0.6, 0.018 * size)
    spots = [_along(_edge(centre, size, direction, 0.89), k / 6) for direction in range(6) for k in range(6)]
    logs: list[Item] = []
    if depth:
        logs += [Disc(shifted(at, 0.5 * radius), radius, ink.SHADOW_ON_EARTH) for at in spots]
    logs += [Disc(at, radius, ink.LOG, kind.lines, width) for at in spots]
    if depth:
        logs += [Disc(shifted(at, -0.15 * radius), 0.6 * radius, ink.LOG_END) for at in spots]
    return logs


def _bunker(centre: Point, size: float, kind: Terrain, depth: bool) -> list[Item]:
    """Walls of concrete with a loophole in each."""
    walls = [
        (_along(ends, a), _along(ends, b))
        for ends in (_edge(centre, size, direction, 0.86) for direction in range(6))
        for a, b in ((0.0, 0.38), (0.62, 1.0))
    ]
    width = 0.12 * size
    items: list[Item] = []
    if depth:
        items += [line([shifted(at, 0.045 * size) for at in wall], ink.SHADOW_ON_CONCRETE, width) for wall in walls]
    items += [line(wall, kind.lines, width) for wall in walls]
    if depth:
        lit = [[shifted(at, -0.014 * size) for at in wall] for wall in walls]
        items += [line(wall, ink.CONCRETE, 0.45 * width) for wall in lit]
    return items


def _trench(centre: Point, size: float, kind: Terrain, joins: tuple[int, ...], depth: bool) -> list[Item]:
    """A ditch with walls of earth, and planks on its floor."""
    width = max(1.2, 0.05 * size)
    walls: list[list[Point]] = []
    for direction in range(6):
        if direction in joins:
            continue
        points = [_along(_edge(centre, size, direction, 0.93 if k % 2 else 0.81), k / 4) for k in range(4)]
        # To the corner; where the next side is open, to the edge, so that the wall goes on in the next hex.
        next_open, previous_open = (direction + 1) % 6 in joins, (direction - 1) % 6 in joins
        points.append(_edge(centre, size, direction, 1.0 if next_open else 0.81)[1])
        if previous_open:
            points.insert(0, _edge(centre, size, direction, 1.0)[0])
        walls.append(points)
    floor = [_edge(centre, size, direction, 0.86)[1] for direction in range(6)]
    items: list[Item] = [Shape(tuple(floor), ink.DITCH)]
    for direction in joins:
        (first, second), (third, fourth) = (_edge(centre, size, direction, share) for share in (0.8, 1.0))
        items.append(Shape((first, third, fourth, second), ink.DITCH))
    if depth:
        items += [line([shifted(at, 0.04 * size) for at in wall], ink.SHADOW_ON_EARTH, 2.4 * width) for wall in walls]
        planks = [(x, y) for y in (-0.3, 0.0, 0.3) for x in (-0.3, 0.0, 0.3)]
        for x, y in planks:
            middle = centre[0] + (x + 0.12 * (y > 0)) * size, centre[1] + y * size
            ends = (middle[0] - 0.11 * size, middle[1]), (middle[0] + 0.11 * size, middle[1])
            items.append(line(ends, ink.PLANK, 0.09 * size))
    items += [line(wall, kind.lines, 1.3 * width) for wall in walls]
    if depth:
        items += [line([shifted(at, -0.012 * size) for at in wall], ink.CLAY, 0.4 * width) for wall in walls]
    return items


def _hill(centre: Point, size: float, kind: Terrain, joins: tuple[int, ...], depth: bool) -> list[Item]:
    """Contours, each ring lighter than the one below it."""
    rings: list[Item] = []
    width = max(0.8, 0.02 * size)
    for share, fill in ((0.8, ink.SLOPE), (0.56, ink.HILLTOP)):
        wave = (1.0, 0.96, 1.03, 1.0, 0.95, 1.02)
        points = tuple(
            polar(centre, size * share * wave[k // 4] * (0.97 if k % 2 else 1.0), 15.0 * k) for k in range(24)
        )
        if depth:
            rings += [shade_of(points, 0.03 * size, DEEP_SHADE), shade_of(points, 0.055 * size, FAINT_SHADE)]
        rings.append(Shape(points, fill, kind.lines, width))
        for direction in joins:  # a ridge to the next hex, as wide as the ring's chord there
            inner = _edge(centre, size, direction, share * 0.86)
            outer = tuple(_along(_edge(centre, size, direction, 1.0), at) for at in _ridge(share))
            rings.append(Shape((inner[0], outer[0], outer[1], inner[1]), fill))
            rings += [line((inner[end], outer[end]), kind.lines, width) for end in (0, 1)]
    for direction in joins:  # where three of its hexes meet there is no gap between the ridges
        if (direction + 1) % 6 in joins:
            sides = [_along(_edge(centre, size, turn, 1.0), 0.5) for turn in (direction, direction + 1)]
            rings.append(Shape((centre, sides[0], _edge(centre, size, direction, 1.0)[1], sides[1]), fill))
    for k in (0, 1, 4, 5, 6, 7, 8, 9, 10, 11):  # hachures run down the slope; none through the hex's name
        if round((30.0 * k + 8) / 60.0) % 6 in joins:
            continue
        stroke = (polar(centre, 0.60 * size, 30.0 * k + 8), polar(centre, 0.71 * size, 30.0 * k + 8))
        rings.append(line(stroke, kind.lines, max(0.8, 0.02 * size)))
    return rings


def _ridge(share: float) -> tuple[float, float]:
    """Where a ridge of this width crosses the edge between two hexes, in shares of it: the same from both sides."""
    return 0.5 - 0.43 * share, 0.5 + 0.43 * share


MARKS = {BASE: _stockade, BUNKER: _bunker}
JOINED = {TRENCH: _trench, HILL: _hill}


def foliage(centre: Point, size: float, number: int = 0, depth: bool = True) -> list[Item]:
    """Soft cover: bushes round the rim, within the hex; the top is left to its name. `number` tells which ones."""
    chance = Random(number)
    spots = []
    for angle in (-90, -60, -120, -30, 210, 0, 180, 30, 150, 55, 125):
        corner = angle % 60 == 30
        radius = (0.17 if corner else 0.155) * (0.9 + 0.2 * chance.random())
        out = (0.81 if corner else 0.71) * size
        spots.append((polar(centre, out, angle + 6.0 * (chance.random() - 0.5)), radius * size))
    items = undergrowth(chance, centre, 0.62 * size) if depth else []
    return items + bushes(chance, spots, ink.LEAF, depth)


def barricade(centre: Point, size: float, direction: int, depth: bool = True) -> list[Item]:
    """Hard cover: crates on the side it faces, sandbags along the two sides beside it, which are shielded too (HC1)."""
    items: list[Item] = []
    for side, ends in ((d, _edge(centre, size, d, 0.86)) for d in (direction - 1, direction + 1)):
        for k in reversed(range(5)):
            share = 0.08 + 0.155 * k
            at = _along(ends, share if side == direction + 1 else 1.0 - share)
            items += _sack(at, (0.078 - 0.005 * k) * size, depth)
    ends, half = _edge(centre, size, direction, 0.85), 0.13 * size
    for share in (0.18, 0.82):
        items += crate(_along(ends, share), half, half, 60.0 * direction, ink.CRATE, depth)
    return items + barrel(_along(ends, 0.5), half, ink.DRUM, depth)


def _sack(at: Point, radius: float, depth: bool) -> list[Item]:
    items: list[Item] = [Disc(shifted(at, 0.35 * radius), radius, SHADE, opacity=SOFT_SHADE)] if depth else []
    items.append(Disc(at, radius, ink.SACK[1], ink.SACK[0], 0.22 * radius))
    return [*items, Disc(shifted(at, -0.2 * radius), 0.5 * radius, ink.SACK[2])] if depth else items


def cloud(centre: Point, size: float, depth: bool = True) -> list[Item]:
    """Smoke: a pale cloud, lit from the upper left."""
    puffs = [(polar(centre, 0.43 * size, 36.0 * k + 10), (0.21 + 0.025 * (k % 3)) * size) for k in range(10)]
    puffs.append((centre, 0.45 * size))
    edge = max(0.8, 0.02 * size)
    items: list[Item] = []
    if depth:
        items.append(Disc(shifted(centre, 0.08 * size), 0.62 * size, SHADE, opacity=SOFT_SHADE))
    items += [Disc(at, radius + edge, ink.SMOKE[0]) for at, radius in puffs]
    items += [Disc(at, radius, ink.SMOKE[1]) for at, radius in puffs]
    for tone, share, off in ((2, 0.86, 0.045), (3, 0.6, 0.085)) if depth else ((2, 0.92, 0.0),):
        lit = shifted(centre, -off * size)
        items += [Disc(_along((lit, at), 0.9), share * radius, ink.SMOKE[tone]) for at, radius in puffs]
    return items


def piece(centre: Point, size: float, value: int, number: int = 0, depth: bool = True) -> list[Item]:
    """A piece of cover in a hex of this size; `number` tells which bushes."""
    if value == state.SOFT:
        return foliage(centre, size, number, depth)
    return barricade(centre, size, value - state.HARD, depth)


def laid(layout: Layout, position: Position) -> Iterator[Thing]:
    """What lies on the board now: cover and smoke."""
    names, scale, depth = position.names, layout.size / UNIT, layout.depth
    for place, value in enumerate(position.cover):
        if value != state.BARE:
            name, shapes = names[place], _piece(value, place % BUSHES if value == state.SOFT else 0, depth)
            words = piece_title(name, value)
            yield Thing(f"cover:{name}", ON_GROUND, layout.centres[place], scale, shapes, words, name)
    for place, smoke in enumerate(position.smoke):
        if smoke:
            name, words = names[place], f"Smoke in {names[place]}"
            yield Thing(f"smoke:{name}", ON_GROUND, layout.centres[place], scale, _smoke(depth), words, name)


@lru_cache(maxsize=64)
def _piece(value: int, number: int, depth: bool) -> tuple[Item, ...]:
    return tuple(piece((0.0, 0.0), UNIT, value, number, depth))


@lru_cache(maxsize=2)
def _smoke(depth: bool) -> tuple[Item, ...]:
    return tuple(cloud((0.0, 0.0), UNIT, depth))


def piece_title(name: str, value: int) -> str:
    """A piece of cover in words."""
    if value == state.SOFT:
        return f"Soft cover in {name}"
    return f"Hard cover in {name}, facing {DIRECTIONS[value - state.HARD]}"


def swatch(kind: str, centre: Point, half: float, depth: bool) -> list[Item]:
    """A sample of the ground for the legend."""
    if kind == "soft":
        return bushes(Random(1), [(centre, 0.95 * half)], ink.LEAF, depth)
    if kind == "hard":
        return crate(centre, 0.7 * half, 0.7 * half, 0.0, ink.CRATE, depth)
    if kind == "smoke":
        return cloud(centre, half / 0.66, depth)
    terrain = [entry.name for entry in TERRAINS].index(kind)
    size = 2 * half / SQRT3
    hexagon = tuple(polar(centre, size, 30.0 + 60.0 * k) for k in range(6))
    shown = [Shape(hexagon, TERRAINS[terrain].ground, ink.HEX_LINE, 1.0), *features(centre, size, terrain, depth=depth)]
    return [*shown, emblem(centre, 0.46 * size, RED)] if terrain == BASE else shown
