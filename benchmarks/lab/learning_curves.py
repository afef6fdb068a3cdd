#!/usr/bin/env python3
"""Which encoding lets a network learn sooner? The same PPO with each of them, for the same processor time.

    python benchmarks/lab/learning_curves.py --minutes 4 --seeds 3

Plays `--scenario` against `--opponents`, and every quarter of the time rates the policy against each of them, in
`--games` games. Prints the mean score over seeds with its 95 % interval (Student's t), and the decisions made. The
networks: `vector`, an MLP with a logit for each action; `actions`, an MLP over the same numbers and a head that scores
each legal action by the facts about it (examples/torch_pointer_head.py); `entities`, attention over figures, Marshals,
flags and hexes, and a head that scores each legal action by the rows that it is about (examples/torch_entities.py).
"""

import argparse
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from scipy.special import stdtrit
from torch import nn
from torch.nn.functional import pad, scaled_dot_product_attention

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from paintball_env import (
    ACTION_KINDS,
    BatchedGames,
    Scenario,
    Shaping,
    action_rows,
    as_opponent,
    make_agent,
    split,
)

GAMES, STEPS, EPOCHS, BATCH = 64, 32, 3, 512
GAMMA, LAMBDA, CLIP, ENTROPY, RATE = 0.997, 0.95, 0.2, 0.01, 5e-4
PARTS = 4  # ratings on the way


