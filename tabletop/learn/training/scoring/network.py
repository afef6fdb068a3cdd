"""The network that scores actions, in PyTorch; `packed` returns it for compiled code (tabletop.agents.scoring)."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from tabletop.agents.scoring import Sizes, packed
from tabletop.base.arrays import Float32


class Choices(NamedTuple):
    """The output of a network for k decisions with N legal actions in all.

    Attributes:
      logs: float32 [N], log probabilities of the actions.
      values: float32 [k], expected results for the teams that decide, -1 … 1.
      entropies: float32 [k], relative to `ScoringPolicy.indifferent`: 0 at most.
    """

    logs: Tensor
    values: Tensor
    entropies: Tensor


class ScoringPolicy(nn.Module):
    """See `tabletop/game/templates/scoring.py` for what it computes.

    A position's value depends on who plays on. In training the value network has an input for who does: `rivals`
    [1 + 2 R, V] is added to its first layer. Row 0, two that play alike, is 0: this is the value that is played with.
    """

    def __init__(self, sizes: Sizes, generator: torch.Generator, rivals: int = 0, kinds: int = 0) -> None:
        """Initialise it with small random weights.

        Args:
          sizes: of its layers.
          generator: draws the weights.
          rivals: R, number of opponents that are neither the policy nor its past versions. Row 1 + k is for the
            policy's decisions against opponent k, row 1 + R + k for this opponent's decisions.
          kinds: how many of the facts about an action, the first ones, say which kind of action it is; 0: none do.
        """
        super().__init__()
        self.sizes, self._kinds = sizes, kinds

        def matrix(rows: int, columns: int, scale: float = 1.0) -> nn.Parameter:
            return nn.Parameter(torch.randn(rows, columns, generator=generator) * scale * rows**-0.5)

        def zeros(count: int) -> nn.Parameter:
            return nn.Parameter(torch.zeros(count))

        self.of_position = matrix(sizes.position, sizes.hidden)
        self.of_action = matrix(sizes.action, sizes.hidden)
        self.bias = zeros(sizes.hidden)
        self.second = matrix(sizes.hidden, sizes.deeper, 2**0.5)
        self.second_bias = zeros(sizes.deeper)
        self.last = nn.Parameter(matrix(sizes.deeper, 1, 0.1).detach()[:, 0].clone())
        self.value_first = matrix(sizes.position, sizes.value_hidden)
        self.value_first_bias = zeros(sizes.value_hidden)
        self.value_second = matrix(sizes.value_hidden, sizes.value_deeper, 2**0.5)
        self.value_second_bias = zeros(sizes.value_deeper)
        self.value_last = nn.Parameter(matrix(sizes.value_deeper, 1, 0.1).detach()[:, 0].clone())
        self.value_last_bias = zeros(1)
        self.rivals = nn.Parameter(torch.zeros(1 + 2 * rivals, sizes.value_hidden))

    def forward(self, positions: Tensor, actions: Tensor, counts: Tensor, against: Tensor) -> Choices:
        """Score all actions and value all positions.

        Args:
          positions: float32 [k, P].
          actions: float32 [N, K], the legal actions, those of one position after those of another.
          counts: int64 [k], number of legal actions of each position; N in all. Where it is 0, so is the entropy.
          against: int64 [k], rows of `rivals`.
        """
        owners = torch.repeat_interleave(counts, output_size=len(actions))
        base = torch.addmm(self.bias, positions, self.of_position)
        hidden = torch.relu(torch.mm(actions, self.of_action) + base.index_select(0, owners))
        scores = torch.mv(torch.relu(torch.addmm(self.second_bias, hidden, self.second)), self.last)
        count = len(positions)
        with torch.no_grad():
            tops = scores.new_full((count,), -torch.inf).scatter_reduce(0, owners, scores, "amax")
        shifted = scores - tops.index_select(0, owners)
        # Avoids a division by zero for positions without actions.
        totals = (counts == 0).to(scores.dtype).index_add(0, owners, shifted.exp())
        logs = shifted - totals.log().index_select(0, owners)
        log_ratios = logs - self.indifferent(actions, owners, counts)
        entropies = scores.new_zeros(count).index_add(0, owners, -logs.exp() * log_ratios)
        return Choices(logs, self.value(positions, against), entropies)

    def indifferent(self, actions: Tensor, owners: Tensor, counts: Tensor) -> Tensor:
        """Return the log probabilities at which the entropy is highest, float32 [N].

        Each kind of action is equally likely, and so are the actions of a kind. Otherwise a kind with many actions,
        such as turning, would be more likely than a kind with one action, such as going on sentry.
        """
        if self._kinds == 0:
            return -counts.to(actions.dtype).log().index_select(0, owners)
        keys = owners * self._kinds + actions[:, : self._kinds].argmax(1)
        ones = actions.new_ones(len(keys))
        per_kind = actions.new_zeros(len(counts) * self._kinds).index_add(0, keys, ones)
        kinds = (per_kind.view(-1, self._kinds) > 0).sum(1).to(per_kind.dtype)
        return -(per_kind.index_select(0, keys) * kinds.index_select(0, owners)).log()

    def value(self, positions: Tensor, against: Tensor) -> Tensor:
        """Return the values of positions, float32 [k]; see `forward`."""
        rivals = functional.embedding(against, self.rivals, padding_idx=0)
        hidden = torch.relu(torch.addmm(self.value_first_bias, positions, self.value_first) + rivals)
        deeper = torch.relu(torch.addmm(self.value_second_bias, hidden, self.value_second))
        return torch.tanh(torch.mv(deeper, self.value_last) + self.value_last_bias)

    def weights(self) -> dict[str, Float32]:
        """Return a copy of the weights for playing, by name, float32."""
        return {name: p.detach().cpu().numpy().astype(np.float32) for name, p in self._played()}

    def _played(self) -> list[tuple[str, nn.Parameter]]:
        return [(name, parameter) for name, parameter in self.named_parameters() if name != "rivals"]

    def packed(self) -> Float32:
        """Return a copy of the weights as compiled code takes them, float32 [k]."""
        return packed(self.sizes, self.weights())

    def load(self, weights: Mapping[str, Float32]) -> None:
        """Take over the weights for playing; ValueError: their shapes differ."""
        packed(self.sizes, weights)
        with torch.no_grad():
            for name, parameter in self._played():
                parameter.copy_(torch.from_numpy(weights[name]))
