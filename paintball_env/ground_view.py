"""What an agent's view says of the ground: here of hexes."""

from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paintball_env import chances
from paintball_env.places import DIRECTIONS
from paintball_env.rules.state import BARE, HARD, NONE, SOFT
from paintball_env.scenario import Scenario
from tabletop.agents.view import View as BaseView

Chances = NDArray[np.float64]


class ChanceTables(NamedTuple):
    """Chances of one die from every hex at every hex, each float64 [H, H], 0 to 1: [shooter's hex, target's hex].

    Hexes are in the order of `scenario.board_map.names`.

    Attributes:
      to_hit: as returned by `View.chance_to_hit`.
      to_put_out: as returned by `View.chance_to_put_out`.
      to_suppress: as returned by `View.chance_to_suppress`.
    """

    to_hit: Chances
    to_put_out: Chances
    to_suppress: Chances


class GroundView(BaseView[Scenario]):
    """Where cover and smoke are, and what is between two hexes."""

    @cached_property
    def cover(self) -> dict[str, str]:
        """Pieces of cover by hex: `soft`, or `hard` with the direction it faces: `hard NE` (SC1, HC1)."""
        pieces = self.games["cover"][0].tolist()
        return {
            self._name(place): "soft" if piece == SOFT else f"hard {DIRECTIONS[piece - HARD]}"
            for place, piece in enumerate(pieces)
            if piece != BARE
        }

    @cached_property
    def smoke(self) -> list[str]:
        """The hexes with smoke (SM1)."""
        return [self._name(int(place)) for place in np.flatnonzero(self.games["smoke"][0])]

    def distance(self, start: str, target: str) -> int:
        """Return the range from one hex to another, counting the target's hex (BO4)."""
        return int(self._worlds["board"]["distance"][0, self._hex(start), self._hex(target)])

    def steps(self, start: str, target: str) -> int:
        """Return the number of steps from one hex to another on the board as if nobody stood in the way."""
        return int(self._worlds["board"]["steps"][0, self._hex(start), self._hex(target)])

    def beside(self, start: str, direction: str) -> str:
        """Return the hex next to `start` in a direction (`E NE NW W SW SE`); ValueError: there is none."""
        if direction not in DIRECTIONS:
            raise ValueError(f"{direction} is no direction ({' '.join(DIRECTIONS)})")
        neighbour = int(self._worlds["board"]["neighbour"][0, self._hex(start), DIRECTIONS.index(direction)])
        if neighbour == NONE:
            raise ValueError(f"there is no hex {direction} of {start}")
        return self.scenario.board_map.names[neighbour]

    def in_line(self, start: str, target: str) -> bool:
        """Tell whether a shot from one hex to the other has a line (SH-LOS)."""
        return bool(self._worlds["board"]["line"][0, self._hex(start), self._hex(target)])

    def chance_tables(self, aimed: bool = False) -> ChanceTables:
        """Return all these chances at once, in the time of a few single ones; suppression doesn't depend on `aimed`."""
        hexes = len(self.scenario.board_map.names)
        tables = np.empty((3, hexes, hexes))
        chances.write_tables(self._worlds[0], self.games[0], int(aimed), tables)
        return ChanceTables(*tables)

    def compile_answers(self, start: str, target: str) -> None:
        """Compile the code of these answers, by two places."""
        self.chance_tables()
        self.in_line(start, target)
        self.steps(start, target)

    def _name(self, place: int) -> str:
        return self.scenario.board_map.names[place]

    def _hex(self, name: str) -> int:
        names = self.scenario.board_map.names
        if name not in names:
            raise ValueError(f"there is no hex {name} on this board")
        return names.index(name)
