"""CH1, CH2: the charge.  (CH3, CH4: test_shoot_out.py.)"""

import pytest

START = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act"
ADVANCED = "capture-the-flag"
SINGLE = "single-flag-basic"
TWO_ON_ONE = f"{START} R1=c4 R2=d4 R3=b1 B1=c5,suppressed B2=b7 M1=c1 M2=c7"


# CH1: what may be charged, and who may charge.


@pytest.mark.parametrize(
    ("defenders", "may"),
    [
        ("B1=c5,suppressed", True),
        ("B1=c5,empty", True),
        ("B1=c5,empty B2=c5,suppressed", True),
        ("B1=c5", False),
        ("B1=c5,suppressed B2=c5", False),
        ("B1=c5,suppressed B2=c5,sentry", False),
        ("B1=c5,jammed", False),
        ("B1=c5,suppressed B2=c5,jammed", False),
        ("B1=c5,dazed", False),
    ],
)
def test_ch1_all_enemies_in_the_hex_must_be_impotent(both, defenders, may):
    t = both(f"{START} R1=c4 R2=b1 {defenders} B3=b7 M1=c1 M2=c7", ADVANCED)
    assert t.may("charge") is may


def test_ch1_an_empty_hex_is_not_charged(both):
    assert not both(f"{START} R1=c4 R2=b1 B1=c7,suppressed B2=b7 M1=c1 M2=c8").may("charge")


def test_ch1_not_a_hex_with_an_own_figure(both):
    # R2 already stands in the base with the two impotent defenders.
    there = f"{START} R1=c7 R2={{}} R3=b1 B1=c8,suppressed M1=c1 M2=d7"
    assert both(there.format("c7")).may("charge")
    assert not both(there.format("c8")).may("charge")
    # Nor may the one inside.
    assert not both(f"{START} R1=c8 R3=b1 B1=c8,suppressed M1=c1 M2=d7").may("charge")


@pytest.mark.parametrize(
    ("charger", "may"),
    [
        ("R1=c4", True),
        ("R1=c3", True),
        ("R1=c2", False),
        ("R1=c4,p1,used,aim", True),
        ("R1=c3,p1,used,aim", False),
        ("R1=c4,p1,moved1,used", True),
        ("R1=c4,p0,used", False),
        ("R1=c4,expert,p1,moved1,used", True),
        ("R1=c3,expert,p2,moved1,used", False),
        ("R1=c4,expert,p1,moved2,used", False),
        ("R1=c3,expert,p2,used,aim", True),
        ("R1=c4,sentry", False),
        ("R1=c4,empty", False),
        ("R1=c4,suppressed", False),
        ("R1=c4,jammed", False),
        ("R1=c4,dazed", False),
        ("R1=c4,finished,p1,moved1", False),
    ],
)
def test_ch1_who_can_reach_it(both, charger, may):
    # Points, two hexes a turn, and its state.
    used = " used=1,0" if "used" in charger else " used=2,0" if "finished" in charger else ""
    scenario = "capture-the-flag?activation=one_at_a_time" if "finished" in charger else ADVANCED
    charger = charger.replace("finished,p1", "p1,finished")
    t = both(f"{START}{used} {charger} R2=b1 B1=c5,suppressed B2=b7 M1=c1 M2=c7", scenario)
    assert t.may("charge") is may


def test_ch1_the_command_score_limits_the_chargers(both):
    # Score 2, R3 has been used: one fresh figure more, or R3 itself.
    there = "turn=2 phase=1 acting=red second=blue score=2,1 used=1,0 to=red:act"
    t = both(f"{there} R1=c4 R2=d4 R3=b5,p1,used,aim R4=b1 B1=c5,suppressed B2=b7 M1=c1 M2=c7").act("charge")
    assert t.legal == ["figure R1", "figure R2", "figure R3"]
    t.act("figure R1")
    assert t.changes == "used=2,0 to=red:charger place=c5 count=1 R1=c5,p1,moved1,used"
    assert t.legal == ["figure R3", "done"]


