"""CH, NA, WE, AM, FS, SO, SB: the optional rules, shore batteries."""

from tabletop.play.game import Game
from tests.beat_to_quarters.table import Table, at, cases, play, scenario_of

SHOT = "fired:port+starboard"
LOADS = "to=white:load ship=W1 chips=2,3,0"

CASES = cases(f"""
# CH1 chasers are set in the command phase, and then nothing is fired in the turn
on 3:3?chasers=yes
at W1=1010E B1=1007E to=white:chasers ship=W1 chips=2,3,0
only set chasers, stay
> set chasers | chip=1 => W1+chasers:2 to=white:sail
! fire at B1: (GU6, CH1, CH4)
at W1=1010E,chasers:1 B1=1007E to=white:chasers ship=W1 chips=2,3,0 > remove chasers | chip=1 => W1+chasers:3
# CH2 CH3 they bear on and between the lines ahead, and astern; once a turn each, never raking
on 3:3?chasers=yes
at W1=1010E,chasers:1 B1=1610NE > fire at B1 | gunnery:W1=5 damage:B1=0 => W1+fired:bow
classes d6 - d6; column 2
! fire at B1: (GU1)
at W1=1010E,chasers:1 B1=0610NE > fire at B1 | gunnery:W1=-5 => W1+fired:stern
at W1=1010E B1=1610NE
! fire at B1: (GU3, GU4)
# CH3 the column is halved, rounded down; 0 is a miss
on 3:3?chasers=yes
at W1=1010E,chasers:1 B1=1310NE > fire at B1 | gunnery:W1=1 damage:B1=0
classes d6 - d6; column 1
# CH4 a broadside as of a rate one higher; of rate 7 and above none
on 3:3?chasers=yes
at W1=1010E,chasers:1 B1=1008E > fire at B1 | gunnery:W1=0 damage:B1=0
classes d6 - d6; column 2
at W1=1010E,chasers:1 B1=1012E > fire at B1 | gunnery:W1=0 damage:B1=0
classes d6 - d6; column 2
at W1=1010E,rate:7,chasers:1 B1=1107E
! fire at B1: (GU6, CH1, CH4)
# NA1 Spanish ships: the sum or the largest
on 3:3?nations=spanish+other
at W1=1010SE,{SHOT} B1=2012E > sail | speed:W1=1/4 speed:W1=2/4 speed:W1=4/4
only advance 7, advance 4
# NA2 crack crews: two of the dice, too
on 3crack:3?nations=spanish+other
at W1=1010SE,{SHOT} B1=2012E > sail | speed:W1=1/4 speed:W1=2/4 speed:W1=4/4
only advance 7, advance 4, advance 3, advance 5, advance 6
# NA3 British ships fire a side twice a turn, once a phase
on 3:3?nations=british+other
at W1=1010E B1=1007E > fire at B1 | gunnery:W1=-5 => W1+fired:port W1+phase:port
! fire at B1: (GU1)
at W1=1010E,fired:port B1=1007E > fire at B1 | gunnery:W1=-5 => W1+again:port
at W1=1010E,fired:port,again:port B1=1007E
! fire at B1: (GU1)
# NA3 American ships add 1
on 3:3?nations=american+other
at W1=1010E B1=1008E > fire at B1 | gunnery:W1=0 damage:B1=0
classes d6 - d6; column 4
# WE3 the weather changes the dice, and the column
on 3:3?weather=yes
at W1=1010SE,{SHOT} B1=2012E weather=perfect
> sail | speed:W1=1/4 speed:W1=2/4 speed:W1=4/4 speed:W1=1/4 => dice=4-2-1-1
at W1=1010SE,{SHOT} B1=2012E weather=heavy > sail | speed:W1=1/4 speed:W1=2/4 => dice=2-1
at W1=1010SE,masts:2,{SHOT} B1=2012E weather=heavy-poor > sail | speed:W1=3/4 => to=white:turn
at W1=1010E B1=1008E weather=heavy > fire at B1 | gunnery:W1=2 damage:B1=0
classes d6 - d6; column 3
at W1=1010E B1=1008E weather=poor > fire at B1 | gunnery:W1=2 damage:B1=0
classes d6 - d6; column 0
# W5 WE3 SO5 half of three dice is two, of one die one; half of 7 hexes is 4
on 3:3?weather=yes
at W1=1010SE,{SHOT} B1=2012E weather=heavy > sail | speed:W1=1/4 speed:W1=2/4 => dice=2-1
on 1:3?weather=yes
at W1=1010NW,{SHOT} B1=2012E weather=heavy > sail | speed:W1=1/4 => to=white:turn W1=1009NW,{SHOT}
on 3:3?solo=yes
at W1=1010SE,{SHOT} B1=2012E > sail | speed:W1=2/4 speed:W1=4/4 speed:W1=1/4 => to=white:turn W1=1214SE,{SHOT}
# WE4 ranges are halved: nothing beyond 6, a rake from 2 at most
on 3:3?weather=yes
at W1=1010E B1=1003E weather=poor
! fire at B1: (GU3, GU4)
at W1=1010E B1=1107NE weather=heavy-poor > fire at B1 | gunnery:W1=5 damage:B1=0
classes d6 - d6; column 6
at W1=1010E B1=1106NE weather=poor > fire at B1 | gunnery:W1=5 damage:B1=0
classes d6 - d6; column 2
# AM1 a load for each side, in so many command phases as the D6 says
on 3:3?shot=yes
at W1=1010E,{SHOT} B1=2012E {LOADS} shots=2,0
may port hot, port grape, starboard chain, done
! port round: (AM1)
> port chain => shots=1,0 W1+port:chain asked=5
told loaded W1 port
! port hot: (AM1, FS1)
> starboard grape | chip=1 => W1+starboard:grape W1+port:chain shots=1,0
told loaded W1 starboard
on 3:3?shot=yes
at W1=1010E,port:hot,{SHOT} B1=2012E {LOADS}
only port round, done
# AM4 double shot takes until the next command phase; the column is higher by 2, as far as 2
on 3:3?shot=yes
at W1=1010E B1=1005E {LOADS} shots=1,0 > port double > done | chip=1 => W1+loading:1 to=white:sail
! fire at B1: (AM4)
on 3+3:3?shot=yes
at W1=0304E W2=1010E,loading:1 B1=2012E {LOADS} shots=1,0 > done => ship=W2 W2=1010E,port:double
on 3:3?shot=yes
at W1=1010E,port:double B1=1008E > fire at B1 | gunnery:W1=0 damage:B1=0 => W1-port
classes d6 - d6; column 5
at W1=1010E,port:double B1=1008E > fire at B1 | gunnery:W1=-4
at W1=1010E,port:double B1=1007E
! fire at B1: (AM)
# AM2 hot shot: before it a D6, after it another one
on 3:3?shot=yes
at W1=1010E,port:hot B1=1008E > fire at B1 | spark:W1=6 => W1+burning B1=1008E
at W1=1010E,port:hot B1=1008E > fire at B1 | spark:W1=1 gunnery:W1=0 damage:B1=0 spark:B1=6 => B1+burning
at W1=1010E,port:hot B1=1008E > fire at B1 | spark:W1=1 gunnery:W1=5 damage:B1=9 spark:B1=6 => B1=sunk
at W1=1010E,port:hot B1=1001E
! fire at B1: (AM)
# AM3 chain: +1 nothing, +2 a check, +3 a mast
on 3:3?shot=yes
at W1=1010E,port:chain B1=1008E > fire at B1 | gunnery:W1=3 damage:B1=1 => B1=1008E
at W1=1010E,port:chain B1=1008E > fire at B1 | gunnery:W1=3 damage:B1=2 check:B1=3 => B1+struck
at W1=1010E,port:chain B1=1008E > fire at B1 | gunnery:W1=5 damage:B1=3 mast:B1=6 => B1+masts:2
# AM5 grape: columns 5 to 9 a check, from 10 on it strikes
on 3:3?shot=yes
at W1=1010E,port:grape B1=1009E > fire at B1 | gunnery:W1=0 => B1=1009E
at W1=1010E,port:grape B1=1009E > fire at B1 | gunnery:W1=1 check:B1=4 => B1=1009E
at W1=1010E,port:grape B1=1108NE > fire at B1 | gunnery:W1=2 => B1+struck
# FS1 FS4 set ablaze: it isn't in action, and sails by itself
on 3+3:3?fireships=yes
at W1=1010E W2=0403E B1=2012E {LOADS} asked=8
only set ablaze, done
> set ablaze => to=white:load ship=W2 W1=1010E,fireship,ablaze:3
> done | chip=1 => to=white:pick
only W1, W2
> W1 | speed:W1=2/4 speed:W1=4/4 => W1=1610E,fireship,ablaze:2,acted ship=W2
at W1=1010E,fireship,ablaze:3 W2=0403E B1=1211E,{SHOT} to=white:pick
> W1 | speed:W1=1/4 speed:W1=1/4 => to=black:answer act=blazes left=1 dice=
# FS1 FI3 in each command phase from the next one on it explodes on a 4
on 3+3+3:3?fireships=yes
at W1=0304E W2=1010E,fireship,ablaze:2 W3=1011E B1=2012E to=white:load ship=W1 chips=2,3,0 asked=8
> done | powder:W2=4 gunnery:W2=0 damage:W3=0 spark:W3=4 => W2=sunk W3+burning to=white:load ship=W3
classes 111222; d6 - d6; column 4; 111222
at W1=0304E W2=1010E,fireship,ablaze:2 W3=1011E B1=2012E to=white:load ship=W1 chips=2,3,0 asked=8
> done | powder:W2=3 => W2+fireship ship=W3
# FS2 one that only drifts still sets on fire what lies beside it
on 3+3+3:3?fireships=yes
at W1=0304E W2=1010E,fireship,still W3=1011E B1=2012E to=white:load ship=W1 chips=2,3,0 asked=8
> done | powder:W2=4 gunnery:W2=-5 spark:W3=4 => W2=sunk W3+burning
# FS3 boarded without a roll, steered, and put out
on 3+3:3+3?fireships=yes&turns=2
at W1=1010E,grappled:B1 B1=1011E,fireship,ablaze:2,grappled:W1 W2=0304E B2=2012E
  chips=0,0,0 acting= to=white:board ship=W1
> board B1 => over=white:time B1+steered B1+holder:white
on 3+3:3+3?fireships=yes
at W1=1010E,grappled:W2 B1=1411E,fireship,holder:white,steered,ablaze:2 W2=1011E,grappled:W1 B2=2012E
  to=white:loose ship=W2 chips=2,3,0
> stay | check:B1=4 drift:W1=1/4 chip=1 => B1+prize B1-fireship
on 3+3+3:3?fireships=yes
at W1=1010E,grappled:W2 W2=1011E,grappled:W1 W3=1411E,fireship,steered,ablaze:2 B1=2012E
  to=white:loose ship=W2 chips=2,3,0
> stay | check:W3=4 drift:W1=1/4 chip=1 => W3+secured W3-fireship
# FS2 who lies beside it at the end of an act is set ablaze on a 6
on 3+3:3?fireships=yes
at W1=1010E,fireship,ablaze:2,masts:1 W2=0403E B1=1012E to=white:pick
> W1 => W1=1010E,fireship,masts:1,ablaze:1,still,acted
# SO5 half the sum of the dice must be sailed
on 3:3?solo=yes
at W1=1010E,{SHOT} B1=2012E > sail | speed:W1=2/4 speed:W1=3/4 => W1=1310E,{SHOT} to=white:turn
""")


