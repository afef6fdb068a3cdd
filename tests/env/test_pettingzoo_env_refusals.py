"""What the PettingZoo environments refuse: each in one line that says what and why."""

import inspect
import re
from dataclasses import replace

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test
from pettingzoo.utils import aec_to_parallel
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from paintball_env import (
    AGENTS,
    Game,
    PaintballAECEnv,
    PaintballEnv,
    PaintballParallelEnv,
    PaintballVectorEnv,
    RandomOpponent,
    Shaping,
    Simulator,
    aec_env,
    make_agent,
    paintball_mini_v0,
    parallel_env,
    play_match,
    play_recorded,
    rate,
    read_record,
    save_agent,
    write_dataset,
)
from tabletop.env.pettingzoo_env import WrappedAECEnv
from tabletop.play.game import IllegalActionError
from tests import refuses
from tests.env.test_pettingzoo_env import BASIC, position_after


def test_misuse_is_refused():
    refuses(RuntimeError, "call reset", lambda: PaintballParallelEnv(BASIC).step({}))
    env = PaintballParallelEnv(BASIC)
    for call in (env.render, env.clone_state, env.state, lambda: env.position, lambda: env.observe("team_0")):
        refuses(RuntimeError, "call reset", call)
    refuses(ValueError, "seed -1: 0 to", env.reset, seed=-1)
    refuses(ValueError, "seed 'x': a whole number", env.reset, seed="x")
    env.reset(seed=1)
    decider = AGENTS[env.game["decider"]]
    refuses(KeyError, f"no action of {decider}", env.step, {AGENTS[1 - env.game["decider"]]: 0})
    for others in ({"blue": 5}, {AGENTS[1 - env.game["decider"]]: 0, "red": 0}):
        refuses(ValueError, f"'{list(others)[-1]}': .*team_1", env.step, {decider: 0, **others})
    for action in ("done", 1.5, None, True):
        refuses(TypeError, f"action {action!r}:", env.step, {decider: action})
    refuses(ValueError, "another scenario", lambda: env.set_state(replace(env.clone_state(), game=b"of another size")))


TWO = (PaintballParallelEnv, PaintballAECEnv)
ALL = (*TWO, PaintballEnv, PaintballVectorEnv)
ONE_TEAM, VECTOR = ALL[2:], ALL[3:]
WRONG_OPTIONS = [
    *((ALL, {"shaping": wrong}, TypeError, "shaping") for wrong in ("figures", np.zeros((2, 2)), 1.0, {"flags": 1})),
    (ALL, {"shaping": {"flag": float("nan")}}, ValueError, "^flag nan"),
    (ALL, {"scenario": 3}, ValueError, "^scenario 3: "),
    (ALL, {"scenario": "chess"}, ValueError, "'chess'"),
    (ALL, {"encoding": "pixels"}, ValueError, "^encoding 'pixels'"),
    (ALL, {"strict": "False"}, ValueError, "^strict 'False'"),
    (ALL, {"render_mode": "rgb"}, ValueError, "^render mode 'rgb': .*rgb_array"),
    (VECTOR, {"render_mode": "human"}, ValueError, "^render mode 'human': .*ansi rgb_array"),
    *((ALL, {"render_width": wrong}, ValueError, "^render width .*200") for wrong in (10, "wide", np.zeros((2, 2)))),
    *((TWO, {"max_cycles": wrong}, ValueError, f"^max_cycles {wrong!r}: ") for wrong in (-1, 0, 2.5, "x", True)),
    *((ONE_TEAM, {"side": wrong}, ValueError, f"^side {wrong!r}: .*random") for wrong in ("green", 2)),
    (ONE_TEAM, {"opponent": "hunted"}, ValueError, "'hunted'.*'hunter'"),
    (ONE_TEAM, {"opponent": RandomOpponent}, TypeError, "`decide`"),
    (ONE_TEAM, {"weights": [1, 2]}, ValueError, "1 numbers"),
    *((VECTOR, {"num_envs": wrong}, ValueError, f"^num_envs {wrong}: ") for wrong in (0, 2.0)),
    (VECTOR, {"opponents": []}, ValueError, r"^opponents \[\]: "),
    (VECTOR, {"opponents": RandomOpponent()}, TypeError, "^opponents <.*>: "),
    (VECTOR, {"opponents": ["random"], "opponent": "random"}, ValueError, "either `opponent` or"),
    (VECTOR, {"autoreset_mode": "never"}, ValueError, "^autoreset mode 'never': .*Disabled"),
    (VECTOR, {"max_episode_steps": 0}, ValueError, "^max_episode_steps 0: "),
]


