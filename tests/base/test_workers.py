"""Do this process, several and a Ray cluster do the same work, whatever is lost on the way?

Tournaments, matches, play-outs, and what a learner collects. Ray is tested where it is installed.
"""

import json
import os
import subprocess
import sys
from functools import partial

import pytest

from tabletop.base.workers.processes import ProcessWorkers
from tabletop.base.workers.tasks import TRIES, Died, SerialWorkers, WorkError, answers
from tabletop.env.batch.playouts import random_games
from tabletop.rate.matches.parallel import rate
from tabletop.rate.tournament import run
from tabletop.rate.tournament.definition import define
from tabletop.rate.tournament.standings import standings
from tabletop.rate.tournament.store import Store
from tests import ROOT, refuses
from tests.any_game.games import PIG_SHELL
from tests.any_game.pig import PIG
from tests.any_game.test_commands import call
from tests.base.tasks import Forks, Square

SHORT = PIG.load("short-pig")
SCORING = """
name = "pig"
algorithm = "scoring"
scenario = "pig"
scenarios = ["short-pig"]
total_steps = 1024
[opponents]
random = 0.3
"BOT" = 0.3
[self_play]
present = 0.2
weight = 0.2
every = 128
keep = 2
[learner]
games = 8
steps = 8
batch = 32
[scoring]
batches = 2
hidden = 6
deeper = 5
value_hidden = 6
value_deeper = 5
teachers = ["careful"]
imitation_steps = 256
[evaluation]
every = 256
pairs = 5
opponents = ["careful", "random"]
[final]
pairs = 5
opponents = ["careful"]
animation = false
"""
# Keeps something in a game: it goes on only if that travels with its games.
COUNTS = """
from tabletop.agents.base import Bot

class Counts(Bot):
    def reset(self, seed):
        super().reset(seed)
        self.asked = 0

    def act(self, view):
        self.asked += 1
        legal = sorted(view.legal.values())
        return legal[self.asked // 2 % len(legal)]
"""


QUIET = {"log_to_driver": False, "logging_level": "ERROR"}


class DyingWorkers(SerialWorkers):
    """Dies over each task as often as it may without giving up, and then does it."""

    deaths = 0

    def results(self):
        task = self._tasks.pop()
        self.deaths = (self.deaths + 1) % TRIES
        return [(task, Died(9, "")) if self.deaths else (task, task.work(print))]


def test_a_tasks_deaths_are_not_counted_against_a_later_one():
    # A task that is gone leaves its place in memory, and so its number, to one of the next.
    squares = [answer for _, answer in answers(DyingWorkers(), (Square(number, None) for number in range(8)))]
    assert squares == [number**2 for number in range(8)]


def matches(workers):
    played = rate("careful", ["random", "careful:at=5"], SHORT, 30, 4, workers, luck=True)
    return {name: (each.score.tolist(), each.ending.tolist(), each.as_dict()) for name, each in played.items()}


def tournament(folder, workers):
    definition = define(["careful", "random", "careful:at=5"], ["pig", "short-pig"], 40, 3, PIG)
    path = folder / f"{len(list(folder.iterdir()))}.db"
    with Store.begin(path, definition) as store:
        run.play(definition, store, workers, lambda *said: None)
        return json.dumps(standings(store)), store.games()


def playouts(workers):
    games, lengths = random_games(PIG.load("pig"), 600, 3, workers=workers)
    return games.tobytes(), lengths.tolist()


def learner(folder, workers):
    """A learner of two scenarios, each in two batches."""
    from tabletop.learn.training import config, making

    bot, path = folder / "counts.py", folder / "pig.toml"
    bot.write_text(COUNTS)
    path.write_text(SCORING.replace("BOT", str(bot)))
    settings = config.load(path, PIG)
    return making.make_learner(settings, [PIG.load("pig"), SHORT], workers)


def learnt(folder, workers, updates=6):
    """What a learner is after some updates; the first ones imitate."""
    pytest.importorskip("torch")
    from tabletop.learn.training.checkpoint import fingerprint

    learning = learner(folder, workers)
    told = [learning.update() for _ in range(updates)]
    return fingerprint(learning.save()), told


def test_what_is_lost_is_done_again_and_what_always_dies_is_told(tmp_path):
    with ProcessWorkers(2) as workers:
        tasks = [Square(number, tmp_path / f"{number}" if number in (1, 3) else None) for number in range(6)]
        assert sorted((task.number, answer) for task, answer in answers(workers, tasks)) == [
            (number, number**2) for number in range(6)
        ]
        assert (tmp_path / "1").read_text() == "xx"
        with pytest.raises(WorkError, match=r"3 .* 7 \(signal 9\)"):
            list(answers(workers, [Square(7, tmp_path / "always")]))
        assert not workers.busy


