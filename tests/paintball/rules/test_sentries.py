"""SE: sentries."""

import pytest

from paintball_env.scenario import Scenario

START = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act"
LAST = "turn=2 phase=2 acting=red second=red score=6,6 to=red:act"  # the turn ends with Red's phase
ADVANCED = "capture-the-flag"
BUNKER = Scenario.parse(
    'name = "own"\nmap = "R . . u . . . B"\nobjective = "capture"\n[red]\nfigures = 2\n[blue]\nfigures = 3\n'
)


def test_se1_it_costs_2_points(both):
    t = both(f"{START} R1=c3 R2=b1 B1=c6 M1=c1 M2=c7").act("R1 sentry")
    assert t.changes == "used=1,0 R1=c3,p0,used,sentry"
    t = both(f"{START} used=1,0 R1=c3,p1,moved1,used R2=b1 B1=c6 M1=c1 M2=c7")
    assert not t.may("R1 sentry") and t.may("R2 sentry")
    t = both(f"{START} used=1,0 R1=c3,expert,p2,moved1,used R2=b1 B1=c6 M1=c1 M2=c7", ADVANCED).act("R1 sentry")
    assert t.changes == "R1=c3,expert,p0,moved1,used,sentry"


def test_se1_in_its_own_phase_it_only_stands_down(both):
    t = both(f"{START} R1=c3,smoke,sentry R2=b1 B1=c6 M1=c1 M2=c7", ADVANCED)
    assert [action for action in t.legal if action.startswith("R1")] == ["R1 stand down"]
    # An expert's third point doesn't help it.
    t = both(f"{START} used=1,0 R1=c3,expert,smoke,p1,used,sentry R2=b1 B1=c6 M1=c1 M2=c7", ADVANCED)
    assert not any(action.startswith("R1") for action in t.legal)


def test_se1_it_may_take_up_a_flag_that_lies_there(both):
    # That ends it (SE3): then it may move.
    t = both(f"{START} R1=c3,sentry R2=b1 B1=c6 M1=c1 M2=c7 flag.red=b1 flag.blue=c3")
    assert [action for action in t.legal if action.startswith("R1")] == ["R1 stand down", "R1 take flag"]
    t.act("R1 take flag")
    assert t.changes == "used=1,0 R1=c3,used flag.blue=R1"
    assert t.may("R1 move E") and not t.may("R1 sentry")
    # Not the own one.
    t = both(f"{START} R1=c3,sentry R2=b1 B1=c6 M1=c1 M2=c7 flag.red=c3 flag.blue=c7")
    assert not t.may("R1 take flag")


def test_se1_it_stays_one_over_the_turns(both):
    t = both(f"{LAST} R1=c3,sentry R2=b1 B1=c6,sentry M1=c1 M2=c7").act("done", "command:red=5 command:blue=2")
    assert t.changes == "turn=3 phase=1 score=5,2"
    assert t.may("R1 stand down")


MOVE = f"{START} R1=c2 R2=b1 B1=c5,sentry B2=b6,sentry B3=c6,sentry B4=b7 M1=c1 M2=d7"


def test_se2_sentries_are_asked_by_number_one_after_the_other(both):
    # R1 steps to c3: B1 (2 hexes away) declines, B2 (range 4, by b5/b4: line clear) shoots and misses, B3 behind B1
    # shoots too: a 4 at range 3, B1 in c5 isn't hit in the way, R1 saves.  Then Red goes on.
    t = both(MOVE).act("R1 move E")
    assert t.changes == "used=1,0 to=blue:react actor=R1 asked=B1 R1=c3,p1,moved1,used"
    assert t.legal == ["B1 shoot R1", "done"]
    t.act("done")
    assert t.changes == "used=1,0 to=blue:react actor=R1 asked=B2 R1=c3,p1,moved1,used"
    assert t.legal == ["B2 shoot R1", "done"]
    t.act("B2 shoot R1", "hit:B2=4")
    assert t.changes == "used=1,0 to=blue:react actor=R1 asked=B3 R1=c3,p1,moved1,used"
    t.act("B3 shoot R1", "hit:B3=4 way:B3=3 save:R1=6")
    assert t.changes == "used=1,0 R1=c3,p1,moved1,used"


def test_se2_none_is_asked_once_the_mover_is_out(both):
    t = both(MOVE).act("R1 move E").act("B1 shoot R1", "hit:B1=3 save:R1=2 check:R1=4")
    assert t.changes == "used=1,0 M1=c3 -R1"
    assert t.game.decision == "act"


