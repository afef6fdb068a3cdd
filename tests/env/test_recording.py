"""Are games that are played in an environment written down as they were, whoever plays against the learner?"""

import copy
import pickle
import random
import re

import gymnasium
import numpy as np
import pytest

from paintball_env.definition import PAINTBALL
from tabletop.env.game_files import UnwrittenGameWarning
from tabletop.env.gymnasium_env import GymnasiumGameEnv
from tabletop.env.gymnasium_vector import GameVectorEnv
from tabletop.env.pettingzoo_env import AGENTS, AECGameEnv, ParallelGameEnv
from tabletop.env.recording import record_games
from tabletop.game.header import NONE
from tabletop.play.records import GameRecord, replay
from tests import refuses
from tests.any_game.pig import PIG, Careful

GAMES = [PAINTBALL, PIG]
QUICK = {"paintball": "capture-the-flag-basic-drawn", "pig": "short-pig"}
any_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def scenario_of(game):
    return game.load(QUICK[game.name])


def choose(mask, rng):
    return int(rng.choice(np.flatnonzero(mask)))


class Whim:
    """Plays at random, by dice that nobody can roll again."""

    def __init__(self):
        self.rng = random.Random(7)

    def decide(self, worlds, games, rows, masks, actions, keys):
        for row in rows:
            actions[row] = choose(masks[row], self.rng)


def records(folder, game):
    """The records in a folder by name, each of them replayed."""
    files = sorted(folder.glob(f"*{game.record_suffix}"))
    read = {path.name: GameRecord.read(path.read_text("utf-8"), game) for path in files}
    for record in read.values():
        for _ in replay(record):
            pass
    return read


def play_parallel(env, rng, cycles=10_000, **options):
    _, infos = env.reset(**options)
    while env.agents and cycles:
        wild = rng.random() < 0.1
        actions = {agent: choose(infos[agent]["action_mask"], rng) for agent in AGENTS}
        if wild:
            actions[AGENTS[rng.randrange(2)]] = 0
        _, _, _, _, infos = env.step(actions)
        cycles -= 1
    return env.unwrapped


def play_single(env, rng, **options):
    _, info = env.reset(**options)
    over = False
    while not over:
        action = 0 if rng.random() < 0.1 else choose(info["action_mask"], rng)
        _, _, terminated, truncated, info = env.step(action)
        over = terminated or truncated
    return env.unwrapped


@any_game
def test_games_of_two_teams_are_written_as_they_were_played(game, tmp_path):
    rng, scenario = random.Random(1), scenario_of(game)
    env = record_games(ParallelGameEnv(scenario), tmp_path, players=("one", "other"))
    ends = []
    for seed in (3, None):
        inner = play_parallel(env, rng, seed=seed)
        ends.append((int(inner.game["dice"]["seed"]), inner.position))
    written = records(tmp_path, game)
    assert list(written) == [f"game-00000{number}{game.record_suffix}" for number in (0, 1)]
    for record, (seed, position) in zip(written.values(), ends, strict=True):
        assert (record.seed, record.players, bool(record.end.over)) == (seed, ("one", "other"), True)
        assert [*replay(record)][-1][0] == position
    assert (env.games.finished, env.games.written, env.games.left_out) == (2, 2, 0)


@any_game
def test_a_game_that_is_cut_off_has_an_open_end_and_one_that_is_broken_off_is_no_game(game, tmp_path):
    env = record_games(ParallelGameEnv(scenario_of(game), max_cycles=5), tmp_path)
    play_parallel(env, random.Random(1), cycles=2, seed=4)
    play_parallel(env, random.Random(1), seed=4)
    (record,) = records(tmp_path, game).values()
    assert record.end.over == "" and record.seed == 4


@pytest.mark.parametrize("kind", [ParallelGameEnv, AECGameEnv, GymnasiumGameEnv])
def test_a_reset_that_is_refused_leaves_the_game_to_be_written(kind, tmp_path):
    env = record_games(kind(PIG.load("pig")), tmp_path)

    def roll():
        env.step(dict.fromkeys(AGENTS, 0) if kind is ParallelGameEnv else 0)

    env.reset(seed=4)
    roll()
    refuses(ValueError, r"^position: ", env.reset, options={"position": "nowhere"})
    while not env.unwrapped.game["ending"]:
        roll()
    (record,) = records(tmp_path, PIG).values()
    assert record.seed == 4 and record.end.over and env.games.written == 1


