"""Do games that both teams of are the caller's go on from copies and snapshots, and into arrays of the caller's own?"""

import hashlib
import io
import pickle

import numpy as np
import pytest

from paintball_env import BatchedGames, SelfPlayGames, Shaping
from tabletop.env.batch.games import BatchedGames as AnyBatch
from tabletop.env.batch.self_play import SelfPlayGames as AnyGames
from tabletop.game.declared import Lead
from tests.any_game.pig import PIG
from tests.env.environment_games import ByCount, choice
from tests.env.test_self_play import BASIC, SHORT, begun, by_record, trace


def test_copies_go_on_as_their_originals_or_with_other_dice():
    games, step = begun(BASIC, 6, shaping=Shaping())
    trace(games, step, 50)
    episodes = games.play.episodes.copy(), games.streams.copy()
    games.copy_rows(2, [0, 4])
    games.copy_rows([2, 2], [1, 3], seeds=[11, 2**64 - 1])
    step = games.current()
    assert games.games[4].tobytes() == games.games[2].tobytes() != games.games[1].tobytes()
    assert games.seeds[[1, 3]].tolist() == games.games["dice"]["seed"][[1, 3]].tolist() == [11, 2**64 - 1]
    assert len({view.tobytes() for view in step.observations[:5]}) == 1
    apart = False
    for _ in range(60):
        step = games.step(by_record(games, step)[[2, 1, 2, 3, 2, 5]] if not apart else by_record(games, step))
        assert games.games[4].tobytes() == games.games[2].tobytes() == games.games[0].tobytes()
        assert step.rewards[0].tolist() == step.rewards[2].tolist() == step.rewards[4].tolist()
    assert games.games[1]["dice"]["seed"] == 11 and games.games[1].tobytes() != games.games[3].tobytes()
    assert np.array_equal(games.streams, episodes[1]) and np.array_equal(games.play.episodes[:5], episodes[0][:5])
    for wrong, words in (
        (([0, 1], [2]), "from_rows: 2 games for 1 rows"),
        ((0, [6]), "row 6: there are 6 games"),
        ((0, [1, 1]), "named twice"),
        ((0, [1], [1, 2]), "seeds: 2 for 1 games"),
        ((0, [1], [None]), "seed None"),
    ):
        with pytest.raises(ValueError, match=words):
            games.copy_rows(*wrong)


@pytest.mark.parametrize("options", [{}, {"shaping": Shaping(), "paired": True, "opponents": [None, ByCount()]}])
def test_a_saved_state_goes_on_exactly(options):
    opponents = options.pop("opponents", ())
    games, step = begun(SHORT, 6, opponents, **options)
    trace(games, step, 70)
    if opponents:
        opponents[1].asked = dict.fromkeys(range(6), 0)
    saved = pickle.loads(pickle.dumps(games.clone_state()))
    ahead = trace(games, games.current(), 100)
    fresh = SelfPlayGames(SHORT, 6, opponents, seed=99, **options)
    for each in (fresh, games):
        each.set_state(saved)
        assert trace(each, each.current(), 100) == ahead
    games.set_state(saved)
    file = io.BytesIO()
    np.savez(file, **saved)  # what isn't an array comes back as one
    file.seek(0)
    games.set_state(dict(np.load(file)))
    row = games.clone_state([4])
    games.set_state(row, [0, 1])
    assert games.games[0].tobytes() == games.games[1].tobytes() == games.games[4].tobytes()
    with pytest.raises(ValueError, match=r"^saved games: 6 of them for a batch of 5$"):
        SelfPlayGames(SHORT, 5).set_state(saved)
    one_sided = BatchedGames(SHORT, 6)
    one_sided.reset()
    for other, state in ((one_sided, saved), (games, one_sided.clone_state())):
        words = f"^saved games of another kind of batch: what clone_state gives of {type(other).__name__} is wanted"
        with pytest.raises(ValueError, match=words):
            other.set_state(state)


def hold(observations, masks):
    return np.where(masks[:, 2] > 0, 2, 0)  # else it rolls


