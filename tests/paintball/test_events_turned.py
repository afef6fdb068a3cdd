"""What one team's events say, the other team's say of the board turned by half: nothing is noted of the wrong team."""

import re

import numpy as np
import pytest

from paintball_env import Game, Scenario
from tabletop.game.hex_grid import DIRECTIONS
from tests.paintball.symmetry import turned, turned_results
from tests.paintball.test_events import positions

PRESETS = ("capture-the-flag", "single-flag", "reverse-flag-drawn", "battle-12-drawn")
OPPOSITE = dict(zip(DIRECTIONS, DIRECTIONS[3:] + DIRECTIONS[:3], strict=True))
EXCHANGED = {"red": "blue", "blue": "red", "M1": "M2", "M2": "M1"}
# Of these each team has one, Red's first; or they tell of a lot between the teams.
BOTH = ("command rolled", "roll-off", "order drawn")


def turner(scenario):
    """A function that turns a text with names of teams, figures, Marshals, hexes and directions."""
    names = scenario.board_map.names
    places = dict(zip(names, reversed(names), strict=True))

    def word(match):
        text = match[0]
        if re.fullmatch(r"[RB]\d+", text):
            return ("B" if text[0] == "R" else "R") + text[1:]
        return EXCHANGED.get(text) or places.get(text) or OPPOSITE.get(text) or text

    return lambda text: re.sub(r"\w+", word, text) if isinstance(text, str) else text


def check(one, other, turn):
    """The events of both last steps are each other's, turned."""
    told = [[event._replace(drawn=0) for event in game.events] for game in (one, other)]
    expected = [
        event._replace(**{name: turn(getattr(event, name)) for name in ("who", "whom", "start", "place", "value")})
        for event in told[0]
    ]
    order = sorted if any(event.kind in BOTH for event in told[0]) else list
    assert order(map(str, told[1])) == order(map(str, expected))


def turned_game(game):
    return Game.of_record(game.scenario, turned(game.scenario, game.games))


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.slow
def test_events_of_random_play_turn_with_the_board(name):
    scenario, noise = Scenario.load(name), np.random.default_rng(1)
    turn, steps, kinds = turner(scenario), 0, set()
    game = Game(scenario, seed=1)
    while steps < 250:
        if game.over:
            game = Game(scenario, seed=steps)
        other = turned_game(game)
        action = int(noise.choice(game.legal_indices()))
        game.step(action)
        other.step(action, turned_results(game.draws))
        check(game, other, turn)
        kinds |= {event.kind for event in game.events}
        steps += 1
    assert len(kinds) > 20


@pytest.mark.parametrize(("start", "name", "steps", "_"), list(positions()))
def test_events_of_rare_positions_turn_with_the_board(start, name, steps, _):
    game = Game(name, start=start)
    turn = turner(game.scenario)
    for action, results in steps:
        other = turned_game(game)
        index = game.table.index(action, game.decider)
        game.step(action, results)
        other.step(index, turned_results(game.draws))
        check(game, other, turn)
