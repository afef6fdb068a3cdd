"""Is a position refused that is possible by itself, but that no game reaches, or that its scenario lacks?"""

import json
import random

import pytest

from paintball_env import Game
from paintball_env.notation import format_position, parse_position
from paintball_env.scenario import Scenario
from paintball_env.soundness import first_fault
from tests.paintball.test_notation_refused import BASIC, FULL, A, H, S, check, rows

# Everything is possible by itself, but no game reaches it.

N = f"{H} score=4,2"
ASKED = N + " used=1,0 to=blue:react actor=R1 asked=B1"
SHOOT = N + " to=red:volley actor=R1 kind=shoot"
PICK = N + " used=1,0 to=blue:pick actor=R1 kind=shoot count=1"
FIRES = N + " used=1,0 to=red:volley actor=R1 kind=shoot"
STEPS = N + " used=1,0 to=blue:react actor=R1 asked=B2 place=c5 count=1"
MAY = N + " used=1,0 to=red:act"
ACT = N + " to=red:act"
THROW = N + " used=1,0 to=red:throw actor=R1 kind=smoke"
SCATTER = N + " used=1,0 to=blue:scatter place=c4 actor=R1 kind=smoke"
UNREACHED = f"""
basic   | {A} R1=c3 B1=c6 | score TU1
basic   | {A} score=4,0 R1=c3 B1=c6 | score TU1
twelve  | {A} score=4,1 R1=c3 B1=c7 | score TU1
basic   | {A} score=2,4 R1=c3 B1=c6 | score TU1
basic   | turn=3 phase=2 acting=red second=red score=4,2 to=red:act R1=c3 B1=c6 | score TU1
basic   | {MAY} R1=c3,p1,moved2,used B1=c6 | R1 AP2
full    | {MAY} R1=c3,expert,p1,moved1,used,fired,aim B1=c6 | R1
full    | {MAY} R1=c3,expert,p1,moved2,used,fired B1=c6 | R1 AP2
basic   | {MAY} R1=c3,p1,used,sentry B1=c6 | R1 AP2
basic   | {MAY} R1=c3,p0,used,sentry B1=c6
basic   | {ACT} R1=c3,sentry B1=c6
# Whoever spends a point, rotates or takes up a flag is used; nobody else is (TU2).
basic   | {ACT} R1=c3,p1,moved1 B1=c6 | R1 TU2
basic   | {ACT} R1=c3,p1,aim B1=c6 | R1 TU2
basic   | {ACT} R1=c3,p1 B1=c6 | R1 TU2
full    | {ACT} R1=c3,turned B1=c6 | R1 TU2
full    | {MAY} R1=c3,turned,used B1=c6
basic   | {MAY} R1=c3,used B1=c6 | R1 TU2
basic   | {MAY} R1=c3,used B1=c6 flag.blue=R1
basic   | {N} used=2,0 to=red:act R1=c3 B1=c6
basic   | {MAY} R1=c3 R2=c3 R3=c3 R4=c3 R5=c3 R6=c3 B1=c6 | used TU2
basic   | {MAY} R1=c3,p1,used R2=c3,p1,used B1=c6 | used TU2
# A turn begins with all points for everybody (TU6), and a phase ends without.
basic   | {ACT} R1=c3 B1=c6,p0 | B1 TU6
basic   | turn=3 acting=red second=red score=4,4 to=red:first R1=c3,p1 B1=c6 | R1 TU6
basic   | turn=30 acting=red second=red over=draw:turns R1=c3,p0 B1=c6 | B1 p0
# Who can't act doesn't rotate (BS3).
full    | {MAY} R1=c3,expert,p0,used,fired,turned,sentry B1=c6 | R1 BS3
full    | {MAY} R1=c3,expert,p0,used,fired,turned,jammed B1=c6 | R1 BS3
full    | {MAY} R1=c3,expert,p0,used,fired,turned,dazed B1=c6 | R1 BS3
# reactions (SE2)
basic   | {ASKED} R1=c1,p1,moved1,used B1=c7,sentry | asked SE2
twelve  | {ASKED} R1=c5,p1,moved1,used B1=c7/E,sentry | asked SE2
full    | {ASKED} R1=c3,p1,moved1,used B1=c5,sentry,dazed | asked SE2
basic   | {ASKED} R1=c3,p1,moved1,used B1=c5,sentry
basic   | {ASKED} R1=c3,p1,aim,used B1=c5,sentry | actor SE2
full    | {ASKED} R1=c3,expert,p1,moved1,used,aim B1=c5,sentry | actor SE2
full    | {ASKED} R1=c3,p1,moved1,used,turned B1=c5,sentry | actor TU2
full    | {ASKED} R1=c3,expert,p1,moved1,used,fired,jammed B1=c5,sentry | actor MF3
full    | {ASKED} R1=c3,expert,p1,moved1,used,fired,dazed B1=c5,sentry | actor MF3
basic   | {H} score=1,1 used=1,0 to=blue:react actor=R2 asked=B1 R1=c2,p1,moved1,used R2=c3 B1=c5,sentry | actor SE2
basic   | {ASKED} place=c4 count=1 R1=c4,p1,moved1,used,suppressed B1=c5,sentry B2=c4,empty | actor IM2
# volleys (SH3, SH5)
basic   | {SHOOT} shots=B1 R1=c1 B1=c7 | shots SH3
basic   | {SHOOT} shots=B1,B1 R1=c1 B1=c6
basic   | {N} to=red:volley actor=R1 kind=suppress shots=B1 R1=c1,p1,aim,used B1=c7 used=1,0 | shots SH3
basic   | {SHOOT} shots=B1 R1=c1,p1,aim,used B1=c7 used=1,0
basic   | {SHOOT} shots=B1 R1=b1 B1=a1 | shots SH3
full    | {SHOOT} shots=B1 R1=c3/W B1=c5 | shots SH3
full    | {FIRES} shots=B1 R1=c3,expert,p1,used,fired B1=c5 | actor SH5
full    | {FIRES} shots=B1 R1=c3,expert,p1,used,sentry B1=c5 | actor SH5
full    | {FIRES} shots=B1 R1=c3,expert,p1,used,empty B1=c5 | actor SH5
full    | {FIRES} shots=B1 R1=c3,expert,p1,used,fired,jammed B1=c5 | actor SH5
full    | {FIRES} shots=B1 R1=c3,expert,p1,used,suppressed B1=c5 | actor SH5
full    | {FIRES} shots=B1 R1=c3,expert,p1,used,fired,dazed B1=c5 | actor SH5
basic   | {PICK} shots=B1,B2 R1=c3,p0,used B1=c5 B2=c5 | actor SH5
basic   | {PICK} shots=B1,B2 R1=c1,p0,used,fired B1=c7 B2=c7 | shots SH3
basic   | {PICK} shots=B1,B2 R1=c3,p1,used,fired B1=c5 B2=c5 | R1 AP2
basic   | {PICK} shots=B1,B2 R1=c3,p0,used,fired B1=c5 B2=c5
full    | {PICK} shots=B1,B2,B1 R1=c3,expert,p1,used,fired B1=c5 B2=c5 | R1 AP2
full    | {PICK} shots=B1,B2,B1 R1=c3,expert,p0,used,fired B1=c5 B2=c5
full    | {PICK} shots=B1,B2 R1=c3,expert,p1,moved1,used,fired B1=c5 B2=c5 | R1 AP2
# A figure that is used can't be jammed or dazed but by its volley, nor have fired when suppressed.
full    | {MAY} R1=c3,p0,moved1,used,jammed B1=c6 | R1 MF3
full    | {MAY} R1=c3,p0,moved1,used,dazed B1=c6 | R1 MF3
full    | {MAY} R1=c3,p0,moved1,used,fired,jammed B1=c6
full    | {ACT} R1=c3,dazed R2=c3,jammed B1=c6
basic   | {MAY} R1=c3,p1,used,fired,suppressed B1=c6 | R1 IM1
# grenades, charges
full    | {THROW} R1=c3,p0,used B1=c7
full    | {THROW} R1=c3,expert,paint,p1,used B1=c7
full    | {THROW} R1=c3,p1,moved1,used B1=c7 | R1 AP2
full    | {THROW} R1=c3,expert,p0,used,fired,dazed B1=c7 | actor GR2
full    | {THROW} R1=c3,expert,p0,used,fired,jammed B1=c7 | actor GR2
full    | {THROW} R1=c3,p0,used,turned B1=c7 | actor TU2
full    | {SCATTER} R1=c3,p0,used B1=c7
full    | {SCATTER} R1=c3,expert,paint,p1,used B1=c7
full    | {SCATTER} R1=c3,p1,moved1,used B1=c7 | R1 AP2
full    | {SCATTER} R1=c3,expert,p0,used,fired,dazed B1=c7 | actor GR2
full    | {SCATTER} R1=c3,expert,p0,used,fired,jammed B1=c7 | actor GR2
full    | {SCATTER} R1=c3,p0,used,turned B1=c7 | actor TU2
full    | {THROW} R1=c3 R2=c2,p1,moved1,used B1=c7 | actor TU2
full    | {SCATTER} R1=c3 R2=c2,p1,moved1,used B1=c7 | actor TU2
full    | {N} used=1,0 to=blue:scatter actor=R1 kind=smoke place=c6 R1=c3,p0,used B1=c7 | place GR2
basic   | {N} to=red:charge R1=c3 B1=c4 | to CH1
basic   | {N} to=red:charger place=c4 R1=c3 B1=c4 | place CH1
basic   | {N} to=red:charger place=c6 R1=c3 B1=c6,empty | place CH1
basic   | {N} to=red:charger place=c4 count=1 R1=c3 B1=c4,jammed | place CH1
basic   | {N} to=red:step actor=R1 place=c4 count=1 R1=c3 B1=c4 | place CH1
basic   | {STEPS} R1=c4,p1,moved1,used B1=c5 B2=d5,sentry | place CH1
basic   | {N} to=blue:casualty place=c5 losses=0,1 R1=c5 B1=c5 B2=c5,suppressed | place CH1
basic   | {N} to=blue:casualty place=c5 losses=0,1 R1=c5 B1=c5,suppressed B2=c5,suppressed | place CH1
# won games (TU7, FL3)
basic   | {ACT} R1=c3 | over TU7
basic   | {ACT} R1=c1 B1=c5 flag.blue=R1 | over FL3
single  | {ACT} R1=c3 B1=c1 flag=B1 | over FL3
basic   | {N} over=red:flag R1=c3 B1=c5 flag.blue=R1 | over FL3
basic   | {N} over=red:flag R1=c1 flag.blue=R1 | over TU7
basic   | {N} over=blue:eliminated | over TU7
basic   | {N} over=draw:turns R1=c3 B1=c6 | phase TU8
basic   | turn=3 acting=red second=red over=red:eliminated R1=c3 | phase TU8
basic   | turn=3 acting=red second=red over=draw:turns R1=c3 B1=c6 | over TU8
basic   | turn=30 acting=red second=red over=draw:turns R1=c1 B1=c5 flag.blue=R1 | over FL3
# Marshals (EN5)
basic   | {ACT} R1=c8 B1=c8 B2=c8 M1=c8 | M1 EN5
basic   | {ACT} R1=c8,jammed B1=c8 B2=c8 M1=c8,attends=R1
# set-up
basic   | {S} R1=c2 B1=c7 flag.red=c1 flag.blue=c8 | flag.red SN1
basic   | {S} R1=c2 B1=c7 flag.red=b1 | flag.blue
basic   | {S} R1=c2 B1=c7 flag.red=b1 flag.blue=R1
basic   | {S} R1=c1 B1=c7 flag.red=b1 flag.blue=R1 | flag.blue FL3
single  | {S} R1=c2 B1=c1 flag=B1 | flag FL3
reverse | {S} R1=c8 B1=c7 flag.red=R1 flag.blue=B1 | flag.red FL3
reverse | {S} R1=c2 B1=c7 flag.red=b1 flag.blue=B1 | flag.red SN2
single  | {S} R1=c2 B1=c7 | flag
basic   | {S} R1=c2 B1=c7 flag.red=b1 flag.blue=d7
# A team without figures has lost (TU7); on an empty board set-up begins.
basic   | {S} R1=c2 flag.red=b1 flag.blue=d7 | turn TU7
basic   | {S} B1=c7 flag.red=b1 flag.blue=d7 | turn TU7
basic   | {S} flag.red=b1 flag.blue=d7
"""

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
ONE = CHARGED.replace("2,0", "1,0")
FELL = f"{T2} used=3,0 to=red:casualty place=c4 R4=b1 R1=c4,p1,moved1,used R2=c4,p1,moved1,used R3=c4,p1,moved1,used"
ONE_FELL = f"{T2} used=1,0 to=red:casualty place=c4 losses=1,0"
NOW, REACTS = f"{T2} to=red:act", f"{T2} used=1,0 to=blue:react actor=R1 asked=B2 place=c5 count=1"
REST = " R2=c1 R3=b1 R4=c2 R5=d1 R6=d1"
EXPERT, BLUE_EXPERT = SIX.replace("R1=c1", "R1=c1,expert"), BLUE_SIX.replace("B1=c8", "B1=c8,expert")

