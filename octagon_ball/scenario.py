"""Scenarios (the page's "Switches"): read from TOML, refused in one line when they can't be played."""

import json
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, Self

import numpy as np
from pydantic import Field, model_validator

from octagon_ball.rules import state
from octagon_ball.rules.actions import ACTIONS
from octagon_ball.rules.board import LARGEST, SMALLEST, Octagon, build_board, in_zone, octagon, start_squares
from tabletop.base.arrays import Records
from tabletop.base.errors import brief, counted
from tabletop.game.modules import part_of_game
from tabletop.game.scenario_files import ScenarioModel, is_file_name, name_of

if TYPE_CHECKING:
    from tabletop.game.definition import GameDefinition

FOLDER = Path(__file__).parent / "scenarios"
PRESETS = ("octagon", "octagon-formation", "octagon-small", "first-goal")
MOST_KEEPING = 9  # turns that `keeping` may count (AP6)
DEPLOYMENTS = {"chosen": state.CHOSEN, "drawn": state.DRAWN, "fixed": state.FIXED}


class Scenario(ScenarioModel):
    """A whole scenario. Make one by `load`, `parse` or `from_json`: their errors are ValueErrors of one line.

    Beside each switch's kind stand the rules whose text says it (`said_in`).

    Attributes:
      size: squares across, odd (BO1).
      figures: a team (TE1).
      goal: squares that a goal is wide, odd (BO3).
      points: of a turn (AP1).
      turns: of the match (MA1).
      goals: that win at once, 0: none (MA2).
      keeping: turns in a row for which a goalie may keep the ball in its goal zone, 0: for ever (AP6, TA6).
      deployment: who places the figures (DE2-DE4).
      formation: White's home squares, by number (DE4).
    """

    size: Annotated[int, Field(ge=SMALLEST, le=LARGEST), "BO1"] = 19
    figures: Annotated[int, Field(ge=1, le=state.STRIDE), "TE1"] = 6
    goal: Annotated[int, Field(ge=1, le=LARGEST), "BO3"] = 5
    points: Annotated[int, Field(ge=1, le=30), "AP1"] = 10
    turns: Annotated[int, Field(ge=1, le=1000), "MA1"] = 40
    goals: Annotated[int, Field(ge=0, le=100), "MA2"] = 3
    keeping: Annotated[int, Field(ge=0, le=MOST_KEEPING), "AP6 TA6"] = 0
    deployment: Annotated[Literal["chosen", "drawn", "fixed"], "DE2"] = "chosen"
    formation: Annotated[tuple[str, ...], "DE4"] = ()

    @model_validator(mode="after")
    def _playable(self) -> Self:
        if self.size % 2 == 0:
            raise ValueError(f"size: {self.size} is not an odd number of squares (BO1)")
        if self.goal % 2 == 0 or self.goal > self.board.side:
            if "goal" not in self.model_fields_set:
                words = f"{self.size} leaves a side of {self.board.side} squares"
                raise ValueError(f"size: {words}, and a goal left out has {self.goal} (BO3)")
            raise ValueError(f"goal: {self.goal} is not an odd number of squares, at most {self.board.side} (BO3)")
        squares = start_squares(self.board, self.goal, state.WHITE)
        if self.figures > len(squares):
            raise ValueError(f"figures: {self.figures} is not at most {len(squares)}, the squares to deploy in (DE1)")
        if self.deployment != "fixed":
            if self.formation:
                raise ValueError("formation: only where deployment is fixed (DE4)")
            return self
        if not self.formation:
            raise ValueError("deployment: fixed needs formation, White's home squares (DE4)")
        if len(self.formation) != self.figures:
            raise ValueError(f"formation: {counted(self.figures, 'square')}, not {len(self.formation)} (DE4)")
        for name in self.formation:
            if name not in self.board.names:
                raise ValueError(f"formation: no square {brief(name)} on this board")
            if self.board.names.index(name) not in squares:
                raise ValueError(f"formation: White can't be deployed in {name} (DE1)")
        if len(set(self.formation)) < self.figures:
            raise ValueError("formation: one figure a square (BO8)")
        return self

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
        data = json.loads(self.to_json()) | changes
        if data["deployment"] != "fixed" and "formation" not in changes:
            data["formation"] = []
        return self.read(data, self.name)

    # What the engine needs.

    @property
    def game(self) -> "GameDefinition[Scenario]":
        """Octagon ball, as the core knows it."""
        return part_of_game("octagon_ball.definition:OCTAGON_BALL")  # whose module imports this one

    @property
    def record_type(self) -> np.dtype[np.void]:
        """The type of a game's record."""
        return state.GAME

    @property
    def board(self) -> Octagon:
        """The squares."""
        return octagon(self.size)

    @property
    def actions(self) -> int:
        """A, the number of actions."""
        return ACTIONS.size(figures=self.figures, squares=len(self.board.names))

    def zone(self, team: int) -> list[int]:
        """The squares of a team's goal zone (BO4), ascending."""
        return [n for n, place in enumerate(self.board.places) if in_zone(self.board, self.goal, team, place)]

    @cached_property
    def world(self) -> Records:
        """Rules and board for the engine: shape (1,). Shared: not to be written to."""
        world = np.zeros(1, state.WORLD)
        rules = world[0]["rules"]
        rules["half"], rules["squares"] = self.board.half, len(self.board.places)
        for key in ("figures", "goal", "points", "turns", "goals", "keeping"):
            rules[key] = getattr(self, key)
        rules["deployment"] = DEPLOYMENTS[self.deployment]
        formation = tuple(self.board.names.index(name) for name in self.formation)
        world["board"] = build_board(self.board, self.goal, formation)
        return world
