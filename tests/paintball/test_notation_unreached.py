"""Is a position refused that is possible by itself, but that no game reaches, or that its scenario lacks?"""

import json
import random
import re

import pytest

from paintball_env import Game
from paintball_env.notation import NotationError, format_position, parse_position
from paintball_env.scenario import Scenario
from paintball_env.soundness import first_fault
from tests.paintball.test_notation_refused import BASIC, FULL, REVERSE, SINGLE, TWELVE, A, S

# Everything is possible by itself, but no game reaches it.

N = "turn=3 phase=1 acting=red second=blue score=4,2"
BOTH = " R1=c3 B1=c6"
ASKED = N + " used=1,0 to=blue:react actor=R1 asked=B1"
HAS_PAID = "actor=R1: it has just spent points: it is used, and hasn't rotated since (TU2, BS3)"

UNREACHED = [
    (BASIC, A + BOTH, "score: from turn 2 on it is 1 at least (TU1)"),
    (BASIC, A + " score=4,0" + BOTH, "score=4,0: from turn 2 on it is 1 at least (TU1)"),
    (TWELVE, A + " score=4,1 R1=c3 B1=c7", "score=4,1: from turn 2 on it is 2 at least (TU1)"),
    (BASIC, A + " score=2,4" + BOTH, "score=2,4: the higher one has the first phase (TU1)"),
    (
        BASIC,
        "turn=3 phase=2 acting=red second=red score=4,2 to=red:act" + BOTH,
        "score=4,2: the higher one has the first phase (TU1)",
    ),
    (
        BASIC,
        N + " used=1,0 to=red:act R1=c3,p1,moved2,used B1=c6",
        "R1=c3,p1,moved2,used: it has 2 points a turn, and has spent 2 at least (AP2)",
    ),
    (
        FULL,
        N + " used=1,0 to=red:act R1=c3,expert,p1,moved1,used,fired,aim B1=c6",
        "R1=c3,expert,p1,moved1,used,fired,aim: aim is lost with empty, jammed, suppressed, dazed, sentry and fired",
    ),
    (
        FULL,
        N + " used=1,0 to=red:act R1=c3,expert,p1,moved2,used,fired B1=c6",
        "R1=c3,expert,p1,moved2,used,fired: it has 3 points a turn, and has spent 3 at least (AP2)",
    ),
    (
        BASIC,
        N + " used=1,0 to=red:act R1=c3,p1,used,sentry B1=c6",
        "R1=c3,p1,used,sentry: it has 2 points a turn, and has spent 2 at least (AP2)",
    ),
    (BASIC, N + " used=1,0 to=red:act R1=c3,p0,used,sentry B1=c6", None),
    (BASIC, N + " to=red:act R1=c3,sentry B1=c6", None),
    # Whoever spends a point, rotates or takes up a flag is used; nobody else is (TU2).
    (
        BASIC,
        N + " to=red:act R1=c3,p1,moved1 B1=c6",
        "R1=c3,p1,moved1: it has spent points or rotated, so it is used (TU2)",
    ),
    (BASIC, N + " to=red:act R1=c3,p1,aim B1=c6", "R1=c3,p1,aim: it has spent points or rotated, so it is used (TU2)"),
    (BASIC, N + " to=red:act R1=c3,p1 B1=c6", "R1=c3,p1: it has spent points or rotated, so it is used (TU2)"),
    (FULL, N + " to=red:act R1=c3,turned B1=c6", "R1=c3,turned: it has spent points or rotated, so it is used (TU2)"),
    (FULL, N + " used=1,0 to=red:act R1=c3,turned,used B1=c6", None),
    (
        BASIC,
        N + " used=1,0 to=red:act R1=c3,used B1=c6",
        "R1=c3,used: it is used, and has neither spent a point nor rotated nor taken up a flag (TU2)",
    ),
    (BASIC, N + " used=1,0 to=red:act R1=c3,used B1=c6 flag.blue=R1", None),
    (BASIC, N + " used=2,0 to=red:act R1=c3 B1=c6", None),
    (
        BASIC,
        N + " used=1,0 to=red:act R1=c3 R2=c3 R3=c3 R4=c3 R5=c3 R6=c3 B1=c6",
        "used=1,0: Red has 0 used on the board, and 0 out of the game (TU2)",
    ),
    (
        BASIC,
        N + " used=1,0 to=red:act R1=c3,p1,used R2=c3,p1,used B1=c6",
        "used=1,0: used or finished on the board: R1, R2 (TU2)",
    ),
    # A turn begins with all points for everybody (TU6), and a phase ends without.
    (BASIC, N + " to=red:act R1=c3 B1=c6,p0", "B1=c6,p0: its phase is still to come: p2 (TU6)"),
    (
        BASIC,
        "turn=3 acting=red second=red score=4,4 to=red:first R1=c3,p1 B1=c6",
        "R1=c3,p1: its phase is still to come: p2 (TU6)",
    ),
    (
        BASIC,
        "turn=30 acting=red second=red over=draw:turns R1=c3,p0 B1=c6",
        "B1=c6: the phases are over, it has no points: p0",
    ),
    # Who can't act doesn't rotate (BS3).
    *(
        (
            FULL,
            f"{N} used=1,0 to=red:act R1=c3,expert,p0,used,fired,turned,{what} B1=c6",
            f"R1=c3,expert,p0,used,fired,turned,{what}: no sentry rotates, nor does a jammed or dazed figure (BS3)",
        )
        for what in ("sentry", "jammed", "dazed")
    ),
    # reactions (SE2)
    *(
        (name, f"{ASKED} R1={start},p1,moved1,used B1={sentry}", "asked=B1: it can't shoot at R1 now (SE2)")
        for name, start, sentry in (
            (BASIC, "c1", "c7,sentry"),
            (TWELVE, "c5", "c7/E,sentry"),
            (FULL, "c3", "c5,sentry,dazed"),
        )
    ),
    (BASIC, ASKED + " R1=c3,p1,moved1,used B1=c5,sentry", None),
    *(
        (name, f"{ASKED} R1=c3,{what} B1=c5,sentry", message)
        for name, what, message in (
            (BASIC, "p1,aim,used", "actor=R1: it has not just moved (SE2, AI2)"),
            (FULL, "expert,p1,moved1,used,aim", "actor=R1: it has not just moved (SE2, AI2)"),
            (FULL, "p1,moved1,used,turned", HAS_PAID),
            (FULL, "expert,p1,moved1,used,fired,jammed", "actor=R1: it couldn't move (MF3, SE1, SM2)"),
            (FULL, "expert,p1,moved1,used,fired,dazed", "actor=R1: it couldn't move (MF3, SE1, SM2)"),
        )
    ),
    (
        BASIC,
        N.replace("4,2", "1,1") + " used=1,0 to=blue:react actor=R2 asked=B1 R1=c2,p1,moved1,used R2=c3 B1=c5,sentry",
        "actor=R2: it has not just moved (SE2, AI2)",
    ),
    (
        BASIC,
        ASKED + " place=c4 count=1 R1=c4,p1,moved1,used,suppressed B1=c5,sentry B2=c4,empty",
        "actor=R1: it is impotent and can't charge (IM2)",
    ),
    # volleys (SH3, SH5)
    (BASIC, N + " to=red:volley actor=R1 kind=shoot shots=B1 R1=c1 B1=c7", "shots=B1: R1 can't shoot at B1 now (SH3)"),
    (
        BASIC,
        N + " to=red:volley actor=R1 kind=shoot shots=B1,B1 R1=c1 B1=c6",
        None,
    ),
    (
        BASIC,
        N + " to=red:volley actor=R1 kind=suppress shots=B1 R1=c1,p1,aim,used B1=c7 used=1,0",
        "shots=B1: R1 can't shoot at B1 now (SH3)",
    ),
    (BASIC, N + " to=red:volley actor=R1 kind=shoot shots=B1 R1=c1,p1,aim,used B1=c7 used=1,0", None),
    (BASIC, N + " to=red:volley actor=R1 kind=shoot shots=B1 R1=b1 B1=a1", "shots=B1: R1 can't shoot at B1 now (SH3)"),
    (FULL, N + " to=red:volley actor=R1 kind=shoot shots=B1 R1=c3/W B1=c5", "shots=B1: R1 can't shoot at B1 now (SH3)"),
    *(
        (
            FULL,
            f"{N} used=1,0 to=red:volley actor=R1 kind=shoot shots=B1 R1=c3,expert,p1,used,{what} B1=c5",
            "actor=R1: it can't begin a volley now (SH5, IM1, SE1, SM2)",
        )
        for what in ("fired", "sentry", "empty", "fired,jammed", "suppressed", "fired,dazed")
    ),
    (
        BASIC,
        N + " used=1,0 to=blue:pick actor=R1 kind=shoot count=1 shots=B1,B2 R1=c3,p0,used B1=c5 B2=c5",
        "actor=R1: it has fired its volley, and is neither impotent, neutral, a sentry nor dazed (SH5)",
    ),
    (
        BASIC,
        N + " used=1,0 to=blue:pick actor=R1 kind=shoot count=1 shots=B1,B2 R1=c1,p0,used,fired B1=c7 B2=c7",
        "shots=B1,B2: R1 couldn't shoot at B1 (SH3)",
    ),
    *(
        (
            name,
            f"{N} used=1,0 to=blue:pick actor=R1 kind=shoot count=1 shots={shots} R1=c3,{what},used,fired B1=c5 B2=c5",
            points and f"R1=c3,{what},used,fired: it has {points} points a turn, and has spent {points} at least (AP2)",
        )
        for name, shots, what, points in (
            (BASIC, "B1,B2", "p1", 2),
            (BASIC, "B1,B2", "p0", None),
            (FULL, "B1,B2,B1", "expert,p1", 3),
            (FULL, "B1,B2,B1", "expert,p0", None),
            (FULL, "B1,B2", "expert,p1,moved1", 3),
        )
    ),
    # A figure that is used can't be jammed or dazed but by its volley, nor have fired when suppressed.
    *(
        (
            FULL,
            f"{N} used=1,0 to=red:act R1=c3,p0,moved1,used,{what} B1=c6",
            f"R1=c3,p0,moved1,used,{what}: "
            "it is used, so that it is jammed or dazed by its volley: it has fired (MF3, SM2)",
        )
        for what in ("jammed", "dazed")
    ),
    (FULL, N + " used=1,0 to=red:act R1=c3,p0,moved1,used,fired,jammed B1=c6", None),
    (FULL, N + " to=red:act R1=c3,dazed R2=c3,jammed B1=c6", None),
    (
        BASIC,
        N + " used=1,0 to=red:act R1=c3,p1,used,fired,suppressed B1=c6",
        "R1=c3,p1,used,fired,suppressed: suppressed since the enemy's phase, it can't have fired (IM1)",
    ),
    # grenades, charges
    *(
        (FULL, f"{N} used=1,0 to={what} actor=R1 kind=smoke R1=c3,{states} B1=c7", message)
        for what in ("red:throw", "blue:scatter place=c4")
        for states, message in (
            ("p0,used", None),
            ("expert,paint,p1,used", None),
            ("p1,moved1,used", "R1=c3,p1,moved1,used: it has 2 points a turn, and has spent 3 at least (AP2)"),
            ("expert,p0,used,fired,dazed", "actor=R1: it couldn't throw (GR2, MF3, SM2)"),
            ("expert,p0,used,fired,jammed", "actor=R1: it couldn't throw (GR2, MF3, SM2)"),
            ("p0,used,turned", HAS_PAID),
        )
    ),
    *(
        (FULL, f"{N} used=1,0 to={what} actor=R1 kind=smoke R1=c3 R2=c2,p1,moved1,used B1=c7", HAS_PAID)
        for what in ("red:throw", "blue:scatter place=c4")
    ),
    (
        FULL,
        N + " used=1,0 to=blue:scatter actor=R1 kind=smoke place=c6 R1=c3,p0,used B1=c7",
        "place=c6: R1 can't throw so far (GR2)",
    ),
    (BASIC, N + " to=red:charge R1=c3 B1=c4", "to=red:charge: there is no hex to charge (CH1)"),
    (BASIC, N + " to=red:charger place=c4 R1=c3 B1=c4", "place=c4: Red can't charge it (CH1)"),
    (BASIC, N + " to=red:charger place=c6 R1=c3 B1=c6,empty", "place=c6: Red can't charge it (CH1)"),
    (BASIC, N + " to=red:charger place=c4 count=1 R1=c3 B1=c4,jammed", "place=c4: Red can't charge it (CH1)"),
    (BASIC, N + " to=red:step actor=R1 place=c4 count=1 R1=c3 B1=c4", "place=c4: Red can't charge it (CH1)"),
    (
        BASIC,
        N + " used=1,0 to=blue:react actor=R1 asked=B2 place=c5 count=1 R1=c4,p1,moved1,used B1=c5 B2=d5,sentry",
        "place=c5: Red can't charge it (CH1)",
    ),
    (
        BASIC,
        N + " to=blue:casualty place=c5 losses=0,1 R1=c5 B1=c5 B2=c5,suppressed",
        "place=c5: Red can't charge it (CH1)",
    ),
    (
        BASIC,
        N + " to=blue:casualty place=c5 losses=0,1 R1=c5 B1=c5,suppressed B2=c5,suppressed",
        "place=c5: Red's figures there have charged: they have moved and are used (CH1)",
    ),
    # won games (TU7, FL3)
    (BASIC, N + " to=red:act R1=c3", "over: is missing: Blue has no figure left (TU7)"),
    (BASIC, N + " to=red:act R1=c1 B1=c5 flag.blue=R1", "over: is missing: Red has won by the flag (FL3)"),
    (SINGLE, N + " to=red:act R1=c3 B1=c1 flag=B1", "over: is missing: Blue has won by the flag (FL3)"),
    (BASIC, N + " over=red:flag R1=c3 B1=c5 flag.blue=R1", "over=red:flag: Red has no flag where it wins (FL3)"),
    (BASIC, N + " over=red:flag R1=c1 flag.blue=R1", "over=red:flag: Blue has no figure left (TU7)"),
    (BASIC, N + " over=blue:eliminated", "over=blue:eliminated: Blue has no figure left (TU7)"),
    (BASIC, N + " over=draw:turns" + BOTH, "phase=1: only the turns' end comes after the phases (TU8)"),
    (
        BASIC,
        "turn=3 acting=red second=red over=red:eliminated R1=c3",
        "phase: only the turns' end comes after the phases (TU8)",
    ),
    (
        BASIC,
        "turn=3 acting=red second=red over=draw:turns" + BOTH,
        "over=draw:turns: the turns end after turn 30 (TU8)",
    ),
    (
        BASIC,
        "turn=30 acting=red second=red over=draw:turns R1=c1 B1=c5 flag.blue=R1",
        "over=draw:turns: Red has won by the flag (FL3)",
    ),
    # Marshals (EN5)
    (
        BASIC,
        N + " to=red:act R1=c8 B1=c8 B2=c8 M1=c8",
        "M1=c8: he leaves a hex that is full (EN5)",
    ),
    (BASIC, N + " to=red:act R1=c8,jammed B1=c8 B2=c8 M1=c8,attends=R1", None),
    # set-up
    (BASIC, S + " R1=c2 B1=c7 flag.red=c1 flag.blue=c8", "flag.red=c1: no flag is set up in a base (SN1, SN3)"),
    (BASIC, S + " R1=c2 B1=c7 flag.red=b1", "flag.blue: is missing: turn 1 begins"),
    (BASIC, S + " R1=c2 B1=c7 flag.red=b1 flag.blue=R1", None),
    (
        BASIC,
        S + " R1=c1 B1=c7 flag.red=b1 flag.blue=R1",
        "flag.blue=R1: with it the game is won before it begins (FL3)",
    ),
    (SINGLE, S + " R1=c2 B1=c1 flag=B1", "flag=B1: with it the game is won before it begins (FL3)"),
    (
        REVERSE,
        S + " R1=c8 B1=c7 flag.red=R1 flag.blue=B1",
        "flag.red=R1: with it the game is won before it begins (FL3)",
    ),
    (REVERSE, S + " R1=c2 B1=c7 flag.red=b1 flag.blue=B1", "flag.red=b1: a figure starts with it (SN2)"),
    (SINGLE, S + " R1=c2 B1=c7", "flag: is missing: turn 1 begins"),
    (BASIC, S + " R1=c2 B1=c7 flag.red=b1 flag.blue=d7", None),
    # A team without figures has lost (TU7); on an empty board set-up begins.
    (BASIC, S + " R1=c2 flag.red=b1 flag.blue=d7", "turn=0: Blue has set up, and has no figure (TU7)"),
    (BASIC, S + " B1=c7 flag.red=b1 flag.blue=d7", "turn=0: Red has set up, and has no figure (TU7)"),
    (BASIC, S + " flag.red=b1 flag.blue=d7", None),
]


