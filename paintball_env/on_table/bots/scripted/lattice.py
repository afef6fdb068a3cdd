"""What the bots ask of the ground: here a table.

A *spot* is a square cell of the table: what they keep in mind of a place holds for its cell, as it was worked out at
the first point asked there. A *way* is a move of 10 cm along a heading.
"""

from paintball_env.cached_chances import puts_out_known
from paintball_env.chances import is_covered, share
from paintball_env.on_table.kept import met_between
from paintball_env.on_table.rules import shape, steps
from paintball_env.on_table.rules.actions import (
    GO_TO,
    PICK,
    SCATTER_ON_ENEMY,
    SCATTER_ON_FIGURE,
    THROW_AT_ENEMY,
    THROW_AT_FIGURE,
    THROW_AT_NAMED,
)
from paintball_env.on_table.rules.charging import RINGS, can_charge, fighters, group_of
from paintball_env.on_table.rules.clouds import CLOUD, in_throw, is_in_smoke
from paintball_env.on_table.rules.ground import (
    BODY,
    HEADINGS,
    HEX,
    TOGETHER,
    VECTORS,
    along,
    are_together,
    fits,
    is_near,
    on_way,
    squared,
    standing,
    toward,
    xy,
)
from paintball_env.on_table.rules.numbering import is_middle, own_place, place_named, rings_of, start_point
from paintball_env.rules.board import SHOT_RANGE
from paintball_env.rules.dice import NO_SHOT
from paintball_env.rules.figures import figure_of
from paintball_env.rules.state import LARGE, NONE, STRIDE, Game, World
from tabletop.compiled.compiling import jitable, rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.header import Record, record
from tabletop.game.open_table import place as point_of

CELL = 25  # mm, an odd number
MOST_SPOTS = 6562  # those of 200 by 200 cm, 81 by 81, and an even number
WAYS = FACINGS = HEADINGS
GO, GOING = GO_TO, shape.GO
PICKED, ORDERED = PICK, shape.ORDER
THROWN = 4 * HEADINGS  # points of a throw along headings: 5, 10, 15, 20 cm

# What is kept in mind that only tables have.
GROUND = record(
    (
        "joins",
        "i8",
        (LARGE.figures,),
    ),  # by enemy: bits of own figures that could charge it; NONE: not asked for yet
)
Memory = Record  # `memory.MEMORY`


# Places.


