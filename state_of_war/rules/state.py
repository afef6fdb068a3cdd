"""The game as one NumPy record, the table and the rules as another: every field, once, with its meaning.

Ids: a figure is `STRIDE * side + number`, Blue's 0 … 79, Grey's 80 … 159, by unit as the battle begins; a unit is
`UNITS * side + number`, Blue's 0 … 13, Grey's 14 … 27. Points are millimetres from the table's middle, headings MV2's
numbers for Blue, 0 … 15, whoever looks. The size classes have the same fields, so that one source serves all; loops
over figures go by unit (`world.units`), never by the length of the arrays.
"""

import numpy as np

from tabletop.game.header import NONE as NONE  # "nobody", "nowhere", "no unit", everywhere
from tabletop.game.header import OVER as OVER
from tabletop.game.header import RUNNING as RUNNING
from tabletop.game.header import Record as Record
from tabletop.game.header import check_header, check_record, dice_type, record
from tabletop.game.open_table import AREA

VERSION = 1  # of the record's layout and of what its fields mean
BLUE, GREY = 0, 1
SIZES = 16, 32, 80  # most figures a side, by size class
STRIDE = 80  # figure id = STRIDE * side + number
UNITS = 14  # a side (UN6); unit id = UNITS * side + number
MEN = 14  # of a unit (UN1)
HEADINGS = 16  # MV2
QUARTERS = 4  # of a move (MV1)
FOOT_RADIUS, HORSE_RADIUS = 12, 20  # mm (TA2)
TOUCH = 5  # mm, from edge to edge: in contact (TA3)
GAP = 50  # mm, from edge to edge, within a unit (UN3)
MOST_AREAS, MOST_DISCS, MOST_PIECES, MOST_PLACES, MOST_SLOTS = 24, 12, 48, 20, 20

# Kinds of decision.
(
    SLOT,  # DE3
    HIDE,  # AM1
    SPOT,  # AM3
    PICK,  # TU2
    ORDER,  # AC1
    SECOND,  # AC5
    REACT,  # RE2
    GOES_ON,  # nobody decides: the engine's own next piece; no position stays in it
    SHOTS,  # likewise: boundaries of odds (TU6)
    MELEES,
    MORALE,
) = range(1, 12)
DECISIONS = (
    "",
    "slot",
    "hide",
    "spot",
    "pick",
    "order",
    "second",
    "react",
    "goes on",
    "shots",
    "melees",
    "morale",
)
# How a battle ended (VI1 to VI5).
BREAKPOINT, OBJECTIVE, EXIT, LOSSES, CLEARED = range(1, 6)
ENDINGS = ("", "breakpoint", "objective", "exit", "losses", "cleared")
# A figure's state (W1, W4); ABSENT: there is none of this number; UNPLACED: in turn 0.
ABSENT, UNPLACED, STANDING, DISABLED, KILLED, OFF, THROUGH = range(7)
# Its horse (MV7, ME6): on foot from the beginning; mounted; dismounted, its horse at the marker; has lost it.
NO_HORSE, MOUNTED, LEFT_HORSE, UNHORSED = range(4)
# What morale has made of a unit (MO5, MO6).
STEADY, HALTED, FALLING, BROKEN, ROUTED = range(5)
# What its last order did (MO4).
TOWARD, AWAY = 1, 2
# What a unit under way does (`act`), as `react` is asked of it.
NO_ACT, MOVES, FORCED, FORMS, MOUNTS, CHARGES = range(6)
# Which zones (DE1).
LONG, SHORT, HALF = range(3)
# Classes (CL1), the lower first; their quality dice and costs.
CIVILIAN, RAW, TRAINED, VETERAN = range(4)
QUALITY = np.array([6, 8, 10, 12])
CLASS_COSTS = np.array([5, 10, 16, 24])
# Long arms (WE2).
NO_ARM, MINIE, REPEATER, MUSKET, MINIE_CARBINE, CARBINE, SHOTGUN, THROWN, PISTOL = range(9)
NO_BLADE, BAYONET, SWORD, LANCE = range(4)
# mm, by weapon: short, medium, long, extreme (WE2); 0: none.
REACHES = np.array(
    [
        [0, 0, 0, 0],
        [150, 300, 1100, 1500],
        [120, 250, 600, 1200],
        [40, 100, 300, 900],
        [80, 200, 700, 1200],
        [40, 80, 200, 700],
        [50, 100, 400, 0],
        [0, 100, 200, 300],
        [20, 60, 100, 200],
    ]
)
LOADING = np.array([0, 3, 1, 3, 3, 3, 3, 1, 1])  # steps, by weapon (LD1)
# Kinds of areas and pieces (TA4).
WOOD, MARSH, HILL, BUILDING, WATER, FORD = range(1, 7)
WALL, FENCE, BANK = range(1, 4)
# Cover, the best last (SH5).
OPEN, SOFT, HARD = range(3)
RANGE_DICE = np.array([6, 8, 10, 12])  # short, medium, long, extreme (SH5)
COVER_DICE = np.array([4, 6, 8])

