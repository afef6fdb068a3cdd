"""The agent whose network a learner begins with (`begin` in `[scoring]`)."""

from typing import Any

from tabletop.agents.policy_folder import SCORING
from tabletop.agents.registry import make
from tabletop.agents.scoring import sizes_of
from tabletop.agents.trained import TrainedAgent
from tabletop.game.definition import GameDefinition
from tabletop.learn.training.config import Config


def scoring_network(name: str, game: GameDefinition[Any]) -> dict[str, Any]:
    """Return the weights of an agent whose network scores actions; see `tabletop.agents.scoring`.

    Raises:
      ValueError: no such agent, or it has no such network.
    """
    agent = make(name, game)
    if not isinstance(agent, TrainedAgent) or agent.weights.played.get("network") != SCORING:
        raise ValueError(f"{name} has no network that scores actions")
    return dict(agent.weights.arrays)


def as_trained(config: Config, game: GameDefinition[Any]) -> Config:
    """Return a configuration that says how large the network is with which it begins; errors of `scoring_network`."""
    if not config.scoring.begin:
        return config
    sizes = sizes_of(scoring_network(config.scoring.begin, game))
    units = {name: getattr(sizes, name) for name in ("hidden", "deeper", "value_hidden", "value_deeper")}
    return config.model_copy(update={"scoring": config.scoring.model_copy(update=units)})


def without_origin(config: Config) -> Config:
    """Return the configuration for a learner that a checkpoint is loaded into: it begins with no agent's network."""
    return config.model_copy(update={"scoring": config.scoring.model_copy(update={"begin": None})})
