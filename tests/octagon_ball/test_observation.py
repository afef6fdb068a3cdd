"""Observations, facts and shaping: in range, named, and the same for both teams on the board turned by half."""

import random

import numpy as np
import pytest

from octagon_ball import facts
from octagon_ball.definition import OCTAGON_BALL
from octagon_ball.encoding import ENCODINGS, Encoding
from octagon_ball.observation import FIGURE, MATCH, PLANES, observe
from octagon_ball.reward import potential
from octagon_ball.shaping import Shaping
from octagon_ball.symmetry import turned
from tabletop.game.encodings import split
from tabletop.play.game import Game
from tabletop.show.showing import showing_of
from tests import refuses
from tests.octagon_ball.table import scenario_of
from tests.octagon_ball.test_match import act
from tests.octagon_ball.test_random_play import games

HELD = act("W1=a6 W2=d3,down W3=g6 B1=k6 B2=h6 B3=h3 ball=B2", points=3, tackles=1, score="0,1")


def seen(game, team, name="vector"):
    encoding = Encoding(game.scenario, name)
    out = np.full(encoding.shape, 9, np.float32)
    observe(game.scenario.world[0], game.games[0], team, encoding.cells, out)
    return split(encoding, out)


@pytest.mark.parametrize("name", ENCODINGS)
def test_numbers_are_in_range_and_the_same_for_both_on_the_turned_board(name):
    for game, rng in games("octagon-small", range(2), limit=60):
        if rng.random() < 0.6:
            continue
        encoding = Encoding(game.scenario, name)
        both = np.zeros((2, *encoding.shape), np.float32)
        other = np.zeros_like(both)
        for team in (0, 1):
            observe(game.scenario.world[0], game.games[0], team, encoding.cells, both[team])
            observe(game.scenario.world[0], turned(game.scenario, game.games)[0], 1 - team, encoding.cells, other[team])
        assert (both == other).all() and (both >= encoding.low).all() and (both <= encoding.high).all()


def test_each_number_is_named():
    for preset in OCTAGON_BALL.presets():
        for name in ENCODINGS:
            table = showing_of(OCTAGON_BALL).observation_table(OCTAGON_BALL.load(preset), name)
            assert len(table["entries"]) == Encoding(OCTAGON_BALL.load(preset), name).size
    refuses(ValueError, "encoding 'pictures':", lambda: Encoding(scenario_of("octagon"), "pictures"))


def test_the_vector_says_what_is_there():
    game = Game(scenario_of("octagon-small"), start=HELD)
    black = seen(game, 1)
    match = dict(zip((entry.name for entry in MATCH), black["match"].tolist(), strict=True))
    assert match["own ball"] == 1 and match["one tackle"] == 1 and match["other decides"] == 1
    assert match["lead"] == match["own goals"] == 0.5 and match["ball x"] == pytest.approx(-0.4)
    figure = dict(zip((entry.name for entry in FIGURE), black["figures"][0, 1].tolist(), strict=True))
    assert figure["holds"] == figure["marked"] == figure["there"] == 1 and figure["x"] == pytest.approx(-0.4)
    other = dict(zip((entry.name for entry in FIGURE), black["figures"][1, 1].tolist(), strict=True))
    assert other["down"] == 1 and other["marked"] == 0 and other["x"] == pytest.approx(0.4)


def test_the_planes_say_where():
    game = Game(scenario_of("octagon-small"), start=HELD)
    planes = dict(zip((entry.name for entry in PLANES), seen(game, 1, "planes")["planes"], strict=True))
    assert planes["in play"].sum() == 97 and planes["own zone"].sum() == planes["other zone"].sum() == 3
    assert planes["own"].sum() == 3 and planes["other"].sum() == 2 and planes["other down"].sum() == 1
    assert planes["ball"][5, 3] == planes["held"][5, 3] == 1, "h6 as Black sees it: x 3, y 5"
    assert planes["start"].sum() == 40 and planes["own zone"][:, 0].sum() == 3


def test_facts_have_a_row_for_each_legal_action_and_dont_depend_on_the_side():
    rng = random.Random(3)
    for game, _ in games("octagon-small", range(2), limit=50):
        if game.over or rng.random() < 0.6:
            continue
        both = []
        for games_ in (game.games, turned(game.scenario, game.games)):
            rows = np.zeros((game.scenario.actions, facts.ACTION_FACTS), np.float32)
            listed, position = np.zeros(len(rows), np.int16), np.zeros(facts.POSITION_FACTS, np.float32)
            world, mask = game.scenario.world[0], game.legal_mask()
            count = facts.observe_legal(world, games_[0], mask, rows, listed)
            facts.observe_position(world, games_[0], games_[0].decider, position)
            assert listed[:count].tolist() == game.legal_indices()
            assert (rows[:count, : len(facts.KINDS)].sum(axis=1) == 1).all() and abs(rows).max() <= 1.25
            both.append((rows, position))
        assert np.allclose(both[0][0], both[1][0]) and np.allclose(both[0][1], both[1][1])
    assert facts.ROW.itemsize == 4 * facts.ACTION_FACTS  # no hidden padding


def test_shaping():
    game = Game(scenario_of("octagon-small"), start=HELD)
    weights = np.array(Shaping(lead=1.0, way=0.0, ball=0.5, near=0.0).weights())
    assert potential(game.scenario.world[0], game.games[0], 1, weights) == pytest.approx(0.5 + 0.5)
    assert Shaping(gamma=0.5).reward(1.0, 1.0) == -0.5
    refuses(ValueError, "way", Shaping, way=float("nan"))
    refuses(ValueError, "ball 1e\\+300:", Shaping, ball=1e300)
    refuses(ValueError, "gamma", Shaping, gamma=0.0)
