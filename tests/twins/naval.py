"""Beat to Quarters' engine beside its twin: the same battle in both, compared after every decision.

Both roll for themselves, from the same seed.  Compared are each draw with its purpose, subject, classes and result, all
that a position says, and the names of the legal actions.  The twin shares nothing with the engine but these names.
"""

import random
from types import SimpleNamespace
from typing import Any

from beat_to_quarters.actions import LOADS, TEAMS, ship_name
from beat_to_quarters.definition import BEAT_TO_QUARTERS
from beat_to_quarters.notation import DECISIONS, ENDINGS, SIDES, STATES
from beat_to_quarters.notation import WEATHERS as WEATHER_WORDS
from beat_to_quarters.rules import state
from beat_to_quarters.rules.lines import HALF
from beat_to_quarters.rules.tables import CREWS, DAMAGE
from beat_to_quarters.scenario import BATTERIES, Scenario
from beat_to_quarters.symmetry import is_symmetric
from tabletop.game.hex_grid import DIRECTIONS, name, place
from tabletop.play.game import Game
from .disagreement import DisagreementError, same, side_by_side
from .naval_reference import Battle, Dice, begin, enter, names_for, restore, snapshot, step
from .naval_reference.random_player import WEATHERS, choose, crowd

__all__ = ["DisagreementError", "compare", "is_symmetric", "legal_indices", "turned", "turned_results", "unknown"]

turned, turned_results = BEAT_TO_QUARTERS.turned, BEAT_TO_QUARTERS.turned_results
WEATHER_NUMBERS = (state.NORMAL, state.PERFECT, state.HEAVY_POOR, state.HEAVY, state.POOR)  # of WEATHERS
# Of ships, by the same names.
FLAGS = ("steering", "burning", "still", "aground", "acted", "tried", "target", "drifted", "boarded")
# What a moment follows, by the engine's act.
AFTER = {state.SAILS: "hex", state.RECOVERS: "hex", state.KEDGES: "kedge", state.TURNED: "turn"}
# Where the twin's `enter` can't go on.
BEFORE_BATTLE = (state.BUY, state.COLUMN, state.ROW, state.HEADING)
IN_COMMAND = (state.ORDER, state.MEMBER, state.LOAD)
IN_ACT = (state.ADVANCE, state.PASS, state.MOMENT, state.ANSWER, state.TURN, state.TACK)


def unknown(scenario: Scenario) -> str:
    """Nothing: the twin plays every scenario."""
    return ""


def plain(scenario: Scenario) -> SimpleNamespace:
    """The scenario as the twin takes it: what the page's switches say, in plain data."""
    rules = SimpleNamespace(**{key: getattr(scenario, key) for key in type(scenario).model_fields})
    for key in TEAMS:
        setattr(rules, key, [SimpleNamespace(**ship.model_dump()) for ship in getattr(scenario, key)])
    rules.batteries = [
        SimpleNamespace(
            team=TEAMS.index(fort.team),
            rate=BATTERIES[fort.kind],
            crew=fort.crew,
            place=fort.place,
            heading=fort.heading,
        )
        for fort in scenario.batteries
    ]
    signs = {
        f"{column:02}{row:02}": sign
        for row, line in enumerate(scenario.lines, 1)
        for column, sign in enumerate(line, 1)
    }
    rules.land = {hex_ for hex_, sign in signs.items() if sign == "#"}
    rules.depths = {hex_: int(sign) for hex_, sign in signs.items() if sign.isdecimal()}
    rules.shoals = bool(rules.depths)
    rules.damage = [list(line) for line in scenario.damage or DAMAGE]
    rules.range = [0, *scenario.range]
    rules.ships = {
        rate: [
            row.masts,
            row.a,
            row.b,
            row.c,
            row.d,
            row.turn,
            *(5 * (9 - rate) + 5 * crew for crew in range(5, 0, -1)),
        ]
        for rate, row in enumerate(scenario.ships, 1)
    }
    return rules


# A position of the engine's, in the twin's words.


def team_name(team: int) -> str:
    """The name of a team; empty: nobody."""
    return TEAMS[team] if team != state.NONE else ""


def names_in(bits: int, names: tuple[str, ...]) -> tuple[str, ...]:
    """The names of a set, whose members are bits."""
    return tuple(name for bit, name in enumerate(names) if bits >> bit & 1)


def ships_in(bits: int) -> tuple[str, ...]:
    """The names of a set of ships."""
    return names_in(bits, tuple(map(ship_name, range(state.SHIPS))))


