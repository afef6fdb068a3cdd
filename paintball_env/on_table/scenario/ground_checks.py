"""What makes a scenario impossible on its table (SN6): what lies off it or on each other, what has no place left."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from math import ceil

import numpy as np

from paintball_env.on_table.rules.ground import BODY, WORKS
from paintball_env.on_table.rules.shape import MOST_HARD, MOST_PARTS, MOST_SEAMS, MOST_SOFT, MOST_STARTS
from paintball_env.on_table.scenario.ground import SECTIONS, Scenario, listed, pieces, place_in, point
from paintball_env.on_table.scenario.layout import GRID, Piece, Ways, are_nearer, are_within, edges
from paintball_env.rules.state import NONE
from paintball_env.rules.terrain import BASE, BUNKER, TERRAINS, TRENCH
from tabletop.base.errors import counted
from tabletop.game.headings import COMPASS
from tabletop.game.open_table import AREA, coords, lay_area, nearer, side, squared_distance, within
from tabletop.game.open_table import name as point_name
from tabletop.game.open_table import place as point_of
from tabletop.game.places import Point

KINDS = "soft", "hard"  # of cover
FIELDS = {BASE: "table", BUNKER: "bunkers", TRENCH: "trenches"}
SPACING = 100, 110  # BO3: mm between parts of a trench


def _name(spot: Sequence[int]) -> str:
    return point_name(point_of(spot[0], spot[1]))


def check_ground(scenario: Scenario) -> None:
    """Refuse works and hills that can't lie so, areas in which a team can't set up, Marshals off the table."""
    _check_counts(scenario)
    _check_works(scenario)
    _check_hills(scenario)
    _check_areas(scenario)
    for place in scenario.marshals_at:
        place_in(scenario, place, "marshals_at")


def _check_counts(scenario: Scenario) -> None:
    soft, hard = pieces(scenario)
    for field, count, most, what in (
        ("trenches", len(scenario.layout.parts), MOST_PARTS, "parts of works with bunkers and bases"),
        ("hills", len(scenario.layout.seams), MOST_SEAMS, "stretches of border that two of them share"),
        ("cover", soft, MOST_SOFT, "pieces of soft cover"),
        ("cover", hard, MOST_HARD, "pieces of hard cover"),
        ("start and near_home", len(listed(scenario)), MOST_STARTS, "points"),
    ):
        if count > most:
            raise ValueError(f"{field}: {count} {what}, at most {most} are allowed")


def _check_works(scenario: Scenario) -> None:
    layout, least, most = scenario.layout, *SPACING
    for number, (kind, row) in enumerate(layout.works):
        field = FIELDS[kind]
        for spot in row:
            if not layout.fits(spot, WORKS):
                raise ValueError(f"{field}: the {TERRAINS[kind].name} at {_name(spot)} doesn't lie wholly on the table")
        for one, other in pairwise(row):
            if not least**2 <= squared_distance(*one, *other) <= most**2:
                raise ValueError(f"{field}: {_name(one)} and {_name(other)} aren't 10 to 11 cm apart")
        for before, (other_kind, others) in enumerate(layout.works[:number]):
            both = kind == other_kind == TRENCH  # which may meet
            if not both and any(are_nearer(a, b, least) for a in layout.rows[number] for b in layout.rows[before]):
                names = f"{TERRAINS[kind].name} at {_name(row[0])} and the {TERRAINS[other_kind].name}"
                raise ValueError(f"{field}: the {names} at {_name(others[0])} overlap")
    for one, other in combinations([spot for kind, row in layout.works if kind == TRENCH for spot in row], 2):
        if squared_distance(*one, *other) < least**2:
            raise ValueError(f"trenches: the middles {_name(one)} and {_name(other)} are less than 10 cm apart")


def _check_hills(scenario: Scenario) -> None:
    layout = scenario.layout
    for number, corners in enumerate(layout.hills):
        field = f"hills.{number}"
        for corner in corners:
            if not layout.fits(corner, 0):
                raise ValueError(f"{field}: {_name(corner)} isn't on the table")
        try:
            if len(set(corners)) < len(corners):
                raise ValueError("a corner is listed twice")
            lay_area(np.zeros(1, AREA)[0], corners)
        except ValueError:
            raise ValueError(f"{field}: it isn't convex, with a corner at each of its points") from None
        for kind, stretch in ((kind, s) for (kind, _), row in zip(layout.works, layout.rows, strict=True) for s in row):
            begins_within = all(side(*a, *b, *stretch[:2]) > 0 for a, b in edges(corners))
            if begins_within or any(are_nearer((*a, *b), stretch, WORKS) for a, b in edges(corners)):
                raise ValueError(f"{field}: it overlaps the {TERRAINS[kind].name} at {_name(stretch)}")


def _check_areas(scenario: Scenario) -> None:
    homes = scenario.layout.homes
    for number, field in enumerate(SECTIONS):
        area, near_home, team = scenario.start_areas[number], scenario.near_home[number], scenario.teams[number]
        usual = " (start left out: what is about the base)" if team.start is None else ""
        for spot in map(coords, area):
            if _is_in(spot, homes[1 - number]):
                raise ValueError(f"{field}.start: {_name(spot)} is in the enemy's base{usual}")
            if scenario.own_base_closed and _is_in(spot, homes[number]):
                raise ValueError(f"{field}.start: {_name(spot)} is in the own base, which is closed")
        room = _room(scenario, number)
        if room < team.figures:
            words = f"room for {counted(room, 'figure')} in any case, not for {team.figures}"
            raise ValueError(f"{field}.start: {words} (OT3, EN4)")
        if not near_home:
            raise ValueError(f"{field}.near_home: no point for the flag and the Marshal")
        for spot in map(coords, near_home):
            if any(_is_in(spot, home) for home in homes):
                raise ValueError(f"{field}.near_home: {_name(spot)} is in a base")
    for one in map(coords, scenario.start_areas[0]):
        part = scenario.layout.part_at(one)
        for other in map(coords, scenario.start_areas[1]):
            if nearer(*one, *other, 2 * BODY) or (part != NONE and part == scenario.layout.part_at(other)):
                given = [f"{SECTIONS[number]}.start" for number in (0, 1) if scenario.teams[number].start is not None]
                field = given[0] if given else "table"
                raise ValueError(f"{field}: in the start areas of both teams {_name(one)} meets {_name(other)}")


def _is_in(spot: Point, home: Point) -> bool:
    """FL3, EN1: a point is in the base there."""
    return within(*home, *spot, WORKS)


def _room(scenario: Scenario, number: int) -> int:
    """OT3, EN4: for how many figures of a team there is a point for sure, in whatever order they are placed, and where.

    A figure takes its own point and those less than a base from it. Let each point count as 1 over the most that a
    figure takes with it: then a figure takes no more than 1 in all. Hard cover takes the points that it lies on.
    """
    layout, hard = scenario.layout, [piece for piece in _listed_pieces(scenario) if piece.radius == 0]
    spots = list(map(coords, scenario.start_areas[number]))
    by_part: dict[int, list[Point]] = {}
    for spot in spots:
        if not any(_takes(piece, spot) for piece in hard):
            by_part.setdefault(layout.part_at(spot), []).append(spot)
    room = 0
    for part, points in by_part.items():
        takes = [[point for point in points if nearer(*spot, *point, 2 * BODY)] for spot in spots]
        share = ceil(sum(Fraction(1, max(len(taken) for taken in takes if point in taken)) for point in points))
        if part == NONE and scenario.cover.hard:
            pieces = (piece for ways in layout.ways[1].values() for piece in ways)
            most = max((sum(_takes(piece, point) for point in points) for piece in pieces), default=0)
            share = max(0, share - 2 * scenario.cover.hard * most)
        room += share if part == NONE else min(share, scenario.rules.works_team)
    return room


def _takes(piece: Piece, spot: Point) -> bool:
    """OT3: a hard piece lies on a point."""
    return are_within(piece.stretch, (*spot, *spot), 0)


def _listed_pieces(scenario: Scenario) -> list[Piece]:
    layout, cover = scenario.layout, scenario.cover
    hard = [layout.hard(point((x, y)), COMPASS.index(heading)) for x, y, heading in cover.hard_at]
    return [layout.soft(point(place)) for place in cover.soft_at] + hard


def check_flags(scenario: Scenario) -> None:
    """Refuse flags that would lie off the table, or in a base."""
    for place in scenario.flag_at or ():
        spot = coords(place_in(scenario, place, "flag_at"))
        if any(_is_in(spot, home) for home in scenario.layout.homes):
            raise ValueError(f"flag_at: {_name(spot)} is in a base")


def check_cover(scenario: Scenario) -> None:
    """Refuse cover that can't lie so, and more than there is room for."""
    layout, placed = scenario.layout, _listed_pieces(scenario)
    for number, piece in enumerate(placed):
        words = f"cover.{'soft' if piece.radius else 'hard'}_at: the piece at {_name(piece.middle)}"
        if not layout.is_on_table(piece):
            raise ValueError(f"{words} doesn't lie wholly on the table")
        if layout.overlaps_works(piece):
            raise ValueError(f"{words} overlaps works")
        if other := next(filter(piece.overlaps, placed[:number]), None):
            raise ValueError(f"{words} overlaps the one at {_name(other.middle)}")
    counts, sizes = (2 * scenario.cover.soft, 2 * scenario.cover.hard), (layout.soft_radius, layout.hard_half)
    free = [
        {spot: fit for spot, ways in kind.items() if (fit := [p for p in ways if not any(map(p.overlaps, placed))])}
        for kind in layout.ways
    ]
    for kind, words in enumerate(KINDS):
        others = [(other, count - (other == kind)) for other, count in enumerate(counts)]
        taken = sum(
            count * _most_taken(free[other], free[kind], (sizes[kind] + sizes[other] - 1) // GRID)
            for other, count in others
            if count > 0
        )
        if counts[kind] and taken >= len(free[kind]):
            where = f"{counted(len(free[kind]), 'point')} for {words} cover"
            raise ValueError(f"cover: {where}, of which the other {sum(counts) - 1} pieces may leave none free (SN4)")


def _most_taken(ones: Ways, others: Ways, steps: int) -> Fraction:
    """How many points one piece takes from another kind at most: of each the share of ways to lie that it overlaps.

    Looked at are points up to so many steps of the grid away.
    """
    near = [(GRID * i, GRID * j) for i in range(-steps, steps + 1) for j in range(-steps, steps + 1)]
    most = Fraction()
    for (x, y), ways in ones.items():
        there = [fit for dx, dy in near if (fit := others.get((x + dx, y + dy)))]
        for one in ways:
            most = max(most, sum((Fraction(sum(map(one.overlaps, fit)), len(fit)) for fit in there), Fraction()))
    return most