@pytest.mark.parametrize(
    ("kind", "name", "opponents", "digest"),
    [
        (AnyGames, "self_play", [None, hold, "random"], "a43b5446c1f690e6"),
        (AnyBatch, "batched", [hold, "random"], "4d31445643d0bafc"),
    ],
)
def test_a_snapshot_of_format_6_goes_on_as_when_it_was_written(kind, name, opponents, digest, pytestconfig):
    """Both files, and what came after, are of the first games of declared Pig."""
    games = kind(PIG.load("pig"), 4, opponents, seed=1, shaping=Lead(gamma=0.5), paired=True, max_episode_steps=25)
    games.reset()
    games.set_state(dict(np.load(pytestconfig.rootpath / f"tests/data/snapshot_{name}.npz")))
    made, masks, ends = hashlib.sha256(), games.current()[1], 0
    for _ in range(60):
        step = games.step(np.array([choice(games.games[row].tobytes(), masks[row]) for row in range(4)]))
        masks, ends = step.masks, ends + int(step.dones.sum())
        for part in (*step[:-1], *(step.finished or ()), games.games):
            made.update(part.tobytes())
    assert ends > 5 and made.hexdigest()[:16] == digest


def test_a_snapshot_of_an_unshaped_batch_gives_no_shaping_of_its_past():
    plain, step = begun(BASIC)
    trace(plain, step, 200)
    shaped, _ = begun(BASIC, shaping=Shaping(figures=1.0, flag=1.0))
    shaped.set_state(plain.clone_state())
    step = shaped.current()
    deciders, known = step.teams.copy(), np.isnan(shaped.play.potentials)
    assert known[np.arange(4), 1 - deciders].all() and not known[np.arange(4), deciders].any()
    paid = shaped.step(by_record(shaped, step))
    assert not paid.dones.any() and (paid.rewards[paid.teams != deciders] == 0).all()


def damaged(value):
    if isinstance(value, np.ndarray) and value.size:
        changed = value.copy()
        changed.view(np.uint8).flat[0] ^= 1
        return changed
    return {str: "x", tuple: (1, 1)}.get(type(value), 5)


@pytest.mark.parametrize("shaping", [None, Shaping(flag=1.0)])
@pytest.mark.parametrize("kind", [SelfPlayGames, BatchedGames])
def test_a_snapshot_with_any_part_damaged_or_missing_is_refused(kind, shaping):
    games = kind(BASIC, 2, shaping=shaping)
    games.reset()
    for options in ({}, {"rows": [1]}, {"dice": False}):
        saved = games.clone_state(**options)
        before, settings = games.games.tobytes(), {"rows": options.get("rows"), "seed": 1}
        for name, value in saved.items():
            without = {key: part for key, part in saved.items() if key != name}
            for wrong in (without, {**without, name: damaged(value)}):
                with pytest.raises(ValueError, match=r"^(saved|damaged) games"):
                    games.set_state(wrong, **settings)
        assert games.games.tobytes() == before
        games.set_state(saved, **settings)


def test_arrays_of_the_callers_own_are_written_and_nothing_else_changes():
    games, step = begun(SHORT, 3, encoding="planes")
    twin, same = begun(SHORT, 3, encoding="planes")
    rollout = np.zeros((40, 3, *games.encoding.shape), np.float32), np.zeros((40, 3, games.actions), np.int8)
    first = games.current(out=(rollout[0][0], rollout[1][0]))
    assert np.array_equal(first.observations, step.observations) and np.shares_memory(first.masks, rollout[1])
    for t in range(1, 40):
        step = games.step(by_record(games, step), out=(rollout[0][t], rollout[1][t]))
        same = twin.step(by_record(twin, same))
        assert np.shares_memory(step.observations, rollout[0]) and np.shares_memory(step.masks, rollout[1])
        assert np.array_equal(rollout[0][t], same.observations) and np.array_equal(rollout[1][t], same.masks)
        rollout[1][t - 1] = 0  # what becomes of them is nothing to the games
    shape = (3, *games.encoding.shape)
    before = games.games.tobytes()
    for wrong in (
        rollout[0][0],
        (np.zeros(shape), rollout[1][0]),
        (np.zeros(shape, np.float32), np.zeros((3, 5), np.int8)),
        (np.zeros((shape[0] * 2, *shape[1:]), np.float32)[::2], rollout[1][0]),
        ([1.0], rollout[1][0]),
    ):
        with pytest.raises(ValueError, match="out"):
            games.step(by_record(games, step), out=wrong)
    assert games.games.tobytes() == before
