"""Is a number that no action has, or no whole number, an error everywhere, whether or not an environment is strict?

An action that there is, but that is masked, is another thing: it is flagged and counted, or with `strict` an error.
"""

import numpy as np
import pytest

from tabletop.env.batch.games import BatchedGames
from tabletop.env.batch.self_play import SelfPlayGames
from tabletop.env.batch.simulator import Simulator
from tabletop.env.gymnasium_env import GymnasiumGameEnv
from tabletop.env.gymnasium_vector import GameVectorEnv
from tabletop.env.pettingzoo_env import AGENTS, AECGameEnv, ParallelGameEnv, wrapped
from tabletop.play.game import Game, IllegalActionError
from tests import refuses
from tests.any_game.games import any_game, scenario_of

STRICT = pytest.mark.parametrize("strict", [False, True])
NO_NUMBERS = (1.0, "0", None, True, np.float32(1), np.array([1, 2]))


def outside(scenario):
    return -1, scenario.actions, 10**6, 2**31, 2**63, -(2**70), np.int64(-1), np.uint64(2**64 - 1)


def masked(mask):
    """A number that an action has, which is illegal."""
    return int(np.flatnonzero(mask == 0)[0])


@STRICT
@any_game
def test_in_an_environment_of_one_game(game, strict):
    scenario = scenario_of(game)
    parallel, aec = ParallelGameEnv(scenario, strict=strict), AECGameEnv(scenario, strict=strict)
    single = GymnasiumGameEnv(scenario, strict=strict)
    for env in (parallel, aec, single):
        env.reset(seed=5)
    decider = AGENTS[parallel.game["decider"]]
    waiting = AGENTS[1 - parallel.game["decider"]]
    legal = int(parallel.observe(decider)["action_mask"].argmax())
    calls = [
        (parallel, lambda action: parallel.step({decider: action})),
        (parallel, lambda action: parallel.step({decider: legal, waiting: action})),
        (aec, aec.step),
        (single, single.step),
    ]
    for env, step in calls:
        before = env.clone_state()
        for number in outside(scenario):
            with pytest.raises(ValueError, match=f"action {number}: ") as told:
                step(number)
            assert not isinstance(told.value, IllegalActionError) and "\n" not in str(told.value)
        for wrong in NO_NUMBERS:
            refuses(TypeError, "a whole number, 0 to ", step, wrong)
        assert env.clone_state() == before
    # What there is and is masked stays what it was.
    mine = parallel.observe(decider)["action_mask"]
    if strict:
        refuses(IllegalActionError, "", lambda: parallel.step({decider: masked(mine)}))
    else:
        infos = parallel.step({decider: masked(mine)})[-1]
        assert infos[decider]["illegal"] and infos[decider]["illegal_actions"] == 1
        assert single.step(masked(single.action_masks()))[-1]["illegal_actions"] == 1


@any_game
def test_in_pettingzoos_wrappers(game):
    env = wrapped(AECGameEnv(scenario_of(game)))
    env.reset(seed=5)
    before = env.unwrapped.clone_state()
    for number in (-1, 10**6):
        with pytest.raises((AssertionError, ValueError)):
            env.step(number)
    assert env.unwrapped.clone_state() == before


def arrays(masks, row, number):
    """Legal actions, but for a row of this number."""
    actions = masks.argmax(axis=1).astype(np.uint64 if number > 2**63 - 1 else np.int64)
    actions[row] = number
    return actions


@STRICT
@any_game
def test_in_batches(game, strict):
    scenario = scenario_of(game)
    batch, both = BatchedGames(scenario, 3, seed=5, strict=strict), SelfPlayGames(scenario, 3, seed=5, strict=strict)
    vectors = [GameVectorEnv(3, scenario, strict=strict, autoreset_mode=mode) for mode in ("NextStep", "SameStep")]
    batch.reset()
    both.reset()
    stepped = [(batch, batch.step), (batch, batch.advance), (both, both.step)]
    for env in vectors:
        env.reset(seed=5)
        stepped.append((env.batch, env.step))
    for games, step in stepped:
        masks = both.current().masks if games is both else games.current()[1]
        before = games.games.tobytes()
        for number in (-1, scenario.actions, 10**6, 2**63):
            with pytest.raises(ValueError, match=f"game 1: action {number}: "):
                step(arrays(masks, 1, number))
        right = masks.argmax(axis=1)
        for wrong in (right.astype(float), right.astype(bool), right[:2], right.astype(str), None):
            refuses(ValueError, r"integers of shape \(3,\)", step, wrong)
        assert games.games.tobytes() == before
        if strict:
            with pytest.raises(ValueError, match="illegal now"):
                step(arrays(masks, 1, masked(masks[1])))
        elif games is batch or games is both:
            assert step(arrays(masks, 1, masked(masks[1]))).illegal.tolist() == [False, True, False]
        else:
            assert step(arrays(masks, 1, masked(masks[1])))[-1]["illegal_actions"].tolist() == [0, 1, 0]


@any_game
def test_rows_that_are_not_played_may_hold_anything(game):
    batch = BatchedGames(scenario_of(game), 2, seed=5, strict=False)
    masks = batch.reset()[1]
    step = batch.advance(arrays(masks, 1, -1), [0])
    assert not step.illegal.any() and batch.lengths.tolist() == [1, 0]


@STRICT
@any_game
def test_in_stable_baselines3s(game, strict):
    pytest.importorskip("stable_baselines3")
    from tabletop.env.sb3_vec_env import GameVecEnv

    env = GameVecEnv(BatchedGames(scenario_of(game), 3, seed=5, strict=strict))
    env.reset()
    before = env.batch.games.tobytes()
    for number in (-1, 10**6):
        with pytest.raises(ValueError, match=f"game 1: action {number}: "):
            env.step(arrays(env.action_masks(), 1, number))
    refuses(ValueError, "integers of shape", env.step, np.zeros(3))
    assert env.batch.games.tobytes() == before
    assert np.array_equal(env.step(env.action_masks().argmax(axis=1))[2], np.zeros(3, bool))


@any_game
def test_in_a_simulator_nothing_changes(game):
    scenario = scenario_of(game)
    simulator = Simulator(scenario, 3, seed=5)
    simulator.enter(Game(scenario, seed=5))
    before = simulator.games.tobytes()
    for number in (-1, scenario.actions, 2**63):
        with pytest.raises(ValueError, match=f"game 1: action {number}: "):
            simulator.step(arrays(simulator.masks, 1, number))
        refuses(ValueError, f"game 0: action {number}: ", simulator.step, number)
        with pytest.raises(ValueError, match=f"game 2: action {number}: "):
            simulator.step(arrays(simulator.masks, 0, number)[:1], [2])
    refuses(ValueError, "an integer for each", simulator.step, 1.0)
    assert simulator.games.tobytes() == before
