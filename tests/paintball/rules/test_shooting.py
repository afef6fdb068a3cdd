"""SH: shooting.  Aim is in test_aim.py, lines are in test_lines.py, what is in the way in test_in_the_way.py."""

import pytest

START = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act"
USED = "turn=2 phase=1 acting=red second=blue score=6,1 used=1,0 to=red:act"
BLUE = "turn=2 phase=1 acting=blue second=red score=1,6 to=blue:act"
ADVANCED = "capture-the-flag"  # experts, grenades and blind spots are on: figures face E (Red) and W (Blue)


def test_sh1_a_hit_needs_more_than_the_range(both):
    # Range 3: a 3 misses, a 4 hits.  The figure plays on; nothing else is drawn.
    there = f"{START} R1=c2 R2=b1 B1=c5 B2=b7 M1=c1 M2=c6"
    missed = both(there).act("R1 shoot B1").act("done", "hit:R1=3")
    assert missed.position == f"{USED} R1=c2,p1,used,fired R2=b1 B1=c5 B2=b7 M1=c1 M2=c6"
    hit = both(there).act("R1 shoot B1").act("done", "hit:R1=4 save:B1=2 check:B1=4")
    assert "B1=" not in hit.position
    assert "M2=c5" in hit.position


# In row b the range is the difference of the numbers.


@pytest.mark.parametrize("reach", [1, 2, 3, 4, 5])
def test_sh1_unaimed_greater_than_the_range(both, reach):
    there = f"{START} R1=b1 R2=d1 B1=b{1 + reach} B2=d7 M1=d1 M2=d7"
    # A hit is saved with a 1, so it shows in the tape alone.
    done = both(there).act("R1 shoot B1").act("done", f"hit:R1={reach + 1} save:B1=1")
    assert done.changes == "used=1,0 R1=b1,p1,used,fired"
    if reach > 1:  # at range 1 what doesn't hit is a 1: SH2
        both(there).act("R1 shoot B1").act("done", f"hit:R1={reach}")


@pytest.mark.parametrize("reach", [1, 2, 3, 4, 5, 6])
def test_sh1_aimed_equal_or_greater(both, reach):
    there = f"{USED} R1=b1,p1,used,aim R2=d1 B1=b{1 + reach} B2=d7 M1=d1 M2=d7"
    # One point: the dice roll at once.
    done = both(there).act("R1 shoot B1", f"hit:R1={max(reach, 2)} save:B1=1")
    assert done.changes == "R1=b1,p0,used,fired"
    if reach > 2:
        both(there).act("R1 shoot B1", f"hit:R1={reach - 1}")


def test_sh1_reach_is_five_and_aimed_six(both):
    for number in range(2, 8):
        here = both(f"{START} R1=b1 R2=d1 B1=b{number} M1=d1 M2=d7")
        assert here.may("R1 shoot B1") == (number <= 6)
        assert here.may("R1 suppress B1") == (number <= 6)
        aimed = both(f"{USED} R1=b1,p1,used,aim R2=d1 B1=b{number} M1=d1 M2=d7")
        assert aimed.may("R1 shoot B1")
        assert aimed.may("R1 suppress B1") == (number <= 6)  # SU1: aim doesn't carry suppressive fire
    assert not both(f"{USED} R1=c1,p1,used,aim R2=d1 B1=c8 B2=b7 M1=d1 M2=d7").may("R1 shoot B1")  # range 7


@pytest.mark.parametrize("reach", [1, 2, 5])
def test_sh2_a_natural_1_is_a_misfire_and_never_hits(both, reach):
    there = f"{START} R1=b1 R2=d1 B1=b{1 + reach} B2=d7 M1=d1 M2=d7"
    done = both(there).act("R1 shoot B1").act("done", "hit:R1=1 misfire:R1=4")
    assert done.changes == "used=1,0 R1=b1,p1,used,fired"


def test_sh2_aimed_at_range_1_a_1_is_a_misfire_too(both):
    there = f"{USED} R1=b1,p1,used,aim R2=d1 B1=b2 B2=d7 M1=d1 M2=d7"
    both(there).act("R1 shoot B1", "hit:R1=1 misfire:R1=4")


def test_sh2_only_dice_to_hit_misfire(both):
    # A 1 on the roll for what is in the way, on the saving throw and on the check.
    there = f"{START} R1=c2 R2=b1 B1=c5 M1=d1 M2=c6 soft=c4"
    both(there).act("R1 shoot B1").act("done", "hit:R1=4 way:R1=1 save:B1=1")
    done = both(there).act("R1 shoot B1").act("done", "hit:R1=4 way:R1=1 save:B1=2 check:B1=1")
    assert done.changes == "used=1,0 R1=c2,p1,used,fired M2=c5"


