"""What the hunter thinks of shots, steps, charges and grenades; everything is counted in figures put out."""

from agents import odds
from agents.scripted.plan import (
    GOAL,
    GUARD,
    HELD,
    PRIZE,
    RUNNER,
    SECOND_RUNNER,
    STOLEN,
    THEIR_GOAL,
    THREAT,
    Plan,
    flag_of,
)
from paintball_env._jit import rule
from paintball_env.rules.actions import (
    AIM,
    MOVE,
    RELOAD,
    ROTATE,
    SENTRY,
    SHOT,
    STAND_DOWN,
    TAKE_FLAG,
)
from paintball_env.rules.state import (
    EMPTY,
    JAMMED,
    NONE,
    PAINT,
    REACT,
    SHOTS,
    SMOKE,
    STRIDE,
    VOLLEY,
    Game,
    World,
)

# Price of a die to the shooter: a misfire puts it out, or its gun out of use, once in a while (MF).
MISFIRE = 0.05
ANY_FACING = -1


@rule
def own_worth(world: World, game: Game, team: int, number: int) -> float:
    """Worth of an own figure."""
    figure = game.figure[team, number]
    found = 1.0 + 0.2 * figure.expert + 0.1 * (figure.smoke + figure.paint)
    if figure.gun != 0:
        found -= 0.3
    if figure.suppressed == 1:
        found -= 0.1
    flag = flag_of(world, team)
    if flag != NONE and game.flag[flag].carrier == STRIDE * team + number:
        found += 3.0
    return found


@rule
def enemy_worth(world: World, game: Game, team: int, number: int, plan: Plan) -> float:
    """Worth of putting out enemy `number`: more if it carries the flag, stands on ours, or is one of the last."""
    enemy = game.figure[1 - team, number]
    found = 1.0 + 0.2 * enemy.expert
    if enemy.gun == EMPTY or enemy.gun == JAMMED:
        found -= 0.2
    if plan[STOLEN] == 1:
        flag = flag_of(world, 1 - team)
        if game.flag[flag].carrier == STRIDE * (1 - team) + number:
            found += 2.0 + 8.0 / (1.0 + world.board.steps[enemy.hex, plan[THEIR_GOAL]])
    if plan[HELD] == 0 and enemy.hex == plan[PRIZE]:
        found += 0.6
    left = 0
    for place in range(world.rules.team_size[1 - team]):
        if game.figure[1 - team, place].hex != NONE:
            left += 1
    return found + 1.0 / left


@rule
def die_worth(world: World, game: Game, team: int, start: int, enemy: int, aimed: int, plan: Plan) -> float:
    """Worth of one die shot from hex `start` at an enemy."""
    target = game.figure[1 - team, enemy].hex
    chance = odds.hits(world, start, target, aimed)
    if chance == 0.0:
        return -MISFIRE
    mine = chance * odds.strays(world, game, team, start, target) * 0.3
    gained = chance * odds.passes(world, game, start, target) * odds.falls(world, game, target)
    return gained * enemy_worth(world, game, team, enemy, plan) - mine - MISFIRE


@rule
def volley_worth(
    world: World, game: Game, team: int, start: int, dice: int, aimed: int, facing: int, plan: Plan
) -> float:
    """Worth of the best volley from hex `start`; with `facing` ANY_FACING nobody asks what the figure sees (BS1)."""
    best = 0.0
    if dice <= 0:
        return best
    for e in range(world.rules.team_size[1 - team]):
        place = game.figure[1 - team, e].hex
        if place == NONE or (start != place and world.board.line[start, place] == 0):
            continue
        if facing != ANY_FACING and start != place and not (world.board.sees[start, place] >> facing) & 1:
            continue
        one = die_worth(world, game, team, start, e, aimed, plan)
        more = die_worth(world, game, team, start, e, 0, plan) if aimed == 1 and dice > 1 else one
        # Each further die may find the target out already.
        best = max(best, one + 0.85 * max(more, 0.0) * (dice - 1))
    return best


