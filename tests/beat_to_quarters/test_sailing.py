"""AC, MO, TK, CF, MP5: sailing ahead, turning and tacking, ships in the way."""

from tests.beat_to_quarters.table import cases, play

SHOT = "fired:port+starboard"  # both sides have fired
DONE = f"{SHOT},tried,target"  # nothing is left to do in a moment

CASES = cases(f"""
# WI3 MO1 SH6 SH7 the attitude says how many dice
at W1=1010E,{SHOT} B1=2012E > sail | speed:W1=3/4 speed:W1=2/4 => dice=3-2
at W1=1010SE,{SHOT} B1=2012E > sail | speed:W1=3/4 speed:W1=2/4 speed:W1=3/4 => dice=3-3-2
at W1=1010NW,{SHOT} B1=2012E > sail | speed:W1=3/4 speed:W1=2/4 => dice=3-2
on 1:3
at W1=1010NW,{SHOT} B1=2012E > sail | speed:W1=3/4 => W1=0907NW,{SHOT}
on 7/2:3
at W1=1010W,{SHOT} B1=2012E > sail | speed:W1=2/4 => W1=0810W,{SHOT}
on 8:3
# MO1 a mast lost is a die less, and with no die left the ship may turn and lies still
at W1=1010E,masts:2,{SHOT} B1=2012E > sail | speed:W1=4/4 => W1=1410E,masts:2,{SHOT}
at W1=1010E,masts:1 B1=2012E > sail => to=white:turn dice= > steady => W1=1010E,masts:1,still
on 3:3?last_die=kept
at W1=1010E,masts:1 B1=2012E > sail | speed:W1=1/4 => W1=1110E,masts:1
# MO2 RG3 TK5 what can't sail
at W1=1010E,masts:0 B1=1011E
! sail: (RG3)
at W1=1010E,fouled:B1 B1=1011E,fouled:W1
! sail: (MO2)
at W1=1010W,irons B1=1011E
! sail: (TK5)
# MO3 the sum of all dice, or one of them
at W1=1010SE,{SHOT} B1=2012E > sail | speed:W1=2/4 speed:W1=4/4 speed:W1=1/4 => dice=4-2-1
only advance 1, advance 2, advance 4, advance 7
! advance 3: (MO3)
> advance 2 => to=white:turn W1=1112SE,{SHOT} left=
kinds chosen, way chosen, sailed, sailed
# MO5 AC1 AC5 DR1 who heaves to lies still, without a moment
at W1=0709E,{SHOT} B1=0806E > heave to => acting=black to=black:sail W1=0709E,{SHOT},still
kinds heaves to, action phase, forced
# MP5 VI1 a bow that leaves the map has withdrawn
at W1=2310E B1=1017E > sail | speed:W1=1/4 speed:W1=2/4 > advance 2 => over=black:victory W1=withdrawn
on 3+3:3+3
at W1=2310E W2=0203E,acted B1=1017E B2=1517E > sail | speed:W1=1/4 speed:W1=2/4
> advance 2 => acting=black to=black:pick W1=withdrawn
# VI1 whose last ship in action has withdrawn has lost, whatever the points
on 3+3:3+3
at W1=2310E W2=withdrawn B1=1017E B2=sunk > sail | speed:W1=1/4 speed:W1=2/4 > advance 2 => over=black:victory
# TK1 the bow stays, the stern swings, as far as the table says, not beyond the wind
at W1=1010E,{SHOT} B1=2012E > sail | speed:W1=1/4 speed:W1=1/4 > advance 1
only steady, port 1, port 2, starboard 1, starboard 2
! port 3: (TK1)
> port 2 => acting=black W1=1110NW,{SHOT}
at W1=2410E,masts:1 B1=1012E > sail => to=white:turn
only steady, port 1, starboard 1
! port 2: (TK3)
on 1:3
at W1=1010E,{SHOT},masts:1 B1=2012E > sail
only steady, port 1, starboard 1
# TK2 what bars a turn
at W1=1010E,{SHOT},steering B1=2012E > sail | speed:W1=1/4 speed:W1=1/4 > advance 1 => acting=black
at W1=1010E,{SHOT},masts:2,hung:port B1=2012E > sail | speed:W1=1/4 => acting=black
at W1=1010E,{SHOT},burning B1=2012E > sail | speed:W1=1/4 speed:W1=1/4 > advance 1 => acting=black
# TK3 a stern that swings into a ship: a check, and the turn ends before
at W1=1110E,masts:1,{DONE} B1=1211E,{DONE} > sail > port 1 | check:W1=6 foul:W1=6 foul:B1=6
has acting=black W1=1110E,masts:1,{SHOT},still
at W1=1110E,masts:1,{DONE} B1=1211E,{DONE} > sail
> port 1 | check:W1=6 foul:W1=1 foul:B1=6 => W1+fouled:B1 B1+fouled:W1
at W1=1110E,masts:1,{DONE} B1=1211E,{DONE} > sail > port 1 | check:W1=3 damage:W1=0 damage:B1=1
has W1+fouled:B1 B1+rate:4 B1+fouled:W1
at W1=1110E,masts:1,{SHOT} B1=1211E,{SHOT} > sail
> port 1 | check:W1=6 foul:W1=6 foul:B1=6 => to=white:pass through=B1
only grapple B1, hold
> hold => acting=black W1=1110E,masts:1,{SHOT},still
on 3:3?swing=barred
at W1=1110E,masts:1,{DONE} B1=1211E,{DONE} > sail
! port 1: (TK3, CF2)
on 3:3?land=1111
at W1=1110E,masts:1,{DONE} B1=2012E > sail > port 1 | damage:W1=2 => W1+rate:5 W1+aground
# TK4 a turn into the wind: a check, and on through the wind or back
at W1=1010NW,masts:2,{SHOT} B1=2012E > sail | speed:W1=1/4 => to=white:turn W1=1009NW,masts:2,{SHOT}
! port 2: (WI3, TK4)
> port 1 | check:W1=5 => to=white:tack
only through the wind, back
> through the wind => acting=black W1=1009SW,masts:2,{SHOT}
kinds turned, tacked, action phase, forced
at W1=1010NW,masts:2,{SHOT} B1=2012E > sail | speed:W1=1/4 > port 1 | check:W1=5 > back => W1=1009NW,masts:2,{SHOT}
at W1=1010NW,masts:2,{SHOT} B1=2012E > sail | speed:W1=1/4 > port 1 | check:W1=3 => W1=1009W,masts:2,{SHOT},irons
at wind=E W1=1010NE,masts:2,{SHOT} B1=2012W > sail | speed:W1=1/4 > starboard 1 | check:W1=4 => to=white:tack
on 3:3?swing=barred
at W1=1010NW,masts:2,{DONE} B1=1108E,{DONE} > sail | speed:W1=1/4 > port 1 | check:W1=5 => W1=1009NW,masts:2,{SHOT}
# TK5 free of irons: the ship turns by a hexside, or is in irons again
at W1=1010W,recovered B1=2012E > sail => to=white:turn act=recovers
only steady, port 1, starboard 1
> starboard 1 => acting=black W1=1010NW,still
at W1=1010W,recovered B1=2012E > sail > steady => W1=1010W,irons,still
at W1=1010W,recovered B1=2012E > heave to => W1=1010W,irons,still
# TK6 a ship left in the wind is in irons
at W1=1010W,grappled:B1 B1=1011E,grappled:W1 to=white:loose ship=W1 chips=2,3,0
> cut loose | check:W1=5 check:W1=2 drift:W1=1/4 chip=2 chip=1 chip=2
has W1=1110W,irons,still
# CF1 CF2 free: it goes on through the other ship, to the first place beyond
at W1=1010E,{DONE} B1=1310NE,{DONE} > sail | speed:W1=4/4 speed:W1=4/4
> advance 8 | check:W1=6 foul:W1=6 foul:B1=6 => to=white:turn W1=1810E,{DONE}
kinds sailed, sailed, kept clear, passed through, sailed, sailed, sailed
places 1110 1210 1510 1610 1710 1810
at W1=1010E,{DONE} B1=1310NE,{DONE} > sail | speed:W1=3/4 speed:W1=3/4
> advance 3 | check:W1=6 foul:W1=6 foul:B1=6 => to=white:turn W1=1210E,{DONE}
on 3:3?passing=stops
at W1=1010E,{DONE} B1=1310NE,{DONE} > sail | speed:W1=4/4 speed:W1=4/4
> advance 8 | check:W1=6 foul:W1=6 foul:B1=6 => to=white:turn W1=1210E,{DONE}
# CF2 a third ship, land or the edge beyond: the way ends there
on 3:3+3
at W1=1010E,{DONE} B1=1310NE,{DONE} B2=1510NE,{DONE} > sail | speed:W1=4/4 speed:W1=4/4
> advance 8 | check:W1=6 foul:W1=6 foul:B1=6 => to=white:turn W1=1210E,{DONE}
on 3:3?land=1510
at W1=1010E,{DONE} B1=1310NE,{DONE} > sail | speed:W1=4/4 speed:W1=4/4
> advance 8 | check:W1=6 foul:W1=6 foul:B1=6 => to=white:turn W1=1210E,{DONE}
# CF2 GR1 one try to grapple, and its way ends
at W1=1210E,masts:2,{SHOT} B1=1310NE,{SHOT}
> sail | speed:W1=4/4 check:W1=6 foul:W1=6 foul:B1=6 => to=white:pass left=4
only grapple B1, hold
> grapple B1 | check:W1=3 => to=black:answer left= W1=1210E,masts:2,{SHOT},still,tried
> hold => to=white:turn
at W1=1210E,masts:2,{SHOT} B1=1310NE,{SHOT} > sail | speed:W1=4/4 check:W1=6 foul:W1=6 foul:B1=6
> grapple B1 | check:W1=4 => to=white:board W1+grappled:B1 W1+still
# CF2 CF4 fouled by either die
at W1=1210E,masts:2,{DONE} B1=1310NE,{DONE}
> sail | speed:W1=4/4 check:W1=6 foul:W1=2 foul:B1=6 => W1+fouled:B1 B1+fouled:W1
at W1=1210E,masts:2,{DONE} B1=1310NE,{DONE} > sail | speed:W1=4/4 check:W1=6 foul:W1=3 foul:B1=1 => W1+fouled:B1
has acting=black
may grapple W1
# CF3 AC4 a collision: a die on column 5 for both, then fouled
at W1=1210E,masts:2,{DONE} B1=1310NE,{DONE} > sail | speed:W1=4/4 check:W1=1 damage:W1=1 damage:B1=4 mast:B1=5
has acting=black W1+rate:4 W1+fouled:B1 B1+masts:2 B1+fouled:W1
told collided W1 B1; fouled W1 B1
classes lot 4; 111222; column 5; column 5; 111122
at W1=1210E,rate:8,masts:2,{DONE} B1=1310NE,{DONE} > sail | speed:W1=4/4 check:W1=6 foul:W1=3 foul:B1=3
# AC2 AC3 moments: the acting ship, then the other team, after each hex
at W1=0609E,masts:2 B1=0806E > sail | speed:W1=2/4 => to=white:moment left=1 W1=0709E,masts:2
only fire at B1, hold, hold on
> fire at B1 | gunnery:W1=-5 => to=black:answer
only B1 fires, hold, hold on
> B1 fires | gunnery:B1=-5 => to=white:turn W1=0809E,masts:2,fired:port,phase:port
# AC3 hold on holds until the act is over
at W1=0609E,masts:2 B1=0806E > sail | speed:W1=3/4 > hold on => to=black:answer held=white left=2
> hold => to=black:answer left=1
> hold on => to=white:turn left= held=both
> port 1 => acting=black held=
# AC4 a mast lost on the way neither stops it nor makes it shorter
at W1=0609E,masts:1,{DONE} B1=0806E > sail => to=white:turn
at W1=0509E,masts:2,{SHOT} B1=0806E > sail | speed:W1=3/4 => to=black:answer left=2
> B1 fires | gunnery:B1=0 damage:W1=4 mast:W1=5 => to=white:turn W1=0809E,masts:1,{SHOT} left=
# AC1 the team picks who acts next, each ship once
on 3+3:3
at W1=0609E W2=0203E B1=2012E to=white:pick
only W1, W2
> W2 > heave to => to=white:sail ship=W1 W2=0203E,still,acted
! W2: (AC2)
""")


@CASES
def test_it_is_played_so(script):
    play(script)
