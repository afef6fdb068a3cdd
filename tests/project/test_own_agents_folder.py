"""Does a folder `agents/` of one's own, as many projects have one, leave the package alone?"""

import os
import subprocess
import sys

import pytest

from tests import ROOT

PLAY = """
import sys
sys.path.insert(0, {here!r})
import paintball_env
from paintball_env import BatchedGames, PaintballEnv, Scenario, as_opponent, make_agent

scenario = Scenario.load("capture-the-flag-basic-drawn")
opponents = [as_opponent(make_agent(name), scenario) for name in ("random", "hunter", "sentinel", "raider")]
env = PaintballEnv(scenario, opponent=opponents[1])
_, info = env.reset(seed=1)
env.step(int(info["action_mask"].argmax()))
games = BatchedGames(scenario, 4, opponents)
games.step(games.reset()[1].argmax(axis=1))
try:
    import agents
except ImportError as error:
    print(paintball_env.__file__, error)
"""


@pytest.fixture
def project(tmp_path):
    """A project that has such a folder, whose import fails."""
    (tmp_path / "agents").mkdir()
    (tmp_path / "agents" / "__init__.py").write_text('raise ImportError("the project\'s own agents")\n')
    (tmp_path / "play.py").write_text(PLAY.format(here=str(tmp_path)))
    return tmp_path


def run(project, *arguments):
    # The project's folder goes before the checkout: in its working directory `agents` is the project's.
    path = os.pathsep.join([str(project), str(ROOT)])
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=project,
        env=os.environ | {"PYTHONPATH": path, "PAINTBALL_QUIET": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_environments_with_built_in_opponents(project):
    assert run(project, "play.py") == f"{ROOT / 'paintball_env' / '__init__.py'} the project's own agents\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("scenarios",), "capture-the-flag-basic"),
        (("match", "hunter", "raider", "--pairs", "1", "--scenario", "capture-the-flag-basic-drawn"), "hunter"),
    ],
)
@pytest.mark.slow
def test_the_command(project, arguments, words):
    assert words in run(project, "-m", "paintball_env", *arguments)
