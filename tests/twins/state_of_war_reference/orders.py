"""The orders that a unit may get, by name (AC1), and what bounds them (MO6, AM4, AM5)."""

from .charging import charge_of
from .geometry import HEADINGS, begun, d2, stretch_d2
from .model import ends_d2, near, near_units, pivot_of, units_d2
from .moving import QUARTERS, RANKS, allowed, block_moves, block_ways, form, go, may_detach, may_dismount, may_mount
from .moving import Obstacles, exit_edge
from .shooting import shooters
from .sight import could_see, enemies_in_sight, nearest_enemy


class Bounds:
    """What a unit's state and sight bar of its moves and forms."""

    def __init__(self, battle, unit):
        self.battle, self.unit = battle, unit
        self.near = nearest_enemy(battle, unit)
        self.halted = unit.bound in ("halted", "falling")
        self.fog = battle.rules.fog and self.near is None and not heard(battle, unit)
        self.seeing = battle.rules.seeing == "bound" and self.near is not None

    def advances(self, ends):
        """MO6: whether it ends nearer to the nearest enemy in sight."""
        if not self.halted or self.near is None:
            return False
        after = ends_d2(self.after(ends), self.near)
        return after is not None and after < units_d2(self.unit, self.near)

    def after(self, ends):
        """Places of the unit after an order."""
        places = [ends.get(man, man.place) for man in self.unit.standing]
        return [place for place in places if place is not None]

    def form(self, taken):
        """MO6."""
        return not self.advances(taken)

    def move(self, heading, quarters):
        """MO6, AM4, AM5."""
        battle, unit = self.battle, self.unit
        going = unit.going()
        ways = block_ways(battle, going, heading, unit.quarter, quarters, exit_edge(battle, unit))
        ends = {man: None if out else end for man, (end, out) in ways.items()}
        if self.advances(ends):
            return False
        pivot = pivot_of(going)
        step = pivot.place, ways[pivot][0]
        if self.fog and not self.in_fog(heading, going, ends, step):
            return False
        return not self.seeing or self.heads(ends, step)

    def in_fog(self, heading, going, ends, step):
        """AM4: whether a unit that sees no enemy may make this move."""
        battle, unit = self.battle, self.unit
        if unit.course is not None:
            apart = abs((heading - unit.course + 8) % 16 - 8)
            if apart == 0 or (apart <= 2 and self.hampered(going)):
                return True
        spot = battle.ground.objective
        if spot:
            nearer = begun(d2(step[1], spot)) < begun(d2(step[0], spot))
        else:
            edge = battle.far_edge(unit.side)
            nearer = battle.to_edge(step[1], edge) < battle.to_edge(step[0], edge)
        if nearer:
            return True
        for friend in battle.units(unit.side):
            if friend is not unit and friend.fought and not could_see(battle, unit, friend):
                after = ends_d2(self.after(ends), friend)
                if after is not None and after < units_d2(unit, friend):
                    return True
        return False

    def hampered(self, going):
        """AM4: difficult ground or a climb lies on the straight way."""
        battle, unit = self.battle, self.unit
        whole = block_ways(battle, going, unit.course, unit.quarter, 4)
        return allowed(battle, unit, [(man.place, end) for man, (end, _) in whole.items()], 4) < 4

    def heads(self, ends, step):
        """AM5, `bound`."""
        battle, unit = self.battle, self.unit
        enemies = enemies_in_sight(battle, unit)
        for enemy in enemies:
            after = ends_d2(self.after(ends), enemy)
            if after is not None and after < units_d2(unit, enemy):
                return True
        if any(man.weapons() for enemy in enemies for man in enemy.standing):
            before, after = (to_cover(battle, spot) for spot in step)
            return after < before or any(wood.has(step[1]) for wood in battle.ground.woods)
        return False


def covers(battle):
    """MO6: SH11's kinds, each as a function that gives the distance of a spot (W7), in the order of terrain."""
    ground = battle.ground
    found = []
    for area in ground.areas:
        if area.kind in ("wood", "hill"):
            found.append(area.away)
        elif area in ground.buildings:
            found += [corner_distance(corner) for corner in area.corners]
        elif area in ground.open:
            found += [piece_distance(a, b) for part in area.parts for a, b in part.edges]
    return found + [piece_distance(a, b) for _, a, b in ground.lone]


def corner_distance(corner):
    return lambda spot: begun(d2(spot, corner))


def piece_distance(a, b):
    return lambda spot: begun(*stretch_d2(spot, a, b))


FAR = 10**9


def to_cover(battle, spot):
    """MO6, AM5: how far it is to the nearest cover; without cover far away."""
    return min((cover(spot) for cover in covers(battle)), default=FAR)


def heard(battle, unit):
    """AM4: free by voices: the commander, or a friendly unit that sees an enemy, within 50 cm."""
    commander = battle.commander(unit.side)
    if commander and (commander.unit is unit or any(near(man, commander, 500) for man in unit.standing)):
        return True
    return any(
        friend is not unit and near_units(unit, friend, 500) and nearest_enemy(battle, friend)
        for friend in battle.units(unit.side)
    )


def move_name(heading, quarters):
    """Facing about is the move by a quarter (MV4)."""
    return f"move {HEADINGS[heading]} {QUARTERS[max(1, quarters) - 1]}"


def legal_orders(battle, unit):
    """Names of the orders; a unit in contact has `press` alone (ME9)."""
    if battle.in_contact(unit):
        return ["press"]
    bounds = Bounds(battle, unit)
    names = [
        move_name(heading, quarters)
        for heading, quarters in block_moves(battle, unit)
        if not quarters or bounds.move(heading, quarters)
    ]
    obstacles = Obstacles(battle, unit, unit.going())
    for heading in range(16):
        for ranks in RANKS:
            taken = form(battle, unit, heading, ranks, obstacles=obstacles)
            if taken and bounds.form(taken):
                names.append(f"form {HEADINGS[heading]} {ranks}")
    enemies = battle.units(1 - unit.side)
    names += [f"shoot at {enemy.name}" for enemy in enemies if shooters(battle, unit, enemy)]
    names += [f"charge {enemy.name}" for enemy in enemies if charge_of(battle, unit, enemy)]
    names += [f"detach {men}" for men in range(1, 5) if may_detach(battle, unit, men)]
    names.append("stand")
    taken = may_mount(battle, unit)
    if taken and bounds.form(taken):
        names.append("mount")
    if may_dismount(battle, unit):
        names.append("dismount")
    for number, place in enumerate(battle.ground.places, 1):
        if goes(bounds, go(battle, unit, place, obstacles)):
            names.append(f"go {number}")
    return names


def goes(bounds, course):
    """MV10: AM4, AM5 and MO6 look at what it comes to."""
    if course is None:
        return False
    return bounds.form(course[1]) if course[0] == "form" else bounds.move(*course[1:])


def second_acts(battle, unit):
    """AC5."""
    names = [f"shoot at {enemy.name}" for enemy in battle.units(1 - unit.side) if shooters(battle, unit, enemy, True)]
    return [*names, "stand"]
