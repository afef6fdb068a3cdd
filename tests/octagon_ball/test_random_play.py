"""Random play: every position is sound, reads back, and is the same turned by half; refusals name rules."""

import random
import re

import pytest

from octagon_ball.definition import OCTAGON_BALL
from octagon_ball.soundness import sound
from octagon_ball.symmetry import turned, turned_results
from tabletop.play.game import Game
from tests.octagon_ball.table import scenario_of

# Uniform play seldom touches the ball: these words make it likelier.
BOLD = {"pick up": 200, "tackle": 30, "jostle": 20, "pass": 4, "intercept": 3, "move": 1, "done": 1}


def games(name, seeds, limit=100):
    """A game at each decision of bold play, and at its end."""
    for seed in seeds:
        game, rng = Game(scenario_of(name), seed=seed), random.Random(seed)
        # The ball begins in somebody's hands, or hardly anything would happen.
        if game.decision == "act":
            holder = f"ball={'WB'[game.decider]}2"
            text = game.position().replace("turn=1 ", "turn=3 ")  # a match has begun with nobody at the ball (MA4)
            game = Game(game.scenario, seed=seed, start=re.sub(r"ball=\w+", holder, text))
        for _ in range(limit):
            yield game, rng
            if game.over:
                break
            names = game.legal_actions()
            weights = [next((weight for word, weight in BOLD.items() if word in name), 1) for name in names]
            game.step(rng.choices(names, weights)[0])


@pytest.mark.parametrize("name", ["octagon-small", "first-goal?points=12", "octagon?figures=2&turns=6"])
def test_every_position_is_sound_reads_back_and_is_the_same_turned(name):
    kinds, said = set(), set()
    for game, rng in games(name, range(4)):
        assert sound(game.scenario.world[0], game.games[0]) == 0, game.position()
        again = OCTAGON_BALL.parse_position(game.scenario, game.position())
        again["dice"] = game.games["dice"]
        assert again.tobytes() == game.games.tobytes(), game.position()
        kinds |= {event.kind for event in game.events}
        if game.over:
            continue
        for action in rng.sample(sorted(set(range(game.scenario.actions)) - set(game.legal_indices())), 3):
            reason = OCTAGON_BALL.why_not(game.scenario, game.games, action)
            assert reason.endswith(")") or reason.startswith("to wait"), reason
            said.add(reason[-5:])
        mine, other = game.clone(seed=rng.getrandbits(60)), turned(game.scenario, game.games)
        action, other = rng.choice(game.legal_indices()), Game.of_record(game.scenario, other)
        assert other.legal_indices() == game.legal_indices()
        mine.step(action)
        other.step(action, results=turned_results(mine.draws))
        assert other.key() == turned(game.scenario, mine.games).tobytes()[48:]
    assert {"moved", "deployed" if "figures=2" in name else "passed", "turn began"} <= kinds and len(said) > 4