# Subjects of draws (docs/state-of-war.md, "Order of the draws").
UNIT_SUBJECT, SIDE_SUBJECT, NOBODY, SUBJECTS = 160, 188, 190, 192
# Purposes of draws.
(
    ATTACKER,
    EDGE,
    SLOT_LOT,
    FIRST_LOT,
    SPOTTING,
    TARGET,
    SHOT,
    HORSE,
    MORALE_ROLL,
    MELEE,
    FALL,
    RALLY,
) = range(1, 13)

# Types of the records. (NumPy's types don't name fields; this page does.)
Game = Record
World = Record
Chance = Record
Figure = Record
Unit = Record
Man = Record

FIGURE = record(
    ("state", "i2"),
    ("unit", "i2"),  # number of its unit within the side; a man of a detachment: that one's (UN5)
    ("x", "i2"),  # mm; who isn't on the table has 0 in all that follows, but `lies`
    ("y", "i2"),
    ("lies", "i2"),  # 1: disabled, and still a candidate at (x, y) (W4, `fallen` `targets`)
    ("wounded", "i2"),  # 1
    ("horse", "i2"),  # NO_HORSE … UNHORSED
    ("arm", "i2"),  # steps until the long arm is loaded (LD1)
    ("pistol", "i2"),
    ("ready", "i2"),  # 1 (RE1)
    ("acted", "i2"),  # 1: in this part (AC2)
    ("went", "i2"),  # 1: has gone in this action, from:
    ("from_x", "i2"),
    ("from_y", "i2"),
    ("aims", "i2"),  # candidates of its declared shot, bits by place in the target unit (`member_of`); 0: none
    ("with_pistol", "i2"),  # 1: that shot is the pistol's
    ("busy", "i2"),  # 1: has moved, shot or loaded with the order under way (UN4, LD2); 0 where somebody decides
    ("spare", "i2", (3,)),
)
UNIT = record(
    ("charged", "i2"),  # enemy units that charged it and are in contact since, bits (ME4)
    ("origin", "i2"),  # of a detachment the unit that sent it off, else its own number; NONE: there is no such unit
    ("strength", "i2"),  # at the start (W5, UN5)
    ("hidden", "i2"),  # 1 (AM1)
    ("morale", "i2"),  # STEADY … ROUTED
    ("fresh", "i2"),  # 1: that came about in the side's own part that still runs (MO6)
    ("last", "i2"),  # TOWARD, AWAY: its last order (MO4)
    ("course", "i2"),  # heading of its last block move (AM4); NONE
    ("facing", "i2"),  # of a unit that began mounted (MV4); NONE: of others
    ("marker", "i2"),  # 1: horses stand at (MV7):
    ("marker_x", "i2"),
    ("marker_y", "i2"),
    ("given", "i2"),  # 1: has had its order or forced move in this action
    ("shoots", "i2"),  # enemy unit, its number within the side, of this action's declared shots; NONE
    ("charges", "i2"),  # 1: has come into contact by a charge in this action (ME4)
    ("hurt", "i2"),  # 1: checks at the end of this action (MO1)
    ("won", "i2"),  # 1: of its figures' opponents more took results than of its own in this melee (MO4)
    ("fights", "i2"),  # 1: has shot or been in melee in this action (AM4)
    ("fought", "i2"),  # 1: in the last finished one
    ("spare", "i2"),
)
RULES = record(
    ("x", "i2"),  # mm: half the table's length (TA1)
    ("y", "i2"),  # half its width
    ("open", "i2"),  # buildings (TA4)
    ("targets", "i2"),  # fallen (W4)
    ("turns", "i2"),
    ("by_lot", "i2"),  # first (TU1)
    ("one_by_one", "i2"),  # volleys (TU2)
    ("leaders", "i2"),  # fire_lines (TU3)
    ("half", "i2"),  # wounded (AC3)
    ("begun", "i2"),  # turning (MV4)
    ("climb", "i2"),  # quarters of a climb: 1, 2 (MV5)
    ("jump", "i2"),  # MV5
    ("dismount", "i2"),  # MV7
    ("detachments", "i2"),  # UN5
    ("graze", "i2"),  # SH7
    ("once", "i2"),  # react (RE2)
    ("toward", "i2"),  # 1, -1 (MO3)
    ("ambush", "i2"),  # AM2
    ("fog", "i2"),  # AM4
    ("bound", "i2"),  # seeing (AM5)
    ("setup", "i2"),  # BY_PLAYERS, DRAWN, FIXED (DE3)
    ("breakpoint", "i2"),  # per cent; 0: off (VI1)
    ("objective", "i2"),  # 1: there is one, at (VI2):
    ("objective_x", "i2"),
    ("objective_y", "i2"),
    ("hold", "i2"),
    ("exit", "i2"),  # VI3
    ("attacker", "i2"),  # with `fixed` and `drawn`
    ("zones", "i2"),  # likewise: LONG, SHORT, HALF
    ("places", "i2"),  # numbers of actions that only some scenarios have: P, L
    ("slots", "i2"),
    ("spare", "i2"),
)
BY_PLAYERS, DRAWN, FIXED = range(3)
DISC = record(("x", "i2"), ("y", "i2"), ("radius", "i2"), ("core", "i2"), ("kind", "i2"), ("number", "i2"))
PIECE = record(("ax", "i2"), ("ay", "i2"), ("bx", "i2"), ("by", "i2"), ("kind", "i2"), ("number", "i2"))
PLACE = record(("x", "i2"), ("y", "i2"), ("heading", "i2"), ("spare", "i2"))
# All terrain; a part's `number` is its area's (of polygons: `of`), a piece's its own: TA5's order.
GROUND = record(
    ("areas", AREA, (MOST_AREAS,)),  # polygons: `core` is 50 mm smaller, `kind` TA4's
    ("of", "i4", (MOST_AREAS,)),  # number of the area that a polygon is a part of
    ("discs", DISC, (MOST_DISCS,)),
    ("pieces", PIECE, (MOST_PIECES,)),  # walls, fences, banks; with `buildings` `open` an open building's edges, too
    ("places", PLACE, (MOST_PLACES,)),  # MV10, by number
    ("polygons", "i4"),  # how many there are of each
    ("rounds", "i4"),
    ("lines", "i4"),
    ("spots", "i4"),
)
MAN = record(  # a figure as the battle begins
    ("side", "i2"),
    ("unit", "i2"),  # number of its unit within the side
    ("member", "i2"),  # its place in it, from 0
    ("skill", "i2"),  # class: CIVILIAN … VETERAN
    ("arm", "i2"),  # NO_ARM … THROWN
    ("pistol", "i2"),  # 1
    ("blade", "i2"),
    ("horse", "i2"),  # 1
    ("cost", "i2"),  # CL2
    ("x", "i2"),  # with `fixed`: where it stands
    ("y", "i2"),
    ("spare", "i2"),
)
TROOP = record(  # a unit as the battle begins
    ("first", "i2"),  # number, within the side, of its first figure
    ("men", "i2"),  # 0: there is no such unit
    ("leader", "i2"),  # 1: figure 1 is a leader (UN1)
    ("horse", "i2"),  # 1: it begins mounted
    ("facing", "i2"),  # with `fixed`
    ("spare", "i2", (3,)),
)


