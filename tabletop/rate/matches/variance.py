"""What results are made of: how much of their variance comes from the agents, the side, the dice, and the rest."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletop.rate.matches.rating import SURE

DIGITS = 4


def split(
    score: NDArray[np.float64], pairing: NDArray[np.int64], luck: NDArray[np.float64] | None = None
) -> dict[str, Any] | None:
    """Split the variance of results, around an even score, by pairs of games.

    Args:
      score: float64[N, 2], of the first agent in the two games of each pair: as team 0, as team 1.
      pairing: int64[N], which agents play which scenario; pairs with the same number are compared.
      luck: float64[N, 2], what dice did for the first agent; None: not measured.

    Returns:
      Shares of the variance: `agents`: one is better than the other; `side`: one side is better than the other, whoever
      plays it; `dice`: what luck explains of the remaining variance, null if it isn't measured; `rest`: choices, and
      the dice's effect that the value of positions doesn't see. `pairs_correlation` with its 95 % interval
      `correlation_low`, `correlation_high`: of the two games of a pair; if it were far below 0, pairing would save
      games. None: no pairing with two pairs, or no variance.
    """
    total = agents = side = 0.0
    deviations: list[NDArray[np.float64]] = []
    lucks: list[NDArray[np.float64]] = []
    for number in np.unique(pairing):
        rows = np.flatnonzero(pairing == number)
        if len(rows) < 2:
            continue
        margins = score[rows] - 0.5
        total += float((margins**2).sum())
        # The square of a measured mean is too large by the variance of the mean.
        for half, part in ((margins.sum(axis=1) / 2, 0), ((margins[:, 0] - margins[:, 1]) / 2, 1)):
            explained = 2 * len(rows) * (float(half.mean()) ** 2 - float(half.var(ddof=1)) / len(rows))
            agents, side = (agents + explained, side) if part == 0 else (agents, side + explained)
        deviations.append(margins - margins.mean(axis=0))
        if luck is not None:
            lucks.append(luck[rows] - luck[rows].mean(axis=0))
    if total == 0.0:
        return None
    rest = np.concatenate(deviations)
    dice = None
    if luck is not None:
        chance = np.concatenate(lucks)
        squares = float((chance**2).sum())
        dice = float((chance * rest).sum()) ** 2 / squares / total if squares > 0 else 0.0
    shares = {"agents": max(agents, 0.0) / total, "side": max(side, 0.0) / total, "dice": dice}
    shares["rest"] = max(0.0, 1.0 - sum(share or 0.0 for share in shares.values()))
    correlation, low, high = correlation_of(rest)
    shares |= {"pairs_correlation": correlation, "correlation_low": low, "correlation_high": high}
    return {name: None if share is None else round(share, DIGITS) + 0.0 for name, share in shares.items()}


def correlation_of(columns: NDArray[np.float64]) -> tuple[float | None, float | None, float | None]:
    """Return the correlation of the two columns of float64[N, 2], with its 95 % interval (Fisher's)."""
    squares = float((columns[:, 0] ** 2).sum() * (columns[:, 1] ** 2).sum())
    if squares == 0 or len(columns) < 4:
        return None, None, None
    correlation = float((columns[:, 0] * columns[:, 1]).sum()) / math.sqrt(squares)
    if abs(correlation) >= 1:
        return correlation, None, None
    half = SURE / math.sqrt(len(columns) - 3)
    return correlation, math.tanh(math.atanh(correlation) - half), math.tanh(math.atanh(correlation) + half)


def words(shares: dict[str, Any]) -> str:
    """Return what `split` has found as text for a person."""
    dice = "" if shares["dice"] is None else f"dice {100 * shares['dice']:.0f} %, "
    rest = "choices and dice" if shares["dice"] is None else "choices, and dice that the value of positions doesn't see"
    text = (
        f"What results are made of (share of their variance): who plays {100 * shares['agents']:.0f} %, side "
        f"{100 * shares['side']:.0f} %, {dice}the rest {100 * shares['rest']:.0f} % ({rest})."
    )
    if shares["correlation_low"] is not None:
        text += (
            f" The two games of a pair correlate {shares['pairs_correlation']:+.2f} "
            f"({shares['correlation_low']:+.2f} to {shares['correlation_high']:+.2f})."
        )
    return text
