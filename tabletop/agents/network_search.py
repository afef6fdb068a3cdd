"""Search by networks that score actions (tabletop.agents.scoring): plans, or actions where there is one network alone.

A plan is a policy for the rest of the team's own phase. A single action seldom matters, and a play-out is too noisy to
tell what it gains; another way to play a whole phase often does. The best of a few policies, by play-outs, is a rollout
algorithm (Bertsekas, Tsitsiklis and Wu 1997).
"""

import pickle
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from tabletop.agents.base import Masks, Records, Rows
from tabletop.agents.scoring import Scorer, likeliest
from tabletop.agents.search import Candidate, Planner, Search, Thought, best
from tabletop.definition import GameDefinition, Scenario
from tabletop.header import NONE

# Of a search for actions, measured in docs/results.md, "Search": in a longer play-out dice hide the small gains of an
# action over a network's choice, and gains of one standard error aren't real: errors of its value are as large.
NETWORK_TURNS, NETWORK_GATE = 1, 2.0
LEAST = 0.05  # actions less probable than this share of the most probable one aren't tried
# Of a search for plans, "Plans for a phase" there: gains of a phase are larger than errors of the value.
PLAN_TURNS, PLAN_GATE = 3, 0.5
DECISIONS_IN_PHASE = 8  # of a team, about: a plan is thought out once for all of them
PLAN_SHARE = 0.5  # of the time of the decisions in a phase, for its plan; the rest is for each one's actions


class NetworkSearch(Search):
    """A search by networks: the first one plays on and judges, the others may play a phase."""

    def __init__(self, networks: Sequence[Any], *, game: GameDefinition, **amounts: Any) -> None:
        """Take the networks, float32 [k] each, as compiled code does; `amounts`: `sims`, `ms`, as of `Search`.

        Those of another size than the first one, or equal to one before, are left out.
        """
        fitting = [network for network in networks if network.shape == networks[0].shape]
        same = [[np.array_equal(network, other) for other in fitting[:i]] for i, network in enumerate(fitting)]
        self._networks = np.stack([network for network, those in zip(fitting, same, strict=True) if not any(those)])
        # By row, team and seed, a stage and its plan; the seed tells apart games whose beginning nobody has announced.
        self._plans: dict[tuple[int, int, int], tuple[int, int]] = {}
        super().__init__(turns=NETWORK_TURNS, gate=NETWORK_GATE, opening=False, game=game, **amounts)

    def planner(self, game: GameDefinition) -> Planner:
        """Return the policies and the value that the search uses."""
        return Planner(game.network_planning_kernels, self._networks, self._values)

    def _values(self, scenario: Scenario) -> Any:
        """Return the weights that value positions: those of the first network, in every scenario."""
        return self._networks[0]

    def prepare(self, scenario: Scenario) -> None:
        """Read what will be played; ValueError: the networks take other facts than the game has."""
        super().prepare(scenario)
        self._plans = {}
        self._scorers = [Scorer(network, name=self.name) for network in self._networks]
        for scorer in self._scorers:
            scorer.prepare(scenario)

    def begin(self, rows: Rows) -> None:
        """Forget the plans of these games (see `Batched.begin`)."""
        if self._plans:
            gone = set(rows.tolist())
            self._plans = {place: plan for place, plan in self._plans.items() if place[0] not in gone}

    @property
    def plans(self) -> bool:
        """Whether there are several networks, and so plans (see `Batched.plans`)."""
        return len(self._networks) > 1

    def kept(self) -> bytes:
        """Return the plans of the running games (see `Batched.kept`)."""
        return pickle.dumps(self._plans)

    def restore(self, kept: bytes) -> None:
        """Continue games with these plans (see `Batched.restore`)."""
        self._plans = pickle.loads(kept)

    def think(self, worlds: Records, games: Records, row: int, masks: Masks, key: np.uint64) -> Thought:
        """Search for a plan at the first decision of an own phase, and for an action at each decision."""
        number, times = 0, 1.0
        if self.plans:
            stage = int(self._planner.kernels.stage_of(games, row))
            if stage != NONE:
                number, times = self._planned(worlds, games, row, stage, key), 1 - PLAN_SHARE
        likely = likeliest(*self._scorers[number].scores(worlds, games[row : row + 1], masks[row])).candidates
        actions = [candidate.action for candidate in likely if candidate.chance >= LEAST * likely[0].chance]
        if len(actions) == 1:
            return Thought(row, actions[0], likely)
        own = self._networks[number][None]
        candidates = self.weigh(worlds, games, row, np.array(actions), key, own, times)
        return Thought(row, best(candidates, NETWORK_GATE), candidates)

    def _planned(self, worlds: Records, games: Records, row: int, stage: int, key: np.uint64) -> int:
        """Return the plan of this stage, the number of a network; at its first decision, search for it."""
        place = row, int(games["decider"][row]), int(games["dice"]["seed"][row])
        planned, plan = self._plans.get(place, (NONE, 0))
        if planned != stage:
            plan = best(self._weigh_plans(worlds, games, row, key), PLAN_GATE)
            self._plans[place] = stage, plan
        return plan

    def _weigh_plans(self, worlds: Records, games: Records, row: int, key: np.uint64) -> tuple[Candidate, ...]:
        """Play all plans out; `action` is the number of the network."""
        play = partial(
            self._planner.kernels.sample, worlds, self._chances, games, row, self._trials, self._spare,
            self._planner.policies, self._weights, key, PLAN_TURNS, self.decisions, True,
        )  # fmt: skip
        return self.halve(np.arange(len(self._networks)), play, times=PLAN_SHARE * DECISIONS_IN_PHASE)


def searching(networks: Sequence[Any], game: GameDefinition, amount: str, name: str) -> NetworkSearch:
    """Return a search by networks that score actions, of which the first one is the agent's in this scenario.

    Raises:
      ValueError: `amount` is neither milliseconds nor a number of play-outs, or out of range.
    """
    taken = "it takes milliseconds of processor time, search=50ms, or a number of play-outs, search=64"
    try:
        amounts = {"ms": float(amount[:-2])} if amount.endswith("ms") else {"sims": int(amount)}
    except ValueError:
        raise ValueError(f"{name}: {taken}") from None
    try:
        return NetworkSearch(networks, game=game, **amounts)
    except ValueError as error:
        raise ValueError(f"{name}: {str(error).removeprefix('search: ')}; {taken}") from None
