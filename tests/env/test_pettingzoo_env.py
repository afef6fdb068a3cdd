"""Do the PettingZoo environments keep the library's contract, and ours?"""

from types import SimpleNamespace

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, render_test
from pettingzoo.test.state_test import state_test
from pettingzoo.utils import parallel_to_aec

from paintball_env import AGENTS, PaintballAECEnv, PaintballParallelEnv, SelfPlayGames, paintball_mini_v0
from paintball_env.game import Game
from paintball_env.shaping import Shaping
from tests.any_game.test_environments import no_other_warnings

BASIC = "capture-the-flag-basic"
DRAWN = "capture-the-flag-basic-drawn"
MIDDLE = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act R1=c2 R2=b1 B1=c5 B2=d7 M2=c6"


def play(env, rng, steps=100_000):
    """Random legal play from where the environment stands; yields what each step gave."""
    while env.agents and steps:
        masks = {agent: env.observe(agent)["action_mask"] for agent in env.agents}
        yield env.step({agent: int(rng.choice(np.flatnonzero(mask))) for agent, mask in masks.items()})
        steps -= 1


@pytest.mark.parametrize("options", [{}, {"scenario": BASIC}, {"scenario": BASIC, "encoding": "planes"}])
def test_pettingzoos_parallel_test(options):
    with no_other_warnings():
        parallel_api_test(PaintballParallelEnv(**options), num_cycles=300)


@pytest.mark.parametrize("make", [paintball_mini_v0.env, paintball_mini_v0.raw_env])
def test_pettingzoos_aec_test(make):
    with no_other_warnings():
        api_test(make(), num_cycles=600)


def test_pettingzoos_max_cycles_test():
    # It expects every agent to act in every cycle, which an AEC environment where one team acts at a time can't give:
    # so here the AEC view is PettingZoo's own of the parallel one. Ours is tested below.
    module = SimpleNamespace(
        parallel_env=paintball_mini_v0.parallel_env,
        env=lambda **options: parallel_to_aec(paintball_mini_v0.parallel_env(**options)),
    )
    with no_other_warnings():
        max_cycles_test(module)
        with pytest.raises(AssertionError):
            max_cycles_test(paintball_mini_v0)


def test_pettingzoos_state_and_render_tests(capsys, monkeypatch):
    monkeypatch.setattr("tabletop.show.viewer.live.open_page", lambda address: False)
    with no_other_warnings():
        state_test(paintball_mini_v0.env(), paintball_mini_v0.parallel_env())
        render_test(lambda **options: paintball_mini_v0.env(**options))
    assert "viewer: http://127.0.0.1:" in capsys.readouterr().out  # "human" opens the viewer


def test_the_aec_environment_truncates_after_max_cycles_decisions():
    env = paintball_mini_v0.raw_env(scenario=BASIC, max_cycles=7)
    env.reset(seed=1)
    for _ in range(7):
        assert not any(env.truncations.values())
        env.step(int(np.argmax(env.last()[0]["action_mask"])))
    assert all(env.truncations.values()) and not any(env.terminations.values())
    for _ in AGENTS:
        env.step(None)
    assert env.agents == []


@pytest.mark.skipif(not hasattr(pettingzoo, "register"), reason="PettingZoo before 1.27 has no registry")
def test_the_registered_ids_make_environments():
    parallel = pettingzoo.make("parallel", "PaintballMini/CaptureTheFlagBasic-v0", max_cycles=3)
    assert isinstance(parallel, PaintballParallelEnv) and parallel.max_cycles == 3
    assert parallel.scenario.name == BASIC
    aec = pettingzoo.make("aec", "PaintballMini/SingleFlag-v0")
    assert isinstance(aec.unwrapped, PaintballAECEnv) and aec.unwrapped.scenario.name == "single-flag"


