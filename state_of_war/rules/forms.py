"""MV6, MV7: forming, mounting, dismounting."""

import numpy as np

from state_of_war.rules import events
from state_of_war.rules.bounds import no_end
from state_of_war.rules.figures import (
    BESIDE,
    FAR,
    any_mounted,
    figure_of,
    going,
    men_of,
    pivot_among,
    radius_of,
    starts_of,
    together,
    unit_of,
)
from state_of_war.rules.ground import CLIMBS, CLOSED, DIFFICULT, way_over
from state_of_war.rules.moving import begin_order, set_going
from state_of_war.rules.ordered import Ordered
from state_of_war.rules.reasons import (
    APART,
    IN_THE_WAY,
    NO_CHANGE,
    NO_HORSES,
    NO_ROOM,
    NOBODY_GOES,
    NOT_MOUNTED,
    ON_A_WALL,
    SWITCHED_OFF,
    TOO_FAR,
)
from state_of_war.rules.state import (
    FOOT_RADIUS,
    FORMS,
    GAP,
    HEADINGS,
    HORSE_RADIUS,
    LEFT_HORSE,
    MEN,
    MOUNTED,
    MOUNTS,
    NONE,
    QUARTERS,
    UNIT_SUBJECT,
    Chance,
    Game,
    World,
)
from state_of_war.rules.ways import (
    FOOT_QUARTER,
    Scene,
    are_free,
    box_among,
    left_by,
    no_stand,
    no_way,
    note_went,
    put,
    settle_marker,
)
from tabletop.base.arrays import Int64
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.chance import note
from tabletop.game.open_table import place, within

ONE, TWO, COLUMN = range(3)  # ranks
ON_FOOT, ON_HORSE = 0, 2  # rows of BESIDE


@rule
def lay_out(starts: Int64, bits: int, x: int, y: int, heading: int, ranks: int, row: int) -> Int64:
    """MV6: where figures stand when they have formed.

    Args:
      starts: where the unit's figures stand.
      bits: those that form.
      x: the place of the pivot.
      y: likewise.
      heading: that they form along.
      ranks: ONE, TWO, COLUMN.
      row: of BESIDE: steps on foot or on horse.

    Returns:
      int64 [MEN, 2], by place in the troop; the others stand where they stood.
    """
    ends = starts[:, :2].copy()
    lay(ends, np.empty((MEN, 3), np.int64), starts, bits, x, y, heading, ranks, row, FAR)
    return ends


