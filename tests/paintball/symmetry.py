"""The board turned by half and the teams exchanged: what a position, and a tape, becomes."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from paintball_env.rules.state import HARD, NONE, STRIDE, TEAM_NUMBERS
from paintball_env.scenario import Scenario
from tabletop.game.draws import Draw


def is_symmetric(scenario: Scenario) -> bool:
    """Whether board and teams are the same turned: then a turned position is one of this scenario, too."""
    board, last = scenario.board_map, len(scenario.board_map.names) - 1
    (q, r), (red, blue) = board.coords[last], scenario.teams

    def same(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
        return sorted(last - place for place in one) == sorted(other)

    return (
        all((q - x + board.coords[0][0], r - y) == board.coords[last - i] for i, (x, y) in enumerate(board.coords))
        and board.terrain == board.terrain[::-1]
        and same(board.homes[:1], board.homes[1:])
        and same(*scenario.start_areas)
        and same(*scenario.near_home)
        and (red.figures, red.marshal) == (blue.figures, blue.marshal)
    )


def turned(scenario: Scenario, games: np.ndarray) -> np.ndarray:
    """The turned positions, shape (N,), of a scenario that `is_symmetric`."""
    hexes, result = len(scenario.board_map.names), games.copy()

    def turn(places: Any) -> Any:
        return np.where(places == NONE, NONE, hexes - 1 - places)

    def other(ids: Any) -> Any:
        return np.where(ids == NONE, NONE, ids ^ STRIDE)

    for name in ("acting", "second", "decider", "winner"):
        result[name] = np.where(games[name] == NONE, NONE, 1 - games[name])
    for name in ("actor", "asked", "shot"):
        result[name] = other(games[name])
    result["place"] = turn(games["place"])
    for name in (*(each.field for each in TEAM_NUMBERS), "side", "figure"):
        result[name] = games[name][:, ::-1]
    figures = result["figure"]
    figures["facing"] = np.where(figures["hex"] == NONE, figures["facing"], (figures["facing"] + 3) % 6)
    figures["hex"] = turn(figures["hex"])
    result["marshal"] = games["marshal"][:, [1, 0, 2, 3]]
    result["marshal"]["attends"] = other(result["marshal"]["attends"])
    result["flag"] = games["flag"][:, [0, 1] if scenario.objective == "single" else [1, 0]]
    result["flag"]["carrier"] = other(result["flag"]["carrier"])
    for name in ("marshal", "flag"):
        result[name]["hex"] = turn(result[name]["hex"])
    cover = games["cover"][:, :hexes][:, ::-1]
    result["cover"][:, :hexes] = np.where(cover >= HARD, (cover - HARD + 3) % 6 + HARD, cover)
    result["smoke"][:, :hexes] = games["smoke"][:, :hexes][:, ::-1]
    result["present"][:, :, :hexes] = games["present"][:, ::-1, :hexes][:, :, ::-1]
    order = [*range(16, 32), *range(16), 33, 32, 34, 35, 37, 36]  # subjects of dice: figures, teams, Marshals
    result["dice"]["rolled"][:, : len(order)] = games["dice"]["rolled"][:, order]
    return result


def turned_results(draws: Iterable[Draw]) -> list[Any]:
    """The tape that plays the turned game: Red's command die still falls first, and winners are the other ones."""
    results = []
    pair: list[int] = []
    for draw in draws:
        if draw.purpose == "command":
            pair.append(int(draw.result))  # type: ignore[arg-type]
            if len(pair) == 2:
                results += pair[::-1]
                pair = []
        elif draw.purpose in ("roll-off", "order"):
            results.append(3 - int(draw.result))  # type: ignore[arg-type]
        else:
            results.append(draw.result)
    return results
