"""Positions that no match reaches, each beside one that a match does reach, and the rule that parts them."""

import pytest

from octagon_ball.definition import OCTAGON_BALL
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

# What is asked; the rule; the scenario; a text that is read; what is changed in it; the same that is refused.
TABLE = [
    # The end of a match.
    (
        "both have the goals",
        "MA2",
        SMALL,
        f"{OVER} score=2,1 over=white:goals {START}",
        "2,1 over=white",
        "2,2 over=draw",
    ),
    ("more than win", "MA2", SMALL, f"{OVER} score=2,1 over=white:goals {START}", "2,1", "3,1"),
    ("the goal is a draw's", "GO1", SMALL, f"turn=24 acting=white score=1,1 over=draw:time {START}", "score=1,1 ", ""),
    (
        "a figure of the turn that ended",
        "AP5",
        SMALL,
        f"turn=24 acting=white over=draw:time {START.replace('B2=h9', 'B2=h9,down')} ball=f6",
        "W2=d3 W3=d9 B1=k6 B2=h9,down",
        "W2=d3,down W3=d9 B1=k6 B2=h9",
    ),
    # Goals and turns.
    ("a goal a turn", "GO1", SMALL, f"turn=2 {ACT} points=7 score=0,1 {START} ball=f6", "turn=2", "turn=1"),
    (
        "who has conceded has the turn",
        "MA4",
        "octagon-small?goals=3",
        f"turn=3 {ACT} points=7 score=0,2 {START} ball=f6",
        "0,2",
        "2,0",
    ),
    (
        "the last of them in this turn",
        "MA4",
        "octagon-small?goals=0&turns=3",
        f"turn=3 acting=white score=1,2 over=black:time {START}",
        "1,2 over=black",
        "3,0 over=white",
    ),
    # The turn of a kick-off.
    (
        "all at home",
        "AP2",
        SMALL,
        f"turn=1 {ACT} points=6 {START.replace('W2=d3', 'W2=e4')} ball=f6",
        "points=6",
        "points=7",
    ),
    (
        "as far as the points",
        "AP2",
        SMALL,
        f"turn=1 {ACT} points=3 {START.replace('W2=d3', 'W2=h6')} ball=f6",
        "points=3",
        "points=4",
    ),
    (
        "the ball fetched",
        "AP2",
        SMALL,
        f"turn=1 {ACT} points=3 {START.replace('W2=d3', 'W2=f6')} ball=W2",
        "points=3",
        "points=4",
    ),
    (
        "the others at home",
        "MA4",
        SMALL,
        f"turn=1 {ACT} points=6 {START.replace('W2=d3', 'W2=e3')} ball=f6",
        "B3=h3",
        "B3=h4",
    ),
    (
        "everybody stands",
        "MA4",
        SMALL,
        f"turn=3 {ACT} points=6 {START.replace('W2=d3', 'W2=d3,down')} ball=f6",
        "turn=3",
        "turn=1",
    ),
    # Tackles and the ground.
    ("tackles are paid", "AP2", SMALL, f"turn=5 {ACT} points=5 tackles=2 {START} ball=f6", "points=5", "points=6"),
    ("who lies was jostled", "JO3", SMALL, f"turn=5 {ACT} points=5 tackles=2 {FELLED}", "tackles=2", "tackles=1"),
    ("each of them for a point", "AP2", SMALL, f"turn=5 {ACT} points=5 tackles=2 {FELLED}", "points=5", "points=6"),
    (
        "so many in a turn",
        "JO4",
        "octagon-small?points=2",
        f"turn=5 {ACT} points=2 W1=b8,down W2=d3,down W3=d9 B1=k6 B2=h9 B3=h3 ball=f6",
        "W3=d9",
        "W3=d9,down",
    ),
    (
        "a goalie in its zone",
        "JO2",
        SMALL,
        f"turn=5 {ACT} points=5 W1=b6,down W2=d3,down W3=d9,down B1=k6 B2=h9 B3=h3 ball=f6",
        "W1=b6",
        "W1=a6",
    ),
    (
        "also the other team's",
        "JO2",
        SMALL,
        f"turn=5 {ACT} points=5 tackles=1 W1=a6 W2=d3 W3=d9 B1=j6,down B2=h9 B3=h3 ball=f6",
        "B1=j6",
        "B1=k6",
    ),
    # How long a goalie has kept the ball.
    (
        "counted",
        "AP6",
        "octagon-small?keeping=1",
        f"turn=7 acting=black to=black:act points=7 kept=1 {KEPT}",
        "kept=1",
        "kept=2",
    ),
    (
        "in its zone in the other's turn",
        "AP6",
        KEEPING,
        f"turn=8 acting=black to=black:act points=7 kept=1 {KEPT}",
        "W1=a6",
        "W1=b6",
    ),
    (
        "out of it for its points",
        "AP6",
        KEEPING,
        f"turn=7 {ACT} points=5 kept=1 {KEPT.replace('W1=a6', 'W1=c6')}",
        "points=5",
        "points=6",
    ),
    ("turn by turn", "AP6", KEEPING, f"turn=4 acting=black to=black:act points=7 kept=2 {KEPT}", "turn=4", "turn=3"),
    ("turn by turn, in its own", "AP6", KEEPING, f"turn=3 {ACT} points=7 kept=1 {KEPT}", "turn=3", "turn=2"),
    ("since the last goal", "AP6", KEEPING, f"turn=4 {ACT} points=7 score=0,1 kept=1 {KEPT}", "turn=4", "turn=3"),
    ("by a goalie", "AP6", KEEPING, f"turn=7 {ACT} points=5 kept=1 {KEPT}", "ball=W1", "ball=W2"),
    # A ball under way.
    ("along its line", "RB1", SMALL, f"{PASS} points=5 ball=g3", "B3=h3 points=5 ball=g3", "B3=g7 points=5 ball=f7"),
    ("in its direction", "RB1", SMALL, f"{PASS} points=5 ball=g3", "W2:E", "W2:NE"),
    (
        "not through a wall",
        "RB1",
        SMALL,
        f"{PASS} points=5 ball=g3",
        "B3=h3 points=5 ball=g3",
        "B3=b7 points=5 ball=a7",
    ),
    ("as far as its dice", "PA1", SMALL, f"{PASS} points=0 ball=g3", "W2:E:3", "W2:E:22"),
    ("as far as its points", "AP2", "octagon", f"{LONG} points=7", "points=7", "points=8"),
    (
        "at least its dice",
        "PA1",
        SMALL,
        f"{PASS.replace('W2:E:3', 'W2:E:1')} points=5 ball=e3".replace("B3=h3", "B3=f4"),
        "W2:E:1",
        "W2:E:0",
    ),
    ("and the tries paid", "AP2", SMALL, f"{TRY} points=5", "points=5", "points=6"),
    ("the passer stands", "IN1", SMALL, f"{PASS} points=5 ball=g3", "W2=d3", "W2=d3,down"),
    ("and doesn't try", "IN1", SMALL, f"{PASS} points=5 ball=g3", "W2=d3", "W2=d3,tried"),
    ("nobody holds it", "PA2", SMALL, f"{PASS} points=5 ball=g3", "ball=g3", "ball=W2"),
    (
        "the later ones are asked later",
        "IN2",
        SMALL,
        f"{TRYING} points=5 ball=g3",
        TRYING,
        TRYING.replace("asked=B3", "asked=B2").replace("B2=h4,trying B3=h3", "B2=h4 B3=h3,trying"),
    ),
    ("who tries is near", "IN2", SMALL, f"{TRYING} points=5 ball=g3", "B2=h4", "B2=i4"),
    (
        "who has tried was near",
        "IN1",
        SMALL,
        f"{PASS.replace('B2=h9', 'B2=f4,tried')} points=5 ball=g3",
        "B2=f4",
        "B2=h4",
    ),
    (
        "who tries stands",
        "IN1",
        SMALL,
        f"{PASS.replace('B2=h9', 'B2=f4,tried')} points=5 ball=g3",
        "B2=f4,tried",
        "B2=f4,tried,down",
    ),
    # A ball knocked free.
    ("by a tackler", "TA5", SMALL, f"{KNOCK} B3=h8 pass=B2:N:2 points=5 ball=h7", "W2=g6,tried", "W2=g6"),
    ("who was next to the holder", "TA5", SMALL, f"{KNOCK} B3=h8 pass=B2:N:2 points=5 ball=h7", "W2=g6", "W2=f6"),
    ("a die far", "TA5", SMALL, f"{KNOCK} B3=h8 pass=B2:N:5 points=5 ball=h7", "N:5", "N:6"),
    ("in a tackle that counts", "TA2", SMALL, f"{KNOCK} B3=h8 pass=B2:N:2 points=5 ball=h7", "tackles=1 ", ""),
    ("and is paid", "AP2", SMALL, f"{KNOCK} B3=h8 pass=B2:N:2 points=6 ball=h7", "points=6", "points=7"),
    (
        "from no goalie in its zone",
        "TA5",
        SMALL,
        f"{ASKED} tackles=1 points=5 asked=B3 pass=B1:N:2 W1=a6 W2=i6,tried W3=d9 B1=j6 B2=h9 B3=k8 ball=j7",
        "W2=i6,tried W3=d9 B1=j6 B2=h9 B3=k8 ball=j7",
        "W2=j6,tried W3=d9 B1=k6 B2=h9 B3=j8 ball=k7",
    ),
    # A ball won.
    ("by a tackle", "TA3", SMALL, f"{TAKE} tackles=1 points=5 ball=h6", "asked=W2 W1=a6 W2=g6", "asked=W2 W1=a6 W2=f6"),
    ("that counts", "TA2", SMALL, f"{TAKE} tackles=1 points=5 ball=h6", "tackles=1 ", ""),
    ("and was paid", "AP2", SMALL, f"{TAKE} tackles=1 points=6 ball=h6", "points=6", "points=7"),
    ("a point left to take it", "TA3", SMALL, f"{TAKE} tackles=1 points=1 ball=h6", "points=1", "points=0"),
    ("from an enemy", "TA3", SMALL, f"{TAKE} tackles=1 points=5 ball=h6", "ball=h6", "ball=g7"),
    ("from somebody", "TA3", SMALL, f"{TAKE} tackles=1 points=5 ball=h6", "ball=h6", "ball=h7"),
    ("who stood", "TA3", SMALL, f"{TAKE} tackles=2 points=5 ball=h6", "B2=h6", "B2=h6,down"),
    ("by one who stands", "TA3", SMALL, f"{TAKE} tackles=1 points=5 ball=h6", "W2=g6", "W2=g6,down"),
    ("nobody's yet", "TA3", SMALL, f"{TAKE} tackles=1 points=5 ball=h6", "ball=h6", "ball=B2"),
    ("by the team in turn", "MA1", SMALL, f"{TAKE} tackles=1 points=5 ball=h6", "acting=white", "acting=black"),
    (
        "in a turn after keeping it",
        "TA3",
        KEEPING,
        "turn=5 acting=white points=5 tackles=1 to=white:take asked=W2 W1=a6 W2=j6 W3=d9 B1=k6 B2=h9 B3=h3 ball=k6",
        "turn=5",
        "turn=3",
    ),
    # Deployment.
    ("goalies by lot", "DE3", DRAWN, f"turn=5 {ACT} points=7 {HOMES} {START} ball=f6", "white=a6", "white=b6"),
]


