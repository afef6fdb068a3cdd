"""TF: trenches, bunkers and hills.  LG: larger games."""

import pytest

from paintball_env.game import Game
from paintball_env.scenario import Scenario

START = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act"


def own(drawing, rules="", figures=4, soft=0):
    return Scenario.parse(
        f'name = "own"\nmap = """\n{drawing}\n"""\nobjective = "elimination"\n'
        f"[red]\nfigures = {figures}\n[blue]\nfigures = {figures}\n[cover]\nsoft = {soft}\n[rules]\n{rules}\n"
    )


TRENCH = own("R . . t t . t B\n . . . . . . .")
BUNKERS = own("R . . u u . u B\n . . . . . . .")
HILL = own("R . . ^ . . . B\n . . . . ^ . .", "grenades = true\nblind_spots = true")


@pytest.mark.parametrize("board", [TRENCH, BUNKERS], ids=["trench", "bunker"])
@pytest.mark.parametrize("face", [4, 5, 6])
def test_tf1_a_trench_is_a_bunker(both, board, face):
    # Range 2: only a 6 hits who is in it, aimed too.  Who stands behind it is hit by a 4 at range 3.
    t = both(f"{START} used=1,0 R1=a2,p1,used,aim R2=b1 B1=a4 B2=b7 M1=a1 M2=a8", board)
    t.act("R1 shoot B1", f"hit:R1={face}" + " save:B1=1" * (face == 6))
    assert t.changes == "R1=a2,p0,used,fired"
    t = both(f"{START} R1=a3 R2=b1 B1=a6 B2=b7 M1=a1 M2=a8", board)
    t.act("R1 shoot B1").act("done", "hit:R1=4 save:B1=1")
    assert t.changes == "used=1,0 R1=a3,p1,used,fired"


@pytest.mark.parametrize("board", [TRENCH, BUNKERS], ids=["trench", "bunker"])
def test_tf1_at_most_two_of_a_team_in_each_hex_and_no_sentry(both, board):
    t = both(f"{START} R1=a4 R2=a4 R3=a3 R4=a5 B1=b7 M1=a1 M2=a8", board)
    assert not t.may("R3 move E") and t.may("R3 move SE")
    assert not t.may("R1 sentry") and t.may("R3 sentry")
    # Two of Blue's leave a place (EN4).
    t = both(f"{START} R1=a3 R2=a3 B1=a4 B2=a4 B3=b7 M1=a1 M2=a8", board)
    assert t.may("R1 move E")
    t.act("R1 move E")
    assert not t.may("R2 move E")


def test_tf1_in_one_trench_they_shoot_as_if_in_the_open(both):
    # R1 in a4, B1 in a5: one trench of two hexes; a 2 hits at range 1.  Bunkers side by side are two.
    there = f"{START} R1=a4 R2=b1 B1=a5 B2=a7 M1=a1 M2=a8"
    t = both(there, TRENCH).act("R1 shoot B1").act("done", "hit:R1=2 save:B1=1")
    assert t.changes == "used=1,0 R1=a4,p1,used,fired"
    t = both(there, BUNKERS).act("R1 shoot B1").act("done", "hit:R1=5")
    assert t.changes == "used=1,0 R1=a4,p1,used,fired"
    # The trench in a7 is another one.
    t = both(there, TRENCH).act("R1 shoot B2").act("done", "hit:R1=5")
    assert t.changes == "used=1,0 R1=a4,p1,used,fired"


def test_tf1_cover_does_not_stand_in_works(both):
    # A trench or bunker hex holds no piece (BO3); a hill may.
    scenario = own("R . . t u ^ . B\n . . . . . . .", soft=1)
    t = both("turn=0 acting=red second=red to=red:cover-hex kind=soft left=1+0,0+0", scenario)
    assert {"hex a2", "hex a6", "hex b4"} <= set(t.legal)
    assert {"hex a1", "hex a4", "hex a5", "hex a8"}.isdisjoint(t.legal)


def test_tf1_a_hill_blocks_the_line_but_for_those_on_it(both):
    # The hill in a4 lies between a3 and a5.
    t = both(f"{START} R1=a3 R2=a4 R3=b1 B1=a5/W B2=b7 M1=a1 M2=a8", HILL)
    assert not t.may("R1 shoot B1") and t.may("R2 shoot B1")
    t = both(f"{START} R1=a3 R2=b1 B1=a4 B2=b7 M1=a1 M2=a8", HILL)
    assert t.may("R1 shoot B1")


