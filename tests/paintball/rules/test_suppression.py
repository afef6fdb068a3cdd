"""SU: suppressive fire.  IM: impotent figures."""

import pytest

START = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act"
SHOT = f"{START} R1=c2 R2=b1 B1=c5 B2=b7 M1=c1 M2=c6"
ADVANCED = "capture-the-flag"


@pytest.mark.parametrize(("place", "least"), [("c3", 2), ("c4", 3), ("c5", 4), ("c6", 5), ("c7", 6)])
def test_su1_it_hits_as_an_unaimed_shot(both, place, least):
    # One more than the range; one less misses.
    there = f"{START} R1=c2 R2=b1 B1={place} B2=b7 M1=c1 M2=d7"
    t = both(there).act("R1 suppress B1").act("done", f"hit:R1={least} save:B1=2")
    assert t.changes == f"used=1,0 R1=c2,p1,used,fired B1={place},suppressed"
    if least > 2:
        t = both(there).act("R1 suppress B1").act("done", f"hit:R1={least - 1}")
        assert t.changes == "used=1,0 R1=c2,p1,used,fired"


def test_su1_aiming_helps_nothing_and_is_lost(both):
    # A 3 at range 3 would hit if it were aimed; at range 6 only an aimed shot reaches.
    t = both(f"{START} used=1,0 R1=c2,expert,p2,used,aim R2=b1 B1=c5 B2=c8 M1=c1 M2=d7", ADVANCED)
    assert not t.may("R1 suppress B2") and t.may("R1 shoot B2")
    t.act("R1 suppress B1").act("done", "hit:R1=3")
    assert t.changes == "R1=c2,expert,p1,used,fired"


@pytest.mark.parametrize("face", [4, 5, 6])
def test_su1_entrenched_figures_are_hit_by_a_6(both, face):
    # B1 in its base, range 3.
    t = both(f"{START} R1=c5 R2=b1 B1=c8 B2=b7 M1=c1 M2=d7")
    t.act("R1 suppress B1").act("done", f"hit:R1={face}" + " save:B1=2" * (face == 6))
    assert t.changes == "used=1,0 R1=c5,p1,used,fired" + " B1=c8,suppressed" * (face == 6)


@pytest.mark.parametrize("soft", ["", " soft=c5"])
@pytest.mark.parametrize("face", range(1, 7))
def test_su1_the_save_is_1_or_6_in_soft_cover_too(both, face, soft):
    t = both(SHOT + soft).act("R1 suppress B1")
    t.act("done", "hit:R1=4 " + ("way:R1=3 " if soft else "") + f"save:B1={face}")
    assert t.changes == "used=1,0 R1=c2,p1,used,fired" + " B1=c5,suppressed" * (face not in (1, 6))


def test_su1_suppressed_it_is_no_sentry_any_more(both):
    # It doesn't react to R2's step, 4 hexes away, nor does it become a sentry again with the next turn.
    t = both(f"{START} R1=c2 R2=b1 B1=c5,sentry B2=b7 M1=c1 M2=c6")
    t.act("R1 suppress B1").act("done", "hit:R1=4 save:B1=2").act("R2 move E")
    assert t.changes == "used=2,0 R1=c2,p1,used,fired R2=b2,p1,moved1,used B1=c5,suppressed"


def test_su1_a_save_keeps_the_sentry(both):
    t = both(f"{START} R1=c2 R2=b1 B1=c5,sentry B2=b7 M1=c1 M2=c6")
    t.act("R1 suppress B1").act("done", "hit:R1=4 save:B1=6")
    assert t.changes == "used=1,0 R1=c2,p1,used,fired"


def test_su2_a_point_a_die_as_many_dice_as_points(both):
    # The second die is asked for; two use up the points and roll at once.
    t = both(SHOT).act("R1 suppress B1")
    assert t.changes == "to=red:volley actor=R1 kind=suppress shots=B1"
    t.act("R1 suppress B1", "hit:R1=3 hit:R1=4 save:B1=2")
    assert t.changes == "used=1,0 R1=c2,p0,used,fired B1=c5,suppressed"
    t = both(f"{START} R1=c2,expert R2=b1 B1=c5 B2=b7 M1=c1 M2=c6", ADVANCED)
    t.act("R1 suppress B1").act("R1 suppress B1").act("R1 suppress B1", "hit:R1=2 hit:R1=3 hit:R1=3")
    assert t.changes == "used=1,0 R1=c2,expert,p0,used,fired"


def test_su2_never_mixed_with_ordinary_shots(both):
    there = SHOT.replace("B2=b7", "B2=c5 B3=b7")
    t = both(there).act("R1 suppress B1")
    assert t.legal == ["R1 suppress B1", "R1 suppress B2", "done"]
    t = both(there).act("R1 shoot B1")
    assert t.legal == ["R1 shoot B1", "R1 shoot B2", "done"]