UNREACHED += f"""
# set-up, stage by stage, the roll-off's winner first (SN4)
basic   | {S} to=red:piece left=3+1,3+1
basic   | {S} to=blue:piece left=2+1,3+1
basic   | {S} to=red:piece left=3+1,0+0  # a fixed start gives each player the pieces that it likes
basic   | {S} to=red:flag-hex
basic   | {S} to=blue:flag-hex | flag.red SN4
basic   | {S} to=red:flag-hex flag.red=b1 | flag.red SN4
basic   | {S} to=blue:marshal-hex flag.red=b1 flag.blue=d7 M1=c2
basic   | {S} to=blue:marshal-hex flag.red=b1 flag.blue=d7 | M1 SN4
basic   | {S} to=red:marshal-hex flag.red=b1 flag.blue=d7 M2=c7 | M2 SN4
basic   | {S} to=red:deploy actor=R3 R1=c1 R2=c1{PLACED}
basic   | {S} to=red:deploy actor=R1 M1=c2 M2=c7 | flag.red SN4
basic   | {S} to=red:deploy actor=R1 flag.red=b1 flag.blue=d7 | M1 SN4
basic   | {S} to=red:deploy actor=R1 M1=c4 M2=c7 flag.red=b1 flag.blue=d7 | M1 SN1
basic   | {S} to=red:deploy actor=R2 R1=c4{PLACED} | R1 SN1
basic   | {S} to=red:deploy actor=R2 R1=c1 R3=c1{PLACED} | R3 SN4
basic   | {S} to=red:deploy actor=R3 R1=c1{PLACED} | R2 SN4
basic   | {S} to=blue:deploy actor=B1 R1=c2{PLACED} | R2 SN4
basic   | {S} to=blue:deploy actor=B1{SIX}{PLACED}
basic   | {S} to=red:deploy actor=R2 R1=c1 B1=c8{PLACED} | B1 SN4
full    | {S} to=red:deploy actor=R2 R1=c1/W{PLACED} | R1 BS3
single  | {S} to=red:deploy actor=R1 M1=c2 M2=c7 | flag SN4
single  | {S} to=red:deploy actor=R1 M1=c2 M2=c7 flag=b4
reverse | {S} to=red:carrier{OUTSIDE}
reverse | {S} to=red:carrier{OUTSIDE} flag.red=R1 | flag.red SN2
reverse | {S} to=red:carrier{OUTSIDE} flag.blue=B1 | flag.blue SN2
reverse | {S} to=blue:carrier{OUTSIDE} | flag.red SN2
full    | {S} to=red:expert count=3{SIX}{BLUE_SIX}{PLACED}
full    | {S} to=red:expert count=4{SIX}{BLUE_SIX}{PLACED} | count EX1
full    | {S} to=red:expert count=2{EXPERT}{BLUE_SIX}{PLACED}
full    | {S} to=red:expert count=3{EXPERT}{BLUE_SIX}{PLACED} | count EX1
full    | {S} to=blue:expert count=1{SIX}{BLUE_SIX}{PLACED} | to EX1
full    | {S} to=red:expert count=1{SIX}{BLUE_EXPERT}{PLACED} | to SN4
full    | {S} to=red:expert count=1 R1=c1,smoke{REST}{BLUE_SIX}{PLACED} | to SN4
full    | {S} to=red:grenade count=3{EXPERT}{BLUE_EXPERT}{PLACED}
full    | {S} to=red:grenade count=4{EXPERT}{BLUE_EXPERT}{PLACED} | count GR1
full    | {S} to=red:grenade count=1 R1=c1,expert,smoke2{REST}{BLUE_EXPERT}{PLACED}
full    | {S} to=red:grenade count=1 R1=c1,expert,smoke2,paint{REST}{BLUE_EXPERT}{PLACED} | count GR1
# points that nothing can have taken (AP2)
basic   | {WAY} R1=c2,p1,used R2=b1 B1=c7 | R1 AP2
basic   | {WAY} R1=c2,p0,used R2=b1 B1=c7  # reloaded, or stood down
basic   | {WAY} R1=c2,p0,moved1,used R2=b1 B1=c7  # took aim and lost it by the step (AI2)
basic   | {WAY} R1=c2,p0,used,empty R2=b1 B1=c7 | R1 AP2
full    | {WAY} R1=c2,p0,used,empty R2=b1 B1=c7  # threw a grenade
full    | {WAY} R1=c2,expert,p0,used,fired,sentry R2=b1 B1=c7
full    | {WAY} R1=c2,expert,p0,used,sentry R2=b1 B1=c7  # took aim before (AI2)
basic   | {WAY} R1=c2,p1,moved1,used,aim R2=b1 B1=c7 | R1 AP2
basic   | {WAY} R1=c2,p0,moved1,used,aim R2=b1 B1=c7
# steps from nowhere (MV1, MV2, SN2, BS2)
basic   | {WAY} R1=c1,p1,moved1,used R2=e1 B1=c2 B2=b1 B3=d1 | R1 MV1
basic   | {WAY} R1=c1,p1,moved1,used R2=e1 B1=c2 B2=b1
basic   | {WAY} R1=c1,p0,moved2,used R2=e1 B1=c2 B2=b1  # out and back
reverse | {WAY} R1=c2,p1,moved1,used R2=e1 B1=b1 B2=d1 B3=b2 B4=d2 B5=c3 | R1 MV1
basic   | {WAY} R1=c2,p1,moved1,used R2=e1 B1=b1 B2=d1 B3=b2 B4=d2 B5=c3
full    | {WAY} R1=a1/E,p1,moved1,used R2=b1 B1=c7 | R1 BS2
full    | {WAY} R1=c1/E,p1,moved1,used R2=b1 B1=c7 | R1 BS2
full    | {WAY} R1=c1/E,p1,moved1,used,turned R2=b1 B1=c7
full    | {WAY} R1=c1/E,p0,moved1,used,fired R2=b1 B1=c7  # it may have turned before its volley
full    | {T2} used=1,0 to=blue:react actor=R1 asked=B1 R1=a1/E,p0,moved1,used R2=b1 B1=b5,sentry | R1 BS2
# flags (FL1, FL2, SN1)
basic   | {WAY} R1=d7,p1,moved1,used{ALL} flag.red=d1 flag.blue=d7 | R1 FL1
basic   | {WAY} R1=d7,p1,moved1,used R2=b1 B1=b7 flag.red=d1 flag.blue=d7  # a carrier fell there since
basic   | {WAY} R1=d6,p1,moved1,used{ALL} flag.red=d1 flag.blue=c8 | flag.blue SN1
basic   | {WAY} R1=d6,p1,moved1,used R2=b1 B1=b7 flag.red=d1 flag.blue=c8
basic   | turn=1 phase=1 acting=red second=red to=red:act R1=c2 B1=c7 flag.red=d1 flag.blue=c8 | flag.blue SN1
reverse | {NOW} R1=c2 B1=c7 flag.red=c1 flag.blue=B1 | flag.red SN2
reverse | {NOW} R1=c2 R2=b1{MANY} B1=c7 flag.red=c4 flag.blue=B1 | flag.red SN2
reverse | {NOW} R1=c2 B1=c7 flag.red=c4 flag.blue=B1
# the right flag in the right base ends the game where a figure has brought it there (FL3)
basic   | {T2} used=1,0 to=blue:react actor=R2 asked=B1 R1=c1 R2=c4,p1,moved1,used B1=c6,sentry flag.blue=R1 | over FL3
single  | {T2} used=1,0 over=blue:flag R1=c4,p1,moved1,used B1=c1 flag=B1 | over FL3
basic   | {T2} over=red:eliminated R1=c4 | over TU7
basic   | {T2} used=1,0 over=red:eliminated R1=c4,p1,used,fired
# guns (MF3, SM2, TU6)
basic   | {WAY} R1=c4,p0,moved1,used,fired,jammed R2=b1 B1=c7 M1=c4,attends=R1 | M1 MF3
basic   | {WAY} R1=c4,p0,moved1,used,fired,jammed R2=b1 B1=c7 M1=c4
full    | {NOW} R1=c4,jammed,dazed R2=b1 B1=c7 | R1 SM2
basic   | {NOW} R1=c4,jammed R2=b1 B1=c7 M1=c4 | M1 TU6
basic   | {WAY} R1=c4,jammed R2=b1,p1,used,fired B1=c7 M1=c4
basic   | {NOW} R1=c4,jammed R2=b1 B1=c7 M1=c3  # he came from c1, and walks 2
# charges (CH2)
basic   | {CHARGED} count=2 R1=c3 R2=b1,p1,moved1,used R3=d1,p1,moved1,used | count CH2
basic   | {CHARGED} count=2 R1=c3 R2=c4,p1,moved1,used  # the other one is out
basic   | {T2} used=0,0 to=red:charger place=c4 B1=c4,suppressed count=1 R1=c3 R2=b1 | count CH2
basic   | {ONE} R1=c3 R2=b1 R3=c4,p1,moved1,used count=2 | count CH2
basic   | {ONE} R1=c3 R2=b1 R3=c4,p1,moved1,used,suppressed count=1 | place CH1
basic   | {T2} to=red:step actor=R1 place=c5 count=1 R1=c4 B1=c5,suppressed
basic   | {T2} to=red:step actor=R1 place=c5 count=2 R1=c4 B1=c5,suppressed | count CH2
basic   | {REACTS} R1=c4,p0,moved2,used B1=c5,suppressed B2=c7,sentry | actor CH2
basic   | {REACTS} R1=c4,p1,moved1,used B1=c5,suppressed B2=c7,sentry
basic   | {CHARGED} count=1 R1=b1 R2=c4,p1,moved1,used R3=c4,p1,moved1,used | count CH2
# shoot-outs (CH3)
basic   | {ONE_FELL} R1=c4,p1,moved1,used R2=b1 B1=c4,suppressed B2=c7 | losses CH3
basic   | {FELL} losses=1,0 B1=c4,empty B2=c7 | B1 CH3
basic   | {FELL} losses=1,0 B1=c4,suppressed B2=c7
basic   | {FELL} losses=2,0 B1=c4,suppressed{OTHERS} | losses CH3
basic   | {FELL} losses=2,0 B1=c4,suppressed B2=c7
basic   | {FELL} losses=3,0 B1=c4,suppressed B2=c7 | losses CH3
"""


