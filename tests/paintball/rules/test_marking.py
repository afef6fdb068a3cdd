"""SV: the saving throw.  PC: the paintcheck and the Marshals."""

import pytest

from paintball_env.rules.marshals import is_checked
from paintball_env.scenario import Scenario

START = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act"
SHOT = f"{START} R1=c2 R2=b1 B1=c5 B2=b7 "  # R1 shoots at B1 along the row: range 3
FOUR_MARSHALS = Scenario.parse('name = "own"\nmap = "hexon26"\nobjective = "capture"\nmarshals_at = ["b4", "d4"]\n')
NO_MARSHALS = Scenario.parse(
    'name = "own"\nmap = "hexon26"\nobjective = "capture"\n[red]\nmarshal = false\n[blue]\nmarshal = false\n'
)
# a3 and a4 are two hexes apart over the gap, and three on foot.
GAP = Scenario.parse(
    'name = "own"\nmap = """\nR . .   . . .\n . . . . . .\n. . .   . . B\n"""\nobjective = "capture"\n'
    '[red]\nstart = ["a1", "a2"]\n[blue]\nstart = ["c6", "c5"]\n'
)


def shoot(t, dice):
    return t.act("R1 shoot B1").act("done", dice)


@pytest.mark.parametrize("face", range(1, 7))
def test_sv1_on_1_or_6_the_hit_leaves_no_mark(both, face):
    marks = face not in (1, 6)
    t = shoot(both(SHOT + "M1=c1 M2=c6"), f"hit:R1=4 save:B1={face}" + " check:B1=3" * marks)
    assert t.changes == "used=1,0 R1=c2,p1,used,fired" + " M2=c5" * marks


@pytest.mark.parametrize("face", range(1, 7))
def test_sv2_in_soft_cover_on_1_2_or_3_instead(both, face):
    # So a 6 marks there.
    marks = face >= 4
    t = shoot(both(SHOT + "M1=c1 M2=c6 soft=c5"), f"hit:R1=4 way:R1=1 save:B1={face}" + " check:B1=3" * marks)
    assert t.changes == "used=1,0 R1=c2,p1,used,fired" + " M2=c5" * marks


@pytest.mark.parametrize("face", range(1, 7))
def test_sv2_also_for_a_figure_hit_in_the_way(both, face):
    # The Marshal in c3 lets it pass; the friend in the foliage of c4 stops it before the foliage could.
    t = both(f"{START} R1=c2 R2=c4 R3=b1 B1=c5 B2=b7 M1=c3 M2=c6 soft=c4")
    marks = face >= 4
    t = shoot(t, f"hit:R1=4 way:R1=1 way:R1=4 save:R2={face}" + " check:R2=3" * marks)
    assert t.changes == "used=1,0 R1=c2,p1,used,fired" + " M1=c4" * marks


def test_sv2_only_cover_in_its_own_hex_counts(both):
    t = shoot(both(SHOT + "M1=c1 M2=c6 soft=c4,c6,b4"), "hit:R1=4 way:R1=1 save:B1=3 check:B1=1")
    assert t.changes == "used=1,0 R1=c2,p1,used,fired M2=c5"


@pytest.mark.parametrize("face", range(1, 7))
def test_pc1_the_check_lets_play_on_1_to_3_and_puts_out_on_4_to_6(both, face):
    t = shoot(both(SHOT + "M1=c1 M2=c6"), f"hit:R1=4 save:B1=2 check:B1={face}")
    assert t.changes == "used=1,0 R1=c2,p1,used,fired M2=c5" + " -B1" * (face >= 4)


