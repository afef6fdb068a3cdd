"""One network for scenarios of different sizes: attention over figures and hexes (encoding `entities`)."""

import torch
from torch import nn
from torch.nn.functional import pad, scaled_dot_product_attention

from paintball_env import ACTION_KINDS, BatchedGames, Scenario, action_rows, split


class EntityPolicy(nn.Module):
    """Rows attend to one another, with relations as attention bias; an action is scored by the rows it concerns."""

    def __init__(self, encoding, width=32):
        super().__init__()
        self.encoding = encoding
        tables = ("figures", "marshals", "flags", "hexes")
        self.embed = nn.ModuleDict({name: nn.Linear(len(encoding.columns[name]), width) for name in tables})
        self.game = nn.Linear(len(encoding.columns["game"]), width)
        self.bias, self.look = nn.Linear(len(encoding.columns["relations"]), 1), nn.Linear(width, 3 * width)
        self.kind, self.direction = nn.Embedding(len(ACTION_KINDS), width), nn.Embedding(7, width)
        self.action, self.score = nn.Linear(3 * width, width), nn.Linear(width, 1)

    def forward(self, observations, about):
        """Return logits [B, A] for observations [B, size] and the scenario's `action_rows` [A, 5]."""
        parts = split(self.encoding, observations)
        rows = torch.cat([embed(parts[name]) for name, embed in self.embed.items()], dim=1)
        rows = rows + self.game(parts["game"])[:, None]
        query, key, value = self.look(rows).chunk(3, dim=-1)
        rest = rows.shape[1] - parts["figures"].shape[1]
        bias = pad(self.bias(parts["relations"]).squeeze(-1), (0, rest, 0, rest))
        rows = torch.relu(rows + scaled_dot_product_attention(query, key, value, attn_mask=bias))

        figures, hexes = parts["figures"], parts["hexes"]
        kind, own, enemy, place, direction = about.T
        # A move leads to the hex next to the figure's hex in this direction.
        start = self.rows_of(figures, "figures", "row of hex", hexes.shape[1])[:, own]
        neighbours = self.rows_of(hexes, "hexes", "row E", hexes.shape[1], 6)
        goal = neighbours[torch.arange(len(rows))[:, None], start, direction]
        goal = torch.where((kind == ACTION_KINDS.index("move")) & (start >= 0), goal, place)

        first_hex = rows.shape[1] - hexes.shape[1]
        of_figures, of_hexes = pad(rows[:, : figures.shape[1]], (0, 0, 0, 1)), pad(rows[:, first_hex:], (0, 0, 0, 1))
        enemy = torch.where(enemy >= 0, enemy + figures.shape[1] // 2, enemy)  # -1 is the row of zeros at the end
        of_place = of_hexes[torch.arange(len(rows))[:, None], goal]
        actions = self.action(torch.cat([of_figures[:, own], of_figures[:, enemy], of_place], dim=-1))
        actions = torch.relu(actions + self.kind(kind) + self.direction(direction + 1))
        return self.score(actions).squeeze(-1)

    def rows_of(self, table, name, column, count, width=1):
        """Return the row numbers in a column of a table, or in `width` columns; -1 where there is none."""
        first = self.encoding.columns[name].index(column)
        numbers = (table[..., first : first + width] * count).round().long() - 1
        return numbers.squeeze(-1)


torch.set_num_threads(1)
policy = None
for name in ("capture-the-flag-drawn", "battle-12"):
    scenario = Scenario.load(name)
    games = BatchedGames(scenario, 2, encoding="entities:16x128", seed=7)
    policy = policy or EntityPolicy(games.encoding)
    about = torch.from_numpy(action_rows(scenario))
    observations, masks = games.reset()
    for _ in range(5):
        logits = policy(torch.tensor(observations), about).masked_fill(torch.tensor(masks) == 0, -1e9)
        step = games.step(torch.distributions.Categorical(logits=logits).sample().numpy())
        observations, masks = step.observations, step.masks
    print(name, logits.shape)
