"""Are ratings those of the greatest likelihood, and do their intervals hold what they promise?"""

import importlib.util
import math

import numpy as np
import pytest
import scipy.stats

from tabletop.rate.matches import bradley_terry as bt
from tests import ROOT, refuses

SCRIPT = ROOT / "benchmarks" / "lab" / "coverage_of_ratings.py"
FIRST, SECOND = np.triu_indices(4, 1)


def script():
    spec = importlib.util.spec_from_file_location("coverage_of_ratings", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def rated(points, anchor=None, **more):
    """Rate four agents from points[N, 6]."""
    points = np.asarray(points, float)
    return bt.rate_all(points, np.full(points.shape, 2.0), FIRST, SECOND, 4, anchor, **more)


def luck(seed, pairs=40):
    truth = np.array([-150.0, -20.0, 30.0, 140.0])
    return script().play(truth, pairs, np.random.default_rng(seed))[0]


def test_two_agents_by_hand():
    # 30 of 40 points, and one virtual draw: odds of 30.5 to 10.5.
    elo = bt.fit(np.array([[0.0, 30.0], [10.0, 0.0]]))
    assert elo[0] - elo[1] == pytest.approx(400 * math.log10(30.5 / 10.5))
    assert elo.sum() == pytest.approx(0)


def test_points_that_fit_the_model_give_its_ratings():
    truth = np.array([-700.0, -40.0, 0.0, 240.0, 500.0])
    share = 1000.0 * bt.expected(truth[:, None] - truth[None, :])
    assert bt.fit(share, virtual=1e-9) == pytest.approx(truth - truth.mean(), abs=1e-4)
    assert bt.expected(400.0) == pytest.approx(10 / 11)


def test_it_is_the_greatest_likelihood():
    table = bt.table_of(luck(1).sum(0), FIRST, SECOND, 4, np.full(6, 80.0))
    weights = table + (1 - np.eye(4)) / 6

    def likelihood(elo):
        return (weights * np.log(bt.expected(elo[:, None] - elo[None, :]))).sum()

    fitted = bt.fit(table)
    nudges = np.random.default_rng(0).normal(0, 1, (50, 4))
    assert all(likelihood(fitted) > likelihood(fitted + nudge - nudge.mean()) for nudge in nudges)


def test_tables_side_by_side_are_fitted_as_alone():
    tables = np.stack([bt.table_of(luck(i).sum(0), FIRST, SECOND, 4, np.full(6, 80.0)) for i in range(5)])
    assert np.abs(bt.fit(tables) - np.stack([bt.fit(table) for table in tables])).max() < 1e-9


def test_the_order_of_agents_and_seeds_is_no_matter():
    points = luck(2)
    straight, shuffled = rated(points), rated(points[::-1])
    assert straight.elo == pytest.approx(shuffled.elo)
    turned = bt.rate_all(2 - points, np.full(points.shape, 2.0), SECOND, FIRST, 4)
    assert turned.elo == pytest.approx(straight.elo) and turned.low == pytest.approx(straight.low)


def test_an_anchor_moves_all_and_changes_no_difference():
    points = luck(3)
    free, pinned = rated(points), rated(points, anchor=(2, 1000.0))
    assert pinned.elo[2] == pinned.low[2] == pinned.high[2] == 1000.0
    assert pinned.elo - 1000 == pytest.approx(free.elo - free.elo[2])
    assert free.superiority == pytest.approx(pinned.superiority)
    # Against a fixed agent its own luck counts as well.
    assert (pinned.high - pinned.low)[[0, 1, 3]].mean() > (free.high - free.low)[[0, 1, 3]].mean()


def test_missing_games_count_for_nothing():
    points, played = luck(4), np.full((40, 6), 2.0)
    points[20:, 3], played[20:, 3] = 0, 0
    ratings = bt.rate_all(points, played, FIRST, SECOND, 4)
    table = bt.table_of(points.sum(0), FIRST, SECOND, 4, played.sum(0))
    assert table.sum() == played.sum() and ratings.elo == pytest.approx(bt.fit(table))


def test_games_of_the_same_two_in_several_scenarios_all_count():
    points = luck(7)
    even = np.repeat((np.arange(len(points)) % 2 == 0)[:, None], 6, axis=1)
    # A column for each pairing and scenario: seeds 0, 2, 4 … were played in the one, the others in the other.
    played = 2.0 * np.hstack([even, ~even])
    apart = np.hstack([points, points]) * (played > 0)
    ratings = bt.rate_all(apart, played, np.tile(FIRST, 2), np.tile(SECOND, 2), 4)
    together = rated(points)
    assert ratings.elo == pytest.approx(together.elo)
    assert ratings.low == pytest.approx(together.low) and ratings.high == pytest.approx(together.high)


def two(points, pairs, anchor=None):
    """Rate two agents; the first has taken so many points from the second in so many pairs, in whole points."""
    games = np.arange(2 * pairs) < points
    sums = games.reshape(2, pairs).sum(axis=0)[:, None].astype(float)
    return bt.rate_all(sums, np.full(sums.shape, 2.0), np.array([0]), np.array([1]), 2, anchor)


def fallen(gap, points, games, virtual):
    """How far the log likelihood of points has fallen at a gap in Elo, by hand."""
    one, other = points + virtual / 2, games - points + virtual / 2
    best, there = one / (one + other), 1 / (1 + 10 ** (-gap / 400))
    return one * math.log(best / there) + other * math.log((1 - best) / (1 - there))


def test_who_wins_everything_stays_finite_and_is_bounded_on_one_side():
    # Two agents, 50 pairs, all won. Nothing is known of φ: 1. The virtual draw counts on the bounded side.
    quantile = scipy.stats.t.ppf(0.975, 49)
    pinned = two(100, 50, anchor=(1, 0.0))
    assert (pinned.low[1], pinned.high[1], pinned.high[0]) == (0.0, 0.0, math.inf)
    assert fallen(pinned.low[0], 100, 100, 1.0) == pytest.approx(quantile**2 / 2, rel=1e-3)
    assert pinned.elo[0] > pinned.low[0] > 400
    # With the mean at zero, half the gap on each side: so the mean is not bounded, and neither is anyone.
    ratings = two(100, 50)
    assert np.isfinite(ratings.elo).all() and ratings.groups == [[0], [1]] and ratings.zero == [0, 1]
    assert ratings.low == pytest.approx([pinned.low[0] / 2, -math.inf])
    assert ratings.high == pytest.approx([math.inf, -pinned.low[0] / 2])
    assert 0.99 < ratings.superiority[0, 1] < 1


def test_an_interval_ends_where_the_likelihood_has_fallen_by_hand():
    # One whole point lost in 100 games: one pair of 50 differs, and φ is 50/49 of one trial a game, less its mean.
    ratings = two(99, 50, anchor=(1, 0.0))
    drop = scipy.stats.t.ppf(0.975, 49) ** 2 / 2
    assert fallen(ratings.low[0], 99, 100, 1.0) == pytest.approx(drop, rel=0.02)
    assert fallen(ratings.high[0], 99, 100, 1e-4) == pytest.approx(drop, rel=0.02)
    assert ratings.high[0] - ratings.elo[0] > 1.5 * (ratings.elo[0] - ratings.low[0])  # less is known of the far side
    # Many points on both sides: as good as the rating give or take t times its standard error.
    even = two(60, 50, anchor=(1, 0.0))
    assert even.high[0] - even.elo[0] == pytest.approx(even.elo[0] - even.low[0], rel=0.15)


def test_a_spread_over_few_seeds_counts_by_its_degrees_of_freedom():
    # Eight pairs, the first agent takes 2 points in four of them and 1 in the others: three quarters of 16.
    points = np.array([2.0, 1.0] * 4)[:, None]
    ratings = bt.rate_all(points, np.full((8, 1), 2.0), np.array([0]), np.array([1]), 2, (1, 0.0))
    information = 16 * 0.75 * 0.25
    ratio = 8 / 7 * 8 * 0.5**2 / information
    weight = min(information, 8)
    drop = scipy.stats.t.ppf(0.975, 7) ** 2 / 2 * (weight * ratio + 1) / (weight + 1)
    assert fallen(ratings.high[0], 12, 16, 1e-4) == pytest.approx(drop, rel=1e-3)


def test_superiority_is_never_surer_than_a_match_won_in_all_seeds():
    for pairs in (3, 5, 8):
        edge = 0.5 ** (pairs + 1)
        won, lost = (two(points, pairs).superiority[0, 1] for points in (2 * pairs, 0))
        assert won <= 1 - edge and lost >= edge


def test_one_far_off_opens_its_own_interval_and_no_other():
    points = luck(7)
    points[:, SECOND == 3] = 2.0  # the last one loses everything
    ratings, rest = rated(points), luck(7)[:, SECOND < 3]
    alone = bt.rate_all(rest, np.full(rest.shape, 2.0), FIRST[SECOND < 3], SECOND[SECOND < 3], 3)
    assert ratings.zero == [0, 1, 2] and ratings.elo[:3].mean() == pytest.approx(0)
    assert ratings.low[3] == -math.inf and ratings.high[3] < -300
    assert ratings.low[:3] == pytest.approx(alone.low, abs=3) and ratings.high[:3] == pytest.approx(alone.high, abs=3)
    # Anchored to it, all the others are open; anchored to one of them, only the last one is.
    pinned = rated(points, anchor=(3, 0.0))
    assert np.isinf(pinned.high[:3]).all() and np.isfinite(pinned.low).all()
    pinned = rated(points, anchor=(0, 0.0))
    assert np.isfinite(pinned.low[:3]).all() and np.isfinite(pinned.high).all() and pinned.low[3] == -math.inf
    # No group holds more than half: the mean of all is as unbounded as the two halves are.
    halves = luck(7)
    halves[:, (FIRST <= 1) & (SECOND >= 2)] = 2.0
    ratings = rated(halves)
    assert ratings.zero == [0, 1, 2, 3] and np.isinf(ratings.high[:2]).all() and np.isinf(ratings.low[2:]).all()
    assert np.isfinite(ratings.low[:2]).all() and np.isfinite(ratings.high[2:]).all()


def test_however_few_or_onesided_the_games_they_can_be_rated():
    generator = np.random.default_rng(0)
    for trial in range(200):
        agents, pairs = int(generator.integers(2, 7)), int(generator.integers(2, 20))
        first, second = np.triu_indices(agents, 1)
        truth = generator.normal(0, 1, agents) * generator.choice([50, 500, 3000])
        points = (generator.random((pairs, 2, len(first))) < bt.expected(truth[first] - truth[second])).sum(axis=1)
        played = np.where(generator.random(points.shape) < generator.choice([0.0, 0.3, 0.8]), 0.0, 2.0)
        played[0, 0] = 2.0
        anchor = None if trial % 2 else (int(generator.integers(agents)), 100.0)
        ratings = bt.rate_all(np.where(played, points, 0.0), played, first, second, agents, anchor)
        assert (ratings.low <= ratings.elo).all() and (ratings.elo <= ratings.high).all()
        assert ((ratings.superiority > 0) & (ratings.superiority < 1)).all()


@pytest.mark.parametrize("setting", [((-1100, 0, 50, 100), 30), ((0, 1100), 100), ((0, 100, 900), 50)])
def test_intervals_cover_where_one_agent_is_far_off(setting):
    # The luck of 100 repetitions is some 5 %.
    ours, opened = script().coverage(*setting, repetitions=100, seed=3)
    assert ours.min() >= 0.9 and opened > 0


def test_groups_that_never_lost_a_point_downwards_are_named():
    points = luck(5)
    points[:, (FIRST <= 1) & (SECOND >= 2)] = 2.0  # 0 and 1 win everything against 2 and 3
    assert rated(points).groups == [[1, 0], [2, 3]] or rated(points).groups == [[0, 1], [2, 3]]
    assert rated(luck(5)).groups == [[0, 1, 2, 3]]


def test_pairs_that_are_all_the_same_are_not_certainty():
    few, many = (rated(np.full((pairs, 6), 1.0)) for pairs in (5, 100))
    assert few.elo == pytest.approx(0) and (few.high - few.low > 100).all()
    assert (many.high - many.low < 0.1 * (few.high - few.low)).all() and (many.high - many.low > 3).all()
    assert few.superiority == pytest.approx(0.5)
    assert np.isnan(rated(np.full((1, 6), 1.0)).low).all()


def test_superiority_agrees_with_the_truth_as_often_as_it_says():
    said, right = [], []
    for trial in range(150):
        ratings = rated(luck(1000 + trial, 15))
        said.append(ratings.superiority[2, 1])  # truly 50 Elo better
        right.append(ratings.elo[2] > ratings.elo[1])
    assert np.mean(said) > 0.6 and abs(np.mean(right) - np.mean(said)) < 0.12
    assert ratings.superiority + ratings.superiority.T == pytest.approx(1.0)


@pytest.mark.parametrize("shared", ["within pairs", "between pairings"])
def test_intervals_cover_where_games_depend_on_each_other(shared):
    # Luck that helps an agent in both games of a pair, or in all its games with a seed: whole seeds have to be drawn
    # again. Drawing single games, or each pairing for itself, covers clearly too seldom, as is shown along with it.
    generator = np.random.default_rng(11)
    trials, seeds = 120, 40
    covered = wrong = 0.0
    for _ in range(trials):
        if shared == "within pairs":
            points = 2.0 * (generator.random((seeds, 6)) < 0.5)  # the second game is always as the first
        else:
            form = generator.integers(0, 4, seeds)  # with each seed one agent wins all that it plays
            points = np.where(form[:, None] == FIRST, 2.0, np.where(form[:, None] == SECOND, 0.0, 1.0))
        ratings = rated(points)
        covered += np.mean((ratings.low <= 0) & (ratings.high >= 0))
        if shared == "within pairs":
            apart = np.concatenate([points, points]) / 2
            other = bt.rate_all(apart, np.ones(apart.shape), FIRST, SECOND, 4)
        else:
            apart = np.stack([generator.permutation(points[:, k]) for k in range(6)], axis=1)
            other = rated(apart)
        half = (other.high - other.low) / 2
        wrong += np.mean(np.abs(ratings.elo) <= half)
    assert covered / trials >= 0.92
    assert wrong / trials < 0.9


def test_intervals_cover_planted_ratings_with_a_dozen_seeds():
    ours, opened = script().coverage((-150, 0, 20, 130), 12, 150, seed=1)
    assert 0.92 <= ours.mean() <= 0.98 and ours.min() >= 0.905 and opened == 0


@pytest.mark.slow
def test_intervals_cover_in_all_settings(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", [str(SCRIPT), "--repetitions", "40"])
    assert script().main() == 0, capsys.readouterr().out


def test_choix_agrees_to_an_elo():
    choix = pytest.importorskip("choix", reason="choix, another implementation, is not installed")
    for seed in range(5):
        points = luck(50 + seed, 100)
        table = bt.table_of(points.sum(0), FIRST, SECOND, 4, np.full(6, 200.0))
        # A draw is half a win for each there, too; the virtual draws as well.
        theirs = choix.ilsr_pairwise_dense(table + (1 - np.eye(4)) / 6) * bt.ELO
        assert bt.fit(table) == pytest.approx(theirs - theirs.mean(), abs=0.01)


def test_what_cannot_be_rated_is_refused():
    refuses(ValueError, "at least one pair", rated, np.zeros((0, 6)))
    refuses(ValueError, "two or more agents", bt.fit, np.zeros((1, 1)))
    refuses(ValueError, "0 or more", bt.fit, -np.ones((2, 2)))


def test_the_interval_of_an_agent_with_few_seeds_knows_that_they_are_few():
    """A newcomer's spread is that of its own seeds, however many the others have played."""
    generator = np.random.default_rng(3)
    points = generator.integers(0, 3, (60, 2)).astype(float)
    played = np.full(points.shape, 2.0)
    played[6:, 1] = points[6:, 1] = 0.0
    first, second = np.array([0, 0]), np.array([1, 2])
    among = bt.rate_all(points, played, first, second, 3, (0, 0.0))
    alone = bt.rate_all(points[:6, 1:], played[:6, 1:], np.array([0]), np.array([1]), 2, (0, 0.0))
    assert among.high[2] - among.low[2] == pytest.approx(alone.high[1] - alone.low[1], rel=0.05)
    whole = bt.rate_all(points[:, :1], played[:, :1], np.array([0]), np.array([1]), 2, (0, 0.0))
    assert among.high[1] - among.low[1] == pytest.approx(whole.high[1] - whole.low[1], rel=0.05)


def test_seeds_with_few_of_an_agents_games_hardly_add_to_what_is_known_of_its_spread():
    """Six seeds with all opponents, and 54 with one of nine: such an agent's interval is about that of the six."""
    generator = np.random.default_rng(3)
    first, second = np.arange(9), np.full(9, 9)
    played = np.full((60, 9), 2.0)
    played[6:, 1:] = 0.0
    table, best = np.full((10, 10), 20.0), np.zeros(10)
    points = generator.integers(0, 3, played.shape).astype(float) * (played > 0)
    own = bt._Field(points, played, first, second, table, best).own
    assert own[9] == pytest.approx((6 * 18 + 54 * 2) ** 2 / (6 * 18**2 + 54 * 2**2)) and own[0] == 60 and own[1] == 6