def test_se2_each_time_a_figure_moves_and_no_limit_how_often(both):
    # Two hexes, two shots; then another figure.  The sentry stays one and pays nothing.
    t = both(f"{START} R1=c2 R2=d2 R3=b1 B1=c6,sentry B2=b7 M1=c1 M2=d7")
    t.act("R1 move E").act("B1 shoot R1", "hit:B1=3")
    assert t.changes == "used=1,0 R1=c3,p1,moved1,used"
    t.act("R1 move E").act("B1 shoot R1", "hit:B1=2")
    assert t.changes == "used=1,0 R1=c4,p0,moved2,used"
    t.act("R2 move E").act("B1 shoot R2", "hit:B1=3")
    assert t.changes == "used=2,0 R1=c4,p0,moved2,used R2=d3,p1,moved1,used"


@pytest.mark.parametrize(("place", "least"), [("c4", 2), ("c5", 3), ("c6", 4), ("c7", 5), ("c8", 6)])
def test_se2_one_unaimed_die_up_to_5_hexes(both, place, least):
    # R1 arrives in c3.
    there = f"{START} R1=c2 R2=b1 B1={place},sentry B2=b7 M1=c1 M2=d7"
    t = both(there, "capture-the-flag-basic?sentry_in_base=true").act("R1 move E")
    t.act("B1 shoot R1", f"hit:B1={least} save:R1=1")
    assert t.changes == "used=1,0 R1=c3,p1,moved1,used"
    if least > 2:
        t = both(there, "capture-the-flag-basic?sentry_in_base=true").act("R1 move E")
        t.act("B1 shoot R1", f"hit:B1={least - 1}")
        assert t.changes == "used=1,0 R1=c3,p1,moved1,used"


def test_se2_beyond_the_unaimed_reach_nobody_is_asked(both):
    # c1 is 6 away from the sentry in c7, b2 5 away.
    t = both(f"{START} R1=b1 R2=d1 B1=c7,sentry B2=b7 M1=c2 M2=d7").act("R1 move SW")
    assert t.changes == "used=1,0 R1=c1,p1,moved1,used"
    t = both(f"{START} R1=b1 R2=d1 B1=c7,sentry B2=b7 M1=c2 M2=d7").act("R1 move E")
    assert t.changes == "used=1,0 to=blue:react actor=R1 asked=B1 R1=b2,p1,moved1,used"


def test_se2_only_with_a_clear_line(both):
    # From a1 to b1 the line leaves the board (range 3); to b2 it runs along the border and is good.
    there = f"{START} R1=c2 R2=d1 B1=a1,sentry B2=b7 M1=c3 M2=d7"
    t = both(there).act("R1 move NW")
    assert t.changes == "used=1,0 R1=b1,p1,moved1,used"
    t = both(there).act("R1 move NE")
    assert t.changes == "used=1,0 to=blue:react actor=R1 asked=B1 R1=b2,p1,moved1,used"


def test_se2_only_what_it_sees(both):
    # Blind spots: a sentry in c4 that faces E sees the hex beside it on the border (a1) and not b3.
    t = both(f"{START} R1=a2 R2=b1 B1=c4/E,sentry B2=b7 M1=c1 M2=d7", ADVANCED).act("R1 move W")
    assert t.changes == "used=1,0 to=blue:react actor=R1 asked=B1 R1=a1/W,p1,moved1,used"
    t = both(f"{START} R1=a1 R2=b1 B1=c4/E,sentry B2=b7 M1=c1 M2=d7", ADVANCED).act("R1 move SW")
    assert t.changes == "used=1,0 R1=b3/SW,p1,moved1,used"


@pytest.mark.parametrize("action", ["R1 rotate W", "R1 aim", "R1 sentry", "R1 reload"])
def test_se2_never_for_what_isnt_a_move(both, action):
    empty = ",empty" if action == "R1 reload" else ""
    t = both(f"{START} R1=c3{empty} R2=b1 B1=c5,sentry B2=b7 M1=c1 M2=d7", ADVANCED).act(action)
    assert t.game.decision == "act" and "R1=c3" in t.changes


def test_se2_never_for_shots_throws_and_marshals(both):
    # Shots at the sentry itself, a cloud beside it, M1 walking past it to check R2: nobody is asked.
    t = both(f"{START} R1=c3,smoke R2=d3 R3=b1 B1=c5,sentry B2=b7 M1=c1 M2=d7", ADVANCED)
    t.act("R1 throw smoke").act("hex c4", "scatter:R1=2")
    assert t.changes == "used=1,0 R1=c3,p0,used smoke=c4"
    t.act("R2 shoot B1").act("done", "hit:R2=3 save:B1=1")
    assert t.changes == "used=2,0 R1=c3,p0,used R2=d3,p1,used,fired smoke=c4"