@pytest.mark.parametrize(("name", "text", "message"), UNREACHED)
def test_what_no_game_reaches_is_refused_in_one_line(name, text, message):
    if message is None:
        parse_position(Scenario.load(name), text)
        return
    with pytest.raises(NotationError) as error:
        parse_position(Scenario.load(name), text)
    assert str(error.value) == message


# What it is refused for: the token, and the rule's number; None: it is taken, since a game reaches it.

T2 = "turn=2 phase=1 acting=red second=blue score=6,1"
SIX = " R1=c1 R2=c1 R3=b1 R4=c2 R5=d1 R6=d1"
BLUE_SIX = " B1=c8 B2=c8 B3=b7 B4=c7 B5=d7 B6=d7"
PLACED = " M1=c2 M2=c7 flag.red=b1 flag.blue=d7"
OUTSIDE = SIX.replace("c1", "c2") + BLUE_SIX.replace("c8", "c7") + " M1=c2 M2=c7"  # nobody is in a base
MANY = " R3=b1 R4=b1 R5=b1 R6=b1"
WAY = f"{T2} used=1,0 to=red:act"
OTHERS = " B2=c7 B3=c7 B4=c7 B5=c7 B6=c7"
ALL = " R2=b1" + MANY + " B1=b7" + OTHERS
CHARGED = f"{T2} used=2,0 to=red:charger place=c4 B1=c4,suppressed"
FELL = f"{T2} used=3,0 to=red:casualty place=c4 R4=b1 R1=c4,p1,moved1,used R2=c4,p1,moved1,used R3=c4,p1,moved1,used"

