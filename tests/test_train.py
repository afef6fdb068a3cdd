"""Does training run, stop, go on exactly, and leave what it promises; are mistakes in a configuration named?"""

import csv
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from .called import call, refused

pytest.importorskip("sb3_contrib")

from paintball_env.definition import PAINTBALL

ROOT = Path(__file__).resolve().parent.parent
TINY = """
name = "tiny"
scenario = "capture-the-flag-basic-drawn"
seed = 3
total_steps = 1024
checkpoint_seconds = 0.001
threads = 1
[opponents]
random = 0.5
hunter = 0.3
[self_play]
weight = 0.2
every = 256
keep = 2
[learner]
games = 8
steps = 16
batch = 64
trunk = [16]
net = [8]
[shaping]
figures = 0.5
[evaluation]
every = 384
pairs = 3
[final]
pairs = 4
"""


@pytest.fixture
def tiny(tmp_path):
    path = tmp_path / "tiny.toml"
    path.write_text(TINY)
    return path


STEPS = list(range(128, 1025, 128))  # after each update
# `train`, which sends a signal to itself when so many steps have been logged.
SIGNALLED = """
import os, sys
from paintball_env.__main__ import shell
from tabletop.training.log import Log

number, at, *arguments = sys.argv[1:]
write = Log.write

def write_and_signal(log, step, values):
    write(log, step, values)
    if step == int(at):
        os.kill(os.getpid(), int(number))

Log.write = write_and_signal
shell.call("train", arguments)
"""


def train(*arguments):
    """`python train.py` in a process of its own."""
    return run("train.py", *arguments)


def signalled(number, at, *arguments):
    return run("-c", SIGNALLED, int(number), at, *arguments)


def run(*arguments):
    return subprocess.run([sys.executable, *map(str, arguments)], capture_output=True, text=True, cwd=ROOT)


def rows(folder):
    with (folder / "progress.csv").open() as file:
        return list(csv.DictReader(file))


def steps(folder):
    return [int(row["step"]) for row in rows(folder)]


def latest(folder):
    from tabletop.training import checkpoint

    return checkpoint.load(checkpoint.found(folder)[-1])


def digest(folder):
    """What the next update depends on; the time that it took is another each time."""
    from tabletop.training import checkpoint

    saved = latest(folder)
    saved.state.pop("seconds")
    return checkpoint.fingerprint(saved)


def values(folder):
    return [{k: v for k, v in row.items() if k not in ("minutes", "steps_per_second")} for row in rows(folder)]