def test_se2_never_for_a_marshals_walk(both):
    # B1 is hit, and M1, 4 away, walks along the row in front of the sentry B2.
    t = both(f"{START} R1=d4 R2=b1 B1=c5 B2=c6,sentry B3=e2,jammed M1=c1 M2=e2,attends=B3")
    t.act("R1 shoot B1").act("done", "hit:R1=2 save:B1=2")
    assert t.changes == "used=1,0 R1=d4,p1,used,fired M1=c3"


def test_se2_never_in_its_own_sides_phase(both):
    # Red's sentry and Red's mover; and Blue's sentry while Blue moves.
    t = both(f"{START} R1=c3 R2=c2,sentry B1=b7 M1=c1 M2=d7").act("R1 move E")
    assert t.changes == "used=1,0 R1=c4,p1,moved1,used"


def test_se2_a_move_into_a_base_too(both):
    # R1 enters the base past the two who defend it; the sentry B3 is 2 away: R1 is entrenched, a 6 it takes.
    there = f"{START} R1=c7 R2=b1 B1=c8 B2=c8 B3=d6,sentry M1=c1 M2=d7"
    t = both(there).act("R1 move E")
    assert t.changes == "used=1,0 to=blue:react actor=R1 asked=B3 R1=c8,p1,moved1,used"
    t.act("B3 shoot R1", "hit:B3=5")
    assert t.changes == "used=1,0 R1=c8,p1,moved1,used"
    t = both(there).act("R1 move E").act("B3 shoot R1", "hit:B3=6 save:R1=2 check:R1=4")
    assert t.changes == "used=1,0 M2=c8 -R1"


def test_se2_it_is_an_ordinary_shot_with_all_that_follows(both):
    # Things in the way: B2 in c5 stops it.  M2, 2 away, checks him; the mover plays on.
    t = both(f"{START} R1=c2 R2=b1 B1=c6,sentry B2=c5 B3=b7 M1=c1 M2=c7").act("R1 move E")
    t.act("B1 shoot R1", "hit:B1=4 way:B1=4 save:B2=2 check:B2=4")
    assert t.changes == "used=1,0 R1=c3,p1,moved1,used M2=c5 -B2"


def test_se2_a_sentry_hit_by_anothers_shot_is_not_asked(both):
    # B1's shot is stopped by the sentry B2, who goes out: he isn't asked, and B3 is next.
    t = both(f"{START} R1=c2 R2=b1 B1=c6,sentry B2=c5,sentry B3=d5,sentry B4=b7 M1=c1 M2=c7").act("R1 move E")
    t.act("B1 shoot R1", "hit:B1=4 way:B1=4 save:B2=2 check:B2=4")
    assert t.changes == "used=1,0 to=blue:react actor=R1 asked=B3 R1=c3,p1,moved1,used M2=c5 -B2"


def test_se2_the_flag_is_up_before_anybody_is_asked(both):
    # R1 enters the flag's hex, is shot, and the flag lies there again.
    t = both(f"{START} R1=c2 R2=b1 B1=c6,sentry B2=b7 M1=c1 M2=c7 flag.red=d1 flag.blue=c3").act("R1 move E")
    assert t.changes == "used=1,0 to=blue:react actor=R1 asked=B1 R1=c3,p1,moved1,used flag.blue=R1"
    t.act("B1 shoot R1", "hit:B1=4 save:R1=2 check:R1=4")
    assert t.changes == "used=1,0 M1=c3 -R1"


@pytest.mark.parametrize("state", ["empty", "suppressed"])
def test_se3_not_for_impotent_figures(both, state):
    t = both(f"{START} R1=c3,{state} R2=b1 B1=c6 M1=c1 M2=c7")
    assert not t.may("R1 sentry") and t.may("R2 sentry")


def test_se3_not_for_flag_carriers(both):
    t = both(f"{START} R1=c3 R2=b1 B1=c6 M1=c1 M2=c7 flag.red=c2 flag.blue=R1")
    assert not t.may("R1 sentry") and t.may("R2 sentry")


def test_se3_not_in_bases_bunkers_and_trenches(both):
    t = both(f"{START} R1=c1 R2=b1 B1=c6 M1=d1 M2=c7")
    assert not t.may("R1 sentry") and t.may("R2 sentry")
    t = both(f"{START} R1=a4 R2=a3 B1=a6 M1=a2 M2=a7", BUNKER)
    assert not t.may("R1 sentry") and t.may("R2 sentry")


def test_se3_a_neutral_figure_does_nothing(both):
    t = both(f"{START} R1=c3,jammed R2=b1 B1=c6 M1=c1 M2=c7")
    assert not any(action.startswith("R1") for action in t.legal)


