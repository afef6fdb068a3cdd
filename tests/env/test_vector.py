"""Do batched games play the rules' games, by their seed alone, with the opponents they were given?"""

import hashlib
import os
import subprocess
import sys

import numpy as np
import pytest

from paintball_env import AGENTS, BatchedGames, PaintballEnv, PaintballParallelEnv, RandomOpponent
from paintball_env.rules.state import NONE, OVER
from paintball_env.scenario import Scenario
from paintball_env.shaping import Shaping
from tabletop.env.batch.playouts import random_games
from tabletop.game.choices import choose_rows, key_rows
from tests import ROOT, refuses
from tests.paintball.test_observation import column_names

BASIC = Scenario.load("capture-the-flag-basic")
DRAWN = Scenario.load("capture-the-flag-drawn")


class Asked(RandomOpponent):
    """The random opponent, asked decision by decision."""

    play = None


class Lowest:
    """Takes the first legal action, and notes where it was asked."""

    def __init__(self):
        self.rows = []

    def decide(self, worlds, games, rows, masks, actions, keys):
        actions[rows] = masks[rows].argmax(axis=1)
        self.rows += rows.tolist()


class Wrong:
    def decide(self, worlds, games, rows, masks, actions, keys):
        actions[rows] = masks[rows].argmin(axis=1)


def choice(masks, rng):
    """A random legal action a row."""
    return np.where(masks > 0, rng.random(masks.shape), -1.0).argmax(axis=1)


def play(games, steps, seed=0):
    """Play at random; yields each step with copies of its arrays."""
    rng = np.random.default_rng(seed)
    _, masks = games.current()
    for _ in range(steps):
        step = games.step(choice(masks, rng))
        masks = step.masks.copy()
        yield step._replace(observations=step.observations.copy(), masks=masks, rewards=step.rewards.copy())


def trace(games, steps, seed=0):
    """All that a learner gets, as plain comparable data."""
    return [
        (
            *(step.observations.tobytes(), step.masks.tobytes(), step.rewards.tolist(), step.dones.tolist()),
            None if step.finished is None else [np.asarray(part).tolist() for part in step.finished],
        )
        for step in play(games, steps, seed)
    ]


def begun(scenario=DRAWN, count=6, opponents=None, **options):
    games = BatchedGames(scenario, count, opponents, **{"seed": 3} | options)
    games.reset()
    return games


def test_the_learner_is_shown_its_own_decisions_only():
    games = begun()
    endings = 0
    for step in play(games, 400):
        assert (games.games["decider"] == games.sides).all() and not (games.games["decision"] == OVER).any()
        assert (step.masks.sum(axis=1) >= 2).all() and step.masks[:, -1].sum() == 0
        assert not step.illegal.any()
        endings += step.dones.sum()
        assert step.dones.any() == (step.finished is not None)
        assert (step.rewards[~step.dones] == 0).all()
        if step.finished is not None:
            assert np.array_equal(step.finished.rows, np.flatnonzero(step.dones))
            assert np.array_equal(step.finished.results, step.rewards[step.dones])
            assert np.array_equal(step.finished.returns, step.finished.results)
    assert endings > 5


def test_a_row_is_a_game_of_the_environment_of_the_same_seed():
    # The same actions by both teams in the single environment: same views, same end.
    class Recorder(Lowest):
        def decide(self, worlds, games, rows, masks, actions, keys):
            super().decide(worlds, games, rows, masks, actions, keys)
            moves.extend((int(games["decider"][row]), int(actions[row])) for row in rows)

    moves = []
    games = begun(BASIC, 1, [Recorder()], side=1)
    observations, masks = games.current()
    rng = np.random.default_rng(0)
    env = PaintballParallelEnv(BASIC)
    seen, _ = env.reset(seed=int(games.seeds[0]))
    while env.agents:
        for team, action in moves:
            seen, rewards, *_ = env.step({AGENTS[team]: action})
        moves.clear()
        if not env.agents:
            break
        assert np.array_equal(observations[0], seen["team_1"]["observation"])
        assert np.array_equal(masks[0], seen["team_1"]["action_mask"])
        action = choice(masks, rng)
        moves.append((1, int(action[0])))
        step = games.step(action)
        observations, masks = step.observations, step.masks
        if step.finished is not None:
            # What follows in `moves` after the last action of this game belongs to the next one.
            while env.agents:
                seen, rewards, *_ = env.step({AGENTS[moves[0][0]]: moves[0][1]})
                del moves[0]
            assert np.array_equal(step.finished.observations[0], seen["team_1"]["observation"])
            assert rewards["team_1"] == step.finished.results[0]


