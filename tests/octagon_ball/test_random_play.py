"""Random play: every position is sound, reads back, is the same on the board turned by half, and odds add up."""

import random

import pytest

from octagon_ball.definition import OCTAGON_BALL
from octagon_ball.soundness import sound
from octagon_ball.symmetry import turned, turned_results
from tabletop.play.game import Game, IllegalActionError
from tabletop.play.odds import outcomes
from tests.octagon_ball.table import scenario_of

# Uniform play seldom touches the ball: these words make it likelier.
BOLD = {"pick up": 200, "tackle": 30, "jostle": 20, "pass": 4, "intercept": 3, "move": 1, "done": 1}


def choice(game, rng):
    """A legal action, a bold one more likely; a figure that can step to the loose ball does so more often, too."""
    names = game.legal_actions()
    weights = [next((weight for word, weight in BOLD.items() if word in name), 1) for name in names]
    return rng.choices(names, weights)[0]


def games(name, seeds, limit=150):
    """A game at each decision of bold play, and at its end."""
    for seed in seeds:
        game, rng = Game(scenario_of(name), seed=seed), random.Random(seed)
        # The ball begins in somebody's hands, or hardly anything would happen.
        text = game.position()
        if "to=white:act" in text or "to=black:act" in text:
            holder = text.split("acting=")[1][0].upper() + "2"
            text = text.replace("turn=1 ", "turn=3 ")  # a match has begun with nobody at the ball (MA4)
            text = " ".join(word if not word.startswith("ball=") else f"ball={holder}" for word in text.split())
            game = Game(game.scenario, seed=seed, start=text)
        for _ in range(limit):
            yield game, rng
            if game.over:
                break
            game.step(choice(game, rng))


@pytest.mark.parametrize("name", ["octagon-small", "first-goal?points=12", "octagon?figures=2&turns=6"])
def test_every_position_is_sound_and_reads_back(name):
    kinds = set()
    for game, _ in games(name, range(4)):
        assert sound(game.scenario.world[0], game.games[0]) == 0, game.position()
        again = OCTAGON_BALL.parse_position(game.scenario, game.position())
        again["dice"] = game.games["dice"]
        assert again.tobytes() == game.games.tobytes(), game.position()
        kinds |= {event.kind for event in game.events}
    assert {"moved", "deployed" if "figures=2" in name else "passed", "turn began"} <= kinds


def test_the_board_turned_by_half_plays_the_same():
    for game, rng in games("octagon-small", range(3), limit=100):
        if game.over:
            continue
        other = Game.of_record(game.scenario, turned(game.scenario, game.games))
        assert other.legal_indices() == game.legal_indices()
        action = rng.choice(game.legal_indices())
        mine = game.clone(seed=rng.getrandbits(60))
        mine.step(action)
        other.step(action, results=turned_results(mine.draws))
        assert other.key() == turned(game.scenario, mine.games).tobytes()[48:]


def test_odds_add_up_and_hold_what_comes():
    checked = 0
    for game, rng in games("octagon-small", range(8), limit=60):
        if game.over or rng.random() < 0.7:
            continue
        action = choice(game, rng)
        mine = game.clone(seed=rng.getrandbits(60))
        mine.step(action)
        if not mine.draws:
            continue
        results = outcomes(game, action)
        assert sum(result.probability for result in results) == 1
        assert mine.position() in {result.position for result in results}
        checked += 1
    assert checked > 8


def test_every_refusal_says_the_rule():
    said = set()
    for game, rng in games("octagon-small", range(3), limit=40):
        if game.over:
            continue
        illegal = sorted(set(range(game.scenario.actions)) - set(game.legal_indices()))
        for action in rng.sample(illegal, 6):
            with pytest.raises(IllegalActionError) as refused:
                game.step(action)
            reason = str(refused.value).partition("' is illegal now: ")[2]
            assert reason.endswith(")") or reason.startswith("to wait"), reason
            said.add(reason[-5:])
    assert len(said) > 6
