"""Does the vector environment keep Gymnasium's contract in all three autoreset modes, and say what the batch says?"""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from paintball_env import PaintballEnv, PaintballVectorEnv, RandomOpponent
from paintball_env.rules.state import OVER
from paintball_env.shaping import Shaping
from tests import refuses

BASIC = "capture-the-flag-basic-drawn"
ID = "PaintballMini/CaptureTheFlagBasic-v0"
MODES = [mode.value for mode in AutoresetMode]
MIDDLE = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act R1=c2 R2=b1 B1=c5 B2=d7 M2=c6"


class Lowest:
    def decide(self, worlds, games, rows, masks, actions, keys):
        actions[rows] = masks[rows].argmax(axis=1)


def choices(observations, masks):
    """A legal action a row, a function of what is seen alone."""
    shares = np.array([abs(float(row.sum()) * 997.0) % 1.0 for row in observations])
    return np.array([np.flatnonzero(m)[int(s * m.sum())] for m, s in zip(masks, shares, strict=True)])


def transcript(mode, rows=3, steps=500, **options):
    """By row, what a learner lives through: (observation, action, reward, terminated, truncated), whatever the mode."""
    env = PaintballVectorEnv(rows, BASIC, autoreset_mode=mode, **options)
    seen, infos = env.reset(seed=11)
    lived, fresh = [[] for _ in range(rows)], np.zeros(rows, bool)
    for _ in range(steps):
        actions = choices(seen, infos["action_mask"])
        before = seen.copy()
        seen, rewards, terminations, truncations, infos = env.step(actions)
        for row in range(rows):
            if fresh[row]:  # NEXT_STEP: this step began the game
                assert rewards[row] == 0.0 and not terminations[row] and not truncations[row]
                continue
            step = (before[row].tobytes(), int(actions[row]), float(rewards[row]))
            lived[row].append((*step, bool(terminations[row]), bool(truncations[row])))
        done = terminations | truncations
        if mode == "NextStep":
            fresh = done
        if mode == "Disabled" and done.any():
            over = infos["action_mask"][terminations]
            assert not over[:, :-1].any() and over[:, -1].all()
            seen, infos = env.reset(options={"reset_mask": done})
    return lived


@pytest.mark.parametrize("options", [{}, {"max_episode_steps": 40, "side": "random"}, {"opponents": [Lowest()] * 2}])
def test_the_modes_differ_in_when_games_begin_and_in_nothing_else(options):
    next_step, same_step, disabled = (transcript(mode, **options) for mode in MODES)
    ends = 0
    for one, two, three in zip(next_step, same_step, disabled, strict=True):
        assert two == three and one == two[: len(one)]
        ends += sum(step[3] for step in one)
        assert any(step[4] for step in one) == ("max_episode_steps" in options)
    assert ends or "max_episode_steps" in options


@pytest.mark.parametrize("mode", MODES)
def test_it_tells_what_gymnasiums_own_vector_environment_tells(mode):
    # The first game of each row, to its end, beside single environments in Gymnasium's own vector of them.
    makes = [lambda: PaintballEnv(BASIC, side="red")] * 3
    theirs = SyncVectorEnv(makes, autoreset_mode=AutoresetMode(mode))
    ours = PaintballVectorEnv(3, BASIC, side="red", autoreset_mode=mode)
    a, a_infos = ours.reset(seed=[4, 5, 6])
    b, b_infos = theirs.reset(seed=[4, 5, 6])
    assert ours.observation_space == theirs.observation_space and ours.action_space == theirs.action_space
    assert ours.single_observation_space == theirs.single_observation_space
    assert ours.metadata["autoreset_mode"] == theirs.metadata["autoreset_mode"]
    ended = np.zeros(3, bool)
    while not ended.any():
        assert np.array_equal(a, b) and a in ours.observation_space
        for name in ("action_mask", "_action_mask", "side", "_side", "illegal", "_illegal"):
            assert np.array_equal(a_infos[name], b_infos[name]), name
        actions = choices(a, a_infos["action_mask"])
        a, *a_rest, a_infos = ours.step(actions)
        b, *b_rest, b_infos = theirs.step(actions)
        for one, two in zip(a_rest, b_rest, strict=True):
            assert np.array_equal(one, two) and one.dtype == two.dtype
        ended = a_rest[1]
    if mode == "SameStep":
        assert np.array_equal(a_infos["_final_obs"], b_infos["_final_obs"])
        assert a_infos["final_obs"].dtype == b_infos["final_obs"].dtype == object
        for one, two in zip(a_infos["final_obs"], b_infos["final_obs"], strict=True):
            assert (one is None) == (two is None) and (one is None or np.array_equal(one, two))
        assert np.array_equal(a_infos["_final_info"], b_infos["_final_info"])
        a_infos, b_infos = a_infos["final_info"], b_infos["final_info"]
    else:
        assert np.array_equal(a, b)
    for name in ("result", "ending", "turn", "action_mask", "side", "illegal"):
        assert np.array_equal(a_infos[f"_{name}"], b_infos[f"_{name}"]), name
        assert np.array_equal(a_infos[name], b_infos[name]), name
    assert a_infos["result"].dtype == b_infos["result"].dtype


