"""Masked PPO in one file, in the style of CleanRL, on Gymnasium's vector environment: one team, sampled opponents.

    python examples/cleanrl_ppo.py --total-timesteps 2000000 --out runs/cleanrl
    paintball rate trained:runs/cleanrl --scenario capture-the-flag-basic-drawn

The differences from CleanRL's `ppo.py`: illegal actions have probability 0, and masks are stored with the observations.
New games begin within the step that ends the old ones (`SameStep`), so every row of a rollout is a decision.
"""

import argparse
import time
from collections import deque
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

from paintball_env import PaintballVectorEnv, Shaping, save_agent


def layer_init(layer: nn.Linear, std: float = 2**0.5) -> nn.Linear:
    """Orthogonal weights, zero biases."""
    nn.init.orthogonal_(layer.weight, std)
    nn.init.zeros_(layer.bias)
    return layer


class Agent(nn.Module):
    """An actor and a critic, with separate networks."""

    def __init__(self, observations: int, actions: int, width: int) -> None:
        super().__init__()
        self.critic, self.actor = (
            nn.Sequential(
                *(layer_init(nn.Linear(observations, width)), nn.Tanh()),
                *(layer_init(nn.Linear(width, width)), nn.Tanh()),
                layer_init(nn.Linear(width, out), std),
            )
            for out, std in ((1, 1.0), (actions, 0.01))
        )

    def value(self, x: torch.Tensor) -> torch.Tensor:
        """The values [k] of observations [k, D]."""
        return self.critic(x)[:, 0]

    def policy(self, x: torch.Tensor, masks: torch.Tensor) -> Categorical:
        """The probabilities of all actions: 0 where the mask is 0."""
        return Categorical(logits=self.actor(x).masked_fill(masks == 0, -1e9))


def at_least_one(text: str) -> int:
    """Read a whole number, at least 1."""
    if (number := int(text)) < 1:
        raise argparse.ArgumentTypeError(f"{text}: at least 1")
    return number


