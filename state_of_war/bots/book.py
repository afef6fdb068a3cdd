"""SO: the bot of the rules for a side without a player; its dice are its own."""

import numpy as np

from state_of_war import kinds
from state_of_war.rules.figures import all_mounted, squared_units, unit_of
from state_of_war.rules.goals import is_cover, to_polygon
from state_of_war.rules.setup import zone_of
from state_of_war.rules.sight import in_sight
from state_of_war.rules.state import (
    BROKEN,
    BUILDING,
    HALF,
    UNITS,
    Game,
    World,
)
from tabletop.agents.noise import uniform
from tabletop.compiled.compiling import rule
from tabletop.game.header import Record
from tabletop.game.open_table import nearer

DEFENDS, HOLDS, ADVANCES = range(3)  # SO2, SO3
MIDDLE = 200  # mm from the table's middle, within which a hill, a wood or a village is "in the middle" (SO1)
BEHIND = 0.15  # m: the commander behind the others (SO1)
NEAR = 0.2  # m: enemies that are charged (SO2, SO3)
MEDIUM = 0.25  # a row's `range`
LIKELY = 480 + 40  # mm, between middles: a mounted charge is likely (SO4)
STRANGE, ENDS = -30.0, -1.0  # worth of what it doesn't want, and of the end of an action
MODE, DARES = 2, 3  # places of its dice in the noise of a battle


@rule
def number_of(game: Game, side: int) -> np.uint64:
    """What its dice are a hash of: whether it attacks, and where."""
    return np.uint64(3 * int(game.attacker == side) + int(game.zones))


@rule
def mode_of(world: World, game: Game, side: int) -> int:
    """SO1 to SO3: what a side does: it defends the middle, holds the nearest terrain on a D6 of 1 or 2, or advances."""
    if has_middle(world, game) and zone_of(int(game.zones), int(game.attacker), side) == HALF:
        return DEFENDS
    return HOLDS if uniform(number_of(game, side), MODE) < 2.0 / 6.0 else ADVANCES


@rule
def has_middle(world: World, game: Game) -> bool:
    """SO1: whether a hill, a wood or a village is in the table's middle."""
    ground = world.ground[game.turned]
    for k in range(ground.polygons):
        area = ground.areas[k]
        if (is_cover(area.kind) or area.kind == BUILDING) and to_polygon(area, 0, 0) < MIDDLE:
            return True
    for k in range(ground.rounds):
        disc = ground.discs[k]
        if is_cover(disc.kind) and nearer(0, 0, disc.x, disc.y, MIDDLE + int(disc.radius)):
            return True
    return False


@rule
def charge_is_likely(world: World, game: Game, unit: int) -> bool:
    """SO4: whether an enemy mounted unit in sight, not broken, is within 48 cm."""
    for number in range(UNITS):
        enemy = (1 - unit // UNITS) * UNITS + number
        if squared_units(world, game, unit, enemy) <= LIKELY * LIKELY and all_mounted(world, game, enemy):
            if unit_of(game, enemy).morale < BROKEN and in_sight(world, game, unit, enemy):
                return True
    return False


@rule
def worth(world: World, game: Game, kind: int, row: Record) -> float:
    """The worth of an action, to be compared with the others at its decision."""
    side = int(game.decider)
    alone = row.commander == 1.0 and row.men < 0.1
    if kind == kinds.PICK:
        return ENDS - 1.0 if row.able == 0.0 else 0.0 if alone else 1.0 / (1.0 + row.nearest)
    if kind == kinds.END:
        return ENDS
    if kind == kinds.SLOT:
        return slot(world, game, side, alone, row)
    if kind == kinds.FIRE:
        waits = row.range > 0.0 and row.mounted == 0.0 and charge_is_likely(world, game, int(game.asked))
        return -1.0 if waits and row.later > row.harm else 1.0
    if kind == kinds.HOLD:
        return 0.0
    if kind == kinds.SPOT or kind == kinds.HIDE or kind == kinds.PRESS:
        return 1.0
    if kind == kinds.DECLINE or kind == kinds.SHOW or kind == kinds.DETACH:
        return STRANGE
    return order(world, game, kind, mode_of(world, game, side), alone, row)


@rule
def slot(world: World, game: Game, side: int, alone: bool, row: Record) -> float:
    """SO1: round the middle, or in a line at the centre; the commander behind it."""
    if mode_of(world, game, side) == DEFENDS:
        return -row.goal
    if alone or row.mounted == 1.0:
        return -row.aside - row.depth
    return row.depth - row.aside


@rule
def order(world: World, game: Game, kind: int, mode: int, alone: bool, row: Record) -> float:
    """SO2 to SO4: charge who is near, shoot as soon as it can, hold, or advance."""
    unit = int(game.unit)
    if alone:
        away = abs(row.friend - BEHIND)
        return STRANGE if kind == kinds.CHARGE or kind == kinds.MOUNT else -away - row.threat
    if kind == kinds.CHARGE:
        return 50.0 + row.target_nearest
    if kind == kinds.SHOOT:
        if row.range > 0.0 and charge_is_likely(world, game, unit):
            return STRANGE
        return 40.0 + row.target_nearest + row.harm
    if kind == kinds.MOUNT or kind == kinds.DISMOUNT or kind == kinds.FORM:
        return STRANGE
    late = world.rules.objective == 1 and mode != DEFENDS
    in_range = row.range <= MEDIUM + 0.01
    if kind == kinds.STAND:
        if mode != ADVANCES:
            return 0.5 if row.cover > 0.0 or row.to_cover < 0.05 else 0.0
        return 1.0 if in_range and row.loads > 0.0 else 0.0
    if late and row.goal > NEAR:
        return row.goal_nearer
    if mode != ADVANCES:
        daring = row.nearest < 0.1 * (1 + int(4 * uniform(number_of(game, int(game.decider)), DARES + int(game.turn))))
        if row.share < 1.0 and row.give == 0.0 and daring:
            return row.nearer
        return 0.4 - row.to_cover if row.more_cover >= 0.0 else -1.0
    return row.nearer + (0.5 * row.cover if in_range else 0.0) + 0.05 * row.height - 0.05 * row.rough
