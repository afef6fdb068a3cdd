"""Expectimax, the planner to be read: exact chances, to the depth that was asked for."""

import pytest

from paintball_env.definition import PAINTBALL
from tabletop.agents.registry import make
from tabletop.env.batch.simulator import Simulator
from tabletop.play.game import Game
from tabletop.play.odds import outcomes
from tests import refuses
from tests.agents.test_search import QUICK, asked
from tests.any_game.games import deciding
from tests.any_game.pig import PIG
from tests.any_game.pig_names import HOLD


def test_expectimax_weighs_results_by_their_exact_chances():
    scenario = PIG.load("pig")
    agent = make("expectimax", PIG)
    agent.prepare(scenario)
    near = Game(scenario, start="turn=9 to=first:roll-or-hold first=first pot=8 score=23,12")
    assert asked(agent, PIG, near) == HOLD and agent.worths(near.games, 0, 2)[HOLD] == 1.0
    simulator = Simulator(scenario)
    for state in deciding(scenario, 10, [1]):
        worths = agent.worths(state.games, state.decider, 1)
        assert [*worths] == state.legal_indices()
        for action, worth in worths.items():
            expected = 0.0
            for result in outcomes(state, action):
                simulator.enter(result.game)
                expected += float(result.probability) * simulator.values(state.decider)[0]
            assert worth == pytest.approx(expected)


def test_expectimax_thinks_a_volley_to_its_end():
    scenario = PAINTBALL.load(QUICK)
    agent = make("expectimax", PAINTBALL)
    agent.prepare(scenario)
    state = next(state for state in deciding(scenario, 1, [2]) if state.decision == "volley")
    assert asked(agent, PAINTBALL, state) in state.legal_indices()
    before = Game(scenario, seed=3)
    shot = next(name for name in before.legal_actions() if " shoot " in name)
    (declared,) = outcomes(before, shot)
    volley = Game.of_record(scenario, declared.game)
    assert volley.decision == "volley" and volley.decider == before.decider
    worth = agent.worth(declared.game, before.decider, before.games["decision"][0], 1)
    assert worth == max(agent.worths(volley.games, before.decider, 1).values())
    assert worth != agent.worth(declared.game, before.decider, before.games["decision"][0], 0)


@pytest.mark.parametrize("depth", [0, 5, 99])
def test_expectimax_refuses_a_depth_that_no_game_would_end_with(depth):
    refuses(ValueError, f"depth {depth}: 1 to 4", make, f"expectimax:depth={depth}", PAINTBALL)
