"""Message passing over rows of facts, one for the position and one for each legal action, saved as an agent.

    python examples/torch_messages.py --updates 20000 --out runs/messages
    paintball tournament trained:runs/messages random hunter --scenario capture-the-flag-basic-drawn

The position hears from its actions and tells them what it has heard, twice. Neither row depends on the scenario, so the
agent plays every scenario. It is kept in ONNX and played by onnxruntime: `pip install 'paintball-mini[train,onnx]'`.
"""

import argparse

import torch
from torch import nn

from paintball_env import BatchedGames, Scenario, Simulator, rate, save_agent


class Messages(nn.Module):
    """A graph for each position: a star, with the position in the middle of its actions."""

    def __init__(self, position, action, width, rounds=2):
        super().__init__()
        self.position, self.action = nn.Linear(position, width), nn.Linear(action, width)
        self.hear = nn.ModuleList(nn.Linear(2 * width, width) for _ in range(rounds))
        self.tell = nn.ModuleList(nn.Linear(2 * width, width) for _ in range(rounds))
        self.score, self.value = nn.Linear(width, 1), nn.Linear(width, 1)

    def forward(self, positions, actions, games):
        """Return scores [n] and values [k] for facts [k, P] and [n, K] and the position of each action, [n]."""
        places, rows = torch.relu(self.position(positions)), torch.relu(self.action(actions))
        counts = torch.zeros_like(positions[:, :1]).index_add(0, games, torch.ones_like(actions[:, :1]))
        for hear, tell in zip(self.hear, self.tell, strict=True):
            means = torch.zeros_like(places).index_add(0, games, rows) / counts
            places = torch.relu(hear(torch.cat([places, means], dim=1)))
            rows = torch.relu(tell(torch.cat([rows, places[games]], dim=1)))
        return self.score(rows).squeeze(-1), torch.tanh(self.value(places)).squeeze(-1)


class Facts:
    """The facts about a batch's positions, as tensors."""

    def __init__(self, games):
        self.games, self.simulator = games, Simulator(games.scenario, games.count)
        self.simulator.begin()
        self.sizes = [each.shape[1] for each in self.simulator.facts()[:2]]

    def read(self):
        """Return what the network is given, and the indices of the actions that it scores, [n]."""
        self.simulator.enter(self.games.games)
        facts = self.simulator.facts()
        given = (torch.tensor(each) for each in (facts.positions, facts.actions, facts.games))
        return tuple(given), torch.tensor(facts.listed).long()


def train(policy, facts, updates):
    """Learn from each step as it is made: an actor and a critic."""
    games, optimiser = facts.games, torch.optim.Adam(policy.parameters(), lr=3e-4)
    games.reset()
    given, listed = facts.read()
    for _ in range(updates):
        scores, values = policy(*given)
        logits = torch.full((games.count, games.scenario.actions), -1e9).index_put((given[2], listed), scores)
        chances = torch.distributions.Categorical(logits=logits)
        actions = chances.sample()
        step = games.step(actions.numpy())
        given, listed = facts.read()
        with torch.no_grad():
            after = policy(*given)[1]
        gains = torch.tensor(step.rewards) + 0.997 * after * torch.tensor(~step.dones) - values
        loss = gains.square().mean() - (gains.detach() * chances.log_prob(actions)).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()


def main():
    """Train, save, rate."""
    parser = argparse.ArgumentParser()
    for name, usual in (("updates", 20), ("games", 16), ("width", 32), ("pairs", 5), ("seed", 7)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--out", default="runs/messages")
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    scenario = Scenario.load("capture-the-flag-basic-drawn")
    facts = Facts(BatchedGames(scenario, args.games, seed=args.seed))
    policy = Messages(*facts.sizes, args.width)
    train(policy, facts, args.updates)
    agent = save_agent(args.out, policy, scenario, reads="action rows")
    score = rate(agent, ["random"], scenario, pairs=args.pairs)["random"].rating().score
    print(f"{agent} scores {score:.2f} against random")


if __name__ == "__main__":
    main()
