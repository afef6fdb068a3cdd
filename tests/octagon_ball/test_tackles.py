"""TA, SP, JO, FO: tackles, the spider, jostling and fouls."""

from fractions import Fraction

import pytest

from octagon_ball.rules.tackles import resisting_classes
from tests.octagon_ball.table import Table, at, cases, play

CASES = cases("""
# TA1 an adjacent figure tackles the holder
at points=5 HELD
may W2 tackle
! W3 tackle: isn't next to W3 (TA1)
! W2 jostle B2: B2 holds the ball
at points=5 HELD ball=h6
! W2 tackle: no enemy holds the ball (TA1)
at points=5 HELD W2=g6,down
! W2 tackle: W2 lies on the ground (JO4)
# TA2 TA3 won, and taken for a point more
at points=5 HELD > W2 tackle | tackle:W2=4 resist:B2=3
classes 123456 111233
kinds tackle won
is points=4 tackles=1 to=white:take asked=W2 HELD ball=h6
may W2 pick up, let pass
! W3 pick up, intercept, done, W2 move N, pass short E, square a6: W2 pick up, or let pass (TA3)
> W2 pick up
kinds chosen, ball taken
is points=3 tackles=1 HELD ball=W2
> W2 move W => ball=W2 W2=f6
# TA3 with the last point it is taken, and the turn is over
at points=2 HELD > W2 tackle | tackle:W2=4 resist:B2=3 => points=1 to=white:take > W2 pick up
is acting=black turn=4 points=7 HELD ball=W2
# TA3 TA4 the ball may be left where it is
at points=5 HELD > W2 tackle | tackle:W2=4 resist:B2=3 > let pass
is points=4 tackles=1 HELD ball=h6
event ball spilt: who=W2 whom=B2 place=h6
# TA4 without a point left the ball is loose
at points=1 HELD > W2 tackle | tackle:W2=4 resist:B2=3 => ball=h6 turn=4 to=black:act
event ball spilt: who=W2 whom=B2 place=h6
# TA7 FO1 a first tackle that fails is nothing, a second one a foul
at points=5 HELD > W2 tackle | tackle:W2=3 resist:B2=4 => ball=B2 points=4 tackles=1 acting=white
at points=5 tackles=1 HELD > W2 tackle | tackle:W2=3 resist:B2=3
is acting=black turn=4 points=7 HELD
kinds chosen, tackle, tackle failed, foul, turn began
# TA2 the third and later ones lose two
at points=5 tackles=2 HELD > W2 tackle | tackle:W2=6 resist:B2=3 => asked=W2 tackles=2
classes 123456 111233
# TA5 SP1 level: the spider says where the ball goes, as the tackler's team sees it
at points=5 HELD
> W2 tackle | tackle:W2=3 resist:B2=3 spider:B2=3/9 knock:B2=2 => ball=h8 points=4 tackles=1 to=white:act
kinds chosen, tackle, tackle level, knocked free, ball went, loose
at points=5 HELD > W2 tackle | tackle:W2=3 resist:B2=3 spider:B2=8/9 knock:B2=1 => ball=i5
at acting=black points=5 HELD ball=W2 > B2 tackle | tackle:B2=3 resist:W2=3 spider:W2=1/9 knock:W2=2 => ball=e6
# SP1 the nought drops the ball
at points=5 HELD > W2 tackle | tackle:W2=3 resist:B2=3 spider:B2=9/9 => ball=h6 points=4
# TA5 IN1 a knocked ball is intercepted, but not by who held it or knocked it
at points=5 HELD B3=j9 W3=h9 > W2 tackle | tackle:W2=3 resist:B2=3 spider:B2=2/9 knock:B2=4
is points=4 tackles=1 to=black:intercept asked=B3 pass=B2:NE:2 HELD W2=g6,tried W3=h9 B3=j9 ball=j8
> intercept | intercept:B3=4 => ball=h6 to=white:act W2=g6 B3=j9
# TA5 IN2 IN6 the team in turn pays for a knocked ball, and is asked last
at points=5 HELD B3=i8 W3=h8
> W2 tackle | tackle:W2=3 resist:B2=3 spider:B2=2/9 knock:B2=4 => asked=B3 ball=i7 W2=g6,tried
> intercept => asked=W3 B3=i8,trying points=4
> intercept | intercept:B3=5 intercept:W3=6 => ball=W3 points=3 W2=g6 B3=i8
classes 111115 111115
event intercepted: who=W3 whom=B2
# TA5 IN1 the last square of a knocked ball is anybody's
at points=5 HELD W3=h8 > W2 tackle | tackle:W2=3 resist:B2=3 spider:B2=3/9 knock:B2=2 => asked=W3 ball=h7 pass=B2:N:1
> let pass => asked=W3 ball=h8 pass=B2:N:0
chance 2/3 intercept: ball=W3 points=3
> let pass => ball=h8 to=white:act pass= W2=g6
# TA5 PA3 RB1 a knocked ball rebounds, and nobody receives it
at points=5 HELD B1=j6 W3=a8 > W2 tackle | tackle:W2=3 resist:B2=3 spider:B2=1/9 knock:B2=2 => asked=B1 ball=i6
> let pass > let pass => ball=j6 to=white:act
at points=5 HELD B3=a4 > W2 tackle | tackle:W2=3 resist:B2=3 spider:B2=7/9 knock:B2=6 => ball=h2
# TA5 GO1 a knocked ball may go in
at points=5 HELD B1=h9 > W2 tackle | tackle:W2=3 resist:B2=3 spider:B2=1/9 knock:B2=4
is acting=black turn=4 points=7 score=1,0 START
event ball went: start=h6 place=k6 value=3
# TA6 JO2 a goalie in its goal zone is safe, nobody else and nowhere else
at points=5 ZONE
! W2 tackle: (TA6)
at points=5 ZONE ball=B2
! W2 jostle B1: (JO2)
at points=5 ZONE B1=j7
may W2 tackle
at points=5 ZONE B1=h9 B2=k6 ball=B2
may W2 tackle
at acting=black points=5 START W1=k6 W2=a6 B1=g6 B2=j6 ball=W1
may B2 tackle
at acting=black points=5 START W1=k6 W2=a6 B1=g6 B2=j6 ball=f11
may B2 jostle W1
# TA6 without keeping a goalie is safe for ever
at acting=black points=5 ZONE > done => kept=
! W2 tackle: (TA6)
> done > done => kept=
! W2 tackle: (TA6)
# JO1 who doesn't hold the ball is jostled, by the holder too, for the last point
at points=5 FREE
may W2 jostle B2
! W2 jostle B3: B3 isn't next to W2 (JO1)
at points=1 FREE
may W2 jostle B2
at points=5 FREE ball=W2
may W2 jostle B2
at points=5 tackles=1 FREE B2=h6,down
! W2 jostle B2: B2 lies on the ground already (JO1)
# JO3 JO4 JO5 TA7 by two or more, in the first and in later ones
at points=5 FREE > W2 jostle B2 | jostle:W2=5 resist:B2=3 => B2=h6,down points=4 tackles=1
classes 123456 111222
at points=5 FREE > W2 jostle B2 | jostle:W2=4 resist:B2=3 => B2=h6 acting=white
at points=5 FREE > W2 jostle B2 | jostle:W2=2 resist:B2=3 => B2=h6 acting=white
at points=5 FREE > W2 jostle B2 | jostle:W2=1 resist:B2=3
is acting=black turn=4 points=7 FREE
at points=5 tackles=1 FREE > W2 jostle B2 | jostle:W2=3 resist:B2=3 => turn=3 tackles=2
# JO3 TA2 tackles and jostles count alike
at points=5 FREE > W2 jostle B2 | jostle:W2=3 resist:B2=3 => tackles=1
> W2 jostle B2 | jostle:W2=4 resist:B2=3 => tackles=2 turn=3
classes 123456 122233
> W2 jostle B2 | jostle:W2=1 resist:B2=1 => turn=4
classes 123456 333333
at points=5 HELD B3=g7 > W2 jostle B3 | jostle:W2=3 resist:B3=3
> W2 tackle | tackle:W2=3 resist:B2=3 => turn=4 ball=B2
# JO4 W5 down to the end of the own next turn
at points=5 FREE > W2 jostle B2 | jostle:W2=5 resist:B2=3 > done => B2=h6,down to=black:act
! B2 move N, B2 move NE, B2 jostle W2: B2 lies on the ground (JO4)
> done => B2=h6 to=white:act
event stood up: who=B2
# FO1 the ball stays whose it is
at points=5 FREE ball=W2 > W2 jostle B2 | jostle:W2=1 resist:B2=6 => ball=W2 turn=4 to=black:act points=7
""")


