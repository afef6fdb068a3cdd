"""Octagon ball, a game of two teams and a ball on an octagon of squares (docs/octagon-ball.md).

Importing it enters the environments' ids in Gymnasium's and PettingZoo's registries. The names below are loaded when
they are first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from octagon_ball.registration import register

if TYPE_CHECKING:
    from octagon_ball.definition import OCTAGON_BALL
    from octagon_ball.environments import BatchedGames, OctagonEnv, OctagonVectorEnv, SelfPlayGames, env, parallel_env
    from octagon_ball.reward import Shaping
    from octagon_ball.scenario import Scenario

__version__ = "0.1.0"

__all__ = [
    "OCTAGON_BALL",
    "BatchedGames",
    "OctagonEnv",
    "OctagonVectorEnv",
    "Scenario",
    "SelfPlayGames",
    "Shaping",
    "env",
    "parallel_env",
]

_PLACES = {"OCTAGON_BALL": "definition", "Scenario": "scenario", "Shaping": "reward"}  # others: environments


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{_PLACES.get(name, 'environments')}"), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


register()
