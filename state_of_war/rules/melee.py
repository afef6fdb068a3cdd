"""ME2 to ME6, MO4: melee: all contacts of the acting side, the dice of each pair, who has won."""

import numpy as np

from state_of_war.rules import events
from state_of_war.rules.blows import KILLS, strike
from state_of_war.rules.dice import CONTESTS, MELEE_CUTS
from state_of_war.rules.figures import (
    figure_of,
    in_contact,
    is_of,
    man_of,
    men_of,
    radius_of,
    standing,
    unit_id,
    unit_of,
)
from state_of_war.rules.pairs import is_behind, is_primary, match_all
from state_of_war.rules.sight import height_of
from state_of_war.rules.state import (
    BANK,
    BAYONET,
    BUILDING,
    LANCE,
    MELEE,
    MOUNTED,
    NO_ARM,
    QUALITY,
    STRIDE,
    SWORD,
    THROWN,
    UNITS,
    Chance,
    Game,
    World,
)
from tabletop.base.arrays import Int64
from tabletop.compiled.compiling import jitable, rule
from tabletop.game.chance import note
from tabletop.game.contests import contest, hand
from tabletop.game.open_table import stretch_sign, stretches_cross

CUTS = CONTESTS.rows
# The smallest lead of each of ME6's rows, by whether the loser is mounted; 0: level.
LEADS = np.array([[0, 1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 5, 6, 6]])
HORSE_FACES = 6  # ME4


@rule
def any_melee(world: World, game: Game) -> bool:
    """ME2: whether a unit of the acting side is in contact."""
    for number in range(UNITS):
        if in_contact(world, game, int(game.acting) * UNITS + number):
            return True
    return False


@rule
def fight(world: World, game: Game, chance: Chance) -> None:
    """ME2 to ME7: all melees of the acting side's units, pair by pair, each to its end."""
    for unit in range(2 * UNITS):
        if in_contact(world, game, unit):
            unit_of(game, unit).fights = 1  # AM4
    foes, counts = match_all(world, game)
    struck = np.zeros(2 * STRIDE, np.int64)  # 1: a lead has fallen on this figure
    for number in range(UNITS):
        unit = int(game.acting) * UNITS + number
        begin, end = men_of(world, game, unit)
        for who in range(begin, end):
            if is_of(game, who, unit) and is_primary(foes, who):
                cross(world, game, chance, foes, counts, who, struck)
    for unit in range(2 * UNITS):
        if has_won(world, game, foes, struck, unit):
            unit_of(game, unit).won = 1


@rule
def cross(world: World, game: Game, chance: Chance, foes: Int64, counts: Int64, who: int, struck: Int64) -> None:
    """ME4, ME6: the dice of a pair, by its acting primary, and what they do; `struck` is written to."""
    whom = int(foes[who])
    own, other = int(figure_of(game, who).horse == MOUNTED), int(figure_of(game, whom).horse == MOUNTED)
    first = hand_of(world, game, who, whom, int(counts[who]))
    second = hand_of(world, game, whom, who, int(counts[whom]))
    plus = plus_of(world, game, foes, who, whom) - plus_of(world, game, foes, whom, who)
    number = contest(game, chance, MELEE, who, CUTS, int(MELEE_CUTS[own, other]), first, second, plus)
    lead, level = lead_of(own, other, number), level_of(own)
    note(chance, events.FOUGHT, who=who, whom=whom, value=lead)
    victor, loser = (who, whom) if lead > 0 else (whom, who)
    if lead != 0 and not is_behind(world, game, victor, loser):  # taken from there a win does nothing (ME3)
        struck[loser] = 1
        strike(world, game, chance, victor, loser, min(abs(number - level), KILLS))


@jitable
def level_of(own: int) -> int:
    """ME6: the class of a lead of 0, by whether the acting primary is mounted."""
    return 6 if own == 1 else 7


