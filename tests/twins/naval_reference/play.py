"""A battle from its beginning to its end: turns, chips, phases and acts (TS, AC)."""

from .boarding import boarding
from .command import command, resume_command
from .firing import do, moment, stopped, things, troubles
from .model import OverError
from .options import catch_fire, draw_weather, fireship_act, keep_acting
from .sailing import by, choose_way, kedge, leave_wind, passing, rest_of_way, set_sail, turn, turned
from .setup import set_up
from .squadron_sailing import squadron_act
from .squadrons import led_by, lines_at_first, tidy
from .victory import by_points, judge


def begin(battle, dice):
    """From nothing to the first decision with a choice."""
    battle.dice = dice
    dice.new_turn(0)
    battle.process = course(battle)
    proceed(battle, None)


def enter(battle, dice):
    """From a position in play to its decision; not from one in the middle of orders, loads, or a squadron's act."""
    battle.dice = dice
    dice.new_turn(battle.turn)
    kind, battle.decision = battle.decision, ""
    battle.process = course(battle, kind)
    proceed(battle, None)


def names_for(battle):
    """The legal actions of the open decision, in no order."""
    return list(battle.legal)


def step(battle, name, dice):
    """One legal action, by its name, and every forced one after it."""
    assert name in battle.legal, name
    battle.dice = dice
    proceed(battle, name)


def proceed(battle, name):
    """On to the next decision, or the end."""
    battle.decision, battle.decider, battle.legal = "", None, []
    try:
        battle.process.send(name)
    except OverError:
        battle.decision, battle.legal, battle.ship = "", [], None
        battle.left, battle.rolled, battle.held, battle.through = 0, [], set(), None


def course(battle, kind=""):
    """The whole battle, or what is left of it."""
    if not kind:
        yield from set_up(battle)
        lines_at_first(battle)
        new_turn(battle)
    else:
        yield from resume(battle, kind)
    while True:
        while any(battle.chips):
            yield from chip(battle)
        yield from boarding(battle)
        end_turn(battle)


def resume(battle, kind):
    """The rest of a phase from a decision on."""
    if kind == "board":
        ships = battle.active(battle.first) + battle.active(1 - battle.first)
        yield from boarding(battle, ships.index(battle.ship))
        end_turn(battle)
        return
    if kind in ("abandon", "loose", "chasers"):
        yield from resume_command(battle, battle.acting, kind)
    else:
        if kind == "sail":
            yield from act(battle, battle.ship)
        elif kind != "pick":
            yield from resume_act(battle, battle.ship, kind)
        yield from actions(battle, battle.acting)
    judge(battle)


def resume_act(battle, ship, kind):
    """The rest of the act of a ship alone."""
    assert not ship.squadron and not ship.fireship, kind
    ship.before = troubles(ship)
    if kind == "advance":
        yield from choose_way(battle, ship)
    elif kind in ("moment", "answer"):
        after, left = battle.after, battle.left
        yield from moment(battle, ship, after, kind)
        if after == "hex":
            yield from rest_of_way(battle, ship, left)
        elif after == "kedge" and not stopped(ship):
            yield from turn(battle, ship, 1)
    elif kind == "pass" and battle.left:
        yield from by(battle, ship, battle.through, battle.left)
        yield from rest_of_way(battle, ship, battle.left)
    elif kind == "pass":
        done = int(battle.after == "turn")
        yield from passing(battle, ship, battle.through)
        if not ship.anchor:
            yield from turned(battle, ship, done)
    elif kind == "tack":
        yield from leave_wind(battle, ship, 1 if battle.after == "port" else -1)
        yield from turned(battle, ship, 1)
    elif ship.anchor and battle.after != "kedge":
        yield from swing_at_anchor(battle, ship)
    elif ship.recovered:
        yield from turn(battle, ship, 1, leaving_irons=True)
    else:
        yield from turn(battle, ship, 1 if battle.after == "kedge" else ship.turn)
    ship.recovered = False
    end_act(battle, ship)


def new_turn(battle):
    """TS1, TS2: a new bag, and draws are counted anew."""
    battle.turn += 1
    battle.dice.new_turn(battle.turn)
    battle.chips = [3, 3, 1 if battle.rules.weather else 0]
    battle.used, battle.first, battle.acting = [0, 0], None, None
    for ship in battle.everybody():
        ship.fired, ship.drifted, ship.boarded, ship.swung, ship.busy = {}, False, False, 0, False
        if ship.weighing and battle.turn >= ship.weighing + 2:
            ship.anchor, ship.weighing = "", 0
            battle.luff(ship)
    battle.turned = set()
    new_phase(battle)