@pytest.mark.parametrize("mode", MODES)
def test_make_vec_and_the_statistics_wrapper(mode):
    if mode == "SameStep" and tuple(map(int, gymnasium.__version__.split(".")[:2])) < (1, 4):
        pytest.skip("before Gymnasium 1.4 this wrapper left out the first step of games after the first one")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = RecordEpisodeStatistics(gymnasium.make_vec(ID, num_envs=4, autoreset_mode=mode, side="random"))
        seen, infos = env.reset(seed=5)
        count = 0
        while count < 6:
            seen, _, terminations, _, infos = env.step(choices(seen, infos["action_mask"]))
            if terminations.any():
                count += terminations.sum()
                told = infos["final_info"] if mode == "SameStep" else infos
                lengths = infos["episode"]["l"][terminations]
                assert np.array_equal(lengths, told["length"][terminations])
                assert np.array_equal(infos["episode"]["r"][terminations], told["result"][terminations])
                if mode == "Disabled":
                    seen, infos = env.reset(options={"reset_mask": terminations})
        env.close()
    assert isinstance(gymnasium.make_vec(ID, num_envs=2).unwrapped, PaintballVectorEnv)


def test_an_environment_that_was_never_made_has_nothing_to_close():
    for options in ({"render_mode": "human"}, {"opponent": "nobody"}):
        env = object.__new__(PaintballVectorEnv)
        refuses(ValueError, "", env.__init__, 2, BASIC, **options)
        assert env.closed  # Gymnasium closes what is collected as garbage unless it is closed
    env.__init__(2, BASIC)
    assert not env.closed
    env.close()
    assert env.closed


@pytest.mark.slow
def test_gymnasium_makes_vectors_of_the_single_environment_too():
    for way, options in (("sync", {}), ("async", {"context": "spawn"})):
        env = gymnasium.make_vec(ID, num_envs=2, vectorization_mode=way, vector_kwargs=options)
        _, infos = env.reset(seed=3)
        masks = tuple(infos["action_mask"])
        *_, infos = env.step(env.action_space.sample(masks))
        assert infos["action_mask"].shape == (2, 233)
        env.close()


def test_a_whole_game_in_a_spawned_process_is_the_same():
    played = []
    for way, options in (("sync", {}), ("async", {"context": "spawn"})):
        makes = {"vectorization_mode": way, "vector_kwargs": options, "side": "blue"}
        env = gymnasium.make_vec("PaintballMini/CaptureTheFlag-v0", num_envs=1, **makes)
        seen, infos = env.reset(seed=3)
        lived, over = [], False
        while not over:
            action = choices(seen, infos["action_mask"])
            seen, rewards, over, _, infos = env.step(action)
            lived.append((seen.tobytes(), rewards.tolist(), over.tolist(), infos["action_mask"].tobytes()))
        lived.append((infos["result"].tolist(), infos["ending"].tolist(), infos["turn"].tolist()))
        played.append(lived)
        env.close()
    assert played[0] == played[1] and len(played[0]) > 50


def test_next_step_ignores_the_action_of_a_game_that_ended():
    env = PaintballVectorEnv(2, BASIC, strict=True)
    seen, infos = env.reset(seed=[4, 5], options={"side": "red"})
    done = np.zeros(2, bool)
    while not done.any():
        seen, _, done, _, infos = env.step(choices(seen, infos["action_mask"]))
    row = int(np.argmax(done))
    assert env.batch.games["decision"][row] == OVER and env.action_masks()[row].sum() == 1
    actions = choices(seen, infos["action_mask"])
    before = env.batch.games.tobytes()
    for wrong in (np.zeros(3, int), np.zeros(2), np.where(np.arange(2) == row, -5, 999)):
        refuses(ValueError, "actions of this|integers", env.step, wrong)
        assert env.batch.games.tobytes() == before  # the game that ended hasn't begun anew
    actions[row] = -5  # strict, and yet nobody looks
    seen, rewards, done, _, infos = env.step(actions)
    assert not done[row] and rewards[row] == 0 and env.batch.games["decision"][row] != OVER
    assert infos["action_mask"][row].sum() >= 2


