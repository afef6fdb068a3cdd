"""What an agent's view says of the ground: here of a table, whose points are written as in positions."""

from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paintball_env import chances
from paintball_env.on_table.places import DIRECTIONS, place_names
from paintball_env.on_table.rules.ground import along, gap, has_line, spot_of, squared, standing, xy
from paintball_env.rules.state import NONE
from paintball_env.scenario import Scenario
from tabletop.agents.view import View as BaseView
from tabletop.game.open_table import place as point_of
from tabletop.game.open_table import place_named

Chances = NDArray[np.float64]


class ChanceTables(NamedTuple):
    """Chances of one die from every own figure at every enemy, each float64 [F, F], 0 to 1; of figures that are out 0.

    Attributes:
      to_hit: as returned by `View.chance_to_hit`.
      to_put_out: as returned by `View.chance_to_put_out`.
      to_suppress: as returned by `View.chance_to_suppress`.
    """

    to_hit: Chances
    to_put_out: Chances
    to_suppress: Chances


class GroundView(BaseView[Scenario]):
    """Where cover and smoke are, and what is between two points."""

    @cached_property
    def cover(self) -> dict[str, str]:
        """Pieces of cover by their middles: `soft`, or `hard` with the heading it lies along: `hard NE` (SC1, HC1)."""
        game = self.games[0]
        hard = zip(game["hard"].tolist(), game["heading"].tolist(), strict=True)
        return {
            **{self._name(place): "soft" for place in game["soft"].tolist() if place != NONE},
            **{self._name(place): f"hard {DIRECTIONS[heading]}" for place, heading in hard if place != NONE},
        }

    @cached_property
    def smoke(self) -> list[str]:
        """The middles of the clouds (SM1)."""
        return [self._name(place) for place in self.games["cloud"][0].tolist() if place != NONE]

    def distance(self, start: str, target: str) -> int:
        """Return the range from one point to another (OT1): 0 in one part of works, else each 10 cm begun is one."""
        return int(gap(self._worlds[0], self._hex(start), self._hex(target)))

    def steps(self, start: str, target: str) -> float:
        """Return how many cm two points are apart."""
        return float(squared(self._hex(start), self._hex(target))) ** 0.5 / 10

    def beside(self, start: str, direction: str) -> str:
        """Return the point 10 cm along a heading (`E ENE` … `ESE`); ValueError: there is no such heading."""
        if direction not in DIRECTIONS:
            raise ValueError(f"{direction} is no heading ({' '.join(DIRECTIONS)})")
        (x, y), (dx, dy) = xy(self._hex(start)), along(DIRECTIONS.index(direction), 100)
        return self._name(point_of(x + dx, y + dy))

    def in_line(self, start: str, target: str) -> bool:
        """Tell whether a shot from one point to the other has a line (SH-LOS)."""
        return bool(has_line(self._worlds[0], self._hex(start), self._hex(target)))

    def chance_tables(self, aimed: bool = False) -> ChanceTables:
        """Return all these chances at once; suppression doesn't depend on `aimed`."""
        figures, places = self.scenario.figures, self.games["figure"]["hex"][0]
        tables = np.zeros((3, figures, figures))
        for own, start in enumerate(places[self.team, :figures].tolist()):
            for enemy, goal in enumerate(places[1 - self.team, :figures].tolist()):
                if start != NONE and goal != NONE:
                    world, game = self._worlds[0], self.games[0]
                    tables[0, own, enemy] = chances.arrives(world, game, start, goal, int(aimed))
                    tables[1, own, enemy] = chances.puts_out(world, game, start, goal, int(aimed))
                    tables[2, own, enemy] = chances.suppresses(world, game, start, goal)
        return ChanceTables(*tables)

    def compile_answers(self, start: str, target: str) -> None:
        """Compile the code of these answers, by two places."""
        self.distance(start, target)
        self.in_line(start, target)
        self.steps(start, target)

    def _name(self, place: int) -> str:
        return place_names(self.scenario)[place]

    def _hex(self, name: str) -> int:
        """The place of a point: of the figure that stands there, if one does."""
        point = place_named(name)
        there = (int(place) for place in self.games["figure"]["hex"].ravel() if spot_of(int(place)) == point)
        return next(there, int(standing(self._worlds[0], 0, point)))
