"""The code on the page about new games runs: environments, their ids, and the parts that it says where to find."""

import os
import re
import subprocess
import sys
import textwrap
from importlib import import_module
from types import ModuleType

import gymnasium
import pytest

from tests.any_game import pig
from tests.any_game.games import ROOT
from tests.any_game.pig import PIG

TEXT = (ROOT / "docs" / "new-game.md").read_text(encoding="utf-8")


def code_in(part):
    code = re.findall(r"^(?: {4}.*)?$", part, re.MULTILINE)
    return textwrap.dedent("\n".join(code))


@pytest.fixture
def module(monkeypatch):
    made = ModuleType("pig_environments")
    monkeypatch.setitem(sys.modules, made.__name__, made)
    exec(compile(code_in(TEXT.split("## Environments")[1]), "docs/new-game.md", "exec"), vars(made))
    yield made
    gymnasium.registry.pop("Pig/Pig-v0")


@pytest.mark.slow
def test_its_command_works_also_with_processes_of_its_own(tmp_path):
    (tmp_path / "command.py").write_text(code_in(TEXT.split("The command line is one object")[1].split("\n## ")[0]))
    sizes = ["--decisions=2", "--states=1", "--texts=1", "--jobs=2", "--scenario=short-pig", "--state=verify.jsonl"]
    words = [sys.executable, "command.py", "verify", *sizes]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_its_environments_play(module):
    env = gymnasium.make("Pig/Pig-v0")
    _, info = env.reset(seed=2)
    assert env.unwrapped.definition is PIG and info["action_mask"].sum() >= 2
    assert env.step(pig.ROLL)[0].shape == (8,)
    assert gymnasium.make_vec("Pig/Pig-v0", num_envs=2).reset(seed=2)[0].shape == (2, 8)
    assert set(module.parallel_env().reset(seed=1)[0]) == {"team_0", "team_1"}
    module.env("short-pig").reset(seed=1)
    for batch in (module.PigGames, module.PigSelfPlay):
        assert batch("short-pig", 3).count == 3


def test_what_it_lists_is_there():
    rows = re.findall(r"^\| `(\w+)`, .* \| `(tabletop[\w.]+)` \|$", TEXT, re.MULTILINE)
    assert len(rows) == 6
    for name, place in rows:
        assert callable(getattr(import_module(place), name)), name
    facts = TEXT.split("## Policies that score actions")[1]
    for name in re.findall(r"^\| `(\w+)[`(]", facts, re.MULTILINE):
        assert hasattr(pig, name) or name == "versions"
