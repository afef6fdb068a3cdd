"""Shots: candidates, lines that are barred, weapons, loading, rolls and what they do (SH, LD, WE3, TU3)."""

from fractions import Fraction
from functools import cache

from .geometry import across, d2, dot, meets, minus, parts_apart, turn_of
from .model import may_act, near, touching
from .sight import clear, cover, crest, height, in_sight
from .victory import look
from .world import LOADS, RANGES

RANGE_DICE, COVER_DICE = (6, 8, 10, 12), (4, 6, 8)  # SH5
FALLEN_RADIUS = 12  # W4


def range_of(man, slot, spot, radius):
    """WE2: 0 short to 3 extreme; None: out of reach."""
    square = d2(man.place, spot)
    for step, limit in enumerate(RANGES[man.arm if slot == "arm" else "pistol"]):
        if limit and square <= (limit + man.radius + radius) ** 2:
            return step
    return None


def spot_of(target):
    """Where a candidate is, and his radius: one who lies there counts 12 mm (W4)."""
    return (target.place, target.radius) if target.standing else (target.lying, FALLEN_RADIUS)


def ways_gone(battle, unit):
    """TU3: the ways of figures of other friendly units in this action."""
    return [(man.start, man.place) for man in battle.men(unit.side) if man.unit is not unit and man.start is not None]


def lines_of_fire(battle, unit):
    """TU3: those of other friendly units."""
    lines = []
    for other in battle.units(unit.side):
        if other is unit or other.shoots is None:
            continue
        if battle.rules.fire_lines == "leaders":
            lines.append((other.pivot().place, other.shoots.pivot().place))
        else:
            lines += [(man.place, spot_of(aim)[0]) for man in other.standing for aim in man.aims or ()]
    return lines


def short_line(battle, unit, target):
    """TU3, `leaders`: whether the unit's only line meets a way."""
    if battle.rules.fire_lines != "leaders":
        return False
    line = unit.pivot().place, target.pivot().place
    return any(meets(*line, *way) for way in ways_gone(battle, unit))


def candidates(battle, man, target, slot):
    """SH2: whom a figure may hit with a weapon, by number."""
    if not target.standing or target.hidden or short_line(battle, man.unit, target):
        return []
    ways = ways_gone(battle, man.unit) if battle.rules.fire_lines == "all" else []
    found, short = [], []
    for aim in target.figures:
        spot, radius = spot_of(aim)
        if spot is None:
            continue
        step = range_of(man, slot, spot, radius)
        if step is None or (step == 0 and not aim.standing):
            continue
        if not clear(battle.ground, man.place, man.radius, spot, radius):
            continue
        if any(meets(man.place, spot, *way) for way in ways):
            continue
        if not line_free(battle, man, aim, step == 0) or not melee_allows(battle, man, aim):
            continue
        found.append(aim)
        short += [aim] if step == 0 else []
    if short:
        front = [aim for aim in found if in_front(man, aim)]
        return front or found
    return found


def in_front(man, aim):
    """SH2: the front rank, as the shooter sees it."""
    spot = spot_of(aim)[0]
    others = [other for other in aim.unit.standing if other is not aim]
    return not any(across(other.place, other.radius, man.place, spot) for other in others)


def raised(battle, man, aim):
    """SH10."""
    ground = battle.ground
    return height(ground, man.place) != height(ground, spot_of(aim)[0])


def line_free(battle, man, aim, short):
    """SH8 to SH10: whether no friend and no gap bars the line."""
    own, (spot, radius) = man.place, spot_of(aim)
    friends = [other for other in battle.men(man.side) if other is not man and by_line(other.place, own, spot)]
    over_first = any(touching(man, other) and d2(other.place, spot) < d2(own, spot) for other in friends)
    over_first = over_first and not crest(battle.ground, spot, own, man.radius)
    high, gap = raised(battle, man, aim), 20 if short else 40
    beside = []
    for other in friends:
        close = near(man, other, 20)
        if not close and (
            high or not (near(man, other, 50) or d2(other.place, spot) <= (50 + other.radius + radius) ** 2)
        ):
            continue
        if across(other.place, other.radius, own, spot) and not (close and over_first):
            return False
        if not close and turn_of(own, spot, other.place) and foot_within(other.place, own, spot):
            beside.append((turn_of(own, spot, other.place), other, None))
    for building in battle.ground.buildings:
        for part in building.parts:
            sides = {turn_of(own, spot, corner) for corner in part.corners} - {0}
            if len(sides) == 1 and any(foot_within(corner, own, spot) for corner in part.corners):
                if part.away(own) > 20 + man.radius:
                    beside.append((*sides, None, part))
    left, right = ([each for each in beside if each[0] == side] for side in (1, -1))
    return not any(narrow(one, other, gap) for one in left for other in right)


