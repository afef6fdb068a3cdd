"""Do all environments play the same games, in other processes too, and can each be left and entered in mid-game?"""

import copy
import os
import pickle
import re
import subprocess
import sys
from dataclasses import replace
from itertools import chain
from pathlib import Path

import numpy as np
import pytest

from paintball_env import (
    BatchedGames,
    PaintballAECEnv,
    PaintballEnv,
    PaintballParallelEnv,
    PaintballVectorEnv,
    RandomOpponent,
)
from paintball_env.scenario import Scenario
from paintball_env.shaping import Shaping
from tests import ROOT, refuses
from tests.env import environment_games as play

DRAWN = Scenario.load("capture-the-flag-drawn")
GAMES = 3  # played in each of two processes
MIDDLE = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act R1=c2 R2=b1 B1=c5 B2=d7 M2=c6"


@pytest.mark.parametrize("name", ["capture-the-flag", "single-flag-drawn", "reverse-flag-basic"])
def test_one_seed_is_one_game_through_every_environment(name):
    scenario, count = Scenario.load(name), 6
    parallel, aec = PaintballParallelEnv(scenario), PaintballAECEnv(scenario)
    single = PaintballEnv(scenario, opponent=play.ByRecord())
    opponents = [play.ByRecord()]
    batch = BatchedGames(scenario, count, opponents)
    vectors = [
        PaintballVectorEnv(count, scenario, opponents=opponents, autoreset_mode=mode)
        for mode in ("NextStep", "SameStep")
    ]
    whole = [play.facade(scenario, seed) for seed in range(count)]
    assert sum(len(made) for made, _ in whole) > 100 * count
    for seed, game in enumerate(whole):
        assert play.parallel(parallel, seed) == game
        assert play.aec(aec, seed) == game
        for side in (0, 1):
            assert play.single(single, seed, side) == play.of_side(game, side)
    for flip in (0, 1):
        sides = [(row + flip) % 2 for row in range(count)]
        wanted = [play.of_side(game, side) for game, side in zip(whole, sides, strict=True)]
        assert play.batched(batch, range(count), sides) == wanted
        assert play.vector(vectors[0], list(range(count)), sides) == wanted
        # A game that ends begins anew in the same step here: its last record is gone.
        assert [made for made, _ in play.vector(vectors[1], list(range(count)), sides)] == [made for made, _ in wanted]


def test_sb3_plays_these_games_too():
    pytest.importorskip("stable_baselines3")
    from paintball_env import PaintballVecEnv

    env = PaintballVecEnv(BatchedGames(DRAWN, 8, [play.ByRecord()], seed=4))
    env.reset()
    wanted = [
        play.of_side(play.facade(DRAWN, int(seed)), side)[0]
        for seed, side in zip(env.batch.seeds, env.batch.sides.tolist(), strict=True)
    ]

    def step(actions):
        _, _, dones, _ = env.step(actions)
        return env.action_masks(), dones

    assert [made for made, _ in play.many(env.batch, step, env.action_masks())] == wanted


def spawned(code, *arguments, **options):
    return subprocess.Popen(
        [sys.executable, *code, *arguments],
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": options.get("hash", "0")},
    )


@pytest.mark.slow
def test_games_are_the_same_in_two_processes():
    kinds = [("capture-the-flag", "vector"), ("capture-the-flag-basic-drawn", "planes")]
    here = [play.digests(*kind, GAMES) for kind in kinds]  # first: the other one finds what this one has compiled
    run = spawned(("-m", "tests.env.environment_games", str(GAMES), *chain(*kinds)), hash="1")
    other = run.communicate()[0].decode()
    assert eval(other) == here and run.returncode == 0
    for records, given in here:
        assert records["parallel"] == records["aec"] and records["batched"] == records["vector"]
        assert len(set(records.values())) == len(records) - 2
        assert len(set(given.values())) == len(given) >= 5


# Each environment with a step that decides by the record, a trace of what it shows, and its snapshots.


