"""Does a Ray cluster play the same tournament, byte for byte, and does a node that is killed cost time alone?"""

import json
import sys

import pytest

from tabletop.executors.tasks import SerialWorkers
from tabletop.tournament import run
from tabletop.tournament.definition import define
from tabletop.tournament.standings import standings
from tabletop.tournament.store import Store
from tests.any_game import PIG_SHELL
from tests.pig import PIG
from tests.test_any_game_commands import call

NAMES = ["careful", "random", "careful:at=5"]


def hold(path, workers=None, report=lambda *said: None):
    definition = define(NAMES, ["pig", "short-pig"], 60, 3, PIG)
    with Store.begin(path, definition) as store, workers or SerialWorkers() as those:
        run.play(definition, store, those, report)
        return json.dumps(standings(store)), store.games()


def test_without_ray_it_is_told_in_a_line(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    files = ["--store", tmp_path / "t.db"]
    told = call(PIG_SHELL, "tournament", *NAMES, "--pairs", 2, "--executor", "ray", *files, code=2)
    assert "Ray isn't installed" in told
    told = call(PIG_SHELL, "tournament", *NAMES, "--pairs", 2, "--executor", "moon", *files, code=2)
    assert "--executor moon" in told


@pytest.fixture
def cluster():
    pytest.importorskip("ray")
    import ray
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    other = made.add_node(num_cpus=1)
    ray.init(address=made.address, log_to_driver=False, logging_level="ERROR")
    yield made, other
    ray.shutdown()
    made.shutdown()


@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # Ray's own
def test_two_nodes_one_of_them_killed_play_the_same_table(cluster, tmp_path):
    from tabletop.executors.ray_cluster import RayWorkers

    made, other = cluster
    here = hold(tmp_path / "here.db")
    assert hold(tmp_path / "cluster.db", RayWorkers(2)) == here
    killed = []

    def kill(words, done, total):
        if done > total // 4 and not killed:
            killed.append(done)
            made.remove_node(other, allow_graceful=False)

    assert hold(tmp_path / "killed.db", RayWorkers(2), kill) == here and killed