def test_ch1_in_a_base_a_move_or_a_charge(both):
    # One impotent defender in the base: R1 may walk in beside him or charge.
    t = both(f"{START} R1=c7 R2=b1 B1=c8,suppressed M1=c1 M2=d7")
    assert t.may("R1 move E") and t.may("charge")
    t.act("R1 move E")
    assert t.changes == "used=1,0 R1=c8,p1,moved1,used"
    # An ordinary hex is entered by a charge only.
    t = both(f"{START} R1=c4 R2=b1 B1=c5,suppressed M1=c1 M2=d7")
    assert not t.may("R1 move E") and t.may("charge")


def test_ch1_two_defenders_of_a_base_leave_room_for_one_charger(both):
    # R2 could come too; but the base holds 3.  So no charger is asked for after R1.
    t = both(f"{START} R1=c7 R2=d7 R3=b1 B1=c8,suppressed B2=c8,suppressed M1=c1 M2=b6").act("charge")
    assert t.legal == ["figure R1", "figure R2"]
    t.act("figure R1", "shoot-out:red=1-0")
    assert t.changes == "used=1,0 -R1"


def test_ch1_one_defender_leaves_room_for_two(both):
    # EN4: never three of one team.
    t = both(f"{START} R1=c7 R2=d7 R3=b7 R4=b1 B1=c8,suppressed B2=b5 M1=c1 M2=b6").act("charge").act("figure R1")
    assert t.legal == ["figure R2", "figure R3", "done"]
    t.act("figure R3", "shoot-out:red=0-1")
    assert t.changes == "used=2,0 R1=c8,p1,moved1,used R3=c8,p1,moved1,used -B1"


def test_ch1_the_own_closed_base_is_not_charged(both):
    # SN2: nobody enters his own base.
    there = f"{START} R1=c2 R2=d2 B1=c1,suppressed B2=b7 M1=d1 M2=c7"
    assert both(there).may("charge")
    assert not both(there, "reverse-flag-basic").may("charge")


def test_ch1_each_step_of_the_way_is_paid_for(both):
    # AP3: both points for a hex where one costs two. R2 would need four; so nobody asks who charges.
    there, dear = f"{START} R2=c4 R3=b1 B1=c6,suppressed B2=b7 M1=c1 M2=d7", "capture-the-flag-basic?move_cost=2"
    t = both(f"{there} R1=c5", dear).act("charge", "shoot-out:red=0-1")
    assert t.changes == "used=1,0 R1=c6,p0,moved1,used -B1"
    assert not both(f"{there} R1=b2", dear).may("charge")
    assert both(f"{there} R1=b2").may("charge")


# CH2: the way there.


def test_ch2_hex_then_figure_then_done(both):
    # Two hexes could be charged, by three figures.
    t = both(f"{START} R1=c4 R2=d4 R3=b4 R4=b1 B1=c5,suppressed B2=b5,empty B3=b7 M1=c1 M2=c7").act("charge")
    assert t.changes == "to=red:charge"
    assert t.legal == ["hex b5", "hex c5"]
    t.act("hex c5")
    assert t.changes == "to=red:charger place=c5"
    assert t.legal == ["figure R1", "figure R2", "figure R3"]  # the first must be named: no `done` yet
    t.act("figure R2")
    assert t.changes == "used=1,0 to=red:charger place=c5 count=1 R2=c5,p1,moved1,used"
    assert t.legal == ["figure R1", "figure R3", "done"]
    t.act("done", "shoot-out:red=0-1")
    assert t.changes == "used=1,0 R2=c5,p1,moved1,used -B1"


def test_ch2_a_charge_declared_has_to_be_made(both):
    # Nothing but the hex is asked for, and no way back.
    t = both(f"{START} R1=c4 R2=b4 R3=b1 B1=c5,suppressed B2=b5,empty B3=b7 M1=c1 M2=c7").act("charge")
    assert not t.may("done") and not t.may("R1 move W")


