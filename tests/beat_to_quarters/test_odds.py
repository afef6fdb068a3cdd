"""Exact odds of the engine against fractions that were counted by hand; how each comes about stands beside it.

A broadside of column modifier m falls on column c in 6 - |c - m| of 36 cases (GU7), and then a D12 gives the line (DT):
so all odds of a shot are parts of 432. Counted a column, what isn't N: 1, 2, 3, 5, 6, 7, 8, 10, 12, 12, 12.
"""

from fractions import Fraction

import pytest

from tabletop.play.game import Game
from tabletop.play.odds import outcomes
from tests.beat_to_quarters.table import Table, at, holds

FIVE = "W1=1010E B1=1005E"  # abeam at range 5: modifier 0
TWO = "W1=1010E B1=1008E"  # at range 2: +3
BOW_TWO = "W1=1010E B1=1008SW"  # the same on the bow: +5
STERN_TWO = "W1=1010E B1=1107NE"  # and on the stern: +7
ABOARD = "W1=1010E,grappled:B1 B1=1011E,grappled:W1 chips=0,0,0 acting= to=white:board ship=W1"
INTO = "W1=1210E,masts:2,fired:port+starboard,tried,target B1=1310NE,fired:port+starboard,tried,target"
TACKS = "W1=1010NW,masts:2,fired:port+starboard B1=2012E to=white:turn act=sails ship=W1"
CAST = "W1=1010E,grappled:B1 B1=1011E,grappled:W1 chips=2,3,0 to=white:loose ship=W1"
WEAK = CAST.replace("1010E", "1010E,rate:5")
FIRE = "W1=1010E,burning,grappled:B1 B1=1011E,grappled:W1 chips=2,3,0 to=white:loose ship=W1"

