"""How a squadron acts (SQ6 to SQ9)."""

from itertools import pairwise

from .firing import do, moment, stopped, things, troubles
from .hexes import step
from .sailing import advances, collide, ground, meet, passing, shallow, swing, swings, tack, turn
from .damage import leave
from .squadrons import drop_out, enlist, form, in_line, stands, tidy
from .victory import judge, withdrawn


def squadron_act(battle, line):
    """AC2, SQ6: as one ship, of which the leader decides."""
    line = list(line)
    leader = line[0]
    for ship in line:
        ship.before = troubles(ship)
    while True:
        able = all(s.masts and not s.irons and s.printed() and not s.anchor for s in line)
        name = yield from battle.ask(
            leader.side, "sail", things(battle, leader) + ["heave to"] + (["sail"] if able else [])
        )
        if not name.startswith(("fire", "grapple")):
            break
        do(battle, leader, name)
        if stopped(leader):
            break
    for ship in line:
        ship.still = True
    moving = list(line)
    if stopped(leader):
        yield from halt(battle, moving, leader)
    elif name == "sail":
        yield from squadron_way(battle, moving)
    for ship in line:
        ship.acted, ship.recovered = True, False
    tidy(battle)


def squadron_way(battle, moving):
    """SQ5 to SQ7: one distance for all, hex by hex; then a turn."""
    leader, number = moving[0], min(ship.speed() for ship in moving)
    if number:
        rolled = [battle.dice.lot("speed", leader.name, 4) for _ in range(number)]
        battle.rolled = sorted(rolled, reverse=True)
        names = [f"advance {way}" for way in sorted(advances(battle, leader))]
        name = yield from battle.ask(leader.side, "advance", names)
        battle.rolled = []
        for left in range(int(name.split()[1]), 0, -1):
            yield from one_hex(battle, moving, list(moving), left)
        late = next((at for at, ship in enumerate(moving) if at and len(ship.wake) > 3), 0)
        if late:
            yield from one_hex(battle, moving, moving[late:], 1)
    battle.left = 0
    if moving:
        yield from squadron_turn(battle, moving)


def one_hex(battle, moving, going, left):
    """SQ7: the ships go one hex, leader first; then their moments."""
    gone = []
    battle.left = left
    for ship in going:
        if ship not in moving:
            continue
        follows = ship.formation == "ahead" and moving[0] is not ship
        direction = ship.wake[0] if follows else ship.heading
        battle.ship = ship
        before = list(moving)
        if (yield from enter(battle, ship, direction)):
            gone.append(ship)
            if follows:
                ship.wake.pop(0)
            behind = before[before.index(ship) + 1 : before.index(ship) + 2]
            if ship.formation == "ahead" and behind and behind[0] in moving:
                behind[0].wake.append(direction)
        else:
            yield from halt(battle, moving, ship)
    battle.left = left - 1
    for at, ship in enumerate(gone):
        if ship in moving:
            battle.ship = ship
            yield from moment(battle, ship, "")
            if stopped(ship):
                yield from halt(battle, moving, ship)
            for other in [other for other in moving if other.ties and other not in gone[at:]]:
                moving.remove(other)
    battle.ship = moving[0] if moving else battle.ship


def enter(battle, ship, direction):
    """MO4 for one ship and hex; whether it has gone there."""
    ahead = step(ship.bow, direction)
    if not battle.on_map(ahead):
        team = ship.side
        leave(ship, "withdrawn")
        withdrawn(battle, ship, team)
        judge(battle)
        return False
    other = battle.in_hex(ahead, [ship])
    if other is not None and not other.battery:
        if meet(battle, ship, other) == "clear":
            yield from passing(battle, ship, other)
            yield from moment(battle, ship, "")
        return False
    if ahead in battle.land:
        ground(battle, ship)
        return False
    if shallow(battle, ship, [ship.bow, ship.stern], [ahead, ship.bow]):
        return False
    ship.bow, ship.heading, ship.still = ahead, direction % 6, False
    return True


