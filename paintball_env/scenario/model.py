"""Scenarios (SN): what a game is played on, with what, by which numbers; read from TOML, refused when impossible.

A scenario file says its board, its teams and what wins; whatever it leaves out has the value of the rules page.  The
models here are frozen and know every key: an unknown one is refused, and so is what can't be played, in one line
that names the field and the place.
"""

import json
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

import numpy as np
from pydantic import Field, model_validator

from paintball_env.rules import objectives, state
from paintball_env.rules.dice import LISTED
from paintball_env.scenario import ground, variety
from paintball_env.scenario.checks import check_scenario
from paintball_env.scenario.ground import FOLDER, Ground, HardPiece, Place, Rules
from tabletop.base.arrays import Records
from tabletop.game.modules import part_of_game
from tabletop.game.scenario_files import StrictModel, is_file_name, name_of

if TYPE_CHECKING:
    from paintball_env.definition import Paintball

LINE_ENDS = {ord(end): f"\\u{ord(end):04x}" for end in "\x85\u2028\u2029"}  # other ones JSON never holds as they are
DRAWN = "-drawn"  # behind a preset's name: the same with a set-up by lot (SN5)
LARGE_TEAM = 11  # more figures than this make it a larger game (LG1)


Pieces = Annotated[int, Field(ge=0, le=64)]


class Team(StrictModel):
    """A team, `[red]` or `[blue]`: its figures (1-16), whether it brings a Marshal (BO5), and where it sets up.

    `start` lists the hexes where its figures may start, `near_home` those for its flag and Marshal.  Left out: the
    base and the hexes next to it, and the hexes next to it (SN1); with the own base closed both are the latter (SN2).
    """

    figures: Annotated[int, Field(ge=1, le=state.LARGE.figures)] = 6
    marshal: bool = True
    start: tuple[Place, ...] | None = None
    near_home: tuple[Place, ...] | None = None


class Cover(StrictModel):
    """Cover, `[cover]`: how many pieces each player places, and what stands on the board from the start.

    `soft_at` lists hexes, `hard_at` hexes with the side that the piece faces: `"d4/NE"` (HC1).
    """

    soft: Pieces = 0
    hard: Pieces = 0
    soft_at: tuple[Place, ...] = ()
    hard_at: tuple[HardPiece, ...] = ()


