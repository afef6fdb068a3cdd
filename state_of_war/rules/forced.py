"""MO6: forced moves."""

from state_of_war.rules.figures import (
    FAR,
    body_of,
    figure_of,
    going,
    is_of,
    may_act,
    men_of,
    own_heading,
    pivot_among,
    standing_bits,
    starts_of,
    unit_of,
)
from state_of_war.rules.goals import cover_distance
from state_of_war.rules.ground import edge_distance, own_edge, to_edge
from state_of_war.rules.harm import settle_unit
from state_of_war.rules.moving import begin_order, set_going
from state_of_war.rules.sight import nearest_enemy
from state_of_war.rules.state import (
    BROKEN,
    FALLING,
    FORCED,
    HEADINGS,
    MEN,
    MOUNTED,
    NONE,
    OFF,
    QUARTERS,
    UNITS,
    Chance,
    Game,
    World,
)
from state_of_war.rules.ways import (
    FOOT_QUARTER,
    HORSE_QUARTER,
    leave,
    no_block,
    no_going,
    note_went,
    offset,
    put,
    quarter_of,
    quarters_left,
    scene_of,
)
from tabletop.base.arrays import Int64
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.open_table import squared_distance


@rule
def is_forced(game: Game, unit: int) -> bool:
    """MO6: whether a forced move of a unit of the acting side is due in this action."""
    record = unit_of(game, unit)
    if record.fresh == 1:
        return False
    return record.morale >= BROKEN or (record.morale == FALLING and game.action == 1)


@rule
def seeks_cover(world: World, game: Game, unit: int, x: int, y: int) -> bool:
    """MO6: whether a forced move from a point goes to cover; else it goes to the own edge.

    Who breaks while he falls back (RE3) goes on to where he went.
    """
    if unit_of(game, unit).morale >= BROKEN and unit_of(game, unit).fresh == 0:
        return False
    return cover_distance(world, game, x, y) <= edge_distance(world, game, unit // UNITS, x, y)


@rule
def nearest_then(
    world: World, game: Game, starts: Int64, stay: int, bits: int, dx: int, dy: int, enemy: int, edge: int
) -> int:
    """MO6, W7: the squared distance of figures from an enemy unit after a block move.

    Args:
      world: the table.
      game: the position.
      starts: where they stand.
      stay: those that don't go, bits.
      bits: those that do; who leaves the table over the edge isn't looked at.
      dx: how far.
      dy: likewise.
      enemy: id of the unit.
      edge: of the table.
    """
    low, high = men_of(world, game, enemy)
    best = FAR
    for i in range(MEN):
        x, y = int(starts[i, 0]), int(starts[i, 1])
        if bits >> i & 1:
            x, y = x + dx, y + dy
            if to_edge(world, edge, x, y) < starts[i, 2]:
                continue
        elif not stay >> i & 1:
            continue
        for whom in range(low, high):
            if is_of(game, whom, enemy):
                best = min(best, squared_distance(x, y, figure_of(game, whom).x, figure_of(game, whom).y))
    return best


@rule
def forced_way(world: World, game: Game, unit: int, bits: int, all_bits: int, alone: int) -> tuple[int, int]:
    """MO6: the forced move of figures of a unit.

    Args:
      world: the table.
      game: the position.
      unit: id of their unit.
      bits: the figures that go as a block, at least one.
      all_bits: those whose distance from the enemy counts.
      alone: 1: a straggler as a block of one, with its own rate; turning isn't asked (UN4).

    Returns:
      Heading and quarters; (NONE, 0): there is no way.
    """
    pivot = figure_of(game, pivot_among(world, game, unit, bits))
    x, y, quarter = int(pivot.x), int(pivot.y), quarter_of(world, game, unit)
    if alone == 1:
        quarter = HORSE_QUARTER if pivot.horse == MOUNTED else FOOT_QUARTER
    to_cover, edge = seeks_cover(world, game, unit, x, y), own_edge(game, unit // UNITS)
    side, enemy = unit // UNITS, int(game.near)
    starts = starts_of(world, game, unit, 0)
    scene = scene_of(world, game, unit, bits, starts, QUARTERS * quarter)
    before = nearest_then(world, game, starts, all_bits, 0, 0, 0, enemy, edge) if enemy != NONE else 0
    for quarters in range(QUARTERS, 0, -1):
        best, nearest = NONE, FAR
        for number in range(HEADINGS):
            heading = own_heading(side, number)
            left = QUARTERS if alone == 1 else quarters_left(world, game, unit, heading)
            if no_block(world, game, scene, starts, unit, bits, heading, quarters, left, quarter, edge) != ALLOWED:
                continue
            dx, dy = offset(heading, quarters * quarter)
            if enemy != NONE:
                if nearest_then(world, game, starts, all_bits & ~bits, bits, dx, dy, enemy, edge) <= before:
                    continue
            if to_cover:
                far = cover_distance(world, game, x + dx, y + dy)
            else:
                far = edge_distance(world, game, side, x + dx, y + dy)
            if far < nearest:
                best, nearest = heading, far
        if best != NONE:
            return best, quarters
    return NONE, 0


@rule
def begin_forced(world: World, game: Game, chance: Chance, unit: int) -> None:
    """MO6: a unit begins its forced move; where there is none `whole` is 0, and it stands."""
    record = unit_of(game, unit)
    record.given = 1
    game.near = nearest_enemy(world, game, unit)
    game.act, game.heading, game.whole, game.at = FORCED, 0, 0, 0
    bits = going(world, game, unit)
    if no_going(starts_of(world, game, unit, 0), bits) != ALLOWED:
        return
    heading, quarters = forced_way(world, game, unit, bits, standing_bits(world, game, unit), 0)
    if quarters > 0:
        begin_order(game, unit)
        game.heading, game.whole = heading, quarters


@rule
def forced_stragglers(world: World, game: Game, chance: Chance, unit: int) -> None:
    """MO6: after a unit's forced move its stragglers, in order, each as a block of one; RE isn't asked."""
    begin, end = men_of(world, game, unit)
    edge = own_edge(game, unit // UNITS)
    strays = standing_bits(world, game, unit) & ~body_of(world, game, unit)
    for i in range(end - begin):
        who, bit = begin + i, 1 << i
        figure = figure_of(game, who)
        if strays & bit == 0 or not may_act(figure) or figure.went == 1 or body_of(world, game, unit) & bit:
            continue
        heading, quarters = forced_way(world, game, unit, bit, bit, 1)
        if quarters == 0:
            continue
        dx, dy = offset(heading, quarters * (HORSE_QUARTER if figure.horse == MOUNTED else FOOT_QUARTER))
        x, y = int(figure.x) + dx, int(figure.y) + dy
        radius = int(starts_of(world, game, unit, 0)[i, 2])
        put(world, game, who, x, y)
        set_going(world, game, unit, bit)
        if to_edge(world, edge, x, y) < radius:
            leave(world, game, chance, who, OFF)
            settle_unit(world, game, unit)
        else:
            note_went(game, chance, who)
