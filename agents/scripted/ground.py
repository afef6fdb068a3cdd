"""What the bots think of places: where to stand, where to go, what to watch."""

from paintball_env.chances import hits, is_covered
from paintball_env.distances import distance, steps
from paintball_env.rules.figures import is_armed
from paintball_env.rules.ground import is_at, is_in_base, sees
from paintball_env.rules.moving import step_cost
from paintball_env.rules.shooting import dice_for, has_volley, volley_cost
from paintball_env.rules.state import NONE, STRIDE, Game, World
from tabletop.compiled.compiling import rule

from .enemy_fire import danger, reactions
from .fire import dice_worth, outlook, own_worth
from .lattice import (
    FACINGS,
    WAYS,
    count_near,
    count_others_with,
    count_with,
    end_of,
    end_of_going,
    is_at_hand,
    is_barred,
    named_count,
    named_place,
    spot,
)
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
RISK = 0.6  # share of an enemy's die that is really shot at one place


@rule
def runs(plan: Plan, number: int) -> bool:
    """Tell whether a figure is a runner."""
    return number == plan[RUNNER] or number == plan[SECOND_RUNNER]


@rule
def look_round(world: World, game: Game, team: int, place: int, memory: Memory) -> None:
    """Look up what is in `place` and next to it: own figures, cover against those who come from the enemy's home."""
    at = spot(world, place)
    memory.known[at] |= PLACE
    memory.covered[at] = int(is_covered(world, game, world.board.home[1 - team], place))
    memory.friends[at] = count_near(world, game, team, place)


@rule
def company(world: World, game: Game, team: int, number: int, place: int, memory: Memory) -> int:
    """Count the other own figures in `place` or next to it."""
    return memory.friends[spot(world, place)] - (1 if steps(world, game.figure[team, number].hex, place) <= 1 else 0)


@rule
def open_gate(world: World, game: Game, team: int, number: int, place: int) -> float:
    """Steps from `place` to the nearest one next to the own base that no other own figure holds; 0 if all are held.

    Whoever wants into the base must pass one of them, and no enemy can enter where one stands (MV2).
    """
    found, nearest = False, steps(world, place, place)
    for way in range(WAYS):
        gate = end_of(world, team, world.board.home[team], way)
        if gate != NONE and count_others_with(world, game, team, number, gate) == 0:
            nearest = min(nearest, steps(world, place, gate)) if found else steps(world, place, gate)
            found = True
    return nearest


@rule
def out_of_range(world: World, game: Game, team: int, place: int, temper: Temper, memory: Memory) -> float:
    """Steps that `place` is too near to the nearest enemy, or too far from it, for shooting (`range`)."""
    at = spot(world, place)
    if memory.press[at] == UNASKED:
        deviation = 100.0
        for e in range(world.rules.team_size[1 - team]):
            enemy_hex = game.figure[1 - team, e].hex
            if enemy_hex != NONE:
                deviation = min(deviation, abs(distance(world, place, enemy_hex) - temper.range))
        memory.press[at] = deviation
    return memory.press[at]


@rule
def part_worth(
    world: World, game: Game, team: int, number: int, place: int, plan: Plan, temper: Temper, memory: Memory
) -> float:
    """Worth of figure `number` standing in `place` for its part of the plan."""
    worth = 0.0
    if plan[GATES] == 1 and temper.gate > 0.0:
        worth -= temper.gate * open_gate(world, game, team, number, place)
    if plan[HOLDS] == 1:
        worth -= temper.post * max(steps(world, place, plan[GROUND]) - AT_GROUND, 0)
        # Not too many in one place: they'd be in each other's way, and worth a grenade.
        worth -= temper.crowd * count_others_with(world, game, team, number, place)
        if number == plan[GUARD]:
            worth -= 0.1 * steps(world, place, plan[THREAT])
        return worth
    if plan[HELD] == 1 and number == plan[RUNNER]:
        step = temper.carry if plan[GOAL] == world.board.home[team] else temper.march
        worth -= step * steps(world, place, plan[GOAL])
        if is_in_base(world, place, plan[GOAL]):
            worth += 20.0
    elif plan[STOLEN] == 1:
        # All after the thief, best between it and its goal.
        gap = steps(world, place, plan[THREAT]) + steps(world, place, plan[THEIR_GOAL])
        gap -= steps(world, plan[THREAT], plan[THEIR_GOAL])
        worth -= temper.chase * max(steps(world, place, plan[THREAT]) - 1, 0) + 0.1 * gap
    elif number == plan[GUARD]:
        worth -= 0.2 * steps(world, place, plan[THREAT])
        if is_at(place, plan[THREAT]):
            worth += 0.5
    if plan[HELD] == 0 and plan[PRIZE] != NONE and runs(plan, number):
        worth -= (temper.runner if number == plan[RUNNER] else temper.second) * steps(world, place, plan[PRIZE])
        if is_at(place, plan[PRIZE]) and count_with(world, game, 1 - team, place) == 0:
            worth += 1.5
    elif number != plan[GUARD] and not (plan[HELD] == 1 and number == plan[RUNNER]):
        worth -= temper.press * out_of_range(world, game, team, place, temper, memory)
        if plan[HELD] == 1:
            worth -= temper.escort * steps(world, place, game.figure[team, plan[RUNNER]].hex)
            worth -= temper.van * steps(world, place, plan[GOAL])
        elif plan[PRIZE] != NONE:
            worth -= temper.pack * steps(world, place, plan[PRIZE])
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
    at, key = spot(world, place), STRIDE * int(place) + int(number)
    if memory.stands[at] != key:
        memory.stands[at] = key
        memory.stand[at] = _position_worth(world, game, team, number, place, plan, temper, memory)
    return memory.stand[at]


