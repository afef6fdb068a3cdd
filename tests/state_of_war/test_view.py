"""What an agent of State of War is told: the same as the position's text and the legal actions say."""

from state_of_war.view import View
from tests import refuses
from tests.state_of_war.skirmishes import ORDER, READY, done, game_at


def view_of(game):
    return View(game.scenario, game.games, game.legal_mask())


def test_units_and_men_are_those_of_the_position():
    view = view_of(game_at(READY))
    assert (view.part, view.action, view.actor, view.asked) == ("blue", 1, "B2", "")
    assert [unit.name for unit in view.units()] == ["B1", "B2", "G1", "G2"] and len(view.units(1)) == 2
    one, other = view.unit("B1"), view.unit("G1")
    assert one.commander == one.leader == "B1.1" and other.leader == other.commander == "G1.1"
    assert [(man.name, man.x, man.y) for man in other.men] == [
        ("G1.1", 150, -150),
        ("G1.2", 122, -150),
        ("G1.3", 178, -150),
    ]
    assert [man.ready for man in other.men] == [True, True, False] and other.men[1].wounded
    assert other.men[2].steps == (2, 0) and not other.men[2].loaded and other.strength == 6
    assert view.unit("G2").leader == "", "he is out"


def test_w7_sh1_distances_and_shots():
    game = game_at(ORDER)
    view = view_of(game)
    assert view.distance("B2", "G1") == view.distance("G1", "B2") == 200 - 24
    shot = view.shot("B2", "G1")
    assert (shot.men, shot.range, shot.cover) == (("B2.1", "B2.2", "B2.3"), "medium", "none")
    for unit in view.units(1):
        assert (view.shot("B2", unit.name) is not None) == (f"shoot at {unit.name}" in view.legal)
        assert view.sees("B2", unit.name)
    done(game, "shoot at G1")
    assert view_of(game).unit("B2").shoots == "G1" and view_of(game).unit("B2").given


def test_a_unit_that_isnt_there_is_refused():
    view = view_of(game_at(ORDER))
    for name in ("B3", "", 7):
        refuses(ValueError, "there are B1, B2, G1, G2", view.unit, name)
    refuses(ValueError, "0 Blue or 1 Grey", view.units, 2)
