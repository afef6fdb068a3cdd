"""A position as a flat dict of numbers, strings and tuples (the page's "Positions"), and back."""

from .hexes import DIRECTIONS, name_of, named
from .model import SIDES, TEAMS
from .squadrons import in_line

PLAIN = [  # fields of a ship that are told as they are
    *("state", "rate", "crew", "manned", "masts", "anchor", "weighing", "swung", "squadron", "formation", "acts_left"),
    *("steering", "burning", "irons", "recovered", "still", "aground", "lost_anchor", "acted", "tried", "target"),
    *("drifted", "boarded", "chasers", "busy", "fireship", "retaken"),
]


def team_name(team):
    return "" if team is None else TEAMS[team]


def team_of(name):
    return TEAMS.index(name) if name else None


def names(ships):
    """Names of ships, White's first, by number."""
    return tuple(ship.name for ship in sorted(ships, key=lambda ship: (ship.team, ship.number)))


def snapshot(battle):
    """All that a position says; keys of ships are `W1.rate`."""
    over = not battle.decision
    told = {
        "turn": battle.turn,
        "wind": DIRECTIONS[battle.wind],
        "weather": battle.weather,
        "first": team_name(battle.first),
        "chips": tuple(battle.chips),
        "acting": team_name(battle.acting),
        "decision": battle.decision,
        "decider": "" if over else team_name(battle.decider),
        "ship": battle.ship.name if battle.ship else "",
        "left": battle.left,
        "dice": tuple(battle.rolled),
        "held": tuple(team_name(team) for team in sorted(battle.held)),
        "through": battle.through.name if battle.through else "",
        "after": battle.after,
        "alone": int(battle.alone),
        "squadrons": tuple(sorted(f"{team_name(team)} {number}" for team, number in battle.turned)),
        "shots": tuple(battle.shots),
        "ending": battle.ending,
        "winner": team_name(battle.winner),
    }
    for ship in battle.everybody():
        told |= {f"{ship.name}.{key}": value for key, value in card(ship).items()}
    return told


def card(ship):
    """SH5; a ship that is off the map, or not on it yet, has only its state."""
    if not ship.afloat or ship.bow is None:
        return {"state": ship.state if not ship.afloat else ""}
    return {
        "place": name_of(ship.bow),
        "heading": DIRECTIONS[ship.heading],
        "holder": team_name(ship.holder),
        "hung": tuple(side for side in SIDES if side in ship.hung),
        "fired": tuple(sorted(ship.fired.items())),
        "fired_now": tuple(sorted(ship.fired_now)),
        "fouled": names(ship.fouled),
        "grappled": names(ship.grappled),
        "wake": tuple(DIRECTIONS[direction % 6] for direction in ship.wake),
        "loads": tuple(sorted(ship.loads.items())),
        "loading": tuple(sorted(ship.loading)),
        "steered": team_name(ship.steered),
        **{key: value if isinstance(value := getattr(ship, key), str) else int(value) for key in PLAIN},
    }


def restore(battle, told):
    """Make of a battle that hasn't begun the position of a snapshot; `enter` goes on from some of them."""
    for key in ("turn", "weather", "decision", "left", "after", "ending"):
        setattr(battle, key, told[key])
    battle.wind = DIRECTIONS.index(told["wind"])
    for key in ("first", "acting", "decider", "winner"):
        setattr(battle, key, team_of(told[key]))
    battle.chips, battle.shots, battle.rolled = list(told["chips"]), list(told["shots"]), list(told["dice"])
    battle.used = [3 - left for left in battle.chips[:2]]
    battle.ship, battle.through = (battle.named(told[key]) if told[key] else None for key in ("ship", "through"))
    battle.held, battle.alone = {team_of(name) for name in told["held"]}, bool(told["alone"])
    battle.turned = {(team_of(words.split()[0]), int(words.split()[1])) for words in told["squadrons"]}
    for ship in battle.everybody():
        deal(battle, ship, {key.split(".")[1]: value for key, value in told.items() if key.startswith(f"{ship.name}.")})
    for ship in battle.afloat():
        if ship.squadron:
            battle.lines.setdefault((ship.team, ship.squadron), []).append(ship)
    for line in battle.lines.values():
        if line[0].formation == "ahead":
            line[:] = in_line(line)


def deal(battle, ship, told):
    """A ship's part of a snapshot."""
    ship.state = told["state"]
    if "place" not in told:
        return
    ship.bow, ship.heading = named(told["place"]), DIRECTIONS.index(told["heading"])
    ship.holder, ship.steered = team_of(told["holder"]), team_of(told["steered"])
    ship.hung, ship.fired, ship.fired_now = set(told["hung"]), dict(told["fired"]), set(told["fired_now"])
    ship.fouled, ship.grappled = ({battle.named(name) for name in told[key]} for key in ("fouled", "grappled"))
    ship.wake = [DIRECTIONS.index(word) for word in told["wake"]]
    ship.loads, ship.loading = dict(told["loads"]), dict.fromkeys(told["loading"], 1)
    for key in PLAIN:
        kind = type(getattr(ship, key))
        setattr(ship, key, kind(told[key]))
