"""ME3: who fights whom.

Whom each figure fights is one array, `foes`, by figures' ids: its primary opponent, or whom it has joined against;
NONE: it doesn't fight. Two who fight each other are a pair, and primaries. `counts` has how many fight each figure.
"""

import numpy as np

from state_of_war.rules.figures import (
    FAR,
    STEPS,
    figure_of,
    is_of,
    man_of,
    men_of,
    squared,
    touch,
    unit_id,
    unit_of,
)
from state_of_war.rules.state import LANCE, MOUNTED, NONE, STRIDE, UNITS, Game, World
from tabletop.base.arrays import Int64
from tabletop.compiled.compiling import jitable, rule

ALONE, JOINS, FACES_MANY = range(
    3
)  # whom a figure looks for: an enemy without opponent; to join; to join the other way
MOST_FOES = 3  # against one


@rule
def is_behind(world: World, game: Game, who: int, whom: int) -> bool:
    """ME3: whether a figure is a mounted man without lance, and another one is at his back."""
    figure, other = figure_of(game, who), figure_of(game, whom)
    if figure.horse != MOUNTED or man_of(world, who).blade == LANCE:
        return False
    step = STEPS[unit_of(game, unit_id(game, who)).facing]
    return (int(other.x) - int(figure.x)) * int(step[0]) + (int(other.y) - int(figure.y)) * int(step[1]) < 0


@jitable
def is_primary(foes: Int64, who: int) -> bool:
    """ME3: whether a figure is one of a pair."""
    return foes[who] != NONE and foes[foes[who]] == who


@jitable
def takes(foes: Int64, counts: Int64, whom: int, stage: int) -> bool:
    """ME3: whether a figure may be taken, or joined against, by one that looks for such: ALONE … FACES_MANY."""
    if stage == ALONE:
        return counts[whom] == 0
    if counts[whom] == 0 or counts[whom] >= MOST_FOES:
        return False
    return stage == JOINS or (is_primary(foes, whom) and counts[foes[whom]] == 1)


@rule
def nearest_foe(world: World, game: Game, foes: Int64, counts: Int64, who: int, stage: int) -> int:
    """ME3: the nearest enemy in contact with a figure whom it may take or join against; NONE: there is none."""
    best, nearest = FAR, NONE
    for number in range(UNITS):
        unit = (1 - who // STRIDE) * UNITS + number
        begin, end = men_of(world, game, unit)
        for whom in range(begin, end):
            if is_of(game, whom, unit) and touch(game, who, whom) and takes(foes, counts, whom, stage):
                if squared(game, who, whom) < best and not is_behind(world, game, who, whom):
                    best, nearest = squared(game, who, whom), whom
    return nearest


@rule
def match(world: World, game: Game, foes: Int64, counts: Int64, side: int, stage: int) -> None:
    """ME3: figures of a side that don't fight yet, in order, take an enemy, or join against one."""
    for number in range(UNITS):
        unit = side * UNITS + number
        begin, end = men_of(world, game, unit)
        for who in range(begin, end):
            if not is_of(game, who, unit) or foes[who] != NONE:
                continue
            whom = nearest_foe(world, game, foes, counts, who, stage)
            if whom == NONE:
                continue
            foes[who] = whom
            counts[whom] += 1
            if stage == ALONE:
                foes[whom] = who
                counts[who] += 1


@rule
def match_all(world: World, game: Game) -> tuple[Int64, Int64]:
    """ME3: who fights whom in the melees of the acting side: `foes` and `counts`, int64 [2 * STRIDE] each."""
    foes, counts = np.full(2 * STRIDE, NONE, np.int64), np.zeros(2 * STRIDE, np.int64)
    side = int(game.acting)
    match(world, game, foes, counts, side, ALONE)
    match(world, game, foes, counts, side, JOINS)
    match(world, game, foes, counts, 1 - side, FACES_MANY)
    return foes, counts
