"""Figures, units and the state of a battle: all that a position tells (W, UN)."""

from dataclasses import dataclass, field

from .geometry import across, d2
from .world import QUALITY, SIDES, cost

CONTACT = 5  # TA3, in millimetres


class OverError(Exception):
    """The battle is over (VI5)."""


@dataclass(eq=False)
class Figure:
    """One man."""

    side: int
    home: int  # his name is for ever that of the unit and number with which he began
    number: int
    index: int  # UN: subjects, the side's figures from 0
    kind: str
    arm: str
    pistol: bool
    blade: str
    rides: bool  # began mounted
    commander: bool
    cost: int
    unit: "Unit" = None
    place: tuple = None
    state: str = ""  # killed, disabled, off, through
    lying: tuple = None  # W4 with `targets`: where a disabled man is
    wounded: bool = False
    horse: str = ""  # mounted, foot, unhorsed
    steps: dict = field(default_factory=lambda: {"arm": 0, "pistol": 0})  # until loaded
    start: tuple = None
    aims: list = None
    weapon: str = "arm"
    ready: bool = False
    acted: bool = False

    @property
    def name(self):
        return f"{'BG'[self.side]}{self.home}.{self.number}"

    @property
    def subject(self):
        return 80 * self.side + self.index, self.name

    @property
    def mounted(self):
        return self.horse == "mounted"

    @property
    def radius(self):
        """TA2."""
        return 20 if self.horse == "mounted" else 12

    @property
    def standing(self):
        """W1."""
        return self.place is not None

    @property
    def out(self):
        """W4."""
        return self.state in ("killed", "disabled")

    @property
    def quality(self):
        return QUALITY[self.kind]

    def weapons(self):
        """WE3: those he has, the long arm first."""
        return [slot for slot, has in (("arm", self.arm), ("pistol", self.pistol)) if has]

    def loaded(self):
        return [slot for slot in self.weapons() if not self.steps[slot]]

    def unloaded(self):
        return [slot for slot in self.weapons() if self.steps[slot]]


@dataclass(eq=False)
class Unit:
    """A unit or a detachment."""

    side: int
    number: int
    figures: list
    of: int = 0
    men: list = None
    led: bool = False  # UN1: begins with 4 figures or more
    hidden: bool = False
    bound: str = ""  # halted, falling, broken, routed
    fresh: bool = False
    last: str = ""
    course: int = None
    facing: int = None
    horses: tuple = None
    given: bool = False
    shoots: "Unit" = None
    charges: bool = False
    charged: set = field(default_factory=set)  # numbers of enemy units
    hurt: bool = False
    won: bool = False
    fights: bool = False
    fought: bool = False

    @property
    def name(self):
        return f"{'BG'[self.side]}{self.number}"

    @property
    def subject(self):
        return 160 + 14 * self.side + self.number - 1, self.name

    @property
    def standing(self):
        return [figure for figure in self.figures if figure.standing]

    @property
    def broken(self):
        return self.bound in ("broken", "routed")

    @property
    def leader(self):
        """UN1; None: it has none, or he was sent off."""
        first = self.figures[0] if self.figures else None
        return first if self.led and first and first.number == 1 and not self.of else None

    @property
    def mounted(self):
        """AC5: all of its standing figures are."""
        men = self.standing
        return bool(men) and all(man.mounted for man in men)

    @property
    def any_mounted(self):
        return any(man.mounted for man in self.standing)

    @property
    def quarter(self):
        """MV1, MV9: a quarter of the rate of the block in millimetres."""
        return 60 if self.mounted else 30

    def groups(self, men, places=None):
        """UN3: figures that hang together, where they stand or somewhere else."""
        left, groups = list(men), []
        where = places or {man: man.place for man in men}
        while left:
            group, edge = [], [left.pop(0)]
            while edge:
                man = edge.pop()
                group.append(man)
                near = [o for o in left if d2(where[man], where[o]) <= (50 + man.radius + o.radius) ** 2]
                edge += near
                left = [other for other in left if other not in near]
            groups.append(sorted(group, key=lambda man: man.number))
        return groups

    def body(self):
        """UN1: the group with the most unwounded men; equal: most men, then the lowest number."""
        groups = self.groups(self.standing)
        if not groups:
            return []
        return min(groups, key=lambda men: (-sum(not man.wounded for man in men), -len(men), men[0].number))

    def pivot(self):
        return pivot_of(self.body())

    def going(self, second=False):
        """UN1, AC2: the figures of an order."""
        return [man for man in self.body() if may_act(man, second)]


