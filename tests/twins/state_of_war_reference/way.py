"""Orders that are under way: quarters or parts, stops, shots of those who wait, and the end (RE, MV, ME1)."""

from .charging import contact_again, first_contact, join, part_of_way
from .geometry import plus
from .model import ends_d2, units_d2
from .morale import check, took
from .moving import Obstacles, exit_edge, step_of
from .shooting import react_shooters, roll, suffer, unload
from .stragglers import forced_stragglers
from .victory import look

KEPT = ("form", "mount")  # acts of one stop, at which all stand already


def set_out(battle, unit, act, going):
    """An order, or forced move, gets under way."""
    battle.unit, battle.act, battle.at, battle.under, battle.rate = unit, act, 0, list(going), unit.quarter
    battle.back = []
    unit.hidden = False
    for man in going:
        man.acted = True


def place_all(battle, places):
    """MV6, MV7: figures of a form come to where they will stand."""
    for man, place in places.items():
        battle.put(man, place)
    battle.lose_readiness()


def spot_at(battle, man, at):
    """Where a figure under way is after so many quarters or parts."""
    begin = man.start or man.place
    if battle.act[0] == "charge":
        return part_of_way(begin, battle.act[2], at)
    return plus(begin, step_of(battle.act[1], battle.rate, at)) if at else begin


def still_under(battle):
    return [man for man in battle.under if man.standing]


def advance(battle):
    """On along the way to a stop at which somebody may shoot (then False), or to its end (then True)."""
    if battle.act[0] in KEPT:
        return not ask(battle)
    while True:
        if battle.act[0] == "charge":
            on = charge_on(battle)
        else:
            on = block_on(battle)
        if on == "end":
            return True
        if on == "ask" and ask(battle):
            return False


def block_on(battle):
    """RE2: the next quarter; whether it is asked there."""
    kind, heading, quarters = battle.act
    if battle.at == quarters or not battle.unit.standing:
        return "end"
    starts = {man: man.start or man.place for man in still_under(battle)}
    battle.at += 1
    edge = battle.own_edge(battle.unit.side) if kind == "forced" else exit_edge(battle, battle.unit)
    left = False
    for man, start in starts.items():
        battle.put(man, plus(start, step_of(heading, battle.rate, battle.at)))
        if battle.ground.leaves(man.place, man.radius, edge):
            battle.lift(man, "off" if kind == "forced" else "through")
            left = True
    battle.lose_readiness()
    if left:
        look(battle)
    once = battle.rules.react == "once"
    return "ask" if not once or battle.at == max(1, quarters - 1) else "on"


def charge_on(battle):
    """ME1: the next stop before contact, contact itself, or none any more."""
    _, enemy, heading, parts = battle.act
    if not battle.at:
        contact = first_contact(battle, still_under(battle), enemy, heading, parts)
    else:
        contact = contact_again(battle, battle.unit, enemy, heading, parts)
    if contact is None:
        halt(battle)
        return "end"
    stops = [contact - 1]
    if battle.rules.react == "stops":
        stops += range(battle.unit.quarter, contact, battle.unit.quarter)
    elif battle.at:
        stops = []
    later = [stop for stop in stops if stop > battle.at]
    at = min(later, default=contact)
    begins = {man: man.start or man.place for man in still_under(battle)}
    for man, begin in begins.items():
        battle.put(man, part_of_way(begin, heading, at))
    battle.at = at
    if later:
        battle.lose_readiness()
        return "ask"
    join(battle, battle.unit, enemy, still_under(battle), parts - contact)
    battle.unit.charges = True
    enemy.charged.add(battle.unit.number)
    battle.lose_readiness()
    return "end"


# Stops.


def comes_nearer(battle):
    """RE1: whether the mover stands nearer to any unit of the other side than when the order began."""
    mover = battle.unit
    starts = [man.start or man.place for man in mover.standing]
    return any(units_d2(mover, unit) < ends_d2(starts, unit) for unit in battle.units(1 - mover.side))


def reactors(battle):
    """RE2: the units that may shoot at this stop, in order."""
    mover = battle.unit
    if not mover.standing or not comes_nearer(battle):
        return []
    return [unit for unit in battle.units(1 - mover.side) if react_shooters(battle, unit, mover)]


def ask(battle):
    """RE2: whether anybody is asked."""
    found = reactors(battle)
    battle.fires = []
    if found:
        open_for(battle, found[0])
    return bool(found)


def open_for(battle, unit):
    battle.asked = unit
    battle.decision, battle.decider, battle.legal = "react", unit.side, ["fire", "hold"]


def answer(battle, name):
    """RE2: a unit says `fire` or `hold`; True: the order's way is over."""
    if name == "fire":
        battle.fires.append(battle.asked)
    later = [unit for unit in reactors(battle) if unit.number > battle.asked.number]
    if later:
        open_for(battle, later[0])
        return False
    battle.asked = None
    if shots_at_stop(battle) and battle.act[0] != "forced":
        halt(battle)
        return True
    battle.stopped = not still_under(battle)
    if battle.stopped:
        return True
    return battle.act[0] in KEPT or advance(battle)


def shots_at_stop(battle):
    """RE2, RE3: those that fire shoot together; whether the mover is stopped."""
    mover, hits = battle.unit, []
    chosen = [each for unit in battle.fires for each in react_shooters(battle, unit, mover)]
    battle.fires = []
    for man, slot, aims in chosen:
        man.unit.hidden, man.unit.fights = False, True
        unload(man, slot)
        man.ready = False
        hits.append(roll(battle, man, slot, aims))
    casualties = suffer(battle, hits) if hits else set()
    if mover not in casualties or not mover.standing:
        return False
    mover.hurt = False
    return not check(battle, mover)


def halt(battle):
    """RE3: the block stops where it is, or at the last stop before where it can stand."""
    battle.stopped = True
    if battle.act[0] in KEPT:
        return
    men = still_under(battle)
    obstacles = Obstacles(battle, battle.unit, men)
    step = battle.unit.quarter if battle.act[0] == "charge" else 1
    for at in [battle.at, *(at for at in range(battle.at // step * step, 0, -step) if at < battle.at), 0]:
        places = {man: spot_at(battle, man, at) for man in men}
        if not at or all(obstacles.stands(man, place) for man, place in places.items()):
            for man, place in places.items():
                battle.put(man, place)
            battle.back = [] if at else men
            return


def close_way(battle):
    """MV4, AM4, MO4: what remains of an order's own way; whether a second act may follow (AC5)."""
    unit, act, stopped = battle.unit, battle.act, battle.stopped
    if unit.standing:
        unit.last = took(unit, battle.near)
        if act[0] in ("move", "forced", "charge") and len(act) > 1:
            heading = act[2] if act[0] == "charge" else act[1]
            if unit.facing is not None and unit.any_mounted:
                unit.facing = heading
            if act[0] != "charge":
                unit.course = heading
    if act[0] == "forced":
        if unit.bound == "falling" and not unit.fresh:
            unit.bound = ""
        if unit.standing:
            forced_stragglers(battle, unit)
    battle.act, battle.at, battle.near, battle.under, battle.stopped = None, 0, None, [], False
    return act[0] == "move" and not stopped and unit.mounted
