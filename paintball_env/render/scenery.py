"""The ground: hexes with their terrain, which never change, and cover and smoke, which do."""

from collections.abc import Iterator
from functools import lru_cache

from paintball_env.actions import TEAM_TITLES
from paintball_env.render import palette as ink
from paintball_env.render.geometry import Layout
from paintball_env.render.view import Position
from paintball_env.rules import state
from paintball_env.rules.state import NONE
from paintball_env.rules.terrain import BASE, BUNKER, HILL, OPEN, TERRAINS, TRENCH, Terrain
from paintball_env.scenario import Scenario
from tabletop.game.hex_grid import DIRECTIONS
from tabletop.show.drawing.packing import SQRT3
from tabletop.show.drawing.shapes import Disc, Group, Item, Point, Shape, Words, box, line, mix, polar
from tabletop.show.drawing.things import ON_GROUND, UNIT, Place, Thing

# A hex's name: its size and how far above the middle it stands, in sizes of the hex; and its least size in pixels.
NAME, HIGH, LEAST_NAME = 0.23, 0.68, 8.5
HIGH_WITHIN = 0.6  # of a name within walls


def ground(layout: Layout) -> list[Item]:
    """All hexes with their terrain."""
    items: list[Item] = []
    board_map = layout.scenario.board_map
    for place, terrain in enumerate(board_map.terrain):
        parts: list[Item] = [Shape(layout.corners(place), colour(layout.scenario, place))]
        parts += features(layout.centres[place], layout.size, terrain, joined(layout, place))
        items.append(Group(tuple(parts), (("hex", board_map.names[place]),), title(layout.scenario, place)))
    width = max(1.0, 0.02 * layout.size)
    items += [Shape(layout.corners(place), None, ink.HEX_LINE, width) for place in range(len(board_map.names))]
    return items


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
    if place in board_map.homes:
        return ink.TEAM_PALE[board_map.homes.index(place)]
    return TERRAINS[board_map.terrain[place]].ground


def _name(layout: Layout, place: int) -> Words:
    x, y = layout.centres[place]
    size = max(LEAST_NAME, NAME * layout.size)
    board_map = layout.scenario.board_map
    high = HIGH_WITHIN if board_map.terrain[place] in MARKS else HIGH
    return Words((x, y - high * layout.size), board_map.names[place], size, ink.HEX_NAME, under=True)


def joined(layout: Layout, place: int) -> tuple[int, ...]:
    """Directions in which the hex goes on as one with the next: a trench, a hill (TF1, SH-LOS3)."""
    terrain = layout.scenario.board_map.terrain
    if not TERRAINS[terrain[place]].joined:
        return ()
    neighbours = enumerate(layout.scenario.world[0].board.neighbour[place].tolist())
    return tuple(direction for direction, to in neighbours if to != NONE and terrain[to] == terrain[place])


def features(centre: Point, size: float, terrain: int, joins: tuple[int, ...] = ()) -> list[Item]:
    """What shows the terrain of a hex of this size, which goes on in these directions."""
    kind = TERRAINS[terrain]
    if terrain in JOINED:
        return JOINED[terrain](centre, size, kind, joins)
    return MARKS[terrain](centre, size, kind) if terrain in MARKS else []


def _edge(centre: Point, size: float, direction: int, inset: float) -> tuple[Point, Point]:
    """Ends of the edge in a direction, of a hex of this share of the size."""
    return polar(centre, size * inset, 60.0 * direction - 30.0), polar(centre, size * inset, 60.0 * direction + 30.0)


def _along(ends: tuple[Point, Point], share: float) -> Point:
    (x0, y0), (x1, y1) = ends
    return x0 + (x1 - x0) * share, y0 + (y1 - y0) * share


def _stockade(centre: Point, size: float, kind: Terrain) -> list[Item]:
    logs: list[Item] = []
    for direction in range(6):
        ends = _edge(centre, size, direction, 0.9)
        for k in range(6):
            logs.append(Disc(_along(ends, k / 6), 0.072 * size, ink.LOG, kind.lines, max(0.7, 0.018 * size)))
    return logs


