"""Do the PettingZoo environments keep the library's contract, and ours?"""

import copy
import hashlib
import os
import pickle
import subprocess
import sys
import warnings
from contextlib import contextmanager
from types import SimpleNamespace

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.test.state_test import state_test
from pettingzoo.utils import parallel_to_aec

from paintball_env import AGENTS, PaintballAECEnv, PaintballParallelEnv, SelfPlayGames, paintball_mini_v0
from paintball_env.game import Game
from paintball_env.shaping import Shaping
from tests import ROOT

BASIC = "capture-the-flag-basic"
DRAWN = "capture-the-flag-basic-drawn"
MIDDLE = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act R1=c2 R2=b1 B1=c5 B2=d7 M2=c6"
# PettingZoo knows its own environments with masked observations by name, and warns of everybody else's.
OF_MASKED_OBSERVATIONS = (
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
    "Observation is not a NumPy array",
)


@contextmanager
def no_other_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for message in OF_MASKED_OBSERVATIONS:
            warnings.filterwarnings("ignore", f"^{message}$", UserWarning)
        yield


def play(env, rng, steps=100_000):
    """Random legal play from where the environment stands; yields what each step gave."""
    while env.agents and steps:
        masks = {agent: env.observe(agent)["action_mask"] for agent in env.agents}
        yield env.step({agent: int(rng.choice(np.flatnonzero(mask))) for agent, mask in masks.items()})
        steps -= 1


def digest(seed, games=2, scenario=BASIC):
    """A fingerprint of whole games: every observation, mask, reward, flag, and the records."""
    env, rng = PaintballParallelEnv(scenario), np.random.default_rng(seed)
    total = hashlib.sha256()
    for game in range(games):
        observations, _ = env.reset(seed=seed if game == 0 else None)
        for step in play(env, rng):
            observations, *others = step
            for agent in AGENTS:
                total.update(
                    observations[agent]["observation"].tobytes() + observations[agent]["action_mask"].tobytes()
                )
            total.update(repr([{k: v for k, v in other.items() if k != "infos"} for other in others[:3]]).encode())
        total.update(env.clone_state().game)
    return total.hexdigest()


@pytest.mark.parametrize("options", [{}, {"scenario": BASIC}, {"scenario": BASIC, "encoding": "planes"}])
def test_pettingzoos_parallel_test(options):
    with no_other_warnings():
        parallel_api_test(PaintballParallelEnv(**options), num_cycles=300)


@pytest.mark.parametrize("make", [paintball_mini_v0.env, paintball_mini_v0.raw_env])
def test_pettingzoos_aec_test(make):
    with no_other_warnings():
        api_test(make(), num_cycles=600)


def test_pettingzoos_seed_tests():
    with no_other_warnings():
        seed_test(lambda: paintball_mini_v0.env(scenario=BASIC), num_cycles=600)
        parallel_seed_test(lambda: paintball_mini_v0.parallel_env(scenario=BASIC))


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


def test_whole_games_are_the_same_again_and_in_another_process():
    here = digest(11)
    assert here == digest(11) != digest(12)
    code = "from tests.env import test_pettingzoo_env; print(test_pettingzoo_env.digest(11))"
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    assert run.stdout.strip() == here


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
    digest(1, games=1)
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


def rest(env, seed=9):
    """What the rest of a game, and the next one, look like from here."""
    rng = np.random.default_rng(seed)
    total = [[step[1], step[4]["team_0"]["decision"]] for step in play(env, rng)]
    env.reset()
    return total, env.clone_state().game


COPIES = {
    "clone": lambda env: restored(env, env.clone_state()),
    "saved clone": lambda env: restored(env, pickle.loads(pickle.dumps(env.clone_state()))),
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
    "deepcopy": copy.deepcopy,
}


def restored(env, snapshot):
    other = type(env)(env.scenario)
    other.set_state(snapshot)
    return other


def all_seen(env):
    return {agent: {key: seen.tolist() for key, seen in env.observe(agent).items()} for agent in AGENTS}


@pytest.mark.parametrize("how", COPIES)
def test_copies_in_mid_game_play_on_alike_and_apart(how):
    env = PaintballParallelEnv(BASIC)
    position_after(env, 80)
    env.step({AGENTS[env.game["decider"]]: env.action_space("team_0").n - 1})
    other = COPIES[how](env)
    snapshot = env.clone_state()
    assert all_seen(other) == all_seen(env)
    ahead = rest(other)
    assert env.clone_state() == snapshot  # the copy's game is its own
    assert rest(env) == ahead and all_seen(env) == all_seen(other)
    env.set_state(snapshot)
    assert env.clone_state() == snapshot and rest(env) == ahead


def test_parallel_and_aec_play_the_same_game():
    parallel, aec = PaintballParallelEnv("capture-the-flag"), PaintballAECEnv("capture-the-flag")
    parallel.reset(seed=3)
    aec.reset(seed=3)
    rng = np.random.default_rng(3)
    returns = dict.fromkeys(AGENTS, 0.0)
    while parallel.agents:
        agent = aec.agent_selection
        seen, *_ = aec.last()
        action = int(rng.choice(np.flatnonzero(seen["action_mask"])))
        _, rewards, terminations, _, _ = parallel.step({agent: action})
        aec.step(action)
        assert aec.clone_state().game == parallel.clone_state().game
        assert aec.rewards == rewards and aec.terminations == terminations
        returns = {agent: returns[agent] + rewards[agent] for agent in AGENTS}
    for agent in aec.agent_iter():
        _, reward, over, _, _ = aec.last()
        assert over and reward == returns[agent]
        aec.step(None)


def test_a_copied_aec_environment_plays_on_alike():
    env = PaintballAECEnv(BASIC)
    env.reset(seed=8)
    for _ in range(50):
        env.step(int(np.argmax(env.last()[0]["action_mask"])))
    others = [pickle.loads(pickle.dumps(env)), copy.deepcopy(env), restored(env, env.clone_state())]
    rng = np.random.default_rng(0)
    for _ in range(60):
        action = int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"])))
        for one in (env, *others):
            one.step(action)
        assert all(one.clone_state() == env.clone_state() for one in others)
        assert all(one.agent_selection == env.agent_selection for one in others)


@pytest.mark.parametrize("gamma", [1.0, 0.99])
def test_shaping_adds_up_to_nothing_but_the_beginning(gamma):
    shaped = PaintballParallelEnv(BASIC, shaping=Shaping(gamma=gamma))
    for seed in range(3):
        shaped.reset(seed=seed)
        total, discount, some = 0.0, 1.0, False
        for _, rewards, terminations, _, _ in play(shaped, np.random.default_rng(seed)):
            assert rewards["team_0"] == -rewards["team_1"]
            some |= rewards["team_0"] != 0 and not any(terminations.values())
            final = 0.0
            if all(terminations.values()):
                winner = int(shaped.game["winner"])
                final = 0.0 if winner < 0 else 1.0 - 2 * winner
            total += discount * (rewards["team_0"] - final)
            discount *= gamma
        assert some and total == pytest.approx(0.0, abs=1e-9)  # set-up begins at 0


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