@pytest.mark.parametrize(("name", "text", "key", "rule"), list(rows(UNREACHED)))
def test_what_no_game_reaches_is_refused_by_its_rule(name, text, key, rule):
    check(name, text, key, rule)


def test_enemies_who_hold_works_alone_have_let_nobody_in():
    """EN4: with `enter_defended` off only a charge leads beside them."""
    text = WAY + " R1=c8,p1,moved1,used R2=b1 B1=c8 B2=d7"
    check(BASIC, text, "", "")
    check(Scenario.load(BASIC).with_rules(enter_defended=False), text, "R1", "MV2")


@pytest.mark.parametrize(("token", "word"), [("R5=c3", "4"), ("M1=c3", "Red"), ("flag.red=c3", "none")])
def test_what_a_scenario_lacks_is_refused(token, word):
    own = json.loads(Scenario.load(BASIC).to_json()) | {"name": "small-red", "objective": "elimination"}
    own["red"] |= {"figures": 4, "marshal": False}
    check(Scenario.from_json(json.dumps(own)), f"{A} {token}", token.split("=")[0], word)


@pytest.mark.parametrize(
    ("switch", "state", "rule"),
    [({"suppress_save": [1, 2, 3, 4, 5, 6]}, "suppressed", "SU1"), ({"spot_in": []}, "sentry,dazed", "SM2")],
)
def test_a_state_that_no_die_of_the_scenario_leads_to_is_refused(switch, state, rule):
    text = f"{ACT} R1=c3 B1=c6,{state}"
    check(FULL, text, "", "")
    check(Scenario.load(FULL).with_rules(**switch), text, "B1", rule)


@pytest.mark.parametrize(
    ("figures", "used", "key"),
    [
        ("R1=c3,p1,moved1,used R2=b3,p1,used,aim", 2, "R2"),
        ("R1=c3,p1,moved1,used R2=b3,p1,moved1,used,suppressed", 2, "R2"),
        ("R1=c3,p1,moved1,used R2=b3,p1,moved1,used", 2, ""),
        ("R1=c3,p1,moved1,finished R2=b3,p1,used,aim", 2, ""),
        ("R1=c3,p1,moved1,finished", 1, "R1"),
        ("R1=c3,p1,moved1,finished", 2, ""),
    ],
)
def test_one_at_a_time_a_figure_that_is_used_finishes_the_one_before(figures, used, key):
    """But for the chargers of one charge, and where the one that was used since is out."""
    scenario = Scenario.load(FULL).with_rules(activation="one_at_a_time")
    check(scenario, f"{N} used={used},0 to=red:act B1=c6 {figures}", key, "TU5")


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
@pytest.mark.slow
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
