"""BO, ST: the boarding phase, prizes, ships that are secured."""

from tests.beat_to_quarters.table import cases, play

PAIRS = "W1=1010E,grappled:B1 B1=1011E,grappled:W1 W2=1410E,grappled:B2 B2=1411E,grappled:W2"
TIED = "W1=1010E,grappled:B1 B1=1011E,grappled:W1"
PHASE = "chips=0,0,0 acting= to=white:board ship=W1"

CASES = cases(f"""
# BO2 BO3 the attacker's score is higher: the target is taken
at {TIED} {PHASE}
> board B1 | melee:W1=4 resist:B1=3 => over=white:victory B1+prize B1+holder:white B1-grappled W1-grappled
classes 123456; 222111
# BO3 BO4 an equal one beats the boarders off, and who was boarded doesn't board
on 3:3?turns=2
at {TIED} {PHASE} > board B1 | melee:W1=4 resist:B1=4 => over=draw:time
kinds boards, boarders beaten off, points, points, game over
# BO2 a weak target, a weak attacker
on 3crack:4?turns=2
at {TIED} {PHASE} > board B1 | melee:W1=1 resist:B1=1
classes 123456; 221111
has over=white:victory
on 5:3?turns=2
at {TIED} {PHASE} > board B1 | melee:W1=6 resist:B1=4
classes 123456; 222111
# BO1 the turn's first team, in order, then the other one
on 3+3:3+3
at {PAIRS} {PHASE}
  first=black to=black:board ship=B1
only board W1, hold
> hold => to=black:board ship=B2
> hold => to=white:board ship=W1
> hold => to=white:board ship=W2
on 3:3+3
at {TIED} B2=1009E {PHASE}
only board B1, hold
# BO1 BO4 once a turn, and who was boarded is passed over
on 3+3:3+3?turns=2
at {PAIRS} {PHASE}
> board B1 | melee:W1=1 resist:B1=6 => ship=W2 B1+boarded
> hold => to=black:board ship=B2
> hold => over=draw:time
# BO5 struck ships and idle prizes are taken without a roll
on 3+3:3+3?turns=2
at W1=1010E,grappled:B1 B1=1011E,struck,grappled:W1 W2=2012E B2=2002E {PHASE} > board B1 => over=white:time B1+prize
at W1=1010E,grappled:B1 B1=1011E,grappled:W1+W2 W2=1012E,prize,holder:black,grappled:B1 B2=2002E {PHASE} > hold
> hold => over=black:time
# BO6 FI4 a burning ship is taken without a roll, and still burns
on 3+3:3+3?turns=2
at W1=1010E,grappled:B1 B1=1011E,burning,grappled:W1 W2=2012E B2=2002E {PHASE} > board B1 => B1+prize B1+burning
# BO7 SH8 a struck friend is secured
on 3+3:3+3?turns=2
at W1=1010E,grappled:W2 W2=1011E,struck,grappled:W1 B1=2012E B2=2002E {PHASE}
only board W2, hold
> board W2 => W2+secured W2+grappled:W1
# ST2 ST3 a prize that is retaken is secured, and counts for nobody
on 3+3:3+3?turns=2
at W1=1010E,grappled:W2 W2=1011E,prize,holder:black,grappled:W1 B1=2012E B2=2002E {PHASE}
only board W2, hold
> board W2 => over=draw:time W2+secured
# ST2 VI3 points for a prize
on 3+3:3+3?turns=2
at W1=1010E,grappled:B1 B1=1011E,grappled:W1 W2=2012E B2=2002E {PHASE} > board B1 | melee:W1=6 resist:B1=1
has over=white:time
# ST2 with prizes that sail: in action from the next turn on, under its old name
on 3+3:3+3?prizes=sail
at W1=1010E,grappled:B1 B1=1011E,rate:5,grappled:W1 W2=2012E B2=2002E {PHASE}
> board B1 | melee:W1=6 resist:B1=1 chip=1 chip=1 => to=white:pick B1+holder:white B1+manned B1-prize
only W1, W2, B1
> B1 => ship=B1
only grapple W1, sail, heave to
# ST3 retaken, it is its builder's again
on 3+3:3+3?prizes=sail
at W1=1010E,grappled:W2 W2=1011E,holder:black,manned,grappled:W1 B1=2012E B2=2002E {PHASE}
> board W2 | melee:W1=6 resist:W2=1 chip=1 chip=1 => W2-holder W2-manned to=white:pick
# ST2 a prize that strikes is struck, and loose again
on 3+3:3+3?prizes=sail
at W1=1010E B1=1008E,holder:white,manned W2=2012E B2=1006E to=black:sail acting=black ship=B2 first=black
> fire at B1 | gunnery:B2=5 damage:B1=6 => B1+struck B1-holder B1-manned
# SB4 BO1 ties are looked at when it is asked
on 3:3
at {TIED} {PHASE}
! board W1: 'board W1' is illegal now
""")


@CASES
def test_it_is_played_so(script):
    play(script)
