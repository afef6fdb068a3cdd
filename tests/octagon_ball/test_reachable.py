"""Positions that no match reaches, each beside one that a match does reach, and the rule that parts them."""

import re

import pytest

from octagon_ball.definition import OCTAGON_BALL
from tabletop.play.game import Game
from tabletop.play.reset_options import read_position
from tests import refuses
from tests.octagon_ball.table import scenario_of

SMALL, KEEPING, DRAWN = "octagon-small", "octagon-small?keeping=2", "first-goal"
START = "W1=a6 W2=d3 W3=d9 B1=k6 B2=h9 B3=h3"
ACT = "acting=white to=white:act"
ASKED = "turn=5 acting=white to=black:intercept"
PASS = f"{ASKED} asked=B3 pass=W2:E:3 W1=a6 W2=d3 W3=d9 B1=k6 B2=h9 B3=h3"
TRYING = PASS.replace("B2=h9", "B2=h4,trying")
TRY = "turn=5 acting=white to=white:intercept asked=W3 pass=W2:E:3 W1=f4,trying W2=d3 W3=e4 B1=k6 B2=h9 B3=k7 ball=e3"
LONG = (
    "turn=5 acting=white to=black:intercept asked=B6 pass=W6:E:15 white=c10,f7,f13,g5,g15,e10 "
    "black=q10,n13,n7,m15,m5,o10 W1=b10 W2=f7 W3=f13 W4=g5 W5=g15 W6=e10 B1=q10 B2=n13 B3=n7 B4=m15 B5=m5 B6=h10 "
    "ball=g10"
)
TAKE = "turn=5 acting=white to=white:take asked=W2 W1=a6 W2=g6 W3=g7 B1=k6 B2=h6 B3=h3"
KNOCK = "turn=5 acting=white tackles=1 to=black:intercept asked=B3 W1=a6 W2=g6,tried W3=d9 B1=k6 B2=h6"
FELLED = "W1=a6 W2=d3 W3=d9 B1=k6 B2=h9,down B3=h3,down ball=f6"
KEPT = "W1=a6 W2=d3 W3=d9 B1=k6 B2=h9 B3=h3 ball=W1"
OVER = "turn=9 acting=white"
HOMES = "white=a6,d3,d9 black=k6,h9,h3"
LIES = "W2=d3,down W3=d9 B1=k6 B2=h9", "W2=d3 W3=d9 B1=k6 B2=h9,down"
LATER = TRYING.replace("asked=B3", "asked=B2").replace("B2=h4,trying B3=h3", "B2=h4 B3=h3,trying")
TRIED = PASS.replace("B2=h9", "B2=f4,tried")
FREED = "W2=i6,tried W3=d9 B1=j6 B2=h9 B3=k8 ball=j7", "W2=j6,tried W3=d9 B1=k6 B2=h9 B3=j8 ball=k7"
TAKE_AT_HOME = f"turn=5 acting=white points=5 tackles=1 to=white:take asked=W2 {START.replace('d3', 'j6')} ball=k6"
BLACK, BLACKS = "acting=black to=black:act", "B1=k6 B2=h9 B3=h3"

PLAYS, ENDED = f"turn=3 {ACT} points=5 {START} ball=f6", f"turn=5 acting=white score=2,1 over=white:goals {START}"
ON_ITS_WAY = "turn=3 acting=white points=2 to=black:intercept asked=B2 pass=W2:E:5 W1=a6 W2=d3 W3=a5 B1=k6 B2=h3 B3=f11"
DEPLOYING = "turn=0 acting=white to=black:deploy asked=B1 ball=j10"

