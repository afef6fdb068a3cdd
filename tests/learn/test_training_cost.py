"""Does a trained agent's card say what its training cost, whatever was resumed, and of which commit it is?"""

import json
import subprocess
import time
from itertools import count

import pytest

from tabletop.base.workers.processes import ProcessWorkers
from tabletop.base.workers.tasks import SerialWorkers, answers
from tests.base.tasks import Square
from tests.called import call
from tests.learn.small_training import latest, tiny

pytest.importorskip("sb3_contrib")

from tabletop.learn.training import checkpoint, run
from tabletop.learn.training.finish import commit_of

__all__ = ["tiny"]  # a fixture


def card_of(folder):
    return json.loads((folder / "agent" / "card.json").read_text())


def test_the_card_says_what_processor_time_a_run_took_also_before_it_was_resumed(tiny, tmp_path, monkeypatch):
    clock = count(10, 3)  # seconds: 3 more each time that somebody looks
    monkeypatch.setattr(run, "processor_seconds", lambda workers: float(next(clock)))
    folder = tmp_path / "run"
    changes = ("total_steps=256", "evaluation.every=0", "final.opponents=[]", "final.animation=false")
    settings = [part for text in changes for part in ("--set", text)]
    done = call("train", "--config", tiny, "--run-dir", folder, *settings)
    assert done.exit_code == 0, done.output
    first, looks = card_of(folder)["cost"]["processor_seconds"], (next(clock) - 10) // 3
    assert card_of(folder)["made_with"].get("commit", "") == commit_of("paintball_env").get("commit", "")
    assert 0 < first <= 3 * looks and first % 3 == 0
    saved = latest(folder)
    assert 0 < saved.state["processor_seconds"] <= first
    saved.state["processor_seconds"] = 1000.0
    checkpoint.save(folder, saved.state["step"], saved)
    assert call("train", "--resume", folder).exit_code == 0
    more, looks = card_of(folder)["cost"]["processor_seconds"] - 1000.0, (next(clock) - 10) // 3 - looks
    assert 0 < more <= 3 * looks and more % 3 == 0


def test_the_time_of_workers_counts_where_they_are_other_processes():
    tasks = [Square(number, None) for number in range(4)]
    here, started = SerialWorkers(), time.monotonic()
    assert len(list(answers(here, tasks))) == 4 and here.processor_seconds == 0
    with ProcessWorkers(2) as workers:
        assert workers.processor_seconds == 0 and len(list(answers(workers, tasks))) == 4
    assert 0.01 < workers.processor_seconds < 2 * (time.monotonic() - started)  # they at least have begun


def test_the_card_names_the_commit_of_a_checkout_and_none_where_a_package_is_installed(tmp_path, monkeypatch):
    def git(*words):
        identity = ("-c", "user.name=a", "-c", "user.email=a@b")
        done = subprocess.run(["git", *identity, *words], cwd=tmp_path, check=True, capture_output=True, text=True)
        return done.stdout

    own, other = tmp_path / "own_package", tmp_path / "installed_package"
    for place in (own, other):
        place.mkdir()
        (place / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert commit_of("own_package") == {}
    git("init", "-q")
    git("add", "own_package")
    git("commit", "-q", "-m", "a")
    commit = git("rev-parse", "HEAD").strip()
    assert commit_of("own_package") == {"commit": commit} and commit_of("installed_package") == {}
    git("tag", "-a", "v1", "-m", "v1")
    (own / "__init__.py").write_text("changed = 1\n")
    assert commit_of("own_package") == {"commit": commit + "+"}
    monkeypatch.setenv("PATH", "")
    assert commit_of("own_package") == {}
