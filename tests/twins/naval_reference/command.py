"""The command phase (CO), and the wind that takes who lies still (DR)."""

from .damage import explode
from .hexes import step
from .model import TEAMS
from .options import fireships, load, put_out, set_chasers
from .sailing import collide, foul, ground, shallow
from .squadrons import order
from .victory import by_points, judge


def command(battle, team):
    """CO1 to CO9a, one thing after the other."""
    if battle.rules.squadrons:
        yield from order(battle, team)
    if battle.rules.shot:
        yield from load(battle, team)
    if battle.rules.fireships:
        yield from fireships(battle, team)
    yield from abandon(battle, team)
    yield from clear(battle, team, battle.active(team))
    yield from cut_loose(battle, team, battle.active(team))
    yield from repair(battle, team)


def resume_command(battle, team, kind):
    """The rest of a command phase, from the decision `abandon`, `loose` or `chasers` on."""
    ships = battle.active(team)
    since = ships[ships.index(battle.ship) :] if battle.ship else []
    if kind == "abandon":
        yield from abandon(battle, team)
    if kind == "chasers":
        yield from set_chasers(battle, since)
        return
    if kind == "abandon" or battle.after == "fouled":
        yield from clear(battle, team, since or ships)
        since = ships
    yield from cut_loose(battle, team, since)
    yield from repair(battle, team)


def abandon(battle, team):
    """CO1, VI1."""
    if battle.alone and battle.active(team):
        if (yield from battle.ask(team, "abandon", ["abandon", "stay"])) == "abandon":
            by_points(battle, "victory")


def repair(battle, team):
    """CO4 to CO9a."""
    battle.after = ""
    for ship in battle.active(team):
        if ship.irons and not ship.recovered and not ship.battery and battle.check(ship):
            ship.recovered = True
    for ship in battle.active(team):
        if ship.hung and battle.check(ship):
            ship.hung = set()
    for ship in battle.active(team):
        if ship.steering and battle.check(ship):
            ship.steering = False
    fight_fires(battle, team)
    if sum(battle.used) == 1:
        drift_groups(battle)
    drift_team(battle, team)
    if battle.rules.chasers:
        yield from set_chasers(battle, battle.active(team))


def clear(battle, team, ships):
    """CO2."""
    battle.after = "fouled"
    for ship in ships:
        if not ship.active or not ship.fouled:
            continue
        battle.ship = ship
        enemies = any(not battle.friends(team, other) for other in ship.fouled)
        names = ["cut loose", "stay"] if enemies else ["cut loose"]
        name = yield from battle.ask(team, "loose", names)
        battle.ship = None
        if name == "cut loose" and battle.check(ship):
            let_go(battle, ship, ship.fouled, "fouled")


def cut_loose(battle, team, ships):
    """CO3."""
    battle.after = "grappled"
    for ship in ships:
        if not ship.active or not ship.grappled:
            continue
        battle.ship = ship
        name = yield from battle.ask(team, "loose", ["cut loose", "stay"])
        battle.ship = None
        if name == "stay":
            continue
        let_go(battle, ship, {other for other in ship.grappled if battle.friends(team, other)}, "grappled")
        if ship.grappled and battle.check(ship):
            let_go(battle, ship, ship.grappled, "grappled")


def let_go(battle, ship, others, kind):
    """Ties of one kind end; who is left in the wind is in irons (TK6)."""
    for other in list(others):
        getattr(ship, kind).discard(other)
        getattr(other, kind).discard(ship)
        battle.luff(other)
    battle.luff(ship)


def fight_fires(battle, team):
    """CO7, FI2: struck ships and prizes, too."""
    for ship in battle.of(team):
        steered = ship.fireship and ship.steered == team
        if not ship.afloat or not (steered or (ship.burning and not ship.fireship)):
            continue
        if battle.check(ship):
            ship.burning = False
            if steered:
                put_out(battle, ship)
        elif steered:
            continue
        elif battle.dice.die("powder", ship.name, "111112") == 2:
            explode(battle, ship)
            judge(battle)


def drift_groups(battle):
    """CO8, DR4: ships that are tied to each other, in order of the first ship, the acting team's first."""
    groups, seen = [], set()
    ships = [ship for ship in battle.in_turn() if ship.afloat]
    for ship in ships:
        if ship.ties and ship not in seen:
            group = [ship]
            for member in group:
                group += [other for other in ships if other in member.ties and other not in group]
            seen.update(group)
            if not any(member.stuck() for member in group):
                groups.append(sorted(group, key=ships.index))
    throw(battle, groups, "table")


