"""A scenario as plain data, as its TOML file gives it: switches, terrain, places, slots and forces (WE, CL, FO)."""

from itertools import pairwise
from types import SimpleNamespace

from .geometry import HEADINGS, Area, Disc, Polygon, minus, on_stretch

SIDES = ("blue", "grey")
USUAL = {  # the page's "Switches"
    **{"name": "", "table": [180, 120], "buildings": "closed", "fallen": "safe", "turns": 12, "first": "attacker"},
    **{"volleys": "together", "fire_lines": "all", "wounded": "exact", "turning": "full", "climb": "quarter"},
    **{"jump": False, "dismount": True, "detachments": True, "graze": True, "react": "stops", "toward": 1},
    **{"ambush": True, "fog": True, "seeing": "free", "setup": "players", "points": 450, "officers": "same"},
    **{"breakpoint": 50, "objective": None, "hold": 0, "exit": False, "attacker": "blue", "zones": "long"},
    **{"slots": {}, "areas": [], "pieces": [], "places": []},
}
QUALITY = {"veteran": 12, "trained": 10, "raw": 8, "civilian": 6}  # CL1
CLASS_COST = {"veteran": 24, "trained": 16, "raw": 10, "civilian": 5}  # CL2
HORSE_COST, PISTOL_COST, BLADE_COST = 15, 1, 1
ARM_COST = {  # WE1
    **{"": 0, "repeater": 16, "minie": 4, "minie-carbine": 3, "musket": 3, "carbine": 2, "shotgun": 2, "thrown": 0},
}
RANGES = {  # WE2, in millimetres: short, medium, long, extreme; 0: none
    "minie": (150, 300, 1100, 1500),
    "repeater": (120, 250, 600, 1200),
    "musket": (40, 100, 300, 900),
    "minie-carbine": (80, 200, 700, 1200),
    "carbine": (40, 80, 200, 700),
    "shotgun": (50, 100, 400, 0),
    "pistol": (20, 60, 100, 200),
    "thrown": (0, 100, 200, 300),
}
LOADS = {  # LD1
    **{"minie": 3, "repeater": 1, "musket": 3, "minie-carbine": 3, "carbine": 3, "shotgun": 3, "pistol": 1},
    "thrown": 1,
}
STEEP = {"wall": 2, "fence": 1}  # what one climbs, and its cover
COVER = {"wall": 2, "fence": 1, "bank": 1}  # SH11: 2 hard, 1 soft


def point(pair):
    """A point in centimetres as millimetres."""
    return tuple(round(10 * number) for number in pair[:2])


def area(words):
    """An area: its kind and its parts."""
    kind, *parts = words
    return Area(kind, tuple(part_of(part) for part in parts))


def part_of(part):
    if isinstance(part[0], int | float):
        return Disc(point(part), round(10 * part[2]))
    return Polygon(tuple(map(point, part)))


class World:
    """What stays the same in all battles of a scenario."""

    def __init__(self, data):
        """From a mapping with the keys of the page's "Scenarios"."""
        self.rules = SimpleNamespace(**{key: data.get(key, usual) for key, usual in USUAL.items()})
        rules = self.rules
        self.half = tuple(5 * length for length in rules.table)
        self.areas = [area(words) for words in rules.areas]
        self.pieces = []
        for kind, *corners in rules.pieces:
            corners = list(map(point, corners))
            self.pieces += [(kind, a, b) for a, b in pairwise(corners)]
        self.places = [(point(words), HEADINGS.index(words[2])) for words in rules.places]
        self.objective = point(rules.objective) if rules.objective else None
        self.slots = {zone: list(map(point, slots or [])) for zone, slots in dict(rules.slots).items()}
        self.forces = [force(data[side]) for side in SIDES]

    def ground(self, turned):
        """DE1: terrain, places and objective as they lie on the table."""
        areas, pieces, places, objective = self.areas, self.pieces, self.places, self.objective
        if turned:
            areas = [each.turned() for each in areas]
            pieces = [(kind, minus((0, 0), a), minus((0, 0), b)) for kind, a, b in pieces]
            places = [(minus((0, 0), spot), (heading + 8) % 16) for spot, heading in places]
            objective = minus((0, 0), objective) if objective else None
        return Ground(self.rules, areas, pieces, sorted(places), objective, self.half)


class Ground:
    """The terrain by what it does (TA4)."""

    def __init__(self, rules, areas, pieces, places, objective, half):
        self.places, self.objective, self.half = places, objective, half
        buildings = [each for each in areas if each.kind == "building"]
        self.open = buildings if rules.buildings == "open" else []
        self.buildings = buildings if rules.buildings == "closed" else []
        self.areas = areas
        self.woods = [each for each in areas if each.kind == "wood"]
        self.hills = [each for each in areas if each.kind == "hill"]
        self.closed = self.buildings + [each for each in areas if each.kind == "water"]
        self.difficult = [each for each in areas if each.kind in ("wood", "marsh", "ford")]
        walls = [("wall", a, b) for each in self.open for part in each.parts for a, b in part.edges]
        self.lone, self.pieces = pieces, walls + pieces  # an open building's walls have the number of their area
        self.steep = [each for each in self.pieces if each[0] in STEEP]
        self.sights, self.covers = {}, {}

    def on_table(self, spot, radius, but=""):
        """MV3: whether a base doesn't stick out, over other edges than the one named."""
        return not any(out for edge, out in self._beyond(spot, radius).items() if edge != but)

    def _beyond(self, spot, radius):
        (x, y), (east, north) = spot, self.half
        return {"E": x + radius > east, "W": x - radius < -east, "N": y + radius > north, "S": y - radius < -north}

    def leaves(self, spot, radius, edge):
        """MO6, VI3: whether a base sticks out over this edge."""
        return bool(edge) and self._beyond(spot, radius)[edge]

    def barred(self, spot):
        """MV3: a middle in a building or water, or on a wall or fence."""
        return any(each.has(spot) for each in self.closed) or any(on_stretch(spot, a, b) for _, a, b in self.steep)


def figure_card(unit, first):
    """What a man of a unit has; the first one may be another (UN1, UN2)."""
    own = {"class": unit["class"], "arm": unit.get("arm"), "pistol": unit.get("pistol"), "blade": unit.get("blade")}
    if first and unit.get("commander"):
        own |= {"arm": None, "pistol": True, "blade": "sword"}
    if first:
        own |= {key: value for key, value in (unit.get("leader") or {}).items() if value is not None}
    return {
        "kind": own["class"],
        "arm": own["arm"] if own["arm"] not in (None, "none") else "",
        "pistol": bool(own["pistol"]),
        "blade": own["blade"] if own["blade"] not in (None, "none") else "",
        "rides": bool(unit.get("horse")),
        "commander": bool(first and unit.get("commander")),
    }


def force(units):
    """A side's units, each with the cards of its figures and how it is placed."""
    made = []
    for unit in units:
        for _ in range(unit.get("times") or 1):
            cards = [figure_card(unit, number == 0) for number in range(unit["men"])]
            made.append({**{key: unit.get(key) for key in ("place", "heading", "ranks", "facing")}, "cards": cards})
    return made


def cost(card):
    """CL2, WE1, FO1: what a figure costs."""
    return (
        CLASS_COST[card["kind"]]
        + ARM_COST[card["arm"]]
        + PISTOL_COST * card["pistol"]
        + BLADE_COST * bool(card["blade"])
        + HORSE_COST * card["rides"]
    )
