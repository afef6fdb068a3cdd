"""RE2, RE3, MO4: the way of an order, from stop to stop.

`game.act` says what is under way, `at` how far it has come. Who is under way are the standing figures of the unit that
have gone in this action; before the first stop nobody of it has.
"""

from state_of_war.rules import events
from state_of_war.rules.charging import come_home, contact_on
from state_of_war.rules.dice import CONTINUES
from state_of_war.rules.figures import (
    any_mounted,
    figure_of,
    going,
    is_of,
    men_of,
    pivot_of,
    standing,
    starts_of,
    unit_of,
)
from state_of_war.rules.ground import own_edge, to_edge
from state_of_war.rules.harm import settle_unit
from state_of_war.rules.morale import check, led
from state_of_war.rules.moving import exit_edge, set_going
from state_of_war.rules.state import (
    CHARGES,
    FALLING,
    FORCED,
    FORMS,
    MEN,
    MOUNTS,
    MOVES,
    NO_ACT,
    NONE,
    OFF,
    STEADY,
    THROUGH,
    UNIT_SUBJECT,
    UNITS,
    Chance,
    Game,
    World,
)
from state_of_war.rules.victory import is_decided
from state_of_war.rules.waiting import came_nearer, end_readiness, fire_at_stop, has_shot, is_waiting
from state_of_war.rules.ways import (
    FOOT_QUARTER,
    HORSE_QUARTER,
    leave,
    no_block_end,
    note_went,
    offset,
    put,
    quarter_of,
    scene_of,
)
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.chance import note
from tabletop.game.open_table import place


@rule
def next_asked(world: World, game: Game, after: int) -> int:
    """RE2: the next unit, in order, that may react at this stop, behind one of its side; NONE: the first; none."""
    side = 1 - int(game.unit) // UNITS
    came = False
    for unit in range(after + 1 if after != NONE else side * UNITS, (side + 1) * UNITS):
        if is_waiting(world, game, unit):
            if not came and not came_nearer(world, game):
                return NONE
            came = True
            if has_shot(world, game, unit):
                return unit
    return NONE


@rule
def is_asked(world: World, game: Game) -> bool:
    """RE2: whether at this stop a unit may react; the first one is asked."""
    game.fires = 0
    game.asked = next_asked(world, game, NONE)
    return game.asked != NONE


@rule
def gone(world: World, game: Game, unit: int) -> int:
    """RE2: the figures that are under way: the standing ones of the unit that have gone in this action, bits."""
    begin, end = men_of(world, game, unit)
    bits = 0
    for who in range(begin, end):
        if is_of(game, who, unit) and figure_of(game, who).went == 1:
            bits |= 1 << (who - begin)
    return bits


@rule
def quarter_gone(world: World, game: Game, unit: int, bits: int) -> int:
    """MV2: mm of a quarter of the move that is under way: it stays what it was as it began (a horse may be lost)."""
    begin, _ = men_of(world, game, unit)
    dx, dy = offset(int(game.heading), int(game.at) * FOOT_QUARTER)
    for i in range(MEN):
        if bits >> i & 1:
            figure = figure_of(game, begin + i)
            x, y = int(figure.x) - int(figure.from_x), int(figure.y) - int(figure.from_y)
            return FOOT_QUARTER if x == dx and y == dy else HORSE_QUARTER
    return FOOT_QUARTER


@rule
def run_on(world: World, game: Game, chance: Chance) -> bool:
    """RE2: the order under way goes on.

    Returns:
      True: a unit may react (`game.asked`), then `after_stop` goes on; False: the order's own way is over, `next` is 1
      if it was a block move that nothing has stopped (AC5).
    """
    if game.act == MOVES or game.act == FORCED:
        return move_on(world, game, chance)
    if game.act == CHARGES:
        return charge_on(world, game, chance)
    if game.act == FORMS or game.act == MOUNTS:
        if is_asked(world, game):
            return True
        finish(world, game, chance, True)
    return False


@rule
def after_stop(world: World, game: Game, chance: Chance) -> bool:
    """RE2, RE3: all that may have answered: those that fire shoot; the order goes on, or the unit stops dead.

    Returns:
      As `run_on`.
    """
    unit, act = int(game.unit), int(game.act)
    game.asked = NONE
    if game.fires != 0:
        hit = fire_at_stop(world, game, chance)
        game.fires = 0
        if hit and standing(world, game, unit) > 0:
            unit_of(game, unit).hurt = 0  # what RE3 answers isn't asked again (MO1)
            if check(world, game, chance, unit) != CONTINUES and act != FORCED:
                stop_dead(world, game, chance, unit)
                note(chance, events.STOPPED, who=UNIT_SUBJECT + unit)
                finish(world, game, chance, True)
                return False
    if act == FORMS or act == MOUNTS or gone(world, game, unit) == 0:
        finish(world, game, chance, True)
        return False
    return run_on(world, game, chance)