@pytest.mark.parametrize("options", [{}, {"paired": True}, {"side": 0}, {"encoding": "planes"}])
def test_the_same_seed_gives_the_same_games(options):
    first, again = begun(**options), begun(**options)
    assert trace(first, 150) == trace(again, 150)
    assert trace(begun(**options, **{"seed": 4}), 20) != trace(begun(**options), 20)
    first.reset(seed=3)
    again.reset(seed=3)
    assert trace(first, 20) == trace(again, 20) == trace(begun(**options), 20)


def test_all_cores_give_the_same_games():
    assert trace(begun(parallel=True), 60) == trace(begun(parallel=False), 60)
    one, two = random_games(DRAWN, 20, 7), random_games(DRAWN, 20, 7, parallel=True)
    assert one[0].tobytes() == two[0].tobytes() and one[1].tolist() == two[1].tolist()


def test_asked_decision_by_decision_the_random_opponent_plays_the_same():
    assert trace(begun(opponents=[RandomOpponent()]), 150) == trace(begun(opponents=[Asked()]), 150)


def test_rows_do_not_depend_on_each_other():
    # Game i of a small and of a large batch is the same game.
    small, large = begun(BASIC, 2, side=0), begun(BASIC, 5, side=0)
    for _ in range(40):
        actions = large.current()[1].argmax(axis=1)
        big, little = large.step(actions), small.step(actions[:2])
        assert np.array_equal(big.observations[:2], little.observations)
    assert large.seeds[:2].tolist() == small.seeds.tolist()


def test_sides_alternate_and_pairs_share_seed_and_opponent():
    games = begun(count=4, opponents=[RandomOpponent(), Lowest()], paired=True)
    ended = {row: [] for row in range(4)}
    for step in play(games, 900):
        if step.finished is not None:
            end = step.finished
            for row, *episode in zip(end.rows, end.seeds.tolist(), end.sides, end.opponents, strict=True):
                ended[row].append(episode)
    for row, episodes in ended.items():
        assert len(episodes) >= 2
        assert [side for _, side, _ in episodes] == [(row + i) % 2 for i in range(len(episodes))]
        for one, two in zip(episodes[::2], episodes[1::2], strict=False):
            assert one[0] == two[0] and one[2] == two[2]
    assert len({seed for episodes in ended.values() for seed, _, _ in episodes[::2]}) == sum(
        len(episodes[::2]) for episodes in ended.values()
    )


def test_opponents_are_drawn_by_weight_and_asked_in_their_own_games_only():
    one, two, never = Lowest(), Lowest(), Lowest()
    games = begun(count=400, opponents=[one, two, never], weights=[3, 1, 0])
    assert set(one.rows) <= set(np.flatnonzero(games.slots == 0))
    assert set(two.rows) <= set(np.flatnonzero(games.slots == 1)) and never.rows == []
    assert 60 < (games.slots == 1).sum() < 140
    number = games.add_opponent(Lowest(), 4.0)
    before = games.slots.copy()
    games.step(games.current()[1].argmax(axis=1))
    assert number == 3 and np.array_equal(games.slots, before)  # games that run keep theirs
    games.reset()
    assert 120 < (games.slots == 3).sum() < 280


def test_terminal_observations_show_the_end():
    games = begun(count=3)
    over, won, lost = (column_names(DRAWN).index(name) for name in ("over", "won", "lost"))
    seen = 0
    for step in play(games, 600):
        assert (step.observations[:, over] == 0).all()
        if step.finished is not None:
            seen += 1
            last = step.finished.observations
            assert (last[:, over] == 1).all()
            assert np.array_equal(last[:, won] - last[:, lost], step.finished.results)
            assert (step.finished.lengths > 0).all() and (step.finished.turns >= 1).all()
    assert seen


def test_a_snapshot_of_an_unshaped_batch_gives_no_shaping_of_its_past():
    plain, (shaped, rows, always) = begun(BASIC), (begun(BASIC, shaping=Shaping(figures=1.0, flag=1.0)) for _ in "123")
    for _ in zip(play(plain, 150), play(always, 150), strict=True):
        pass
    shaped.set_state(plain.clone_state())
    for row in range(6):
        rows.set_state(plain.clone_state([row]), [row])
    for _ in range(20):
        wanted, *others = (games.step(games.current()[1].argmax(axis=1)).rewards for games in (always, shaped, rows))
        assert np.array_equal(others[0], wanted) and np.array_equal(others[1], wanted)


