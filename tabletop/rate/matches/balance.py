"""How a scenario plays, independent of the agents: which side it favours, draws, how and when games end."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletop.base.errors import brief
from tabletop.rate.matches.rating import DRAW, share

DIGITS = 6  # digits to which numbers are rounded, so that the same games give the same bytes


def balance(
    team: str,
    scores: NDArray[np.float64],
    endings: dict[str, int],
    turns: NDArray[np.int64],
    decisions: NDArray[np.int64],
    seeds: NDArray[Any],
    seed: int = 0,
) -> dict[str, Any]:
    """Measure B games of a scenario.

    Args:
      team: name of team 0.
      scores: float64[B], its score in each game: WIN, DRAW or LOSS.
      endings: number of games by name of the ending.
      turns: int64[B].
      decisions: int64[B], of both agents.
      seeds: [B], of each game, or any number that identifies it: games with the same one aren't independent.
      seed: of the intervals' bootstrap.

    Returns:
      Plain data for JSON, for a team `red`: `red_score`: its share of the points, with its 95 % interval `red_low`,
      `red_high`; `draws`: games; `drawn`: their share, `drawn_low`, `drawn_high`; `endings`; `mean_turns`;
      `turn_quartiles`: a quarter of the games take no more turns than the first, a quarter no fewer than the second;
      `mean_decisions`.

    Raises:
      ValueError: no games.
    """
    is_draw = scores == DRAW
    values = {
        **dict(zip((f"{team}_score", f"{team}_low", f"{team}_high"), share(scores, seeds, seed), strict=True)),
        **dict(zip(("drawn", "drawn_low", "drawn_high"), share(is_draw.astype(np.float64), seeds, seed), strict=True)),
        "mean_turns": float(turns.mean()),
        "mean_decisions": float(decisions.mean()),
    }
    quartiles = np.quantile(turns, [0.25, 0.75], method="inverted_cdf")
    return {name: round(value, DIGITS) for name, value in values.items()} | {
        "draws": int(is_draw.sum()),
        "endings": dict(endings),
        "turn_quartiles": [int(turn) for turn in quartiles],
    }


def endings_in_words(measured: dict[str, Any]) -> str:
    """Return what share of the games ended in which way, of what `balance` has measured, as words for a person."""
    games = sum(measured["endings"].values())
    return ", ".join(f"{100 * count / games:.1f} % {name}" for name, count in measured["endings"].items() if count)


def lines(measured: dict[str, Any], team: str) -> list[str]:
    """Return what `balance` has measured as lines for a person; `team`: name of team 0. ValueError: it isn't that."""
    if f"{team}_score" not in measured:
        known = ", ".join(key.removesuffix("_score") for key in measured if key.endswith("_score"))
        raise ValueError(f"team {brief(team)}: the balance is that of {known}")
    score, draws = (
        f"{100 * measured[name]:.1f} % ({100 * measured[low]:.1f} to {100 * measured[high]:.1f})"
        for name, low, high in (
            (f"{team}_score", f"{team}_low", f"{team}_high"),
            ("drawn", "drawn_low", "drawn_high"),
        )
    )
    lower, upper = measured["turn_quartiles"]
    return [
        f"{team.capitalize()} scores {score}; drawn {draws}.",
        f"Ended: {endings_in_words(measured)}. A game takes {measured['mean_turns']:.1f} turns (half of them {lower} "
        f"to {upper}) and {measured['mean_decisions']:.0f} decisions.",
    ]
