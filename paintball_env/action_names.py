"""The names of actions (docs/formats.md, "Actions")."""

from functools import lru_cache

from paintball_env.actions import TEAMS, figure_name
from paintball_env.places import Ground, argument_names
from paintball_env.rules.actions import ACTIONS
from paintball_env.rules.state import STRIDE
from tabletop.game.actions import DeclaredNames


@lru_cache(maxsize=64)
def action_table(figures: int, ground: Ground) -> DeclaredNames:
    """The actions of games with so many figures (the larger team's) on such a ground, made once."""
    own = [[figure_name(STRIDE * team + number) for number in range(figures)] for team in (0, 1)]
    counts, names = argument_names(ground)
    names = {**names, "figure": own, "enemy": own[::-1], "target": own[::-1]}
    blocks = counts.get("blocks", figures)  # fewer than figures: an order doesn't say whose it is
    actors = own if blocks == figures else [[""] * blocks] * 2
    return DeclaredNames(ACTIONS, {"figures": figures, **counts}, actors, names, TEAMS)
