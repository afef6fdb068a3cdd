"""Positions as text (the page's "Positions"), and those that no battle reaches, each refused by its rule."""

import re

import pytest

from beat_to_quarters.definition import BEAT_TO_QUARTERS
from tests import refuses
from tests.beat_to_quarters.table import at, scenario_of

PLAIN = "W1=1010E B1=1008E"
TIED = "W1=1010E,grappled:B1 B1=1011E,grappled:W1"
BOARDS = f"{TIED} chips=0,0,0 acting= to=white:board ship=W1"
LOOSE = f"{TIED} to=white:loose ship=W1 chips=2,3,0"
ROLLED = f"{PLAIN} to=white:advance ship=W1 act=sails dice=4-2"
MOMENT = "W1=1010E B1=1009E to=white:moment ship=W1 act=sails left=1"
PASSES = "W1=1210E,target B1=1310NE,fired:port+starboard to=white:pass ship=W1 act=sails left=2 through=B1"
TACKS = "W1=1010W B1=1012E to=white:tack ship=W1 act=turned turned=1"
OVER = "turn=30 over=white:time chips= first=white W1=1010E W2=1410E B1=sunk B2=2012E"
FLEET = "W1=1010E W2=1410E B1=1008E B2=1608E"
LINE = "W1=1210E,squadron:1 W2=0910E,squadron:1,order:1 W3=0203E B1=2017E wakes=W1:E-E-E,W2:E-E-E to=white:pick"
ACTS = LINE.replace("to=white:pick", "line=W1+W2 moving=W1+W2 ship=W1 to=white:sail")
BUYS = "turn=0 wind=W first= chips= acting=white to=white:buy money=90,90"
BOUGHT = f"{BUYS.replace('90,90', '80,90')} W1=unplaced,built:8,crew:poor,rigged:1"
SQUADRONS, SAIL, SHOT = "3+3+3:3?squadrons=yes", "3+3:3+3?prizes=sail", "3:3?shot=yes"
LAND, POINTS = "3:3?land=1110", "duel?points=90"

