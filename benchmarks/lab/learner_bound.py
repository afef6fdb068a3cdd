#!/usr/bin/env python3
"""How much faster than MaskablePPO could another loop be, with the same network and as many epochs?

    python benchmarks/lab/learner_bound.py --updates 3

Measured on one thread, in decisions a second of processor time, in one run:

- `maskable-ppo`: the learner of a configuration, with games that cost nothing.
- `arithmetic`: what no loop can leave out. PyTorch computes the network once for each decision, as it is made, and
  forward and backward in each epoch, with PPO's loss and Adam; no games, no buffers, no copies.
- the same in bfloat16, and with a smaller network.

Prints each figure, and its ratio to `maskable-ppo`.
"""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from paintball_env.definition import PAINTBALL
from tabletop.learn.training import config
from tabletop.learn.training.learner import Learner

ROOT = Path(__file__).resolve().parents[2]
WARM = 1  # updates before the clock starts


def rate(update: Callable[[], object], decisions: int, updates: int) -> float:
    """Decisions a second of processor time."""
    for _ in range(WARM):
        update()
    start = time.process_time()
    for _ in range(updates):
        update()
    return updates * decisions / (time.process_time() - start)


def maskable_ppo(settings: config.Config) -> Callable[[], object]:
    """Return an update of the configured learner, in whose games nothing happens."""
    learner = Learner(settings, PAINTBALL.load(settings.scenario))
    env: Any = learner.model.env
    env.reset()
    env.step_async(np.argmax(env.env_method("action_masks")[0])[None].repeat(env.num_envs))
    observations, rewards, dones, _ = env.step_wait()
    env.step_wait = lambda: (observations, np.zeros_like(rewards), np.zeros_like(dones), [{} for _ in dones])
    return learner.update


class Network(nn.Module):
    """Policy and value as the learner's: a trunk, and a layer each before the logits and the value."""

    def __init__(self, inputs: int, trunk: int, net: int, actions: int) -> None:
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(inputs, trunk), nn.ReLU())
        self.logits = nn.Sequential(nn.Linear(trunk, net), nn.ReLU(), nn.Linear(net, actions))
        self.value = nn.Sequential(nn.Linear(trunk, net), nn.ReLU(), nn.Linear(net, 1))

    def forward(self, seen: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logarithms of chances [B, A], and values [B]."""
        hidden = self.trunk(seen)
        return self.logits(hidden).float().masked_fill(~masks, -1e9).log_softmax(1), self.value(hidden).float()[:, 0]


def arithmetic(settings: config.Config, inputs: int, actions: int, widths: tuple[int, int], kind: Any) -> Any:
    """Return the bare computation of an update."""
    learner, noise = settings.learner, torch.Generator().manual_seed(0)
    network = Network(inputs, *widths, actions).to(kind)
    adam = torch.optim.Adam(network.parameters(), fused=True)
    rounds, count = learner.steps, learner.games * learner.steps
    observations = (
        (torch.rand(count, inputs, generator=noise) < 0.08) * torch.rand(count, inputs, generator=noise)
    ).to(kind)
    masks = torch.rand(count, actions, generator=noise) < 0.1
    masks[:, 0] = True
    action_indices, gains = torch.zeros(count, dtype=torch.int64), torch.randn(count, generator=noise)

    def update() -> None:
        with torch.no_grad():
            for k in range(rounds):
                part = slice(k * learner.games, (k + 1) * learner.games)
                network(observations[part], masks[part])
        for _ in range(learner.epochs):
            for first in range(0, count, learner.batch):
                part = slice(first, first + learner.batch)
                logs, values = network(observations[part], masks[part])
                ratio = (logs.gather(1, action_indices[part, None])[:, 0] + 3).exp()
                entropy = -(logs.exp() * logs).sum(1).mean()
                clipped = torch.minimum(ratio * gains[part], ratio.clamp(0.8, 1.2) * gains[part]).mean()
                loss = 0.5 * (values - gains[part]).square().mean() - clipped - 0.01 * entropy
                adam.zero_grad(set_to_none=True)
                loss.backward()
                adam.step()

    return update


def main() -> None:
    """Read the arguments, measure, print."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--config", type=Path, default=ROOT / "configs/long.toml", help="whose network and epochs")
    arguments.add_argument("--updates", type=int, default=3, help="measured of each (default: 3)")
    options = arguments.parse_args()
    torch.set_num_threads(1)
    settings = config.load(options.config, PAINTBALL, ["threads=1"])
    scenario = PAINTBALL.load(settings.scenario)
    inputs, actions = PAINTBALL.encoding(scenario, "vector").size, scenario.actions
    widths = settings.learner.trunk[0], settings.learner.net[0]
    decisions = settings.learner.games * settings.learner.steps
    bare = settings, inputs, actions
    rows = {
        "maskable-ppo": maskable_ppo(settings),
        "arithmetic": arithmetic(*bare, widths, torch.float32),
        "arithmetic, bfloat16": arithmetic(*bare, widths, torch.bfloat16),
        "arithmetic, 128 - 64": arithmetic(*bare, (128, 64), torch.float32),
    }
    print(f"{inputs} - {widths[0]} - {widths[1]} - {actions}, {settings.learner.epochs} epochs; one thread")
    first = 0.0
    for name, update in rows.items():
        speed = rate(update, decisions, options.updates)
        first = first or speed
        print(f"{name:<24}{speed:>10,.0f} decisions a second {speed / first:>6.2f}", flush=True)


if __name__ == "__main__":
    main()
