#!/usr/bin/env python3
"""What does a searching agent gain by its plans, and by what should it choose them?

    python benchmarks/lab/plan_gains.py --agent champion:search=1 --positions 200

The agent's first policy plays against itself. In about a third of the positions in which an own phase begins, each of
its policies plays this phase, and the first one plays on, `--samples` times, all with the same dice: for each number of
turns in `--turns`, then valued as the agent does it, and to the end of the game. Play-outs chosen by lot are what a
search has seen, which chooses by them as `Search` does. The others, to the end, tell what its choice gains over the
first policy.

Prints, by turns: the time of a play-out, as a share of one to the end; the standard deviation of a gain; and, if a
search may take the time of `--play-outs` play-outs to the end, by its gate: the mean gain of a phase, in results (a win
is 1, a loss -1) with its 95 % interval over the positions, and how often it follows another plan.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from paintball_env import Game, Scenario, make_agent
from tabletop.agents.search import Search, best
from tabletop.agents.trained import TrainedAgent
from tabletop.game.header import NONE

END = 1 << 30  # turns of a play-out to the end of the game
SHARE = 0.3  # of the phases
AGAIN = 8  # how often the play-outs of a position are dealt to the search and to the truth


class Plans:
    """The policies of a searching agent as plans."""

    def __init__(self, name: str, scenario: Scenario) -> None:
        agent = make_agent(name)
        agent.prepare(scenario)
        search = agent.player if isinstance(agent, TrainedAgent) else agent
        if not isinstance(search, Search) or len(search.policies) < 2:
            sys.exit(f"--agent {name}: a search with at least two policies is needed")
        self._search, self.count = search, len(search.policies)

    def begins(self, game: Game, before: int) -> int:
        """The number of the deciding team's own phase; NONE: it isn't one, or it is `before`."""
        number = self._search.own_stage(game.games, 0)
        return NONE if number == before else number

    def usual(self, game: Game) -> int:
        """The action of the first policy."""
        mask = game.legal_mask()[None]
        return int(self._search.proposed(game.scenario.world, game.games, 0, mask, np.uint64(game.decider))[0])

    def worth(self, game: Game, turns: int, samples: int, key: int) -> np.ndarray:
        """What play-outs of each plan are worth, [samples, plans]."""
        tried, out = np.arange(self.count), np.zeros((samples, self.count))
        play = self._search.play_outs(game.scenario.world, game.games, 0, np.uint64(key), turns, NONE)
        for number in range(samples):
            sums = np.zeros((3, self.count))
            play(tried, self.count, number, 1, sums)
            out[number] = sums[0]
        return out

    def chosen(self, worths: np.ndarray, sims: int, gates: list[float]) -> list[int]:
        """The plan that a search takes by so many of these play-outs in all, by its gate."""

        def play(tried: Any, count: int, first: int, number: int, sums: Any) -> None:
            if first + number > len(worths):
                sys.exit(f"--samples: too few to choose by {sims} play-outs in all")
            seen = worths[first : first + number, tried[:count]]
            gains = seen - seen[:, :1]
            sums[:, :count] += seen.sum(0), gains.sum(0), (gains**2).sum(0)

        self._search.sims, self._search.ms = sims, None
        candidates = self._search.halve(np.arange(self.count), play)
        return [best(candidates, gate) for gate in gates]


def positions(plans: Plans, scenario: Scenario, rng: np.random.Generator) -> Iterator[Game]:
    """Yield games of the first policy against itself where an own phase begins."""
    while True:
        game, phase = Game(scenario, seed=int(rng.integers(1 << 62))), NONE
        while not game.over:
            begun = plans.begins(game, phase)
            if begun != NONE:
                phase = begun
                if rng.random() < SHARE:
                    yield game
            game.step(plans.usual(game))


def main() -> None:
    """Play the positions out, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--agent", default="champion:search=1", help="or search:sims=1")
    parser.add_argument("--scenario", default="capture-the-flag-basic-drawn")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--samples", type=int, default=256, help="play-outs of each plan")
    parser.add_argument("--turns", type=int, nargs="+", default=[2, 3, 4, 6])
    parser.add_argument("--gates", type=float, nargs="+", default=[0.0, 0.5, 1.0, 2.0])
    parser.add_argument("--play-outs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    scenario = Scenario.load(options.scenario)
    plans, rng = Plans(options.agent, scenario), np.random.default_rng(options.seed)
    lengths = [*options.turns, END]
    kept: list[np.ndarray] = []
    seconds = np.zeros(len(lengths))
    for game in positions(plans, scenario, rng):
        key, worths = int(rng.integers(1 << 62)), []
        for i, turns in enumerate(lengths):
            began = time.process_time()
            worths.append(plans.worth(game, turns, options.samples, key))
            seconds[i] += time.process_time() - began if kept else 0.0  # the first one may compile
        kept.append(np.stack(worths))
        print(f"\r{len(kept)} of {options.positions} positions", end="", file=sys.stderr, flush=True)
        if len(kept) == options.positions:
            break
    print(file=sys.stderr)
    report(plans, np.stack(kept), seconds, options, rng)


def report(plans: Plans, worths: np.ndarray, seconds: np.ndarray, options: Any, rng: np.random.Generator) -> None:
    """Print the table; worths: [positions, lengths, samples, plans]."""
    gains = worths - worths[..., :1]
    mean = gains[:, -1].mean(1)
    error = 1.96 * mean.std(0) / len(mean) ** 0.5
    each = (f"{gain:+.3f} ± {width:.3f}" for gain, width in zip(mean.mean(0), error, strict=True))
    print("gain of each plan, followed always:", ", ".join(each))
    print("| turns | time | deviation |", *(f"gate {gate:g} |" for gate in options.gates))
    print("|---" * (3 + len(options.gates)) + "|")
    for i, turns in enumerate([*options.turns, "to the end"]):
        share = seconds[i] / seconds[-1]
        results = np.zeros((2, len(options.gates), len(gains)))
        for place in range(len(gains)):
            for _ in range(AGAIN):
                order = rng.permutation(options.samples)
                seen, rest = np.split(order, [options.samples * 3 // 4])
                taken = plans.chosen(worths[place, i][seen], round(options.play_outs / share), options.gates)
                results[0, :, place] += gains[place, -1][rest][:, taken].mean(0) / AGAIN
                results[1, :, place] += (np.array(taken) > 0) / AGAIN
        cells = (
            f"{gain.mean():.3f} ± {1.96 * gain.std() / len(gain) ** 0.5:.3f}, {often.mean():.0%} |"
            for gain, often in zip(*results, strict=True)
        )
        print(f"| {turns} | {share:.2f} | {gains[:, i, :, 1:].std(1).mean():.2f} |", *cells)


if __name__ == "__main__":
    main()
