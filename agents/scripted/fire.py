"""What the bots think of shots, volleys, suppressive fire and charges."""

from paintball_env.cached_chances import arrives_known, falls_in, passes_known, puts_out_known, spots_known
from paintball_env.chances import hits, pins
from paintball_env.distances import steps
from paintball_env.rules.figures import is_armed
from paintball_env.rules.flags import prize_of
from paintball_env.rules.ground import are_together, is_at, sees
from paintball_env.rules.marshals import is_checked
from paintball_env.rules.shooting import declared, dice_for
from paintball_env.rules.sight import aim_of_die
from paintball_env.rules.state import EMPTY, JAMMED, NONE, REACT, SHOOT, STRIDE, SUPPRESS, VOLLEY, Game, World
from tabletop.compiled.compiling import rule

from .charging import chargers, defenders, wins_charge
from .lattice import count_in_way, spot
from .memory import DICE, UNASKED, Memory
from .plan import HELD, PRIZE, THEIR_GOAL, Plan, standing
from .temperament import Temper

ANY_FACING = -1


@rule
def own_worth(world: World, game: Game, team: int, number: int, memory: Memory) -> float:
    """Worth of an own figure."""
    if memory.own[number] != UNASKED:
        return memory.own[number]
    figure = game.figure[team, number]
    worth = 1.0 + 0.2 * figure.expert + 0.1 * (figure.smoke + figure.paint)
    if figure.gun != 0:
        worth -= 0.3
    if figure.suppressed == 1:
        worth -= 0.1
    flag = prize_of(world, team)
    if flag != NONE and game.flag[flag].carrier == STRIDE * team + number:
        worth += 3.0
    memory.own[number] = worth
    return worth


@rule
def enemy_worth(world: World, game: Game, team: int, number: int, plan: Plan, memory: Memory) -> float:
    """Worth of putting out enemy `number`: more if it carries the flag, stands on ours, or is one of the last."""
    if memory.enemy[number] != UNASKED:
        return memory.enemy[number]
    enemy = game.figure[1 - team, number]
    worth = 1.0 + 0.2 * enemy.expert
    if enemy.gun == EMPTY or enemy.gun == JAMMED:
        worth -= 0.2
    flag = prize_of(world, 1 - team)
    if flag != NONE and game.flag[flag].carrier == STRIDE * (1 - team) + number:
        worth += 2.0 + 8.0 / (1.0 + steps(world, enemy.hex, plan[THEIR_GOAL]))
    if plan[HELD] == 0 and is_at(enemy.hex, plan[PRIZE]):
        worth += 0.6
    memory.enemy[number] = worth + 1.0 / standing(world, game, 1 - team)
    return memory.enemy[number]


@rule
def hit_worth(world: World, game: Game, team: int, number: int, temper: Temper, memory: Memory) -> float:
    """Worth of a hit on enemy `number`: the chance that it is put out, or a Marshal who is called (PC1, PC2)."""
    if memory.fall[number] == UNASKED:
        place = game.figure[1 - team, number].hex
        fall = falls_in(world, game, place, memory.shots)
        memory.fall[number] = fall if fall > 0.0 or is_checked(world, game, place) else -1.0
    return memory.fall[number] if memory.fall[number] >= 0.0 else temper.calls


@rule
def strays(world: World, game: Game, team: int, start: int, goal: int, memory: Memory) -> float:
    """Chance, roughly, that a shot that has hit is stopped by a figure of `team` (IW3): one for each, added up."""
    return min(count_in_way(world, game, team, start, goal, memory) * memory.stray, 1.0)


@rule
def one_die(
    world: World, game: Game, team: int, start: int, target: int, aimed: int, memory: Memory
) -> tuple[float, float]:
    """Return the chance that one die from `start` arrives in `target`, and what it may cost in own figures."""
    chance = hits(world, start, target, aimed) if target != NONE else 0.0
    if chance == 0.0:
        return 0.0, 0.0
    chance *= spots_known(world, game, start, target, memory.shots)
    loss = chance * strays(world, game, team, start, target, memory) * 0.3
    return chance * passes_known(world, game, start, target, memory.shots), loss


@rule
def look_from(world: World, game: Game, team: int, place: int, memory: Memory) -> None:
    """Look up unaimed dice from `place`, one at each enemy."""
    at = spot(world, place)
    memory.known[at] |= DICE
    for e in range(world.rules.team_size[1 - team]):
        target, same = game.figure[1 - team, e].hex, memory.same[e]
        if same < e:
            memory.gain[at, e], memory.loss[at, e] = memory.gain[at, same], memory.loss[at, same]
        else:
            memory.gain[at, e], memory.loss[at, e] = one_die(world, game, team, place, target, 0, memory)