def by_line(spot, a, b):
    """Whether somebody is so near to a line that he may bar it, or make a gap of 4 cm with anybody else (SH8)."""
    return min(a[0], b[0]) - 80 <= spot[0] <= max(a[0], b[0]) + 80 and (
        min(a[1], b[1]) - 80 <= spot[1] <= max(a[1], b[1]) + 80
    )


def foot_within(spot, a, b):
    """SH8: beside the stretch, strictly."""
    ab = minus(b, a)
    return 0 < dot(minus(spot, a), ab) < dot(ab, ab)


def narrow(one, other, gap):
    """SH8: less than so many millimetres from edge to edge."""
    (_, man, part), (_, friend, wall) = one, other
    if man and friend:
        return d2(man.place, friend.place) < (gap + man.radius + friend.radius) ** 2
    if part and wall:
        return parts_apart(part, wall, gap)
    man, part = man or friend, part or wall
    reach = gap + man.radius
    return part.has(man.place) or any(across(man.place, reach, a, b) for a, b in part.edges)


def melee_allows(battle, man, aim):
    """SH10: into a melee."""
    if raised(battle, man, aim):
        return True
    spot, radius = spot_of(aim)
    friends = [other for other in battle.men(man.side) if other is not man]
    close = [o for o in friends if near(man, o, 50) or d2(o.place, spot) <= (50 + o.radius + radius) ** 2]
    return not any(touching(other, enemy) for other in close for enemy in aim.unit.standing)


@cache
def chance_of_wound(quality, *dice):
    """WE3: of a lead of 2 or more."""
    ways = sum(
        1
        for q in range(1, quality + 1)
        for a in range(1, dice[0] + 1)
        for b in range(1, dice[1] + 1)
        if q - max(a, b) >= 2
    )
    return Fraction(ways, quality * dice[0] * dice[1])


def dice_against(battle, man, aim, slot):
    """SH5."""
    spot, radius = spot_of(aim)
    shelter = cover(battle.ground, man.place, man.radius, spot, radius)
    step = range_of(man, slot, spot, radius)
    if step is None:  # he has lost his horse since he was aimed at
        step = 2 if slot == "arm" and man.arm == "shotgun" else 3
    return RANGE_DICE[step], COVER_DICE[shelter]


def choose_weapon(battle, man, target):
    """WE3: the weapon in use, and its candidates; none: ("", [])."""
    best, found, chance = "", [], None
    for slot in man.loaded():
        aims = candidates(battle, man, target, slot)
        if not aims:
            continue
        nearest = min(aims, key=lambda aim: (d2(spot_of(aim)[0], man.place), aim.number))
        luck = chance_of_wound(man.quality, *dice_against(battle, man, nearest, slot))
        if chance is None or luck > chance:
            best, found, chance = slot, aims, luck
    return best, found


