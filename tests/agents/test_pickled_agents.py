"""An environment is copied with its opponent, whatever kind of agent that is."""

import copy
import pickle

import numpy as np
import pytest

from paintball_env import PaintballEnv, Scenario, save_agent
from paintball_env.observation import Encoding

CTF = Scenario.load("capture-the-flag-basic-drawn")


@pytest.mark.parametrize("kind", ["random", "hunter", "champion", "search:sims=4", "relu", "tanh"])
def test_an_environment_is_copied_in_the_middle_of_a_game(tmp_path, kind):
    opponent = kind
    if kind in ("relu", "tanh"):
        generator = np.random.default_rng(0)
        sizes = [(16, Encoding(CTF).size), (16,), (CTF.actions, 16), (CTF.actions,)]
        layers = [generator.normal(0, 0.3, size).astype(np.float32) for size in sizes]
        opponent = save_agent(tmp_path / "agent", layers, CTF, activation=kind)
    env = PaintballEnv(CTF, opponent=opponent, side="red")
    env.reset(seed=4)
    copies = [pickle.loads(pickle.dumps(env)), copy.deepcopy(env)]
    for _ in range(20):
        action = int(env.action_masks().argmax())
        seen = env.step(action)[0]
        assert all(np.array_equal(other.step(action)[0], seen) for other in copies)