@jitable
def cells_across(length: int) -> int:
    """How many cells are on so many mm: one about the table's middle, and as many to both sides."""
    return 2 * ((length + CELL) // (2 * CELL)) + 1


@rule
def spot_count(world: World) -> int:
    """How many spots there are."""
    return cells_across(world.board.length) * cells_across(world.board.width)


@rule
def spot(world: World, place: int) -> int:
    """The spot of a place."""
    columns, rows = cells_across(world.board.length), cells_across(world.board.width)
    x, y = xy(place)
    return ((x + CELL // 2) // CELL + columns // 2) * rows + (y + CELL // 2) // CELL + rows // 2


@rule
def end_of(world: World, team: int, start: int, way: int) -> int:
    """Where a figure of the team comes by 10 cm along a heading; NONE: off the table."""
    x, y = xy(start)
    x, y = x + VECTORS[way, 0], y + VECTORS[way, 1]
    return standing(world, team, point_of(x, y)) if fits(world, x, y, BODY) else NONE


@rule
def end_of_move(world: World, team: int, start: int, move: int) -> int:
    """Where a figure of the team comes by a move, as actions name it."""
    return standing(world, team, steps.end_of_way(start, move))


@jitable
def named_count(world: World) -> int:
    """How many named places there are to go to."""
    return int(world.board.places)


@rule
def named_place(world: World, team: int, index: int) -> int:
    """A place to go to, as actions name it: by the order of the team's side."""
    return own_place(world, team, index)


@rule
def end_of_going(world: World, game: Game, who: int, named: int) -> int:
    """Where a figure comes that goes to a named place."""
    point = steps.end_of_going(figure_of(game, who).hex, place_named(world, game, named))
    return standing(world, who // STRIDE, point)


@rule
def is_at_hand(world: World, game: Game, who: int, named: int) -> bool:
    """Whether a figure can go to a named place, and reach it."""
    place = place_named(world, game, named)
    if place == NONE or not is_near(figure_of(game, who).hex, place, HEX):
        return False
    return steps.no_end(world, game, who, place) == ALLOWED


@rule
def is_start(world: World, team: int, place: int) -> bool:
    """Whether figures of the team may be set up about a place: it is within the farthest of the usual rings."""
    return is_near(place, world.board.home[team], HEX * (rings_of(world) // HEADINGS) // 2)


@rule
def start_place(world: World, team: int, value: int) -> int:
    """The place in the start that an answer names."""
    return standing(world, team, start_point(world, team, value))


@rule
def has_cover(world: World, game: Game, team: int, place: int) -> bool:
    """Whether there is cover in a place: from the enemy's base."""
    return is_covered(world, game, world.board.home[1 - team], place)


@rule
def front_of(world: World, team: int, place: int, heading: int) -> int:
    """The place before hard cover of that heading: of both its sides the one nearer to the enemy's base."""
    best = NONE
    x, y = xy(place)
    for quarter in (HEADINGS // 4, 3 * HEADINGS // 4):
        dx, dy = along((heading + quarter) % HEADINGS, HEX)
        side, home = point_of(x + dx, y + dy), world.board.home[1 - team]
        if best == NONE or squared(side, home) < squared(best, home):
            best = side
    return best


# Figures.


@rule
def count_others_within(game: Game, team: int, number: int, place: int, reach: int) -> int:
    """How many of a team's figures, but for one (NONE: nobody), are within so many mm of a place."""
    count = 0
    for other in range(game.figure.shape[1]):
        at = game.figure[team, other].hex
        if at != NONE and other != number and is_near(at, place, reach):
            count += 1
    return count


@rule
def count_with(world: World, game: Game, team: int, place: int) -> int:
    """How many of a team's figures are in a place: within 50 mm."""
    return count_others_within(game, team, NONE, place, TOGETHER)


@rule
def count_others_with(world: World, game: Game, team: int, number: int, place: int) -> int:
    """How many of a team's figures but for one are in a place: within 50 mm."""
    return count_others_within(game, team, number, place, TOGETHER)


@rule
def count_near(world: World, game: Game, team: int, place: int) -> int:
    """How many of a team's figures are within one step of a place."""
    return count_others_within(game, team, NONE, place, HEX)


@rule
def is_barred(world: World, game: Game, team: int, place: int) -> bool:
    """Whether enemies of the team in a place keep its figures from it (MV2)."""
    return count_with(world, game, 1 - team, place) > 0


@rule
def count_in_way(world: World, game: Game, team: int, start: int, goal: int, memory: Memory) -> int:
    """IW2: how many of a team's figures a shot meets on its way."""
    return met_between(world, game, start, goal, NONE, STRIDE * team, STRIDE * (team + 1), memory.shots.ground)


# Charges.


@jitable
def charged_enemy(game: Game, team: int, value: int) -> int:
    """The number of an enemy that an answer names as charged (CH1)."""
    return value % STRIDE


@rule
def could_charge(world: World, game: Game, team: int, enemy: int, spared: int) -> bool:
    """CH1: an enemy could be charged, were enemy `spared` (NONE: nobody) impotent."""
    return group_of(game, STRIDE * (1 - team) + enemy, spared) != 0


@rule
def could_charge_again(world: World, game: Game, team: int) -> bool:
    """CH1: those could be charged who are charged already: nobody has arrived."""
    return game.group != 0 and fighters(game, team) == 0


@rule
def can_join(world: World, game: Game, team: int, number: int, enemy: int, memory: Memory) -> bool:
    """CH1, CH2: a figure could charge an enemy, if that could be charged, and arrive."""
    joins = memory.ground.joins
    if joins[enemy] == NONE:
        place, group = game.figure[1 - team, enemy].hex, 0
        for other in range(game.figure.shape[1]):
            if are_together(game.figure[1 - team, other].hex, place):
                group |= 1 << other
        joins[enemy] = 0
        for own in range(game.figure.shape[1]):
            start = game.figure[team, own].hex
            if start != NONE and is_near(start, place, 2 * HEX + RINGS[1]):
                if can_charge(world, game, STRIDE * team + own, place, group):
                    joins[enemy] |= 1 << own
    return (joins[enemy] >> number) & 1 == 1


# Enemies that step up.


@rule
def look_beyond(world: World, game: Game, team: int, place: int, memory: Memory) -> None:
    """Look up the enemies' dice on `place` after a step straight toward it: the chances to put out."""
    at = spot(world, place)
    for index in range(memory.armed_count):
        e = memory.armed[index]
        enemy = game.figure[1 - team, e]
        memory.beside[at, e] = 0.0
        # A step, and an unaimed shot, which reaches 10 cm less than an aimed one (SH1).
        if enemy.sentry == 0 and is_near(enemy.hex, place, HEX * SHOT_RANGE) and not is_near(enemy.hex, place, HEX):
            gun = toward(enemy.hex, place, HEX)
            memory.beside[at, e] = puts_out_known(world, game, gun, place, memory.shots)


# Grenades.


@rule
def throw_count(world: World) -> int:
    """How many places a throw can name: along headings, where figures are, named places, middles of hard cover."""
    return THROWN + 2 * LARGE.figures + world.board.places + world.board.hard


@rule
def throw_place(world: World, game: Game, start: int, index: int) -> int:
    """A place that a throw from `start` can name (GR2); NONE: there is none, or it is out of reach."""
    if index < THROWN:
        x, y = xy(start)
        dx, dy = along(index % HEADINGS, 50 * (index // HEADINGS + 1))
        return point_of(x + dx, y + dy) if fits(world, x + dx, y + dy, 0) else NONE
    index -= THROWN
    place = NONE
    if index < 2 * LARGE.figures:
        if index % LARGE.figures < game.figure.shape[1]:
            place = game.figure[index // LARGE.figures, index % LARGE.figures].hex
    else:
        index -= 2 * LARGE.figures
        if index >= world.board.places:
            place = game.hard[index - world.board.places]
        elif is_middle(world, index):
            place = place_named(world, game, index)
    return place if place != NONE and in_throw(world, start, place) else NONE


@rule
def aimed_place(world: World, game: Game, option: int, value: int) -> int:
    """The place that an answer names, of a throw or of where it lands."""
    if option == THROW_AT_NAMED:
        return place_named(world, game, value)
    if option in (THROW_AT_FIGURE, THROW_AT_ENEMY, SCATTER_ON_FIGURE, SCATTER_ON_ENEMY):
        return figure_of(game, value).hex
    return value


@jitable
def look_through(world: World, game: Game, team: int, memory: Memory) -> None:
    """Nothing follows from the enemies' lines but where smoke is thought of."""


@rule
def smoke_in(world: World, game: Game, team: int, place: int, memory: Memory) -> float:
    """Worth of smoke in a place: the enemy's fire it takes away, less the own (SM2, SM3), by the lines listed."""
    if is_in_smoke(game, place):
        return 0.0  # a second cloud there does nothing
    lost_in, lost_through = share(world.rules.spot_in, NO_SHOT), share(world.rules.spot_through, NO_SHOT)
    worth = most = 0.0
    enemy = NONE
    for line in range(memory.line_count):
        if memory.line_enemy[line] != enemy:
            worth += most
            enemy, most = memory.line_enemy[line], 0.0
        start, goal = memory.line_start[line], memory.line_goal[line]
        loss = 0.0
        if is_near(place, start, CLOUD):
            loss = lost_in
        elif not is_near(place, goal, CLOUD) and on_way(place, start, goal, CLOUD) < 0:
            loss = lost_through
        most = max(most, loss * memory.line_chance[line] * memory.line_worth[line])
    # Who stands in it can't shoot either.
    return worth + most - 0.15 * count_with(world, game, team, place)


@rule
def begin(world: World, game: Game, team: int, memory: Memory) -> None:
    """Begin to keep what only tables have."""
    for enemy in range(game.figure.shape[1]):
        memory.ground.joins[enemy] = NONE
