"""AN, AG, SL: anchors, running aground, kedging off, shoals."""

from tests.beat_to_quarters.table import cases, play

SHOT = "fired:port+starboard"
LAND = "3:3?land=2401"  # somewhere, so that there are anchors

CASES = cases(f"""
# AN1 TK6 dropping anchor, in irons or not
on {LAND}
at W1=1010E,{SHOT} B1=1012E,{SHOT}
may anchor by the bow, anchor by the stern
> anchor by the bow => W1+anchor:bow acting=black
at W1=1010W,irons,{SHOT} B1=1012E,{SHOT} > anchor by the stern => W1=1010W,anchor:stern,{SHOT},still
# AN1 AN4 not where there is nothing to anchor at, nor without an anchor
on 3:3
at W1=1010E,{SHOT} B1=1012E,{SHOT}
only sail, heave to
on {LAND}
at W1=1010E,{SHOT},cut B1=1012E,{SHOT}
! anchor by the bow: (AN4)
# AN1 MO2 at anchor a ship neither sails nor drifts
on {LAND}
at W1=1010E,anchor:bow,still,{SHOT} B1=1012E,{SHOT}
! sail: (MO2, AN1)
! anchor by the bow: (MO2, AN1)
on 3+3:3?land=2401
at W1=1010E,anchor:bow,still W2=1009E,grappled:B1 B1=0908E,grappled:W2 to=white:loose ship=W2 chips=2,3,0
> cut loose | check:W2=6 chip=1 => W1=1010E,anchor:bow,still
# AN2 it swings by two hexsides a turn, by the bow with its stern, whatever the wind
on {LAND}
at W1=1010E,anchor:bow,{SHOT} B1=1014E,{SHOT} > swing => to=white:turn act=swings
only steady, port 1, port 2, starboard 1, starboard 2
> port 2 => W1=1010NW,anchor:bow,swung:2,{SHOT},still
at W1=1010NW,anchor:bow,swung:1,{SHOT} B1=1014E,{SHOT} > swing
only steady, port 1, starboard 1
> port 1 => W1=1010W,anchor:bow,swung:2,{SHOT},still
at W1=1010E,anchor:bow,swung:2,{SHOT} B1=1014E,{SHOT}
! swing: (AN2)
# AN2 by the stern the bow swings
on {LAND}
at W1=1010E,anchor:stern,{SHOT} B1=1014E,{SHOT} > swing > port 1 => W1=1009NE,anchor:stern,swung:1,{SHOT},still
# AN2 TK2 TK3 what bars a turn bars this one, and what is in the way is run into
on {LAND}
at W1=1010E,anchor:bow,steering,{SHOT} B1=1014E,{SHOT}
! swing: (TK2)
at W1=1010E,anchor:bow,{SHOT},tried,target B1=1111E,{SHOT},tried,target > swing
> port 1 | check:W1=6 foul:W1=6 foul:B1=6
has W1=1010E,anchor:bow,{SHOT},still acting=black
# AN3 weighing takes two turns, and until then it heaves to
on {LAND}
at W1=1010E,anchor:bow,{SHOT} B1=1014E,{SHOT} > weigh => W1+weighing:2
at W1=1010E,anchor:bow,weighing:2,{SHOT} B1=1011E,{SHOT}
! sail: (MO2, AN1)
! swing: (AN3)
! weigh: (AN3)
at W1=1010E,anchor:bow,weighing:2 B1=1014E acting=black first=black chips=0,0,0
> heave to | chip=2 drift:B1=1/4 chip=2 => W1=1010E,anchor:bow,weighing:1
at W1=1010E,anchor:bow,weighing:1 B1=1014E acting=black first=black chips=0,0,0
> heave to | chip=2 drift:B1=1/4 chip=2 => W1=1010E
# AN4 cutting: it may sail in the same act, and can't anchor again
on {LAND}
at W1=1010E,anchor:bow,{SHOT} B1=1014E,{SHOT} > cut => to=white:sail W1=1010E,{SHOT},still,cut
kinds chosen, cut the cable
! anchor by the bow: (AN4)
> sail | speed:W1=2/4 speed:W1=1/4 => to=white:advance
# AG1 land ahead: aground where it is, with a die on column 5
on 3:3?land=1210
at W1=1010E,masts:2,{SHOT} B1=2014E > sail | speed:W1=3/4 damage:W1=0 => W1=1110E,masts:2,{SHOT},aground acting=black
at W1=1010E,masts:2,{SHOT} B1=2014E > sail | speed:W1=3/4 damage:W1=4 mast:W1=6 => W1+masts:1 W1+aground
# AG1 MO2 TK2 DR2 aground it doesn't sail or drift
on 3:3?land=1110
at W1=1010E,aground,{SHOT} B1=2014E
only kedge, heave to
! sail: (MO2)
# AG2 kedging: a check, a hex astern, then a hexside
on 3:3?land=1110
at W1=1010E,aground,{SHOT} B1=2014E > kedge | check:W1=3 => W1=1010E,{SHOT},still,aground
at W1=1010E,aground,{SHOT} B1=2014E > kedge | check:W1=4 => to=white:turn act=kedges W1=0910E,{SHOT}
places 0910
only steady, port 1, starboard 1
> port 1 => W1=0910NE,{SHOT}
# AG2 astern there is no free sea: the port quarter, and so on
on 3:3?land=1110+0810
at W1=1010E,aground,{SHOT} B1=2014E > kedge | check:W1=4 => W1=1009E,{SHOT} to=white:turn
places 1009
on 3:3?land=1110+0810+0809+0909
at W1=1010E,aground,{SHOT} B1=2014E > kedge | check:W1=4 => W1=1011E,{SHOT} to=white:turn
on 3:3?land=1110+0810+0809+0909+1009+1109+0811+0911+1011+1111
at W1=1010E,aground,{SHOT} B1=2014E > kedge | check:W1=4 => W1=1010E,{SHOT},still,aground
# AG2 TK3 it turns its stern over land again
on 3:3?land=1110+0911
at W1=1010E,aground,{SHOT} B1=2014E > kedge | check:W1=4 => to=white:turn W1=0910E,{SHOT}
# SL1 SL2 a ship passes, is checked, or is aground
on 4:3?depth3=1210
at W1=1010E,masts:2,{SHOT} B1=2014E > sail | speed:W1=1/4 speed:W1=2/4
> advance 3 => to=white:turn W1=1310E,masts:2,{SHOT}
on 3:3?depth3=1210
at W1=1010E,masts:2,{SHOT} B1=2014E > sail | speed:W1=3/4 check:W1=5 check:W1=5 => W1=1310E,masts:2,{SHOT}
at W1=1010E,masts:2,{SHOT} B1=2014E > sail | speed:W1=3/4 check:W1=2 damage:W1=0 => W1=1110E,masts:2,{SHOT},aground
on 2:3?depth3=1210
at W1=1010E,masts:2,{SHOT} B1=2014E > sail | speed:W1=3/4 damage:W1=0 => W1=1110E,masts:2,{SHOT},aground
on 3:3?depth3=1009
at W1=1010E,masts:1,{SHOT} B1=2014E > sail > starboard 1 | check:W1=5 => W1=1010SE,masts:1,{SHOT},still
""")


@CASES
def test_it_is_played_so(script):
    play(script)
