"""What a policy sees: the battle from its own side (W4), as numbers from -1 to 1.

`vector` is the battle's row, then a row for each ship and battery, those that the own team built first, by number.
The tables name every number in the order in which it is written.
"""

import numpy as np

from beat_to_quarters.rules import state, turns, victory
from beat_to_quarters.rules.ships import attitude, cost_of, crew_of, is_afloat, on_map, stern_of, ties_of
from beat_to_quarters.rules.state import PORT, SHIPS, STARBOARD, STRIDE, Game, Ship, World
from beat_to_quarters.waters import FARTHEST_SEEN, waters
from tabletop.base.arrays import Float32, Int16, Int64
from tabletop.compiled.compiling import rule
from tabletop.game.encodings import Entry, row_fields
from tabletop.game.header import Record, record
from tabletop.game.hex_grid import DIRECTIONS

VERSION = 1
DECIDES = state.DECISIONS[state.BUY : state.BOARD + 1]
WEATHERS = ("normal", "perfect", "heavy and poor", "heavy", "poor")
ACTS = ("sails", "recovers", "kedges", "swings", "turned")
STATES = ("in action", "struck", "secured", "prize", "fireship", "sunk", "withdrawn", "unplaced")
ATTITUDES = "DCAB"  # WI3: by hexsides from the wind
WAYS = ("ahead", "port bow", "port quarter", "astern", "starboard quarter", "starboard bow")
MOST_LEFT = 20  # hexes of a way (MO4), of which a share is shown
MOST_MASTS = 3
WORST_RATE = 9  # of a ship afloat (DA2)
MOST_COST = 65.0  # SH6