def drift_team(battle, team):
    """CO9, DR2."""
    adrift = [
        ship
        for ship in battle.of(team)
        if (ship.active or (ship.fireship and ship.afloat))
        and not ship.battery
        and ship.lies_still()
        and not ship.ties
        and not ship.stuck()
        and not ship.drifted
    ]
    throw(battle, [[ship] for ship in adrift], TEAMS[team])


def throw(battle, units, together):
    """DR3, DR4: the dice, of a group with its first ship as the subject, then the hexes."""
    if battle.rules.drift == "together" and units:
        left = [battle.dice.lot("drift", together, 4)] * len(units)
    else:
        left = [battle.dice.lot("drift", unit[0].name, 4) for unit in units]
    moving = list(zip(units, left, strict=True))
    for unit in units:
        for ship in unit:
            ship.drifted = len(unit) > 1 or ship.drifted
    while moving:
        moving = [(unit, left - 1) for unit, left in drift_step(battle, moving) if left > 1]


def drift_step(battle, moving):
    """DR5: one hex downwind for all that have hexes left; those that went on."""
    downwind = (battle.wind + 3) % 6
    going = [unit for unit, _ in moving]
    stopped_by, grounded = {}, []
    for unit in list(going):
        ahead = {ship: [step(hex_, downwind) for hex_ in ship.hexes] for ship in unit}
        if any(not battle.on_map(hex_) for hexes in ahead.values() for hex_ in hexes):
            going.remove(unit)
        aground = [ship for ship in unit if any(hex_ in battle.land for hex_ in ahead[ship])]
        grounded += aground
        if aground and unit in going:
            going.remove(unit)
    going, away = unhindered(battle, going)
    for unit in list(going):  # SL2
        if unit in going and any(shoals(battle, ship) for ship in unit):
            going, away = unhindered(battle, [other for other in going if other is not unit])
    for unit, _ in moving:
        if unit not in going:
            stopped_by[unit[0]] = in_the_way(battle, unit, away)
    for unit in going:
        for ship in unit:
            ship.bow = step(ship.bow, downwind)
    sides = {ship: (ship.side != battle.acting, ship.team != ship.side) for ship in grounded}  # W3, W6
    for ship in sorted(sorted(grounded, key=battle.everybody().index), key=sides.__getitem__):
        if ship.afloat and not ship.aground:
            ground(battle, ship)
    if not battle.rules.alongside:
        for unit, _ in moving:
            if len(unit) == 1 and unit not in going:
                drift_into(battle, unit[0], stopped_by[unit[0]])
    return [(unit, left) for unit, left in moving if unit in going and all(adrift(ship, unit) for ship in unit)]


def unhindered(battle, going):
    """DR5: those that no ship stops which doesn't go itself; and their ships."""
    while True:
        away = {ship for unit in going for ship in unit}
        free = [unit for unit in going if not in_the_way(battle, unit, away)]
        if len(free) == len(going):
            return going, away
        going = free


def shoals(battle, ship):
    """SL2: whether it runs aground on a shoal in this step."""
    return shallow(battle, ship, ship.hexes, [step(hex_, battle.wind + 3) for hex_ in ship.hexes])


def adrift(ship, unit):
    """Whether it can go on: what the dice for others did may have changed that."""
    return ship.afloat and not ship.aground and (len(unit) > 1 or not ship.ties)


def in_the_way(battle, unit, away):
    """DR5: ships into which a unit would drift and which don't go, the acting team's first."""
    downwind = battle.wind + 3
    hexes = {step(hex_, downwind) for ship in unit for hex_ in ship.hexes}
    return [s for s in battle.in_turn() if s.afloat and s not in unit and s not in away and hexes & set(s.hexes)]


def drift_into(battle, ship, others):
    """DR5: CF1's check with each ship that stopped it."""
    for other in others:
        if not ship.afloat or not other.afloat or other.battery:
            continue
        if not battle.check(ship):
            collide(battle, ship, other)
        elif 1 in [battle.dice.die("foul", each.name, "112222") for each in (ship, other)]:
            foul(ship, other)
