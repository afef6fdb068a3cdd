"""How a scenario plays, whoever plays it: which side it favours, how often nobody wins, how and when games end."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletop.matches.rating import DRAW, share

DIGITS = 6  # numbers are rounded, so that the same games give the same bytes


def balance(
    red: NDArray[np.float64],
    endings: dict[str, int],
    turns: NDArray[np.int64],
    decisions: NDArray[np.int64],
    seeds: NDArray[Any],
    seed: int = 0,
) -> dict[str, Any]:
    """Measure B games of a scenario.

    Args:
      red: float64[B], Red's score in each: WIN, DRAW or LOSS.
      endings: how many games ended how, by name.
      turns: int64[B].
      decisions: int64[B], of both agents.
      seeds: [B], of each game, or any number that stands for it: games with the same one hang together.
      seed: of the intervals' bootstrap.

    Returns:
      Plain data for JSON.  `red_score`: Red's share of the points, with its 95 % interval `red_low`, `red_high`;
      `draws`: games; `drawn`: their share, `drawn_low`, `drawn_high`; `endings`; `mean_turns`; `turn_quartiles`: a
      quarter of the games takes no more than the one, a quarter no less than the other; `mean_decisions`.

    Raises:
      ValueError: no games.
    """
    drawn = red == DRAW
    found = {
        **dict(zip(("red_score", "red_low", "red_high"), share(red, seeds, seed), strict=True)),
        **dict(zip(("drawn", "drawn_low", "drawn_high"), share(drawn.astype(np.float64), seeds, seed), strict=True)),
        "mean_turns": float(turns.mean()),
        "mean_decisions": float(decisions.mean()),
    }
    quartiles = np.quantile(turns, [0.25, 0.75], method="inverted_cdf")
    return {name: round(value, DIGITS) for name, value in found.items()} | {
        "draws": int(drawn.sum()),
        "endings": dict(endings),
        "turn_quartiles": [int(turn) for turn in quartiles],
    }


def lines(found: dict[str, Any]) -> list[str]:
    """Say for a person what `balance` has found."""
    red, drawn = (
        f"{100 * found[name]:.1f} % ({100 * found[low]:.1f} to {100 * found[high]:.1f})"
        for name, low, high in (("red_score", "red_low", "red_high"), ("drawn", "drawn_low", "drawn_high"))
    )
    games = sum(found["endings"].values())
    ended = ", ".join(f"{100 * count / games:.1f} % {name}" for name, count in found["endings"].items() if count)
    few, many = found["turn_quartiles"]
    return [
        f"Red scores {red}; drawn {drawn}.",
        f"Ended: {ended}. A game takes {found['mean_turns']:.1f} turns (half of them {few} to {many}) and "
        f"{found['mean_decisions']:.0f} decisions.",
    ]
