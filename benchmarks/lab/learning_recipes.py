#!/usr/bin/env python3
"""Which way of training makes the strongest agent? Each for the same processor time, each with several seeds.

    python benchmarks/lab/learning_recipes.py --out recipes.jsonl --seconds 240 --seeds 3

A recipe is configs/quick.toml with a few values changed (`RECIPES`). Its speed is measured first; so it gets as many
decisions as fit into the time. Learning rates follow the number of decisions, and end low. Then the agent meets each of
`--against` in `--pairs` pairs of games, the same ones for all. Each run that is done is a line in `--out`: the same
command goes on with those that are missing. Prints the mean over seeds with its 95 % interval (Student's t).
"""

import argparse
import json
import sys
import time
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from scipy.special import stdtrit

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from paintball_env.definition import PAINTBALL
from tabletop.agents import trained
from tabletop.agents.registry import make
from tabletop.base.workers.tasks import SerialWorkers
from tabletop.learn.training import config
from tabletop.learn.training.making import AnyLearner, make_learner
from tabletop.rate.matches.match import play

CONFIG = Path(__file__).resolve().parents[2] / "configs" / "quick.toml"
MASKABLE = (
    *('algorithm="maskable-ppo"', "scoring.rolls=0", "self_play.present=0.0", "self_play.weight=0.4"),
    *("learner.games=512", "learner.batch=4096", "learner.epochs=3", "learner.learning_rate=5e-4"),
    *("learner.gamma=0.998", "shaping.figures=0.5", "shaping.flag=0.5"),
)
RECIPES: dict[str, tuple[str, ...]] = {
    "quick": (),
    "imitate first": ('scoring.teachers=["hunter", "raider"]', "scoring.imitation_steps=300000"),
    "self-play alone": ('opponents={"hunter@1"=0.0}', "self_play.present=0.75", "self_play.weight=0.25"),
    "bots alone": ("self_play.present=0.0", "self_play.weight=0.0"),
    "luck left in": ("scoring.rolls=0",),
    "three passes": ("learner.epochs=3",),
    "maskable-ppo": MASKABLE,
    "maskable-ppo, shaping fades": (*MASKABLE, "shaping.fade=0.8"),
}
AGAINST = ["random", "hunter", "sentinel", "raider", "hunter@1", "sentinel@1", "raider@1"]
TRIED = 4  # updates that a recipe's speed is measured by, after a first one, which compiles


def learner_of(recipe: str, changes: list[str], seed: int, decisions: int) -> AnyLearner:
    """Return a learner that has learnt nothing; ValueError: a configuration that can't be."""
    settings = config.load(CONFIG, PAINTBALL, [*RECIPES[recipe], *changes, f"seed={seed}", f"total_steps={decisions}"])
    return make_learner(settings, [PAINTBALL.load(settings.scenario)], SerialWorkers())


def speed_of(recipe: str, changes: list[str]) -> float:
    """Return how many decisions a recipe learns from in a second of processor time."""
    learner = learner_of(recipe, changes, 1, 100_000_000)
    learner.update()
    first_step, start = learner.step, time.process_time()
    for _ in range(TRIED):
        learner.update()
    return (learner.step - first_step) / (time.process_time() - start)


def run(recipe: str, changes: list[str], seed: int, decisions: int, against: list[str], pairs: int) -> dict[str, Any]:
    """Train once and return what came of it, plain data."""
    learner, start = learner_of(recipe, changes, seed, decisions), time.process_time()
    while learner.step < decisions:
        learner.update()
    seconds = time.process_time() - start
    agent, scenario = trained.player(learner.weights(), recipe), learner.scenarios[0]
    scores = {n: play(agent, make(n, PAINTBALL), scenario, pairs, 50_001).rating().score for n in against}
    return {"recipe": recipe, "seed": seed, "decisions": learner.step, "seconds": round(seconds, 1), "scores": scores}


def table(done: list[dict[str, Any]], against: list[str]) -> str:
    """Return the means over seeds, a line of Markdown for each recipe."""

    def cell(values: list[float]) -> str:
        mean = f"{100 * fmean(values):.1f}"
        if len(values) == 1:
            return mean
        return f"{mean} ± {100 * stdtrit(len(values) - 1, 0.975) * stdev(values) / len(values) ** 0.5:.1f}"

    names = [f"`{name}`" for name in against]
    lines = [f"| recipe | decisions | seconds | {' | '.join(names)} | mean |", "|---" * (len(against) + 4) + "|"]
    for recipe in dict.fromkeys(row["recipe"] for row in done):
        runs = [row for row in done if row["recipe"] == recipe]
        cells = [cell([row["scores"][name] for row in runs]) for name in against]
        cells.append(cell([fmean(row["scores"][name] for name in against) for row in runs]))
        decisions, seconds = (fmean(row[key] for row in runs) for key in ("decisions", "seconds"))
        lines.append(f"| {recipe} | {decisions:,.0f} | {seconds:.0f} | {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, required=True, help="gets a line of JSON for each run")
    parser.add_argument("--recipes", nargs="+", choices=list(RECIPES), default=list(RECIPES))
    parser.add_argument("--seconds", type=float, default=240.0, help="processor time of each run")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--against", nargs="+", default=AGAINST)
    parser.add_argument("--pairs", type=int, default=100, help="of games, against each opponent")
    parser.add_argument("--set", nargs="+", default=[], dest="changes", help="values for all recipes, a.b=c")
    options = parser.parse_args()
    lines = options.out.read_text(encoding="utf-8").splitlines() if options.out.exists() else []
    runs = [json.loads(line) for line in lines]
    for seed in range(1, options.seeds + 1):
        for recipe in options.recipes:
            if any(row["recipe"] == recipe and row["seed"] == seed for row in runs):
                continue
            decisions = next((row["asked"] for row in runs if row["recipe"] == recipe), 0)  # as many with each seed
            decisions = decisions or max(1, round(speed_of(recipe, options.changes) * options.seconds))
            runs.append(
                run(recipe, options.changes, seed, decisions, options.against, options.pairs) | {"asked": decisions}
            )
            with options.out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(runs[-1]) + "\n")
            print(runs[-1], file=sys.stderr, flush=True)
    print(table(runs, options.against))


if __name__ == "__main__":
    main()
