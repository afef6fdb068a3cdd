"""What the bots think of the enemy's fire on a place: from where the enemies stand, after a step, by sentries."""

from paintball_env.cached_chances import arrives_known, falls_in, puts_out_known
from paintball_env.rules.figures import is_armed, left_to_use
from paintball_env.rules.marshals import is_checked
from paintball_env.rules.shooting import can_react_in
from paintball_env.rules.state import STRIDE, Game, World
from tabletop.compiled.compiling import rule

from .lattice import look_beyond, spot
from .memory import BESIDE, DIRECT, UNASKED, Memory
from .temperament import Temper


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


@rule
def look_out(world: World, game: Game, team: int, place: int, memory: Memory) -> None:
    """Look up the enemies' dice on `place` from where they stand: chances to put out; to arrive, if nobody checks."""
    at = spot(world, place)
    memory.known[at] |= DIRECT
    checked = falls_in(world, game, place, memory.shots) > 0.0 or is_checked(world, game, place)
    memory.checked[at] = int(checked)
    for index in range(memory.armed_count):
        e = memory.armed[index]
        start, same = game.figure[1 - team, e].hex, memory.same[e]
        if same < e and is_armed(game.figure[1 - team, same]):
            memory.direct[at, e] = memory.direct[at, same]
        elif start == place:
            memory.direct[at, e] = 0.0
        elif checked:
            memory.direct[at, e] = puts_out_known(world, game, start, place, memory.shots)
        else:
            memory.direct[at, e] = arrives_known(world, game, start, place, memory.shots)


@rule
def danger(world: World, game: Game, team: int, place: int, temper: Temper, memory: Memory) -> float:
    """Enemy dice on `place`, roughly: the chances of one die of each enemy who could shoot there, added up.

    A sentry counts half: it fires at those who move, and in its own phase not at all (SE1, SE2). Facings don't count:
    whoever isn't a sentry turns for nothing (BS3).
    """
    at = spot(world, place)
    if memory.danger[at] != UNASKED:
        return memory.danger[at]
    memory.danger[at] = 0.0
    falls = falls_in(world, game, place, memory.shots) > 0.0
    if not falls and temper.unchecked == 0.0:
        return 0.0
    if memory.known[at] & DIRECT == 0:
        look_out(world, game, team, place, memory)
    steps_count = falls and temper.reach > 0.0
    if steps_count and memory.known[at] & BESIDE == 0:
        memory.known[at] |= BESIDE
        look_beyond(world, game, team, place, memory)
    fire, free = 0.0, free_share(game, team, temper, memory)
    counts = 1.0 if memory.checked[at] == 1 else temper.unchecked
    for index in range(memory.armed_count):
        e = memory.armed[index]
        chance = counts * memory.direct[at, e]
        if game.figure[1 - team, e].sentry == 1:
            fire += 0.5 * chance
        else:
            if steps_count:
                chance += temper.reach * memory.beside[at, e]
            fire += free * chance
    memory.danger[at] = fire
    return fire


@rule
def reactions(world: World, game: Game, team: int, number: int, place: int, memory: Memory) -> float:
    """Dice of the enemy's sentries on figure `number` when it enters `place`, their chances added up (SE2)."""
    if memory.sentry_count == 0:
        return 0.0
    at = spot(world, place)
    if memory.reaction[number, at] == UNASKED:
        total = 0.0
        for index in range(memory.sentry_count):
            e = memory.sentry[index]
            if can_react_in(world, game, STRIDE * (1 - team) + e, STRIDE * team + number, place):
                total += puts_out_known(world, game, game.figure[1 - team, e].hex, place, memory.shots)
        memory.reaction[number, at] = total
    return memory.reaction[number, at]
