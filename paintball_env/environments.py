"""PaintBall's environments: those of `tabletop`, but `scenario` may also be a preset's name or a file."""

from typing import Any

from paintball_env.definition import PAINTBALL
from tabletop.env import gymnasium_env, gymnasium_vector, pettingzoo_env
from tabletop.env.arguments import takes_arguments_of
from tabletop.env.batch import games, opponents, self_play

_NAME = {"name": PAINTBALL.environment_name}


class PaintballParallelEnv(pettingzoo_env.ParallelGameEnv):
    """PettingZoo's ParallelEnv: both teams act in every cycle, the waiting team with `wait`."""

    definition = PAINTBALL
    metadata = pettingzoo_env.ParallelGameEnv.metadata | _NAME


class PaintballAECEnv(pettingzoo_env.AECGameEnv):
    """PettingZoo's AECEnv: only the deciding team acts."""

    definition = PAINTBALL
    metadata = pettingzoo_env.AECGameEnv.metadata | _NAME


class PaintballEnv(gymnasium_env.GymnasiumGameEnv):
    """Gymnasium's Env: one team, against an opponent inside."""

    definition = PAINTBALL


class PaintballVectorEnv(gymnasium_vector.GameVectorEnv):
    """Gymnasium's VectorEnv: one team in many games, against opponents inside."""

    definition = PAINTBALL


class BatchedGames(games.BatchedGames):
    """Arrays: many games at once, with opponents inside; for training and evaluation."""

    definition = PAINTBALL


class SelfPlayGames(self_play.SelfPlayGames):
    """Arrays: many games at once, both teams played by the caller; for self-play."""

    definition = PAINTBALL


class RandomOpponent(opponents.RandomOpponent):
    """Takes any legal action, uniformly at random."""

    def __init__(self) -> None:
        super().__init__(PAINTBALL)


@takes_arguments_of(PaintballParallelEnv)
def parallel_env(*arguments: Any, **options: Any) -> PaintballParallelEnv:
    """Make the ParallelEnv; arguments as in `PaintballParallelEnv`."""
    return PaintballParallelEnv(*arguments, **options)


@takes_arguments_of(PaintballAECEnv)
def raw_env(*arguments: Any, **options: Any) -> PaintballAECEnv:
    """Make the AEC environment without wrappers; arguments as in `PaintballParallelEnv`."""
    return PaintballAECEnv(*arguments, **options)


@takes_arguments_of(PaintballAECEnv)
def env(*arguments: Any, **options: Any) -> pettingzoo_env.WrappedAECEnv:
    """The AEC environment in PettingZoo's wrappers, which refuse actions outside the space and calls out of order."""
    return pettingzoo_env.wrapped(PaintballAECEnv(*arguments, **options))


aec_env = env