def test_sh3_shots_are_declared_one_by_one_at_one_hex(both):
    there = f"{START} R1=c2 R2=b1 B1=c4 B2=c4 B3=c5 B4=b4 M1=d1 M2=d7"
    first = both(there)
    assert [first.may(f"R1 shoot B{number}") for number in range(1, 5)] == [True] * 4
    first.act("R1 shoot B2")  # no die is rolled yet
    assert first.changes == "to=red:volley actor=R1 kind=shoot shots=B2"  # nothing is paid yet
    assert first.legal == ["R1 shoot B1", "R1 shoot B2", "done"]
    # The second uses up the points: all dice roll, before any save.
    first.act("R1 shoot B1", "hit:R1=3 hit:R1=3 save:B2=1 save:B1=6")
    assert first.changes == "used=1,0 R1=c2,p0,used,fired"


def test_sh3_done_leaves_the_points_of_what_was_not_declared(both):
    there = f"{START} R1=c2,expert R2=b1 B1=c4 B2=c4 M1=d1 M2=d7"
    one = both(there, ADVANCED).act("R1 shoot B1").act("done", "hit:R1=2")
    assert one.changes == "used=1,0 R1=c2,expert,p2,used,fired"
    two = both(there, ADVANCED).act("R1 shoot B1").act("R1 shoot B1").act("done", "hit:R1=2 hit:R1=2")
    assert two.changes == "used=1,0 R1=c2,expert,p1,used,fired"
    three = both(there, ADVANCED).act("R1 shoot B1").act("R1 shoot B1").act("R1 shoot B2", "hit:R1=2 hit:R1=2 hit:R1=2")
    assert three.changes == "used=1,0 R1=c2,expert,p0,used,fired"


def test_sh3_each_shot_costs_what_the_scenario_says(both):
    dear = "capture-the-flag-basic?shoot_cost=2&points=4"
    there = f"{START} R1=c2,p4 R2=b1,p4 B1=c4,p4 B2=c4,p4 M1=d1 M2=d7"
    one = both(there, dear).act("R1 shoot B1").act("done", "hit:R1=2")
    assert "p2,used,fired" in one.changes
    two = both(there, dear).act("R1 shoot B1").act("R1 shoot B2", "hit:R1=2 hit:R1=2")
    assert "p0,used,fired" in two.changes


@pytest.mark.parametrize("state", ["jammed", "empty", "suppressed", "sentry", "empty,suppressed"])
def test_sh3_targets_are_any_enemies(both, state):
    there = f"turn=2 phase=2 acting=red second=red score=6,6 to=red:act R1=c2 R2=b1 B1=c4,{state} M1=d1 M2=d7"
    here = both(there)
    assert here.may("R1 shoot B1")
    assert not here.may("R1 shoot B2")  # not in the game
    here.act("R1 shoot B1").act("done", "hit:R1=2")
    assert here.changes == "used=1,0 R1=c2,p1,used,fired"


def test_sh3_never_at_friends(both):
    assert both(f"{START} R1=c2 R2=c3 B1=c4 M1=d1 M2=d7").legal.count("R1 shoot B1") == 1
    assert not any("shoot" in action for action in both(f"{START} R1=c1 R2=c2 B1=c8 M1=d1 M2=d7").legal)


def test_sh3_a_die_that_cannot_hit_is_not_declared(both):
    # Aimed at range 6: only the first die is aimed, a second can't reach.  So one die rolls at once.
    there = f"{USED} R1=b1,expert,p2,used,aim R2=d1 B1=b7 B2=b7 M1=d1 M2=d7"
    done = both(there, ADVANCED).act("R1 shoot B1", "hit:R1=6 save:B1=1")
    assert done.changes == "R1=b1,expert,p1,used,fired"
    # At range 5 both can be declared; the first needs a 5, the second a 6.
    near = both(there.replace("=b7", "=b6"), ADVANCED).act("R1 shoot B1")
    assert near.legal == ["R1 shoot B1", "R1 shoot B2", "done"]
    near.act("R1 shoot B1", "hit:R1=5 hit:R1=5 save:B1=1")


# SH4.  Range 2 (c2 to c4): a 3 hits, a 2 misses.  The Marshals are far: who is marked wipes, unless M2 stands near.

