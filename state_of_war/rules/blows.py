"""ME6, ME7: what a lead in melee does: pushes, falls from the horse, wounds."""

import numpy as np

from state_of_war.rules import events
from state_of_war.rules.figures import (
    PUSHES,
    figure_of,
    heading_nearest,
    is_engaged,
    is_of,
    men_of,
    radius_of,
    unit_id,
    unit_of,
)
from state_of_war.rules.ground import CLIMBS, CLOSED, in_closed, on_line, on_table, terrain_by, way_over
from state_of_war.rules.harm import commander_falls, leave_table, settle_unit
from state_of_war.rules.state import (
    DISABLED,
    FALL,
    KILLED,
    MOUNTED,
    STRIDE,
    UNHORSED,
    UNITS,
    Chance,
    Game,
    World,
)
from state_of_war.rules.ways import put
from tabletop.compiled.compiling import rule
from tabletop.game.chance import die, note
from tabletop.game.open_table import nearer, place, stretch_sign

# What falls on the loser (ME6), on foot pushed back, mounted unhorsed.
MOVES, MOVES_AND_WOUNDS, WOUNDS, DISABLES, KILLS = range(1, 6)
FALL_DIE = 111122  # ME7


@rule
def strike(world: World, game: Game, chance: Chance, victor: int, loser: int, blow: int) -> None:
    """ME6, ME7: what a lead does to the loser's primary: MOVES … KILLS."""
    figure, unit = figure_of(game, loser), unit_id(game, loser)
    mounted = figure.horse == MOUNTED
    if mounted or blow > MOVES:
        unit_of(game, unit).hurt = 1
    wounds = int(figure.wounded)
    if mounted and blow <= MOVES_AND_WOUNDS:
        figure.horse = UNHORSED
        note(chance, events.THROWN, who=loser)
        wounds += die(game, chance, FALL, loser, FALL_DIE) - 1
    if blow == MOVES_AND_WOUNDS or blow == WOUNDS:
        wounds += 1
    if blow >= DISABLES or wounds >= 2:
        state = KILLED if blow >= KILLS else DISABLED
        leave_table(world, game, loser, state)
        note(chance, events.KILLED if state == KILLED else events.DISABLED, who=loser)
        settle_unit(world, game, unit)
        commander_falls(world, game, loser, state, True)
        return
    if wounds > figure.wounded:
        figure.wounded = 1
        note(chance, events.WOUNDED, who=loser)
    if not mounted and blow <= MOVES_AND_WOUNDS:
        push(world, game, chance, victor, loser)


@rule
def push(world: World, game: Game, chance: Chance, victor: int, loser: int) -> None:
    """ME7: the loser is pushed back, with all unengaged friends behind; if any of them can't, nobody moves."""
    a, b, side = figure_of(game, victor), figure_of(game, loser), loser // STRIDE
    heading = heading_nearest(side, int(b.x) - int(a.x), int(b.y) - int(a.y))
    dx, dy = int(PUSHES[heading, 0]), int(PUSHES[heading, 1])
    pushed = np.empty(STRIDE, np.int64)
    is_pushed = np.zeros(STRIDE, np.int64)
    pushed[0], is_pushed[loser % STRIDE], count, at = loser, 1, 1, 0
    while at < count:
        who = int(pushed[at])
        at += 1
        if not has_room(world, game, who, dx, dy):
            return
        for number in range(UNITS):
            begin, end = men_of(world, game, side * UNITS + number)
            for friend in range(begin, end):
                if not is_of(game, friend, side * UNITS + number) or is_pushed[friend % STRIDE] == 1:
                    continue
                if overlaps(game, who, dx, dy, friend):
                    if is_engaged(world, game, friend):
                        return
                    pushed[count], is_pushed[friend % STRIDE] = friend, 1
                    count += 1
    for at in range(count):
        who = int(pushed[at])
        figure = figure_of(game, who)
        x, y = int(figure.x) + dx, int(figure.y) + dy
        put(world, game, who, x, y)
        note(chance, events.PUSHED, who=who, place=place(x, y))


@rule
def overlaps(game: Game, who: int, dx: int, dy: int, other: int) -> bool:
    """ME7: whether a figure that is pushed comes on another one's base."""
    a, b = figure_of(game, who), figure_of(game, other)
    return nearer(int(a.x) + dx, int(a.y) + dy, b.x, b.y, radius_of(a) + radius_of(b))


@rule
def has_room(world: World, game: Game, who: int, dx: int, dy: int) -> bool:
    """ME7: whether terrain, the table's edge and enemies let a figure be pushed."""
    figure, other = figure_of(game, who), 1 - who // STRIDE
    ax, ay, radius = int(figure.x), int(figure.y), radius_of(figure)
    bx, by = ax + dx, ay + dy
    near = terrain_by(world, game, ax, ay, bx, by)
    if not on_table(world, bx, by, radius) or way_over(world, game, near, ax, ay, bx, by) & (CLOSED | CLIMBS):
        return False
    if in_closed(world, game, near, bx, by) or on_line(world, game, near, bx, by):
        return False
    for number in range(UNITS):
        begin, end = men_of(world, game, other * UNITS + number)
        for whom in range(begin, end):
            if is_of(game, whom, other * UNITS + number):
                enemy = figure_of(game, whom)
                if stretch_sign(enemy.x, enemy.y, ax, ay, bx, by, radius + radius_of(enemy)) < 0:
                    return False
    return True
