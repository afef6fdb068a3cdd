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
from pydantic import AfterValidator, Field, field_validator, model_validator

from paintball_env.rules import objectives, state
from paintball_env.rules.board import HEXON26, BoardMap, build_board, parse_map
from paintball_env.rules.dice import LISTED
from paintball_env.rules.numbering import action_count
from paintball_env.scenario import variety
from paintball_env.scenario.checks import SECTIONS, check_scenario, place_of
from tabletop.base.arrays import Records
from tabletop.base.errors import brief
from tabletop.game.hex_grid import DIRECTIONS
from tabletop.game.hexes import grid_distance, hex_index
from tabletop.game.modules import part_of_game
from tabletop.game.scenario_files import ScenarioModel, StrictModel, is_file_name, name_of

if TYPE_CHECKING:
    from paintball_env.definition import Paintball

FOLDER = Path(__file__).parent.parent / "scenarios"
LINE_ENDS = {ord(end): f"\\u{ord(end):04x}" for end in "\x85\u2028\u2029"}  # other ones JSON never holds as they are
DRAWN = "-drawn"  # behind a preset's name: the same with a set-up by lot (SN5)
BOARDS = {"hexon26": HEXON26}  # maps that a file may name instead of drawing them
LARGE_TEAM = 11  # more figures than this make it a larger game (LG1)


def _sorted_faces(faces: tuple[int, ...]) -> tuple[int, ...]:
    if len(set(faces)) != len(faces):
        raise ValueError("a face is listed twice")
    return tuple(sorted(faces))


Face = Annotated[int, Field(ge=1, le=6)]
Faces = Annotated[tuple[Face, ...], AfterValidator(_sorted_faces)]
Counts = Annotated[tuple[Annotated[int, Field(ge=1, le=6)], ...], Field(min_length=6, max_length=6)]
Points = Annotated[int, Field(ge=1, le=state.SHOTS)]
Cost = Annotated[int, Field(ge=1, le=9)]
OneOrTwo = Annotated[int, Field(ge=1, le=2)]
Reach = Annotated[int, Field(ge=0, le=20)]
Extra = Annotated[int, Field(ge=0, le=16)]
Pieces = Annotated[int, Field(ge=0, le=64)]