def may_act(man, second=False):
    """AC2; AC5: in a second act who has moved in this action may."""
    return not man.wounded or not man.acted or (second and man.start is not None)


def pivot_of(men):
    """UN1: the lowest number that isn't wounded, else the lowest."""
    return next((man for man in men if not man.wounded), men[0] if men else None)


def touching(one, other):
    """TA3: in contact."""
    if abs(one.place[0] - other.place[0]) > CONTACT + 40:  # looked at first: most are far away
        return False
    return d2(one.place, other.place) <= (CONTACT + one.radius + other.radius) ** 2


class Battle:
    """A battle of a scenario in some position."""

    def __init__(self, world):
        self.world, self.rules, self.dice = world, world.rules, None
        self.turn, self.attacker, self.zones, self.turned = 0, SIDES.index(self.rules.attacker), self.rules.zones, False
        if self.rules.setup == "players":
            self.attacker, self.zones = 0, "long"
        self.first, self.part, self.action = None, None, 1
        self.decision, self.decider, self.legal = "", None, []
        self.ending, self.winner = "", None
        self.unit, self.act, self.at, self.near, self.asked, self.fires = None, None, 0, None, None, []
        self.declined, self.fallen, self.held = False, set(), None
        self.stopped = False
        self.rate, self.under = 30, []  # of the order under way: a quarter, its figures
        self.back = []  # those who have gone, and stand again where they stood (RE3)
        self.sides = [make_side(side, force) for side, force in enumerate(world.forces)]
        self.ground = world.ground(False)
        self.points = [sum(man.cost for unit in units for man in unit.figures) for units in self.sides]

    def turn_ground(self):
        """DE1."""
        self.ground = self.world.ground(self.turned)

    # Who there is, in order (W3).

    @property
    def acting(self):
        """W3: the acting side; while sides are set up, the attacker."""
        return self.attacker if self.part is None else self.part

    def units(self, side=None):
        """Units with somebody standing, of one side or in order of all."""
        sides = [self.acting, 1 - self.acting] if side is None else [side]
        return [unit for each in sides for unit in self.sides[each] if unit.standing]

    def men(self, side=None):
        """Standing figures in order."""
        return [man for unit in self.units(side) for man in unit.standing]

    def figures(self, side):
        return [man for unit in self.sides[side] for man in unit.figures]

    def named(self, name):
        """A unit by its name."""
        return next(unit for unit in self.sides["BG".index(name[0])] if unit.number == int(name[1:]))

    def commander(self, side):
        """UN2: the commander, if he stands."""
        return next((man for man in self.men(side) if man.commander), None)

    # Edges of the table, as a side sees them (W8, DE1).

    def own_edge(self, side):
        return (("S", "N") if self.zones != "short" else ("W", "E"))[side]

    def far_edge(self, side):
        return self.own_edge(1 - side)

    def up(self, side):
        """The heading up the table."""
        return (4 if self.zones != "short" else 0) + 8 * side

    def to_edge(self, spot, edge):
        """W7: 0 beyond it."""
        east, north = self.ground.half
        return max(0, {"E": east - spot[0], "W": east + spot[0], "N": north - spot[1], "S": north + spot[1]}[edge])

    # Contact.

    def engaged(self, man):
        """TA3."""
        return any(touching(man, other) for other in self.men(1 - man.side))

    def in_contact(self, unit):
        enemies = self.men(1 - unit.side)
        return any(touching(man, other) for man in unit.standing for other in enemies)

    def units_touching(self, unit):
        """Enemy units in contact with a unit."""
        return [
            enemy
            for enemy in self.units(1 - unit.side)
            if any(touching(man, other) for man in unit.standing for other in enemy.standing)
        ]

    def stragglers(self, unit, engaged=False):
        """UN4; `engaged`: with figures outside the body that are in contact (MO6)."""
        body = unit.body()
        return [man for man in unit.standing if man not in body and (engaged or not self.engaged(man))]

    # Changes.

    def put(self, man, place):
        """A figure goes somewhere; RE1 and W4 look at it."""
        if place == man.place:
            return
        if man.start is None:
            man.start = man.place
        man.place, man.ready = place, False
        if man.start == place:
            man.start = None
        for other in man.unit.figures:
            other.lying = None

    def lift(self, man, state):
        """A figure leaves the table: out, off or through."""
        lies = man.place if state == "disabled" and self.rules.fallen == "targets" else None
        man.lying = lies or (man.lying if state == "disabled" else None)
        man.place, man.state = None, state
        man.wounded = man.ready = man.acted = False
        man.start = man.aims = None
        man.horse, man.steps, man.weapon = "mounted" if man.rides else "", {"arm": 0, "pistol": 0}, "arm"
        self.look_at_marker(man.unit)
        if not man.unit.standing:
            gone(man.unit)

    def look_at_marker(self, unit):
        """MV7: it is gone when nobody has a horse there."""
        if not any(man.horse == "foot" for man in unit.standing):
            unit.horses = None

    def fall(self, man, state):
        """W4, MO1 d, MO3: killed or disabled; of a commander it is noted."""
        lay = man.state == "disabled"
        self.lift(man, state)
        if man.commander:
            self.fallen.add(man.side)
            if state == "killed" and not lay:
                for unit in self.units(man.side):
                    unit.hurt = True

    def lose_readiness(self):
        """RE1: who has been in contact, or has no loaded weapon any more."""
        for man in self.men():
            if man.ready and (not man.loaded() or self.engaged(man)):
                man.ready = False


