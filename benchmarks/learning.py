"""What training costs: the learner with its games, and the same learner with games that cost nothing."""

import time
from typing import Any

import numpy as np

from tabletop.game.definition import GameDefinition
from tabletop.learn.training import config
from tabletop.learn.training.learner import Learner

WARM = 2  # updates before the clock starts


def learning(game: GameDefinition[Any], config_path: str, seconds: float) -> dict[str, Any]:
    """Measure a training configuration's speed.

    The games' share is the time inside the environment's step, opponents included. The ceiling is the same learner
    with an environment that hands out one step's result again and again: no environment could be faster.

    Args:
      game: what is trained for.
      config_path: of a training configuration; see `tabletop.learn.training.config`.
      seconds: least time of each of the two measurements.

    Returns:
      Plain data: `steps_per_second`, `games_share` (0 to 1), `ceiling` (steps a second), and what was measured.

    Raises:
      ValueError: no such configuration.
    """
    settings = config.load(config_path, game)
    learner = Learner(settings, game.load(settings.scenario))
    env: Any = learner.model.env
    real, inside, last_step = env.step_wait, [0.0], [None]

    def timed() -> Any:
        start = time.perf_counter()
        last_step[0] = answer = real()
        inside[0] += time.perf_counter() - start
        return answer

    env.step_wait = timed
    speed, elapsed = _speed(learner, seconds, inside)
    share = inside[0] / elapsed
    still_step: Any = last_step[0]
    still = (*still_step[:2], np.zeros_like(still_step[2]))  # no game ends, infos are empty
    env.step_wait = lambda: (*still, [{} for _ in range(env.num_envs)])
    ceiling, _ = _speed(learner, seconds, inside)
    return {
        "config": settings.name,
        "scenario": settings.scenario,
        "observation": list(learner.batch.encoding.shape),
        "actions": learner.batch.actions,
        "trunk": list(settings.learner.trunk),
        "net": list(settings.learner.net),
        "games": settings.learner.games,
        "threads": settings.threads,
        "opponents": settings.opponents,
        "steps_per_second": speed,
        "games_share": share,
        "ceiling": ceiling,
    }


def _speed(learner: Any, seconds: float, inside: list[float]) -> tuple[float, float]:
    for _ in range(WARM):
        learner.update()
    inside[0] = 0.0
    first, start = learner.step, time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        learner.update()
    elapsed = time.perf_counter() - start
    return (learner.step - first) / elapsed, elapsed
