"""PaintBall's environments: those of `tabletop`, but `scenario` may also be a preset's name or a file."""

from typing import Any

from paintball_env.definition import PAINTBALL
from paintball_env.reward import Shaping
from tabletop.batch import games, opponents, self_play
from tabletop.environments import gymnasium_env, gymnasium_vector, pettingzoo_env
from tabletop.environments.frames import WIDTH
from tabletop.environments.pettingzoo_env import AGENTS, OBSERVATION

__all__ = [
    "AGENTS",
    "BatchedGames",
    "PaintballAECEnv",
    "PaintballEnv",
    "PaintballParallelEnv",
    "PaintballVectorEnv",
    "RandomOpponent",
    "SelfPlayGames",
    "aec_env",
    "env",
    "parallel_env",
    "raw_env",
]

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


def parallel_env(
    scenario: Any = None,
    *,
    max_cycles: int | None = None,
    encoding: str | None = None,
    mask: str = OBSERVATION,
    shaping: Shaping | None = None,
    strict: bool = False,
    render_mode: str | None = None,
    render_width: int = WIDTH,
) -> PaintballParallelEnv:
    """Make the ParallelEnv; arguments as in PaintballParallelEnv."""
    return PaintballParallelEnv(
        scenario,
        max_cycles=max_cycles,
        encoding=encoding,
        mask=mask,
        shaping=shaping,
        strict=strict,
        render_mode=render_mode,
        render_width=render_width,
    )


def raw_env(
    scenario: Any = None,
    *,
    max_cycles: int | None = None,
    encoding: str | None = None,
    mask: str = OBSERVATION,
    shaping: Shaping | None = None,
    strict: bool = False,
    render_mode: str | None = None,
    render_width: int = WIDTH,
) -> PaintballAECEnv:
    """Make the AEC environment without wrappers; arguments as in PaintballParallelEnv."""
    return PaintballAECEnv(
        scenario,
        max_cycles=max_cycles,
        encoding=encoding,
        mask=mask,
        shaping=shaping,
        strict=strict,
        render_mode=render_mode,
        render_width=render_width,
    )


def env(
    scenario: Any = None,
    *,
    max_cycles: int | None = None,
    encoding: str | None = None,
    mask: str = OBSERVATION,
    shaping: Shaping | None = None,
    strict: bool = False,
    render_mode: str | None = None,
    render_width: int = WIDTH,
) -> Any:
    """The AEC environment in PettingZoo's wrappers, which refuse actions outside the space and calls out of order."""
    aec = raw_env(
        scenario,
        max_cycles=max_cycles,
        encoding=encoding,
        mask=mask,
        shaping=shaping,
        strict=strict,
        render_mode=render_mode,
        render_width=render_width,
    )
    return pettingzoo_env.wrapped(aec)


aec_env = env
