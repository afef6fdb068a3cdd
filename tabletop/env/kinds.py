"""The kinds of environments, for those who wrap whatever kind they are given."""

from typing import Any

import gymnasium
from gymnasium.vector import VectorEnv
from pettingzoo.utils.env import AECEnv, ParallelEnv

from tabletop.base.errors import brief
from tabletop.env.gymnasium_env import GymnasiumGameEnv
from tabletop.env.gymnasium_vector import GameVectorEnv
from tabletop.env.pettingzoo_env import TwoTeamsEnv

PARALLEL, AEC, ONE_TEAM, VECTOR = range(4)
# What it is on the outside, where it may be wrapped, and the environment of ours inside.
_KINDS = (
    (ParallelEnv, TwoTeamsEnv), (AECEnv, TwoTeamsEnv), (gymnasium.Env, GymnasiumGameEnv), (VectorEnv, GameVectorEnv)
)  # fmt: skip


def kind_of(env: Any, others: str = "") -> int:
    """Return PARALLEL, AEC, ONE_TEAM or VECTOR; TypeError: it is no environment of this package, wrapped or not.

    Args:
      env: the environment.
      others: what else the caller takes, for the message.
    """
    inner = getattr(env, "unwrapped", None)
    for kind, (outer, core) in enumerate(_KINDS):
        if isinstance(env, outer) and isinstance(inner, core):
            return kind
    raise TypeError(f"env {brief(env)}: an environment of one game or of a vector, for one team or two{others}")
