"""Functions about a scenario that also take it by name: a preset's, or the path of a .toml file.

What they call is imported when they are called, so that who needs one of them loads no others.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from paintball_env.definition import PAINTBALL
from paintball_env.game import read_agent
from paintball_env.observation import expansion
from paintball_env.scenario import Scenario
from tabletop.agents.base import Agent
from tabletop.reset_options import named_scenario

if TYPE_CHECKING:
    import numpy as np

    from tabletop.agents.batch_player import BatchPlayer
    from tabletop.arrays import Int64
    from tabletop.events import Step

ByName = Scenario | str | Path


class Drawing(TypedDict, total=False):
    """Options of `paintball_env.render`, which says what they are when they aren't given."""

    width: int
    legend: bool
    caption: str | None
    step: "Step | None"


class Pixels(TypedDict, total=False):
    """Those of `render_rgb`, whose width may be given by position."""

    legend: bool
    caption: str | None
    steady: bool


class PlaneExpander(expansion.PlaneExpander):
    """`paintball_env.observation.expansion.PlaneExpander`; the scenario may also be a name."""

    def __init__(self, scenario: ByName) -> None:
        super().__init__(named_scenario(scenario, PAINTBALL))


def action_rows(scenario: ByName) -> "Int64":
    """Which rows of `entities` each action is about: `paintball_env.observation.action_rows`."""
    from paintball_env import observation

    rows: Int64 = observation.action_rows(named_scenario(scenario, PAINTBALL))
    return rows


def as_opponent(agent: Agent | str, scenario: ByName) -> "BatchPlayer":
    """Return an agent as an opponent in batches: `tabletop.agents.batch_player`; both may be names."""
    from tabletop.agents.batch_player import batch_player

    return batch_player(read_agent(agent), named_scenario(scenario, PAINTBALL))


def random_games(
    scenario: ByName,
    count: int,
    seed: int,
    limit: int | None = None,
    parallel: bool = False,
    encoding: Any = None,
    workers: Any = None,
) -> tuple[Any, "Int64"]:
    """Play whole games uniformly at random: `tabletop.batch.playouts.random_games`; `limit` None: to their ends."""
    from tabletop.batch import playouts

    setting = named_scenario(scenario, PAINTBALL)
    return playouts.random_games(setting, count, seed, limit, parallel, encoding, workers)


def parse_position(scenario: ByName, text: str) -> "np.ndarray[Any, Any]":
    """Read a position, an array of one game record: `paintball_env.notation.parse_position`."""
    from paintball_env import notation

    return notation.parse_position(named_scenario(scenario, PAINTBALL), text)


def format_position(scenario: ByName, game: Any) -> str:
    """Write a position, of a `Game` or a record, as a line of text: `paintball_env.notation.format_position`."""
    from paintball_env import notation
    from paintball_env.render.view import record_of

    setting = named_scenario(scenario, PAINTBALL)
    return notation.format_position(setting, record_of(setting, game))


def render_ansi(scenario: ByName, game: Any, *, colour: bool = False, room: tuple[int, int] | None = None) -> str:
    """Draw a position as text for a terminal: `paintball_env.render.render_ansi`."""
    from paintball_env import render

    return render.render_ansi(named_scenario(scenario, PAINTBALL), game, colour=colour, room=room)


def render_svg(scenario: ByName, game: Any, **drawing: Unpack[Drawing]) -> str:
    """Draw a position as an SVG document: `paintball_env.render.render_svg`."""
    from paintball_env import render

    return render.render_svg(named_scenario(scenario, PAINTBALL), game, **drawing)


def render_rgb(
    scenario: ByName, game: Any, width: int = 800, **drawing: Unpack[Pixels]
) -> "np.ndarray[Any, np.dtype[np.uint8]]":
    """Draw a position as pixels, uint8 [height, width, 3]: `paintball_env.render.render_rgb`."""
    from paintball_env import render

    return render.render_rgb(named_scenario(scenario, PAINTBALL), game, width, **drawing)


def write_png(scenario: ByName, game: Any, path: str | Path, **drawing: Unpack[Drawing]) -> None:
    """Write a position as a PNG file: `paintball_env.render.write_png`."""
    from paintball_env import render

    render.write_png(named_scenario(scenario, PAINTBALL), game, path, **drawing)
