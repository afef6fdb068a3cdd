"""The scripted bots see the obvious; what they reckon with is what the rules say."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import octagon_ball
from octagon_ball import chances
from octagon_ball.bots.choice import choose
from octagon_ball.bots.temperament import TEMPERAMENTS, Temperament
from octagon_ball.definition import OCTAGON_BALL
from octagon_ball.symmetry import turned
from tabletop.agents.registry import make
from tabletop.learn.training import config
from tabletop.play.game import Game
from tabletop.play.odds import outcomes
from tests import refuses
from tests.octagon_ball.table import game_at, scenario_of

BEFORE_THE_LINE = ("W2 move E", "W2 move NE", "W2 move SE")
SHOT = ("pass short E", [12])
NEAR = "points=4 to=white:intercept asked=W3 START W1=i3 W3=h4 B3=j8 ball=g3"  # W3 is next to the ball


@pytest.mark.parametrize("name", TEMPERAMENTS)
@pytest.mark.parametrize(
    ("where", "steps", "answers"),
    [
        ("points=1 LINE W2=k6 B1=j8", (), BEFORE_THE_LINE),  # it carries the ball into the goal
        ("points=3 LINE W2=i6 B1=j9", (), [f"W2 move {way}" for way in ("E", "NE", "N", "NW", "W", "SW", "S", "SE")]),
        ("points=5 START W2=f6", (), ["W2 pick up"]),  # it fetches it
        ("points=5 START W2=e6 ball=g6", (), BEFORE_THE_LINE),
        ("points=4 START W2=f6 B2=e6 ball=B2", (), ["W2 tackle"]),
        ("points=2 tackles=1 to=white:take asked=W2 START W2=f6 B2=e6 ball=e6", (), ["W2 pick up"]),
        ("points=1 START W2=e6 ball=W2", (SHOT,), ["let pass"]),  # it comes nearer
        ("points=1 START W2=e6 ball=W2", (SHOT, ("let pass", [])), ["intercept"]),  # it would go in
        # TA5: W3 tries to catch a ball knocked free, where it would leave a pass to W1.
        (f"{NEAR} tackles=1 pass=B2:E:2 W2=e3,tried B2=d3", (), ["intercept"]),
        (f"{NEAR} pass=W2:E:2 B2=e6", (), ["let pass"]),
        ("turn=0 to=black:deploy asked=B1 ball=j10", (), ["square s10"]),  # its goalie
    ],
)
def test_ta5_it_does_the_obvious_here_and_on_the_board_turned_by_half(name, where, steps, answers):
    assert answer(name, game_at(where, *steps, scenario="octagon" if "turn=0" in where else "octagon-small")) in answers


def answer(name, game):
    temper, key = TEMPERAMENTS[name].record()[0], np.uint64(5)
    action = choose(game.scenario.world[0], game.games[0], game.legal_mask(), temper, key)
    other = Game.of_record(game.scenario, turned(game.scenario, game.games))
    assert choose(game.scenario.world[0], other.games[0], other.legal_mask(), temper, key) == action
    return game.table.name(int(action), game.decider)


def test_the_passer_shoots_when_nobody_is_in_the_way():
    assert answer("passer", game_at("points=1 LINE W2=i8 B1=e1 B2=h11 B3=h3")) == "pass short SE"


def test_chances_of_passes_are_those_of_the_rules():
    game = game_at("points=7 START W2=h5 B1=j9 B2=e11 B3=e1 ball=W2")
    passes = np.zeros((3, 8, chances.COLUMNS))
    chances.weigh_passes(game.scenario.world[0], game.games[0], 0, passes)
    for kind, name in enumerate(("short", "medium")):
        goals = sum(result.probability for result in outcomes(game, f"pass {name} E") if "score=1,0" in result.position)
        assert passes[kind, 0, chances.GOAL] == pytest.approx(float(goals)) and goals > Fraction(1, 2)
    assert np.allclose(chances.DISTANCES.sum(axis=1), 1) and chances.DISTANCES[0, 7] == pytest.approx(1 / 6)
    sums = passes[:, :, [chances.GOAL, chances.OWN_GOAL, chances.CAUGHT, chances.RECEIVED]].sum(axis=2)
    assert (sums >= 0).all() and (sums <= 1 + 1e-9).all()


def test_ta7_tackles_are_reckoned_as_the_rules_roll_them():
    for made in range(3):
        results = outcomes(game_at(f"points=5 tackles={made} HELD"), "W2 tackle")
        won = sum(result.probability for result in results if "to=white:take" in result.position)
        assert chances.TACKLES[made, 0] == pytest.approx(float(won))
    assert np.allclose(chances.TACKLES[1:].sum(axis=1), 1), "the first one never fouls (TA7)"
    assert np.allclose(chances.JOSTLES.sum(axis=1), 1) and chances.JOSTLES[2, 2] == pytest.approx(21 / 36)


def test_bots_take_numbers():
    bot = make("runner:back=1,noise=0", OCTAGON_BALL)
    assert bot.name == "runner:back=1,noise=0" and bot.temper.back == 1
    refuses(ValueError, "noise=9", make, "runner:noise=9", OCTAGON_BALL)
    assert Temperament() not in TEMPERAMENTS.values() and len(set(TEMPERAMENTS.values())) == 2


def test_the_configuration_of_training_that_comes_along():
    path = Path(octagon_ball.__file__).parent / "configs" / "small.toml"
    settings = config.load(path, OCTAGON_BALL)
    assert settings.name == path.stem and settings.scenario in OCTAGON_BALL.presets()
    for name in (*settings.opponents, *settings.final.opponents, *settings.scoring.teachers):
        make(name, OCTAGON_BALL)


@pytest.mark.parametrize("preset", ["octagon", "octagon-small"])
def test_steps_to_the_goal_are_the_moves_that_the_rules_ask_for(preset):
    world = scenario_of(preset).world[0]
    ahead, crosses = np.asarray(world.board.ahead), np.asarray(world.board.crosses)
    squares = range(int(world.rules.squares))
    for team in (0, 1):
        steps = {square: 1 for square in squares if (crosses[square] == 1 - team).any()}
        while len(steps) < len(squares):
            near = {square: {*ahead[square].tolist()} & steps.keys() for square in squares if square not in steps}
            steps |= {square: 1 + min(steps[to] for to in around) for square, around in near.items() if around}
        assert all(chances.steps_to_goal(world, team, square) == steps[square] for square in squares)