@CASES
def test_it_is_played_so(script):
    play(script)


BATTERIES = {
    "chart": "\n".join(["." * 24] * 9 + ["#" * 4 + "." * 20] + ["." * 24] * 8),
    "batteries": [{"team": "white", "kind": "medium", "place": "0410", "heading": "E"}],
}


def test_sb1_to_sb4_batteries():
    """SB1, SB2, SB3, SB4: a battery of rate 2 fires ahead once a turn, isn't raked, loses no masts, is never rammed."""
    scenario = scenario_of("3:3").with_rules(**BATTERIES, wind="W")
    text = at("W1=1616E B1=0810E W2=0410E to=white:pick")
    game = Game(scenario, start=text)
    assert game.legal_actions() == ["W1", "W2"]
    game.step("W2")
    assert {"fire at B1", "heave to"} == set(game.legal_actions())
    game.step("fire at B1", results=[0, 0])
    assert game.draws[0].classes == "d6 - d6" and game.draws[1].classes == "column 7"
    assert "W2=0410E,fired:bow" in game.position()
    burning = Game(scenario, start=at("W1=1616E B1=1010E W2=0410E acting=black first=black"))
    assert "grapple W2" not in burning.legal_actions()
    ahead = Game(scenario, start=at("W1=1616E B1=0610NW W2=0410E acting=black first=black"))
    ahead.step("fire at W2", results=[0, 0])
    assert ahead.draws[1].classes == "column 2"


def test_so1_crews_by_lot():
    """SO1: a D6 for each ship."""
    table = Table(scenario="3:3?crews=drawn", dice="wind=4/6 crew:W1=1 crew:B1=6 chip=1 chip=1")
    assert "W1=0202E,crew:poor" in table.position and "crew:elite" in table.position
    assert [draw.classes for draw in table.game.draws[1:3]] == ["123345", "123345"]
