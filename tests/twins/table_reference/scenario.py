"""SN6: a scenario on a table, and the points that it gives to the set-up (SN1 to SN4)."""

from dataclasses import dataclass, field
from functools import cached_property

from ..paintball_reference.model import Rules
from .game import Game
from .geometry import HEADINGS, along, plus
from .table import BASE, Table


@dataclass
class Scenario(Rules):
    """Lengths in mm; points are (x, y), seen from the table's middle."""

    table: tuple = (800, 300)
    bunkers: list = field(default_factory=list)  # points
    trenches: list = field(default_factory=list)  # rows of points
    hills: list = field(default_factory=list)  # lists of corners
    soft_radius: int = 40
    hard_length: int = 100
    soft_at: list = field(default_factory=list)  # points
    hard_at: list = field(default_factory=list)  # (point, heading's name)

    @cached_property
    def board(self):
        """The table."""
        return Table(self)

    def new(self):
        """An empty game of the scenario."""
        return Game(self)

    @property
    def figures(self):
        """F: the size of the larger team."""
        return max(self.team_sizes)

    @property
    def soft_total(self):
        """S: the pieces of soft cover of both teams, and those that stand there from the start."""
        return 2 * self.soft_pieces + len(self.soft_at)

    @property
    def hard_total(self):
        """H: likewise of hard cover."""
        return 2 * self.hard_pieces + len(self.hard_at)

    @property
    def rings(self):
        """SN1: how far from the base's middle the points of the start are."""
        return [25, 75, 125] + ([175, 225] if self.figures > 11 else [])

    def ring_points(self, team, first=0):
        """SN1: the names of the points of the start, from this ring on, and where they are."""
        return {
            f"start {heading} {ring // 10}.{ring % 10}": plus(self.board.home[team], along(d, ring))
            for ring in self.rings[first:]
            for d, heading in enumerate(HEADINGS)
        }

    @cached_property
    def listed(self):
        """SN6: the points that a file lists for the start, in Red's order."""
        return sorted({tuple(p) for areas in (self.start_areas, self.near_home) for area in areas or () for p in area})

    def _named(self, area):
        return {f"start {self.board.write(point)}": tuple(point) for point in area}

    def start_points(self, team):
        """SN1, SN2: where a team's figures may start, by name."""
        if self.start_areas is not None:
            return self._named(self.start_areas[team])
        return self.ring_points(team, 1 if self.objective == "reverse" else 0)

    def near_points(self, team):
        """SN1: where a team's flag and its Marshal may stand, by name: where a base fits on the table."""
        if self.near_home is not None:
            return self._named(self.near_home[team])
        return {name: point for name, point in self.ring_points(team, 1).items() if self.board.fits(point, BASE)}