def game_type(size: int) -> np.dtype[np.void]:
    """The record of a game with at most so many figures a side."""
    return record(
        ("dice", dice_type(SUBJECTS)),  # the only part that position text, equality and hash leave out
        ("turn", "i2"),  # 0: setting up
        ("decision", "i2"),
        ("decider", "i2"),
        ("ending", "i2"),
        ("winner", "i2"),
        ("stage", "i2"),  # what the engine does next; 0 where somebody decides
        ("attacker", "i2"),  # side (DE1)
        ("zones", "i2"),  # LONG, SHORT, HALF
        ("turned", "i2"),  # 1: the terrain is turned by half (DE1): `world.ground[1]`
        ("first", "i2"),  # side that has the first part of each turn (TU1)
        ("acting", "i2"),  # side whose part it is; NONE in turn 0
        ("action", "i2"),  # of the part: 1, 2; 0 in turn 0
        ("unit", "i2"),  # unit id: that is placed, ordered, has its second act, or is under way; NONE
        ("act", "i2"),  # NO_ACT … CHARGES
        ("heading", "i2"),  # of MOVES, FORCED, CHARGES
        ("whole", "i2"),  # quarters of the move in all; of a charge parts (K of ME1)
        ("at", "i2"),  # quarters, or parts, gone so far
        ("target", "i2"),  # unit id that is charged; NONE
        ("near", "i2"),  # unit id: the nearest enemy in sight when this order began (MO4); NONE
        ("asked", "i2"),  # unit id that is asked: HIDE, REACT; NONE
        ("fires", "i2"),  # units of the other side that have said `fire` at this stop, bits
        ("declined", "i2"),  # 1: AM3
        ("fallen", "i2"),  # sides whose commander fell in this turn, bits (MO3)
        ("holder", "i2"),  # VI2: side that held the objective at the end of the last turn; NONE
        ("held", "i2"),  # and turns on end
        ("next", "i2"),  # how far the stage is: a number in order
        ("spare", "i2", (2,)),
        ("units", UNIT, (2, UNITS)),
        ("figures", FIGURE, (2, size)),
    )


def world_type(size: int) -> np.dtype[np.void]:
    """The record of the table, the forces and the rules, for the same size."""
    return record(
        ("ground", GROUND, (2,)),  # as the scenario has it, and turned by half
        ("slots", "i4", (3, MOST_SLOTS, 2)),  # by zones, as Blue has them; Grey's turned by half (DE3)
        ("counts", "i4", (4,)),  # of slots; the last one is spare
        ("commander", "i4", (2,)),  # figure id (UN2); NONE
        ("costs", "i4", (2,)),  # points of each side (VI1)
        ("troops", TROOP, (2, UNITS)),
        ("men", MAN, (2, size)),
        ("rules", RULES),
    )


GAMES = {size: game_type(size) for size in SIZES}
WORLDS = {size: world_type(size) for size in SIZES}
for _dtype in GAMES.values():
    check_header(_dtype)
for _dtype in (FIGURE, UNIT, RULES, GROUND, MAN, TROOP, *WORLDS.values()):
    check_record(_dtype)
