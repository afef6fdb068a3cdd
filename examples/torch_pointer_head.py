"""A policy that scores each legal action by the position and by the facts about this action (encoding `actions`)."""

import torch
from torch import nn

from paintball_env import BatchedGames, Scenario, split


class PointerPolicy(nn.Module):
    """Row a of the part `actions` is about action a, so its score is the logit of action a."""

    def __init__(self, encoding, width=64):
        super().__init__()
        self.encoding = encoding
        self.position = nn.Linear(encoding.parts["vector"].shape[0], width)
        self.action = nn.Linear(encoding.parts["actions"].shape[1], width)
        self.score, self.value = nn.Linear(width, 1), nn.Linear(width, 1)

    def forward(self, observations):
        """Return logits [B, A] and values [B] for observations [B, size]."""
        parts = split(self.encoding, observations)
        position = torch.relu(self.position(parts["vector"]))
        games, actions = parts["legal"].nonzero(as_tuple=True)  # few actions are legal: score only these
        features = torch.relu(self.action(parts["actions"][games, actions]) + position[games])
        logits = torch.full_like(parts["legal"], -1e9)
        logits[games, actions] = self.score(features).squeeze(-1)
        return logits, self.value(position).squeeze(-1)


torch.set_num_threads(1)
games = BatchedGames(Scenario.load("capture-the-flag-basic-drawn"), 16, encoding="actions", seed=7)
policy = PointerPolicy(games.encoding)
optimiser = torch.optim.Adam(policy.parameters(), lr=1e-3)
observations, _ = games.reset()
for _ in range(20):  # updates; it takes about ten thousand to see learning
    logits, values = policy(torch.tensor(observations))
    chances = torch.distributions.Categorical(logits=logits)
    actions = chances.sample()
    step = games.step(actions.numpy())
    with torch.no_grad():
        _, after = policy(torch.tensor(step.observations))
    targets = torch.tensor(step.rewards) + 0.997 * after * torch.tensor(~step.dones)
    gains = targets - values
    loss = gains.square().mean() - (gains.detach() * chances.log_prob(actions)).mean()
    optimiser.zero_grad()
    loss.backward()
    optimiser.step()
    observations = step.observations
