"""Charges: the heading, the parts of the way, contact, and who joins it (ME1)."""

from dataclasses import dataclass
from math import isqrt

from .geometry import WHOLE, across, by_nearness, crosses, d2, minus
from .model import CONTACT
from .moving import Obstacles, allowed, free_place, quarters_left
from .sight import in_sight


@dataclass
class Charge:
    """A charge that can be made: along which heading, K of ME1, and the part at which contact comes."""

    heading: int
    parts: int
    contact: int


def part_of_way(place, heading, part):
    """ME1: the middle after so many parts: part·v/120, halves away from 0."""
    return tuple(at + rounded(part * step, 120) for at, step in zip(place, WHOLE[heading], strict=True))


def rounded(number, parts):
    whole = (2 * abs(number) + parts) // (2 * parts)
    return whole if number >= 0 else -whole


def charge_of(battle, unit, enemy):
    """ME1: the charge on an enemy unit, or None."""
    going = unit.going()
    if not going or unit.bound or battle.in_contact(unit) or not in_sight(battle, unit, enemy):
        return None
    man, other = nearest_pair(going, enemy.standing)
    if d2(man.place, other.place) > (4 * unit.quarter + CONTACT + 44) ** 2:  # out of reach, whatever bars the way
        return None
    scale, obstacles = unit.quarter, Obstacles(battle, unit, going)
    for heading in by_nearness(minus(other.place, man.place), unit.side):  # nearest first
        left = quarters_left(battle, unit, heading)
        if left == 0:
            continue
        contact = first_contact(battle, going, enemy, heading, scale * left)
        if contact is None:
            continue
        ways = [(man.place, part_of_way(man.place, heading, contact)) for man in going]
        parts = scale * allowed(battle, unit, ways, left)
        if contact <= parts and block_comes(going, heading, contact, obstacles):
            return Charge(heading, parts, contact)
    return None


def nearest_pair(men, enemies):
    """ME1: the figures nearest to each other; equal: the lower charger, then the lower enemy."""
    return min(((man, other) for man in men for other in enemies), key=lambda pair: d2(pair[0].place, pair[1].place))


def home(man):
    """Where a figure of the block stood when the charge began."""
    return man.start or man.place


def first_contact(battle, going, enemy, heading, most):
    """ME1: the first part at which the block is in contact with this unit, and with no other one before; or None."""
    first = None
    for other in battle.men(enemy.side):
        for man in going:
            reach = CONTACT + man.radius + other.radius
            begin, end = home(man), part_of_way(home(man), heading, most)
            if not across(other.place, reach + 2, begin, end):
                continue
            found = first_touch(man, other, begin, heading, most)
            if found is not None and (first is None or (found, other.unit is not enemy) < first):
                first = found, other.unit is not enemy
    return first[0] if first and not first[1] else None


def first_touch(man, other, begin, heading, most):
    """The first part at which two figures are in contact; none is longer than a millimetre, so some are left out."""
    part, reach = 0, CONTACT + man.radius + other.radius
    while part <= most:
        square = d2(part_of_way(begin, heading, part), other.place)
        if square <= reach * reach:
            return part
        part += max(1, isqrt(square) - reach - 3)
    return None


def block_comes(going, heading, contact, obstacles):
    """ME1: MV3 and TU3 for the ways up to contact, of which the ends may be in contact."""
    ends = {man: part_of_way(home(man), heading, contact) for man in going}
    return all(
        obstacles.stands(man, end, "free") and obstacles.passes(man, home(man), end) for man, end in ends.items()
    )


def contact_again(battle, unit, enemy, heading, parts):
    """ME1: after a stop, contact is looked for anew with those who still stand; None: there is none."""
    going = [man for man in unit.standing if man.start is not None]
    if not going or not enemy.standing:
        return None
    contact = first_contact(battle, going, enemy, heading, parts)
    if contact is None or not block_comes(going, heading, contact, Obstacles(battle, unit, going)):
        return None
    return contact


def join(battle, unit, enemy, going, rest):
    """ME1: each other figure goes to the nearest free place beside an enemy of that unit, if it can."""
    touched = [area for area in battle.ground.difficult if any(area.touched(home(man), man.place) for man in going)]
    strange = [area for area in battle.ground.difficult if area not in touched]
    for man in going:
        if any(d2(man.place, o.place) <= (CONTACT + man.radius + o.radius) ** 2 for o in enemy.standing):
            continue
        spot = free_place(battle, man, enemy.standing)
        if spot is None or d2(spot, man.place) > rest * rest:
            continue
        way = man.place, spot
        if any(crosses(*way, a, b) for _, a, b in battle.ground.steep):
            continue
        if any(area.touched(*way) for area in strange):
            continue
        if Obstacles(battle, unit, [man]).passes(man, *way):
            battle.put(man, spot)
