"""What the bots ask of the ground: here hexes.

A *spot* is what they keep things in mind by: the hex itself. A *way* is a step into a direction.
"""

from paintball_env.cached_chances import puts_out_known
from paintball_env.chances import share
from paintball_env.rules.board import SHOT_RANGE
from paintball_env.rules.charging import can_charge, could_be_charged
from paintball_env.rules.clouds import in_throw
from paintball_env.rules.dice import NO_SHOT
from paintball_env.rules.in_the_way import figures_in_way, way_place
from paintball_env.rules.state import LARGE, NONE, STRIDE, Game, World
from tabletop.compiled.compiling import jitable, rule
from tabletop.game.header import Record, record

MOST_SPOTS = LARGE.hexes
WAYS = FACINGS = 6
GO, GOING = -2, -2  # order and decision to go to a named place: there is none
PICKED, ORDERED = -2, -2  # choice of a figure to order, and the decision that asks for its order: there is none

# What is kept in mind that only hexes have.
GROUND = record(
    ("chance", "f8", (MOST_SPOTS,)),  # while `direct` and `beside` are worked out: by hex, of a die shot from there
    ("hidden", "f8", (MOST_SPOTS,)),  # while the worth of smoke is: what it takes from one enemy
    ("smoke", "f8", (MOST_SPOTS,)),  # the worth of smoke in a hex
    ("gun", "i4", (MOST_SPOTS,)),  # the hexes to which an enemy may go one step and shoot …
    ("gun_count", "i4"),  # … and how many these are; NONE: not asked for yet
    ("spare", "i4"),
)
Memory = Record  # `memory.MEMORY`


# Places.


@jitable
def spot_count(world: World) -> int:
    """How many spots there are."""
    return int(world.board.hexes)


@jitable
def spot(world: World, place: int) -> int:
    """The spot of a place."""
    return place


@rule(inline=True)
def end_of(world: World, team: int, start: int, way: int) -> int:
    """Where a figure of the team comes by a step; NONE: off the board."""
    return world.board.neighbour[start, way]


@rule(inline=True)
def end_of_move(world: World, team: int, start: int, move: int) -> int:
    """Where a figure of the team comes by a move, as actions name it."""
    return world.board.neighbour[start, move]


@jitable
def named_count(world: World) -> int:
    """How many named places there are to go to."""
    return 0


@jitable
def named_place(world: World, team: int, index: int) -> int:
    """A place to go to, as actions name it."""
    return index


@jitable
def end_of_going(world: World, game: Game, who: int, named: int) -> int:
    """Where a figure comes that goes to a named place."""
    return NONE


@jitable
def is_at_hand(world: World, game: Game, who: int, named: int) -> bool:
    """Whether a figure can go to a named place, and reach it."""
    return False


@rule(inline=True)
def is_start(world: World, team: int, place: int) -> bool:
    """Whether figures of the team may be set up in a place."""
    return world.board.start[team, place] == 1


@jitable
def start_place(world: World, team: int, value: int) -> int:
    """The place in the start that an answer names."""
    return value


@rule(inline=True)
def has_cover(world: World, game: Game, team: int, place: int) -> bool:
    """Whether there is cover in a place."""
    return game.cover[place] != 0


@rule(inline=True)
def front_of(world: World, team: int, place: int, facing: int) -> int:
    """The place before hard cover that faces so; NONE: off the board."""
    return world.board.neighbour[place, facing]


# Figures.


@rule(inline=True)
def count_with(world: World, game: Game, team: int, place: int) -> int:
    """How many of a team's figures are in a place."""
    return game.present[team, place]


@rule(inline=True)
def count_others_with(world: World, game: Game, team: int, number: int, place: int) -> int:
    """How many of a team's figures but for one are in a place."""
    return game.present[team, place] - (1 if game.figure[team, number].hex == place else 0)


@rule
def count_near(world: World, game: Game, team: int, place: int) -> int:
    """How many of a team's figures are in a place or one step from it."""
    count = int(game.present[team, place])
    for d in range(6):
        to = world.board.neighbour[place, d]
        if to != NONE:
            count += game.present[team, to]
    return count


@rule(inline=True)
def is_barred(world: World, game: Game, team: int, place: int) -> bool:
    """Whether enemies of the team in a place keep its figures from it (MV2)."""
    return game.present[1 - team, place] > 0


@rule
def count_in_way(world: World, game: Game, team: int, start: int, goal: int, memory: Memory) -> int:
    """IW2: how many of a team's figures a shot meets on its way."""
    count = 0
    for i in range(world.board.crossed[start, goal]):
        count += figures_in_way(game, goal, way_place(world, start, goal, i), team)
    return count


# Charges.


@rule
def charged_enemy(game: Game, team: int, value: int) -> int:
    """The number of an enemy that an answer names as charged (CH1); NONE: there is none."""
    for e in range(game.figure.shape[1]):
        if game.figure[1 - team, e].hex == value:
            return e
    return NONE


@rule
def could_charge(world: World, game: Game, team: int, enemy: int, spared: int) -> bool:
    """CH1: an enemy could be charged, were enemy `spared` (NONE: nobody) impotent."""
    return could_be_charged(world, game, team, game.figure[1 - team, enemy].hex, spared)


@rule
def could_charge_again(world: World, game: Game, team: int) -> bool:
    """CH1: those could be charged who are charged already."""
    return could_be_charged(world, game, team, game.place, NONE)


