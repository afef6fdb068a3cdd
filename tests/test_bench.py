"""Does the benchmark run and say all it should? How fast anything is, no test asks."""

import json
import sys
from importlib.util import find_spec

import pytest
from typer.testing import CliRunner

from paintball_env.game import Game
from paintball_env.rules.state import OVER
from tabletop.bench import app, ours, spiel
from tabletop.bench.measure import compare, one_core

TINY = ["--seconds", "0.001", "--repeats", "2", "--batch", "3"]
OURS = ["compiled", "compiled-mask-only", "batch", "one-game", "one-game-replayed", "pettingzoo"]
OURS += ["pettingzoo-aec", "gymnasium", "gymnasium-vector", *(["sb3"] if find_spec("stable_baselines3") else [])]
OURS += ["hunter-hunter", "sentinel-sentinel", "hunter-raider"]


@pytest.fixture(scope="module", params=["vector", "planes"])
def page(request):
    done = CliRunner().invoke(
        app, [*TINY, "--json", "--scenario", "capture-the-flag-basic", "--encoding", request.param, "--no-spiel"]
    )
    assert done.exit_code == 0, done.output
    result = json.loads(done.stdout)
    assert result["settings"]["encoding"] == request.param
    return result


def test_it_states_what_it_measured_on_what(page):
    assert set(page) == {"format", "machine", "versions", "settings", "speed"}
    assert page["machine"]["processor"] and page["machine"]["cores"] >= 1
    libraries = {"pettingzoo", "gymnasium", "stable-baselines3", "sb3-contrib", "open-spiel"}
    assert libraries | {"python", "paintball-mini", "numpy", "numba"} <= set(page["versions"])
    settings = page["settings"]
    assert settings["scenario"] == "capture-the-flag-basic" and settings["actions"] == 233
    assert settings["repeats"] == 2 and settings["batch"] == 3 and isinstance(page["speed"]["one_core"], bool)
    assert len(settings["observation"]) == {"vector": 1, "planes": 3}[settings["encoding"]]


def test_each_measure_has_its_rates(page):
    assert [row["key"] for row in page["speed"]["measures"]] == OURS
    for row in page["speed"]["measures"]:
        assert row["loop"] in ("compiled", "Python") and row["title"]
        assert row["decisions_per_cpu_second"] > 0 and row["decisions_per_second"] > 0
        assert row["lowest"] <= row["decisions_per_cpu_second"] <= row["highest"]
        assert len(row["samples"]) == 2 and all(sample["decisions"] > 0 for sample in row["samples"])
        assert row["ratio"] is None


def test_without_open_spiel_it_says_so_in_one_line_and_goes_on(monkeypatch):
    monkeypatch.setattr(spiel, "find_spec", lambda name: None)
    done = CliRunner().invoke(app, [*TINY, "--json", "--scenario", "capture-the-flag-basic"])
    result = json.loads(done.stdout)["speed"]
    assert [row["key"] for row in result["measures"]] == OURS
    assert len(result["notes"]) == 1 and "[bench]" in result["notes"][0] and "\n" not in result["notes"][0]
    assert "pyspiel" not in sys.modules or spiel.missing()


@pytest.mark.skipif(spiel.missing() is not None, reason="without OpenSpiel")
def test_beside_open_spiel():
    done = CliRunner().invoke(app, [*TINY, "--json", "--scenario", "capture-the-flag-basic"])
    assert done.exit_code == 0, done.output
    rows = json.loads(done.stdout)["speed"]["measures"]
    assert [row["key"] for row in rows] == [*OURS, "openspiel-backgammon"]
    assert all(row["ratio"] > 0 for row in rows) and rows[-1]["ratio"] == 1


def test_the_table():
    done = CliRunner().invoke(app, [*TINY, "--scenario", "capture-the-flag-basic", "--no-spiel"])
    assert done.exit_code == 0, done.output
    for part in ("capture-the-flag-basic", "vector", "whole games", "batch of 3", "PettingZoo", "median of 2"):
        assert part in done.output


