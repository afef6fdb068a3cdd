"""Are games of a batch written down as they were, in whichever environment the batch is, and whoever plays in it?"""

import copy

import numpy as np
import pytest
from gymnasium.vector import VectorWrapper

from paintball_env.definition import PAINTBALL
from tabletop.env.batch.games import BatchedGames
from tabletop.env.batch.opponents import OpponentError, RandomOpponent
from tabletop.env.batch.self_play import SelfPlayGames
from tabletop.env.game_files import GameSoFar, UnwrittenGameWarning
from tabletop.env.gymnasium_vector import GameVectorEnv
from tabletop.env.recording import record_games
from tabletop.game.header import position_key
from tabletop.play.game import Game
from tabletop.play.records import replay_game
from tests import refuses
from tests.any_game.games import any_game, legal, sampled, scenario_of
from tests.any_game.pig import PIG, Careful
from tests.any_game.pig_names import WAIT
from tests.env.test_recording import Whim, records

SHORT = PIG.load("short-pig")
HOLD = "turn=3 to=first:roll-or-hold first=first pot=30 score=0,0"  # who holds has won


def wild(masks, rng):
    """Legal actions, a tenth of them replaced by the first one, which may be illegal."""
    return np.where(rng.random(len(masks)) < 0.1, 0, legal(masks, rng))


def told(finished):
    """Seed, turn and side of the games that have ended in a step."""
    if finished is None:
        return []
    return list(zip(finished.seeds.tolist(), finished.turns.tolist(), finished.sides.tolist(), strict=True))


def written_by(games, folder):
    """The same of the records in a folder; the side is that of the player `own`, 0 if it plays both."""
    written = records(folder, games.scenario.game).values()
    return [(record.seed, record.end.turn, record.players.index("own")) for record in written]


@any_game
def test_batched_games_that_begin_anew_in_the_same_step_are_written(game, tmp_path):
    opponents = ["random", Whim(), lambda observations, masks: masks.argmax(axis=1)]
    games = BatchedGames(scenario_of(game), 5, opponents, strict=False, seed=3, max_episode_steps=150)
    assert record_games(games, tmp_path, players="own") is games
    (_, masks), rng, ends = games.reset(), np.random.default_rng(1), []
    while len(ends) < 8:
        step = games.step(wild(masks, rng))
        masks, ends = step.masks, ends + told(step.finished)
    assert written_by(games, tmp_path) == ends and {side for _, _, side in ends} == {0, 1}
    assert (games.recorders[0].files.finished, games.recorders[0].files.left_out) == (len(ends), 0)


@any_game
def test_batched_games_that_wait_at_their_end_are_written(game, tmp_path):
    states = sampled(scenario_of(game), 4, [4])[1:3]
    starts, deciders = [state.position() for state in states], [state.decider for state in states]
    games, rng, ends = BatchedGames(scenario_of(game), 4, [Whim(), "random"]), np.random.default_rng(2), []
    record_games(games, tmp_path, players="own")
    games.begin(seeds=[5, None, 6, None], sides=[1, *deciders, None], positions=[None, *starts, None])
    while not games.ended.all():
        ends += told(games.advance(legal(games.current()[1], rng), np.flatnonzero(~games.ended)).finished)
    assert sorted(written_by(games, tmp_path)) == sorted(ends) and len(ends) == 4
    by_seed = {record.seed: record for record in records(tmp_path, game).values()}
    for row, start in enumerate(["", *starts, ""]):
        record = by_seed[int(games.seeds[row])]
        *_, (again, _) = replay_game(record)
        assert record.start == start and again.games.tobytes() == games.games[row].tobytes()


