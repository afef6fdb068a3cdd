"""Melee: pairs, dice, results and pushing back (ME2 to ME8)."""

from dataclasses import dataclass, field

from .geometry import PUSH, WHOLE, across, crosses, d2, minus, nearest_heading, plus
from .model import touching
from .sight import behind, height
from .victory import look

ROWS = {  # the contest's cuts: on foot and mounted, for what falls on either
    False: (1, 2, 3, 4, 5, 6),
    True: (1, 2, 3, 5, 6),
}


@dataclass
class Pair:
    """Two primaries, and who joins either."""

    man: object
    enemy: object
    joined: list = field(default_factory=list)  # of the acting side
    others: list = field(default_factory=list)  # of the other side

    def fights(self):
        """Who fights whom, from both sides."""
        own, theirs = [self.man, *self.joined], [self.enemy, *self.others]
        return [(man, self.enemy) for man in own] + [(enemy, self.man) for enemy in theirs]


def shy(man, other):
    """ME3: a mounted man without lance doesn't take who is behind him."""
    return man.mounted and man.blade != "lance" and behind(WHOLE[man.unit.facing], man.place, other.place)


def nearest(man, others):
    """W7: the nearest figure; equal: the lower."""
    return min(others, key=lambda other: d2(man.place, other.place))


def pairs_of(battle):
    """ME3."""
    acting = [man for man in battle.men(battle.part) if battle.engaged(man)]
    enemies = [man for man in battle.men(1 - battle.part) if battle.engaged(man)]
    pairs, left = [], []
    for man in acting:
        free = [
            enemy
            for enemy in enemies
            if touching(man, enemy) and not shy(man, enemy) and all(pair.enemy is not enemy for pair in pairs)
        ]
        if free:
            pairs.append(Pair(man, nearest(man, free)))
        else:
            left.append(man)
    for man in left:
        open_ = [
            pair for pair in pairs if touching(man, pair.enemy) and not shy(man, pair.enemy) and len(pair.joined) < 2
        ]
        if open_:
            enemy = nearest(man, in_order(enemies, [pair.enemy for pair in open_]))
            next(pair for pair in open_ if pair.enemy is enemy).joined.append(man)
    for enemy in enemies:
        if any(pair.enemy is enemy for pair in pairs):
            continue
        open_ = [
            pair
            for pair in pairs
            if touching(enemy, pair.man) and not shy(enemy, pair.man) and not pair.joined and len(pair.others) < 2
        ]
        if open_:
            man = nearest(enemy, [pair.man for pair in open_])
            next(pair for pair in open_ if pair.man is man).others.append(enemy)
    return pairs


def in_order(everybody, some):
    return [man for man in everybody if man in some]


def weapon_die(man, mounted):
    """ME4, ME5: the row with the higher die against a primary opponent on foot or mounted; 0: none."""
    dice = []
    if man.blade in ("lance", "bayonet"):
        dice.append(8 if mounted else 6)
    if man.blade == "sword" and man.pistol:
        dice.append(4 if mounted else 6)
    if man.blade == "sword" or man.pistol or man.arm not in ("", "thrown"):
        dice.append(4)
    return max(dice) if dice else 0 if mounted else 4


def hand(man, other):
    """ME4: the dice of a primary."""
    dice = [man.quality, weapon_die(man, other.mounted)]
    if man.mounted and (other.mounted or other.blade != "bayonet"):
        dice.append(6)
    return [die for die in dice if die]


def barricade(battle, man, other):
    """ME4: a wall, fence or building's corner, for the side that was charged."""
    if other.unit.number not in man.unit.charged:
        return False
    line = man.place, other.place
    if any(crosses(*line, a, b) for _, a, b in battle.ground.steep):
        return True
    corners = [corner for building in battle.ground.buildings for corner in building.corners]
    return any(across(corner, man.radius, *line) for corner in corners)


def favoured(battle, man, other, joined):
    """ME4: +1, once."""
    ground = battle.ground
    uphill = all(height(ground, man.place) > height(ground, each.place) for each in [other, *joined])
    return int(uphill or man.unit.charges or barricade(battle, man, other))


def fight(battle, pair):
    """ME4 to ME7: one pair, to its end; the lead."""
    man, enemy = pair.man, pair.enemy
    from_behind = shy(enemy, man)
    extra = favoured(battle, man, enemy, pair.others) - favoured(battle, enemy, man, pair.joined)
    less = (len(pair.others) + man.wounded, len(pair.joined) + enemy.wounded)
    cuts = sorted({1 - cut for cut in ROWS[man.mounted]} | set(ROWS[enemy.mounted]))
    lead = battle.dice.contest("melee", man.subject, hand(man, enemy), hand(enemy, man), cuts, less, extra)
    if lead > 0:
        fall_on(battle, enemy, man, lead)
    elif lead < 0 and not from_behind:
        fall_on(battle, man, enemy, -lead)
    else:
        return 0
    return lead


def fall_on(battle, man, victor, lead):
    """ME6: the lead falls on a primary."""
    if lead == 1 and not man.mounted:
        push(battle, man, victor)
        return
    man.unit.hurt, rode = True, man.mounted
    if rode:
        wounds = int(2 <= lead <= 4)
        state = "disabled" if lead == 5 else "killed" if lead >= 6 else ""
        if lead <= 2:
            man.horse = "unhorsed"
            if battle.dice.die("fall", man.subject, "111122") == 2:
                wounds += 1
    else:
        wounds = int(2 <= lead <= 3)
        state = "disabled" if lead == 4 else "killed" if lead >= 5 else ""
    if state or man.wounded + wounds >= 2:
        battle.fall(man, state or "disabled")
        return
    man.wounded = man.wounded or bool(wounds)
    if lead == 2 and not rode:
        push(battle, man, victor)


def push(battle, loser, victor):
    """ME7."""
    step = PUSH[nearest_heading(minus(loser.place, victor.place), loser.side)]
    engaged = {man for man in battle.men() if battle.engaged(man)}
    pushed, waiting = [], [loser]
    while waiting:
        man = waiting.pop(0)
        pushed.append(man)
        end = plus(man.place, step)
        if not can_be_pushed(battle, man, end):
            return
        for other in battle.men(loser.side):
            if other not in pushed and other not in waiting:
                if d2(other.place, end) < (man.radius + other.radius) ** 2:
                    if other in engaged:
                        return
                    waiting.append(other)
    for man in pushed:
        battle.put(man, plus(man.place, step))


def can_be_pushed(battle, man, end):
    """ME7: no edge, building, water, wall, fence or enemy's base."""
    ground = battle.ground
    if not ground.on_table(end, man.radius) or ground.barred(end):
        return False
    if any(area.crossed(man.place, end) for area in ground.closed):
        return False
    if any(crosses(man.place, end, a, b) for _, a, b in ground.steep):
        return False
    return not any(across(enemy.place, man.radius + enemy.radius, man.place, end) for enemy in battle.men(1 - man.side))


def melee(battle):
    """ME2: all contacts of the acting side's units, pairs in order; then who has won (MO4)."""
    for man in battle.men():
        if battle.engaged(man):
            man.unit.fights = True
    pairs, losers = pairs_of(battle), set()
    for pair in pairs:
        lead = fight(battle, pair)
        if lead:
            losers.add(pair.enemy if lead > 0 else pair.man)
    for unit in battle.units():
        fights = [two for pair in pairs for two in pair.fights() if two[0].unit is unit]
        own, foes = ({two[at] for two in fights} for at in (0, 1))
        unit.won = len(losers & foes) > len(losers & own)
    battle.lose_readiness()
    look(battle)