def able(battle, man, second=False):
    """AC2, AC3: who may load and shoot."""
    if battle.rules.wounded == "exact" or not man.wounded:
        return may_act(man, second)
    wounded = [other for other in man.unit.standing if other.wounded]
    return man in wounded[: len(wounded) // 2]


def shooters(battle, unit, target, second=False):
    """SH1: the figures that would shoot, each with its weapon and candidates; who only lies there isn't seen (W4)."""
    if not in_sight(battle, unit, target):
        return []
    chosen = [(man, *choose_weapon(battle, man, target)) for man in unit.body() if able(battle, man, second)]
    return [each for each in chosen if each[2]]


def react_shooters(battle, unit, mover):
    """RE1: the ready figures that can."""
    men = [man for man in unit.standing if man.ready]
    if battle.rules.wounded == "half":
        men = [man for man in men if able(battle, man)]
    chosen = [(man, *choose_weapon(battle, man, mover)) for man in men]
    return [each for each in chosen if each[2]]


def load(man):
    """LD2: one step, the long arm first; whether there was one to make."""
    for slot in man.unloaded()[:1]:
        man.steps[slot] -= 1
        man.acted = True
        return True
    return False


def unload(man, slot):
    """LD2."""
    man.steps[slot] = LOADS[man.arm if slot == "arm" else "pistol"]
    man.ready = man.ready and bool(man.loaded())


def roll(battle, man, slot, aims):
    """SH2 to SH6, SH12: one shot; the man it hits, and what falls on him."""
    aim = aims[battle.dice.lot("target", man.subject, len(aims)) - 1]
    cuts = (1, 2, 4, 6) if battle.rules.graze else (2, 4, 6)
    against = dice_against(battle, man, aim, slot)
    lead = battle.dice.contest("shot", man.subject, (man.quality,), against, cuts)
    result = sum(lead >= cut for cut in cuts) + (0 if battle.rules.graze or lead < 2 else 1)
    what = ("", "graze", "wound", "disabled", "killed")[result]
    if result >= 2 and aim.standing and aim.mounted and battle.dice.die("horse", aim.subject, "111222") == 2:
        what = "horse"
    return aim, what


def suffer(battle, hits):
    """SH3, SH7: all that fell together counts; the units that have casualties."""
    hurt = {}
    for aim, what in hits:
        if what:
            hurt.setdefault(aim, []).append(what)
    casualties = set()
    for aim in [man for side in (battle.acting, 1 - battle.acting) for man in battle.figures(side) if man in hurt]:
        words = hurt[aim]
        w, d, k = (words.count(word) for word in ("wound", "disabled", "killed"))
        if not aim.standing:
            if w + d + k:
                battle.fall(aim, "killed")
            continue
        aim.unit.hurt = True
        earlier = int(aim.wounded)
        if "horse" in words:
            aim.horse = "unhorsed"
        if w + d + k:
            casualties.add(aim.unit)
        if k or (d and w + d >= 2) or earlier + w >= 3:
            battle.fall(aim, "killed")
        elif d or earlier + w >= 2:
            battle.fall(aim, "disabled")
        else:
            aim.wounded = earlier + w == 1
    look(battle)
    return casualties


def shoot(battle, unit, target, second=False):
    """SH1, LD2, TU2: the order. Who shoots declares it; the others load. Returns who has loaded or shot."""
    unit.hidden = False
    chosen, busy = shooters(battle, unit, target, second), set()
    body = [man for man in unit.body() if able(battle, man, second)]
    for man in body:
        still = second or man.start is None
        if all(man is not each[0] for each in chosen) and still and load(man):
            busy.add(man)
    if battle.rules.volleys == "one_by_one":
        return busy | {man for man, slot, aims in chosen if shoot_at_once(battle, man, slot, aims)}
    for man, slot, aims in chosen:
        unload(man, slot)
        man.aims, man.weapon, man.acted, man.ready = aims, slot, True, False
        unit.shoots = target
        busy.add(man)
    return busy


def shoot_at_once(battle, man, slot, aims):
    """TU2, `one_by_one`: whether there was anybody left to shoot at."""
    left = [aim for aim in aims if aim.standing or (aim.lying and range_of(man, slot, aim.lying, FALLEN_RADIUS))]
    if not left:
        return False
    unload(man, slot)
    man.acted, man.ready, man.unit.fights = True, False, True
    suffer(battle, [roll(battle, man, slot, left)])
    return True


def fire_declared(battle):
    """TU2: all declared shots of the action."""
    hits = []
    for man in battle.men():
        if man.aims:
            man.unit.fights = True
            hits.append(roll(battle, man, man.weapon, man.aims))
    for unit in battle.units():
        unit.shoots = None
    for man in battle.men():
        man.aims, man.weapon = None, "arm"
    if hits:
        suffer(battle, hits)
