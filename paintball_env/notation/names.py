"""Names that the tokens of position text share."""

import re
from functools import lru_cache

from paintball_env.actions import LETTERS, TEAMS, figure_name
from paintball_env.notation.words import title
from paintball_env.places import DIRECTIONS
from paintball_env.rules.state import BLUE, RED, STRIDE
from paintball_env.scenario import Scenario
from tabletop.game.position_text import Name


def one_of(names: dict[int, str] | tuple[str, ...]) -> Name:
    """One of some words."""
    known = names.values() if isinstance(names, dict) else names
    return Name(names, f"'{{name}}' is none of {' '.join(filter(None, known))}")


@lru_cache(maxsize=64)
def _figures(*sizes: int) -> dict[int, str]:
    return {who: figure_name(who) for team in (RED, BLUE) for who in range(STRIDE * team, STRIDE * team + sizes[team])}


def team_size(team: int, scenario: Scenario) -> int:
    """How many figures a team has."""
    return int(scenario.world[0].rules.team_size[team])


def _no_figure(scenario: Scenario, text: str) -> str:
    if not re.fullmatch("[RB][1-9][0-9]?", text):
        return "'{name}' is no figure"
    team = LETTERS.index(text[0])
    return f"{title(team)} has {team_size(team, scenario)} figures"


FIGURE = Name(lambda scenario: _figures(*(team_size(team, scenario) for team in (RED, BLUE))), _no_figure)
TEAM, DIRECTION = one_of(TEAMS), one_of(DIRECTIONS)