@rule
def position_worth(world: World, game: Game, team: int, number: int, place: int, plan: Plan, caution: float) -> float:
    """Worth of figure `number` standing in `place`: its part of the plan, less the enemy's fire there."""
    board = world.board
    found = 0.0
    fear = caution
    if plan[HELD] == 1 and number == plan[RUNNER]:
        found -= 1.5 * board.steps[place, plan[GOAL]]
        if place == plan[GOAL]:
            found += 20.0
    elif plan[STOLEN] == 1:
        # All after the thief, best between it and its goal.
        gap = board.steps[place, plan[THREAT]] + board.steps[place, plan[THEIR_GOAL]]
        gap -= board.steps[plan[THREAT], plan[THEIR_GOAL]]
        found -= 0.25 * max(board.steps[place, plan[THREAT]] - 1, 0) + 0.1 * gap
        fear = 0.5 * caution
    elif number == plan[GUARD]:
        found -= 0.2 * board.steps[place, plan[THREAT]]
        if place == plan[THREAT]:
            found += 0.5
    if plan[HELD] == 0 and plan[PRIZE] != NONE and (number == plan[RUNNER] or number == plan[SECOND_RUNNER]):
        eager = 0.25 if number == plan[RUNNER] else 0.15
        found -= eager * board.steps[place, plan[PRIZE]]
        if place == plan[PRIZE] and game.present[1 - team, place] == 0:
            found += 1.5
        fear = 0.5 * caution
    elif number != plan[GUARD] and not (plan[HELD] == 1 and number == plan[RUNNER]):
        near = 100
        for e in range(world.rules.team_size[1 - team]):
            there = game.figure[1 - team, e].hex
            if there != NONE:
                near = min(near, abs(int(board.distance[place, there]) - 2))
        found -= 0.08 * near
    risk = odds.danger(world, game, team, place)
    return found - 0.6 * fear * risk * own_worth(world, game, team, number)


@rule
def can_still_shoot(game: Game, team: int, number: int) -> bool:
    """Tell whether a figure has its volley before it."""
    figure = game.figure[team, number]
    return not odds.impotent(figure) and figure.fired == 0 and figure.sentry == 0 and figure.dazed == 0


