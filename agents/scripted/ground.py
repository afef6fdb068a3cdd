"""What the bots think of hexes: where to stand, where to go, what to watch."""

from paintball_env.chances import hits
from paintball_env.rules.figures import is_armed
from paintball_env.rules.ground import sees
from paintball_env.rules.in_the_way import cover_in_way
from paintball_env.rules.moving import step_cost
from paintball_env.rules.shooting import dice_for, has_volley, volley_cost
from paintball_env.rules.state import NONE, Game, World
from tabletop.compiled.compiling import rule

from .enemy_fire import danger, reactions
from .fire import dice_worth, outlook, own_worth
from .memory import PLACE, UNASKED, Memory
from .plan import (
    GATES,
    GOAL,
    GROUND,
    GUARD,
    HASTE,
    HELD,
    HOLDS,
    PRIZE,
    RUNNER,
    SECOND_RUNNER,
    STOLEN,
    THEIR_GOAL,
    THREAT,
    Plan,
    comfort,
)
from .temperament import Temper

AT_GROUND = 2  # steps round the own ground that are as good as upon it
RISK = 0.6  # share of an enemy's die that is really shot at one hex


@rule
def runs(plan: Plan, number: int) -> bool:
    """Tell whether a figure is a runner."""
    return number == plan[RUNNER] or number == plan[SECOND_RUNNER]


@rule
def is_covered(world: World, game: Game, team: int, place: int) -> bool:
    """Tell whether cover in `place` helps against those who come from the enemy's home."""
    return cover_in_way(world, game, world.board.home[1 - team], place, place)


@rule
def look_round(world: World, game: Game, team: int, place: int, memory: Memory) -> None:
    """Look up what is in `place` and next to it: own figures, cover."""
    memory.known[place] |= PLACE
    memory.covered[place] = int(is_covered(world, game, team, place))
    memory.friends[place] = game.present[team, place]
    for d in range(6):
        to = world.board.neighbour[place, d]
        if to != NONE:
            memory.friends[place] += game.present[team, to]


@rule
def company(world: World, game: Game, team: int, number: int, place: int, memory: Memory) -> int:
    """Count the other own figures in `place` or next to it."""
    return memory.friends[place] - (1 if world.board.steps[game.figure[team, number].hex, place] <= 1 else 0)


@rule
def open_gate(world: World, game: Game, team: int, number: int, place: int) -> int:
    """Steps from `place` to the nearest hex next to the own base that no other own figure holds; 0 if all are held.

    Whoever wants into the base must pass one of them, and no enemy can enter a hex that is held (MV2).
    """
    board, start = world.board, game.figure[team, number].hex
    steps = 0
    for d in range(6):
        gate = board.neighbour[board.home[team], d]
        if gate != NONE and game.present[team, gate] == (1 if gate == start else 0):
            steps = min(steps, int(board.steps[place, gate]) + 1) if steps > 0 else int(board.steps[place, gate]) + 1
    return max(steps - 1, 0)


@rule
def out_of_range(world: World, game: Game, team: int, place: int, temper: Temper, memory: Memory) -> float:
    """Hexes that `place` is too near to the nearest enemy, or too far from it, for shooting (`range`)."""
    if memory.press[place] == UNASKED:
        deviation = 100.0
        for e in range(world.rules.team_size[1 - team]):
            enemy_hex = game.figure[1 - team, e].hex
            if enemy_hex != NONE:
                deviation = min(deviation, abs(world.board.distance[place, enemy_hex] - temper.range))
        memory.press[place] = deviation
    return memory.press[place]


