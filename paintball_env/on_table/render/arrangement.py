"""Where all that a position holds stands: figures where they are; beside them what would cover them."""

import math
from dataclasses import dataclass

from paintball_env.on_table.render.geometry import TURN, Layout, Spot
from paintball_env.render.view import Position
from paintball_env.rules.state import NONE
from tabletop.show.drawing.shapes import Point, polar

MARSHAL, FLAG = 0.74, 0.66  # radii of their spots, in those of a figure's


@dataclass(frozen=True)
class Arrangement:
    """The places of a position.

    Attributes:
      tokens: each figure's, Marshal's and lying flag's one place by its key.
    """

    tokens: dict[str, Spot]
    lines: int = 0  # of strips below the board
    strips: tuple[()] = ()

    def on_board(self, key: str) -> Spot | None:
        """Where something shows on the table."""
        return self.tokens.get(key)

    def beside(self, key: str, other: str) -> bool:
        """Whether a line may join two tokens."""
        return True


def most_lines(layout: Layout) -> int:
    """No tokens stand below the table."""
    return 0


def arrange(layout: Layout, position: Position) -> Arrangement:
    """Place everything: figures truly, Marshals and flags so that they cover none."""
    tokens = {figure.name: Spot(figure.name, layout.centre(figure.hex), layout.token) for figure in position.figures}
    others = [(marshal.name, marshal.hex, MARSHAL) for marshal in position.marshals]
    others += [(flag.key, flag.hex, FLAG) for flag in position.flags if flag.hex != NONE]
    for key, place, share in others:
        radius = share * layout.token
        tokens[key] = Spot(key, _free(layout.centre(place), radius, list(tokens.values())), radius)
    return Arrangement(tokens)


def _free(centre: Point, radius: float, taken: list[Spot]) -> Point:
    """A point as near as may be at which a disc covers little of those that are placed; else the one asked for."""
    for step in range(6):
        for heading in range(1 if step == 0 else 16):
            spot = polar(centre, 0.5 * step * radius, TURN * heading)
            if all(math.dist(spot, other.centre) >= 0.8 * (radius + other.radius) for other in taken):
                return spot
    return centre
