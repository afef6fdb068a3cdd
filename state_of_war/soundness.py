"""What must hold in every position of every battle, for `verify`; positions in which it doesn't are refused.

A fault is a number of FAULTS; of a unit or figure it comes with who: `100 * (1 + subject) + fault` (`state.py` has
subjects).
"""

from state_of_war.actions import figure_name, unit_name
from state_of_war.rules import state
from state_of_war.rules.figures import (
    all_mounted,
    has_horses,
    in_contact,
    is_of,
    men_of,
    radius_of,
    standing,
    troop_of,
    unit_id,
    up_table,
)
from state_of_war.rules.ranks import ON_FOOT, ON_HORSE, TWO_RANKS, place_in_ranks, width_of
from state_of_war.rules.setup import next_to_place, slot_point, units_of, units_placed, zone_of
from state_of_war.rules.state import (
    ABSENT,
    BY_PLAYERS,
    DISABLED,
    FIXED,
    HIDE,
    LEFT_HORSE,
    LOADING,
    MORALE,
    MOUNTED,
    MOVES,
    NO_ACT,
    NO_HORSE,
    NONE,
    ORDER,
    OVER,
    REACT,
    ROUTED,
    RUNNING,
    SECOND,
    SHOTS,
    SLOT,
    SPOT,
    STANDING,
    STEADY,
    STRIDE,
    THROUGH,
    UNIT_SUBJECT,
    UNITS,
    UNPLACED,
    Figure,
    Game,
    Man,
    Unit,
    World,
)
from state_of_war.scenario import Scenario
from tabletop.base.arrays import Records
from tabletop.compiled.compiling import jitable, rule
from tabletop.game.open_table import covers, nearer, side, within
from tabletop.game.position_text import refuse

WHOSE = 100  # above the numbers of faults
FAULTS = (
    "",
    "turns are numbered from 1 to the scenario's last; in turn 0 sides are set up (TU5)",
    "somebody decides as long as the battle runs (TU6)",
    "this is asked of that side when it sets up, in its part, or of the other side at a stop (TU2, RE2)",
    "a turn has a part and an action, 1 or 2; turn 0 has none (TU2)",
    "attacker, zones and turned terrain come from the scenario, or from dice with setup players (DE1)",
    "the attacker has the first part, if that isn't drawn (TU1)",
    "this unit isn't the next to be placed (DE3)",
    "nobody is asked to hide, or hidden, with ambush off; who is asked isn't hidden, and all stand (AM1, AM2)",
    "AM3 is asked in the first action, and declined only there (AM3)",
    "the unit is one of the acting side, with somebody standing, that is ordered, has its second act, or moves (TU2)",
    "act, at and asked are said at a stop, and of the unit that is asked to react there (RE2)",
    "near is an enemy unit with somebody standing, while a unit has its order (MO4)",
    "fires are units of the other side that stand, at a stop (RE2)",
    "the commander of this side hasn't fallen (MO3)",
    "held is said of an objective, of no more turns than there were (VI2)",
    "a side without men on the table has lost (VI5)",
    "there is no such unit, or detachment (UN5, UN6)",
    "a unit with nobody standing has nothing else (UN6)",
    "what morale made of a unit is fresh in its own side's part only (MO6)",
    "a unit that began mounted has a facing, and no other one (MV4)",
    "horses stand at a marker as long as a standing figure of the unit has one there (MV7)",
    "orders, shots and charges of an action are the acting side's (TU2)",
    "shots are declared by a unit whose figures aim, at an enemy unit with somebody standing (SH1, SH2)",
    "a unit has been charged by enemy units that there are (ME4)",
    "won is said after the melees only (MO4)",
    "units come by number, and whole, when they are placed (DE3)",
    "it has this place by the scenario's slots or places, and nothing has happened yet (DE3)",
    "who isn't on the table has nothing else; a disabled man lies there with fallen targets only (W4)",
    "through is said of the attacker's figures, with exit (VI3)",
    "a base lies on the table (TA2, MV3)",
    "no middle is in a building or water (MV3)",
    "no middle is on a wall or fence (MV3)",
    "bases don't overlap (TA2)",
    "he is mounted, has left his horse, or lost it, if he began mounted (MV7)",
    "a wound is one: with two he is out (SH7)",
    "so many steps no weapon of his needs (LD1)",
    "ready is who has a loaded weapon (RE1)",
    "acted is said of the acting side (AC2)",
    "who has gone began on the table (TU3)",
    "candidates stand, and the weapon that is aimed has been unloaded (SH2, LD2)",
    "hidden is no unit in contact (AM1)",
    "what belongs to an action isn't there when the battle is over (TU6)",
)
(
    TURN,
    DECIDED,
    DECIDER,
    PART,
    EDGES,
    FIRST,
    PLACING,
    HIDING,
    SPOTTING,
    ORDERED,
    STOP,
    NEAR,
    FIRES,
    FALLEN,
    HELD,
    CLEARED,
    NO_UNIT,
    GONE,
    FRESH,
    FACING,
    MARKER,
    OF_ACTION,
    SHOOTS,
    CHARGED,
    WON,
    BY_NUMBER,
    PLACED,
    OUT,
    GOT_THROUGH,
    ON_TABLE,
    CLOSED,
    ON_WALL,
    OVERLAP,
    HORSE,
    WOUND,
    LOAD,
    READY,
    ACTED,
    WENT,
    AIMS,
    HIDDEN,
    LEFT,
) = range(1, len(FAULTS))


