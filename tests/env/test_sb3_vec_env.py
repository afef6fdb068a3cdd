"""Does Stable-Baselines3 train on batched games, with masks, and see the ends it needs?"""

import numpy as np
import pytest

pytest.importorskip("stable_baselines3")
sb3_contrib = pytest.importorskip("sb3_contrib")

from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported  # noqa: E402
from stable_baselines3.common.vec_env import VecMonitor  # noqa: E402

from paintball_env import BatchedGames, PaintballVecEnv  # noqa: E402
from paintball_env.scenario import Scenario  # noqa: E402
from tests import refuses  # noqa: E402
from tests.env.test_broken_off import END, WHOLE  # noqa: E402
from tests.paintball.test_observation import column_names  # noqa: E402

DRAWN = Scenario.load("capture-the-flag-drawn")
names = column_names(DRAWN)
MIDDLE = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act R1=c2 R2=b1 B1=c5 B2=d7 M2=c6"


def vec_env(count=4, **options):
    return PaintballVecEnv(BatchedGames(DRAWN, count, **{"seed": 1} | options))


def test_steps_are_those_of_the_batch():
    env, games = vec_env(), BatchedGames(DRAWN, 4, seed=1)
    assert np.array_equal(env.reset(), games.reset()[0])
    masks = games.current()[1]
    ends = 0
    for _ in range(500):
        assert np.array_equal(get_action_masks(env), masks.astype(bool))
        actions = np.array([np.flatnonzero(mask)[-1] for mask in masks])
        observations, rewards, dones, infos = env.step(actions)
        step = games.step(actions)
        masks = step.masks
        assert np.array_equal(observations, step.observations) and np.array_equal(rewards, step.rewards)
        assert np.array_equal(dones, step.dones) and observations.dtype == np.float32 and dones.dtype == bool
        assert env.observation_space.contains(observations[0])
        for row, info in enumerate(infos):
            if not dones[row]:
                assert info == {}
                continue
            ends += 1
            at = step.finished.rows.tolist().index(row)
            assert np.array_equal(info["terminal_observation"], step.finished.observations[at])
            assert info["TimeLimit.truncated"] is False
            assert info["episode"]["r"] == rewards[row] == info["result"]
            assert info["episode"]["l"] == step.finished.lengths[at] and info["episode"]["t"] >= 0
            assert info["side"] in (0, 1) and info["opponent"] == 0
    assert ends


def test_games_begin_in_positions_that_may_change_in_between():
    env = vec_env(6, side="red", max_episode_steps=2, positions=[MIDDLE])
    env.reset()
    assert [info["turn"] for info in env.reset_infos] == [2] * 6
    env.set_positions(None)
    for _ in range(2):
        env.step(env.action_masks().argmax(axis=1))
    assert env.batch.games["turn"].tolist() == [1] * 6 and (env.batch.lengths == 0).all()


def test_what_sb3_asks_of_single_environments():
    env = vec_env()
    env.reset()
    assert is_masking_supported(env) and env.has_attr("action_masks") and not env.has_attr("board")
    assert env.get_attr("render_mode") == [None] * 4 and env.env_is_wrapped(VecMonitor) == [False] * 4
    assert len(env.env_method("action_masks", indices=[2])) == 1
    for wrong in (lambda: env.env_method("fly"), lambda: env.set_attr("a", 1), lambda: env.get_attr("fly")):
        refuses(AttributeError, "games of a batch have no", wrong)
    refuses(AttributeError, r"^set_shaping", lambda: VecMonitor(env).env_method("set_shaping", None))
    env.close()


def test_options_that_are_none_are_refused():
    env = vec_env()
    env.set_options({"postion": "turn=2"})
    refuses(ValueError, "'postion'.*'position'", env.reset)


def test_options_for_another_number_of_games_are_refused_in_words_of_options():
    env = vec_env()
    for wrong, words in (([], "0 dicts for 4 games"), ([{}], "1 dict for 4 games"), ([{}] * 5, "5 dicts for 4 games")):
        refuses(ValueError, f"^options: {words}", env.set_options, wrong)
    for wrong in (7, "side"):
        refuses(TypeError, f"^options {wrong!r}:", env.set_options, wrong)
    with pytest.raises(TypeError, match=r"^options 7:"):
        env.set_options([7, {}, {}, {}])
        env.reset()
    env.set_options([{"side": "red"}, {}, {}, {"side": "blue"}])
    env.reset()
    assert (env.batch.sides[0], env.batch.sides[3]) == (0, 1)
    for options in ({"side": "blue"}, None):
        env.set_options(options)
        env.reset()


def test_only_a_name_that_is_near_is_proposed():
    env = vec_env()
    for name, near in (("positon", "position"), ("sid", "side"), ("options", None), ("seed", None)):
        env.set_options({name: "turn=2"})
        hint = "" if near is None else f"did you mean '{near}'\\? "
        refuses(ValueError, rf"'{name}'.*{hint}.*position, side", env.reset)


def test_a_seed_begins_everything_anew():
    env = vec_env()
    first = env.reset().copy()
    assert not np.array_equal(env.reset(), first)
    for _ in range(2):
        env.seed(7)
        seeded = env.reset().copy()
        assert np.array_equal(seeded, BatchedGames(DRAWN, 4, seed=7).reset()[0])


