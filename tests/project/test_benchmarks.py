"""Do the benchmarks run, for each game? How fast anything is, no test asks."""

import json
from contextlib import nullcontext

import pytest

from benchmarks import report, start_up, threads
from benchmarks.__main__ import main
from tabletop.compiled import compiling
from tests.learn.small_training import tiny

__all__ = ["tiny"]  # a fixture
BASIC = "paintball_env:capture-the-flag-basic"
TINY = ["--seconds", "0.001", "--repeats", "2", "--batch", "3", "--no-spiel", "--json"]
EVERY = {"compiled", "batch", "self-play", "one-game", "simulator", "pettingzoo", "gymnasium", "gymnasium-vector"}
OWN = {
    BASIC: {"compiled-planes", "hunter-raider"},
    "octagon_ball:octagon-small": {"runner-passer"},
    "beat_to_quarters:first-fight": {"gunner-boarder"},
    "state_of_war:first-skirmish": set(),
    "tests.any_game.pig": set(),
}


def measured(capsys, *arguments):
    main([*arguments, *TINY])
    page = json.loads(capsys.readouterr().out)
    report.show(page)
    return page, capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize("game", OWN)
def test_every_environment_of_a_game_is_measured(game, capsys):
    page, shown = measured(capsys, "--game", game, "--game", "tests.any_game.pig")
    rows = page["speed"]["measures"]
    assert EVERY | OWN[game] <= {row["key"] for row in rows if row["setting"] == 0}
    assert {row["key"] for row in rows if row["setting"] == 1} >= EVERY
    assert all(row["lowest"] <= row["decisions_per_cpu_second"] <= row["highest"] for row in rows)
    assert all(len(row["samples"]) == 2 for row in rows)
    assert "(1) " in shown and "(2) pig" in shown


@pytest.mark.slow
def test_threads_the_learner_and_self_play_are_measured(tiny, monkeypatch, capsys):
    pytest.importorskip("sb3_contrib")
    monkeypatch.setattr(threads, "GAMES", 4)
    page, shown = measured(capsys, "threads", "training", "self-play", "--game", BASIC, "--config", str(tiny))
    assert page["threads"]["rows"][0]["times"] == 1
    assert 0 < page["training"]["games_share"] < 1 and page["training"]["ceiling"] > 0
    assert set(page["self_play"]["ratio"]) == {"collecting", "learning"}
    assert "training with tiny" in shown and "self-play, 3 games" in shown


@pytest.mark.slow
def test_the_first_step_is_measured_in_processes_of_its_own(monkeypatch, capsys):
    # With the rules that are compiled already: to compile them anew takes a minute.
    kept = compiling.cache_folder("paintball_env").parents[1]
    monkeypatch.setattr(start_up.tempfile, "TemporaryDirectory", lambda: nullcontext(str(kept)))
    page, shown = measured(capsys, "start", "--game", BASIC)
    taken = page["start"]["environments"]
    assert set(taken) == {"PettingZoo", "BatchedGames against hunter"}
    assert all(0 < run["import"] < run["first_step"] for runs in taken.values() for run in runs.values())
    assert "rules not yet compiled" in shown


@pytest.mark.parametrize(
    "wrong",
    [
        ["--game", "numpy"],
        ["--game", f"{BASIC}x"],
        ["--encoding", "pixels"],
        ["quick"],
        ["start", *2 * ["--game", BASIC]],
    ],
)
def test_what_cant_be_measured_is_refused(wrong, capsys):
    with pytest.raises(SystemExit) as ended:
        main(wrong)
    assert ended.value.code == 2 and "error: " in capsys.readouterr().err.splitlines()[-1]
