"""The measures of a sheet: hexes, and strips below the board."""

import math
from dataclasses import dataclass
from functools import cached_property

from paintball_env.scenario import Scenario
from tabletop.show.drawing.packing import SQRT3
from tabletop.show.drawing.shapes import Point, polygon

TURN = 60.0  # degrees between facings
# How far the row of points of a token makes way for an arrowhead, by facing.
ASIDE: dict[int | None, float] = {4: 0.08, 5: -0.08}
PLACE_CORNERS = 6
TALLEST = 1.15  # height of the board against the picture's width


@dataclass(frozen=True)
class Spot:
    """The place of one token: a disc of its own, which nothing else in the hex touches.

    Attributes:
      key: `R1`, `B12`, `M3`, `flag0`.
      centre: of the disc, in pixels.
      radius: of the disc, in pixels.
    """

    key: str
    centre: Point
    radius: float


@dataclass(frozen=True)
class Layout:
    """The measures of a sheet.

    Attributes:
      scenario: what is drawn.
      width: of the sheet in pixels, as large as it is shown.
      depth: with light and shade, and plants.
    """

    scenario: Scenario
    width: int
    depth: bool = True

    @property
    def text(self) -> float:
        """Size of the running text: readable at 400 pixels, not loud at 1200."""
        return 8.0 + 0.0092 * self.width

    @property
    def margin(self) -> float:
        """Free rim of the sheet."""
        return 4.0 + 0.012 * self.width

    @cached_property
    def _plain(self) -> tuple[tuple[Point, ...], float, float, float, float]:
        # Centres for hexes of size 1, and their extent.
        centres = tuple((SQRT3 * (q + r / 2), 1.5 * r) for q, r in self.scenario.board_map.coords)
        xs, ys = [x for x, _ in centres], [y for _, y in centres]
        return centres, min(xs) - SQRT3 / 2, max(xs) + SQRT3 / 2, min(ys) - 1.0, max(ys) + 1.0

    @cached_property
    def size(self) -> float:
        """Distance from a hex's centre to its corners."""
        _, left, right, top, bottom = self._plain
        free = self.width - 2 * self.margin
        return min(free / (right - left), TALLEST * self.width / (bottom - top), 0.16 * self.width)

    @cached_property
    def centres(self) -> tuple[Point, ...]:
        """Centres of the hexes by index."""
        plain, left, right, top, _ = self._plain
        x0 = self.width / 2 - self.size * (left + right) / 2
        y0 = self.margin - self.size * top
        return tuple((x0 + self.size * x, y0 + self.size * y) for x, y in plain)

    @cached_property
    def _by_name(self) -> dict[str, Point]:
        return dict(zip(self.scenario.board_map.names, self.centres, strict=True))

    def centre(self, place: int) -> Point:
        """A place on the sheet."""
        return self.centres[place]

    def named(self, name: str) -> Point:
        """A place on the sheet, by its name."""
        return self._by_name[name]

    def at_name(self, name: str) -> str:
        """The name of a place that can be clicked."""
        return name

    def around(self) -> tuple[Point, ...]:
        """What marks a place at issue, around (0, 0)."""
        return polygon((0.0, 0.0), 0.97 * self.size, 6, 30.0)

    def gone(self, row: int) -> Point:
        """Where those stand who have just gone out, from a hex's middle, in its sizes: in turn beside its name."""
        return (0.36 + 0.46 * (row // 2)) * (1 if row % 2 else -1), -0.74

    @property
    def measure(self) -> None:
        """The sheet has no scale."""
        return None

    @property
    def board_bottom(self) -> float:
        """Where it ends."""
        _, _, _, top, bottom = self._plain
        return self.margin + self.size * (bottom - top)

    @property
    def magnifier_top(self) -> float:
        """Where the strips begin."""
        return self.board_bottom + 0.6 * self.text

    @property
    def strip_token(self) -> float:
        """Radius of a token in a strip: all its signs can be told apart."""
        return 14.0 + 0.0075 * self.width

    @property
    def strip_pitch(self) -> int:
        """Distance of tokens in a strip: their marks don't touch."""
        return math.ceil(2.2 * self.strip_token)

    @property
    def strip_label(self) -> int:
        """Width of the hex's name at the beginning of a strip."""
        return math.ceil(1.75 * self.strip_token)

    @property
    def strip_gap(self) -> int:
        """Between strips beside each other."""
        return math.ceil(0.4 * self.strip_token)

    @property
    def strip_room(self) -> int:
        """Width of a line of strips."""
        return self.width - 2 * round(self.margin)

    @property
    def strip_height(self) -> float:
        """Of a line of strips."""
        return 2.6 * self.strip_token

    def height(self, lines: int) -> float:
        """Of a sheet with so many lines of strips."""
        return (self.magnifier_top + lines * self.strip_height if lines else self.board_bottom) + self.margin

    def corners(self, place: int) -> tuple[Point, ...]:
        """Corners of a hex; corner k lies between directions k and k + 1."""
        return polygon(self.centres[place], self.size, 6, 30.0)
