"""What a policy that scores actions is told by the rules: a row of facts about the position, and one about each action.

A position, float32 [P]: the table's GAME and RULE, then what `paintball_env.position_value` counts, of the own team and
of the enemy's. An action: the table's ACTION; `paintball_env.scoring` adds more. Neither depends on the board's size or
the number of figures, so one network plays every scenario. It is the encoding `actions` without the `vector`, and
without rows of 0.
"""

import numpy as np

from paintball_env.observation.actions import ROW, write_rows
from paintball_env.observation.features import ACTION, GAME, RULE
from paintball_env.observation.of_game import observe_game, observe_rules
from paintball_env.position_value import COUNT, count_both
from paintball_env.rules.state import Game, World
from tabletop.base.arrays import Float32, Int8, Int16
from tabletop.compiled.compiling import rule

_GAME, _RULE = len(GAME), len(RULE)
POSITION_FACTS, ROW_FACTS = _GAME + _RULE + 2 * COUNT, len(ACTION)


@rule(shared=True)
def observe_position(world: World, game: Game, team: int, out: Float32) -> None:
    """Write the facts of a position as `team` sees it; out: float32 [P], overwritten."""
    out[:_GAME] = 0.0
    observe_game(world.rules, game, team, out)
    observe_rules(world.rules, team, out[_GAME : _GAME + _RULE])
    feature_values = np.zeros((2, COUNT))
    count_both(world, game, team, 1.0, feature_values[0], feature_values[1])
    out[_GAME + _RULE :] = feature_values.reshape(2 * COUNT)


@rule
def write_facts(world: World, game: Game, mask: Int8, out: Float32, listed: Int16) -> int:
    """Write the facts of the legal actions of the team that decides.

    Args:
      world: rules and board.
      game: the position, not over.
      mask: int8 [A], the legal actions.
      out: float32, contiguous; its first n rows of ROW_FACTS are overwritten.
      listed: int16 [n or more]; the n legal actions are written.

    Returns:
      n, how many actions are legal.
    """
    rows = out[: out.shape[0] // ROW_FACTS * ROW_FACTS].view(ROW)
    return write_rows(world, game, game.decider, mask, rows, listed)
