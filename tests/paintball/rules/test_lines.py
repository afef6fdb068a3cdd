"""SH-LOS: lines of sight; BO2 and BO4: the board's neighbours, distances and lines, against the table in tests/data."""

import json

import pytest

from paintball_env.scenario import Scenario
from tabletop.compiled.compiling import compiled
from tests import ROOT

TRUTH = json.loads((ROOT / "tests" / "data" / "hexon26.json").read_text())
NAMES = TRUTH["names"]
HOMES = TRUTH["homes"]
# Interpreted, the rules ask the same table: there a part of the hexes shows that they do.
SHOOTERS = NAMES if compiled() else NAMES[::4]
START = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act"
USED = "turn=2 phase=1 acting=red second=blue score=6,1 used=1,0 to=red:act"
BLUE = "turn=2 phase=1 acting=blue second=red score=1,6 to=blue:act"


def line(shooter, target):
    return TRUTH["lines"].get(f"{shooter}-{target}") or TRUTH["lines"][f"{target}-{shooter}"]


def own(board):
    return Scenario.parse(f'name = "own"\nobjective = "elimination"\nmap = """\n{board}\n"""\n')


@pytest.mark.parametrize("place", NAMES)
def test_bo2_six_directions_lead_to_the_neighbours(table, place):
    here = table(f"{START} R1={place} R2=b1 B1=c8 M1=c1 M2=c8")
    for direction, neighbour in TRUTH["neighbours"][place].items():
        assert here.may(f"R1 move {direction}") == (neighbour is not None)
        if neighbour:
            moved = table(here.start).act(f"R1 move {direction}")
            assert moved.changes == f"used=1,0 R1={neighbour},p1,moved1,used"


@pytest.mark.parametrize("shooter", SHOOTERS)
def test_sh_los1_who_can_be_shot_at_on_the_standard_board(table, shooter):
    # Reach 5, aimed 6, counted on the grid (BO4); a line that leaves the board can't be used.
    others = [name for name in NAMES if name != shooter]
    for start in range(0, len(others), 6):
        six = others[start : start + 6]
        blues = " ".join(f"B{number}={name}" for number, name in enumerate(six, 1))
        fresh = table(f"{START} R1={shooter} {blues} M1=c1 M2=c8")
        aimed = table(f"{USED} R1={shooter},p1,used,aim {blues} M1=c1 M2=c8")
        for number, name in enumerate(six, 1):
            clear = line(shooter, name)["legal"]
            reach = TRUTH["distance"][NAMES.index(shooter)][NAMES.index(name)]
            assert fresh.may(f"R1 shoot B{number}") == (clear and reach <= 5), name
            assert aimed.may(f"R1 shoot B{number}") == (clear and reach <= 6), name


@pytest.mark.parametrize("shooter", SHOOTERS)
def test_sh_los2_what_is_on_the_line_on_the_standard_board(table, shooter):
    # Foliage wherever it may lie but in the target's hex: one die for each hex whose interior the line crosses;
    # foliage everywhere but there: none.  So it is these hexes and no others.
    for target in NAMES:
        there = line(shooter, target)
        if target == shooter or not there["legal"] or there["range"] > 5:
            continue
        between = [name for name in there["between"] if name]
        grounds = [name for name in NAMES if name not in (*HOMES, target)]
        elsewhere = [name for name in grounds if name not in between]
        for foliage, dice in ((grounds, len(between)), (elsewhere, 0)):
            here = table(f"{START} R1={shooter} R2=c1 B1={target} B2=c8 M1=c1 M2=c8 soft={','.join(foliage)}")
            here.act("R1 shoot B1").act("done", "hit:R1=6" + " way:R1=3" * dice + " save:B1=1")


def test_sh_los2_along_an_edge_neither_hex_is_on_the_line(table):
    # c3 to b1 runs between b2 and c2.
    there = f"{START} R1=c3 R2=b2 R3=c2 B1=b1 B2=d7 M1=b2 M2=c2"
    table(there).act("R1 shoot B1").act("done", "hit:R1=3 save:B1=1")


def test_sh_los2_along_the_border_it_stays_on_the_board(table):
    # a1 to b2 runs between b3 and the outside, a1 to b1 crosses the outside.
    assert table(f"{START} R1=a1 R2=b1 B1=b2 M1=c1 M2=c8").may("R1 shoot B1")
    assert not table(f"{START} R1=a1 R2=c1 B1=b1 M1=c1 M2=c8").may("R1 shoot B1")


def test_sh_los2_both_hexes_of_the_edge_off_the_board(table):
    # a2 (q=2, r=0) to c2 (q=1, r=2) runs between the hexes of row b at q=1 and q=2, which are both missing.
    scenario = own("R . . . B\n .     .\n. . . . .")
    there = f"{START} R1=a3 R2=a1 B1=c3 M1=a1 M2=a1"
    assert not table(there, scenario).may("R1 shoot B1")
    half = own("R . . . B\n . .   .\n. . . . .")
    assert table(there, half).may("R1 shoot B1")
    full = own("R . . . B\n . . . .\n. . . . .")
    assert table(there, full).may("R1 shoot B1")


