"""A small league: one policy learns by masked PPO from games against itself, its past versions and the scripted bots.

    python examples/league.py --minutes 20 --out runs/league
    paintball rate trained:runs/league --scenario capture-the-flag-basic-drawn

Where the policy plays both teams, it learns from both teams' decisions. How often it meets an opponent depends on its
score against that opponent.
"""

import argparse
import copy
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn

from paintball_env import SelfPlayGames, Shaping, save_agent

ITSELF, BOTS = 0, ("random", "hunter", "sentinel", "raider")  # opponent 0 is the caller, who then plays both teams
SHARES = {"itself": 0.5, "bots": 0.3, "past": 0.2}  # of the games
TOLD_AFTER = 10.0  # seconds between two lines about the progress
GAMMA, LAMBDA, CLIP, ENTROPY, VALUE = 0.997, 0.95, 0.2, 0.01, 0.5


class Policy(nn.Module):
    """Maps observations to a logit for each action, and to a value."""

    def __init__(self, observations: int, actions: int, width: int) -> None:
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(observations, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.logits, self.value = nn.Linear(width, actions), nn.Linear(width, 1)

    def forward(self, observations: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Log-probabilities of all actions, [k, A], and values, [k]."""
        features = self.trunk(observations)
        logits = self.logits(features).masked_fill(masks == 0, -1e9)
        return torch.log_softmax(logits, dim=1), self.value(features)[:, 0]

    def layers(self) -> list[torch.Tensor]:
        """The policy as `save_agent` takes it: weights and biases in alternation."""
        return [part for layer in (self.trunk[0], self.trunk[2], self.logits) for part in (layer.weight, layer.bias)]


class PastSelf:
    """A past state of the policy as an opponent: a function of observations and masks."""

    def __init__(self, policy: Policy, name: str, seed: int) -> None:
        self.policy, self.__name__ = copy.deepcopy(policy), name
        self.noise = torch.Generator().manual_seed(seed)

    @torch.no_grad()
    def __call__(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Sample an action in each game in which it has to decide."""
        logs, _ = self.policy(torch.from_numpy(observations), torch.from_numpy(masks))
        return torch.multinomial(logs.exp(), 1, generator=self.noise)[:, 0].numpy()


class League:
    """Whom the policy meets: itself, the bots, and its latest past versions."""

    def __init__(self, games: SelfPlayGames, keep: int) -> None:
        self.games, self.keep = games, keep
        self.scores = [0.5] * len(games.opponents)  # of the policy, by opponent; recent games count most
        self.past: list[int] = []

    def take(self, finished) -> None:
        """Update the scores with the results of finished games."""
        for number, side, results in zip(finished.opponents, finished.sides, finished.results, strict=True):
            self.scores[number] += 0.02 * (0.5 + 0.5 * results[side] - self.scores[number])

    def weigh(self) -> None:
        """Give more weight to opponents that are hard to beat."""
        weights = np.zeros(len(self.games.opponents))
        weights[ITSELF] = SHARES["itself"]
        for kind, members in (("bots", range(1, 1 + len(BOTS))), ("past", self.past)):
            hard = np.array([(1.05 - self.scores[number]) ** 2 for number in members])
            if len(hard):
                weights[list(members)] = SHARES[kind] * hard / hard.sum()
        self.games.set_weights(weights)

    def add(self, policy: Policy, update: int) -> None:
        """Add the policy as it is now; the oldest past self retires."""
        self.past.append(self.games.add_opponent(PastSelf(policy, f"self-{update}", update)))
        self.scores.append(0.5)
        self.past = self.past[-self.keep :]  # the others' weights become 0
        self.weigh()


def advantages(teams, rewards, dones, values, last_values):
    """Generalised advantage estimates [T, B] of the decisions; each team's own decisions are its trajectory.

    A team also gets rewards between its decisions, for what the other team does. `rewards` are [T, B, 2], by team;
    `last_values` are [B, 2]: the values of the present positions for both teams.
    """
    steps, count = teams.shape
    games = np.arange(count)
    estimates = np.zeros((steps, count), np.float32)
    reward_sums, value, advantage = np.zeros((count, 2)), last_values.copy(), np.zeros((count, 2))
    for t in reversed(range(steps)):
        over = dones[t]
        reward_sums[over], value[over], advantage[over] = 0.0, 0.0, 0.0
        reward_sums += rewards[t]
        team = teams[t]
        error = reward_sums[games, team] + GAMMA * value[games, team] - values[t]
        estimates[t] = error + GAMMA * LAMBDA * advantage[games, team]
        reward_sums[games, team], value[games, team], advantage[games, team] = 0.0, values[t], estimates[t]
    return estimates


def learn(policy, optimiser, data, epochs, size):
    """PPO's update."""
    count = len(data["actions"])
    for _ in range(epochs):
        for part in torch.randperm(count).split(size):
            logs, values = policy(data["observations"][part], data["masks"][part])
            action_logs = logs.gather(1, data["actions"][part, None])[:, 0]
            ratio = (action_logs - data["logs"][part]).exp()
            gain = data["advantages"][part]
            gain = (gain - gain.mean()) / (gain.std(correction=0) + 1e-8)
            objective = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            entropy = -(logs.exp() * logs.clamp(min=-50.0)).sum(dim=1).mean()
            loss = VALUE * (values - data["returns"][part]).square().mean() - objective - ENTROPY * entropy
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimiser.step()


def at_least_one(text: str) -> int:
    """Read a whole number, at least 1."""
    if (number := int(text)) < 1:
        raise argparse.ArgumentTypeError(f"{text}: at least 1")
    return number


def more_than_none(text: str) -> float:
    """Read a number of more than 0."""
    if not (number := float(text)) > 0:
        raise argparse.ArgumentTypeError(f"{text}: more than 0")
    return number


def main() -> None:
    """Train, and save the agent."""
    options = argparse.ArgumentParser(description="Train a policy in a small league.")
    options.add_argument("--scenario", default="capture-the-flag-basic-drawn")
    options.add_argument("--out", default="runs/league", help="folder of the trained agent")
    options.add_argument("--minutes", type=more_than_none, default=20.0)
    options.add_argument("--updates", type=at_least_one, default=10**9, help="stop after so many, if that is sooner")
    options.add_argument("--games", type=at_least_one, default=256)
    options.add_argument("--steps", type=at_least_one, default=64, help="decisions in each game between two updates")
    options.add_argument("--width", type=at_least_one, default=256, help="of the network's layers")
    options.add_argument("--every", type=at_least_one, default=20, help="updates between two past versions")
    options.add_argument("--keep", type=at_least_one, default=4, help="past versions that are met, the latest")
    options.add_argument("--seed", type=int, default=1)
    args = options.parse_args()
    out = Path(args.out)
    if out.exists() and not (out / "card.json").exists() and (not out.is_dir() or any(out.iterdir())):
        options.error(f"--out {args.out}: it is there, and no agent's folder")
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)

    print(f"{args.games} games of {args.scenario}; an update follows {args.games * args.steps} decisions", flush=True)
    shaping = Shaping(figures=0.3, flag=0.3, gamma=GAMMA)
    try:
        games = SelfPlayGames(args.scenario, args.games, [None, *BOTS], seed=args.seed, paired=True, shaping=shaping)
    except ValueError as error:
        options.error(str(error))
    league = League(games, args.keep)
    league.weigh()
    step = games.reset()
    policy = Policy(step.observations.shape[1], games.actions, args.width)
    optimiser = torch.optim.Adam(policy.parameters(), lr=5e-4, eps=1e-5)
    steps, count = args.steps, args.games
    observations = torch.zeros(steps + 1, count, step.observations.shape[1])
    masks = torch.zeros(steps + 1, count, games.actions, dtype=torch.int8)
    out = [(observations[t].numpy(), masks[t].numpy()) for t in range(steps + 1)]  # the games write into the tensors
    actions, logs = torch.zeros(steps, count, dtype=torch.int64), torch.zeros(steps, count)
    teams, dones = np.zeros((steps, count), np.int64), np.zeros((steps, count), bool)
    rewards, values = np.zeros((steps, count, 2), np.float32), np.zeros((steps + 1, count), np.float32)

    start, update, told = time.monotonic(), 0, 0.0
    while update < args.updates and time.monotonic() - start < 60 * args.minutes:
        step = games.current(out=out[0])
        for t in range(steps):
            with torch.no_grad():
                chances, value = policy(observations[t], masks[t])
            actions[t] = torch.multinomial(chances.exp(), 1)[:, 0]
            logs[t] = chances.gather(1, actions[t][:, None])[:, 0]
            values[t], teams[t] = value.numpy(), step.teams
            step = games.step(actions[t].numpy(), out=out[t + 1])
            rewards[t], dones[t] = step.rewards, step.dones
            if step.finished is not None:
                league.take(step.finished)
        with torch.no_grad():
            values[steps] = policy(observations[steps], masks[steps])[1].numpy()
        last = np.zeros((count, 2))
        last[np.arange(count), step.teams] = values[steps]
        last[np.arange(count), 1 - step.teams] = -values[steps]  # what one team wins the other loses
        gains = torch.from_numpy(advantages(teams, rewards, dones, values[:steps], last))
        data = {
            "observations": observations[:steps].flatten(0, 1),
            "masks": masks[:steps].flatten(0, 1),
            "actions": actions.flatten(),
            "logs": logs.flatten(),
            "advantages": gains.flatten(),
            "returns": (gains + torch.from_numpy(values[:steps])).flatten(),
        }
        learn(policy, optimiser, data, epochs=3, size=2048)
        update += 1
        if update % args.every == 0:
            league.add(policy, update)
        if update % 10 == 0 or update == args.updates:
            league.weigh()
        if update in (1, args.updates) or time.monotonic() - told > TOLD_AFTER:
            told = time.monotonic()
            scores = "  ".join(f"{name} {score:.2f}" for name, score in zip(BOTS, league.scores[1:], strict=False))
            speed = update * steps * count / (time.monotonic() - start)
            print(f"update {update}: {speed:,.0f} decisions a second; score against {scores}", flush=True)
    print("saved as", save_agent(args.out, policy.layers(), games.scenario))


if __name__ == "__main__":
    main()
