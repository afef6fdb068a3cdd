"""A battle from its beginning to its end: turns, parts, actions and decisions (TU, AC)."""

from .charging import Charge, charge_of
from .geometry import HEADINGS, crosses, d2
from .model import OverError, Unit, may_act
from .morale import check, checks_at_end, class_of, end_of_part, took
from .moving import QUARTERS, Obstacles, allowed, form, free_place, free_number, go, may_detach, may_dismount, may_mount
from .moving import quarters_left
from .orders import legal_orders, second_acts
from .melee import melee
from .setup import all_stand, draw_first, draw_slot, free_slots, next_to_declare, next_unit
from .setup import begin as begin_setup
from .setup import put_in_slot
from .shooting import able, fire_declared, load, shoot
from .sight import enemies_in_sight, nearest_enemy
from .spotting import could_test, hide_unseen, look_at_hidden, spot
from .stragglers import forced_move, is_due, rate_of, walks
from .victory import end_of_turn, look
from .way import advance, answer, close_way, place_all, set_out


def begin(battle, dice):
    """From nothing to the first decision with a choice."""
    battle.dice = dice
    dice.new_turn(0)
    run(battle, lambda: (begin_setup(battle), place_units(battle)))


def names_for(battle):
    """The legal actions of the open decision, in no order."""
    return list(battle.legal)


def step(battle, name, dice=None):
    """One legal action, by its name, and every forced one after it."""
    assert name in battle.legal, (name, battle.legal)
    battle.dice = dice or battle.dice
    kind, battle.decision, battle.decider, battle.legal = battle.decision, "", None, []
    run(battle, lambda: AFTER[kind](battle, name))


def run(battle, what):
    """On to the next decision, or the end."""
    battle.todo = what
    try:
        while battle.todo:
            what, battle.todo = battle.todo, None
            what()
    except OverError:
        forget_action(battle)
        for side in (0, 1):
            for unit in battle.sides[side]:
                unit.fresh = False
                for man in unit.figures:
                    man.acted = False
        battle.declined = False
        battle.decision, battle.decider, battle.legal = "", None, []


def decide(battle, kind, side, names, **fields):
    """A decision; with exactly one legal action it is taken."""
    for key, value in fields.items():
        setattr(battle, key, value)
    if len(names) == 1:
        AFTER[kind](battle, names[0])
        return
    battle.decision, battle.decider, battle.legal = kind, side, names


# Setting up (DE3, AM1, TU1).


def place_units(battle):
    """DE3."""
    while (unit := next_unit(battle)) is not None:
        if battle.rules.setup == "drawn":
            draw_slot(battle, unit)
            continue
        names = [f"slot {number}" for number in free_slots(battle, unit.side)]
        return decide(battle, "slot", unit.side, names, unit=unit)
    battle.unit = None
    all_stand(battle)
    return ask_to_hide(battle, None)


def slot_chosen(battle, name):
    unit, battle.unit = battle.unit, None
    put_in_slot(battle, unit, int(name.split()[1]))
    place_units(battle)


def ask_to_hide(battle, after):
    """AM1."""
    unit = next_to_declare(battle, after)
    if unit is not None:
        return decide(battle, "hide", unit.side, ["hide", "show"], asked=unit)
    battle.asked = None
    draw_first(battle)
    return new_turn(battle)


def hide_chosen(battle, name):
    unit, battle.asked = battle.asked, None
    unit.hidden = name == "hide"
    ask_to_hide(battle, unit)


# Turns, parts, actions (TU).


def new_turn(battle):
    battle.turn += 1
    battle.dice.new_turn(battle.turn)
    battle.fallen = set()
    new_part(battle, battle.first)


def new_part(battle, side):
    battle.part, battle.action, battle.declined = side, 1, False
    battle.todo = lambda: begin_action(battle)


def may_be_ordered(battle, unit):
    """TU4."""
    return not unit.given and not unit.broken and not is_due(battle, unit)


def to_order(battle):
    return [unit for unit in battle.units(battle.part) if may_be_ordered(battle, unit)]


def begin_action(battle):
    """TU6 (1): spotting (AM3)."""
    some = bool(to_order(battle))
    if battle.action == 1 and some and could_test(battle):
        return decide(battle, "spot", battle.part, ["spot", "decline"])
    if battle.action == 2 and battle.declined:
        battle.declined = False
        if some:
            spot(battle)
    return forced_moves(battle)


def spot_chosen(battle, name):
    if name == "spot":
        spot(battle)
    else:
        battle.declined = True
    forced_moves(battle)