@rule
def move_on(world: World, game: Game, chance: Chance) -> bool:
    """MV2, RE2: a block move, or a forced one, goes on, a quarter after the other."""
    unit = int(game.unit)
    begin, _ = men_of(world, game, unit)
    edge = own_edge(game, unit // UNITS) if game.act == FORCED else exit_edge(world, game, unit)
    while game.at < game.whole:
        if game.at == 0:
            bits, quarter = going(world, game, unit), quarter_of(world, game, unit)
            set_going(world, game, unit, bits)
            starts = starts_of(world, game, unit, 0)
        else:
            bits = gone(world, game, unit)
            quarter = quarter_gone(world, game, unit, bits)
            starts = starts_of(world, game, unit, bits)
        game.at += 1
        dx, dy = offset(int(game.heading), int(game.at) * quarter)
        has_left = False
        for i in range(MEN):
            if bits >> i & 1:
                x, y = int(starts[i, 0]) + dx, int(starts[i, 1]) + dy
                put(world, game, begin + i, x, y)
                if edge != NONE and to_edge(world, edge, x, y) < starts[i, 2]:
                    leave(world, game, chance, begin + i, OFF if game.act == FORCED else THROUGH)
                    has_left = True
        end_readiness(world, game)
        if has_left:
            settle_unit(world, game, unit)
            if is_decided(world, game, chance):
                return False
        if gone(world, game, unit) == 0:
            break
        asks = int(game.at) == max(1, int(game.whole) - 1) if world.rules.once == 1 else True
        if asks and is_asked(world, game):
            return True
    finish(world, game, chance, False)
    return False


@rule
def charge_on(world: World, game: Game, chance: Chance) -> bool:
    """ME1, RE2: a charge goes on; after a stop contact is looked for anew, with those who still stand."""
    unit, target, heading = int(game.unit), int(game.target), int(game.heading)
    begin, _ = men_of(world, game, unit)
    while True:
        if game.at == 0:
            bits = going(world, game, unit)
            starts = starts_of(world, game, unit, 0)
        else:
            bits = gone(world, game, unit)
            starts = starts_of(world, game, unit, bits)
        scene = scene_of(world, game, unit, bits, starts, int(game.whole))
        k, _ = contact_on(world, game, scene, starts, unit, bits, heading, target, 0, int(game.whole))
        if k == 0:
            note(chance, events.CHARGE_FAILED, who=UNIT_SUBJECT + unit, whom=UNIT_SUBJECT + target)
            stop_dead(world, game, chance, unit)
            break
        set_going(world, game, unit, bits)
        part = next_stop(int(game.at), k, quarter_of(world, game, unit), int(world.rules.once))
        if part == NONE:
            come_home(world, game, chance, scene, starts, bits, k)
            break
        dx, dy = offset(heading, part)
        for i in range(MEN):
            if bits >> i & 1:
                put(world, game, begin + i, int(starts[i, 0]) + dx, int(starts[i, 1]) + dy)
        game.at = part
        if is_asked(world, game):
            return True
    finish(world, game, chance, True)
    return False


@rule
def next_stop(at: int, k: int, quarter: int, once: int) -> int:
    """RE2: a charge's next stop behind `at` before contact at k; with `once` one part before it alone, and once."""
    if once == 1:
        return k - 1 if at == 0 and k > 1 else NONE
    part = min((at // quarter + 1) * quarter, k - 1)
    return part if part > at else NONE


@rule
def stop_dead(world: World, game: Game, chance: Chance, unit: int) -> None:
    """RE3: a block stops where it is, or at the last stop before where it can stand, or where it began."""
    if game.act == FORMS or game.act == MOUNTS:
        return
    bits = gone(world, game, unit)
    starts = starts_of(world, game, unit, bits)
    begin, _ = men_of(world, game, unit)
    if game.act == CHARGES:
        quarter, part = quarter_of(world, game, unit), int(game.at)
    else:
        quarter = quarter_gone(world, game, unit, bits)
        part = int(game.at) * quarter
    scene = scene_of(world, game, unit, bits, starts, part)
    while part > 0:
        dx, dy = offset(int(game.heading), part)
        if no_block_end(world, game, scene, starts, bits, dx, dy, NONE, 0) == ALLOWED:
            break
        part = (part - 1) // quarter * quarter
    dx, dy = offset(int(game.heading), part)
    for i in range(MEN):
        if bits >> i & 1:
            put(world, game, begin + i, int(starts[i, 0]) + dx, int(starts[i, 1]) + dy)
            if part == 0:
                figure_of(game, begin + i).busy = 1  # it has moved with the order (UN4), though nothing shows it


@rule
def finish(world: World, game: Game, chance: Chance, stopped: bool) -> None:
    """AC5: an order's own way is over.

    Args:
      world: the forces.
      game: the position.
      chance: for notes.
      stopped: no second act may follow, whatever the order was (AC5).
    """
    unit, act = int(game.unit), int(game.act)
    game.next = 1 if act == MOVES and not stopped and standing(world, game, unit) > 0 else 0
    if standing(world, game, unit) > 0:
        remember(world, game, chance, unit)
    else:
        settle_unit(world, game, unit)
    game.act, game.heading, game.whole, game.at, game.target = NO_ACT, 0, 0, 0, NONE


@rule
def remember(world: World, game: Game, chance: Chance, unit: int) -> None:
    """MO4, AM4, MV4, MO6: what is remembered of an order whose own way is over."""
    record, act = unit_of(game, unit), int(game.act)
    record.last = led(world, game, unit)
    if (act == MOVES or act == FORCED) and game.at > 0:
        record.course = game.heading
        begin, end = men_of(world, game, unit)
        for who in range(begin, end):
            if is_of(game, who, unit) and figure_of(game, who).went == 1:
                note_went(game, chance, who)
        pivot = figure_of(game, pivot_of(world, game, unit))
        kind = events.FORCED_MOVE if act == FORCED else events.MOVED
        note(chance, kind, who=UNIT_SUBJECT + unit, place=place(pivot.x, pivot.y), value=int(game.heading))
    turns = act == MOVES or act == CHARGES or (act == FORCED and game.whole > 0)
    if turns and record.facing != NONE and any_mounted(world, game, unit):
        record.facing = game.heading
    if act == FORCED and record.morale == FALLING and record.fresh == 0:
        record.morale = STEADY
