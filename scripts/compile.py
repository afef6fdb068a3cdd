#!/usr/bin/env python3
"""Compile what many tests need, once, before they begin in several processes: `compile.py small` or `compile.py large`.

The rules are compiled for each of the two sizes of records. Two processes that need the same code at the same time
would both compile it.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from paintball_env import BatchedGames, Scenario, SelfPlayGames, as_opponent, make_agent, parallel_env
from paintball_env.game import Game
from paintball_env.observation import Encoding
from tabletop.batch.playouts import random_games
from tabletop.matches.match import play
from tabletop.odds import outcomes

PRESETS = {"small": "capture-the-flag-basic-drawn", "large": "battle-12"}


def both(scenario: Scenario) -> None:
    """What tests of both sizes call."""
    random_games(scenario, 1, 1, encoding=Encoding(scenario))
    game = Game(scenario, seed=1)
    outcomes(game, int(np.flatnonzero(game.legal_mask())[0]))
    play(make_agent("hunter"), make_agent("random"), scenario, 1)


def small(scenario: Scenario) -> None:
    """What only tests of the smaller size call: the environments."""
    env = parallel_env(scenario=scenario)
    observations, _ = env.reset(seed=1)
    env.step({agent: int(seen["action_mask"].argmax()) for agent, seen in observations.items()})
    games = BatchedGames(scenario, 2, [as_opponent(make_agent("hunter"), scenario)])
    games.step(games.reset()[1].argmax(axis=1))
    both = SelfPlayGames(scenario, 2, [None, "random"])
    both.step(both.reset().masks.argmax(axis=1))


if __name__ == "__main__":
    chosen = Scenario.load(PRESETS[sys.argv[1]])
    both(chosen)
    if sys.argv[1] == "small":
        small(chosen)