# The rule; the scenario; a position that is read; what is changed in it and becomes what is refused.
TABLE = f"""
# The turn, the wind, the chips.
SU | 3:3 | {PLAIN} | turn=2 => turn=0
WI1 | 3:3?wind=E | W1=1010NE B1=1008NE wind=E | wind=E => wind=SE
WE1 | 3:3 | {PLAIN} | wind=W => wind=W weather=poor
WE1 | 3:3 | {PLAIN} | chips=0,1,0 => chips=0,1,1
TS2 | 3:3 | {PLAIN} | first=white chips=0,1,0 => first=black chips=0,3,0
TS1 | 3:3 | {PLAIN} | acting=white =>
TS1 | 3:3 | {PLAIN} | chips=0,1,0 => chips=2,1,0
TS1 | 3:3 | {LOOSE} | chips=2,3,0 => chips=1,3,0
TS2 | 3:3 | {BOARDS} | chips=0,0,0 => chips=1,0,0
CO10 | 3:3 | {LOOSE} | to=white:loose => to=white:goes-on
# Who is asked what.
AC2 | 3:3 | {PLAIN} | ship=W1 =>
AC1 | 3:3 | {PLAIN} | to=white => to=black
AC1 | 3:3 | {PLAIN} | ship=W1 => ship=B1
AC1 | 3:3 | {LOOSE} | ship=W1 => ship=B1
CF2 | 3:3 | {PLAIN} | ship=W1 => ship=W1 through=B1
VI1 | 3+3:3+3 | {FLEET} | ship=W1 => ship=W1 alone=white
CO3 | 3:3 | {LOOSE} | {TIED} => W1=1010E B1=1011E
CH1 | 3:3 | {LOOSE} | to=white:loose => to=white:chasers
AM1 | 3:3 | {LOOSE} | to=white:loose => to=white:load
SQ | 3:3 | {LOOSE} | to=white:loose ship=W1 => to=white:order
BO4 | 3:3 | {LOOSE} | W1=1010E => W1=1010E,boarded
AC1 | 3:3 | {LOOSE} | W1=1010E => W1=1010E,acted
# How far an act is.
AC2 | 3:3 | {PLAIN} | ship=W1 => ship=W1 act=sails
AC2 | 3:3 | {ROLLED} | act=sails => act=kedges
MO1 | 3:3 | {ROLLED} | dice=4-2 =>
MO1 | 3:3 | {ROLLED} | dice=4-2 => dice=4-2-1
MO1 | 3:3 | {MOMENT} | left=1 => left=1 dice=3
MO4 | 3:3 | {PLAIN} | ship=W1 => ship=W1 left=3
AC3 | 3:3 | {MOMENT} | left=1 => left=1 held=white
AC3 | 3:3 | {MOMENT} | B1=1009E => B1=2017E
CF2 | 3:3 | {PASSES} | left=2 =>
AC3 | 3:3 | {PASSES} | B1=1310NE => B1=1410NE
TK4 | 3:3 | {TACKS} | W1=1010W => W1=1010NW
TK3 | 3:3 | {TACKS} | turned=1 =>
DR1 | 3:3 | {PLAIN} | 1010E,still => 1010E
AC1 | 3:3 | {PLAIN} | 1010E,still => 1010E,still,acted
AN2 | {LAND} | W1=1009E,anchor:bow B1=2012E to=white:turn ship=W1 act=swings | act=swings => act=sails
TK5 | 3:3 | W1=1010W,recovered,still B1=2012E to=white:turn ship=W1 act=recovers | recovered => irons
# Ships, one by one.
SH2 | 3:3 | {PLAIN} | B1=1008E => B1=1008E W2=1410E
SH3 | 3:3 | {PLAIN} | B1=1008E => B1=1008E,built:2,rate:3
SH4 | 3:3 | {PLAIN} | B1=1008E => B1=1008E,crew:elite
SU2 | 3+3:3+3 | {FLEET} | B2=1608E => B2=unplaced
SI1 | 3+3:3+3 | {FLEET} | B2=1608E => B2=sunk,burning
SH3 | 3:3 | {PLAIN} | B1=1008E => B1=1008E,rate:2
DA2 | 3:3 | {PLAIN} | B1=1008E => B1=1008E,rate:9
SH7 | 7/2:3 | {PLAIN} | 1010E,still => 1010E,still,masts:3
RG1 | 3:3 | {PLAIN} | B1=1008E => B1=1008E,hung:port
ST2 | {SAIL} | {FLEET} | B2=1608E => B2=1608E,manned
ST2 | 3+3:3+3 | {FLEET} | B2=1608E => B2=1608E,holder:white
ST1 | 3+3:3+3 | {FLEET} | B2=1608E => B2=1608E,struck,holder:white
ST2 | 3+3:3+3 | {FLEET} | B2=1608E => B2=1608E,prize
FS1 | 3+3:3+3 | {FLEET} | B2=1608E => B2=1608E,fireship,ablaze:2
FS1 | 3:3 | {PLAIN} | B1=1008E => B1=1008E,ablaze:2
TK6 | 3:3 | {PLAIN} | B1=1008E => B1=1008E,irons
TK6 | 3:3 | W1=1010E B1=1008W,irons | irons => still
AN1 | 3:3 | {PLAIN} | B1=1008E => B1=1008E,anchor:bow
AN3 | {LAND} | W1=1009E B1=2012E,anchor:bow,weighing:1 | anchor:bow,weighing:1 => weighing:1
AN4 | {LAND} | W1=1009E B1=2012E,anchor:bow | anchor:bow => anchor:bow,cut
AM1 | 3:3 | {PLAIN} | B1=1008E => B1=1008E,port:hot
AM4 | {SHOT} | W1=1010E B1=1008E,loading:1 | loading:1 => loading:1,port:hot
CH1 | 3:3 | {PLAIN} | B1=1008E => B1=1008E,chasers:1
CH3 | 3:3 | {PLAIN} | B1=1008E => B1=1008E,fired:bow
GU1 | 3:3 | {PLAIN} | B1=1008E => B1=1008E,phase:port
NA3 | 3:3 | W1=1010E B1=1008E,fired:port | fired:port => fired:port,again:port
SU1 | 3:3 | {PLAIN} | ship=W1 => ship=W1 money=5,0
# All ships together.
MP5 | 3:3 | {PLAIN} | B1=1008E => B1=0108E
MP4 | {LAND} | W1=1009E B1=2012E | 2012E => 1110E
CF1 | 3:3 | {PLAIN} | B1=1008E => B1=0910NE
AG1 | {LAND} | W1=1009E B1=1211E,aground | 1211E => 2012E
SH9 | 3:3 | {LOOSE} | 1011E,grappled:W1 => 1011E
SH9 | 3:3 | {LOOSE} | 1011E => 1014E
SH9 | 3+3:3+3 | {TIED} W2=0203E B2=2012E to=white:loose ship=W1 chips=2,3,0 | grappled:B1 => grappled:B1+W1
VI1 | 3:3 | {PLAIN} | B1=1008E => B1=1008E,struck
VI1 | 3+3:3+3 | {FLEET} | B1=1008E B2=1608E => B1=sunk B2=1608E,struck
# Squadrons.
SQ4 | {SQUADRONS} | {LINE} | W2=0910E,squadron:1,order:1 => W2=0910E
SQ1 | {SQUADRONS} | {LINE} | order:1 => order:2
SQ7 | {SQUADRONS} | {LINE} | W2:E-E-E => W2:E-E
SQ1 | {SQUADRONS} | {LINE} | W3=0203E => W3=0203E,order:1
SQ4 | 3+3+3:3 | {FLEET.replace(" B2=1608E", "")} W3=0203E | W2=1410E => W2=1410E,squadron:1
SQ6 | {SQUADRONS} | {ACTS} | moving=W1+W2 => moving=W1
SQ7 | {SQUADRONS} | {ACTS} | moving=W1+W2 => moving=W1+W2 tacking=B1
# Buying.
SU1 | {POINTS} | {BOUGHT} | money=80,90 => money=90,90
SU1 | {POINTS} | {BOUGHT} | money=80,90 => money=80,90 passed=1,0
SU3 | {POINTS} | {BOUGHT} | rigged:1 => rigged:1,burning
SH3 | {POINTS} | {BOUGHT} | rigged:1 => rigged:2
# The end.
VI1 | 3+3:3+3 | {OVER} | turn=30 => turn=30 left=2
VI2 | 3+3:3+3 | {OVER} | turn=30 => turn=29
VI2 | 3+3:3+3 | {OVER} | over=white => over=draw
"""
ROWS = [line.split(" | ") for line in TABLE.strip().splitlines() if line[0] != "#"]


