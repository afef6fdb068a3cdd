"""Octagon ball's environments: those of `tabletop`, which also take a preset's name or a file as `scenario`."""

from typing import Any

from octagon_ball.definition import OCTAGON_BALL
from tabletop.env import gymnasium_env, gymnasium_vector, pettingzoo_env
from tabletop.env.arguments import takes_arguments_of
from tabletop.env.batch import games, opponents, self_play

_NAME = {"name": OCTAGON_BALL.environment_name}


class OctagonParallelEnv(pettingzoo_env.ParallelGameEnv):
    """PettingZoo's ParallelEnv: both teams act in every cycle, the waiting one with `wait`."""

    definition = OCTAGON_BALL
    metadata = pettingzoo_env.ParallelGameEnv.metadata | _NAME


class OctagonAECEnv(pettingzoo_env.AECGameEnv):
    """PettingZoo's AECEnv: only the deciding team acts."""

    definition = OCTAGON_BALL
    metadata = pettingzoo_env.AECGameEnv.metadata | _NAME


class OctagonEnv(gymnasium_env.GymnasiumGameEnv):
    """Gymnasium's Env: one team, against an opponent inside."""

    definition = OCTAGON_BALL


class OctagonVectorEnv(gymnasium_vector.GameVectorEnv):
    """Gymnasium's VectorEnv: one team in many games, against opponents inside."""

    definition = OCTAGON_BALL


class BatchedGames(games.BatchedGames):
    """Arrays: many games at once, opponents inside; what training and evaluation run on."""

    definition = OCTAGON_BALL


class SelfPlayGames(self_play.SelfPlayGames):
    """Arrays: many games at once, both teams played by the caller."""

    definition = OCTAGON_BALL


class RandomOpponent(opponents.RandomOpponent):
    """Takes any legal action, uniformly at random."""

    def __init__(self) -> None:
        super().__init__(OCTAGON_BALL)


@takes_arguments_of(OctagonParallelEnv)
def parallel_env(*arguments: Any, **options: Any) -> OctagonParallelEnv:
    """The parallel environment; arguments as of `tabletop.env.pettingzoo_env.ParallelGameEnv`."""
    return OctagonParallelEnv(*arguments, **options)


@takes_arguments_of(OctagonAECEnv)
def raw_env(*arguments: Any, **options: Any) -> OctagonAECEnv:
    """The AEC environment without PettingZoo's wrappers; arguments as of `tabletop.env.pettingzoo_env.AECGameEnv`."""
    return OctagonAECEnv(*arguments, **options)


@takes_arguments_of(OctagonAECEnv)
def env(*arguments: Any, **options: Any) -> pettingzoo_env.WrappedAECEnv:
    """The AEC environment in PettingZoo's wrappers, which refuse actions outside the space and calls out of order."""
    return pettingzoo_env.wrapped(OctagonAECEnv(*arguments, **options))


aec_env = env