@any_game
@pytest.mark.slow
def test_games_in_which_the_caller_plays_both_teams_are_written(game, tmp_path):
    scenario = scenario_of(game)
    starts = [None, *(state.games for state in sampled(scenario, 4, [4])[1:3])]
    opponents = [None, "random", Whim()]
    options = {"positions": starts, "strict": False, "paired": True, "max_episode_steps": 200, "seed": 4}
    games = record_games(SelfPlayGames(scenario, 6, opponents, **options), tmp_path, players=["own", "other"])
    step, rng, ends, slots = games.reset(), np.random.default_rng(3), [], set()
    while len(ends) < 14:
        step = games.step(wild(step.masks, rng))
        ends += told(step.finished)
        slots |= set() if step.finished is None else set(step.finished.opponents.tolist())
    assert written_by(games, tmp_path) == ends and slots == {0, 1, 2}
    written = records(tmp_path, game).values()
    texts = {scenario.game.format_position(scenario, start) for start in games.starts[1:]}
    assert {record.start for record in written} == {"", *texts}
    assert {name for record in written for name in record.players} == {"own", "other", "random", "Whim"}
    assert games.recorders[0].files.left_out == 0


@pytest.mark.slow
def test_on_all_cores_too(tmp_path):
    # Which game it is makes no difference to what is recorded; the other games compile the same templates.
    games = SelfPlayGames(scenario_of(PAINTBALL), 6, [None, "random"], parallel=True)
    record_games(games, tmp_path, players="own")
    step, rng, ends = games.reset(), np.random.default_rng(3), []
    while len(ends) < 3:
        step = games.step(legal(step.masks, rng))
        ends += told(step.finished)
    assert [seed for seed, *_ in ends] == [record.seed for record in records(tmp_path, PAINTBALL).values()]


@any_game
def test_games_of_sb3s_environment_are_written_inside_its_own_wrappers_too(game, tmp_path):
    pytest.importorskip("stable_baselines3")
    from stable_baselines3.common.vec_env import VecMonitor

    from tabletop.env.sb3_vec_env import GameVecEnv

    start = sampled(scenario_of(game), 4, [4])[1].position()
    games = BatchedGames(scenario_of(game), 3, [Whim(), "random"], strict=False)
    env = VecMonitor(GameVecEnv(games))
    assert record_games(env, tmp_path, players="own") is env
    env.seed(9)
    env.set_options([{"position": start, "side": 1}, {}, {}])
    rng, ends = np.random.default_rng(4), []
    env.reset()
    while len(ends) < 6:
        _, _, dones, infos = env.step(wild(env.env_method("action_masks"), rng))
        last = [infos[row] for row in np.flatnonzero(dones)]
        ends += [(int(info["seed"]), info["turn"], info["side"]) for info in last]
    assert written_by(games, tmp_path) == ends and games.recorders[0].files.left_out == 0
    assert [record.start for record in records(tmp_path, game).values()].count(start) == 1


class Turned(VectorWrapper):
    """Hands on another action than it is given."""

    def step(self, actions):
        return self.env.step(np.where(actions == 0, 1, 0))


def test_what_is_written_is_what_the_batch_carried_out_whatever_wrappers_made_of_it(tmp_path):
    env = record_games(Turned(GameVectorEnv(2, PIG.load("pig"), opponent=Careful(5))), tmp_path, every=2)
    env.reset(seed=1)
    while env.games.finished < 3:
        env.step(np.zeros(2, np.int64))
    assert (env.games.written, env.games.left_out) == (2, 0)
    for record in records(tmp_path, PIG).values():
        game, own = Game(PIG.load("pig"), record.seed), record.players.index("learner")
        for line in record.lines:
            assert game.decider != own or line.action == "roll two"
            game.step(line.action)


