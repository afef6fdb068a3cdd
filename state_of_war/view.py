"""What an agent of State of War sees: what any game's view has, and units, men, sight, distances, shots."""

from functools import cached_property

from state_of_war.actions import TEAMS, unit_name
from state_of_war.roster import Unit, units_of
from state_of_war.rules.sight import in_sight
from state_of_war.rules.state import FOOT_RADIUS, HORSE_RADIUS, NONE, UNITS
from state_of_war.scenario import Scenario
from state_of_war.shots import Shot, shot_of
from tabletop.agents.view import View as BaseView
from tabletop.base.errors import brief
from tabletop.game.header import Record
from tabletop.game.open_table import distance


class View(BaseView[Scenario]):
    """What State of War adds to `tabletop.agents.view.View`: units and their men, who sees whom, how far, shots.

    Units are named as in actions, `B1`; a method that is given another name, or a unit with nobody on the table, raises
    ValueError. Points are those of the table, in mm from its middle, for both sides: nothing is turned.
    """

    @property
    def part(self) -> str:
        """The side whose part it is, `blue` or `grey`; empty: the sides are set up (TU1)."""
        acting = int(self._game["acting"])
        return "" if acting == NONE else TEAMS[acting]

    @property
    def action(self) -> int:
        """The action of the part, 1 or 2; 0: the sides are set up (TU2)."""
        return int(self._game["action"])

    @property
    def actor(self) -> str:
        """Name of the unit that is placed, ordered, or under way; empty: none."""
        unit = int(self._game["unit"])
        return "" if unit == NONE else unit_name(unit)

    @property
    def asked(self) -> str:
        """Name of the unit that is asked whether it hides, or fires; empty: none."""
        unit = int(self._game["asked"])
        return "" if unit == NONE else unit_name(unit)

    def units(self, team: int | None = None) -> list[Unit]:
        """Return the units with men on the table that a side has, 0 Blue or 1 Grey; None: all. ValueError."""
        if team not in (None, 0, 1):
            raise ValueError(f"team {brief(team)}: 0 Blue or 1 Grey")
        return [unit for unit in self._units.values() if team is None or unit.team == team]

    def unit(self, name: str) -> Unit:
        """Return a unit with men on the table by its name."""
        if not isinstance(name, str) or name not in self._units:
            raise ValueError(f"no unit {brief(name)} on the table; there are {', '.join(self._units) or 'none'}")
        return self._units[name]

    def sees(self, unit: str, enemy: str) -> bool:
        """Return whether an enemy unit is in sight of a unit: seen, and not hidden (SI, AM2)."""
        return bool(in_sight(self._worlds[0], self._game, self._id(unit), self._id(enemy)))

    def distance(self, one: str, other: str) -> int:
        """Return the distance of two units in millimetres begun, from edge to edge of their nearest men (W7)."""
        pairs = ((man, whom) for man in self.unit(one).men for whom in self.unit(other).men)
        return min(
            int(distance(man.x, man.y, whom.x, whom.y)) - _radius(man.mounted) - _radius(whom.mounted)
            for man, whom in pairs
        )

    def shot(self, unit: str, enemy: str) -> Shot | None:
        """Return the shot that a unit of the side whose part it is could be ordered; None: it has none (SH1)."""
        return shot_of(self.scenario, self._game, self._id(unit), self._id(enemy))

    def compile_all(self) -> None:
        """Compile all code that this view's answers need."""
        super().compile_all()
        own, other = (next((unit for unit in self._units.values() if unit.team == team), None) for team in (0, 1))
        if own and other:
            self.sees(own.name, other.name), self.distance(own.name, other.name), self.shot(own.name, other.name)

    @property
    def _game(self) -> Record:
        return self.games[0]

    @cached_property
    def _units(self) -> dict[str, Unit]:
        return {unit.name: unit for unit in units_of(self.scenario, self._game) if unit.men}

    def _id(self, name: str) -> int:
        """A unit's id by its name."""
        unit = self.unit(name)
        return UNITS * unit.team + int(unit.name[1:]) - 1


def _radius(mounted: bool) -> int:
    return HORSE_RADIUS if mounted else FOOT_RADIUS
