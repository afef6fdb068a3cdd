"""Does the benchmark run and say all it should? How fast anything is, no test asks."""

import json
import re
from contextlib import nullcontext
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import pytest

from paintball_env.definition import PAINTBALL
from paintball_env.game import Game
from paintball_env.rules.state import OVER
from tabletop.compiled import compiling
from tabletop.front.bench import ours, report, setting, spiel, start_up, threads
from tabletop.front.bench.measure import compare, one_core
from tests.called import call, refused

TINY = ["--seconds", "0.001", "--repeats", "2", "--batch", "3"]
OURS = ["compiled", "compiled-mask-only", "batch", "self-play", "one-sided", "one-game", "one-game-replayed"]
OURS += ["simulator-one", "simulator", "pettingzoo"]
OURS += ["pettingzoo-aec", "gymnasium", "gymnasium-vector", *(["sb3"] if find_spec("stable_baselines3") else [])]
OURS += [f"{load}-{name}" for name in ("planes", "actions", "entities") for load in ("compiled", "batch")]
OURS += ["hunter-hunter", "sentinel-sentinel", "hunter-raider"]


BASIC = "capture-the-flag-basic"


@pytest.fixture(scope="module")
def page():
    """What one run says, OpenSpiel not installed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(spiel, "find_spec", lambda name: None)
        done = call("bench", *TINY, "--json", "--scenario", BASIC)
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def test_it_states_what_it_measured_on_what(page):
    assert set(page) == {"format", "machine", "versions", "settings", "speed"}
    assert page["machine"]["processor"] and page["machine"]["cores"] >= 1
    libraries = {"pettingzoo", "gymnasium", "stable-baselines3", "sb3-contrib", "open-spiel"}
    assert libraries | {"python", "paintball-mini", "numpy", "numba"} <= set(page["versions"])
    settings = page["settings"]
    assert settings["scenario"] == BASIC and settings["actions"] == 233
    assert settings["repeats"] == 2 and settings["batch"] == 3 and isinstance(page["speed"]["one_core"], bool)
    assert settings["encoding"] == "vector" and len(settings["observation"]) == 1


def test_each_measure_has_its_rates(page):
    assert [row["key"] for row in page["speed"]["measures"]] == OURS
    for row in page["speed"]["measures"]:
        assert row["loop"] in ("compiled", "Python") and row["title"]
        assert row["decisions_per_cpu_second"] > 0 and row["decisions_per_second"] > 0
        assert row["lowest"] <= row["decisions_per_cpu_second"] <= row["highest"]
        assert len(row["samples"]) == 2 and all(sample["decisions"] > 0 for sample in row["samples"])
        assert row["ratio"] is None


def test_without_open_spiel_it_says_so_in_one_line(page, capsys):
    (note,) = page["speed"]["notes"]
    assert "[bench]" in note and "\n" not in note
    report.show(page)
    assert note in capsys.readouterr().out  # whole, on one line


@pytest.mark.skipif(spiel.missing() is not None, reason="without OpenSpiel")
def test_beside_open_spiel():
    done = call("bench", *TINY, "--json", "--scenario", BASIC)
    assert done.exit_code == 0, done.output
    rows = json.loads(done.stdout)["speed"]["measures"]
    assert [row["key"] for row in rows] == [*OURS, "openspiel-backgammon"]
    assert all(row["ratio"] > 0 for row in rows) and rows[-1]["ratio"] == 1


def test_the_table_of_another_encoding():
    done = call("bench", *TINY, "--scenario", BASIC, "--encoding", "planes", "--no-spiel")
    assert done.exit_code == 0, done.output
    for part in (BASIC, "encoding planes (403 x 5 x 8)", "whole games", "batch of 3", "PettingZoo", "median of 2"):
        assert part in done.output
    assert "OpenSpiel is not installed" not in done.output


def test_the_replayed_games_are_the_ones_that_were_chosen():
    load = ours.Replayed(setting.load(PAINTBALL, "capture-the-flag-basic"))
    decisions, games = load.play()
    assert decisions >= setting.CYCLES and games == len(load.games) and load.decision[0] == OVER
    assert load.play() == (decisions, games) and sum(map(len, load.games)) == decisions
    for seed, actions in enumerate(load.games, 1):  # every action is legal where it is taken
        game = Game("capture-the-flag-basic", seed=seed)
        for action in actions:
            game.step(action)
        assert game.over


def test_an_unknown_scenario_is_refused_in_a_line():
    refused(call("bench", "--scenario", "nowhere"), "bench: ", "nowhere")
    refused(call("bench", "--encoding", "pixels"), "bench: ", "pixels")


def test_several_games_stand_in_one_table():
    done = call("bench", *TINY, "--json", "--scenario", BASIC, "--no-spiel", "--beside", "octagon_ball:octagon-small")
    assert done.exit_code == 0, done.output
    page = json.loads(done.stdout)
    (other,) = page["settings"]["beside"]
    assert (other["scenario"], other["encoding"], page["settings"]["scenario"]) == ("octagon-small", "vector", BASIC)
    rows = {(row["key"], row["setting"]) for row in page["speed"]["measures"]}
    assert {("compiled", 0), ("compiled", 1), ("hunter-raider", 0), ("runner-passer", 1)} <= rows
    done = call("bench", *TINY, "--scenario", BASIC, "--no-spiel", "--beside", "octagon_ball:octagon-small")
    lines = [line for line in done.output.splitlines() if "whole games " in line or "runner v. passer" in line]
    assert [len(re.findall("±", line)) for line in lines] == [2, 1], "those of both games in one line"


def test_what_cant_be_measured_beside_is_refused():
    refused(call("bench", "--beside", "nowhere"), "bench: ", "nowhere")
    refused(call("bench", "--beside", "numpy"), "bench: ", "numpy")
    refused(call("bench", "start", "--beside", "octagon_ball"), "bench: ", "speed")
    refused(call("bench", "--beside", "octagon_ball:nothing"), "bench: ", "nothing")


def test_more_threads(monkeypatch):
    monkeypatch.setattr(threads, "GAMES", 4)
    done = call("bench", "threads", *TINY, "--json", "--scenario", BASIC)
    assert done.exit_code == 0, done.output
    rows = json.loads(done.stdout)["threads"]["rows"]
    assert rows[0]["threads"] == 1 and rows[0]["times"] == 1
    assert all(row["decisions_per_second"] > 0 and row["times"] > 0 for row in rows)


# An environment that takes its time and its memory, and notes what it found in the folder of compiled rules.
SLOW = """
import os, pathlib, time

