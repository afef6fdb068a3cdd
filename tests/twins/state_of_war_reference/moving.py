"""Block moves, forms, mounting and going to a place: what is legal by MV and TU3, and what each comes to."""

from .geometry import BESIDE, WHOLE, across, begun, crosses, d2, meets, minus, nearest_heading, numbered, plus
from .model import CONTACT, pivot_of
from .shooting import lines_of_fire
from .world import STEEP

RANKS = ("one", "two", "column")
QUARTERS = ("quarter", "half", "three", "full")


def quarters_left(battle, unit, heading):
    """MV4: what turning leaves of the four quarters."""
    if not unit.any_mounted:
        return 4
    apart = abs((heading - unit.facing + 8) % 16 - 8)
    return 4 - (apart // 2 if battle.rules.turning == "full" else (apart + 1) // 2)


def allowed(battle, unit, ways, left):
    """MV1, MV5: how many quarters a move by these ways may have, of those that turning leaves."""
    steep = {kind for a, b in ways for kind, c, d in battle.ground.steep if crosses(a, b, c, d)}
    if steep:
        if battle.rules.jump and unit.mounted and steep == {"fence"}:
            return left // 2
        if unit.any_mounted:
            return 0
        return min(left, 1 if battle.rules.climb == "quarter" else 2)
    if any(area.touched(a, b) for area in battle.ground.difficult for a, b in ways):
        return left // 2
    return left


class Obstacles:
    """MV3, TU3: what bars the figures that go with an order; they themselves don't.

    Nobody goes farther than a whole rate: others are looked at no farther off than `reach` millimetres.
    """

    def __init__(self, battle, unit, going, reach=600):
        self.battle, self.unit, self.going = battle, unit, going
        box = [f(man.place[at] for man in going) for at in (0, 1) for f in (min, max)] if going else [0, 0, 0, 0]
        west, east, south, north = (edge + sign * reach for edge, sign in zip(box, (-1, 1, -1, 1), strict=True))
        others = [man for man in battle.men() if west <= man.place[0] <= east and south <= man.place[1] <= north]
        self.bases = [(man, *man.place, man.radius, man.side != unit.side) for man in others if man not in going]
        self.enemies = [(man.place, man.radius) for man in others if man.side != unit.side]
        self.lines = [
            (a, b)
            for a, b in lines_of_fire(battle, unit)
            if max(a[0], b[0]) >= west and min(a[0], b[0]) <= east
            if max(a[1], b[1]) >= south and min(a[1], b[1]) <= north
        ]

    def passes(self, man, a, b, radius=None):
        """Whether a way is free: no building, water, enemy's base or line of fire."""
        if a == b:
            return True
        if any(area.crossed(a, b) for area in self.battle.ground.closed):
            return False
        if any(meets(a, b, *line) for line in self.lines):
            return False
        radius = radius or man.radius
        return not any(across(place, radius + other, a, b) for place, other in self.enemies)

    def stands(self, man, spot, contact="barred", radius=None):
        """Whether a figure may end at a spot; `contact`: barred, new (what it hadn't), free."""
        radius = radius or man.radius
        if not self.battle.ground.on_table(spot, radius):
            return False
        for other, x, y, its, hostile in self.bases:
            reach = radius + its + CONTACT
            if abs(x - spot[0]) > reach or abs(y - spot[1]) > reach or other is man:
                continue
            square = d2(spot, (x, y))
            if square < (radius + its) ** 2:
                return False
            if hostile and contact != "free" and square <= reach**2:
                had = d2(man.start or man.place, (x, y)) <= (CONTACT + man.radius + its) ** 2
                if contact == "barred" or not had:
                    return False
        return not self.battle.ground.barred(spot)


def step_of(heading, rate, quarters):
    """MV2: so many quarters along a heading."""
    x, y = WHOLE[heading]
    times = rate // 30 * quarters
    return x // 4 * times, y // 4 * times


def block_ways(battle, going, heading, rate, quarters, edge=""):
    """Where figures come to, each with the end of the whole way and whether it leaves the table over an edge on it."""
    step = step_of(heading, rate, quarters)
    ends = {man: plus(man.place, step) for man in going}
    return {man: (end, battle.ground.leaves(end, man.radius, edge)) for man, end in ends.items()}


def block_legal(battle, unit, going, heading, quarters, left, obstacles, edge="", contact="barred", rate=None):
    """MV1 to MV5, TU3, UN3: whether a block may go so far."""
    if not going or quarters > left or len(unit.groups(going)) > 1:
        return False
    ways = block_ways(battle, going, heading, rate or unit.quarter, quarters, edge)
    for man, (end, out) in ways.items():
        if not out and not obstacles.stands(man, end, contact):
            return False
    if quarters > allowed(battle, unit, [(man.place, end) for man, (end, _) in ways.items()], left):
        return False
    return all(obstacles.passes(man, man.place, end) for man, (end, _) in ways.items())


def exit_edge(battle, unit):
    """VI3: the edge over which moves may lead; none."""
    return battle.far_edge(unit.side) if battle.rules.exit and unit.side == battle.attacker else ""


def block_moves(battle, unit, headings=None):
    """The legal block moves by MV and TU3, as headings and quarters; facing about is (heading, 0)."""
    going = unit.going()
    obstacles, edge, found = Obstacles(battle, unit, going), exit_edge(battle, unit), []
    for heading in headings if headings is not None else range(16):
        left = quarters_left(battle, unit, heading)
        if left == 0:
            found.append((heading, 0))
        for quarters in range(1, left + 1):
            if block_legal(battle, unit, going, heading, quarters, left, obstacles, edge):
                found.append((heading, quarters))
    return found


# Forms (MV6), mounting (MV7), going to a place (MV10).


def form_places(spot, heading, ranks, men, mounted):
    """MV6: the places of so many figures, in order."""
    steps = BESIDE[40 if mounted else 24]
    front = {"one": men, "two": (men + 1) // 2, "column": min(2, men)}[ranks]
    places = []
    for number in range(men):
        rank, i = divmod(number, front)
        aside = (i + 1) // 2 if i % 2 else -(i // 2)
        places.append(plus(plus(spot, steps[(heading - 4) % 16], aside), steps[(heading + 8) % 16], rank))
    return places


def assign(men, places):
    """MV6: each place is taken by the nearest figure that has none yet."""
    left, taken = list(men), {}
    for place in places:
        man = min(left, key=lambda each: (d2(each.place, place), each.number))
        left.remove(man)
        taken[man] = place
    return taken


def form(battle, unit, heading, ranks, spot=None, mount=False, obstacles=None):
    """MV6, MV7: where each figure of a form comes to; None: it isn't legal by MV and TU3."""
    obstacles = obstacles or Obstacles(battle, unit, unit.going())
    going = obstacles.going
    if not going:
        return None
    horses = mount or unit.any_mounted
    taken = assign(going, form_places(spot or pivot_of(going).place, heading, ranks, len(going), horses))
    left = 4 if mount else quarters_left(battle, unit, heading)
    rate = 30 if mount else unit.quarter
    if not mount and all(man.place == end for man, end in taken.items()):
        if not unit.any_mounted or unit.facing == heading:
            return None
    for man, end in taken.items():
        radius = 20 if mount and man.horse == "foot" else man.radius
        way = man.place, end
        if any(crosses(*way, a, b) for kind, a, b in battle.ground.steep if kind in STEEP):
            return None
        difficult = any(area.touched(*way) for area in battle.ground.difficult)
        if d2(*way) > (rate * (left // 2 if difficult else left)) ** 2:
            return None
        if not obstacles.stands(man, end, radius=radius) or not obstacles.passes(man, *way, radius):
            return None
    return taken


def go(battle, unit, place, obstacles=None):
    """MV10: what going to a place comes to by MV and TU3: ("form", places, heading), ("move", h, q) or None."""
    spot, heading = place
    for ranks in ("one", "two"):
        taken = form(battle, unit, heading, ranks, spot, obstacles=obstacles)
        if taken:
            return "form", taken, heading
    going = unit.going()
    if not going:
        return None
    pivot = pivot_of(going).place
    toward = nearest_heading(minus(spot, pivot), unit.side)
    ends = []
    for _, quarters in block_moves(battle, unit, [toward]):
        if quarters:
            end = plus(pivot, step_of(toward, unit.quarter, quarters))
            ends.append((begun(d2(end, spot)), quarters))
    if ends and min(ends)[0] < begun(d2(pivot, spot)):
        return "move", toward, min(ends)[1]
    return None


def may_mount(battle, unit):
    """MV7: the places of a mounting, or None."""
    if not battle.rules.dismount or unit.horses is None:
        return None
    pivot = pivot_of(unit.going())
    if pivot is None or d2(pivot.place, unit.horses) > (50 + pivot.radius) ** 2:
        return None
    if not any(man.horse == "foot" for man in unit.going()):
        return None
    return form(battle, unit, unit.facing, "two", mount=True)


def may_dismount(battle, unit):
    """MV7: the figures that dismount; UN3: with the smaller bases all that go hang together."""
    if not battle.rules.dismount or unit.horses is not None:
        return []
    going = unit.going()
    riders = [man for man in going if man.mounted]
    for man in riders:
        man.horse = "foot"
    whole = len(unit.groups(going)) == 1
    for man in riders:
        man.horse = "mounted"
    return riders if whole else []


def may_detach(battle, unit, men):
    """UN5: the figures that are sent off, or None."""
    if not battle.rules.detachments or len(unit.standing) < 5 or unit.broken or not free_number(battle, unit.side):
        return None
    body = unit.body()
    sound = [man for man in body if not man.wounded]
    sent = sound[-men:]
    rest = [man for man in body if man not in sent]
    if len(sent) < men or not rest or len(unit.groups(sent)) > 1 or len(unit.groups(rest)) > 1:
        return None
    return sent


def free_number(battle, side):
    """UN6: the lowest number without figures; 0: none."""
    taken = {unit.number for unit in battle.sides[side]}
    return next((number for number in range(1, 15) if number not in taken), 0)


# The nearest free place beside somebody (W6).


def free_place(battle, man, beside, contact="free"):
    """W6: the nearest free place beside figures, or None; UN4: free also of contact."""
    obstacles = Obstacles(battle, man.unit, [man], 10_000)  # a place may be anywhere
    best, found = None, None
    for number, heading in enumerate(numbered(man.side)):
        for rank, other in enumerate(beside):
            spot = plus(other.place, BESIDE[man.radius + other.radius][heading])
            key = d2(spot, man.place), number, rank
            if (best is None or key < best) and obstacles.stands(man, spot, contact):
                best, found = key, spot
    return found