def test_su2_only_at_figures_in_one_hex(both):
    t = both(SHOT.replace("B2=b7", "B2=c4")).act("R1 suppress B1")
    assert t.legal == ["R1 suppress B1", "done"]


def test_su2_one_volley_whatever_its_kind(both):
    t = both(SHOT).act("R1 suppress B1").act("done", "hit:R1=3")
    assert not any(t.may(f"R1 {what}") for what in ("shoot B1", "suppress B1", "aim"))
    assert t.may("R1 move E")
    t = both(SHOT).act("R1 shoot B1").act("done", "hit:R1=3")
    assert not t.may("R1 suppress B1")


def test_su2_split_with_fewer_hits_the_opponent_picks(both):
    # Two dice at B1 and B2, one hit: Blue picks whom, before any save; only he saves.
    t = both(SHOT.replace("B2=b7", "B2=c5 B3=b7")).act("R1 suppress B1").act("R1 suppress B2", "hit:R1=3 hit:R1=4")
    assert t.changes == "used=1,0 to=blue:pick actor=R1 kind=suppress count=1 shots=B1,B2 R1=c2,p0,used,fired"
    assert t.legal == ["figure B1", "figure B2"]
    t.act("figure B2", "save:B2=5")
    assert t.changes == "used=1,0 R1=c2,p0,used,fired B2=c5,suppressed"


def test_su2_both_hit_both_save_in_declared_order(both):
    t = both(SHOT.replace("B2=b7", "B2=c5 B3=b7")).act("R1 suppress B2")
    t.act("R1 suppress B1", "hit:R1=4 hit:R1=6 save:B2=1 save:B1=3")
    assert t.changes == "used=1,0 R1=c2,p0,used,fired B1=c5,suppressed"


def test_su2_a_second_hit_on_one_suppressed_meanwhile_is_lost(both):
    t = both(SHOT).act("R1 suppress B1").act("R1 suppress B1", "hit:R1=4 hit:R1=4 save:B1=2")
    assert t.changes == "used=1,0 R1=c2,p0,used,fired B1=c5,suppressed"
    # One that saves from the first has to save again.
    t = both(SHOT).act("R1 suppress B1").act("R1 suppress B1", "hit:R1=4 hit:R1=4 save:B1=6 save:B1=5")
    assert t.changes == "used=1,0 R1=c2,p0,used,fired B1=c5,suppressed"


def test_su2_misfires_are_read(both):
    # The first die is a 1: out of ammo ends the volley; the other die's hit is lost.
    t = both(SHOT).act("R1 suppress B1").act("R1 suppress B1", "hit:R1=1 hit:R1=6 misfire:R1=2")
    assert t.changes == "used=1,0 R1=c2,p0,used,fired,empty"


@pytest.mark.parametrize("other", ["B2", "R2"])
def test_su2_what_stands_in_the_way_is_hit_as_by_an_ordinary_shot(both, other):
    # In c4: friend or foe is not suppressed but marked, and checked (by M2, from 2 hexes).
    places = "R2=c4 R3=b1" if other == "R2" else "R2=b1"
    enemy = "B2=c4 B3=b7" if other == "B2" else "B3=b7"
    there = f"{START} R1=c2 {places} B1=c5 {enemy} M1=d1 M2=c6"
    t = both(there).act("R1 suppress B1").act("done", f"hit:R1=4 way:R1=4 save:{other}=2 check:{other}=4")
    assert t.changes == f"used=1,0 R1=c2,p1,used,fired M2=c4 -{other}"
    t = both(there).act("R1 suppress B1").act("done", "hit:R1=4 way:R1=3 save:B1=2")
    assert t.changes == "used=1,0 R1=c2,p1,used,fired B1=c5,suppressed"


def test_su2_not_at_neutral_or_suppressed_figures_but_at_empty_ones(both):
    t = both(f"{START} R1=c2 R2=b1 B1=c5,jammed B2=c5,suppressed B3=c5,empty B4=c5,empty,suppressed M1=c1 M2=c6")
    assert [t.may(f"R1 suppress B{number}") for number in (1, 2, 3, 4)] == [False, False, True, False]
    assert all(t.may(f"R1 shoot B{number}") for number in (1, 2, 3, 4))
    t.act("R1 suppress B3")
    assert t.legal == ["R1 suppress B3", "done"]
    t.act("done", "hit:R1=4 save:B3=2")
    assert t.changes == "used=1,0 R1=c2,p1,used,fired B3=c5,empty,suppressed"


@pytest.mark.parametrize(("place", "may"), [("c7", True), ("c8", False)])
def test_su2_no_die_that_cannot_hit(both, place, may):
    t = both(f"{START} R1=c2 R2=b1 B1={place} B2=b7 M1=c1 M2=c6")
    assert t.may("R1 suppress B1") is may


