"""Is an illegal action told in the same words by all that refuse it?"""

import numpy as np
import pytest

from tabletop.env.batch.games import BatchedGames
from tabletop.env.batch.opponents import OpponentError
from tabletop.env.batch.self_play import SelfPlayGames
from tabletop.env.batch.simulator import Simulator
from tabletop.env.batch.turn_loop import IllegalAnswerError
from tabletop.env.gymnasium_env import GymnasiumGameEnv
from tabletop.env.pettingzoo_env import AECGameEnv, ParallelGameEnv
from tabletop.play.game import Game
from tests.any_game.games import any_game, scenario_of


class Always:
    """An opponent with one answer."""

    def __init__(self, action):
        self.action = action

    def decide(self, worlds, games, rows, masks, actions, keys):
        actions[rows] = self.action


@any_game
def test_they_all_say_the_same(game):
    scenario = scenario_of(game)
    played = Game(scenario, seed=3)
    wait = scenario.actions - 1
    reason = game.why_not(scenario, played.games, wait)
    words = {wait: f"'wait' is illegal now: {reason}"}
    words[scenario.actions] = f"action {scenario.actions}: the actions of this game are numbered 0 to {wait}"
    side = game.teams[played.decider]
    learner = {"side": side, "strict": True}
    batch, both = BatchedGames(scenario, 1, side=side), SelfPlayGames(scenario, 1)
    simulator, single = Simulator(scenario), GymnasiumGameEnv(scenario, **learner)
    parallel, aec = ParallelGameEnv(scenario, strict=True), AECGameEnv(scenario, strict=True)
    for env in (batch, both, single, parallel, aec):
        env.reset(seed=3)
    simulator.enter(played)
    for action, told in words.items():
        for who, call in (
            ("", played.step),
            ("game 0: ", lambda action: batch.step([action])),
            ("game 0: ", lambda action: both.step([action])),
            ("game 0: ", lambda action: simulator.step(action)),
            (f"{side}: ", single.step),
            (f"team_{played.decider}: ", lambda action: parallel.step({f"team_{played.decider}": action})),
            (f"team_{played.decider}: ", aec.step),
        ):
            with pytest.raises(ValueError) as caught:
                call(action)
            assert str(caught.value) == who + told


@any_game
def test_opponents_are_told_so_too(game):
    scenario = scenario_of(game)
    wait = scenario.actions - 1
    outside = f"action {wait + 1}: the actions of this game are numbered 0 to {wait}"
    for action, words in ((wait, "'wait' is illegal now: "), (wait + 1, outside)):
        for opponent, kind, who in (
            (Always(action), IllegalAnswerError, "opponent 0, game "),
            (lambda observations, masks, answer=action: np.full(len(masks), answer), OpponentError, "opponent <lam"),
        ):
            with pytest.raises(kind) as caught:
                BatchedGames(scenario, 2, [opponent], seed=5).reset()
            assert str(caught.value).startswith(who) and words in str(caught.value)
