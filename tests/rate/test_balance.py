"""Does the balance of a scenario say what its games say, with intervals that hold what they promise?"""

import numpy as np
import pytest

from paintball_env.definition import PAINTBALL
from paintball_env.scenario import Scenario
from tabletop.rate.matches import match, rating
from tabletop.rate.matches.balance import balance, lines
from tabletop.rate.matches.rating import bootstrap, share
from tabletop.rate.matches.results import balance_of
from tabletop.rate.tournament.standings import table
from tabletop.rate.tournament.store import Row
from tests import refuses
from tests.agents.held import make

CTF = Scenario.load("capture-the-flag-basic-drawn")
ENDINGS = {"eliminated": 2, "flag": 1, "turns": 1, "fault": 0}


def test_by_hand():
    red = np.array([1.0, 1.0, 0.5, 0.0])
    said = balance("red", red, ENDINGS, np.array([3, 5, 30, 8]), np.array([10, 20, 30, 41]), np.array([7, 7, 9, 9]))
    assert said["red_score"] == 0.625 and said["red_low"] < 0.3 and said["red_high"] > 0.9
    assert (said["draws"], said["drawn"]) == (1, 0.25) and said["drawn_low"] < 0.05 and said["drawn_high"] > 0.7
    assert (said["mean_turns"], said["turn_quartiles"], said["mean_decisions"]) == (11.5, [3, 8], 25.25)
    first, second = lines(said, "red")
    assert first.startswith("Red scores 62.5 % (") and "; drawn 25.0 % (" in first
    assert second == (
        "Ended: 50.0 % eliminated, 25.0 % flag, 25.0 % turns. "
        "A game takes 11.5 turns (half of them 3 to 8) and 25 decisions."
    )


def test_the_lines_are_of_the_team_that_was_measured():
    said = balance("red", np.array([1.0, 0.5]), ENDINGS, np.array([3, 5]), np.array([1, 2]), np.array([7, 7]))
    for team in ("blue", "Red"):
        refuses(ValueError, f"team '{team}':", lines, said, team)


def test_games_with_one_seed_count_as_one():
    generator = np.random.default_rng(0)
    red = generator.choice([0.0, 0.5, 1.0], 200)
    seeds = generator.permutation(200)
    once, twice = share(red, seeds), share(np.tile(red, 2), np.tile(seeds, 2))
    assert once == pytest.approx(twice, abs=1e-12)
    apart = share(np.tile(red, 2), np.arange(400))
    assert apart[2] - apart[1] < 0.8 * (once[2] - once[1])


def test_the_interval_is_that_of_a_rating():
    scores = np.random.default_rng(1).choice([0.0, 0.5, 1.0], (60, 2))
    rated = rating.rating(scores, 5)
    assert share(scores.ravel(), np.arange(60).repeat(2), 5) == pytest.approx((rated.score, rated.low, rated.high))


def test_seeds_with_more_games_weigh_more_and_the_interval_covers(monkeypatch):
    # As in a tournament that isn't finished; the luck of a seed is shared by its games.
    monkeypatch.setattr(rating, "DRAWS", 1000)  # as good for this, and ten times as fast
    generator = np.random.default_rng(3)
    covered = 0
    for trial in range(300):
        seeds = np.arange(120).repeat(generator.integers(1, 7, 120))
        luck = generator.normal(0, 0.15, 120)[seeds]
        red = (generator.random(len(seeds)) < 0.6 + luck).astype(float)
        mean, low, high = share(red, seeds, trial)
        assert mean == red.mean() and low < mean < high
        covered += low <= 0.6 <= high
    assert 0.91 <= covered / 300 <= 0.98


def test_samples_in_blocks_are_the_same(monkeypatch):
    scores = np.random.default_rng(1).random(50)
    whole = bootstrap(scores, 3)
    monkeypatch.setattr(rating, "AT_ONCE", 70_000)
    assert bootstrap(scores, 3) == whole


def test_a_match_says_its_balance():
    results = match.play(make("hunter"), make("random"), CTF, 40, seed=2)
    told = results.as_dict()
    assert told["red_score"] == pytest.approx((told["score_as_red"] + 1 - told["score_as_blue"]) / 2)
    assert told["red_low"] < told["red_score"] < told["red_high"]
    assert told["draws"] == told["rating"]["draws"] and told["drawn"] == told["draws"] / 80
    # Looked at from the other agent it is the same scenario.
    other = match.play(make("random"), make("hunter"), CTF, 40, seed=2)
    assert balance_of([other]) == balance_of([results])


def test_a_bot_against_itself_has_one_game_a_pair():
    results = match.play(make("hunter"), make("hunter"), CTF, 40, seed=2)
    measured = balance_of([results])
    assert measured["red_score"] == results.score[:, 0].mean()
    alone = share(results.score[:, 0], results.seeds)
    assert (measured["red_low"], measured["red_high"]) == pytest.approx(alone[1:], abs=1e-6)


def test_matches_together_share_their_seeds():
    one, other = (match.play(make(name), make("random"), CTF, 40, seed=1) for name in ("hunter", "random"))
    both = balance_of([one, other])
    parts = [balance_of([results]) for results in (one, other)]
    assert both["red_score"] == pytest.approx(np.mean([part["red_score"] for part in parts]), abs=1e-6)
    assert sum(both["endings"].values()) == 160
    assert balance_of([one, one])["red_high"] == balance_of([one])["red_high"]


def test_a_tournament_says_it_for_each_scenario():
    def rows(scenario, winner):
        """Twenty pairs of games that Red or Blue has all won."""
        return [
            Row(scenario, 1, 2, pair, side, str(pair), float(side == winner), "flag", 10, 100, None)
            for pair in range(20)
            for side in ("red", "blue")
        ]

    for winner, share_of_red in (("red", 1.0), ("blue", 0.0)):
        told = table(rows(1, winner), ["ann", "bob"], None, PAINTBALL)
        assert told["red_score"] == share_of_red and told["red_low"] <= share_of_red <= told["red_high"]
        assert told["red_high"] - told["red_low"] > 0.1
    both = table(rows(1, "red") + rows(2, "blue"), ["ann", "bob"], None, PAINTBALL)
    assert both["red_score"] == 0.5 and both["turn_quartiles"] == [10, 10]
