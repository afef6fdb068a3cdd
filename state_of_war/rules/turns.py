"""TU, AC1: turns, parts and actions: the engine's own pieces, and the orders' begin and end."""

from state_of_war.rules import events
from state_of_war.rules.figures import all_mounted, anybody, in_contact
from state_of_war.rules.forced import begin_forced, forced_stragglers, is_forced
from state_of_war.rules.loading import stand
from state_of_war.rules.melee import any_melee, fight
from state_of_war.rules.morale import any_check, check_hurt, led, rally
from state_of_war.rules.reasons import NO_UNIT, NOT_FREE
from state_of_war.rules.shooting import any_declared, declare, fire_declared
from state_of_war.rules.sight import nearest_enemy
from state_of_war.rules.spotting import can_spot, hide_unseen, look, spot
from state_of_war.rules.state import (
    BROKEN,
    FIRST_LOT,
    FORCED,
    HALTED,
    MELEES,
    MORALE,
    MOVES,
    NO_ACT,
    NOBODY,
    NONE,
    ORDER,
    OVER,
    PICK,
    REACT,
    SECOND,
    SHOTS,
    SIDE_SUBJECT,
    SPOT,
    STEADY,
    UNIT_SUBJECT,
    UNITS,
    Chance,
    Game,
    World,
)
from state_of_war.rules.stragglers import walk
from state_of_war.rules.tidying import end_of_action, end_of_part
from state_of_war.rules.under_way import after_stop, next_asked, run_on
from state_of_war.rules.victory import is_decided, judge_turn
from state_of_war.rules.waiting import end_readiness
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.chance import lot, note

# What the engine does next (`game.stage`); 0 where a side decides.
(
    SPOTS_FIRST,  # TU6 (1)
    FORCING,  # (2)
    ORDERING,  # (3)
    ON_ITS_WAY,  # an order, or a forced move, is carried out
    STOPPED,  # all who may react have answered
    AFTER_ORDER,
    WAITING,  # units left wait
    SHOOTING,  # (4)
    FIGHTING,
    CHECKING,
    CLOSING,  # (5)
) = range(1, 12)


@rule
def go_to(game: Game, stage: int) -> None:
    """On to a stage: nobody decides."""
    game.decision, game.decider, game.stage = OVER, NONE, stage


@rule
def at_boundary(game: Game, stage: int, kind: int) -> None:
    """On to a stage before which odds end (TU6)."""
    game.decision, game.decider, game.stage = kind, NONE, stage


@rule
def ask_side(game: Game, kind: int, side: int) -> None:
    """A side decides."""
    game.decision, game.decider, game.stage = kind, side, 0


# Turns, parts, actions.


@rule
def begin_battle(world: World, game: Game, chance: Chance) -> None:
    """TU1: all stand; who has the first part of each turn."""
    game.first = game.attacker
    if world.rules.by_lot == 1:
        game.first = lot(game, chance, FIRST_LOT, NOBODY, 2)
    game.asked = game.unit = NONE
    next_turn(world, game, chance)


@rule
def next_turn(world: World, game: Game, chance: Chance) -> None:
    """TU1: a turn begins; dice are counted anew."""
    game.turn += 1
    game.dice.rolled[:] = 0
    game.fallen = 0
    note(chance, events.TURN_BEGAN, value=int(game.turn))
    begin_part(game, chance, int(game.first))


@rule
def begin_part(game: Game, chance: Chance, side: int) -> None:
    """TU2: a side's part begins."""
    game.acting, game.action = side, 0
    note(chance, events.PART_BEGAN, who=SIDE_SUBJECT + side)
    begin_action(game, chance)


@rule
def begin_action(game: Game, chance: Chance) -> None:
    """TU2: an action begins."""
    game.action += 1
    note(chance, events.ACTION_BEGAN, who=SIDE_SUBJECT + game.acting, value=int(game.action))
    go_to(game, SPOTS_FIRST)


