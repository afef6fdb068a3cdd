"""A match in words, and its short form: a line for each act of a figure."""

from octagon_ball.definition import OCTAGON_BALL
from tabletop.play.game import Game
from tabletop.show.showing import showing_of
from tests.octagon_ball.table import scenario_of
from tests.octagon_ball.test_match import act

POSITION = act("W1=a6 W2=d3 W3=d9 B1=k6 B2=e3 B3=h4 ball=W2", points=5)


def shortly(start, *steps, name="octagon-small"):
    """The short form of these actions, each with its dice, from a position on."""
    game, brief, lines = Game(scenario_of(name), start=start), showing_of(OCTAGON_BALL).brief(), []
    teller = showing_of(OCTAGON_BALL).storyteller(game.scenario)
    for action, results in steps:
        game.step(action, results=results)
        for entry in teller.tell(game.events, game.draws, game.turn):
            lines += brief.add(entry)
    return lines + brief.flush()


def test_the_short_form_is_a_line_for_each_act_without_dice():
    steps = ("W2 move N", None), ("W2 move SE", None), ("pass short E", [2]), ("let pass", None), ("let pass", None)
    assert shortly(POSITION.replace("B2=e3", "B2=f2"), *steps) == [
        "W2 moves from d3 to d4, with the ball; moves from d4 to e3, with the ball; "
        "passes from e3 to the E: the pass goes 2 squares, the ball goes from e3 to f3",
        "B2 lets the ball pass: the ball goes from f3 to g3; lets the ball pass",
    ]
    assert shortly(POSITION, ("W2 jostle B2", [5, 2]), ("done", [])) == [
        "W2 jostles B2: W2 pushes B2 to the ground",
        "White ends the turn",
        "Turn 4 of 24 begins: Black",
    ]


def test_the_other_teams_answer_and_what_nobody_chose_stand_under_the_right_name():
    # B2 answers with White's last point spent: White's turn ends by itself, Black didn't end it.
    last = POSITION.replace("points=5", "points=1").replace("B3=h4", "B3=g3")
    steps = ("pass short E", [2]), ("let pass", None), ("let pass", None), ("intercept", [5])
    lines = shortly(last.replace("B2=e3", "B2=f2"), *steps)
    assert lines[0].startswith("W2 passes") and lines[1].startswith("B2 lets the ball pass")
    assert lines[2:] == [
        "B3 tries to intercept in f3: B3 reaches it, B3 intercepts the ball of W2 in g3",
        "White ends the turn",
        "Turn 4 of 24 begins: Black",
    ]
    # All of Black lie: their turn passes by itself, and they stand up at its end.
    text = "W1=a6 W2=g9 W3=d9 B1=j5,down B2=h9 B3=h3,down ball=f6"
    assert shortly(act(text, points=1, tackles=2), ("W2 jostle B2", [6, 1])) == [
        "W2 jostles B2, 2 less on its roll: W2 pushes B2 to the ground",
        "White ends the turn",
        "Turn 4 of 24 begins: Black",
        "Black ends the turn: B1 stands up, B2 stands up, B3 stands up",
        "Turn 5 of 24 begins: White",
    ]


def test_the_whole_form_says_what_was_the_only_choice():
    game = Game(scenario_of("octagon-small"), start=POSITION.replace("points=5", "points=1"))
    game.step("W2 move N")
    moved, ended, turn = showing_of(OCTAGON_BALL).storyteller(game.scenario).tell(game.events, game.draws, game.turn)
    assert moved.text() == "White: W2 move N\n   W2 moves from d3 to d4, with the ball (MV1)"
    assert ended.text() == "White ends the turn: the only choice" and turn.text() == "Turn 4 of 24 begins: Black"


def told(start, *steps):
    """The lines and heads of the last of these actions, each with its dice, from a position on."""
    game = Game(scenario_of("octagon-small"), start=start)
    for action, results in steps:
        game.step(action, results=results)
    entries = showing_of(OCTAGON_BALL).storyteller(game.scenario).tell(game.events, game.draws, game.turn)
    return [line for entry in entries for line in (entry.head, *entry.lines)]


def test_each_die_is_told_with_its_rule_and_what_it_needs():
    fight = POSITION.replace("ball=W2", "ball=B2")
    lines = told(fight, ("W2 tackle", [2, 5]))
    assert "W2 rolls 2 to tackle (TA2)" in lines and "B2 rolls 5 against it (TA2)" in lines
    lines = told(POSITION, ("W2 jostle B2", [1, 2]))
    assert "W2 rolls 1 to jostle (JO3)" in lines and "B2 rolls 2 against it (JO3)" in lines
    lines = told(fight, ("W2 tackle", [1, 1, 1, 3]))
    assert "by lot the way that the ball goes: 1 of 9 (SP1)" in lines and "3 is rolled for the distance (TA5)" in lines
    # A figure next to the ball, then the goalie, with nobody beside them.
    start = act("W1=a6 W2=d5 W3=g9 B1=k6 B2=f4 B3=c3 ball=W2", points=5)
    assert "B2 rolls 4 to intercept, needs 5+ (IN4)" in told(start, ("pass short E", [3]), ("intercept", [4]))
    start = act("W1=a6 W2=d6 W3=g9 B1=f6 B2=h9 B3=c3 ball=W2", points=5)
    assert "B1 rolls 4 to intercept, needs 4+ (IN5)" in told(start, ("pass short E", [3]), ("intercept", [4]))


def test_the_end_says_why_with_its_rule():
    last = "turn=24 acting=black points=1 score=1,1 to=black:act W1=a6 W2=d3 W3=d9 B1=k6 B2=e3 B3=h4 ball=B2"
    assert told(last, ("B2 move E", []))[-1] == "A draw: no turns are left (MA1)"
    ahead = last.replace("score=1,1", "score=1,0")
    assert told(ahead, ("B2 move E", []))[-1] == "White has won: more goals, and no turns are left (MA1)"
    shot = act("W1=a6 W2=k6 W3=d9 B1=h3 B2=e3 B3=h4 ball=W2", points=5, score="1,0")
    assert told(shot, ("pass short E", [4]))[-1] == "White has won: the goals that win are scored (MA2)"


def test_a_match_begins_in_a_line():
    scenario = scenario_of("octagon-small")
    game, brief = Game(scenario, results=[1]), showing_of(OCTAGON_BALL).brief()
    (begun, turn) = showing_of(OCTAGON_BALL).storyteller(scenario).tell(game.events, game.draws, game.turn)
    assert begun.lines[0] == "by lot who kicks off: White (MA3)"
    assert brief.add(begun) + brief.add(turn) == [
        "White kicks off: B1 stands in k6, W1 stands in a6, B2 stands in h9, W2 stands in d3, B3 stands in h3, "
        "W3 stands in d9, kick-off: the ball lies in f6",
        "Turn 1 of 24 begins: White",
    ]