def test_the_table_keeps_the_note_whole(monkeypatch):
    monkeypatch.setattr(spiel, "find_spec", lambda name: None)
    done = CliRunner().invoke(app, [*TINY, "--scenario", "capture-the-flag-basic"])
    assert done.exit_code == 0 and spiel.missing() in done.output and "[bench]" in spiel.missing()


def test_the_replayed_games_are_the_ones_that_were_chosen():
    load = ours.Replayed(ours.load("capture-the-flag-basic", "vector"))
    decisions, games = load.play()
    assert decisions >= ours.CYCLES and games == len(load.games) and load.decision[0] == OVER
    assert load.play() == (decisions, games) and sum(map(len, load.games)) == decisions
    for seed, actions in enumerate(load.games, 1):  # every action is legal where it is taken
        game = Game("capture-the-flag-basic", seed=seed)
        for action in actions:
            game.step(action)
        assert game.over


def test_an_unknown_scenario_is_refused_in_a_line():
    done = CliRunner().invoke(app, ["--scenario", "nowhere"])
    assert done.exit_code == 1 and done.stderr.startswith("bench: ") and len(done.stderr.splitlines()) == 1


def test_more_threads():
    done = CliRunner().invoke(app, ["threads", *TINY, "--json", "--scenario", "capture-the-flag-basic"])
    assert done.exit_code == 0, done.output
    rows = json.loads(done.stdout)["threads"]["rows"]
    assert rows[0]["threads"] == 1 and rows[0]["times"] == 1
    assert all(row["decisions_per_second"] > 0 and row["times"] > 0 for row in rows)


@pytest.mark.slow
def test_the_way_to_the_first_step_is_measured_in_a_process_of_its_own():
    done = CliRunner().invoke(app, ["start", "--repeats", "1", "--json", "--scenario", "capture-the-flag-basic"])
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)["start"]
    for name in ("first", "afterwards"):
        assert 0 < found[name]["import"] < found[name]["first_step"] and found[name]["peak_memory"] > 10**7
    assert found["first"]["first_step"] > found["afterwards"]["first_step"]  # nothing had been compiled


@pytest.mark.slow
def test_training_and_the_learner_alone():
    pytest.importorskip("sb3_contrib")
    done = CliRunner().invoke(app, ["training", "--seconds", "0.01", "--repeats", "1"])
    assert done.exit_code == 0, done.output
    assert "quick" in done.output and "the learner's own ceiling" in done.output
    done = CliRunner().invoke(app, ["training", "--seconds", "0.01", "--repeats", "1", "--json"])
    found = json.loads(done.stdout)["training"]
    assert found["steps_per_second"] > 0 and found["ceiling"] > 0 and 0 < found["games_share"] < 1


def test_a_configuration_that_is_none_is_refused_in_a_line(tmp_path):
    pytest.importorskip("sb3_contrib")
    done = CliRunner().invoke(app, ["training", "--config", str(tmp_path / "none.toml")])
    assert done.exit_code == 1 and done.stderr.startswith("bench: ") and "none.toml" in done.stderr


class Steps:
    """A load that plays by the book: so many decisions a go."""

    driver = title = "test"

    def __init__(self, key, log, yardstick=False):
        self.key, self.log, self.yardstick = key, log, yardstick

    def play(self):
        self.log.append(self.key)
        return sum(range(20000)) and 10, 1


def test_loads_take_turns_after_a_warm_up():
    log, told = [], []
    result = compare([Steps("a", log), Steps("b", log, True)], 1e-9, 3, lambda done, of: told.append((done, of)))
    assert log == ["a", "b", *["a", "b"] * 3]  # a go is longer than the least time
    assert told == [(k, 6) for k in range(1, 7)]
    assert [len(rates.samples) for rates in result.rates] == [3, 3]
    assert all(sample.decisions == 10 and sample.games == 1 for sample in result.rates[0].samples)


def test_the_cores_are_given_back():
    import os

    if not hasattr(os, "sched_getaffinity"):
        pytest.skip("no affinity here")
    before = os.sched_getaffinity(0)
    with one_core() as pinned:
        assert not pinned or len(os.sched_getaffinity(0)) == 1
    assert os.sched_getaffinity(0) == before
