"""AI: aim."""

import pytest

START = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act"
USED = "turn=2 phase=1 acting=red second=blue score=6,1 used=1,0 to=red:act"
ADVANCED = "capture-the-flag"  # experts, grenades and blind spots are on: figures face E (Red) and W (Blue)


def test_ai1_aim_costs_1_and_is_taken_once(both):
    here = both(f"{START} R1=c2 R2=b1 B1=c5 M1=d1 M2=d7").act("R1 aim")
    assert here.changes == "used=1,0 R1=c2,p1,used,aim"
    assert not here.may("R1 aim")
    assert here.may("R1 shoot B1")


def test_ai1_not_after_the_volley(both):
    assert not both(f"{USED} R1=c2,p1,used,fired R2=b1 B1=c5 M1=d1 M2=d7").may("R1 aim")
    expert = f"{USED} R1=c2,expert,p2,used,fired R2=b1 B1=c5 M1=d1 M2=d7"
    assert not both(expert, ADVANCED).may("R1 aim")


def test_ai1_needs_no_enemy_in_sight(both):
    assert both(f"{START} R1=c1 R2=b1 B1=c8 M1=d1 M2=d7").may("R1 aim")


def test_ai1_only_the_first_die_is_aimed(both):
    # Range 3: the first hits with a 3, the second needs a 4.
    there = f"{USED} R1=c2,expert,p2,used,aim R2=b1 B1=c5 M1=d1 M2=d7"
    here = both(there, ADVANCED).act("R1 shoot B1").act("R1 shoot B1", "hit:R1=3 hit:R1=3 save:B1=1")
    assert here.changes == "R1=c2,expert,p0,used,fired"
    both(there, ADVANCED).act("R1 shoot B1").act("R1 shoot B1", "hit:R1=2 hit:R1=4 save:B1=1")


def test_ai1_the_aim_is_gone_with_the_volley(both):
    there = f"{USED} R1=c2,expert,p2,used,aim R2=b1 B1=c5 M1=d1 M2=d7"
    here = both(there, ADVANCED).act("R1 shoot B1").act("done", "hit:R1=2")
    assert here.changes == "R1=c2,expert,p1,used,fired"


def test_ai2_moving_loses_the_aim(both):
    here = both(f"{START} R1=c2 R2=b1 B1=c5 M1=d1 M2=d7").act("R1 aim").act("R1 move W")
    assert here.changes == "used=1,0 R1=c1,p0,moved1,used"


def test_ai2_suppressing_loses_it_and_gains_nothing_by_it(both):
    there = f"{USED} R1=c2,p1,used,aim R2=b1 B1=c5 M1=d1 M2=d7"
    # Range 3: a 3 would be an aimed hit.
    here = both(there).act("R1 suppress B1", "hit:R1=3")
    assert here.changes == "R1=c2,p0,used,fired"


def test_ai2_going_on_sentry_loses_it(both):
    there = f"{USED} R1=c2,expert,p2,used,aim R2=b1 B1=c5 M1=d1 M2=d7"
    assert both(there, ADVANCED).act("R1 sentry").changes == "R1=c2,expert,p0,used,sentry"


@pytest.mark.parametrize(("face", "state"), [(2, "empty"), (3, "jammed")])
def test_ai2_becoming_impotent_or_neutral_loses_it(both, face, state):
    there = f"{USED} R1=c2,expert,p2,used,aim R2=b1 B1=c5 M1=d1 M2=d7"
    here = both(there, ADVANCED).act("R1 shoot B1").act("done", f"hit:R1=1 misfire:R1={face}")
    assert here.changes == f"R1=c2,expert,p1,used,fired,{state}"


def test_ai2_the_end_of_the_phase_loses_it(both):
    here = both(f"{USED} R1=c2,p1,used,aim R2=b1 B1=c5 M1=d1 M2=d7").act("done")
    assert " R1=c2 " in here.position


def test_ai2_rotating_keeps_it(both):
    there = f"{USED} R1=c2,p1,used,aim R2=b1 B1=c5 M1=d1 M2=d7"
    here = both(there, ADVANCED).act("R1 rotate NE")
    assert here.changes == "R1=c2/NE,p1,used,aim,turned"
    here.act("R1 shoot B1", "hit:R1=3 save:B1=1")  # range 3, and c5 is in sight of NE's front


def test_ai2_throwing_keeps_it(both):
    # Nothing says that a throw loses it: the shot that is left at range 3 hits with a 3.
    there = f"{USED} R1=c2,expert,smoke,p2,used,aim R2=b1 B1=c5 M1=d1 M2=d7"
    here = both(there, ADVANCED).act("R1 throw smoke").act("hex c1", "scatter:R1=2")
    assert here.changes == "R1=c2,expert,p0,used,aim smoke=c1"