def test_a_run_leaves_what_it_promises(tiny, tmp_path):
    folder = tmp_path / "run"
    done = train("--config", tiny, "--run-dir", folder)
    assert done.returncode == 0, done.stderr
    assert {path.name for path in folder.iterdir()} == {
        *("agent", "best", "checkpoints", "config.json", "game.pbr", "game.png", "game.webp"),
        *("progress.csv", "report.html", "results.json", "stages", "tensorboard"),
    }
    assert sorted(path.name for path in (folder / "stages").iterdir()) == ["0000000384.pbr", "0000000768.pbr"]
    page = (folder / "report.html").read_text()
    assert page.count("<figcaption>") == 2 and "<td>sentinel</td>" in page
    assert steps(folder) == STEPS
    assert "tiny on capture-the-flag-basic-drawn" in done.stdout and "training: 100 %" in done.stderr
    results = json.loads((folder / "results.json").read_text())
    assert set(results["ratings"]) == {"random", "hunter", "sentinel", "raider"} and results["cost"]["steps"] == 1024
    card = json.loads((folder / "agent" / "card.json").read_text())
    assert set(card["versions"]) == {"format", "observation", "actions"}
    assert card["seeds"] == {"training": 3, "evaluation": 30_001, "rating": 20_001} and card["config"]["name"] == "tiny"
    assert {"paintball-mini", "torch", "numpy"} <= set(card["made_with"])
    assert card["ratings"]["random"]["rating"]["pairs"] == 4
    assert len(list((folder / "tensorboard").iterdir())) == 1
    # Evaluations on the way, and the agent is the best of them by the lower bound.
    panel = {int(row["step"]): float(row["panel_low"]) for row in rows(folder) if row["panel_low"]}
    assert sorted(panel) == [384, 768]
    for name in ("", "/random", "/hunter", "/sentinel", "/raider"):
        kinds = [f"{kind}{name}" for kind in ("panel_low", "panel", "panel_high")]
        for row in rows(folder):
            low, score, high = (float(row[kind] or "nan") for kind in kinds)
            assert int(row["step"]) not in panel or (0 <= low <= score <= high <= 1 and low < high)
    best = json.loads((folder / "best" / "card.json").read_text())["panel"]
    assert card["panel"] == {name: best[name] for name in ("step", "score", "low", "high")}
    assert card["step"] == best["step"]
    assert best["low"] >= max(panel.values()) - 1e-6 and best["step"] in (*panel, 1024)
    assert (folder / "best" / "weights.npz").read_bytes() == (folder / "agent" / "weights.npz").read_bytes()
    assert len(list((folder / "checkpoints").iterdir())) == 2

    # The agent is found by the commands, and a second run doesn't write over the first.
    again = refusal(call("train", "--config", tiny, "--run-dir", folder))
    assert "holds a run already; go on with --resume" in again
    assert call("match", f"trained:{folder / 'agent'}", "random", "--pairs", 2).exit_code == 0

    # A run that has ended goes on when it is given more steps.
    more = call("train", "--resume", folder, "--set", "total_steps=1152")
    assert more.exit_code == 0, more.output
    assert steps(folder) == [*STEPS, 1152]


def test_stopped_and_killed_runs_go_on_as_if_nothing_had_happened(tiny, tmp_path):
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    less = ("--set", "final.opponents=[]", "--set", "final.animation=false")
    done = call("train", "--config", tiny, "--run-dir", whole, *less)
    assert done.exit_code == 0, done.output
    stopped = signalled(signal.SIGTERM, 256, "--config", tiny, "--run-dir", parts, *less)
    assert stopped.returncode == 128 + signal.SIGTERM and "go on with --resume" in stopped.stderr, stopped.stderr
    assert latest(parts).state["step"] == steps(parts)[-1] == 256

    killed = signalled(signal.SIGKILL, 512, "--resume", parts)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    # What was logged after the last checkpoint is done again, and a line that was cut short is left out.
    assert latest(parts).state["step"] == 384 and steps(parts)[-1] == 512
    with (parts / "progress.csv").open("a") as file:
        file.write("999999,1")
    done = call("train", "--resume", parts)
    assert done.exit_code == 0, done.output
    assert steps(parts) == steps(whole) == STEPS
    assert values(parts) == values(whole)
    assert digest(parts) == digest(whole)


class KilledError(Exception):
    """Stands for a kill."""


@pytest.mark.parametrize("at", range(5))
def test_a_folder_is_the_old_one_or_the_new_one_wherever_a_kill_falls(tmp_path, monkeypatch, at):
    from tabletop import files

    folder, calls = tmp_path / "best", []
    for text in ("old", "old"):
        with files.whole_folder(folder) as place:
            for name in "ab":
                (place / name).write_text(text)

    def counted(call):
        def once(*arguments, **more):
            calls.append(call)
            if len(calls) > at:
                raise KilledError
            return call(*arguments, **more)

        return once

    monkeypatch.setattr(files.os, "replace", counted(os.replace))
    monkeypatch.setattr(files.shutil, "rmtree", counted(files.shutil.rmtree))
    try:
        with files.whole_folder(folder) as place:
            (place / "a").write_text("new")
            (place / "b").write_text("new")
    except KilledError:
        pass
    assert len(calls) == min(at + 1, 4)
    monkeypatch.undo()
    files.settle(folder)
    texts = {path.name: path.read_text() for path in folder.iterdir()}
    assert texts in ({"a": "old", "b": "old"}, {"a": "new", "b": "new"})
    assert (texts["a"] == "new") == (at > 1)
    with files.whole_folder(folder) as place:
        (place / "a").write_text("newer")
    assert [path.name for path in tmp_path.iterdir()] == ["best"] and [path.name for path in folder.iterdir()] == ["a"]


