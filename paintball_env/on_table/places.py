"""How points and headings, and what stands or lies there, are written on a table (docs/open-table.md, "Formats")."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from paintball_env.on_table.rules.ground import HEADINGS, fits, xy
from paintball_env.on_table.rules.numbering import (
    LENGTHS,
    RINGS,
    turned_hex,
    turned_place,
    turned_start,
    turned_way,
)
from paintball_env.on_table.rules.placing import PIECE_HEADINGS
from paintball_env.on_table.rules.shape import POINT
from paintball_env.rules.state import BLUE, NONE, RED
from paintball_env.scenario import Scenario
from tabletop.game.actions import DeclaredNames
from tabletop.game.header import Record
from tabletop.game.headings import COMPASS
from tabletop.game.open_table import PLACES, place_named
from tabletop.game.open_table import name as point_name
from tabletop.game.position_text import Number, refuse

DIRECTIONS = COMPASS
# First words of actions that name something on the table.
NAMED = ("place", "point", "middle", "at", "heading", "start")
Names = Mapping[str, Sequence[Sequence[str]]]  # by argument, by team and own-side number


_SIDES = tuple(f"{side}{end}" for side in ("left", "right") for end in (" back", "", " ahead"))  # of hard cover
_FLAGS = (), ("flag",), ("flag.red", "flag.blue")  # by their count


class _Points(Sequence[str]):
    """The names of all places, by their numbers."""

    def __len__(self) -> int:
        return PLACES

    def __getitem__(self, place: Any) -> Any:
        return point_name(place % POINT)


_points = _Points()


def place_names(scenario: Scenario) -> Sequence[str]:
    """The names of places by their numbers."""
    return _points


def subject_on_ground(scenario: Scenario, number: int) -> str:
    """The name of a cloud as the subject of a draw."""
    return f"S{number + 1}"


class Point(Number):
    """A point of the table, `-30.0:2.5`; of a figure's place that is all that is written."""

    def write(self, scenario: Scenario, number: int) -> str:
        """The point of a place."""
        return point_name(number % POINT)

    def read(self, scenario: Scenario, key: str, text: str) -> int:
        """The number of a point; ValueError: it is none, or not on the table."""
        try:
            place = place_named(text)
        except ValueError as error:
            refuse(str(error), key)
        if not fits(scenario.world[0], *xy(place), 0):
            refuse(f"{text} is not on the table", key)
        return place


PLACE = Point(PLACES)


class Ground(NamedTuple):
    """All that the names of actions ask of a scenario: counts of things, points for cover and listed for the start."""

    blocks: int  # of orders
    soft: int
    hard: int
    parts: int
    flags: int
    spots: tuple[int, ...]
    rings: int  # points on them
    listed: tuple[int, ...]


@lru_cache(maxsize=64)
def ground_of(scenario: Scenario) -> Ground:
    """What the names of actions ask of a scenario."""
    board = scenario.world[0].board
    counts = [int(board[key]) for key in ("blocks", "soft", "hard", "parts", "flag_count")]
    listed = int(board.listed)
    spots, starts = board.spot[: board.spots].tolist(), board.start[:listed].tolist()
    blocks, soft, hard, parts, flags = counts
    return Ground(blocks, soft, hard, parts, flags, tuple(spots), int(board.starts) - listed, tuple(starts))


def argument_names(ground: Ground) -> tuple[dict[str, int], Names]:
    """Counts of what actions name on this ground, and its names."""
    blocks, soft, hard, parts, flags = ground[:5]
    around = ["", *(f" {heading}" for heading in DIRECTIONS[::2])]
    places = [f"soft{n}{end}" for n in range(1, soft + 1) for end in around]
    places += [f"hard{n} {end}" for n in range(1, hard + 1) for end in _SIDES]
    places += [f"works{n}{end}" for n in range(1, parts + 1) for end in around]
    places += _FLAGS[flags]
    starts = [f"{DIRECTIONS[n % HEADINGS]} {_ring(n // HEADINGS)}" for n in range(ground.rings)]
    starts += map(point_name, ground.listed)
    ways = [f"{heading} {5 * length}" for length in range(1, 5) for heading in DIRECTIONS]
    middles, spots = [f"hard{n}" for n in range(1, hard + 1)], [*map(point_name, ground.spots)]
    names = {
        "way": _both(ways[: LENGTHS * HEADINGS], turned_way),
        "direction": _both(DIRECTIONS, turned_way),
        "place": _both(places, turned_place, soft, hard, parts, flags),
        "point": _both(ways, turned_way),
        "middle": _both(middles, turned_hex, hard),
        "spot": _both(spots, turned_hex, len(spots)),
        "heading": (DIRECTIONS[:PIECE_HEADINGS],) * 2,
        "start": _both(starts, turned_start, len(starts), len(ground.listed)),
    }
    return {"blocks": blocks, "places": len(places), "hard": hard, "spots": len(spots), "starts": len(starts)}, names


def _ring(number: int) -> str:
    """How far a ring of the start is from the base's middle, in cm."""
    length = RINGS[0] + RINGS[1] * number
    return f"{length // 10}.{length % 10}"


def _both(names: Sequence[str], turned: Any, *counts: int) -> list[list[str]]:
    """The names by team and own-side number, of things that Blue's view calls `turned`."""
    return [[names[turned(team, *counts, own)] for own in range(len(names))] for team in (RED, BLUE)]


def base_words(scenario: Scenario, place: int) -> str:
    """A base's place, behind whose it is."""
    return "(left)" if xy(place)[0] < 0 else "(right)"


def smoke_places(game: Record) -> list[int]:
    """Where smoke is, rising."""
    return [place for place in game["cloud"].tolist() if place != NONE]


def number_of_named(table: DeclaredNames, index: int, argument: int) -> int:
    """What a person types for an action that names something: a throw may name several kinds of thing at once."""
    return index - sum(row[1] >= 0 for row in table.rows) + 1
