"""AlphaZero's loop with a PyTorch network of one's own: self-play by tree search, which the network learns to foresee.

    python examples/alphazero.py --minutes 10 --out runs/zero
    paintball rate trained:runs/zero --scenario capture-the-flag-basic-drawn

In each decision Gumbel's search (Danihelka et al. 2022) improves the network's policy by planning; the network learns
the improved policy, and the games' results as values.
"""

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn

from paintball_env import Scenario, Simulator, TreeSearch, rate, save_agent

AT_ONCE = 2048  # positions in a step of the optimiser
TOLD_AFTER = 10.0  # seconds between two lines about the progress


class Network(nn.Module):
    """Maps observations to a logit for each action, and to a value."""

    def __init__(self, observations: int, actions: int, width: int) -> None:
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(observations, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.logits, self.value = nn.Linear(width, actions), nn.Linear(width, 1)

    def forward(self, observations: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits of all actions, [k, A], and values, [k]."""
        features = self.trunk(observations)
        return self.logits(features), torch.tanh(self.value(features)[:, 0])

    @torch.no_grad()
    def evaluate(self, leaves: Simulator, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """What the search asks about positions: logits and values from the side of the teams that decide."""
        logits, values = self(torch.from_numpy(leaves.observations(leaves.deciders[rows], rows=rows)))
        return logits.numpy(), values.numpy()

    def layers(self) -> list[torch.Tensor]:
        """The policy as `save_agent` takes it: weights and biases in alternation."""
        return [part for layer in (self.trunk[0], self.trunk[2], self.logits) for part in (layer.weight, layer.bias)]


class SelfPlay:
    """Games that go on by search; their decisions become examples when they are over."""

    def __init__(self, scenario: Scenario, count: int, simulations: int, seed: int) -> None:
        self.games = Simulator(scenario, count, seed=seed)
        self.games.begin()
        self.search = TreeSearch(scenario, count, simulations=simulations, considered=8, seed=seed)
        self.open: list[list[tuple[np.ndarray, np.ndarray, np.ndarray, int]]] = [[] for _ in range(count)]

    def step(self, network: Network) -> list[tuple[np.ndarray, np.ndarray, np.ndarray, float]]:
        """Search a decision in each game and take it; return the examples of games that have ended."""
        games, done = self.games, []
        found = self.search.search(games.games, network.evaluate)
        observations, masks, teams = games.observations(games.deciders), games.masks.copy(), games.deciders
        games.step(found.actions)
        results = games.results(0)
        for row, seen in enumerate(self.open):
            seen.append((observations[row], masks[row], found.policies[row], int(teams[row])))
            if games.over[row]:
                done += [(*example, results[row] * (1 - 2 * team)) for *example, team in seen]
                seen.clear()
        games.begin(np.flatnonzero(games.over))
        return done


def learn(network: Network, optimiser: torch.optim.Optimizer, examples: list) -> tuple[float, float]:
    """One step on examples drawn by lot; the losses of policy and value."""
    drawn = [examples[i] for i in torch.randint(len(examples), (AT_ONCE,)).tolist()]
    observations, masks, policies, results = (
        torch.from_numpy(np.array(part, np.float32)) for part in zip(*drawn, strict=True)
    )
    logits, values = network(observations)
    logs = torch.log_softmax(logits.masked_fill(masks == 0, -1e9), dim=1)
    policy_loss = -(policies * logs).sum(dim=1).mean()
    value_loss = (values - results).square().mean()
    optimiser.zero_grad()
    (policy_loss + value_loss).backward()
    nn.utils.clip_grad_norm_(network.parameters(), 1.0)
    optimiser.step()
    return policy_loss.item(), value_loss.item()


def main() -> None:
    """Train, save the agent, and rate it."""
    options = argparse.ArgumentParser(description="Learn by self-play with tree search.")
    options.add_argument("--scenario", default="capture-the-flag-basic-drawn")
    options.add_argument("--out", default="runs/zero", help="folder of the trained agent")
    options.add_argument("--minutes", type=float, default=10.0)
    options.add_argument("--decisions", type=int, default=10**9, help="stop after so many, if that is sooner")
    options.add_argument("--games", type=int, default=256)
    options.add_argument("--simulations", type=int, default=16)
    options.add_argument("--width", type=int, default=128, help="of the network's layers")
    options.add_argument("--keep", type=int, default=100_000, help="the latest examples from which it learns")
    options.add_argument("--pairs", type=int, default=20, help="of games in the rating at the end")
    options.add_argument("--seed", type=int, default=1)
    args = options.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    try:
        scenario = Scenario.load(args.scenario)
    except ValueError as error:
        options.error(str(error))
    play = SelfPlay(scenario, args.games, args.simulations, args.seed)
    network = Network(play.games.observations(0).shape[1], scenario.actions, args.width)
    optimiser = torch.optim.Adam(network.parameters(), lr=1e-3)
    examples: list = []
    start, told, decisions, losses = time.monotonic(), 0.0, 0, (0.0, 0.0)
    while time.monotonic() - start < 60 * args.minutes and decisions < args.decisions:
        new = play.step(network)
        decisions += args.games
        examples = (examples + new)[-args.keep :]
        if examples:
            losses = learn(network, optimiser, examples)
        if time.monotonic() - told > TOLD_AFTER:
            told = time.monotonic()
            words = f"policy loss {losses[0]:.2f}, value loss {losses[1]:.2f}"
            print(f"{told - start:5.0f} s, {decisions} decisions, {len(examples)} examples, {words}", flush=True)
    name = save_agent(Path(args.out), network.layers(), scenario)
    for opponent, results in rate(name, ["random", "hunter"], scenario, pairs=args.pairs).items():
        rating = results.rating()
        print(f"against {opponent}: {rating.score:.1%} ({rating.low:.1%} to {rating.high:.1%})")


if __name__ == "__main__":
    main()
