"""RE: waiting to shoot: who may shoot at a unit under way at a stop, and the shots that fall there."""

import numpy as np

from state_of_war.rules import events
from state_of_war.rules.figures import FAR, FARTHEST, figure_of, is_engaged, is_of, men_of, other_side, unit_of
from state_of_war.rules.harm import COLUMNS, harm
from state_of_war.rules.loading import is_whole, unload
from state_of_war.rules.shooting import aim, has_candidate, roll_all
from state_of_war.rules.sight import in_sight
from state_of_war.rules.state import HORSE_RADIUS, STANDING, STRIDE, TOUCH, UNIT_SUBJECT, UNITS, Chance, Game, World
from tabletop.compiled.compiling import rule
from tabletop.game.chance import note
from tabletop.game.open_table import squared_distance


@rule
def came_nearer(world: World, game: Game) -> bool:
    """RE1: whether the unit under way stands nearer to a unit of the other side than it did when its order began.

    Asked of those who still stand; of a unit under way nobody has gone before in this action, so `from` tells where.
    """
    mover = int(game.unit)
    begin, end = men_of(world, game, mover)
    for number in range(UNITS):
        enemy = other_side(mover // UNITS) * UNITS + number
        low, high = men_of(world, game, enemy)
        now = before = FAR
        for whom in range(low, high):
            if not is_of(game, whom, enemy):
                continue
            b = figure_of(game, whom)
            for who in range(begin, end):
                if is_of(game, who, mover):
                    a = figure_of(game, who)
                    away = squared_distance(a.x, a.y, b.x, b.y)
                    now = min(now, away)
                    before = min(before, squared_distance(a.from_x, a.from_y, b.x, b.y) if a.went == 1 else away)
        if now < before:
            return True
    return False


@rule
def is_ready(world: World, game: Game, who: int, unit: int) -> bool:
    """RE1, AC3: whether a figure of a unit is ready and may shoot at a stop."""
    if not is_of(game, who, unit) or figure_of(game, who).ready == 0:
        return False
    return world.rules.half == 0 or is_whole(world, game, who)


@rule
def may_react(world: World, game: Game, unit: int) -> bool:
    """RE1, RE2: whether a unit of the side that doesn't act may shoot, at this stop, at the unit under way."""
    return is_waiting(world, game, unit) and came_nearer(world, game) and has_shot(world, game, unit)


@rule
def is_waiting(world: World, game: Game, unit: int) -> bool:
    """RE1: whether a figure of a unit is ready."""
    begin, end = men_of(world, game, unit)
    for who in range(begin, end):
        if is_ready(world, game, who, unit):
            return True
    return False


@rule
def has_shot(world: World, game: Game, unit: int) -> bool:
    """RE1: whether a unit has the one under way in sight, and one of its ready figures a candidate there."""
    mover = int(game.unit)
    if not in_sight(world, game, unit, mover):
        return False
    begin, end = men_of(world, game, unit)
    for who in range(begin, end):
        if is_ready(world, game, who, unit) and has_candidate(world, game, who, mover):
            return True
    return False


@rule
def fire_at_stop(world: World, game: Game, chance: Chance) -> bool:
    """RE2, SH3: the units in `fires` shoot together at the unit under way, and it counts.

    Returns:
      Whether anybody was wounded or felled (RE3).
    """
    mover = int(game.unit)
    side = other_side(mover // UNITS)
    toll = np.zeros((STRIDE, COLUMNS), np.int64)
    for number in range(UNITS):
        if not int(game.fires) >> number & 1:
            continue
        unit = side * UNITS + number
        note(chance, events.FIRES, who=UNIT_SUBJECT + unit, whom=UNIT_SUBJECT + mover)
        unit_of(game, unit).hidden = 0  # AM1
        begin, end = men_of(world, game, unit)
        for who in range(begin, end):
            if is_ready(world, game, who, unit) and aim(world, game, who, mover):
                unload(world, game, who, figure_of(game, who).with_pistol == 1)
        roll_all(world, game, chance, unit, mover, toll)
    game.fires = 0
    return harm(world, game, chance, mover // UNITS, toll)


@rule
def end_readiness(world: World, game: Game) -> None:
    """RE1: who is in contact isn't ready any more."""
    for side in range(2):
        if any_near(world, game, side):
            for number in range(UNITS):
                troop = world.troops[side, number]
                for at in range(troop.first, troop.first + troop.men):
                    if game.figures[side, at].ready == 1 and is_engaged(world, game, STRIDE * side + at):
                        game.figures[side, at].ready = 0


@rule
def any_near(world: World, game: Game, side: int) -> bool:
    """Whether an enemy is near the box of a side's ready figures, and so may be in contact with one of them."""
    west = south = FARTHEST
    east = north = -FARTHEST
    for number in range(UNITS):
        troop = world.troops[side, number]
        for at in range(troop.first, troop.first + troop.men):
            figure = game.figures[side, at]
            if figure.ready == 1:
                west, south = min(west, int(figure.x)), min(south, int(figure.y))
                east, north = max(east, int(figure.x)), max(north, int(figure.y))
    if west > east:
        return False
    reach = 2 * HORSE_RADIUS + TOUCH
    for number in range(UNITS):
        troop = world.troops[1 - side, number]
        for at in range(troop.first, troop.first + troop.men):
            enemy = game.figures[1 - side, at]
            if enemy.state == STANDING and west - reach <= enemy.x <= east + reach:
                if south - reach <= enemy.y <= north + reach:
                    return True
    return False
