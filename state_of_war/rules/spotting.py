"""AM1 to AM3: hidden units, when they are seen, and spotting."""

from state_of_war.rules import events
from state_of_war.rules.cover import cover_of, in_wood
from state_of_war.rules.dice import SPOTS, URNS
from state_of_war.rules.figures import (
    FAR,
    in_contact,
    is_of,
    men_of,
    squared,
    standing,
    within_gap,
)
from state_of_war.rules.sight import sees, units_see
from state_of_war.rules.state import NONE, OPEN, SPOTTING, UNIT_SUBJECT, UNITS, Chance, Game, World
from tabletop.compiled.compiling import rule
from tabletop.game.chance import note
from tabletop.game.urns import urn

SMALL_GROUP = 4  # figures: a D4 is rolled (AM3)
STEP = 100  # mm a point of the die
SPOTTED = 2  # result of the urns

URN_ROWS = URNS.rows


@rule
def is_seen(world: World, game: Game, unit: int) -> bool:
    """AM1: whether a figure of a unit is in sight of an enemy, by SI."""
    other = 1 - unit // UNITS
    for number in range(UNITS):
        if units_see(world, game, other * UNITS + number, unit):
            return True
    return False


@rule
def seers_of(world: World, game: Game, unit: int) -> int:
    """AM1: the enemy units that could see a unit, by SI: bits by number."""
    seers, other = 0, 1 - unit // UNITS
    for number in range(UNITS):
        if units_see(world, game, other * UNITS + number, unit):
            seers |= 1 << number
    return seers


@rule
def in_cover(world: World, game: Game, unit: int) -> bool:
    """AM1: whether half of a unit or more are in a wood, or have cover from each enemy unit that could see it."""
    begin, end = men_of(world, game, unit)
    seers, other = seers_of(world, game, unit), 1 - unit // UNITS
    count = covered = 0
    for who in range(begin, end):
        if not is_of(game, who, unit):
            continue
        count += 1
        if in_wood(world, game, who):
            covered += 1
            continue
        has_cover = True
        for number in range(UNITS):
            enemy = other * UNITS + number
            if seers >> number & 1 and cover_of(world, game, who, nearest_of(world, game, who, enemy)) == OPEN:
                has_cover = False
                break
        if has_cover:
            covered += 1
    return 2 * covered >= count


@rule
def nearest_of(world: World, game: Game, who: int, unit: int) -> int:
    """W7: the figure of a unit that is nearest to a figure; NONE: nobody stands."""
    begin, end = men_of(world, game, unit)
    best, nearest = FAR, NONE
    for whom in range(begin, end):
        if is_of(game, whom, unit) and squared(game, who, whom) < best:
            best, nearest = squared(game, who, whom), whom
    return nearest


@rule
def look(world: World, game: Game, chance: Chance) -> None:
    """AM1: hidden units that aren't in cover any more and are seen, or are in contact, aren't hidden any more."""
    if world.rules.ambush == 0:
        return
    for unit in range(2 * UNITS):
        record = game.units[unit // UNITS, unit % UNITS]
        if record.origin == NONE or record.hidden == 0:
            continue
        if in_contact(world, game, unit) or (is_seen(world, game, unit) and not in_cover(world, game, unit)):
            record.hidden = 0
            note(chance, events.SEEN, who=UNIT_SUBJECT + unit)


@rule
def hide_unseen(world: World, game: Game) -> None:
    """AM1: at the start, and at the end of a part: who is in no enemy's sight is hidden."""
    if world.rules.ambush == 0:
        return
    for unit in range(2 * UNITS):
        record = game.units[unit // UNITS, unit % UNITS]
        if record.origin != NONE and record.hidden == 0 and standing(world, game, unit) > 0:
            if not is_seen(world, game, unit) and not in_contact(world, game, unit):
                record.hidden = 1


@rule
def may_hide(world: World, game: Game, unit: int) -> bool:
    """AM1: whether a unit is asked, when all are set up, whether it hides."""
    record = game.units[unit // UNITS, unit % UNITS]
    if world.rules.ambush == 0 or record.origin == NONE or record.hidden == 1 or standing(world, game, unit) == 0:
        return False
    return in_cover(world, game, unit) and not in_contact(world, game, unit)


@rule
def faces_to_spot(world: World, game: Game, unit: int) -> int:
    """AM3: the smallest roll by which a hidden unit is spotted; 0: nobody could see it."""
    best = 0
    side = 1 - unit // UNITS
    begin, end = men_of(world, game, unit)
    for number in range(UNITS):
        own = side * UNITS + number
        low, high = men_of(world, game, own)
        for who in range(low, high):
            if not is_of(game, who, own):
                continue
            for whom in range(begin, end):
                if is_of(game, whom, unit) and (best == 0 or best > 1) and sees(world, game, who, whom):
                    needed = 1
                    while not within_gap(game, who, whom, needed * STEP):
                        needed += 1
                    if best == 0 or needed < best:
                        best = needed
    return best


@rule
def can_spot(world: World, game: Game) -> bool:
    """AM3: whether there is a hidden enemy unit that a figure of the acting side could see."""
    other = 1 - int(game.acting)
    for number in range(UNITS):
        unit = game.units[other, number]
        if unit.origin != NONE and unit.hidden == 1 and is_seen(world, game, other * UNITS + number):
            return True
    return False


@rule
def spot(world: World, game: Game, chance: Chance) -> None:
    """AM3: all hidden enemy units that could be seen are tested."""
    other = 1 - int(game.acting)
    for number in range(UNITS):
        record, unit = game.units[other, number], other * UNITS + number
        if record.origin == NONE or record.hidden == 0:
            continue
        needed = faces_to_spot(world, game, unit)
        if needed == 0:
            continue
        small = 1 if standing(world, game, unit) <= SMALL_GROUP else 0
        found = needed == 1
        if 1 < needed <= (4 if small == 1 else 6):
            found = urn(game, chance, SPOTTING, UNIT_SUBJECT + unit, URN_ROWS, int(SPOTS[small, needed])) == SPOTTED
        if found:
            record.hidden = 0
        note(chance, events.SPOTTED if found else events.NOT_SPOTTED, who=UNIT_SUBJECT + unit)
