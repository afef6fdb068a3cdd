"""Infos as numbers alone, with the same keys at every step: `numeric_infos` wraps every kind of environment.

Libraries that make arrays or tensors of infos (TorchRL, Tianshou's buffer, Minari's collector, Gymnasium's
`NumpyToTorch`) stop at the texts in them, at the two that only a finished game has, or at the seed's uint64.
"""

from collections.abc import Mapping
from typing import Any, TypeVar

import gymnasium
import numpy as np
from gymnasium.utils import RecordConstructorArgs
from gymnasium.vector import VectorWrapper
from pettingzoo.utils import BaseParallelWrapper
from pettingzoo.utils.wrappers import BaseWrapper

from tabletop.env.kinds import AEC, ONE_TEAM, PARALLEL, VECTOR, kind_of
from tabletop.env.single import CUT_OFF
from tabletop.game.definition import Scenario

E = TypeVar("E")
Infos = dict[str, Any]
SEED, FINAL = "seed", "final_info"


def numeric_infos(env: E) -> E:
    """Wrap an environment so that its infos hold numbers alone, the same keys at every step.

    `decision` and `ending` are numbers, the indices in the game's `decisions` and `endings`. `decision` is 0 when the
    game is over; `ending` is 0 while the game goes on, and if it was truncated. `result` is 0.0 until a game ends.
    `seed` is left out, because libraries that take only signed integers can't hold it. All else is the environment's
    own.

    Args:
      env: an environment of this package, wrapped or not: PettingZoo's parallel or AEC environment, Gymnasium's
        environment, or its vector environment.

    Returns:
      The wrapper: an environment of the same kind. Put it outside of `record_games`, which needs the seed. An
      environment that is wrapped so already is returned as it is.

    Raises:
      TypeError: another environment.
    """
    if has_numeric_infos(env):
        return env
    wrappers: dict[int, Any] = {
        PARALLEL: _ParallelNumbers, AEC: _AECNumbers, ONE_TEAM: _GymnasiumNumbers, VECTOR: _VectorNumbers
    }  # fmt: skip
    wrapper: E = wrappers[kind_of(env)](env)  # to type checkers, the environment that it wraps
    return wrapper


def has_numeric_infos(env: Any) -> bool:
    """Tell whether an environment is wrapped by `numeric_infos`, or what it wraps is."""
    while env is not None:
        if isinstance(env, _ParallelNumbers | _AECNumbers | _GymnasiumNumbers | _VectorNumbers):
            return True
        env = getattr(env, "__dict__", {}).get("env")
    return False


class _Codes:
    """The numbers of a game's decisions and endings, by their names in infos."""

    def __init__(self, scenario: Scenario) -> None:
        game = scenario.game
        self.decisions = {"over": 0} | {name: number for number, name in enumerate(game.decisions) if number}
        self.endings = {name: number for number, name in enumerate(game.endings)} | {CUT_OFF: 0}

    def of_one(self, info: Mapping[str, Any]) -> Infos:
        """The infos of one game."""
        numbers = {name: value for name, value in info.items() if name != SEED}
        numbers["decision"] = self.decisions[info["decision"]]
        numbers["result"] = info.get("result", 0.0)
        numbers["ending"] = self.endings[info["ending"]] if "ending" in info else 0
        return numbers

    def of_vector(self, infos: Mapping[str, Any]) -> Infos:
        """The infos of a vector of games, in arrays [B]; a game that they don't tell of has 0."""
        numbers = {name: value for name, value in infos.items() if name.removeprefix("_") != SEED}
        numbers["decision"] = np.array([self.decisions.get(name, 0) for name in infos["decision"]])
        if "ending" in infos:
            numbers["ending"] = np.array([self.endings.get(name, 0) for name in infos["ending"]])
        else:
            count = len(infos["decision"])
            numbers |= {"result": np.zeros(count), "ending": np.zeros(count, np.int64)}
            numbers |= {"_result": np.zeros(count, bool), "_ending": np.zeros(count, bool)}
        if FINAL in infos:
            numbers[FINAL] = self.of_vector(infos[FINAL])
        return numbers


class _ParallelNumbers(BaseParallelWrapper):
    """See `numeric_infos`."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        self._codes = _Codes(env.unwrapped.scenario)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        observations, infos = self.env.reset(seed=seed, options=options)
        return observations, {agent: self._codes.of_one(info) for agent, info in infos.items()}

    def step(self, actions: Any) -> Any:
        *transition, infos = self.env.step(actions)
        return *transition, {agent: self._codes.of_one(info) for agent, info in infos.items()}


class _AECNumbers(BaseWrapper):
    """See `numeric_infos`."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        self._codes = _Codes(env.unwrapped.scenario)

    @property
    def infos(self) -> dict[str, Infos]:
        """The infos of the agents."""
        return {agent: self._codes.of_one(info) for agent, info in self.env.infos.items()}

    def last(self, observe: bool = True) -> Any:
        *transition, info = self.env.last(observe)
        return *transition, self._codes.of_one(info)


class _GymnasiumNumbers(gymnasium.Wrapper[Any, Any, Any, Any], RecordConstructorArgs):
    """See `numeric_infos`; its `spec` can be made again, as Minari does."""

    def __init__(self, env: Any) -> None:
        RecordConstructorArgs.__init__(self)
        gymnasium.Wrapper.__init__(self, env)
        self._codes = _Codes(env.unwrapped.scenario)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        observation, info = self.env.reset(seed=seed, options=options)
        return observation, self._codes.of_one(info)

    def step(self, action: Any) -> Any:
        *transition, info = self.env.step(action)
        return *transition, self._codes.of_one(info)


class _VectorNumbers(VectorWrapper):
    """See `numeric_infos`."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        self._codes = _Codes(env.unwrapped.batch.scenario)
        self.autoreset_mode = env.unwrapped.autoreset_mode  # Gymnasium's wrapper hands on only what all vectors have

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> Any:
        observations, infos = self.env.reset(seed=seed, options=options)
        return observations, self._codes.of_vector(infos)

    def step(self, actions: Any) -> Any:
        *transition, infos = self.env.step(actions)
        return *transition, self._codes.of_vector(infos)
