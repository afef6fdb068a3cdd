"""The table on a sheet: grass, hills, woods, water, buildings, walls. Men and names of units are drawn elsewhere."""

import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from random import Random

from state_of_war.ground import AREAS, LAYERS, PIECES
from state_of_war.rules.state import BUILDING, WALL
from state_of_war.scenario import Scenario
from tabletop.game.header import Record
from tabletop.game.headings import COMPASS
from tabletop.show.drawing.nature import blob, bushes, shade_of, tuft
from tabletop.show.drawing.shapes import Disc, Item, Point, Shape, Words, box, dashed, line, mix, polar
from tabletop.show.drawing.themes import FIELD, Tones, has_depth, tones_of
from tabletop.show.drawing.things import Measure

WIDTH, MARGIN = 800.0, 20.0
BAR = 18.0  # height of the strip with the scale bar, beside the numbers along the edge
GRID = 100  # mm between the faint lines
CORE = 50  # mm: the strip along the edge of woods and hills (TA5)
TURN = 360.0 / len(COMPASS)  # degrees between headings

GRASS, PATCH, BLADE, GRID_LINE = "#a9b97c", ("#a2b374", "#b1c085"), ("#8ea262", "#bbca91"), "#9cac70"
SLOPE, CREST, CONTOUR = "#c2bb84", "#d2ca97", "#8f8754"
FLOOR, FLOOR_CORE, WOOD_EDGE = "#8fa666", "#82995a", "#55703c"
LEAF = ("#3f5b2d", "#5d8343", "#779f58", "#97bc75")
BOG, POOL, REED = "#98b08c", "#8ab0ad", "#5d7a50"
RIVER, RIVER_EDGE, SHALLOWS = "#6c9fb8", "#4f8199", "#a3c6cb"
ROOF, ROOF_LIT, ROOF_LINE = "#9a5c47", "#b3725a", "#54301f"
STONE, STONE_LIT, STONE_LINE = "#908e86", "#b9b7ad", "#53514b"
RAIL, RAIL_LIT = "#6f5235", "#a98559"
EARTH, EARTH_LINE = "#b08f63", "#7d6240"
EDGE = "#6b5a3e"  # of the table
NAME, HALO = "#1b2312", "#c3cf9c"
CARD, CARD_INK, CARD_FAINT, CARD_LINE, CARD_WARN = "#f0ece0", "#22201b", "#635d50", "#cdc5b0", "#a1201b"
GROUND = (
    *(GRASS, *PATCH, *BLADE, GRID_LINE, SLOPE, CREST, CONTOUR, FLOOR, FLOOR_CORE, WOOD_EDGE, BOG, POOL, REED),
    *(RIVER, RIVER_EDGE, SHALLOWS, EARTH, EARTH_LINE, EDGE),
)
ON_IT = (*LEAF, ROOF, ROOF_LIT, ROOF_LINE, STONE, STONE_LIT, STONE_LINE, RAIL, RAIL_LIT)
INKS = {
    NAME: ("#eef2df", "#1b2312"),
    HALO: ("#2b331f", "#ffffff"),
    CARD: ("#24221d", "#f7f5ef"),
    CARD_INK: ("#efece3", "#22201b"),
    CARD_FAINT: ("#b4ad9d", "#635d50"),
    CARD_LINE: ("#454034", "#cdc5b0"),
    CARD_WARN: ("#ff9d92", "#8a1a15"),
}
PALE = mix(GRASS, "#ffffff", 0.8)  # of smoke


