"""The game as one NumPy record, the sea and the rules as another: every field, once, with its meaning.

Ids: a ship is `10 * team that built it + number`, White's 0..9, Black's 10..19; batteries are numbered after the ships
of their team (SB3). SHIP is the ship card (SH5). Hexes are axial (q, r), directions as MP3. One pair of records serves
all sizes.
"""

from tabletop.game.header import NONE as NONE  # "no ship", "no hex", "nobody", everywhere
from tabletop.game.header import OVER as OVER
from tabletop.game.header import RUNNING as RUNNING
from tabletop.game.header import Record, check_header, check_record, dice_type, record

VERSION = 1  # of the record's layout and of what its fields mean
WHITE, BLACK = 0, 1
STRIDE = 10  # ship id = STRIDE * team + number; also the most ships a team has (SH2)
SHIPS = 2 * STRIDE
MOST_COLUMNS, MOST_ROWS = 60, 40  # MP1
HEXES = MOST_COLUMNS * MOST_ROWS
RATES = 8  # SH3: a ship has a rate of 1 to 8
SQUADRONS = 4  # SQ1, a team
MOST_DICE = 5  # 4 of the table, 1 more in perfect weather (WE3)
FARTHEST = 4 * MOST_DICE  # hexes of a way
REACH = 13  # of a gun (GU3)

# Kinds of decision, and the names of all, by number.
BUY, COLUMN, ROW, HEADING, ORDER, MEMBER, LOAD, ABANDON, CLEAR, LOOSE, CHASERS = range(1, 12)
PICK, SAIL, ADVANCE, PASS, MOMENT, ANSWER, TURN, TACK, BOARD = range(12, 21)
GOES_ON, NEXT_CHIP = 21, 22  # nobody decides: the engine's own next piece (CO, BO), and the next chip (TS1)
DECISIONS = (
    *("", "buy", "column", "row", "heading", "order", "ship", "load", "abandon", "clear", "loose", "chasers"),
    *("pick", "sail", "advance", "pass", "moment", "answer", "turn", "tack", "board", "goes on", "chip"),
)
# How a battle ended (VI1, VI2).
VICTORY, TIME = 1, 2
# What the engine does next where nobody decides.
CHIP, ORDERS, LOADS, ABLAZE, GIVING_UP = range(1, 6)  # TS1, then CO1 in the order of the page
CLEARING, CUTTING_LOOSE, IRONS, MASTS, STEERING, FIRES = range(6, 12)  # CO2 to CO7
GROUPS, DRIFTING, SETTING_CHASERS = range(12, 15)  # CO8, CO9, CO9a
PICKING, READY, UNDER_WAY = range(15, 18)  # AC1, AC2 (1), MO4
ACTING, ANSWERING, TURNING = range(18, 21)  # AC3: the acting team's half of a moment, and the other's; TK1
BOARDING, BUYING, PLACING, IN_SQUADRON = range(21, 25)  # BO1, SU1, SU2, SQ6 to SQ9
# The same after each decision, by its number.
STAGES = (
    *(0, BUYING, PLACING, PLACING, PLACING, ORDERS, ORDERS, LOADS, GIVING_UP, CLEARING, CUTTING_LOOSE),
    *(SETTING_CHASERS, PICKING, READY, READY, UNDER_WAY, ACTING, ANSWERING, TURNING, TURNING, BOARDING, 0, CHIP),
)
# A ship's state (SH8); 0: there is none of this number.
IN_ACTION, STRUCK, SECURED, PRIZE, FIRESHIP, SUNK, WITHDRAWN, UNPLACED = range(1, 9)
# Sides, and ends for chasers (CH): bits of `fired`, of `hung` and of a shot.
PORT, STARBOARD, BOW, STERN = 1, 2, 4, 8
# What an act is: how far it may still turn, and what its moments lead to.
NO_ACT, SAILS, RECOVERS, KEDGES, SWINGS, TURNED, CATCHES_UP, BLAZES = range(8)
# A ship in irons; RECOVERED: its check has passed (TK5).
IN_IRONS, RECOVERED = 1, 2
# At anchor (AN1): by the bow, by the stern.
BY_BOW, BY_STERN = 1, 2
SET, SET_NOW, REMOVED_NOW = 1, 2, 3  # chasers (CH1)
# Switches with names.
CORNERS, LINES, CHOSEN, FIXED = range(4)  # SU2
BRITISH, AMERICAN, SPANISH, OTHER = range(1, 5)  # NA
NORMAL, PERFECT, HEAVY_POOR, HEAVY, POOR = range(5)  # weather (WE3)
ROUND, HOT, CHAIN, DOUBLE, GRAPE = range(5)  # loads (AM1)
AHEAD, ABREAST = 0, 1  # formations (SQ1)

