"""The course of a game: what its positions are worth when bots play them to the end, turn by turn and after the set-up.

It holds for any game: no value of positions is needed, only the game's first policy, which plays for both teams.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from tabletop.base.arrays import Float64, Records
from tabletop.game.chance import new_chance
from tabletop.game.definition import Scenario
from tabletop.play.game import Game
from tabletop.play.records import GameRecord

GAMES = 256  # that are played on from a position
LONGEST = 20_000  # decisions of such a game
SEED = 0x436F75727365


class PlayedOn:
    """Plays positions of one scenario to the end, with dice of their own."""

    def __init__(self, scenario: Scenario) -> None:
        """Allocate what one call takes."""
        game = scenario.game
        self._scenario, self._kernels = scenario, game.planning_kernels
        self.policies = np.concatenate(list(game.policies().values()))
        self._weights, self._chances = game.value_weights(scenario), new_chance()

    def results(self, positions: Records, key: int, games: int = GAMES) -> Float64:
        """Return the results of games played on, float64 [games], each 0 to 1 for team 0.

        Args:
          positions: a record, shape (1,), or one for each game.
          key: determines the dice and the policy's noise: with the same key, other positions have the same dice.
          games: their number.
        """
        kernels, scenario = self._kernels, self._scenario
        rows, seeds = np.arange(games), np.random.default_rng((SEED, key)).integers(2**64, size=games, dtype=np.uint64)
        records, masks = np.zeros(games, scenario.record_type), np.zeros((games, scenario.actions), np.int8)
        made, results, first = np.zeros(games, np.int64), np.zeros(games), np.zeros(2, np.int64)
        kernels.enter_rows(scenario.world, records, rows, positions, seeds, masks)
        for part in np.array_split(rows, math.ceil(games / 16)):  # other threads can run between two calls
            given = scenario.world, self._chances, records, part, masks, self.policies, first, seeds
            kernels.play_rows_on(*given, kernels.FOREVER, LONGEST, 0, made)
        kernels.value_rows(scenario.world, records, rows, 0, self._weights, results)
        return (1 + results) / 2

    def answer(self, game: Game[Any], policy: int, key: np.uint64) -> int:
        """Return the action that a policy, by number, takes for the team that decides."""
        actions = np.zeros(1, np.int64)
        mask = game.legal_mask()[None]
        keys = np.array([key], np.uint64)
        given = self._scenario.world, game.games, np.zeros(1, np.int64), mask, self.policies, policy, keys
        self._kernels.answer_rows(*given, actions)
        return int(actions[0])


@dataclass(frozen=True)
class Stand:
    """What a position is worth for team 0, in points, when bots play it to the end.

    Attributes:
      decision: after how many decisions it stands.
      turn: that begins in it.
      worth: 0 … 1.
      error: standard error of `worth`.
    """

    decision: int
    turn: int
    worth: float
    error: float


def stand_of(played: PlayedOn, position: Records, decision: int, games: int = GAMES) -> Stand:
    """Return what a position is worth after so many decisions; of a game that is over: its result."""
    results = played.results(position, decision, games)
    return Stand(decision, int(position["turn"][0]), float(results.mean()), _error(results))


@dataclass(frozen=True)
class SetUp:
    """What a team's set-up was worth to it, in points, against set-ups of bots in the same game.

    Attributes:
      team: whose.
      worth: of the game after the set-up.
      usual: the same with the team's decisions taken by the game's policies in turn, the other team's as they were.
      error: standard error of the difference.
    """

    team: int
    worth: float
    usual: float
    error: float

    @property
    def cost(self) -> float:
        """How much better the bots' set-ups were, in points."""
        return self.usual - self.worth


def set_up_of(played: PlayedOn, record: GameRecord, team: int, after: Records, games: int = GAMES) -> SetUp | None:
    """Compare a team's set-up with those of bots; None: it decided nothing then.

    Args:
      played: plays on in the record's scenario.
      record: of the game.
      team: whose set-up.
      after: the position in which the first turn begins, shape (1,).
      games: that are played on from each of the two.
    """
    scenario, names = record.load_scenario(), [line.action for line in record.lines]
    others = np.zeros(games, scenario.record_type)
    generator = np.random.default_rng((SEED, team))
    for number in range(games):
        # Its own dice: what is drawn by lot is drawn as it was.
        game = Game(scenario, seed=record.seed, start=record.start or None)
        own = _set_up(game, names, team, played, number % len(played.policies), generator)
        if not own:
            return None
        others[number] = game.games[0]
    was, usual = played.results(after, team, games), played.results(others, team, games)
    worth, better = (results if team == 0 else 1 - results for results in (was, usual))
    return SetUp(team, float(worth.mean()), float(better.mean()), _error(better - worth))


def _set_up(
    game: Game[Any], names: Iterable[str], team: int, played: PlayedOn, policy: int, generator: np.random.Generator
) -> int:
    """Set a game up as it was, a team's decisions by a policy; return how many these were."""
    own, left = 0, [name for name in names]
    while not game.over and game.turn == 0:
        name = left.pop(0) if left else ""
        if game.decider == team or name not in game.legal_actions():
            own += game.decider == team
            game.step(played.answer(game, policy, generator.integers(2**64, dtype=np.uint64)))
        else:
            game.step(name)
    return own


def _error(values: Float64) -> float:
    return float(values.std(ddof=1) / math.sqrt(len(values))) if len(values) > 1 else math.inf
