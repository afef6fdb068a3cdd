"""What an agent of Beat to Quarters is told of ships: the same as the position's text and the legal actions say."""

import pytest

from beat_to_quarters.view import View
from tests import refuses
from tests.beat_to_quarters.sea_fights import BOARDS, HEAD, SAILS, battle, game_at


def view_at(position, scenario="duel"):
    game = game_at(position, scenario=scenario)
    return View(game.scenario, game.games, game.legal_mask())


@pytest.mark.parametrize(("name", "seed"), [("line", 4), ("port", 2), ("trafalgar", 1)])
def test_ships_and_shots_are_those_of_positions_and_legal_actions(name, seed):
    shots = 0
    for game, _ in battle(name, seed, 120):
        if game.over or not game.turn:
            continue
        view = View(game.scenario, game.games, game.legal_mask())
        told = dict(token.split("=", 1) for token in view.position.split())
        states = {key: value.split(",") for key, value in told.items() if key[1:].isdigit() and value[:4].isdigit()}
        assert {ship.name: f"{ship.bow}{ship.heading}" for ship in view.ships()} == {
            key: words[0] for key, words in states.items()
        }
        for ship in view.ships():
            words = states[ship.name]
            assert ship.burning == ("burning" in words) and ship.aground == ("aground" in words)
            assert set(ship.grappled) == {other for other in states if ship.name in view.ship(other).grappled}
        for action in view.legal:
            who, whom = "", ""
            if action.startswith("fire at "):
                who, whom = view.actor, action.removeprefix("fire at ")
            elif action.endswith(" fires"):
                who, whom = action.removesuffix(" fires"), view.actor
            if who:
                shots += 1
                shot, bears = view.shot(who, whom), view.bears(who, whom)
                assert shot is not None and bears is not None and shot.side in view.ship(who).guns
                assert 1 <= shot.range == view.distance(who, whom) or shot.range > view.distance(who, whom)
    assert shots > 20


def test_distance_bearing_and_guns_of_two_ships():
    view = view_at(SAILS)  # W1=0709E, B1=0806E
    assert view.actor == "W1" and view.wind == "W" and view.chips == (1, 2)
    assert view.distance("W1", "B1") == view.distance("B1", "W1") == 3
    assert view.bears("W1", "B1") == view.shot("W1", "B1") and view.bears("W1", "B1").side == "port"
    assert view.bears("B1", "W1").side == "starboard" and view.bears("B1", "W1").rake == ""
    # B1 is one and a half hexes further east, and three rows north.
    assert view.bearing("W1", "B1") == pytest.approx(-60) and view.bearing("B1", "W1") == pytest.approx(120)
    fired = view_at(SAILS.replace("still", "fired:port,still"))
    assert (
        fired.shot("W1", "B1") is None and fired.bears("W1", "B1") and fired.ship("W1").guns == {"starboard": "round"}
    )
    raked = view_at(SAILS.replace("B1=0806E", "B1=0406NW"))
    assert raked.shot("W1", "B1").rake == "stern"


@pytest.mark.parametrize(
    ("heading", "attitude", "dice"), [("E", "B", 3), ("NE", "A", 4), ("NW", "C", 2), ("W,irons", "D", 0)]
)
def test_the_wind_as_a_ship_has_it(heading, attitude, dice):
    ship = view_at(f"{HEAD} to=white:sail ship=W1 W1=1109NE,still B1=0806{heading}").ship("B1")
    assert (ship.attitude, ship.dice) == (attitude, dice)


def test_what_has_become_of_ships():
    view = view_at(BOARDS, "line")
    assert [ship.name for ship in view.ships(1)] == ["B1", "B2", "B3"]
    first, second, third = view.ships(1)
    assert first.grappled == ("W1",) and first.hung == ("port",) and (first.rate, first.built) == (5, 3)
    assert (first.masts, first.rigged, first.crew) == (1, 3, "green")
    assert second.steering and third.state == "struck" and not third.guns and view.ship("W2").burning
    assert [view.water("W2", port) for port in (0, 1, -1, 3)] == [28, 16, 13, 10]


def test_a_ship_that_isnt_there_is_refused():
    view = view_at(SAILS)
    for name in ("W2", "", "Z1", 7):
        refuses(ValueError, "there are W1, B1", view.ship, name)
    refuses(ValueError, "0 White or 1 Black", view.ships, 2)
