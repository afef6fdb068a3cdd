"""Does shaping whose weights change while a single game runs still add up to the same, in every environment?"""

import copy

import numpy as np
import pytest
from stable_baselines3.common.vec_env import DummyVecEnv

from paintball_env import PaintballEnv, Scenario, Shaping, Simulator, parallel_env, raw_env
from tests import refuses
from tests.env.environment_games import ByRecord, choice

BASIC = Scenario.load("capture-the-flag-basic-drawn")
BEGUN = Shaping(figures=0.7, flag=0.4, gamma=0.9)
KINDS = [PaintballEnv, parallel_env, raw_env]


def potential(env, shaping):
    """Of team 0; team 1's is minus it."""
    simulator = Simulator(BASIC, 1)
    simulator.enter(env.game.reshape(1))
    return float(simulator.potentials(0, shaping)[0])


def make(kind, shaping=BEGUN, **options):
    if kind is PaintballEnv:
        options = {"opponent": ByRecord(), "side": "blue"} | options
    return kind(scenario=BASIC, shaping=shaping, **options)


def step(env):
    """Let whoever decides act; return what shaping paid teams 0 and 1 (NaN: a team that isn't shown), and the end."""
    decider = int(env.game["decider"])
    action = choice(env.game.tobytes(), env._masks[decider])
    if isinstance(env, PaintballEnv):
        _, reward, over, _, info = env.step(action)
        return np.array([np.nan, reward - info.get("result", 0.0)]), over
    if hasattr(env, "agent_selection"):
        env.step(action)
        rewards, ends = env.rewards, env.terminations
        infos = env.infos
    else:
        _, rewards, ends, _, infos = env.step({f"team_{decider}": action})
    paid = [rewards[agent] - infos[agent].get("result", 0.0) for agent in ("team_0", "team_1")]
    return np.array(paid), ends["team_0"]


def other_weights(number):
    """The weights after so many steps, some of them none; once as a dict."""
    if number % 3 == 0:
        return None
    weights = {"figures": 0.1 * (number % 7), "flag": 1.3 - 0.2 * (number % 5)}
    return weights if number % 3 == 1 else Shaping(**weights, gamma=0.9)


def to_a_lead(env, steps=400):
    """Play until a team leads, by the weights that the game has then."""
    env.reset(seed=4)
    for _ in range(steps):
        step(env)
        if abs(potential(env, BEGUN)) > 0.05:
            return
    raise AssertionError("nobody leads")


@pytest.mark.parametrize("kind", [PaintballEnv, parallel_env])
def test_the_discounted_sum_is_minus_the_first_potential_whatever_the_weights_become(kind):
    played = make(kind)
    to_a_lead(played)
    env = make(kind)
    env.reset(seed=5, options={"position": played.position})
    wanted = -potential(env, BEGUN)
    total, factor, number, over = np.zeros(2), 1.0, 0, False
    while not over:
        env.set_shaping(other_weights(number))
        paid, over = step(env)
        total, factor, number = total + factor * paid, factor * 0.9, number + 1
    assert abs(wanted) > 0.01 and total[1] == pytest.approx(-wanted, abs=1e-9)
    assert kind is PaintballEnv or total[0] == pytest.approx(wanted, abs=1e-9)


def test_each_teams_sum_is_minus_the_potential_where_it_first_decided():
    weights = Shaping(figures=0.7, flag=0.4)  # gamma 1, so that it doesn't matter how often each has decided
    played = make(raw_env)
    to_a_lead(played)
    env = make(raw_env, weights)
    env.reset(seed=5, options={"position": played.position})
    total, first, number, over = np.zeros(2), [None, None], 0, False
    while not over:
        team = int(env.game["decider"])
        if first[team] is None:  # so far by the weights of the step before
            first[team] = potential(env, weights) * (1 - 2 * team)
        weights = Shaping(figures=0.1 + 0.1 * (number % 7), flag=0.2 + 0.2 * (number % 5))
        env.set_shaping(weights)
        paid, over = step(env)
        total, number = total + paid, number + 1
    assert None not in first and min(map(abs, first)) > 0.01
    assert total == pytest.approx([-value for value in first], abs=1e-9)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("before", [BEGUN, None])
def test_a_snapshot_or_copy_between_a_change_and_a_step_is_exact(kind, before):
    env = make(kind, before)
    to_a_lead(env)
    env.set_shaping(BEGUN.scaled(0.3))
    saved, copied = env.clone_state(), copy.deepcopy(env)
    paid, _ = step(env)
    env.set_state(saved)
    fresh = make(kind, BEGUN.scaled(0.3))
    fresh.reset(seed=1)
    fresh.set_state(saved)
    assert np.nan_to_num(paid).any()
    for other in (env, copied, fresh):
        assert np.array_equal(step(other)[0], paid, equal_nan=True)


@pytest.mark.parametrize("kind", KINDS)
def test_a_game_that_is_shaped_otherwise_begins_its_shaping_with_the_position(kind):
    env, wider = make(kind), make(kind, BEGUN.scaled(2.0))
    to_a_lead(env)
    wider.reset(seed=1)
    wider.set_state(env.clone_state())
    before, decider = 2 * potential(wider, BEGUN), int(wider.game["decider"])
    paid, over = step(wider)
    after = 2 * potential(wider, BEGUN)
    assert not over and before
    wanted = (0.9 * after - before) * np.array([1.0, -1.0])
    if kind is raw_env:  # only who is to decide again is paid; where the other team decided isn't known
        wanted[[team for team in (0, 1) if team != decider or int(wider.game["decider"]) != decider]] = 0.0
    known = ~np.isnan(paid)
    assert paid[known] == pytest.approx(wanted[known], abs=1e-9)


@pytest.mark.parametrize("kind", KINDS)
def test_shaping_that_begins_in_a_running_game_adds_up_to_nothing(kind):
    env = make(kind, None)
    to_a_lead(env)
    assert not np.nan_to_num(step(env)[0]).any()
    env.set_shaping({"figures": 0.7, "flag": 0.4})
    total, over, paid = np.zeros(2), False, []
    while not over:
        some, over = step(env)
        total, paid = total + some, [*paid, some]
    assert np.nan_to_num(paid[:2]).any() and np.nan_to_num(total) == pytest.approx([0.0, 0.0], abs=1e-9)


def test_environments_in_a_vec_env_change_theirs():
    envs = DummyVecEnv([lambda: make(PaintballEnv)])
    envs.env_method("set_shaping", {"flag": 0.5})
    assert envs.get_attr("shaping") == [Shaping(figures=0.7, flag=0.5, gamma=0.9)]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("shaping", "error", "words"),
    [
        (Shaping(), ValueError, r"^shaping: gamma 1\.0 instead of 0\.9: it can't be changed$"),
        ({"figure": 1.0}, TypeError, "^shaping: 'figure' is unknown; there are figures, flag, gamma$"),
        (0.5, TypeError, r"^shaping 0\.5: a Shaping of paintball_env, its fields, or None$"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(kind, shaping, error, words):
    env = make(kind)
    refuses(error, words, env.set_shaping, shaping)
    assert env.shaping == BEGUN