def halt(battle, moving, ship):
    """SQ4, SQ9: a ship is out of the way of its squadron; in line ahead those astern must get clear of it."""
    at = moving.index(ship)
    line_ahead = ship.formation == "ahead"
    in_the_way = ship.active
    if not line_ahead:
        moving.remove(ship)
    elif not in_the_way:
        moving.remove(ship)
        drop_out(ship)
    else:
        behind = moving[at + 1 :]
        del moving[at:]
        for each in (*reversed(behind), ship):
            drop_out(each)
        yield from astern(battle, ship, behind)
    tidy(battle)


def astern(battle, ahead, behind):
    """SQ9: one after the other makes a check, until one passes."""
    for at, ship in enumerate(behind):
        if battle.check(ship):
            yield from turn_out(battle, behind[at:])
            return
        if ahead.afloat:
            collide(battle, ship, ahead)
        ahead = ship


def allowed(battle, ships, sign):
    """TK3: whether none of the ships would swing off the map, or where it is barred."""
    hexes = [(ship, swings(ship, ship.heading + sign, "bow")) for ship in ships]
    if not all(battle.on_map(hex_) for _, hex_ in hexes):
        return False
    return battle.rules.swing != "barred" or not any(
        battle.in_hex(hex_, [ship]) or hex_ in battle.land for ship, hex_ in hexes
    )


def turn_out(battle, ships):
    """SQ9: they stop and turn to one side, into a line abreast of their own."""
    able = [ship for ship in ships if ship.can_turn()]
    names = [f"{word} 1" for word, sign in (("port", 1), ("starboard", -1)) if allowed(battle, able, sign)]
    if able and names:
        battle.ship = ships[0]
        name = yield from battle.ask(ships[0].side, "turn", names)
        yield from swing_all(battle, able, 1 if name.startswith("port") else -1)
    enlist(battle, ships[0].side, [ship for ship in ships if ship.active and not ship.ties], "abreast")
    tidy(battle)


def swing_all(battle, ships, sign):
    """TK3 for each, then TK4 for each that came into the wind, then their moments."""
    turned = []
    for ship in ships:
        if (yield from swing(battle, ship, sign)):
            turned.append(ship)
    for ship in turned:
        if ship.attitude == 0 and ship.active and not ship.ties:
            battle.ship = ship
            yield from tack(battle, ship, sign)
            battle.luff(ship)
    for ship in turned:
        if ship.active:
            battle.ship = ship
            yield from moment(battle, ship, "")
    return turned


def squadron_turn(battle, moving):
    """SQ6, SQ8: together or in succession, one hexside a turn."""
    tidy(battle)
    leader = battle.ship = moving[0]
    if not leader.squadron:
        yield from turn(battle, leader, leader.turn)
        return
    key = (leader.side, leader.squadron)
    names = ["steady"]
    ahead = leader.formation == "ahead"
    for word, sign in (("port", 1), ("starboard", -1)):
        if key in battle.turned:
            break
        into = any((ship.heading + sign - battle.wind) % 6 == 0 for ship in moving)
        if all(ship.can_turn() for ship in moving) and not into and allowed(battle, moving, sign):
            names.append(f"{word} 1")
        if ahead and leader.can_turn() and allowed(battle, [leader], sign):
            names.append(f"{word} 1 in succession")
    name = yield from battle.ask(leader.side, "turn", names)
    if name == "steady":
        return
    battle.turned.add(key)
    sign = 1 if name.startswith("port") else -1
    if name.endswith("succession"):
        yield from swing_all(battle, [leader], sign)
        if stopped(leader) or leader.irons:
            yield from halt(battle, moving, leader)
        return
    yield from swing_all(battle, list(moving), sign)
    tidy(battle)
    line = battle.lines.get(key)
    if line:
        reorder(line)


def reorder(line):
    """SQ8: a line that has turned together is ahead where its ships stand so, otherwise abreast."""
    ships = in_line(line)
    if all(stands("ahead", one, two) for one, two in pairwise(ships)):
        line[:] = ships
        form(line, "ahead")
    else:
        form(line, "abreast")
