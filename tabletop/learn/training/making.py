"""The learner that a configuration asks for; its module is imported only when it is needed."""

from collections.abc import Sequence
from typing import Any, Protocol

import torch

from tabletop.agents.policy_folder import Weights
from tabletop.base.workers.tasks import Workers
from tabletop.game.definition import GameDefinition, Scenario
from tabletop.learn.training.checkpoint import Checkpoint
from tabletop.learn.training.config import SCORERS, Config


class AnyLearner(Protocol):
    """The interface of a learner that a run uses.

    Attributes:
      game: what is learnt.
      scenarios: what is played.
      policy: the network that is trained, including the value.
      names: of the opponents.
      step: number of decisions learnt from so far.
      iteration: number of updates made so far.
    """

    game: GameDefinition[Any]
    scenarios: Sequence[Scenario]
    names: list[str]
    iteration: int

    @property
    def policy(self) -> torch.nn.Module:
        """The network that is trained, including the value."""
        ...

    @property
    def step(self) -> int:
        """Number of decisions learnt from so far."""
        ...

    def update(self) -> dict[str, float]:
        """Play on, learn from the decisions, and return the numbers for the log."""
        ...

    def columns(self) -> list[str]:
        """Return the names of the values that `update` returns."""
        ...

    def weights(self) -> Weights:
        """Return the weights of the current policy, as an agent plays them."""
        ...

    def save(self) -> Checkpoint:
        """Return everything that the next update depends on."""
        ...

    def restore(self, saved: Checkpoint) -> None:
        """Continue from a checkpoint; ValueError: it doesn't fit."""
        ...


def make_learner(config: Config, scenarios: Sequence[Scenario], workers: Workers) -> AnyLearner:
    """Return the learner; the workers play for it if it supports that; errors as in its class.

    Raises:
      MemoryError: there is too little for so many games; it names the settings.
    """
    try:
        if config.algorithm in SCORERS:
            from tabletop.learn.training.scoring.learner import ScoringLearner

            return ScoringLearner(config, scenarios, workers)
        from tabletop.learn.training.learner import Learner

        return Learner(config, scenarios[0])
    except MemoryError:  # NumPy's words name an array, with all fields of a game's record
        sizes = f"learner.games = {config.learner.games:,}, learner.steps = {config.learner.steps:,}"
        raise MemoryError(f"{sizes}: there isn't enough memory for so many games and decisions") from None