def main() -> None:
    """Train, and save the agent."""
    parser = argparse.ArgumentParser(description="Train a policy by masked PPO.")
    parser.add_argument("--scenario", default="capture-the-flag-basic-drawn")
    parser.add_argument("--out", default="runs/cleanrl", help="folder of the trained agent")
    parser.add_argument("--total-timesteps", type=at_least_one, default=2_000_000, help="own decisions")
    parser.add_argument("--num-envs", type=at_least_one, default=128)
    parser.add_argument("--num-steps", type=at_least_one, default=64, help="decisions in each game between two updates")
    parser.add_argument("--num-minibatches", type=at_least_one, default=8)
    parser.add_argument("--update-epochs", type=at_least_one, default=3)
    parser.add_argument("--learning-rate", type=float, default=5e-4)
    parser.add_argument("--gamma", type=float, default=0.997)
    parser.add_argument("--gae-lambda", type=float, default=0.95)
    parser.add_argument("--clip-coef", type=float, default=0.2)
    parser.add_argument("--ent-coef", type=float, default=0.01)
    parser.add_argument("--vf-coef", type=float, default=0.5)
    parser.add_argument("--max-grad-norm", type=float, default=0.5)
    parser.add_argument("--width", type=at_least_one, default=256, help="of the networks' layers")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    out = Path(args.out)
    if out.exists() and not (out / "card.json").exists() and (not out.is_dir() or any(out.iterdir())):
        parser.error(f"--out {args.out}: it is there, and no agent's folder")
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)  # networks this small gain nothing from more

    try:
        envs = PaintballVectorEnv(
            args.num_envs,
            args.scenario,
            opponents=["random", "hunter"],
            shaping=Shaping(figures=0.3, flag=0.3, gamma=args.gamma),
            autoreset_mode="SameStep",
        )
        next_obs, infos = envs.reset(seed=args.seed)
    except ValueError as error:
        parser.error(str(error))
    (size,), actions_count = envs.single_observation_space.shape, int(envs.single_action_space.n)
    agent = Agent(size, actions_count, args.width)
    optimizer = torch.optim.Adam(agent.parameters(), lr=args.learning_rate, eps=1e-5)

    steps, count = args.num_steps, args.num_envs
    obs = torch.zeros(steps, count, size)
    masks = torch.zeros(steps, count, actions_count, dtype=torch.int8)
    actions = torch.zeros(steps, count, dtype=torch.int64)
    logprobs, rewards, dones, values = (torch.zeros(steps, count) for _ in range(4))

    results: deque[float] = deque(maxlen=200)  # of the latest games: +1, -1, 0
    start, global_step, illegal = time.monotonic(), 0, 0
    updates = max(1, args.total_timesteps // (steps * count))
    for update in range(1, updates + 1):
        optimizer.param_groups[0]["lr"] = args.learning_rate * (1.0 - (update - 1.0) / updates)
        for step in range(steps):
            obs[step], masks[step] = torch.from_numpy(next_obs), torch.from_numpy(infos["action_mask"])
            with torch.no_grad():
                policy = agent.policy(obs[step], masks[step])
                actions[step] = policy.sample()
                logprobs[step], values[step] = policy.log_prob(actions[step]), agent.value(obs[step])
            next_obs, reward, terminated, truncated, infos = envs.step(actions[step].numpy())
            rewards[step] = torch.from_numpy(np.asarray(reward, np.float32))
            dones[step] = torch.from_numpy(terminated | truncated)  # no limit of steps here: the rules end every game
            illegal += int(infos["illegal"].sum())
            if "final_info" in infos:
                results.extend(infos["final_info"]["result"][infos["_final_info"]].tolist())
        global_step += steps * count

        with torch.no_grad():  # generalised advantage estimates
            next_value, last = agent.value(torch.from_numpy(next_obs)), torch.zeros(count)
            advantages = torch.zeros(steps, count)
            for t in reversed(range(steps)):
                goes_on = 1.0 - dones[t]
                error = rewards[t] + args.gamma * next_value * goes_on - values[t]
                advantages[t] = last = error + args.gamma * args.gae_lambda * goes_on * last
                next_value = values[t]
            returns = advantages + values

        b_obs, b_masks, b_actions = obs.flatten(0, 1), masks.flatten(0, 1), actions.flatten()
        b_logprobs, b_advantages, b_returns = logprobs.flatten(), advantages.flatten(), returns.flatten()
        for _ in range(args.update_epochs):
            for part in torch.randperm(steps * count).chunk(args.num_minibatches):
                policy = agent.policy(b_obs[part], b_masks[part])
                ratio = (policy.log_prob(b_actions[part]) - b_logprobs[part]).exp()
                gain = b_advantages[part]
                gain = (gain - gain.mean()) / (gain.std(correction=0) + 1e-8)
                pg_loss = torch.max(-gain * ratio, -gain * ratio.clamp(1 - args.clip_coef, 1 + args.clip_coef)).mean()
                v_loss = 0.5 * (agent.value(b_obs[part]) - b_returns[part]).square().mean()
                loss = pg_loss + args.vf_coef * v_loss - args.ent_coef * policy.entropy().mean()
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(agent.parameters(), args.max_grad_norm)
                optimizer.step()
        if update % 10 == 0 or update == updates:
            score = f"score {50.0 + 50.0 * float(np.mean(results)):.1f} %" if results else "no score yet"
            sps = global_step / (time.monotonic() - start)
            print(
                f"global_step {global_step}: {sps:,.0f} decisions a second; {score} in the last "
                f"{len(results)} games; {illegal} illegal actions",
                flush=True,
            )
    layers = [part for layer in agent.actor if isinstance(layer, nn.Linear) for part in (layer.weight, layer.bias)]
    print("saved as", save_agent(args.out, layers, envs.batch.scenario, activation="tanh"))


if __name__ == "__main__":
    main()
