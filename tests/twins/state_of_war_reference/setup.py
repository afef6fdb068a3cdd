"""Setting up: the attacker, the zones, and where units stand (DE)."""

from .geometry import HEADINGS, minus
from .moving import form_places
from .spotting import hide_unseen, may_declare
from .world import SIDES, point

NOBODY, BLUE = (190, ""), 188


def side_subject(side):
    return BLUE + side, SIDES[side]


def begin(battle):
    """DE1: with `players` dice tell who attacks, and from where."""
    if battle.rules.setup == "players":
        battle.attacker = battle.dice.lot("attacker", NOBODY, 2) - 1
        edge = int(battle.dice.die("edge", side_subject(battle.attacker), "123456"))
        battle.zones = {6: "long", 5: "long", 4: "short", 3: "short"}.get(edge, "half")
        battle.turned = edge in ((6, 4, 1), (5, 3, 2))[battle.attacker]
        battle.turn_ground()
    first_facings(battle)
    if battle.rules.setup == "fixed":
        for side, force in enumerate(battle.world.forces):
            for unit, words in zip(battle.sides[side], force, strict=True):
                put_fixed(battle, unit, words)


def first_facings(battle):
    """MV4: up the table, of units that begin mounted."""
    for side in (0, 1):
        for unit in battle.sides[side]:
            if unit.figures[0].rides:
                unit.facing = battle.up(side)


def put_fixed(battle, unit, words):
    """DE3, `fixed`: the pivot's place, a heading and the ranks."""
    heading = HEADINGS.index(words["heading"]) if words["heading"] else battle.up(unit.side)
    if unit.facing is not None:
        unit.facing = HEADINGS.index(words["facing"]) if words["facing"] else heading
    stand(unit, point(words["place"]), heading, words["ranks"] or "two")


def stand(unit, spot, heading, ranks):
    """DE3: MV6's places in the order of figures' numbers."""
    places = form_places(spot, heading, ranks, len(unit.figures), unit.figures[0].rides)
    for man, place in zip(unit.figures, places, strict=True):
        man.place = place


def slots_of(battle, side):
    """DE3: the points of a side's slots by number."""
    zone = battle.zones if battle.zones != "half" or side == battle.attacker else "long"
    slots = battle.world.slots[zone]
    return [minus((0, 0), slot) for slot in slots] if side else slots


def free_slots(battle, side):
    """DE3: numbers, from 1, of the slots at whose point no figure stands."""
    taken = {man.place for man in battle.men()}
    return [number for number, slot in enumerate(slots_of(battle, side), 1) if slot not in taken]


def next_unit(battle):
    """DE3: one by one in turn, the attacker first; a side that has no more lets the other go on; None: all stand."""
    waiting = {side: [unit for unit in battle.sides[side] if not unit.standing] for side in (0, 1)}
    placed = {side: len(battle.sides[side]) - len(waiting[side]) for side in (0, 1)}
    one, other = battle.attacker, 1 - battle.attacker
    side = one if placed[one] <= placed[other] else other
    if not waiting[side]:
        side = 1 - side
    return waiting[side][0] if waiting[side] else None


def put_in_slot(battle, unit, number):
    stand(unit, slots_of(battle, unit.side)[number - 1], battle.up(unit.side), "two")


def draw_slot(battle, unit):
    """DE3, `drawn`."""
    free = free_slots(battle, unit.side)
    put_in_slot(battle, unit, free[battle.dice.lot("slot", unit.subject, len(free)) - 1])


def all_stand(battle):
    """AM1: who is hidden at the start."""
    hide_unseen(battle)


def next_to_declare(battle, after):
    """AM1: the next unit that may be declared hidden, the attacker's first."""
    order = [unit for side in (battle.attacker, 1 - battle.attacker) for unit in battle.sides[side]]
    if after is not None:
        order = order[order.index(after) + 1 :]
    return next((unit for unit in order if may_declare(battle, unit)), None)


def draw_first(battle):
    """TU1."""
    battle.first = battle.attacker
    if battle.rules.first == "by_lot":
        battle.first = battle.dice.lot("first", NOBODY, 2) - 1