def test_a_reset_without_a_seed_goes_on_with_the_stream():
    env = PaintballParallelEnv(BASIC)
    seeds = []
    for seed in (5, None, None, 5, None, None, 6, None):
        env.reset(seed=seed)
        seeds.append(int(env.game["dice"]["seed"]))
    assert seeds[0] == 5 and seeds[:3] == seeds[3:6] and len(set(seeds)) == 5
    free, other = PaintballParallelEnv(BASIC), PaintballParallelEnv(BASIC)
    free.reset()
    other.reset()
    assert free.game["dice"]["seed"] != other.game["dice"]["seed"]


def test_the_state_of_numpys_global_generator_is_left_alone():
    before = np.random.get_state()[1].tolist()  # noqa: NPY002
    env = PaintballParallelEnv(BASIC)
    env.reset(seed=1)
    for _ in play(env, np.random.default_rng(1)):
        pass
    assert np.random.get_state()[1].tolist() == before  # noqa: NPY002


def test_masks_and_rewards():
    env, rng = PaintballParallelEnv(BASIC), np.random.default_rng(2)
    ends = set()
    for seed in range(12):
        observations, infos = env.reset(seed=seed)
        for observations, rewards, terminations, truncations, infos in play(env, rng):
            for team, agent in enumerate(AGENTS):
                mask = observations[agent]["action_mask"]
                assert mask.dtype == np.int8 and np.array_equal(mask, infos[agent]["action_mask"])
                decides = infos[agent]["to_decide"]
                assert mask.sum() >= 2 if decides else np.flatnonzero(mask).tolist() == [len(mask) - 1]
                assert not infos[agent]["illegal"] and infos[agent]["illegal_actions"] == 0
                assert decides == (env.game["decider"] == team)
            assert not any(truncations.values())
            assert sum(rewards.values()) == 0
            if not all(terminations.values()):
                assert set(rewards.values()) == {0.0} and len(set(terminations.values())) == 1
        winner = int(env.game["winner"])
        assert [rewards[agent] for agent in AGENTS] == [[1.0, -1.0], [-1.0, 1.0], [0.0, 0.0]][winner]
        assert infos["team_0"]["result"] == rewards["team_0"] and infos["team_0"]["decision"] == "over"
        assert env.step({}) == ({}, {}, {}, {}, {})
        ends.add(infos["team_1"]["ending"])
    assert ends >= {"flag", "turns"} or ends >= {"eliminated", "turns"}


def position_after(env, steps):
    rng = np.random.default_rng(0)
    env.reset(seed=4)
    for _ in play(env, rng, steps):
        pass
    return int(env.game["decider"])


@pytest.mark.parametrize("action", ["wait", "illegal"])
def test_an_illegal_action_changes_nothing_and_is_flagged(action):
    env = PaintballParallelEnv(BASIC)
    team = position_after(env, 60)
    if action == "wait":
        action = env.action_space("team_0").n - 1
    elif action == "illegal":
        action = int(np.argmin(env.observe(AGENTS[team])["action_mask"]))
    before, seen = env.clone_state().game, env.observe(AGENTS[team])
    for times in (1, 2):
        observations, rewards, terminations, _, infos = env.step({AGENTS[team]: action})
        assert env.clone_state().game == before and set(rewards.values()) == {0.0} and not any(terminations.values())
        assert np.array_equal(observations[AGENTS[team]]["observation"], seen["observation"])
        assert infos[AGENTS[team]]["illegal"] and infos[AGENTS[team]]["illegal_actions"] == times
        assert not infos[AGENTS[1 - team]]["illegal"]
    env.step({AGENTS[team]: int(np.argmax(seen["action_mask"]))})
    assert env.clone_state().game != before and env.clone_state().flags == (False, False)
    env.reset(seed=4)
    assert env.clone_state().illegal == (0, 0)


def test_a_waiting_team_that_does_not_wait_is_flagged_alone():
    env, twin = PaintballParallelEnv(BASIC), PaintballParallelEnv(BASIC)
    team = position_after(env, 60)
    position_after(twin, 60)
    action = int(np.argmax(env.observe(AGENTS[team])["action_mask"]))
    *_, infos = env.step({AGENTS[team]: action, AGENTS[1 - team]: 3})
    twin.step({AGENTS[team]: action, AGENTS[1 - team]: env.action_space("team_0").n - 1})
    assert env.clone_state().game == twin.clone_state().game
    assert infos[AGENTS[1 - team]]["illegal"] and not infos[AGENTS[team]]["illegal"]


