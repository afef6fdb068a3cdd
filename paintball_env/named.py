"""Functions about a scenario that also take it by name: a preset's, or the path of a .toml file.

What they call is imported when they are called, so that who needs one of them loads no others.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from paintball_env.definition import PAINTBALL
from paintball_env.observation import expansion
from paintball_env.scenario import Scenario
from tabletop.base.errors import read_path
from tabletop.play.reset_options import named_scenario

if TYPE_CHECKING:
    from tabletop.base.arrays import Int64, UInt8
    from tabletop.game.events import LastStep
    from tabletop.game.header import Position
    from tabletop.play.game import Game
    from tabletop.show.pictures import Pictures

ByName = Scenario | str | Path


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


def render_svg(
    scenario: ByName,
    game: "Game[Scenario] | Position",
    *,
    width: int = 800,
    legend: bool = True,
    caption: str | None = None,
    step: "LastStep | None" = None,
    theme: str = "field",
) -> str:
    """Draw a position as an SVG document; each thing is a group with `data-thing`, its name, and a tooltip.

    Args:
      scenario: what the position belongs to.
      game: the position: a `Game`, its record, an array of one record, or position text.
      width: 200 to 8000 pixels; the drawing scales, the size of the words is set by it.
      legend: explain the signs below the board.
      caption: about what has just happened; None keeps no room for it.
      step: what led to the position, to be drawn over it.
      theme: the look: `field`; `field-dark`, the same at dusk; `plain`, for print.
    """
    return _pictures(scenario, width, theme).svg(game, legend, caption, step)


def render_rgb(
    scenario: ByName,
    game: "Game[Scenario] | Position",
    width: int = 800,
    *,
    legend: bool = True,
    caption: str | None = None,
    steady: bool = False,
    theme: str = "field",
) -> "UInt8":
    """Draw a position as pixels, uint8 [height, width, 3]; arguments as of `render_svg`.

    If `steady`, there is room for as many figures in a hex as there can be: all pictures of a game have one size.
    """
    import numpy as np

    return np.array(_pictures(scenario, width, theme).image(game, legend, caption, steady=steady))


def write_png(
    scenario: ByName,
    game: "Game[Scenario] | Position",
    path: str | Path,
    *,
    width: int = 800,
    legend: bool = True,
    caption: str | None = None,
    step: "LastStep | None" = None,
    theme: str = "field",
) -> None:
    """Write a position as a PNG file; arguments as of `render_svg`."""
    from tabletop.show.drawing import raster

    place = read_path("path", path)
    raster.write_png(_pictures(scenario, width, theme).image(game, legend, caption, step), place)


def _pictures(scenario: ByName, width: int, theme: str) -> "Pictures":
    from tabletop.show.showing import showing_of

    return showing_of(PAINTBALL).pictures(named_scenario(scenario, PAINTBALL), width, theme)