def test_ch2_two_hexes_by_a_way_of_its_choice(both):
    # From b3 (3,-1) to c5 (4,0): by b4 or c4.
    t = both(f"{START} R1=b3 R2=b1 B1=c5,suppressed B2=b7 M1=c1 M2=c7").act("charge")
    assert t.changes == "to=red:step actor=R1 place=c5 count=1"
    assert t.legal == ["direction E", "direction SE"]
    t.act("direction SE", "shoot-out:red=0-1")
    assert t.changes == "used=1,0 R1=c5,p0,moved2,used -B1"


def test_ch2_only_over_hexes_it_may_enter_now(both):
    # B3 bars b4: by c4 only, so nothing is asked.
    t = both(f"{START} R1=b3 R2=b1 B1=c5,suppressed B2=b7 B3=b4 M1=c1 M2=c7").act("charge", "shoot-out:red=0-1")
    assert t.changes == "used=1,0 R1=c5,p0,moved2,used -B1"
    # Both ways barred, one of them by a neutral figure: no charge.
    t = both(f"{START} R1=b3 R2=b1 B1=c5,suppressed B2=b7 B3=b4,jammed B4=c4 M1=c1 M2=c7")
    assert not t.may("charge")
    # An impotent one bars the way as well.
    t = both(f"{START} R1=c3 R2=b1 B1=c5,suppressed B2=b7 B4=c4 M1=c1 M2=c7")
    assert not t.may("charge")
    t = both(f"{START} R1=c3 R2=b1 B1=c5,suppressed B2=b7 B4=c4,suppressed M1=c1 M2=c7").act(
        "charge", "shoot-out:red=0-1"
    )
    assert t.changes == "used=1,0 R1=c4,p1,moved1,used -B4"  # only c4 can be charged


def test_ch2_own_figures_do_not_bar_the_way(both):
    t = both(f"{START} R1=c3 R2=c4,p0,used R3=b1 B1=c5,suppressed B2=b7 M1=c1 M2=c7".replace("to=", "used=1,0 to="))
    t.act("charge", "shoot-out:red=0-1")
    assert t.changes == "used=2,0 R1=c5,p0,moved2,used -B1"


def test_ch2_the_way_pays_hex_by_hex_and_turns_the_charger(both):
    # With blind spots it faces where it went (BS2): from b3 by c4 (SE) to c5 (E).
    t = both(f"{START} R1=b3/W R2=b1 B1=c5,suppressed B2=b7,sentry M1=c1 M2=c7", ADVANCED).act("charge")
    t.act("direction SE")
    assert t.changes == "used=1,0 to=blue:react actor=R1 asked=B2 place=c5 count=1 R1=c4/SE,p1,moved1,used"
    t.act("done").act("done", "shoot-out:red=0-1")
    assert t.changes == "used=1,0 R1=c5,p0,moved2,used -B1"


def test_ch2_the_first_sentry_too_is_asked_at_a_step_that_was_chosen(both):
    t = both(f"{START} R1=b3 R2=b1 B1=c7,sentry B2=c5,suppressed M1=c1 M2=d6").act("charge").act("direction SE")
    assert t.changes == "used=1,0 to=blue:react actor=R1 asked=B1 place=c5 count=1 R1=c4,p1,moved1,used"


def test_ch2_sentries_react_to_every_step(both):
    # B2 in c8's neighbour c7: range 3 to c4, 2 to c5, where the suppressed B1 isn't in the way.
    t = both(f"{START} R1=c3 R2=d4 R3=b1 B1=c5,suppressed B2=c7,sentry B3=b7 M1=c1 M2=d6").act("charge")
    t.act("figure R1")
    assert t.changes == "used=1,0 to=blue:react actor=R1 asked=B2 place=c5 count=1 R1=c4,p1,moved1,used"
    t.act("B2 shoot R1", "hit:B2=3")
    assert t.changes == "used=1,0 to=blue:react actor=R1 asked=B2 place=c5 count=1 R1=c5,p0,moved2,used"
    t.act("B2 shoot R1", "hit:B2=3 save:R1=2 check:R1=3")
    assert t.changes == "used=1,0 to=red:charger place=c5 count=1 R1=c5,p0,moved2,used M2=c5"


