"""Does the one-team environment keep Gymnasium's contract, SB3's, and ours?"""

import warnings
from urllib.error import URLError
from urllib.request import urlopen

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import paintball_env
from paintball_env import BatchedGames, PaintballEnv, RandomOpponent
from paintball_env.definition import PAINTBALL
from paintball_env.render import render_ansi
from paintball_env.shaping import Shaping
from tabletop.play.game import IllegalActionError
from tabletop.show.viewer.page import unpacked
from tests import refuses
from tests.env.environment_games import ByCount

BASIC = "capture-the-flag-basic-drawn"
ID = "PaintballMini/CaptureTheFlagBasic-v0"
MIDDLE = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act R1=c2 R2=b1 B1=c5 B2=d7 M2=c6"


class Asked(RandomOpponent):
    """The random opponent, asked decision by decision."""

    play = None


class Wrong:
    def decide(self, worlds, games, rows, masks, actions, keys):
        actions[rows] = masks[rows].argmin(axis=1)


def play(env, seed=None, steps=10_000, **options):
    """Random legal play to the end; yields each step."""
    rng = np.random.default_rng(seed)
    _, info = env.reset(seed=seed, options=options or None)
    over = False
    while not over and steps:
        step = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        _, _, over, _, info = step
        steps -= 1
        yield step


@pytest.mark.parametrize("options", [{}, {"encoding": "planes"}, {"side": "random"}])
def test_gymnasiums_check(options, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(ID, **options).unwrapped)
        check_env(gymnasium.make(ID, render_mode="rgb_array", **options).unwrapped)


def test_sb3s_check():
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        checker.check_env(PaintballEnv(BASIC), skip_render_check=False)
        checker.check_env(PaintballEnv(BASIC, render_mode="rgb_array", side="blue"), skip_render_check=False)


def test_sb3_contribs_masking_finds_the_masks():
    contrib = pytest.importorskip("sb3_contrib")
    model = contrib.MaskablePPO("MlpPolicy", PaintballEnv(BASIC), n_steps=32, batch_size=32, n_epochs=1, device="cpu")
    model.learn(32)
    env = model.get_env()
    env.reset()
    assert np.asarray(env.env_method("action_masks")).shape == (1, 233)


def test_the_ids_and_gymnasiums_wrappers():
    gymnasium.register_envs(paintball_env)
    for name, scenario in PAINTBALL.environments.items():
        env = gymnasium.make(name)
        assert env.unwrapped.scenario.name == scenario and name in gymnasium.registry
    env = gymnasium.make(f"paintball_env:{ID}", max_episode_steps=5, opponent=Asked())
    _, info = env.reset(seed=1)
    for number in range(5):
        _, _, terminated, truncated, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        assert not terminated and truncated == (number == 4)


def test_the_own_team_is_shown_its_own_decisions_only():
    env = PaintballEnv(BASIC, side="random")
    ends, sides = set(), set()
    for seed in range(12):
        for seen, reward, over, truncated, info in play(env, seed):
            assert seen in env.observation_space and seen.dtype == np.float32 and not truncated
            assert info["action_mask"].dtype == np.int8 and not info["illegal"]
            assert env.action_masks().dtype == bool and np.array_equal(env.action_masks(), info["action_mask"])
            if not over:
                assert env.game["decider"] == info["side"] and reward == 0.0 and info["action_mask"].sum() >= 2
                assert info["decision"] != "over" and "result" not in info
        assert np.flatnonzero(info["action_mask"]).tolist() == [232]
        winner = int(env.game["winner"])
        assert reward == info["result"] == (0.0 if winner < 0 else 1.0 if winner == info["side"] else -1.0)
        assert info["turn"] == env.game["turn"] and info["decision"] == "over"
        ends.add(info["ending"])
        sides.add(info["side"])
    assert len(ends) >= 2 and sides == {0, 1}


def test_sides():
    for side, wanted in (("red", [0, 0, 0, 0]), ("blue", [1, 1, 1, 1]), ("alternate", [0, 1, 0, 1])):
        env = PaintballEnv(BASIC, side=side)
        assert [env.reset(seed=seed)[1]["side"] for seed in (1, None, None, None)] == wanted
        assert env.reset(options={"side": "blue"})[1]["side"] == 1
    env = PaintballEnv(BASIC, side="random")
    drawn = [env.reset(seed=seed)[1]["side"] for seed in range(200)]
    assert 70 < sum(drawn) < 130 and drawn == [env.reset(seed=seed)[1]["side"] for seed in range(200)]


@pytest.mark.parametrize("opponent", [RandomOpponent, Asked])
def test_a_game_is_that_of_a_batch_of_the_same_seed_side_and_opponent(opponent):
    env, games = PaintballEnv(BASIC, opponent=opponent()), BatchedGames(env_scenario(), 1, [opponent()])
    for seed, side in ((7, 0), (8, 1)):
        games.begin(seeds=[seed], sides=[side])
        seen, info = env.reset(seed=seed, options={"side": ("red", "blue")[side]})
        over = False
        while not over:
            shown, masks = games.current()
            assert np.array_equal(shown[0], seen) and np.array_equal(masks[0], info["action_mask"])
            action = int(np.flatnonzero(masks[0])[-1])
            step = games.advance(np.array([action]))
            seen, reward, over, _, info = env.step(action)
            assert reward == step.rewards[0] and over == step.dones[0]
        assert env.game.tobytes() == games.games[0].tobytes()