class Scenario(Ground):
    """A whole scenario (SN6).  Make one by `load`, `parse` or `from_json`: their errors are ValueErrors of one line.

    Attributes:
        objective: what wins: SN1 `capture`, SN2 `reverse`, SN3 `single`, or `elimination` (TU7 alone).
        setup: SN5: `players` decide, `drawn` by lot, or `fixed` by the position `start`.
        start: the position in which a fixed game begins (docs/formats.md, "Positions"); the engine checks it.
        flag_at: where flags lie from the start: in `capture` Red's and Blue's, in `single` the one; left out: SN1, SN3.
        marshals_at: places of the Marshals of no team, at most two (LG1).
    """

    objective: objectives.Name
    setup: Literal["players", "drawn", "fixed"] = "players"
    start: str | None = None
    flag_at: tuple[Place, ...] | None = None
    marshals_at: Annotated[tuple[Place, ...], Field(max_length=state.MARSHALS - 2)] = ()
    red: Team = Team()
    blue: Team = Team()
    cover: Cover = Cover()
    rules: Rules = Rules()

    @model_validator(mode="after")
    def _playable(self) -> Self:
        check_scenario(self)
        return self

    # Reading and writing.

    @classmethod
    def load(cls, name_or_path: str | Path) -> Self:
        """Read a preset by name (with `-drawn` behind it: set up by lot), or a file by its path, which ends in `.toml`.

        `variety-SEED-NN`, with 01 to 99 behind any seed, is a scenario drawn by lot.

        Raises:
            ValueError: no such preset or file, or the file is refused (see `parse`).
        """
        made: Self | None = variety.load(str(name_or_path), cls.read)
        if made is not None:
            return made
        text = name_of(name_or_path, presets())
        if is_file_name(text):
            return cls.from_file(text)
        path = FOLDER / f"{text.removesuffix(DRAWN)}.toml"
        scenario = cls.parse(path.read_text(encoding="utf-8"), path.name)
        return scenario.drawn() if text.endswith(DRAWN) else scenario

    @classmethod
    def write(cls, data: Any) -> str:
        """Plain data as one line of canonical JSON, of which digests are made."""
        return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    def to_json(self) -> str:
        """The whole scenario as one line of JSON, keys in alphabetical order, nothing left out."""
        return super().to_json().translate(LINE_ENDS)

    def with_rules(self, **changes: object) -> Self:
        """The same scenario with some knobs of `[rules]` at other values; ValueError as of `parse`."""
        data = json.loads(self.to_json())
        data["rules"].update(changes)
        return self.read(data, self.name)

    def drawn(self) -> Self:
        """The same scenario set up by lot (SN5), `-drawn` behind its name; itself when it is drawn already.

        Raises:
            ValueError: a fixed position has no set-up to draw.
        """
        if self.setup == "drawn":
            return self
        if self.setup == "fixed":
            raise ValueError(f"{self.name}: setup: a fixed position has no set-up to draw")
        data = json.loads(self.to_json()) | {"name": self.name + DRAWN, "setup": "drawn"}
        return self.read(data, self.name)

    # What the engine needs.

    @property
    def teams(self) -> tuple[Team, Team]:
        """Red and Blue."""
        return self.red, self.blue

    @property
    def figures(self) -> int:
        """F, the size of the larger team, 1-16."""
        return max(self.red.figures, self.blue.figures)

    @property
    def game(self) -> "Paintball":
        """PaintBall, as the core knows it."""
        return part_of_game(
            f"{__name__.removesuffix('.scenario.model')}.definition:PAINTBALL"
        )  # whose module imports this one

    @property
    def record_type(self) -> np.dtype[np.void]:
        """The type of a game's record."""
        return self.size.game

    @property
    def size(self) -> state.SizeClass:
        """The size class whose records hold this scenario."""
        return ground.size_class(self)

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many there are of what actions name, by the names that their table has for these numbers."""
        return ground.counts(self)

    @cached_property
    def actions(self) -> int:
        """A, the number of actions (docs/formats.md, "Actions")."""
        return ground.actions(self)

    @property
    def own_base_closed(self) -> bool:
        """Whether no figure may start in or enter its own base (SN2)."""
        usual = objectives.OBJECTIVES[objectives.NAMES.index(self.objective)].own_base_closed
        return usual if self.rules.own_base_closed is None else self.rules.own_base_closed

    @property
    def command_dice(self) -> int:
        """Dice rolled for command: 1, or 2 in a larger game (LG1)."""
        return (2 if self.figures > LARGE_TEAM else 1) if self.rules.command_dice is None else self.rules.command_dice

    @cached_property
    def near_home(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Numbers, rising, of the places for the flag and the Marshal of Red and of Blue (SN1)."""
        return ground.area(self, 0, "near_home", False), ground.area(self, 1, "near_home", False)

    @cached_property
    def start_areas(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Numbers, rising, of the places where figures of Red and of Blue may start (SN1, SN2)."""
        with_base = not self.own_base_closed
        return ground.area(self, 0, "start", with_base), ground.area(self, 1, "start", with_base)

    @cached_property
    def placed_cover(self) -> dict[int, int]:
        """Cover standing from the start: SOFT or HARD + direction by its place."""
        return ground.placed_cover(self)

    @cached_property
    def world(self) -> Records:
        """Rules and board for the engine: shape (1,), dtype `size.world`.  Shared: not to be written to."""
        world = np.zeros(1, self.size.world)
        rules = world[0]["rules"]
        for name, value in self._rule_fields().items():
            rules[name] = value
        world["board"] = ground.board(self)
        return world

    def _rule_fields(self) -> dict[str, int | tuple[int, int]]:
        """Every field of the record RULES (rules/state.py)."""
        fields: dict[str, int | tuple[int, int]] = {}
        for name, value in self.rules:
            if name in ("expert_dice", "grenade_dice"):
                fields[name] = int("".join(map(str, value)))
            elif isinstance(value, tuple):
                listed = LISTED[name]
                fields[name] = int("".join(str(listed if face in value else 3 - listed) for face in range(1, 7)))
            elif name in (state.RULES.names or ()):
                fields[name] = value
        return fields | {
            "figures": self.figures,
            "team_size": (self.red.figures, self.blue.figures),
            "has_marshal": (self.red.marshal, self.blue.marshal),
            "objective": objectives.NAMES.index(self.objective),
            "own_base_closed": self.own_base_closed,
            "soft_pieces": self.cover.soft,
            "hard_pieces": self.cover.hard,
            "drawn_setup": self.setup == "drawn",
            "command_dice": self.command_dice,
            "one_at_a_time": self.rules.activation == "one_at_a_time",
        }

    def fill_start(self, game: state.Game) -> None:
        """Write what stands on the board before set-up begins into a game's record (dtype `size.game`, one game).

        Overwritten are all cover, `marshal` and `flag`: pre-placed cover; the Marshals of no team in their places;
        flags where `flag_at` says.  The teams' Marshals and all other flags are NONE: not yet placed.
        """
        ground.lay_pieces(self, game)
        for name in ("hex", "attends"):
            game["marshal"][name][...] = state.NONE
        for number, name in enumerate(self.marshals_at, start=2):
            game["marshal"]["hex"][number] = ground.place_in(self, name, "marshals_at")
        for name in ("hex", "carrier"):
            game["flag"][name][...] = state.NONE
        for number, name in enumerate(self.flag_at or ()):
            game["flag"]["hex"][number] = ground.place_in(self, name, "flag_at")


def presets() -> list[str]:
    """The names that `Scenario.load` knows: each file of the scenarios folder, alone and with `-drawn` behind it."""
    return [name + suffix for name in sorted(path.stem for path in FOLDER.glob("*.toml")) for suffix in ("", DRAWN)]
