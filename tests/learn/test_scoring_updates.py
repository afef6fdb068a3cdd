"""Is a network that scores actions changed by its decisions as the method says, by hand?"""

import numpy as np
import pytest

from tabletop.learn.training.config import Learner as Settings

torch = pytest.importorskip("torch")


class Even(torch.nn.Module):
    """Finds all actions of a position equally good, at first."""

    def __init__(self):
        super().__init__()
        self.bias = torch.nn.Parameter(torch.zeros(1))
        self.weights = torch.nn.Parameter(torch.zeros(2))

    def forward(self, positions, actions, counts, against):
        from tabletop.learn.training.scoring.network import Choices

        scores = (actions @ self.weights).view(-1, 2)
        zeros = torch.zeros(len(positions)) + self.bias
        return Choices(scores.log_softmax(1).view(-1), zeros, zeros)


def decisions_of(advantages, logs, opponents=()):
    """Decisions between two actions, of which the first one was taken; then an opponent's, with these advantages."""
    from tabletop.learn.training.scoring.collecting import Decisions

    own, count = len(advantages), len(advantages) + len(opponents)
    return Decisions(
        positions=np.zeros((count, 1), np.float32),
        actions=np.tile(np.eye(2, dtype=np.float32), (own, 1)),
        starts=np.minimum(2 * np.arange(count + 1), 2 * own),
        chosen=np.where(np.arange(count) < own, 2 * np.arange(count), -1),
        logs=np.array([*logs, *[0.0] * len(opponents)], np.float32),
        advantages=np.array([*advantages, *opponents], np.float32),
        returns=np.zeros(count, np.float32),
        against=np.zeros(count, np.int64),
        targets=np.zeros(0, np.float32),
    )


@pytest.mark.parametrize("opponents", [(), (7.0, 9.0)])
def test_what_has_become_twice_as_likely_gains_no_more_but_costs_in_full(opponents):
    """The ratio is 1/2 by 1/4, clipped to 1.2; opponents' decisions change nothing of what is learnt about actions."""
    from tabletop.learn.training.scoring.updates import Updates

    decisions = decisions_of([3.0, 1.0], np.log([0.25, 0.25]), opponents)
    said = Updates(Even(), 0.5).improve(
        decisions, Settings(batch=4, epochs=1, clip=0.2), 1e-3, 0.0, np.random.default_rng(0)
    )
    # Advantages of 3 and 1 count as 1 and -1.
    assert said.policy_loss == pytest.approx(-(1.2 - 2.0) / 2, abs=1e-5) and said.clipped == 1.0


@pytest.mark.parametrize(("count", "sizes"), [(8, [4, 4]), (9, [4, 4]), (11, [4, 4, 3]), (1, [1])])
def test_a_small_rest_is_no_minibatch(count, sizes):
    from tabletop.learn.training.scoring.updates import minibatches, on

    data = on(decisions_of([0.0] * count, [0.0] * count), torch.device("cpu"))
    parts = [indices for indices, _ in minibatches(data, 4, np.random.default_rng(0))]
    assert [len(indices) for indices in parts] == sizes and len(set(torch.cat(parts).tolist())) == sum(sizes)
