"""A transformer over figures, Marshals, flags and hexes (encoding `entities`), trained a little and saved as an agent.

    python examples/torch_transformer.py --updates 20000 --out runs/transformer
    paintball tournament trained:runs/transformer random hunter --scenario capture-the-flag-basic-drawn

It is kept in ONNX and played by onnxruntime: `pip install 'paintball-mini[train,onnx]'`.
"""

import argparse

import torch
from torch import nn

from paintball_env import ACTION_KINDS, BatchedGames, Scenario, action_rows, rate, save_agent, split

TABLES = ("figures", "marshals", "flags", "hexes")


class Transformer(nn.Module):
    """Rows attend to one another; an action is scored by the rows that it names, its kind and its direction."""

    def __init__(self, scenario, encoding, width, heads=4, depth=2):
        super().__init__()
        self.encoding = encoding
        self.embed = nn.ModuleDict({name: nn.Linear(len(encoding.columns[name]), width) for name in ("game", *TABLES)})
        layer = nn.TransformerEncoderLayer(width, heads, 2 * width, dropout=0.0, batch_first=True)
        self.attend = nn.TransformerEncoder(layer, depth, enable_nested_tensor=False)
        self.kind, self.direction = nn.Embedding(len(ACTION_KINDS), width), nn.Embedding(7, width)
        self.action, self.score = nn.Linear(3 * width, width), nn.Linear(width, 1)
        self.value = nn.Linear(width, 1)
        # The rows that an action names: row 0 is the game's, and stands for none.
        kind, own, enemy, place, direction = torch.from_numpy(action_rows(scenario)).T
        sizes = [encoding.parts[name].shape[0] for name in TABLES]
        rows = (
            own,
            torch.where(enemy < 0, -1, enemy + sizes[0] // 2),
            torch.where(place < 0, -1, place + sum(sizes[:3])),
        )
        self.register_buffer("named", torch.stack(rows, dim=1) + 1)
        self.register_buffer("about", torch.stack((kind, direction + 1), dim=1))

    def forward(self, observations):
        """Return logits [k, A] and values [k] for observations [k, size]."""
        parts = split(self.encoding, observations)
        game = self.embed["game"](parts["game"])[:, None]
        rows = torch.cat([game, *(self.embed[name](parts[name]) for name in TABLES)], dim=1)
        # A scenario fills only some rows of each table: nobody attends to the others.
        absent = torch.cat([(parts[name] == 0).all(dim=-1) for name in TABLES], dim=1)
        absent = torch.cat([torch.zeros_like(absent[:, :1]), absent], dim=1)
        rows = self.attend(rows, src_key_padding_mask=absent)
        actions = self.action(rows[:, self.named].flatten(2))
        actions = torch.relu(actions + self.kind(self.about[:, 0]) + self.direction(self.about[:, 1]))
        return self.score(actions).squeeze(-1), torch.tanh(self.value(rows[:, 0])).squeeze(-1)


def train(policy, games, updates):
    """Learn from each step as it is made: an actor and a critic."""
    optimiser = torch.optim.Adam(policy.parameters(), lr=3e-4)
    observations, masks = games.reset()
    for _ in range(updates):
        logits, values = policy(torch.tensor(observations))
        chances = torch.distributions.Categorical(logits=logits.masked_fill(torch.tensor(masks) == 0, -1e9))
        actions = chances.sample()
        step = games.step(actions.numpy())
        with torch.no_grad():
            after = policy(torch.tensor(step.observations))[1]
        gains = torch.tensor(step.rewards) + 0.997 * after * torch.tensor(~step.dones) - values
        loss = gains.square().mean() - (gains.detach() * chances.log_prob(actions)).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        observations, masks = step.observations, step.masks


def main():
    """Train, save, rate."""
    parser = argparse.ArgumentParser()
    for name, usual in (("updates", 20), ("games", 16), ("width", 32), ("pairs", 5), ("seed", 7)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--out", default="runs/transformer")
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    scenario = Scenario.load("capture-the-flag-basic-drawn")
    games = BatchedGames(scenario, args.games, encoding="entities", seed=args.seed)
    policy = Transformer(scenario, games.encoding, args.width)
    train(policy, games, args.updates)
    agent = save_agent(args.out, policy, scenario, encoding="entities")
    score = rate(agent, ["random"], scenario, pairs=args.pairs)["random"].rating().score
    print(f"{agent} scores {score:.2f} against random")


if __name__ == "__main__":
    main()
