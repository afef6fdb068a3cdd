"""Random play: every position is sound, reads back, and looks the same to both sides, turned by half; compiled, too."""

import os
import re
import subprocess
import sys

import numpy as np
import pytest

from state_of_war.definition import STATE_OF_WAR, VARIANTS
from state_of_war.encoding import Encoding
from state_of_war.observation import observe
from state_of_war.rules.play import legal_actions
from state_of_war.soundness import sound
from state_of_war.symmetry import turned, turned_results
from tabletop.compiled.compiling import compiled
from tabletop.play.game import Game
from tests import ROOT
from tests.battles import battles

# By these words units meet, shoot and charge.
BOLD = {"shoot": 20, "charge": 20, "fire": 5, "press": 5, "move": 3, "form": 0.3, "end": 0.2, "stand": 2}
LIMIT = 80 if compiled() else 12  # decisions
PLAIN = re.compile("to wait is for|that isn't asked for|the scenario doesn't have this")


def bold(game, rng):
    """One of the legal actions."""
    names = game.legal_actions()
    return rng.choices(names, [BOLD.get(name.split()[-1 if name[0] in "BG" else 0], 1) for name in names])[0]


@pytest.mark.parametrize(("number", "rules"), list(enumerate(VARIANTS)), ids=str)
def test_every_position_is_sound_reads_back_and_is_the_same_turned(number, rules):
    """W8, and every rule's refusals."""
    name = ("line-and-line", "raid", "militia")[number % 3]
    scenario = STATE_OF_WAR.with_rules(STATE_OF_WAR.load(name), rules)
    encoding = Encoding(scenario, "vector")
    mine, other = np.zeros(encoding.shape, np.float32), np.zeros(encoding.shape, np.float32)
    mask, said = np.zeros(scenario.actions, np.int8), set()
    for game, rng in battles(scenario, (number, 50 + number), LIMIT, bold):
        assert sound(scenario.world[0], game.games[0]) == 0, game.position()
        again = STATE_OF_WAR.parse_position(scenario, game.position())
        again["dice"] = game.games["dice"]
        assert again.tobytes() == game.games.tobytes(), game.position()
        if game.over:
            continue
        assert legal_actions(scenario.world[0], game.games[0], mask) == mask.sum() > 1
        illegal = sorted(set(range(scenario.actions)) - set(game.legal_indices()))
        for action in rng.sample(illegal, min(3, len(illegal))):
            reason = STATE_OF_WAR.why_not(scenario, game.games, action)
            assert re.search(r"\([A-Z]{2}\d*(, [A-Z]{2}\d*)*\)$", reason) or PLAIN.search(reason), reason
            said.add(reason[-5:])
        there = turned(scenario, game.games)
        if there is None:
            continue
        for team in (0, 1):
            observe(scenario.world[0], game.games[0], team, encoding.cells, mine)
            observe(scenario.world[0], there[0], 1 - team, encoding.cells, other)
            assert (mine == other).all() and (mine >= encoding.low).all() and (mine <= encoding.high).all()
        here, there = game.clone(seed=rng.getrandbits(60)), Game.of_record(scenario, there)
        assert there.legal_indices() == game.legal_indices() and there.decider == 1 - game.decider
        action = rng.choice(game.legal_indices())
        here.step(action)
        there.step(action, results=turned_results(here.draws))
        assert there.key() == Game.of_record(scenario, turned(scenario, here.games)).key(), (game.position(), action)
    assert said


def course(name):
    """Positions, draws and numbers of legal actions of a battle."""
    return [
        (game.position(), str(game.draws), len(game.legal_indices()))
        for game, _ in battles(STATE_OF_WAR.load(name), (7,), 40, bold)
    ]


@pytest.mark.skipif(not compiled(), reason="beside itself it would be the same")
def test_compiled_and_plain_rules_play_the_same():
    script = "from tests.state_of_war.test_random_play import course; print(course('raid'))"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == str(course("raid")), done.stderr
