"""A PyTorch network that scores the legal actions, as an agent: it is asked for many games in one call."""

from pathlib import Path

import torch

from paintball_env import Batched, Encoding, Simulator, split


class Network(torch.nn.Module):
    """Scores each legal action by its facts and the vector; in float64, so that answers don't depend on the batch."""

    def __init__(self, scenario, width: int = 64) -> None:
        super().__init__()
        self.encoding = Encoding(scenario, "actions")
        vector, actions = (self.encoding.parts[name].shape[-1] for name in ("vector", "actions"))
        self.position, self.action = torch.nn.Linear(vector, width), torch.nn.Linear(actions, width)
        self.score = torch.nn.Linear(width, 1)
        self.double()

    def forward(self, observations, masks):
        parts = split(self.encoding, observations)
        games, actions = masks.nonzero(as_tuple=True)
        hidden = torch.relu(self.action(parts["actions"][games, actions]) + self.position(parts["vector"])[games])
        logits = torch.full(masks.shape, -torch.inf, dtype=torch.float64)
        logits[games, actions] = self.score(hidden).squeeze(-1)
        return logits


class NetworkBot(Batched):
    def __init__(self, weights: str = "weights.pt") -> None:
        super().__init__("network")
        self.weights = Path(__file__).parent / weights  # beside this file, wherever the bot is started

    def prepare(self, scenario) -> None:
        self.network, self.simulator = Network(scenario), Simulator(scenario, 256)
        self.network.load_state_dict(torch.load(self.weights, weights_only=True))

    def decide(self, worlds, games, rows, masks, actions, keys) -> None:
        for first in range(0, len(rows), self.simulator.count):
            some = rows[first : first + self.simulator.count]
            places = range(len(some))
            self.simulator.enter(games[some], places)
            observations = self.simulator.observations(games["decider"][some], "actions", places)
            with torch.no_grad():
                logits = self.network(torch.tensor(observations, dtype=torch.float64), torch.tensor(masks[some]))
            # Actions with the same facts have the same score, but for the last bits, which depend on the batch.
            actions[some] = logits.round(decimals=9).argmax(1).numpy()