def test_the_aec_environment_is_written_too(tmp_path):
    env, rng = record_games(AECGameEnv(PIG.load("short-pig")), tmp_path), random.Random(2)
    env.reset(seed=5)
    for _ in env.agent_iter():
        _, _, terminated, truncated, info = env.last()
        env.step(None if terminated or truncated else choose(info["action_mask"], rng))
    (record,) = records(tmp_path, PIG).values()
    assert record.end.digest and record.seed == 5 and record.end.over


@pytest.mark.parametrize(
    ("opponent", "name"), [(None, "RandomOpponent"), (Careful(5), "Careful"), ("random", "random"), (Whim(), "Whim")]
)
def test_what_an_opponent_inside_did_is_written_whether_it_can_be_asked_again_or_not(opponent, name, tmp_path):
    env = gymnasium.wrappers.TimeLimit(GymnasiumGameEnv(PIG.load("pig"), opponent=opponent), 15)
    env, rng, ends = record_games(env, tmp_path), random.Random(3), []
    for seed in (1, None, None):
        ends.append(play_single(env, rng, seed=seed).game.tobytes())
    start = (
        env.unwrapped.position
        if env.unwrapped.game["decider"] != NONE
        else "turn=3 to=first:roll-or-hold first=second pot=4 score=1,7"
    )
    play_single(env, rng, options={"position": start})
    written = records(tmp_path, PIG)
    assert len(written) == 4 and len(set(ends)) == 3
    assert [record.players.index("learner") for record in written.values()] == [0, 1, 0, 1]
    assert {*written["game-000000.txt"].players} == {"learner", name}
    assert written["game-000003.txt"].start


def test_a_game_of_paintball_against_bots(tmp_path):
    env = GymnasiumGameEnv(scenario_of(PAINTBALL), opponents=["hunter", Whim()])
    env, rng = record_games(env, tmp_path), random.Random(3)
    for seed in range(3):
        play_single(env, rng, seed=seed)
    names = {name for record in records(tmp_path, PAINTBALL).values() for name in record.players}
    assert names == {"learner", "hunter", "Whim"}


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
def test_games_of_a_vector_are_written_in_every_mode(mode, tmp_path):
    env = GameVectorEnv(3, PIG.load("short-pig"), opponents=["random", Careful(6), Whim()], autoreset_mode=mode)
    env, rng = record_games(env, tmp_path, every=2), random.Random(5)
    _, infos = env.reset(seed=8)
    ended = []
    for _ in range(60):
        masks = infos["action_mask"]
        actions = np.array([0 if rng.random() < 0.1 else choose(mask, rng) for mask in masks])
        _, _, terminations, _, infos = env.step(actions)
        last = infos["final_info"] if mode == "SameStep" and terminations.any() else infos
        ended += [int(last["seed"][row]) for row in np.flatnonzero(terminations)]
        if mode == "Disabled" and terminations.any():
            _, infos = env.reset(options={"reset_mask": terminations})
    written = records(tmp_path, PIG)
    assert [record.seed for record in written.values()] == ended[::2] and len(ended) > 6
    assert (env.games.finished, env.games.left_out) == (len(ended), 0)
    assert {name for record in written.values() for name in record.players} > {"learner", "random", "Careful"}


def test_games_of_a_vector_that_begin_in_positions_of_their_own(tmp_path):
    starts = [f"turn=20 to=second:roll-or-hold first=first pot=9 score={score}" for score in ("3,0", "0,4")]
    env = GameVectorEnv(2, PIG.load("pig"), opponent=Careful(5), autoreset_mode="Disabled")
    env, over = record_games(env, tmp_path), np.zeros(2, bool)
    _, infos = env.reset(seed=1, options={"position": starts, "side": "second"})
    while not over.all():
        _, _, over, _, infos = env.step(np.where(infos["action_mask"][:, 2] == 1, 2, 0))
    written = records(tmp_path, PIG)
    assert [record.start for record in written.values()] == starts and env.games.left_out == 0