MORE = [
    # set-up, stage by stage, the roll-off's winner first (SN4)
    (BASIC, S + " to=red:piece left=3+1,3+1", None, ""),
    (BASIC, S + " to=blue:piece left=2+1,3+1", None, ""),
    (BASIC, S + " to=red:piece left=3+1,0+0", None, ""),  # a fixed start gives each player the pieces that it likes
    (BASIC, S + " to=red:flag-hex", None, ""),
    (BASIC, S + " to=blue:flag-hex", "flag.red", "SN4"),
    (BASIC, S + " to=red:flag-hex flag.red=b1", "flag.red", "SN4"),
    (BASIC, S + " to=blue:marshal-hex flag.red=b1 flag.blue=d7 M1=c2", None, ""),
    (BASIC, S + " to=blue:marshal-hex flag.red=b1 flag.blue=d7", "M1", "SN4"),
    (BASIC, S + " to=red:marshal-hex flag.red=b1 flag.blue=d7 M2=c7", "M2", "SN4"),
    (BASIC, S + " to=red:deploy actor=R3 R1=c1 R2=c1" + PLACED, None, ""),
    (BASIC, S + " to=red:deploy actor=R1 M1=c2 M2=c7", "flag.red", "SN4"),
    (BASIC, S + " to=red:deploy actor=R1 flag.red=b1 flag.blue=d7", "M1", "SN4"),
    (BASIC, S + " to=red:deploy actor=R1" + PLACED.replace("M1=c2", "M1=c4"), "M1", "SN1"),
    (BASIC, S + " to=red:deploy actor=R2 R1=c4" + PLACED, "R1", "SN1"),
    (BASIC, S + " to=red:deploy actor=R2 R1=c1 R3=c1" + PLACED, "R3", "SN4"),
    (BASIC, S + " to=red:deploy actor=R3 R1=c1" + PLACED, "R2", "SN4"),
    (BASIC, S + " to=blue:deploy actor=B1 R1=c2" + PLACED, "R2", "SN4"),
    (BASIC, S + " to=blue:deploy actor=B1" + SIX + PLACED, None, ""),
    (BASIC, S + " to=red:deploy actor=R2 R1=c1 B1=c8" + PLACED, "B1", "SN4"),
    (FULL, S + " to=red:deploy actor=R2 R1=c1/W" + PLACED, "R1", "BS3"),
    (SINGLE, S + " to=red:deploy actor=R1 M1=c2 M2=c7", "flag", "SN4"),
    (SINGLE, S + " to=red:deploy actor=R1 M1=c2 M2=c7 flag=b4", None, ""),
    (REVERSE, f"{S} to=red:carrier{OUTSIDE}", None, ""),
    *(
        (REVERSE, f"{S} to={to}:carrier{OUTSIDE}{flags}", key, "SN2")
        for to, flags, key in (
            ("red", " flag.red=R1", "flag.red"),
            ("red", " flag.blue=B1", "flag.blue"),
            ("blue", "", "flag.red"),
        )
    ),
    (FULL, S + " to=red:expert count=3" + SIX + BLUE_SIX + PLACED, None, ""),
    (FULL, S + " to=red:expert count=4" + SIX + BLUE_SIX + PLACED, "count", "EX1"),
    (FULL, S + " to=red:expert count=2" + SIX.replace("R1=c1", "R1=c1,expert") + BLUE_SIX + PLACED, None, ""),
    (FULL, S + " to=red:expert count=3" + SIX.replace("R1=c1", "R1=c1,expert") + BLUE_SIX + PLACED, "count", "EX1"),
    (FULL, S + " to=blue:expert count=1" + SIX + BLUE_SIX + PLACED, "to", "EX1"),
    (FULL, S + " to=red:expert count=1" + SIX + BLUE_SIX.replace("B1=c8", "B1=c8,expert") + PLACED, "to", "SN4"),
    (FULL, S + " to=red:expert count=1" + SIX.replace("R1=c1", "R1=c1,smoke") + BLUE_SIX + PLACED, "to", "SN4"),
    *(
        (
            FULL,
            f"{S} to=red:grenade count={left}{SIX}{BLUE_SIX}{PLACED}".replace("R1=c1", f"R1=c1,expert{given}").replace(
                "B1=c8", "B1=c8,expert"
            ),
            key,
            "GR1",
        )
        for left, given, key in ((3, "", None), (4, "", "count"), (1, ",smoke2", None), (1, ",smoke2,paint", "count"))
    ),
    # points that nothing can have taken (AP2)
    (BASIC, WAY + " R1=c2,p1,used R2=b1 B1=c7", "R1", "AP2"),
    (BASIC, WAY + " R1=c2,p0,used R2=b1 B1=c7", None, ""),  # reloaded, or stood down
    (BASIC, WAY + " R1=c2,p0,moved1,used R2=b1 B1=c7", None, ""),  # took aim and lost it by the step (AI2)
    (BASIC, WAY + " R1=c2,p0,used,empty R2=b1 B1=c7", "R1", "AP2"),
    (FULL, WAY + " R1=c2,p0,used,empty R2=b1 B1=c7", None, ""),  # threw a grenade
    (FULL, WAY + " R1=c2,expert,p0,used,fired,sentry R2=b1 B1=c7", None, ""),
    (FULL, WAY + " R1=c2,expert,p0,used,sentry R2=b1 B1=c7", None, ""),  # took aim before (AI2)
    (BASIC, WAY + " R1=c2,p1,moved1,used,aim R2=b1 B1=c7", "R1", "AP2"),
    (BASIC, WAY + " R1=c2,p0,moved1,used,aim R2=b1 B1=c7", None, ""),
    # steps from nowhere (MV1, MV2, SN2, BS2)
    (BASIC, WAY + " R1=c1,p1,moved1,used R2=e1 B1=c2 B2=b1 B3=d1", "R1", "MV1"),
    (BASIC, WAY + " R1=c1,p1,moved1,used R2=e1 B1=c2 B2=b1", None, ""),
    (BASIC, WAY + " R1=c1,p0,moved2,used R2=e1 B1=c2 B2=b1", None, ""),  # out and back
    (REVERSE, WAY + " R1=c2,p1,moved1,used R2=e1 B1=b1 B2=d1 B3=b2 B4=d2 B5=c3", "R1", "MV1"),
    (BASIC, WAY + " R1=c2,p1,moved1,used R2=e1 B1=b1 B2=d1 B3=b2 B4=d2 B5=c3", None, ""),
    (FULL, WAY + " R1=a1/E,p1,moved1,used R2=b1 B1=c7", "R1", "BS2"),
    (FULL, WAY + " R1=c1/E,p1,moved1,used R2=b1 B1=c7", "R1", "BS2"),
    (FULL, WAY + " R1=c1/E,p1,moved1,used,turned R2=b1 B1=c7", None, ""),
    (FULL, WAY + " R1=c1/E,p0,moved1,used,fired R2=b1 B1=c7", None, ""),  # it may have turned before its volley
    (FULL, f"{T2} used=1,0 to=blue:react actor=R1 asked=B1 R1=a1/E,p0,moved1,used R2=b1 B1=b5,sentry", "R1", "BS2"),
    # flags (FL1, FL2, SN1)
    (BASIC, WAY + " R1=d7,p1,moved1,used" + ALL + " flag.red=d1 flag.blue=d7", "R1", "FL1"),
    (BASIC, WAY + " R1=d7,p1,moved1,used R2=b1 B1=b7 flag.red=d1 flag.blue=d7", None, ""),  # a carrier fell there since
    (BASIC, WAY + " R1=d6,p1,moved1,used" + ALL + " flag.red=d1 flag.blue=c8", "flag.blue", "SN1"),
    (BASIC, WAY + " R1=d6,p1,moved1,used R2=b1 B1=b7 flag.red=d1 flag.blue=c8", None, ""),
    (BASIC, "turn=1 phase=1 acting=red second=red to=red:act R1=c2 B1=c7 flag.red=d1 flag.blue=c8", "flag.blue", "SN1"),
    (REVERSE, T2 + " to=red:act R1=c2 B1=c7 flag.red=c1 flag.blue=B1", "flag.red", "SN2"),
    (REVERSE, T2 + " to=red:act R1=c2 R2=b1" + MANY + " B1=c7 flag.red=c4 flag.blue=B1", "flag.red", "SN2"),
    (REVERSE, T2 + " to=red:act R1=c2 B1=c7 flag.red=c4 flag.blue=B1", None, ""),
    # the right flag in the right base ends the game where a figure has brought it there (FL3)
    (
        BASIC,
        f"{WAY} R1=c1 R2=c4,p0,used B1=c5 flag.blue=R1".replace("to=red:act", "to=blue:react actor=R2 asked=B1")
        .replace("c4,p0", "c4,p1,moved1")
        .replace("c5", "c6,sentry"),
        "over",
        "FL3",
    ),
    (SINGLE, T2 + " used=1,0 over=blue:flag R1=c4,p1,moved1,used B1=c1 flag=B1", "over", "FL3"),
    (BASIC, T2 + " over=red:eliminated R1=c4", "over", "TU7"),
    (BASIC, T2 + " used=1,0 over=red:eliminated R1=c4,p1,used,fired", None, ""),
    # guns (MF3, SM2, TU6)
    (BASIC, WAY + " R1=c4,p0,moved1,used,fired,jammed R2=b1 B1=c7 M1=c4,attends=R1", "M1", "MF3"),
    (BASIC, WAY + " R1=c4,p0,moved1,used,fired,jammed R2=b1 B1=c7 M1=c4", None, ""),
    (FULL, T2 + " to=red:act R1=c4,jammed,dazed R2=b1 B1=c7", "R1", "SM2"),
    (BASIC, T2 + " to=red:act R1=c4,jammed R2=b1 B1=c7 M1=c4", "M1", "TU6"),
    (BASIC, WAY + " R1=c4,jammed R2=b1,p1,used,fired B1=c7 M1=c4", None, ""),
    (BASIC, T2 + " to=red:act R1=c4,jammed R2=b1 B1=c7 M1=c3", None, ""),  # he came from c1, and walks 2
    # charges (CH2)
    (BASIC, CHARGED + " count=2 R1=c3 R2=b1,p1,moved1,used R3=d1,p1,moved1,used", "count", "CH2"),
    (BASIC, CHARGED + " count=2 R1=c3 R2=c4,p1,moved1,used", None, ""),  # the other one is out
    (BASIC, CHARGED.replace("2,0", "0,0") + " count=1 R1=c3 R2=b1", "count", "CH2"),
    (BASIC, CHARGED.replace("2,0", "1,0") + " R1=c3 R2=b1 R3=c4,p1,moved1,used count=2", "count", "CH2"),
    (BASIC, CHARGED.replace("2,0", "1,0") + " R1=c3 R2=b1 R3=c4,p1,moved1,used,suppressed count=1", "place", "CH1"),
    (BASIC, f"{T2} to=red:step actor=R1 place=c5 count=1 R1=c4 B1=c5,suppressed", None, ""),
    (BASIC, f"{T2} to=red:step actor=R1 place=c5 count=2 R1=c4 B1=c5,suppressed", "count", "CH2"),
    *(
        (
            BASIC,
            f"{WAY.replace('to=red:act', 'to=blue:react actor=R1 asked=B2 place=c5 count=1')}"
            f" R1=c4,{steps},used B1=c5,suppressed B2=c7,sentry",
            key,
            "CH2",
        )
        for steps, key in (("p0,moved2", "actor"), ("p1,moved1", None))
    ),
    (BASIC, CHARGED + " count=1 R1=b1 R2=c4,p1,moved1,used R3=c4,p1,moved1,used", "count", "CH2"),
    # shoot-outs (CH3)
    (
        BASIC,
        WAY.replace("red:act", "red:casualty place=c4 losses=1,0")
        + " R1=c4,p1,moved1,used R2=b1 B1=c4,suppressed B2=c7",
        "losses",
        "CH3",
    ),
    (BASIC, FELL + " losses=1,0 B1=c4,empty B2=c7", "B1", "CH3"),
    (BASIC, FELL + " losses=1,0 B1=c4,suppressed B2=c7", None, ""),
    (BASIC, FELL + " losses=2,0 B1=c4,suppressed" + OTHERS, "losses", "CH3"),
    (BASIC, FELL + " losses=2,0 B1=c4,suppressed B2=c7", None, ""),
    (BASIC, FELL + " losses=3,0 B1=c4,suppressed B2=c7", "losses", "CH3"),
]


