"""MV1, MV3 to MV5, W4: what bars ways and places of figures that go with one order; rates; how a figure is put.

A *scene* is what is looked at for many ways of the same figures, found once: the terrain round them, the other bases
and the lines of fire of other units. *Starts* are where a unit's figures stand as their order begins, by place in the
troop, with their radius. A set of figures is bits by place in the troop.
"""

import numpy as np

from state_of_war.rules import events
from state_of_war.rules.figures import (
    FARTHEST,
    STEPS,
    all_mounted,
    any_mounted,
    figure_of,
    has_horses,
    men_of,
    radius_of,
    together,
    unit_id,
    unit_of,
)
from state_of_war.rules.ground import (
    CLIMBS,
    CLOSED,
    DIFFICULT,
    OVER_WALL,
    in_closed,
    on_line,
    on_table,
    terrain_near,
    to_edge,
    way_over,
)
from state_of_war.rules.harm import leave_table
from state_of_war.rules.lines import fire_lines, meets_line
from state_of_war.rules.reasons import APART, IN_THE_WAY, NOBODY_GOES, ON_A_WALL, THROUGH_FIRE, TOO_FAR
from state_of_war.rules.state import (
    DISABLED,
    HEADINGS,
    HORSE_RADIUS,
    MEN,
    NONE,
    OFF,
    QUARTERS,
    STANDING,
    STRIDE,
    TOUCH,
    UNITS,
    Chance,
    Game,
    World,
)
from tabletop.base.arrays import Int64
from tabletop.compiled.compiling import jitable, rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.chance import note
from tabletop.game.open_table import Box, nearer, place, stretch_sign, within

# Terrain; bases [n, 3]: x, y, radius; how many of them, the first, are enemies'; lines [m, 4].
Scene = tuple[tuple[int, int, int], Int64, int, Int64]
FOOT_QUARTER, HORSE_QUARTER = 30, 60  # mm, a quarter of the rate (MV1)
PARTS = 240  # of twice a whole step on foot, in which charges and moves are counted (ME1)


# Rates.


@rule
def quarters_left(world: World, game: Game, unit: int, heading: int) -> int:
    """MV4: the quarters of the rate that turning to a heading leaves, 0 to 4."""
    return left_by(world, game, unit, any_mounted(world, game, unit), heading)


@rule
def left_by(world: World, game: Game, unit: int, mounted: bool, heading: int) -> int:
    """`quarters_left`, of a unit of which a standing figure is mounted, or none."""
    facing = int(unit_of(game, unit).facing)
    if facing == NONE or not mounted:
        return QUARTERS
    turn = (heading - facing) % HEADINGS
    turn = min(turn, HEADINGS - turn)
    return QUARTERS - (turn + int(world.rules.begun)) // 2


@rule
def quarter_of(world: World, game: Game, unit: int) -> int:
    """MV1, MV9: a quarter of a unit's rate, mm."""
    return HORSE_QUARTER if all_mounted(world, game, unit) else FOOT_QUARTER


@rule
def quarters_over(world: World, game: Game, unit: int, left: int, over: int) -> int:
    """MV1, MV5: of so many quarters those that may be gone on a way that does this (`way_over`); NONE: it's barred.

    Who climbs, or jumps, isn't halved again by difficult ground.
    """
    if over & CLIMBS:
        if not any_mounted(world, game, unit):
            return min(left, int(world.rules.climb))
        if world.rules.jump == 1 and over & OVER_WALL == 0 and all_mounted(world, game, unit):
            return left // 2
        return NONE
    return left // 2 if over & DIFFICULT else left


# Scenes.