def check(scenario: Scenario, games: Records) -> None:
    """Refuse, by a ValueError of one line with the rule's number, a position that no battle reaches.

    Args:
      scenario: of the battle.
      games: the position's record, shape (1,), each field within its range.
    """
    world, game = scenario.world[0], games[0]
    if game["turn"] == 0 and game["decision"] == OVER and game["ending"] == RUNNING:
        if any(state_ not in (ABSENT, UNPLACED) for state_ in game["figures"]["state"].flat):
            refuse("nothing is said of a battle that hasn't begun (DE1)")
        return
    if fault := int(sound(world, game)):
        who, number = divmod(fault, WHOSE)
        refuse(f"{_named(scenario, who - 1)}: {FAULTS[number]}" if who else FAULTS[number])


def _named(scenario: Scenario, subject: int) -> str:
    return unit_name(subject - UNIT_SUBJECT) if subject >= UNIT_SUBJECT else figure_name(scenario, subject)


@jitable
def of_unit(unit: int, fault: int) -> int:
    """A fault of a unit."""
    return WHOSE * (1 + UNIT_SUBJECT + unit) + fault


@rule
def sound(world: World, game: Game) -> int:
    """0, or the first thing that doesn't hold: a number of FAULTS, and who (see above)."""
    fault = _battle_fault(world, game)
    if fault == 0:
        fault = _question_fault(world, game)
    for unit in range(2 * UNITS):
        if fault == 0:
            fault = _unit_fault(world, game, unit)
            if fault != 0:
                return of_unit(unit, fault)
    for number in range(2 * game.figures.shape[1]):
        if fault == 0:
            team, at = number // game.figures.shape[1], number % game.figures.shape[1]
            fault = _figure_fault(world, game, team, at)
            if fault != 0:
                return WHOSE * (1 + team * STRIDE + at) + fault
    return fault


# The battle.