@pytest.mark.slow
def test_maskable_ppo_learns_saves_and_predicts(tmp_path):
    env = VecMonitor(vec_env(8))
    options = {"n_steps": 64, "batch_size": 128, "n_epochs": 1, "policy_kwargs": {"net_arch": [32]}, "device": "cpu"}
    model = sb3_contrib.MaskablePPO("MlpPolicy", env, seed=0, **options)
    model.learn(2 * 8 * 64)
    model.save(tmp_path / "policy")
    loaded = sb3_contrib.MaskablePPO.load(tmp_path / "policy", env=env)
    observations = env.reset()
    for _ in range(20):
        masks = get_action_masks(env)
        actions, _ = loaded.predict(observations, action_masks=masks, deterministic=True)
        assert masks[np.arange(8), actions].all()
        observations, *_ = env.step(actions)


def test_games_cut_off_are_truncated_and_show_where_they_stood():
    env = vec_env(max_episode_steps=7)
    env.reset()
    for number in range(1, 15):
        *_, dones, infos = env.step(env.action_masks().argmax(axis=1))
        assert dones.all() == dones.any() == (number % 7 == 0)
        for info in infos if dones.any() else ():
            assert info["TimeLimit.truncated"] is True and info["episode"]["l"] == 7 and info["ending"] == "cut off"
            assert info["terminal_observation"][names.index("over")] == 0


def test_what_a_step_gives_is_the_callers_own():
    env = vec_env()
    env.reset()
    kept = []
    for _ in range(4):
        observations, rewards, dones, infos = env.step(env.action_masks().argmax(axis=1))
        masks = env.action_masks()
        kept += [(part, part.copy()) for part in (observations, rewards, dones, masks)]
        assert not any(infos)
        infos[0]["mine"] = 1  # of this step alone
    assert all(np.array_equal(*pair) for pair in kept)
    env.action_masks()[:] = False
    assert env.action_masks().any()
    thrifty = PaintballVecEnv(BatchedGames(DRAWN, 4, seed=1), copy=False)
    thrifty.reset()
    first = thrifty.step(thrifty.action_masks().argmax(axis=1))[0]
    before = first.copy()
    thrifty.step(thrifty.action_masks().argmax(axis=1))
    assert np.array_equal(first, before)
    thrifty.step(thrifty.action_masks().argmax(axis=1))
    assert not np.array_equal(first, before)


def test_training_makes_no_copies():
    import inspect

    from tabletop.learn.training.learner import Learner

    assert "GameVecEnv(self.batch, copy=False)" in inspect.getsource(Learner.__init__)


def test_misuse_is_refused():
    env = vec_env()
    for call in (env.action_masks, lambda: env.env_method("action_masks"), env.get_images):
        refuses(RuntimeError, "call reset", call)
    refuses(TypeError, "^batch 'capture-the-flag':", PaintballVecEnv, "capture-the-flag")
    refuses(ValueError, "render mode 'human':", PaintballVecEnv, env.batch, render_mode="human")


def test_a_wait_without_actions_is_refused():
    env = PaintballVecEnv(BatchedGames(DRAWN, 2))
    env.reset()
    for _ in range(2):  # the actions of a step aren't taken again by the next one
        refuses(RuntimeError, "^step_wait without actions:", env.step_wait)
        env.step_async(env.action_masks().argmax(axis=1))
        env.step_wait()


def test_rendering():
    env = PaintballVecEnv(BatchedGames(DRAWN, 3, seed=1), render_mode="rgb_array", render_width=220)
    env.reset()
    images = env.get_images()
    assert len(images) == 3 and all(image.dtype == np.uint8 and image.shape[1:] == (220, 3) for image in images)
    assert env.render().shape == (2 * images[0].shape[0], 440, 3)  # SB3 lays them side by side
    assert env.get_attr("render_mode") == ["rgb_array"] * 3


def test_options_give_sides():
    env = vec_env(3)
    env.set_options({"side": "blue"})
    env.reset()
    assert env.batch.sides.tolist() == [1, 1, 1]
    env.set_options([{"side": side} for side in ("red", "blue", "red")])
    env.reset()
    assert env.batch.sides.tolist() == [0, 1, 0]
    for wrong in (np.array(["red"]), np.array([0, 1, 1]), ["red"], "green", True):
        env.set_options({"side": wrong})
        refuses(ValueError, "^side .*:", env.reset)
    env.set_options([{"side": "red"}, {}, None])
    env.reset(), env.batch.begin(stream=3)
    drawn = env.batch.sides.copy()
    env.seed(3), env.set_options([{}, {"side": int(1 - drawn[1])}, None])
    env.reset()
    assert env.batch.sides.tolist() == [drawn[0], 1 - drawn[1], drawn[2]]
    refuses(ValueError, "seed -1", env.seed, -1)
    env.reset()


def test_options_give_positions():
    env = vec_env(3)
    env.set_options({"position": MIDDLE})
    env.reset()
    assert all(game.turn == 2 for game in env.batch.games)
    env.set_options([{"position": MIDDLE}, {}, None])
    env.reset()
    assert [game.turn == 2 for game in env.batch.games] == [True, False, False]
    env.reset()
    assert not any(game.turn == 2 for game in env.batch.games)


def test_a_reset_that_is_refused():
    env = PaintballVecEnv(BatchedGames(WHOLE, 2))
    for _ in range(2):
        env.set_options([{"position": END}, {}])
        refuses(ValueError, "game 0 ends before the", env.reset)
        for use in (lambda: env.step(np.zeros(2, np.int64)), env.action_masks):
            refuses(RuntimeError, "broken off", use)
        env.reset()
        env.step(env.action_masks().argmax(axis=1))