def test_only_every_nth_game_that_is_wanted_is_written_and_the_infos_are_those_of_player_0(tmp_path):
    heard, ends = [], []

    def wanted(infos):
        names = "episode", "seed", "side", "result", "length", "illegal_actions"
        heard.append(tuple(infos[name] for name in names))
        return infos["result"] > 0

    games = SelfPlayGames(SHORT, 4, paired=True, strict=False)
    record_games(games, tmp_path, every=3, wanted=wanted, players=["own", "other"])
    step, rng, illegal = games.reset(seed=2), np.random.default_rng(5), np.zeros(4, np.int64)
    while len(ends) < 20:
        step = games.step(np.where(rng.random(4) < 0.2, WAIT, legal(step.masks, rng)))
        illegal += step.illegal
        if (last := step.finished) is not None:
            results, lengths = last.results[np.arange(len(last.rows)), last.sides], last.lengths.sum(axis=1)
            ends += zip(last.seeds, last.sides, results, lengths, illegal[last.rows].tolist(), strict=True)
            illegal[last.rows] = 0
    assert heard == [(number, *end) for number, end in enumerate(ends) if number % 3 == 0]
    written = records(tmp_path, PIG).values()
    assert [record.seed for record in written] == [seed for _, seed, _, result, *_ in heard if result > 0]
    for record in written:
        assert record.end.over.startswith(PIG.teams[record.players.index("own")])


def play(games, rng, ends=6):
    """Play until so many games have ended; return their seeds."""
    seeds = []
    step = games.current()
    masks = step.masks if isinstance(games, SelfPlayGames) else step[1]
    while len(seeds) < ends:
        step = games.step(legal(masks, rng))
        masks = step.masks
        seeds += [seed for seed, *_ in told(step.finished)]
    return seeds


def put_back(games, saved):
    games.set_state(saved)


def put_one_back(games, saved):
    games.set_state(games.clone_state([1]), [0, 1, 2], seed=[5, 6, 7])


def write_dice(games, saved):
    games.games["dice"]["seed"] += np.uint64(1)


def copy_row(games, saved):
    games.copy_rows(1, [0, 2])


CHANGES = [(kind, change) for kind in (BatchedGames, SelfPlayGames) for change in (put_back, put_one_back, write_dice)]


@pytest.mark.parametrize(("kind", "change"), [*CHANGES, (SelfPlayGames, copy_row)])
def test_a_game_that_was_replaced_in_its_middle_is_left_out_and_the_next_ones_are_written(kind, change, tmp_path):
    games, rng = kind(PIG.load("pig"), 3, ["random"]), np.random.default_rng(6)
    record_games(games, tmp_path)
    games.reset(seed=4)
    saved = games.clone_state()
    for _ in range(2):
        step = games.step(legal(games.current()[1], rng))
        assert step.finished is None
    change(games, saved)
    count = 2 if change is copy_row else 3
    with pytest.warns(UnwrittenGameWarning, match=r"^game \d isn't written: something else than its actions") as caught:
        seeds = play(games, rng)
    lost = [int(str(warning.message).split()[1]) for warning in caught]
    assert games.recorders[0].files.left_out == len(lost) == count
    kept = [seed for number, seed in enumerate(seeds) if number not in lost]
    assert [record.seed for record in records(tmp_path, PIG).values()] == kept


@pytest.mark.parametrize("kind", [BatchedGames, SelfPlayGames])
def test_an_exact_restore_where_nothing_was_played_since_harms_no_record(kind, tmp_path):
    games = record_games(kind(SHORT, 3, [RandomOpponent(PIG)]), tmp_path)
    games.reset(seed=4)
    games.set_state(games.clone_state())
    assert play(games, np.random.default_rng(7)) == [record.seed for record in records(tmp_path, PIG).values()]


def test_a_game_that_goes_on_where_one_had_ended_is_left_out_too(tmp_path):
    games, rng = record_games(BatchedGames(SHORT, 1, [Careful(5)]), tmp_path), np.random.default_rng(1)
    games.reset(seed=1)
    saved, files = games.clone_state(), games.recorders[0].files
    while not games.ended[0]:
        games.advance(legal(games.current()[1], rng))
    games.set_state(saved)
    with pytest.warns(UnwrittenGameWarning, match=r"^game 1 isn't written: something else"):
        while not games.ended[0]:
            games.advance(legal(games.current()[1], rng))
    assert (files.written, files.left_out) == (1, 1)


class Fickle(RandomOpponent):
    """Breaks the protocol of those who play on by themselves: asked again, it always rolls."""

    def decide(self, worlds, games, rows, masks, actions, keys):
        actions[rows] = 0