def forced_moves(battle):
    """TU6 (2), MO6: units in order."""
    for unit in battle.units(battle.part):
        if not unit.standing or unit.given or not is_due(battle, unit):
            continue
        unit.given, unit.last, battle.near = True, "", nearest_enemy(battle, unit)
        move = forced_move(battle, unit)
        set_out_forced(battle, unit, move)
        if move and not advance(battle):
            return
        forced_over(battle)
    ask_pick(battle)


def set_out_forced(battle, unit, move):
    if move:
        set_out(battle, unit, ("forced", *move), unit.going())
    else:
        battle.unit, battle.act, battle.under = unit, ("forced",), []


def forced_over(battle):
    close_way(battle)
    battle.unit = None
    look(battle)


def ask_pick(battle):
    """TU2, TU6 (3)."""
    units = to_order(battle)
    if not units:
        return finish_action(battle)
    return decide(battle, "pick", battle.part, [*(unit.name for unit in units), "end"])


def pick_chosen(battle, name):
    if name == "end":
        return finish_action(battle)
    unit = battle.named(name)
    return decide(battle, "order", battle.part, legal_orders(battle, unit), unit=unit)


# Orders (AC1).


def order_chosen(battle, name):
    """An order is given, and carried out as far as to the next decision."""
    unit = battle.unit
    unit.given, battle.near, unit_last = True, nearest_enemy(battle, unit), unit.last
    unit.last = ""
    words = name.split()
    if words[0] == "move":
        return move(battle, unit, HEADINGS.index(words[1]), 1 + QUARTERS.index(words[2]))
    if words[0] == "form":
        heading = HEADINGS.index(words[1])
        return forms(battle, unit, form(battle, unit, heading, words[2]), heading)
    if words[0] == "go":
        course = go(battle, unit, battle.ground.places[int(words[1]) - 1])
        return forms(battle, unit, *course[1:]) if course[0] == "form" else move(battle, unit, *course[1:])
    if words[0] == "mount":
        return mounts(battle, unit)
    if words[0] == "charge":
        return charges(battle, unit, battle.named(words[1]))
    busy = set()
    if words[0] == "shoot":
        busy = shoot(battle, unit, battle.named(words[2]))
    elif words[0] == "detach":
        detach(battle, unit, may_detach(battle, unit, int(words[1])), unit_last)
        return order_over(battle, None)
    elif words[0] == "dismount":
        dismounts(battle, unit)
    elif words[0] == "press":
        busy = press(battle, unit)
    else:
        busy = wait(battle, unit)
    return order_over(battle, busy)


def move(battle, unit, heading, quarters):
    """MV2; MV4: where turning leaves no quarter it is facing about."""
    if quarters_left(battle, unit, heading) == 0:
        unit.facing, unit.hidden, battle.near = heading, False, None
        return ask_second(battle, unit) if unit.mounted else order_over(battle, set())
    set_out(battle, unit, ("move", heading, quarters), unit.going())
    return go_on(battle)


def forms(battle, unit, taken, heading):
    """MV6."""
    set_out(battle, unit, ("form",), unit.going())
    if unit.any_mounted:
        unit.facing = heading
    place_all(battle, taken)
    return go_on(battle)


def mounts(battle, unit):
    """MV7."""
    taken, going = may_mount(battle, unit), unit.going()
    set_out(battle, unit, ("mount",), going)
    for man in going:
        if man.horse == "foot":
            man.horse = "mounted"
    battle.look_at_marker(unit)
    place_all(battle, taken)
    return go_on(battle)


def charges(battle, unit, enemy):
    """ME1, MO1 b and c: the checks, then the way."""
    charge: Charge = charge_of(battle, unit, enemy)
    battle.act, battle.at = ("charge", enemy, charge.heading, charge.parts), 0
    better = class_of(enemy) > class_of(unit) or len(enemy.standing) > len(unit.standing)
    if better and not check(battle, unit):
        battle.act, battle.near = None, None
        return order_over(battle, set())
    unit.hidden = False
    check(battle, enemy)
    set_out(battle, unit, battle.act, unit.going())
    return go_on(battle)


def go_on(battle):
    if advance(battle):
        way_over(battle)


def react_chosen(battle, name):
    if answer(battle, name):
        way_over(battle)


def way_over(battle):
    """The order's own way is over."""
    unit = battle.unit
    if battle.act[0] == "forced":
        forced_over(battle)
        return forced_moves(battle)
    if close_way(battle):
        return ask_second(battle, unit)
    return order_over(battle, set(battle.back))


def ask_second(battle, unit):
    """AC5."""
    return decide(battle, "second", unit.side, second_acts(battle, unit))


def second_chosen(battle, name):
    unit = battle.unit
    if name == "stand":
        return order_over(battle, wait(battle, unit, True))
    return order_over(battle, shoot(battle, unit, battle.named(name.split()[2]), True))


