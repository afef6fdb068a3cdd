"""What of a scenario depends on the ground: here a table, on which places are points in centimetres (OT1, BO2, BO3).

A point in a file is `[x, y]`, seen from the table's middle, with at most one decimal; inside it is whole millimetres.
"""

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import AfterValidator, Field

from paintball_env.on_table.rules.actions import ACTIONS
from paintball_env.on_table.rules.ground import BODY, HEADINGS, along
from paintball_env.on_table.rules.numbering import LONG, RINGS, ROUND
from paintball_env.on_table.rules.shape import BLOCKS, MOST_HILLS, MOST_PARTS
from paintball_env.on_table.scenario.layout import Layout, anticlockwise
from paintball_env.rules import objectives, state
from paintball_env.scenario import rules
from tabletop.base.arrays import Records
from tabletop.game.header import Record
from tabletop.game.headings import COMPASS
from tabletop.game.open_table import MOST_CORNERS, coords
from tabletop.game.open_table import name as point_name
from tabletop.game.open_table import place as point_of
from tabletop.game.places import Point
from tabletop.game.scenario_files import ScenarioModel

Scenario = Any  # the edition's: types are checked of the game's own modules alone
FOLDER = Path(__file__).parent.parent / "scenarios"
SECTIONS = ("red", "blue")  # of the file, one a team
PLACES = "points"  # what places are called
LONGEST = 200  # cm of a table
LARGE_TEAM = 11  # SN1: more figures than this have more rings to start from


def _tenths(value: float) -> float:
    if round(10 * value) / 10 != value:
        raise ValueError(f"{value} has more than one decimal")
    return round(10 * value) / 10  # without the sign of -0.0


Length = Annotated[int, Field(ge=10, le=LONGEST, multiple_of=2)]
Coordinate = Annotated[float, Field(ge=-LONGEST / 2, le=LONGEST / 2), AfterValidator(_tenths)]
Place = tuple[Coordinate, Coordinate]
HardPiece = tuple[Coordinate, Coordinate, Literal["E", "ENE", "NE", "NNE", "N", "NNW", "NW", "WNW"]]
Row = Annotated[tuple[Place, ...], Field(min_length=1)]
Corners = Annotated[tuple[Place, ...], Field(min_length=3, max_length=MOST_CORNERS)]


class Rules(rules.Rules):
    """Switches and numbers, `[rules]` in a file, with those of the table (BO3), in cm."""

    soft_radius: Annotated[int, Field(ge=1, le=10), "BO3"] = 4
    hard_length: Annotated[int, Field(ge=2, le=30), "BO3"] = 10


class Ground(ScenarioModel):
    """A scenario's table and what lies on it in every game.

    Attributes:
      table: length, from west to east, and width in cm (BO2).
      bunkers: their middles.
      trenches: rows of the middles of their parts.
      hills: the corners of each, in either direction.
    """

    table: tuple[Length, Length] = (80, 30)
    bunkers: Annotated[tuple[Place, ...], Field(max_length=MOST_PARTS)] = ()
    trenches: Annotated[tuple[Row, ...], Field(max_length=MOST_PARTS)] = ()
    hills: Annotated[tuple[Corners, ...], Field(max_length=MOST_HILLS)] = ()

    if TYPE_CHECKING:  # a field behind these
        rules: Rules

    @cached_property
    def layout(self) -> Layout:
        """What lies on the table, in mm."""
        return Layout(
            (10 * self.table[0], 10 * self.table[1]),
            tuple(map(point, self.bunkers)),
            tuple(tuple(map(point, row)) for row in self.trenches),
            tuple(anticlockwise([point(corner) for corner in corners]) for corners in self.hills),
            10 * self.rules.soft_radius,
            5 * self.rules.hard_length,
        )


def point(place: Place) -> Point:
    """A point of a file in whole mm."""
    return round(10 * place[0]), round(10 * place[1])


def place_in(scenario: Scenario, name: Place, field: str) -> int:
    """The number of a point of a file; ValueError, with the field before it, where it isn't on the table."""
    place = point_of(*point(name))
    if not scenario.layout.fits(point(name), 0):
        raise ValueError(f"{field}: {point_name(place)} isn't on the table")
    return place


