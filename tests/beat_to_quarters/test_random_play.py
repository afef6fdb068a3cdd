"""Random play: every position is sound, reads back, is the same turned by half, and what is refused names its rule."""

import re

import numpy as np
import pytest

from beat_to_quarters.definition import BEAT_TO_QUARTERS, VARIANTS
from beat_to_quarters.soundness import sound
from beat_to_quarters.symmetry import turned, turned_results
from tabletop.play.game import Game
from tests.battles import battles
from tests.beat_to_quarters.table import scenario_of

# By these words ships meet, fire and board.
BOLD = {
    "fire": 20,
    "grapple": 12,
    "board": 20,
    "sail": 8,
    "heave": 0.5,
    "hold": 1,
    "set": 0.3,
    "close": 0.2,
    "done": 0.5,
}
PLAIN = re.compile("is a friend in action|to wait is for|is not yours|that would do it|is not on the map")


def bold(game, rng):
    """One of the legal actions."""
    names = game.legal_actions()
    weights = [20 if name.endswith(("fires", "grapples")) else BOLD.get(name.split()[0], 1) for name in names]
    return rng.choices(names, weights)[0]


@pytest.mark.parametrize(("number", "rules"), list(enumerate(VARIANTS)), ids=str)
def test_every_position_is_sound_reads_back_and_is_the_same_turned(number, rules):
    """W4, and every rule's refusals."""
    scenario = BEAT_TO_QUARTERS.with_rules(scenario_of(("line", "port", "duel")[number % 3]), rules)
    said = set()
    for game, rng in battles(scenario, range(2), 80, bold):
        assert sound(scenario.world[0], game.games[0]) == 0, game.position()
        again = BEAT_TO_QUARTERS.parse_position(scenario, game.position())
        again["dice"] = game.games["dice"]
        assert again.tobytes() == game.games.tobytes(), game.position()
        if game.over:
            continue
        illegal = sorted(set(range(scenario.actions)) - set(game.legal_indices()))
        for action in rng.sample(illegal, min(3, len(illegal))):
            reason = BEAT_TO_QUARTERS.why_not(scenario, game.games, action)
            assert re.search(r"\([A-Z]{2}\d*a?(, [A-Z]{2}\d*a?)*\)$", reason) or PLAIN.search(reason), reason
            said.add(reason[-5:])
        there = turned(scenario, game.games)
        if there is None:
            continue
        mine, other = game.clone(seed=rng.getrandbits(60)), Game.of_record(scenario, there)
        assert other.legal_indices() == game.legal_indices() and other.decider == 1 - game.decider
        action = rng.choice(game.legal_indices())
        mine.step(action)
        other.step(action, results=turned_results(mine.draws))
        wanted = turned(scenario, mine.games)
        assert other.key() == Game.of_record(scenario, wanted).key(), (game.position(), action)
    assert len(said) > 3


def test_a_kind_of_event_for_most_that_happens():
    """The events that the rules note come up in bold play."""
    kinds = set()
    for rules in ({}, VARIANTS[-1]):
        scenario = BEAT_TO_QUARTERS.with_rules(scenario_of("line"), rules)
        for game, _ in battles(scenario, range(3), 400, bold):
            kinds |= {event.kind for event in game.events}
    wanted = {
        "fired",
        "hit",
        "missed",
        "damaged",
        "sailed",
        "turned",
        "grappled",
        "boards",
        "taken",
        "collided",
        "drifted",
    }
    assert wanted <= kinds


def test_w4_turned_twice_is_the_same():
    for game, _ in battles(scenario_of("line"), range(2), 60, bold):
        again = turned(game.scenario, turned(game.scenario, game.games))
        assert np.array_equal(again.view(np.uint8), game.games.view(np.uint8))
