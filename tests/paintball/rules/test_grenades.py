"""EX: experts.  GR: grenades.  SM: smoke.  PG: paint.  (Who is an expert and carries what: test_setup.py.)"""

import pytest

from paintball_env.scenario import Scenario

START = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act"
LAST = "turn=2 phase=2 acting=red second=red score=6,6 to=red:act"  # the turn ends with Red's phase
ADVANCED = "capture-the-flag"
# a3 and a4 are two hexes apart over the gap, and three on foot.
GAP = Scenario.parse(
    'name = "own"\nmap = """\nR . .   . . .\n . . . . . .\n. . .   . . B\n"""\nobjective = "elimination"\n'
    '[red]\nstart = ["a1", "a2"]\n[blue]\nstart = ["c6", "c5"]\n[rules]\ngrenades = true\n'
)


# EX.


def test_ex2_an_expert_has_3_points(both):
    # One to move, two to shoot; the other figure has two.
    t = both(f"{START} R1=c2,expert R2=d2 B1=c5 B2=b7 M1=c1 M2=c6", ADVANCED).act("R1 move E")
    assert t.changes == "used=1,0 R1=c3,expert,p2,moved1,used"
    t.act("R1 shoot B1").act("R1 shoot B1", "hit:R1=2 hit:R1=2")
    assert t.changes == "used=1,0 R1=c3,expert,p0,moved1,used,fired"
    t.act("R2 move E")
    assert t.changes == "used=2,0 R1=c3,expert,p0,moved1,used,fired R2=d3,p1,moved1,used"


def test_ex2_they_come_back_every_turn(both):
    t = both(f"{LAST} R1=c2,expert R2=b1 B1=c5,expert B2=b7 M1=c1 M2=c6", ADVANCED)
    t.act("R1 sentry").act("done", "command:red=6 command:blue=1")
    assert t.changes == "turn=3 phase=1 score=6,1 R1=c2,expert,sentry"


# GR.


def test_gr2_a_throw_costs_2_points_paid_at_once(both):
    # Declared, it is paid and in the hand; then the hex is named.
    t = both(f"{START} R1=c2,smoke2,paint R2=b1 B1=c5 M1=c1 M2=c6", ADVANCED).act("R1 throw smoke")
    assert t.changes == "used=1,0 to=red:throw actor=R1 kind=smoke R1=c2,smoke,paint,p0,used"
    t = both(f"{START} R1=c2,smoke2,paint R2=b1 B1=c5 M1=c1 M2=c6", ADVANCED).act("R1 throw paint")
    assert t.changes == "used=1,0 to=red:throw actor=R1 kind=paint R1=c2,smoke2,p0,used"
    t.act("hex c4", "scatter:R1=2")
    assert t.changes == "used=1,0 R1=c2,smoke2,p0,used"
    # An expert has a point left.
    t = both(f"{START} R1=c2,expert,paint R2=b1 B1=c5 M1=c1 M2=c6", ADVANCED).act("R1 throw paint")
    assert t.changes == "used=1,0 to=red:throw actor=R1 kind=paint R1=c2,expert,p1,used"


def test_gr2_with_1_point_or_without_the_grenade_no_throw(both):
    there = f"{START} used=1,0 R1=c2,smoke,p1,moved1,used R2=b1,smoke R3=d1,paint B1=c5 M1=c1 M2=c6"
    t = both(there, ADVANCED)
    assert [a for a in t.legal if "throw" in a] == ["R2 throw smoke", "R3 throw paint"]


@pytest.mark.parametrize(
    ("state", "may"),
    [("", True), ("empty", True), ("suppressed", True), ("jammed", False), ("sentry", False), ("dazed", False)],
)
def test_gr2_neutral_figures_and_sentries_cannot(both, state, may):
    t = both(f"{START} R1=c2,smoke{',' * bool(state)}{state} R2=b1 B1=c5 M1=c1 M2=c6", ADVANCED)
    assert t.may("R1 throw smoke") is may


def test_gr2_a_carrier_may_throw_and_after_a_volley_too(both):
    t = both(
        f"{START} used=1,0 R1=c2,expert,smoke,p2,used,fired R2=b1 B1=c5 M1=c1 M2=c6 flag.red=b1 flag.blue=R1", ADVANCED
    )
    assert t.may("R1 throw smoke")


def test_gr2_up_to_2_hexes_its_own_too_whatever_lies_behind(both):
    # Facing west in c2: every hex of the board at 0, 1 or 2.
    t = both(f"{START} R1=c2/W,smoke R2=b1 B1=c5 M1=c1 M2=c6", ADVANCED).act("R1 throw smoke")
    near = ("b1", "b2", "b3", "c1", "c2", "c3", "c4", "d1", "d2", "d3")
    assert sorted(t.legal) == [f"hex {name}" for name in near]