def test_opponents_sides_and_seeds():
    env = PaintballVectorEnv(300, BASIC, opponents=[RandomOpponent(), Lowest()], weights=[3, 1], side="random")
    env.reset(seed=1)
    assert 40 < (env.batch.slots == 1).sum() < 115 and 115 < (env.batch.sides == 1).sum() < 185
    for side, wanted in (("red", 0), ("blue", 1)):
        env = PaintballVectorEnv(4, BASIC, side=side)
        assert (env.reset(seed=1)[1]["side"] == wanted).all()
    env = PaintballVectorEnv(4, BASIC)
    assert sorted(env.reset(seed=1)[1]["side"].tolist()) == [0, 0, 1, 1]
    first = env.reset(seed=9)[0]
    assert np.array_equal(first, env.reset(seed=9)[0]) and not np.array_equal(first, env.reset()[0])
    assert np.array_equal(env.reset(seed=[1, 2, 3, 4])[0], env.reset(seed=[1, 2, 3, 4])[0])
    assert env.batch.seeds.tolist() == [1, 2, 3, 4]


def seeds_of(env, seeds, **options):
    env.reset(seed=seeds, **options)
    first = env.batch.seeds.tolist()
    env.reset()
    return [list(pair) for pair in zip(first, env.batch.seeds.tolist(), strict=True)]


def test_a_row_of_a_list_of_seeds_has_a_stream_of_its_own():
    env = PaintballVectorEnv(2, BASIC)
    one, two = seeds_of(env, [3, 4]), seeds_of(env, [3, 9])
    assert [first for first, _ in one + two] == [3, 4, 3, 9]
    assert one[0] == two[0] and one[1][1] != two[1][1]
    assert seeds_of(PaintballVectorEnv(2, BASIC), [3, 9]) == two


def test_none_among_the_seeds_leaves_a_rows_stream_alone():
    env, twin = PaintballVectorEnv(3, BASIC), PaintballVectorEnv(3, BASIC)
    for one in (env, twin):
        one.reset(seed=8)
    mixed, usual = seeds_of(env, [None, 5, 0]), seeds_of(twin, None)
    assert mixed[0] == usual[0] and mixed[1][0] == 5 and mixed[2][0] == 0
    assert mixed[1:] == seeds_of(PaintballVectorEnv(3, BASIC), [1, 5, 0])[1:]
    mask = np.array([True, False, True])
    env.reset(seed=[6, 7, None], options={"reset_mask": mask})
    twin.reset()
    assert env.batch.seeds[0] == 6 and env.batch.seeds[1] == mixed[1][1]


def test_a_list_of_seeds_is_by_row_whichever_rows_begin():
    env = PaintballVectorEnv(3, BASIC)
    env.reset(seed=[1, 2, 3])
    _, infos = env.reset(seed=[4, 5, 6], options={"reset_mask": np.array([False, True, True])})
    assert infos["seed"].tolist() == env.batch.seeds.tolist() == [1, 5, 6]


def test_masks_are_those_of_the_state_that_was_set():
    env = PaintballVectorEnv(2, BASIC)
    env.reset(seed=3)
    saved, masks = env.clone_state(), env.action_masks()
    while np.array_equal(env.action_masks(), masks):
        env.step(env.action_masks().argmax(axis=1))
    env.set_state(saved)
    assert np.array_equal(env.action_masks(), masks)


def test_without_a_seed_games_are_random_and_a_seed_begins_the_same_ones():
    one, two = PaintballVectorEnv(2, BASIC), PaintballVectorEnv(2, BASIC)
    assert one.reset()[1]["seed"].tolist() != two.reset()[1]["seed"].tolist()
    assert one.reset()[1]["seed"].tolist() != two.reset(seed=[3, None])[1]["seed"].tolist()  # the streams go on
    assert one.reset(seed=3)[1]["seed"].tolist() == two.reset(seed=3)[1]["seed"].tolist()
    assert one.reset()[1]["seed"].tolist() == two.reset()[1]["seed"].tolist()
    assert two.reset(seed=np.array(3))[1]["seed"].tolist() == one.reset(seed=3)[1]["seed"].tolist()
    first, second = (PaintballVectorEnv(2, BASIC).reset(seed=[3, None])[1]["seed"].tolist() for _ in range(2))
    assert first[0] == second[0] == 3 and first[1] != second[1]


def test_make_vec_takes_an_opponent_as_make_does():
    lowest = Lowest()
    for make in (gymnasium.make, lambda *a, **o: gymnasium.make_vec(*a, num_envs=2, **o)):
        assert make(ID, opponent=lowest).unwrapped is not None
    assert gymnasium.make_vec(ID, num_envs=2, opponent=lowest).unwrapped.batch.opponents == [lowest]


def test_gymnasiums_generator_is_seeded_too():
    env = PaintballVectorEnv(2, BASIC)
    env.reset(seed=7)
    first = env.np_random.random()
    env.reset(seed=7)
    assert env.np_random_seed == 7 and env.np_random.random() == first


