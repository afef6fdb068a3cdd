"""DT, DA, RG, FI, SI, ST: what the damage table does to a ship; fire, explosions, sinking, striking."""

import pytest

from beat_to_quarters.rules.tables import COLUMN, DAMAGE, RESULTS, ROWS
from tabletop.play.game import Game
from tests.beat_to_quarters.table import Table, at, cases, holds, play, scenario_of

TWO = "W1=1010E B1=1008E"  # abeam at range 2: +3

CASES = cases(f"""
# DA1 SH4 the rate rises, and the crew falls with it
at {TWO} > fire at B1 | gunnery:W1=4 damage:B1=2 => B1=1008E,rate:5
kinds chosen, fired, hit, damaged
at W1=1010E B1=1009E,rate:5 to=black:answer ship=W1 act=sails > B1 grapples | check:B1=4 => B1-grappled
classes 111122
# DA2 a rate above 8 strikes, one above 9 sinks
on 3:3+3
at W1=1010E B1=1008E,rate:8 B2=2012E > fire at B1 | gunnery:W1=1 damage:B1=1 => B1+rate:9 B1+struck
at W1=1010E B1=1008E,rate:8 B2=2012E > fire at B1 | gunnery:W1=0 damage:B1=2 => B1=sunk
# DA2 SH4 a crew below poor strikes
on 3:3poor+3
at W1=1010E B1=1008E,rate:4 B2=2012E > fire at B1 | gunnery:W1=1 damage:B1=1 => B1+rate:5 B1+struck
# DA3 RG1 RG2 a mast, which hangs over a side or falls free; without masts it is a miss
on 3:3
at {TWO} > fire at B1 | gunnery:W1=0 damage:B1=4 mast:B1=4 side:B1=3 => B1=1008E,masts:2,hung:port
classes d6 - d6; column 3; 111122; 121212
at {TWO} > fire at B1 | gunnery:W1=0 damage:B1=4 mast:B1=1 side:B1=2 => B1=1008E,masts:2,hung:starboard
at {TWO} > fire at B1 | gunnery:W1=0 damage:B1=4 mast:B1=5 => B1=1008E,masts:2
at W1=1010E B1=1008E,masts:2,hung:port > fire at B1 | gunnery:W1=0 damage:B1=4 mast:B1=1 side:B1=2
has B1=1008E,masts:1,hung:port+starboard
at W1=1010E B1=1008E,masts:0 > fire at B1 | gunnery:W1=0 damage:B1=4 => B1=1008E,masts:0
# DA4 damaged steering, a second time nothing more
at {TWO} > fire at B1 | gunnery:W1=5 damage:B1=5 => B1=1008E,steering
at W1=1010E B1=1008E,steering > fire at B1 | gunnery:W1=5 damage:B1=5 => B1=1008E,steering
# DA5 strikes, sinks, explodes, burns
on 3:3+3
at W1=1010E B1=1008E B2=2012E > fire at B1 | gunnery:W1=5 damage:B1=6 => B1=1008E,struck
at W1=1010E B1=1107NE B2=2012E > fire at B1 | gunnery:W1=2 damage:B1=7 => B1=sunk
at W1=1010E B1=1008E B2=2012E > fire at B1 | gunnery:W1=5 damage:B1=9 => B1=1008E,burning
at W1=1010E B1=1107NE B2=2012E > fire at B1 | gunnery:W1=3 damage:B1=8 => B1=sunk
kinds hit, exploded
places 1107
# DA7 ST1 who has struck doesn't strike again, and is damaged by explosions
on 3:3+3
at W1=1010E B1=1107NE B2=1206E,struck,rate:8
> fire at B1 | gunnery:W1=3 damage:B1=8 gunnery:B1=-5 damage:B2=1 => B1=sunk B2+rate:9 B2+struck
# FI1 a second fire is nothing more
on 3:3
at W1=1010E B1=1008E,burning > fire at B1 | gunnery:W1=5 damage:B1=9 => B1=1008E,burning
# FI2 CO7 a fire is put out by a check, or may reach the powder
on 3+3:3
at W1=1010E,grappled:W2 W2=1011E,burning,grappled:W1 B1=2012E to=white:loose ship=W1 chips=2,3,0
> stay
> stay | check:W2=4 drift:W1=1/4 chip=1 => W2-burning to=white:pick
at W1=1010E,grappled:W2 W2=1011E,burning,grappled:W1 B1=2012E to=white:loose ship=W2 chips=2,3,0
> stay | check:W2=3 powder:W2=5 drift:W1=1/4 chip=1 => W2+burning
# FI3 DA6 an explosion is a broadside of the ship as built at range 1, in order
on 3:1+3
at W1=1010E B1=1107NE,rate:3 B2=1206E > fire at B1 | gunnery:W1=3 damage:B1=8 gunnery:B1=0 damage:B2=0
has B1=sunk B2=1206E
classes d6 - d6; column 10; d6 - d6; column 6
# FI3 those that explode by it follow when all next to it have been hit; what has exploded isn't hit again
on 3:3+8+8+3
at W1=1010E B1=1107NE B2=1206E B3=1307E B4=1205E > fire at B1 | gunnery:W1=3 damage:B1=8
  gunnery:B1=1 damage:B2=8 gunnery:B1=1 damage:B3=8 gunnery:B2=5 damage:B4=1
has B1=sunk B2=sunk B3=sunk B4=1205E,rate:4
# SI1 who is tied to a ship that sinks makes a check, once
on 3:3+3+3
at W1=1010E B1=1107NE,fouled:B2 B2=1207NE,fouled:B1,grappled:B3 B3=1307NE,grappled:B2
> fire at B1 | gunnery:W1=2 damage:B1=7 check:B2=3 check:B3=4 => B1=sunk B2=sunk B3=1307NE
places 1107 1207
classes d6 - d6; column 9; 111222; 111222
# ST1 ST2 DR6 a struck ship keeps its place and stays in the way
on 3:3+3
at W1=1210E,masts:2,fired:port+starboard,tried B1=1310NE,struck,target B2=2012E
> sail | speed:W1=4/4 check:W1=6 foul:W1=1 foul:B1=6 => W1+fouled:B1 B1+fouled:W1
# ST2 DA5 a prize that sails strikes: it is a struck ship of the team that built it
on 3+3:3+3?prizes=sail
at W1=1010E B1=1008E,holder:white,manned W2=2012E B2=1006E to=black:sail acting=black ship=B2 first=black
> fire at B1 | gunnery:B2=5 damage:B1=6 => B1+struck B1-holder B1-manned
at W1=1008E,holder:black,manned B1=1010E W2=1006E B2=2012E
  to=white:sail ship=W2
> fire at W1 | gunnery:W2=5 damage:W1=6 => W1+struck W1-holder W1-manned
# VI1 a duel ends at once when a team has no ship in action
on 3:3
at {TWO} > fire at B1 | gunnery:W1=5 damage:B1=6 => over=white:victory B1+struck
# RG3 dismasted: it doesn't fire, sail or turn
at W1=1010E,masts:0 B1=1009E
! fire at B1: (GU6, CH1, CH4)
! sail: (RG3)
""")


