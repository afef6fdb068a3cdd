"""Do the bots attack an enemy that stays at its base, late in the game, and only then?"""

from dataclasses import fields, replace

import pytest
from paintball_env.bots.scripted.temperament import BEFORE_SIEGES, HUNTER, TEMPERAMENTS, Temperament

from paintball_env.scenario import Scenario
from tabletop.rate.matches import match
from tests import ROOT
from tests.agents.held import make
from tests.paintball.bots.bot_scores import scores_of

AT = (
    "turn={turn} phase=1 acting=red second=blue score=5,4 to=red:act "
    "R1=c3 R2=b3 R3=d3 R4=c2 B1={first} B2=b6 M1=c2 M2=c6 soft=c3,b4 flag.red=b1 flag.blue=b7"
)
SIEGE = {field.name: field.name.removeprefix("siege_") for field in fields(Temperament) if "siege_" in field.name}
BESIEGER = replace(HUNTER, siege=0.5, siege_cover=-0.2, siege_together=-0.3, siege_runner=0.9, siege_ahead=0.7)
BEHIND = (
    "turn=16 phase=1 acting=red second=blue score=5,4 to=red:act "
    "R1=c3 B1=b7 B2=b6 B3=c7 M1=c2 M2=c6 flag.red=b1 flag.blue=b7"
)
TURTLE = f"sentinel@2:numbers={ROOT / 'configs' / 'opponents' / 'turtle.toml'}"


@pytest.mark.parametrize(
    ("turn", "first", "besieged"),
    [(16, "b7", True), (15, "b7", False), (16, "c6", True), (16, "c5", False), (30, "c5", False)],
)
def test_in_a_siege_other_numbers_count(turn, first, besieged):
    """After half of 30 turns, while no enemy is more than two steps from the own base c8."""
    at = AT.format(turn=turn, first=first)
    usual = replace(BESIEGER, siege=1.0)
    other = replace(usual, **{name: getattr(BESIEGER, twin) for twin, name in SIEGE.items()})
    ways = {name: scores_of("capture-the-flag-basic", at, each) for name, each in (("usual", usual), ("other", other))}
    assert ways["usual"] != ways["other"]
    assert scores_of("capture-the-flag-basic", at, BESIEGER) == ways["other" if besieged else "usual"]


def test_each_number_of_a_siege_has_one_whose_place_it_takes():
    """A number that the siege doesn't read would change nothing: each alone changes what some action is worth."""
    for twin, name in SIEGE.items():
        at = BEHIND if name == "behind" else AT.format(turn=16, first="b7")
        usual = {other: getattr(HUNTER, plain) for other, plain in SIEGE.items() if other != twin}
        besieger = replace(HUNTER, siege=0.5, **usual, **{twin: getattr(HUNTER, name) + 0.7})
        expected = replace(HUNTER, siege=1.0, **{name: getattr(HUNTER, name) + 0.7})
        wanted = scores_of("capture-the-flag-basic", at, expected)
        assert scores_of("capture-the-flag-basic", at, besieger) == wanted, twin
        assert scores_of("capture-the-flag-basic", at, replace(HUNTER, siege=1.0)) != wanted, twin


def test_earlier_versions_do_not_besiege():
    for name, temperament in (TEMPERAMENTS | BEFORE_SIEGES).items():
        assert (temperament.siege == 1.0) == ("@" in name), name


def test_an_enemy_that_waits_at_home_is_attacked():
    """The second version draws nine of ten of these games."""
    scenario, won = Scenario.load("capture-the-flag"), {}
    for bot in ("hunter@2", "hunter"):
        rating = match.play(make(bot), make(TURTLE), scenario, 25, seed=8).rating()
        won[bot] = rating.wins
        assert rating.wins > rating.losses
    assert 2 * won["hunter@2"] <= won["hunter"] and won["hunter@2"] <= 5
