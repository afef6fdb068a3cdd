"""Whom would you choose? Weights of agents by the equilibrium of the game "each side picks an agent" (Nash 1950)."""

from collections.abc import Sequence

import numpy as np

DIGITS = 4
NOTHING = 0.5  # value of a cell in which neither agent leads


def weights(scores: Sequence[Sequence[float | None]]) -> list[float] | None:
    """Return how often each agent is picked by a strategy that is unbeatable on average, whatever the other side picks.

    An agent that is never picked adds nothing to the others: some mixture of them does at least as well against all.
    Copies of an agent share its weight, so the composition of the field doesn't matter (Balduzzi et al., 2018). If
    several mixtures can't be beaten, this is one of them.

    Args:
      scores: the share of the points that the agent of the row takes from that of the column; None on the diagonal.

    Returns:
      Weights that sum to 1, rounded; None: some two agents have never met.
    """
    from scipy.optimize import linprog

    agents = len(scores)
    if any(scores[i][j] is None for i in range(agents) for j in range(agents) if i != j):
        return None
    leads = np.array([[(NOTHING if cell is None else cell) - NOTHING for cell in row] for row in scores])
    # Maximise v so that the mixture leads every column by at least v; v is 0, since one side wins what the other loses.
    solution = linprog(
        np.append(np.zeros(agents), -1.0),
        A_ub=np.hstack([-leads.T, np.ones((agents, 1))]),
        b_ub=np.zeros(agents),
        A_eq=np.append(np.ones(agents), 0.0)[None, :],
        b_eq=np.ones(1),
        bounds=[(0, 1)] * agents + [(None, None)],
    )
    return [round(abs(float(value)), DIGITS) for value in solution.x[:agents]]