# The rule; the scenario; a text that is read; what is changed in it and becomes what is refused.
TABLE = f"""
# What holds in every position.
BO8 | small | {PLAYS} | W1=a6 => W1=d3
DE1 | small | {PLAYS} | W1=a6 =>
DE1 | small | {PLAYS} | turn=3 => turn=0
MA5 | small | {PLAYS} | ball=f6 =>
JO4 | small | turn=3 {ACT} points=5 {START} ball=W2 | W2=d3 => W2=d3,down
MA1 | small | {PLAYS} | to=white => to=black
MA1 | small | {PLAYS} | points=5 => over=draw:time points=5
MA1 | small | turn=24 acting=white over=draw:time {START} ball=f6 | turn=24 => turn=23
MA1 | small | turn=24 acting=white over=draw:time {START} ball=f6 | over=draw => over=white
IN2 | small | {PLAYS} | points=5 => points=5 asked=W1
AP6 | small | {PLAYS} | points=5 => points=5 kept=1
PA2 | small | {PLAYS} | points=5 => points=5 pass=W2:E:5
IN3 | small | {PLAYS} | W1=a6 => W1=a6,tried
MA2 | small | {PLAYS} | points=5 => points=5 score=2,0
MA1 | small | {ENDED} | over=white => over=black
MA2 | small | turn=24 acting=white score=1,0 over=white:time {START} ball=f6 | 1,0 => 2,1
GO1 | small | {ENDED} | score=2,1 => score=2,1 points=3
GO1 | small | {ENDED} | score=2,1 => score=2,1 ball=f6
TA5 | small | {ON_ITS_WAY} ball=g3 | pass=W2 => pass=B1
IN1 | small | {ON_ITS_WAY} ball=g3 | ball=g3 => ball=e3
IN1 | small | {ON_ITS_WAY} ball=g3 | B2=h3 => B2=h3,down
IN1 | small | {ON_ITS_WAY} ball=g3 | B2=h3 => B2=h3,tried
# Before the match, and in deployment.
MA4 | small | turn=0 acting=white ball=f6 | f6 => f7
MA3 | small | turn=0 acting=white ball=f6 | white => black
DE1 | small | turn=0 acting=white ball=f6 | ball => score=1,0 ball
DE1 | small | turn=0 acting=white ball=f6 | ball => points=1 ball
DE2 | small | turn=0 acting=white ball=f6 | ball => to=white:deploy asked=W1 ball
IN2 | octagon | {DEPLOYING} | asked=B1 => asked=W1
DE2 | octagon | {DEPLOYING} | asked=B1 => asked=B2
DE1 | octagon | {DEPLOYING.replace("to=black:deploy asked=B1", "to=white:deploy asked=W1 B1=s10")} | s10 => a10
MA4 | octagon | {DEPLOYING} | ball=j10 => ball=j11
DE1 | octagon | {DEPLOYING.replace("to=black:deploy asked=B1", "to=white:deploy asked=W1 B1=s10")} | s10 => s10,down
# The end of a match.
MA2 | small | {OVER} score=2,1 over=white:goals {START} | 2,1 over=white => 2,2 over=draw  # both have the goals
MA2 | small | {OVER} score=2,1 over=white:goals {START} | 2,1 => 3,1  # more than win
GO1 | small | turn=24 acting=white score=1,1 over=draw:time {START} | score=1,1 =>   # the goal is a draw's
# a figure of the turn that ended
AP5 | small | turn=24 acting=white over=draw:time W1=a6 {LIES[1]} B3=h3 ball=f6 | {LIES[1]} => {LIES[0]}
# Goals and turns.
GO1 | small | turn=2 {ACT} points=7 score=0,1 {START} ball=f6 | turn=2 => turn=1  # a goal a turn
# who has conceded has the turn
MA4 | octagon-small?goals=3 | turn=3 {ACT} points=7 score=0,2 {START} ball=f6 | 0,2 => 2,0
# the last of them in this turn
MA4 | endless | turn=3 acting=white score=1,2 over=black:time {START} | 1,2 over=black => 3,0 over=white
# The turn of a kick-off.
AP2 | small | turn=1 {ACT} points=6 W1=a6 W2=e4 W3=d9 {BLACKS} ball=f6 | points=6 => points=7  # all at home
AP2 | small | turn=1 {ACT} points=3 W1=a6 W2=h6 W3=d9 {BLACKS} ball=f6 | points=3 => points=4  # as far as the points
AP2 | small | turn=1 {ACT} points=3 W1=a6 W2=f6 W3=d9 {BLACKS} ball=W2 | points=3 => points=4  # the ball fetched
MA4 | small | turn=1 {ACT} points=6 W1=a6 W2=e3 W3=d9 {BLACKS} ball=f6 | B3=h3 => B3=h4  # the others at home
MA4 | small | turn=3 {ACT} points=6 W1=a6 W2=d3,down W3=d9 {BLACKS} ball=f6 | turn=3 => turn=1  # everybody stands
# Tackles and the ground.
AP2 | small | turn=5 {ACT} points=5 tackles=2 {START} ball=f6 | points=5 => points=6  # tackles are paid
JO3 | small | turn=5 {ACT} points=5 tackles=2 {FELLED} | tackles=2 => tackles=1  # who lies was jostled
AP2 | small | turn=5 {ACT} points=5 tackles=2 {FELLED} | points=5 => points=6  # each of them for a point
# so many in a turn
JO4 | octagon-small?points=2 | turn=5 {ACT} points=2 W1=b8,down W2=d3,down W3=d9 {BLACKS} ball=f6 | W3=d9 => W3=d9,down
# a goalie in its zone
JO2 | small | turn=5 {ACT} points=5 W1=b6,down W2=d3,down W3=d9,down {BLACKS} ball=f6 | W1=b6 => W1=a6
# also the other team's
JO2 | small | turn=5 {ACT} points=5 tackles=1 W1=a6 W2=d3 W3=d9 B1=j6,down B2=h9 B3=h3 ball=f6 | B1=j6 => B1=k6
# How long a goalie has kept the ball.
AP6 | octagon-small?keeping=1 | turn=7 {BLACK} points=7 kept=1 {KEPT} | kept=1 => kept=2  # counted
AP6 | keeping | turn=8 {BLACK} points=7 kept=1 {KEPT} | W1=a6 => W1=b6  # in its zone in the other's turn
# out of it for its points
AP6 | keeping | turn=7 {ACT} points=5 kept=1 W1=c6 W2=d3 W3=d9 {BLACKS} ball=W1 | points=5 => points=6
AP6 | keeping | turn=4 {BLACK} points=7 kept=2 {KEPT} | turn=4 => turn=3  # turn by turn
AP6 | keeping | turn=3 {ACT} points=7 kept=1 {KEPT} | turn=3 => turn=2  # turn by turn, in its own
AP6 | keeping | turn=4 {ACT} points=7 score=0,1 kept=1 {KEPT} | turn=4 => turn=3  # since the last goal
AP6 | keeping | turn=7 {ACT} points=5 kept=1 {KEPT} | ball=W1 => ball=W2  # by a goalie
# A ball under way.
RB1 | small | {PASS} points=5 ball=g3 | B3=h3 points=5 ball=g3 => B3=g7 points=5 ball=f7  # along its line
RB1 | small | {PASS} points=5 ball=g3 | W2:E => W2:NE  # in its direction
RB1 | small | {PASS} points=5 ball=g3 | B3=h3 points=5 ball=g3 => B3=b7 points=5 ball=a7  # not through a wall
PA1 | small | {PASS} points=0 ball=g3 | W2:E:3 => W2:E:22  # as far as its dice
AP2 | octagon | {LONG} points=7 | points=7 => points=8  # as far as its points
# at least its dice
PA1 | small | {ASKED} asked=B3 pass=W2:E:1 W1=a6 W2=d3 W3=d9 B1=k6 B2=h9 B3=f4 points=5 ball=e3 | W2:E:1 => W2:E:0
AP2 | small | {TRY} points=5 | points=5 => points=6  # and the tries paid
IN1 | small | {PASS} points=5 ball=g3 | W2=d3 => W2=d3,down  # the passer stands
IN1 | small | {PASS} points=5 ball=g3 | W2=d3 => W2=d3,tried  # and doesn't try
PA2 | small | {PASS} points=5 ball=g3 | ball=g3 => ball=W2  # nobody holds it
# the later ones are asked later
IN2 | small | {TRYING} points=5 ball=g3 | {TRYING} => {LATER}
IN2 | small | {TRYING} points=5 ball=g3 | B2=h4 => B2=i4  # who tries is near
# who has tried was near
IN1 | small | {TRIED} points=5 ball=g3 | B2=f4 => B2=h4
# who tries stands
IN1 | small | {TRIED} points=5 ball=g3 | B2=f4,tried => B2=f4,tried,down
# A ball knocked free.
TA5 | small | {KNOCK} B3=h8 pass=B2:N:2 points=5 ball=h7 | W2=g6,tried => W2=g6  # by a tackler
TA5 | small | {KNOCK} B3=h8 pass=B2:N:2 points=5 ball=h7 | W2=g6 => W2=f6  # who was next to the holder
TA5 | small | {KNOCK} B3=h8 pass=B2:N:5 points=5 ball=h7 | N:5 => N:6  # a die far
TA2 | small | {KNOCK} B3=h8 pass=B2:N:2 points=5 ball=h7 | tackles=1 =>   # in a tackle that counts
AP2 | small | {KNOCK} B3=h8 pass=B2:N:2 points=6 ball=h7 | points=6 => points=7  # and is paid
# from no goalie in its zone
TA5 | small | {ASKED} tackles=1 points=5 asked=B3 pass=B1:N:2 W1=a6 {FREED[0]} | {FREED[0]} => {FREED[1]}
# A ball won.
TA3 | small | {TAKE} tackles=1 points=5 ball=h6 | asked=W2 W1=a6 W2=g6 => asked=W2 W1=a6 W2=f6  # by a tackle
TA2 | small | {TAKE} tackles=1 points=5 ball=h6 | tackles=1 =>   # that counts
AP2 | small | {TAKE} tackles=1 points=6 ball=h6 | points=6 => points=7  # and was paid
TA3 | small | {TAKE} tackles=1 points=1 ball=h6 | points=1 => points=0  # a point left to take it
TA3 | small | {TAKE} tackles=1 points=5 ball=h6 | ball=h6 => ball=g7  # from an enemy
TA3 | small | {TAKE} tackles=1 points=5 ball=h6 | ball=h6 => ball=h7  # from somebody
TA3 | small | {TAKE} tackles=2 points=5 ball=h6 | B2=h6 => B2=h6,down  # who stood
TA3 | small | {TAKE} tackles=1 points=5 ball=h6 | W2=g6 => W2=g6,down  # by one who stands
TA3 | small | {TAKE} tackles=1 points=5 ball=h6 | ball=h6 => ball=B2  # nobody's yet
MA1 | small | {TAKE} tackles=1 points=5 ball=h6 | acting=white => acting=black  # by the team in turn
# in a turn after keeping it
TA3 | keeping | {TAKE_AT_HOME} | turn=5 => turn=3
# Deployment.
DE3 | drawn | turn=5 {ACT} points=7 {HOMES} {START} ball=f6 | white=a6 => white=b6  # goalies by lot
"""
NAMES = {"small": SMALL, "endless": "octagon-small?goals=0&turns=3", "keeping": KEEPING, "drawn": DRAWN}
ROWS = [line.partition("  #")[0].split(" | ") for line in TABLE.strip().splitlines() if line[0] != "#"]


