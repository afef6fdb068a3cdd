"""Does shaping whose weights change while games run still add up to the same, whatever is played?"""

import numpy as np
import pytest

from paintball_env import (
    BatchedGames,
    Game,
    PaintballVecEnv,
    PaintballVectorEnv,
    Scenario,
    SelfPlayGames,
    Shaping,
    Simulator,
    format_position,
)
from tests import refuses
from tests.env.environment_games import ByRecord, choice

BASIC, COUNT = Scenario.load("capture-the-flag-basic-drawn"), 6
BEGUN = Shaping(figures=0.7, flag=0.4, gamma=0.9)


def middle():
    """Positions in which one team leads, one for each row."""
    found, seed = [], 0
    while len(found) < COUNT:
        game, seed = Game(BASIC, seed=seed), seed + 1
        while not game.over and game.turn < 4:
            game.step(choice(game.games.tobytes(), game.legal_mask()))
        if not game.over and potentials(game.games)[0]:
            found.append(format_position(BASIC, game))
    return found


def potentials(records, shaping=BEGUN):
    """Of team 0; team 1's are the negatives."""
    simulator = Simulator(BASIC, len(records))
    simulator.enter(records)
    return simulator.potentials(0, shaping)


def actions(games, masks):
    return np.array([choice(games.games[row].tobytes(), masks[row]) for row in range(games.count)])


def other_weights(number):
    """The weights after so many steps, some of them none; once as a dict."""
    if number % 3 == 0:
        return None
    weights = {"figures": 0.1 * (number % 7), "flag": 1.3 - 0.2 * (number % 5), "gamma": 0.9}
    return weights if number % 3 == 1 else Shaping(**weights)


def test_the_discounted_sum_is_minus_the_first_potential_whatever_the_weights_become():
    games = BatchedGames(BASIC, COUNT, [ByRecord()], seed=4, side=0, shaping=BEGUN)
    games.begin(positions=middle())
    wanted, masks = -potentials(games.games), games.current()[1]
    sums, factors, ended, number = np.zeros(COUNT), np.ones(COUNT), np.zeros(COUNT, bool), 0
    while not ended.all():
        games.set_shaping(other_weights(number))
        step, number = games.step(actions(games, masks)), number + 1
        results = np.zeros(COUNT)
        if step.finished is not None:
            results[step.finished.rows] = step.finished.results
        sums[~ended] += (factors * (step.rewards - results))[~ended]
        factors *= BEGUN.gamma
        ended |= step.dones
        masks = step.masks
    assert np.abs(wanted).min() > 0.01 and np.allclose(sums, wanted, atol=1e-5)


def test_both_teams_sums_are_minus_the_potentials_where_each_first_decided():
    weights = Shaping(figures=0.7, flag=0.4)  # gamma 1, so that it doesn't matter how often each has decided
    games = SelfPlayGames(BASIC, COUNT, seed=4, positions=middle(), shaping=weights)
    step, first, number = games.reset(), np.full((COUNT, 2), np.nan), 0
    sums, ended = np.zeros((COUNT, 2)), np.zeros(COUNT, bool)
    while not ended.all():
        now = potentials(games.games, weights)
        for row, team in enumerate(step.teams):
            if not ended[row] and np.isnan(first[row, team]):
                first[row, team] = now[row] * (1 - 2 * team)
        weights = Shaping(figures=0.1 * (number % 7), flag=0.2 * (number % 5))
        games.set_shaping(weights)
        step, number = games.step(actions(games, step.masks)), number + 1
        results = np.zeros((COUNT, 2))
        if step.finished is not None:
            results[step.finished.rows] = step.finished.results
        sums[~ended] += (step.rewards - results)[~ended]
        ended |= step.dones
    known = ~np.isnan(first)
    assert known.sum() > COUNT and np.abs(first[known]).max() > 0.1
    assert np.allclose(sums[known], -first[known], atol=1e-5)


@pytest.mark.parametrize("kind", [BatchedGames, SelfPlayGames])
def test_a_snapshot_between_a_change_and_a_step_is_exact(kind):
    games = kind(BASIC, COUNT, seed=4, shaping=BEGUN)
    games.reset()
    for _ in range(60):
        games.step(actions(games, games.masks))
    games.set_shaping(BEGUN.scaled(0.3))
    saved = games.clone_state()
    paid = games.step(actions(games, games.masks)).rewards.copy()
    games.set_state(saved)
    assert np.array_equal(games.step(actions(games, games.masks)).rewards, paid) and paid.any()


