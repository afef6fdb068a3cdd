"""The rulebook's own examples: cover, marking, suppressive fire, sentries, charges, the advanced chapters, scenarios.

Each test says the sentence or picture it plays.
"""

from paintball_env.rules.dice import fallen

START = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act"
ADVANCED = "capture-the-flag"


def test_sc1_picture_soft_cover_is_in_the_way(both):
    # "If a hex containing foliage lies in the path between shooter and target, the foliage counts as in the way."
    t = both(f"{START} R1=c2 R2=b1 B1=c4 B2=b7 M1=c1 M2=c6 soft=c3").act("R1 shoot B1").act("done", "hit:R1=3 way:R1=4")
    assert t.changes == "used=1,0 R1=c2,p1,used,fired"


def test_sc1_picture_shooter_in_soft_cover(both):
    # "Shot taken as per normal."
    t = (
        both(f"{START} R1=c2 R2=b1 B1=c4 B2=b7 M1=c1 M2=c6 soft=c2")
        .act("R1 shoot B1")
        .act("done", "hit:R1=3 save:B1=1")
    )
    assert t.changes == "used=1,0 R1=c2,p1,used,fired"


def test_sc1_picture_target_in_soft_cover(both):
    # "Target is in soft cover.  Soft cover is in the way": and the saving throw is 1, 2 or 3.
    t = both(f"{START} R1=c2 R2=b1 B1=c4 B2=b7 M1=c1 M2=c6 soft=c4")
    t.act("R1 shoot B1").act("done", "hit:R1=3 way:R1=3 save:B1=3")
    assert t.changes == "used=1,0 R1=c2,p1,used,fired"


def test_hc2_picture_two_shooters_and_the_oil_drums(both):
    # "Shooter 1 does not have a clear shot, the oil drums are in the way.  Shooter 2 has a clear shot."
    t = both(f"{START} R1=c2 R2=c7 R3=b1 B1=c4 B2=b7 M1=c1 M2=d5 hard=c4/W")
    t.act("R1 shoot B1").act("done", "hit:R1=3 way:R1=5")
    t.act("R2 shoot B1").act("done", "hit:R2=4 save:B1=3 check:B1=3")
    assert t.changes == "used=2,0 R1=c2,p1,used,fired R2=c7,p1,used,fired M2=c4"


def test_pc1_the_three_rolls_of_a_kill(both):
    # Hit (greater than the range), marked (not 1 or 6), checked (4, 5 or 6): "must leave the field immediately.  If
    # the flag carrier is killed the flag is left where the player was.  If he was carrying a grenade, it is lost also."
    there = f"{START} R1=c2 R2=b1 B1=c4,smoke B2=b7 M1=c1 M2=d5 flag.red=B1 flag.blue=c7"
    t = both(there, ADVANCED).act("R1 shoot B1").act("done", "hit:R1=3 save:B1=2 check:B1=4")
    assert t.changes == "used=1,0 R1=c2,p1,used,fired M2=c4 flag.red=c4 -B1"


def test_pc2_wiping(both):
    # "If there is no Marshal within 2 hexes, the nearest is moved 2 hexes towards the target, however the player is
    # free to wipe the shot clean.  Next turn the Marshal remains where he is."
    last = "turn=2 phase=2 acting=red second=red score=6,6 to=red:act"
    t = both(f"{last} R1=c2 R2=b1 B1=c4 B2=b7 M1=b1 M2=c7")
    t.act("R1 shoot B1").act("done", "hit:R1=3 save:B1=4")
    assert t.changes == "used=1,0 R1=c2,p1,used,fired M2=c5"
    t.act("done", "command:red=6 command:blue=1")
    assert t.changes == "turn=3 phase=1 score=6,1 M2=c5"


