"""Positions as a line of text and back (docs/beat-to-quarters.md, "Positions")."""

from collections.abc import Iterator

import numpy as np

from beat_to_quarters import reachable
from beat_to_quarters.actions import LOADS, TEAMS, ship_name
from beat_to_quarters.rules import loads, ships, state, tables
from beat_to_quarters.rules.lines import LONGEST, add_to_wake, leave_wake, wake_at
from beat_to_quarters.rules.state import DECISIONS as DECISIONS
from beat_to_quarters.rules.state import LINE_SETS, NONE, SHIPS, STRIDE
from beat_to_quarters.scenario import Scenario
from tabletop.base.arrays import Records
from tabletop.base.errors import brief
from tabletop.game import position_text
from tabletop.game.header import Record
from tabletop.game.hex_grid import DIRECTIONS, coords, name, place, place_named
from tabletop.game.position_text import Name, Number, Part, Row, Several, Token, Tokens, one, refuse

VERSION = 1  # of the text of positions
ENDINGS = ("", "victory", "time")
STATES = ("", "", "struck", "secured", "prize", "fireship", "sunk", "withdrawn", "unplaced")
ACTS = ("", "sails", "recovers", "kedges", "swings", "turned", "catches-up", "blazes")
WEATHERS = ("normal", "perfect", "heavy-poor", "heavy", "poor")
SIDES = ("port", "starboard", "bow", "stern")  # bits
IN_ORDER = (state.LOAD, state.CLEAR, state.LOOSE, state.CHASERS)  # decisions about one ship after the other

SHIP = Name({who: ship_name(who) for who in range(SHIPS)}, "there is no ship {name}")
TEAM = Name(TEAMS)
WIND = Name(DIRECTIONS)


def start_record(scenario: Scenario) -> Records:
    """The record that every game is copied from: no wind has risen, nobody is placed."""
    games = np.zeros(1, state.GAME)
    for field in ("decider", "winner", "acting", "first", "alone", "ship", "through"):
        games[field] = NONE
    return games


class Dice(Row):
    """MO1: the dice of the acting ship, highest first: `4-3-1`."""

    def write(self, scenario: Scenario, game: Record) -> Iterator[tuple[str, str]]:
        """Yield the token."""
        if game["rolled"][0]:
            yield "dice", "-".join(str(die) for die in game["rolled"] if die)

    def read(self, scenario: Scenario, game: Record, tokens: Tokens) -> None:
        """Read the token."""
        words = tokens.pop("dice").split("-") if "dice" in tokens else []
        if not all(word in ("1", "2", "3", "4") for word in words) or len(words) > state.MOST_DICE:
            refuse(f"dice={'-'.join(words)}: at most {state.MOST_DICE} numbers from 1 to 4")
        if sorted(words, reverse=True) != words:
            refuse(f"dice={'-'.join(words)}: the highest comes first")
        game["rolled"][: len(words)] = [int(word) for word in words]