def test_im1_what_an_impotent_figure_cannot_do(both):
    # R1 out of ammo, R2 suppressed, R3 both; R4 can.
    t = both(f"{START} R1=c2,empty R2=c2,suppressed R3=c2,empty,suppressed R4=c2 B1=c5 B2=b7 M1=c1 M2=c6")
    for number, may in ((1, False), (2, False), (3, False), (4, True)):
        for what in ("shoot B1", "suppress B1", "aim", "sentry"):
            assert t.may(f"R{number} {what}") is may, (number, what)


def test_im1_an_impotent_figure_does_not_react(both):
    # B1 is empty, B2 suppressed, B3 an unhurt sentry behind both: only B3 is asked.
    t = both(f"{START} R1=c2 R2=b1 B1=c5,empty B2=c5,suppressed B3=c6,sentry M1=c1 M2=c7").act("R1 move E")
    assert t.changes == "used=1,0 to=blue:react actor=R1 asked=B3 R1=c3,p1,moved1,used"


@pytest.mark.parametrize("state", ["empty", "suppressed", "empty,suppressed"])
def test_im2_what_an_impotent_figure_can_do(both, state):
    t = both(f"{START} R1=c3,smoke,paint,{state} R2=b1 B1=b7 M1=c1 M2=c6 flag.red=c2 flag.blue=c4", ADVANCED)
    assert all(t.may(f"R1 {what}") for what in ("move E", "rotate W", "throw smoke", "throw paint"))
    assert t.may("R1 reload") is ("empty" in state)
    # It takes up the enemy's flag that it enters.
    t.act("R1 move E")
    assert t.changes == f"used=1,0 R1=c4,smoke,paint,p1,moved1,used,{state} flag.blue=R1"


def test_im2_it_cannot_charge(both):
    # B1 could be charged from c4: by the active R2 in c3 only.
    t = both(f"{START} R1=c4,empty R2=c3 B1=c5,suppressed B2=b7 M1=c1 M2=c6")
    t.act("charge", "shoot-out:red=0-1")
    assert t.changes == "used=1,0 R2=c5,p0,moved2,used -B1"
    t = both(f"{START} R1=c4,empty R2=c3,suppressed B1=c5,suppressed B2=b7 M1=c1 M2=c6")
    assert not t.may("charge")


def test_im3_suppression_ends_with_the_turn(both):
    # It lasts through the second phase, and is gone when turn 3 begins; out of ammo stays.
    there = "turn=2 phase=1 acting=red second=blue score=6,6 to=red:act"
    t = both(f"{there} R1=c2 B1=c5,suppressed B2=b7,empty M1=c1 M2=c6").act("done")
    assert t.changes == "phase=2 acting=blue to=blue:act"
    assert not t.may("B1 shoot R1") and t.may("B1 move W")
    t.act("done", "command:red=5 command:blue=2")
    assert t.changes == "turn=3 score=5,2 B1=c5"


def test_im3_a_reload_takes_2_points_and_ends_it(both):
    t = both(f"{START} R1=c2,empty R2=b1 B1=c5 B2=b7 M1=c1 M2=c6").act("R1 reload")
    assert t.changes == "used=1,0 R1=c2,p0,used"
    t = both(f"{START} used=1,0 R1=c2,p1,moved1,used,empty R2=b1 B1=c5 B2=b7 M1=c1 M2=c6")
    assert not t.may("R1 reload")
    t = both(f"{START} R1=c2 R2=b1,suppressed B1=c5 B2=b7 M1=c1 M2=c6")
    assert not t.may("R1 reload") and not t.may("R2 reload")


def test_im3_an_expert_may_shoot_after_a_reload(both):
    t = both(f"{START} R1=c2,expert,empty R2=b1 B1=c5 B2=b7 M1=c1 M2=c6", ADVANCED).act("R1 reload")
    assert t.changes == "used=1,0 R1=c2,expert,p1,used"
    t.act("R1 shoot B1", "hit:R1=4 save:B1=1")
    assert t.changes == "used=1,0 R1=c2,expert,p0,used,fired"


def test_im3_a_reload_does_not_end_suppression(both):
    t = both(f"{START} R1=c2,expert,empty,suppressed R2=b1 B1=c5 B2=b7 M1=c1 M2=c6", ADVANCED).act("R1 reload")
    assert t.changes == "used=1,0 R1=c2,expert,p1,used,suppressed"
    assert not t.may("R1 shoot B1")


def test_im3_a_misfire_in_the_volley_before_may_be_reloaded(both):
    # Out of ammo with 2 of 3 points left: reload at once.  The volley is over (SH5).
    t = both(f"{START} R1=c2,expert R2=b1 B1=c5 B2=b7 M1=c1 M2=c6", ADVANCED)
    t.act("R1 shoot B1").act("done", "hit:R1=1 misfire:R1=2")
    assert t.changes == "used=1,0 R1=c2,expert,p2,used,fired,empty"
    t.act("R1 reload")
    assert t.changes == "used=1,0 R1=c2,expert,p0,used,fired"