def told(scenario: Scenario, game: Any) -> dict[str, Any]:
    """What a record says, as the twin says it; keys of ships are `W1.rate`."""
    decision, act = int(game["decision"]), int(game["act"])
    after = {state.CLEAR: "fouled", state.LOOSE: "grappled", state.TACK: "port" if game["turned"] > 0 else "starboard"}
    after |= dict.fromkeys((state.MOMENT, state.ANSWER), AFTER.get(act, ""))
    after |= {state.PASS: "turn" if game["turned"] else "", state.TURN: "kedge" if act == state.KEDGES else ""}
    wheeled = (
        f"{team} {number}"
        for team, record in zip(TEAMS, game["team"], strict=True)
        for number in range(1, state.SQUADRONS + 1)
        if int(record["wheeled"]) >> number & 1
    )
    words = {
        "turn": int(game["turn"]),
        "wind": DIRECTIONS[game["wind"]],
        "weather": WEATHERS[WEATHER_NUMBERS.index(game["weather"])],
        "first": team_name(game["first"]),
        "shots": tuple(int(each["shots"]) for each in game["team"]),
        "chips": (*(int(each["chips"]) for each in game["team"]), int(game["storm"])),
        "acting": team_name(game["acting"]),
        "decision": DECISIONS[decision].replace("clear", "loose"),
        "decider": team_name(game["decider"]),
        "ship": ship_name(game["ship"]) if game["ship"] != state.NONE else "",
        "left": int(game["left"]),
        "dice": tuple(int(die) for die in game["rolled"] if die),
        "held": names_in(int(game["held"]), TEAMS),
        "through": ship_name(game["through"]) if game["through"] != state.NONE else "",
        "after": after.get(decision, ""),
        "alone": int(game["alone"] != state.NONE),
        "squadrons": tuple(sorted(wheeled)),
        "ending": ENDINGS[game["ending"]],
        "winner": team_name(game["winner"]),
    }
    for who in range(state.SHIPS):
        ship, team = game["ships"][divmod(who, state.STRIDE)], game["team"][who // state.STRIDE]
        if ship["state"]:
            formation = ("ahead", "abreast")[int(team["abreast"]) >> int(ship["squadron"]) & 1]
            card = card_of(scenario, ship, who // state.STRIDE, int(game["turn"]))
            card["formation"] = formation if ship["squadron"] else ""
            words |= {f"{ship_name(who)}.{key}": value for key, value in card.items()}
    return words


def card_of(scenario: Scenario, ship: Any, team: int, turn: int) -> dict[str, Any]:
    """What a ship's record says; one that is off the map, or not on it yet, has only its state."""
    if ship["state"] in (state.SUNK, state.WITHDRAWN, state.UNPLACED):
        return {"state": STATES[ship["state"]].replace("unplaced", "")}
    names = ("battery",) if ship["battery"] else (*SIDES[:2], *(f"{end} chasers" for end in SIDES[2:]))
    if ship["battery"]:  # its one side is that of bow chasers
        fired, again, phase = (int(ship[key]) >> 2 for key in ("fired", "again", "phase"))
    else:
        fired, again, phase = (int(ship[key]) for key in ("fired", "again", "phase"))
    ablaze = ship["state"] == state.FIRESHIP
    retaken = ship["state"] == state.PRIZE and ship["holder"] == team  # ST3, in action from the next turn on
    return {
        "place": name(scenario.columns, scenario.rows, place(scenario.columns, ship["q"], ship["r"])),
        "heading": DIRECTIONS[ship["heading"]],
        "state": "secured" if retaken else STATES[ship["state"]] or "action",
        "holder": TEAMS[ship["holder"]] if ship["holder"] != team else "",
        "rate": int(ship["rate"]),
        "manned": int(ship["built"]),  # SH4 counts from the rate as built, whoever has the ship
        "crew": int(ship["skill"]),
        "masts": int(ship["masts"]),
        "hung": names_in(int(ship["hung"]), SIDES),
        "fired": tuple(sorted((side, 1 + (side in names_in(again, names))) for side in names_in(fired, names))),
        "fired_now": tuple(sorted(names_in(phase, names))),
        "fouled": ships_in(int(ship["fouled"])),
        "grappled": ships_in(int(ship["grappled"])),
        "anchor": ("", "bow", "stern")[ship["anchor"]],
        "weighing": turn - 2 + int(ship["weighing"]) if ship["weighing"] else 0,
        "swung": int(ship["swung"]),
        "lost_anchor": int(ship["cut"]),
        "squadron": int(ship["squadron"]),
        "wake": tuple(DIRECTIONS[int(ship["wake"][at // HALF]) >> 3 * (at % HALF) & 7] for at in range(ship["trail"])),
        "irons": int(ship["irons"] > 0),
        "recovered": int(ship["irons"] == state.RECOVERED),
        "chasers": int(ship["chasers"] in (state.SET, state.SET_NOW)),
        "busy": int(ship["chasers"] in (state.SET_NOW, state.REMOVED_NOW)),
        "loads": tuple((side, LOADS[load]) for side, load in zip(SIDES[:2], ship["loads"], strict=True)),
        "loading": tuple(side for side, left in zip(SIDES[:2], ship["loading"], strict=True) if left),
        "fireship": int(ablaze),
        "acts_left": int(ship["ablaze"]),
        "steered": team_name(ship["holder"]) if ablaze and ship["steered"] else "",
        "retaken": int(retaken),
        **{key: int(ship[key]) for key in FLAGS},
    }


def twin_at(scenario: Scenario, record: Any, dice: Dice) -> Battle:
    """The twin's battle in a position of the engine's that it can go on from (`goes_on`)."""
    rules = plain(scenario)
    if scenario.points:  # SU1: the ships are those that were bought
        for key, team in zip(TEAMS, record["ships"], strict=True):
            usual = {"masts": 0, "squadron": 0, "formation": "", "anchor": ""}
            cards = [{"rate": int(ship["built"]), "crew": CREWS[ship["skill"] + 1], **usual} for ship in team]
            setattr(rules, key, [SimpleNamespace(**card) for card in cards if card["rate"]])
    twin = Battle(rules)
    restore(twin, told(scenario, record))
    for line in twin.lines.values():  # whose order a column that is turning doesn't show
        line.sort(key=lambda ship: int(record["ships"][ship.team, ship.number]["order"]))
    enter(twin, dice)
    return twin


def goes_on(game: Game[Any]) -> bool:
    """Whether the twin's `enter` can go on: not before the battle, in orders, loads, a squadron's or fireship's act."""
    record = game.games[0]
    decision, ship = int(record["decision"]), int(record["ship"])
    if decision in (state.OVER, *BEFORE_BATTLE, *IN_COMMAND):
        return False
    if decision not in IN_ACT:
        return True
    acting = record["ships"][divmod(ship, state.STRIDE)]
    return not record["line"] and not record["gone"] and not acting["squadron"] and acting["state"] != state.FIRESHIP


def legal_indices(scenario: Scenario, position: str) -> list[int]:
    """The twin's legal actions in a position, ascending.

    In the middle of orders, of loads, of a squadron's or a fireship's act, and before the battle, the twin can't go on
    from a position alone: there it is the engine's own list that is returned, and `compare` is the only comparison.
    """
    game = Game(scenario, start=position)
    if not goes_on(game):
        return game.legal_indices()
    twin = twin_at(scenario, game.games[0], Dice())
    return sorted(game.table.index(action, game.decider) for action in names_for(twin))


# Positions that battles seldom come to.


def crowded(scenario: Scenario, rng: random.Random) -> str:
    """A random position in a crowd as text, in which somebody decides; empty: such a scenario has none."""
    if scenario.points:
        return ""
    for _ in range(100):
        twin = Battle(plain(scenario))
        crowd(twin, rng)
        text = text_of(scenario, snapshot(twin))
        try:
            game = Game(scenario, start=text)
        except ValueError:
            continue  # no battle comes to it
        if not game.draws and len(game.legal_indices()) > 1 and goes_on(game):
            return text
    return ""


def text_of(scenario: Scenario, told: dict[str, Any]) -> str:
    """The position of a crowd as the engine reads it."""
    words = {key: str(told[key]) for key in ("turn", "wind", "first", "acting")}
    words["chips"] = ",".join(map(str, told["chips"]))
    words["to"] = f"{told['decider']}:{told['decision']}"
    number = WEATHER_NUMBERS[WEATHERS.index(told["weather"])]
    words |= {"weather": WEATHER_WORDS[number]} if number else {}
    words |= {"ship": told["ship"]} if told["ship"] else {}
    if told["decision"] == "board":
        del words["acting"]
    for who in range(state.SHIPS):
        card = {key.partition(".")[2]: value for key, value in told.items() if key.startswith(f"{ship_name(who)}.")}
        if card:
            card["still"] = card.get("still") or (told["ship"], told["decision"]) == (ship_name(who), "sail")  # so far
            battery = scenario.world[0]["sea"]["start"][divmod(who, state.STRIDE)]["battery"]
            words[ship_name(who)] = ",".join(ship_words(card, bool(battery), told["turn"]))
    return " ".join(f"{key}={value}" for key, value in words.items())


def ship_words(card: dict[str, Any], battery: bool, turn: int) -> list[str]:
    """A ship of a crowd as the engine reads it."""
    if "place" not in card:
        return [card["state"]]
    words = [card["place"] + card["heading"]]
    if battery:
        return [*words, *(key for key in ("still", "acted") if card[key])]
    words += [card["state"]] if card["state"] != "action" else []
    words += [f"{key}:{card[key]}" for key in ("holder", "anchor") if card[key]]
    words += ["manned"] if card["state"] == "action" and card["holder"] else []
    words += [f"{key}:{card[key]}" for key in ("rate", "masts")]
    words += [f"swung:{card['swung']}"] if card["swung"] else []
    words += [f"weighing:{left}"] if card["weighing"] and (left := card["weighing"] + 2 - turn) > 0 else []
    fired = [side for side, _ in card["fired"]]
    several = {"hung": card["hung"], "fired": fired, "fouled": card["fouled"], "grappled": card["grappled"]}
    words += [f"{key}:{'+'.join(members)}" for key, members in several.items() if members]
    words += ["recovered" if card["recovered"] else "irons"] if card["irons"] else []
    words += ["cut"] if card["lost_anchor"] else []
    return [*words, *(key for key in FLAGS if card[key])]


# Side by side.


def agree(game: Game[Any], twin: Battle, dice: Dice) -> None:
    """AssertionError where the last step of the game and of the twin differ; the dice's log begins anew."""
    same("draws", [tuple(draw) for draw in game.draws], dice.log)
    own, other = told(game.scenario, game.games[0]), snapshot(twin)
    for key in unlike(game.scenario, own):
        own.pop(key, None)
    keys = {*own} & {*other} if own["decision"] else {"ending", "winner", "turn"}
    differs = [f"{key}: engine {own[key]}, twin {other[key]}" for key in sorted(keys) if own[key] != other[key]]
    same("position", differs, [])
    same("legal actions", sorted(game.legal_actions()), sorted(names_for(twin)))
    dice.log.clear()


def unlike(scenario: Scenario, own: dict[str, Any]) -> list[str]:
    """What the two may say in different ways where it means nothing, or not yet."""
    keys = ["after", f"{own['ship']}.still"]  # the engine counts in the act, the page looks at the last one (DR1)
    if own["decision"] in ("board", "buy", "column", "row", "heading"):
        keys.append("acting")  # nobody's phase
    for key in [key.removesuffix("state") for key in own if key.endswith(".state")]:
        if scenario.prizes == "idle":
            keys.append(f"{key}retaken")  # it is never in action again
        if own[f"{key}state"] != "fireship":
            keys.append(f"{key}acts_left")
        if own[f"{key}state"] != "action":  # of ships out of action it means nothing (TK6)
            keys += [f"{key}irons", f"{key}recovered"]
        elif not own[f"{key}irons"]:
            keys.append(f"{key}recovered")
    return keys


def compare(scenario: Scenario, seed: int, bold: bool = True, limit: int = 100_000, start: str | None = None) -> int:
    """Play one random battle in both; the number of decisions.

    Args:
      scenario: of the battle.
      seed: of the dice and of the random play; every second one begins in a crowd.
      bold: whether actions by which ships meet, fire and board are likelier.
      limit: of decisions.
      start: a position to begin in; empty: the battle's beginning.

    Raises:
      DisagreementError: at the first difference.
    """
    rng, dice = random.Random(seed), Dice(seed)
    if start is None:
        start = crowded(scenario, rng) if seed % 2 else ""
    game = Game(scenario, seed=seed, start=start or None)

    def begun() -> Battle:
        if start:
            return twin_at(scenario, game.games[0], dice)
        twin = Battle(plain(scenario))
        begin(twin, dice)
        return twin

    return side_by_side(
        game,
        seed,
        begun,
        lambda twin: choose(twin, game.legal_actions(), rng, bold),
        lambda twin, action: step(twin, action, dice),
        lambda twin: agree(game, twin, dice),
        limit,
    )
