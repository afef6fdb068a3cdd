"""Do all environments tell the same of a game, under the same names?"""

import re

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import TimeLimit

from paintball_env import (
    AGENTS,
    BatchedGames,
    PaintballAECEnv,
    PaintballEnv,
    PaintballParallelEnv,
    PaintballVectorEnv,
    Scenario,
    record_games,
)
from tests import ROOT

BASIC = Scenario.load("capture-the-flag-basic-drawn")
SHORT = BASIC.game.with_rules(BASIC, {"max_turns": 2})
ALWAYS = {
    *("action_mask", "decision", "side", "turn", "seed", "length", "illegal", "illegal_actions"),
}
AT_ENDS = {"result", "ending"}
PAGE = (ROOT / "docs" / "environments.md").read_text(encoding="utf-8")


def lowest(observations, masks):
    return masks.argmax(axis=1)


def plain(info):
    arrays = np.ndarray, np.generic
    return {name: value.tolist() if isinstance(value, arrays) else value for name, value in info.items()}


def single(seed, side, **options):
    """Infos of a game of the environment for one team, whose learner takes the lowest action, an illegal one first."""
    env = PaintballEnv(SHORT, opponent=lowest, **options)
    told = [env.reset(seed=seed, options={"side": side})[1]]
    told.append(env.step(int(env.action_masks().argmin()))[-1])
    over = False
    while not over:
        _, _, over, _, info = env.step(int(env.action_masks().argmax()))
        told.append(info)
    return [plain(info) for info in told]


def test_the_environment_for_one_team():
    told = single(2**63 + 5, "blue")
    assert all(info.keys() == ALWAYS | {"opponent"} for info in told[:-1])
    assert told[-1].keys() == ALWAYS | {"opponent"} | AT_ENDS
    assert {(info["seed"], info["side"], info["opponent"]) for info in told} == {(2**63 + 5, 1, 0)}
    assert [info["length"] for info in told] == list(range(len(told)))
    assert [info["illegal"] for info in told] == [False, True] + [False] * (len(told) - 2)
    assert [info["illegal_actions"] for info in told] == [0] + [1] * (len(told) - 1)
    assert told[-1]["decision"] == "over" and told[-1]["ending"] in SHORT.game.endings[1:]


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
def test_the_vector_environment_tells_the_same_of_each_game(mode):
    seeds, sides = [3, 2**63 + 5, 5], ["red", "blue", "blue"]
    wanted = [single(seed, side) for seed, side in zip(seeds, sides, strict=True)]
    env = PaintballVectorEnv(3, SHORT, opponent=lowest, autoreset_mode=mode)
    _, infos = env.reset(seed=seeds, options={"side": sides})
    told, ended = [[] for _ in seeds], [False] * 3
    actions = env.action_masks().argmin(axis=1)
    while not all(ended):
        for row, own in enumerate(told):
            if not ended[row]:
                ends = infos.get("final_info", {}) if mode == "SameStep" else {}
                given = ends if ends.get("_result", np.zeros(3, bool))[row] else infos
                own.append({name: given[name][row] for name in given if given.get(f"_{name}", [False] * 3)[row]})
                own[-1].pop("final_obs", None), own[-1].pop("final_info", None)
                ended[row] = "result" in own[-1]
        if mode == "Disabled" and env.batch.ended.any():
            break
        *_, infos = env.step(actions)
        actions = env.action_masks().argmax(axis=1)
    for row, own in enumerate(told):
        assert [plain(info) for info in own] == wanted[row][: len(own)]
    assert any(ended)


def test_sb3s_environment_tells_it_at_the_beginning_and_at_the_end():
    pytest.importorskip("stable_baselines3")
    from paintball_env import PaintballVecEnv

    env = PaintballVecEnv(BatchedGames(SHORT, 3, [lowest], seed=4, strict=False))
    env.reset()
    begun = [plain(info) for info in env.reset_infos]
    actions, ends, others = env.action_masks().argmin(axis=1), {}, 0
    while len(ends) < 3:
        *_, infos = env.step(actions)
        actions = env.action_masks().argmax(axis=1)
        for row, info in enumerate(infos):
            if info:
                ends.setdefault(row, info)
            others += not info
    for row, info in enumerate(begun):
        first, *_, last = single(info["seed"], SHORT.game.teams[info["side"]])
        assert info == first
        sb3s = {name: ends[row].pop(name) for name in ("terminal_observation", "TimeLimit.truncated", "episode")}
        assert plain(ends[row]) == last and sb3s["episode"]["l"] == last["length"]
    assert others


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
def test_a_vector_counts_illegal_actions_anew_in_each_game(mode):
    # In each game the learner of row r takes r illegal actions first, in two games of each row.
    env = PaintballVectorEnv(3, SHORT, opponent=lowest, autoreset_mode=mode)
    env.reset(seed=5)
    count, games, ended = np.zeros(3, int), np.zeros(3, int), np.zeros(3, bool)
    while games.min() < 2:
        if mode == "Disabled" and ended.any():
            _, infos = env.reset(options={"reset_mask": ended})
            count[ended] = 0
            assert infos["illegal_actions"].tolist() == count.tolist()
        wrong, masks = count < np.arange(3), env.action_masks()
        _, _, over, _, infos = env.step(np.where(wrong, masks.argmin(axis=1), masks.argmax(axis=1)))
        count = np.where(ended, 0, count + wrong) if mode == "NextStep" else count + wrong
        games, ended = games + over, over
        if mode == "SameStep" and over.any():
            last = infos["final_info"]["illegal_actions"]
            assert last[over].tolist() == count[over].tolist() == np.arange(3)[over].tolist()
            count[over] = 0
        assert infos["illegal_actions"].tolist() == count.tolist()


