"""MV, BO8, AP6: moves, the ball carried and picked up, and how long a goalie keeps it."""

from tests.octagon_ball.table import cases, play

CASES = cases("""
# MV1 BO8 to an empty adjacent square with the ball
at points=5 tackles=1 START W3=e4 B2=d4,down ball=W2
! W2 move NE: W3 is there (MV1)
! W2 move N: B2 is there (MV1)
> W2 move E => W2=e3 ball=W2 points=4
event moved: who=W2 start=d3 place=e3 value=E
> W3 move N => W3=e5
# MV1 nobody leaves the board
at points=5 START W2=d1 ball=W2
! W2 move S: off the board
# MV2 GO2 the holder alone moves over the other team's goal line alone
at points=5 LINE W2=k7 W3=k6 B1=j8
may W2 move E, W2 move SE
! W2 move NE, W3 move E: (MV1, MV2)
at points=5 LINE W2=k7 W3=k6 B1=j8 ball=W1
! W1 move W: (MV1, MV2)
# MV3 picking up in the own square for a point
at points=3 START W2=e6
! W2 pick up: no loose ball where W2 stands (MV3)
> W2 move E => ball=f6 W2=f6 > W2 pick up => ball=W2 points=1
event picked up: who=W2 place=f6
! W2 pick up: (MV3)
# MV3 a ball below a figure on the ground waits
at points=3 tackles=1 START W2=e6 B2=f6,down
! W2 pick up: (MV3)
! W2 move E: (MV1)
# AP6 a goalie has kept the ball for one turn more
on octagon-small?keeping=2
at points=5 START ball=W1 > done => kept=1 > done => kept=1 > done => kept=2 > done > done => kept=2 > done
> W1 move E => kept=2 W1=b6 > done => kept=
# AP6 what changes the holder ends it
on octagon-small?keeping=2
at points=5 kept=1 START ball=W1 > pass short E | distance:W1=3 => kept= ball=d6
at points=5 START ball=W2 > done => kept=
""")


@CASES
def test_it_is_played_so(script):
    play(script)