# Results of the damage table (DT), as draws write them.
NOTHING, ONE, TWO, THREE, MAST, STEER, STRIKE, SINK, EXPLODE, FIRE = range(10)
COLUMNS, LINE = 11, 12  # of the table
MOST_COLUMN = 2 * (COLUMNS - 1) + 5  # GU9: a rate of 9 raked by a rate of 1 at range 1, with the best dice and nation
EFFECTS = 6  # that are expected of a column (`tables.expected`)

# Subjects of draws: ships 0..19, then
TEAM_SUBJECT, TABLE, SUBJECTS = 20, 22, 24
# Purposes of draws, in the order of the page's table, and their names.
WIND_LOT, CREW_LOT, CHIP_LOT, SHIFT, SHIFT_BY, WEATHER_LOT, CHECK, SPEED, GUNNERY, DAMAGE = range(1, 11)
MAST_FALLS, SIDE, POWDER, FOUL, DRIFT, MELEE, RESIST, SHOTS, SPARK = range(11, 20)
PURPOSES = (
    *("wind", "crew", "chip", "shift", "turn", "weather", "check", "speed", "gunnery", "damage"),
    *("mast", "side", "powder", "foul", "drift", "melee", "resist", "shots", "spark"),
)

# Fields that hold a set of ships: of a squadron that acts, or of one that is being formed.
LINE_SETS = ("line", "moving", "going", "gone", "halting", "swinging", "swung", "tacking", "lining")

# Types of the records. (NumPy's types don't name fields; this page does.)
Game = Record
World = Record
Chance = Record
Ship = Record