@rule
def part_worth(
    world: World, game: Game, team: int, number: int, place: int, plan: Plan, temper: Temper, memory: Memory
) -> float:
    """Worth of figure `number` standing in `place` for its part of the plan."""
    board = world.board
    worth = 0.0
    if plan[GATES] == 1 and temper.gate > 0.0:
        worth -= temper.gate * open_gate(world, game, team, number, place)
    if plan[HOLDS] == 1:
        worth -= temper.post * max(board.steps[place, plan[GROUND]] - AT_GROUND, 0)
        # Not too many in one hex: they'd be in each other's way, and worth a grenade.
        others = game.present[team, place] - (1 if game.figure[team, number].hex == place else 0)
        worth -= temper.crowd * others
        if number == plan[GUARD]:
            worth -= 0.1 * board.steps[place, plan[THREAT]]
        return worth
    if plan[HELD] == 1 and number == plan[RUNNER]:
        step = temper.carry if plan[GOAL] == board.home[team] else temper.march
        worth -= step * board.steps[place, plan[GOAL]]
        if place == plan[GOAL]:
            worth += 20.0
    elif plan[STOLEN] == 1:
        # All after the thief, best between it and its goal.
        gap = board.steps[place, plan[THREAT]] + board.steps[place, plan[THEIR_GOAL]]
        gap -= board.steps[plan[THREAT], plan[THEIR_GOAL]]
        worth -= temper.chase * max(board.steps[place, plan[THREAT]] - 1, 0) + 0.1 * gap
    elif number == plan[GUARD]:
        worth -= 0.2 * board.steps[place, plan[THREAT]]
        if place == plan[THREAT]:
            worth += 0.5
    if plan[HELD] == 0 and plan[PRIZE] != NONE and runs(plan, number):
        worth -= (temper.runner if number == plan[RUNNER] else temper.second) * board.steps[place, plan[PRIZE]]
        if place == plan[PRIZE] and game.present[1 - team, place] == 0:
            worth += 1.5
    elif number != plan[GUARD] and not (plan[HELD] == 1 and number == plan[RUNNER]):
        worth -= temper.press * out_of_range(world, game, team, place, temper, memory)
        if plan[HELD] == 1:
            worth -= temper.escort * board.steps[place, game.figure[team, plan[RUNNER]].hex]
            worth -= temper.van * board.steps[place, plan[GOAL]]
        elif plan[PRIZE] != NONE:
            worth -= temper.pack * board.steps[place, plan[PRIZE]]
    return worth


@rule
def fear(number: int, plan: Plan, temper: Temper) -> float:
    """How much the enemy's fire counts for figure `number`: a share for runners, and for all after a thief."""
    weight = temper.caution * (1.0 - plan[HASTE] / 100.0)
    if plan[STOLEN] == 1 or (plan[HELD] == 0 and runs(plan, number)):
        return temper.daring * weight
    return weight


@rule
def position_worth(
    world: World, game: Game, team: int, number: int, place: int, plan: Plan, temper: Temper, memory: Memory
) -> float:
    """Worth of figure `number` standing in `place`: its part of the plan, less the enemy's fire there."""
    if memory.stands[place] != number:
        memory.stands[place] = number
        memory.stand[place] = _position_worth(world, game, team, number, place, plan, temper, memory)
    return memory.stand[place]


@rule
def _position_worth(
    world: World, game: Game, team: int, number: int, place: int, plan: Plan, temper: Temper, memory: Memory
) -> float:
    if (temper.cover > 0.0 or temper.together != 0.0) and memory.known[place] & PLACE == 0:
        look_round(world, game, team, place, memory)
    worth = part_worth(world, game, team, number, place, plan, temper, memory)
    if temper.cover > 0.0 and memory.covered[place] == 1:
        worth += comfort(plan, temper) * temper.cover
    if temper.outlook > 0.0 and is_armed(game.figure[team, number]):
        worth += temper.outlook * outlook(world, game, team, place, plan, temper, memory)
    risk = RISK * fear(number, plan, temper) * danger(world, game, team, place, temper, memory)
    if temper.together != 0.0 and plan[HOLDS] == 0:
        worth += temper.together * min(company(world, game, team, number, place, memory), 3)
    return worth - risk * own_worth(world, game, team, number, memory)


@rule
def step_gain(
    world: World, game: Game, team: int, number: int, to: int, before: float, plan: Plan, temper: Temper,
    memory: Memory,
) -> float:  # fmt: skip
    """Worth of standing in hex `to` over `before`, less the dice of sentries at the step."""
    gain = position_worth(world, game, team, number, to, plan, temper, memory) - before
    risk = temper.wary * fear(number, plan, temper) * reactions(world, game, team, number, to, memory)
    return gain - risk * own_worth(world, game, team, number, memory)