@pytest.mark.parametrize(("place", "comes"), [("c5", True), ("c6", True), ("c7", True), ("d6", True), ("c8", False)])
def test_pc1_he_comes_from_2_hexes_away_at_most(both, place, comes):
    # From c8, 3 away, he only walks 2 hexes along the row (the only shortest way) and B1 wipes.
    t = shoot(both(SHOT + f"M1=c1 M2={place}"), "hit:R1=4 save:B1=2" + " check:B1=4" * comes)
    where = "c5" if comes else "c6"
    moved = f" M2={where}" if where != place else ""
    assert t.changes == "used=1,0 R1=c2,p1,used,fired" + moved + " -B1" * comes


@pytest.mark.parametrize(
    ("marshals", "comes"),
    [
        ("M1=c1 M2=c5", True),
        ("M1=c1 M2=c7", True),
        ("M1=c1 M2=c8", False),
        ("B3=c5,jammed M1=c1 M2=c5,attends=B3", True),
        ("B3=c6,jammed M1=c1 M2=c6,attends=B3", False),
    ],
)
def test_pc1_whether_anybody_would_come_is_known_before(both, marshals, comes):
    t = both(SHOT + marshals)
    record, world = t.game.games[0], t.scenario.world[0]
    assert is_checked(world, record, int(record.figure[1 - record.acting, 0].hex)) is comes
    shoot(t, "hit:R1=4 save:B1=2" + " check:B1=4" * comes)


def test_pc1_the_nearest_comes_whoever_brought_him(both):
    # M1 is 1 away, M2 2: M1 comes.  M1 has to pass the way of the shot first, in c4.
    t = shoot(both(SHOT + "M1=b5 M2=c7"), "hit:R1=4 save:B1=2 check:B1=4")
    assert t.changes == "used=1,0 R1=c2,p1,used,fired M1=c5 -B1"


def test_pc1_the_one_who_attends_in_its_hex_checks(both):
    # B3's Marshal stands with B1 in c5: he checks, and stays with B3.  M2, free in the same hex, isn't needed.
    t = both(SHOT + "B3=c5,jammed M1=c5,attends=B3 M2=c6")
    shoot(t, "hit:R1=4 save:B1=2 check:B1=4")
    assert t.changes == "used=1,0 R1=c2,p1,used,fired -B1"


def test_pc1_of_two_who_attend_there_nothing_is_drawn(both):
    t = both(SHOT + "B3=c5,jammed B4=c5,jammed M1=c5,attends=B3 M2=c5,attends=B4")
    shoot(t, "hit:R1=4 save:B1=2 check:B1=3")
    assert t.changes == "used=1,0 R1=c2,p1,used,fired"


def test_pc1_his_own_marshal_frees_himself_when_the_attended_figure_goes(both):
    t = both(f"{START} R1=c2 R2=b1 B1=c5,jammed B2=b7 M1=c1 M2=c5,attends=B1")
    shoot(t, "hit:R1=4 save:B1=2 check:B1=4")
    assert t.changes == "used=1,0 R1=c2,p1,used,fired M2=c5 -B1"


def test_pc1_one_attending_elsewhere_cannot_come(both):
    # M2 in the next hex attends B2; M1, 2 away, comes.
    t = both(f"{START} R1=c2 R2=b1 B1=c5 B2=c6,jammed M1=a2 M2=c6,attends=B2")
    shoot(t, "hit:R1=4 save:B1=2 check:B1=4")
    assert t.changes == "used=1,0 R1=c2,p1,used,fired M1=c5 -B1"


def test_pc1_he_checks_the_second_hit_where_he_stands(both):
    # Two hits: M1, in the next hex, has come for the first; the second finds him in the hex.  M2 is 2 away.
    t = both(SHOT + "M1=b4 M2=c7")
    t.act("R1 shoot B1").act("R1 shoot B1", "hit:R1=4 hit:R1=5 save:B1=2 check:B1=3 save:B1=5 check:B1=4")
    assert t.changes == "used=1,0 R1=c2,p0,used,fired M1=c5 -B1"