TWO = f"{START} R1=c2 R2=b1 B1=c4 B2=c4 B3=b7 M1=c1 M2=c5"
THREE = f"{START} R1=c2,expert R2=b1 B1=c4 B2=c4 B3=c4 M1=c1 M2=c5"


def test_sh4_one_of_two_hits_the_opponent_picks(both):
    # The first die hits, but it is Blue who says whom.
    for name in ("B1", "B2"):
        here = both(TWO).act("R1 shoot B1").act("R1 shoot B2", "hit:R1=3 hit:R1=2")
        assert here.changes == ("used=1,0 to=blue:pick actor=R1 kind=shoot count=1 shots=B1,B2 R1=c2,p0,used,fired")
        assert here.legal == ["figure B1", "figure B2"]
        here.act(f"figure {name}", f"save:{name}=2 check:{name}=4")
        assert here.changes == f"used=1,0 R1=c2,p0,used,fired M2=c4 -{name}"


def test_sh4_the_second_die_hitting_is_the_same(both):
    here = both(TWO).act("R1 shoot B1").act("R1 shoot B2", "hit:R1=2 hit:R1=3")
    assert here.legal == ["figure B1", "figure B2"]
    here.act("figure B1", "save:B1=1")


def test_sh4_mirrored_red_picks_when_blue_shoots(table):
    there = f"{BLUE} B1=c7 B2=d7 R1=c5 R2=c5 R3=d1 M1=c1 M2=c8"
    here = table(there).act("B1 shoot R2").act("B1 shoot R1", "hit:B1=3 hit:B1=2")
    assert "to=red:pick actor=B1 kind=shoot count=1 shots=R2,R1" in here.position
    here.act("figure R2", "save:R2=1")
    assert here.changes == "used=0,1 B1=c7,p0,used,fired"


@pytest.mark.parametrize(
    ("dice", "draws"),
    [
        ("hit:R1=2 hit:R1=2", ""),  # none hits
        ("hit:R1=3 hit:R1=3", " save:B1=1 save:B2=1"),  # all hit: in declared order
    ],
)
def test_sh4_none_and_all_need_no_pick(both, dice, draws):
    done = both(TWO).act("R1 shoot B1").act("R1 shoot B2", dice + draws)
    assert done.changes == "used=1,0 R1=c2,p0,used,fired"


def test_sh4_with_one_target_nothing_is_picked(both):
    both(TWO).act("R1 shoot B2").act("R1 shoot B2", "hit:R1=2 hit:R1=3 save:B2=1")
    three = both(THREE, ADVANCED).act("R1 shoot B2").act("R1 shoot B2")
    three.act("R1 shoot B2", "hit:R1=3 hit:R1=2 hit:R1=3 save:B2=1 save:B2=1")


def test_sh4_two_of_three_at_two_figures(both):
    # B1, B2, B1 declared, two count.  Picking B2 first leaves B1 alone: taken without asking.
    def declared():
        here = both(THREE, ADVANCED).act("R1 shoot B1").act("R1 shoot B2")
        return here.act("R1 shoot B1", "hit:R1=2 hit:R1=3 hit:R1=3")

    here = declared()
    assert "to=blue:pick actor=R1 kind=shoot count=2 shots=B1,B2,B1" in here.position
    assert here.legal == ["figure B1", "figure B2"]
    # They are resolved in declared order, not as picked: B1, then B2.
    here.act("figure B2", "save:B1=1 save:B2=1")
    assert here.changes == "used=1,0 R1=c2,expert,p0,used,fired"
    here = declared().act("figure B1")
    assert "count=1 shots=B1*,B2,B1" in here.position
    assert here.legal == ["figure B1", "figure B2"]  # B1 was declared twice
    # Both at B1, on purpose: it goes with the first, the second is lost.
    here.act("figure B1", "save:B1=2 check:B1=4")
    assert here.changes == "used=1,0 R1=c2,expert,p0,used,fired M2=c4 -B1"


def test_sh4_one_of_three_at_two_figures(both):
    here = both(THREE, ADVANCED).act("R1 shoot B1").act("R1 shoot B2").act("R1 shoot B2", "hit:R1=2 hit:R1=2 hit:R1=3")
    assert here.legal == ["figure B1", "figure B2"]
    here.act("figure B2", "save:B2=1")


def test_sh4_two_of_three_at_three_figures(both):
    here = both(THREE, ADVANCED).act("R1 shoot B1").act("R1 shoot B3").act("R1 shoot B2", "hit:R1=3 hit:R1=2 hit:R1=3")
    assert here.legal == ["figure B1", "figure B2", "figure B3"]
    here.act("figure B2")
    assert "count=1 shots=B1,B3,B2*" in here.position
    assert here.legal == ["figure B1", "figure B3"]  # none more often than declared
    here.act("figure B3", "save:B3=1 save:B2=1")  # in declared order


