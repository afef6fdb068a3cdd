"""What the bots think of grenades: paint marks all in a place, smoke spoils shots out of it and through it."""

from paintball_env.cached_chances import puts_out_known
from paintball_env.chances import paints_out
from paintball_env.distances import steps
from paintball_env.rules.clouds import is_in_burst
from paintball_env.rules.figures import is_armed
from paintball_env.rules.state import NONE, PAINT, Game, World
from tabletop.compiled.compiling import rule

from .fire import enemy_worth, own_worth
from .lattice import WAYS, end_of, look_through, smoke_in, spot, throw_count, throw_place
from .memory import Memory
from .plan import GOAL, HELD, PRIZE, RUNNER, Plan
from .temperament import Temper

LANDS = 0.7  # share of a throw's worth that scatter leaves (GR3)
KEPT = 0.05  # worth of a grenade that isn't thrown yet


@rule
def paint_worth(world: World, game: Game, team: int, place: int, plan: Plan, memory: Memory) -> float:
    """Worth of paint in `place`: the enemies it puts out, less the own (PG1)."""
    at = spot(world, place)
    if memory.painted[at] != place:
        memory.painted[at] = place
        worth, chance = 0.0, paints_out(world, game, place)
        if chance > 0.0:
            for f in range(world.rules.team_size[1 - team]):
                if is_in_burst(game.figure[1 - team, f].hex, place):
                    worth += chance * enemy_worth(world, game, team, f, plan, memory)
            for f in range(world.rules.team_size[team]):
                if is_in_burst(game.figure[team, f].hex, place):
                    worth -= chance * own_worth(world, game, team, f, memory)
        memory.paint[at] = worth
    return memory.paint[at]


@rule
def note_line(world: World, game: Game, enemy: int, start: int, goal: int, worth: float, memory: Memory) -> None:
    """List the line of an enemy in `start` at a figure in `goal` of that worth, if its shot may put that out."""
    chance, line = puts_out_known(world, game, start, goal, memory.shots), memory.line_count
    if chance > 0.0:
        memory.line_enemy[line], memory.line_start[line], memory.line_goal[line] = enemy, start, goal
        memory.line_chance[line], memory.line_worth[line] = chance, worth
        memory.line_count += 1


@rule
def list_lines(world: World, game: Game, team: int, enemy: int, plan: Plan, memory: Memory) -> None:
    """List an enemy's lines of fire that smoke may spoil: at a figure, or at one of the runner's next places."""
    start = game.figure[1 - team, enemy].hex
    for f in range(world.rules.team_size[team]):
        mark = game.figure[team, f].hex
        if mark != NONE:
            note_line(world, game, enemy, start, mark, own_worth(world, game, team, f, memory), memory)
    if plan[RUNNER] == NONE:
        return
    aim = plan[GOAL] if plan[HELD] == 1 else plan[PRIZE]
    runner_place = game.figure[team, plan[RUNNER]].hex
    for way in range(WAYS):
        to = end_of(world, team, runner_place, way)
        if to != NONE and to != start and steps(world, to, aim) < steps(world, runner_place, aim):
            note_line(world, game, enemy, start, to, own_worth(world, game, team, plan[RUNNER], memory), memory)


@rule
def smoke_worth(world: World, game: Game, team: int, place: int, plan: Plan, memory: Memory) -> float:
    """Worth of smoke in `place`: the enemy's fire it takes away, less the own (SM2, SM3)."""
    if memory.clouds == 0:
        memory.clouds, memory.line_count = 1, 0
        for e in range(world.rules.team_size[1 - team]):
            enemy = game.figure[1 - team, e]
            if enemy.hex != NONE and is_armed(enemy):
                list_lines(world, game, team, e, plan, memory)
        look_through(world, game, team, memory)
    return smoke_in(world, game, team, place, memory)


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
    """Worth of throwing a grenade at the best place in reach (GR2)."""
    start = game.figure[team, number].hex
    best = 0.0
    for index in range(throw_count(world)):
        place = throw_place(world, game, start, index)
        if place != NONE:
            best = max(best, grenade_worth(world, game, team, kind, place, plan, temper, memory))
    return LANDS * best - KEPT
