"""Who bears on whom, and what a shot adds (GU, RK, CH2, SB2, NA3, WE4)."""

from .hexes import apart, blocked, in_broadside, in_front
from .model import SIDES

RANGE = [0, 4, 3, 2, 1, 0, 0, -1, -1, -1, -1, -2, -2, -2]  # GU8, by range
COLUMN = {"heavy seas and poor visibility": -4, "heavy seas": -2, "poor visibility": -3}  # WE3


def seen(battle, distance):
    """WE4: a range as the tables have it; 0: nothing is seen so far away."""
    far = 2 * distance if "poor" in battle.weather else distance
    return far if far <= 13 else 0


def modifiers(battle, firer, distance):
    """What a shot adds besides rates and rakes: range, weather, nation."""
    table = battle.rules.range or RANGE
    total = table[seen(battle, distance)] + COLUMN.get(battle.weather, 0)
    nations = battle.rules.nations
    return total + (1 if nations and nations[firer.side] == "american" else 0)


def field(ship, weapon, hex_):
    """Whether a hex lies in the field of a weapon."""
    if weapon in SIDES:
        return in_broadside(ship.stern, ship.heading, SIDES[weapon], hex_)
    if weapon == "stern chasers":
        return in_front(ship.stern, ship.heading + 3, hex_)
    return in_front(ship.bow, ship.heading, hex_)  # bow chasers, and a battery


def broadsides(ship):
    """GU2: a ship's fields, or a battery's one."""
    return ["battery"] if ship.battery else list(SIDES)


def rakes(firer, target, distance):
    """RK1, RK2: what it adds; 0: the shot doesn't rake. Whoever explodes rakes only those in a field (FI3)."""
    if distance > 4 or target.battery:
        return 0
    if any(field(target, side, hex_) for side in SIDES for hex_ in firer.hexes):
        return 0
    if not any(field(firer, side, hex_) for side in broadsides(firer) for hex_ in target.hexes):
        return 0
    to_bow = min(apart(hex_, target.bow) for hex_ in firer.hexes)
    to_stern = min(apart(hex_, target.stern) for hex_ in firer.hexes)
    return 2 if to_bow < to_stern else 4


def distance_to(battle, firer, weapon, target):
    """GU3, GU4: the range at which the target bears and can be seen; 0: it doesn't."""
    seen_hexes = [hex_ for hex_ in target.hexes if field(firer, weapon, hex_)]
    if not seen_hexes:
        return 0
    distance = min(apart(own, hex_) for own in firer.hexes for hex_ in seen_hexes)
    if not seen(battle, distance):
        return 0
    third = {hex_ for ship in battle.afloat() if ship not in (firer, target) for hex_ in ship.hexes}
    pairs = [(own, hex_) for own in firer.hexes for hex_ in seen_hexes if apart(own, hex_) == distance]
    return distance if any(not blocked(own, hex_, third | battle.land) for own, hex_ in pairs) else 0


def loaded(battle, ship, weapon):
    """GU1, NA3, TS2."""
    nations = battle.rules.nations
    twice = nations and nations[ship.side] == "british" and weapon in SIDES
    if twice:
        return ship.fired.get(weapon, 0) < 2 and weapon not in ship.fired_now
    return not ship.fired.get(weapon, 0)


def weapons(battle, ship):
    """GU1, GU6, CH: what a ship may fire now, in the order in which a target that bears on several is fired at."""
    if not ship.active or ship.burning or ship.busy:
        return []
    if ship.dismasted and battle.rules.dismasted == "silent":
        return []
    sides = [side for side in broadsides(ship) if side not in ship.hung and not ship.loading.get(side)]
    if ship.chasers:
        sides = [*(sides if ship.rate < 7 else []), "bow chasers", "stern chasers"]
    return [weapon for weapon in sides if loaded(battle, ship, weapon)]


def weapon_for(battle, ship, target):
    """GU3: the weapon with which it may fire at a target, and the range; (None, 0) if none may."""
    if target.active and target.side != ship.side:
        for weapon in weapons(battle, ship):
            distance = distance_to(battle, ship, weapon, target)
            if distance and within_load(battle, ship, weapon, distance):
                return weapon, distance
    return None, 0


REACH = {"round": 13, "hot": 8, "chain": 5, "double": 2, "grape": 1}  # AM2 to AM5


def within_load(battle, ship, weapon, distance):
    """AM2 to AM5, WE4: loads reach so far."""
    reach = REACH[ship.loads.get(weapon, "round")]
    halves = "poor" in battle.weather and reach < 13
    return distance <= ((reach + 1) // 2 if halves else reach)
