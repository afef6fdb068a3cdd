"""CO, DR, TS, WI, VI: chips and phases, repairs, drift, the end."""

from tabletop.play.odds import outcomes
from tests.beat_to_quarters.table import Table, at, cases, holds, play

SHOT = "fired:port+starboard"
LOOSE = "to=white:loose ship=W1 chips=2,3,0"
TIED = "W1=1010E,grappled:B1 B1=1011E,grappled:W1"
HULK = "grappled:W2 W2=0203E,grappled:W1"  # a tie by which a phase can be looked into

# WI2: a hex from 1010 downwind, by the wind.
LEE = {"W": "1110", "SW": "1109", "SE": "1009", "E": "0910", "NE": "1011", "NW": "1111"}
DOWNWIND = "\n".join(
    f"at W1=0409{way},grappled:W2 W2=0410{way},grappled:W1 W3=1010{way},still B1=2012{way} {LOOSE} wind={wind}\n"
    f"> stay > stay | drift:W1=1/4 drift:W3=1/4 chip=1 => W3={place}{way},still"
    for wind, place in LEE.items()
    for way in ("NE" if wind == "E" else "E",)  # not into the wind
)

CASES = cases(f"""
# CO1 CO3 orders come first, then loads, then fireships, and then what is loose
on 3+3+3:3?squadrons=yes&shot=yes&fireships=yes
at {TIED} W2=1205E W3=0905E chips=2,3,0 shots=1,0 to=white:order ship=
> done => to=white:load ship=W1 asked=
> done => ship=W2
> done => ship=W3
> done => to=white:load ship=W1 asked=8
> done => ship=W2
> done => ship=W3
> done => to=white:loose ship=W1
# CO9a CO9 chasers are set when all have drifted
on 3+3+3:3?chasers=yes
at W1=0409NE,{HULK.replace("W2=0203E", "W2=0410NE")} W3=1010SE,still B1=2012E {LOOSE}
> stay > stay | drift:W1=1/4 drift:W3=3/4 => W3=1310SE,still to=white:chasers ship=W1
# CO2 fouled ships: a check, and it is clear of all
on 3:3+3
at W1=1010E,fouled:B1+B2 B1=1011E,fouled:W1 B2=1009E,fouled:W1 {LOOSE} to=white:clear
only cut loose, stay
> cut loose | check:W1=4 chip=1 => W1=1010E,still B1=1011E B2=1009E to=white:sail
at W1=1010E,fouled:B1+B2 B1=1011E,fouled:W1 B2=1009E,fouled:W1 {LOOSE} to=white:clear
> cut loose | check:W1=3 drift:W1=1/4 chip=1 => W1+fouled:B1+B2
# CO2 CO3 CO10 asked once when fouled, once when grappled
on 3:3
at W1=1010E,fouled:B1,grappled:B1 B1=1011E,fouled:W1,grappled:W1 {LOOSE} to=white:clear > stay => to=white:loose
> cut loose | check:W1=4 drift:W1=2/4 chip=1 => W1+fouled:B1 W1-grappled
# CO3 from friends without a check, from enemies by one for all
on 3+3:3+3
at W1=1010E,grappled:W2+B1+B2 W2=1009E,grappled:W1 B1=1011E,grappled:W1 B2=1211E,grappled:W1 {LOOSE}
> cut loose | check:W1=2 drift:W1=1/4 chip=1 => W1+grappled:B1+B2 W2=1009E to=white:pick
# CO4 TK5 in irons: a check, and it is free soon
on 3+3:3
at W1=1010E,grappled:B1 W2=0403W,irons,still B1=1011E,grappled:W1 {LOOSE}
> stay | check:W2=4 drift:W1=1/4 drift:W2=1/4 chip=1 => W2+recovered
# CO5 RG2 what hangs over both sides is cut away by one check
on 3:3
at W1=1010E,masts:1,hung:port+starboard,grappled:B1 B1=1011E,grappled:W1 {LOOSE}
> stay | check:W1=4 drift:W1=1/4 chip=1 => W1-hung W1+masts:1
# CO6 steering
at W1=1010E,steering,grappled:B1 B1=1011E,grappled:W1 {LOOSE} > stay | check:W1=4 drift:W1=1/4 chip=1 => W1-steering
at W1=1010E,steering,grappled:B1 B1=1011E,grappled:W1 {LOOSE} > stay | check:W1=3 drift:W1=1/4 chip=1 => W1+steering
# CO4 CO5 CO6 CO7 in this order, each for all ships
on 3+3:3
at W1=1010E,steering,burning,grappled:B1 W2=0410E,masts:2,hung:port,steering B1=1011E,grappled:W1 {LOOSE}
> stay | check:W2=1 check:W1=1 check:W2=2 check:W1=4 drift:W1=1/4 chip=1 => W1+steering W1-burning W2+hung:port
classes 111222; 111222; 111222; 111222; lot 4; chips 2, 3, 0
# CO8 DR4 tied ships drift together in the turn's first command phase, whoever has them
on 3:3
at {TIED} {LOOSE} > stay | drift:W1=2/4 chip=1 => W1=1210E,grappled:B1,still,drifted B1=1211E,grappled:W1,drifted
at {TIED} {LOOSE} chips=2,2,0 first=black > stay | chip=1 => B1=1011E,grappled:W1
on 3:3?land=1012
at {TIED},aground {LOOSE} > stay | chip=1 => W1=1010E,grappled:B1,still B1=1011E,grappled:W1,aground
# CO9 DR1 DR2 DR3 who lies still drifts downwind, and keeps its heading
on 3+3+3:3
at W1=0409NE,{HULK.replace("W2=0203E", "W2=0410NE")} W3=1010SE,still B1=2012E {LOOSE}
> stay
> stay | drift:W1=1/4 drift:W3=3/4 chip=1 => W3+still W3=1310SE,still
places 1310
# WI2 DR2 downwind is away from where the wind comes from
on 3+3+3:3
{DOWNWIND}
# DR1 DR2 dismasted ships drift, those under way don't
on 3+3+3:3
at W1=0409NE,{HULK.replace("W2=0203E", "W2=0410NE")} W3=1010SE,masts:0 B1=2012E {LOOSE}
> stay > stay | drift:W1=1/4 drift:W3=3/4 chip=1 => W3=1310SE,masts:0
at W1=0409NE,{HULK.replace("W2=0203E", "W2=0410NE")} W3=1010SE B1=2012E {LOOSE}
> stay > stay | drift:W1=1/4 chip=1 => W3=1010SE
# DR3 DR4 with one die for all
on 3+3+3:3?drift=together
at W1=0409NE,{HULK.replace("W2=0203E", "W2=0410NE")} W3=1010SE,still B1=2012E {LOOSE}
> stay > stay | drift=1/4 drift:white=3/4 chip=1 => W3=1310SE,still
# DR5 who would leave the map stops
on 3+3+3:3
at W1=0409NE,{HULK.replace("W2=0203E", "W2=0410NE")} W3=2410NE,still B1=2012E {LOOSE}
> stay > stay | drift:W1=1/4 drift:W3=3/4 chip=1 => W3=2410NE,still
# DR5 who is stopped by a ship makes a check; fouled, collided
on 3+3+3:3
at W1=0409NE,{HULK.replace("W2=0203E", "W2=0410NE")} W3=1010NE,still B1=1210NE {LOOSE}
> stay
> stay | drift:W1=1/4 drift:W3=3/4 check:W3=5 foul:W3=2 foul:B1=4 chip=1 => W3+fouled:B1 W3=1110NE,fouled:B1,still
at W1=0409NE,{HULK.replace("W2=0203E", "W2=0410NE")} W3=1010NE,still B1=1210NE {LOOSE}
> stay > stay | drift:W1=1/4 drift:W3=3/4 check:W3=1 damage:W3=1 damage:B1=0 chip=1 => W3+rate:4 B1+fouled:W3
at W1=0409NE,{HULK.replace("W2=0203E", "W2=0410NE")} W3=1010NE,still B1=1310E {LOOSE}
> stay > stay | drift:W1=1/4 drift:W3=3/4 check:W3=5 foul:W3=2 foul:B1=4 chip=1 => W3=1110NE,fouled:B1,still
# DR5 VI1 a battle that is decided by the second collision of a ship ends in the middle of the drift
on 3+3+3+3:3+8?victory=field
at W1=0409NE,{HULK.replace("W2=0203E", "W2=0410NE")} W3=1010NE,still W4=1016E,still B1=1310E,struck B2=1311E {LOOSE}
> stay > stay | drift:W1=1/4 drift:W3=2/4 drift:W4=4/4 check:W3=1 damage:W3=0 damage:B1=0 check:W3=1 damage:W3=0 damage:B2=1
has over=white:victory W3=1110NE,fouled:B1+B2,still W4=1216E,still
on 3+3+3:3?alongside=yes
at W1=0409NE,{HULK.replace("W2=0203E", "W2=0410NE")} W3=1010NE,still B1=1210NE {LOOSE}
> stay > stay | drift:W1=1/4 drift:W3=3/4 chip=1 => W3=1110NE,still
# DR5 AG1 drifting aground
on 3+3+3:3?land=1310
at W1=0409NE,{HULK.replace("W2=0203E", "W2=0410NE")} W3=1010NE,still B1=2012E {LOOSE}
> stay > stay | drift:W1=1/4 drift:W3=3/4 damage:W3=0 chip=1 => W3=1210NE,still,aground
# TS1 TS2 the first chip is the command phase; after the sixth comes boarding, and the next turn
on 3:3
at {TIED} {LOOSE} > stay | drift:W1=1/4 chip=2 => acting=black to=black:loose chips=2,2,0
at W1=1010E,{SHOT},still B1=1007E,{SHOT} chips=0,0,0 > heave to | chip=2 chip=2
has turn=3 first=black chips=3,1,0 to=black:sail W1=1010E,still B1=1007E,still
told boarding phase; turn began; command phase black; action phase black
# TS3 VI2 VI3 after the last turn points decide
on 3+3:3+3?turns=2
at W1=1010E,{SHOT},masts:1 W2=sunk B1=1212E,{SHOT},masts:1 B2=2012E chips=0,0,0 > heave to => over=black:time
told points white; points black; game over black
at W1=1010E,{SHOT},masts:1 W2=withdrawn B1=1212E,{SHOT},masts:1 B2=2012E chips=0,0,0 > heave to => over=draw:time
told points white; points black; game over
at W1=1010E,{SHOT},masts:1 W2=0303E,struck B1=1212E,{SHOT},masts:1 B2=2012E chips=0,0,0 > heave to => over=draw:time
# VI1 a fleet that has only loose ships: the other one goes on alone, until it says abandon
on 3+3:3+3
at W1=1010E W2=2012E B1=1008E B2=0303E,struck > fire at B1 | gunnery:W1=5 damage:B1=6
has to=white:sail alone=white B1+struck
on 3+3:3+3
at W1=1010E W2=2012E B1=1008E,struck B2=0303E,struck alone=white to=white:abandon ship= chips=2,3,0
only abandon, stay
> abandon => over=draw:victory
# VI1 none of its ships can sail any more: the battle ends by points
on 3+3:3+3
at W1=1010E,masts:0,burning W2=sunk B1=1008E,struck B2=1005E to=black:sail acting=black ship=B2 first=black
# VI1 victory by the field: at once
on 3+3:3+3?victory=field
at W1=1010E W2=sunk B1=1008E B2=0303E,struck > fire at B1 | gunnery:W1=5 damage:B1=6 => over=white:victory
# WE1 WE2 the weather's chip does something only if it comes first
on 3:3?weather=yes
at W1=1010E,{SHOT} B1=2004E,{SHOT} chips=0,0,0
> heave to | chip=3 shift=1/8 turn=2/4 weather=7/12 chip=1 drift:W1=4/4 chip=1 => turn=3 wind=SE
classes chips 3, 3, 1; lot 8; lot 4; lot 12; chips 3, 3, 0; lot 4; chips 2, 3, 0
at W1=1010E,{SHOT} B1=2004E,{SHOT} chips=0,0,0
> heave to | chip=3 shift=8/8 turn=2/4 weather=2/12 chip=1 drift:W1=4/4 chip=1 => weather=heavy-poor wind=W
at W1=1010E,{SHOT} B1=2004E,{SHOT} chips=0,0,0
> heave to | chip=1 drift:W1=4/4 chip=3 chip=1 => turn=3 wind=W chips=1,3,0
# W1 W3 W6 a lot of one candidate isn't drawn: chips of one team come by themselves
on 3:3
at W1=1010E,{SHOT} B1=1007E,{SHOT} chips=0,2,0 > heave to => acting=black chips=0,1,0
""")


@CASES
def test_it_is_played_so(script):
    play(script)


def test_ts1_odds_may_stop_before_the_next_chip():
    """TS1, VI1: when the team that goes on alone has said that it stays, nobody decides until all repairs are done."""
    alone = at(
        "W1=1010E,steering W2=2012E B1=1008E,struck B2=0303E,struck alone=white to=white:abandon ship= chips=2,3,0"
    )
    results = outcomes(Table(alone, "3+3:3+3").game, "stay", to="boundary")
    assert [holds(each.position, "to=nobody:chip") for each in results] == [True, True]
    assert {holds(each.position, "W1+steering") for each in results} == {True, False}
