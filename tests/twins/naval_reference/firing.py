"""Shots, grapples and the moments in which there is time for them (AC2, AC3, GU7 to GU10, GR, AM, CH3)."""

from .damage import aim, explode, hit, strike
from .gunnery import modifiers, rakes, seen, weapon_for
from .model import SIDES
from .victory import judge


def fire(battle, firer, target):
    """GU7 to GU10."""
    weapon, distance = weapon_for(battle, firer, target)
    firer.fired[weapon] = firer.fired.get(weapon, 0) + 1
    firer.fired_now.add(weapon)
    load = firer.loads.get(weapon, "round")
    if weapon in firer.loads:
        firer.loads[weapon] = "round"
    if load == "hot" and battle.dice.die("spark", firer.name, "111112") == 2:
        firer.burning = True
        return
    chasers = weapon.endswith("chasers")
    rate = firer.rate + (1 if firer.chasers and weapon in SIDES else 0)
    raking = 0 if chasers else rakes(firer, target, seen(battle, distance))
    column = aim(battle, firer, target.rate - rate + modifiers(battle, firer, distance) + raking)
    if chasers:
        column = column // 2 if column >= 2 else -1
    if column >= 0:
        strike_home(battle, target, column, 0 if firer.battery else rate, bool(raking), load)
    judge(battle)


def strike_home(battle, target, column, rate, raking, load):
    """GU9 with AM2 to AM5: a shot that isn't a miss."""
    if load == "grape":
        if column >= 10 or (column >= 5 and not battle.check(target)):
            strike(battle, target)
        return
    results = hit(battle, target, column + (2 if load == "double" else 0), rate, raking, load)
    if load == "hot" and target.afloat and battle.dice.die("spark", target.name, "111112") == 2:
        if "FIRE" in results:
            explode(battle, target)
        else:
            target.burning = True


def may_grapple(ship, other):
    """GR1, SB4."""
    return (
        ship is not other
        and ship.active
        and not ship.battery
        and other.afloat
        and not other.battery
        and not ship.tried
        and not other.target
        and other not in ship.grappled
        and ship.near(other)
    )


def grapple(battle, ship, other):
    """GR1 to GR4; whether they are grappled."""
    ship.tried = other.target = True
    if battle.friends(ship.side, other) or battle.check(ship):
        ship.grappled.add(other)
        other.grappled.add(ship)
        return True
    return False


def grapples(battle, ship):
    """The ships that it may try."""
    return [other for other in battle.afloat() if may_grapple(ship, other)]


def things(battle, ship):
    """AC2 (1), AC3: what an acting ship may fire at and grapple."""
    targets = [enemy for enemy in battle.everybody() if weapon_for(battle, ship, enemy)[0]]
    return [f"fire at {enemy.name}" for enemy in targets] + [f"grapple {s.name}" for s in grapples(battle, ship)]


def do(battle, ship, name):
    """One of these things."""
    other = battle.named(name.split()[-1])
    if name.startswith("fire"):
        fire(battle, ship, other)
    else:
        grapple(battle, ship, other)


def troubles(ship):
    """AC4: what ends an act when it comes about."""
    found = set()
    if ship.ties:
        found.add("tied")
    if ship.aground:
        found.add("aground")
    if ship.dismasted:
        found.add("dismasted")
    if not ship.active and not (ship.fireship and ship.afloat):
        found.add("out")
    return found


def stopped(ship):
    """AC4: whether its act is over; what it was at first and is no longer, it may become."""
    now = troubles(ship)
    over = not now <= ship.before
    ship.before &= now
    return over


def answers(battle, ship):
    """AC3: what the other team may do about the acting ship."""
    enemies = battle.active(1 - ship.side)
    fires = [f"{enemy.name} fires" for enemy in enemies if weapon_for(battle, enemy, ship)[0]]
    return fires + [f"{enemy.name} grapples" for enemy in enemies if may_grapple(enemy, ship)]


def moment(battle, ship, after, since="moment"):
    """AC3: first the acting ship, then the others, one thing at a time; `after` says what has been done before it."""
    battle.after = after
    for kind, team in (("moment", ship.side), ("answer", 1 - ship.side)):
        if (kind, since) == ("moment", "answer"):
            continue
        while not stopped(ship) and team not in battle.held:
            names = things(battle, ship) if kind == "moment" else answers(battle, ship)
            if not names:
                break
            name = yield from battle.ask(team, kind, [*names, "hold", "hold on"])
            if name == "hold on":
                battle.held.add(team)
            if name.startswith("hold"):
                break
            if kind == "moment":
                do(battle, ship, name)
                continue
            whose, verb = name.split()
            if verb == "fires":
                fire(battle, battle.named(whose), ship)
            else:
                grapple(battle, battle.named(whose), ship)
