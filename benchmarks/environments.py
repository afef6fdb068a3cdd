"""Random legal play through each environment of the libraries: PettingZoo, Gymnasium, Stable-Baselines3."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.measure import Load
from benchmarks.setting import CYCLES, ROUNDS, Setting
from tabletop.base.arrays import Bool, Int8, Int64
from tabletop.game.choices import choose_rows, key_rows


class Parallel(Load):
    """PettingZoo's ParallelEnv: both agents get observation, mask and infos at every decision."""

    key = "pettingzoo"
    title = "PettingZoo parallel"

    def __init__(self, setting: Setting) -> None:
        from tabletop.env.pettingzoo_env import ParallelGameEnv

        self.env = ParallelGameEnv(setting.scenario, encoding=setting.encoding.name)
        self.wait = setting.scenario.actions - 1
        self.random = random.Random(2).random
        self.seen = self.env.reset(seed=1)

    def play(self) -> tuple[int, int]:
        """Some decisions."""
        env, wait, pick, games_ended = self.env, self.wait, self.random, 0
        observations, infos = self.seen
        for _ in range(CYCLES):
            actions = {}
            for agent, info in infos.items():
                if info["to_decide"]:
                    legal = observations[agent]["action_mask"].nonzero()[0]
                    actions[agent] = legal[int(pick() * len(legal))]
                else:
                    actions[agent] = wait
            observations, _, _, _, infos = env.step(actions)
            if not env.agents:
                games_ended += 1
                observations, infos = env.reset()
        self.seen = observations, infos
        return CYCLES, games_ended


class Aec(Load):
    """PettingZoo's AEC environment: only the deciding agent is asked."""

    key = "pettingzoo-aec"
    title = "PettingZoo AEC"

    def __init__(self, setting: Setting) -> None:
        from tabletop.env.pettingzoo_env import AECGameEnv

        self.env = AECGameEnv(setting.scenario, encoding=setting.encoding.name)
        self.random = random.Random(3).random
        self.env.reset(seed=1)

    def play(self) -> tuple[int, int]:
        """Some decisions."""
        env, pick, games_ended = self.env, self.random, 0
        for _ in range(CYCLES):
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                games_ended += 1
                env.reset()
                observation, *_ = env.last()
            legal = observation["action_mask"].nonzero()[0]
            env.step(legal[int(pick() * len(legal))])
        return CYCLES, games_ended


class GymSingle(Load):
    """Gymnasium's environment of one team; the opponent's decisions, at random, aren't counted."""

    key = "gymnasium"
    title = "Gymnasium, own decisions"

    def __init__(self, setting: Setting) -> None:
        from tabletop.env.gymnasium_env import GymnasiumGameEnv

        self.env = GymnasiumGameEnv(setting.scenario, encoding=setting.encoding.name)
        self.random = random.Random(4).random
        self.info = self.env.reset(seed=1)[1]

    def play(self) -> tuple[int, int]:
        """Some decisions."""
        env, pick, info, games_ended = self.env, self.random, self.info, 0
        for _ in range(CYCLES):
            legal = info["action_mask"].nonzero()[0]
            _, _, over, _, info = env.step(legal[int(pick() * len(legal))])
            if over:
                games_ended += 1
                _, info = env.reset()
        self.info = info
        return CYCLES, games_ended


class Choice:
    """Random legal actions for a batch, in compiled code."""

    def __init__(self, count: int) -> None:
        self.rows, self.actions = np.arange(count), np.zeros(count, np.int64)
        self.seeds, self.counters, self.keys = (np.zeros(count, np.uint64) for _ in range(3))
        self.seeds[:] = np.arange(count)

    def of(self, masks: Bool | Int8) -> Int64:
        """Integers [B]; masks bool or int8 [B, A]."""
        key_rows(self.rows, self.seeds, self.counters, self.keys)
        choose_rows(self.rows, masks.view(np.int8), self.keys, self.actions)
        return self.actions


class BatchLoad(Load):
    """A batch of games that is stepped from Python, random choice included."""

    def __init__(self, key: str, title: str, masks: Any, step: Callable[[Any], tuple[Any, Any]]) -> None:
        """Play from these masks; `step` takes actions and returns the next masks, and which games have ended."""
        self.key, self.title = key, title
        self.masks, self.step, self.choice = masks, step, Choice(len(masks))

    def play(self) -> tuple[int, int]:
        """Some decisions in each game."""
        games_ended = 0
        for _ in range(ROUNDS):
            self.masks, over = self.step(self.choice.of(self.masks))
            games_ended += int(over.sum())
        return ROUNDS * len(self.masks), games_ended


def gymnasium_vector(setting: Setting, count: int) -> BatchLoad:
    """Gymnasium's vector environment; the opponents' decisions aren't counted."""
    from tabletop.env.gymnasium_vector import GameVectorEnv

    env = GameVectorEnv(count, setting.scenario, encoding=setting.encoding.name, autoreset_mode="SameStep")
    env.reset(seed=1)

    def step(actions: Any) -> tuple[Any, Any]:
        _, _, over, _, _ = env.step(actions)
        return env.action_masks(), over

    return BatchLoad("gymnasium-vector", f"Gymnasium vector of {count}, own", env.action_masks(), step)


def sb3(setting: Setting, count: int) -> BatchLoad:
    """Stable-Baselines3's VecEnv, without copies, as training has it; own decisions alone."""
    from tabletop.env.batch.games import BatchedGames
    from tabletop.env.sb3_vec_env import GameVecEnv

    env = GameVecEnv(BatchedGames(setting.scenario, count, encoding=setting.encoding.name), copy=False)
    env.seed(1)
    env.reset()

    def step(actions: Any) -> tuple[Any, Any]:
        _, _, over, _ = env.step(actions)
        return env.action_masks(), over

    return BatchLoad("sb3", f"SB3 VecEnv of {count}, own", env.action_masks(), step)
