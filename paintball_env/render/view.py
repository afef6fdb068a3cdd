"""What a picture needs to know: the board and the position as plain Python values, read once."""

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from paintball_env.actions import TEAM_TITLES, figure_name
from paintball_env.notation import parse_position
from paintball_env.rules.board import BoardMap
from paintball_env.rules.figure_states import states_of
from paintball_env.rules.figures import full_points
from paintball_env.rules.flags import is_shared
from paintball_env.rules.state import BLUE, NONE, RED, STRIDE
from tabletop.base.errors import brief


class Setting(Protocol):
    """What a position belongs to; a `Scenario` is one."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    @property
    def record_type(self) -> Any:
        """The dtype of its games' records."""
        ...

    @property
    def board_map(self) -> BoardMap:
        """The board as drawn."""
        ...

    @property
    def world(self) -> Any:
        """Rules and board, an array of one record."""
        ...


@dataclass(frozen=True)
class Board:
    """What stays the same through a game, and so may be drawn once.

    Attributes:
        board_map: hexes with names, axial coordinates, terrain and homes.
        objective: CAPTURE, REVERSE, SINGLE or ELIMINATION.
        max_turns: the game's length.
        blind_spots: facings matter.
        experts: there are experts.
        grenades: there are grenades and smoke.
        points: a figure's points and an expert's.
        figures: size of both teams.
        one_at_a_time: figures act one after the other, and finish (TU5).
        title: the scenario's; empty: it has none.
    """

    board_map: BoardMap
    objective: int
    max_turns: int
    blind_spots: bool
    experts: bool
    grenades: bool
    points: tuple[int, int]
    figures: tuple[int, int]
    one_at_a_time: bool
    title: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure on the board.

    Attributes:
        team, number: which it is.
        hex, facing, points: as in the record.
        states: its other states, by token (`rules.figure_states.states_of`).
    """

    team: int
    number: int
    hex: int
    facing: int
    points: int
    states: dict[str, int]

    @property
    def id(self) -> int:
        """Its id in the record."""
        return STRIDE * self.team + self.number

    @property
    def name(self) -> str:
        """`R1` … `B16`."""
        return figure_name(self.id)


@dataclass(frozen=True, slots=True)
class Marshal:
    """A Marshal on the board."""

    number: int
    hex: int
    attends: int


@dataclass(frozen=True, slots=True)
class Flag:
    """A flag in the game: it lies in a hex or has a carrier."""

    number: int
    hex: int
    carrier: int


@dataclass(frozen=True)
class Position:
    """A position; the fields are the record's, and the scenario's objective."""

    turn: int
    phase: int
    acting: int
    second: int
    decision: int
    decider: int
    ending: int
    winner: int
    actor: int
    asked: int
    place: int
    kind: int
    count: int
    shot: tuple[int, ...]
    losses: tuple[int, int]
    score: tuple[int, int]
    used: tuple[int, int]
    soft_left: tuple[int, int]
    hard_left: tuple[int, int]
    figures: tuple[Figure, ...]
    marshals: tuple[Marshal, ...]
    flags: tuple[Flag, ...]
    cover: tuple[int, ...]
    smoke: tuple[int, ...]
    objective: int

    def figure(self, identity: int) -> Figure | None:
        """The figure with this id, if it is on the board."""
        return next((figure for figure in self.figures if figure.id == identity), None)

    def flag_of(self, identity: int) -> tuple[Flag, ...]:
        """The flags that a figure carries."""
        return tuple(flag for flag in self.flags if flag.carrier == identity)


def board_of(setting: Setting) -> Board:
    """Read a scenario."""
    rules = setting.world.reshape(-1)[0]["rules"]
    return Board(
        setting.board_map,
        int(rules["objective"]),
        int(rules["max_turns"]),
        bool(rules["blind_spots"]),
        bool(rules["experts"]),
        bool(rules["grenades"]),
        (int(full_points(rules, 0)), int(full_points(rules, 1))),
        (int(rules["team_size"][RED]), int(rules["team_size"][BLUE])),
        bool(rules["one_at_a_time"]),
        getattr(setting, "title", "") or getattr(setting, "name", ""),
    )


def record_of(setting: Setting, game: Any) -> Any:
    """The game's record: of a `Game`, a record, an array of one, or position text.

    Raises:
      TypeError: it is none of these.
      ValueError: several games, or one of another scenario.
    """
    if not isinstance(game, str | np.ndarray | np.void):
        owner = getattr(game, "scenario", setting)
        if owner is not setting and owner != setting:
            raise ValueError(f"position of {brief(owner.name)}: the scenario given is {brief(setting.name)}")
        game = getattr(game, "record", game)
    if isinstance(game, str):
        game = parse_position(setting, game)  # type: ignore[arg-type]
    if isinstance(game, np.ndarray):
        if game.size != 1:
            raise ValueError(f"one game is drawn at a time, not an array of {game.size}")
        game = game.reshape(-1)[0]
    names = getattr(getattr(game, "dtype", None), "names", None)
    if not names or "figure" not in names:
        raise TypeError(f"a position is a game, its record or its text, not {type(game).__name__}")
    if game.dtype != setting.record_type:
        raise ValueError(f"position: no record of {brief(setting.name)}")
    return game


_PLAIN = (
    *("turn", "phase", "acting", "second", "decision", "decider", "ending", "winner"),
    *("actor", "asked", "place", "kind", "count"),
)


def position_of(setting: Setting, game: Any) -> Position:
    """Read a position.

    Raises:
      TypeError: it is no game's record.
      ValueError: an array of several games, or a figure outside the scenario's board.
    """
    record = record_of(setting, game)
    hexes = len(setting.board_map.names)
    fields = record["figure"].dtype.names
    figures = []
    for team, row in enumerate(record["figure"].tolist()):
        for number, values in enumerate(row):
            figure = dict(zip(fields, values, strict=True))
            if figure["hex"] != NONE:
                plain = figure["hex"], figure["facing"], figure["points"]
                figures.append(Figure(team, number, *plain, states_of(figure)))
    marshals = [Marshal(number, *row) for number, row in enumerate(record["marshal"].tolist()) if row[0] != NONE]
    flags = [Flag(number, *row) for number, row in enumerate(record["flag"].tolist()) if row != (NONE, NONE)]
    farthest = max((*(f.hex for f in figures), *(m.hex for m in marshals), *(f.hex for f in flags)), default=NONE)
    if farthest >= hexes:
        raise ValueError(f"the position has something in hex {farthest}, this scenario's board has {hexes}")
    sides = record["side"].tolist()
    return Position(
        **{name: int(record[name]) for name in _PLAIN},
        shot=tuple(shot for shot in record["shot"].tolist() if shot != NONE),
        losses=tuple(record["losses"].tolist()),
        score=(sides[0][0], sides[1][0]),
        used=(sides[0][1], sides[1][1]),
        soft_left=(sides[0][2], sides[1][2]),
        hard_left=(sides[0][3], sides[1][3]),
        figures=tuple(figures),
        marshals=tuple(marshals),
        flags=tuple(flags),
        cover=tuple(record["cover"].tolist()[:hexes]),
        smoke=tuple(record["smoke"].tolist()[:hexes]),
        objective=int(setting.world.reshape(-1)[0]["rules"]["objective"]),
    )


def flag_title(objective: int, number: int, *, inside: bool = False) -> str:
    """Name of a flag in words, at the beginning of a sentence or `inside` one."""
    the = "the flag" if inside else "The flag"
    return the if is_shared(objective) else f"{TEAM_TITLES[number]}'s flag"