def test_sh4_counts_what_is_left_after_misfires_and_things_in_the_way(both):
    # Both dice hit; soft cover stops the first: one of two declared is left, so Blue picks.
    there = TWO + " soft=c3"
    here = both(there).act("R1 shoot B1").act("R1 shoot B2", "hit:R1=3 hit:R1=3 way:R1=4 way:R1=3")
    assert here.legal == ["figure B1", "figure B2"]
    here.act("figure B1", "save:B1=1")
    # Both stopped: nobody is asked.
    both(there).act("R1 shoot B1").act("R1 shoot B2", "hit:R1=3 hit:R1=3 way:R1=4 way:R1=4")


def test_sh4_is_asked_once_and_before_any_save(both):
    here = both(THREE, ADVANCED).act("R1 shoot B1").act("R1 shoot B2").act("R1 shoot B3", "hit:R1=3 hit:R1=3 hit:R1=2")
    # After the picks the saves and the check follow in one go, though a figure goes out.
    here.act("figure B3").act("figure B1", "save:B1=3 check:B1=5 save:B3=6")
    assert here.changes == "used=1,0 R1=c2,expert,p0,used,fired M2=c4 -B1"


def test_sh5_after_the_volley_anything_but_shooting_suppressing_and_aiming(both):
    there = f"{START} R1=c2,expert,smoke R2=b1 B1=c4 M1=d1 M2=d7"
    here = both(there, ADVANCED).act("R1 shoot B1").act("done", "hit:R1=2")
    verbs = {action.split()[1] for action in here.legal if action.startswith("R1")}
    assert verbs == {"move", "rotate", "sentry", "throw"}
    basic = both(f"{START} R1=c2 R2=b1 B1=c4 M1=d1 M2=d7").act("R1 shoot B1").act("done", "hit:R1=2")
    assert {action.split()[1] for action in basic.legal if action.startswith("R1")} == {"move"}
    basic.act("R1 move E")
    assert basic.changes == "used=1,0 R1=c3,p0,moved1,used,fired"


def test_sh5_a_volley_of_suppressive_fire_is_one_too(both):
    here = both(f"{START} R1=c2 R2=b1 B1=c4 M1=d1 M2=d7").act("R1 suppress B1").act("done", "hit:R1=2")
    assert {action.split()[1] for action in here.legal if action.startswith("R1")} == {"move"}


def test_sh5_a_reaction_is_no_volley(both):
    # B2 moves before R1's eyes; R1's goggles steam up (a 5): it is no sentry any more, and has its volley yet.
    there = "turn=2 phase=1 acting=blue second=red score=6,6 to=blue:act R1=c2,sentry R2=b1 B1=d7 B2=c6 M1=d1 M2=d7"
    here = both(there).act("B2 move W").act("R1 shoot B2", "hit:R1=1 misfire:R1=5")
    assert "R1=c2 " in here.position  # unused, not fired, all its points
    here.act("done")
    assert here.may("R1 shoot B2") and here.may("R1 suppress B2") and here.may("R1 aim")


def test_sh5_a_volley_is_renewed_next_turn(both):
    there = "turn=2 phase=2 acting=red second=red score=6,6 used=1,0 to=red:act R1=c2,p1,used,fired B1=c4 M1=d1 M2=d7"
    here = both(there).act("done", "command:red=5 command:blue=4")
    assert here.may("R1 shoot B1")


def test_sh6_the_stages_of_a_volley(both):
    # c3 to c6, range 3: 4+.  R2 in c4, M1 near it, M2 near the target.
    there = f"{START} R1=c3,expert R2=c4 R3=b1 B1=c6 B2=c6 M1=b3 M2=c8"
    here = both(there, ADVANCED).act("R1 shoot B1").act("R1 shoot B1")
    here.act(
        "R1 shoot B2",
        # 2 all dice; 3 the 1: goggles lifted, M1 stands at distance 1 and sees nothing wrong
        "hit:R1=5 hit:R1=1 hit:R1=6 misfire:R1=6 goggles:R1=3 "
        # 4 the first hit is stopped by R2, who is out at once; M1 has come to c4 and is in the way of the other
        "way:R1=4 save:R2=2 check:R2=4 way:R1=3",
    )
    assert here.changes == (
        "used=1,0 to=blue:pick actor=R1 kind=shoot count=1 shots=B1,B1,B2 R1=c3,expert,p0,used,fired M1=c4 -R2"
    )
    # 5 one of three, 6 resolved.  M1 and M2 are both 2 away: the figure's team's comes.
    here.act("figure B2", "save:B2=5 check:B2=6")
    assert here.changes == "used=1,0 R1=c3,expert,p0,used,fired M1=c4 M2=c6 -R2 -B2"


