"""Sailing, turning, tacking, collisions and the ground (MO, TK, CF, AG, SL)."""

from .damage import hit, leave
from .firing import grapple, may_grapple, moment, stopped
from .hexes import step
from .model import halved
from .victory import judge, withdrawn


def ground(battle, ship):
    """AG1: aground where it is, with a D12 on column 5."""
    ship.aground = True
    hit(battle, ship, 5)
    judge(battle)


def meet(battle, ship, other, sails=True):
    """CF1 to CF3 up to the dice for fouling: "collided", "fouled", or "clear"."""
    if not battle.check(ship):
        collide(battle, ship, other)
        return "collided"
    shown = [battle.dice.die("foul", each.name, "112222") for each in (ship, other)]
    if 1 in shown:
        foul(ship, other)
        return "fouled"
    return "clear"


def foul(ship, other):
    """They are fouled with each other."""
    ship.fouled.add(other)
    other.fouled.add(ship)


def collide(battle, ship, other):
    """CF3."""
    hit(battle, ship, 5)
    if other.afloat:
        hit(battle, other, 5)
    if ship.afloat and other.afloat:
        foul(ship, other)
    judge(battle)


def shallow(battle, ship, before, after):
    """SL1, SL2: whether a ship that would go from some hexes to others runs aground; if so it is."""
    kinds = [(battle.shoal(ship, one), battle.shoal(ship, two)) for one, two in zip(before, after, strict=True)]
    if any(new == "aground" for _, new in kinds) or (any(old != new for old, new in kinds) and not battle.check(ship)):
        ground(battle, ship)
        return True
    return False


def passing(battle, ship, other):
    """CF2, GR1: whether the ship tried to grapple the one that it has nearly run into."""
    names = [f"grapple {other.name}", "hold"] if may_grapple(ship, other) else ["hold"]
    battle.through = other
    name = yield from battle.ask(ship.side, "pass", names)
    battle.through = None
    if name == "hold":
        return False
    grapple(battle, ship, other)
    return True


def other_side(battle, ship, other, left):
    """CF2: how many hexes ahead the first place beyond a ship lies, 0: there is none within the way."""
    for count in range(1, left + 1):
        hex_ = step(ship.bow, ship.heading, count)
        if hex_ in other.hexes:
            continue
        if not battle.free_sea(ship, hex_):
            return 0
        if step(ship.bow, ship.heading, count - 1) not in other.hexes:
            return count
    return 0


def sail_on(battle, ship, left):
    """MO4: so many hexes ahead. Sets whether the ship lies still (DR1)."""
    while left > 0 and not stopped(ship):
        battle.left = left
        ahead = step(ship.bow, ship.heading)
        if not battle.on_map(ahead):
            team = ship.side
            leave(ship, "withdrawn")
            withdrawn(battle, ship, team)
            judge(battle)
            return
        other = battle.in_hex(ahead)
        if other is not None and not other.battery:
            if (yield from into(battle, ship, other, left)):
                return
            left = battle.left
            continue
        if ahead in battle.land:
            ground(battle, ship)
            return
        if shallow(battle, ship, [ship.bow, ship.stern], [ahead, ship.bow]):
            return
        ship.bow, ship.still = ahead, False
        left -= 1
        battle.left = left
        yield from moment(battle, ship, "hex")
    battle.left = 0


def into(battle, ship, other, left):
    """CF1 to CF3: a ship lies ahead; whether the way is over."""
    came = meet(battle, ship, other)
    if came == "clear":
        return (yield from by(battle, ship, other, left))
    battle.left = 0
    return True


def by(battle, ship, other, left):
    """CF2: a ship that it didn't foul lies ahead; whether the way is over."""
    tried = yield from passing(battle, ship, other)
    count = 0 if tried or battle.rules.passing == "stops" else other_side(battle, ship, other, left)
    battle.left = left - count if count else 0
    if count:
        ship.bow, ship.still = step(ship.bow, ship.heading, count), False
    yield from moment(battle, ship, "hex")
    return not count


def advances(battle, ship):
    """MO3, NA1, NA2, SO5: the distances among which the captain may choose, by the dice rolled."""
    dice = battle.rolled
    if battle.rules.solo:
        return {halved(sum(dice))}
    nations = battle.rules.nations
    trained = ship.crew_now >= 2 and bool(nations)
    if nations and nations[ship.side] == "spanish":
        ways = {sum(dice), max(dice)}
    else:
        ways = {sum(dice), *dice}
    if trained:
        ways |= {dice[i] + dice[j] for i in range(len(dice)) for j in range(i)}
    return ways


def set_sail(battle, ship):
    """MO1 to MO4, TK5: a way, then a turn."""
    ship.still = True
    if ship.recovered:
        yield from turn(battle, ship, 1, leaving_irons=True)
        ship.recovered = False
        return
    number = ship.speed()
    if number:
        rolled = [battle.dice.lot("speed", ship.name, 4) for _ in range(number)]
        battle.rolled = sorted(rolled, reverse=True)
        yield from choose_way(battle, ship)
        return
    yield from rest_of_way(battle, ship, 0)


