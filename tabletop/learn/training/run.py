"""A training run: its folder, the loop, signals, and resuming.

runs/quick/
  config.json       the configuration as it was understood
  checkpoints/      see checkpoint.py
  progress.csv, tensorboard/
  best/             the best state so far, if there are evaluations (panel.py)
  agent/            the trained agent: `trained:runs/quick/agent`
  game.pbr, game.png, game.webp
  stages/           a game for each evaluation
  results.json
  report.html, curves.svg    see report.py
  .lock             held by the process that is training
"""

import math
import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from shlex import quote
from types import FrameType
from typing import Any

import torch

from tabletop.agents.policy_folder import AGENT
from tabletop.agents.registry import make
from tabletop.base.errors import one_line
from tabletop.base.files import LOCK, hold_folder, read_json, write_json
from tabletop.base.workers.tasks import Workers
from tabletop.compiled.compiling import announce_first_compilation
from tabletop.game.definition import GameDefinition, Scenario
from tabletop.learn.training import checkpoint
from tabletop.learn.training.config import Config, ConfigError, change, check
from tabletop.learn.training.finish import card_of, finish, made_with, summary_lines, summary_table
from tabletop.learn.training.folders import CONFIG, check_new
from tabletop.learn.training.log import PROGRESS, Log, check_game
from tabletop.learn.training.log import read as read_log
from tabletop.learn.training.making import make_learner
from tabletop.learn.training.panel import BEST, Panel, columns
from tabletop.learn.training.scoring.origin import as_trained, scoring_network, without_origin
from tabletop.rate.matches.match import play
from tabletop.rate.matches.progress import Bars
from tabletop.rate.matches.results_table import scenarios_table, show

TRAINS = "trains in it"  # what a process that holds a run's folder does, in messages
HIGHEST = 1e9  # the product of larger weights of three layers overflows float32: they count as diverged, too
# What may be changed when a run is resumed: its length and how it is reported, not what is learnt.
CHANGEABLE = ("total_steps", "max_minutes", "checkpoint_seconds", "final")


class StoppedError(Exception):
    """The run was asked to stop and has saved a checkpoint.

    Attributes:
      signal: number of the signal.
      folder: of the run.
    """

    def __init__(self, number: int, folder: Path, trained: bool = False) -> None:
        """Take the attributes, and whether training is over, so that only the rating is left."""
        what = "training is over and saved; rate the agent" if trained else "go on"
        super().__init__(f"stopped; {what} with --resume {quote(str(folder))}")
        self.signal, self.folder = number, folder


class _Stop:
    """Remembers a signal; a second one ends the process at once."""

    def __init__(self) -> None:
        self.signal = 0

    @contextmanager
    def listening(self, interrupts: bool = False) -> Iterator[None]:
        """Remember a signal that comes; with `interrupts` it also raises KeyboardInterrupt."""
        old_handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

        def remember(number: int, frame: FrameType | None) -> None:
            self.signal = number
            signal.signal(number, old_handlers[signal.Signals(number)])
            if interrupts:
                raise KeyboardInterrupt

        for number in old_handlers:
            signal.signal(number, remember)
        try:
            yield
        finally:
            for number, handler in old_handlers.items():
                signal.signal(number, handler)


