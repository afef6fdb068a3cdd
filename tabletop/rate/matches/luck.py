"""Luck and choices: what dice have done in a game, by the game's own value of positions and the exact odds.

A draw's luck is the value of the position after it, minus the mean over all results that the draw could have given,
each with its probability. So luck has the mean 0, whether the value is good or bad: with it a result can be split into
start, luck and choices, and the luck can be subtracted from a score (docs/tournament.md).
"""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tabletop.base.arrays import Float32, Float64, Int64, Records
from tabletop.game.arrays import Memory
from tabletop.game.chance import new_chance
from tabletop.game.definition import Scenario
from tabletop.game.draws import Draw, number_of
from tabletop.play.odds import OwnOdds
from tabletop.play.records import GameRecord, replay_game
from tabletop.rate.matches.rating import EDGE, FEW, LEVEL

ROLLS = 1_000  # number of sampled rolls that replace the ways for the dice to fall where these are too many
STARTS = 10_000  # the same for beginnings of games, which all have one mean
KEPT = 16  # positions whose values are kept while an action is rolled again


class Dice:
    """Measures the effect of dice in a scenario's games; values are those of team 0, -1 … 1.

    Attributes:
      scenario: of the games.
      most_ways: for the dice of an action to fall; with more ways, `rolls` sampled rolls replace them all.
      rolls: see there.
      weights: of the value of positions; they may be replaced.
    """

    def __init__(
        self, scenario: Scenario, most_ways: int | None = None, rolls: int = ROLLS, network: Float32 | None = None
    ) -> None:
        """Allocate the arrays.

        Args:
          scenario: of the games.
          most_ways: see the attributes; None: the game's `luck_ways`.
          rolls: see the attributes.
          network: values the positions: a network that scores actions, float32 [k] as compiled code takes it; None: the
            game's own value of positions.
        """
        game = scenario.game
        self.scenario, self.most_ways, self.rolls = scenario, most_ways or game.luck_ways, rolls
        self._kernels = game.luck_kernels if network is None else game.network_luck_kernels
        self.weights = game.value_weights(scenario) if network is None else network
        self._chances, self._traced, self._tapes = new_chance(), new_chance(traced=True), new_chance()
        self._trials, self._copies = (np.zeros(1, scenario.record_type) for _ in range(2))
        dice = scenario.record_type["dice"].itemsize  # in front; like the record, a multiple of 8 bytes
        self._position = self._trials.view(np.uint64)[dice // 8 :]
        self.kept, self.known = np.zeros((KEPT, len(self._position)), np.uint64), np.zeros(KEPT)
        self.filled, self._mask = np.zeros(1, np.int64), np.zeros(scenario.actions, np.int8)
        self._start: float | None = None
        self._own = OwnOdds(game)

    @property
    def begin(self) -> int:
        """The number used instead of an action at the beginning of a game."""
        return int(self._kernels.BEGIN)

    @property
    def _memory(self) -> Memory:
        valued = self._mask, self._trials, self._position, self.weights, self.kept, self.known, self.filled
        return Memory(*valued, self._own.own, self._own.odds)

    def value(self, games: Records) -> float:
        """Return the value of a position, a record of shape (1,)."""
        return float(self._kernels.value_of(self.scenario.world, games, self.weights))

    def averages(
        self, games: Records, action: int, drawn: Sequence[int] | Int64, rolls: int | None = None
    ) -> tuple[Float64, bool]:
        """Return the mean value of an action before its dice, and after each of the draws that were made.

        Args:
          games: the position before the action, shape (1,); not changed.
          action: a legal one by index; `begin`: the beginning of a game, from the record before the first decision.
          drawn: int64 [n], results of the draws that were made.
          rolls: number of rolls instead of the default.

        Returns:
          float64 [n + 1], and whether they are exact; if not, only the first is known, from sampled rolls, and all
          entries are equal to it.
        """
        means = np.zeros(len(drawn) + 1)
        self.filled[0] = 0
        results = np.asarray(drawn, np.int64)
        while True:
            of_action = self.scenario.world, self._tapes, games, action, self._memory, self.most_ways
            ways = self._kernels.average(*of_action, results, means, np.zeros(len(means)))
            if ways != self._kernels.MISSING:
                break
            self._own.learn(self._tapes)
        if ways != self._kernels.TOO_MANY:
            return means, True
        key = np.uint64(np.frombuffer(games.tobytes(), np.uint8).sum())
        rolled = self.scenario.world, self._chances, games, action, self._memory, rolls or self.rolls, key
        means[:] = self._kernels.sampled(*rolled)
        return means, False

    def add_beginning(self, games: Records, rows: Int64, luck: Float64) -> None:
        """Add the luck of the beginning to `luck`, for games that have just begun.

        Args:
          games: records, shape (B,).
          rows: int64 [k].
          luck: float64 [B].
        """
        if self._start is None:
            start = self.scenario.game.start_record(self.scenario)
            self._start = float(self.averages(start, self.begin, (), STARTS)[0][0])
        for row in rows.tolist():
            luck[row] += self.value(games[row : row + 1]) - self._start

    def add(self, games: Records, rows: Int64, actions: Int64, counters: Int64, luck: Float64) -> None:
        """Add the luck of the actions that are about to be taken.

        Args:
          games: records, shape (B,).
          rows: int64 [k].
          actions: int64 [B], legal ones.
          counters: int64 [B], decisions so far.
          luck: float64 [B].
        """
        first = 0
        while first < len(rows):
            drawn_from = self.scenario.world, self._chances, self._traced, self._tapes
            to_do = games, rows, actions, first, self._copies, self._memory, self.most_ways, self.rolls
            first = self._kernels.luck_of_rows(*drawn_from, *to_do, counters, luck)
            if first < len(rows):
                self._own.learn(self._tapes)


@dataclass(frozen=True)
class LuckyDraw:
    """A draw and its effect.

    Attributes:
      decision: its number, from 1; 0: the game's beginning.
      turn: in which the decision was made.
      team: whose decision it was; -1: no team's.
      action: by name; empty: the beginning.
      draw: what was drawn.
      luck: for team 0, in points.
    """

    decision: int
    turn: int
    team: int
    action: str
    draw: Draw
    luck: float


@dataclass(frozen=True)
class GameLuck:
    """A game's result, split into parts. In points of team 0: 1 a win, 0.5 a draw, 0 a loss.

    Attributes:
      start: the game's value before anything was drawn.
      choices: what the choices of each team have added, by the game's value of positions: mistakes are negative for
        team 0, positive for team 1.
      luck: what all draws have added.
      draws: those whose odds could be computed exactly.
      estimated: the part of `luck` that comes from decisions with too many ways for the dice to fall.
      estimates: number of such decisions, including the beginning.
      end: the result; for an unfinished game, its value.
    """

    start: float
    choices: tuple[float, float]
    luck: float
    draws: list[LuckyDraw]
    estimated: float
    estimates: int
    end: float


def luck_of(record: GameRecord, most_ways: int | None = None, rolls: int = ROLLS) -> GameLuck:
    """Play a record again and split its result.

    Args:
      record: of a game.
      most_ways: for the dice of a decision to fall; with more ways, the decision's luck is estimated.
      rolls: number of sampled rolls for that.

    Raises:
      RecordError: replaying the record gives another game.
    """
    scenario = record.load_scenario()
    dice = Dice(scenario, most_ways, rolls)
    choices, draws = [0.0, 0.0], []
    estimated, estimates = 0.0, 0
    position = scenario.game.start_record(scenario)
    if record.start:
        position = scenario.game.parse_position(scenario, record.start)
    worth = start = 0.0
    for number, (game, action) in enumerate(replay_game(record)):
        results = [number_of(draw.result, scenario.game) for draw in game.draws]
        team = int(position["decider"][0]) if number else -1
        index = game.table.index(action, team) if number else dice.begin
        means, exact = dice.averages(position, index, results)
        if number:
            choices[team] += (means[0] - worth) / 2
        else:
            start = (1 + means[0]) / 2
        worth = dice.value(game.games)
        if exact:
            turn = int(position["turn"][0])
            lucks = np.diff(means) / 2
            draws += [
                LuckyDraw(number, turn, team, action if number else "", draw, float(luck))
                for draw, luck in zip(game.draws, lucks, strict=True)
            ]
        else:
            estimated += (worth - means[0]) / 2
            estimates += 1
        position = game.games.copy()
    luck = sum(draw.luck for draw in draws) + estimated
    return GameLuck(start, (choices[0], choices[1]), luck, draws, estimated, estimates, (1 + worth) / 2)


@dataclass(frozen=True)
class Adjusted:
    """A score with the luck removed: the expected score with dice that are neither good nor bad.

    Attributes:
      score, low, high: the estimate and its 95 % interval, within 0 to 1.
      luck: what dice have done, in points per game.
      slope: how much of a point of luck shows in the score; 1 if the value of positions were perfect.
      removed: share of the variance of the pairs' scores that luck explains.
    """

    score: float
    low: float
    high: float
    luck: float
    slope: float
    removed: float

    def turned(self) -> "Adjusted":
        """The same, from the other agent's side."""
        return replace(self, score=1 - self.score, low=1 - self.high, high=1 - self.low, luck=-self.luck)

    def as_dict(self) -> dict[str, float]:
        """Return plain data for JSON."""
        return {name: round(value, 6) for name, value in asdict(self).items()}


def adjusted(scores: NDArray[np.float64], luck: NDArray[np.float64]) -> Adjusted | None:
    """Remove the luck from a score: luck has the mean 0, so any luck left in a mean is known to be chance.

    Args:
      scores: float64[N], the mean score of the games of each pair.
      luck: float64[N], their mean luck, in points of the same agent.

    Returns:
      The estimate by the regression of scores on luck; None: too few pairs, a score too near to 0 or 1, pairs that
      all score alike, or no luck.
    """
    from scipy.special import stdtrit

    pairs = len(scores)
    if pairs < FEW or not EDGE < scores.mean() < 1 - EDGE or scores.std() == 0 or luck.std() == 0:
        return None
    mean, mean_luck = float(scores.mean()), float(luck.mean())
    squares = float(((luck - mean_luck) ** 2).sum())
    slope = float(((luck - mean_luck) * (scores - mean)).sum()) / squares
    residuals = scores - mean - slope * (luck - mean_luck)
    variance = float((residuals**2).sum()) / (pairs - 2)
    half = float(stdtrit(pairs - 2, (1 + LEVEL) / 2)) * math.sqrt(variance * (1 / pairs + mean_luck**2 / squares))
    score = min(max(mean - slope * mean_luck, 0.0), 1.0)
    removed = 1 - variance / float(scores.var(ddof=1))
    return Adjusted(score, max(0.0, score - half), min(1.0, score + half), mean_luck, slope, removed)


def words(score: dict[str, float] | None) -> str:
    """Return what `adjusted` has found as text for a person."""
    if score is None:
        few = f"of fewer than {FEW} pairs, of a score near to 0 or 1"
        return f"with the luck removed: not known {few}, or where all pairs score alike or dice do nothing"
    low, high = 100 * score["low"], 100 * score["high"]
    return (
        f"with the luck removed: {100 * score['score']:.1f} % ({low:.1f} to {high:.1f}); dice did "
        f"{100 * score['luck']:+z.1f} % of a game and explain {100 * score['removed']:z.0f} % of the variance of pairs."
    )