def test_the_opponent_is_told_where_a_game_begins():
    env, games = PaintballEnv(BASIC, opponent=ByCount(), side="red"), []
    for seed in (5, 6, 5):
        games.append([(seen.tobytes(), reward) for seen, reward, *_ in play(env, seed)])
    assert games[0] == games[2] != games[1]
    env.reset(seed=5)
    snapshot = env.clone_state()
    while not env.opponent.asked[0]:
        env.step(int(np.argmax(env.action_masks())))
    env.set_state(snapshot)
    assert env.opponent.asked == {0: 0}


def test_a_made_environment_goes_on_from_a_snapshot_after_a_reset():
    env, fresh = gymnasium.make(ID), gymnasium.make(ID)
    env.reset(seed=2)
    fresh.reset()
    fresh.unwrapped.set_state(env.unwrapped.clone_state())
    action = int(env.unwrapped.action_masks().argmax())
    for one, two in zip(env.step(action)[:3], fresh.step(action)[:3], strict=True):
        assert np.array_equal(one, two)


def env_scenario():
    return PaintballEnv(BASIC).scenario


def test_a_spec_with_shaping_makes_the_same_environment_from_its_json():
    made = gymnasium.make(f"paintball_env:{ID}", shaping=Shaping(figures=0.5, gamma=0.9), opponent="random")
    again = gymnasium.make(gymnasium.envs.registration.EnvSpec.from_json(made.spec.to_json()))
    assert again.unwrapped.shaping == made.unwrapped.shaping == Shaping(figures=0.5, gamma=0.9)
    rewards = [[step[1] for step in play(env.unwrapped, 3, 40)] for env in (made, again)]
    assert rewards[0] == rewards[1] and any(rewards[0])


def test_illegal_actions_change_nothing_and_are_flagged():
    env, strict = PaintballEnv(BASIC), PaintballEnv(BASIC, strict=True)
    env.reset(seed=1)
    strict.reset(seed=1)
    before, seen = env.game.tobytes(), env.current()[0]
    for times, action in enumerate((232, int(np.argmin(env.action_masks()))), 1):
        again, reward, over, _, info = env.step(action)
        assert env.game.tobytes() == before and reward == 0.0 and not over and np.array_equal(seen, again)
        assert info["illegal"] and info["illegal_actions"] == times
        refuses(IllegalActionError, r"^red: ", strict.step, action)
    *_, info = env.step(int(np.argmax(env.action_masks())))
    assert not info["illegal"] and info["illegal_actions"] == 2


def test_rendering(monkeypatch):
    opened = []
    monkeypatch.setattr("tabletop.show.viewer.live.open_page", opened.append)
    env = PaintballEnv(BASIC, render_mode="ansi")
    env.reset(seed=1, options={"position": MIDDLE})
    assert env.render() == render_ansi(env.scenario, env.game) and env.position == MIDDLE
    env = PaintballEnv(BASIC, render_mode="rgb_array", render_width=300)
    env.reset(seed=1)
    assert env.render().dtype == np.uint8 and env.render().shape[1:] == (300, 3)
    env = PaintballEnv(BASIC, render_mode="human")
    env.reset(seed=1)
    env.step(int(np.argmax(env.action_masks())))
    with urlopen(opened[0]) as page:
        assert len(unpacked(page.read().decode())["frames"]) == 2
    env.close()
    with pytest.raises(URLError):
        urlopen(opened[0])
    assert env.metadata["render_modes"] == ["human", "ansi", "rgb_array"]


def test_misuse_is_refused():
    env = PaintballEnv(BASIC)
    for call in (lambda: env.step(0), env.action_masks, env.current, env.render, env.clone_state, lambda: env.position):
        refuses(RuntimeError, "call reset", call)
    for seed in (-1, 1 << 64):
        refuses(ValueError, rf"seed {seed}: .*2\^64", env.reset, seed=seed)
    refuses(ValueError, "side 'alternate':", env.reset, options={"side": "alternate"})
    refuses(ValueError, "position: ", env.reset, options={"position": "turn=1"})
    env.reset(seed=1)
    refuses(TypeError, "action 'done':", env.step, "done")
    for _ in play(env, 1):
        pass
    refuses(RuntimeError, "the game is over:", env.step, 0)
    with pytest.raises(RuntimeError, match=r"opponent: blue: .*"):
        wrong = PaintballEnv(BASIC, opponent=Wrong(), side="red")
        for _ in play(wrong, 1):
            pass
    with pytest.raises(ValueError, match="another scenario"):
        other = PaintballEnv("single-flag-drawn")
        other.reset(seed=1)
        env.set_state(other.clone_state())
