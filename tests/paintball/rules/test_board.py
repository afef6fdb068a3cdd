"""BO: board and teams.  The standard board's geometry is in test_lines.py."""

import pytest

from paintball_env.game import Game
from paintball_env.rules.state import LARGE, SMALL, size_class
from paintball_env.scenario import Scenario
from tests import refuses

START = "turn=2 phase=1 acting=red second=blue score=6,6 to=red:act"


def own(board, rest=""):
    return Scenario.parse(f'name = "own"\nobjective = "elimination"\nmap = """\n{board}\n"""\n{rest}')


def test_bo1_any_board_can_be_configured(table):
    here = table(f"{START} R1=a2 R2=a1 B1=b4 M1=a1 M2=b4", own("R . .\n . . . B"))
    assert here.act("R1 move SE").changes == "used=1,0 R1=b2,p1,moved1,used"


def test_bo2_the_standard_board_has_26_hexes_and_the_homes_7_apart(table):
    board = Scenario.load("capture-the-flag-basic").board_map
    assert len(board.names) == 26
    # One more than the longest shot.
    there = (
        "turn=2 phase=1 acting=red second=blue score=6,6 used=1,0 to=red:act R1=c1,p1,used,aim R2=b1 B1=c8 M1=d1 M2=d7"
    )
    assert not table(there).may("R1 shoot B1")
    assert table(there.replace("B1=c8", "B1=c7")).may("R1 shoot B1")


def test_bo3_a_hex_holds_any_number_of_figures_and_marshals(table):
    there = f"{START} R1=c3 R2=c4 R3=c4 R4=c4 R5=c4 R6=c4 B1=b7 M1=c4 M2=c4 soft=c4 smoke=c4"
    assert table(there).act("R1 move E").changes == "used=1,0 R1=c4,p1,moved1,used"


@pytest.mark.parametrize("glyph", ["R", "u", "t"])
@pytest.mark.parametrize("cover", ["soft={}", "hard={}/E"])
def test_bo3_bases_bunkers_and_trenches_hold_no_cover(table, glyph, cover):
    place = "a1" if glyph == "R" else "a3"
    board = "R . . . . . B" if glyph == "R" else f"R . {glyph} . . . B"
    position = f"{START} R1=a2 R2=a2 B1=a6 M1=a1 M2=a7 {cover.format(place)}"
    refuses(ValueError, place, lambda: table(position, own(board)))


def test_bo3_a_hill_holds_cover(table):
    here = table(f"{START} R1=a2 R2=a1 B1=a3 M1=a1 M2=a7 soft=a3", own("R . ^ . . . B"))
    here.act("R1 shoot B1").act("done", "hit:R1=2 way:R1=4")


def test_bo4_distance_counts_the_targets_hex_not_the_shooters(table):
    # Next to each other: range 1.  One between: range 2, so a 2 misses.
    table(f"{START} R1=c3 R2=b1 B1=c4 M1=d1 M2=d7").act("R1 shoot B1").act("done", "hit:R1=2 save:B1=1")
    table(f"{START} R1=c3 R2=b1 B1=c5 M1=d1 M2=d7").act("R1 shoot B1").act("done", "hit:R1=2")


def test_bo5_six_figures_and_one_marshal_a_team():
    game = Game("capture-the-flag-basic-drawn", seed=1)
    tokens = dict(token.split("=", 1) for token in game.position().split())
    assert {key for key in tokens if key[0] in "RBM"} == {
        *(f"R{number}" for number in range(1, 7)),
        *(f"B{number}" for number in range(1, 7)),
        "M1",
        "M2",
    }


def test_bo2_bo5_a_game_has_the_smaller_record_that_holds_it():
    sizes = {(6, 32): SMALL, (7, 32): LARGE, (6, 33): LARGE, (16, 128): LARGE}
    assert all(size_class(*numbers) is size for numbers, size in sizes.items())
    for figures, hexes in ((17, 32), (6, 129)):
        refuses(ValueError, f"not {figures} and {hexes}", size_class, figures, hexes)


def test_bo5_marshals_favour_nobody(table):
    # Blue's Marshal is nearer and checks Red's figure, and is hit for it by nobody.
    there = "turn=2 phase=1 acting=blue second=red score=6,6 to=blue:act R1=c4 R2=b1 B1=c6 B2=b7 M1=c1 M2=c5"
    here = table(there).act("B1 shoot R1").act("done", "hit:B1=3 way:B1=3 save:R1=2 check:R1=6")
    assert here.changes == "used=0,1 B1=c6,p1,used,fired M2=c4 -R1"


def test_bo6_the_advanced_chapters_are_switches(table):
    position = f"{START} R1=c3 R2=b1 B1=c5 M1=d1 M2=d7"
    assert not any(" rotate " in action for action in table(position).legal)
    assert any(" rotate " in action for action in table(position, "capture-the-flag").legal)
    # What lies behind: seen all the same in the basic game.
    assert table(position.replace("B1=c5", "B1=c2")).may("R1 shoot B1")
    assert not table(position.replace("B1=c5", "B1=c2"), "capture-the-flag").may("R1 shoot B1")
    for state in ("expert", "smoke", "paint"):
        with pytest.raises(ValueError):
            table(position.replace("R1=c3", f"R1=c3,{state}"))
        table(position.replace("R1=c3", f"R1=c3,{state}"), "capture-the-flag")


def test_bo6_no_dice_for_experts_and_grenades_in_the_basic_game():
    for name, expected in (
        ("capture-the-flag-basic-drawn", set()),
        ("capture-the-flag-drawn", {"experts", "grenades"}),
    ):
        game = Game(name, seed=1)
        assert {draw.purpose for draw in game.draws} & {"experts", "grenades"} == expected


def test_bo6_hard_cover_is_always_on(table):
    there = f"{START} R1=c3 R2=b1 B1=c5 M1=d1 M2=d7 hard=c5/W"
    table(there).act("R1 shoot B1").act("done", "hit:R1=3 way:R1=4")