@CASES
def test_it_is_played_so(script):
    play(script)


def test_sh3_damage_raises_the_rate_and_never_the_rate_as_built():
    """SH3, DA1: 1 is the strongest."""
    table = Table(at(TWO)).act("fire at B1", "gunnery:W1=4 damage:B1=2")
    ship = table.game.games["ships"][0, 1, 0]
    assert (ship["rate"], ship["built"]) == (5, 3)
    again = Table(at("W1=1010E B1=1008E,rate:5")).act("fire at B1", "gunnery:W1=2 damage:B1=3")
    ship = again.game.games["ships"][0, 1, 0]
    assert (ship["rate"], ship["built"]) == (8, 3)


PAGE = """
N N N MAST MAST MAST STEER STEER STEER SINK SINK
N N N N N N N N STRIKE MAST EXPLD
N N N N N N N N MAST +1 +1
N N N N N N N MAST +1 +1 +2
N N N N N N N +1 +1 +1 +2
N N N N N N +1 +1 +1 +2 +2
N N N N N MAST +1 +1 +2 +2 +2
N N N N +1 +1 +1 +2 +2 +2 +3
N N N +1 +1 +1 +2 +2 +2 +3 FIRE
N N +1 +1 +1 +2 +2 +2 +3 STEER STEER
N +1 +1 +1 +2 +2 +2 +3 +3 MAST STRIKE
MAST MAST MAST MAST MAST MAST FIRE FIRE FIRE FIRE EXPLD
"""


def test_si1_a_chain_of_twenty_ships_goes_down():
    """SI1: each drags down the next one; the last to be checked is the twentieth."""
    ships = [f"W{number}" for number in range(1, 11)] + [f"B{number}" for number in range(1, 11)]
    fleet = [{"rate": 3, "crew": "average"}] * 10
    scenario = scenario_of("duel").with_rules(columns=40, rows=30, white=fleet, black=fleet)
    chain = [ships[10], *ships[:10], *ships[11:]]  # B1, which W1 fires at, lies at its end
    words = {
        ship: f"10{row + 5:02}E,grappled:{'+'.join(chain[max(0, row - 1) : row] + chain[row + 1 : row + 2])}"
        for row, ship in enumerate(chain)
    }
    words["W1"] += ",still"
    game = Game(scenario, start=at(" ".join(f"{ship}={words[ship]}" for ship in ships)))
    game.step("fire at B1", results=[5, 7] + [1] * 19)
    assert game.over and all(holds(game.position(), f"{ship}=sunk") for ship in ships)


def test_dt1_dt2_the_table_and_its_urns():
    """DT1: the lines of the page, and each column as often as it has a result."""
    lines = [line.split() for line in PAGE.strip().splitlines()]
    assert [list(line) for line in DAMAGE] == lines
    for column in range(11):
        lowest, total, *weights = ROWS[COLUMN + column].tolist()
        counted = [sum(line[column] == result for line in lines) for result in RESULTS]
        assert total == 12 and not any(counted[:lowest]), column
        assert weights[: len(counted) - lowest] == counted[lowest:], column


def test_dt2_another_table_is_a_lot_of_twelve():
    """DT2: a scenario's own table; line 3 of column 3 is MAST there."""
    scenario = "3:3"
    table = Table(at(TWO), scenario)
    lines = [["N"] * 11 for _ in range(12)]
    lines[2][3] = "STRIKE"
    other = table.scenario.with_rules(damage=lines)
    game = table.game.__class__(other, start=table.position)
    game.step("fire at B1", results=[0, 3])
    assert game.draws[1].classes == "lot 12" and game.over


FACES = "elite 3 122222, crack 3 112222, average 3 111222, green 3 111122, poor 3 111112"
FACES += ", elite 5 112222, elite 6 112222, crack 7 111122"


@pytest.mark.parametrize("case", FACES.split(", "))
def test_cc1_sh4_a_check_by_the_crew_now(case):
    """CC1, SH4: 5 or more with the level of the crew; one less for every two rates."""
    crew, rate, faces = case.split()
    weak = f",rate:{rate}" if rate > "3" else ""
    table = Table(at(f"W1=1010E,fired:port+starboard{weak} B1=1011E,fired:port+starboard"), f"3{crew}:3")
    table.act("grapple B1", "check:W1=6")
    assert table.game.draws[0].classes == faces
