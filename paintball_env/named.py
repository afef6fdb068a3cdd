"""Functions about a scenario that also take it by name: a preset's, or the path of a .toml file.

What they call is imported when they are called, so that who needs one of them loads no others.
"""

from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

from paintball_env.definition import PAINTBALL
from paintball_env.observation import expansion
from paintball_env.scenario import Scenario
from tabletop.play.reset_options import named_scenario

if TYPE_CHECKING:
    from tabletop.base.arrays import Int64, UInt8
    from tabletop.game.events import LastStep
    from tabletop.game.header import Position
    from tabletop.play.game import Game

ByName = Scenario | str | Path


class Drawing(TypedDict, total=False):
    """Options of `paintball_env.render`, which says what they are when they aren't given."""

    width: int
    legend: bool
    caption: str | None
    step: "LastStep | None"


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


def format_position(scenario: ByName, game: "Game[Scenario] | Position") -> str:
    """Write a position, of a `Game` or a record, as a line of text: `paintball_env.notation.format_position`."""
    from paintball_env import notation
    from paintball_env.render.view import record_of

    setting = named_scenario(scenario, PAINTBALL)
    return notation.format_position(setting, record_of(setting, game))


def render_ansi(
    scenario: ByName, game: "Game[Scenario] | Position", *, colour: bool = False, room: tuple[int, int] | None = None
) -> str:
    """Draw a position as text for a terminal: `paintball_env.render.render_ansi`."""
    from paintball_env import render

    return render.render_ansi(named_scenario(scenario, PAINTBALL), game, colour=colour, room=room)


def render_svg(scenario: ByName, game: "Game[Scenario] | Position", **drawing: Unpack[Drawing]) -> str:
    """Draw a position as an SVG document: `paintball_env.render.render_svg`."""
    from paintball_env import render

    return render.render_svg(named_scenario(scenario, PAINTBALL), game, **drawing)


def render_rgb(
    scenario: ByName, game: "Game[Scenario] | Position", width: int = 800, **drawing: Unpack[Pixels]
) -> "UInt8":
    """Draw a position as pixels, uint8 [height, width, 3]: `paintball_env.render.render_rgb`."""
    from paintball_env import render

    return render.render_rgb(named_scenario(scenario, PAINTBALL), game, width, **drawing)


def write_png(
    scenario: ByName, game: "Game[Scenario] | Position", path: str | Path, **drawing: Unpack[Drawing]
) -> None:
    """Write a position as a PNG file: `paintball_env.render.write_png`."""
    from paintball_env import render

    render.write_png(named_scenario(scenario, PAINTBALL), game, path, **drawing)
