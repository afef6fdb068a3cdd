"""Random play in which much happens, and positions that it seldom comes to."""

from .hexes import DIRECTIONS, apart, at, step
from .model import SIDES
from .setup import WINDS

WEATHERS = ["normal", "perfect", "heavy seas and poor visibility", "heavy seas", "poor visibility"]

LIKELY = {
    "fire": 20.0,
    "grapple": 12.0,
    "board": 20.0,
    "sail": 8.0,
    "kedge": 8.0,
    "heave": 0.5,
    "cut": 1.0,
    "hold": 1.0,
    "anchor": 0.3,
    "weigh": 1.0,
    "abandon": 0.2,
    "done": 0.5,
    "set": 0.1,
    "break": 0.3,
    "close": 0.2,
}


def choose(battle, names, rng, bold):
    """One of the legal actions; `bold`: one by which ships meet, fire and board is likelier."""
    if not bold:
        return rng.choice(names)
    return rng.choices(names, [weight(battle, name) for name in names])[0]


def weight(battle, name):
    """How likely an action is: ships stay on the map, and go to where enemies are."""
    ship, words = battle.ship, name.split()
    if ship is None or ship.bow is None:
        return LIKELY.get(words[0], 1.0)
    if words[0] == "advance":
        bow = step(ship.bow, ship.heading, int(words[1]))
        return 0.02 if not battle.on_map(bow) else 3.0 if nearer(battle, ship, bow) else 0.5
    if battle.decision == "turn":
        count = 0 if words[0] == "steady" else int(words[1]) * (1 if words[0] == "port" else -1)
        ahead = step(ship.bow, ship.heading + count, 3)
        return 0.1 if not battle.on_map(ahead) else 3.0 if nearer(battle, ship, ahead) else 0.5
    if len(words) == 2 and words[1] in ("fires", "grapples"):
        return LIKELY["fire"]
    return LIKELY.get(words[0], 1.0)


def nearer(battle, ship, hex_):
    """Whether a hex is nearer to some enemy than the ship is."""
    enemies = [enemy for enemy in battle.afloat() if not battle.friends(ship.side, enemy)]
    if not enemies:
        return True
    return min(apart(hex_, e.bow) for e in enemies) <= min(apart(ship.bow, e.bow) for e in enemies)


def crowd(battle, rng):
    """Make of a battle that hasn't begun a position in which a team is to pick, or a ship to act or to board.

    `enter` goes on from it.
    """
    rules = battle.rules
    battle.turn = rng.randint(1, rules.turns)
    winds = WINDS[rules.deployment] if rules.wind == "drawn" else [DIRECTIONS.index(rules.wind)]
    battle.wind = rng.choice(range(6) if rules.weather else winds)
    battle.weather = rng.choice(WEATHERS) if rules.weather else "normal"
    team, kind = rng.randrange(2), rng.choice(["pick", "pick", "sail", "sail", "board"])
    battle.used = [3, 3] if kind == "board" else [rng.randint(0, 3), rng.randint(0, 3)]
    battle.used[team] = max(2, battle.used[team])
    battle.chips = [*(3 - used for used in battle.used), rng.randrange(2) if rules.weather and kind != "board" else 0]
    battle.acting = battle.first = team
    if battle.used[1 - team] and rng.random() < 0.5 and kind != "board":
        battle.first = 1 - team
    ships = [ship for ship in battle.everybody() if not ship.battery]
    middle = at(rng.randint(4, rules.columns - 3), rng.randint(4, rules.rows - 3))
    for ship in ships:
        ship.squadron, ship.formation = 0, ""
        settle(battle, ship, middle, rng)
    for ship in ships:
        damage(battle, ship, rng)
    for whose in (0, 1):
        first = battle.teams[whose][0]
        if not battle.active(whose) and not first.battery:
            first.state, first.holder, first.rate = "action", None, first.built
    tie(battle, rng)
    for ship in battle.afloat():
        hold(battle, ship, rng)
        battle.luff(ship)
        ship.recovered = ship.irons and rng.random() < 0.5
        ship.fired = {side: 1 for side in SIDES if rng.random() < 0.3 and not ship.battery}
        ship.still, ship.drifted = rng.random() < 0.4, rng.random() < 0.4
        ship.tried, ship.target = rng.random() < 0.2, rng.random() < 0.2
        ship.acted = ship.side == team and rng.random() < 0.3
        ship.boarded = kind == "board" and rng.random() < 0.2
    acting = [ship for ship in battle.active(team) if not ship.acted]
    if kind == "sail" and acting:
        battle.ship = rng.choice(acting)
    elif kind == "board" and battle.active(team):
        battle.ship = rng.choice(battle.active(team))
    else:
        kind = "pick"
    battle.decision, battle.decider = kind, team


def settle(battle, ship, middle, rng):
    """A place near the middle, on free sea."""
    spread = 2
    while True:
        spread += 0.2
        ship.bow, ship.heading = None, rng.randrange(6)
        reach = int(spread)
        bow = (middle[0] + rng.randint(-reach, reach), middle[1] + rng.randint(-reach, reach))
        taken = {h for other in battle.afloat() if other.bow is not None and other is not ship for h in other.hexes}
        hexes = [bow, step(bow, ship.heading, -1)]
        if all(battle.on_map(h) and h not in battle.land and not battle.shoal(ship, h) for h in hexes):
            if not taken & set(hexes):
                ship.bow = bow
                return


def damage(battle, ship, rng):
    """What battles do to a ship."""
    ship.rate = min(8, ship.built + rng.choice([0, 0, 0, 1, 1, 2, 3]))
    while ship.crew_now < -1:
        ship.rate -= 1
    ship.masts = rng.choice([ship.rigged] * 3 + list(range(ship.rigged + 1)))
    if ship.masts < ship.rigged and rng.random() < 0.4:
        ship.hung = {rng.choice(list(SIDES))}
    ship.steering, ship.burning = rng.random() < 0.15, rng.random() < 0.15
    ship.state = rng.choice(["action"] * 12 + ["struck", "struck", "secured", "prize", "sunk", "withdrawn"])
    if ship.state == "prize":
        ship.holder = 1 - ship.team
        if battle.rules.prizes == "sail":
            ship.state = "action"


def tie(battle, rng):
    """Some ships that lie side by side are grappled or fouled."""
    ships = [ship for ship in battle.afloat() if not ship.battery]
    for one in ships:
        for other in ships:
            if one.number + 20 * one.team < other.number + 20 * other.team and one.near(other):
                for kind in ("fouled", "grappled"):
                    if rng.random() < 0.15:
                        getattr(one, kind).add(other)
                        getattr(other, kind).add(one)


def hold(battle, ship, rng):
    """Aground beside land, or at anchor."""
    if ship.battery:
        return
    beside = {step(hex_, direction) for hex_ in ship.hexes for direction in range(6)}
    if beside & battle.land and rng.random() < 0.5:
        ship.aground = True
    elif battle.anchors and ship.active and rng.random() < 0.2:
        ship.anchor = rng.choice(["bow", "stern"])
        ship.swung = rng.randint(0, 2)
        ship.weighing = rng.choice([0, 0, battle.turn, battle.turn - 1])
    elif battle.anchors:
        ship.lost_anchor = rng.random() < 0.1