def test_gr2_counted_on_the_plain_grid(both):
    # Over the gap from a3 to a4: 2, though 3 on foot, and though no shot could cross it.
    t = both(f"{START} R1=a3,smoke R2=b1 B1=c6 M1=a1 M2=c5", GAP).act("R1 throw smoke")
    assert {"hex a4", "hex a1", "hex b4", "hex c2", "hex c3", "hex b1"} <= set(t.legal)
    assert {"hex a5", "hex b5", "hex c4", "hex c1"}.isdisjoint(t.legal)


@pytest.mark.parametrize("expert", [False, True])
@pytest.mark.parametrize("face", range(1, 7))
def test_gr3_1_or_6_misses_an_experts_1_only(both, face, expert):
    experts, left = (",expert", 1) if expert else ("", 0)
    t = both(f"{START} R1=c2{experts},smoke R2=b1 B1=c5 M1=c1 M2=c6", ADVANCED)
    t.act("R1 throw smoke").act("hex c4", f"scatter:R1={face}")
    if face == 1 or (face == 6 and not expert):
        thrown = "to=blue:scatter actor=R1 place=c4 kind=smoke"
        assert t.changes == f"used=1,0 {thrown} R1=c2{experts},p{left},used"
    else:
        assert t.changes == f"used=1,0 R1=c2{experts},p{left},used smoke=c4"


def test_gr3_the_opponent_names_a_hex_next_to_the_named_one(both):
    t = both(f"{START} R1=c2,smoke R2=b1 B1=c5 M1=c1 M2=c6", ADVANCED)
    t.act("R1 throw smoke").act("hex c4", "scatter:R1=6")
    assert sorted(t.legal) == [f"hex {name}" for name in ("b3", "b4", "c3", "c5", "d3", "d4")]
    t.act("hex d3")
    assert t.changes == "used=1,0 R1=c2,p0,used smoke=d3"
    assert "scattered" in [event.kind for event in t.game.events]


def test_gr3_only_hexes_of_the_board(both):
    # Next to the base c1: b1, c2, d1.  Out of the thrower's reach or not is no matter.
    t = both(f"{START} R1=c3,smoke R2=b1 B1=c5 M1=c2 M2=c6", ADVANCED)
    t.act("R1 throw smoke").act("hex c1", "scatter:R1=1")
    assert sorted(t.legal) == ["hex b1", "hex c2", "hex d1"]
    t = both(f"{START} R1=c3,smoke R2=b1 B1=c5 M1=c2 M2=c6", ADVANCED)
    t.act("R1 throw smoke").act("hex c5", "scatter:R1=1").act("hex c6")
    assert t.changes == "used=1,0 R1=c3,p0,used smoke=c6"


# SM.


def test_sm1_one_cloud_a_hex(both):
    t = both(f"{START} R1=c2,smoke R2=b1 B1=c5 M1=c1 M2=c6 smoke=b2,c4", ADVANCED)
    t.act("R1 throw smoke").act("hex c4", "scatter:R1=3")
    assert t.changes == "used=1,0 R1=c2,p0,used"


def test_sm1_it_stays_where_it_is(both):
    t = both(f"{START} R1=c2 R2=b1 B1=c5 M1=c1 M2=c6 smoke=c2", ADVANCED).act("R1 move E")
    assert t.changes == "used=1,0 R1=c3,p1,moved1,used"


SMOKED = f"{START} R1=c2,expert R2=b1 B1=c5 B2=b7 M1=c1 M2=c6 smoke={{}}"


@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("what", ["shoot", "suppress"])
def test_sm2_a_shooter_in_smoke_must_roll_4_or_more(both, face, what):
    # Rolled once for the volley; failing, both declared shots' points are spent and it does nothing more this turn,
    # though a point is left.
    t = both(SMOKED.format("c2"), ADVANCED).act(f"R1 {what} B1").act(f"R1 {what} B1")
    t.act("done", f"spot-in:R1={face}" + " hit:R1=2 hit:R1=2" * (face >= 4))
    dazed = ",dazed" * (face <= 3)
    assert t.changes == f"used=1,0 R1=c2,expert,p1,used,fired{dazed}"
    assert t.may("R1 move E") is (face >= 4)
    assert any(action.startswith("R1") for action in t.legal) is (face >= 4)


def test_sm2_the_daze_ends_with_the_turn(both):
    t = both(f"{LAST} used=1,0 R1=c2,p0,used,fired,dazed R2=b1 B1=c5 M1=c1 M2=c6", ADVANCED)
    t.act("done", "command:red=6 command:blue=1")
    assert t.changes == "turn=3 phase=1 score=6,1 R1=c2 -used"
    assert t.may("R1 shoot B1")


