"""The kernels, and what planners need beside them: the scripted bots as policies (game/templates/planning.py)."""

import numpy as np

from paintball_env.bots.scripted.choice import choose
from paintball_env.kernels import *  # noqa: F403
from paintball_env.position_value import value as value
from paintball_env.rules.state import Game, World
from tabletop.base.arrays import Int8
from tabletop.compiled.compiling import rule
from tabletop.game.header import Record


@rule
def policy(world: World, game: Game, mask: Int8, parameters: Record, key: np.uint64) -> int:
    """The choice of a scripted bot; `parameters` is its temperament's record."""
    return choose(world, game, mask, parameters, key)