class Single:
    def __init__(self, make):
        self.env = make()

    def begin(self):
        self.env.reset(seed=3)

    def trace(self, steps):
        shown = []
        for _ in range(steps):
            shown.append((play.plain(self._step()), self.env.game.tobytes()))
        return shown


class Parallel(Single):
    def _step(self):
        if not self.env.agents:
            self.env.reset()
        agent = play.AGENTS[self.env.game["decider"]]
        return self.env.step({agent: play.choice(self.env.game.tobytes(), self.env.observe(agent)["action_mask"])})


class Aec(Single):
    def _step(self):
        if not self.env.agents:
            self.env.reset()
        seen, reward, *ended, info = self.env.last()
        self.env.step(None if any(ended) else play.choice(self.env.game.tobytes(), seen["action_mask"]))
        return self.env.agent_selection, self.env.agents, seen, reward, ended, info, self.env.rewards


class Gym(Single):
    def _step(self):
        if self.env.game["decision"] == 0:
            self.env.reset()
        return self.env.step(play.choice(self.env.game.tobytes(), self.env.action_masks()))


class Many(Single):
    def trace(self, steps):
        shown = []
        for _ in range(steps):
            batch = getattr(self.env, "batch", self.env)
            masks = self.env.action_masks() if hasattr(self.env, "action_masks") else batch.current()[1]
            records = [game.tobytes() for game in batch.games]
            gave = self.env.step(np.array([play.choice(*pair) for pair in zip(records, masks, strict=True)]))
            shown.append((b"".join(game.tobytes() for game in batch.games), *(part.tobytes() for part in gave[:2])))
        return shown


class Batch(Many):
    def begin(self):
        self.env.reset(seed=3)


class Sb3(Many):
    def begin(self):
        self.env.seed(3)
        self.env.reset()


def sb3():
    from paintball_env import PaintballVecEnv

    return PaintballVecEnv(BatchedGames(DRAWN, 3, [RandomOpponent(), play.ByRecord()]))


ENVIRONMENTS = {
    "parallel": lambda: Parallel(lambda: PaintballParallelEnv(DRAWN)),
    "aec": lambda: Aec(lambda: PaintballAECEnv(DRAWN)),
    "aec, shaped": lambda: Aec(lambda: PaintballAECEnv(DRAWN, shaping=Shaping(figures=1.0), max_cycles=90)),
    "single": lambda: Gym(lambda: PaintballEnv(DRAWN)),
    "single, random side": lambda: Gym(lambda: PaintballEnv(DRAWN, opponent=play.ByRecord(), side="random")),
    "batch": lambda: Batch(lambda: BatchedGames(DRAWN, 3, [RandomOpponent(), play.ByRecord()], side="random")),
    "batch, in pairs": lambda: Batch(
        lambda: BatchedGames(DRAWN, 3, [RandomOpponent(), play.ByRecord()], paired=True, shaping=Shaping())
    ),
    "vector": lambda: Many(lambda: PaintballVectorEnv(3, DRAWN, opponents=[RandomOpponent()], max_episode_steps=60)),
    "vector, same step": lambda: Many(lambda: PaintballVectorEnv(3, DRAWN, autoreset_mode="SameStep")),
    "sb3": lambda: Sb3(sb3),
}


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_an_environment_can_be_left_and_entered_in_mid_game(name):
    if name == "sb3":
        pytest.importorskip("stable_baselines3")
    played = ENVIRONMENTS[name]()
    played.begin()
    played.trace(30)
    snapshot = played.env.clone_state()
    copies = [copy.deepcopy(played.env), pickle.loads(pickle.dumps(played.env))]
    ahead = played.trace(260)  # over the end of games
    played.env.set_state(snapshot)
    assert played.trace(260) == ahead
    for other in copies:
        twin = ENVIRONMENTS[name]()
        twin.env = other
        assert twin.trace(260) == ahead
    fresh = ENVIRONMENTS[name]()
    if name == "sb3":
        fresh.env.reset()
    fresh.env.set_state(pickle.loads(pickle.dumps(snapshot)))
    assert fresh.trace(260) == ahead