def test_the_best_state_is_what_its_folder_says(tmp_path):
    # As after a kill between an evaluation and the next checkpoint: the folder is newer than what was saved last.
    from paintball_env.scenario import Scenario
    from tabletop.agents import trained
    from tabletop.executors.tasks import SerialWorkers
    from tabletop.matches.match import play
    from tabletop.training.config import Evaluation
    from tabletop.training.panel import Panel, Verdict
    from tests.agents.held import make

    scenario = Scenario.load("capture-the-flag-basic-drawn")
    weights = trained.perceptron([np.zeros((4, 3), np.float32), np.zeros(4, np.float32)], "relu")
    settings = Evaluation(every=10, opponents=("random",))
    panel = Panel(settings, [scenario], tmp_path, SerialWorkers())
    assert panel.best == {}
    ratings = {"random": play(make("random"), make("random"), scenario, 1).rating()}
    assert panel.take(weights, 20, Verdict(ratings, 0.6, 0.5, 0.7), {})
    again = Panel(settings, [scenario], tmp_path, SerialWorkers())
    assert again.best == panel.best == {"step": 20, "score": 0.6, "low": 0.5, "high": 0.7}
    assert not again.take(weights, 30, Verdict(ratings, 0.6, 0.5, 0.7), {})
    (tmp_path / "best" / "card.json").write_text("{")
    with pytest.raises(ValueError, match=r"card\.json: not the card of a trained agent"):
        Panel(settings, [scenario], tmp_path, SerialWorkers())


@pytest.fixture
def learner(tiny):
    import torch

    from paintball_env.scenario import Scenario
    from tabletop.training import config
    from tabletop.training.learner import Learner

    settings = config.load(tiny, PAINTBALL)
    yield Learner(settings, Scenario.load(settings.scenario))
    torch.distributions.Distribution.set_default_validate_args(True)


def test_what_is_restored_is_what_was_saved(learner, tmp_path):
    from tabletop.training import checkpoint
    from tabletop.training.learner import Learner

    for _ in range(3):
        learner.update()
    saved = checkpoint.load(checkpoint.save(tmp_path, learner.step, learner.save()))
    other = Learner(learner.config, learner.batch.scenario)
    before = checkpoint.fingerprint(other.save())
    other.restore(saved)
    one, two = learner.save(), other.save()
    assert checkpoint.fingerprint(one) == checkpoint.fingerprint(two) != before
    assert other.step == learner.step == 384
    assert len(other.snapshots.policies) == 1
    # NumPy's and PyTorch's generators are shared by the two learners of this process.
    first = other.update()
    learner.restore(saved)
    assert learner.update() == first
    saved.state["opponents"] = ["random"]
    with pytest.raises(ValueError, match=r"the checkpoint's opponents are \['random'\]"):
        other.restore(saved)


@pytest.mark.parametrize("name", ["observation", "actions", "state"])
def test_a_checkpoint_of_another_version_is_refused(learner, tmp_path, name):
    from tabletop.training import checkpoint

    made = learner.save()
    assert name in made.state["versions"]
    made.state["versions"][name] += 1
    saved = checkpoint.load(checkpoint.save(tmp_path, learner.step, made))
    before = checkpoint.fingerprint(learner.save())
    with pytest.raises(ValueError, match=rf"^the checkpoint was made for {name} version \d+, this is version \d+:"):
        learner.restore(saved)
    assert checkpoint.fingerprint(learner.save()) == before
    made.state["versions"].pop(name)  # nor one that doesn't know of it
    with pytest.raises(ValueError, match=f"made for {name} version None"):
        learner.restore(made)


def test_a_checkpoint_of_another_format_is_refused(learner, tmp_path):
    from tabletop.training import checkpoint

    place = checkpoint.save(tmp_path, learner.step, learner.save())
    file = place / "state.json"
    file.write_text(file.read_text().replace('"format": 2', '"format": 1'))
    with pytest.raises(ValueError, match=r"not a checkpoint \(format 1, this is 2: train anew\)$"):
        checkpoint.latest(tmp_path)