@rule
def die_worth(
    world: World, game: Game, team: int, enemy: int, gain: float, loss: float, plan: Plan, temper: Temper,
    memory: Memory,
) -> float:  # fmt: skip
    """Worth of one die at an enemy, from its `one_die`."""
    if gain == 0.0:
        return -loss - temper.price
    gain *= hit_worth(world, game, team, enemy, temper, memory)
    return gain * enemy_worth(world, game, team, enemy, plan, memory) - loss - temper.price


@rule
def outlook(world: World, game: Game, team: int, place: int, plan: Plan, temper: Temper, memory: Memory) -> float:
    """Worth of the best unaimed die from `place`, whatever the figure looks at; 0 if none is worth shooting."""
    at = spot(world, place)
    if memory.outlook[at] == UNASKED:
        if memory.known[at] & DICE == 0:
            look_from(world, game, team, place, memory)
        best = 0.0
        for e in range(world.rules.team_size[1 - team]):
            gain, loss = memory.gain[at, e], memory.loss[at, e]
            if gain > 0.0:
                best = max(best, die_worth(world, game, team, e, gain, loss, plan, temper, memory))
        memory.outlook[at] = best
    return memory.outlook[at]


@rule
def next_die(
    world: World, game: Game, team: int, number: int, enemy: int, aimed: int, plan: Plan, temper: Temper, memory: Memory
) -> float:
    """Worth of the next die of figure `number`, shot at an enemy from where it stands."""
    start = game.figure[team, number].hex
    if aimed == 0:
        at = spot(world, start)
        if memory.known[at] & DICE == 0:
            look_from(world, game, team, start, memory)
        gain, loss = memory.gain[at, enemy], memory.loss[at, enemy]
    else:
        if memory.aimed_gain[number, enemy] == UNASKED:
            gain, loss = one_die(world, game, team, start, game.figure[1 - team, enemy].hex, 1, memory)
            memory.aimed_gain[number, enemy], memory.aimed_loss[number, enemy] = gain, loss
        gain, loss = memory.aimed_gain[number, enemy], memory.aimed_loss[number, enemy]
    return die_worth(world, game, team, enemy, gain, loss, plan, temper, memory)


@rule(inline=True)
def dice_worth(one: float, more: float, dice: int) -> float:
    """Worth of a volley at one enemy, from that of its first die and of each further one."""
    # Each further die may find the target out already.
    return one + 0.85 * max(more, 0.0) * (dice - 1)


@rule
def volley_at(
    world: World, game: Game, team: int, number: int, enemy: int, dice: int, aim: int, plan: Plan, temper: Temper,
    memory: Memory,
) -> float:  # fmt: skip
    """Worth of a volley of figure `number` at an enemy from where it stands, if it holds aim (1) or not (0)."""
    aimed, further_aimed = aim_of_die(aim, SHOOT, 0), aim_of_die(aim, SHOOT, 1)
    first_die = next_die(world, game, team, number, enemy, aimed, plan, temper, memory)
    further_die = first_die
    if further_aimed != aimed and dice > 1:
        further_die = next_die(world, game, team, number, enemy, further_aimed, plan, temper, memory)
    return dice_worth(first_die, further_die, dice)


@rule
def volley_worth(
    world: World, game: Game, team: int, number: int, dice: int, aim: int, facing: int, plan: Plan, temper: Temper,
    memory: Memory,
) -> float:  # fmt: skip
    """Worth of the best volley of figure `number`; with `facing` ANY_FACING nobody asks what it sees (BS1).

    `aim` is 1 if it holds aim, else 0.
    """
    best = 0.0
    if dice <= 0:
        return best
    start = game.figure[team, number].hex
    for e in range(world.rules.team_size[1 - team]):
        place = game.figure[1 - team, e].hex
        if place == NONE or (facing != ANY_FACING and not sees(world, start, facing, place)):
            continue
        best = max(best, volley_at(world, game, team, number, e, dice, aim, plan, temper, memory))
    return best


@rule
def count_charge(world: World, game: Game, team: int, enemy: int, spared: int, without: int, memory: Memory) -> int:
    """Return STRIDE times the chargers of a charge of an enemy, and its defenders (`charging`); 0: there is none."""
    defender_count = defenders(world, game, team, enemy, spared)
    return STRIDE * chargers(world, game, team, enemy, without, memory) + defender_count if defender_count >= 0 else 0