# What, and how its fraction comes about; then scenario, position, action, tokens of the results, fraction.
TABLE = f"""
GU7 DT +0: no effect: 432 - (6*1 + 5*2 + 4*3 + 3*5 + 2*6 + 1*7)
  3:3 | {FIVE} | fire at B1 | B1=1005E | 185/216
DA1 +0: +1: 5*1 + 4*2 + 3*3 + 2*3 + 1*2 = 30
  3:3 | {FIVE} | fire at B1 | B1=1005E,rate:4 | 5/72
DA1 +0: +2: 2*1 + 1*2 = 4
  3:3 | {FIVE} | fire at B1 | B1=1005E,rate:5 | 1/108
RG1 +0: a mast to port: (6 + 5 + 4 + 3*2 + 2*2 + 3)/432 * 4/6 * 1/2
  3:3 | {FIVE} | fire at B1 | B1+hung:port | 7/324
RG1 +0: a mast to starboard: likewise
  3:3 | {FIVE} | fire at B1 | B1+hung:starboard | 7/324
RG1 +0: a mast falls free: 28/432 * 2/6
  3:3 | {FIVE} | fire at B1 | B1=1005E,masts:2 | 7/324
DT +0: no steering, no fire below column 6
  3:3 | {FIVE} | fire at B1 | B1+steering | 0
GU8 +3: no effect
  3:3 | {TWO} | fire at B1 | B1=1008E | 131/216
DA1 +3: +1
  3:3 | {TWO} | fire at B1 | B1=1008E,rate:4 | 73/432
DA1 +3: +2
  3:3 | {TWO} | fire at B1 | B1=1008E,rate:5 | 31/432
DA1 +3: +3: columns 7, 8: 2*1 + 1*2
  3:3 | {TWO} | fire at B1 | B1=1008E,rate:6 | 1/108
DA3 +3: a mast: 3 + 4 + 5 + 6*2 + 5*2 + 4*3 + 2 + 1
  3:3 | {TWO} | fire at B1 | B1+masts:2 | 49/432
DA4 +3: steering: columns 6, 7, 8: 3 + 2 + 1
  3:3 | {TWO} | fire at B1 | B1+steering | 1/72
FI1 +3: fire: the same columns
  3:3 | {TWO} | fire at B1 | B1+burning | 1/72
DA5 +3: strikes: one line of column 8
  3:3 | {TWO} | fire at B1 | B1+struck | 1/432
RK2 +5: no effect: 432 - (1 + 2*2 + 3*3 + 4*5 + 5*6 + 6*7 + 5*8 + 4*10 + 3*12 + 2*12 + 12)
  3:3 | {BOW_TWO} | fire at B1 | B1=1008SW | 29/72
SI1 +5: sunk: SINK in 9 and 10, EXPLD twice in 10: 2 + 1*3
  3:3 | {BOW_TWO} | fire at B1 | B1=sunk | 5/432
ST1 +5: strikes: columns 8 and 10: 3 + 1
  3:3 | {BOW_TWO} | fire at B1 | B1+struck | 1/108
GU9 RK2 +7: no effect: 9 + 2*7 + 3*6 + 4*5 + 5*4 + 6*2 = 93
  3:3 | {STERN_TWO} | fire at B1 | B1=1107NE | 31/144
GU9 +7: sunk, also by the second die of 11 and 12
  3:3 | {STERN_TWO} | fire at B1 | B1=sunk | 11/216
GU9 +7: struck
  3:3 | {STERN_TWO} | fire at B1 | B1+struck | 11/432
GU8 +2: no effect
  3:3 | W1=1010E B1=1007E | fire at B1 | B1=1007E | 19/27
FI1 +2: fire: columns 6 and 7: 2 + 1
  3:3 | W1=1010E B1=1007E | fire at B1 | B1+burning | 1/144
GU8 +4: no effect
  3:3 | W1=1010E B1=1009E | fire at B1 | B1=1009E | 109/216
DA5 +4: sunk: one line of column 9, in one case
  3:3 | W1=1010E B1=1009E | fire at B1 | B1=sunk | 1/432
DA6 -1: a mast: 5 + 4 + 3 + 2*2 + 1*2
  5:1 | {TWO} | fire at B1 | B1+masts:2 | 1/24
DA6 -1: the rate never rises
  5:1 | {TWO} | fire at B1 | B1+rate:2 | 0
DA2 GU9 +10: sunk
  1:8 | {TWO} | fire at B1 | B1=sunk | 1421/2592
DA2 GU9 +10: struck
  1:8 | {TWO} | fire at B1 | B1+struck | 551/2592
DA2 GU9 +10: still in action
  1:8 | {TWO} | fire at B1 | over= | 155/648
BO3 equal
  3:3 | {ABOARD} | board B1 | over=white:victory | 5/12
BO2 one better: its rate is 1 lower
  3:4 | {ABOARD} | board B1 | over=white:victory | 7/12
BO2 one worse
  4:3 | {ABOARD} | board B1 | over=white:victory | 5/18
BO2 elite 3 against green 4: +4: all but 1-5, 1-6, 2-6
  3elite:4green | {ABOARD} | board B1 | over=white:victory | 11/12
BO2 crack against green: +2: all but ten cases
  3crack:3green | {ABOARD} | board B1 | over=white:victory | 13/18
BO2 elite against green: +3: all but six
  3elite:3green | {ABOARD} | board B1 | over=white:victory | 5/6
BO2 elite 3 against poor 4: +5: all but 1-6
  3elite:4poor | {ABOARD} | board B1 | over=white:victory | 35/36
BO2 green against elite: -3: 5-1, 6-1, 6-2
  3green:3elite | {ABOARD} | board B1 | over=white:victory | 1/12
BO2 poor 4 against elite 3: -5: never
  4poor:3elite | {ABOARD} | board B1 | over=white:victory | 0
CF2 free: the check passes, and both dice show 3 or more: 1/2 * 4/9
  3:3 | {INTO} | sail | W1-fouled | 2/9
CF3 a collision, 1/2, and no damage to one of them, 7/12
  3:3 | {INTO} | sail | W1+rate:4 | 1/12
CF2 CF3 fouled and whole: 1/2 * 5/9 + 1/2 * 5/12 * 5/12
  3:3 | {INTO} | sail | W1=1210E,masts:2,fired:port+starboard,fouled:B1,still B1-rate B1-masts | 35/96
CO3 elite cuts loose
  3elite:3 | {CAST} | cut loose | W1-grappled | 5/6
CO3 crack
  3crack:3 | {CAST} | cut loose | W1-grappled | 2/3
CO3 average
  3:3 | {CAST} | cut loose | W1-grappled | 1/2
CO3 green
  3green:3 | {CAST} | cut loose | W1-grappled | 1/3
CO3 poor
  3poor:3 | {CAST} | cut loose | W1-grappled | 1/6
SH4 average, two rates weaker: green
  3:3 | {WEAK} | cut loose | W1-grappled | 1/3
FI2 average: 1/2 * 1/6
  3:3 | {FIRE} | stay | W1=sunk | 1/12
FI2 poor: 5/6 * 1/6
  3poor:3 | {FIRE} | stay | W1=sunk | 5/36
FI2 elite: 1/6 * 1/6
  3elite:3 | {FIRE} | stay | W1=sunk | 1/36
GU8 range 4, +1: 5*1 + 6*2 + 5*3 + 4*5 + 3*6 + 2*7 + 1*8 = 92
  3:3 | W1=1010E B1=1006E | fire at B1 | B1=1006E | 85/108
GU8 range 7, -1: 5*1 + 4*2 + 3*3 + 2*5 + 1*6 = 38
  3:3 | W1=1010E B1=1003E | fire at B1 | B1=1003E | 197/216
GU8 range 11, -2: 4*1 + 3*2 + 2*3 + 1*5 = 21
  3:3 | W1=1014E B1=1003E | fire at B1 | B1=1003E | 137/144
DT +4: steering: columns 6 to 9: 4 + 3 + 2 + 1
  3:3 | W1=1010E B1=1009E | fire at B1 | B1+steering | 5/216
DT +4: a mast: 2 + 3 + 4 + 5*2 + 6*2 + 5*3 + 3 + 2 + 1*2 = 53
  3:3 | W1=1010E B1=1009E | fire at B1 | B1+masts:2 | 53/432
RK2 +8 on the stern at range 1: N in 3 to 7: 1*7 + 2*6 + 3*5 + 4*4 + 5*2 = 60
  3:3 | W1=1010E B1=1108NE | fire at B1 | B1=1108NE | 5/36
CH3 chasers at range 5: columns 2, 3 are 1, and 4, 5 are 2: 7*2 + 3*3 = 23
  3:3?chasers=yes | W1=1010E,chasers:1 B1=1610E | fire at B1 | B1=1610E | 409/432
CH4 broadsides with chasers set at range 2, as of rate 4: +2
  3:3?chasers=yes | W1=1010E,chasers:1 B1=1008E | fire at B1 | B1=1008E | 19/27
NA3 an American at range 5: +1
  3:3?nations=american+other | {FIVE} | fire at B1 | B1=1005E | 85/108
WE3 WE4 range 2 counts as 4, -4: -3: 3*1 + 2*2 + 1*3 = 10
  3:3?weather=yes | W1=1010E B1=1008E weather=heavy-poor | fire at B1 | B1=1008E | 211/216
AM3 chain at range 5: of +2, 4 cases, half strike
  3:3?shot=yes | W1=1010E,port:chain B1=1005E | fire at B1 | B1+struck | 1/216
AM5 grape at range 1: columns 5 to 9, 15 of 36, and a failed check
  3:3?shot=yes | W1=1010E,port:grape B1=1009E | fire at B1 | B1+struck | 5/24
AM2 hot shot: a 6 before the shot
  3:3?shot=yes | W1=1010E,port:hot B1=1005E | fire at B1 | W1+burning | 1/6
"""
PAIRS = TABLE.strip().split("\n")
ROWS = [(what, *row.strip().split(" | ")) for what, row in zip(PAIRS[::2], PAIRS[1::2], strict=True)]


