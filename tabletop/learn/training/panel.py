"""Evaluation during training: always the same opponents in the same games, so that the scores form one curve.

The best state of a policy is the one whose score over the whole panel has the highest lower bound: a high score in few
games is no reason to keep a state. Its folder is `best/`, an agent like the one at the end.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tabletop.agents import policy_folder, trained
from tabletop.agents.registry import make
from tabletop.base.files import settle, write_text
from tabletop.base.workers.tasks import Workers
from tabletop.game.definition import GameDefinition, Scenario
from tabletop.learn.training.config import Evaluation
from tabletop.learn.training.generators import Generators
from tabletop.rate.matches.parallel import Player, Policy, rate
from tabletop.rate.matches.rating import Rating, bootstrap
from tabletop.rate.matches.results import Results, joined
from tabletop.rate.matches.single import play_recorded

BEST = "best"  # folder of the best state so far
STAGES = "stages"  # folder with a game for each evaluation
LOST = "lost"  # folder with a game that was lost against each of some opponents
AS_SECOND = "-as-second"  # end of the name of one in which the policy has played team 1
KEPT = ("step", "score", "low", "high")  # what is kept of the best state


class Verdict(NamedTuple):
    """The result of an evaluation.

    Attributes:
      ratings: by opponent.
      score: mean over the opponents, 0 to 1.
      low, high: its 95 % interval, bootstrapped over pairs: a pair is a seed with its games against all opponents.
    """

    ratings: dict[str, Rating]
    score: float
    low: float
    high: float

    def columns(self) -> dict[str, float]:
        """Return the numbers for the log."""
        scores = {f"panel/{name}": value.score for name, value in self.ratings.items()}
        scores |= {f"panel_low/{name}": value.low for name, value in self.ratings.items()}
        scores |= {f"panel_high/{name}": value.high for name, value in self.ratings.items()}
        return scores | {"panel": self.score, "panel_low": self.low, "panel_high": self.high}


def columns(settings: Evaluation) -> list[str]:
    """Return the names of `Verdict.columns`; none without an evaluation."""
    if settings.every == 0:
        return []
    kinds = ("panel", "panel_low", "panel_high")
    return [*(f"{kind}/{name}" for kind in kinds for name in settings.opponents), *kinds]


class Panel:
    """The opponents, and the best state so far.

    Attributes:
      scenarios: what is played; a pair of games is played in each.
      best: plain data of the best state: `step`, `score`, `low`, `high`; empty before the first evaluation. It is
        stored only in the card of `best/`, because that folder may be newer than the last checkpoint.
    """

    def __init__(self, settings: Evaluation, scenarios: Sequence[Scenario], folder: Path, workers: Workers) -> None:
        """Find the best state so far if the run is resumed.

        Args:
          settings: opponents, number of pairs, seed, frequency.
          scenarios: what is played.
          folder: of the run.
          workers: play the games.

        Raises:
          ValueError: the best state's folder is damaged.
        """
        self.settings, self.scenarios, self.folder, self.game = settings, scenarios, folder, scenarios[0].game
        self._workers = workers
        settle(folder / BEST)
        self.best = self._read_best() if (folder / BEST).exists() else {}

    def _read_best(self) -> dict[str, float]:
        """Return what is kept of the best state; ValueError: its folder is damaged, also what only the end needs."""
        place, name = self.folder / BEST, policy_folder.CARD
        try:
            panel = policy_folder.read_card(place, self.game)["panel"]
            best: dict[str, float] = {key: panel[key] for key in KEPT}
            name = policy_folder.WEIGHTS
            policy_folder.read(place, self.game)
        except Exception:  # for a torn file each reader has its own errors and words, also NumPy's about pickle
            ways = f"put back a copy of {place}, or delete it: then the best state is chosen anew"
            raise ValueError(f"{place / name} can't be read: {ways}") from None
        return best

    def due(self, before: int, step: int) -> bool:
        """Whether the update from step `before` to `step` has reached the next evaluation."""
        every = self.settings.every
        return every > 0 and before // every != step // every

    def evaluate(self, weights: policy_folder.Weights, report: Callable[[str, int, int], None] | None) -> Verdict:
        """Play the policy with these weights against all opponents; the same weights give the same verdict.

        Args:
          weights: of the policy.
          report: called with the opponent's name, the number of games finished, and the number of games in all.
        """
        settings = self.settings
        agent = Policy("present", weights)  # plays like the agent that is saved
        results = rate_all(
            agent, settings.opponents, self.scenarios, settings.pairs, settings.seed, self._workers, report
        )
        overall = {name: joined(matches) for name, matches in results.items()}
        pairs = np.mean([result.score.mean(axis=1) for result in overall.values()], axis=0)
        interval = bootstrap(pairs, seed=0)
        return Verdict({name: result.rating() for name, result in overall.items()}, float(pairs.mean()), *interval)

    def record(self, weights: policy_folder.Weights, step: int, name: str) -> None:
        """Write the record of a game of the policy with these weights, called `name`, against one of the opponents.

        They take turns from evaluation to evaluation.
        """
        scenario, seed, names = self.scenarios[0], self.settings.seed, self.settings.opponents
        with Generators(seed, step).playing():
            opponent = make(names[(step // self.settings.every - 1) % len(names)], self.game)
            record = play_recorded(trained.player(weights, name), opponent, scenario, seed)
        (self.folder / STAGES).mkdir(exist_ok=True)
        write_text(self.folder / STAGES / f"{step:010d}{self.game.record_suffix}", record.write())

    def take(self, weights: policy_folder.Weights, step: int, verdict: Verdict, card: dict[str, Any]) -> bool:
        """Keep this state as the best one if its lower bound is higher than all earlier ones; return whether it is."""
        if self.best and verdict.low <= self.best["low"]:
            return False
        self.best = {"step": step, "score": verdict.score, "low": verdict.low, "high": verdict.high}
        ratings = {name: value.as_dict() for name, value in verdict.ratings.items()}
        card = {**card, "step": step, "panel": self.best | {"ratings": ratings}}
        policy_folder.save(self.folder / BEST, self.game, weights, card)
        return True

    def best_weights(self) -> policy_folder.Weights:
        """Return the best state's weights; ValueError: its folder is missing or damaged."""
        return policy_folder.read(self.folder / BEST, self.game)[1]


def stages(folder: Path, game: GameDefinition[Any]) -> list[Path]:
    """Return the records of a run's games at its evaluations, the earliest first; other files there are left out."""
    paths = sorted((folder / STAGES).glob(f"*{game.record_suffix}"))
    return [path for path in paths if path.stem.isdecimal() and path.is_file()]


def lost_games(folder: Path, game: GameDefinition[Any]) -> list[Path]:
    """Return the records of games that a run's agent has lost in its rating."""
    return [path for path in sorted((folder / LOST).glob(f"*{game.record_suffix}")) if path.is_file()]


def rate_all(
    agent: Player,
    opponents: Sequence[str],
    scenarios: Sequence[Scenario],
    pairs: int,
    seed: int,
    workers: Workers,
    report: Callable[[str, int, int], None] | None,
) -> dict[str, list[Results]]:
    """Play an agent against each opponent in each scenario (`tabletop.rate.matches.parallel.rate`).

    Returns:
      By opponent, a list with a match for each scenario.
    """
    results: dict[str, list[Results]] = {name: [] for name in opponents}
    for scenario in scenarios:
        for name, result in rate(agent, opponents, scenario, pairs, seed, workers, report).items():
            results[name].append(result)
    return results
