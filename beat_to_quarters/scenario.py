"""Scenarios (the page's "Switches"): read from TOML, refused in one line when they can't be played."""

import json
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple, Self

import numpy as np
from pydantic import Field, model_validator

from beat_to_quarters.rules import actions, lines, setup, state
from beat_to_quarters.rules.tables import CREWS, DAMAGE, RANGE, RESULTS, expected
from tabletop.base.arrays import Records
from tabletop.base.errors import brief
from tabletop.game import hex_grid
from tabletop.game.modules import part_of_game
from tabletop.game.scenario_files import ScenarioModel, StrictModel, is_file_name, name_of

if TYPE_CHECKING:
    from tabletop.game.definition import GameDefinition

FOLDER = Path(__file__).parent / "scenarios"
PRESETS = ("first-fight", "duel", "line", "trafalgar", "port")
Crew = Literal["poor", "green", "average", "crack", "elite"]
Heading = Literal["E", "NE", "NW", "W", "SW", "SE"]
DEPLOYMENTS = {"corners": state.CORNERS, "lines": state.LINES, "chosen": state.CHOSEN, "fixed": state.FIXED}
NATIONS = {"british": state.BRITISH, "american": state.AMERICAN, "spanish": state.SPANISH, "other": state.OTHER}
BATTERIES = {"heavy": 1, "medium": 2, "light": 3}  # SB1: their rates
ANCHORS = {"": 0, "bow": state.BY_BOW, "stern": state.BY_STERN}
# Where a switch is one of two, the record's field of the second one.
SECOND = {
    "squadrons": ("squadrons", True),
    "victory": ("field", "field"),
    "passing": ("stops", "stops"),
    "swing": ("barred", "barred"),
    "last_die": ("kept", "kept"),
    "drift": ("together", "together"),
    "alongside": ("alongside", True),
    "prizes": ("sailing", "sail"),
    "dismasted": ("fires", "fires"),
    "crews": ("drawn", "drawn"),
    "chasers": ("chasers", True),
    "weather": ("weather", True),
    "shot": ("shot", True),
    "fireships": ("fireships", True),
    "solo": ("solo", True),
}


class Row(StrictModel):
    """A row of the ship table (SH6): dice by attitude, hexsides of a turn, masts."""

    masts: Annotated[int, Field(ge=1, le=3)]
    a: Annotated[int, Field(ge=0, le=4)]
    b: Annotated[int, Field(ge=0, le=4)]
    c: Annotated[int, Field(ge=0, le=4)]
    d: Annotated[int, Field(ge=0, le=4)]
    turn: Annotated[int, Field(ge=1, le=3)]


def _row(masts: int, a: int, b: int, c: int, d: int, turn: int) -> Row:
    return Row(masts=masts, a=a, b=b, c=c, d=d, turn=turn)


SHIPS = (
    _row(3, 3, 2, 1, 0, 1),
    _row(3, 3, 2, 1, 0, 1),
    _row(3, 3, 2, 2, 0, 2),
    _row(3, 4, 3, 2, 0, 2),
    _row(2, 4, 3, 2, 0, 3),
    _row(3, 2, 2, 1, 0, 1),
    _row(3, 2, 2, 1, 0, 1),
    _row(1, 4, 3, 3, 1, 3),
)
LEAST_POINTS = 20  # SU1
ROOM = 8  # hexes of sea by each corner for each ship that is placed
TWO_MASTS = (6, 7)  # SH6: rates that may have two masts, and then a die in attitude D