@pytest.mark.parametrize(("makers", "options", "kind", "word"), WRONG_OPTIONS)
def test_wrong_arguments_are_refused_in_one_line(makers, options, kind, word):
    for make in makers:
        count = {"num_envs": 2} if make is PaintballVectorEnv else {}
        refuses(kind, word, make, **count | {"scenario": BASIC} | options)


def test_no_actions_at_all_are_refused():
    env, gym = PaintballParallelEnv(BASIC), PaintballEnv(BASIC)
    env.reset(seed=1)
    decider = AGENTS[env.game["decider"]]
    gym.reset(seed=1)
    for wrong in (None, [0, 0], 3):
        refuses(TypeError, f"^actions {re.escape(repr(wrong))}: .*{decider}", env.step, wrong)
    refuses(TypeError, "action None:", gym.step, None)


def test_reset_options_that_are_none_are_refused():
    vector = PaintballVectorEnv(2, BASIC)
    for env, known in (
        (PaintballParallelEnv(BASIC), "position"),
        (PaintballAECEnv(BASIC), "position"),
        (PaintballEnv(BASIC), "position, side"),
        (vector, "position, side, reset_mask"),
    ):
        refuses(ValueError, f"'postion' .*'position'.* {known}", env.reset, options={"postion": "turn=2"})
        for wrong in ([], "position", 7):
            refuses(TypeError, f"^options {re.escape(repr(wrong))}: .*{known}", env.reset, options=wrong)
        env.reset(seed=1, options={})
        env.reset(options=None)
    PaintballParallelEnv(BASIC).reset(seed=1, options={"options": 1})  # as PettingZoo's own tests do


def test_a_seed_sequence_is_refused_in_one_line():
    for env in (PaintballParallelEnv(BASIC), PaintballEnv(BASIC), PaintballVectorEnv(2, BASIC)):
        refuses(ValueError, "seed SeedSequence", env.reset, seed=np.random.SeedSequence(7))


def test_arguments_are_named_for_editors_and_wrong_ones_refused_without_private_names():
    wanted = inspect.signature(PaintballParallelEnv).parameters
    for make in (parallel_env, paintball_mini_v0.raw_env, paintball_mini_v0.env, aec_env):
        own = inspect.signature(make).parameters
        assert list(own) == list(wanted) and all(own[name].default == wanted[name].default for name in own)
        assert all(own[name].annotation is not inspect.Parameter.empty for name in own)
    makers = parallel_env, paintball_mini_v0.raw_env, paintball_mini_v0.env
    kinds = [inspect.signature(make).return_annotation for make in makers]
    assert kinds == [PaintballParallelEnv, PaintballAECEnv, WrappedAECEnv]
    assert isinstance(paintball_mini_v0.env(BASIC), OrderEnforcingWrapper)
    refuses(TypeError, r"^parallel_env\(\) .*scenari", parallel_env, scenari=BASIC)


class OwnEnv(PaintballEnv):
    pass


@pytest.mark.parametrize(
    "make",
    [
        *(parallel_env, aec_env, paintball_mini_v0.env, PaintballParallelEnv, PaintballAECEnv),
        *(PaintballEnv, PaintballVectorEnv, OwnEnv),
    ],
)
def test_wrong_arguments_are_refused_in_the_name_that_was_called(make):
    for wrong in ("scenari", "name"):
        refuses(TypeError, rf"^{make.__name__}\(\) .*'{wrong}'$", make, **{wrong: BASIC})
    refuses(TypeError, rf"^{make.__name__}\(\) .*positional", make, 1, BASIC, "hunter")