def test_the_last_action_of_a_truncated_game_is_illegal_in_that_game_and_not_in_the_next(tmp_path):
    options = {"side": "red", "autoreset_mode": "SameStep"}
    ours = record_games(PaintballVectorEnv(2, SHORT, max_episode_steps=3, **options), tmp_path)
    makes = [lambda: TimeLimit(PaintballEnv(SHORT, side="red"), 3)] * 2
    theirs = SyncVectorEnv(makes, autoreset_mode=AutoresetMode.SAME_STEP)
    seeds = [4, 5]
    (_, infos), _ = ours.reset(seed=seeds), theirs.reset(seed=seeds)
    for number in range(3):
        masks = infos["action_mask"]
        actions = masks.argmax(axis=1)
        if number == 2:
            actions[0] = masks[0].argmin()
        infos, told = ours.step(actions)[-1], theirs.step(actions)[-1]
    for mine, other in ((infos, told), (infos["final_info"], told["final_info"])):
        for name in ("illegal", "illegal_actions"):
            assert mine[name].tolist() == other[name].tolist()
    assert infos["illegal"].tolist() == [False, False] and infos["final_info"]["illegal"].tolist() == [True, False]
    assert len(list(tmp_path.iterdir())) == 2  # both games are written, as they were played


def test_sb3s_environment_counts_illegal_actions_anew_in_each_game():
    pytest.importorskip("stable_baselines3")
    from paintball_env import PaintballVecEnv

    env = PaintballVecEnv(BatchedGames(SHORT, 3, [lowest], seed=4, strict=False))
    env.reset()
    count, games = np.zeros(3, int), np.zeros(3, int)
    while games.min() < 2:
        wrong, masks = count < np.arange(3), env.action_masks()
        *_, infos = env.step(np.where(wrong, masks.argmin(axis=1), masks.argmax(axis=1)))
        count += wrong
        for row, info in enumerate(infos):
            if info:
                assert info["illegal_actions"] == count[row] == row
                count[row], games[row] = 0, games[row] + 1


def test_a_reset_begins_to_count_illegal_actions():
    env, both = PaintballEnv(SHORT, opponent=lowest), PaintballParallelEnv(SHORT)
    for _ in range(2):
        assert env.reset(seed=1)[1]["illegal_actions"] == 0
        assert env.step(env.action_space.n - 1)[-1]["illegal_actions"] == 1
        _, infos = both.reset(seed=1)
        decider = AGENTS[int(both.game["decider"])]
        assert [infos[agent]["illegal_actions"] for agent in AGENTS] == [0, 0]
        assert both.step({decider: both.action_space(decider).n - 1})[-1][decider]["illegal_actions"] == 1


@pytest.mark.parametrize("kind", [PaintballParallelEnv, PaintballAECEnv])
@pytest.mark.parametrize("limit", [None, 7])
def test_pettingzoos_environments(kind, limit):
    env = kind(SHORT, max_cycles=limit)
    aec = kind is PaintballAECEnv
    begun = env.reset(seed=2**63 + 5)
    told = [env.infos if aec else begun[-1]]
    while AT_ENDS.isdisjoint(told[-1][AGENTS[0]]):
        decider = AGENTS[int(env.game["decider"])]
        action = int(told[-1][decider]["action_mask"].argmax())
        given = env.step(action if aec else {decider: action})
        told.append(env.infos if aec else given[-1])
    for number, infos in enumerate(told):
        last = number == len(told) - 1
        for team, agent in enumerate(AGENTS):
            assert infos[agent].keys() == ALWAYS | {"to_decide"} | (AT_ENDS if last else set())
            assert infos[agent]["side"] == team and infos[agent]["seed"] == 2**63 + 5
            assert infos[agent]["length"] == number
    ends = [told[-1][agent] for agent in AGENTS]
    if limit:
        assert [end["ending"] for end in ends] == ["cut off"] * 2 and [end["result"] for end in ends] == [0.0] * 2
        assert ends[0]["decision"] != "over" and len(told) == 8
    else:
        assert ends[0]["ending"] in SHORT.game.endings[1:] and ends[0]["decision"] == "over"


def test_the_page_has_them_all():
    (table,) = re.findall(r"\| info \|.*?\n\n", PAGE, re.DOTALL)
    names = set(re.findall(r"^\| `(\w+)`", table, re.MULTILINE))
    assert names == ALWAYS | AT_ENDS | {"opponent", "to_decide"}


@pytest.mark.parametrize("mode", ["NextStep", "Disabled"])
@pytest.mark.parametrize("limit", [None, 3])
def test_games_at_their_end_are_told_so_as_long_as_they_stay_there(mode, limit):
    env = PaintballVectorEnv(3, SHORT, opponent=lowest, autoreset_mode=mode, max_episode_steps=limit)
    _, infos = env.reset(seed=5)
    while not env.batch.ended.any():
        *_, infos = env.step(env.action_masks().argmax(axis=1))
    ended = env.batch.ended
    told = {name: plain({name: infos[name]})[name] for name in ("result", "ending", "_result", "_ending")}
    assert told["_ending"] == ended.tolist() and ("cut off" in told["ending"]) == (limit is not None)
    saved = env.clone_state()

    def same(infos):
        return all(plain({name: infos[name]})[name] == values for name, values in told.items())

    assert same(env.current()[1])
    *_, infos = env.reset(options={"reset_mask": np.arange(3) == 0})
    assert infos.get("_ending", np.zeros(3)).tolist() == [False, *ended[1:].tolist()]
    env.reset(seed=6)
    assert "ending" not in env.current()[1]
    env.set_state(saved)
    assert same(env.current()[1])
