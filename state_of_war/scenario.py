"""Scenarios (the page's "Scenarios" and "Switches"): read from TOML, refused in one line when they can't be played."""

import json
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, Self

import numpy as np
from pydantic import Field, model_validator

from state_of_war.forces import Troop, Unit, check_force, troops_of
from state_of_war.ground import LARGEST, Area, NamedPlace, Piece, Place, check_ground, in_mm, lay_ground
from state_of_war.rules import state
from state_of_war.starting import SIDES, ZONES, Table, check_fixed, check_slots, point_text
from state_of_war.world import make_world
from tabletop.base.arrays import Records
from tabletop.game.modules import part_of_game
from tabletop.game.places import Point
from tabletop.game.scenario_files import ScenarioModel, StrictModel, is_file_name, name_of

if TYPE_CHECKING:
    from tabletop.game.definition import GameDefinition

FOLDER = Path(__file__).parent / "scenarios"
PRESETS = ("first-skirmish", "line-and-line", "militia", "raid", "crossroads", "company")
ACTIONS = 170  # that every scenario has; those of its places and slots come to them
SMALLEST = 60  # cm of a table (TA1)

Length = Annotated[int, Field(ge=SMALLEST, le=LARGEST)]
Slots = Annotated[tuple[Place, ...], Field(max_length=state.MOST_SLOTS)]


class SlotLists(StrictModel):
    """Where units may be set up (DE3), as Blue has it: by zone, the pivot's points."""

    long: Slots = ()
    short: Slots = ()
    half: Slots = ()