def test_pc2_too_far_away_he_walks_2_hexes_and_it_wipes(both):
    # M2 in e2 attends; M1 in c1, 4 from c5, walks along the row.  No check: B1 plays on.
    t = both(f"{START} R1=c2 R2=b1 B1=c5 B2=e2,jammed M1=c1 M2=e2,attends=B2")
    shoot(t, "hit:R1=4 save:B1=2")
    assert t.changes == "used=1,0 R1=c2,p1,used,fired M1=c3"


def test_pc2_the_nearest_walks(both):
    # M1 is 4 away in c1, M2 3 away in c8.
    t = shoot(both(SHOT + "M1=c1 M2=c8"), "hit:R1=4 save:B1=2")
    assert t.changes == "used=1,0 R1=c2,p1,used,fired M2=c6"


def test_pc2_he_does_not_go_on_next_turn(both):
    # Both phases end; in turn 3 the Marshals stand where they stood.
    t = both("turn=2 phase=2 acting=red second=red score=6,6 to=red:act R1=c2 R2=b1 B1=c5 B2=b7 M1=c1 M2=c8")
    shoot(t, "hit:R1=4 save:B1=2").act("done", "command:red=5 command:blue=2")
    assert t.changes == "turn=3 phase=1 score=5,2 M2=c6"


def test_pc2_next_turn_another_call_moves_him(both):
    t = both("turn=2 phase=2 acting=red second=red score=6,6 to=red:act R1=c2 R2=b1 B1=c4 B2=b7 M1=c8 M2=c8")
    shoot(t, "hit:R1=3 save:B1=2").act("done", "command:red=5 command:blue=2")
    assert "M2=c6" in t.position
    shoot(t, "hit:R1=3 save:B1=2 check:B1=3")
    assert "M2=c4" in t.position


def test_pc3_he_walks_a_shortest_way_each_step_by_lot(both):
    # From b1 (1,-1) to b5's neighbour c5 (4,0): 4 steps; the ways lead by b2 or c2, then by b3, c3.
    # Candidates in reading order: b2, c2; after b2: b3, c3; after c2 only c3.
    there = f"{START} R1=c3 R2=c1 B1=c5 B2=e2,jammed M1=b1 M2=e2,attends=B2"
    shot = "hit:R1=3 save:B1=2 step:M1="
    ends = {"1/2 step:M1=1/2": "b3", "1/2 step:M1=2/2": "c3", "2/2": "c3"}
    for dice, end in ends.items():
        t = shoot(both(there), shot + dice)
        assert t.changes == f"used=1,0 R1=c3,p1,used,fired M1={end}"


def test_pc3_equally_near_the_figures_own_then_the_third_then_lot(both):
    # All are 2 away from c5: the own one.
    t = shoot(both(SHOT + "M1=a2 M2=c7 M3=e2 M4=d6", FOUR_MARSHALS), "hit:R1=4 save:B1=2 check:B1=3")
    assert t.changes == "used=1,0 R1=c2,p1,used,fired M2=c5"
    # The own one is 3 away: those of no team, by lot.
    for number, lot in ((3, "1/2"), (4, "2/2")):
        t = both(SHOT + "M1=a2 M2=c8 M3=e2 M4=d6", FOUR_MARSHALS)
        shoot(t, f"hit:R1=4 save:B1=2 marshal:B1={lot} check:B1=3")
        assert t.changes == f"used=1,0 R1=c2,p1,used,fired M{number}=c5"
    # One of no team goes before the enemy's.
    t = shoot(both(SHOT + "M1=a2 M2=c8 M4=d6", FOUR_MARSHALS), "hit:R1=4 save:B1=2 check:B1=3")
    assert t.changes == "used=1,0 R1=c2,p1,used,fired M4=c5"
    t = shoot(both(SHOT + "M1=a2 M2=c8 M3=d6", FOUR_MARSHALS), "hit:R1=4 save:B1=2 check:B1=3")
    assert t.changes == "used=1,0 R1=c2,p1,used,fired M3=c5"
    # Of the two of no team the nearer, without a lot: d5 is 1 away, e2 and d6 are 2.
    t = shoot(both(SHOT + "M1=c1 M2=c8 M3=d5 M4=d6", FOUR_MARSHALS), "hit:R1=4 save:B1=2 check:B1=3")
    assert t.changes == "used=1,0 R1=c2,p1,used,fired M3=c5"
    t = shoot(both(SHOT + "M1=c1 M2=c8 M3=e2 M4=d5", FOUR_MARSHALS), "hit:R1=4 save:B1=2 check:B1=3")
    assert t.changes == "used=1,0 R1=c2,p1,used,fired M4=c5"
    # The enemy's nearer than all others.
    t = shoot(both(SHOT + "M1=b5 M2=c7 M3=e2 M4=d6", FOUR_MARSHALS), "hit:R1=4 save:B1=2 check:B1=3")
    assert t.changes == "used=1,0 R1=c2,p1,used,fired M1=c5"