def test_positions_masks_and_states_by_row():
    env = PaintballVectorEnv(3, BASIC, autoreset_mode="Disabled", shaping=Shaping())
    seen, _ = env.reset(seed=3, options={"position": MIDDLE, "side": "red"})
    assert env.positions == [MIDDLE] * 3
    again, infos = env.reset(options={"reset_mask": np.array([False, True, False]), "position": ["", None, None]})
    assert np.array_equal(again[[0, 2]], seen[[0, 2]]) and not np.array_equal(again[1], seen[1])
    snapshot = env.clone_state([0])
    for _ in range(5):
        seen, *_, infos = env.step(choices(again, infos["action_mask"]))
        again = seen
    env.set_state(snapshot, [0])
    assert env.positions[0] == MIDDLE and env.action_masks()[0].sum() >= 2
    assert np.array_equal(env.current()[1]["action_mask"].astype(bool), env.action_masks())


def test_copies_are_the_callers_own():
    env = PaintballVectorEnv(2, BASIC)
    seen, infos = env.reset(seed=1)
    kept = []
    for _ in range(4):
        seen, *_, infos = env.step(choices(seen, infos["action_mask"]))
        kept.append((seen, seen.copy(), infos["action_mask"], infos["action_mask"].copy()))
    assert all(np.array_equal(a, b) and np.array_equal(c, d) for a, b, c, d in kept)
    seen[:], infos["action_mask"][:] = 9, 9
    assert env.current()[0].max() <= 1 and env.current()[1]["action_mask"].max() == 1


def test_rendering():
    env = PaintballVectorEnv(2, BASIC, render_mode="rgb_array", render_width=250)
    env.reset(seed=1)
    frames = env.render()
    assert len(frames) == 2 and all(frame.dtype == np.uint8 and frame.shape[1:] == (250, 3) for frame in frames)
    env = PaintballVectorEnv(2, BASIC, render_mode="ansi")
    env.reset(seed=1)
    assert all("decides" in frame for frame in env.render())
    assert PaintballVectorEnv(1, BASIC).render_mode is None


@pytest.mark.parametrize("mode", MODES)
def test_games_begin_in_the_positions_given(mode):
    env = PaintballVectorEnv(8, BASIC, positions=[None, MIDDLE], autoreset_mode=mode, side="red", max_episode_steps=3)
    seen, infos = env.reset(seed=4)
    middle = infos["turn"] == 2
    assert 0 < middle.sum() < 8 and (env.batch.lengths == 0).all()
    env.set_positions([MIDDLE])
    for _ in range(4):
        seen, *_, infos = env.step(choices(seen, infos["action_mask"]))
        if (env.batch.ended).any() and mode == "Disabled":
            seen, infos = env.reset(options={"reset_mask": env.batch.ended})
    assert (env.batch.lengths < 3).all() and infos["turn"].tolist() == [2] * 8, "all have begun in the position"
    refuses(ValueError, r"^positions \[\]:", env.set_positions, [])


def test_misuse_is_refused():
    env = PaintballVectorEnv(2, BASIC, autoreset_mode="Disabled", max_episode_steps=1, strict=True)
    for call in (lambda: env.step([0, 0]), env.action_masks, env.current, env.render, env.clone_state):
        refuses(RuntimeError, "call reset", call)
    half = np.array([True, False])
    refuses(RuntimeError, "call reset first", env.reset, options={"reset_mask": half})
    for mask in ([True, False], np.array([1, 0]), np.array([True])):
        refuses(TypeError, r"bool \(2,\)", env.reset, options={"reset_mask": mask})
    refuses(ValueError, "at least one game", env.reset, options={"reset_mask": np.zeros(2, bool)})
    for options, words in (
        ({"position": "turn=2 nonsense"}, "position: .*nonsense"),
        ({"position": [None]}, r"options\['position'\]: 1 for 2 games"),
        ({"position": 7}, "position 7: a text, or None"),
        ({"side": [None, "rde"]}, "side 'rde': known are red blue"),
        ({"side": np.array([["red"]] * 2)}, r"side array\(\['red'\], dtype='<U3'\): known are red blue"),
        ({"side": "green"}, "side 'green': known are red blue"),
    ):
        refuses(ValueError, words, env.reset, seed=1, options=options)
    refuses(ValueError, "seed: 1 for 2 games", env.reset, seed=[1])
    seen, infos = env.reset(seed=1)
    refuses(ValueError, "give a list, a seed for", env.reset, seed=1, options={"reset_mask": half})
    refuses(ValueError, "game 0: action 999:", env.step, np.array([999, 0]))
    refuses(ValueError, "integers of shape", env.step, np.zeros(3, int))
    *_, truncations, infos = env.step(choices(seen, infos["action_mask"]))
    assert truncations.all() and infos["ending"].tolist() == ["cut off"] * 2
    refuses(RuntimeError, "game 0 has ended:", lambda: env.step(choices(seen, infos["action_mask"])))