@pytest.mark.parametrize(
    ("rule", "name", "text", "old", "new"), [row[1:] for row in TABLE], ids=[row[0] for row in TABLE]
)
def test_a_position_that_no_match_reaches_is_refused_with_its_rule(rule, name, text, old, new):
    scenario = scenario_of(name)
    read = OCTAGON_BALL.parse_position(scenario, text)
    again = OCTAGON_BALL.format_position(scenario, read)
    assert sorted(again.split()) == sorted(token for token in text.split() if token != "points=0")
    assert text.count(old) == 1
    with pytest.raises(ValueError, match=rf"\((\w+, )*{rule}(, \w+)*\)$"):
        OCTAGON_BALL.parse_position(scenario, text.replace(old, new))


REACHED = {
    "the own side's goal ends the match": f"turn=6 acting=black score=2,0 over=white:goals {START}",
    "a goalie keeps the ball, and its team jostles": "turn=9 acting=white points=6 tackles=1 kept=1 "
    f"to=white:act {START} ball=W1",
    "no point is left: the turn ends": f"turn=5 {ACT} points=0 {START} ball=f6",
    "three jostled in a turn": f"turn=6 {ACT} points=7 W1=b6,down W2=d3,down W3=d9,down B1=k6 B2=h9 B3=h3 ball=f6",
}


@pytest.mark.parametrize("text", REACHED.values(), ids=REACHED)
def test_a_position_that_looks_odd_is_read(text):
    OCTAGON_BALL.parse_position(scenario_of(KEEPING), text)
