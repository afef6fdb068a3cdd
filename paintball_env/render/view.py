"""A position as pictures and words need it: plain Python values, read once."""

from typing import Any, NamedTuple

import numpy as np

from paintball_env.actions import TEAM_TITLES, figure_name
from paintball_env.notation import parse_position
from paintball_env.places import place_names
from paintball_env.rules.figure_states import states_of
from paintball_env.rules.figures import full_points
from paintball_env.rules.flags import is_shared
from paintball_env.rules.ground import spot_of
from paintball_env.rules.state import NONE, STRIDE
from paintball_env.scenario import Scenario
from paintball_env.terms import PLACE
from tabletop.base.errors import brief


class Figure(NamedTuple):
    """A figure on the board.

    Attributes:
        team, number: which it is.
        hex, points: as in the record.
        facing: as in the record; None: facings don't count (BS).
        full: points that it has at the beginning of a turn.
        tokens: its other states, each with its number (`rules.figure_states.states_of`).
    """

    team: int
    number: int
    hex: int
    points: int
    facing: int | None
    full: int
    tokens: tuple[tuple[str, int], ...]

    @property
    def states(self) -> dict[str, int]:
        """Its other states, by token."""
        return dict(self.tokens)

    @property
    def id(self) -> int:
        """Its id in the record."""
        return STRIDE * self.team + self.number

    @property
    def name(self) -> str:
        """`R1` … `B16`."""
        return figure_name(self.id)


class Marshal(NamedTuple):
    """A Marshal on the board: his number and his hex, and the figure that he attends or NONE."""

    number: int
    hex: int
    attends: int

    @property
    def name(self) -> str:
        """`M1` … `M4`."""
        return f"M{self.number + 1}"


class Flag(NamedTuple):
    """A flag in the game: it lies in a hex or has a carrier; its team is NONE where it belongs to both."""

    number: int
    team: int
    hex: int
    carrier: int

    @property
    def key(self) -> str:
        """`flag0`, `flag1`: its thing on a sheet."""
        return f"flag{self.number}"

    def title(self, *, inside: bool = False) -> str:
        """Its name in words, at the beginning of a sentence or `inside` one."""
        the = "the flag" if inside else "The flag"
        return the if self.team == NONE else f"{TEAM_TITLES[self.team]}'s flag"


class Position:
    """A position; whatever else is asked of it is the field of its record of that name.

    Attributes:
        scenario: what it belongs to.
        record: of the game.
        names: of places, by their numbers.
        shots: ids of those shot at by the dice of a volley, one a die.
        figures, marshals, flags: those in the game.
    """

    def __init__(self, scenario: Scenario, game: Any) -> None:
        """Read the position of a game, as `record_of` takes it.

        Raises:
          TypeError: it is no game's record.
          ValueError: an array of several games, or a figure outside the scenario's board.
        """
        self.scenario, self.record = scenario, record_of(scenario, game)
        self.names = place_names(scenario)
        self.shots = [shot for shot in self.shot if shot != NONE]
        rules, fields = scenario.world[0].rules, self.record["figure"].dtype.names
        most = [int(full_points(rules, expert)) for expert in (0, 1)]
        self.figures: list[Figure] = []
        for team, row in enumerate(self.figure):
            for number, values in enumerate(row):
                figure = dict(zip(fields, values, strict=True))
                if figure["hex"] != NONE:
                    facing = figure["facing"] if scenario.rules.blind_spots else None
                    plain = figure["hex"], figure["points"], facing, most[figure["expert"]]
                    self.figures.append(Figure(team, number, *plain, tuple(states_of(figure).items())))
        self.marshals = [Marshal(number, *row) for number, row in enumerate(self.marshal) if row[0] != NONE]
        shared = is_shared(rules.objective)
        flags = enumerate(self.flag)
        self.flags = [Flag(n, NONE if shared else n, *row) for n, row in flags if row != (NONE, NONE)]
        pieces: list[Figure | Marshal | Flag] = [*self.figures, *self.marshals, *self.flags]
        farthest = max((spot_of(piece.hex) for piece in pieces if piece.hex != NONE), default=NONE)
        if farthest >= len(self.names):
            words = f"the position has something in {PLACE} {farthest}, this scenario's board has {len(self.names)}"
            raise ValueError(words)

    def __getattr__(self, field: str) -> Any:
        value = self.__dict__[field] = self.record[field].tolist()
        return value

    def by_id(self, identity: int) -> Figure | None:
        """The figure with this id, if it is on the board."""
        return next((figure for figure in self.figures if figure.id == identity), None)

    def flags_of(self, figure: Figure) -> list[Flag]:
        """The flags that a figure carries."""
        return [flag for flag in self.flags if flag.carrier == figure.id]


def record_of(scenario: Scenario, game: Any) -> Any:
    """The game's record: of a `Game`, a record, an array of one, or position text.

    Raises:
      TypeError: it is none of these.
      ValueError: several games, or one of another scenario.
    """
    if not isinstance(game, str | np.ndarray | np.void):
        owner = getattr(game, "scenario", scenario)
        if owner is not scenario and owner != scenario:
            raise ValueError(f"position of {brief(owner.name)}: the scenario given is {brief(scenario.name)}")
        game = getattr(game, "record", game)
    if isinstance(game, str):
        game = parse_position(scenario, game)
    if isinstance(game, np.ndarray):
        if game.size != 1:
            raise ValueError(f"one game is drawn at a time, not an array of {game.size}")
        game = game.reshape(-1)[0]
    names = getattr(getattr(game, "dtype", None), "names", None)
    if not names or "figure" not in names:
        raise TypeError(f"a position is a game, its record or its text, not {type(game).__name__}")
    if game.dtype != scenario.record_type:
        raise ValueError(f"position: no record of {brief(scenario.name)}")
    return game
