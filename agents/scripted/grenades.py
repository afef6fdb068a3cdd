"""What the bots think of grenades: paint marks all in a hex, smoke spoils shots out of it and through it."""

from paintball_env.chances import share
from paintball_env.rules.dice import CHECKED_OUT, NO_SHOT, SAVED
from paintball_env.rules.figures import is_armed
from paintball_env.rules.in_the_way import way_place
from paintball_env.rules.marshals import is_checked
from paintball_env.rules.state import NONE, PAINT, Game, World
from tabletop.compiling import rule

from .fire import enemy_worth, own_worth
from .memory import UNASKED, Memory, puts_out_known
from .plan import GOAL, HELD, PRIZE, RUNNER, Plan
from .temperament import Temper

LANDS = 0.7  # share of a throw's worth that scatter leaves (GR3)
KEPT = 0.05  # worth of a grenade that isn't thrown yet


@rule
def paint_worth(world: World, game: Game, team: int, place: int, plan: Plan, memory: Memory) -> float:
    """Worth of paint in `place`: the enemies it puts out, less the own (PG1)."""
    if not is_checked(world, game, place):
        return 0.0
    fallen = (1.0 - share(world.rules.mark, SAVED)) * share(world.rules.check, CHECKED_OUT)
    found = 0.0
    for f in range(world.rules.team_size[1 - team]):
        if game.figure[1 - team, f].hex == place:
            found += fallen * enemy_worth(world, game, team, f, plan, memory)
    for f in range(world.rules.team_size[team]):
        if game.figure[team, f].hex == place:
            found -= fallen * own_worth(world, game, team, f, memory)
    return found


@rule
def veils(world: World, start: int, goal: int, place: int) -> float:
    """Chance that smoke in `place` would take a shot from `start` at `goal` away (SM2, SM3)."""
    if place == start:
        return share(world.rules.spot_in, NO_SHOT)
    for i in range(world.board.crossed[start, goal]):
        if way_place(world, start, goal, i) == place:
            return share(world.rules.spot_through, NO_SHOT)
    return 0.0


@rule
def on_way(world: World, game: Game, team: int, enemy: int, place: int, plan: Plan, memory: Memory) -> float:
    """Worth of the fire of an enemy on the runner's next hexes that smoke in `place` takes away."""
    if plan[RUNNER] == NONE:
        return 0.0
    board = world.board
    aim = plan[GOAL] if plan[HELD] == 1 else plan[PRIZE]
    here = game.figure[team, plan[RUNNER]].hex
    start = game.figure[1 - team, enemy].hex
    most = 0.0
    for d in range(6):
        to = board.neighbour[here, d]
        if to != NONE and to != start and board.steps[to, aim] < board.steps[here, aim]:
            kept = veils(world, start, to, place)
            if kept > 0.0:
                chance = puts_out_known(world, game, start, to, memory)
                most = max(most, kept * chance * own_worth(world, game, team, plan[RUNNER], memory))
    return most


@rule
def smoke_worth(world: World, game: Game, team: int, place: int, plan: Plan, memory: Memory) -> float:
    """Worth of smoke in `place`: the enemy's fire it takes away, less the own (SM2, SM3)."""
    if game.smoke[place] == 1:
        return 0.0
    found = 0.0
    for e in range(world.rules.team_size[1 - team]):
        enemy = game.figure[1 - team, e]
        if enemy.hex == NONE or not is_armed(enemy):
            continue
        most = on_way(world, game, team, e, place, plan, memory)
        for f in range(world.rules.team_size[team]):
            mark = game.figure[team, f].hex
            if mark == NONE:
                continue
            kept = veils(world, enemy.hex, mark, place)
            if kept > 0.0:
                chance = puts_out_known(world, game, enemy.hex, mark, memory)
                most = max(most, kept * chance * own_worth(world, game, team, f, memory))
        found += most
    # Who stands in it can't shoot either.
    return found - 0.15 * game.present[team, place]


@rule
def grenade_worth(
    world: World, game: Game, team: int, kind: int, place: int, plan: Plan, temper: Temper, memory: Memory
) -> float:
    """Worth of a grenade in `place`."""
    paints = int(kind == PAINT)
    if memory.grenade[paints, place] == UNASKED:
        if kind == PAINT:
            worth = temper.paint * paint_worth(world, game, team, place, plan, memory)
        else:
            worth = temper.smoke * smoke_worth(world, game, team, place, plan, memory)
        memory.grenade[paints, place] = worth
    return memory.grenade[paints, place]


@rule
def throw_worth(
    world: World, game: Game, team: int, number: int, kind: int, plan: Plan, temper: Temper, memory: Memory
) -> float:
    """Worth of throwing a grenade at the best hex in reach (GR2)."""
    start = game.figure[team, number].hex
    best = 0.0
    for place in range(world.board.hexes):
        if world.board.distance[start, place] <= world.rules.throw_range:
            best = max(best, grenade_worth(world, game, team, kind, place, plan, temper, memory))
    return LANDS * best - KEPT