class Field:
    """The table of a scenario, on a sheet WIDTH wide.

    Attributes:
      mm: length of a millimetre on the sheet.
      low: where the table ends; below it is room for the scale bar.
      cards: where the cards begin.
    """

    def __init__(self, scenario: Scenario, theme: str = FIELD) -> None:
        """Draw the table of this scenario in a theme."""
        self.scenario, self.depth = scenario, has_depth(theme)
        self.tones: Tones = tones_of(theme, GROUND, ON_IT, INKS)
        self.half = scenario.half
        self.mm = (WIDTH - 2 * MARGIN) / (2 * self.half[0])
        self.low = 2 * MARGIN + 2 * self.half[1] * self.mm
        self.cards = self.low + BAR
        self.measure = Measure(10 * self.mm, "cm", 10)

    def at(self, x: float, y: float) -> Point:
        """A point of the table, in mm from its middle."""
        return WIDTH / 2 + float(x) * self.mm, self.low / 2 - float(y) * self.mm

    def off(self, x: float, y: float) -> Point:
        """So many mm to the east and to the north, on the sheet."""
        return float(x) * self.mm, -float(y) * self.mm

    # What never changes.

    def ground(self) -> Iterator[Item]:
        """The table with its edge, grass and a faint grid of 10 cm."""
        (left, top), (right, low) = self.at(-self.half[0], self.half[1]), self.at(self.half[0], -self.half[1])
        middle, wide, high = ((left + right) / 2, (top + low) / 2), (right - left) / 2, (low - top) / 2
        frame = box(middle, wide + 4.0, high + 4.0)
        if self.depth:
            yield shade_of(frame, 2.5)
        yield Shape(frame, EDGE)
        yield Shape(box(middle, wide, high), GRASS)
        if self.depth:
            yield from self._meadow()
        for x in self._tens(self.half[0]):
            yield line((self.at(x, self.half[1]), self.at(x, -self.half[1])), GRID_LINE, 0.7)
        for y in self._tens(self.half[1]):
            yield line((self.at(-self.half[0], y), self.at(self.half[0], y)), GRID_LINE, 0.7)

    def _tens(self, half: int) -> range:
        return range(-((half - 1) // GRID) * GRID, half, GRID)

    def _meadow(self) -> Iterator[Item]:
        """Patches of other grass, then tufts; all of one colour come one after the other."""
        chance = Random(self.half[0])
        x, y = self.half[0] - 85, self.half[1] - 85
        size = 50 * self.mm
        spots = [self.at(chance.uniform(-x, x), chance.uniform(-y, y)) for _ in range(x * y // 14_000)]
        for tone, colour in enumerate(PATCH):
            for spot in spots[tone::2]:
                yield Shape(blob(chance, spot, chance.uniform(0.5, 1.3) * size), colour)
        for tone, colour in enumerate(BLADE):
            for u, v in spots[tone::2]:
                foot = u + chance.uniform(-1.5, 1.5) * size, v + chance.uniform(-1.5, 1.5) * size
                if self.at(-x, y)[0] < foot[0] < self.at(x, y)[0] and self.at(x, y)[1] < foot[1] < self.at(x, -y)[1]:
                    yield from (line(blade, colour, 1.1) for blade in tuft(chance, foot, 6.0))

    def labels(self) -> Iterator[Words]:
        """Centimetres from the middle along the lower and the left edge."""
        for x in self._tens(self.half[0]):
            if x % (2 * GRID) == 0:
                yield Words((self.at(x, 0)[0], self.low - 0.45 * MARGIN), str(x // 10), 9.0, NAME)
        for y in self._tens(self.half[1]):
            if y % (2 * GRID) == 0:
                yield Words((0.45 * MARGIN, self.at(0, y)[1]), str(y // 10), 9.0, NAME)

    # Terrain, which DE1 may turn.

    def terrain(self, turned: int) -> tuple[Item, ...]:
        """All terrain as it lies: hills below, then wet ground, woods, buildings, walls."""
        return self._terrain[turned]

    @cached_property
    def _terrain(self) -> tuple[tuple[Item, ...], ...]:
        return tuple(tuple(self._laid(ground)) for ground in self.scenario.world[0]["ground"])

    def _laid(self, ground: Record) -> Iterator[Item]:
        areas = sorted(_parts(ground), key=lambda part: LAYERS.index(part[0]))
        for kind, outline, core in areas:
            yield from getattr(self, f"_{AREAS[kind]}")(outline, core)
        for piece in ground["pieces"][: int(ground["lines"])]:
            ends = self.at(piece["ax"], piece["ay"]), self.at(piece["bx"], piece["by"])
            if not (piece["kind"] == WALL and self._is_of_building(ground, piece)):
                yield from getattr(self, f"_{PIECES[int(piece['kind'])]}")(ends)

    def _is_of_building(self, ground: Record, piece: Record) -> bool:
        """TA4: whether a wall is the edge of an open building: that is drawn with it."""
        buildings = {
            int(of) for of, area in zip(ground["of"], ground["areas"], strict=True) if area["kind"] == BUILDING
        }
        return self.scenario.buildings == "open" and int(piece["number"]) in buildings

    def _points(self, outline: Sequence[Point]) -> tuple[Point, ...]:
        return tuple(self.at(*point) for point in outline)

    def _hill(self, outline: Sequence[Point], core: Sequence[Point]) -> Iterator[Item]:
        """The foot and the crest are true (SI4)."""
        yield Shape(self._points(outline), SLOPE, CONTOUR, 1.6)
        if core:
            top = self._points(core)
            if self.depth:
                yield shade_of(top, 2.2)
            yield Shape(top, CREST, CONTOUR, 1.2)

    def _wood(self, outline: Sequence[Point], core: Sequence[Point]) -> Iterator[Item]:
        """The edge is true; the darker ground is the core, through which nobody sees (SI3)."""
        yield Shape(self._points(outline), FLOOR, WOOD_EDGE, 1.4)
        if core:
            yield Shape(self._points(core), FLOOR_CORE)
        chance, spots = Random(len(outline)), []
        middle = _mean(outline)
        for share, gap in ((0.9, 54.0), (0.52, 72.0), (0.12, 100.0)):
            for x, y in _along([_toward(middle, point, share) for point in outline], gap):
                at = x + chance.uniform(-7, 7), y + chance.uniform(-7, 7)
                spots.append((self.at(*at), chance.uniform(11, 17) * self.mm))
        yield from bushes(chance, spots, LEAF, self.depth)

    def _marsh(self, outline: Sequence[Point], _: Sequence[Point]) -> Iterator[Item]:
        yield Shape(self._points(outline), BOG, REED, 1.2)
        chance, middle = Random(3), _mean(outline)
        spots = [_toward(middle, at, share) for share in (0.8, 0.5, 0.15) for at in _along(outline, 60.0 / share)]
        for at in spots[::2]:
            yield Shape(blob(chance, self.at(*at), 16 * self.mm), POOL)
        for at in spots[1::2]:
            yield from (line(blade, REED, 1.1) for blade in tuft(chance, self.at(*at), 18 * self.mm))

    def _water(self, outline: Sequence[Point], _: Sequence[Point]) -> Iterator[Item]:
        yield Shape(self._points(outline), RIVER, RIVER_EDGE, 1.6)

    def _ford(self, outline: Sequence[Point], _: Sequence[Point]) -> Iterator[Item]:
        yield Shape(self._points(outline), SHALLOWS, RIVER_EDGE, 1.0)

    def _building(self, outline: Sequence[Point], _: Sequence[Point]) -> Iterator[Item]:
        """A roof with its ridge; an open one is a floor within walls."""
        points = self._points(outline)
        if self.scenario.buildings == "open":
            yield Shape(points, EARTH, STONE_LINE, 3.0)
            return
        if self.depth:
            yield shade_of(points, 3.0)
        yield Shape(points, ROOF, ROOF_LINE, 1.5)
        middle = _mean(points)
        ridge = tuple(_toward(middle, point, 0.45) for point in points)
        yield Shape(ridge, ROOF_LIT, ROOF_LINE, 1.0)
        yield from (line(pair, ROOF_LINE, 1.0) for pair in zip(points, ridge, strict=True))

    def _wall(self, ends: Sequence[Point]) -> Iterator[Item]:
        """Stones in a row."""
        size = max(2.0, 6.5 * self.mm)
        if self.depth:
            yield line([(x + 1.2, y + 1.8) for x, y in ends], STONE_LINE, 2 * size)
        yield line(ends, STONE_LINE, 2 * size)
        yield line(ends, STONE, 2 * size - 1.4)
        yield dashed(ends, STONE_LIT, 1.1 * size, 1.2 * size)

    def _fence(self, ends: Sequence[Point]) -> Iterator[Item]:
        """Rails in a zigzag around the true line."""
        (ax, ay), (bx, by) = ends
        far = math.dist(*ends) or 1.0
        count, wide = max(2, round(far / (26 * self.mm))), 5.0 * self.mm
        across = -(by - ay) / far * wide, (bx - ax) / far * wide
        zigzag = [
            (ax + (bx - ax) * k / count + sign * across[0], ay + (by - ay) * k / count + sign * across[1])
            for k in range(count + 1)
            for sign in ((-1) ** k if 0 < k < count else 0,)
        ]
        yield line(zigzag, RAIL, 2.6)
        yield line(zigzag, RAIL_LIT, 1.0)
        yield from (Disc(at, 1.7, RAIL) for at in zigzag)

    def _bank(self, ends: Sequence[Point]) -> Iterator[Item]:
        yield line(ends, EARTH_LINE, 10 * self.mm)
        yield line(ends, EARTH, 6 * self.mm)


def _parts(ground: Record) -> Iterator[tuple[int, list[Point], list[Point]]]:
    """Each part of an area: its kind, its outline and its core's, in mm; no core: an empty one (TA5)."""
    for area in ground["areas"][: int(ground["polygons"])]:
        count = int(area["corners"])
        outline = list(zip(area["x"][:count].tolist(), area["y"][:count].tolist(), strict=True))
        edges = list(zip(*(area[key][:count].tolist() for key in ("nx", "ny", "core")), strict=True))
        core = outline
        for nx, ny, c in edges:
            core = _cut(core, nx, ny, c)
        yield int(area["kind"]), outline, core
    for disc in ground["discs"][: int(ground["rounds"])]:
        middle = float(disc["x"]), float(disc["y"])
        outline, core = (
            [polar(middle, float(disc[key]), 7.5 * k) for k in range(48)] if disc[key] > 0 else []
            for key in ("radius", "core")
        )
        yield int(disc["kind"]), outline, core


def _cut(points: Sequence[Point], nx: float, ny: float, c: float) -> list[Point]:
    """What is left of a convex polygon where nx · x + ny · y isn't more than c."""
    kept = []
    for (x0, y0), (x1, y1) in zip(points, [*points[1:], *points[:1]], strict=True):
        here, there = c - nx * x0 - ny * y0, c - nx * x1 - ny * y1
        if here >= 0:
            kept.append((x0, y0))
        if (here >= 0) != (there >= 0):
            share = here / (here - there)
            kept.append((x0 + share * (x1 - x0), y0 + share * (y1 - y0)))
    return kept


def _mean(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _toward(start: Point, end: Point, share: float) -> Point:
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def _along(points: Sequence[Point], gap: float) -> Iterator[Point]:
    """Points about so far apart around a polygon."""
    left = gap / 2
    for start, end in zip(points, [*points[1:], *points[:1]], strict=True):
        far = math.dist(start, end)
        while left <= far:
            yield _toward(start, end, left / far)
            left += gap
        left -= far