def test_pc3_the_tie_is_broken_likewise_for_the_one_who_only_walks(both):
    # All are 3 away from c5.
    t = shoot(both(SHOT + "M1=b2 M2=c8 M3=d2", FOUR_MARSHALS), "hit:R1=4 save:B1=2")
    assert t.changes == "used=1,0 R1=c2,p1,used,fired M2=c6"


def test_pc3_the_own_team_is_the_hit_figures(both):
    # R2 is hit in the way: M1 and M2 are both 2 away from c4, and M1 comes.
    t = both(f"{START} R1=c2 R2=c4 R3=b1 B1=c5 B2=b7 M1=d2 M2=c6")
    shoot(t, "hit:R1=4 way:R1=4 save:R2=2 check:R2=4")
    assert t.changes == "used=1,0 R1=c2,p1,used,fired M1=c4 -R2"


def test_pc3_no_free_marshal_and_it_wipes(both):
    t = both(f"{START} R1=c2 R2=b1 B1=c5 B2=b7,jammed B3=d7,jammed M1=b7,attends=B2 M2=d7,attends=B3")
    shoot(t, "hit:R1=4 save:B1=2")
    assert t.changes == "used=1,0 R1=c2,p1,used,fired"
    t = shoot(both(SHOT, NO_MARSHALS), "hit:R1=4 save:B1=2")
    assert t.changes == "used=1,0 R1=c2,p1,used,fired"


def test_pc3_distances_are_steps_on_foot(both):
    # B1 in a4, M2 in a3: over the gap 2 hexes, on foot 3 (b3 b4 a4): nobody is within 2, and he walks by b3 to b4.
    t = both(f"{START} R1=b5 R2=a2 B1=a4 B2=c6 M1=a1 M2=a3", GAP)
    t.act("R1 shoot B1").act("done", "hit:R1=2 save:B1=2")
    assert t.changes == "used=1,0 R1=b5,p1,used,fired M2=b4"


def test_pc4_out_at_once_its_flag_stays_its_grenades_go(both):
    # The carrier B1 with two grenades is put out: the flag lies in c5, and nothing else of him is left.
    t = both(
        f"{START} R1=c2 R2=b1 B1=c5,expert,smoke2,paint B2=b7 M1=c1 M2=c6 flag.red=B1 flag.blue=d7", "capture-the-flag"
    )
    shoot(t, "hit:R1=4 save:B1=2 check:B1=4")
    assert t.changes == "used=1,0 R1=c2,p1,used,fired M2=c5 flag.red=c5 -B1"


def test_pc4_a_sentry_out_reacts_no_more(both):
    t = both(f"{START} R1=c2 R2=b1 B1=c5,sentry B2=b7 M1=c1 M2=c6")
    shoot(t, "hit:R1=4 save:B1=2 check:B1=4").act("R1 move E")
    assert t.changes == "used=1,0 R1=c3,p0,moved1,used,fired M2=c5 -B1"
