"""IN: who may intercept, who is asked when, what they need, and contests."""

import pytest

from octagon_ball.rules.passes import interception_classes, need_of
from tests.octagon_ball.table import cases, play

# W2 passes to the east along row 3 from d3; B2 waits at h3.
CASES = cases("""
# IN1 IN2 in the square before it is asked first
at points=3 WEST > pass short E | distance:W2=7
is points=2 to=black:intercept asked=B2 pass=W2:E:4 WEST ball=g3
may intercept, let pass
> let pass => asked=B2 pass=W2:E:3 ball=h3
event lets pass: who=B2
> let pass => asked=B2 pass=W2:E:2 ball=i3 > let pass => pass= asked= to=white:act ball=j4
# IN3 IN7 IN8 who alone succeeds holds the ball in its own square, and it is still White's turn
at points=3 WEST > pass short E | distance:W2=7 > intercept | intercept:B2=5
classes 111122
is points=2 WEST ball=B2
kinds chosen, tries, reached, intercepted
# IN1 IN3 who has missed isn't asked again
at points=3 WEST > pass short E | distance:W2=7 > intercept | intercept:B2=4 => to=white:act ball=j4 pass=
kinds chosen, tries, missed, rebounded, ball went, loose
# IN1 who has tried is marked so while others are asked
at points=3 WEST B3=j3 > pass short E | distance:W2=7
> intercept | intercept:B2=1 => B2=h3,tried asked=B3 ball=i3 to=black:intercept
# IN2 the other team is asked first, then the passing one, which pays
at points=3 WEST W3=g4 > pass short E | distance:W2=7 => asked=W3 to=white:intercept ball=f3 points=2
> let pass => asked=B2 ball=g3 > let pass => asked=W3 ball=g3
> intercept | intercept:W3=6 => ball=W3 points=1 to=white:act
# IN2 AP3 the last point is enough to try, without one nobody is asked
at points=2 WEST W3=g4 > pass short E | distance:W2=7 => asked=W3 to=white:intercept ball=f3 points=1
at points=1 WEST W3=g4 > pass short E | distance:W2=7 => asked=B2 ball=g3 points=
# IN1 the own square is only the receiver's in the last one
at points=3 WEST W3=f3 B2=k5 > pass short E | distance:W2=3 => asked=W3 ball=e3
> let pass => asked=W3 ball=f3 pass=W2:E:1 > let pass => asked=W3 ball=g3 pass=W2:E:0
# IN2 who lets the ball pass isn't asked again before the next square
at points=3 WEST W1=f4 W3=e4 B2=f2 > pass short E | distance:W2=4 => asked=B2 ball=e3 > let pass => asked=W1 ball=e3
> let pass => asked=W3 ball=e3 > let pass => asked=B2 ball=f3 > let pass => asked=W1 ball=f3
> let pass => asked=W3 ball=f3 > let pass => asked=B2 ball=g3 > let pass => asked=W1 ball=g3
> let pass => ball=h3 pass= to=white:act
# IN2 IN3 answers are open, and dice come when all are asked
at points=3 WEST B3=h4 > pass short E | distance:W2=7 => asked=B2
> intercept => asked=B3 B2=h3,trying to=black:intercept > intercept | intercept:B2=5 intercept:B3=6 => ball=B3
classes 111156 111156
# IN7 contested and level, nobody has it
at points=3 WEST B3=h4 > pass short E | distance:W2=7 > intercept
> intercept | intercept:B2=6 intercept:B3=6 => ball=j4 to=white:act
event contested: value=6
# IN6 IN7 the minus counts in a contest
at points=3 WEST B3=g4 W3=h2 > pass short E | distance:W2=7 => asked=B3 ball=f3 > let pass => asked=B2 ball=g3
> intercept => asked=B3 > intercept => asked=W3 > intercept | intercept:B2=6 intercept:B3=6 intercept:W3=5 => ball=B3
classes 111115 111156 111115
# IN1 PA3 the passer and the receiver aren't asked
at points=3 WEST W3=f3 B2=k5 > pass short E | distance:W2=2 => asked=W3 ball=e3 > let pass => ball=W3 points=2
at points=3 WEST W2=f2 B2=h11 B3=k5 > pass short S | distance:W2=4 => ball=f4
# IN1 JO4 who lies on the ground isn't asked
at points=3 tackles=1 WEST B2=h3,down > pass short E | distance:W2=7 => ball=j4 to=white:act
# PA3 IN6 in the last square an enemy may still take it from the receiver
at points=3 WEST W3=f3 B2=f4 > pass short E | distance:W2=2 => asked=B2 ball=e3 > let pass => asked=W3
> let pass => asked=B2 ball=f3 pass=W2:E:0
chance 1/6 intercept: ball=B2
chance 5/6 intercept: ball=W3
""")


@CASES
def test_it_is_played_so(script):
    play(script)


@pytest.mark.parametrize(
    ("places", "near", "chance"),
    [
        ("", "1/3", "2/3"),
        ("W3=h2", "1/6", "1/2"),
        ("W3=i4", "1/6", "1/2"),
        ("W3=i4,down", "1/3", "2/3"),
        ("B1=h3 B2=k6", "1/2", "5/6"),
        ("B1=h3 B2=k6 W3=h2", "1/3", "2/3"),
    ],
)
def test_in4_in5_in6_what_an_interception_needs(places, near, chance):
    """In the square before its own, then in its own; White has no point left for a try of its own."""
    who = "B1" if "B1" in places else "B2"
    play(f"""at points=1 WEST {places} > pass short E | distance:W2=7 => ball=g3
chance {near} intercept: ball={who} > let pass => ball=h3
chance {chance} intercept: ball={who}""")


def test_in5_te2_needs_and_classes():
    assert [need_of(0, 0), need_of(0, 1), need_of(1, 0), need_of(1, 1)] == [2, 4, 3, 5]
    assert interception_classes(3, 0, True) == 112222 and interception_classes(3, 0, False) == 113456
    assert interception_classes(3, 1, False) == 111345 and interception_classes(5, 1, True) == 111112
    assert interception_classes(2, 0, True) == 122222
