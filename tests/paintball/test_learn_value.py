"""Do the scenarios from which positions' worth is learnt have the objective that it is learnt for?"""

import importlib.util

import numpy as np
import pytest

from paintball_env.position_value import COUNT
from paintball_env.rules.objectives import NAMES
from tests import ROOT

pytest.importorskip("scipy")


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("learn_value", ROOT / "scripts" / "learn_value.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("objective", NAMES)
def test_each_objective_is_learnt_from_games_for_it(script, objective):
    scenarios = [script.scenario_of(preset, objective) for preset in script.PRESETS[objective]]
    assert {scenario.objective for scenario in scenarios} == {objective} and len(scenarios) > 1


def test_elimination_is_played(script):
    scenario = script.scenario_of("battle-12-drawn", "elimination")
    features, results = script.played(scenario, 10, np.random.default_rng(1))
    assert features.shape == (len(results), COUNT) and len(results) >= 10 and set(results) <= {-1.0, 0.0, 1.0}