def test_a_task_may_have_processes_of_its_own():
    with ProcessWorkers(1) as workers:
        assert [answer for _, answer in answers(workers, [Forks()])] == [0]


ELSEWHERE = """
import json, os, sys
from tabletop.base.workers.processes import ProcessWorkers
from tabletop.base.workers.tasks import answers
from tests.base.tasks import Setting

if __name__ == "__main__":
    with ProcessWorkers(1) as workers:
        [(_, (path, safe))] = answers(workers, [Setting()])
    assert path == sys.path, (path, sys.path)
    assert safe == os.environ.get("PYTHONSAFEPATH"), safe
"""


@pytest.mark.parametrize("safe", [None, "yes"])
def test_files_of_the_current_folder_take_no_modules_place(tmp_path, safe):
    for name in ("socket", "signal", "select", "enum", "types"):
        (tmp_path / f"{name}.py").write_text("raise ImportError('not this one')")
    (tmp_path / "scripts").mkdir()
    script = tmp_path / "scripts" / "program.py"
    script.write_text(ELSEWHERE)
    paths = {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, script],
        cwd=tmp_path,
        env=os.environ | paths | ({} if safe is None else {"PYTHONSAFEPATH": safe}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_processes_are_started_as_they_are_needed():
    with ProcessWorkers(5) as workers:
        assert workers.free == 5 and not workers.busy
        assert len(list(answers(workers, [Square(2, None)]))) == 1
        assert len(workers._workers) == 1


@pytest.mark.slow
def test_processes_play_the_same_matches_and_playouts():
    with ProcessWorkers(2) as workers:
        assert matches(workers) == matches(SerialWorkers())
        assert playouts(workers) == playouts(None)
        refuses(WorkError, "no agent 'nobody'", rate, "careful", ["nobody"], SHORT, 2, 1, workers)


@pytest.mark.slow
def test_processes_collect_the_same_decisions(tmp_path):
    with ProcessWorkers(2) as workers:
        assert learnt(tmp_path, workers) == learnt(tmp_path, SerialWorkers())
        # An opponent in a process of its own can't go on elsewhere.
        with pytest.raises(ValueError, match="--executor serial"):
            (tmp_path / "p").mkdir()
            text = SCORING.replace("BOT", f"isolated:{tmp_path / 'counts.py'}")
            (tmp_path / "p.toml").write_text(text)
            from tabletop.learn.training import config, making

            making.make_learner(config.load(tmp_path / "p.toml", PIG), [PIG.load("pig"), SHORT], workers)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("match", "careful", "random", "--executor", "moon"), "--executor moon: serial, processes or ray"),
        (("rate", "careful", "--executor", "serial", "--jobs", 2), "--jobs 2 needs processes or ray"),
        (("match", "careful", "random", "--jobs", 0), "jobs are 1 or more, not 0"),
        (("train", "--config", "none.toml", "--executor", "sun"), "--executor sun"),
    ],
)
def test_mistakes_are_told(arguments, words):
    assert words in call(PIG_SHELL, *arguments, code=2)


def test_without_ray_it_is_told_in_a_line(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    assert "Ray isn't installed" in call(PIG_SHELL, "rate", "careful", "random", "--executor", "ray", code=2)


@pytest.fixture
def cluster(monkeypatch):
    """A cluster of three nodes, and the two that can be killed."""
    pytest.importorskip("ray", reason="RAY IS NOT INSTALLED: THE CLUSTER IS NOT TESTED")
    import ray
    from ray.cluster_utils import Cluster

    # On a machine that is busy: as good as other processes, as long as they take to start, and none for nothing.
    for name, value in (
        ("worker_niceness", 0),
        ("worker_register_timeout_seconds", 900),
        ("enable_worker_prestart", 0),
    ):
        monkeypatch.setenv(f"RAY_{name}", str(value))
    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    others = [made.add_node(num_cpus=1) for _ in range(2)]
    ray.init(address=made.address, **QUIET)
    yield made, others
    ray.shutdown()
    made.shutdown()


@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # Ray's own
def test_a_cluster_does_the_same_work_and_nodes_that_are_killed_cost_time_alone(cluster, tmp_path):
    from tabletop.base.workers.ray_cluster import RayWorkers

    made, others = cluster

    class Killing(RayWorkers):
        """Workers who lose a node when so many tasks have been given out."""

        left = 0

        def give(self, task):
            super().give(task)
            self.left -= 1
            if self.left == 0:
                made.remove_node(others.pop(), allow_graceful=False)

    works = [partial(tournament, tmp_path), matches, playouts, partial(learnt, tmp_path)]
    here = [work(SerialWorkers()) for work in works]
    with Killing(3) as workers:
        assert [work(workers) for work in works] == here
        for number in (1, 3):
            workers.left = 3
            assert works[number](workers) == here[number]
        assert not others
