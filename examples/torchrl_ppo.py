"""TorchRL: PPO by self-play, one masked policy for both teams.

    python -m pip install -e . -r examples/requirements-torchrl.txt
    python examples/torchrl_ppo.py

Shows: `PettingZooWrapper` over `parallel_env`, which puts `team_0` and `team_1` into one group "team" (observations
[2, N], masks bool [2, A], rewards [2, 1]); a policy with `MaskedCategorical`; GAE and `ClipPPOLoss` over the group.
The waiting team's mask allows only `wait`, so its log-probability and its gradient are 0. Before and after training,
the policy plays against random legal actions, on both sides. So few updates only show that everything fits together,
not how well the policy can play.
"""

import warnings

import torch
from pettingzoo.utils import BaseParallelWrapper
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import PettingZooWrapper
from torchrl.envs.utils import check_env_specs
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss

from paintball_env import Shaping, parallel_env

SCENARIO = "capture-the-flag-basic-drawn"
SEEN = ("team", "observation", "observation")


class NumbersOnly(BaseParallelWrapper):
    """Infos with only `illegal`: TorchRL makes tensors of infos, and needs numbers and the same keys at every step."""

    def reset(self, seed=None, options=None):
        """Begin a game."""
        observations, infos = self.env.reset(seed=seed, options=options)
        return observations, {agent: {"illegal": info["illegal"]} for agent, info in infos.items()}

    def step(self, actions):
        """Let the deciding team act."""
        *others, infos = self.env.step(actions)
        return *others, {agent: {"illegal": info["illegal"]} for agent, info in infos.items()}


def make(seed, shaping=None):
    """The environment as TorchRL sees it."""
    with warnings.catch_warnings():  # it comes with every version of PettingZoo except 1.24.3
        warnings.filterwarnings("ignore", "PettingZoo in TorchRL is tested", UserWarning)
        env = PettingZooWrapper(NumbersOnly(parallel_env(scenario=SCENARIO, shaping=shaping)))
    env.set_seed(seed)
    return env


def actor(env, network, random_team=None):
    """The masked policy of both teams; `random_team` samples its legal actions uniformly."""

    def logits(seen):
        scores = network(seen)
        if random_team is not None:
            scores[..., random_team, :] = 0
        return scores

    return ProbabilisticActor(
        TensorDictModule(network if random_team is None else logits, [SEEN], [("team", "logits")]),
        in_keys={"logits": ("team", "logits"), "mask": ("team", "action_mask")},
        out_keys=[("team", "action")],
        spec=env.full_action_spec_unbatched,
        distribution_class=MaskedCategorical,
        default_interaction_type="random",
        return_log_prob=True,
    )


@torch.no_grad()
def against_random(network, games, seed):
    """Results (+1, -1, 0) of `games` games on each side, without shaping."""
    env, results = make(seed), []
    for team in (0, 1):
        for _ in range(games):
            game = env.rollout(100_000, actor(env, network, random_team=1 - team))
            results.append(game["next", "team", "reward"][:, team].sum())
    results = torch.stack(results)
    return f"{results.mean():+.2f} ± {1.96 * results.std() / len(results) ** 0.5:.2f} over {len(results)} games"


def main(updates=5, steps=2048, games=10, seed=1):
    """Train a little, print the results, and return the number of illegal actions."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    env = make(seed, Shaping(figures=0.5))
    check_env_specs(env)
    size, actions = env.observation_spec[SEEN].shape[-1], env.full_action_spec["team", "action"].space.n
    network, value = (
        nn.Sequential(nn.Linear(size, 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh(), nn.Linear(128, outputs))
        for outputs in (actions, 1)
    )
    policy = actor(env, network)
    loss = ClipPPOLoss(policy, ValueOperator(value, [SEEN], [("team", "state_value")]), entropy_coeff=0.01)
    group = {key: ("team", key) for key in ("action", "reward", "done", "terminated")}
    loss.set_keys(**group, value=("team", "state_value"), sample_log_prob=policy.log_prob_keys[0])
    loss.make_value_estimator(gamma=1.0, lmbda=0.95)
    optimiser = torch.optim.Adam(loss.parameters(), 1e-3)

    print(f"{SCENARIO}: groups {env.group_map}, {size} numbers seen, {actions} actions; specs hold")
    print(f"mean return against random, before: {against_random(network, games, seed + 1)}")
    collector = Collector(
        *(env, policy),
        frames_per_batch=steps,
        total_frames=steps * updates,
        auto_register_policy_transforms=False,
    )
    illegal = 0
    for update, data in enumerate(collector, 1):
        illegal += int(data["next", "team", "info", "illegal"].sum())
        with torch.no_grad():
            critic = {"params": loss.critic_network_params, "target_params": loss.target_critic_network_params}
            loss.value_estimator(data, **critic)
        # Only of the deciding teams: a waiting team has no choice, and would only distort the scale.
        own = data["advantage"][data["team", "action_mask"].sum(-1) > 1]
        data["advantage"] = (data["advantage"] - own.mean()) / (own.std(correction=0) + 1e-6)
        for _ in range(4):
            for rows in torch.randperm(steps).split(256):
                terms = loss(data[rows])
                optimiser.zero_grad()
                (terms["loss_objective"] + terms["loss_critic"] + terms["loss_entropy"]).backward()
                nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
                optimiser.step()
        ended = int(data["next", "done"].sum())
        print(f"update {update}: {update * steps} steps, {ended} games ended, {illegal} illegal actions")
    collector.shutdown()
    print(f"mean return against random, after: {against_random(network, games, seed + 1)}")
    return illegal


if __name__ == "__main__":
    main()
