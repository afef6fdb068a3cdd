"""GU, RK, DA6, GR: who may fire at whom, by which side, and what a shot adds up to."""

import pytest

from beat_to_quarters.rules import tables
from beat_to_quarters.rules.ships import stern_of
from beat_to_quarters.rules.sight import field_of
from beat_to_quarters.rules.state import PORT, STARBOARD
from tabletop.game.hex_grid import STEPS, distance
from tests.beat_to_quarters.table import Table, at, cases, play, scenario_of

SHOT = "fired:port+starboard"

CASES = cases(f"""
# GU1 GU3 a side once a turn, in own acts or in the other team's
at W1=1010E B1=1007E > fire at B1 | gunnery:W1=-5 => W1+fired:port
! fire at B1: (GU1)
at W1=1010E,fired:starboard B1=1007E > fire at B1 | gunnery:W1=-5 => W1+{SHOT}
on 3:3+3
at W1=1010E B1=1007E B2=1013E > fire at B1 | gunnery:W1=-5
may fire at B2
! fire at B1: (GU1)
# GU2 GU3 the first row of the port field: three hexes, and one more in each row
on 3:3
at W1=1010E B1=1109SE
may fire at B1
at W1=1010E B1=1309E,{SHOT} W1=1010E,target,tried
! fire at B1: (GU3, GU4)
at W1=1010E B1=1308E
! fire at B1: (GU3, GU4)
at W1=1010E B1=1208E
may fire at B1
# GU2 nothing bears ahead and astern
at W1=1010E B1=1410W,irons
! fire at B1: (GU3, GU4)
at W1=1010E B1=0610E
! fire at B1: (GU3, GU4)
# GU3 GU8 as far as 13 hexes
on 3:3
at W1=1016E B1=1003E
may fire at B1
at W1=1017E B1=1003E
! fire at B1: (GU3, GU4)
# GU4 a third ship, or land, is in the line of sight; at its ends nothing is
on 3:3+3
at W1=1010E B1=1005E B2=1008E
! fire at B1: (GU3, GU4)
at W1=1010E B1=1004E B2=1307E
may fire at B2, fire at B1
at W1=1010NE B1=0604NE B2=0807NE
! fire at B1: (GU3, GU4)
on 3:3?land=0907+0908+1007+1008+1107+1108
at W1=1010E B1=1005E
! fire at B1: (GU3, GU4)
# W2 GR1 ships are adjacent by any of their hexes, and a hex between them is too far
on 3:3
at W1=1010E B1=1109SE
may grapple B1
at W1=1010E B1=1210E
may grapple B1
at W1=1010E B1=0810E
may grapple B1
at W1=1010E B1=0710E
! grapple B1: (GR1, BO1)
at W1=1010E B1=1310E
! grapple B1: (GR1, BO1)
# RK3 CH3 chasers don't rake: half of column 4 for range 3, from ahead or astern
on 3:3?chasers=yes
at W1=1010E,chasers:1 B1=1410E > fire at B1 | gunnery:W1=2 damage:B1=0
classes d6 - d6; column 2
at W1=1010E,chasers:1 B1=1310W wind=NW > fire at B1 | gunnery:W1=2 damage:B1=0
classes d6 - d6; column 2
# RK3 CF3 a collision doesn't rake: column 5 from dead astern, too
on 3:3
at W1=1210E,masts:2,{SHOT},tried,target B1=1410E,{SHOT},tried,target
> sail | speed:W1=1/4 check:W1=1 damage:W1=0 damage:B1=0 => W1+fouled:B1
classes lot 4; 111222; column 5; column 5
# RK3 FI3 an explosion rakes: +4 for range 1, +4 for a rake from astern
on 3:3+3
at W1=1010E B1=1107NE B2=1307E > fire at B1 | gunnery:W1=3 damage:B1=8 gunnery:B1=0 damage:B2=1 => B2=1307E,rate:4
classes d6 - d6; column 10; d6 - d6; column 8
# GU6 DA1 FI1 who doesn't fire
on 3:3
at W1=1010E,burning B1=1009E
! fire at B1: (GU6, CH1, CH4)
at W1=1010E,masts:0 B1=1009E
! fire at B1: (GU6, CH1, CH4)
on 3:3?dismasted=fires
at W1=1010E,masts:0 B1=1009E
may fire at B1
# GU6 RG2 a mast over the side
on 3:3+3
at W1=1010E,masts:2,hung:port B1=1007E B2=1013E
! fire at B1: (RG2)
may fire at B2
# GU6 only enemies in action are fired at
on 3:3+3
at W1=1010E B1=1007E,struck B2=1013E
! fire at B1: (GU6)
# GU7 GU8 the column: the dice, the target's rate less the own one, the range
on 3:5
at W1=1010E B1=1008E > fire at B1 | gunnery:W1=0 damage:B1=1 => B1+rate:6
classes d6 - d6; column 5
on 5:3
at W1=1010E B1=1008E > fire at B1 | gunnery:W1=0 damage:B1=0
classes d6 - d6; column 1
on 3:3
at W1=1010E,rate:5 B1=1008E > fire at B1 | gunnery:W1=-1 damage:B1=0
classes d6 - d6; column 0
at W1=1010E,rate:5 B1=1008E > fire at B1 | gunnery:W1=-2
classes d6 - d6
kinds chosen, fired, missed
# GU9 columns over 10: a die on column 10, then one on the rest
on 1:8
at W1=1010E B1=1008E > fire at B1 | gunnery:W1=3 damage:B1=1 damage:B1=4 mast:B1=5
has over=white:victory B1+struck
classes d6 - d6; column 10; column 3; 111122
on 3:3
at W1=1010E B1=1107NE > fire at B1 | gunnery:W1=3 damage:B1=3 => B1=1107NE,rate:6
classes d6 - d6; column 10
on 1:8elite
at W1=1010E B1=1008E > fire at B1 | gunnery:W1=3 damage:B1=7 => over=white:victory B1=sunk
# GU10 AC3 damage counts at once: who was to answer doesn't
on 3:3
at W1=0609E,masts:2 B1=0806E > sail | speed:W1=2/4 => to=white:moment
> fire at B1 | gunnery:W1=5 damage:B1=9 => B1+burning to=white:turn
# RK1 RK2 a rake on the bow, +2, and on the stern, +4, as far as 4 hexes
on 1:1
at W1=1010E B1=1008SW > fire at B1 | gunnery:W1=-5 damage:B1=0
classes d6 - d6; column 0
kinds chosen, fired, hit
at W1=1010E B1=1107NE > fire at B1 | gunnery:W1=-5 damage:B1=0
classes d6 - d6; column 2
at W1=1010E B1=1106NE > fire at B1 | gunnery:W1=-5 damage:B1=0
classes d6 - d6; column 1
at W1=1010E B1=1105NE > fire at B1 | gunnery:W1=-5 damage:B1=0
classes d6 - d6; column 0
at W1=1010E B1=1204NE > fire at B1 | gunnery:W1=-5
classes d6 - d6
# DA6 a small ship doesn't raise the rate of a large one, unless it rakes
on 5:1
at W1=1010E B1=1008E > fire at B1 | gunnery:W1=3 damage:B1=1 => B1=1008E
at W1=1010E B1=1107NE > fire at B1 | gunnery:W1=3 damage:B1=1 => B1+rate:2
at W1=1010E B1=1008E > fire at B1 | gunnery:W1=3 damage:B1=4 mast:B1=6 => B1+masts:2
# GR1 GR2 SH9 a try: a check, once a phase for each of the two
on 3+3:3+3
at W1=1010E,{SHOT} W2=1012E,{SHOT} B1=1011E B2=2012E > grapple B1 | check:W1=3 => W1+tried B1+target to=white:sail
told grapple failed W1 B1
! grapple B1: (GR1)
> heave to => ship=W2
! grapple B1: (GR1)
on 3:3
at W1=1010E,{SHOT} B1=1011E > grapple B1 | check:W1=4 => acting=black W1+grappled:B1 B1+grappled:W1
at W1=1010E,{SHOT} B1=1012E chips=0,1,0 to=white:sail > heave to => acting=black
# GR3 BO5 a struck enemy surrenders by a check, and is taken in the boarding phase without a roll
on 3:3+3?turns=2
at W1=1010E,{SHOT} B1=1011E,struck B2=2012E chips=0,0,0
> grapple B1 | check:W1=5 => to=white:board ship=W1 B1+grappled:W1
> board B1 => over=white:time B1+prize B1+holder:white B1-grappled
# GR4 SH8 friends grapple without a check
on 3+3:3
at W1=1010E,{SHOT} W2=1011E,{SHOT} B1=2012E > grapple W2 => acting=black W1+grappled:W2 W2+grappled:W1
# GR5 burning ships grapple, and are grappled
on 3:3
at W1=1010E,burning B1=1011E,burning > grapple B1 | check:W1=5 => W1+grappled:B1
# AC3 GR2 answers by grappling end the act
at W1=0910E,{SHOT},masts:2 B1=1111E,{SHOT} > sail | speed:W1=2/4 => to=white:moment left=1
> hold => to=black:answer
> B1 grapples | check:B1=6 => to=white:board W1+grappled:B1 left=
""")