class Wakes(Row):
    """SQ7: the wakes of ships in line ahead, by ship: `wakes=W2:E-E-NE,W3:E-E-E`."""

    late = True

    def write(self, scenario: Scenario, game: Record) -> Iterator[tuple[str, str]]:
        """Yield the token."""
        wakes = []
        for who in range(SHIPS):
            ship = game["ships"][who // STRIDE, who % STRIDE]
            if ship["trail"]:
                way = [DIRECTIONS[wake_at(ship, at)] for at in range(ship["trail"])]
                wakes.append(f"{ship_name(who)}:{'-'.join(way)}")
        if wakes:
            yield "wakes", ",".join(wakes)

    def read(self, scenario: Scenario, game: Record, tokens: Tokens) -> None:
        """Read the token."""
        for word in tokens.pop("wakes").split(",") if "wakes" in tokens else ():
            key, _, way = word.partition(":")
            who = SHIP.read(scenario, "wakes", key)
            ship = game["ships"][who // STRIDE, who % STRIDE]
            directions = way.split("-")
            if not {*directions} <= {*DIRECTIONS} or len(directions) > LONGEST:
                refuse(f"wakes={brief(word)}: at most {LONGEST} of {', '.join(DIRECTIONS)}")
            leave_wake(ship)
            for direction in directions:
                add_to_wake(ship, DIRECTIONS.index(direction))


class Ships(Row):
    """A token for each ship: its bow and heading, then what isn't usual of it; `W1=sunk`."""

    late = True

    def __init__(self) -> None:
        """Take the fields that a ship's words say."""
        words = (
            *("steering", "burning", "irons", "recovered", "still", "aground", "cut", "acted", "tried", "target"),
            *("drifted", "boarded", "manned", "steered"),
        )
        self.words = {word: (word, 1) for word in words}
        self.words |= {"irons": ("irons", state.IN_IRONS), "recovered": ("irons", state.RECOVERED)}
        self.parts = {
            "state": Part("state", Name(STATES), None, state.IN_ACTION),
            "holder": Part("holder", TEAM),
            "built": Part("built", Number(state.RATES, 1)),
            "rate": Part("rate", Number(state.RATES + 1, 1)),
            "crew": Part("skill", Name({level - 1: crew for level, crew in enumerate(tables.CREWS)})),
            "rigged": Part("rigged", Number(3, 1)),
            "masts": Part("masts", Number(3)),
            "hung": Part("hung", Several(Name(SIDES[:2]))),
            "anchor": Part("anchor", Name(("", "bow", "stern"))),
            "weighing": Part("weighing", Number(2)),
            "swung": Part("swung", Number(2)),
            "fired": Part("fired", Several(Name(SIDES))),
            "again": Part("again", Several(Name(SIDES))),
            "phase": Part("phase", Several(Name(SIDES))),
            "port": Part("loads", Name(LOADS), 0),
            "starboard": Part("loads", Name(LOADS), 1),
            "chasers": Part("chasers", Number(3)),
            "ablaze": Part("ablaze", Number(3)),
            "squadron": Part("squadron", Number(state.SQUADRONS)),
            "order": Part("order", Number(STRIDE - 1)),
            "loading": Part("loading", Number(1), 0),
            "loading2": Part("loading", Number(1), 1),
            "fouled": Part("fouled", Several(SHIP)),
            "grappled": Part("grappled", Several(SHIP)),
        }

    def usual(self, scenario: Scenario, who: int) -> Record:
        """A ship as it is if its token says no more than its place."""
        row = scenario.world[0]["sea"]["start"][who // STRIDE, who % STRIDE].copy()
        for field in ("anchor", "q", "r", "heading", "squadron", "order"):
            row[field] = 0
        return row

    def write(self, scenario: Scenario, game: Record) -> Iterator[tuple[str, str]]:
        """Yield the tokens of the ships that there are."""
        for who in range(SHIPS):
            ship = game["ships"][who // STRIDE, who % STRIDE]
            if not ship["state"]:
                continue
            usual = self.usual(scenario, who)
            number = place(scenario.columns, ship["q"], ship["r"])
            words = [name(scenario.columns, scenario.rows, number) + DIRECTIONS[ship["heading"]]]
            if ship["state"] >= state.SUNK:
                words = [STATES[ship["state"]]]
            elif ship["state"] != state.IN_ACTION:
                words.append(STATES[ship["state"]])
            for key, part in self.parts.items():
                if key == "state":
                    continue
                value, own = part.get(ship), part.get(usual)
                if key == "rate":
                    own = int(ship["built"])
                if key == "masts":
                    own = int(ship["rigged"])
                if key == "holder" and usual["state"] == 0:  # of a ship that was bought
                    own = who // STRIDE
                if value != own:
                    words.append(f"{key}:{part.value.write(scenario, value)}")
            words += [word for word, (field, value) in self.words.items() if ship[field] == value]
            yield ship_name(who), ",".join(words)

    def read(self, scenario: Scenario, game: Record, tokens: Tokens) -> None:
        """Read the ships' tokens."""
        for who in range(SHIPS):
            key = ship_name(who)
            usual = self.usual(scenario, who)
            ship = game["ships"][who // STRIDE, who % STRIDE]
            if key not in tokens:
                if usual["state"] and game["turn"]:
                    refuse(f"{key} is missing")
                continue
            first, *words = tokens.pop(key).split(",")
            game["ships"][who // STRIDE, who % STRIDE] = usual
            ship["state"], ship["holder"] = state.IN_ACTION, who // STRIDE
            if first in STATES[state.SUNK :]:
                ship["state"] = STATES.index(first)
            else:
                self._place(scenario, ship, key, first)
            for word in words:
                self._word(scenario, ship, key, word)
            given = {word.partition(":")[0] for word in words}
            if "rate" not in given:
                ship["rate"] = ship["built"]
            if "masts" not in given:
                ship["masts"] = ship["rigged"]

    def _place(self, scenario: Scenario, ship: Record, key: str, text: str) -> None:
        heading = text.lstrip("0123456789")
        if heading not in DIRECTIONS:
            refuse(f"{key}={brief(text)}: a hex and a heading, {', '.join(DIRECTIONS)}: 1207NE")
        try:
            number = place_named(scenario.columns, scenario.rows, text.removesuffix(heading))
        except ValueError as error:
            refuse(f"{key}={brief(text)}: {error}")
        ship["q"], ship["r"] = coords(scenario.columns, number)
        ship["heading"] = DIRECTIONS.index(heading)

    def _word(self, scenario: Scenario, ship: Record, key: str, word: str) -> None:
        head, colon, text = word.partition(":")
        if word in STATES[state.STRUCK : state.SUNK]:
            ship["state"] = STATES.index(word)
        elif word in self.words:
            field, value = self.words[word]
            ship[field] = value
        elif colon and head in self.parts and head != "state":
            part = self.parts[head]
            part.put(ship, part.value.read(scenario, f"{key}: {head}", text))
        else:
            refuse(f"{key}: {brief(word)} is nothing that a ship has")


class Stage(Row):
    """What isn't written, for the decision says it: what the engine does next, and how far it is in it."""

    late = True

    def write(self, scenario: Scenario, game: Record) -> Iterator[tuple[str, str]]:
        """Yield nothing."""
        return iter(())

    def read(self, scenario: Scenario, game: Record, tokens: Tokens) -> None:
        """Put it into the record."""
        for team in (0, 1):
            game["team"][team]["own"] = np.count_nonzero(game["ships"]["state"][team])
        decision, ship = int(game["decision"]), int(game["ship"])
        game["stage"] = state.STAGES[decision]
        if game["decision"] == state.LOAD and game["asked"] == loads.BLAZING:
            game["stage"] = state.ABLAZE
        if game["decision"] == state.PASS and game["act"] == state.TURNED:
            game["stage"] = state.TURNING
        if game["line"] and decision in (state.PASS, state.TURN, state.TACK):
            game["stage"] = state.IN_SQUADRON
        if ship == NONE:
            return
        if decision in IN_ORDER and game["acting"] != NONE:
            game["at"] = ships.place_in_order(int(game["acting"]), ship)
        elif decision == state.BOARD:
            holder = int(game["ships"][ship // STRIDE, ship % STRIDE]["holder"])
            game["at"] = ships.place_in_order(holder, ship) + (0 if holder == game["first"] else SHIPS)
        elif decision in (state.COLUMN, state.ROW, state.HEADING):
            game["at"] = 2 * (ship % STRIDE) + ship // STRIDE


TEXT = position_text.PositionText[Scenario](
    (
        one("turn", Number("turns"), given=True),
        one("wind", WIND, given=True),
        one("weather", Name(WEATHERS)),
        one("first", TEAM, usual=NONE),
        Token(
            "chips",
            (*(Part("chips", Number(3), None, 0, ("team", team)) for team in (0, 1)), Part("storm", Number(1))),
            ",",
            meant="chips left of White, of Black, and the weather's: 3,2,0",
        ),
        one("acting", TEAM, usual=NONE),
        position_text.Deciding(TEAMS, DECISIONS, ENDINGS, boundaries=(state.NEXT_CHIP,)),
        one("ship", SHIP, usual=NONE),
        one("act", Name(ACTS)),
        one("left", Number(state.FARTHEST)),
        Dice(),
        one("turned", Number(3, -3)),
        one("held", Name(("", "white", "black", "both"))),
        one("through", SHIP, usual=NONE),
        one("alone", TEAM, usual=NONE),
        one("asked", Number(state.MOST_COLUMNS)),
        one("place", Number(state.MOST_ROWS)),
        one("side", Number(1, -1)),
        one("entering", Number(1)),
        *(one(key, Several(SHIP)) for key in LINE_SETS),
        *(
            Token(key, tuple(Part(key, Number(most), None, 0, ("team", team)) for team in (0, 1)), ",")
            for key, most in (("abreast", 30), ("wheeled", 30), ("orders", 2), ("shots", 6))
        ),
        Token("money", tuple(Part("money", Number(500), None, 0, ("team", team)) for team in (0, 1)), ","),
        Token("passed", tuple(Part("passed", Number(1), None, 0, ("team", team)) for team in (0, 1)), ","),
        Ships(),
        Wakes(),
        Stage(),
    ),
    start_record,
    reachable.check,
)
format_position, parse_position = TEXT.format, TEXT.parse
