"""What a policy sees: the battle from its own end (W8), as numbers from -1 to 1.

`vector` is the battle's row, then a row for each unit, and one for each figure, the own side's first, by number. The
tables name every number in the order in which it is written.
"""

from state_of_war.rules.figures import STEPS, figure_of, is_of, men_of, pivot_of
from state_of_war.rules.state import (
    CHARGES,
    DECISIONS,
    MOUNTED,
    NONE,
    REACT,
    SHORT,
    SLOT,
    STANDING,
    STRIDE,
    UNITS,
    Game,
    World,
)
from state_of_war.rules.victory import losses
from tabletop.base.arrays import Float32, Int16
from tabletop.compiled.compiling import rule
from tabletop.game.encodings import Entry, row_fields
from tabletop.game.header import Record, record

VERSION = 1
DECIDES = DECISIONS[SLOT : REACT + 1]
MORALES = ("steady", "halted", "falling", "broken", "routed")
CLASSES = ("civilian", "raw", "trained", "veteran")
ACTS = ("moves", "forced", "forms", "mounts", "charges")
FARTHEST = 2047.0  # mm from the table's middle

BATTLE = (
    Entry("turns left", "turns after this one, as a share of all (TU5)"),
    Entry("own part", "1: it is the own side's part (TU1)"),
    Entry("other part", "1: it is the other side's"),
    Entry("second action", "1: the part's second action (TU2)"),
    Entry("own attacks", "1: the own side is the attacker (DE1)"),
    Entry("own first", "1: the own side has the first part of each turn"),
    Entry("turned", "1: the terrain is turned by half (DE1)"),
    Entry("across", "1: sides look up the table's length, from west to east"),
    Entry("other decides", "1: the other side decides"),
    Entry("own losses", "cost of own figures that are out or off, as a share of the side's points (VI1)"),
    Entry("other losses", "likewise the other side's"),
    Entry("own commander fell", "1: in this turn (MO3)"),
    Entry("other commander fell", "1: likewise"),
    Entry("own holds", "1: the own side held the objective at the end of the last turn (VI2)"),
    Entry("other holds", "1: the other side did"),
    Entry("held", "turns on end, as a share of all"),
    Entry("table length", "half of it, as a share of 2047 mm"),
    Entry("table width", "likewise"),
    *(Entry(f"act {name}", f"1: the unit under way {name}") for name in ACTS),
    *(Entry(f"decides {name}", f"1: the own side decides: {name}") for name in DECIDES),
)
UNIT = (
    Entry("x", "of the pivot (UN1), in 2047 mm, to the right as the own side sees it", -1.0),
    Entry("y", "of the pivot, up the table", -1.0),
    Entry("standing", "figures that stand, as a share of 14"),
    Entry("strength", "figures at the start (W5), as a share of 14"),
    Entry("wounded", "standing figures that are wounded, as a share of those that stand"),
    Entry("loaded", "with a loaded long arm, likewise"),
    Entry("ready", "ready to shoot (RE1), likewise"),
    Entry("acted", "that have acted in this part (AC2), likewise"),
    Entry("mounted", "that are mounted, likewise"),
    Entry("hidden", "1: hidden (AM1)"),
    Entry("given", "1: has had its order in this action"),
    Entry("shoots", "1: shots are declared (TU2)"),
    Entry("fought", "1: has shot or been in melee in the last action (AM4)"),
    Entry("toward", "1: its last order took it nearer to the enemy (MO4)"),
    Entry("away", "1: it took it farther"),
    Entry("marker", "1: its horses stand somewhere (MV7)"),
    Entry("facing right", "facing of a unit that began mounted (MV4), in 120 mm", -1.0),
    Entry("facing up", "likewise up the table", -1.0),
    Entry("ordered", "1: it is placed, ordered or under way"),
    Entry("asked", "1: it is asked (AM1, RE2)"),
    Entry("charged", "1: it is the target of the charge under way"),
    *(Entry(f"morale {name}", f"1: {name} (MO5)") for name in MORALES),
)
FIGURE = (
    Entry("x", "in 2047 mm, to the right as the own side sees it", -1.0),
    Entry("y", "up the table", -1.0),
    Entry("stands", "1: it stands (W1)"),
    Entry("unit", "number of its unit, from 1, as a share of 14"),
    Entry("wounded", "1: wounded"),
    Entry("mounted", "1: mounted"),
    Entry("arm", "steps until its long arm is loaded, as a share of 3"),
    Entry("has arm", "1: it has a long arm (WE3)"),
    Entry("pistol", "1: it has a pistol"),
    Entry("blade", "1: it has a bayonet, a sword or a lance"),
    Entry("ready", "1: ready to shoot (RE1)"),
    Entry("acted", "1: has acted in this part"),
    Entry("aims", "1: its shot is declared"),
    Entry("commander", "1: the side's commander (UN2)"),
    *(Entry(f"class {name}", f"1: {name} (CL1)") for name in CLASSES),
)
BATTLE_ROW, UNIT_ROW, FIGURE_ROW = (
    record(
        *row_fields(BATTLE[: -len(ACTS) - len(DECIDES)]),
        ("act", "f4", (len(ACTS),)),
        ("decides", "f4", (len(DECIDES),)),
    ),
    record(*row_fields(UNIT[: -len(MORALES)]), ("morale", "f4", (len(MORALES),))),
    record(*row_fields(FIGURE[: -len(CLASSES)]), ("skill", "f4", (len(CLASSES),))),
)
_UNITS, _FIGURES = len(BATTLE), len(BATTLE) + 2 * UNITS * len(UNIT)


@rule
def seen_x(game: Game, side: int, x: int, y: int) -> float:
    """W8: a point to the right, as a side looks up the table, in FARTHEST."""
    value = -float(y) if game.zones == SHORT else float(x)
    return (value if side == 0 else -value) / FARTHEST