def test_wrong_arguments_of_games_and_functions_are_refused_in_their_names():
    for make in (Game, Simulator):
        refuses(TypeError, rf"^{make.__name__}\(\) .*'other'$", make, BASIC, other=1)
    for function in (make_agent, play_match, play_recorded, rate, read_record, save_agent, write_dataset):
        refuses(TypeError, rf"^{function.__name__}\(\) .*'other'$", function, other=BASIC)


@pytest.mark.parametrize("wrong", [float("nan"), float("inf"), "a", None, True, [1], 1e300, -1000001, 10**30])
def test_shaping_takes_numbers_that_rewards_can_hold(wrong):
    for name in ("figures", "flag", "gamma"):
        words = f"{name} {wrong!r}: a number from -1000000 to 1000000"
        refuses(ValueError, rf"^{re.escape(words)}$", Shaping, **{name: wrong})
    assert Shaping(1e6, -1e6).weights() == (1e6, -1e6)
    assert Shaping(np.float32(0.5), 1, 1).weights() == (0.5, 1)


def test_masks_in_the_infos_leave_plain_observations():
    plain, dicts = (PaintballParallelEnv(BASIC, mask=mask, encoding="planes") for mask in ("info", "observation"))
    aec = PaintballAECEnv(BASIC, mask="info")
    (seen, infos), (others, _) = (env.reset(seed=1) for env in (plain, dicts))
    aec.reset(seed=1)
    for agent in AGENTS:
        assert plain.observation_space(agent) == dicts.observation_space(agent)["observation"]
        assert seen[agent] in plain.observation_space(agent)
        assert np.array_equal(seen[agent], others[agent]["observation"])
        assert np.array_equal(infos[agent]["action_mask"], others[agent]["action_mask"])
        assert np.array_equal(plain.observe(agent), seen[agent])
        assert aec.observe(agent) in aec.observation_space(agent)
    refuses(ValueError, "mask 'infos':", PaintballParallelEnv, BASIC, mask="infos")
    parallel_api_test(PaintballParallelEnv(BASIC, mask="info"), num_cycles=50)
    api_test(PaintballAECEnv(BASIC, mask="info"), num_cycles=50)


def test_agents_that_are_not_there():
    env = paintball_mini_v0.raw_env(scenario=BASIC, max_cycles=1)
    refuses(RuntimeError, "call reset first", env.last)
    env.reset(seed=1)
    for one in (env, PaintballParallelEnv(BASIC)):
        one.reset(seed=1)
        for call in (one.observe, one.observation_space, one.action_space):
            for wrong in ("team_2", 0, None, ["team_0"]):
                refuses(ValueError, f"^agent {re.escape(repr(wrong))}:", call, wrong)
    for action in (int(env.last()[0]["action_mask"].argmax()), None, None):
        env.step(action)
    for call in (env.last, lambda: env.step(None), lambda: env.step(0)):
        refuses(RuntimeError, "both agents have left", call)


def test_the_aec_environment_cannot_be_made_parallel():
    with pytest.raises(AssertionError, match="is_parallelizable"):
        aec_to_parallel(paintball_mini_v0.env(scenario=BASIC))
    assert PaintballParallelEnv.metadata["is_parallelizable"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("turn=2 nonsense", "position: .*nonsense"),
        (7, "position 7: a line of text"),
        (np.zeros(999), r"position array\(.*\.\.\..*\): a line of text$"),
        (
            "turn=3 phase=1 acting=red second=blue score=4,2 used=1,0 over=red:eliminated R1=c8",
            "position: the game is over in it",
        ),
    ],
)
def test_positions_that_cannot_be_are_refused(text, words):
    env = PaintballParallelEnv(BASIC)
    env.reset(seed=1)
    before = env.clone_state()
    refuses(ValueError, words, env.reset, seed=2, options={"position": text})
    assert env.clone_state() == before


def test_strict_raises_in_words():
    env = PaintballParallelEnv(BASIC, strict=True)
    team = position_after(env, 60)
    before = env.clone_state().game
    refuses(IllegalActionError, r"team_\d: 'wait'", lambda: env.step({AGENTS[team]: env.action_space("team_0").n - 1}))
    refuses(ValueError, "action 9999:", env.step, {AGENTS[team]: 9999})
    action = int(np.argmax(env.observe(AGENTS[team])["action_mask"]))
    refuses(IllegalActionError, "only 'wait' is legal", env.step, {AGENTS[team]: action, AGENTS[1 - team]: 0})
    assert env.clone_state().game == before


