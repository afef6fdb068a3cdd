"""Walks of stragglers (UN4), and forced moves (MO6)."""

from .geometry import begun, d2, minus, nearest_heading, numbered, plus
from .model import ends_d2, may_act, pivot_of, units_d2
from .moving import Obstacles, allowed, block_legal, block_ways, free_place, quarters_left, step_of
from .orders import to_cover
from .shooting import able, load


def walks(battle, unit, busy):
    """UN4: after the unit's order; `busy`: who has loaded or shot with it."""
    for man in battle.stragglers(unit):
        body = unit.body()
        if man in body or man.start is not None or man in busy:
            continue
        if may_act(man) and walk(battle, man, body):
            man.acted = True
        elif able(battle, man):
            load(man)
    battle.lose_readiness()


def rate_of(man):
    return 60 if man.mounted else 30


def walk(battle, man, body):
    """UN4: toward the nearest free place beside a figure of the body; whether it has gone."""
    spot = free_place(battle, man, body, "barred")
    if spot is None:
        return False
    obstacles, rate = Obstacles(battle, man.unit, [man]), rate_of(man)
    most = rate * allowed(battle, man.unit, [(man.place, spot)], 4)
    if d2(man.place, spot) <= most * most and obstacles.passes(man, man.place, spot):
        battle.put(man, spot)
        return True
    heading = nearest_heading(minus(spot, man.place), man.side)
    ends = []
    for quarters in range(1, 5):
        if block_legal(battle, man.unit, [man], heading, quarters, 4, obstacles, rate=rate):
            end = plus(man.place, step_of(heading, rate, quarters))
            ends.append((begun(d2(end, spot)), quarters, end))
    if ends and min(ends)[0] < begun(d2(man.place, spot)):
        battle.put(man, min(ends)[2])
        return True
    return False


# Forced moves.


def is_due(battle, unit):
    """MO6: whether a forced move comes in this action."""
    return not unit.fresh and ((unit.bound == "falling" and battle.action == 1) or unit.broken)


def goal_of(battle, unit, pivot):
    """MO6: the distance to the goal as a function, by the place at which the move begins."""
    edge = battle.own_edge(unit.side)

    def to_edge(spot):
        return battle.to_edge(spot, edge)

    was_broken = unit.broken and not unit.fresh
    return to_edge if was_broken or to_cover(battle, pivot) > to_edge(pivot) else lambda spot: to_cover(battle, spot)


def forced_move(battle, unit):
    """MO6: heading and quarters of the block, or None: it stands."""
    going = unit.going()
    if not going:
        return None
    obstacles, edge, pivot = Obstacles(battle, unit, going), battle.own_edge(unit.side), pivot_of(going)
    goal = goal_of(battle, unit, pivot.place)
    for quarters in (4, 3, 2, 1):
        found = []
        for number, heading in enumerate(numbered(unit.side)):
            left = quarters_left(battle, unit, heading)
            if not block_legal(battle, unit, going, heading, quarters, left, obstacles, edge, "new"):
                continue
            ways = block_ways(battle, going, heading, unit.quarter, quarters, edge)
            places = [None if man in ways and ways[man][1] else ways.get(man, (man.place,))[0] for man in unit.standing]
            if battle.near and not is_farther(unit, places, battle.near):
                continue
            found.append((goal(ways[pivot][0]), number, heading))
        if found:
            return min(found)[2], quarters
    return None


def is_farther(unit, places, enemy):
    after = ends_d2([place for place in places if place is not None], enemy)
    return after is None or after > units_d2(unit, enemy)


def forced_stragglers(battle, unit):
    """MO6: then its stragglers, each as a block of one; RE isn't asked."""
    edge, side = battle.own_edge(unit.side), unit.side
    for man in battle.stragglers(unit, engaged=True):
        if man.start is not None or not may_act(man) or man in unit.body():
            continue
        obstacles, rate, goal = Obstacles(battle, unit, [man]), rate_of(man), goal_of(battle, unit, man.place)
        for quarters in (4, 3, 2, 1):
            found = []
            for number, heading in enumerate(numbered(side)):
                if not block_legal(battle, unit, [man], heading, quarters, 4, obstacles, edge, "new", rate):
                    continue
                end, out = block_ways(battle, [man], heading, rate, quarters, edge)[man]
                near = battle.near
                if near and not out and ends_d2([end], near) <= ends_d2([man.place], near):
                    continue
                found.append((goal(end), number, end, out))
            if found:
                _, _, end, out = min(found)
                man.acted = True
                battle.put(man, end)
                if out:
                    battle.lift(man, "off")
                break
    battle.lose_readiness()
