"""What the bots think of the enemy's fire on a hex: from where the enemies stand, after a step, by sentries."""

from paintball_env.cached_chances import arrives_known, falls_in, puts_out_known
from paintball_env.rules.board import SHOT_RANGE
from paintball_env.rules.figures import is_armed, left_to_use
from paintball_env.rules.marshals import is_checked
from paintball_env.rules.shooting import can_react_in
from paintball_env.rules.state import NONE, STRIDE, Game, World
from tabletop.compiled.compiling import rule

from .memory import BESIDE, DIRECT, UNASKED, Memory
from .temperament import Temper

MOST_REACH = SHOT_RANGE  # hexes: a step, and an unaimed shot, which reaches one less than an aimed one (SH1)


@rule
def free_share(game: Game, team: int, temper: Temper, memory: Memory) -> float:
    """Share of the fire of enemies who aren't sentries that counts: their command may be short, or their turn far."""
    if memory.free == UNASKED:
        memory.free = 1.0
        if game.phase == 2:
            memory.free = temper.last_word
        elif temper.command > 0.0:
            armed = 0
            for index in range(memory.armed_count):
                if game.figure[1 - team, memory.armed[index]].sentry == 0:
                    armed += 1
            usable = left_to_use(game, 1 - team)
            if usable < armed:
                memory.free = 1.0 - temper.command * (1.0 - usable / armed)
    return memory.free


@rule(inline=True)
def steps_up(game: Game, team: int, to: int) -> bool:
    """Tell whether an enemy could step to the neighbour `to` of its hex."""
    return to != NONE and game.present[team, to] == 0


@rule
def list_guns(world: World, game: Game, team: int, memory: Memory) -> None:
    """List the hexes from which enemies that go a step could shoot, but for those in which armed ones stand."""
    memory.gun_count = 0
    for place in range(world.board.hexes):
        memory.chance[place] = UNASKED
    for index in range(memory.armed_count):
        memory.chance[game.figure[1 - team, memory.armed[index]].hex] = 0.0
    for index in range(memory.armed_count):
        enemy = game.figure[1 - team, memory.armed[index]]
        for d in range(6 if enemy.sentry == 0 else 0):
            to = world.board.neighbour[enemy.hex, d]
            if steps_up(game, team, to) and memory.chance[to] == UNASKED:
                memory.chance[to] = 0.0
                memory.gun[memory.gun_count] = to
                memory.gun_count += 1


@rule
def from_beside(world: World, game: Game, team: int, start: int, place: int, memory: Memory) -> float:
    """Chance of the best die on `place` that an enemy in `start` has after one step."""
    best = 0.0
    for d in range(6):
        to = world.board.neighbour[start, d]
        if steps_up(game, team, to) and to != place:
            best = max(best, memory.chance[to])
    return best


@rule
def look_out(world: World, game: Game, team: int, place: int, memory: Memory) -> None:
    """Look up the enemies' dice on `place` from where they stand: chances to put out; to arrive, if nobody checks."""
    memory.known[place] |= DIRECT
    checked = falls_in(world, game, place, memory.shots) > 0.0 or is_checked(world, game, place)
    memory.checked[place] = int(checked)
    for index in range(memory.armed_count):
        e = memory.armed[index]
        start, same = game.figure[1 - team, e].hex, memory.same[e]
        if same < e and is_armed(game.figure[1 - team, same]):
            memory.direct[place, e] = memory.direct[place, same]
        elif start == place:
            memory.direct[place, e] = 0.0
        elif checked:
            memory.direct[place, e] = puts_out_known(world, game, start, place, memory.shots)
        else:
            memory.direct[place, e] = arrives_known(world, game, start, place, memory.shots)


@rule
def look_beyond(world: World, game: Game, team: int, place: int, memory: Memory) -> None:
    """Look up the enemies' best dice on `place` after a step: the chances to put out, once `look_out` has been done."""
    memory.known[place] |= BESIDE
    if memory.gun_count == NONE:
        list_guns(world, game, team, memory)
    for index in range(memory.gun_count):
        memory.chance[memory.gun[index]] = puts_out_known(world, game, memory.gun[index], place, memory.shots)
    for index in range(memory.armed_count):
        e = memory.armed[index]
        start = game.figure[1 - team, e].hex
        memory.chance[start] = memory.direct[place, e]
    for index in range(memory.armed_count):
        e = memory.armed[index]
        enemy = game.figure[1 - team, e]
        if enemy.sentry == 0 and enemy.hex != place and world.board.distance[enemy.hex, place] <= MOST_REACH:
            memory.beside[place, e] = from_beside(world, game, team, enemy.hex, place, memory)
        else:
            memory.beside[place, e] = 0.0


@rule
def danger(world: World, game: Game, team: int, place: int, temper: Temper, memory: Memory) -> float:
    """Enemy dice on `place`, roughly: the chances of one die of each enemy who could shoot there, added up.

    A sentry counts half: it fires at those who move, and in its own phase not at all (SE1, SE2). Facings don't count:
    whoever isn't a sentry turns for nothing (BS3).
    """
    if memory.danger[place] != UNASKED:
        return memory.danger[place]
    memory.danger[place] = 0.0
    falls = falls_in(world, game, place, memory.shots) > 0.0
    if not falls and temper.unchecked == 0.0:
        return 0.0
    if memory.known[place] & DIRECT == 0:
        look_out(world, game, team, place, memory)
    steps_count = falls and temper.reach > 0.0
    if steps_count and memory.known[place] & BESIDE == 0:
        look_beyond(world, game, team, place, memory)
    fire, free = 0.0, free_share(game, team, temper, memory)
    counts = 1.0 if memory.checked[place] == 1 else temper.unchecked
    for index in range(memory.armed_count):
        e = memory.armed[index]
        chance = counts * memory.direct[place, e]
        if game.figure[1 - team, e].sentry == 1:
            fire += 0.5 * chance
        else:
            if steps_count:
                chance += temper.reach * memory.beside[place, e]
            fire += free * chance
    memory.danger[place] = fire
    return fire


@rule
def reactions(world: World, game: Game, team: int, number: int, place: int, memory: Memory) -> float:
    """Dice of the enemy's sentries on figure `number` when it enters `place`, their chances added up (SE2)."""
    if memory.sentry_count == 0:
        return 0.0
    if memory.reaction[number, place] == UNASKED:
        total = 0.0
        for index in range(memory.sentry_count):
            e = memory.sentry[index]
            if can_react_in(world, game, STRIDE * (1 - team) + e, STRIDE * team + number, place):
                total += puts_out_known(world, game, game.figure[1 - team, e].hex, place, memory.shots)
        memory.reaction[number, place] = total
    return memory.reaction[number, place]
