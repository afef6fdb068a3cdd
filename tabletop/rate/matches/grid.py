"""Several agents, each against several others in the same games, all side by side; only the scores are kept.

Axes: F agents, S opponents, P pairs, B = F * S * P * 2 games: on the last axis each agent is team 0, then team 1.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tabletop.agents.base import Agent, noise_seed
from tabletop.agents.batch_player import batch_player
from tabletop.env.batch.turn_loop import TurnLoop
from tabletop.game.choices import key_rows, result_rows
from tabletop.game.definition import Scenario
from tabletop.game.header import NONE, TEAMS
from tabletop.rate.matches.rating import LOSS, WIN

TOGETHER = 8192  # games played side by side; more if a single pair of each needs more


class _Grid(TurnLoop):
    """The games. An agent that can do so plays on by itself until its opponent decides.

    Attributes:
      deciders: int64[2, B], by team: number of the player.
    """

    def __init__(
        self, firsts: Sequence[Agent], seconds: Sequence[Agent], scenario: Scenario, seeds: NDArray[np.uint64]
    ) -> None:
        players = [batch_player(agent, scenario) for agent in (*firsts, *seconds)]
        shape = (len(firsts), len(seconds), len(seeds), TEAMS)
        super().__init__(scenario, int(np.prod(shape)), list(players))
        first, second, pair, team = (index.ravel() for index in np.indices(shape))
        self._shape, self._team = shape, team.astype(np.int64)
        self.seeds[:] = seeds[pair]
        self.sides[:] = NONE
        self.deciders = np.where(team == np.arange(TEAMS)[:, None], first, len(firsts) + second).astype(np.int64)
        # By team, as in a match: this gives the same games.
        self._noise = np.stack([noise_seed(seeds, side)[pair] for side in range(TEAMS)])
        self._drawn = np.zeros((TEAMS, self.count), np.uint64)
        for player in players:
            player.begin(self._all)
        self.begin_rows(self._all, self.starts)

    def players_of(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        numbers: NDArray[np.int64] = self.deciders[self.games["decider"][rows], rows]
        return numbers

    def _plays_on(self, number: int, rows: NDArray[np.int64]) -> bool:
        play = getattr(self.players[number], "play", None)
        if play is None:
            return False
        for team, team_rows in self._by_team(rows):
            others = np.full(self.count, 1 - team)
            play(
                *(self.worlds, self._chances, self.games, team_rows, others),
                *(self._noise[team], self._drawn[team], self.masks, self.parallel),
            )
        return True

    def ask(self, number: int, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        for team, team_rows in self._by_team(rows):
            key_rows(team_rows, self._noise[team], self._drawn[team], self._keys)
        self.players[number].decide(self.worlds, self.games, rows, self.masks, self._actions, self._keys)
        return rows

    def _by_team(self, rows: NDArray[np.int64]) -> list[tuple[int, NDArray[np.int64]]]:
        deciders = self.games["decider"][rows]
        return [(team, team_rows) for team in range(TEAMS) if len(team_rows := rows[deciders == team])]

    def scores(self) -> NDArray[np.float64]:
        """Return the scores of the first agents, [F, S, P, 2]."""
        results = np.empty(self.count, np.float32)
        result_rows(self.games, self._all, self._team, results)
        return (LOSS + (WIN - LOSS) * (1.0 + results.astype(np.float64)) / 2.0).reshape(self._shape)


def scores(
    firsts: Sequence[Agent], seconds: Sequence[Agent], scenario: Scenario, seeds: NDArray[np.uint64]
) -> NDArray[np.float64]:
    """Play each agent against each opponent, in the games of a match with these seeds.

    Args:
      firsts: the agents, F.
      seconds: their opponents, S.
      scenario: what is played.
      seeds: of the pairs, uint64[P].

    Returns:
      The scores of `tabletop.rate.matches.match.play_seeds`, float64[F, S, P, 2].

    Raises:
      ValueError: an agent that can't play the scenario.
      AgentError: an agent's fault.
    """
    step = max(1, TOGETHER // (len(firsts) * len(seconds) * TEAMS))
    parts = []
    for start in range(0, len(seeds), step):
        grid = _Grid(firsts, seconds, scenario, seeds[start : start + step])
        grid.play_on()
        parts.append(grid.scores())
    return np.concatenate(parts, axis=2)