def new_phase(battle):
    """GR1, NA3: what counts by phases begins anew."""
    for ship in battle.everybody():
        ship.tried = ship.target = ship.acted = False
        ship.fired_now = set()


def chip(battle):
    """TS1, WE1: a chip, and its phase."""
    kinds = [number for number, left in enumerate(battle.chips) if left]
    drawn = kinds[0]
    if len(kinds) > 1:
        bag = {number + 1: left for number, left in enumerate(battle.chips)}
        drawn = battle.dice.urn("chip", "table", "chips {}, {}, {}".format(*battle.chips), bag) - 1
    first = battle.chips[:2] == [3, 3]
    battle.chips[drawn] -= 1
    if drawn == 2:
        if first:
            draw_weather(battle)
        return
    battle.used[drawn] += 1
    battle.acting = drawn
    if battle.first is None:
        battle.first = drawn
    new_phase(battle)
    if battle.used[drawn] == 1:
        yield from command(battle, drawn)
    else:
        yield from actions(battle, drawn)
    judge(battle)


def end_turn(battle):
    """TS2, TS3, VI2, ST2, ST3."""
    if battle.turn >= battle.rules.turns:
        by_points(battle, "time")
    if battle.rules.prizes == "sail":
        for ship in battle.everybody():
            if ship.state == "prize" or ship.retaken:
                ship.state = "action"
                battle.luff(ship)
            ship.retaken = False
    new_turn(battle)
    judge(battle)


def actions(battle, team):
    """AC1."""
    while True:
        tidy(battle)
        battle.ship = None
        names = [ship.name for ship in battle.of(team) if keep_acting(ship) and not ship.acted and leads(ship)]
        if not names:
            return
        name = yield from battle.ask(team, "pick", names)
        yield from act(battle, battle.named(name))


def leads(ship):
    """SQ6: a squadron is picked as one ship."""
    return not ship.squadron or led_by(ship)[0] is ship


def act(battle, ship):
    """AC2, AC4."""
    battle.ship, battle.held, battle.after = ship, set(), ""
    ship.before = troubles(ship)
    if ship.fireship:
        yield from fireship_act(battle, ship)
    elif ship.squadron:
        line = list(led_by(ship))
        yield from squadron_act(battle, line)
        end_act(battle, *sorted(line, key=battle.everybody().index))
        return
    else:
        yield from single_act(battle, ship)
    end_act(battle, ship)


def end_act(battle, *ships):
    """AC1, FS2: of a ship, or of a squadron."""
    for ship in ships:
        ship.acted = True
    for ship in ships if battle.rules.fireships else ():
        catch_fire(battle, ship)
    battle.ship, battle.left, battle.held = None, 0, set()


def sail_names(battle, ship):
    """MO2, AC4, AN, AG2: what an acting ship may do besides firing and grappling."""
    names = ["heave to"]
    if ship.battery or ship.ties or ship.weighing:
        return names
    if ship.aground:
        return [*names, "kedge"]
    if ship.anchor:
        names += ["weigh", "cut"]
        if ship.swung < 2 and ship.can_turn():
            names.append("swing")
        return names
    if battle.anchors and not ship.lost_anchor:
        names += ["anchor by the bow", "anchor by the stern"]
    if ship.masts and (ship.recovered or (not ship.irons and ship.printed())):
        names.append("sail")
    return names


def single_act(battle, ship):
    """AC2: fire and grapple, then one thing more."""
    while True:
        names = things(battle, ship) + sail_names(battle, ship)
        name = yield from battle.ask(ship.side, "sail", names)
        if name.startswith(("fire", "grapple")):
            do(battle, ship, name)
            if stopped(ship):
                break
        elif name == "cut":
            ship.anchor, ship.lost_anchor = "", True
            battle.luff(ship)
        else:
            break
    ship.still = True
    if not stopped(ship):
        yield from BY_NAME.get(name, heave_to)(battle, ship)
    ship.recovered = False


def heave_to(battle, ship):
    """MO5."""
    yield from ()


def drop(end):
    """AN1, TK6."""

    def dropped(battle, ship):
        ship.anchor, ship.irons = end, False
        yield from ()

    return dropped


def weigh(battle, ship):
    """AN3."""
    ship.weighing = battle.turn
    yield from ()


def swing_at_anchor(battle, ship):
    """AN2."""
    yield from turn(battle, ship, 2 - ship.swung, pivot=ship.anchor)


BY_NAME = {
    "sail": set_sail,
    "kedge": kedge,
    "weigh": weigh,
    "swing": swing_at_anchor,
    "anchor by the bow": drop("bow"),
    "anchor by the stern": drop("stern"),
}