def test_the_exported_agent_is_the_policy(learner, tmp_path):
    import torch

    from tabletop.agents import trained
    from tests.agents.held import make

    learner.update()
    model = learner.model
    trained.save(tmp_path / "agent", PAINTBALL, learner.weights(), {})
    agent = make(f"trained:{tmp_path / 'agent'}")
    agent.prepare(learner.batch.scenario)
    seen = np.zeros((0, agent.player.network.observations), np.float32)
    masks, answers = np.zeros((0, agent.player.network.actions), bool), []
    while len(seen) < 200:
        observations, legal = learner.batch.current()
        seen, masks = np.concatenate([seen, observations]), np.concatenate([masks, legal > 0])
        rows, actions = np.arange(8), np.zeros(8, np.int64)
        keys = np.zeros(8, np.uint64)
        agent.decide(learner.batch.scenario.world, learner.batch.games, rows, legal, actions, keys)
        answers += actions.tolist()
        learner.batch.step(np.array([np.flatnonzero(row)[0] for row in legal]))
    expected, _ = model.predict(seen, deterministic=True, action_masks=masks)
    with torch.no_grad():
        logits = model.policy.get_distribution(torch.from_numpy(seen)).distribution.logits.numpy()
    own = agent.player.network.logits(seen)
    spread = (own - own.mean(1, keepdims=True)) - (logits - logits.mean(1, keepdims=True))
    assert np.abs(spread).max() < 1e-4
    assert answers == expected.tolist()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("learner.gama=0.9", "unknown key learner.gama; did you mean gamma?"),
        ("sed=1", "unknown key sed; did you mean seed?"),
        ("self_play.xyz=1", "unknown key self_play.xyz; there are weight, present, every, keep"),
        ("learner.gamma=2", "learner.gamma: 2 is not at most 1"),
        ("total_steps=many", "total_steps: 'many' is not a whole number"),
        ("seed=true", "seed: true is not a whole number"),
        ("threads='2'", "threads: '2' is not a whole number"),
        ("final.animation=1", "final.animation: 1 is not true or false"),
        ("shaping.figure=1", "unknown key shaping.figure; did you mean figures?"),
        ("evaluation.opponents=[]", "evaluation.opponents: a list is not 1 or more entries"),
        ("seed.a=1", "--set seed.a=1: seed is a value, not a section"),
        ("seed", "--set seed: a.b=value is meant"),
        ("learner.batch=100", "learner.batch: 100 doesn't divide games × steps = 128"),
        ("opponents={random=0, hunter=0}", ""),
    ],
)
def test_mistakes_in_a_configuration_are_named(tiny, change, words):
    from tabletop.training import config

    if not words:
        found = config.load(tiny, PAINTBALL, [change])
        assert found.self_play.weight > 0
        with pytest.raises(config.ConfigError, match="there is nobody to play against"):
            config.load(tiny, PAINTBALL, [change, "self_play.weight=0"])
        return
    with pytest.raises(config.ConfigError) as caught:
        config.load(tiny, PAINTBALL, [change])
    assert words in str(caught.value)


def test_mistakes_of_a_command_are_named(tiny, tmp_path):
    for arguments, words in [
        ((), "either --config FILE or --resume RUN_DIR"),
        (("--config", tmp_path / "no.toml"), "no such file"),
        (("--config", tiny, "--set", "learner.gama=1"), "unknown key learner.gama"),
        (("--config", tiny, "--run-dir", tmp_path / "a", "--set", "scenario=chess"), "no scenario 'chess'"),
        (("--config", tiny, "--run-dir", tmp_path / "b", "--set", "opponents.hnter=1"), "did you mean 'hunter'?"),
        (("--resume", tmp_path), "holds no run"),
    ]:
        refused(call("train", *arguments), words)
    assert not (tmp_path / "a").exists() and not (tmp_path / "b").exists()


