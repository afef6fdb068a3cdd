"""A moment of a game while it is told: its record, the draws still to come, and names for what is in it."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from paintball_env.actions import LETTERS, TEAMS
from paintball_env.rules.state import NONE, STRIDE
from paintball_env.scenario import Scenario
from tabletop.chance import new_chance
from tabletop.draws import Draw, lay_tape

from ..rules import state

SIDES = tuple(team.capitalize() for team in TEAMS)


def name_of(who: int) -> str:
    """`R3` for a figure id."""
    return f"{LETTERS[who // STRIDE]}{who % STRIDE + 1}"


class Scene:
    """A copy of a game on a tape of the draws that fell.

    Args:
      scenario: what is played.
      games: the record before, shape (1,); copied.
      draws: those that fell from there on, with their classes.

    Attributes:
      world: rules and board, a record.
    """

    def __init__(self, scenario: Scenario, games: np.ndarray, draws: Iterable[Draw]) -> None:
        self.scenario, self.games, self.draws = scenario, games.copy(), tuple(draws)
        self.world: Any = scenario.world[0]
        self._chances = new_chance()
        lay_tape(self._chances, [draw.result for draw in self.draws], scenario.game)

    @property
    def game(self) -> Any:
        """The record as it stands."""
        return self.games[0]

    @property
    def chance(self) -> Any:
        """The tape."""
        return self._chances[0]

    @property
    def at(self) -> int:
        """How many draws are told."""
        return int(self.chance.used)

    def run(self, rule: Callable[..., Any], *arguments: Any) -> tuple[Draw, ...]:
        """Run a rule of the engine on the tape: `rule(world, game, chance, *arguments)`; the draws it took."""
        at = self.at
        rule(self.world, self.game, self.chance, *arguments)
        return self.draws[at : self.at]

    def next(self, purpose: str) -> Draw:
        """The next draw, which is for this purpose; RuntimeError where it is for another one."""
        if self.peek() != purpose:
            raise RuntimeError(f"a draw for {purpose} is told where one for {self.peek() or 'nothing'} was made")
        self.chance.used += 1
        return self.draws[self.at - 1]

    def peek(self) -> str:
        """The next draw's purpose; empty: none is left."""
        return self.draws[self.at].purpose if self.at < len(self.draws) else ""

    def figure(self, who: int) -> Any:
        """The record of a figure id."""
        return self.game.figure[who // STRIDE, who % STRIDE]

    def hex_name(self, place: int) -> str:
        """`c4`."""
        return self.scenario.board_map.names[place]

    def figures(self) -> list[int]:
        """Ids of the figures on the board, Red's first."""
        return [STRIDE * int(team) + int(number) for team, number in np.argwhere(self.game.figure["hex"] != NONE)]

    def flag_title(self, index: int) -> str:
        """Name of a flag in the middle of a sentence."""
        return "the flag" if self.world.rules.objective == state.SINGLE else f"{SIDES[index]}'s flag"


def fallen(before: Scene, after: Scene) -> list[int]:
    """Ids of the figures that were put out."""
    left = set(after.figures())
    return [who for who in before.figures() if who not in left]


def flag_lines(before: Scene, after: Scene) -> list[str]:
    """FL1, FL2: what has become of the flags; nothing is said while one is set up."""
    lines = []
    for index, (old, new) in enumerate(zip(before.game.flag, after.game.flag, strict=True)):
        title = after.flag_title(index)
        if old.hex != NONE and new.carrier != NONE:
            lines.append(f"{name_of(int(new.carrier))} takes up {title} (FL1)")
        elif old.carrier != NONE and new.hex != NONE:
            lines.append(f"{title} falls in {after.hex_name(new.hex)} (FL2)")
    return lines