def begin(config: Config, folder: Path, scenarios: Sequence[Scenario], workers: Workers) -> dict[str, Any]:
    """Train from the beginning in a new folder; return the results.

    Args:
      config: of the run.
      folder: see `check_new`; made if it doesn't exist, and removed if the run is refused before anything is in it.
      scenarios: as returned by `ready`.
      workers: collect decisions of networks that score actions, and play evaluations; the results don't depend on them.

    Raises:
      ValueError: a folder that already contains a run, or something else, or in which another process trains; or
        training that diverges.
      StoppedError: on SIGINT or SIGTERM.
      AgentError: an opponent's fault; the run can be resumed from its last checkpoint.
    """
    check_new(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with hold_folder(folder, TRAINS):
        check_new(folder)  # another process may have trained in it since
        try:
            return _train(config, folder, scenarios, None, workers)
        except BaseException:
            with suppress(OSError):
                if os.listdir(folder) == [LOCK]:  # refused before it began
                    (folder / LOCK).unlink()
                    folder.rmdir()
            raise


def ready(config: Config, game: GameDefinition) -> list[Scenario]:
    """Look for problems that would otherwise appear later in the run. Return the scenarios.

    Every agent that the run names plays a pair of games against `random` in each scenario.

    Args:
      config: of the run.
      game: what is learnt.

    Raises:
      ValueError: an unknown scenario or agent, a device that isn't available, an agent that can't play, or a network to
        begin with that doesn't score actions.
      AgentError: an agent's fault.
    """
    announce_first_compilation(game.package)
    scenarios: list[Scenario] = [game.load(name) for name in (config.scenario, *config.scenarios)]
    for scenario in scenarios:
        game.start_record(scenario)
    try:
        torch.zeros(1, device=config.device)
    except (RuntimeError, AssertionError) as error:
        raise ConfigError(f"device: {config.device!r} isn't available here ({str(error).splitlines()[0]})") from None
    if config.scoring.begin:
        scoring_network(config.scoring.begin, game)
    panels = config.evaluation.opponents, config.final.opponents
    names = (*config.opponents, *config.scoring.teachers, *config.starts.agents, *panels[0], *panels[1])
    agents = [make(name, game) for name in dict.fromkeys(names)]
    for scenario in scenarios:
        for agent in agents:
            play(agent, make("random", game), scenario, pairs=1, seed=config.seed)
    return scenarios


def resume(folder: Path, game: GameDefinition, workers: Workers, changes: list[str] | None = None) -> dict[str, Any]:
    """Resume a run as if it had never stopped; return the results.

    Args:
      folder: of the run.
      game: what is learnt.
      workers: see `begin`; they may differ from those before.
      changes: `a.b=value` for settings that may be changed (`CHANGEABLE`).

    Raises:
      ValueError: no run there, one that doesn't fit, one that is over and no longer has a checkpoint, or one in which
        another process trains; or training that diverges.
      StoppedError: on SIGINT or SIGTERM.
      AgentError: an opponent's fault; the run can be resumed from its last checkpoint.
    """
    path = folder / CONFIG
    if not path.is_file():
        raise ConfigError(f"{folder} holds no run: there is no {CONFIG}")
    with hold_folder(folder, TRAINS):
        config = _changed(path, game, changes or [])
        saved = checkpoint.latest(folder)
        if saved is None:
            if (folder / AGENT).exists():  # the result of the run isn't overwritten
                raise ConfigError(
                    f"{folder} has no checkpoint to go on from: train anew in another folder; "
                    f"its agent is still there, trained:{folder / AGENT}"
                )
            _say(f"{folder} has no checkpoint yet: it begins anew")
        scenarios = ready(config if saved is None else without_origin(config), game)
        return _train(config, folder, scenarios, saved, workers)


def _changed(path: Path, game: GameDefinition, changes: list[str]) -> Config:
    """Return a run's configuration with these changes; ConfigError: it is not one, or such a change isn't allowed."""
    try:
        data = read_json(path)
    except ValueError as error:
        raise ConfigError(f"{path}: {error}") from None
    if not isinstance(data, dict):
        raise ConfigError(f"{path} is no configuration")
    check_game(path.parent, game)
    data.pop("game", None)
    for text in changes:
        if text.partition("=")[0].split(".")[0] not in CHANGEABLE:
            raise ConfigError(f"--set {text}: a run that goes on may change {', '.join(CHANGEABLE)}")
        change(data, text)
    return check(data, str(path), game)


def warn_of_busy_cores(threads: int) -> None:
    """Warn in one line if this many threads of PyTorch would wait for cores that other processes use."""
    busy, cores = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0, os.cpu_count() or 1
    if threads > 1 and busy + threads > cores + 0.5:
        _say(
            f"threads = {threads}: the load is {busy:.1f} already, on {cores} cores; threads that wait for a core make "
            "training many times slower: begin again with --set threads=1"
        )


def processor_seconds(workers: Workers) -> float:
    """Return the processor time of this process and its workers so far."""
    return time.process_time() + workers.processor_seconds


def _say(line: str) -> None:
    """Print a message for the person who trains."""
    print(line, file=sys.stderr, flush=True)


def _train(
    config: Config,
    folder: Path,
    scenarios: Sequence[Scenario],
    saved: checkpoint.Checkpoint | None,
    workers: Workers,
) -> dict[str, Any]:
    warn_of_busy_cores(config.threads)
    if saved is None:
        config = as_trained(config, scenarios[0].game)
    stop = _Stop()
    with workers, Bars() as bars:
        with stop.listening():
            run = _Run(config, folder, scenarios, saved, workers, bars)
            try:
                run.train(stop)
            finally:
                run.log.close()
        if stop.signal:
            raise StoppedError(stop.signal, folder)
        try:  # everything is saved: a signal needn't wait for the next update, and --resume rates the agent
            with stop.listening(interrupts=True):
                times = run.seconds, run.count_processor
                results = finish(config, folder, run.learner, run.panel, *times, workers, bars)
        except KeyboardInterrupt:
            raise StoppedError(stop.signal or signal.SIGINT, folder, trained=True) from None
    show(summary_table(results, scenarios[0].game), *summary_lines(results))
    if results["ratings"] and "by_scenario" in results:
        show(scenarios_table(results["ratings"], results["by_scenario"]))
    return results


class _Run:
    """The loop of a run: update, log, evaluate, save.

    Attributes:
      learner: what is trained.
      panel: evaluates it.
      log: receives numbers after each update.
      seconds: of training in all, including evaluations.
      processor_seconds: of the same, of this process and its workers.
    """

    def __init__(
        self,
        config: Config,
        folder: Path,
        scenarios: Sequence[Scenario],
        saved: checkpoint.Checkpoint | None,
        workers: Workers,
        bars: Bars,
    ) -> None:
        self.config, self.folder, self.bars = config, folder, bars
        self.learner = make_learner(config if saved is None else without_origin(config), scenarios, workers)
        self.seconds, self.processor_seconds = 0.0, 0.0
        self._workers, self._counted = workers, processor_seconds(workers)
        made_with(self.learner.game)  # now: a checkout may change while it trains
        self._saved_step = -1
        if saved is not None:
            self._restore(saved)
            self._saved_step = self.learner.step
        # After that: of another version's run the checkpoint is refused, not the best state.
        self.panel = Panel(config.evaluation, scenarios, folder, workers)
        if self.panel.due(0, self.learner.step) and not self.panel.best:
            _say(f"{folder / BEST} is gone: the best state is chosen anew from here on")
        if self.learner.step:
            read_log(folder / PROGRESS)  # a damaged one is refused
        # Only now: what is refused leaves a run as it was, and no new one. And before all else: by it a run is known.
        write_json(folder / CONFIG, {"game": scenarios[0].game.name, **config.model_dump(mode="json")})
        column_names = ["minutes", "steps_per_second", *self.learner.columns(), *columns(config.evaluation)]
        self.log = Log(folder, column_names, self.learner.step)

    def _restore(self, saved: checkpoint.Checkpoint) -> None:
        """Continue from a checkpoint; ConfigError: it doesn't fit, or is damaged, as those without checksums may be."""
        try:
            self.learner.restore(saved)
            self.seconds = float(saved.state["seconds"])
            self.processor_seconds = float(saved.state["processor_seconds"])
        except (ValueError, LookupError, TypeError, AttributeError, RuntimeError) as error:
            fits = isinstance(error, ValueError)
            words = "" if fits else f"{CONFIG} doesn't fit its checkpoint, or that is damaged: {type(error).__name__}: "
            raise ConfigError(f"{self.folder}: {words}{one_line(error)}") from None

    def train(self, stop: _Stop) -> None:
        """Train until the end or a signal; everything that has been done is saved."""
        config, learner = self.config, self.learner
        start = last_saved = time.monotonic()
        seconds_before, first = self.seconds, learner.step
        limit = None if config.max_minutes is None else 60 * config.max_minutes
        if first >= config.total_steps:
            done = f"the run has made {first:,} decisions already"
            _say(f"total_steps = {config.total_steps:,}: {done}; it trains no further, and its agent is rated")
        while learner.step < config.total_steps and (limit is None or self.seconds < limit) and not stop.signal:
            step_before = learner.step
            values = self._update()
            if self.panel.due(step_before, learner.step):
                values |= self._evaluate()
            now = time.monotonic()
            self.seconds = seconds_before + now - start
            rate = (learner.step - first) / (now - start)
            self.log.write(learner.step, {"minutes": self.seconds / 60, "steps_per_second": rate, **values})
            scores = [f"{n} {100 * values[f'score/{n}']:.0f} %" for n in learner.names if f"score/{n}" in values]
            if self.panel.best:
                scores.append(f"best {100 * self.panel.best['score']:.0f} %")
            expected = config.total_steps
            if limit is not None:
                expected = min(expected, learner.step + int(rate * max(limit - self.seconds, 0.0)))
            expected = max(expected, learner.step)  # the last update exceeds `total_steps`
            self.bars.show("training", learner.step, expected, f"{rate:,.0f}/s  {', '.join(scores)}")
            if now - last_saved >= config.checkpoint_seconds:
                self._save()
                last_saved = now
        if learner.step != self._saved_step:
            self._save()

    def count_processor(self) -> float:
        """Bring `processor_seconds` up to now, and return it."""
        now = processor_seconds(self._workers)
        self.processor_seconds += now - self._counted
        self._counted = now
        return self.processor_seconds

    def _update(self) -> dict[str, float]:
        """Have the learner make an update; ConfigError: its losses or weights aren't finite, or are huge."""
        learner, step_before = self.learner, self.learner.step
        try:
            values = learner.update()
        except Exception as error:
            if self._has_sound_weights():
                raise
            raise self._diverged(step_before) from error  # whatever raised because of them
        losses = [value for name, value in values.items() if name.endswith("_loss")]
        if not all(map(math.isfinite, losses)) or not self._has_sound_weights():
            raise self._diverged(step_before)
        return values

    def _has_sound_weights(self) -> bool:
        return all(bool((p.detach().abs() < HIGHEST).all()) for p in self.learner.policy.parameters())  # NaN fails

    def _diverged(self, step_before: int) -> ConfigError:
        imitates = step_before < self.config.scoring.imitation_steps
        rate = "scoring.imitation_rate" if imitates else "learner.learning_rate"
        words = f"losses or weights are not finite, or huge, after {self.learner.step:,} decisions: lower {rate}"
        if checkpoint.checkpoints_in(self.folder):
            words += " in a new run; --resume goes on from the last checkpoint with the same settings alone"
        return ConfigError(words)

    def _evaluate(self) -> dict[str, float]:
        learner = self.learner
        weights = learner.weights()
        verdict = self.panel.evaluate(weights, None)
        self.panel.take(weights, learner.step, verdict, card_of(self.config, learner))
        self.panel.record(weights, learner.step, self.config.name)
        return verdict.columns()

    def _save(self) -> None:
        new_checkpoint = self.learner.save()
        new_checkpoint.state.update(seconds=self.seconds, processor_seconds=self.count_processor())
        checkpoint.save(self.folder, self.learner.step, new_checkpoint)
        self._saved_step = self.learner.step
