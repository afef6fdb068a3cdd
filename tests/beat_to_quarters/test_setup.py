"""SU, WI1, MP, TS3: where ships begin, buying, placing."""

import pytest

from beat_to_quarters.definition import BEAT_TO_QUARTERS
from beat_to_quarters.rules.setup import hex_of, turned_hex
from beat_to_quarters.rules.ships import attitude
from tabletop.game.hex_grid import STEPS, distance, name, place
from tabletop.play.game import Game
from tests.beat_to_quarters.table import Table, cases, play, scenario_of

CASES = cases("""
# SU2 SU3 WI1 corners: the southern one on the side of the wind is White's, in A
on duel
new wind=2/2 chip=1 chip=1
has turn=1 wind=W W1=0316NE,still B1=0304SE chips=1,3,0 first=white
new wind=1/2 chip=1 chip=1
has wind=E W1=2415NW,still B1=2403SW
# SU2 lines: on opposite courses, three hexes from bow to bow
on line
new wind=1/4 chip=2 chip=2
has wind=NE W1=2419E W2=2119E W3=1819E B1=1712W B2=2012W B3=2312W
# SU2 fixed places, and the wind that the scenario says, aren't drawn
on port
new chip=2 chip=2
has wind=SW W1=0917E B1=1605E,anchor:bow
# SU2 SU4 chosen: ship by ship, White first, a place that can follow
on duel?deployment=chosen
new wind=2/2
has turn=0 to=white:column ship=W1 W1=unplaced B1=unplaced
! column 12: (SU1, SU2)
> column 3 => to=white:row asked=3
! row 1: (SU1, SU2)
> row 16 => to=white:heading place=16
only heading NE, heading SE
! heading W: (SU1, SU2)
> heading NE => W1=0316NE to=black:column ship=B1
""")


@CASES
def test_it_is_played_so(script):
    play(script)


def bought(points=20):
    return scenario_of("duel").with_rules(columns=40, rows=30, white=[], black=[], points=points)


def test_su1_ships_are_bought_in_turn():
    """SU1: White first, what it can pay, and a team has one ship at least."""
    game = Game(bought(), results=[2])
    assert game.position() == "turn=0 wind=W acting=white to=white:buy money=20,20"
    assert game.legal_actions() == ["rate 6", "rate 7", "rate 8"] and game.scenario.most == 2
    game.step("rate 8", results=[])
    assert game.legal_actions() == ["poor", "green", "average"]
    game.step("poor", results=[])
    assert game.decider == 1
    game.step("rate 6", results=[])
    assert game.position().startswith("turn=0 wind=W acting=white to=white:buy money=10,0")
    game.step("done", results=[1, 1])
    assert game.turn == 1 and game.legal_actions() and "W2" not in game.position()
    both = Game(bought(40), results=[2])
    for action in ("rate 8", "poor", "rate 8", "poor", "rate 8", "poor", "done"):
        both.step(action, results=[])
    assert both.decider == 0 and "passed=0,1" in both.position()


@pytest.mark.parametrize(("points", "ships"), [(20, 2), (200, 10)])
def test_su1_a_team_that_has_ten_ships_or_can_pay_none_isnt_asked_any_more(points, ships):
    """SU1: all buy the cheapest; the battle begins without `done`."""
    game = Game(bought(points), seed=1)
    while game.turn == 0:
        game.step("poor" if "poor" in game.legal_actions() else "rate 8")
    assert f"B{ships}=" in game.position() and "passed" not in game.position()


def test_mp1_mp2_mp3_hexes_and_their_names():
    """MP2, MP3: from an odd row NE leads to the same column, from an even row to the next one."""
    columns, rows = 24, 18

    def called(hex_):
        return name(columns, rows, place(columns, *hex_))

    around = {"1009": "1109 1008 0908 0909 0910 1010", "1010": "1110 1109 1009 0910 1011 1111"}
    for middle, names in around.items():
        at = hex_of(int(middle[:2]), int(middle[2:]))
        assert called(at) == middle
        assert [called((at[0] + step[0], at[1] + step[1])) for step in STEPS] == names.split()
    assert turned_hex(columns, rows, *hex_of(1, 1)) == hex_of(24, 18)


@pytest.mark.parametrize("name", ["duel", "line"])
def test_wi1_wi3_nobody_begins_with_the_wind_ahead(name):
    """WI3: in `corners` both teams are in A."""
    for seed in range(8):
        game = Game(scenario_of(name), seed=seed)
        record = game.games[0]
        attitudes = [int(attitude(record, record["ships"][team, 0])) for team in (0, 1)]
        assert 0 not in attitudes and (name == "line" or attitudes == [2, 2])


def test_su4_ten_ships_a_team_have_room():
    """SU4: lines of four, three hexes from bow to bow."""
    scenario = scenario_of("duel").with_rules(columns=40, rows=30, white=[{"rate": 3}] * 10, black=[{"rate": 3}] * 9)
    ships = Game(scenario, seed=1).games[0]["ships"]
    own = [(int(ship["q"]), int(ship["r"])) for ship in ships[0]]
    assert len(set(own)) == 10 and distance(*own[0], *own[1]) == 3
    assert BEAT_TO_QUARTERS.parse_position(scenario, Game(scenario, seed=1).position())["turn"][0] == 1


def test_sh2_names_of_ten_ships():
    """SH2: W1 to W10."""
    scenario = scenario_of("duel").with_rules(columns=40, rows=30, white=[{"rate": 3}] * 10)
    assert "W10=" in Game(scenario, seed=1).position() and scenario.actions == 8 * 10 + 42


def test_ts3_a_battle_of_one_turn_ends():
    """TS3, VI2."""
    table = Table(scenario="3:3?turns=1&wind=W", dice="chip=1 chip=1")
    while not table.game.over:
        table.game.step("heave to")
    assert "over=draw:time" in table.position
