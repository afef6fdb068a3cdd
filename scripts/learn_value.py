"""Learns what positions are worth from games of the scripted bots: writes paintball_env/position_value/weights.json.

    python scripts/learn_value.py [--positions 40000] [--seed 1] [--out PATH]

Some minutes on one core. The bots' numbers are varied at random from game to game, so that positions differ too. Each
game gives about half of its turns' first positions, and its result is what is to be foretold: by logistic regression,
an objective each.
"""

import argparse
import json
import time
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
from paintball_env.bots.scripted.temperament import TEMPERAMENTS, Temperament
from scipy.optimize import minimize

from paintball_env import Scenario, Simulator
from paintball_env.position_value import COUNT, WEIGHTS, features_of_rows
from paintball_env.rules.objectives import NAMES

TOGETHER = 64  # games of one pair of bots
SHARE = 0.5  # of a game's turns that are kept
VARIED = 0.3  # share of a bot's numbers that are varied
DECAY = 1e-4  # of the regression
TESTED = 10  # the last of so many parts of a preset's positions is left out of learning, to test by
PRESETS = {
    "capture": ("capture-the-flag", "capture-the-flag-drawn", "capture-the-flag-basic", "capture-the-flag-basic-drawn"),
    "reverse": ("reverse-flag", "reverse-flag-drawn", "reverse-flag-basic", "reverse-flag-basic-drawn"),
    "single": ("single-flag", "single-flag-drawn", "single-flag-basic", "single-flag-basic-drawn"),
    "elimination": ("battle-12", "battle-12-drawn"),  # no preset has this objective
}


def varied(rng: np.random.Generator) -> Temperament:
    """One of the scripted bots, some of its numbers those of another one and stretched, noisy now and then."""
    bots = list(TEMPERAMENTS.values())
    numbers = {}
    for field in fields(Temperament):
        if rng.random() < VARIED:
            donor = bots[rng.integers(len(bots))]
            numbers[field.name] = float(getattr(donor, field.name) * np.exp(0.5 * rng.normal()))
    numbers["noise"] = float(rng.choice([0.02, 0.02, 0.1, 0.3]))
    return replace(bots[rng.integers(len(bots))], **numbers)


def scenario_of(preset: str, objective: str) -> Scenario:
    """A preset played for an objective, if need be another than its own."""
    scenario = Scenario.load(preset)
    if scenario.objective == objective:
        return scenario
    data = json.loads(scenario.to_json()) | {"name": f"{preset}-{objective}", "objective": objective}
    return Scenario.from_json(json.dumps(data))


def played(scenario: Scenario, positions: int, rng: np.random.Generator) -> tuple[Any, Any]:
    """Features of team 0, float64 [n, COUNT], and results, float64 [n], of whole games, n at least `positions`."""
    features: list[Any] = []
    results: list[Any] = []
    simulator = Simulator(scenario, TOGETHER, seed=int(rng.integers(1 << 63)))
    while sum(map(len, results)) < positions:
        simulator.begin()
        bots = [varied(rng).record() for _ in range(2)]
        parts, rows, turn = [], [], 0
        while not simulator.over.all():
            turn += 1
            simulator.play(*bots, until=turn)
            live = np.flatnonzero(~simulator.over & (rng.random(TOGETHER) < SHARE))
            out = np.zeros((TOGETHER, COUNT))
            features_of_rows(scenario.world, simulator.games, live, out)
            parts.append(out[live])
            rows.append(live)
        features.append(np.concatenate(parts))
        results.append(simulator.results(0)[np.concatenate(rows)].astype(np.float64))
    return np.concatenate(features), np.concatenate(results)


def loss(weights: Any, features: Any, results: Any) -> float:
    """Mean negative log-likelihood of results, draws as half a win."""
    score = features @ weights
    return float(np.mean(np.logaddexp(0.0, score) - (results + 1) / 2 * score))


def learnt(features: Any, results: Any) -> Any:
    """The weights, float64 [COUNT], of a logistic regression."""

    def target(weights: Any) -> tuple[float, Any]:
        score = features @ weights
        slope = features.T @ (1 / (1 + np.exp(-score)) - (results + 1) / 2) / len(results)
        return loss(weights, features, results) + DECAY * float(weights @ weights), slope + 2 * DECAY * weights

    return minimize(target, np.zeros(COUNT), jac=True, method="L-BFGS-B").x


def main() -> None:
    """Play, learn, write."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--positions", type=int, default=40_000, help="of each preset")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    options = parser.parse_args()
    page: dict[str, Any] = {"made_by": f"scripts/learn_value.py --positions {options.positions} --seed {options.seed}"}
    page |= {"weights": {}, "loss": {}}
    for objective in NAMES:
        began, rng = time.process_time(), np.random.default_rng(options.seed)
        parts = [played(scenario_of(preset, objective), options.positions, rng) for preset in PRESETS[objective]]
        features, results = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
        is_test = np.concatenate([np.arange(len(own)) * TESTED // len(own) == TESTED - 1 for _, own in parts])
        weights = learnt(features[~is_test], results[~is_test])
        page["weights"][objective] = [round(float(weight), 4) for weight in weights]
        page["loss"][objective] = round(loss(weights, features[is_test], results[is_test]), 4)
        seconds = time.process_time() - began
        print(f"{objective}: {len(results)} positions, loss {page['loss'][objective]}, {seconds:.0f} s", flush=True)
    options.out.write_text(json.dumps(page, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
