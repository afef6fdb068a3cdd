"""The legend: what the signs on the table mean, men and terrain; drawn for the radius UNIT around (0, 0)."""

import math
from random import Random

from state_of_war import bases
from state_of_war.field import (
    BOG,
    CONTOUR,
    CREST,
    EARTH,
    EARTH_LINE,
    FLOOR,
    LEAF,
    NAME,
    RAIL,
    RAIL_LIT,
    REED,
    RIVER,
    RIVER_EDGE,
    ROOF,
    ROOF_LINE,
    SHALLOWS,
    SLOPE,
    STONE,
    STONE_LINE,
    STONE_LIT,
    WOOD_EDGE,
)
from state_of_war.scenario import Scenario
from tabletop.show.drawing.nature import bushes
from tabletop.show.drawing.shapes import Disc, Item, Shape, box, dashed, line

LEVEL = ((-50.0, 0.0), (50.0, 0.0))  # the line of a wall
ZIGZAG = ((-50.0, 0.0), (-25.0, 10.0), (0.0, -10.0), (25.0, 10.0), (50.0, 0.0))
# By kind of area or piece (TA4): what it means for the men, and its sign.
TERRAIN: dict[str, tuple[str, tuple[Item, ...]]] = {
    "wood": (
        "a wood: soft cover for who is in it; nobody sees through its dark middle",
        (
            Disc((0.0, 0.0), 48.0, FLOOR, WOOD_EDGE, 3.0),
            *bushes(Random(1), [((-14.0, 8.0), 22.0), ((16.0, -8.0), 20.0)], LEAF),
        ),
    ),
    "hill": (
        "a hill: soft cover behind the edge of its top",
        (Disc((0.0, 0.0), 48.0, SLOPE, CONTOUR, 3.0), Disc((0.0, 0.0), 27.0, CREST, CONTOUR, 2.5)),
    ),
    "marsh": ("a marsh", (Disc((0.0, 0.0), 46.0, BOG, REED, 3.0),)),
    "water": ("water: nobody enters", (Disc((0.0, 0.0), 46.0, RIVER, RIVER_EDGE, 3.0),)),
    "ford": ("a ford", (Disc((0.0, 0.0), 46.0, SHALLOWS, RIVER_EDGE, 3.0),)),
    "building": (
        "a building: hard cover at its corners",
        (Shape(box((0.0, 0.0), 44.0, 32.0), ROOF, ROOF_LINE, 4.0), line(((-24.0, 0.0), (24.0, 0.0)), ROOF_LINE, 3.0)),
    ),
    "wall": (
        "a wall: hard cover behind it",
        (line(LEVEL, STONE_LINE, 26.0), line(LEVEL, STONE, 20.0), dashed(LEVEL, STONE_LIT, 14.0, 16.0)),
    ),
    "fence": ("a fence: soft cover behind it", (line(ZIGZAG, RAIL, 10.0), line(ZIGZAG, RAIL_LIT, 4.0))),
    "bank": ("a bank: soft cover behind it", (line(LEVEL, EARTH_LINE, 24.0), line(LEVEL, EARTH, 15.0))),
}
ARC = tuple((60.0 * math.sin(k / 6), 70.0 - 80.0 * math.cos(k / 6)) for k in range(-5, 6))
RANGE = "how far the weapons of the unit that acts reach", (dashed(ARC, NAME, 4.0, 12.0),)


def legend(scenario: Scenario) -> tuple[tuple[str, tuple[Item, ...]], ...]:
    """The signs, each with what it means: of men (`bases.legend`), then of ranges and of the terrain that there is."""
    kinds = {part[0] for part in (*scenario.areas, *scenario.pieces)}
    return (*bases.legend(), RANGE, *(sign for kind, sign in TERRAIN.items() if kind in kinds))
