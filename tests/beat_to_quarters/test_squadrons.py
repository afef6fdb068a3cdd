"""SQ: squadrons: orders, how they sail and turn, who gets clear of a ship ahead."""

from tests.beat_to_quarters.table import cases, play

SHOT = "fired:port+starboard"
DONE = f"{SHOT},tried,target"
ORDERS = "to=white:order ship= chips=2,3,0 B1=2017E"
AHEAD = f"W1=1210E,squadron:1,{SHOT} W2=0910E,squadron:1,order:1,{SHOT} W3=0610E,squadron:1,order:2,{SHOT}"
AHEAD += " wakes=W1:E-E-E,W2:E-E-E,W3:E-E-E to=white:pick"
FAR = f"B1=2017E,{SHOT}"
ABREAST = (
    f"W1=1010NE,squadron:1,{SHOT} W2=1310NE,squadron:1,order:1,{SHOT} W3=1610NE,squadron:1,order:2,{SHOT} abreast=2,0"
)

CASES = cases(f"""
# SQ1 SQ2 SQ3 ships in line ahead form a squadron, the first named leads
on 3+3+3:3?squadrons=yes
at W1=1210E W2=0910E W3=0610E {ORDERS} > form squadron => to=white:ship
only W1, W2
> W1 => lining=W1+W2
only W3, done
> W3 => to=white:order orders=1,0 W1+squadron:1 W2+order:1 W3+order:2
# SQ2 in line abreast: two or three hexes to the side
on 3+3+3:3?squadrons=yes
at W1=1010NE W2=1210NE W3=1510NE {ORDERS} > form squadron
only W1, W2, W3
> W1 > W3 => abreast=2,0 W1+squadron:1 W2+order:1 W3+order:2
# SQ2 SQ3 four hexes apart is too far, other headings don't fit
on 3+3+3:3?squadrons=yes
at W1=1210E W2=0910E W3=0510E {ORDERS} > form squadron => orders=1,0 W1+squadron:1 W2+order:1 W3-squadron
at W1=1210E W2=0910E W3=0610NE {ORDERS} > form squadron => orders=1,0 W1+squadron:1 W2+order:1 W3-squadron
at W1=1210SE W2=1107SE W3=0610E {ORDERS} > form squadron => orders=1,0 W1+squadron:1 W2+order:1 W3-squadron
# SQ3 two orders at most; a lone ship takes station at the end of a line
on 3+3+3:3?squadrons=yes
at W1=1210E,squadron:1 W2=0910E,squadron:1,order:1 W3=0610E wakes=W1:E-E-E,W2:E-E-E {ORDERS}
may take station, break station, close action, done
> take station => W3=0610E,squadron:1,order:2 orders=1,0
> close action | chip=1 => to=white:pick W1=1210E W2=0910E W3=0610E orders=
# SQ3 SQ4 a squadron of one is dissolved
on 3+3+3:3?squadrons=yes
at W1=1210E,squadron:1 W2=0910E,squadron:1,order:1 W3=0203E wakes=W1:E-E-E,W2:E-E-E {ORDERS} > break station
only W1, W2
> W1 => W1=1210E W2=0910E to=white:order orders=1,0
# SQ3 break stations dissolves the squadron whose leader is named, and no other one
on 3+3+3+3:3?squadrons=yes
at W1=1210E,squadron:1 W2=0910E,squadron:1,order:1 W3=1215E,squadron:2 W4=0915E,squadron:2,order:1
  wakes=W1:E-E-E,W2:E-E-E,W3:E-E-E,W4:E-E-E {ORDERS} > break stations
only W1, W3
> W1 => W1=1210E W2=0910E W3=1215E,squadron:2 W4=0915E,squadron:2,order:1 orders=1,0
# SQ3 a second squadron has the next number
on 3+3+3+3:3?squadrons=yes
at W1=1210E,squadron:1 W2=0910E,squadron:1,order:1 W3=1215E W4=0915E wakes=W1:E-E-E,W2:E-E-E {ORDERS}
> form squadron => W3=1215E,squadron:2 W4=0915E,squadron:2,order:1 orders=1,0
# SQ5 those behind a gap sail a hex more
on 3+3+3:3?squadrons=yes
at W1=1210E,squadron:1 W2=0203E W3=0610E,squadron:1,order:1,{SHOT} wakes=W1:E-E-E,W3:E-E-E-E-E-E {FAR} to=white:pick
> W1 > sail | speed:W1=2/4 speed:W1=1/4 > advance 1 => W1=1310E,squadron:1 W3=0810E,{SHOT},squadron:1,order:1
has to=white:turn wakes=W1:E-E-E,W3:E-E-E-E-E
# SQ5 SQ8 whose last mate is stopped as it closes up turns as a ship by itself, and both have acted
on 3+3+3:3?squadrons=yes
at W1=1210E,squadron:1,{SHOT} W2=0203E W3=0610E,squadron:1,order:1,{SHOT} wakes=W1:E-E-E,W3:E-E-E-E-E-E to=white:pick
  B1=0810NE,{DONE}
> W1 > sail | speed:W1=2/4 speed:W1=1/4 > advance 1 | check:W3=6 foul:W3=1 foul:B1=6
has to=white:turn ship=W1 act=sails line= moving= side= W1=1310E,{SHOT} W3=0710E,{SHOT},fouled:B1
> port 2 => to=white:sail ship=W2 W1+acted W3+acted
# SQ6 AC1 the leader is picked for all; as many dice as the slowest ship has
on 3+3+1:3?squadrons=yes
at {AHEAD} {FAR}
has to=white:sail ship=W1
> sail | speed:W1=2/4 speed:W1=3/4 => dice=3-2
on 3+3+3:3?squadrons=yes
at {AHEAD.replace("order:2", "order:2,masts:2")} {FAR}
> sail | speed:W1=3/4 => to=white:turn W1=1510E,{SHOT},squadron:1
# SQ4 MO2 a ship without dice stops the squadron
on 3+3+3:3?squadrons=yes
at {AHEAD.replace("order:1", "order:1,masts:1")} {FAR} > sail => to=white:turn W1=1210E,{SHOT},squadron:1,still
at {AHEAD.replace("order:1,fired:port+starboard", "order:1,masts:0")} B1=1211E,{SHOT}
! sail: (RG3)
# SQ6 SQ8 a hexside a turn, together or in succession
on 3+3+3:3?squadrons=yes
at {AHEAD} {FAR} > sail | speed:W1=2/4 speed:W1=1/4 > advance 2 => to=white:turn act=sails
only steady, port 1, starboard 1, port 1 in succession, starboard 1 in succession
> port 1 in succession => W1=1410NE,{SHOT},squadron:1 W2=1110E,{SHOT},squadron:1,order:1 wheeled=2,0 abreast=
at {AHEAD} {FAR} wheeled=2,0 > sail | speed:W1=2/4 speed:W1=1/4 > advance 2 => acting=black
# SQ7 the others follow the leader's wake
on 3+3+3:3?squadrons=yes
at {AHEAD.replace("W1=1210E", "W1=1210NE")} {FAR} > sail | speed:W1=2/4 speed:W1=1/4
> advance 2 => W1=1308NE,{SHOT},squadron:1 wakes=W1:E-E-E,W2:E-NE-NE,W3:E-E-E
> steady => acting=black
at {AHEAD.replace("W1=1210E", "W1=1308NE").replace("W2:E-E-E", "W2:E-NE-NE").replace("W2=0910E", "W2=1110E")} {FAR}
has to=white:sail
# SQ8 together a line ahead becomes a line abreast, and back
on 3+3+3:3?squadrons=yes
at {AHEAD} {FAR} > sail | speed:W1=2/4 speed:W1=1/4 > advance 1 > port 1
has W1=1310NE,{SHOT},squadron:1 W3=0710NE,{SHOT},squadron:1,order:2 abreast=2,0
at {ABREAST} {FAR} to=white:pick > sail | speed:W1=1/4 speed:W1=1/4 speed:W1=1/4 > advance 1
! port 1 in succession: (TK2)
> starboard 1 => abreast= W3=1709E,{SHOT},squadron:1 W1=1109E,{SHOT},squadron:1,order:2
# SQ8 a squadron doesn't tack together; a leader tacks in succession
on 3+3+3:3?squadrons=yes
at {AHEAD} {FAR} wind=NE > sail | speed:W1=2/4 speed:W1=1/4 > advance 1 => to=white:turn
! port 1: (WI3, TK4)
> port 1 in succession | check:W1=4 => to=white:tack ship=W1
> through the wind => acting=black W1=1310NW,{SHOT},squadron:1
at {AHEAD} {FAR} wind=NE > sail | speed:W1=2/4 speed:W1=1/4 > advance 1
> port 1 in succession | check:W1=3 check:W2=6 => to=white:turn ship=W2 lining=W2+W3 W1=1310NE,{SHOT},irons
# SQ8 SQ9 a leader whose stern swings over land is aground, and the next astern gets clear
on 3+3+3:3?squadrons=yes&land=1311
at {AHEAD} {FAR} > sail | speed:W1=2/4 speed:W1=1/4 > advance 1
> port 1 in succession | damage:W1=0 check:W2=6 => to=white:turn lining=W2+W3 W1=1310E,{SHOT},aground
# SQ9 TK4 those that get clear come into the wind: each tacks as it likes; who lies elsewhere stays what it is
on 3+3+3+3:3?squadrons=yes
at {AHEAD} {FAR} W4=0203E wind=NE > W1 > sail | speed:W1=2/4 speed:W1=1/4 > advance 1
> port 1 in succession | check:W1=3 check:W2=6 > port 1 | check:W2=6 => to=white:tack ship=W2 turned=1
> back | check:W3=6 => to=white:tack ship=W3 turned=1
> through the wind => W2=1010E,{SHOT},squadron:1,acted W3=0710NW,{SHOT},squadron:1,order:1,acted W4=0203E,still
# SQ9 GR2 a leader that grapples, before it sails or on its way, is stopped
on 3+3+3:3?squadrons=yes
at {AHEAD} B1=1211E,{SHOT},tried > grapple B1 | check:W1=6 check:W2=6 => to=white:turn ship=W2 lining=W2+W3
at {AHEAD} B1=1511E,{SHOT},tried > sail | speed:W1=1/4 speed:W1=4/4 > advance 4 => to=white:moment ship=W1 left=3
> grapple B1 | check:W1=6 check:W2=6 => to=white:turn ship=W2 lining=W2+W3 W1+grappled:B1
# SQ9 a ship in line ahead is stopped: who passes turns away with all behind it
on 3+3+3:3?squadrons=yes
at {AHEAD} B1=1410NE,{DONE} > sail | speed:W1=4/4 speed:W1=1/4
> advance 4 | check:W1=6 foul:W1=1 foul:B1=6 check:W2=6 => to=white:turn ship=W2 lining=W2+W3
only port 1, starboard 1
> port 1 => abreast=2,0 W1=1310E,{SHOT},fouled:B1 W2=1010NE,{SHOT},squadron:1 W3=0710NE,{SHOT},squadron:1,order:1
at {AHEAD} B1=1410NE,{DONE} > sail | speed:W1=4/4 speed:W1=1/4
> advance 4 | check:W1=6 foul:W1=1 foul:B1=6 check:W2=1 damage:W2=0 damage:W1=0 check:W3=6
has to=white:turn ship=W3 W2=1010E,{SHOT},fouled:W1
> starboard 1 => acting=black W3=0710SE,{SHOT}
# SQ7 CF2 nobody passes through in a squadron
on 3+3+3:3?squadrons=yes
at {AHEAD} B1=1410NE,{DONE} > sail | speed:W1=4/4 speed:W1=1/4
> advance 4 | check:W1=6 foul:W1=6 foul:B1=6 check:W2=6 => to=white:turn ship=W2 W1=1310E,{SHOT}
# SQ4 SQ7 who is fouled in line abreast has dropped out when the others have their moments
on 3+3+3:3+3?squadrons=yes
at {ABREAST.replace(f"NE,squadron:1,{SHOT}", "NE,squadron:1", 1)} B1=1409E,{DONE} B2=2017E,{SHOT} to=white:pick
> sail | speed:W1=1/4 speed:W1=1/4 speed:W1=1/4 > advance 1 | check:W2=6 foul:W2=1 foul:B1=6
has to=white:moment ship=W1 moving=W1+W3 W2-squadron W3+order:1
# SQ4 who withdraws drops out, and the others go on
on 3+3+3:3?squadrons=yes
at W1=2310E,squadron:1,{SHOT} W2=2010E,squadron:1,order:1,{SHOT} W3=1710E,squadron:1,order:2,{SHOT} {FAR}
  to=white:pick wakes=W2:E-E-E,W3:E-E-E
> sail | speed:W1=2/4 speed:W1=2/4
> advance 2 => W1=withdrawn W2=2210E,{SHOT},squadron:1 W3=1910E,{SHOT},squadron:1,order:1
""")


@CASES
def test_it_is_played_so(script):
    play(script)
