"""The kernels, and what PaintBall's networks that score actions take (tabletop/game/templates/scoring.py).

A row of an action has the facts of `paintball_env.observation.facts`, and then what scripted bots think of it, each by
its own plan: worths in figures put out, bent to lie between -4 and 4, for a flag is worth many. So a network need not
find out by itself what is far off in the game, such as who fetches a flag, who minds the own one, or whom suppressive
fire leaves to be charged. It learns when to do otherwise.
"""

import numpy as np

from paintball_env.bots.scripted.choice import worths
from paintball_env.bots.scripted.memory import MEMORY, start_memory
from paintball_env.bots.scripted.temperament import HUNTER_2, RAIDER_2, STRIKER_1
from paintball_env.kernels import *  # noqa: F403
from paintball_env.observation.actions import KIND_FACTS as KIND_FACTS
from paintball_env.observation.facts import POSITION_FACTS as POSITION_FACTS
from paintball_env.observation.facts import ROW_FACTS, write_facts
from paintball_env.observation.facts import observe_position as observe_position
from paintball_env.rules.state import Game, World
from tabletop.base.arrays import Float32, Int8, Int16
from tabletop.compiled.compiling import rule

# A trained network knows what their advice is worth: another version of a bot is another fact.
ADVISERS = np.concatenate([HUNTER_2.record(), RAIDER_2.record(), STRIKER_1.record()])
MOST_WORTH = 4.0
ACTION_FACTS = ROW_FACTS + len(ADVISERS)


@rule(shared=True)
def observe_legal(world: World, game: Game, mask: Int8, out: Float32, listed: Int16) -> int:
    """Write the facts of the legal actions of the team that decides.

    Args:
      world: rules and board.
      game: the position, not over.
      mask: int8 [A], the legal actions.
      out: float32 [n or more, K], contiguous; n rows are overwritten.
      listed: int16 [n or more]; the n legal actions are written.

    Returns:
      n, how many actions are legal.
    """
    flat = out.reshape(-1)
    count = write_facts(world, game, mask, flat, listed)
    # The rows lie close together: they are moved apart, the last one first.
    for row in range(count - 1, -1, -1):
        for fact in range(ROW_FACTS - 1, -1, -1):
            flat[row * ACTION_FACTS + fact] = flat[row * ROW_FACTS + fact]
    memory = np.empty(1, MEMORY)  # an array of one record: a record alone wouldn't keep its memory
    start_memory(world, game, game.decider, memory[0])
    for number in range(ADVISERS.shape[0]):
        column = out[:, ROW_FACTS + number]
        worths(world, game, listed, count, ADVISERS[number], memory[0], column)
        for row in range(count):
            column[row] /= 1.0 + abs(column[row]) / MOST_WORTH
    return count
