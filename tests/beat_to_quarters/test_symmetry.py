"""W4: the sea turned by half, with the teams exchanged."""

import numpy as np

from beat_to_quarters.definition import BEAT_TO_QUARTERS
from beat_to_quarters.symmetry import is_symmetric, turned, turned_results
from tabletop.game.draws import read_draw
from tabletop.play.game import Game
from tests.beat_to_quarters.table import at, scenario_of


def other(text, scenario="3:3"):
    """The position turned, as text."""
    made = scenario_of(scenario)
    return BEAT_TO_QUARTERS.format_position(made, turned(made, Game(made, start=text).games))


def test_w4_places_headings_teams_and_the_wind():
    """W4, MP1: of 24 columns and 18 rows; port and starboard stay."""
    text = at("W1=1010E,fired:port B1=1008NE,rate:4")
    assert other(text) == (
        "turn=2 wind=E first=black chips=1,0,0 acting=black to=black:sail ship=B1 "
        "W1=1511SW,rate:4 B1=1509W,fired:port,still"
    )


def test_w4_ties_prizes_and_wakes():
    """W4, SQ7."""
    text = at("W1=1010E,grappled:B1 B1=1011E,grappled:W1 to=white:loose ship=W1 chips=2,3,0")
    assert "W1=1508W,grappled:B1 B1=1509W,grappled:W1" in other(text)
    line = "W1=1210E,squadron:1 W2=0910E,squadron:1,order:1 B1=2017E B2=2014E wakes=W1:E-E-E,W2:E-E-NE "
    line += "to=white:order chips=2,3,0"
    assert "wakes=B1:W-W-W,B2:W-W-SW" in other(at(line), "3+3:3+3?squadrons=yes")


def test_w4_actions_keep_their_numbers():
    """W4: Black's `fire at W1` has the number of White's `fire at B1`."""
    game = Game(scenario_of("3:3"), start=at("W1=1010E B1=1008E"))
    there = Game.of_record(game.scenario, turned(game.scenario, game.games))
    assert game.legal_indices() == there.legal_indices()
    assert game.legal_actions()[0] == "fire at B1" and there.legal_actions()[0] == "fire at W1"


def test_turned_twice_is_the_same():
    scenario = scenario_of("3:3")
    games = Game(scenario, start=at("W1=1010E,burning B1=1008E,masts:2,hung:port")).games
    assert np.array_equal(turned(scenario, turned(scenario, games)).view(np.uint8), games.view(np.uint8))


def test_where_it_is_another_scenario():
    """W4: land on one side, more ships, another nation, and White's first choice (SU1)."""
    for name in ("3:3?land=1110", "3+3:3", "3:3?nations=british+other"):
        assert not is_symmetric(scenario_of(name)), name
    assert is_symmetric(scenario_of("3:3?land=1209+1310"))
    assert is_symmetric(scenario_of("3:3?nations=british+british"))
    game = Game(scenario_of("duel?deployment=chosen"), seed=1)
    assert game.turn == 0 and turned(game.scenario, game.games) is None


def test_chips_and_winds_of_the_turned_battle():
    """TS1, WI1: the other team's chip, the opposite wind; the weather's chip stays."""
    draws = [
        read_draw(text, BEAT_TO_QUARTERS)
        for text in ("wind=1/2", "chip=1", "chip=2", "chip=3", "check:W1=4", "wind=4/6")
    ]
    assert turned_results(draws) == [2, 2, 1, 3, 4, 1]


def test_w4_where_ships_are_bought_or_placed_white_begins():
    """SU1, SU2: so such a scenario isn't the same turned, in no position."""
    assert not is_symmetric(scenario_of("duel?deployment=chosen"))
    bought = BEAT_TO_QUARTERS.with_rules(
        scenario_of("line"), {"points": 90, "white": [], "black": [], "deployment": "corners"}
    )
    assert not is_symmetric(bought)


def test_st2_a_bought_ship_that_was_taken_comes_back_from_text():
    """ST2: who has it is said, whatever the usual ship of that number is."""
    bought = BEAT_TO_QUARTERS.with_rules(
        scenario_of("line"), {"points": 90, "white": [], "black": [], "deployment": "corners"}
    )
    text = (
        "turn=4 wind=W first=white chips=1,1,0 acting=white to=white:sail ship=W2 money=5,0 W1=1617E,built:4,rigged:3,still,acted "
        "W2=1027SW,built:4,crew:elite,rigged:3,still B1=1516E,prize,built:6,crew:average,rigged:3,holder:white,still "
        "B2=0508NE,built:8,crew:elite,rigged:1,still B3=1410NE,built:8,crew:poor,rigged:1 B4=0610SE,built:7,rigged:3,still"
    )
    game = Game(bought, start=text)
    assert game.games["ships"][0, 1, 0]["holder"] == 0 and "B1=1516E,prize" in game.position()
    assert "holder:white" in game.position() and Game(bought, start=game.position()).key() == game.key()
