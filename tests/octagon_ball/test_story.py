"""A match in words, and its short form: a line for each act of a figure."""

from octagon_ball import story
from octagon_ball.definition import OCTAGON_BALL
from octagon_ball.rules import events
from tabletop.play.game import Game
from tabletop.show.showing import showing_of
from tests.octagon_ball.table import cases, game_at, play, scenario_of

CASES = cases("""
# PA1 PA2 a pass
at points=5 CLOSE > pass short E | distance:W2=4
told W2 passes east from d3 (PA2)
told W2 rolls 4 for the distance (PA1)
told the pass goes 4 squares (PA2)
told the ball goes from d3 to e3 (PA2)
# TA2 JO3 what is taken from a roll is told beside it, with the rule of its own kind
at points=5 tackles=1 HELD > W2 tackle | tackle:W2=2 resist:B2=1 spider:B2=9/9
told W2 tackles B2, 1 less on its roll (TA2)
told B2 rolls 1 against it (TA2)
told W2 and B2 have the same score, 1 to 1 (TA5)
at points=5 HELD > W2 tackle | tackle:W2=2 resist:B2=5
told W2 tackles B2 (TA2)
told W2 rolls 2 to tackle (TA2)
at points=5 tackles=2 CLOSE > W2 jostle B2 | jostle:W2=2 resist:B2=1
told W2 jostles B2, 2 less on its roll (JO3)
told W2 rolls 2 to jostle (JO3)
told B2 rolls 1 against it (JO3)
# TA3 TA4 a tackle that is won
at points=5 HELD > W2 tackle | tackle:W2=6 resist:B2=1
told W2 wins against B2, 6 to 1 (TA3)
> W2 pick up
told W2 takes the ball from B2 (TA3)
at points=5 HELD > W2 tackle | tackle:W2=6 resist:B2=1 > let pass
told W2 knocks the ball out of the hands of B2: it lies in h6 (TA4)
# SP1 TA5 the spider
at points=5 HELD > W2 tackle | tackle:W2=1 resist:B2=1 spider:B2=1/9 knock:B2=2
told by lot the way that the ball goes: 1 of 9 (SP1)
told 2 is rolled for the distance (TA5)
# IN4 IN5 IN6 IN7 a figure next to the ball, the goalie, and two that are marked: a 6 counts as 5
at points=5 CLOSE W2=d5 W3=g9 B2=f4 B3=c3 > pass short E | distance:W2=3 > intercept | intercept:B2=4
told B2 rolls 4 to intercept, needs 5+ (IN4)
at points=5 CLOSE W2=d6 W3=g9 B1=f6 B2=h9 B3=c3 > pass short E | distance:W2=3 > intercept | intercept:B1=4
told B1 rolls 4 to intercept, needs 4+ (IN5)
at points=5 CLOSE W3=g3 B2=f4 B3=e2 > pass short E | distance:W2=3 > intercept
> intercept | intercept:B2=6 intercept:B3=6
told B2 rolls 6 to intercept, needs 5+ and counts 1 less (IN4, IN6)
told B2 reaches it, marked: 1 less on its roll (IN3)
told several have 5, the highest, so nobody has it (IN7)
# MA1 MA2 GO1 the end says why
at turn=24 acting=black points=1 score=1,1 CLOSE ball=B2 > B2 move E
told A draw: no turns are left (MA1)
at turn=24 acting=black points=1 score=1,0 CLOSE ball=B2 > B2 move E
told White has won: more goals, and no turns are left (MA1)
at points=5 score=1,0 CLOSE W2=k6 B1=h3 > pass short E | distance:W2=4
told White scores its second goal (GO1)
told White has won with its second goal (MA2)
# the short form is a line for each act, without dice
at points=5 CLOSE B2=f2 > W2 move N > W2 move SE > pass short E | distance:W2=2 > let pass > let pass
short W2 runs north to d4, with the ball; runs south-east to e3, with the ball; \
passes east from e3: the pass goes 2 squares, the ball goes from e3 to f3
short B2 lets the ball pass: the ball goes from f3 to g3; lets the ball pass
at points=5 CLOSE > W2 jostle B2 | jostle:W2=5 resist:B2=2 > done
short W2 jostles B2: W2 pushes B2 to the ground, 5 to 2
short White ends its turn
short Turn 4 of 24 begins: Black
# B3 answers with White's last point spent: White's turn ends by itself, Black didn't end it
at points=1 CLOSE B2=f2 B3=g3 > pass short E | distance:W2=2 > let pass > let pass > intercept | intercept:B3=5
short W2 passes east from d3: the pass goes 2 squares, the ball goes from d3 to e3
short B2 lets the ball pass: the ball goes from e3 to f3; lets the ball pass
short B3 tries to intercept in f3: B3 reaches it, B3 intercepts the ball of W2 in g3
short White ends its turn
short Turn 4 of 24 begins: Black
# all of Black lie: their turn passes by itself, and they stand up at its end
at points=1 tackles=2 START W2=g9 B1=j5,down B3=h3,down > W2 jostle B2 | jostle:W2=6 resist:B2=1
short W2 jostles B2, 2 less on its roll: W2 pushes B2 to the ground, 4 to 1
short White ends its turn
short Turn 4 of 24 begins: Black
short Black ends its turn: B1 stands up, B2 stands up, B3 stands up
short Turn 5 of 24 begins: White
""")


@CASES
def test_it_is_told_so(script):
    play(script)


def told(game):
    """The last step in words."""
    return showing_of(OCTAGON_BALL).storyteller(game.scenario).tell(game.events, game.draws, game.turn)


def test_each_kind_of_event_has_its_sentence():
    kinds = {kind.name for kind in events.KINDS} - {"chosen", "forced", "turn began", "game over"}
    assert set(story._BY_NAME) == kinds


def test_go1_a_ball_that_is_over_the_line_at_once_goes_from_nowhere_to_nowhere():
    lines = told(game_at("points=5 CLOSE W2=k6 B1=h3", ("pass short E", [4])))[0].lines
    assert not any("from k6 to k6" in line for line in lines) and "White scores its first goal (GO1)" in lines


def test_the_whole_form_says_what_was_the_only_choice():
    moved, ended, turn = told(game_at("points=1 CLOSE", ("W2 move N", [])))
    assert moved.text() == "W2 runs north to d4, with the ball (MV1)"
    assert ended.text() == "White ends its turn: the only choice" and turn.text() == "Turn 4 of 24 begins: Black"


def test_a_match_begins_in_a_line():
    game, brief = Game(scenario_of("octagon-small"), results=[1]), showing_of(OCTAGON_BALL).brief()
    begun, turn = told(game)
    assert begun.lines[0] == "by lot who kicks off: White (MA3)"
    assert brief.add(begun) + brief.add(turn) == [
        "White kicks off: B1 stands in k6, W1 stands in a6, B2 stands in h9, W2 stands in d3, B3 stands in h3, "
        "W3 stands in d9, kick-off: the ball lies in f6",
        "Turn 1 of 24 begins: White",
    ]
