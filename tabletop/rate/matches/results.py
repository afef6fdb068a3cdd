"""The results of matches: as arrays, in numbers for a person, several as one.

Axes: P pairs of games, of one seed each, with sides swapped.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletop.agents.base import FAULT
from tabletop.base.errors import brief
from tabletop.game.definition import GameDefinition
from tabletop.game.header import RUNNING
from tabletop.play.reset_options import is_list
from tabletop.rate.matches import profile
from tabletop.rate.matches.balance import balance
from tabletop.rate.matches.faults import of_both
from tabletop.rate.matches.luck import adjusted
from tabletop.rate.matches.rating import LOSS, WIN, Rating, rating

LOST = -1  # number of the ending FAULT


@dataclass(frozen=True)
class Results:
    """The result of a match; every array is [P, 2]: the first agent as team 0, as team 1.

    Attributes:
      game: what was played.
      first, second: names of the agents.
      seeds: uint64[P].
      score: float64, of the first agent: 1 win, 0.5 draw, 0 loss.
      ending: int64, the number of one of the game's `endings`; RUNNING: the game was left out.
      turns: int64.
      decisions: int64, of both agents.
      profiles: of the first and the second agent, over all games (tabletop.rate.matches.profile); not [P, 2].
      faults: of the games with the ending LOST, which an agent has lost by a fault: the fault in words, by pair and
        team of the first agent.
      seconds: thinking time of the two agents (`BatchPlayer.seconds`).
      timed_decisions: number of their decisions that took this time.
      luck: float64, what dice have done for the first agent, in points (tabletop.rate.matches.luck); None: not
        measured.
    """

    game: GameDefinition
    first: str
    second: str
    seeds: NDArray[np.uint64]
    score: NDArray[np.float64]
    ending: NDArray[np.int64]
    turns: NDArray[np.int64]
    decisions: NDArray[np.int64]
    profiles: tuple[profile.Profile, profile.Profile]
    faults: dict[tuple[int, int], str] = field(default_factory=dict)
    seconds: tuple[float, float] = (0.0, 0.0)
    timed_decisions: tuple[int, int] = (0, 0)
    luck: NDArray[np.float64] | None = None

    def __str__(self) -> str:
        return f"{self.first} against {self.second}: {self.rating().text()} of {self.score.size} games"

    def rating(self, seed: int = 0) -> Rating:
        """Rate the first agent: its score with a 95 % interval, bootstrapped over pairs with this seed."""
        return rating(self.score, seed)

    def by_goal(self) -> NDArray[np.bool_]:
        """Return which games have ended by the game's goal, bool [P, 2]."""
        return self.ending == self.game.endings.index(self.game.goal_ending)

    def as_dict(self) -> dict[str, Any]:
        """Return a summary as plain data; without orders where they aren't known, as of stored games."""
        return {
            "first": self.first,
            "second": self.second,
            "rating": self.rating().as_dict(),
            **balance_of([self]),
            "won_by": count_endings(self.game, self.ending[self.score == WIN]),
            "lost_by": count_endings(self.game, self.ending[self.score == LOSS]),
            **{f"score_as_{name}": float(self.score[:, team].mean()) for team, name in enumerate(self.game.teams)},
            **(self._orders() if any(counts.any() for counts in self.profiles) else {}),
            **({} if self.luck is None else {"less_luck": self._less_luck(self.luck)}),
            **({"fault_words": of_both((self.first, self.second), self.score, self.faults)} if self.faults else {}),
        }

    def _orders(self) -> dict[str, Any]:
        counted = [dict(zip(self.game.orders, map(int, counts), strict=True)) for counts in self.profiles]
        return {"orders": counted, "variation": profile.variation(*self.profiles)}

    def _less_luck(self, luck: NDArray[np.float64]) -> dict[str, float] | None:
        less_luck = adjusted(self.score.mean(axis=1), luck.mean(axis=1))
        return None if less_luck is None else less_luck.as_dict()


def name_of_ending(game: GameDefinition, number: int) -> str:
    """Return the name of an ending by its number, one of the game's or LOST."""
    return FAULT if number == LOST else game.endings[number]


def count_endings(game: GameDefinition, endings: NDArray[np.int64]) -> dict[str, int]:
    """Return the number of games by ending, with its name; `endings` are numbers of endings."""
    counts = {name: int((endings == number).sum()) for number, name in enumerate(game.endings) if number != RUNNING}
    faults = int((endings == LOST).sum())
    return counts | ({FAULT: faults} if faults else {})


def balance_of(results: Sequence[Results]) -> dict[str, Any]:
    """Measure the scenario on all games of these matches together (`tabletop.rate.matches.balance.balance`)."""
    if not is_list(results) or not results or not all(isinstance(match, Results) for match in results):
        raise ValueError(f"results {brief(results)}: those of one match or more, in a list")
    game = results[0].game
    return balance(
        game.teams[0],
        np.concatenate([np.stack([match.score[:, 0], 1 - match.score[:, 1]], axis=1) for match in results]).ravel(),
        count_endings(game, np.concatenate([match.ending for match in results])),
        np.concatenate([match.turns for match in results]).ravel(),
        np.concatenate([match.decisions for match in results]).ravel(),
        np.concatenate([match.seeds for match in results]).repeat(2),
    )


def joined(parts: Sequence[Results]) -> Results:
    """Return matches of the same agents, with other seeds or in other scenarios, as one."""
    faults: dict[tuple[int, int], str] = {}
    offset = 0
    for part in parts:
        faults |= {(offset + pair, side): words for (pair, side), words in part.faults.items()}
        offset += len(part.seeds)

    def column(name: str) -> Any:
        return np.concatenate([getattr(part, name) for part in parts])

    def totals(name: str) -> Any:
        return tuple(sum(getattr(part, name)[i] for part in parts) for i in range(2))

    values: dict[str, Any] = {name: getattr(parts[0], name) for name in ("game", "first", "second")}
    values |= {name: column(name) for name in ("seeds", "score", "ending", "turns", "decisions")}
    values |= {name: totals(name) for name in ("profiles", "seconds", "timed_decisions")}
    values["luck"] = None if any(part.luck is None for part in parts) else column("luck")
    return Results(**values, faults=faults)


def thinking(name: str, seconds: float, decisions: int) -> str:
    """Return an agent's thinking time as text: `hunter 0.02 ms a decision`."""
    return f"{name} {1000 * seconds / max(decisions, 1):.3g} ms a decision"
