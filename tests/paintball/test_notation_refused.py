"""Is every impossible position refused, in one line that names the token?"""

import pytest

from paintball_env.notation import NotationError, parse_position
from paintball_env.notation.words import KINDS
from paintball_env.scenario import Scenario

BASIC, FULL, TWELVE = "capture-the-flag-basic", "capture-the-flag", "battle-12"
REVERSE, SINGLE = "reverse-flag-basic", "single-flag-basic"

H = "turn=3 phase=1 acting=red second=blue"
A = H + " to=red:act"
S = "turn=0 acting=red second=red"
V = H + " to=red:volley actor=R1 kind=shoot R1=c3 B1=c5 B2=c5 B3=c6"
P = H + " to=blue:pick actor=R1 kind=shoot R1=c3 B1=c5 B2=c5"
C = H + " to=red:casualty R1=c4 R2=c4 B1=c4 B2=c4 place=c4"
R = H + " to=blue:react actor=R1 R1=c3 B1=c5,sentry B2=c6"

REFUSED = [
    # tokens
    (BASIC, A + "\n" + A, "a position is one line"),
    (BASIC, A + " R1", "R1: a token is key=value"),
    (BASIC, A + " =3", "=3: a token is key=value"),
    (BASIC, A + " soft=", "soft=: a token is key=value"),
    (BASIC, A + " R1=c3 R1=c4", "R1=c4: R1 is given twice"),
    (BASIC, A + " X1=c3", "X1=c3: unknown key"),
    (BASIC, A + " M5=c3", "M5=c3: unknown key"),
    (BASIC, A + " R01=c3", "R01=c3: unknown key"),
    (BASIC, A + " flag=c3", "flag=c3: this scenario's flags are flag.red and flag.blue"),
    (SINGLE, A + " flag.red=c3", "flag.red=c3: this scenario's flags are flag"),
    (BASIC, "acting=red second=red", "turn: is missing, it is always written"),
    (BASIC, "turn=0 second=red", "acting: is missing, it is always written"),
    (BASIC, "turn=0 acting=red", "second: is missing, it is always written"),
    # values
    (BASIC, "turn=x acting=red second=red", "turn=x: 'x' is no number"),
    (BASIC, "turn=-1 acting=red second=red", "turn=-1: '-1' is no number"),
    (BASIC, "turn=03 acting=red second=red", "turn=03: '03' is no number"),
    (BASIC, "turn=31 phase=1 acting=red second=red to=red:act", "turn=31: 31 is more than 30"),
    (BASIC, "turn=3 phase=3 acting=red second=red to=red:act", "phase=3: 3 is more than 2"),
    (BASIC, "turn=3 acting=green second=red", "acting=green: 'green' is none of red blue"),
    (BASIC, A + " score=7,1", "score=7,1: 7 is more than 6"),
    (BASIC, A + " score=4", "score=4: wants Red's and Blue's number, as in 1,0"),
    (BASIC, A + " used=1,0,0", "used=1,0,0: wants Red's and Blue's number, as in 1,0"),
    (BASIC, A + " used=7,0", "used=7,0: 7 is more than 6"),
    (BASIC, H + " to=red", "to=red: '' is none of " + " ".join(KINDS[1:])),
    (BASIC, H + " to=red:jump", "to=red:jump: 'jump' is none of " + " ".join(KINDS[1:])),
    (BASIC, H + " to=green:act", "to=green:act: 'green' is none of red blue"),
    (BASIC, H + " over=blue", "over=blue: '' is none of eliminated flag turns"),
    (BASIC, H + " over=both:flag", "over=both:flag: 'both' is none of red blue draw"),
    (BASIC, S + " to=red:piece left=3", "left=3: wants soft+hard pieces of Red and Blue, as in 3+1,2+0"),
    (
        BASIC,
        S + " to=red:piece left=3+1,2+1,0+0",
        "left=3+1,2+1,0+0: wants soft+hard pieces of Red and Blue, as in 3+1,2+0",
    ),
    (BASIC, S + " to=red:piece left=3,1", "left=3,1: wants soft+hard pieces of Red and Blue, as in 3+1,2+0"),
    (BASIC, S + " to=red:piece left=4+1,0+0", "left=4+1,0+0: 4 is more than 3"),
    (BASIC, A + " R1=c9", "R1=c9: there is no hex c9 on this board"),
    (BASIC, A + " R1=c3/N", "R1=c3/N: 'N' is none of E NE NW W SW SE"),
    (BASIC, A + " R7=c3", "R7=c3: Red has 6 figures"),
    (BASIC, A + " R1=c3,happy", "R1=c3,happy: 'happy' is no state of a figure"),
    (BASIC, A + " R1=c3,p3", "R1=c3,p3: a figure has 2 points at most"),
    (BASIC, A + " R1=c3,p", "R1=c3,p: '' is no number"),
    (BASIC, A + " R1=c3,moved3", "R1=c3,moved3: 3 is more than 2"),
    (FULL, A + " R1=c3,expert,p4", "R1=c3,expert,p4: an expert has 3 points at most"),
    (FULL, A + " R1=c3,smoke0", "R1=c3,smoke0: 'smoke0': no grenade is left out"),
    (FULL, A + " R1=c3,smoke,smoke", "R1=c3,smoke,smoke: 'smoke' repeats or contradicts what stands before it"),
    (
        BASIC,
        A + " used=1,0 R1=c3,used,finished",
        "R1=c3,used,finished: 'finished' repeats or contradicts what stands before it",
    ),
    (BASIC, A + " R1=c3,empty,jammed", "R1=c3,empty,jammed: 'jammed' repeats or contradicts what stands before it"),
    (BASIC, A + " R1=c3,aim,aim", "R1=c3,aim,aim: 'aim' repeats or contradicts what stands before it"),
    (BASIC, A + " M1=c9", "M1=c9: there is no hex c9 on this board"),
    (BASIC, A + " M1=c3,R3", "M1=c3,R3: after a Marshal's hex stands nothing but the figure, as in attends=R3"),
    (BASIC, A + " M1=c3,attends=M2", "M1=c3,attends=M2: 'M2' is no figure"),
    (BASIC, A + " M1=c3,attends=R9", "M1=c3,attends=R9: Red has 6 figures"),
    (BASIC, A + " flag.red=R9", "flag.red=R9: Red has 6 figures"),
    (BASIC, A + " flag.red=z1", "flag.red=z1: there is no hex z1 on this board"),
    (BASIC, A + " soft=z1", "soft=z1: there is no hex z1 on this board"),
    (BASIC, A + " soft=c3,c3", "soft=c3,c3: c3 has cover already"),
    (BASIC, A + " soft=c3 hard=c3/E", "hard=c3/E: c3 has cover already"),
    (BASIC, A + " hard=c3", "hard=c3: hard cover, and only hard cover, has a facing, as in hard=b4/SW"),
    (BASIC, A + " soft=c3/E", "soft=c3/E: hard cover, and only hard cover, has a facing, as in hard=b4/SW"),
    (BASIC, A + " hard=c3/N", "hard=c3/N: 'N' is none of E NE NW W SW SE"),
    (BASIC, A + " smoke=c3,c3", "smoke=c3,c3: c3 has smoke already"),
    (BASIC, A + " smoke=c3/E", "smoke=c3/E: hard cover, and only hard cover, has a facing, as in hard=b4/SW"),
    # course of the game
    (BASIC, "turn=0 phase=1 acting=red second=red", "phase=1: set-up (turn=0) has no phases"),
    (
        BASIC,
        "turn=3 phase=2 acting=red second=blue to=red:act",
        "second=blue: in the second phase its team is the acting one",
    ),
    (
        BASIC,
        "turn=3 acting=red second=blue to=blue:first score=3,3",
        "second=blue: before the phases it is the acting team",
    ),
    (BASIC, H, "to: is missing: who decides, or over="),
    (BASIC, A + " over=red:flag", "to=red:act: nobody decides when the game is over"),
    (BASIC, "turn=0 acting=red second=red over=red:flag", "over=red:flag: no game ends in set-up (turn=0)"),
    (BASIC, A + " left=1+0,0+0", "left=1+0,0+0: all cover is placed in set-up (turn=0)"),
    (BASIC, "turn=1 phase=1 acting=red second=red to=red:act score=3,2", "score=3,2: is 0,0 until turn 2"),
    (
        BASIC,
        H.replace(" phase=1", "").replace("red second", "blue second") + " over=red:flag score=3,2",
        "score=3,2: is 0,0 before the command dice",
    ),
    (BASIC, A + " used=0,1", "used=0,1: Blue is not in its phase"),
    (BASIC, A + " score=1,4 used=2,0", "used=2,0: Red's score is 1"),
    (BASIC, A + " R1=c3,p1,used", "used: is missing: used or finished on the board: R1 (TU2)"),
    (BASIC, H + " over=draw:flag", "over=draw:flag: a flag wins (FL3)"),
    (BASIC, H + " over=red:turns", "over=red:turns: the turns' end draws (TU8)"),
    (BASIC, H + " over=red:eliminated R1=c3 B2=c5", "over=red:eliminated: B2 is on the board"),
    (BASIC, H + " over=draw:eliminated R1=c3", "over=draw:eliminated: R1 is on the board"),
    # ground
    (BASIC, A + " soft=c1", "soft=c1: c1 is a base, bunker or trench and holds no cover"),
    (BASIC, A + " hard=c8/E", "hard=c8/E: c8 is a base, bunker or trench and holds no cover"),
    (TWELVE, A + " soft=b4", "soft=b4: b4 is a base, bunker or trench and holds no cover"),
    (TWELVE, A + " soft=d3", "soft=d3: d3 is a base, bunker or trench and holds no cover"),
    # figures
    (BASIC, A + " R1=c3,expert", "R1=c3,expert: there are no experts in this scenario"),
    (BASIC, A + " R1=c3,smoke", "R1=c3,smoke: there are no grenades in this scenario"),
    (BASIC, A + " R1=c3,paint2", "R1=c3,paint2: there are no grenades in this scenario"),
    (BASIC, A + " R1=c3/W", "R1=c3/W: without blind spots no figure turns"),
    (BASIC, A + " R1=c3,turned", "R1=c3,turned: without blind spots no figure turns"),
    (BASIC, A + " used=1,0 R1=c3,finished", "R1=c3,finished: only where figures act one at a time are they finished"),
    (REVERSE, A + " R1=c1", "R1=c1: no figure may be in its own base in this scenario"),
    (BASIC, A + " B1=c3,moved1", "B1=c3,moved1: 'moved' only while its team acts"),
    (BASIC, A + " B1=c3,aim", "B1=c3,aim: 'aim' only while its team acts"),
    (BASIC, A + " B1=c3,used", "B1=c3,used: 'used' only while its team acts"),
    (
        BASIC,
        "turn=3 phase=2 acting=blue second=blue to=blue:act R1=c3,p1",
        "R1=c3,p1: its phase is over, it has no points",
    ),
    (
        BASIC,
        S + " to=red:flag-hex R1=c3,p1",
        "R1=c3,p1: in set-up (turn=0) a figure has no other states than expert and grenades",
    ),
    (
        BASIC,
        S + " to=red:flag-hex R1=c3,empty",
        "R1=c3,empty: in set-up (turn=0) a figure has no other states than expert and grenades",
    ),
    (
        BASIC,
        "turn=3 acting=red second=red to=red:first score=3,3 R1=c3,suppressed",
        "R1=c3,suppressed: 'suppressed' and 'dazed' end with the turn",
    ),
    (
        BASIC,
        A + " R1=c3,aim,empty",
        "R1=c3,aim,empty: aim is lost with empty, jammed, suppressed, dazed, sentry and fired",
    ),
    (
        BASIC,
        A + " R1=c3,aim,fired",
        "R1=c3,aim,fired: aim is lost with empty, jammed, suppressed, dazed, sentry and fired",
    ),
    (BASIC, A + " R1=c3,jammed,suppressed", "R1=c3,jammed,suppressed: a jammed figure is never suppressed"),
    (BASIC, A + " R1=c3,sentry,suppressed", "R1=c3,sentry,suppressed: no sentry is empty, jammed or suppressed"),
    (BASIC, A + " R1=c1,sentry", "R1=c1,sentry: no sentry stands in a base"),
    (TWELVE, A + " R1=b4,sentry", "R1=b4,sentry: no sentry stands in a bunker or trench"),
    (BASIC, A + " R1=c3,sentry flag.blue=R1", "R1=c3,sentry: no sentry carries a flag"),
    (BASIC, A + " R1=c1 R2=c1 R3=c1", "R3=c1: c1 has room for 2 of a team, not for 3"),
    (BASIC, A + " R1=c8 R2=c8 B1=c8 B2=c8", "B2=c8: c8 has room for 3 figures, not for 4"),
    (BASIC, A + " R1=c4 B1=c4", "B1=c4: enemies share c4, which only happens in a base, bunker or trench, or a charge"),
    (TWELVE, A + " R1=d3 R2=d3 R3=d3", "R3=d3: d3 has room for 2 of a team, not for 3"),
    (
        BASIC,
        H + " to=red:charger place=c5 R1=c4 B1=c4,empty R2=c5 B2=c5,empty",
        "B1=c4,empty: enemies share c4, which only happens in a base, bunker or trench, or a charge",
    ),
    # Marshals, flags
    (BASIC, A + " M1=c3,attends=R1", "M1=c3,attends=R1: R1 is not jammed"),
    (BASIC, A + " R1=c3 M1=c3,attends=R1", "M1=c3,attends=R1: R1 is not jammed"),
    (BASIC, A + " R1=c3,jammed M1=c4,attends=R1", "M1=c4,attends=R1: R1 is in c3"),
    (BASIC, A + " R1=c3,jammed M1=c3,attends=R1 M2=c3,attends=R1", "M2=c3,attends=R1: another Marshal attends R1"),
    (BASIC, A + " flag.red=B1", "flag.red=B1: B1 is not on the board"),
    (BASIC, A + " R1=c3 flag.red=R1", "flag.red=R1: nobody carries the own flag"),
    (REVERSE, A + " B1=c3 flag.red=B1", "flag.red=B1: nobody carries the enemy's flag"),
    # open decisions: tokens
    (BASIC, A + " actor=R1 R1=c3", "actor=R1: has no place in the decision 'act'"),
    (BASIC, A + " losses=0,0", "losses=0,0: has no place in the decision 'act'"),
    (BASIC, S + " kind=soft", "kind=soft: has no place without a decision"),
    (BASIC, H + " over=red:flag count=1", "count=1: has no place without a decision"),
    (BASIC, S + " to=red:cover-hex left=1+1,0+0", "kind: is missing, the decision 'cover-hex' needs it"),
    (
        BASIC,
        S + " to=red:cover-hex kind=shoot left=1+1,0+0",
        "kind=shoot: in the decision 'cover-hex' it is soft or hard",
    ),
    (
        BASIC,
        S + " to=red:cover-facing kind=soft place=c3 left=1+1,0+0",
        "kind=soft: in the decision 'cover-facing' it is hard",
    ),
    (FULL, S + " to=red:expert", "count: is missing, the decision 'expert' needs it"),
    (FULL, S + " to=red:expert count=0", "count=0: in the decision 'expert' it is 1 at least"),
    (BASIC, V, "shots: is missing, the decision 'volley' needs it"),
    (BASIC, V + " shots=B1 asked=B1", "asked=B1: has no place in the decision 'volley'"),
    (BASIC, R, "asked: is missing, the decision 'react' needs it"),
    (BASIC, P + " shots=B1,B2", "count: is missing, the decision 'pick' needs it"),
    (FULL, H + " to=red:throw actor=R1 R1=c3", "kind: is missing, the decision 'throw' needs it"),
    (FULL, H + " to=blue:scatter actor=R1 kind=smoke R1=c3", "place: is missing, the decision 'scatter' needs it"),
    (BASIC, H + " to=red:charger", "place: is missing, the decision 'charger' needs it"),
    (BASIC, H + " to=red:step place=c5 count=1", "actor: is missing, the decision 'step' needs it"),
    (BASIC, C, "losses: is missing, the decision 'casualty' needs it"),
    # who and when
    (BASIC, H + " to=blue:act", "to=blue:act: the decision 'act' is Red's"),
    (BASIC, R.replace("to=blue", "to=red") + " asked=B1", "to=red:react: the decision 'react' is Blue's"),
    (BASIC, "turn=3 acting=red second=red to=blue:first score=3,3", "to=blue:first: the decision 'first' is Red's"),
    (
        BASIC,
        "turn=3 acting=red second=red to=red:first score=3,2",
        "score=3,2: the decision 'first' follows on equal scores",
    ),
    (BASIC, "turn=3 acting=red second=red to=red:first", "score: the decision 'first' follows on equal scores"),
    (BASIC, H + " to=red:first score=3,3", "phase=1: the decision 'first' comes before the phases"),
    (BASIC, H + " to=red:piece left=1+0,0+0", "left=1+0,0+0: all cover is placed in set-up (turn=0)"),
    (BASIC, H + " to=red:deploy actor=R1", "to=red:deploy: the decision 'deploy' belongs to set-up"),
    (BASIC, S + " to=red:act", "to=red:act: the decision 'act' belongs to later turns"),
    (BASIC, "turn=3 acting=red second=red to=red:act", "phase: is missing, the decision 'act' belongs to a phase"),
    (BASIC, V.replace("actor=R1", "actor=B1") + " shots=B1", "actor=B1: Red acts"),
    (BASIC, V.replace("actor=R1", "actor=R2") + " shots=B1", "actor=R2: R2 is not on the board"),
    (BASIC, S + " to=red:deploy actor=B1", "actor=B1: Red acts"),
    (BASIC, S + " to=red:deploy actor=R1 R1=c2", "actor=R1: R1 has been placed"),
    (BASIC, R + " asked=R1", "asked=R1: Blue's sentries are asked"),
    (BASIC, R + " asked=B2", "asked=B2: B2 is no sentry"),
    (BASIC, R + " asked=B1 place=c5", "count: both, in a charge, or neither"),
    (BASIC, R + " asked=B1 count=1", "place: both, in a charge, or neither"),
    # set-up
    (BASIC, S + " to=red:piece", "left: Red has no piece left to place"),
    (BASIC, S + " to=blue:piece left=1+0,0+0", "left=1+0,0+0: Blue has no piece left to place"),
    (
        BASIC,
        S + " to=red:cover-hex kind=hard left=1+0,0+1",
        "left=1+0,0+1: Red has no such piece left, and this one counts",
    ),
    (BASIC, S + " to=red:flag-hex left=1+0,0+1", "left=1+0,0+1: no piece is left once cover has been placed"),
    (BASIC, S + " to=red:cover-facing kind=hard place=c3 soft=c3 left=0+1,0+0", "place=c3: there is cover already"),
    (
        BASIC,
        S + " to=red:cover-facing kind=hard place=c1 left=0+1,0+0",
        "place=c1: a base, bunker or trench holds no cover",
    ),
    (SINGLE, S + " to=red:flag-hex", "to=red:flag-hex: there is no 'flag-hex' in this scenario"),
    (BASIC, S + " to=red:carrier", "to=red:carrier: there is no 'carrier' in this scenario"),
    (BASIC, S + " to=red:expert count=1", "to=red:expert: there are no experts in this scenario"),
    *(
        (BASIC, f"{when} to=red:{what}", f"to=red:{what.split()[0]}: there are no grenades in this scenario (GR1)")
        for when, what in (
            (S, "grenade count=1"),
            (S, "grenadier count=1 kind=smoke"),
            (A.removesuffix(" to=red:act"), "throw actor=R1 kind=smoke R1=c3,p0,used B1=c6 used=1,0"),
            (A.removesuffix(" to=red:act"), "scatter actor=R1 kind=smoke place=c4 R1=c3,p0,used B1=c6 used=1,0"),
        )
    ),
    # volleys, losses
    (BASIC, V + " shots=R1", "shots=R1: R1 is on the shooter's side"),
    (BASIC, V + " shots=B4", "shots=B4: B4 is not on the board"),
    (BASIC, V + " shots=B1,B3", "shots=B1,B3: all shots of a volley go to one hex"),
    (BASIC, V + " shots=B1,B1,B2", "shots=B1,B1,B2: R1 has no points for them"),
    (BASIC, V + " shots=B1,B2,B1,B2,B1", "shots=B1,B2,B1,B2,B1: a volley has 4 shots at most"),
    (BASIC, V + " shots=B1*", "shots=B1*: shots are picked in the decision 'pick'"),
    (BASIC, V + " shots=B1,x", "shots=B1,x: 'x' is no figure"),
    (
        BASIC,
        V.replace("kind=shoot", "kind=suppress").replace("B1=c5", "B1=c5,jammed") + " shots=B1",
        "shots=B1: B1 can't be suppressed",
    ),
    (
        BASIC,
        V.replace("kind=shoot", "kind=suppress").replace("B1=c5", "B1=c5,suppressed") + " shots=B1",
        "shots=B1: B1 can't be suppressed",
    ),
    (
        BASIC,
        P + " shots=B1,B1 count=1",
        "count=1: the decision 'pick' takes several targets, and fewer hits than shots",
    ),
    (
        BASIC,
        P + " shots=B1,B2 count=2",
        "count=2: the decision 'pick' takes several targets, and fewer hits than shots",
    ),
    (
        BASIC,
        P + " shots=B1,B2* count=1",
        "count=1: the decision 'pick' takes several targets, and fewer hits than shots",
    ),
    (BASIC, C + " losses=3,0", "losses=3,0: Red has 2 figures there"),
    (BASIC, C + " losses=0,1", "losses=0,1: Red loses none"),
    (BASIC, C + " losses=1,1", "losses=1,1: the defenders' are chosen first"),
    (BASIC, C + " losses=1", "losses=1: wants Red's and Blue's number, as in 1,0"),
    # charges (CH2)
    (
        BASIC,
        H + " to=red:step actor=R1 place=c5 count=1 R1=c2 B1=c5",
        "actor=R1: in the decision 'step' a charger is one or two steps from the hex charged (CH2)",
    ),
    (
        BASIC,
        H + " to=blue:react actor=R1 asked=B1 place=c6 count=1 R1=c3 B1=c5,sentry B2=c6",
        "actor=R1: in the decision 'react' a charger is next to, or in, the hex charged (CH2)",
    ),
]


@pytest.mark.parametrize(("name", "text", "message"), REFUSED)
def test_impossible_text_is_refused_in_one_line(name, text, message):
    with pytest.raises(NotationError) as error:
        parse_position(Scenario.load(name), text)
    assert str(error.value) == message