class Ship(StrictModel):
    """A ship of a fleet (SH).

    Attributes:
      rate: as built, 1 the strongest to 8 (SH3).
      crew: as it comes aboard (SH4).
      masts: of rates 6 and 7, 2 or 3; 0: as the table says (SH7).
      name: for people.
      place: the bow's hex, with `fixed` (SU2).
      heading: with `fixed`.
      anchor: `bow` or `stern`: it begins at anchor (AN1).
      squadron: 1 to 4: the squadron it begins in, in the order of the list (SQ1); 0: none.
      formation: of that squadron.
    """

    rate: Annotated[int, Field(ge=1, le=state.RATES)]
    crew: Crew = "average"
    masts: Annotated[int, Field(ge=0, le=3)] = 0
    name: Annotated[str, Field(max_length=40)] = ""
    place: str = ""
    heading: Literal["", "E", "NE", "NW", "W", "SW", "SE"] = ""
    anchor: Literal["", "bow", "stern"] = ""
    squadron: Annotated[int, Field(ge=0, le=state.SQUADRONS)] = 0
    formation: Literal["ahead", "abreast"] = "ahead"


class Start(NamedTuple):
    """Where a ship begins: its bow's hex, and what else of it the chart and its squadron ask for."""

    name: str
    bow: tuple[int, int]
    heading: int
    rate: int
    squadron: int
    formation: str


def follows(ahead: Start, ship: Start) -> bool:
    """SQ2: whether a ship stands behind, or beside, the one before it in its squadron."""
    (q, r), (other_q, other_r) = ahead.bow, ship.bow
    sides = (3,) if ship.formation == "ahead" else (1, 2, 4, 5)
    hexes = (lines.APART,) if ship.formation == "ahead" else (lines.APART - 1, lines.APART)
    steps = [hex_grid.STEPS[(ahead.heading + side) % 6] for side in sides]
    places = {(q + count * step[0], r + count * step[1]) for step in steps for count in hexes}
    return ship.heading == ahead.heading and ship.formation == ahead.formation and (other_q, other_r) in places


class Battery(StrictModel):
    """A shore battery (SB1)."""

    team: Literal["white", "black"]
    kind: Literal["light", "medium", "heavy"]
    crew: Crew = "average"
    place: str
    heading: Heading


