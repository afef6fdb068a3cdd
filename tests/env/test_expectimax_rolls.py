"""Where an action has too many ways for the dice to fall, `expectimax` rolls instead of giving the game up."""

import numpy as np
import pytest

from tabletop.env.batch import simulator
from tabletop.env.expectimax import ROLLS, Expectimax
from tabletop.play import odds
from tabletop.play.game import Game
from tests.any_game.pig import PIG
from tests.any_game.pig_names import HOLD, ROLL


@pytest.fixture
def _few(monkeypatch):
    monkeypatch.setattr(simulator, "outcomes", lambda game, action, _, to: odds.outcomes(game, action, 3, to))


def position():
    game = Game(PIG.load("pig"), seed=1)
    game.step("roll")
    return game.games


@pytest.mark.usefixtures("_few")
def test_rolls_stand_for_results_that_are_too_many():
    agent = Expectimax()
    agent.prepare(PIG.load("pig"))
    results = agent.results(position(), ROLL)
    assert len(results) == ROLLS and sum(share for share, _ in results) == pytest.approx(1)
    assert len({bytes(game["pot"]) for _, game in results}) == 6
    assert [share for share, _ in agent.results(position(), HOLD)] == [1.0]


def test_rolls_come_near_to_the_exact_worth(monkeypatch):
    agent = Expectimax()
    agent.prepare(PIG.load("pig"))
    exact = agent.worths(position(), 0, 2)
    monkeypatch.setattr(simulator, "outcomes", lambda game, action, _, to: odds.outcomes(game, action, 1, to))
    agent.reset(5)
    rolled = agent.worths(position(), 0, 2)
    agent.reset(5)
    assert rolled == agent.worths(position(), 0, 2)
    assert np.allclose([rolled[action] for action in exact], [*exact.values()], atol=0.05)
