"""The measures of a sheet of a table: a millimetre, points, tokens at their true size."""

from dataclasses import dataclass
from functools import cached_property

from paintball_env.on_table.rules.ground import BODY, HEADINGS, TOGETHER, xy
from paintball_env.on_table.scenario.ground import Scenario
from tabletop.game.open_table import place_named
from tabletop.show.drawing.shapes import Point, polygon
from tabletop.show.drawing.things import Measure

TURN = 360.0 / HEADINGS  # degrees between facings
ASIDE: dict[int | None, float] = {10: 0.08, 11: 0.08, 13: -0.08, 14: -0.08}
PLACE_CORNERS = 24  # of what marks a place at issue
RING = 0.80 * 0.88  # radius of a base, in radii of its spot: marks and facing stand out of it
LEAST = 9.5  # radius of a spot in pixels: a number can be read, and bases that touch overlap by little


@dataclass(frozen=True)
class Spot:
    """The place of one token.

    Attributes:
      key: `R1`, `B12`, `M3`, `flag0`.
      centre: of its base, in pixels.
      radius: of all that is drawn of it, in pixels.
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
        """Size of the running text."""
        return 8.0 + 0.0092 * self.width

    @property
    def margin(self) -> float:
        """Free rim of the sheet: for the numbers along the table's edge."""
        return 8.0 + 0.02 * self.width

    @cached_property
    def mm(self) -> float:
        """Pixels of a millimetre."""
        return (self.width - 2 * self.margin) / (10 * self.scenario.table[0])

    @property
    def size(self) -> float:
        """What signs of what has happened are measured by, as by a hex: 5 cm."""
        return TOGETHER * self.mm

    @property
    def token(self) -> float:
        """Radius of a figure's spot."""
        return max(LEAST, BODY * self.mm / RING)

    @cached_property
    def bottom(self) -> float:
        """Where the table ends."""
        return self.margin + 10 * self.scenario.table[1] * self.mm

    def height(self, lines: int) -> float:
        """Of the sheet, with room for the scale bar."""
        return self.bottom + 2.2 * self.margin

    def at(self, x: float, y: float) -> Point:
        """A point of the table on the sheet."""
        return self.width / 2 + x * self.mm, (self.margin + self.bottom) / 2 - y * self.mm

    def centre(self, place: int) -> Point:
        """A place on the sheet."""
        return self.at(*xy(place))

    def named(self, name: str) -> Point:
        """A place on the sheet, by its name."""
        return self.centre(place_named(name))

    def at_name(self, name: str) -> str:
        """The name of a place that can be clicked: here is none."""
        return ""

    def around(self) -> tuple[Point, ...]:
        """What marks a place at issue, around (0, 0): all that is together with it (OT2)."""
        return polygon((0.0, 0.0), self.size, PLACE_CORNERS)

    def gone(self, row: int) -> Point:
        """Where those stand who have just gone out, from where they stood, in its measure `size`."""
        return 0.3 * row, 0.0

    @property
    def measure(self) -> Measure:
        """The sheet has a scale."""
        return Measure(10 * self.mm, "cm", 10)