@rule
def lead_of(own: int, other: int, number: int) -> int:
    """ME6: the smallest lead of a class of a pair's dice, by who is mounted; below 0: the other's."""
    level = level_of(own)
    return int(LEADS[other, number - level]) if number >= level else -int(LEADS[own, level - number])


@rule
def hand_of(world: World, game: Game, who: int, whom: int, enemies: int) -> int:
    """ME4: the dice of a primary: quality, weapon, horse.

    Args:
      world: the forces.
      game: the position.
      who: the figure.
      whom: its primary opponent.
      enemies: how many fight it.
    """
    figure, mounted = figure_of(game, who), figure_of(game, whom).horse == MOUNTED
    less = enemies - 1 + int(figure.wounded)
    horse = 0
    if figure.horse == MOUNTED and (mounted or man_of(world, whom).blade != BAYONET):
        horse = HORSE_FACES
    return hand(int(QUALITY[man_of(world, who).skill]), weapon_die(world, who, mounted), horse, less)


@rule
def weapon_die(world: World, who: int, mounted: bool) -> int:
    """ME4, ME5: the die of a figure's best weapon against a mounted man, or one on foot; 0: none."""
    man = man_of(world, who)
    if man.blade == BAYONET or man.blade == LANCE:
        return 8 if mounted else 6
    if man.blade == SWORD and man.pistol == 1:
        return 4 if mounted else 6
    has_butt = man.arm != NO_ARM and man.arm != THROWN
    if has_butt or man.blade == SWORD or man.pistol == 1 or not mounted:
        return 4
    return 0


@rule
def plus_of(world: World, game: Game, foes: Int64, who: int, whom: int) -> int:
    """ME4: 1 for a primary that charges, is uphill of all opponents or defends a barricade against its own, else 0."""
    unit, enemy = unit_of(game, unit_id(game, who)), unit_id(game, whom)
    if unit.charges == 1 or is_uphill(world, game, foes, who):
        return 1
    return int(int(unit.charged) >> enemy % UNITS & 1 == 1 and has_barricade(world, game, who, whom))


@rule
def is_uphill(world: World, game: Game, foes: Int64, who: int) -> bool:
    """ME4: whether a figure is uphill of all that fight it."""
    height = height_of(world, game, who)
    if height == 0:
        return False
    for unit in range(2 * UNITS):
        begin, end = men_of(world, game, unit)
        for whom in range(begin, end):
            if is_of(game, whom, unit) and foes[whom] == who and height_of(world, game, whom) >= height:
                return False
    return True


@rule
def has_barricade(world: World, game: Game, who: int, whom: int) -> bool:
    """ME4: whether a wall, fence or building's corner crosses the line from a defender to its opponent."""
    ground = world.ground[game.turned]
    a, b = figure_of(game, who), figure_of(game, whom)
    for k in range(ground.lines):
        piece = ground.pieces[k]
        if piece.kind != BANK and stretches_cross(a.x, a.y, b.x, b.y, piece.ax, piece.ay, piece.bx, piece.by):
            return True
    radius = radius_of(a)
    for k in range(ground.polygons):
        area = ground.areas[k]
        if area.kind == BUILDING and world.rules.open == 0:
            for corner in range(area.corners):
                if stretch_sign(area.x[corner], area.y[corner], a.x, a.y, b.x, b.y, radius) < 0:
                    return True
    return False


@rule
def has_won(world: World, game: Game, foes: Int64, struck: Int64, unit: int) -> bool:
    """MO4: whether more of a standing unit's opponents than of its own figures had a lead fall on them."""
    if standing(world, game, unit) == 0:
        return False
    begin, end = men_of(world, game, unit)
    lead = 0
    counted = np.zeros(2 * STRIDE, np.int64)  # opponents that are counted already
    for who in range(begin, end):
        if figure_of(game, who).unit == unit % UNITS and foes[who] >= 0:
            lead -= struck[who]
            whom = foes[who]
            if counted[whom] == 0:
                counted[whom] = 1
                lead += struck[whom]
    return lead > 0
