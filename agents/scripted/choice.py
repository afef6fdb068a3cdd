"""The choice: each legal action gets a score, the best one is taken; a little noise decides between equals.

What no score speaks of stays at 0, so the choice is legal in every kind of decision. Axes: B games, A actions.
"""

import numpy as np
from numpy.typing import NDArray

from paintball_env.distances import steps
from paintball_env.rules.actions import CHARGE, SUPPRESS_NEXT, decode
from paintball_env.rules.figures import figure_of
from paintball_env.rules.moving import step_cost
from paintball_env.rules.state import (
    ACT,
    CASUALTY,
    CHARGER,
    NONE,
    PICK,
    REACT,
    SCATTER,
    SHOOT,
    STEP,
    STRIDE,
    SUPPRESS,
    THROW,
    VOLLEY,
    Game,
    World,
)
from paintball_env.rules.state import CHARGE as CHARGE_DECISION
from tabletop.agents import noise
from tabletop.base.arrays import Float32, Float64, Int16
from tabletop.compiled.compiling import rule

from . import plan as plans
from . import setting_up
from .charging import enough_charge
from .enemy_fire import reactions
from .fire import charge_worth, count_charge, own_worth, shot_worth
from .grenades import grenade_worth
from .ground import step_worth
from .lattice import GOING, ORDERED, PICKED, aimed_place, charged_enemy, end_of_going, end_of_move
from .memory import MEMORY, Memory, forget, start_memory
from .orders import order_worth, pick_worth, stop_worth
from .siege import numbers_now
from .temperament import Temper


@rule
def full_charge_worth(
    world: World, game: Game, team: int, enemy: int, plan: plans.Plan, temper: Temper, memory: Memory
) -> float:
    """Worth of charging an enemy with all who can."""
    counts = count_charge(world, game, team, enemy, NONE, NONE, memory)
    return charge_worth(world, game, team, enemy, counts, plan, temper, memory)


@rule
def score(world: World, game: Game, team: int, action: int, plan: plans.Plan, temper: Temper, memory: Memory) -> float:
    """Worth of a legal action, in figures put out; 0 is as good as doing nothing."""
    option, who, value = decode(world, game, action)
    kind = game.decision
    if kind == ORDERED:
        return order_worth(world, game, team, who % STRIDE, option, value, plan, temper, memory)
    if kind == ACT:
        if option == PICKED:
            return pick_worth(world, game, team, value % STRIDE, plan, temper, memory)
        if option == CHARGE:
            best = 0.0
            for e in range(world.rules.team_size[1 - team]):
                if game.figure[1 - team, e].hex != NONE:
                    best = max(best, full_charge_worth(world, game, team, e, plan, temper, memory))
            return best
        if who == NONE:
            return 0.0
        return order_worth(world, game, team, who % STRIDE, option, value, plan, temper, memory)
    if kind in (VOLLEY, REACT):
        if who == NONE:
            return stop_worth(world, game, team, plan, temper, memory) if kind == VOLLEY else 0.0
        fires = SUPPRESS if option == SUPPRESS_NEXT else SHOOT
        return shot_worth(world, game, team, who % STRIDE, value % STRIDE, fires, plan, temper, memory)
    if kind == CHARGE_DECISION:
        return full_charge_worth(world, game, team, charged_enemy(game, team, value), plan, temper, memory)
    if kind in (THROW, SCATTER):
        place = aimed_place(world, game, option, value)
        return grenade_worth(world, game, team, game.kind, place, plan, temper, memory)
    if kind == STEP:
        number = game.actor % STRIDE
        to = end_of_move(world, team, game.figure[team, number].hex, value)
        return -reactions(world, game, team, number, to, memory)
    if kind == GOING:
        number = game.actor % STRIDE
        to, points = end_of_going(world, game, game.actor, value), game.figure[team, number].points
        return step_worth(world, game, team, number, to, points - step_cost(world.rules), plan, temper, memory)
    if kind in (PICK, CASUALTY):
        return -own_worth(world, game, team, value % STRIDE, memory)
    if kind == CHARGER:
        if value == NONE:
            return 4.0 if enough_charge(world, game, team, temper) else 0.0
        start = figure_of(game, value).hex
        return 3.0 - own_worth(world, game, team, value % STRIDE, memory) - 0.1 * steps(world, start, game.place)
    return setting_up.answer_worth(world, game, team, option, value, temper)


@rule
def worths(
    world: World, game: Game, listed: Int16, count: int, temper: Temper, memory: Memory, out: Float32 | Float64
) -> None:
    """Write what a bot thinks of legal actions of the deciding team, without noise.

    Args:
      world: rules and board.
      game: the position, not over.
      listed: int16 [n or more], the actions.
      count: n.
      temper: the bot's numbers.
      memory: begun for the position and the team.
      out: float [n or more]; n worths are written, in figures put out.
    """
    team = game.decider
    now = numbers_now(world, game, team, temper)
    plan = plans.make_plan(world, game, team, now[0])
    forget(world, memory)
    for index in range(count):
        out[index] = score(world, game, team, listed[index], plan, now[0], memory)


@rule(shared=True)
def choose(world: World, game: Game, mask: NDArray[np.int8], temper: Temper, key: np.uint64) -> int:
    """Take the best legal action of the deciding team; `mask` is int8[A]."""
    team = game.decider
    now = numbers_now(world, game, team, temper)
    plan = plans.make_plan(world, game, team, now[0])
    memory = np.empty(1, MEMORY)  # an array of one record: a record alone wouldn't keep its memory
    start_memory(world, game, team, memory[0])
    forget(world, memory[0])
    best, best_worth = -1, -1e9
    for action in range(mask.shape[0]):
        if mask[action]:
            worth = score(world, game, team, action, plan, now[0], memory[0])
            worth += temper.noise * noise.uniform(key, action)
            if worth > best_worth:
                best, best_worth = action, worth
    return best