@pytest.mark.filterwarnings("ignore::tabletop.env.game_files.UnwrittenGameWarning")
def test_no_record_tells_of_another_end_where_an_opponent_answers_otherwise_when_it_is_asked_again(tmp_path):
    games = record_games(BatchedGames(PIG.load("pig"), 40, [Fickle(PIG)], side=0), tmp_path)
    games.begin(positions="turn=20 to=first:roll-or-hold first=first pot=1 score=0,0")
    assert games.advance(np.full(40, 2)).dones.all()  # all that follows is the opponent's last turn
    ends = {int(seed): position_key(game) for seed, game in zip(games.seeds, games.games, strict=True)}
    for record in records(tmp_path, PIG).values():
        *_, (again, _) = replay_game(record)
        assert position_key(again.games) == ends[record.seed]
    files = games.recorders[0].files
    assert files.written and files.left_out >= 10 and files.written + files.left_out == 40


def test_a_game_that_once_had_another_record_than_it_has_when_it_is_played_again_is_not_the_same():
    played = GameSoFar.begin(1, None, ("one", "other"))
    played.actions += [0, 0]
    record = Game(SHORT, 1).games.tobytes()
    played.passed[0] = record
    played.again(SHORT)
    for number in (1, 3):  # at the next decision; at one that isn't reached
        played.passed = {number: record}
        refuses(ValueError, "another way", played.again, SHORT)


def test_a_game_whose_opponent_was_replaced_by_one_that_plays_alike_is_left_out_for_its_name(tmp_path):
    games = record_games(BatchedGames(PIG.load("pig"), 1, [RandomOpponent(PIG)], side=0), tmp_path)
    games.begin(seeds=[1], positions=HOLD.replace("pot=30", "pot=9"))
    games.step(np.array([2]))
    games.opponents[0] = type("Other", (RandomOpponent,), {})(PIG)
    with pytest.warns(UnwrittenGameWarning, match="game 0 isn't written"):
        play(games, np.random.default_rng(9), 1)


@pytest.mark.parametrize("kind", [BatchedGames, SelfPlayGames])
def test_games_that_are_cut_off_after_an_illegal_action_are_written(kind, tmp_path):
    games = record_games(kind(PIG.load("pig"), 3, strict=False, max_episode_steps=3), tmp_path)
    games.reset(seed=1)
    for action in (0, WAIT, WAIT):
        games.step(np.full(3, action))
    assert games.recorders[0].files.written == 3
    assert all(not record.end.over for record in records(tmp_path, PIG).values())


def test_an_opponent_that_is_replaced_in_the_middle_of_a_game_or_added_later(tmp_path):
    games = record_games(BatchedGames(PIG.load("pig"), 1, [Careful(9)], side=0), tmp_path)
    games.begin(seeds=[1], positions=HOLD.replace("pot=30", "pot=9"))
    games.step(np.array([2]))
    number = games.add_opponent(Whim())
    games.opponents[0], games.weights = games.opponents[number], [0.0, 1.0]
    with pytest.warns(UnwrittenGameWarning, match="game 0 isn't written"):
        play(games, np.random.default_rng(9), 2)
    (record,) = records(tmp_path, PIG).values()
    assert record.players == ("learner", "Whim") and games.recorders[0].files.finished == 2


def test_games_that_had_begun_before_are_not_written(tmp_path):
    games = BatchedGames(SHORT, 3)
    games.reset(seed=1)
    record_games(games, tmp_path)
    seeds = play(games, np.random.default_rng(1), 6)
    assert [record.seed for record in records(tmp_path, PIG).values()] == seeds[-games.recorders[0].files.written :]
    assert games.recorders[0].files.finished == len(seeds) - 3


