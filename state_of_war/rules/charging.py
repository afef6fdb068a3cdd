"""ME1: charges. Their way is counted in parts (`ways.offset`); its stops are `under_way`'s."""

from state_of_war.rules import events
from state_of_war.rules.beside import nearest_place
from state_of_war.rules.dice import CONTINUES
from state_of_war.rules.figures import (
    FAR,
    STEPS,
    anybody,
    figure_of,
    going,
    is_of,
    men_of,
    own_heading,
    radius_of,
    squared,
    squared_units,
    standing,
    starts_of,
    touches_unit,
    unit_of,
)
from state_of_war.rules.ground import CLIMBS, CLOSED, DIFFICULT, difficult_areas, terrain_by, way_over
from state_of_war.rules.morale import check, class_of_unit
from state_of_war.rules.moving import begin_order
from state_of_war.rules.ordered import Ordered
from state_of_war.rules.reasons import MUST_NOT_ADVANCE, NO_UNIT, NO_WAY_TO_IT, NOBODY_GOES, NOT_SEEN
from state_of_war.rules.state import (
    CHARGES,
    HEADINGS,
    HORSE_RADIUS,
    MEN,
    NO_ACT,
    NONE,
    QUARTERS,
    STEADY,
    TOUCH,
    UNIT_SUBJECT,
    UNITS,
    Chance,
    Game,
    World,
)
from state_of_war.rules.ways import (
    PARTS,
    Scene,
    block_over,
    no_block_end,
    no_block_way,
    no_way,
    note_went,
    offset,
    put,
    quarter_of,
    quarters_left,
    quarters_over,
    scene_of,
)
from tabletop.base.arrays import Int64
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.chance import note
from tabletop.game.open_table import parts_to_piece, within


@rule
def first_touch(world: World, game: Game, starts: Int64, bits: int, heading: int, enemy: int, most: int) -> int:
    """ME1: the first part of a block's way, 1 to `most`, where a figure is in contact with an enemy unit; 0: none."""
    begin, end = men_of(world, game, enemy)
    sx, sy = int(STEPS[heading, 0]), int(STEPS[heading, 1])
    first = most + 1
    for i in range(MEN):
        if not bits >> i & 1:
            continue
        x, y = int(starts[i, 0]), int(starts[i, 1])
        for whom in range(begin, end):
            if not is_of(game, whom, enemy):
                continue
            other = figure_of(game, whom)
            ex, ey, reach = int(other.x), int(other.y), int(starts[i, 2]) + radius_of(other) + TOUCH
            # Places are rounded by less than a millimetre: until it comes nearer than that there is no contact.
            part = parts_to_piece(ex, ey, reach + 1, x, y, 2 * sx, 2 * sy, PARTS) + 1
            while part < first:
                dx, dy = offset(heading, part)
                if within(x + dx, y + dy, ex, ey, reach):
                    first = part
                elif (ex - x - dx) * sx + (ey - y - dy) * sy < 0 and not within(x + dx, y + dy, ex, ey, reach + 2):
                    break  # it goes past
                part += 1
    return first if first <= most else 0