BATTLE = (
    Entry("turns left", "turns after this one, as a share of all (TS3)"),
    Entry("own phase", "1: it is a phase of the own team (TS1)"),
    Entry("other phase", "1: it is a phase of the other team"),
    Entry("own first", "1: the own team is the turn's first team (TS2)"),
    Entry("other first", "1: the other team is"),
    Entry("other decides", "1: the other team decides"),
    Entry("own chips", "own chips left in the bag, as a share of 3 (TS1)"),
    Entry("other chips", "likewise the other team's"),
    Entry("storm", "1: the weather's chip is in the bag (WE1)"),
    Entry("hexes left", f"hexes that the acting ship has still to go, as a share of {MOST_LEFT} (MO4)"),
    Entry("turned", "hexsides that it has turned, to port, as a share of 3 (TK1)", -1.0),
    Entry("own holds on", "1: the own team holds on (AC3)"),
    Entry("other holds on", "1: the other team does"),
    Entry("own points", "own points, as a share of what the other team's ships cost (VI3)"),
    Entry("other points", "likewise the other team's"),
    Entry("lead", "the lead in points, as a share of the dearer fleet's cost", -1.0),
    Entry("own alone", "1: the own team goes on alone (VI1)"),
    Entry("other alone", "1: the other team does"),
    Entry("asked", "number of the order or rate that is being given or bought, as a share of 10 (SQ3, SU1)"),
    Entry("column", "column chosen for the ship that is placed, seen from the own side (SU2)", -1.0),
    Entry("row", "row chosen for it, likewise", -1.0),
    Entry("own money", "what the own team has left to buy ships, as a share of all (SU1)"),
    Entry("other money", "likewise the other team"),
    Entry("own orders", "orders that the own team has given in this phase, as a share of 2 (SQ3)"),
    Entry("own shots", "phases in which the own team may load other shot, as a share of 6 (AM1)"),
    Entry("other shots", "likewise the other team"),
    *(Entry(f"die {n}", "of the acting ship's dice, highest first, as a share of 4 (MO1)") for n in range(1, 6)),
    *(Entry(f"wind {name}", f"1: it comes from {name} as the own side sees it (WI1)") for name in DIRECTIONS),
    *(Entry(f"weather {name}", f"1: {name} weather (WE3)") for name in WEATHERS),
    *(Entry(f"act {name}", f"1: the act is of this kind: {name}") for name in ACTS),
    *(Entry(f"decides {name}", f"1: the own team decides: {name}") for name in DECIDES),
)
SHIP = (
    Entry("battery", "1: a battery on land (SB1)"),
    Entry("own", "1: the own team has it (ST2)"),
    Entry("column", "of the bow, from the west as the own side sees it", -1.0),
    Entry("row", "of the bow, from the north as the own side sees it", -1.0),
    Entry("rate", "now, as a share of 9 (SH3)"),
    Entry("built", "rate as built, as a share of 8"),
    Entry("cost", "as it began, as a share of 65 (SH6)"),
    Entry("crew", "now: -0.25 and less below poor, 0 poor, 1 elite (SH4)", -1.0),
    Entry("masts", "that stand, as a share of 3"),
    Entry("hung port", "1: a mast hangs over the port side (RG2)"),
    Entry("hung starboard", "1: likewise to starboard"),
    Entry("steering", "1: damaged steering (DA4)"),
    Entry("burning", "1: on fire (FI1)"),
    Entry("in irons", "1: in irons (TK5)"),
    Entry("recovered", "1: in irons, and free in its next act (TK5)"),
    Entry("still", "1: its bow has entered no hex in its last act (DR1)"),
    Entry("aground", "1: aground (AG1)"),
    Entry("anchor bow", "1: at anchor by the bow (AN1)"),
    Entry("anchor stern", "1: at anchor by the stern"),
    Entry("weighing", "turns until its anchor is up, as a share of 2 (AN3)"),
    Entry("cut", "1: it has no anchor any more (AN4)"),
    Entry("swung", "hexsides turned at anchor in this turn, as a share of 2 (AN2)"),
    Entry("fired port", "1: its port side has fired in this turn (GU1)"),
    Entry("fired starboard", "1: its starboard side has"),
    Entry("fired bow", "1: its bow chasers, or a battery's guns, have"),
    Entry("fired stern", "1: its stern chasers have"),
    Entry("fired again", "1: a side has fired a second time (NA3)"),
    Entry("acted", "1: it has acted in this phase (AC1)"),
    Entry("tried", "1: it has tried to grapple in this phase (GR1)"),
    Entry("target", "1: somebody has tried to grapple it in this phase"),
    Entry("drifted", "1: it has drifted with others in this turn (DR4)"),
    Entry("boarded", "1: boarded in this turn, and not taken (BO4)"),
    Entry("acting", "1: it acts, or is asked"),
    Entry("through", "1: the acting ship comes upon it (CF2)"),
    Entry("tied own", "1: tied to a ship that the own team has (SH9)"),
    Entry("tied other", "1: tied to a ship that the other team has"),
    Entry("squadron", "its number, as a share of 4 (SQ1)"),
    Entry("order", "place in its squadron, from the ship ahead, as a share of 10"),
    Entry("trail", "hexes of wake to the ship ahead, as a share of 20 (SQ7)"),
    Entry("named", "1: named for the order that is given (SQ3)"),
    Entry("load port", "load of its port side, as a share of 4: round, hot, chain, double, grape (AM1)"),
    Entry("load starboard", "likewise to starboard"),
    Entry("loading port", "command phases until its port side is loaded, as a share of 2 (AM4)"),
    Entry("loading starboard", "likewise to starboard"),
    Entry("chasers", "set, or set or removed in this turn, as a share of 3 (CH1)"),
    Entry("ablaze", "acts that a fireship has left, as a share of 4 (FS1)"),
    *(Entry(f"state {name}", f"1: {name} (SH8)") for name in STATES),
    *(Entry(f"heading {name}", f"1: it heads {name} as the own side sees it (SH1)") for name in DIRECTIONS),
    *(Entry(f"attitude {name}", f"1: attitude {name} (WI3)") for name in ATTITUDES),
    *(Entry(f"water {way}", f"free hexes {way}, up to {FARTHEST_SEEN}, as a share") for way in WAYS),
)
_BATTLE = len(BATTLE)
_TAIL = state.MOST_DICE + len(DIRECTIONS) + len(WEATHERS) + len(ACTS) + len(DECIDES)
_ROWS = len(STATES) + len(DIRECTIONS) + len(ATTITUDES) + len(WAYS)
BATTLE_ROW = record(
    *row_fields(BATTLE[:-_TAIL]),
    ("dice", "f4", (state.MOST_DICE,)),
    ("wind", "f4", (len(DIRECTIONS),)),
    ("weather", "f4", (len(WEATHERS),)),
    ("act", "f4", (len(ACTS),)),
    ("decides", "f4", (len(DECIDES),)),
)
SHIP_ROW = record(
    *row_fields(SHIP[:-_ROWS]),
    ("state", "f4", (len(STATES),)),
    ("heading", "f4", (len(DIRECTIONS),)),
    ("attitude", "f4", (len(ATTITUDES),)),
    ("water", "f4", (len(WAYS),)),
)