@pytest.mark.parametrize("kind", [ParallelGameEnv, AECGameEnv])
def test_of_two_teams_the_first_ones_result_says_whether_a_game_is_wanted(kind, tmp_path):
    """Whoever decided last."""
    told = []
    env = record_games(kind(PIG.load("pig")), tmp_path, wanted=lambda infos: told.append(infos["result"]))
    for team, won in ((0, 1.0), (1, -1.0)):
        start = f"turn=3 to={PIG.teams[team]}:roll-or-hold first=first pot=30 score=0,0"  # who holds has won
        env.reset(options={"position": start})
        env.step(2 if kind is AECGameEnv else dict.fromkeys(AGENTS, 2))
        assert told.pop() == won and not told


def test_only_wanted_games_are_written(tmp_path):
    told = []

    def wanted(infos):
        told.append(infos["episode"])
        return infos["result"] < 0

    env, rng = record_games(GymnasiumGameEnv(PIG.load("pig")), tmp_path, every=2, wanted=wanted), random.Random(6)
    for number in range(12):
        play_single(env, rng, seed=None if number else 1)
    written = records(tmp_path, PIG)
    assert told == list(range(0, 12, 2)) and 0 < len(written) < 6
    for record in written.values():
        assert record.end.over.partition(":")[0] == PIG.teams[1 - record.players.index("learner")]


def test_a_game_that_no_record_can_hold_is_left_out_with_a_warning(tmp_path):
    env, rng = record_games(ParallelGameEnv(PIG.load("pig")), tmp_path), random.Random(7)
    env.reset(seed=1)
    env.unwrapped.set_state(env.unwrapped.clone_state(), seed=2)
    with pytest.warns(UnwrittenGameWarning, match="game 0 isn't written: .*another way"):
        while env.agents:
            env.step({agent: choose(env.observe(agent)["action_mask"], rng) for agent in AGENTS})
    assert (env.games.finished, env.games.written, env.games.left_out) == (1, 0, 1)
    play_parallel(env, rng, seed=3)  # without a warning
    assert list(records(tmp_path, PIG)) == ["game-000001.txt"]


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_never_replaces_the_files_of_its_original(copied, tmp_path):
    env = record_games(GymnasiumGameEnv(PIG.load("pig")), tmp_path)
    env.reset(seed=1)
    other = copied(env)
    play_single(env, random.Random(1), seed=1)
    (path,) = tmp_path.iterdir()
    written = path.read_bytes()
    refuses(FileExistsError, r"^\S*game-000000\.txt .*copy", lambda: play_single(other, random.Random(2), seed=2))
    assert list(tmp_path.iterdir()) == [path] and path.read_bytes() == written
    play_single(other, random.Random(3), seed=3)
    assert list(records(tmp_path, PIG)) == ["game-000000.txt", "game-000001.txt"]


def test_what_cannot_be_is_refused(tmp_path):
    env = ParallelGameEnv(PIG.load("pig"))
    (tmp_path / "game.txt").write_text("kept")
    for words, options in (
        ("every 0: ", {"every": 0}),
        ("prefix 'a/b': ", {"prefix": "a/b"}),
        ("players .*: a name", {"players": ("one", "two", "three")}),
        ("players ' ': a name", {"players": " "}),
        ("^players 5: a name, or two by team", {"players": 5}),
        (r"^folder .*game\.txt: it is a file$", {"folder": tmp_path / "game.txt"}),
    ):
        refuses(ValueError, words, record_games, env, **{"folder": tmp_path / "new", **options})
    refuses(TypeError, r"^wanted 5: a function", record_games, env, tmp_path / "new", wanted=5)
    with pytest.raises(ValueError, match="one name"):
        record_games(GymnasiumGameEnv(PIG.load("pig")), tmp_path, players=("one", "two"))
    refuses(TypeError, r"^env .*:", lambda: record_games(gymnasium.make("CartPole-v1"), tmp_path))
    play_parallel(record_games(env, tmp_path), random.Random(8), seed=3)
    refuses(ValueError, "game-000000", record_games, env, tmp_path)
    record_games(env, tmp_path, prefix="more")
    # A prefix is no pattern, and another one that begins like it has files of its own.
    for prefix in ("[game]", "game-1"):
        play_parallel(record_games(env, tmp_path, prefix=prefix), random.Random(8), seed=3)
        refuses(ValueError, rf"holds {re.escape(prefix)}-000000\.txt", record_games, env, tmp_path, prefix=prefix)
    (tmp_path / "game-000000.txt").unlink()
    record_games(env, tmp_path)
