"""The scripted bots do the obvious, on either side, and finish what they begin; the book's bot follows SO."""

from collections import Counter
from dataclasses import asdict, fields

import numpy as np
import pytest

from state_of_war.bots import book
from state_of_war.bots.choice import choose
from state_of_war.bots.temperament import TEMPERAMENTS, Temperament
from state_of_war.planning import stage, value
from state_of_war.rules.state import HALF, NONE
from state_of_war.scenario import Scenario
from state_of_war.symmetry import turned
from tabletop.play.game import Game
from tests import ROOT
from tests.state_of_war.setting_table import BLUE, GREY, HORSE, PICKS, small

ORDER = f"turn=2 part=blue to=blue:order unit=B1 {BLUE} {HORSE} "
NEAR = GREY.replace("35.0", "-5.0").replace("37.8", "-2.2").replace("G2.1=-40.0:-5.0", "G2.1=-40.0:35.0")
SPENT = "B1.1=0.0:-30.0 B1.2=2.8:-30.0,arm:3 B1.3=-2.8:-30.0,arm:3 B1.4=0.0:-32.8,arm:3 B1.5=2.8:-32.8,arm:3"
BESIDE = "G1.1=0.0:-20.0 G1.2=2.8:-20.0,arm:3 G1.3=killed G1.4=killed G1.5=killed G2.1=-40.0:35.0"
FIRE = f"turn=2 part=blue to=grey:react unit=B1 act=move:N:4 at=1 near=G1 asked=G1 {BLUE} {HORSE} G1=ready:all {NEAR}"
AFAR = FIRE.replace(HORSE, "B2.1=-45.0:-40.0 B2.2=-40.6:-40.0")
TIRED = (
    f"turn=2 part=blue action=2 to=blue:pick B1=given {BLUE} B2=acted:all "
    f"B2.1=-30.0:-35.0,wounded B2.2=-25.6:-35.0,wounded {GREY}"
)
SEEN = f"turn=2 part=blue to=blue:spot {BLUE} {HORSE} G1=hidden {GREY}"
HIDES = f"turn=0 to=blue:hide asked=B1 {BLUE} {HORSE} {GREY}"


def answer(name, game, key=5):
    """What a bot does, by name."""
    temper = TEMPERAMENTS[name].record()[0]
    action = choose(game.scenario.world[0], game.games[0], game.legal_mask(), temper, np.uint64(key))
    return game.table.name(int(action), game.decider)


@pytest.mark.parametrize("name", TEMPERAMENTS)
@pytest.mark.parametrize(
    ("text", "answers"),
    [
        (ORDER + NEAR, {"shoot at G1"}),
        (ORDER.replace(BLUE, SPENT) + NEAR, {"stand"}),
        (ORDER.replace(BLUE, SPENT) + BESIDE, {"charge G1"}),
        (AFAR, {"fire"}),
        (SEEN, {"spot"}),
        (HIDES, {"hide"}),
        (PICKS, {"B1", "B2"}),
        (TIRED, {"end"}),
    ],
)
def test_it_does_the_obvious(name, text, answers):
    assert answer(name, Game(small(), start=text)) in answers


def test_so4_before_a_likely_mounted_charge_the_book_s_side_holds_its_fire():
    assert answer("regular", Game(small(), start=FIRE)) == "hold" != answer("careful", Game(small(), start=FIRE))


@pytest.mark.parametrize("name", TEMPERAMENTS)
def test_on_the_table_turned_by_half_it_does_the_same(name):
    game = Game(Scenario.load("first-skirmish"), seed=1)
    for _ in range(3):
        other = Game.of_record(game.scenario, turned(game.scenario, game.games))
        temper = TEMPERAMENTS[name].record()[0]
        action = choose(game.scenario.world[0], game.games[0], game.legal_mask(), temper, np.uint64(7))
        assert action == choose(game.scenario.world[0], other.games[0], other.legal_mask(), temper, np.uint64(7))
        game.step(int(action))


def test_the_page_has_their_numbers():
    page = (ROOT / "docs" / "state-of-war.md").read_text().partition("## Agents")[2].partition("## Numbers")[0]
    rows = [line.strip("| ").split(" | ") for line in page.splitlines() if line.count("|") == 6][2:]
    assert [row[0].strip("`") for row in rows] == [field.name for field in fields(Temperament)][1:]
    for name, column in (("careful", 3), ("aggressive", 4)):
        assert [float(row[column]) for row in rows] == list(asdict(TEMPERAMENTS[name]).values())[1:]


def test_in_time_they_go_to_the_objective():
    far = ORDER.replace("turn=2", "turn=11").replace(BLUE, SPENT) + GREY
    assert answer("careful", Game(small(), start=far)) == "stand"
    assert answer("careful", Game(small(objective=[0, 0]), start=far)) in ("move N full", "go 2")


def test_so1_to_so3_what_the_book_s_side_does():
    scenario, modes = Scenario.load("crossroads"), Counter()
    game = Game(scenario).games[0]
    for zones in range(3):
        for attacker in range(2):
            game["zones"], game["attacker"] = zones, attacker
            for side in range(2):
                mode = book.mode_of(scenario.world[0], game, side)
                modes[mode] += 1
                assert (mode == book.DEFENDS) == (zones == HALF and attacker == side), "the village"
                game["attacker"] = 1 - attacker
                assert book.mode_of(scenario.world[0], game, 1 - side) == mode, "whichever side it is"
                game["attacker"] = attacker
    assert modes == {book.DEFENDS: 2, book.HOLDS: 2, book.ADVANCES: 8}


def test_the_book_s_commander_keeps_behind_the_others():
    text = PICKS.replace(BLUE, "B1.1=0.0:-10.0 B1.2=killed B1.3=killed B1.4=killed B1.5=killed")
    text = text.replace("blue:pick", "blue:order unit=B1").replace(HORSE, "B2.1=-30.0:-25.0 B2.2=-25.6:-25.0")
    move = answer("regular", Game(small(), start=text))
    assert move.split()[0] in ("move", "go") and "N" not in move.split()[1]


def test_the_value_is_the_other_side_s_negative_and_better_for_fewer_losses():
    weights = np.array([4.0, 0.6, 0.8, 0.5])
    game = Game(small(), start=PICKS)
    worse = Game(small(), start=PICKS.replace("B1.2=2.8:-30.0", "B1.2=killed"))
    broken = Game(small(), start=PICKS.replace(BLUE, f"B1=broken {BLUE}"))
    for each in (game, worse, broken):
        own = value(each.scenario.world[0], each.games[0], 0, weights)
        assert own == -value(each.scenario.world[0], each.games[0], 1, weights)
        assert own == 0 if each is game else -1 < own < 0
    assert stage(game.games[0], 0) == 2 and stage(game.games[0], 1) == NONE


@pytest.mark.parametrize("names", [("regular", "careful"), ("aggressive", "regular")])
def test_a_whole_battle_is_played(names):
    men = [{"class": "trained", "men": 2, "arm": "minie", "blade": "bayonet", "commander": True}]
    forces = {"blue": [{**men[0], "place": [0, -15]}], "grey": [{**men[0], "place": [0, 15]}]}
    game = Game(Scenario.load("first-skirmish").with_rules(turns=2, areas=[], pieces=[], places=[], **forces), seed=2)
    while not game.over:
        game.step(answer(names[game.decider], game, len(game.draws)))
    assert " over=" in game.position() and game.turn <= 2
