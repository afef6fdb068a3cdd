"""The end of a run: the agent's folder, its ratings, one of its games as text and pictures, and the results."""

import os
import sys
import time
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from rich.table import Table

from tabletop.agents import policy_folder
from tabletop.agents.policy_folder import AGENT
from tabletop.base.commit import commit_of
from tabletop.base.files import write_json, write_text
from tabletop.base.workers.tasks import Workers
from tabletop.game.definition import GameDefinition, Scenario
from tabletop.learn.training.config import Config
from tabletop.learn.training.making import AnyLearner
from tabletop.learn.training.panel import AS_SECOND, LOST, Panel, lost_games, rate_all
from tabletop.learn.training.report import PAGE, write_report
from tabletop.rate.matches.parallel import Policy, make_player
from tabletop.rate.matches.progress import Bars, duration
from tabletop.rate.matches.rating import LOSS, WIN
from tabletop.rate.matches.results import Results, joined
from tabletop.rate.matches.results_table import results_table
from tabletop.rate.matches.single import play_recorded
from tabletop.show.showing import showing_of
from tabletop.show.watched import steps_of

RESULTS, PICTURE = "results.json", "game.png"
PACKAGES = ("torch", "stable-baselines3", "sb3-contrib", "numpy", "numba")
MOST_LOST = 3  # opponents against which a lost game is kept
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
        "made_with": made_with(learner.game),
    }


@cache
def made_with(game: GameDefinition[Any]) -> dict[str, str]:
    """Return the versions of packages, and the commit if the game is imported from a checkout; remembered."""
    packages = {game.distribution or game.package: game.version} | {name: version(name) for name in PACKAGES}
    return packages | commit_of(game.package)


