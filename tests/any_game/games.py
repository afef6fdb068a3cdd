"""The games that the tests of the core are run with (the files in this folder), and what those tests share.

A game that is added to GAMES gets all of these checks; one without commands of its own those of SHELLS, too.
"""

import random

import numpy as np
import pytest

from beat_to_quarters.__main__ import shell as naval
from beat_to_quarters.definition import BEAT_TO_QUARTERS
from octagon_ball.__main__ import shell as octagon_ball
from octagon_ball.definition import OCTAGON_BALL
from paintball_env.definition import PAINTBALL
from state_of_war.__main__ import shell as state_of_war
from state_of_war.definition import STATE_OF_WAR
from tabletop.front.commands.shell import Shell
from tabletop.play.game import Game
from tests import ROOT
from tests.any_game.duel_game import DUEL
from tests.any_game.pig import PIG
from tests.any_game.squads import TWO_SQUADS

GAMES = [PAINTBALL, OCTAGON_BALL, BEAT_TO_QUARTERS, STATE_OF_WAR, PIG, TWO_SQUADS, DUEL]
# Presets with shorter games than the usual one's.
QUICK = {
    "paintball": "capture-the-flag-basic-drawn",
    "octagon": "octagon-small",
    "naval": "line",
    "skirmish": "first-skirmish",
    "squads": "short-squads",
    "duel": "short-duel",
}
# For tests that play very many decisions, or write all of them out.
SHORTEST = QUICK | {"naval": "first-fight"}
# With a set-up that has dice of its own.
SET_UP = QUICK | {"skirmish": "crossroads"}
# For tests in plain Python, where all presets of a game take minutes.
VERIFIED = {"skirmish": ["first-skirmish"], "naval": ["first-fight"], "octagon": ["octagon"]}
PIG_SHELL = Shell("pig", "Pig.", "1", "tests.any_game.pig:PIG", shown="pig", played="short-pig")
TWO_SQUADS_SHELL = Shell(
    "squads",
    "Two squads.",
    "1",
    "tests.any_game.squads:TWO_SQUADS",
    shown="squads",
    played="short-squads",
)
DUEL_SHELL = Shell("duel", "Discs.", "1", "tests.any_game.duel_game:DUEL", shown="duel", played="short-duel")
SHELLS = [octagon_ball, naval, state_of_war, PIG_SHELL, TWO_SQUADS_SHELL, DUEL_SHELL]
FIRST_LEGAL = str(ROOT / "tests" / "data" / "first_legal.py")

any_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
any_shell = pytest.mark.parametrize("shell", SHELLS, ids=lambda shell: shell.program)


def scenario_of(game, presets=QUICK):
    return game.load(presets.get(game.name, game.default_scenario))


def played(scenario, seed, decisions=10_000):
    """A game at each decision of random play, and at its end."""
    game, rng = Game(scenario, seed=seed), random.Random(seed)
    while decisions and not game.over:
        yield game
        game.step(rng.choice(game.legal_indices()))
        decisions -= 1
    yield game


def sampled(scenario, every, seeds):
    """One position in so many of random games, as games of their own."""
    return [game.clone() for seed in seeds for n, game in enumerate(played(scenario, seed)) if n % every == 0]


def legal(masks, rng):
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])


def stepped(state, action, seed):
    """The game after an action, with dice of this seed."""
    other = state.clone(seed=seed)
    other.step(action)
    return other


def deciding(scenario, every=12, seeds=(1, 2)):
    """Positions of random games in which somebody decides."""
    return [game for game in sampled(scenario, every, seeds) if not game.over]
