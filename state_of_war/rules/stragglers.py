"""UN4: stragglers catch up."""

from state_of_war.rules.beside import nearest_place
from state_of_war.rules.figures import (
    FAR,
    body_of,
    figure_of,
    heading_nearest,
    is_engaged,
    may_act,
    men_of,
    radius_of,
    standing_bits,
    starts_of,
)
from state_of_war.rules.ground import CLOSED, terrain_by, way_over
from state_of_war.rules.loading import load
from state_of_war.rules.moving import set_going
from state_of_war.rules.state import MOUNTED, NONE, QUARTERS, UNITS, Chance, Game, World
from state_of_war.rules.ways import (
    FOOT_QUARTER,
    HORSE_QUARTER,
    no_block,
    no_way,
    note_went,
    offset,
    put,
    quarters_over,
    scene_of,
)
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.open_table import distance


@rule
def walk(world: World, game: Game, chance: Chance, unit: int) -> None:
    """UN4: after a unit's order its stragglers walk toward its body, in order, or load."""
    begin, end = men_of(world, game, unit)
    body = body_of(world, game, unit)
    strays = standing_bits(world, game, unit) & ~body
    for who in range(begin, end):
        figure, bit = figure_of(game, who), 1 << (who - begin)
        if strays & ~body & bit == 0 or figure.busy == 1 or figure.went == 1 or is_engaged(world, game, who):
            continue
        if may_act(figure) and come_nearer(world, game, unit, who, body):
            set_going(world, game, unit, bit)
            note_went(game, chance, who)
            body = body_of(world, game, unit)
        else:
            load(world, game, chance, who)
    for who in range(begin, end):
        if figure_of(game, who).unit == unit % UNITS:
            figure_of(game, who).busy = 0


@rule
def come_nearer(world: World, game: Game, unit: int, who: int, body: int) -> bool:
    """UN4: a straggler goes to the nearest free place beside a figure of the body, or nearer to it, if it can."""
    figure = figure_of(game, who)
    squared, x, y = nearest_place(world, game, who, 1 << unit, body, FAR, 1)
    if squared < 0:
        return False
    from_x, from_y = int(figure.x), int(figure.y)
    quarter = HORSE_QUARTER if figure.horse == MOUNTED else FOOT_QUARTER
    begin, _ = men_of(world, game, unit)
    bit, starts = 1 << (who - begin), starts_of(world, game, unit, 0)
    scene = scene_of(world, game, unit, bit, starts, QUARTERS * quarter)
    over = way_over(world, game, terrain_by(world, game, from_x, from_y, x, y), from_x, from_y, x, y)
    quarters = quarters_over(world, game, unit, QUARTERS, over)
    if over & CLOSED == 0 and quarters != NONE and squared <= quarters * quarters * quarter * quarter:
        if no_way(scene, from_x, from_y, x, y, radius_of(figure)) == ALLOWED:
            put(world, game, who, x, y)
            return True
    heading = heading_nearest(unit // UNITS, x - from_x, y - from_y)
    before = distance(from_x, from_y, x, y)
    best, to_x, to_y = before, from_x, from_y
    for gone in range(1, QUARTERS + 1):
        dx, dy = offset(heading, gone * quarter)
        far = distance(from_x + dx, from_y + dy, x, y)
        if far < best:
            if no_block(world, game, scene, starts, unit, bit, heading, gone, QUARTERS, quarter, NONE) == ALLOWED:
                best, to_x, to_y = far, from_x + dx, from_y + dy
    put(world, game, who, to_x, to_y)
    return best < before