class Scenario(ScenarioModel):
    """A whole scenario. Make one by `load`, `parse` or `from_json`: their errors are ValueErrors of one line.

    Beside each switch's kind stand the rules whose text says it (`said_in`).

    Attributes:
      table: length, from west to east, and width in cm (TA1).
      attacker, zones: with `fixed` and `drawn` (DE1).
      slots: with `players` and `drawn` (DE3).
      areas, pieces: terrain (TA4).
      places: to which units may go (MV10).
      blue, grey: the forces (FO1).
      objective: a point, or None (VI2).
      buildings, fallen, turns, first, volleys, fire_lines, wounded, turning, climb, jump, dismount, detachments, graze,
        react, toward, ambush, fog, seeing, setup, points, officers, breakpoint, hold, exit: the page's "Switches".
    """

    NOT_KEYS: ClassVar = {
        "red": "the sides are blue and grey",
        "rules": "switches, and all other keys, stand at the top of the file, without a section",
    }

    table: Annotated[tuple[Length, Length], "TA1"] = (180, 120)
    buildings: Annotated[Literal["closed", "open"], "TA4"] = "closed"
    fallen: Annotated[Literal["safe", "targets"], "W4"] = "safe"
    turns: Annotated[int, Field(ge=1, le=100), "TU5"] = 12
    first: Annotated[Literal["attacker", "by_lot"], "TU1"] = "attacker"
    volleys: Annotated[Literal["together", "one_by_one"], "TU2"] = "together"
    fire_lines: Annotated[Literal["all", "leaders"], "TU3"] = "all"
    wounded: Annotated[Literal["exact", "half"], "AC3"] = "exact"
    turning: Annotated[Literal["full", "begun"], "MV4"] = "full"
    climb: Annotated[Literal["quarter", "half"], "MV5"] = "quarter"
    jump: Annotated[bool, "MV5"] = False
    dismount: Annotated[bool, "MV7"] = True
    detachments: Annotated[bool, "UN5"] = True
    graze: Annotated[bool, "SH7"] = True
    react: Annotated[Literal["stops", "once"], "RE2"] = "stops"
    toward: Annotated[Literal[1, -1], "MO3"] = 1
    ambush: Annotated[bool, "AM2"] = True
    fog: Annotated[bool, "AM4"] = True
    seeing: Annotated[Literal["free", "bound"], "AM5"] = "free"
    setup: Annotated[Literal["players", "drawn", "fixed"], "DE3"] = "players"
    points: Annotated[int, Field(ge=0, le=10_000), "FO1"] = 450
    officers: Annotated[Literal["same", "any"], "FO1"] = "same"
    breakpoint: Annotated[int, Field(ge=0, le=100), "VI1"] = 50
    objective: Annotated[Place | None, "VI2"] = None
    hold: Annotated[int, Field(ge=0, le=100), "VI2"] = 0
    exit: Annotated[bool, "VI3"] = False
    attacker: Annotated[Literal["blue", "grey"], "DE1"] = "blue"
    zones: Annotated[Literal["long", "short", "half"], "DE1"] = "long"
    slots: Annotated[SlotLists, "DE3"] = SlotLists()
    areas: Annotated[tuple[Area, ...], "TA4"] = ()
    pieces: Annotated[tuple[Piece, ...], "TA4"] = ()
    places: Annotated[tuple[NamedPlace, ...], Field(max_length=state.MOST_PLACES), "MV10"] = ()
    blue: Annotated[tuple[Unit, ...], "FO1"]
    grey: Annotated[tuple[Unit, ...], "FO1"]

    @model_validator(mode="after")
    def _playable(self) -> Self:
        check_ground(self.areas, self.pieces, self.buildings == "open")
        self._check_points()
        for side in SIDES:
            check_force(side, getattr(self, side), self.officers, self.points, self.setup == "fixed")
        if self.setup == "players" and (self.attacker, self.zones) != ("blue", "long"):
            raise ValueError("setup: with players dice say who attacks where: no attacker, no zones (DE1)")
        if self.setup == "fixed":
            check_fixed(self.table_as(False), self.troops, self.zones)
        else:
            tables = [self.table_as(turned) for turned in (False, True)[: 2 if self.setup == "players" else 1]]
            check_slots(tables, self.troops, self.slots_in_mm, self.zone_pairs())
        return self

    def _check_points(self) -> None:
        points = {f"places.{number}": in_mm(place[:2]) for number, place in enumerate(self.places)}
        spots = list(points.values())
        for at, (key, spot) in enumerate(points.items()):
            if spot in spots[:at]:
                raise ValueError(f"{key}: {point_text(*spot)} is listed twice (MV10)")
        for key, (x, y) in (points | ({"objective": in_mm(self.objective)} if self.objective else {})).items():
            if abs(x) > self.half[0] or abs(y) > self.half[1]:
                raise ValueError(f"{key}: {point_text(x, y)} isn't on the table (TA1)")

    def zone_pairs(self) -> list[tuple[str, str]]:
        """DE1: which lists of slots Blue and Grey may have together."""
        halves = [("half", "long"), ("long", "half")]
        if self.setup == "players":
            return [("long", "long"), ("short", "short"), *halves]
        return [halves[SIDES.index(self.attacker)] if self.zones == "half" else (self.zones, self.zones)]

    def table_as(self, turned: bool) -> Table:
        """The table as it lies, or turned by half (DE1)."""
        grounds = np.zeros(1, state.GROUND)
        is_open = self.buildings == "open"
        lay_ground(grounds[0], self.areas, self.pieces, self.places, is_open, turned)
        return Table(self.half, grounds[0], is_open)

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
        """State of War, as the core knows it."""
        return part_of_game("state_of_war.definition:STATE_OF_WAR")  # whose module imports this one

    @cached_property
    def troops(self) -> tuple[tuple[Troop, ...], tuple[Troop, ...]]:
        """The units of Blue and of Grey, as the battle begins."""
        return troops_of(self.blue), troops_of(self.grey)

    @property
    def half(self) -> Point:
        """Half of the table's length and width, mm."""
        return 5 * self.table[0], 5 * self.table[1]

    @property
    def slots_in_mm(self) -> tuple[list[Point], ...]:
        """The lists of slots, by zone, in mm."""
        return tuple([in_mm(point) for point in getattr(self.slots, zone)] for zone in ZONES)

    @cached_property
    def size(self) -> int:
        """The size class: most figures a side of its records."""
        figures = max(sum(len(troop.men) for troop in troops) for troops in self.troops)
        return next(size for size in state.SIZES if size >= figures)

    @property
    def record_type(self) -> np.dtype[np.void]:
        """The type of a game's record."""
        return state.GAMES[self.size]

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many places (P) and slots (L, those of the longest list) actions name, by the rules' fields."""
        longest = max(map(len, self.slots_in_mm)) if self.setup == "players" else 0
        return {"places": len(self.places), "slots": longest}

    @property
    def actions(self) -> int:
        """A, the number of actions."""
        return ACTIONS + sum(self.counts.values())

    @cached_property
    def world(self) -> Records:
        """Rules and table for the engine: shape (1,). Shared: not to be written to."""
        return make_world(self)
