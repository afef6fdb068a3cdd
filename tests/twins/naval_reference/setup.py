"""Setting up (SU, WI1, SO1)."""

from .hexes import DIRECTIONS, apart, at, named, step
from .model import LEVELS, Ship, turn_between
from .options import roll_shots

WINDS = {"corners": [0, 3], "chosen": [0, 3], "lines": [1, 2, 4, 5], "fixed": [0, 1, 2, 3, 4, 5]}
CREWS = ["poor", "green", "average", "crack", "elite"]


def set_up(battle):
    """The wind, crews, ships and their places."""
    rules = battle.rules
    winds = WINDS[rules.deployment]
    if rules.wind == "drawn":
        battle.wind = winds[battle.dice.lot("wind", "table", len(winds)) - 1]
    else:
        battle.wind = DIRECTIONS.index(rules.wind)
    if rules.points:
        yield from buy(battle)
    if rules.crews == "drawn":
        for ship in battle.everybody():
            drawn = CREWS[battle.dice.die("crew", ship.name, "123345") - 1]
            ship.crew = ship.level = LEVELS[drawn]
    roll_shots(battle)
    if rules.deployment == "chosen":
        yield from choose_places(battle)
    else:
        {"corners": corners, "lines": lines, "fixed": fixed}[rules.deployment](battle)
    for ship in battle.everybody():
        battle.luff(ship)


def ships_of(battle, team):
    """Without batteries, which have their place."""
    return [ship for ship in battle.teams[team] if not ship.battery]


def corners(battle):
    """SU2: in lines of four, ship 1 ahead; with the wind from E the hexes are turned by half, for the other team."""
    rows = battle.rules.rows
    for team in (0, 1):
        southern = team == (0 if battle.wind == 3 else 1)
        fleet = ships_of(battle, team)
        for number, ship in enumerate(fleet):
            line, rank = divmod(number, 4)
            rear = len(fleet[4 * line : 4 * line + 4]) - 1 - rank
            heading = 1 if southern else 5
            start = at(3 + 4 * line, rows - 1 if southern else 3)
            stern = step(start, heading, 3 * rear)
            bow = step(stern, heading)
            if battle.wind != 3:
                bow, heading = battle.half_turn(bow), heading + 3
            ship.bow, ship.heading = bow, heading % 6


def lines(battle):
    """SU2: two lines on opposite courses."""
    rules = battle.rules
    for team in (0, 1):
        for number, ship in enumerate(ships_of(battle, team)):
            bow = at((rules.columns + 3 * battle.size) // 2 - 3 * number, rules.rows // 2 + 4)
            ship.bow, ship.heading = (bow, 0) if team == 0 else (battle.half_turn(bow), 3)


def fixed(battle):
    """SU2: as the scenario says."""
    for team, cards in enumerate((battle.rules.white, battle.rules.black)):
        for ship, card in zip(ships_of(battle, team), cards, strict=True):
            ship.bow, ship.heading = named(card.place), DIRECTIONS.index(card.heading)


def may_begin(battle, team, bow, heading):
    """SU2 `chosen`, SU4: in A, within 10 hexes of the own corner, on free sea."""
    column = 1 if battle.wind == 3 else battle.rules.columns
    corner = at(column, battle.rules.rows if team == 0 else 1)
    hexes = [bow, step(bow, heading, -1)]
    if turn_between(heading, battle.wind) != 2:
        return False
    return all(
        battle.on_map(h)
        and apart(h, corner) <= 10
        and h not in battle.land
        and all(s.bow is None or h not in s.hexes for s in battle.everybody())
        for h in hexes
    )


def choose_places(battle):
    """SU2: ship by ship, W1, B1, W2, …: column, row and heading."""
    rules = battle.rules
    for number in range(battle.size):
        for team in (0, 1):
            if number >= len(ships_of(battle, team)):
                continue
            ship = battle.ship = battle.teams[team][number]
            places = [
                (column, row, heading)
                for column in range(1, rules.columns + 1)
                for row in range(1, rules.rows + 1)
                for heading in range(6)
                if may_begin(battle, team, at(column, row), heading)
            ]
            chosen = ()
            for at_, kind in enumerate(("column", "row", "heading")):
                left = [each for each in places if each[:at_] == chosen]
                values = sorted({each[at_] for each in left})
                words = {f"{kind} {DIRECTIONS[value] if kind == 'heading' else value}": value for value in values}
                name = yield from battle.ask(team, kind, list(words))
                chosen = (*chosen, words[name])
            ship.bow, ship.heading = at(*chosen[:2]), chosen[2]
            battle.ship = None


def buy(battle):
    """SU1: in turn, one at a time, White first, until both pass."""
    money, buying = [battle.rules.points] * 2, [True, True]
    battle.teams = [[ship for ship in team if ship.battery] for team in battle.teams]
    while any(buying):
        for team in (0, 1):
            if not buying[team]:
                continue
            number = len(ships_of(battle, team))
            rates = [rate for rate in battle.ships if number < 10 and min(battle.ships[rate][6:]) <= money[team]]
            names = [*(f"rate {rate}" for rate in rates), *(["done"] if number else [])]
            name = yield from battle.ask(team, "buy", names)
            if name == "done":
                buying[team] = False
                continue
            rate = int(name.split()[1])
            crews = [crew for crew in LEVELS if battle.ships[rate][9 - LEVELS[crew]] <= money[team]]
            crew = yield from battle.ask(team, "buy", crews)
            ship = Ship(battle, team, number, rate, crew)
            battle.teams[team].insert(number, ship)
            money[team] -= ship.cost
    for team in battle.teams:
        for number, ship in enumerate(team):
            ship.number, ship.name = number, f"{'WB'[ship.team]}{number + 1}"