def order_over(battle, busy):
    """TU6 (3): stragglers' walks, AM1, VI3 and VI5; `busy`: who has loaded or shot; None: nobody walks (UN4)."""
    close_order(battle, battle.unit, busy)
    look_at_hidden(battle)
    look(battle)
    ask_pick(battle)


def close_order(battle, unit, busy):
    if battle.near is not None:
        unit.last = took(unit, battle.near)
    if busy is not None and unit.standing:
        walks(battle, unit, busy)
    battle.unit = battle.near = None


def wait(battle, unit, second=False):
    """LD2, RE1: who has loaded."""
    enemy, busy = bool(enemies_in_sight(battle, unit)), set()
    for man in [man for man in unit.body() if able(battle, man, second)]:
        if enemy and man.loaded():
            man.ready = True
        elif load(man):
            busy.add(man)
        elif man.loaded():
            man.ready = True
    battle.lose_readiness()
    return busy


def dismounts(battle, unit):
    """MV7."""
    men = may_dismount(battle, unit)
    unit.horses = next((man for man in men if not man.wounded), men[0]).place
    for man in men:
        man.horse, man.acted = "foot", True


def detach(battle, unit, men, last):
    """UN5: the last of the unwounded, a unit of their own."""
    numbers = [man.number for man in men]
    new = Unit(unit.side, free_number(battle, unit.side), list(men), unit.of or unit.number, numbers)
    for key in ("hidden", "bound", "fresh", "course", "facing", "horses"):
        setattr(new, key, getattr(unit, key))
    new.last, new.given = last, True
    unit.figures = [man for man in unit.figures if man not in men]
    for man in men:
        man.unit = new
    battle.sides[unit.side].append(new)
    battle.sides[unit.side].sort(key=lambda each: each.number)
    battle.look_at_marker(unit)
    battle.look_at_marker(new)


def press(battle, unit):
    """ME9: to the nearest free places beside enemies of that melee; the others load."""
    enemies = [man for enemy in battle.units_touching(unit) for man in enemy.standing]
    busy = set()
    for man in unit.body():
        spot = None if battle.engaged(man) or not may_act(man) else free_place(battle, man, enemies)
        if spot and presses(battle, unit, man, spot):
            battle.put(man, spot)
            man.acted = True
        elif able(battle, man) and load(man):
            busy.add(man)
    battle.lose_readiness()
    return busy


def presses(battle, unit, man, spot):
    """ME9: within the rate, no wall or fence on the way, halved by MV1."""
    way = man.place, spot
    if any(crosses(*way, a, b) for _, a, b in battle.ground.steep):
        return False
    if d2(*way) > (rate_of(man) * allowed(battle, unit, [way], 4)) ** 2:
        return False
    return Obstacles(battle, unit, [man]).passes(man, *way)


# The end of an action, of a part, of a turn (TU6).


def finish_action(battle):
    """TU6 (4), (5)."""
    for unit in to_order(battle):
        unit.given, unit.last = True, ""
        if not battle.in_contact(unit):
            battle.unit = unit
            close_order(battle, unit, wait(battle, unit))
    battle.unit = None
    fire_declared(battle)
    melee(battle)
    checks_at_end(battle)
    look(battle)
    look_at_hidden(battle)
    for unit in battle.units():
        unit.fought, unit.fights = unit.fights, False
        unit.charged &= {enemy.number for enemy in battle.units_touching(unit)}
    forget_action(battle)
    if battle.action == 1:
        battle.action = 2
        battle.todo = lambda: begin_action(battle)
    else:
        finish_part(battle)


def finish_part(battle):
    """TU6: MO7, MO6's bounds, AM1 anew; after the second part VI1 and VI2."""
    end_of_part(battle, battle.part)
    hide_unseen(battle)
    for man in battle.figures(battle.part):
        man.acted = False
    battle.declined = False
    if battle.part == battle.first:
        new_part(battle, 1 - battle.part)
    else:
        end_of_turn(battle)
        new_turn(battle)


def forget_action(battle):
    """TU6 (5): what belongs to the action."""
    for side in (0, 1):
        for unit in battle.sides[side]:
            unit.given = unit.charges = unit.hurt = unit.won = unit.fights = False
            unit.shoots = None
            for man in unit.figures:
                man.start = man.aims = None
                man.weapon = "arm"
    battle.unit = battle.act = battle.near = battle.asked = None
    battle.at, battle.fires, battle.under, battle.stopped = 0, [], [], False


AFTER = {
    "slot": slot_chosen,
    "hide": hide_chosen,
    "spot": spot_chosen,
    "pick": pick_chosen,
    "order": order_chosen,
    "second": second_chosen,
    "react": react_chosen,
}