WRONG = [
    *(("x", 3, False), (None, 3, False), (0, 232.0, False), (0, np.array([1, 2]), False), (0, None, False)),
    *((0, 3, True), (9999, 3, True)),
]


@pytest.mark.parametrize(("own", "waiting", "strict"), WRONG)
def test_a_step_that_raises_changes_nothing(own, waiting, strict):
    env = PaintballParallelEnv(BASIC, strict=strict)
    team = position_after(env, 60)
    if not strict:
        env.step({AGENTS[team]: env.action_space("team_0").n - 1})  # is flagged
    before = env.clone_state()
    if own == 0:
        own = int(env.observe(AGENTS[team])["action_mask"].argmax())
    refuses((TypeError, ValueError), "", env.step, {AGENTS[team]: own, AGENTS[1 - team]: waiting})
    assert env.clone_state() == before and before.flags[team] != strict


@pytest.mark.parametrize(("wrong", "strict"), [("x", False), (None, True), (9999, True)])
def test_a_step_that_raises_takes_no_reward_away(wrong, strict):
    aec = PaintballAECEnv(BASIC + "-drawn", strict=strict, shaping=Shaping(figures=0.5))
    gym, rng = PaintballEnv(BASIC, strict=strict), np.random.default_rng(1)
    for env in (aec, gym):
        env.reset(seed=1)
    while aec.last()[1] == 0.0:
        aec.step(int(rng.choice(np.flatnonzero(aec.last()[0]["action_mask"]))))
    for env, shown in ((aec, lambda: aec.last()[1:]), (gym, lambda: gym.current()[1])):
        kept, told = env.clone_state(), str(shown())
        refuses((TypeError, ValueError), "", env.step, wrong)
        assert env.clone_state() == kept and str(shown()) == told


def test_no_step_follows_a_reset_that_raised():
    # A legal position whose game ends before anyone decides.
    text = (
        "turn=30 phase=2 acting=red second=red score=2,2 used=2,0 to=red:act "
        "R1=c2,p0,used R2=b3,p0,used B1=c5 B2=d6 M1=d1 M2=c6 flag.red=b1 flag.blue=R1"
    )
    for env in (PaintballParallelEnv(BASIC), PaintballAECEnv(BASIC), PaintballEnv(BASIC)):
        env.reset(seed=1)
        refuses(ValueError, "ends before ", env.reset, seed=2, options={"position": text})
        with pytest.raises(RuntimeError, match="call reset"):
            env.step({"team_0": 0} if isinstance(env, PaintballParallelEnv) else 0)


@pytest.mark.parametrize("start", [5, ["turn=1"], np.zeros((2, 2))])
def test_a_game_begins_in_a_position_of_text(start):
    refuses(ValueError, "^start .*:", Game, BASIC, start=start)
    refuses(ValueError, r"^scenario .*:", lambda: Game.of_record(start, Game(BASIC).games))


@pytest.mark.parametrize("seed", [1.5, "7", True, -1, 2**64, None])
def test_a_seed_is_a_whole_number(seed):
    game = Game(BASIC, seed=1)
    for call in (
        lambda: Game(BASIC, seed=seed),
        lambda: Game.of_record(game.scenario, game.games, seed=seed),
        lambda: game.clone(seed=seed) if seed is not None else Simulator(game.scenario, seed=None),
    ):
        refuses(ValueError, "^seed .*:", call)
    assert game.clone(seed=np.uint64(7)).seed == 7 and type(Game(BASIC, seed=np.int64(3)).seed) is int


@pytest.mark.parametrize("action", [0.9, 0.0, None, b"move", True])
def test_a_game_takes_names_and_whole_numbers(action):
    game = Game(BASIC, seed=1)
    before = game.digest()
    refuses(TypeError, "^action .*:", game.step, action)
    assert game.digest() == before