@rule
def charge_worth(
    world: World, game: Game, team: int, enemy: int, counts: int, plan: Plan, temper: Temper, memory: Memory
) -> float:
    """Worth of charging an enemy with so many (`count_charge`)."""
    charger_count, defender_count = counts // STRIDE, counts % STRIDE
    if charger_count == 0:
        return 0.0
    gain, place = temper.charge, game.figure[1 - team, enemy].hex
    for e in range(world.rules.team_size[1 - team]):
        if are_together(game.figure[1 - team, e].hex, place):
            gain += enemy_worth(world, game, team, e, plan, memory)
    win_chance = wins_charge(charger_count, defender_count)
    return win_chance * gain - (1.0 - win_chance) * temper.loss - (0.15 * temper.loss if defender_count > 0 else 0.0)


@rule
def pinned_worth(world: World, game: Game, team: int, enemy: int, memory: Memory) -> float:
    """Worth of the fire that an enemy, once suppressed, won't give this turn (SU1, IM3)."""
    if memory.pinned[enemy] != UNASKED:
        return memory.pinned[enemy]
    figure = game.figure[1 - team, enemy]
    # In the second phase the enemy's own fire of this turn is over; only a sentry's is still to come.
    if not is_armed(figure) or (game.phase == 2 and figure.sentry == 0):
        memory.pinned[enemy] = 0.0
        return 0.0
    best = 0.0
    for f in range(world.rules.team_size[team]):
        place = game.figure[team, f].hex
        if place != NONE and place != figure.hex:
            chance = puts_out_known(world, game, figure.hex, place, memory.shots)
            chance *= own_worth(world, game, team, f, memory)
            best = max(best, chance)
    memory.pinned[enemy] = best + (0.2 if figure.sentry == 1 else 0.1)
    return memory.pinned[enemy]


@rule
def suppress_worth(
    world: World, game: Game, team: int, number: int, enemy: int, dice: int, plan: Plan, temper: Temper, memory: Memory
) -> float:
    """Worth of suppressive fire: the charge it opens to others, and a gun less."""
    place = game.figure[1 - team, enemy].hex
    if memory.pin[number, enemy] == UNASKED:
        hit_chance = arrives_known(world, game, game.figure[team, number].hex, place, memory.shots)
        memory.pin[number, enemy] = hit_chance * pins(world, game, place)
        if memory.pin[number, enemy] > 0.0:
            memory.charge[number, enemy] = count_charge(world, game, team, enemy, enemy, number, memory)
    if memory.pin[number, enemy] == 0.0:
        return -temper.price
    chance = 1.0 - (1.0 - memory.pin[number, enemy]) ** dice
    counts = memory.charge[number, enemy]
    opening_worth = temper.opening * charge_worth(world, game, team, enemy, counts, plan, temper, memory)
    pinned = temper.pin * pinned_worth(world, game, team, enemy, memory)
    return chance * (max(opening_worth, 0.0) + pinned) - temper.price * dice


@rule
def shot_worth(
    world: World, game: Game, team: int, number: int, enemy: int, kind: int, plan: Plan, temper: Temper, memory: Memory
) -> float:
    """Worth of (another) shot or suppression at an enemy by figure `number`, in the phase, a volley or as a sentry."""
    figure = game.figure[team, number]
    shot_count = declared(game) if game.decision == VOLLEY else 0
    if kind == SUPPRESS:
        repeats = 0
        for s in range(shot_count):
            if game.shot[s] % STRIDE == enemy:
                repeats += 1
        dice = 1 if game.decision == VOLLEY else dice_for(world, figure.points)
        worth = suppress_worth(world, game, team, number, enemy, dice, plan, temper, memory)
        return worth * temper.again**repeats
    aimed = aim_of_die(figure.aim, SHOOT, shot_count)
    first_die = next_die(world, game, team, number, enemy, aimed, plan, temper, memory)
    if game.decision == VOLLEY:
        return first_die * 0.85**shot_count
    dice = 1 if game.decision == REACT else dice_for(world, figure.points)
    further_die, further_aimed = first_die, aim_of_die(figure.aim, SHOOT, 1)
    if further_aimed != aimed and dice > 1:
        further_die = max(next_die(world, game, team, number, enemy, further_aimed, plan, temper, memory), 0.0)
    return first_die + 0.85 * further_die * (dice - 1)