@pytest.mark.parametrize(("rule", "name", "text", "change"), ROWS)
def test_a_position_that_no_match_reaches_is_refused_with_its_rule(rule, name, text, change):
    scenario, (old, _, new) = scenario_of(NAMES.get(name, name)), change.partition(" =>")
    read = OCTAGON_BALL.parse_position(scenario, text)
    again = OCTAGON_BALL.format_position(scenario, read)
    assert sorted(again.split()) == sorted(token for token in text.split() if token != "points=0")
    assert text.count(old) == 1
    wrong = text.replace(old, new.strip())
    refuses(ValueError, rf"\((\w+, )*{rule}(, \w+)*\)$", OCTAGON_BALL.parse_position, scenario, wrong)
    # Who reads it for somebody says what it is, once.
    refuses(ValueError, r"^position: (?!position)", read_position, scenario, wrong)


REACHED = {
    "the own side's goal ends the match": f"turn=6 acting=black score=2,0 over=white:goals {START}",
    "a goalie keeps the ball, and its team jostles": "turn=9 acting=white points=6 tackles=1 kept=1 "
    f"to=white:act {START} ball=W1",
    "no point is left: the turn ends": f"turn=5 {ACT} points=0 {START} ball=f6",
    "a goal in the last turn": ENDED.replace("turn=5", "turn=24"),
    "as far as a ball can still go": ON_ITS_WAY.replace("points=2 ", "").replace("E:5", "E:23").replace("h3", "f3")
    + " ball=e3",
    "three jostled in a turn": f"turn=6 {ACT} points=7 W1=b6,down W2=d3,down W3=d9,down B1=k6 B2=h9 B3=h3 ball=f6",
}


@pytest.mark.parametrize("text", REACHED.values(), ids=REACHED)
def test_a_position_that_looks_odd_is_read(text):
    OCTAGON_BALL.parse_position(scenario_of(KEEPING), text)


def test_home_squares_are_refused_where_the_scenario_says_them_and_a_way_longer_than_any():
    scenario = scenario_of(SMALL)
    text = OCTAGON_BALL.format_position(scenario, Game(scenario, seed=1).games)
    refuses(ValueError, "^white: ", OCTAGON_BALL.parse_position, scenario, f"{text} white=b4,b3,c4")
    text = REACHED["as far as a ball can still go"].replace("23", "24")
    refuses(ValueError, re.escape("a number from 0 to 23"), OCTAGON_BALL.parse_position, scenario, text)
