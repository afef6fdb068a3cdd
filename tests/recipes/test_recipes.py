"""Do the recipes for other training libraries run, seeded, without an illegal action?

Each needs its library and is skipped without; `scripts/recipes.sh` makes environments that have them.
"""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT

EXAMPLES = ROOT / "examples"
ONLY = os.environ.get("PAINTBALL_RECIPE")
# library, its module, recipe, a call small enough for a test, lines that tell of illegal actions
RECIPES = {
    "torchrl": ("torchrl", "torchrl_ppo", "main(updates=2, steps=512, games=1)", 2),
    "tianshou": ("tianshou", "tianshou_dqn", "main(epochs=2, steps=800, games=5)", 2),
    "rllib": ("ray", "rllib_ppo", "main(updates=2, steps=512, games=1)", 2),
    "mctx": ("mctx", "mctx_search", "main(games=2, simulations=8, decisions=60)", 0),
}
TRAINERS = [name for name, (*_, told) in RECIPES.items() if told]


def needs(name):
    """Skip without the library, unless this run is for it."""
    if importlib.util.find_spec(RECIPES[name][0]) is None and name != ONLY:
        pytest.skip(f"{name} is not installed; scripts/recipes.sh {name}")
    if ONLY not in (None, name):
        pytest.skip(f"this run is for {ONLY}")


def run(recipe, code, home, hash_seed="0"):
    """What `code` prints with the recipe's names, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", f"from {recipe} import *\n{code}"],
        env=os.environ
        | {"PYTHONPATH": f"{ROOT}{os.pathsep}{EXAMPLES}", "PYTHONHASHSEED": hash_seed, "HOME": str(home)}
        | {"XDG_CACHE_HOME": os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))},
        cwd=home,
        capture_output=True,
        text=True,
        timeout=550,
    )
    assert done.returncode == 0, done.stderr
    # TorchRL writes its log there too, with the time.
    return [line for line in done.stdout.splitlines() if "[INFO]" not in line]


@pytest.mark.slow
@pytest.mark.parametrize("name", TRAINERS)
def test_a_recipe_trains_without_illegal_actions_and_alike_from_run_to_run(name, tmp_path):
    needs(name)
    _, recipe, call, told = RECIPES[name]
    lines = run(recipe, f"print('illegal:', {call})", tmp_path, "1")
    assert lines[-1] == "illegal: 0"
    assert sum("0 illegal actions" in line for line in lines) == told, lines
    means = [line for line in lines if line.startswith("mean return against random")]
    assert [line.split(":")[0].split()[-1] for line in means] == ["before", "after"]
    # RLlib keeps agents in sets, so its runs are alike for one hash seed only.
    assert run(recipe, f"print('illegal:', {call})", tmp_path, "1" if name == "rllib" else "2") == lines


# Red carries the flag and is beside its base, in its last turn.
WINNING = """
import jax
simulator = Simulator(SCENARIO, 2, seed=1)
simulator.enter(
    "turn=30 phase=2 acting=red second=red score=2,2 to=red:act"
    " R1=c2 R2=b3 B1=c5 B2=d6 M1=d1 M2=c6 flag.red=b1 flag.blue=R1"
)
simulator.step(np.asarray(searcher(2, 32)(seen(simulator), jax.random.key(1))))
print(simulator.results(0).tolist())
"""


@pytest.mark.slow
def test_mctx_searches_alike_from_run_to_run_and_finds_a_win(tmp_path):
    needs("mctx")
    _, recipe, call, _ = RECIPES["mctx"]
    lines = run(recipe, call, tmp_path)
    assert "decisions of Red by 8 simulations each" in lines[-1]
    assert run(recipe, call, tmp_path, "2") == lines
    assert run(recipe, WINNING, tmp_path)[-1] == "[1.0, 1.0]"


SEEN = {
    "torchrl": """
env = make(1)
first = env.reset()
deciding = first["team", "action_mask"].sum(-1) > 1
assert deciding.sum() == 1 and first["team", "action_mask"][:, -1].tolist() == (~deciding).tolist()
first["team", "action"] = (~first["team", "action_mask"]).int().argmax(-1)
print(env.step(first)["next", "team", "info", "illegal"].tolist())
""",
    "tianshou": """
envs = make(1, 1)
seen, _ = envs.reset()
assert seen[0]["agent_id"] == LEARNER and sum(seen[0]["mask"]) > 1
_, _, _, _, infos = envs.step([seen[0]["mask"].index(False)])
print([bool(infos[0]["illegal"])])
""",
    "rllib": """
from types import SimpleNamespace
env = make(None)
seen, _ = env.reset(seed=1)
assert env.observation_space["team_0"].contains(seen["team_0"])
assert set(seen["team_0"]) == {"observations", "action_mask"}
*_, infos = env.step({agent: int(seen[agent]["action_mask"].argmin()) for agent in AGENTS})
found = []
episode = SimpleNamespace(get_infos=lambda at: infos)
count(episode=episode, metrics_logger=SimpleNamespace(log_value=lambda *what, **_: found.append(what)))
print(found)
""",
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "told"), [("torchrl", "[1.0, 1.0]"), ("tianshou", "[True]"), ("rllib", "[('illegal', 2)]")]
)
def test_an_illegal_action_would_be_counted(name, told, tmp_path):
    needs(name)
    assert run(RECIPES[name][1], SEEN[name], tmp_path)[-1] == told


def pins(name):
    lines = (EXAMPLES / f"requirements-{name}.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split("==") for line in lines if line and not line.startswith("#"))


@pytest.mark.parametrize("name", RECIPES)
def test_versions_are_those_of_the_page(name):
    page = (ROOT / "docs" / "trainers.md").read_text(encoding="utf-8")
    (row,) = [line for line in page.splitlines() if line.startswith(f"| {name} |")]
    for package, version in pins(name).items():
        assert f"{package.removesuffix('[rllib]')} {version}" in row, (package, version)
    if "torch" not in pins(name):
        return
    held = re.search(r"^torch==(.+)$", (ROOT / "constraints" / "cpu.txt").read_text(encoding="utf-8"), re.MULTILINE)
    assert pins(name)["torch"] == held[1]
