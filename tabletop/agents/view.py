"""What an agent sees when it decides, in any game: observation, mask, legal actions by name, the position."""

from copy import copy
from functools import cache, cached_property
from typing import Any, Generic, TypeVar

import numpy as np

from tabletop.base.arrays import Float32, Int8, Records
from tabletop.game.definition import ActionNames, GameDefinition, Scenario, encoding_of
from tabletop.game.header import NONE
from tabletop.game.modules import part_of_game

S = TypeVar("S", bound=Scenario)


class View(Generic[S]):
    """A position that waits for a decision, from the side of the team that decides.

    Attributes:
      scenario: what is played.
      games: the game, [1]; a copy, so whatever an agent writes to it changes only this view.
      mask: int8[A], 1: legal; also a copy.
      team: the team that decides, 0 or 1.
    """

    def __init__(self, scenario: S, games: Records, mask: Int8) -> None:
        """Take the view of the deciding team.

        Args:
          scenario: what is played.
          games: the game, [1].
          mask: int8[A].

        Raises:
          ValueError: no team decides: the game is over.
        """
        self.scenario = scenario
        self._worlds: Records = scenario.world
        self.games = games.copy()
        # An agent knows the rules, but not the future dice.
        self.games["dice"]["seed"] = 0
        self.mask = mask.copy()
        self.team = int(self.games["decider"][0])
        if self.team == NONE:
            raise ValueError("the game is over: there is nothing to decide")

    @cached_property
    def worlds(self) -> Records:
        """Rules and board, [1]: a copy for the agent; the answers of the view don't read it."""
        return self._worlds.copy()

    @cached_property
    def table(self) -> ActionNames:
        """All actions and their names: a copy for the agent; the answers of the view don't read it."""
        return copy(self._actions)

    @property
    def _actions(self) -> ActionNames:
        """The same for all who play on such a board."""
        return self.scenario.game.action_names(self.scenario)

    @cached_property
    def observation(self) -> Float32:
        """The position as float32[D] in the game's default encoding, from the deciding team's side."""
        game = self.scenario.game
        encoding = encoding_of(self.scenario)
        out = np.empty((1, encoding.size), np.float32)
        game.batch.observe_rows(
            self._worlds, self.games, np.zeros(1, np.int64), np.full(1, self.team), encoding.cells, out
        )
        return out[0]

    def compile_all(self) -> None:
        """Compile all code that this view's answers need, and cache it for processes that can't write to the cache."""
        _ = self.observation

    @cached_property
    def legal(self) -> dict[str, int]:
        """The legal actions: name and index."""
        actions = self._actions
        return {actions.name(int(index), self.team): int(index) for index in np.flatnonzero(self.mask)}

    @cached_property
    def position(self) -> str:
        """The position as one line of text."""
        return self.scenario.game.format_position(self.scenario, self.games)

    @property
    def decision(self) -> str:
        """The kind of the decision, one of the game's `decisions`."""
        return self.scenario.game.decisions[self.games["decision"][0]]

    @property
    def turn(self) -> int:
        """The turn, from 1; 0: set-up."""
        return int(self.games["turn"][0])


def view_of(scenario: S, games: Records, mask: Int8) -> View[S]:
    """Return what an agent sees of a game when it decides, in its game's own kind of view; arguments as of `View`."""
    return _kind(scenario.game)(scenario, games, mask)


@cache
def _kind(game: GameDefinition[Any]) -> type[View[Any]]:
    kind: type[View[Any]] = part_of_game(game.view) if game.view else View
    return kind