def test_ch2_a_charger_put_out_and_the_next_may_come(both):
    # R1 is out before he arrives; Red may go on with R2 or stop.
    there = f"{START} R1=c3 R2=d4 R3=b1 B1=c5,suppressed B2=c7,sentry B3=b7 M1=c2 M2=d6"
    t = both(there).act("charge").act("figure R1").act("B2 shoot R1", "hit:B2=4 way:B2=3 save:R1=2 check:R1=4")
    assert t.changes == "used=1,0 to=red:charger place=c5 count=1 M1=c4 -R1"
    assert t.legal == ["figure R2", "done"]
    again = both(there).act("charge").act("figure R1")
    again.act("B2 shoot R1", "hit:B2=4 way:B2=3 save:R1=2 check:R1=4").act("done")
    assert again.changes == "used=1,0 M1=c4 -R1"  # none arrived: no shoot-out
    t.act("figure R2").act("done", "shoot-out:red=1-0")
    assert t.changes == "used=2,0 M1=c4 -R1 -R2"


def test_ch2_the_only_charger_put_out_ends_it(both):
    t = both(f"{START} R1=c3 R3=b1 B1=c5,suppressed B2=c7,sentry B3=b7 M1=c2 M2=d6").act("charge")
    t.act("B2 shoot R1", "hit:B2=4 way:B2=3 save:R1=2 check:R1=4")
    assert t.changes == "used=1,0 M1=c4 -R1"


def test_ch2_defenders_gone_meanwhile_the_walker_goes_on_as_by_a_move(both):
    # The sentry's own shot strikes B1 in the way.  R1 walks on into the empty hex (and is shot at); R2, who could,
    # comes no more, and there is no shoot-out.
    t = both(f"{START} R1=c3 R2=d4 R3=b1 B1=c5,suppressed B2=c7,sentry B3=b7 M1=c2 M2=d6").act("charge")
    t.act("figure R1").act("B2 shoot R1", "hit:B2=4 way:B2=4 save:B1=2 check:B1=4")
    assert t.changes == "used=1,0 to=blue:react actor=R1 asked=B2 place=c5 count=1 R1=c5,p0,moved2,used M2=c5 -B1"
    t.act("done")
    assert t.changes == "used=1,0 R1=c5,p0,moved2,used M2=c5 -B1"


def test_ch2_gone_after_the_first_arrived_no_further_charger_comes(both):
    # R1 has arrived; while R2 walks (by c4), the sentry's miss-aimed shot strikes B1: R2 goes on, R4 isn't asked for.
    t = both(f"{START} R1=b4 R2=c3 R4=d4 B1=c5,suppressed B2=c7,sentry B3=b7 M1=c2 M2=d6").act("charge")
    t.act("figure R1").act("done").act("figure R2")
    # In c5, by B2's team first: B1, then R1.
    t.act("B2 shoot R2", "hit:B2=4 way:B2=5 save:B1=3 check:B1=6").act("done")
    assert t.changes == "used=2,0 R1=c5,p1,moved1,used R2=c5,p0,moved2,used M2=c5 -B1"


def test_ch2_the_walker_takes_up_a_flag(both):
    # A step is a move with all that follows: FL1 on the way.
    t = both(f"{START} R1=c3 R3=b1 B1=c5,suppressed B3=b7 M1=c2 M2=d7 flag.red=d1 flag.blue=c4")
    t.act("charge", "shoot-out:red=0-1")
    assert t.changes == "used=1,0 R1=c5,p0,moved2,used flag.blue=R1 -B1"