BOT = """
from tabletop.agents.base import Bot

class Faulty(Bot):
    asked = 0

    def prepare(self, scenario):
        {prepare}

    def act(self, view):
        Faulty.asked += 1
        return {act}
"""
LEGAL = "min(view.legal.values())"


def refusal(done):
    assert done.exit_code == 2 and "Traceback" not in done.stderr, done.stderr
    return done.stderr.strip().splitlines()[-1]


@pytest.mark.parametrize(
    ("prepare", "act", "words"),
    [
        ("{}['a']", LEGAL, "train: Faulty: KeyError: 'a' (faulty.py, line 8)"),
        ("pass", "[][7]", "IndexError: list index out of range (faulty.py, line 12)"),
        ("pass", "min(set(range(view.mask.size)) - set(view.legal.values()))", ") is not legal, in turn 1"),
        ("pass", "'done'", "it answered 'done', no action's index"),
    ],
)
@pytest.mark.parametrize("part", ["opponents", "evaluation.opponents", "final.opponents"])
def test_a_bots_fault_is_reported_before_anything_is_trained(tiny, tmp_path, part, prepare, act, words):
    file = tmp_path / "faulty.py"
    file.write_text(BOT.format(prepare=prepare, act=act))
    named = f"{part}={{'{file}' = 1.0}}" if part == "opponents" else f"{part}=['{file}']"
    done = call("train", "--config", tiny, "--run-dir", tmp_path / "run", "--set", named)
    line = refusal(done)
    assert line.startswith("train: Faulty: ") and line.endswith(words), line
    assert not (tmp_path / "run").exists()


def test_a_fault_later_on_costs_no_more_than_the_work_since_the_last_checkpoint(tiny, tmp_path):
    file, folder = tmp_path / "faulty.py", tmp_path / "run"
    file.write_text(BOT.format(prepare="pass", act=f"{LEGAL} if Faulty.asked < 600 else 1 // 0"))
    less = ["evaluation.every=0", "final.opponents=[]", "final.animation=false", "self_play.weight=0"]
    changes = [part for text in (f"opponents={{'{file}' = 1.0}}", *less) for part in ("--set", text)]
    line = refusal(call("train", "--config", tiny, "--run-dir", folder, *changes))
    assert "ZeroDivisionError" in line and line.endswith(f"once it is mended, go on with --resume {folder}"), line
    assert latest(folder).state["step"] == steps(folder)[-1] > 0
    file.write_text(BOT.format(prepare="pass", act=LEGAL))
    done = call("train", "--resume", folder)
    assert done.exit_code == 0, done.output
    assert steps(folder) == STEPS


def test_a_run_cut_short_by_the_clock_says_so(tiny, tmp_path):
    less = ["evaluation.every=0", "final.opponents=[]", "final.animation=false", "max_minutes=0.0001"]
    changes = [part for text in less for part in ("--set", text)]
    done = call("train", "--config", tiny, "--run-dir", tmp_path / "run", *changes)
    assert done.exit_code == 0, done.output
    assert steps(tmp_path / "run") == [128]
    assert "cut short by max_minutes at 12 % of total_steps: learning rate" in " ".join(done.stdout.split())
    done = call("train", "--resume", tmp_path / "run", "--set", "max_minutes=100", "--set", "total_steps=256")
    assert done.exit_code == 0 and "cut short" not in done.stdout
    assert steps(tmp_path / "run") == [128, 256]


@pytest.mark.parametrize("path", sorted((ROOT / "configs").glob("*.toml")), ids=lambda path: path.name)
def test_the_configurations_that_come_along(path):
    from paintball_env.scenario import Scenario
    from tabletop.training import config
    from tests.agents.held import make

    settings = config.load(path, PAINTBALL)
    assert settings.name == path.stem
    for name in (*settings.opponents, *settings.final.opponents):
        make(name).prepare(Scenario.load(settings.scenario))


def test_new_runs_get_folders_of_their_own(tmp_path):
    from tabletop.training.run import new_folder

    assert [new_folder(tmp_path, "quick").name for _ in range(3)] == ["quick", "quick-2", "quick-3"]
    assert os.listdir(tmp_path)
