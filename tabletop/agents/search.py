"""The agent `search`: it plays actions out in its head, with dice of its own (docs/planning.md)."""

import math
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from tabletop.agents.base import Actions, Batched, Keys, Masks, Records, Rows
from tabletop.chance import new_chance
from tabletop.definition import GameDefinition, Scenario

SIMS, TURNS, WIDTH, GATE = 256, 2, 8, 1.0
LONGEST = 5000  # most decisions of a play-out, should a turn never end
MOST = {"sims": 1_000_000, "ms": 600_000, "turns": 1000, "width": 10_000, "gate": 1000, "decisions": 1_000_000}
AT_ONCE = 16  # samples in one call of compiled code: other threads have their turn between two


class Candidate(NamedTuple):
    """An action that the search has tried.

    Attributes:
      action: its index.
      visits: play-outs.
      value: their mean, -1 … 1: the expected result for the deciding team.
      gain: mean of what they are above those of the policy's own choice with the same dice.
      error: standard error of `gain`.
      chance: 0: only an agent that plays nothing out has one (`tabletop.thoughts.Weighed`).
    """

    action: int
    visits: int
    value: float
    gain: float
    error: float
    chance: float = 0.0


class Thought(NamedTuple):
    """What the search has thought before a decision.

    Attributes:
      row: of the game in its batch; 0 for a single game.
      action: what it has taken.
      candidates: what it has tried, the policy's own choice first, then the likeliest to be better first.
    """

    row: int
    action: int
    candidates: tuple[Candidate, ...]


class Planner(NamedTuple):
    """What a search plays by.

    Attributes:
      kernels: of `tabletop.templates.planning`.
      policies: what they take, an array of P.
      weights: by scenario, what positions are valued by, float [k].
    """

    kernels: Any
    policies: Any
    weights: Callable[[Scenario], Any]


class Search(Batched):
    """Plays each candidate out a few turns, and leaves its policy's own choice only for what is clearly better.

    Attributes:
      thoughts: of the last call, one for each game asked for.
    """

    def __init__(
        self,
        sims: int = SIMS,
        ms: float | None = None,
        turns: int = TURNS,
        width: int = WIDTH,
        gate: float = GATE,
        decisions: int = LONGEST,
        *,
        game: GameDefinition[Any],
    ) -> None:
        """Set how much it thinks.

        Args:
          sims: play-outs a decision, about.
          ms: think so many milliseconds of processor time a decision instead; then the same seed needn't give the same
            game. None: play out `sims` times.
          turns: how many turns a play-out lasts.
          width: most actions tried.
          gate: how many standard errors an action must be better than the policy's own choice.
          decisions: most decisions of a play-out, of both teams.
          game: what is played.

        Raises:
          ValueError: a number out of its range.
        """
        for what, number, least in (
            *(("sims", sims, 1), ("turns", turns, 1), ("width", width, 2)),
            *(("gate", gate, 0), ("decisions", decisions, 0)),
        ):
            if not least <= number <= MOST[what]:
                raise ValueError(f"search: {what} {number:g}: {least} to {MOST[what]}")
        if ms is not None and not 0 < ms <= MOST["ms"]:
            raise ValueError(f"search: ms {ms:g}: more than 0, at most {MOST['ms']}")
        given: dict[str, float] = {"sims": sims} if ms is None else {"ms": ms}
        for what, chosen, usual in (
            *(("turns", turns, TURNS), ("width", width, WIDTH)),
            *(("gate", gate, GATE), ("decisions", decisions, LONGEST)),
        ):
            if chosen != usual:
                given[what] = chosen
        super().__init__("search:" + ",".join(f"{what}={number:g}" for what, number in given.items()))
        self.sims, self.ms, self.turns, self.width, self.gate = sims, ms, turns, width, gate
        self.decisions = decisions
        self._planner = self.planner(game)
        self.thoughts: list[Thought] = []

    def planner(self, game: GameDefinition[Any]) -> Planner:
        """Return what it plays by: the game's own policies and value of positions."""
        policies = np.concatenate(list(game.policies().values()))
        return Planner(game.planning_kernels, policies, game.value_weights)

    def prepare(self, scenario: Scenario) -> None:
        """Make room, and learn what positions are worth."""
        self._weights = self._planner.weights(scenario)
        self._trials = np.zeros(1, scenario.record_type)
        self._spare = np.zeros((2, scenario.actions), np.int8)
        self._chances = new_chance()

    def decide(self, worlds: Records, games: Records, rows: Rows, masks: Masks, actions: Actions, keys: Keys) -> None:
        """Fill the actions of the rows (see `Batched.decide`)."""
        self.thoughts = [self._think(worlds, games, int(row), masks, keys[row]) for row in rows]
        actions[rows] = [thought.action for thought in self.thoughts]

    def _think(self, worlds: Records, games: Records, row: int, masks: Masks, key: np.uint64) -> Thought:
        found = self.weigh(worlds, games, row, self.proposed(worlds, games, row, masks, key), key)
        second = found[1]
        better = second.gain > 0 and second.gain > self.gate * second.error
        return Thought(row, second.action if better else found[0].action, found)

    def proposed(self, worlds: Records, games: Records, row: int, masks: Masks, key: np.uint64) -> Actions:
        """Return the actions worth a try, int64 [k], the first policy's own choice first."""
        tried = np.zeros(self.width, np.int64)
        kernels, policies = self._planner.kernels, self._planner.policies
        count = kernels.propose(worlds, games, row, masks, policies, self._spare, key, tried)
        return tried[:count]

    def weigh(
        self, worlds: Records, games: Records, row: int, actions: Actions, key: np.uint64
    ) -> tuple[Candidate, ...]:
        """Play candidates out; fewer and fewer are, those that seem best.

        Args:
          worlds: see `Batched.decide`.
          games: see there.
          row: of the game.
          actions: int64 [k], at least two; the others are compared with the first one.
          key: decides on the dice and on the policies' noise.

        Returns:
          The first one, then the likeliest to be better first.
        """
        kernels, policies = self._planner.kernels, self._planner.policies
        count = left = len(actions)
        tried, visits, sums = actions.copy(), np.zeros(count, np.int64), np.zeros((3, count))
        made, rounds = 0, max(1, math.ceil(math.log2(count)))
        began = time.process_time()
        for done in range(rounds):
            until = began + (self.ms or 0) / 1000 * (done + 1) / rounds
            goal = made + (max(1, round(self.sims / (rounds * left))) if self.ms is None else 1)
            while True:
                number = min(goal - made, AT_ONCE) if made < goal else 1
                kernels.sample(
                    worlds, self._chances, games, row, self._trials, self._spare, policies, self._weights, key,
                    self.turns, self.decisions, tried, left, made, number, sums,
                )  # fmt: skip
                made += number
                visits[:left] += number
                if made >= goal and time.process_time() >= until:
                    break
            kept = max(2, (left + 1) // 2)
            kernels.keep_best(tried, left, visits, sums, kept)
            left = kept
        found = []
        for i in range(count):
            n = int(visits[i])
            value, gain = sums[0, i] / n, sums[1, i] / n
            spread = max(0.0, sums[2, i] / n - gain * gain)
            error = math.sqrt(spread / (n - 1)) if n > 1 else math.inf if i else 0.0
            found.append(Candidate(int(tried[i]), n, value, gain, error))
        return tuple(found)