def test_a_batch_goes_on_after_an_opponents_error_and_after_ctrl_c(tmp_path):
    fails = [False]

    def sometimes(observations, masks):
        if fails[0]:
            raise KeyboardInterrupt if fails[0] == "interrupt" else ValueError("no")
        return masks.argmax(axis=1)

    games, rng = record_games(SelfPlayGames(SHORT, 3, [sometimes]), tmp_path), np.random.default_rng(1)
    for fault in (True, "interrupt"):
        games.reset(seed=3)
        fails[0] = fault
        with pytest.raises((OpponentError, KeyboardInterrupt)):
            for _ in range(50):
                games.step(legal(games.current().masks, rng))
        fails[0] = False
        games.reset(seed=3)
        seeds = play(games, rng, 4)
    assert [record.seed for record in records(tmp_path, PIG).values()][-len(seeds) :] == seeds
    assert games.recorders[0].files.left_out == 0


def test_a_copy_of_a_batch_never_replaces_the_files_of_its_original(tmp_path):
    games = record_games(BatchedGames(SHORT, 1, [Careful(5)]), tmp_path)
    games.reset(seed=1)
    other = copy.deepcopy(games)
    (seed,) = play(games, np.random.default_rng(1), 1)
    refuses(FileExistsError, r"^\S*game-000000\.txt .*copy", play, other, np.random.default_rng(2), 1)
    play(other, np.random.default_rng(2), 1)
    assert next(record.seed for record in records(tmp_path, PIG).values()) == seed


def test_what_cannot_be_is_refused(tmp_path):
    games = BatchedGames(SHORT, 2)
    refuses(ValueError, r"^players \['a', 'b'\]:", record_games, games, tmp_path, players=["a", "b"])
    refuses(ValueError, r"^every 0: ", record_games, games, tmp_path, every=0)
    assert not games.recorders


@pytest.mark.parametrize("kind", [GameVectorEnv, BatchedGames])
def test_games_may_be_written_to_two_folders(kind, tmp_path):
    games, won, lost = kind(2, SHORT) if kind is GameVectorEnv else kind(SHORT, 2), tmp_path / "won", tmp_path / "lost"
    env = record_games(games, won, wanted=lambda infos: infos["result"] > 0)
    env = record_games(env, lost, wanted=lambda infos: infos["result"] < 0)
    batch, rng = getattr(games, "batch", games), np.random.default_rng(1)
    env.reset(seed=1)
    while batch.recorders[1].files.finished < 12:
        env.step(legal(batch.current()[1], rng))
    for folder, sign in ((won, 0), (lost, 1)):
        for record in records(folder, PIG).values():
            assert record.end.over.startswith(PIG.teams[record.players.index("learner") ^ sign])
    first, second = (recorder.files for recorder in batch.recorders)
    assert first.finished == second.finished and first.written and second.written and not first.left_out
    finished = first.finished
    batch.recorders.clear()
    batch.reset()
    play(batch, rng, 2)
    assert first.finished == second.finished == finished


def test_a_copied_row_with_other_sides_is_left_out_though_its_dice_are_the_same(tmp_path):
    games = record_games(SelfPlayGames(SHORT, 2), tmp_path, players=["own", "other"])
    games.begin(seeds=[5, 5], sides=[0, 1])
    games.copy_rows([0], [1])
    with pytest.warns(UnwrittenGameWarning, match="something else than its actions"):
        play(games, np.random.default_rng(1), 2)
    assert games.recorders[0].files.left_out == 1


def test_a_fault_while_one_game_is_written_keeps_no_other_from_being_written(tmp_path):
    games, rng = BatchedGames(SHORT, 3, [Careful(5)]), np.random.default_rng(1)
    record_games(games, tmp_path / "faulty", wanted=lambda infos: infos["episode"] != 1 or 1 / 0)
    record_games(games, tmp_path / "whole")
    games.begin(seeds=[7] * 3, sides=[0] * 3)
    with pytest.raises(ZeroDivisionError):
        while True:  # the same game in each row: all end together
            games.step(np.full(3, legal(games.current()[1], rng)[0]))
    faulty, whole = (recorder.files for recorder in games.recorders)
    assert (faulty.finished, faulty.written, whole.finished, whole.written) == (3, 2, 3, 3)