@pytest.mark.parametrize(
    ("what", "scenario", "position", "action", "tokens", "share"), ROWS, ids=[row[0] for row in ROWS]
)
def test_odds(what, scenario, position, action, tokens, share):
    table = Table(at(position), scenario)
    assert table.chance(action, *tokens.split()) == Fraction(share), table.chance(action, *tokens.split())


def then(table, action, wanted):
    """The share of the results that are wanted, and one of them."""
    odds = outcomes(table, action)
    found = [result for result in odds if wanted(result.position)]
    return sum((result.probability for result in found), Fraction(0)), found[0].position


def dice_of(position):
    """The dice that lie there (MO3)."""
    return [int(die) for word in position.split() if word.startswith("dice=") for die in word[5:].split("-")]


def sails(rates, place):
    """The dice of a way that are rolled in a place, each with its probability."""
    game = Table(at(f"W1={place} B1=2012E"), rates).game
    return [(dice_of(result.position), result.probability) for result in outcomes(game, "sail")]


def test_mo3_three_dice_and_what_may_be_sailed():
    """4: one die of them, 37 of 64, or the sum, 3 of 64; 8: the sum, 12 of 64; 1: one die of them."""
    odds = sails("3:3", "1010SE")
    for hexes, share in ((4, "5/8"), (8, "3/16"), (1, "37/64")):
        found = sum(chance for dice, chance in odds if hexes in (sum(dice), *dice))
        assert found == Fraction(share), hexes