@pytest.mark.parametrize("options", [{}, {"strict": False}, {"max_episode_steps": 5}])
def test_a_game_that_has_ended_and_stands_takes_no_step(options):
    games = begun(**options)
    masks = games.current()[1]
    while not games.ended.any():
        masks = games.advance(masks.argmax(axis=1)).masks
    row, before = int(np.argmax(games.ended)), games.games.tobytes()
    for go in (games.step, games.advance):
        with pytest.raises(ValueError, match=f"game {row} has ended:"):
            go(masks.argmax(axis=1))
    games.begin(np.flatnonzero(games.ended))
    assert not games.ended.any() and games.games.tobytes() != before
    assert not games.step(games.current()[1].argmax(axis=1)).dones[row]


def test_the_limit_of_steps_may_be_changed():
    games = begun(max_episode_steps=50)
    for _ in range(5):
        games.step(games.current()[1].argmax(axis=1))
    games.max_episode_steps = 3
    assert not games.ended.any() and games.step(games.current()[1].argmax(axis=1)).dones.all()


def test_shaping_adds_up_to_nothing_but_the_beginning():
    plain, shaped = begun(BASIC), begun(BASIC, shaping=Shaping())
    checked, some = 0, False
    for one, two in zip(play(plain, 500), play(shaped, 500), strict=True):
        some |= bool((one.rewards != two.rewards).any())
        if two.finished is not None:
            assert np.allclose(two.finished.returns, one.finished.results, atol=1e-5)
            checked += 1
    assert checked and some


def test_a_scenario_is_named_here_too():
    assert BatchedGames("capture-the-flag-drawn", 2).scenario == DRAWN
    for wrong, words in (("chess", "no scenario 'chess'"), (7, "scenario 7: a preset's name")):
        refuses(ValueError, words, BatchedGames, wrong, 2)


def test_a_side_is_a_teams_number_or_its_name():
    for side in (1, np.int64(1), "blue"):
        games = BatchedGames(DRAWN, 3, side=side)
        games.reset()
        assert games.sides.tolist() == [1, 1, 1]
        assert PaintballEnv(DRAWN, side=side).reset(seed=1)[1]["side"] == 1
    refuses(ValueError, "side 'green':", BatchedGames, DRAWN, 3, side="green")


def test_large_weights_are_shares_like_others():
    games = BatchedGames(DRAWN, 64, ["random", "random"], [1e308, 1e308], seed=1)
    games.reset()
    assert set(games.slots.tolist()) == {0, 1}


def test_weights_are_an_attribute():
    games = BatchedGames(DRAWN, 50, [RandomOpponent(), Lowest()], [1, 3])
    assert games.weights == [1.0, 3.0]
    games.weights = [1, 0]
    games.reset()
    assert games.weights == [1.0, 0.0] and not games.slots.any()
    with pytest.raises(ValueError, match="2 numbers"):
        games.weights = [1]


def test_arrays_hold_until_the_second_next_step():
    games = begun()
    step = games.step(games.current()[1].argmax(axis=1))
    kept = [step.observations.copy(), step.masks.copy(), step.rewards.copy()]
    games.step(step.masks.argmax(axis=1))
    assert all(np.array_equal(*pair) for pair in zip(kept, step[:3], strict=True))


def test_random_choice_is_uniform():
    mask = np.zeros((6000, 50), np.int8)
    legal = [3, 17, 18, 40, 49]
    mask[:, legal] = 1
    rows = np.arange(6000)
    keys, actions = np.zeros(6000, np.uint64), np.zeros(6000, np.int64)
    key_rows(rows, np.full(6000, 5, np.uint64), rows.astype(np.uint64), keys)
    choose_rows(rows, mask, keys, actions)
    counts = np.bincount(actions, minlength=50)
    assert counts[legal].sum() == 6000 and abs(counts[legal] - 1200).max() < 5 * (6000 * 0.2 * 0.8) ** 0.5


def test_random_games_end_by_the_rules():
    for scenario in (BASIC, DRAWN):
        games, lengths = random_games(scenario, 50, 2)
        assert (games["decision"] == OVER).all() and (games["ending"] > 0).all() and (lengths > 0).all()
        assert (games["decider"] == NONE).all()


def fingerprint():
    """All that two batches give in some steps, both encodings, shaped."""
    total = hashlib.sha256()
    for name in ("capture-the-flag", "single-flag"):
        for encoding, steps in (("vector", 40), ("planes", 4)):
            games = begun(Scenario.load(name), 2, encoding=encoding, shaping=Shaping())
            for step in play(games, steps):
                for part in step[:4]:
                    total.update(part.tobytes())
            total.update(games.games.tobytes())
    return total.hexdigest()


def test_run_as_plain_python_the_same_bytes_come_out():
    code = "from tests.env import test_vector; print(test_vector.fingerprint())"
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)},
    )
    assert run.stdout.strip() == fingerprint()
