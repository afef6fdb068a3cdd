"""Is every impossible position refused, in one line that names the token?"""

import re

import pytest

from paintball_env.notation import NotationError, parse_position
from paintball_env.scenario import Scenario
from tests import refuses

BASIC, FULL, TWELVE = "capture-the-flag-basic", "capture-the-flag", "battle-12"
REVERSE, SINGLE = "reverse-flag-basic", "single-flag-basic"

H = "turn=3 phase=1 acting=red second=blue"
A = H + " to=red:act"
S = "turn=0 acting=red second=red"
V = H + " to=red:volley actor=R1 kind=shoot R1=c3 B1=c5 B2=c5 B3=c6"
P = H + " to=blue:pick actor=R1 kind=shoot R1=c3 B1=c5 B2=c5"
C = H + " to=red:casualty R1=c4 R2=c4 B1=c4 B2=c4 place=c4"
R = H + " to=blue:react actor=R1 R1=c3 B1=c5,sentry B2=c6"

REFUSED = f"""
# tokens
basic   | {A} R1 | R1
basic   | {A} =3 | =3
basic   | {A} soft= | soft
basic   | {A} R1=c3 R1=c4 | R1
basic   | {A} X1=c3 | X1
basic   | {A} M5=c3 | M5
basic   | {A} R01=c3 | R01
basic   | {A} flag=c3 | flag
single  | {A} flag.red=c3 | flag.red
basic   | acting=red second=red | turn
basic   | turn=0 second=red | acting
basic   | turn=0 acting=red | second
# values
basic   | turn=x acting=red second=red | turn
basic   | turn=-1 acting=red second=red | turn
basic   | turn=03 acting=red second=red | turn
basic   | turn=31 phase=1 acting=red second=red to=red:act | turn 30
basic   | turn=3 phase=3 acting=red second=red to=red:act | phase 2
basic   | turn=3 acting=green second=red | acting
basic   | {A} score=7,1 | score 6
basic   | {A} score=4 | score
basic   | {A} used=1,0,0 | used
basic   | {A} used=7,0 | used 6
basic   | {H} to=red | to
basic   | {H} to=red:jump | to
basic   | {H} to=green:act | to
basic   | {H} over=blue | over
basic   | {H} over=both:flag | over
basic   | {S} to=red:piece left=3 | left
basic   | {S} to=red:piece left=3+1,2+1,0+0 | left
basic   | {S} to=red:piece left=3,1 | left
basic   | {S} to=red:piece left=4+1,0+0 | left 3
basic   | {A} R1=c9 | R1
basic   | {A} R1=c3/N | R1
basic   | {A} R7=c3 | R7 6
basic   | {A} R1=c3,happy | R1
basic   | {A} R1=c3,p3 | R1 2
basic   | {A} R1=c3,p | R1
basic   | {A} R1=c3,moved3 | R1 3
full    | {A} R1=c3,expert,p4 | R1 3
full    | {A} R1=c3,smoke0 | R1
full    | {A} R1=c3,smoke,smoke | R1
basic   | {A} used=1,0 R1=c3,used,finished | R1
basic   | {A} R1=c3,empty,jammed | R1
basic   | {A} R1=c3,aim,aim | R1
basic   | {A} M1=c9 | M1
basic   | {A} M1=c3,R3 | M1
basic   | {A} M1=c3,attends=M2 | M1
basic   | {A} M1=c3,attends=R9 | M1 6
basic   | {A} flag.red=R9 | flag.red 6
basic   | {A} flag.red=z1 | flag.red
basic   | {A} soft=z1 | soft
basic   | {A} soft=c3,c3 | soft
basic   | {A} soft=c3 hard=c3/E | hard
basic   | {A} hard=c3 | hard
basic   | {A} soft=c3/E | soft
basic   | {A} hard=c3/N | hard
basic   | {A} smoke=c3,c3 | smoke
basic   | {A} smoke=c3/E | smoke
# course of the game
basic   | turn=0 phase=1 acting=red second=red | phase
basic   | turn=3 phase=2 acting=red second=blue to=red:act | second
basic   | turn=3 acting=red second=blue to=blue:first score=3,3 | second
basic   | {H} | to
basic   | {A} over=red:flag | to
basic   | {S} over=red:flag | over
basic   | {A} left=1+0,0+0 | left
basic   | turn=1 phase=1 acting=red second=red to=red:act score=3,2 | score 0
basic   | turn=3 acting=blue second=blue over=red:flag score=3,2 | score 0
basic   | {A} used=0,1 | used
basic   | {A} score=1,4 used=2,0 | used 1
basic   | {A} R1=c3,p1,used | used TU2
basic   | {H} over=draw:flag | over FL3
basic   | {H} over=red:turns | over TU8
basic   | {H} over=red:eliminated R1=c3 B2=c5 | over B2
basic   | {H} over=draw:eliminated R1=c3 | over R1
# ground
basic   | {A} soft=c1 | soft
basic   | {A} hard=c8/E | hard
twelve  | {A} soft=b4 | soft
twelve  | {A} soft=d3 | soft
# figures
basic   | {A} R1=c3,expert | R1
basic   | {A} R1=c3,smoke | R1
basic   | {A} R1=c3,paint2 | R1
basic   | {A} R1=c3/W | R1
basic   | {A} R1=c3,turned | R1
basic   | {A} used=1,0 R1=c3,finished | R1
reverse | {A} R1=c1 | R1
basic   | {A} B1=c3,moved1 | B1
basic   | {A} B1=c3,aim | B1
basic   | {A} B1=c3,used | B1
basic   | turn=3 phase=2 acting=blue second=blue to=blue:act R1=c3,p1 | R1
basic   | {S} to=red:flag-hex R1=c3,p1 | R1
basic   | {S} to=red:flag-hex R1=c3,empty | R1
basic   | turn=3 acting=red second=red to=red:first score=3,3 R1=c3,suppressed | R1
basic   | {A} R1=c3,aim,empty | R1
basic   | {A} R1=c3,aim,fired | R1
basic   | {A} R1=c3,jammed,suppressed | R1
basic   | {A} R1=c3,sentry,suppressed | R1
basic   | {A} R1=c1,sentry | R1
twelve  | {A} R1=b4,sentry | R1
basic   | {A} R1=c3,sentry flag.blue=R1 | R1
basic   | {A} R1=c1 R2=c1 R3=c1 | R3 2
basic   | {A} R1=c8 R2=c8 B1=c8 B2=c8 | B2 3
basic   | {A} R1=c4 B1=c4 | B1
twelve  | {A} R1=d3 R2=d3 R3=d3 | R3 2
basic   | {H} to=red:charger place=c5 R1=c4 B1=c4,empty R2=c5 B2=c5,empty | B1
# Marshals, flags
basic   | {A} M1=c3,attends=R1 | M1
basic   | {A} R1=c3 M1=c3,attends=R1 | M1
basic   | {A} R1=c3,jammed M1=c4,attends=R1 | M1 c3
basic   | {A} R1=c3,jammed M1=c3,attends=R1 M2=c3,attends=R1 | M2
basic   | {A} flag.red=B1 | flag.red
basic   | {A} R1=c3 flag.red=R1 | flag.red
reverse | {A} B1=c3 flag.red=B1 | flag.red
# open decisions: tokens
basic   | {A} actor=R1 R1=c3 | actor
basic   | {A} losses=0,0 | losses
basic   | {S} kind=soft | kind
basic   | {H} over=red:flag count=1 | count
basic   | {S} to=red:cover-hex left=1+1,0+0 | kind
basic   | {S} to=red:cover-hex kind=shoot left=1+1,0+0 | kind
basic   | {S} to=red:cover-facing kind=soft place=c3 left=1+1,0+0 | kind
full    | {S} to=red:expert | count
full    | {S} to=red:expert count=0 | count 1
basic   | {V} | shots
basic   | {V} shots=B1 asked=B1 | asked
basic   | {R} | asked
basic   | {P} shots=B1,B2 | count
full    | {H} to=red:throw actor=R1 R1=c3 | kind
full    | {H} to=blue:scatter actor=R1 kind=smoke R1=c3 | place
basic   | {H} to=red:charger | place
basic   | {H} to=red:step place=c5 count=1 | actor
basic   | {C} | losses
# who and when
basic   | {H} to=blue:act | to
basic   | {H} to=red:react actor=R1 R1=c3 B1=c5,sentry B2=c6 asked=B1 | to
basic   | turn=3 acting=red second=red to=blue:first score=3,3 | to
basic   | turn=3 acting=red second=red to=red:first score=3,2 | score
basic   | turn=3 acting=red second=red to=red:first | score
basic   | {H} to=red:first score=3,3 | phase
basic   | {H} to=red:piece left=1+0,0+0 | left
basic   | {H} to=red:deploy actor=R1 | to
basic   | {S} to=red:act | to
basic   | turn=3 acting=red second=red to=red:act | phase
basic   | {H} to=red:volley actor=B1 kind=shoot R1=c3 B1=c5 B2=c5 B3=c6 shots=B1 | actor
basic   | {H} to=red:volley actor=R2 kind=shoot R1=c3 B1=c5 B2=c5 B3=c6 shots=B1 | actor
basic   | {S} to=red:deploy actor=B1 | actor
basic   | {S} to=red:deploy actor=R1 R1=c2 | actor
basic   | {R} asked=R1 | asked
basic   | {R} asked=B2 | asked
basic   | {R} asked=B1 place=c5 | count
basic   | {R} asked=B1 count=1 | place
# set-up
basic   | {S} to=red:piece | left
basic   | {S} to=blue:piece left=1+0,0+0 | left
basic   | {S} to=red:cover-hex kind=hard left=1+0,0+1 | left
basic   | {S} to=red:flag-hex left=1+0,0+1 | left
basic   | {S} to=red:cover-facing kind=hard place=c3 soft=c3 left=0+1,0+0 | place
basic   | {S} to=red:cover-facing kind=hard place=c1 left=0+1,0+0 | place
single  | {S} to=red:flag-hex | to
basic   | {S} to=red:carrier | to
basic   | {S} to=red:expert count=1 | to
basic   | {S} to=red:grenade count=1 | to GR1
basic   | {S} to=red:grenadier count=1 kind=smoke | to GR1
basic   | {H} to=red:throw actor=R1 kind=smoke R1=c3,p0,used B1=c6 used=1,0 | to GR1
basic   | {H} to=red:scatter actor=R1 kind=smoke place=c4 R1=c3,p0,used B1=c6 used=1,0 | to GR1
# volleys, losses
basic   | {V} shots=R1 | shots
basic   | {V} shots=B4 | shots
basic   | {V} shots=B1,B3 | shots
basic   | {V} shots=B1,B1,B2 | shots R1
basic   | {V} shots=B1,B2,B1,B2,B1 | shots 4
basic   | {V} shots=B1* | shots
basic   | {V} shots=B1,x | shots
basic   | {H} to=red:volley actor=R1 kind=suppress R1=c3 B1=c5,jammed B2=c5 B3=c6 shots=B1 | shots
basic   | {H} to=red:volley actor=R1 kind=suppress R1=c3 B1=c5,suppressed B2=c5 B3=c6 shots=B1 | shots
basic   | {P} shots=B1,B1 count=1 | count
basic   | {P} shots=B1,B2 count=2 | count
basic   | {P} shots=B1,B2* count=1 | count
basic   | {C} losses=3,0 | losses 2
basic   | {C} losses=0,1 | losses
basic   | {C} losses=1,1 | losses
basic   | {C} losses=1 | losses
# charges (CH2)
basic   | {H} to=red:step actor=R1 place=c5 count=1 R1=c2 B1=c5 | actor CH2
basic   | {H} to=blue:react actor=R1 asked=B1 place=c6 count=1 R1=c3 B1=c5,sentry B2=c6 | actor CH2
"""
SCENARIOS = {"basic": BASIC, "full": FULL, "twelve": TWELVE, "reverse": REVERSE, "single": SINGLE}


def rows(table):
    """The scenario, the position, and where it is refused the token that is named and a word of the reason."""
    for line in table.strip().splitlines():
        if line and not line.startswith("#"):
            name, text, *why = line.partition("  #")[0].split("| ")
            yield SCENARIOS[name.strip()], text.strip(), *[*"".join(why).split(), "", ""][:2]


def check(scenario, text, key, word):
    """Check that a position is refused in one line that begins with its token and has the word; or is taken."""
    scenario = Scenario.load(scenario) if isinstance(scenario, str) else scenario
    if not key:
        parse_position(scenario, text)
        return
    with pytest.raises(NotationError) as error:
        parse_position(scenario, text)
    token, _, reason = str(error.value).partition(": ")
    assert token in ([part for part in text.split() if part == key or part.startswith(f"{key}=")] or [key])
    assert re.search(rf"(?<!\w){word}\b", reason) and "\n" not in reason, reason


@pytest.mark.parametrize(("name", "text", "key", "word"), list(rows(REFUSED)))
def test_impossible_text_is_refused_in_one_line(name, text, key, word):
    check(name, text, key, word)


def test_a_position_is_one_line():
    refuses(NotationError, "one line", lambda: parse_position(Scenario.load(BASIC), f"{A}\n{A}"))