@rule
def step_worth(
    world: World, game: Game, team: int, number: int, to: int, points: int, plan: Plan, caution: float
) -> float:
    """Worth of going to hex `to`, with `points` left there, over staying."""
    start = game.figure[team, number].hex
    gain = position_worth(world, game, team, number, to, plan, caution)
    gain -= position_worth(world, game, team, number, start, plan, caution)
    if points > 0 and can_still_shoot(game, team, number):
        gain += volley_worth(world, game, team, to, points // world.rules.shoot_cost, 0, ANY_FACING, plan)
    return gain


@rule
def best_step(world: World, game: Game, team: int, number: int, points: int, plan: Plan, caution: float) -> float:
    """Worth of the best step with `points` left and no shot; 0 if there is none."""
    best = 0.0
    figure = game.figure[team, number]
    if points < world.rules.move_cost or figure.moved >= world.rules.max_moves:
        return best
    for d in range(6):
        to = world.board.neighbour[figure.hex, d]
        if to != NONE and game.present[1 - team, to] == 0:
            best = max(best, step_worth(world, game, team, number, to, 0, plan, caution))
    return best


@rule
def charge_worth(world: World, game: Game, team: int, place: int, spared: int, without: int, plan: Plan) -> float:
    """Worth of charging `place` (see `odds.defenders` for `spared`, `odds.chargers` for `without`)."""
    opposed = odds.defenders(world, game, team, place, spared)
    if opposed < 0:
        return 0.0
    able = odds.chargers(world, game, team, place, without)
    if able == 0:
        return 0.0
    gain = 0.0
    for e in range(world.rules.team_size[1 - team]):
        if game.figure[1 - team, e].hex == place:
            gain += enemy_worth(world, game, team, e, plan)
    won = odds.wins_charge(able, opposed)
    return won * gain - (1.0 - won) * 1.0 - (0.15 if opposed > 0 else 0.0)


@rule
def suppress_worth(world: World, game: Game, team: int, number: int, enemy: int, dice: int, plan: Plan) -> float:
    """Worth of suppressive fire: the charge it opens to others, and a gun less."""
    start, place = game.figure[team, number].hex, game.figure[1 - team, enemy].hex
    one = odds.suppresses(world, game, start, place)
    chance = 1.0 - (1.0 - one) ** dice
    opened = 0.9 * charge_worth(world, game, team, place, enemy, number, plan)
    gun = 0.1 if not odds.impotent(game.figure[1 - team, enemy]) else 0.0
    return chance * (max(opened, 0.0) + gun) - MISFIRE * dice


@rule
def grenade_worth(world: World, game: Game, team: int, kind: int, place: int, plan: Plan) -> float:
    """Worth of a grenade in `place`: paint marks everybody, smoke keeps those in it from shooting."""
    found = 0.0
    for side in range(2):
        for f in range(world.rules.team_size[side]):
            figure = game.figure[side, f]
            if figure.hex != place:
                continue
            sign = -1.0 if side == team else 1.0
            if kind == PAINT:
                marked = 1.0 - odds.share(world.rules.mark, 1)
                fallen = odds.share(world.rules.check, 2) if odds.checked(world, game, place) else 0.0
                worth = own_worth(world, game, team, f) if side == team else enemy_worth(world, game, team, f, plan)
                found += sign * marked * fallen * worth
            elif not odds.impotent(figure):
                found += sign * 0.15
    if kind == SMOKE and game.smoke[place] == 1:
        return 0.0
    return found


@rule
def throw_worth(world: World, game: Game, team: int, number: int, kind: int, plan: Plan) -> float:
    """Worth of throwing a grenade at the best hex in reach."""
    start = game.figure[team, number].hex
    best = 0.0
    for place in range(world.board.hexes):
        if world.board.distance[start, place] <= world.rules.throw_range:
            best = max(best, grenade_worth(world, game, team, kind, place, plan))
    return 0.7 * best - 0.02


@rule
def sentry_worth(world: World, game: Game, team: int, number: int, plan: Plan) -> float:
    """Worth of standing sentry: for each enemy who may come into the line of fire, and for the guard."""
    if plan[HELD] == 1 and number == plan[RUNNER]:
        return -1.0
    start = game.figure[team, number].hex
    found = 0.0
    for e in range(world.rules.team_size[1 - team]):
        place = game.figure[1 - team, e].hex
        if place != NONE and world.board.distance[start, place] <= 5:
            found += 0.06
    found = min(found, 0.2)
    if number == plan[GUARD]:
        return found + 0.1
    return found - (0.1 if number == plan[RUNNER] or number == plan[SECOND_RUNNER] else 0.0)


@rule
def act_of_figure(world: World, game: Game, team: int, number: int, order: int, plan: Plan, caution: float) -> float:
    """Worth of an order to figure `number` in the phase."""
    rules, figure = world.rules, game.figure[team, number]
    dice = figure.points // rules.shoot_cost
    if order < ROTATE:
        direction = order - MOVE
        if team == 1:
            direction = (direction + 3) % 6
        to = world.board.neighbour[figure.hex, direction]
        return step_worth(world, game, team, number, to, figure.points - rules.move_cost, plan, caution)
    if order < AIM:
        direction = order - ROTATE
        if team == 1:
            direction = (direction + 3) % 6
        if not can_still_shoot(game, team, number):
            return -0.1
        now = volley_worth(world, game, team, figure.hex, dice, figure.aim, figure.facing, plan)
        return volley_worth(world, game, team, figure.hex, dice, figure.aim, direction, plan) - now - 0.02
    if order == AIM:
        # One aimed die for two unaimed ones: only where those are hopeless. Less than the shot itself is worth.
        facing = figure.facing if rules.blind_spots == 1 else ANY_FACING
        left = (figure.points - rules.aim_cost) // rules.shoot_cost
        return volley_worth(world, game, team, figure.hex, left, 1, facing, plan) - 0.01
    if order == SENTRY:
        return sentry_worth(world, game, team, number, plan)
    if order == STAND_DOWN:
        runs = number == plan[RUNNER] or number == plan[SECOND_RUNNER]
        return 0.05 if runs or plan[STOLEN] == 1 else -0.1
    if order == RELOAD:
        return 0.3
    if order == TAKE_FLAG:
        return 2.0
    if order < SHOT + rules.figures:
        return shot_worth(world, game, team, number, order, plan)
    if order < SHOT + 2 * rules.figures:
        return suppress_worth(world, game, team, number, order - SHOT - rules.figures, dice, plan)
    kind = SMOKE if order == SHOT + 2 * rules.figures else PAINT
    return throw_worth(world, game, team, number, kind, plan)


@rule
def shot_worth(world: World, game: Game, team: int, number: int, order: int, plan: Plan) -> float:
    """Worth of (another) shot or suppression by figure `number`, in the phase, in a volley or as a sentry."""
    rules, figure = world.rules, game.figure[team, number]
    enemy = (order - SHOT) % rules.figures
    declared = 0
    if game.decision == VOLLEY:
        for s in range(SHOTS):
            if game.shot[s] != NONE:
                declared += 1
    if order >= SHOT + rules.figures:
        repeated = 0
        for s in range(declared):
            if game.shot[s] % STRIDE == enemy:
                repeated += 1
        return suppress_worth(world, game, team, number, enemy, 1, plan) * 0.6**repeated
    aimed = 1 if figure.aim == 1 and declared == 0 and game.decision != REACT else 0
    one = die_worth(world, game, team, figure.hex, enemy, aimed, plan)
    if game.decision == VOLLEY:
        return one * 0.85**declared
    dice = 1 if game.decision == REACT else figure.points // rules.shoot_cost
    more = one
    if aimed == 1 and dice > 1:
        more = max(die_worth(world, game, team, figure.hex, enemy, 0, plan), 0.0)
    return one + 0.85 * more * (dice - 1)


@rule
def stop_worth(world: World, game: Game, team: int, plan: Plan, caution: float) -> float:
    """Worth of ending a volley: the best step with the points that are left."""
    declared = 0
    for s in range(SHOTS):
        if game.shot[s] != NONE:
            declared += 1
    number = game.actor % STRIDE
    points = game.figure[team, number].points - declared * world.rules.shoot_cost
    return best_step(world, game, team, number, points, plan, caution)