@rule(inline=True)
def lay(
    ends: Int64, rest: Int64, starts: Int64, bits: int, x: int, y: int, heading: int, ranks: int, row: int, most: int
) -> bool:
    """MV6: `lay_out` into `ends`; False: somebody would go farther than the root of `most`, and it isn't finished.

    `rest`, int64 [MEN, 3], is scratch: those without a place yet are the last ones, with x, y and number.
    """
    count = 0
    for k in range(MEN):
        ends[k, 0], ends[k, 1] = starts[k, 0], starts[k, 1]
        rest[count, 0], rest[count, 1], rest[count, 2] = starts[k, 0], starts[k, 1], k
        count += bits >> k & 1
    front = count if ranks == ONE else ((count + 1) // 2 if ranks == TWO else 2)
    right = BESIDE[row, (heading - HEADINGS // 4) % HEADINGS]
    back = BESIDE[row, (heading + HEADINGS // 2) % HEADINGS]
    right_x, right_y, back_x, back_y = int(right[0]), int(right[1]), int(back[0]), int(back[1])
    i = j = 0  # of the place: number in its rank, rank
    for number in range(count):
        a = (i + 1) // 2 if i % 2 == 1 else -(i // 2)
        to_x, to_y = x + a * right_x + j * back_x, y + a * right_y + j * back_y
        # The nearest one, of equal ones the lowest number, and which it is of the rest: one number, without a branch.
        best = FAR
        for n in range(number, count):
            dx, dy = rest[n, 0] - to_x, rest[n, 1] - to_y
            best = min(best, (dx * dx + dy * dy) << 8 | rest[n, 2] << 4 | n)
        at, k = best & 15, best >> 4 & 15
        ends[k, 0], ends[k, 1] = to_x, to_y
        rest[at, 0], rest[at, 1], rest[at, 2] = rest[number, 0], rest[number, 1], rest[number, 2]
        if best >> 8 > most:
            return False
        i += 1
        if i == front:
            i, j = 0, j + 1
    return True


@rule(inline=True)
def no_laying(
    world: World,
    game: Game,
    scene: Scene,
    starts: Int64,
    ends: Int64,
    bits: int,
    quarter: int,
    left: int,
    mounting: int,
) -> int:
    """MV6, MV3, TU3: what bars figures from going each to its place, bit by bit of a set.

    Args:
      world: the table.
      game: the position.
      scene: of these figures.
      starts: where they stand.
      ends: where they would stand.
      bits: which.
      quarter: mm of their rate.
      left: quarters that turning has left (MV4).
      mounting: those that mount (MV7), bits; their bases are those of horses.
    """
    west, south, east, north = box_among(ends, bits)
    free = scene[0] == (0, 0, 0) and are_free(world, scene[1], west, south, east, north)
    for i in range(MEN):
        if bits >> i & 1:
            was = int(starts[i, 0]), int(starts[i, 1]), int(starts[i, 2])
            x, y = int(ends[i, 0]), int(ends[i, 1])
            radius = HORSE_RADIUS if mounting >> i & 1 else was[2]
            over = way_over(world, game, scene[0], was[0], was[1], x, y)
            if over & CLOSED:
                return IN_THE_WAY
            if over & CLIMBS:
                return ON_A_WALL
            if not within(was[0], was[1], x, y, quarter * (left // 2 if over & DIFFICULT else left)):
                return TOO_FAR
            reason = ALLOWED if free else no_stand(world, game, scene, x, y, radius, was, 0)
            if reason == ALLOWED:
                reason = no_way(scene, was[0], was[1], x, y, radius)
            if reason != ALLOWED:
                return reason
    return ALLOWED


@rule(inline=True)
def changes(starts: Int64, ends: Int64) -> bool:
    """MV6: whether anybody's place would change."""
    for i in range(MEN):
        if starts[i, 0] != ends[i, 0] or starts[i, 1] != ends[i, 1]:
            return True
    return False


@rule
def steps_of(mounted: bool) -> int:
    """MV6: the row of BESIDE for the forms of a unit of which a figure is mounted, or none."""
    return ON_HORSE if mounted else ON_FOOT


@rule(inline=True)
def no_form_at(world: World, game: Game, known: Ordered, x: int, y: int, heading: int, ranks: int) -> int:
    """MV6: what forbids a form by the rules of movement alone.

    Args:
      world: the table.
      game: the position.
      known: the unit; where all stand then is written to its `ends`, if all may go so far.
      x: of the pivot's place.
      y: likewise.
      heading: along which it forms.
      ranks: ONE, TWO, COLUMN.
    """
    unit, starts, ends = known.unit, known.starts, known.ends
    left = left_by(world, game, unit, known.mounted, heading)
    most, row = left * known.quarter, steps_of(known.mounted)
    if not lay(ends, known.rest, starts, known.bits, x, y, heading, ranks, row, most * most):
        return TOO_FAR
    if not changes(starts, ends) and not (known.mounted and unit_of(game, unit).facing != heading):
        return NO_CHANGE
    return no_laying(world, game, known.scene, starts, ends, known.bits, known.quarter, left, 0)


@rule(inline=True)
def no_form(world: World, game: Game, known: Ordered, heading: int, ranks: int) -> int:
    """MV6: what forbids a unit that isn't in contact to form along a heading in ranks: ONE, TWO, COLUMN."""
    if known.bits == 0:
        return NOBODY_GOES
    pivot = figure_of(game, known.pivot)
    reason = no_form_at(world, game, known, int(pivot.x), int(pivot.y), heading, ranks)
    return reason if reason != ALLOWED else no_end(world, game, known.unit, known.bounds, known.ends, NONE)


@rule
def begin_form(world: World, game: Game, chance: Chance, unit: int, heading: int, ranks: int) -> None:
    """MV6: a unit forms; what is left of it is the stop at its end (RE2)."""
    bits = going(world, game, unit)
    pivot = figure_of(game, pivot_among(world, game, unit, bits))
    form_at(world, game, chance, unit, bits, int(pivot.x), int(pivot.y), heading, ranks)


@rule
def form_at(
    world: World, game: Game, chance: Chance, unit: int, bits: int, x: int, y: int, heading: int, ranks: int
) -> None:
    """MV6, MV10: figures of a unit form along a heading with the pivot's place at a point."""
    begin_order(game, unit)
    mounted = any_mounted(world, game, unit)
    ends = lay_out(starts_of(world, game, unit, 0), bits, x, y, heading, ranks, steps_of(mounted))
    if mounted:
        unit_of(game, unit).facing = heading
    note(chance, events.FORMED, who=UNIT_SUBJECT + unit, value=heading)
    go_to_ends(world, game, chance, unit, bits, ends)
    game.act, game.at = FORMS, 0


@rule
def go_to_ends(world: World, game: Game, chance: Chance, unit: int, bits: int, ends: Int64) -> None:
    """AC2: figures of a unit have gone each to its place, and acted, also who keeps its place."""
    begin, _ = men_of(world, game, unit)
    for i in range(MEN):
        if bits >> i & 1:
            put(world, game, begin + i, int(ends[i, 0]), int(ends[i, 1]))
            if figure_of(game, begin + i).went == 1:
                note_went(game, chance, begin + i)
    set_going(world, game, unit, bits)


# Horses.


@rule
def with_horses(world: World, game: Game, unit: int, bits: int, horse: int) -> int:
    """MV7: of some figures of a unit those with such a horse: MOUNTED, LEFT_HORSE."""
    begin, _ = men_of(world, game, unit)
    for i in range(MEN):
        if bits >> i & 1 and figure_of(game, begin + i).horse != horse:
            bits &= ~(1 << i)
    return bits


@rule
def no_mount(world: World, game: Game, known: Ordered) -> int:
    """MV7: what forbids a unit that isn't in contact to mount."""
    if world.rules.dismount == 0:
        return SWITCHED_OFF
    unit, bits, starts = known.unit, known.bits, known.starts
    record, mounting = unit_of(game, unit), with_horses(world, game, unit, bits, LEFT_HORSE)
    if record.marker == 0 or mounting == 0:
        return NO_HORSES
    pivot = figure_of(game, known.pivot)
    if not within(pivot.x, pivot.y, record.marker_x, record.marker_y, GAP + radius_of(pivot)):
        return NO_HORSES
    ends = lay_out(starts, bits, int(pivot.x), int(pivot.y), int(record.facing), TWO, ON_HORSE)
    if no_laying(world, game, known.scene, starts, ends, bits, FOOT_QUARTER, QUARTERS, mounting) != ALLOWED:
        return NO_ROOM
    return no_end(world, game, unit, known.bounds, ends, NONE)


@rule
def begin_mount(world: World, game: Game, chance: Chance, unit: int) -> None:
    """MV7: a unit mounts; what is left of it is the stop at its end (RE2)."""
    begin_order(game, unit)
    bits = going(world, game, unit)
    begin, _ = men_of(world, game, unit)
    pivot = figure_of(game, pivot_among(world, game, unit, bits))
    facing = int(unit_of(game, unit).facing)
    ends = lay_out(starts_of(world, game, unit, 0), bits, int(pivot.x), int(pivot.y), facing, TWO, ON_HORSE)
    note(chance, events.MOUNTED_UP, who=UNIT_SUBJECT + unit)
    mounting = with_horses(world, game, unit, bits, LEFT_HORSE)
    for i in range(MEN):
        if mounting >> i & 1:
            figure_of(game, begin + i).horse = MOUNTED
    go_to_ends(world, game, chance, unit, bits, ends)
    settle_marker(world, game, unit)
    game.act, game.at = MOUNTS, 0


@rule
def no_dismount(world: World, game: Game, known: Ordered) -> int:
    """MV7, UN3: what forbids a unit that isn't in contact to dismount."""
    if world.rules.dismount == 0:
        return SWITCHED_OFF
    down = with_horses(world, game, known.unit, known.bits, MOUNTED)
    if down == 0 or unit_of(game, known.unit).marker == 1:
        return NOT_MOUNTED
    starts = known.starts.copy()
    starts[:, 2] = FOOT_RADIUS  # bases shrink, and who goes with the order hangs together after it
    return ALLOWED if together(starts, known.bits) else APART


@rule
def dismount(world: World, game: Game, chance: Chance, unit: int) -> None:
    """MV7: the mounted figures that may act dismount; their horses stand at their pivot's place."""
    record = unit_of(game, unit)
    down = with_horses(world, game, unit, going(world, game, unit), MOUNTED)
    begin, _ = men_of(world, game, unit)
    pivot = figure_of(game, pivot_among(world, game, unit, down))
    record.given, record.last = 1, 0
    record.marker, record.marker_x, record.marker_y = 1, pivot.x, pivot.y
    for i in range(MEN):
        if down >> i & 1:
            figure_of(game, begin + i).horse = LEFT_HORSE
    set_going(world, game, unit, down)
    note(chance, events.DISMOUNTED, who=UNIT_SUBJECT + unit, place=place(pivot.x, pivot.y))
