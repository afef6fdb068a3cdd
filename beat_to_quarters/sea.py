"""The sea on a sheet: where hexes are, water, land, shoals, coordinates. Ships and words are drawn elsewhere."""

from collections.abc import Iterator
from functools import cached_property
from random import Random

from beat_to_quarters.scenario import Scenario
from tabletop.game.hex_grid import STEPS, coords, inside, name, place, sheet
from tabletop.show.drawing.nature import blob
from tabletop.show.drawing.shapes import Disc, Item, Point, Shape, Words, box, line, mix, polar, polygon
from tabletop.show.drawing.themes import FIELD, Tones, has_depth, tones_of
from tabletop.show.drawing.things import Place

WIDTH, MARGIN = 800.0, 17.0
WATER, SWELL, WAVE, DOT = "#6c9fb8", ("#689bb5", "#71a3bb"), "#86b3c8", "#568aa3"
SHALLOW, SHOAL = "#8fc0c4", ("#a3ccc4", "#92c1c2", "#82b4bf")  # along the shore; of depth 1 to 2, 3 to 5, 6 to 8
SAND, GRASS, WOOD = "#dccfa2", "#9db27a", "#8ba56c"
EDGE = "#3f6f87"  # around the map
NUMBER = "#eef5f8"  # of columns and rows
DEPTH = "#2c5f68"  # of shoals
NAME, HALO = "#0f2029", "#8ab8cd"  # of ships on the water
CARD, CARD_INK, CARD_FAINT, CARD_LINE = "#e8eef0", "#1d2429", "#59646b", "#b9c6cc"  # below the map
CARD_WARN = "#a3201a"
GROUND = (WATER, *SWELL, WAVE, DOT, SHALLOW, *SHOAL, SAND, GRASS, WOOD, EDGE)
INKS = {
    NUMBER: ("#b7c9d2", "#22343d"),
    DEPTH: ("#9fc6cc", "#22343d"),
    NAME: ("#f0f6f9", "#0f2029"),
    HALO: ("#22343f", "#ffffff"),
    CARD: ("#20272c", "#f4f6f7"),
    CARD_INK: ("#e9eef1", "#1d2429"),
    CARD_FAINT: ("#a9b4ba", "#59646b"),
    CARD_WARN: ("#ff9d92", "#8a1a15"),
    CARD_LINE: ("#3a454c", "#b9c6cc"),
}
CORNERS = 28  # of a blot of swell