@rule
def _position_worth(
    world: World, game: Game, team: int, number: int, place: int, plan: Plan, temper: Temper, memory: Memory
) -> float:
    at = spot(world, place)
    if (temper.cover > 0.0 or temper.together != 0.0) and memory.known[at] & PLACE == 0:
        look_round(world, game, team, place, memory)
    worth = part_worth(world, game, team, number, place, plan, temper, memory)
    if temper.cover > 0.0 and memory.covered[at] == 1:
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
    """Worth of standing in `to` over `before`, less the dice of sentries at the step."""
    gain = position_worth(world, game, team, number, to, plan, temper, memory) - before
    risk = temper.wary * fear(number, plan, temper) * reactions(world, game, team, number, to, memory)
    return gain - risk * own_worth(world, game, team, number, memory)


@rule
def step_worth(
    world: World, game: Game, team: int, number: int, to: int, points: int, plan: Plan, temper: Temper, memory: Memory
) -> float:
    """Worth of going to `to`, with `points` left there, over staying."""
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
    """Worth of the best second step of figure `number`, from `start`, with `points` left; 0 if there is none."""
    best, figure = 0.0, game.figure[team, number]
    if figure.moved + 1 >= world.rules.max_moves:
        return best
    start_worth = position_worth(world, game, team, number, start, plan, temper, memory)
    for way in range(WAYS):
        to = end_of(world, team, start, way)
        if to == NONE or to == figure.hex or is_barred(world, game, team, to):
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
        for way in range(WAYS):
            to = end_of(world, team, figure.hex, way)
            if to != NONE and not is_barred(world, game, team, to):
                worth = step_worth(world, game, team, number, to, 0, plan, temper, memory)
                memory.step = max(memory.step, worth)
    return memory.step


@rule
def going_worth(
    world: World, game: Game, team: int, number: int, points: int, plan: Plan, temper: Temper, memory: Memory
) -> float:
    """Worth of going to the best named place that is at hand, with `points` left there; -1 if none is."""
    best, who = -1.0, STRIDE * team + number
    for index in range(named_count(world)):
        named = named_place(world, team, index)
        if is_at_hand(world, game, who, named):
            to = end_of_going(world, game, who, named)
            best = max(best, step_worth(world, game, team, number, to, points, plan, temper, memory))
    return best


@rule
def fill_watch(world: World, game: Game, team: int, number: int, memory: Memory) -> None:
    """Fill in what figure `number` would watch as a sentry, whichever way it faced: the chances of `watch`."""
    place = game.figure[team, number].hex
    memory.watched[number] = 1
    for facing in range(FACINGS):
        memory.watch[number, facing] = 0.0
    for e in range(world.rules.team_size[1 - team]):
        enemy_hex = game.figure[1 - team, e].hex
        if enemy_hex == NONE:
            continue
        for facing in range(FACINGS):
            memory.best[facing] = 0.0
        for way in range(WAYS):
            to = end_of(world, 1 - team, enemy_hex, way)
            if to == NONE or not 0 < steps(world, to, place) <= steps(world, enemy_hex, place):
                continue
            chance = hits(world, place, to, 0)
            for facing in range(FACINGS if chance > 0.0 else 0):
                if sees(world, place, facing, to):
                    memory.best[facing] = max(memory.best[facing], chance)
        for facing in range(FACINGS):
            memory.watch[number, facing] += memory.best[facing]


@rule
def watch(world: World, game: Game, team: int, number: int, facing: int, memory: Memory) -> float:
    """Chance of hits, added up and at most 1, on enemies that go a step in sight of the figure as a sentry (SE2)."""
    if memory.watched[number] == 0:
        fill_watch(world, game, team, number, memory)
    return min(memory.watch[number, facing], 1.0)
