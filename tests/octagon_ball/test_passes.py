"""PA, RB, GO: passes and their distances, rebounds, receivers, goals."""

import pytest

from tests.octagon_ball.table import cases, play

CASES = cases("""
# PA1 PA2 distances and costs
at points=7 NORTH > pass short N | distance:W2=3 => ball=d6 points=6 pass=
kinds loose
at points=7 NORTH > pass medium N | distance:W2=4 distance:W2=1 => ball=d8 points=4 pass=
classes 2d6 123456
kinds loose
at points=7 NORTH > pass long N | distance:W2=2 distance:W2=4 => ball=d9 turn=4
classes 2d6 2d6
# PA1 a short pass of exactly seven squares
at points=1 NORTH W2=c2 W3=c9
chance 1/6 pass short N: ball=W3
> pass short N | distance:W2=7
event distance rolled: who=W2 value=7
# PA3 who stands exactly there picks it up for no points
at points=1 NORTH W3=d8 > pass short N | distance:W2=5 => ball=W3 turn=4
event received: who=W3 whom=W2
# PA3 who has missed an interception receives the ball all the same
at points=3 WEST W3=f3 B2=k5 > pass short E | distance:W2=2 => asked=W3 ball=e3 > intercept | intercept:W3=1
kinds ball went, received
is points=1 WEST W3=f3 B2=k5 ball=W3
# PA3 the passer itself may receive it
at points=1 NORTH W2=f2 W3=a5 B3=k5 > pass short S | distance:W2=2 => ball=W2 W2=f2
event rebounded: place=f1
# PA3 neither an enemy nor a figure on the ground receives
at points=2 NORTH W3=d8,down > pass short N | distance:W2=5 => ball=d8
at points=2 tackles=1 NORTH W3=a5 B2=d8,down > pass short N | distance:W2=5 => ball=d8
# RB1 RB3 PA2 rebounds lose no distance, straight back or along a slanted wall
at points=2 NORTH W2=f8 W3=a5 B2=k5 > pass short N | distance:W2=5 => ball=f9
kinds rebounded, ball went, loose
event ball went: start=f8 place=f9 value=5
at points=2 NORTH W2=c8 W3=a5 B2=k5 > pass short N | distance:W2=6 => ball=g10
event rebounded: place=c10 value=E
# PA2 it is told how many squares the ball went, up to each question
at points=2 WEST B2=h4 > pass short E | distance:W2=6
event ball went: start=d3 place=g3 value=3
> let pass
event ball went: start=g3 place=h3 value=1
> let pass
event ball went: start=h3 place=i3 value=1
> let pass
event ball went: start=i3 place=j3 value=1
# RB2 RB4 GO2 a diagonal meets the post
at points=2 SHOT W2=i5 > pass short NE | distance:W2=4 => ball=i9 score=
# GO1 BO3 the goal comes with the step over the line
at points=2 SHOT
chance 33/36 pass short E: score=1,0
> pass short E | distance:W2=3 => ball=k6 score=
at points=2 SHOT > pass short E | distance:W2=9
kinds chosen, passed, distance rolled, ball went, goal, kick-off, turn began
event ball went: start=h6 place=k6 value=3
is acting=black turn=4 points=7 score=1,0 START
""")


@CASES
def test_it_is_played_so(script):
    play(script)


@pytest.mark.parametrize(
    ("row", "kind"), [(5, "turn began"), (6, "turn began"), (7, "turn began"), (4, "loose"), (8, "loose")]
)
def test_go1_go2_over_the_goal_line_between_the_posts(row, kind):
    play(f"at points=2 SHOT W2=h{row}\n> pass short E | distance:W2=5\nkinds {kind}")
