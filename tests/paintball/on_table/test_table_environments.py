"""Do the environments of the table keep what they promise: the official checks, ranges, the same for both sides?"""

import random
from importlib import import_module

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from paintball_env.on_table.definition import PAINTBALL
from pettingzoo.test import parallel_api_test

from paintball_env import on_table
from paintball_env.on_table.observation import ACTION_KINDS, action_rows
from paintball_env.on_table.scenario import Scenario
from tabletop.play.game import Game
from tests.twins.paintball_table import turned

DRAWN = "capture-the-flag-table-drawn"


def observed(scenario, record, team, encoding):
    out = np.zeros(encoding.size, np.float32)
    import_module(PAINTBALL.kernels).observe(scenario.world[0], record, team, encoding.cells, out)
    return out


def test_the_official_checks() -> None:
    parallel_api_test(on_table.parallel_env(scenario=DRAWN), num_cycles=60)
    check_env(gymnasium.make("PaintballTable/CaptureTheFlagBasic-v0").unwrapped, skip_render_check=True)


@pytest.mark.parametrize("name", ["vector", "actions", "entities"])
def test_observations_keep_their_ranges_and_are_the_other_sides_on_the_turned_table(name: str) -> None:
    scenario, rng = Scenario.load("capture-the-flag-table"), random.Random(name)
    encoding, game = PAINTBALL.encoding(scenario, name), Game(scenario, seed=2)
    low, high, seen = encoding.low, encoding.high, set()
    for count in range(160):
        if game.over:
            break
        if count % 4 == 0:
            for team in (0, 1):
                numbers = observed(scenario, game.record, team, encoding)
                assert ((low <= numbers) & (numbers <= high)).all()
                other = observed(scenario, turned(scenario, game.games)[0], 1 - team, encoding)
                assert np.array_equal(numbers, other), game.position()
            seen.add(numbers.tobytes())
        game.step(rng.choice(game.legal_indices()))
    assert len(seen) > 30


def test_rows_of_actions_name_what_the_actions_do() -> None:
    scenario = Scenario.load(DRAWN)
    rows, table = action_rows(scenario), PAINTBALL.action_names(scenario)
    for index in range(0, len(table), 7):
        parts = table.parts(index, 0)
        assert ACTION_KINDS[rows[index, 0]] == parts.kind.name
        assert (rows[index, 1] == -1) == (parts.who == "") and rows.shape == (len(table), 5)
