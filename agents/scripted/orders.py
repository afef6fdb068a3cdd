"""What the bots think of an order to a figure in the phase."""

from paintball_env.rules.actions import (
    AIM,
    MOVE,
    RELOAD,
    ROTATE,
    SENTRY,
    SHOOT_FIRST,
    STAND_DOWN,
    SUPPRESS_FIRST,
    TAKE_FLAG,
    THROW_PAINT,
    THROW_SMOKE,
)
from paintball_env.rules.figures import no_taking_flag
from paintball_env.rules.grenades import no_throw
from paintball_env.rules.ground import sees
from paintball_env.rules.moving import no_reloading, no_sentry, no_standing_down, no_turn, step_cost
from paintball_env.rules.shooting import declared, dice_for, has_volley, no_fire, volley_cost
from paintball_env.rules.sight import aim_of_die
from paintball_env.rules.state import NONE, PAINT, SHOOT, SMOKE, STRIDE, SUPPRESS, Game, World
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import ALLOWED

from .fire import ANY_FACING, next_die, shot_worth, volley_at, volley_worth
from .grenades import throw_worth
from .ground import best_step, going_worth, runs, step_worth, watch
from .lattice import FACINGS, GO, end_of_move
from .memory import Memory
from .plan import GUARD, HELD, HOLDS, RUNNER, STOLEN, Plan, comfort
from .temperament import Temper


@rule
def sentry_worth(
    world: World, game: Game, team: int, number: int, facing: int, plan: Plan, temper: Temper, memory: Memory
) -> float:
    """Worth of standing sentry, or of going on with it: hits on those who come, and peace where one holds."""
    if plan[HOLDS] == 0 and (plan[STOLEN] == 1 or (plan[HELD] == 1 and number == plan[RUNNER])):
        return -1.0
    hit_chance = watch(world, game, team, number, facing, memory)
    worth = comfort(plan, temper) * temper.sentry
    if plan[HOLDS] == 1:
        return worth * (0.1 + 0.5 * hit_chance)
    if number == plan[GUARD]:
        return worth * hit_chance + 0.1
    return worth * (0.5 * hit_chance - (0.5 if runs(plan, number) else 0.1))


@rule
def look_about(world: World, game: Game, team: int, number: int, plan: Plan, temper: Temper, memory: Memory) -> None:
    """Look up the best volley of figure `number` with all its points, whichever way it faces."""
    figure = game.figure[team, number]
    dice = dice_for(world, figure.points)
    memory.turns = number
    for facing in range(FACINGS):
        memory.volley[facing] = 0.0
    for e in range(world.rules.team_size[1 - team] if dice > 0 else 0):
        place = game.figure[1 - team, e].hex
        if place == NONE:
            continue
        worth = volley_at(world, game, team, number, e, dice, figure.aim, plan, temper, memory)
        for facing in range(FACINGS if worth > 0.0 else 0):
            if sees(world, figure.hex, facing, place):
                memory.volley[facing] = max(memory.volley[facing], worth)


@rule
def rotate_worth(
    world: World, game: Game, team: int, number: int, direction: int, plan: Plan, temper: Temper, memory: Memory
) -> float:
    """Worth of turning to `direction`: for the volley, or for standing sentry that way (BS1)."""
    rules, figure = world.rules, game.figure[team, number]
    if not has_volley(figure):
        return -0.1
    if memory.turns != number:
        look_about(world, game, team, number, plan, temper, memory)
    current_worth = memory.volley[figure.facing]
    gain = memory.volley[direction] - current_worth
    if plan[HOLDS] == 1 and current_worth <= 0.0 and figure.points >= rules.sentry_cost:
        hit_chance = watch(world, game, team, number, direction, memory)
        hit_chance -= watch(world, game, team, number, figure.facing, memory)
        gain = max(gain, temper.sentry * (0.1 + 0.5 * hit_chance) if hit_chance > 0.0 else 0.0)
    return gain - 0.02


@rule
def aim_worth(world: World, game: Game, team: int, number: int, plan: Plan, temper: Temper, memory: Memory) -> float:
    """Worth of taking aim: that of the volley with the points that are left."""
    rules, figure = world.rules, game.figure[team, number]
    # One aimed die for two unaimed ones: only where those are hopeless. Less than the shot itself is worth.
    facing = figure.facing if rules.blind_spots == 1 else ANY_FACING
    dice = dice_for(world, figure.points - rules.aim_cost)
    worth = volley_worth(world, game, team, number, dice, 1, facing, plan, temper, memory)
    return worth + comfort(plan, temper) * temper.aim if worth > 0.0 else -0.01


