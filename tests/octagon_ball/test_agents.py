"""Octagon ball's agents in whole matches: the shipped network, and the opponent of the match to learn by."""

import pytest

from octagon_ball import guide
from octagon_ball.definition import OCTAGON_BALL
from tabletop.agents.registry import make, opponents
from tabletop.rate.matches.match import play


def scores(first, second, scenario, pairs):
    return play(make(first, OCTAGON_BALL), make(second, OCTAGON_BALL), scenario, pairs, seed=2).score


@pytest.mark.parametrize("name", ["runner", "passer"])
def test_the_shipped_network_beats_the_bots(name):
    assert scores("striker", name, OCTAGON_BALL.load("octagon-small"), 60).mean() > 0.6
    assert "striker" not in opponents(OCTAGON_BALL) and "striker" in OCTAGON_BALL.agents


def test_the_match_to_learn_by_can_be_won():
    lesson = guide.lesson()
    assert lesson.team == 0 and len(lesson.welcome) == 3
    assert scores("runner", lesson.opponent, lesson.scenario, 30).mean() > 0.7
