"""The pages on new games say what is so: the code on them plays, and what they list is there."""

import os
import re
import subprocess
import sys
from importlib import import_module

import pytest

from tabletop.front.commands.shell import COMMANDS
from tabletop.front.game_names import names_of
from tests.any_game.games import ROOT
from tests.any_game.pig import PIG
from tests.any_game.pig_names import KERNELS

TEXT = (ROOT / "docs" / "new-game.md").read_text(encoding="utf-8")
WHOLE, MORE, SHOWING = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


def test_the_game_on_the_page_is_the_one_that_is_tested_and_the_page_is_short():
    assert (ROOT / "tests" / "any_game" / "pig.py").read_text(encoding="utf-8") == WHOLE
    assert len(TEXT.splitlines()) <= 250 and len(WHOLE.splitlines()) < 100


@pytest.fixture
def files(tmp_path):
    """The files of the page, in a folder of their own."""
    for name, code in (("pig", WHOLE), ("more_pig", MORE), ("pig_showing", SHOWING)):
        (tmp_path / f"{name}.py").write_text(code, encoding="utf-8")
    return tmp_path


@pytest.mark.slow
def test_what_may_be_added_is_added(files):
    def call(*words, code=0):
        environment = os.environ | {"PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": "1"}
        command = [sys.executable, "-m", "tabletop.front", "more_pig:MORE", *words]
        done = subprocess.run(command, cwd=files, env=environment, capture_output=True, text=True)
        assert done.returncode == code, (words, done.stdout, done.stderr)
        return done.stdout + done.stderr

    assert "First" in call("play-out", "careful", "random", "--seed", "1", "--scenario", "short-pig")
    assert "pot lost" in call("play-out", "random", "random", "--seed", "1", "--scenario", "short-pig")
    assert "first  ######\nsecond \npot    4\n" in call("show", "turn=3 to=first:roll-or-hold pot=4 score=6,0")
    assert "the points that win have won" in call("show", "turn=3 to=first:roll-or-hold score=30,0", code=2)
    sizes = ("--decisions=50", "--states=5", "--texts=1", "--jobs=1", "--scenario=short-pig", "--state=verify.jsonl")
    assert "plain: 20 decisions" in call("verify", *sizes)


def test_what_it_lists_is_there():
    rows = re.findall(r"^\| `(\w+)`, .* \| `(tabletop[\w.]+)` \|$", TEXT, re.MULTILINE)
    assert len(rows) == 6
    for name, place in rows:
        assert callable(getattr(import_module(place), name)), name
    commands = TEXT.split("## Playing")[1].split("In Python")[0]
    named = re.findall(r"^\| (`.*?) \| ", commands, re.MULTILINE) + re.findall(r"also (.*?) \|", commands)
    assert {text.split()[0] for line in named for text in re.findall("`(.+?)`", line)} <= {*COMMANDS}
    declared = TEXT.split("## The tables")[1].split("## The functions")[0]
    tables = [
        each for line in re.findall(r"^\| (`.*?) \|", declared, re.MULTILINE) for each in re.findall(r"`(\w+)`", line)
    ]
    assert len(tables) > 12 and {*tables} <= {*PIG.tables}
    more = re.findall(r"^\| (.*?) \| (.*) \|$", TEXT.split("| what else |")[1], re.MULTILINE)
    assert "board" in PIG.tables and any("`board`" in how for _, how in more)
    assert {"PigEnv", "PigVectorEnv"} <= {*names_of(PIG, "Pig", __name__)[1]()}


def test_the_facts_on_the_page_of_definitions_are_a_declared_games():
    facts = (ROOT / "docs" / "definition.md").read_text(encoding="utf-8").split("## Policies that score actions")[1]
    for name in re.findall(r"^\| `(\w+)[`(]", facts, re.MULTILINE):
        assert hasattr(KERNELS, name) or name == "versions"