@pytest.mark.parametrize("name", ["parallel", "aec", "single"])
def test_snapshots_that_cannot_be_are_refused(name):
    played = ENVIRONMENTS[name]()
    played.begin()
    played.trace(30)
    snapshot = played.env.clone_state()
    at = len(snapshot.game) // 2
    turned = snapshot.game[:at] + bytes([snapshot.game[at] ^ 64]) + snapshot.game[at + 1 :]
    for change, words in (
        ({"game": turned}, "a damaged state"),
        ({"cycles": 7}, "a damaged state"),
        ({"game": b""}, "another scenario"),
        ({"format": (1, 1)}, r"a state of format \(1, 1\), this is \(3, 1\)"),
    ):
        refuses(ValueError, words, played.env.set_state, replace(snapshot, **change))
    for other in (None, {}, snapshot.game):
        refuses(TypeError, "a state as `clone_state`", played.env.set_state, other)
    assert played.env.clone_state() == snapshot


def test_agents_that_leave_one_by_one_can_be_left_in_between():
    env = PaintballAECEnv(DRAWN, max_cycles=3)
    env.reset(seed=1)
    while len(env.agents) == 2:
        ended = env.truncations["team_0"]
        env.step(None if ended else int(env.last()[0]["action_mask"].argmax()))
    snapshot = env.clone_state()
    fresh = PaintballAECEnv(DRAWN)
    fresh.set_state(snapshot)
    assert fresh.agents == env.agents == ["team_1"] and fresh.agent_selection == "team_1"
    assert play.plain(fresh.last()) == play.plain(env.last())
    fresh.step(None)
    assert fresh.agents == []
    env.set_state(snapshot)
    assert env.agents == ["team_1"]


def test_a_snapshot_of_the_parallel_environment_goes_on_in_the_other():
    parallel, aec = PaintballParallelEnv(DRAWN), PaintballAECEnv(DRAWN)
    parallel.reset(seed=3)
    aec.set_state(parallel.clone_state())
    assert aec.agents == ["team_0", "team_1"] and aec.last()[1] == 0.0
    parallel.set_state(aec.clone_state())


@pytest.mark.parametrize("name", sorted(set(ENVIRONMENTS) - {"batch", "batch, in pairs"}))  # which has nothing to close
def test_a_closed_environment_can_be_closed_again_and_reset(name):
    """As Gymnasium's and PettingZoo's own can, which have no processes to end either."""
    if name == "sb3":
        pytest.importorskip("stable_baselines3")
    fresh, closed = ENVIRONMENTS[name](), ENVIRONMENTS[name]()
    for _ in range(2):
        closed.begin()
        closed.trace(5)
        closed.env.close()
        closed.env.close()
    for one in (fresh, closed):
        one.begin()
    assert closed.trace(20) == fresh.trace(20)


def test_a_snapshot_goes_on_in_another_process(tmp_path):
    here = {}
    for name in ("parallel", "single, random side", "vector"):
        played = ENVIRONMENTS[name]()
        played.begin()
        played.trace(25)
        (tmp_path / f"{name}.pickle").write_bytes(pickle.dumps((played.env.clone_state(), played.env)))
        here[name] = crc(played.trace(200))
    code = "from tests.env import test_environments; test_environments.go_on(__import__('sys').argv[1])"
    out, _ = spawned(("-c", code), str(tmp_path)).communicate()
    assert eval(out) == {name: (value, value) for name, value in here.items()}


def crc(shown):
    return play.crc32(repr(shown).encode())


def go_on(folder):
    """In the other process: by `set_state`, and in the environment that came over whole."""
    sums = {}
    for path in Path(folder).glob("*.pickle"):
        snapshot, env = pickle.loads(path.read_bytes())
        fresh, whole = ENVIRONMENTS[path.stem](), ENVIRONMENTS[path.stem]()
        fresh.env.set_state(snapshot)
        whole.env = env
        sums[path.stem] = crc(fresh.trace(200)), crc(whole.trace(200))
    print(sums)