def test_su1_one_chance_to_shrug_it_off(both):
    # "The targeted player makes a saving throw: on a roll of 1 or 6 the suppressive fire is ineffective."  "A 6 to hit
    # is still required against a bunker and aiming is not permitted."
    t = both(f"{START} R1=c6 R2=b1 B1=c8 B2=b7 M1=c1 M2=d7").act("R1 suppress B1").act("done", "hit:R1=5")
    assert t.changes == "used=1,0 R1=c6,p1,used,fired"
    t = both(f"{START} R1=c6 R2=b1 B1=c8 B2=b7 M1=c1 M2=d7").act("R1 suppress B1").act("done", "hit:R1=6 save:B1=6")
    assert t.changes == "used=1,0 R1=c6,p1,used,fired"


def test_se2_an_enemy_that_advances_2_hexes_may_be_shot_at_twice(both):
    # "Once each time he moves.  There is no limit to how many shots or enemy targets a sentry may fire at."
    t = both(f"{START} R1=c2 R2=b2 B1=c6,sentry B2=b7 M1=c1 M2=d7")
    t.act("R1 move E").act("B1 shoot R1", "hit:B1=3").act("R1 move E").act("B1 shoot R1", "hit:B1=2")
    t.act("R2 move E").act("B1 shoot R2", "hit:B1=4 save:R2=6")
    assert t.changes == "used=2,0 R1=c4,p0,moved2,used R2=b3,p1,moved1,used"


def test_ch1_picture_suppressive_fire_then_a_charge(both):
    # "Suppressive fire from figure 1 renders the defenders impotent.  In the same turn, a charge is declared, and
    # figures 2 and 3 charge the enemy hex."
    t = both(f"{START} R1=c3 R2=b3 R3=d3 R4=b1 B1=c5 B2=c5 B3=b7 M1=c1 M2=c7")
    assert not t.may("charge")
    t.act("R1 suppress B1").act("R1 suppress B2", "hit:R1=3 hit:R1=5 save:B1=2 save:B2=5")
    assert t.changes == "used=1,0 R1=c3,p0,used,fired B1=c5,suppressed B2=c5,suppressed"
    t.act("charge").act("figure R2").act("direction E").act("figure R3")
    t.act("direction E", "shoot-out:red=0-2")
    assert t.changes == "used=3,0 R1=c3,p0,used,fired R2=c5,p0,moved2,used R3=c5,p0,moved2,used -B1 -B2"


def test_ch3_the_worked_shoot_out(both):
    # "The attacking player rolls a 5 and a 2.  The defending player rolls 3 and 5."  The attackers' 5 shoots first and
    # neutralises the 5; the 3 kills an attacker and negates the 2.  "Two models remain standing: so two more dice are
    # rolled."
    dice = [sum(1 << (8 * face) for face in side) for side in ([5, 2], [3, 5])]
    assert divmod(fallen(*dice, 2, 2), 32) == (1, 1)
    t = both(f"{START} R1=c4 R2=d4 R3=b1 B1=c5,suppressed B2=c5,suppressed B3=b7 M1=c1 M2=c7")
    t.act("charge").act("figure R1").act("figure R2", "shoot-out:red=1-1")
    # "The defending player chooses which model is to be removed", then "the attacking player chooses".
    assert t.legal == ["figure B1", "figure B2"]
    t.act("figure B1")
    assert t.legal == ["figure R1", "figure R2"]
    t.act("figure R2", "shoot-out:red=0-1")
    assert t.changes == "used=2,0 R1=c5,p1,moved1,used -R2 -B1 -B2"


def test_ex2_three_shots_of_an_expert(both):
    # "The paintballers can fire twice in the same turn (or 3 times in the case of an Expert player)."
    t = both(f"{START} R1=c2,expert R2=b1 B1=c4 B2=b7 M1=c1 M2=c6", ADVANCED)
    t.act("R1 shoot B1").act("R1 shoot B1").act("R1 shoot B1", "hit:R1=2 hit:R1=2 hit:R1=3 save:B1=1")
    assert t.changes == "used=1,0 R1=c2,expert,p0,used,fired"