def test_sm2_at_range_0_too(both):
    # Both in Blue's base, in smoke: spotted, a 2 hits.
    t = both(f"{START} R1=c8 R2=b1 B1=c8 B2=b7 M1=c1 M2=c6 smoke=c8", ADVANCED)
    t.act("R1 shoot B1").act("done", "spot-in:R1=4 hit:R1=2 save:B1=1")
    assert t.changes == "used=1,0 R1=c8,p1,used,fired"


@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("what", ["shoot", "suppress"])
def test_sm3_smoke_between_fails_on_1_or_6(both, face, what):
    # The volley and its points are gone, and nothing else: the third point still moves.
    seen = face not in (1, 6)
    t = both(SMOKED.format("c4"), ADVANCED).act(f"R1 {what} B1").act(f"R1 {what} B1")
    t.act("done", f"spot-through:R1={face}" + " hit:R1=2 hit:R1=2" * seen)
    assert t.changes == "used=1,0 R1=c2,expert,p1,used,fired"
    assert t.may("R1 move E") and not t.may("R1 shoot B1") and not t.may("R1 aim")


def test_sm3_several_clouds_one_roll(both):
    t = both(SMOKED.format("c3,c4"), ADVANCED).act("R1 shoot B1").act("done", "spot-through:R1=2 hit:R1=2")
    assert t.changes == "used=1,0 R1=c2,expert,p2,used,fired"


def test_sm3_the_aim_is_gone(both):
    t = both(SMOKED.format("c3").replace("to=", "used=1,0 to=").replace("expert", "expert,p2,used,aim"), ADVANCED)
    t.act("R1 shoot B1").act("done", "spot-through:R1=1")
    assert t.changes == "R1=c2,expert,p1,used,fired"


def test_sm3_both_rolls_if_both_the_own_smoke_first(both):
    t = both(SMOKED.format("c2,c3"), ADVANCED).act("R1 shoot B1").act("done", "spot-in:R1=4 spot-through:R1=5 hit:R1=2")
    assert t.changes == "used=1,0 R1=c2,expert,p2,used,fired"
    t = both(SMOKED.format("c2,c3"), ADVANCED).act("R1 shoot B1").act("done", "spot-in:R1=1")
    assert t.changes == "used=1,0 R1=c2,expert,p2,used,fired,dazed"
    t = both(SMOKED.format("c2,c3"), ADVANCED).act("R1 shoot B1").act("done", "spot-in:R1=6 spot-through:R1=1")
    assert t.changes == "used=1,0 R1=c2,expert,p2,used,fired"


def test_sm3_smoke_in_the_targets_hex_or_beside_the_line_is_nothing(both):
    t = both(SMOKED.format("b2,b3,b4,c5,c6,d3"), ADVANCED).act("R1 shoot B1").act("done", "hit:R1=2")
    assert t.changes == "used=1,0 R1=c2,expert,p2,used,fired"
    # A line along the edge of b3 and b4 crosses neither.
    t = both(f"{START} R1=a1 R2=b1 B1=c4 B2=b7 M1=c1 M2=c6 smoke=b3,b4", ADVANCED).act("R1 shoot B1")
    assert not t.may("R1 shoot B2")
    t.act("done", "hit:R1=2")
    assert t.changes == "used=1,0 R1=a1,p1,used,fired"


def test_sm2_sm3_for_reactions_too(both):
    # A sentry in smoke behind smoke: both rolls.
    t = both(f"{START} R1=c2 R2=b1 B1=c6,sentry B2=b7 M1=c1 M2=d7 smoke=c5,c6", ADVANCED).act("R1 move E")
    t.act("B1 shoot R1", "spot-in:B1=5 spot-through:B1=3 hit:B1=3")
    assert t.changes == "used=1,0 R1=c3,p1,moved1,used"


@pytest.mark.parametrize("face", range(1, 7))
def test_sm4_it_clears_on_1_or_6_at_the_start_of_a_turn(both, face):
    t = both(f"{LAST} R1=c2 B1=c5 M1=c1 M2=c6 smoke=c4", ADVANCED)
    t.act("done", f"clear:c4={face} command:red=6 command:blue=1")
    assert t.changes == "turn=3 phase=1 score=6,1" + " -smoke" * (face in (1, 6))


def test_sm4_every_cloud_for_itself_in_order(both):
    # Seen from the side of the last phase (W2), from one end of the board to the other.
    t = both(f"{LAST} R1=c2 B1=c5 M1=c1 M2=c6 smoke=a1,c1,c4,e2", ADVANCED)
    t.act("done", "clear:a1=1 clear:c1=2 clear:c4=6 clear:e2=5 command:red=6 command:blue=1")
    assert t.changes == "turn=3 phase=1 score=6,1 smoke=c1,e2"