class VectorPolicy(nn.Module):
    """A logit for each action from the vector."""

    def __init__(self, encoding: Any, scenario: Scenario, width: int = 256, outputs: int = 0) -> None:
        super().__init__()
        self.encoding = encoding
        self.trunk = nn.Sequential(
            nn.Linear(encoding.parts["vector"].shape[0], width), nn.ReLU(), nn.Linear(width, 128), nn.ReLU()
        )
        self.value, self.logits = nn.Linear(128, 1), nn.Linear(128, outputs or scenario.actions)

    def forward(self, seen: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits [B, A], -1e9 where the mask [B, A] is 0, and values [B]."""
        position = self.trunk(split(self.encoding, seen)["vector"])
        return self.logits(position).masked_fill(masks == 0, -1e9), self.value(position).squeeze(-1)


class ActionPolicy(VectorPolicy):
    """The same trunk; each legal action is scored by it and by the facts about the action."""

    def __init__(self, encoding: Any, scenario: Scenario, width: int = 256) -> None:
        # What is a layer of logits there is the position's part of a score here.
        super().__init__(encoding, scenario, width, outputs=64)
        self.facts, self.score = nn.Linear(encoding.parts["actions"].shape[1], 64), nn.Linear(64, 1)

    def forward(self, seen: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """As `VectorPolicy.forward`."""
        parts = split(self.encoding, seen)
        position = self.trunk(parts["vector"])
        rows, actions = masks.nonzero(as_tuple=True)
        facts = self.facts(parts["actions"][rows, actions]) + self.logits(position)[rows]
        logits = torch.full(masks.shape, -1e9)
        logits[rows, actions] = self.score(torch.relu(facts)).squeeze(-1)
        return logits, self.value(position).squeeze(-1)


class EntityPolicy(nn.Module):
    """Rows look at one another, the relations say how much; each legal action is scored by the rows it is about."""

    def __init__(self, encoding: Any, scenario: Scenario, width: int = 64) -> None:
        super().__init__()
        self.encoding, self.about = encoding, torch.from_numpy(action_rows(scenario))
        columns = encoding.columns
        tables = ("figures", "marshals", "flags", "hexes")
        self.embed = nn.ModuleDict({name: nn.Linear(len(columns[name]), width) for name in tables})
        self.game = nn.Linear(len(columns["game"]), width)
        self.bias, self.look = nn.Linear(len(columns["relations"]), 1), nn.Linear(width, 3 * width)
        self.kind, self.direction = nn.Embedding(len(ACTION_KINDS), width), nn.Embedding(7, width)
        self.action, self.score, self.value = nn.Linear(4 * width, width), nn.Linear(width, 1), nn.Linear(width, 1)

    def forward(self, seen: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """As `VectorPolicy.forward`."""
        parts, columns = split(self.encoding, seen), self.encoding.columns
        figures, hexes = parts["figures"], parts["hexes"]
        rows = torch.cat([embed(parts[name]) for name, embed in self.embed.items()], dim=1)
        rows = rows + self.game(parts["game"])[:, None]
        query, key, value = self.look(rows).chunk(3, dim=-1)
        rest = rows.shape[1] - figures.shape[1]
        bias = pad(self.bias(parts["relations"]).squeeze(-1), (0, rest, 0, rest))
        rows = torch.relu(rows + scaled_dot_product_attention(query, key, value, attn_mask=bias))
        position = rows.mean(dim=1)

        games, actions = masks.nonzero(as_tuple=True)
        kind, own, enemy, place, direction = self.about[actions].T
        # A move leads to the hex that is beside its figure's in this direction. Numbers of rows are (row + 1) / rows.
        count = hexes.shape[1]
        start = (figures[games, own, columns["figures"].index("row of hex")] * count).round().long() - 1
        column = columns["hexes"].index("row E") + direction.clamp(min=0)
        goal = (hexes[games, start, column] * count).round().long() - 1
        goal = torch.where((kind == ACTION_KINDS.index("move")) & (start >= 0), goal, place)
        enemy = torch.where(enemy >= 0, enemy + figures.shape[1] // 2, enemy)  # -1 is the row of zeros at the end
        of_figures = pad(rows[:, : figures.shape[1]], (0, 0, 0, 1))
        of_hexes = pad(rows[:, rows.shape[1] - count :], (0, 0, 0, 1))
        about = [of_figures[games, own], of_figures[games, enemy], of_hexes[games, goal], position[games]]
        features = torch.relu(self.action(torch.cat(about, dim=-1)) + self.kind(kind) + self.direction(direction + 1))
        logits = torch.full(masks.shape, -1e9)
        logits[games, actions] = self.score(features).squeeze(-1)
        return logits, self.value(position).squeeze(-1)


POLICIES: dict[str, Any] = {"vector": VectorPolicy, "actions": ActionPolicy, "entities": EntityPolicy}


class Learner:
    """PPO with one policy on a batch of games."""

    def __init__(self, scenario: Scenario, encoding: str, opponents: list[str], seed: int) -> None:
        torch.manual_seed(seed)
        players = [as_opponent(make_agent(name), scenario) for name in opponents]
        shaping = Shaping(figures=0.5, flag=0.5, gamma=GAMMA)
        self.games = BatchedGames(scenario, GAMES, players, seed=seed, encoding=encoding, shaping=shaping)
        self.policy = POLICIES[encoding](self.games.encoding, scenario)
        self.optimiser = torch.optim.Adam(self.policy.parameters(), lr=RATE)
        observations, masks = self.games.reset()
        self.now = torch.tensor(observations), torch.tensor(masks)
        self.decisions = 0

    def update(self) -> None:
        """Play on, and learn from it."""
        observations = torch.zeros((STEPS, GAMES, self.games.encoding.size))
        masks = torch.zeros((STEPS, GAMES, self.games.actions), dtype=torch.int8)
        actions = torch.zeros((STEPS, GAMES), dtype=torch.int64)
        chances, values, rewards = (torch.zeros((STEPS, GAMES)) for _ in range(3))
        not_done = torch.zeros((STEPS, GAMES))
        with torch.no_grad():
            for t in range(STEPS):
                observations[t], masks[t] = self.now
                logits, values[t] = self.policy(*self.now)
                choice = torch.distributions.Categorical(logits=logits)
                actions[t] = choice.sample()
                chances[t] = choice.log_prob(actions[t])
                step = self.games.step(actions[t].numpy())
                rewards[t], not_done[t] = torch.tensor(step.rewards), torch.tensor(~step.dones)
                self.now = torch.tensor(step.observations), torch.tensor(step.masks)
            next_value, gain = self.policy(*self.now)[1], torch.zeros(GAMES)
            gains = torch.zeros((STEPS, GAMES))
            for t in reversed(range(STEPS)):
                gain = rewards[t] + GAMMA * next_value * not_done[t] - values[t] + GAMMA * LAMBDA * not_done[t] * gain
                gains[t], next_value = gain, values[t]
        self.decisions += STEPS * GAMES
        flat = [x.flatten(0, 1) for x in (observations, masks, actions, chances, gains, gains + values)]
        for _ in range(EPOCHS):
            for indices in torch.randperm(STEPS * GAMES).split(BATCH):
                self._learn(*(x[indices] for x in flat))

    def _learn(self, observations: Any, masks: Any, actions: Any, chances: Any, gains: Any, returns: Any) -> None:
        logits, values = self.policy(observations, masks)
        choice = torch.distributions.Categorical(logits=logits)
        ratio = (choice.log_prob(actions) - chances).exp()
        gains = (gains - gains.mean()) / (gains.std() + 1e-8)
        objective = torch.minimum(ratio * gains, ratio.clamp(1 - CLIP, 1 + CLIP) * gains).mean()
        loss = 0.5 * (returns - values).square().mean() - objective - ENTROPY * choice.entropy().mean()
        self.optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.policy.parameters(), 0.5)
        self.optimiser.step()

    def score(self, opponent: str, games: int) -> float:
        """Return the score of the likeliest actions, draws as halves, in so many games, half of them as either side."""
        scenario = self.games.scenario
        batch = BatchedGames(
            scenario,
            games,
            [as_opponent(make_agent(opponent), scenario)],
            seed=20_001,
            encoding=self.games.encoding.name,
        )
        results = np.full(games, np.nan)
        observations, masks = batch.reset()
        rows = np.arange(games)
        actions = np.zeros(games, np.int64)
        while len(rows):
            with torch.no_grad():
                logits, _ = self.policy(torch.tensor(observations[rows]), torch.tensor(masks[rows]))
            actions[rows] = logits.argmax(dim=1).numpy()
            step = batch.advance(actions, rows)
            observations, masks = step.observations, step.masks
            if step.finished is not None:
                results[step.finished.rows] = step.finished.results
                rows = np.flatnonzero(np.isnan(results))
        return float(np.mean(0.5 + 0.5 * results))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--scenario", default="capture-the-flag-basic-drawn")
    parser.add_argument("--opponents", nargs="+", default=["random", "hunter"])
    parser.add_argument("--encodings", nargs="+", choices=list(POLICIES), default=list(POLICIES))
    parser.add_argument("--minutes", type=float, default=4.0, help="processor time of each run, ratings left out")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--games", type=int, default=200, help="in a rating, against each opponent")
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.distributions.Distribution.set_default_validate_args(False)
    scenario = Scenario.load(options.scenario)
    for encoding in options.encodings:
        scores = np.zeros((options.seeds, PARTS, len(options.opponents)))
        decisions = np.zeros((options.seeds, PARTS), int)
        for seed in range(options.seeds):
            learner, seconds = Learner(scenario, encoding, options.opponents, seed + 1), 0.0
            learner.update()  # compiles
            for part in range(PARTS):
                while seconds < 60 * options.minutes * (part + 1) / PARTS:
                    start = time.process_time()
                    learner.update()
                    seconds += time.process_time() - start
                scores[seed, part] = [learner.score(name, options.games) for name in options.opponents]
                decisions[seed, part] = learner.decisions
        wide = (
            stdtrit(options.seeds - 1, 0.975) * scores.std(axis=0, ddof=min(1, options.seeds - 1)) / options.seeds**0.5
        )
        for part in range(PARTS):
            minutes = options.minutes * (part + 1) / PARTS
            print(f"{encoding:8} {minutes:6.2f} min {decisions[:, part].mean():10,.0f} decisions", end="")
            for k, name in enumerate(options.opponents):
                print(f"   {name} {scores[:, part, k].mean():6.1%} ± {wide[part, k]:.1%}", end="")
            print(flush=True)


if __name__ == "__main__":
    main()
