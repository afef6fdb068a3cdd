"""The engine on an open table beside its twin, as `tests.twins.paintball` has it for hexes; and the table turned."""

import functools
from typing import Any

import numpy as np

from paintball_env.on_table.notation import parse_position, same_position
from paintball_env.on_table.rules.shape import POINT
from paintball_env.on_table.rules.state import ACT, NONE, STRIDE
from paintball_env.on_table.scenario import Scenario
from paintball_env.on_table.scenario.ground import point
from paintball_env.on_table.soundness import first_fault
from tabletop.game.open_table import PLACES
from . import table_reference as reference
from .disagreement import DisagreementError
from .paintball import play_both, rules_of, turned_results, unknown

__all__ = [
    "DisagreementError",
    "compare",
    "is_symmetric",
    "legal_indices",
    "turned",
    "turned_results",
    "twin_of",
    "unknown",
]


def twin_of(scenario: Scenario) -> reference.Scenario:
    """The same scenario as the twin knows it."""

    def points(places: Any) -> list[Any]:
        return [point(place) for place in places]

    def listed(key: str) -> Any:
        areas = [getattr(team, key) for team in scenario.teams]
        return None if areas == [None, None] else [None if area is None else points(area) for area in areas]

    return reference.Scenario(
        table=scenario.layout.table,
        bunkers=points(scenario.bunkers),
        trenches=[points(row) for row in scenario.trenches],
        hills=[points(corners) for corners in scenario.hills],
        soft_radius=10 * scenario.rules.soft_radius,
        hard_length=10 * scenario.rules.hard_length,
        soft_at=points(scenario.cover.soft_at),
        hard_at=[(point(piece[:2]), piece[2]) for piece in scenario.cover.hard_at],
        third_marshals=points(scenario.marshals_at),
        start_areas=listed("start"),
        near_home=listed("near_home"),
        flags_at=points(scenario.flag_at or ()),
        **rules_of(scenario),
    )


_known = functools.lru_cache(maxsize=8)(twin_of)


def legal_indices(scenario: Scenario, position: str) -> list[int]:
    """The twin's legal actions in a position, ascending."""
    return list(reference.legal_indices(reference.from_position(_known(scenario), position)))


def compare(scenario: Scenario, seed: int, bold: bool = True, limit: int = 100_000) -> int:
    """Play one random game in both; the number of decisions. Most positions are written and read, too.

    Raises:
      DisagreementError: at the first difference.
    """

    def look(game: Any) -> None:
        assert first_fault(scenario.world[0], game.record) == 0
        if game.record.decision == ACT and game.record.figure["points"].sum() % 4:
            return  # most positions are of this kind
        read = parse_position(scenario, game.position())
        assert same_position(read, game.games), "read, the position is another record"

    return play_both(scenario, _known(scenario), reference, seed, bold, limit, look)


# The table turned by half.


def is_symmetric(scenario: Scenario) -> bool:
    """Whether table and teams are the same turned: then a turned position is one of this scenario, too."""

    def same(one: Any, other: Any, turn: Any = lambda spot: (-spot[0], -spot[1])) -> bool:
        return sorted(map(turn, one)) == sorted(other)

    def hill(corners: Any) -> list[Any]:
        return sorted(corners)

    layout, (red, blue) = scenario.layout, scenario.teams
    twin = _known(scenario)
    return (
        same(layout.works, layout.works, lambda piece: (piece[0], tuple((-x, -y) for x, y in piece[1])))
        or same(
            [(kind, sorted(row)) for kind, row in layout.works],
            [(kind, sorted(row)) for kind, row in layout.works],
            lambda piece: (piece[0], sorted((-x, -y) for x, y in piece[1])),
        )
    ) and (
        same(map(hill, layout.hills), map(hill, layout.hills), lambda corners: sorted((-x, -y) for x, y in corners))
        and all(same(*areas) for areas in (twin.start_areas, twin.near_home) if areas and None not in areas)
        and all((red_area is None) == (blue_area is None) for red_area, blue_area in _areas(scenario))
        and (red.figures, red.marshal) == (blue.figures, blue.marshal)
    )


def _areas(scenario: Scenario) -> list[tuple[Any, Any]]:
    return [(scenario.red.start, scenario.blue.start), (scenario.red.near_home, scenario.blue.near_home)]


def turned(scenario: Scenario, games: np.ndarray) -> np.ndarray:
    """The turned positions, shape (N,), of a scenario that `is_symmetric`."""
    parts, result = int(scenario.world[0].board.parts), games.copy()

    def turn(places: Any) -> Any:
        part, point = np.divmod(places, POINT)
        other = np.where(part == 0, 0, parts + 1 - part) * POINT + PLACES - 1 - point
        return np.where(places == NONE, NONE, other)

    def other(ids: Any) -> Any:
        return np.where(ids == NONE, NONE, ids ^ STRIDE)

    for name in ("acting", "second", "decider", "winner"):
        result[name] = np.where(games[name] == NONE, NONE, 1 - games[name])
    for name in ("actor", "asked", "shot"):
        result[name] = other(games[name])
    for name in ("place", "goal"):
        result[name] = turn(games[name])
    for name in ("losses", "side", "figure"):
        result[name] = games[name][:, ::-1]
    figures = result["figure"]
    figures["facing"] = np.where(figures["hex"] == NONE, figures["facing"], (figures["facing"] + 8) % 16)
    figures["hex"] = turn(figures["hex"])
    result["marshal"] = games["marshal"][:, [1, 0, 2, 3]]
    result["marshal"]["attends"] = other(result["marshal"]["attends"])
    result["flag"] = games["flag"][:, [0, 1] if scenario.objective == "single" else [1, 0]]
    result["flag"]["carrier"] = other(result["flag"]["carrier"])
    for name in ("marshal", "flag"):
        result[name]["hex"] = turn(result[name]["hex"])
    for row, game in zip(result, games, strict=True):
        for name in ("soft", "hard", "cloud"):
            count = int((game[name] != NONE).sum())
            row[name][:count] = turn(game[name][:count])[::-1]
            if name == "hard":
                row["heading"][:count] = game["heading"][:count][::-1]
    # Subjects of dice: figures, teams, Marshals.
    order = [*range(STRIDE, 2 * STRIDE), *range(STRIDE), *(2 * STRIDE + n for n in (1, 0, 2, 3, 5, 4))]
    result["dice"]["rolled"][:, : len(order)] = games["dice"]["rolled"][:, order]
    return result