@rule
def scene_of(world: World, game: Game, unit: int, bits: int, starts: Int64, reach: int) -> Scene:
    """What may bar figures of a unit, as far as they may go.

    Args:
      world: the table.
      game: the position.
      unit: id of the unit.
      bits: the figures that go with the order.
      starts: `starts_of` the unit.
      reach: mm, how far they may go at most.
    """
    west, south, east, north = box_among(starts, bits)
    west, south, east, north = west - reach, south - reach, east + reach, north + reach
    near = terrain_near(world, game, west, south, east, north)
    lines = fire_lines(world, game, unit, west, south, east, north)
    begin, end = men_of(world, game, unit)
    reach = 2 * HORSE_RADIUS + TOUCH  # from here on that of bases
    bases = np.empty((2 * STRIDE, 3), np.int64)
    count = foes = 0
    for half in range(2):
        side = 1 - unit // UNITS if half == 0 else unit // UNITS
        for number in range(UNITS):
            troop = world.troops[side, number]
            for at in range(troop.first, troop.first + troop.men):
                figure = game.figures[side, at]
                x, y, who = int(figure.x), int(figure.y), STRIDE * side + at
                if figure.state != STANDING or x < west - reach or x > east + reach:
                    continue
                if y < south - reach or y > north + reach:
                    continue
                if begin <= who < end and bits >> (who - begin) & 1:
                    continue
                bases[count, 0], bases[count, 1], bases[count, 2] = x, y, radius_of(figure)
                count += 1
        if half == 0:
            foes = count
    return near, bases[:count].copy(), foes, lines


@rule
def no_going(starts: Int64, bits: int) -> int:
    """AC2, UN3: what forbids figures of a unit to go as a block where they stand."""
    if bits == 0:
        return NOBODY_GOES
    return ALLOWED if together(starts, bits) else APART


# One figure's way.


@rule(inline=True)
def no_way(scene: Scene, ax: int, ay: int, bx: int, by: int, radius: int) -> int:
    """MV3, TU3: what bars the way of a figure, but for terrain: an enemy's base, a line of fire."""
    _, bases, foes, lines = scene
    if ax == bx and ay == by:
        return ALLOWED
    for k in range(foes):
        gap = bases[k, 2] + radius
        if max(ax, bx) + gap < bases[k, 0] or min(ax, bx) - gap > bases[k, 0]:
            continue
        if stretch_sign(bases[k, 0], bases[k, 1], ax, ay, bx, by, gap) < 0:
            return IN_THE_WAY
    return THROUGH_FIRE if meets_line(lines, ax, ay, bx, by) else ALLOWED


@rule(inline=True)
def no_stand(
    world: World, game: Game, scene: Scene, x: int, y: int, radius: int, was: tuple[int, int, int], contact: int
) -> int:
    """MV3: what bars a figure from ending at a point.

    Args:
      world: the table.
      game: the position.
      scene: of its order; bases of those that go with it are no matter here.
      x: of its middle there.
      y: likewise.
      radius: of its base there.
      was: x, y and radius before the order; an enemy that it was in contact with then may be in contact again (MO6).
      contact: 1: it may end in contact with any enemy (ME1, ME9).
    """
    near, bases, foes, _ = scene
    if not on_table(world, x, y, radius) or in_closed(world, game, near, x, y):
        return IN_THE_WAY
    for k in range(bases.shape[0]):
        gap = bases[k, 2] + radius
        if k < foes and contact == 0:
            gap += TOUCH
        if abs(bases[k, 0] - x) > gap or not within(x, y, bases[k, 0], bases[k, 1], gap):
            continue
        if nearer(x, y, bases[k, 0], bases[k, 1], bases[k, 2] + radius):
            return IN_THE_WAY
        if k < foes and contact == 0:
            if not within(was[0], was[1], bases[k, 0], bases[k, 1], bases[k, 2] + was[2] + TOUCH):
                return IN_THE_WAY
    return ON_A_WALL if on_line(world, game, near, x, y) else ALLOWED


# Blocks.


@rule
def box_among(places: Int64, bits: int) -> Box:
    """The box of the places of figures of a set: west, south, east, north."""
    west = south = FARTHEST
    east = north = -FARTHEST
    for i in range(MEN):
        if bits >> i & 1:
            west, south = min(west, places[i, 0]), min(south, places[i, 1])
            east, north = max(east, places[i, 0]), max(north, places[i, 1])
    return west, south, east, north


@rule(inline=True)
def any_base(bases: Int64, west: int, south: int, east: int, north: int) -> bool:
    """Whether one of some bases is so near to a box that a base in it might be in contact with it."""
    reach = 2 * HORSE_RADIUS + TOUCH
    for k in range(bases.shape[0]):
        if west - reach <= bases[k, 0] <= east + reach and south - reach <= bases[k, 1] <= north + reach:
            return True
    return False