def test_gr3_the_opposing_player_nominates_another_hex(both):
    # "On a roll of 1 or 6 for normal players, or a roll of 1 only for an expert, the grenade misses."
    t = both(f"{START} R1=c2,smoke R2=b1 B1=c5 M1=c1 M2=c6", ADVANCED).act("R1 throw smoke")
    t.act("hex c4", "scatter:R1=6").act("hex c3")
    assert t.changes == "used=1,0 R1=c2,p0,used smoke=c3"
    t = both(f"{START} R1=c2,expert,smoke R2=b1 B1=c5 M1=c1 M2=c6", ADVANCED).act("R1 throw smoke")
    t.act("hex c4", "scatter:R1=6")
    assert t.changes == "used=1,0 R1=c2,expert,p1,used smoke=c4"


def test_sm2_sm3_inside_the_smoke_it_is_worse(both):
    # "A roll of 4, 5 or 6 means the shot can be taken" from inside; through it "only a 1 or 6 indicates failure"; at a
    # target inside "the shot is taken normally".
    for smoke, dice in (("c2", "spot-in:R1=4 "), ("c3", "spot-through:R1=5 "), ("c4", "")):
        t = both(f"{START} R1=c2 R2=b1 B1=c4 B2=b7 M1=c1 M2=c6 smoke={smoke}", ADVANCED)
        t.act("R1 shoot B1").act("done", dice + "hit:R1=3 save:B1=6")
        assert t.changes == "used=1,0 R1=c2,p1,used,fired"


def test_pg1_friendly_paintballers_too(both):
    # "Roll for each paintballer (including friendly paintballers) in the hex."
    t = both(f"{START} R1=c2,paint R2=c4 R3=c4 B1=c6 M1=d4 M2=d7", "capture-the-flag?blind_spots=false")
    t.act("R1 throw paint").act("hex c4", "scatter:R1=3 mark:R2=1 mark:R3=6")
    assert t.changes == "used=1,0 R1=c2,p0,used"


def test_bs3_rotating_costs_nothing_and_counts_as_a_figure_used(both):
    # "Rotating the figure does not cost any Action Points but counts towards the number of figures moved that turn."
    score = "turn=2 phase=1 acting=red second=blue score=1,1 to=red:act"
    t = both(f"{score} R1=c4 R2=b1 B1=c2 M1=c1 M2=d7", ADVANCED)
    assert not t.may("R1 shoot B1")
    t.act("R1 rotate W")
    assert t.changes == "used=1,0 R1=c4/W,used,turned"
    assert t.may("R1 shoot B1") and not t.may("R2 move E")


def test_sn1_the_enemy_flag_brought_back_by_a_live_player(both):
    t = both(f"{START} R1=b1 R2=d2 B1=c7 M1=d1 M2=d7 flag.red=d1 flag.blue=R1").act("R1 move SW")
    assert t.changes == "used=1,0 over=red:flag R1=c1,p1,moved1,used -to"


def test_sn2_the_own_flag_into_the_enemy_base(both):
    # "You may occupy the hex where it is should the opposing team drop the flag."
    there = f"{START} R1=b7 R2=c5 B1=c3 M1=d1 M2=d7 flag.red=R1 flag.blue=c6"
    t = both(there, "reverse-flag-basic").act("R2 move E")
    assert t.changes == "used=1,0 R2=c6,p1,moved1,used"
    t.act("R1 move SE")
    assert t.changes == "used=2,0 over=red:flag R1=c8,p1,moved1,used R2=c6,p1,moved1,used -to"


def test_sn3_the_flag_delivered_to_the_enemy_base(both):
    t = both(f"{START} R1=d7 R2=c5 B1=c3 M1=d1 M2=b7 flag=R1", "single-flag-basic").act("R1 move NE")
    assert t.changes == "used=1,0 over=red:flag R1=c8,p1,moved1,used -to"