def test_tf1_a_hill_neither_hinders_nor_helps_a_throw(both):
    # Over the hill, onto it and from it: 2 hexes.
    t = both(f"{START} R1=a3,smoke R2=b1 B1=b7 M1=a1 M2=a8", HILL).act("R1 throw smoke")
    assert t.may("hex a5") and t.may("hex a4") and not t.may("hex a6")
    t.act("hex a5", "scatter:R1=2")
    assert t.changes == "used=1,0 R1=a3,p0,used smoke=a5"
    t = both(f"{START} R1=a4,smoke R2=b1 B1=b7 M1=a1 M2=a8", HILL).act("R1 throw smoke")
    assert t.may("hex a6") and not t.may("hex a7")


def test_tf1_a_throw_into_a_trench_and_onto_its_own_hex(both):
    board = own("R . . t t . t B\n . . . . . . .", "grenades = true")
    t = both(f"{START} R1=a4,paint R2=b1 B1=b7 M1=a2 M2=a8", board).act("R1 throw paint")
    t.act("hex a4", "scatter:R1=2 mark:R1=1")
    assert t.changes == "used=1,0 R1=a4,p0,used"


# LG.

FIELD = "\n".join(
    ["R" + " ." * 6, *[" " * (row % 2) + " ".join(".......") for row in range(1, 5)], " " + ". " * 6 + "B"]
)


def large(red, blue, rules=""):
    start = 'start = ["a2", "a3"]', 'start = ["f1", "f2"]'
    return Scenario.parse(
        f'name = "own"\nmap = """\n{FIELD}\n"""\nobjective = "elimination"\nmarshals_at = ["c3"]\n'
        f"[red]\nfigures = {red}\n{start[0]}\n[blue]\nfigures = {blue}\n{start[1]}\n[rules]\n{rules}\n"
    )


@pytest.mark.parametrize(
    ("red", "blue", "two"), [(12, 12, True), (12, 2, True), (2, 12, True), (11, 11, False), (11, 2, False)]
)
def test_lg1_more_than_11_in_a_team_and_both_roll_2d6(both, red, blue, two):
    # By the size they start with, though only one figure is left.
    last = "turn=2 phase=2 acting=red second=red score=6,6 to=red:act"
    t = both(f"{last} R1=c1 B1=d7 M1=a1 M2=f7 M3=c3", large(red, blue))
    t.act("done", "command:red=6 command:blue=5")
    commands = [draw.classes for draw in t.game.draws if draw.purpose == "command"]
    assert commands == (["2d6"] * 2 if two else ["123456"] * 2)
    if two:
        t = both(f"{last} R1=c1 B1=d7 M1=a1 M2=f7 M3=c3", large(red, blue))
        t.act("done", "command:red=12 command:blue=2")
        assert t.changes == "turn=3 phase=1 score=12,2"


def test_lg1_the_sum_is_the_number_of_figures(table):
    # 12 against 7: Red may use all twelve.
    red = " ".join(f"R{i}=c1" for i in range(1, 13))
    t = table(f"turn=2 phase=2 acting=red second=red score=6,6 to=red:act {red} B1=d7 M1=a1 M2=f7 M3=c3", large(12, 12))
    t.act("done", "command:red=12 command:blue=7")
    for i in range(1, 13):
        assert t.may(f"R{i} move E")
        t.act(f"R{i} move E")
    assert "used=12,0" in t.position


def test_lg1_a_third_marshal_of_no_team(both):
    # He is called like the others: in c3 he is in the way first, then 2 away from B1; M1 and M2 are far.
    t = both(f"{START} R1=c2 R2=c1 B1=c5 B2=f6 M1=a1 M2=f7 M3=c3", large(4, 4))
    t.act("R1 shoot B1").act("done", "hit:R1=4 way:R1=1 save:B1=2 check:B1=4")
    assert t.changes == "used=1,0 R1=c2,p1,used,fired M3=c5 -B1"


def test_lg1_he_stands_where_the_scenario_says():
    # A new game; the teams' Marshals and figures are placed first by the players.
    game = Game(Scenario.load("battle-12"), results=[1])
    assert " M3=e7" in game.position()
