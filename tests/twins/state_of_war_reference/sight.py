"""Who sees whom, who stands higher, and what covers whom (SI, SH11)."""

from .geometry import across, begun, crosses, d2, dot, minus, within
from .model import units_d2
from .world import COVER


def clear(ground, a, ra, b, rb):
    """SI1 to SI4: whether the line between two middles is clear."""
    key = (a, ra, b, rb)
    if key not in ground.sights:
        ground.sights[key] = _clear(ground, a, ra, b, rb)
    return ground.sights[key]


def _clear(ground, a, ra, b, rb):
    if any(building.crossed(a, b) for building in ground.buildings):
        return False
    if any(wood_blocks(wood, a, ra, b, rb) for wood in ground.woods + ground.open):
        return False
    return not any(hill_blocks(hill, a, b) for hill in ground.hills)


def wood_blocks(wood, a, ra, b, rb):
    """SI3, also for an open building."""
    inside = [spot for spot in (a, b) if wood.has(spot)]
    if len(inside) == 2:
        return d2(a, b) > (100 + ra + rb) ** 2
    if inside:
        return wood.core_has(inside[0]) or wood.core_crossed(a, b)
    return wood.crossed(a, b)


def hill_blocks(hill, a, b):
    """SI4."""
    if not hill.has(a) and not hill.has(b) and hill.crossed(a, b):
        return True
    return not hill.core_has(a) and not hill.core_has(b) and hill.core_crossed(a, b)


def sees(battle, one, other):
    """SI1, of two standing figures."""
    return clear(battle.ground, one.place, one.radius, other.place, other.radius)


def could_see(battle, one, other):
    """W7, AM1: whether units see each other, whoever is hidden."""
    return any(sees(battle, man, enemy) for man in one.standing for enemy in other.standing)


def in_sight(battle, unit, enemy):
    """AM2: a hidden unit counts as not in sight."""
    return not enemy.hidden and could_see(battle, unit, enemy)


def enemies_in_sight(battle, unit):
    return [enemy for enemy in battle.units(1 - unit.side) if in_sight(battle, unit, enemy)]


def nearest_enemy(battle, unit):
    """W7, MO4: the nearest enemy unit in sight; equal: the lower number."""
    return min(enemies_in_sight(battle, unit), key=lambda enemy: (units_d2(unit, enemy), enemy.number), default=None)


def height(ground, spot):
    """SI5."""
    return max(((2 if hill.core_has(spot) else 1) for hill in ground.hills if hill.has(spot)), default=0)


def uphill(ground, one, other):
    """SI5: of figures."""
    return height(ground, one.place) > height(ground, other.place)


def cover(ground, shooter, own, target, radius):
    """SH11: 0 none, 1 soft, 2 hard; places and radii of the shooter and of the target."""
    key = (shooter, own, target, radius)
    if key not in ground.covers:
        ground.covers[key] = _cover(ground, shooter, own, target, radius)
    return ground.covers[key]


def _cover(ground, shooter, own, target, radius):
    found = [0]
    for kind, a, b in ground.pieces:
        if crosses(shooter, target, a, b) and within(target, 30 + radius, a, b) and not within(shooter, 30 + own, a, b):
            found.append(COVER[kind])
    if any(wood.has(target) for wood in ground.woods):
        found.append(1)
    if any(building.has(target) and not building.has(shooter) for building in ground.open):
        found.append(2)
    if crest(ground, shooter, target, radius):
        found.append(1)
    for building in ground.buildings:
        if building.crossed(shooter, target):
            continue
        for corner in building.corners:
            if (
                across(corner, radius, shooter, target)
                and d2(corner, target) <= (30 + radius) ** 2
                and d2(corner, shooter) > (30 + own) ** 2
            ):
                found.append(2)
    return max(found)


def crest(ground, shooter, target, radius):
    """SH11: cover behind the crest of a hill."""
    reach, whole = 30 + radius, begun(d2(target, shooter))
    way = minus(shooter, target)
    if reach <= whole:
        way = tuple(abs(part) * reach // whole * (1 if part > 0 else -1) for part in way)
    spot = target[0] + way[0], target[1] + way[1]
    return any(
        hill.core_has(target) and not hill.core_has(shooter) and not hill.core_has(spot) for hill in ground.hills
    )


def covered_from(battle, man, enemy):
    """MO4, AM1: cover from the figure of an enemy unit that is nearest to the man asked."""
    other = min(enemy.standing, key=lambda each: (d2(each.place, man.place), each.number))
    return cover(battle.ground, other.place, other.radius, man.place, man.radius) > 0


def behind(facing, one, other):
    """ME3: whether the other is behind one who faces along a whole step."""
    return dot(minus(other, one), facing) < 0