def test_sh6_four_dice_of_a_frigate_are_10_or_more():
    """Symmetric about 10, which has 44 of 256 cases: (256 + 44) / 2 of 256."""
    assert sum(chance for dice, chance in sails("4:3", "1010SE") if sum(dice) >= 10) == Fraction(75, 128)


def test_na2_a_crack_crew_may_sail_two_of_three_dice():
    """5 hexes: all 64 falls are counted here, with the sums of two and of three dice."""
    triples = [(a, b, c) for a in range(1, 5) for b in range(1, 5) for c in range(1, 5)]
    wanted = sum(5 in (a + b, a + c, b + c, a + b + c) for a, b, c in triples)
    found = Fraction(0)
    game = Table(at("W1=1010SE B1=2012E"), "3crack:3?nations=other+other").game
    for result in outcomes(game, "sail"):
        legal = Game(game.scenario, start=result.position).legal_actions()
        found += result.probability * ("advance 5" in legal)
    assert found == Fraction(wanted, 64)


def test_ts1_a_bag_of_six_chips():
    """Three of the six that a turn begins with are White's."""
    game = Table(at("W1=1010E,grappled:B1 B1=1011E,grappled:W1 chips=0,0,0 acting= to=white:board ship=W1")).game
    game.step("hold", results=[])
    white, _ = then(game, "hold", lambda text: holds(text, "first=white"))
    assert white == Fraction(1, 2)


def test_ts1_the_second_chip():
    """White's first chip has come: of the five left two are White's."""
    table = Table(at("W1=1010E,grappled:B1 B1=1011E,grappled:W1 to=white:loose ship=W1 chips=2,3,0"))
    again, _ = then(table.game, "stay", lambda text: holds(text, "acting=white") and holds(text, "chips=1,3,0"))
    assert again == Fraction(2, 5)


def test_gr1_bo3_grappled_and_boarded_in_the_same_turn():
    """1/2 * 5/12."""
    table = Table(at("W1=1010E,fired:port+starboard B1=1011E,fired:port+starboard chips=0,0,0"))
    grappled, position = then(table.game, "grapple B1", lambda text: holds(text, "to=white:board"))
    taken, _ = then(Game(table.scenario, start=position), "board B1", lambda text: holds(text, "over=white:victory"))
    assert (grappled, grappled * taken) == (Fraction(1, 2), Fraction(5, 24))


def test_tk4_tk5_in_irons_after_two_command_phases():
    """Crack: 1/3 to fail the tack, and 1/3 for each of two checks."""
    irons, _ = then(Table(at(TACKS), "3crack:3").game, "port 1", lambda text: holds(text, "W1+irons"))
    clears = Table(
        at("W1=1010W,irons,still,grappled:B1 B1=1011E,grappled:W1 to=white:loose ship=W1 chips=2,3,0"), "3crack:3"
    )
    stays, _ = then(clears.game, "stay", lambda text: holds(text, "W1+irons"))
    assert (irons, irons * stays**2) == (Fraction(1, 3), Fraction(1, 27))


def test_fi2_ever():
    """In a phase a fire goes out, p, or the ship explodes, (1 - p)/6: of what ends it, that share ends in powder."""
    for crew, share in (("average", "1/7"), ("poor", "5/11"), ("elite", "1/31")):
        game = Table(at(FIRE), f"3{crew}:3").game
        bursts, _ = then(game, "stay", lambda text: holds(text, "W1=sunk"))
        out, _ = then(game, "stay", lambda text: not holds(text, "W1=sunk") and holds(text, "W1-burning"))
        assert bursts / (bursts + out) == Fraction(share)
