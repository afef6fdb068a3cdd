"""The agent `search`: it simulates actions by play-outs, with its own dice (docs/planning.md)."""

import math
import pickle
import time
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from tabletop.agents.base import Actions, Batched, Keys, Masks, Records, Rows
from tabletop.agents.opening_book import OpeningBook, content_of_books, find_book
from tabletop.game.chance import new_chance
from tabletop.game.definition import GameDefinition, Scenario
from tabletop.game.header import NONE
from tabletop.play.search_log import Candidate, Thought

SIMS, TURNS, WIDTH, GATE = 256, 2, 8, 1.0
LONGEST = 5000  # maximum number of decisions of a play-out, in case a turn never ends
MOST = {
    "sims": 1_000_000, "ms": 600_000, "turns": 1000, "width": 10_000, "gate": 1000, "decisions": 1_000_000,
    "planning": 0.9,
}  # fmt: skip
PLANNING = 0.0
DECISIONS_IN_PHASE = 8  # of a team, about: a plan is thought out once for all of them
PLAN_DICE = np.uint64(0x506C616E)  # a plan that these dice favoured is not continued with the same ones
AT_ONCE = 16  # play-outs of each candidate in one call of compiled code: other threads can run between two calls


class Planner(NamedTuple):
    """What a search uses to play.

    Attributes:
      kernels: of `tabletop.game.templates.planning`.
      policies: the arguments of the policies, an array of P.
      weights: by scenario, the weights that value positions, float [k].
    """

    kernels: Any
    policies: np.ndarray
    weights: Callable[[Scenario], np.ndarray]


def best(candidates: tuple[Candidate, ...], gate: float) -> int:
    """Return the second of at least two candidates, if it is better than the first by `gate` errors; else the first."""
    second = candidates[1]
    better = second.gain > 0 and second.gain > gate * second.error
    return second.action if better else candidates[0].action


