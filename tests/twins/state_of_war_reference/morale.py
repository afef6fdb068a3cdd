"""Morale checks, what they add and what they do (MO1 to MO5, MO7)."""

from .geometry import dot, minus
from .model import ends_d2, near, near_units, units_d2
from .sight import could_see, covered_from, enemies_in_sight, nearest_enemy, sees, uphill
from .world import QUALITY

RESULTS = ("", "routed", "broken", "falling", "halted", "continues")


def class_of(unit):
    """MO2: the quality die of most of its standing figures; equal: the lower."""
    dice = [man.quality for man in unit.standing]
    return min(QUALITY.values(), key=lambda die: (-dice.count(die), die))


def took(unit, enemy):
    """MO4: where an order took it: of those who still stand, before and now."""
    if enemy is None or not enemy.standing or not unit.standing:
        return ""
    before = ends_d2([man.start or man.place for man in unit.standing], enemy)
    now = units_d2(unit, enemy)
    return "toward" if now < before else "away" if now > before else ""


def direction(battle, unit):
    """MO4: of the order under way, else of the last one."""
    if battle.act is not None and battle.unit is unit:
        return "toward" if battle.act[0] == "charge" else took(unit, battle.near)
    return unit.last


def retiring(battle, unit):
    """MO4."""
    return unit.bound == "falling" or unit.broken or direction(battle, unit) == "away"


def flanked(unit, enemies, nearest, friends):
    """MO4: an enemy at the flank or rear, to which no friend is as near."""
    pivot = unit.pivot().place
    ahead = minus(nearest.pivot().place, pivot)
    for enemy in enemies:
        if dot(minus(enemy.pivot().place, pivot), ahead) <= 0:
            away = units_d2(unit, enemy)
            if not any(units_d2(unit, friend) <= away for friend in friends):
                return True
    return False


def sheltered(battle, unit, enemies, nearest):
    """MO4: uphill of all enemies in sight, or in cover."""
    if all(uphill(battle.ground, unit.pivot(), enemy.pivot()) for enemy in enemies):
        return True
    men = unit.standing
    return 2 * sum(covered_from(battle, man, nearest) for man in men) >= len(men)


def led_from_above(battle, unit):
    """MO3, MO4: the commander is there, in sight, within 50 cm."""
    commander = battle.commander(unit.side)
    if commander is None or commander.unit.broken:
        return False
    if commander.unit is unit:
        return True
    men = unit.standing
    return any(near(man, commander, 500) for man in men) and any(sees(battle, man, commander) for man in men)


def modifiers(battle, unit):
    """MO3, and MO2's leader."""
    strength, men = len(unit.figures), unit.standing
    friends = [friend for friend in battle.units(unit.side) if friend is not unit]
    enemies, nearest = enemies_in_sight(battle, unit), nearest_enemy(battle, unit)
    leader = unit.leader
    total = int(bool(leader and leader.standing and leader.quality > class_of(unit)))
    total -= 3 * (unit.side in battle.fallen)
    total -= 2 * (5 * sum(man.out for man in unit.figures) // strength)
    total -= bool(leader and leader.out)
    total -= 5 * sum(man.wounded for man in men) // strength
    total -= any(
        retiring(battle, each) for each in [unit, *(friend for friend in friends if near_units(unit, friend, 200))]
    )
    if direction(battle, unit) == "toward":
        total += battle.rules.toward
    total += any(
        (direction(battle, friend) == "toward" or friend.won) and could_see(battle, unit, friend) for friend in friends
    )
    if enemies:
        total -= flanked(unit, enemies, nearest, friends)
        total += sheltered(battle, unit, enemies, nearest)
    return total + 2 * led_from_above(battle, unit)


def weights_of(die, extra):
    """MO5: results 1 breaks for good … 5 continues, by the faces of a die."""
    weights = {}
    for face in range(1, die + 1):
        total = face + extra
        result = 5 if total >= 1 else 4 if total >= -1 else 3 if total == -2 else 2 if total == -3 else 1
        weights[result] = weights.get(result, 0) + 1
    return weights


def check(battle, unit):
    """MO1, MO5, MO6: one roll, whose result counts; whether it continues."""
    die, extra = class_of(unit), modifiers(battle, unit)
    result = battle.dice.urn("morale", unit.subject, f"morale d{die} {extra:+d}", weights_of(die, extra))
    settle(battle, unit, RESULTS[result])
    return result == 5


def settle(battle, unit, result):
    """MO6: a later result takes the place of an earlier one; a broken unit changes only to "for good"."""
    if unit.broken:
        unit.bound = "routed" if result == "routed" else unit.bound
        return
    unit.bound = "" if result == "continues" else result
    unit.fresh = bool(unit.bound) and unit.side == battle.part


def rally(battle, unit):
    """MO7."""
    die = class_of(unit)
    if battle.dice.urn("rally", unit.subject, f"d{die} at 4", {1: 3, 2: die - 3}) == 2:
        unit.bound, unit.fresh = "", False


def end_of_part(battle, side):
    """TU6: MO7 in order, then MO6's bounds."""
    for unit in battle.units(side):
        if unit.bound == "broken":
            rally(battle, unit)
    for unit in battle.units(side):
        if unit.bound == "halted" and not unit.fresh:
            unit.bound = ""
        unit.fresh = False


def checks_at_end(battle):
    """MO1 a, d: in order, one roll for all reasons."""
    for unit in battle.units():
        if unit.hurt:
            unit.hurt = False
            check(battle, unit)
