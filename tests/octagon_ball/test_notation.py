"""Positions that nobody can come to are refused in a line; names of actions that there aren't, too."""

import re

import pytest

from octagon_ball.definition import OCTAGON_BALL
from tabletop.play.game import Game
from tabletop.play.reset_options import read_position
from tests import refuses
from tests.octagon_ball.table import scenario_of

PLACES = "W1=a6 W2=d3 W3=d9 B1=k6 B2=h9 B3=h3 ball=f6"
ACT = f"turn=3 acting=white points=5 to=white:act {PLACES}"
ASKED = (
    "turn=3 acting=white points=2 to=black:intercept asked=B2 pass=W2:E:5 W1=a6 W2=d3 W3=a5 B1=k6 B2=h3 B3=f11 ball=g3"
)
OVER = f"turn=5 acting=white score=2,1 over=white:goals {PLACES.removesuffix(' ball=f6')}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "turn is missing"),
        ("turn", "no key=value: 'turn'"),
        (ACT + " turn=3", "turn is given twice"),
        (ACT + " wind=3", "unknown key wind"),
        (ACT.replace("turn=3", "turn=99"), "turn=99: a number from 0 to 24"),
        (ACT.replace("points=5", "points=8"), "points=8: a number from 0 to 7"),
        (ACT.replace("acting=white", "acting=red"), "acting=red: known are white, black"),
        (ACT.replace(" acting=white", ""), "acting is missing"),
        (ACT.replace("white:act", "white:sing"), "to=sing: known are deploy, act, intercept, take"),
        (ACT.replace("W1=a6", "W1=a1"), "W1=a1: there is no square a1 on this board"),
        (ACT.replace("W1=a6", "W1=d3"), "BO8"),
        (ACT.replace("W1=a6", "W1=a6,asleep"), "W1: asleep is no state"),
        (ACT.replace("W1=a6", "W1=a6,tried,trying"), "W1: trying doesn't fit another state of it"),
        (ACT.replace("W1=a6 ", ""), "DE1"),
        (ACT.replace("ball=f6", "ball=W4"), "there is no figure W4"),
        (ACT.replace(" ball=f6", ""), "MA5"),
        (ACT.replace("W2=d3", "W2=d3,down").replace("ball=f6", "ball=W2"), "JO4"),
        (ACT.replace("to=white", "to=black"), "MA1"),
        (ACT.replace(" W1", " asked=W1 W1"), "IN2"),
        (ACT.replace(" W1", " kept=1 W1"), "AP6"),
        (ACT.replace(" W1", " pass=W2:E:5 W1"), "PA2"),
        (ACT.replace("W1=a6", "W1=a6,tried"), "IN3"),
        (ACT.replace("turn=3", "turn=0"), "DE1"),
        (ACT.replace(" W1", " score=1 W1"), "score=1: White's goals and Black's"),
        (ACT.replace(" W1", " score=2,0 W1"), "MA2"),
        (ACT.replace("points=5 to=white:act", "over=white:time"), "MA1"),
        (OVER.replace("white:goals", "black:goals"), "MA1"),
        (OVER.replace("turn=5", "turn=24").replace("white:goals", "white:time"), "MA2"),
        (OVER.replace("score=2,1", "points=3 score=2,1"), "GO1"),
        (ACT.replace("points=5 to=white:act", "over=draw:time"), "MA1"),
        (ASKED.replace("pass=W2", "pass=B1"), "TA5"),
        (ASKED.replace("ball=g3", "ball=e3"), "IN1"),
        (ASKED.replace("B2=h3", "B2=h3,down"), "IN1"),
        (ASKED.replace("B2=h3", "B2=h3,tried"), "IN1"),
        (ASKED.replace("W2=d3", "W2=d3,tried"), "IN1"),
        (ASKED.replace("W2:E:5", "W2:UP:5"), "pass=UP"),
        (ASKED.replace("W2:E:5", "W2:E:25"), "a number from 0 to 23"),
        (ASKED.replace("W2:E:5", "W2:E:24"), "a number from 0 to 23"),
        (OVER.replace("over=", "to=white:act over="), "MA1"),
        (OVER + " ball=f6", "GO1"),
        ("turn=0 acting=white ball=f7", "MA4"),
        ("turn=0 acting=black ball=f6", "MA3"),
        ("turn=0 acting=white score=1,0 ball=f6", "DE1"),
        ("turn=0 acting=white points=1 ball=f6", "DE1"),
        ("turn=0 acting=white to=white:deploy asked=W1 ball=f6", "DE2"),
    ],
)
def test_a_position_is_refused(text, said):
    scenario = scenario_of("octagon-small")
    refuses(ValueError, re.escape(said), OCTAGON_BALL.parse_position, scenario, text)
    # Who reads it for somebody says what it is, once.
    refuses(ValueError, r"^position: (?!position)", read_position, scenario, text)


GOAL_IN_THE_LAST_TURN = OVER.replace("turn=5", "turn=24")
LONGEST = "turn=3 acting=white to=black:intercept asked=B2 pass=W2:E:23 W1=a6 W2=d3 W3=a5 B1=k6 B2=f3 B3=f11 ball=e3"


@pytest.mark.parametrize("text", [ACT, ASKED, OVER, GOAL_IN_THE_LAST_TURN, LONGEST, "turn=0 acting=white ball=f6"])
def test_these_positions_are_read_and_written_alike(text):
    scenario = scenario_of("octagon-small")
    assert OCTAGON_BALL.format_position(scenario, OCTAGON_BALL.parse_position(scenario, text)) == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("turn=0 acting=white to=black:deploy asked=W1 ball=j10", "IN2"),
        ("turn=0 acting=white to=black:deploy asked=B2 ball=j10", "DE2"),
        ("turn=0 acting=white to=white:deploy asked=W1 B1=a10 ball=j10", "DE1"),
        ("turn=0 acting=white to=white:deploy asked=W1 B1=s10 ball=j11", "the ball is on the centre spot"),
        ("turn=0 acting=white to=white:deploy asked=W1 B1=s10 ball=B1", "the ball is on the centre spot"),
        ("turn=0 acting=white to=white:deploy asked=W1 B1=s10,down ball=j10", "in turn 0 nothing has been played"),
    ],
)
def test_a_deployment_is_refused(text, said):
    refuses(ValueError, re.escape(said), lambda: OCTAGON_BALL.parse_position(scenario_of("octagon"), text))


def test_home_squares_are_refused_where_the_scenario_says_them():
    scenario = scenario_of("octagon-small?deployment=fixed")
    text = OCTAGON_BALL.format_position(scenario, Game(scenario, seed=1).games)
    refuses(ValueError, "^white: ", OCTAGON_BALL.parse_position, scenario, f"{text} white=b4,b3,c4")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("W4 move E", "there is no W4 in this game (3 figures a team)"),
        ("B1 move E", "B1 is Black's and White decides"),
        ("W1 move UP", "UP is no direction"),
        ("W1 jostle W2", "W2 is no enemy (B1 B2 B3)"),
        ("W1 sing", "W1 knows no 'sing'"),
        ("W1", "what is W1 to do?"),
        ("pass far E", "far is no kind of pass (short medium long)"),
        ("pass short UP", "UP is no direction"),
        ("square z9", "z9 is no square (d1 to h11)"),
        ("sing", "unknown"),
    ],
)
def test_there_is_no_such_action(name, said):
    game = Game(scenario_of("octagon-small"), start=ACT)
    refuses(ValueError, re.escape(f"action '{name}': {said}"), game.step, name)