class Sea:
    """The map of a scenario, on a sheet WIDTH wide.

    Attributes:
      unit: width of a hex on the sheet.
      low: where the map ends and the cards begin.
    """

    def __init__(self, scenario: Scenario, theme: str = FIELD) -> None:
        """Draw the sea of this scenario in a theme."""
        self.scenario, self.columns, self.rows = scenario, scenario.columns, scenario.rows
        self.tones: Tones = tones_of(theme, GROUND, (), INKS)
        self._depth = has_depth(theme)
        numbers = range(self.columns * self.rows)
        self.hexes = {name(self.columns, self.rows, n): coords(self.columns, n) for n in numbers}
        self._sheet = sheet(self.hexes)
        west, south, east, north = self._sheet.bounds
        self.unit = 2.0 * (WIDTH - 2.0 * MARGIN) / (east - west)
        self._west, self._north, self._side = west, north, self.unit / 3.0**0.5
        self.low = 2.0 * MARGIN + (north - south) * self._side / 2.0

    def _on_sheet(self, x: float, y: float) -> Point:
        """A point of the hexes' own sheet (`tabletop.game.hex_grid.sheet`)."""
        return MARGIN + (x - self._west) * self.unit / 2.0, MARGIN + (self._north - y) * self._side / 2.0

    def at(self, q: float, r: float) -> Point:
        """The middle of a hex, which may be off the map; of several hexes their mean."""
        return self._on_sheet(2.0 * q + r, -3.0 * r)

    def named(self, hex_name: str) -> Point:
        """The middle of a hex by its name."""
        return self.at(*self.hexes[hex_name])

    def name(self, q: int, r: int) -> str:
        """The name of a hex; empty: it is off the map."""
        if not inside(self.columns, self.rows, q, r):
            return ""
        return name(self.columns, self.rows, place(self.columns, q, r))

    def places(self) -> tuple[Place, ...]:
        """The hexes as they are pointed at."""
        outlines = self._sheet.outlines
        return tuple(
            Place(key, f"hex {key}", self.at(*at), tuple(self._on_sheet(*corner) for corner in outlines[key]))
            for key, at in self.hexes.items()
        )

    @cached_property
    def land(self) -> frozenset[tuple[int, int]]:
        """The hexes of land."""
        return frozenset(at for at in self.hexes.values() if self.scenario.is_land(*at))

    @cached_property
    def shoals(self) -> dict[tuple[int, int], int]:
        """The hexes of shoals, with their depth."""
        depth = self.scenario.world[0]["sea"]["depth"]
        return {at: int(depth[n]) for n, at in enumerate(self.hexes.values()) if depth[n]}

    def ground(self) -> Iterator[Item]:
        """Water, land and shoals; all of one colour come one after the other, and are one element of a page."""
        yield Shape(box((WIDTH / 2, self.low / 2), WIDTH / 2, self.low / 2), WATER)
        if self._depth:
            yield from self._swell()
        for depths, colour in ((range(6, 9), SHOAL[2]), (range(3, 6), SHOAL[1]), (range(1, 3), SHOAL[0])):
            yield from (
                Disc(self.at(*at), 0.62 * self.unit, colour) for at, deep in self.shoals.items() if deep in depths
            )
        yield from self._land()
        sea = (self.at(*at) for at in self.hexes.values() if at not in self.land)
        yield from (line(((x, y), (x + 0.02, y)), DOT, 0.11 * self.unit) for x, y in sea)
        yield Shape(box((WIDTH / 2, self.low / 2), WIDTH / 2 - 1.0, self.low / 2 - 1.0), None, EDGE, 2.0)

    def _swell(self) -> Iterator[Item]:
        """Water that isn't the same everywhere, and waves."""
        chance, size = Random(self.columns), WIDTH / 40.0
        for tone in SWELL:
            for _ in range(14):
                at = chance.uniform(60.0, WIDTH - 60.0), chance.uniform(40.0, self.low - 40.0)
                yield Shape(blob(chance, at, chance.uniform(1.2, 2.6) * size, CORNERS), tone)
        for _ in range(90):
            x, y = chance.uniform(10.0, WIDTH - 40.0), chance.uniform(12.0, self.low - 12.0)
            wide, high = 0.28 * size, 0.13 * size
            yield line([(x + k * wide, y - high * (k % 2)) for k in range(chance.choice((3, 5)))], WAVE, 1.3)

    def _land(self) -> Iterator[Item]:
        """Land with its shore: shallow water, sand, then what grows."""
        shore = [at for at in self.land if any(self._is_sea(at[0] + dq, at[1] + dr) for dq, dr in STEPS)]
        inner = sorted(self.land.difference(shore))
        middles = [self.at(*at) for at in sorted(shore)]
        for radius, colour in ((0.98, SHALLOW), (0.7, SAND)):
            yield from (Disc(middle, radius * self.unit, colour) for middle in middles)
        outlines = self._sheet.outlines
        for key, at in self.hexes.items():
            if at in self.land:
                yield Shape(tuple(self._on_sheet(*corner) for corner in outlines[key]), SAND)
        yield from (Disc(middle, 0.43 * self.unit, GRASS) for middle in middles)
        yield from (Disc(self.at(*at), 0.72 * self.unit, GRASS) for at in inner)
        yield from (Shape(points, GRASS) for points in self._beyond())
        if self._depth:
            chance = Random(len(inner))
            for at in inner:
                if chance.random() < 0.5:
                    spot = polar(self.at(*at), 0.3 * self.unit, 360.0 * chance.random())
                    yield Disc(spot, chance.uniform(0.2, 0.34) * self.unit, WOOD)

    def _beyond(self) -> Iterator[tuple[Point, ...]]:
        """What land there is between the map's last hexes and its frame."""
        around = set(self.land)
        for _ in range(2):
            around |= {(q + dq, r + dr) for q, r in around for dq, dr in STEPS if not self.name(q + dq, r + dr)}
        for q, r in sorted(around.difference(self.land)):
            if not any(self._is_sea(q + dq, r + dr) for dq, dr in STEPS):
                if len(points := self.clipped(polygon(self.at(q, r), 0.95 * self.unit, 6))) > 2:
                    yield points

    def _is_sea(self, q: int, r: int) -> bool:
        return inside(self.columns, self.rows, q, r) and (q, r) not in self.land

    def labels(self) -> Iterator[Words]:
        """Numbers of columns above and below, of rows on both sides; depths of shoals."""
        size = 10.0
        step = 1 if self.columns <= 26 else 2 if self.columns <= 40 else 5
        for column in range(step - 1, self.columns, step):
            text = f"{column + 1:02}"
            yield Words((self.at(column, 0)[0], 0.5 * MARGIN), text, size, NUMBER)
            bottom = self.at(column - (self.rows - 1 >> 1), self.rows - 1)[0]
            yield Words((bottom, self.low - 0.5 * MARGIN), text, size, NUMBER)
        for row in range(step - 1, self.rows, step):
            y = self.at(0, row)[1]
            yield from (Words((x, y), f"{row + 1:02}", size, NUMBER) for x in (0.5 * MARGIN, WIDTH - 0.5 * MARGIN))
        for at, deep in self.shoals.items():
            yield Words(self.at(*at), str(deep), 0.45 * self.unit, DEPTH)

    def clipped(self, points: tuple[Point, ...]) -> tuple[Point, ...]:
        """A convex polygon without what lies off the map."""
        for axis, sign, edge in ((0, 1.0, 0.0), (0, -1.0, WIDTH), (1, 1.0, 0.0), (1, -1.0, self.low)):
            kept: list[Point] = []
            for (x0, y0), (x1, y1) in zip(points, (*points[1:], *points[:1]), strict=True):
                here, there = sign * ((x0, y0)[axis] - edge), sign * ((x1, y1)[axis] - edge)
                if here >= 0:
                    kept.append((x0, y0))
                if (here >= 0) != (there >= 0):
                    share = here / (here - there)
                    kept.append((x0 + share * (x1 - x0), y0 + share * (y1 - y0)))
            points = tuple(kept)
        return points


PALE = mix(WATER, "#ffffff", 0.75)  # of wakes and smoke
