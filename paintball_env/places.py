"""How places and directions, and what stands or lies there, are written: here hexes (docs/formats.md)."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np

from paintball_env.scenario import Scenario
from tabletop.game.actions import DeclaredNames
from tabletop.game.header import Record
from tabletop.game.hex_grid import DIRECTIONS as DIRECTIONS
from tabletop.game.position_text import Name

NAMED = ("hex", "direction")  # first words of actions that name something on the board
Ground = tuple[str, ...]  # all that the names of actions ask of a scenario: here the hexes
Names = Mapping[str, Sequence[Sequence[str]]]  # by argument, by team and own-side number


def place_names(scenario: Scenario) -> Sequence[str]:
    """The names of places by their numbers."""
    return scenario.board_map.names


def subject_on_ground(scenario: Scenario, number: int) -> str:
    """The name of what lies on the ground as the subject of a draw."""
    return scenario.board_map.names[number]


@lru_cache(maxsize=64)
def _hexes(names: tuple[str, ...]) -> dict[int, str]:
    return dict(enumerate(names))


PLACE = Name(lambda scenario: _hexes(scenario.board_map.names), "there is no hex {name} on this board")


def ground_of(scenario: Scenario) -> Ground:
    """What the names of actions ask of a scenario."""
    return scenario.board_map.names


def argument_names(ground: Ground) -> tuple[dict[str, int], Names]:
    """Counts of what actions name on this ground, and its names."""
    names = {"direction": (DIRECTIONS, DIRECTIONS[3:] + DIRECTIONS[:3]), "hex": (ground, ground[::-1])}
    return {"hexes": len(ground)}, names


def base_words(scenario: Scenario, place: int) -> str:
    """A base's place, behind whose it is."""
    return scenario.board_map.names[place]


def smoke_places(game: Record) -> list[int]:
    """Where smoke is, rising."""
    return [int(place) for place in np.flatnonzero(game["smoke"])]


def number_of_named(table: DeclaredNames, index: int, argument: int) -> int:
    """What a person types for an action that names something: by its place among its kind."""
    return argument + 1
