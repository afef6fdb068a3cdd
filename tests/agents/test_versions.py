"""Do the first versions of the bots play as they did? Results elsewhere are stated against them."""

import hashlib

import pytest

from paintball_env.scenario import Scenario
from tabletop.matches import match
from tests.agents.held import make

# Of scores, turns, decisions and orders, written down before anything in the bots' thinking was changed.
GAMES = {
    "capture-the-flag": "cec3519098fe2c09",
    "reverse-flag-drawn": "193c1328d8a1fdb3",
    "single-flag-basic": "ec936f07ff0c3e9a",
}


@pytest.mark.parametrize("name", GAMES)
def test_the_first_versions_play_as_they_did(name):
    scenario, key = Scenario.load(name), hashlib.sha256()
    for one, other in (("hunter@1", "raider@1"), ("raider@1", "sentinel@1"), ("sentinel@1", "hunter@1")):
        results = match.play(make(one), make(other), scenario, 6, seed=5)
        key.update(repr((results.score.tolist(), results.turns.tolist(), results.decisions.tolist())).encode())
        key.update(repr([counts.tolist() for counts in results.profiles]).encode())
    assert key.hexdigest()[:16] == GAMES[name]