@rule
def seen_y(game: Game, side: int, x: int, y: int) -> float:
    """W8: a point up the table."""
    value = float(x) if game.zones == SHORT else float(y)
    return (value if side == 0 else -value) / FARTHEST


@rule(shared=True)
def observe(world: World, game: Game, team: int, cells: Int16, out: Float32) -> None:
    """Write an observation as `team` sees it; `cells` is the encoding's; out float32 [D]."""
    out[:] = 0.0
    observe_battle(world, game, team, out)
    units = out[_UNITS:_FIGURES].view(UNIT_ROW)
    figures = out[_FIGURES:].view(FIGURE_ROW)
    size = game.figures.shape[1]
    for half in range(2):
        side = team ^ half
        for number in range(UNITS):
            if game.units[side, number].origin != NONE:
                observe_unit(world, game, team, side * UNITS + number, units[half * UNITS + number])
        for number in range(size):
            if game.figures[side, number].state != 0:
                observe_figure(world, game, team, side * STRIDE + number, figures[half * size + number])


@rule
def observe_battle(world: World, game: Game, team: int, out: Float32) -> None:
    """Write the row BATTLE; out float32, all 0 before."""
    row = out[:_UNITS].view(BATTLE_ROW)[0]
    rules, other = world.rules, 1 - team
    row.turns_left = 1.0 - game.turn / rules.turns
    row.own_part = 1.0 if game.acting == team else 0.0
    row.other_part = 1.0 if game.acting == other else 0.0
    row.second_action = 1.0 if game.action == 2 else 0.0
    row.own_attacks = 1.0 if game.attacker == team else 0.0
    row.own_first = 1.0 if game.first == team else 0.0
    row.turned = game.turned
    row.across = 1.0 if game.zones == SHORT else 0.0
    row.own_losses = losses(world, game, team) / float(world.costs[team])
    row.other_losses = losses(world, game, other) / float(world.costs[other])
    row.own_commander_fell = int(game.fallen) >> team & 1
    row.other_commander_fell = int(game.fallen) >> other & 1
    row.own_holds = 1.0 if game.holder == team else 0.0
    row.other_holds = 1.0 if game.holder == other else 0.0
    row.held = game.held / rules.turns
    row.table_length, row.table_width = rules.x / FARTHEST, rules.y / FARTHEST
    if 0 < game.act <= CHARGES:
        row.act[game.act - 1] = 1.0
    if game.decider == other:
        row.other_decides = 1.0
    elif game.decider == team and game.decision <= REACT:
        row.decides[game.decision - SLOT] = 1.0


@rule
def observe_unit(world: World, game: Game, team: int, unit: int, row: Record) -> None:
    """Write a row UNIT, all 0 before."""
    record = game.units[unit // UNITS, unit % UNITS]
    begin, end = men_of(world, game, unit)
    count = wounded = loaded = ready = acted = mounted = 0
    for who in range(begin, end):
        if is_of(game, who, unit):
            figure = figure_of(game, who)
            count += 1
            wounded += int(figure.wounded)
            loaded += 1 if world.men[who // STRIDE, who % STRIDE].arm != 0 and figure.arm == 0 else 0
            ready += int(figure.ready)
            acted += int(figure.acted)
            mounted += 1 if figure.horse == MOUNTED else 0
    row.strength = record.strength / 14.0
    if count > 0:
        pivot = figure_of(game, pivot_of(world, game, unit))
        row.x = seen_x(game, team, int(pivot.x), int(pivot.y))
        row.y = seen_y(game, team, int(pivot.x), int(pivot.y))
        row.standing = count / 14.0
        row.wounded, row.loaded, row.ready = wounded / count, loaded / count, ready / count
        row.acted, row.mounted = acted / count, mounted / count
    row.hidden, row.given, row.fought, row.marker = record.hidden, record.given, record.fought, record.marker
    row.shoots = 1.0 if record.shoots != NONE else 0.0
    row.toward = 1.0 if record.last == 1 else 0.0
    row.away = 1.0 if record.last == 2 else 0.0
    if record.facing != NONE:
        heading = int(record.facing)
        row.facing_right = seen_x(game, team, int(STEPS[heading, 0]), int(STEPS[heading, 1])) * FARTHEST / 120.0
        row.facing_up = seen_y(game, team, int(STEPS[heading, 0]), int(STEPS[heading, 1])) * FARTHEST / 120.0
    row.ordered = 1.0 if game.unit == unit else 0.0
    row.asked = 1.0 if game.asked == unit else 0.0
    row.charged = 1.0 if game.target == unit else 0.0
    row.morale[record.morale] = 1.0


@rule
def observe_figure(world: World, game: Game, team: int, who: int, row: Record) -> None:
    """Write a row FIGURE, all 0 before."""
    figure, man = figure_of(game, who), world.men[who // STRIDE, who % STRIDE]
    row.unit = (figure.unit + 1) / UNITS
    if figure.state == STANDING:
        row.x = seen_x(game, team, int(figure.x), int(figure.y))
        row.y = seen_y(game, team, int(figure.x), int(figure.y))
        row.stands = 1.0
    row.wounded = figure.wounded
    row.mounted = 1.0 if figure.horse == MOUNTED else 0.0
    row.arm = figure.arm / 3.0
    row.has_arm = 1.0 if man.arm != 0 else 0.0
    row.pistol, row.ready, row.acted = man.pistol, figure.ready, figure.acted
    row.blade = 1.0 if man.blade != 0 else 0.0
    row.aims = 1.0 if figure.aims != 0 else 0.0
    row.commander = 1.0 if world.commander[who // STRIDE] == who else 0.0
    row.skill[man.skill] = 1.0
