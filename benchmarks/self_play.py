"""What self-play with a network costs: decisions to learn from, by the two-sided batch and by the one-sided one.

In both a network plays both teams. With `BatchedGames` it is the learner, and the same network is the opponent inside:
what the opponent decides nobody learns from. With `SelfPlayGames` every decision is the learner's.
"""

import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import nn

from benchmarks.measure import one_core
from benchmarks.setting import Setting
from tabletop.base.arrays import Float32, Int8, Int64
from tabletop.env.batch.games import BatchedGames
from tabletop.env.batch.self_play import SelfPlayGames

WIDTHS = (256, 128)  # of the hidden layers
ROUNDS = 16  # steps of all games between two looks at the clock, and decisions a game that an update learns from
BATCH = 2048  # decisions in a minibatch
EPOCHS = 3


class Actor(nn.Module):
    """A network for policy and value."""

    def __init__(self, observations: int, actions: int) -> None:
        super().__init__()
        sizes = (observations, *WIDTHS)
        layers = [(nn.Linear(a, b), nn.ReLU()) for a, b in zip(sizes, WIDTHS, strict=False)]
        self.trunk = nn.Sequential(*(module for pair in layers for module in pair))
        self.logits, self.value = nn.Linear(WIDTHS[-1], actions), nn.Linear(WIDTHS[-1], 1)

    def forward(self, observations: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logarithms of the actions' chances, [k, A], and values, [k]."""
        features = self.trunk(observations)
        logits = self.logits(features).masked_fill(masks == 0, -1e9)
        return torch.log_softmax(logits, dim=1), self.value(features)[:, 0]

    @torch.no_grad()
    def act(self, observations: Float32, masks: Int8) -> Int64:
        """Draw actions, integers [k], from observations float32 [k, …] and masks int8 [k, A]."""
        logs, _ = self(torch.from_numpy(observations).flatten(1), torch.from_numpy(masks))
        return torch.multinomial(logs.exp(), 1)[:, 0].numpy()


def self_play(setting: Setting, games: int, seconds: float, repeats: int) -> dict[str, Any]:
    """Measure both batches, in turn, on one core.

    Args:
      setting: what is played.
      games: in a batch.
      seconds: least time of one measurement.
      repeats: measurements of each; medians count.

    Returns:
      Plain data: for `two_sided` and `one_sided` the decisions a second of processor time that can be learnt from:
      `collecting`, without learning, and `learning`, with PPO's updates; and the `ratio` of the two batches in each.
    """
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    torch.manual_seed(1)
    try:
        actor = Actor(setting.encoding.size, setting.scenario.actions)
        name = setting.encoding.name
        two_sided = SelfPlayGames(setting.scenario, games, encoding=name, seed=1)
        one_sided = BatchedGames(setting.scenario, games, [actor.act], encoding=name, seed=1)
        loops = {"two_sided": _two_sided(two_sided, actor), "one_sided": _one_sided(one_sided, actor)}
        speeds: dict[str, dict[str, list[float]]] = {key: {"collecting": [], "learning": []} for key in loops}
        with one_core():
            for loop in loops.values():
                _speed(loop, actor, 0.0, True)  # compiles
            for _ in range(repeats):
                for key, loop in loops.items():
                    speeds[key]["collecting"].append(_speed(loop, actor, seconds, False))
                    speeds[key]["learning"].append(_speed(loop, actor, seconds, True))
    finally:
        torch.set_num_threads(threads)
    medians = {
        key: {kind: statistics.median(rates) for kind, rates in by_kind.items()} for key, by_kind in speeds.items()
    }
    ratio = {kind: medians["two_sided"][kind] / medians["one_sided"][kind] for kind in ("collecting", "learning")}
    return {**medians, "ratio": ratio, "samples": speeds, "widths": list(WIDTHS), "batch": BATCH, "epochs": EPOCHS}


Rollout = tuple[Any, Any, Any]  # observations, masks, actions


def _two_sided(games: SelfPlayGames, actor: Actor) -> Callable[[], Rollout]:
    step = [games.reset()]
    views, masks, choices = _arrays(games)

    def collect() -> Rollout:
        current = step[0]
        views[0], masks[0] = current.observations, current.masks
        for t in range(ROUNDS):
            choices[t] = actor.act(views[t], masks[t])
            current = games.step(choices[t], out=(views[t + 1], masks[t + 1]))
        step[0] = current
        return views, masks, choices

    return collect


def _one_sided(games: BatchedGames, actor: Actor) -> Callable[[], Rollout]:
    current = [games.reset()]
    views, masks, choices = _arrays(games)

    def collect() -> Rollout:
        observations, legal = current[0]
        for t in range(ROUNDS):
            views[t], masks[t] = observations, legal
            choices[t] = actor.act(views[t], masks[t])
            step = games.step(choices[t])
            observations, legal = step.observations, step.masks
        current[0] = observations, legal
        return views, masks, choices

    return collect


def _arrays(games: Any) -> Rollout:
    count, shape = games.count, games.encoding.shape
    return (
        np.zeros((ROUNDS + 1, count, *shape), np.float32),
        np.zeros((ROUNDS + 1, count, games.actions), np.int8),
        np.zeros((ROUNDS, count), np.int64),
    )


def _speed(collect: Callable[[], Rollout], actor: Actor, seconds: float, learning: bool) -> float:
    """Decisions a second of processor time; with `learning`, as many PPO updates as a run has."""
    decisions, start, cpu = 0, time.perf_counter(), time.process_time()
    while True:
        views, masks, choices = collect()
        if learning:
            _update(actor, views[:ROUNDS], masks[:ROUNDS], choices)
        decisions += choices.size
        if time.perf_counter() - start >= seconds:
            return decisions / (time.process_time() - cpu)


def _update(actor: Actor, views: Any, masks: Any, choices: Any) -> None:
    """What an update costs: advantages and former chances are those of the moment, so nothing is learnt."""
    count = choices.size
    observations, legal = torch.from_numpy(views.reshape(count, -1)), torch.from_numpy(masks.reshape(count, -1))
    actions = torch.from_numpy(choices.reshape(count, 1))
    for _ in range(EPOCHS):
        for part in torch.randperm(count).split(BATCH):
            logs, values = actor(observations[part], legal[part])
            ratio = (logs.gather(1, actions[part]) - logs.gather(1, actions[part]).detach()).exp()
            entropy = -(logs.exp() * logs.clamp(min=-50.0)).sum(dim=1).mean()
            loss = values.square().mean() - ratio.mean() - 0.01 * entropy
            actor.zero_grad()
            loss.backward()
