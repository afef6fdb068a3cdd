"""What an agent sees when it decides: observation, mask, legal actions with their names, and plain questions."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from agents import odds
from paintball_env.action import LETTERS, ActionTable, action_table
from paintball_env.batch import observe_rows
from paintball_env.observation import Encoding
from paintball_env.rules.board import DIRECTIONS
from paintball_env.rules.state import NONE, STRIDE
from paintball_env.scenario import Scenario


@dataclass(frozen=True)
class Figure:
    """A figure in the game, in plain words.

    Attributes:
      name: `R3`.
      hex: name of its hex.
      points: action points left this turn.
      sentry: stands sentry.
      impotent: can't shoot for now: out of ammo, jammed or suppressed.
      carries: has a flag.
    """

    name: str
    hex: str
    points: int
    sentry: bool
    impotent: bool
    carries: bool


class View:
    """A position that waits for a decision, seen by the team that decides.

    Attributes:
      scenario: what is played.
      worlds: rules and board, [1].
      games: the game, [1]; a copy, so nothing an agent does to it counts.
      mask: int8[A], 1: legal.
      team: who decides, 0 Red, 1 Blue.
    """

    def __init__(self, scenario: Scenario, games: NDArray[np.void], mask: NDArray[np.int8]) -> None:
        """Take the view of the deciding team.

        Args:
          scenario: what is played.
          games: the game, [1].
          mask: int8[A].

        Raises:
          ValueError: nobody decides: the game is over.
        """
        self.scenario = scenario
        self.worlds: NDArray[np.void] = scenario.world
        self.games = games.copy()
        # Whoever plays knows the rules, but not the dice to come.
        self.games["dice"]["seed"] = 0
        self.mask = mask
        self.team = int(self.games["decider"][0])
        if self.team == NONE:
            raise ValueError("the game is over: there is nothing to decide")

    @cached_property
    def table(self) -> ActionTable:
        """All actions and their names."""
        return action_table(self.scenario.figures, tuple(self.scenario.board_map.names))

    @cached_property
    def observation(self) -> NDArray[np.float32]:
        """The position as float32[D], seen from the deciding team's side."""
        encoding = Encoding(self.scenario)
        out = np.empty((1, encoding.size), np.float32)
        observe_rows(self.worlds, self.games, np.zeros(1, np.int64), np.full(1, self.team), encoding.cells, out)
        return out[0]

    @cached_property
    def legal(self) -> dict[str, int]:
        """The legal actions: name and index."""
        return {self.table.name(int(index), self.team): int(index) for index in np.flatnonzero(self.mask)}

    def figures(self, team: int) -> list[Figure]:
        """Return the figures of a team that are on the board."""
        found = []
        carriers = {int(c) for c in self.games["flag"]["carrier"][0]}
        for number in range(self.scenario.teams[team].figures):
            figure = self.games["figure"][0, team, number]
            if figure["hex"] != NONE:
                found.append(
                    Figure(
                        name=f"{LETTERS[team]}{number + 1}",
                        hex=self.scenario.board_map.names[figure["hex"]],
                        points=int(figure["points"]),
                        sentry=bool(figure["sentry"]),
                        impotent=bool(figure["gun"] != 0 or figure["suppressed"]),
                        carries=STRIDE * team + number in carriers,
                    )
                )
        return found

    def distance(self, start: str, target: str) -> int:
        """Return the hexes from one hex to another, the target's counted."""
        return int(self.worlds["board"]["distance"][0, self._hex(start), self._hex(target)])

    def beside(self, start: str, direction: str) -> str:
        """Return the hex next to `start` in a direction (`E NE NW W SW SE`); ValueError: there is none."""
        if direction not in DIRECTIONS:
            raise ValueError(f"{direction} is no direction ({' '.join(DIRECTIONS)})")
        there = int(self.worlds["board"]["neighbour"][0, self._hex(start), DIRECTIONS.index(direction)])
        if there == NONE:
            raise ValueError(f"there is no hex {direction} of {start}")
        return self.scenario.board_map.names[there]

    def in_line(self, start: str, target: str) -> bool:
        """Tell whether a shot from one hex to the other has its line (SH-LOS)."""
        return bool(self.worlds["board"]["line"][0, self._hex(start), self._hex(target)])

    def chance_to_hit(self, start: str, target: str, aimed: bool = False) -> float:
        """Return the chance that a die hits, and isn't stopped by what is in the way."""
        here, there = self._hex(start), self._hex(target)
        hit = odds.hits(self.worlds[0], here, there, int(aimed))
        return float(hit * odds.passes(self.worlds[0], self.games[0], here, there))

    def chance_to_put_out(self, start: str, target: str, aimed: bool = False) -> float:
        """Return the chance that a die puts out a figure in the target's hex."""
        return float(odds.kills(self.worlds[0], self.games[0], self._hex(start), self._hex(target), int(aimed)))

    def _hex(self, name: str) -> int:
        names = self.scenario.board_map.names
        if name not in names:
            raise ValueError(f"there is no hex {name} on this board")
        return names.index(name)