@rule
def stand_down_worth(world: World, game: Game, team: int, number: int, plan: Plan, memory: Memory) -> float:
    """Worth of no longer standing sentry, for all points (SE4)."""
    if plan[HOLDS] == 0 and (runs(plan, number) or plan[STOLEN] == 1):
        return 0.05
    if plan[HOLDS] == 1 or number == plan[GUARD]:
        return -0.1
    # It has waited long enough, and nobody comes its way.
    figure = game.figure[team, number]
    hit_chance = watch(world, game, team, number, figure.facing, memory)
    return 0.05 - 0.5 * hit_chance


@rule
def order_worth(
    world: World,
    game: Game,
    team: int,
    number: int,
    option: int,
    value: int,
    plan: Plan,
    temper: Temper,
    memory: Memory,
) -> float:
    """Worth of an order to figure `number`: its option and what it names (`rules.actions.decode`)."""
    rules, figure = world.rules, game.figure[team, number]
    if option == MOVE:
        to = end_of_move(world, team, figure.hex, value)
        return step_worth(world, game, team, number, to, figure.points - step_cost(rules), plan, temper, memory)
    if option == GO:
        return going_worth(world, game, team, number, figure.points - step_cost(rules), plan, temper, memory)
    if option == ROTATE:
        return rotate_worth(world, game, team, number, value, plan, temper, memory)
    if option == AIM:
        return aim_worth(world, game, team, number, plan, temper, memory)
    if option == SENTRY:
        return sentry_worth(world, game, team, number, figure.facing, plan, temper, memory)
    if option == STAND_DOWN:
        return stand_down_worth(world, game, team, number, plan, memory)
    if option == RELOAD:
        return 0.3
    if option == TAKE_FLAG:
        return 2.0
    if option in (SHOOT_FIRST, SUPPRESS_FIRST):
        enemy, kind = value % STRIDE, SHOOT if option == SHOOT_FIRST else SUPPRESS
        worth = shot_worth(world, game, team, number, enemy, kind, plan, temper, memory)
        if temper.ahead > 0.0 and kind == SHOOT:
            # One die, and a step with the points that are left.
            points = figure.points - volley_cost(rules, 1)
            next_step = temper.ahead * best_step(world, game, team, number, points, plan, temper, memory)
            aimed = aim_of_die(figure.aim, SHOOT, 0)
            first_die = next_die(world, game, team, number, enemy, aimed, plan, temper, memory)
            worth = max(worth, first_die + next_step)
        return worth
    if option in (THROW_SMOKE, THROW_PAINT):
        kind = SMOKE if option == THROW_SMOKE else PAINT
        return throw_worth(world, game, team, number, kind, plan, temper, memory)
    return 0.0  # an order that nothing is said about here: as good as doing nothing


@rule
def stop_worth(world: World, game: Game, team: int, plan: Plan, temper: Temper, memory: Memory) -> float:
    """Worth of ending a volley: the best step with the points that are left."""
    number = game.actor % STRIDE
    points = game.figure[team, number].points - volley_cost(world.rules, declared(game))
    return best_step(world, game, team, number, points, plan, temper, memory)


@rule
def pick_worth(world: World, game: Game, team: int, number: int, plan: Plan, temper: Temper, memory: Memory) -> float:
    """Worth of the best order to a figure that is picked before its order is asked for."""
    rules, figure, who = world.rules, game.figure[team, number], STRIDE * team + number
    worth = best_step(world, game, team, number, figure.points - step_cost(rules), plan, temper, memory)
    if no_fire(world, game, who) == ALLOWED:
        facing = figure.facing if rules.blind_spots == 1 else ANY_FACING
        dice = dice_for(world, figure.points)
        worth = max(worth, volley_worth(world, game, team, number, dice, figure.aim, facing, plan, temper, memory))
        if rules.blind_spots == 1 and no_turn(world, game, who) == ALLOWED:
            for other in range(FACINGS):
                worth = max(worth, rotate_worth(world, game, team, number, other, plan, temper, memory))
    if no_taking_flag(world, game, who) == ALLOWED:
        worth = max(worth, 2.0)
    if no_reloading(world, game, who) == ALLOWED:
        worth = max(worth, 0.3)
    if no_sentry(world, game, who) == ALLOWED:
        worth = max(worth, sentry_worth(world, game, team, number, figure.facing, plan, temper, memory))
    if no_standing_down(world, game, who) == ALLOWED:
        worth = max(worth, stand_down_worth(world, game, team, number, plan, memory))
    for kind in (SMOKE, PAINT):
        if no_throw(world, game, who, kind) == ALLOWED:
            worth = max(worth, throw_worth(world, game, team, number, kind, plan, temper, memory))
    return worth