@rule
def step_worth(
    world: World, game: Game, team: int, number: int, to: int, points: int, plan: Plan, temper: Temper, memory: Memory
) -> float:
    """Worth of going to hex `to`, with `points` left there, over staying."""
    start = game.figure[team, number].hex
    stay_value = position_worth(world, game, team, number, start, plan, temper, memory)
    gain = step_gain(world, game, team, number, to, stay_value, plan, temper, memory)
    if game.figure[team, number].aim == 1:
        gain -= temper.steady  # a step loses it (AI2)
    dice, follow_up = dice_for(world, points), 0.0
    if dice > 0 and has_volley(game.figure[team, number]):
        best = outlook(world, game, team, to, plan, temper, memory)
        follow_up = temper.eager * dice_worth(best, best, dice)
    if temper.ahead > 0.0 and points >= step_cost(world.rules):
        second_step = further_step(world, game, team, number, to, points - step_cost(world.rules), plan, temper, memory)
        follow_up = max(follow_up, temper.ahead * second_step)
    return gain + follow_up


@rule
def further_step(
    world: World, game: Game, team: int, number: int, start: int, points: int, plan: Plan, temper: Temper,
    memory: Memory,
) -> float:  # fmt: skip
    """Worth of the best second step of figure `number`, from hex `start`, with `points` left; 0 if there is none."""
    best, figure = 0.0, game.figure[team, number]
    if figure.moved + 1 >= world.rules.max_moves:
        return best
    start_worth = position_worth(world, game, team, number, start, plan, temper, memory)
    for d in range(6):
        to = world.board.neighbour[start, d]
        if to == NONE or to == figure.hex or game.present[1 - team, to] > 0:
            continue
        gain = step_gain(world, game, team, number, to, start_worth, plan, temper, memory)
        if points >= volley_cost(world.rules, 1) and has_volley(figure):
            gain += temper.eager * outlook(world, game, team, to, plan, temper, memory)
        best = max(best, gain)
    return best


@rule
def best_step(
    world: World, game: Game, team: int, number: int, points: int, plan: Plan, temper: Temper, memory: Memory
) -> float:
    """Worth of the best step with `points` left and no shot; 0 if there is none."""
    figure = game.figure[team, number]
    if points < step_cost(world.rules) or figure.moved >= world.rules.max_moves:
        return 0.0
    if memory.steps != number:
        memory.steps, memory.step = number, 0.0
        for d in range(6):
            to = world.board.neighbour[figure.hex, d]
            if to != NONE and game.present[1 - team, to] == 0:
                worth = step_worth(world, game, team, number, to, 0, plan, temper, memory)
                memory.step = max(memory.step, worth)
    return memory.step


@rule
def fill_watch(world: World, game: Game, team: int, number: int, memory: Memory) -> None:
    """Fill in what figure `number` would watch as a sentry, whichever way it faced: the chances of `watch`."""
    board, place = world.board, game.figure[team, number].hex
    memory.watched[number] = 1
    for facing in range(6):
        memory.watch[number, facing] = 0.0
    for e in range(world.rules.team_size[1 - team]):
        enemy_hex = game.figure[1 - team, e].hex
        if enemy_hex == NONE:
            continue
        for facing in range(6):
            memory.best[facing] = 0.0
        for d in range(6):
            to = board.neighbour[enemy_hex, d]
            if to == NONE or not 0 < board.steps[to, place] <= board.steps[enemy_hex, place]:
                continue
            chance = hits(world, place, to, 0)
            for facing in range(6 if chance > 0.0 else 0):
                if sees(world, place, facing, to):
                    memory.best[facing] = max(memory.best[facing], chance)
        for facing in range(6):
            memory.watch[number, facing] += memory.best[facing]


@rule
def watch(world: World, game: Game, team: int, number: int, facing: int, memory: Memory) -> float:
    """Chance of hits, added up and at most 1, on enemies that go a step in sight of the figure as a sentry (SE2)."""
    if memory.watched[number] == 0:
        fill_watch(world, game, team, number, memory)
    return min(memory.watch[number, facing], 1.0)
