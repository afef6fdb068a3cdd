"""What an agent is: small, and either asked game by game or for many games at once.

Axes: B games, k rows of them, A actions.
"""

from abc import ABC, abstractmethod
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from agents.view import View
from paintball_env.batch import key_rows
from paintball_env.scenario import Scenario

Records = NDArray[np.void]
Rows = NDArray[np.int64]
Masks = NDArray[np.int8]
Actions = NDArray[np.int64]
Keys = NDArray[np.uint64]

WORD = (1 << 64) - 1  # seeds are taken modulo 2^64


@runtime_checkable
class Agent(Protocol):
    """Whoever plays. Its noise comes from `reset`'s seed alone: the same seed and views, the same actions."""

    name: str

    def prepare(self, scenario: Scenario) -> None:
        """Get to know what will be played; ValueError says why the agent can't."""

    def reset(self, seed: int) -> None:
        """Begin anew, with this seed for the agent's own noise.

        A match plays many games with one agent and calls this before each decision: keep nothing between decisions.
        """

    def act(self, view: View) -> int:
        """Return the index of a legal action."""


class Batched(ABC):
    """An agent that can decide for many games at once, and keeps nothing from one decision to the next.

    Attributes:
      name: as the registry knows it.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._seed, self._count = np.zeros(1, np.uint64), np.zeros(1, np.uint64)

    def prepare(self, scenario: Scenario) -> None:  # noqa: B027  most agents can play anything
        """Get to know what will be played; ValueError says why the agent can't."""

    def reset(self, seed: int) -> None:
        """Begin anew, with this seed for the agent's own noise.

        A match plays many games with one agent and calls this before each decision: keep nothing between decisions.
        """
        self._seed[0] = seed & WORD
        self._count[0] = 0

    def act(self, view: View) -> int:
        """Return the index of a legal action: `decide` for a single game."""
        row, actions, keys = np.zeros(1, np.int64), np.zeros(1, np.int64), np.zeros(1, np.uint64)
        key_rows(row, self._seed, self._count, keys)
        self.decide(view.worlds, view.games, row, view.mask[None, :], actions, keys)
        return int(actions[0])

    @abstractmethod
    def decide(self, worlds: Records, games: Records, rows: Rows, masks: Masks, actions: Actions, keys: Keys) -> None:
        """Fill `actions` of the given rows with legal ones.

        Args:
          worlds: rules and board, [1].
          games: the games, [B], not to be changed.
          rows: int64[k], the games in which this agent decides.
          masks: int8[B, A], 1: legal for the deciding team.
          actions: int64[B]; only the entries of `rows` are written.
          keys: uint64[B], a fresh random number for each of these decisions: the agent's noise, and all of it.
        """


class Seat:
    """An agent as a batch of games wants its players (`paintball_env.vector.Opponent`)."""

    def __init__(self, agent: Agent, scenario: Scenario) -> None:
        """Prepare the agent for the scenario; ValueError says why it can't play it."""
        agent.prepare(scenario)
        self.agent, self.scenario = agent, scenario

    def act(self, worlds: Records, games: Records, rows: Rows, masks: Masks, actions: Actions, keys: Keys) -> None:
        """Fill the actions of the rows (see `Batched.decide`)."""
        if len(rows) == 0:
            return
        if isinstance(self.agent, Batched):
            self.agent.decide(worlds, games, rows, masks, actions, keys)
            return
        for row in rows:
            # Asked for one game, then for another: each time it starts from the decision's own noise.
            self.agent.reset(int(keys[row]))
            actions[row] = self.agent.act(View(self.scenario, games[row : row + 1], masks[row]))
