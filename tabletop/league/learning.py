"""Updates of a policy from decisions: imitation, and proximal policy optimization (Schulman et al., 2017)."""

from typing import NamedTuple

import numpy as np
import torch

from tabletop.league.collecting import Decisions, parts
from tabletop.league.network import ScoringPolicy


class Said(NamedTuple):
    """Means over an update."""

    policy_loss: float
    value_loss: float
    entropy: float
    clipped: float
    divergence: float


class Learner:
    """A policy and its optimizer."""

    def __init__(self, policy: ScoringPolicy, rate: float, noise: np.random.Generator) -> None:
        """Begin with no momentum; `noise` shuffles."""
        self.policy, self._noise = policy, noise
        self.optimizer = torch.optim.Adam(policy.parameters(), lr=rate, eps=1e-5)

    def imitate(self, decisions: Decisions, size: int, value_weight: float = 0.5) -> tuple[float, float]:
        """Make the chosen actions likelier, and the values what the returns are; returns both mean losses."""
        losses = []
        for picked in self._shuffled(len(decisions.chosen), size):
            positions, actions, counts, chosen = parts(decisions, picked)
            said = self.policy(positions, actions, counts)
            policy_loss = -said.logs.index_select(0, chosen).mean()
            value_loss = (said.values - torch.from_numpy(decisions.returns[picked])).square().mean()
            self._descend(policy_loss + value_weight * value_loss)
            losses.append((policy_loss.item(), value_loss.item()))
        policy_mean, value_mean = np.mean(losses, axis=0)
        return float(policy_mean), float(value_mean)

    def improve(
        self,
        decisions: Decisions,
        size: int,
        epochs: int,
        clip: float,
        entropy_weight: float,
        value_weight: float,
        target: float,
    ) -> Said:
        """Improve the policy by the advantages; stops where it has gone farther than `target` from where it was."""
        spread = decisions.advantages.std() + 1e-6
        advantages = torch.from_numpy((decisions.advantages - decisions.advantages.mean()) / spread)
        returns, before = torch.from_numpy(decisions.returns), torch.from_numpy(decisions.logs)
        told = []
        for _ in range(epochs):
            for picked in self._shuffled(len(decisions.chosen), size):
                positions, actions, counts, chosen = parts(decisions, picked)
                said = self.policy(positions, actions, counts)
                which = torch.from_numpy(picked)
                change = said.logs.index_select(0, chosen) - before[which]
                ratio, gain = change.exp(), advantages[which]
                policy_loss = -torch.minimum(ratio * gain, ratio.clamp(1 - clip, 1 + clip) * gain).mean()
                value_loss = (said.values - returns[which]).square().mean()
                entropy = said.entropies.mean()
                self._descend(policy_loss + value_weight * value_loss - entropy_weight * entropy)
                with torch.no_grad():
                    clipped = ((ratio - 1).abs() > clip).float().mean()
                    divergence = (ratio - 1 - change).mean()
                told.append([x.item() for x in (policy_loss, value_loss, entropy, clipped, divergence)])
            if told[-1][-1] > target:
                break
        return Said(*(float(x) for x in np.mean(told, axis=0)))

    def _descend(self, loss: torch.Tensor) -> None:
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.policy.parameters(), 0.5)
        self.optimizer.step()

    def _shuffled(self, count: int, size: int) -> list[np.ndarray]:
        order = self._noise.permutation(count)
        return [order[i : i + size] for i in range(0, count - size // 2, size)]