def test_a_fresh_wrapped_environment_goes_on_from_a_snapshot():
    env, fresh = (paintball_mini_v0.env(scenario=BASIC) for _ in range(2))
    env.reset(seed=3)
    for _ in range(20):
        env.step(int(env.last()[0]["action_mask"].argmax()))
    fresh.set_state(env.clone_state())
    for agent, _ in zip(fresh.agent_iter(), range(10), strict=False):
        assert agent == env.agent_selection and fresh.last()[1] == env.last()[1]
        for one in (env, fresh):
            one.step(int(one.last()[0]["action_mask"].argmax()))
    assert env.clone_state() == fresh.clone_state() and str(env) == str(env.unwrapped)


def test_spaces_draw_apart_and_rewards_have_no_minus_zero():
    env = PaintballParallelEnv(BASIC)
    parts = [space["observation"] for space in env.observation_spaces.values()]
    assert parts[0] is not parts[1] and parts[0] == parts[1] == env.state_space
    env.reset(seed=1)
    agent = AGENTS[env.game["decider"]]
    _, rewards, *_ = env.step({agent: int(env.observe(agent)["action_mask"].argmax())})
    assert repr(rewards) == "{'team_0': 0.0, 'team_1': 0.0}"


@pytest.mark.parametrize("make", [PaintballParallelEnv, PaintballAECEnv])
def test_a_game_begins_in_a_position(make):
    env, game = make(BASIC), Game(BASIC, seed=6, start=MIDDLE)
    env.reset(seed=6, options={"position": MIDDLE})
    assert env.position == MIDDLE == game.position()
    rng = np.random.default_rng(0)
    while not game.over:
        action, agent = int(rng.choice(game.legal_indices())), AGENTS[game.decider]
        game.step(action)
        env.step({agent: action} if make is PaintballParallelEnv else action)
        assert env.game.tobytes() == game.record.tobytes()
    env.reset(seed=6)
    assert env.game["turn"] == 0  # the option was for one game


def test_observations_are_the_callers_own():
    env = PaintballParallelEnv(BASIC)
    observations, infos = env.reset(seed=1)
    observations["team_0"]["observation"][:] = 9
    observations["team_0"]["action_mask"][:] = 9
    infos["team_1"]["action_mask"][:] = 9
    assert env.observe("team_0")["observation"].max() <= 1 and env.observe("team_0")["action_mask"].max() == 1
    assert env.observe("team_1")["action_mask"].max() == 1


@pytest.mark.parametrize("limit", [None, 70])
def test_shaping_pays_an_aec_agent_from_its_decision_to_its_next_one(limit):
    shaping = Shaping(0.3, 0.3, gamma=0.9)
    env = PaintballAECEnv(DRAWN, shaping=shaping, max_cycles=limit)
    games = SelfPlayGames(DRAWN, 1, shaping=shaping, max_episode_steps=limit)
    for seed in range(2):
        rng = np.random.default_rng(seed)
        env.reset(seed=seed)
        games.reset()
        games.begin(seeds=[seed])
        step, paid, compared = games.current(), np.zeros(2), 0
        while True:
            team = int(step.teams[0])
            assert env.last()[1] == pytest.approx(paid[team], abs=1e-6)
            compared += paid[team] != 0.0
            paid[team] = 0.0
            if compared == 5:  # the same from a snapshot
                env.set_state(env.clone_state())
            action = int(rng.choice(np.flatnonzero(step.masks[0])))
            env.step(action)
            step = games.step(np.array([action]))
            paid += step.rewards[0]
            if step.dones[0]:
                break
        assert compared > 5
        for _ in env.agents:
            assert env.last()[1] == pytest.approx(paid[AGENTS.index(env.agent_selection)], abs=1e-6)
            env.step(None)
