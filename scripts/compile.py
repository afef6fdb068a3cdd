#!/usr/bin/env python3
"""Compile what many tests need, once, before they begin in several processes: `compile.py small` or `compile.py large`.

PaintBall's rules are compiled for each of its two sizes of records, and with the larger one those of the open table and
of the other games.
Two processes that need the same code at the same time would both compile it. Of the larger size only the slow tests
(SLOW=1) call more than the rules.
"""

import gc
import os
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from paintball_env.on_table.definition import PAINTBALL as TABLE

from beat_to_quarters.definition import BEAT_TO_QUARTERS
from octagon_ball.definition import OCTAGON_BALL
from paintball_env import BatchedGames, Scenario, SelfPlayGames, as_opponent, make_agent, parallel_env
from paintball_env.game import Game
from paintball_env.observation import Encoding
from state_of_war.definition import STATE_OF_WAR
from tabletop.agents.registry import make
from tabletop.env.batch.playouts import random_games
from tabletop.play.game import Game as AnyGame
from tabletop.play.odds import outcomes
from tabletop.rate.matches.match import play

PRESETS = {"small": "capture-the-flag-basic-drawn", "large": "battle-12"}


def both(scenario: Scenario) -> None:
    """What tests of both sizes call."""
    random_games(scenario, 1, 1)
    game = Game(scenario, seed=1)
    outcomes(game, int(np.flatnonzero(game.legal_mask())[0]))
    play(make_agent("hunter"), make_agent("random"), scenario, 1)


def small(scenario: Scenario) -> None:
    """What only tests of the smaller size call: games that are looked at, the environments, networks, a search."""
    random_games(scenario, 1, 1, encoding=Encoding(scenario))
    play(make_agent("champion"), make_agent("search:sims=8"), scenario, 1)
    env = parallel_env(scenario=scenario)
    observations, _ = env.reset(seed=1)
    env.step({agent: int(observation["action_mask"].argmax()) for agent, observation in observations.items()})
    games = BatchedGames(scenario, 2, [as_opponent(make_agent("hunter"), scenario)])
    games.step(games.reset()[1].argmax(axis=1))
    self_play = SelfPlayGames(scenario, 2, [None, "random"])
    self_play.step(self_play.reset().masks.argmax(axis=1))


def on_table() -> None:
    """What the tests of the open table call: its rules and its bots."""
    scenario = TABLE.load("capture-the-flag-table-drawn")
    game = AnyGame(scenario, seed=1)
    outcomes(game, int(np.flatnonzero(game.legal_mask())[0]))
    play(make("hunter", TABLE), make("random", TABLE), scenario, 1)


def other_game() -> None:
    """What the tests of the other game call: its rules and its bots."""
    scenario = OCTAGON_BALL.load("octagon-small")
    game = AnyGame(scenario, seed=1)
    outcomes(game, int(np.flatnonzero(game.legal_mask())[0]))
    play(make("runner", OCTAGON_BALL), make("random", OCTAGON_BALL), scenario, 1)


def naval() -> None:
    """What the tests of the naval game call: its rules, its bots, its network and the search."""
    scenario = BEAT_TO_QUARTERS.load("first-fight")
    random_games(scenario, 1, 1)
    game = AnyGame(scenario, seed=1)
    outcomes(game, int(np.flatnonzero(game.legal_mask())[0]))
    for name in ("admiral", "commodore", "search:sims=8"):
        play(make(name, BEAT_TO_QUARTERS), make("random", BEAT_TO_QUARTERS), scenario, 1)


def state_of_war() -> None:
    """What the tests of State of War call: its rules, its bots and its network, at two sizes."""
    for name in ("first-skirmish", "raid"):
        scenario = STATE_OF_WAR.load(name)
        random_games(scenario, 1, 1)
        game = AnyGame(scenario, seed=1)
        outcomes(game, int(np.flatnonzero(game.legal_mask())[0]))
        play(make("colonel", STATE_OF_WAR), make("careful", STATE_OF_WAR), scenario, 1)


if __name__ == "__main__":
    gc.disable()  # Numba leaves much to look through, and little of it is garbage: a tenth of the time
    chosen = Scenario.load(PRESETS[sys.argv[1]])
    if sys.argv[1] == "small" or os.environ.get("SLOW") == "1":
        both(chosen)
    else:
        random_games(chosen, 1, 1)
    if sys.argv[1] == "small":
        small(chosen)
    else:
        on_table()
        other_game()
        naval()
        state_of_war()
