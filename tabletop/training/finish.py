"""The end of a run: the agent's folder, its ratings, one of its games as text and pictures, and the results."""

import os
import sys
import time
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rich.table import Table

from tabletop.agents import policy_folder
from tabletop.agents.policy_folder import AGENT
from tabletop.agents.registry import make
from tabletop.definition import GameDefinition, Scenario
from tabletop.executors.tasks import Workers
from tabletop.files import write_json, write_text
from tabletop.matches.parallel import Policy
from tabletop.matches.progress import Bars, duration
from tabletop.matches.results import Results, joined
from tabletop.matches.results_table import results_table
from tabletop.matches.single import play_recorded
from tabletop.presentation.story import steps_of
from tabletop.training.config import Config
from tabletop.training.making import AnyLearner
from tabletop.training.panel import Panel, rate_all
from tabletop.training.report import PAGE, write_report

RESULTS = "results.json"
PACKAGES = ("torch", "stable-baselines3", "sb3-contrib", "numpy", "numba")
FRAMES = 120  # an animation shows at most this many decisions, the last ones
WIDTH = 640
DELAY = 0.7  # seconds that a decision is shown


def card_of(config: Config, learner: AnyLearner) -> dict[str, Any]:
    """Return what an agent's card says about the run that it comes from."""
    scenario = learner.scenarios[0]
    rules: dict[str, Any] = {"state": learner.game.versions["state"], "digest": scenario.digest()}
    others = {}
    if len(learner.scenarios) > 1:
        rules["digests"] = {item.name: item.digest() for item in learner.scenarios}
        others = {"scenarios": list(rules["digests"])}
    return {
        "rules": rules,
        "scenario": scenario.name,
        **others,
        "seeds": {"training": config.seed, "evaluation": config.evaluation.seed, "rating": config.final.seed},
        "opponents": learner.names,
        "config": config.model_dump(mode="json"),
        "made_with": {learner.game.distribution or learner.game.package: learner.game.version}
        | {name: version(name) for name in PACKAGES},
    }


def finish(
    config: Config, folder: Path, learner: AnyLearner, panel: Panel, seconds: float, workers: Workers, bars: Bars
) -> dict[str, Any]:
    """Save the agent, rate it, draw one of its games; return the results, which are also in `results.json`.

    With evaluations, the agent is the state with the highest lower bound; the last state is evaluated too.

    Args:
      config: of the run.
      folder: of the run.
      learner: after training.
      panel: with the best state so far.
      seconds: of training so far.
      workers: play the rated games.
      bars: to show the progress.
    """
    scenarios, game = learner.scenarios, learner.game
    cost = {
        "steps": learner.step,
        "total_steps": config.total_steps,
        "updates": learner.iteration,
        "training_seconds": round(seconds, 1),
        "steps_per_second": round(learner.step / max(seconds, 1e-9)),
        "cores": os.cpu_count(),
    }
    card = {**card_of(config, learner), "cost": cost, "step": learner.step}
    weights = learner.weights()
    if config.evaluation.every > 0:
        verdict = panel.evaluate(weights, bars_of(bars, "evaluation against"))
        panel.take(weights, learner.step, verdict, card)
        weights, card["step"] = panel.best_weights(), panel.best["step"]
        card["panel"] = panel.best
    place = folder / AGENT
    policy_folder.save(place, game, weights, card)
    start = time.monotonic()
    results = _rate(config, place, scenarios, workers, bars)
    cost["rating_seconds"] = round(time.monotonic() - start, 1)
    ratings = {name: joined(matches).as_dict() for name, matches in results.items()}
    by_scenario = {
        scenario.name: {name: matches[number].rating().as_dict() for name, matches in results.items()}
        for number, scenario in enumerate(scenarios)
    }
    rating_data = {"ratings": ratings} | ({"by_scenario": by_scenario} if len(scenarios) > 1 else {})
    others = {"scenarios": list(by_scenario)} if len(scenarios) > 1 else {}
    policy_folder.save(place, game, weights, {**card, **rating_data})
    for scenario in scenarios:
        if policy_folder.own_weights(place, game, scenario) is not None:
            words = f"in {scenario.name} the policy in {policy_folder.SCENARIOS}/ plays, not the one that was trained"
            print(f"{place}: {words}", file=sys.stderr, flush=True)
    start = time.monotonic()
    game_files = _show_game(config, folder, place, scenarios[0])
    cost["picture_seconds"] = round(time.monotonic() - start, 1)
    summary = {
        "name": config.name,
        "scenario": scenarios[0].name,
        **others,
        "agent": str(place),
        "step": card["step"],
        **rating_data,
        "game": game_files,
        "cost": cost,
        "versions": policy_folder.versions(game, weights.played.get("network", policy_folder.PERCEPTRON)),
    }
    write_json(folder / RESULTS, summary)
    write_report(folder, game)
    return summary


def _rate(
    config: Config, place: Path, scenarios: Sequence[Scenario], workers: Workers, bars: Bars
) -> dict[str, list[Results]]:
    final, report = config.final, bars_of(bars, "games against")
    # Passed by its weights: workers may be on other machines, the agent's folder is here.
    agent = Policy(f"trained:{place}", policy_folder.read(place, scenarios[0].game)[1])
    return rate_all(agent, final.opponents, scenarios, final.pairs, final.seed, workers, report)


def bars_of(bars: Bars, words: str) -> Callable[[str, int, int], None]:
    """Return a function that shows the progress of `rate` as a bar."""
    return lambda name, done, total: bars.show(f"{words} {name}", done, total)


def _show_game(config: Config, folder: Path, place: Path, scenario: Scenario) -> dict[str, Any]:
    """Write one game against the last opponent as record, picture and animation."""
    game = scenario.game
    opponent = config.final.opponents[-1] if config.final.opponents else "random"
    record = play_recorded(make(f"trained:{place}", game), make(opponent, game), scenario, config.final.seed)
    # Under the short name: a record may be moved, the folder stays.
    record.players = (config.name, record.players[1])
    names = {"record": f"game{game.record_suffix}", "picture": "game.png"}
    write_text(folder / names["record"], record.write())
    frames = [step.frame for step in steps_of(record, scenario)]
    game.write_picture(scenario, frames[-1][0], folder / names["picture"], WIDTH)
    if config.final.animation:
        names["animation"] = "game.webp"
        game.write_animation(scenario, frames[-FRAMES:], folder / names["animation"], WIDTH, DELAY)
    return names | {"against": opponent, "end": str(record.end)}


def summary_table(results: dict[str, Any], game: GameDefinition) -> Table:
    """Return the results of a run as a table for a person."""
    cost = results["cost"]
    scenario_names = ", ".join(results.get("scenarios", [results["scenario"]]))
    table = results_table(f"{results['name']} on {scenario_names}", results["ratings"], game)
    lines = [] if results["ratings"] else ["not rated: final.opponents names nobody"]
    lines += [
        f"{cost['steps']:,} decisions in {duration(cost['training_seconds'])} "
        f"({cost['steps_per_second']:,} a second); agent: trained:{results['agent']}",
        f"curves, games and all else: {Path(results['agent']).parent / PAGE}",
    ]
    if cost["steps"] < cost["total_steps"]:
        share = f"{100 * cost['steps'] / cost['total_steps']:.0f} %"
        lines.append(f"cut short by max_minutes at {share} of total_steps: learning rate and entropy weren't down yet")
    table.caption = "\n".join(lines)
    return table