@rule(inline=True)
def are_free(world: World, bases: Int64, west: int, south: int, east: int, north: int) -> bool:
    """Whether all of a box is on the table, and far from all of some bases (`any_base`)."""
    if not on_table(world, west, south, HORSE_RADIUS) or not on_table(world, east, north, HORSE_RADIUS):
        return False
    return not any_base(bases, west, south, east, north)


@jitable
def offset(heading: int, parts: int) -> tuple[int, int]:
    """ME1, MV2: so many parts, 0 to PARTS, of twice a whole step on foot, rounded, halves away from 0."""
    x, y = 2 * int(STEPS[heading, 0]) * parts, 2 * int(STEPS[heading, 1]) * parts
    across, up = (2 * abs(x) + PARTS) // (2 * PARTS), (2 * abs(y) + PARTS) // (2 * PARTS)
    return (across if x > 0 else -across), (up if y > 0 else -up)


@rule(inline=True)
def block_over(world: World, game: Game, scene: Scene, starts: Int64, bits: int, dx: int, dy: int) -> int:
    """What the ways of a block do, all bits of `way_over` together."""
    found = 0
    if scene[0] == (0, 0, 0):
        return found
    for i in range(MEN):
        if bits >> i & 1:
            x, y = int(starts[i, 0]), int(starts[i, 1])
            found |= way_over(world, game, scene[0], x, y, x + dx, y + dy)
    return found


@rule(inline=True)
def no_block_way(scene: Scene, starts: Int64, bits: int, dx: int, dy: int) -> int:
    """MV3, TU3: what bars the ways of a block, but for terrain."""
    if scene[2] == 0 and scene[3].shape[0] == 0:
        return ALLOWED
    for i in range(MEN):
        if bits >> i & 1:
            x, y = int(starts[i, 0]), int(starts[i, 1])
            reason = no_way(scene, x, y, x + dx, y + dy, int(starts[i, 2]))
            if reason != ALLOWED:
                return reason
    return ALLOWED


@rule(inline=True)
def no_block_end(
    world: World, game: Game, scene: Scene, starts: Int64, bits: int, dx: int, dy: int, edge: int, contact: int
) -> int:
    """MV3: what bars a block from ending so far from where it stood.

    Args:
      world: the table.
      game: the position.
      scene: of its figures.
      starts: where they stood.
      bits: which figures.
      dx: how far they have gone.
      dy: likewise.
      edge: of the table, over which they may leave it (MO6, VI3); NONE.
      contact: 1: they may end in contact.
    """
    for i in range(MEN):
        if bits >> i & 1:
            was = int(starts[i, 0]), int(starts[i, 1]), int(starts[i, 2])
            x, y = was[0] + dx, was[1] + dy
            if edge == NONE or to_edge(world, edge, x, y) >= was[2]:
                reason = no_stand(world, game, scene, x, y, was[2], was, contact)
                if reason != ALLOWED:
                    return reason
    return ALLOWED


@rule(inline=True)
def is_open(world: World, game: Game, scene: Scene, box: Box, dx: int, dy: int) -> bool:
    """Whether nothing is near the ways of a block in a box, which ends on the table: so nothing bars it."""
    west, south, east, north = box
    if scene[3].shape[0] > 0 or not on_table(world, west + dx, south + dy, HORSE_RADIUS):
        return False
    if not on_table(world, east + dx, north + dy, HORSE_RADIUS):
        return False
    west, east, south, north = west + min(dx, 0), east + max(dx, 0), south + min(dy, 0), north + max(dy, 0)
    if any_base(scene[1], west, south, east, north):
        return False
    return scene[0] == (0, 0, 0) or terrain_near(world, game, west, south, east, north) == (0, 0, 0)


