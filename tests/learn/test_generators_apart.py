"""Does a user's bot that draws from global generators change what is learnt?"""

import random
import sys

import numpy as np
import pytest

from tests.learn.small_training import tiny

pytest.importorskip("sb3_contrib")
import torch

from paintball_env.definition import PAINTBALL
from paintball_env.scenario import Scenario
from tabletop.base.workers.tasks import SerialWorkers
from tabletop.learn.training import checkpoint, config
from tabletop.learn.training.generators import Generators

__all__ = ["tiny"]  # a fixture
BOT = """
import random
import numpy as np
import torch
from tabletop.agents.base import Bot

drawn = []

class Mine(Bot):
    def prepare(self, scenario):
        if {draws}:
            torch.nn.Linear(3, 3)
            torch.manual_seed(0), np.random.seed(0), random.seed(0)

    def act(self, view):
        if {draws}:
            drawn.append((torch.rand(1).item(), np.random.rand(), random.random()))
        return min(view.legal.values())
"""


def states():
    return [random.getstate(), repr(np.random.get_state()), torch.get_rng_state().tolist()]  # noqa: NPY002


def draw():
    return random.random(), np.random.rand(), torch.rand(1).item()  # noqa: NPY002


@pytest.fixture
def bot(tmp_path):
    def write(draws):
        path = tmp_path / f"{'draws' if draws else 'plain'}.py"
        path.write_text(BOT.format(draws=draws))
        return str(path)

    yield write
    torch.distributions.Distribution.set_default_validate_args(True)


def test_the_game_that_shows_an_evaluation_leaves_the_learners_generators_as_they_were(bot, tmp_path):
    from tabletop.learn.training.config import Evaluation
    from tabletop.learn.training.panel import Panel
    from tests.agents.held import make

    scenario = Scenario.load("capture-the-flag-basic-drawn")
    settings = Evaluation(every=10, opponents=(bot(draws=True),))
    panel = Panel(settings, [scenario], tmp_path, SerialWorkers())
    before = states()
    panel.record(make("champion").weights, 10, "mine")
    assert states() == before
    assert list((tmp_path / "stages").iterdir())


def test_an_opponent_that_draws_and_one_that_doesnt_teach_the_same(bot, tiny, tmp_path):
    from tabletop.learn.training.learner import Learner

    learnt = []
    for draws in (False, True):
        settings = config.load(tiny, PAINTBALL, [f"opponents={{{bot(draws)!r}=1, random=1}}".replace("'", '"')])
        learner = Learner(settings, Scenario.load(settings.scenario))
        learnt.append([list(learner.update().values())[:7] for _ in range(3)])
    assert learnt[0] == learnt[1]
    module = sys.modules[type(learner.batch.opponents[0].agent).__module__]
    for kind in zip(*module.drawn, strict=True):
        assert len(set(kind)) == len(kind) > 50  # its own draws go on from step to step
    # A resumed run goes on with the same draws.
    saved = checkpoint.load(checkpoint.save(tmp_path, learner.step, learner.save()))
    del module.drawn[:]
    further, drawn = learner.update(), list(module.drawn)
    again = Learner(settings, Scenario.load(settings.scenario))
    again.restore(saved)
    module = sys.modules[type(again.batch.opponents[0].agent).__module__]
    del module.drawn[:]
    assert again.update() == further and module.drawn == drawn


def test_agents_go_on_where_they_were_and_so_does_the_learner():
    generators, firsts = Generators(5), []
    before = states()
    for _ in range(2):
        with generators.playing():
            firsts.append(draw())
    assert states() == before and len(set(sum(firsts, ()))) == 6
    generators.begin(5)
    with generators.playing():
        assert draw() == firsts[0]