@CASES
def test_it_is_played_so(script):
    play(script)


# Of so many tackles and jostles made: 36ths of a tackle that is won, level, a foul; of a jostle that fells, a foul.
@pytest.mark.parametrize(
    ("made", "won", "level", "fouls", "felled", "foul"),
    [(0, 15, 6, 0, 10, 10), (1, 10, 5, 21, 6, 15), (2, 6, 4, 26, 3, 21)],
)
def test_ta2_ta5_ta7_jo3_jo4_jo5_odds_of_tackles_and_jostles_in_a_row(made, won, level, fouls, felled, foul):
    tackle, jostle = (Table(at(f"points=5 tackles={made} {place}")) for place in ("HELD", "FREE"))
    for tokens, share in (("to=white:take", won), ("acting=black ball=B2", fouls)):
        assert tackle.chance("W2 tackle", *tokens.split()) == Fraction(share, 36), tokens
    kept = tackle.chance("W2 tackle", "ball=B2")
    assert 1 - kept - Fraction(won, 36) == Fraction(level, 36), "the ball is knocked free, or in the goal"
    for tokens, share in (("B2=h6,down", felled), ("turn=4", foul), ("turn=3 B2=h6", 36 - felled - foul)):
        assert jostle.chance("W2 jostle B2", *tokens.split()) == Fraction(share, 36), tokens


def test_ta2_jo3_classes_of_scores_below_every_die():
    assert resisting_classes(-1, 1) == resisting_classes(0, 1) == resisting_classes(-1, 2) == 333333
    assert resisting_classes(6, 1) == 111112 and resisting_classes(0, 2) == 233333


@pytest.mark.parametrize("keeping", [1, 2, 9])
def test_ta6_ap6_not_after_so_many_turns_of_keeping(keeping):
    play(f"""on octagon-small?keeping={keeping}
at turn=23 points=5 kept={keeping - 1} ZONE
! W2 tackle: (TA6)
at turn=23 points=5 ZONE ball=B2
! W2 jostle B1: (JO2)
at turn=23 points=5 kept={keeping} ZONE > W2 tackle | tackle:W2=6 resist:B1=1 => to=white:take kept=
at turn=23 points=5 kept={keeping} ZONE > W2 tackle | tackle:W2=3 resist:B1=3 spider:B1=9/9 => ball=k6 kept=""")