folder = pathlib.Path(os.environ["PAINTBALL_CACHE"])
kept = b"x" * {memory} if not any(folder.iterdir()) else b""
with open({log!r}, "a") as file:
    print(folder, *folder.iterdir(), file=file)
(folder / "compiled").touch()
time.sleep({wait})


class Env:
    agents = ["one"]

    def reset(self, seed):
        time.sleep({wait})
        return {{"one": {{"action_mask": __import__("numpy").array([0, 1])}}}}, {{}}

    def step(self, actions):
        assert actions == {{"one": 1}}
        time.sleep({wait})


def parallel_env(scenario):
    assert scenario == "somewhere"
    return Env()
"""


def test_the_way_to_the_first_step_is_measured_in_processes_of_its_own(tmp_path, monkeypatch):
    log, wait, memory = tmp_path / "log", 0.02, 1 << 27
    (tmp_path / "slow").mkdir()
    (tmp_path / "slow" / "environments.py").write_text(SLOW.format(log=str(log), wait=wait, memory=memory))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    game = SimpleNamespace(package="slow", agents={})
    page = start_up.start_up(game, "somewhere", 2)
    assert set(page["environments"]) == {"PettingZoo"} and page["runs"] == 2
    taken = page["environments"]["PettingZoo"]
    for name in ("first", "afterwards"):
        assert wait <= taken[name]["import"] <= taken[name]["first_step"] - 2 * wait
    assert taken["first"]["peak_memory"] > memory and taken["afterwards"]["peak_memory"] > 10**6
    # Nothing had been compiled for the first one; the others found what it had left.
    first, *later = (line.split() for line in log.read_text().splitlines())
    assert len(first) == 1 and later == [[*first, f"{first[0]}/compiled"]] * 2
    assert not Path(first[0]).exists()
    # A game in a single file.
    (tmp_path / "alone.py").write_text((tmp_path / "slow" / "environments.py").read_text())
    assert start_up.start_up(SimpleNamespace(package="alone", agents={}), "somewhere", 1)["runs"] == 1
    with pytest.raises(ValueError, match=r"fast's `parallel_env` can't .*: ModuleNotFoundError"):
        start_up.start_up(SimpleNamespace(package="fast", agents={}), "somewhere", 1)


@pytest.mark.slow
def test_the_first_step_of_the_game_is_measured(monkeypatch, capsys):
    # With the rules that are compiled already: to compile them anew takes a minute.
    kept = compiling.cache_folder("paintball_env").parents[1]
    monkeypatch.setattr(start_up.tempfile, "TemporaryDirectory", lambda: nullcontext(str(kept)))
    done = call("bench", "start", "--repeats", "1", "--json", "--scenario", BASIC)
    assert done.exit_code == 0, done.output
    page = json.loads(done.stdout)
    environments = page["start"]["environments"]
    assert set(environments) == {"PettingZoo", "BatchedGames against hunter"}
    for environment in environments.values():
        for name in ("first", "afterwards"):
            taken = environment[name]
            assert 0 < taken["import"] < taken["first_step"] and taken["peak_memory"] > 10**7
            assert taken["processor"] > 0
    report.show(page)
    shown = capsys.readouterr().out
    assert "rules not yet compiled" in shown and "BatchedGames against hunter" in shown


SMALL_TRAINING = """
name = "small"
scenario = "capture-the-flag-basic-drawn"
total_steps = 1024
threads = 1
[opponents]
random = 1.0
[learner]
games = 4
steps = 4
batch = 16
trunk = [8]
net = [8]
"""


def test_training_and_the_learner_alone(tmp_path, capsys):
    pytest.importorskip("sb3_contrib")
    path = tmp_path / "small.toml"
    path.write_text(SMALL_TRAINING)
    done = call("bench", "training", "--seconds", "0.001", "--repeats", "1", "--config", path, "--json")
    assert done.exit_code == 0, done.output
    page = json.loads(done.stdout)
    taken = page["training"]
    assert taken["steps_per_second"] > 0 and taken["ceiling"] > 0 and 0 < taken["games_share"] < 1
    report.show(page)
    shown = capsys.readouterr().out
    assert "training with small" in shown and "the learner's own ceiling" in shown


def test_self_play_by_both_batches(capsys):
    pytest.importorskip("torch")
    done = call("bench", "self-play", *TINY, "--scenario", BASIC, "--json")
    assert done.exit_code == 0, done.output
    page = json.loads(done.stdout)
    taken = page["self_play"]
    for kind in ("collecting", "learning"):
        two, one = taken["two_sided"][kind], taken["one_sided"][kind]
        assert two > 0 and one > 0 and taken["ratio"][kind] == pytest.approx(two / one)
    report.show(page)
    assert "self-play, 3 games, network 984 - 256 - 128 - 233 on both sides" in capsys.readouterr().out


def test_a_configuration_that_is_none_is_refused_in_a_line(tmp_path):
    pytest.importorskip("sb3_contrib")
    refused(call("bench", "training", "--config", str(tmp_path / "none.toml")), "bench: ", "none.toml")


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
