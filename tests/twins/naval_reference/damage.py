"""What damage does: the table, rigging, fire, explosions, sinking, striking (DT, DA, RG, FI, SI, ST)."""

from collections import Counter

from .gunnery import modifiers, rakes, seen

LINES = """
N N N MAST MAST MAST STEER STEER STEER SINK SINK
N N N N N N N N STRIKE MAST EXPLD
N N N N N N N N MAST +1 +1
N N N N N N N MAST +1 +1 +2
N N N N N N N +1 +1 +1 +2
N N N N N N +1 +1 +1 +2 +2
N N N N N MAST +1 +1 +2 +2 +2
N N N N +1 +1 +1 +2 +2 +2 +3
N N N +1 +1 +1 +2 +2 +2 +3 FIRE
N N +1 +1 +1 +2 +2 +2 +3 STEER STEER
N +1 +1 +1 +2 +2 +2 +3 +3 MAST STRIKE
MAST MAST MAST MAST MAST MAST FIRE FIRE FIRE FIRE EXPLD
"""
TABLE = [line.split() for line in LINES.strip().splitlines()]
RESULTS = ["N", "+1", "+2", "+3", "MAST", "STEER", "STRIKE", "SINK", "EXPLD", "FIRE"]
AIM = Counter(one - other for one in range(1, 7) for other in range(1, 7))  # GU7: d6 - d6


def line_of(battle, ship, column):
    """A D12 on a column of the table: what it says."""
    table = battle.rules.damage or TABLE
    if [list(line) for line in table] != TABLE:
        return table[battle.dice.lot("damage", ship.name, 12) - 1][column]
    weights = Counter(RESULTS.index(line[column]) for line in TABLE)
    return RESULTS[battle.dice.urn("damage", ship.name, f"column {column}", weights)]


def columns(column):
    """GU9: the columns on which a D12 is rolled, one after the other."""
    while column > 10:
        yield 10
        column -= 10
    yield column


def aim(battle, firer, bonus):
    """GU7: the column, before anything halves it."""
    return battle.dice.urn("gunnery", firer.name, "d6 - d6", AIM) + bonus


def hit(battle, ship, column, rate=0, raking=False, load="round"):
    """GU9 and AM3: damage until it is done or the ship is gone; what was rolled. `rate`: who fires (DA6), 0 nobody."""
    results = []
    for each in columns(column):
        if not ship.afloat:
            break
        result = line_of(battle, ship, each)
        results.append(result)
        if load == "chain":
            if result == "+1":
                continue
            if result == "+2":
                if not battle.check(ship):
                    strike(battle, ship)
                continue
            if result == "+3":
                result = "MAST"
        spared = 5 <= rate <= 8 and ship.rate in (1, 2) and not raking and not ship.battery
        suffer(battle, ship, result, spared)
    return results


def suffer(battle, ship, result, spared=False):
    """DA1 to DA5; `spared`: rates aren't raised (DA6)."""
    if result == "MAST":
        lose_mast(battle, ship)
    elif result == "STEER":
        ship.steering = ship.steering or not ship.battery
    elif result == "STRIKE":
        strike(battle, ship)
    elif result == "SINK":
        sink(battle, ship)
    elif result == "EXPLD":
        explode(battle, ship)
    elif result == "FIRE":
        ship.burning = True
    elif result != "N" and not spared:
        ship.rate += int(result)
        if ship.rate > 9:
            sink(battle, ship)
        elif ship.rate > 8 or ship.crew_now < -1:
            strike(battle, ship)


def lose_mast(battle, ship):
    """DA3, RG1."""
    if ship.masts == 0:
        return
    ship.masts -= 1
    if battle.dice.die("mast", ship.name, "111122") == 1:
        ship.hung.add(("port", "starboard")[battle.dice.die("side", ship.name, "121212") - 1])


def strike(battle, ship):
    """ST1, DA7."""
    if ship.active:
        ship.state, ship.holder = "struck", None


def leave(ship, state):
    """A ship is taken off the map."""
    ship.state = state
    ship.untie()


def sink(battle, ship, checked=None):
    """SI1: those tied to it follow, the acting team's first; nobody is checked twice for one sinking."""
    checked = {ship} if checked is None else checked
    tied = [other for other in battle.in_turn() if other.afloat and other in ship.ties]
    leave(ship, "sunk")
    for other in tied:
        if other in checked or not other.afloat:
            continue
        checked.add(other)
        if not battle.check(other):
            sink(battle, other, checked)


def explode(battle, ship):
    """FI3: it is gone at once; if an explosion did it, what it does to others follows when that one is done."""
    leave(ship, "sunk")
    if battle.pending is None:
        blast(battle, ship)
    else:
        battle.pending.append(ship)


def blast(battle, ship):
    """FI3: a broadside of the ship as built on all around it, the acting team's first, then what has exploded by it."""
    battle.pending = []
    for other in battle.in_turn():
        if not other.afloat or not other.near(ship):
            continue
        raking = rakes(ship, other, seen(battle, 1))
        column = aim(battle, ship, other.rate - ship.built + modifiers(battle, ship, 1) + raking)
        if column >= 0:
            hit(battle, other, column, ship.built, bool(raking))
        if ship.fireship and other.afloat and battle.dice.die("spark", other.name, "111222") == 2:
            other.burning = True  # FS2
    following, battle.pending = battle.pending, None
    for other in following:
        blast(battle, other)