def test_se4_standing_down_takes_all_points_and_is_a_use(both):
    t = both(f"{START} R1=c3,sentry R2=b1 B1=c6 M1=c1 M2=c7").act("R1 stand down")
    assert t.changes == "used=1,0 R1=c3,p0,used"
    assert not any(action.startswith("R1") for action in t.legal)
    # An expert's three.
    t = both(f"{START} R1=c3,expert,sentry R2=b1 B1=c6 M1=c1 M2=c7", "capture-the-flag?blind_spots=false")
    t.act("R1 stand down")
    assert t.changes == "used=1,0 R1=c3,expert,p0,used"
    assert not any(action.startswith("R1") for action in t.legal)


def test_se4_not_without_all_points_nor_beyond_the_score(both):
    # Just become one: no points left.
    t = both(f"{START} R1=c3 R2=b1 B1=c6 M1=c1 M2=c7").act("R1 sentry")
    assert not t.may("R1 stand down")
    # Of an expert's 3 one is left.
    t = both(f"{START} R1=c3,expert R2=b1 B1=c6 M1=c1 M2=c7", ADVANCED).act("R1 sentry")
    assert t.changes == "used=1,0 R1=c3,expert,p1,used,sentry" and not t.may("R1 stand down")
    # The score is 1 and R2 has been used.
    t = both(
        "turn=2 phase=1 acting=red second=blue score=1,1 used=1,0 to=red:act"
        " R1=c3,sentry R2=b1,p1,moved1,used B1=c6 M1=c1 M2=c7"
    )
    assert not t.may("R1 stand down") and t.may("R2 move E")


def test_se4_only_for_sentries(both):
    t = both(f"{START} R1=c3,sentry R2=b1 B1=c6 M1=c1 M2=c7")
    assert t.may("R1 stand down") and not t.may("R2 stand down") and not t.may("R1 sentry")


SHOT = f"{START} R1=c2 R2=b1 B1=c5,sentry B2=b7 M1=c1 M2=d7"


@pytest.mark.parametrize(
    ("face", "end", "after"),
    [
        (1, "", "used=1,0 R1=c3,p1,moved1,used -B1"),
        (2, "", "used=1,0 R1=c3,p1,moved1,used B1=c5,empty"),
        (3, "", "used=1,0 R1=c3,p1,moved1,used B1=c5,jammed"),
        (4, "", "used=1,0 R1=c3,p1,moved1,used"),
        (5, "", "used=1,0 R1=c3,p1,moved1,used B1=c5"),
        (6, " goggles:B1=1", "used=1,0 R1=c3,p1,moved1,used -B1"),
        (6, " goggles:B1=2", "used=1,0 R1=c3,p1,moved1,used"),
        (6, " goggles:B1=6", "used=1,0 R1=c3,p1,moved1,used -B1"),
    ],
)
def test_se5_what_its_own_misfire_ends(both, face, end, after):
    # Out; out of ammo; jammed; 4 ends nothing; goggles steamed up; lifted, with M2 2 hexes away.
    t = both(SHOT.replace("M2=d7", "M2=d6")).act("R1 move E").act("B1 shoot R1", f"hit:B1=1 misfire:B1={face}{end}")
    assert t.changes == after


def test_se5_goggles_lifted_without_a_marshal_near_end_nothing(both):
    t = both(SHOT.replace("M2=d7", "M2=c8").replace("M1=c1", "M1=b1")).act("R1 move E")
    t.act("B1 shoot R1", "hit:B1=1 misfire:B1=6")
    assert t.changes == "used=1,0 R1=c3,p1,moved1,used"


def test_se5_a_failed_look_out_of_the_smoke_ends_it_for_this_turn_only(both):
    # The sentry in smoke fails to spot R1: not asked at the next step, still a sentry next turn.
    there = f"{LAST} R1=c2 R2=b1 B1=c6,sentry B2=b7 M1=c1 M2=d7 smoke=c6"
    t = both(there, ADVANCED).act("R1 move E").act("B1 shoot R1", "spot-in:B1=3")
    assert t.changes == "used=1,0 R1=c3,p1,moved1,used B1=c6,sentry,dazed"
    t.act("R1 move E")
    assert t.changes == "used=1,0 R1=c4,p0,moved2,used B1=c6,sentry,dazed"
    t.act("done", "clear:c6=2 command:red=6 command:blue=2")
    assert t.changes == "turn=3 phase=1 score=6,2 R1=c4"
    t.act("R1 move E")
    assert "asked=B1" in t.changes


def test_se5_a_failed_look_through_smoke_costs_this_reaction_only(both):
    t = both(f"{START} R1=c2 R2=b1 B1=c6,sentry B2=b7 M1=c1 M2=d7 smoke=c5", ADVANCED)
    t.act("R1 move E").act("B1 shoot R1", "spot-through:B1=6")
    assert t.changes == "used=1,0 R1=c3,p1,moved1,used"
    t.act("R1 move E").act("B1 shoot R1", "spot-through:B1=2 hit:B1=2")
    assert t.changes == "used=1,0 R1=c4,p0,moved2,used"