def test_sm4_clouds_clear_before_marshals_walk(both):
    t = both(f"{LAST} R1=c2 R2=b1,jammed B1=c5 M1=c5 M2=c6 smoke=a2", ADVANCED)
    t.act("done", "clear:a2=3 step:M1=2/2 step:M1=2/2 command:red=6 command:blue=1")
    assert t.changes == "turn=3 phase=1 score=6,1 M1=c3"


# PG.


def test_pg1_all_rolls_in_order_then_the_checks_in_order(both):
    # In Blue's base: Red's figure first, then Blue's.
    t = both(f"{START} R1=c6,paint R2=c8 R3=b1 B1=c8 B2=c8,suppressed B3=b7 M1=c1 M2=d7", ADVANCED)
    t.act("R1 throw paint")
    t.act("hex c8", "scatter:R1=2 mark:R2=2 mark:B1=3 mark:B2=5 check:R2=4 check:B1=3 check:B2=6")
    assert t.changes == "used=1,0 R1=c6,p0,used M2=c8 -R2 -B2"


def test_pg1_own_figures_first_also_at_home(both):
    # R2 is unmarked.  After R3's check the base still holds 3, so M1 steps aside (EN5), and comes back to check B1.
    t = both(f"{START} R1=c3,paint R2=c1 R3=c1 R4=b2 B1=c1 B3=b7 M1=d1 M2=c8", ADVANCED).act("R1 throw paint")
    t.act("hex c1", "scatter:R1=2 mark:R2=6 mark:R3=2 mark:B1=5 check:R3=3 aside:M1=2/3 check:B1=4")
    assert t.changes == "used=1,0 R1=c3,p0,used M1=c1 -B1"


@pytest.mark.parametrize("face", range(1, 7))
def test_pg1_unmarked_on_1_or_6_the_thrower_too(both, face):
    # At its own feet (range 0).  In foliage the roll is the same.
    marked = face not in (1, 6)
    t = both(f"{START} R1=c3,paint R2=b1 B1=c5 M1=c1 M2=c6 soft=c3", ADVANCED)
    t.act("R1 throw paint").act("hex c3", f"scatter:R1=2 mark:R1={face}" + " check:R1=4" * marked)
    assert t.changes == "used=1,0" + (" M1=c3 -R1" if marked else " R1=c3,p0,used")


def test_pg1_a_check_needs_a_marshal_as_ever(both):
    # M1, 3 hexes from the base, walks 2 and R2 wipes; then he is 1 away, comes and checks R3.
    t = both(f"{START} R1=c3,paint R2=c1 R3=c1 B1=c7 M1=c4 M2=c8", ADVANCED)
    t.act("R1 throw paint").act("hex c1", "scatter:R1=2 mark:R2=2 mark:R3=3 check:R3=4")
    assert t.changes == "used=1,0 R1=c3,p0,used M1=c1 -R3"


def test_pg1_bases_help_nothing(both):
    t = both(f"{START} R1=c6,paint R2=b1 B1=c8 B2=b7 M1=c1 M2=d7", ADVANCED)
    t.act("R1 throw paint").act("hex c8", "scatter:R1=2 mark:B1=2 check:B1=4")
    assert t.changes == "used=1,0 R1=c6,p0,used M2=c8 -B1"


def test_pg1_only_the_hex_where_it_lands(both):
    # It misses c4; Blue names d4, where Red's own R2 stands.  Nobody in c4 is rolled for.
    t = both(f"{START} R1=c2,paint R2=d4 R3=b1 B1=c4 B2=b7 M1=c1 M2=c6", ADVANCED)
    t.act("R1 throw paint").act("hex c4", "scatter:R1=1").act("hex d4", "mark:R2=4 check:R2=5")
    assert t.changes == "used=1,0 R1=c2,p0,used M2=d4 -R2"


def test_pg1_suppressed_neutral_and_out_of_ammo_figures_too(both):
    t = both(f"{START} R1=c2,paint R2=b1 B1=c4,jammed B2=c4,empty B3=c4,suppressed B4=b7 M1=c1 M2=c6", ADVANCED)
    t.act("R1 throw paint").act("hex c4", "scatter:R1=2 mark:B1=2 mark:B2=2 mark:B3=2 check:B1=4 check:B2=3 check:B3=4")
    assert t.changes == "used=1,0 R1=c2,p0,used M2=c4 -B1 -B3"


def test_pg1_the_game_is_judged_after_all_the_checks(both):
    # The last two figures of both sides go out together: a draw.
    t = both(f"{START} R1=c8,paint B1=c8 M1=c1 M2=c6", ADVANCED)
    t.act("R1 throw paint").act("hex c8", "scatter:R1=2 mark:R1=2 mark:B1=2 check:R1=4 check:B1=4")
    assert t.changes == "used=1,0 over=draw:eliminated M2=c8 -to -R1 -B1"