@rule
def can_join(world: World, game: Game, team: int, number: int, enemy: int, memory: Memory) -> bool:
    """CH1, CH2: a figure could charge an enemy, if that could be charged, and arrive."""
    return can_charge(world, game, STRIDE * team + number, game.figure[1 - team, enemy].hex)


# Enemies that step up.


@rule(inline=True)
def steps_up(game: Game, team: int, to: int) -> bool:
    """Tell whether an enemy could step to the neighbour `to` of its hex."""
    return to != NONE and game.present[team, to] == 0


@rule
def list_guns(world: World, game: Game, team: int, memory: Memory) -> None:
    """List the hexes from which enemies that go a step could shoot, but for those in which armed ones stand."""
    ground = memory.ground
    ground.gun_count = 0
    for place in range(world.board.hexes):
        ground.chance[place] = -1.0
    for index in range(memory.armed_count):
        ground.chance[game.figure[1 - team, memory.armed[index]].hex] = 0.0
    for index in range(memory.armed_count):
        enemy = game.figure[1 - team, memory.armed[index]]
        for d in range(6 if enemy.sentry == 0 else 0):
            to = world.board.neighbour[enemy.hex, d]
            if steps_up(game, team, to) and ground.chance[to] < 0.0:
                ground.chance[to] = 0.0
                ground.gun[ground.gun_count] = to
                ground.gun_count += 1


@rule
def from_beside(world: World, game: Game, team: int, start: int, place: int, memory: Memory) -> float:
    """Chance of the best die on `place` that an enemy in `start` has after one step."""
    best = 0.0
    for d in range(6):
        to = world.board.neighbour[start, d]
        if steps_up(game, team, to) and to != place:
            best = max(best, memory.ground.chance[to])
    return best


@rule
def look_beyond(world: World, game: Game, team: int, place: int, memory: Memory) -> None:
    """Look up the enemies' best dice on `place` after a step: the chances to put out, once `direct` is known."""
    ground = memory.ground
    if ground.gun_count == NONE:
        list_guns(world, game, team, memory)
    for index in range(ground.gun_count):
        ground.chance[ground.gun[index]] = puts_out_known(world, game, ground.gun[index], place, memory.shots)
    for index in range(memory.armed_count):
        e = memory.armed[index]
        ground.chance[game.figure[1 - team, e].hex] = memory.direct[place, e]
    for index in range(memory.armed_count):
        e = memory.armed[index]
        enemy = game.figure[1 - team, e]
        # A step, and an unaimed shot, which reaches one less than an aimed one (SH1).
        if enemy.sentry == 0 and enemy.hex != place and world.board.distance[enemy.hex, place] <= SHOT_RANGE:
            memory.beside[place, e] = from_beside(world, game, team, enemy.hex, place, memory)
        else:
            memory.beside[place, e] = 0.0


# Grenades.


@jitable
def throw_count(world: World) -> int:
    """How many places a throw can name."""
    return int(world.board.hexes)


@rule(inline=True)
def throw_place(world: World, game: Game, start: int, index: int) -> int:
    """A place that a throw from `start` can name (GR2); NONE: it is out of reach."""
    return index if in_throw(world, start, index) else NONE


@jitable
def aimed_place(world: World, game: Game, option: int, value: int) -> int:
    """The place that an answer names, of a throw or of where it lands."""
    return value


@rule
def hide(world: World, game: Game, line: int, memory: Memory) -> None:
    """Note what smoke takes from an enemy's shot, in its hex or on its line (SM2, SM3), if it's the most so far."""
    hidden, start, goal = memory.ground.hidden, memory.line_start[line], memory.line_goal[line]
    chance, worth = memory.line_chance[line], memory.line_worth[line]
    loss = share(world.rules.spot_in, NO_SHOT)
    hidden[start] = max(hidden[start], loss * chance * worth)
    loss = share(world.rules.spot_through, NO_SHOT)
    for i in range(world.board.crossed[start, goal]):
        place = way_place(world, start, goal, i)
        hidden[place] = max(hidden[place], loss * chance * worth)


@rule
def look_through(world: World, game: Game, team: int, memory: Memory) -> None:
    """Look up the worth of smoke in every hex, by the enemies' lines that are listed, enemy by enemy."""
    hexes, ground = world.board.hexes, memory.ground
    for place in range(hexes):
        ground.smoke[place] = 0.0
    line = 0
    while line < memory.line_count:
        enemy = memory.line_enemy[line]
        for place in range(hexes):
            ground.hidden[place] = 0.0
        while line < memory.line_count and memory.line_enemy[line] == enemy:
            hide(world, game, line, memory)
            line += 1
        for place in range(hexes):
            ground.smoke[place] += ground.hidden[place]
    for place in range(hexes):
        # Who stands in it can't shoot either. A second cloud in a hex does nothing.
        ground.smoke[place] -= 0.15 * game.present[team, place]
        if game.smoke[place] == 1:
            ground.smoke[place] = 0.0


@rule(inline=True)
def smoke_in(world: World, game: Game, team: int, place: int, memory: Memory) -> float:
    """Worth of smoke in a place: the enemy's fire it takes away, less the own (SM2, SM3), by the lines listed."""
    return memory.ground.smoke[place]


@rule(inline=True)
def begin(world: World, game: Game, team: int, memory: Memory) -> None:
    """Begin to keep what only hexes have."""
    memory.ground.gun_count = NONE
