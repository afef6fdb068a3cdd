"""W1, the mask: it, the number of legal actions and the check of a single action say the same, whatever is decided."""

import numpy as np
import pytest

from paintball_env.scenario import Scenario
from tests.paintball.kinds import possible_kinds
from tests.paintball.positions import random_position
from tests.paintball.rules.conftest import scenario_of

SMALL_TEAMS = Scenario.parse(
    'name = "own"\nmap = "hexon26"\nobjective = "capture"\n[red]\nfigures = 4\n[blue]\nfigures = 5\n'
    "[rules]\nexperts = true\ngrenades = true\n"
)
SCENARIOS = {
    "full": scenario_of("capture-the-flag"),
    "reverse": scenario_of("reverse-flag?activation=one_at_a_time"),
    "small": SMALL_TEAMS,
}


@pytest.mark.parametrize("name", SCENARIOS)
def test_w1_the_mask_its_number_and_every_single_answer_agree(name):
    scenario, rng = SCENARIOS[name], np.random.default_rng(3)
    batch = scenario.game.batch
    mask = np.zeros(scenario.actions, np.int8)
    for kind in possible_kinds(scenario):
        for decider in (0, 1):
            games = random_position(scenario, kind, decider, rng)
            before = games.tobytes()
            number = batch.legal_game(scenario.world, games, mask)
            single = [batch.is_legal_game(scenario.world, games, action) for action in range(scenario.actions)]
            assert single == mask.astype(bool).tolist(), (kind, decider)
            assert number == mask.sum(), (kind, decider)
            assert games.tobytes() == before