def test_a_batch_that_is_shaped_otherwise_begins_its_shaping_with_the_position():
    games, wider, unshaped = (
        BatchedGames(BASIC, COUNT, [ByRecord()], seed=4, side=0, shaping=shaping)
        for shaping in (BEGUN, BEGUN.scaled(2.0), None)
    )
    games.begin(positions=middle())
    games.step(actions(games, games.masks))
    saved, before = games.clone_state(), 2 * potentials(games.games)
    wider.set_state(saved)
    step = wider.step(actions(wider, wider.masks))
    assert not step.dones.any() and before.all()
    assert np.allclose(step.rewards, 0.9 * 2 * potentials(wider.games) - before, atol=1e-6)
    unshaped.set_state(saved)
    unshaped.set_shaping(BEGUN)  # so far all weights were 0
    rewards = unshaped.step(actions(unshaped, unshaped.masks)).rewards
    assert np.allclose(rewards, 0.9 * potentials(unshaped.games), atol=1e-6) and rewards.any()


@pytest.mark.parametrize(("begun", "share"), [(BEGUN.scaled(2.0), 2.0), (None, 0.0)])
def test_in_self_play_such_a_batch_does_so_too(begun, share):
    games = SelfPlayGames(BASIC, COUNT, seed=4, positions=middle(), shaping=BEGUN)
    games.reset()
    games.step(actions(games, games.masks))
    other = SelfPlayGames(BASIC, COUNT, seed=4, shaping=begun)
    other.set_state(games.clone_state())
    other.set_shaping(BEGUN.scaled(2.0))
    teams, before = other.current().teams.copy(), potentials(other.games)
    step = other.step(actions(other, other.masks))
    rows = np.flatnonzero((step.teams == teams) & ~step.dones)
    paid = (0.9 * 2 * potentials(other.games) - share * before)[rows] * (1 - 2 * teams[rows])
    assert len(rows) > 2 and paid.any() and np.allclose(step.rewards[rows, teams[rows]], paid, atol=1e-6)


@pytest.mark.parametrize("kind", [BatchedGames, SelfPlayGames])
def test_shaping_that_begins_in_running_games_adds_up_to_nothing(kind):
    """Whatever is played afterwards: where it begins, all weights were 0 so far."""
    options = {"opponents": [ByRecord()], "side": 0} if kind is BatchedGames else {}
    games = kind(BASIC, COUNT, seed=4, **options)
    step = games.reset()
    masks = step[1] if kind is BatchedGames else step.masks
    sums, ended = np.zeros((COUNT, 2)), np.zeros(COUNT, bool)
    for number in range(2000):
        if number == 30:
            games.set_shaping(Shaping(figures=0.7, flag=0.4))
        step = games.step(actions(games, masks))
        masks, results = step.masks, np.zeros((COUNT, 2))
        if step.finished is not None:
            results[step.finished.rows] = step.finished.results.reshape(len(step.finished.rows), -1)
        sums[~ended] += (step.rewards.reshape(COUNT, -1) - results)[~ended]
        if number < 30:
            assert not sums.any()
        ended |= step.dones & (number > 30)
        if ended.all():
            break
    assert ended.all() and np.allclose(sums, 0.0, atol=1e-5)


def test_shaping_that_begins_late_and_ends_in_the_vector_environment():
    envs = PaintballVectorEnv(COUNT, BASIC, opponent="random", side="red")
    envs.reset(seed=4)
    assert envs.batch.shaping is None

    def paid(steps):
        return [envs.step(actions(envs.batch, envs.action_masks()))[1].copy() for _ in range(steps)]

    assert not np.any(paid(40))
    envs.set_shaping(BEGUN)
    assert (rewards := paid(1)[0]).any() and np.allclose(rewards, 0.9 * potentials(envs.batch.games), atol=1e-6)
    before = potentials(envs.batch.games)
    envs.set_shaping(None)
    assert np.allclose(paid(1)[0], -before, atol=1e-6) and not np.any(paid(3))
    other = BatchedGames(BASIC, 2)
    other.set_shaping({"flag": 0.5})  # where nothing was shaped, all weights were 0
    assert other.shaping == Shaping(figures=0.0, flag=0.5)
    envs.set_shaping({"flag": 0.5})  # the others stay
    assert envs.batch.shaping == Shaping(figures=0.0, flag=0.5, gamma=0.9)
    venv = PaintballVecEnv(envs.batch)
    venv.set_shaping(None)
    assert envs.batch.shaping == BEGUN.scaled(0.0) == Shaping(figures=0.0, flag=0.0, gamma=0.9)


@pytest.mark.parametrize(
    ("shaping", "error", "words"),
    [
        (Shaping(), ValueError, r"^shaping: gamma 1\.0 instead of 0\.9: it can't be changed$"),
        ({"figure": 1.0}, TypeError, "^shaping: 'figure' is unknown; there are figures, flag, gamma$"),
        (0.5, TypeError, r"^shaping 0\.5: a Shaping of paintball_env, its fields, or None$"),
        ({"flag": float("nan"), "gamma": 0.9}, ValueError, "^flag nan: a number from"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(shaping, error, words):
    games = BatchedGames(BASIC, 2, shaping=BEGUN)
    refuses(error, words, games.set_shaping, shaping)
    assert games.shaping == BEGUN
