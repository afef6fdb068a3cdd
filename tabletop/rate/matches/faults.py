"""Games that agents have lost by faults: the reasons, and how they are shown."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletop.rate.matches.rating import LOSS, WIN

TOLD = 3  # reasons of an agent, in words


def counted(agent: str, faults: Iterable[str]) -> list[dict[str, Any]]:
    """Return an agent's reasons, each with the games that it has lost so, the most frequent ones first.

    Args:
      agent: its name.
      faults: of each game that it has lost by one, in words.

    Returns:
      `games` and `words` of each reason; where there are more than `TOLD`, the last one says how many others.
    """
    ranked = sorted(Counter(faults).items(), key=lambda item: (-item[1], item[0]))
    reasons = [{"games": games, "words": words} for words, games in ranked[:TOLD]]
    if others := ranked[TOLD:]:
        words = f"{agent}: {len(others)} other {'reason' if len(others) == 1 else 'reasons'}"
        reasons.append({"games": sum(games for _, games in others), "words": words})
    return reasons


def of_both(
    agents: tuple[str, str], score: NDArray[np.float64], faults: Mapping[tuple[int, int], str]
) -> list[dict[str, Any]]:
    """Return the reasons of both agents of a match (`counted`), the first one's first.

    Args:
      agents: their names.
      score: [P, 2], of the first agent.
      faults: by pair and team of the first agent (`tabletop.rate.matches.results.Results`).
    """
    return [
        reason
        for agent, points in zip(agents, (LOSS, WIN), strict=True)
        for reason in counted(agent, (words for place, words in faults.items() if score[place] == points))
    ]


def lines(faults: Sequence[dict[str, Any]]) -> list[str]:
    """Return the reasons (`counted`) as lines for a person."""
    return [f"Fault, {games_in_words(fault['games'])} lost: {fault['words']}" for fault in faults]


def games_in_words(count: int) -> str:
    """Return a number of games as text: `1 game`, `2 games`."""
    return f"{count} game{'' if count == 1 else 's'}"