@pytest.mark.parametrize(("name", "text", "key", "rule"), MORE)
def test_what_no_game_reaches_is_refused_by_its_rule(name, text, key, rule):
    if key is None:
        parse_position(Scenario.load(name), text)
        return
    with pytest.raises(NotationError, match=rf"^{re.escape(key)}[=:].*\(.*\b{rule}\b.*\)$"):
        parse_position(Scenario.load(name), text)


def test_enemies_who_hold_works_alone_have_let_nobody_in():
    """EN4: with `enter_defended` off only a charge leads beside them."""
    text = WAY + " R1=c8,p1,moved1,used R2=b1 B1=c8 B2=d7"
    parse_position(Scenario.load(BASIC), text)
    with pytest.raises(NotationError, match=r"^R1=.*MV2"):
        parse_position(Scenario.load(BASIC).with_rules(enter_defended=False), text)


def small_red():
    own = json.loads(Scenario.load(BASIC).to_json()) | {"name": "small-red", "objective": "elimination"}
    own["red"] |= {"figures": 4, "marshal": False}
    return Scenario.from_json(json.dumps(own))


@pytest.mark.parametrize(
    ("token", "message"),
    [
        ("R5=c3", "R5=c3: Red has 4 figures"),
        ("M1=c3", "M1=c3: Red has no Marshal in this scenario"),
        ("flag.red=c3", "flag.red=c3: this scenario's flags are none"),
    ],
)
def test_what_a_scenario_lacks_is_refused(token, message):
    with pytest.raises(NotationError, match=f"^{re.escape(message)}$"):
        parse_position(small_red(), f"{A} {token}")