class Scenario(ScenarioModel):
    """A whole scenario. Make one by `load`, `parse` or `from_json`: their errors are ValueErrors of one line.

    Beside each switch's kind stand the rules whose text says it (`said_in`).

    Attributes:
      columns, rows: of the map (MP1).
      chart: the map as text, a line a row, a sign a hex: `.` sea, `#` land, 1 to 8 a shoal of this depth; empty: sea
        (MP4, SL).
      white, black: the fleets (SH2).
      batteries: on land (SB).
      points: to buy ships with, 0: none are bought (SU1).
      deployment: where ships begin (SU2).
      wind: where it comes from (WI1).
      turns: of the battle (TS3).
      squadrons: orders to squadrons (SQ).
      victory, passing, swing, last_die, drift, alongside, prizes, dismasted, crews: VI1, CF2, TK3, MO1, DR3, DR5, ST2,
        GU6, SO1.
      chasers, weather, shot, fireships, solo, nations: optional rules (CH, WE, AM, FS, SO5, NA).
      damage: the damage table, twelve lines of eleven results; none: the usual one (DT2).
      range: modifiers of ranges 1 to 13 (GU8).
      ships: the ship table's rows, of rates 1 to 8 (SH6).
    """

    columns: Annotated[int, Field(ge=12, le=state.MOST_COLUMNS), "MP1"] = 40
    rows: Annotated[int, Field(ge=10, le=state.MOST_ROWS), "MP1"] = 30
    chart: Annotated[str, "MP4 SL1"] = ""
    white: Annotated[tuple[Ship, ...], "SH2"] = ()
    black: Annotated[tuple[Ship, ...], "SH2"] = ()
    batteries: Annotated[tuple[Battery, ...], "SB1"] = ()
    points: Annotated[int, Field(ge=0, le=500), "SU1"] = 0
    deployment: Annotated[Literal["corners", "lines", "chosen", "fixed"], "SU2"] = "corners"
    wind: Annotated[Literal["drawn", "E", "NE", "NW", "W", "SW", "SE"], "WI1"] = "drawn"
    turns: Annotated[int, Field(ge=1, le=200), "TS3"] = 30
    squadrons: Annotated[bool, "SQ1"] = False
    victory: Annotated[Literal["points", "field"], "VI1"] = "points"
    passing: Annotated[Literal["through", "stops"], "CF2"] = "through"
    swing: Annotated[Literal["strikes", "barred"], "TK3"] = "strikes"
    last_die: Annotated[Literal["lost", "kept"], "MO1"] = "lost"
    drift: Annotated[Literal["each", "together"], "DR3"] = "each"
    alongside: Annotated[bool, "DR5"] = False
    prizes: Annotated[Literal["idle", "sail"], "ST2"] = "idle"
    dismasted: Annotated[Literal["silent", "fires"], "GU6"] = "silent"
    crews: Annotated[Literal["given", "drawn"], "SO1"] = "given"
    chasers: Annotated[bool, "CH1"] = False
    weather: Annotated[bool, "WE1"] = False
    shot: Annotated[bool, "AM1"] = False
    fireships: Annotated[bool, "FS1"] = False
    solo: Annotated[bool, "SO5"] = False
    nations: Annotated[tuple[Literal["british", "american", "spanish", "other"], ...], "NA1"] = ()
    damage: Annotated[tuple[tuple[str, ...], ...], "DT2"] = ()
    range: Annotated[tuple[Annotated[int, Field(ge=-20, le=20)], ...], "GU8"] = RANGE
    ships: Annotated[tuple[Row, ...], "SH6"] = SHIPS

    @model_validator(mode="after")
    def _playable(self) -> Self:
        if self.rows % 2:
            raise ValueError(f"rows: {self.rows} is not an even number (MP1)")
        if self.nations and len(self.nations) != 2:
            raise ValueError("nations: none, or one for each team (NA)")
        if len(self.range) != state.REACH:
            raise ValueError(f"range: {state.REACH} numbers, of ranges 1 to {state.REACH} (GU8)")
        if len(self.ships) != state.RATES:
            raise ValueError(f"ships: {state.RATES} rows, of rates 1 to {state.RATES} (SH6)")
        self._check_damage()
        self._check_chart()
        self._check_fleets()
        self._check_wind()
        self._check_places()
        return self

    def _check_damage(self) -> None:
        if self.damage and (len(self.damage) != state.LINE or {len(line) for line in self.damage} != {state.COLUMNS}):
            raise ValueError(f"damage: {state.LINE} lines of {state.COLUMNS} results (DT)")
        for word in (word for line in self.damage for word in line):
            if word not in RESULTS:
                raise ValueError(f"damage: {brief(word)} is none of {', '.join(RESULTS)} (DA)")

    def _check_chart(self) -> None:
        if not self.chart:
            return
        if len(self.lines) != self.rows or {len(line) for line in self.lines} != {self.columns}:
            raise ValueError(f"chart: {self.rows} lines of {self.columns} signs (MP1)")
        if wrong := {*"".join(self.lines)} - {*".#12345678"}:
            raise ValueError(f"chart: {brief(min(wrong))} is no sign: . sea, # land, 1 to 8 a shoal (MP4, SL)")

    def _check_fleets(self) -> None:
        if self.points:
            if self.points < LEAST_POINTS:
                raise ValueError(f"points: 0, or {LEAST_POINTS} to 500 (SU1)")
            if self.white or self.black or self.batteries or self.crews == "drawn" or self.deployment == "fixed":
                raise ValueError("points: ships are bought: no fleets, batteries, drawn crews or fixed places (SU1)")
            return
        for key, team in (("white", 0), ("black", 1)):
            fleet = getattr(self, key)
            if not fleet or len(fleet) + len(self.forts(team)) > state.STRIDE:
                raise ValueError(f"{key}: a team has at least a ship, and at most {state.STRIDE} with batteries (SH2)")
            for number, ship in enumerate(fleet, 1):
                if ship.masts and ship.masts != self.rig(ship.rate) and ship.rate not in TWO_MASTS:
                    raise ValueError(f"{key}: ship {number} of rate {ship.rate} can't have {ship.masts} masts (SH7)")
                if bool(ship.place and ship.heading) != (self.deployment == "fixed"):
                    raise ValueError(f"{key}: ship {number}: place and heading stand with deployment fixed only (SU2)")
                if ship.squadron and not self.squadrons:
                    raise ValueError(f"{key}: ship {number}: squadrons are not on (SQ)")

    def _check_wind(self) -> None:
        allowed = {"corners": "E W", "chosen": "E W", "lines": "NE NW SW SE"}.get(self.deployment)
        if allowed and self.wind not in ("drawn", *allowed.split()):
            raise ValueError(f"wind: with deployment {self.deployment} it comes from {allowed} (WI1)")

    def _check_places(self) -> None:
        taken: dict[tuple[int, int], str] = {}
        for battery in self.batteries:
            self._take(taken, self._bow(battery.place), "a battery")
            if not self.is_land(*self._bow(battery.place)):
                raise ValueError(f"batteries: {battery.place} is not land (SB1)")
        if self.deployment == "chosen":
            self._check_room()
            return
        for wind in ("W", "E") if self.deployment == "corners" and self.lines else ("W",):
            self._check_starts(self._starts(wind), dict(taken))

    def _check_room(self) -> None:
        """SU2, SU4: there is sea enough by each corner to place a whole fleet, whatever has been placed."""
        for column in (1, self.columns):
            for row in (1, self.rows):
                corner = setup.hex_of(column, row)
                room = sum(
                    not self.is_land(q, r)
                    for q, r in (hex_grid.coords(self.columns, n) for n in range(self.columns * self.rows))
                    if hex_grid.within(*corner, q, r, setup.NEAR)
                )
                if room < ROOM * self.most:
                    raise ValueError(f"chart: there is too little sea by a corner for {self.most} ships (SU4)")

    def _check_starts(self, starts: list[Start], taken: dict[tuple[int, int], str]) -> None:
        lines: dict[tuple[str, int], Start] = {}
        for start in starts:
            back = hex_grid.STEPS[(start.heading + 3) % 6]
            for q, r in (start.bow, (start.bow[0] + back[0], start.bow[1] + back[1])):
                if not hex_grid.inside(self.columns, self.rows, q, r):
                    raise ValueError(f"{start.name} would begin off the map (SU4)")
                if self.is_land(q, r) or start.rate < self.depth(q, r):
                    raise ValueError(f"{start.name} would begin aground (SU4)")
                self._take(taken, (q, r), start.name)
            if start.squadron:
                ahead = lines.get((start.name[0], start.squadron))
                if ahead and not follows(ahead, start):
                    raise ValueError(f"{start.name} doesn't stand by {ahead.name} as in its squadron (SQ2)")
                lines[start.name[0], start.squadron] = start

    def _take(self, taken: dict[tuple[int, int], str], hexes: tuple[int, int], name: str) -> None:
        if hexes in taken:
            raise ValueError(f"{name} would begin in a hex of {taken[hexes]} (SU4)")
        taken[hexes] = name

    def _bow(self, place: str) -> tuple[int, int]:
        """The hex of a name; ValueError: there is none."""
        return hex_grid.coords(self.columns, hex_grid.place_named(self.columns, self.rows, place))

    def _starts(self, wind: str) -> list[Start]:
        """Where ships begin, without those of `chosen`, with the wind from there."""
        starts = []
        for team in (0, 1):
            for number in range(self._ships(team)):
                ship = self.fleet(team)[number] if not self.points else Ship(rate=state.RATES)
                if self.deployment == "fixed":
                    bow, heading = self._bow(ship.place), hex_grid.DIRECTIONS.index(ship.heading)
                else:
                    q, r, heading = self._by_rule(team, number, "NE" if self.deployment == "lines" else wind)
                    bow = q, r
                name = f"{'WB'[team]}{number + 1}"
                starts.append(Start(name, bow, heading, ship.rate, ship.squadron, ship.formation))
        return starts

    def _by_rule(self, team: int, number: int, wind: str) -> tuple[int, int, int]:
        games = np.zeros(1, state.GAME)
        game = games[0]
        for side in (0, 1):
            game["ships"]["state"][side, : self._ships(side)] = state.UNPLACED
        game["wind"] = hex_grid.DIRECTIONS.index(wind)
        world = np.zeros(1, state.WORLD)
        self._write_rules(world[0]["rules"])
        setup.place_by_rule(world[0], game, state.STRIDE * team + number)
        ship = game["ships"][team, number]
        return int(ship["q"]), int(ship["r"]), int(ship["heading"])

    # Reading and writing.

    @classmethod
    def load(cls, name_or_path: str | Path) -> Self:
        """Read a preset by name, or a file by its path, which ends in `.toml`; ValueError as of `parse`."""
        text = name_of(name_or_path, PRESETS)
        if is_file_name(text):
            return cls.from_file(text)
        path = FOLDER / f"{text}.toml"
        return cls.parse(path.read_text(encoding="utf-8"), path.name)

    def with_rules(self, **changes: object) -> Self:
        """The same scenario with some keys at other values; ValueError as of `parse`."""
        return self.read(json.loads(self.to_json()) | changes, self.name)

    # What the engine needs.

    @property
    def game(self) -> "GameDefinition[Scenario]":
        """Beat to Quarters, as the core knows it."""
        return part_of_game("beat_to_quarters.definition:BEAT_TO_QUARTERS")  # whose module imports this one

    @property
    def record_type(self) -> np.dtype[np.void]:
        """The type of a game's record."""
        return state.GAME

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The chart's rows, from the north; none: it is all sea."""
        return tuple("".join(line.split()) for line in self.chart.strip().splitlines())

    def fleet(self, team: int) -> tuple[Ship, ...]:
        """A team's ships."""
        return self.black if team else self.white

    def _ships(self, team: int) -> int:
        """How many ships a team has, or may buy at most."""
        return self.most if self.points else len(self.fleet(team))

    def forts(self, team: int) -> list[Battery]:
        """A team's batteries."""
        return [battery for battery in self.batteries if battery.team == ("white", "black")[team]]

    @property
    def most(self) -> int:
        """F, the ships and batteries of the larger team (SU4)."""
        if self.points:
            return min(state.STRIDE, self.points // 10)
        return max(len(self.fleet(team)) + len(self.forts(team)) for team in (0, 1))

    def rig(self, rate: int) -> int:
        """Masts of a ship of a rate (SH6)."""
        return self.ships[rate - 1].masts

    def is_land(self, q: int, r: int) -> bool:
        """MP4: whether a hex of the map is land."""
        return bool(self.lines) and self.lines[r][q + (r >> 1)] == "#"

    def depth(self, q: int, r: int) -> int:
        """SL: of a hex of shoal; 0: it is deep, or land."""
        sign = self.lines[r][q + (r >> 1)] if self.lines else "."
        return int(sign) if sign.isdecimal() else 0

    @property
    def has_anchors(self) -> bool:
        """AN1: whether ships may anchor: not on the open sea."""
        charted = any({*line} - {"."} for line in self.lines)
        return charted or any(ship.anchor for team in (0, 1) for ship in self.fleet(team))

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many of what actions name there are, by the rules' fields."""
        placed, bought = int(self.deployment == "chosen"), int(self.points > 0)
        return {
            "fleet": self.most,
            "prizes": self.most * (self.prizes == "sail" or self.fireships),
            "anchors": int(self.has_anchors),
            "successions": 2 * self.squadrons,
            "orders": 5 * self.squadrons,
            "loads": 10 * self.shot,
            "blazes": int(self.fireships),
            "guns": int(self.chasers),
            "hulls": state.RATES * bought,
            "crews": len(CREWS) * bought,
            "dones": int(bought or self.squadrons or self.shot or self.fireships),
            "acrosses": self.columns * placed,
            "downs": self.rows * placed,
            "headings": 6 * placed,
        }

    @property
    def actions(self) -> int:
        """A, the number of actions."""
        return actions.ACTIONS.size(**self.counts)

    def _write_rules(self, rules: Records) -> None:
        for key in ("columns", "rows", "turns", "points"):
            rules[key] = getattr(self, key)
        for key, (field, value) in SECOND.items():
            rules[field] = getattr(self, key) == value
        rules["deployment"] = DEPLOYMENTS[self.deployment]
        rules["wind"] = state.NONE if self.wind == "drawn" else hex_grid.DIRECTIONS.index(self.wind)
        rules["nations"] = [NATIONS[name] for name in self.nations] or [0, 0]
        rules["shoals"] = any(sign.isdecimal() for line in self.lines for sign in line)
        rules["usual"] = not self.damage or self.damage == DAMAGE
        for key, count in self.counts.items():
            rules[key] = count

    @cached_property
    def world(self) -> Records:
        """Rules and sea for the engine: shape (1,). Shared: not to be written to."""
        world = np.zeros(1, state.WORLD)
        self._write_rules(world[0]["rules"])
        sea = world[0]["sea"]
        for r, line in enumerate(self.lines):
            for column, sign in enumerate(line):
                sea["land"][r * self.columns + column] = sign == "#"
                sea["depth"][r * self.columns + column] = int(sign) if sign.isdecimal() else 0
        damage = [[RESULTS.index(word) for word in line] for line in self.damage or DAMAGE]
        sea["damage"], world[0]["expected"] = damage, expected(damage)
        sea["range"][1:] = self.range
        for rate, row in enumerate(self.ships, 1):
            sea["dice"][rate, :] = row.d, row.c, row.a, row.b
            if rate in TWO_MASTS:
                sea["dice"][rate, 1, 0] = 1
            sea["turn"][rate], sea["rig"][rate] = row.turn, row.masts
            sea["cost"][0, rate] = [5 * (9 - rate) + 5 * crew for crew in range(1, 6)]
            sea["cost"][1, rate] = sea["cost"][0, rate] - 20
        for team in (0, 1) if not self.points else ():
            self._write_fleet(sea["start"][team], team)
            abreast = {ship.squadron for ship in self.fleet(team) if ship.formation == "abreast"} - {0}
            sea["abreast"][team] = sum(1 << squadron for squadron in abreast)
            sea["own"][team] = len(self.fleet(team)) + len(self.forts(team))
        if self.points:
            sea["own"] = self.most
        return world

    def _write_fleet(self, rows: Records, team: int) -> None:
        for row, ship in zip(rows, self.fleet(team), strict=False):
            row["state"], row["holder"] = state.IN_ACTION if ship.place else state.UNPLACED, team
            row["built"] = row["rate"] = ship.rate
            row["skill"] = CREWS.index(ship.crew) - 1
            row["rigged"] = row["masts"] = ship.masts or self.rig(ship.rate)
            row["anchor"] = ANCHORS[ship.anchor]
            row["squadron"] = ship.squadron
            row["order"] = np.count_nonzero(rows["squadron"] == ship.squadron) - 1 if ship.squadron else 0
            if ship.place:
                row["q"], row["r"] = self._bow(ship.place)
                row["heading"] = hex_grid.DIRECTIONS.index(ship.heading)
        for row, battery in zip(rows[len(self.fleet(team)) :], self.forts(team), strict=False):
            row["state"], row["holder"], row["battery"] = state.IN_ACTION, team, 1
            row["built"] = row["rate"] = BATTERIES[battery.kind]
            row["skill"] = CREWS.index(battery.crew) - 1
            row["q"], row["r"] = self._bow(battery.place)
            row["heading"] = hex_grid.DIRECTIONS.index(battery.heading)
