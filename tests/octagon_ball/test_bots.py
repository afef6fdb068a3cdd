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
from tests.octagon_ball.table import scenario_of
from tests.octagon_ball.test_match import act

either = pytest.mark.parametrize("name", TEMPERAMENTS)


def answer(name, text, scenario="octagon-small"):
    """What a bot does in a position, and that it does the same on the board turned by half."""
    game = Game(scenario_of(scenario), start=text)
    temper, key = TEMPERAMENTS[name].record()[0], np.uint64(5)
    given = game.scenario.world[0], game.games[0], game.legal_mask(), temper, key
    action = choose(*given)
    other = Game.of_record(game.scenario, turned(game.scenario, game.games))
    assert choose(game.scenario.world[0], other.games[0], other.legal_mask(), temper, key) == action
    return game.table.name(int(action), game.decider)


@either
def test_it_carries_the_ball_into_the_goal(name):
    assert answer(name, act("W1=a6 W2=k6 W3=d9 B1=j8 B2=h9 B3=h3 ball=W2", points=1)) in (
        "W2 move E",
        "W2 move NE",
        "W2 move SE",
    )
    assert answer(name, act("W1=a6 W2=i6 W3=d9 B1=j9 B2=h9 B3=h3 ball=W2", points=3)).startswith("W2 move")


@either
def test_it_fetches_the_ball(name):
    assert answer(name, act("W1=a6 W2=f6 W3=d9 B1=k6 B2=h9 B3=h3 ball=f6", points=5)) == "W2 pick up"
    assert answer(name, act("W1=a6 W2=e6 W3=d9 B1=k6 B2=h9 B3=h3 ball=g6", points=5)) in (
        "W2 move E",
        "W2 move NE",
        "W2 move SE",
    )


@either
def test_it_tackles_the_holder(name):
    assert answer(name, act("W1=a6 W2=f6 W3=d9 B1=k6 B2=e6 B3=h3 ball=B2", points=4)) == "W2 tackle"


def test_the_passer_shoots_when_nobody_is_in_the_way():
    shot = act("W1=a6 W2=i8 W3=d9 B1=e1 B2=h11 B3=h3 ball=W2", points=1)
    assert answer("passer", shot) == "pass short SE"


@either
def test_it_tries_to_intercept_what_would_go_in(name):
    start = Game(scenario_of("octagon-small"), start=act("W1=a6 W2=e6 W3=d9 B1=k6 B2=h9 B3=h3 ball=W2", points=1))
    start.step("pass short E", results=[12])
    assert answer(name, start.position()) == "let pass", "it comes nearer"
    start.step("let pass")
    assert answer(name, start.position()) == "intercept"


@either
def test_it_deploys_its_goalie_in_the_goal_zone(name):
    assert answer(name, "turn=0 acting=white to=black:deploy asked=B1 ball=j10", "octagon") == "square s10"


def test_chances_of_passes_are_those_of_the_rules():
    text = act("W1=a6 W2=h5 W3=d9 B1=j9 B2=e11 B3=e1 ball=W2", points=7)
    game = Game(scenario_of("octagon-small"), start=text)
    passes = np.zeros((3, 8, chances.COLUMNS))
    chances.weigh_passes(game.scenario.world[0], game.games[0], 0, passes)
    for kind, name in enumerate(("short", "medium")):
        goals = sum(result.probability for result in outcomes(game, f"pass {name} E") if "score=1,0" in result.position)
        assert passes[kind, 0, chances.GOAL] == pytest.approx(float(goals)) and goals > Fraction(1, 2)
    assert np.allclose(chances.DISTANCES.sum(axis=1), 1) and chances.DISTANCES[0, 7] == pytest.approx(1 / 6)
    sums = passes[:, :, [chances.GOAL, chances.OWN_GOAL, chances.CAUGHT, chances.RECEIVED]].sum(axis=2)
    assert (sums >= 0).all() and (sums <= 1 + 1e-9).all()


def test_tackles_are_reckoned_as_the_rules_roll_them():
    text = act("W1=a6 W2=g6 W3=d9 B1=k6 B2=h6 B3=h3 ball=B2", points=5)
    for made in range(3):
        game = Game(
            scenario_of("octagon-small"),
            start=text.replace("points=5", f"points=5 tackles={made}" if made else "points=5"),
        )
        won = sum(result.probability for result in outcomes(game, "W2 tackle") if "to=white:take" in result.position)
        assert chances.TACKLES[made, 0] == pytest.approx(float(won))
    assert np.allclose(chances.TACKLES[1:].sum(axis=1), 1), "the first one never fouls (TA7)"
    assert np.allclose(chances.JOSTLES.sum(axis=1), 1) and chances.JOSTLES[2, 2] == pytest.approx(21 / 36)


@either
def test_it_takes_the_ball_that_it_has_won(name):
    text = act("W1=a6 W2=f6 W3=d9 B1=k6 B2=e6 B3=h3 ball=e6", points=2, tackles=1)
    assert answer(name, text.replace("white:act", "white:take asked=W2")) == "W2 pick up"


@either
def test_nobody_of_the_team_in_turn_receives_a_ball_knocked_free(name):
    """TA5: W3 tries to catch it, where it would leave a pass to W1."""
    knocked = act("W1=i3 W2=e3,tried W3=h4 B1=k6 B2=d3 B3=j8 ball=g3", points=4, tackles=1)
    assert answer(name, knocked.replace("white:act", "white:intercept asked=W3 pass=B2:E:2")) == "intercept"
    passed = act("W1=i3 W2=d3 W3=h4 B1=k6 B2=e6 B3=j8 ball=g3", points=4)
    assert answer(name, passed.replace("white:act", "white:intercept asked=W3 pass=W2:E:2")) == "let pass"


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
    squares = int(world.rules.squares)
    for team in (0, 1):
        found = {square: 1 for square in range(squares) if (crosses[square] == 1 - team).any()}
        while len(found) < squares:
            found |= {
                square: 1 + min(found[to] for to in ahead[square].tolist() if to in found)
                for square in range(squares)
                if square not in found and not found.keys().isdisjoint(ahead[square].tolist())
            }
        assert [chances.steps_to_goal(world, team, square) for square in range(squares)] == [
            found[square] for square in range(squares)
        ]