class Search(Batched):
    """Plays each candidate out for a few turns, and deviates from its policy's own choice only for a clear gain.

    A candidate is an action, or, at the first decision of an own phase, a plan: a policy for the rest of the phase. A
    single action seldom matters, and a play-out is too noisy to tell what it gains; another way to play a whole phase
    often does. The best of a few policies, by play-outs, is a rollout algorithm (Bertsekas, Tsitsiklis and Wu 1997).

    Attributes:
      thoughts: of the last call, one for each game in it.
    """

    plan_turns, plan_gate = 2, 1.0
    others: int | None = None  # how many of the policies, in turn, play the other team in a play-out; None: all

    def __init__(
        self,
        sims: int = SIMS,
        ms: float | None = None,
        turns: int = TURNS,
        width: int = WIDTH,
        gate: float = GATE,
        decisions: int = LONGEST,
        opening: bool = True,
        planning: float = PLANNING,
        *,
        game: GameDefinition[Any],
    ) -> None:
        """Set how much it computes.

        Args:
          sims: number of play-outs per decision, approximately.
          ms: instead, milliseconds of processor time per decision; then the same seed need not give the same game.
            None: play out `sims` times.
          turns: number of turns of a play-out of actions; of plans, `plan_turns`.
          width: maximum number of actions tried.
          gate: by how many standard errors an action must be better than the policy's own choice; a plan than the first
            policy, `plan_gate`.
          decisions: maximum number of decisions of a play-out, of both teams.
          opening: before the first turn, decide by the game's opening book for the scenario, if there is one.
          planning: share of the computing in an own phase, 0 to 0.9, that is spent at its first decision, to choose the
            policy that plays the phase; the rest is spent on actions. 0: no policy is chosen. Amounts per decision hold
            on average, for phases of eight decisions.
          game: what is played.

        Raises:
          ValueError: a number out of range.
        """
        for name, number, least in (
            *(("sims", sims, 1), ("turns", turns, 1), ("width", width, 2)),
            *(("gate", gate, 0), ("decisions", decisions, 0), ("planning", planning, 0)),
        ):
            if not least <= number <= MOST[name]:
                raise ValueError(f"search: {name} {number:g}: {least} to {MOST[name]}")
        if ms is not None and not 0 < ms <= MOST["ms"]:
            raise ValueError(f"search: ms {ms:g}: more than 0, at most {MOST['ms']}")
        if ms is not None and sims != SIMS:
            raise ValueError("search: sims and ms: only one of them can be the limit")
        arguments: dict[str, float] = {"sims": sims} if ms is None else {"ms": ms}
        for name, value, usual in (
            *(("turns", turns, TURNS), ("width", width, WIDTH)),
            *(("gate", gate, GATE), ("decisions", decisions, LONGEST), ("planning", planning, PLANNING)),
        ):
            if value != usual:
                arguments[name] = value
        if not opening:
            arguments["opening"] = 0
        super().__init__("search:" + ",".join(f"{name}={number:g}" for name, number in arguments.items()))
        self.sims, self.ms, self.turns, self.width, self.gate = sims, ms, turns, width, gate
        self.decisions, self.planning = decisions, planning
        self._openings = game.openings() if opening else None
        self.book: OpeningBook | None = None
        self._planner = self.planner(game)
        # By row, team and seed, a stage and its plan; the seed tells apart games whose beginning nobody has announced.
        self._followed: dict[tuple[int, int, int], tuple[int, int]] = {}
        self.thoughts: list[Thought] = []

    @property
    def plays_by(self) -> list[tuple[str, bytes]]:
        """The data files that decide how it plays, in all scenarios: what each is, and its content."""
        return [] if self._openings is None else content_of_books(self._openings)

    def planner(self, game: GameDefinition[Any]) -> Planner:
        """Return what it uses to play: the game's own policies and value of positions."""
        policies = np.concatenate(list(game.policies().values()))
        return Planner(game.planning_kernels, policies, game.value_weights)

    def prepare(self, scenario: Scenario) -> None:
        """Allocate arrays, load the weights that value positions, and the opening book if there is one."""
        self.book = None if self._openings is None else find_book(self._openings, scenario)
        self._weights = self._planner.weights(scenario)
        self._trials = np.zeros(1, scenario.record_type)
        self._spare = np.zeros((2, scenario.actions), np.int8)
        self._chances = new_chance()
        self._followed = {}

    def begin(self, rows: Rows) -> None:
        """Forget the plans of these games (see `Batched.begin`)."""
        if self._followed:
            gone = set(rows.tolist())
            self._followed = {place: plan for place, plan in self._followed.items() if place[0] not in gone}

    @property
    def policies(self) -> np.ndarray:
        """The policies that it plays out, an array of P; the first one's own choice is what it improves."""
        return self._planner.policies

    @property
    def plans(self) -> bool:
        """Whether it chooses policies for phases, of several (see `Batched.plans`)."""
        return self.planning > 0 and len(self.policies) > 1

    def kept(self) -> bytes:
        """Return the plans of the running games (see `Batched.kept`)."""
        return pickle.dumps(self._followed)

    def restore(self, kept: bytes) -> None:
        """Continue games with these plans (see `Batched.restore`)."""
        self._followed = pickle.loads(kept)

    def decide(self, worlds: Records, games: Records, rows: Rows, masks: Masks, actions: Actions, keys: Keys) -> None:
        """Fill the actions of the rows (see `Batched.decide`)."""
        self.thoughts = [self.think(worlds, games, int(row), masks, keys[row]) for row in rows]
        actions[rows] = [thought.action for thought in self.thoughts]

    def think(self, worlds: Records, games: Records, row: int, masks: Masks, key: np.uint64) -> Thought:
        """Search in one game with at least two legal actions (see `Batched.decide`), or look it up in the book."""
        if self.book is not None and (weighed := self.book.weigh(games[row], masks[row])):
            return Thought(row, weighed[0].action, weighed)
        plan, times = 0, 1.0
        if self.plans and (stage := self.own_stage(games, row)) != NONE:
            plan, times = self._planned(worlds, games, row, stage, key), 1 - self.planning
        return self.choose(worlds, games, row, masks, key, plan, times)

    def own_stage(self, games: Records, row: int) -> int:
        """Return the number of the deciding team's own phase; NONE: it is in none."""
        return int(self._planner.kernels.stage_of(games, row))

    def choose(
        self, worlds: Records, games: Records, row: int, masks: Masks, key: np.uint64, plan: int, times: float
    ) -> Thought:
        """Search for an action, of which policy `plan` plays the rest of the own phase; `times`: see `halve`."""
        actions = self.proposed(worlds, games, row, masks, key, plan)
        candidates = self.weigh(worlds, games, row, actions, key, plan, times)
        return Thought(row, best(candidates, self.gate), candidates)

    def _planned(self, worlds: Records, games: Records, row: int, stage: int, key: np.uint64) -> int:
        """Return the plan of this stage, the number of a policy; at its first decision, search for it."""
        place = row, int(games["decider"][row]), int(games["dice"]["seed"][row])
        planned, plan = self._followed.get(place, (NONE, 0))
        if planned != stage:
            options = np.arange(len(self.policies))
            play = self.play_outs(worlds, games, row, key ^ PLAN_DICE, self.plan_turns, NONE)
            plan = best(self.halve(options, play, self.planning * DECISIONS_IN_PHASE), self.plan_gate)
            self._followed[place] = stage, plan
        return plan

    def play_outs(
        self, worlds: Records, games: Records, row: int, key: np.uint64, turns: int, plan: int
    ) -> Callable[..., None]:
        """Return the compiled function that plays candidates out, with its first arguments."""
        return partial(
            self._planner.kernels.sample, worlds, self._chances, games, row, self._trials, self._spare, self.policies,
            self.others or len(self.policies), self._weights, key, turns, self.decisions, plan,
        )  # fmt: skip

    def proposed(
        self, worlds: Records, games: Records, row: int, masks: Masks, key: np.uint64, plan: int = 0
    ) -> Actions:
        """Return the actions to try, int64 [k], the own choice of policy `plan` first."""
        actions = np.zeros(self.width, np.int64)
        policies = np.roll(self.policies, -plan, axis=0)
        count = self._planner.kernels.propose(worlds, games, row, masks, policies, self._spare, key, actions)
        return actions[:count]

    def weigh(
        self,
        worlds: Records,
        games: Records,
        row: int,
        actions: Actions,
        key: np.uint64,
        plan: int = 0,
        times: float = 1,
    ) -> tuple[Candidate, ...]:
        """Play candidates out; after each round, only the better ones are played on.

        Args:
          worlds: see `Batched.decide`.
          games: see `Batched.decide`.
          row: of the game.
          actions: int64 [k], at least two; the others are compared with the first one.
          key: determines the dice and the policies' noise.
          plan: the number of the policy that plays the rest of the own phase.
          times: see `halve`.

        Returns:
          The first one, then the others, the likeliest to be better first.
        """
        return self.halve(actions, self.play_outs(worlds, games, row, key, self.turns, plan), times)

    def halve(self, options: Actions, play: Callable[..., None], times: float = 1) -> tuple[Candidate, ...]:
        """Play options out; after each round, the better half is played on, at least two (sequential halving).

        Args:
          options: int64 [k], at least two; the others are compared with the first one.
          play: the compiled function that plays them out, with its first arguments; it takes what `sample` takes last,
            from `tried` on.
          times: by how much the amounts of a decision are multiplied.

        Returns:
          The first one, then the others, the likeliest to be better first; `action` is the option.
        """
        kernels = self._planner.kernels
        count = active = len(options)
        ranked, visits, sums = options.copy(), np.zeros(count, np.int64), np.zeros((3, count))
        play_outs, rounds = 0, max(1, math.ceil(math.log2(count)))
        began = time.process_time()
        for round_number in range(rounds):
            until = began + times * (self.ms or 0) / 1000 * (round_number + 1) / rounds
            goal = play_outs + (max(1, round(times * self.sims / (rounds * active))) if self.ms is None else 1)
            while True:
                number = min(goal - play_outs, AT_ONCE) if play_outs < goal else 1
                play(ranked, active, play_outs, number, sums)
                play_outs += number
                visits[:active] += number
                if play_outs >= goal and time.process_time() >= until:
                    break
            half = max(2, (active + 1) // 2)
            kernels.keep_best(ranked, active, visits, sums, half)
            active = half
        candidates = []
        for i in range(count):
            n = int(visits[i])
            value, gain = sums[0, i] / n, sums[1, i] / n
            spread = max(0.0, sums[2, i] / n - gain * gain)
            error = math.sqrt(spread / (n - 1)) if n > 1 else math.inf if i else 0.0
            candidates.append(Candidate(int(ranked[i]), n, value, gain, error))
        return tuple(candidates)