def test_rows_are_left_and_entered_by_themselves():
    games = BatchedGames(DRAWN, 4, [play.ByRecord()], seed=2, strict=False)
    played = Batch(lambda: games)
    games.reset()
    played.trace(40)
    row = games.clone_state([2])
    before = games.games.tobytes()
    games.set_state(row, [0])  # another row
    size = games.games.itemsize
    after = games.games.tobytes()
    assert after[:size] == before[2 * size : 3 * size] == after[2 * size : 3 * size] and after[size:] == before[size:]
    assert np.array_equal(*games.current()[0][[0, 2]])
    games.set_state(row, [0, 1, 2, 3])  # one snapshot in all rows
    whole = [game.tobytes() for game in games.games]
    assert len(set(whole)) == 1
    made = played.trace(20)[-1][0]
    assert made[:size] == made[size : 2 * size] == made[3 * size :]
    games.set_state(games.clone_state([0, 1]), [3, 2])
    for rows, words in (([4], "row 4: there are 4 games"), ([1, 1], "named twice"), ([0.5], "whole numbers")):
        refuses(ValueError, words, games.clone_state, rows)
    refuses(ValueError, r"2 .* 3 rows", lambda: games.set_state(games.clone_state([0, 1]), [0, 1, 2]))
    refuses(ValueError, "not a whole batch", lambda: games.set_state(games.clone_state([0, 1, 2, 3])))
    with pytest.raises(ValueError, match="another scenario"):
        BatchedGames(Scenario.load("single-flag-drawn"), 4).set_state(games.clone_state())
    with pytest.raises(ValueError, match="against opponent 1:"):
        other = BatchedGames(DRAWN, 4, [RandomOpponent()] * 2, weights=[0, 1])
        other.reset()
        games.set_state(other.clone_state([0]), [0])


def test_entering_a_row_leaves_the_opponents_of_other_rows_alone():
    games, untouched = (BatchedGames(DRAWN, 2, [play.ByCount()], seed=2) for _ in range(2))
    for one in (games, untouched):
        one.reset()
        for _ in range(30):
            one.step(one.current()[1].argmax(axis=1))
    games.set_state(games.clone_state([1]), [1])
    assert games.opponents[0].asked == {0: untouched.opponents[0].asked[0], 1: 0} and games.opponents[0].asked[0] > 0
    records = []
    for one in (games, untouched):
        for _ in range(20):
            one.step(one.current()[1].argmax(axis=1))
        records.append(one.games[0].tobytes())
    assert records[0] == records[1]


def test_games_begin_in_positions_row_by_row():
    games = BatchedGames(DRAWN, 3, [play.ByRecord()], seed=2)
    games.begin(seeds=[5, 6, 7], sides=[0, 1, 0], positions=[MIDDLE, None, MIDDLE])
    single = PaintballEnv(DRAWN, opponent=play.ByRecord())
    for row, (seed, side, text) in enumerate([(5, "red", MIDDLE), (6, "blue", None), (7, "red", MIDDLE)]):
        seen, info = single.reset(seed=seed, options={"side": side, "position": text})
        assert np.array_equal(games.current()[0][row], seen) and games.games[row].tobytes() == single.game.tobytes()
        assert np.array_equal(games.current()[1][row], info["action_mask"])
    refuses(ValueError, "seeds: 2 for 3 games", games.begin, seeds=[1, 2])
    refuses(ValueError, "positions: 1 for 3 games", games.begin, positions=[None])
    games.begin(stream=[1, 2, 3])
    drawn = games.sides.tolist()
    games.begin(stream=[1, 2, 3], sides=[1 - drawn[0], None, None])
    assert games.sides.tolist() == [1 - drawn[0], *drawn[1:]]
    for wrong in (2, True, 1.0, "team_0", "random", [0]):
        refuses(ValueError, f"^side {re.escape(repr(wrong))}:", games.begin, sides=[0, 1, wrong])
    for sides in (["red", "blue", "red"], np.array(["red", "blue", "red"]), np.array([0, 1, 0])):
        games.begin(sides=sides)
        assert games.sides.tolist() == [0, 1, 0]
    refuses(ValueError, r"position: .*nonsense", games.begin, positions="nonsense")