def _bunker(centre: Point, size: float, kind: Terrain) -> list[Item]:
    walls: list[Item] = []
    for direction in range(6):
        ends = _edge(centre, size, direction, 0.87)
        for a, b in ((0.0, 0.38), (0.62, 1.0)):  # a loophole in each wall
            walls.append(line((_along(ends, a), _along(ends, b)), kind.lines, 0.11 * size))
    return walls


def _trench(centre: Point, size: float, kind: Terrain, joins: tuple[int, ...]) -> list[Item]:
    width = max(1.2, 0.05 * size)
    walls: list[Item] = []
    for direction in range(6):
        if direction in joins:
            continue
        points = [_along(_edge(centre, size, direction, 0.93 if k % 2 else 0.81), k / 4) for k in range(4)]
        # To the corner; where the next side is open, to the edge, so that the wall goes on in the next hex.
        next_open, previous_open = (direction + 1) % 6 in joins, (direction - 1) % 6 in joins
        points.append(_edge(centre, size, direction, 1.0 if next_open else 0.81)[1])
        if previous_open:
            points.insert(0, _edge(centre, size, direction, 1.0)[0])
        walls.append(line(points, kind.lines, width))
    return walls


def _hill(centre: Point, size: float, kind: Terrain, joins: tuple[int, ...]) -> list[Item]:
    rings: list[Item] = []
    width = max(0.8, 0.02 * size)
    for share, fill in ((0.8, mix(kind.ground, kind.lines, 0.14)), (0.56, mix(kind.ground, kind.lines, 0.3))):
        wave = (1.0, 0.96, 1.03, 1.0, 0.95, 1.02)
        points = tuple(
            polar(centre, size * share * wave[k // 4] * (0.97 if k % 2 else 1.0), 15.0 * k) for k in range(24)
        )
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


def foliage(centre: Point, size: float, whole: bool = True) -> list[Item]:
    """Soft cover: bushes round the rim, within the hex; the top is left to its name."""
    angles = (-90, -60, -120, -30, 210, 0, 180, 30, 150, 58, 122) if whole else (90,)
    bushes: list[Item] = []
    leaves: list[tuple[Point, float, str]] = []
    for k, angle in enumerate(angles):
        corner = angle % 60 == 30
        middle = polar(centre, (0.79 if corner else 0.69) * size if whole else 0.0, angle)
        scale = size * (0.105 if corner else 0.09)
        for turn in (0, 120, 240):
            leaves.append((polar(middle, 0.7 * scale, angle + turn + 20 * k), scale, ink.LEAF[(k + turn // 120) % 2]))
    for at, radius, _ in leaves:  # one dark outline round all
        bushes.append(Disc(at, radius + max(0.7, 0.02 * size), ink.LEAF_LINE))
    bushes += [Disc(at, radius, fill) for at, radius, fill in leaves]
    return bushes


def barricade(centre: Point, size: float, direction: int) -> list[Item]:
    """Hard cover: crates on the side it faces, sandbags along the two sides beside it, which are shielded too (HC1)."""
    items: list[Item] = []
    for side, ends in ((d, _edge(centre, size, d, 0.86)) for d in (direction - 1, direction + 1)):
        for k in range(5):
            share = 0.08 + 0.155 * k
            at = _along(ends, share if side == direction + 1 else 1.0 - share)
            items.append(Disc(at, (0.068 - 0.006 * k) * size, ink.SACK, ink.CRATE_LINE, max(0.7, 0.018 * size)))
    ends = _edge(centre, size, direction, 0.84)
    for k in range(3):
        items += _crate(_along(ends, (k + 0.5) / 3), 0.13 * size, 60.0 * direction)
    return items


def _crate(centre: Point, half: float, degrees: float) -> list[Item]:
    points = tuple(polar(centre, half * 1.414, degrees + 45.0 + 90.0 * k) for k in range(4))
    width = max(0.8, 0.2 * half)
    return [
        Shape(points, ink.CRATE, ink.CRATE_LINE, width),
        line((points[0], points[2]), ink.CRATE_LINE, 0.8 * width),
        line((points[1], points[3]), ink.CRATE_LINE, 0.8 * width),
    ]


def cloud(centre: Point, size: float) -> list[Item]:
    """Smoke: a pale cloud with a scalloped outline."""
    puffs = [(polar(centre, 0.43 * size, 36.0 * k + 10), (0.21 + 0.025 * (k % 3)) * size) for k in range(10)]
    edge = max(0.8, 0.024 * size)
    items: list[Item] = [Disc(at, radius + edge, ink.SMOKE_LINE) for at, radius in puffs]
    items += [Disc(at, radius, ink.SMOKE) for at, radius in puffs]
    items.append(Disc(centre, 0.45 * size, ink.SMOKE))
    for k in range(5):  # curls
        at = polar(centre, 0.42 * size, 72.0 * k + 30)
        curl = [polar(at, 0.14 * size, angle) for angle in range(72 * k - 40, 72 * k + 130, 20)]
        items.append(line(curl, ink.SMOKE_LINE, edge))
    return items


def piece(centre: Point, size: float, value: int, letters: int = 2) -> list[Item]:
    """A piece of cover in a hex of this size, whose name has so many letters."""
    if value == state.SOFT:
        return foliage(centre, size)
    facing = value - state.HARD
    parts = barricade(centre, size, facing)
    if facing in (1, 2):  # the crates lie where the hex's name is: it stands on a plate
        high = NAME * size
        plate = box((centre[0], centre[1] - HIGH * size), 0.36 * high * letters, 0.62 * high)
        parts.append(Shape(plate, ink.HEX, opacity=0.85))
    return parts


def laid(layout: Layout, position: Position) -> Iterator[Thing]:
    """What lies on the board now: cover and smoke."""
    names, scale = position.names, layout.size / UNIT
    for place, value in enumerate(position.cover):
        if value != state.BARE:
            name, shapes = names[place], _piece(value, len(names[place]))
            words = piece_title(name, value)
            yield Thing(f"cover:{name}", ON_GROUND, layout.centres[place], scale, shapes, words, name)
    for place, smoke in enumerate(position.smoke):
        if smoke:
            name, words = names[place], f"Smoke in {names[place]}"
            yield Thing(f"smoke:{name}", ON_GROUND, layout.centres[place], scale, _smoke(), words, name)


@lru_cache(maxsize=64)
def _piece(value: int, letters: int) -> tuple[Item, ...]:
    return tuple(piece((0.0, 0.0), UNIT, value, letters))


@lru_cache(maxsize=1)
def _smoke() -> tuple[Item, ...]:
    return tuple(cloud((0.0, 0.0), UNIT))


def piece_title(name: str, value: int) -> str:
    """A piece of cover in words."""
    if value == state.SOFT:
        return f"Soft cover in {name}"
    return f"Hard cover in {name}, facing {DIRECTIONS[value - state.HARD]}"


def swatch(kind: str, centre: Point, half: float) -> list[Item]:
    """A sample of the ground for the legend."""
    if kind == "soft":
        return foliage(centre, 5.5 * half, whole=False)
    if kind == "hard":
        return _crate(centre, 0.7 * half, 0.0)
    if kind == "smoke":
        return cloud(centre, half / 0.66)
    terrain = [entry.name for entry in TERRAINS].index(kind)
    fill = ink.TEAM_PALE[0] if terrain == BASE else TERRAINS[terrain].ground
    size = 2 * half / SQRT3
    hexagon = tuple(polar(centre, size, 30.0 + 60.0 * k) for k in range(6))
    return [Shape(hexagon, fill, ink.HEX_LINE, 1.0), *features(centre, size, terrain)]