@rule
def contact_on(
    world: World,
    game: Game,
    scene: Scene,
    starts: Int64,
    unit: int,
    bits: int,
    heading: int,
    target: int,
    left: int,
    whole: int,
) -> tuple[int, int]:
    """ME1: where a block that goes along a heading comes into contact with a unit.

    Args:
      world: the table.
      game: the position.
      scene: of the block's figures.
      starts: where they stood when the charge began.
      unit: id of their unit.
      bits: which figures.
      heading: of the charge.
      target: id of the unit that is charged.
      left: quarters that turning has left (MV4).
      whole: K, where it is known since the charge began; 0: it is found.

    Returns:
      k, the part of the way, and K; (0, 0): it doesn't come into contact, or is barred.
    """
    quarter = quarter_of(world, game, unit)
    k = first_touch(world, game, starts, bits, heading, target, whole if whole > 0 else left * quarter)
    if k == 0:
        return 0, 0
    for number in range(UNITS):
        other = (1 - unit // UNITS) * UNITS + number
        if other != target and k > 1 and first_touch(world, game, starts, bits, heading, other, k - 1) > 0:
            return 0, 0
    dx, dy = offset(heading, k)
    over = block_over(world, game, scene, starts, bits, dx, dy)
    if over & CLOSED:
        return 0, 0
    if whole == 0:
        quarters = quarters_over(world, game, unit, left, over)
        if quarters == NONE or k > quarters * quarter:
            return 0, 0
        whole = quarters * quarter
    if no_block_way(scene, starts, bits, dx, dy) != ALLOWED:
        return 0, 0
    if no_block_end(world, game, scene, starts, bits, dx, dy, NONE, 1) != ALLOWED:
        return 0, 0
    return k, whole


@rule
def way_to(world: World, game: Game, unit: int, target: int) -> tuple[int, int]:
    """ME1: the heading of a charge, and K; (NONE, 0): there is no way."""
    bits = going(world, game, unit)
    begin, _ = men_of(world, game, unit)
    low, high = men_of(world, game, target)
    best, dx, dy = FAR, 0, 0
    for i in range(MEN):
        if bits >> i & 1:
            for whom in range(low, high):
                if is_of(game, whom, target) and squared(game, begin + i, whom) < best:
                    best = squared(game, begin + i, whom)
                    figure, enemy = figure_of(game, begin + i), figure_of(game, whom)
                    dx, dy = int(enemy.x) - int(figure.x), int(enemy.y) - int(figure.y)
    starts, reach = starts_of(world, game, unit, 0), QUARTERS * quarter_of(world, game, unit)
    scene = scene_of(world, game, unit, bits, starts, reach)
    seen = 0
    for _ in range(HEADINGS):
        heading, most = NONE, -FAR
        for number in range(HEADINGS):
            each = own_heading(unit // UNITS, number)
            product = int(STEPS[each, 0]) * dx + int(STEPS[each, 1]) * dy
            if not seen >> each & 1 and product > most:
                heading, most = each, product
        seen |= 1 << heading
        left = quarters_left(world, game, unit, heading)
        if left > 0:
            k, whole = contact_on(world, game, scene, starts, unit, bits, heading, target, left, 0)
            if k > 0:
                return heading, whole
    return NONE, 0


@rule
def no_charge(world: World, game: Game, known: Ordered, target: int) -> int:
    """ME1: what forbids a unit that isn't in contact to charge an enemy unit."""
    unit = known.unit
    if not anybody(world, game, target):
        return NO_UNIT
    if unit_of(game, unit).morale != STEADY:
        return MUST_NOT_ADVANCE
    if known.bits == 0:
        return NOBODY_GOES
    most = QUARTERS * known.quarter + 2 * HORSE_RADIUS + TOUCH + 2
    if squared_units(world, game, unit, target) > most * most:
        return NO_WAY_TO_IT
    if not known.seen >> target % UNITS & 1:
        return NOT_SEEN
    heading, _ = way_to(world, game, unit, target)
    return ALLOWED if heading != NONE else NO_WAY_TO_IT


@rule
def begin_charge(world: World, game: Game, chance: Chance, unit: int, target: int) -> None:
    """ME1, MO1 (b, c): a charge is ordered; whoever must checks morale, and the charger stays if it doesn't go on."""
    unit_of(game, unit).given = 1
    note(chance, events.CHARGED, who=UNIT_SUBJECT + unit, whom=UNIT_SUBJECT + target)
    heading, whole = way_to(world, game, unit, target)
    game.act, game.heading, game.whole, game.at, game.target = CHARGES, heading, whole, 0, target
    if class_of_unit(world, game, target) > class_of_unit(world, game, unit) or (
        standing(world, game, target) > standing(world, game, unit)
    ):
        if check(world, game, chance, unit) != CONTINUES:
            game.act, game.heading, game.whole, game.target = NO_ACT, 0, 0, NONE
            note(chance, events.CHARGE_FAILED, who=UNIT_SUBJECT + unit, whom=UNIT_SUBJECT + target)
            return
    begin_order(game, unit)
    check(world, game, chance, target)


@rule
def come_home(world: World, game: Game, chance: Chance, scene: Scene, starts: Int64, bits: int, k: int) -> None:
    """ME1: the block that charges comes into contact after k parts; then the others go to places beside the enemy."""
    unit, target, whole = int(game.unit), int(game.target), int(game.whole)
    begin, _ = men_of(world, game, unit)
    dx, dy = offset(int(game.heading), k)
    touched = 0
    for i in range(MEN):
        if bits >> i & 1:
            x, y = int(starts[i, 0]), int(starts[i, 1])
            touched |= difficult_areas(world, game, scene[0], x, y, x + dx, y + dy)
            put(world, game, begin + i, x + dx, y + dy)
    for i in range(MEN):
        if bits >> i & 1 and not touches_unit(world, game, begin + i, target):
            who = begin + i
            distance, x, y = nearest_place(world, game, who, 1 << target, 0, (whole - k) * (whole - k), 0)
            if distance >= 0 and may_join(world, game, scene, who, x, y, touched):
                put(world, game, who, x, y)
        if bits >> i & 1:
            note_went(game, chance, begin + i)
    unit_of(game, unit).charges = 1
    unit_of(game, target).charged |= 1 << unit % UNITS
    note(chance, events.CHARGE_HOME, who=UNIT_SUBJECT + unit, whom=UNIT_SUBJECT + target)


@rule
def may_join(world: World, game: Game, scene: Scene, who: int, x: int, y: int, touched: int) -> bool:
    """ME1: whether a figure that the block's way has left out of contact may go on straight to a free place.

    It crosses no wall or fence, and touches no difficult area but those that the block has touched (bits).
    """
    figure = figure_of(game, who)
    from_x, from_y = int(figure.x), int(figure.y)
    near = terrain_by(world, game, from_x, from_y, x, y)
    over = way_over(world, game, near, from_x, from_y, x, y)
    if over & (CLOSED | CLIMBS):
        return False
    if over & DIFFICULT and difficult_areas(world, game, near, from_x, from_y, x, y) & ~touched:
        return False
    return no_way(scene, from_x, from_y, x, y, radius_of(figure)) == ALLOWED
