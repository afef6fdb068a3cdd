"""Hidden units: when they are, when it ends, and how they are spotted (AM1 to AM3)."""

from .geometry import begun, d2
from .model import near
from .sight import could_see, covered_from, sees


def watchers(battle, unit):
    """AM1: enemy units that could see it, whoever is hidden."""
    return [enemy for enemy in battle.units(1 - unit.side) if could_see(battle, unit, enemy)]


def in_cover(battle, unit):
    """AM1: half of its standing figures or more."""
    seen_by, men = watchers(battle, unit), unit.standing
    covered = sum(
        any(wood.has(man.place) for wood in battle.ground.woods)
        or all(covered_from(battle, man, enemy) for enemy in seen_by)
        for man in men
    )
    return 2 * covered >= len(men)


def look_at_hidden(battle):
    """AM1: not in cover, it ends as soon as an enemy sees a figure; a unit in contact isn't hidden."""
    for unit in battle.units():
        if unit.hidden and (battle.in_contact(unit) or (watchers(battle, unit) and not in_cover(battle, unit))):
            unit.hidden = False


def hide_unseen(battle):
    """AM1: at the start, and at the end of a part."""
    if not battle.rules.ambush:
        return
    for unit in battle.units():
        if not battle.in_contact(unit) and not watchers(battle, unit):
            unit.hidden = True


def may_declare(battle, unit):
    """AM1, decisions: a unit that isn't hidden and is in cover, at the end of setting-up."""
    return battle.rules.ambush and not unit.hidden and not battle.in_contact(unit) and in_cover(battle, unit)


def could_test(battle):
    """AM3: hidden enemy units that a figure of the acting side could see."""
    return [unit for unit in battle.units(1 - battle.part) if unit.hidden and watchers(battle, unit)]


def least_roll(battle, unit):
    """The table of draws: the smallest n for which a figure that sees one of it is within n times 10 cm."""
    least = None
    for enemy in battle.men(1 - unit.side):
        for man in unit.standing:
            if sees(battle, enemy, man):
                n = max(1, begun(d2(enemy.place, man.place)) // 100 - 1)
                while not near(enemy, man, 100 * n):
                    n += 1
                least = n if least is None else min(least, n)
    return least


def spot(battle):
    """AM3."""
    for unit in could_test(battle):
        die, n = 4 if len(unit.standing) <= 4 else 6, least_roll(battle, unit)
        weights = {1: min(die, n - 1), 2: max(0, die - n + 1)}
        if battle.dice.urn("spot", unit.subject, f"d{die} at {n}", weights) == 2:
            unit.hidden = False