@rule
def open_headings(world: World, game: Game, scene: Scene, starts: Int64, bits: int, quarter: int) -> int:
    """The headings in which nothing is near a whole block move (`is_open`), so that nothing bars any part of it: bits.

    Args:
      world: the table.
      game: the position.
      scene: of its figures.
      starts: where they stand.
      bits: which figures.
      quarter: mm of a quarter of the move.
    """
    box = box_among(starts, bits)
    headings = 0
    if is_open(world, game, scene, box, 0, 0):
        for heading in range(HEADINGS):
            dx, dy = offset(heading, QUARTERS * quarter)
            if is_open(world, game, scene, box, dx, dy):
                headings |= 1 << heading
    return headings


@rule(inline=True)
def no_block(
    world: World,
    game: Game,
    scene: Scene,
    starts: Int64,
    unit: int,
    bits: int,
    heading: int,
    quarters: int,
    left: int,
    quarter: int,
    edge: int,
) -> int:
    """MV1, MV3, MV5, TU3: what forbids a block move.

    Args:
      world: the table.
      game: the position.
      scene: of its figures.
      starts: where they stand.
      unit: id of their unit.
      bits: which figures.
      heading: of the move.
      quarters: how many are gone, 1 to 4.
      left: how many turning has left (MV4).
      quarter: mm of one, 30 or 60.
      edge: over which they may leave the table; NONE.
    """
    if quarters > left:
        return TOO_FAR
    dx, dy = offset(heading, quarters * quarter)
    if is_open(world, game, scene, box_among(starts, bits), dx, dy):
        return ALLOWED
    over = block_over(world, game, scene, starts, bits, dx, dy)
    if over & CLOSED:
        return IN_THE_WAY
    if over:
        most = quarters_over(world, game, unit, left, over)
        if most == NONE:
            return ON_A_WALL
        if quarters > most:
            return TOO_FAR
    reason = no_block_end(world, game, scene, starts, bits, dx, dy, edge, 0)
    return reason if reason != ALLOWED else no_block_way(scene, starts, bits, dx, dy)


@rule
def write_ends(ends: Int64, starts: Int64, bits: int, dx: int, dy: int) -> None:
    """Write where the figures of a unit stand after a block move: int64 [MEN, 2], by place in the troop."""
    for i in range(MEN):
        goes = bits >> i & 1
        ends[i, 0], ends[i, 1] = starts[i, 0] + dx * goes, starts[i, 1] + dy * goes


# Figures are put somewhere else.


@rule
def put(world: World, game: Game, who: int, x: int, y: int) -> None:
    """A standing figure goes to a point, in this action; it isn't ready any more (RE1); who lies is forgotten (W4)."""
    figure = figure_of(game, who)
    if figure.x == x and figure.y == y:
        return
    if figure.went == 0:
        figure.went, figure.from_x, figure.from_y = 1, figure.x, figure.y
    figure.x, figure.y, figure.ready = x, y, 0
    if figure.from_x == x and figure.from_y == y:
        figure.went = figure.from_x = figure.from_y = 0
    if world.rules.targets == 1:
        forget_lying(world, game, unit_id(game, who))


@rule
def forget_lying(world: World, game: Game, unit: int) -> None:
    """W4: the disabled men of a unit are no candidates any more."""
    begin, end = men_of(world, game, unit)
    for who in range(begin, end):
        figure = figure_of(game, who)
        if figure.lies == 1 and figure.state == DISABLED and figure.unit == unit % UNITS:
            figure.lies = figure.x = figure.y = 0


@rule
def leave(world: World, game: Game, chance: Chance, who: int, state: int) -> None:
    """MO6, VI3: a figure goes off the table: OFF or THROUGH; `harm.settle_unit` looks after its unit."""
    leave_table(world, game, who, state)
    note(chance, events.LEFT_TABLE if state == OFF else events.GOT_THROUGH, who=who)


@rule
def settle_marker(world: World, game: Game, unit: int) -> None:
    """MV7: the marker is gone when no standing figure of the unit has its horse there."""
    record = unit_of(game, unit)
    if record.marker == 1 and not has_horses(world, game, unit):
        record.marker = record.marker_x = record.marker_y = 0


@rule
def note_went(game: Game, chance: Chance, who: int) -> None:
    """Note where a figure has gone."""
    figure = figure_of(game, who)
    note(chance, events.WENT, who=who, place=place(figure.x, figure.y))
