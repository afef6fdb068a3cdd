"""Functions about a scenario that also take it by name: a preset's, or the path of a .toml file."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from paintball_env import notation, observation, render
from paintball_env.definition import PAINTBALL
from paintball_env.game import read_agent
from paintball_env.observation import expansion
from paintball_env.scenario import Scenario
from tabletop.agents import batch_player
from tabletop.agents.base import Agent
from tabletop.batch import playouts
from tabletop.reset_options import named_scenario

P = ParamSpec("P")
R = TypeVar("R")


def _by_name(
    function: Callable[Concatenate[Any, P], R],
) -> Callable[Concatenate[Scenario | str | Path, P], R]:
    """The function, whose first argument may also be a scenario's name; ValueError: there is none."""

    @wraps(function)
    def named(scenario: Scenario | str | Path, *args: P.args, **kwargs: P.kwargs) -> R:
        return function(named_scenario(scenario, PAINTBALL), *args, **kwargs)

    return cast(Callable[Concatenate[Scenario | str | Path, P], R], named)


action_rows = _by_name(observation.action_rows)
format_position = _by_name(notation.format_position)
parse_position = _by_name(notation.parse_position)
random_games = _by_name(playouts.random_games)
render_ansi = _by_name(render.render_ansi)
render_rgb = _by_name(render.render_rgb)
render_svg = _by_name(render.render_svg)
write_png = _by_name(render.write_png)


class PlaneExpander(expansion.PlaneExpander):
    """`paintball_env.observation.expansion.PlaneExpander`; the scenario may also be a name."""

    def __init__(self, scenario: Scenario | str | Path) -> None:
        super().__init__(named_scenario(scenario, PAINTBALL))


def as_opponent(agent: Agent | str, scenario: Scenario | str | Path) -> batch_player.BatchPlayer:
    """Return an agent as an opponent in batches: `tabletop.agents.batch_player`; both may be names."""
    return batch_player.batch_player(read_agent(agent), named_scenario(scenario, PAINTBALL))
