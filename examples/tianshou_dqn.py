"""Tianshou: double DQN with masks for Red, against random legal actions.

    python -m pip install -e . -r examples/requirements-tianshou.txt
    python examples/tianshou_dqn.py

Shows: `PettingZooEnv` over the AEC environment, whose observations become {agent_id, obs, mask}; exploration, action
choice and bootstrapping within the mask. Blue plays inside the environment, so that each of Red's decisions is followed
by Red's next one, and a single-agent algorithm is enough: Tianshou 2.0.1's multi-agent algorithms would bootstrap from
the other team's observations, miss the rewards of games that Blue ends, and never explore (docs/trainers.md). So few
updates only show that everything fits together, not how well the policy can play.
"""

import numpy as np
import torch
from pettingzoo.utils import BaseWrapper
from tianshou.algorithm.modelfree.dqn import DQN, DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

from paintball_env import AGENTS, Shaping, env

SCENARIO = "capture-the-flag-basic-drawn"
LEARNER = AGENTS[0]


class OpponentInside(BaseWrapper):
    """Blue plays at random until Red decides or the game is over; rewards are those since Red's last decision."""

    def __init__(self, env):
        super().__init__(env)
        self.dice = np.random.default_rng(0)

    def reset(self, seed=None, options=None):
        """Begin a game and play to Red's first decision."""
        super().reset(seed, options)
        if seed is not None:
            self.dice = np.random.default_rng(seed)
        self._play_on()

    def step(self, action):
        """Let Red act, and then Blue."""
        super().step(action)
        self._play_on()

    def _play_on(self):
        while self.agent_selection != LEARNER and not self.terminations[LEARNER]:
            legal = np.flatnonzero(self.observe(self.agent_selection)["action_mask"])
            super().step(int(self.dice.choice(legal)))

    @property
    def rewards(self):
        """Red's reward since its last decision; Blue's is the negative."""
        reward = self.env.unwrapped._cumulative_rewards[LEARNER]
        return {LEARNER: reward, AGENTS[1]: -reward}

    @property
    def infos(self):
        """The same keys at every step, as a replay buffer needs them."""
        return {agent: {"illegal": info["illegal"]} for agent, info in self.env.infos.items()}


class RedAlone(PettingZooEnv):
    """One reward per step, Red's; `PettingZooEnv` gives one for each agent."""

    def step(self, action):
        """Let Red act."""
        observation, rewards, *others = super().step(action)
        return observation, rewards[self.agent_idx[LEARNER]], *others


def make(count, seed, shaping=None):
    """`count` environments, seeded one after the other."""
    envs = DummyVectorEnv([lambda: RedAlone(OpponentInside(env(scenario=SCENARIO, shaping=shaping)))] * count)
    envs.seed(seed)
    return envs


def against_random(policy, games, seed):
    """Results (+1, -1, 0) of `games` games as Red, greedy and without shaping."""
    results = Collector(policy, make(5, seed)).collect(n_episode=games, reset_before_collect=True).returns
    return f"{results.mean():+.2f} ± {1.96 * results.std(ddof=1) / games**0.5:.2f} over {games} games"


def main(epochs=4, steps=2000, games=20, seed=1):
    """Train a little, print the results, and return the number of illegal actions."""
    np.random.seed(seed)  # noqa: NPY002 - Tianshou explores and samples with it
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    envs = make(8, seed, Shaping(figures=0.5, gamma=0.99))  # the learner's gamma
    size, actions = envs.observation_space[0]["observation"].shape[0], envs.action_space[0]
    network = Net(state_shape=size, action_shape=actions.n, hidden_sizes=[128, 128])
    policy = DiscreteQLearningPolicy(model=network, action_space=actions, eps_training=0.2)
    # Keep `is_double`: plain DQN in Tianshou 2.0.1 takes its maximum over illegal actions too.
    learner = DQN(
        policy=policy,
        optim=AdamOptimizerFactory(lr=5e-4),
        gamma=0.99,
        n_step_return_horizon=5,
        target_update_freq=250,
        is_double=True,
    )
    buffer = VectorReplayBuffer(epochs * steps, len(envs))

    print(f"{SCENARIO}: learner {LEARNER}, {size} numbers seen, {actions.n} actions")
    print(f"mean return against random, before: {against_random(policy, games, seed + 1000)}")
    for epoch in range(1, epochs + 1):
        learner.run_training(
            OffPolicyTrainerParams(
                training_collector=Collector(policy, envs, buffer, exploration_noise=True),
                max_epochs=1,
                epoch_num_steps=steps,
                collection_step_num_env_steps=len(envs) * 10,
                update_step_num_gradient_steps_per_sample=0.1,
                batch_size=64,
                show_progress=False,
                verbose=False,
            )
        )
        illegal = int(buffer.info.illegal.sum())
        ended = int(buffer.terminated.sum())
        print(f"epoch {epoch}: {epoch * steps} steps, {ended} games ended, {illegal} illegal actions")
    print(f"mean return against random, after: {against_random(policy, games, seed + 1000)}")
    return illegal


if __name__ == "__main__":
    main()