def named(name):
    return (
        scenario_of("duel").with_rules(columns=40, rows=30, white=[], black=[], points=90)
        if name == POINTS
        else scenario_of(name)
    )


@pytest.mark.parametrize(("rule", "name", "words", "change"), ROWS, ids=[f"{row[0]} {row[3]}" for row in ROWS])
def test_a_position_that_no_battle_reaches_is_refused_with_its_rule(rule, name, words, change):
    scenario, text, (old, _, new) = named(name), at(words), change.partition(" =>")
    BEAT_TO_QUARTERS.parse_position(scenario, text)
    assert old in text, text
    wrong = text.replace(old, new.strip(), 1)
    refuses(ValueError, rf"\((\w+, )*{rule}(, \w+)*\)$", BEAT_TO_QUARTERS.parse_position, scenario, wrong)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("ship=W1", "ship=W1 dice=5", "dice=5: at most 5 numbers from 1 to 4"),
        ("ship=W1", "ship=W1 dice=1-2", "the highest comes first"),
        ("1010E", "9999E", "9999"),
        ("1010E", "1010X", "a hex and a heading"),
        ("1010E", "1010E,leaking", "is nothing that a ship has"),
        ("1010E", "1010E,rate:12", "a number from 1 to 9"),
        ("1010E", "1010E,fouled:B1+B1", "given twice"),
        ("ship=W1", "ship=W1 wakes=W1:X", "at most 20 of E, NE, NW, W, SW, SE"),
        ("ship=W1", "ship=W0", "there is no ship W0"),
        (" B1=1008E", "", "B1 is missing"),
        ("ship=W1", "ship=W1 sails=3", "sails"),
        ("to=white", "to=nobody", "to=nobody"),
    ],
)
def test_words_that_say_nothing(old, new, said):
    text = at(PLAIN)
    assert old in text
    refuses(ValueError, re.escape(said), BEAT_TO_QUARTERS.parse_position, scenario_of("3:3"), text.replace(old, new, 1))