class Rules(StrictModel):
    """Switches (BO6) and numbers, `[rules]` in a file; the defaults are the rules page's.

    Dice are lists of the faces on which what the comment says happens (none and all six are possible); `expert_dice`
    and `grenade_dice` say how many (1-6) for each of the six faces.  Points are 1-4 (a volley has no more than four
    dice), costs 1-9, `max_moves` 1-2 (a charger's ways are no longer), ranges and walks 0-20.
    Beside each kind stand the rules whose text says it (`said_in`).
    """

    save: Annotated[Faces, "SV1"] = (1, 6)  # the hit doesn't mark
    soft_save: Annotated[Faces, "SV2"] = (1, 2, 3)  # likewise in soft cover
    suppress_save: Annotated[Faces, "SU1"] = (1, 6)  # not suppressed
    check: Annotated[Faces, "PC1"] = (1, 2, 3)  # plays on
    way: Annotated[Faces, "IW1"] = (4, 5, 6)  # the shot is stopped
    goggles: Annotated[Faces, "MF6"] = (1, 6)  # disqualified
    spot_in: Annotated[Faces, "SM2"] = (1, 2, 3)  # no shot
    spot_through: Annotated[Faces, "SM3"] = (1, 6)  # no shot
    clear: Annotated[Faces, "SM4"] = (1, 6)  # the smoke is gone
    scatter: Annotated[Faces, "GR3"] = (1, 6)  # a miss
    expert_scatter: Annotated[Faces, "GR3"] = (1,)  # an expert's miss
    mark: Annotated[Faces, "PG1"] = (1, 6)  # unmarked
    expert_dice: Annotated[Counts, "EX1"] = (1, 1, 2, 2, 3, 3)
    grenade_dice: Annotated[Counts, "GR1"] = (1, 1, 2, 2, 3, 3)
    extra_experts: Annotated[Extra, "LG1 EX1"] = 0
    extra_grenades: Annotated[Extra, "LG1 GR1"] = 0
    max_turns: Annotated[int, Field(ge=1, le=200), "TU8"] = 30
    command_dice: Annotated[OneOrTwo | None, "LG1 TU1"] = None  # left out: 2 with more than 11 in a team
    own_base_closed: Annotated[bool | None, "SN2 SN3"] = None  # left out: closed in `reverse`
    experts: Annotated[bool, "EX1"] = False
    grenades: Annotated[bool, "GR1"] = False
    blind_spots: Annotated[bool, "BS1"] = False
    activation: Annotated[Literal["free", "one_at_a_time"], "TU5"] = "free"
    sentry_in_base: Annotated[bool, "EN3"] = False
    enter_defended: Annotated[bool, "EN4 MV2 CH1"] = True
    points: Annotated[Points, "AP1"] = 2
    expert_points: Annotated[Points, "AP1 EX2 IM3"] = 3
    move_cost: Annotated[Cost, "AP2"] = 1
    shoot_cost: Annotated[Cost, "AP2 SU2"] = 1
    aim_cost: Annotated[Cost, "AP2 AI1"] = 1
    sentry_cost: Annotated[Cost, "AP2 SE1"] = 2
    throw_cost: Annotated[Cost, "AP2 GR2"] = 2
    reload_cost: Annotated[Cost, "AP2 IM3"] = 2
    max_moves: Annotated[OneOrTwo, "AP3"] = 2
    throw_range: Annotated[Reach, "GR2"] = 2
    walk: Annotated[Reach, "MF3 PC2"] = 2
    call_range: Annotated[Reach, "PC1 MF6 PC2"] = 2
    works_team: Annotated[int, Field(ge=1, le=31), "EN4 SN1 SN2 CH1"] = 2  # of one team in a base, bunker …
    works_all: Annotated[int, Field(ge=2, le=32), "EN4 EN5 CH1"] = 3  # in all


class Team(StrictModel):
    """A team, `[red]` or `[blue]`: its figures (1-16), whether it brings a Marshal (BO5), and where it sets up.

    `start` lists the hexes where its figures may start, `near_home` those for its flag and Marshal.  Left out: the
    base and the hexes next to it, and the hexes next to it (SN1); with the own base closed both are the latter (SN2).
    """

    figures: Annotated[int, Field(ge=1, le=16)] = 6
    marshal: bool = True
    start: tuple[str, ...] | None = None
    near_home: tuple[str, ...] | None = None


class Cover(StrictModel):
    """Cover, `[cover]`: how many pieces each player places, and what stands on the board from the start.

    `soft_at` lists hexes, `hard_at` hexes with the side that the piece faces: `"d4/NE"` (HC1).
    """

    soft: Pieces = 0
    hard: Pieces = 0
    soft_at: tuple[str, ...] = ()
    hard_at: tuple[str, ...] = ()