def gone(unit):
    """UN6: a unit with nobody standing keeps nothing but its number and men."""
    for man in unit.figures:
        man.lying = None  # W4: of a unit that is gone nobody is a candidate
    fresh = Unit(unit.side, unit.number, unit.figures, unit.of, unit.men, unit.led)
    unit.__dict__.update(fresh.__dict__)


def make_side(side, force):
    """The units of a side before they are placed."""
    units, index = [], 0
    for number, words in enumerate(force, 1):
        men = []
        for place, card in enumerate(words["cards"], 1):
            man = Figure(side, number, place, index, **card, cost=cost(card))
            man.horse = "mounted" if man.rides else ""
            men.append(man)
            index += 1
        units.append(Unit(side, number, men, led=len(men) >= 4))
        for man in men:
            man.unit = units[-1]
    return units


# Distances between units (W7).


def units_d2(one, other):
    """The smallest square between two standing figures' middles."""
    return min(d2(man.place, enemy.place) for man in one.standing for enemy in other.standing)


def ends_d2(places, other):
    """The same from places, of some of which there may be none left."""
    squares = [d2(place, enemy.place) for place in places for enemy in other.standing]
    return min(squares) if squares else None


def near_units(one, other, limit):
    """A limit between units: exact, between edges."""
    return any(near(man, enemy, limit) for man in one.standing for enemy in other.standing)


def near(one, other, limit):
    return d2(one.place, other.place) <= (limit + one.radius + other.radius) ** 2


def lies_across(man, a, b):
    """TA5."""
    return across(man.place, man.radius, a, b)