# SH-LOS3.  a3 and a4 are one hill, a7 is another.

HILLS = own("R . ^ ^ . . ^ . B")


@pytest.mark.parametrize(
    ("one", "other", "clear"),
    [
        ("a2", "a5", False),  # over the hill
        ("a2", "a6", False),
        ("a2", "a3", True),  # up to it
        ("a2", "a4", True),  # it is the target's hill
        ("a3", "a4", True),
        ("a3", "a5", True),  # over the shooter's own hill
        ("a3", "a6", True),
        ("a3", "a7", True),  # two hills, nothing but the shooter's own between
        ("a4", "a7", True),
        ("a4", "a8", False),  # standing on a hill doesn't help over another
        ("a3", "a8", False),
        ("a2", "a7", False),
        ("a5", "a8", False),
        ("a5", "a6", True),
        ("a7", "a8", True),
    ],
)
def test_sh_los3_a_hill_blocks_but_for_those_on_it(table, one, other, clear):
    for shooter, target in ((one, other), (other, one)):
        assert table(f"{START} R1={shooter} R2=a1 B1={target} B2=a9 M1=a1 M2=a9", HILLS).may("R1 shoot B1") == clear
        assert table(f"{BLUE} R1={target} R2=a1 B1={shooter} B2=a9 M1=a1 M2=a9", HILLS).may("B1 shoot R1") == clear


@pytest.mark.parametrize(
    ("board", "clear"),
    [
        ("R . . . B\n . . . .\n. . . . .", True),
        ("R . . . B\n . ^ . .\n. . . . .", True),  # one of the two hexes of the edge: nothing is crossed
        ("R . . . B\n . . ^ .\n. . . . .", True),
        ("R . . . B\n . ^ ^ .\n. . . . .", False),  # along the edge between two hexes of the hill
        ("R . ^ . B\n . ^ ^ .\n. . . . .", True),  # the shooter on the same hill
        ("R . . . B\n . ^ ^ .\n. . ^ . .", True),  # the target
    ],
)
def test_sh_los3_along_the_edge_inside_a_hill(table, board, clear):
    for shooter, target in (("a3", "c3"), ("c3", "a3")):
        there = f"{START} R1={shooter} R2=a1 B1={target} M1=a1 M2=a5"
        assert table(there, own(board)).may("R1 shoot B1") == clear


def test_sh_los3_nothing_else_blocks(table):
    # Figures, Marshals, cover of both kinds, smoke; then bunker, trench and base.
    there = f"{START} R1=c2 R2=c3 R3=c5 B1=c6 B2=c4 M1=c3 M2=c5 soft=c3,c6 hard=c4/W,c5/E smoke=c3,c4,c5,c6"
    assert table(there).may("R1 shoot B1")
    works = own(". . u t R . . . B")
    assert table(f"{START} R1=a2 R2=a3 R3=a5 B1=a6 B2=a4 M1=a3 M2=a4", works).may("R1 shoot B1")


def test_sh_los3_smoke_and_cover_on_a_hill_change_nothing(table):
    assert table(f"{START} R1=a3 R2=a1 B1=a5 M1=a1 M2=a9 soft=a4 smoke=a3", HILLS).may("R1 shoot B1")
    assert not table(f"{START} R1=a2 R2=a1 B1=a5 M1=a1 M2=a9 soft=a4", HILLS).may("R1 shoot B1")


# BO4.  Between a2 (q=1) and a3 (q=3) a hex is missing: 2 on the grid, 3 steps over b2 and b3.

GAP = Scenario.parse(
    'name = "gap"\nobjective = "elimination"\nmap = """\nR .   . B\n . . . .\n. . . . .\n"""\n'
    "[rules]\ngrenades = true\n"
)


def test_bo4_nobody_shoots_over_the_gap(table):
    assert not table(f"{START} R1=a2 R2=a1 B1=a3 M1=c1 M2=c1", GAP).may("R1 shoot B1")
    assert table(f"{START} R1=b2 R2=a1 B1=a3 M1=c1 M2=c1", GAP).may("R1 shoot B1")


def test_bo4_throws_are_counted_on_the_grid(table):
    here = table(f"{START} R1=a2,smoke R2=a1 B1=a4 M1=c1 M2=c1", GAP).act("R1 throw smoke")
    assert here.may("hex a3")
    assert not here.may("hex a4")  # 3


def test_bo4_marshals_walk_in_steps(table):
    # M1 in a3 is 3 steps from R1 in a2: not within 2; he walks b3, b2 and R1 wipes.
    there = "turn=2 phase=1 acting=blue second=red score=6,6 to=blue:act R1=a2 B1=b2 B2=a4 M1=a3 M2=c5"
    here = table(there, GAP).act("B1 shoot R1").act("done", "hit:B1=2 save:R1=2")
    assert here.changes == "used=0,1 B1=b2,p1,used,fired M1=b2"
    # Goggles lifted in a2: nobody is within 2 steps.
    mine = f"{START} R1=a2 R2=a1 B1=b2 M1=a3 M2=a4"
    table(mine, GAP).act("R1 shoot B1").act("done", "hit:R1=1 misfire:R1=6")