@rule(shared=True)
def observe(world: World, game: Game, team: int, cells: Int16, out: Float32) -> None:
    """Write an observation as `team` sees it; `cells` is the encoding's; out float32 [D]."""
    out[:] = 0.0
    observe_battle(world, game, team, out)
    fleet = int(world.rules.fleet)
    rows = out[_BATTLE:].view(SHIP_ROW)
    free = np.zeros(6, np.int64)
    own, other = held_by(game, team), held_by(game, 1 - team)
    for side in range(2):
        for number in range(fleet):
            who = STRIDE * (team ^ side) + number
            if game.ships[team ^ side, number].state != 0:
                observe_ship(world, game, team, who, own, other, free, rows[side * fleet + number])


@rule
def held_by(game: Game, team: int) -> int:
    """The ships that a team has, in bits."""
    ships = 0
    for who in range(SHIPS):
        ship = game.ships[who // STRIDE, who % STRIDE]
        if ship.state != 0 and ship.holder == team:
            ships |= 1 << who
    return ships


@rule
def seen(team: int, direction: int) -> int:
    """W4: a direction as a team sees it."""
    return (int(direction) + 3 * team) % 6


@rule
def across(world: World, team: int, q: int, r: int) -> float:
    """Where a hex lies from west to east as a team sees it, -1 to 1."""
    most = 2 * int(world.rules.columns) - 1
    middle = 2 * (2 * int(q) + int(r)) - most
    return (middle if team == 0 else -middle) / most


@rule
def down(world: World, team: int, r: int) -> float:
    """Where a row lies from north to south as a team sees it, -1 to 1."""
    most = int(world.rules.rows) - 1
    middle = 2 * int(r) - most
    return (middle if team == 0 else -middle) / most


@rule
def fleet_cost(world: World, game: Game, team: int) -> float:
    """What the ships that a team built cost together (SH6); 1: it has none yet."""
    cost = 0
    for number in range(game.team[team].own):
        if game.ships[team, number].state != 0:
            cost += cost_of(world, game.ships[team, number])
    return float(max(1, cost))


@rule
def observe_battle(world: World, game: Game, team: int, out: Float32) -> None:
    """Write the row BATTLE; out float32, all 0 before."""
    row = out[:_BATTLE].view(BATTLE_ROW)[0]
    rules, own, other = world.rules, game.team[team], game.team[1 - team]
    row.turns_left = 1.0 - game.turn / rules.turns
    row.own_phase = 1.0 if game.acting == team else 0.0
    row.other_phase = 1.0 if game.acting == 1 - team else 0.0
    row.own_first = 1.0 if game.first == team else 0.0
    row.other_first = 1.0 if game.first == 1 - team else 0.0
    if game.decider == team and state.BUY <= game.decision < state.GOES_ON:
        row.decides[game.decision - state.BUY] = 1.0
    elif game.decider == 1 - team:
        row.other_decides = 1.0
    row.own_chips, row.other_chips = own.chips / turns.EACH, other.chips / turns.EACH
    row.storm = game.storm
    row.hexes_left = min(1.0, game.left / MOST_LEFT)
    row.turned = game.turned / 3.0
    row.own_holds_on = int(game.held) >> team & 1
    row.other_holds_on = int(game.held) >> (1 - team) & 1
    own_points, other_points = victory.points_of(world, game, team), victory.points_of(world, game, 1 - team)
    own_cost, other_cost = fleet_cost(world, game, team), fleet_cost(world, game, 1 - team)
    row.own_points = own_points / other_cost
    row.other_points = other_points / own_cost
    row.lead = (own_points - other_points) / max(own_cost, other_cost)
    row.own_alone = 1.0 if game.alone == team else 0.0
    row.other_alone = 1.0 if game.alone == 1 - team else 0.0
    if game.decision == state.ROW or game.decision == state.HEADING:
        most = int(rules.columns) - 1
        row.column = (2 * (int(game.asked) - 1) - most) / most * (1.0 if team == 0 else -1.0)
        row.row = down(world, team, int(game.place) - 1) if game.place > 0 else 0.0
    else:
        row.asked = min(1.0, game.asked / 10.0)
    if rules.points > 0:
        row.own_money, row.other_money = own.money / rules.points, other.money / rules.points
    row.own_orders = min(1.0, own.orders / 2.0)
    row.own_shots, row.other_shots = own.shots / 6.0, other.shots / 6.0
    for die in range(state.MOST_DICE):
        row.dice[die] = game.rolled[die] / 4.0
    row.wind[seen(team, game.wind)] = 1.0
    row.weather[game.weather] = 1.0
    if game.act > 0:  # a ship that catches up (SQ5) and a fireship (FS1) sail
        row.act[0 if game.act > len(ACTS) else game.act - 1] = 1.0


@rule
def is_placed(world: World, game: Game, ship: Ship) -> bool:
    """SU2: whether a ship has its place yet; where it waits for one its stern would be off the map."""
    if game.turn > 0:
        return True
    back_q, back_r = stern_of(ship)
    return on_map(world, back_q, back_r)


@rule
def observe_ship(world: World, game: Game, team: int, who: int, own: int, other: int, free: Int64, row: Record) -> None:
    """Write the row SHIP of a ship, all 0 before; `own`, `other`: ships that the teams have, `free`: int64 [6]."""
    ship = game.ships[who // STRIDE, who % STRIDE]
    row.state[ship.state - 1] = 1.0
    row.battery = ship.battery
    row.own = 1.0 if ship.holder == team else 0.0
    row.built = ship.built / 8.0
    row.cost = cost_of(world, ship) / MOST_COST
    row.acting = 1.0 if game.ship == who else 0.0
    row.rate = ship.rate / WORST_RATE
    row.crew = max(-1.0, (crew_of(ship) + 1) / 4.0)
    row.masts = ship.masts / MOST_MASTS
    if not is_afloat(ship) or not is_placed(world, game, ship):
        return
    row.column, row.row = across(world, team, ship.q, ship.r), down(world, team, ship.r)
    row.heading[seen(team, ship.heading)] = 1.0
    hung, fired = int(ship.hung), int(ship.fired)
    row.fired_bow, row.fired_stern = 1.0 if fired & state.BOW else 0.0, 1.0 if fired & state.STERN else 0.0
    row.acted = ship.acted
    if ship.battery == 1:
        return
    row.attitude[attitude(game, ship)] = 1.0
    row.hung_port, row.hung_starboard = 1.0 if hung & PORT else 0.0, 1.0 if hung & STARBOARD else 0.0
    row.fired_port, row.fired_starboard = 1.0 if fired & PORT else 0.0, 1.0 if fired & STARBOARD else 0.0
    row.fired_again = 1.0 if ship.again != 0 else 0.0
    row.steering, row.burning, row.still, row.aground = ship.steering, ship.burning, ship.still, ship.aground
    row.in_irons = 1.0 if ship.irons == state.IN_IRONS else 0.0
    row.recovered = 1.0 if ship.irons == state.RECOVERED else 0.0
    row.anchor_bow = 1.0 if ship.anchor == state.BY_BOW else 0.0
    row.anchor_stern = 1.0 if ship.anchor == state.BY_STERN else 0.0
    row.weighing, row.cut, row.swung = ship.weighing / 2.0, ship.cut, ship.swung / 2.0
    row.tried, row.target, row.drifted, row.boarded = ship.tried, ship.target, ship.drifted, ship.boarded
    row.through = 1.0 if game.through == who else 0.0
    ties = ties_of(ship)
    row.tied_own, row.tied_other = 1.0 if ties & own else 0.0, 1.0 if ties & other else 0.0
    row.squadron, row.order, row.trail = ship.squadron / 4.0, ship.order / 10.0, ship.trail / 20.0
    row.named = 1.0 if int(game.lining) >> who & 1 else 0.0
    row.load_port, row.load_starboard = ship.loads[0] / 4.0, ship.loads[1] / 4.0
    row.loading_port, row.loading_starboard = min(1.0, ship.loading[0] / 2.0), min(1.0, ship.loading[1] / 2.0)
    row.chasers, row.ablaze = ship.chasers / 3.0, min(1.0, ship.ablaze / 4.0)
    if game.turn == 0:
        return
    waters(world, game, ship, free)
    for way in range(6):
        row.water[way] = free[way] / FARTHEST_SEEN
