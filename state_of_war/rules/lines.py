"""TU3: lines of fire, and the ways that figures have gone in this action."""

import numpy as np

from state_of_war.rules.figures import count_bits, figure_of, men_of, pivot_of
from state_of_war.rules.state import MEN, NONE, STANDING, UNITS, Game, World
from tabletop.base.arrays import Int64
from tabletop.compiled.compiling import rule
from tabletop.game.open_table import stretches_meet


@rule
def fire_lines(world: World, game: Game, unit: int, west: int, south: int, east: int, north: int) -> Int64:
    """TU3: the lines of fire of other friendly units that may meet a box.

    Returns:
      int64 [n, 4]: a stretch from (x, y) to (x, y) each.
    """
    side = unit // UNITS
    most = 0
    if world.rules.one_by_one == 0:
        for number in range(UNITS):
            other = game.units[side, number]
            if other.origin != NONE and other.shoots != NONE and number != unit % UNITS:
                begin, end = men_of(world, game, side * UNITS + number)
                for who in range(begin, end):
                    if figure_of(game, who).unit == number:
                        most += count_bits(int(figure_of(game, who).aims))
    lines = np.empty((most, 4), np.int64)
    if most == 0:
        return lines
    count = 0
    for number in range(UNITS):
        other = game.units[side, number]
        if other.origin == NONE or other.shoots == NONE or number == unit % UNITS:
            continue
        shooters, target = side * UNITS + number, (1 - side) * UNITS + int(other.shoots)
        begin, end = men_of(world, game, shooters)
        first, _ = men_of(world, game, target)
        if world.rules.leaders == 1:
            if any_aims(world, game, shooters):
                who, whom = pivot_of(world, game, shooters), pivot_of(world, game, target)
                if who != NONE and whom != NONE:
                    count = add_line(game, lines, count, who, whom)
            continue
        for who in range(begin, end):
            aims = int(figure_of(game, who).aims) if figure_of(game, who).unit == number else 0
            for i in range(MEN):
                if aims >> i & 1:
                    count = add_line(game, lines, count, who, first + i)
                    line = lines[count - 1]
                    if (
                        max(line[0], line[2]) < west
                        or min(line[0], line[2]) > east
                        or max(line[1], line[3]) < south
                        or min(line[1], line[3]) > north
                    ):
                        count -= 1
    return lines[:count].copy()


@rule
def any_aims(world: World, game: Game, unit: int) -> bool:
    """TU2: whether a figure of a unit has a declared shot."""
    begin, end = men_of(world, game, unit)
    for who in range(begin, end):
        if figure_of(game, who).unit == unit % UNITS and figure_of(game, who).aims != 0:
            return True
    return False


@rule
def add_line(game: Game, lines: Int64, count: int, who: int, whom: int) -> int:
    """Write down a stretch from a figure to another one; how many there are now."""
    lines[count, 0], lines[count, 1] = figure_of(game, who).x, figure_of(game, who).y
    lines[count, 2], lines[count, 3] = figure_of(game, whom).x, figure_of(game, whom).y
    return count + 1


@rule
def meets_line(lines: Int64, ax: int, ay: int, bx: int, by: int) -> bool:
    """TU3: whether a stretch meets one of some lines."""
    for k in range(lines.shape[0]):
        if stretches_meet(ax, ay, bx, by, lines[k, 0], lines[k, 1], lines[k, 2], lines[k, 3]):
            return True
    return False


@rule
def crosses_fire(world: World, game: Game, unit: int, ax: int, ay: int, bx: int, by: int) -> bool:
    """TU3: whether a way of a figure of a unit meets a line of fire of another friendly unit."""
    lines = fire_lines(world, game, unit, min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))
    return meets_line(lines, ax, ay, bx, by)


@rule
def crossed_way(world: World, game: Game, unit: int, ax: int, ay: int, bx: int, by: int) -> bool:
    """TU3: whether a stretch meets the way that a figure of another friendly unit has gone in this action."""
    side = unit // UNITS
    for number in range(UNITS):
        troop = world.troops[side, number]
        for at in range(troop.first, troop.first + troop.men):
            figure = game.figures[side, at]
            if figure.state == STANDING and figure.went == 1 and figure.unit != unit % UNITS:
                if stretches_meet(ax, ay, bx, by, figure.from_x, figure.from_y, figure.x, figure.y):
                    return True
    return False