@CASES
def test_it_is_played_so(script):
    play(script)


@pytest.mark.parametrize(
    ("rows", "column"),
    [(1, 9), (2, 8), (3, 7), (4, 6), (5, 5), (6, 5), (7, 4), (8, 4), (10, 4), (11, 3), (13, 3)],
)
def test_gu8_the_modifier_by_range(rows, column):
    """With the highest difference of dice, 5, between equal rates."""
    table = Table(at(f"W1=1015E B1=10{15 - rows:02}E")).act(
        "fire at B1", f"gunnery:W1=5 damage:B1={1 if column > 2 else 0}"
    )
    assert table.game.draws[1].classes == f"column {column}"


@pytest.mark.parametrize("heading", range(6))
def test_gu2_the_field_is_three_hexes_along_the_ship_and_one_more_in_each_row(heading):
    """From S + k u to B + k v, for port and for starboard, as far as eight rows."""
    record = Table(at("W1=1109E B1=2012E")).game.games[0]["ships"][0, 0]
    record["heading"] = heading
    stern = stern_of(record)
    for side, turn in ((PORT, 1), (STARBOARD, -1)):
        wanted = set()
        for row in range(1, 9):
            out, along = STEPS[(heading + 2 * turn) % 6], STEPS[heading]
            start = stern[0] + row * out[0], stern[1] + row * out[1]
            wanted |= {(start[0] + x * along[0], start[1] + x * along[1]) for x in range(row + 2)}
        around = [(stern[0] + q, stern[1] + r) for q in range(-20, 21) for r in range(-20, 21)]
        found = {hex_ for hex_ in around if field_of(record, *hex_) == side}
        assert wanted <= found and len({hex_ for hex_ in found if distance(*stern, *hex_) <= 8}) == len(
            {hex_ for hex_ in wanted if distance(*stern, *hex_) <= 8}
        )


def test_columns_over_ten_are_reckoned_by_gu9():
    columns = scenario_of("duel").world[0]["expected"]
    assert columns[0, tables.MASTS] == pytest.approx(1 / 12) and columns[0, tables.RISE] == 0
    assert columns[9, tables.RISE] == pytest.approx(1), "three of +1, three of +2, one of +3"
    assert columns[9, tables.FLOATS] == pytest.approx(11 / 12) and columns[10, tables.MASTS] == 0
    assert columns[10, tables.OUT] == pytest.approx(4 / 12), "SINK, two of EXPLD, STRIKE"
    assert columns[10, tables.FLOATS] == pytest.approx(9 / 12), "struck it floats"
    assert columns[13, tables.RISE] == pytest.approx(columns[10, tables.RISE] + 9 / 12 * columns[3, tables.RISE])