@pytest.mark.parametrize(
    ("switch", "state", "message"),
    [
        ({"suppress_save": [1, 2, 3, 4, 5, 6]}, "suppressed", "in this scenario all save from suppression (SU1)"),
        ({"spot_in": []}, "dazed", "in this scenario all see out of smoke (SM2)"),
    ],
)
def test_a_state_that_no_die_of_the_scenario_leads_to_is_refused(switch, state, message):
    text = f"{N} to=red:act R1=c3 B1=c6,sentry" if state == "dazed" else f"{N} to=red:act R1=c3 B1=c6"
    parse_position(Scenario.load(FULL), f"{text},{state}")
    with pytest.raises(NotationError, match=re.escape(f"{state}: {message}")):
        parse_position(Scenario.load(FULL).with_rules(**switch), f"{text},{state}")


@pytest.mark.parametrize(
    ("figures", "used", "message"),
    [
        ("R1=c3,p1,moved1,used R2=b3,p1,used,aim", 2, "R2=b3,p1,used,aim: only the chargers of one charge"),
        ("R1=c3,p1,moved1,used R2=b3,p1,moved1,used,suppressed", 2, "R2=b3,p1,moved1,used,suppressed: only the"),
        ("R1=c3,p1,moved1,used R2=b3,p1,moved1,used", 2, None),
        ("R1=c3,p1,moved1,finished R2=b3,p1,used,aim", 2, None),
        ("R1=c3,p1,moved1,finished", 1, "R1=c3,p1,moved1,finished: no other figure has been used since"),
        ("R1=c3,p1,moved1,finished", 2, None),
    ],
)
def test_one_at_a_time_a_figure_that_is_used_finishes_the_one_before(figures, used, message):
    """But for the chargers of one charge, and where the one that was used since is out."""
    scenario, text = Scenario.load(FULL).with_rules(activation="one_at_a_time"), f"{N} used={used},0 to=red:act B1=c6"
    if message is None:
        parse_position(scenario, f"{text} {figures}")
        return
    with pytest.raises(NotationError, match=f"^{re.escape(message)}.*TU5"):
        parse_position(scenario, f"{text} {figures}")


# Words by which play comes to blows, grenades and charges; more of them than in `tests.twins.paintball`.
LIKELY = {"suppress": 15, "charge": 100, "shoot": 4, "throw": 8, "take": 20}


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        (FULL, {"activation": "one_at_a_time", "points": 4, "suppress_save": [], "extra_grenades": 9}),
        ("reverse-flag-drawn", {"activation": "one_at_a_time", "throw_cost": 1, "spot_in": [1, 2, 3, 4, 5]}),
        ("single-flag", {"points": 3, "shoot_cost": 2, "max_moves": 1, "suppress_save": []}),
    ],
)
def test_every_position_of_a_game_is_read_as_it_is_written_and_sound(name, rules):
    scenario, rng = Scenario.load(name).with_rules(**rules), random.Random(7)
    for seed in range(2):
        game = Game(scenario, seed=seed)
        for _ in range(400):
            text = game.position()
            assert format_position(scenario, parse_position(scenario, text)) == text
            assert first_fault(scenario.world[0], game.games[0]) == 0, text
            if game.over:
                break
            actions = game.legal_actions()
            shares = [next((share for word, share in LIKELY.items() if word in action), 1) for action in actions]
            game.step(rng.choices(actions, shares)[0])
