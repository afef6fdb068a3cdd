"""Tree search over many positions at once, with any network: a policy improved by planning, and values.

The search is Gumbel's (Danihelka et al. 2022) with chance nodes (tabletop/game/templates/tree.py). The positions at its
leaves are evaluated by a function of a batch: PyTorch, ONNX, an agent's own network.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from tabletop.base.arrays import Float32, Float64, Int64, Numbers
from tabletop.base.errors import brief
from tabletop.env.batch.simulator import Simulator
from tabletop.env.batch.successors import words_of
from tabletop.game.arrays import Forest, ResultRoom
from tabletop.game.chance import new_chance
from tabletop.game.definition import Scenario
from tabletop.game.header import NONE, OVER
from tabletop.play.odds import OwnOdds
from tabletop.play.reset_options import read_count, read_flag, read_seeds

# Of the positions in these rows of the simulator: logits of all actions, float32 [k, A], of which those of illegal
# actions don't matter, and values for the teams that decide, float [k], -1 … 1.
Evaluate = Callable[[Simulator[Any], Int64], tuple[Any, Any]]


class Found(NamedTuple):
    """What a search found of k positions.

    Attributes:
      actions: int64 [k], the best ones; -1: the game is over.
      policies: float32 [k, A], the improved policies, targets for a network; 0 where the game is over.
      values: float64 [k], of the positions for the teams that decide, -1 … 1.
      visits: int64 [k, A], how often each action was tried.
      worths: float64 [k, A], values of the actions that were tried for the teams that decide; NaN: it wasn't.
      leaves: how many positions were evaluated.
    """

    actions: Int64
    policies: Float32
    values: Float64
    visits: Int64
    worths: Float64
    leaves: int


class TreeSearch:
    """Searches up to B positions of a scenario at once.

    Attributes:
      scenario, count: as given.
      leaves: the simulator in which positions are handed to `evaluate`.
    """

    def __init__(
        self,
        scenario: Scenario,
        count: int = 1,
        *,
        simulations: int = 32,
        considered: int = 16,
        exact: int = 8,
        scale: float = 1.0,
        noise: bool = True,
        seed: int = 0,
    ) -> None:
        """Make room for the trees.

        Args:
          scenario: of the positions.
          count: B, most positions at once.
          simulations: of each position: ways down its tree.
          considered: actions tried at a root; sequential halving leaves the better ones.
          exact: actions with so many results at most have all of them in the tree, each with its probability; with more
            they are sampled. 0: all are sampled.
          scale: of values beside a network's logits: the higher, the more what is found counts.
          noise: Gumbel noise at the roots: for training, where it makes the choice a sample; else the best is taken.
          seed: 0 … 2^64 - 1: the same seed and the same calls give the same results.

        Raises:
          ValueError: an argument out of its range.
        """
        self.simulations, self._most = read_count("simulations", simulations), read_count("considered", considered)
        if isinstance(exact, bool) or not hasattr(exact, "__index__") or exact < 0:
            raise ValueError(f"exact {brief(exact)}: a whole number, 0 or more")
        if isinstance(scale, bool) or not isinstance(scale, float | int) or not 0 <= scale < float("inf"):
            raise ValueError(f"scale {brief(scale)}: a number, 0 or more")
        self.leaves: Simulator[Any] = Simulator(scenario, count, seed=seed)
        self.scenario, self.count, self._exact, self._scale = scenario, self.leaves.count, int(exact), float(scale)
        self._noisy, self._kernels = int(read_flag("noise", noise)), scenario.game.tree_kernels
        self._seeds = np.random.default_rng([seed, 1])
        self._schedule = np.array([_schedule(n, self.simulations) for n in range(self._most + 1)])
        self._own, self._halts = OwnOdds(scenario.game), np.array(scenario.game.halts, np.int64)
        self._chances, self._tapes = new_chance(), new_chance()
        self._forest, self._room = self._new_forest(), self._new_room()

    def _new_forest(self) -> Forest:
        games, places, actions = self.count, self.simulations + 1, self.scenario.actions
        nodes = 1 + self.simulations * max(1, self._exact)
        edges, of_tree = (games, places, actions), (games, nodes)
        numbers = [np.zeros(of_tree, np.int32) for _ in range(6)]
        counts = [np.zeros(games, np.int32) for _ in range(5)]
        return Forest(
            records=np.zeros(games * places, self.scenario.record_type),
            logits=np.zeros(edges, np.float32),
            value=np.zeros((games, places)),
            team=np.zeros((games, places), np.int8),
            kind=np.zeros(edges, np.int8),
            tries=np.zeros(edges, np.int32),
            worth=np.zeros(edges),
            first=np.zeros(edges, np.int32),
            parent=numbers[0],
            action=numbers[1],
            place=numbers[2],
            sibling=numbers[3],
            number=numbers[4],
            visits=numbers[5],
            weight=np.zeros(of_tree),
            total=np.zeros(of_tree),
            key=np.zeros(of_tree, np.uint64),
            nodes=counts[0],
            places=counts[1],
            rolls=counts[2],
            leaf=counts[3],
            keys=np.zeros(games, np.uint64),
            considered=np.zeros((games, actions), np.bool_),
            considered_count=counts[4],
        )

    def _new_room(self) -> ResultRoom:
        trials = np.zeros(1, self.scenario.record_type)
        games = np.zeros(16 + 4 * self._exact, self.scenario.record_type)
        mask, keys, chances = np.zeros(self.scenario.actions, np.int8), np.zeros(len(games), np.uint64), len(games)
        return ResultRoom(mask, trials, words_of(trials)[0], games, words_of(games), keys, np.zeros(chances))

    def search(self, positions: Any, evaluate: Evaluate | Any, *, keys: Numbers | None = None) -> Found:
        """Search positions; the dice of the games that they come from are never used.

        Args:
          positions: a View, a Game, text of a position, or records, shape (k,), of at most B games, as for
            `Simulator.enter`.
          evaluate: a function `f(leaves, rows) -> (logits, values)`: `leaves` is a simulator with the positions in
            `rows`, int64 [j], to which it has `observations`, `facts`, `masks` and all else; logits: float32 [j, A],
            those of illegal actions don't matter; values: float [j], for the teams that decide, -1 … 1. Or a trained
            agent, or its name (`Simulator.evaluate`).
          keys: uint64 [k], from which noise and dice of each tree follow; None: fresh ones.

        Raises:
          ValueError: the positions don't fit, or the function's answers have wrong shapes or aren't finite.
        """
        records = self.leaves.records_of(positions)
        if len(records) > self.count:
            raise ValueError(f"positions: {len(records)}, and room for {self.count}")
        ask = evaluate if callable(evaluate) and not hasattr(evaluate, "judge") else _asking(evaluate)
        rows = np.arange(len(records))
        live = rows[records["decision"] != OVER]
        fresh = self._seeds.bit_generator.random_raw(len(records)) if keys is None else None
        own_keys = np.zeros(self.count, np.uint64)
        own_keys[rows] = read_seeds(keys, len(rows), "keys") if fresh is None else fresh
        forest, leaves, kernels = tuple(self._forest), self.leaves, self._kernels
        self._forest.team[rows] = NONE
        given = self.scenario.world, records[live], live, own_keys, forest
        kernels.begin_trees(*given, leaves.games, leaves.masks)
        leaves.note_entered(live)
        self._expand(live, ask)
        evaluated = len(live)
        for simulation in range(self.simulations):
            asked = self._select(live, simulation)
            self._expand(asked, ask)
            kernels.backup_rows(live, forest)
            evaluated += len(asked)
        return self._answer(records, rows, live, evaluated)

    def _select(self, rows: Int64, simulation: int) -> Int64:
        """Go down the trees; return the rows whose positions are to be evaluated."""
        asked, state, first = np.zeros(self.count, np.int64), np.zeros(2, np.int64), 0
        scores, leaves = np.zeros(self.scenario.actions), self.leaves
        while first < len(rows):
            first = self._kernels.select_rows(
                self.scenario.world,
                self._chances,
                self._tapes,
                rows,
                tuple(self._forest),
                tuple(self._room),
                self._own.own,
                self._own.odds,
                self._halts,
                self._exact,
                self._scale,
                self._noisy,
                simulation,
                self._schedule,
                first,
                scores,
                leaves.games,
                leaves.masks,
                asked,
                state,
            )
            if first < len(rows):
                self._own.learn(self._tapes)
        return asked[: state[1]]

    def _expand(self, rows: Int64, ask: Evaluate) -> None:
        if not len(rows):
            return
        logits, values = (np.asarray(each) for each in ask(self.leaves, rows))
        shape = len(rows), self.scenario.actions
        if logits.shape != shape or values.shape != (len(rows),):
            raise ValueError(f"evaluate: logits of shape {shape} and values of shape {shape[:1]} are meant")
        legal = self.leaves.masks[rows] > 0
        if not (np.isfinite(values).all() and np.isfinite(logits[legal]).all()):
            raise ValueError("evaluate: a value, or the logit of a legal action, isn't a finite number")
        given = logits.astype(np.float32), values.astype(np.float64), self._most, self._noisy
        self._kernels.expand_rows(rows, tuple(self._forest), self.leaves.games, self.leaves.masks, *given)

    def _answer(self, records: Any, rows: Int64, live: Int64, leaves: int) -> Found:
        count, forest = len(rows), self._forest
        actions, policies = np.full(count, NONE), np.zeros((count, self.scenario.actions), np.float32)
        values, deciders = np.zeros(count), records["decider"]
        self._kernels.answer_rows(rows, tuple(forest), self._scale, self._noisy, actions, policies, values)
        over = np.setdiff1d(rows, live)
        visits, worths = forest.tries[rows, 0].astype(np.int64), forest.worth[rows, 0]
        visits[over] = 0
        worths = np.where(deciders[:, None] == 0, worths, -worths)
        worths[visits == 0] = np.nan
        return Found(actions, policies, values, visits, worths, leaves)


def _asking(agent: Any) -> Evaluate:
    """What asks a trained agent, or one by name."""

    def ask(leaves: Simulator[Any], rows: Int64) -> tuple[Float32, Float64]:
        judged = leaves.evaluate(agent, rows)
        logits = np.zeros((len(rows), leaves.scenario.actions), np.float32)
        logits[np.repeat(np.arange(len(rows)), np.diff(judged.starts)), judged.listed] = judged.scores
        return logits, judged.values

    return ask


def _schedule(considered: int, simulations: int) -> list[int]:
    """How many visits the action has that is tried in each simulation: the better half is tried twice as often."""
    rounds, remaining, level = max(1, (considered - 1).bit_length()), considered, 0
    visits: list[int] = []
    while len(visits) < simulations:
        for _ in range(max(1, simulations // (rounds * max(1, remaining)))):
            visits += [level] * max(1, remaining)
            level += 1
        remaining = min(considered, max(2, remaining // 2))
    return visits[:simulations]