def finish(
    config: Config,
    folder: Path,
    learner: AnyLearner,
    panel: Panel,
    seconds: float,
    processor_seconds: Callable[[], float],
    workers: Workers,
    bars: Bars,
) -> dict[str, Any]:
    """Save the agent, rate it, draw one of its games; return the results, which are also in `results.json`.

    With evaluations, the agent is the state with the highest lower bound; the last state is evaluated too.

    Args:
      config: of the run.
      folder: of the run.
      learner: after training.
      panel: with the best state so far.
      seconds: of training so far.
      processor_seconds: returns those of the run so far.
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
    cost["processor_seconds"] = round(processor_seconds(), 1)  # of the last evaluation, too
    place = folder / AGENT
    policy_folder.save(place, game, weights, card)
    # Before the games, for it fails where the folder holds what is no policy.
    played_by_others = [item for item in scenarios if policy_folder.own_weights(place, game, item) is not None]
    # The policy by its weights: workers may be on other machines, the agent's folder is here.
    policy = Policy(f"trained:{place}", policy_folder.read(place, game)[1])
    final, start = config.final, time.monotonic()
    report = bars_of(bars, "games against")
    results = rate_all(policy, final.opponents, scenarios, final.pairs, final.seed, workers, report)
    cost["rating_seconds"] = round(time.monotonic() - start, 1)
    ratings = {name: joined(matches).as_dict() for name, matches in results.items()}
    by_scenario = {
        scenario.name: {name: matches[number].rating().as_dict() for name, matches in results.items()}
        for number, scenario in enumerate(scenarios)
    }
    rating_data = {"ratings": ratings} | ({"by_scenario": by_scenario} if len(scenarios) > 1 else {})
    others = {"scenarios": list(by_scenario)} if len(scenarios) > 1 else {}
    policy_folder.save(place, game, weights, {**card, **rating_data})
    for scenario in played_by_others:
        words = f"in {scenario.name} the policy in {policy_folder.SCENARIOS}/ plays, not the one that was trained"
        print(f"{place}: {words}", file=sys.stderr, flush=True)
    start = time.monotonic()
    matches_here = {name: matches[0] for name, matches in results.items()}
    _keep_lost_games(config, folder, policy, scenarios[0], matches_here)
    game_files = _show_game(config, folder, policy, scenarios[0], matches_here)
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


def bars_of(bars: Bars, words: str) -> Callable[[str, int, int], None]:
    """Return a function that shows the progress of `rate` as a bar."""
    return lambda name, done, total: bars.show(f"{words} {name}", done, total)


def game_to_show(results: Mapping[str, Results]) -> tuple[str, int, int]:
    """Choose one of the rated games; return its opponent, its pair and the policy's team.

    It is the first that the policy has won by the game's goal, against the last opponent against which there is one;
    else the first that it has won against the last opponent of all; else the first against that opponent.

    Args:
      results: of the policy's matches by opponent, at least one; the strongest is last.
    """
    won = {name: match.score == WIN for name, match in results.items()}
    strongest_first = list(results)[::-1]
    last = strongest_first[0]
    choices = [(name, won[name] & results[name].by_goal()) for name in strongest_first]
    for name, games in (*choices, (last, won[last])):
        if games.any():
            pair, team = np.argwhere(games)[0].tolist()
            return name, pair, team
    return last, 0, 0


def _show_game(
    config: Config, folder: Path, policy: Policy, scenario: Scenario, results: Mapping[str, Results]
) -> dict[str, Any]:
    """Write one of the rated games, or one against `random` if there is none, as record, picture and animation."""
    game = scenario.game
    opponent, pair, team = game_to_show(results) if results else ("random", 0, 0)
    seed = int(results[opponent].seeds[pair]) if results else config.final.seed
    agents = [make_player(player, game) for player in (policy, opponent)]
    record = play_recorded(agents[team], agents[1 - team], scenario, seed)
    # Under the short name: a record may be moved, the folder stays.
    record.players = (config.name, record.players[1]) if team == 0 else (record.players[0], config.name)
    names = {"record": f"game{game.record_suffix}", "picture": PICTURE}
    write_text(folder / names["record"], record.write())
    frames = [step.frame for step in steps_of(record, scenario)]
    last = frames[-1][0]
    pictures = showing_of(game).pictures(scenario, WIDTH)
    pictures.write(last, folder / names["picture"])
    if config.final.animation:
        names["animation"] = "game.webp"
        pictures.write_animation(frames[-FRAMES:], folder / names["animation"], DELAY)
    summary = showing_of(game).summary(scenario, last)
    return names | {"against": opponent, "as": game.teams[team], "end": str(record.end), "summary": summary}


def _keep_lost_games(
    config: Config, folder: Path, policy: Policy, scenario: Scenario, results: Mapping[str, Results]
) -> None:
    """Write the record of a game that was lost against each of the opponents that scored most against the policy."""
    game = scenario.game
    hardest = sorted((match.score.mean(), name) for name, match in results.items())[:MOST_LOST]
    for old in lost_games(folder, game):
        old.unlink()
    for number, (_, name) in enumerate(hardest, 1):
        games = np.argwhere(results[name].score == LOSS)
        if not len(games):
            continue
        pair, team = games[0].tolist()
        agents = [make_player(player, game) for player in (policy, name)]
        record = play_recorded(agents[team], agents[1 - team], scenario, int(results[name].seeds[pair]))
        record.players = (config.name, record.players[1]) if team == 0 else (record.players[0], config.name)
        (folder / LOST).mkdir(exist_ok=True)
        path = folder / LOST / f"{number}{AS_SECOND if team else ''}{game.record_suffix}"
        write_text(path, record.write())


def summary_table(results: dict[str, Any], game: GameDefinition) -> Table:
    """Return the ratings of a run as a table for a person."""
    scenario_names = ", ".join(results.get("scenarios", [results["scenario"]]))
    return results_table(f"{results['name']} on {scenario_names}", results["ratings"], game)


def summary_lines(results: dict[str, Any]) -> list[str]:
    """Return what a person is told below the ratings of a run: its cost, and where its files are."""
    cost = results["cost"]
    lines = [] if results["ratings"] else ["not rated: final.opponents names nobody"]
    lines += [
        f"{cost['steps']:,} decisions in {duration(cost['training_seconds'])} "
        f"({cost['steps_per_second']:,} a second); agent: trained:{results['agent']}",
        _shown(Path(results["agent"]).parent, results["game"]),
        f"curves, games and all else: {Path(results['agent']).parent / PAGE}",
    ]
    if cost["steps"] < cost["total_steps"]:
        share = f"{100 * cost['steps'] / cost['total_steps']:.0f} %"
        lines.append(f"cut short by max_minutes at {share} of total_steps: learning rate and entropy weren't down yet")
    return lines


def _shown(folder: Path, shown: dict[str, Any]) -> str:
    """Return the line about the game that a run's picture shows."""
    words = f"as {shown['as'].capitalize()} against {shown['against']}: {shown['summary']}"
    return f"{folder / shown['picture']}: a game {words}"
