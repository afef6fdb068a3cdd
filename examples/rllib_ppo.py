"""RLlib: PPO by self-play on the new API stack, one masked policy for both teams.

    python -m pip install -e . -r examples/requirements-rllib.txt
    PYTHONHASHSEED=0 python examples/rllib_ppo.py    # RLlib orders agents by hash: without it no two runs are the same

Shows: `ParallelPettingZooEnv` over `parallel_env`; the key under which RLlib's `ActionMaskingTorchRLModule` expects its
observations; one module that both teams share. The waiting team's mask allows only `wait`, so its gradient is 0.
Before and after training, the policy plays against random legal actions, on both sides. So few updates only show that
everything fits together, not how well the policy can play.
"""

import gymnasium as gym
import numpy as np
import ray
import torch
from pettingzoo.utils import BaseParallelWrapper
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from paintball_env import AGENTS, Shaping, parallel_env

SCENARIO = "capture-the-flag-basic-drawn"


class Renamed(BaseParallelWrapper):
    """PettingZoo uses the key "observation", RLlib's module for masks "observations"."""

    def __init__(self, env):
        super().__init__(env)
        self.spaces = {agent: self._renamed(env.observation_space(agent), gym.spaces.Dict) for agent in AGENTS}

    def observation_space(self, agent):
        """The same space under the other name."""
        return self.spaces[agent]

    def reset(self, seed=None, options=None):
        """Begin a game."""
        observations, infos = self.env.reset(seed=seed, options=options)
        return {agent: self._renamed(observation) for agent, observation in observations.items()}, infos

    def step(self, actions):
        """Let the deciding team act."""
        observations, *others = self.env.step(actions)
        return {agent: self._renamed(observation) for agent, observation in observations.items()}, *others

    @staticmethod
    def _renamed(observation, kind=dict):
        return kind({"observations": observation["observation"], "action_mask": observation["action_mask"]})


def make(_):
    """The environment as RLlib sees it."""
    return ParallelPettingZooEnv(Renamed(parallel_env(scenario=SCENARIO, shaping=Shaping(figures=0.5))))


@torch.no_grad()
def against_random(module, games, seed):
    """Results (+1, -1, 0) of `games` games on each side, without shaping; and how many actions were illegal."""
    env, dice, results, illegal = parallel_env(scenario=SCENARIO), np.random.default_rng(seed), [], 0
    for number in range(2 * games):
        own = AGENTS[number % 2]
        observations, infos = env.reset(seed=seed + number // 2)
        while env.agents:
            actions = {agent: int(dice.choice(np.flatnonzero(observations[agent]["action_mask"]))) for agent in AGENTS}
            if infos[own]["to_decide"]:
                row = {key: torch.as_tensor(value)[None] for key, value in Renamed._renamed(observations[own]).items()}
                logits = module.forward_inference({"obs": row})["action_dist_inputs"]
                actions[own] = int(torch.distributions.Categorical(logits=logits).sample())
            observations, _, _, _, infos = env.step(actions)
        results.append(infos[own]["result"])
        illegal += infos[own]["illegal_actions"]
    error = 1.96 * np.std(results, ddof=1) / len(results) ** 0.5
    return f"{np.mean(results):+.2f} ± {error:.2f} over {len(results)} games", illegal


def count(*, episode, metrics_logger, **_):
    """After every step, log how many of its actions were illegal."""
    illegal = sum(info["illegal"] for info in episode.get_infos(-1).values())
    metrics_logger.log_value("illegal", illegal, reduce="sum")


def main(updates=5, steps=2048, games=10, seed=1):
    """Train a little, print the results, and return the number of illegal actions."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    ray.init(include_dashboard=False, num_cpus=2, log_to_driver=False)
    register_env("paintball", make)
    config = (
        PPOConfig()
        .environment("paintball")
        .debugging(seed=seed)
        .callbacks(on_episode_step=count)
        .env_runners(num_env_runners=0)  # in this process; use more on several machines or cores
        .learners(num_learners=0)
        .training(train_batch_size_per_learner=steps, minibatch_size=256, num_epochs=4, lr=1e-3, gamma=1.0)
        .training(lambda_=0.95, entropy_coeff=0.01, grad_clip=0.5, use_kl_loss=False)
        .multi_agent(policies={"both"}, policy_mapping_fn=lambda agent, episode, **_: "both")
        .rl_module(
            rl_module_spec=MultiRLModuleSpec(
                rl_module_specs={
                    "both": RLModuleSpec(
                        module_class=ActionMaskingTorchRLModule,
                        model_config={"fcnet_hiddens": [128, 128], "fcnet_activation": "tanh"},
                    )
                }
            )
        )
    )
    algorithm = config.build_algo()
    text, illegal = against_random(algorithm.get_module("both"), games, seed + 1000)
    print(f"{SCENARIO}: agents {AGENTS}, one module for both")
    print(f"mean return against random, before: {text}")
    for update in range(1, updates + 1):
        result = algorithm.train()
        metrics = result["env_runners"]
        illegal += int(metrics["illegal"])
        samples, episodes = (int(metrics[f"num_{counter}_lifetime"]) for counter in ("env_steps_sampled", "episodes"))
        print(f"update {update}: {samples} steps, {episodes} games ended, {illegal} illegal actions")
    text, last_illegal = against_random(algorithm.get_module("both"), games, seed + 1000)
    print(f"mean return against random, after: {text}")
    algorithm.stop()
    ray.shutdown()
    return illegal + last_illegal


if __name__ == "__main__":
    main()