def area(scenario: Scenario, side: int, key: str, with_base: bool) -> tuple[int, ...]:
    """Numbers, rising, of a team's points: as its `key` lists them, else those of its rings where a base fits (SN1)."""
    names = getattr(scenario.teams[side], key)
    if names is None:
        first, step = RINGS
        x, y = scenario.layout.homes[side]
        steps = [
            along(h, first + step * ring) for ring in range(not with_base, rings(scenario)) for h in range(HEADINGS)
        ]
        points = {(x + dx, y + dy) for dx, dy in steps}
        return tuple(sorted(point_of(*spot) for spot in points if scenario.layout.fits(spot, BODY)))
    field = f"{SECTIONS[side]}.{key}"
    places = [place_in(scenario, name, field) for name in names]
    for number, place in enumerate(places):
        if not scenario.layout.fits(coords(place), BODY):
            raise ValueError(f"{field}: at {point_name(place)} no base fits on the table")
        if place in places[:number]:
            raise ValueError(f"{field}: {point_name(place)} is listed twice")
    return tuple(sorted(places))


def rings(scenario: Scenario) -> int:
    """SN1: how many rings of points to start from there are."""
    return 5 if scenario.figures > LARGE_TEAM else 3


def listed(scenario: Scenario) -> list[int]:
    """SN6: all points to start from that the file lists, rising."""
    areas = [
        places
        for key, both in (("start", scenario.start_areas), ("near_home", scenario.near_home))
        for team, places in zip(scenario.teams, both, strict=True)
        if getattr(team, key) is not None
    ]
    return sorted(set().union(*areas))


def placed_cover(scenario: Scenario) -> dict[int, int]:
    """Cover standing from the start: SOFT or HARD + heading by its point, in Red's order."""
    pieces = {point_of(*point(place)): state.SOFT for place in scenario.cover.soft_at}
    for x, y, heading in scenario.cover.hard_at:
        pieces[point_of(*point((x, y)))] = state.HARD + COMPASS.index(heading)
    return dict(sorted(pieces.items()))


def lay_pieces(scenario: Scenario, game: Record) -> None:
    """Write the cover that stands from the start into a game's record: there is no other."""
    pieces = scenario.placed_cover.items()
    soft = [place for place, piece in pieces if piece == state.SOFT]
    hard = [place for place, piece in pieces if piece != state.SOFT]
    game["soft"][...] = game["hard"][...] = state.NONE
    game["heading"][...] = 0
    game["soft"][: len(soft)], game["hard"][: len(hard)] = soft, hard
    game["heading"][: len(hard)] = [piece - state.HARD for _, piece in pieces if piece != state.SOFT]


def size_class(scenario: Scenario) -> state.SizeClass:
    """The size class whose records hold the scenario."""
    return state.size_class(scenario.figures, 1)


def pieces(scenario: Scenario) -> tuple[int, int]:
    """How many pieces of soft and of hard cover are in play."""
    cover = scenario.cover
    return 2 * cover.soft + len(cover.soft_at), 2 * cover.hard + len(cover.hard_at)


def counts(scenario: Scenario) -> dict[str, int]:
    """How many there are of what actions name, and of what those are made of."""
    soft, hard = pieces(scenario)
    parts = len(scenario.layout.parts)
    flags = objectives.OBJECTIVES[objectives.NAMES.index(scenario.objective)].flags
    starts = listed(scenario)
    return {
        "figures": scenario.figures,
        "soft": soft,
        "hard": hard,
        "parts": parts,
        "flag_count": flags,
        "blocks": scenario.figures if scenario.figures <= BLOCKS else 1,
        "places": ROUND * (soft + parts) + LONG * hard + flags,
        "spots": len(scenario.layout.ways[0]),
        "starts": HEADINGS * rings(scenario) + len(starts),
        "listed": len(starts),
    }


def actions(scenario: Scenario) -> int:
    """A, the number of actions."""
    return ACTIONS.size(**scenario.counts)


def board(scenario: Scenario) -> Records:
    """The table's record: shape (1,), dtype `size.board`."""
    records = scenario.layout.record(scenario.size.board)
    record, starts = records[0], listed(scenario)
    for name, count in scenario.counts.items():
        if name != "figures":
            record[name] = count
    record["start"][: len(starts)] = starts
    for key, may, lists, areas in (
        ("start", "may_start", "lists_start", scenario.start_areas),
        ("near_home", "may_be_near", "lists_near", scenario.near_home),
    ):
        for side, team in enumerate(scenario.teams):
            if getattr(team, key) is not None:
                record[lists][side] = 1
                record[may][side, : len(starts)] = [place in areas[side] for place in starts]
    return records