@rule
def _battle_fault(world: World, game: Game) -> int:
    decision, turn = int(game.decision), int(game.turn)
    before = decision == SLOT or decision == HIDE
    if turn < 0 or turn > world.rules.turns or (turn == 0) != before:
        return TURN
    is_boundary = SHOTS <= decision <= MORALE
    if (decision == OVER) != (game.ending != RUNNING) or (decision > REACT and not is_boundary):
        return DECIDED
    if (game.decider == NONE) != (decision == OVER or is_boundary):
        return DECIDED
    if before != (game.acting == NONE) or before != (game.action == 0) or game.action > 2:
        return PART
    by_dice = world.rules.setup == BY_PLAYERS
    if not by_dice and (game.attacker != world.rules.attacker or game.zones != world.rules.zones or game.turned != 0):
        return EDGES
    if game.first != game.attacker and (turn == 0 or world.rules.by_lot == 0):
        return FIRST
    if game.declined == 1 and (game.action != 1 or decision == SPOT or decision == OVER or world.rules.ambush == 0):
        return SPOTTING
    for team in range(2):
        if int(game.fallen) >> team & 1:
            chief = int(world.commander[team])
            if turn == 0 or game.figures[chief // STRIDE, chief % STRIDE].state < DISABLED:
                return FALLEN
        if turn > 0 and decision != OVER and not _anybody(game, team):
            return CLEARED
    if (game.holder == NONE) != (game.held == 0) or game.held > turn:
        return HELD
    if game.held > 0 and world.rules.objective == 0:
        return HELD
    return 0


@rule
def _anybody(game: Game, team: int) -> bool:
    for at in range(game.figures.shape[1]):
        if game.figures[team, at].state == STANDING:
            return True
    return False


@rule
def _question_fault(world: World, game: Game) -> int:
    decision, decider, unit, asked = int(game.decision), int(game.decider), int(game.unit), int(game.asked)
    has_unit = decision == SLOT or decision == ORDER or decision == SECOND or decision == REACT
    if has_unit != (unit != NONE):
        return ORDERED
    if (decision == HIDE or decision == REACT) != (asked != NONE) or (decision == REACT) != (game.act != NO_ACT):
        return STOP
    if decision == SLOT:
        if world.rules.setup != BY_PLAYERS or unit != next_to_place(world, game) or unit // UNITS != decider:
            return PLACING
    elif decision == HIDE:
        if world.rules.ambush == 0 or next_to_place(world, game) != NONE or asked // UNITS != decider:
            return HIDING
        if game.units[decider, asked % UNITS].hidden == 1 or standing(world, game, asked) == 0:
            return HIDING
    elif SPOT <= decision <= SECOND:
        if decider != game.acting:
            return DECIDER
        if decision == SPOT and (game.action != 1 or world.rules.ambush == 0):
            return SPOTTING
    elif decision == REACT and (decider != 1 - game.acting or asked // UNITS != decider):
        return DECIDER
    if decision == ORDER or decision == SECOND or decision == REACT:
        if unit // UNITS != game.acting or standing(world, game, unit) == 0:
            return ORDERED
        given = int(game.units[game.acting, unit % UNITS].given)
        if decision == ORDER and (given == 1 or in_contact(world, game, unit)):
            return ORDERED
        if decision == SECOND and (given == 0 or not all_mounted(world, game, unit)):
            return ORDERED
    if game.near != NONE:
        if not has_unit or decision == SLOT or game.near // UNITS == game.acting:
            return NEAR
        if standing(world, game, int(game.near)) == 0:
            return NEAR
    return _stop_fault(world, game)


@rule
def _stop_fault(world: World, game: Game) -> int:
    """RE2: what is said of a unit under way."""
    goes_on = MOVES <= game.act <= state.FORCED or game.act == state.CHARGES
    if goes_on != (game.at > 0) or game.at > game.whole or (game.act == state.CHARGES) != (game.target != NONE):
        return STOP
    if not goes_on and (game.whole != 0 or game.heading != 0):
        return STOP
    if game.target != NONE and game.target // UNITS == game.acting:
        return STOP
    if game.decision == REACT and standing(world, game, int(game.asked)) == 0:
        return STOP
    for number in range(UNITS):
        if int(game.fires) >> number & 1:
            if game.decision != REACT or standing(world, game, (1 - int(game.acting)) * UNITS + number) == 0:
                return FIRES
    return 0


# Units.


@jitable
def _has_marks(row: Unit) -> bool:
    """Whether a unit has anything that one with nobody standing hasn't (but its facing)."""
    return (
        row.hidden != 0
        or row.charged != 0
        or row.morale != STEADY
        or row.fresh != 0
        or row.last != 0
        or row.course != NONE
        or row.marker != 0
        or row.shoots != NONE
        or row.hurt != 0
        or row.won != 0
        or row.charges != 0
        or row.given != 0
        or row.fights != 0
        or row.fought != 0
    )


@rule
def _unit_fault(world: World, game: Game, unit: int) -> int:
    team, number = unit // UNITS, unit % UNITS
    row, troop = game.units[team, number], world.troops[team, number]
    if row.origin == NONE:
        return NO_UNIT if troop.men > 0 or row.strength != 0 or _has_marks(row) or row.facing != NONE else 0
    if (row.origin == number) != (troop.men > 0):
        return NO_UNIT
    men, on_table = 0, standing(world, game, unit)
    begin, end = men_of(world, game, unit)
    for who in range(begin, end):
        if unit_id(game, who) == unit:
            men += 1
    if men == 0 or row.strength != men:
        return NO_UNIT
    if row.origin != number:
        if world.rules.detachments == 0 or game.turn == 0 or men > 4 or row.origin >= units_of(world, team):
            return NO_UNIT
        if game.units[team, number - 1].origin == NONE:
            return NO_UNIT
    start = troop_of(game, unit)
    mounted = world.troops[start // UNITS, start % UNITS].horse == 1
    if mounted != (row.facing != NONE):
        return FACING
    if (row.marker == 1) != has_horses(world, game, unit):
        return MARKER
    if on_table == 0 and game.turn > 0:
        return GONE if _has_marks(row) or (mounted and row.facing != up_table(game, team)) else 0
    if not STEADY <= row.morale <= ROUTED or (row.fresh == 1 and (team != game.acting or row.morale == STEADY)):
        return FRESH
    if row.hidden == 1:
        if world.rules.ambush == 0 or on_table == 0:
            return HIDING
        if SPOT <= game.decision <= SECOND and in_contact(world, game, unit):
            return HIDDEN
    if game.turn == 0 and (row.morale != STEADY or row.last != 0 or row.course != NONE or row.fought == 1):
        return PLACED
    return _act_fault(world, game, unit)


@rule
def _act_fault(world: World, game: Game, unit: int) -> int:
    """TU2: what a unit has done in this action."""
    team = unit // UNITS
    row = game.units[team, unit % UNITS]
    has_acted = row.given == 1 or row.charges == 1 or row.shoots != NONE
    if game.decision == OVER and (has_acted or row.hurt == 1 or row.won == 1 or row.fights == 1):
        return LEFT
    if has_acted and team != game.acting:
        return OF_ACTION
    if (row.hurt == 1 or row.fights == 1) and game.turn == 0:
        return OF_ACTION
    if row.won == 1 and game.decision != MORALE:
        return WON
    begin, end = men_of(world, game, unit)
    aims = False
    for who in range(begin, end):
        aims = aims or (is_of(game, who, unit) and game.figures[team, who % STRIDE].aims != 0)
    if aims != (row.shoots != NONE):
        return SHOOTS
    if aims and game.units[1 - team, row.shoots].origin == NONE:
        return SHOOTS
    for other in range(UNITS):
        if int(row.charged) >> other & 1 and game.units[1 - team, other].origin == NONE:
            return CHARGED
    return 0


# Figures.


@jitable
def _is_bare(figure: Figure) -> bool:
    """Whether nothing is said of a figure but its place."""
    return (
        figure.wounded == 0
        and figure.arm == 0
        and figure.pistol == 0
        and figure.ready == 0
        and figure.acted == 0
        and figure.went == 0
        and figure.from_x == 0
        and figure.from_y == 0
        and figure.aims == 0
        and figure.with_pistol == 0
        and figure.busy == 0
    )


@rule
def _figure_fault(world: World, game: Game, team: int, at: int) -> int:
    figure, man = game.figures[team, at], world.men[team, at]
    exists = False
    for number in range(UNITS):
        troop = world.troops[team, number]
        exists = exists or troop.first <= at < troop.first + troop.men
    what = int(figure.state)
    if not exists or what == ABSENT:
        return OUT if exists or what != ABSENT else 0
    unit = game.units[team, figure.unit]
    if figure.unit != man.unit and unit.origin != man.unit:
        return NO_UNIT
    if what == UNPLACED and game.turn > 0:
        return BY_NUMBER
    if what == THROUGH and (world.rules.exit == 0 or team != game.attacker):
        return GOT_THROUGH
    if figure.lies == 1 and (what != DISABLED or world.rules.targets == 0):
        return OUT
    if what != STANDING:
        if not _is_bare(figure) or figure.horse != 0:
            return OUT
        if figure.lies == 0:
            return OUT if figure.x != 0 or figure.y != 0 else 0
        if standing(world, game, team * UNITS + int(figure.unit)) == 0:
            return OUT
    fault = _place_fault(world, game, team, at)
    if fault != 0 or what != STANDING:
        return fault
    if game.turn == 0:
        return _start_fault(world, game, team, at)
    return _man_fault(world, game, team, figure, man)


@jitable
def _is_under_way(game: Game, team: int, figure: Figure) -> bool:
    """RE2: at a stop it may be on friends' bases, a wall or a border: it passes (MV3)."""
    mover = int(game.unit)
    return game.decision == REACT and figure.went == 1 and figure.unit == mover % UNITS and team == mover // UNITS


@rule
def _place_fault(world: World, game: Game, team: int, at: int) -> int:
    """TA2, MV3: where a figure stands, or lies."""
    figure = game.figures[team, at]
    x, y, radius = int(figure.x), int(figure.y), radius_of(figure)
    if abs(x) + radius > world.rules.x or abs(y) + radius > world.rules.y:
        return ON_TABLE
    if _is_under_way(game, team, figure):
        return 0
    ground = world.ground[game.turned]
    for k in range(ground.polygons):
        area = ground.areas[k]
        bars = area.kind == state.WATER or (area.kind == state.BUILDING and world.rules.open == 0)
        if bars and covers(area, area.c, x, y):
            return CLOSED
    for k in range(ground.rounds):
        disc = ground.discs[k]
        if disc.kind == state.WATER and within(disc.x, disc.y, x, y, disc.radius):
            return CLOSED
    for k in range(ground.lines):
        piece = ground.pieces[k]
        ax, ay, bx, by = int(piece.ax), int(piece.ay), int(piece.bx), int(piece.by)
        if piece.kind != state.BANK and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
            if side(ax, ay, bx, by, x, y) == 0:
                return ON_WALL
    if figure.state != STANDING:
        return 0
    for other_team in range(team, 2):
        for number in range(at + 1 if other_team == team else 0, game.figures.shape[1]):
            other = game.figures[other_team, number]
            if other.state == STANDING and nearer(x, y, other.x, other.y, radius + radius_of(other)):
                if not _is_under_way(game, other_team, other):
                    return OVERLAP
    return 0


@rule
def _start_fault(world: World, game: Game, team: int, at: int) -> int:
    """DE3: while sides are set up, all stand where they were put, and nothing has happened."""
    figure, man = game.figures[team, at], world.men[team, at]
    if not _is_bare(figure) or figure.horse != (MOUNTED if man.horse == 1 else NO_HORSE):
        return PLACED
    if man.unit >= units_placed(world, game, team):
        return BY_NUMBER
    if world.rules.setup == FIXED:
        return 0 if figure.x == man.x and figure.y == man.y else PLACED
    troop = world.troops[team, man.unit]
    pivot = game.figures[team, troop.first]
    steps = ON_HORSE if man.horse == 1 else ON_FOOT
    dx, dy = place_in_ranks(up_table(game, team), width_of(TWO_RANKS, int(troop.men)), int(man.member), steps)
    if figure.x != pivot.x + dx or figure.y != pivot.y + dy:
        return PLACED
    for slot in range(world.counts[zone_of(int(game.zones), int(game.attacker), team)]):
        x, y = slot_point(world, game, team, slot)
        if pivot.x == x and pivot.y == y:
            return 0
    return PLACED


@rule
def _man_fault(world: World, game: Game, team: int, figure: Figure, man: Man) -> int:
    """MV7, SH7, LD, RE1, AC2, SH2: what is said of a figure that stands."""
    if (man.horse == 0) != (figure.horse == NO_HORSE):
        return HORSE
    if figure.horse == LEFT_HORSE and world.rules.dismount == 0:
        return HORSE
    if not 0 <= figure.wounded <= 1:
        return WOUND
    if not 0 <= figure.arm <= LOADING[man.arm] or not 0 <= figure.pistol <= man.pistol:
        return LOAD
    arm_loaded = man.arm != 0 and figure.arm == 0
    if figure.ready == 1 and not arm_loaded and not (man.pistol == 1 and figure.pistol == 0):
        return READY
    if figure.acted == 1 and team != game.acting:
        return ACTED
    if figure.went == 1:
        if abs(int(figure.from_x)) >= world.rules.x or abs(int(figure.from_y)) >= world.rules.y:
            return WENT
    elif figure.from_x != 0 or figure.from_y != 0:
        return WENT
    if game.decision == OVER and (figure.acted == 1 or figure.went == 1 or figure.aims != 0):
        return LEFT
    return _aim_fault(world, game, team, figure, man)


@rule
def _aim_fault(world: World, game: Game, team: int, figure: Figure, man: Man) -> int:
    """SH2, LD2: candidates of a declared shot, and its weapon."""
    if figure.aims == 0:
        return AIMS if figure.with_pistol == 1 else 0
    target = (1 - team) * UNITS + int(game.units[team, figure.unit].shoots)
    if game.units[team, figure.unit].shoots == NONE:
        return SHOOTS
    if figure.with_pistol == 1:
        if man.pistol == 0 or figure.pistol != 1:
            return AIMS
    elif man.arm == 0 or figure.arm != LOADING[man.arm]:
        return AIMS
    begin, end = men_of(world, game, target)
    bits = int(figure.aims)
    for who in range(begin, end):
        candidate = game.figures[who // STRIDE, who % STRIDE]
        if bits >> (who - begin) & 1:
            is_there = candidate.state == STANDING or candidate.lies == 1
            if not is_there or unit_id(game, who) != target:
                return AIMS
    return AIMS if bits >> (end - begin) else 0
