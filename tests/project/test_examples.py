"""Do the examples run, and does the page of the environments show them as they are?"""

import re
import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests import ROOT
from tests.called import call

# Recipes for other libraries (docs/trainers.md) have requirements of their own, and tests: tests/recipes.
OTHERS = {path.stem.removeprefix("requirements-") for path in (ROOT / "examples").glob("requirements-*.txt")}
EXAMPLES = [path for path in sorted((ROOT / "examples").glob("*.py")) if path.stem.split("_")[0] not in OTHERS]
PAGE = (ROOT / "docs" / "environments.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
# Too long for the page, which names them; with arguments for a tiny run, by a test of its own.
LONG = {
    "league.py": "--updates 3 --games 6 --steps 8 --width 8 --every 1 --keep 1 --out agent --seed 3",
    "torch_transformer.py": "--updates 3 --games 3 --pairs 1 --width 8 --out agent",
    "torch_messages.py": "--updates 3 --games 3 --pairs 1 --width 8 --out agent",
    "alphazero.py": "--decisions 900 --games 6 --simulations 3 --width 8 --keep 500 --pairs 1 --out agent --seed 3",
    "cleanrl_ppo.py": "--total-timesteps 1200 --num-envs 6 --num-steps 100 --width 8 --out agent --seed 3",
}
FILES = {path.name: path.read_text(encoding="utf-8") for path in EXAMPLES if path.name not in LONG}


@pytest.mark.parametrize("path", [path for path in EXAMPLES if path.name not in LONG], ids=lambda path: path.name)
def test_an_example_runs(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if "sb3" in path.name:
        pytest.importorskip("sb3_contrib")
    if "open_spiel" in path.name:
        pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")
    if "torch_" in path.name:
        pytest.importorskip("torch")
    runpy.run_path(str(path), run_name="__main__")


def trained(name: str, arguments: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Run an example that trains, with these arguments, and return what it defines."""
    import torch

    example = runpy.run_path(str(ROOT / "examples" / name))
    monkeypatch.setattr("sys.argv", [name, *arguments.split()])
    threads = torch.get_num_threads()
    try:
        example["main"]()
    finally:
        torch.set_num_threads(threads)
    return example


def test_the_league_learns_from_all_its_games_and_leaves_an_agent_that_plays(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("torch")
    from paintball_env import Scenario, SelfPlayGames, make_agent, play_match

    monkeypatch.chdir(tmp_path)
    league = trained("league.py", LONG["league.py"], monkeypatch)
    told = capsys.readouterr().out
    assert "saved as trained:agent" in told
    # Before anything is compiled, and after the first update: it may take minutes to ten of them.
    assert told.startswith("6 games of ") and "\nupdate 1: " in told
    scenario = Scenario.load("capture-the-flag-basic-drawn")
    results = play_match(make_agent("trained:agent"), make_agent("random"), scenario, 1, seed=1)
    assert results.score.shape == (1, 2)
    # Past selves come, weigh, and retire.
    games = SelfPlayGames(scenario, 4, [None, *league["BOTS"]], seed=1)
    members = league["League"](games, keep=2)
    policy = league["Policy"](games.reset().observations.shape[1], games.actions, 4)
    for update in range(3):
        members.add(policy, update)
    assert len(games.opponents) == 8 and games.weights[5] == 0 and min(games.weights[6:]) > 0
    assert sum(games.weights) == pytest.approx(1.0) and games.weights[0] == pytest.approx(0.5)
    members.scores[1] = 1.0  # beaten always: met less often
    members.weigh()
    assert games.weights[1] < games.weights[2] == games.weights[3]


def test_the_recipe_for_the_vector_environment_learns_and_leaves_an_agent_that_plays(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    torch = pytest.importorskip("torch")
    from paintball_env import Scenario, make_agent, play_match

    monkeypatch.chdir(tmp_path)
    recipe = trained("cleanrl_ppo.py", LONG["cleanrl_ppo.py"], monkeypatch)
    told = capsys.readouterr().out
    assert "global_step 1200" in told and "; 0 illegal actions" in told and "saved as trained:agent" in told
    assert re.search(r"score \d+\.\d % in the last [1-9]", told), told  # some games have ended
    scenario = Scenario.load("capture-the-flag-basic-drawn")
    results = play_match(make_agent("trained:agent"), make_agent("random"), scenario, 1, seed=1)
    assert results.score.shape == (1, 2)
    policy = recipe["Agent"](5, 3, 4).policy(torch.zeros(2, 5), torch.tensor([[1, 0, 1], [0, 1, 0]], dtype=torch.int8))
    assert torch.allclose(policy.probs, torch.tensor([[0.5, 0.0, 0.5], [0.0, 1.0, 0.0]]), atol=0.05)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["torch_transformer.py", "torch_messages.py"])
def test_a_network_of_any_shape_learns_and_leaves_an_agent_that_plays_in_tournaments(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for library in ("torch", "onnxruntime", "onnxscript"):
        pytest.importorskip(library, reason=f"{library} is not installed: pip install 'paintball-mini[train,onnx]'")
    monkeypatch.chdir(tmp_path)
    trained(name, LONG[name], monkeypatch)
    assert re.search(r"trained:agent scores [01]\.\d\d against random", capsys.readouterr().out)
    assert b"examples" not in (tmp_path / "agent" / "network.onnx").read_bytes()  # no places in anybody's folders
    arguments = ("--scenario", "capture-the-flag-basic-drawn", "--pairs", 1, "--store", "cup.db")
    done = call("tournament", "trained:agent", "random", *arguments)
    assert done.exit_code == 0 and "trained:agent" in done.output, done.output


def test_the_loop_of_alphazero_learns_and_leaves_an_agent_that_plays(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("torch")
    monkeypatch.chdir(tmp_path)
    trained("alphazero.py", LONG["alphazero.py"], monkeypatch)
    told = capsys.readouterr().out
    assert re.search(r"against random: \d+\.\d% \(", told) and "nan" not in told, told


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("league.py", "--games 1 --steps 1 --updates 2"),
        ("cleanrl_ppo.py", "--num-envs 3 --num-steps 3 --num-minibatches 40 --total-timesteps 18"),
    ],
)
def test_a_minibatch_may_be_a_single_decision(
    name: str, sizes: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The spread of one advantage is 0, and no number that would make all weights none."""
    pytest.importorskip("torch")
    monkeypatch.chdir(tmp_path)
    trained(name, f"{sizes} --width 8 --out agent --seed 3", monkeypatch)
    told = capsys.readouterr().out
    assert "saved as trained:agent" in told and "nan" not in told


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("league.py", "--minutes 0: 0: more than 0"),
        ("league.py", "--minutes nan: nan: more than 0"),
        *(("league.py", f"--{key} 0: 0: at least 1") for key in ("updates", "games", "steps", "every", "keep")),
        ("league.py", "--scenario chess: no scenario 'chess'"),
        ("league.py", "--seed -1: seed -1: "),
        *(("cleanrl_ppo.py", f"--{key} 0: 0: at least 1") for key in ("total-timesteps", "num-envs", "num-steps")),
        *(("cleanrl_ppo.py", f"--{key} -1: -1: at least 1") for key in ("num-minibatches", "update-epochs", "width")),
        ("cleanrl_ppo.py", "--seed -1: seed -1: "),
        ("cleanrl_ppo.py", "--scenario chess: no scenario 'chess'"),
        ("cleanrl_ppo.py", "--gamma 2: gamma 2.0: must lie in (0, 1]"),
    ],
)
def test_arguments_that_cannot_be_are_refused_in_a_line(
    name: str, words: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    torch = pytest.importorskip("torch")
    main = runpy.run_path(str(ROOT / "examples" / name))["main"]
    monkeypatch.chdir(tmp_path)
    arguments, told = words.split(": ", 1)
    monkeypatch.setattr("sys.argv", [name, *LONG[name].split(), *arguments.split()])
    threads = torch.get_num_threads()
    try:
        with pytest.raises(SystemExit):
            main()
    finally:
        torch.set_num_threads(threads)
    assert told in capsys.readouterr().err.splitlines()[-1] and not list(tmp_path.iterdir())


def test_the_leagues_advantages_are_those_of_each_teams_own_decisions() -> None:
    pytest.importorskip("torch")
    league = runpy.run_path(str(ROOT / "examples" / "league.py"))
    rng, steps = np.random.default_rng(1), 40
    teams, dones = rng.integers(0, 2, (steps, 3)), rng.random((steps, 3)) < 0.1
    rewards, values = rng.normal(size=(steps, 3, 2)), rng.normal(size=(steps, 3))
    last = rng.normal(size=(3, 2))
    advantages = league["advantages"](teams, rewards, dones, values, last)
    gamma, decay = league["GAMMA"], league["GAMMA"] * league["LAMBDA"]
    for row in range(3):
        for team in range(2):
            for t in np.flatnonzero(teams[:, row] == team):
                total, weight, now = 0.0, 1.0, int(t)
                while True:  # by the definition: a sum over the team's decisions to come in this game
                    ends = np.flatnonzero(dones[now:, row])
                    end = now + int(ends[0]) if len(ends) else steps
                    later = [k for k in np.flatnonzero(teams[:, row] == team) if now < k <= end]
                    stop = later[0] if later else min(end + 1, steps)
                    paid = rewards[now:stop, row, team].sum()
                    after = values[later[0], row] if later else 0.0 if end < steps else last[row, team]
                    total += weight * (paid + gamma * after - values[now, row])
                    if not later:
                        break
                    now, weight = int(later[0]), weight * decay
                assert np.isclose(advantages[t, row], total, atol=1e-5)


def test_no_example_is_left_out() -> None:
    assert len(OTHERS) == 4 and len(EXAMPLES) == len(list((ROOT / "examples").glob("*.py"))) - 4 >= 5


def test_the_page_shows_every_example_as_it_is() -> None:
    assert set(FILES.values()) <= set(BLOCKS)
    assert all(f"(../examples/{name})" in PAGE for name in LONG)


@pytest.mark.parametrize("code", [block for block in BLOCKS if block not in FILES.values()])
def test_other_code_on_the_page_runs(
    code: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import pettingzoo

    monkeypatch.chdir(tmp_path)  # some of it writes files
    if "pettingzoo.make" in code and not hasattr(pettingzoo, "make"):
        pytest.skip("PettingZoo before 1.27 has no registry")
    exec(code, {})