def choose_way(battle, ship):
    """MO3: one of the distances by the dice that lie there."""
    names = [f"advance {way}" for way in sorted(advances(battle, ship))]
    name = yield from battle.ask(ship.side, "advance", names)
    battle.rolled = []
    yield from rest_of_way(battle, ship, int(name.split()[1]))


def rest_of_way(battle, ship, left):
    """MO4, AC2 (3)."""
    yield from sail_on(battle, ship, left)
    if not stopped(ship):
        yield from turn(battle, ship, ship.turn)


def turn_names(battle, ship, most, leaving_irons=False, pivot="bow"):
    """TK1 to TK3: the turns that are allowed."""
    names = ["steady"]
    irons = ship.irons and not leaving_irons
    free = ship.can_turn() or (leaving_irons and can_leave_irons(ship))
    if irons or not free:
        return names
    for word, sign in (("port", 1), ("starboard", -1)):
        for count in range(1, most + 1):
            hex_ = swings(ship, ship.heading + sign * count, pivot)
            if not battle.on_map(hex_):
                break
            if battle.rules.swing == "barred" and (battle.in_hex(hex_, [ship]) or hex_ in battle.land):
                break
            names.append(f"{word} {count}")
            if pivot == "bow" and not ship.anchor and (ship.heading + sign * count - battle.wind) % 6 == 0:
                break
    return names


def can_leave_irons(ship):
    """TK2, TK5: irons don't bar this turn, all else does."""
    return not (ship.steering or ship.hung or ship.burning or ship.dismasted or ship.ties or ship.aground)


def swings(ship, heading, pivot):
    """TK1, AN2: the hex to which the swinging end comes."""
    return step(ship.bow, heading, -1) if pivot == "bow" else step(ship.stern, heading)


def turn(battle, ship, most, leaving_irons=False, pivot="bow"):
    """TK1: the decision and the turn, with its moment; at anchor there is none (AC5)."""
    names = turn_names(battle, ship, most, leaving_irons, pivot)
    name = yield from battle.ask(ship.side, "turn", names)
    if name == "steady":
        return
    word, count = name.split()
    sign = 1 if word == "port" else -1
    done = 0
    for _ in range(int(count)):
        battle.after = "turn" if done else ""
        if not (yield from swing(battle, ship, sign, pivot)):
            break
        done += 1
        ship.swung += bool(ship.anchor)
        if leaving_irons:
            ship.irons = False
    if ship.anchor:
        return
    if done and ship.attitude == 0 and ship.active and not ship.ties and not ship.aground:
        yield from tack(battle, ship, sign)
    yield from turned(battle, ship, done)


def turned(battle, ship, done):
    """TK3, TK6, AC2: after a turn of so many hexsides."""
    battle.luff(ship)
    if done:
        yield from moment(battle, ship, "turn")


def swing(battle, ship, sign, pivot="bow"):
    """TK3: one hexside; whether the ship has turned."""
    heading = (ship.heading + sign) % 6
    hex_ = swings(ship, heading, pivot)
    other = battle.in_hex(hex_, [ship])
    if other is not None and not other.battery:
        if meet(battle, ship, other) == "clear":
            yield from passing(battle, ship, other)
        return False
    if hex_ in battle.land:
        ground(battle, ship)
        return False
    if not ship.anchor and shallow(battle, ship, [ship.stern], [hex_]):
        return False
    if pivot == "stern":
        ship.bow = hex_
    ship.heading = heading
    return True


def tack(battle, ship, sign):
    """TK4."""
    if not battle.check(ship):
        ship.irons = True
        return
    yield from leave_wind(battle, ship, sign)


def leave_wind(battle, ship, sign):
    """TK4: one hexside more, on or back."""
    battle.after = "port" if sign == 1 else "starboard"
    names = ["through the wind", "back"]
    hex_ = swings(ship, ship.heading + sign, "bow")
    barred = battle.rules.swing == "barred" and (battle.in_hex(hex_, [ship]) or hex_ in battle.land)
    if not battle.on_map(hex_) or barred:
        names.remove("through the wind")
    name = yield from battle.ask(ship.side, "tack", names)
    yield from swing(battle, ship, sign if name == "through the wind" else -sign)


def kedge(battle, ship):
    """AG2."""
    ship.still = True
    if not battle.check(ship):
        return
    for turned in (3, 2, -2, 1, -1):
        direction = ship.heading + turned
        hexes = [step(hex_, direction) for hex_ in ship.hexes]
        if all(battle.free_sea(ship, hex_) for hex_ in hexes):
            break
    else:
        return
    ship.bow = hexes[0]
    ship.aground = ship.still = False
    ship.anchor, ship.weighing = "", 0
    ship.before.discard("aground")
    battle.luff(ship)
    yield from moment(battle, ship, "kedge")
    if not stopped(ship):
        yield from turn(battle, ship, 1)
