"""What the bots think of grenades: paint marks all in a hex, smoke spoils shots out of it and through it."""

from paintball_env.cached_chances import puts_out_known
from paintball_env.chances import paints_out, share
from paintball_env.rules.clouds import in_throw
from paintball_env.rules.dice import NO_SHOT
from paintball_env.rules.figures import is_armed
from paintball_env.rules.in_the_way import way_place
from paintball_env.rules.state import NONE, PAINT, Game, World
from tabletop.compiled.compiling import rule

from .fire import enemy_worth, own_worth
from .memory import PAINTED, Memory
from .plan import GOAL, HELD, PRIZE, RUNNER, Plan
from .temperament import Temper

LANDS = 0.7  # share of a throw's worth that scatter leaves (GR3)
KEPT = 0.05  # worth of a grenade that isn't thrown yet


@rule
def paint_worth(world: World, game: Game, team: int, place: int, plan: Plan, memory: Memory) -> float:
    """Worth of paint in `place`: the enemies it puts out, less the own (PG1)."""
    if memory.known[place] & PAINTED == 0:
        memory.known[place] |= PAINTED
        worth, chance = 0.0, paints_out(world, game, place)
        if chance > 0.0:
            for f in range(world.rules.team_size[1 - team]):
                if game.figure[1 - team, f].hex == place:
                    worth += chance * enemy_worth(world, game, team, f, plan, memory)
            for f in range(world.rules.team_size[team]):
                if game.figure[team, f].hex == place:
                    worth -= chance * own_worth(world, game, team, f, memory)
        memory.paint[place] = worth
    return memory.paint[place]


@rule
def hide(world: World, game: Game, start: int, goal: int, worth: float, memory: Memory) -> None:
    """Note what smoke takes from an enemy in `start`, in its hex or on its line (SM2, SM3), if it's the most so far.

    That is the chance of its shot at a figure in `goal` of that worth.
    """
    chance = puts_out_known(world, game, start, goal, memory.shots)
    if chance == 0.0:
        return
    loss = share(world.rules.spot_in, NO_SHOT)
    memory.hidden[start] = max(memory.hidden[start], loss * chance * worth)
    loss = share(world.rules.spot_through, NO_SHOT)
    for i in range(world.board.crossed[start, goal]):
        place = way_place(world, start, goal, i)
        memory.hidden[place] = max(memory.hidden[place], loss * chance * worth)


@rule
def hide_all(world: World, game: Game, team: int, start: int, plan: Plan, memory: Memory) -> None:
    """Note what smoke takes from an enemy in `start`: a shot at a figure, or at one of the runner's next hexes."""
    for f in range(world.rules.team_size[team]):
        mark = game.figure[team, f].hex
        if mark != NONE:
            hide(world, game, start, mark, own_worth(world, game, team, f, memory), memory)
    if plan[RUNNER] == NONE:
        return
    board = world.board
    aim = plan[GOAL] if plan[HELD] == 1 else plan[PRIZE]
    runner_hex = game.figure[team, plan[RUNNER]].hex
    for d in range(6):
        to = board.neighbour[runner_hex, d]
        if to != NONE and to != start and board.steps[to, aim] < board.steps[runner_hex, aim]:
            hide(world, game, start, to, own_worth(world, game, team, plan[RUNNER], memory), memory)


@rule
def look_through(world: World, game: Game, team: int, plan: Plan, memory: Memory) -> None:
    """Look up the worth of smoke in every hex."""
    hexes = world.board.hexes
    for place in range(hexes):
        memory.smoke[place] = 0.0
    for e in range(world.rules.team_size[1 - team]):
        enemy = game.figure[1 - team, e]
        if enemy.hex == NONE or not is_armed(enemy):
            continue
        for place in range(hexes):
            memory.hidden[place] = 0.0
        hide_all(world, game, team, enemy.hex, plan, memory)
        for place in range(hexes):
            memory.smoke[place] += memory.hidden[place]
    for place in range(hexes):
        # Who stands in it can't shoot either. A second cloud in a hex does nothing.
        memory.smoke[place] -= 0.15 * game.present[team, place]
        if game.smoke[place] == 1:
            memory.smoke[place] = 0.0


@rule
def smoke_worth(world: World, game: Game, team: int, place: int, plan: Plan, memory: Memory) -> float:
    """Worth of smoke in `place`: the enemy's fire it takes away, less the own (SM2, SM3)."""
    if memory.clouds == 0:
        memory.clouds = 1
        look_through(world, game, team, plan, memory)
    return memory.smoke[place]


@rule
def grenade_worth(
    world: World, game: Game, team: int, kind: int, place: int, plan: Plan, temper: Temper, memory: Memory
) -> float:
    """Worth of a grenade in `place`."""
    if kind == PAINT:
        return temper.paint * paint_worth(world, game, team, place, plan, memory)
    return temper.smoke * smoke_worth(world, game, team, place, plan, memory)


@rule
def throw_worth(
    world: World, game: Game, team: int, number: int, kind: int, plan: Plan, temper: Temper, memory: Memory
) -> float:
    """Worth of throwing a grenade at the best hex in reach (GR2)."""
    start = game.figure[team, number].hex
    best = 0.0
    for place in range(world.board.hexes):
        if in_throw(world, start, place):
            best = max(best, grenade_worth(world, game, team, kind, place, plan, temper, memory))
    return LANDS * best - KEPT
