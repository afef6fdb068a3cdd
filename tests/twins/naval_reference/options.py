"""Optional chapters: weather, shot, fireships, chasers (WE, AM, FS, CH1)."""

from .damage import explode
from .firing import stopped
from .model import SIDES, TEAMS
from .sailing import sail_on, turn
from .victory import judge

LOADS = ("round", "hot", "chain", "double", "grape")
WEATHER = {
    **dict.fromkeys((1,), "perfect"),
    **dict.fromkeys((2, 3), "heavy seas and poor visibility"),
    **dict.fromkeys((4, 5, 6, 7, 8), "normal"),
    **dict.fromkeys((9, 10), "heavy seas"),
    **dict.fromkeys((11, 12), "poor visibility"),
}


def draw_weather(battle):
    """WE1, WE2, TK6: three dice, of which the first says whether the others count."""
    shift = battle.dice.lot("shift", "table", 8)
    turns = battle.dice.lot("turn", "table", 4)
    weather = battle.dice.lot("weather", "table", 12)
    if shift <= 2:
        battle.wind = (battle.wind + (turns if shift == 1 else -turns)) % 6
        for ship in battle.afloat():
            if not ship.battery and ship.attitude:
                ship.irons = ship.recovered = False
            battle.luff(ship)
    elif shift == 8:
        battle.weather = WEATHER[weather]


def roll_shots(battle):
    """AM1: in how many command phases a team may load other than round shot."""
    if battle.rules.shot:
        battle.shots = [battle.dice.die("shots", name, "123456") for name in TEAMS]


def load(battle, team):
    """AM1, AM4: each side of each ship may be loaded anew."""
    special = False
    for ship in battle.active(team):
        if ship.battery:
            continue
        for side in list(ship.loading):
            del ship.loading[side]
            ship.loads[side] = "double"
        sides = list(SIDES)
        while sides:
            words = LOADS if battle.shots[team] or special else LOADS[:1]
            names = [f"{side} {word}" for side in sides for word in words if changes(ship, side, word)]
            battle.ship = ship
            name = yield from battle.ask(team, "load", [*names, "done"])
            battle.ship = None
            if name == "done":
                break
            side, word = name.split()
            sides.remove(side)
            if word != "round" and not special:
                special = True
                battle.shots[team] -= 1
            ship.loads[side] = "round" if word == "double" else word
            if word == "double":
                ship.loading[side] = 1


def changes(ship, side, word):
    """Whether it isn't what the side has already."""
    return word != ship.loads[side]


def fireships(battle, team):
    """FS1: those that burn may explode; others may be set ablaze."""
    for ship in battle.of(team):
        if ship.fireship and ship.afloat:
            if battle.dice.die("powder", ship.name, "111222") == 2:
                explode(battle, ship)
                judge(battle)
        elif ship.active and not ship.battery:
            battle.ship = ship
            name = yield from battle.ask(team, "load", ["set ablaze", "done"])
            battle.ship = None
            if name == "set ablaze":
                ship.state, ship.fireship, ship.acts_left = "fireship", True, 3
                judge(battle)


def put_out(battle, ship):
    """FS3: boarders have put the fire out: the ship is a prize, or secured by its own team."""
    ship.fireship, ship.steered = False, None
    ship.state = "secured" if ship.holder is None else "prize"


def keep_acting(ship):
    """AC1, FS1: whether a ship acts in its team's action phases."""
    return ship.active or (ship.fireship and ship.afloat and ship.acts_left > 0)


def fireship_act(battle, ship):
    """FS1, FS3: the sum of its dice straight ahead; boarders may turn it."""
    ship.acts_left -= 1
    held = ship.ties or ship.stuck() or ship.irons or not ship.masts or not ship.printed()
    if not held:
        ship.still = True
        rolled = [battle.dice.lot("speed", ship.name, 4) for _ in range(ship.speed())]
        yield from sail_on(battle, ship, sum(rolled))
        if ship.steered is not None and not stopped(ship):
            yield from turn(battle, ship, ship.turn)
    if ship.acts_left == 0 or held:
        ship.still = True


def catch_fire(battle, ship):
    """FS2: at the end of an act, the acting team's first: who lies beside a fireship, or beside whom it has come."""
    if not ship.afloat:
        return
    for other in battle.in_turn():
        if other.afloat and other.near(ship) and other is not ship and ship.fireship != other.fireship:
            caught = other if ship.fireship else ship
            if battle.dice.die("spark", caught.name, "111112") == 2:
                caught.burning = True


def set_chasers(battle, ships):
    """CO9a, CH1: bow and stern together; whoever does it doesn't fire any more in this turn."""
    for ship in ships:
        if ship.battery:
            continue
        battle.ship = ship
        name = yield from battle.ask(
            ship.side, "chasers", ["remove chasers" if ship.chasers else "set chasers", "stay"]
        )
        battle.ship = None
        if name != "stay":
            ship.chasers, ship.busy = not ship.chasers, True
