"""The end of a run: the agent's folder, its ratings, a game of it as text and pictures, and the results."""

import os
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rich.table import Table

from paintball_env.rules import state
from paintball_env.scenario import Scenario
from tabletop.agents import trained
from tabletop.agents.registry import make
from tabletop.matches.match import Results, play_recorded, rate
from tabletop.matches.progress import Bars, duration
from tabletop.matches.results_table import results_table
from tabletop.records import replay
from tabletop.training.config import Config
from tabletop.training.files import write_json, write_text
from tabletop.training.learner import Learner, policy_layers
from tabletop.training.panel import Panel

AGENT, RESULTS = "agent", "results.json"
PACKAGES = ("paintball-mini", "torch", "stable-baselines3", "sb3-contrib", "numpy", "numba")
FRAMES = 120  # an animation shows at most so many decisions, the last ones
WIDTH = 640


def card_of(config: Config, learner: Learner) -> dict[str, Any]:
    """Return what an agent's card tells of the run it comes from."""
    scenario: Any = learner.batch.scenario
    return {
        "activation": config.learner.activation,
        "rules": {"state": state.VERSION, "digest": scenario.digest()},
        "scenario": scenario.name,
        "seeds": {"training": config.seed, "evaluation": config.evaluation.seed, "rating": config.final.seed},
        "opponents": learner.names,
        "config": config.model_dump(mode="json"),
        "made_with": {name: version(name) for name in PACKAGES},
    }


def finish(
    config: Config, folder: Path, learner: Learner, panel: Panel, seconds: float, bars: Bars
) -> dict[str, Any]:
    """Save the agent, rate it, draw one of its games; return the results, which lie in `results.json` too.

    With evaluations the agent is the best state by their lower bound, the last one being among the candidates.

    Args:
      config: of the run.
      folder: of the run.
      learner: trained.
      panel: with the best state so far.
      seconds: that training has taken.
      bars: to show the progress.
    """
    scenario: Any = learner.batch.scenario
    cost = {
        "steps": learner.step,
        "total_steps": config.total_steps,
        "updates": learner.iteration,
        "training_seconds": round(seconds, 1),
        "steps_per_second": round(learner.step / max(seconds, 1e-9)),
        "cores": os.cpu_count(),
    }
    card = {**card_of(config, learner), "cost": cost, "step": learner.step}
    layers = policy_layers(learner.model)
    if config.evaluation.every > 0:
        verdict = panel.evaluate(layers, config.learner.activation, bars_of(bars, "evaluation against"))
        panel.take(layers, learner.step, verdict, card)
        layers, card["step"] = panel.best_layers(), panel.best["step"]
        card["panel"] = panel.best
    place = folder / AGENT
    trained.save(place, layers, card)
    begun = time.monotonic()
    results = _rate(config, place, scenario, bars)
    cost["rating_seconds"] = round(time.monotonic() - begun, 1)
    ratings = {name: result.as_dict() for name, result in results.items()}
    trained.save(place, layers, {**card, "ratings": ratings})
    begun = time.monotonic()
    game = _show_game(config, folder, place, scenario)
    cost["picture_seconds"] = round(time.monotonic() - begun, 1)
    found = {
        "name": config.name,
        "scenario": scenario.name,
        "agent": str(place),
        "step": card["step"],
        "ratings": ratings,
        "game": game,
        "cost": cost,
        "versions": trained.versions(),
    }
    write_json(folder / RESULTS, found)
    return found


def _rate(config: Config, place: Path, scenario: Scenario, bars: Bars) -> dict[str, Results]:
    opponents = {name: make(name) for name in config.final.opponents}
    told = bars_of(bars, "games against")
    return rate(make(f"trained:{place}"), opponents, scenario, config.final.pairs, config.final.seed, told)


def bars_of(bars: Bars, words: str) -> Callable[[str, int, int], None]:
    """Return what `rate` tells of its progress, to a bar."""
    return lambda name, done, total: bars.show(f"{words} {name}", done, total)


def _show_game(config: Config, folder: Path, place: Path, scenario: Scenario) -> dict[str, Any]:
    """Write one game against the last opponent as record, picture and animation."""
    from paintball_env.render import write_png

    opponent = config.final.opponents[-1] if config.final.opponents else "random"
    record = play_recorded(make(f"trained:{place}"), make(opponent), scenario, config.final.seed)
    # Under the short name: a record travels, the folder stays.
    record.red = config.name
    write_text(folder / "game.pbr", record.write())
    frames = list(replay(record))
    write_png(scenario, frames[-1][0], folder / "game.png", width=WIDTH)
    found = {"record": "game.pbr", "picture": "game.png", "against": opponent, "end": str(record.end)}
    if config.final.animation:
        _animate(folder / "game.webp", scenario, frames)
        found["animation"] = "game.webp"
    return found


def _animate(path: Path, scenario: Scenario, frames: list[Any]) -> None:
    from paintball_env.render import Frame, caption, write_animation

    shown = []
    for number in range(max(len(frames) - FRAMES, 0), len(frames)):
        position, action, draws = frames[number]
        before = frames[number - 1][0] if number else ""
        shown.append(Frame(position, caption(number, action, draws, before)))
    write_animation(scenario, shown, path, width=WIDTH)


def summary(results: dict[str, Any]) -> Table:
    """Return the results as a table for a person."""
    cost = results["cost"]
    table = results_table(f"{results['name']} on {results['scenario']}", results["ratings"])
    lines = [
        f"{cost['steps']:,} decisions in {duration(cost['training_seconds'])} "
        f"({cost['steps_per_second']:,} a second); agent: trained:{results['agent']}"
    ]
    if cost["steps"] < cost["total_steps"]:
        share = f"{100 * cost['steps'] / cost['total_steps']:.0f} %"
        lines.append(f"cut short by max_minutes at {share} of total_steps: learning rate and entropy weren't down yet")
    table.caption = "\n".join(lines)
    return table
