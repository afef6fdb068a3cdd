"""Are infos numbers alone, with the same keys at every step and the values that the environment tells in words?"""

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from paintball_env import (
    AGENTS,
    PaintballAECEnv,
    PaintballEnv,
    PaintballParallelEnv,
    PaintballVectorEnv,
    Scenario,
    numeric_infos,
    record_games,
)
from tests import refuses

SCENARIO = Scenario.load("capture-the-flag-basic-drawn").with_rules(max_turns=2)
GAME = SCENARIO.game
DECISIONS, ENDINGS = ("over", *GAME.decisions[1:]), GAME.endings
ENDS = {"final_obs", "_final_obs", "final_info", "_final_info"}
TOLD = {"action_mask", "decision", "side", "turn", "length", "illegal", "illegal_actions", "result", "ending"}


def parallel_infos(env, seed):
    """The infos of a random game, by agent, one dict a step."""
    rng = np.random.default_rng(seed)
    _, infos = env.reset(seed=seed)
    yield infos
    while env.agents:
        actions = {agent: rng.choice(np.flatnonzero(infos[agent]["action_mask"])) for agent in AGENTS}
        *_, infos = env.step(actions)
        yield infos


def aec_infos(env, seed):
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    for _ in env.agent_iter():
        *_, terminated, truncated, info = env.last()
        yield dict(env.infos)  # a dead agent leaves it
        assert all(np.array_equal(info[name], env.infos[env.agent_selection][name]) for name in info)
        env.step(None if terminated or truncated else rng.choice(np.flatnonzero(info["action_mask"])))


def own_infos(env, seed):
    rng = np.random.default_rng(seed)
    (_, info), over = env.reset(seed=seed), False
    yield {"learner": info}
    while not over:
        _, _, terminated, truncated, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
        over = terminated or truncated
        yield {"learner": info}


def is_number(value):
    array = np.asarray(value)
    return array.dtype.kind in "bif" and array.dtype != np.uint64


def expected(info):
    """What `numeric_infos` makes of an info."""
    numbers = {name: value for name, value in info.items() if name != "seed"}
    ending = info.get("ending", "")
    return numbers | {
        "decision": DECISIONS.index(info["decision"]),
        "result": info.get("result", 0.0),
        "ending": 0 if ending in ("", "cut off") else ENDINGS.index(ending),
    }


@pytest.mark.parametrize("limit", [None, 9])
@pytest.mark.parametrize(
    ("kind", "play", "own"),
    [
        (PaintballParallelEnv, parallel_infos, {"to_decide"}),
        (PaintballAECEnv, aec_infos, {"to_decide"}),
        (PaintballEnv, own_infos, {"opponent"}),
    ],
)
def test_they_say_the_same_in_numbers(kind, play, own, limit, tmp_path):
    options = {} if limit is None or kind is PaintballEnv else {"max_cycles": limit}
    plain = list(play(kind(SCENARIO, **options), 5))
    told = list(play(numeric_infos(record_games(kind(SCENARIO, **options), tmp_path / "games")), 5))
    assert len(told) == len(plain) > 8
    for infos, words in zip(told, plain, strict=True):
        for agent, info in infos.items():
            assert {*info} == TOLD | own and all(is_number(value) for value in info.values())
            wanted = expected(words[agent])
            assert all(np.array_equal(info[name], wanted[name]) for name in info)
    assert not options or all(info["ending"] == 0 for info in told[-1].values())
    assert len(list((tmp_path / "games").iterdir())) == 1


@pytest.mark.parametrize("mode", AutoresetMode)
def test_a_vectors_infos_too_and_an_end_changes_no_type(mode):
    options = {"opponent": "random", "autoreset_mode": mode, "max_episode_steps": 30}
    plain, told = PaintballVectorEnv(3, SCENARIO, **options), numeric_infos(PaintballVectorEnv(3, SCENARIO, **options))
    (_, words), (_, infos) = (env.reset(seed=4) for env in (plain, told))
    assert told.autoreset_mode == mode
    names, endings, rng = {*infos}, set(), np.random.default_rng(1)
    types = {name: values.dtype for name, values in infos.items()}
    for _ in range(60):
        if mode == AutoresetMode.DISABLED and plain.batch.ended.any():
            begin = {"reset_mask": plain.batch.ended}
            (_, words), (_, infos) = (env.reset(options=begin) for env in (plain, told))
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]])
        *_, words = plain.step(actions)
        *_, infos = told.step(actions)
        assert names == {*infos} - ENDS
        # An end changes no type: libraries make tensors of them once.
        for numbers in infos, infos.get("final_info", infos):
            there = {name: values.dtype for name, values in numbers.items() if name not in ENDS}
            assert there == types
        for numbers, text in (infos, words), (infos.get("final_info", infos), words.get("final_info", words)):
            assert all(is_number(value) for name, value in numbers.items() if name not in ENDS)
            endings |= {*numbers["ending"].tolist()}
            for row in np.flatnonzero(text["_decision"]):
                there = [name for name in {*text} - ENDS if f"_{name}" in text and text[f"_{name}"][row]]
                wanted = expected({name: text[name][row] for name in there})
                assert all(np.array_equal(numbers[name][row], wanted[name]) for name in wanted)
    assert len(endings) > 1


@pytest.mark.parametrize("kind", [PaintballParallelEnv, PaintballAECEnv, PaintballEnv])
def test_once_is_enough_and_games_are_recorded_inside(kind, tmp_path):
    env = numeric_infos(record_games(kind(SCENARIO), tmp_path))
    assert numeric_infos(env) is env
    refuses(TypeError, "put numeric_infos around", record_games, env, tmp_path / "outside")
    envs = numeric_infos(PaintballVectorEnv(2, SCENARIO))
    assert numeric_infos(envs) is envs


def test_a_wrapped_environment_is_made_again_from_its_spec():
    env = numeric_infos(gymnasium.make("paintball_env:PaintballMini/CaptureTheFlagBasic-v0"))
    again = gymnasium.make(env.spec)
    assert list(again.reset(seed=1)[1]) == list(env.reset(seed=1)[1]) == [*env.reset(seed=1)[1]]
    assert type(again) is type(env) and "seed" not in again.reset(seed=1)[1]


def test_other_environments_are_refused():
    for wrong in (None, gymnasium.make("CartPole-v1"), PaintballVectorEnv(2, SCENARIO).batch):
        refuses(TypeError, "^env .*:", numeric_infos, wrong)