def test_sh6_misfires_are_read_in_the_order_of_the_dice_before_any_hit(both):
    there = f"{START} R1=c3,expert R2=b1 B1=c6 B2=b7 M1=c8 M2=c6"
    here = both(there, ADVANCED).act("R1 shoot B1").act("R1 shoot B1")
    # c6 is 3 away from c3: nobody sees the goggles lifted; then the second 1 ends the volley.
    here.act("R1 shoot B1", "hit:R1=6 hit:R1=1 hit:R1=1 misfire:R1=6 misfire:R1=4")
    assert here.changes == "used=1,0 R1=c3,expert,p0,used,fired"


def test_sh6_spotting_comes_first(both):
    there = f"{START} R1=c3 R2=b1 B1=c6 B2=b7 M1=c8 M2=c7 smoke=c3,c4"
    seen = both(there, ADVANCED).act("R1 shoot B1")
    seen.act("R1 shoot B1", "spot-in:R1=4 spot-through:R1=2 hit:R1=1 hit:R1=5 misfire:R1=6 save:B1=1")
    blind = both(there, ADVANCED).act("R1 shoot B1").act("R1 shoot B1", "spot-in:R1=3")
    assert blind.changes == "used=1,0 R1=c3,p0,used,fired,dazed"
    through = both(there, ADVANCED).act("R1 shoot B1").act("R1 shoot B1", "spot-in:R1=4 spot-through:R1=6")
    assert through.changes == "used=1,0 R1=c3,p0,used,fired"


def test_sh6_a_hit_on_a_figure_already_out_is_lost(both):
    there = f"{START} R1=c2 R2=b1 B1=c4 B2=b7 M1=d1 M2=c5"
    here = both(there).act("R1 shoot B1").act("R1 shoot B1", "hit:R1=6 hit:R1=6 save:B1=2 check:B1=4")
    assert here.changes == "used=1,0 R1=c2,p0,used,fired M2=c4 -B1"
    # It plays on: the second hit has its own save and check.
    twice = both(there).act("R1 shoot B1")
    twice.act("R1 shoot B1", "hit:R1=6 hit:R1=6 save:B1=2 check:B1=3 save:B1=5 check:B1=3")


def test_sh6_a_friend_out_is_no_longer_in_the_way(both):
    there = f"{START} R1=c2 R2=b1 R3=c3 B1=c4 M1=c8 M2=d2"
    here = both(there).act("R1 shoot B1")
    # M2 (next to c3) has come to check R3: a Marshal is in the way of the second hit, R3 isn't.
    here.act("R1 shoot B1", "hit:R1=6 hit:R1=6 way:R1=4 save:R3=2 check:R3=6 way:R1=5")
    assert here.changes == "used=1,0 R1=c2,p0,used,fired M2=c3 -R3"


def test_sh7_range_0_needs_2(both):
    there = f"{START} R1=c8 R2=b1 B1=c8 B2=c8 B3=b7 M1=c1 M2=d1"
    # The other figures there are not in the way; nobody is entrenched for them (EN6).
    done = both(there).act("R1 shoot B2").act("R1 shoot B1", "hit:R1=2 hit:R1=2 save:B2=1 save:B1=1")
    assert done.changes == "used=1,0 R1=c8,p0,used,fired"
    both(there).act("R1 shoot B1").act("done", "hit:R1=1 misfire:R1=4")


def test_sh7_range_0_is_seen_whichever_way_one_faces(both):
    for facing in ("E", "NE", "NW", "W", "SW", "SE"):
        here = both(f"{START} R1=c8/{facing} R2=b1 B1=c8 M1=c1 M2=d1", ADVANCED)
        assert here.may("R1 shoot B1") and here.may("R1 suppress B1")


def test_sh7_smoke_counts_at_range_0(both):
    there = f"{START} R1=c8 R2=b1 B1=c8 M1=c1 M2=d1 smoke=c8"
    both(there, ADVANCED).act("R1 shoot B1").act("done", "spot-in:R1=4 hit:R1=2 save:B1=1")
    failed = both(there, ADVANCED).act("R1 shoot B1").act("done", "spot-in:R1=3")
    assert failed.changes == "used=1,0 R1=c8,p1,used,fired,dazed"