def test_a_battle_that_hasnt_begun_says_nothing():
    """SU1."""
    scenario = scenario_of("3:3")
    read = BEAT_TO_QUARTERS.parse_position(scenario, "turn=0 wind=E")
    assert BEAT_TO_QUARTERS.format_position(scenario, read) == "turn=0 wind=E"
    for wrong in ("turn=0 wind=E W1=1010E B1=1008E", "turn=0 wind=E shots=1,1"):
        refuses(ValueError, r"\(SU1\)$", BEAT_TO_QUARTERS.parse_position, scenario, wrong)


def test_ts1_a_position_before_the_next_chip():
    """TS1: the engine is about to go on."""
    text = "turn=3 wind=W chips=3,3,0 to=nobody:chip W1=1010E B1=1008E"
    read = BEAT_TO_QUARTERS.parse_position(scenario_of("3:3"), text)
    assert BEAT_TO_QUARTERS.format_position(scenario_of("3:3"), read) == text


def test_sh5_the_ship_card_is_the_ships_part_of_the_record():
    """SH5: what each word stands for; it comes back as it is written."""
    ship = "W1=1207NE,rate:5,masts:2,hung:port,fired:port+starboard,fouled:B1+B2,grappled:B3,steering,burning,still"
    enemies = "B1=1306E,fouled:W1 B2=1107NE,fouled:W1 B3=1308E,grappled:W1"
    fleet = "W1=1210E,squadron:1,port:hot W2=0910E,squadron:1,order:1 W3=0203E,anchor:bow,aground,still "
    fleet += "B1=1410E,prize,holder:white B2=2012E wakes=W1:E-E-E,W2:E-E-E to=white:pick"
    for name, words, wanted in (
        ("3crack:3+3+3", f"{ship},tried {enemies}", {
            (0, 0): {"rate": 5, "built": 3, "skill": 2, "masts": 2, "hung": 1, "fired": 3, "tried": 1,
                     "fouled": 3 << 10, "grappled": 4 << 10, "steering": 1, "burning": 1, "still": 1},
            (1, 2): {"grappled": 1, "fouled": 0, "holder": 1},
        }),
        ("3+3+3:3+3?squadrons=yes&shot=yes&land=0303", fleet, {
            (0, 0): {"squadron": 1, "order": 0}, (0, 1): {"squadron": 1, "order": 1}, (0, 2): {"anchor": 1, "aground": 1},
            (1, 0): {"holder": 0},
        }),
    ):  # fmt: skip
        scenario = scenario_of(name)
        games = BEAT_TO_QUARTERS.parse_position(scenario, at(words))
        for place, fields in wanted.items():
            record = games[0]["ships"][place]
            assert {key: int(record[key]) for key in fields} == fields
        again = BEAT_TO_QUARTERS.format_position(scenario, games)
        assert BEAT_TO_QUARTERS.parse_position(scenario, again).tobytes() == games.tobytes()
        assert {frozenset(each.split(",")) for each in words.split()} <= {
            frozenset(e.split(",")) for e in again.split()
        }
