#!/usr/bin/env python3
"""How much do agents give away where the best action is known exactly? Their regret in the last phase of small games.

    python benchmarks/lab/regret.py --roots 24 hunter champion search:sims=256

Two play against two on a board of ten hexes with cover. `random` and `hunter` play until the second phase of the last
turn begins; from there backward induction over exact odds (`paintball_env.outcomes`) gives what every position that
can come up is worth if both play their best. Each agent then plays both sides on, `--plays` times from each such
position, and each of its decisions is held against the best one.

Prints, of the decisions with more than one legal action: how many; how many of them were best ones; the mean regret,
in points of score (a game has 100) with its 95 % interval, bootstrapped over the positions begun from; and the regret
of all decisions from there to the end of the game.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tabletop.agents.view import view_of

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from paintball_env import Game, Scenario, make_agent, outcomes
from tabletop.agents.base import ask, copy_for_game, prepare

SCENARIO = """
name = "two-against-two"
title = "Two against two"
objective = "single"
setup = "drawn"
map = '''
    . . .
   R . . B
    . . .
'''
[red]
figures = 2
[blue]
figures = 2
[cover]
soft = 1
[rules]
max_turns = 3
"""
LARGEST = 20_000  # positions of a tree; greater ones are left out
BEST = 1e-12  # a decision with less regret is a best one
AGENTS = ("random", "hunter@1", "hunter", "sentinel", "raider", "striker", "expectimax", "search:sims=256", "champion")


class TooLargeError(Exception):
    """More positions can come up than may be solved."""


class Solution:
    """What positions are worth to team 0, -1 … 1, if both play their best.

    Attributes:
      values: by the position's text, of all that have been met.
    """

    def __init__(self, scenario: Scenario) -> None:
        """Begin with nothing."""
        self.scenario, self.values = scenario, dict[str, float]()

    def value(self, game: Game, limit: int) -> float:
        """Return the value of a position; TooLargeError: more than `limit` new ones would have to be solved."""
        text = game.position()
        if text not in self.values:
            ended = game.outcome()
            if ended is None and len(self.values) >= limit:
                raise TooLargeError
            self.values[text] = (
                {0: 1.0, 1: -1.0, -1: 0.0}[ended.winner] if ended else self._best(game, self.worths(game, limit))
            )
        return self.values[text]

    def worths(self, game: Game, limit: int = sys.maxsize) -> dict[int, float]:
        """Return the expected value to team 0 of each legal action, by its index."""
        return {action: self._expected(game, action, limit) for action in game.legal_indices()}

    def _expected(self, game: Game, action: int, limit: int) -> float:
        ways = outcomes(game, action)
        return sum(float(way.probability) * self.value(Game.of_record(self.scenario, way.game), limit) for way in ways)

    @staticmethod
    def _best(game: Game, worths: dict[int, float]) -> float:
        return max(worths.values()) if game.decider == 0 else min(worths.values())


class Regrets(NamedTuple):
    """Of an agent from one root.

    Attributes:
      decisions: that had more than one legal action.
      best: how many of them were best ones.
      total: what all of them gave away, in points of score.
      plays: how often the game was played on.
    """

    decisions: int
    best: int
    total: float
    plays: int


def roots(scenario: Scenario, seed: int) -> Iterator[Game]:
    """Play games on until the second phase of their last turn begins, and give those that get there."""
    agents = [make_agent("random"), make_agent("hunter")]
    scenarios = [prepare(agent, scenario) for agent in agents]
    last = scenario.rules.max_turns
    while True:
        seed += 1
        game = Game(scenario, seed=seed)
        players = [copy_for_game(agents[(seed + team) % 2], seed, team) for team in range(2)]
        while not game.over and not (game.turn == last and game.record["phase"] == 2):
            game.step(_asked(players[game.decider], scenarios[(seed + game.decider) % 2], game))
        if not game.over:
            yield game


def _asked(player: Any, scenario: Scenario, game: Game) -> int:
    mask = game.legal_mask()
    return ask(player, view_of(scenario, game.games, mask), mask)


def regrets(agent: Any, shown: Scenario, root: Game, solution: Solution, plays: int, seed: int) -> Regrets:
    """Have an agent play both sides from a solved position on."""
    decisions, best, total = 0, 0, 0.0
    for number in range(plays):
        game = root.clone(seed=seed + number)
        players = [copy_for_game(agent, seed + number, team) for team in range(2)]
        while not game.over:
            action = _asked(players[game.decider], shown, game)
            worths = solution.worths(game)
            if len(worths) > 1:
                gap = abs(solution.value(game, sys.maxsize) - worths[action])
                decisions, best, total = decisions + 1, best + (gap < BEST), total + 50 * gap
            game.step(action)
    return Regrets(decisions, best, total, plays)


def interval(values: np.ndarray, weights: np.ndarray, noise: np.random.Generator) -> tuple[float, float]:
    """The 95 % interval of sum(values) / sum(weights), bootstrapped over rows."""
    samples = noise.integers(0, len(values), (2000, len(values)))
    low, high = np.percentile(values[samples].sum(axis=1) / weights[samples].sum(axis=1), (2.5, 97.5))
    return float(low), float(high)


def main() -> None:
    """Read the arguments, solve, and print the table."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("agents", nargs="*", default=AGENTS, help=f"by name; otherwise {' '.join(AGENTS)}")
    arguments.add_argument("--roots", type=int, default=24, help="positions begun from (default: 24)")
    arguments.add_argument("--plays", type=int, default=8, help="games from each (default: 8)")
    arguments.add_argument("--seed", type=int, default=0, help="the same seed, the same table (default: 0)")
    options = arguments.parse_args()
    sys.setrecursionlimit(20_000)
    scenario = Scenario.parse(SCENARIO)
    solution, solved_roots = Solution(scenario), []
    for root in roots(scenario, options.seed):
        try:
            solution.value(root, len(solution.values) + LARGEST)
        except TooLargeError:
            continue
        solved_roots.append(root)
        print(f"{len(solved_roots)} of {options.roots} solved, {len(solution.values):,} positions", file=sys.stderr)
        if len(solved_roots) == options.roots:
            break
    print(f"\n{len(solution.values):,} positions solved, {options.roots} begun from, {options.plays} games from each")
    print(f"{'agent':<24}{'decisions':>10}{'best':>8}   {'regret a decision':<22}{'regret a game':<22}")
    for name in options.agents:
        agent = make_agent(name)
        agent_scenario = prepare(agent, scenario)
        rows = [regrets(agent, agent_scenario, root, solution, options.plays, options.seed) for root in solved_roots]
        decisions, best, totals, plays = (np.array(column, float) for column in zip(*rows, strict=True))
        noise, cells = np.random.Generator(np.random.PCG64(options.seed)), []
        for weights in (decisions, plays):
            low, high = interval(totals, weights, noise)
            cells.append(f"{totals.sum() / weights.sum():.2f} ({low:.2f} to {high:.2f})")
        share = best.sum() / decisions.sum()
        print(f"{name:<24}{int(decisions.sum()):>10}{share:>8.0%}   {cells[0]:<22}{cells[1]:<22}", flush=True)


if __name__ == "__main__":
    main()