class Scenario(ScenarioModel):
    """A whole scenario (SN6).  Make one by `load`, `parse` or `from_json`: their errors are ValueErrors of one line.

    Attributes:
        map: the drawn board, or the name of a standard one (`hexon26`).
        objective: what wins: SN1 `capture`, SN2 `reverse`, SN3 `single`, or `elimination` (TU7 alone).
        setup: SN5: `players` decide, `drawn` by lot, or `fixed` by the position `start`.
        start: the position in which a fixed game begins (docs/formats.md, "Positions"); the engine checks it.
        flag_at: where flags lie from the start: in `capture` Red's and Blue's, in `single` the one; left out: SN1, SN3.
        marshals_at: hexes of the Marshals of no team, at most two (LG1).
    """

    map: str
    objective: objectives.Name
    setup: Literal["players", "drawn", "fixed"] = "players"
    start: str | None = None
    flag_at: tuple[str, ...] | None = None
    marshals_at: Annotated[tuple[str, ...], Field(max_length=state.MARSHALS - 2)] = ()
    red: Team = Team()
    blue: Team = Team()
    cover: Cover = Cover()
    rules: Rules = Rules()

    @field_validator("map")
    @classmethod
    def _drawn_map(cls, text: str) -> str:
        if len(text) > 1 and len(text.split()) == 1 and text not in BOARDS:
            raise ValueError(f"no board {brief(text)}: known is {', '.join(BOARDS)}, or draw one")
        return parse_map(BOARDS.get(text, text)).text

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
    def board_map(self) -> BoardMap:
        """The board's map as read."""
        return parse_map(self.map)

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
        return state.size_class(self.figures, len(self.board_map.names))

    @property
    def actions(self) -> int:
        """A, the number of actions (docs/formats.md, "Actions")."""
        return int(action_count(self.figures, len(self.board_map.names)))

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
        """Indices, rising, of the hexes for the flag and the Marshal of Red and of Blue (SN1)."""
        return self._area("red", "near_home", False), self._area("blue", "near_home", False)

    @cached_property
    def start_areas(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Indices, rising, of the hexes where figures of Red and of Blue may start (SN1, SN2)."""
        with_base = not self.own_base_closed
        return self._area("red", "start", with_base), self._area("blue", "start", with_base)

    def _area(self, team: str, key: str, with_base: bool) -> tuple[int, ...]:
        board_map = self.board_map
        names = getattr(getattr(self, team), key)
        if names is not None:
            places = [place_of(board_map, name, f"{team}.{key}") for name in names]
            if again := next((name for name in names if names.count(name) > 1), ""):
                raise ValueError(f"{team}.{key}: {again} is listed twice")
            return tuple(sorted(places))
        home = board_map.coords[board_map.homes[SECTIONS.index(team)]]
        distances = [grid_distance(home, place) for place in board_map.coords]
        return tuple(i for i, steps in enumerate(distances) if steps == 1 or (steps == 0 and with_base))

    @cached_property
    def placed_cover(self) -> dict[int, int]:
        """Cover standing from the start: SOFT or HARD + direction by hex index."""
        pieces = {hex_index(self.board_map, name): state.SOFT for name in self.cover.soft_at}
        for piece in self.cover.hard_at:
            name, _, facing = piece.partition("/")
            pieces[hex_index(self.board_map, name)] = state.HARD + DIRECTIONS.index(facing)
        return pieces

    @cached_property
    def world(self) -> Records:
        """Rules and board for the engine: shape (1,), dtype `size.world`.  Shared: not to be written to."""
        world = np.zeros(1, self.size.world)
        rules = world[0]["rules"]
        for name, value in self._rule_fields().items():
            rules[name] = value
        world["board"] = build_board(self.board_map, self.size, self.start_areas, self.near_home)
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
            elif name != "activation":
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

        The fields `cover`, `marshal` and `flag` are overwritten: pre-placed cover; the Marshals of no team in their
        hexes; flags where `flag_at` says.  The teams' Marshals and all other flags are NONE: not yet placed.
        """
        game["cover"][...] = state.BARE
        for place, piece in self.placed_cover.items():
            game["cover"][place] = piece
        for name in ("hex", "attends"):
            game["marshal"][name][...] = state.NONE
        for number, name in enumerate(self.marshals_at, start=2):
            game["marshal"]["hex"][number] = hex_index(self.board_map, name)
        for name in ("hex", "carrier"):
            game["flag"][name][...] = state.NONE
        for number, name in enumerate(self.flag_at or ()):
            game["flag"]["hex"][number] = hex_index(self.board_map, name)


def presets() -> list[str]:
    """The names that `Scenario.load` knows: each file of the scenarios folder, alone and with `-drawn` behind it."""
    return [name + suffix for name in sorted(path.stem for path in FOLDER.glob("*.toml")) for suffix in ("", DRAWN)]
