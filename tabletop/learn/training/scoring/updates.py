"""Updates of a policy from decisions: imitation, policy gradients, and following a search.

The gradients are those of proximal policy optimization (Schulman et al., 2017). A policy that follows what a search by
its own network has found is expert iteration (Anthony et al., 2017) and AlphaZero's way to learn (Silver et al., 2017).
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import torch

from tabletop.learn.training.config import Learner as Settings
from tabletop.learn.training.scoring.collecting import Decisions
from tabletop.learn.training.scoring.network import ScoringPolicy

FARTHEST = 0.03  # no further pass over the decisions if the last minibatch's estimated KL divergence is larger


class UpdateMeans(NamedTuple):
    """Means over an update."""

    policy_loss: float
    value_loss: float
    divergence: float
    clipped: float
    entropy: float


class Updates:
    """Changes a policy.

    Attributes:
      policy: the policy; the data that it learns from are moved to its device.
      optimizer: Adam (Kingma and Ba, 2015).
    """

    def __init__(self, policy: ScoringPolicy, longest: float) -> None:
        """Begin without momentum; gradients with a norm above `longest` are scaled down to it."""
        self.policy, self._longest = policy, longest
        self.optimizer = torch.optim.Adam(policy.parameters(), eps=1e-5)

    def imitate(self, decisions: Decisions, size: int, rate: float, noise: np.random.Generator) -> tuple[float, float]:
        """Make the actions taken more likely, and the values closer to the results; return the two mean losses."""
        self._set_rate(rate)
        data, losses = on(decisions, self.policy.bias.device), []
        for indices, part in minibatches(data, size, noise):
            choices = self.policy(part.positions, part.actions, part.counts, part.against)
            policy_loss = -choices.logs.index_select(0, part.chosen).mean()
            value_loss = (choices.values - data.returns[indices]).square().mean()
            self._descend(policy_loss + 0.5 * value_loss)
            losses.append(torch.stack((policy_loss, value_loss)).tolist())
        policy_mean, value_mean = np.mean(losses, axis=0)
        return float(policy_mean), float(value_mean)

    def improve(
        self, decisions: Decisions, settings: Settings, rate: float, entropy_weight: float, noise: np.random.Generator
    ) -> UpdateMeans:
        """Make actions more likely that turned out better than expected, and improve the values."""
        self._set_rate(rate)
        own_advantages = decisions.advantages[decisions.chosen >= 0]
        middle, spread = (own_advantages.mean(), own_advantages.std() + 1e-6) if len(own_advantages) else (0.0, 1.0)
        scaled: Any = (decisions.advantages - middle) / np.float32(spread)  # float32; NumPy's types say float64
        data = on(decisions._replace(advantages=scaled), self.policy.bias.device)
        measures: list[list[float]] = []
        for _ in range(settings.epochs):
            for indices, part in minibatches(data, settings.batch, noise):
                choices = self.policy(part.positions, part.actions, part.counts, part.against)
                change = choices.logs.index_select(0, part.chosen) - data.logs[indices[part.own]]
                ratio, gain = change.exp(), data.advantages[indices[part.own]]
                clipped_ratio = ratio.clamp(1 - settings.clip, 1 + settings.clip)
                policy_loss = -mean(torch.minimum(ratio * gain, clipped_ratio * gain))
                value_loss = (choices.values - data.returns[indices]).square().mean()
                entropy = mean(choices.entropies[part.own])
                self._descend(policy_loss + settings.value * value_loss - entropy_weight * entropy)
                with torch.no_grad():
                    clipped = mean(((ratio - 1).abs() > settings.clip).float())
                    divergence = mean(ratio - 1 - change)
                measures.append(torch.stack((policy_loss, value_loss, divergence, clipped, entropy)).tolist())
            if measures[-1][2] > FARTHEST:
                break
        return UpdateMeans(*(float(x) for x in np.mean(measures, axis=0)))

    def follow(
        self, decisions: Decisions, settings: Settings, rate: float, noise: np.random.Generator
    ) -> tuple[float, float, float]:
        """Move the policy towards the targets and the values towards the returns.

        Returns:
          Means over the update: the divergence of the targets from the policy (Kullback and Leibler, 1951), the value
          loss, the entropy.
        """
        self._set_rate(rate)
        data, measures = on(decisions, self.policy.bias.device), []
        for _ in range(settings.epochs):
            for indices, part in minibatches(data, settings.batch, noise):
                choices = self.policy(part.positions, part.actions, part.counts, part.against)
                ratios = part.targets.clamp_min(1e-30).log() - choices.logs
                divergence = (part.targets * ratios).sum() / max(len(part.own), 1)
                value_loss = (choices.values - data.returns[indices]).square().mean()
                self._descend(divergence + settings.value * value_loss)
                entropy = mean(choices.entropies[part.own]).detach()
                measures.append(torch.stack((divergence, value_loss, entropy)).tolist())
        policy_mean, value_mean, entropy_mean = np.mean(measures, axis=0)
        return float(policy_mean), float(value_mean), float(entropy_mean)

    def _set_rate(self, rate: float) -> None:
        for group in self.optimizer.param_groups:
            group["lr"] = rate

    def _descend(self, loss: torch.Tensor) -> None:
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.policy.parameters(), self._longest)
        self.optimizer.step()


def mean(values: torch.Tensor) -> torch.Tensor:
    """Return the mean; 0 if there are no values: opponents may have made all decisions of a minibatch."""
    return values.sum() / max(len(values), 1)


class Part(NamedTuple):
    """Some decisions, as a network takes them; fields that aren't named here are as in `Decisions`.

    Attributes:
      counts: int64 [k], number of legal actions of each.
      own: int64 [m], indices of the policy's own decisions.
      chosen: int64 [m], of these decisions.
      targets: float32 [N], of these actions; [0]: there are none.
    """

    positions: torch.Tensor
    actions: torch.Tensor
    counts: torch.Tensor
    against: torch.Tensor
    own: torch.Tensor
    chosen: torch.Tensor
    targets: torch.Tensor


def on(decisions: Decisions, device: torch.device) -> Decisions:
    """Return decisions as tensors on a device; on the CPU they share the arrays' memory."""
    return Decisions(*(torch.from_numpy(array).to(device) for array in decisions))


def parts(decisions: Decisions, picked: torch.Tensor) -> Part:
    """Return some of the decisions, by their indices `picked`, int64 [k]; all are tensors on one device."""
    begins = decisions.starts[picked]
    counts = decisions.starts[picked + 1] - begins
    ends = counts.cumsum(0)
    total = int(ends[-1])
    moved = torch.repeat_interleave(begins - (ends - counts), counts, output_size=total)
    rows = moved + torch.arange(total, device=picked.device)
    chosen = decisions.chosen[picked]
    own = torch.nonzero(chosen >= 0)[:, 0]
    places = (chosen - begins + ends - counts)[own]
    targets = decisions.targets[rows] if len(decisions.targets) else decisions.targets
    return Part(
        decisions.positions[picked], decisions.actions[rows], counts, decisions.against[picked], own, places, targets
    )


def minibatches(decisions: Decisions, size: int, noise: np.random.Generator) -> Iterator[tuple[torch.Tensor, Part]]:
    """Split decisions, tensors on one device, into random minibatches; yield indices, int64 [k], and decisions.

    A last minibatch of less than half the size is left out.
    """
    count = len(decisions.chosen)
    order = torch.from_numpy(noise.permutation(count)).to(decisions.chosen.device)
    for begin in range(0, max(count - size // 2, 1), size):
        indices = order[begin : begin + size]
        yield indices, parts(decisions, indices)