@rule
def may_be_ordered(world: World, game: Game, unit: int) -> bool:
    """TU2, TU4: whether a unit of the acting side may have an order in this action, and hasn't had one."""
    record = game.units[unit // UNITS, unit % UNITS]
    if record.origin == NONE or record.given == 1 or record.morale >= BROKEN or is_forced(game, unit):
        return False
    return anybody(world, game, unit)


@rule
def next_to_order(world: World, game: Game) -> int:
    """TU2: the first unit of the acting side that may be ordered; NONE: there is none."""
    for number in range(UNITS):
        unit = int(game.acting) * UNITS + number
        if may_be_ordered(world, game, unit):
            return unit
    return NONE


@rule
def spot_first(world: World, game: Game, chance: Chance) -> None:
    """TU6 (1), AM3, TU4: spotting is asked, or done."""
    go_to(game, FORCING)
    if world.rules.ambush == 0:
        return
    may = next_to_order(world, game) != NONE
    if game.action == 1:
        if may and can_spot(world, game):
            ask_side(game, SPOT, int(game.acting))
    elif game.declined == 1:
        game.declined = 0
        if may:
            spot(world, game, chance)


@rule
def spot_now(world: World, game: Game, chance: Chance) -> None:
    """AM3: the action `spot`."""
    spot(world, game, chance)
    go_to(game, FORCING)


@rule
def decline(game: Game) -> None:
    """AM3: the action `decline`: it is done in the second action."""
    game.declined = 1
    go_to(game, FORCING)


@rule
def force_next(world: World, game: Game, chance: Chance) -> None:
    """TU6 (2), MO6: the forced moves, units in order."""
    for number in range(UNITS):
        unit = int(game.acting) * UNITS + number
        record = game.units[game.acting, number]
        if record.origin != NONE and record.given == 0 and is_forced(game, unit) and anybody(world, game, unit):
            take_order(world, game, unit)
            game.act = FORCED
            begin_forced(world, game, chance, unit)
            go_to(game, ON_ITS_WAY)
            return
    go_to(game, ORDERING)


@rule
def ask_for_order(world: World, game: Game) -> None:
    """TU2: a unit is picked, or all have had their orders; `unit` and `near` are NONE by now (`after_order`)."""
    if next_to_order(world, game) == NONE:
        go_to(game, WAITING)
    else:
        ask_side(game, PICK, int(game.acting))


# Orders.


@rule
def take_order(world: World, game: Game, unit: int) -> None:
    """TU2, MO4: a unit has its order, or makes its forced move."""
    game.unit = unit
    game.near = nearest_enemy(world, game, unit)
    game.units[unit // UNITS, unit % UNITS].last = 0


@rule
def no_pick(world: World, game: Game, who: int) -> int:
    """TU2: what forbids to order a unit."""
    if may_be_ordered(world, game, who):
        return ALLOWED
    return NOT_FREE if anybody(world, game, who) else NO_UNIT


@rule
def pick(game: Game, who: int) -> None:
    """TU2: the action `B1`."""
    game.unit = who
    ask_side(game, ORDER, int(game.acting))


@rule
def end_orders(game: Game) -> None:
    """TU2: the action `end`."""
    go_to(game, WAITING)


@rule
def order_given(world: World, game: Game) -> None:
    """TU6 (3): an order has been given; on with it. One that isn't under way may have led somewhere, too (ME9)."""
    unit = game.units[game.unit // UNITS, game.unit % UNITS]
    unit.given = 1
    if game.act == NO_ACT:
        unit.last = led(world, game, int(game.unit))
        go_to(game, AFTER_ORDER)
    else:
        go_to(game, ON_ITS_WAY)


@rule
def wait_now(world: World, game: Game, chance: Chance) -> None:
    """RE1: the action `stand`, as an order or as a second act (AC5)."""
    stand(world, game, chance, int(game.unit))
    if game.decision == SECOND:
        go_to(game, AFTER_ORDER)
    else:
        order_given(world, game)


@rule
def shoot_at(world: World, game: Game, chance: Chance, target: int) -> None:
    """SH1: the action `shoot at`, as an order or as a second act (AC5)."""
    declare(world, game, chance, int(game.unit), target)
    if game.decision == SECOND:
        go_to(game, AFTER_ORDER)
    else:
        order_given(world, game)


@rule
def on_its_way(world: World, game: Game, chance: Chance) -> None:
    """RE2, AC5: the order under way goes on, until somebody may react, or it is over."""
    act, whole = int(game.act), int(game.whole)
    if run_on(world, game, chance):
        ask_side(game, REACT, 1 - int(game.acting))
        return
    way_over(world, game, chance, act, whole)


@rule
def way_over(world: World, game: Game, chance: Chance, act: int, whole: int) -> None:
    """AC5: the own way of an order is over."""
    went_whole = game.next == 1  # `run_on` says so: a block move that nothing has stopped
    game.next = 0
    game.heading = game.whole = game.at = 0
    game.act, game.target = NO_ACT, NONE
    if is_decided(world, game, chance):
        return
    if act == FORCED:
        forced_stragglers(world, game, chance, int(game.unit))
        end_readiness(world, game)
        game.unit = game.near = NONE
        if not is_decided(world, game, chance):
            go_to(game, FORCING)
        return
    game.near = NONE
    if act == MOVES and went_whole and all_mounted(world, game, int(game.unit)):
        ask_side(game, SECOND, int(game.acting))
    else:
        go_to(game, AFTER_ORDER)


@rule
def answer(world: World, game: Game, chance: Chance, fires: int) -> None:
    """RE2: the actions `fire` and `hold`."""
    unit = int(game.asked)
    if fires == 1:
        game.fires |= 1 << unit % UNITS
    else:
        note(chance, events.HOLDS_FIRE, who=UNIT_SUBJECT + unit, whom=UNIT_SUBJECT + game.unit)
    game.asked = next_asked(world, game, unit)
    if game.asked == NONE:
        go_to(game, STOPPED)


@rule
def after_order(world: World, game: Game, chance: Chance) -> None:
    """TU6 (3), VI5: the stragglers' walks, then AM1 is looked at."""
    if is_decided(world, game, chance):
        return
    walk(world, game, chance, int(game.unit))
    end_readiness(world, game)
    look(world, game, chance)
    game.unit = game.near = NONE
    go_to(game, ORDERING)


@rule
def wait_all(world: World, game: Game, chance: Chance) -> None:
    """TU6 (4), ME9: the units left wait, one after the other; one in contact does nothing."""
    for number in range(UNITS):
        unit = int(game.acting) * UNITS + number
        if not may_be_ordered(world, game, unit):
            continue
        record = game.units[game.acting, number]
        record.given = 1
        record.last = 0
        if not in_contact(world, game, unit):
            stand(world, game, chance, unit)
            walk(world, game, chance, unit)
            end_readiness(world, game)
    if not is_decided(world, game, chance):
        at_boundary(game, SHOOTING, SHOTS if any_declared(game) else OVER)


# The end of an action.


@rule
def fire_all(world: World, game: Game, chance: Chance) -> None:
    """TU6 (4): all declared shots."""
    if any_declared(game):
        fire_declared(world, game, chance)
        if is_decided(world, game, chance):
            return
    at_boundary(game, FIGHTING, MELEES if any_melee(world, game) else OVER)


@rule
def fight_all(world: World, game: Game, chance: Chance) -> None:
    """TU6 (4), ME2: all melees."""
    if any_melee(world, game):
        fight(world, game, chance)
        if is_decided(world, game, chance):
            return
    at_boundary(game, CHECKING, MORALE if any_check(game) else OVER)


@rule
def close_action(world: World, game: Game, chance: Chance) -> None:
    """TU6 (5): AM1; then the next action, part or turn."""
    end_readiness(world, game)
    look(world, game, chance)
    end_of_action(world, game)
    if is_decided(world, game, chance):
        return
    if game.action == 1:
        begin_action(game, chance)
        return
    side = int(game.acting)
    rally(world, game, chance, side)
    for number in range(UNITS):
        unit = game.units[side, number]
        if unit.morale == HALTED and unit.fresh == 0:
            unit.morale = STEADY
    end_of_part(game)
    hide_unseen(world, game)
    if side == game.first:
        begin_part(game, chance, 1 - side)
    elif not judge_turn(world, game, chance):
        next_turn(world, game, chance)


@rule
def run(world: World, game: Game, chance: Chance) -> None:
    """The engine's own next piece, where nobody decides."""
    stage = int(game.stage)
    game.decision = OVER
    if stage == SPOTS_FIRST:
        spot_first(world, game, chance)
    elif stage == FORCING:
        force_next(world, game, chance)
    elif stage == ORDERING:
        ask_for_order(world, game)
    elif stage == ON_ITS_WAY:
        on_its_way(world, game, chance)
    elif stage == STOPPED:
        act, whole = int(game.act), int(game.whole)
        if after_stop(world, game, chance):
            ask_side(game, REACT, 1 - int(game.acting))
        else:
            way_over(world, game, chance, act, whole)
    elif stage == AFTER_ORDER:
        after_order(world, game, chance)
    elif stage == WAITING:
        wait_all(world, game, chance)
    elif stage == SHOOTING:
        fire_all(world, game, chance)
    elif stage == FIGHTING:
        fight_all(world, game, chance)
    elif stage == CHECKING:
        check_hurt(world, game, chance)
        go_to(game, CLOSING)
    elif stage == CLOSING:
        close_action(world, game, chance)