SHIP = record(
    ("fouled", "i4"),  # ids, in bits (CF2)
    ("grappled", "i4"),  # likewise (GR2)
    ("wake", "i4", (2,)),  # directions of the way to the ship ahead, ten in 30 bits, the next one lowest (SQ7)
    ("state", "i2"),
    ("holder", "i2"),  # team that has it: that built it, or that took it (ST2)
    ("battery", "i2"),  # 1: a battery on land (SB)
    ("q", "i2"),  # the bow's hex; off the map: 0
    ("r", "i2"),
    ("heading", "i2"),  # from the stern to the bow (SH1)
    ("built", "i2"),  # rate as built (SH3)
    ("rate", "i2"),  # now
    ("skill", "i2"),  # crew as it first came aboard, -1 to 3 (SH4)
    ("manned", "i2"),  # 1: a prize that sails, whose crew is poor at least (ST2)
    ("rigged", "i2"),  # masts as built
    ("masts", "i2"),  # that stand
    ("hung", "i2"),  # PORT, STARBOARD: a mast hangs over the side (RG2)
    ("steering", "i2"),  # 1: damaged (DA4)
    ("burning", "i2"),  # 1: on fire (FI1)
    ("irons", "i2"),  # IN_IRONS, RECOVERED (TK5)
    ("still", "i2"),  # 1: its bow entered no hex in its last act (DR1)
    ("aground", "i2"),  # 1 (AG1)
    ("anchor", "i2"),  # BY_BOW, BY_STERN (AN1)
    ("weighing", "i2"),  # turns until the anchor is up (AN3)
    ("cut", "i2"),  # 1: it has no anchor any more (AN4)
    ("swung", "i2"),  # hexsides turned at anchor in this turn (AN2)
    ("fired", "i2"),  # PORT, STARBOARD, BOW, STERN: fired in this turn (GU1)
    ("again", "i2"),  # British: fired a second time (NA3); and `phase`: in this phase
    ("phase", "i2"),
    ("acted", "i2"),  # 1: in this phase (AC1)
    ("tried", "i2"),  # 1: has tried to grapple in this phase (GR1)
    ("target", "i2"),  # 1: somebody has tried to grapple it in this phase (GR1)
    ("drifted", "i2"),  # 1: with a group in this turn (DR4)
    ("boarded", "i2"),  # 1: was boarded, and wasn't taken, in this turn (BO4)
    ("squadron", "i2"),  # 0: none (SQ1)
    ("order", "i2"),  # place in its squadron, or in one that is being formed, from 0
    ("trail", "i2"),  # directions of its wake
    ("loads", "i2", (2,)),  # of the port and the starboard side (AM1)
    ("loading", "i2", (2,)),  # command phases until it is loaded double (AM4)
    ("chasers", "i2"),  # SET (CH1), SET_NOW, REMOVED_NOW: in this turn
    ("ablaze", "i2"),  # acts that a fireship has left (FS1)
    ("steered", "i2"),  # 1: a fireship that has been boarded (FS3)
)
TEAM = record(
    ("chips", "i2"),  # left in the bag (TS1)
    ("shots", "i2"),  # command phases in which other loads than round shot may be chosen (AM1)
    ("orders", "i2"),  # given in this command phase (SQ3)
    ("abreast", "i2"),  # squadrons in line abreast, in bits; the others are in line ahead (SQ1)
    ("wheeled", "i2"),  # squadrons that have turned in this turn, in bits (SQ6)
    ("money", "i2"),  # left to buy ships (SU1)
    ("passed", "i2"),  # 1: buys no more
    ("own", "i2"),  # number of its ships and batteries
)
GAME = record(
    ("dice", dice_type(SUBJECTS)),  # the only part that position text, equality and hash leave out
    ("turn", "i2"),  # 0: buying and placing (SU)
    ("decision", "i2"),
    ("decider", "i2"),
    ("ending", "i2"),
    ("winner", "i2"),
    ("stage", "i2"),  # what the engine does next
    ("ships", SHIP, (2, STRIDE)),  # here, since its fields of 32 bits have to be at a multiple of 4 bytes
    # Sets of ships, in bits: of a squadron that acts, or of one that is being formed.
    ("line", "i4"),  # all that act as one (SQ6); 0: a ship acts alone
    ("moving", "i4"),  # those that haven't been stopped
    ("going", "i4"),  # that have to enter their next hex
    ("gone", "i4"),  # that have entered it, and have their moment to come
    ("halting", "i4"),  # that something has stopped
    ("swinging", "i4"),  # that have to turn
    ("swung", "i4"),  # that have turned, and have their moment to come
    ("tacking", "i4"),  # that have come into the wind
    ("lining", "i4"),  # that get clear of one ahead, to a line abreast of their own (SQ9), or are named (SQ3)
    ("at", "i2"),  # how far it is in it: a number in order (W6)
    ("acting", "i2"),  # team whose phase it is; NONE: between phases
    ("first", "i2"),  # team whose chip came first in this turn (TS2); NONE: none has come
    ("alone", "i2"),  # team that goes on alone (VI1); NONE: none does
    ("wind", "i2"),  # direction it comes from (WI1)
    ("weather", "i2"),  # WE3
    ("storm", "i2"),  # 1: the weather's chip is in the bag (WE1)
    ("ship", "i2"),  # id: that acts, or is asked
    ("act", "i2"),  # SAILS … TURNED
    ("left", "i2"),  # hexes of its way still to go (MO4)
    ("rolled", "i2", (MOST_DICE,)),  # its dice, highest first (MO1); 0: none
    ("turned", "i2"),  # hexsides it has turned in this act, to port; negative: to starboard
    ("held", "i2"),  # teams that hold on, in bits (AC3)
    ("through", "i2"),  # id of the ship that CF2 asks about
    ("asked", "i2"),  # what is being told or bought: an order, a rate, a column (SQ3, SU)
    ("place", "i2"),  # with `asked`: a row in SU2
    ("side", "i2"),  # to which a squadron turns: 1 port, -1 starboard (SQ8)
    ("entering", "i2"),  # 1: ships of a squadron are entering their next hex (SQ7)
    ("team", TEAM, (2,)),
    ("spare", "i2", (2,)),
)
# Numbers of actions that only some scenarios have; of prizes: F, with `prizes` = `sail`, else 0.
COUNTED = (
    *("prizes", "anchors", "orders", "loads", "guns", "blazes", "acrosses", "downs", "headings", "hulls", "crews"),
    *("dones", "successions"),
)
RULES = record(
    ("columns", "i2"),
    ("rows", "i2"),
    ("fleet", "i2"),  # F (SU4)
    ("turns", "i2"),
    ("points", "i2"),
    ("deployment", "i2"),
    ("wind", "i2"),  # NONE: drawn (WI1)
    ("squadrons", "i2"),
    ("field", "i2"),  # victory (VI1)
    ("stops", "i2"),  # passing (CF2)
    ("barred", "i2"),  # swing (TK3)
    ("kept", "i2"),  # last_die (MO1)
    ("together", "i2"),  # drift (DR3)
    ("alongside", "i2"),  # DR5
    ("sailing", "i2"),  # prizes (ST2)
    ("fires", "i2"),  # dismasted (GU6)
    ("drawn", "i2"),  # crews (SO1)
    ("chasers", "i2"),
    ("weather", "i2"),
    ("shoals", "i2"),
    ("shot", "i2"),
    ("fireships", "i2"),
    ("solo", "i2"),  # SO5
    ("nations", "i2", (2,)),
    ("usual", "i2"),  # 1: the damage table is DT, whose columns are urns
    *((counted, "i2") for counted in COUNTED),
    ("spare", "i2"),
)
SEA = record(
    ("start", SHIP, (2, STRIDE)),  # as the battle begins; places only with `fixed`
    ("land", "i1", (HEXES,)),  # 1: land (MP4)
    ("depth", "i1", (HEXES,)),  # of shoals, 1 to 8 (SL); 0: deep
    ("damage", "i2", (LINE, COLUMNS)),  # DT
    ("range", "i2", (REACH + 1,)),  # modifier by range (GU8)
    ("dice", "i2", (RATES + 1, 2, 4)),  # D4 by rate, whether it has two masts, attitude D C A B (SH6)
    ("turn", "i2", (RATES + 1,)),  # hexsides (SH6)
    ("cost", "i2", (2, RATES + 1, 5)),  # of ships and of batteries, by crew from poor (SH6, SB1)
    ("rig", "i2", (RATES + 1,)),  # masts of a ship that is bought
    ("own", "i2", (2,)),  # ships and batteries of each team
    ("abreast", "i2", (2,)),  # squadrons of each team that begin in line abreast, in bits
)
WORLD = record(
    ("expected", "f8", (MOST_COLUMN + 1, EFFECTS)),  # what each column of DT does on average (`tables.expected`)
    ("sea", SEA),
    ("rules", RULES),
    ("spare", "i2", (2,)),
)

check_header(GAME)
for _dtype in (SHIP, TEAM, RULES, WORLD):
    check_record(_dtype)
    assert _dtype.itemsize % (4 if _dtype in (SHIP, WORLD) else 2) == 0, "32 bits stand at a multiple of 4 bytes"
