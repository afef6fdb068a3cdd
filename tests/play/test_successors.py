"""Results, keys, facts and judgements of many positions at once: are they those of each position by itself?"""

import random
from itertools import pairwise

import numpy as np
import pytest

from paintball_env.definition import PAINTBALL
from tabletop.agents.registry import make
from tabletop.agents.trained import save_agent
from tabletop.env.batch.simulator import Simulator
from tabletop.game.definition import encoding_of
from tabletop.game.header import position_key
from tabletop.play.game import Game
from tabletop.play.odds import TooManyWaysError, outcomes
from tests import refuses
from tests.any_game.games import any_game, scenario_of
from tests.any_game.pig import PIG

QUICK = "capture-the-flag-basic-drawn"
LIMIT = 60


def played_on(scenario, count, decisions, seed=1):
    """A simulator whose games have gone on at random by 0, 1 … `decisions` decisions; their rows that aren't over."""
    simulator = Simulator(scenario, count, seed=seed)
    simulator.begin()
    for row in range(count):
        simulator.play("random", decisions=row * decisions // count, rows=[row])
    return simulator, np.flatnonzero(~simulator.over)


@any_game
def test_the_results_of_many_actions_are_the_outcomes_of_each(game):
    scenario, rng = scenario_of(game), random.Random(2)
    simulator, rows = played_on(scenario, 24, 120)
    rows = np.repeat(rows, 2)  # a row may come twice, with two actions
    actions = [rng.choice(simulator.legal(row)) for row in rows]
    before = simulator.games.tobytes()
    found = simulator.successors(actions, rows, limit=LIMIT)
    assert simulator.games.tobytes() == before and len(found.starts) == len(rows) + 1
    counted = 0
    for i, (row, action) in enumerate(zip(rows, actions, strict=True)):
        results, odds = (part[found.of == i] for part in (found.games, found.probabilities))
        state = Game.of_record(scenario, simulator.games[row : row + 1])
        if not found.counted[i]:
            # The odds try equal positions in the middle of an action once, and so do these.
            with pytest.raises(TooManyWaysError):
                outcomes(state, int(action), limit=LIMIT)
            continue
        counted += 1
        exact = {each.game.tobytes(): float(each.probability) for each in outcomes(state, int(action))}
        assert dict(zip((each.tobytes() for each in results), odds, strict=True)) == pytest.approx(exact, abs=1e-12)
    assert counted > len(rows) // 2


@any_game
def test_equal_positions_have_equal_keys_whatever_their_dice(game):
    scenario = scenario_of(game)
    simulator, _ = played_on(scenario, 60, 90)
    twice = Simulator(scenario, 120, seed=9)
    twice.enter(np.concatenate([simulator.games, simulator.games]))
    keys = twice.keys()
    positions = [position_key(twice.games[row : row + 1]) for row in range(120)]
    assert (keys[:60] == keys[60:]).all() and (keys[:60] == simulator.keys()).all()
    assert len(set(keys.tolist())) == len(set(positions)) > 20
    assert simulator.keys([3]).tolist() == keys[3:4].tolist()


@any_game
def test_play_ends_where_the_phase_ends(game):
    scenario = scenario_of(game)
    simulator, rows = played_on(scenario, 12, 60)
    kernels = game.planning_kernels
    for row in rows:
        state, team = Game.of_record(scenario, simulator.games[row : row + 1], seed=5), int(simulator.deciders[row])
        stage = kernels.stage_of(state.games, 0)
        simulator.enter(state, [row], dice=[5])
        made = simulator.play("random", rows=[row], phase=True)[0]
        assert (made == 0) == (stage == kernels.NONE)
        if made and not simulator.over[row]:
            after = np.zeros(simulator.count, np.int64)
            kernels.stage_rows(simulator.games, np.array([row]), np.full(simulator.count, team), after)
            assert after[row] != stage


def test_agents_that_are_asked_stop_there_too():
    scenario = PAINTBALL.load(QUICK)
    compiled, asked = (Simulator(scenario, 8, seed=3) for _ in range(2))
    for each in (compiled, asked):
        each.begin()
        each.play("hunter", until=2)
    made = compiled.play("hunter", phase=True)
    assert (asked.play(make("hunter", PAINTBALL), phase=True) == made).all() and made.any()
    assert (compiled.keys() == asked.keys()).all()


def test_facts_and_judgements_are_those_of_each_position():
    scenario, agent = PAINTBALL.load(QUICK), make("champion", PAINTBALL)
    agent.prepare(scenario)
    simulator, rows = played_on(scenario, 16, 160)
    facts, judged, named = simulator.facts(rows), simulator.evaluate(agent, rows), simulator.evaluate("champion", rows)
    best = simulator.choose("champion", rows)
    assert facts.positions.shape[0] == len(rows) and facts.actions.shape[0] == len(facts.listed) == facts.starts[-1]
    assert all((one == other).all() for one, other in zip(judged, named, strict=True))
    for i, row in enumerate(rows):
        part = slice(judged.starts[i], judged.starts[i + 1])
        legal, scores, value = agent.player.scores(scenario.world, simulator.games[row : row + 1], simulator.masks[row])
        assert (facts.listed[part] == legal).all() and (judged.listed[part] == legal).all()
        assert (judged.scores[part] == scores).all() and judged.values[i] == value
        assert judged.listed[part][np.argmax(judged.scores[part])] == best[i]


def test_a_perceptron_scores_actions_and_values_nothing(tmp_path):
    scenario, rng = PIG.load("pig"), np.random.default_rng(1)
    size, actions = encoding_of(scenario).size, scenario.actions
    layers = [rng.normal(size=(4, size)), np.zeros(4), rng.normal(size=(actions, 4)), np.zeros(actions)]
    agent = make(save_agent(tmp_path / "agent", layers, scenario), PIG)
    agent.prepare(scenario)
    simulator, rows = played_on(scenario, 6, 12)
    judged = simulator.evaluate(agent, rows)
    assert np.isnan(judged.values).all()
    best = [judged.listed[a:b][np.argmax(judged.scores[a:b])] for a, b in pairwise(judged.starts)]
    assert best == simulator.choose(agent, rows).tolist()


def test_what_is_refused():
    scenario = PAINTBALL.load(QUICK)
    simulator = Simulator(scenario, 2)
    refuses(RuntimeError, "begin", simulator.keys, 0)
    simulator.begin()
    illegal = int(np.flatnonzero(simulator.masks[1] == 0)[0])
    refuses(ValueError, "game 1", simulator.successors, [int(simulator.legal(0)[0]), illegal])
    refuses(ValueError, str(scenario.actions), simulator.successors, scenario.actions)
    refuses(ValueError, "limit", simulator.successors, int(simulator.legal(0)[0]), 0, limit=0)
    refuses(TypeError, "hunter", simulator.evaluate, "hunter")
    refuses(ValueError, "nobody", simulator.evaluate, "nobody")
    refuses(TypeError, "search", simulator.evaluate, "champion:search=8")
    refuses(ValueError, "phase", simulator.play, "hunter", phase=2)
    simulator.play("random", rows=[1])
    refuses(ValueError, "game 1", simulator.facts)
    refuses(ValueError, "game 1", simulator.evaluate, "champion")
